//! The contract of `fix` for parse errors: each is repaired or reported. The inputs are short
//! sources over an alphabet of characters that errors are made of, soups of such pieces, and the
//! public tokenizer suite.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value as Json;
use wishful::{ParseOptions, Parser};
use wishful_edit::fix::{fix, fix_text};

use super::fix_contract::{Numbers, breach, parser};

/// The characters that decide between states of the tokenizer.
const ALPHABET: &[&str] =
    &["<", "!", "-", ">", "/", "a", "=", "\"", "&", ";", "#", "?", " ", "\0", "'", "x"];

/// Sources that lead the tokenizer into a state.
const CONTEXTS: &[&str] = &[
    "",
    "<p ",
    "<p b=",
    "<p b='",
    "<!--",
    "<!",
    "</",
    "</p ",
    "<?",
    "&",
    "&#",
    "&copy",
    "<!doctype ",
    "<!doctype html public ",
    "<!doctype html system",
    "<svg><![CDATA[",
    "<script><!--",
    "<title>",
    "<style>",
];

/// Pieces of pages with parse errors and mistakes.
const PIECES: &[&str] = &[
    "<!x>",
    "<?xml a>",
    "<?php",
    "</3>",
    "</ b>",
    "<3",
    "<",
    "</",
    "</>",
    "<!-->",
    "<!--->",
    "<!--",
    "--!>",
    "-->",
    "<!DOCTYPEhtml>",
    "<!doctype html PUBLIC\"a\"'b'c>",
    "<!doctype html public>",
    "<!doctype>",
    "&copy 1",
    "&copy=",
    "&notit;",
    "&foo;",
    "&#",
    "&#x",
    "&#128;",
    "&#x80",
    "&#0;",
    "&#xD800;",
    "&#x110000;",
    "&#1;",
    "&#xFFFF;",
    "&#38",
    "&amp",
    "\0",
    "\u{1}",
    "\u{FFFE}",
    "\u{85}",
    "<a b=\"c\"d>",
    "<a b=c\"d>",
    "<a b=c'd\"e`f>",
    "<a b=>",
    "<a =b>",
    "<a b\"c>",
    "<a/b>",
    "<a b=1 b=2 c>",
    "<a b b/>",
    "<br/>",
    "<br b=1 b=2/>",
    "<div/>",
    "<svg/>",
    "<svg>",
    "<path/>",
    "<p\0>",
    "<p \0=\0>",
    "</p a=b>",
    "</p/>",
    "</p a a>",
    "<![CDATA[",
    "]]>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<table>",
    "<td>",
    "</table>",
    "<b>",
    "</b>",
    "<p>",
    "</i>",
    "<i>",
    "text",
    " ",
    "\n",
    "\r\n",
    "é",
    "<a href='?x&copy=1&lang=2&reg;&y'>",
    "<plaintext>",
    "<math>",
    "<mi>",
    "</svg>",
    "<div b=\"",
    "<textarea>",
    "</textarea>",
    "<a b=&#128>",
];

/// Checks sources, and fails with the first violations of the contract.
fn check<'s>(parser: &Parser, sources: impl Iterator<Item = std::borrow::Cow<'s, [u8]>>) {
    let (mut count, mut breaches) = (0, Vec::new());
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        count += 1;
        match breach(parser, &source) {
            Err(breach) if breaches.len() < 12 => {
                breaches.push(format!("{:?}\n{breach}", String::from_utf8_lossy(&source)));
            }
            Err(_) => breaches.push(String::new()),
            Ok((fixed, _)) => {
                for mistake in fixed.left {
                    *left.entry(mistake.kind).or_default() += 1;
                }
            }
        }
    }
    println!("{count} sources; left: {left:#?}");
    let first: Vec<&String> = breaches.iter().take(12).collect();
    assert!(breaches.is_empty(), "{} breaches: {first:#?}", breaches.len());
}

/// Returns all texts of `length` items of the alphabet.
fn texts(length: u32) -> impl Iterator<Item = String> {
    let size = ALPHABET.len();
    (0..size.pow(length)).map(move |number| {
        let (mut text, mut rest) = (String::new(), number);
        for _ in 0..length {
            text.push_str(ALPHABET[rest % size]);
            rest /= size;
        }
        text
    })
}

/// `WISHFUL_LENGTH` overrides the length of the texts.
#[test]
fn errors_of_all_short_sources_are_repaired_or_reported() {
    let longest = std::env::var("WISHFUL_LENGTH").ok().and_then(|text| text.parse().ok());
    let parser = parser("whatwg");
    for context in CONTEXTS {
        for length in 0..=longest.unwrap_or(2) {
            let sources = texts(length).map(|text| format!("{context}{text}").into_bytes().into());
            check(&parser, sources);
        }
    }
}

