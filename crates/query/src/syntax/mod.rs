//! Parsing of expressions: from a text, by the grammar of its language, to the best derivation as a
//! [`Plan`].
//!
//! ```text
//! text ──► Derivations ──► best first ──► Lowering ──► Plan
//!          grammar/query/  one, or all     xpath.rs    operations
//!          *.grammar       (`readings`)    css.rs      selectors
//! ```
//!
//! The grammars alone decide which texts are expressions and which reading of an ambiguous one
//! wins. The lowering identifies a node of a derivation by the name of its rule. It checks what a
//! grammar cannot express: whether an axis, a function or a prefix exists. All mistakes of this
//! kind are reported together.
//!
//! Chains of operators (`1 + 1 + 1`) and steps of a path are left-leaning towers in the derivation;
//! loops unwind them. Recursion occurs only for proper nesting, which is limited.

#[cfg(test)]
mod ambiguous;
mod css;
mod lowering;
mod mistakes;
mod nth;
mod pseudo;
#[cfg(test)]
mod tests;
mod unclosed;
mod words;
mod xpath;

pub(crate) use super::language::Language;
use super::limits::Limits;
use super::plan::Plan;
use lowering::Lowering;
pub(crate) use mistakes::{mistake, pseudo_class, word_at};
use wishful::base::{Code, Diagnostic, Files, Report, SourceFile};
use wishful::derivation::Derivations;
use wishful::grammar::Grammar;

/// The parameters of parsing: grammar, language and limits.
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
    /// Returns the best reading of a text.
    ///
    /// # Errors
    /// If the text is not an expression, uses an unknown name, or exceeds a limit. The report has
    /// the position and what was acceptable there.
    pub(crate) fn read(&self, text: &str) -> Result<Plan, Report> {
        Ok(self.readings(text, 1, MOST_DERIVATIONS)?.swap_remove(0))
    }

    /// Returns the distinct readings of a text, best first, out of at most `most` derivations. The
    /// list is not empty.
    ///
    /// # Errors
    /// The errors of [`Syntax::read`], for the best reading.
    pub(crate) fn read_all(&self, text: &str, most: usize) -> Result<Vec<Plan>, Report> {
        self.readings(text, usize::MAX, most)
    }

    /// Reads a selector whose end lacks closing signs, which browsers add.
    fn closed(&self, text: &str) -> Option<Plan> {
        let text = match self.language {
            Language::XPath => return None,
            Language::Css | Language::Parsley => unclosed::closed(text)?,
        };
        Syntax::of(Language::Css, self.limits).read(&text).ok()
    }

    /// Returns up to `wanted` readings from up to `most` derivations. A derivation whose only
    /// mistake is to take a name for an operator is skipped.
    fn readings(&self, text: &str, wanted: usize, most: usize) -> Result<Vec<Plan>, Report> {
        if text.len() > self.limits.size {
            return Err(report(text, [mistakes::too_long(text, self.limits.size)]));
        }
        let derivations = match Derivations::read(self.grammar, NAME, text) {
            Ok(derivations) => derivations,
            Err(refused) => {
                return match self.closed(text) {
                    Some(plan) => Ok(vec![plan]),
                    None => Err(mistakes::syntax_error(refused, self.grammar, text)),
                };
            }
        };
        let mut readings: Vec<Plan> = Vec::new();
        let mut misread = None;
        for derivation in derivations.trees().take(most) {
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
        match misread {
            Some(mistakes) if readings.is_empty() => Err(report(text, mistakes)),
            _ => Ok(readings),
        }
    }
}

/// The maximum number of derivations that [`Syntax::read`] tries.
const MOST_DERIVATIONS: usize = 64;

/// Reports whether all mistakes of a derivation mean that another derivation is the intended one.
fn is_misread(mistakes: &[Diagnostic]) -> bool {
    mistakes.iter().all(|mistake| mistake.code == Code::Ambiguous)
}

/// The file name of expressions in messages.
const NAME: &str = "expression";

/// Creates a report of mistakes in a text.
pub(crate) fn report(text: &str, mistakes: impl IntoIterator<Item = Diagnostic>) -> Report {
    let mut files = Files::default();
    files.add(SourceFile::new(NAME, text));
    let mut report = Report { files, diagnostics: mistakes.into_iter().collect() };
    report.sort();
    report
}
