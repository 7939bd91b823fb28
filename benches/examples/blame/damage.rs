//! The twelve ways in which a page is broken, each at one place.

use fastrand::Rng;
use wishful::base::{Span, narrow};
use wishful::token::KindRef;
use wishful::tree::Document;

/// The kinds of damage, in the order of the table.
pub(crate) const KINDS: [&str; 12] = [
    "no end tag",
    "no start tag",
    "end tag twice",
    "misspelt end tag",
    "start for end",
    "no > of end tag",
    "swapped end tags",
    "no closing quote",
    "no opening quote",
    "no > of start tag",
    "unclosed comment",
    "unclosed raw text",
];

/// The elements whose tags are damaged: their end tags may not be omitted.
const DAMAGED: &str = " div span a b i em strong ul ol table section article h1 h2 h3 form button \
                       label small code pre blockquote nav header footer main aside figure select ";
const RAW: &str = " script style textarea title ";
const VOID: &str = " area base br col embed hr img input link meta source track wbr ";

/// A replacement of a part of a page.
pub(crate) type Cut = (usize, usize, String);

/// A damage: what is replaced, and the offsets at which a finding about it may be.
pub(crate) struct Damage {
    pub(crate) cuts: Vec<Cut>,
    pub(crate) places: Vec<usize>,
}

/// The constructs of a page that can be damaged.
pub(crate) struct Constructs {
    /// Elements with both tags: the name, the start tag, the end tag.
    elements: Vec<(String, Span, Span)>,
    /// Start tags with the span of a quoted value, with its quotes.
    quoted: Vec<(Span, Span)>,
    comments: Vec<Span>,
    /// Elements of raw text: the start tag, the end tag.
    raw: Vec<(Span, Span)>,
}

