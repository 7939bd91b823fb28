//! The command line tool as a script sees it: exit statuses, streams, formats.
//!
//! Each test runs the built program. Help texts are snapshots in `tests/snapshots/`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// What the program printed, and its exit status.
#[derive(Debug)]
struct Ran {
    out: String,
    err: String,
    status: i32,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            err: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
            status: output.status.code().expect("the program was not killed"),
        }
    }
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wishful"));
    command.stdin(Stdio::null()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn run(arguments: &[&str]) -> Ran {
    program().args(arguments).output().expect("the program starts").into()
}

fn run_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    output.into()
}

/// A folder for one test, empty at its beginning.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// A file in a test's folder.
fn file(folder: &std::path::Path, name: &str, text: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

// ------------------------------------------------------------------------------------------- parse

#[test]
fn parse_reads_files_and_stdin() {
    let folder = folder("parse");
    let page = file(&folder, "a.html", b"<td>x");
    let from_file = run(&["parse", "-f", "html5lib", &page]);
    assert_eq!((from_file.status, from_file.err.as_str()), (0, ""));
    assert!(
        from_file.out.starts_with("| <html>\n|   <head>\n|   <body>\n|     <table>\n"),
        "{}",
        from_file.out
    );
    let from_stdin = run_with(&["parse", "-f", "html5lib", "-"], b"<td>x");
    assert_eq!(from_stdin.out, from_file.out);
}

#[test]
fn parse_heads_several_files_and_goes_on_after_a_missing_one() {
    let folder = folder("parse-several");
    let a = file(&folder, "a.html", b"a");
    let b = file(&folder, "b.html", b"b");
    let ran = run(&["parse", "-f", "html5lib", &a, "/no/such.html", &b]);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.err, "/no/such.html: cannot be read: no such file or directory\n");
    assert!(ran.out.starts_with(&format!("==> {a} <==\n| <html>")), "{}", ran.out);
    assert!(ran.out.contains(&format!("\n\n==> {b} <==\n| <html>")), "{}", ran.out);
}

#[test]
fn parse_gives_a_line_of_json_for_each_file() {
    let folder = folder("parse-json");
    let a = file(&folder, "a.html", b"a");
    let b = file(&folder, "b \"q\".html", b"b");
    let ran = run(&["parse", "-f", "json", &a, &b]);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["file"], b.as_str());
    assert!(lines[0]["document"].is_object());
    let one: serde_json::Value =
        serde_json::from_str(&run(&["parse", "-f", "json", &a]).out).unwrap();
    assert_eq!(one, lines[0]["document"]);
}

#[test]
fn parse_has_every_format() {
    for format in ["tree", "html", "json", "html5lib", "events", "tokens", "dot"] {
        let ran = run_with(&["parse", "-f", format, "-"], b"<p>one<b>two</p>");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}");
        assert!(ran.out.ends_with('\n') && ran.out.len() > 20, "{format}: {}", ran.out);
    }
}

#[test]
fn parse_marks_repairs_in_html_only() {
    let ran = run_with(&["parse", "-f", "html", "--mark-repairs", "-"], b"<p>a</b>");
    assert!(ran.out.contains("<!--"), "{}", ran.out);
    let ran = run_with(&["parse", "--mark-repairs", "-"], b"<p>a</b>");
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "--mark-repairs is for `-f html`\n");
}

#[test]
fn parse_fails_on_repairs_when_asked() {
    let clean = b"<html><head></head><body><p>x</p></body></html>";
    assert_eq!(run_with(&["parse", "--fail-on", "repairs", "-"], clean).status, 0);
    let ran = run_with(&["parse", "--fail-on", "repairs", "-"], b"x");
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("stdin: ") && ran.err.ends_with(" repairs\n"), "{}", ran.err);
    assert!(!ran.out.is_empty(), "the tree is printed all the same");
}

