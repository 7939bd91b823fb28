//! The server as an editor uses it, with messages over a connection; and the editors' own grammars
//! of the language.

mod client;
mod highlighting;
mod pages;
#[path = "../../../../tests/common/shared.rs"]
mod shared;

use client::Client;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const BASE: &str = "# \u{1F600} a base\nstart document ;\ntokenizer html5 ;\ndocument ::= <p> EOF ;\nwords = TEXT SPACE ;\n<p> ::= words* ;\nwish <p> ends ;\nTEXT SPACE COMMENT DOCTYPE <*> </*> -> cruft ;\n";
const MINE: &str = "use \"base.grammar\" ;\n/*\u{1F600}*/ remove words = SPACE ;\n";

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// Starts a server in a folder with a file `base.grammar`, which is not open in the editor.
fn editor(name: &str) -> (Client, String) {
    let folder = folder(name);
    fs::write(folder.join("base.grammar"), BASE).expect("the file can be written");
    let root = format!("file://{}", folder.display());
    let client = Client::start(&root);
    (client, root)
}

/// Returns the position of a substring in the protocol's units.
fn position(text: &str, piece: &str) -> Value {
    let at = text.find(piece).expect(piece);
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}

fn at(uri: &str, text: &str, piece: &str) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": position(text, piece) })
}

#[test]
fn an_editor_gets_answers_to_all_requests() {
    let (mut client, root) = editor("all");
    let (mine, base) = (format!("{root}/mine.grammar"), format!("{root}/base.grammar"));
    let text = MINE.replace("/*\u{1F600}*/ ", "");
    client.open(&mine, &text);
    assert_eq!(client.diagnostics(&mine), json!([]), "a sound grammar");

    let place = at(&mine, &text, "words");
    let hover = client.ask("textDocument/hover", place.clone());
    let said = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(said.contains("a set of 1") && said.contains("words = TEXT ;"), "{said}");
    let word = client.ask("textDocument/hover", at(&mine, &text, "remove"));
    let said = word["contents"]["value"].as_str().expect("Markdown");
    assert!(said.contains("deletes a statement"), "{said}");

    let definition = client.ask("textDocument/definition", place.clone());
    assert_eq!(definition[0]["uri"], base);
    assert_eq!(definition[0]["range"]["start"], position(BASE, "words"));

    let mut asked = place.clone();
    asked["context"] = json!({ "includeDeclaration": true });
    assert_eq!(client.ask("textDocument/references", asked).as_array().map(Vec::len), Some(3));

    let range = client.ask("textDocument/prepareRename", place.clone());
    assert_eq!(range["start"], position(&text, "words"));
    let mut asked = place;
    asked["newName"] = json!("prose");
    let edits = client.ask("textDocument/rename", asked);
    let count = |uri: &str| edits["changes"][uri].as_array().map(Vec::len);
    assert_eq!((count(&mine), count(&base)), (Some(1), Some(2)), "{edits}");

    let document = json!({ "textDocument": { "uri": mine } });
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["use \"base.grammar\"", "remove words"]);
    client.end();
}

#[test]
fn completion_replaces_the_typed_text() {
    let (mut client, root) = editor("completion");
    let mine = format!("{root}/mine.grammar");
    let text = "use \"base.grammar\" ;\n<div> ::= wor";
    client.open(&mine, text);
    let end = json!({ "line": 1, "character": 13 });
    let asked = json!({ "textDocument": { "uri": mine }, "position": end });
    let items = client.ask("textDocument/completion", asked);
    let words = items
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["label"] == "words")
        .expect("the set");
    assert_eq!(words["textEdit"]["range"]["start"], json!({ "line": 1, "character": 10 }));
    assert_eq!(words["textEdit"]["range"]["end"], end);
    client.end();
}

#[test]
fn completions_are_documented_on_request() {
    let (mut client, root) = editor("documentation");
    let mine = format!("{root}/mine.grammar");
    let text = "use \"base.grammar\" ;\n<div> ::= ";
    client.open(&mine, text);
    for (text, label, part) in [
        (text, "words", "words = TEXT SPACE ;"),
        (text, "<p>", "<p> ::= words* ;"),
        ("use \"base.grammar\" ;\n", "void", "void guard? elements ;"),
    ] {
        client.change(&mine, 2, json!([{ "text": text }]));
        let end = json!({ "line": 1, "character": text.lines().nth(1).map_or(0, str::len) });
        let asked = json!({ "textDocument": { "uri": mine }, "position": end });
        let items = client.ask("textDocument/completion", asked);
        let items = items.as_array().expect("a list");
        let item = items.iter().find(|one| one["label"] == label).expect(label);
        let item = client.ask("completionItem/resolve", item.clone());
        let documentation = item["documentation"]["value"].as_str().unwrap_or_default();
        assert!(documentation.contains(part), "{item}");
    }
    client.end();
}

