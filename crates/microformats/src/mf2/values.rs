//! Values of properties ("parsing a `p-` property" and the like in the specification of
//! microformats2).
//!
//! | prefix | first | then | then | then |
//! | --- | --- | --- | --- | --- |
//! | `p-` | value-class pattern | an attribute | the text | |
//! | `u-` | an address attribute | value-class pattern | a text attribute | the plain text |
//! | `dt-` | value-class pattern, if it gives a date | an attribute | the plain text | |
//! | `e-` | the markup | | | |
//!
//! In a text, an image is replaced by its `alt`, or else by its address; in a plain text, it is
//! removed. A present attribute counts, even if it is empty. Addresses become absolute. An item
//! that is a value, and has neither name nor address, is read in the same way. The file
//! `grammar/microformats/html.vocabulary` lists the attributes for each element.

use super::classes::Naming;
use super::dates::{Stamp, leading_date, stamp};
use super::reader::{ModernReader, ValuePiece};
use crate::results::{Form, Text, UntypedText, ValueRow};
use crate::step::{InputPosition, Role, Step, StepInput};
use crate::vocabulary::classes::Prefix;
use crate::vocabulary::{Reading, ValueSource};
use std::borrow::Cow;
use wishful::base::counted;
use wishful::tree::{AttributeRef, NodeRef};

