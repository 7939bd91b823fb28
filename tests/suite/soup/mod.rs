//! A generator of distinct inputs by number: tag soup, nests, and mutations of real pages and of
//! the suite's inputs.
//!
//! An input consists of *pieces*, each about a token, so that a difference can be shrunk piece by
//! piece. It depends on the seed and its number only, not on the thread.
//!
//! A soup draws from one to three families of elements. Draws from all of HTML would rarely combine
//! tags that interact. One soup in three begins with a *setting*: tags that bring a parser into a
//! state which chance rarely reaches. Examples are the state after a frameset, or in a template's
//! rows.
//!
//! A *nest* descends through several kinds of content (tables, templates, foreign elements,
//! selects) and then leaves some of them in random order. One input in a hundred is large: a nest
//! of hundreds of elements, or a page of up to [`LARGE`] bytes.

mod families;
mod names;
mod pieces;
pub(crate) mod sequences;

use super::Input;
use crate::common;
use families::{DOORS, FAMILIES, SETTINGS};
use fastrand::Rng;
use pieces::{any_context, any_name, doctype, piece, start_tag};
use std::ops::Range;

/// The approximate maximum length of an input in bytes.
pub(crate) const LARGE: usize = 20_000;

/// An input in pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Soup {
    /// The pieces, whose concatenation is the text.
    pub(crate) pieces: Vec<String>,
    /// The context element of a fragment.
    pub(crate) fragment: Option<String>,
    /// The scripting flag.
    pub(crate) scripting: bool,
}

impl Soup {
    /// Joins the pieces to an input.
    pub(crate) fn input(&self) -> Input {
        let (fragment, scripting) = (self.fragment.clone(), self.scripting);
        Input { text: self.pieces.concat(), fragment, scripting }
    }
}

/// Context elements that the standard mentions for fragments. All others are arbitrary elements.
const CONTEXTS: &[&str] = &[
    "html",
    "head",
    "body",
    "frameset",
    "table",
    "caption",
    "tbody",
    "thead",
    "colgroup",
    "tr",
    "td",
    "template",
    "select",
    "form",
    "noscript",
    "title",
    "textarea",
    "script",
    "style",
    "plaintext",
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

/// The generator of inputs.
pub(crate) struct Kitchen {
    seed: u64,
    /// The inputs of the suite.
    cases: Vec<Soup>,
    /// The pages, split into pieces.
    pages: Vec<Vec<String>>,
}

impl Kitchen {
    /// Creates a generator with all available data.
    pub(crate) fn new(seed: u64) -> Self {
        let (mut cases, mut pages) = (Vec::new(), Vec::new());
        for case in common::tree_construction().unwrap_or_default() {
            cases.push(Soup {
                pieces: split(&case.data),
                fragment: case.fragment,
                scripting: case.scripting.unwrap_or_default(),
            });
        }
        for page in common::page_documents() {
            pages.push(split(&String::from_utf8_lossy(&page.bytes)));
        }
        Self { seed, cases, pages }
    }

    /// Returns the input with a number.
    pub(crate) fn input(&self, number: u64) -> Soup {
        let mut random = Rng::with_seed(self.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number));
        match random.u16(0..1000) {
            0..=4 if !self.pages.is_empty() => self.page(&mut random),
            5..=9 => nest(50..500, &mut random),
            10..=204 if !self.cases.is_empty() => {
                let mut soup = random.choice(&self.cases).cloned().unwrap_or_default();
                mutate(&mut soup.pieces, 5, &mut random);
                soup
            }
            205..=304 if !self.pages.is_empty() => self.chunk(&mut random),
            305..=504 => nest(2..8, &mut random),
            _ => cook(&mut random),
        }
    }

    /// Mutates a few pieces of a page.
    fn chunk(&self, random: &mut Rng) -> Soup {
        let page = &self.pages[random.usize(..self.pages.len())];
        let length = page.len().min(random.usize(5..40));
        let start = random.usize(..=page.len() - length);
        let mut soup = Soup { fragment: fragment(random), ..Soup::default() };
        soup.pieces = page[start..start + length].to_vec();
        mutate(&mut soup.pieces, 5, random);
        soup
    }

    /// Mutates a page all over, from its beginning or from a random piece, up to the maximum
    /// length.
    fn page(&self, random: &mut Rng) -> Soup {
        let page = &self.pages[random.usize(..self.pages.len())];
        let start = if random.bool() { 0 } else { random.usize(..page.len()) };
        let (mut pieces, mut length) = (Vec::new(), 0);
        for piece in &page[start..] {
            length += piece.len();
            if length > LARGE {
                break;
            }
            pieces.push(piece.clone());
        }
        let mut soup = Soup { pieces, fragment: None, scripting: random.bool() };
        mutate(&mut soup.pieces, 60, random);
        soup
    }
}

