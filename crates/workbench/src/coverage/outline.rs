//! The outline of a grammar: its statements in force, and the parts of each, as units of coverage.
//!
//! The statements are those of the grammar and of all that it uses, after `use`, `replace`,
//! `remove` and `|=`. Each keeps its file and line. A *unit* is a statement or a part of one; the
//! parts depend on the statement:
//!
//! | statement | parts |
//! | --- | --- |
//! | a rule | items of its left side, alternatives, symbols, `foster` groups, exceptions |
//! | a remedy | items of its left side, conditions, steps |
//! | a wish | its tags, and the tokens after `for` |
//! | a set, a fact | its clauses, and the items of their lists |
//!
//! Most units can be exercised in one way. Three kinds have two ways. An exclusion that something
//! can end or lift either refused a token, or was in force around a token that was let in. A
//! condition held or failed. A step that open elements can block was applied or passed over.
//!
//! Statements that no document can exercise are no units: `start`, `tokenizer`, `use`, `mode`,
//! `text whole`, `allow`, `entities`, `skip`, and tokens of markup. A unit whose mode is off is
//! *not in force*. The same holds for a set that is only a boundary (`until`, `unless`, `in`) or is
//! only subtracted from others.
//!
//! The same line may belong to several statements: if one element of a rule was edited, it got a
//! separate rule. Then each part is still one unit, since units are identified by kind and span.

mod making;

use super::lists::{ListId, OutlineList, OutlineTerm};
use making::OutlineBuilder;
use serde::{Deserialize, Serialize};
use wishful::base::{FileSpan, HashMap, HashSet};
pub(super) use wishful::grammar::ast::{
    Alternative, At, Atom, Fact, Factor, Guard, Item, Items, Operand, Statement,
};
use wishful::grammar::compile::{Modes, Stages};
use wishful::grammar::model::Grammar;
use wishful::grammar::schema::Head;
use wishful_earley::TerminalId;

wishful::base::id_type! {
    /// A unit of an outline.
    pub(super) UnitId
}

/// The kind of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// A set of tags and terminals.
    Set,
    /// A rule.
    Rule,
    /// One of several alternatives that has more than one factor.
    Alternative,
    /// A symbol or a set in a rule.
    Symbol,
    /// A `foster` group.
    Foster,
    /// An `excluding` line.
    Exclusion,
    /// An `including` line.
    Inclusion,
    /// A `wish`.
    Wish,
    /// A remedy statement.
    Remedy,
    /// The conditions of a remedy or a latch.
    Condition,
    /// One of the remedies of a statement.
    Step,
    /// Any other statement.
    Fact,
    /// A clause of a statement: `for …`, `markers …`.
    Clause,
    /// An item of a list.
    Item,
}

/// A statement or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    pub(super) place: FileSpan,
    /// The enclosing statement; the unit itself if it is one.
    pub(super) statement: UnitId,
    /// The number of ways in which it can be exercised: 1 or 2.
    pub(super) ways: usize,
    /// False if it belongs to a mode that is off, or to a set that nothing can exercise.
    pub(super) in_force: bool,
}

/// The units of a grammar, and indices for finding those that a document exercises.
pub(super) struct Outline {
    pub(super) stages: Stages,
    pub(super) grammar: Grammar,
    pub(super) units: Vec<Unit>,
    of_place: HashMap<(UnitKind, FileSpan), UnitId>,
    pub(super) lists: Vec<OutlineList>,
    /// True for lists in the braces of another list, by list.
    is_inner: Vec<bool>,
    /// The lists by slot name and the span of their owner.
    of_slot: HashMap<(&'static str, FileSpan), ListId>,
    /// The definition of each set, and its extensions in modes that are on.
    pub(super) sets: HashMap<String, Vec<ListId>>,
    /// The span of the wish that an item of a wish belongs to, by the item's span.
    pub(super) wishes: HashMap<FileSpan, FileSpan>,
    /// The span of the statement that a remedy's step belongs to, by the step's span.
    pub(super) steps: HashMap<FileSpan, FileSpan>,
    /// The condition of each remedy, by the span of its statement.
    pub(super) conditions: HashMap<FileSpan, UnitId>,
    /// The modes that are on.
    pub(super) modes: Modes,
    /// The facts: their numbers among the statements, heads and spans.
    pub(super) facts: Vec<(usize, Head, FileSpan)>,
}

impl Outline {
    /// Computes the outline of a grammar.
    pub(super) fn of(grammar: &Grammar) -> Self {
        let outline = Self {
            stages: grammar.stages(),
            grammar: grammar.clone(),
            units: Vec::new(),
            of_place: HashMap::default(),
            lists: Vec::new(),
            is_inner: Vec::new(),
            of_slot: HashMap::default(),
            sets: HashMap::default(),
            wishes: HashMap::default(),
            steps: HashMap::default(),
            conditions: HashMap::default(),
            modes: grammar.modes_on(),
            facts: Vec::new(),
        };
        let mut builder = OutlineBuilder { outline, statement: UnitId::new(0), in_force: true };
        for (number, statement) in grammar.statements().in_force().iter().enumerate() {
            builder.statement(number, statement);
        }
        builder.outline.leave_out_bounds();
        builder.outline
    }

