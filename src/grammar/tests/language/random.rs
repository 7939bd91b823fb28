//! Generates random trees of the grammar language, and random damage to texts.

use crate::base::{FileId, Span};
use crate::grammar::ast::{
    Alternative, At, Atom, AttributeLine, AttributeTest, Content, Default, Edit, Element,
    EntityLine, Exception, Fact, Factor, FileSpan, FosterLocation, Guard, Item, Items, LeftSide,
    Operand, Parent, Rejected, Remedy, Repeat, Statement,
};
use crate::grammar::parse::reserved_words;
use crate::grammar::schema::{ROWS, Row, Slot, Sort};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

fn place() -> FileSpan {
    FileSpan { file: FileId::new(0), span: Span::at(0) }
}

fn at<T>(value: T) -> At<T> {
    At { value, place: place() }
}

fn name() -> impl Strategy<Value = At<String>> {
    "[a-z][a-z0-9_]{0,4}(-[a-z0-9]{1,2})?"
        .prop_filter("not reserved", |name| reserved_words().all(|word| word != name))
        .prop_map(at)
}

fn terminal() -> impl Strategy<Value = At<String>> {
    "[A-Z][A-Z0-9_]{0,4}".prop_map(at)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![r"\PC{0,6}", "[ -~\n\t\r]{0,8}", "[a-z/:.+-]{1,5}"]
}

fn pattern() -> impl Strategy<Value = At<String>> {
    r"([a-z0-9 .*+/#;<>-]|\\[a-z\\]|\[[a-z]+\]){1,8}".prop_map(at)
}

fn element() -> impl Strategy<Value = Element> {
    let attribute =
        ("[a-z][a-z:-]{0,4}", of(text())).prop_map(|(name, value)| AttributeTest { name, value });
    (of("[a-z][a-z0-9]{0,3}"), of("[a-z][a-z0-9_-]{0,5}"), of(attribute)).prop_map(
        |(namespace, name, attribute)| Element {
            namespace: namespace.map(Into::into),
            name: name.map(Into::into),
            attribute,
        },
    )
}

fn tag() -> impl Strategy<Value = Item> {
    prop_oneof![
        element().prop_map(Item::Start),
        element().prop_map(|element| Item::End(Element { attribute: None, ..element })),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    let leaf = prop_oneof![
        3 => tag(),
        1 => terminal().prop_map(|name| Item::Terminal(name.value)),
        2 => name().prop_map(|name| Item::Name(name.value)),
        1 => text().prop_map(Item::Literal),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        (of(name()), items_of(inner))
            .prop_map(|(namespace, items)| Item::Braces { namespace, items })
    })
}

fn items_of(item: impl Strategy<Value = Item>) -> impl Strategy<Value = Items> {
    let terms = vec((any::<bool>(), item.prop_map(at)), 1..5);
    (any::<bool>(), terms).prop_map(|(counted, mut terms)| {
        terms[0].0 = true;
        let count = counted.then(|| at(u32::try_from(terms.len()).unwrap_or_default()));
        Items { count, terms, place: place() }
    })
}

fn items() -> impl Strategy<Value = Items> {
    items_of(item())
}

fn insertable() -> impl Strategy<Value = Item> {
    item().prop_filter("no strings", |item| !matches!(item, Item::Literal(_)))
}

/// Generates a subject of an `allow`.
fn insertable_word() -> impl Strategy<Value = Item> {
    insertable().prop_filter("no braces", |item| !matches!(item, Item::Braces { .. }))
}

fn left() -> impl Strategy<Value = LeftSide> {
    let item = insertable()
        .prop_filter("elements and sets", |item| !matches!(item, Item::End(_) | Item::Terminal(_)));
    let parent = prop_oneof![element().prop_map(Parent::Element), Just(Parent::Fragment)];
    (of(parent.prop_map(at)), vec(item.prop_map(at), 1..4))
        .prop_map(|(parent, items)| LeftSide { parent, items })
}

fn guard() -> impl Strategy<Value = Guard> {
    (any::<bool>(), name()).prop_map(|(negated, name)| Guard { negated, name })
}

fn exception() -> impl Strategy<Value = At<Exception>> {
    (any::<bool>(), of(guard()), items(), of(items()), of(items()), of(name())).prop_map(
        |(excludes, guard, items, within, until, label)| {
            at(Exception { excludes, guard, items, within, until, label })
        },
    )
}

