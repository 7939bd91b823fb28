//! Entities as the analyser of documents takes them: general ones, and parameter entities that are keywords of marked sections.
//!
//! Bracketed text (`STARTTAG "em"`) is text between the delimiters that its keyword names; so there are no more than five
//! kinds. The entity `#DEFAULT` is left out: a name that nothing declares is a mistake more often than it is meant.

use super::model::{Dtd, Entity, EntityText};
use super::read_text;
use crate::base::{Code, Diagnostic, FileId, Place};
use crate::token::sgml::{Entities, EntityKind, Subset};

/// What a document's own declaration subset may do wrong.
const LIMIT: &str = "the declaration subset asks for too much";
const SYNTAX: &str = "mistake in the declaration subset";

impl Entity {
    /// What it is, and its text.
    pub(super) fn meant(&self) -> (EntityKind, String) {
        let EntityText::Internal(text) = &self.text else {
            return (EntityKind::External, String::new());
        };
        match self.kind.as_deref() {
            Some("cdata") => (EntityKind::Data, text.clone()),
            Some("sdata") => (EntityKind::System, text.clone()),
            Some("pi") => (EntityKind::Instruction, text.clone()),
            Some("starttag") => (EntityKind::Text, format!("<{text}>")),
            Some("endtag") => (EntityKind::Text, format!("</{text}>")),
            Some("ms") => (EntityKind::Text, format!("<![{text}]]>")),
            Some("md") => (EntityKind::Text, format!("<!{text}>")),
            _ => (EntityKind::Text, text.clone()),
        }
    }
}

impl Dtd {
    /// The parameter entities that are keywords, with the sign in front of their names.
    pub(super) fn keyword_entities(&self) -> impl Iterator<Item = (String, EntityKind, String)> {
        let named = self.keywords.iter();
        named.map(|(name, text)| (format!("%{name}"), EntityKind::Keywords, text.clone()))
    }

    /// The general entities with a name, in the order of their declarations.
    pub(super) fn general_entities(&self) -> impl Iterator<Item = (&str, EntityKind, String)> {
        let named = self.entities.iter().filter(|(name, _)| !name.is_empty());
        named.map(|(name, entity)| {
            let (kind, text) = entity.meant();
            (name.as_str(), kind, text)
        })
    }
}

/// The entities that a document's own declaration subset declares, and its mistakes. No file is read for it, so that a
/// reference to one that is elsewhere is no mistake.
#[must_use]
pub(crate) fn entities_of_subset(text: &str) -> Subset {
    let (dtd, report) = read_text("subset", text);
    let mut entities = Entities::default();
    for (name, kind, text) in dtd.general_entities() {
        entities.declare(name, kind, &text);
    }
    for (name, kind, text) in dtd.keyword_entities() {
        entities.declare(&name, kind, &text);
    }
    Subset { entities, mistakes: report.diagnostics.iter().filter_map(told).collect() }
}

/// Where a mistake is in the subset, and what the document is told of it; nothing, if it comes of a file that was not read.
fn told(mistake: &Diagnostic) -> Option<(usize, &'static str)> {
    let Place { file, span } = mistake.primary.place;
    let what = match mistake.code {
        Code::Limit => LIMIT,
        Code::Syntax => SYNTAX,
        _ => return None,
    };
    // In the text of an entity there is no place in the document.
    Some((if file == FileId::new(0) { span.range().start } else { 0 }, what))
}
