//! The conditions of `--while`.
//!
//! ```text
//! condition ::= "not"? ( "differ" GRAMMAR GRAMMAR+ | "repair" (KIND | FILE:LINE)
//!                      | "query" EXPR | "command" COMMAND ) ;
//! ```
//!
//! White space separates words. The argument of `query` or `command` is the rest of the line,
//! unchanged.

use super::arguments::{GrammarChoice, Reading};
use super::failure::Failure;
use super::grammars::{self, Prepared};
use super::nearest;
use super::output::stderr_colour;
use crate::ParseOptions;
use crate::query::{Language, Query};
use crate::slippers::event::RepairKind;
use crate::tree::{Document, Format, WriteOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempPath;

const WORDS: [&str; 5] = ["differ", "repair", "query", "command", "not"];

const KINDS: [RepairKind; 12] = [
    RepairKind::VirtualStart,
    RepairKind::VirtualEnd,
    RepairKind::Cruft,
    RepairKind::GivenUp,
    RepairKind::Unfinished,
    RepairKind::Reopened,
    RepairKind::Fostered,
    RepairKind::Rewritten,
    RepairKind::Adopted,
    RepairKind::Unlinked,
    RepairKind::Retracted,
    RepairKind::Merged,
];

/// A condition that can be tested on a document.
pub(super) struct Condition {
    negated: bool,
    asks: Asks,
    options: ParseOptions,
}

enum Asks {
    /// The trees of these grammars differ.
    Differ(Vec<Prepared>),
    /// A repair of this kind is made.
    Kind(Prepared, RepairKind),
    /// A repair cites this line.
    Line(Prepared, String),
    /// The query has a non-empty or true result.
    Query(Prepared, Query),
    /// The shell command succeeds. The file holds the document for it.
    Command(String, TempPath),
}

impl Condition {
    /// Parses a condition; `-g` chooses a grammar, which is already prepared.
    ///
    /// # Errors
    /// A description of the mistake, with a suggestion.
    pub(super) fn read(
        written: &str,
        (choice, grammar): (&GrammarChoice, &Prepared),
        reading: &Reading,
    ) -> Result<Self, Failure> {
        let (first, rest) = word(written);
        let negated = first == "not";
        let (verb, rest) = if negated { word(rest) } else { (first, rest) };
        let lacks = |what: &str| {
            Failure::usage(format!("--while '{written}': `{verb}` wants {what} behind it"))
        };
        let asks = match verb {
            "differ" => {
                let names: Vec<&str> = rest.split_whitespace().collect();
                if names.len() < 2 {
                    return Err(lacks("two grammars"));
                }
                let of = |name: &&str| {
                    let grammar = GrammarChoice { grammar: (*name).to_owned(), ..choice.clone() };
                    grammars::prepare(&grammar)
                };
                Asks::Differ(names.iter().map(of).collect::<Result<_, _>>()?)
            }
            "repair" if rest.is_empty() => {
                return Err(lacks("a kind of repairs, or FILE:LINE of a grammar"));
            }
            "repair" => repair(rest, grammar.clone())?,
            "query" if rest.is_empty() => return Err(lacks("an expression")),
            "query" => {
                let query = Query::compile(Language::Parsley, rest);
                let query =
                    query.map_err(|report| Failure::refused(report.render(stderr_colour())))?;
                Asks::Query(grammar.clone(), query)
            }
            "command" if rest.is_empty() => return Err(lacks("a command of the shell")),
            "command" => Asks::Command(rest.to_owned(), file()?),
            "" => return Err(Failure::usage(format!("--while '{written}': {}", known()))),
            other => {
                let advice = nearest::advice(other, WORDS);
                return Err(Failure::usage(format!(
                    "--while '{written}': no condition begins with `{other}`{advice}; {}",
                    known()
                )));
            }
        };
        Ok(Self { negated, asks, options: reading.options() })
    }

    /// Reports whether the condition holds for a document.
    ///
    /// # Errors
    /// If the command cannot be run, so that it neither succeeds nor fails.
    pub(super) fn holds(&self, text: &str) -> io::Result<bool> {
        Ok(self.is_so(text)? != self.negated)
    }

    fn is_so(&self, text: &str) -> io::Result<bool> {
        Ok(match &self.asks {
            Asks::Differ(grammars) => {
                let trees: Vec<_> =
                    grammars.iter().map(|grammar| self.tree(grammar, text)).collect();
                trees.windows(2).any(|two| two[0] != two[1])
            }
            Asks::Kind(grammar, kind) => self.document(grammar, text).is_some_and(|document| {
                document.repairs().iter().any(|repair| repair.kind == *kind)
            }),
            Asks::Line(grammar, line) => self.document(grammar, text).is_some_and(|document| {
                let cited = document.repairs().iter().filter_map(|repair| repair.place);
                cited.into_iter().any(|place| grammar.grammar().cites(place).0 == *line)
            }),
            Asks::Query(grammar, query) => {
                let document = self.document(grammar, text);
                document.is_some_and(|document| {
                    query.run(&document).is_ok_and(|answer| answer.value().to_boolean())
                })
            }
            Asks::Command(command, file) => succeeds(command, file, text)?,
        })
    }

    fn document(&self, grammar: &Prepared, text: &str) -> Option<Document> {
        grammar.parse_str(text, &self.options).ok()
    }

    fn tree(&self, grammar: &Prepared, text: &str) -> Option<String> {
        let document = self.document(grammar, text)?;
        Some(document.render(Format::Html5lib, WriteOptions::default()))
    }
}

/// Splits off the first word.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn known() -> String {
    "it is `differ GRAMMAR GRAMMAR`, `repair KIND` or `repair FILE:LINE`, `query EXPR` or `command COMMAND`, with `not` before it \
     if it is not to hold"
        .to_owned()
}

fn repair(what: &str, grammar: Prepared) -> Result<Asks, Failure> {
    if let Some(kind) = KINDS.into_iter().find(|kind| kind.name() == what) {
        return Ok(Asks::Kind(grammar, kind));
    }
    let is_line = what.rsplit_once(':').is_some_and(|(_, line)| line.parse::<usize>().is_ok());
    if is_line {
        return Ok(Asks::Line(grammar, what.to_owned()));
    }
    let names = KINDS.map(RepairKind::name);
    let advice = nearest::advice(what, names);
    Err(Failure::usage(format!(
        "no kind of repairs is called `{what}`{advice}; there are {}; or name a line, as in `whatwg.grammar:216`",
        names.join(", ")
    )))
}

/// Creates the file that holds the document for a command. It is private, and is deleted with the
/// condition.
fn file() -> Result<TempPath, Failure> {
    let file = tempfile::Builder::new().prefix("wishful-shrink-").suffix(".html").tempfile();
    let failed = |error| Failure::unwritten(&std::env::temp_dir(), &error);
    Ok(file.map_err(failed)?.into_temp_path())
}

/// Reports whether a shell command succeeds.
///
/// # Errors
/// If the command cannot be started, or its file cannot be written.
fn succeeds(command: &str, file: &Path, text: &str) -> io::Result<bool> {
    std::fs::write(file, text)?;
    let command = command.replace("{}", &file.to_string_lossy());
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command may ignore its stdin, so write errors are ignored.
        let _ = stdin.write_all(text.as_bytes());
    }
    Ok(child.wait()?.success())
}
