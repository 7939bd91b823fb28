//! Tests of `wishful check`, and of the same findings in `wishful batch`.

use serde_json::{Value, json};

use super::{file, folder, program, run, run_with};

const PAGE: &str = "<!doctype html><html lang=en><title>x</title><center>y</center>\n";

/// Checks a page that comes from stdin.
fn checked(options: &[&str], html: &str) -> super::Ran {
    run_with(&[&["check"], options].concat(), html.as_bytes())
}

#[test]
fn a_finding_shows_the_position_the_rule_and_the_section() {
    let ran = checked(&[], PAGE);
    assert_eq!(ran.status, 1);
    assert!(ran.out.starts_with("error[obsolete-style]: `<center>` is obsolete: use CSS\n"));
    for part in ["stdin:1:46", "^^^^^^^^", "by conforming.grammar:", "(section 16.2)"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert!(ran.out.ends_with("1 finding in 1 of 1 document\n"), "{}", ran.out);
    let sound = checked(&[], &PAGE.replace("center", "p"));
    assert_eq!((sound.status, sound.out.as_str()), (0, ""), "{}", sound.err);
}

#[test]
fn grammars_of_texts_are_refused_with_advice() {
    for option in ["-g", "--parse-with"] {
        let ran = checked(&[option, "css"], "a");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
        assert!(ran.err.contains("`wishful parse -g css FILE`"), "{}", ran.err);
    }
}

#[test]
fn findings_are_allowed_by_code_and_the_status_by_option() {
    assert_eq!(checked(&["--allow", "obsolete-style"], PAGE).status, 0);
    let both = PAGE.replace("center", "marquee");
    assert_eq!(checked(&["--allow", "obsolete-style"], &both).status, 1);
    let ran = checked(&["--fail-on", "never"], PAGE);
    assert!(ran.status == 0 && ran.out.contains("1 finding"), "{}", ran.out);
}

#[test]
fn warnings_set_the_status_only_with_the_option() {
    let page = PAGE.replace("<center>y</center>", "<script type=text/javascript></script>");
    let ran = checked(&[], &page);
    assert!(ran.out.starts_with("warning[old-default]: `type` is not needed here"), "{}", ran.out);
    assert!(ran.out.ends_with("\n1 finding (1 warning) in 1 of 1 document\n"), "{}", ran.out);
    assert_eq!((ran.status, checked(&["--fail-on", "any"], &page).status), (0, 1));
    let sarif = checked(&["-f", "sarif"], &page).out.replace(": ", ":");
    assert!(sarif.contains("\"level\":\"warning\""), "{sarif}");
    assert!(checked(&["-f", "github"], &page).out.starts_with("::warning"), "{page}");
}

#[test]
fn parse_errors_and_repairs_are_findings_too() {
    let ran = checked(&["-f", "json"], &PAGE.replace("<center>y</center>", "<p>y</b>"));
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["findings"].as_array().map(Vec::len), Some(1), "{}", ran.out);
    assert!(found["findings"][0]["message"].as_str().unwrap().contains("</b>"), "{}", ran.out);
}

#[test]
fn each_format_names_the_code_and_the_line() {
    for (format, parts) in [
        ("json", ["\"code\":\"obsolete-style\"", "\"line\":1"]),
        ("sarif", ["\"ruleId\":\"obsolete-style\"", "\"startLine\":1"]),
        ("github", ["::error", "line=1"]),
        ("junit", ["<failure", "obsolete-style"]),
    ] {
        let ran = checked(&["-f", format], PAGE);
        assert_eq!(ran.status, 1, "{format}");
        for part in parts {
            let text = ran.out.replace(": ", ":");
            assert!(text.contains(part), "{format}: {part}: {}", ran.out);
        }
    }
}

#[test]
fn house_rules_are_a_variant() {
    let folder = folder("check-house");
    let rules = "use \"conforming\" ;\nforbid no-p \"p\" \"write no paragraphs\" ;\n";
    let house = file(&folder, "house.grammar", rules.as_bytes());
    let ran = checked(&["-g", &house], &PAGE.replace("center", "p"));
    assert!(ran.out.contains("error[no-p]: write no paragraphs"), "{}", ran.out);
    assert!(ran.out.contains("house.grammar:2: forbid no-p"), "{}", ran.out);
    let rules = rules.replace("\"p\"", "\"p:nott(a)\"");
    let wrong = file(&folder, "wrong.grammar", rules.as_bytes());
    let ran = checked(&["-g", &wrong], PAGE);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("nott") && ran.err.contains('^'), "{}", ran.err);
}

