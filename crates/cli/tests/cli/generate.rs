//! Tests of `wishful generate`.

use crate::{run, run_with};
use std::fs;

#[test]
fn generated_documents_have_no_mistakes() {
    for grammar in ["whatwg", "html4", "marpa"] {
        let made = run(&["generate", "-g", grammar, "--seed", "5"]);
        assert_eq!(made.status, 0, "{}", made.err);
        let parsed = run_with(
            &["parse", "-g", grammar, "--fail-on", "repairs", "-"],
            made.out.trim_end().as_bytes(),
        );
        assert_eq!(parsed.status, 0, "{}\n{}", made.out, parsed.out);
        assert_eq!(made.out, run(&["generate", "-g", grammar, "--seed", "5"]).out);
    }
}

#[test]
fn generated_cases_pass_with_their_grammar() {
    let folder = std::env::temp_dir().join(format!("wishful-generate-{}", std::process::id()));
    let shown = folder.to_string_lossy();
    for kind in [&[][..], &["--omit"], &["--broken", "2"]] {
        let options = ["generate", "-g", "marpa", "-n", "5", "-f", "cases", "-o", &shown];
        let made = run(&[&options, kind].concat());
        assert_eq!((made.status, made.out.as_str()), (0, ""), "{}", made.err);
        let tested = run(&["test", &shown]);
        assert_eq!(tested.status, 0, "{}{}", tested.out, tested.err);
        assert!(tested.out.contains("5 passed"), "{}", tested.out);
    }
    let json = ["generate", "-g", "marpa", "-n", "5", "-f", "json"];
    run(&[&json[..], &["-o", &shown]].concat());
    let written = fs::read_to_string(folder.join("generated.ndjson")).expect("it was written");
    assert_eq!(written, run(&json).out);
    fs::remove_dir_all(&folder).expect("the folder was made");
}

#[test]
fn few_generated_texts_are_empty() {
    let folder = super::folder("generate-texts");
    let text = b"start s ;\ntokenizer text ;\ns ::= word* ;\nword ::= \"a\" | \"b\" ;\n";
    let grammar = super::file(&folder, "words.grammar", text);
    let output = folder.join("texts");
    let made = run(&["generate", "-g", &grammar, "-n", "200", "-o", &output.to_string_lossy()]);
    assert_eq!(made.status, 0, "{}", made.err);
    let mut empty = 0;
    for number in 0..200 {
        let path = output.join(format!("{number:06}.txt"));
        let text = fs::read_to_string(path).expect("each text has a file");
        empty += usize::from(text.is_empty());
    }
    assert!(empty < 20, "{empty}");
}

#[test]
fn impossible_documents_are_reported() {
    let made = run(&["generate", "-g", "css", "--omit"]);
    assert_eq!(made.status, 1);
    assert!(made.err.contains("does not describe markup"), "{}", made.err);
    let made = run(&["generate", "--fragment", "</td>"]);
    assert_eq!(made.status, 1);
    assert!(made.err.contains("neither an element name nor a start tag"), "{}", made.err);
    let made = run(&["generate", "--size", "100000000"]);
    assert_eq!(made.status, 2);
    assert!(made.err.contains("100000000 is not in 1..=1000000"), "{}", made.err);
}

#[test]
fn uncovered_statements_have_a_reason() {
    let made = run(&["generate", "-g", "html2", "--cover", "-f", "json"]);
    assert_eq!(made.status, 0);
    let excluded =
        made.err.lines().find(|line| line.contains("excluded in every context that was tried"));
    assert!(excluded.is_some_and(|line| line.contains("<a>")), "{}", made.err);
    assert!(made.err.contains("rules are used by"), "{}", made.err);
    assert!(
        made.out.lines().all(|line| line.starts_with("{\"format\":\"wishful-sentence/1\"")),
        "{}",
        made.out
    );
}

#[test]
fn texts_that_cover_a_grammar_are_cases_that_pass() {
    let folder = super::folder("generate-cover-texts");
    let output = folder.to_string_lossy();
    for grammar in ["grammar/vocabulary.grammar", "grammar/query/words.grammar"] {
        let made = run(&["generate", "-g", grammar, "--cover", "-f", "cases", "-o", &output]);
        assert_eq!(made.status, 0, "{}", made.err);
        assert!(made.err.contains(" rules are used by "), "{}", made.err);
        let absolute = super::shared::root().join(grammar);
        let path = folder.join("generated.txt");
        let cases = fs::read_to_string(&path).expect("it was written");
        let line = format!("grammar: {grammar}");
        let cases = cases.replace(&line, &format!("grammar: {}", absolute.to_string_lossy()));
        fs::write(&path, cases).expect("it can be written");
        let tested = run(&["test", &output]);
        assert_eq!(tested.status, 0, "{}{}", tested.out, tested.err);
    }
    let dat = run(&["generate", "-g", "grammar/vocabulary.grammar", "-f", "dat"]);
    assert_eq!(dat.status, 2, "{}", dat.err);
}
