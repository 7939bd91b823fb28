//! The user's editor, opened at a line.

use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Command, Stdio};

use wishful_console::failure::{Failure, reason};

/// The editor that is used if none is configured.
const DEFAULT: &str = if cfg!(windows) { "notepad" } else { "vi" };

/// Opens a file at a line in the editor of `VISUAL` or `EDITOR`, and waits until it ends.
///
/// # Errors
/// If the editor cannot be started, or exits with a failure.
pub(super) fn open(path: &Path, line: usize) -> Result<(), Failure> {
    let editor = configured();
    let mut command = shell(&editor);
    command.args(at(&editor, &path.to_string_lossy(), line));
    if !io::stdin().is_terminal() {
        // The rest of stdin holds answers, not input for the editor.
        command.stdin(Stdio::null());
    }
    let status = command.status().map_err(|error| {
        Failure::refused(format!("{editor}: cannot be started: {}", reason(&error)))
    })?;
    if !status.success() {
        return Err(Failure::refused(format!("{editor}: failed with {status}")));
    }
    Ok(())
}

/// Returns the editor of `VISUAL` or `EDITOR`, or the default.
fn configured() -> String {
    for name in ["VISUAL", "EDITOR"] {
        if let Ok(editor) = env::var(name)
            && !editor.trim().is_empty()
        {
            return editor;
        }
    }
    DEFAULT.to_owned()
}

/// Creates the command. The editor may include arguments, which the shell splits, as in other
/// programs.
#[cfg(unix)]
fn shell(editor: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{editor} \"$@\""), editor]);
    command
}

#[cfg(not(unix))]
fn shell(editor: &str) -> Command {
    let mut words = editor.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(DEFAULT));
    command.args(words);
    command
}

/// Returns the arguments that open a file at a line; most editors accept `+12 FILE`.
fn at(editor: &str, path: &str, line: usize) -> Vec<String> {
    let program = editor.split_whitespace().next().unwrap_or_default();
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
    let place = format!("{path}:{line}");
    match &*name {
        "code" | "codium" | "cursor" => vec!["--wait".to_owned(), "--goto".to_owned(), place],
        "subl" | "zed" => vec!["--wait".to_owned(), place],
        "hx" | "helix" => vec![place],
        "notepad" => vec![path.to_owned()],
        _ => vec![format!("+{line}"), path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_editor_gets_the_line_in_its_own_syntax() {
        assert_eq!(at("vi", "a b.txt", 12), ["+12", "a b.txt"]);
        assert_eq!(at("/usr/bin/emacs -nw", "a.txt", 1), ["+1", "a.txt"]);
        assert_eq!(at("code", "a.txt", 3), ["--wait", "--goto", "a.txt:3"]);
        assert_eq!(at("hx", "a.txt", 3), ["a.txt:3"]);
    }
}
