//! Documents to test with, and broken variants of them, for the tests and for
//! `benches/examples/soak.rs`.

#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod dat;
pub(crate) mod expressions;
mod shared;

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use wishful::diagnostics::Report;

#[allow(unused_imports, reason = "each test uses a part of it")]
pub(crate) use shared::{
    files, pages, root, say_skipped, shared_file, shared_folder, skip, suites,
};

/// A document with a name for reports.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Checks that a directory had at least `least` items, so that an empty or reorganised directory
/// does not pass the tests.
fn enough<T>(what: &str, least: usize, found: Vec<T>) -> Vec<T> {
    assert!(found.len() >= least, "only {} {what} were found, {least} are due", found.len());
    found
}

fn read(paths: Vec<PathBuf>) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        inputs.push(Input {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: fs::read(&path).expect("a listed file is readable"),
        });
    }
    inputs
}

/// Returns the documents of the corpus.
pub(crate) fn corpus_documents() -> Vec<Input> {
    let folder = root().join("corpus");
    enough("documents of the corpus", 40, read(files(&folder, &["html"])))
}

/// Returns the texts of these documents, and the sections `--- input` of the corpus's cases.
pub(crate) fn corpus_inputs() -> Vec<String> {
    let mut inputs = Vec::new();
    for document in corpus_documents() {
        inputs.push(String::from_utf8_lossy(&document.bytes).into_owned());
    }
    for file in read(files(&root().join("corpus"), &["txt"])) {
        let text = String::from_utf8_lossy(&file.bytes);
        for section in text.split("\n--- input\n").skip(1) {
            let mut end = section.len();
            for heading in ["\n---", "\n==="] {
                end = section[..end].find(heading).unwrap_or(end);
            }
            inputs.push(section[..end].to_owned());
        }
    }
    inputs
}

/// Returns what was made, or fails with the report.
pub(crate) fn made<T>(result: Result<T, Report>) -> T {
    match result {
        Ok(made) => made,
        Err(report) => panic!("{}", report.render(false)),
    }
}

/// Returns the number of mutations to test; `WISHFUL_MUTATIONS` overrides `usual`.
pub(crate) fn mutations(usual: usize) -> usize {
    match std::env::var("WISHFUL_MUTATIONS") {
        Ok(text) => text.parse().unwrap_or(usual),
        Err(_) => usual,
    }
}

/// Returns the documents of the public suites: small broken ones, legacy pages, microformats.
pub(crate) fn broken_documents() -> Vec<Input> {
    let Some(suites) = suites() else { return Vec::new() };
    let mut documents = Vec::new();
    for folder in ["broken", "parsley", "microformats"] {
        documents.extend(enough(folder, 30, read(files(&suites.join(folder), &["html"]))));
    }
    documents
}

/// Returns the legacy pages directly in their directory, without duplicates.
pub(crate) fn legacy_documents() -> Vec<Input> {
    let Some(suites) = suites() else { return Vec::new() };
    let folder = suites.join("parsley");
    let mut paths = files(&folder, &["html"]);
    paths.retain(|path| path.parent() == Some(&folder));
    let mut seen = HashSet::new();
    let mut documents = read(paths);
    documents.retain(|input| seen.insert(input.bytes.clone()));
    enough("legacy pages", 20, documents)
}

/// Returns the real pages.
pub(crate) fn page_documents() -> Vec<Input> {
    let Some(pages) = pages() else { return Vec::new() };
    enough("pages", 20, read(files(&pages, &["html"])))
}

/// A case of the public tree-construction suite.
pub(crate) struct Construction {
    pub(crate) input: Input,
    /// The context element of a fragment; `None` for a whole document.
    pub(crate) context: Option<String>,
}

/// The beginning of the names of files whose cases need a script engine.
const SCRIPTED: &str = "scripted_";

/// Returns the cases of the tree-construction suite, if it exists.
pub(crate) fn tree_construction() -> Option<Vec<dat::Case>> {
    let folder = suites()?.join("wpt");
    let mut cases = dat::read(&folder);
    cases.retain(|case| !case.name.starts_with(SCRIPTED));
    Some(enough("cases of the tree-construction suite", 200, cases))
}

/// Returns the project's own cases for the grammar `whatwg`.
pub(crate) fn corpus_constructions() -> Vec<dat::Case> {
    let folder = root().join("corpus/whatwg");
    enough("cases of the corpus", 30, dat::read(&folder))
}

/// Returns the cases of the tree-construction suite as inputs; none if the suite is missing.
pub(crate) fn constructions() -> Vec<Construction> {
    let mut constructions = Vec::new();
    for case in tree_construction().unwrap_or_default() {
        constructions.push(Construction {
            input: Input { name: case.name, bytes: case.data.into_bytes() },
            context: case.fragment,
        });
    }
    constructions
}

/// Returns the inputs of the tree-construction cases as whole documents.
pub(crate) fn construction_documents() -> Vec<Input> {
    constructions().into_iter().map(|case| case.input).collect()
}

/// Returns all available documents: corpus, broken documents, tree-construction cases, pages.
pub(crate) fn all_documents() -> Vec<Input> {
    let found =
        [corpus_documents(), broken_documents(), construction_documents(), page_documents()];
    found.into_iter().flatten().collect()
}

/// Returns a broken variant of `bytes`: a slice of at most `most` bytes with a few random edits.
pub(crate) fn mutate(bytes: &[u8], most: usize, random: &mut fastrand::Rng) -> Vec<u8> {
    let length = bytes.len().min(most);
    let start = random.usize(0..=bytes.len() - length);
    let mut out = bytes[start..start + length].to_vec();
    for _ in 0..random.usize(1..8) {
        edit(&mut out, random);
    }
    out
}

const PIECES: &[&str] = &[
    "<table>",
    "</table>",
    "<td>",
    "<tr>",
    "</p>",
    "<p>",
    "<b>",
    "</b>",
    "<a href=x>",
    "</a>",
    "<li>",
    "<ul>",
    "</html>",
    "</body>",
    "<body>",
    "<head>",
    "<script>",
    "</script>",
    "<title>",
    "<textarea>",
    "<!--",
    "-->",
    "<select>",
    "<option>",
    "<unknown>",
    "</unknown>",
    "<br>",
    "</br>",
    "&amp;",
    "&#0;",
    "\0",
    "<",
    ">",
    "</",
    "\"",
    "<!DOCTYPE html>",
    "<plaintext>",
    "\u{FEFF}",
    "<dl><dd>",
    "</x>",
    "<svg>",
    "<![CDATA[",
    "]]>",
    "<?pi ",
    "?>",
    "é",
];

fn edit(out: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let at = random.usize(0..=out.len());
    match random.u8(0..5) {
        0 => {
            out.splice(at..at, random.choice(PIECES).into_iter().flat_map(|piece| piece.bytes()));
        }
        1 => {
            let end = (at + random.usize(0..40)).min(out.len());
            out.drain(at..end);
        }
        2 => {
            let end = (at + random.usize(0..200)).min(out.len());
            let copy = out[at..end].to_vec();
            let to = random.usize(0..=out.len());
            out.splice(to..to, copy);
        }
        3 => out.insert(at, random.u8(..)),
        _ => out.truncate(at.max(1)),
    }
}
