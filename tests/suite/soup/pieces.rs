//! Generators of pieces, each about a token: tags with attributes, texts, doctypes, and rare
//! tokens.

use super::names::{
    FOREIGN_ATTRIBUTES, HTML, MATHML, PUBLIC_IDS, SVG, SVG_AS_THEY_ARE, SVG_ATTRIBUTES,
};
use fastrand::Rng;

const TEXTS: &[&str] = &[
    "x", "y", " ", "\n", "a b", " z", "w ", "&amp;", "&lt;b", "&#0;", "\0", "x\0y", " \0", "\u{c}",
    "\r\n", "&nbsp;", "\u{fffd}", "é", "\n\n",
];

const RARE: &[&str] = &[
    "<![CDATA[c]]>",
    "<![CDATA[ ]]>",
    "<![CDATA[\0]]>",
    "<![CDATA[<b>]]>",
    "<![CDATA[a]]b]]>",
    "<![CDATA[x\0 ]]>",
    "</>",
    "<!---->",
    "<!-->",
    "<!x>",
    "</ >",
    "<",
    "<a\0b>",
];

/// Targets of processing instructions (13.2.5.72, 13.2.5.73): valid ones, variants of "xml", and
/// those that turn it into a comment.
const TARGETS: &[&str] = &[
    "x",
    "pi",
    "Ab-1_",
    "_",
    "_9",
    "x--",
    "xml",
    "xML",
    "xml-stylesheet",
    "XML-Stylesheet",
    "xml-",
    "xmlx",
    "xml-stylesheets",
    "",
    "?",
    "-x",
    "9",
    "/x",
    "!",
    "\0",
    "é",
    "<b",
    "x:y",
    "x.y",
    "x/",
    "x\0",
    "xé",
    "x<b",
    "x\u{b}",
];

/// Whitespace between a target and its data.
const GAPS: &[&str] = &["", " ", "\n", "\r\n", "\r", "\t \u{c}", "  ", "\u{a0}"];

/// Data of processing instructions.
const DATA: &[&str] = &[
    "", "d", "d=1", "?", "??", "?d", "d? ", "a?b", "d\0", "\0 ", "\r\nd\r", "é", "&lt;", "<b",
    "\"", "--",
];

/// Ends of processing instructions; the last one leaves it open.
const ENDS: &[&str] =
    &["?>", "?>", ">", ">", "??>", "? >", " ?>", " >", "\r\n>", "?\0>", "-->", ""];

/// Unfinished pieces, which include what follows them.
const OPEN_ENDED: &[&str] =
    &["<!--", "<![CDATA[", "<b id=\"", "<i ", "&#x", "<!DOCTYPE ", "<?", "<?x", "<?x ", "<?x?"];

/// Values of attributes.
const VALUES: &[&str] = &[
    "",
    "=",
    "=1",
    "=\"\"",
    "='a b'",
    "=\"x\"",
    "=text/html",
    "=hidden",
    "=&amp;",
    "=\"\0\"",
    "=\"http://www.w3.org/2000/svg\"",
];

/// System identifiers of doctypes; the second one triggers quirks mode.
const SYSTEM_IDS: &[&str] =
    &["about:legacy-compat", "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd", "", "x"];

/// Returns the attributes that change the parsing of a tag, or the comparison of its element.
fn telling(name: &str) -> &'static [&'static str] {
    match name {
        "input" => &["type=hidden", "type=HIDDEN", "type=text", "type", "type='hidden '"],
        "annotation-xml" => &[
            "encoding=text/html",
            "encoding=TEXT/html",
            "encoding=Application/xhtml+xml",
            "encoding=text/plain",
            "encoding",
        ],
        "font" => &["color=c", "face=f", "size=1", "id=i", "color"],
        "svg" | "math" => {
            &["viewbox=v", "xlink:href=h", "definitionurl=d", "xmlns:xlink=x", "xmlns=y"]
        }
        "option" => &["selected", "value=v", "disabled"],
        "select" => &["multiple", "size=2", "size=1"],
        "template" => &["id=t", "shadowrootmode=open", "shadowrootmode=closed", "shadowrootmode"],
        "html" | "body" => &["id=1", "class=c", "class=d", "lang=en"],
        "meta" => {
            &["charset=utf-8", "http-equiv=content-type", "content='text/html; charset=utf-8'"]
        }
        _ => &["id=1", "id=2", "class=c", "a=1", "b=2", "a=2"],
    }
}

