//! Distinct inputs by number: tag soup, and mutations of real pages and of the suite's own inputs.
//!
//! An input is made of *pieces*, each about a token, so that a difference can be shrunk piece by piece. It depends on the
//! seed and its number only, whichever thread makes it. One soup cooks with one to three families of elements: a draw
//! from all of HTML at once hardly ever brings two tags together that concern each other. And one in three begins in a
//! *setting*, tags that bring a parser into a state which chance rarely finds: behind the end of a frameset, among the rows of
//! a template.

use super::Input;
use crate::common;
use fastrand::Rng;

/// An input in pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Soup {
    /// Its text is these, one after the other.
    pub(crate) pieces: Vec<String>,
    /// The context, if it is a fragment.
    pub(crate) fragment: Option<String>,
    /// Whether scripting is on.
    pub(crate) scripting: bool,
}

impl Soup {
    /// As one text.
    pub(crate) fn input(&self) -> Input {
        let (fragment, scripting) = (self.fragment.clone(), self.scripting);
        Input { text: self.pieces.concat(), fragment, scripting }
    }
}

/// Elements that concern each other. Names of foreign elements are written as the standard spells them; an attribute
/// that makes another element of one belongs to its name.
const FAMILIES: &[&[&str]] = &[
    &["table", "caption", "colgroup", "col", "tbody", "thead", "tfoot", "tr", "td", "th"],
    &["table", "tr", "td", "form", "input", "select", "script", "style", "template", "b", "a"],
    &[
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
        "u",
    ],
    &["a", "b", "i", "nobr", "font", "p", "div", "aside", "table", "td", "button", "marquee"],
    &[
        "select", "option", "optgroup", "hr", "button", "input", "keygen", "textarea", "div",
        "datalist",
    ],
    &["template", "table", "tbody", "tr", "td", "col", "caption", "div", "select", "head", "body"],
    &[
        "svg",
        "math",
        "foreignObject",
        "desc",
        "title",
        "mi",
        "mo",
        "mn",
        "ms",
        "mtext",
        "g",
        "path",
    ],
    &[
        "svg",
        "math",
        "annotation-xml",
        "malignmark",
        "mglyph",
        "font",
        "p",
        "div",
        "script",
        "b",
        "table",
    ],
    &["form", "input", "button", "label", "fieldset", "textarea", "div", "p", "template"],
    &["frameset", "frame", "noframes", "html", "head", "body", "div", "br"],
    &[
        "html", "head", "body", "title", "base", "link", "meta", "style", "script", "noscript",
        "template",
    ],
    &["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "hgroup"],
    &["ul", "ol", "li", "dl", "dt", "dd", "menu", "dir", "p", "div", "address"],
    &["ruby", "rb", "rt", "rtc", "rp", "span", "p"],
    &[
        "p",
        "div",
        "address",
        "article",
        "center",
        "pre",
        "listing",
        "blockquote",
        "main",
        "details",
        "hr",
    ],
    &["applet", "marquee", "object", "p", "b", "table", "td", "button", "li"],
    &[
        "iframe",
        "noembed",
        "xmp",
        "plaintext",
        "image",
        "img",
        "br",
        "embed",
        "area",
        "wbr",
        "param",
    ],
    &["form", "template", "p", "li"],
    &["input type=hidden", "tr", "b", "table"],
    &["template", "select", "input", "form"],
    &["p", "option", "rt", "dd", "form"],
    &["b", "i", "li", "h1", "a", "nobr"],
    &["body", "html", "frameset", "frame", "noframes"],
    &[
        "source",
        "track",
        "basefont",
        "bgsound",
        "search",
        "dialog",
        "summary",
        "x-y",
        "selectedcontent",
    ],
];

/// What a soup may begin with: a state for each of the standard's insertion modes, and for what it remembers besides.
const SETTINGS: &[&[&str]] = &[
    &["<head>", "<noscript>"],
    &["</head>"],
    &["<body>", "</body>"],
    &["<p>", "</body>", "</html>"],
    &["<frameset>"],
    &["<b>", "<frameset>", "</frameset>"],
    &["<b>", "<i>", "<frameset>", "</frameset>", "</html>", " "],
    &["<p>", "<b>", "<i>", "</p>"],
    &["<a>", "<div>", "<nobr>", "</div>"],
    &["<table>", "<b>", "<tr>"],
    &["<table>", "<td>"],
    &["<table>", "<caption>"],
    &["<table>", "<colgroup>"],
    &["<table>", "<select>"],
    &["<select>", "<option>"],
    &["<template>"],
    &["<template>", "<tr>"],
    &["<template>", "<tr>", "</tr>", "<div>"],
    &["<template>", "<tbody>", "</tbody>", "<p>"],
    &["<template>", "<td>", "</td>", "<span>"],
    &["<template>", "<tr>", "<b>", "</tr>"],
    &["<template>", "<td>", "<i>", "</td>"],
    &["<template>", "<tbody>"],
    &["<template>", "<col>"],
    &["<template>", "<table>"],
    &["<template>", "<form>"],
    &["<table>", "<template>"],
    &["<form>", "<div>"],
    &["<svg>", "<desc>"],
    &["<svg>", "<g>"],
    &["<math>", "<mi>"],
    &["<math>", "<annotation-xml>"],
];

/// Contexts of fragments that have a word in the standard; the others are the families' elements.
const CONTEXTS: &[&str] = &[
    "html", "head", "frameset", "table", "tbody", "colgroup", "tr", "td", "template", "select",
    "form", "noscript",
];

/// Contexts of fragments in other namespaces.
const FOREIGN_CONTEXTS: &[&str] = &[
    "svg svg",
    "svg path",
    "svg desc",
    "svg title",
    "svg foreignObject",
    "math math",
    "math mi",
    "math mtext",
    "math annotation-xml",
];

const TEXTS: &[&str] = &[
    "x", "y", " ", "\n", "a b", " z", "w ", "&amp;", "&lt;b", "&#0;", "\0", "\u{c}", "\r\n",
    "&nbsp;", "\u{fffd}", "é",
];

const RARE: &[&str] = &[
    "<!DOCTYPE html>",
    "<!doctype>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"x\">",
    "<![CDATA[c]]>",
    "<![CDATA[ ]]>",
    "<![CDATA[\0]]>",
    "<?pi?>",
    "</>",
    "<!---->",
];

/// Attributes that change how a tag is parsed, or how its element is compared.
fn attributes(name: &str) -> &'static [&'static str] {
    match name {
        "input" => &[" type=hidden", " type=HIDDEN", " type=text", " type"],
        "annotation-xml" => {
            &[" encoding=text/html", " encoding=Application/xhtml+xml", " encoding=text/plain"]
        }
        "font" => &[" color=c", " face=f", " size=1", " id=i"],
        "svg" | "math" => &[" viewbox=v", " xlink:href=h", " definitionurl=d", " xmlns:xlink=x"],
        "option" => &[" selected", " value=v"],
        "template" => &[" id=t", " shadowrootmode=open"],
        _ => &[" id=1", " id=2", " class=c", " a=1 b=2", " b=2 a=1", " a=1 a=2"],
    }
}

