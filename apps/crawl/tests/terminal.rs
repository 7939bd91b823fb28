//! The progress bar on a terminal, and that nothing of it remains.

#![cfg(unix)]

mod support;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Stdio};
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use support::*;

/// The control sequence that removes the bar: it clears the line from its beginning.
const CLEARED: &str = "\r\x1b[2K";

/// Opens a pseudoterminal of 100 columns: the side that reads what programs write, and the side
/// they write to.
fn terminal() -> (Terminal, OwnedFd) {
    let side = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&side).unwrap();
    unlockpt(&side).unwrap();
    let name = ptsname(&side, Vec::new()).unwrap();
    let path = std::ffi::OsStr::from_bytes(name.as_bytes());
    let size = Winsize { ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&side, size).unwrap();
    let other = File::options().read(true).write(true).open(path).unwrap();
    (Terminal { side: side.into(), seen: Vec::new() }, other.into())
}

struct Terminal {
    side: File,
    seen: Vec<u8>,
}

impl Terminal {
    /// Reads more bytes, and reports whether there were any.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let length = match self.side.read(&mut buffer) {
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => return true,
            // EIO on Linux: no process has the other side open.
            Err(_) => 0,
        };
        self.seen.extend(&buffer[..length]);
        length > 0
    }

    fn text(&self) -> String {
        text(&self.seen)
    }

    /// Reads until a text appears.
    fn wait_for(&mut self, what: &str) {
        while !self.text().contains(what) {
            assert!(self.read(), "no {what:?} in {:?}", self.text());
        }
    }

    /// Reads until the program ends, and returns its exit status and all that it wrote.
    fn end(mut self, mut child: Child) -> (Option<i32>, String) {
        while self.read() {}
        (child.wait().unwrap().code(), self.text())
    }
}

/// Creates an archive with some hundred kilobytes of rows, more than a pipe holds.
fn archive() -> Vec<u8> {
    (0..400).flat_map(|i| page(&format!("http://a.test/{i}"), "<p>x<b>y<p>z<td>")).collect()
}

/// While no process reads the rows, the run and its bar continue; each message is on its own line.
#[test]
fn a_bar_is_drawn_during_the_run() {
    let folder = folder();
    write(folder.path(), "a.warc", &archive());
    let (mut terminal, other) = terminal();
    let mut child = crawl()
        .current_dir(folder.path())
        .args(["gone.warc", "a.warc", "-o", "-"])
        .env("TERM", "xterm")
        .stdout(Stdio::piped())
        .stderr(other)
        .spawn()
        .unwrap();
    terminal.wait_for(" a second; 0 of 2 archives or sets of pages");
    let mut out = child.stdout.take().unwrap();
    // Read both at once: the program blocks on the one that is not read.
    let rows = thread::spawn(move || {
        let mut rows = Vec::new();
        out.read_to_end(&mut rows).map(|_| rows)
    });
    let (status, seen) = terminal.end(child);
    assert_eq!(status, Some(1));
    assert_eq!(lines(&rows.join().unwrap().unwrap()).len(), 400);
    let gone = format!("{CLEARED}gone.warc: cannot be read: no such file or directory\r\n");
    assert!(seen.contains(&gone), "{seen:?}");
    let summary =
        format!("{CLEARED}400 rows (400 whole); 1 of 2 archives or sets of pages are done\r\n");
    assert!(seen.ends_with(&summary), "{seen:?}");
}

/// If rows go to the terminal, no bar is drawn among them.
#[test]
fn rows_and_bar_do_not_share_a_terminal() {
    let folder = folder();
    write(folder.path(), "a.warc", &archive());
    let (terminal, other) = terminal();
    let child = crawl()
        .current_dir(folder.path())
        .args(["a.warc", "-o", "-", "-c", "url"])
        .env("TERM", "xterm")
        .stdout(other.try_clone().unwrap())
        .stderr(other)
        .spawn()
        .unwrap();
    let (status, seen) = terminal.end(child);
    assert_eq!(status, Some(0));
    let rows = (0..400).map(|i| format!("{{\"url\":\"http://a.test/{i}\"}}\r\n"));
    let summary = "400 rows (400 whole); 1 of 1 archives or sets of pages are done\r\n";
    assert_eq!(seen, rows.collect::<String>() + summary);
}

/// A run that fails removes its bar.
#[test]
fn a_failed_run_leaves_no_bar() {
    let folder = folder();
    write(folder.path(), "a.warc", &archive());
    let (terminal, other) = terminal();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let child = crawl()
        .current_dir(folder.path())
        .args(["a.warc", "-o", "-"])
        .env("TERM", "xterm")
        .stdout(full)
        .stderr(other)
        .spawn()
        .unwrap();
    let (status, seen) = terminal.end(child);
    assert_eq!(status, Some(1));
    let line = format!("{CLEARED}stdout: cannot be written: no space left on device\r\n");
    assert!(seen.ends_with(&line), "{seen:?}");
}
