//! EXSLT's date functions on dates in the lexical forms of XML Schema. (EXSLT date; XML Schema part
//! 2, section 3.2.)
//!
//! Functions that need the current time are unavailable. A text that is no date, or a date without
//! the requested component, gives NaN or an empty text.

use super::Call;
use super::durations::{self, Duration};
use crate::base::{real_signed, signed};
use crate::query::evaluate::{Eval, Evaluator, Val};
use crate::query::function::OfDates;

/// A date, a time or a part of one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct DateOrTime {
    pub(super) year: Option<i64>,
    pub(super) month: Option<i64>,
    pub(super) day: Option<i64>,
    /// Hours, minutes, seconds.
    pub(super) time: Option<(i64, i64, f64)>,
    /// The offset of the time zone in minutes east of Greenwich.
    pub(super) zone: Option<i64>,
}

/// The seconds of a day.
const DAY: f64 = 86_400.0;
/// The rounding unit for sums of seconds: microseconds, as a count per second.
const MICROS: f64 = 1e6;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn of_dates(&mut self, of: OfDates, call: Call<'e>) -> Eval<Val<'e>> {
        if of == OfDates::Duration {
            let duration = Duration::of_seconds(self.number_of(call, 0)?);
            return Ok(Val::text(duration.map(Duration::written).unwrap_or_default()));
        }
        if of == OfDates::Sum {
            return self.sum_of_durations(call);
        }
        let first = self.text_of(call, 0)?;
        let second = self.text_if(call, 1)?.unwrap_or_default();
        Ok(match of {
            OfDates::Add => Val::text(durations::later(&first, &second).unwrap_or_default()),
            OfDates::AddDuration => {
                Val::text(durations::longer(&first, &second).unwrap_or_default())
            }
            OfDates::Difference => {
                Val::text(durations::between(&first, &second).unwrap_or_default())
            }
            OfDates::Seconds => Val::Number(seconds(&first).unwrap_or(f64::NAN)),
            OfDates::LeapYear => match DateOrTime::read(&first) {
                Some(DateOrTime { year: Some(year), .. }) => Val::Boolean(is_leap(year)),
                _ => Val::Boolean(false),
            },
            OfDates::Date
            | OfDates::Time
            | OfDates::MonthName
            | OfDates::MonthAbbreviation
            | OfDates::DayName
            | OfDates::DayAbbreviation => {
                let text = DateOrTime::read(&first).and_then(|date| date.component_text(of));
                Val::text(text.unwrap_or_default())
            }
            _ => {
                let number = DateOrTime::read(&first).and_then(|date| date.component_number(of));
                Val::Number(number.unwrap_or(f64::NAN))
            }
        })
    }

    fn sum_of_durations(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let mut sum = Some(Duration::default());
        for node in self.nodes_of(call, 0)?.iter() {
            let other = Duration::read(&self.string_value(*node)?);
            sum = match (sum, other) {
                (Some(sum), Some(other)) => sum.plus(other),
                _ => None,
            };
        }
        Ok(Val::text(sum.map(Duration::written).unwrap_or_default()))
    }
}

