//! Semantic tokens: the meaning of each word, for highlighting.

use std::collections::HashMap;

use lsp_types::{SemanticToken, SemanticTokenType, SemanticTokensLegend};
use serde_hcl::Span;
use serde_hcl::ast::visit::{Scope, Visitor, walk};
use serde_hcl::ast::{
    Attribute, Block, Expression, ExpressionKind, Label, ObjectKey, Step, StepKind, TokenKind, tokens,
};

use crate::document::Document;
use crate::position::Encoding;

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Comment,
    Keyword,
    Number,
    String,
    Operator,
    Type,
    EnumMember,
    Property,
    Function,
    Variable,
    Parameter,
}

/// The names of the kinds, in their order.
const TYPES: [SemanticTokenType; 11] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::TYPE,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
];

const KEYWORDS: [&str; 9] = ["for", "in", "if", "else", "endif", "endfor", "true", "false", "null"];

pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: Vec::new() }
}

/// Returns the tokens of a document that touch a part of it. HCL JSON has none: editors have the
/// tokens of JSON.
pub(crate) fn semantic_tokens(document: &Document, part: Span, encoding: Encoding) -> Vec<SemanticToken> {
    let Some(body) = document.file().ast() else { return Vec::new() };
    let mut meanings = Meanings { kinds: HashMap::new(), bound: Vec::new(), part };
    meanings.visit_body(body);
    let text = document.text();
    let mut found = Vec::new();
    let (mut last_line, mut last_character) = (0, 0);
    for token in
        tokens(text).skip_while(|it| it.span.end <= part.start).take_while(|it| it.span.start < part.end)
    {
        let Some(kind) = meanings.kind(token.kind, token.span, &text[token.span.range()]) else { continue };
        // A token is in one line.
        let mut start = token.span.start;
        while start < token.span.end {
            let line = document.lines.line(start);
            let end = document.lines.end(text, line).min(token.span.end);
            if end > start {
                let range = document.range(Span::new(start, end), encoding);
                let (line, character) = (range.start.line, range.start.character);
                let is_same_line = line == last_line;
                found.push(SemanticToken {
                    delta_line: line - last_line,
                    delta_start: if is_same_line { character - last_character } else { character },
                    length: range.end.character - character,
                    token_type: kind as u32,
                    token_modifiers_bitset: 0,
                });
                (last_line, last_character) = (line, character);
            }
            start = document.lines.start(text, line + 1).max(end);
        }
    }
    found
}

/// The meanings of names by their offsets.
struct Meanings<'t> {
    kinds: HashMap<u32, Kind>,
    /// The variables of the scopes around.
    bound: Vec<&'t str>,
    part: Span,
}

impl<'t> Meanings<'t> {
    fn kind(&self, kind: TokenKind, span: Span, text: &str) -> Option<Kind> {
        let meaning = self.kinds.get(&span.start).copied();
        Some(match kind {
            TokenKind::Comment => Kind::Comment,
            TokenKind::Number => Kind::Number,
            TokenKind::String => meaning.unwrap_or(Kind::String),
            TokenKind::HeredocMarker | TokenKind::TemplateMarker => Kind::Keyword,
            TokenKind::Operator => Kind::Operator,
            TokenKind::Identifier => match meaning {
                Some(meaning) => meaning,
                None if KEYWORDS.contains(&text) => Kind::Keyword,
                // The other names are those that `for` binds.
                None => Kind::Parameter,
            },
            _ => return None,
        })
    }

    fn is_outside(&self, span: Span) -> bool {
        span.end < self.part.start || self.part.end < span.start
    }
}

impl<'t> Visitor<'t> for Meanings<'t> {
    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        if !self.is_outside(attribute.span()) {
            self.kinds.insert(attribute.name_span().start, Kind::Property);
            walk(self, attribute);
        }
    }

    fn visit_block(&mut self, block: Block<'t>) {
        if !self.is_outside(block.span()) {
            self.kinds.insert(block.type_span().start, Kind::Type);
            walk(self, block);
        }
    }

    fn visit_label(&mut self, label: Label<'t>) {
        // The quotes and the text of a label are tokens.
        let Span { start, end } = label.span();
        for at in [start, start + 1, end.saturating_sub(1)] {
            self.kinds.insert(at, Kind::EnumMember);
        }
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        let kind = match expression.kind() {
            ExpressionKind::Variable(name) if self.bound.contains(&name) => Kind::Parameter,
            ExpressionKind::Variable(_) => Kind::Variable,
            ExpressionKind::Null | ExpressionKind::Bool(_) => Kind::Keyword,
            ExpressionKind::FunctionCall(call) => {
                // A name with a namespace is several tokens.
                for at in call.name_span().range() {
                    self.kinds.insert(at as u32, Kind::Function);
                }
                return walk(self, expression);
            }
            _ => return walk(self, expression),
        };
        self.kinds.insert(expression.span().start, kind);
    }

    fn visit_step(&mut self, step: Step<'t>) {
        if let StepKind::GetAttr(name) = step.kind() {
            self.kinds.insert(step.span().end - name.len() as u32, Kind::Property);
        }
        walk(self, step);
    }

    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        match key {
            ObjectKey::Name(name) => _ = self.kinds.insert(name.span.start, Kind::Property),
            ObjectKey::Expression(key) => self.visit_expression(key),
        }
    }

    fn enter_scope(&mut self, scope: Scope<'t>) {
        self.bound.extend(scope.names().map(|name| name.text));
    }

    fn leave_scope(&mut self, scope: Scope<'t>) {
        self.bound.truncate(self.bound.len() - scope.names().count());
    }
}
