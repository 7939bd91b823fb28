//! Hover texts: the contents of a name, and the meaning of a word.

use super::notes;
use super::project::Project;
use super::symbol::{Kind, Symbol};
use crate::base::{Span, wide};

/// The hover text of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The span that it describes.
    pub span: Span,
    /// The text, in Markdown.
    pub text: String,
}

/// The largest number of members of a set, and of statements about an element, in a hover text.
const MOST: usize = 40;

impl Project<'_> {
    /// Returns the hover text of the name or word at an offset.
    #[must_use]
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        if let Some(found) = self.symbol_at(file, offset) {
            return Some(Hover { span: found.span, text: self.said_of(&found.symbol) });
        }
        let (file, index) = self.file(file)?;
        let pieces = index.stretches.iter().flat_map(|stretch| &stretch.pieces);
        let mut holding = pieces
            .filter(|piece| wide(piece.span.start) <= offset && offset < wide(piece.span.end));
        let span = holding.next()?.span;
        let text = notes::note(span.of(file.text()))?;
        Some(Hover { span, text: text.to_owned() })
    }

    fn said_of(&self, symbol: &Symbol) -> String {
        let in_force = self.in_force();
        let Symbol { kind, name } = symbol;
        let written = if *kind == Kind::Element { format!("<{name}>") } else { name.clone() };
        let mut said = format!("**`{written}`**");
        let members = (*kind == Kind::Name).then(|| in_force.members(name)).flatten();
        if let Some(members) = members {
            let shown = shortened(&members);
            said.push_str(&format!(": a set of {}\n\n```grammar\n{shown}\n```", members.len()));
        }
        if let Some(note) = (*kind == Kind::Terminal).then(|| notes::note(name)).flatten() {
            said.push_str(&format!("\n\n{note}"));
        }
        let about = in_force.about(symbol);
        let only_defining = *kind == Kind::Name && about.iter().any(|(defines, _)| *defines);
        let shown = about.iter().filter(|(defines, _)| *defines || !only_defining);
        let shown: Vec<String> = shown.take(MOST).map(|(_, text)| format!("{text} ;")).collect();
        if !shown.is_empty() {
            said.push_str(&format!("\n\nin force:\n\n```grammar\n{}\n```", shown.join("\n")));
        }
        if about.len() > shown.len() {
            said.push_str(&format!("\n\nin {} statements in all", about.len()));
        }
        said
    }
}

fn shortened(members: &[String]) -> String {
    let shown = members[..members.len().min(MOST)].join(" ");
    if members.len() > MOST { format!("{shown} …") } else { shown }
}
