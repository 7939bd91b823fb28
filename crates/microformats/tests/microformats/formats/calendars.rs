//! Events as iCalendar.
//!
//! Property, for every page and every event in it: **the values of the event are the values of its
//! component**, as multisets. A property or a parameter contains each text, each date (in UTC),
//! each part of a location and each name of a person.

use calcard::icalendar::ICalendar;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wishful::Allowance;
use wishful_microformats::interpret::DateTime;
use wishful_microformats::output::FormatOptions;
use wishful_microformats::{Item, Microformats};

use super::lines::{Read, assert_folded, kept, read, unescaped};
use super::pages;

/// Returns the components with their lines; those of alarms belong to their event.
fn components(text: &str) -> Vec<(String, Vec<Read>)> {
    let mut components: Vec<(String, Vec<Read>)> = Vec::new();
    for line in read(text) {
        match (line.name.as_str(), line.value.as_str()) {
            ("BEGIN", "VALARM") | ("END", _) => {}
            ("BEGIN", name) => components.push((name.to_owned(), Vec::new())),
            _ => components.last_mut().unwrap().1.push(line),
        }
    }
    components.retain(|(name, _)| name != "VCALENDAR");
    components
}

const COMPONENTS: [(&str, &str); 3] =
    [("h-event", "VEVENT"), ("h-todo", "VTODO"), ("h-freebusy", "VFREEBUSY")];

