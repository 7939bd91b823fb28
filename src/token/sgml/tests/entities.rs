//! References to entities that a document declares.

use crate::base::Span;
use crate::dtd::entities_of_subset;
use crate::token::sgml::{Entities, EntityKind, EntityLimits, KnownEntities, SgmlTokenizer};
use crate::token::{Token, TokenError, TokenKind, Tokenizer};
use proptest::prelude::*;
use std::sync::Arc;
use wishful_sgml_lexer::SgmlFeatures;

/// Returns the tokens of a text, and its errors.
fn read(text: &str, limits: EntityLimits) -> (Vec<Token>, Vec<TokenError>) {
    let mut entities = Entities::default();
    entities.declare("of-type", EntityKind::Text, "<i>&own;</i>");
    let known = KnownEntities { entities: Arc::new(entities), subset: entities_of_subset, limits };
    let mut tokenizer = SgmlTokenizer::new(text, SgmlFeatures::ALL).with_entities(known);
    let mut tokens = Vec::new();
    loop {
        tokenizer.set_current(Some("current"), 1);
        let token = tokenizer.next_token();
        let is_end = token.kind == TokenKind::EndOfFile;
        tokens.push(token);
        if is_end {
            return (tokens, tokenizer.take_errors());
        }
    }
}

/// Returns the tokens after the document type declaration, as lines.
fn shown(text: &str) -> String {
    let (tokens, errors) = read(text, EntityLimits::default());
    let mut lines = String::new();
    for token in &tokens {
        let what = match &token.kind {
            TokenKind::StartTag(tag) => format!("<{}>", tag.name.get(text)),
            TokenKind::EndTag(tag) => format!("</{}>", tag.name.get(text)),
            TokenKind::Text(run) => format!("{:?}", run.value.get(text)),
            TokenKind::Comment(comment) => format!("comment {:?}", comment.value.get(text)),
            TokenKind::Lost => "lost".to_owned(),
            _ => continue,
        };
        lines += &format!("{} {what}\n", token.span.of(text).escape_debug());
    }
    for error in &errors {
        lines += &format!("{}\n", error.code);
    }
    lines
}

const SUBSET: &str = "<!DOCTYPE x [<!ENTITY own 'me'><!ENTITY two '<b>&own;</b>!'><!ENTITY none ''>\
    <!ENTITY nbsp SDATA '[nbsp  ]'><!ENTITY pi PI 'go'><!ENTITY tag '<'><!ENTITY cut '<b '>\
    <!ENTITY amp2 CDATA '&own;'>]>";

#[test]
fn tokens_of_a_replacement_have_the_span_of_the_reference() {
    let text = format!("{SUBSET}a&two;z &of-type;&none;&nbsp;&pi;&amp2\nx");
    let expected = "a \"a\"\n&two; <b>\n \"me\"\n </b>\n \"!\"\nz  \"z \"\n&of-type; <i>\n \"me\"\n </i>\n\
        &none; \"\"\n&nbsp; \"\\u{a0}\"\n&pi; comment \"?go\"\n&amp2 \"&own;\"\n\\n \"\"\nx \"x\"\n";
    assert_eq!(shown(&text), expected);
}

#[test]
fn markup_ends_in_the_entity_that_it_began_in() {
    let expected = "a \"a\"\n&tag; \"<\"\nb> \"b>\"\n&cut; lost\nz \"z\"\ndocument ends in a tag\n";
    assert_eq!(shown(&format!("{SUBSET}a&tag;b>&cut;z")), expected);
}

#[test]
fn attributes_resolve_the_same_entities() {
    let text = format!("{SUBSET}<a b='&own;&nbsp;&two;' c='&pi;'>");
    let (tokens, errors) = read(&text, EntityLimits::default());
    let tag = tokens.iter().find_map(|token| match &token.kind {
        TokenKind::StartTag(tag) => Some(tag),
        _ => None,
    });
    let values: Vec<_> =
        tag.unwrap().attributes.iter().map(|attribute| attribute.value.as_ref().unwrap()).collect();
    assert_eq!(values[0].get(&text), "me\u{a0}<b>me</b>!");
    let data = values[0].view().entity_data();
    assert_eq!((data[0].range, &*data[0].text), (Span::new(2, 4), "[nbsp  ]"));
    assert_eq!(values[1].get(&text), "&pi;");
    assert_eq!(errors[0].code, "a processing instruction is not allowed in an attribute value");
}

/// A billion laughs, in content and in a value.
#[test]
fn exponential_entity_expansion_is_bounded() {
    let mut text = "<!DOCTYPE x [<!ENTITY e0 'ha'>".to_owned();
    for level in 1..10 {
        let inner = format!("&e{};", level - 1).repeat(10);
        text += &format!("<!ENTITY e{level} '{inner}'>");
    }
    text += "]>&e9;<a b='&e9;'>";
    let (tokens, errors) = read(&text, EntityLimits { bytes: 10_000, ..EntityLimits::default() });
    let mut bytes = 0;
    for token in &tokens {
        match &token.kind {
            TokenKind::Text(run) => bytes += run.value.len(),
            TokenKind::StartTag(tag) => bytes += tag.attributes[0].value.as_ref().unwrap().len(),
            _ => {}
        }
    }
    assert!(bytes < 20_000, "{bytes} bytes");
    assert!(tokens.len() < 10_000, "{} tokens", tokens.len());
    assert!(errors.iter().any(|error| error.code == "entity references expand to too much text"));
}

#[test]
fn entity_nesting_is_bounded() {
    let mut text = "<!DOCTYPE x [<!ENTITY e0 'ha'>".to_owned();
    for level in 1..100 {
        text += &format!("<!ENTITY e{level} '&e{};'>", level - 1);
    }
    let (_, errors) = read(&(text + "]>&e99;"), EntityLimits::default());
    assert_eq!(errors[0].code, "entity references are nested too deep");
}

/// Returns a strategy for references, and constructs around them.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "&own;",
        "&two;",
        "&none;",
        "&nbsp;",
        "&pi;",
        "&tag;",
        "&cut;",
        "&amp2",
        "&no;",
        "&of-type;",
        "<b>",
        "</b>",
        "<",
        ">",
        "x",
        "\n",
        "\r\n",
        "<a b='",
        "'",
        "<![CDATA[",
        "<![RCDATA[",
        "]]>",
        "<p/",
        "/",
        "é",
        "<!-- ",
        " -->",
        "&#65;",
        "</>",
        "<!DOCTYPE x [<!ENTITY own '&own;&two;'>]>",
    ];
    prop::sample::select(pieces.map(str::to_owned).to_vec())
}

proptest! {
    #[test]
    fn tokens_tile_the_text(pieces in prop::collection::vec(piece(), 0..20)) {
        let text = format!("{SUBSET}{}", pieces.concat());
        let (tokens, _) = read(&text, EntityLimits::default());
        let mut end = 0;
        for token in &tokens {
            prop_assert_eq!(token.span.range().start, end);
            end = token.span.range().end;
            prop_assert!(text.is_char_boundary(end));
        }
        prop_assert_eq!(end, text.len());
    }
}
