//! `wishful batch`: NDJSON on stdin, NDJSON on stdout, one output line per input line, in the same
//! order.
//!
//! A worker of the [`pool`] handles each line, a [`Request`]. The pool preserves the order, and
//! bounds the memory to a few lines per worker. Answers are written as soon as their predecessors
//! are. Output is flushed when the next answer is not ready, so that a client can send one line and
//! wait for its answer.
//!
//! Invariant: every input line gets exactly one output line, so the two streams can be read side by
//! side. An invalid line, even an empty one, gets an error line, and the run continues. The same
//! holds for a line on which the library panics, so that a bug does not lose the other answers. The
//! `id` is returned verbatim, whatever JSON value it is.
//!
//! Requests may come from other sources than the command line. So a request's `grammar` must be a
//! shipped grammar or exactly the argument of `-g`. Only `--allow-grammar-files` lets it open
//! files.

mod lines;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::arguments::BatchArguments;
use super::findings::within;
use lines::{InputLine, lines, longest};
use wishful::base::{Finding, counted};
use wishful::grammar::load_embedded;
use wishful::pool::{self, Answer};
use wishful::tree::{Document, Extent, Format, TreeOptions, WriteOptions};
use wishful::{Limit, ParseOptions};
use wishful_console::arguments::Modes;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, GrammarCache, PreparedGrammar};
use wishful_console::nearest;
use wishful_console::output::{Output, complain};
use wishful_console::progress::Progress;
use wishful_diagnosis::Diagnoser;
use wishful_microformats::output::JsonOptions;
use wishful_microformats::{Microformats, Options};
use wishful_parselet::{CompileOptions, Options as ExtractOptions, Parselet};
use wishful_query::{Limits, ReachedLimit, xml};

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    #[serde(borrow, default, rename = "id")]
    _id: Option<&'a RawValue>,
    #[serde(borrow, default, alias = "text")]
    html: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    bytes_base64: Option<Cow<'a, str>>,
    #[serde(default)]
    fragment: Option<String>,
    #[serde(default)]
    latches: Vec<String>,
    #[serde(default)]
    shadow_roots: bool,
    #[serde(default)]
    patches: bool,
    #[serde(default)]
    scripting: Option<bool>,
    #[serde(default)]
    modes: Option<Vec<String>>,
    #[serde(default)]
    grammar: Option<String>,
    #[serde(default)]
    output: RequestedOutput,
    /// The URL of the document.
    #[serde(default)]
    base: Option<String>,
    /// The grammar to check by for `"output": "findings"`: `conforming` by default.
    #[serde(default)]
    rules: Option<String>,
    /// The parselet for `"output": "parselet"`: JSON, or a string that contains it.
    #[serde(borrow, default)]
    parselet: Option<&'a RawValue>,
    /// A flag for `"output": "parselet"`: the document is XML.
    #[serde(default)]
    xml: bool,
}

/// The requested output.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum RequestedOutput {
    /// The tree, in the format of `-f`.
    #[default]
    Tree,
    /// The microformats, as the JSON of microformats2.
    Microformats,
    /// The values that a parselet extracts.
    Parselet,
    /// The findings of a check, as `wishful check --format json` lists them.
    Findings,
}

/// The `id` of a line alone, for error lines about the rest.
#[derive(Deserialize)]
struct Identified<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

/// A line of the output.
#[derive(Serialize, Default)]
struct Response<'a> {
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Box<RawValue>>,
    /// The number of trees of a text by a grammar with its own tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    trees: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    microformats: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parselet: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Box<RawValue>>,
    /// The limits that truncated the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The result of a request, and the limits that truncated it.
struct RequestResult {
    payload: Payload,
    limits: Vec<&'static str>,
}

enum Payload {
    Tree(Box<RawValue>),
    /// The best tree of a text, and their number.
    TextTree(Box<RawValue>, usize),
    Microformats(Box<RawValue>),
    Parselet(Box<RawValue>),
    Findings(Box<RawValue>),
}

/// The name of the limit on output, in addition to those of [`Limit`](wishful::Limit).
const OUTPUT: &str = "output-bytes";

/// The name of the limit on nodes that are read again because other elements include them.
const INCLUDED: &str = "included-nodes";

