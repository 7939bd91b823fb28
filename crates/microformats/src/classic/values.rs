//! The section "Finding Values" of the seed: HTML, URI, UID and the other kinds.
//!
//! "Look at relevant attributes; look for any descendants with class="value"; look at the node
//! contents."

use std::borrow::Cow;

use super::attributes::attribute;
use super::quantity;
use super::reader::ClassicReader;
use super::run::{ItemRun, Links};
use super::view::EntryId;
use crate::results::{Form, Text, UntypedText, ValueRow};
use crate::step::{InputPosition, Step, StepInput};
use crate::vocabulary::{Reading, Simple};
use wishful::tree::NodeRef;

/// The attribute that identifies an element.
const ID: &str = "id";

/// An address as written, and its position.
pub(super) struct Address<'d> {
    pub(super) written: &'d str,
    pub(super) place: InputPosition,
    pub(super) step: Step,
}

impl<'d> ClassicReader<'d, '_, '_> {
    /// Implements "Find the value of e", for a kind of property.
    pub(super) fn value(
        &mut self,
        run: &mut ItemRun,
        element: EntryId,
        kind: Simple,
    ) -> Option<ValueRow<'d>> {
        self.account.work.values += 1;
        let UntypedText { text, step, parts } = match kind {
            Simple::Text | Simple::Html | Simple::HtmlText | Simple::Person => {
                self.stringify(run, element)
            }
            Simple::Uri => self.uri(run, element, false),
            Simple::Uid => self.uri(run, element, true),
            Simple::Datetime => self.datetime(run, element),
            Simple::Tag => self.tag(run, element)?,
            Simple::Duration | Simple::Interval | Simple::Number | Simple::Recurrence => {
                let found = self.stringify(run, element);
                self.as_quantity(found, kind)
            }
        };
        let node = self.view.entry(element).node;
        if matches!(kind, Simple::Html | Simple::HtmlText) {
            let form = Form::Html { outer: true };
            return Some(ValueRow { text, form, step: Step::Html, parts, node });
        }
        Some(ValueRow { text, form: Form::Plain, step, parts, node })
    }

    /// Reads a URI or UID property: the first address of the element or of its descendants with
    /// class `value`. For UIDs, ids count as addresses. "If no URI has been found, then fall back
    /// to plain text parsing."
    fn uri(&mut self, run: &mut ItemRun, element: EntryId, with_ids: bool) -> UntypedText<'d> {
        let own = self.address(self.node(element), with_ids);
        let address = own.or_else(|| self.address_inside(run, element, with_ids));
        let Some(Address { written, place, step }) = address else {
            return self.stringify(run, element);
        };
        let text = self.whole_address(written, step);
        UntypedText { text, step, parts: self.tables.note([StepInput::value(place)]) }
    }

    /// Implements INNER, "for each attribute a associated with the tag name": returns the first
    /// present attribute; for UIDs, then the id.
    pub(super) fn address(&self, node: NodeRef<'d>, with_ids: bool) -> Option<Address<'d>> {
        if let Some((written, place)) = self.says(Reading::Link, node) {
            return Some(Address { written, place, step: Step::Attribute });
        }
        if !with_ids {
            return None;
        }
        let (written, place) = attribute(node, ID)?;
        Some(Address { written, place, step: Step::ElementId })
    }

    /// Implements OUTER, "for each element v from list V".
    fn address_inside(
        &mut self,
        run: &mut ItemRun,
        element: EntryId,
        with_ids: bool,
    ) -> Option<Address<'d>> {
        let inside = ItemRun::inside(&run.values, element, self.view.end(element));
        if inside.is_empty() {
            return None;
        }
        if run.links.is_none() {
            run.links = Some(self.links(run));
        }
        let links = run.links.as_ref()?;
        let next = if with_ids { &links.identifiers } else { &links.addresses };
        let next = next[inside.start];
        if !inside.contains(&next) {
            return None;
        }
        self.address(self.node(run.values[next]), with_ids)
    }

    fn links(&mut self, run: &ItemRun) -> Links {
        self.account.look(run.values.len());
        let count = run.values.len();
        let (mut addresses, mut identifiers) = (vec![count; count], vec![count; count]);
        let (mut address, mut identifier) = (count, count);
        for (index, &value) in run.values.iter().enumerate().rev() {
            let node = self.node(value);
            if self.address(node, false).is_some() {
                (address, identifier) = (index, index);
            } else if self.address(node, true).is_some() {
                identifier = index;
            }
            (addresses[index], identifiers[index]) = (address, identifier);
        }
        Links { addresses, identifiers }
    }

    /// Follows "If u is a relative URI, convert it to an absolute URI"; an absolute one stays as
    /// written.
    pub(super) fn whole_address(&mut self, written: &'d str, step: Step) -> Text<'d> {
        // "The contents of id, with the character "#" prepended."
        let address = match step {
            Step::ElementId => Cow::Owned(format!("#{written}")),
            _ => Cow::Borrowed(written),
        };
        match self.addresses.whole(&address) {
            whole if whole == written => Text::Borrowed(written),
            whole => self.stored(&whole),
        }
    }

    /// Returns the tag of a link (rel-tag): the decoded last segment of its path.
    fn tag(&mut self, run: &mut ItemRun, element: EntryId) -> Option<UntypedText<'d>> {
        let Address { written, place, step } = self.address(self.node(element), false)?;
        let Some(tag) = quantity::tag(written) else { return Some(self.stringify(run, element)) };
        let text = self.stored(&tag);
        Some(UntypedText { text, step, parts: self.tables.note([StepInput::value(place)]) })
    }

    /// Normalises a text with a special syntax; an invalid one stays as written.
    pub(super) fn as_quantity(&mut self, found: UntypedText<'d>, kind: Simple) -> UntypedText<'d> {
        match quantity::read(self.tables.text(found.text), kind) {
            Some(normal) if normal != self.tables.text(found.text) => {
                UntypedText { text: self.stored(&normal), ..found }
            }
            _ => found,
        }
    }
}
