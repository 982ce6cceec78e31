//! Templates: literals, with strip markers and heredoc indentation applied, interpolations and
//! directives.

use std::iter::Peekable;

use unicode_segmentation::UnicodeSegmentation;

use super::string::{needs_unescaping, unescape_into};
use super::{BuildResult, Builder, Rejected};
use crate::source::Span;
use crate::syntax::ast::tree::{
    ExprId, ExprKind, ForIntro, List, StringRef, TemplateForNode, TemplateForm, TemplateIfNode, push,
};
use crate::syntax::grammar::Rule;

/// A literal, an interpolation or a mark of a directive, before adjacent literals are joined and
/// directives are nested.
pub(super) struct Piece {
    span: Span,
    kind: PieceKind,
}

enum PieceKind {
    Literal(LiteralText),
    Interpolation(ExprId),
    If(ExprId),
    For(ForIntro),
    Else,
    /// `%{ endif }` or `%{ endfor }`
    End,
}

/// The text that is left of a literal after stripping.
pub(super) enum LiteralText {
    /// A part of the source. Between quotes it has no escapes; elsewhere, `$${` and `%%{` in it are
    /// not replaced yet.
    Raw(Span),
    Unescaped(String),
}

/// The pieces of a template that are not built yet.
type Pieces<'p> = Peekable<std::vec::Drain<'p, Piece>>;

impl Builder<'_, '_> {
    /// Builds a quoted template that is not a plain string, or a heredoc.
    pub(super) fn delimited_template(&mut self, rule: Rule) -> BuildResult<ExprId> {
        let is_quoted = rule == Rule::quoted_template;
        let form = if is_quoted { TemplateForm::Quoted } else { TemplateForm::Heredoc };
        let start = self.open(rule)?;
        // The span is set at the end; building the parts does not need it.
        let id = self.template_parts(Span::at(start), form)?;
        let end = self.close()?.end;
        Ok(self.tree.respan(id, Span::new(start, end)))
    }

    /// Builds a template up to the end of the enclosing rule: a string if it has only literals.
    pub(super) fn template_parts(&mut self, span: Span, form: TemplateForm) -> BuildResult<ExprId> {
        let flush = form == TemplateForm::Heredoc && self.text[span.start as usize..].starts_with("<<-");
        let mut pieces = std::mem::take(&mut self.pieces);
        self.collect(form, flush, &mut pieces)?;
        if flush {
            self.flush(&mut pieces);
        }
        let is_string = pieces.iter().all(Piece::is_literal);
        let mut left = pieces.drain(..).peekable();
        let kind = match is_string {
            true => ExprKind::String(self.join(Span::at(span.start), &mut left)?.1, form),
            false => ExprKind::Template(self.parts(&mut left)?.0, form),
        };
        drop(left);
        self.pieces = pieces;
        Ok(self.tree.add(span, kind))
    }

    /// Collects the literals and sequences in order, with strip markers applied.
    fn collect(&mut self, form: TemplateForm, flush: bool, pieces: &mut Vec<Piece>) -> BuildResult<()> {
        let mut strip_next = false;
        while let Some(rule) = self.peek() {
            match rule {
                Rule::literal => {
                    let span = self.lexeme(rule)?;
                    self.literal(span, strip_next, form, flush, pieces)?;
                    strip_next = false;
                }
                Rule::EOI => break,
                _ => {
                    if self.slice(self.span_of(self.here())).ends_with('~') {
                        self.strip_last(pieces);
                    }
                    let piece = self.sequence(rule)?;
                    strip_next = self.slice(piece.span).ends_with("~}");
                    pieces.push(piece);
                }
            }
        }
        Ok(())
    }

    /// Builds an interpolation, or one of the marks of a directive: `%{ if a }`, `%{ else }`,
    /// `%{ endif }`.
    fn sequence(&mut self, rule: Rule) -> BuildResult<Piece> {
        let start = self.open(rule)?;
        let kind = match rule {
            Rule::interpolation => PieceKind::Interpolation(self.expression()?),
            Rule::template_if_intro => PieceKind::If(self.expression()?),
            Rule::template_for_intro => PieceKind::For(self.for_intro()?),
            Rule::template_else => PieceKind::Else,
            Rule::template_endif | Rule::template_endfor => PieceKind::End,
            _ => return self.reject(),
        };
        Ok(Piece { span: Span::new(start, self.close()?.end), kind })
    }

