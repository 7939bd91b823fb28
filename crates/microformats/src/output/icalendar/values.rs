//! Values with a special syntax in iCalendar (RFC 5545, section 3.3). Each function returns `None`
//! for a text that does not have the syntax.

use super::terms::RULE;
use crate::moments::DateTime;
use crate::output::content_lines::LineValue;
use crate::output::values::texts;
use crate::results::{Item, Value};
use wishful::base::dates::duration_counts;

/// Parses a date, or a date and a time.
pub(super) fn moment(text: &str) -> Option<LineValue> {
    let moment = day(text)?;
    let kind = if moment.has_time() { "DATE-TIME" } else { "DATE" };
    Some(LineValue::Moment(moment, kind))
}

/// Parses a moment that has a day.
fn day(text: &str) -> Option<DateTime> {
    let moment = DateTime::read(text)?;
    if moment.has_day() { Some(moment) } else { None }
}

/// Parses a time with a zone, for output in UTC.
pub(super) fn stamp(text: &str) -> Option<LineValue> {
    let moment = day(text)?;
    if moment.has_zone() { Some(LineValue::Moment(moment, "DATE-TIME")) } else { None }
}

/// Parses a list of dates, times and periods, separated by commas; empty if one of them is invalid.
pub(super) fn moments(text: &str) -> Vec<LineValue> {
    let mut values = Vec::new();
    for part in text.split(',') {
        if let Some(moment) = moment(part) {
            values.push(moment);
        } else if let Some(period) = period(part) {
            values.push(LineValue::Other(period, "PERIOD"));
        } else {
            return Vec::new();
        }
    }
    values
}

/// Parses two times, or a time and a duration, separated by a slash.
pub(super) fn period(text: &str) -> Option<String> {
    let (start, end) = text.split_once('/')?;
    Some(format!("{}/{}", time(start)?, time(end).or_else(|| duration(end))?))
}

/// Parses a date and a time, and converts them to UTC.
fn time(text: &str) -> Option<String> {
    let moment = day(text)?;
    if moment.has_time() { Some(moment.in_utc().basic()) } else { None }
}

/// Parses a duration of weeks, or of days and times (section 3.3.6); years and months are not
/// allowed.
pub(super) fn duration(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    let counts = duration_counts(text.strip_prefix(['+', '-']).unwrap_or(&text))?;
    let has_time = counts.iter().any(|(_, unit)| unit.is_ascii_lowercase());
    let is_duration = counts.iter().all(|(count, unit)| {
        !count.contains('.') && !matches!(unit, 'Y' | 'M') && (*unit != 'W' || !has_time)
    });
    if is_duration { Some(text) } else { None }
}

/// Parses an integer.
pub(super) fn number(text: &str) -> Option<String> {
    Some(text.trim().parse::<i32>().ok()?.to_string())
}

/// Returns a recurrence rule, from a text or from the parts of an item.
pub(super) fn rule(value: Value<'_>, text: &str) -> Option<String> {
    let mut rule = match value.item() {
        Some(item) => rule_of_item(item),
        None => String::new(),
    };
    if rule.is_empty() {
        rule = text.trim().to_owned();
    }
    let mut parts = Vec::new();
    for part in rule.split(';') {
        let (name, value) = part.split_once('=')?;
        let name = name.trim().to_ascii_lowercase();
        let value = if name == "until" { until(value)? } else { value.trim().to_ascii_uppercase() };
        if !RULE.contains(&name.as_str()) || !is_rule_value(&value) {
            return None;
        }
        parts.push(format!("{}={value}", name.to_ascii_uppercase()));
    }
    let rule = parts.join(";");
    if rule.contains("FREQ=") { Some(rule) } else { None }
}

/// Writes the parts of an item as a recurrence rule; returns an empty text if there are none.
fn rule_of_item(item: Item<'_>) -> String {
    let mut parts = Vec::new();
    for name in RULE {
        let texts = texts(item, name);
        if !texts.is_empty() {
            parts.push(format!("{}={}", name.to_ascii_uppercase(), texts.join(",")));
        }
    }
    parts.join(";")
}

/// Reports whether a text has the characters of values in a recurrence rule.
fn is_rule_value(text: &str) -> bool {
    let mut letters = text.chars();
    !text.is_empty()
        && letters.all(|it| it.is_ascii_alphanumeric() || matches!(it, ',' | '+' | '-'))
}

/// Parses the end of a recurrence.
fn until(text: &str) -> Option<String> {
    Some(day(text)?.in_utc().basic())
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
