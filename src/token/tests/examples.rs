//! Single texts, and the span of each part of each token.

use super::{all_tokens, check_tiling, json_of, value_spans};
use crate::token::{Html5Tokenizer, LexicalState, Token, TokenKind};

fn show(text: &str) -> Vec<String> {
    show_by(Html5Tokenizer::new(text), text)
}

fn show_by(mut tokenizer: Html5Tokenizer<'_>, text: &str) -> Vec<String> {
    tokenizer.allow_cdata(true);
    let tokens = all_tokens(&mut tokenizer, |_, _| {});
    check_tiling(&tokens, text).unwrap();
    tokens.iter().map(|token| line(token, text)).collect()
}

/// Formats the span of a token, its JSON form, and the spans of its values.
fn line(token: &Token, text: &str) -> String {
    let mut line = match json_of(token, text) {
        Some(json) => format!("{:?} {json}", token.span),
        None => format!("{:?} -", token.span),
    };
    for span in value_spans(token) {
        line += &format!(" {span:?}");
    }
    line
}

#[test]
fn dropped_source_is_covered_by_lost_tokens() {
    let text = "\u{FEFF}a</>b<![CDATA[]]>\u{FEFF}<x y='1";
    let expected = [
        "0..3 -",
        r#"3..4 ["Character","a"] 3..4"#,
        "4..7 -",
        r#"7..8 ["Character","b"] 7..8"#,
        "8..20 -",
        "20..23 [\"Character\",\"\u{FEFF}\"] 20..23",
        "23..30 -",
        "30..30 -",
    ];
    assert_eq!(show_by(Html5Tokenizer::with_byte_order_mark(text), text), expected);
    assert_eq!(show(text)[0], "0..4 [\"Character\",\"\u{FEFF}a\"] 0..4");
}

#[test]
fn the_example_in_the_module_docs_holds() {
    let expected = [
        r#"0..11 ["StartTag","p",{"class":"a"}] 1..2 3..8 9..10 10..10"#,
        r#"11..26 ["Character","Tom & Jerry"] 11..26"#,
        "26..29 -",
        "29..32 -",
        "32..32 -",
    ];
    assert_eq!(show("<P CLASS=a>Tom &amp; Jerry</></p"), expected);
}

#[test]
fn spans_point_at_names_and_values() {
    let text = "<P Class=\"a&amp;b\" d = d e= f='' g>x&lt;\r\n<!--c--!></P ><!DOCTYPE Ab PUBLIC 'x' \"y\">";
    let expected = [
        r#"0..35 ["StartTag","p",{"class":"a&b","d":"d","e":"f=''","g":""}] 1..2 3..8 10..17 18..18 19..20 23..24 24..24 25..26 28..32 32..32 33..34 34..34"#,
        r#"35..42 ["Character","x<\n"] 35..42"#,
        r#"42..51 ["Comment","c"] 46..47"#,
        r#"51..56 ["EndTag","p"] 53..54"#,
        r#"56..84 ["DOCTYPE","ab","x","y",true] 66..68 77..78 81..82"#,
        "84..84 -",
    ];
    assert_eq!(show(text), expected);
}

#[test]
fn an_attribute_without_an_equals_sign_has_no_value() {
    let text = "<a b c= d='' e = >";
    let TokenKind::StartTag(tag) = Html5Tokenizer::new(text).next_token().kind else {
        panic!("not a start tag")
    };
    let mut values = Vec::new();
    for attribute in &tag.attributes {
        let value = attribute.value.as_ref().map(|value| value.get(text));
        values.push((attribute.span.of(text), value));
    }
    assert_eq!(values, [("b", None), ("c= d=''", Some("d=''")), ("e =", Some(""))]);
}

#[test]
fn a_section_is_a_text_of_its_own_and_a_comment_where_it_is_not_allowed() {
    let expected = [
        r#"0..1 ["Character","a"] 0..1"#,
        r#"1..16 ["Character","<b>"] 10..13"#,
        r#"16..17 ["Character","c"] 16..17"#,
        "17..17 -",
    ];
    assert_eq!(show("a<![CDATA[<b>]]>c"), expected);
    let text = "<![CDATA[x]]>";
    let TokenKind::Comment(comment) = Html5Tokenizer::new(text).next_token().kind else {
        panic!("not a comment")
    };
    assert!(comment.bogus);
    assert_eq!(comment.value.get(text), "[CDATA[x]]");
}

