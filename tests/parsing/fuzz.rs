//! The fuzz targets with bounded random input.

use wishful::instruments::fuzz;

#[test]
fn bytes_to_parse() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..300 {
        let length = random.usize(0..300);
        // Bytes with a meaning in HTML are frequent.
        let mut bytes = Vec::new();
        for _ in 0..length {
            bytes.push(match random.u8(0..4) {
                0 => random.u8(..),
                1 => random.choice(*b"<>/!-=\"' &;\0").unwrap_or(b'<'),
                _ => random.choice(*b"abdhilprt").unwrap_or(b'a'),
            });
        }
        fuzz::bytes(&bytes);
    }
}

#[test]
fn text_to_grammar() {
    const WORDS: &[&str] = &[
        "start",
        "tokenizer",
        "html5",
        "text",
        "document",
        "::=",
        "=",
        "|=",
        "->",
        ";",
        "|",
        "(",
        ")",
        "*",
        "+",
        "?",
        "-",
        "{",
        "}",
        "<p>",
        "</p>",
        "<*>",
        "TEXT",
        "EOF",
        "excluding",
        "until",
        "in",
        "wish",
        "cost",
        "3",
        "for",
        "void",
        "lexical",
        "rcdata",
        "use",
        "\"marpa\"",
        "/a+/",
        "token",
        "NUMBER",
        "skip",
        "[",
        "!",
        "]",
        "as",
        "x",
        "cruft",
        "grant",
        "all",
        "ends",
        "allow",
        "replace",
        "remove",
        "#\n",
        "\n",
        "\"",
        "\\",
        "é",
    ];
    const HEADS: &[&str] =
        &["", "start x ; tokenizer html5 ; x ::= ", "start x ; tokenizer text ; x ::= "];
    let mut random = fastrand::Rng::with_seed(12);
    for round in 0..1500 {
        let length = random.usize(1..40);
        let words = (0..length).map(|_| *random.choice(WORDS).unwrap_or(&";"));
        let words: String = words.collect::<Vec<_>>().join(" ");
        fuzz::grammar(&format!("{}{words}", HEADS[round % HEADS.len()]));
    }
}

/// Random sequences of complete statements, many of which compile: the printed grammar is
/// equivalent.
#[test]
fn statements_to_grammar() {
    const HEADS: &[&str] = &[
        "tokenizer html5 ; x ::= <p> TEXT EOF ; flow = <b> TEXT ; <*> ::= ;",
        "tokenizer sgml ; x ::= <p> <b>* EOF ; flow = <b> ; <*> ::= TEXT* ; void <br> ;",
        "tokenizer text ; x ::= NUMBER y | TEXT ; token NUMBER = /[0-9]+/ ; y ::= ;",
    ];
    const STATEMENTS: &[&str] = &[
        "y |= \"+\"? ;",
        "x |= \"\" ;",
        "y |= NAME+ ;",
        "token NAME = /[a-z]+/ ;",
        "replace <*> ::= TEXT* ;",
        "<p> ::= flow* excluding <p> until <b> ;",
        "<b> ::= TEXT* ;",
        "flow |= <a> - <b> ;",
        "token TEXT = /[a-z\\/]+/ ;",
        "token EOF = /e/ ;",
        "skip / +/ ;",
        "mode loud ;",
        "<p> ::= [loud] TEXT* | [!loud] flow? ;",
        "wish <p> </p> cost 2 for flow ;",
        "flow -> <p> cruft ;",
        "<b> in <p> -> rewrite <p> ;",
        "text whole ;",
        "void <br> ;",
        "lexical rcdata <b> ;",
        "allow unused \"a \\\"reason\\\"\" ;",
        "flow |= <p> ;",
        "replace flow = <a> <b> ;",
        "remove void <br> ;",
        "x |= (<p> | NUMBER+)* ;",
    ];
    let mut random = fastrand::Rng::with_seed(13);
    let mut accepted = 0;
    for round in 0..1500 {
        let mut text = format!("start x ; {}\n", HEADS[round % HEADS.len()]);
        let more = random.usize(0..5);
        for statement in random.choose_multiple(STATEMENTS, more) {
            text.push_str(statement);
            text.push('\n');
        }
        fuzz::grammar(&text);
        accepted += usize::from(wishful::Grammar::source("fuzz.grammar", &text).compile().is_ok());
    }
    assert!(accepted > 100, "only {accepted} are accepted");
}
