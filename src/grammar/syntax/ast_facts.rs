//! The statements that are facts: part of the [`ast`](super::ast), where they are named.

use super::ast::{At, Guard, Item, Items, Statement};
use super::schema::{Head, Key, Row, Slot};
use serde::{Deserialize, Serialize};

/// A statement as its row of the schema describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    row: &'static Row,
    /// One for each slot of the row; none where nothing is said.
    operands: Vec<Option<Operand>>,
}

/// What stands in one slot of a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The keyword of a flag.
    Said,
    /// A list of items, or one by itself.
    Items(Items),
    /// Guards; at least one.
    Guards(Vec<Guard>),
    /// Names, words, terminals, strings; at least one.
    Texts(Vec<At<String>>),
    /// A number.
    Number(At<u32>),
    /// Declarations of attributes, in their order.
    Attributes(Vec<AttributeLine>),
    /// Declarations of entities.
    Entities(Vec<EntityLine>),
}

/// The facts of one kind among some statements, each with the place of its statement.
pub(crate) fn facts(statements: &[At<Statement>], head: Head) -> impl Iterator<Item = At<&Fact>> {
    statements.iter().filter_map(move |statement| {
        Some(At { value: statement.value.fact(head)?, place: statement.place })
    })
}

impl Statement {
    /// The fact of this kind that it is.
    #[must_use]
    pub fn fact(&self, head: Head) -> Option<&Fact> {
        match self {
            Self::Fact(fact) if fact.row.head == head => Some(fact),
            _ => None,
        }
    }
}

impl Fact {
    /// A fact of a row, with an operand, if it is said, for each of the row's slots.
    #[must_use]
    pub fn new(row: &'static Row, operands: Vec<Option<Operand>>) -> Self {
        debug_assert_eq!(row.slots.len(), operands.len());
        Self { row, operands }
    }

    /// Its row of the schema.
    #[must_use]
    pub const fn row(&self) -> &'static Row {
        self.row
    }

    /// What is said, slot by slot.
    pub fn said(&self) -> impl Iterator<Item = (&'static Slot, &Operand)> {
        let slots = self.row.slots.iter().zip(&self.operands);
        slots.filter_map(|(slot, operand)| Some((slot, operand.as_ref()?)))
    }

    fn number_of(&self, slot: &str) -> Option<usize> {
        let found = self.row.slots.iter().position(|one| one.name == slot);
        debug_assert!(found.is_some(), "{:?} has no slot `{slot}`", self.row);
        found
    }

    /// What stands in a slot.
    #[must_use]
    pub fn operand(&self, slot: &str) -> Option<&Operand> {
        self.operands.get(self.number_of(slot)?)?.as_ref()
    }

    /// The statement with another operand in a slot.
    #[must_use]
    pub fn with(&self, slot: &str, operand: Operand) -> Statement {
        let mut changed = self.clone();
        if let Some(number) = self.number_of(slot) {
            changed.operands[number] = Some(operand);
        }
        Statement::Fact(changed)
    }

    /// The statement with nothing in a slot.
    #[must_use]
    pub(crate) fn without(&self, slot: &str) -> Statement {
        let mut changed = self.clone();
        if let Some(number) = self.number_of(slot) {
            changed.operands[number] = None;
        }
        Statement::Fact(changed)
    }

    /// Whether a slot is there.
    #[must_use]
    pub fn says(&self, slot: &str) -> bool {
        self.operand(slot).is_some()
    }

    /// Whether `replace` puts this one in the place of that one.
    pub(crate) fn stands_for(&self, old: &Self) -> bool {
        self.row == old.row
            && match self.row.replaced {
                Some(Key::Head) => true,
                Some(Key::Same(slots)) => self.agrees(old, slots),
                _ => false,
            }
    }

    /// Whether two facts of a row say the same in some slots.
    pub(crate) fn agrees(&self, other: &Self, slots: &[&str]) -> bool {
        slots.iter().all(|slot| self.operand(slot) == other.operand(slot))
    }

    /// The list in a slot.
    #[must_use]
    pub fn items(&self, slot: &str) -> Option<&Items> {
        match self.operand(slot)? {
            Operand::Items(items) => Some(items),
            _ => None,
        }
    }

    /// The item in a slot, or the first of a list.
    #[must_use]
    pub fn item(&self, slot: &str) -> Option<&At<Item>> {
        self.items(slot)?.terms.first().map(|(_, item)| item)
    }

    /// The guards in a slot; none if it is missing.
    #[must_use]
    pub fn guards(&self, slot: &str) -> &[Guard] {
        match self.operand(slot) {
            Some(Operand::Guards(guards)) => guards,
            _ => &[],
        }
    }

    /// The name, terminal, word or string in a slot, or the first of them.
    #[must_use]
    pub fn text(&self, slot: &str) -> Option<&At<String>> {
        self.texts(slot).first()
    }

    /// The names, terminals or strings in a slot; none if it is missing.
    #[must_use]
    pub fn texts(&self, slot: &str) -> &[At<String>] {
        match self.operand(slot) {
            Some(Operand::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// The attributes that it declares.
    #[must_use]
    pub fn attributes(&self) -> &[AttributeLine] {
        match self.operand("attributes") {
            Some(Operand::Attributes(attributes)) => attributes,
            _ => &[],
        }
    }

    /// The entities that it declares.
    #[must_use]
    pub fn entities(&self) -> &[EntityLine] {
        match self.operand("entities") {
            Some(Operand::Entities(entities)) => entities,
            _ => &[],
        }
    }

    /// The number in a slot.
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
    /// Its name, as written.
    pub name: At<String>,
    /// `cdata`, `id`; `notation` before a group, or nothing.
    pub kind: Option<At<String>>,
    /// `(top middle bottom)`: what it may be; empty if only the kind says that.
    pub group: Vec<At<String>>,
    /// What it is if it is not given.
    pub default: Default,
}

/// What an attribute is that is not given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Default<Value = At<String>> {
    /// Nothing is said: it need not be there.
    Implied,
    /// `current`: as it was given last, for an element of the same statement.
    Current,
    /// `conref`: it need not be there, and an element that has it is empty.
    Conref,
    /// `required`: it has to be given.
    Required,
    /// `fixed x`: this, and nothing else may be given.
    Fixed(Value),
    /// `= x`: this.
    Value(Value),
}

/// One entity of an `entities` statement: `nbsp "[nbsp  ]"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityLine {
    /// Its name, whose case counts.
    pub name: At<String>,
    /// What a reference to it stands for.
    pub text: At<String>,
}
