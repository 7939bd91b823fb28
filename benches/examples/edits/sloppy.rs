//! Documents with tags as people write them: in any case, without blanks, with `=` between blanks,
//! with a solidus, without an end.

use fastrand::Rng;

const NAMES: [&str; 22] = [
    "p", "div", "a", "b", "input", "br", "svg", "g", "ul", "li", "table", "tr", "td", "h5", "span",
    "o:p", "st1:city", "img", "select", "option", "body", "pre",
];
const ATTRIBUTES: [&str; 10] =
    ["title", "class", "ID", "href", "data-x", "disabled", "=q", "a\"b", "xlink:href", "on<x"];
const SEPARATORS: [&str; 8] = [" ", " ", "\n", "\t ", "/", " / ", "", "\r\n"];
const VALUES: [&str; 14] = [
    "", "", "=v", "= v", " =v", "=\"v w\"", "='v'", "=", "=\"\"", "= \"x\"", "=a&amp;b", "=a/",
    "='\"'", "=new",
];
const ENDS: [&str; 7] = [">", ">", ">", " >", "/>", " / >", "\n>"];
const TEXTS: [&str; 7] = ["x", " ", "\n", "a &amp b", "<!-- c -->", "&am", "caf\u{e9}"];

fn one_of<'a>(all: &[&'a str], random: &mut Rng) -> &'a str {
    all[random.usize(..all.len())]
}

fn cased(name: &str, random: &mut Rng) -> String {
    if random.u8(0..4) == 0 { name.to_ascii_uppercase() } else { name.to_owned() }
}

/// Returns a start tag.
fn start(name: &str, random: &mut Rng) -> String {
    let mut tag = format!("<{}", cased(name, random));
    for number in 0..random.u8(0..4) {
        let separator = one_of(&SEPARATORS, random);
        tag.push_str(if number == 0 && separator.is_empty() { " " } else { separator });
        tag.push_str(one_of(&ATTRIBUTES, random));
        tag.push_str(one_of(&VALUES, random));
    }
    tag + one_of(&ENDS, random)
}

/// Returns a document.
pub(crate) fn document(random: &mut Rng) -> String {
    let mut text = String::from(
        ["", "<!DOCTYPE html>", "<html><head><title>t</title></head>\n<body>\n"][random.usize(..3)],
    );
    let mut open: Vec<&str> = Vec::new();
    for _ in 0..random.u8(1..12) {
        match random.u8(0..6) {
            0..3 => {
                let name = one_of(&NAMES, random);
                text.push_str(&start(name, random));
                open.push(name);
            }
            3 | 4 => text.push_str(one_of(&TEXTS, random)),
            _ => {
                if let Some(name) = open.pop() {
                    let end = one_of(&[">", ">", " >", "\n>", " a=b>"], random);
                    text.push_str(&format!("</{}{end}", cased(name, random)));
                }
            }
        }
    }
    while random.bool()
        && let Some(name) = open.pop()
    {
        text.push_str(&format!("</{name}>"));
    }
    text.push_str(one_of(&["", "", "\n", "</body>\n</html>\n", "</body>\n", "<p title=x"], random));
    text
}
