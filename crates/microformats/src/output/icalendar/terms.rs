//! The table of iCalendar properties for events, tasks, busy times and alarms, for both namings.

use crate::results::Item;

/// The representation of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum IcalShape {
    Text,
    /// A text with a special syntax, which is not escaped.
    Word,
    Address,
    Number,
    /// A date, or a date and a time.
    Moment,
    /// A list of dates, times and periods.
    Moments,
    /// A time in UTC.
    Stamp,
    Duration,
    /// A duration, or a time.
    Trigger,
    Period,
    Rule,
    Person,
    Contact,
    Place,
    Point,
}

/// A row: the names of a property in microformats2 and in hCalendar, and the property in iCalendar
/// (RFC 5545).
#[derive(Debug)]
pub(super) struct IcalTerm {
    pub(super) modern: &'static [&'static str],
    pub(super) classic: &'static [&'static str],
    pub(super) property: &'static str,
    /// The type of values without a `VALUE` parameter.
    pub(super) default: &'static str,
    pub(super) shape: IcalShape,
    /// The property allows at most one value; further ones become extensions.
    pub(super) is_single: bool,
}

/// Creates a row with the same names in both namings.
const fn same(
    names: &'static [&'static str],
    of: (&'static str, &'static str, IcalShape),
) -> IcalTerm {
    let (property, default, shape) = of;
    IcalTerm { modern: names, classic: names, property, default, shape, is_single: true }
}

const fn many(
    names: &'static [&'static str],
    of: (&'static str, &'static str, IcalShape),
) -> IcalTerm {
    IcalTerm { is_single: false, ..same(names, of) }
}

const fn other(
    modern: &'static [&'static str],
    classic: &'static [&'static str],
    of: (&'static str, &'static str, IcalShape),
) -> IcalTerm {
    IcalTerm { classic, ..same(modern, of) }
}

pub(super) const TERMS: &[IcalTerm] = &[
    other(&["name"], &["summary"], ("SUMMARY", "text", IcalShape::Text)),
    other(
        &["description", "content", "summary"],
        &["description"],
        ("DESCRIPTION", "text", IcalShape::Text),
    ),
    other(&["start"], &["dtstart"], ("DTSTART", "DATE-TIME", IcalShape::Moment)),
    other(&["end"], &["dtend"], ("DTEND", "DATE-TIME", IcalShape::Moment)),
    other(&["published"], &["created"], ("CREATED", "DATE-TIME", IcalShape::Stamp)),
    other(&["updated"], &["last-modified"], ("LAST-MODIFIED", "DATE-TIME", IcalShape::Stamp)),
    many(&["attach", "photo"], ("ATTACH", "uri", IcalShape::Address)),
    same(&["action"], ("ACTION", "text", IcalShape::Word)),
    many(&["attendee"], ("ATTENDEE", "cal-address", IcalShape::Person)),
    many(&["category"], ("CATEGORIES", "text", IcalShape::Text)),
    same(&["class"], ("CLASS", "text", IcalShape::Word)),
    many(&["comment"], ("COMMENT", "text", IcalShape::Text)),
    same(&["completed"], ("COMPLETED", "DATE-TIME", IcalShape::Stamp)),
    many(&["contact"], ("CONTACT", "text", IcalShape::Contact)),
    same(&["dtstamp"], ("DTSTAMP", "DATE-TIME", IcalShape::Stamp)),
    same(&["due"], ("DUE", "DATE-TIME", IcalShape::Moment)),
    same(&["duration"], ("DURATION", "duration", IcalShape::Duration)),
    many(&["exdate"], ("EXDATE", "DATE-TIME", IcalShape::Moments)),
    many(&["exrule"], ("EXRULE", "recur", IcalShape::Rule)),
    many(&["freebusy"], ("FREEBUSY", "period", IcalShape::Period)),
    same(&["geo"], ("GEO", "float", IcalShape::Point)),
    same(&["location"], ("LOCATION", "text", IcalShape::Place)),
    same(&["organizer"], ("ORGANIZER", "cal-address", IcalShape::Person)),
    same(&["percent-complete"], ("PERCENT-COMPLETE", "integer", IcalShape::Number)),
    same(&["priority"], ("PRIORITY", "integer", IcalShape::Number)),
    many(&["rdate"], ("RDATE", "DATE-TIME", IcalShape::Moments)),
    same(&["recurrence-id"], ("RECURRENCE-ID", "DATE-TIME", IcalShape::Moment)),
    many(&["related-to"], ("RELATED-TO", "text", IcalShape::Text)),
    same(&["repeat"], ("REPEAT", "integer", IcalShape::Number)),
    many(&["resources"], ("RESOURCES", "text", IcalShape::Text)),
    many(&["rrule"], ("RRULE", "recur", IcalShape::Rule)),
    same(&["sequence"], ("SEQUENCE", "integer", IcalShape::Number)),
    same(&["status"], ("STATUS", "text", IcalShape::Word)),
    same(&["transp"], ("TRANSP", "text", IcalShape::Word)),
    same(&["trigger"], ("TRIGGER", "duration", IcalShape::Trigger)),
    same(&["uid"], ("UID", "text", IcalShape::Text)),
    same(&["url"], ("URL", "uri", IcalShape::Address)),
];

