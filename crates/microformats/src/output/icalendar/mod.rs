//! Events, tasks, busy times and their alarms as iCalendar (RFC 5545).
//!
//! Each becomes a component, in document order, even inside other items; an alarm goes into the
//! component that contains it. Components inside an `h-calendar` or a `vcalendar` go into a
//! separate calendar, all others into one. `terms` is the table of terms, `component` writes the
//! properties, and `values` parses values with a special syntax.
//!
//! Invariants of every component:
//!
//! * Each value of each property of the item is written once. It goes to the property in the table,
//!   or to `X-NAME`. The latter holds if iCalendar has no such property, allows only one, or cannot
//!   represent the value (`next Friday` is not a `DTSTART`).
//! * Times with a zone are in UTC, others are local; fractions of seconds are dropped.
//! * The required `UID` and `DTSTAMP` exist. The default `UID` is the item's address, or its number
//!   in the document. The default `DTSTAMP` is the start of 1970, so that the output is
//!   deterministic.

mod component;
mod people;
mod places;
mod terms;
mod values;

use super::content_lines::ContentLine;
use super::options::FormatOptions;
use super::values::first;
use crate::results::{Item, Microformats, Property, Value};
use component::Component;
use terms::{CALENDAR, CALENDARS, TERMS, component_of, is_alarm};
use wishful::base::{BitRow, counted};

/// The product identifier (RFC 5545, section 3.7.3).
const MAKER: &str = "-//wishful//microformats//EN";

/// A calendar with its components.
type Calendar<'m> = (Option<Item<'m>>, Vec<(Item<'m>, &'static str)>);

/// The output, up to a limit.
struct CalendarText {
    out: String,
    most: u64,
    is_cut: bool,
}

impl CalendarText {
    fn has_room(&self) -> bool {
        counted(self.out.len()) < self.most
    }

    /// Writes a line, if there is room.
    fn line(&mut self, line: &ContentLine) -> bool {
        if !self.has_room() {
            self.is_cut = true;
            return false;
        }
        line.write(&mut self.out, |moment| moment.in_utc().basic());
        true
    }

    /// Writes a line regardless of the limit.
    fn frame(&mut self, name: &str, value: &str) {
        self.out.extend([name, ":", value, "\r\n"]);
    }
}

impl Microformats<'_> {
    /// Serializes the events, tasks and busy times as iCalendar; returns an empty text if there are
    /// none.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class=h-event><b class=p-name>Tea, cake</b>
    ///     <i class=dt-start>2026-05-01 16:00+0100</i>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let microformats = Microformats::new(&document, &Options::default());
    /// let calendar = microformats.to_icalendar(&FormatOptions::default());
    /// let expected = "\r\nSUMMARY:Tea\\, cake\r\nDTSTART:20260501T150000Z\r\n";
    /// assert!(calendar.contains(expected), "{calendar}");
    /// ```
    #[must_use]
    pub fn to_icalendar(&self, options: &FormatOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut text = CalendarText { out: String::new(), most, is_cut: self.is_cut() };
        let calendars = self.calendars();
        let mut rest: usize = calendars.iter().map(|(_, components)| components.len()).sum();
        for (calendar, components) in calendars {
            if components.is_empty() || !text.has_room() {
                continue;
            }
            text.frame("BEGIN", "VCALENDAR");
            text.frame("VERSION", "2.0");
            text.frame("PRODID", MAKER);
            if let Some(calendar) = calendar {
                let mut properties = Component::new(calendar, CALENDAR);
                properties.write(&mut |line| text.line(&line));
            }
            for (item, name) in components {
                rest -= 1;
                if text.has_room() {
                    component(item, name, rest, &mut text);
                }
            }
            text.frame("END", "VCALENDAR");
        }
        text.out
    }

    /// Returns the components by calendar; those outside of any calendar come first.
    fn calendars(&self) -> Vec<Calendar<'_>> {
        let mut calendars: Vec<Calendar<'_>> = vec![(None, Vec::new())];
        // (An item may be the value of several properties.)
        let mut seen = BitRow::new(self.all_items().count());
        let mut open: Vec<(Item<'_>, usize)> = self.items().map(|item| (item, 0)).collect();
        open.reverse();
        while let Some((item, mut calendar)) = open.pop() {
            if !seen.insert(item.id.index()) {
                continue;
            }
            if item.types().any(|name| CALENDARS.contains(&name)) {
                calendar = calendars.len();
                calendars.push((Some(item), Vec::new()));
            }
            if let Some(name) = component_of(item) {
                calendars[calendar].1.push((item, name));
            }
            let start = open.len();
            for inner in within(item) {
                open.push((inner, calendar));
            }
            open[start..].reverse();
        }
        calendars
    }
}

/// Returns the items directly inside an item, as values or otherwise.
fn within<'m>(item: Item<'m>) -> impl Iterator<Item = Item<'m>> {
    let values = item.properties().flat_map(Property::values);
    values.filter_map(Value::item).chain(item.children())
}

/// Writes a component with its alarms; `rest` components follow.
fn component(item: Item<'_>, name: &str, rest: usize, text: &mut CalendarText) {
    text.frame("BEGIN", name);
    let mut properties = Component::new(item, TERMS);
    properties.write(&mut |line| text.line(&line));
    if first(item, "uid").is_none() {
        text.line(&ContentLine::text("UID", identifier(item)));
    }
    if !properties.has("DTSTAMP") {
        text.frame("DTSTAMP", "19700101T000000Z");
    }
    for inner in within(item) {
        if is_alarm(inner) {
            text.frame("BEGIN", "VALARM");
            Component::new(inner, TERMS).write(&mut |line| text.line(&line));
            text.frame("END", "VALARM");
        }
    }
    if text.is_cut || rest > 0 && !text.has_room() {
        text.frame("X-CUT", "TRUE");
    }
    text.frame("END", name);
}

/// Returns the identifier of a component without a UID.
fn identifier(item: Item<'_>) -> String {
    match first(item, "url") {
        Some(url) => url.to_owned(),
        None => format!("item-{}", item.id.index() + 1),
    }
}
