//! Tests of dates, times and zones.

use super::super::iso::IsoDateTime;
use super::super::quantity;
use super::*;
use crate::vocabulary::Simple;
use serde_json::json;

fn read(text: &str) -> Option<String> {
    IsoDateTime::read(text).map(|moment| moment.written())
}

#[test]
fn the_ten_zones_are_normalised() {
    let zones = [
        ("1", "0100"),
        ("12", "1200"),
        ("123", "0123"),
        ("1:", "0100"),
        ("12:", "1200"),
        ("1:2", "0120"),
        (":12", "0012"),
        ("1:23", "0123"),
        ("12:3", "1230"),
        ("12:34", "1234"),
        ("1234", "1234"),
    ];
    for (zone, normal) in zones {
        for sign in ['+', '-'] {
            let written = read(&format!("2008-07-21T21:30{sign}{zone}"));
            assert_eq!(written, Some(format!("2008-07-21T21:30{sign}{normal}")), "{zone}");
        }
    }
    for wrong in [":", "", ":1", "123:4", "12:345", "12345", "1:2:3", "x"] {
        assert_eq!(IsoDateTime::read_zone(&format!("+{wrong}")), None, "{wrong}");
    }
}

#[test]
fn dates_are_read_liberally() {
    let same = [
        "2008-07-21",
        "2008-203",
        "2008-W30-1",
        "2008-W30",
        "2008-07",
        "2008",
        "21:30",
        "21:30:05.25",
    ];
    for text in same {
        assert_eq!(read(text).as_deref(), Some(text));
    }
    let cases = [
        ("20080721", "2008-07-21"),
        ("2008/7/1", "2008-07-01"),
        ("2008.07.21", "2008-07-21"),
        ("2008203", "2008-203"),
        ("2008W301", "2008-W30-1"),
        ("20080721T213000Z", "2008-07-21T21:30:00Z"),
        ("2008-07-21 21:30", "2008-07-21T21:30"),
        (" 2008-07-21t9.30 p.m. +01:00 ", "2008-07-21T21:30+0100"),
        ("2008-07-21 9pm", "2008-07-21T21:00"),
        ("12am", "00:00"),
        ("12:05 PM", "12:05"),
        ("T2130", "21:30"),
        ("21:30:05,5-8", "21:30:05.5-0800"),
    ];
    for (text, normal) in cases {
        assert_eq!(read(text).as_deref(), Some(normal), "{text}");
        assert_eq!(read(normal).as_deref(), Some(normal), "what is normal stays");
    }
    let wrong = [
        "",
        "Monday",
        "2008-13-01",
        "2008-07-32",
        "25:00",
        "21:60",
        "21:30x",
        "+1",
        "9",
        "2008-W54",
    ];
    for text in wrong {
        assert_eq!(read(text), None, "{text}");
    }
}

fn start(inner: &str) -> Value {
    property(&format!("<div class=vevent><p class=dtstart>{inner}</p></div>"), "dtstart")
}

pub(super) fn values(values: &[&str]) -> String {
    values.iter().map(|value| format!("<b class=value>{value}</b> ")).collect()
}

#[test]
fn lists_of_values_are_concatenated() {
    assert_eq!(start(&values(&["2008-07-21"])), "2008-07-21");
    assert_eq!(start(&values(&["20080721T2130"])), "2008-07-21T21:30");
    assert_eq!(start(&values(&["2008-07-21", "9:30pm"])), "2008-07-21T21:30");
    assert_eq!(start(&values(&["2008-07-21", "21:30", "+1"])), "2008-07-21T21:30+0100");
    assert_eq!(start(&values(&["+1", "T21:30", "2008-07-21"])), "2008-07-21T21:30+0100");
    assert_eq!(start(&values(&["2008-07-21", "21:30Z"])), "2008-07-21T21:30Z");
    // The first of each kind counts.
    assert_eq!(start(&values(&["2008-07-21", "21:30", "22:30", "2009-01-01"])), "2008-07-21T21:30");
    // If one is not a component of a date, all are joined.
    assert_eq!(start(&values(&["2008-", "07-", "21"])), "2008-07-21");
    assert_eq!(start(&values(&["Monday", "21:30"])), "Monday21:30");
    assert_eq!(start("some time"), "some time");
    // The attribute has priority over everything else.
    let html =
        "<div class=vevent><p class=dtstart datetime=20080721><b class=value>x</b></p></div>";
    assert_eq!(property(html, "dtstart"), "2008-07-21");
}

