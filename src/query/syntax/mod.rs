//! Expressions read: a text, the grammar of its language, and the best of its derivations as a [`Plan`].
//!
//! ```text
//! text ──► Derivations ──► best first ──► Lowering ──► Plan
//!          grammar/query/  one, or all     xpath.rs    operations
//!          *.grammar       (`readings`)    css.rs      selectors
//! ```
//!
//! Which texts are expressions, and which reading of an ambiguous one wins, is said by the grammars and by nothing here: a node
//! of a derivation is told by the name of its rule. What a grammar cannot say is asked here: whether there is an axis, a function, a
//! variable of that name. All such mistakes of an expression are told at once.
//!
//! Operators that follow one another (`1 + 1 + 1`) and steps of a path are lists in the text and towers in the derivation; they
//! are taken off one by one. What recurses is nesting proper, and that has a limit.

#[cfg(test)]
mod ambiguous;
mod css;
mod lowering;
mod mistakes;
mod nth;
mod pseudo;
#[cfg(test)]
mod tests;
mod words;
mod xpath;

pub(crate) use super::language::Language;
use super::limits::Limits;
use super::plan::Plan;
use crate::base::{Code, Diagnostic, Files, Report, SourceFile};
use crate::derivation::Derivations;
use crate::grammar::Grammar;
use lowering::Lowering;
pub(crate) use mistakes::{mistake, pseudo_class, word_at};

/// What a text is read by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax<'g> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) language: Language,
    pub(crate) limits: Limits,
}

impl Syntax<'static> {
    pub(crate) fn of(language: Language, limits: Limits) -> Self {
        Self { grammar: language.grammar(), language, limits }
    }
}

impl Syntax<'_> {
    /// The best reading of a text.
    ///
    /// # Errors
    /// If the text is no expression, or speaks of what there is not, or is over a limit: with a place and what was acceptable.
    pub(crate) fn read(&self, text: &str) -> Result<Plan, Report> {
        self.readings(text, 1, LOOKED).map(|mut readings| readings.swap_remove(0))
    }

    /// The readings of a text, best first, each once; so many derivations are looked at. There is one at least.
    ///
    /// # Errors
    /// As those of [`Syntax::read`], of the best one.
    pub(crate) fn read_all(&self, text: &str, most: usize) -> Result<Vec<Plan>, Report> {
        self.readings(text, usize::MAX, most)
    }

    /// So many readings of so many derivations. One that only mistakes a name for an operator is passed over.
    fn readings(&self, text: &str, wanted: usize, looked: usize) -> Result<Vec<Plan>, Report> {
        if text.len() > self.limits.size {
            return Err(report(text, [mistakes::too_long(text, self.limits.size)]));
        }
        let derivations = Derivations::read(self.grammar, NAME, text)
            .map_err(|refused| mistakes::unread(refused, self.grammar, text))?;
        let mut readings: Vec<Plan> = Vec::new();
        let mut misread = None;
        for derivation in derivations.trees().take(looked) {
            if readings.len() == wanted {
                break;
            }
            match Lowering::new(self, text).plan(derivation.root()) {
                Ok(plan) if readings.iter().any(|other| other.means_the_same(&plan)) => {}
                Ok(plan) => readings.push(plan),
                Err(mistakes) if is_misread(&mistakes) => misread = misread.or(Some(mistakes)),
                Err(mistakes) if readings.is_empty() => return Err(report(text, mistakes)),
                Err(_) => {}
            }
        }
        match misread.filter(|_| readings.is_empty()) {
            Some(mistakes) => Err(report(text, mistakes)),
            None => Ok(readings),
        }
    }
}

/// So many derivations are looked at for one that is a reading.
const LOOKED: usize = 64;

/// Whether all that is wrong with a derivation is that another one is meant.
fn is_misread(mistakes: &[Diagnostic]) -> bool {
    mistakes.iter().all(|mistake| mistake.code == Code::Ambiguous)
}

/// What messages call an expression.
const NAME: &str = "expression";

/// A report of some mistakes of a text.
pub(crate) fn report(text: &str, mistakes: impl IntoIterator<Item = Diagnostic>) -> Report {
    let mut files = Files::default();
    files.add(SourceFile::new(NAME, text));
    let mut report = Report { files, diagnostics: mistakes.into_iter().collect() };
    report.sort();
    report
}