pub(super) fn run(arguments: &BatchArguments) -> CommandResult {
    let shelf = GrammarCache::default();
    // An unusable grammar is reported once, not for each line.
    shelf.get(&arguments.grammar.grammar, &arguments.grammar.modes).map_err(Failure::refused)?;
    let mut failed = None;
    let lines = (1..).zip(lines(&mut failed, longest(arguments.bounds.max_bytes)));
    let mut out = Output::stdout();
    let mut progress = Progress::new(None);
    let workers = arguments.workers.count();
    let written = pool::in_order(
        workers,
        lines,
        |(number, line): (usize, InputLine)| match line {
            InputLine::Whole(line) => respond(number, &line, arguments, &shelf),
            InputLine::TooLong => error_line(None, too_long(number, arguments)),
        },
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

/// Exits the process if the output is closed. The thread that reads stdin may be waiting for a line
/// that never comes, and no cleanup is needed.
fn stop_if_closed(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(failure) if failure.is_closed_pipe() => std::process::exit(i32::from(failure.status())),
        other => other,
    }
}

fn too_long(number: usize, arguments: &BatchArguments) -> String {
    let most = longest(arguments.bounds.max_bytes);
    format!("line {number}: request longer than the limit of {most} bytes")
}

/// The message about a request on which the library panicked.
const PANICKED: &str =
    "the parser panicked on this request, which is a bug in wishful: please report the request";

/// Returns the answer to a line; `number` is its position in the input, from 1.
fn respond(number: usize, line: &[u8], arguments: &BatchArguments, shelf: &GrammarCache) -> String {
    let mistake = match line.trim_ascii_start().first() {
        Some(b'{') => None,
        None => Some("empty line; expected a request"),
        // OK because nothing else begins an object; an array would be taken for the fields in
        // order.
        Some(_) => Some("expected a JSON object, `{…}`"),
    };
    if let Some(mistake) = mistake {
        return error_line(None, format!("line {number}: {mistake}"));
    }
    let id = match serde_json::from_slice::<Identified<'_>>(line) {
        Ok(identified) => identified.id,
        Err(_) => None,
    };
    answer_line(id, || match serde_json::from_slice(line) {
        Ok(request) => perform(&request, arguments, shelf),
        Err(error) => Err(format!("line {number}: invalid request: {}", located(&error, line))),
    })
}

/// Runs `work` and returns the line with its result, or an error line with the request's `id`, even
/// if `work` panics.
fn answer_line(
    id: Option<&RawValue>,
    work: impl FnOnce() -> Result<RequestResult, String>,
) -> String {
    // OK because what the work shares with other requests, the shelf, is written only when a
    // grammar is ready.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(RequestResult { payload, limits })) => {
            let response = Response { id, limits, ..Response::default() };
            to_json(&match payload {
                Payload::Tree(tree) => Response { tree: Some(tree), ..response },
                Payload::TextTree(tree, trees) => {
                    Response { tree: Some(tree), trees: Some(trees), ..response }
                }
                Payload::Microformats(json) => Response { microformats: Some(json), ..response },
                Payload::Parselet(json) => Response { parselet: Some(json), ..response },
                Payload::Findings(json) => Response { findings: Some(json), ..response },
            })
        }
        Ok(Err(error)) => error_line(id, error),
        Err(_) => error_line(id, PANICKED.to_owned()),
    }
}

/// Describes a JSON error, with the column in characters. `serde_json` counts bytes, and adds a
/// line number that is always 1.
fn located(error: &serde_json::Error, line: &[u8]) -> String {
    let text = error.to_string();
    let (message, _) = text.rsplit_once(" at line ").unwrap_or((&text, ""));
    let before = &line[..error.column().min(line.len())];
    format!("{message} at column {}", String::from_utf8_lossy(before).chars().count())
}

/// Returns the name of a grammar that a request names, or else `default`.
///
/// # Errors
/// If the request may not use the grammar that it names.
fn grammar_of<'a>(
    requested: Option<&'a str>,
    default: &'a str,
    arguments: &BatchArguments,
) -> Result<&'a str, String> {
    let Some(name) = requested else { return Ok(default) };
    if name == arguments.grammar.grammar
        || arguments.allow_grammar_files
        || load_embedded::named(name).is_some()
    {
        return Ok(name);
    }
    let shipped: Vec<&str> = load_embedded::shipped().map(|grammar| grammar.name).collect();
    let advice = nearest::advice(name, shipped.iter().copied());
    Err(format!(
        "unknown grammar `{name}`{advice} (shipped: {}); a request can name these, the grammar of -g, or with --allow-grammar-files any file",
        shipped.join(", ")
    ))
}

