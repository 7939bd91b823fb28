//! The alphabet of documents: one token for each kind that some grammar may treat differently.
//!
//! Names of elements are partitioned into *classes* of names that no list of any grammar
//! distinguishes. All names that no grammar mentions are one more class. A document's behaviour
//! depends only on the equality of its names, not on which members of a class they are. So a
//! document uses the first member of a class before the second (symmetry breaking).
//!
//! The other tokens are tags with an attribute that some list tests. There are also a text, a
//! blank, a line break, U+0000, a comment and a processing instruction. For each statement about
//! document type declarations there is one that satisfies it.

use super::focus::{FocusNames, Nearness};
use super::named::{Named, UNNAMED, unlike};
use std::sync::Arc;
pub(super) use wishful::grammar::ast::{Fact, Statement};
use wishful::grammar::schema::Head;
use wishful::grammar::statements::Statements;

/// A kind of token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AlphabetKind {
    pub(super) shape: TokenShape,
    pub(super) nearness: Nearness,
}

/// The source text of a kind, apart from a name's member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenShape {
    /// A start tag, with `rest` after the name.
    Start { class: usize, rest: String },
    /// An end tag.
    End { class: usize },
    /// A token that is no tag, with its source text.
    Plain(TaglessToken, String),
}

/// The kinds of tokens that are no tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TaglessToken {
    Text,
    Comment,
    ProcessingInstruction,
    Doctype,
}

/// All kinds of tokens that some grammars distinguish.
#[derive(Debug, Default)]
pub(super) struct Alphabet {
    /// The members of each class, the simplest first.
    pub(super) classes: Vec<Vec<String>>,
    /// The kinds, those nearest to the difference first.
    pub(super) kinds: Vec<AlphabetKind>,
}

impl Alphabet {
    /// Collects the token kinds of some grammars.
    pub(super) fn of(grammars: &[Arc<Statements>], focus: &FocusNames<'_>) -> Self {
        let written = grammars.iter().flat_map(|statements| statements.written());
        let statements: Vec<&Statement> = written.map(|statement| &statement.value).collect();
        let named = Named::of(&statements);
        let mut alphabet = Self { classes: named.classes(), kinds: Vec::new() };
        for class in 0..alphabet.classes.len() {
            alphabet.tags(class, &named, focus);
        }
        alphabet.plain(&statements, focus);
        alphabet.kinds.sort_by_key(|kind| kind.nearness);
        alphabet
    }

    /// Returns the source text of a token of a kind, with this member of its class.
    pub(super) fn spelling(&self, kind: usize, member: usize) -> String {
        match &self.kinds[kind].shape {
            TokenShape::Start { class, rest } => {
                format!("<{}{rest}>", self.classes[*class][member])
            }
            TokenShape::End { class } => format!("</{}>", self.classes[*class][member]),
            TokenShape::Plain(_, text) => text.clone(),
        }
    }

    fn add(&mut self, shape: TokenShape, nearness: Nearness) {
        let kind = AlphabetKind { shape, nearness };
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    fn tags(&mut self, class: usize, named: &Named, focus: &FocusNames<'_>) {
        let members = self.classes[class].clone();
        let is_unnamed = members[0] == UNNAMED[0];
        let nearness = if is_unnamed {
            focus.nearness("*")
        } else {
            members.iter().map(|name| focus.nearness(name)).min().unwrap_or(Nearness::Far)
        };
        self.add(TokenShape::Start { class, rest: String::new() }, nearness);
        self.add(TokenShape::End { class }, nearness);
        for name in &members {
            for rest in named.rests.get(name).into_iter().flatten() {
                self.add(TokenShape::Start { class, rest: rest.clone() }, nearness);
            }
        }
        if is_unnamed {
            for rest in &named.unnamed_rests {
                self.add(TokenShape::Start { class, rest: rest.clone() }, nearness);
            }
        }
    }

    fn plain(&mut self, statements: &[&Statement], focus: &FocusNames<'_>) {
        let texts = [("TEXT", "x"), ("SPACE", " "), ("SPACE", "\n"), ("NUL", "\0")];
        for (name, text) in texts {
            // Texts show the current insertion position, so they are useful for any difference.
            let nearness = match name {
                "TEXT" | "SPACE" => focus.nearness(name).min(Nearness::Near),
                _ => focus.nearness(name),
            };
            self.add(TokenShape::Plain(TaglessToken::Text, text.to_owned()), nearness);
        }
        let comment = TokenShape::Plain(TaglessToken::Comment, "<!---->".to_owned());
        self.add(comment, focus.nearness("COMMENT"));
        let instruction = TokenShape::Plain(TaglessToken::ProcessingInstruction, "<?x>".to_owned());
        self.add(instruction, focus.nearness("PI"));
        let plainest = TokenShape::Plain(TaglessToken::Doctype, "<!DOCTYPE html>".to_owned());
        self.add(plainest, focus.nearness("DOCTYPE"));
        for (latch, text) in doctypes(statements) {
            let nearness = focus.nearness(latch).min(focus.nearness("DOCTYPE"));
            self.add(TokenShape::Plain(TaglessToken::Doctype, text), nearness);
        }
    }
}

/// Returns the text in a slot of a fact; empty if there is none.
fn text_of<'s>(fact: &'s Fact, slot: &str) -> &'s str {
    fact.text(slot).map_or("", |text| text.value.as_str())
}

/// Returns one to three document type declarations for each test of them, each with the latch that
/// the test sets. Of strings that the same statements have, only the first is used.
fn doctypes<'s>(statements: &[&'s Statement]) -> Vec<(&'s str, String)> {
    let mut doctypes = Vec::new();
    let facts: Vec<&Fact> =
        statements.iter().filter_map(|statement| statement.fact(Head::Doctype)).collect();
    for &fact in &facts {
        let latch = text_of(fact, "latch");
        match text_of(fact, "test") {
            "incorrect" => doctypes.push((latch, "<!DOCTYPE html x>".to_owned())),
            "other-than" => doctypes.push((latch, "<!DOCTYPE x>".to_owned())),
            _ => {}
        }
    }
    for (fact, id) in unlike(facts.iter().map(|&fact| (fact, fact.texts("strings")))) {
        let latch = text_of(fact, "latch");
        let id = id.trim_end_matches('*');
        match text_of(fact, "test") {
            "public" => {
                doctypes.push((latch, format!("<!DOCTYPE html PUBLIC \"{id}\">")));
                doctypes.push((latch, format!("<!DOCTYPE html PUBLIC \"{id}\" \"x\">")));
                doctypes.push((latch, format!("<!DOCTYPE html PUBLIC \"{id}\" \"\">")));
            }
            "system" => doctypes.push((latch, format!("<!DOCTYPE html SYSTEM \"{id}\">"))),
            _ => {}
        }
    }
    doctypes
}
