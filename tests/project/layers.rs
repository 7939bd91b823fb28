//! Architecture invariants: modules are ranked, and imports point one way only, with a few small
//! cycles within a layer. The engine's layers contain no name of an HTML element.

mod imports;
mod sources;

use imports::Imports;
use sources::{Source, code, literals, sources};
use std::collections::BTreeSet;
use wishful::grammar::{Grammar, shipped};

/// The ranks. A module may use modules of its own rank and below.
const RANKS: &[(&str, u32)] = &[
    ("earley", 0),
    ("sgml_lexer", 0),
    ("base", 0),
    ("embedded", 0),
    ("pool", 0),
    ("source", 2),
    ("token", 2),
    ("grammar", 3),
    ("slippers", 4),
    ("dtd", 5),
    ("tree", 5),
    ("front", 6),
    ("parser", 6),
    ("derivation", 6),
    ("query", 7),
    ("microformats", 7),
    ("check", 8),
    ("diagnosis", 8),
    ("edit", 8),
    ("parselet", 8),
    ("template", 8),
    ("workbench", 8),
    ("explain", 6),
    ("verify", 6),
    ("diagnostics", 6),
    ("tokenizer", 6),
    ("sgml", 6),
    ("console", 9),
    ("language_server", 10),
    ("test_runner", 10),
    ("instruments", 11),
    ("cli", 11),
    ("crawl", 12),
    ("playground", 12),
    ("python", 12),
];

fn rank(module: &str) -> Option<u32> {
    let &(_, rank) = RANKS.iter().find(|(name, _)| *name == module)?;
    Some(rank)
}

#[test]
fn imports_point_down() {
    let sources = sources();
    for layer in sources.iter().map(Source::layer) {
        let is_ranked = rank(layer).is_some() || matches!(layer, "lib" | "main");
        assert!(is_ranked, "src/{layer} has no rank in this test");
    }
    let wrong = points_up(&Imports::of(&sources));
    assert!(wrong.is_empty(), "imports that point up:\n{}", wrong.join("\n"));
}

/// Returns the uses of a layer with a higher rank.
fn points_up(imports: &Imports) -> Vec<String> {
    let mut wrong = Vec::new();
    for (file, other) in imports.uses() {
        if let Some(own) = rank(&file[0])
            && rank(&other[0]) > Some(own)
        {
            wrong.push(format!("{} uses {}", file.join("/"), other.join("/")));
        }
    }
    wrong
}

fn source(path: &str, code: &str) -> Source {
    Source { path: path.to_owned(), code: code.to_owned() }
}

#[test]
fn upward_imports_are_found() {
    let low = source("base/a.rs", "use crate::{slippers::B, base::{c, d}};");
    let high = source("slippers/mod.rs", "fn f() { crate::base::a() }");
    assert_eq!(points_up(&Imports::of(&[low, high])), ["base/a uses slippers"]);
    let low = source("parselet/a.rs", "use wishful_cli::run; use wishful::base::B; use crate::c;");
    let others = ["base/mod.rs", "cli/mod.rs", "parselet/c.rs"].map(|path| source(path, ""));
    let sources: Vec<_> = others.into_iter().chain([low]).collect();
    assert_eq!(points_up(&Imports::of(&sources)), ["parselet/a uses cli"]);
}

/// The folders of `tree` that read the tree itself. Each imports the tree, and the folders before
/// it.
const OF_TREE: [&str; 3] = ["record", "output", "compare"];

/// Returns the position of a file of `tree` among its folders: 0 for the tree itself.
fn floor(file: &[String]) -> usize {
    let Some(folder) = file.get(1) else { return 0 };
    OF_TREE.iter().position(|name| name == folder).map_or(0, |position| position + 1)
}

#[test]
fn folders_of_the_tree_point_down() {
    let imports = Imports::of(&sources());
    let mut wrong = Vec::new();
    for (file, other) in imports.uses() {
        if file[0] == "tree" && other[0] == "tree" && floor(other) > floor(file) {
            wrong.push(format!("{} uses {}", file.join("/"), other.join("/")));
        }
    }
    assert!(wrong.is_empty(), "imports that point up:\n{}", wrong.join("\n"));
}

/// The maximum number of files in a cycle.
const CIRCLE: usize = 5;

/// The known cycles.
const CIRCLES: &[&[&str]] = &[
    &["cli/diff", "cli/diff/changes"],
    &["cli/distinguish", "cli/distinguish/texts"],
    &["crawl/archive", "crawl/archive/search"],
    &["dtd/entities", "dtd/reader", "dtd/scan"],
    &["dtd/generate", "dtd/generate/attributes", "dtd/generate/rules", "dtd/generate/text"],
    &["explain", "explain/walk"],
    &["explain/why_not", "explain/why_not/study", "explain/why_not/trial"],
    &[
        "grammar/model/facts",
        "grammar/model/grammar",
        "grammar/model/readings",
        "grammar/model/tables",
        "grammar/model/vocabulary",
    ],
    &["grammar/syntax/parse", "grammar/syntax/parse_advice"],
    &["microformats/mf2/pending", "microformats/mf2/reader", "microformats/mf2/values"],
    &["microformats/vocabulary/lookup", "microformats/vocabulary/model"],
    &["parselet/buckets", "parselet/extract"],
    &["query/evaluate/evaluator", "query/evaluate/selected"],
    &["query/function", "query/function/table"],
    &["query/functions/dates", "query/functions/durations"],
    &["query/syntax", "query/syntax/lowering"],
    &[
        "sgml_lexer/content",
        "sgml_lexer/declaration",
        "sgml_lexer/machine",
        "sgml_lexer/section",
        "sgml_lexer/tag",
    ],
    &["source", "source/declaration", "source/prescan"],
    &["token/packed", "token/view"],
    &["token/sgml/entities", "token/sgml/interpret"],
    &["tree/document", "tree/lazy", "tree/node_ref", "tree/shadow", "tree/tables"],
    &["workbench/changes", "workbench/changes/group", "workbench/changes/summary"],
    &["workbench/coverage/decisive", "workbench/coverage/report"],
    &["workbench/coverage/facts", "workbench/coverage/walk"],
    &[
        "workbench/coverage/lists",
        "workbench/coverage/outline",
        "workbench/coverage/outline/making",
    ],
    &[
        "workbench/import",
        "workbench/import/print",
        "workbench/import/read",
        "workbench/import/resolve",
    ],
    &["workbench/import/automaton", "workbench/import/patterns"],
];

