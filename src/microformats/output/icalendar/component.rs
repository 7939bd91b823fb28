//! The properties of a component, by the table of terms.

use super::people::{contact, person};
use super::places;
use super::terms::{EITHER, Shape, Term, component_of, is_alarm};
use super::values::{duration, moment, moments, number, period, rule, stamp};
use crate::microformats::output::content_lines::{Line, LineValue, extension, is_uri};
use crate::microformats::output::values::written;
use crate::microformats::results::{Item, Value};

/// A consumer of a component's lines, which returns `false` if there is no room for a line.
pub(super) type Sink<'s> = dyn FnMut(Line) -> bool + 's;

/// A writer of an item's lines.
pub(super) struct Component<'m> {
    item: Item<'m>,
    terms: &'static [Term],
    /// The names of the item are those of microformats2.
    is_modern: bool,
    /// The properties written so far.
    seen: Vec<&'static str>,
    /// A line did not fit, so nothing more is written.
    is_full: bool,
}

impl<'m> Component<'m> {
    pub(super) fn new(item: Item<'m>, terms: &'static [Term]) -> Self {
        let is_modern = item.types().any(|name| name.starts_with("h-"));
        Self { item, terms, is_modern, seen: Vec::new(), is_full: false }
    }

    /// Reports whether a property was written.
    pub(super) fn has(&self, property: &str) -> bool {
        self.seen.contains(&property)
    }

    /// Writes all lines.
    pub(super) fn write(&mut self, sink: &mut Sink<'_>) {
        for property in self.item.properties() {
            for value in property.values() {
                self.value(property.name(), value, sink);
            }
        }
        self.own_point(sink);
    }

    /// Reports whether a value is a component inside this one.
    fn stands_apart(&self, value: Value<'_>) -> bool {
        let is_calendar = Term::of(self.terms, "geo", true).is_none();
        let is_apart = |item| is_alarm(item) || is_calendar && component_of(item).is_some();
        value.item().is_some_and(is_apart)
    }

    /// Reports whether another value of a property is not allowed.
    fn is_taken(&self, term: &Term) -> bool {
        let others = EITHER.iter().filter(|pair| pair.contains(&term.property)).flatten();
        let mut taken = others.filter(|other| **other != term.property && self.has(other));
        term.is_single && self.has(term.property) || taken.next().is_some()
    }

    fn value(&mut self, name: &str, value: Value<'m>, sink: &mut Sink<'_>) {
        if self.is_full || self.stands_apart(value) {
            return;
        }
        let term = Term::of(self.terms, name, self.is_modern);
        let free = term.filter(|term| !self.is_taken(term));
        let lines = free.map(|term| lines(term, value)).unwrap_or_default();
        match free.filter(|_| !lines.is_empty()) {
            Some(term) => {
                if !self.has(term.property) {
                    self.seen.push(term.property);
                }
                self.is_full = !lines.into_iter().all(sink);
            }
            None if self.is_coordinate(name) => {}
            None => self.is_full = !sink(Line::text(extension(name), written(value))),
        }
    }

    /// Reports whether a property is part of coordinates that are written together.
    fn is_coordinate(&self, name: &str) -> bool {
        matches!(name, "latitude" | "longitude") && places::own(self.item).is_some()
    }

    /// Writes the coordinates of the item, or of its location.
    fn own_point(&mut self, sink: &mut Sink<'_>) {
        if Term::of(self.terms, "geo", self.is_modern).is_none() {
            return;
        }
        let place = self.item.property("location").into_iter().flat_map(|it| it.values());
        let mut of_place = place.filter_map(|value| value.item()).filter_map(places::around);
        let own = places::own(self.item);
        if self.has("GEO") {
            self.is_full |= !own.into_iter().all(|point| sink(Line::text("X-GEO", point)));
        } else if let Some(point) = own.or_else(|| of_place.next()) {
            self.is_full |= !sink(Line::new("GEO", "float", LineValue::Other(point, "float")));
        }
    }
}

/// Returns the lines of a value; none, if the value does not fit the property.
fn lines(term: &Term, value: Value<'_>) -> Vec<Line> {
    let text = written(value);
    let line = |value: LineValue| Line::new(term.property, term.default, value);
    let other = |text: String| LineValue::Other(text, term.default);
    let one = match term.shape {
        Shape::Text => Some(LineValue::Text(text)),
        Shape::Word => is_word(&text).then(|| LineValue::Text(text.to_ascii_uppercase())),
        Shape::Address => is_uri(text.trim()).then(|| LineValue::Uri(text.trim().to_owned())),
        Shape::Number => number(&text).map(other),
        Shape::Moment => moment(&text),
        Shape::Stamp => stamp(&text),
        Shape::Duration => duration(&text).map(other),
        Shape::Trigger => duration(&text).map(other).or_else(|| stamp(&text)),
        Shape::Period => period(&text).map(other),
        Shape::Rule => rule(value, &text).map(other),
        Shape::Moments => return moments(&text).into_iter().map(line).collect(),
        Shape::Person => return vec![person(line, value)],
        Shape::Contact => Some(LineValue::Text(contact(value))),
        Shape::Place => Some(LineValue::Text(places::text(value))),
        Shape::Point => places::point_of(value).map(other),
    };
    one.map(line).into_iter().collect()
}

/// Reports whether a text has the syntax of the words that the formats enumerate.
fn is_word(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty() && text.bytes().all(is_letter)
}
