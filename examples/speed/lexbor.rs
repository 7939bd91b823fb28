//! lexbor, in a child process of Python that times itself: see `lexbor.py` for what is said over the pipe.
//!
//! It is optional. `pip install selectolax` provides it; `WISHFUL_PYTHON` names the interpreter, `python3` if unset.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/speed/lexbor.py");

/// A running child.
pub(crate) struct Lexbor {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Which lexbor it is.
    pub(crate) version: String,
}

impl Lexbor {
    /// Starts the child; `None`, with a message, where it cannot be had.
    pub(crate) fn start() -> Option<Self> {
        let found = Self::spawn();
        if let Err(error) = &found {
            eprintln!("skipped: lexbor: {error} (pip install selectolax; WISHFUL_PYTHON)");
        }
        found.ok()
    }

    fn spawn() -> io::Result<Self> {
        let python = std::env::var_os("WISHFUL_PYTHON").unwrap_or_else(|| "python3".into());
        let mut command = Command::new(python);
        command.arg(DRIVER).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (commands, answers) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let answers = BufReader::new(answers);
        let mut lexbor = Self { child, commands, answers, version: String::new() };
        lexbor.version = lexbor.answer()?;
        Ok(lexbor)
    }

    /// These are the texts from now on.
    pub(crate) fn load<'t>(&mut self, texts: impl IntoIterator<Item = &'t [u8]>) -> io::Result<()> {
        writeln!(self.commands, "clear")?;
        for text in texts {
            writeln!(self.commands, "text {}", text.len())?;
            self.commands.write_all(text)?;
        }
        Ok(())
    }

    /// How long it takes to parse and free all texts.
    pub(crate) fn run(&mut self) -> io::Result<Duration> {
        let seconds: f64 = self.ask("run")?;
        Ok(Duration::from_secs_f64(seconds))
    }

    /// The most memory that the child ever had, in kB.
    pub(crate) fn peak(&mut self) -> io::Result<u64> {
        self.ask("peak")
    }

    fn ask<T: std::str::FromStr>(&mut self, command: &str) -> io::Result<T> {
        writeln!(self.commands, "{command}")?;
        let answer = self.answer()?;
        answer.parse().map_err(|_| io::Error::other(format!("lexbor answered `{answer}`")))
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

impl Drop for Lexbor {
    fn drop(&mut self) {
        // It has nothing to lose, and may be in the middle of a long parse.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
