//! Classification of the pages that a change of a grammar affects.
//!
//! The input is many pages, parsed by two grammars (for example, a standard before and after a
//! change). [`Changes`] counts them, and groups the pages that change by their [`Divergence`]: the
//! first difference of the two parses, and the actions of each there. That costs two parses and one
//! pass over their tables, whether or not a page changes. Of each group only the smallest page is
//! stored.
//!
//! ```text
//! pages ──► Variants::change ──► Changes ───────────► Group::explain ─────► Changes::summary
//!           in threads           a group for each     shrinks its page,     classes
//!                                divergence           finds the line
//! ```
//!
//! At the end each group is explained. Its page is shrunk as long as its divergence stays, which
//! gives the *smallest document*. Then the changed lines are tried one by one, to find the line
//! that [decides](super::causes::Variants::decisive) this document. Groups with the same deciding
//! line form one *class* of the change.
//!
//! # Limitations
//!
//! A page counts in one class, that of its first difference. If the differences of a class often
//! come after those of other classes, the class is larger than its number says.
//!
//! # Order
//!
//! The result does not depend on the order in which pages are added. So pages may be compared in
//! threads and added as they are ready. If there are more than 128 groups, those with the least
//! divergences in order are stored, and the pages of the others are only counted. Lemma: a dropped
//! divergence is not among the 128 least ones later, since the stored ones only decrease.

mod group;
mod summary;

use std::collections::BTreeMap;

pub use group::{Explained, Group, Sample};
pub use summary::{Class, Example, Summary};

use super::causes::{Change, ChangeKind, Divergence};

/// The largest number of stored groups.
const MOST: usize = 128;

/// The counts and groups of compared pages.
///
/// ```
/// use wishful_workbench::causes::Variants;
/// use wishful_workbench::changes::{Changes, Sample};
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = |name| Parser::new(Grammar::load(name).unwrap()).unwrap();
/// let variants = Variants::new(vec![parser("whatwg"), parser("no-foster")]);
/// let options = ParseOptions::default();
/// let mut changes = Changes::default();
/// for page in ["<p>one", "<title>Prices</title><table><tr><td>1</td>VAT</table>"] {
///     let documents = variants.parse(page, &options)?;
///     match variants.change(&documents, 1) {
///         Some(change) => {
///             changes.add(&change, Sample::new(page, &change, &documents[0], &options));
///         }
///         None => changes.add_same(),
///     }
/// }
/// let explained = changes.groups().map(|group| group.explain(&variants, 1000)).collect();
/// let summary = changes.summary(explained);
/// assert_eq!((summary.pages, summary.same, summary.trees), (2, 1, 1));
/// let class = &summary.classes[0];
/// assert_eq!(class.smallest.as_deref(), Some("<table><tr>T"));
/// assert!(class.decisive[0].text.starts_with("replace <tr> ::="));
/// # Ok::<(), wishful::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Changes {
    same: usize,
    trees: usize,
    repairs: usize,
    groups: BTreeMap<Divergence, Pages>,
}

/// The pages of a group.
#[derive(Debug)]
struct Pages {
    trees: usize,
    repairs: usize,
    sample: Sample,
}

impl Changes {
    /// Counts a page that does not change.
    pub fn add_same(&mut self) {
        self.same += 1;
    }

    /// Counts a page that changes, and stores it if it is the smallest of its group.
    pub fn add(&mut self, change: &Change, sample: Sample) {
        let is_tree = change.kind == ChangeKind::Tree;
        let (trees, repairs) = (usize::from(is_tree), usize::from(!is_tree));
        self.trees += trees;
        self.repairs += repairs;
        match self.groups.get_mut(&change.divergence) {
            Some(pages) => {
                pages.trees += trees;
                pages.repairs += repairs;
                if sample.rank() < pages.sample.rank() {
                    pages.sample = sample;
                }
            }
            None => {
                self.groups.insert(change.divergence.clone(), Pages { trees, repairs, sample });
                // OK because no later page needs a dropped group: it comes after all that are
                // stored.
                if self.groups.len() > MOST {
                    self.groups.pop_last();
                }
            }
        }
    }

    /// Returns the number of pages that change.
    #[must_use]
    pub fn changed(&self) -> usize {
        self.trees + self.repairs
    }

    /// Iterates over the groups. They can be explained one by one, or in threads.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        self.groups.iter().map(|(divergence, pages)| Group { divergence, pages })
    }

    /// Merges the explained groups to a summary.
    #[must_use]
    pub fn summary(&self, explained: Vec<Explained>) -> Summary {
        let in_groups: usize = self.groups.values().map(|pages| pages.trees + pages.repairs).sum();
        Summary {
            pages: self.same + self.changed(),
            same: self.same,
            trees: self.trees,
            repairs: self.repairs,
            unclassed: self.changed() - in_groups,
            classes: summary::classes(explained),
        }
    }
}
