//! What follows from other properties, or from the element itself, where it is not said; as the seed's author built it.

use super::draft::Draft;
use super::iso::Moment;
use super::lexicon::{FormatId, Slot};
use super::quantity;
use super::reader::Reader;
use super::run::Run;
use super::stringify::{Said, value_part};
use super::text::trimmed;
use super::view::EntryId;
use crate::base::Span;
use crate::microformats::results::{Form, Item, ItemId, Text, ValueRow};
use crate::microformats::step::{Part, Place, Role, Step};
use crate::microformats::vocabulary::{Implied, Kind, Property, Rule, Simple};

/// The properties that the names of people are made of, and those of organisations.
const GIVEN_NAME: &str = "given-name";
const FAMILY_NAME: &str = "family-name";
const ORGANISATION_NAME: &str = "organization-name";
const ORGANISATION_UNIT: &str = "organization-unit";
/// The class by which the name that a card has is no more than a nickname.
const NICKNAME: &str = "nickname";

/// What sort of card one is (vCard, property `kind`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Individual,
    Organisation,
    Group,
    Location,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Self::Individual => "individual",
            Self::Organisation => "org",
            Self::Group => "group",
            Self::Location => "location",
        }
    }
}

impl<'d, 'v> Reader<'d, 'v, '_> {
    /// Adds what follows by the rules of the format, in their order.
    pub(super) fn implied(&mut self, run: &mut Run, draft: &mut Draft<'d>) {
        let rules = &self.lexicon.format(run.format).implied;
        for rule in rules {
            self.apply(rule, run, draft);
        }
    }

    fn apply(&mut self, implied: &'v Implied, run: &mut Run, draft: &mut Draft<'d>) {
        let Some(slot) = self.lexicon.slot_called(run.format, &implied.property) else { return };
        let property = self.lexicon.property(run.format, slot);
        let from = implied.from.first().map_or("", |from| &**from);
        if implied.rule == Rule::Date {
            return self.feed(&property.name, from, draft);
        }
        if draft.has(&property.name) {
            return;
        }
        let row = match implied.rule {
            Rule::Name => self.name(run, property, from, draft),
            Rule::Nickname => self.nickname(run, property, from, draft),
            Rule::Sort => self.sort_row(from, draft),
            Rule::Organisation => self.own_text(run, slot, draft),
            Rule::Date => None,
        };
        draft.add(property, row.into_iter().collect());
    }

    /// The text of the first value of a property.
    fn first<'r>(&'r self, draft: &Draft<'d>, name: &str) -> Option<(&'r str, ValueRow<'d>)> {
        let row = *draft.values(name).first()?;
        Some((self.tables.text(row.text), row))
    }

    /// A value that follows from another one.
    fn follows(&mut self, text: &str, from: ValueRow<'d>) -> ValueRow<'d> {
        self.account.work.values += 1;
        let text = self.stored(text);
        ValueRow { text, form: Form::Plain, step: Step::ImpliedBy, ..from }
    }

    /// What sort of card it is: that of an organisation or of a part of one, if it is called so; that of a place, if it is called as a
    /// line of its address is; or else that of an individual.
    fn sort(&self, from: &str, draft: &Draft<'d>) -> Option<Sort> {
        let (name, _) = self.first(draft, from)?;
        let mut sort = Sort::Individual;
        for group in &draft.groups {
            for item in group.rows.iter().filter_map(|row| item_of(row)) {
                sort = self.sort_by(name, item).unwrap_or(sort);
            }
        }
        Some(sort)
    }

    /// What a card of a name is by one of its nested items, if that says something.
    fn sort_by(&self, name: &str, item: ItemId) -> Option<Sort> {
        let row = &self.tables.items[item.index()];
        let groups = row.groups.of(&self.tables.groups).iter();
        let mut said = groups.filter(|group| {
            let mut values = group.values.of(&self.tables.values).iter();
            values.any(|value| self.tables.text(value.text) == name)
        });
        let term = self.tables.terms.get_index(said.next()?.term.index())?;
        let types = row.types.of(&self.tables.types);
        match &**term {
            ORGANISATION_NAME => Some(Sort::Organisation),
            ORGANISATION_UNIT => Some(Sort::Group),
            _ if types.iter().any(|&term| self.is_saved_root(term)) => Some(Sort::Location),
            _ => None,
        }
    }

    fn sort_row(&mut self, from: &str, draft: &Draft<'d>) -> Option<ValueRow<'d>> {
        let sort = self.sort(from, draft)?;
        let (_, row) = self.first(draft, from)?;
        Some(self.follows(sort.name(), row))
    }

    /// "Implied n optimization": `n` from a name of two words.
    fn name(
        &mut self,
        run: &mut Run,
        property: &'v Property,
        from: &str,
        draft: &Draft<'d>,
    ) -> Option<ValueRow<'d>> {
        if let Some(row) = self.read_itself(run, property) {
            return Some(row);
        }
        let (name, row) = self.first(draft, from).filter(|_| self.is_persons(run, from, draft))?;
        let words: Vec<String> = name.split_whitespace().take(3).map(str::to_owned).collect();
        let [first, second] = &words[..] else { return None };
        let (given, family) = given_and_family(first, second);
        let part = self.lexicon.parts(property).next()?;
        let mut parts = Draft::default();
        for (name, text) in [(GIVEN_NAME, given), (FAMILY_NAME, family)] {
            let slot = self.lexicon.slot_called(part, name)?;
            let value = self.follows(text, row);
            parts.add(self.lexicon.property(part, slot), vec![value]);
        }
        let item = self.part_item(row.node, part, parts);
        Some(ValueRow { form: Form::Item { item, alt: None, html: false }, step: Step::ImpliedBy, ..row })
    }

    /// "Implied nickname optimization": from a name of one word.
    fn nickname(
        &mut self,
        run: &Run,
        property: &'v Property,
        from: &str,
        draft: &Draft<'d>,
    ) -> Option<ValueRow<'d>> {
        let (name, row) = self.first(draft, from).filter(|_| self.is_persons(run, from, draft))?;
        let is_word = name.split_whitespace().count() == 1;
        let _ = property;
        is_word.then(|| ValueRow { step: Step::ImpliedBy, ..row })
    }

    /// Whether a card's name is that of an individual, and whole.
    fn is_persons(&self, run: &Run, from: &str, draft: &Draft<'d>) -> bool {
        let nickname = self.lexicon.class(NICKNAME);
        let node = draft.values(from).first().map(|row| row.node);
        let is_name = |entry: &&EntryId| Some(self.view.entry(**entry).node) == node;
        let is_nick = |entry: &EntryId| nickname.is_some_and(|it| self.view.names(*entry).contains(&it));
        let is_nickname = run.sight.iter().filter(is_name).any(is_nick);
        self.sort(from, draft) == Some(Sort::Individual) && !is_nickname
    }
}
