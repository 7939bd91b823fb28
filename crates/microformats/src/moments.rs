//! Dates and times: parsing the notations of web pages, and writing the notations of other formats.
//!
//! Microformats allow many notations: `2009-06-26 19:00-0800`, `20090626T1900-8`, `2013-034`,
//! `--04-12`, `2009-06`. The result of parsing is a [`DateTime`]: the given ones of date, time of
//! day and zone, each checked against the calendar. A moment is written as in RFC 3339
//! ([`DateTime`]'s `Display`), or in the basic format of iCalendar and vCard. A text that is not a
//! moment is rejected; nothing is guessed.

use std::fmt;

use serde::{Serialize, Serializer};
use wishful::base::dates::{self, Date, Notation, Scan, Time, Zone, zone_text};

/// A date, a time of day, or both, with an optional zone.
///
/// ```
/// use wishful_microformats::interpret::DateTime;
/// let moment = DateTime::read("2009-06-26 19:00-8").unwrap();
/// assert_eq!(moment.to_string(), "2009-06-26T19:00:00-08:00");
/// assert_eq!(moment.in_utc().to_string(), "2009-06-27T03:00:00Z");
/// assert_eq!(DateTime::read("2013-034").unwrap().to_string(), "2013-02-03");
/// assert_eq!(DateTime::read("next Friday"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DateTime(dates::PartialDateTime);

/// The first minute of the next day.
const MIDNIGHT: i64 = 24 * 60;

impl DateTime {
    /// Parses a text; returns `None` if it is not a moment.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let mut scan = Scan::new(text, Notation::Iso);
        let Some(date) = scan.date() else {
            // (Digits alone are not a time.)
            let is_time = text.starts_with(['T', 't']) || text.get(2..3) == Some(":");
            return if is_time { Self::of_time(Date::default(), scan) } else { None };
        };
        // (The day of the year becomes a day of a month.)
        let date = if date.is_full() { Date::of_days(date.days()?) } else { date };
        if scan.rest().is_empty() {
            return Some(Self(dates::PartialDateTime {
                date,
                ..dates::PartialDateTime::default()
            }));
        }
        let has_letter = scan.letter(&['T', 't']).is_some();
        let has_blanks = scan.blanks();
        if date.is_full() && (has_letter || has_blanks) { Self::of_time(date, scan) } else { None }
    }

    /// Parses a time of day and a zone, on the given day if there is one.
    fn of_time(date: Date, mut scan: Scan<'_>) -> Option<Self> {
        scan.letter(&['T', 't']);
        let time = Time::from(scan.clock()?);
        let zone = scan.zone();
        let is_zone = zone.is_none_or(|zone| zone.hours < 24 && zone.minutes < Some(60));
        // (24:00 is the start of the next day.)
        let is_time = time.minute < MIDNIGHT || time == Time { minute: MIDNIGHT, nanosecond: 0 };
        if !scan.rest().is_empty() || !is_zone || !is_time {
            return None;
        }
        let moment =
            Self(dates::PartialDateTime { date, time: Some(time), zone: zone.map(Zone::offset) });
        Some(moment.at_minute(time.minute))
    }

    /// Sets the time to a minute counted from midnight. The date stays within the years 0 to 9999.
    fn at_minute(self, minute: i64) -> Self {
        let moved = self.0.at_minute(minute);
        let is_year = moved.date.year.is_none_or(|year| (0..=9999).contains(&year));
        Self(if is_year { moved } else { dates::PartialDateTime { date: self.0.date, ..moved } })
    }

    /// Reports whether the moment has a full date.
    #[must_use]
    pub fn has_day(self) -> bool {
        self.0.date.is_full()
    }

    /// Reports whether the moment has a time of day.
    #[must_use]
    pub fn has_time(self) -> bool {
        self.0.time.is_some()
    }

    /// Reports whether the moment has a zone.
    #[must_use]
    pub fn has_zone(self) -> bool {
        self.0.zone.is_some()
    }

    /// Converts the moment to UTC if it has a full date, a time and a zone; otherwise returns it
    /// unchanged.
    #[must_use]
    pub fn in_utc(self) -> Self {
        let (true, Some(time), Some(zone)) = (self.has_day(), self.0.time, self.0.zone) else {
            return self;
        };
        Self(dates::PartialDateTime { zone: Some(0), ..self.0 }).at_minute(time.minute - zone)
    }

    /// Formats the moment in the basic format: `20090626T190000-0800`, `20090626`, `--0412`,
    /// `2009-06`. That format has no fractions of seconds.
    #[must_use]
    pub(crate) fn basic(self) -> String {
        let mut text = match self.0.date {
            Date { year: None, month: Some(month), day: Some(day), .. } => {
                format!("--{month:02}{day:02}")
            }
            date if date.is_full() => date.to_string().replace('-', ""),
            date => date.to_string(),
        };
        if let Some(time) = self.0.time {
            text.push('T');
            text.push_str(&time.to_string()[.."00:00:00".len()].replace(':', ""));
        }
        text + &zone_text(self.0.zone, "")
    }
}

/// Formats the given parts as in RFC 3339.
impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Serializes as a string.
impl Serialize for DateTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests;
