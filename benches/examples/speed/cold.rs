//! Cold starts: complete runs of the command, on a page of 1 KB.
//!
//! The unit is `wishful --version`, the cost of starting a process at all. Times are wall-clock
//! times, since most of a start is work of the operating system. Of several starts in a row the
//! fastest counts, since the others may have waited for other programs.
//!
//! The command is the one that `cargo build --release` puts beside this program.

use super::Settings;
use super::measure::{MeasuredRow, interleave};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A page whose first kilobyte is parsed.
const PAGE: &[u8] = include_bytes!("../../../corpus/legacy/nested-table-layout.html");

/// The number of starts in a row.
const STARTS: usize = 5;

/// Prints the table.
pub(crate) fn run(settings: Settings) {
    println!("\n### Cold start\n");
    let page = std::env::temp_dir().join(format!("wishful-cold-{}.html", std::process::id()));
    let written = std::fs::write(&page, &PAGE[..1024]);
    match (command(), written) {
        (None, _) => println!("skipped: build the command with `cargo build --release`"),
        (_, Err(why)) => println!("skipped: the page cannot be written: {why}"),
        (Some(command), Ok(())) => println!("{}", table(&command, &page, settings)),
    }
    let _ = std::fs::remove_file(page);
}

/// Returns the path of the command `wishful`; examples are in a directory below it.
fn command() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let command =
        here.parent()?.parent()?.join("wishful").with_extension(std::env::consts::EXE_EXTENSION);
    if command.is_file() { Some(command) } else { None }
}

fn table(command: &Path, page: &Path, settings: Settings) -> String {
    let page = page.to_string_lossy();
    let starts: [&[&str]; 4] = [
        &["--version"],
        &["parse", &page],
        &["parse", "-g", "marpa", &page],
        &["parse", "--scripting", &page],
    ];
    let mut rows = Vec::new();
    for arguments in starts {
        let name = format!("wishful {}", arguments.join(" ").replace(&*page, "PAGE"));
        rows.push(MeasuredRow::timing_itself(name, 1.0, move || quickest(command, arguments)));
    }
    interleave(rows, settings.budget(1)).markdown("starts")
}

/// Runs the command several times and returns the shortest wall-clock time.
fn quickest(command: &Path, arguments: &[&str]) -> Duration {
    let mut quickest = Duration::MAX;
    for _ in 0..STARTS {
        quickest = quickest.min(started(command, arguments));
    }
    quickest
}

/// Runs the command and returns the wall-clock time.
fn started(command: &Path, arguments: &[&str]) -> Duration {
    let mut command = Command::new(command);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status();
    assert!(status.is_ok_and(|status| status.success()), "the command failed");
    start.elapsed()
}
