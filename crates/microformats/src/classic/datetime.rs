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
        match self.combined(&pieces) {
            Some(found) => found,
            None => self.concatenated(&pieces),
        }
    }

    /// Combines a date, a time and a zone. The seed says: "concatenate them, joining the first two
    /// with an upper case T and the last one with no intervening character". Their order is free,
    /// as in the implementation by the seed's author; of several of one kind, the first counts.
    fn combined(&mut self, pieces: &[UntypedText<'d>]) -> Option<UntypedText<'d>> {
        let (mut moment, mut parts) = (IsoDateTime::default(), Vec::new());
        for found in pieces {
            let (piece, role) = piece(self.tables.text(found.text))?;
            if moment.fill(piece) {
                let own = found.parts.of(&self.tables.parts).iter();
                parts.extend(own.map(|part| StepInput { role, ..*part }));
            }
        }
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
        self.normalised(UntypedText { text, step: Step::ValueClass, parts })
    }
}

/// Classifies an item of the list D: "looks like an ISO date", "like a time", "like a timezone".
fn piece(text: &str) -> Option<(IsoDateTime<'_>, Role)> {
    if let Some(zone) = IsoDateTime::read_zone(text) {
        return Some((zone, Role::Zone));
    }
    if let Some(time) = IsoDateTime::read_time(text) {
        return Some((time, Role::Time));
    }
    let moment = IsoDateTime::read(text)?;
    let role = if moment.time.is_some() { Role::Value } else { Role::Date };
    Some((moment, role))
}
