//! Texts with a special syntax: numbers, durations, intervals, recurrences, tags. The input is a
//! text as written; the output is its standard form, or `None` if it is invalid.

use percent_encoding::percent_decode_str;

use super::iso::IsoDateTime;
use crate::addresses::last_of_path;
use crate::vocabulary::Simple;
use wishful::base::dates::duration_counts;

/// Returns the standard form of a text for a kind.
pub(super) fn read(text: &str, kind: Simple) -> Option<String> {
    match kind {
        Simple::Duration => duration(text),
        Simple::Interval => interval(text),
        Simple::Number => number(text),
        Simple::Recurrence => recurrence(text),
        Simple::Datetime => datetime(text),
        _ => None,
    }
}

/// Normalises a date and time.
fn datetime(text: &str) -> Option<String> {
    Some(IsoDateTime::read(text)?.written())
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Normalises a number: removes blanks and thousands separators, and turns a decimal comma into a
/// point.
fn number(text: &str) -> Option<String> {
    let text = without_blanks(text).replace('\u{2212}', "-");
    let (whole, part) = text.rsplit_once(',').unwrap_or((&text, ""));
    let is_decimal = text.matches(',').count() == 1 && part.len() != 3 && !part.contains('.');
    let text = if is_decimal { format!("{whole}.{part}") } else { text.replace(',', "") };
    let is_plain =
        text.chars().all(|letter| matches!(letter, '0'..='9' | '.' | '-' | '+' | 'e' | 'E'));
    if !is_plain || text.parse::<f64>().is_err() {
        return None;
    }
    Some(text.trim_start_matches('+').to_owned())
}

/// Normalises a duration of ISO 8601: `P1DT2H30M`.
fn duration(text: &str) -> Option<String> {
    let text = without_blanks(text).to_ascii_uppercase().replace(',', ".");
    duration_counts(text.strip_prefix(['+', '-']).unwrap_or(&text))?;
    Some(text)
}

/// Normalises an interval: two datetimes, or a datetime and a duration, separated by a slash.
fn interval(text: &str) -> Option<String> {
    for (slash, _) in text.match_indices('/').take(SLASHES) {
        let Some(start) = interval_side(&text[..slash]) else { continue };
        let Some(end) = interval_side(&text[slash + 1..]) else { continue };
        // (Two short sides are a date with slashes, not an interval.)
        if start.len() > 4 && end.len() > 4 || start.starts_with('P') || end.starts_with('P') {
            return Some(format!("{start}/{end}"));
        }
    }
    None
}

fn interval_side(text: &str) -> Option<String> {
    duration(text).or_else(|| datetime(text))
}

/// The maximum number of slashes in an interval: two in each date, and one between them.
const SLASHES: usize = 5;

/// Normalises a recurrence rule (RFC 2445, section 4.3.10): `FREQ=WEEKLY;COUNT=10`.
fn recurrence(text: &str) -> Option<String> {
    let text = without_blanks(text).to_ascii_uppercase();
    let (_, rule) = text.rsplit_once(':').unwrap_or(("", &text));
    let is_rule = rule.split(';').all(|part| part.contains('=')) && rule.contains("FREQ=");
    if is_rule { Some(rule.to_owned()) } else { None }
}

/// Returns the last path segment of an address, decoded (rel-tag).
pub(super) fn tag(address: &str) -> Option<String> {
    let spaced = last_of_path(address).replace('+', " ");
    let tag = percent_decode_str(&spaced).decode_utf8_lossy().into_owned();
    if tag.is_empty() { None } else { Some(tag) }
}
