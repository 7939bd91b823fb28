//! The properties of a component, by the table of terms.

use super::people::{contact, person};
use super::places;
use super::terms::{EITHER, IcalShape, IcalTerm, component_of, is_alarm};
use super::values::{duration, moment, moments, number, period, rule, stamp};
use crate::output::content_lines::{ContentLine, LineValue, extension, is_uri};
use crate::output::values::written;
use crate::results::{Item, Value};

/// A consumer of a component's lines, which returns `false` if there is no room for a line.
pub(super) type LineSink<'s> = dyn FnMut(ContentLine) -> bool + 's;

/// A writer of an item's lines.
pub(super) struct Component<'m> {
    item: Item<'m>,
    terms: &'static [IcalTerm],
    /// The names of the item are those of microformats2.
    is_modern: bool,
    /// The properties written so far.
    seen: Vec<&'static str>,
    /// A line did not fit, so nothing more is written.
    is_full: bool,
}

impl<'m> Component<'m> {
    pub(super) fn new(item: Item<'m>, terms: &'static [IcalTerm]) -> Self {
        let is_modern = item.types().any(|name| name.starts_with("h-"));
        Self { item, terms, is_modern, seen: Vec::new(), is_full: false }
    }

    /// Reports whether a property was written.
    pub(super) fn has(&self, property: &str) -> bool {
        self.seen.contains(&property)
    }

    /// Writes all lines.
    pub(super) fn write(&mut self, sink: &mut LineSink<'_>) {
        for property in self.item.properties() {
            for value in property.values() {
                self.value(property.name(), value, sink);
            }
        }
        self.own_point(sink);
    }

    /// Reports whether a value is a component inside this one.
    fn stands_apart(&self, value: Value<'_>) -> bool {
        let Some(item) = value.item() else { return false };
        let is_calendar = IcalTerm::of(self.terms, "geo", true).is_none();
        is_alarm(item) || is_calendar && component_of(item).is_some()
    }

    /// Reports whether another value of a property is not allowed.
    fn is_taken(&self, term: &IcalTerm) -> bool {
        if term.is_single && self.has(term.property) {
            return true;
        }
        for &[one, other] in EITHER {
            if one == term.property && self.has(other) || other == term.property && self.has(one) {
                return true;
            }
        }
        false
    }

    fn value(&mut self, name: &str, value: Value<'m>, sink: &mut LineSink<'_>) {
        if self.is_full || self.stands_apart(value) {
            return;
        }
        if let Some(term) = IcalTerm::of(self.terms, name, self.is_modern)
            && !self.is_taken(term)
        {
            let lines = lines(term, value);
            if !lines.is_empty() {
                if !self.has(term.property) {
                    self.seen.push(term.property);
                }
                self.is_full = !lines.into_iter().all(sink);
                return;
            }
        }
        if !self.is_coordinate(name) {
            self.is_full = !sink(ContentLine::text(extension(name), written(value)));
        }
    }

    /// Reports whether a property is part of coordinates that are written together.
    fn is_coordinate(&self, name: &str) -> bool {
        matches!(name, "latitude" | "longitude") && places::own(self.item).is_some()
    }

    /// Writes the coordinates of the item, or of its location.
    fn own_point(&mut self, sink: &mut LineSink<'_>) {
        if IcalTerm::of(self.terms, "geo", self.is_modern).is_none() {
            return;
        }
        let own = places::own(self.item);
        if self.has("GEO") {
            if let Some(point) = own {
                self.is_full |= !sink(ContentLine::text("X-GEO", point));
            }
            return;
        }
        let mut locations = self.item.values_of("location").filter_map(Value::item);
        if let Some(point) = own.or_else(|| locations.find_map(places::around)) {
            self.is_full |=
                !sink(ContentLine::new("GEO", "float", LineValue::Other(point, "float")));
        }
    }
}

/// Returns the lines of a value; none, if the value does not fit the property.
fn lines(term: &IcalTerm, value: Value<'_>) -> Vec<ContentLine> {
    let text = written(value);
    let content = match term.shape {
        IcalShape::Text => LineValue::Text(text),
        IcalShape::Word if is_word(&text) => LineValue::Text(text.to_ascii_uppercase()),
        IcalShape::Address if is_uri(text.trim()) => LineValue::Uri(text.trim().to_owned()),
        IcalShape::Word | IcalShape::Address => return Vec::new(),
        IcalShape::Moments => {
            let moments = moments(&text).into_iter();
            return moments.map(|it| ContentLine::new(term.property, term.default, it)).collect();
        }
        IcalShape::Person => return vec![person(term, value)],
        IcalShape::Contact => LineValue::Text(contact(value)),
        IcalShape::Place => LineValue::Text(places::text(value)),
        _ => match with_syntax(term, value, &text) {
            Some(content) => content,
            None => return Vec::new(),
        },
    };
    vec![ContentLine::new(term.property, term.default, content)]
}

/// Returns a value with a special syntax; `None` if the text does not have the syntax.
fn with_syntax(term: &IcalTerm, value: Value<'_>, text: &str) -> Option<LineValue> {
    let text = match term.shape {
        IcalShape::Moment => return moment(text),
        IcalShape::Stamp => return stamp(text),
        IcalShape::Trigger => match duration(text) {
            Some(duration) => duration,
            None => return stamp(text),
        },
        IcalShape::Number => number(text)?,
        IcalShape::Duration => duration(text)?,
        IcalShape::Period => period(text)?,
        IcalShape::Rule => rule(value, text)?,
        IcalShape::Point => places::point_of(value)?,
        _ => return None,
    };
    Some(LineValue::Other(text, term.default))
}

/// Reports whether a text has the syntax of the words that the formats enumerate.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
