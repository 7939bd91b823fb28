//! The splitting of text runs into pieces: leading whitespace is a separate word only where that
//! makes a difference.

use wishful::instruments::{events, tokens};
use wishful::slippers::event::EventKind;
use wishful::{Grammar, ParseOptions, Parser, verify};

/// Returns the pieces of the text in `<p>`, by a grammar with this content and more lines.
fn pieces(content: &str, lines: &str, html: &str) -> Vec<String> {
    let text = format!(
        "start document ; tokenizer html5 ; document ::= <p> EOF ; <p> ::= {content} ; <b> ::= TEXT* ; {lines}"
    );
    let grammar = Grammar::source("pieces.grammar", &text).compile().expect("it is sound");
    let parser = Parser::new(grammar).expect("it runs");
    let document = verify::verify(&parser, html.as_bytes(), &ParseOptions::default())
        .expect("it keeps what it promises");
    let mut read = Vec::new();
    for event in events(&document) {
        if let EventKind::Text(range) = event.kind
            && let Some(token) = event.token
        {
            let span = tokens(&document).span(token.index());
            read.push(span.of(document.text())[range.range()].to_owned());
        }
    }
    read
}

const HTML: &str = "<p> \none two <b>x</b> three</p>";

#[test]
fn blanks_belong_to_the_following_text() {
    let read = pieces("(TEXT | SPACE | <b>)*", "", HTML);
    assert_eq!(read, [" \none two ", "x", " three"]);
}

#[test]
fn blanks_alone_are_blanks() {
    let read = pieces("(SPACE | <b>)*", "", "<p> <b>x</b> </p>");
    assert_eq!(read, [" ", "x", " "]);
}

#[test]
fn blanks_are_split_off_where_the_grammar_distinguishes_them() {
    let apart = [" \n", "one two ", "x", " ", "three"];
    assert_eq!(pieces("SPACE* TEXT* <b> SPACE* TEXT*", "", HTML), apart, "by their place");
    let latch = "latch blank set SPACE ;";
    assert_eq!(pieces("(TEXT | SPACE | <b>)*", latch, HTML), apart, "by what they turn on");
}

/// `TEXT` fits, but a context line excludes it and a remedy admits it: the permitted whitespace
/// before it is read first.
#[test]
fn forbidden_characters_are_split_off() {
    let read = pieces("(TEXT | SPACE | <b>)* excluding TEXT", "TEXT -> admit ;", "<p> a</p>");
    assert_eq!(read, [" ", "a"]);
}

/// Returns the range of each piece in its token, from the events.
fn ranges(document: &wishful::Document) -> Vec<(usize, std::ops::Range<usize>)> {
    let mut ranges = Vec::new();
    for event in events(document) {
        if let EventKind::Text(range)
        | EventKind::Cruft(Some(range))
        | EventKind::Ignored(Some(range)) = event.kind
            && let Some(token) = event.token
        {
            ranges.push((token.index(), range.range()));
        }
    }
    ranges
}

/// No text is lost: discarded pieces have an event, too, but no repair.
#[test]
fn the_pieces_of_a_text_tile_it() {
    let pages = [
        "\n<!DOCTYPE html>\n <html> \n<head> <title> a </title> \n</head> <body> b </body> </html> \n",
        " <table> <tr> x <td> y </table> \n <frameset> <frame> z </frameset>",
        "<p> <ul> a <li> b \n<select> <option> c </select> <col> d",
    ];
    let mut cases = Vec::new();
    for name in ["whatwg", "html4", "html2", "marpa"] {
        for page in pages {
            cases.push((name, page));
        }
    }
    for (name, page) in cases {
        let parser = Parser::new(Grammar::load(name).expect("shipped")).expect("it runs");
        let document = verify::verify(&parser, page.as_bytes(), &ParseOptions::default())
            .expect("it keeps what it promises");
        let ranges = ranges(&document);
        // The pages have no character references, so a text's value is as long as its source.
        for token in 0..tokens(&document).len() {
            let written = tokens(&document).span(token).of(document.text());
            let mut end = 0;
            for (other, range) in &ranges {
                if *other == token {
                    assert_eq!(range.start, end, "{name}: token {token} of {page:?}");
                    end = range.end;
                }
            }
            let length = if written.starts_with('<') { 0 } else { written.len() };
            assert_eq!(end, length, "{name}: token {token} of {page:?}");
        }
    }
}

/// A discarded piece is not a mistake: it has an event, but no repair.
#[test]
fn skipped_pieces_are_no_repairs() {
    let parser = Parser::new(Grammar::load("whatwg").expect("shipped")).expect("it runs");
    let document =
        parser.parse(b"<!DOCTYPE html>\n<p>x", &ParseOptions::default()).expect("it runs");
    let own: Vec<_> = events(&document)
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Ignored(_)))
        .collect();
    let [own] = own.as_slice() else { panic!("one run of blanks: {own:?}") };
    assert_eq!((own.cause, own.word), (None, None));
    let span = tokens(&document).span(own.token.expect("it is of a token").index());
    assert_eq!(span.of(document.text()), "\n");
}
