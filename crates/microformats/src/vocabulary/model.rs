//! The compiled form of vocabulary files.
//!
//! A [`Vocabulary`] is immutable, independent of documents, and shared by all threads. Formats are
//! keyed by root class, properties by class or link type, and readings of attributes by element
//! name.

use serde::{Deserialize, Serialize};

use super::lookup::{Backcompat, ComputedTable, SaidOf};
use super::words::{Word, words};
use wishful::base::IndexMap;

/// A set of formats, and of readings of HTML elements.
///
/// [`Vocabulary::shipped`] returns that of the program; [`Vocabulary::shipped_with`] adds your own
/// files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vocabulary {
    /// The formats by root class, and their parts by `FORMAT/PART`; a part comes after its format.
    pub(crate) formats: IndexMap<Box<str>, Format>,
    /// The readings, by kind and element name.
    pub(crate) readings: Readings,
    /// The formats that are not compounds: one element is a whole item.
    pub(crate) elementals: IndexMap<Box<str>, SimpleFormat>,
    /// The syntaxes of structured data, by name.
    pub(crate) syntaxes: IndexMap<Box<str>, Syntax>,
    /// The mapping to microformats2, computed at the first use.
    #[serde(skip)]
    pub(super) backcompat: ComputedTable<Backcompat>,
    /// The readings by element name, computed at the first use.
    #[serde(skip)]
    pub(super) said_of: ComputedTable<SaidOf>,
}

/// The attributes to read, by kind of reading and element name.
pub(crate) type Readings = IndexMap<Reading, IndexMap<Box<str>, ValueSource>>;

/// The value of an element in a reading: the first present one of some attributes, or else a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ValueSource {
    /// The attributes, by priority.
    pub(crate) attributes: Vec<Box<str>>,
    /// The value without any of the attributes. If there is none, the next step of the algorithm
    /// decides.
    pub(crate) otherwise: Option<Box<str>>,
}

words! {
    /// A purpose for which an element's attributes are read.
    enum Reading "reading" {
        /// The value of a `p-*`.
        Text "text",
        /// The value of a `u-*`.
        Url "url",
        /// The alternative text of a `u-*` (an image's `alt`).
        Alternative "alternative",
        /// The value of a `u-*`, after the value-class pattern gave none.
        UrlText "url-text",
        /// The value of a `dt-*`.
        Date "date",
        /// The value of an element with class `value`, for texts and addresses.
        ValueText "value-text",
        /// The value of an element with class `value`, for dates.
        ValueDate "value-date",
        /// The implied name.
        ImpliedName "implied-name",
        /// The implied photo.
        ImpliedPhoto "implied-photo",
        /// The implied address.
        ImpliedUrl "implied-url",
        /// The replacement of an element in the text of a `p-*` or `e-*`.
        Content "content",
        /// The replacement of an element in an implied name.
        ContentOfName "content-of-name",
        /// The replacement of an element in the text of a `u-*` or `dt-*`.
        PlainContent "plain-content",
        /// The links of the classic formats, in the order of the seed.
        Link "link",
        /// The replacement of an element in a text of the classic formats.
        Stringify "stringify",
        /// The abbreviations of the classic ABBR pattern.
        Abbreviation "abbreviation",
        /// The elements whose link types count.
        Relation "relation",
        /// The elements whose addresses become absolute in HTML values, with the attributes.
        Address "address",
    }
}

/// A compound format, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Format {
    /// The root class; for a part, the class of the property whose element is read as that part.
    pub(crate) root: Box<str>,
    /// The name in messages: `hCard`.
    pub(crate) title: Box<str>,
    /// The formats that are saved from destruction inside this one.
    pub(crate) saves: Vec<Box<str>>,
    /// The equivalent root classes of microformats2. A part has none if its properties belong to
    /// its format.
    pub(crate) becomes: Vec<Box<str>>,
    /// The properties by class.
    pub(crate) properties: IndexMap<Box<str>, Property>,
    /// The properties by link type (`rel`). A key of several types, separated by blanks, requires
    /// all of them.
    pub(crate) relations: IndexMap<Box<str>, Property>,
    /// Classes that are not properties, but are read as microformats2 properties in this format.
    pub(crate) aliases: IndexMap<Box<str>, Vec<Box<str>>>,
    pub(crate) implied: Vec<Implied>,
}

