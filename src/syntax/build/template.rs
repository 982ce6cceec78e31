//! Templates: literals with strip markers and heredoc indentation applied, sequences, and directives paired with
//! their ends.

use unicode_segmentation::UnicodeSegmentation;

use super::string::{needs_unescaping, unescape_into};
use super::{BuildResult, Builder, Rejected};
use crate::source::Span;
use crate::syntax::ast::tree::{
    ExprId, ExprKind, List, TemplateForNode, TemplateForm as Form, TemplateIfNode, Text,
};
use crate::syntax::grammar::Rule;

/// A literal or a sequence, before literals are joined and directives are paired.
pub(super) enum Piece {
    /// What is left of a literal after stripping: for quoted ones the text, otherwise a span of the source.
    Literal {
        span: Span,
        kept: Kept,
    },
    Interpolation {
        span: Span,
        inner: ExprId,
    },
    If {
        span: Span,
        condition: ExprId,
    },
    Else {
        span: Span,
    },
    EndIf {
        span: Span,
    },
    For {
        span: Span,
        key_name: Option<Span>,
        value_name: Span,
        collection: ExprId,
    },
    EndFor {
        span: Span,
    },
}

pub(super) enum Kept {
    Raw(Span),
    Text(String),
}

/// A directive whose end has not come yet.
enum Open {
    If { span: Span, condition: ExprId, mark: usize, then: Option<List<ExprId>> },
    For { span: Span, key_name: Option<Span>, value_name: Span, collection: ExprId, mark: usize },
}

impl Builder<'_, '_> {
    /// A quoted template with sequences.
    pub(super) fn template(&mut self) -> BuildResult<ExprId> {
        let start = self.open_after_mark(Rule::template)?;
        // Where it ends is known only later; parts do not need it.
        let id = self.template_parts(Span::at(start), Form::Quoted)?;
        let end = self.close()?;
        Ok(self.tree.respan(id, Span::new(start, end)))
    }

    /// A heredoc.
    pub(super) fn heredoc(&mut self) -> BuildResult<ExprId> {
        let start = self.open_after_mark(Rule::heredoc)?;
        let id = self.template_parts(Span::at(start), Form::Heredoc)?;
        let marker = self.mark_before();
        if let Some(at) = lone_carriage_return(self.slice(marker)) {
            return Err(Rejected(marker.start + at as u32));
        }
        let end = self.close()?;
        Ok(self.tree.respan(id, Span::new(start, end)))
    }

    /// The parts of a template up to the end of the enclosing rule.
    pub(super) fn template_parts(&mut self, span: Span, form: Form) -> BuildResult<ExprId> {
        let flush = form == Form::Heredoc && self.text[span.start as usize..].starts_with("<<-");
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

    /// A string if there is nothing but literals.
    fn kind(&mut self, pieces: &mut Vec<Piece>, span: Span, form: Form) -> BuildResult<ExprKind> {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            return Ok(ExprKind::String(Text::verbatim(Span::at(span.start)), form));
        };
        if pieces.iter().all(|piece| matches!(piece, Piece::Literal { .. })) {
            let whole = first.span().to(last.span());
            let literals = pieces.drain(..).filter_map(Piece::into_literal).collect();
            return Ok(ExprKind::String(self.join(whole, literals, form)?, form));
        }
        Ok(ExprKind::Template(self.pair_directives(pieces, form)?, form))
    }

