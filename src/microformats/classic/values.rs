//! The section "Finding Values" of the seed: HTML, URI, UID and the other kinds.
//!
//! "Look at relevant attributes; look for any descendants with class="value"; look at the node
//! contents."

use std::borrow::Cow;

use super::attributes::attribute;
use super::quantity;
use super::reader::Reader;
use super::run::{Links, Run};
use super::view::EntryId;
use crate::microformats::results::{Form, Found, Text, ValueRow};
use crate::microformats::step::{Part, Place, Step};
use crate::microformats::vocabulary::{Reading, Simple};
use crate::tree::NodeRef;

/// The attribute that identifies an element.
const ID: &str = "id";

/// An address as written, and its position.
pub(super) struct Address<'d> {
    pub(super) written: &'d str,
    pub(super) place: Place,
    pub(super) step: Step,
}

impl<'d> Reader<'d, '_, '_> {
    /// Implements "Find the value of e", for a kind of property.
    pub(super) fn value(
        &mut self,
        run: &mut Run,
        e: EntryId,
        kind: Simple,
    ) -> Option<ValueRow<'d>> {
        self.account.work.values += 1;
        let said = match kind {
            Simple::Text | Simple::Html | Simple::HtmlText | Simple::Person => {
                self.stringify(run, e)
            }
            Simple::Uri => self.uri(run, e, false),
            Simple::Uid => self.uri(run, e, true),
            Simple::Datetime => self.datetime(run, e),
            Simple::Tag => self.tag(run, e)?,
            Simple::Duration | Simple::Interval | Simple::Number | Simple::Recurrence => {
                let said = self.stringify(run, e);
                self.as_quantity(said, kind)
            }
        };
        let is_html = matches!(kind, Simple::Html | Simple::HtmlText);
        let form = if is_html { Form::Html { outer: true } } else { Form::Plain };
        let step = if is_html { Step::Html } else { said.step };
        let node = self.view.entry(e).node;
        Some(ValueRow { text: said.text, form, step, parts: said.parts, node })
    }

    /// Reads a URI or UID property: the first address of the element or of its descendants with
    /// class `value`. For UIDs, ids count as addresses. "If no URI has been found, then fall back
    /// to plain text parsing."
    fn uri(&mut self, run: &mut Run, element: EntryId, with_ids: bool) -> Found<'d> {
        let own = self.address(self.node(element), with_ids);
        let address = own.or_else(|| self.address_inside(run, element, with_ids));
        let Some(Address { written, place, step }) = address else {
            return self.stringify(run, element);
        };
        let text = self.whole_address(written, step);
        Found { text, step, parts: self.tables.note([Part::value(place)]) }
    }

    /// Implements INNER, "for each attribute a associated with the tag name": returns the first
    /// present attribute; for UIDs, then the id.
    pub(super) fn address(&self, node: NodeRef<'d>, with_ids: bool) -> Option<Address<'d>> {
        let link = self.says(Reading::Link, node);
        let link = link.map(|(written, place)| Address { written, place, step: Step::Attribute });
        let id = || {
            let (written, place) = attribute(node, ID)?;
            Some(Address { written, place, step: Step::ElementId })
        };
        link.or_else(|| if with_ids { id() } else { None })
    }

    /// Implements OUTER, "for each element v from list V".
    fn address_inside(
        &mut self,
        run: &mut Run,
        element: EntryId,
        with_ids: bool,
    ) -> Option<Address<'d>> {
        let inside = Run::inside(&run.values, element, self.view.end(element));
        if inside.is_empty() {
            return None;
        }
        if run.links.is_none() {
            run.links = Some(self.links(run));
        }
        let links = run.links.as_ref()?;
        let next = if with_ids { &links.identifiers } else { &links.addresses };
        let next = next[inside.start];
        inside.contains(&next).then(|| self.address(self.node(run.values[next]), with_ids))?
    }

    fn links(&mut self, run: &Run) -> Links {
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
    fn tag(&mut self, run: &mut Run, element: EntryId) -> Option<Found<'d>> {
        let Address { written, place, step } = self.address(self.node(element), false)?;
        let Some(tag) = quantity::tag(written) else { return Some(self.stringify(run, element)) };
        let text = self.stored(&tag);
        Some(Found { text, step, parts: self.tables.note([Part::value(place)]) })
    }

    /// Normalises a text with a special syntax; an invalid one stays as written.
    pub(super) fn as_quantity(&mut self, said: Found<'d>, kind: Simple) -> Found<'d> {
        match quantity::read(self.tables.text(said.text), kind) {
            Some(normal) if normal != self.tables.text(said.text) => {
                Found { text: self.stored(&normal), ..said }
            }
            _ => said,
        }
    }
}