fn elsewhere() -> impl Strategy<Value = FosterLocation> {
    prop_oneof![
        (items(), of(items())).prop_map(|(of, until)| FosterLocation::Before { of, until }),
        items().prop_map(FosterLocation::Into),
    ]
}

fn content() -> impl Strategy<Value = Content> {
    content_of(item().prop_map(Atom::Item).boxed()).prop_recursive(3, 24, 3, |inner| {
        let atom = prop_oneof![
            inner.clone().prop_map(Atom::Group),
            (elsewhere(), inner).prop_map(|(to, content)| Atom::Foster(to, content)),
            item().prop_map(Atom::Item),
        ];
        content_of(atom.boxed())
    })
}

fn content_of(atom: BoxedStrategy<Atom>) -> impl Strategy<Value = Content> {
    let repeat = prop_oneof![
        Just(Repeat::Once),
        Just(Repeat::Optional),
        Just(Repeat::Star),
        Just(Repeat::Plus),
    ];
    let factor = (atom, repeat).prop_map(|(atom, repeat)| at(Factor { atom, repeat }));
    let alternative = (of(guard()), vec(factor, 0..4))
        .prop_map(|(guard, factors)| Alternative { guard, factors });
    (vec(alternative, 1..4), vec(exception(), 0..2))
        .prop_map(|(alternatives, exceptions)| Content { alternatives, exceptions, place: place() })
}

fn remedy() -> impl Strategy<Value = At<Remedy>> {
    prop_oneof![
        insertable().prop_map(Remedy::Insert),
        Just(Remedy::Grant),
        Just(Remedy::Cruft),
        Just(Remedy::Reopen),
        Just(Remedy::Discard),
        Just(Remedy::Admit),
        Just(Remedy::Merge),
        (item(), of(item())).prop_map(|(item, unless)| Remedy::Close(item, unless)),
        item().prop_map(Remedy::Adopt),
        item().prop_map(Remedy::Unlink),
        item().prop_map(Remedy::Retract),
        item().prop_map(Remedy::Rewrite),
    ]
    .prop_map(at)
}

fn rejected() -> impl Strategy<Value = Rejected> {
    (items(), vec(guard(), 0..3), any::<bool>(), of(items()), of(terminal())).prop_map(
        |(left, guards, excluded, within, wherever)| Rejected {
            left,
            guards,
            excluded,
            within,
            wherever,
        },
    )
}

/// Generates a name or a value with any characters.
fn value() -> impl Strategy<Value = At<String>> {
    prop_oneof![text(), name().prop_map(|name| name.value)].prop_map(at)
}

fn entity() -> impl Strategy<Value = EntityLine> {
    (value(), text().prop_map(at)).prop_map(|(name, text)| EntityLine { name, text })
}

fn attribute() -> impl Strategy<Value = AttributeLine> {
    let default = prop_oneof![
        Just(Default::Implied),
        Just(Default::Required),
        Just(Default::Current),
        Just(Default::Conref),
        text().prop_map(at).prop_map(Default::Obsolete),
        value().prop_map(Default::Fixed),
        value().prop_map(Default::Value),
    ];
    let group = vec(value(), 1..3);
    let kinds = prop_oneof![name().prop_map(|kind| (Some(kind), Vec::new())), (of(name()), group),];
    (value(), kinds, default).prop_map(|(name, (kind, group), default)| AttributeLine {
        name,
        kind,
        group,
        default,
    })
}

/// Generates a text of a sort.
fn text_of(sort: Sort) -> BoxedStrategy<At<String>> {
    let word = |word: &str| at(word.to_owned());
    match sort {
        Sort::Name => name().boxed(),
        Sort::Tokenizer => prop_oneof![name(), Just(word("text"))].boxed(),
        Sort::Word(words) => prop::sample::select(words).prop_map(word).boxed(),
        Sort::Terminal => terminal().boxed(),
        Sort::String => text().prop_map(at).boxed(),
        Sort::Regex => pattern().boxed(),
        Sort::Value => value().boxed(),
        other => panic!("{other:?} is no text"),
    }
}

