//! EXSLT's date functions on dates in the lexical forms of XML Schema. (EXSLT date; XML Schema part
//! 2, section 3.2.)
//!
//! Functions that need the current time are unavailable. A text that is no date, or a date without
//! the requested component, gives NaN or an empty text.

use super::Call;
use super::durations::{self, Duration};
use crate::evaluate::{Eval, Evaluator, Val};
use crate::function::DateFn;
use wishful::base::dates::{
    Date, Notation, PartialDateTime, Scan, Time, date_of, days_before, is_leap, weekday,
};
use wishful::base::real_signed;

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
    /// Evaluates a function on dates.
    pub(super) fn of_dates(&mut self, of: DateFn, call: Call<'e>) -> Eval<Val<'e>> {
        if of == DateFn::Duration {
            let duration = Duration::of_seconds(self.number_of(call, 0)?);
            return Ok(Val::text(duration.map(Duration::written).unwrap_or_default()));
        }
        if of == DateFn::Sum {
            return self.sum_of_durations(call);
        }
        let first = self.text_of(call, 0)?;
        let second = self.text_if(call, 1)?.unwrap_or_default();
        Ok(match of {
            DateFn::Add => Val::text(durations::later(&first, &second).unwrap_or_default()),
            DateFn::AddDuration => {
                Val::text(durations::longer(&first, &second).unwrap_or_default())
            }
            DateFn::Difference => {
                Val::text(durations::between(&first, &second).unwrap_or_default())
            }
            DateFn::Seconds => Val::Number(seconds(&first).unwrap_or(f64::NAN)),
            DateFn::LeapYear => {
                let year = read(&first).and_then(|moment| moment.date.year);
                Val::Boolean(year.is_some_and(is_leap))
            }
            DateFn::Date
            | DateFn::Time
            | DateFn::MonthName
            | DateFn::MonthAbbreviation
            | DateFn::DayName
            | DateFn::DayAbbreviation => {
                let text = read(&first).and_then(|moment| component_text(moment, of));
                Val::text(text.unwrap_or_default())
            }
            _ => {
                let number = read(&first).and_then(|moment| component_number(moment, of));
                Val::Number(number.unwrap_or(f64::NAN))
            }
        })
    }

    /// Evaluates `date:sum`. The result is empty if a node is no duration, or if the sum is too
    /// large.
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

/// Parses a `dateTime`, `date`, `time`, `gYearMonth`, `gYear`, `gMonthDay`, `gMonth` or `gDay`.
pub(super) fn read(text: &str) -> Option<PartialDateTime> {
    let (text, zone) = split_zone(text.trim_matches(crate::value::is_blank))?;
    let unsigned = text.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    let mut scan = Scan::new(unsigned.unwrap_or(text), Notation::Schema);
    let date = match scan.date() {
        Some(date) => dated(date, unsigned.is_some())?,
        None if unsigned.is_some() => return None,
        None => Date::default(),
    };
    let has_date = date != Date::default();
    let time = if scan.letter(&['T']).is_some() || !has_date {
        let clock = scan.clock()?;
        if clock.hour >= 24 || clock.second.is_none_or(|second| second >= 60) {
            return None;
        }
        Some(Time::from(clock))
    } else {
        None
    };
    // A time follows a complete date, or has no date.
    let is_complete = date.is_full() || !has_date || time.is_none();
    if scan.rest().is_empty() && is_complete {
        Some(PartialDateTime { date, time, zone })
    } else {
        None
    }
}

/// Returns a date with an astronomical year, if it is valid. There is no year 0: the year before
/// 0001 is -0001.
fn dated(date: Date, is_before: bool) -> Option<Date> {
    let year = match date.year {
        Some(0) => return None,
        Some(year) if is_before => Some(1 - year),
        year => year,
    };
    let date = Date { year, ..date };
    if date.is_within(true) { Some(date) } else { None }
}

/// Converts an astronomical year to a year of XML Schema.
fn schema_year(year: i64) -> i64 {
    if year > 0 { year } else { year - 1 }
}

/// Formats a date, a time or both, or a year with or without a month.
pub(super) fn written(moment: PartialDateTime) -> String {
    let date = Date { year: moment.date.year.map(schema_year), ..moment.date };
    PartialDateTime { date, ..moment }.to_string()
}

/// Splits off the zone at the end of a text, and returns its offset.
fn split_zone(text: &str) -> Option<(&str, Option<i64>)> {
    let length = if text.ends_with('Z') { 1 } else { "+00:00".len() };
    let at = text.len().saturating_sub(length);
    let mut scan = Scan::new(text.get(at..).unwrap_or_default(), Notation::Schema);
    match scan.zone() {
        Some(zone) if scan.rest().is_empty() => {
            let offset = zone.offset();
            if offset.abs() > 14 * 60 { None } else { Some((&text[..at], Some(offset))) }
        }
        _ => Some((text, None)),
    }
}

/// Returns a component that is a number.
fn component_number(moment: PartialDateTime, of: DateFn) -> Option<f64> {
    if let Some(time) = moment.time {
        match of {
            DateFn::HourInDay => return Some(real_signed(time.minute / 60)),
            DateFn::MinuteInHour => return Some(real_signed(time.minute % 60)),
            DateFn::SecondInMinute => return Some(time.seconds()),
            _ => {}
        }
    }
    let Date { year, month, day, .. } = moment.date;
    let days = if moment.date.is_full() { moment.date.days() } else { None };
    let number = match of {
        DateFn::Year => schema_year(year?),
        DateFn::MonthInYear => month?,
        DateFn::DayInMonth => day?,
        DateFn::DayInYear => days? - days_before(year?, 1) + 1,
        DateFn::DayInWeek => weekday(days?) + 1,
        DateFn::DayOfWeekInMonth => {
            days?;
            (day? - 1) / 7 + 1
        }
        DateFn::WeekInMonth => {
            let first = (weekday(days_before(year?, month?)) + 6) % 7;
            (day? + first - 1) / 7 + 1
        }
        DateFn::WeekInYear => week(days?),
        _ => return None,
    };
    Some(real_signed(number))
}

/// Returns a component that is a text.
fn component_text(moment: PartialDateTime, of: DateFn) -> Option<String> {
    match of {
        DateFn::MonthName => Some(month_name(moment.date)?.to_owned()),
        DateFn::MonthAbbreviation => Some(month_name(moment.date)?[..3].to_owned()),
        DateFn::DayName => Some(day_name(moment.date)?.to_owned()),
        DateFn::DayAbbreviation => Some(day_name(moment.date)?[..3].to_owned()),
        DateFn::Date if moment.date.is_full() => {
            Some(written(PartialDateTime { time: None, ..moment }))
        }
        DateFn::Time => {
            moment.time?;
            Some(written(PartialDateTime { date: Date::default(), ..moment }))
        }
        _ => None,
    }
}

/// Returns the English name of the month.
fn month_name(date: Date) -> Option<&'static str> {
    Some(MONTHS[usize::try_from(date.month? - 1).ok()?])
}