#[test]
fn errors_of_soups_are_repaired_or_reported() {
    for (grammar, count) in [("whatwg", 2_000), ("marpa", 300)] {
        let parser = parser(grammar);
        let mut numbers = Numbers(55);
        let soups = (0..crate::common::mutations(count)).map(|_| {
            let mut soup = String::new();
            if numbers.below(2) == 0 {
                soup.push_str("<!DOCTYPE html><html lang=en><title>t</title>");
            }
            for _ in 0..=numbers.below(8) {
                soup.push_str(PIECES[numbers.below(PIECES.len())]);
            }
            soup.into_bytes().into()
        });
        check(&parser, soups);
    }
}

#[test]
fn errors_of_the_tokenizer_suite_are_repaired_or_reported() {
    let Some(suites) = crate::common::suites() else { return };
    let mut inputs = Vec::new();
    for path in crate::common::files(&suites.join("html5lib/tokenizer"), &["test"]) {
        let cases: Json = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for case in cases["tests"].as_array().into_iter().flatten() {
            inputs.extend(case["input"].as_str().map(|input| input.as_bytes().to_vec()));
        }
    }
    assert!(inputs.len() > 6_000, "{}", inputs.len());
    let step = inputs.len() / crate::common::mutations(1_500).min(inputs.len());
    check(&parser("whatwg"), inputs.into_iter().step_by(step).map(Into::into));
}

