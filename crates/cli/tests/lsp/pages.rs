//! HTML documents in an editor: findings, outline, folding, hover, completion, renaming and fixes.

use super::client::Client;
use super::{at, folder, position};
use serde_json::{Value, json};
use std::fs;

const HEAD: &str = "<!DOCTYPE html>\n<html lang=en>\n<head>\n<title>T</title>\n</head>\n<body>\n";

/// Returns a page with a body, whose `<html>` and `<head>` have no mistake.
fn page(body: &str) -> String {
    format!("{HEAD}{body}\n</body>\n</html>\n")
}

fn editor(name: &str) -> (Client, String) {
    let root = format!("file://{}", folder(name).display());
    let uri = format!("{root}/page.html");
    (Client::start(&root), uri)
}

/// Starts a server in which one page is open; returns its diagnostics, too.
fn opened(name: &str, text: &str) -> (Client, String, Value) {
    let (mut client, uri) = editor(name);
    client.open_as("html", &uri, text);
    let found = client.diagnostics(&uri);
    (client, uri, found)
}

fn codes(found: &Value) -> Vec<&str> {
    let list = found.as_array().expect("a list");
    list.iter().filter_map(|one| one["code"].as_str()).collect()
}

fn document(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

#[test]
fn findings_of_a_page_have_codes_ranges_and_rules() {
    let text = page("<ul>\u{1F600}<p>x</p></ul>");
    let (client, _, found) = opened("page-findings", &text);
    assert_eq!(codes(&found), ["misplaced-text", "misplaced-element"], "{found}");
    let mut end = position(&text, "<p>");
    assert_eq!(found[1]["range"]["start"], end);
    end["character"] = json!(end["character"].as_u64().expect("a number") + 3);
    assert_eq!(found[1]["range"]["end"], end);
    assert_eq!((&found[1]["severity"], &found[1]["source"]), (&json!(1), &json!("wishful")));
    let message = found[1]["message"].as_str().expect("a text");
    assert!(message.starts_with("`<p>` is not allowed in `<ul>`\nnote: by conforming.grammar:"));
    assert!(message.contains("(section 4.4.5)\nhelp: it is allowed in `<li>` here"), "{message}");
    client.end();
}

#[test]
fn pages_and_grammars_are_told_apart() {
    let (mut client, root) = super::editor("page-kinds");
    let [page_uri, other, grammar] =
        ["a.XHTML", "b.php", "base.grammar"].map(|name| format!("{root}/{name}"));
    client.open_as("plaintext", &page_uri, &page("<b>x"));
    assert_eq!(codes(&client.diagnostics(&page_uri)), ["virtual-end"]);
    client.open_as("html", &other, &page("<i>x"));
    assert_eq!(codes(&client.diagnostics(&other)), ["virtual-end"]);
    client.open(&grammar, super::BASE);
    assert_eq!(client.diagnostics(&grammar), json!([]));
    let folds = client.ask("textDocument/foldingRange", document(&grammar));
    assert_eq!(folds, json!([]), "its statements have one line each");
    for method in ["definition", "formatting", "semanticTokens/full"] {
        let mut params = at(&page_uri, "<b>", "b");
        params["options"] = json!({ "tabSize": 4, "insertSpaces": true });
        assert_eq!(client.ask(&format!("textDocument/{method}"), params), Value::Null);
    }
    client.tell("textDocument/didClose", document(&page_uri));
    assert_eq!(client.diagnostics_that(&page_uri, |found| found == &json!([])), json!([]));
    assert_eq!(client.refused("textDocument/foldingRange", document(&page_uri))["code"], -32602);
    client.end();
}

#[test]
fn the_checking_grammar_is_a_setting() {
    let folder = folder("page-grammar");
    let house = "use \"conforming\" ;\nforbid inline-style \"[style]\" \"move it\" ;\n";
    fs::write(folder.join("house.grammar"), house).expect("the file can be written");
    let root = format!("file://{}", folder.display());
    let mut client = Client::start_with(&root, json!({ "grammar": "house.grammar" }));
    let [uri, grammar] = ["page.html", "house.grammar"].map(|name| format!("{root}/{name}"));
    client.open_as("html", &uri, &page("<p style='color: red'>x"));
    assert_eq!(codes(&client.diagnostics(&uri)), ["inline-style"]);
    // The text in the editor counts, not the file.
    client.open(&grammar, &house.replace("inline-style", "no-style"));
    assert_eq!(codes(&client.diagnostics(&uri)), ["no-style"]);
    client.change(&grammar, 2, json!([{ "text": "use \"conforming\" ; x" }]));
    let found = client.diagnostics(&uri);
    assert_eq!(codes(&found), ["not-checked"], "{found}");
    let settings = json!({ "settings": { "wishful": { "grammar": null } } });
    client.tell("workspace/didChangeConfiguration", settings);
    assert_eq!(client.diagnostics(&uri), json!([]));
    client.end();
}

#[test]
fn the_outline_is_the_tree() {
    let text = page("<ul id=a class='b c'><li>1<li>2</ul>\n<table><td>x</table>");
    let (mut client, uri, _) = opened("page-outline", &text);
    let symbols = client.ask("textDocument/documentSymbol", document(&uri));
    let body = &symbols[0]["children"][1];
    assert_eq!((&symbols[0]["name"], &body["name"]), (&json!("html"), &json!("body")));
    let list = &body["children"][0];
    assert_eq!(list["name"], "ul#a.b.c");
    assert_eq!(list["children"].as_array().map(Vec::len), Some(2));
    assert_eq!(list["children"][1]["range"]["start"], position(&text, "<li>2"));
    assert_eq!(list["children"][1]["range"]["end"], position(&text, "</ul>"));
    // The inserted <tbody> and <tr> have the extent of the cell.
    let row = &body["children"][1]["children"][0]["children"][0];
    assert_eq!(row["name"], "tr");
    assert_eq!(row["selectionRange"]["start"], position(&text, "<td>"));
    client.end();
}

/// Asserts that the range of each symbol contains those of its children, and returns the depth.
fn contained(symbols: &Value) -> usize {
    let mut deepest = 0;
    let mut queue: Vec<(&Value, usize)> = vec![(symbols, 0)];
    while let Some((symbols, depth)) = queue.pop() {
        deepest = deepest.max(depth);
        for symbol in symbols.as_array().into_iter().flatten() {
            for child in symbol["children"].as_array().into_iter().flatten() {
                assert!(point(&child["range"]["start"]) >= point(&symbol["range"]["start"]));
                assert!(point(&child["range"]["end"]) <= point(&symbol["range"]["end"]));
            }
            queue.push((&symbol["children"], depth + 1));
        }
    }
    deepest
}

fn point(position: &Value) -> (Option<u64>, Option<u64>) {
    (position["line"].as_u64(), position["character"].as_u64())
}

#[test]
fn a_deep_outline_is_flat_at_the_bottom() {
    let text = format!("<table>x{}", "<div><table><b>1</table>".repeat(2000));
    let (mut client, uri, _) = opened("page-deep", &text);
    let symbols = client.ask("textDocument/documentSymbol", document(&uri));
    assert_eq!(contained(&symbols), 50);
    client.ask("textDocument/foldingRange", document(&uri));
    client.end();
}

#[test]
fn elements_without_end_tags_and_comments_fold() {
    let text = page("<ul>\n<li>1\n  one\n<li>2\n  two\n</ul>\n<!-- a\n b -->");
    let (mut client, uri, _) = opened("page-folding", &text);
    let folds = client.ask("textDocument/foldingRange", document(&uri));
    let list = folds.as_array().expect("a list");
    let line = |piece: &str| position(&text, piece)["line"].as_u64().expect("a number");
    for (start, end, kind) in [
        ("<head>", "<title>", Value::Null),
        ("<ul>", "  two", Value::Null),
        ("<li>1", "  one", Value::Null),
        ("<li>2", "  two", Value::Null),
        ("<!-- a", " b -->", json!("comment")),
    ] {
        let (start, end) = (line(start), line(end));
        let is_it = |one: &&Value| one["startLine"] == start && one["endLine"] == end;
        let fold = list.iter().find(is_it).unwrap_or_else(|| panic!("{start}-{end}: {folds}"));
        assert_eq!(fold["kind"], kind);
    }
    client.end();
}