impl<'a> ModernReader<'a, '_> {
    /// Returns the value of a property whose element has ended; its pieces begin at `pieces`.
    pub(super) fn property(
        &mut self,
        node: NodeRef<'a>,
        prefix: Prefix,
        pieces: usize,
    ) -> ValueRow<'a> {
        match prefix {
            Prefix::Text => self.plain(node, pieces).row(node.id(), Form::Plain),
            Prefix::Url => self.address(node, pieces),
            Prefix::Date => self.date(node, pieces).row(node.id(), Form::Plain),
            Prefix::Embedded => {
                let content = self.content(node, Reading::Content);
                let found = UntypedText { step: Step::Html, ..content };
                found.row(node.id(), Form::Html { outer: false })
            }
        }
    }

    fn plain(&mut self, node: NodeRef<'a>, pieces: usize) -> UntypedText<'a> {
        self.pieces_or_text(node, pieces, Reading::Text, Reading::Content)
    }

    /// Returns the joined pieces, or else the attribute that the reading `attribute` lists, or else
    /// the text of the element in the reading `content`.
    fn pieces_or_text(
        &mut self,
        node: NodeRef<'a>,
        pieces: usize,
        attribute: Reading,
        content: Reading,
    ) -> UntypedText<'a> {
        if let Some(found) = self.joined(pieces, content) {
            return found;
        }
        if let Some(found) = self.attribute(attribute, node) {
            return found;
        }
        self.content(node, content)
    }

    /// Returns an address, with its alternative text if it is an image.
    fn address(&mut self, node: NodeRef<'a>, pieces: usize) -> ValueRow<'a> {
        let row = self.unresolved(node, pieces);
        ValueRow { text: self.whole(row.text), ..row }
    }

    /// Returns a value like `address`, but only makes an address in an attribute absolute.
    pub(super) fn unresolved(&mut self, node: NodeRef<'a>, pieces: usize) -> ValueRow<'a> {
        if let Some(attribute) = self.elements.attribute(Reading::Url, node) {
            let is_modern = self.is_modern();
            return self.linked(node, attribute, is_modern);
        }
        let found = self.pieces_or_text(node, pieces, Reading::UrlText, Reading::PlainContent);
        found.row(node.id(), Form::Plain)
    }

    /// Reports whether the innermost open item is one of microformats2.
    fn is_modern(&self) -> bool {
        self.item().is_none_or(|item| matches!(item.naming, Naming::Prefixed))
    }

    /// Returns the address in an attribute, with the alternative text of the element if the item is
    /// one of microformats2. Images of classic items have no alternative texts.
    pub(super) fn linked(
        &mut self,
        node: NodeRef<'a>,
        attribute: AttributeRef<'a>,
        is_modern: bool,
    ) -> ValueRow<'a> {
        let text = self.whole(Text::Borrowed(attribute.value()));
        let alternative =
            if is_modern { self.elements.attribute(Reading::Alternative, node) } else { None };
        let form = match alternative {
            Some(alternative) => Form::Image(Text::Borrowed(alternative.value())),
            None => Form::Plain,
        };
        let own = attribute_part(Role::Value, Some(attribute));
        let other = attribute_part(Role::Alternative, alternative);
        let parts = self.tables.note(own.into_iter().chain(other));
        ValueRow { text, form, step: Step::Attribute, parts, node: node.id() }
    }

    /// Makes an address absolute, if there is room for it.
    fn whole(&mut self, text: Text<'a>) -> Text<'a> {
        if !self.has_room(self.tables.text(text).len()) {
            return text;
        }
        let whole = match text {
            Text::Borrowed(text) => match self.addresses.whole(text) {
                Cow::Borrowed(text) => return Text::Borrowed(text),
                Cow::Owned(whole) => whole,
            },
            Text::Stored(span) => match self.addresses.whole(span.of(&self.tables.buffer)) {
                Cow::Borrowed(_) => return text,
                Cow::Owned(whole) => whole,
            },
        };
        self.made(&whole).unwrap_or(text)
    }

    /// Reports whether there is room for a text of `bytes` bytes.
    pub(super) fn has_room(&mut self, bytes: usize) -> bool {
        let has_room = counted(bytes) <= self.room;
        self.is_cut |= !has_room;
        has_room
    }

    /// Stores a constructed text, if there is room for it. The limit matters since copies of
    /// formatting elements repeat long attributes.
    pub(super) fn made(&mut self, text: &str) -> Option<Text<'a>> {
        if !self.has_room(text.len()) {
            return None;
        }
        self.room -= counted(text.len());
        Some(self.tables.store(text))
    }

    fn attribute(&mut self, reading: Reading, node: NodeRef<'a>) -> Option<UntypedText<'a>> {
        let attribute = self.elements.attribute(reading, node)?;
        let parts = self.tables.note(attribute_part(Role::Value, Some(attribute)));
        Some(UntypedText { text: Text::Borrowed(attribute.value()), step: Step::Attribute, parts })
    }

    /// Returns the text of an element, with the replacements of a reading.
    fn content(&mut self, node: NodeRef<'a>, reading: Reading) -> UntypedText<'a> {
        let text = self.text(node, reading);
        let parts = self.tables.note([StepInput::value(InputPosition::Content(node.id()))]);
        UntypedText { text, step: Step::Text, parts }
    }

    /// Returns the text of a piece, from an attribute or from its content, and its position.
    fn piece(
        &mut self,
        piece: ValuePiece<'a>,
        reading: Reading,
        content: Reading,
    ) -> (Text<'a>, InputPosition) {
        let ValuePiece { node, is_title } = piece;
        self.looks += 1;
        let attribute = if is_title {
            node.attribute_called("title")
        } else {
            self.elements.attribute(reading, node)
        };
        if let Some(attribute) = attribute {
            let span = attribute.value_span().or(node.spans().first().copied());
            let place = span.map_or(InputPosition::Content(node.id()), InputPosition::Attribute);
            return (Text::Borrowed(attribute.value()), place);
        }
        let text = match self.elements.find(reading, node) {
            Some(ValueSource { otherwise: Some(otherwise), .. }) if !is_title => {
                Text::Borrowed(otherwise)
            }
            _ => self.text(node, content),
        };
        (text, InputPosition::Content(node.id()))
    }

    /// Applies the value-class pattern for texts: joins all pieces.
    fn joined(&mut self, pieces: usize, content: Reading) -> Option<UntypedText<'a>> {
        let pieces: Vec<ValuePiece<'a>> = self.pieces.get(pieces..)?.to_vec();
        let mut texts: Vec<(Text<'a>, InputPosition)> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            texts.push(self.piece(piece, Reading::ValueText, content));
        }
        let parts = self.tables.note(texts.iter().map(|&(_, place)| StepInput::value(place)));
        let text = match texts[..] {
            [] => return None,
            [(text, _)] => text,
            _ => {
                let mut joined = String::new();
                for (text, _) in texts {
                    let bytes = self.tables.text(text).len();
                    if !self.has_room(joined.len() + bytes) {
                        break;
                    }
                    joined.push_str(self.tables.text(text));
                }
                self.made(&joined)?
            }
        };
        Some(UntypedText { text, step: Step::ValueClass, parts })
    }

    /// Returns the value of a `dt-` property.
    fn date(&mut self, node: NodeRef<'a>, pieces: usize) -> UntypedText<'a> {
        let found = match self.value_class_date(pieces) {
            Some(found) => found,
            None => {
                let found = match self.attribute(Reading::Date, node) {
                    Some(found) => found,
                    None => self.content(node, Reading::PlainContent),
                };
                self.with_date(found)
            }
        };
        if leading_date(self.tables.text(found.text)).is_some() {
            let place = self.tables.parts.get(found.parts.indices().start).map(|part| part.place);
            if let Some(item) = self.item_mut() {
                item.date = Some((found.text, place));
            }
        }
        found
    }

    /// Adds the last date of the item to a value that is only a time; returns any other value
    /// unchanged.
    fn with_date(&mut self, found: UntypedText<'a>) -> UntypedText<'a> {
        let mut moment = DatePieces::default();
        if let Some(part) = self.tables.parts[found.parts.indices()].first() {
            moment.add(self.tables.text(found.text), part.place);
        }
        if moment.date.is_none()
            && self.item().is_some_and(|item| item.date.is_some())
            && let Some(complete) = self.finished(moment)
        {
            return UntypedText { step: found.step, ..complete };
        }
        found
    }

    /// Combines the value pieces from `first_piece` on to a date, as the value-class pattern says:
    /// the pieces `2020-01-31` and `14:00` → `2020-01-31 14:00`. Returns `None` if they give none.
    fn value_class_date(&mut self, first_piece: usize) -> Option<UntypedText<'a>> {
        let mut moment = DatePieces::default();
        for piece in self.pieces.get(first_piece..)?.to_vec() {
            let (text, place) = self.piece(piece, Reading::ValueDate, Reading::PlainContent);
            if self.has_room(self.tables.text(text).len()) {
                moment.add(self.tables.text(text), place);
            }
        }
        self.finished(moment)
    }

    /// Returns the parsed moment. If it has no date, the last date of the item is added.
    fn finished(&mut self, mut moment: DatePieces) -> Option<UntypedText<'a>> {
        let last = self.item().and_then(|item| item.date);
        let date = last.and_then(|(date, _)| leading_date(self.tables.text(date)));
        let is_fed = moment.date.is_none() && date.is_some();
        let text = moment.text(date)?;
        if is_fed && let Some((_, Some(place))) = last {
            moment.parts.push(StepInput { role: Role::FedDate, place });
        }
        let text = self.made(&text)?;
        let parts = self.tables.note(moment.parts);
        Some(UntypedText { text, step: Step::ValueClass, parts })
    }
}

/// Returns the value of an attribute as an input, if the source has it.
pub(super) fn attribute_part(role: Role, attribute: Option<AttributeRef<'_>>) -> Option<StepInput> {
    let place = InputPosition::Attribute(attribute?.value_span()?);
    Some(StepInput { role, place })
}

/// The parts of a date collected from its pieces.
#[derive(Default)]
struct DatePieces {
    /// A piece that contains both date and time, without its zone.
    both: Option<String>,
    date: Option<String>,
    time: Option<String>,
    zone: Option<String>,
    parts: Vec<StepInput>,
}

impl DatePieces {
    /// Adds a piece.
    fn add(&mut self, text: &str, place: InputPosition) {
        let text = text.trim_ascii();
        match stamp(text) {
            Some(Stamp::Both { date, local, zone })
                if self.date.is_none() && self.time.is_none() =>
            {
                self.both = Some(local.to_owned());
                self.date = Some(date.to_owned());
                self.zone = zone.map(|zone| zone.to_string()).or(self.zone.take());
                self.parts.push(StepInput::value(place));
            }
            Some(Stamp::Date(date)) if self.date.is_none() => {
                self.date = Some(date.to_owned());
                self.parts.push(StepInput { role: Role::Date, place });
            }
            Some(Stamp::Time(time, zone)) if self.time.is_none() && self.both.is_none() => {
                self.time = Some(time.to_string());
                self.parts.push(StepInput { role: Role::Time, place });
                self.zone = zone.map(|zone| zone.to_string()).or(self.zone.take());
            }
            Some(Stamp::Zone(zone)) if self.zone.is_none() => {
                self.zone = Some(zone.to_string());
                self.parts.push(StepInput { role: Role::Zone, place });
            }
            _ => {}
        }
    }

    /// Returns the combined text. A time without a date gets the date `last`.
    fn text(&mut self, last: Option<&str>) -> Option<String> {
        let zone = self.zone.as_deref().unwrap_or_default();
        if let Some(both) = &self.both {
            return Some(format!("{both}{zone}"));
        }
        match (self.date.as_deref().or(last), &self.time) {
            (Some(date), Some(time)) => Some(format!("{date} {time}{zone}")),
            (None, Some(time)) => Some(format!("{time}{zone}")),
            (_, None) => self.date.clone(),
        }
    }
}
