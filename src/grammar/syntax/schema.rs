//! The schema of facts: one row for each kind, which all code that handles facts reads.
//!
//! Most statements are a keyword, operands, and clauses of operands, some of which are optional:
//!
//! ```text
//! omissible </li> before <li> ends ;          head, list, clause that may be missing
//! latch late [!quirks] on set TEXT ;          head, name, guards, flag, clause
//! token NUMBER = /[0-9]+/ ;                   head, name, operator, regular expression
//! ```
//!
//! `ROWS` describes them. One function each over a [`Row`] parses facts, prints them, and visits
//! their names. The same holds for finding the statements that `replace` and `remove` edit,
//! checking that a list has only elements, and advice on the order of clauses. None of these
//! functions knows a word of the language. Tests compare the lines of `grammar/meta.grammar` with
//! the rows, and generate random statements from them. Only the compiler knows the *meaning* of a
//! fact.
//!
//! So a new word of the language needs a [`Head`], a row, a line of `meta.grammar` and its meaning;
//! `notes/adding.md` lists the steps.

pub(crate) use super::schema_rows::ROWS;
use std::fmt;

/// The kind of a fact.
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
    TreeOwner,
    Rename,
    Attributes,
    Datatype,
    Forbid,
    Warn,
    Entities,
    Allow,
}

/// The role of an item in its statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// On the left of a rule.
    Left,
    /// `P` of `P/<x>`.
    Parent,
    /// On the right of a rule.
    Content,
    /// In the definition of a set; `false` if it is subtracted.
    Member(bool),
    /// In an exclusion or inclusion: a member, a parent or a boundary.
    Exception,
    /// A rejected token.
    Rejected,
    /// A condition of a remedy: the current element or an acceptable terminal.
    Within,
    /// Inserted by a remedy, or the replacement of a token.
    Remedy,
    /// Closed by a remedy, or the boundary of its search.
    Scope,
    /// In the insertion location of a `foster` group.
    Elsewhere,
    /// In a fact.
    Fact,
}

/// One kind of statement.
pub struct Row {
    /// The kind.
    pub head: Head,
    /// The words that the statement starts with, separated by blanks.
    pub words: &'static str,
    /// The operands after the words, in order. At most one has the operator `=`, and it is the
    /// last.
    pub slots: &'static [Slot],
    /// The name of such a statement, or of what it declares, in messages.
    pub(crate) noun: &'static str,
    /// The slots in which no two statements may agree. An empty list means that there may be only
    /// one statement of this kind.
    pub(crate) unique: Option<&'static [&'static str]>,
    /// The key by which `replace` finds the statement to replace, if it can.
    pub(crate) replaced: Option<Key>,
    /// The key by which `remove` finds what to remove, if it can.
    pub removed: Option<Key>,
    /// The slot that distinguishes statements which list the same member: what a wish is for.
    pub(crate) purpose: Option<&'static str>,
    /// The remedy, by its word, that a token of such a statement has before those of its `->`
    /// lines, unless one of the lines states it.
    pub(crate) implied: Option<&'static str>,
    /// True if the statement is about trees only, and does not change what is accepted.
    pub of_trees: bool,
}

/// The key by which an edit finds its statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// The head: the first statement that has it.
    Head,
    /// The operands of these slots.
    Same(&'static [&'static str]),
    /// The members listed in this slot: members are edited, and statements without any are removed.
    Members(&'static str),
    /// The whole statement.
    Whole,
}

/// An operand of a statement.
#[derive(Clone, Copy)]
pub struct Slot {
    /// The name by which code refers to it: the keyword, if it has one.
    pub name: &'static str,
    /// The keyword before it: a word, `=`, or none.
    pub keyword: Option<&'static str>,
    /// The syntax.
    pub sort: Sort,
    /// True if there may be several.
    pub many: bool,
    /// True if it may be omitted.
    pub optional: bool,
    /// The kind of thing that it must name.
    pub(crate) of: NamedThing,
    /// True if its clause gets its own line in a long statement.
    pub(crate) breaks: bool,
    /// True if a document exercises the fact by an element in this operand. For other ways see
    /// `workbench/coverage/facts.rs`.
    pub opens: bool,
}

