//! Dates, times of day and zones: one calendar, one scanner, and the notations that it reads.
//!
//! Queries and structured data read dates in four notations. [`Scan`] reads the parts of all of
//! them; [`Notation`] tells it how lenient to be. The reader of a notation decides which parts a
//! text needs, and in which order.
//!
//! | notation | date | time | zone |
//! | --- | --- | --- | --- |
//! | `Schema` | `2008-07-21`, `--07-21` | `21:30:05.25` | `+01:00` |
//! | `ValueClass` | `2008-07-21`, `2008-203` | `9:30`, `9 p.m.` | `+1`, `+0100`, `+1:00` |
//! | `Iso` | `20080721`, `2008203`, `--0721` | `21`, `213005,25` | `+100`, `+1:3`, `+:30` |
//! | `Liberal` | `2008/7/1`, `2008-W30-1` | `9.30 P.M`, `2130`, `9+01` | `+100`, `+1:3`, `+:30` |
//!
//! Dates are checked by the calendar in `Iso`; in `Liberal` each month has 31 days; in the others
//! the reader checks them.
//!
//! [`Date`], [`Clock`] and [`Zone`] keep what is written, so each is written back in the same
//! precision. A [`PartialDateTime`] is for arithmetic: its time is a number, its zone an offset.
//! Years are astronomical: 0 is the year before 1. The calendar is Gregorian at all times.
//!
//! Do not use [`Scan`] to find a date in a longer text: it reads from the start of a text.

mod calendar;
mod duration;
mod moment;
mod scan;

pub use calendar::{date_of, days_before, days_in, is_leap, weekday};
pub use duration::duration_counts;
pub use moment::{PartialDateTime, Time, zone_text};
pub use scan::Scan;

use std::fmt;

/// The notation of a text, which decides how lenient [`Scan`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// XML Schema: EXSLT's dates.
    Schema,
    /// The value-class pattern of microformats2.
    ValueClass,
    /// Both formats of ISO 8601, and all zones that pages write: dates of any page in outputs.
    Iso,
    /// Classic microformats, "as liberally as possible with regards to punctuation".
    Liberal,
}

/// A date, or some components of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Date {
    pub year: Option<i64>,
    pub month: Option<i64>,
    /// The week of the year.
    pub week: Option<i64>,
    /// The day of the month or of the week; without both, the day of the year.
    pub day: Option<i64>,
}

impl Date {
    /// Reports whether each component is in its range: in that of the calendar if `is_exact`,
    /// otherwise in the widest one.
    #[must_use]
    pub fn is_within(self, is_exact: bool) -> bool {
        let days = match self {
            Self { week: Some(_), .. } => 7,
            // (February has 29 days in some years.)
            Self { month: Some(month), year, .. } if is_exact => {
                days_in(year.unwrap_or(2000), month)
            }
            Self { month: None, year: Some(year), .. } => {
                365 + i64::from(!is_exact || is_leap(year))
            }
            _ => 31,
        };
        let parts = [(self.month, 12), (self.week, 53), (self.day, days)];
        parts.into_iter().all(|(part, most)| part.is_none_or(|part| (1..=most).contains(&part)))
    }

    /// Reports whether the date has a year and a day.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.year.is_some() && self.day.is_some()
    }

    /// Returns the days from 1970-01-01 to the date, which must have a year and no week; a missing
    /// month or day counts as the first.
    #[must_use]
    pub fn days(self) -> Option<i64> {
        Some(days_before(self.year?, self.month.unwrap_or(1)) + self.day.unwrap_or(1) - 1)
    }

    /// Returns the date that is `days` days after 1970-01-01.
    #[must_use]
    pub fn of_days(days: i64) -> Self {
        let (year, month, day) = date_of(days);
        Self { year: Some(year), month: Some(month), week: None, day: Some(day) }
    }
}

/// Formats the components as in the extended format of ISO 8601.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{}{:04}", if year < 0 { "-" } else { "" }, year.abs())?,
            None if self.month.is_some() => f.write_str("-")?,
            None => {}
        }
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(week) = self.week {
            write!(f, "-W{week:02}")?;
        }
        let width = match (self.month, self.week) {
            (_, Some(_)) => 1,
            (Some(_), None) => 2,
            (None, None) => 3,
        };
        match self.day {
            Some(day) => write!(f, "-{day:0width$}"),
            None => Ok(()),
        }
    }
}

/// A time of day as written, on the 24-hour clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock<'t> {
    /// The hour, at most 24.
    pub hour: i64,
    pub minute: Option<i64>,
    /// The second, at most 60 because of leap seconds.
    pub second: Option<i64>,
    /// The digits of the fraction of the second.
    pub fraction: &'t str,
}

/// Formats hours, minutes, and the rest as written.
impl fmt::Display for Clock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute.unwrap_or_default())?;
        if let Some(second) = self.second {
            write!(f, ":{second:02}")?;
        }
        if self.fraction.is_empty() { Ok(()) } else { write!(f, ".{}", self.fraction) }
    }
}

/// The offset of a time zone from UTC as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    /// `Z`, or `+` to the east and `-` to the west.
    pub sign: char,
    pub hours: i64,
    /// The minutes; `None` only if the notation may omit them.
    pub minutes: Option<i64>,
}

impl Zone {
    /// Returns the offset in minutes, positive to the east.
    #[must_use]
    pub fn offset(self) -> i64 {
        let minutes = self.hours * 60 + self.minutes.unwrap_or_default();
        if self.sign == '-' { -minutes } else { minutes }
    }
}

/// Formats `Z`, or a sign and the digits without a colon.
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.sign, self.minutes) {
            ('Z', _) => f.write_str("Z"),
            (sign, None) => write!(f, "{sign}{:02}", self.hours),
            (sign, Some(minutes)) => write!(f, "{sign}{:02}{minutes:02}", self.hours),
        }
    }
}