    /// Adds a literal, unless it is empty. The lines of a flush heredoc are added one by one
    /// because each loses its own indentation. Blank lines lose none and stay with the line before,
    /// and a line without indentation keeps all after it.
    fn literal(
        &mut self,
        span: Span,
        strip: bool,
        form: TemplateForm,
        flush: bool,
        pieces: &mut Vec<Piece>,
    ) -> BuildResult<()> {
        if span.is_empty() {
            return Ok(());
        }
        let raw = self.slice(span);
        if form == TemplateForm::Quoted {
            let text = if strip || needs_unescaping(raw, true) {
                let mut text = String::with_capacity(raw.len());
                unescape_into(raw, true, &mut text).map_err(|at| Rejected(span.start + at as u32))?;
                let start = if strip { text.len() - text.trim_start().len() } else { 0 };
                text.drain(..start);
                LiteralText::Unescaped(text)
            } else {
                LiteralText::Raw(span)
            };
            pieces.push(Piece { span, kind: PieceKind::Literal(text) });
            return Ok(());
        }
        let mut start = span.start;
        let mut strip = strip;
        while start < span.end {
            let rest = self.slice(Span::new(start, span.end));
            let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
            // Only the first line is stripped, so the other lines stay together.
            let taken = match (flush, strip) {
                (_, true) => line,
                (true, false) if start == span.start => line,
                (true, false) if !rest.starts_with(char::is_whitespace) => rest.len(),
                (true, false) => line + blank_lines_between(&rest[line..]),
                (false, false) => rest.len(),
            };
            let piece = Span::new(start, start + taken as u32);
            let spaces = if strip { taken - rest[..taken].trim_start().len() } else { 0 };
            let kept = Span::new(start + spaces as u32, piece.end);
            pieces.push(Piece { span: piece, kind: PieceKind::Literal(LiteralText::Raw(kept)) });
            strip = false;
            start = piece.end;
        }
        Ok(())
    }

    /// Applies a `~` to the last line of the literal before it.
    fn strip_last(&self, pieces: &mut [Piece]) {
        let Some(Piece { kind: PieceKind::Literal(text), .. }) = pieces.last_mut() else { return };
        match text {
            LiteralText::Unescaped(text) => text.truncate(text.trim_end().len()),
            LiteralText::Raw(span) => {
                let raw = self.slice(*span);
                let last_line = raw.strip_suffix('\n').unwrap_or(raw).rfind('\n').map_or(0, |at| at + 1);
                let kept = last_line + raw[last_line..].trim_end().len();
                span.end = span.start + kept as u32;
            }
        }
    }

    /// Removes the common indentation of the lines of a `<<-` heredoc. Lines with four
    /// and six spaces keep none and two.
    fn flush(&mut self, pieces: &mut [Piece]) {
        let mut indentation = usize::MAX;
        let mut at_line_start = true;
        let mut leading = std::mem::take(&mut self.leading);
        for (index, piece) in pieces.iter().enumerate() {
            let literal = match &piece.kind {
                PieceKind::Literal(text) => text.raw().map(|span| self.slice(span)),
                _ => None,
            };
            if std::mem::take(&mut at_line_start) {
                let spaces = literal.map_or(0, |text| text.len() - text.trim_start().len());
                match literal {
                    // Blank lines do not count for the indentation.
                    Some(text) if spaces == text.len() && text.ends_with('\n') => {}
                    Some(text) => {
                        indentation = indentation.min(columns(&text[..spaces]));
                        leading.push(index);
                    }
                    None => indentation = 0,
                }
            }
            at_line_start = literal.is_some_and(|text| text.ends_with('\n'));
        }
        for index in leading.drain(..) {
            if let PieceKind::Literal(LiteralText::Raw(span)) = &mut pieces[index].kind {
                let text = self.slice(*span);
                span.start += indentation_length(text, indentation) as u32;
            }
        }
        self.leading = leading;
    }

