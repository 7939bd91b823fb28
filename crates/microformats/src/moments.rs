//! Dates and times: parsing the notations of web pages, and writing the notations of other formats.
//!
//! Microformats allow many notations: `2009-06-26 19:00-0800`, `20090626T1900-8`, `2013-034`,
//! `--04-12`, `2009-06`. The result of parsing is a [`Moment`]: the given ones of date, time of day
//! and zone, each checked against the calendar. A moment is written as in RFC 3339 ([`Moment`]'s
//! `Display`), or in the basic format of iCalendar and vCard. A text that is not a moment is
//! rejected; nothing is guessed.

use std::fmt;

use serde::{Serialize, Serializer};

/// A date, a time of day, or both, with an optional zone.
///
/// ```
/// use wishful_microformats::interpret::Moment;
/// let moment = Moment::read("2009-06-26 19:00-8").unwrap();
/// assert_eq!(moment.to_string(), "2009-06-26T19:00:00-08:00");
/// assert_eq!(moment.in_utc().to_string(), "2009-06-27T03:00:00Z");
/// assert_eq!(Moment::read("2013-034").unwrap().to_string(), "2013-02-03");
/// assert_eq!(Moment::read("next Friday"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    /// The date; `None` if there is only a time.
    date: Option<Date>,
    /// The time of day. Only a full date, or no date, may precede it.
    time: Option<Time>,
    /// The offset from UTC in minutes, positive to the east; only with a time.
    zone: Option<i16>,
}

/// A date of limited precision. Years have four digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Date {
    Year(u16),
    Month(u16, u8),
    Day(u16, u8, u8),
    /// A day of every year, without a year.
    Yearly(u8, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Time {
    hour: u8,
    minute: u8,
    /// The second, at most 60 because of leap seconds.
    second: u8,
    nanosecond: u32,
}

impl Moment {
    /// Parses a text; returns `None` if it is not a moment.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("--") {
            return yearly(rest);
        }
        let Some((date, rest)) = date(text) else {
            // (Digits alone are not a time.)
            let is_time = text.starts_with(['T', 't']) || text.get(2..3) == Some(":");
            return if is_time { Self::of_time(None, text) } else { None };
        };
        if rest.is_empty() {
            return Some(Self { date: Some(date), time: None, zone: None });
        }
        match date {
            Date::Day(..) => Self::of_time(Some(date), after_separator(rest)?),
            _ => None,
        }
    }

    /// Parses a time of day and a zone, on the given day if there is one.
    fn of_time(date: Option<Date>, text: &str) -> Option<Self> {
        let (time, rest) = time(text)?;
        let zone = match rest.trim_start() {
            "" => None,
            rest => Some(zone(rest)?),
        };
        let moment = Self { date, time: Some(time), zone };
        if time.hour < 24 {
            return Some(moment);
        }
        // (24:00 is the start of the next day.)
        if time.minute > 0 || time.second > 0 || time.nanosecond > 0 {
            return None;
        }
        let time = Some(Time { hour: 0, ..time });
        Some(Self { time, ..moment }.days_on(1))
    }

    /// Reports whether the moment has a full date.
    #[must_use]
    pub fn has_day(self) -> bool {
        matches!(self.date, Some(Date::Day(..)))
    }

    /// Reports whether the moment has a time of day.
    #[must_use]
    pub fn has_time(self) -> bool {
        self.time.is_some()
    }

    /// Reports whether the moment has a zone.
    #[must_use]
    pub fn has_zone(self) -> bool {
        self.zone.is_some()
    }

    /// Converts the moment to UTC if it has a full date, a time and a zone; otherwise returns it
    /// unchanged.
    #[must_use]
    pub fn in_utc(self) -> Self {
        let (Some(Date::Day(..)), Some(time), Some(zone)) = (self.date, self.time, self.zone)
        else {
            return self;
        };
        let minutes = i16::from(time.hour) * 60 + i16::from(time.minute) - zone;
        let of_day = minutes.rem_euclid(MINUTES);
        let hour = u8::try_from(of_day / 60).unwrap_or_default();
        let minute = u8::try_from(of_day % 60).unwrap_or_default();
        let time = Some(Time { hour, minute, ..time });
        Self { time, zone: Some(0), ..self }.days_on(minutes.div_euclid(MINUTES))
    }

    /// Adds a number of days. The result stays within the years 0 to 9999.
    fn days_on(self, days: i16) -> Self {
        let mut moved = self;
        for _ in 0..days.unsigned_abs() {
            if let Some(Date::Day(year, month, day)) = moved.date {
                let next =
                    if days > 0 { next(year, month, day) } else { previous(year, month, day) };
                moved.date = next.or(moved.date);
            }
        }
        moved
    }

    /// Formats the moment in the basic format: `20090626T190000-0800`, `20090626`, `--0412`,
    /// `2009-06`. That format has no fractions of seconds.
    #[must_use]
    pub(crate) fn basic(self) -> String {
        let date = match self.date {
            Some(Date::Year(year)) => format!("{year:04}"),
            Some(Date::Month(year, month)) => format!("{year:04}-{month:02}"),
            Some(Date::Day(year, month, day)) => format!("{year:04}{month:02}{day:02}"),
            Some(Date::Yearly(month, day)) => format!("--{month:02}{day:02}"),
            None => String::new(),
        };
        let time = match self.time {
            Some(Time { hour, minute, second, .. }) => {
                format!("T{hour:02}{minute:02}{second:02}")
            }
            None => String::new(),
        };
        date + &time + &self.zone_as("")
    }

    fn zone_as(self, colon: &str) -> String {
        match self.zone {
            None => String::new(),
            Some(0) => "Z".to_owned(),
            Some(zone) => {
                let (sign, minutes) = (if zone < 0 { '-' } else { '+' }, zone.unsigned_abs());
                format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// The minutes of a day.
const MINUTES: i16 = 24 * 60;

/// Formats the given parts as in RFC 3339.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.date {
            Some(Date::Year(year)) => write!(f, "{year:04}")?,
            Some(Date::Month(year, month)) => write!(f, "{year:04}-{month:02}")?,
            Some(Date::Day(year, month, day)) => write!(f, "{year:04}-{month:02}-{day:02}")?,
            Some(Date::Yearly(month, day)) => write!(f, "--{month:02}-{day:02}")?,
            None => {}
        }
        let Some(Time { hour, minute, second, nanosecond }) = self.time else { return Ok(()) };
        if self.date.is_some() {
            f.write_str("T")?;
        }
        write!(f, "{hour:02}:{minute:02}:{second:02}")?;
        if nanosecond > 0 {
            write!(f, ".{}", format!("{nanosecond:09}").trim_end_matches('0'))?;
        }
        f.write_str(&self.zone_as(":"))
    }
}