impl DateOrTime {
    /// Parses a `dateTime`, `date`, `time`, `gYearMonth`, `gYear`, `gMonthDay`, `gMonth` or `gDay`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_matches(crate::query::value::is_blank);
        let (text, zone) = split_zone(text)?;
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (date, Some(read_time(time)?)),
            None if text.contains(':') => ("", Some(read_time(text)?)),
            None => (text, None),
        };
        let fields = if date.is_empty() { Self::default() } else { Self::read_date(date)? };
        // A time follows a complete date, or has no date.
        if time.is_some() && !date.is_empty() && !fields.is_date() {
            return None;
        }
        if fields.is_possible() { Some(Self { time, zone, ..fields }) } else { None }
    }

    fn read_date(date: &str) -> Option<Self> {
        if let Some(rest) = date.strip_prefix("---") {
            return Some(Self { day: Some(digits(rest, 2)?), ..Self::default() });
        }
        if let Some(rest) = date.strip_prefix("--") {
            let rest = rest.strip_suffix("--").unwrap_or(rest);
            let (month, day) = match rest.split_once('-') {
                Some((month, day)) => (month, Some(digits(day, 2)?)),
                None => (rest, None),
            };
            return Some(Self { month: Some(digits(month, 2)?), day, ..Self::default() });
        }
        let (date, sign) = match date.strip_prefix('-') {
            Some(date) => (date, -1),
            None => (date, 1),
        };
        let mut parts = date.split('-');
        let year = parts.next()?;
        if !(4..=9).contains(&year.len()) {
            return None;
        }
        let year = Some(digits(year, year.len())? * sign);
        let month = match parts.next() {
            Some(month) => Some(digits(month, 2)?),
            None => None,
        };
        let day = match parts.next() {
            Some(day) => Some(digits(day, 2)?),
            None => None,
        };
        if parts.next().is_some() {
            return None;
        }
        Some(Self { year, month, day, ..Self::default() })
    }

    fn is_possible(self) -> bool {
        let days = match (self.year, self.month) {
            (Some(year), Some(month)) if (1..=12).contains(&month) => days_in(year, month),
            (None, Some(month)) if (1..=12).contains(&month) => days_in(2000, month),
            _ => 31,
        };
        self.year != Some(0)
            && self.month.is_none_or(|month| (1..=12).contains(&month))
            && self.day.is_none_or(|day| (1..=days).contains(&day))
    }

    /// Returns the days from 1970-01-01 to the date; a month or a year counts as its first day.
    pub(super) fn days(self) -> Option<i64> {
        Some(days_before(self.year?, self.month.unwrap_or(1)) + self.day.unwrap_or(1) - 1)
    }

    /// Reports whether the value has a year and a day.
    fn is_date(self) -> bool {
        self.year.is_some() && self.day.is_some()
    }

    /// Returns a component that is a number.
    fn component_number(self, of: OfDates) -> Option<f64> {
        if let Some((hours, minutes, seconds)) = self.time {
            match of {
                OfDates::HourInDay => return Some(real_signed(hours)),
                OfDates::MinuteInHour => return Some(real_signed(minutes)),
                OfDates::SecondInMinute => return Some(seconds),
                _ => {}
            }
        }
        let date = if self.is_date() { Some(self) } else { None };
        let number = match of {
            OfDates::Year => self.year?,
            OfDates::MonthInYear => self.month?,
            OfDates::DayInMonth => self.day?,
            OfDates::DayInYear => date?.days()? - days_before(self.year?, 1) + 1,
            OfDates::DayInWeek => weekday(date?.days()?) + 1,
            OfDates::DayOfWeekInMonth => (date?.day? - 1) / 7 + 1,
            OfDates::WeekInMonth => {
                let first = (weekday(days_before(date?.year?, self.month?)) + 6) % 7;
                (self.day? + first - 1) / 7 + 1
            }
            OfDates::WeekInYear => week(date?.days()?),
            _ => return None,
        };
        Some(real_signed(number))
    }

    /// Returns the English name of the month.
    fn month_name(self) -> Option<&'static str> {
        Some(MONTHS[usize::try_from(self.month? - 1).ok()?])
    }

    /// Returns the English name of the day of the week.
    fn day_name(self) -> Option<&'static str> {
        if !self.is_date() {
            return None;
        }
        Some(DAYS[usize::try_from(weekday(self.days()?)).ok()?])
    }

    /// Returns a component that is a text.
    fn component_text(self, of: OfDates) -> Option<String> {
        match of {
            OfDates::MonthName => Some(self.month_name()?.to_owned()),
            OfDates::MonthAbbreviation => Some(self.month_name()?[..3].to_owned()),
            OfDates::DayName => Some(self.day_name()?.to_owned()),
            OfDates::DayAbbreviation => Some(self.day_name()?[..3].to_owned()),
            OfDates::Date if self.is_date() => Some(Self { time: None, ..self }.written()),
            OfDates::Time => {
                self.time?;
                Some(Self { year: None, month: None, day: None, ..self }.written())
            }
            _ => None,
        }
    }

    /// Formats a date, a time or both, or a year with or without a month.
    pub(super) fn written(self) -> String {
        let mut text = String::new();
        if let Some(year) = self.year {
            let sign = if year < 0 { "-" } else { "" };
            text.push_str(&format!("{sign}{:04}", year.abs()));
            for part in [self.month, self.day].into_iter().flatten() {
                text.push_str(&format!("-{part:02}"));
            }
        }
        if let Some((hours, minutes, seconds)) = self.time {
            let separator = if self.year.is_some() { "T" } else { "" };
            let zero = if seconds < 10.0 { "0" } else { "" };
            text.push_str(&format!("{separator}{hours:02}:{minutes:02}:{zero}{seconds}"));
        }
        text + &zone_text(self.zone)
    }
}

