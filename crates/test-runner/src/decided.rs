//! The changed lines of a grammar that decide why a test fails: changed since a commit
//! (`--since`), or since the last save (`--watch`).
//!
//! ```text
//! grammar as of then ─┐
//!                     ├─► Variants ──► decisive lines, under each failure
//! grammar now ────────┘       └──────► Changes: smallest document and example of each class
//! ```
//!
//! Each grammar is compared once; the work for a failure is one parse for each changed line.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::revision::Revision;
use crate::corpus::run::{ParseInput, parse_input};
use crate::corpus::test::{SharedGrammar, Test};
use wishful::base::{HashMap, IndexMap, visible};
use wishful::grammar::load::{CachingLoader, Loader};
use wishful_console::arguments::Modes;
use wishful_console::failure::Failure;
use wishful_console::grammars::{self, GrammarCache, PreparedGrammar};
use wishful_console::paint::Paint;
use wishful_console::stamps::Stamps;
use wishful_workbench::causes::{Change, Divergence, Line, Variants};
use wishful_workbench::changes::{Changes, Sample};

/// The number of tests for shrinking an example.
const TESTS: u64 = 2000;

/// The maximum numbers of shown deciding lines, and of characters of one.
const SHOWN: (usize, usize) = (3, 60);

/// The signs between the head of a statement and its content.
const HEADS: [&str; 4] = [" ::= ", " -> ", " |= ", " = "];

/// The maximum number of lines about the changes of all grammars, and the least one about those of
/// a grammar.
const LINES: (usize, usize) = (16, 4);

/// The grammars as they were.
pub(super) enum Past<'a> {
    /// Those of a commit, with the name of the revision.
    Commit(&'a str),
    /// Those of the last save.
    Save(&'a HashMap<SharedGrammar, Arc<PreparedGrammar>>),
}

/// The comparison of a grammar with its past.
enum GrammarChange {
    /// No statement has changed, or it cannot be compared: with a message, if it helps.
    None(String),
    Changed(Box<ChangedGrammar>),
}

/// A grammar that has changed, and the changes of documents.
struct ChangedGrammar {
    variants: Variants,
    changes: Changes,
    /// The lines about documents that no single line decides, by their first difference.
    firsts: BTreeMap<Divergence, Vec<String>>,
}

/// The deciding lines of failures, and the changes of their grammars.
pub(super) struct DecidingLines<'a> {
    past: Past<'a>,
    shelf: &'a GrammarCache,
    changes: IndexMap<SharedGrammar, GrammarChange>,
    /// The lines under the failures of a document, by its name.
    known: HashMap<(SharedGrammar, String), Vec<String>>,
}

impl<'a> DecidingLines<'a> {
    pub(super) fn new(past: Past<'a>, shelf: &'a GrammarCache) -> Self {
        Self { past, shelf, changes: IndexMap::default(), known: HashMap::default() }
    }

    /// Returns the lines that decide a failure; empty if the grammar has not changed.
    pub(super) fn of(&mut self, test: &Test<'_>, paint: Paint) -> Vec<String> {
        let Some(shared) = test.shared_grammar() else { return Vec::new() };
        let name = match test.document() {
            Some(document) => document.display().to_string(),
            None => test.place(),
        };
        let key = (shared, name);
        if let Some(lines) = self.known.get(&key) {
            return lines.clone();
        }
        let Ok(input) = parse_input(test, self.shelf, &mut Stamps::default()) else {
            return Vec::new();
        };
        if !self.changes.contains_key(&key.0) {
            let change = self.compared(&key.0, &input.grammar);
            self.changes.insert(key.0.clone(), change);
        }
        let lines = match self.changes.get_mut(&key.0) {
            Some(GrammarChange::Changed(change)) => change.decided(&key.1, &input, paint),
            _ => Vec::new(),
        };
        self.known.insert(key, lines.clone());
        lines
    }

    /// Compares a grammar with its past.
    fn compared(&self, shared: &SharedGrammar, now: &PreparedGrammar) -> GrammarChange {
        let before = match &self.past {
            Past::Save(saved) => match saved.get(shared) {
                Some(before) => before.as_ref().clone(),
                None => return GrammarChange::None(String::new()),
            },
            Past::Commit(revision) => match at_commit(revision, shared) {
                Ok(before) => before,
                Err(message) => return GrammarChange::None(message),
            },
        };
        let (PreparedGrammar::Markup(before), PreparedGrammar::Markup(now)) = (before, now) else {
            return GrammarChange::None(String::new());
        };
        let variants = Variants::new(vec![before, now.clone()]);
        if variants.lines().changed([0, 1]).next().is_none() {
            return GrammarChange::None(match &self.past {
                Past::Commit(revision) => {
                    format!("{}: no statement has changed since {revision}\n", shared.name)
                }
                Past::Save(_) => String::new(),
            });
        }
        let (changes, firsts) = (Changes::default(), BTreeMap::new());
        GrammarChange::Changed(Box::new(ChangedGrammar { variants, changes, firsts }))
    }

