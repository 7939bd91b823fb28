//! Parsing of dates, times and zones: "interpreted as liberally as possible with regards to
//! punctuation as an ISO date or ISO datetime". The input is a text; the output are its ISO 8601
//! components.
//!
//! | read | written |
//! | --- | --- |
//! | `2008-07-21`, `20080721`, `2008/7/21`, `2008.07.21` | `2008-07-21` |
//! | `2008-203`, `2008203`, `2008-W30-1`, `2008W301` | `2008-203`, `2008-W30-1` |
//! | `2008-07`, `2008` | the same |
//! | `21:30`, `T21:30`, `2130`, `21.30`, `9:30pm`, `9.30 P.M.` | `21:30` |
//! | `21:30:05`, `213005`, `21:30:05,25` | `21:30:05`, `21:30:05.25` |
//! | `Z`, `+1`, `+01`, `+100`, `+1:00`, `+01:00` … | `Z`, `+0100` |

/// A point in time, as components in ISO notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct IsoMoment {
    pub(super) date: Option<String>,
    pub(super) time: Option<String>,
    pub(super) zone: Option<String>,
}

impl IsoMoment {
    /// Parses a whole text: a date, a time, or both; a zone may follow a time.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut scan = Scan::new(text);
        let date = scan.date();
        scan.separator();
        let time = scan.time();
        let zone = if time.is_some() { scan.zone() } else { None };
        if date.is_none() && time.is_none() || !scan.is_at_end() {
            return None;
        }
        Some(Self { date, time, zone })
    }

    /// Parses a time with an optional zone, in a list of values.
    pub(super) fn read_time(text: &str) -> Option<Self> {
        let mut scan = Scan::new(text);
        scan.separator();
        let (time, zone) = (Some(scan.time()?), scan.zone());
        if scan.is_at_end() { Some(Self { date: None, time, zone }) } else { None }
    }

    /// Parses a zone ("normalizing timezones").
    pub(super) fn read_zone(text: &str) -> Option<Self> {
        let mut scan = Scan::new(text);
        let zone = Some(scan.zone()?);
        if scan.is_at_end() { Some(Self { zone, ..Self::default() }) } else { None }
    }

    /// Formats the date, an upper case `T` and the time, and the zone "with no intervening
    /// character".
    pub(super) fn written(&self) -> String {
        let mut text = self.date.clone().unwrap_or_default();
        if let Some(time) = &self.time {
            if self.date.is_some() {
                text.push('T');
            }
            text.push_str(time);
        }
        text.push_str(self.zone.as_deref().unwrap_or_default());
        text
    }

    /// Fills missing components from another moment; reports whether that changed anything.
    pub(super) fn fill(&mut self, other: Self) -> bool {
        let mut is_changed = false;
        let own = [&mut self.date, &mut self.time, &mut self.zone];
        for (own, other) in own.into_iter().zip([other.date, other.time, other.zone]) {
            is_changed |= own.is_none() && other.is_some();
            *own = own.take().or(other);
        }
        is_changed
    }
}

