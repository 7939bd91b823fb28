//! The command line tool: arguments in, library calls, text out.
//!
//! ```text
//! arguments ──► one file a command ──► output (stdout)     0  done
//!     │              │    │                                1  input refused, a test failed
//!  examples          │    └──► complain (stderr)           2  wrong usage
//!  (help, man)       ▼
//!        wishful-console: inputs, grammars, driver, output, failure
//! ```
//!
//! A command contains no algorithms: it prints the library's results, and adds files, order and
//! conventions. Scripts may rely on these contracts, and `tests/cli` checks them:
//!
//! * The exit status is as above; a refused grammar counts as input. A closed pipe is not an error
//!   and causes no message; the status is then 141.
//! * Results go to stdout, diagnostics to stderr; colour and progress appear on a terminal only.
//! * If one of several files cannot be read, the others are still processed.
//! * No command uses the network or runs anything in a document.
//!
//! `arguments` is the only source of the parser, the help texts, the completions and the man pages.
//! A command returns a `Verdict`, or a `Failure` with its exit status. The commands `test` and
//! `lsp` are crates of their own.

mod arguments;
mod batch;
mod bounds;
mod check;
mod coercions;
mod completions;
mod condition;
mod cores;
mod coverage;
mod data;
mod diff;
mod distinguish;
mod documents;
mod edit;
mod examples;
mod explain;
mod findings;
mod fix;
mod folders;
mod format;
mod from_dtd;
mod generate;
mod grammar;
mod import;
mod junit;
mod lex;
mod man;
mod microformats;
mod pages;
mod parse;
mod parsed;
mod parselet;
mod patching;
mod query;
mod score;
mod shrink;
mod tables;
mod templates;
mod text;
mod vocabularies;
mod why_not;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anstream::ColorChoice;
use clap::Parser;

use arguments::{Arguments, ColorWhen, Command, PageOptions, Reading, TemplatePath};
use templates::TemplateLanguages;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::output::complain;

/// Runs the command that the process's arguments specify.
#[must_use]
pub fn run() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the command that the arguments specify, and returns the exit status; the first argument is
/// the program's name. The command reads the standard input, and writes to the standard output and
/// error of the process.
///
/// ```
/// let list = ["wishful", "grammar", "list"].map(Into::into);
/// assert_eq!(wishful_cli::run_with(list), 0);
/// let mistake = ["wishful", "no-command"].map(Into::into);
/// assert_eq!(wishful_cli::run_with(mistake), 2);
/// ```
#[must_use]
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            return match say(&error) {
                Ok(()) if error.use_stderr() => 2,
                Ok(()) => 0,
                Err(failure) => fail(&failure),
            };
        }
    };
    match arguments.color {
        ColorWhen::Auto => {}
        ColorWhen::Always => ColorChoice::AlwaysAnsi.write_global(),
        ColorWhen::Never => ColorChoice::Never.write_global(),
    }
    match dispatch(&arguments.command) {
        Ok(Verdict::Done) => 0,
        Ok(Verdict::Refused | Verdict::Differs) => 1,
        Ok(Verdict::Trouble) => 2,
        Err(failure) => fail(&failure),
    }
}

/// Prints an error about the arguments to stderr, or requested help or version text to stdout.
fn say(error: &clap::Error) -> Result<(), Failure> {
    if error.use_stderr() {
        // A closed stderr is ignored.
        let _ = error.print();
        return Ok(());
    }
    error.print()?;
    Ok(io::stdout().flush()?)
}

/// Prints the reason for which a command stopped, unless the output is closed.
fn fail(failure: &Failure) -> u8 {
    if !failure.is_closed_pipe() {
        complain(&failure.to_string());
    }
    failure.status()
}

fn dispatch(command: &Command) -> CommandResult {
    match command {
        Command::Parse(arguments) => parse::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Score(arguments) => score::run(arguments),
        Command::Coverage(arguments) => coverage::run(arguments),
        Command::Distinguish(arguments) => distinguish::run(arguments),
        Command::Shrink(arguments) => shrink::run(arguments),
        Command::Test(arguments) => wishful_test_runner::run(arguments),
        Command::Fix(arguments) => fix::run(arguments),
        Command::Edit(arguments) => edit::run(arguments),
        Command::Lex(arguments) => lex::run(arguments),
        Command::Microformats(arguments) => microformats::run(arguments),
        Command::Data(arguments) => data::run(arguments),
        Command::Tables(arguments) => tables::run(arguments),
        Command::Text(arguments) => text::run(arguments),
        Command::Pages(arguments) => pages::run(arguments),
        Command::Query(arguments) => query::run(arguments),
        Command::Parselet(arguments) => parselet::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Grammar(command) => grammar::run(command),
        Command::Lsp(_) => wishful_language_server::run(),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}

impl Reading {
    /// Returns the template languages of files, which include others from some folders.
    fn languages(&self, folders: &TemplatePath) -> Result<TemplateLanguages, Failure> {
        TemplateLanguages::new(&self.language, folders)
    }

    /// Converts the arguments to the library's options. Templates are read with all branches.
    fn options(&self) -> Result<wishful::ParseOptions, Failure> {
        let options = wishful::ParseOptions::default()
            .fragment(self.fragment.as_deref())
            .latches(&self.latches)
            .encoding(self.encoding.as_deref())
            .tree(
                wishful::tree::TreeOptions::default()
                    .shadow_roots(self.shadow_roots)
                    .patches(self.patches),
            );
        Ok(options.lexer(Some(Arc::new(self.languages(&TemplatePath::default())?))))
    }
}

impl PageOptions {
    /// Converts the arguments to the library's options.
    fn options(&self) -> Result<wishful::ParseOptions, Failure> {
        Ok(self.reading.options()?.limits(self.bounds.limits()))
    }
}
