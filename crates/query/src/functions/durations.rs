//! EXSLT's durations: months and seconds, since neither converts to the other. (XML Schema part 2,
//! section 3.2.6.)

use super::dates::{read, written};
use crate::value::is_blank;
use wishful::base::dates::{Date, PartialDateTime, Time, days_in, duration_counts};
use wishful::base::{real_signed, signed};

/// A duration.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Duration {
    pub(super) months: i64,
    pub(super) seconds: f64,
}

/// The units of a duration, each with its length in months and seconds.
const UNITS: [(char, i64, f64); 6] = [
    ('Y', 12, 0.0),
    ('M', 1, 0.0),
    ('D', 0, 86_400.0),
    ('h', 0, 3600.0),
    ('m', 0, 60.0),
    ('s', 0, 1.0),
];

impl Duration {
    /// Parses `P1Y2M3DT4H5M6.7S`; each part is optional, and so is a minus sign in front.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_matches(is_blank);
        let (text, sign) = match text.strip_prefix('-') {
            Some(positive) => (positive, -1),
            None => (text, 1),
        };
        let mut sum = Self::default();
        for (count, unit) in duration_counts(text)? {
            let (_, months, seconds) = UNITS.into_iter().find(|(letter, ..)| *letter == unit)?;
            // (Only seconds have a fraction.)
            let is_number = match count.split_once('.') {
                Some((whole, fraction)) => {
                    unit == 's'
                        && !whole.is_empty()
                        && !fraction.is_empty()
                        && !fraction.contains('.')
                }
                None => count.len() <= 9,
            };
            if !is_number {
                return None;
            }
            let count: f64 = count.parse().ok()?;
            sum.months += signed(count) * months * sign;
            sum.seconds += count * seconds * real_signed(sign);
        }
        Some(sum)
    }

    /// Returns a duration of this many seconds and no months.
    pub(super) fn of_seconds(seconds: f64) -> Option<Self> {
        if seconds.is_finite() { Some(Self { months: 0, seconds }) } else { None }
    }

    /// Returns the sum; `None` if the months and the seconds have opposite signs.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let months = self.months.checked_add(other.months)?;
        let seconds = self.seconds + other.seconds;
        if months > 0 && seconds < 0.0 || months < 0 && seconds > 0.0 {
            return None;
        }
        Some(Self { months, seconds })
    }

    pub(super) fn written(self) -> String {
        let sign = if self.months < 0 || self.seconds < 0.0 { "-" } else { "" };
        let (months, seconds) = (self.months.abs(), self.seconds.abs());
        let minutes = (seconds / 60.0).floor();
        let rest = ((seconds - minutes * 60.0) * 1e6).round() / 1e6;
        let minutes = signed(minutes);
        let date = [(months / 12, 'Y'), (months % 12, 'M'), (minutes / 1440, 'D')];
        let time = [(minutes / 60 % 24, 'H'), (minutes % 60, 'M')];
        let (date, mut time) = (counts_text(&date), counts_text(&time));
        if rest > 0.0 || date.is_empty() && time.is_empty() {
            time.push_str(&format!("{rest}S"));
        }
        let begin = if time.is_empty() { "" } else { "T" };
        format!("{sign}P{date}{begin}{time}")
    }
}

/// Formats the counts above zero, each with its unit letter.
fn counts_text(counts: &[(i64, char)]) -> String {
    let mut text = String::new();
    for (count, letter) in counts {
        if *count > 0 {
            text.push_str(&format!("{count}{letter}"));
        }
    }
    text
}

/// Adds a duration to a date. (XML Schema part 2, appendix E.)
pub(super) fn later(date: &str, duration: &str) -> Option<String> {
    let (moment, duration) = (read(date)?, Duration::read(duration)?);
    let date = moment.date;
    let months = date.year? * 12 + date.month.unwrap_or(1) - 1 + duration.months;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    let day = date.day.unwrap_or(1).min(days_in(year, month));
    let moved = Date { year: Some(year), month: Some(month), week: None, day: Some(day) };
    let after = PartialDateTime { date: moved, ..moment }.after(duration.seconds)?;
    if !(-999_999_998..=999_999_999).contains(&after.date.year?) {
        return None;
    }
    let has_time = moment.time.is_some() || after.time != Some(Time::default());
    let has_day = date.day.is_some() || has_time || after.date.day != Some(1);
    let has_month = date.month.is_some() || has_day || after.date.month != Some(1);
    let month = if has_month { after.date.month } else { None };
    let day = if has_day { after.date.day } else { None };
    let time = if has_time { after.time } else { None };
    Some(written(PartialDateTime { date: Date { month, day, ..after.date }, time, ..after }))
}

/// Returns the sum of two durations.
pub(super) fn longer(one: &str, other: &str) -> Option<String> {
    Some(Duration::read(one)?.plus(Duration::read(other)?)?.written())
}

/// Returns the duration from one date to another: in months if either has no day, otherwise in days
/// and less.
pub(super) fn between(one: &str, other: &str) -> Option<String> {
    let (one, other) = (read(one)?, read(other)?);
    let (first, last) = (one.date, other.date);
    if first.day.is_none() || last.day.is_none() {
        let mut months = (last.year? - first.year?) * 12;
        if let (Some(first), Some(last)) = (first.month, last.month) {
            months += last - first;
        }
        return Some(Duration { months, seconds: 0.0 }.written());
    }
    let seconds = if one.time.is_some() && other.time.is_some() {
        other.seconds()? - one.seconds()?
    } else {
        real_signed((last.days()? - first.days()?) * 86_400)
    };
    Some(Duration { months: 0, seconds }.written())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_added() {
        assert_eq!(longer("P1Y2M", "P10M").as_deref(), Some("P2Y"));
        assert_eq!(longer("P1DT23H", "PT1H").as_deref(), Some("P2D"));
        assert_eq!(longer("P1M", "-P1D"), None);
        assert_eq!(longer("PT0S", "PT0S").as_deref(), Some("PT0S"));
        assert_eq!(longer("PT1.5S", "-PT2S").as_deref(), Some("-PT0.5S"));
        for text in ["P", "PT", "P1H", "1Y", "P1.5Y", "P-1Y", "P1Y1Y", "PT1M1H"] {
            assert_eq!(Duration::read(text), None, "{text}");
        }
    }

    #[test]
    fn durations_are_added_to_dates() {
        let cases = [
            ("2000-01-31", "P1M", "2000-02-29"),
            ("2000-01-12T12:13:14Z", "P1Y3M5DT7H10M3.3S", "2001-04-17T19:23:17.3Z"),
            ("2000", "-P3M", "1999-10"),
            ("2000-01-12", "PT33H", "2000-01-13T09:00:00"),
            ("0001-01-01", "-P1D", "-0001-12-31"),
            ("-0001", "P1Y", "0001"),
        ];
        for (date, duration, sum) in cases {
            assert_eq!(later(date, duration).as_deref(), Some(sum));
        }
        assert_eq!(between("2000-01-01", "2000-03-01").as_deref(), Some("P60D"));
        assert_eq!(
            between("2000-01-01T00:00:00Z", "1999-12-31T23:00:00Z").as_deref(),
            Some("-PT1H")
        );
        assert_eq!(between("-0001-02-28", "0001-01-01").as_deref(), Some("P308D"));
        assert_eq!(between("1999-10", "2001-01-20").as_deref(), Some("P1Y3M"));
    }
}