    /// Literals and sequences in order, with strip markers applied.
    fn collect(&mut self, form: Form, flush: bool, pieces: &mut Vec<Piece>) -> BuildResult<()> {
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
                    let mark = self.mark_before();
                    if self.slice(mark).ends_with('~') {
                        self.strip_last(pieces);
                    }
                    let piece = self.sequence(rule, mark.start)?;
                    strip_next = self.text[..piece.span().end as usize].ends_with("~}");
                    pieces.push(piece);
                }
            }
        }
        Ok(())
    }

    fn sequence(&mut self, rule: Rule, start: u32) -> BuildResult<Piece> {
        self.advance();
        let piece = match rule {
            Rule::interpolation => {
                let inner = self.expression()?;
                Piece::Interpolation { span: Span::new(start, self.close()?), inner }
            }
            Rule::template_if => {
                let condition = self.expression()?;
                Piece::If { span: Span::new(start, self.close()?), condition }
            }
            Rule::template_for => {
                let first = self.lexeme(Rule::identifier)?;
                let second = self.optional(Rule::identifier)?;
                let collection = self.expression()?;
                let (key_name, value_name) = second.map_or((None, first), |second| (Some(first), second));
                Piece::For { span: Span::new(start, self.close()?), key_name, value_name, collection }
            }
            Rule::template_else => Piece::Else { span: Span::new(start, self.close()?) },
            Rule::template_endif => Piece::EndIf { span: Span::new(start, self.close()?) },
            Rule::template_endfor => Piece::EndFor { span: Span::new(start, self.close()?) },
            _ => return self.reject(),
        };
        Ok(piece)
    }

    /// Adds a literal, unless it is empty; one of a flush heredoc line by line, since each line may lose its own indentation.
    fn literal(
        &mut self,
        span: Span,
        strip: bool,
        form: Form,
        flush: bool,
        pieces: &mut Vec<Piece>,
    ) -> BuildResult<()> {
        if span.is_empty() {
            return Ok(());
        }
        let raw = self.slice(span);
        if form == Form::Quoted {
            let kept = if strip || needs_unescaping(raw, true) {
                let mut text = String::with_capacity(raw.len());
                unescape_into(raw, true, &mut text).map_err(|at| Rejected(span.start + at as u32))?;
                let start = if strip { text.len() - text.trim_start().len() } else { 0 };
                text.drain(..start);
                Kept::Text(text)
            } else {
                Kept::Raw(span)
            };
            pieces.push(Piece::Literal { span, kept });
            return Ok(());
        }
        if form == Form::Heredoc
            && let Some(at) = lone_carriage_return(raw)
        {
            return Err(Rejected(span.start + at as u32));
        }
        let mut start = span.start;
        let mut strip = strip;
        while start < span.end {
            let rest = self.slice(Span::new(start, span.end));
            let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
            // Stripping ends with the line, so all but the first line can stay together.
            let taken = if flush || strip { line } else { rest.len() };
            let piece = Span::new(start, start + taken as u32);
            let spaces = if strip { taken - rest[..taken].trim_start().len() } else { 0 };
            let kept = Span::new(start + spaces as u32, piece.end);
            pieces.push(Piece::Literal { span: piece, kept: Kept::Raw(kept) });
            strip = false;
            start = piece.end;
        }
        Ok(())
    }

    /// Applies a `~` to the literal before it: to its last line, and only if a literal is right before.
    fn strip_last(&self, pieces: &mut [Piece]) {
        let Some(Piece::Literal { kept, .. }) = pieces.last_mut() else { return };
        match kept {
            Kept::Text(text) => text.truncate(text.trim_end().len()),
            Kept::Raw(span) => {
                let raw = self.slice(*span);
                let last_line = raw.strip_suffix('\n').unwrap_or(raw).rfind('\n').map_or(0, |at| at + 1);
                let kept = last_line + raw[last_line..].trim_end().len();
                span.end = span.start + kept as u32;
            }
        }
    }

    /// Takes the indentation that all lines of a `<<-` heredoc share off them.
    fn flush(&self, pieces: &mut [Piece]) {
        let mut indentation = usize::MAX;
        let mut at_line_start = true;
        let mut leading = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            let literal = match piece {
                Piece::Literal { kept: Kept::Raw(span), .. } => Some(self.slice(*span)),
                _ => None,
            };
            if std::mem::take(&mut at_line_start) {
                let spaces = literal.map_or(0, |text| text.len() - text.trim_start().len());
                match literal {
                    // Blank lines do not count.
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
            if let Piece::Literal { kept: Kept::Raw(span), .. } = &mut pieces[index] {
                let text = self.slice(*span);
                span.start += indentation_length(text, indentation) as u32;
            }
        }
    }

    /// The text of literals that stand side by side: a piece of the source where it is one, letter by letter.
    fn join(&mut self, span: Span, mut literals: Vec<Kept>, form: Form) -> BuildResult<Text> {
        let mut whole: Option<Span> = None;
        let contiguous = literals.iter().all(|kept| match (kept, whole) {
            (Kept::Raw(next), None) => {
                whole = Some(*next);
                true
            }
            (Kept::Raw(next), Some(before)) if before.end == next.start => {
                whole = Some(before.to(*next));
                true
            }
            _ => false,
        });
        let quoted = form == Form::Quoted;
        let text = match whole {
            Some(whole) if contiguous && !needs_unescaping(self.slice(whole), quoted) => {
                Text::verbatim(whole)
            }
            _ => {
                let mut text = String::with_capacity(span.len() as usize);
                for kept in &literals {
                    match kept {
                        Kept::Text(kept) => text.push_str(kept),
                        Kept::Raw(raw) => unescape_into(self.slice(*raw), quoted, &mut text)
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

    /// Joins literals, and puts what is between a directive and its end into the directive.
    fn pair_directives(&mut self, pieces: &mut Vec<Piece>, form: Form) -> BuildResult<List<ExprId>> {
        let mark = self.exprs.len();
        let mut open: Vec<Open> = Vec::new();
        let mut pieces = pieces.drain(..).peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Literal { mut span, kept } => {
                    let mut all = std::mem::take(&mut self.literals);
                    all.push(kept);
                    while let Some(Piece::Literal { span: next, kept }) =
                        pieces.next_if(|piece| matches!(piece, Piece::Literal { .. }))
                    {
                        span = span.to(next);
                        all.push(kept);
                    }
                    let text = self.join(span, all, form)?;
                    let part = self.tree.add(span, ExprKind::TemplateLiteral(text));
                    self.exprs.push(part);
                }
                Piece::Interpolation { span, inner } => {
                    let part = self.tree.add(span, ExprKind::Interpolation(inner));
                    self.exprs.push(part);
                }
                Piece::If { span, condition } => {
                    open.push(Open::If { span, condition, mark: self.exprs.len(), then: None });
                }
                Piece::For { span, key_name, value_name, collection } => {
                    let mark = self.exprs.len();
                    open.push(Open::For { span, key_name, value_name, collection, mark });
                }
                Piece::Else { span } => match open.last_mut() {
                    Some(Open::If { mark, then: then @ None, .. }) => {
                        *then = Some(self.tree.add_exprs(&mut self.exprs, *mark));
                    }
                    _ => return Err(Rejected(span.start)),
                },
                Piece::EndIf { span: end } => match open.pop() {
                    Some(Open::If { span: intro, condition, mark, then }) => {
                        let last = self.tree.add_exprs(&mut self.exprs, mark);
                        let (then, otherwise) = then.map_or((last, None), |then| (then, Some(last)));
                        let node = TemplateIfNode { intro, condition, then, otherwise };
                        let part = self.tree.add_template_if(intro.to(end), node);
                        self.exprs.push(part);
                    }
                    _ => return Err(Rejected(end.start)),
                },
                Piece::EndFor { span: end } => match open.pop() {
                    Some(Open::For { span: intro, key_name, value_name, collection, mark }) => {
                        let parts = self.tree.add_exprs(&mut self.exprs, mark);
                        let node = TemplateForNode { intro, key_name, value_name, collection, parts };
                        let part = self.tree.add_template_for(intro.to(end), node);
                        self.exprs.push(part);
                    }
                    _ => return Err(Rejected(end.start)),
                },
            }
        }
        if let Some(Open::If { span, .. } | Open::For { span, .. }) = open.pop() {
            return Err(Rejected(span.start));
        }
        Ok(self.tree.add_exprs(&mut self.exprs, mark))
    }
}

impl Piece {
    fn into_literal(self) -> Option<Kept> {
        match self {
            Self::Literal { kept, .. } => Some(kept),
            _ => None,
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Literal { span, .. }
            | Self::Interpolation { span, .. }
            | Self::If { span, .. }
            | Self::Else { span }
            | Self::EndIf { span }
            | Self::For { span, .. }
            | Self::EndFor { span } => *span,
        }
    }
}

/// How wide white space is, in grapheme clusters.
fn columns(spaces: &str) -> usize {
    if spaces.is_ascii() { spaces.len() } else { spaces.graphemes(true).count() }
}

/// How many bytes the first columns of a line have.
fn indentation_length(line: &str, columns: usize) -> usize {
    match line.as_bytes().get(..columns) {
        Some(start) if start.is_ascii() => columns,
        _ => line.graphemes(true).take(columns).map(str::len).sum(),
    }
}

/// A carriage return that is no part of a line ending: nothing that may stand in a heredoc.
fn lone_carriage_return(raw: &str) -> Option<usize> {
    if !raw.contains('\r') {
        return None;
    }
    let bytes = raw.as_bytes();
    (0..bytes.len()).find(|&at| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
}