/// Where inputs come from.
pub(crate) struct Kitchen {
    seed: u64,
    /// The suite's inputs.
    cases: Vec<Soup>,
    /// The pages, in pieces.
    pages: Vec<Vec<String>>,
}

impl Kitchen {
    /// With everything that is at hand.
    pub(crate) fn new(seed: u64) -> Self {
        let cases = common::tree_construction().into_iter().map(|case| Soup {
            pieces: pieces(&case.data),
            fragment: case.fragment,
            scripting: case.scripting.unwrap_or_default(),
        });
        let pages = common::page_documents().into_iter();
        let pages = pages.map(|page| pieces(&String::from_utf8_lossy(&page.bytes))).collect();
        Self { seed, cases: cases.collect(), pages }
    }

    /// The input of a number.
    pub(crate) fn input(&self, number: u64) -> Soup {
        let mut random = Rng::with_seed(self.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number));
        match random.u8(0..10) {
            0..=2 if !self.cases.is_empty() => {
                let mut soup = random.choice(&self.cases).cloned().unwrap_or_default();
                mutate(&mut soup.pieces, &mut random);
                soup
            }
            3 if !self.pages.is_empty() => self.chunk(&mut random),
            _ => cook(&mut random),
        }
    }

    /// A piece of a page, mutated.
    fn chunk(&self, random: &mut Rng) -> Soup {
        let page = &self.pages[random.usize(..self.pages.len())];
        let length = page.len().min(random.usize(5..40));
        let start = random.usize(..=page.len() - length);
        let mut soup = Soup { fragment: fragment(random), ..Soup::default() };
        soup.pieces = page[start..start + length].to_vec();
        mutate(&mut soup.pieces, random);
        soup
    }
}

