//! What a grammar file says, statement by statement, before anything is resolved.
//!
//! Text becomes this by [`parse`](super::parse), and this becomes text again by
//! [`print`](super::print): printing and re-reading gives an equal tree but for spans. Every node
//! that a message may point at carries its span; names are not looked up yet, so an [`Item::Name`]
//! may be a set, a nonterminal or a misspelling. `notes/grammar-language.md` has an example of
//! each.
//!
//! Two nodes are equal if they say the same, wherever they stand and however long a list says that
//! it is: so `remove` finds what it takes away, and a lint what is said twice.

pub use super::ast_facts::Operand;
pub(crate) use super::ast_facts::{AttributeLine, Default, EntityLine, Fact, facts};
pub use crate::base::Place;
use crate::base::{FileId, Span};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Something with the place where it is written, which its equality does not look at.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// The thing.
    pub value: T,
    /// Where it stands.
    pub place: Place,
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
    /// Which file.
    pub id: FileId,
    /// The comment lines before the first statement, as written: the legend.
    pub legend: String,
    /// The statements.
    pub statements: Vec<At<Statement>>,
    /// Where statements stand that could not be read, and are not among these.
    pub lost: Vec<Span>,
}

/// One statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `heading = <h1> <h2> ;`
    Set {
        /// The name that it gets.
        name: At<String>,
        /// Its members.
        items: Items,
    },
    /// `<p> ::= flow* excluding <p> ;`
    Rule {
        /// What it describes.
        left: Left,
        /// The right side.
        content: Content,
    },
    /// `<td> -> <tr> closing ;`
    Remedy {
        /// The rejected tokens, and where.
        rejected: Rejected,
        /// Ranked, best first.
        remedies: Vec<At<Remedy>>,
    },
    /// `soft </body> keeping COMMENT ;`: a statement that the [schema](super::schema) describes.
    Fact(Fact),
    /// `replace …`, `remove …`, `inline |= <acme> ;`
    Edit(Edit, Box<At<Statement>>),
}

/// What is done with statements that are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// `replace`: the statement stands for the one that defines the same.
    Replace,
    /// `remove`: what it says is taken away. All may be left out that need not be said: a line has
    /// no remedies if it goes as a whole; a [`Fact`] says what its row of the schema finds it by.
    Remove,
    /// `|=`: the members, or the alternatives and exceptions, of this [`Statement::Rule`] are added
    /// to those of the set, the nonterminal or the elements on its left.
    Extend,
}

/// The left side of a remedy line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// The rejected tokens.
    pub left: Items,
    /// `[!intemplate]`: all must hold.
    pub guards: Vec<Guard>,
    /// Only if refused by an exclusion.
    pub excluded: bool,
    /// `in P`: only where the current element is one of these.
    pub within: Option<Items>,
    /// `where INBODY`: only where this terminal is acceptable.
    pub wherever: Option<At<String>>,
}

/// What stands before the `/` of a left side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Parent {
    /// `<head>/<noscript>`: the element where it stands directly in that one.
    Element(Element),
    /// `fragment/<select>`: the root of a fragment with that context.
    Fragment,
}

/// The left side of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// `P` of `P/<x>`, or `fragment`.
    pub parent: Option<At<Parent>>,
    /// A name, elements, or sets of elements; never empty.
    pub items: Vec<At<Item>>,
}

/// A list of items with `+` and `-`. Lists of the same terms are equal.
#[derive(Clone, Debug)]
pub struct Items {
    /// `[6]` before them: as many as there must be. A list that an edit changed has none any more.
    pub count: Option<At<u32>>,
    /// In order; `true` adds, `false` takes away.
    pub terms: Vec<(bool, At<Item>)>,
    /// From the first to the last.
    pub place: Place,
}

impl Items {
    /// A list of one item.
    #[must_use]
    pub fn one(item: At<Item>) -> Self {
        Self { count: None, place: item.place, terms: vec![(true, item)] }
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
    /// A terminal in capitals.
    Terminal(String),
    /// A set or nonterminal.
    Name(String),
    /// `"text"`
    Literal(String),
    /// `{ items }` or `svg:{ items }`
    Braces {
        /// The namespace prefix.
        namespace: Option<At<String>>,
        /// What is in the braces.
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

/// Sets of elements are made of sets of elements: this is asked for some hundred thousand times by a compilation. So it is made of
/// what tells most of them apart.
impl Hash for Element {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.name.as_deref().unwrap_or_default().as_bytes());
        if let Some(attribute) = &self.attribute {
            attribute.hash(state);
        }
    }
}

/// A test on an attribute: present, or of a value.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AttributeTest {
    /// The attribute.
    pub name: String,
    /// Its value, compared without case; any if `None`.
    pub value: Option<String>,
}

