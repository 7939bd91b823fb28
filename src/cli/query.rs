//! `wishful query`: what an expression selects in documents.
//!
//! Documents are read by several threads and answered in order. As `grep` does, the exit status says whether anything was found:
//! nodes, a text that is not empty, a number that is not 0, or true.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::arguments::{GrammarChoice, QueryArguments, QueryFormat};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::{self, Prepared};
use super::inputs;
use super::output::{Output, not_parsed, stderr_colour};
use super::pages::{self, Page};
use super::reading;
use crate::ParseOptions;
use crate::pool;
use crate::query::{Language, Node, Query, Value};
use crate::tree::Document;

pub(super) fn run(arguments: &QueryArguments) -> Outcome {
    let compiled = Query::compile(arguments.language(), &arguments.expression);
    let query = compiled.map_err(|report| Failure::refused(report.render(stderr_colour())))?;
    let mut out = Output::stdout();
    if arguments.explain {
        out.text(&query.explain())?;
    }
    let verdict = match (arguments.files.is_empty(), arguments.explain) {
        (true, true) => Verdict::Done,
        (true, false) => {
            return Err(Failure::usage("which documents? name files, or `-` for stdin"));
        }
        (false, _) => files(arguments, &query, &mut out)?,
    };
    out.finish()?;
    Ok(verdict)
}

impl QueryArguments {
    fn language(&self) -> Language {
        match (self.css, self.xpath) {
            (true, _) => Language::Css,
            (_, true) => Language::XPath,
            _ => Language::Parsley,
        }
    }
}

/// Asks all documents.
fn files(arguments: &QueryArguments, query: &Query, out: &mut Output) -> Outcome {
    let choice = GrammarChoice { grammar: arguments.grammar.clone(), ..GrammarChoice::default() };
    let grammar = grammars::prepare(&choice)?;
    let work = Work { grammar, query, arguments, found: AtomicBool::new(false) };
    let workers = arguments.jobs.unwrap_or_else(pool::processors);
    let verdict = pages::each(&arguments.files, workers, out, |path| work.page(path))?;
    Ok(if work.found.into_inner() { verdict } else { Verdict::Refused })
}

struct Work<'a> {
    grammar: Prepared,
    query: &'a Query,
    arguments: &'a QueryArguments,
    /// Whether one of the pages has something.
    found: AtomicBool,
}

impl Work<'_> {
    fn page(&self, path: &str) -> Page {
        let refused = |failure: Failure| Page { said: failure.to_string(), ..Page::default() };
        self.read(path).unwrap_or_else(refused)
    }

    fn read(&self, path: &str) -> Result<Page, Failure> {
        let bounds = &self.arguments.bounds;
        let input = reading::read(path, bounds.max_bytes)?;
        let partial = input.rest.is_some();
        let options =
            ParseOptions { limits: bounds.limits(), partial, ..self.arguments.reading.options() };
        let name = inputs::shown(path);
        let refused = |message| Failure::refused(format!("{name}: {message}"));
        let document = self.grammar.parse(input.bytes, &options).map_err(refused)?;
        let answer = self.query.run(&document);
        let answer = answer.map_err(|report| Failure::refused(report.render(stderr_colour())))?;
        self.found.fetch_or(answer.value().to_boolean(), Ordering::Relaxed);
        let cut = answer.limit().map(|limit| format!("{name}: {}", limit.wording()));
        let said: Vec<String> = not_parsed(&document, path).into_iter().chain(cut).collect();
        Ok(Page { out: self.told(name, &document, answer.value()), said: said.join("\n") })
    }

    fn told(&self, name: &str, document: &Document, value: &Value<'_>) -> String {
        match self.arguments.format {
            QueryFormat::Count => self.count(name, value),
            QueryFormat::Json => lines_of_json(name, value),
            QueryFormat::Spans => spans(name, document, value),
            QueryFormat::Text => {
                self.headed(name, texts(value, |node| node.string_value().into_owned()))
            }
            QueryFormat::Html => self.headed(name, texts(value, |node| node.to_html())),
        }
    }

    fn is_alone(&self) -> bool {
        self.arguments.files.len() == 1
    }

    fn count(&self, name: &str, value: &Value<'_>) -> String {
        let count = match value {
            Value::Nodes(nodes) => nodes.len(),
            Value::Texts(texts) => texts.len(),
            other => usize::from(other.to_boolean()),
        };
        if self.is_alone() { format!("{count}\n") } else { format!("{name}:{count}\n") }
    }

    /// Several documents get a line each that says which.
    fn headed(&self, name: &str, text: String) -> String {
        if self.is_alone() || text.is_empty() { text } else { format!("==> {name} <==\n{text}") }
    }
}

/// A line, or more, for each node; or for the value.
fn texts(value: &Value<'_>, of: impl Fn(&Node<'_>) -> String) -> String {
    match value {
        Value::Nodes(nodes) => nodes.iter().map(|node| of(node) + "\n").collect(),
        Value::Texts(texts) => texts.iter().map(|text| format!("{text}\n")).collect(),
        other => format!("{}\n", other.to_text()),
    }
}

fn lines_of_json(file: &str, value: &Value<'_>) -> String {
    let Value::Nodes(nodes) = value else {
        return format!("{}\n", json!({ "file": file, "value": scalar(value) }));
    };
    let line = |node: &Node<'_>| {
        let spans: Vec<[u32; 2]> = node.spans().iter().map(|span| [span.start, span.end]).collect();
        let (kind, text) = (node.kind().name(), node.string_value());
        format!(
            "{}\n",
            json!({ "file": file, "kind": kind, "name": node.name(), "text": text, "spans": spans })
        )
    };
    nodes.iter().map(line).collect()
}

/// A value as JSON has it, which has no numbers that are none.
fn scalar(value: &Value<'_>) -> serde_json::Value {
    match value {
        Value::Boolean(boolean) => (*boolean).into(),
        Value::Texts(texts) => texts.as_slice().into(),
        Value::Number(number) if number.is_finite() => (*number).into(),
        other => other.to_text().into_owned().into(),
    }
}

/// `FILE:3:5-3:9`: a line for each stretch of the source that a node is written in; nothing for what is virtual.
fn spans(file: &str, document: &Document, value: &Value<'_>) -> String {
    let Value::Nodes(nodes) = value else { return String::new() };
    let mut out = String::new();
    for span in nodes.iter().flat_map(|node| node.spans()) {
        let (start, end) = (document.position(span.start), document.position(span.end));
        let _ = writeln!(out, "{file}:{start}-{end}");
    }
    out
}
