//! Tests of `wishful tables`.

use serde_json::{Value, json};

use super::{Ran, file, folder, json_lines, program, run_with};

const PAGE: &[u8] = b"<table><caption>Teas</caption><tr><th>Tea<th>Price
<tr><td rowspan=2>Assam<td>2.10, hot<tr><td>2.60</table><table><tr><td colspan=2>x<td rowspan=2>y<tr><td>z</table>";

#[test]
fn tables_are_comma_separated_values() {
    let ran = run_with(&["tables", "-"], PAGE);
    let csv = "Tea,Price\nAssam,\"2.10, hot\"\nAssam,2.60\n\nx,y\nz,y\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, csv, ""));
    let ran = run_with(&["tables", "-n", "2", "-"], PAGE);
    assert_eq!((ran.status, ran.out.as_str()), (0, "x,y\nz,y\n"));
}

#[test]
fn json_has_names_positions_and_errors() {
    let ran = run_with(&["tables", "-f", "json", "-"], PAGE);
    let tables: Value = serde_json::from_str(&ran.out).unwrap();
    let first = json!({
        "caption": "Teas", "line": 1, "column": 1, "header": [["Tea", "Price"]],
        "rows": [["Assam", "2.10, hot"], ["Assam", "2.60"]], "errors": []
    });
    assert_eq!(tables[0], first);
    assert_eq!(tables[1]["errors"], json!(["no cell begins in column 2"]));
    let ran = run_with(&["tables", "-f", "json", "--cells", "-n", "1", "-"], PAGE);
    let tables: Value = serde_json::from_str(&ran.out).unwrap();
    let cell = json!({
        "x": 1, "y": 2, "width": 1, "height": 1, "header": false, "headers": [1], "text": "2.60",
        "span": [91, 95]
    });
    assert_eq!(tables[0]["cells"][4], cell);
}

#[test]
fn several_documents_are_named() {
    let folder = folder("tables-several");
    let [one, two] = ["one.html", "two.html"].map(|name| file(&folder, name, PAGE));
    let ran: Ran = program().args(["tables", "-n", "2", &one, &two]).output().unwrap().into();
    assert_eq!(ran.out, format!("==> {one} <==\nx,y\nz,y\n==> {two} <==\nx,y\nz,y\n"));
    let ran: Ran = program().args(["tables", "-f", "json", &one, &two]).output().unwrap().into();
    let lines = json_lines(&ran.out);
    assert_eq!((lines.len(), &lines[1]["tables"][0]["caption"]), (2, &json!("Teas")));
}

#[test]
fn what_is_missing_is_told() {
    assert_eq!(run_with(&["tables", "-"], b"<p>none").status, 1);
    assert_eq!(run_with(&["tables", "-n", "3", "-"], PAGE).status, 1);
    let ran = run_with(&["tables", "--cells", "-"], PAGE);
    assert_eq!((ran.status, ran.err.contains("-f json")), (2, true), "{}", ran.err);
    assert_eq!(run_with(&["tables", "-n", "0", "-"], PAGE).status, 2);
    let row = "<tr><td colspan=1000 rowspan=65534>x".repeat(400);
    let ran = run_with(&["tables", "-"], format!("<table>{row}").as_bytes());
    assert!(ran.status == 1 && ran.err.contains("rows are missing"), "{}", ran.err);
}
