//! Date and time values: the section "Datetime Properties" of the seed.

use super::attributes::attribute;
use super::iso::IsoDateTime;
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::view::EntryId;
use crate::results::{Text, UntypedText};
use crate::step::{Role, Step, StepInput};
use wishful::base::Span;

/// The attribute with the machine-readable date of an element.
const DATETIME: &str = "datetime";

impl<'d> ClassicReader<'d, '_, '_> {
    /// Follows the steps of "parsing property prop": the attribute; else the list D of values; else
    /// the result of STRINGIFY.
    pub(super) fn datetime(&mut self, run: &mut ItemRun, element: EntryId) -> UntypedText<'d> {
        if let Some((written, place)) = attribute(self.node(element), DATETIME) {
            let parts = self.tables.note([StepInput::value(place)]);
            let found = UntypedText { text: Text::Borrowed(written), step: Step::Attribute, parts };
            return self.normalised(found);
        }
        if self.value_title(run, element).is_none() {
            let inside = ItemRun::inside(&run.values, element, self.view.end(element));
            let values: Vec<EntryId> = run.values[inside].to_vec();
            if !values.is_empty() {
                return self.list(run, &values);
            }
        }
        let found = self.stringify(run, element);
        self.normalised(found)
    }

    /// Normalises a date: "The final value should be interpreted as liberally as possible". A text
    /// that is not a date stays as written.
    fn normalised(&mut self, found: UntypedText<'d>) -> UntypedText<'d> {
        let written = self.tables.text(found.text);
        let Some(moment) = IsoDateTime::read(written) else { return found };
        let normal = moment.written();
        if normal == written {
            return found;
        }
        UntypedText { text: self.stored(&normal), ..found }
    }

    pub(super) fn stored(&mut self, text: &str) -> Text<'d> {
        self.account.write(text.len());
        self.tables.store(text)
    }

    /// Reads the list D: for each of the values its attribute, or the result of STRINGIFY.
    fn list(&mut self, run: &mut ItemRun, values: &[EntryId]) -> UntypedText<'d> {
        self.account.look(values.len());
        let mut pieces = Vec::with_capacity(values.len());
        for &value in values {
            pieces.push(match attribute(self.node(value), DATETIME) {
                Some((text, place)) => {
                    let parts = self.tables.note([StepInput::value(place)]);
                    UntypedText { text: Text::Borrowed(text), step: Step::Attribute, parts }
                }
                None => self.stringify(run, value),
            });
        }
        let combined = self.combined(&pieces, in_order);
        if let Some(found) = combined {
            return found;
        }
        let whole = self.concatenated(&pieces);
        if IsoDateTime::read(self.tables.text(whole.text)).is_some() {
            return self.normalised(whole);
        }
        self.combined(&pieces, in_any_order).unwrap_or(whole)
    }

    /// Combines a date, a time and a zone. The seed says: "concatenate them, joining the first two
    /// with an upper case T and the last one with no intervening character". `classify` decides
    /// which of these each item is; of several of one kind, the first counts.
    fn combined(
        &mut self,
        pieces: &[UntypedText<'d>],
        classify: fn(&[&str]) -> Option<Vec<Role>>,
    ) -> Option<UntypedText<'d>> {
        let texts: Vec<&str> = pieces.iter().map(|found| self.tables.text(found.text)).collect();
        let roles = classify(&texts)?;
        let (mut moment, mut parts) = (IsoDateTime::default(), Vec::new());
        for ((found, text), role) in pieces.iter().zip(&texts).zip(roles) {
            if moment.fill(read_as(text, role)?) {
                let own = found.parts.of(&self.tables.parts).iter();
                parts.extend(own.map(|part| StepInput { role, ..*part }));
            }
        }
        moment.time?;
        let text = moment.written();
        let text = self.stored(&text);
        Some(UntypedText { text, step: Step::ValueClass, parts: self.tables.note(parts) })
    }

    /// Follows "Concatenate all the items in D and let that be the value."
    fn concatenated(&mut self, pieces: &[UntypedText<'d>]) -> UntypedText<'d> {
        let start = self.tables.buffer.len();
        let mut parts: Vec<StepInput> = Vec::new();
        for found in pieces {
            self.append(found.text);
            parts.extend(found.parts.of(&self.tables.parts));
        }
        let text = Text::Stored(Span::new(start, self.tables.buffer.len()));
        let parts = self.tables.note(parts);
        UntypedText { text, step: Step::ValueClass, parts }
    }
}

/// Classifies two or three items as the seed does: "the first looks like an ISO date, the second
/// like a time, and the last like a timezone".
fn in_order(texts: &[&str]) -> Option<Vec<Role>> {
    let order = [Role::Date, Role::Time, Role::Zone];
    let roles = order.get(..texts.len().max(2))?;
    let all_fit = texts.len() > 1
        && texts.iter().zip(roles).all(|(text, role)| read_as(text, *role).is_some());
    if all_fit { Some(roles.to_vec()) } else { None }
}

/// Classifies items in any order, an extension for values that the seed's steps do not make a date.
/// A text such as `2008`, a year or a time, is a date unless another item is one.
fn in_any_order(texts: &[&str]) -> Option<Vec<Role>> {
    let candidates = [Role::Date, Role::Value, Role::Time, Role::Zone];
    let mut readings = Vec::with_capacity(texts.len());
    for text in texts {
        let fitting = candidates.into_iter().filter(|role| read_as(text, *role).is_some());
        readings.push(fitting.collect::<Vec<Role>>());
    }
    let is_date = |roles: &Vec<Role>| matches!(roles[..], [Role::Date | Role::Value]);
    let mut has_date = readings.iter().any(is_date);
    let mut roles = Vec::with_capacity(texts.len());
    for fitting in readings {
        let role = if has_date { fitting.last() } else { fitting.first() };
        has_date |= role == Some(&Role::Date);
        roles.push(*role?);
    }
    Some(roles)
}

/// Reads an item as a date, a time, a zone, or a date with a time ([`Role::Value`]). A text such as
/// `2008-07` is a month, and no time with a zone.
fn read_as(text: &str, role: Role) -> Option<IsoDateTime<'_>> {
    let whole = IsoDateTime::read(text);
    let has_date = whole.is_some_and(|moment| moment.date.is_some());
    match role {
        Role::Date => whole.filter(|moment| has_date && moment.time.is_none()),
        Role::Time => IsoDateTime::read_time(text).filter(|time| !has_date || time.zone.is_none()),
        Role::Zone => IsoDateTime::read_zone(text),
        _ => whole.filter(|moment| has_date && moment.time.is_some()),
    }
}
