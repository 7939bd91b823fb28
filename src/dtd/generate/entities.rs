//! General entities as statements.
//!
//! An entity that HTML has, and that stands for the same character, need not be said: the tokenizer knows it.
//!
//! ```text
//! <!ENTITY nbsp SDATA "[nbsp  ]">        entities sdata = nbsp "[nbsp  ]" ;
//! <!ENTITY who  "World">                 entities       = who "World" ;
//! ```

use crate::dtd::model::Dtd;
use crate::grammar::print;
use crate::token::sgml::{EntityKind, character};

/// A statement for each kind.
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
        let told: Vec<String> = entities
            .filter(|(name, kind, text)| !is_known(name, *kind, text))
            .map(|(name, _, text)| format!("{} {}", print::string(name), print::string(&text)))
            .collect();
        if !told.is_empty() {
            statements.push(format!("entities {word}= {} ;", told.join(" ")));
        }
    }
    statements
}

/// Whether the tokenizer knows it without being told.
fn is_known(name: &str, kind: EntityKind, text: &str) -> bool {
    let is_character = match kind {
        EntityKind::Data => true,
        // Alone, a delimiter is none.
        EntityKind::Text => text.chars().count() == 1 && text != "&",
        _ => false,
    };
    is_character && character(name).as_deref() == Some(text)
}