/// A text in pieces: each tag, each comment and each text, roughly.
pub(crate) fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive('>') {
        match part.rfind('<') {
            Some(at) if at > 0 => pieces.extend([part[..at].to_owned(), part[at..].to_owned()]),
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces
}

fn mutate(pieces: &mut Vec<String>, random: &mut Rng) {
    for _ in 0..random.usize(1..5) {
        let at = random.usize(..=pieces.len());
        let other = random.usize(..=pieces.len());
        match random.u8(0..8) {
            0 | 1 if at < pieces.len() => {
                pieces.remove(at);
            }
            2 if at < pieces.len() => pieces.insert(other, pieces[at].clone()),
            3 if at < pieces.len() && other < pieces.len() => pieces.swap(at, other),
            _ => {
                let family = family(random);
                pieces.insert(at, piece(family, random));
            }
        }
    }
}

fn family(random: &mut Rng) -> &'static [&'static str] {
    FAMILIES[random.usize(..FAMILIES.len())]
}

fn cook(random: &mut Rng) -> Soup {
    let families: Vec<_> = (0..random.usize(1..4)).map(|_| family(random)).collect();
    let mut soup =
        Soup { fragment: fragment(random), scripting: random.u8(0..4) == 0, pieces: Vec::new() };
    if random.bool() {
        soup.pieces.push("<!DOCTYPE html>".to_owned());
    }
    if random.u8(0..3) == 0 {
        let setting = SETTINGS[random.usize(..SETTINGS.len())];
        soup.pieces.extend(setting.iter().map(|&piece| piece.to_owned()));
    }
    for _ in 0..random.usize(2..20) {
        let stray = random.u8(0..8) == 0;
        let family = if stray { family(random) } else { families[random.usize(..families.len())] };
        soup.pieces.push(piece(family, random));
    }
    soup
}

fn fragment(random: &mut Rng) -> Option<String> {
    match random.u8(0..10) {
        0..=5 => None,
        6 => random.choice(FOREIGN_CONTEXTS).map(|&name| name.to_owned()),
        7 => random.choice(CONTEXTS).map(|&name| name.to_owned()),
        _ => {
            // The family of foreign names only stands for elements of other namespaces.
            let family = family(random);
            let name = random.choice(family)?.split(' ').next();
            name.map(str::to_ascii_lowercase)
        }
    }
}

fn piece(family: &[&str], random: &mut Rng) -> String {
    let name = family[random.usize(..family.len())];
    match random.u8(0..100) {
        0..=54 => start_tag(name, random),
        55..=79 => format!("</{name}>"),
        80..=93 => TEXTS[random.usize(..TEXTS.len())].to_owned(),
        94..=96 => "<!--c-->".to_owned(),
        _ => RARE[random.usize(..RARE.len())].to_owned(),
    }
}

fn start_tag(name: &str, random: &mut Rng) -> String {
    let all = attributes(name);
    let attributes = if random.u8(0..4) == 0 { all[random.usize(..all.len())] } else { "" };
    let slash = if random.u8(0..16) == 0 { "/" } else { "" };
    format!("<{name}{attributes}{slash}>")
}
