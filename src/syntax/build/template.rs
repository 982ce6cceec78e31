//! Templates: literals, with strip markers and heredoc indentation applied, interpolations and
//! directives.

use std::iter::Peekable;

use unicode_segmentation::UnicodeSegmentation;

use super::string::{needs_unescaping, unescape_into};
use super::{BuildResult, Builder, Rejected};
use crate::source::Span;
use crate::syntax::ast::tree::{
    ExprId, ExprKind, List, StringRef, TemplateForNode, TemplateForm, TemplateIfNode,
};
use crate::syntax::grammar::Rule;

/// A literal, an interpolation or a mark of a directive, before adjacent literals are joined and
/// directives are nested.
pub(super) enum Piece {
    Literal {
        span: Span,
        text: LiteralText,
    },
    Interpolation {
        span: Span,
        inner: ExprId,
    },
    If {
        span: Span,
        condition: ExprId,
    },
    For {
        span: Span,
        key_name: Option<Span>,
        value_name: Span,
        collection: ExprId,
    },
    Else {
        span: Span,
    },
    /// `%{ endif }` or `%{ endfor }`
    End {
        span: Span,
    },
}

/// The text that is left of a literal after stripping.
pub(super) enum LiteralText {
    /// A part of the source, whose escapes are not resolved yet.
    Raw(Span),
    Unescaped(String),
}

/// The pieces of a template that are not built yet.
type Pieces<'p> = Peekable<std::vec::Drain<'p, Piece>>;

impl Builder<'_, '_> {
    /// Builds a quoted template that is not a plain string.
    pub(super) fn quoted_template(&mut self) -> BuildResult<ExprId> {
        let start = self.open(Rule::quoted_template)?;
        // The span is set at the end; building the parts does not need it.
        let id = self.template_parts(Span::at(start), TemplateForm::Quoted)?;
        let end = self.close()?;
        Ok(self.tree.respan(id, Span::new(start, end)))
    }

    pub(super) fn heredoc_template(&mut self) -> BuildResult<ExprId> {
        let start = self.open(Rule::heredoc_template)?;
        let id = self.template_parts(Span::at(start), TemplateForm::Heredoc)?;
        let last_line = self.close_terminal()?;
        if let Some(at) = lone_carriage_return(self.slice(last_line)) {
            return Err(Rejected(last_line.start + at as u32));
        }
        Ok(self.tree.respan(id, Span::new(start, last_line.end)))
    }

    /// Builds a template up to the end of the enclosing rule.
    pub(super) fn template_parts(&mut self, span: Span, form: TemplateForm) -> BuildResult<ExprId> {
        let flush = form == TemplateForm::Heredoc && self.text[span.start as usize..].starts_with("<<-");
        let mut pieces = std::mem::take(&mut self.pieces);
        self.collect(form, flush, &mut pieces)?;
        if flush {
            self.flush(&mut pieces);
        }
        let kind = self.kind(&mut pieces, span, form)?;
        pieces.clear();
        self.pieces = pieces;
        Ok(self.tree.add(span, kind))
    }

