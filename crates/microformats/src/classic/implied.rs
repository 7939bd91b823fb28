//! Implied properties: they follow from other properties or from the element, as in the
//! implementation by the seed's author.

use super::draft::Draft;
use super::iso::IsoDateTime;
use super::lexicon::{FormatId, PropertySlot};
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::text::trimmed;
use crate::results::{Form, ItemId, Range, TermId, Text, UntypedText, ValueRow};
use crate::step::{InputPosition, Role, Step, StepInput};
use crate::vocabulary::{Implied, Property, PropertyKind, Rule, Simple};
use wishful::base::Span;

/// The properties that make up the names of people and of organisations.
const GIVEN_NAME: &str = "given-name";
const FAMILY_NAME: &str = "family-name";
const ORGANISATION_NAME: &str = "organization-name";
const ORGANISATION_UNIT: &str = "organization-unit";
/// The class that marks the name of a card as a mere nickname.
const NICKNAME: &str = "nickname";
/// The property with the kind of a card.
const KIND: &str = "kind";

/// The kind of a card (vCard, property `kind`). If several apply, the first in this order counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ImpliedKind {
    Organisation,
    Group,
    Location,
    Individual,
}

impl ImpliedKind {
    fn name(self) -> &'static str {
        match self {
            Self::Individual => "individual",
            Self::Organisation => "org",
            Self::Group => "group",
            Self::Location => "location",
        }
    }
}

