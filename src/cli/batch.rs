//! `wishful batch`: NDJSON on stdin, NDJSON on stdout, in order, one line each.
//!
//! A line is a [`Request`]; what it asks for is done by a worker of the [`pool`], which keeps the order and bounds
//! what is in memory: some lines a worker. Lines are written as soon as those before them are, and
//! flushed when the next is not ready yet, so that a program may send one line and wait for its answer.
//!
//! Every line gets one line, so that the two streams can be read side by side. A line that cannot be done (an empty
//! one, too) gives an error line, and the run goes on; so does one on which the library panics, which is a bug in it
//! and no reason to lose the other answers. The `id` is handed back as it was written, whatever JSON it is.
//!
//! Requests may come from elsewhere than the command line: so a `grammar` in one is a shipped grammar's name or the
//! very argument of `-g`, and opens files only by leave of `--allow-grammar-files`.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::arguments::{BatchArguments, Modes};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::Shelf;
use super::nearest;
use super::output::{Output, complain};
use super::pool::{self, Answer};
use super::progress::Progress;
use crate::ParseOptions;
use crate::grammar::load_embedded;
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
    let lines = (1..).zip(lines(&mut failed));
    let mut out = Output::stdout();
    let mut progress = Progress::new(None);
    let workers = arguments.jobs.unwrap_or_else(pool::processors);
    let written = pool::in_order(
        workers,
        lines,
        |(number, line): (usize, Vec<u8>)| respond(number, &line, arguments, &shelf),
        |answer| match answer {
            Answer::Waiting => stop_if_closed(out.flush()),
            Answer::Next(line) => {
                progress.step();
                let line = line.unwrap_or_else(|| error_line(None, PANICKED.to_owned()));
                stop_if_closed(out.line(&line))
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

/// What is said of a request on which the library panicked.
const PANICKED: &str =
    "the parser panicked on this request, which is a bug in wishful: please report the request";

/// The answer to a line, of which `number` is the place in the input, from 1.
fn respond(number: usize, line: &[u8], arguments: &BatchArguments, shelf: &Shelf) -> String {
    let refused = |why: String| format!("line {number}: {why}");
    match line.trim_ascii_start().first() {
        Some(b'{') => {}
        None => return error_line(None, refused("an empty line is no request".into())),
        // OK because nothing else begins an object; an array would be taken for the fields in order.
        Some(_) => return error_line(None, refused("a request is a JSON object, `{…}`".into())),
    }
    let identified: Option<Identified<'_>> = serde_json::from_slice(line).ok();
    let id = identified.and_then(|identified| identified.id);
    answered(id, || match serde_json::from_slice(line) {
        Ok(request) => tree(&request, arguments, shelf),
        Err(error) => Err(refused(format!("not a request: {}", located(&error, line)))),
    })
}

/// The answer that `work` gives, or an error with the request's `id`, even if `work` panics.
fn answered(id: Option<&RawValue>, work: impl FnOnce() -> Result<String, String>) -> String {
    // OK because what the work shares with other requests, the shelf, is written only when a grammar is ready.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(tree)) => written(&Response { id, tree: Some(tree), error: None }),
        Ok(Err(error)) => error_line(id, error),
        Err(_) => error_line(id, PANICKED.to_owned()),
    }
}

/// What is wrong with a line's JSON, with the column in characters: `serde_json` counts bytes, and lines in
/// the one line that it was given.
fn located(error: &serde_json::Error, line: &[u8]) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let before = &line[..error.column().min(line.len())];
    format!("{what} at column {}", String::from_utf8_lossy(before).chars().count())
}

/// The grammar that a request is parsed by.
///
/// # Errors
/// If the request may not name it.
fn grammar_of<'a>(
    request: &'a Request<'_>,
    arguments: &'a BatchArguments,
) -> Result<&'a str, String> {
    let own = arguments.grammar.grammar.as_str();
    let Some(name) = request.grammar.as_deref() else { return Ok(own) };
    if name == own || arguments.allow_grammar_files || load_embedded::named(name).is_some() {
        return Ok(name);
    }
    let shipped: Vec<&str> = load_embedded::shipped().map(|grammar| grammar.name).collect();
    let advice = nearest::advice(name, shipped.iter().copied());
    Err(format!(
        "no grammar `{name}` is shipped{advice} (there are {}); a request may name these and that of -g, and with \
         --allow-grammar-files any file",
        shipped.join(", ")
    ))
}

/// The tree that a request asks for.
fn tree(
    request: &Request<'_>,
    arguments: &BatchArguments,
    shelf: &Shelf,
) -> Result<String, String> {
    let name = grammar_of(request, arguments)?;
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
    let document = match bytes {
        Ok(text) => grammar.parse_str(&**text, &options)?,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_line_with_the_id_of_its_request() {
        let id = RawValue::from_string("[7, \"x\"]".to_owned()).unwrap();
        let line = answered(Some(&id), || std::panic::resume_unwind(Box::new(())));
        assert_eq!(line, format!(r#"{{"id":[7, "x"],"error":"{PANICKED}"}}"#));
    }
}