#[test]
fn a_state_set_after_a_start_tag_applies_at_once() {
    let text = "<x>&amp;<b></X><x>&amp;<b></y></x>";
    let mut tokenizer = Html5Tokenizer::without_errors(text);
    let states = [LexicalState::RcData, LexicalState::RawText];
    let mut states = states.into_iter();
    let tokens = all_tokens(&mut tokenizer, |tokenizer, token| {
        if let TokenKind::StartTag(_) = &token.kind {
            tokenizer.set_state(states.next().unwrap(), "x");
        }
    });
    check_tiling(&tokens, text).unwrap();
    let mut texts = Vec::new();
    for token in &tokens {
        if let TokenKind::Text(run) = &token.kind {
            texts.push((run.value.get(text), run.state));
        }
    }
    let expected = [("&<b>", LexicalState::RcData), ("&amp;<b></y>", LexicalState::RawText)];
    assert_eq!(texts, expected);
    assert!(tokenizer.errors().is_empty());
    assert_eq!(tokenizer.next_token().kind, TokenKind::EndOfFile);
}

#[test]
fn huge_tokens_are_read_whole() {
    let mut names = String::new();
    for number in 0..10_000 {
        names += &format!(" a{number}=1 A{}", number / 2);
    }
    let text = format!("<x{names}>{}<y {}>", "word &amp; ".repeat(500_000), "a".repeat(1_000_000));
    let tokens = all_tokens(&mut Html5Tokenizer::new(&text), |_, _| {});
    check_tiling(&tokens, &text[..]).unwrap();
    let TokenKind::StartTag(tag) = &tokens[0].kind else { panic!("not a start tag") };
    assert_eq!(tag.attributes.len(), 20_000);
    assert_eq!(tag.attributes.iter().filter(|attribute| attribute.duplicate).count(), 10_000);
}

#[test]
fn a_processing_instruction_has_a_target_and_data() {
    let text = "x<?a-B_1 \t k=v\r\n?><?_?><?q ? ><?a??b??>\0<?n\0></p><? a><?Xml a><?a$\0><?a b";
    let expected = [
        r#"0..1 ["Character","x"] 0..1"#,
        r#"1..18 ["PI","a-B_1","k=v\n"] 3..16"#,
        r#"18..23 ["PI","_",""] 20..21"#,
        r#"23..30 ["PI","q","? "] 25..29"#,
        r#"30..39 ["PI","a","??b?"] 32..37"#,
        r#"39..40 ["Character","\u0000"] 39..40"#,
        r#"40..45 ["Comment","?n\ufffd"] 41..44"#,
    ];
    assert_eq!(show(text)[..7], expected.map(|line| line.replace("\\ufffd", "\u{fffd}")));
    let rest = [
        r#"45..49 ["EndTag","p"] 47..48"#,
        r#"49..54 ["Comment","? a"] 50..53"#,
        r#"54..62 ["Comment","?Xml a"] 55..61"#,
        r#"62..68 ["Comment","?a$\ufffd"] 63..67"#,
        "68..73 -",
        "73..73 -",
    ];
    assert_eq!(show(text)[7..], rest.map(|line| line.replace("\\ufffd", "\u{fffd}")));
    let mut tokenizer = Html5Tokenizer::new(text);
    all_tokens(&mut tokenizer, |_, _| {});
    let errors: Vec<_> = tokenizer.errors().iter().map(|error| (error.at, error.code)).collect();
    let expected = [
        (39, "unexpected-null-character"),
        (43, "invalid-processing-instruction-target"),
        (43, "unexpected-null-character"),
        (51, "invalid-first-character-of-processing-instruction-target"),
        (59, "disallowed-processing-instruction-target"),
        (65, "invalid-processing-instruction-target"),
        (66, "unexpected-null-character"),
        (73, "eof-in-processing-instruction"),
    ];
    assert_eq!(errors, expected);
    let tokens = all_tokens(&mut Html5Tokenizer::new("<?a\0>").without_instructions(), |_, _| {});
    assert_eq!(json_of(&tokens[0], "<?a\0>").unwrap()[1], "?a\u{fffd}");
}

/// NUL stays in the data, and is no error there.
#[test]
fn a_processing_instruction_keeps_nul() {
    let text = "<?a \0\u{7f}?>";
    let mut tokenizer = Html5Tokenizer::new(text);
    let tokens = all_tokens(&mut tokenizer, |_, _| {});
    assert_eq!(json_of(&tokens[0], text).unwrap()[2], "\0\u{7f}");
    let codes: Vec<_> = tokenizer.errors().iter().map(|error| error.code).collect();
    assert_eq!(codes, ["control-character-in-input-stream"]);
}
