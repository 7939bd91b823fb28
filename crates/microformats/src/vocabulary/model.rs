//! The compiled form of vocabulary files.
//!
//! A [`Vocabulary`] is immutable, independent of documents, and shared by all threads. Formats are
//! keyed by root class, properties by class or link type, and readings of attributes by element
//! name.

use serde::{Deserialize, Serialize};

use super::lookup::{Backcompat, ComputedTable, SaidOf};
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
    pub(crate) elementals: IndexMap<Box<str>, Elemental>,
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
pub(crate) type Readings = IndexMap<Reading, IndexMap<Box<str>, Said>>;

/// The value of an element in a reading: the first present one of some attributes, or else a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    /// The attributes, by priority.
    pub(crate) attributes: Vec<Box<str>>,
    /// The value without any of the attributes. If there is none, the next step of the algorithm
    /// decides.
    pub(crate) otherwise: Option<Box<str>>,
}

/// A purpose for which an element's attributes are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Reading {
    /// The value of a `p-*`.
    Text,
    /// The value of a `u-*`.
    Url,
    /// The alternative text of a `u-*` (an image's `alt`).
    Alternative,
    /// The value of a `u-*`, after the value-class pattern gave none.
    UrlText,
    /// The value of a `dt-*`.
    Date,
    /// The value of an element with class `value`, for texts and addresses.
    ValueText,
    /// The value of an element with class `value`, for dates.
    ValueDate,
    /// The implied name.
    ImpliedName,
    /// The implied photo.
    ImpliedPhoto,
    /// The implied address.
    ImpliedUrl,
    /// The replacement of an element in the text of a `p-*` or `e-*`.
    Content,
    /// The replacement of an element in an implied name.
    ContentOfName,
    /// The replacement of an element in the text of a `u-*` or `dt-*`.
    PlainContent,
    /// The links of the classic formats, in the order of the seed.
    Link,
    /// The replacement of an element in a text of the classic formats.
    Stringify,
    /// The abbreviations of the classic ABBR pattern.
    Abbreviation,
    /// The elements whose link types count.
    Relation,
    /// The elements whose addresses become absolute in HTML values, with the attributes.
    Address,
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
    pub(crate) kind: Kind,
    /// The equivalent classes of microformats2, like `p-name`.
    pub(crate) becomes: Vec<Box<str>>,
}

/// The number of values of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Cardinality {
    /// Exactly one: an item without it is invalid.
    One,
    /// At most one.
    Optional,
    /// Any number.
    Many,
    /// At least one: an item without it is invalid.
    Some,
    /// One value, joined from all values.
    Joined,
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
pub(crate) enum Kind {
    Plain(Simple),
    /// Items of these root classes or parts; without one, a value of the kind `or`, if given.
    Nested {
        roots: Vec<Box<str>>,
        or: Option<Simple>,
    },
}

/// The kind of a value that is not a nested item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Simple {
    Text,
    Uri,
    Uid,
    Datetime,
    Duration,
    /// Two datetimes, or a datetime and a duration.
    Interval,
    Number,
    /// A recurrence rule (RFC 2445, section 4.3.10).
    Recurrence,
    Html,
    /// Markup and its text.
    HtmlText,
    /// The last path segment of a link (rel-tag).
    Tag,
    /// A card of the person or organisation that the text names; only as a substitute for a nested
    /// card.
    Person,
}

/// A property that is derived from others where it is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Implied {
    pub(crate) property: Box<str>,
    pub(crate) rule: Rule,
    /// The source properties.
    pub(crate) from: Vec<Box<str>>,
}

/// A rule for deriving a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Rule {
    /// `n` from `fn` of two words (hCard, "implied n optimization").
    Name,
    /// A nickname from `fn` of one word.
    Nickname,
    /// The name of an organisation from the content of the element, if it has no properties.
    Organisation,
    /// The content of the element without its other properties, as a value of the property's kind.
    Content,
    /// The first coordinate: the part of the content before its `;`, if it has one.
    FirstHalf,
    /// The second coordinate: the part after the `;`.
    SecondHalf,
    /// The kind of a card, from `fn` and `org`.
    Sort,
    /// The missing date and zone of a datetime, from another one.
    Date,
}

