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

use super::lists::{List, ListId, Term};
use crate::base::{Files, HashMap, HashSet, Place, Span};
use crate::earley::{FlagId, TerminalId};
use crate::grammar::ast::{
    Alternative, At, Atom, Content, Edit, Exception, Fact, Factor, Guard, Item, Items, Operand,
    Rejected, Remedy, Statement,
};
use crate::grammar::compile::{Modes, Stages, stages};
use crate::grammar::model::Grammar;
use crate::grammar::schema::Head;
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
    /// Whether the modes of the grammar leave it there.
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
    /// By the item of a wish, the wish.
    pub(super) wishes: HashMap<Place, Place>,
    /// By the step, the statement that it is of.
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
    /// That of a grammar.
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

/// The making of an outline: the invariant is that `statement` is the unit of the statement that is looked at.
struct Making {
    outline: Outline,
    modes: Modes,
    statement: UnitId,
    /// Whether what is looked at is left there by the modes.
    in_force: bool,
}

impl Making {
    fn statement(&mut self, number: usize, At { value, place }: &At<Statement>) {
        self.in_force = true;
        match value {
            Statement::Set { name, items } => {
                let unit = self.begin(Kind::Set, *place);
                let list = self.list("members", *place, items, Some(unit));
                self.outline.sets.entry(name.value.clone()).or_default().push(list);
            }
            Statement::Rule { left, content } => {
                self.begin(Kind::Rule, *place);
                let items = Items {
                    count: None,
                    terms: left.items.iter().map(|item| (true, item.clone())).collect(),
                    place: *place,
                };
                self.list("left", *place, &items, None);
                self.content(content);
            }
            Statement::Remedy { rejected, remedies } => self.remedy(*place, rejected, remedies),
            Statement::Fact(fact) => self.fact(number, *place, fact),
            Statement::Edit(Edit::Extend, rule) => self.extension(*place, &rule.value),
            Statement::Edit(..) => {}
        }
    }

    /// A statement begins.
    fn begin(&mut self, kind: Kind, place: Place) -> UnitId {
        self.statement = UnitId::new(self.outline.units.len());
        self.statement = self.unit(kind, place, 1);
        self.statement
    }

    fn unit(&mut self, kind: Kind, place: Place, ways: usize) -> UnitId {
        let Outline { units, of_place, .. } = &mut self.outline;
        let next = UnitId::new(units.len());
        let unit = *of_place.entry((kind, place)).or_insert(next);
        if unit == next {
            let (statement, in_force) = (self.statement, self.in_force);
            units.push(Unit { kind, place, statement, ways, in_force });
        }
        unit
    }

    /// What is guarded by a mode that is off is not in force.
    fn guarded(&mut self, guard: Option<&Guard>, make: impl FnOnce(&mut Self)) {
        let before = self.in_force;
        let names = &self.outline.stages.names;
        let by_mode = guard.filter(|guard| names.modes.contains_key(&guard.name.value));
        self.in_force &= self.modes.hold(by_mode);
        make(self);
        self.in_force = before;
    }

    /// Whether a guard is asked while a text is read.
    fn is_asked(&self, guard: &Guard) -> bool {
        !self.outline.stages.names.modes.contains_key(&guard.name.value)
    }

    /// A list; with what it names as units, if that is more than one thing.
    fn list(
        &mut self,
        slot: &'static str,
        place: Place,
        items: &Items,
        owner: Option<UnitId>,
    ) -> ListId {
        let several = items.terms.iter().filter(|(adds, _)| *adds).count() > 1;
        let terms = items.terms.iter().filter(|(adds, _)| *adds).map(|(_, item)| {
            let unit = several.then(|| self.unit(Kind::Item, item.place, 1));
            let inner = match &item.value {
                Item::Braces { items, .. } => Some(self.list("braces", item.place, items, None)),
                _ => None,
            };
            Term { item: item.clone(), unit, inner }
        });
        let terms = terms.collect();
        let list = ListId::new(self.outline.lists.len());
        self.outline.lists.push(List { owner, terms });
        self.outline.is_inner.push(slot == "braces");
        self.outline.of_slot.entry((slot, place)).or_insert(list);
        list
    }

    /// A clause that is a list: a unit, and what it names.
    fn clause(&mut self, slot: &'static str, place: Place, items: &Items) {
        let unit = self.unit(Kind::Clause, items.place, 1);
        self.list(slot, place, items, Some(unit));
    }

    fn content(&mut self, content: &Content) {
        let several = content.written().count() > 1;
        for alternative in content.written() {
            self.guarded(alternative.guard.as_ref(), |making| {
                if let Some(place) = alternative_place(alternative).filter(|_| several) {
                    making.unit(Kind::Alternative, place, 1);
                }
                alternative.factors.iter().for_each(|factor| making.factor(factor));
            });
        }
        content.exceptions.iter().for_each(|exception| self.exception(exception));
    }

    fn factor(&mut self, At { value, place }: &At<Factor>) {
        match &value.atom {
            Atom::Item(item) => {
                let unit = self.unit(Kind::Symbol, *place, 1);
                let items = Items::one(At { value: item.clone(), place: *place });
                self.list("symbol", *place, &items, Some(unit));
            }
            Atom::Group(content) => self.content(content),
            Atom::Foster(_, content) => {
                self.unit(Kind::Foster, *place, 1);
                self.content(content);
            }
        }
    }