#[test]
fn proposed_names_are_quick_fixes() {
    let (mut client, root) = editor("did-you-mean");
    let mine = format!("{root}/mine.grammar");
    client.open(&mine, "");
    for (text, at_piece, fixed) in [
        ("use \"bse\" ;", "bse", None),
        ("use \"mapra\" ;\n", "mapra", Some("use \"marpa\" ;\n")),
        (
            "use \"base.grammar\" ;\n<p> |= wrds ;\n",
            "wrds",
            Some("use \"base.grammar\" ;\n<p> |= words ;\n"),
        ),
        (
            "use \"base.grammar\" ;\nremove wrds = SPACE ;\n",
            "wrds",
            Some("use \"base.grammar\" ;\nremove words = SPACE ;\n"),
        ),
        (
            "use \"base.grammar\" ;\nwsh <div> for <p> ;\n<div> ::= words* ;\n",
            "wsh",
            Some("use \"base.grammar\" ;\nwish <div> for <p> ;\n<div> ::= words* ;\n"),
        ),
        (
            "use \"base.grammar\" ;\n<b> -> crft ;\n",
            "crft",
            Some("use \"base.grammar\" ;\n<b> -> cruft ;\n"),
        ),
        (
            "use \"base.grammar\" ;\nlexical rctext <p> ;\n",
            "rctext",
            Some("use \"base.grammar\" ;\nlexical rawtext <p> ;\n"),
        ),
    ] {
        client.change(&mine, 2, json!([{ "text": text }]));
        let start = position(text, at_piece);
        let mut asked = json!({ "textDocument": { "uri": mine } });
        asked["range"] = json!({ "start": start, "end": start });
        asked["context"] = json!({ "diagnostics": [] });
        let actions = client.ask("textDocument/codeAction", asked.clone());
        let made = actions[0]["edit"]["changes"][&mine].as_array().map(|edits| {
            let range = &edits[0]["range"];
            let line = text.lines().nth(range["start"]["line"].as_u64()? as usize)?;
            let column = |side: &str| range[side]["character"].as_u64().map(|at| at as usize);
            let new_text = edits[0]["newText"].as_str()?;
            let mut new_line = line.to_owned();
            new_line.replace_range(column("start")?..column("end")?, new_text);
            Some(text.replace(line, &new_line))
        });
        assert_eq!(made.flatten().as_deref(), fixed, "{text}: {actions}");
        asked["context"]["only"] = json!(["source.fixAll"]);
        assert_eq!(client.ask("textDocument/codeAction", asked), json!([]));
    }
    client.end();
}

#[test]
fn open_texts_take_precedence_over_files_and_follow_edits() {
    let (mut client, root) = editor("typing");
    let (mine, base) = (format!("{root}/mine.grammar"), format!("{root}/base.grammar"));
    client.open(&mine, "use \"base.grammar\" ;\nremove words = SPACE ;\n");
    assert_eq!(client.diagnostics(&mine), json!([]));
    client.open(&base, BASE);
    // `words` loses its `SPACE` in the editor, but not on the disk.
    let start = position(BASE, " SPACE ;\n<p>");
    let mut end = start.clone();
    end["character"] = json!(start["character"].as_u64().expect("a number") + 6);
    let change = json!([{ "range": { "start": start, "end": end }, "text": "" }]);
    client.change(&base, 2, change);
    let found = client.diagnostics_that(&mine, |found| found != &json!([]));
    assert_eq!(found[0]["range"]["start"]["line"], 1, "{found}");
    assert_eq!(found[0]["source"], "wishful");
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": base } }));
    assert_eq!(client.diagnostics_that(&mine, |found| found == &json!([])), json!([]));
    client.end();
}

