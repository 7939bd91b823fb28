//! Tests of `wishful explain`, and of colour.

use super::{Ran, file, folder, program, run_with};

/// A grammar that does not change with the shipped ones.
const SMALL: &[u8] = b"start document ;
tokenizer html5 ;
document ::= <table>* EOF ;
<table>  ::= (<tbody> | SPACE)* ;
<tbody>  ::= <tr>* ;
<tr>     ::= <td>* ;
<td>     ::= (<b> | TEXT | SPACE)* ;
<b>      ::= TEXT* ;
wish <table> <tbody> <tr> ;
wish ends ;
SPACE -> cruft ;
";

#[test]
fn explain_reports_every_repair() {
    let folder = folder("explain");
    file(&folder, "page.html", b"<table>\n<td>x</b>\n");
    file(&folder, "small.grammar", SMALL);
    let mut command = program();
    let ran: Ran = command
        .current_dir(&folder)
        .args(["explain", "-g", "small.grammar", "page.html"])
        .output()
        .unwrap()
        .into();
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-page", ran.out);
}

#[test]
fn explain_reports_the_events_at_a_position() {
    let folder = folder("explain-place");
    file(&folder, "small.grammar", SMALL);
    file(&folder, "page.html", b"<td>one<td>two");
    let mut command = program();
    command.current_dir(&folder).args(["explain", "-g", "small.grammar", "page.html", "1:9"]);
    let ran: Ran = command.output().unwrap().into();
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-place", ran.out);
}

/// The explanation of a token that the rule allows elsewhere shows the position of the parser.
#[test]
fn explain_says_where_in_the_rule_the_parser_is() {
    let folder = folder("explain-position");
    let small = String::from_utf8_lossy(SMALL);
    let caption = small.replace("(<tbody> | SPACE)*", "<b>? <tbody>* <td>?");
    file(&folder, "caption.grammar", caption.as_bytes());
    for (page, at, expected) in [
        (
            "<table><tr></tr></tbody><b>x",
            "1:25",
            "<b> comes too late: the content is at the • of `<b>? • <tbody>* <td>?`",
        ),
        (
            "<table><td></td><b>x",
            "1:17",
            "<b> comes too late: the content is at the • of `<b>? <tbody>* <td>? •`",
        ),
        (
            "<table><b>a</b><b>x",
            "1:16",
            "<b> comes too late: the content is at the • of `<b>? • <tbody>* <td>?`",
        ),
    ] {
        file(&folder, "page.html", page.as_bytes());
        let mut command = program();
        command.current_dir(&folder).args(["explain", "-g", "caption.grammar", "page.html", at]);
        let ran: Ran = command.output().unwrap().into();
        assert!(ran.out.contains(expected), "{page}: {}", ran.out);
    }
}

#[test]
fn explain_cuts_long_lists_by_default() {
    let cut = run_with(&["explain", "-", "1:4"], b"<p>a</x>").out;
    let cut_at_cruft = run_with(&["explain", "-", "1:5"], b"<p>a</x>").out;
    assert!(!cut.contains("--all"), "an accepted token lists nothing: {cut}");
    assert!(cut_at_cruft.contains(" more (list them with --all)"), "{cut_at_cruft}");
    let all = run_with(&["explain", "--all", "-", "1:5"], b"<p>a</x>").out;
    assert!(!all.contains("--all") && all.contains("<wbr>"), "{all}");
}

#[test]
fn explain_lists_the_possible_positions() {
    let ran = run_with(&["explain", "-", "9:1"], b"one\ntwo");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (1, "stdin: line 9 does not exist: the text ends at 2:4\n")
    );
    let ran = run_with(&["explain", "-", "1:9"], b"one\ntwo");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (1, "stdin: column 9 does not exist: line 1 has 3 characters\n")
    );
    let ran = run_with(&["explain", "-", "0:1"], b"one");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("LINE:COL"), "{}", ran.err);
}

#[test]
fn explain_sends_no_escape_sequence_of_the_document() {
    let ran = run_with(&["explain", "-"], b"<td>\x1b[31mred</\x1bx>");
    assert_eq!(ran.status, 0);
    assert!(!ran.out.contains('\x1b'), "{}", ran.out);
}

