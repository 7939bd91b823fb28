//! The review on a terminal of 80 × 24, which tmux simulates.
//!
//! tmux runs in control mode: it reports every output of the pane on its stdout, and answers
//! commands there. So the test waits for output, and never for a time.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, fs, thread};

use super::{file, folder, run};

/// A terminal in which a command runs.
struct Terminal {
    folder: PathBuf,
    tmux: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    /// True if the pane has got output since the screen was read.
    is_stale: bool,
}

impl Terminal {
    /// Runs a command of the shell; returns `None` if there is no tmux.
    fn start(folder: &Path, command: &str) -> Option<Self> {
        let mut tmux = Command::new("tmux");
        // A path of a socket must be short, so it is relative.
        tmux.current_dir(folder).args(["-S", "socket", "-f", "/dev/null", "-C"]);
        tmux.args(["new-session", "-x", "80", "-y", "24", command]);
        tmux.env_remove("TMUX").env("TERM", "xterm").env("NO_COLOR", "1");
        tmux.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut tmux = tmux.spawn().ok()?;
        let (stdin, stdout) = (tmux.stdin.take()?, tmux.stdout.take()?);
        let (sender, lines) = channel();
        thread::spawn(move || {
            // An output may end within a character, so a line need not be UTF-8.
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let folder = folder.to_owned();
        let mut terminal = Self { folder, tmux, stdin, lines, is_stale: false };
        terminal.say("refresh-client -C 80x24");
        Some(terminal)
    }

    fn say(&mut self, command: &str) {
        writeln!(self.stdin, "{command}").expect("tmux reads");
    }

    /// Returns the next line of tmux; `None` if there is none for a minute.
    fn line(&mut self) -> Option<String> {
        let line = self.lines.recv_timeout(Duration::from_secs(60)).ok()?;
        self.is_stale |= line.starts_with("%output");
        Some(line)
    }

    /// Returns the screen as soon as it has a text on it.
    fn until(&mut self, text: &str) -> Vec<String> {
        loop {
            let screen = self.screen();
            if screen.iter().any(|line| line.contains(text)) {
                return screen;
            }
            while !self.is_stale {
                if self.line().is_none() {
                    panic!("no `{text}` on the screen:\n{}", screen.join("\n"));
                }
            }
        }
    }

    /// Returns the lines on the screen.
    fn screen(&mut self) -> Vec<String> {
        const MARK: &str = "end of the screen";
        self.is_stale = false;
        self.say("capture-pane -p");
        self.say(&format!("display-message -p '{MARK}'"));
        let (mut screen, mut block) = (Vec::new(), Vec::new());
        loop {
            let line = self.line().expect("tmux answers");
            if line == MARK {
                return screen;
            }
            if line.starts_with("%begin") {
                block.clear();
            } else if line.starts_with("%end") {
                screen.clone_from(&block);
            } else if !line.starts_with('%') {
                block.push(line);
            }
        }
    }

    fn press(&mut self, key: &str) {
        self.say(&format!("send-keys {key}"));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Not by the client, which may have stopped.
        let mut end = Command::new("tmux");
        let _ = end.current_dir(&self.folder).args(["-S", "socket", "kill-server"]).status();
        let _ = self.tmux.kill();
        let _ = self.tmux.wait();
    }
}

const CARD: &str = "use \"marpa\" ;\nblock |= <card> ;\n";

#[test]
fn a_review_fits_on_a_terminal() {
    let folder = folder("tmux");
    let page: String = (0..9).map(|row| format!("<p>Row {row}<card>two<p>x</i>\n")).collect();
    for name in ["one.html", "two.html", "three.html"] {
        file(&folder, name, page.as_bytes());
    }
    file(&folder, "card.grammar", CARD.as_bytes());
    let name = folder.to_str().unwrap();
    assert_eq!(run(&["test", name, "--bless", "-g", "card", "-f", "tree"]).status, 0);
    file(&folder, "card.grammar", CARD.replace("block |=", "inline |=").as_bytes());
    let tree = || fs::read_to_string(folder.join("one.html.card.tree")).unwrap();
    let before = tree();

    let program = env!("CARGO_BIN_EXE_wishful");
    let command = format!("'{program}' test . --review; echo status $?; read line");
    let Some(mut terminal) = Terminal::start(&folder, &command) else {
        return println!("skipped: there is no tmux");
    };
    let screen = terminal.until("q quit");
    assert_eq!(screen.len(), 24, "{screen:#?}");
    assert_eq!(screen[0].trim(), "[1/3] ./one.html by card: repairs, tree");
    assert!(screen.iter().any(|line| line.starts_with("@@ ")), "{screen:#?}");
    let cited = |line: &String| line.starts_with("  + ") && line.contains("marpa.grammar:");
    assert!(screen.iter().any(cited), "{screen:#?}");

    terminal.press("Enter");
    terminal.until("q quit        end the review");
    assert_eq!(tree(), before, "Enter accepts nothing");
    terminal.press("a");
    let screen = terminal.until("[2/3] ./three.html by card");
    assert_eq!(screen[0].trim(), "[2/3] ./three.html by card: repairs, tree", "{screen:#?}");
    assert_ne!(tree(), before);
    terminal.press("d");
    terminal.until("- 9:22 virtual-end </card> before </i>");
    terminal.press("r");
    terminal.until("[3/3] ./two.html by card");
    terminal.press("q");
    let screen = terminal.until("status 1");
    let end = "0 passed, 2 accepted, 2 rejected, 2 skipped";
    assert!(screen.iter().any(|line| line == end), "{screen:#?}");
}
