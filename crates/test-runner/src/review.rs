//! The review: asks about the failures, one document at a time.
//!
//! ```text
//! [1/20] page01.html by card: repairs, tree
//! worse than before: expected repairs 22, 2 cruft, got 28, 7 cruft
//! decided by - card.grammar:2: block |= <card> ;         with --since
//! @@ -16,21 +16,24 @@
//! …                                                      the difference
//! repairs
//!   + 4:1 cruft <card>
//!   + 4:7 virtual-start <p> before "One "                each with its line of the grammar
//! a accept  r reject  s skip  …
//! ```
//!
//! A question fits on the terminal; the rest is shown on request. All snapshots of a document are
//! decided together, since one change of a grammar alters them together.
//!
//! Each test is read and run again immediately before it is shown, since earlier answers or another
//! editor may have changed its file. Invariant: the accepted result is the one that was shown. It
//! is written at once, so leaving the review early loses nothing.

use std::collections::{HashMap, HashSet, VecDeque};

use super::decided::{DecidingLines, Past};
use super::faults::GrammarFaults;
use super::questions::{Questions, ReviewAnswer};
use super::selection::Selection;
use super::{editor, failures, repairs, runs};
use crate::corpus::Expectation;
use crate::corpus::bless::{self, ADVICE, Verdict as Blessing};
use crate::corpus::find::Corpus;
use crate::corpus::run::{self, ParseInput, TestResult, parse_input};
use crate::corpus::test::{Test, TestKey};
use wishful::base::IndexMap;
use wishful::explain::ExplainOptions;
use wishful::tree::LineDiff;
use wishful_console::explained;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{GrammarCache, PreparedGrammar};
use wishful_console::output::{self, Output, complain};
use wishful_console::paint::{Paint, visible};
use wishful_console::stamps::{CurrentStamps, Stamps};

/// The lines of a question that are neither difference nor repairs: the heading, the question, and
/// the line of the cursor.
const FRAME: usize = 3;

/// The least number of lines about a grammar that include repairs.
const WITH_REPAIRS: usize = 6;

/// The maximum number of decisions that are listed at the end.
const LISTED: usize = 20;

/// The decision about a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decision {
    Accepted,
    Rejected,
    Skipped,
    /// The test passes after an edit.
    Mended,
    /// The test no longer exists.
    Gone,
}

impl Decision {
    const ALL: [Self; 5] =
        [Self::Accepted, Self::Rejected, Self::Skipped, Self::Mended, Self::Gone];

    fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Skipped => "skipped",
            Self::Mended => "mended",
            Self::Gone => "gone",
        }
    }
}

/// The state of a review.
struct Review<'s> {
    selection: &'s Selection,
    shelf: &'s GrammarCache,
    since: Option<&'s str>,
    /// The lines that decide failures since the revision.
    deciding: Option<DecidingLines<'s>>,
    out: Output,
    questions: Questions,
    /// The remaining failures, by document.
    left: VecDeque<Vec<TestKey>>,
    /// The initial number of questions.
    all: usize,
    /// The decision for all remaining failures.
    rest: Option<Decision>,
    /// The decisions, each with the number of its tests. A decision that was not made one by one
    /// has no name.
    decided: Vec<(String, Decision, usize)>,
}