fn zone_text(zone: Option<i64>) -> String {
    match zone {
        None => String::new(),
        Some(0) => "Z".to_owned(),
        Some(zone) => {
            let sign = if zone < 0 { '-' } else { '+' };
            format!("{sign}{:02}:{:02}", zone.abs() / 60, zone.abs() % 60)
        }
    }
}

/// Parses a number of exactly `count` digits.
fn digits(text: &str, count: usize) -> Option<i64> {
    if text.len() != count || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn split_zone(text: &str) -> Option<(&str, Option<i64>)> {
    if let Some(text) = text.strip_suffix('Z') {
        return Some((text, Some(0)));
    }
    let Some((before, zone)) = text.len().checked_sub(6).and_then(|at| text.split_at_checked(at))
    else {
        return Some((text, None));
    };
    let sign = match zone.as_bytes() {
        [b'+', _, _, b':', _, _] => 1,
        [b'-', _, _, b':', _, _] => -1,
        _ => return Some((text, None)),
    };
    let minutes = digits(&zone[1..3], 2)? * 60 + digits(&zone[4..], 2)?;
    if minutes > 14 * 60 {
        return None;
    }
    Some((before, Some(sign * minutes)))
}

fn read_time(text: &str) -> Option<(i64, i64, f64)> {
    let mut parts = text.split(':');
    let (hours, minutes) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let seconds = parts.next()?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    digits(whole, 2)?;
    digits(fraction, fraction.len())?;
    let seconds: f64 = seconds.parse().ok()?;
    if hours >= 24 || minutes >= 60 || seconds >= 60.0 || parts.next().is_some() {
        return None;
    }
    Some((hours, minutes, seconds))
}

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days from 1970-01-01 to the first of a month, in the Gregorian calendar.
fn days_before(year: i64, month: i64) -> i64 {
    let before = year - 1;
    let leaps = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    let days: i64 = (1..month).map(|month| days_in(year, month)).sum();
    before * 365 + leaps - 719_162 + days
}

/// Returns the day of the week: Sunday is 0.
fn weekday(days: i64) -> i64 {
    (days + 4).rem_euclid(7)
}

/// Returns the week number of ISO 8601, within the year that contains the week's Thursday.
fn week(days: i64) -> i64 {
    let thursday = days - (weekday(days) + 6) % 7 + 3;
    let (year, _, _) = date_of(thursday);
    (thursday - days_before(year, 1)) / 7 + 1
}

/// Converts days since 1970-01-01 to year, month and day.
pub(super) fn date_of(days: i64) -> (i64, i64, i64) {
    // A year has 365 or 366 days, so this start is never after the right year.
    let mut year = 1970 + days.div_euclid(366).min(days.div_euclid(365));
    while days_before(year + 1, 1) <= days {
        year += 1;
    }
    let month = (1..=12).rev().find(|month| days_before(year, *month) <= days).unwrap_or(1);
    (year, month, days - days_before(year, month) + 1)
}

/// Returns the seconds since 1970 of a date, or the length of a duration without years and months.
fn seconds(text: &str) -> Option<f64> {
    if let Some(date) = DateOrTime::read(text) {
        return date.seconds();
    }
    let duration = Duration::read(text)?;
    if duration.months == 0 { Some(duration.seconds) } else { None }
}

impl DateOrTime {
    /// Returns the seconds since 1970; a value without a zone is taken as UTC.
    pub(super) fn seconds(self) -> Option<f64> {
        let (hours, minutes, seconds) = self.time.unwrap_or_default();
        let minutes = self.days()? * 1440 + hours * 60 + minutes - self.zone.unwrap_or(0);
        Some(real_signed(minutes * 60) + seconds)
    }

    /// Returns the date `seconds` later, always with an explicit time.
    pub(super) fn after(self, seconds: f64) -> Option<Self> {
        let (hours, minutes, own) = self.time.unwrap_or_default();
        let days = (seconds / DAY).floor();
        let in_day = real_signed(hours * 3600 + minutes * 60) + own + (seconds - days * DAY);
        let in_day = (in_day * MICROS).round() / MICROS;
        let day = real_signed(self.days()?) + days + (in_day / DAY).floor();
        let in_day = in_day - (in_day / DAY).floor() * DAY;
        let minute = signed((in_day / 60.0).floor());
        let second = ((in_day - real_signed(minute * 60)) * MICROS).round() / MICROS;
        let (year, month, date) = date_of(signed(day));
        let time = (minute / 60, minute % 60, second);
        Some(Self {
            year: Some(year),
            month: Some(month),
            day: Some(date),
            time: Some(time),
            zone: self.zone,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_counted() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0.0));
        assert_eq!(seconds("2001-09-09T01:46:40Z"), Some(1e9));
        assert_eq!(seconds("2001-09-09T03:46:40+02:00"), Some(1e9));
        let cases = [
            ("2008-12-29", OfDates::WeekInYear, 1.0),
            ("1965-12-31", OfDates::WeekInYear, 52.0),
            ("1805-01-01", OfDates::WeekInYear, 1.0),
            ("2010-01-03", OfDates::WeekInYear, 53.0),
            ("2000-12-31", OfDates::DayInYear, 366.0),
            ("2024-02-29", OfDates::DayInWeek, 5.0),
            ("--02-29", OfDates::MonthInYear, 2.0),
            ("12:30:15.5", OfDates::SecondInMinute, 15.5),
        ];
        for (text, of, number) in cases {
            let date = DateOrTime::read(text).unwrap();
            assert_eq!(date.component_number(of), Some(number), "{text}");
        }
        for text in
            ["2023-02-29", "2000-13-01", "0000-01-01", "99-01-01", "24:00:00", "x", "2000-1-1"]
        {
            assert_eq!(DateOrTime::read(text), None, "{text}");
        }
    }

    #[test]
    fn days_and_dates_are_the_same() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = date_of(days);
            assert_eq!(days_before(year, month) + day - 1, days, "{year} {month} {day}");
            assert!((1..=days_in(year, month)).contains(&day));
        }
    }

    #[test]
    fn dates_are_written() {
        let complete = "2004-05-06T07:08:09.5+01:00";
        let cases = [
            (complete, OfDates::Date, Some("2004-05-06+01:00")),
            (complete, OfDates::Time, Some("07:08:09.5+01:00")),
            (complete, OfDates::DayName, Some("Thursday")),
            ("2004-05", OfDates::MonthAbbreviation, Some("May")),
            ("2004-05", OfDates::DayName, None),
        ];
        for (text, of, expected) in cases {
            let component = DateOrTime::read(text).unwrap().component_text(of);
            assert_eq!(component.as_deref(), expected, "{text}");
        }
    }
}