#[test]
fn colour_is_for_terminals_by_default() {
    let plain = run_with(&["explain", "-"], b"<td>x").out;
    assert!(!plain.contains('\x1b'));
    let always = run_with(&["explain", "--color", "always", "-"], b"<td>x").out;
    assert!(always.contains("\x1b[1m"), "{always}");
    let mut command = program();
    command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "0").args(["grammar", "list"]);
    let none: Ran = command.output().unwrap().into();
    assert!(!none.out.contains('\x1b'));
}

/// Explains the page by the small grammar.
fn explain_small(folder: &std::path::Path, more: &[&str]) -> Ran {
    let mut command = program();
    command.current_dir(folder).args(["explain", "-g", "small.grammar", "page.html"]);
    command.args(more).output().unwrap().into()
}

/// Explanations of cruft with the single obstacle, and lists of what the position accepts.
#[test]
fn explain_answers_why_not() {
    let folder = folder("explain-why-not");
    file(&folder, "small.grammar", SMALL);
    file(&folder, "page.html", b"<td>one<b>two<tr>three</i>");
    let ran = explain_small(&folder, &["--why-not"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-why-not", ran.out);
    let could = ["TEXT", "<b>", "<td>", "</i>"]
        .map(|what| explain_small(&folder, &["1:11", "--could", what]).out);
    insta::assert_snapshot!("explain-could", could.join("\n"));
}

/// Returns explanations as JSON.
fn explained_json(arguments: &[&str]) -> serde_json::Value {
    let ran = run_with(arguments, b"<table><tr></b>");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn explain_answers_in_json() {
    let all = explained_json(&["explain", "-", "-f", "json"]);
    let steps = &all["explanations"][0]["steps"];
    assert_eq!(steps[0]["step"], "round", "{all}");
    let why_not = explained_json(&["explain", "-", "--why-not", "-f", "json"]);
    let answer = &why_not["why_not"][0];
    assert_eq!((&answer["token"], &answer["position"]["column"]), (&"</b>".into(), &12.into()));
    assert!(answer["ways"][0]["obstacle"]["kind"].is_string(), "{answer}");
    let could = explained_json(&["explain", "-", "1:12", "--could", "<td>", "-f", "json"]);
    assert_eq!(
        (&could["could"]["verdict"], &could["could"]["cost"]),
        (&"acceptable".into(), &0.into())
    );
}

/// Each end tag that is inserted at the end of the input takes two kilobytes of explanation.
/// Explanations over the output limit are left out, and the output is still JSON.
#[test]
fn cut_json_of_explanations_is_valid() {
    let ran = run_with(&["explain", "-", "-f", "json"], "<div>".repeat(33_000).as_bytes());
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("limit of 67108864 bytes of output reached"), "{}", ran.err);
    assert!(ran.out.ends_with("],\"file\":\"stdin\",\"cut\":true}\n"));
    assert!((1 << 26..(1 << 26) + 2_000_000).contains(&ran.out.len()), "{}", ran.out.len());
    serde_json::from_str::<serde::de::IgnoredAny>(&ran.out).unwrap();
}

#[test]
fn explain_refuses_invalid_questions() {
    let ran = run_with(&["explain", "-", "1:1", "--could", "p"], b"one");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("neither a tag, such as `<p>`"), "{}", ran.err);
    assert_eq!(run_with(&["explain", "-", "--could", "<p>"], b"one").status, 2, "no place");
    for format in ["text", "json"] {
        let ran = run_with(&["explain", "-f", format, "-", "9:9"], b"one");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{format}: {}", ran.err);
    }
    let ran = run_with(&["explain", "-", "--why-not"], b"<p>one");
    assert_eq!((ran.status, ran.out.as_str()), (0, "stdin: nothing was set aside\n"));
}

/// The number of answers is limited to two thousand for any page; the rest can be requested one by
/// one.
#[test]
fn the_number_of_why_not_answers_is_bounded() {
    let page = "</b>".repeat(2_100);
    let ran = run_with(&["explain", "-", "--why-not", "--all"], page.as_bytes());
    assert_eq!((ran.status, ran.out.matches("was set aside").count()), (0, 2_000), "{}", ran.err);
    let last = "100 more tokens not shown: give its position, as LINE:COL, to show one\n";
    assert!(ran.out.ends_with(last), "{}", &ran.out[ran.out.len() - 200..]);
    let first = run_with(&["explain", "-", "--why-not", "-f", "json"], page.as_bytes());
    let first: serde_json::Value = serde_json::from_str(&first.out).unwrap();
    let answers = first["why_not"].as_array().unwrap();
    assert_eq!((answers.len(), &first["left_out"]), (50, &2_050.into()));
    assert!(answers.iter().all(|answer| answer["left_out"] == 0));
    assert_eq!(run_with(&["explain", "-", "1:8400", "--why-not"], page.as_bytes()).status, 0);
}

#[test]
fn allowed_repairs_can_be_hidden() {
    let page: &[u8] = b"<p>one<td>two";
    let all = run_with(&["explain", "-g", "marpa", "-"], page).out;
    let some = run_with(&["explain", "-g", "marpa", "--hide-allowed", "-"], page).out;
    assert!(all.contains("<html> was inserted") && !some.contains("<html> was inserted"), "{some}");
    assert!(some.contains("<tr> was inserted"), "{some}");
    let tree = run_with(&["parse", "-g", "marpa", "--hide-allowed", "-"], page).out;
    assert!(tree.contains("; 6 not shown") && !tree.contains("inserted <body>"), "{tree}");
    let usage = run_with(&["parse", "--hide-allowed", "-f", "json", "-"], page);
    assert_eq!(usage.status, 2, "{}", usage.err);
}

/// Writes a grammar of sums, and runs `explain` on a text.
fn explain_sum(name: &str, text: &str, more: &[&str]) -> Ran {
    let folder = folder(&format!("explain-{name}"));
    let grammar = "start sum ;\ntokenizer text ;\ntoken N = /[0-9]+/ ;\nskip /\\s+/ ;\n\
        sum ::= sum \"+\" sum | atom ;\natom ::= N | \"(\" sum* \")\" ;\nallow ambiguous \"sum\" ;\n";
    file(&folder, "sums.grammar", grammar.as_bytes());
    file(&folder, "sum.txt", text.as_bytes());
    let mut command = program();
    let arguments = ["explain", "-g", "sums.grammar", "sum.txt"];
    command.current_dir(&folder).args(arguments).args(more).output().unwrap().into()
}

#[test]
fn an_accepted_text_is_explained_by_its_best_tree() {
    let ran = explain_sum("text", "1 + (2) +\n3\n", &[]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-text", ran.out);
    let ran = explain_sum("text-place", "1 + (2) +\n3\n", &["1:6", "-f", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let names: Vec<_> =
        json["nodes"].as_array().unwrap().iter().map(|node| &node["name"]).collect();
    assert_eq!(names, ["sum", "sum", "sum", "atom", "sum", "atom", "N"], "{json}");
    assert_eq!((&json["trees"], &json["nodes"][3]["place"]), (&2.into(), &"sums.grammar:6".into()));
    let ran = explain_sum("text-options", "1", &["--why-not"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--why-not needs a grammar of markup"), "{}", ran.err);
}

#[test]
fn a_refused_text_is_explained_by_the_rules_that_expect_tokens() {
    let ran = explain_sum("text-refused", "(1 + 2\n", &[]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    insta::assert_snapshot!("explain-text-refused", ran.out);
}

#[test]
fn earley_sets_are_shown_at_a_position() {
    let ran = explain_sum("text-sets", "1 + 2", &["1:5", "--sets"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-text-sets", ran.out);
    let folder = folder("explain-sets");
    file(&folder, "small.grammar", SMALL);
    file(&folder, "page.html", b"<table><td>x");
    let mut command = program();
    command.current_dir(&folder);
    let arguments = ["explain", "-g", "small.grammar", "page.html", "1:8", "--sets"];
    let ran: Ran = command.args(arguments).output().unwrap().into();
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-sets", ran.out);
    assert_eq!(super::run(&["explain", "page.html", "--sets"]).status, 2);
}