/// A format that is not a compound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Elemental {
    pub(crate) title: Box<str>,
    pub(crate) shape: Shape,
    /// The link types, values of `rev`, or classes that identify it.
    pub(crate) names: Vec<Box<str>>,
}

/// The kind of element that an elemental format consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Shape {
    /// Links with one of the names in `rel`.
    Rel,
    /// Links with one of the names in `rev`.
    Rev,
    /// Lists with one of the names as class, read as outlines (XOXO).
    Outline,
    /// Definition lists with one of the names as class, read as profiles (XMDP).
    Profile,
    /// Elements with one of the names as class and a query as title (COinS).
    Query,
}

impl Reading {
    /// Returns the index of the reading.
    pub(crate) fn number(self) -> usize {
        self as usize
    }

    /// The number of readings.
    pub(crate) const COUNT: usize = Self::Address as usize + 1;
}

/// A syntax of structured data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Syntax {
    pub(crate) title: Box<str>,
    pub(crate) manner: Manner,
    pub(crate) marks: IndexMap<Mark, Marked>,
    /// The addresses of prefixes that a page does not declare.
    pub(crate) prefixes: IndexMap<Box<str>, Box<str>>,
    /// The properties whose values are not texts, or that have another name.
    pub(crate) properties: IndexMap<Box<str>, Property>,
    /// The readings of this syntax; those under the empty name apply to all elements.
    pub(crate) readings: Readings,
}

/// The relation between marked elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Manner {
    /// A property belongs to the enclosing item (microdata).
    Scope,
    /// Elements name the subject of their content (RDFa).
    Subject,
    /// All properties belong to the page (Open Graph).
    Page,
    /// Elements contain JSON whose objects are items (JSON-LD).
    Script,
}

/// The role of an attribute, or of a JSON member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Mark {
    /// The element is an item, or a script that contains items.
    Item,
    Type,
    Id,
    /// The names of properties of the enclosing item, whose value is the element.
    Property,
    /// The ids of elements elsewhere that are read as if they were in the item.
    Include,
    /// The start of names without a prefix.
    Vocabulary,
    /// The meaning of prefixes and names.
    Prefixes,
    Language,
    Datatype,
    /// The address that is the value of a property.
    Target,
    /// The text of a value.
    Value,
    /// A value that is an ordered list of values.
    List,
    /// Values that replace the object containing them.
    Group,
}

/// The attributes or members with a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marked {
    /// The names, by priority.
    pub(crate) names: Vec<Box<str>>,
    /// The attribute values that count, in any case; all, if empty.
    pub(crate) values: Vec<Box<str>>,
    /// The elements on which the attributes count; all, if empty.
    pub(crate) elements: Vec<Box<str>>,
}

impl Manner {
    /// The marks that the reader of a manner supports.
    pub(super) fn marks(self) -> &'static [Mark] {
        use Mark::*;
        match self {
            Self::Scope => &[Item, Type, Id, Property, Include, Language],
            Self::Subject => {
                &[Type, Id, Property, Vocabulary, Prefixes, Language, Datatype, Target]
            }
            Self::Page => &[Property],
            Self::Script => {
                &[Item, Type, Id, Vocabulary, Prefixes, Language, Datatype, Value, List, Group]
            }
        }
    }
}

impl Syntax {
    /// The readings that a syntax may have, in the order of their use.
    pub(crate) const READINGS: [Reading; 3] = [Reading::Text, Reading::Date, Reading::Url];

    /// Returns the kind of a listed property.
    pub(crate) fn kind(&self, name: &str) -> Option<Simple> {
        match self.properties.get(name)?.kind {
            Kind::Plain(simple) => Some(simple),
            Kind::Nested { .. } => None,
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
