//! What a document type definition declares: the result of reading, and what grammars are generated from.
//!
//! Declarations are kept as they are written, one entry for each, in order: a declaration for a name group stands once, and the
//! grammar has one rule for it. Names are in lower case (`NAMECASE GENERAL YES`); those of entities are as written. Content
//! models are trees whose depth [`Limits::group_depth`](super::Limits) bounds: so functions over them may recurse.

use crate::base::Files;
use crate::grammar::ast::Place;
use indexmap::IndexMap;

/// A document type definition.
#[derive(Clone, Debug, Default)]
pub struct Dtd {
    /// The texts that it was read from: files, and the replacement texts of entities that were referenced.
    pub(crate) files: Files,
    /// The document type name, if the file has a document type declaration.
    pub(crate) doctype: Option<String>,
    /// The element declarations.
    pub(crate) declarations: Vec<ElementDeclaration>,
    /// The declaration of each element type.
    pub(crate) elements: IndexMap<String, usize>,
    /// The attributes of each element type, in the order of their declaration; also of those that are not declared.
    pub(crate) attributes: IndexMap<String, Vec<Attribute>>,
    /// The general entities.
    pub(crate) entities: IndexMap<String, Entity>,
    /// The notations.
    pub(crate) notations: Vec<String>,
    /// Parameter entities whose text is names joined by `|`: what authors call these sets.
    pub(crate) groups: IndexMap<String, Vec<GroupName>>,
    /// Parameter entities whose text is keywords of marked sections, in lower case with single blanks between them: such as a document may
    /// name in front of its own sections.
    pub(crate) keywords: IndexMap<String, String>,
    /// What was read over: short references, link types and other declarations that say nothing about elements.
    pub(crate) skipped: Vec<(String, Place)>,
}

impl Dtd {
    /// The declaration of an element type.
    #[must_use]
    pub(crate) fn declaration(&self, element: &str) -> Option<&ElementDeclaration> {
        self.elements.get(element).map(|&number| &self.declarations[number])
    }

    /// The attributes of an element type.
    #[must_use]
    pub(crate) fn attributes_of(&self, element: &str) -> &[Attribute] {
        self.attributes.get(element).map_or(&[], Vec::as_slice)
    }
}

/// A member of a set that a parameter entity names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GroupName {
    /// `#PCDATA`
    Pcdata,
    /// An element type.
    Element(String),
}

/// `<!ELEMENT (ol|ul) - - (li)+ -(dir) >`
#[derive(Clone, Debug)]
pub(crate) struct ElementDeclaration {
    /// The element types that it declares.
    pub names: Vec<String>,
    /// Where it stands.
    pub place: Place,
    /// Whether the start tag may be omitted.
    pub omit_start: bool,
    /// Whether the end tag may be omitted.
    pub omit_end: bool,
    /// The content.
    pub content: Declared,
    /// `-(…)`
    pub exclusions: Vec<String>,
    /// `+(…)`
    pub inclusions: Vec<String>,
}

/// Declared content, or a content model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// Text in which only an end tag is markup.
    Cdata,
    /// The same, with references.
    Rcdata,
    /// Neither content nor end tag.
    Empty,
    /// Text and any declared elements.
    Any,
    /// A model group.
    Model(Particle),
}

/// A part of a content model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Particle {
    /// What stands there.
    pub what: Part,
    /// How often.
    pub occurs: Occurs,
}

/// What stands at a place of a content model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// `#PCDATA`: any number of characters, none included.
    Pcdata,
    /// An element.
    Element(String),
    /// A group; of one member the connector says nothing.
    Group(Connector, Vec<Particle>),
}

/// Occurrence indicators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurs {
    /// None: once.
    Once,
    /// `?`
    Optional,
    /// `*`
    Any,
    /// `+`
    Several,
}

/// Connectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connector {
    /// `,`: in this order.
    Seq,
    /// `|`: one of them.
    Or,
    /// `&`: all of them, in any order.
    And,
}

/// One attribute of an attribute list declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub values: Values,
    /// What it is if it is not given.
    pub default: Default,
    /// The declaration that it stands in.
    pub place: Place,
}

/// The declared value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// `CDATA`, `ID`, `NMTOKENS` …, in lower case.
    Kind(String),
    /// `(top|middle|bottom)`
    Tokens(Vec<String>),
    /// `NOTATION (tex|eqn)`
    Notations(Vec<String>),
}

/// The default value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Default {
    /// `#REQUIRED`
    Required,
    /// `#IMPLIED`
    Implied,
    /// `#CURRENT`
    Current,
    /// `#CONREF`: an element that has it is empty.
    Conref,
    /// `#FIXED "…"`
    Fixed(String),
    /// `"…"`
    Value(String),
}

/// A general entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entity {
    /// `cdata`, `sdata`, `pi`, `starttag` … for data text and bracketed text; `None` for plain text and external entities.
    pub kind: Option<String>,
    /// Its replacement text, or where it is.
    pub text: EntityText,
}

/// The text of an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntityText {
    /// As replaced, references to parameter entities and characters resolved.
    Internal(String),
    /// Somewhere else.
    External(ExternalId),
}

/// `PUBLIC "…" "…"` or `SYSTEM "…"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExternalId {
    /// The public identifier, blanks normalised.
    pub public: Option<String>,
    /// The system identifier.
    pub system: Option<String>,
}
