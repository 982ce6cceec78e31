;;; A session with `hcl lsp' in Emacs and Eglot. -*- lexical-binding: t; coding: utf-8 -*-

;; What Emacs shows is written to standard output. The configuration is loaded before this file.

(require 'cl-lib)
(require 'eglot)
(require 'xref)

;; A mode in place of that of the package hcl-mode.
(define-derived-mode hcl-mode prog-mode "HCL"
  (setq-local comment-start "#"))
(add-to-list 'auto-mode-alist '("\\.\\(hcl\\|tf\\)\\'" . hcl-mode))

(setq eglot-sync-connect 20
      eglot-send-changes-idle-time 0
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil
      flymake-no-changes-timeout nil)

;; The folder is the project.
(defun session-project (_folder) (cons 'transient session-folder))
(defvar session-folder default-directory)
(setq project-find-functions '(session-project))

(defun say (format &rest values)
  (let ((coding-system-for-write 'utf-8))
    (send-string-to-terminal (encode-coding-string (concat (apply #'format format values) "\n") 'utf-8))))

(defun title (text) (say "\n== %s" text))

(defun wait (what condition)
  "Wait for a condition with the name WHAT."
  (let ((end (+ (float-time) 20)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "This did not happen: %s" what))
      (accept-process-output nil 0.01))))

(defvar session-checked nil "The versions of files that the server has checked.")

(cl-defmethod eglot-handle-notification :after
  (_server (_method (eql textDocument/publishDiagnostics)) &key uri version &allow-other-keys)
  (push (cons (file-truename (eglot--uri-to-path uri)) version) session-checked))

(defun synchronize ()
  "Send changes, and wait until the server has checked them."
  (eglot--signal-textDocument/didChange)
  (let ((file (file-truename buffer-file-name)))
    (wait "diagnostics"
          (lambda ()
            (equal (alist-get file session-checked nil nil #'equal) eglot--versioned-identifier))))
  ;; New diagnostics come after a pause.
  (let ((end (time-add nil 0.8)))
    (while (time-less-p nil end) (accept-process-output nil 0.1)))
  ;; Otherwise a timer starts it, when the editor is idle.
  (flymake-start))

(defun edit-file (name)
  (switch-to-buffer (find-file-noselect (expand-file-name name session-folder)))
  (run-hooks 'post-command-hook)
  (wait "a connection" #'eglot-managed-p)
  (synchronize))

(defun before (text)
  "Put point before TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun text ()
  (dolist (line (split-string (string-trim-right (buffer-string)) "\n")) (say "  | %s" line)))

(defun line ()
  (say "  | %s" (buffer-substring (line-beginning-position) (line-end-position))))

(defun place ()
  (format "%s:%d:%d" (file-relative-name buffer-file-name session-folder)
          (line-number-at-pos) (1+ (- (point) (line-beginning-position)))))

(defun diagnostics ()
  (let ((found (sort (flymake-diagnostics)
                     (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))
    (unless found (say "no diagnostics"))
    (dolist (it found)
      (save-excursion
        (goto-char (flymake-diagnostic-beg it))
        (say "%d:%d %s `%s` %s" (line-number-at-pos) (1+ (- (point) (line-beginning-position)))
             (flymake-diagnostic-type it)
             (buffer-substring (flymake-diagnostic-beg it) (flymake-diagnostic-end it))
             (replace-regexp-in-string "\n" "\n    " (flymake-diagnostic-text it)))))))

(defun documentation-at-point (function)
  "Show what a FUNCTION of ElDoc says at point."
  (eglot--signal-textDocument/didChange)
  (let (shown)
    (funcall function (lambda (text &rest _) (setq shown (or text "nothing"))))
    (wait "documentation" (lambda () shown))
    (dolist (line (split-string (substring-no-properties shown) "\n"))
      (say "  | %s" line))))

(defun completions ()
  "Show the completions at point."
  (pcase-let* ((`(,start ,end ,table . ,_) (run-hook-with-args-until-success
                                            'completion-at-point-functions))
               (found (all-completions (buffer-substring start end) table)))
    (cl-loop for item in found repeat 5 do (say "  %s" (substring-no-properties item)))
    (say "  %d completions" (length found))))

