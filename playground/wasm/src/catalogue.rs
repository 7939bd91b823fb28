//! The operation `catalogue`: the shipped grammars.

use serde::Serialize;
use wishful::grammar::{Embedded, parts, shipped};
use wishful::workbench::language::outline;

use crate::answer::{Answered, good};

#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    grammars: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
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
    let whole = shipped().map(|grammar| entry(grammar, false));
    let grammars = whole.chain(parts().map(|grammar| entry(grammar, true))).collect();
    good(Catalogue { version: env!("CARGO_PKG_VERSION"), grammars })
}

fn entry(grammar: &Embedded, part: bool) -> Entry {
    let (uses, modes) = declared(grammar.text);
    Entry {
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
    let statements = outline(text);
    let words = |kind: &str| -> Vec<String> {
        let those = statements.iter().filter(|entry| entry.kind == kind);
        let words = those.flat_map(|entry| entry.name.split_whitespace().skip(1));
        let bare = words.map(|word| word.trim_matches(['"', ';']).trim_end_matches(".grammar"));
        bare.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    (words("use"), words("mode"))
}