    fn exception(&mut self, At { value, place }: &At<Exception>) {
        let Exception { excludes, guard, items, within, until, .. } = value;
        self.guarded(guard.as_ref(), |making| {
            let asked = guard.as_ref().filter(|guard| making.is_asked(guard));
            let lifted = asked.is_some() || within.is_some() || until.is_some();
            let (kind, ways) = match excludes {
                true => (Kind::Exclusion, 1 + usize::from(lifted)),
                false => (Kind::Inclusion, 1),
            };
            making.unit(kind, *place, ways);
            making.list("items", *place, items, None);
            if let Some(until) = until {
                making.list("until", *place, until, None);
            }
            if let Some(guard) = asked {
                making.outline.guards.insert(*place, guard.clone());
            }
        });
    }

    fn remedy(&mut self, place: Place, rejected: &Rejected, remedies: &[At<Remedy>]) {
        let decided = rejected.guards.iter().find(|guard| !self.is_asked(guard)).cloned();
        self.guarded(decided.as_ref(), |making| {
            making.begin(Kind::Remedy, place);
            making.list("left", place, &rejected.left, None);
            if let Some(condition) = making.condition_of(rejected) {
                let unit = making.unit(Kind::Condition, condition, 2);
                making.outline.conditions.insert(place, unit);
            }
            for remedy in remedies {
                making.step(place, remedy);
            }
        });
    }

    /// Where the first condition of a remedy stands; none if it has none.
    fn condition_of(&self, rejected: &Rejected) -> Option<Place> {
        let guards = rejected.guards.iter().filter(|guard| self.is_asked(guard));
        let within = rejected.within.as_ref().map(|items| items.place);
        let wherever = rejected.wherever.as_ref().map(|terminal| terminal.place);
        let behind = rejected.excluded.then_some(rejected.left.place);
        guards.map(|guard| guard.name.place).next().or(within).or(wherever).or(behind)
    }

    fn step(&mut self, statement: Place, At { value, place }: &At<Remedy>) {
        let (item, may_be_kept) = match value {
            Remedy::Insert(item) | Remedy::Retract(item) => (Some(item), false),
            Remedy::Close(item, unless) => (Some(item), unless.is_some()),
            Remedy::Rewrite(Item::Literal(_)) => (None, false),
            Remedy::Rewrite(item) => (Some(item), false),
            Remedy::Adopt(_) | Remedy::Unlink(_) => (None, true),
            _ => (None, false),
        };
        self.unit(Kind::Step, *place, if may_be_kept { 2 } else { 1 });
        self.outline.steps.insert(*place, statement);
        if let Some(item) = item {
            let items = Items::one(At { value: item.clone(), place: *place });
            self.list("step", *place, &items, None);
        }
    }

    /// `SET |= [mode] members`.
    fn extension(&mut self, place: Place, rule: &Statement) {
        let Statement::Rule { left, content } = rule else { return };
        let guard = content.alternatives.iter().find_map(|one| one.guard.clone());
        self.guarded(guard.as_ref(), |making| {
            let unit = making.begin(Kind::Set, place);
            let mut items = Items { count: None, terms: Vec::new(), place };
            for factor in content.factors() {
                if let Atom::Item(item) = &factor.value.atom {
                    items.terms.push((true, At { value: item.clone(), place: factor.place }));
                }
            }
            let list = making.list("members", place, &items, Some(unit));
            if let [At { value: Item::Name(name), .. }] = left.items.as_slice()
                && making.in_force
            {
                making.outline.sets.entry(name.clone()).or_default().push(list);
            }
        });
    }

    fn fact(&mut self, number: usize, place: Place, fact: &Fact) {
        let head = fact.row().head;
        if is_declaration(head) {
            return;
        }
        let guard = guard_of(fact).filter(|guard| !self.is_asked(guard)).cloned();
        self.guarded(guard.as_ref(), |making| {
            let kind = if head == Head::Wish { Kind::Wish } else { Kind::Fact };
            making.begin(kind, place);
            if making.in_force {
                making.outline.facts.push((number, head, place));
            }
            if head == Head::Latch
                && let Some(asked) = fact.guards("guards").first()
            {
                making.unit(Kind::Condition, asked.name.place, 2);
            }
            for (at, (slot, operand)) in fact.said().enumerate() {
                making.operand((at == 0, slot.name), place, operand);
            }
            if head == Head::Wish
                && let Some(tags) = fact.items("tags")
            {
                let wishes = tags.terms.iter().map(|(_, item)| (item.place, place));
                making.outline.wishes.extend(wishes);
            }
        });
    }

    fn operand(&mut self, (first, slot): (bool, &'static str), place: Place, operand: &Operand) {
        match operand {
            // What a wish may not be for is no more than a part of what it says.
            Operand::Items(_) if slot == "unless" => {}
            Operand::Items(items) if first || slot == "elements" => {
                self.list(slot, place, items, None);
            }
            Operand::Items(items) => self.clause(slot, place, items),
            Operand::Texts(texts) if matches!(slot, "names" | "strings") && texts.len() > 1 => {
                for text in texts {
                    self.unit(Kind::Item, text.place, 1);
                }
            }
            _ => {}
        }
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

/// Whether a statement is of the grammar, and says nothing that a document could exercise.
fn is_declaration(head: Head) -> bool {
    matches!(
        head,
        Head::Start
            | Head::Tokenizer
            | Head::Use
            | Head::Mode
            | Head::TextWhole
            | Head::Token
            | Head::Skip
            | Head::Entities
            | Head::Allow
    )
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
