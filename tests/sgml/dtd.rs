//! Document type definitions: the cases of `corpus/dtd`, the seed's memo, entity bombs, and real
//! DTDs where they are installed.
//!
//! `NAME.dtd` is a DTD, and `NAME.grammar` beside it the generated grammar, which has no errors.
//! `NAME.txt` is a case: a DTD, `---`, the report, and the statements that are particular to its
//! grammar. Lines `=== FILE` in the first part begin other files; the file `catalog` is the
//! catalogue. WISHFUL_BLESS=1 rewrites the expected parts.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use wishful::diagnostics::Report;
use wishful::dtd::{self, Limits, generate};
use wishful::grammar::{EmbeddedOnly, FileSystem, Loader};
use wishful::tree::{Format, NodeRef, TagOrigin, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/dtd")
}

fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder()).expect("the corpus is part of the project") {
        let path = entry.expect("a folder entry can be read").path();
        if path.extension() == Some(extension.as_ref()) {
            found.push(path);
        }
    }
    assert!(!found.is_empty(), "no file ends in .{extension}");
    found.sort();
    found
}

fn blessing() -> bool {
    std::env::var_os("WISHFUL_BLESS").is_some()
}

/// Compares an output with a file, or writes the file.
fn hold(path: &Path, found: &str, wrong: &mut Vec<String>) {
    if blessing() {
        return fs::write(path, found).expect("what is expected can be written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected != found {
        wrong.push(format!("{}\nexpected:\n{expected}\nfound:\n{found}", path.display()));
    }
}

fn options(tokenizer: &str) -> generate::Options {
    generate::Options::default().tokenizer(Some(tokenizer.to_owned()))
}

/// Returns the errors of a grammar.
fn mistakes(text: &str) -> String {
    let report = Grammar::source("generated.grammar", text).loader(&EmbeddedOnly).check();
    if report.is_faultless() { String::new() } else { report.render(false) }
}

#[test]
fn every_dtd_becomes_its_grammar() {
    let mut wrong = Vec::new();
    for path in files("dtd") {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a DTD can be read");
        let (dtd, report) = dtd::read_text(&name, &text);
        assert!(report.diagnostics.is_empty(), "{}", report.render(false));
        let (text, report) =
            generate::grammar(&dtd, &options("html5")).expect("it has a document element");
        assert!(report.diagnostics.is_empty(), "{}", report.render(false));
        assert_eq!(mistakes(&text), "", "{name}");
        hold(&path.with_extension("grammar"), &text, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_case_has_its_written_messages() {
    let mut wrong = Vec::new();
    assert!(files("txt").len() > 15, "the cases are found");
    for path in files("txt") {
        let text = fs::read_to_string(&path).expect("a case can be read");
        let (input, _) = text.split_once("\n---\n").unwrap_or((&text, ""));
        let found = format!("{}\n---\n{}", input.trim_end(), told(input));
        hold(&path, &found, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the report of a case, and the statements that are particular to its grammar.
fn told(input: &str) -> String {
    let mut parts = input.split("=== ");
    let own = parts.next().unwrap_or_default();
    let mut others: HashMap<PathBuf, String> = HashMap::new();
    for part in parts {
        if let Some((name, text)) = part.split_once('\n') {
            others.insert(PathBuf::from(name.trim()), text.to_owned());
        }
    }
    let mut catalogues = Vec::new();
    if others.contains_key(Path::new("catalog")) {
        catalogues.push(PathBuf::from("catalog"));
    }
    others.insert(PathBuf::from("case.dtd"), own.to_owned());
    let (dtd, report) = dtd::read(Path::new("case.dtd"), &catalogues, &others, Limits::default());
    let mut out = rendered(&report);
    if !report.has_errors() {
        match generate::grammar(&dtd, &options("html5")) {
            Ok((text, report)) => {
                out.push_str(&rendered(&report));
                out.push_str(&mistakes(&text));
                out.push_str(&particular(&text));
            }
            Err(report) => out.push_str(&rendered(&report)),
        }
    }
    out
}

fn rendered(report: &Report) -> String {
    let text = report.render(false);
    if text.is_empty() { text } else { format!("{}\n\n", text.trim_end()) }
}

/// Removes the lines that every generated grammar has.
fn particular(text: &str) -> String {
    let common =
        ["#", "start ", "tokenizer ", "pcdata ", "anywhere ", "answered ", "SPACE ", "COMMENT "];
    let mut own = String::new();
    for line in text.lines() {
        let is_common = common.iter().any(|start| line.starts_with(start));
        if !line.is_empty() && (line.starts_with("# The") || !is_common) {
            own += line;
            own.push('\n');
        }
    }
    own
}

/// The memo of the seed has the derivation that the seed prints.
#[test]
fn the_memo_of_the_seed_has_its_derivation() {
    let grammar = fs::read_to_string(folder().join("memo.grammar")).expect("it is there");
    let grammar = Grammar::source("memo.grammar", &grammar).compile().expect("it has no mistakes");
    let parser = Parser::new(grammar).expect("its tokenizer is there");
    let memo = fs::read(folder().join("memo.sgm")).expect("it is there");
    let document = parser.parse(&memo, &ParseOptions::default()).expect("it has no limits");
    let expected = "\
Memo -> <Memo>, Salutation, P, Closing, </Memo>
Salutation -> Date, To
Date -> <Date numeric=\"1994-06-12\">
To -> <To>, \"Third Floor\"
P -> <P>, \"Please limit coffee breaks to 10 minutes.\"
Closing -> <Closing>, \"The Management\"
";
    assert_eq!(derivation(&document), expected.to_lowercase());
    assert!(document.repair_ids().count() == 5, "five tags are omitted, and nothing is broken");
}

/// An invalid document is parsed all the same, and each violation cites the element declaration.
#[test]
fn breaches_cite_the_element_declaration() {
    let grammar = fs::read_to_string(folder().join("memo.grammar")).expect("it is there");
    let grammar = Grammar::source("memo.grammar", &grammar).compile().expect("it has no mistakes");
    let parser = Parser::new(grammar).expect("its tokenizer is there");
    let memo = b"<memo><p>Please limit coffee breaks.";
    let document = parser.parse(memo, &ParseOptions::default()).expect("it has no limits");
    let text = document.render(Format::Tree, WriteOptions::default());
    let mut breaches = Vec::new();
    for line in text.lines() {
        if line.contains(" inserted ") && !line.contains(", allowed") {
            breaches.push(line);
        }
    }
    let begins =
        ["memo.dtd:6: <!element Date", "memo.dtd:5: <!element (P|", "memo.dtd:3: <!element Memo"];
    assert_eq!(breaches.len(), begins.len(), "{text}");
    for (breach, begin) in breaches.iter().zip(begins) {
        let (_, cited) = breach.split_once("# ").expect("it cites a line");
        assert!(cited.starts_with(begin), "{text}");
    }
    assert_eq!(breaches.len(), document.replay().mistakes().count(), "{text}");
}

/// Returns the leftmost derivation of a document in lower case: tags that the source has, and text
/// without surrounding whitespace.
fn derivation(document: &wishful::Document) -> String {
    let mut out = String::new();
    let mut waiting: Vec<NodeRef<'_>> =
        document.root().children().filter(|node| node.name().is_some()).collect();
    while let Some(element) = waiting.pop() {
        let name = element.name().unwrap_or_default();
        let mut parts = Vec::new();
        if let Some(TagOrigin::Written(_)) = element.start_tag() {
            let mut attributes = String::new();
            for attribute in element.attributes() {
                attributes += &format!(" {}=\"{}\"", attribute.name(), attribute.value());
            }
            parts.push(format!("<{name}{attributes}>"));
        }
        let mut inner = Vec::new();
        for child in element.children() {
            if let Some(name) = child.name() {
                parts.push(name.to_owned());
                inner.push(child);
            } else {
                let text = child.text().unwrap_or_default();
                parts.push(format!("\"{}\"", text.trim().to_lowercase()));
            }
        }
        if let Some(TagOrigin::Written(_)) = element.end_tag() {
            parts.push(format!("</{name}>"));
        }
        out.push_str(&format!("{name} -> {}\n", parts.join(", ")));
        waiting.extend(inner.into_iter().rev());
    }
    out
}

/// A real DTD: its file, the catalogues that it needs, its document element, and a line of its
/// grammar.
struct Installed {
    dtd: &'static str,
    catalogues: &'static [&'static str],
    start: &'static str,
    elements: usize,
    line: &'static str,
}

const HTML: &str = "/usr/share/sgml/html/dtd/";
const CATALOGUES: &[&str] = &[
    "/usr/share/sgml/html/dtd/catalog",
    "/usr/share/sgml/html/dtd/4.0/catalog",
    "/usr/share/sgml/html/dtd/4.01/catalog",
    "/usr/share/sgml/html/entities/catalog",
    "/usr/share/sgml/entities/sgml-iso-entities-8879.1986/catalog",
];
const DOCBOOK: &[&str] = &[
    "/usr/share/sgml/docbook/dtd/4.1/catalog",
    "/usr/share/sgml/entities/sgml-iso-entities-8879.1986/catalog",
];

const INSTALLED: &[Installed] = &[
    Installed {
        dtd: "html.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 49,
        line: "<html> ::= <head> <body> <plaintext>? including anywhere ;",
    },
    Installed {
        dtd: "html-3.2.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 68,
        line: "<select> ::= <option>+ ;",
    },
    Installed {
        dtd: "4.0/strict.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 77,
        line: "<table> ::= <caption>? (<col>+ | <colgroup>+)? <thead>? <tfoot>? <tbody>+ ;",
    },
    Installed {
        dtd: "4.0/loose.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 89,
        line: "<dl> ::= {<dd> <dt>}+ ;",
    },
    Installed {
        dtd: "4.0/frameset.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 91,
        line: "",
    },
    Installed {
        dtd: "4.01/strict.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 77,
        line: "",
    },
    Installed {
        dtd: "4.01/loose.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 89,
        line: "",
    },
    Installed {
        dtd: "4.01/frameset.dtd",
        catalogues: CATALOGUES,
        start: "html",
        elements: 91,
        line: "",
    },
    Installed {
        dtd: "/usr/share/sgml/docbook/dtd/4.1/docbook.dtd",
        catalogues: DOCBOOK,
        start: "book",
        elements: 375,
        line: "",
    },
];

/// Reports whether a DTD exists. The tests do not require packages of Debian.
fn is_installed(path: &Path) -> bool {
    let is_there = path.exists();
    if !is_there {
        let why = format!("{} is not installed", path.display());
        crate::common::say_skipped("what reads a DTD of Debian's", &why);
    }
    is_there
}

/// Returns the paths that exist.
fn existing(paths: &[&str]) -> Vec<PathBuf> {
    let mut existing: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    existing.retain(|path| path.exists());
    existing
}

/// The DTDs of Debian's packages `sgml-data` and `docbook` give grammars without errors.
#[test]
fn real_dtds_become_grammars_where_they_are_installed() {
    for one in INSTALLED {
        let path = Path::new(HTML).join(one.dtd);
        if !is_installed(&path) {
            continue;
        }
        let catalogues = existing(one.catalogues);
        let (dtd, report) = dtd::read(&path, &catalogues, &FileSystem, Limits::default());
        assert!(!report.has_errors(), "{}", report.render(false));
        let options = options("html5").start(Some(one.start.to_owned()));
        let (text, report) = crate::common::made(generate::grammar(&dtd, &options));
        assert!(report.diagnostics.is_empty(), "{}", report.render(false));
        assert_eq!(mistakes(&text), "", "{}", one.dtd);
        let elements =
            Grammar::source(one.dtd, &text).compile().expect("it is sound").element_names().count();
        assert!(elements >= one.elements, "{}: {elements} elements", one.dtd);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(one.line), "{}: no statement {}", one.dtd, one.line);
        println!("{}: {elements} elements", one.dtd);
    }
}

/// A valid document has the same tree by a shipped grammar and by that of its DTD.
#[test]
fn shipped_grammars_agree_with_their_dtds() {
    let same = [
        ("html2", "html.dtd", &["html2"][..]),
        ("html4", "4.01/loose.dtd", &["html4", "html4-transitional"]),
        ("html4", "4.01/frameset.dtd", &["html4-frameset"]),
    ];
    for (name, dtd, folders) in same {
        let path = Path::new(HTML).join(dtd);
        if !is_installed(&path) {
            continue;
        }
        let catalogues = existing(CATALOGUES);
        let (dtd, _) = dtd::read(&path, &catalogues, &FileSystem, Limits::default());
        let (text, _) = crate::common::made(generate::grammar(&dtd, &options("html5")));
        // Both use the HTML tokenizer.
        let shipped = wishful::grammar::load_embedded::embedded(name).expect("it is shipped");
        let shipped = shipped.replace("tokenizer sgml", "tokenizer html5");
        let parsers = [text, shipped].map(|text| {
            let grammar = crate::common::made(Grammar::source("a.grammar", &text).compile());
            Parser::new(grammar).expect("its tokenizer is there")
        });
        let mut paths = Vec::new();
        for folder in folders {
            paths.extend(documents(folder));
        }
        for path in paths {
            let bytes = fs::read(&path).expect("a document can be read");
            let trees = parsers.each_ref().map(|parser| {
                let parsed =
                    parser.parse(&bytes, &ParseOptions::default()).expect("it has no limits");
                let mistakes: Vec<String> = parsed
                    .replay()
                    .mistakes()
                    .map(|repair| parsed.describe_repair(repair))
                    .collect();
                assert!(mistakes.is_empty(), "{}: {mistakes:?}", path.display());
                parsed.render(Format::Html, WriteOptions::default())
            });
            assert_eq!(trees[0], trees[1], "{}", path.display());
        }
    }
}

/// Returns the documents of a folder of `corpus/sgml-documents`, without those whose tokens only
/// SGML has.
fn documents(folder: &str) -> Vec<PathBuf> {
    const SGML_ONLY: [&str; 6] = [
        "comments.sgm",
        "example.sgm",
        "instructions.sgm",
        "marked-sections.sgm",
        "preformatted.sgm",
        "shorthand.sgm",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/sgml-documents").join(folder);
    let entries = fs::read_dir(folder).expect("the corpus is part of the project");
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    found.retain(|path| SGML_ONLY.iter().all(|name| !path.ends_with(name)));
    found.sort();
    assert!(!found.is_empty());
    found
}

/// Random sequences of pieces of declarations neither panic nor loop forever.
#[test]
fn any_text_is_read_or_refused() {
    const PIECES: [&str; 40] = [
        "<!", "element", "attlist", "entity", "notation", "doctype", ">", "<![", "[", "]]>", "]>",
        "]", "%", "%a;", "%b", ";", "a", "b", "(", ")", ",", "|", "&", "?", "*", "+", "-", "--",
        "O", "#PCDATA", "EMPTY", "CDATA", "INCLUDE", "IGNORE", "\"", "'", " ", "\n", "é", "<?x>",
    ];
    let mut random = fastrand::Rng::with_seed(9401);
    let mut told = 0;
    for _ in 0..600 {
        let mut text = String::new();
        for _ in 0..random.usize(0..40) {
            text += PIECES[random.usize(0..PIECES.len())];
        }
        told += report_length(&text);
    }
    let whole: Vec<String> =
        files("txt").iter().map(|path| fs::read_to_string(path).unwrap_or_default()).collect();
    for _ in 0..200 {
        let mut text: Vec<char> = whole[random.usize(0..whole.len())].chars().take(2000).collect();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(0..text.len());
            let end = (at + random.usize(0..6)).min(text.len());
            text.splice(at..end, PIECES[random.usize(0..PIECES.len())].chars());
        }
        told += report_length(&text.into_iter().collect::<String>());
    }
    assert!(told > 20_000, "most of them are mistaken: {told}");
}

/// Reads a DTD, and returns the total length of all reports.
fn report_length(text: &str) -> usize {
    let (dtd, report) = dtd::read_text("soup.dtd", text);
    let mut reports = report.render(false);
    if let Ok((text, _)) = generate::grammar(&dtd, &options("html5")) {
        reports.push_str(&mistakes(&text));
    }
    reports.len()
}

#[test]
fn no_option_permits_stack_overflow_by_groups() {
    struct Deep(String);
    impl Loader for Deep {
        fn read(&self, _: &Path) -> std::io::Result<Option<String>> {
            Ok(Some(self.0.clone()))
        }
    }
    let (open, close) = ("(".repeat(50_000), ")".repeat(50_000));
    let deep = Deep(format!("<!ELEMENT d - - {open}b{close}>"));
    let limits = Limits::default().group_depth(usize::MAX);
    let (_, report) = dtd::read(Path::new("deep.dtd"), &[], &deep, limits);
    assert!(report.render(false).contains("groups are nested more than 256 deep"), "{report}");
}
