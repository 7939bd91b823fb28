//! Generated templates in each language, and a second renderer of their pages.

use fastrand::Rng;
use wishful_template::Dialect;

/// The number of conditions whose pages are diagnosed.
pub(crate) const CONDITIONS: usize = 4;

/// The texts of which templates are made; most of them are parts of elements.
const TEXTS: [&str; 30] = [
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<div class=\"y\">",
    "</div>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<ul>",
    "<li>",
    "</ul>",
    "x",
    " ",
    "<!--c-->",
    "<a href=u",
    " id=\"v\"",
    ">",
    "</a>",
    "<input type=\"",
    "hidden",
    "\"",
    "&amp",
    " class",
    "<body class=z>",
    "</p",
    "<i>",
    "</i>",
];

/// The languages: the tags of a condition, of its opposite, of the other branch, and of the end.
const LANGUAGES: [(&str, [&str; 4]); 9] = [
    ("jinja", ["{% if @ %}", "{% if not @ %}", "{% else %}", "{% endif %}"]),
    ("django", ["{% if @ %}", "{% if not @ %}", "{% else %}", "{% endif %}"]),
    ("twig", ["{% if @ %}", "{%- if not @ -%}", "{% else %}", "{% endif %}"]),
    ("liquid", ["{% if @ %}", "{% unless @ %}", "{% else %}", "{% endif %}"]),
    ("ejs", ["<% if (@) { %>", "<%_ if (!@) { _%>", "<% } else { %>", "<% } %>"]),
    ("erb", ["<% if @ %>", "<% unless @ %>", "<% else %>", "<% end %>"]),
    ("php", ["<?php if ($@): ?>", "<?php if (!$@) { ?>", "<?php else: ?>", "<?php endif ?>"]),
    ("handlebars", ["{{#if @}}", "{{#unless @}}", "{{else}}", "{{/if}}"]),
    ("outlook", ["<!--[if @]>", "<!--[if !@]>", "", "<![endif]-->"]),
];

/// A piece of a template.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    Text(&'static str),
    /// Begins a condition with this number, or its opposite.
    If(usize, bool),
    Else,
    End(bool),
}

/// A generated template.
pub(crate) struct Generated {
    pub(crate) language: (&'static str, [&'static str; 4]),
    pub(crate) dialect: Dialect,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) text: String,
    /// The place of each piece.
    pub(crate) places: Vec<usize>,
}

impl Generated {
    /// Generates a template in the language of a seed, with at most a number of conditions.
    pub(crate) fn new(rng: &mut Rng, seed: u64, conditions: usize) -> Self {
        let language = LANGUAGES[usize::try_from(seed).unwrap() % LANGUAGES.len()];
        let pieces = pieces(rng, !language.1[2].is_empty(), conditions);
        let (text, places) = template(&pieces, language);
        let dialect = Dialect::named(language.0).unwrap();
        Self { language, dialect, pieces, text, places }
    }
}

/// Returns pieces whose conditions are nested.
fn pieces(rng: &mut Rng, has_else: bool, conditions: usize) -> Vec<Piece> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for _ in 0..rng.usize(1..6 * conditions) {
        match rng.u32(..10) {
            0 | 1 => {
                let is_opposite = rng.bool();
                open.push((is_opposite, false));
                found.push(Piece::If(rng.usize(..conditions), is_opposite));
            }
            2 if has_else && open.last().is_some_and(|(_, has_else)| !has_else) => {
                open.last_mut().unwrap().1 = true;
                found.push(Piece::Else);
            }
            3 | 4 if !open.is_empty() => found.push(Piece::End(open.pop().unwrap().0)),
            _ => found.push(Piece::Text(rng.choice(TEXTS).unwrap())),
        }
    }
    found.extend(open.into_iter().rev().map(|(is_opposite, _)| Piece::End(is_opposite)));
    found
}

fn name(number: usize) -> String {
    format!("c{number}")
}

/// Returns a piece as the template has it.
pub(crate) fn written(piece: Piece, (language, tags): (&str, [&str; 4])) -> String {
    match piece {
        Piece::Text(piece) => piece.to_owned(),
        Piece::If(number, is_opposite) => {
            tags[usize::from(is_opposite)].replace('@', &name(number))
        }
        Piece::Else => tags[2].to_owned(),
        Piece::End(is_opposite) => match (language, is_opposite) {
            ("php", true) => "<?php } ?>".to_owned(),
            ("liquid", true) => "{% endunless %}".to_owned(),
            ("handlebars", true) => "{{/unless}}".to_owned(),
            _ => tags[3].to_owned(),
        },
    }
}

/// Writes a template, with the place of each piece.
pub(crate) fn template(pieces: &[Piece], language: (&str, [&str; 4])) -> (String, Vec<usize>) {
    let (mut text, mut places) = (String::new(), Vec::new());
    for piece in pieces {
        places.push(text.len());
        let tag = written(*piece, language);
        text.push_str(&tag);
    }
    (text, places)
}

/// Writes the page of an assignment, with the place of each byte in the template.
pub(crate) fn page(pieces: &[Piece], places: &[usize], assignment: usize) -> (String, Vec<usize>) {
    let (mut text, mut origins, mut open) = (String::new(), Vec::new(), Vec::new());
    for (piece, place) in pieces.iter().zip(places) {
        match *piece {
            Piece::Text(piece) if open.iter().all(|is_shown| *is_shown) => {
                text.push_str(piece);
                origins.extend(*place..place + piece.len());
            }
            Piece::Text(_) => {}
            Piece::If(number, is_opposite) => {
                open.push((assignment >> number & 1 == 1) != is_opposite)
            }
            Piece::Else => {
                let is_shown = open.pop().unwrap();
                open.push(!is_shown);
            }
            Piece::End(_) => drop(open.pop()),
        }
    }
    (text, origins)
}
