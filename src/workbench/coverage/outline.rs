//! What there is to be exercised in a grammar: its statements as they are in force, and the parts of each.
//!
//! The statements are those of the grammar and of all that it uses, after `use`, `replace`, `remove` and `|=`, and each
//! stands at its own file and line. A *unit* is a statement or a part of one; what a part is depends on the statement:
//!
//! | statement | parts |
//! | --- | --- |
//! | a rule | what its left side names, alternatives, symbols, `foster` groups, exclusions and inclusions |
//! | a remedy | what its left side names, the conditions, the steps |
//! | a wish | the tags, and what they are for |
//! | a set, a fact | its clauses, and what they list |
//!
//! Most units are exercised in one way. Two ways have an exclusion that something can end or lift (it refused a token; it was
//! in force around one and that was let in), conditions (they held, they failed) and a step that can be kept from being done by
//! what is open (done, passed over).
//!
//! What says nothing that a document could exercise is no unit: `start`, `tokenizer`, `use`, `mode`, `text whole`, `allow`,
//! `entities`, tokens. A unit whose mode is off is *not in force*; nor is a set that is only a boundary (`until`, `unless`,
//! `in`) or only taken away from others.
//!
//! Where the same line came to stand in several statements (one element of a rule was edited, so that it got a rule
//! of its own), its parts are one unit each: units are told apart by kind and place.

mod making;

use super::lists::{List, ListId, Term};
use crate::base::{Files, HashMap, HashSet, Place, Span};
use crate::earley::{FlagId, TerminalId};
use crate::grammar::ast::{Alternative, At, Atom, Fact, Guard, Item, Items, Operand, Statement};
use crate::grammar::compile::{Modes, Stages, stages};
use crate::grammar::model::Grammar;
use crate::grammar::schema::Head;
use making::Making;
use serde::{Deserialize, Serialize};

crate::base::id_type! {
    /// A unit of an outline.
    pub(super) UnitId
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A set of tags and terminals.
    Set,
    /// A rule.
    Rule,
    /// One of several alternatives, of more than one factor.
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
    /// What must be so for a remedy or a latch.
    Condition,
    /// One of the remedies of a statement.
    Step,
    /// Any other statement.
    Fact,
    /// A clause of a statement: `for …`, `markers …`.
    Clause,
    /// One of the things that a list names.
    Item,
}

/// A statement or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) kind: Kind,
    pub(super) place: Place,
    /// The statement that it is a part of, or itself.
    pub(super) statement: UnitId,
    /// How it may be exercised: one way or two.
    pub(super) ways: usize,
    /// Whether it is in force: not, if it stands under a mode that is off.
    pub(super) in_force: bool,
}

/// The units of a grammar, and what is needed to find out which of them a document exercises.
pub(super) struct Outline {
    pub(super) files: Files,
    pub(super) stages: Stages,
    pub(super) grammar: Grammar,
    pub(super) units: Vec<Unit>,
    of_place: HashMap<(Kind, Place), UnitId>,
    pub(super) lists: Vec<List>,
    /// By list: whether it stands in the braces of another one.
    is_inner: Vec<bool>,
    /// By the name of the slot and the place of what it is said of.
    of_slot: HashMap<(&'static str, Place), ListId>,
    /// What sets are defined as, and extended by in modes that are on.
    pub(super) sets: HashMap<String, Vec<ListId>>,
    /// By the place of an item of a wish, that of the wish.
    pub(super) wishes: HashMap<Place, Place>,
    /// By the place of a remedy's step, that of its statement.
    pub(super) steps: HashMap<Place, Place>,
    /// The guards of exclusions and inclusions that are asked while a text is read.
    pub(super) guards: HashMap<Place, Guard>,
    /// By the statement of a remedy, its condition.
    pub(super) conditions: HashMap<Place, UnitId>,
    /// The modes that are on.
    pub(super) modes: Modes,
    /// The facts, each with the place of its statement and its number among the statements.
    pub(super) facts: Vec<(usize, Head, Place)>,
}

impl Outline {
    /// The outline of a grammar.
    pub(super) fn of(grammar: &Grammar) -> Self {
        let (sources, modes) = (grammar.sources(), grammar.modes_on());
        let (stages, _) = stages(&sources.files, &sources.units, &modes);
        let statements = stages.merged.statements.clone();
        let outline = Self {
            files: sources.files,
            stages,
            grammar: grammar.clone(),
            units: Vec::new(),
            of_place: HashMap::default(),
            lists: Vec::new(),
            is_inner: Vec::new(),
            of_slot: HashMap::default(),
            sets: HashMap::default(),
            wishes: HashMap::default(),
            steps: HashMap::default(),
            guards: HashMap::default(),
            conditions: HashMap::default(),
            modes: modes.clone(),
            facts: Vec::new(),
        };
        let mut making = Making { outline, modes, statement: UnitId::new(0), in_force: true };
        for (number, statement) in statements.iter().enumerate() {
            making.statement(number, statement);
        }
        making.outline.leave_out_bounds();
        making.outline
    }

