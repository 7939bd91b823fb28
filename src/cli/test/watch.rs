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
//! [stamps](crate::cli::stamps) of all files on which a result depends, including the grammars that
//! its grammar uses. So the result does not depend on how an editor saves (in place, or by renaming
//! a new file over the old one), on lost events, or on unrelated files.
//!
//! Folders are watched instead of files, since a rename replaces the watched file. A new folder is
//! watched before the files in it are checked once more, so no change is missed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::selection::Selection;
use super::{failures, runs};
use crate::cli::corpus::case::Case;
use crate::cli::corpus::find::Corpus;
use crate::cli::corpus::run::Tried;
use crate::cli::corpus::test::{Key, Test};
use crate::cli::failure::{Failure, Outcome, Verdict};
use crate::cli::grammars::Shelf;
use crate::cli::output::{Output, complain};
use crate::cli::paint::Paint;
use crate::cli::stamps::Present;

/// The time without events after which a save is complete.
const QUIET: Duration = Duration::from_millis(20);

/// The maximum delay of a round under continuous events.
const PATIENCE: Duration = Duration::from_millis(500);

/// The number of changed files that are named.
const NAMED: usize = 3;

/// The reason for a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wake {
    /// A file may have changed.
    Files,
    /// All tests are to be run again.
    Again,
    /// The watch ends.
    End,
}

/// The state of a test from the last round in which it was run.
struct Known {
    name: String,
    case: Option<Case>,
    tried: Tried,
}

/// The state of the watch.
struct Watch<'s> {
    selection: &'s Selection,
    shelf: Shelf,
    known: HashMap<Key, Known>,
    mistakes: Vec<String>,
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    out: Output,
}

pub(super) fn run(selection: &Selection) -> Outcome {
    let (wake, wakes) = channel();
    let events = wake.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if event.map_or(true, |event| is_change(event.kind)) {
            // OK because nobody waits for it only when the program ends.
            let _ = events.send(Wake::Files);
        }
    });
    let mut watch = Watch {
        selection,
        shelf: Shelf::default(),
        known: HashMap::new(),
        mistakes: Vec::new(),
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
    Failure::refused(format!("the files cannot be watched: {error}"))
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
fn listen(wake: Sender<Wake>) {
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            let why = if line.trim() == "q" { Wake::End } else { Wake::Again };
            if wake.send(why).is_err() {
                return;
            }
        }
        let _ = wake.send(Wake::End);
    });
}

