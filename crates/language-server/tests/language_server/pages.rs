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
    assert!(message.contains("(section 4.4.5)\nhelp: it is allowed in a `<li>` here"), "{message}");
    client.end();
}

#[test]
fn pages_and_grammars_are_distinguished() {
    let (mut client, root) = super::editor("page-kinds");
    let [page_uri, other, grammar] =
        ["a.XHTML", "b.php", "base.grammar"].map(|name| format!("{root}/{name}"));
    client.open_as("plaintext", &page_uri, &page("<b>x"));
    assert_eq!(codes(&client.diagnostics(&page_uri)), ["unclosed-element"]);
    client.open_as("html", &other, &page("<i>x"));
    assert_eq!(codes(&client.diagnostics(&other)), ["unclosed-element"]);
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
    let mut client = Client::start_with(&root, json!({}), json!({ "grammar": "house.grammar" }));
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
fn settings_of_the_project_count_in_the_editor() {
    let folder = folder("page-settings");
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).expect("the file can be written");
    };
    write("house.grammar", "use \"conforming\" ;\nforbid no-b \"b\" \"no `{element}`\" ;\n");
    write("wishful.toml", "[check]\ngrammar = \"house.grammar\"\nallow = [\"obsolete-tt\"]\n");
    let root = format!("file://{}", folder.display());
    let mut client = Client::start_with(&root, json!({}), json!({}));
    let uri = format!("{root}/page.html");
    client.open_as("html", &uri, &page("<b>x</b><tt>y</tt>"));
    assert_eq!(codes(&client.diagnostics(&uri)), ["no-b"]);
    write("wishful.toml", "[check]\nalow = []\n");
    let settings = json!({ "settings": { "wishful": { "grammar": null } } });
    client.tell("workspace/didChangeConfiguration", settings);
    let found = client.diagnostics(&uri);
    assert_eq!(codes(&found), ["not-checked"], "{found}");
    assert!(found[0]["message"].as_str().expect("a text").contains("`alow`"), "{found}");
    client.end();
}

#[test]
fn a_change_of_the_settings_counts_at_once() {
    let folder = folder("page-allow");
    let settings = folder.join("wishful.toml");
    let root = format!("file://{}", folder.display());
    let capabilities =
        json!({ "workspace": { "workspaceEdit": { "resourceOperations": ["create"] } } });
    let mut client = Client::start_with(&root, capabilities, json!({}));
    let uri = format!("{root}/page.html");
    let text = page("<tt>y</tt><tt>z</tt><p align=left>x");
    client.open_as("html", &uri, &text);
    let obsolete = ["obsolete-tt", "obsolete-tt", "obsolete-attribute"];
    assert_eq!(codes(&client.diagnostics(&uri)), obsolete);
    let mut asked = document(&uri);
    asked["range"] = json!({ "start": position(&text, "<tt>"), "end": after(&text, "align") });
    asked["context"] = json!({ "diagnostics": [] });
    for (left, file) in [
        (&["obsolete-attribute"][..], "[check]\nallow = [\"obsolete-tt\"]\n"),
        (&[], "[check]\nallow = [\"obsolete-tt\", \"obsolete-attribute\"]\n"),
    ] {
        let actions = client.ask("textDocument/codeAction", asked.clone());
        let actions = actions.as_array().expect("a list").iter();
        let mut actions =
            actions.filter(|one| one["title"].to_string().contains("in this project"));
        let action = actions.next().expect("one for the first code");
        assert_eq!(actions.count(), left.len(), "one for each code");
        let edit = &action["edit"];
        let changes = match &edit["changes"][format!("{root}/wishful.toml")] {
            Value::Null => {
                assert_eq!(edit["documentChanges"][0]["kind"], "create");
                &edit["documentChanges"][1]["edits"]
            }
            changes => changes,
        };
        let before = fs::read_to_string(&settings).unwrap_or_default();
        fs::write(&settings, edited(&before, changes)).expect("the file can be written");
        assert_eq!(fs::read_to_string(&settings).ok().as_deref(), Some(file));
        let changed = json!({ "changes": [{ "uri": format!("{root}/wishful.toml"), "type": 2 }] });
        client.tell("workspace/didChangeWatchedFiles", changed);
        assert_eq!(codes(&client.diagnostics(&uri)), left);
    }
    client.end();
}

