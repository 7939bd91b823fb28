//! The table of the statements that are facts: a part of the [`schema`](super::schema), in the
//! order of `meta.grammar`.

use super::schema::{Head, Key, NamedThing, Row, Slot, Sort};

/// Returns a row for any number of statements, which are edited as a whole.
const fn row(head: Head, words: &'static str, slots: &'static [Slot]) -> Row {
    let (unique, replaced, removed) = (None, None, Some(Key::Whole));
    let (noun, purpose, implied, of_trees) = (words, None, None, false);
    Row { head, words, slots, noun, unique, replaced, removed, purpose, implied, of_trees }
}

/// Returns the row of a statement about trees that is unique by its name.
const fn named(head: Head, words: &'static str, slots: &'static [Slot]) -> Row {
    row(head, words, slots)
        .unique(&["name"])
        .replaced(Key::Same(&["name"]))
        .removed(Key::Same(&["name"]))
        .of_trees()
}

/// The slots of a statement about the nodes that a selector selects.
const SELECTED: &[Slot] =
    &[slot("name", Sort::Name), slot("pattern", Sort::String), slot("message", Sort::String)];

impl Row {
    /// Permits at most one statement in a grammar.
    const fn single(self, noun: &'static str) -> Self {
        Self { unique: Some(&[]), ..self.named(noun).replaced(Key::Head) }
    }

    /// Sets the name in messages, which is otherwise the words.
    const fn named(self, noun: &'static str) -> Self {
        Self { noun, ..self }
    }

    const fn never_replaced(self) -> Self {
        Self { replaced: None, ..self }
    }

    const fn never_removed(self) -> Self {
        Self { removed: None, ..self }
    }

    /// Sets the remedy that a token has by the statement.
    const fn implies(self, remedy: &'static str) -> Self {
        Self { implied: Some(remedy), ..self }
    }

    /// Marks the statement as one about trees only.
    const fn of_trees(self) -> Self {
        Self { of_trees: true, ..self }
    }

    const fn unique(self, slots: &'static [&'static str]) -> Self {
        Self { unique: Some(slots), ..self }
    }

    const fn replaced(self, key: Key) -> Self {
        Self { replaced: Some(key), ..self }
    }

    const fn removed(self, key: Key) -> Self {
        Self { removed: Some(key), ..self }
    }

    /// Makes both edits operate on the members of one list.
    const fn edited(self, list: &'static str) -> Self {
        self.replaced(Key::Members(list)).removed(Key::Members(list))
    }

    /// Sets the slot that distinguishes statements which list the same member.
    const fn purpose(self, slot: &'static str) -> Self {
        Self { purpose: Some(slot), ..self }
    }
}

const fn name(name: &'static str, of: NamedThing) -> Slot {
    Slot { of, ..slot(name, Sort::Name) }
}

const fn list(name: &'static str, of: NamedThing) -> Slot {
    Slot { of, ..slot(name, Sort::Items) }
}

const fn slot(name: &'static str, sort: Sort) -> Slot {
    Slot::of_sort(name, sort)
}

/// Returns a slot for a single element.
const fn element(name: &'static str) -> Slot {
    Slot { of: NamedThing::Elements, ..slot(name, Sort::Item) }
}

/// Returns a slot for a list of elements that documents exercise by opening one.
const fn opened(name: &'static str) -> Slot {
    list(name, NamedThing::Elements).opened()
}