fn operand(slot: &Slot) -> BoxedStrategy<Operand> {
    let one = |item| Operand::Items(Items::one(at(item)));
    let count = if slot.many { 1..4 } else { 1..2 };
    match slot.sort {
        Sort::Flag => Just(Operand::Said).boxed(),
        Sort::Items => items().prop_map(Operand::Items).boxed(),
        Sort::Item => item().prop_map(one).boxed(),
        Sort::Tag => tag().prop_map(one).boxed(),
        Sort::About => insertable_word().prop_map(one).boxed(),
        Sort::Guard => vec(guard(), count).prop_map(Operand::Guards).boxed(),
        Sort::Number => (1..=u32::MAX).prop_map(at).prop_map(Operand::Number).boxed(),
        Sort::Attribute => vec(attribute(), count).prop_map(Operand::Attributes).boxed(),
        Sort::Entity => vec(entity(), count).prop_map(Operand::Entities).boxed(),
        sort => vec(text_of(sort), count).prop_map(Operand::Texts).boxed(),
    }
}

/// Generates a fact of a row; `removed` if it is after `remove`.
fn fact_of(row: &'static Row, removed: bool) -> impl Strategy<Value = Fact> {
    let mut operands = Vec::new();
    for slot in row.slots {
        operands.push(match row.written(slot, removed) {
            Some(slot) if slot.optional => of(operand(&slot)).boxed(),
            Some(slot) => operand(&slot).prop_map(Some).boxed(),
            None => Just(None).boxed(),
        });
    }
    operands.prop_map(move |operands| Fact::new(row, operands))
}

/// Generates facts, each kind with the same probability.
fn fact(removed: bool) -> impl Strategy<Value = Fact> {
    let rows = ROWS.iter().filter(|row| !removed || row.removed.is_some());
    prop::strategy::Union::new(rows.map(|row| fact_of(row, removed).boxed()))
}

fn definition() -> impl Strategy<Value = Statement> {
    let others = prop_oneof![
        (name(), items()).prop_map(|(name, items)| Statement::Set { name, items }),
        rule(),
        rule().prop_map(|rule| edit(Edit::Extend, rule)),
        (rejected(), vec(remedy(), 1..4))
            .prop_map(|(rejected, remedies)| Statement::Remedy { rejected, remedies }),
    ];
    prop_oneof![1 => others, 1 => fact(false).prop_map(Statement::Fact)]
}

fn rule() -> impl Strategy<Value = Statement> {
    (left(), content()).prop_map(|(left, content)| Statement::Rule { left, content })
}

fn edit(edit: Edit, statement: Statement) -> Statement {
    Statement::Edit(edit, Box::new(at(statement)))
}

/// Generates a statement after `remove`.
fn removed() -> impl Strategy<Value = Statement> {
    prop_oneof![
        1 => (name(), items()).prop_map(|(name, items)| Statement::Set { name, items }),
        1 => (rejected(), vec(remedy(), 0..3))
            .prop_map(|(rejected, remedies)| Statement::Remedy { rejected, remedies }),
        4 => fact(true).prop_map(Statement::Fact),
    ]
}

/// Generates any statement of the language.
pub(crate) fn statement() -> impl Strategy<Value = Statement> {
    prop_oneof![
        8 => definition(),
        1 => definition().prop_map(|inner| edit(Edit::Replace, inner)),
        2 => removed().prop_map(|inner| edit(Edit::Remove, inner)),
    ]
}

/// Generates pieces of grammar files, valid and invalid ones.
pub(crate) fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "start",
        "tokenizer",
        "use",
        "text",
        "wish",
        "cost",
        "excluding",
        "until",
        "in",
        "as",
        "remove",
        "replace",
        "foster",
        "omissible",
        "before",
        "cruft",
        "flow",
        "TEXT",
        "Mixed",
        "<p>",
        "</p>",
        "<svg:*>",
        "<x a=v>",
        "<x a",
        "<p>/",
        "</",
        "\"s\"",
        "\"s",
        "/r/",
        "/r",
        "::=",
        "|=",
        "=",
        "->",
        ";",
        ";",
        ";",
        "|",
        "?",
        "*",
        "+",
        "-",
        "(",
        ")",
        "{",
        "}",
        ":{",
        "[",
        "]",
        "!",
        "1",
        "# c\n",
        "\n",
        " ",
        "é",
        "\u{0}",
        ":",
        ",",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}
