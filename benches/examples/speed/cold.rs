//! Cold starts: the command from nothing to its end, on a page of 1 KB.
//!
//! The unit is `wishful --version`, which is what it takes to start a process at all. The clock is that on the wall: most of a start is the
//! operating system's work. Of some starts in a row the quickest counts, since one that has to wait for other programs says nothing.
//! The command is that of `cargo build --release`, beside this program.

use super::Settings;
use super::measure::{Row, interleave};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A page of which the first kilobyte is parsed.
const PAGE: &[u8] = include_bytes!("../../../corpus/legacy/nested-table-layout.html");

/// Starts in a row.
const STARTS: usize = 5;

/// Prints the table.
pub(crate) fn run(settings: Settings) {
    println!("\n### Cold start\n");
    let page = std::env::temp_dir().join(format!("wishful-cold-{}.html", std::process::id()));
    let written = std::fs::write(&page, &PAGE[..1024]);
    match (command(), written) {
        (None, _) => println!("skipped: `cargo build --release` makes the command"),
        (_, Err(why)) => println!("skipped: no page can be written: {why}"),
        (Some(command), Ok(())) => println!("{}", table(&command, &page, settings)),
    }
    let _ = std::fs::remove_file(page);
}

/// The command `wishful`; examples are in a folder below it.
fn command() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let command =
        here.parent()?.parent()?.join("wishful").with_extension(std::env::consts::EXE_EXTENSION);
    command.is_file().then_some(command)
}

fn table(command: &Path, page: &Path, settings: Settings) -> String {
    let page = page.to_string_lossy();
    let starts: [&[&str]; 4] = [
        &["--version"],
        &["parse", &page],
        &["parse", "-g", "marpa", &page],
        &["parse", "--scripting", &page],
    ];
    let row = |arguments: &&[&str]| {
        let name = format!("wishful {}", arguments.join(" ").replace(&*page, "PAGE"));
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.into()).collect();
        let quickest = move || (0..STARTS).map(|_| started(command, &arguments)).min();
        Row::timing_itself(name, 1.0, move || quickest().unwrap_or_default())
    };
    interleave(starts.iter().map(row).collect(), settings.budget(1)).markdown("starts")
}

/// How long the command takes, on the wall.
fn started(command: &Path, arguments: &[String]) -> Duration {
    let mut command = Command::new(command);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status();
    assert!(status.is_ok_and(|status| status.success()), "the command fails");
    start.elapsed()
}