/// The rows.
pub(crate) static ROWS: &[Row] = &[
    row(Head::Start, "start", &[name("rule", NamedThing::Any)]).single("start symbol"),
    row(Head::Tokenizer, "tokenizer", &[slot("name", Sort::Tokenizer)]).single("tokenizer"),
    row(Head::Use, "use", &[slot("file", Sort::String)]).never_removed(),
    row(Head::Mode, "mode", &[slot("names", Sort::Name).many()])
        .unique(&["names"])
        .removed(Key::Members("names")),
    row(Head::Namespace, "namespace", &[slot("names", Sort::Name).many()])
        .unique(&["names"])
        .removed(Key::Members("names")),
    row(
        Head::Latch,
        "latch",
        &[
            name("name", NamedThing::Any),
            slot("guards", Sort::Guard).many().optional(),
            slot("on", Sort::Flag).inline().optional(),
            list("set", NamedThing::Any).clause().optional(),
            list("clear", NamedThing::Any).clause().optional(),
        ],
    )
    .unique(&["name"])
    .replaced(Key::Same(&["name"])),
    row(
        Head::Doctype,
        "doctype",
        &[
            name("latch", NamedThing::Latch),
            slot("test", Sort::Word(&["incorrect", "other-than", "public", "system"])),
            slot("strings", Sort::String).many().optional(),
            slot("with", Sort::Word(&["system", "empty-system"])).inline().optional(),
            slot("without", Sort::Word(&["system"])).inline().optional(),
        ],
    )
    .replaced(Key::Same(&["latch", "test", "with", "without"])),
    row(
        Head::Fragment,
        "fragment",
        &[slot("root", Sort::Tag), list("as", NamedThing::Elements).inline()],
    )
    .single("`fragment` statement"),
    row(Head::Void, "void", &[slot("guard", Sort::Guard).optional(), opened("elements")])
        .edited("elements")
        .purpose("guard"),
    row(
        Head::Lexical,
        "lexical",
        &[
            Slot { of: NamedThing::Mode, ..slot("guard", Sort::Guard).optional() },
            name("state", NamedThing::State),
            opened("elements"),
        ],
    )
    .edited("elements")
    .purpose("guard"),
    row(Head::TextWhole, "text whole", &[]).single("`text whole`").never_replaced(),
    row(
        Head::Token,
        "token",
        &[slot("name", Sort::Terminal), slot("pattern", Sort::Regex).defined()],
    )
    .unique(&["name"])
    .replaced(Key::Same(&["name"]))
    .removed(Key::Same(&["name"])),
    row(Head::Skip, "skip", &[slot("pattern", Sort::Regex)])
        .unique(&["pattern"])
        .replaced(Key::Same(&["pattern"])),
    row(Head::Mark, "mark", &[slot("names", Sort::Terminal).many()])
        .unique(&["names"])
        .removed(Key::Members("names")),
    row(
        Head::Wish,
        "wish",
        &[
            list("tags", NamedThing::Any),
            slot("cost", Sort::Number).inline().optional(),
            list("for", NamedThing::Any).clause().optional(),
            list("unless", NamedThing::Any).clause().optional(),
        ],
    )
    .implies("grant")
    .edited("tags")
    .purpose("for"),
    row(
        Head::Formatting,
        "formatting",
        &[
            opened("elements"),
            opened("markers").clause(),
            opened("lasting").clause().optional(),
            list("reopen", NamedThing::Any).clause(),
            list("special", NamedThing::Elements).clause().optional(),
        ],
    )
    .single("`formatting` statement")
    .removed(Key::Members("elements")),
    row(
        Head::Soft,
        "soft",
        &[
            list("ends", NamedThing::Ends),
            list("resuming", NamedThing::Elements).clause().optional(),
            list("keeping", NamedThing::Any).clause(),
        ],
    )
    .single("`soft` statement"),
    row(
        Head::Omissible,
        "omissible",
        &[
            list("tags", NamedThing::Tags),
            list("before", NamedThing::Any).clause().optional(),
            slot("not-named", Sort::String).many().clause().optional(),
        ],
    )
    .edited("tags")
    .purpose("before"),
    row(Head::TreeContents, "tree contents", &[opened("elements")]).replaced(Key::Head).of_trees(),
    row(Head::TreeDropNewline, "tree drop-newline", &[list("elements", NamedThing::Elements)])
        .replaced(Key::Head)
        .of_trees(),
    row(
        Head::TreeShadowRoot,
        "tree shadow-root",
        &[
            opened("elements"),
            list("on", NamedThing::Elements).clause().optional(),
            slot("named", Sort::String).many().clause().optional(),
            slot("by", Sort::String).many().clause().optional(),
        ],
    )
    .replaced(Key::Head)
    .of_trees(),
    row(Head::TreeHide, "tree hide", &[slot("terminal", Sort::Terminal)])
        .replaced(Key::Head)
        .of_trees(),
    row(
        Head::TreeMirror,
        "tree mirror",
        &[
            element("from").opened(),
            opened("in").inline().optional(),
            element("into").opened().inline(),
            element("within").opened().inline(),
            opened("until").inline().optional(),
            slot("by", Sort::String).many().clause().optional(),
        ],
    )
    .replaced(Key::Head)
    .of_trees(),
    row(
        Head::TreePatch,
        "tree patch",
        &[
            opened("elements"),
            list("within", NamedThing::Elements).inline().optional(),
            slot("by", Sort::String).many().clause(),
        ],
    )
    .replaced(Key::Head)
    .of_trees(),
    row(
        Head::TreeBase,
        "tree base",
        &[opened("elements"), slot("by", Sort::String).many().clause()],
    )
    .replaced(Key::Head)
    .of_trees(),
    row(
        Head::TreeOwner,
        "tree owner",
        &[
            name("latch", NamedThing::Latch),
            element("element").opened(),
            opened("for").clause(),
            list("unless", NamedThing::Elements).clause().optional(),
            slot("by", Sort::String).clause(),
        ],
    )
    .replaced(Key::Head)
    .of_trees(),
    row(
        Head::Rename,
        "rename",
        &[
            slot("what", Sort::Word(&["elements", "attributes"])),
            name("namespace", NamedThing::Namespace),
            slot("names", Sort::String).many(),
        ],
    )
    .replaced(Key::Same(&["what", "namespace"]))
    .of_trees(),
    row(
        Head::Attributes,
        "attributes",
        &[opened("elements"), slot("attributes", Sort::Attribute).many().defined()],
    )
    .edited("elements")
    .purpose("attributes")
    .of_trees(),
    named(
        Head::Datatype,
        "datatype",
        &[
            slot("name", Sort::Name),
            slot("message", Sort::String),
            slot("pattern", Sort::Regex).defined(),
        ],
    ),
    named(Head::Forbid, "forbid", SELECTED),
    named(Head::Warn, "warn", SELECTED),
    row(
        Head::Entities,
        "entities",
        &[
            name("kind", NamedThing::Any).optional(),
            slot("entities", Sort::Entity).many().defined(),
        ],
    )
    .named("entity")
    .edited("entities")
    .of_trees(),
    row(
        Head::Allow,
        "allow",
        &[
            name("diagnostic", NamedThing::Any),
            slot("about", Sort::About).optional(),
            slot("reason", Sort::String),
        ],
    )
    .named("`allow` of")
    .unique(&["diagnostic", "about"])
    .replaced(Key::Same(&["diagnostic", "about"]))
    .removed(Key::Same(&["diagnostic", "about"])),
];
