//! Durations in the notation of ISO 8601.

/// Splits `P1Y2M3W4DT5H6M7.5S` into counts with their units: `YMWD`, and `hms` for those of a time.
/// Each count consists of digits and points; each unit occurs at most once, in this order.
#[must_use]
pub fn duration_counts(text: &str) -> Option<Vec<(&str, char)>> {
    let text = text.strip_prefix('P')?;
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    if time.is_empty() && (date.is_empty() || date.len() < text.len()) {
        return None;
    }
    let mut counts = counts(date, "YMWD")?;
    let times = self::counts(time, "HMS")?.into_iter();
    counts.extend(times.map(|(count, unit)| (count, unit.to_ascii_lowercase())));
    Some(counts)
}

fn counts<'t>(mut text: &'t str, units: &str) -> Option<Vec<(&'t str, char)>> {
    let (mut units, mut counts) = (units.chars(), Vec::new());
    while !text.is_empty() {
        let (count, rest) = text.split_at(text.find(|letter: char| letter.is_ascii_uppercase())?);
        let unit = units.find(|unit| rest.starts_with(*unit))?;
        if count.is_empty() || !count.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.')) {
            return None;
        }
        counts.push((count, unit));
        text = &rest[1..];
    }
    Some(counts)
}
