//! The operation `catalogue`: the shipped grammars.

use serde::Serialize;
use wishful::grammar::{Embedded, parts, shipped};
use wishful_workbench::language::outline;

use crate::answer::{Answered, good};

#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    grammars: Vec<GrammarEntry>,
}

#[derive(Serialize)]
struct GrammarEntry {
    name: &'static str,
    file: String,
    description: &'static str,
    text: &'static str,
    uses: Vec<String>,
    markup: bool,
    part: bool,
    modes: Vec<String>,
}

/// Lists the shipped grammars with their texts.
pub(crate) fn catalogue() -> Answered {
    let mut grammars = Vec::new();
    for grammar in shipped() {
        grammars.push(entry(grammar, false));
    }
    for part in parts() {
        grammars.push(entry(part, true));
    }
    good(Catalogue { version: env!("CARGO_PKG_VERSION"), grammars })
}

fn entry(grammar: &Embedded, part: bool) -> GrammarEntry {
    let (uses, modes) = declared(grammar.text);
    GrammarEntry {
        name: grammar.name,
        file: format!("{}.grammar", grammar.name),
        description: grammar.description(),
        text: grammar.text,
        uses,
        markup: !part && grammar.reads_markup(),
        part,
        modes,
    }
}

/// Returns the grammars that a text uses, and the modes that it declares.
fn declared(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut uses, mut modes) = (Vec::new(), Vec::new());
    for statement in outline(text) {
        let names = match statement.kind {
            "use" => &mut uses,
            "mode" => &mut modes,
            _ => continue,
        };
        for word in statement.name.split_whitespace().skip(1) {
            let name = word.trim_matches(['"', ';']).trim_end_matches(".grammar");
            if !name.is_empty() {
                names.push(name.to_owned());
            }
        }
    }
    (uses, modes)
}
