//! Checks that the stored forms of shipped grammars are what the current compiler makes of their
//! texts.

use std::fs;
use std::path::PathBuf;

use crate::base::Report;
use crate::grammar::entry::compile;
use crate::grammar::load::{EmbeddedOnly, load};
use crate::grammar::stored;
use crate::grammar::syntax::stored_trees;
use crate::grammar::{Embedded, Grammar, Modes, shipped};
use crate::tree::{Format, WriteOptions};
use crate::{ParseOptions, Parser};

/// The advice if a stored form is outdated.
const ADVICE: &str = "write what is stored with `WISHFUL_BLESS=1 cargo test --lib stored`";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn path(grammar: &Embedded) -> PathBuf {
    root().join("grammar/compiled").join(grammar.name).with_extension("bin")
}

/// Reports whether the files are being written; then those in this program are outdated.
fn blessing() -> bool {
    std::env::var_os("WISHFUL_BLESS").is_some()
}

fn ready(grammar: &Embedded) -> Grammar {
    let name = grammar.name;
    let Some(ready) = grammar.ready() else {
        panic!("{name} was compiled from another text: {ADVICE}")
    };
    ready
}

/// Compiles a shipped grammar with the current compiler.
///
/// # Panics
/// If the grammar is refused; the message is the report.
fn compiled(grammar: &Embedded) -> Grammar {
    let (sources, mut diagnostics) = load(grammar.name, &EmbeddedOnly);
    let (compiled, mistakes) = compile(&sources, &Modes::default());
    let Some(compiled) = compiled else {
        diagnostics.extend(mistakes);
        let report = Report { files: sources.files, diagnostics };
        panic!("a shipped grammar is refused now:\n{}", report.render(false))
    };
    compiled
}

fn stored(grammar: &Grammar) -> Vec<u8> {
    stored::store(grammar).expect("any grammar can be stored")
}

#[test]
fn stored_grammars_equal_a_fresh_compilation() {
    let mut stale = Vec::new();
    for grammar in shipped() {
        let today = stored(&compiled(grammar));
        if grammar.compiled == today {
            continue;
        }
        if blessing() {
            fs::write(path(grammar), today).expect("the folder can be written to");
        } else {
            stale.push(grammar.name);
        }
    }
    assert!(
        stale.is_empty(),
        "the text of these grammars, what they use or the compiler has changed: {}\n\
         {ADVICE}",
        stale.join(", ")
    );
}

/// The stored trees of shipped files are those that the current engine parses.
#[test]
fn stored_syntax_trees_equal_a_fresh_parse() {
    let today =
        stored_trees::store().expect("a shipped file is refused now: another test says why");
    if blessing() {
        let path = root().join("grammar/compiled/trees.bin");
        return fs::write(path, today).expect("the folder can be written to");
    }
    assert!(
        stored_trees::embedded() == today,
        "the text of a shipped grammar or the rules of the language have changed:\n{ADVICE}"
    );
}

#[test]
fn stored_grammars_are_read_back_unchanged() {
    if blessing() {
        return;
    }
    for grammar in shipped() {
        let ready = ready(grammar);
        assert!(stored(&ready) == grammar.compiled, "{}", grammar.name);
        assert_eq!(texts(&ready), texts(&compiled(grammar)));
    }
}

/// Returns the names and texts of the files.
fn texts(grammar: &Grammar) -> Vec<(String, String)> {
    let files = grammar.files().iter();
    files.map(|(_, file)| (file.name().to_owned(), file.text().to_owned())).collect()
}

#[test]
fn shipped_grammars_are_not_compiled_when_they_are_loaded() {
    if blessing() {
        return;
    }
    for grammar in shipped() {
        assert!(Grammar::ready_made(grammar.name).is_some(), "{}", grammar.name);
    }
    assert!(Grammar::ready_made("whatwg.grammar").is_some());
    for is_no_shipped_one in ["./whatwg", "grammar/whatwg.grammar", "whatwg-doctype", "wathwg"] {
        assert!(Grammar::ready_made(is_no_shipped_one).is_none(), "{is_no_shipped_one}");
    }
}

/// Returns a parsed document in two formats, which include the repairs and the lines of the grammar
/// that permit them.
fn parsed(grammar: Grammar, bytes: &[u8]) -> [String; 2] {
    let parser = Parser::new(grammar).expect("it describes markup");
    let document = parser.parse(bytes, &ParseOptions::default()).expect("any bytes give a tree");
    let options = WriteOptions::default();
    [document.render(Format::Json, options), document.render(Format::Tree, options)]
}

#[test]
fn stored_grammars_parse_like_compiled_ones() {
    if blessing() {
        return;
    }
    let entries = fs::read_dir(root().join("corpus/legacy")).expect("it is part of the corpus");
    let mut pages: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let page = entry.expect("it can be listed").path();
        if page.extension() == Some("html".as_ref()) {
            pages.push(page);
        }
    }
    assert!(!pages.is_empty());
    for grammar in shipped() {
        if !grammar.reads_markup() {
            continue;
        }
        let (ready, compiled) = (ready(grammar), compiled(grammar));
        for page in &pages {
            let bytes = fs::read(page).expect("it can be read");
            let (read, made) = (parsed(ready.clone(), &bytes), parsed(compiled.clone(), &bytes));
            assert_eq!(read, made, "{} by {}", page.display(), grammar.name);
        }
    }
}

#[test]
fn markup_grammars_have_a_markup_tokenizer() {
    if blessing() {
        return;
    }
    for grammar in shipped() {
        let of_texts = ready(grammar).text_rules().is_some();
        assert_eq!(grammar.reads_markup(), !of_texts, "{}", grammar.name);
    }
}

#[test]
fn a_damaged_file_is_no_grammar() {
    if blessing() {
        return;
    }
    let marpa = shipped().find(|grammar| grammar.name == "marpa").expect("it is shipped");
    let whole = marpa.compiled;
    for at in 0..whole.len() {
        let mut damaged = whole.to_vec();
        damaged[at] ^= 0x10;
        assert!(stored::read(&damaged).is_none(), "byte {at}");
    }
    for length in (0..whole.len()).step_by(7) {
        assert!(stored::read(&whole[..length]).is_none(), "{length} bytes");
    }
    assert!(stored::read(&[whole, b"\0"].concat()).is_none());
}

#[test]
fn a_changed_text_does_not_use_its_stored_form() {
    let marpa = shipped().find(|grammar| grammar.name == "marpa").expect("it is shipped");
    let changed = format!("{}\n# another remark\n", marpa.text);
    let changed =
        Grammar::source("marpa.grammar", &changed).compile().expect("it is as good as before");
    assert!(stored::read(&stored(&changed)).is_none());
    let own =
        Grammar::source("mine.grammar", r#"use "marpa" ;"#).compile().expect("it is a variant");
    assert!(stored::read(&stored(&own)).is_none());
}