/// A cursor in a text.
#[derive(Clone, Copy)]
struct Scan<'t> {
    rest: &'t str,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        Self { rest: text.trim() }
    }

    fn is_at_end(&self) -> bool {
        self.rest.trim().is_empty()
    }

    /// Consumes a character, if it satisfies a condition.
    fn letter(&mut self, is_one: impl FnOnce(char) -> bool) -> Option<char> {
        let letter = self.rest.chars().next()?;
        if !is_one(letter) {
            return None;
        }
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Returns the digits at the cursor.
    fn peek_digits(&self) -> &'t str {
        let end = self.rest.find(|letter: char| !letter.is_ascii_digit());
        &self.rest[..end.unwrap_or(self.rest.len())]
    }

    /// Consumes the digits at the cursor, if their number is within `lengths`.
    fn digits(&mut self, lengths: std::ops::RangeInclusive<usize>) -> Option<&'t str> {
        let digits = self.peek_digits();
        if lengths.contains(&digits.len()) { Some(self.take(digits.len())) } else { None }
    }

    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    /// Runs a parser; restores the cursor if that fails.
    fn attempt<T>(&mut self, attempt: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut copy = *self;
        let result = attempt(&mut copy)?;
        *self = copy;
        Some(result)
    }

    fn date(&mut self) -> Option<String> {
        self.attempt(Self::week)
            .or_else(|| self.attempt(Self::compact_date))
            .or_else(|| self.attempt(Self::parted_date))
    }

    /// Consumes a separator between components of a date.
    fn dash(&mut self) -> Option<char> {
        self.letter(|letter| {
            matches!(letter, '-' | '/' | '.' | '\u{2010}'..='\u{2013}' | '\u{2212}')
        })
    }

    fn week(&mut self) -> Option<String> {
        let year = self.digits(4..=4)?;
        self.dash();
        self.letter(|letter| matches!(letter, 'W' | 'w'))?;
        let digits = self.peek_digits();
        let week = self.take(digits.len().min(2));
        self.dash();
        let day = self.digits(1..=1);
        if !within(week, 1, 53) || week.len() != 2 {
            return None;
        }
        match day {
            Some(day) if within(day, 1, 7) => Some(format!("{year}-W{week}-{day}")),
            Some(_) => None,
            None => Some(format!("{year}-W{week}")),
        }
    }

    /// Parses eight digits, or seven.
    fn compact_date(&mut self) -> Option<String> {
        let digits = self.digits(7..=8)?;
        let (year, rest) = digits.split_at(4);
        if rest.len() == 3 {
            return ordinal(year, rest);
        }
        let (month, day) = rest.split_at(2);
        calendar(year, month, day)
    }

    fn parted_date(&mut self) -> Option<String> {
        let year = self.digits(4..=4)?;
        if self.rest.is_empty() {
            return Some(year.to_owned());
        }
        self.dash()?;
        if let Some(day) = self.digits(3..=3) {
            return ordinal(year, day);
        }
        let month = self.digits(1..=2)?;
        let day = self.attempt(|scan| {
            scan.dash()?;
            scan.digits(1..=2)
        });
        match day {
            Some(day) => calendar(year, month, day),
            None if within(month, 1, 12) => Some(format!("{year}-{month:0>2}")),
            None => None,
        }
    }

    /// Consumes a separator between a date and a time.
    fn separator(&mut self) {
        self.blanks();
        if self.letter(|letter| matches!(letter, 'T' | 't' | ',')).is_some() {
            self.blanks();
        }
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn time(&mut self) -> Option<String> {
        self.attempt(|scan| {
            let clock =
                scan.attempt(Self::compact_time).or_else(|| scan.attempt(Self::parted_time));
            let Clock { hour, minute, second, fraction } = clock?;
            let hour = match scan.attempt(Self::half_of_day) {
                Some(half) => half.hour(hour)?,
                None => number_up_to(hour, 24)?,
            };
            // An hour without minutes is a time only with am or pm, or with a zone.
            let mut text = format!("{hour:02}:{:0>2}", minute.unwrap_or("00"));
            if minute.is_some_and(|minute| !within(minute, 0, 59)) {
                return None;
            }
            if let Some(second) = second {
                number_up_to(second, 60)?;
                text.push_str(&format!(":{second:0>2}"));
            }
            if let Some(fraction) = fraction {
                text.push_str(&format!(".{fraction}"));
            }
            Some(text)
        })
    }

    /// Parses four digits, or six.
    fn compact_time(&mut self) -> Option<Clock<'t>> {
        let digits = self.digits(4..=6)?;
        if digits.len() == 5 {
            return None;
        }
        let second = digits.get(4..6);
        let fraction = if second.is_some() { self.fraction() } else { None };
        Some(Clock { hour: &digits[..2], minute: Some(&digits[2..4]), second, fraction })
    }

    fn parted_time(&mut self) -> Option<Clock<'t>> {
        let hour = self.digits(1..=2)?;
        let minute = self.colon_and_digits();
        let second = if minute.is_some() { self.colon_and_digits() } else { None };
        let fraction = if second.is_some() { self.fraction() } else { None };
        if minute.is_none() && !self.is_half_of_day_ahead() && !self.is_zone_ahead() {
            return None;
        }
        Some(Clock { hour, minute, second, fraction })
    }

    /// Consumes a colon or a full stop, and two digits.
    fn colon_and_digits(&mut self) -> Option<&'t str> {
        self.attempt(|scan| {
            scan.letter(|letter| matches!(letter, ':' | '.'))?;
            scan.digits(2..=2)
        })
    }

    fn fraction(&mut self) -> Option<&'t str> {
        self.attempt(|scan| {
            scan.letter(|letter| matches!(letter, '.' | ','))?;
            scan.digits(1..=9)
        })
    }

    /// Reports whether am or pm follows, without consuming it.
    fn is_half_of_day_ahead(&self) -> bool {
        let mut copy = *self;
        copy.half_of_day().is_some()
    }

    fn is_zone_ahead(&self) -> bool {
        let mut copy = *self;
        copy.zone().is_some()
    }

    fn half_of_day(&mut self) -> Option<Half> {
        self.blanks();
        let half = self.letter(|letter| matches!(letter.to_ascii_lowercase(), 'a' | 'p'))?;
        self.letter(|letter| letter == '.');
        self.letter(|letter| letter.eq_ignore_ascii_case(&'m'))?;
        self.letter(|letter| letter == '.');
        Some(if half.eq_ignore_ascii_case(&'a') { Half::Morning } else { Half::Afternoon })
    }

    /// Parses `Z`, or a zone, which is normalised to a sign and four digits ("normalizing
    /// timezones").
    fn zone(&mut self) -> Option<String> {
        self.attempt(|scan| {
            scan.blanks();
            if scan.letter(|letter| matches!(letter, 'Z' | 'z')).is_some() {
                return Some("Z".to_owned());
            }
            let sign = scan.letter(|letter| matches!(letter, '+' | '-' | '\u{2212}'))?;
            let sign = if sign == '+' { '+' } else { '-' };
            let before = scan.digits(0..=4)?;
            let after = match scan.letter(|letter| letter == ':') {
                Some(_) => Some(scan.digits(0..=2)?),
                None => None,
            };
            let [a, b, c, d] = offset(before, after)?;
            Some(format!("{sign}{a}{b}{c}{d}"))
        })
    }
}