/// Serializes as a string.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses a number of `count` digits; returns the rest of the text, too.
fn number(text: &str, count: usize) -> Option<(u16, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().ok()?, rest))
}

/// Parses a number of two digits; returns the rest of the text, too.
fn pair(text: &str) -> Option<(u8, &str)> {
    let (number, rest) = number(text, 2)?;
    Some((u8::try_from(number).ok()?, rest))
}

/// Parses a day of every year: `MM-DD` or `MMDD`.
fn yearly(text: &str) -> Option<Moment> {
    let (month, rest) = pair(text)?;
    let (day, rest) = pair(rest.strip_prefix('-').unwrap_or(rest))?;
    // (February has 29 days in some years.)
    if !rest.is_empty() || !(1..=days_in(2000, month)).contains(&day) {
        return None;
    }
    Some(Moment { date: Some(Date::Yearly(month, day)), time: None, zone: None })
}

/// Parses the date at the start of a text, and returns the rest, too. Notations: `YYYY-MM-DD`,
/// `YYYYMMDD`, `YYYY-DDD`, `YYYYDDD`, `YYYY-MM`, `YYYY`.
fn date(text: &str) -> Option<(Date, &str)> {
    let (year, rest) = number(text, 4)?;
    if rest.is_empty() {
        return Some((Date::Year(year), rest));
    }
    let hyphen = rest.strip_prefix('-');
    let digits = hyphen.unwrap_or(rest).bytes().take_while(u8::is_ascii_digit).count();
    match (hyphen, digits) {
        (_, 3) => {
            let (day, rest) = number(hyphen.unwrap_or(rest), 3)?;
            Some((ordinal(year, day)?, rest))
        }
        (Some(rest), 2) => {
            let (month, rest) = pair(rest)?;
            if let Some(day) = rest.strip_prefix('-') {
                let (day, rest) = pair(day)?;
                return Some((day_of(year, month, day)?, rest));
            }
            if (1..=12).contains(&month) { Some((Date::Month(year, month), rest)) } else { None }
        }
        (None, 4) => {
            let (month, rest) = pair(rest)?;
            let (day, rest) = pair(rest)?;
            Some((day_of(year, month, day)?, rest))
        }
        _ => None,
    }
}

