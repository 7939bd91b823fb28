//! Peers in other languages. Each runs in a child process that times itself; `parsers.py` documents
//! the protocol over the pipe.
//!
//! Peers are optional: if one is missing, its row is left out, and a message explains how to
//! install it.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A peer's driver: a script with its interpreter, or a compiled program.
pub(crate) struct Driver {
    /// The name of the peer.
    name: &'static str,
    /// The environment variable with the path of the interpreter or the program, and the default.
    program: (&'static str, Option<&'static str>),
    /// The script's file, in the directory of this source file, and its arguments. A compiled
    /// program has none.
    script: &'static [&'static str],
    /// The instructions for installing what the driver needs.
    install: &'static str,
}

const PYTHON: (&str, Option<&str>) = ("WISHFUL_PYTHON", Some("python3"));

/// An HTML parser in C, through Python.
pub(crate) const LEXBOR: Driver = Driver {
    name: "lexbor",
    program: PYTHON,
    script: &["parsers.py", "lexbor"],
    install: "pip install selectolax",
};

/// The same parser without Python.
pub(crate) const LEXBOR_C: Driver = Driver {
    name: "lexbor (C)",
    program: ("WISHFUL_LEXBOR", None),
    script: &[],
    install: "benches/peers/lexbor.sh FOLDER, and set WISHFUL_LEXBOR to FOLDER/lexbor",
};

/// Another HTML parser in C, through Python.
pub(crate) const TURBOHTML: Driver = Driver {
    name: "turbohtml",
    program: PYTHON,
    script: &["parsers.py", "turbohtml"],
    install: "pip install turbohtml",
};

/// This parser through Python.
pub(crate) const WISHFUL: Driver = Driver {
    name: "wishful in Python",
    program: PYTHON,
    script: &["parsers.py", "wishful"],
    install: "pip install the wheel of bindings/python",
};

/// A selector engine in C.
pub(crate) const LEXBOR_SELECT: Driver = Driver {
    name: "lexbor's selectors",
    program: PYTHON,
    script: &["lexbor_select.py"],
    install: "pip install selectolax",
};

/// An XPath engine in C.
pub(crate) const LIBXML2: Driver = Driver {
    name: "libxml2",
    program: PYTHON,
    script: &["lxml_xpath.py"],
    install: "pip install lxml",
};

/// A parselet engine in Python.
pub(crate) const PARSLEPY: Driver = Driver {
    name: "parslepy",
    program: PYTHON,
    script: &["parslepy_parselet.py"],
    install: "pip install parslepy lxml cssselect",
};

/// A microformats parser in Python.
pub(crate) const MF2PY: Driver =
    Driver { name: "mf2py", program: PYTHON, script: &["mf2py.py"], install: "pip install mf2py" };

/// A microformats parser in TypeScript.
pub(crate) const MICROFORMATS_PARSER: Driver = Driver {
    name: "microformats-parser",
    program: ("WISHFUL_NODE", Some("node")),
    script: &["microformats-parser.cjs"],
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
            let Driver { name, program: (variable, _), install, .. } = driver;
            eprintln!("skipped {name}: {error} (install: {install}; program: {variable})");
        }
        found.ok()
    }

    fn spawn(driver: &Driver) -> io::Result<Self> {
        let (variable, usual) = driver.program;
        let program = std::env::var_os(variable).or(usual.map(Into::into));
        let Some(program) = program else {
            return Err(io::Error::other(format!("{variable} is not set")));
        };
        let mut command = Command::new(program);
        if let [file, arguments @ ..] = driver.script {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/speed");
            command.arg(folder.join(file)).args(arguments);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
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
