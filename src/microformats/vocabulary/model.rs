//! What the vocabulary files say, ready to be asked.
//!
//! A [`Vocabulary`] is immutable, knows nothing of documents and is shared by all threads. Formats are found by their
//! root class, properties by their class or link type; what elements say by attributes is a table of names.

use serde::{Deserialize, Serialize};

use super::lookup::{Backcompat, Made, SaidOf};
use crate::base::IndexMap;

/// All formats, and what elements say of themselves.
///
/// [`Vocabulary::shipped`] is that of the program; [`Vocabulary::shipped_with`] adds files of one's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vocabulary {
    /// Those with a root class, by that class; and the parts of others, by `FORMAT/PART`, each behind its format or later.
    pub(crate) formats: IndexMap<Box<str>, Format>,
    /// What an element's attributes say, by who asks and the element's name.
    pub(crate) readings: Readings,
    /// Formats that are no compounds: an element says all by its attributes or its kind.
    pub(crate) elementals: IndexMap<Box<str>, Elemental>,
    /// Syntaxes of structured data by their names.
    pub(crate) syntaxes: IndexMap<Box<str>, Syntax>,
    /// How they are read as microformats2, when somebody has asked.
    #[serde(skip)]
    pub(super) backcompat: Made<Backcompat>,
    /// What elements say, by their names, when somebody has asked.
    #[serde(skip)]
    pub(super) said_of: Made<SaidOf>,
}

/// What elements say, by who asks and the element's name.
pub(crate) type Readings = IndexMap<Reading, IndexMap<Box<str>, Said>>;

/// What an element says to one who asks: the first of some attributes that it has, or else a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    /// Attributes, in the order in which they are looked for.
    pub(crate) attributes: Vec<Box<str>>,
    /// What it says without them; if there is none, it says nothing of its own, and the next step of an algorithm decides.
    pub(crate) otherwise: Option<Box<str>>,
}

/// Who asks what an element says by its attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Reading {
    /// The value of a `p-*`.
    Text,
    /// That of a `u-*`.
    Url,
    /// What stands beside the address of a `u-*` (an image's `alt`).
    Alternative,
    /// The value of a `u-*` once more, where the value-class pattern gave none.
    UrlText,
    /// That of a `dt-*`.
    Date,
    /// What an element with class `value` says, for texts and addresses.
    ValueText,
    /// The same, for dates.
    ValueDate,
    /// The name that is implied.
    ImpliedName,
    /// The photo.
    ImpliedPhoto,
    /// The address.
    ImpliedUrl,
    /// The replacement of an element in the text of a `p-*` or `e-*`.
    Content,
    /// The replacement of an element in an implied name.
    ContentOfName,
    /// The replacement of an element in the text of a `u-*` or `dt-*`.
    PlainContent,
    /// The links of the classic formats, in the seed's order.
    Link,
    /// What stands for it in a text of the classic formats.
    Stringify,
    /// The abbreviations of the classic ABBR pattern.
    Abbreviation,
    /// Elements whose link types count.
    Relation,
    /// Elements whose addresses are made whole in HTML values, with the attributes.
    Address,
}

/// One compound format, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Format {
    /// The root class; of a part, the property whose element is read in this way.
    pub(crate) root: Box<str>,
    /// What it is called in sentences: `hCard`.
    pub(crate) title: Box<str>,
    /// The formats whose roots are saved from destruction in it.
    pub(crate) saves: Vec<Box<str>>,
    /// The root classes of microformats2 that it is read as; a part has none if its properties are those of its format.
    pub(crate) becomes: Vec<Box<str>>,
    /// Properties by their class.
    pub(crate) properties: IndexMap<Box<str>, Property>,
    /// Properties by link type (`rel`); several types in one name, parted by blanks, are asked for together.
    pub(crate) relations: IndexMap<Box<str>, Property>,
    /// Classes that are none of its properties, but are read as those of microformats2 in it.
    pub(crate) aliases: IndexMap<Box<str>, Vec<Box<str>>>,
    pub(crate) implied: Vec<Implied>,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Property {
    /// Its name in results; for one that is found by its class that class.
    pub(crate) name: Box<str>,
    pub(crate) cardinality: Cardinality,
    pub(crate) kind: Kind,
    /// The classes of microformats2 that it is read as: `p-name`.
    pub(crate) becomes: Vec<Box<str>>,
}

/// How many values a property has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Cardinality {
    /// Exactly one: an item without it is not valid.
    One,
    /// One at most.
    Optional,
    /// Any number.
    Many,
    /// At least one.
    Some,
    /// One, of all values joined.
    Joined,
}

impl Cardinality {
    /// Whether the first value is the value.
    pub(crate) fn is_singular(self) -> bool {
        matches!(self, Self::One | Self::Optional)
    }

