//! `wishful completions`: a shell's completion script.
//!
//! What names a grammar is completed by the shipped ones, and by files. The scripts are generated with the names only, since
//! clap has no word for "one of these, or a file"; so in the shells that would offer nothing else, files are put beside
//! them. (bash has them anyway.)

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::{Arguments, CompletionsArguments};
use super::failure::{Outcome, Verdict};
use super::output::Output;
use crate::grammar::load_embedded::shipped;

pub(super) fn run(arguments: &CompletionsArguments) -> Outcome {
    let mut script = Vec::new();
    let mut command = with_names(Arguments::command());
    clap_complete::generate(arguments.shell, &mut command, "wishful", &mut script);
    let mut out = Output::stdout();
    out.text(&with_files(arguments.shell, &String::from_utf8_lossy(&script)))?;
    out.finish()?;
    Ok(Verdict::Done)
}

/// The command with the names of grammars, which help texts leave out, where a grammar is named.
fn with_names(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| argument.hide_possible_values(false));
    command.mut_subcommands(with_names)
}

/// The script, with files beside the names of grammars.
fn with_files(shell: Shell, script: &str) -> String {
    let names: Vec<&str> = shipped().map(|grammar| grammar.name).collect();
    match shell {
        Shell::Zsh => {
            let names = names.join(" ");
            script.replace(&format!(":({names})"), &format!(":{{compadd {names}; _files}}"))
        }
        Shell::Fish => {
            let first = format!("-f -a \"{}", names.first().copied().unwrap_or_default());
            script.replace(&first, &first.replacen("-f", "-F", 1))
        }
        _ => script.to_owned(),
    }
}