#[test]
fn templates_have_the_findings_and_the_repair_of_their_pages() {
    let folder = folder("page-templates");
    let settings = folder.join("wishful.toml");
    fs::write(&settings, "[check]\ntemplate = \"erb\"\n").expect("the file can be written");
    let root = format!("file://{}", folder.display());
    let mut client = Client::start(&root);
    for (name, language, text) in [
        ("cell.html.j2", "jinja-html", "<td>{% if a %}</td>{% endif %}</td>"),
        ("cell.html", "html", "<td><% if a %></td><% end %></td>"),
    ] {
        let uri = format!("{root}/{name}");
        client.open_as(language, &uri, text);
        let found = client.diagnostics(&uri);
        assert_eq!(codes(&found), ["stray-end-tag"], "{found}");
        assert!(found[0]["message"].to_string().contains("if `a`: "), "{found}");
        let mut asked = document(&uri);
        asked["range"] = json!({ "start": position(text, "<td>"), "end": position(text, "<td>") });
        asked["context"] = json!({ "diagnostics": [], "only": ["source.fixAll"] });
        let actions = client.ask("textDocument/codeAction", asked);
        let fixed = edited(text, &actions[0]["edit"]["changes"][&uri]);
        assert_eq!(fixed, text.replacen("</td>", "", 1), "{actions}");
        client.refused("textDocument/prepareRename", at(&uri, text, "td"));
    }
    fs::write(&settings, "[check]\ntemplate = \"erv\"\n").expect("the file can be written");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let uri = format!("{root}/cell.html");
    let found = client.diagnostics_that(&uri, |found| codes(found) == ["not-checked"]);
    assert!(found[0]["message"].to_string().contains("the languages are django"), "{found}");
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
    // Within so many elements, only those that are acceptable in the innermost one are suggested.
    let text = format!("{text}<ul><li><");
    client.change(&uri, 2, json!([{ "text": text }]));
    let asked = json!({ "textDocument": { "uri": uri }, "position": after(&text, &text) });
    let items = client.ask("textDocument/completion", asked).to_string();
    assert!(items.contains("\"p\"") && !items.contains("\"li\""), "{items}");
    client.end();
}

