//! The table of vCard properties, for both namings.

/// The representation of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum VcardShape {
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
pub(super) type VcardSlot = Option<(&'static str, &'static str)>;

/// A row: the names of a property in microformats2 and hCard, and the properties in vCard 3 (RFC
/// 2426) and 4 (RFC 6350). If a version has no property, the extension `X-NAME` is used.
#[derive(Debug)]
pub(super) struct VcardTerm {
    pub(super) names: &'static [&'static str],
    pub(super) three: VcardSlot,
    pub(super) four: VcardSlot,
    pub(super) shape: VcardShape,
    /// The property allows at most one value; further ones become extensions.
    pub(super) is_single: bool,
}

const fn row(
    names: &'static [&'static str],
    three: VcardSlot,
    four: VcardSlot,
    shape: VcardShape,
) -> VcardTerm {
    VcardTerm { names, three, four, shape, is_single: false }
}

const fn single(
    names: &'static [&'static str],
    three: VcardSlot,
    four: VcardSlot,
    shape: VcardShape,
) -> VcardTerm {
    VcardTerm { names, three, four, shape, is_single: true }
}

/// Returns a property of type text, in either version.
const fn text(property: &'static str) -> VcardSlot {
    Some((property, "text"))
}

const fn uri(property: &'static str) -> VcardSlot {
    Some((property, "uri"))
}

const fn binary(property: &'static str) -> VcardSlot {
    Some((property, "binary"))
}

/// Returns a date property of version 4.
const fn date(property: &'static str) -> VcardSlot {
    Some((property, "date-and-or-time"))
}

pub(super) const TERMS: &[VcardTerm] = &[
    row(&["name", "fn"], text("FN"), text("FN"), VcardShape::Text),
    single(&["n"], text("N"), text("N"), VcardShape::Name),
    row(&["nickname"], text("NICKNAME"), text("NICKNAME"), VcardShape::Text),
    row(&["photo"], binary("PHOTO"), uri("PHOTO"), VcardShape::Address),
    row(&["logo"], binary("LOGO"), uri("LOGO"), VcardShape::Address),
    row(&["sound"], binary("SOUND"), uri("SOUND"), VcardShape::Address),
    row(&["key"], binary("KEY"), uri("KEY"), VcardShape::Address),
    single(&["bday"], Some(("BDAY", "date")), date("BDAY"), VcardShape::Date),
    single(&["anniversary"], None, date("ANNIVERSARY"), VcardShape::Date),
    single(&["sex", "gender", "gender-identity"], None, text("GENDER"), VcardShape::Gender),
    row(&["adr"], text("ADR"), text("ADR"), VcardShape::Place),
    row(&["label"], text("LABEL"), text("ADR"), VcardShape::Label),
    row(&["tel"], text("TEL"), text("TEL"), VcardShape::Contact("tel:")),
    row(&["email"], text("EMAIL"), text("EMAIL"), VcardShape::Contact("mailto:")),
    row(&["impp"], uri("IMPP"), uri("IMPP"), VcardShape::Address),
    row(&["mailer"], text("MAILER"), None, VcardShape::Text),
    row(&["tz"], Some(("TZ", "utc-offset")), text("TZ"), VcardShape::Zone),
    row(&["geo"], Some(("GEO", "float")), uri("GEO"), VcardShape::Point),
    row(&["job-title", "title"], text("TITLE"), text("TITLE"), VcardShape::Text),
    row(&["role"], text("ROLE"), text("ROLE"), VcardShape::Text),
    row(&["org"], text("ORG"), text("ORG"), VcardShape::Organization),
    row(&["agent"], Some(("AGENT", "vcard")), uri("RELATED"), VcardShape::Agent),
    row(&["category"], text("CATEGORIES"), text("CATEGORIES"), VcardShape::Text),
    row(&["note"], text("NOTE"), text("NOTE"), VcardShape::Text),
    single(&["rev"], Some(("REV", "date-time")), Some(("REV", "timestamp")), VcardShape::Date),
    row(&["sort-string"], text("SORT-STRING"), text("N"), VcardShape::Sort),
    single(&["kind"], None, text("KIND"), VcardShape::Text),
    row(&["source"], uri("SOURCE"), uri("SOURCE"), VcardShape::Address),
    single(&["uid"], text("UID"), uri("UID"), VcardShape::Address),
    row(&["url"], uri("URL"), uri("URL"), VcardShape::Address),
    single(&["class"], text("CLASS"), None, VcardShape::Text),
];

impl VcardTerm {
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