impl<'d, 'v> ClassicReader<'d, 'v, '_> {
    /// Adds the implied properties, by the rules of the format in their order.
    pub(super) fn implied(&mut self, run: &mut ItemRun, draft: &mut Draft<'d>) {
        let format = self.lexicon.format(run.format);
        for property in format.properties.values() {
            self.own_part(property, run, draft);
        }
        for rule in &format.implied {
            self.apply(rule, run, draft);
        }
    }

    /// Reads the item itself as a missing part, if it contains properties of that part: a card with
    /// a `given-name`, but no `n`. This applies only to parts with implied rules for names, because
    /// many formats have a `value` or a `type`.
    fn own_part(&mut self, property: &'v Property, run: &ItemRun, draft: &mut Draft<'d>) {
        let lexicon = self.lexicon;
        let Some(part) = lexicon.parts(property).next() else { return };
        let mut rules = lexicon.format(run.format).implied.iter();
        let is_name = rules.any(|it| it.rule == Rule::Name && it.property == property.name);
        let mut rules = lexicon.format(part).implied.iter();
        let is_organisation = rules.any(|it| it.rule == Rule::Organisation);
        if draft.has(&property.name) || !is_name && !is_organisation {
            return;
        }
        if self.sees_part(run, part) {
            let row = self.pivot(run, run.top, part);
            draft.add(property, row.into_iter().collect());
        }
    }

    /// Reports whether a visible element has a property of a part.
    fn sees_part(&self, run: &ItemRun, part: FormatId) -> bool {
        for &entry in &run.sight {
            for &name in self.view.names(entry) {
                if self.lexicon.slot(part, name).is_some() {
                    return true;
                }
            }
        }
        false
    }

    fn apply(&mut self, implied: &'v Implied, run: &mut ItemRun, draft: &mut Draft<'d>) {
        let Some(slot) = self.lexicon.slot_called(run.format, &implied.property) else { return };
        let property = self.lexicon.property(run.format, slot);
        let from = match implied.from.first() {
            Some(from) => &**from,
            None => "",
        };
        if implied.rule == Rule::Date {
            return self.feed(&property.name, from, draft);
        }
        if draft.has(&property.name) {
            return;
        }
        let row = match implied.rule {
            Rule::Name => self.name(run, property, from, draft),
            Rule::Nickname => self.nickname(run, from, draft),
            Rule::Sort => self.sort_row(run, from, draft),
            Rule::Organisation if !draft.groups.is_empty() => None,
            Rule::Organisation | Rule::Content => self.content(run, slot),
            Rule::FirstHalf => self.half(run, property, |text| Some(text.split_once(HALVES)?.0)),
            Rule::SecondHalf => self.half(run, property, |text| Some(text.split_once(HALVES)?.1)),
            Rule::Date => None,
        };
        draft.add(property, row.into_iter().collect());
    }

    /// Returns the text and the row of the first value of a property.
    fn first<'r>(&'r self, draft: &Draft<'d>, name: &str) -> Option<(&'r str, ValueRow<'d>)> {
        let row = *draft.values(name).first()?;
        Some((self.tables.text(row.text), row))
    }

    /// Returns a value that is derived from another one.
    fn follows(&mut self, text: &str, from: ValueRow<'d>) -> ValueRow<'d> {
        self.account.work.values += 1;
        let text = self.stored(text);
        ValueRow { text, form: Form::Plain, step: Step::ImpliedBy, ..from }
    }

    /// Returns the kind of a card. A card is an organisation or a part of one, if it has the name
    /// of that. It is a place, if its name is a line of its address. Otherwise it is an individual.
    fn sort(&self, run: &ItemRun, from: &str, draft: &Draft<'d>) -> Option<ImpliedKind> {
        let (name, _) = self.first(draft, from)?;
        let mut kind = ImpliedKind::Individual;
        for group in draft.groups.values() {
            for row in &group.rows {
                if let Form::Item { item, .. } = row.form
                    && let Some(implied) = self.sort_by(run, name, item)
                {
                    kind = kind.min(implied);
                }
            }
        }
        Some(kind)
    }

    /// Returns the kind of a card that one of its nested items implies.
    fn sort_by(&self, run: &ItemRun, name: &str, item: ItemId) -> Option<ImpliedKind> {
        let row = &self.tables.items[item.index()];
        let mut groups = row.groups.of(&self.tables.groups).iter();
        let group = groups.find(|group| {
            let mut values = group.values.of(&self.tables.values).iter();
            values.any(|value| self.tables.text(value.text) == name)
        })?;
        match self.term_name(group.term)? {
            ORGANISATION_NAME => return Some(ImpliedKind::Organisation),
            ORGANISATION_UNIT => return Some(ImpliedKind::Group),
            _ => {}
        }
        // (All formats that cards save are formats of places.)
        for &root in row.types.of(&self.tables.types) {
            if let Some(root) = self.term_name(root)
                && let Some(format) = self.lexicon.format_of(root)
                && run.saves.contains(&format)
            {
                return Some(ImpliedKind::Location);
            }
        }
        None
    }

    fn term_name(&self, term: TermId) -> Option<&str> {
        Some(self.tables.terms.get_index(term.index())?)
    }

    fn sort_row(&mut self, run: &ItemRun, from: &str, draft: &Draft<'d>) -> Option<ValueRow<'d>> {
        let sort = self.sort(run, from, draft)?;
        let (_, row) = self.first(draft, from)?;
        Some(self.follows(sort.name(), row))
    }

    /// Derives `n` from a name of two words ("implied n optimization").
    fn name(
        &mut self,
        run: &ItemRun,
        property: &'v Property,
        from: &str,
        draft: &Draft<'d>,
    ) -> Option<ValueRow<'d>> {
        let (name, row) = self.first(draft, from)?;
        if !self.is_persons(run, from, draft) {
            return None;
        }
        let (given, family) = given_and_family(name)?;
        let part = self.lexicon.parts(property).next()?;
        let mut parts = Draft::default();
        for (name, text) in [(GIVEN_NAME, &given), (FAMILY_NAME, &family)] {
            let slot = self.lexicon.slot_called(part, name)?;
            let value = self.follows(text, row);
            parts.add(self.lexicon.property(part, slot), vec![value]);
        }
        let item = self.part_item(row.node, part, parts);
        Some(ValueRow {
            form: Form::Item { item, alt: None, html: false },
            step: Step::ImpliedBy,
            ..row
        })
    }

    /// Derives the nickname from a name of one word ("implied nickname optimization").
    fn nickname(&self, run: &ItemRun, from: &str, draft: &Draft<'d>) -> Option<ValueRow<'d>> {
        let (name, row) = self.first(draft, from)?;
        if !self.is_persons(run, from, draft) || name.split_whitespace().count() != 1 {
            return None;
        }
        Some(ValueRow { step: Step::ImpliedBy, ..row })
    }

    /// Reports whether the name of a card belongs to an individual, and is not a mere nickname.
    fn is_persons(&self, run: &ItemRun, from: &str, draft: &Draft<'d>) -> bool {
        if self.is_nickname(run, from, draft) {
            return false;
        }
        match self.first(draft, KIND) {
            Some((kind, _)) => kind.eq_ignore_ascii_case(ImpliedKind::Individual.name()),
            None => self.sort(run, from, draft) == Some(ImpliedKind::Individual),
        }
    }

    /// Reports whether the element of a card's name has the class of nicknames.
    fn is_nickname(&self, run: &ItemRun, from: &str, draft: &Draft<'d>) -> bool {
        let Some(nickname) = self.lexicon.class(NICKNAME) else { return false };
        let Some(row) = draft.values(from).first() else { return false };
        run.sight.iter().any(|&entry| {
            self.view.entry(entry).node == row.node && self.view.names(entry).contains(&nickname)
        })
    }

    /// Returns the value of the whole element, without the content of its other properties.
    fn content(&mut self, run: &mut ItemRun, slot: PropertySlot) -> Option<ValueRow<'d>> {
        let property = self.lexicon.property(run.format, slot);
        let simple = simple(property)?;
        let others = self.others(run, slot);
        let has_address = matches!(simple, Simple::Uri | Simple::Uid)
            && self.address(self.node(run.top), false).is_some();
        let row = if others.is_empty() || has_address {
            self.value(run, run.top, simple)?
        } else {
            self.rest(run, &others, simple)
        };
        if self.tables.text(row.text).is_empty() { None } else { Some(row) }
    }

    /// Returns the spans of the elements that have other properties.
    fn others(&self, run: &ItemRun, slot: PropertySlot) -> Vec<Span> {
        let mut spans = Vec::new();
        for &entry in &run.sight {
            let names = self.view.names(entry).iter();
            let mut slots = names.filter_map(|&name| self.lexicon.slot(run.format, name));
            if slots.any(|other| other != slot) {
                spans.push(self.view.entry(entry).text);
            }
        }
        spans
    }

    /// Returns the text of the element without some spans of it.
    fn rest(&mut self, run: &ItemRun, others: &[Span], simple: Simple) -> ValueRow<'d> {
        let whole = self.view.entry(run.top).text;
        let start = self.tables.buffer.len();
        let mut from = whole.range().start;
        for other in others {
            let other = other.range();
            if other.start >= from && other.end <= whole.range().end {
                self.append(Text::Stored(Span::new(from, other.start)));
                from = other.end;
            }
        }
        self.append(Text::Stored(Span::new(from, whole.range().end)));
        let rest = trimmed(Span::new(start, self.tables.buffer.len()), &self.tables.buffer);
        let node = self.view.entry(run.top).node;
        let parts = self.tables.note([StepInput::value(InputPosition::Content(node))]);
        let found = UntypedText { text: Text::Stored(rest), step: Step::Text, parts };
        let found = self.as_quantity(found, simple);
        self.account.work.values += 1;
        ValueRow { text: found.text, form: Form::Plain, step: found.step, parts, node }
    }

    /// Returns one half of the text of the element, if the text has two halves.
    fn half(
        &mut self,
        run: &mut ItemRun,
        property: &'v Property,
        half: fn(&str) -> Option<&str>,
    ) -> Option<ValueRow<'d>> {
        let whole = self.stringify(run, run.top);
        let half = half(self.tables.text(whole.text))?.trim().to_owned();
        let text = self.stored(&half);
        let UntypedText { text, step, parts } =
            self.as_quantity(UntypedText { text, ..whole }, simple(property)?);
        self.account.work.values += 1;
        let node = self.view.entry(run.top).node;
        Some(ValueRow { text, form: Form::Plain, step, parts, node })
    }

    /// Completes the dates of a property by date and zone of the first value of another property
    /// ("feed-through" from `dtstart` to `dtend`).
    fn feed(&mut self, name: &str, from: &str, draft: &mut Draft<'d>) {
        let Some((text, row)) = self.first(draft, from) else { return };
        let text = text.to_owned();
        let Some(moment) = IsoDateTime::read(&text) else { return };
        let Some(group) = draft.groups.get_mut(name) else { return };
        for value in &mut group.rows {
            *value = self.fed(*value, &moment, row);
        }
    }

    /// Adds a missing date to a value. Adds a missing zone, too, if the date was missing or the
    /// value was combined from several elements.
    fn fed(
        &mut self,
        value: ValueRow<'d>,
        from: &IsoDateTime<'_>,
        source: ValueRow<'d>,
    ) -> ValueRow<'d> {
        let Some(own) = IsoDateTime::read(self.tables.text(value.text)) else { return value };
        let lacks_date = own.date.is_none();
        let may_lack_zone = lacks_date || value.step == Step::ValueClass;
        let lacks_zone = own.zone.is_none() && own.time.is_some() && may_lack_zone;
        let date = if lacks_date { from.date } else { None };
        let zone = if lacks_zone { from.zone } else { None };
        let roles = [(date.is_some(), Role::FedDate), (zone.is_some(), Role::FedZone)];
        let mut fed = own;
        if !fed.fill(IsoDateTime { date, time: None, zone }) {
            return value;
        }
        let text = fed.written();
        let text = self.stored(&text);
        let parts = self.parts_with(value, source, roles);
        ValueRow { text, parts, ..value }
    }

    /// Returns the parts of a value together with those of another one, in the given roles.
    fn parts_with(
        &mut self,
        value: ValueRow<'d>,
        source: ValueRow<'d>,
        roles: [(bool, Role); 2],
    ) -> Range {
        let mut parts: Vec<StepInput> = value.parts.of(&self.tables.parts).to_vec();
        for (is_fed, role) in roles {
            if is_fed {
                let from = source.parts.of(&self.tables.parts).iter();
                parts.extend(from.map(|part| StepInput { role, ..*part }));
            }
        }
        self.tables.note(parts)
    }
}

/// The separators between latitude and longitude.
const HALVES: [char; 2] = [';', ','];

/// Returns the kind of a property's values that are not items.
fn simple(property: &Property) -> Option<Simple> {
    match property.kind {
        PropertyKind::Plain(simple) => Some(simple),
        PropertyKind::Nested { or, .. } => or,
    }
}

/// Returns the given and the family name of a name of two words. The family name comes first if a
/// comma or an initial follows it.
fn given_and_family(name: &str) -> Option<(String, String)> {
    let mut words = name.split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let is_initial = second.trim_end_matches('.').chars().count() == 1;
    if first.ends_with(',') || is_initial {
        return Some((without_sign(second), without_sign(first)));
    }
    Some((first.to_owned(), second.to_owned()))
}

/// Removes a comma or a full stop from the end of a word.
fn without_sign(word: &str) -> String {
    word.strip_suffix(['.', ',']).unwrap_or(word).to_owned()
}