/// Larger cycles: their folder, and the maximum number of files. Each operation of the playground
/// takes its request from the module that dispatches to all of them, and the classes of Python
/// return one another.
const KNOTS: &[(&str, usize)] = &[("playground/", 19), ("python/", 10)];

#[test]
fn circles_of_files_are_small_and_known() {
    let mut found = Imports::of(&sources()).circles();
    found.retain(|circle| !is_knot(circle));
    assert_eq!(found, CIRCLES, "the circles of files that use one another");
    assert!(CIRCLES.iter().all(|circle| circle.len() <= CIRCLE));
}

/// Reports whether a cycle is one of [`KNOTS`].
fn is_knot(circle: &[String]) -> bool {
    for &(folder, most) in KNOTS {
        let is_large = circle.len() > CIRCLE && circle.len() <= most;
        if is_large && circle.iter().all(|file| file.starts_with(folder)) {
            return true;
        }
    }
    false
}

/// Returns the circles among sources.
fn circles_of(sources: &[Source]) -> Vec<Vec<String>> {
    Imports::of(sources).circles()
}

#[test]
fn circles_are_found_through_reexports() {
    let folder = source("a/mod.rs", "mod b;\nmod c;\npub use b::{B, inner::D};\npub use c::C;");
    let b = source("a/b.rs", "use super::{\n    C,\n    d::E as F,\n};\nmod inner {}");
    let [straight, round] =
        ["use std::b;", "fn f() { crate::a::B::new() }"].map(|code| source("a/c.rs", code));
    assert_eq!(circles_of(&[folder, b, straight]), [[""; 0]; 0]);
    let folder = source("a/mod.rs", "mod b;\nmod c;\npub use b::B;\npub use c::C;");
    let b = source("a/b.rs", "use super::{\n    C,\n    d::E as F,\n};");
    assert_eq!(circles_of(&[folder, b, round]), [["a/b", "a/c"]]);
    let own = source("a/mod.rs", "mod b;\nstruct A(b::B);");
    let b = source("a/b.rs", "use super::A;");
    assert_eq!(circles_of(&[own, b]), [["a", "a/b"]]);
}

/// Returns the element names in the shipped grammars of markup. Each grammar has many, except
/// `xml`, which has none.
fn element_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for one in shipped() {
        if !one.reads_markup() || one.name == "xml" {
            continue;
        }
        let grammar = Grammar::load(one.name).expect("it is shipped");
        let own: Vec<String> = grammar.element_names().map(str::to_owned).collect();
        assert!(own.len() > 40, "{} has {} names", one.name, own.len());
        names.extend(own);
    }
    names
}

/// Words that are also element names, with the files where they are allowed (`""` for everywhere)
/// and the reason.
const WORDS: &[(&str, &str, &str)] = &[
    ("meta", "", "a shipped grammar's name"),
    ("data", "", "a lexical state's, and a scheme of URLs"),
    ("plaintext", "", "a lexical state's"),
    ("mark", "", "a statement's"),
    ("base", "grammar/syntax/schema_help.rs", "a statement's"),
    ("ms", "dtd/", "an entity's kind in SGML: a marked section"),
    (
        "<script",
        "token/characters.rs",
        "the standard's script data double escaped state compares with it",
    ),
];

#[test]
fn the_engine_names_no_element() {
    let names = element_names();
    let mut wrong = Vec::new();
    for source in sources() {
        let is_ours = rank(source.layer()).is_some_and(|rank| rank <= 5);
        // The encoding prescan of the standard needs `meta`; `embedded` lists files by name.
        if !is_ours || matches!(source.layer(), "source" | "embedded") {
            continue;
        }
        for literal in literals(&source.code) {
            let plain = literal.trim_matches(|letter| "</>".contains(letter));
            let is_allowed = WORDS
                .iter()
                .any(|(word, folder, _)| *word == literal && source.path.starts_with(folder));
            if names.contains(plain) && !is_allowed {
                wrong.push(format!("{}: {literal:?}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "element names in the engine:\n{}", wrong.join("\n"));
}

#[test]
fn literals_are_found() {
    assert_eq!(literals(r#"f("a\"b", "table")"#), [r#"a\"b"#, "table"]);
    assert_eq!(literals(r#"f('"', "table", b'"', '\"', "td")"#), ["table", "td"]);
}

#[test]
fn code_excludes_comments_and_tests() {
    let text =
        "//! a\n#[cfg(test)]\nmod tests;\nuse b;\n    // c\n#[cfg(test)]\nmod tests {\n    d\n}";
    assert_eq!(code(text), "#[cfg(test)]\nmod tests;\nuse b;");
}
