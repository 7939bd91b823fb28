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
pub(super) struct Moment {
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
            let seconds = self.number_of(call, 0)?;
            return Ok(Val::text(
                Duration::of_seconds(seconds).map_or(String::new(), |all| all.written()),
            ));
        }
        if of == OfDates::Sum {
            return self.sum_of_durations(call);
        }
        let first = self.text_of(call, 0)?;
        let second = self.text_if(call, 1)?.unwrap_or_default();
        let text = |text: Option<String>| Val::text(text.unwrap_or_default());
        Ok(match of {
            OfDates::Add => text(durations::later(&first, &second)),
            OfDates::AddDuration => text(durations::longer(&first, &second)),
            OfDates::Difference => text(durations::between(&first, &second)),
            OfDates::Seconds => Val::Number(seconds(&first).unwrap_or(f64::NAN)),
            OfDates::LeapYear => {
                let year = Moment::read(&first).and_then(|moment| moment.year);
                Val::Boolean(year.is_some_and(is_leap))
            }
            OfDates::Date
            | OfDates::Time
            | OfDates::MonthName
            | OfDates::MonthAbbreviation
            | OfDates::DayName
            | OfDates::DayAbbreviation => {
                text(Moment::read(&first).and_then(|moment| moment.worded(of)))
            }
            _ => {
                let number = Moment::read(&first).and_then(|moment| moment.numbered(of));
                Val::Number(number.unwrap_or(f64::NAN))
            }
        })
    }

    fn sum_of_durations(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let mut sum = Some(Duration::default());
        for node in self.nodes_of(call, 0)?.iter() {
            let other = Duration::read(&self.said(*node)?);
            sum = sum.zip(other).and_then(|(sum, other)| sum.plus(other));
        }
        Ok(Val::text(sum.map_or(String::new(), |sum| sum.written())))
    }
}

