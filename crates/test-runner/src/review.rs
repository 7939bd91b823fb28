//! The review: shows each failure with the old and the new result, their difference and the
//! repairs, and asks what to do.
//!
//! Each test is read and run again immediately before it is shown, since earlier answers or another
//! editor may have changed its file. Invariant: the accepted result is the one that was shown. It
//! is written at once, so leaving the review early loses nothing.

use std::collections::{HashSet, VecDeque};

use super::questions::{Questions, ReviewAnswer};
use super::selection::Selection;
use super::{editor, failures, runs};
use crate::corpus::Expectation;
use crate::corpus::bless::{self, Verdict as Blessing};
use crate::corpus::find::Corpus;
use crate::corpus::run::{self, ParseInput, TestResult, parse_input};
use crate::corpus::test::{Test, TestKey};
use wishful::explain::ExplainOptions;
use wishful_console::explained;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{GrammarCache, PreparedGrammar};
use wishful_console::output::{Output, complain};
use wishful_console::paint::{Paint, visible};
use wishful_console::stamps::{CurrentStamps, Stamps};

/// The number of lines of a result, and of repairs, that are shown by default.
const SHOWN: usize = 30;

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
    out: Output,
    questions: Questions,
    /// The remaining failures.
    left: VecDeque<TestKey>,
    /// The initial number of failures.
    all: usize,
    /// The decision for all remaining failures.
    rest: Option<Decision>,
    decided: Vec<(String, Decision)>,
}

