//! The tokens of `tokenizer sgml`, whose spans tile the text.

use super::soup::{LEXEMES, readmitted, soup};
use crate::base::Span;
use crate::token::sgml::SgmlTokenizer;
use crate::token::{LexicalState, Token, TokenKind, Tokenizer};
use proptest::prelude::*;
use wishful_sgml_lexer::SgmlFeatures;

/// Returns all tokens, and sets the states as the slippers would, in turn.
fn tokens(text: &str, readmitted: SgmlFeatures, states: &[LexicalState]) -> Vec<Token> {
    let mut tokenizer = SgmlTokenizer::new(text, readmitted);
    let mut states = states.iter().cycle();
    let mut found = Vec::new();
    loop {
        tokenizer.set_current(Some("current"), 1);
        let token = tokenizer.next_token();
        if let (TokenKind::StartTag(tag), Some(&state)) = (&token.kind, states.next()) {
            tokenizer.set_state(state, tag.name.get(text));
        }
        let is_end = token.kind == TokenKind::EndOfFile;
        found.push(token);
        if is_end {
            return found;
        }
    }
}

/// Formats a token as one line.
fn line(token: &Token, text: &str) -> String {
    let kind = match &token.kind {
        TokenKind::StartTag(tag) | TokenKind::EndTag(tag) => {
            let mut line = tag.name.get(text).to_owned();
            for attribute in &tag.attributes {
                let value = attribute.value.as_ref().map(|value| value.get(text));
                line += &format!(" {}={value:?}", attribute.name.get(text));
            }
            format!(
                "{} {line}",
                if matches!(token.kind, TokenKind::EndTag(_)) { "end" } else { "start" }
            )
        }
        TokenKind::Text(run) => format!("text {:?}", run.value.get(text)),
        TokenKind::Comment(comment) => {
            format!(
                "{} {:?}",
                if comment.bogus { "bogus" } else { "comment" },
                comment.value.get(text)
            )
        }
        TokenKind::Doctype(doctype) => {
            let values = [&doctype.name, &doctype.public_id, &doctype.system_id];
            format!("doctype {:?}", values.map(|value| value.as_ref().map(|value| value.get(text))))
        }
        TokenKind::Lost => "lost".to_owned(),
        TokenKind::ProcessingInstruction(instruction) => {
            format!("pi {:?}", instruction.value.get(text))
        }
        TokenKind::EndOfFile => "end".to_owned(),
    };
    format!("{:?} {kind}", token.span)
}

fn lines(text: &str, readmitted: SgmlFeatures) -> Vec<String> {
    tokens(text, readmitted, &[]).iter().map(|token| line(token, text)).collect()
}

#[test]
fn the_example_in_the_module_docs_holds() {
    let expected = [
        "0..5 start x a=None",
        "5..20 text \"Tom & Jerry\"",
        "20..23 lost",
        "23..24 text \"!\"",
        "24..33 lost",
        "33..34 text \"<\"",
        "34..37 lost",
        "37..46 comment \" b \"",
        "46..53 comment \"c\"",
        "53..56 end current",
        "56..56 end",
    ];
    let text = "<x a>Tom &amp; Jerry<!>!<![CDATA[<]]><!-- b -- --c--></>";
    assert_eq!(lines(text, SgmlFeatures::ALL), expected);
}

#[test]
fn values_are_interpreted_and_have_their_spans() {
    let expected = [
        r#"0..48 doctype [Some("ab"), Some("p\nq"), Some("s")]"#,
        r#"48..97 start p a=Some("1 &  2 <x&y; &z") b=Some("c") d=None d=Some("50%")"#,
        r#"97..104 text "é""#,
        r#"104..105 text """#,
        r#"105..122 text "\nA &#x; &no;\n""#,
        r#"122..127 bogus "?pi""#,
        r#"127..142 bogus "ENTITY a 'b'""#,
        "142..150 lost",
        "150..150 end",
    ];
    let text = "<!DOCTYPE Ab --not reported-- PUBLIC \"p\r\nq\" 's'><P A=\"1 &amp;\n\t2\r\n&lt\nx&#38;y; &z\" b = c D d=50%>&eacute\n\n&#65 &#x; &no;\r\n<?pi><!ENTITY a 'b'><b c='d>";
    let found = lines(text, SgmlFeatures::default());
    assert_eq!(found, expected);
}

