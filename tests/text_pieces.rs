//! Where a run of text is cut: blanks in front of other text are a word of their own only where that makes a difference.

use wishful::instruments::event::EventKind;
use wishful::instruments::{events, tokens};
use wishful::{Grammar, ParseOptions, Parser, verify};

/// The pieces that are read of the text of `<p>` with a content, by a grammar with more lines.
fn pieces(content: &str, lines: &str, html: &str) -> Vec<String> {
    let text = format!(
        "start document ; tokenizer html5 ; document ::= <p> EOF ; <p> ::= {content} ; <b> ::= TEXT* ; {lines}"
    );
    let grammar = Grammar::from_text("pieces.grammar", &text).expect("it is sound");
    let parser = Parser::new(grammar).expect("it runs");
    let document = verify::verify(&parser, html.as_bytes(), &ParseOptions::default())
        .expect("it keeps what it promises");
    let text = |kind| match kind {
        EventKind::Text(range) => Some(range.range()),
        _ => None,
    };
    let read = events(&document).iter().filter_map(|event| {
        let span = tokens(&document).span(event.token?.index());
        Some(span.of(document.text())[text(event.kind)?].to_owned())
    });
    read.collect()
}

const HTML: &str = "<p> \none two <b>x</b> three</p>";

#[test]
fn blanks_go_with_the_text_behind_them() {
    let read = pieces("(TEXT | SPACE | <b>)*", "", HTML);
    assert_eq!(read, [" \none two ", "x", " three"]);
}

#[test]
fn blanks_alone_are_blanks() {
    let read = pieces("(SPACE | <b>)*", "", "<p> <b>x</b> </p>");
    assert_eq!(read, [" ", "x", " "]);
}

#[test]
fn where_blanks_are_told_apart_they_are_cut_off() {
    let apart = [" \n", "one two ", "x", " ", "three"];
    assert_eq!(pieces("SPACE* TEXT* <b> SPACE* TEXT*", "", HTML), apart, "by their place");
    let latch = "latch blank set SPACE ;";
    assert_eq!(pieces("(TEXT | SPACE | <b>)*", latch, HTML), apart, "by what they turn on");
}

/// `TEXT` has a place, but a context line forbids it, and a remedy admits it: what is not forbidden is read before.
#[test]
fn what_is_forbidden_is_cut_off() {
    let read = pieces("(TEXT | SPACE | <b>)* excluding TEXT", "TEXT -> admit ;", "<p> a</p>");
    assert_eq!(read, [" ", "a"]);
}