    /// Whether an item without one is not valid.
    pub(crate) fn is_required(self) -> bool {
        matches!(self, Self::One | Self::Some)
    }
}

/// What a value is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Kind {
    Plain(Simple),
    /// Items of these root classes (or parts); where there are none, what `or` says, if it says anything.
    Nested {
        roots: Vec<Box<str>>,
        or: Option<Simple>,
    },
}

/// What a value is that holds no item of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Simple {
    Text,
    Uri,
    Uid,
    Datetime,
    Duration,
    /// Two datetimes, or one and a duration.
    Interval,
    Number,
    /// A recurrence rule (RFC 2445, section 4.3.10).
    Recurrence,
    Html,
    /// Both.
    HtmlText,
    /// The last part of a link's path (rel-tag).
    Tag,
    /// A card of the person or organisation that the text names; it stands only in for a nested one.
    Person,
}

/// A property that follows from others where it is not said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Implied {
    pub(crate) property: Box<str>,
    pub(crate) rule: Rule,
    /// The properties that it follows from.
    pub(crate) from: Vec<Box<str>>,
}

/// How one follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Rule {
    /// `n` from `fn` of two words (hCard, "implied n optimization").
    Name,
    /// A nickname from `fn` of one word.
    Nickname,
    /// The name of an organisation from the content of the element, where nothing else is said of it.
    Organisation,
    /// What the element says as a whole, less its other properties, as a value of the property's kind.
    Content,
    /// What stands before the `;` of the content, where there is one; the other coordinate stands behind it.
    FirstHalf,
    /// What stands behind the `;`.
    SecondHalf,
    /// What sort of card it is, from `fn` and `org`.
    Sort,
    /// Date and zone of another datetime that lack in this one.
    Date,
}

/// A format that is no compound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Elemental {
    pub(crate) title: Box<str>,
    pub(crate) shape: Shape,
    /// Link types, values of `rev`, or classes that it is found by.
    pub(crate) names: Vec<Box<str>>,
}

/// What an elemental format is found by, and made of.
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
    /// Its number among the readings.
    pub(crate) fn number(self) -> usize {
        self as usize
    }

    /// How many there are.
    pub(crate) const COUNT: usize = Self::Address as usize + 1;
}

/// A syntax of structured data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Syntax {
    pub(crate) title: Box<str>,
    pub(crate) manner: Manner,
    pub(crate) marks: IndexMap<Mark, Marked>,
    /// The addresses that prefixes stand for where a page does not say it.
    pub(crate) prefixes: IndexMap<Box<str>, Box<str>>,
    /// Properties whose values are no texts, or that have another name.
    pub(crate) properties: IndexMap<Box<str>, Property>,
    /// The readings of this syntax; under the empty name those of all elements.
    pub(crate) readings: Readings,
}

/// The way in which marked elements hang together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Manner {
    /// A property is that of the item around it (microdata).
    Scope,
    /// Elements name the subject of what is in them (RDFa).
    Subject,
    /// All properties are those of the page (Open Graph).
    Page,
    /// Elements hold JSON whose objects are items (JSON-LD).
    Script,
}

/// The role of an attribute, or of a member of JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Mark {
    /// There is an item; or the element is a script that holds items.
    Item,
    Type,
    Id,
    /// The names of the properties that an element is of the item around it.
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
    /// A value of several, in order.
    List,
    /// Values that stand in the place of the object that has it.
    Group,
}

/// The attributes or members that say something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marked {
    /// In the order in which they are looked for.
    pub(crate) names: Vec<Box<str>>,
    /// The values with which they say it, in whatever case; any, if none is listed.
    pub(crate) values: Vec<Box<str>>,
    /// The elements on which they say it; any, if none is listed.
    pub(crate) elements: Vec<Box<str>>,
}

impl Manner {
    /// The marks that its reader asks for.
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
    /// The readings of its own that a syntax may have, in the order in which they are asked.
    pub(crate) const READINGS: [Reading; 3] = [Reading::Text, Reading::Date, Reading::Url];

    /// The kind of a property that is listed.
    pub(crate) fn kind(&self, name: &str) -> Option<Simple> {
        match self.properties.get(name)?.kind {
            Kind::Plain(simple) => Some(simple),
            Kind::Nested { .. } => None,
        }
    }
}

/// The key of a syntax among those of formats, none of which has a blank.
pub(super) fn syntax_key(name: &str) -> Box<str> {
    format!("syntax {name}").into()
}

/// The name of the syntax that a key is of.
pub(super) fn syntax_name(key: &str) -> Option<&str> {
    key.strip_prefix("syntax ")
}
