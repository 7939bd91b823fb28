//! `wishful diff`: what two grammars make of the same documents.
//!
//! Compared are the tree and the list of repairs (without the grammars' lines, which are never the same,
//! and without what each of them allows).
//! Documents are parsed by several threads; what differs is printed in the order of the command line.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;

use terminal_size::{Width, terminal_size};

use super::arguments::{DiffArguments, GrammarChoice};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::{self, Prepared};
use super::inputs;
use super::output::{Output, complain};
use super::paint::visible;
use super::pool::{self, Answer};
use super::progress::Progress;
use super::repairs;
use crate::ParseOptions;
use crate::tree::{ALLOWED, Extent, Format, LineDiff, WriteOptions};

/// How wide a terminal is that does not say so.
const WIDTH: usize = 100;

/// How many differing documents the summary names.
const NAMED: usize = 20;

/// One document under both grammars.
struct Pair {
    path: String,
    views: Result<(View, View), String>,
}

impl Pair {
    /// What a document comes to on which the library panicked.
    fn panicked(path: String) -> Self {
        let message =
            format!("{}: the parser panicked, which is a bug in wishful", inputs::shown(&path));
        Self { path, views: Err(message) }
    }
}

/// What is compared of a document.
pub(super) struct View {
    pub(super) text: String,
    repairs: usize,
    /// Whether a limit ended the parse, or what was written of it.
    is_part: bool,
}

/// What was found.
#[derive(Default)]
struct Summary {
    equal: usize,
    differ: Vec<String>,
    unreadable: usize,
    /// How many were compared up to a limit only.
    parts: usize,
    repairs: (usize, usize),
}

pub(super) fn run(arguments: &DiffArguments) -> Outcome {
    let [first, second] = &arguments.grammars[..] else {
        return Err(Failure::usage(format!(
            "diff takes two grammars, `-g A -g B`; there are {}",
            arguments.grammars.len()
        )));
    };
    let prepared = |name: &String| {
        let (grammar, modes) = (name.clone(), arguments.modes.clone());
        grammars::prepare(&GrammarChoice { grammar, modes })
    };
    let grammars = (prepared(first)?, prepared(second)?);
    let (paths, folder) = documents(&arguments.files)?;
    let options = arguments.reading.options();
    let mut out = Output::stdout();
    let mut progress = Progress::new(Some(paths.len()));
    let mut summary = Summary::default();
    let many = folder || paths.len() > 1;
    let mut asked = paths.iter();
    pool::in_order(
        pool::processors(),
        paths.iter(),
        |path| both(path.clone(), &grammars, &options, arguments.hide_allowed),
        |answer| {
            let Answer::Next(pair) = answer else { return Ok(()) };
            let path = asked.next().cloned().unwrap_or_default();
            progress.step();
            let pair = pair.unwrap_or_else(|| Pair::panicked(path));
            show(&pair, (first, second), &mut summary, &mut out)
        },
    )?;
    drop(progress);
    if many {
        out.text(&summary.text(first, second))?;
    } else if summary.equal == 1 {
        out.line("the trees and the repairs are equal")?;
    }
    out.finish()?;
    Ok(if summary.unreadable + summary.parts > 0 { Verdict::Refused } else { Verdict::Done })
}

/// The documents that are meant, and whether a folder was among them.
///
/// # Errors
/// If a folder cannot be read or has no documents.
pub(super) fn documents(files: &[String]) -> Result<(Vec<String>, bool), Failure> {
    let mut paths = Vec::new();
    let mut folder = false;
    for file in files {
        if Path::new(file).is_dir() {
            folder = true;
            let inside = inputs::walk(Path::new(file))?;
            let before = paths.len();
            let documents = inside.iter().filter(|path| inputs::is_document(path));
            paths.extend(documents.map(|path| path.to_string_lossy().into_owned()));
            if paths.len() == before {
                return Err(Failure::refused(format!("{file}: there is no *.html or *.htm in it")));
            }
        } else {
            paths.push(file.clone());
        }
    }
    Ok((paths, folder))
}

