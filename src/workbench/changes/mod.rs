//! The pages that a change of a grammar alters, in classes.
//!
//! Two grammars (a standard before and after a change) read many pages. [`Changes`] counts them,
//! and puts pages that change in groups by their [`Divergence`]: where the two parses differ first,
//! and what each did there. That takes two parses and one pass over their tables, whether or not a
//! page changes. Of a group only one page is kept, the smallest.
//!
//! ```text
//! pages ──► Variants::change ──► Changes ───────────► Group::explain ─────► Changes::summary
//!           in threads           a group for each     shrinks its page,     classes
//!                                divergence           finds the line
//! ```
//!
//! At the end each group is explained: its page is shrunk as long as its divergence stays, and of
//! the *smallest document* it is asked which changed line
//! [decides](super::causes::Variants::decisive) it. Groups with one deciding line are one *class*
//! of the change.
//!
//! # What it does not say
//!
//! A page counts in one class, that of its first difference. A class whose changes come late on
//! pages that have others before is larger than its number says.
//!
//! # Order
//!
//! Nothing depends on the order in which pages are added, so pages may be compared in threads and
//! added as they come. If there are more than 128 groups, those whose divergences come first
//! in order are kept, which needs no other page; the others are counted.

mod group;
mod summary;

use std::collections::BTreeMap;

pub use group::{Explained, Group, Sample};
pub use summary::{Class, Example, Summary};

use super::causes::{Change, ChangeKind, Divergence};

/// How many groups are kept.
const MOST: usize = 128;

/// Pages that were compared, in numbers and groups.
///
/// ```
/// use wishful::workbench::causes::Variants;
/// use wishful::workbench::changes::{Changes, Sample};
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = |name| Parser::new(Grammar::load(name).unwrap()).unwrap();
/// let variants = Variants::new(vec![parser("whatwg"), parser("no-foster")]);
/// let options = ParseOptions::default();
/// let mut changes = Changes::default();
/// for page in ["<p>one", "<title>Prices</title><table><tr><td>1</td>VAT</table>"] {
///     let documents = variants.parse_str(page, &options)?;
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

    /// Counts a page that changes, and keeps it if it is the smallest of its group.
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
                // OK because of what is dropped nothing is kept later: it comes behind all that is
                // there.
                if self.groups.len() > MOST {
                    self.groups.pop_last();
                }
            }
        }
    }

    /// Returns how many pages change.
    #[must_use]
    pub fn changed(&self) -> usize {
        self.trees + self.repairs
    }

    /// Returns the groups, to be explained one by one, in threads or not.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        self.groups.iter().map(|(divergence, pages)| Group { divergence, pages })
    }

    /// Adds up what its groups were explained by.
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
