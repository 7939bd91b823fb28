//! Mentions of elements in statements, numbered by list.
//!
//! Two names are equivalent if every list of every grammar contains both or neither. They can be
//! exchanged in the grammars without changing their meaning. A list is a collection without order:
//! the members of a set, the left side of a rule, a clause of `excluding`, alternatives of one item
//! each. Where order may matter, as in a sequence or among the tags of a remedy, each item is a
//! separate list. This approximation is safe: it may separate equivalent names, but never joins
//! different ones.

pub(super) use wishful::grammar::ast::{
    Atom, AttributeTest, Content, Element, Exception, Fact, Item, Items, LeftSide, Operand, Parent,
    Rejected, Remedy, Repeat, Statement,
};
use wishful::grammar::schema::Head;

/// A tag, a name or a terminal in a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Mention<'s> {
    /// The number of the list.
    pub(super) list: usize,
    /// True if the list adds it, false if the list removes it.
    pub(super) adds: bool,
    pub(super) what: MentionKind<'s>,
}

/// The mentioned thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum MentionKind<'s> {
    /// A tag, or an element.
    Tag {
        /// True for an end tag.
        ends: bool,
        /// The namespace that is written before the name.
        namespace: Option<&'s str>,
        /// The name; `None` for `*`.
        name: Option<&'s str>,
        /// The attribute test.
        test: Option<&'s AttributeTest>,
    },
    /// A set, a rule, a latch, a mode, the name of an exclusion, a mark or a terminal.
    Name(&'s str),
    /// A string.
    String(&'s str),
}

/// A visitor of statements that numbers lists and passes each mention to `see`.
pub(super) struct MentionVisitor<F> {
    next: usize,
    see: F,
}

impl<'s, F: FnMut(Mention<'s>)> MentionVisitor<F> {
    pub(super) const fn new(see: F) -> Self {
        Self { next: 0, see }
    }

    fn list(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn show(&mut self, list: usize, adds: bool, what: MentionKind<'s>) {
        (self.see)(Mention { list, adds, what });
    }

    fn name(&mut self, name: &'s str) {
        let list = self.list();
        self.show(list, true, MentionKind::Name(name));
    }

    /// Visits all mentions in a statement.
    pub(super) fn statement(&mut self, statement: &'s Statement) {
        match statement {
            Statement::Set { name, items } => {
                self.name(&name.value);
                self.items(items);
            }
            Statement::Rule { left, content } => {
                self.left(left);
                self.content(content);
            }
            Statement::Remedy { rejected, remedies } => {
                self.rejected(rejected);
                remedies.iter().for_each(|remedy| self.remedy(&remedy.value));
            }
            Statement::Fact(fact) => self.fact(fact),
            Statement::Edit(_, inner) => self.statement(&inner.value),
        }
    }

    fn items(&mut self, items: &'s Items) {
        let list = self.list();
        items.terms.iter().for_each(|(adds, item)| self.item(list, *adds, &item.value));
    }

    fn in_order(&mut self, items: &'s Items) {
        for (adds, item) in &items.terms {
            let list = self.list();
            self.item(list, *adds, &item.value);
        }
    }

    /// Visits an item of the list with this number; `adds` is false if the list removes the item.
    /// Braces begin a list of their own.
    fn item(&mut self, list: usize, adds: bool, item: &'s Item) {
        match item {
            Item::Start(element) => self.show(list, adds, tag(element, false)),
            Item::End(element) => self.show(list, adds, tag(element, true)),
            Item::Terminal(name) | Item::Name(name) => {
                self.show(list, adds, MentionKind::Name(name))
            }
            Item::Literal(text) => self.show(list, adds, MentionKind::String(text)),
            Item::Braces { items, .. } => self.items(items),
        }
    }

    fn one(&mut self, item: &'s Item) {
        let list = self.list();
        self.item(list, true, item);
    }

    fn left(&mut self, left: &'s LeftSide) {
        match left.parent.as_ref().map(|parent| &parent.value) {
            Some(Parent::Element(element)) => {
                let list = self.list();
                self.show(list, true, tag(element, false));
            }
            Some(Parent::Fragment) | None => {}
        }
        let list = self.list();
        left.items.iter().for_each(|item| self.item(list, true, &item.value));
    }

    fn content(&mut self, content: &'s Content) {
        let any_order = self.list();
        for alternative in &content.alternatives {
            let guard = alternative.guard.as_ref();
            guard.into_iter().for_each(|guard| self.name(&guard.name.value));
            for factor in &alternative.factors {
                let is_alone = guard.is_none() && alternative.factors.len() == 1;
                match &factor.value.atom {
                    Atom::Item(item) if is_alone && factor.value.repeat == Repeat::Once => {
                        self.item(any_order, true, item);
                    }
                    Atom::Item(item) => self.one(item),
                    Atom::Group(group) => self.content(group),
                    Atom::Foster(elsewhere, group) => {
                        elsewhere.lists().for_each(|items| self.items(items));
                        self.content(group);
                    }
                }
            }
        }
        content.exceptions.iter().for_each(|exception| self.exception(&exception.value));
    }

    fn exception(&mut self, exception: &'s Exception) {
        let Exception { guard, items, within, until, label, .. } = exception;
        guard.iter().for_each(|guard| self.name(&guard.name.value));
        label.iter().for_each(|label| self.name(&label.value));
        std::iter::once(items).chain(within).chain(until).for_each(|items| self.items(items));
    }

    fn rejected(&mut self, rejected: &'s Rejected) {
        self.items(&rejected.left);
        rejected.guards.iter().for_each(|guard| self.name(&guard.name.value));
        rejected.within.iter().for_each(|items| self.items(items));
        rejected.wherever.iter().for_each(|terminal| self.name(&terminal.value));
    }

    fn remedy(&mut self, remedy: &'s Remedy) {
        remedy.items().for_each(|item| self.one(item));
    }

    fn fact(&mut self, fact: &'s Fact) {
        for (slot, operand) in fact.said() {
            match operand {
                // Of two tags at the same cost, the order may decide.
                Operand::Items(items) if fact.row().head == Head::Wish && slot.name == "tags" => {
                    self.in_order(items);
                }
                Operand::Items(items) => self.items(items),
                Operand::Guards(guards) => {
                    guards.iter().for_each(|guard| self.name(&guard.name.value));
                }
                Operand::Texts(texts) => {
                    let list = self.list();
                    texts
                        .iter()
                        .for_each(|text| self.show(list, true, MentionKind::String(&text.value)));
                }
                Operand::Said
                | Operand::Number(_)
                | Operand::Attributes(_)
                | Operand::Entities(_) => {}
            }
        }
    }
}

fn tag(element: &Element, ends: bool) -> MentionKind<'_> {
    let Element { namespace, name, attribute } = element;
    MentionKind::Tag {
        ends,
        namespace: namespace.as_deref(),
        name: name.as_deref(),
        test: attribute.as_ref(),
    }
}