pub(super) fn run(
    selection: &Selection,
    corpus: &Corpus,
    (tests, tried): (&[Test<'_>], &[TestResult]),
    (shelf, since): (&GrammarCache, Option<&str>),
) -> CommandResult {
    let faults = GrammarFaults::of(tests.iter().zip(tried));
    let (mut failed, mut not_run) = (Vec::new(), 0);
    for (test, tried) in tests.iter().zip(tried) {
        if faults.refuse(test) {
            not_run += 1;
        } else if !tried.passes() {
            failed.push(test);
        }
    }
    let passed = tests.len() - failed.len() - not_run;
    let left = by_document(failed);
    let mut review = Review {
        selection,
        shelf,
        since,
        deciding: None,
        out: Output::stdout(),
        questions: Questions::new(),
        all: left.len(),
        left,
        rest: None,
        decided: Vec::new(),
    };
    review.forget();
    while let Some(keys) = review.left.pop_front() {
        review.one(&keys)?;
    }
    review.out.text(&faults.text(review.out.paint()))?;
    review.end(passed, corpus.mistakes.is_empty() && not_run == 0)
}

/// Groups tests by document; a case is a group of its own.
fn by_document<'t, 'c: 't>(
    tests: impl IntoIterator<Item = &'t Test<'c>>,
) -> VecDeque<Vec<TestKey>> {
    let mut groups: IndexMap<TestKey, Vec<TestKey>> = IndexMap::default();
    for test in tests {
        let key = match test.document() {
            Some(document) => TestKey::of_file(document),
            None => test.key(),
        };
        groups.entry(key).or_default().push(test.key());
    }
    groups.into_values().collect()
}

/// A failing test, its result, and the reason why it is not blessed.
struct FailedTest<'c> {
    test: Test<'c>,
    tried: TestResult,
    why: String,
}

/// The part of a question about one grammar.
struct QuestionPart {
    heading: String,
    difference: Vec<String>,
    repairs: Vec<String>,
}

