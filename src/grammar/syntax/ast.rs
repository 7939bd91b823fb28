//! The syntax tree of a grammar file, statement by statement, before names are resolved.
//!
//! [`parse`](super::parse) makes it from text, and [`print`](super::print) makes text of it.
//! Printing and parsing again gives an equal tree but for spans. Every node that a message may
//! point at has its span. Names are not resolved: an [`Item::Name`] may be a set, a nonterminal or
//! a misspelling. `notes/grammar-language.md` has an example of each statement.
//!
//! Equality of nodes ignores spans and the stated lengths of lists. So `remove` can find the
//! statement that it removes, and a lint can find duplicates.

pub use super::ast_facts::Operand;
pub use super::ast_facts::{AttributeLine, Default, EntityLine, Fact, facts};
pub use crate::base::FileSpan;
use crate::base::{FileId, Span};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A value with its span in a file, which equality ignores.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// The file and the span.
    pub place: FileSpan,
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for At<T> {}

impl<T: Hash> Hash for At<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// One file: its statements in order.
#[derive(Clone, Debug)]
pub struct File {
    /// The file's id.
    pub id: FileId,
    /// The legend: the comment lines before the first statement, as written.
    pub legend: String,
    /// The statements.
    pub statements: Vec<At<Statement>>,
    /// The spans of statements that could not be parsed, and are not in `statements`.
    pub lost: Vec<Span>,
}

/// One statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `heading = <h1> <h2> ;`
    Set {
        /// The name of the set.
        name: At<String>,
        /// The members.
        items: Items,
    },
    /// `<p> ::= flow* excluding <p> ;`
    Rule {
        /// The left side.
        left: LeftSide,
        /// The right side.
        content: Content,
    },
    /// `<td> -> <tr> closing ;`
    Remedy {
        /// The left side: the rejected tokens and the conditions.
        rejected: Rejected,
        /// The remedies, best first.
        remedies: Vec<At<Remedy>>,
    },
    /// `soft </body> keeping COMMENT ;`: a statement that the [schema](super::schema) describes.
    Fact(Fact),
    /// `replace …`, `remove …`, `inline |= <acme> ;`
    Edit(Edit, Box<At<Statement>>),
}

/// An operation on existing statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// `replace`: replaces the statement that defines the same.
    Replace,
    /// `remove`: removes a statement, or parts of one. Unneeded parts of the statement may be
    /// omitted. So a line that is removed as a whole has no remedies, and a [`Fact`] has only the
    /// operands by which its row of the schema identifies it.
    Remove,
    /// `|=`: adds the members, or the alternatives and exceptions, of this [`Statement::Rule`] to
    /// the set, the nonterminal or the elements on its left.
    Extend,
}

/// The left side of a remedy line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// The rejected tokens.
    pub left: Items,
    /// `[!intemplate]`: all must hold.
    pub guards: Vec<Guard>,
    /// `excluded`: the line applies only if an exclusion forbids the token.
    pub excluded: bool,
    /// `in P`: the line applies only if the current element is one of these.
    pub within: Option<Items>,
    /// `where INBODY`: the line applies only if this terminal is acceptable.
    pub wherever: Option<At<String>>,
}

/// The part of a left side before the `/`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Parent {
    /// `<head>/<noscript>`: the element as a child of this one.
    Element(Element),
    /// `fragment/<select>`: the root of a fragment with that context element.
    Fragment,
}

/// The left side of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftSide {
    /// `P` of `P/<x>`, or `fragment`.
    pub parent: Option<At<Parent>>,
    /// A name, elements, or sets of elements; never empty.
    pub items: Vec<At<Item>>,
}

/// A list of items with `+` and `-`. Lists with equal terms are equal.
#[derive(Clone, Debug)]
pub struct Items {
    /// `[6]` before the items: the required number of items. Editing a list removes its count.
    pub count: Option<At<u32>>,
    /// The items in order; `true` adds the item, `false` subtracts it.
    pub terms: Vec<(bool, At<Item>)>,
    /// The span from the first to the last item.
    pub place: FileSpan,
}

impl Items {
    /// Returns a list of one item.
    #[must_use]
    pub fn one(item: At<Item>) -> Self {
        Self { count: None, place: item.place, terms: vec![(true, item)] }
    }

    /// Iterates over the items that the list adds.
    pub(crate) fn added(&self) -> impl Iterator<Item = &At<Item>> {
        self.terms.iter().filter_map(|(adds, item)| if *adds { Some(item) } else { None })
    }
}

impl PartialEq for Items {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Eq for Items {}

impl Hash for Items {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.terms.hash(state);
    }
}

/// One member of a list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// `<x>`
    Start(Element),
    /// `</x>`
    End(Element),
    /// A terminal with a name in capitals.
    Terminal(String),
    /// A set or nonterminal.
    Name(String),
    /// `"text"`
    Literal(String),
    /// `{ items }` or `svg:{ items }`
    Braces {
        /// The namespace prefix.
        namespace: Option<At<String>>,
        /// The items in the braces.
        items: Items,
    },
}

