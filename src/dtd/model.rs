//! The declarations of a document type definition: the result of reading, and the input of grammar
//! generation.
//!
//! Declarations are stored as they are written, one entry for each, in order. A declaration for a
//! name group is one entry, and the grammar has one rule for it. Names are in lower case (`NAMECASE
//! GENERAL YES`); those of entities are as written. Content models are trees whose depth
//! [`Limits::group_depth`](super::Limits) bounds, so functions over them may recurse.

use crate::base::Files;
use crate::grammar::ast::FileSpan;
use indexmap::IndexMap;

/// A document type definition.
#[derive(Clone, Debug, Default)]
pub struct Dtd {
    /// The texts that it was read from: files, and the replacement texts of referenced entities.
    pub(crate) files: Files,
    /// The document type name, if the file has a document type declaration.
    pub(crate) doctype: Option<String>,
    /// The element declarations, in order.
    pub(crate) declarations: Vec<ElementDeclaration>,
    /// The index in `declarations` of each element type's first declaration.
    pub(crate) elements: IndexMap<String, usize>,
    /// The attributes of each element type, in the order of their declaration. Undeclared element
    /// types may have attributes, too.
    pub(crate) attributes: IndexMap<String, Vec<DtdAttribute>>,
    /// The general entities.
    pub(crate) entities: IndexMap<String, Entity>,
    /// The notations.
    pub(crate) notations: Vec<String>,
    /// The parameter entities whose text is names joined by `|`. Their names are the author's names
    /// for these sets.
    pub(crate) groups: IndexMap<String, Vec<GroupName>>,
    /// The parameter entities whose text is keywords of marked sections, in lower case and
    /// separated by single blanks. A document may refer to them in its own marked sections.
    pub(crate) keywords: IndexMap<String, String>,
    /// The skipped declarations, which say nothing about elements: short references, link types and
    /// others.
    pub(crate) skipped: Vec<(String, FileSpan)>,
}

impl Dtd {
    /// Returns the declaration of an element type.
    #[must_use]
    pub(crate) fn declaration(&self, element: &str) -> Option<&ElementDeclaration> {
        Some(&self.declarations[*self.elements.get(element)?])
    }

    /// Returns the attributes of an element type.
    #[must_use]
    pub(crate) fn attributes_of(&self, element: &str) -> &[DtdAttribute] {
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

/// An element declaration: `<!ELEMENT (ol|ul) - - (li)+ -(dir) >`.
#[derive(Clone, Debug)]
pub(crate) struct ElementDeclaration {
    /// The declared element types.
    pub names: Vec<String>,
    /// The span of the declaration.
    pub place: FileSpan,
    /// True if the start tag may be omitted.
    pub omit_start: bool,
    /// True if the end tag may be omitted.
    pub omit_end: bool,
    pub content: Declared,
    /// The exclusions, `-(…)`.
    pub exclusions: Vec<String>,
    /// The inclusions, `+(…)`.
    pub inclusions: Vec<String>,
}

/// Declared content, or a content model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// Text in which only an end tag is markup.
    Cdata,
    /// Text in which only an end tag and references are markup.
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
    /// The element, text or group.
    pub what: ModelPart,
    /// The occurrence indicator.
    pub occurs: Occurs,
}

/// An element, text or a group in a content model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ModelPart {
    /// `#PCDATA`: any number of characters, including none.
    Pcdata,
    /// An element.
    Element(String),
    /// A group. The connector of a group with one member has no meaning.
    Group(Connector, Vec<Particle>),
}

/// An occurrence indicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurs {
    /// No indicator: exactly once.
    Once,
    /// `?`
    Optional,
    /// `*`
    Any,
    /// `+`
    Several,
}

/// A connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connector {
    /// `,`: all members, in this order.
    Seq,
    /// `|`: one of the members.
    Or,
    /// `&`: all members, in any order.
    And,
}

/// One attribute of an attribute list declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DtdAttribute {
    pub name: String,
    /// The declared value.
    pub values: DeclaredValue,
    /// The default value.
    pub default: Default,
    /// The span of the declaration.
    pub place: FileSpan,
}

/// The declared value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DeclaredValue {
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
    /// `#CONREF`: an element with this attribute is empty.
    Conref,
    /// `#FIXED "…"`
    Fixed(String),
    /// `"…"`
    Value(String),
}

/// A general entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entity {
    /// The keyword of data text and bracketed text: `cdata`, `sdata`, `pi`, `starttag` …. It is
    /// `None` for plain text and external entities.
    pub kind: Option<String>,
    /// The replacement text, or a reference to it.
    pub text: EntityText,
}

/// The text of an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntityText {
    /// The replacement text, in which references to parameter entities and characters are resolved.
    Internal(String),
    /// The identifier of a text outside of the DTD.
    External(ExternalId),
}

/// An external identifier: `PUBLIC "…" "…"` or `SYSTEM "…"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExternalId {
    /// The public identifier, with blanks normalised.
    pub public: Option<String>,
    pub system: Option<String>,
}
