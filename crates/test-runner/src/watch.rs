//! The watch: runs the tests that depend on a changed file again, and prints which of them changed
//! between passing and failing.
//!
//! ```text
//! events of the file system ─┐
//!                            ├─► wakes ──► a round: check stamps, run stale tests, print news
//! lines of stdin ────────────┘
//! ```
//!
//! Events only wake the watch. A round detects changes by comparing the cases, and the
//! [stamps](wishful_console::stamps) of all files on which a result depends, including the grammars
//! that its grammar uses. So the result does not depend on how an editor saves (in place, or by
//! renaming a new file over the old one), on lost events, or on unrelated files.
//!
//! Folders are watched instead of files, since a rename replaces the watched file. A new folder is
//! watched before the files in it are checked once more, so no change is missed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::decided::{DecidingLines, Past};
use super::failures::{self, ReportEntry, TestLabel};
use super::faults::GrammarFaults;
use super::runs;
use super::selection::Selection;
use crate::corpus::case::Case;
use crate::corpus::find::Corpus;
use crate::corpus::run::{TestResult, parse_input};
use crate::corpus::test::{SharedGrammar, Test, TestKey};
use wishful::base::HashMap;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{GrammarCache, PreparedGrammar};
use wishful_console::inputs::folder_of;
use wishful_console::output::{Output, complain};
use wishful_console::paint::Paint;
use wishful_console::stamps::{CurrentStamps, Stamps};

/// The time without events after which a save is complete.
const QUIET: Duration = Duration::from_millis(20);

/// The maximum delay of a round under continuous events.
const PATIENCE: Duration = Duration::from_millis(500);

/// The verb for tests that failed before.
const PASSES_NOW: &str = "passes now";

/// The number of changed files that are named.
const NAMED: usize = 3;

/// The reason for a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RoundReason {
    /// A file may have changed.
    Files,
    /// All tests are to be run again.
    Again,
    /// The watch ends.
    End,
}

/// The state of a test from the last round in which it was run.
struct KnownTest {
    label: TestLabel,
    case: Option<Case>,
    tried: TestResult,
}

/// The state of the watch.
struct TestWatch<'s> {
    selection: &'s Selection,
    shelf: GrammarCache,
    known: HashMap<TestKey, KnownTest>,
    mistakes: Vec<String>,
    /// The numbers of files and documents without a test.
    left_out: String,
    /// The grammars as of the last round in which they had no errors.
    saved: HashMap<SharedGrammar, Arc<PreparedGrammar>>,
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    out: Output,
}

pub(super) fn run(selection: &Selection) -> CommandResult {
    let (wake, wakes) = channel();
    let events = wake.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let may_be_change = match event {
            Ok(event) => is_change(event.kind),
            Err(_) => true,
        };
        if may_be_change {
            // OK because nobody waits for it only when the program ends.
            let _ = events.send(RoundReason::Files);
        }
    });
    let mut watch = TestWatch {
        selection,
        shelf: GrammarCache::default(),
        known: HashMap::default(),
        mistakes: Vec::new(),
        left_out: String::new(),
        saved: HashMap::default(),
        watcher: watcher.map_err(|error| cannot(&error))?,
        watched: BTreeSet::new(),
        out: Output::stdout(),
    };
    watch.begin()?;
    listen(wake);
    while let Some(why) = next(&wakes) {
        watch.again(why)?;
    }
    Ok(watch.verdict())
}

fn cannot(error: &notify::Error) -> Failure {
    Failure::refused(format!("cannot watch the files: {error}"))
}

/// Reports whether an event may mean a changed file; reading a file, as the watch itself does, is
/// not a change.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(how) => how == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// Reads stdin on a thread: `q` or its end ends the watch, any other line runs all tests again.
fn listen(wake: Sender<RoundReason>) {
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            let why = if line.trim() == "q" { RoundReason::End } else { RoundReason::Again };
            if wake.send(why).is_err() {
                return;
            }
        }
        let _ = wake.send(RoundReason::End);
    });
}

