//! Entities for the lexical analyser of documents: general ones, and parameter entities that are
//! keywords of marked sections.
//!
//! Bracketed text (`STARTTAG "em"`) is text between the delimiters that its keyword names. So there
//! are no more than five kinds. The entity `#DEFAULT` is left out, since an undeclared name is more
//! often a mistake than a use of it.

use super::model::{Dtd, Entity, EntityText};
use super::read_text;
use crate::base::{Code, Diagnostic, FileId, FileSpan};
use crate::token::sgml::{Entities, EntityKind, Subset};

/// Messages for mistakes in a document's own declaration subset.
const LIMIT: &str = "limit reached in the declaration subset";
const SYNTAX: &str = "syntax error in the declaration subset";

impl Entity {
    /// Returns the kind of the entity, and its text.
    pub(super) fn kind_and_text(&self) -> (EntityKind, String) {
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
    /// Iterates over the parameter entities that are keywords, with `%` before their names.
    pub(super) fn keyword_entities(&self) -> impl Iterator<Item = (String, EntityKind, String)> {
        let named = self.keywords.iter();
        named.map(|(name, text)| (format!("%{name}"), EntityKind::Keywords, text.clone()))
    }

    /// Iterates over the named general entities, in the order of their declarations.
    pub(super) fn general_entities(&self) -> impl Iterator<Item = (&str, EntityKind, String)> {
        let named = self.entities.iter().filter(|(name, _)| !name.is_empty());
        named.map(|(name, entity)| {
            let (kind, text) = entity.kind_and_text();
            (name.as_str(), kind, text)
        })
    }
}

/// Returns the entities that a document's own declaration subset declares, and the mistakes in it.
/// No file is read. So a reference to an entity that is declared elsewhere is no mistake.
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
    Subset { entities, mistakes: report.diagnostics.iter().filter_map(subset_mistake).collect() }
}

/// Returns the offset of a mistake in the subset, and the message for the document. Returns `None`
/// if the mistake results from a file that was not read.
fn subset_mistake(mistake: &Diagnostic) -> Option<(usize, &'static str)> {
    let FileSpan { file, span } = mistake.primary.place;
    let what = match mistake.code {
        Code::Limit => LIMIT,
        Code::Syntax => SYNTAX,
        _ => return None,
    };
    // A position in the text of an entity has no counterpart in the document.
    Some((if file == FileId::new(0) { span.range().start } else { 0 }, what))
}
