//! The JSON front end: parses a parselet with the engine into strings, objects and arrays with
//! spans.
//!
//! The grammar `grammar/query/parselet.grammar` accepts any text with balanced brackets, so a
//! mistake in one member does not hide mistakes in others. This module then checks that each member
//! is a key, a colon and a value.

use std::sync::OnceLock;

use super::brackets::{Balanced, balanced};
use super::mistakes::{Mistake, MistakeKind};
use super::options::CompileOptions;
use super::strings::{UnescapedText, unquoted};
use wishful::base::Span;
use wishful::derivation::{DerivationNode, Derivations};
use wishful::grammar::Grammar;

/// A JSON value with its span.
#[derive(Clone, Debug)]
pub(super) struct JsonValue {
    pub(super) span: Span,
    pub(super) kind: JsonKind,
}

/// The kind of a JSON value, with its content.
#[derive(Clone, Debug)]
pub(super) enum JsonKind {
    Text(UnescapedText),
    Object(Vec<Member>),
    Array(Vec<JsonValue>),
    /// A number, `true`, `false` or `null`, or an unreadable word, which was already reported.
    Other {
        is_told: bool,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) key: UnescapedText,
    pub(super) value: JsonValue,
}

/// The maximum nesting depth, whatever the options say: the passes over a parselet recurse.
const DEEPEST: usize = 256;

/// Returns the grammar of parselets, loaded once.
fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| Grammar::load("parselet").expect("it is shipped, and tested"))
}

/// Parses the first value of a text, and returns it with all mistakes. Returns no value if the text
/// is unreadable.
pub(super) fn read(text: &str, options: &CompileOptions) -> (Option<JsonValue>, Vec<Mistake>) {
    if text.len() > options.size {
        let mistake = Mistake::new(Span::at(0), MistakeKind::TooLong(options.size));
        return (None, vec![mistake]);
    }
    let rules = grammar().text_rules().expect("its tokenizer is `text`");
    let (found, mistakes) = balanced(rules, text, options.depth.min(DEEPEST));
    let Some(found) = found else { return (None, mistakes) };
    let mut reader = JsonReader { of: &found, mistakes };
    let value = reader.whole();
    (value, reader.mistakes)
}

/// A reader of the parse tree.
struct JsonReader<'b, 't> {
    of: &'b Balanced<'t>,
    mistakes: Vec<Mistake>,
}

impl JsonReader<'_, '_> {
    /// Parses the text, and converts its best tree.
    fn whole(&mut self) -> Option<JsonValue> {
        match Derivations::read(grammar(), "", &self.of.text) {
            Ok(derivations) => derivations.trees().next().map(|best| self.value(best.root())),
            // (Every text with balanced brackets matches the grammar, unless it begins with a
            // sign.)
            Err(report) => {
                let span = match report.diagnostics.first() {
                    Some(mistake) => self.of.offsets.span(mistake.primary.place.span),
                    None => Span::at(0),
                };
                self.report(span, MistakeKind::NoValue);
                None
            }
        }
    }

    /// Returns the span of a node in the original text.
    fn place(&self, node: DerivationNode<'_>) -> Span {
        self.of.offsets.span(node.span())
    }

    fn report(&mut self, span: Span, wrong: MistakeKind) {
        self.mistakes.push(Mistake::new(span, wrong));
    }

    /// Converts a node `value`.
    fn value(&mut self, node: DerivationNode<'_>) -> JsonValue {
        let span = self.place(node);
        let inner = node.children().next();
        let kind = match inner.map(|inner| (inner.name(), inner)) {
            Some(("object", inner)) => JsonKind::Object(self.object(inner)),
            Some(("array", inner)) => JsonKind::Array(self.array(inner)),
            Some(("STRING", inner)) => JsonKind::Text(self.text(inner)),
            _ => self.word(node.text(), span),
        };
        JsonValue { span, kind }
    }

    /// Decodes a quoted string, and reports its wrong escapes.
    fn text(&mut self, node: DerivationNode<'_>) -> UnescapedText {
        let start = node.span().range().start;
        let (text, escapes) = unquoted(node.text(), self.of.offsets.of(start));
        for escape in escapes {
            self.report(escape, MistakeKind::Escape);
        }
        text
    }

