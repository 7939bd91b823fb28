//! Merges groups to classes, and writes them as text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::group::Explained;
use crate::causes::{ChangeKind, Divergence, Line};
use wishful::base::visible;

/// The largest number of characters of a grammar line in the text.
const SHOWN: usize = 90;

/// The least width of the labels in the text of a class.
const HEADS: usize = "decided by".len();

/// The largest number of divergences of a class in the text.
const LISTED: usize = 3;

/// The effects of a grammar's change on pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of compared pages.
    pub pages: usize,
    /// The number of pages that do not change.
    pub same: usize,
    /// The number of pages with another tree.
    pub trees: usize,
    /// The number of pages with the same tree and other repairs.
    pub repairs: usize,
    /// The number of changed pages that are in no class, since there were too many groups.
    pub unclassed: usize,
    /// The classes, largest first.
    pub classes: Vec<Class>,
}

/// The pages that change in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Class {
    /// The number of its pages with another tree.
    pub trees: usize,
    /// The number of its pages with other repairs only.
    pub repairs: usize,
    /// The lines that decide the smallest document: without any one of them it does not change.
    pub decisive: Vec<Line>,
    /// The changed lines that took part, if no line decides by itself.
    pub involved: Vec<Line>,
    /// The smallest document found that changes in this way.
    pub smallest: Option<String>,
    /// True if nothing can be removed from the smallest document.
    pub minimal: bool,
    /// The context element, if the smallest document is a fragment.
    pub context: Option<String>,
    /// The page that the smallest document was shrunk from.
    pub example: Example,
    /// The first differences of the two parses. There are several if groups have the deciding line
    /// in common.
    pub divergences: Vec<Divergence>,
}

/// A page that changes, and the position of its first change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Example {
    /// The path of the page.
    pub page: String,
    /// The line and column.
    pub at: String,
}

/// Merges groups with the same deciding lines to classes. Groups without deciding lines are merged
/// by the changed lines that took part.
pub(super) fn classes(mut explained: Vec<Explained>) -> Vec<Class> {
    // The first group of a class provides the document that is shown.
    explained.sort_by(|a, b| (size(a), &a.divergence).cmp(&(size(b), &b.divergence)));
    let mut numbers: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for group in explained {
        let next = classes.len();
        let number = *numbers.entry(cause(&group)).or_insert(next);
        match classes.get_mut(number) {
            Some(class) => {
                class.trees += group.trees;
                class.repairs += group.repairs;
                class.divergences.push(group.divergence);
            }
            None => classes.push(Class::of(group)),
        }
    }
    classes.sort_by_key(|class| Reverse(class.pages()));
    classes
}

/// Returns the sort key of groups in a class: changes of the tree first, then whole documents, then
/// small ones.
fn size(group: &Explained) -> (bool, Reverse<ChangeKind>, bool, usize) {
    let length = group.smallest.as_ref().map(|shrunk| shrunk.text.len());
    (length.is_none(), Reverse(group.kind), group.context.is_some(), length.unwrap_or(0))
}

/// Returns the key of a group's class: the texts of the lines that decide or took part. If there
/// are none, the group is its own class.
fn cause(group: &Explained) -> Vec<String> {
    let lines = if group.decisive.is_empty() { &group.involved } else { &group.decisive };
    if lines.is_empty() {
        return vec![format!("{:?}", group.divergence)];
    }
    lines.iter().map(|line| line.text.clone()).collect()
}

impl Class {
    fn of(group: Explained) -> Self {
        let (page, at) = group.sample;
        Self {
            trees: group.trees,
            repairs: group.repairs,
            decisive: group.decisive,
            involved: group.involved,
            minimal: group.smallest.as_ref().is_some_and(|shrunk| shrunk.minimal),
            smallest: group.smallest.map(|shrunk| shrunk.text),
            context: group.context,
            example: Example { page, at },
            divergences: vec![group.divergence],
        }
    }

    /// Returns the number of pages.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.trees + self.repairs
    }

    fn write(&self, names: [&str; 2], out: &mut String) {
        let _ = writeln!(out, "\n{}: {}", pages(self.pages()), parts(self.trees, self.repairs));
        let width =
            names.into_iter().map(|name| name.chars().count()).max().unwrap_or(0).max(HEADS);
        let lists = [("decided by", &self.decisive), ("took part", &self.involved)];
        for (head, lines) in lists {
            for line in lines {
                let _ =
                    writeln!(out, "  {head:<width$}  {}: {}", line.place(), shortened(&line.text));
            }
        }
        if let Some(smallest) = &self.smallest {
            let context = self.context.as_ref().map(|name| format!(" (in <{name}>)"));
            let rest = if self.minimal { "" } else { " (not minimal: the limit was reached)" };
            let _ = writeln!(
                out,
                "  {:<width$}  {}{}{rest}",
                "smallest",
                visible(smallest),
                context.unwrap_or_default()
            );
        }
        let Example { page, at } = &self.example;
        let _ = writeln!(out, "  {:<width$}  {}:{at}", "example", visible(page));
        for Divergence { first, second } in self.divergences.iter().take(LISTED) {
            for (name, words) in names.into_iter().zip([first, second]) {
                if !words.is_empty() {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let _ = writeln!(out, "  {name:<width$}  {}", words.join(", "));
                }
            }
        }
        if self.divergences.len() > LISTED {
            let more = self.divergences.len() - LISTED;
            let _ = writeln!(out, "  … and {more} more first differences with this cause");
        }
    }
}

impl Summary {
    /// Returns the summary as text for people; `names` are those of the two grammars.
    #[must_use]
    pub fn text(&self, names: [&str; 2]) -> String {
        let [first, second] = names;
        let mut out = format!("{} by {first} and {second}: {} same", pages(self.pages), self.same);
        if self.trees + self.repairs > 0 {
            let _ = write!(
                out,
                ", {} changed ({})",
                self.trees + self.repairs,
                parts(self.trees, self.repairs)
            );
        }
        out.push('\n');
        self.classes.iter().for_each(|class| class.write(names, &mut out));
        if self.unclassed > 0 {
            let _ = writeln!(out, "\n{} in further classes", pages(self.unclassed));
        }
        out
    }
}

fn pages(count: usize) -> String {
    if count == 1 { "1 page".to_owned() } else { format!("{count} pages") }
}

fn parts(trees: usize, repairs: usize) -> String {
    match (trees, repairs) {
        (_, 0) => format!("{trees} in the tree"),
        (0, _) => format!("{repairs} in repairs only"),
        _ => format!("{trees} in the tree, {repairs} in repairs only"),
    }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line.to_owned(),
    }
}