#[test]
fn the_end_takes_missing_parts_from_the_start() {
    fn event(start: &str, end: &str) -> Value {
        let html =
            format!("<div class=vevent><p class=dtstart>{start}</p><p class=dtend>{end}</p></div>");
        property(&html, "dtend")
    }
    assert_eq!(event("2008-07-21T21:30+01", "22:30"), "2008-07-21T22:30+0100");
    assert_eq!(event("2008-07-21T21:30+01", "22:30Z"), "2008-07-21T22:30Z");
    assert_eq!(event("2008-07-21", &values(&["10:30pm"])), "2008-07-21T22:30");
    assert_eq!(
        event("2008-07-21T21:30+01", &values(&["2008-07-22", "1am"])),
        "2008-07-22T01:00+0100"
    );
    // A complete date stays unchanged.
    assert_eq!(event("2008-07-21T21:30+01", "2008-07-22T01:00"), "2008-07-22T01:00");
    assert_eq!(event("soon", "22:30"), "22:30");
}

#[test]
fn inherited_parts_of_a_date_name_their_source() {
    let document = document(
        "<div class=vevent><p class=dtstart>2008-07-21T21:30+01</p><p class=dtend>22:30</p></div>",
    );
    let options = Options { mode: Mode::Classic, ..Options::default() };
    let microformats = Microformats::new(&document, &options);
    let end = microformats.items().next().unwrap().property("dtend").unwrap();
    let value = end.values().next().unwrap();
    let parts: Vec<_> = value
        .parts()
        .map(|(role, spans)| (role.name(), spans[0].of(document.text()).to_owned()))
        .collect();
    let expected = [
        ("value", "22:30"),
        ("fed-date", "2008-07-21T21:30+01"),
        ("fed-zone", "2008-07-21T21:30+01"),
    ];
    assert_eq!(parts, expected.map(|(role, text)| (role, text.to_owned())));
}

#[test]
fn quantities_are_normalised_where_they_can_be() {
    let cases = [
        (Simple::Number, "1,234.50", Some("1234.50")),
        (Simple::Number, "4,5", Some("4.5")),
        (Simple::Number, "\u{2212}3", Some("-3")),
        (Simple::Number, "five", None),
        (Simple::Number, "inf", None),
        (Simple::Duration, "p1dt2h", Some("P1DT2H")),
        (Simple::Duration, "PT1,5H", Some("PT1.5H")),
        (Simple::Duration, "P2H", None),
        (Simple::Duration, "P", None),
        (Simple::Duration, "PT", None),
        (Simple::Interval, "20080721T10/PT1H", None),
        (Simple::Interval, "20080721T1000Z/PT1H", Some("2008-07-21T10:00Z/PT1H")),
        (Simple::Interval, "2008/07/21/2008/07/22", Some("2008-07-21/2008-07-22")),
        (Simple::Interval, "2008/07", None),
        (Simple::Recurrence, "RRULE:freq=weekly; count=10", Some("FREQ=WEEKLY;COUNT=10")),
        (Simple::Recurrence, "weekly", None),
    ];
    for (kind, text, normal) in cases {
        assert_eq!(quantity::read(text, kind).as_deref(), normal, "{kind:?} {text}");
    }
    assert_eq!(quantity::tag("/tags/caf%C3%A9+au+lait/?x#y").as_deref(), Some("caf\u{e9} au lait"));
    assert_eq!(quantity::tag("/?x"), None);
    let html = "<div class=vevent><p class=duration>an hour</p></div>";
    assert_eq!(property(html, "duration"), json!("an hour"));
}