    /// Returns the span and the text of the literals that come next, of which the first begins at
    /// `span`. Where the text is that of the source, it is a span of the source too.
    fn join(&mut self, mut span: Span, pieces: &mut Pieces<'_>) -> BuildResult<(Span, StringRef)> {
        let mut literals = std::mem::take(&mut self.literals);
        while let Some(Piece { span: next, kind: PieceKind::Literal(text) }) =
            pieces.next_if(Piece::is_literal)
        {
            span = span.to(next);
            literals.push(text);
        }
        let join = |before: Option<Span>, next: Option<Span>| {
            let (before, next) = (before?, next?);
            (before.end == next.start).then(|| before.to(next))
        };
        let whole = literals.iter().map(LiteralText::raw).reduce(join).unwrap_or(Some(span));
        let text = match whole {
            Some(whole) if !needs_unescaping(self.slice(whole), false) => StringRef::verbatim(whole),
            _ => self.add_unescaped(|builder, text| {
                literals.iter().try_for_each(|literal| match literal {
                    LiteralText::Unescaped(literal) => {
                        text.push_str(literal);
                        Ok(())
                    }
                    LiteralText::Raw(raw) => unescape_into(builder.slice(*raw), false, text)
                        .map_err(|at| Rejected(raw.start + at as u32)),
                })
            })?,
        };
        literals.clear();
        self.literals = literals;
        Ok((span, text))
    }

    /// Builds the parts up to the end of the template, or up to the `else` or the end of a
    /// directive, which is returned too. The grammar ensures that each directive has its end.
    fn parts(&mut self, pieces: &mut Pieces<'_>) -> BuildResult<(List<ExprId>, Option<Piece>)> {
        let mark = self.exprs.len();
        while let Some(piece) = pieces.peek() {
            if piece.is_literal() {
                let start = piece.span;
                let (span, text) = self.join(start, pieces)?;
                self.exprs.push(self.tree.add(span, ExprKind::TemplateLiteral(text)));
                continue;
            }
            let Some(Piece { span, kind }) = pieces.next() else { break };
            let (end, kind) = match kind {
                PieceKind::Interpolation(inner) => (span, ExprKind::Interpolation(inner)),
                PieceKind::If(condition) => {
                    let (then, mut end) = self.parts(pieces)?;
                    let mut otherwise = None;
                    if let Some(Piece { kind: PieceKind::Else, .. }) = end {
                        let (parts, last) = self.parts(pieces)?;
                        (otherwise, end) = (Some(parts), last);
                    }
                    let node = TemplateIfNode { span, condition, then, otherwise };
                    let index = push(&mut self.tree.template_ifs, node);
                    (end.map_or(span, |end| end.span), ExprKind::TemplateIf(index))
                }
                PieceKind::For(intro) => {
                    let (parts, end) = self.parts(pieces)?;
                    let index = push(&mut self.tree.template_fors, TemplateForNode { span, intro, parts });
                    (end.map_or(span, |end| end.span), ExprKind::TemplateFor(index))
                }
                PieceKind::Literal(_) | PieceKind::Else | PieceKind::End => {
                    let parts = self.tree.add_exprs(&mut self.exprs, mark);
                    return Ok((parts, Some(Piece { span, kind })));
                }
            };
            self.exprs.push(self.tree.add(span.to(end), kind));
        }
        Ok((self.tree.add_exprs(&mut self.exprs, mark), None))
    }
}

impl LiteralText {
    fn raw(&self) -> Option<Span> {
        if let Self::Raw(span) = self { Some(*span) } else { None }
    }
}

impl Piece {
    fn is_literal(&self) -> bool {
        matches!(self.kind, PieceKind::Literal(_))
    }
}

/// Returns the width of white space in grapheme clusters.
fn columns(spaces: &str) -> usize {
    if spaces.is_ascii() { spaces.len() } else { spaces.graphemes(true).count() }
}

/// Returns the length in bytes of the first columns of a line.
fn indentation_length(line: &str, columns: usize) -> usize {
    match line.as_bytes().get(..columns) {
        Some(start) if start.is_ascii() => columns,
        _ => line.graphemes(true).take(columns).map(str::len).sum(),
    }
}

/// Returns the length of the blank lines at the start of a text, without its last line.
fn blank_lines_between(text: &str) -> usize {
    let lines = text.split_inclusive('\n').take_while(|line| line.trim_start().is_empty());
    let blank: usize = lines.map(str::len).sum();
    if blank < text.len() {
        return blank;
    }
    text.strip_suffix('\n').unwrap_or(text).rfind('\n').map_or(0, |at| at + 1)
}