/// Pairs of which a component may have only one (RFC 5545, sections 3.6.1 and 3.6.2).
pub(super) const EITHER: &[[&str; 2]] = &[["DTEND", "DURATION"], ["DUE", "DURATION"]];

/// The properties of a calendar (RFC 5545, section 3.7; RFC 7986, section 5).
pub(super) const CALENDAR: &[IcalTerm] = &[
    same(&["calscale"], ("CALSCALE", "text", IcalShape::Word)),
    same(&["method"], ("METHOD", "text", IcalShape::Word)),
    same(&["name"], ("NAME", "text", IcalShape::Text)),
    many(&["description", "summary"], ("DESCRIPTION", "text", IcalShape::Text)),
    same(&["uid"], ("UID", "text", IcalShape::Text)),
    same(&["url"], ("URL", "uri", IcalShape::Address)),
    many(&["category"], ("CATEGORIES", "text", IcalShape::Text)),
];

/// The components of root classes.
const COMPONENTS: &[(&str, &str)] = &[
    ("h-event", "VEVENT"),
    ("vevent", "VEVENT"),
    ("h-todo", "VTODO"),
    ("vtodo", "VTODO"),
    ("h-freebusy", "VFREEBUSY"),
    ("vfreebusy", "VFREEBUSY"),
];

/// The root classes of calendars.
pub(super) const CALENDARS: &[&str] = &["h-calendar", "vcalendar"];
const ALARMS: &[&str] = &["h-alarm", "valarm"];

/// The parts of a recurrence rule (RFC 5545, section 3.3.10), in the order of output.
pub(super) const RULE: &[&str] = &[
    "freq",
    "until",
    "count",
    "interval",
    "bysecond",
    "byminute",
    "byhour",
    "byday",
    "bymonthday",
    "byyearday",
    "byweekno",
    "bymonth",
    "bysetpos",
    "wkst",
];

/// The roles of participants (RFC 5545, section 3.2.16).
pub(super) const ROLES: &[&str] =
    &["CHAIR", "REQ-PARTICIPANT", "OPT-PARTICIPANT", "NON-PARTICIPANT"];

impl IcalTerm {
    /// Returns the row of a name, in one of the two namings.
    pub(super) fn of(terms: &'static [Self], name: &str, is_modern: bool) -> Option<&'static Self> {
        terms.iter().find(|term| {
            let names = if is_modern { term.modern } else { term.classic };
            names.contains(&name)
        })
    }
}

/// Returns the component for an item.
pub(super) fn component_of(item: Item<'_>) -> Option<&'static str> {
    let mut rows = COMPONENTS.iter();
    let &(_, name) = rows.find(|(class, _)| item.types().any(|name| name == *class))?;
    Some(name)
}

/// Reports whether an item is an alarm.
pub(super) fn is_alarm(item: Item<'_>) -> bool {
    item.types().any(|name| ALARMS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_row() {
        for terms in [TERMS, CALENDAR] {
            for names in [|term: &IcalTerm| term.modern, |term: &IcalTerm| term.classic] {
                let mut names: Vec<&str> = terms.iter().flat_map(names).copied().collect();
                let count = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), count);
            }
        }
    }
}