/// The syntax of an operand.
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
    /// A tag, a terminal or a name that need not exist.
    About,
    /// `[scripting]`
    Guard,
    /// `flow`
    Name,
    /// A name, or the reserved word that names a tokenizer.
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
    /// A name of any characters, in quotes if necessary.
    Value,
}

/// The kind of thing that an operand must name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedThing {
    /// Anything of its syntax.
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

/// The operator that may precede a slot.
pub(crate) const DEFINES: &str = "=";
/// The reserved word that is also the name of a tokenizer.
const TEXT: &[&str] = &["text"];

impl Sort {
    /// Returns the rule or token of `meta.grammar` that it consists of; empty if it consists of
    /// words only.
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

    /// Returns the words that it may be.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Word(words) => words,
            Self::Tokenizer => TEXT,
            _ => &[],
        }
    }

    /// Reports whether it may consist of a rule, token or word of this name.
    pub(super) fn consists_of(self, name: &str) -> bool {
        self.part() == name || self.words().contains(&name)
    }
}

impl Slot {
    /// Returns a required operand without a keyword.
    pub(super) const fn of_sort(name: &'static str, sort: Sort) -> Self {
        let (many, optional, of) = (false, false, NamedThing::Any);
        Self { name, keyword: None, sort, many, optional, of, breaks: false, opens: false }
    }

    /// Returns the operand with its name as keyword, on its own line in a long statement.
    pub(super) const fn clause(self) -> Self {
        Self { keyword: Some(self.name), breaks: true, ..self }
    }

    /// Returns the operand with its name as keyword, without its own line.
    pub(super) const fn inline(self) -> Self {
        Self { breaks: false, ..self.clause() }
    }

    /// Returns the operand with the operator `=`.
    pub(super) const fn defined(self) -> Self {
        Self { keyword: Some(DEFINES), ..self }
    }

    /// Returns the operand as one that a document exercises by opening a listed element.
    pub(super) const fn opened(self) -> Self {
        Self { opens: true, ..self }
    }

    /// Returns the operand as one that may be repeated.
    pub(super) const fn many(self) -> Self {
        Self { many: true, ..self }
    }

    /// Returns the operand as an optional one.
    pub(super) const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

impl Row {
    /// Returns the row of the rule `name` of `meta.grammar`, which is named after the row's words.
    pub(super) fn of_line(name: &str) -> Option<&'static Self> {
        let stem = name.strip_suffix("-line").or_else(|| name.strip_suffix("-removal"))?;
        ROWS.iter().find(|row| row.words.split(' ').eq(row.split(stem)))
    }

    /// Returns the row of a kind.
    pub(crate) fn of(head: Head) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.head == head)
    }

    /// Splits a rule's name into as many parts as there are words, since words may have hyphens.
    fn split<'n>(&self, stem: &'n str) -> impl Iterator<Item = &'n str> {
        stem.splitn(self.words.split(' ').count(), '-')
    }

    /// Returns the form of a slot in a statement. After `remove`, only the slots that identify
    /// statements are written.
    #[must_use]
    pub fn written(&self, slot: &Slot, removed: bool) -> Option<Slot> {
        let in_full = !removed || self.removed == Some(Key::Whole);
        let is_key = match self.removed {
            Some(Key::Same(names)) => names.contains(&slot.name),
            Some(Key::Members(name)) => slot.name == name,
            Some(Key::Whole | Key::Head) | None => false,
        };
        let is_named = matches!(slot.sort, Sort::Entity | Sort::Attribute);
        let sort = if is_named { Sort::Value } else { slot.sort };
        if in_full {
            Some(*slot)
        } else if self.purpose == Some(slot.name) {
            Some(Slot { sort, optional: true, ..*slot })
        } else if is_key {
            let optional = slot.optional || self.may_be_bare();
            Some(Slot { sort, keyword: None, optional, ..*slot })
        } else {
            None
        }
    }

    /// Reports whether a `remove` need not list members, because a grammar has at most one such
    /// statement.
    fn may_be_bare(&self) -> bool {
        matches!(self.removed, Some(Key::Members(_))) && self.unique.is_some_and(<[_]>::is_empty)
    }

    /// Returns the words and keywords with `…` for the operands: `omissible … before …`.
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
