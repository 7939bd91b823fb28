//! Groups of pages with one divergence, each with its smallest document.

use std::cmp::Reverse;

use super::Pages;
use crate::causes::{Change, ChangeKind, Divergence, Line, Variants};
use crate::shrink::{Limits, ShrinkResult, shrink};
use wishful::ParseOptions;
use wishful::tree::Document;

/// The page that represents its group.
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) name: String,
    pub(super) at: String,
    kind: ChangeKind,
    /// The end of the token at the divergence.
    until: usize,
    text: String,
    pub(super) options: ParseOptions,
}

impl Sample {
    /// Copies the text of a page that changes; `document` is the parse by one of the grammars.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        change: &Change,
        document: &Document,
        options: &ParseOptions,
    ) -> Self {
        Self {
            name: name.into(),
            at: change.at.clone(),
            kind: change.kind,
            until: usize::try_from(change.until).unwrap_or(usize::MAX),
            text: document.text().to_owned(),
            options: options.clone(),
        }
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.text.len() + self.name.len()
    }

    /// Returns the key by which samples are preferred: those with another tree first, then smaller
    /// ones.
    pub(super) fn rank(&self) -> (Reverse<ChangeKind>, usize, &str, &str) {
        (Reverse(self.kind), self.text.len(), &self.name, &self.at)
    }
}

/// The pages that have one divergence.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    pub(super) divergence: &'a Divergence,
    pub(super) pages: &'a Pages,
}

/// A group with its smallest document, and the lines that decide it.
#[derive(Clone, Debug)]
pub struct Explained {
    pub(super) divergence: Divergence,
    pub(super) trees: usize,
    pub(super) repairs: usize,
    pub(super) kind: ChangeKind,
    pub(super) sample: (String, String),
    pub(super) context: Option<String>,
    pub(super) smallest: Option<ShrinkResult>,
    /// The lines that decide the smallest document, each by itself.
    pub(super) decisive: Vec<Line>,
    /// The changed lines that took part, if no line decides.
    pub(super) involved: Vec<Line>,
}

impl Group<'_> {
    /// Shrinks the group's page as long as its divergence stays the same, with at most `tests`
    /// tests. Then finds the lines that decide the smallest document. The parsers must be the two
    /// whose documents were compared.
    #[must_use]
    pub fn explain(&self, variants: &Variants, tests: u64) -> Explained {
        let Pages { trees, repairs, sample } = self.pages;
        let smallest = self.smallest(variants, tests);
        let (decisive, involved) = match &smallest {
            Some(shrunk) => lines(variants, &shrunk.text, &sample.options),
            None => (Vec::new(), Vec::new()),
        };
        Explained {
            divergence: self.divergence.clone(),
            trees: *trees,
            repairs: *repairs,
            kind: sample.kind,
            sample: (sample.name.clone(), sample.at.clone()),
            context: sample.options.fragment.clone(),
            smallest,
            decisive,
            involved,
        }
    }

    /// Shrinks the page up to the divergence if this part has the divergence, else the whole page.
    fn smallest(&self, variants: &Variants, tests: u64) -> Option<ShrinkResult> {
        let sample = &self.pages.sample;
        let limits = Limits { tests };
        let mut holds = |text: &str| Some(self.is_shown_by(variants, text));
        if let Some(begin) = sample.text.get(..sample.until)
            && let Some(shrunk) = shrink(begin, limits, &mut holds)
        {
            return Some(shrunk);
        }
        shrink(&sample.text, limits, &mut holds)
    }

    fn is_shown_by(&self, variants: &Variants, text: &str) -> bool {
        let sample = &self.pages.sample;
        let Ok(documents) = variants.parse(text, &sample.options) else { return false };
        match variants.change(&documents, 1) {
            Some(change) => change.kind == sample.kind && change.divergence == *self.divergence,
            None => false,
        }
    }
}

/// Returns the lines that decide a document. If there are none, returns the changed lines that took
/// part.
fn lines(variants: &Variants, text: &str, options: &ParseOptions) -> (Vec<Line>, Vec<Line>) {
    let all = variants.lines();
    // OK because the text was parsed with these options before.
    let decisive = variants.decisive(1, text, options).unwrap_or_default();
    let decisive: Vec<Line> = decisive.into_iter().map(|line| all.get(line).clone()).collect();
    if !decisive.is_empty() {
        return (decisive, Vec::new());
    }
    let mut cited = Vec::new();
    if let Ok(compared) = variants.compare(text, options) {
        for difference in &compared.differences {
            cited.extend(difference.citations.iter().map(|involved| involved.line));
        }
    }
    cited.sort_unstable();
    cited.dedup();
    let mut involved = Vec::new();
    for line in cited {
        let line = all.get(line);
        if line.is_changed() {
            involved.push(line.clone());
        }
    }
    (decisive, involved)
}