/// The right side of a rule, or what is in parentheses.
#[derive(Clone, Debug)]
pub struct Content {
    /// Separated by `|`; never empty (an empty right side is one empty alternative).
    pub alternatives: Vec<Alternative>,
    /// `excluding …` and `including …` at its end.
    pub exceptions: Vec<At<Exception>>,
    /// Where it stands.
    pub place: Place,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        (&self.alternatives, &self.exceptions) == (&other.alternatives, &other.exceptions)
    }
}

impl Eq for Content {}

impl Content {
    /// The factors of all of its alternatives; those in groups stand there.
    pub fn factors(&self) -> impl Iterator<Item = &At<Factor>> {
        self.alternatives.iter().flat_map(|alternative| &alternative.factors)
    }

    /// The alternatives that it writes out: none if it is empty, or has exceptions only.
    pub fn written(&self) -> impl Iterator<Item = &Alternative> {
        let nothing = |only: &Alternative| only.guard.is_none() && only.factors.is_empty();
        let none = matches!(self.alternatives.as_slice(), [only] if nothing(only));
        self.alternatives.iter().filter(move |_| !none)
    }
}

/// One alternative: a sequence, perhaps guarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// `[scripting]`
    pub guard: Option<Guard>,
    /// The sequence.
    pub factors: Vec<At<Factor>>,
}

/// `[mode]` or `[!mode]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    /// Whether it must be off.
    pub negated: bool,
    /// The mode, the latch or the name of an exclusion.
    pub name: At<String>,
}

/// A symbol, set or group with its repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// What is repeated.
    pub atom: Atom,
    /// How often.
    pub repeat: Repeat,
}

/// How often a factor may stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repeat {
    /// Once.
    Once,
    /// `?`
    Optional,
    /// `*`
    Star,
    /// `+`
    Plus,
}

/// What a factor repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// A symbol or a set.
    Item(Item),
    /// `( … )`
    Group(Content),
    /// `foster before <table> ( … )`
    Foster(Elsewhere, Content),
}

/// Where in the tree that stands which is read in a `foster` group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Elsewhere {
    /// `before <table> until <template>`
    Before {
        /// The elements before one of which it stands.
        of: Items,
        /// The elements in which it stands if one of them is nearer.
        until: Option<Items>,
    },
    /// `into <head>`: in the last of these that the current element holds.
    Into(Items),
}

impl Elsewhere {
    /// The lists of elements in it.
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
    /// Whether it forbids (`excluding`) or admits (`including`).
    pub excludes: bool,
    /// `[!intable]`
    pub guard: Option<Guard>,
    /// What it forbids or admits.
    pub items: Items,
    /// `in P`
    pub within: Option<Items>,
    /// `until S`
    pub until: Option<Items>,
    /// `as NAME`
    pub label: Option<At<String>>,
}

/// One remedy of a ranked list, as it is written.
pub(crate) type Remedy = RemedyOf<Item>;

/// What a remedy does. What its tags, its elements and what a token is rewritten to are depends on
/// how far it is understood: items of a file ([`Remedy`]), or what these come to
/// ([`CompiledRemedy`](crate::grammar::CompiledRemedy)).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RemedyOf<Tags, Elements = Tags, Rewriting = Tags> {
    /// `</p>`: inserts the first acceptable one of these virtual tags and marks.
    Insert(Tags),
    /// `grant`: grants the wishes.
    Grant,
    /// `cruft`: sets the token aside.
    Cruft,
    /// `discard`: passes the token over; it leaves no node and no record.
    Discard,
    /// `close cell`, `close cell unless scope`: closes the innermost element that one of these end
    /// tags can come to close. With elements: down to that one whatever is inside, unless one of
    /// these is; else by its wishes.
    Close(Tags, Option<Elements>),
    /// `adopt scope`: runs the adoption agency, not past one of these elements.
    Adopt(Elements),
    /// `reopen`: reopens the pending formatting elements.
    Reopen,
    /// `unlink scope`: takes the element that the end tag names out of the stack, what is inside
    /// stays; not past one of these elements.
    Unlink(Elements),
    /// `retract <body>`: takes the innermost open one of these elements back, with all that is in
    /// it.
    Retract(Elements),
    /// `merge`: gives the tag's attributes to the open element that it names, where that has none
    /// of their names.
    Merge,
    /// `admit`: reads the token although an exclusion forbids it.
    Admit,
    /// `rewrite <x>`: makes the token another one.
    Rewrite(Rewriting),
}

impl<T, E, R> RemedyOf<T, E, R> {
    /// The same remedy with what is made of its tags, its elements and what it rewrites to.
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

    /// The words that a remedy may begin with; one without such a word inserts.
    pub(crate) const WORDS: [&str; 11] = [
        "admit", "adopt", "close", "cruft", "discard", "grant", "merge", "reopen", "retract",
        "rewrite", "unlink",
    ];

    /// The word that it begins with.
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
    /// What it names, as it is written: of `close` what stands behind `unless`, too.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
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
