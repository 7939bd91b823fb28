//! A grammar file with all files that it uses.

use super::in_force::InForce;
use super::index::Index;
use super::symbol::{Symbol, SymbolOccurrence};
use std::sync::OnceLock;
use wishful::base::{Report, SourceFile, Span};
use wishful::grammar::Grammar;
pub(super) use wishful::grammar::load::{Loader, Sources, load_text};

/// A grammar file with all files that it uses, as far as these exist.
///
/// Files are named by their paths, shipped ones `NAME.grammar`. So the paths of others must be
/// absolute.
pub struct Project<'l> {
    sources: Sources,
    /// The indexes of the files, in the order of the files.
    pub(super) indexes: Vec<Index>,
    in_force: OnceLock<InForce>,
    name: String,
    text: String,
    loader: &'l dyn Loader,
}

/// A symbol in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Occurrence {
    /// The symbol.
    pub symbol: Symbol,
    /// The file's name.
    pub file: String,
    /// The span of the name; for a tag, without its delimiters.
    pub span: Span,
    /// True if the symbol is defined here.
    pub defines: bool,
}

impl<'l> Project<'l> {
    /// Loads a project from the text of its main file.
    #[must_use]
    pub fn new(name: &str, text: &str, loader: &'l dyn Loader) -> Self {
        let (sources, _) = load_text(name, text, loader);
        let indexes = sources.files.iter().map(|(_, file)| Index::of(file.text())).collect();
        let (name, text) = (name.to_owned(), text.to_owned());
        Self { sources, indexes, in_force: OnceLock::new(), name, text, loader }
    }

    /// Checks the grammar, and returns all mistakes.
    #[must_use]
    pub fn check(&self) -> Report {
        Grammar::source(&self.name, &self.text).loader(self.loader).check()
    }

    /// Returns the merged grammar, which the first call computes.
    pub(super) fn in_force(&self) -> &InForce {
        self.in_force.get_or_init(|| InForce::of(&self.sources))
    }

    /// Iterates over the files.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.files.iter().map(|(_, file)| file)
    }

    /// Returns the file with a name, and its index.
    pub(super) fn file(&self, name: &str) -> Option<(&SourceFile, &Index)> {
        self.files().zip(&self.indexes).find(|(file, _)| file.name() == name)
    }

    /// Returns the symbol at an offset of a file, or right before it.
    #[must_use]
    pub fn symbol_at(&self, file: &str, offset: usize) -> Option<Occurrence> {
        let (file, index) = self.file(file)?;
        index.at(offset).map(|spot| occurrence(file, spot))
    }

    /// Returns all occurrences of a symbol.
    #[must_use]
    pub fn references(&self, symbol: &Symbol) -> Vec<Occurrence> {
        let mut found = Vec::new();
        for (file, index) in self.files().zip(&self.indexes) {
            for spot in &index.spots {
                if spot.symbol == *symbol {
                    found.push(occurrence(file, spot));
                }
            }
        }
        found
    }

    /// Returns the definitions of a symbol. A symbol without a definition, for example an element
    /// without a rule, is defined by its first occurrence.
    #[must_use]
    pub fn definitions(&self, symbol: &Symbol) -> Vec<Occurrence> {
        let all = self.references(symbol);
        let defined: Vec<Occurrence> = all.iter().filter(|one| one.defines).cloned().collect();
        if defined.is_empty() { all.into_iter().take(1).collect() } else { defined }
    }
}

fn occurrence(file: &SourceFile, spot: &SymbolOccurrence) -> Occurrence {
    let SymbolOccurrence { symbol, span, defines } = spot.clone();
    Occurrence { symbol, file: file.name().to_owned(), span, defines }
}
