//! Lowering from JSON to slots: parses the keys, compiles the expressions and reports structural
//! mistakes.

use super::expressions;
use super::json::{JsonKind, JsonValue, Member};
use super::key::{self, ParsedKey};
use super::mistakes::{Mistake, MistakeKind};
use super::options::CompileOptions;
use super::scoped::scoped;
use super::slots::{KeySlot, PlanId, Selection, SlotId, SlotShape, Slots};
use super::split::SplitExpression;
use super::strings::UnescapedText;
use wishful::base::Span;
use wishful_query::plan::Plan;

/// A parselet under construction.
pub(super) struct ParseletBuilder<'o> {
    pub(super) slots: Slots,
    pub(super) mistakes: Vec<Mistake>,
    options: &'o CompileOptions,
}

impl<'o> ParseletBuilder<'o> {
    /// Lowers a JSON value to a parselet.
    pub(super) fn of(value: &JsonValue, options: &'o CompileOptions) -> Self {
        let mut own = Self { slots: Slots::default(), mistakes: Vec::new(), options };
        let root = own.slots.add(KeySlot {
            name: "".into(),
            place: value.span,
            parent: None,
            optional: false,
            complete: false,
            scope: None,
            shape: SlotShape::Object(Vec::new()),
        });
        match &value.kind {
            JsonKind::Object(members) => own.members(root, members),
            JsonKind::Other { is_told: true } => {}
            _ => own.wrong(value.span, MistakeKind::NoObject),
        }
        own
    }

    fn wrong(&mut self, span: Span, wrong: MistakeKind) {
        self.mistakes.push(Mistake::new(span, wrong));
    }

    /// Lowers the members of an object. Of two keys with the same name the last one is used, at its
    /// own position.
    fn members(&mut self, parent: SlotId, members: &[Member]) {
        let mut names: wishful::base::IndexMap<Box<str>, (SlotId, Span)> = Default::default();
        for member in members {
            let Some(id) = self.member(parent, member) else { continue };
            let (name, span) = (self.slots.get(id).name.clone(), member.key.span);
            if let Some((_, (_, before))) = names.shift_remove_entry(&name) {
                let twice = Mistake::new(before, MistakeKind::Twice(name.clone()));
                self.mistakes.push(twice.also(span, "this one"));
            }
            names.insert(name, (id, span));
        }
        let ids: Vec<SlotId> = names.into_values().map(|(id, _)| id).collect();
        match &mut self.slots.get_mut(parent).shape {
            SlotShape::Object(members) | SlotShape::Objects(members) => *members = ids,
            SlotShape::Text(_) | SlotShape::Texts(_) => {}
        }
    }

    /// Lowers a member; returns `None` if its key or value is unusable.
    fn member(&mut self, parent: SlotId, member: &Member) -> Option<SlotId> {
        let text = &*member.key.value;
        let key = key::read(text, self.options.dialect);
        if key.name.is_empty() {
            self.wrong(member.key.span, MistakeKind::EmptyKey);
            return None;
        }
        let name = &text[key.name.clone()];
        self.without_meaning(&key, &member.key, name);
        let slot = KeySlot {
            name: name.into(),
            place: member.key.place(Span::new(0, text.len())),
            parent: Some(parent),
            optional: key.optional || self.options.optional,
            complete: key.complete,
            scope: None,
            shape: SlotShape::Object(Vec::new()),
        };
        let id = self.slots.add(slot);
        if let Some(scope) = key.scope {
            let plan = self.expression(id, &member.key, Span::new(scope.start, scope.end));
            let place = member.key.place(Span::new(scope.start, scope.end));
            self.slots.get_mut(id).scope = plan.map(|plan| self.scope(plan, parent, place));
        }
        self.value(id, &member.value)?;
        Some(id)
    }