    /// Returns the kind of a template: a string if it has only literals.
    fn kind(&mut self, pieces: &mut Vec<Piece>, span: Span, form: TemplateForm) -> BuildResult<ExprKind> {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            return Ok(ExprKind::String(StringRef::verbatim(Span::at(span.start)), form));
        };
        if pieces.iter().all(|piece| matches!(piece, Piece::Literal { .. })) {
            let whole = first.span().to(last.span());
            let literals = pieces.drain(..).filter_map(Piece::into_literal).collect();
            return Ok(ExprKind::String(self.join(whole, literals, form)?, form));
        }
        let (parts, _) = self.parts(&mut pieces.drain(..).peekable(), form)?;
        Ok(ExprKind::Template(parts, form))
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
                    if self.slice(self.terminal_span()).ends_with('~') {
                        self.strip_last(pieces);
                    }
                    let piece = self.sequence(rule)?;
                    strip_next = self.slice(piece.span()).ends_with("~}");
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
        let end = |builder: &mut Self| Ok(Span::new(start, builder.close()?));
        Ok(match rule {
            Rule::interpolation => {
                let inner = self.expression()?;
                Piece::Interpolation { span: end(self)?, inner }
            }
            Rule::template_if_intro => {
                let condition = self.expression()?;
                Piece::If { span: end(self)?, condition }
            }
            Rule::template_for_intro => {
                let (key_name, value_name, collection) = self.for_intro()?;
                Piece::For { span: end(self)?, key_name, value_name, collection }
            }
            Rule::template_else => Piece::Else { span: end(self)? },
            Rule::template_endif | Rule::template_endfor => Piece::End { span: end(self)? },
            _ => return self.reject(),
        })
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
            pieces.push(Piece::Literal { span, text });
            return Ok(());
        }
        if form == TemplateForm::Heredoc
            && let Some(at) = lone_carriage_return(raw)
        {
            return Err(Rejected(span.start + at as u32));
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
            pieces.push(Piece::Literal { span: piece, text: LiteralText::Raw(kept) });
            strip = false;
            start = piece.end;
        }
        Ok(())
    }

    /// Applies a `~` to the last line of the literal before it.
    fn strip_last(&self, pieces: &mut [Piece]) {
        let Some(Piece::Literal { text, .. }) = pieces.last_mut() else { return };
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

    /// Removes the common indentation of the lines of a `<<-` heredoc.
    fn flush(&self, pieces: &mut [Piece]) {
        let mut indentation = usize::MAX;
        let mut at_line_start = true;
        let mut leading = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            let literal = match piece {
                Piece::Literal { text: LiteralText::Raw(span), .. } => Some(self.slice(*span)),
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
        for index in leading {
            if let Piece::Literal { text: LiteralText::Raw(span), .. } = &mut pieces[index] {
                let text = self.slice(*span);
                span.start += indentation_length(text, indentation) as u32;
            }
        }
    }

    /// Returns the text of adjacent literals: a span of the source where that is the same text.
    fn join(
        &mut self,
        span: Span,
        mut literals: Vec<LiteralText>,
        form: TemplateForm,
    ) -> BuildResult<StringRef> {
        let mut whole: Option<Span> = None;
        let contiguous = literals.iter().all(|kept| match (kept, whole) {
            (LiteralText::Raw(next), None) => {
                whole = Some(*next);
                true
            }
            (LiteralText::Raw(next), Some(before)) if before.end == next.start => {
                whole = Some(before.to(*next));
                true
            }
            _ => false,
        });
        let quoted = form == TemplateForm::Quoted;
        let text = match whole {
            Some(whole) if contiguous && !needs_unescaping(self.slice(whole), quoted) => {
                StringRef::verbatim(whole)
            }
            _ => {
                let mut text = String::with_capacity(span.len() as usize);
                for kept in &literals {
                    match kept {
                        LiteralText::Unescaped(kept) => text.push_str(kept),
                        LiteralText::Raw(raw) => unescape_into(self.slice(*raw), quoted, &mut text)
                            .map_err(|at| Rejected(raw.start + at as u32))?,
                    }
                }
                self.tree.add_string(text)
            }
        };
        literals.clear();
        self.literals = literals;
        Ok(text)
    }

    /// Builds the parts up to the end of the template, or up to the `else` or the end of a
    /// directive, which is returned too. The grammar ensures that each directive has its end.
    fn parts(
        &mut self,
        pieces: &mut Pieces<'_>,
        form: TemplateForm,
    ) -> BuildResult<(List<ExprId>, Option<Piece>)> {
        let mark = self.exprs.len();
        let mut last = None;
        while let Some(piece) = pieces.next() {
            let part = match piece {
                Piece::Literal { span, text } => self.literal_part(span, text, pieces, form)?,
                Piece::Interpolation { span, inner } => self.tree.add(span, ExprKind::Interpolation(inner)),
                Piece::If { span, condition } => self.template_if(span, condition, pieces, form)?,
                Piece::For { span, key_name, value_name, collection } => {
                    let (parts, end) = self.parts(pieces, form)?;
                    let node = TemplateForNode { intro: span, key_name, value_name, collection, parts };
                    self.tree.add_template_for(span.to(end.map_or(span, |end| end.span())), node)
                }
                Piece::Else { .. } | Piece::End { .. } => {
                    last = Some(piece);
                    break;
                }
            };
            self.exprs.push(part);
        }
        Ok((self.tree.add_exprs(&mut self.exprs, mark), last))
    }

    fn template_if(
        &mut self,
        intro: Span,
        condition: ExprId,
        pieces: &mut Pieces<'_>,
        form: TemplateForm,
    ) -> BuildResult<ExprId> {
        let (then, mut end) = self.parts(pieces, form)?;
        let mut otherwise = None;
        if let Some(Piece::Else { .. }) = end {
            let (parts, last) = self.parts(pieces, form)?;
            otherwise = Some(parts);
            end = last;
        }
        let span = intro.to(end.map_or(intro, |end| end.span()));
        Ok(self.tree.add_template_if(span, TemplateIfNode { intro, condition, then, otherwise }))
    }

    /// Builds one part of a literal and those right after it.
    fn literal_part(
        &mut self,
        mut span: Span,
        text: LiteralText,
        pieces: &mut Pieces<'_>,
        form: TemplateForm,
    ) -> BuildResult<ExprId> {
        let mut texts = std::mem::take(&mut self.literals);
        texts.push(text);
        let is_literal = |piece: &Piece| matches!(piece, Piece::Literal { .. });
        while let Some(Piece::Literal { span: next, text }) = pieces.next_if(is_literal) {
            span = span.to(next);
            texts.push(text);
        }
        let text = self.join(span, texts, form)?;
        Ok(self.tree.add(span, ExprKind::TemplateLiteral(text)))
    }
}

impl Piece {
    fn into_literal(self) -> Option<LiteralText> {
        match self {
            Self::Literal { text, .. } => Some(text),
            _ => None,
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Literal { span, .. }
            | Self::Interpolation { span, .. }
            | Self::If { span, .. }
            | Self::For { span, .. }
            | Self::Else { span }
            | Self::End { span } => *span,
        }
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

/// Returns the offset of a carriage return that is not part of a line ending, which is invalid in a
/// heredoc.
fn lone_carriage_return(raw: &str) -> Option<usize> {
    if !raw.contains('\r') {
        return None;
    }
    let bytes = raw.as_bytes();
    (0..bytes.len()).find(|&at| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
}
