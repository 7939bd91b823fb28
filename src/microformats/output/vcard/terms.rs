//! The table of vCard properties, for both namings.

/// The representation of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Text,
    /// An address, or a text.
    Address,
    /// A contact address, without its scheme.
    Contact(&'static str),
    Date,
    Zone,
    Point,
    Gender,
    Name,
    Organization,
    Place,
    Label,
    Sort,
    /// Another card.
    Agent,
}

/// A property of vCard, and the type of values without a `VALUE` parameter.
pub(super) type Slot = Option<(&'static str, &'static str)>;

/// A row: the names of a property in microformats2 and hCard, and the properties in vCard 3 (RFC
/// 2426) and 4 (RFC 6350). If a version has no property, the extension `X-NAME` is used.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) names: &'static [&'static str],
    pub(super) three: Slot,
    pub(super) four: Slot,
    pub(super) shape: Shape,
    /// The property allows at most one value; further ones become extensions.
    pub(super) is_single: bool,
}

const fn row(names: &'static [&'static str], three: Slot, four: Slot, shape: Shape) -> Term {
    Term { names, three, four, shape, is_single: false }
}

const fn single(names: &'static [&'static str], three: Slot, four: Slot, shape: Shape) -> Term {
    Term { names, three, four, shape, is_single: true }
}

/// Returns a property of type text, in either version.
const fn text(property: &'static str) -> Slot {
    Some((property, "text"))
}

const fn uri(property: &'static str) -> Slot {
    Some((property, "uri"))
}

const fn binary(property: &'static str) -> Slot {
    Some((property, "binary"))
}

/// Returns a date property of version 4.
const fn date(property: &'static str) -> Slot {
    Some((property, "date-and-or-time"))
}

pub(super) const TERMS: &[Term] = &[
    row(&["name", "fn"], text("FN"), text("FN"), Shape::Text),
    single(&["n"], text("N"), text("N"), Shape::Name),
    row(&["nickname"], text("NICKNAME"), text("NICKNAME"), Shape::Text),
    row(&["photo"], binary("PHOTO"), uri("PHOTO"), Shape::Address),
    row(&["logo"], binary("LOGO"), uri("LOGO"), Shape::Address),
    row(&["sound"], binary("SOUND"), uri("SOUND"), Shape::Address),
    row(&["key"], binary("KEY"), uri("KEY"), Shape::Address),
    single(&["bday"], Some(("BDAY", "date")), date("BDAY"), Shape::Date),
    single(&["anniversary"], None, date("ANNIVERSARY"), Shape::Date),
    single(&["sex", "gender", "gender-identity"], None, text("GENDER"), Shape::Gender),
    row(&["adr"], text("ADR"), text("ADR"), Shape::Place),
    row(&["label"], text("LABEL"), text("ADR"), Shape::Label),
    row(&["tel"], text("TEL"), text("TEL"), Shape::Contact("tel:")),
    row(&["email"], text("EMAIL"), text("EMAIL"), Shape::Contact("mailto:")),
    row(&["impp"], uri("IMPP"), uri("IMPP"), Shape::Address),
    row(&["mailer"], text("MAILER"), None, Shape::Text),
    row(&["tz"], Some(("TZ", "utc-offset")), text("TZ"), Shape::Zone),
    row(&["geo"], Some(("GEO", "float")), uri("GEO"), Shape::Point),
    row(&["job-title", "title"], text("TITLE"), text("TITLE"), Shape::Text),
    row(&["role"], text("ROLE"), text("ROLE"), Shape::Text),
    row(&["org"], text("ORG"), text("ORG"), Shape::Organization),
    row(&["agent"], Some(("AGENT", "vcard")), uri("RELATED"), Shape::Agent),
    row(&["category"], text("CATEGORIES"), text("CATEGORIES"), Shape::Text),
    row(&["note"], text("NOTE"), text("NOTE"), Shape::Text),
    single(&["rev"], Some(("REV", "date-time")), Some(("REV", "timestamp")), Shape::Date),
    row(&["sort-string"], text("SORT-STRING"), text("N"), Shape::Sort),
    single(&["kind"], None, text("KIND"), Shape::Text),
    row(&["source"], uri("SOURCE"), uri("SOURCE"), Shape::Address),
    single(&["uid"], text("UID"), uri("UID"), Shape::Address),
    row(&["url"], uri("URL"), uri("URL"), Shape::Address),
    single(&["class"], text("CLASS"), None, Shape::Text),
];

impl Term {
    /// Returns the row of a name.
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        TERMS.iter().find(|term| term.names.contains(&name))
    }
}

/// The components of `N`, in order; a card may also have them directly.
pub(super) const NAME: &[&str] =
    &["family-name", "given-name", "additional-name", "honorific-prefix", "honorific-suffix"];

/// The components of `ADR`.
pub(super) const PLACE: &[&str] = &[
    "post-office-box",
    "extended-address",
    "street-address",
    "locality",
    "region",
    "postal-code",
    "country-name",
];

/// The components of `ORG`.
pub(super) const ORGANIZATION: &[&str] = &["organization-name", "organization-unit"];

/// The components of coordinates.
pub(super) const POINT: &[&str] = &["latitude", "longitude", "altitude"];

/// The substitutes for a missing name, by priority; a card must have a name.
pub(super) const NAMES: &[&str] =
    &["nickname", "org", "organization-name", "email", "tel", "url", "uid"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_row() {
        let rows = TERMS.iter().flat_map(|term| term.names);
        let all = rows.chain([NAME, PLACE, ORGANIZATION, POINT].into_iter().flatten());
        let mut names: Vec<&str> = all.copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