/// A tag as written: `svg:desc`, `*`, `input type=hidden`. Names are in lower case.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Element {
    /// `svg` of `<svg:desc>`.
    pub namespace: Option<Arc<str>>,
    /// The name; `None` for `*`.
    pub name: Option<Arc<str>>,
    /// `type=hidden` of `<input type=hidden>`.
    pub attribute: Option<AttributeTest>,
}

/// Hashes only the name and the attribute, which distinguish most elements. A compilation hashes
/// elements some hundred thousand times, since sets of elements are made of sets of elements.
impl Hash for Element {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.name.as_deref().unwrap_or_default().as_bytes());
        if let Some(attribute) = &self.attribute {
            attribute.hash(state);
        }
    }
}

/// A test on an attribute: whether it is present, or has a certain value.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AttributeTest {
    /// The attribute.
    pub name: String,
    /// The value, compared case-insensitively; `None` for any.
    pub value: Option<String>,
}

/// The right side of a rule, or the content of parentheses.
#[derive(Clone, Debug)]
pub struct Content {
    /// The alternatives, separated by `|`; never empty (an empty right side is one empty
    /// alternative).
    pub alternatives: Vec<Alternative>,
    /// The `excluding …` and `including …` at the end.
    pub exceptions: Vec<At<Exception>>,
    /// The span.
    pub place: FileSpan,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        (&self.alternatives, &self.exceptions) == (&other.alternatives, &other.exceptions)
    }
}

impl Eq for Content {}

impl Content {
    /// Iterates over the factors of all alternatives; a group is one factor.
    pub fn factors(&self) -> impl Iterator<Item = &At<Factor>> {
        self.alternatives.iter().flat_map(|alternative| &alternative.factors)
    }

    /// Iterates over the written alternatives: none if the content is empty or has only exceptions.
    pub fn written(&self) -> impl Iterator<Item = &Alternative> {
        let written = match self.alternatives.as_slice() {
            [only] if only.guard.is_none() && only.factors.is_empty() => &[],
            written => written,
        };
        written.iter()
    }
}

/// One alternative: a sequence, possibly guarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// `[scripting]`
    pub guard: Option<Guard>,
    /// The sequence.
    pub factors: Vec<At<Factor>>,
}

impl Alternative {
    /// Returns the span from the first factor to the last one. Returns `None` if there is none, and
    /// if an edit joined factors of several files.
    #[must_use]
    pub fn place(&self) -> Option<FileSpan> {
        let (from, to) = (self.factors.first()?.place, self.factors.last()?.place);
        let span = Span { start: from.span.start, end: to.span.end };
        (from.file == to.file).then_some(FileSpan { file: from.file, span })
    }
}

/// `[mode]` or `[!mode]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    /// True if the mode, latch or exclusion must be off.
    pub negated: bool,
    /// The mode, the latch or the name of an exclusion.
    pub name: At<String>,
}

/// A symbol, set or group with its repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// The repeated symbol, set or group.
    pub atom: Atom,
    /// The kind of repetition.
    pub repeat: Repeat,
}

/// The kind of repetition of a factor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repeat {
    /// No repetition.
    Once,
    /// `?`
    Optional,
    /// `*`
    Star,
    /// `+`
    Plus,
}

/// The symbol, set or group that a factor repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// A symbol or a set.
    Item(Item),
    /// `( … )`
    Group(Content),
    /// `foster before <table> ( … )`
    Foster(FosterLocation, Content),
}

/// The insertion location of the nodes that are read in a `foster` group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FosterLocation {
    /// `before <table> until <template>`
    Before {
        /// The elements; the nodes are inserted before the nearest open one.
        of: Items,
        /// The boundaries; the nodes are inserted in one of these that is nearer.
        until: Option<Items>,
    },
    /// `into <head>`: at the end of the last closed one of these in the current element.
    Into(Items),
}

