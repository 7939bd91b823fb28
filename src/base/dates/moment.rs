//! Dates and times as numbers.

use super::{Clock, Date};
use crate::base::{real_signed, signed};
use std::fmt;

/// A date, a time of day, or both, with an optional zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartialDateTime {
    /// The date; empty if there is only a time.
    pub date: Date,
    pub time: Option<Time>,
    /// The offset from UTC in minutes, positive to the east.
    pub zone: Option<i64>,
}

/// A time of day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Time {
    /// The minutes since midnight.
    pub minute: i64,
    /// The nanoseconds of that minute, which has 61 seconds at most.
    pub nanosecond: i64,
}

/// The minutes of a day.
const DAY: i64 = 24 * 60;
/// The nanoseconds of a second.
const SECOND: i64 = 1_000_000_000;
/// The microseconds of a minute.
const MICROS: i64 = 60_000_000;
/// The greatest number of days in arithmetic: more than a thousand million years.
const MOST_DAYS: f64 = 4e11;

impl Time {
    /// Returns the seconds of the minute.
    #[must_use]
    pub fn seconds(self) -> f64 {
        real_signed(self.nanosecond) / real_signed(SECOND)
    }
}

impl From<Clock<'_>> for Time {
    fn from(clock: Clock<'_>) -> Self {
        let fraction = format!("{:0<9.9}", clock.fraction);
        let fraction: i64 = fraction.parse().unwrap_or_default();
        Self {
            minute: clock.hour * 60 + clock.minute.unwrap_or_default(),
            nanosecond: clock.second.unwrap_or_default() * SECOND + fraction,
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute, second) = (self.minute / 60, self.minute % 60, self.nanosecond / SECOND);
        write!(f, "{hour:02}:{minute:02}:{second:02}")?;
        match self.nanosecond % SECOND {
            0 => Ok(()),
            fraction => write!(f, ".{}", format!("{fraction:09}").trim_end_matches('0')),
        }
    }
}

impl PartialDateTime {
    /// Returns the moment at a minute that is counted from midnight of its date; a minute of
    /// another day changes a date that has a day.
    #[must_use]
    pub fn at_minute(self, minute: i64) -> Self {
        let date = match self.date.days() {
            Some(days) if self.date.is_full() => Date::of_days(days + minute.div_euclid(DAY)),
            _ => self.date,
        };
        let time = Time { minute: minute.rem_euclid(DAY), ..self.time.unwrap_or_default() };
        Self { date, time: Some(time), ..self }
    }

    /// Returns the moment `seconds` later, with a full date and a time. The result is rounded to
    /// microseconds.
    #[must_use]
    pub fn after(self, seconds: f64) -> Option<Self> {
        let time = self.time.unwrap_or_default();
        let day = real_signed(DAY * 60);
        let days = (seconds / day).floor();
        if days.is_nan() || days.abs() > MOST_DAYS {
            return None;
        }
        let in_day = real_signed(time.minute * 60) + time.seconds() + (seconds - days * day);
        let micros = signed((in_day * 1e6).round());
        let date = Date::of_days(self.date.days()? + signed(days));
        let time = Time { minute: 0, nanosecond: micros.rem_euclid(MICROS) * 1000 };
        let moved = Self { date, time: Some(time), ..self };
        Some(moved.at_minute(micros.div_euclid(MICROS)))
    }

    /// Returns the seconds since 1970; a value without a zone is taken as UTC.
    #[must_use]
    pub fn seconds(self) -> Option<f64> {
        let time = self.time.unwrap_or_default();
        let minutes = self.date.days()? * DAY + time.minute - self.zone.unwrap_or(0);
        Some(real_signed(minutes * 60) + time.seconds())
    }
}

/// Formats the components that are present as in RFC 3339.
impl fmt::Display for PartialDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.date)?;
        if let Some(time) = self.time {
            let separator = if self.date == Date::default() { "" } else { "T" };
            write!(f, "{separator}{time}")?;
        }
        f.write_str(&zone_text(self.zone, ":"))
    }
}

/// Formats an offset in minutes as `Z`, or as hours and minutes with `colon` between them.
#[must_use]
pub fn zone_text(zone: Option<i64>, colon: &str) -> String {
    match zone {
        None => String::new(),
        Some(0) => "Z".to_owned(),
        Some(zone) => {
            let (sign, minutes) = (if zone < 0 { '-' } else { '+' }, zone.abs());
            format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
        }
    }
}
