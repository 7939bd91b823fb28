//! Tests of parsing and writing dates and times.

use super::*;
use proptest::prelude::*;
use wishful::base::dates::days_in;

fn read(text: &str) -> String {
    DateTime::read(text).map_or_else(|| "none".to_owned(), |moment| moment.to_string())
}

#[test]
fn common_date_spellings_are_read() {
    let cases = [
        ("2009-06-26 19:00-0800", "2009-06-26T19:00:00-08:00"),
        ("2009-06-26T19:00:00.250Z", "2009-06-26T19:00:00.25Z"),
        ("20090626T1900", "2009-06-26T19:00:00"),
        ("20090626", "2009-06-26"),
        ("2013-034", "2013-02-03"),
        ("2012366", "2012-12-31"),
        ("2009-06", "2009-06"),
        ("2009", "2009"),
        ("--04-12", "--04-12"),
        ("--0229", "--02-29"),
        ("19:30", "19:30:00"),
        ("2009-12-31 24:00", "2010-01-01T00:00:00"),
        (" 2009-06-26 19:00 +1 ", "2009-06-26T19:00:00+01:00"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn invalid_dates_are_refused() {
    let none = [
        "",
        "x",
        "209",
        "2009-13",
        "2009-02-29",
        "2013-366",
        "2009-06-26x",
        "2009-06-26T",
        "2009-06 19:00",
        "2009-06-26 25:00",
        "2009-06-26 24:01",
        "--02-30",
        "2009-06-26 19:00 x",
        "2009-06-26 19:60",
        "2009-6-2",
        "2009-06-26 19:00+99",
        "é",
        "2009-é",
    ];
    assert_eq!(none.map(read), none.map(|_| "none"));
}

#[test]
fn the_eleven_shapes_of_zones() {
    let zones = [
        ("+1", "+01:00"),
        ("+12", "+12:00"),
        ("+123", "+01:23"),
        ("+1:", "+01:00"),
        ("+12:", "+12:00"),
        ("+1:2", "+01:20"),
        ("+:12", "+00:12"),
        ("+1:23", "+01:23"),
        ("+12:3", "+12:30"),
        ("+12:34", "+12:34"),
        ("-1234", "-12:34"),
    ];
    for (zone, expected) in zones {
        assert_eq!(
            read(&format!("2026-01-01T00:00{zone}")),
            format!("2026-01-01T00:00:00{expected}")
        );
    }
}

#[test]
fn conversion_to_utc_may_change_the_day() {
    fn utc(text: &str) -> String {
        DateTime::read(text).unwrap().in_utc().basic()
    }
    assert_eq!(utc("2009-12-31 19:00-0800"), "20100101T030000Z");
    assert_eq!(utc("2012-03-01 00:30+0100"), "20120229T233000Z");
    assert_eq!(utc("2012-03-01 00:30"), "20120301T003000");
    assert_eq!(utc("--04-12"), "--0412");
}

proptest! {
    /// Both formats are parsed back to the same moment.
    #[test]
    fn written_and_read(year in 0i64..=9999, month in 1i64..=12, day in 1i64..=31, hour in 0i64..24,
        minute in 0i64..60, second in 0i64..60, zone in proptest::option::of(-1439i64..1440)) {
        let day = day.min(days_in(year, month));
        let date = Date { year: Some(year), month: Some(month), day: Some(day), week: None };
        let time = Some(Time { minute: hour * 60 + minute, nanosecond: second * 1_000_000_000 });
        let moment = DateTime(dates::PartialDateTime { date, time, zone });
        prop_assert_eq!(DateTime::read(&moment.to_string()), Some(moment));
        prop_assert_eq!(DateTime::read(&moment.basic()), Some(moment));
        let day = DateTime(dates::PartialDateTime { time: None, zone: None, ..moment.0 });
        prop_assert_eq!(DateTime::read(&day.basic()), Some(day));
    }

    /// No text causes a panic.
    #[test]
    fn any_text(text in "[-+0-9TZ: .é]{0,24}|.{0,24}") {
        let _ = DateTime::read(&text).map(|moment| (moment.in_utc().basic(), moment.to_string()));
    }
}