/// Performs a request.
fn perform(
    request: &Request<'_>,
    arguments: &BatchArguments,
    shelf: &GrammarCache,
) -> Result<RequestResult, String> {
    let name = grammar_of(request.grammar.as_deref(), &arguments.grammar.grammar, arguments)?;
    let default = &arguments.grammar.modes;
    let modes = Modes {
        named: request.modes.as_ref().unwrap_or(&default.named).clone(),
        scripting: request.scripting.unwrap_or(default.scripting),
    };
    let bytes = match (&request.html, &request.bytes_base64) {
        (Some(html), None) => Ok(html),
        (None, Some(encoded)) => Err(STANDARD
            .decode(encoded.as_bytes())
            .map_err(|error| format!("`bytes_base64` is not base64: {error}"))?),
        _ => return Err("a request needs either `html` or `bytes_base64`".into()),
    };
    let prepared = shelf.get(name, &modes)?;
    if prepared.grammar().tokenizer().is_text() && !request.xml {
        return text_tree(request, &prepared, bytes, arguments);
    }
    // An invalid parselet is reported before the document is parsed.
    let parselet = parselet(request)?;
    let checker = match request.output {
        RequestedOutput::Findings => {
            let rules = grammar_of(request.rules.as_deref(), "conforming", arguments)?;
            Some(shelf.checker(rules)?)
        }
        _ if request.rules.is_some() => {
            return Err("`rules` needs `\"output\": \"findings\"`".into());
        }
        _ => None,
    };
    // Findings have places only in a document with a name.
    let name_in_findings = if checker.is_some() { "document" } else { "" };
    let options = ParseOptions::default()
        .name(name_in_findings)
        .fragment(request.fragment.as_deref())
        .latches(&request.latches)
        .tree(TreeOptions::default().shadow_roots(request.shadow_roots).patches(request.patches))
        .limits(arguments.bounds.limits());
    let document = match (bytes, request.xml) {
        (Ok(text), true) => xml(text, &options)?,
        (Err(bytes), true) => xml(&xml::decode(&bytes), &options)?,
        (Ok(text), false) => prepared.parse_str(&**text, &options)?,
        (Err(bytes), false) => prepared.parse(bytes, &options)?,
    };
    let (payload, cut) = match (request.output, parselet, checker) {
        (_, Some(parselet), _) => extracted(&parselet, &document, arguments)?,
        (_, None, Some(checker)) => {
            let bytes = arguments.bounds.output();
            let found = match prepared.as_ref() {
                PreparedGrammar::Markup(parser) if !request.xml => {
                    Diagnoser::new(parser.clone(), checker)
                        .findings_within(&document, &options, bytes)
                }
                _ => checker.findings_within(&document, bytes),
            };
            findings(found, &document, arguments)?
        }
        (RequestedOutput::Microformats, ..) => {
            microformats(&document, request.base.as_deref(), arguments)?
        }
        _ => tree(&document, arguments)?,
    };
    let limits = document.limit().map(Limit::name).into_iter().chain(cut).collect();
    Ok(RequestResult { payload, limits })
}

/// Reads a text by a grammar with its own tokens, and writes its best tree.
fn text_tree(
    request: &Request<'_>,
    grammar: &PreparedGrammar,
    bytes: Result<&Cow<'_, str>, Vec<u8>>,
    arguments: &BatchArguments,
) -> Result<RequestResult, String> {
    if !matches!(request.output, RequestedOutput::Tree) || request.fragment.is_some() {
        return Err("the grammar's tokenizer is `text`, so a request can ask for trees only".into());
    }
    let bytes = match &bytes {
        Ok(text) => text.as_bytes(),
        Err(bytes) => bytes,
    };
    let read = grammars::read_text(grammar.grammar(), "text", bytes)?;
    // The default format is that of documents.
    let format = if arguments.format.0 == Format::Html { Format::Tree } else { arguments.format.0 };
    let text = read.render(format, 1).ok_or(grammars::FORMATS_OF_TEXTS)?;
    let payload = Payload::TextTree(raw(text, format)?, read.count(1000));
    Ok(RequestResult { payload, limits: Vec::new() })
}

/// Returns a tree as JSON: a string, or with `-f json` an object.
fn raw(text: String, format: Format) -> Result<Box<RawValue>, String> {
    let tree = if format == Format::Json {
        RawValue::from_string(text.trim_end().to_owned())
    } else {
        serde_json::value::to_raw_value(&text)
    };
    tree.map_err(|error| error.to_string())
}