    /// Sets that are only boundaries, or only taken away from others, are exercised by nothing: they are not counted.
    fn leave_out_bounds(&mut self) {
        let of_sets: HashSet<ListId> = self.sets.values().flatten().copied().collect();
        let mut reached: Vec<ListId> = (0..self.lists.len()).map(ListId::new).collect();
        reached.retain(|list| !of_sets.contains(list) && !self.is_inner[list.index()]);
        let mut seen: HashSet<ListId> = reached.iter().copied().collect();
        while let Some(list) = reached.pop() {
            for Term { item, inner, .. } in &self.lists[list.index()].terms {
                let named = match &item.value {
                    Item::Name(name) => self.sets.get(name).map_or(&[][..], Vec::as_slice),
                    _ => inner.as_slice(),
                };
                reached.extend(named.iter().copied().filter(|&list| seen.insert(list)));
            }
        }
        for (number, List { owner, terms }) in self.lists.iter().enumerate() {
            if !seen.contains(&ListId::new(number)) {
                let units = terms.iter().filter_map(|term| term.unit).chain(*owner);
                units.for_each(|unit| self.units[unit.index()].in_force = false);
            }
        }
    }

    /// The unit of a kind at a place.
    pub(super) fn unit(&self, kind: Kind, place: Place) -> Option<UnitId> {
        self.of_place.get(&(kind, place)).copied()
    }

    /// The list in a slot of what stands at a place.
    pub(super) fn list(&self, slot: &'static str, place: Place) -> Option<ListId> {
        self.of_slot.get(&(slot, place)).copied()
    }

    /// A merged statement.
    pub(super) fn statement(&self, number: usize) -> &At<Statement> {
        &self.stages.merged.statements[number]
    }

    /// The latch of a name, as the engine's flag.
    pub(super) fn latch(&self, name: &str) -> Option<FlagId> {
        self.stages.names.latches.get_index_of(name).map(FlagId::new)
    }

    /// Whether a list names a terminal.
    pub(super) fn names(&self, items: &Items, terminal: TerminalId) -> bool {
        let member = self.stages.plain.member(terminal.index());
        self.stages.sets.members(items).contains(&member)
    }
}

/// The guard of a fact that may have one.
pub(super) fn guard_of(fact: &Fact) -> Option<&Guard> {
    let mut said = fact.said().filter(|(slot, _)| slot.name == "guard");
    said.find_map(|(_, operand)| match operand {
        Operand::Guards(guards) => guards.first(),
        _ => None,
    })
}

/// From the first factor of an alternative to its last one; none if that is one symbol, or nothing, or if an edit put
/// together what stands in several files.
pub(super) fn alternative_place(alternative: &Alternative) -> Option<Place> {
    let (first, last) = (alternative.factors.first()?, alternative.factors.last()?);
    let is_symbol = alternative.factors.len() == 1
        && matches!(first.value.atom, Atom::Item(_) | Atom::Foster(..));
    let (from, to) = (first.place, last.place);
    let span = Span { start: from.span.start, end: to.span.end };
    (!is_symbol && from.file == to.file).then_some(Place { file: from.file, span })
}

impl Outline {
    /// Whether another outline has the same units: it is of the same files, whatever modes are on.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let texts = |outline: &Self| -> Vec<(String, String)> {
            let files = outline.files.iter();
            files.map(|(_, file)| (file.name().to_owned(), file.text().to_owned())).collect()
        };
        let units = |outline: &Self| -> Vec<(Kind, Place)> {
            outline.units.iter().map(|unit| (unit.kind, unit.place)).collect()
        };
        units(self) == units(other) && texts(self) == texts(other)
    }
}
