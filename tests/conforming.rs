//! Conforming documents need no repairs but the tags that the standard lets an author leave out (section 13.1.2.4).
//!
//! The documents are `corpus/conforming/*.html`, one for each part of the language that is easily taken for a mistake.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wishful::slippers::event::RepairKind;
use wishful::tree::Document;
use wishful::{Grammar, ParseOptions, Parser};

/// The tags that may be left out, each where the standard says so.
const OMISSIBLE: [&str; 24] = [
    "<html>",
    "<head>",
    "<body>",
    "<colgroup>",
    "<tbody>",
    "</html>",
    "</head>",
    "</body>",
    "</li>",
    "</dt>",
    "</dd>",
    "</p>",
    "</rt>",
    "</rp>",
    "</optgroup>",
    "</option>",
    "</colgroup>",
    "</caption>",
    "</thead>",
    "</tbody>",
    "</tfoot>",
    "</tr>",
    "</td>",
    "</th>",
];

fn conforming() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/conforming");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "html")).collect()
}

/// The repairs that are no omitted tag.
fn mistakes(document: &Document) -> Vec<String> {
    let is_omission = |kind| matches!(kind, RepairKind::VirtualStart | RepairKind::VirtualEnd);
    let repairs = document.repair_ids().zip(document.repairs());
    let mistakes = repairs.filter(|(id, repair)| {
        let omissible = |tag: String| OMISSIBLE.contains(&tag.as_str());
        !(is_omission(repair.kind) && document.inserted(*id).is_some_and(omissible))
    });
    // Where the line of the grammar stands is no matter of this test.
    let sentence = |id| document.describe(id).split(" (").next().unwrap_or_default().to_owned();
    mistakes.map(|(id, _)| sentence(id)).collect()
}

#[test]
fn only_tags_that_may_be_omitted_are_virtual() {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it compiles");
    let paths = conforming();
    assert!(paths.len() >= 20, "only {} documents", paths.len());
    let mut found = BTreeSet::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("the document can be read");
        let document = parser.parse(&bytes, &ParseOptions::default()).expect("no limit is met");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        found.extend(mistakes(&document).into_iter().map(|mistake| format!("{name}: {mistake}")));
    }
    assert_eq!(found, BTreeSet::new(), "a conforming document has no other repairs");
}
