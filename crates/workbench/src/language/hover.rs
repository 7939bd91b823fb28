//! Hover texts: the contents of a name, and the meaning of a word.

use super::project::Project;
use super::symbol::{Symbol, SymbolKind};
use wishful::base::Span;
use wishful::grammar::schema_help::help;

/// The hover text of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hover {
    /// The span that it describes.
    pub span: Span,
    /// The text, in Markdown.
    pub text: String,
}

/// The largest number of members of a set, and of statements about a name, in a hover text. Most
/// editors can neither fold nor scroll it comfortably.
const MOST: usize = 8;

impl Project<'_> {
    /// Returns the hover text of the name or word at an offset.
    #[must_use]
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        if let Some(found) = self.symbol_at(file, offset) {
            return Some(Hover { span: found.span, text: self.text_about(&found.symbol) });
        }
        let (file, index) = self.file(file)?;
        let mut pieces = index.stretches.iter().flat_map(|stretch| &stretch.pieces);
        let piece = pieces.find(|piece| piece.span.range().contains(&offset))?;
        let span = piece.span;
        Some(Hover { span, text: help(span.of(file.text()))? })
    }

    /// Returns the documentation of a completion, as its hover text: the meaning of a word of the
    /// language, or the statements about a name.
    #[must_use]
    pub fn documentation(&self, label: &str, kind: Option<SymbolKind>) -> Option<String> {
        let Some(kind) = kind else { return help(label) };
        let name = label.trim_matches(['<', '/', '>']).to_owned();
        Some(self.text_about(&Symbol { kind, name }))
    }

    /// Returns the hover text of a symbol.
    fn text_about(&self, symbol: &Symbol) -> String {
        let in_force = self.in_force();
        let Symbol { kind, name } = symbol;
        let written = if *kind == SymbolKind::Element { format!("<{name}>") } else { name.clone() };
        let mut text = format!("**`{written}`**");
        if *kind == SymbolKind::Name
            && let Some(members) = in_force.members(name)
        {
            let shown = shortened(&members);
            text.push_str(&format!(": a set of {}\n\n```grammar\n{shown}\n```", members.len()));
        }
        if *kind == SymbolKind::Terminal
            && let Some(note) = help(name)
        {
            text.push_str(&format!("\n\n{note}"));
        }
        let about = in_force.about(symbol);
        let only_defining = *kind == SymbolKind::Name && about.iter().any(|(defines, _)| *defines);
        let mut shown = Vec::new();
        for (defines, statement) in &about {
            if shown.len() < MOST && (*defines || !only_defining) {
                shown.push(format!("{statement} ;"));
            }
        }
        if !shown.is_empty() {
            text.push_str(&format!("\n\nin force:\n\n```grammar\n{}\n```", shown.join("\n")));
        }
        if about.len() > shown.len() {
            text.push_str(&format!("\n\nand {} more statements", about.len() - shown.len()));
        }
        text
    }
}

fn shortened(members: &[String]) -> String {
    let shown = members[..members.len().min(MOST)].join(" ");
    match members.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown}  # and {more} more"),
    }
}