/// Returns a piece of a family, mostly a tag.
pub(super) fn piece(family: &[&str], random: &mut Rng) -> String {
    let name = family[random.usize(..family.len())];
    match random.u8(0..100) {
        0..=53 => start_tag(name, random),
        54..=77 => end_tag(name, random),
        78..=91 => one_of(TEXTS, random).to_owned(),
        92..=94 if random.bool() => "<!--c-->".to_owned(),
        92..=94 => processing_instruction(random),
        95..=97 => one_of(RARE, random).to_owned(),
        98 => doctype(random),
        _ if random.u8(0..4) == 0 => one_of(OPEN_ENDED, random).to_owned(),
        _ => start_tag(any_name(random), random),
    }
}

/// Returns a name of any table.
pub(super) fn any_name(random: &mut Rng) -> &'static str {
    let names = match random.u8(0..8) {
        0..=4 => HTML,
        5 => SVG,
        6 => SVG_AS_THEY_ARE,
        _ => MATHML,
    };
    word(names, random)
}

/// Returns a context element for a fragment, of any namespace.
pub(super) fn any_context(random: &mut Rng) -> String {
    match random.u8(0..4) {
        0 => format!("svg {}", word([SVG, SVG_AS_THEY_ARE][random.usize(..2)], random)),
        1 => format!("math {}", word(MATHML, random)),
        _ => word(HTML, random).to_owned(),
    }
}

/// Returns a start tag, sometimes with attributes. A duplicate attribute may occur.
pub(super) fn start_tag(name: &str, random: &mut Rng) -> String {
    let (bare, _) = name.split_once(' ').unwrap_or((name, ""));
    let count = match random.u8(0..32) {
        0..=20 => 0,
        21..=27 => 1,
        28..=30 => 2,
        _ => random.usize(3..6),
    };
    let attributes: String = (0..count).map(|_| format!(" {}", attribute(bare, random))).collect();
    let slash = if random.u8(0..16) == 0 { "/" } else { "" };
    let tag = format!("<{name}{attributes}{slash}>");
    if random.u8(0..64) == 0 { tag.to_ascii_uppercase() } else { tag }
}

fn end_tag(name: &str, random: &mut Rng) -> String {
    let (bare, _) = name.split_once(' ').unwrap_or((name, ""));
    match random.u8(0..64) {
        0 => format!("</{bare} {}>", attribute(bare, random)),
        1 => format!("</{bare}/>"),
        2 => format!("</{}>", bare.to_ascii_uppercase()),
        _ => format!("</{bare}>"),
    }
}

/// Returns an attribute with one of the names.
fn named(names: &'static str, random: &mut Rng) -> String {
    format!("{}{}", word(names, random), one_of(VALUES, random))
}

fn attribute(name: &str, random: &mut Rng) -> String {
    match random.u8(0..16) {
        0 => named(SVG_ATTRIBUTES, random),
        1 => named(FOREIGN_ATTRIBUTES, random),
        2 => named("type encoding color shadowrootmode selected id", random),
        3 => one_of(telling(""), random).to_owned(),
        _ => one_of(telling(name), random).to_owned(),
    }
}

/// Returns a processing instruction, or a bogus comment that begins like one.
fn processing_instruction(random: &mut Rng) -> String {
    // One in two has a common target, so that unusual targets do not mask the data.
    let target = if random.bool() { "x" } else { one_of(TARGETS, random) };
    let end = if random.u8(0..4) == 0 { one_of(ENDS, random) } else { "?>" };
    format!("<?{target}{}{}{end}", one_of(GAPS, random), one_of(DATA, random))
}

/// Returns a doctype: the usual one, one of the tables, or a broken one.
pub(super) fn doctype(random: &mut Rng) -> String {
    let public = one_of(PUBLIC_IDS, random);
    let system = one_of(SYSTEM_IDS, random);
    let more = one_of(&["", "EN", "x"], random);
    match random.u8(0..10) {
        0..=3 => "<!DOCTYPE html>".to_owned(),
        4 => one_of(
            &[
                "<!doctype>",
                "<!DOCTYPE x>",
                "<!DOCTYPE html PUBLIC>",
                "<!DOCTYPE html SYSTEM x>",
                "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Frameset//\" \"\">",
            ],
            random,
        )
        .to_owned(),
        5 => format!("<!DOCTYPE html SYSTEM \"{system}\">"),
        6 | 7 => format!("<!DOCTYPE html PUBLIC \"{public}{more}\">"),
        8 => format!("<!DOCTYPE html PUBLIC \"{}\">", public.to_ascii_uppercase()),
        _ => format!("<!DOCTYPE html PUBLIC \"{public}{more}\" \"{system}\">"),
    }
}

/// Returns a random word of a list.
fn word(words: &'static str, random: &mut Rng) -> &'static str {
    let count = words.split(' ').count();
    words.split(' ').nth(random.usize(..count)).unwrap_or_default()
}

fn one_of(of: &[&'static str], random: &mut Rng) -> &'static str {
    of[random.usize(..of.len())]
}