    /// Describes the changes of the grammars: their classes, each with the smallest document.
    pub(super) fn summary(&self) -> String {
        let mut out = String::new();
        let most = LINES.1.max(LINES.0 / self.changes.len().max(1));
        for (shared, change) in &self.changes {
            match change {
                GrammarChange::None(message) => out += message,
                GrammarChange::Changed(change) => {
                    let ChangedGrammar { variants, changes, .. } = change.as_ref();
                    let Past::Commit(revision) = self.past else { continue };
                    let explained = changes.groups().map(|group| group.explain(variants, TESTS));
                    let summary = changes.summary(explained.collect());
                    let text = summary.text([revision, &shared.name]);
                    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
                    for line in lines.iter().take(most) {
                        out += &format!("{line}\n");
                    }
                    if lines.len() > most {
                        out += "  … `wishful diff --changes` shows all\n";
                    }
                }
            }
        }
        out
    }
}

/// Loads a grammar as of a commit.
///
/// # Errors
/// A message if it did not exist, or was refused.
fn at_commit(revision: &str, shared: &SharedGrammar) -> Result<PreparedGrammar, String> {
    let SharedGrammar { folder, name, modes } = shared;
    if !folder.join(name).is_file() {
        return Err(String::new());
    }
    let commit = Revision::of(revision, folder).map_err(|failure| format!("{failure}\n"))?;
    let is_new = commit.read(name.as_ref()).is_ok_and(|text| text.is_none());
    if is_new {
        return Err(format!("{name}: a new file, not in {revision}\n"));
    }
    let modes = Modes { named: modes.clone(), scripting: false };
    grammars::load(name, &modes, false, &CachingLoader::new(commit)).map_err(|message| {
        let first = message.lines().next().unwrap_or_default();
        format!("{name} of {revision} is refused: {first}\n")
    })
}

impl ChangedGrammar {
    /// Returns the lines that decide a document, and counts its change.
    fn decided(
        &mut self,
        name: &str,
        ParseInput { bytes, options, .. }: &ParseInput,
        paint: Paint,
    ) -> Vec<String> {
        let Self { variants, changes, firsts } = self;
        let Ok(documents) = variants.parse(bytes, options) else { return Vec::new() };
        let Some(change) = variants.change(&documents, 1) else {
            changes.add_same();
            return vec!["the changed lines of the grammar make no difference here".to_owned()];
        };
        let sample = Sample::new(name, &change, &documents[0], options);
        changes.add(&change, sample.clone());
        // OK because the text was parsed with these options before.
        let decisive = variants.decisive(1, bytes, options).unwrap_or_default();
        if !decisive.is_empty() {
            let decisive = decisive.into_iter().map(|line| variants.lines().get(line));
            return listed(decisive, variants, paint);
        }
        let first = firsts.entry(change.divergence.clone());
        first.or_insert_with(|| of_first_difference(variants, &change, sample, paint)).clone()
    }
}

/// Returns the lines that decide the smallest document with the first difference of one.
fn of_first_difference(
    variants: &Variants,
    change: &Change,
    sample: Sample,
    paint: Paint,
) -> Vec<String> {
    let mut changes = Changes::default();
    changes.add(change, sample);
    let explained = changes.groups().map(|group| group.explain(variants, TESTS)).collect();
    let mut lines = Vec::new();
    for class in &changes.summary(explained).classes {
        lines.extend(listed(class.decisive.iter(), variants, paint));
    }
    let changed = variants.lines().changed([0, 1]).count();
    lines.push(if lines.is_empty() {
        format!("decided by several of {changed} changed lines together")
    } else {
        "  and by other changed lines".to_owned()
    });
    lines
}

/// Formats deciding lines, each with its counterpart before or after the change.
fn listed<'v>(
    decisive: impl Iterator<Item = &'v Line>,
    variants: &'v Variants,
    paint: Paint,
) -> Vec<String> {
    let mut lines = Vec::new();
    for line in decisive.take(SHOWN.0) {
        let (before, now) = match counterpart(line, variants) {
            Some(other) if is_new(line) => (other, Some(line)),
            other => (line, other),
        };
        let decided = format!("decided by {}", cited(before, paint));
        if !lines.contains(&decided) {
            lines.push(decided);
            lines.extend(now.map(|now| format!("now        {}", cited(now, paint))));
        }
    }
    lines
}

/// Returns the statement with the same head that only the other grammar has: the rule of an element
/// before or after a change, say.
fn counterpart<'v>(line: &Line, variants: &'v Variants) -> Option<&'v Line> {
    let of = head(line)?;
    let mut changed = variants.lines().changed([0, 1]).map(|(_, other)| other);
    changed.find(|other| is_new(other) != is_new(line) && head(other) == Some(of))
}

/// Returns the part of a statement before its sign.
fn head(line: &Line) -> Option<&str> {
    let end = HEADS.iter().filter_map(|sign| line.text.find(sign)).min()?;
    Some(&line.text[..end])
}

/// Reports whether only the grammar of now has a line.
fn is_new(line: &Line) -> bool {
    line.at.last().is_some_and(Option::is_some)
}

/// Formats a changed line with its sign.
fn cited(line: &Line, paint: Paint) -> String {
    let text = visible(&line.text);
    let text = match text.char_indices().nth(SHOWN.1) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.into_owned(),
    };
    let place = line.place();
    if is_new(line) {
        paint.green(format!("+ {place}: {text}"))
    } else {
        paint.red(format!("- {place}: {text}"))
    }
}

/// Checks that a revision exists, before anything runs.
///
/// # Errors
/// The errors of [`Revision::of`].
pub(super) fn check(revision: &str, folder: &std::path::Path) -> Result<(), Failure> {
    Revision::of(revision, folder).map(drop)
}
