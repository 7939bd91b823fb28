//! Events as iCalendar.
//!
//! Property, for every page and every event in it: **the values of the event are the values of its
//! component**, as multisets. A property or a parameter contains each text, each date (in UTC),
//! each part of a location and each name of a person.

use calcard::icalendar::ICalendar;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wishful::Allowance;
use wishful::microformats::interpret::Moment;
use wishful::microformats::output::FormatOptions;
use wishful::microformats::{Item, Microformats};

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
    let of = |class: &str| COMPONENTS.iter().find(|(name, _)| *name == class);
    item.types().find_map(of).map(|(_, name)| *name)
}

/// Normalises a text to its iCalendar form; dates and times become UTC.
fn normal(text: &str) -> String {
    let text = kept(text).trim().to_owned();
    match Moment::read(&text) {
        Some(moment) => moment.in_utc().to_string(),
        None => text.to_uppercase(),
    }
}

/// Returns every text that a component contains.
fn said(lines: &[Read]) -> Vec<String> {
    let mut said = Vec::new();
    for line in lines {
        said.push(normal(&unescaped(&line.value)));
        said.push(normal(line.value.trim_start_matches("mailto:")));
        said.extend(line.value.split([';', '/']).map(normal));
        // The parts of a location or a contact, and the words of a recurrence rule.
        said.extend(unescaped(&line.value).split(", ").map(normal));
        said.extend(line.value.split([';', '=']).map(normal));
        said.extend(line.parameters.values().flatten().map(|text| normal(text)));
    }
    said
}

/// Returns the texts that a component must contain.
fn expected(item: Item<'_>) -> Vec<String> {
    let mut expected = Vec::new();
    for property in item.properties() {
        for value in property.values() {
            match value.item() {
                None => expected.push(value.text().to_owned()),
                Some(part) => {
                    let name = part.property("name").and_then(|name| name.values().next());
                    expected.extend(name.map(|name| name.text().to_owned()));
                }
            }
        }
    }
    let parts: Vec<String> = expected
        .iter()
        .flat_map(|text| match text.split_once("req=") {
            // A recurrence rule is compared by its parts.
            Some(_) => text.split([';', '=']).map(normal).collect(),
            None if text.contains("Z/") => text.split('/').map(normal).collect(),
            None if Moment::read(text.split(',').next().unwrap()).is_some() => {
                text.split(',').map(normal).collect()
            }
            None if text.starts_with(|it: char| it.is_ascii_digit()) => {
                text.split([';', ',']).map(normal).collect()
            }
            None => vec![normal(text)],
        })
        .collect();
    parts.into_iter().filter(|text| !text.is_empty()).collect()
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
        let place = rest.iter().position(|(name, lines)| {
            let said = said(lines);
            name == kind && wanted.iter().all(|text| said.contains(text))
        });
        let place =
            place.unwrap_or_else(|| panic!("{name}: no {kind} says all of {wanted:#?}\n{text}"));
        let (_, lines) = rest.remove(place);
        let count = |name: &str| lines.iter().filter(|line| line.name == name).count();
        for required in ["UID", "DTSTAMP"] {
            assert_eq!(count(required), 1, "{name}: {required}\n{text}");
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
    let names = |names: Vec<String>| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        counts
    };
    let theirs = calendar
        .components
        .iter()
        .flat_map(|component| component.entries.iter().map(|entry| entry.name.as_str().to_owned()));
    let ours = read(text).into_iter().map(|line| line.name);
    let ours = ours.filter(|name| !matches!(name.as_str(), "BEGIN" | "END"));
    assert_eq!(names(theirs.collect()), names(ours.collect()), "{name}\n{text}");
}

#[test]
fn nothing_is_lost_of_any_event() {
    for (name, html) in pages::all() {
        pages::of(&html, |it| compare(&name, it));
    }
}

#[test]
fn a_calendar_with_all() {
    let (_, html) = &pages::all()[3];
    let text = pages::of(html, |it| it.to_icalendar(&FormatOptions::default()));
    insta::assert_snapshot!(text.replace('\r', ""));
}

#[test]
fn each_calendar_has_its_own() {
    let event = |name: &str| format!("<p class=h-event><b class=p-name>{name}</b>");
    let calendar = |method: &str, inside: &str| {
        format!(
            "<div class=h-calendar><b class=p-method>{method}</b><div class=h-x>{inside}</div></div>"
        )
    };
    let html = [
        event("A"),
        calendar("publish", &event("B")),
        calendar("request", &event("C")),
        event("D"),
    ];
    let text = pages::of(&html.concat(), |it| it.to_icalendar(&FormatOptions::default()));
    let lines = read(&text)
        .into_iter()
        .filter(|it| matches!(it.name.as_str(), "BEGIN" | "METHOD" | "SUMMARY"));
    let lines: Vec<String> = lines.map(|it| it.value).filter(|it| it != "VEVENT").collect();
    let expected =
        ["VCALENDAR", "A", "D", "VCALENDAR", "PUBLISH", "B", "VCALENDAR", "REQUEST", "C"];
    assert_eq!(lines, expected);
    assert_eq!(
        pages::of("<p class=h-calendar>None", |it| it.to_icalendar(&FormatOptions::default())),
        ""
    );
}

#[test]
fn what_is_too_long_is_cut_and_says_so() {
    let html = format!("<div class=h-event>{}", "<div class='p-content h-event'>text".repeat(200));
    let options = FormatOptions { bytes: Allowance::fixed(1_000) };
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