#[test]
fn folders_are_checked_in_order_whatever_the_number_of_threads() {
    let folder = folder("check-folder");
    for number in 0..9 {
        let page = format!("{PAGE}<p id={number}><p id={number}>");
        file(&folder, &format!("{number}.html"), page.as_bytes());
    }
    let path = folder.to_str().unwrap();
    let ran = run(&["check", "-j", "1", path]);
    assert!(ran.out.ends_with("18 findings in 9 of 9 documents\n"), "{}", ran.out);
    assert_eq!(run(&["check", "-j", "4", path]).out, ran.out);
    let missing = run(&["check", "nowhere.html"]);
    assert!(missing.status == 2 && missing.err.contains("nowhere.html"), "{}", missing.err);
}

#[test]
fn folders_respect_gitignore_and_extensions() {
    let folder = folder("check-folders");
    for inner in ["node_modules", "drafts", "built"] {
        std::fs::create_dir_all(folder.join(inner)).expect("a folder");
        file(&folder.join(inner), "a.html", b"<b>x<i>y</b>");
    }
    file(&folder, ".gitignore", b"built/\n");
    file(&folder, "b.HTM", format!("{PAGE}<i>x").as_bytes());
    file(&folder, "c.shtml", format!("{PAGE}<b>x").as_bytes());
    let path = folder.to_str().unwrap();
    let ran =
        run(&["check", "-f", "line", "--allow", "obsolete-style", "--exclude", "drafts/", path]);
    let codes: Vec<&str> =
        ran.out.lines().filter_map(|line| line.rsplit_once('[')).map(|one| one.1).collect();
    assert_eq!(
        (ran.status, codes),
        (1, vec!["unclosed-element]", "unclosed-element]"]),
        "{}",
        ran.out
    );
    let unknown = run(&["check", "--allow", "unclosed-elemnt", path]);
    assert_eq!((unknown.status, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("did you mean `unclosed-element`?"), "{}", unknown.err);
}

#[test]
fn settings_of_a_project_count_in_its_folders() {
    let folder = folder("check-settings");
    let inner = folder.join("site");
    std::fs::create_dir_all(inner.join("drafts")).expect("a folder");
    file(&folder, "house.grammar", b"use \"conforming\" ;\nwarn no-b \"b\" \"no `{element}`\" ;\n");
    file(&inner, "a.html", format!("{}<b>x</b><tt>y</tt>", PAGE.replace("center", "p")).as_bytes());
    file(&inner.join("drafts"), "b.html", b"<i>");
    let settings = "[check]\ngrammar = \"house.grammar\"\nallow = [\"obsolete-tt\"]\n\
                    exclude = [\"drafts/\"]\nfail-on = \"any\"\n";
    file(&folder, "wishful.toml", settings.as_bytes());
    let check = |arguments: &[&str]| {
        let mut command = program();
        let output = command.current_dir(&inner).arg("check").args(arguments).output();
        let output = output.expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, _) = check(&["-f", "line", "."]);
    assert!(out.contains("no `<b>` [no-b]") && out.lines().count() == 1, "{out}");
    assert_eq!(status, Some(1), "a warning fails, as the settings say");
    let (status, out, _) = check(&["-f", "line", "--fail-on", "error", "-g", "conforming", "."]);
    assert_eq!((status, out.as_str()), (Some(0), ""), "options go before settings");
    file(&folder, "wishful.toml", b"[check]\ngramar = \"x\"\n");
    let (status, _, err) = check(&["."]);
    assert_eq!(status, Some(2));
    assert!(
        err.contains("wishful.toml") && err.contains("2 |") && err.contains("`grammar`"),
        "{err}"
    );
}

#[test]
fn the_intended_page_is_printed() {
    let folder = folder("fix-intent");
    let page = file(
        &folder,
        "a.html",
        format!("{PAGE}<ul>\n  <li><a href=x>One</li>\n</ul>\n").as_bytes(),
    );
    let ran = run(&["fix", "--intent", &page]);
    assert!(ran.out.ends_with("<ul>\n  <li><a href=x>One</a></li>\n</ul>\n"), "{}", ran.out);
    assert!(ran.err.contains("1 mistake repaired as probably meant"), "{}", ran.err);
}

#[test]
fn files_are_fixed_before_they_are_checked() {
    let folder = folder("check-fix");
    let page = file(&folder, "page.html", format!("{PAGE}<p>x</b><ul><li>y</ul>").as_bytes());
    let other = file(&folder, "other.html", PAGE.as_bytes());
    let before = run(&["check", &page]);
    assert!(before.out.contains("2 findings"), "{}", before.out);
    let ran = run(&["check", "--fix", &page, &other]);
    assert!(ran.status == 1 && ran.out.contains("2 findings in 2 of 2"), "{}", ran.out);
    let fixed = std::fs::read_to_string(&page).unwrap();
    assert_eq!(fixed, format!("{PAGE}<p>x<ul><li>y</ul>"));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), PAGE);
    assert_eq!(run(&["fix", "--check", &page]).status, 0);
    let cut = file(&folder, "cut.html", format!("{PAGE}<p>x</b>{}", "<i>".repeat(99)).as_bytes());
    run(&["check", "--fix", "--max-nodes", "9", &cut]);
    assert!(std::fs::read_to_string(&cut).unwrap().contains("</b>"));
    let refused = checked(&["--fix"], PAGE);
    assert!(refused.status == 2 && refused.err.contains("--fix"), "{}", refused.err);
}