/// Implements the table of "normalizing timezones": returns four digits, given the digits before
/// the colon and, if there is one, after it.
fn offset(before: &str, after: Option<&str>) -> Option<[char; 4]> {
    let hours: Vec<char> = before.chars().collect();
    let minutes: Vec<char> = after.unwrap_or_default().chars().collect();
    match (&hours[..], &minutes[..]) {
        // Sa, Sa:
        (&[a], &[]) => Some(['0', a, '0', '0']),
        // Sab, Sab:
        (&[a, b], &[]) => Some([a, b, '0', '0']),
        // Sabc
        (&[a, b, c], &[]) if after.is_none() => Some(['0', a, b, c]),
        // Sabcd, the normal form
        (&[a, b, c, d], &[]) if after.is_none() => Some([a, b, c, d]),
        // Sa:b
        (&[a], &[b]) => Some(['0', a, b, '0']),
        // S:ab
        (&[], &[a, b]) => Some(['0', '0', a, b]),
        // Sa:bc
        (&[a], &[b, c]) => Some(['0', a, b, c]),
        // Sab:c
        (&[a, b], &[c]) => Some([a, b, c, '0']),
        // Sab:cd
        (&[a, b], &[c, d]) => Some([a, b, c, d]),
        _ => None,
    }
}

/// A time of day as written.
struct Clock<'t> {
    hour: &'t str,
    minute: Option<&'t str>,
    second: Option<&'t str>,
    fraction: Option<&'t str>,
}

#[derive(Clone, Copy)]
enum Half {
    Morning,
    Afternoon,
}

impl Half {
    /// Converts an hour of this half to an hour of the day.
    fn hour(self, hour: &str) -> Option<u32> {
        let hour = number_up_to(hour, 23)?;
        Some(match self {
            Self::Morning if hour == 12 => 0,
            Self::Afternoon if hour < 12 => hour + 12,
            _ => hour,
        })
    }
}

/// Returns the number that digits are, if it is at most `most`.
fn number_up_to(digits: &str, most: u32) -> Option<u32> {
    let number = digits.parse().ok()?;
    if number <= most { Some(number) } else { None }
}

/// Reports whether digits are a number in a range.
fn within(digits: &str, least: u32, most: u32) -> bool {
    digits.parse().is_ok_and(|number: u32| (least..=most).contains(&number))
}

fn ordinal(year: &str, day: &str) -> Option<String> {
    if within(day, 1, 366) { Some(format!("{year}-{day}")) } else { None }
}

fn calendar(year: &str, month: &str, day: &str) -> Option<String> {
    if !within(month, 1, 12) || !within(day, 1, 31) {
        return None;
    }
    Some(format!("{year}-{month:0>2}-{day:0>2}"))
}