fn component(item: Item<'_>) -> Option<&'static str> {
    for class in item.types() {
        if let Some((_, name)) = COMPONENTS.iter().find(|(name, _)| *name == class) {
            return Some(name);
        }
    }
    None
}

/// Normalises a text to its iCalendar form; dates and times become UTC.
fn normal(text: &str) -> String {
    let text = kept(text).trim().to_owned();
    match DateTime::read(&text) {
        Some(moment) => moment.in_utc().to_string(),
        None => text.to_uppercase(),
    }
}

/// Returns every text that a component contains.
fn texts(lines: &[Read]) -> Vec<String> {
    let mut texts = Vec::new();
    for line in lines {
        let value = unescaped(&line.value);
        texts.push(value.clone());
        texts.push(line.value.trim_start_matches("mailto:").to_owned());
        // The parts of a location or a contact, and the words of a recurrence rule.
        let parts = line.value.split([';', '/']);
        for part in parts.chain(value.split(", ")).chain(line.value.split([';', '='])) {
            texts.push(part.to_owned());
        }
        texts.extend(line.parameters.values().flatten().cloned());
    }
    for text in &mut texts {
        *text = normal(text);
    }
    texts
}

/// Returns the texts that a component must contain.
fn expected(item: Item<'_>) -> Vec<String> {
    let mut expected = Vec::new();
    for property in item.properties() {
        for value in property.values() {
            match value.item() {
                None => expected.push(value.text().to_owned()),
                Some(part) => {
                    if let Some(name) = part.property("name")
                        && let Some(name) = name.values().next()
                    {
                        expected.push(name.text().to_owned());
                    }
                }
            }
        }
    }
    let mut parts = Vec::new();
    for text in &expected {
        let separators: &[char] = if text.contains("req=") {
            // A recurrence rule is compared by its parts.
            &[';', '=']
        } else if text.contains("Z/") {
            &['/']
        } else if DateTime::read(text.split(',').next().unwrap()).is_some() {
            &[',']
        } else if text.starts_with(|letter: char| letter.is_ascii_digit()) {
            &[';', ',']
        } else {
            &[]
        };
        for part in text.split(separators) {
            parts.push(normal(part));
        }
    }
    parts.retain(|text| !text.is_empty());
    parts
}

fn compare(name: &str, microformats: &Microformats<'_>) {
    let text = microformats.to_icalendar(&FormatOptions::default());
    assert_folded(&text);
    let written = components(&text);
    let items: Vec<Item<'_>> =
        microformats.all_items().filter(|&it| component(it).is_some()).collect();
    assert_eq!(written.len(), items.len(), "{name}\n{text}");
    // Components that belong to a calendar follow the others.
    let mut rest = written.clone();
    for item in items {
        let wanted = expected(item);
        let kind = component(item).unwrap();
        let index = rest.iter().position(|(name, lines)| {
            let texts = texts(lines);
            name == kind && wanted.iter().all(|text| texts.contains(text))
        });
        let Some(index) = index else {
            panic!("{name}: no {kind} says all of {wanted:#?}\n{text}");
        };
        let (_, lines) = rest.remove(index);
        for required in ["UID", "DTSTAMP"] {
            let count = lines.iter().filter(|line| line.name == required).count();
            assert_eq!(count, 1, "{name}: {required}\n{text}");
        }
    }
    if !text.is_empty() {
        for calendar in text.split_inclusive("END:VCALENDAR\r\n") {
            read_by_calcard(name, calendar);
        }
    }
}

/// Checks that calcard finds the same components and properties.
fn read_by_calcard(name: &str, text: &str) {
    let calendar = ICalendar::parse(text).unwrap_or_else(|it| panic!("{name}: {it:?}\n{text}"));
    let mut theirs: BTreeMap<String, usize> = BTreeMap::new();
    for component in &calendar.components {
        for entry in &component.entries {
            *theirs.entry(entry.name.as_str().to_owned()).or_default() += 1;
        }
    }
    let mut ours: BTreeMap<String, usize> = BTreeMap::new();
    for line in read(text) {
        if !matches!(line.name.as_str(), "BEGIN" | "END") {
            *ours.entry(line.name).or_default() += 1;
        }
    }
    assert_eq!(theirs, ours, "{name}\n{text}");
}

#[test]
fn no_event_property_is_lost() {
    for (name, html) in pages::all() {
        pages::of(&html, |it| compare(&name, it));
    }
}

#[test]
fn a_calendar_with_all_components() {
    let (_, html) = &pages::all()[3];
    let text = pages::of(html, |it| it.to_icalendar(&FormatOptions::default()));
    insta::assert_snapshot!(text.replace('\r', ""));
}

#[test]
fn each_calendar_has_its_own_items() {
    let [a, b, c, d] =
        ["A", "B", "C", "D"].map(|name| format!("<p class=h-event><b class=p-name>{name}</b>"));
    let [publish, request] = [("publish", b), ("request", c)].map(|(method, event)| {
        format!(
            "<div class=h-calendar><b class=p-method>{method}</b><div class=h-x>{event}</div></div>"
        )
    });
    let html = [a, publish, request, d];
    let text = pages::of(&html.concat(), |it| it.to_icalendar(&FormatOptions::default()));
    let mut lines = Vec::new();
    for line in read(&text) {
        if matches!(line.name.as_str(), "BEGIN" | "METHOD" | "SUMMARY") && line.value != "VEVENT" {
            lines.push(line.value);
        }
    }
    let expected =
        ["VCALENDAR", "A", "D", "VCALENDAR", "PUBLISH", "B", "VCALENDAR", "REQUEST", "C"];
    assert_eq!(lines, expected);
    assert_eq!(
        pages::of("<p class=h-calendar>None", |it| it.to_icalendar(&FormatOptions::default())),
        ""
    );
}

#[test]
fn long_output_is_cut_with_a_remark() {
    let html = format!("<div class=h-event>{}", "<div class='p-content h-event'>text".repeat(200));
    let options = FormatOptions::default().bytes(Allowance::fixed(1_000));
    let text = pages::of(&html, |it| it.to_icalendar(&options));
    assert!(text.contains("X-CUT:TRUE\r\n") && text.len() < 10_000, "{text}");
    assert_eq!(text.matches("BEGIN:").count(), text.matches("END:").count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any texts are read back unchanged, and lines are folded.
    #[test]
    fn any_texts(
        texts in proptest::collection::vec("[ -~]{0,90}|[\\r\\n\\t,;:\"'^\\\\é漢🚀 a]{0,60}|.{0,30}", 3)
    ) {
        let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;");
        let html = format!(
            "<div class=h-event><data class=p-name value=\"{}\"></data><data class=p-rrule value=\"{}\"></data>\
             <div class='p-attendee h-card'><data class=p-name value=\"{}\"></data></div></div>",
            quoted(&texts[0]), quoted(&texts[1]), quoted(&texts[2]),
        );
        pages::of(&html, |it| {
            let item = it.items().next().unwrap();
            let says = |item: Item<'_>, name: &str| kept(item.property(name).unwrap().values().next().unwrap().text());
            let text = it.to_icalendar(&FormatOptions::default());
            assert_folded(&text);
            let components = components(&text);
            let find = |name: &str| components[0].1.iter().find(|line| line.name == name).cloned();
            prop_assert_eq!(unescaped(&find("SUMMARY").unwrap().value), says(item, "name"));
            prop_assert_eq!(unescaped(&find("X-RRULE").unwrap().value), says(item, "rrule"));
            let attendee = item.property("attendee").unwrap().values().next().unwrap().item().unwrap();
            prop_assert_eq!(&find("ATTENDEE").unwrap().parameters["CN"][0], &says(attendee, "name"));
            Ok(())
        })?;
    }
}
