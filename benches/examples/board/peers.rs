//! The peers of the board: html5ever in this process, and the programs beside
//! `benches/peers/board/setup`, each of which answers a line of JSON with a line.

use super::dump::comparable;
use crate::suite::{Input, peer};
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The number of inputs that a program is given at once.
const BATCH: usize = 200;

/// A description of a peer.
#[derive(Clone, Copy)]
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// The package that contains it, where the name differs.
    pub(crate) package: &'static str,
    /// True if the peer promises the trees of the standard.
    pub(crate) is_standard: bool,
    program: Program,
}

#[derive(Clone, Copy)]
enum Program {
    Html5ever,
    Python,
    /// A script, relative to the root of the project.
    Node(&'static str),
}

const fn peer(
    name: &'static str,
    package: &'static str,
    is_standard: bool,
    program: Program,
) -> Peer {
    Peer { name, package, is_standard, program }
}

pub(crate) const PEERS: [Peer; 9] = [
    peer("Chromium", "chromium", true, Program::Node("benches/peers/board/chromium.mjs")),
    peer("html5ever", "html5ever", true, Program::Html5ever),
    peer("JustHTML", "justhtml", true, Program::Python),
    peer("lexbor", "selectolax", true, Program::Python),
    peer("parse5", "parse5", true, Program::Node("tests/peers/parse5.mjs")),
    peer("turbohtml", "turbohtml", true, Program::Python),
    peer("html.parser", "beautifulsoup4", false, Program::Python),
    peer("htmlparser2", "htmlparser2", false, Program::Node("benches/peers/board/htmlparser2.mjs")),
    peer("lxml", "lxml", false, Program::Python),
];

/// The answer of a peer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PeerAnswer {
    Tree(String),
    /// The peer cannot be given this input, for instance the context of a fragment.
    Unsupported,
    /// The peer raised an exception of this name, or ended.
    Failed(String),
}

impl PeerAnswer {
    fn of(line: &str) -> Self {
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        match (value["tree"].as_str(), value["error"].as_str()) {
            (Some(tree), _) => Self::Tree(comparable(tree)),
            (None, Some(error)) => Self::Failed(error.to_owned()),
            (None, None) => Self::Unsupported,
        }
    }
}

/// Writes an input as the line of JSON that the peers read.
pub(crate) fn line(Input { text, fragment, scripting }: &Input) -> String {
    json!({"text": text, "fragment": fragment, "scripting": scripting}).to_string()
}

/// A peer that answers.
pub(crate) struct Asked {
    peer: Peer,
    command: Option<(PathBuf, Vec<String>, PathBuf)>,
    running: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Asked {
    /// Prepares a peer. `folder` is the one of `benches/peers/board/setup`, `root` the project's.
    pub(crate) fn new(peer: Peer, root: &Path, folder: &Path) -> Self {
        let path = |path: PathBuf| path.to_string_lossy().into_owned();
        let command = match peer.program {
            Program::Html5ever => None,
            Program::Python => {
                let script = path(root.join("benches/peers/board/adapter.py"));
                let name = peer.name.to_ascii_lowercase();
                Some((folder.join("python/bin/python"), vec![script, name], folder.to_owned()))
            }
            Program::Node(script) => {
                Some((PathBuf::from("node"), vec![path(root.join(script))], folder.to_owned()))
            }
        };
        Self { peer, command, running: None }
    }

    /// Asks for the trees of inputs, in order.
    pub(crate) fn ask(&mut self, inputs: &[Input]) -> Result<Vec<PeerAnswer>, Box<dyn Error>> {
        let mut answers = Vec::new();
        for mut batch in inputs.chunks(BATCH) {
            while !batch.is_empty() {
                let (some, ended) = self.ask_batch(batch)?;
                batch = &batch[some.len()..];
                answers.extend(some);
                if ended {
                    answers.push(PeerAnswer::Failed("the program ended".to_owned()));
                    batch = batch.get(1..).unwrap_or_default();
                }
            }
        }
        Ok(answers)
    }

    /// Asks for one tree.
    pub(crate) fn tree(&mut self, input: &Input) -> PeerAnswer {
        match self.ask(std::slice::from_ref(input)) {
            Ok(mut answers) => answers.pop().unwrap_or(PeerAnswer::Unsupported),
            Err(error) => PeerAnswer::Failed(error.to_string()),
        }
    }

    /// Asks for some trees. Returns the answers until the program ends, and whether it ended.
    fn ask_batch(&mut self, inputs: &[Input]) -> Result<(Vec<PeerAnswer>, bool), Box<dyn Error>> {
        let Some((program, arguments, folder)) = &self.command else {
            let answer = |input: &Input| match peer::original_tree(input) {
                Ok(tree) => PeerAnswer::Tree(comparable(&tree)),
                Err(_) => PeerAnswer::Failed("panic".to_owned()),
            };
            return Ok((inputs.iter().map(answer).collect(), false));
        };
        if self.running.is_none() {
            let mut child = Command::new(program)
                .args(arguments)
                .current_dir(folder)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .map_err(|error| format!("{}: {error}", program.display()))?;
            let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
            let (stdin, stdout) = stdin.zip(stdout).ok_or("the program has no pipes")?;
            self.running = Some((child, stdin, BufReader::new(stdout)));
        }
        let Some((child, stdin, stdout)) = &mut self.running else { return Ok((vec![], true)) };
        let mut answers = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for input in inputs {
                    // If the program has ended, so does its output, which is noticed below.
                    let _ = writeln!(stdin, "{}", line(input));
                }
                let _ = stdin.flush();
            });
            for _ in inputs {
                let mut answer = String::new();
                match stdout.read_line(&mut answer) {
                    Ok(1..) => answers.push(PeerAnswer::of(&answer)),
                    _ => break,
                }
            }
        });
        let ended = answers.len() < inputs.len();
        if ended {
            let _ = child.wait();
            self.running = None;
        }
        Ok((answers, ended))
    }

    /// Returns the installed version of the peer.
    pub(crate) fn version(&self, root: &Path, folder: &Path) -> Result<String, Box<dyn Error>> {
        let package = self.peer.package;
        match self.peer.program {
            Program::Html5ever => {
                let lock = fs::read_to_string(root.join("Cargo.lock"))?;
                let entry = lock.split("name = \"html5ever\"\nversion = \"").nth(1);
                Ok(entry.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned())
            }
            Program::Python => {
                let code = format!("import importlib.metadata as m; print(m.version('{package}'))");
                output(Command::new(folder.join("python/bin/python")).args(["-c", &code]))
            }
            Program::Node(_) if package == "chromium" => {
                let chromium = std::env::var("CHROMIUM");
                let program = chromium.unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
                let answer = output(Command::new(program).arg("--version"))?;
                Ok(answer.split(' ').nth(1).unwrap_or_default().to_owned())
            }
            Program::Node(_) => {
                let path = folder.join("node_modules").join(package).join("package.json");
                let package: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
                Ok(package["version"].as_str().unwrap_or_default().to_owned())
            }
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some((mut child, stdin, _)) = self.running.take() {
            // The program ends with its input.
            drop(stdin);
            let _ = child.wait();
        }
    }
}

fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.stderr(Stdio::inherit()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