impl Constructs {
    pub(crate) fn of(document: &Document) -> Self {
        let text = document.text();
        let mut all = Self {
            elements: Vec::new(),
            quoted: Vec::new(),
            comments: Vec::new(),
            raw: Vec::new(),
        };
        let mut open: Vec<(String, Span)> = Vec::new();
        for token in document.tokens().iter() {
            let written = text.get(token.span.range()).unwrap_or_default();
            match token.kind {
                KindRef::Comment(_) if written.starts_with("<!--") => all.comments.push(token.span),
                KindRef::StartTag(tag) => {
                    let name = tag.name.get(text).to_owned();
                    if let Some(quoted) = quoted_value(written, token.span) {
                        all.quoted.push((token.span, quoted));
                    }
                    if !is_in(&name, VOID) && !written.ends_with("/>") {
                        open.push((name, token.span));
                    }
                }
                KindRef::EndTag(tag) => {
                    let name = tag.name.get(text);
                    let Some(at) = open.iter().rposition(|(open, _)| open == name) else {
                        continue;
                    };
                    let (name, start) = open[at].clone();
                    open.truncate(at);
                    if is_in(&name, RAW) {
                        all.raw.push((start, token.span));
                    } else if is_in(&name, DAMAGED) {
                        all.elements.push((name, start, token.span));
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// Chooses a damage of a kind; `None` if the page has nothing of it.
    pub(crate) fn damage(&self, kind: &str, text: &str, random: &mut Rng) -> Option<Damage> {
        let choose = |count: usize, random: &mut Rng| (count > 0).then(|| random.usize(..count));
        match kind {
            "swapped end tags" => return self.swapped(text, random),
            "no closing quote" | "no opening quote" | "no > of start tag" => {
                let (tag, value) = self.quoted[choose(self.quoted.len(), random)?];
                let (start, end) = (tag.range().start, tag.range().end);
                let at = match kind {
                    "no closing quote" => value.range().end - 1,
                    "no opening quote" => value.range().start,
                    _ => end - 1,
                };
                return Some(Damage {
                    cuts: vec![(at, at + 1, String::new())],
                    places: vec![start, at],
                });
            }
            "unclosed comment" => {
                let comment = self.comments[choose(self.comments.len(), random)?].range();
                let at = comment.end - 3;
                let cuts = vec![(at, comment.end, String::new())];
                return Some(Damage { cuts, places: vec![comment.start, at] });
            }
            "unclosed raw text" => {
                let (start, end) = self.raw[choose(self.raw.len(), random)?];
                let (start, end) = (start.range().start, end.range());
                let cuts = vec![(end.start, end.end, String::new())];
                return Some(Damage { cuts, places: vec![start, end.start] });
            }
            _ => {}
        }
        let (name, start, end) = &self.elements[choose(self.elements.len(), random)?];
        let (start, end) = (start.range(), end.range());
        let mut places = vec![start.start, end.start];
        let cut = match kind {
            "no end tag" => (end.start, end.end, String::new()),
            "no start tag" => (start.start, start.end, String::new()),
            "end tag twice" => {
                places.push(end.end);
                (end.end, end.end, format!("</{name}>"))
            }
            "misspelt end tag" => {
                let mut wrong = format!("{}{}", &name[1..], &name[..1]);
                if wrong == *name {
                    wrong.push('x');
                }
                (end.start, end.end, format!("</{wrong}>"))
            }
            "start for end" => (end.start, end.end, format!("<{name}>")),
            _ => {
                places.push(end.end - 1);
                (end.end - 1, end.end, String::new())
            }
        };
        Some(Damage { cuts: vec![cut], places })
    }

    fn swapped(&self, text: &str, random: &mut Rng) -> Option<Damage> {
        let mut near = Vec::new();
        for inner in &self.elements {
            for outer in &self.elements {
                if inner.2.end == outer.2.start && inner.0 != outer.0 {
                    near.push((inner, outer));
                }
            }
        }
        if near.is_empty() {
            return None;
        }
        let (inner, outer) = near[random.usize(..near.len())];
        let (first, second) = (inner.2.range(), outer.2.range());
        let swapped = format!("{}{}", &text[second.clone()], &text[first.clone()]);
        let places = vec![inner.1.range().start, outer.1.range().start, first.start, second.start];
        Some(Damage { cuts: vec![(first.start, second.end, swapped)], places })
    }
}

fn is_in(name: &str, names: &str) -> bool {
    names.contains(&format!(" {name} "))
}

/// Returns the span of the first double-quoted value of a tag that has 1 to 60 characters.
fn quoted_value(tag: &str, span: Span) -> Option<Span> {
    let mut at = 0;
    while let Some(found) = tag[at..].find("=\"") {
        let start = at + found + 1;
        let length = tag[start + 1..].find('"')?;
        let value = &tag[start + 1..start + 1 + length];
        if (1..=60).contains(&value.chars().count()) && !value.contains(['<', '>']) {
            let from = span.range().start + start;
            return Some(Span { start: narrow(from), end: narrow(from + length + 2) });
        }
        at = start + length + 2;
    }
    None
}

/// Applies damages to a page, and returns it with the offsets of each damage in it; `None` if two
/// of them touch.
pub(crate) fn apply(text: &str, damages: &[Damage]) -> Option<(String, Vec<Vec<usize>>)> {
    let mut cuts: Vec<&Cut> = damages.iter().flat_map(|damage| &damage.cuts).collect();
    cuts.sort_by_key(|(start, end, _)| (*start, *end));
    if cuts.windows(2).any(|pair| pair[0].1 + 40 > pair[1].0) {
        return None;
    }
    let (mut out, mut at) = (String::new(), 0);
    for (start, end, new) in &cuts {
        out.push_str(&text[at..*start]);
        out.push_str(new);
        at = *end;
    }
    out.push_str(&text[at..]);
    let moved = |place: usize| {
        let before = cuts.iter().filter(|(start, end, _)| *start < place && *end <= place);
        before.fold(place, |place, (start, end, new)| place + new.len() - (end - start))
    };
    let places = damages.iter().map(|damage| damage.places.iter().map(|&at| moved(at)).collect());
    Some((out, places.collect()))
}
