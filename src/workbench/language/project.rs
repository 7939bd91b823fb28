//! A grammar file with all that it uses.

use super::in_force::InForce;
use super::index::Index;
use super::symbol::{Spot, Symbol};
use crate::base::{Report, SourceFile, Span};
use crate::grammar::entry;
use crate::grammar::load::{Loader, Sources, load_text};
use std::sync::OnceLock;

/// A grammar file with all that it uses, as far as that is there.
///
/// Files are called by their paths, shipped ones `NAME.grammar`; so the paths of others are to be absolute.
pub struct Project<'l> {
    sources: Sources,
    /// Those of the files, in their order.
    pub(super) indexes: Vec<Index>,
    in_force: OnceLock<InForce>,
    name: String,
    text: String,
    loader: &'l dyn Loader,
}

/// A symbol in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// What it stands for.
    pub symbol: Symbol,
    /// The file's name.
    pub file: String,
    /// The name itself: of a tag without its signs.
    pub span: Span,
    /// Whether it is defined there.
    pub defines: bool,
}

impl<'l> Project<'l> {
    /// A grammar whose text is at hand.
    #[must_use]
    pub fn new(name: &str, text: &str, loader: &'l dyn Loader) -> Self {
        let (sources, _) = load_text(name, text, loader);
        let indexes = sources.files.iter().map(|(_, file)| Index::of(file.text())).collect();
        let (name, text) = (name.to_owned(), text.to_owned());
        Self { sources, indexes, in_force: OnceLock::new(), name, text, loader }
    }

    /// Everything that is wrong with it.
    #[must_use]
    pub fn check(&self) -> Report {
        entry::check_text(&self.name, &self.text, self.loader)
    }

    /// What the grammar comes to; worked out when it is asked for first.
    pub(super) fn in_force(&self) -> &InForce {
        self.in_force.get_or_init(|| InForce::of(&self.sources))
    }

    /// The files, with their texts.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.files.iter().map(|(_, file)| file)
    }

    /// The file of a name, and where its names stand.
    pub(super) fn file(&self, name: &str) -> Option<(&SourceFile, &Index)> {
        self.files().zip(&self.indexes).find(|(file, _)| file.name() == name)
    }

    /// The symbol at an offset of a file, or right before it.
    #[must_use]
    pub fn symbol_at(&self, file: &str, offset: usize) -> Option<Occurrence> {
        let (file, index) = self.file(file)?;
        index.at(offset).map(|spot| occurrence(file, spot))
    }

    /// All places where a symbol stands.
    #[must_use]
    pub fn references(&self, symbol: &Symbol) -> Vec<Occurrence> {
        let files = self.files().zip(&self.indexes);
        let spots =
            files.flat_map(|(file, index)| index.spots.iter().map(move |spot| (file, spot)));
        let those = spots.filter(|(_, spot)| spot.symbol == *symbol);
        those.map(|(file, spot)| occurrence(file, spot)).collect()
    }

    /// Where a symbol is defined: the places that are in force last. An element without a rule is defined where it
    /// is named first.
    #[must_use]
    pub fn definitions(&self, symbol: &Symbol) -> Vec<Occurrence> {
        let all = self.references(symbol);
        let defined: Vec<Occurrence> = all.iter().filter(|one| one.defines).cloned().collect();
        match defined.is_empty() {
            true => all.into_iter().take(1).collect(),
            false => defined,
        }
    }
}

fn occurrence(file: &SourceFile, spot: &Spot) -> Occurrence {
    let Spot { symbol, span, defines } = spot.clone();
    Occurrence { symbol, file: file.name().to_owned(), span, defines }
}
