//! Groups added up to classes, and their text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::group::Explained;
use crate::base::visible;
use crate::workbench::causes::{ChangeKind, Divergence, Line};

/// How many characters of a line of a grammar are shown.
const SHOWN: usize = 90;

/// How wide the words before what is said of a class are, at least.
const HEADS: usize = "decided by".len();

/// How many divergences of a class are listed.
const LISTED: usize = 3;

/// What a change of a grammar does to pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// How many pages were compared.
    pub pages: usize,
    /// How many do not change.
    pub same: usize,
    /// How many have another tree.
    pub trees: usize,
    /// How many have the same tree, and other repairs.
    pub repairs: usize,
    /// How many of those that change are in no class, since there were too many groups.
    pub unclassed: usize,
    /// The classes, those with most pages first.
    pub classes: Vec<Class>,
}

/// Pages that change in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Class {
    /// How many of them have another tree.
    pub trees: usize,
    /// How many have other repairs only.
    pub repairs: usize,
    /// The lines that decide the smallest document: without any one of them it does not change.
    pub decisive: Vec<Line>,
    /// If no line decides it alone: the changed lines that took part.
    pub involved: Vec<Line>,
    /// A document that changes in this way, as small as it was made.
    pub smallest: Option<String>,
    /// Whether nothing more can go from it.
    pub minimal: bool,
    /// The element whose content it is, if it is a fragment.
    pub context: Option<String>,
    /// The page that it was made of.
    pub example: Example,
    /// What each side did where they differ first; several, if groups have the deciding line in
    /// common.
    pub divergences: Vec<Divergence>,
}

/// A page that changes, and the line and column where it does first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The name of the page.
    pub page: String,
    /// The place.
    pub at: String,
}

/// Makes one class of the groups that the same lines decide, or that the same changed lines took
/// part in.
pub(super) fn classes(mut explained: Vec<Explained>) -> Vec<Class> {
    // The first of a class is the one whose document is shown.
    explained.sort_by(|a, b| size(a).cmp(&size(b)).then_with(|| a.divergence.cmp(&b.divergence)));
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

/// The order of groups in a class: changes of the tree first, then whole documents, then small
/// ones.
fn size(group: &Explained) -> (bool, Reverse<ChangeKind>, bool, usize) {
    let length = group.smallest.as_ref().map(|shrunk| shrunk.text.len());
    (length.is_none(), Reverse(group.kind), group.context.is_some(), length.unwrap_or(0))
}

/// Returns the texts of the lines that groups of one class have in common; if there are none, a
/// group is a class of its own.
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

    /// Returns how many pages it has.
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
    /// Writes the summary for people.
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
