//! The section "Stringification" of the seed: the text of an element as a value.

use super::attributes::attribute;
use super::reader::Reader;
use super::run::{Excerpts, Run};
use super::view::EntryId;
use crate::base::Span;
use crate::microformats::results::{Found, Range, Text};
use crate::microformats::step::{Part, Place, Role, Step};
use crate::microformats::vocabulary::Reading;
use crate::tree::NodeRef;

/// The attribute with the value of an element with class `value-title`.
const TITLE: &str = "title";

impl<'d> Reader<'d, '_, '_> {
    /// Implements STRINGIFY, with value excerpting and the ABBR pattern.
    pub(super) fn stringify(&mut self, run: &mut Run, element: EntryId) -> Found<'d> {
        if let Some((text, step, part)) = self.attribute_text(run, element) {
            let parts = self.tables.note([part]);
            return Found { text, step, parts };
        }
        self.excerpt(run, element).unwrap_or_else(|| {
            let node = self.view.entry(element).node;
            let parts = self.tables.note([Part { role: Role::Value, place: Place::Content(node) }]);
            Found { text: self.trimmed_text(element), step: Step::Text, parts }
        })
    }

    /// Implements the first two steps of STRINGIFY: the ABBR pattern, and the class `value-title`
    /// on a first child. The latter is one of the "proposed alternatives to the ABBR pattern".
    fn attribute_text(&self, run: &Run, element: EntryId) -> Option<(Text<'d>, Step, Part)> {
        let node = self.node(element);
        if let Some((text, place)) = self.says(Reading::Abbreviation, node) {
            return Some((Text::Borrowed(text), Step::Abbreviation, Part::value(place)));
        }
        let title = self.value_title(run, element)?;
        let (text, place) = attribute(title, TITLE)?;
        Some((Text::Borrowed(text), Step::ValueClass, Part::value(place)))
    }

    /// Returns the first child, if it has class `value-title` and only white space precedes it.
    pub(super) fn value_title(&self, run: &Run, element: EntryId) -> Option<NodeRef<'d>> {
        let inside = Run::inside(&run.titles, element, self.view.end(element));
        let node = self.node(*run.titles[inside].first()?);
        let mut before =
            std::iter::successors(node.previous_sibling(), |node| node.previous_sibling());
        let is_blank = |node: NodeRef<'_>| {
            !node.is_element() && node.text_pieces().all(|text| text.trim_ascii().is_empty())
        };
        let is_first = node.parent() == Some(self.node(element)) && before.all(is_blank);
        is_first.then_some(node)
    }

    /// Implements the third step of STRINGIFY, value excerpting: the joined texts of the
    /// descendants with class `value`, if that is not empty.
    fn excerpt(&mut self, run: &mut Run, element: EntryId) -> Option<Found<'d>> {
        let inside = Run::inside(&run.values, element, self.view.end(element));
        if inside.is_empty() {
            return None;
        }
        if run.excerpts.is_none() {
            run.excerpts = Some(self.excerpts(run));
        }
        let Excerpts { starts, first_part } = run.excerpts.as_ref()?;
        let parts = Range::new(first_part + inside.start, first_part + inside.end);
        let span = Span::new(starts[inside.start], starts[inside.end]);
        let said = Found { text: Text::Stored(span), step: Step::ValueClass, parts };
        (!span.is_empty()).then_some(said)
    }

    /// Computes the excerpts of all values that the run sees: "Call STRINGIFY on v, disabling value
    /// excerpting but enabling the ABBR pattern".
    fn excerpts(&mut self, run: &Run) -> Excerpts {
        let (mut starts, mut parts) = (Vec::new(), Vec::new());
        for &value in &run.values {
            starts.push(self.tables.buffer.len());
            if self.account.has_room() {
                parts.push(self.append_plain(run, value));
            }
        }
        let node = self.view.entry(run.top).node;
        parts.resize(run.values.len(), Part::value(Place::Content(node)));
        starts.push(self.tables.buffer.len());
        self.account.look(run.values.len());
        let first_part = self.tables.parts.len();
        self.tables.parts.extend(parts);
        Excerpts { starts, first_part }
    }

    /// Appends the text of a value to the buffer.
    fn append_plain(&mut self, run: &Run, value: EntryId) -> Part {
        let said = self.attribute_text(run, value);
        let content = || Part::value(Place::Content(self.view.entry(value).node));
        let (text, part) = match said {
            Some((text, _, part)) => (text, part),
            None => (self.trimmed_text(value), content()),
        };
        self.append(text);
        part
    }

    /// Appends a text to the buffer.
    pub(super) fn append(&mut self, text: Text<'d>) {
        match text {
            Text::Borrowed(text) => self.tables.buffer.push_str(text),
            Text::Stored(span) => self.tables.buffer.extend_from_within(span.range()),
        }
        self.account.write(self.tables.text(text).len());
    }

    /// Returns the first attribute of an element that a reading lists, and its position.
    pub(super) fn says(&self, reading: Reading, node: NodeRef<'d>) -> Option<(&'d str, Place)> {
        let attributes = &self.lexicon.reading(reading, node)?.attributes;
        attributes.iter().find_map(|name| attribute(node, name))
    }

    pub(super) fn node(&self, entry: EntryId) -> NodeRef<'d> {
        let node = self.document.node(self.view.entry(entry).node);
        node.expect("entries are of elements of their document")
    }
}
