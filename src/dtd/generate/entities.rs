//! General entities as statements, and parameter entities that are keywords of marked sections.
//!
//! Two kinds of entities are left out: those that HTML has with the same character, since the
//! tokenizer knows them, and keywords that have no effect.
//!
//! ```text
//! <!ENTITY nbsp SDATA "[nbsp  ]">        entities sdata = nbsp "[nbsp  ]" ;
//! <!ENTITY who  "World">                 entities       = who "World" ;
//! <!ENTITY % draft "IGNORE">             entities keywords = "%draft" "ignore" ;
//! ```

use crate::dtd::model::Dtd;
use crate::grammar::print;
use crate::token::sgml::{EntityKind, character};

/// Returns one statement for each kind of entity.
pub(super) fn statements(dtd: &Dtd) -> Vec<String> {
    let kinds = [
        (EntityKind::Text, ""),
        (EntityKind::Data, "cdata "),
        (EntityKind::System, "sdata "),
        (EntityKind::Instruction, "pi "),
    ];
    let mut statements = Vec::new();
    for (kind, word) in kinds {
        let mut entries = Vec::new();
        for (name, own, text) in dtd.general_entities() {
            if own == kind && !is_known(name, kind, &text) {
                entries.push(entry(name, &text));
            }
        }
        statements.extend(statement(word, &entries));
    }
    let mut keywords = Vec::new();
    for (name, _, text) in dtd.keyword_entities() {
        if text.split(' ').any(|word| !["", "include", "temp"].contains(&word)) {
            keywords.push(entry(&name, &text));
        }
    }
    statements.extend(statement("keywords ", &keywords));
    statements
}

/// Returns an entity in the syntax of the grammar language.
fn entry(name: &str, text: &str) -> String {
    format!("{} {}", print::string(name), print::string(text))
}

/// Returns the statement for entities of one kind, if there are any.
fn statement(word: &str, entries: &[String]) -> Option<String> {
    if entries.is_empty() {
        return None;
    }
    Some(format!("entities {word}= {} ;", entries.join(" ")))
}

/// Reports whether the tokenizer knows an entity without a declaration.
fn is_known(name: &str, kind: EntityKind, text: &str) -> bool {
    let is_character = match kind {
        EntityKind::Data => true,
        // A delimiter by itself is data, so a text of one character is a character.
        EntityKind::Text => text.chars().count() == 1 && text != "&",
        _ => false,
    };
    is_character && character(name).as_deref() == Some(text)
}
