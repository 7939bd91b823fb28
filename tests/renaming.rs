//! The engine knows no element: rename every element in grammar *and* input, and the tree is the same
//! up to renaming. (`script` keeps its name: html5gum's script data states look for it, as the standard
//! says.)

mod common;

use std::fs;
use std::path::Path;

use wishful::token::TokenKind;
use wishful::{Grammar, ParseOptions, Parser};

/// A bijection of names: appends a mark that no name of the corpus ends with (letters, because the end tag
/// of a raw text element is one for the standard's tokenizer only if its name is of letters).
fn renamed(name: &str) -> String {
    if name == "script" { name.to_owned() } else { format!("{name}zz") }
}

/// The grammar with every element renamed: what follows `<` or `</` up to a letter that no name has.
fn renamed_grammar(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let (code, comment) = line.split_once('#').unwrap_or((line, ""));
        let mut rest = code;
        while let Some(at) = rest.find('<') {
            let slash = usize::from(rest[at + 1..].starts_with('/'));
            let start = at + 1 + slash;
            let name = rest[start..].split(|letter: char| !letter.is_ascii_alphanumeric()).next();
            let name = name.unwrap_or_default();
            out.push_str(&rest[..start]);
            out.push_str(&if name.is_empty() { String::new() } else { renamed(name) });
            rest = &rest[start + name.len()..];
        }
        out.push_str(rest);
        out.push_str(&format!("#{comment}\n"));
    }
    out
}

/// The document with every tag renamed, where the original parse saw tags.
fn renamed_document(document: &wishful::Document) -> String {
    let text = document.text();
    let mut out = String::new();
    let mut copied = 0;
    for token in document.tokens() {
        let (TokenKind::StartTag(tag) | TokenKind::EndTag(tag)) = &token.kind else { continue };
        let span = tag.name.span();
        out.push_str(&text[copied..span.start as usize]);
        out.push_str(&renamed(tag.name.get(text)));
        copied = span.end as usize;
    }
    out.push_str(&text[copied..]);
    out
}

/// The structure with every name renamed.
fn renamed_structure(structure: &str) -> String {
    let mut out = String::new();
    for (index, part) in structure.split('(').enumerate() {
        if index == 0 {
            out.push_str(part);
            continue;
        }
        let end = part.find([' ', ')']).unwrap_or(part.len());
        out.push('(');
        out.push_str(&renamed(&part[..end]));
        out.push_str(&part[end..]);
    }
    out
}

fn check(grammar: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar").join(grammar);
    let text = fs::read_to_string(path).expect("it is shipped");
    let plain =
        Parser::new(Grammar::from_text(grammar, &text).expect("it is right")).expect("it runs");
    let other = Grammar::from_text("renamed.grammar", &renamed_grammar(&text));
    let other = other.unwrap_or_else(|report| panic!("{}", report.render(false)));
    let other = Parser::new(other).expect("it runs");
    let options = ParseOptions::default();
    let documents = [common::corpus_documents(), common::broken_documents()];
    let mut compared = 0;
    for input in documents.iter().flatten() {
        let text = String::from_utf8_lossy(&input.bytes);
        let document = plain.parse_str(&text, &options).expect("input never fails");
        let renamed = renamed_document(&document);
        let twin = other.parse_str(&renamed, &options).expect("input never fails");
        let expected = renamed_structure(&document.structure());
        assert_eq!(twin.structure(), expected, "{} with {grammar}", input.name);
        assert_eq!(twin.repairs().len(), document.repairs().len(), "{} with {grammar}", input.name);
        compared += 1;
    }
    assert!(compared > 10, "the corpus was not found");
}

#[test]
fn marpa_knows_no_name() {
    check("marpa.grammar");
}

#[test]
fn marpa_2009_knows_no_name() {
    check("marpa-2009.grammar");
}

#[test]
fn renaming_is_thorough() {
    assert_eq!(
        renamed_grammar("<p> ::= </b>* <script> ; # <i>"),
        "<pzz> ::= </bzz>* <script> ; # <i>\n"
    );
    assert_eq!(renamed_structure("(html (p) (b))"), "(htmlzz (pzz) (bzz))");
}
