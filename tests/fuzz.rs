//! The fuzz targets, driven with bounded random input.

use wishful::verify::{fuzz_bytes, fuzz_grammar};

#[test]
fn bytes_to_parse() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..300 {
        let length = random.usize(0..300);
        // Bytes that matter come often.
        let byte = |random: &mut fastrand::Rng| match random.u8(0..4) {
            0 => random.u8(..),
            1 => random.choice(*b"<>/!-=\"' &;\0").unwrap_or(b'<'),
            _ => random.choice(*b"abdhilprt").unwrap_or(b'a'),
        };
        let bytes: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
        fuzz_bytes(&bytes);
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
        "drop",
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
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..500 {
        let length = random.usize(1..40);
        let words = (0..length).map(|_| *random.choice(WORDS).unwrap_or(&";"));
        fuzz_grammar(&words.collect::<Vec<_>>().join(" "));
    }
}
