//! EXSLT's durations: months and seconds, since neither converts to the other. (XML Schema part 2,
//! section 3.2.6.)

use super::dates::{Moment, days_in};
use crate::base::{real_signed, signed};
use crate::query::value::is_blank;

/// A duration.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Duration {
    pub(super) months: i64,
    pub(super) seconds: f64,
}

/// The units of a duration, each with its length in months and seconds: `DATE` before `T`, `TIME`
/// after it.
const DATE: [(char, i64, f64); 3] = [('Y', 12, 0.0), ('M', 1, 0.0), ('D', 0, 86_400.0)];
const TIME: [(char, i64, f64); 3] = [('H', 0, 3600.0), ('M', 0, 60.0), ('S', 0, 1.0)];

impl Duration {
    /// Parses `P1Y2M3DT4H5M6.7S`; each part is optional, and so is a minus sign in front.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_matches(is_blank);
        let (text, sign) = text.strip_prefix('-').map_or((text, 1), |text| (text, -1));
        let text = text.strip_prefix('P')?;
        let (date, time) = match text.split_once('T') {
            Some((_, "")) => return None,
            Some((date, time)) => (date, time),
            None => (text, ""),
        };
        if date.is_empty() && time.is_empty() {
            return None;
        }
        let (date, time) = (parts(date, &DATE)?, parts(time, &TIME)?);
        let seconds = (date.seconds + time.seconds) * real_signed(sign);
        Some(Self { months: date.months * sign, seconds })
    }

    /// Returns a duration of this many seconds and no months.
    pub(super) fn of_seconds(seconds: f64) -> Option<Self> {
        seconds.is_finite().then_some(Self { months: 0, seconds })
    }

    /// Returns the sum; `None` if the months and the seconds have opposite signs.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let months = self.months.checked_add(other.months)?;
        let both = Self { months, seconds: self.seconds + other.seconds };
        let is_mixed =
            both.months > 0 && both.seconds < 0.0 || both.months < 0 && both.seconds > 0.0;
        (!is_mixed).then_some(both)
    }

    pub(super) fn written(self) -> String {
        let sign = if self.months < 0 || self.seconds < 0.0 { "-" } else { "" };
        let (months, seconds) = (self.months.abs(), self.seconds.abs());
        let minutes = (seconds / 60.0).floor();
        let rest = ((seconds - minutes * 60.0) * 1e6).round() / 1e6;
        let minutes = signed(minutes);
        let date = [(months / 12, 'Y'), (months % 12, 'M'), (minutes / 1440, 'D')];
        let time = [(minutes / 60 % 24, 'H'), (minutes % 60, 'M')];
        let part = |parts: &[(i64, char)]| -> String {
            let parts = parts.iter().filter(|(count, _)| *count > 0);
            parts.map(|(count, letter)| format!("{count}{letter}")).collect()
        };
        let (date, mut time) = (part(&date), part(&time));
        if rest > 0.0 || date.is_empty() && time.is_empty() {
            time.push_str(&format!("{rest}S"));
        }
        let begin = if time.is_empty() { "" } else { "T" };
        format!("{sign}P{date}{begin}{time}")
    }
}

/// Sums counts with their unit letters; the letters must be in the order of `letters`.
fn parts(text: &str, letters: &[(char, i64, f64)]) -> Option<Duration> {
    let (mut rest, mut sum) = (text, Duration::default());
    for (letter, months, seconds) in letters {
        let Some((count, behind)) = rest.split_once(*letter) else { continue };
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        match count.split_once('.') {
            Some((whole, fraction))
                if *letter == 'S' && is_number(whole) && is_number(fraction) => {}
            None if is_number(count) && count.len() <= 9 => {}
            _ => return None,
        }
        let count: f64 = count.parse().ok()?;
        sum.months += signed(count) * months;
        sum.seconds += count * seconds;
        rest = behind;
    }
    rest.is_empty().then_some(sum)
}

/// Adds a duration to a date. (XML Schema part 2, appendix E.)
pub(super) fn later(date: &str, duration: &str) -> Option<String> {
    let (date, duration) = (Moment::read(date)?, Duration::read(duration)?);
    let months = date.year? * 12 + date.month.unwrap_or(1) - 1 + duration.months;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    let day = date.day.unwrap_or(1).min(days_in(year, month));
    let moved = Moment { year: Some(year), month: Some(month), day: Some(day), ..date };
    let after = moved.after(duration.seconds)?;
    let year = after.year.filter(|year| (-999_999_999..=999_999_999).contains(year))?;
    let is_midnight = after.time == Some((0, 0, 0.0));
    let has_time = date.time.is_some() || !is_midnight;
    let has_day = date.day.is_some() || has_time || after.day != Some(1);
    let has_month = date.month.is_some() || has_day || after.month != Some(1);
    Some(
        Moment {
            year: Some(year),
            month: after.month.filter(|_| has_month),
            day: after.day.filter(|_| has_day),
            time: after.time.filter(|_| has_time),
            zone: after.zone,
        }
        .written(),
    )
}

/// Returns the sum of two durations.
pub(super) fn longer(one: &str, other: &str) -> Option<String> {
    Some(Duration::read(one)?.plus(Duration::read(other)?)?.written())
}

/// Returns the duration from one date to another: in months if either has no day, otherwise in days
/// and less.
pub(super) fn between(one: &str, other: &str) -> Option<String> {
    let (one, other) = (Moment::read(one)?, Moment::read(other)?);
    if one.day.is_none() || other.day.is_none() {
        let months = |date: Moment| Some(date.year? * 12 + date.month.unwrap_or(1) - 1);
        let has_months = one.month.is_some() && other.month.is_some();
        let months =
            if has_months { months(other)? - months(one)? } else { (other.year? - one.year?) * 12 };
        return Some(Duration { months, seconds: 0.0 }.written());
    }
    let seconds = match one.time.is_some() && other.time.is_some() {
        true => other.seconds()? - one.seconds()?,
        false => real_signed((other.days()? - one.days()?) * 86_400),
    };
    Some(Duration { months: 0, seconds }.written())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_added() {
        let longer = |one, other| longer(one, other).unwrap_or_default();
        assert_eq!(longer("P1Y2M", "P10M"), "P2Y");
        assert_eq!(longer("P1DT23H", "PT1H"), "P2D");
        assert_eq!(longer("P1M", "-P1D"), "");
        assert_eq!(longer("PT0S", "PT0S"), "PT0S");
        assert_eq!(longer("PT1.5S", "-PT2S"), "-PT0.5S");
        for text in ["P", "PT", "P1H", "1Y", "P1.5Y", "P-1Y", "P1Y1Y", "PT1M1H"] {
            assert_eq!(Duration::read(text), None, "{text}");
        }
    }

    #[test]
    fn durations_are_added_to_dates() {
        let later = |date, duration| later(date, duration).unwrap_or_default();
        assert_eq!(later("2000-01-31", "P1M"), "2000-02-29");
        assert_eq!(later("2000-01-12T12:13:14Z", "P1Y3M5DT7H10M3.3S"), "2001-04-17T19:23:17.3Z");
        assert_eq!(later("2000", "-P3M"), "1999-10");
        assert_eq!(later("2000-01-12", "PT33H"), "2000-01-13T09:00:00");
        assert_eq!(between("2000-01-01", "2000-03-01").as_deref(), Some("P60D"));
        assert_eq!(
            between("2000-01-01T00:00:00Z", "1999-12-31T23:00:00Z").as_deref(),
            Some("-PT1H")
        );
        assert_eq!(between("1999-10", "2001-01-20").as_deref(), Some("P1Y3M"));
    }
}
