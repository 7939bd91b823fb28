//! A second reading of the seed's section "Datetime Properties", by templates of whole texts, and
//! the table of all pairs and triples of dates, times, zones and texts against it.
//!
//! The oracle knows no scanner: it compares a text with each template of a date, a time and a zone,
//! at each point where the text can be split.

use super::*;
use std::collections::HashMap;
use std::fmt::Write;

/// The templates of dates: `Y` year, `M` month, `D` day, `O` day of the year, `V` week, `X` day of
/// the week. A dash stands for each separator.
const DATES: &[&str] = &[
    "YYYY",
    "YYYY-MM",
    "YYYY-M",
    "YYYY-MM-DD",
    "YYYY-M-DD",
    "YYYY-MM-D",
    "YYYY-M-D",
    "YYYYMMDD",
    "YYYY-OOO",
    "YYYYOOO",
    "YYYY-WVV",
    "YYYYWVV",
    "YYYY-WVV-X",
    "YYYY-WVVX",
    "YYYYWVV-X",
    "YYYYWVVX",
];

/// The templates of times: `h` hour, `m` minute, `s` second, `f` its fraction. A colon may be a
/// point.
const TIMES: &[&str] =
    &["h", "hh", "hh:mm", "h:mm", "hh:mm:ss", "h:mm:ss", "hhmm", "hhmmss", "hhmmss:f"];

/// The templates of zones after the sign, with their normal forms: the seed's table "Normalizing
/// Timezones", and `Sabcd`.
const ZONES: &[(&str, &str)] = &[
    ("a", "0a00"),
    ("ab", "ab00"),
    ("abc", "0abc"),
    ("a:", "0a00"),
    ("ab:", "ab00"),
    ("a:b", "0ab0"),
    (":ab", "00ab"),
    ("a:bc", "0abc"),
    ("ab:c", "abc0"),
    ("ab:cd", "abcd"),
    ("abcd", "abcd"),
];

/// The items of the table, in their notations.
const ITEMS: &[&str] = &[
    "2008",
    "1230", // a year; the second may be a time
    "2008-07",
    "2008/07",
    "2008.7",
    "-07",
    "07", // a month, and the rest of one
    "2008-07-21",
    "20080721",
    "2008/7/21",
    "-21", // a day
    "2008-203",
    "2008203", // a day of the year
    "2008-W30",
    "2008W301",
    "2008-W30-1", // a week
    "10:00",
    "T10:00",
    "1000",
    "9pm",
    "10.00 a.m.",
    "10:00:05",
    "100005",
    "10:00Z",
    "1000+01", // a time
    "Z",
    "+1",
    "-05:00",
    "+0530", // a zone
    "Monday",
    "10",
    "", // a text
];

/// The items of the triples: one or two notations of each kind.
const CHOSEN: &[&str] = &[
    "2008",
    "1230",
    "2008-07",
    "-07",
    "2008-07-21",
    "-21",
    "2008203",
    "2008-W30",
    "10:00",
    "9pm",
    "10:00Z",
    "+1",
    "Z",
    "Monday",
];

/// The components of a text in their normal forms.
#[derive(Clone, Default, PartialEq)]
struct Parts {
    date: Option<String>,
    time: Option<String>,
    zone: Option<String>,
}

/// Compares a text with a template: a letter stands for a digit, other characters for themselves or
/// for a separator of their kind. Returns the digits of each letter.
fn bind(template: &str, text: &str, letters: &str) -> Option<HashMap<char, String>> {
    let mut bound: HashMap<char, String> = HashMap::new();
    if template.chars().count() != text.chars().count() {
        return None;
    }
    for (pattern, letter) in template.chars().zip(text.chars()) {
        let fits = match pattern {
            _ if letters.contains(pattern) => letter.is_ascii_digit(),
            '-' => "-/.".contains(letter),
            ':' => ":.".contains(letter),
            _ => letter == pattern,
        };
        if !fits {
            return None;
        }
        bound.entry(pattern).or_default().push(letter);
    }
    Some(bound)
}