/// Waits for a wake, and then until there are no more events; `None` ends the watch.
fn next(wakes: &Receiver<Wake>) -> Option<Wake> {
    let mut why = wakes.recv().ok().filter(|why| *why != Wake::End)?;
    let begun = Instant::now();
    while why == Wake::Files && begun.elapsed() < PATIENCE {
        match wakes.recv_timeout(QUIET) {
            Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return None,
            Ok(other) => why = other,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    Some(why)
}

impl Watch<'_> {
    /// Performs the first round: runs all tests, and prints every failure.
    fn begin(&mut self) -> Result<(), Failure> {
        self.watch_folders()?;
        let round = self.round(true)?;
        for (key, _) in &round.ran {
            let Some(known) = self.known.get(key).filter(|known| !known.tried.passes()) else {
                continue;
            };
            let paint = self.out.paint();
            let lines = failures::lines(&known.tried, "", paint);
            self.out.text(&failures::told(&paint.red("fails"), &known.name, &lines, paint))?;
        }
        self.tell_tally()?;
        self.out.line("watching; a line `q` ends it, an empty line runs everything again")?;
        self.out.flush()?;
        self.settle()
    }

    /// Performs a later round, and prints the news, if there is any.
    fn again(&mut self, why: Wake) -> Result<(), Failure> {
        let begun = Instant::now();
        let mistakes = self.mistakes.clone();
        let round = match self.round(why == Wake::Again) {
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
        let changed = listed(&round.changed);
        let heading = format!("{changed}: {ran} of {all} run again in {time} ms");
        self.out.line(&format!("\n{}", self.out.paint().bold(heading)))?;
        for (key, before) in &round.ran {
            let Some(known) = self.known.get(key) else { continue };
            self.out.text(&news(before.as_ref(), known, self.out.paint()))?;
        }
        for name in &round.gone {
            self.out.line(&format!("gone {name}"))?;
        }
        self.tell_tally()?;
        self.out.flush()?;
        self.settle()
    }

    /// Runs the tests whose inputs have changed, or all of them.
    fn round(&mut self, everything: bool) -> Result<Round, Failure> {
        // One stamp per file serves the whole round, so a grammar is reloaded if and only if its
        // tests are run again.
        let mut present = Present::default();
        self.shelf.refresh(&mut present);
        let corpus = Corpus::find(self.selection.places())?;
        self.tell_mistakes(&corpus);
        let tests = self.selection.meant(&corpus);
        let mut round = Round::default();
        let mut stale = Vec::new();
        let mut kept = HashMap::new();
        for test in tests {
            let key = test.key();
            let known = self.known.remove(&key);
            let changed = changes(&test, known.as_ref(), &mut present);
            match known {
                Some(known) if changed.is_empty() && !everything => {
                    kept.insert(key, Known { name: test.name(), ..known });
                }
                known => {
                    stale.push(test);
                    round.ran.push((key, known.map(|known| known.tried)));
                }
            }
            round.changed.extend(changed);
        }
        round.gone = self.known.drain().map(|(_, known)| known.name).collect();
        round.gone.sort();
        let tried = runs::all(&stale, &self.shelf)?;
        for (test, tried) in stale.iter().zip(tried) {
            let (name, case) = (test.name(), test.case().cloned());
            kept.insert(test.key(), Known { name, case, tried });
        }
        self.known = kept;
        Ok(round)
    }

    /// Prints the unreadable tests, if they have changed since the last round.
    fn tell_mistakes(&mut self, corpus: &Corpus) {
        if self.mistakes != corpus.mistakes {
            corpus.mistakes.iter().for_each(|mistake| complain(mistake));
            self.mistakes.clone_from(&corpus.mistakes);
        }
    }

    /// Watches new folders, and starts another round for changes that happened before.
    fn settle(&mut self) -> Result<(), Failure> {
        if self.watch_folders()? { self.again(Wake::Files) } else { Ok(()) }
    }

    /// Watches the folders of all dependencies; returns whether one of them is new.
    fn watch_folders(&mut self) -> Result<bool, Failure> {
        let places = self.selection.places();
        let (whole, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            places.iter().partition(|place| place.is_dir());
        let whole: Vec<PathBuf> = whole.into_iter().filter_map(|place| nearest(place)).collect();
        let depended = self.known.values().flat_map(|known| known.tried.files.paths());
        let files: BTreeSet<&Path> =
            files.into_iter().map(PathBuf::as_path).chain(depended).collect();
        let folders: BTreeSet<PathBuf> =
            files.into_iter().filter_map(|file| nearest(&folder_of(file))).collect();
        let is_inside = |folder: &PathBuf| whole.iter().any(|place| folder.starts_with(place));
        let folders = folders.into_iter().filter(|folder| !is_inside(folder));
        let wanted: Vec<(PathBuf, RecursiveMode)> = folders
            .map(|folder| (folder, RecursiveMode::NonRecursive))
            .chain(whole.iter().map(|place| (place.clone(), RecursiveMode::Recursive)))
            .collect();
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

    fn tell_tally(&mut self) -> Result<(), Failure> {
        let (passed, failed) = self.counts();
        self.out.line(&format!("{passed} passed, {failed} failed"))
    }

    fn verdict(&self) -> Verdict {
        if self.counts().1 > 0 { Verdict::Refused } else { Verdict::Done }
    }
}

/// The result of a round.
#[derive(Default)]
struct Round {
    /// The tests that were run, in order, with their previous results.
    ran: Vec<(Key, Option<Tried>)>,
    /// The files that caused the runs.
    changed: BTreeSet<PathBuf>,
    /// The names of tests that no longer exist.
    gone: Vec<String>,
}

/// Returns the changed files that require running a test again.
fn changes(test: &Test<'_>, known: Option<&Known>, present: &mut Present) -> Vec<PathBuf> {
    let Some(known) = known else { return vec![test.path()] };
    let is_same = match (test.case(), &known.case) {
        (Some(case), Some(before)) => case.is_same(before),
        (case, before) => case.is_none() && before.is_none(),
    };
    let mut changed = present.stale(&known.tried.files);
    changed.extend((!is_same).then(|| test.path()));
    changed
}

/// Formats the news about a test: it now fails or passes, or fails in another way.
fn news(before: Option<&Tried>, known: &Known, paint: Paint) -> String {
    let Known { name, tried, .. } = known;
    let failure = || failures::lines(tried, "", paint);
    let told = |verb: &str, lines: &[String]| failures::told(verb, name, lines, paint);
    match (before.map(Tried::passes), tried.passes()) {
        (Some(true), true) => String::new(),
        (Some(false), true) => told(&paint.green("passes now"), &[]),
        (None, true) => told(&paint.green("passes, new"), &[]),
        (None, false) => told(&paint.red("fails, new"), &failure()),
        (Some(true), false) => told(&paint.red("fails now"), &failure()),
        (Some(false), false) => match before.map(|before| &before.actual) {
            Some(actual) if *actual == tried.actual => String::new(),
            Some(Ok(old)) if tried.actual.is_ok() => {
                let new = tried.actual.as_deref().unwrap_or_default();
                let lines = failures::difference(["before", "now"], old, new, paint);
                told(&paint.red("fails otherwise"), &lines)
            }
            _ => told(&paint.red("fails otherwise"), &failure()),
        },
    }
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

/// Returns the folder of a file.
fn folder_of(file: impl AsRef<Path>) -> PathBuf {
    let folder = file.as_ref().parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or_else(|| PathBuf::from("."), Path::to_owned)
}