    /// Adds the plan of a key's scope, and reports a scope that cannot select nodes. If the key is
    /// inside another scope, the plan's selectors are anchored there by `:scope`.
    fn scope(&mut self, mut plan: Plan, parent: SlotId, place: Span) -> PlanId {
        if !expressions::gives_nodes(&plan) {
            self.wrong(place, MistakeKind::Scope);
        }
        if self.slots.is_in_scope(parent) {
            scoped(&mut plan);
        }
        self.slots.add_plan(plan)
    }

    /// Reports the parts of a key that have no meaning.
    fn without_meaning(&mut self, key: &ParsedKey, written: &UnescapedText, name: &str) {
        let place =
            |range: &std::ops::Range<usize>| written.place(Span::new(range.start, range.end));
        for range in &key.ignored {
            let what = written.value[range.clone()].into();
            self.wrong(place(range), MistakeKind::Ignored { what, name: name.into() });
        }
        if let Some(range) = &key.unclosed {
            self.wrong(place(range), MistakeKind::Unclosed('('));
        }
        if let Some(range) = &key.unseen {
            let operators = written.value[range.clone()].trim();
            self.wrong(place(range), MistakeKind::Unseen(operators.into()));
        }
    }

    fn value(&mut self, id: SlotId, value: &JsonValue) -> Option<()> {
        let shape = match &value.kind {
            JsonKind::Text(text) => SlotShape::Text(self.selection(id, text)?),
            JsonKind::Object(members) => {
                self.members(id, members);
                return Some(());
            }
            JsonKind::Array(values) => return self.array(id, values, value.span),
            JsonKind::Other { is_told } => {
                if !is_told {
                    self.wrong(value.span, MistakeKind::Kind);
                }
                return None;
            }
        };
        self.slots.get_mut(id).shape = shape;
        Some(())
    }

    fn array(&mut self, id: SlotId, values: &[JsonValue], span: Span) -> Option<()> {
        let [value] = values else {
            self.wrong(span, MistakeKind::ArrayLength(values.len()));
            return None;
        };
        match &value.kind {
            JsonKind::Text(text) => {
                let selection = self.selection(id, text)?;
                self.slots.get_mut(id).shape = SlotShape::Texts(selection);
            }
            JsonKind::Object(members) => {
                self.slots.get_mut(id).shape = SlotShape::Objects(Vec::new());
                self.members(id, members);
            }
            JsonKind::Other { is_told: true } => return None,
            JsonKind::Array(_) | JsonKind::Other { .. } => {
                self.wrong(value.span, MistakeKind::ArrayMember);
                return None;
            }
        }
        Some(())
    }

    fn selection(&mut self, id: SlotId, text: &UnescapedText) -> Option<Selection> {
        let whole = Span::new(0, text.value.len());
        let mut parts = SplitExpression::of(self.expression(id, text, whole)?);
        // (The first part is evaluated in the scope; the second is evaluated at each match, which
        // is in it.)
        let SplitExpression { each, value } = &mut parts;
        let (first, second) = if each.is_some() { (each, value) } else { (value, each) };
        if let Some(first) = first
            && self.slots.is_in_scope(id)
        {
            scoped(first);
        }
        if let Some(second) = second {
            scoped(second);
        }
        Some(self.slots.add_parts(parts))
    }

    /// Compiles the expression in a part of a string. Diagnostics have their spans in the file.
    fn expression(&mut self, id: SlotId, text: &UnescapedText, part: Span) -> Option<Plan> {
        let expression = part.of(&text.value);
        let (plan, mistakes) = expressions::compile(expression, &self.options.expressions);
        let path: Box<str> = self.slots.path(id).into();
        for mut mistake in mistakes {
            let sort = expressions::sort(expression, &mistake);
            let start = part.range().start;
            let place = |span: Span| {
                let range = span.range();
                text.place(Span::new(range.start + start, range.end + start))
            };
            mistake.primary.place.span = place(mistake.primary.place.span);
            for label in &mut mistake.secondary {
                label.place.span = place(label.place.span);
            }
            let (span, path) = (mistake.primary.place.span, path.clone());
            self.wrong(span, MistakeKind::Expression { path, mistake: Box::new(mistake), sort });
        }
        plan
    }
}