    /// Converts a word without quotes; reports one that JSON does not have.
    fn word(&mut self, word: &str, span: Span) -> JsonKind {
        let is_json = matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok();
        if !is_json {
            self.report(span, MistakeKind::Word(word.into()));
        }
        JsonKind::Other { is_told: !is_json }
    }

    /// Splits an object or array into items. An item is a list of pieces, with the span of the
    /// comma or bracket after it.
    fn items<'d>(&self, node: DerivationNode<'d>) -> Vec<(Vec<DerivationNode<'d>>, Span)> {
        let close = node.children().last().map(|close| self.place(close));
        let items = node.children().find(|child| child.name() == "items");
        let mut found: Vec<(Vec<_>, Span)> = Vec::new();
        for child in items.into_iter().flat_map(DerivationNode::children) {
            if child.name() == "item" {
                found.push((child.children().collect(), Span::at(0)));
            } else if let Some((_, end)) = found.last_mut() {
                *end = self.place(child);
            }
        }
        if let (Some((_, end)), Some(close)) = (found.last_mut(), close) {
            *end = close;
        }
        found
    }

    /// Converts the members of an object.
    fn object(&mut self, node: DerivationNode<'_>) -> Vec<Member> {
        let items = self.items(node);
        let mut members = Vec::with_capacity(items.len());
        let last = items.len().saturating_sub(1);
        for (number, (pieces, end)) in items.into_iter().enumerate() {
            if pieces.is_empty() && number < last {
                self.report(end, MistakeKind::NoKey);
            }
            let mut pieces = &pieces[..];
            while !pieces.is_empty() {
                let Some(member) = self.member(&mut pieces, end) else { break };
                members.push(member);
            }
        }
        members
    }

    /// Parses the member `key : value` at the front of `pieces`, and removes its pieces. Reports
    /// the first part that is missing. If pieces are left, it reports a missing comma; they are the
    /// next member.
    fn member<'d>(&mut self, pieces: &mut &[DerivationNode<'d>], end: Span) -> Option<Member> {
        let [key, colon, value, next] = [0, 1, 2, 3].map(|index| pieces.get(index).copied());
        let Some(key_string) = key.and_then(string) else {
            self.report(self.place_or(key, end), MistakeKind::NoKey);
            return None;
        };
        let text = self.text(key_string);
        if colon.is_none_or(|piece| value_of(piece).is_some()) {
            self.report(self.place_or(colon, end), MistakeKind::NoColon);
            return None;
        }
        let Some(value_node) = value.and_then(value_of) else {
            self.report(self.place_or(value, end), MistakeKind::NoValue);
            return None;
        };
        let value = self.value(value_node);
        if let Some(next) = next {
            self.report(self.place(next), MistakeKind::NoComma { of_object: true });
        }
        *pieces = &pieces[3..];
        Some(Member { key: text, value })
    }

    /// Returns the span of a piece, or `end` if there is none.
    fn place_or(&self, piece: Option<DerivationNode<'_>>, end: Span) -> Span {
        match piece {
            Some(piece) => self.place(piece),
            None => end,
        }
    }

    /// Converts the values of an array.
    fn array(&mut self, node: DerivationNode<'_>) -> Vec<JsonValue> {
        let items = self.items(node);
        let mut values = Vec::with_capacity(items.len());
        let last = items.len().saturating_sub(1);
        for (number, (pieces, end)) in items.into_iter().enumerate() {
            if pieces.is_empty() && number < last {
                self.report(end, MistakeKind::NoValue);
            }
            let mut before = false;
            for piece in pieces {
                let Some(value) = value_of(piece) else {
                    let place = self.place(piece);
                    self.report(place, MistakeKind::NoComma { of_object: false });
                    break;
                };
                if std::mem::replace(&mut before, true) {
                    let place = self.place(piece);
                    self.report(place, MistakeKind::NoComma { of_object: false });
                }
                values.push(self.value(value));
            }
        }
        values
    }
}

/// Returns the value node of a piece, or `None` for a colon.
fn value_of(piece: DerivationNode<'_>) -> Option<DerivationNode<'_>> {
    piece.children().next().filter(|inner| inner.name() == "value")
}

/// Returns the string node of a piece.
fn string(piece: DerivationNode<'_>) -> Option<DerivationNode<'_>> {
    value_of(piece)?.children().next().filter(|inner| inner.name() == "STRING")
}
