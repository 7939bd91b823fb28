//! Tests of `wishful parse`.

use super::{file, folder, run, run_with};
use wishful::tree::Format;

#[test]
fn parse_reads_files_and_stdin() {
    let folder = folder("parse");
    let page = file(&folder, "a.html", b"<td>x");
    let from_file = run(&["parse", "-g", "marpa", "-f", "html5lib", &page]);
    assert_eq!((from_file.status, from_file.err.as_str()), (0, ""));
    assert!(
        from_file.out.starts_with("| <html>\n|   <head>\n|   <body>\n|     <table>\n"),
        "{}",
        from_file.out
    );
    let from_stdin = run_with(&["parse", "-g", "marpa", "-f", "html5lib", "-"], b"<td>x");
    assert_eq!(from_stdin.out, from_file.out);
}

#[test]
fn parse_heads_several_files_and_continues_after_a_missing_one() {
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
    let lines = super::json_lines(&ran.out);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["file"], b.as_str());
    assert!(lines[0]["document"].is_object());
    let one: serde_json::Value =
        serde_json::from_str(&run(&["parse", "-f", "json", &a]).out).unwrap();
    assert_eq!(one, lines[0]["document"]);
}

#[test]
fn parse_has_every_format() {
    for &format in Format::ALL {
        if format == Format::Fix {
            continue;
        }
        let format = &format.name();
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
    assert_eq!(ran.err, "--mark-repairs needs `-f html`\n");
}

#[test]
fn parse_fails_on_repairs_with_the_option() {
    let clean = b"<html><head></head><body><p>x</p></body></html>";
    assert_eq!(run_with(&["parse", "--fail-on", "repairs", "-"], clean).status, 0);
    let ran = run_with(&["parse", "--fail-on", "repairs", "-"], b"<div>x");
    assert_eq!((ran.status, ran.err.as_str()), (1, "stdin: 1 repair\n"));
    assert_eq!(
        ran.out,
        run_with(&["parse", "-"], b"<div>x").out,
        "the tree is printed all the same"
    );
    assert!(ran.out.contains("\"x\""), "{}", ran.out);
}

#[test]
fn omitted_tags_fail_only_with_the_option() {
    let omitted = b"<!doctype html><title>T</title><ul><li>One<li>Two</ul>";
    assert_eq!(run_with(&["parse", "--fail-on", "repairs", "-"], omitted).status, 0);
    let ran = run_with(&["parse", "--fail-on", "any", "-"], omitted);
    assert_eq!((ran.status, ran.err.as_str()), (1, "stdin: 8 repairs\n"));
}

#[test]
fn misspelt_names_get_suggestions() {
    let folder = folder("advice");
    let text =
        b"start document ;\ntokenizer html5 ;\ndocument ::= <table>* EOF ;\n<table> ::= TEXT* ;\n";
    let closed = file(&folder, "closed.grammar", text);
    for (arguments, wanted) in [
        (&["parse", "-g", "mapra", "-"][..], "`marpa`"),
        (&["parse", "-g", &closed, "--fragment", "tabel", "-"], "`table`"),
        (&["parse", "-g", "marpa", "--mode", "scripting", "-"], "unknown mode `scripting`"),
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
fn scripting_without_effect_is_no_mistake() {
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

/// Parses a sum, and returns what is printed.
fn sum_trees(sums: &str, most: &[&str], input: &[u8]) -> String {
    let ran = run_with(&[&["parse", "-g", sums], most, &["-"]].concat(), input);
    assert_eq!(ran.status, 0, "{ran:?}");
    ran.out
}

#[test]
fn an_ambiguous_text_has_the_requested_number_of_trees() {
    let folder = folder("trees");
    let text = b"start sum ;\ntokenizer text ;\ntoken NUMBER = /[0-9]+/ ;\nskip / +/ ;\n\
        sum ::= sum \"+\" sum | NUMBER ;\nallow ambiguous \"sums group either way\" ;\n";
    let sums = file(&folder, "sums.grammar", text);
    let one = sum_trees(&sums, &[], b"1+2+3+4");
    assert!(one.starts_with("5 derivations; the first:\nsum\n  sum\n"), "{one}");
    let two = sum_trees(&sums, &["--trees", "2"], b"1+2+3+4");
    assert!(two.starts_with("5 derivations; the first 2:\nsum\n"), "{two}");
    assert_eq!(two.matches("\nsum\n").count(), 2, "{two}");
    let best = one.split_once('\n').unwrap().1;
    assert!(two.contains(&format!("{best}\nsum\n")), "the best one is first: {two}");
    let all = sum_trees(&sums, &["--trees", "9"], b"1+2+3+4");
    assert!(all.starts_with("5 derivations:\nsum\n"), "{all}");
    assert_eq!(all.matches("\nsum\n").count(), 5, "{all}");
    let json = sum_trees(&sums, &["--trees", "9", "-f", "json"], b"1+2+3");
    let lines = super::json_lines(&json);
    assert_eq!((lines.len(), &lines[0]["derivations"]), (2, &2.into()));
    assert_ne!(lines[0]["nodes"], lines[1]["nodes"]);
    let drawn = sum_trees(&sums, &["--forest", "dot"], b"1+2+3");
    assert!(drawn.starts_with("digraph forest {\n") && drawn.contains("\"sum 0..5\""), "{drawn}");
    assert_eq!(drawn.matches("shape=point").count(), 2, "the root has two alternatives: {drawn}");
    let ran = run_with(&["parse", "--forest", "dot", "-"], b"x");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (2, "--forest needs a grammar with `tokenizer text`\n")
    );
    let ran = run_with(&["parse", "--trees", "2", "-"], b"x");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (2, "--trees needs a grammar with `tokenizer text`\n")
    );
    let ran = run_with(&["parse", "-g", &sums, "-"], b"1 + + 2");
    assert!(ran.status == 1 && ran.err.contains("expected one of NUMBER"), "{ran:?}");
}

/// The two derivations of `a` differ in which of two repetitions has it.
#[test]
fn derivations_that_look_the_same_are_printed_once() {
    let folder = folder("trees-alike");
    let text = b"start s ;\ntokenizer text ;\ns ::= \"a\"* \"a\"* ;\nallow ambiguous \"same\" ;\n";
    let alike = file(&folder, "alike.grammar", text);
    let trees = sum_trees(&alike, &["--trees", "2"], b"a");
    let heading = "2 derivations, 1 of them the same but for groups and repetitions";
    assert_eq!(trees, format!("{heading}; the first:\ns\n  \"a\"\n"));
}

#[test]
fn a_limit_gives_a_part_with_a_message() {
    let folder = folder("parse-limits");
    let page = file(&folder, "a.html", b"<p>one<p>two");
    for (limit, count, said) in [("--max-tokens", "2", "tokens"), ("--max-bytes", "6", "bytes")] {
        let ran = run(&["parse", "-f", "html", limit, count, &page]);
        assert_eq!(ran.status, 1, "{limit}");
        assert_eq!(ran.out, "<html><head></head><body><p>one</p></body></html>\n", "{limit}");
        let expected =
            format!("{page}:1:7: parsing stopped here: limit on the number of {said} reached\n");
        assert_eq!(ran.err, expected);
    }
    assert_eq!(run(&["parse", "--max-tokens", "5", &page]).status, 0);
    assert_eq!(run(&["parse", "--max-tokens", "0", &page]).status, 2);
}

#[test]
fn the_context_of_a_fragment_is_a_name_or_a_start_tag() {
    let parse =
        |context: &str| run_with(&["parse", "-g", "marpa", "--fragment", context, "-"], b"x");
    for context in ["", "svg ", "</tr>", "<tr>x", "<tr", "<!--tr-->", "<svg:>"] {
        let ran = parse(context);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{context}");
        let wanted = format!("`{context}` is neither an element name nor a start tag");
        assert!(ran.err.contains(&wanted) && !ran.err.contains("did you mean"), "{}", ran.err);
    }
    assert_eq!(parse("<tr class=x>").out, parse("tr").out);
    let unknown = parse("tdd");
    assert_eq!(unknown.status, 0);
    assert!(
        unknown.err.contains("has no rule for `tdd`, so the rule of `<*>` applies"),
        "{}",
        unknown.err
    );
    assert!(unknown.err.contains("did you mean `td`?"), "{}", unknown.err);
    let known = parse("TD");
    assert_eq!((known.status, known.err.as_str()), (0, ""));
    assert_eq!(known.out, parse("td").out);
}

#[test]
fn cut_trees_and_outputs_are_reported() {
    let page: String = (0..1000).map(|i| format!("<font a{i}=1><p>")).collect();
    let ran = run_with(&["parse", "-f", "json", "--max-nodes", "5000", "-"], page.as_bytes());
    assert_eq!(
        (ran.status, ran.err.ends_with("limit on the number of nodes reached\n")),
        (1, true),
        "{}",
        ran.err
    );
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let nodes = json["nodes"].as_array().expect("an array").len();
    assert!(json["limit"] == "nodes" && (5000..5064).contains(&nodes), "{nodes} nodes");

    let deep = "<b>".repeat(1000);
    let said = "stdin: output truncated: limit of 20000 bytes of output reached\n";
    for format in ["tree", "json", "html5lib", "events", "tokens", "dot"] {
        let arguments = ["parse", "-f", format, "--max-output", "20000", "-"];
        let ran = run_with(&arguments, deep.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (1, said), "{format}");
        assert!(ran.out.len() < 40_000, "{format}: {}", ran.out.len());
    }
    assert_eq!(run_with(&["parse", "--max-nodes", "0", "-"], b"").status, 2);
}

/// Input is limited while it is read; some of these files are endless.
#[cfg(target_os = "linux")]
#[test]
fn a_device_is_read_up_to_the_limit_or_refused() {
    let ran = run(&["parse", "-f", "tokens", "--max-bytes", "1000", "/dev/zero"]);
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.err,
        "/dev/zero:1:1001: parsing stopped here: limit on the number of bytes reached\n"
    );
    assert!(ran.out.ends_with("\n1000..1000 end-of-file \"\"\n"), "{}", ran.out);
    for command in ["parse", "explain", "fix", "lex"] {
        let ran = run(&[command, "/dev/zero"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command}");
        let wanted = "/dev/zero: cannot be read: a device with more than 64 MiB; limit what is read with --max-bytes";
        assert!(ran.err.starts_with(wanted), "{}", ran.err);
    }
    let ran = run(&["parse", "-f", "html", "/dev/null"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "<html><head></head><body></body></html>\n"));
    for path in ["-", "/dev/stdin", "/proc/self/fd/0"] {
        let ran = run_with(&["parse", "-f", "html", path], b"<p>x");
        assert_eq!(ran.status, 0, "{path}");
        assert_eq!(ran.out, "<html><head></head><body><p>x</p></body></html>\n", "{path}");
    }
    let folder = folder("parse-socket");
    let socket = folder.join("s");
    let _listening = std::os::unix::net::UnixListener::bind(&socket).expect("it can be made");
    let ran = run(&["parse", socket.to_str().expect("UTF-8")]);
    assert!(ran.status == 1 && ran.err.contains("cannot be read"), "{ran:?}");
}

/// The limit does not split a character, and the input after it is copied unchanged.
#[test]
fn input_after_the_limit_is_copied() {
    let text = "\u{e9}\u{1F600}".repeat(50_000);
    let source = format!("<p>{text}");
    for most in [1, 2, 3, 4, 5, 6, 7, 100_000, 149_999] {
        let most = most.to_string();
        let ran = run_with(&["fix", "--max-bytes", &most, "-"], source.as_bytes());
        assert_eq!(ran.status, 1, "{most}");
        let mut kept = source.chars().peekable();
        for letter in ran.out.chars() {
            kept.next_if_eq(&letter);
        }
        let is_kept = kept.peek().is_none();
        assert!(is_kept && ran.out.len() < source.len() + 100, "{most}");
        let ran = run_with(&["parse", "-f", "json", "--max-bytes", &most, "-"], source.as_bytes());
        let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(
            (&json["limit"], &json["source"]["malformed"]),
            (&"text-bytes".into(), &false.into())
        );
    }
    let utf16: Vec<u8> = "<p>abc".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let arguments = ["parse", "-f", "html", "--encoding", "utf-16le", "--max-bytes", "5", "-"];
    let ran = run_with(&arguments, &utf16);
    assert_eq!((ran.status, ran.out.contains("<p>ab</p>")), (1, true), "{ran:?}");
}

#[test]
fn json_names_its_source() {
    let page = "corpus/conforming/forms.html";
    let stdin = run_with(&["parse", "-f", "json", "-"], b"x");
    for (ran, name) in [(run(&["parse", "-f", "json", page]), page), (stdin, "stdin")] {
        let document: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
        assert_eq!(document["source"]["name"], name);
    }
}