/// Returns the English name of the day of the week.
fn day_name(date: Date) -> Option<&'static str> {
    date.day?;
    Some(DAYS[usize::try_from(weekday(date.days()?)).ok()?])
}

/// Returns the week number of ISO 8601, within the year that contains the week's Thursday.
fn week(days: i64) -> i64 {
    let thursday = days - (weekday(days) + 6) % 7 + 3;
    let (year, _, _) = date_of(thursday);
    (thursday - days_before(year, 1)) / 7 + 1
}

/// Returns the seconds since 1970 of a date, or the length of a duration without years and months.
fn seconds(text: &str) -> Option<f64> {
    if let Some(moment) = read(text) {
        return moment.seconds();
    }
    let duration = Duration::read(text)?;
    if duration.months == 0 { Some(duration.seconds) } else { None }
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
            ("2008-12-29", DateFn::WeekInYear, 1.0),
            ("1965-12-31", DateFn::WeekInYear, 52.0),
            ("1805-01-01", DateFn::WeekInYear, 1.0),
            ("2010-01-03", DateFn::WeekInYear, 53.0),
            ("2000-12-31", DateFn::DayInYear, 366.0),
            ("2024-02-29", DateFn::DayInWeek, 5.0),
            ("--02-29", DateFn::MonthInYear, 2.0),
            ("12:30:15.5", DateFn::SecondInMinute, 15.5),
        ];
        for (text, of, number) in cases {
            let date = read(text).unwrap();
            assert_eq!(component_number(date, of), Some(number), "{text}");
        }
        for text in
            ["2023-02-29", "2000-13-01", "0000-01-01", "99-01-01", "24:00:00", "x", "2000-1-1"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn there_is_no_year_0() {
        let cases =
            [("-0001-02-29", DateFn::Year, -1.0), ("-0005-12-31", DateFn::DayInYear, 366.0)];
        for (text, of, number) in cases {
            assert_eq!(component_number(read(text).unwrap(), of), Some(number), "{text}");
        }
        assert_eq!(read("-0004-02-29"), None);
        assert_eq!(written(read("-0044-03-15").unwrap()), "-0044-03-15");
    }

    #[test]
    fn dates_are_written() {
        let complete = "2004-05-06T07:08:09.5+01:00";
        let cases = [
            (complete, DateFn::Date, Some("2004-05-06+01:00")),
            (complete, DateFn::Time, Some("07:08:09.5+01:00")),
            (complete, DateFn::DayName, Some("Thursday")),
            ("2004-05", DateFn::MonthAbbreviation, Some("May")),
            ("2004-05", DateFn::DayName, None),
        ];
        for (text, of, expected) in cases {
            let component = component_text(read(text).unwrap(), of);
            assert_eq!(component.as_deref(), expected, "{text}");
        }
    }
}
