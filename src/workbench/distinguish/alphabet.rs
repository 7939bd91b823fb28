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

use super::focus::{Focus, Nearness};
use super::named::{Named, UNNAMED, unlike};
use crate::grammar::ast::{At, Fact, Statement};
use crate::grammar::schema::Head;

/// A kind of token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) shape: Shape,
    pub(super) nearness: Nearness,
}

/// The source text of a kind, apart from a name's member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A start tag, with `rest` after the name.
    Start { class: usize, rest: String },
    /// An end tag.
    End { class: usize },
    /// A token that is no tag, with its source text.
    Plain(Plain, String),
}

/// The kinds of tokens that are no tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plain {
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
    pub(super) kinds: Vec<Kind>,
}

impl Alphabet {
    /// Collects the token kinds of some grammars.
    pub(super) fn of(grammars: &[Vec<At<Statement>>], focus: &Focus<'_>) -> Self {
        let statements: Vec<&Statement> =
            grammars.iter().flatten().map(|statement| &statement.value).collect();
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
            Shape::Start { class, rest } => format!("<{}{rest}>", self.classes[*class][member]),
            Shape::End { class } => format!("</{}>", self.classes[*class][member]),
            Shape::Plain(_, text) => text.clone(),
        }
    }

    fn add(&mut self, shape: Shape, nearness: Nearness) {
        let kind = Kind { shape, nearness };
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    fn tags(&mut self, class: usize, named: &Named, focus: &Focus<'_>) {
        let members = self.classes[class].clone();
        let nearness = |name: &String| focus.nearness(name);
        let is_unnamed = members[0] == UNNAMED[0];
        let of_class = members.iter().map(nearness).min().unwrap_or(Nearness::Far);
        let nearness = if is_unnamed { focus.nearness("*") } else { of_class };
        self.add(Shape::Start { class, rest: String::new() }, nearness);
        self.add(Shape::End { class }, nearness);
        let rests = members.iter().filter_map(|name| named.rests.get(name));
        for rest in rests.flatten() {
            self.add(Shape::Start { class, rest: rest.clone() }, nearness);
        }
        if is_unnamed {
            for rest in &named.unnamed_rests {
                self.add(Shape::Start { class, rest: rest.clone() }, nearness);
            }
        }
    }

    fn plain(&mut self, statements: &[&Statement], focus: &Focus<'_>) {
        let texts = [("TEXT", "x"), ("SPACE", " "), ("SPACE", "\n"), ("NUL", "\0")];
        for (name, text) in texts {
            // Texts show the current insertion position, so they are useful for any difference.
            let nearness = match name {
                "TEXT" | "SPACE" => focus.nearness(name).min(Nearness::Near),
                _ => focus.nearness(name),
            };
            self.add(Shape::Plain(Plain::Text, text.to_owned()), nearness);
        }
        let comment = Shape::Plain(Plain::Comment, "<!---->".to_owned());
        self.add(comment, focus.nearness("COMMENT"));
        let instruction = Shape::Plain(Plain::ProcessingInstruction, "<?x>".to_owned());
        self.add(instruction, focus.nearness("PI"));
        let plainest = Shape::Plain(Plain::Doctype, "<!DOCTYPE html>".to_owned());
        self.add(plainest, focus.nearness("DOCTYPE"));
        for (latch, text) in doctypes(statements) {
            let nearness = focus.nearness(latch).min(focus.nearness("DOCTYPE"));
            self.add(Shape::Plain(Plain::Doctype, text), nearness);
        }
    }
}

/// Returns one to three document type declarations for each test of them, each with the latch that
/// the test sets. Of strings that the same statements have, only the first is used.
fn doctypes<'s>(statements: &[&'s Statement]) -> Vec<(&'s str, String)> {
    let mut doctypes = Vec::new();
    let facts = || statements.iter().filter_map(|statement| statement.fact(Head::Doctype));
    let latch = |fact: &'s Fact| fact.text("latch").map_or("", |latch| latch.value.as_str());
    for fact in facts() {
        match fact.text("test").map(|test| test.value.as_str()) {
            Some("incorrect") => doctypes.push((latch(fact), "<!DOCTYPE html x>".to_owned())),
            Some("other-than") => doctypes.push((latch(fact), "<!DOCTYPE x>".to_owned())),
            _ => {}
        }
    }
    for (fact, id) in unlike(facts().map(|fact| (fact, fact.texts("strings")))) {
        let id = id.trim_end_matches('*');
        match fact.text("test").map(|test| test.value.as_str()) {
            Some("public") => {
                doctypes.push((latch(fact), format!("<!DOCTYPE html PUBLIC \"{id}\">")));
                doctypes.push((latch(fact), format!("<!DOCTYPE html PUBLIC \"{id}\" \"x\">")));
                doctypes.push((latch(fact), format!("<!DOCTYPE html PUBLIC \"{id}\" \"\">")));
            }
            Some("system") => {
                doctypes.push((latch(fact), format!("<!DOCTYPE html SYSTEM \"{id}\">")));
            }
            _ => {}
        }
    }
    doctypes
}
