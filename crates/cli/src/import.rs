//! `wishful grammar import`: conversion of grammars in other notations.

use super::arguments::{GrammarNotation, ImportArguments};
use wishful::base::Severity;
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::inputs;
use wishful_console::output::{self, MISTAKES, complain, number, stderr_colour};
use wishful_console::reports::refused;
use wishful_workbench::import::{self, Notation};

pub(super) fn run(arguments: &ImportArguments) -> CommandResult {
    let notation = match arguments.from {
        Some(GrammarNotation::Ebnf) => Some(Notation::Ebnf),
        Some(GrammarNotation::Abnf) => Some(Notation::Abnf),
        Some(GrammarNotation::Yacc) => Some(Notation::Yacc),
        Some(GrammarNotation::Lark) => Some(Notation::Lark),
        Some(GrammarNotation::Antlr4) => Some(Notation::Antlr4),
        None => arguments.files.first().and_then(|file| Notation::of_file(file)),
    };
    let Some(notation) = notation else {
        let message =
            "the name of the file does not tell its notation; say it, as in `--from ebnf`";
        return Err(Failure::usage(message));
    };
    let mut files = Vec::new();
    for file in &arguments.files {
        files.push((inputs::shown(file).to_owned(), inputs::read_text(file)?));
    }
    let imported = import::import(&files, notation, arguments.start.as_deref())
        .map_err(|report| refused(&report))?;
    let losses = &imported.losses;
    if !losses.diagnostics.is_empty() {
        complain(&losses.render_most(stderr_colour(), MISTAKES));
    }
    let count =
        |severity| losses.diagnostics.iter().filter(|loss| loss.severity == severity).count();
    let (rules, tokens) = (number(imported.rules, "rule"), number(imported.tokens, "token"));
    let (warnings, notes) = (count(Severity::Warning), count(Severity::Note));
    let lost = match (warnings, notes) {
        (0, 0) => "nothing is lost".to_owned(),
        _ => format!("lost: {}, {}", number(warnings, "warning"), number(notes, "note")),
    };
    complain(&format!("{}: {rules} and {tokens} imported; {lost}", files[0].0));
    output::print(&imported.text)
}