#[test]
fn a_batch_answers_with_findings() {
    let html = "<!doctype html><html lang=en><title>x</title><center>y</center></b>";
    let line = json!({"id": 1, "html": html, "output": "findings"});
    let ran = run_with(&["batch"], line.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let checked = run_with(&["check", "--format", "json", "-"], html.as_bytes());
    let mut expected: Value = serde_json::from_str(&checked.out).unwrap();
    for finding in expected["findings"].as_array_mut().unwrap() {
        finding["place"]["file"] = json!("document");
    }
    assert_eq!(answer["findings"], expected["findings"]);
    assert_eq!(answer["findings"].as_array().map(Vec::len), Some(2), "{}", ran.out);
    let refused = [
        (json!({"html": "", "output": "findings", "rules": "/etc/passwd"}), "unknown grammar"),
        (json!({"html": "", "rules": "conforming"}), "`rules` needs"),
        (json!({"html": "", "output": "findings", "rules": "xpath"}), "markup"),
    ];
    for (request, message) in refused {
        let ran = run_with(&["batch"], request.to_string().as_bytes());
        assert!(ran.out.contains(message), "{}", ran.out);
    }
}

/// The column is mentioned beside the file only if a part of the line is shown.
#[test]
fn the_column_in_a_long_line_is_that_of_the_page() {
    for (length, place) in [(1, "--> stdin:2:5"), (5000, "--> stdin:2:5004")] {
        let page = format!("<!DOCTYPE html><title>x</title>\n<p>{}<div>x", "y".repeat(length));
        let ran = run_with(&["check", "-"], page.as_bytes());
        assert!(ran.out.contains(place), "{}", ran.out);
    }
}

/// A fragment is any part of the content of its context.
#[test]
fn fragments_are_held_to_the_content_of_their_context() {
    for (context, html, expected) in [
        ("body", "<p>x</p>", ""),
        ("ul", "<li>a<li>b", ""),
        ("tr", "<td>x<td>y", ""),
        ("template", "<td>x", ""),
        ("select", "<option>x", ""),
        ("svg svg", "<circle r=1 />", ""),
        ("html", "<head><title>x</title></head><body>y", ""),
        ("x-y", "<p>a", ""),
        ("ul", "<p>x", "`<p>` is not allowed in `<ul>`"),
        ("div", "<li>x", "`<li>` is not allowed in `<div>`"),
        ("<p class=x>", "<div></div>", "`<div>` is not allowed in `<p class=x>`"),
        ("body", "<p><b>x</b>", ""),
        ("body", "<ul><p>x</ul>", "`<p>` is not allowed in `<ul>`"),
    ] {
        let ran = run_with(&["check", "--fragment", context, "-"], html.as_bytes());
        let found = (ran.status == 0, ran.out.contains(expected));
        assert_eq!(found, (expected.is_empty(), true), "{context}: {html}: {}", ran.out);
    }
}

#[test]
fn a_variant_of_the_default_grammar_reads_the_pages_that_it_checks() {
    let dir = folder("check-variant");
    let grammar = file(&dir, "card.grammar", b"use \"whatwg\" ;\n<card> ::= {flow - <b>}* ;\n");
    let page = PAGE.replace("<center>y</center>", "<card>y<b>z</b></card>");
    let ran = checked(&["-g", &grammar], &page);
    assert!(ran.out.contains("`<b>` is not allowed in `<card>`, and ends it"), "{}", ran.out);
    let ran = checked(&["-g", &grammar, "--parse-with", "whatwg"], &page);
    assert!(ran.out.starts_with("error[misplaced-element]: `<b>` is not allowed"), "{}", ran.out);
    let ran = checked(&[], &page);
    assert!(ran.out.contains("HTML has no element `<card>`"), "{}", ran.out);
}

#[test]
fn omitted_start_tags_are_no_mistake_of_a_grammar_that_parses() {
    let page = PAGE.replace("<center>y</center>", "<table><tr><foo><td>z");
    let ran = checked(&["-g", "whatwg"], &page);
    assert!(!ran.out.contains("is ignored"), "{}", ran.out);
    assert!(
        ran.out.starts_with("error[unclosed-element]: `<table>` is not closed\n"),
        "{}",
        ran.out
    );
}
