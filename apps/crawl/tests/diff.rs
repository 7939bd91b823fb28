//! The comparison of two grammars on the pages of archives.

mod support;

use serde_json::{Value, json};
use support::*;

const SAME: &str = "<!doctype html><title>T</title><table><tr><td>x</table>";
const FOSTERED: &str = "<!doctype html><title>T</title><p>y</p><table>\n<b>x</b></table>";

fn archive() -> Vec<Vec<u8>> {
    vec![
        page("http://a.test/1", SAME),
        page("http://a.test/2", FOSTERED),
        page("http://a.test/3", &format!("{FOSTERED} and more")),
        page("http://a.test/4", "<p>one"),
    ]
}

/// Pages that change are rows with their offset and the position of the change; equal pages have no
/// row, but are counted.
#[test]
fn changed_pages_are_rows_and_classes_are_reported() {
    let folder = folder();
    let records = archive();
    let first = u64::try_from(gzip(&records[0]).len()).unwrap();
    write(folder.path(), "a.warc.gz", &members(&records));
    let ran = run(folder.path(), &["a.warc.gz", "--diff", "whatwg", "no-foster"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let rows = lines(&ran.stdout);
    let urls: Vec<&Value> = rows.iter().map(|row| &row["url"]).collect();
    assert_eq!(urls, [&json!("http://a.test/2"), &json!("http://a.test/3")]);
    let row = &rows[0];
    assert_eq!((&row["offset"], &row["outcome"]), (&json!(first), &json!("whole")));
    assert_eq!((&row["change"], &row["change_at"]), (&json!("tree"), &json!("2:1")));
    let did = row["change_first"][0].as_str().unwrap();
    assert!(did.starts_with("fostered by whatwg.grammar:"), "{row}");
    assert_eq!(row.as_object().unwrap().len(), 10, "{row}");
    let stderr = text(&ran.stderr);
    let counts = "4 pages by whatwg and no-foster: 2 same, 2 changed (2 in the tree)\n\n2 pages: 2 in the tree\n";
    assert!(stderr.contains(counts), "{stderr}");
    assert!(stderr.contains("smallest    <table><b>\n"), "{stderr}");
    assert!(stderr.contains("decided by  no-foster.grammar:"), "{stderr}");
    let example = format!("example     http://a.test/2 (a.warc.gz at {first}):2:1\n");
    assert!(stderr.contains(&example), "{stderr}");
}

/// The folder of a run has rows in Parquet and the classes as JSON, equal for any number of
/// threads.
#[test]
fn a_folder_has_rows_and_classes() {
    let folder = folder();
    write(folder.path(), "a.warc", &archive().concat());
    write(folder.path(), "b.warc", &archive().concat());
    let mut all = Vec::new();
    for jobs in ["1", "8"] {
        let out = format!("out-{jobs}");
        let arguments =
            ["a.warc", "b.warc", "-o", &out, "-j", jobs, "--diff", "whatwg", "no-foster"];
        let ran = run(folder.path(), &arguments);
        assert!(ran.status.success(), "{}", text(&ran.stderr));
        let path = folder.path().join(&out).join("_changes.json");
        let changes: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let rows = parquet_rows(&folder.path().join(&out));
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[0]["change"], "tree");
        all.push((rows, changes));
    }
    assert_eq!(all[0], all[1]);
    let changes = &all[0].1["changes"];
    assert_eq!(
        (&changes["pages"], &changes["same"], &changes["trees"]),
        (&8.into(), &4.into(), &4.into())
    );
    assert_eq!(changes["classes"][0]["smallest"], "<table><b>");
}

/// Pages that could not be compared are rows, too: damaged ones, and those over a limit that do not
/// change up to it.
#[test]
fn no_failure_is_silent() {
    let folder = folder();
    let mut members: Vec<Vec<u8>> = archive().iter().map(|record| gzip(record)).collect();
    let middle = members[1].len() / 2;
    members[1][middle] ^= 0x55;
    write(folder.path(), "a.warc.gz", &members.concat());
    let diff = ["a.warc.gz", "--diff", "whatwg", "no-foster", "--fail-on", "never"];
    let rows = rows(folder.path(), &diff);
    let outcomes: Vec<&Value> = rows.iter().map(|row| &row["outcome"]).collect();
    assert_eq!(outcomes, [&json!("damaged"), &json!("whole")]);
    write(folder.path(), "b.warc", &page("http://a.test/", SAME));
    let cut = ["b.warc", "--diff", "whatwg", "no-foster", "--max-tokens", "3"];
    let rows = self::rows(folder.path(), &cut);
    assert_eq!((&rows[0]["outcome"], &rows[0]["change"]), (&json!("cut"), &Value::Null));
}

#[test]
fn invalid_comparisons_are_errors() {
    let folder = folder();
    write(folder.path(), "a.html", b"<table>x");
    for (arguments, status, wanted) in [
        (vec!["a.html", "--diff", "whatwg", "no-such"], 1, "no-such"),
        (vec!["a.html", "--diff", "whatwg"], 2, "2 values required"),
        (vec!["a.html", "--diff", "whatwg", "marpa", "-g", "html4"], 2, "cannot be used with"),
        (vec!["a.html", "-o", "x", "--resume", "--diff", "whatwg", "marpa"], 2, "cannot be used"),
        (vec!["a.html", "-o", "-", "-c", "change"], 2, "`change` needs --diff A B"),
        (vec!["no-such.warc", "--diff", "whatwg", "marpa"], 1, "cannot be read"),
    ] {
        let ran = run(folder.path(), &arguments);
        let stderr = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(status), "{arguments:?}: {stderr}");
        assert!(stderr.contains(wanted), "{arguments:?}: {stderr}");
    }
}
