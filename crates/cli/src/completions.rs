//! `wishful completions`: a shell's completion script.
//!
//! Arguments that name a grammar complete to the shipped grammars and to files. clap cannot express
//! "one of these, or a file", so the generated scripts have the names only. For shells that would
//! then offer no files, the script is patched. (bash completes files anyway.)

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::{Arguments, CompletionsArguments};
use wishful::grammar::load_embedded::shipped;
use wishful_console::failure::CommandResult;
use wishful_console::output;

pub(super) fn run(arguments: &CompletionsArguments) -> CommandResult {
    let mut script = Vec::new();
    let mut command = with_names(Arguments::command());
    clap_complete::generate(arguments.shell, &mut command, "wishful", &mut script);
    output::print(&with_files(arguments.shell, &String::from_utf8_lossy(&script)))
}

/// Shows the possible values of all arguments, which help texts hide.
fn with_names(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| argument.hide_possible_values(false));
    command.mut_subcommands(with_names)
}

/// Adds files to the completions of grammar names.
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