#[test]
fn the_outline_of_a_large_page_has_the_outermost_levels() {
    for (count, has_inner) in [(1000, true), (3000, false)] {
        let text = page(&"<p><b>2</b></p>".repeat(count));
        let (mut client, uri, _) = opened("page-large", &text);
        let symbols = client.ask("textDocument/documentSymbol", document(&uri));
        let paragraphs = &symbols[0]["children"][1]["children"];
        assert_eq!(paragraphs.as_array().map(Vec::len), Some(count));
        assert_eq!(paragraphs[0].get("children").is_some(), has_inner, "{count}");
        client.end();
    }
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

/// Returns the position after a substring.
fn after(text: &str, piece: &str) -> Value {
    at_offset(text, text.find(piece).expect(piece) + piece.len())
}

fn hover(client: &mut Client, uri: &str, text: &str, piece: &str) -> String {
    let hover = client.ask("textDocument/hover", at(uri, text, piece));
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_explains_tags_and_attributes() {
    let text = page("<ul>\n<li>1</x>\n<li>2\n</ul>\n<ol type=a start=1 xx>\n<li>3</li></ol>");
    let (mut client, uri, _) = opened("page-hover", &text);
    let list = hover(&mut client, &uri, &text, "ul>");
    assert!(list.contains("<ol> <ul> <menu> ::= {<li> support}* ; (section 4.4.5)"), "{list}");
    assert!(list.contains("allowed here: `<script>`"), "{list}");
    assert!(!list.contains("page.html"), "nothing was repaired: {list}");
    let item = hover(&mut client, &uri, &text, "li>2");
    assert!(item.contains("page.html:9:1: </li> was inserted before <li>"), "{item}");
    assert!(item.contains("whatwg.grammar:"), "{item}");
    let cruft = hover(&mut client, &uri, &text, "/x>");
    assert!(cruft.contains("page.html:8:6: </x> was set aside"), "{cruft}");
    let kind = hover(&mut client, &uri, &text, "type");
    assert!(kind.contains("`type` of `<ol>`: one of the listed values"), "{kind}");
    assert!(kind.contains("Values: `1` `a` `i`"), "{kind}");
    assert!(kind.contains("by conforming.grammar:"), "{kind}");
    let number = hover(&mut client, &uri, &text, "start");
    assert!(number.contains("`start` of `<ol>`: an integer"), "{number}");
    let unknown = hover(&mut client, &uri, &text, "xx");
    assert_eq!(unknown, "`xx` is not an attribute of `<ol>`");
    assert_eq!(hover(&mut client, &uri, &text, "2\n"), "", "a text");
    client.end();
}

/// Returns the labels of the completions after `piece` in a page with this body.
fn completions(client: &mut Client, uri: &str, body: &str) -> Vec<String> {
    let text = page(body).replace('|', "");
    client.change(uri, 2, json!([{ "text": text }]));
    let before = page(body);
    let before = before.split('|').next().expect("there is a first part");
    let asked = json!({ "textDocument": { "uri": uri }, "position": after(&text, before) });
    let items = client.ask("textDocument/completion", asked);
    let items = items.as_array().expect("a list").iter();
    items.map(|one| one["label"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn completion_offers_acceptable_tags() {
    let (mut client, uri, _) = opened("page-completion", "");
    for (body, has, lacks) in [
        ("<ul><|", &["li", "script", "template"][..], &["p", "div", "td", "ul"][..]),
        ("<ul><|</ul><p>x", &["li"], &["p"]),
        ("<ul><l|i", &["li", "template"], &["p"]),
        ("<|", &["p", "svg", "math"], &["annotation-xml", "desc", "mi", "font-face", "tt"]),
        // The tag ends the open element.
        ("<ul><li>x<|", &["li", "p", "div", "ul"], &["td", "dd", "tr", "title"]),
        ("<p>x<|\n<div>", &["p", "div", "b"], &["li", "tr", "font", "tt"]),
        // The parser inserts a tag that authors may omit.
        ("<table><|", &["caption", "tr", "tbody", "colgroup", "col"], &["div", "p"]),
        ("<table><tr><td>x<|", &["td", "tr", "tbody", "p"], &["caption", "li"]),
        ("<a href=x><|", &["b", "div"], &["a", "button"]),
        ("<select><|", &["option"], &["tr"]),
        ("</p", &[], &["p"]),
        ("<!-- <|", &[], &["p"]),
        ("<script> a <| b", &[], &["p"]),
        ("a <| b", &["p"], &[]),
        ("a < |b", &[], &["p"]),
        // Attributes that the element may have and does not have.
        ("<ol |", &["type", "start", "class"], &["href", "align"]),
        ("<ol type=a st| reversed>", &["start", "class"], &["type", "reversed", "href"]),
        ("<ol type=|>", &["1", "a", "i"], &["start", "A"]),
        ("<ol type=\"|\">", &["1", "a"], &[]),
        ("<ol class=|>", &[], &["a"]),
        ("<p>x<td |>", &[], &["colspan"]),
    ] {
        let found = completions(&mut client, &uri, body);
        for name in has {
            assert!(found.iter().any(|one| one == name), "{body} lacks {name}: {found:?}");
        }
        for name in lacks {
            assert!(found.iter().all(|one| one != name), "{body} has {name}: {found:?}");
        }
    }
    let found = completions(&mut client, &uri, "<ul><li><b>x</|");
    assert_eq!(found, ["b", "li", "ul", "body", "html"]);
    // At the start of a document, a tag may be that of any omitted parent.
    client.change(&uri, 3, json!([{ "text": "<!DOCTYPE html><" }]));
    let end = json!({ "line": 0, "character": 16 });
    let asked = json!({ "textDocument": { "uri": uri }, "position": end });
    let items = client.ask("textDocument/completion", asked).to_string();
    for name in ["html", "head", "title", "meta"] {
        assert!(items.contains(&format!("\"label\":\"{name}\"")), "{name}: {items}");
    }
    client.end();
}

#[test]
fn completions_are_documented() {
    let (mut client, uri, _) = opened("page-documentation", "");
    for (body, label, parts) in [
        ("<ul><|", "li", &["The element `<li>`", "by conforming.grammar:", "::= flow*"][..]),
        ("<p>x<|", "br", &["by conforming.grammar:", "<br>"]),
        ("<ul><li>x</|", "li", &["by conforming.grammar:", "::="]),
        ("<ol |", "type", &["`type` of `<ol>`", "Values: `1` `a` `i`", "by conforming.grammar:"]),
        ("<input type=|>", "tel", &["`type` of `<input>`", "`date` `month` and 14 more"]),
        ("<input type='|'>", "tel", &["by conforming.grammar:"]),
        ("<input type=te|>", "text", &["attributes <input>"]),
    ] {
        let text = page(body).replace('|', "");
        client.change(&uri, 2, json!([{ "text": text }]));
        let before = page(body);
        let before = before.split('|').next().expect("there is a first part");
        let asked = json!({ "textDocument": { "uri": uri }, "position": after(&text, before) });
        let items = client.ask("textDocument/completion", asked);
        let items = items.as_array().expect("a list");
        let item = items.iter().find(|one| one["label"] == label);
        let item = item.unwrap_or_else(|| panic!("{body}: {items:?}"));
        let documentation = item["documentation"]["value"].as_str().unwrap_or_default();
        for part in parts {
            assert!(documentation.contains(part), "{body} lacks {part}: {item}");
        }
        assert_eq!(&client.ask("completionItem/resolve", item.clone()), item);
    }
    client.end();
}

#[test]
fn long_lists_of_a_hover_are_cut() {
    let text = page("<p><input type=tel></p>");
    let (mut client, uri, _) = opened("page-long-hover", &text);
    let values = hover(&mut client, &uri, &text, "type");
    assert!(values.contains("`date` `month` and 14 more"), "{values}");
    let tags = hover(&mut client, &uri, &text, "p><input");
    let (listed, _) = tags.split_once(" more").expect("there are more");
    let listed = listed.rsplit("allowed here: ").next().expect("the list");
    assert_eq!(listed.matches('<').count(), 8, "{tags}");
    client.end();
}

#[test]
fn completion_replaces_the_typed_part_of_a_page() {
    let text = page("<ol rever");
    let (mut client, uri, _) = opened("page-replace", &text);
    let end = after(&text, "rever");
    let asked = json!({ "textDocument": { "uri": uri }, "position": end });
    let items = client.ask("textDocument/completion", asked);
    let items = items.as_array().expect("a list");
    let reversed = items.iter().find(|one| one["label"] == "reversed").expect("it is there");
    let range = json!({ "start": position(&text, "rever"), "end": end });
    assert_eq!(reversed["textEdit"]["range"], range);
    assert_eq!(reversed["detail"], "a boolean, which has no value");
    client.end();
}

#[test]
fn a_tag_pair_is_renamed_together() {
    let text = page("<DIV><p>x</DIV>\n<br></i><b>1<p>2</b>");
    let (mut client, uri, _) = opened("page-rename", &text);
    let range = client.ask("textDocument/prepareRename", at(&uri, &text, "/DIV"));
    assert_eq!(range["start"], after(&text, "x</"));
    let mut asked = at(&uri, &text, "DIV");
    asked["newName"] = json!("section");
    let edits = client.ask("textDocument/rename", asked.clone());
    let edits = edits["changes"][&uri].as_array().expect("a list");
    assert_eq!((edits.len(), &edits[0]["newText"]), (2, &json!("section")));
    assert_eq!(edits[1]["range"]["start"], after(&text, "x</"));
    let linked = client.ask("textDocument/linkedEditingRange", at(&uri, &text, "DIV"));
    assert_eq!(linked["ranges"][1]["start"], after(&text, "x</"));
    // The end tag of the paragraph is omitted, and the tree does not need that of the heading.
    let mut single = at(&uri, &text, "p>x");
    single["newName"] = json!("h1");
    let edits = client.ask("textDocument/rename", single);
    assert_eq!(edited(&text, &edits["changes"][&uri]), text.replace("<p>x", "<h1>x"));
    let linked = client.ask("textDocument/linkedEditingRange", at(&uri, &text, "p>x"));
    assert_eq!(linked, Value::Null);
    for (piece, name, message) in [
        ("DIV", "1x", "`1x` is no tag name"),
        ("DIV", "a b", "`a b` is no tag name"),
        ("DIV", "", "`` is no tag name"),
        ("DIV", "br", "only one of them has content with tags"),
        ("DIV", "script", "only one of them has content with tags"),
        ("DIV", "p", "`<div>` cannot become `<p>`"),
        ("x</DIV", "b", "there is no tag here"),
        ("</i>", "b", "the parser set it aside"),
    ] {
        let mut asked = at(&uri, &text, piece);
        asked["newName"] = json!(name);
        let error = client.refused("textDocument/rename", asked);
        assert_eq!(error["code"], -32803);
        assert!(error["message"].as_str().is_some_and(|said| said.contains(message)), "{error}");
    }
    client.end();
}

/// Returns the quick fixes at a substring: titles, and the page after each.
fn fixes(client: &mut Client, uri: &str, text: &str, piece: &str) -> Vec<(String, String)> {
    let start = position(text, piece);
    let range = json!({ "start": start, "end": start });
    let mut asked = document(uri);
    asked["range"] = range;
    asked["context"] = json!({ "diagnostics": [] });
    let actions = client.ask("textDocument/codeAction", asked);
    let mut fixes = Vec::new();
    for action in actions.as_array().expect("a list") {
        assert_eq!(action["kind"], "quickfix");
        let title = action["title"].as_str().expect("a text").to_owned();
        fixes.push((title, edited(text, &action["edit"]["changes"][uri])));
    }
    fixes
}

/// Returns a text after the edits of the server.
fn edited(text: &str, edits: &Value) -> String {
    let mut text = text.to_owned();
    let edits = edits.as_array().expect("a list");
    for edit in edits.iter().rev() {
        let [start, end] = ["start", "end"].map(|side| offset(&text, &edit["range"][side]));
        text.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    text
}

fn offset(text: &str, position: &Value) -> usize {
    let (line, units) = point(position);
    let (line, mut units) = (line.expect("a number"), units.expect("a number"));
    let lines = text.split_inclusive('\n').take(usize::try_from(line).expect("small"));
    let mut at: usize = lines.map(str::len).sum();
    for letter in text[at..].chars() {
        if units == 0 || letter == '\n' {
            break;
        }
        units = units.saturating_sub(letter.len_utf16() as u64);
        at += letter.len_utf8();
    }
    at
}

#[test]
fn findings_have_quick_fixes() {
    for (body, piece, expected) in [
        (
            "<ol \u{1F600} tipe='1'></ol>",
            "tipe",
            &[
                ("Rename to `type`", "<ol \u{1F600} type='1'></ol>"),
                ("Remove the attribute `tipe`", "<ol \u{1F600}></ol>"),
            ][..],
        ),
        ("<p align=left>x", "align", &[("Remove the attribute `align`", "<p>x")]),
        ("<p id=a\n id=b>x", "=b", &[("Remove the attribute `id`", "<p id=a>x")]),
        ("<sektion>x</sektion>", "<sektion", &[("Rename to `<section>`", "<section>x</section>")]),
        ("<b>x</i>", "</i>", &[("Replace `</i>` with `</b>`", "<b>x</b>")]),
        ("<div><span>x</div>", "</div>", &[("Insert `</span>`", "<div><span>x</span></div>")]),
        (
            "<div><q><span>x</div>",
            "</div>",
            &[
                ("Insert `</q>`", "<div><q><span>x</q></div>"),
                ("Insert `</span>`", "<div><q><span>x</span></div>"),
            ],
        ),
        ("<div><b>x</div>", "</div>", &[("Insert `</b>`", "<div><b>x</b></div>")]),
        (
            "<a href='x>y</a> <i id='z'>w</i>",
            "x>y",
            &[("Insert `'`", "<a href='x'>y</a> <i id='z'>w</i>")],
        ),
        ("<ul><p>x</ul>", "<p>", &[]),
        ("<p>fine", "<p>", &[]),
    ] {
        let text = page(body);
        let (mut client, uri, _) = opened("page-fixes", &text);
        let found = fixes(&mut client, &uri, &text, piece);
        let mut wanted = Vec::new();
        for (title, body) in expected {
            wanted.push(((*title).to_owned(), page(body)));
        }
        assert_eq!(found, wanted, "{body}");
        client.end();
    }
}

#[test]
fn parse_errors_have_quick_fixes() {
    for (body, pieces, title, expected) in [
        ("&copy 1", [" 1", "1\n"], "Replace `&copy` with `&copy;`", "&copy; 1"),
        ("<p></>x", [">x", "x\n"], "Remove `</>`", "<p>x"),
        ("<a id='x'class=y>z</a>", ["class", "lass"], "Insert ` `", "<a id='x' class=y>z</a>"),
    ] {
        let text = page(body);
        let (mut client, uri, _) = opened("page-error-fixes", &text);
        let mut found = Vec::new();
        for piece in pieces {
            found.extend(fixes(&mut client, &uri, &text, piece));
        }
        assert!(found.contains(&(title.to_owned(), page(expected))), "{body}: {found:?}");
        client.end();
    }
}

#[test]
fn the_number_of_fixes_and_their_titles_are_bounded() {
    let mut attributes = String::new();
    for number in 0..1000 {
        attributes.push_str(&format!(" a{number}=1"));
    }
    let text = page(&format!("<p{attributes}>x</p>{}<section></main>", "<div>".repeat(100)));
    let (mut client, uri, _) = opened("page-many-fixes", &text);
    let mut asked = document(&uri);
    asked["range"] = json!({ "start": position(&text, "<p"), "end": after(&text, "<p a0=1 a1=1") });
    asked["context"] = json!({ "diagnostics": [] });
    let one = client.ask("textDocument/codeAction", asked.clone());
    assert_eq!(one.as_array().map(Vec::len), Some(2), "one for each attribute in the range");
    asked["range"]["end"] = after(&text, &text);
    let all = client.ask("textDocument/codeAction", asked.clone());
    assert_eq!(all.as_array().map(Vec::len), Some(50));
    asked["range"]["start"] = position(&text, "</body>");
    let inserted = client.ask("textDocument/codeAction", asked);
    for action in inserted.as_array().expect("a list") {
        let title = action["title"].as_str().expect("a text");
        assert!(title.chars().count() < 60, "{title}");
    }
    client.end();
}

#[test]
fn a_whole_page_is_fixed() {
    let text = page("<div><b>1<i>2</b>3</i></div></x>");
    let (mut client, uri, _) = opened("page-fix-all", &text);
    let start = json!({ "line": 0, "character": 0 });
    let mut asked = document(&uri);
    asked["range"] = json!({ "start": start, "end": start });
    asked["context"] = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let actions = client.ask("textDocument/codeAction", asked);
    let fixed = edited(&text, &actions[0]["edit"]["changes"][&uri]);
    assert_eq!(fixed, page("<div><b>1<i>2</i></b><i>3</i></div>"));
    client.change(&uri, 2, json!([{ "text": fixed }]));
    assert_eq!(client.diagnostics(&uri), json!([]));
    client.end();
}

#[test]
fn formatting_is_registered_for_grammars_only() {
    let capability = json!({ "textDocument": { "formatting": { "dynamicRegistration": true } } });
    let root = format!("file://{}", folder("page-formatting").display());
    let mut client = Client::start_with(&root, capability, json!({}));
    let message = client.message("client/registerCapability");
    let registration = &message["params"]["registrations"][0];
    assert_eq!(registration["method"], "textDocument/formatting");
    let selector = registration["registerOptions"]["documentSelector"].to_string();
    assert!(selector.contains("wishful") && !selector.contains("html"), "{selector}");
    client.end();
}

/// Pieces that half-typed pages have.
const PIECES: [&str; 24] = [
    "<",
    ">",
    "</",
    "\"",
    "'",
    "=",
    " ",
    "\n",
    "\r\n",
    "<!--",
    "-->",
    "<p>",
    "</p>",
    "<table>",
    "<td>",
    "<b>",
    "</b>",
    "<script>",
    "<select>",
    "<svg>",
    "&amp",
    "\u{1F600}",
    "\0",
    "<a href=x ",
];

#[test]
fn edits_at_random_give_the_findings_of_a_fresh_page() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut client, uri) = editor("page-mutations");
    let fresh = uri.replace("page.html", "fresh.html");
    let mut version = 1;
    for body in [
        "<ul>\n<li>1\n<li>2 <b>x</b>\n</ul>\n<p id=a class='b c'>\u{1F600} text",
        "<table><tr><td>1<td>2</table>\r\n<select><option>a<option selected>b</select>",
        "<svg><title>x</title><foreignObject><p>y</foreignObject></svg><math><mi>z</math>",
    ] {
        let mut text = page(body);
        client.open_as("html", &uri, &text);
        for _ in 0..40 {
            let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            ends.push(text.len());
            ends.retain(|&at| !is_in_line_break(&text, at));
            let start = ends[random.usize(..ends.len())];
            let end = ends[random.usize(..ends.len())].clamp(start, start + 12);
            let end = ends.iter().copied().find(|&at| at >= end).expect("the end of the text");
            let piece = PIECES[random.usize(..PIECES.len())];
            let range = json!({ "start": at_offset(&text, start), "end": at_offset(&text, end) });
            text.replace_range(start..end, piece);
            version += 1;
            client.change(&uri, version, json!([{ "range": range, "text": piece }]));
            let cursor = at_offset(&text, start + piece.len());
            let mut asked = json!({ "textDocument": { "uri": uri }, "position": cursor });
            for method in ["hover", "completion", "linkedEditingRange", "foldingRange"] {
                client.ask(&format!("textDocument/{method}"), asked.clone());
            }
            contained(&client.ask("textDocument/documentSymbol", asked.clone()));
            let end = json!({ "line": 999, "character": 999 });
            asked["range"] = json!({ "start": cursor, "end": end });
            asked["context"] = json!({ "diagnostics": [] });
            client.ask("textDocument/codeAction", asked);
        }
        let found = client.diagnostics_of(&uri, version);
        client.open_as("html", &fresh, &text);
        let found = found.to_string().replace(&uri, &fresh);
        assert_eq!(client.diagnostics(&fresh).to_string(), found, "{text:?}");
    }
    client.end();
}

/// Reports whether an offset is within a line break, where no editor has a position.
fn is_in_line_break(text: &str, at: usize) -> bool {
    text[..at].ends_with('\r') && text[at..].starts_with(['\r', '\n'])
}

fn at_offset(text: &str, offset: usize) -> Value {
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": text[start..offset].encode_utf16().count() })
}

#[test]
fn an_element_that_contains_the_page_is_not_closed_at_its_end() {
    for element in ["title", "textarea", "style", "script", "iframe", "noembed", "noframes", "xmp"]
    {
        let text = format!("<!DOCTYPE html><html lang=en><{element}>Oops\n<body><h1>Hello</h1>");
        let (mut client, uri, _) = opened("page-swallowed", &text);
        let start = json!({ "line": 0, "character": 0 });
        let mut asked = document(&uri);
        asked["range"] = json!({ "start": start, "end": after(&text, &text) });
        for only in ["quickfix", "source.fixAll"] {
            asked["context"] = json!({ "diagnostics": [], "only": [only] });
            let actions = client.ask("textDocument/codeAction", asked.clone()).to_string();
            let end = json!({ "line": 1, "character": 18 });
            let is_at_end = actions.contains(&end.to_string());
            assert!(!is_at_end, "{only}: {actions}");
        }
        client.end();
    }
}
