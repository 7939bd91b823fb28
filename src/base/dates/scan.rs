//! The scanner of dates, times and zones.
//!
//! Each part is read at the cursor, or the cursor stays. Numbers of a date are runs of digits of an
//! exact length, so a longer run is no date.

use super::{Clock, Date, Notation, Zone};
use std::ops::RangeInclusive;

/// A cursor in a text.
#[derive(Clone, Copy)]
pub struct Scan<'t> {
    rest: &'t str,
    notation: Notation,
}

impl<'t> Scan<'t> {
    #[must_use]
    pub fn new(text: &'t str, notation: Notation) -> Self {
        Self { rest: text, notation }
    }

    /// Returns the text from the cursor on.
    #[must_use]
    pub fn rest(self) -> &'t str {
        self.rest
    }

    /// Consumes white space; reports whether there was any.
    pub fn blanks(&mut self) -> bool {
        let before = self.rest.len();
        self.rest = self.rest.trim_start();
        self.rest.len() < before
    }

    /// Consumes one of some characters.
    pub fn letter(&mut self, letters: &[char]) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = self.rest.strip_prefix(letters)?;
        Some(letter)
    }

    /// Runs a parser; restores the cursor if that fails.
    fn attempt<T>(&mut self, attempt: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut copy = *self;
        let result = attempt(&mut copy)?;
        *self = copy;
        Some(result)
    }

    /// Returns the number of digits at the cursor.
    fn digit_count(&self) -> usize {
        self.rest.bytes().take_while(u8::is_ascii_digit).count()
    }

    /// Consumes all digits at the cursor, if their number is within `lengths`.
    fn digits(&mut self, lengths: RangeInclusive<usize>) -> Option<&'t str> {
        let (digits, rest) = self.rest.split_at(self.digit_count());
        if !lengths.contains(&digits.len()) {
            return None;
        }
        self.rest = rest;
        Some(digits)
    }

    /// Consumes all digits at the cursor as a number, if their number is within `lengths`.
    fn number(&mut self, lengths: RangeInclusive<usize>) -> Option<i64> {
        self.digits(lengths)?.parse().ok()
    }

    /// Consumes the first `count` digits at the cursor as a number.
    fn leading(&mut self, count: usize) -> Option<i64> {
        if self.digit_count() < count {
            return None;
        }
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        digits.parse().ok()
    }

    /// Reports whether the notation has dates and times without separators.
    fn is_compact(self) -> bool {
        matches!(self.notation, Notation::Iso | Notation::Liberal)
    }

    /// Reads a date that is in the range of the notation.
    pub fn date(&mut self) -> Option<Date> {
        self.attempt(|scan| {
            let may_recur = matches!(scan.notation, Notation::Schema | Notation::Iso);
            let date = if may_recur && scan.rest.starts_with("--") {
                scan.recurring()?
            } else {
                scan.dated()?
            };
            let is_date = match scan.notation {
                Notation::Schema => true,
                Notation::ValueClass => date.month.is_some() || date.day.is_some(),
                Notation::Iso => {
                    date.is_within(true) && (date.year.is_some() || date.day.is_some())
                }
                Notation::Liberal => date.is_within(false),
            };
            if is_date { Some(date) } else { None }
        })
    }

    /// Reads `--MM-DD`, and in XML Schema also `---DD`, `--MM` and `--MM--`.
    fn recurring(&mut self) -> Option<Date> {
        let is_schema = self.notation == Notation::Schema;
        self.rest = self.rest.strip_prefix("--")?;
        if is_schema && self.letter(&['-']).is_some() {
            return Some(Date { day: Some(self.number(2..=2)?), ..Date::default() });
        }
        let month = Some(self.leading(2)?);
        let day = self.attempt(|scan| {
            let dash = scan.letter(&['-']);
            if is_schema && dash.is_none() { None } else { scan.number(2..=2) }
        });
        if is_schema && self.rest == "--" {
            self.rest = "";
        }
        Some(Date { month, day, ..Date::default() })
    }

    /// Reads a date.
    fn dated(&mut self) -> Option<Date> {
        let run = self.digit_count();
        if self.is_compact() && matches!(run, 7 | 8) {
            let year = self.leading(4);
            let month = if run == 8 { self.leading(2) } else { None };
            return Some(Date { year, month, week: None, day: self.number(2..=3) });
        }
        let (years, pair) = match self.notation {
            Notation::Schema => (4..=9, 2..=2),
            Notation::ValueClass | Notation::Iso => (4..=4, 2..=2),
            Notation::Liberal => (4..=4, 1..=2),
        };
        let date = Date { year: Some(self.number(years)?), ..Date::default() };
        if self.notation == Notation::Liberal
            && let Some((week, day)) = self.attempt(Self::week)
        {
            return Some(Date { week: Some(week), day, ..date });
        }
        if self.rest.is_empty() {
            return Some(date);
        }
        self.dash()?;
        if self.digit_count() == 3 && self.notation != Notation::Schema {
            return Some(Date { day: self.number(3..=3), ..date });
        }
        let month = Some(self.number(pair.clone())?);
        let day = self.attempt(|scan| {
            scan.dash()?;
            scan.number(pair)
        });
        Some(Date { month, day, ..date })
    }

    /// Consumes a separator between components of a date.
    fn dash(&mut self) -> Option<char> {
        const DASHES: [char; 8] =
            ['-', '/', '.', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2212}'];
        let is_liberal = self.notation == Notation::Liberal;
        self.letter(if is_liberal { &DASHES } else { &DASHES[..1] })
    }

    /// Reads a week, and its day if there is one.
    fn week(&mut self) -> Option<(i64, Option<i64>)> {
        self.dash();
        self.letter(&['W', 'w'])?;
        let week = self.leading(2)?;
        // (A dash without a day stays: it may be the sign of a zone.)
        let day = self.attempt(|scan| {
            scan.dash();
            scan.number(1..=1)
        });
        Some((week, day))
    }

    /// Reads a time of day.
    pub fn clock(&mut self) -> Option<Clock<'t>> {
        self.attempt(|scan| {
            let run = scan.digit_count();
            let is_compact = scan.is_compact() && matches!(run, 4 | 6);
            let is_short = run == 1 && scan.has_halves();
            if !is_compact && !is_short && run != 2 {
                return None;
            }
            let hour = scan.leading(run.min(2))?;
            let minute = scan.field(is_compact);
            let second = if minute.is_some() { scan.field(is_compact) } else { None };
            let fraction = if second.is_some() { scan.fraction() } else { None };
            let half = if scan.has_halves() { scan.attempt(Self::half) } else { None };
            let may_lack =
                scan.notation == Notation::Iso || half.is_some() || scan.ends_with_zone();
            if minute.is_none() && !may_lack || minute > Some(59) || second > Some(60) {
                return None;
            }
            let hour = scan.on_24_hours(hour, half)?;
            Some(Clock { hour, minute, second, fraction: fraction.unwrap_or_default() })
        })
    }

    /// Reports whether a zone follows that makes a bare hour a time.
    fn ends_with_zone(mut self) -> bool {
        self.notation == Notation::Liberal && self.zone().is_some()
    }

    /// Reports whether the notation has hours of one digit and halves of the day.
    fn has_halves(self) -> bool {
        matches!(self.notation, Notation::ValueClass | Notation::Liberal)
    }

    /// Reads a minute or a second with its separator.
    fn field(&mut self, is_compact: bool) -> Option<i64> {
        let separators: &[char] = match self.notation {
            Notation::Liberal if is_compact => &[],
            Notation::Liberal => &[':', '.'],
            _ => &[':'],
        };
        self.attempt(|scan| {
            let separator = scan.letter(separators);
            let may_lack = is_compact || scan.notation == Notation::Iso;
            if separator.is_some() || may_lack { scan.leading(2) } else { None }
        })
    }

    /// Reads the fraction of a second.
    fn fraction(&mut self) -> Option<&'t str> {
        let separators = if self.is_compact() { &['.', ','][..] } else { &['.'] };
        let most = if self.notation == Notation::Liberal { 9 } else { usize::MAX };
        self.attempt(|scan| {
            scan.letter(separators)?;
            scan.digits(1..=most)
        })
    }

    /// Reads `am` or `p.m.`; reports whether it is after noon.
    fn half(&mut self) -> Option<bool> {
        self.blanks();
        let half = self.letter(&['a', 'A', 'p', 'P'])?;
        let is_abbreviated = self.letter(&['.']).is_some();
        self.letter(&['m', 'M'])?;
        let ends = self.letter(&['.']).is_some();
        if self.notation == Notation::ValueClass && ends != is_abbreviated {
            return None;
        }
        Some(half.eq_ignore_ascii_case(&'p'))
    }

    /// Converts an hour of a half of the day to an hour of the day.
    fn on_24_hours(self, hour: i64, half: Option<bool>) -> Option<i64> {
        let most = match half {
            None => 24,
            Some(_) if self.notation == Notation::ValueClass => 12,
            Some(_) => 23,
        };
        match half {
            _ if hour > most => None,
            Some(false) if hour == 12 => Some(0),
            Some(true) if hour < 12 => Some(hour + 12),
            _ => Some(hour),
        }
    }

    /// Reads a zone, after white space except in XML Schema. The forms are those of "normalizing
    /// timezones" in the algorithm of 2008, or fewer of them.
    pub fn zone(&mut self) -> Option<Zone> {
        self.attempt(|scan| {
            let is_schema = scan.notation == Notation::Schema;
            if !is_schema {
                scan.blanks();
            }
            if scan.letter(if is_schema { &['Z'][..] } else { &['Z', 'z'] }).is_some() {
                return Some(Zone { sign: 'Z', hours: 0, minutes: None });
            }
            let signs = if scan.is_compact() { &['+', '-', '\u{2212}'][..] } else { &['+', '-'] };
            let sign = if scan.letter(signs)? == '+' { '+' } else { '-' };
            let hours = scan.digits(0..=4)?;
            let minutes = match scan.letter(&[':']) {
                Some(_) => Some(scan.digits(0..=2)?),
                None => None,
            };
            if !scan.has_form(hours.len(), minutes.map(str::len)) {
                return None;
            }
            let (hours, minutes) = match minutes {
                Some(minutes) => (hours, minutes),
                None if hours.len() > 2 => hours.split_at(hours.len() - 2),
                None => (hours, ""),
            };
            let hours = hours.parse().unwrap_or_default();
            let minutes = match minutes {
                "" if scan.notation == Notation::ValueClass => None,
                // (`+1:3` has 30 minutes.)
                _ => Some(format!("{minutes:0<2}").parse().unwrap_or_default()),
            };
            Some(Zone { sign, hours, minutes })
        })
    }

    /// Reports whether a zone may have this many digits before the colon and after it.
    fn has_form(self, hours: usize, minutes: Option<usize>) -> bool {
        match (hours, minutes) {
            (2, Some(2)) => true,
            (1 | 2, None | Some(0)) | (1, Some(2)) | (4, None) => self.notation != Notation::Schema,
            (3, None) | (1 | 2, Some(1)) | (0, Some(2)) => self.is_compact(),
            (0, _) => self.notation == Notation::Iso,
            _ => false,
        }
    }
}