/// A property of a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Property {
    /// The name in results; by default the class.
    pub(crate) name: Box<str>,
    pub(crate) cardinality: Cardinality,
    pub(crate) kind: PropertyKind,
    /// The equivalent classes of microformats2, like `p-name`.
    pub(crate) becomes: Vec<Box<str>>,
}

words! {
    /// The number of values of a property.
    enum Cardinality "cardinality" {
        /// Exactly one: an item without it is invalid.
        One "one",
        /// At most one.
        Optional "optional",
        /// Any number.
        Many "many",
        /// At least one: an item without it is invalid.
        Some "some",
        /// One value, joined from all values.
        Joined "joined",
    }
}

impl Cardinality {
    /// Reports whether only the first value counts.
    pub(crate) fn is_singular(self) -> bool {
        matches!(self, Self::One | Self::Optional)
    }

    /// Reports whether an item without a value is invalid.
    pub(crate) fn is_required(self) -> bool {
        matches!(self, Self::One | Self::Some)
    }
}

/// The kind of a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum PropertyKind {
    Plain(Simple),
    /// Items of these root classes or parts; without one, a value of the kind `or`, if given.
    Nested {
        roots: Vec<Box<str>>,
        or: Option<Simple>,
    },
}

words! {
    /// The kind of a value that is not a nested item.
    enum Simple "kind" {
        Text "text",
        Uri "uri",
        Uid "uid",
        Datetime "datetime",
        Duration "duration",
        /// Two datetimes, or a datetime and a duration.
        Interval "interval",
        Number "number",
        /// A recurrence rule (RFC 2445, section 4.3.10).
        Recurrence "recurrence",
        Html "html",
        /// Markup and its text.
        HtmlText "html-text",
        /// The last path segment of a link (rel-tag).
        Tag "tag",
        /// A card of the person or organisation that the text names; only as a substitute for a
        /// nested card.
        Person "person",
    }
}

/// A property that is derived from others where it is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Implied {
    pub(crate) property: Box<str>,
    pub(crate) rule: Rule,
    /// The source properties.
    pub(crate) from: Vec<Box<str>>,
}

words! {
    /// A rule for deriving a property.
    enum Rule "rule" {
        /// `n` from `fn` of two words (hCard, "implied n optimization").
        Name "name",
        /// A nickname from `fn` of one word.
        Nickname "nickname",
        /// The name of an organisation from the content of the element, if it has no properties.
        Organisation "organisation",
        /// The content of the element without its other properties, as a value of the property's
        /// kind.
        Content "content",
        /// The first coordinate: the part of the content before its `;` or `,`, if it has one.
        FirstHalf "first-half",
        /// The second coordinate: the part after the `;` or `,`.
        SecondHalf "second-half",
        /// The kind of a card, from `fn` and `org`.
        Sort "sort",
        /// The missing date and zone of a datetime, from another one.
        Date "date",
    }
}

/// A format that is not a compound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SimpleFormat {
    pub(crate) title: Box<str>,
    pub(crate) shape: Shape,
    /// The link types, values of `rev`, or classes that identify it.
    pub(crate) names: Vec<Box<str>>,
}

words! {
    /// The kind of element that an elemental format consists of.
    enum Shape "shape" {
        /// Links with one of the names in `rel`.
        Rel "rel",
        /// Links with one of the names in `rev`.
        Rev "rev",
        /// Lists with one of the names as class, read as outlines (XOXO).
        Outline "outline",
        /// Definition lists with one of the names as class, read as profiles (XMDP).
        Profile "profile",
        /// Elements with one of the names as class and a query as title (COinS).
        Query "query",
    }
}