fn day_of(year: u16, month: u8, day: u8) -> Option<Date> {
    let is_day = (1..=days_in(year, month)).contains(&day);
    if is_day { Some(Date::Day(year, month, day)) } else { None }
}

/// Returns the day with an ordinal number in its year, from 1.
fn ordinal(year: u16, day: u16) -> Option<Date> {
    let mut rest = day;
    for month in 1..=12 {
        let days = u16::from(days_in(year, month));
        if rest <= days {
            return day_of(year, month, u8::try_from(rest).ok()?);
        }
        rest -= days;
    }
    None
}

/// Returns the number of days of a month; 0 if there is no such month.
fn days_in(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(if year.is_multiple_of(100) { 400 } else { 4 });
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u8::from(is_leap),
        _ => 0,
    }
}

fn next(year: u16, month: u8, day: u8) -> Option<Date> {
    match (day_of(year, month, day + 1), month) {
        (Some(next), _) => Some(next),
        (None, 12) if year >= 9999 => None,
        (None, 12) => Some(Date::Day(year + 1, 1, 1)),
        (None, _) => Some(Date::Day(year, month + 1, 1)),
    }
}

fn previous(year: u16, month: u8, day: u8) -> Option<Date> {
    match (month, day) {
        (1, 1) => Some(Date::Day(year.checked_sub(1)?, 12, 31)),
        (_, 1) => Some(Date::Day(year, month - 1, days_in(year, month - 1))),
        _ => Some(Date::Day(year, month, day - 1)),
    }
}

/// Strips a `T` or blanks.
fn after_separator(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['T', 't']).unwrap_or(text).trim_start();
    if rest.len() < text.len() { Some(rest) } else { None }
}

/// Parses the time of day at the start of a text, and returns the rest, too. Notations:
/// `HH:MM:SS.S`, `HH:MM`, `HHMMSS`, `HHMM`, `HH`.
fn time(text: &str) -> Option<(Time, &str)> {
    let (hour, rest) = pair(text.strip_prefix(['T', 't']).unwrap_or(text))?;
    let (minute, rest) = field(rest);
    let (second, rest) = if minute.is_some() { field(rest) } else { (None, rest) };
    let (nanosecond, rest) = match rest.strip_prefix(['.', ',']) {
        Some(rest) if second.is_some() => fraction(rest)?,
        _ => (0, rest),
    };
    let (minute, second) = (minute.unwrap_or_default(), second.unwrap_or_default());
    if hour > 24 || minute >= 60 || second > 60 {
        return None;
    }
    Some((Time { hour, minute, second, nanosecond }, rest))
}

/// Parses two digits, after an optional colon.
fn field(text: &str) -> (Option<u8>, &str) {
    match pair(text.strip_prefix(':').unwrap_or(text)) {
        Some((number, rest)) => (Some(number), rest),
        None => (None, text),
    }
}

/// Parses the digits of a fraction as nanoseconds.
fn fraction(text: &str) -> Option<(u32, &str)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return None;
    }
    let (digits, rest) = text.split_at(count);
    let leading = &digits[..count.min(9)];
    Some((format!("{leading:0<9}").parse().ok()?, rest))
}

/// Parses a zone, in minutes: `Z`, or a sign and digits in any notation of the classic algorithm
/// ("Normalizing Timezones").
fn zone(text: &str) -> Option<i16> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let rest = text.strip_prefix(['+', '-', '−'])?;
    let (hours, minutes) = match rest.split_once(':') {
        Some((hours, minutes)) => (hours, format!("{minutes:0<2}")),
        None if rest.len() <= 2 => (rest, "00".to_owned()),
        None => (rest.get(..rest.len() - 2)?, rest[rest.len() - 2..].to_owned()),
    };
    let (hours, minutes) = (format!("{hours:0>2}"), minutes.as_str());
    let ((hours, rest), (minutes, over)) = (pair(&hours)?, pair(minutes)?);
    if !rest.is_empty() || !over.is_empty() || hours >= 24 || minutes >= 60 {
        return None;
    }
    let offset = i16::from(hours) * 60 + i16::from(minutes);
    Some(if text.starts_with('+') { offset } else { -offset })
}

#[cfg(test)]
mod tests;
