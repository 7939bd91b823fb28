//! Tests of `--watch`: rounds are reported on stdout, and a line on stdin ends it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use super::{file, folder, program, run};

/// A running watch.
pub(super) struct Watch {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Watch {
    pub(super) fn of(arguments: &[&str]) -> Self {
        let mut command = program();
        command.args(["test", "--watch"]).args(arguments);
        Self::start(command)
    }

    /// Starts a watch.
    pub(super) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { stdin: child.stdin.take(), child, lines }
    }

    /// Returns the output up to a line with this end.
    pub(super) fn until(&self, end: &str) -> String {
        let mut text = String::new();
        while !text.trim_end().ends_with(end) {
            let line = self.lines.recv_timeout(Duration::from_secs(120));
            let line = line.unwrap_or_else(|_| panic!("no `{end}` after:\n{text}"));
            text += &(line + "\n");
        }
        text
    }

    fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("it is not closed");
        writeln!(stdin, "{line}").expect("the program reads");
    }

    /// Closes stdin and waits. Returns the exit status and the rest of the output.
    pub(super) fn end(mut self) -> (Option<i32>, String) {
        drop(self.stdin.take());
        let status = self.child.wait().expect("the program ends").code();
        (status, self.lines.iter().map(|line| line + "\n").collect())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const CASES: &str = "=== by mine
grammar: ../grammars/mine.grammar
format: structure
--- input
<acme>x
--- expected
(html (head) (body (acme)))

=== by other
grammar: ./other.grammar
format: structure
--- input
<acme>x
--- expected
(html (head (acme)) (body))

=== by a shipped one
grammar: marpa
format: structure
--- input
<acme>x
--- expected
(html (head (acme)) (body))
";

/// Creates a folder of cases, and beside it one of grammars, of which one uses another.
fn corpus(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    for name in ["cases", "grammars"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    file(&folder, "cases/cases.txt", CASES.as_bytes());
    file(&folder, "cases/other.grammar", b"use \"marpa\" ;\n");
    file(&folder, "grammars/mine.grammar", b"use \"base.grammar\" ;\n");
    file(&folder, "grammars/base.grammar", b"use \"marpa\" ;\nblock |= <acme> ;\n");
    let cases = folder.join("cases").to_str().unwrap().to_owned();
    (folder, cases)
}

/// Saves as editors do: renames a new file over the old one, so that no round reads a part of it.
pub(super) fn rename_over(path: &Path, text: &str) {
    let beside = path.with_extension("new");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn dependents_of_a_changed_file_run_again() {
    let (folder, cases) = corpus("watch");
    let mut watch = Watch::of(&[&cases]);
    let first = watch.until("run everything again");
    assert!(first.contains("\n3 passed, 0 failed\n"), "{first}");
    let warning = "other.grammar:1:1: warning: this is \"marpa\" under another name";
    assert_eq!(first.matches(warning).count(), 1, "a warning is shown once: {first}");

    let base = folder.join("grammars/base.grammar");
    rename_over(&base, "use \"marpa\" ;\n");
    let round = watch.until("2 passed, 1 failed");
    assert!(round.contains("base.grammar: 1 of 3 run again in "), "{round}");
    assert!(round.contains("fails now") && round.contains(": by mine\n"), "{round}");
    assert!(round.contains("+(html (head (acme)) (body))"), "{round}");

    rename_over(&base, "use \"marpa\" ;\ninline |= <acme> ;\n");
    let round = watch.until("2 passed, 1 failed");
    assert!(round.contains("1 of 3 run again") && round.contains("fails differently"), "{round}");

    rename_over(&base, "use \"marpa\" ;\nblock |= <acme> ;\n");
    let round = watch.until("3 passed, 0 failed");
    assert!(round.contains("passes now") && round.contains("1 of 3 run again"), "{round}");

    let text = CASES.replacen("(head (acme))", "(head (q))", 1).replace("=== by a", "=== as a");
    rename_over(&folder.join("cases/cases.txt"), &text);
    let round = watch.until("2 passed, 1 failed");
    assert!(round.contains("cases.txt: 2 of 3 run again"), "{round}");
    assert!(round.contains("fails now") && round.contains(": by other\n"), "{round}");
    assert!(round.contains("passes, new") && round.contains(": as a shipped one\n"), "{round}");
    assert!(round.contains("gone ") && round.contains(": by a shipped one\n"), "{round}");

    let more = "=== more\ngrammar: marpa\n--- expected\nx\n";
    rename_over(&folder.join("cases/more.txt"), more);
    let round = watch.until("2 passed, 2 failed");
    assert!(round.contains("1 of 4 run again") && round.contains("fails, new"), "{round}");

    watch.say("");
    let round = watch.until("2 passed, 2 failed");
    assert!(round.contains("everything: 4 of 4 run again"), "{round}");
    watch.say("q");
    let status = watch.child.wait().unwrap().code();
    assert_eq!(status, Some(1));
}

#[test]
fn a_grammar_created_beside_the_cases_is_used() {
    let (folder, cases) = corpus("watch-made");
    let watch = Watch::of(&[&cases, "by a shipped one"]);
    assert!(watch.until("run everything again").starts_with("1 passed, 0 failed\n"));
    rename_over(&folder.join("cases/marpa"), "use \"../grammars/mine.grammar\" ;\n");
    let round = watch.until("0 passed, 1 failed");
    assert!(round.contains("cases/marpa: 1 of 1 run again"), "{round}");
    assert_eq!(watch.end(), (Some(1), String::new()));
}

#[test]
fn the_end_of_stdin_stops_watching() {
    let (folder, cases) = corpus("watch-end");
    let watch = Watch::of(&[&cases]);
    watch.until("run everything again");
    file(&folder, "cases/notes.md", b"nothing\n");
    rename_over(&folder.join("cases/cases.txt"), &format!("A story.\n\n{CASES}"));
    rename_over(&folder.join("cases/other.grammar"), "use \"marpa\" ;\nblock |= <acme> ;\n");
    let round = watch.until("2 passed, 1 failed");
    assert!(round.contains("other.grammar: 1 of 3 run again"), "{round}");
    assert!(round.contains("cases.txt:11: by other\n"), "{round}");
    assert_eq!(watch.end().0, Some(1));
    let ran = run(&["test", "--watch", &cases]);
    assert!(ran.status == 1 && ran.out.contains("2 passed, 1 failed\n"), "{ran:?}");
}