(defun act (title)
  "Apply the action with a TITLE at point."
  (let ((actions (eglot-code-actions (point) (point))))
    (dolist (action actions) (say "  %s" (plist-get action :title)))
    (let ((action (cl-find title actions :test #'equal
                           :key (lambda (it) (plist-get it :title)))))
      (eglot--apply-workspace-edit (plist-get action :edit))))
  (synchronize))

(defun session ()
  (title "a valid file of a specification")
  (edit-file "service/valid.hcl")
  (diagnostics)

  (title "hover on an attribute with a value")
  (before "port")
  (documentation-at-point #'eglot-hover-eldoc-function)

  (title "completion of a name in a block")
  (before "ags ")
  (let ((rest (delete-and-extract-region (point) (line-end-position))))
    (completions)
    (insert rest))

  (title "completion of values, after an emoji in the line")
  (before "protocol")
  (insert "/* 😀 */ ")
  (search-forward "= ")
  (delete-region (point) (line-end-position))
  (completions)
  (insert "\"https\"")
  (line)

  (title "signature help, after an emoji in the line")
  (before "\"eu\"")
  (delete-region (point) (line-end-position))
  (insert "join(\"😀\", ")
  (documentation-at-point #'eglot-signature-eldoc-function)
  (delete-region (- (point) (length "join(\"😀\", ")) (point))
  (insert "\"eu\"")
  (synchronize)
  (diagnostics)

  (title "mistakes, in a file with emojis")
  (edit-file "service/broken.hcl")
  (diagnostics)

  (title "the correction of one of them")
  (before "façade")
  (act "Insert `,`, insert `,`")
  (line)
  (diagnostics)

  (title "edits by hand, around emojis")
  (before " +]; ")
  (delete-region (point) (+ (point) (length " +]; ")))
  (insert "]\n  ")
  (before "1]")
  (delete-char 1)
  (insert "\"🙂\"")
  (before "service \"web\"")
  (transpose-lines 1)
  (synchronize)
  (diagnostics)

  (title "the correction of names")
  (before "regoin")
  (act "Replace `regoin` with `region`")
  (before "htps")
  (act "Replace `htps` with `https`")
  (diagnostics)

  (title "formatting")
  (eglot-format-buffer)
  (text)
  (synchronize)
  (diagnostics)

  (title "symbols of a file")
  (dolist (entry (eglot-imenu))
    (say "  %s" (substring-no-properties (car entry)))
    (dolist (it (cdr entry))
      (when (consp it) (say "    %s" (substring-no-properties (car it))))))

  (title "a folder of Terraform")
  (edit-file "terraform/main.tf")
  (diagnostics)

  (title "the definition in another file, after an emoji in the line")
  (before "region}")
  (documentation-at-point #'eglot-hover-eldoc-function)
  (let ((from (place)))
    (call-interactively #'xref-find-definitions)
    (say "%s -> %s" from (place)))

  (title "the references in both files")
  (before "region")
  (dolist (it (xref-backend-references 'eglot "LSP identifier at point."))
    (let ((location (xref-item-location it)))
      (say "  %s:%d:%d: %s"
           (file-relative-name (xref-file-location-file location) session-folder)
           (xref-file-location-line location) (1+ (xref-file-location-column location))
           (substring-no-properties (xref-item-summary it)))))

  (title "rename in both files")
  (eglot-rename "area")
  (text)
  (edit-file "terraform/main.tf")
  (text)

  (title "the end of the server")
  (let ((server (eglot-current-server)))
    (eglot-shutdown server)
    (say "%s" (if (jsonrpc-running-p server) "running" "ended"))))

(condition-case problem
    (session)
  (error (message "%S" problem) (kill-emacs 1)))
