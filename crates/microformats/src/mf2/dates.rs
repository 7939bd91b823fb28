//! Dates in the value-class pattern (<https://microformats.org/wiki/value-class-pattern>, "date and
//! time parsing").
//!
//! The texts of the values are examined in order. The first date, the first time and the first zone
//! win, independently of each other. A text with both a date and a time counts only if neither has
//! been found. The result is `date time+zone`: a 24-hour time, with seconds as written, and a zone
//! without a colon. A separate zone is appended to a combined date and time that has no zone.

use wishful::base::dates::{Clock, Notation, Scan, Zone};

/// A parsed text of the value-class pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stamp<'t> {
    /// A date and a time in one text, which stay as written, and the zone after them.
    Both {
        date: &'t str,
        local: &'t str,
        zone: Option<Zone>,
    },
    Date(&'t str),
    /// A time of day and its zone.
    Time(Clock<'t>, Option<Zone>),
    Zone(Zone),
}

/// Parses a text without surrounding white space.
pub(crate) fn stamp(text: &str) -> Option<Stamp<'_>> {
    if let Some(date) = leading_date(text) {
        let rest = &text[date.len()..];
        if rest.is_empty() {
            return Some(Stamp::Date(date));
        }
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        let (_, zone, after) = time(rest.trim())?;
        let local = text[..text.len() - after.len()].trim_end();
        return Some(Stamp::Both { date, local, zone });
    }
    if let Some((time, zone, _)) = time(text) {
        return Some(Stamp::Time(time, zone));
    }
    let mut scan = Scan::new(text, Notation::ValueClass);
    if scan.blanks() {
        return None;
    }
    let zone = scan.zone()?;
    if scan.rest().is_empty() { Some(Stamp::Zone(zone)) } else { None }
}

/// Returns the date at the start of a value.
pub(crate) fn leading_date(text: &str) -> Option<&str> {
    let mut scan = Scan::new(text, Notation::ValueClass);
    scan.date()?;
    let rest = scan.rest();
    if rest.starts_with('-') { None } else { Some(&text[..text.len() - rest.len()]) }
}

/// Parses a time of day and its zone: `19:00`, `7:05`, `7:00:00pm`, `7 p.m.`, `19:00-08:00`.
/// Returns the text after the time of day, too.
fn time(text: &str) -> Option<(Clock<'_>, Option<Zone>, &str)> {
    let mut scan = Scan::new(text, Notation::ValueClass);
    let (clock, after, zone) = (scan.clock()?, scan.rest(), scan.zone());
    if zone.is_none() {
        scan.blanks();
    }
    if scan.rest().is_empty() { Some((clock, zone, after)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the time and the zone of a stamp without a date.
    fn stamp_text(text: &str) -> Option<String> {
        match stamp(text)? {
            Stamp::Time(time, None) => Some(time.to_string()),
            Stamp::Time(time, Some(zone)) => Some(format!("{time}{zone}")),
            Stamp::Zone(zone) => Some(zone.to_string()),
            _ => None,
        }
    }

    #[test]
    fn times_are_put_on_the_clock_of_24_hours() {
        let times = [
            ("07:00:00pm", "19:00:00"),
            ("7pm", "19:00"),
            ("7:00 p.m.", "19:00"),
            ("07:00PM", "19:00"),
            ("12:15am", "00:15"),
            ("12pm", "12:00"),
            ("19:00", "19:00"),
            ("7:05", "07:05"),
            ("19:00:00.25", "19:00:00.25"),
        ];
        for (text, expected) in times {
            assert_eq!(stamp_text(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(
            ["7", "19", "7:0", "7:60", "13pm", "x", "19:0", ""].map(stamp),
            [const { None }; 8]
        );
    }

    #[test]
    fn zones_lose_their_colon() {
        for (text, zone) in [("19:00-08:00", "-0800"), ("19:00z", "Z"), ("19:00 +1", "+01")] {
            assert_eq!(stamp_text(text), Some(format!("19:00{zone}")), "{text}");
        }
        assert_eq!(stamp_text("+01:00").as_deref(), Some("+0100"));
    }

    #[test]
    fn dates_stand_alone_or_before_a_time() {
        assert_eq!(stamp("2009-06-26"), Some(Stamp::Date("2009-06-26")));
        assert_eq!(stamp("2013-034"), Some(Stamp::Date("2013-034")));
        assert_eq!(stamp("2013-06"), Some(Stamp::Date("2013-06")));
        assert_eq!(
            stamp("2009-06-26T19:00"),
            Some(Stamp::Both { date: "2009-06-26", local: "2009-06-26T19:00", zone: None })
        );
        let none = ["2009-06-261", "2009-6-2", "2009-06-26T", "209-06-26", "2009-06-26x"];
        assert_eq!(none.map(stamp), [const { None }; 5]);
        assert_eq!(leading_date("2009-06-26 19:00"), Some("2009-06-26"));
    }
}
