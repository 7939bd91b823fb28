//! `wishful man`: the man page of the program, of one command, or of every command.

use std::fs;

use clap::CommandFactory;

use super::arguments::{Arguments, ManArguments};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::nearest;
use wishful_console::output;

pub(super) fn run(arguments: &ManArguments) -> CommandResult {
    let mut command = Arguments::command();
    if let Some(folder) = &arguments.all {
        let written =
            fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        written.map_err(|error| Failure::unwritten(folder, &error))?;
        return Ok(Verdict::Done);
    }
    command.build();
    for name in &arguments.command {
        let names: Vec<String> =
            command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let advice = nearest::advice(name, names.iter().map(String::as_str));
        let found = command.get_subcommands().find(|command| command.get_name() == name);
        command = found.cloned().ok_or_else(|| {
            let requested = arguments.command.join(" ");
            Failure::usage(format!(
                "unknown command `{requested}`{advice} (`wishful --help` lists all)"
            ))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::print(&String::from_utf8_lossy(&page))
}
