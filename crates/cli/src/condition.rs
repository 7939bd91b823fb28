//! The conditions of `--while`.
//!
//! ```text
//! condition ::= "not"? ( "differ" GRAMMAR GRAMMAR+ | "repair" (KIND | FILE:LINE)
//!                      | "query" EXPR | "command" COMMAND | "refused" | "ambiguous" ) ;
//! ```
//!
//! White space separates words. The argument of `query` or `command` is the rest of the line,
//! unchanged.

use super::arguments::Reading;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempPath;
use wishful::derivation::Derivations;
use wishful::slippers::event::RepairKind;
use wishful::tree::{Document, Format, WriteOptions};
use wishful::{Grammar, ParseOptions};
use wishful_console::arguments::GrammarChoice;
use wishful_console::failure::Failure;
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::nearest;
use wishful_console::output::stderr_colour;
use wishful_query::{Language, Query};

const WORDS: [&str; 7] = ["differ", "repair", "query", "command", "refused", "ambiguous", "not"];

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
    predicate: Predicate,
    options: ParseOptions,
}

enum Predicate {
    /// The trees, or best derivations, of these grammars differ.
    Differ(Vec<PreparedGrammar>),
    /// A repair of this kind is made.
    Kind(PreparedGrammar, RepairKind),
    /// A repair cites this line.
    Line(PreparedGrammar, String),
    /// The query has a non-empty or true result.
    Query(PreparedGrammar, Query),
    /// The grammar with its own tokens refuses the text.
    Refused(PreparedGrammar),
    /// The text has several trees.
    Ambiguous(PreparedGrammar),
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
        (choice, grammar): (&GrammarChoice, &PreparedGrammar),
        reading: &Reading,
    ) -> Result<Self, Failure> {
        let (first, rest) = word(written);
        let negated = first == "not";
        let (verb, rest) = if negated { word(rest) } else { (first, rest) };
        let missing = match verb {
            "differ" if rest.split_whitespace().count() < 2 => Some("two grammars"),
            "repair" if rest.is_empty() => Some("a repair kind, or FILE:LINE of a grammar"),
            "query" if rest.is_empty() => Some("an expression"),
            "command" if rest.is_empty() => Some("a shell command"),
            _ => None,
        };
        if let Some(missing) = missing {
            let message = format!("--while '{written}': `{verb}` must be followed by {missing}");
            return Err(Failure::usage(message));
        }
        check_kind(written, verb, grammar)?;
        let predicate = match verb {
            "refused" => Predicate::Refused(grammar.clone()),
            "ambiguous" => Predicate::Ambiguous(grammar.clone()),
            "differ" => differ(rest, choice)?,
            "repair" => repair(rest, grammar.clone())?,
            "query" => {
                let query = Query::compile(Language::Parsley, rest);
                let query =
                    query.map_err(|report| Failure::refused(report.render(stderr_colour())))?;
                Predicate::Query(grammar.clone(), query)
            }
            "command" => Predicate::Command(rest.to_owned(), file()?),
            "" => return Err(Failure::usage(format!("--while '{written}': {}", known()))),
            other => {
                let advice = nearest::advice(other, WORDS);
                return Err(Failure::usage(format!(
                    "--while '{written}': unknown condition `{other}`{advice}; {}",
                    known()
                )));
            }
        };
        Ok(Self { negated, predicate, options: reading.options()? })
    }

    /// Reports whether the condition holds for a document.
    ///
    /// # Errors
    /// If the command cannot be run, so that it neither succeeds nor fails.
    pub(super) fn holds(&self, text: &str) -> io::Result<bool> {
        let is_true = match &self.predicate {
            Predicate::Differ(grammars) => self.trees_differ(grammars, text),
            Predicate::Kind(grammar, kind) => match self.document(grammar, text) {
                Some(document) => document.repairs().iter().any(|repair| repair.kind == *kind),
                None => false,
            },
            Predicate::Line(grammar, line) => match self.document(grammar, text) {
                Some(document) => cites(&document, grammar.grammar(), line),
                None => false,
            },
            Predicate::Query(grammar, query) => match self.document(grammar, text) {
                Some(document) => {
                    query.run(&document).is_ok_and(|answer| answer.value().to_boolean())
                }
                None => false,
            },
            Predicate::Refused(grammar) => trees(grammar, text) == 0,
            Predicate::Ambiguous(grammar) => trees(grammar, text) > 1,
            Predicate::Command(command, file) => succeeds(command, file, text)?,
        };
        Ok(is_true != self.negated)
    }

    fn trees_differ(&self, grammars: &[PreparedGrammar], text: &str) -> bool {
        let Some((first, others)) = grammars.split_first() else { return false };
        let first = self.tree(first, text);
        others.iter().any(|other| self.tree(other, text) != first)
    }

    fn document(&self, grammar: &PreparedGrammar, text: &str) -> Option<Document> {
        grammar.parse_str(text, &self.options).ok()
    }

    /// Returns the tree of a document, or the best derivation of a text; `None` if it is refused.
    fn tree(&self, grammar: &PreparedGrammar, text: &str) -> Option<String> {
        if let PreparedGrammar::Text(grammar) = grammar {
            let derivations = Derivations::read(grammar, "input", text).ok()?;
            return Some(derivations.trees().next()?.outline());
        }
        let document = self.document(grammar, text)?;
        Some(document.render(Format::Html5lib, WriteOptions::default()))
    }
}

