//! `wishful batch`: NDJSON on stdin, NDJSON on stdout, in order, one line each.
//!
//! A line is a [`Request`]; what it asks for is done by a worker of the [`pool`], which keeps the order and bounds
//! what is in memory: some lines a worker. Lines are written as soon as those before them are, and
//! flushed when the next is not ready yet, so that a program may send one line and wait for its answer. A line that
//! cannot be done gives an error line, and the run goes on.
//!
//! The `id` is handed back as it was written, whatever JSON it is.

use std::borrow::Cow;
use std::io::{self, BufRead};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::arguments::{BatchArguments, Modes};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::Shelf;
use super::output::{Output, complain};
use super::pool::{self, Answer};
use super::progress::Progress;
use crate::ParseOptions;
use crate::tree::WriteOptions;

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    #[serde(borrow, default, rename = "id")]
    _id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    html: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    bytes_base64: Option<Cow<'a, str>>,
    #[serde(default)]
    fragment: Option<String>,
    #[serde(default)]
    scripting: Option<bool>,
    #[serde(default)]
    modes: Option<Vec<String>>,
    #[serde(default)]
    grammar: Option<String>,
}

/// Of a line only the `id`, in case the rest is wrong.
#[derive(Deserialize)]
struct Identified<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

/// A line of the output.
#[derive(Serialize)]
struct Response<'a> {
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) fn run(arguments: &BatchArguments) -> Outcome {
    let shelf = Shelf::default();
    // A grammar that cannot be used at all is told at once, not once a line.
    shelf.get(&arguments.grammar.grammar, &arguments.grammar.modes).map_err(Failure::refused)?;
    let mut failed = None;
    let lines = lines(&mut failed);
    let mut out = Output::stdout();
    let mut progress = Progress::new(None);
    let workers = arguments.jobs.unwrap_or_else(pool::processors);
    let written = pool::in_order(
        workers,
        lines,
        |line: Vec<u8>| respond(&line, arguments, &shelf),
        |answer| match answer {
            Answer::Waiting => stop_if_closed(out.flush()),
            Answer::Next(line) => {
                progress.step();
                let lost =
                    || error_line(None, "the parser failed on this input, which is a bug".into());
                stop_if_closed(out.line(&line.unwrap_or_else(lost)))
            }
        },
    );
    written.and_then(|()| out.finish())?;
    drop(progress);
    match failed {
        None => Ok(Verdict::Done),
        Some(error) => {
            complain(&format!("stdin: cannot be read: {error}"));
            Ok(Verdict::Refused)
        }
    }
}

/// Ends the program when nobody reads the output any more: the thread that reads stdin may be waiting
/// for a line that never comes, and there is nothing left to tidy up.
fn stop_if_closed(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(failure) if failure.status() == 0 => std::process::exit(0),
        other => other,
    }
}

/// The lines of stdin, without their line breaks; an error of reading ends them and is left in `failed`.
fn lines(failed: &mut Option<io::Error>) -> impl Iterator<Item = Vec<u8>> + Send + '_ {
    let mut stdin = io::BufReader::new(io::stdin());
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match stdin.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                line.pop_if(|last| *last == b'\n');
                Some(line)
            }
            Err(error) => {
                *failed = Some(error);
                None
            }
        }
    })
}

/// The answer to one line.
fn respond(line: &[u8], arguments: &BatchArguments, shelf: &Shelf) -> String {
    let identified: Option<Identified<'_>> = serde_json::from_slice(line).ok();
    let id = identified.and_then(|identified| identified.id);
    match serde_json::from_slice(line) {
        Ok(request) => match tree(&request, arguments, shelf) {
            Ok(tree) => written(&Response { id, tree: Some(tree), error: None }),
            Err(error) => error_line(id, error),
        },
        Err(error) => error_line(id, format!("not a request: {error}")),
    }
}

/// The tree that a request asks for.
fn tree(
    request: &Request<'_>,
    arguments: &BatchArguments,
    shelf: &Shelf,
) -> Result<String, String> {
    let name = request.grammar.as_ref().unwrap_or(&arguments.grammar.grammar);
    let asked = &arguments.grammar.modes;
    let modes = Modes {
        named: request.modes.clone().unwrap_or_else(|| asked.named.clone()),
        scripting: request.scripting.unwrap_or(asked.scripting),
    };
    let bytes = match (&request.html, &request.bytes_base64) {
        (Some(html), None) => Ok(html),
        (None, Some(encoded)) => Err(STANDARD
            .decode(encoded.as_bytes())
            .map_err(|error| format!("`bytes_base64` is not base64: {error}"))?),
        _ => return Err("a request has either `html` or `bytes_base64`".into()),
    };
    let grammar = shelf.get(name, &modes)?;
    let options = ParseOptions { fragment: request.fragment.clone(), ..ParseOptions::default() };
    let document = match &bytes {
        Ok(text) => grammar.parse_str(text, &options)?,
        Err(bytes) => grammar.parse(bytes, &options)?,
    };
    Ok(document.render(arguments.format, WriteOptions::default()))
}

fn error_line(id: Option<&RawValue>, error: String) -> String {
    written(&Response { id, tree: None, error: Some(error.trim_end().to_owned()) })
}

fn written(response: &Response<'_>) -> String {
    serde_json::to_string(response).expect("strings and what was JSON before are JSON")
}
