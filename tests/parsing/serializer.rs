//! The public serialiser suite, as far as it agrees with the standard's algorithm (section 13.3).
//!
//! A case is a list of tokens. A grammar in which any element may contain anything turns them into
//! a document. If the tokens only end an element, its start tag is added before them. The
//! comparison ignores those start tags, and end tags without a token.
//!
//! Most cases expect the output of a minifier (no quotes, no optional tags), or an option that the
//! standard's algorithm does not have. These are not on the list, and none of them may pass by
//! accident.

use serde_json::Value;
use std::fmt::Write;
use wishful::tree::{Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser};

/// The numbers of the cases that agree, file by file.
const AGREE: &[(&str, &[usize])] = &[
    ("core", &[3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18]),
    ("injectmeta", &[]),
    (
        "optionaltags",
        &[
            1, 2, 7, 8, 13, 14, 15, 20, 21, 22, 27, 28, 33, 34, 39, 40, 41, 42, 46, 47, 48, 49, 52,
            53, 54, 55, 56, 57, 62, 63, 64, 65, 96, 97, 98, 99, 103, 104, 105, 107, 111, 112, 113,
            114, 118, 119, 120, 125, 126, 127, 128, 131, 132, 133, 134, 135, 136, 142, 143, 144,
            145, 146, 151, 152, 153, 154, 158, 159, 160, 161, 165, 166, 167, 168, 173, 174, 175,
            176,
        ],
    ),
    ("options", &[4, 6, 7]),
    ("whitespace", &[3, 4, 5, 6, 7]),
];

/// A grammar in which any element contains anything. Void elements and elements with literal text
/// are those of section 13.3.
const GRAMMAR: &str = "\
start document ;
tokenizer html5 ;
raw = <style> <script> <xmp> <iframe> <noembed> <noframes> ;
empty = <area> <base> <basefont> <bgsound> <br> <col> <embed> <frame> <hr> <img> <input>
        <keygen> <link> <meta> <param> <source> <track> <wbr> ;
any = <*> raw empty TEXT SPACE COMMENT DOCTYPE ;
document ::= any* EOF ;
<*> ::= any* ;
raw ::= RAW* ;
void empty ;
lexical rawtext raw - <script> ;
lexical script-data <script> ;
";

/// A case as text to parse, and the tags around the relevant part of the output.
#[derive(Default)]
struct Stream {
    text: String,
    open: Vec<String>,
    before: Vec<String>,
}

impl Stream {
    fn of(tokens: &Value) -> Self {
        let mut stream = Self::default();
        for token in tokens.as_array().unwrap() {
            stream.token(token);
        }
        stream
    }

    fn token(&mut self, token: &Value) {
        let part = |at: usize| token[at].as_str().unwrap_or_default();
        let _ = match part(0) {
            "StartTag" => {
                let is_void = matches!(part(2), "img" | "meta" | "hr" | "br" | "input" | "link");
                if !is_void {
                    self.open.push(part(2).to_owned());
                }
                write!(self.text, "<{}{}>", part(2), attributes(&token[3]))
            }
            "EmptyTag" => write!(self.text, "<{}{}>", part(1), attributes(&token[2])),
            "EndTag" => {
                if self.open.pop().is_none() {
                    self.before.push(part(2).to_owned());
                }
                write!(self.text, "</{}>", part(2))
            }
            "Characters" => {
                let raw = self.open.last().is_some_and(|name| name == "script" || name == "style");
                let text = if raw { part(1).to_owned() } else { escaped(part(1)) };
                write!(self.text, "{text}")
            }
            "Comment" => write!(self.text, "<!--{}-->", part(1)),
            "Doctype" => write!(self.text, "<!DOCTYPE {}>", part(1)),
            other => panic!("{other}: no such token"),
        };
    }

    /// Returns the serialisation of the tokens.
    fn written(&self, parser: &Parser) -> String {
        let (mut opened, mut closed) = (String::new(), String::new());
        for name in self.before.iter().rev() {
            opened += &format!("<{name}>");
        }
        for name in self.open.iter().rev() {
            closed += &format!("</{name}>");
        }
        let text = format!("{opened}{}", self.text);
        let document = parser.parse(&text, &ParseOptions::default()).unwrap();
        let html = document.render(Format::Html, WriteOptions::default());
        let html = html.strip_prefix(&opened).unwrap_or(&html);
        html.strip_suffix(&closed).unwrap_or(html).to_owned()
    }
}

fn attributes(list: &Value) -> String {
    let mut attributes = String::new();
    for attribute in list.as_array().into_iter().flatten() {
        let name = attribute["name"].as_str().unwrap_or_default();
        let value = attribute["value"].as_str().unwrap_or_default();
        attributes += &format!(" {name}=\"{}\"", escaped(value));
    }
    attributes
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;").replace('\r', "&#13;")
}

fn unix(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[test]
fn the_cases_that_agree_with_the_standard_pass() {
    let Some(suites) = crate::common::suites() else { return };
    let folder = suites.join("html5lib/serializer");
    let parser = Parser::new(Grammar::source("any.grammar", GRAMMAR).compile().unwrap()).unwrap();
    let mut found = Vec::new();
    for (name, _) in AGREE {
        let text = std::fs::read_to_string(folder.join(format!("{name}.test"))).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        let cases = file["tests"].as_array().unwrap();
        let mut passing = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let written = Stream::of(&case["input"]).written(&parser);
            let expected = case["expected"].as_array().unwrap();
            println!("{name} {number}: {written:?}, expected {expected:?}");
            // A line break in raw text can only be written as a single character.
            let written = unix(&written);
            if expected.iter().any(|text| unix(text.as_str().unwrap_or_default()) == written) {
                passing.push(number);
            }
        }
        found.push((*name, passing));
    }
    let agree: Vec<_> = AGREE.iter().map(|(name, numbers)| (*name, numbers.to_vec())).collect();
    assert_eq!(found, agree);
}
