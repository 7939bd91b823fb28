//! Dates in the value-class pattern (<https://microformats.org/wiki/value-class-pattern>, "date and
//! time parsing").
//!
//! The texts of the values are examined in order. The first date, the first time and the first zone
//! win, independently of each other. A text with both a date and a time counts only if neither has
//! been found. The result is `date time+zone`: a 24-hour time, with seconds as written, and a zone
//! without a colon. A separate zone is appended to a combined date and time that has no zone.

/// A parsed text of the value-class pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stamp<'t> {
    /// A date and a time in one text, which stay as written.
    Both {
        date: &'t str,
        has_zone: bool,
    },
    Date(&'t str),
    /// A time of day on the 24-hour clock, and its zone.
    Time(String, Option<String>),
    Zone(String),
}

/// Parses a text without surrounding white space.
pub(crate) fn stamp(text: &str) -> Option<Stamp<'_>> {
    if let Some(length) = date_length(text) {
        let (date, rest) = text.split_at(length);
        if rest.is_empty() {
            return Some(Stamp::Date(date));
        }
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        let (_, zone) = time(rest.trim())?;
        return Some(Stamp::Both { date, has_zone: zone.is_some() });
    }
    if let Some((time, zone)) = time(text) {
        return Some(Stamp::Time(time, zone));
    }
    Some(Stamp::Zone(zone(text)?))
}

/// Returns the date at the start of a value.
pub(crate) fn leading_date(text: &str) -> Option<&str> {
    Some(&text[..date_length(text)?])
}

/// Returns the length of the date at the start of a text: `YYYY-MM-DD`, `YYYY-DDD` or `YYYY-MM`.
fn date_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(digits(text, 4)?)?.strip_prefix('-')?;
    let length = if digits(rest, 3).is_some() {
        8
    } else {
        digits(rest, 2)?;
        match rest[2..].strip_prefix('-') {
            Some(day) if digits(day, 2).is_some() => 10,
            _ => 7,
        }
    };
    match text.as_bytes().get(length) {
        Some(b'0'..=b'9' | b'-') => None,
        _ => Some(length),
    }
}

/// Returns the first `count` bytes of a text, if all are digits.
fn digits(text: &str, count: usize) -> Option<&str> {
    let digits = text.get(..count)?;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { Some(digits) } else { None }
}

/// Parses a time of day and its zone: `19:00`, `7:05`, `7:00:00pm`, `7 p.m.`, `19:00-08:00`.
fn time(text: &str) -> Option<(String, Option<String>)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    let (hour, rest) = text.split_at(count);
    if !(1..=2).contains(&count) {
        return None;
    }
    let (minutes, rest) = field(rest, 59);
    let (seconds, rest) = if minutes.is_empty() { ("", rest) } else { field(rest, 60) };
    let (seconds, rest) = fraction(seconds, rest);
    let (half, rest) = half(rest.trim_start());
    if half.is_none() && minutes.is_empty() {
        return None;
    }
    let zone = match rest.trim_start() {
        "" => None,
        rest => Some(zone(rest)?),
    };
    let hour = on_24_hours(hour.parse().ok()?, half)?;
    let minutes = if minutes.is_empty() { ":00" } else { minutes };
    Some((format!("{hour:02}{minutes}{seconds}"), zone))
}

/// Splits off a colon and a number of two digits that is at most `most`.
fn field(text: &str, most: u8) -> (&str, &str) {
    if let Some(rest) = text.strip_prefix(':')
        && let Some(digits) = digits(rest, 2)
        && let Ok(number) = digits.parse::<u8>()
        && number <= most
    {
        return text.split_at(3);
    }
    ("", text)
}

