//! A reader of the `.dat` format of the public tree-construction tests.
//!
//! ```text
//! #description    (optional)
//! a paragraph
//! #data
//! <p>One          (up to the next heading, without the last line break)
//! #errors
//! (1,3): expected-doctype-but-got-start-tag
//! #document-fragment
//! svg path        (the context; without this heading the input is a whole document)
//! #script-off     (or `#script-on`; without either the tree is equal in both modes)
//! #document
//! | <p>
//! |   "One        (a text may span several lines)
//! "
//! ```

use std::fs;
use std::path::Path;

/// The lines that begin a section of a case.
const HEADINGS: &[&str] = &[
    "#description",
    "#data",
    "#errors",
    "#new-errors",
    "#document-fragment",
    "#script-on",
    "#script-off",
    "#document",
];

/// A case of the suite.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The file's path in the suite without `.dat`, and the index of the case in the file:
    /// `tests1:0`.
    pub(crate) name: String,
    pub(crate) data: String,
    /// The section `#errors`.
    pub(crate) errors: String,
    /// The context element of a fragment; `None` for a whole document.
    pub(crate) fragment: Option<String>,
    /// The scripting flag; `None` if the tree is equal either way.
    pub(crate) scripting: Option<bool>,
    /// The tree, without its final line break.
    pub(crate) expected: String,
}

impl Case {
    /// Returns the name of the case's file.
    pub(crate) fn file(&self) -> &str {
        match self.name.rsplit_once(':') {
            Some((file, _)) => file,
            None => &self.name,
        }
    }

    /// Returns the values of the scripting flag under which the expected tree holds.
    pub(crate) fn modes(&self) -> impl Iterator<Item = bool> {
        let stated = self.scripting;
        [false, true].into_iter().filter(move |&mode| stated.is_none_or(|stated| stated == mode))
    }
}

/// Parses the cases of a text; their names begin with `file`.
pub(crate) fn cases(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Vec<(&str, Vec<&str>)>> = Vec::new();
    for line in text.split('\n') {
        if line == "#data" {
            cases.push(Vec::new());
        }
        let Some(case) = cases.last_mut() else { continue };
        if HEADINGS.contains(&line) {
            case.push((line, Vec::new()));
        } else if let Some((_, lines)) = case.last_mut() {
            lines.push(line);
        }
    }
    let mut named = Vec::new();
    for (number, parts) in cases.iter().enumerate() {
        named.push(case(format!("{file}:{number}"), parts));
    }
    named
}

/// Returns the text below a heading.
fn part(parts: &[(&str, Vec<&str>)], heading: &str) -> Option<String> {
    let (_, lines) = parts.iter().find(|(other, _)| *other == heading)?;
    Some(lines.join("\n"))
}

fn case(name: String, parts: &[(&str, Vec<&str>)]) -> Case {
    let scripting = if part(parts, "#script-on").is_some() {
        Some(true)
    } else if part(parts, "#script-off").is_some() {
        Some(false)
    } else {
        None
    };
    Case {
        name,
        data: part(parts, "#data").unwrap_or_default(),
        errors: part(parts, "#errors").unwrap_or_default(),
        fragment: part(parts, "#document-fragment").map(|context| context.trim().to_owned()),
        scripting,
        expected: part(parts, "#document").unwrap_or_default().trim_end_matches('\n').to_owned(),
    }
}

/// Reads all cases below a directory, file by file.
pub(crate) fn read(folder: &Path) -> Vec<Case> {
    let mut all = Vec::new();
    for path in super::files(folder, &["dat"]) {
        let text = String::from_utf8_lossy(&fs::read(&path).expect("it is readable")).into_owned();
        let stem = path.with_extension("");
        let name = stem.strip_prefix(folder).unwrap_or(&stem).to_string_lossy().replace('\\', "/");
        all.extend(cases(&name, &text));
    }
    all
}