/// Each error code with a source that has it, and the source without it; none if it stays.
const REPAIRS: &[(&str, &str, Option<&str>)] = &[
    ("abrupt-closing-of-empty-comment", "<!--><!--->", Some("<!----><!---->")),
    ("abrupt-doctype-public-identifier", "<!DOCTYPE html PUBLIC \"a><title>t</title>", None),
    ("abrupt-doctype-system-identifier", "<!DOCTYPE html SYSTEM \"a><title>t</title>", None),
    ("absence-of-digits-in-numeric-character-reference", "&#q &#xq", Some("&amp;#q &amp;#xq")),
    ("cdata-in-html-content", "<![CDATA[x]]>", Some("<!--[CDATA[x]]-->")),
    ("character-reference-outside-unicode-range", "&#x110000;", Some("&#65533;")),
    ("control-character-in-input-stream", "\u{1}", None),
    ("control-character-reference", "&#128; &#x9F", Some("&#8364; &#376;")),
    ("control-character-reference", "&#1;", None),
    (
        "disallowed-processing-instruction-target",
        "<?xml version='1.0'?>",
        Some("<!--?xml version='1.0'?-->"),
    ),
    ("duplicate-attribute", "<a b=1 b=2 c></a>", Some("<a b=1 c></a>")),
    ("end-tag-with-attributes", "<p>x</p a=b>", Some("<p>x</p>")),
    ("end-tag-with-trailing-solidus", "<p>x</p/>", Some("<p>x</p>")),
    ("eof-before-tag-name", "x<", Some("x&lt;")),
    ("eof-in-cdata", "<svg><![CDATA[x", Some("<svg><![CDATA[x]]></svg>")),
    ("eof-in-comment", "<!--x--", Some("<!--x-->")),
    ("eof-in-doctype", "<!DOCTYPE html", None),
    ("eof-in-processing-instruction", "x<?a b", Some("x")),
    ("eof-in-script-html-comment-like-text", "<script><!--x", Some("<script><!--x</script>")),
    ("eof-in-script-html-comment-like-text", "<script><!--<script>x", None),
    ("eof-in-tag", "<p>x</p", Some("<p>x</p>")),
    ("eof-in-tag", "<p>x<b c=d", Some("<p>x")),
    ("eof-in-tag", "<p>x<b c=\"d>\n<p>y", None),
    ("incorrectly-closed-comment", "<!--x--!>", Some("<!--x-->")),
    ("incorrectly-opened-comment", "<!x>", Some("<!--x-->")),
    ("incorrectly-opened-comment", "<!x<!--y>", None),
    ("invalid-character-sequence-after-doctype-name", "<!DOCTYPE html x><title>t</title>", None),
    ("invalid-first-character-of-processing-instruction-target", "<?>", Some("<!--?-->")),
    ("invalid-first-character-of-tag-name", "a <3 </3>", Some("a &lt;3 <!--3-->")),
    ("invalid-processing-instruction-target", "<?a$>", Some("<!--?a$-->")),
    ("missing-attribute-value", "<a b=></a>", Some("<a b=\"\"></a>")),
    ("missing-doctype-name", "<!DOCTYPE><title>t</title>", None),
    ("missing-doctype-public-identifier", "<!DOCTYPE html PUBLIC><title>t</title>", None),
    ("missing-doctype-system-identifier", "<!DOCTYPE html SYSTEM><title>t</title>", None),
    ("missing-end-tag-name", "x</>y", Some("xy")),
    (
        "missing-quote-before-doctype-public-identifier",
        "<!DOCTYPE html PUBLIC a><title>t</title>",
        None,
    ),
    (
        "missing-quote-before-doctype-system-identifier",
        "<!DOCTYPE html SYSTEM a><title>t</title>",
        None,
    ),
    (
        "missing-semicolon-after-character-reference",
        "&copy 1 &notit; &#38 &#x26",
        Some("&copy; 1 &not;it; &#38; &#x26;"),
    ),
    (
        "missing-whitespace-after-doctype-public-keyword",
        "<!DOCTYPE html PUBLIC'a' 'b'><title>t</title>",
        Some("<!DOCTYPE html PUBLIC 'a' 'b'><title>t</title>"),
    ),
    (
        "missing-whitespace-after-doctype-system-keyword",
        "<!DOCTYPE html SYSTEM'a'><title>t</title>",
        Some("<!DOCTYPE html SYSTEM 'a'><title>t</title>"),
    ),
    (
        "missing-whitespace-before-doctype-name",
        "<!DOCTYPEhtml><title>t</title>",
        Some("<!DOCTYPE html><title>t</title>"),
    ),
    ("missing-whitespace-between-attributes", "<a b='c'd></a>", Some("<a b='c' d></a>")),
    (
        "missing-whitespace-between-doctype-public-and-system-identifiers",
        "<!DOCTYPE html PUBLIC 'a''b'><title>t</title>",
        Some("<!DOCTYPE html PUBLIC 'a' 'b'><title>t</title>"),
    ),
    ("nested-comment", "<!-- <!-- -->", None),
    (
        "non-void-html-element-start-tag-with-trailing-solidus",
        "<div/>x</div><br/><svg/>",
        Some("<div>x</div><br/><svg/>"),
    ),
    ("noncharacter-character-reference", "&#xFFFE;", None),
    ("noncharacter-in-input-stream", "\u{FFFE}", None),
    ("null-character-reference", "&#0;", Some("&#65533;")),
    ("surrogate-character-reference", "&#xD800;", Some("&#65533;")),
    (
        "unexpected-character-after-doctype-system-identifier",
        "<!DOCTYPE html SYSTEM 'a' b><title>t</title>",
        Some("<!DOCTYPE html SYSTEM 'a'><title>t</title>"),
    ),
    ("unexpected-character-in-attribute-name", "<a b'c></a>", None),
    (
        "unexpected-character-in-unquoted-attribute-value",
        "<a b=c'd e=f\"g h=i'j\"k></a>",
        Some("<a b=\"c'd\" e='f\"g' h=\"i'j&quot;k\"></a>"),
    ),
    ("unexpected-equals-sign-before-attribute-name", "<a =b></a>", None),
    (
        "unexpected-null-character",
        "<p\0>x\0<svg>\0</svg><!--\0--></p\0>",
        Some("<p\u{FFFD}>x<svg>\u{FFFD}</svg><!--\u{FFFD}--></p\u{FFFD}>"),
    ),
    ("unexpected-solidus-in-tag", "<a/b / c></a>", Some("<a b  c></a>")),
    (
        "unknown-named-character-reference",
        "&foo; <a href='?x&y;'></a>",
        Some("&amp;foo; <a href='?x&amp;y;'></a>"),
    ),
];

#[test]
fn each_code_is_repaired_or_reported() {
    let parser = parser("whatwg");
    let before = "<!DOCTYPE html><html lang=en><title>t</title><body>";
    for (code, source, expected) in REPAIRS {
        let page = if source.starts_with("<!DOCTYPE") {
            (*source).to_owned()
        } else {
            format!("{before}{source}")
        };
        let options = ParseOptions::default().encoding("utf-8");
        let document = parser.parse(page.as_bytes(), &options).unwrap();
        assert!(document.errors().iter().any(|error| error.code == *code), "{code}: {source}");
        let fixed = fix(&parser, page.as_bytes(), &options).unwrap();
        let text_document = parser.parse(&page, &options).unwrap();
        assert_eq!(fix_text(&parser, &text_document, &options).unwrap().bytes, fixed.bytes);
        let text = String::from_utf8(fixed.bytes).unwrap();
        let rest = text.strip_prefix(before).unwrap_or(&text);
        assert_eq!(rest, expected.unwrap_or(source), "{code}: {:?}", fixed.left);
        let stays = fixed.left.iter().any(|left| left.kind == *code);
        assert_eq!(stays, expected.is_none(), "{code}: {:?}", fixed.left);
    }
}