    /// Marks sets as not in force if they are only boundaries or only subtracted. These sets are
    /// unreachable from the lists that documents exercise.
    fn leave_out_bounds(&mut self) {
        let of_sets: HashSet<ListId> = self.sets.values().flatten().copied().collect();
        let mut reached: Vec<ListId> = (0..self.lists.len()).map(ListId::new).collect();
        reached.retain(|list| !of_sets.contains(list) && !self.is_inner[list.index()]);
        let mut seen: HashSet<ListId> = reached.iter().copied().collect();
        while let Some(list) = reached.pop() {
            for OutlineTerm { item, inner, .. } in &self.lists[list.index()].terms {
                let named = match &item.value {
                    Item::Name(name) => self.sets.get(name).map_or(&[][..], Vec::as_slice),
                    _ => inner.as_slice(),
                };
                reached.extend(named.iter().copied().filter(|&list| seen.insert(list)));
            }
        }
        for (number, OutlineList { owner, terms }) in self.lists.iter().enumerate() {
            if !seen.contains(&ListId::new(number)) {
                for unit in terms.iter().filter_map(|term| term.unit).chain(*owner) {
                    self.units[unit.index()].in_force = false;
                }
            }
        }
    }

    /// Returns the unit of a kind at a span.
    pub(super) fn unit(&self, kind: UnitKind, place: FileSpan) -> Option<UnitId> {
        self.of_place.get(&(kind, place)).copied()
    }

    /// Returns the list in a slot of the owner at a span.
    pub(super) fn list(&self, slot: &'static str, place: FileSpan) -> Option<ListId> {
        self.of_slot.get(&(slot, place)).copied()
    }

    /// Returns a merged statement.
    pub(super) fn statement(&self, number: usize) -> &At<Statement> {
        &self.grammar.statements().in_force()[number]
    }

    /// Reports whether a list includes a terminal.
    pub(super) fn names(&self, items: &Items, terminal: TerminalId) -> bool {
        let member = self.stages.plain.member(terminal.index());
        self.stages.sets.members(items).contains(&self.stages.sets.number(&member))
    }
}

/// Returns the guard of a fact, if it has one.
pub(super) fn guard_of(fact: &Fact) -> Option<&Guard> {
    for (slot, operand) in fact.said() {
        if slot.name == "guard"
            && let Operand::Guards(guards) = operand
            && let Some(guard) = guards.first()
        {
            return Some(guard);
        }
    }
    None
}

/// Returns the span from the first factor of an alternative to its last one. Returns `None` for a
/// single symbol, for an empty alternative, and if an edit joined factors of several files.
pub(super) fn alternative_place(alternative: &Alternative) -> Option<FileSpan> {
    let [At { value: Factor { atom: Atom::Item(_) | Atom::Foster(..), .. }, .. }] =
        alternative.factors.as_slice()
    else {
        return alternative.place();
    };
    None
}

impl Outline {
    /// Reports whether another outline has the same units. Outlines of the same files do, whatever
    /// modes are on.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.unit_keys().eq(other.unit_keys()) && self.texts().eq(other.texts())
    }

    /// Iterates over the kinds and spans of the units.
    fn unit_keys(&self) -> impl Iterator<Item = (UnitKind, FileSpan)> {
        self.units.iter().map(|unit| (unit.kind, unit.place))
    }

    /// Iterates over the names and texts of the files.
    fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.grammar.files().iter().map(|(_, file)| (file.name(), file.text()))
    }
}
