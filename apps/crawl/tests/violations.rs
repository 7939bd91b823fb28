//! The kinds of violations in `examples/violations.let`, each on a page that has it and no other.

mod support;

use std::fs::File;
use std::path::Path;
use std::process::Command;

/// The beginning of a kind's name, and a page of that kind.
const PAGES: [(&str, &str); 21] = [
    ("FB1", "<img/src=x alt=a>"),
    ("FB2", "<img src='x'alt='a'>"),
    ("DE1", "<textarea>a"),
    ("DE2", "<select><option>a"),
    ("DE3 tag in an address", "<a href='x\n<b>'>a</a>"),
    ("DE3 script in a value", "<a title='<script>'>a</a>"),
    ("DE3 line break in a target", "<a target='a\nb'>a</a>"),
    ("DE4", "<form><div><form></form></div></form>"),
    ("DM1", "<p>a<meta http-equiv=refresh content=1>"),
    ("DM2 base outside", "<p>a<base href=x>"),
    ("DM2 second", "<!DOCTYPE html><head><base href=a><base href=b></head><p>a"),
    ("DM2 base after", "<!DOCTYPE html><head><link rel=x href=y><base href=a></head><p>a"),
    ("DM3", "<p id=a id=b>a"),
    ("HF1", "<!DOCTYPE html><head><title>t</title><div>a</div></head>"),
    ("HF2", "<p>a<body class=x>"),
    ("HF2", "<!DOCTYPE html><body><body class=x><p>a"),
    ("HF4 element", "<table><tr><p>a</p><td>b</table>"),
    ("HF4 text", "<table>a<tr><td>b</table>"),
    ("HF5 element of HTML", "<svg><p>a</p></svg>"),
    ("HF5 element of HTML", "<math><p>a</p></math>"),
    ("HF5 element of SVG", "<circle></circle>"),
];

/// Returns the kinds of violations in a folder of pages; `None` if there is no Python.
fn violations(folder: &Path, pages: &str) -> Option<Vec<String>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let parselet = examples.join("violations.let");
    let columns = "date,kinds,errors,parselet";
    let kinds = ["--parselet", &parselet.to_string_lossy()];
    let options = ["-o", "-", "-g", "keep-cruft", "-c", columns];
    let crawled = support::run(folder, &[&[pages][..], &options, &kinds].concat());
    assert!(crawled.status.success(), "{}", support::text(&crawled.stderr));
    let rows = support::write(folder, "rows.ndjson", &crawled.stdout);
    let counted = Command::new("python3")
        .arg(examples.join("violations.py"))
        .stdin(File::open(rows).expect("it was written"))
        .output()
        .ok()?;
    assert!(counted.status.success(), "{}", support::text(&counted.stderr));
    let table = support::text(&counted.stdout);
    let rows = table.lines().skip(2);
    Some(rows.map(|row| row.split('\t').next().unwrap_or_default().to_owned()).collect())
}

#[test]
fn each_kind_is_found_and_no_other() {
    let folder = support::folder();
    for (kind, page) in PAGES {
        support::write(folder.path(), "page.html", page.as_bytes());
        let Some(found) = violations(folder.path(), "page.html") else { return };
        assert!(matches!(found.as_slice(), [one] if one.starts_with(kind)), "{kind}: {found:?}");
    }
}

#[test]
fn sound_pages_have_none() {
    let folder = support::folder();
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/conforming");
    if let Some(found) = violations(folder.path(), pages) {
        assert_eq!(found, Vec::<String>::new());
    }
}
