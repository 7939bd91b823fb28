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
        let entities = dtd.general_entities().filter(|(_, own, _)| *own == kind);
        let told = entities
            .filter(|(name, kind, text)| !is_known(name, *kind, text))
            .map(|(name, _, text)| (name.to_owned(), text));
        statements.extend(statement(word, told));
    }
    let matter = dtd.keyword_entities().filter(|(_, _, text)| {
        text.split(' ').any(|word| !["", "include", "temp"].contains(&word))
    });
    statements.extend(statement("keywords ", matter.map(|(name, _, text)| (name, text))));
    statements
}

/// Returns the statement for entities of one kind, if there are any.
fn statement(word: &str, entities: impl Iterator<Item = (String, String)>) -> Option<String> {
    let told: Vec<String> = entities
        .map(|(name, text)| format!("{} {}", print::string(&name), print::string(&text)))
        .collect();
    (!told.is_empty()).then(|| format!("entities {word}= {} ;", told.join(" ")))
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