fn both(
    path: String,
    grammars: &(Prepared, Prepared),
    options: &ParseOptions,
    hides: bool,
) -> Pair {
    let name = inputs::shown(&path);
    let views = inputs::read(&path).map_err(|failure| failure.to_string()).and_then(|bytes| {
        let view = |grammar| view(grammar, name, &bytes, options, hides);
        Ok((view(&grammars.0)?, view(&grammars.1)?))
    });
    Pair { views, path }
}

/// What a grammar makes of a document.
///
/// # Errors
/// A message that names the document, if it is not parsed.
pub(super) fn view(
    grammar: &Prepared,
    name: &str,
    bytes: &[u8],
    options: &ParseOptions,
    hides: bool,
) -> Result<View, String> {
    if let Prepared::Text(_) = grammar {
        let text = grammar.derivations(name, bytes, Format::Tree, 1)?;
        return Ok(View { text, repairs: 0, is_part: false });
    }
    let document = grammar.parse(bytes, options).map_err(|message| format!("{name}: {message}"))?;
    let bare = WriteOptions { bare: true, ..WriteOptions::default() };
    let mut text = String::new();
    // OK because writing to a string never fails.
    let outline = document.write(Format::Tree, bare, &mut text).unwrap_or(Extent::Cut);
    let is_unremarkable = document.unremarkable();
    let is_shown = |repair| !hides || !is_unremarkable(repair);
    let (list, listed) = repairs::list(&document, &is_shown);
    let _ = writeln!(text, "\nrepairs");
    for line in list.lines() {
        let line = line.strip_suffix(ALLOWED).unwrap_or(line);
        let _ = writeln!(text, "  {line}");
    }
    let is_part = document.limit().is_some() || [outline, listed].contains(&Extent::Cut);
    Ok(View { text, repairs: document.repair_ids().filter(|&id| is_shown(id)).count(), is_part })
}

/// Prints what differs.
fn show(
    pair: &Pair,
    grammars: (&str, &str),
    summary: &mut Summary,
    out: &mut Output,
) -> Result<(), Failure> {
    let (old, new) = match &pair.views {
        Ok(views) => views,
        Err(message) => {
            out.flush()?;
            complain(message);
            summary.unreadable += 1;
            return Ok(());
        }
    };
    if old.is_part || new.is_part {
        out.flush()?;
        complain(&format!("{}: compared up to a limit only", inputs::shown(&pair.path)));
        summary.parts += 1;
    }
    summary.repairs.0 += old.repairs;
    summary.repairs.1 += new.repairs;
    if old.text == new.text {
        summary.equal += 1;
        return Ok(());
    }
    let path = inputs::shown(&pair.path);
    summary.differ.push(path.to_owned());
    lines(path, grammars, (&old.text, &new.text), out)
}

/// Prints the lines of two views that differ: side by side on a terminal, else as a patch.
pub(super) fn lines(
    path: &str,
    grammars: (&str, &str),
    (left, right): (&str, &str),
    out: &mut Output,
) -> Result<(), Failure> {
    let names = (format!("{path} by {}", grammars.0), format!("{path} by {}", grammars.1));
    let names = [names.0.as_str(), names.1.as_str()];
    let lines = LineDiff { names, left, right };
    let paint = out.paint();
    match io::stdout().is_terminal() {
        true => {
            let width = terminal_size().map_or(WIDTH, |(Width(width), _)| width.into());
            let painter = |piece, text: &str| paint.piece(piece, &visible(text));
            out.text(&lines.side_by_side(width, &painter))?;
            out.line("")
        }
        false => out.text(&lines.patch(&|piece, text| paint.piece(piece, text))),
    }
}

impl Summary {
    fn text(&self, first: &str, second: &str) -> String {
        let mut out = String::new();
        let total = self.equal + self.differ.len() + self.unreadable;
        let (equal, differ) = (self.equal, self.differ.len());
        let _ = write!(out, "{total} documents: {equal} equal, {differ} differ");
        let _ = match self.unreadable {
            0 => writeln!(out),
            count => writeln!(out, ", {count} not read"),
        };
        for path in self.differ.iter().take(NAMED) {
            let _ = writeln!(out, "  {path}");
        }
        if differ > NAMED {
            let _ = writeln!(out, "  … and {} more", differ - NAMED);
        }
        let (old, new) = self.repairs;
        let _ = writeln!(out, "repairs: {old} by {first}, {new} by {second}");
        out
    }
}