pub(super) fn run(
    selection: &Selection,
    corpus: &Corpus,
    (tests, tried): (&[Test<'_>], &[TestResult]),
    shelf: &GrammarCache,
) -> CommandResult {
    let mut left = VecDeque::new();
    for (test, tried) in tests.iter().zip(tried) {
        if !tried.passes() {
            left.push_back(test.key());
        }
    }
    let passed = tests.len() - left.len();
    let mut review = Review {
        selection,
        shelf,
        out: Output::stdout(),
        questions: Questions::new(),
        all: left.len(),
        left,
        rest: None,
        decided: Vec::new(),
    };
    while let Some(key) = review.left.pop_front() {
        review.one(&key)?;
    }
    review.end(passed, corpus.mistakes.is_empty())
}

impl Review<'_> {
    /// Decides about one test.
    fn one(&mut self, key: &TestKey) -> Result<(), Failure> {
        let mut name = key.path.display().to_string();
        let decision = loop {
            let corpus = Corpus::find([&key.path])?;
            let Some(test) = corpus.tests().find(|test| test.key() == *key) else {
                break Decision::Gone;
            };
            name = test.name();
            let tried = run::run(&test, self.shelf);
            if tried.passes() {
                break Decision::Mended;
            }
            if let Some(rest) = self.rest {
                break rest;
            }
            if let Some(decision) = self.decide(&corpus, &test, &tried)? {
                break decision;
            }
            self.shelf.refresh(&mut CurrentStamps::default());
        };
        self.decided.push((name, decision));
        Ok(())
    }

    /// Shows a test and asks; returns `None` if the test must be read again.
    fn decide(
        &mut self,
        corpus: &Corpus,
        test: &Test<'_>,
        tried: &TestResult,
    ) -> Result<Option<Decision>, Failure> {
        let why = match bless::verdict(test, tried, false) {
            Blessing::Refused(why) if tried.actual.is_ok() => why.replace(bless::ADVICE, ""),
            _ => String::new(),
        };
        self.show(test, tried, &why)?;
        loop {
            let Some(answer) = self.questions.ask(&mut self.out)? else {
                self.rest = Some(Decision::Skipped);
                return Ok(self.rest);
            };
            match answer {
                ReviewAnswer::Accept | ReviewAnswer::AcceptRest if tried.actual.is_err() => {
                    complain("no result to accept");
                }
                ReviewAnswer::AcceptRest if !why.is_empty() => {
                    complain("this result is worse than before; it must be accepted on its own");
                }
                ReviewAnswer::Accept | ReviewAnswer::AcceptRest => {
                    bless::write(corpus, &[(test.clone(), tried.clone())])?;
                    if answer == ReviewAnswer::AcceptRest {
                        self.accept_rest()?;
                    }
                    return Ok(Some(Decision::Accepted));
                }
                ReviewAnswer::Reject => return Ok(Some(Decision::Rejected)),
                ReviewAnswer::Skip => return Ok(Some(Decision::Skipped)),
                ReviewAnswer::RejectRest => return Ok(self.all_rest(Decision::Rejected)),
                ReviewAnswer::SkipRest => return Ok(self.all_rest(Decision::Skipped)),
                ReviewAnswer::Explain => self.explain(test)?,
                ReviewAnswer::Whole => self.results(tried, usize::MAX)?,
                ReviewAnswer::Edit => {
                    let edited = match test.document() {
                        Some(document) => editor::open(document, 1),
                        None => editor::open(&test.path(), test.line().unwrap_or(1)),
                    };
                    match edited {
                        Ok(()) => return Ok(None),
                        Err(failure) => complain(&failure.to_string()),
                    }
                }
            }
        }
    }

    fn all_rest(&mut self, decision: Decision) -> Option<Decision> {
        self.rest = Some(decision);
        self.rest
    }

    /// Accepts all remaining results that can be blessed, at once; the others remain to be asked
    /// about.
    fn accept_rest(&mut self) -> Result<(), Failure> {
        let keys: HashSet<TestKey> = self.left.drain(..).collect();
        let corpus = Corpus::find(self.selection.places())?;
        let tests: Vec<Test<'_>> =
            corpus.tests().filter(|test| keys.contains(&test.key())).collect();
        let tried = runs::all(&tests, self.shelf)?;
        let mut blessed = Vec::new();
        for (test, tried) in tests.into_iter().zip(tried) {
            match bless::verdict(&test, &tried, false) {
                Blessing::Blessed => blessed.push((test, tried)),
                _ => self.left.push_back(test.key()),
            }
        }
        bless::write(&corpus, &blessed)?;
        for (test, _) in &blessed {
            self.decided.push((test.name(), Decision::Accepted));
        }
        Ok(())
    }

    /// Shows the old result, the new one, their difference, and the reasons.
    fn show(&mut self, test: &Test<'_>, tried: &TestResult, why: &str) -> Result<(), Failure> {
        let paint = self.out.paint();
        let number = self.all - self.left.len();
        let heading = format!("[{number}/{}] {}", self.all, test.name());
        let grammar = test.grammar().unwrap_or("the case's own");
        self.out.line(&format!("\n{}", paint.bold(heading)))?;
        self.out.line(&format!("grammar {grammar}, format {}\n", test.format().name()))?;
        self.results(tried, SHOWN)?;
        let is_new = tried.actual.is_ok() && tried.expected.as_deref().is_none_or(str::is_empty);
        if !is_new {
            self.section("difference", &failures::lines(tried, why, paint), usize::MAX)?;
        }
        let reasons = reasons(test, self.shelf);
        if !reasons.is_empty() {
            self.section("repairs", &reasons, SHOWN)?;
        }
        Ok(())
    }

    /// Shows the old and the new result, at most `most` lines of each.
    fn results(&mut self, tried: &TestResult, most: usize) -> Result<(), Failure> {
        let old = visible_lines(tried.expected.as_deref().unwrap_or_default());
        self.section("old", &old, most)?;
        let new = visible_lines(tried.actual.as_deref().unwrap_or_default());
        self.section("new", &new, most)
    }

    /// Prints a heading, and at most `most` lines.
    fn section(&mut self, name: &str, lines: &[String], most: usize) -> Result<(), Failure> {
        let paint = self.out.paint();
        self.out.line(&paint.cyan(name))?;
        if lines.is_empty() {
            self.out.line(&format!("  {}", paint.faint("nothing")))?;
        }
        for line in lines.iter().take(most) {
            self.out.line(&format!("  {line}"))?;
        }
        if lines.len() > most {
            let more = format!("… and {} more lines", lines.len() - most);
            self.out.line(&format!("  {}", paint.faint(more)))?;
        }
        self.out.line("")
    }

    /// Prints the output of `wishful explain` for the document.
    fn explain(&mut self, test: &Test<'_>) -> Result<(), Failure> {
        let explained = explanation(test, self.shelf, self.out.paint());
        self.out.text(&explained.unwrap_or_else(|message| format!("{message}\n")))?;
        self.out.line("")
    }

    /// Prints the decisions, and returns whether all tests are settled.
    fn end(mut self, passed: usize, are_readable: bool) -> CommandResult {
        self.out.line("")?;
        for (name, decision) in &self.decided {
            self.out.line(&format!("{} {name}", decision.name()))?;
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
        Ok(if unsettled == 0 && are_readable { Verdict::Done } else { Verdict::Refused })
    }

    /// Returns the number of tests with a decision.
    fn count(&self, decision: Decision) -> usize {
        self.decided.iter().filter(|(_, other)| *other == decision).count()
    }
}

fn visible_lines(text: &str) -> Vec<String> {
    text.lines().map(|line| visible(line).into_owned()).collect()
}

/// Returns the repairs of a test's document, each with the responsible line of the grammar.
fn reasons(test: &Test<'_>, shelf: &GrammarCache) -> Vec<String> {
    if matches!(test.format(), Expectation::Check | Expectation::Parselet) {
        return Vec::new();
    }
    let Ok(input) = parse_input(test, shelf, &mut Stamps::default()) else { return Vec::new() };
    let Ok(document) = input.grammar.parse(input.bytes, &input.options) else { return Vec::new() };
    let mut reasons = Vec::new();
    for repair in document.repair_ids() {
        reasons.push(visible(&document.describe_repair(repair)).into_owned());
    }
    reasons
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