/// Splits a text roughly into tags, comments and texts.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive('>') {
        match part.rfind('<') {
            Some(at) if at > 0 => pieces.extend([part[..at].to_owned(), part[at..].to_owned()]),
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces
}

/// Removes, duplicates, swaps and adds pieces, fewer than `most` times.
fn mutate(pieces: &mut Vec<String>, most: usize, random: &mut Rng) {
    for _ in 0..random.usize(1..most) {
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

/// Creates an empty soup with a context, scripting, and sometimes a doctype.
fn pot(random: &mut Rng) -> Soup {
    let pieces = if random.bool() { vec![doctype(random)] } else { Vec::new() };
    Soup { fragment: fragment(random), scripting: random.u8(0..4) == 0, pieces }
}

fn cook(random: &mut Rng) -> Soup {
    let families: Vec<_> = (0..random.usize(1..4)).map(|_| family(random)).collect();
    let mut soup = pot(random);
    if random.u8(0..3) == 0 {
        let setting = SETTINGS[random.usize(..SETTINGS.len())];
        soup.pieces.extend(setting.iter().map(|&piece| piece.to_owned()));
    }
    let most = if random.u8(0..16) == 0 { 60 } else { 20 };
    for _ in 0..random.usize(2..most) {
        soup.pieces.push(stirred(&families, random));
    }
    soup
}

/// Returns a piece of one of these families, of another one, or a tag with any name.
fn stirred(families: &[&'static [&'static str]], random: &mut Rng) -> String {
    match random.u8(0..16) {
        0 => piece(family(random), random),
        1 => {
            let name = any_name(random);
            piece(&[name], random)
        }
        _ => piece(families[random.usize(..families.len())], random),
    }
}

/// Generates a nest: entries one inside the other with a few pieces between them, then end tags of
/// open elements in random order.
fn nest(depth: Range<usize>, random: &mut Rng) -> Soup {
    let families: Vec<_> = (0..random.usize(1..3)).map(|_| family(random)).collect();
    let mut soup = pot(random);
    let mut open = Vec::new();
    for _ in 0..random.usize(depth) {
        for &tag in DOORS[random.usize(..DOORS.len())] {
            soup.pieces.push(tag.to_owned());
            open.extend(tag.trim_matches(['<', '>']).split(' ').next());
        }
        if random.u8(0..3) == 0 {
            soup.pieces.push(stirred(&families, random));
        }
    }
    for _ in 0..random.usize(..=open.len().min(100)) {
        let piece = match random.u8(0..4) {
            0 => stirred(&families, random),
            1 => format!("</{}>", open[random.usize(..open.len())]),
            2 => start_tag(open[random.usize(..open.len())], random),
            _ => open.pop().map(|name| format!("</{name}>")).unwrap_or_default(),
        };
        soup.pieces.push(piece);
        if open.is_empty() {
            break;
        }
    }
    soup
}

fn fragment(random: &mut Rng) -> Option<String> {
    match random.u8(0..10) {
        0..=5 => None,
        6..=7 => random.choice(CONTEXTS).map(|&name| name.to_owned()),
        8 => Some(any_context(random)),
        _ => {
            // Families of foreign names occur only as elements of other namespaces.
            let family = family(random);
            let name = family[random.usize(..family.len())].split(' ').next();
            name.map(str::to_ascii_lowercase)
        }
    }
}