/// The current element is set before each token. An empty tag may wait until the text before it is
/// handled.
#[test]
fn an_empty_tag_repeats_the_current_element() {
    let text = "<!DOCTYPE Memo><>a<>b</></>";
    let current = [None, None, Some("memo"), Some("p"), Some("p"), Some("q"), None, None];
    let mut tokenizer = SgmlTokenizer::new(text, SgmlFeatures::ALL);
    let found = current.map(|name| {
        tokenizer.set_current(name, usize::from(name.is_some()));
        line(&tokenizer.next_token(), text)
    });
    let expected = [
        "0..15 doctype [Some(\"memo\"), None, None]",
        "15..17 start memo",
        "17..18 text \"a\"",
        "18..20 start p",
        "20..21 text \"b\"",
        "21..24 end q",
        "24..27 lost",
        "27..27 end",
    ];
    assert_eq!(found, expected);
}

fn state() -> impl Strategy<Value = LexicalState> {
    proptest::sample::select(vec![
        LexicalState::Data,
        LexicalState::Data,
        LexicalState::RcData,
        LexicalState::RawText,
        LexicalState::ScriptData,
        LexicalState::PlainText,
    ])
}

/// A text of repeated lexemes has at most one token for each byte, and is read in linear time.
#[test]
fn the_same_lexeme_many_times() {
    for piece in LEXEMES {
        let text = piece.repeat(50_000);
        let count = tokens(&text, SgmlFeatures::ALL, &[]).len();
        assert!(count <= text.len() + 1, "{piece}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn spans_tile_any_text(
        text in soup(),
        readmitted in readmitted(),
        states in proptest::collection::vec(state(), 1..5),
    ) {
        let mut end = 0;
        for token in tokens(&text, readmitted, &states) {
            prop_assert_eq!(token.span.range().start, end);
            end = token.span.range().end;
            let is_empty = token.span.range().is_empty();
            prop_assert_eq!(is_empty, token.kind == TokenKind::EndOfFile);
            if let TokenKind::Text(run) = &token.kind {
                prop_assert_eq!(run.value.span(), token.span);
            }
            prop_assert!(text.is_char_boundary(end));
            line(&token, &text);
        }
        prop_assert_eq!(end, text.len());
    }
}

#[test]
fn errors_are_those_of_the_document() {
    let text =
        "<!doctype x [ <!entity y 'z'> ]><a b='&no; &amp;' c=50%>&nope&amp;&#23x;<![ %x; [<>]]>";
    let mut tokenizer =
        SgmlTokenizer::new(text, SgmlFeatures { shorthand: false, ..SgmlFeatures::ALL });
    while tokenizer.next_token().kind != TokenKind::EndOfFile {}
    let errors = tokenizer.take_errors();
    let found: Vec<_> = errors
        .iter()
        .map(|error| (&text[Span { start: error.at, end: error.at + 3 }.range()], error.code))
        .collect();
    let expected = [
        ("50%", "attribute value needs quotes"),
        ("&no", "unknown entity"),
        ("&no", "unknown entity"),
        ("&#2", "bad character in character reference"),
        ("<>]", "empty start tag not supported"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_byte_order_mark_is_lost() {
    let text = "\u{FEFF}<x>";
    let mut tokenizer = SgmlTokenizer::with_byte_order_mark(text, SgmlFeatures::default());
    let kinds = [tokenizer.next_token(), tokenizer.next_token()].map(|token| line(&token, text));
    assert_eq!(kinds, ["0..3 lost", "3..6 start x"]);
}
