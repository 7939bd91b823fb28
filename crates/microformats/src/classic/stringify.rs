//! The section "Stringification" of the seed: the text of an element as a value.

use super::attributes::attribute;
use super::reader::ClassicReader;
use super::run::{Excerpts, ItemRun};
use super::view::EntryId;
use crate::results::{Range, Text, UntypedText};
use crate::step::{InputPosition, Step, StepInput};
use crate::vocabulary::Reading;
use wishful::base::Span;
use wishful::tree::NodeRef;

/// The attribute with the value of an element with class `value-title`.
const TITLE: &str = "title";

impl<'d> ClassicReader<'d, '_, '_> {
    /// Implements STRINGIFY, with value excerpting and the ABBR pattern.
    pub(super) fn stringify(&mut self, run: &mut ItemRun, element: EntryId) -> UntypedText<'d> {
        if let Some((text, step, part)) = self.attribute_text(run, element) {
            let parts = self.tables.note([part]);
            return UntypedText { text, step, parts };
        }
        if let Some(found) = self.excerpt(run, element) {
            return found;
        }
        let node = self.view.entry(element).node;
        let parts = self.tables.note([StepInput::value(InputPosition::Content(node))]);
        UntypedText { text: self.trimmed_text(element), step: Step::Text, parts }
    }

    /// Implements the first two steps of STRINGIFY: the ABBR pattern, and the class `value-title`
    /// on a first child. The latter is one of the "proposed alternatives to the ABBR pattern".
    fn attribute_text(
        &self,
        run: &ItemRun,
        element: EntryId,
    ) -> Option<(Text<'d>, Step, StepInput)> {
        let node = self.node(element);
        if let Some((text, place)) = self.says(Reading::Abbreviation, node) {
            return Some((Text::Borrowed(text), Step::Abbreviation, StepInput::value(place)));
        }
        let title = self.value_title(run, element)?;
        let (text, place) = attribute(title, TITLE)?;
        Some((Text::Borrowed(text), Step::ValueClass, StepInput::value(place)))
    }

    /// Returns the first child, if it has class `value-title` and only white space precedes it.
    pub(super) fn value_title(&self, run: &ItemRun, element: EntryId) -> Option<NodeRef<'d>> {
        let inside = ItemRun::inside(&run.titles, element, self.view.end(element));
        let node = self.node(*run.titles[inside].first()?);
        if node.parent() != Some(self.node(element)) {
            return None;
        }
        let mut before = node.previous_sibling();
        while let Some(sibling) = before {
            let mut pieces = sibling.text_pieces();
            if sibling.is_element() || !pieces.all(|text| text.trim_ascii().is_empty()) {
                return None;
            }
            before = sibling.previous_sibling();
        }
        Some(node)
    }

    /// Implements the third step of STRINGIFY, value excerpting: the joined texts of the
    /// descendants with class `value`, if that is not empty.
    fn excerpt(&mut self, run: &mut ItemRun, element: EntryId) -> Option<UntypedText<'d>> {
        let inside = ItemRun::inside(&run.values, element, self.view.end(element));
        if inside.is_empty() {
            return None;
        }
        if run.excerpts.is_none() {
            run.excerpts = Some(self.excerpts(run));
        }
        let Excerpts { starts, first_part } = run.excerpts.as_ref()?;
        let parts = Range::new(first_part + inside.start, first_part + inside.end);
        let span = Span::new(starts[inside.start], starts[inside.end]);
        if span.is_empty() {
            return None;
        }
        Some(UntypedText { text: Text::Stored(span), step: Step::ValueClass, parts })
    }

    /// Computes the excerpts of all values that the run sees: "Call STRINGIFY on v, disabling value
    /// excerpting but enabling the ABBR pattern".
    fn excerpts(&mut self, run: &ItemRun) -> Excerpts {
        let (mut starts, mut parts) = (Vec::new(), Vec::new());
        for &value in &run.values {
            starts.push(self.tables.buffer.len());
            if self.account.has_room() {
                parts.push(self.append_plain(run, value));
            }
        }
        let node = self.view.entry(run.top).node;
        parts.resize(run.values.len(), StepInput::value(InputPosition::Content(node)));
        starts.push(self.tables.buffer.len());
        self.account.look(run.values.len());
        let first_part = self.tables.parts.len();
        self.tables.parts.extend(parts);
        Excerpts { starts, first_part }
    }

    /// Appends the text of a value to the buffer.
    fn append_plain(&mut self, run: &ItemRun, value: EntryId) -> StepInput {
        let (text, part) = match self.attribute_text(run, value) {
            Some((text, _, part)) => (text, part),
            None => {
                let place = InputPosition::Content(self.view.entry(value).node);
                (self.trimmed_text(value), StepInput::value(place))
            }
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
    pub(super) fn says(
        &self,
        reading: Reading,
        node: NodeRef<'d>,
    ) -> Option<(&'d str, InputPosition)> {
        let attributes = &self.lexicon.reading(reading, node)?.attributes;
        attributes.iter().find_map(|name| attribute(node, name))
    }

    pub(super) fn node(&self, entry: EntryId) -> NodeRef<'d> {
        let node = self.document.node(self.view.entry(entry).node);
        node.expect("entries are of elements of their document")
    }
}