/// Writes the tree, as a string or with `-f json` as JSON. Also returns the limit that truncated
/// it.
fn tree(
    document: &Document,
    arguments: &BatchArguments,
) -> Result<(Payload, Option<&'static str>), String> {
    let options = WriteOptions::default().bytes(arguments.bounds.output());
    let mut text = String::new();
    // OK because writing to a string never fails.
    let extent = document.write(arguments.format.0, options, &mut text).unwrap_or(Extent::Cut);
    let tree = raw(text, arguments.format.0)?;
    let limit = if extent == Extent::Cut { Some(OUTPUT) } else { None };
    Ok((Payload::Tree(tree), limit))
}

/// Writes findings, and returns the limit that truncated them.
fn findings(
    found: Vec<Finding>,
    document: &Document,
    arguments: &BatchArguments,
) -> Result<(Payload, Option<&'static str>), String> {
    let bytes = arguments.bounds.output();
    let (mut json, most) = ("[".to_owned(), bytes.of(document.text().len()));
    let extent = within(found, most, |finding, room| {
        let comma = if json.len() == 1 { "" } else { "," };
        let piece = format!("{comma}{}", serde_json::json!(finding));
        let fits = counted(piece.len()) <= room;
        fits.then(|| json.push_str(&piece));
        Ok(fits.then_some(piece.len()))
    });
    let extent = extent.map_err(|failure| failure.to_string())?;
    json.push(']');
    let json = RawValue::from_string(json).map_err(|error| error.to_string())?;
    let limit = if extent == Extent::Cut { Some(OUTPUT) } else { None };
    Ok((Payload::Findings(json), limit))
}

/// Writes the microformats, and returns the limit that truncated them.
fn microformats(
    document: &Document,
    base: Option<&str>,
    arguments: &BatchArguments,
) -> Result<(Payload, Option<&'static str>), String> {
    let found = Microformats::new(document, &Options::default().base(base));
    let bytes = arguments.bounds.output();
    let json = found.to_json(&JsonOptions::default().bytes(bytes));
    let is_full = counted(json.len()) >= bytes.of(document.text().len());
    let json = RawValue::from_string(json).map_err(|error| error.to_string())?;
    let limit = if is_full {
        Some(OUTPUT)
    } else if found.is_cut() {
        Some(INCLUDED)
    } else {
        None
    };
    Ok((Payload::Microformats(json), limit))
}

/// Compiles the parselet of a request.
fn parselet(request: &Request<'_>) -> Result<Option<Parselet>, String> {
    let given = match (request.output, request.parselet) {
        (RequestedOutput::Parselet, Some(given)) => given.get(),
        (RequestedOutput::Parselet, None) => {
            return Err("a request with this output needs a parselet: `\"parselet\": {…}`".into());
        }
        (_, None) if !request.xml => return Ok(None),
        _ => return Err("`parselet` and `xml` need `\"output\": \"parselet\"`".into()),
    };
    let text: Option<String> = serde_json::from_str(given).ok();
    let text = text.as_deref().unwrap_or(given);
    match Parselet::compile("parselet", text, &CompileOptions::default()) {
        Ok(parselet) => Ok(Some(parselet)),
        Err(report) => Err(report.render(false)),
    }
}

fn xml(text: &str, options: &ParseOptions) -> Result<Document, String> {
    xml::parse("xml", text, options).map_err(|report| report.render(false))
}

/// Applies a parselet, and returns the limit that truncated its result.
fn extracted(
    parselet: &Parselet,
    document: &Document,
    arguments: &BatchArguments,
) -> Result<(Payload, Option<&'static str>), String> {
    let limits = Limits::default().answer(arguments.bounds.output());
    let options = ExtractOptions::default().limits(limits);
    let extraction = parselet.extract(document, &options);
    let json = extraction.to_json().map_err(|error| error.to_string())?;
    let json = RawValue::from_string(json).map_err(|error| error.to_string())?;
    let limit = match extraction.limit() {
        Some(ReachedLimit::Steps) => Some("steps"),
        Some(ReachedLimit::Answer) => Some("answer"),
        None => None,
    };
    Ok((Payload::Parselet(json), limit))
}

fn error_line(id: Option<&RawValue>, error: String) -> String {
    let error = Some(error.trim_end().to_owned());
    to_json(&Response { id, error, ..Response::default() })
}

fn to_json(response: &Response<'_>) -> String {
    serde_json::to_string(response).expect("strings and what was JSON before are JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_line_with_the_id_of_its_request() {
        let id = RawValue::from_string("[7, \"x\"]".to_owned()).unwrap();
        let line = answer_line(Some(&id), || std::panic::resume_unwind(Box::new(())));
        assert_eq!(line, format!(r#"{{"id":[7, "x"],"error":"{PANICKED}"}}"#));
    }
}
