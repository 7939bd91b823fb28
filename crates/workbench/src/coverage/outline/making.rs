//! Builds an outline: the units and lists of each statement.

use super::super::lists::{ListId, OutlineList, OutlineTerm};
use super::{Outline, Unit, UnitId, UnitKind, alternative_place, guard_of};
use wishful::base::FileSpan;
pub(super) use wishful::grammar::ast::{
    At, Atom, Content, Edit, Exception, Fact, Factor, Guard, Item, Items, Operand, Rejected,
    Remedy, Statement,
};
use wishful::grammar::schema::Head;

/// A builder of an outline. Invariant: `statement` is the unit of the current statement.
pub(super) struct OutlineBuilder {
    pub(super) outline: Outline,
    pub(super) statement: UnitId,
    /// False inside a mode that is off.
    pub(super) in_force: bool,
}

impl OutlineBuilder {
    /// Adds the units of a statement.
    pub(super) fn statement(&mut self, number: usize, At { value, place }: &At<Statement>) {
        self.in_force = true;
        match value {
            Statement::Set { name, items } => {
                let unit = self.begin(UnitKind::Set, *place);
                let list = self.list("members", *place, items, Some(unit));
                self.outline.sets.entry(name.value.clone()).or_default().push(list);
            }
            Statement::Rule { left, content } => {
                self.begin(UnitKind::Rule, *place);
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

    /// Begins a statement.
    fn begin(&mut self, kind: UnitKind, place: FileSpan) -> UnitId {
        self.statement = UnitId::new(self.outline.units.len());
        self.statement = self.unit(kind, place, 1);
        self.statement
    }

    /// Returns the unit of a span, which can be counted in `ways` ways; adds it if it is new.
    fn unit(&mut self, kind: UnitKind, place: FileSpan, ways: usize) -> UnitId {
        let Outline { units, of_place, .. } = &mut self.outline;
        let next = UnitId::new(units.len());
        let unit = *of_place.entry((kind, place)).or_insert(next);
        if unit == next {
            let (statement, in_force) = (self.statement, self.in_force);
            units.push(Unit { kind, place, statement, ways, in_force });
        }
        unit
    }

    /// Builds a guarded part. If its mode is off, its units are not in force.
    fn guarded(&mut self, guard: Option<&Guard>, make: impl FnOnce(&mut Self)) {
        let before = self.in_force;
        let names = &self.outline.stages.names;
        let by_mode = guard.filter(|guard| names.modes.contains_key(&guard.name.value));
        self.in_force &= self.outline.modes.hold(by_mode);
        make(self);
        self.in_force = before;
    }

    /// Reports whether a guard is tested while parsing; the others depend on modes only.
    fn is_tested(&self, guard: &Guard) -> bool {
        !self.outline.stages.names.modes.contains_key(&guard.name.value)
    }

    /// Adds a list. If it has more than one item, each item is a unit.
    fn list(
        &mut self,
        slot: &'static str,
        place: FileSpan,
        items: &Items,
        owner: Option<UnitId>,
    ) -> ListId {
        let several = items.terms.iter().filter(|(adds, _)| *adds).count() > 1;
        let mut terms = Vec::new();
        for (adds, item) in &items.terms {
            if !adds {
                continue;
            }
            let unit = if several { Some(self.unit(UnitKind::Item, item.place, 1)) } else { None };
            let inner = match &item.value {
                Item::Braces { items, .. } => Some(self.list("braces", item.place, items, None)),
                _ => None,
            };
            terms.push(OutlineTerm { item: item.clone(), unit, inner });
        }
        let list = ListId::new(self.outline.lists.len());
        self.outline.lists.push(OutlineList { owner, terms });
        self.outline.is_inner.push(slot == "braces");
        self.outline.of_slot.entry((slot, place)).or_insert(list);
        list
    }

    /// Adds a clause that is a list, as a unit with its items.
    fn clause(&mut self, slot: &'static str, place: FileSpan, items: &Items) {
        let unit = self.unit(UnitKind::Clause, items.place, 1);
        self.list(slot, place, items, Some(unit));
    }

    /// Adds the units of a rule's content.
    fn content(&mut self, content: &Content) {
        let several = content.written().count() > 1;
        for alternative in content.written() {
            self.guarded(alternative.guard.as_ref(), |builder| {
                if several && let Some(place) = alternative_place(alternative) {
                    builder.unit(UnitKind::Alternative, place, 1);
                }
                alternative.factors.iter().for_each(|factor| builder.factor(factor));
            });
        }
        content.exceptions.iter().for_each(|exception| self.exception(exception));
    }

    /// Adds the unit of a symbol, or those of a group.
    fn factor(&mut self, At { value, place }: &At<Factor>) {
        match &value.atom {
            Atom::Item(item) => {
                let unit = self.unit(UnitKind::Symbol, *place, 1);
                let items = Items::one(At { value: item.clone(), place: *place });
                self.list("symbol", *place, &items, Some(unit));
            }
            Atom::Group(content) => self.content(content),
            Atom::Foster(_, content) => {
                self.unit(UnitKind::Foster, *place, 1);
                self.content(content);
            }
        }
    }

    /// Adds an exclusion or inclusion, with its lists.
    fn exception(&mut self, At { value, place }: &At<Exception>) {
        let Exception { excludes, guard, items, within, until, .. } = value;
        self.guarded(guard.as_ref(), |builder| {
            let is_tested = guard.as_ref().is_some_and(|guard| builder.is_tested(guard));
            let lifted = is_tested || within.is_some() || until.is_some();
            let (kind, ways) = if *excludes {
                (UnitKind::Exclusion, 1 + usize::from(lifted))
            } else {
                (UnitKind::Inclusion, 1)
            };
            builder.unit(kind, *place, ways);
            builder.list("items", *place, items, None);
            if let Some(until) = until {
                builder.list("until", *place, until, None);
            }
        });
    }

    /// Adds the units of a remedy line.
    fn remedy(&mut self, place: FileSpan, rejected: &Rejected, remedies: &[At<Remedy>]) {
        let decided = rejected.guards.iter().find(|guard| !self.is_tested(guard)).cloned();
        self.guarded(decided.as_ref(), |builder| {
            builder.begin(UnitKind::Remedy, place);
            builder.list("left", place, &rejected.left, None);
            if let Some(condition) = builder.condition_of(rejected) {
                let unit = builder.unit(UnitKind::Condition, condition, 2);
                builder.outline.conditions.insert(place, unit);
            }
            for remedy in remedies {
                builder.step(place, remedy);
            }
        });
    }

    /// Returns the span of a remedy's first condition; `None` if it has none.
    fn condition_of(&self, rejected: &Rejected) -> Option<FileSpan> {
        if let Some(guard) = rejected.guards.iter().find(|guard| self.is_tested(guard)) {
            return Some(guard.name.place);
        }
        if let Some(items) = &rejected.within {
            return Some(items.place);
        }
        if let Some(terminal) = &rejected.wherever {
            return Some(terminal.place);
        }
        rejected.excluded.then_some(rejected.left.place)
    }

    /// Adds one remedy of a line.
    fn step(&mut self, statement: FileSpan, At { value, place }: &At<Remedy>) {
        let (item, may_be_kept) = match value {
            Remedy::Insert(item) | Remedy::Retract(item) => (Some(item), false),
            Remedy::Close(item, unless) => (Some(item), unless.is_some()),
            Remedy::Rewrite(Item::Literal(_)) => (None, false),
            Remedy::Rewrite(item) => (Some(item), false),
            Remedy::Adopt(_) | Remedy::Unlink(_) => (None, true),
            Remedy::Grant
            | Remedy::Cruft
            | Remedy::Discard
            | Remedy::Admit
            | Remedy::Reopen
            | Remedy::Merge => (None, false),
        };
        self.unit(UnitKind::Step, *place, if may_be_kept { 2 } else { 1 });
        self.outline.steps.insert(*place, statement);
        if let Some(item) = item {
            let items = Items::one(At { value: item.clone(), place: *place });
            self.list("step", *place, &items, None);
        }
    }

    /// Adds an extension: `SET |= [mode] members`.
    fn extension(&mut self, place: FileSpan, rule: &Statement) {
        let Statement::Rule { left, content } = rule else { return };
        let guard = content.alternatives.iter().find_map(|one| one.guard.clone());
        self.guarded(guard.as_ref(), |builder| {
            let unit = builder.begin(UnitKind::Set, place);
            let mut items = Items { count: None, terms: Vec::new(), place };
            for factor in content.factors() {
                if let Atom::Item(item) = &factor.value.atom {
                    items.terms.push((true, At { value: item.clone(), place: factor.place }));
                }
            }
            let list = builder.list("members", place, &items, Some(unit));
            if let [At { value: Item::Name(name), .. }] = left.items.as_slice()
                && builder.in_force
            {
                builder.outline.sets.entry(name.clone()).or_default().push(list);
            }
        });
    }

    /// Adds the units of a statement that is neither a rule, a set nor a remedy line.
    fn fact(&mut self, number: usize, place: FileSpan, fact: &Fact) {
        let head = fact.row().head;
        let is_of_texts = self.outline.grammar.tokenizer().is_text();
        if is_declaration(head) && !(is_of_texts && head == Head::Token) {
            return;
        }
        let guard = guard_of(fact).filter(|guard| !self.is_tested(guard)).cloned();
        self.guarded(guard.as_ref(), |builder| {
            let kind = if head == Head::Wish { UnitKind::Wish } else { UnitKind::Fact };
            builder.begin(kind, place);
            if builder.in_force {
                builder.outline.facts.push((number, head, place));
            }
            if head == Head::Latch
                && let Some(tested) = fact.guards("guards").first()
            {
                builder.unit(UnitKind::Condition, tested.name.place, 2);
            }
            for (at, (slot, operand)) in fact.said().enumerate() {
                builder.operand((at == 0, slot.name), place, operand);
            }
            if head == Head::Wish
                && let Some(tags) = fact.items("tags")
            {
                for (_, item) in &tags.terms {
                    builder.outline.wishes.insert(item.place, place);
                }
            }
        });
    }

    /// Adds the units of a statement's operand. The first operand and `elements` are lists; any
    /// other list is a clause, such as `for …`. Each of several texts is a unit.
    fn operand(
        &mut self,
        (is_first, slot): (bool, &'static str),
        place: FileSpan,
        operand: &Operand,
    ) {
        match operand {
            // The `unless` of a wish is not a separate unit.
            Operand::Items(_) if slot == "unless" => {}
            Operand::Items(items) if is_first || slot == "elements" => {
                self.list(slot, place, items, None);
            }
            Operand::Items(items) => self.clause(slot, place, items),
            Operand::Texts(texts) if matches!(slot, "names" | "strings") && texts.len() > 1 => {
                for text in texts {
                    self.unit(UnitKind::Item, text.place, 1);
                }
            }
            _ => {}
        }
    }
}

/// Reports whether a statement declares something about the grammar itself, which no document can
/// exercise.
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