fn date(text: &str) -> Option<String> {
    for template in DATES {
        let Some(bound) = bind(template, text, "YMDOVX") else { continue };
        let number = |letter: char| bound.get(&letter).map(|text| text.parse::<u32>().unwrap());
        let ranges = [('M', 12), ('D', 31), ('O', 366), ('V', 53), ('X', 7)];
        let in_range = |(letter, most)| number(letter).is_none_or(|it| (1..=most).contains(&it));
        if !ranges.into_iter().all(in_range) {
            continue;
        }
        let mut normal = bound[&'Y'].clone();
        for (letter, sign, width) in
            [('M', "", 2), ('D', "", 2), ('O', "", 3), ('V', "W", 2), ('X', "", 1)]
        {
            if let Some(number) = number(letter) {
                write!(normal, "-{sign}{number:0width$}").unwrap();
            }
        }
        return Some(normal);
    }
    None
}

/// Reads a time of day; a lone hour is a time only with a half of the day or a zone.
fn time(text: &str, has_zone: bool) -> Option<String> {
    let halves = [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)];
    let half = halves.into_iter().find_map(|(half, hours)| Some((text.strip_suffix(half)?, hours)));
    let (clock, half) = half.map_or((text, None), |(clock, hours)| (clock.trim_end(), Some(hours)));
    for template in TIMES {
        let Some(bound) = bind(template, clock, "hmsf") else { continue };
        let number = |letter: char| bound.get(&letter).map(|text| text.parse::<u32>().unwrap());
        let hour = match (number('h').unwrap(), half) {
            (hour, Some(hours)) => hour % 12 + hours,
            (hour, None) => hour,
        };
        let is_lone = number('m').is_none() && half.is_none() && !has_zone;
        if is_lone || hour > 24 || number('m') > Some(59) || number('s') > Some(60) {
            continue;
        }
        let mut normal = format!("{hour:02}:{:02}", number('m').unwrap_or_default());
        if let Some(second) = number('s') {
            write!(normal, ":{second:02}").unwrap();
        }
        if let Some(fraction) = bound.get(&'f') {
            write!(normal, ".{fraction}").unwrap();
        }
        return Some(normal);
    }
    None
}

fn zone(text: &str) -> Option<String> {
    if text == "Z" {
        return Some("Z".to_owned());
    }
    let sign = text.chars().next().filter(|sign| "+-".contains(*sign))?;
    for (template, normal) in ZONES {
        let Some(bound) = bind(template, &text[1..], "abcd").filter(|_| !text.contains('.')) else {
            continue;
        };
        let digit = |letter: char| bound.get(&letter).map_or(letter.to_string(), Clone::clone);
        return Some(format!("{sign}{}", normal.chars().map(digit).collect::<String>()));
    }
    None
}

/// Reads a time with an optional zone.
fn timed(text: &str) -> Option<Parts> {
    let text = text.strip_prefix('T').unwrap_or(text);
    text.char_indices().map(|(at, _)| at).chain([text.len()]).find_map(|at| {
        let zone = if at == text.len() { None } else { Some(zone(text[at..].trim_start())?) };
        let time = time(text[..at].trim_end(), zone.is_some())?;
        Some(Parts { date: None, time: Some(time), zone })
    })
}

/// Reads a whole text as an ISO date or datetime, "as liberally as possible": as a date, a date and
/// a time, or else a time.
fn moment(text: &str) -> Option<Parts> {
    if let Some(date) = date(text) {
        return Some(Parts { date: Some(date), ..Parts::default() });
    }
    for at in (5..text.len()).filter(|at| text.is_char_boundary(*at)) {
        let is_in_number = text[..at].ends_with(|it: char| it.is_ascii_digit())
            && text[at..].starts_with(|it: char| it.is_ascii_digit());
        if !is_in_number && let (Some(date), Some(timed)) = (date(&text[..at]), timed(&text[at..]))
        {
            return Some(Parts { date: Some(date), ..timed });
        }
    }
    timed(text)
}

fn written(parts: &Parts) -> String {
    let Parts { date, time, zone } = parts;
    let between = if date.is_some() && time.is_some() { "T" } else { "" };
    let [date, time, zone] = [date, time, zone].map(|part| part.as_deref().unwrap_or_default());
    format!("{date}{between}{time}{zone}")
}