/// Refuses a condition about the other kind of grammars.
fn check_kind(written: &str, verb: &str, grammar: &PreparedGrammar) -> Result<(), Failure> {
    let needed = match (verb, is_text(grammar)) {
        ("repair" | "query", true) => "a grammar of markup",
        ("refused" | "ambiguous", false) => "a grammar with `tokenizer text`",
        _ => return Ok(()),
    };
    Err(Failure::usage(format!("--while '{written}': `{verb}` needs {needed}; see -g")))
}

/// Returns the number of trees of a text, at most 2; 0 if it is refused.
fn trees(grammar: &PreparedGrammar, text: &str) -> usize {
    let read = grammars::read_text(grammar.grammar(), "input", text.as_bytes());
    read.map_or(0, |read| read.count(2))
}

/// Splits off the first word.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn known() -> String {
    "expected `differ GRAMMAR GRAMMAR`, `repair KIND`, `repair FILE:LINE`, `query EXPR`, `command COMMAND`, `refused` or `ambiguous`, optionally after `not`"
        .to_owned()
}

/// Prepares the grammars of `differ`.
fn differ(names: &str, choice: &GrammarChoice) -> Result<Predicate, Failure> {
    let mut prepared = Vec::new();
    for name in names.split_whitespace() {
        let choice = GrammarChoice { grammar: name.to_owned(), ..choice.clone() };
        prepared.push(grammars::prepare(&choice)?);
    }
    if prepared.iter().any(is_text) && !prepared.iter().all(is_text) {
        return Err(Failure::refused(format!(
            "--while 'differ {names}': one grammar describes markup and another text, so their trees cannot be compared"
        )));
    }
    Ok(Predicate::Differ(prepared))
}

fn is_text(grammar: &PreparedGrammar) -> bool {
    matches!(grammar, PreparedGrammar::Text(_))
}

/// Parses the argument of `repair`: a kind, or a line of a grammar.
fn repair(what: &str, grammar: PreparedGrammar) -> Result<Predicate, Failure> {
    if let Some(kind) = KINDS.into_iter().find(|kind| kind.name() == what) {
        return Ok(Predicate::Kind(grammar, kind));
    }
    if let Some((_, line)) = what.rsplit_once(':')
        && line.parse::<usize>().is_ok()
    {
        return Ok(Predicate::Line(grammar, what.to_owned()));
    }
    let names = KINDS.map(RepairKind::name);
    let advice = nearest::advice(what, names);
    Err(Failure::usage(format!(
        "unknown repair kind `{what}`{advice}; expected one of {}, or a grammar line such as `whatwg.grammar:216`",
        names.join(", ")
    )))
}

/// Creates the file that holds the document for a command. It is private, and is deleted with the
/// condition.
fn file() -> Result<TempPath, Failure> {
    match tempfile::Builder::new().prefix("wishful-shrink-").suffix(".html").tempfile() {
        Ok(file) => Ok(file.into_temp_path()),
        Err(error) => Err(Failure::unwritten(&std::env::temp_dir(), &error)),
    }
}

/// Reports whether a repair of a document cites a line of the grammar.
fn cites(document: &Document, grammar: &Grammar, line: &str) -> bool {
    for repair in document.repairs() {
        if let Some(place) = repair.place
            && grammar.cites(place).0 == line
        {
            return true;
        }
    }
    false
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