#[test]
fn positions_are_counted_in_utf16() {
    let (mut client, root) = editor("utf16");
    let mine = format!("{root}/mine.grammar");
    client.open(&mine, MINE);
    let found = client.diagnostics(&mine);
    assert_ne!(found, json!([]));
    // The error follows a UTF-16 surrogate pair on the same line.
    let text = "start a ; tokenizer text ; a ::= \"\u{1F600}\u{e9}\" blok ;\n";
    client.change(&mine, 2, json!([{ "text": text }]));
    let wanted = position(text, "blok");
    let found = client.diagnostics_that(&mine, |found| found[0]["code"] == "undefined");
    assert_eq!(found[0]["range"]["start"], wanted, "{found}");
    let tokens =
        client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": mine } }));
    let starts = tokens["data"].as_array().expect("numbers").chunks(5).scan(0, |column, token| {
        *column += token[1].as_u64().expect("a number");
        Some(*column)
    });
    assert!(starts.collect::<Vec<_>>().contains(&wanted["character"].as_u64().expect("a number")));
    client.end();
}

#[test]
fn formatting_is_that_of_the_tool() {
    let (mut client, root) = editor("format");
    let mine = format!("{root}/mine.grammar");
    let untidy = BASE.replace(" = ", "   =  ");
    client.open(&mine, &untidy);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": mine }, "options": options });
    let edits = client.ask("textDocument/formatting", asked.clone());
    assert_eq!(
        edits[0]["newText"],
        wishful::grammar::format("mine.grammar", &untidy).expect("sound")
    );
    client.change(&mine, 2, json!([{ "text": "half = " }]));
    assert_eq!(client.ask("textDocument/formatting", asked), json!([]), "mistakes are left alone");
    client.end();
}

#[test]
fn shipped_grammars_can_be_opened_but_not_renamed() {
    let (mut client, root) = editor("shipped");
    let mine = format!("{root}/mine.grammar");
    let text = "use \"marpa\" ;\nblock |= <acme> ;\n";
    client.open(&mine, text);
    let place = at(&mine, text, "block");
    let found = client.ask("textDocument/definition", place.clone());
    let path =
        found[0]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    assert!(path.ends_with("/marpa.grammar"), "{path}");
    assert!(fs::read_to_string(path).is_ok_and(|text| text.contains("block")), "{path}");
    let mut asked = place;
    asked["newName"] = json!("blocks");
    let error = client.refused("textDocument/rename", asked);
    assert!(
        error["message"].as_str().is_some_and(|said| said.contains("marpa.grammar")),
        "{error}"
    );
    client.end();
}

#[test]
fn incomplete_text_stops_no_feature() {
    let (mut client, root) = editor("half");
    let mine = format!("{root}/mine.grammar");
    client.open(&mine, "");
    for (version, (end, _)) in (2..).zip(MINE.char_indices()) {
        client.change(&mine, version, json!([{ "text": &MINE[..end] }]));
        let place = json!({ "textDocument": { "uri": mine }, "position": { "line": 1, "character": version } });
        client.ask("textDocument/completion", place.clone());
        client.ask("textDocument/hover", place);
        client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": mine } }));
    }
    client.end();
}

#[test]
fn the_protocol_is_kept() {
    let (mut client, root) = editor("protocol");
    let mine = format!("{root}/mine.grammar");
    assert_eq!(client.refused("wishful/nothing", json!({}))["code"], -32601);
    assert_eq!(client.refused("textDocument/hover", json!({ "wrong": 1 }))["code"], -32602);
    assert_eq!(
        client.refused("textDocument/hover", at(&mine, "x", "x"))["code"],
        -32602,
        "not open"
    );
    client.tell("wishful/nothing", json!({}));
    client.tell("$/setTrace", json!({ "value": "off" }));
    client.open(&mine, MINE);
    // All messages are sent at once, so that the cancellations arrive before the requests are
    // processed. If the server is faster, it may answer.
    let answers = client.cancelled("textDocument/hover", at(&mine, MINE, "words"), 20);
    assert!(
        answers.iter().all(|one| one.get("result").is_some() || one["error"]["code"] == -32800)
    );
    assert!(answers.iter().any(|one| one["error"]["code"] == -32800), "none was cancelled");
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(client.refused("textDocument/hover", at(&mine, MINE, "words"))["code"], -32600);
    assert!(client.exit());
}

#[test]
fn an_exit_without_a_shutdown_is_reported() {
    let (client, _) = editor("exit");
    assert!(!client.exit());
}
