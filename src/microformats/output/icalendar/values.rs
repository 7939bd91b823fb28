//! Values with a special syntax in iCalendar (RFC 5545, section 3.3). Each function returns `None`
//! for a text that does not have the syntax.

use super::terms::RULE;
use crate::microformats::moments::Moment;
use crate::microformats::output::content_lines::LineValue;
use crate::microformats::output::values::texts;
use crate::microformats::results::Value;

/// Parses a date, or a date and a time.
pub(super) fn moment(text: &str) -> Option<LineValue> {
    let moment = Moment::read(text).filter(|moment| moment.has_day())?;
    let kind = if moment.has_time() { "DATE-TIME" } else { "DATE" };
    Some(LineValue::Moment(moment, kind))
}

/// Parses a time with a zone, for output in UTC.
pub(super) fn stamp(text: &str) -> Option<LineValue> {
    let moment = Moment::read(text).filter(|moment| moment.has_day() && moment.has_zone())?;
    Some(LineValue::Moment(moment, "DATE-TIME"))
}

/// Parses a list of dates, times and periods, separated by commas; empty if one of them is invalid.
pub(super) fn moments(text: &str) -> Vec<LineValue> {
    let one =
        |text: &str| moment(text).or_else(|| period(text).map(|it| LineValue::Other(it, "PERIOD")));
    text.split(',').map(one).collect::<Option<_>>().unwrap_or_default()
}

/// Parses two times, or a time and a duration, separated by a slash.
pub(super) fn period(text: &str) -> Option<String> {
    let (start, end) = text.split_once('/')?;
    let time = |text: &str| {
        let moment = Moment::read(text).filter(|it| it.has_day() && it.has_time())?;
        Some(moment.in_utc().basic())
    };
    Some(format!("{}/{}", time(start)?, time(end).or_else(|| duration(end))?))
}

/// Parses a duration of weeks, or of days and times (section 3.3.6); years and months are not
/// allowed.
pub(super) fn duration(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    let rest = text.strip_prefix(['+', '-']).unwrap_or(&text).strip_prefix('P')?;
    let (days, time) = match rest.split_once('T') {
        Some((days, time)) => (days, Some(time)),
        None => (rest, None),
    };
    let are_days = is_row(days, if time.is_some() { "D" } else { "WD" });
    let is_time = time.is_none_or(|time| !time.is_empty() && is_row(time, "HMS"));
    (are_days && is_time && !rest.is_empty()).then_some(text)
}

/// Reports whether a text is a sequence of numbers with units, each unit at most once and in order.
fn is_row(text: &str, units: &str) -> bool {
    let mut rest = text;
    for unit in units.chars() {
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 && rest[count..].starts_with(unit) {
            rest = &rest[count + 1..];
        }
    }
    rest.is_empty()
}

/// Parses an integer.
pub(super) fn number(text: &str) -> Option<String> {
    text.trim().parse::<i32>().ok().map(|number| number.to_string())
}

/// Returns a recurrence rule, from a text or from the parts of an item.
pub(super) fn rule(value: Value<'_>, text: &str) -> Option<String> {
    let parts = value.item().map(|item| {
        let said = RULE.iter().map(|part| (part.to_ascii_uppercase(), texts(item, part)));
        let said = said.filter(|(_, texts)| !texts.is_empty());
        said.map(|(part, texts)| part + "=" + &texts.join(",")).collect::<Vec<_>>().join(";")
    });
    let rule = parts.filter(|rule| !rule.is_empty()).unwrap_or_else(|| text.trim().to_owned());
    let pairs: Option<Vec<(&str, &str)>> = rule.split(';').map(|it| it.split_once('=')).collect();
    let written = pairs?.into_iter().map(|(part, value)| {
        let part = part.trim().to_ascii_lowercase();
        let value = if part == "until" { until(value)? } else { value.trim().to_ascii_uppercase() };
        let is_value = |it: char| it.is_ascii_alphanumeric() || matches!(it, ',' | '+' | '-');
        let is_part =
            RULE.contains(&part.as_str()) && !value.is_empty() && value.chars().all(is_value);
        is_part.then(|| format!("{}={value}", part.to_ascii_uppercase()))
    });
    let written: Option<Vec<String>> = written.collect();
    written.map(|parts| parts.join(";")).filter(|rule| rule.contains("FREQ="))
}

/// Parses the end of a recurrence.
fn until(text: &str) -> Option<String> {
    Some(Moment::read(text).filter(|moment| moment.has_day())?.in_utc().basic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let good = ["P15DT5H0M20S", "P7W", "-PT15M", "pt1h", "+P1D"];
        assert!(good.iter().all(|text| duration(text).is_some()));
        let bad = ["", "P", "PT", "P1Y", "P1M", "P1DT", "PT1S1H", "1H", "P1", "P1W1", "PD"];
        assert_eq!(bad.map(duration), [const { None }; 11]);
    }

    #[test]
    fn periods_and_times() {
        let period = |text| super::period(text).unwrap_or_default();
        assert_eq!(period("2026-05-01T09:00+01:00/PT1H"), "20260501T080000Z/PT1H");
        assert_eq!(
            period("20260501T090000Z/20260501T100000Z"),
            "20260501T090000Z/20260501T100000Z"
        );
        assert_eq!(
            ["2026-05-01/PT1H", "x/y", "20260501T09Z"].map(period),
            [""; 3].map(str::to_owned)
        );
        assert_eq!(moments("2026-05-01,2026-05-02").len(), 2);
        assert_eq!(moments("2026-05-01,soon").len(), 0);
    }
}