/// Returns the seconds with their fraction, if `text` begins with one, and the rest of the text.
fn fraction(seconds: &str, text: &str) -> (String, String) {
    let count = match text.strip_prefix('.') {
        Some(rest) if !seconds.is_empty() => rest.bytes().take_while(u8::is_ascii_digit).count(),
        _ => 0,
    };
    let (fraction, rest) = text.split_at(if count > 0 { count + 1 } else { 0 });
    (format!("{seconds}{fraction}"), rest.to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    BeforeNoon,
    AfterNoon,
}

/// Splits off `am`, `p.m.` and the like.
fn half(text: &str) -> (Option<Half>, &str) {
    let spellings = [
        ("a.m.", Half::BeforeNoon),
        ("p.m.", Half::AfterNoon),
        ("am", Half::BeforeNoon),
        ("pm", Half::AfterNoon),
    ];
    for (spelling, half) in spellings {
        if let Some((start, rest)) = text.split_at_checked(spelling.len())
            && start.eq_ignore_ascii_case(spelling)
        {
            return (Some(half), rest);
        }
    }
    (None, text)
}

fn on_24_hours(hour: u8, half: Option<Half>) -> Option<u8> {
    match half {
        None if hour < 25 => Some(hour),
        None => None,
        Some(_) if hour > 12 => None,
        Some(Half::BeforeNoon) => Some(hour % 12),
        Some(Half::AfterNoon) => Some(hour % 12 + 12),
    }
}

/// Parses a zone and removes its colon: `Z`, `+01`, `-0800`, `-08:00`.
fn zone(text: &str) -> Option<String> {
    if text.eq_ignore_ascii_case("z") {
        return Some("Z".to_owned());
    }
    let rest = text.strip_prefix(['+', '-'])?;
    let hours = digits(rest, 2).or_else(|| digits(rest, 1))?;
    let minutes = &rest[hours.len()..];
    let minutes = minutes.strip_prefix(':').unwrap_or(minutes);
    let is_zone = minutes.is_empty() || minutes.len() == 2 && digits(minutes, 2).is_some();
    if is_zone { Some(format!("{}{hours:0>2}{minutes}", &text[..1])) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_put_on_the_clock_of_24_hours() {
        let times = [
            ("07:00:00pm", "19:00:00"),
            ("7pm", "19:00"),
            ("7:00 p.m.", "19:00"),
            ("07:00PM", "19:00"),
            ("12:15am", "00:15"),
            ("12pm", "12:00"),
            ("19:00", "19:00"),
            ("7:05", "07:05"),
            ("19:00:00.25", "19:00:00.25"),
        ];
        for (text, expected) in times {
            assert_eq!(stamp(text), Some(Stamp::Time(expected.to_owned(), None)), "{text}");
        }
        assert_eq!(
            ["7", "19", "7:0", "7:60", "13pm", "x", "19:0", ""].map(stamp),
            [const { None }; 8]
        );
    }

    #[test]
    fn zones_lose_their_colon() {
        for (text, zone) in [("19:00-08:00", "-0800"), ("19:00z", "Z"), ("19:00 +1", "+01")] {
            let expected = Stamp::Time("19:00".to_owned(), Some(zone.to_owned()));
            assert_eq!(stamp(text), Some(expected), "{text}");
        }
        assert_eq!(stamp("+01:00"), Some(Stamp::Zone("+0100".to_owned())));
    }

    #[test]
    fn dates_stand_alone_or_before_a_time() {
        assert_eq!(stamp("2009-06-26"), Some(Stamp::Date("2009-06-26")));
        assert_eq!(stamp("2013-034"), Some(Stamp::Date("2013-034")));
        assert_eq!(stamp("2013-06"), Some(Stamp::Date("2013-06")));
        assert_eq!(
            stamp("2009-06-26T19:00"),
            Some(Stamp::Both { date: "2009-06-26", has_zone: false })
        );
        let none = ["2009-06-261", "2009-6-2", "2009-06-26T", "209-06-26", "2009-06-26x"];
        assert_eq!(none.map(stamp), [const { None }; 5]);
        assert_eq!(leading_date("2009-06-26 19:00"), Some("2009-06-26"));
    }
}
