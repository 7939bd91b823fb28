//! Peak memory: the maximum of a process that parsed one document, minus that of a process that
//! does nothing.
//!
//! The peak of a process never falls, so each figure comes from a new process: this program with
//! [`CHILD`] as its first argument. lexbor runs in a Python process. The figures include the input
//! itself, which every parser holds in memory.
//!
//! The peak is `VmHWM` in Linux's `/proc/self/status`. On other systems the table is replaced by a
//! message.

use super::child::{Child, LEXBOR};
use super::corpora::chapter;
use super::measure::short;
use super::whole::parser;
use super::{Settings, peers};
use std::hint::black_box;
use std::process::Command;
use wishful::ParseOptions;

/// The argument that makes this program a child, which parses one input and prints its peak.
const CHILD: &str = "--child";

/// The size of the inputs in bytes.
const SIZE: usize = 10_000_000;

/// The kinds of child processes.
const ROLES: [&str; 4] =
    ["input alone", "input and grammar", "wishful, whatwg", "html5ever + rcdom"];

/// Prints a table for each input.
pub(crate) fn run(settings: Settings) {
    let Some(empty) = child("nothing", "nothing", 0) else {
        println!("\n### Peak memory\n\nskipped: /proc/self/status has no VmHWM");
        return;
    };
    let size = if settings.quick { SIZE / 10 } else { SIZE };
    for name in ["chapter", "tag-dense"] {
        let input = input(name, size);
        if input.is_empty() {
            continue;
        }
        let document = parser("whatwg").parse(&input, &ParseOptions::default());
        let nodes = document.expect("input never fails").len();
        println!("\n### Peak memory, minus that of the empty process: {name}\n");
        println!(
            "{:.1} MB, {nodes} nodes; the empty process {empty} kB\n",
            input.len() as f64 / 1e6
        );
        println!("| | MB | x the input | bytes per node |\n|---|---:|---:|---:|");
        let row =
            |name: &str, kilobytes: u64| println!("{}", line(name, kilobytes, input.len(), nodes));
        for role in ROLES {
            if let Some(peak) = child(role, name, size) {
                row(role, peak.saturating_sub(empty));
            }
        }
        if let Some((version, peak)) = lexbor(&input) {
            row(&version, peak);
        }
    }
}

fn line(name: &str, kilobytes: u64, input: usize, nodes: usize) -> String {
    let bytes = kilobytes as f64 * 1024.0;
    let (times, a_node) = (bytes / input as f64, bytes / nodes as f64);
    format!("| {name} | {} | {} | {} |", short(bytes / 1e6), short(times), short(a_node))
}

/// Runs as a child if the arguments say so, and reports whether they did.
pub(crate) fn is_child() -> bool {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mark, role, name, size] = arguments.as_slice() else { return false };
    if mark != CHILD {
        return false;
    }
    play(role, input(name, size.parse().unwrap_or_default()));
    if let Some(peak) = peak() {
        println!("{peak}");
    }
    true
}

/// Returns the input, or nothing if the chapter is missing.
fn input(name: &str, size: usize) -> Vec<u8> {
    match name {
        "chapter" => chapter().documents.first().map(|one| repeated(one, size)).unwrap_or_default(),
        "tag-dense" => repeated(b"<p><b>x</b><i>y</i></p>", size),
        _ => Vec::new(),
    }
}

fn repeated(piece: &[u8], size: usize) -> Vec<u8> {
    piece.repeat(size / piece.len())
}

fn play(role: &str, input: Vec<u8>) {
    match role {
        "input and grammar" => drop(black_box(parser("whatwg"))),
        "wishful, whatwg" => {
            drop(black_box(parser("whatwg").parse(input, &ParseOptions::default())));
        }
        "html5ever + rcdom" => drop(black_box(peers::rcdom(&input))),
        _ => {}
    }
}

fn child(role: &str, name: &str, size: usize) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let size = size.to_string();
    let output = Command::new(program).args([CHILD, role, name, &size]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn lexbor(input: &[u8]) -> Option<(String, u64)> {
    let mut lexbor = Child::start(&LEXBOR)?;
    let empty = lexbor.peak().ok()?;
    lexbor.load([input]).ok()?;
    lexbor.run().ok()?;
    let peak = lexbor.peak().ok()?;
    Some((lexbor.version.clone(), peak.saturating_sub(empty)))
}

/// Returns the peak memory of this process in kB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