impl FosterLocation {
    /// Iterates over the lists of elements in it.
    pub fn lists(&self) -> impl Iterator<Item = &Items> {
        let (first, second) = match self {
            Self::Before { of, until } => (of, until.as_ref()),
            Self::Into(items) => (items, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// One `excluding` or `including` line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Exception {
    /// True if it forbids (`excluding`), false if it admits (`including`).
    pub excludes: bool,
    /// `[!intable]`
    pub guard: Option<Guard>,
    /// The forbidden or admitted items.
    pub items: Items,
    /// `in P`
    pub within: Option<Items>,
    /// `until S`
    pub until: Option<Items>,
    /// `as NAME`
    pub label: Option<At<String>>,
}

/// One remedy of a ranked list, as written.
pub type Remedy = RemedyOf<Item>;

/// A remedy. Its tags, elements and replacement are items of a file ([`Remedy`]), or resolved
/// ([`CompiledRemedy`](crate::grammar::CompiledRemedy)).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RemedyOf<Tags, Elements = Tags, Rewriting = Tags> {
    /// `</p>`: inserts the first acceptable one of these virtual tags and marks.
    Insert(Tags),
    /// `grant`: inserts the tags that wishes permit. Each `wish` implies it (`schema_rows.rs`).
    Grant,
    /// `cruft`: makes the token cruft.
    Cruft,
    /// `discard`: drops the token; it leaves no node and no record.
    Discard,
    /// `close cell`, `close cell unless scope`: closes the innermost element of these end tags.
    /// Without `unless`, the wishes must permit closing it. With `unless`, everything inside it is
    /// closed as well, unless one of the elements after `unless` is in between. `<li><b>1<li>2`:
    /// the second tag closes the first `<li>`.
    Close(Tags, Option<Elements>),
    /// `adopt scope`: runs the adoption agency algorithm (13.2.6.4.7), which does not search beyond
    /// these elements. `<b>1<p>2</b>3` → `<b>1</b><p><b>2</b>3</p>`.
    Adopt(Elements),
    /// `reopen`: reconstructs the active formatting elements (13.2.4.3).
    Reopen,
    /// `unlink scope`: removes the element that the end tag names from the stack of open elements;
    /// its descendants stay open. The search does not go beyond these elements (13.2.6.4.7, end tag
    /// "form", step 6). `<form><div>1</form>2</div>3` → `<form><div>12</div></form>3`.
    Unlink(Elements),
    /// `retract <body>`: removes the outermost open one of these elements from the tree, with its
    /// descendants (13.2.6.4.7, start tag "frameset", steps 1 and 2). `<div><frameset>` →
    /// `<html><head></head><frameset></frameset></html>`.
    Retract(Elements),
    /// `merge`: adds those attributes of the tag to the open element of its name that the element
    /// lacks (13.2.6.4.7, start tags "html" and "body"). `<html a=1><html a=2 b=3>` →
    /// `<html a=1 b=3>`.
    Merge,
    /// `admit`: reads the token although an exclusion forbids it. `<table><input type=hidden>`: the
    /// input stays in the table (13.2.6.4.9).
    Admit,
    /// `rewrite <x>`: replaces the token by another one. `<image>` → `<img>` (13.2.6.4.7).
    Rewrite(Rewriting),
}

impl<T, E, R> RemedyOf<T, E, R> {
    /// Converts the tags, the elements and the replacement of a remedy.
    pub fn map<T2, E2, R2>(
        &self,
        tags: impl FnOnce(&T) -> T2,
        elements: impl FnOnce(&E) -> E2,
        rewriting: impl FnOnce(&R) -> R2,
    ) -> RemedyOf<T2, E2, R2> {
        match self {
            Self::Insert(inserted) => RemedyOf::Insert(tags(inserted)),
            Self::Grant => RemedyOf::Grant,
            Self::Cruft => RemedyOf::Cruft,
            Self::Discard => RemedyOf::Discard,
            Self::Close(closed, unless) => {
                RemedyOf::Close(tags(closed), unless.as_ref().map(elements))
            }
            Self::Adopt(scope) => RemedyOf::Adopt(elements(scope)),
            Self::Reopen => RemedyOf::Reopen,
            Self::Unlink(scope) => RemedyOf::Unlink(elements(scope)),
            Self::Retract(retracted) => RemedyOf::Retract(elements(retracted)),
            Self::Merge => RemedyOf::Merge,
            Self::Admit => RemedyOf::Admit,
            Self::Rewrite(made) => RemedyOf::Rewrite(rewriting(made)),
        }
    }

    /// The words that a remedy may begin with; a remedy without such a word inserts.
    pub(crate) const WORDS: [&str; 11] = [
        "admit", "adopt", "close", "cruft", "discard", "grant", "merge", "reopen", "retract",
        "rewrite", "unlink",
    ];

    /// Returns the remedy that consists of one word, if there is one.
    pub(crate) fn without_operands(word: &str) -> Option<Self> {
        Some(match word {
            "grant" => Self::Grant,
            "cruft" => Self::Cruft,
            "discard" => Self::Discard,
            "admit" => Self::Admit,
            "reopen" => Self::Reopen,
            "merge" => Self::Merge,
            _ => return None,
        })
    }

    /// Returns the word that the remedy begins with.
    pub(crate) const fn word(&self) -> Option<&'static str> {
        Some(match self {
            Self::Insert(_) => return None,
            Self::Grant => "grant",
            Self::Cruft => "cruft",
            Self::Discard => "discard",
            Self::Close(..) => "close",
            Self::Adopt(_) => "adopt",
            Self::Reopen => "reopen",
            Self::Unlink(_) => "unlink",
            Self::Retract(_) => "retract",
            Self::Merge => "merge",
            Self::Admit => "admit",
            Self::Rewrite(_) => "rewrite",
        })
    }
}

impl Remedy {
    /// Iterates over the items that the remedy names, including the one after `unless`.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let (first, unless) = match self {
            Self::Insert(item)
            | Self::Adopt(item)
            | Self::Unlink(item)
            | Self::Retract(item)
            | Self::Rewrite(item) => (Some(item), None),
            Self::Close(item, unless) => (Some(item), unless.as_ref()),
            Self::Grant
            | Self::Cruft
            | Self::Discard
            | Self::Reopen
            | Self::Merge
            | Self::Admit => (None, None),
        };
        first.into_iter().chain(unless)
    }
}