impl Reading {
    /// Returns the index of the reading.
    pub(crate) fn number(self) -> usize {
        self as usize
    }

    /// The number of readings.
    pub(crate) const COUNT: usize = Self::ALL.len();
}

/// A syntax of structured data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Syntax {
    pub(crate) title: Box<str>,
    pub(crate) manner: ItemRelation,
    pub(crate) marks: IndexMap<AttributeRole, RoleAttributes>,
    /// The addresses of prefixes that a page does not declare.
    pub(crate) prefixes: IndexMap<Box<str>, Box<str>>,
    /// The properties whose values are not texts, or that have another name.
    pub(crate) properties: IndexMap<Box<str>, Property>,
    /// The readings of this syntax; those under the empty name apply to all elements.
    pub(crate) readings: Readings,
}

words! {
    /// The relation between marked elements.
    enum ItemRelation "manner" {
        /// A property belongs to the enclosing item (microdata).
        Scope "scope",
        /// Elements name the subject of their content (RDFa).
        Subject "subject",
        /// All properties belong to the page (Open Graph).
        Page "page",
        /// Elements contain JSON whose objects are items (JSON-LD).
        Script "script",
    }
}

words! {
    /// The role of an attribute, or of a JSON member.
    enum AttributeRole "mark" {
        /// The element is an item, or a script that contains items.
        Item "item",
        Type "type",
        Id "id",
        /// The names of properties of the enclosing item, whose value is the element.
        Property "property",
        /// The ids of elements elsewhere that are read as if they were in the item.
        Include "include",
        /// The start of names without a prefix.
        Vocabulary "vocabulary",
        /// The meaning of prefixes and names.
        Prefixes "prefixes",
        Language "language",
        Datatype "datatype",
        /// The address that is the value of a property.
        Target "target",
        /// The text of a value.
        Value "value",
        /// A value that is an ordered list of values.
        List "list",
        /// Values that replace the object containing them.
        Group "group",
        /// Items beside the object containing them.
        Graph "graph",
    }
}

/// The attributes or members with a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoleAttributes {
    /// The names, by priority.
    pub(crate) names: Vec<Box<str>>,
    /// The attribute values that count, in any case; all, if empty.
    pub(crate) values: Vec<Box<str>>,
    /// The elements on which the attributes count; all, if empty.
    pub(crate) elements: Vec<Box<str>>,
}

impl ItemRelation {
    /// The marks that the reader of a manner supports.
    pub(super) fn marks(self) -> &'static [AttributeRole] {
        use AttributeRole::*;
        match self {
            Self::Scope => &[Item, Type, Id, Property, Include, Language],
            Self::Subject => {
                &[Type, Id, Property, Vocabulary, Prefixes, Language, Datatype, Target]
            }
            Self::Page => &[Property],
            Self::Script => &[
                Item, Type, Id, Vocabulary, Prefixes, Language, Datatype, Value, List, Group, Graph,
            ],
        }
    }
}

impl Syntax {
    /// The readings that a syntax may have, in the order of their use.
    pub(crate) const READINGS: [Reading; 3] = [Reading::Text, Reading::Date, Reading::Url];

    /// Returns the kind of a listed property.
    pub(crate) fn kind(&self, name: &str) -> Option<Simple> {
        match self.properties.get(name)?.kind {
            PropertyKind::Plain(simple) => Some(simple),
            PropertyKind::Nested { .. } => None,
        }
    }
}

/// Returns the key of a syntax. It contains a blank, unlike the keys of formats.
pub(super) fn syntax_key(name: &str) -> Box<str> {
    format!("syntax {name}").into()
}

/// Returns the name of the syntax with a key.
pub(super) fn syntax_name(key: &str) -> Option<&str> {
    key.strip_prefix("syntax ")
}
