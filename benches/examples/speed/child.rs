//! Peers in other languages. Each runs in a child process that times itself; `lexbor.py` documents
//! the protocol over the pipe.
//!
//! Peers are optional: if one is missing, its row is left out, and a message explains how to
//! install it.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A peer's driver program and its interpreter.
pub(crate) struct Driver {
    /// The name of the peer.
    name: &'static str,
    /// The environment variable with the interpreter's path, and the default.
    interpreter: (&'static str, &'static str),
    /// The program's file, in the directory of this source file.
    file: &'static str,
    /// The instructions for installing what the program needs.
    install: &'static str,
}

/// An HTML parser in C.
pub(crate) const LEXBOR: Driver = Driver {
    name: "lexbor",
    interpreter: ("WISHFUL_PYTHON", "python3"),
    file: "lexbor.py",
    install: "pip install selectolax",
};

/// A selector engine in C.
pub(crate) const LEXBOR_SELECT: Driver = Driver {
    name: "lexbor's selectors",
    interpreter: ("WISHFUL_PYTHON", "python3"),
    file: "lexbor_select.py",
    install: "pip install selectolax",
};

/// An XPath engine in C.
pub(crate) const LIBXML2: Driver = Driver {
    name: "libxml2",
    interpreter: ("WISHFUL_PYTHON", "python3"),
    file: "lxml_xpath.py",
    install: "pip install lxml",
};

/// A parselet engine in Python.
pub(crate) const PARSLEPY: Driver = Driver {
    name: "parslepy",
    interpreter: ("WISHFUL_PYTHON", "python3"),
    file: "parslepy_parselet.py",
    install: "pip install parslepy lxml cssselect",
};

/// A microformats parser in Python.
pub(crate) const MF2PY: Driver = Driver {
    name: "mf2py",
    interpreter: ("WISHFUL_PYTHON", "python3"),
    file: "mf2py.py",
    install: "pip install mf2py",
};

/// A microformats parser in TypeScript.
pub(crate) const MICROFORMATS_PARSER: Driver = Driver {
    name: "microformats-parser",
    interpreter: ("WISHFUL_NODE", "node"),
    file: "microformats-parser.cjs",
    install: "npm install microformats-parser, and set NODE_PATH to the folder node_modules",
};

/// A running child process.
pub(crate) struct Child {
    child: process::Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The version that the child reports.
    pub(crate) version: String,
}

impl Child {
    /// Starts the child; `None`, with a message, if it is not available.
    pub(crate) fn start(driver: &Driver) -> Option<Self> {
        let found = Self::spawn(driver);
        if let Err(error) = &found {
            let Driver { name, interpreter: (variable, _), install, .. } = driver;
            eprintln!("skipped {name}: {error} (install: {install}; interpreter: {variable})");
        }
        found.ok()
    }

    fn spawn(driver: &Driver) -> io::Result<Self> {
        let (variable, usual) = driver.interpreter;
        let mut command = Command::new(std::env::var_os(variable).unwrap_or_else(|| usual.into()));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/speed");
        command
            .arg(folder.join(driver.file))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (commands, answers) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let answers = BufReader::new(answers);
        let mut peer = Self { child, commands, answers, version: String::new() };
        peer.version = peer.answer()?;
        Ok(peer)
    }

    /// Replaces the child's texts.
    pub(crate) fn load<'t>(&mut self, texts: impl IntoIterator<Item = &'t [u8]>) -> io::Result<()> {
        writeln!(self.commands, "clear")?;
        for text in texts {
            writeln!(self.commands, "text {}", text.len())?;
            self.commands.write_all(text)?;
        }
        Ok(())
    }

    /// Returns the time to parse and free all texts.
    pub(crate) fn run(&mut self) -> io::Result<Duration> {
        let seconds: f64 = self.ask("run")?;
        Ok(Duration::from_secs_f64(seconds))
    }

    /// Returns the child's peak memory in kB.
    pub(crate) fn peak(&mut self) -> io::Result<u64> {
        self.ask("peak")
    }

    fn ask<T: std::str::FromStr>(&mut self, command: &str) -> io::Result<T> {
        writeln!(self.commands, "{command}")?;
        let answer = self.answer()?;
        answer.parse().map_err(|_| io::Error::other(format!("the peer answered `{answer}`")))
    }

    fn answer(&mut self) -> io::Result<String> {
        self.commands.flush()?;
        let mut line = String::new();
        match self.answers.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim().to_owned()),
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The child has no state to lose, and may be in the middle of a long parse.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
