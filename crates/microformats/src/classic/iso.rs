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

use wishful::base::dates::{Clock, Date, Notation, Scan, Zone};

/// A point in time, as components in ISO notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct IsoDateTime<'t> {
    pub(super) date: Option<Date>,
    pub(super) time: Option<Clock<'t>>,
    pub(super) zone: Option<Zone>,
}

impl<'t> IsoDateTime<'t> {
    /// Parses a whole text: a date, a date and a time, or else a time; a zone may follow a time.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let mut scan = Scan::new(text.trim(), Notation::Liberal);
        let Some(date) = scan.date() else { return Self::read_time(text) };
        // (`2008-W302008` is no week with a time: digits that touch are one number.)
        let touches = scan.rest().starts_with(|letter: char| letter.is_ascii_digit());
        separator(&mut scan);
        let time = if touches { None } else { scan.clock() };
        let zone = if time.is_some() { scan.zone() } else { None };
        // (`2130+1` begins like a date, but is a time.)
        if !scan.rest().is_empty() {
            return Self::read_time(text);
        }
        Some(Self { date: Some(date), time, zone })
    }

    /// Parses a time with an optional zone.
    pub(super) fn read_time(text: &'t str) -> Option<Self> {
        let mut scan = Scan::new(text.trim(), Notation::Liberal);
        separator(&mut scan);
        let (time, zone) = (Some(scan.clock()?), scan.zone());
        if scan.rest().is_empty() { Some(Self { date: None, time, zone }) } else { None }
    }

    /// Parses a zone ("normalizing timezones").
    pub(super) fn read_zone(text: &'t str) -> Option<Self> {
        let mut scan = Scan::new(text.trim(), Notation::Liberal);
        let zone = Some(scan.zone()?);
        if scan.rest().is_empty() { Some(Self { zone, ..Self::default() }) } else { None }
    }

    /// Formats the date, an upper case `T` and the time, and the zone "with no intervening
    /// character".
    pub(super) fn written(&self) -> String {
        let Self { date, time, zone } = self;
        let date = date.map(|date| date.to_string()).unwrap_or_default();
        let time = time.map(|time| time.to_string()).unwrap_or_default();
        let separator = if date.is_empty() || time.is_empty() { "" } else { "T" };
        let zone = zone.map(|zone| zone.to_string()).unwrap_or_default();
        format!("{date}{separator}{time}{zone}")
    }

    /// Fills missing components from another moment; reports whether that changed anything.
    pub(super) fn fill(&mut self, other: Self) -> bool {
        let before = *self;
        self.date = self.date.or(other.date);
        self.time = self.time.or(other.time);
        self.zone = self.zone.or(other.zone);
        *self != before
    }
}

/// Consumes a separator between a date and a time.
fn separator(scan: &mut Scan<'_>) {
    scan.blanks();
    scan.letter(&['T', 't', ',']);
    scan.blanks();
}