/// Waits for a wake, and then until there are no more events; `None` ends the watch.
fn next(wakes: &Receiver<RoundReason>) -> Option<RoundReason> {
    let mut why = wakes.recv().ok()?;
    if why == RoundReason::End {
        return None;
    }
    let begun = Instant::now();
    while why == RoundReason::Files && begun.elapsed() < PATIENCE {
        match wakes.recv_timeout(QUIET) {
            Ok(RoundReason::End) | Err(RecvTimeoutError::Disconnected) => return None,
            Ok(other) => why = other,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    Some(why)
}

impl TestWatch<'_> {
    /// Performs the first round: runs all tests, and prints every failure.
    fn begin(&mut self) -> Result<(), Failure> {
        self.watch_folders()?;
        let round = self.round(true)?;
        let paint = self.out.paint();
        let mut entries = Vec::new();
        for ran in &round.ran {
            let Some(known) = self.known.get(&ran.key) else { continue };
            if !known.tried.passes() && ran.is_run {
                let lines = failures::lines(&known.tried, "", paint);
                entries.push(ReportEntry::new(paint.red("fails"), known.label.clone(), lines));
            }
        }
        self.print(&round.faults, entries)?;
        self.print_tally()?;
        self.out.line("watching; enter `q` to quit, or an empty line to run everything again")?;
        self.out.flush()?;
        self.settle()
    }

    /// Performs a later round, and prints the news, if there is any.
    fn again(&mut self, why: RoundReason) -> Result<(), Failure> {
        let begun = Instant::now();
        let mistakes = self.mistakes.clone();
        let round = match self.round(why == RoundReason::Again) {
            Ok(round) => round,
            Err(failure) if failure.status() == 1 => {
                complain(&failure.to_string());
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        if round.ran.is_empty() && round.gone.is_empty() && mistakes == self.mistakes {
            return Ok(());
        }
        let (ran, all, time) = (round.ran.len(), self.known.len(), begun.elapsed().as_millis());
        let changed = match why {
            RoundReason::Files if round.changed.is_empty() => "files are gone".to_owned(),
            _ => listed(&round.changed),
        };
        let heading = format!("{changed}: {ran} of {all} run again in {time} ms");
        self.out.line(&format!("\n{}", self.out.paint().bold(heading)))?;
        let mut entries = Vec::new();
        for ran in &round.ran {
            let Some(known) = self.known.get(&ran.key) else { continue };
            if ran.is_run {
                entries.extend(news(ran, known, self.out.paint()));
            }
        }
        for label in &round.gone {
            entries.push(ReportEntry::new("gone".to_owned(), label.clone(), Vec::new()));
        }
        self.print(&round.faults, entries)?;
        self.print_tally()?;
        self.out.flush()?;
        self.settle()
    }

    /// Prints the mistakes of grammars, and as many entries as a screen holds.
    fn print(&mut self, faults: &str, entries: Vec<ReportEntry>) -> Result<(), Failure> {
        let paint = self.out.paint();
        self.out.text(&if self.selection.is_in_full() {
            format!("{faults}{}", failures::in_full(&entries, paint))
        } else {
            let entries = failures::summed(entries, &paint.green(PASSES_NOW));
            failures::on_screen(faults, entries, paint)
        })
    }

    /// Runs the tests whose inputs have changed, or all of them.
    fn round(&mut self, everything: bool) -> Result<WatchRound, Failure> {
        // One stamp per file serves the whole round, so a grammar is reloaded if and only if its
        // tests are run again.
        let mut present = CurrentStamps::default();
        self.shelf.refresh(&mut present);
        let corpus = Corpus::find(self.selection.places())?;
        self.print_mistakes(&corpus);
        self.left_out = self.selection.left_out(&corpus);
        let tests = self.selection.selected(&corpus);
        let mut round = WatchRound::default();
        let (mut stale, mut befores) = (Vec::new(), Vec::new());
        let mut current = HashMap::default();
        for test in tests {
            let key = test.key();
            let known = self.known.remove(&key);
            let changed = changes(&test, known.as_ref(), &mut present);
            match known {
                Some(known) if changed.is_empty() && !everything => {
                    let label = TestLabel::of(&test);
                    current.insert(key, KnownTest { label, ..known });
                }
                known => {
                    stale.push(test);
                    befores.push((key, known.map(|known| known.tried)));
                }
            }
            round.changed.extend(changed);
        }
        round.gone = self.known.drain().map(|(_, known)| known.label).collect();
        round.gone.sort_by(|a, b| a.name.cmp(&b.name));
        let tried = runs::all(&stale, &self.shelf)?;
        self.explain(&mut round, &stale, &tried, befores);
        for (test, tried) in stale.iter().zip(tried) {
            let (label, case) = (TestLabel::of(test), test.case().cloned());
            current.insert(test.key(), KnownTest { label, case, tried });
        }
        self.known = current;
        Ok(round)
    }

    /// Adds the tests that were run to a round: with the lines that decide new results, compared
    /// with the grammars of the last save. Then the grammars become those of the last save.
    fn explain(
        &mut self,
        round: &mut WatchRound,
        tests: &[Test<'_>],
        tried: &[TestResult],
        befores: Vec<(TestKey, Option<TestResult>)>,
    ) {
        let faults = GrammarFaults::of(tests.iter().zip(tried));
        let paint = self.out.paint();
        round.faults = faults.text(paint);
        let mut deciding = DecidingLines::new(Past::Save(&self.saved), &self.shelf);
        for ((test, tried), (key, before)) in tests.iter().zip(tried).zip(befores) {
            let is_new_failure = !tried.passes()
                && before.as_ref().is_some_and(|before| before.actual != tried.actual);
            let decided = if is_new_failure { deciding.of(test, paint) } else { Vec::new() };
            round.ran.push(RanTest { key, before, is_run: !faults.refuse(test), decided });
        }
        let mut saved = HashMap::default();
        for test in tests {
            let Some(shared) = test.shared_grammar() else { continue };
            if !saved.contains_key(&shared)
                && let Ok(input) = parse_input(test, &self.shelf, &mut Stamps::default())
            {
                saved.insert(shared, input.grammar);
            }
        }
        self.saved.extend(saved);
    }

    /// Prints the unreadable tests, if they have changed since the last round.
    fn print_mistakes(&mut self, corpus: &Corpus) {
        if self.mistakes != corpus.mistakes {
            corpus.complain();
            self.mistakes.clone_from(&corpus.mistakes);
        }
    }

    /// Watches new folders, and starts another round for changes that happened before.
    fn settle(&mut self) -> Result<(), Failure> {
        if self.watch_folders()? { self.again(RoundReason::Files) } else { Ok(()) }
    }

    /// Watches the folders of all dependencies; returns whether one of them is new.
    fn watch_folders(&mut self) -> Result<bool, Failure> {
        let mut whole: Vec<PathBuf> = Vec::new();
        let mut files: BTreeSet<&Path> = BTreeSet::new();
        for place in self.selection.places() {
            if place.is_dir() {
                whole.extend(nearest(place));
            } else {
                files.insert(place);
            }
        }
        for known in self.known.values() {
            files.extend(known.tried.files.paths());
        }
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        for file in files {
            folders.extend(nearest(folder_of(file)));
        }
        let mut wanted = Vec::new();
        for folder in folders {
            if !whole.iter().any(|around| folder.starts_with(around)) {
                wanted.push((folder, RecursiveMode::NonRecursive));
            }
        }
        for folder in whole {
            wanted.push((folder, RecursiveMode::Recursive));
        }
        let mut is_new = false;
        for (folder, mode) in wanted {
            if self.watched.insert(folder.clone()) {
                self.watcher.watch(&folder, mode).map_err(|error| cannot(&error))?;
                is_new = true;
            }
        }
        Ok(is_new)
    }

    /// Returns the numbers of passing and failing tests.
    fn counts(&self) -> (usize, usize) {
        let passed = self.known.values().filter(|known| known.tried.passes()).count();
        (passed, self.known.len() - passed + self.mistakes.len())
    }

    fn print_tally(&mut self) -> Result<(), Failure> {
        let (passed, failed) = self.counts();
        self.out.line(&format!("{passed} passed, {failed} failed{}", self.left_out))
    }

    fn verdict(&self) -> Verdict {
        if self.counts().1 > 0 { Verdict::Refused } else { Verdict::Done }
    }
}

/// The result of a round.
#[derive(Default)]
struct WatchRound {
    /// The tests that were run, in order.
    ran: Vec<RanTest>,
    /// The mistakes of their grammars.
    faults: String,
    /// The files that caused the runs.
    changed: BTreeSet<PathBuf>,
    /// The tests that no longer exist.
    gone: Vec<TestLabel>,
}

/// A test that was run again.
struct RanTest {
    key: TestKey,
    /// The previous result.
    before: Option<TestResult>,
    /// False if the grammar has errors, so that there is no result.
    is_run: bool,
    /// The changed lines that decide a new failure.
    decided: Vec<String>,
}

/// Returns the changed files that require running a test again.
fn changes(
    test: &Test<'_>,
    known: Option<&KnownTest>,
    present: &mut CurrentStamps,
) -> Vec<PathBuf> {
    let Some(known) = known else { return vec![test.path()] };
    let is_same = match (test.case(), &known.case) {
        (Some(case), Some(before)) => case.is_same(before),
        (case, before) => case.is_none() && before.is_none(),
    };
    let mut changed = present.stale(&known.tried.files);
    if !is_same {
        changed.push(test.path());
    }
    changed
}

/// Returns the news about a test: it now fails or passes, or fails in another way.
fn news(ran: &RanTest, known: &KnownTest, paint: Paint) -> Option<ReportEntry> {
    let KnownTest { label, tried, .. } = known;
    let mut lines = ran.decided.clone();
    let verb = match (&ran.before, tried.passes()) {
        (None, true) => paint.green("passes, new"),
        (None, false) => {
            lines.extend(failures::lines(tried, "", paint));
            paint.red("fails, new")
        }
        (Some(before), true) if before.passes() => return None,
        (Some(_), true) => paint.green(PASSES_NOW),
        (Some(before), false) if before.passes() || before.actual.is_err() => {
            lines.extend(failures::lines(tried, "", paint));
            paint.red("fails now")
        }
        (Some(before), false) if before.actual == tried.actual => return None,
        (Some(before), false) => {
            lines.extend(match (&before.actual, &tried.actual) {
                (Ok(old), Ok(new)) => failures::difference(["before", "now"], old, new, paint),
                _ => failures::lines(tried, "", paint),
            });
            paint.red("fails differently")
        }
    };
    Some(ReportEntry::new(verb, label.clone(), lines))
}

/// Formats a list of files; a long one is abbreviated.
fn listed(files: &BTreeSet<PathBuf>) -> String {
    let names: Vec<String> =
        files.iter().take(NAMED).map(|path| path.display().to_string()).collect();
    match files.len() {
        0 => "everything".to_owned(),
        all if all > NAMED => format!("{} and {} more", names.join(", "), all - NAMED),
        _ => names.join(", "),
    }
}

/// Returns the canonical path of a folder; if it does not exist yet, of the nearest existing folder
/// around it.
fn nearest(folder: &Path) -> Option<PathBuf> {
    let here = Path::new(".");
    folder.ancestors().chain([here]).find_map(|around| fs::canonicalize(around).ok())
}
