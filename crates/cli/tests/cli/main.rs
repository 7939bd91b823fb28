//! Tests of the command line tool from a script's perspective: exit statuses, streams, formats.
//!
//! Each test runs the built program. Help texts and explanations are snapshots in `snapshots/`.

mod batch;
mod check;
mod coverage;
mod data;
mod diff;
mod distinguish;
mod documents;
mod edit;
mod explain;
mod findings;
mod fix;
mod generate;
mod grammar;
mod instructions;
mod lex;
mod lsp;
mod manners;
#[path = "../../../../tests/common/markdown.rs"]
mod markdown;
mod microformats;
mod pages;
mod parse;
mod parselet;
mod query;
#[path = "../../../../tests/common/shared.rs"]
mod shared;
mod shrink;
mod tables;
mod templates;
mod test;
mod text;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The output of a run and its exit status.
#[derive(Debug)]
struct Ran {
    out: String,
    err: String,
    status: i32,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            err: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
            status: output.status.code().expect("the program was not killed"),
        }
    }
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wishful"));
    command.stdin(Stdio::null()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.current_dir(shared::root());
    command
}

fn run(arguments: &[&str]) -> Ran {
    program().args(arguments).output().expect("the program starts").into()
}

fn run_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = program();
    command.args(arguments);
    fed(command, input)
}

/// Runs a program with an input on stdin.
fn fed(mut command: Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    output.into()
}

/// Creates an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// Creates a file in a test's folder.
fn file(folder: &std::path::Path, name: &str, text: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// Reads each line as JSON.
fn json_lines(text: &str) -> Vec<serde_json::Value> {
    let mut values = Vec::new();
    for line in text.lines() {
        values.push(serde_json::from_str(line).expect("it is JSON"));
    }
    values
}