#[test]
fn misspelt_names_get_advice() {
    let folder = folder("advice");
    let text =
        b"start document ;\ntokenizer html5 ;\ndocument ::= <table>* EOF ;\n<table> ::= TEXT* ;\n";
    let closed = file(&folder, "closed.grammar", text);
    for (arguments, wanted) in [
        (&["parse", "-g", "mapra", "-"][..], "`marpa`"),
        (&["parse", "-g", &closed, "--fragment", "tabel", "-"], "`table`"),
        (&["parse", "-g", "marpa", "--mode", "scripting", "-"], "no mode `scripting`"),
        (&["parse", "--encoding", "latin-one", "-"], "`latin-one`"),
        (&["grammar", "check", "whatgw"], "`whatwg`"),
        (&["man", "grammar", "chek"], "`check`"),
    ] {
        let ran = run_with(arguments, b"x");
        assert!(ran.status == 1 || ran.status == 2, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(wanted) && ran.out.is_empty(), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn scripting_is_no_mistake_where_it_makes_no_difference() {
    let ran = run_with(&["parse", "--scripting", "-"], b"x");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[test]
fn a_grammar_of_a_file_is_used_and_its_mistakes_are_shown() {
    let folder = folder("grammar-file");
    let good = file(
        &folder,
        "acme.grammar",
        b"use \"marpa\" ;\nblock |= <acme> ;\n<acme> ::= mixed-flow* ;\n",
    );
    let ran = run_with(&["parse", "-g", &good, "-f", "html5lib", "-"], b"<p>a<acme>b");
    assert!(ran.out.contains("\n|     <acme>\n|       \"b\""), "{ran:?}");
    let bad = file(
        &folder,
        "bad.grammar",
        b"start document ;\ntokenizer html5 ;\ndocument ::= flwo* EOF ;\n",
    );
    let ran = run_with(&["parse", "-g", &bad, "-"], b"x");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("bad.grammar:3:14"), "{}", ran.err);
}

// ----------------------------------------------------------------------------------------- explain

/// A grammar whose lines are not edited when the shipped ones are.
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
SPACE -> drop ;
";

#[test]
fn explain_tells_every_repair() {
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
fn explain_tells_what_happened_at_a_place() {
    let folder = folder("explain-place");
    file(&folder, "small.grammar", SMALL);
    file(&folder, "page.html", b"<td>one<td>two");
    let mut command = program();
    command.current_dir(&folder).args(["explain", "-g", "small.grammar", "page.html", "1:9"]);
    let ran: Ran = command.output().unwrap().into();
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("explain-place", ran.out);
}

#[test]
fn explain_cuts_long_lists_unless_told_not_to() {
    let cut = run_with(&["explain", "-", "1:4"], b"<p>a</x>").out;
    let cut_at_cruft = run_with(&["explain", "-", "1:5"], b"<p>a</x>").out;
    assert!(!cut.contains("--all"), "an accepted token lists nothing: {cut}");
    assert!(cut_at_cruft.contains(" more (--all lists them)"), "{cut_at_cruft}");
    let all = run_with(&["explain", "--all", "-", "1:5"], b"<p>a</x>").out;
    assert!(!all.contains("--all") && all.contains("<wbr>"), "{all}");
}

#[test]
fn explain_says_what_places_there_are() {
    let ran = run_with(&["explain", "-", "9:1"], b"one\ntwo");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (1, "stdin: there is no line 9: the text ends at 2:4\n")
    );
    let ran = run_with(&["explain", "-", "1:9"], b"one\ntwo");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (1, "stdin: there is no column 9: line 1 has 3 characters\n")
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
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let plain = run_with(&["explain", "-"], b"<td>x").out;
    assert!(!plain.contains('\x1b'));
    let always = run_with(&["explain", "--color", "always", "-"], b"<td>x").out;
    assert!(always.contains("\x1b[1m"), "{always}");
    let mut command = program();
    command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "0").args(["grammar", "list"]);
    let none: Ran = command.output().unwrap().into();
    assert!(!none.out.contains('\x1b'));
}

// -------------------------------------------------------------------------------------- diff, fix

#[test]
fn diff_is_a_patch_and_a_summary() {
    let folder = folder("diff");
    file(&folder, "same.html", b"<p>x");
    file(&folder, "other.html", b"<p>one<acme>two");
    let variant = file(
        &folder,
        "mine.grammar",
        b"use \"marpa\" ;\nblock |= <acme> ;\n<acme> ::= mixed-flow* ;\n",
    );
    let pages = folder.to_str().unwrap();
    let ran = run(&["diff", "-g", "marpa", "-g", &variant, pages]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("\n@@ "), "{}", ran.out);
    assert!(ran.out.contains("2 documents: 1 equal, 1 differ\n"), "{}", ran.out);
    assert!(ran.out.contains("other.html\n"), "{}", ran.out);
    assert_eq!(run(&["diff", "-g", "marpa", pages]).status, 2);
}

#[test]
fn fix_adds_tags_and_changes_nothing_else() {
    let source = "<TABLE border=0><TD>caf\u{e9} &amp x<!-- c --></TD></TABLE>\n";
    let ran = run_with(&["fix", "-"], source.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut rest = source.chars().peekable();
    for character in ran.out.chars() {
        rest.next_if_eq(&character);
    }
    assert_eq!(rest.peek(), None, "{}", ran.out);
    assert!(ran.out.contains("<tbody><tr><TD>"), "{}", ran.out);
}

// ------------------------------------------------------------------------------------------- test

#[test]
fn test_passes_fails_and_blesses() {
    let folder = folder("test");
    let cases = file(
        &folder,
        "cases.txt",
        b"=== one\nformat: structure\nrepairs: 4, 0 cruft\n--- input\n<td>x\n--- expected\n(html)\n",
    );
    let name = folder.to_str().unwrap();
    let ran = run(&["test", name]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("-(html)\n"), "{}", ran.out);
    assert!(ran.out.ends_with("0 passed, 1 failed\n"), "{}", ran.out);

    let refused = run(&["test", name, "--bless"]);
    assert_eq!(refused.status, 1);
    assert!(refused.out.contains("it is worse than before"), "{}", refused.out);
    assert!(fs::read_to_string(&cases).unwrap().contains("(html)\n"));

    let blessed = run(&["test", name, "--bless", "--accept-worse"]);
    assert_eq!(blessed.status, 0, "{blessed:?}");
    let text = fs::read_to_string(&cases).unwrap();
    assert!(text.contains("(tbody (tr (td)))"), "{text}");
    assert!(!text.contains("repairs: 4,"), "{text}");
    assert_eq!(run(&["test", name]).status, 0);
}

#[test]
fn test_makes_and_checks_snapshots() {
    let folder = folder("snapshots");
    file(&folder, "page.html", b"<td>x</b>");
    let name = folder.to_str().unwrap();
    let made = run(&["test", name, "--bless", "-g", "marpa", "-f", "html5lib"]);
    assert_eq!(made.status, 0, "{made:?}");
    let tree = fs::read_to_string(folder.join("page.html.marpa.html5lib")).unwrap();
    assert!(tree.starts_with("| <html>"), "{tree}");
    let repairs = fs::read_to_string(folder.join("page.html.marpa.repairs")).unwrap();
    assert!(repairs.lines().any(|line| line.contains(" cruft ")), "{repairs}");
    assert_eq!(run(&["test", name]).out, "2 passed, 0 failed\n");

    file(&folder, "page.html", b"<td>x</b></b>");
    assert_eq!(run(&["test", name]).status, 1);
    let refused = run(&["test", name, "--bless"]);
    assert!(refused.status == 1 && refused.out.contains("worse"), "{refused:?}");
    file(&folder, "page.html", b"<td>x");
    assert_eq!(run(&["test", name, "--bless"]).status, 0);
}

#[test]
fn test_refuses_files_that_are_no_cases() {
    let folder = folder("bad-cases");
    file(&folder, "a.txt", b"=== one\nfromat: tree\n--- expected\n");
    file(&folder, "b.txt", b"=== twice\n--- expected\n\n=== twice\n--- expected\n");
    let ran = run(&["test", folder.to_str().unwrap()]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.err.contains("a.txt:2: there is no attribute `fromat`; did you mean `format`?"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("b.txt:4: the title `twice` stands at"), "{}", ran.err);
    assert_eq!(run(&["test", "/no/such"]).status, 1);
}

// ------------------------------------------------------------------------------------------ batch

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn batch_answers_each_line_and_survives_bad_ones() {
    let input = concat!(
        r#"{"id": 1, "html": "<td>x"}"#,
        "\n",
        "nonsense\n",
        r#"{"id": {"deep": [1, 2.50]}, "bytes_base64": "PHA+eA=="}"#,
        "\n",
        r#"{"id": "f", "html": "<td>x", "fragment": "tr", "scripting": true}"#,
        "\n",
        r#"{"id": 5, "html": 7}"#,
        "\n",
        r#"{"id": 6}"#,
        "\n",
        r#"{"id": 7, "html": "x", "grammar": "mapra"}"#,
        "\n",
        r#"{"id": 8, "html": "x", "fragmnet": "td"}"#,
        "\n",
        "\n",
        "{\"id\": 10, \"html\": \"\u{e9}\"}",
    );
    let ran = run_with(&["batch", "-j", "3"], input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 10, "{}", ran.out);
    assert!(json(lines[0])["tree"].as_str().unwrap().starts_with("| <html>\n"));
    assert!(json(lines[1])["id"].is_null() && json(lines[1])["error"].is_string());
    assert!(lines[2].starts_with(r#"{"id":{"deep": [1, 2.50]},"tree":"#), "{}", lines[2]);
    assert_eq!(json(lines[3])["tree"].as_str().unwrap().trim_end(), "| <td>\n|   \"x\"");
    for (line, id) in [(4, 5), (5, 6), (6, 7), (7, 8)] {
        assert_eq!(json(lines[line])["id"], id);
        assert!(json(lines[line])["error"].is_string(), "{}", lines[line]);
    }
    assert!(json(lines[8])["error"].is_string());
    assert_eq!(json(lines[9])["id"], 10);
}

#[test]
fn batch_keeps_the_order_of_a_long_stream() {
    let mut input = String::new();
    for id in 0..20_000 {
        let html = if id % 100 == 0 { "<table><td>x".repeat(20) } else { "<p>x".to_owned() };
        input.push_str(&format!("{{\"id\":{id},\"html\":\"{html}\"}}\n"));
    }
    let ran = run_with(&["batch"], input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut count = 0;
    for (id, line) in ran.out.lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"id\":{id},\"tree\":")), "{line}");
        count += 1;
    }
    assert_eq!(count, 20_000);
}

#[test]
fn batch_answers_before_the_next_line_comes() {
    let mut command = program();
    command.arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"html\":\"x\"}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(json(&line)["id"], id);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn batch_refuses_a_grammar_that_is_not_there_at_once() {
    let ran = run(&["batch", "-g", "mapra"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`marpa`"), "{}", ran.err);
}

// ---------------------------------------------------------------------------------------- grammar

#[test]
fn grammar_list_names_what_is_shipped() {
    let ran = run(&["grammar", "list"]);
    assert_eq!(ran.status, 0);
    assert!(
        ran.out.lines().any(|line| line.starts_with("marpa ") && line.ends_with("(the default)")),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\nmarpa-2009 ") || ran.out.starts_with("marpa-2009 "), "{}", ran.out);
}

#[test]
fn grammar_check_is_silent_or_tells_everything() {
    let ran = run(&["grammar", "check", "marpa"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("marpa.grammar: no mistakes ("), "{}", ran.out);
    assert!(ran.out.contains("frame-finite"), "{}", ran.out);

    let folder = folder("check");
    let text = b"start document ;\ntokenizer html5 ;\nunused = <b> ;\ndocument ::= <p>* EOF ;\n<p> ::= TEXT* ;\n";
    let warned = file(&folder, "warned.grammar", text);
    let ran = run(&["grammar", "check", &warned]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.err.contains("warning[unused]"), "{}", ran.err);
    assert_eq!(run(&["grammar", "check", "--deny", "warnings", &warned]).status, 1);

    let wrong = file(
        &folder,
        "wrong.grammar",
        b"start document ;\ntokenizer html5 ;\ndocument ::= flwo blok EOF ;\n",
    );
    let ran = run(&["grammar", "check", &wrong, "marpa"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`flwo`") && ran.err.contains("`blok`"), "{}", ran.err);
    assert!(ran.out.starts_with("marpa.grammar: no mistakes"), "the other is checked: {}", ran.out);
}

#[test]
fn grammar_show_can_be_read_again() {
    let folder = folder("show");
    let shown = run(&["grammar", "show", "marpa"]);
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    assert!(
        shown.out.starts_with("# marpa.grammar in full: a frame-finite grammar\n"),
        "{}",
        shown.out
    );
    let copy = file(&folder, "copy.grammar", shown.out.as_bytes());
    let again = run(&["grammar", "show", &copy]);
    let text = |out: &str| -> Vec<String> {
        out.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    assert_eq!(text(&again.out), text(&shown.out));
}

#[test]
fn grammar_graph_is_graphviz() {
    for arguments in [&["grammar", "graph", "marpa"][..], &["grammar", "graph", "--rules", "marpa"]]
    {
        let ran = run(arguments);
        assert_eq!(ran.status, 0);
        assert!(ran.out.starts_with("digraph") && ran.out.trim_end().ends_with('}'), "{}", ran.out);
    }
}

#[test]
fn grammar_fmt_prints_checks_and_writes() {
    let folder = folder("fmt");
    let path = file(
        &folder,
        "a.grammar",
        b"start document;tokenizer html5;document::=<p>* EOF;<p>::=TEXT*;\n",
    );
    let printed = run(&["grammar", "fmt", &path]);
    assert_eq!(printed.status, 0, "{printed:?}");
    let checked = run(&["grammar", "fmt", "--check", &path]);
    assert_eq!(checked.status, 1);
    assert!(checked.err.contains("a.grammar: laid out otherwise"), "{}", checked.err);
    assert_eq!(run(&["grammar", "fmt", "--write", &path]).status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), printed.out);
    assert_eq!(run(&["grammar", "fmt", "--check", &path]).status, 0);
    let bad = file(&folder, "bad.grammar", b"start ;");
    assert_eq!(run(&["grammar", "fmt", &bad]).status, 1);
}

// ------------------------------------------------------------------- help, completions, man, pipes

const COMMANDS: [&str; 14] = [
    "",
    "parse",
    "explain",
    "diff",
    "test",
    "fix",
    "batch",
    "grammar list",
    "grammar check",
    "grammar show",
    "grammar graph",
    "grammar fmt",
    "completions",
    "man",
];

#[test]
fn every_help_text_teaches_with_examples() {
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.push("--help");
        let ran: Ran = program().env("COLUMNS", "100").args(&arguments).output().unwrap().into();
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command}");
        let (_, examples) = ran.out.split_once("\nExamples:\n").expect(command);
        let lines = examples.lines().take_while(|line| line.starts_with("  "));
        let count = lines.filter(|line| line.contains("wishful ")).count();
        assert!((2..=4).contains(&count), "{command}: {count} examples");
        let name = if command.is_empty() { "wishful" } else { command };
        insta::assert_snapshot!(format!("help-{}", name.replace(' ', "-")), ran.out);
    }
}

/// The examples of the help texts that need no shell are commands that work.
#[test]
fn the_examples_of_the_help_texts_run() {
    let folder = folder("examples");
    file(&folder, "page.html", b"<table>\n<tr>\n<td>one <td> two <b>x</table>");
    file(&folder, "a.html", b"a");
    file(&folder, "b.html", b"b");
    file(
        &folder,
        "mine.grammar",
        b"use \"marpa\" ;\nblock |= <acme> ;\n<acme> ::= mixed-flow* ;\n",
    );
    for sub in ["corpus", "pages"] {
        fs::create_dir(folder.join(sub)).unwrap();
        file(&folder.join(sub), "page.html", b"<td>x");
    }
    file(
        &folder.join("corpus"),
        "one.txt",
        b"=== one\nformat: structure\n--- input\nx\n--- expected\n(html (head) (body (p)))\n",
    );
    let mut count = 0;
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.push("--help");
        let help = run(&arguments).out;
        for line in help.lines().filter_map(|line| line.strip_prefix("  wishful ")) {
            if line.contains(['|', '>', '<', '*']) {
                continue;
            }
            let line = line.split("  ").next().unwrap_or(line);
            let mut command = program();
            command.current_dir(&folder).args(line.split_whitespace());
            let ran: Ran = command.output().unwrap().into();
            assert_eq!(ran.status, 0, "wishful {line}: {ran:?}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} examples were run");
}

#[test]
fn completions_and_man_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(ran.out.contains("wishful") && ran.out.contains("mark-repairs"), "{shell}");
    }
    let ran = run(&["man"]);
    assert!(ran.status == 0 && ran.out.contains(".TH wishful"), "{}", ran.out);
    let ran = run(&["man", "grammar", "check"]);
    assert!(ran.status == 0 && ran.out.contains("deny"), "{}", ran.out);
}

#[test]
fn wrong_usage_is_status_two() {
    for arguments in [
        &[][..],
        &["frobnicate"],
        &["parse"],
        &["parse", "-f", "xml", "x.html"],
        &["grammar"],
        &["grammar", "fmt", "a", "b"],
        &["test", "corpus", "--accept-worse"],
        &["batch", "-j", "0"],
    ] {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty());
    }
    assert_eq!(run(&["--version"]).out, format!("wishful {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let page = "<p>x".repeat(200_000);
    for arguments in [&["parse", "-"][..], &["parse", "-f", "tokens", "-"], &["explain", "-"]] {
        let mut command = program();
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = page.clone();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).ok());
        let mut stdout = child.stdout.take().unwrap();
        let mut some = [0; 10];
        stdout.read_exact(&mut some).unwrap();
        drop(stdout);
        writer.join().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn batch_ends_when_its_output_is_closed_though_its_input_is_not() {
    let mut command = program();
    command.arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(stdin, "{{\"html\":\"x\"}}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    drop(stdin);
}