impl Moment {
    /// Parses a `dateTime`, `date`, `time`, `gYearMonth`, `gYear`, `gMonthDay`, `gMonth` or `gDay`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_matches(crate::query::value::is_blank);
        let (text, zone) = split_zone(text)?;
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (date, Some(read_time(time)?)),
            None if text.contains(':') => ("", Some(read_time(text)?)),
            None => (text, None),
        };
        let moment = match (date, time) {
            ("", _) => Self::default(),
            (date, _) => Self::read_date(date)?,
        };
        // A time follows a complete date, or stands alone.
        let is_date = moment.day.is_some() && moment.year.is_some();
        if time.is_some() && !date.is_empty() && !is_date {
            return None;
        }
        Some(Self { time, zone, ..moment }).filter(|moment| moment.is_possible())
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
        let (date, sign) = date.strip_prefix('-').map_or((date, 1), |date| (date, -1));
        let mut parts = date.split('-');
        let year = parts.next().filter(|year| year.len() >= 4 && year.len() <= 9)?;
        let year = Some(digits(year, year.len())? * sign);
        let month = parts.next().map(|month| digits(month, 2).ok_or(())).transpose().ok()?;
        let day = parts.next().map(|day| digits(day, 2).ok_or(())).transpose().ok()?;
        parts.next().is_none().then_some(Self { year, month, day, ..Self::default() })
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

    fn numbered(self, of: OfDates) -> Option<f64> {
        if let Some((hours, minutes, seconds)) = self.time {
            match of {
                OfDates::HourInDay => return Some(real_signed(hours)),
                OfDates::MinuteInHour => return Some(real_signed(minutes)),
                OfDates::SecondInMinute => return Some(seconds),
                _ => {}
            }
        }
        let date = Some(self).filter(|date| date.is_date());
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

    fn worded(self, of: OfDates) -> Option<String> {
        let month = || Some(MONTHS[usize::try_from(self.month? - 1).ok()?]);
        let day = || {
            let date = Some(self).filter(|date| date.is_date())?;
            Some(DAYS[usize::try_from(weekday(date.days()?)).ok()?])
        };
        match of {
            OfDates::MonthName => month().map(str::to_owned),
            OfDates::MonthAbbreviation => month().map(|name| name[..3].to_owned()),
            OfDates::DayName => day().map(str::to_owned),
            OfDates::DayAbbreviation => day().map(|name| name[..3].to_owned()),
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
        let date = self.year.map(|year| {
            let sign = if year < 0 { "-" } else { "" };
            let parts = [self.month, self.day].into_iter().flatten();
            let parts: String = parts.map(|part| format!("-{part:02}")).collect();
            format!("{sign}{:04}{parts}", year.abs())
        });
        let time = self.time.map(|(hours, minutes, seconds)| {
            let width = if seconds < 10.0 { "0" } else { "" };
            format!("{hours:02}:{minutes:02}:{width}{seconds}")
        });
        let all: Vec<String> = [date, time].into_iter().flatten().collect();
        all.join("T") + &zone_text(self.zone)
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
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

fn split_zone(text: &str) -> Option<(&str, Option<i64>)> {
    if let Some(text) = text.strip_suffix('Z') {
        return Some((text, Some(0)));
    }
    let Some(at) = text.len().checked_sub(6).filter(|at| text.is_char_boundary(*at)) else {
        return Some((text, None));
    };
    let (before, zone) = text.split_at(at);
    let sign = match zone.as_bytes() {
        [b'+', _, _, b':', _, _] => 1,
        [b'-', _, _, b':', _, _] => -1,
        _ => return Some((text, None)),
    };
    let minutes = digits(&zone[1..3], 2)? * 60 + digits(&zone[4..], 2)?;
    (minutes <= 14 * 60).then_some((before, Some(sign * minutes)))
}

fn read_time(text: &str) -> Option<(i64, i64, f64)> {
    let mut parts = text.split(':');
    let (hours, minutes) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let seconds = parts.next().filter(|_| hours < 24 && minutes < 60)?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    digits(whole, 2)?;
    digits(fraction, fraction.len())?;
    let seconds = seconds.parse().ok().filter(|seconds| *seconds < 60.0)?;
    parts.next().is_none().then_some((hours, minutes, seconds))
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
    let mut year = 1970 + thursday.div_euclid(366);
    while days_before(year + 1, 1) <= thursday {
        year += 1;
    }
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
    match Moment::read(text) {
        Some(moment) => moment.seconds(),
        None => Duration::read(text).filter(|all| all.months == 0).map(|all| all.seconds),
    }
}

impl Moment {
    /// Returns the seconds since 1970; a value without a zone is taken as UTC.
    pub(super) fn seconds(self) -> Option<f64> {
        let (hours, minutes, seconds) = self.time.unwrap_or_default();
        let minutes = self.days()? * 1440 + hours * 60 + minutes - self.zone.unwrap_or(0);
        Some(real_signed(minutes * 60) + seconds)
    }

    /// Returns the moment `seconds` later, always with an explicit time.
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
        let number = |text, of| Moment::read(text).and_then(|moment| moment.numbered(of));
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0.0));
        assert_eq!(seconds("2001-09-09T01:46:40Z"), Some(1e9));
        assert_eq!(seconds("2001-09-09T03:46:40+02:00"), Some(1e9));
        assert_eq!(number("2008-12-29", OfDates::WeekInYear), Some(1.0));
        assert_eq!(number("2010-01-03", OfDates::WeekInYear), Some(53.0));
        assert_eq!(number("2000-12-31", OfDates::DayInYear), Some(366.0));
        assert_eq!(number("2024-02-29", OfDates::DayInWeek), Some(5.0));
        assert_eq!(number("--02-29", OfDates::MonthInYear), Some(2.0));
        assert_eq!(number("12:30:15.5", OfDates::SecondInMinute), Some(15.5));
        for text in
            ["2023-02-29", "2000-13-01", "0000-01-01", "99-01-01", "24:00:00", "x", "2000-1-1"]
        {
            assert_eq!(Moment::read(text), None, "{text}");
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
        let text = |text, of| Moment::read(text).and_then(|moment| moment.worded(of));
        let whole = "2004-05-06T07:08:09.5+01:00";
        assert_eq!(text(whole, OfDates::Date).as_deref(), Some("2004-05-06+01:00"));
        assert_eq!(text(whole, OfDates::Time).as_deref(), Some("07:08:09.5+01:00"));
        assert_eq!(text(whole, OfDates::DayName).as_deref(), Some("Thursday"));
        assert_eq!(text("2004-05", OfDates::MonthAbbreviation).as_deref(), Some("May"));
        assert_eq!(text("2004-05", OfDates::DayName), None);
    }
}