impl Review<'_> {
    /// Drops what is known of documents, since one of them may have changed.
    fn forget(&mut self) {
        let shelf = self.shelf;
        self.deciding =
            self.since.map(|revision| DecidingLines::new(Past::Commit(revision), shelf));
    }

    /// Decides about the tests of one document.
    fn one(&mut self, keys: &[TestKey]) -> Result<(), Failure> {
        let mut name = keys[0].path.display().to_string();
        let decision = loop {
            let corpus = Corpus::find(keys.iter().map(|key| &key.path))?;
            let tests: Vec<_> = corpus.tests().filter(|test| keys.contains(&test.key())).collect();
            let Some(first) = tests.first() else { break Decision::Gone };
            name = match first.document() {
                Some(document) if keys.len() > 1 => document.display().to_string(),
                _ => first.name(),
            };
            let mut failed = Vec::new();
            for test in tests {
                let tried = run::run(&test, self.shelf);
                let why = match bless::verdict(&test, &tried, false) {
                    Blessing::Refused(why) if tried.actual.is_ok() => why.replace(ADVICE, ""),
                    _ => String::new(),
                };
                if !tried.passes() {
                    failed.push(FailedTest { test, tried, why });
                }
            }
            if failed.is_empty() {
                break Decision::Mended;
            }
            if let Some(rest) = self.rest {
                name = String::new();
                break rest;
            }
            if let Some(decision) = self.decide(&corpus, &failed)? {
                break decision;
            }
            self.shelf.refresh(&mut CurrentStamps::default());
            self.forget();
        };
        self.decided.push((name, decision, keys.len()));
        Ok(())
    }

    /// Shows the tests of a document and asks; returns `None` if they must be read again.
    fn decide(
        &mut self,
        corpus: &Corpus,
        failed: &[FailedTest<'_>],
    ) -> Result<Option<Decision>, Failure> {
        let parts = self.parts(failed);
        self.show(&parts, false)?;
        loop {
            let answer = self.questions.ask(&mut self.out)?.unwrap_or(ReviewAnswer::Quit);
            match answer {
                ReviewAnswer::Accept | ReviewAnswer::AcceptRest => {
                    if self.accept(corpus, failed, answer)? {
                        return Ok(Some(Decision::Accepted));
                    }
                }
                ReviewAnswer::Reject => return Ok(Some(Decision::Rejected)),
                ReviewAnswer::Skip => return Ok(Some(Decision::Skipped)),
                ReviewAnswer::RejectRest => return Ok(self.all_rest(Decision::Rejected)),
                ReviewAnswer::SkipRest | ReviewAnswer::Quit => {
                    return Ok(self.all_rest(Decision::Skipped));
                }
                ReviewAnswer::Explain => self.explain(failed)?,
                ReviewAnswer::Whole => self.show(&parts, true)?,
                // OK because the question answers it itself.
                ReviewAnswer::Help => {}
                ReviewAnswer::Edit => match edit(&failed[0].test) {
                    Ok(()) => return Ok(None),
                    Err(failure) => complain(&failure.to_string()),
                },
            }
        }
    }

    /// Accepts the results of a document, and the rest if requested; returns false if it must not.
    fn accept(
        &mut self,
        corpus: &Corpus,
        failed: &[FailedTest<'_>],
        answer: ReviewAnswer,
    ) -> Result<bool, Failure> {
        if failed.iter().all(|failed| failed.tried.actual.is_err()) {
            complain("no result to accept");
            return Ok(false);
        }
        let is_rest = answer == ReviewAnswer::AcceptRest;
        if is_rest && failed.iter().any(|failed| !failed.why.is_empty()) {
            complain("this result is worse than before; it must be accepted on its own");
            return Ok(false);
        }
        let results = failed.iter().map(|one| (one.test.clone(), one.tried.clone()));
        bless::write(corpus, &results.collect::<Vec<_>>())?;
        if is_rest {
            self.accept_rest()?;
        }
        Ok(true)
    }

    fn all_rest(&mut self, decision: Decision) -> Option<Decision> {
        self.rest = Some(decision);
        self.rest
    }

    /// Accepts all remaining results that can be blessed, at once; the others remain to be asked
    /// about.
    fn accept_rest(&mut self) -> Result<(), Failure> {
        let keys: HashSet<TestKey> = self.left.drain(..).flatten().collect();
        let corpus = Corpus::find(self.selection.places())?;
        let tests: Vec<Test<'_>> =
            corpus.tests().filter(|test| keys.contains(&test.key())).collect();
        let tried = runs::all(&tests, self.shelf)?;
        let (mut blessed, mut others) = (Vec::new(), Vec::new());
        for (test, tried) in tests.into_iter().zip(tried) {
            match bless::verdict(&test, &tried, false) {
                Blessing::Blessed => blessed.push((test, tried)),
                _ => others.push(test),
            }
        }
        self.left = by_document(&others);
        bless::write(&corpus, &blessed)?;
        self.decided.push((String::new(), Decision::Accepted, blessed.len()));
        Ok(())
    }

    /// Returns the parts of the question about a document, one for each grammar.
    fn parts(&mut self, failed: &[FailedTest<'_>]) -> Vec<QuestionPart> {
        let paint = self.out.paint();
        let mut by_grammar: IndexMap<Option<&str>, Vec<&FailedTest<'_>>> = IndexMap::default();
        for one in failed {
            by_grammar.entry(one.test.grammar()).or_default().push(one);
        }
        let mut parts = Vec::with_capacity(by_grammar.len());
        for (grammar, failed) in by_grammar {
            let test = &failed[0].test;
            let formats: Vec<String> =
                failed.iter().map(|failed| failed.test.format().name()).collect();
            let name = match test.document() {
                Some(document) => document.display().to_string(),
                None => test.name(),
            };
            let grammar = grammar.unwrap_or("its own grammar");
            let heading = format!("{name} by {grammar}: {}", formats.join(", "));
            let mut difference = Vec::new();
            if let Some(deciding) = &mut self.deciding {
                difference.extend(deciding.of(test, paint));
            }
            difference.extend(differences(&failed, paint));
            let repairs = changed_repairs(&failed, self.shelf, paint);
            parts.push(QuestionPart { heading, difference, repairs });
        }
        parts
    }

    /// Shows a question: in full, or as much of it as the terminal holds.
    fn show(&mut self, parts: &[QuestionPart], in_full: bool) -> Result<(), Failure> {
        let paint = self.out.paint();
        let (height, width) = self.questions.size();
        let most = match (height.saturating_sub(FRAME) / parts.len()).saturating_sub(1) {
            _ if in_full => usize::MAX,
            room => room.max(1),
        };
        self.out.flush()?;
        if !in_full {
            self.questions.clear();
        }
        let number = self.all - self.left.len();
        for (index, part) in parts.iter().enumerate() {
            let counter =
                if index == 0 { format!("[{number}/{}] ", self.all) } else { String::new() };
            self.line(&paint.bold(format!("{counter}{}", part.heading)), width)?;
            if part.repairs.is_empty() || most < WITH_REPAIRS {
                self.lines(&part.difference, "", most, width)?;
                continue;
            }
            // The repairs get a third, or what the difference leaves.
            let repairs = part.repairs.len().min(most / 3);
            let difference = part.difference.len().min(most - repairs - 1);
            self.lines(&part.difference, "", difference, width)?;
            self.line(&paint.cyan("repairs"), width)?;
            self.lines(&part.repairs, "  ", most - difference - 1, width)?;
        }
        Ok(())
    }

    /// Prints at most `most` lines.
    fn lines(
        &mut self,
        lines: &[String],
        indent: &str,
        most: usize,
        width: usize,
    ) -> Result<(), Failure> {
        let shown = if lines.len() > most { most.saturating_sub(1) } else { lines.len() };
        for line in &lines[..shown] {
            self.line(&format!("{indent}{line}"), width)?;
        }
        if lines.len() > shown {
            let more =
                format!("{indent}… {} (d)", output::number(lines.len() - shown, "more line"));
            let more = self.out.paint().faint(more);
            self.line(&more, width)?;
        }
        Ok(())
    }

    /// Prints a line, cut to the width of the terminal.
    fn line(&mut self, line: &str, width: usize) -> Result<(), Failure> {
        self.out.line(&console::truncate_str(line, width, "…"))
    }

    /// Prints the output of `wishful explain` for the document, by each grammar.
    fn explain(&mut self, failed: &[FailedTest<'_>]) -> Result<(), Failure> {
        let mut grammars = HashSet::new();
        for FailedTest { test, .. } in failed {
            if grammars.insert(test.grammar()) {
                let explained = explanation(test, self.shelf, self.out.paint());
                self.out.text(&explained.unwrap_or_else(|message| format!("{message}\n")))?;
                self.out.line("")?;
            }
        }
        Ok(())
    }

    /// Prints the decisions, and returns whether all tests are settled.
    fn end(mut self, passed: usize, is_whole: bool) -> CommandResult {
        let named: Vec<_> = self.decided.iter().filter(|(name, ..)| !name.is_empty()).collect();
        for (name, decision, tests) in named.iter().take(LISTED) {
            let snapshots =
                if *tests > 1 { format!(" ({tests} snapshots)") } else { String::new() };
            self.out.line(&format!("{} {name}{snapshots}", decision.name()))?;
        }
        if named.len() > LISTED {
            self.out.line(&format!("… and {} more", named.len() - LISTED))?;
        }
        let mut counts = String::new();
        for decision in Decision::ALL {
            let count = self.count(decision);
            if count > 0 {
                counts.push_str(&format!(", {count} {}", decision.name()));
            }
        }
        self.out.line(&format!("{passed} passed{counts}"))?;
        let unsettled = self.count(Decision::Rejected) + self.count(Decision::Skipped);
        self.out.finish()?;
        Ok(if unsettled == 0 && is_whole { Verdict::Done } else { Verdict::Refused })
    }

    /// Returns the number of tests with a decision.
    fn count(&self, decision: Decision) -> usize {
        let with = self.decided.iter().filter(|(_, other, _)| *other == decision);
        with.map(|(.., tests)| tests).sum()
    }
}

/// Opens the document of a snapshot, or the case, in the editor.
fn edit(test: &Test<'_>) -> Result<(), Failure> {
    match test.document() {
        Some(document) => editor::open(document, 1),
        None => editor::open(&test.path(), test.line().unwrap_or(1)),
    }
}

/// Returns the reasons against blessing, and the differences of all formats but the repairs.
fn differences(failed: &[&FailedTest<'_>], paint: Paint) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for FailedTest { tried, why, .. } in failed {
        let why = if why.is_empty() { failures::repairs_line(tried) } else { Some(why.clone()) };
        if let Some(line) = why
            && !lines.contains(&line)
        {
            lines.push(line);
        }
    }
    for FailedTest { test, tried, .. } in failed {
        if test.expected_repairs().is_some() && test.format() == Expectation::Repairs {
            continue;
        }
        match (&tried.expected, &tried.actual) {
            (_, Err(message)) => lines.extend(message.lines().map(str::to_owned)),
            (expected, Ok(actual)) => {
                let expected = expected.as_deref().unwrap_or_default();
                let patch = failures::difference(["old", "new"], expected, actual, paint);
                // The names say nothing new.
                lines.extend(patch.into_iter().skip(2));
            }
        }
    }
    lines
}

/// Returns the repairs that have changed: the new ones, each with its line of the grammar, then the
/// dropped ones. Without a list of the old ones, these are all repairs, unsigned.
fn changed_repairs(failed: &[&FailedTest<'_>], shelf: &GrammarCache, paint: Paint) -> Vec<String> {
    let test = &failed[0].test;
    if matches!(test.format(), Expectation::Check | Expectation::Parselet) {
        return Vec::new();
    }
    let Ok(input) = parse_input(test, shelf, &mut Stamps::default()) else { return Vec::new() };
    let Ok(document) = input.grammar.parse(input.bytes, &input.options) else { return Vec::new() };
    let new = repairs::list(&document, &|_| true).0;
    let mut lines: HashMap<&str, String> = HashMap::new();
    for (line, repair) in new.lines().zip(document.repair_ids()) {
        if let Some(cited) = document.grammar_line(repair) {
            let (file, at, text) = (&cited.at.file, cited.at.start.line, &cited.text);
            lines.insert(line, paint.faint(format!("  {file}:{at}: {}", visible(text))));
        }
    }
    let old = test.expected_repairs();
    let sign = if old.is_some() { "+" } else { " " };
    let old = old.as_deref().unwrap_or_default();
    let (mut changed, mut dropped) = (Vec::new(), Vec::new());
    let patch = LineDiff { names: ["", ""], left: old, right: &new }.patch(&|_, text| text.into());
    for line in patch.lines().skip(2) {
        if let Some(repair) = line.strip_prefix('+') {
            let cited = lines.get(repair).map_or("", String::as_str);
            changed.push(format!("{}{cited}", paint.green(format!("{sign} {repair}"))));
        } else if let Some(repair) = line.strip_prefix('-') {
            dropped.push(paint.red(format!("- {repair}")));
        }
    }
    changed.extend(dropped);
    changed
}

/// Explains each repair.
fn explanation(test: &Test<'_>, shelf: &GrammarCache, paint: Paint) -> Result<String, String> {
    if test.format() == Expectation::Check {
        return Err("a grammar check parses no document".to_owned());
    }
    let ParseInput { grammar, bytes, options } = parse_input(test, shelf, &mut Stamps::default())?;
    let PreparedGrammar::Markup(_) = *grammar else {
        return Err("the grammar does not describe markup, so there are no repairs".to_owned());
    };
    let fragment = options.fragment.as_deref();
    let how = ExplainOptions::default().name("input").fragment(fragment).colour(paint.colour());
    let mut text = String::new();
    explained::explain(&grammar, &bytes, &options, None, &how, &mut |paragraph| {
        text.push_str(paragraph);
        true
    })?;
    Ok(text)
}
