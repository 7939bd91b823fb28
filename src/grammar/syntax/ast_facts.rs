//! The statements that are facts: a part of the [`ast`](super::ast), which re-exports them.

use super::ast::{At, Guard, Item, Items, Statement};
use super::schema::{Head, Key, Row, Slot};
use serde::{Deserialize, Serialize};

/// A statement that is described by a row of the schema.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    row: &'static Row,
    /// One operand for each slot of the row; `None` for an omitted one.
    operands: Vec<Option<Operand>>,
}

/// The operand of one slot of a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The keyword of a flag.
    Said,
    /// A list of items, or a single item.
    Items(Items),
    /// Guards; at least one.
    Guards(Vec<Guard>),
    /// Names, words, terminals, strings; at least one.
    Texts(Vec<At<String>>),
    /// A number.
    Number(At<u32>),
    /// Declarations of attributes, in order.
    Attributes(Vec<AttributeLine>),
    /// Declarations of entities.
    Entities(Vec<EntityLine>),
}

/// Iterates over the facts of one kind among some statements, each with the span of its statement.
pub fn facts(statements: &[At<Statement>], head: Head) -> impl Iterator<Item = At<&Fact>> {
    statements.iter().filter_map(move |statement| {
        Some(At { value: statement.value.fact(head)?, place: statement.place })
    })
}

impl Statement {
    /// Returns the fact if it is of this kind.
    #[must_use]
    pub fn fact(&self, head: Head) -> Option<&Fact> {
        match self {
            Self::Fact(fact) if fact.row.head == head => Some(fact),
            _ => None,
        }
    }
}

impl Fact {
    /// Returns a fact of a row. It has an optional operand for each of the row's slots.
    #[must_use]
    pub fn new(row: &'static Row, operands: Vec<Option<Operand>>) -> Self {
        debug_assert_eq!(row.slots.len(), operands.len());
        Self { row, operands }
    }

    /// Returns the fact's row of the schema.
    #[must_use]
    pub const fn row(&self) -> &'static Row {
        self.row
    }

    /// Iterates over the operands, slot by slot.
    pub fn said(&self) -> impl Iterator<Item = (&'static Slot, &Operand)> {
        let slots = self.row.slots.iter().zip(&self.operands);
        slots.filter_map(|(slot, operand)| Some((slot, operand.as_ref()?)))
    }

    fn number_of(&self, slot: &str) -> Option<usize> {
        let found = self.row.slots.iter().position(|one| one.name == slot);
        debug_assert!(found.is_some(), "{:?} has no slot `{slot}`", self.row);
        found
    }

    /// Returns the operand of a slot.
    #[must_use]
    pub fn operand(&self, slot: &str) -> Option<&Operand> {
        self.operands.get(self.number_of(slot)?)?.as_ref()
    }

    /// Returns the statement with another operand in a slot.
    #[must_use]
    pub fn with(&self, slot: &str, operand: Operand) -> Statement {
        let mut changed = self.clone();
        if let Some(number) = self.number_of(slot) {
            changed.operands[number] = Some(operand);
        }
        Statement::Fact(changed)
    }

    /// Returns the statement without the operand of a slot.
    #[must_use]
    pub(crate) fn without(&self, slot: &str) -> Statement {
        let mut changed = self.clone();
        if let Some(number) = self.number_of(slot) {
            changed.operands[number] = None;
        }
        Statement::Fact(changed)
    }

    /// Reports whether a slot has an operand.
    #[must_use]
    pub fn says(&self, slot: &str) -> bool {
        self.operand(slot).is_some()
    }

    /// Reports whether `replace` with this fact replaces `old`.
    pub(crate) fn stands_for(&self, old: &Self) -> bool {
        self.row == old.row
            && match self.row.replaced {
                Some(Key::Head) => true,
                Some(Key::Same(slots)) => self.agrees(old, slots),
                _ => false,
            }
    }

    /// Reports whether two facts of a row have equal operands in some slots.
    pub(crate) fn agrees(&self, other: &Self, slots: &[&str]) -> bool {
        slots.iter().all(|slot| self.operand(slot) == other.operand(slot))
    }

    /// Returns the list in a slot.
    #[must_use]
    pub fn items(&self, slot: &str) -> Option<&Items> {
        match self.operand(slot)? {
            Operand::Items(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the item in a slot, or the first one of a list.
    #[must_use]
    pub fn item(&self, slot: &str) -> Option<&At<Item>> {
        self.items(slot)?.terms.first().map(|(_, item)| item)
    }

    /// Returns the guards in a slot; empty if it is missing.
    #[must_use]
    pub fn guards(&self, slot: &str) -> &[Guard] {
        match self.operand(slot) {
            Some(Operand::Guards(guards)) => guards,
            _ => &[],
        }
    }

    /// Returns the name, terminal, word or string in a slot, or the first of several.
    #[must_use]
    pub fn text(&self, slot: &str) -> Option<&At<String>> {
        self.texts(slot).first()
    }

    /// Returns the names, terminals or strings in a slot; empty if it is missing.
    #[must_use]
    pub fn texts(&self, slot: &str) -> &[At<String>] {
        match self.operand(slot) {
            Some(Operand::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// Returns the declared attributes.
    #[must_use]
    pub fn attributes(&self) -> &[AttributeLine] {
        match self.operand("attributes") {
            Some(Operand::Attributes(attributes)) => attributes,
            _ => &[],
        }
    }

    /// Returns the declared entities.
    #[must_use]
    pub fn entities(&self) -> &[EntityLine] {
        match self.operand("entities") {
            Some(Operand::Entities(entities)) => entities,
            _ => &[],
        }
    }

    /// Returns the number in a slot.
    #[must_use]
    pub fn number(&self, slot: &str) -> Option<u32> {
        match self.operand(slot)? {
            Operand::Number(number) => Some(number.value),
            _ => None,
        }
    }
}

/// One attribute of an `attributes` statement: `align (top middle bottom) = top`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeLine {
    /// The name, as written.
    pub name: At<String>,
    /// `cdata`, `id`; `notation` before a group, or nothing.
    pub kind: Option<At<String>>,
    /// `(top middle bottom)`: the permitted values; empty if only the kind restricts them.
    pub group: Vec<At<String>>,
    /// The value if the attribute is not specified.
    pub default: Default,
}

/// The value of an attribute that is not specified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Default<Value = At<String>> {
    /// No keyword: the attribute is optional.
    Implied,
    /// `current`: the value last specified on an element of the same statement.
    Current,
    /// `conref`: the attribute is optional, and an element that has it is empty.
    Conref,
    /// `required`: the attribute must be specified.
    Required,
    /// `obsolete "advice"`: authors must not use the attribute; the text says what to do instead.
    Obsolete(Value),
    /// `fixed x`: this value, and no other may be specified.
    Fixed(Value),
    /// `= x`: this value.
    Value(Value),
}

/// One entity of an `entities` statement: `nbsp "[nbsp  ]"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityLine {
    /// The name, which is case-sensitive.
    pub name: At<String>,
    /// The replacement text of a reference.
    pub text: At<String>,
}