/// Follows the seed for the list D; where its last step gives no date, the extension.
fn expected(items: &[&str]) -> String {
    let looks_like_time = |text| timed(text).filter(|it| it.zone.is_none() || date(text).is_none());
    // "If D contains two items, and the first looks like an ISO date, and the second like a time".
    if let [first, second] = items
        && let (Some(date), Some(time)) = (date(first), looks_like_time(second))
    {
        return written(&Parts { date: Some(date), ..time });
    }
    // "If D contains three items, … and the last like a timezone (may need normalisation)".
    if let [first, second, third] = items
        && let (Some(date), Some(time), Some(zone)) =
            (date(first), looks_like_time(second), zone(third))
    {
        return written(&Parts { date: Some(date), zone: time.zone.or(Some(zone)), ..time });
    }
    // "If D contains only one item …"; "Concatenate all the items in D and let that be the value."
    let whole = items.concat();
    match moment(&whole) {
        Some(moment) => written(&moment),
        None => extended(items).unwrap_or(whole),
    }
}

/// Follows the extension: items of any order, each a date, a time or a zone; dates come first, and
/// the first of each kind counts. The result has a time.
fn extended(items: &[&str]) -> Option<String> {
    let may_be_time = |text| timed(text).is_some_and(|it| it.zone.is_none());
    let has_date = |text| moment(text).is_some_and(|it| it.date.is_some());
    let mut dated = items.iter().any(|item| has_date(item) && !may_be_time(item));
    let mut all = Parts::default();
    for item in items {
        let is_date = has_date(item) && !(dated && may_be_time(item));
        let Parts { date, time, zone } = if is_date {
            dated = true;
            moment(item)?
        } else if let Some(zone) = zone(item) {
            Parts { zone: Some(zone), ..Parts::default() }
        } else {
            timed(item)?
        };
        all = Parts { date: all.date.or(date), time: all.time.or(time), zone: all.zone.or(zone) };
    }
    all.time.as_ref()?;
    Some(written(&all))
}

/// Returns the dates of a list of items each, read from one page.
fn read_all(lists: &[Vec<&str>]) -> Vec<String> {
    let mut html = String::new();
    for list in lists {
        write!(html, "<div class=vevent><p class=dtstart>{}</p></div>", datetimes::values(list))
            .unwrap();
    }
    let items = items(&html);
    let dates = items.as_array().unwrap().iter();
    dates.map(|item| item["properties"]["dtstart"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn pairs_and_triples_are_read_by_the_specification() {
    let mut lists: Vec<Vec<&str>> = ITEMS.iter().map(|item| vec![*item]).collect();
    for first in ITEMS {
        lists.extend(ITEMS.iter().map(|second| vec![*first, *second]));
    }
    for first in CHOSEN {
        for second in CHOSEN {
            lists.extend(CHOSEN.iter().map(|third| vec![*first, *second, *third]));
        }
    }
    let mut wrong = Vec::new();
    for chunk in lists.chunks(64) {
        for (list, ours) in chunk.iter().zip(read_all(chunk)) {
            let expected = expected(list);
            if ours != expected {
                wrong.push(format!("{list:?}: {ours:?}, not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lists.len(), wrong.join("\n"));
}

/// The inputs for which the seed's steps and the notations decide the value, written out.
#[test]
fn years_and_months_are_not_read_as_times() {
    let cases: [(&[&str], &str); 14] = [
        (&["1908"], "1908"),
        (&["2007-04"], "2007-04"),
        (&["2008"], "2008"),
        (&["2008-203"], "2008-203"),
        (&["2008-203", "10:00"], "2008-203T10:00"),
        (&["2008-07", "10:00"], "2008-07T10:00"),
        (&["2008", "-07", "-21"], "2008-07-21"),
        (&["2008", "-07"], "2008-07"),
        (&["10:00", "2008"], "2008T10:00"),
        (&["2008", "1230"], "2008T12:30"),
        (&["2008", "1230", "-5"], "2008T12:30-0500"),
        (&["2130", "2008-07-21"], "2008-07-21T21:30"),
        (&["2130", "+1"], "21:30+0100"),
        (&["2008-07-21", "2008-07-22"], "2008-07-212008-07-22"),
    ];
    for (list, value) in cases {
        assert_eq!(
            (read_all(&[list.to_vec()]), expected(list)),
            (vec![value.to_owned()], value.to_owned()),
            "{list:?}"
        );
    }
}
