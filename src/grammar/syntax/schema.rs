//! What the statements have in common that are facts: a row for each, that all who handle facts
//! read.
//!
//! Most statements are a head, operands, and clauses of operands, some of which may be missing:
//!
//! ```text
//! omissible </li> before <li> ends ;          head, list, clause that may be missing
//! latch late [!quirks] on set TEXT ;          head, name, guards, flag, clause
//! token NUMBER = /[0-9]+/ ;                   head, name, operator, regular expression
//! ```
//!
//! [`ROWS`] says that once. Reading, printing, walking over what is named, the search for what
//! `replace` and `remove` edit, the check that a list holds elements only and the advice on the
//! order of clauses are one function each over a [`Row`], none of which knows a word of the
//! language. Tests hold the lines of `grammar/meta.grammar` against the rows, and make random
//! statements of them. What a fact *means* is known where it is compiled, and nowhere else.
//!
//! So a new word of the language is a [`Head`], a row, a line of `meta.grammar` and its meaning;
//! `notes/adding.md` has the steps.

pub(crate) use super::schema_rows::ROWS;
use std::fmt;

/// Which fact a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "each is named after the words of its row")]
pub enum Head {
    Start,
    Tokenizer,
    Use,
    Mode,
    Namespace,
    Latch,
    Doctype,
    Fragment,
    Void,
    Lexical,
    TextWhole,
    Token,
    Skip,
    Mark,
    Wish,
    Formatting,
    Soft,
    Omissible,
    TreeContents,
    TreeDropNewline,
    TreeShadowRoot,
    TreeHide,
    TreeMirror,
    TreePatch,
    TreeBase,
    Rename,
    Attributes,
    Entities,
    Allow,
}

/// The part that an item plays in its statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// On the left of a rule.
    Left,
    /// `P` of `P/<x>`.
    Parent,
    /// On the right of a rule.
    Content,
    /// In the definition of a set; `false` if it is taken away.
    Member(bool),
    /// Forbidden, admitted, or a boundary of that.
    Exception,
    /// A rejected token.
    Rejected,
    /// Where a remedy applies.
    Within,
    /// What a remedy inserts or makes of the token.
    Remedy,
    /// Where a remedy stops.
    Scope,
    /// Where in the tree a `foster` group stands.
    Elsewhere,
    /// In a fact.
    Fact,
}

/// One kind of statement.
pub struct Row {
    /// Which one.
    pub head: Head,
    /// The words that it starts with, each after a blank.
    pub words: &'static str,
    /// What follows them, in order; at most one has the operator `=`, and that one is the last.
    pub slots: &'static [Slot],
    /// What such a thing is called in messages.
    pub(crate) noun: &'static str,
    /// What two statements may not have in common: these slots, or, if that is none, being such
    /// statements.
    pub(crate) unique: Option<&'static [&'static str]>,
    /// What `replace` puts a statement in the place of, if of anything.
    pub(crate) replaced: Option<Key>,
    /// What `remove` takes away, if it can.
    pub removed: Option<Key>,
    /// Whether it is about trees alone, and changes nothing of what is accepted.
    pub(crate) of_trees: bool,
}

/// How an edit finds the statements that it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// By their head: the first that has it.
    Head,
    /// By what these slots say.
    Same(&'static [&'static str]),
    /// By what they list in this slot: members are edited, and statements without any go.
    Members(&'static str),
    /// By all that they say.
    Whole,
}

/// An operand of a statement.
#[derive(Clone, Copy)]
pub struct Slot {
    /// What code asks for it by: the word before it, if it has one.
    pub name: &'static str,
    /// What stands before it: a word, `=`, or nothing.
    pub keyword: Option<&'static str>,
    /// What it is.
    pub sort: Sort,
    /// Whether several may follow each other.
    pub many: bool,
    /// Whether it may be missing.
    pub optional: bool,
    /// What it must name.
    pub(crate) of: Of,
    /// Whether its clause has a line of its own in a long statement.
    pub(crate) breaks: bool,
    /// Whether a document exercises it by an element that it lists; what else exercises a fact is in
    /// `workbench/coverage/facts.rs`.
    pub(crate) opens: bool,
}

/// What an operand is, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Nothing but its keyword.
    Flag,
    /// `<a> b - <c>`
    Items,
    /// One item.
    Item,
    /// `<a>` or `</a>`
    Tag,
    /// A tag, a terminal or a name that is spoken of, and need not be there.
    About,
    /// `[scripting]`
    Guard,
    /// `flow`
    Name,
    /// A name, or the word that a tokenizer is called by.
    Tokenizer,
    /// One of these words.
    Word(&'static [&'static str]),
    /// `TEXT`
    Terminal,
    /// `"text"`
    String,
    /// `/[0-9]+/`
    Regex,
    /// `3`
    Number,
    /// `src cdata required`
    Attribute,
    /// `nbsp "[nbsp  ]"`
    Entity,
    /// A name of any letters, in quotes where need be.
    Value,
}

/// What the things must be that an operand names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    /// Anything of its sort.
    Any,
    /// Elements.
    Elements,
    /// End tags.
    Ends,
    /// Start and end tags.
    Tags,
    /// A latch.
    Latch,
    /// A namespace.
    Namespace,
    /// A lexical state.
    State,
    /// A mode, and neither a latch nor an exclusion.
    Mode,
}

/// The operator that a slot may stand after.
pub(super) const DEFINES: &str = "=";
/// The word that is the name of a tokenizer, too.
const TEXT: &[&str] = &["text"];

impl Sort {
    /// The rule or token of `meta.grammar` that it consists of; empty if it consists of words only.
    #[must_use]
    pub const fn part(self) -> &'static str {
        match self {
            Self::Flag | Self::Word(_) => "",
            Self::Items => "items",
            Self::Item => "item",
            Self::Tag => "tag",
            Self::About => "about",
            Self::Guard => "guard",
            Self::Name | Self::Tokenizer => "NAME",
            Self::Terminal => "TERMINAL",
            Self::String => "STRING",
            Self::Regex => "REGEX",
            Self::Number => "NUMBER",
            Self::Attribute => "attribute",
            Self::Entity => "entity",
            Self::Value => "value",
        }
    }

    /// The words that it may be.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Word(words) => words,
            Self::Tokenizer => TEXT,
            _ => &[],
        }
    }

    /// Whether a rule, token or word of this name is one of the things that it consists of.
    pub(super) fn consists_of(self, name: &str) -> bool {
        self.part() == name || self.words().contains(&name)
    }
}

impl Slot {
    /// An operand that has to be there, without a word before it.
    pub(super) const fn of_sort(name: &'static str, sort: Sort) -> Self {
        let (many, optional, of) = (false, false, Of::Any);
        Self { name, keyword: None, sort, many, optional, of, breaks: false, opens: false }
    }

    /// An operand that its name stands before, on a line of its own where the statement is long.
    pub(super) const fn clause(self) -> Self {
        Self { keyword: Some(self.name), breaks: true, ..self }
    }

    /// A clause that needs no line of its own.
    pub(super) const fn inline(self) -> Self {
        Self { breaks: false, ..self.clause() }
    }

    /// An operand after the operator `=`.
    pub(super) const fn defined(self) -> Self {
        Self { keyword: Some(DEFINES), ..self }
    }

    /// A document exercises it when an element that it lists is opened.
    pub(super) const fn opened(self) -> Self {
        Self { opens: true, ..self }
    }

    /// Several may follow each other.
    pub(super) const fn many(self) -> Self {
        Self { many: true, ..self }
    }

    /// It may be missing.
    pub(super) const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

impl Row {
    /// The row of the rule `name` of `meta.grammar`, which is called as the words are.
    pub(super) fn of_line(name: &str) -> Option<&'static Self> {
        let stem = name.strip_suffix("-line").or_else(|| name.strip_suffix("-removal"))?;
        ROWS.iter().find(|row| row.words.split(' ').eq(row.split(stem)))
    }

    /// As many parts of a rule's name as there are words, since words have hyphens, too.
    fn split<'n>(&self, stem: &'n str) -> impl Iterator<Item = &'n str> {
        stem.splitn(self.words.split(' ').count(), '-')
    }

    /// How a slot is written in a statement; or after `remove`, where nothing is said but what the
    /// statements are found by.
    #[must_use]
    pub fn written(&self, slot: &Slot, removed: bool) -> Option<Slot> {
        let in_full = !removed || self.removed == Some(Key::Whole);
        let is_key = match self.removed {
            Some(Key::Same(names)) => names.contains(&slot.name),
            Some(Key::Members(name)) => slot.name == name,
            Some(Key::Whole | Key::Head) | None => false,
        };
        let sort = if slot.sort == Sort::Entity { Sort::Value } else { slot.sort };
        let key = Slot { sort, keyword: None, optional: self.may_be_bare(), ..*slot };
        if in_full { Some(*slot) } else { is_key.then_some(key) }
    }

    /// Whether a `remove` need not say which members it means: where a grammar has one such
    /// statement at most.
    fn may_be_bare(&self) -> bool {
        matches!(self.removed, Some(Key::Members(_))) && self.unique.is_some_and(<[_]>::is_empty)
    }

    /// Its words and those before its operands, with `…` for these: `omissible … before …`.
    pub(super) fn outline(&self) -> String {
        let mut words: Vec<&str> = self.words.split(' ').collect();
        for slot in self.slots {
            words.extend(slot.keyword);
            if slot.sort != Sort::Flag && words.last() != Some(&"…") {
                words.push("…");
            }
        }
        words.join(" ")
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.head == other.head
    }
}

impl Eq for Row {}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head.fmt(f)
    }
}
