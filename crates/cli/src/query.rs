//! `wishful query`: the nodes or values that an expression selects in documents.
//!
//! Worker threads process the documents, and the answers are printed in order. As with `grep`, the
//! exit status tells whether anything was found: nodes, a non-empty text, a number other than 0, or
//! true.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::arguments::{QueryArguments, QueryFormat};
use super::parsed::{PageParser, ParsedPage};
use wishful::base::{Report, counted};
pub(crate) use wishful::tree::{Document, Extent, not_written};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::output::{Output, stderr_colour};
use wishful_query::names::names;
use wishful_query::{Language, Node, NodeType, Query, Select, Value, Variables};

pub(super) fn run(arguments: &QueryArguments) -> CommandResult {
    let query = arguments.compiled();
    let query = query.map_err(|report| Failure::refused(report.render(stderr_colour())))?;
    let mut out = Output::stdout();
    if arguments.explain {
        out.text(&query.explain())?;
    }
    let verdict = match (arguments.files.is_empty(), arguments.explain) {
        (true, true) => Verdict::Done,
        (true, false) => {
            return Err(Failure::usage("no documents given: name files, or `-` for stdin"));
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

    /// Compiles the expression. What begins as an absolute path is meant as XPath.
    fn compiled(&self) -> Result<Query, Report> {
        let language = self.language();
        let text = self.expression.trim_start();
        let is_path = text.strip_prefix('(').unwrap_or(text).trim_start().starts_with('/');
        if language == Language::Parsley
            && is_path
            && !self.parsley
            && let Ok(query) = Query::compile(Language::XPath, &self.expression)
        {
            return Ok(query);
        }
        Query::compile(language, &self.expression)
    }

    /// Compiles the expression as XPath, if it is no selector, and XPath reads it differently.
    fn as_xpath(&self, query: &Query) -> Option<Query> {
        if query.language() != Language::Parsley
            || self.parsley
            || Query::compile(Language::Css, &self.expression).is_ok()
        {
            return None;
        }
        let other = Query::compile(Language::XPath, &self.expression).ok()?;
        if reading(&other) == reading(query) { None } else { Some(other) }
    }
}

/// Returns the explicit form of an expression.
fn reading(query: &Query) -> String {
    let explained = query.explain();
    let first = explained.lines().next().unwrap_or_default();
    first.trim_start_matches("read as ").to_owned()
}

/// Evaluates the query on all documents.
fn files(arguments: &QueryArguments, query: &Query, out: &mut Output) -> CommandResult {
    let parser = PageParser::new(&arguments.grammar, &arguments.pages)?;
    let mut parser = parser.with_base(arguments.base.as_deref())?;
    parser.has_names = true;
    let bound = arguments.variables.iter();
    let printer = QueryPrinter {
        query,
        as_xpath: arguments.as_xpath(query),
        is_noted: AtomicBool::new(false),
        arguments,
        variables: bound.map(|(name, value)| (name.clone(), value.clone().into())).collect(),
        found: AtomicBool::new(false),
    };
    let verdict = parser.print(&arguments.files, out, |page| printer.page(page))?;
    Ok(if printer.found.into_inner() { verdict } else { Verdict::Refused })
}

/// The state shared by all pages.
struct QueryPrinter<'a> {
    query: &'a Query,
    /// The other reading of the expression, if there is one.
    as_xpath: Option<Query>,
    /// A flag: stderr tells that both readings differ.
    is_noted: AtomicBool,
    arguments: &'a QueryArguments,
    variables: Variables<'static>,
    /// A flag: a page had a result.
    found: AtomicBool,
}

impl QueryPrinter<'_> {
    fn page(&self, page: &mut ParsedPage<'_>) -> Result<String, Failure> {
        let (name, document) = (page.name, &page.document);
        let answer = self.query.run_with(document.root(), &self.variables);
        let answer = answer.map_err(|report| Failure::refused(report.render(stderr_colour())))?;
        self.found.fetch_or(answer.value().to_boolean(), Ordering::Relaxed);
        page.notes.extend(self.compare_readings(document, answer.value()));
        let (out, extent) = self.formatted(name, document, answer.value(), page.most);
        if let Some(limit) = answer.limit() {
            page.messages.push(format!("{name}: {}", limit.wording()));
        }
        if extent == Extent::Cut {
            page.messages.push(format!("{name}: {}", not_written(page.most)));
        }
        Ok(out)
    }

    /// Returns a note, for the first document only, that the expression has another value as XPath.
    fn compare_readings(&self, document: &Document, value: &Value<'_>) -> Option<String> {
        let other = self.as_xpath.as_ref()?;
        let differs = match other.run_with(document.root(), &self.variables) {
            Ok(answer) => answer.value() != value,
            Err(_) => true,
        };
        if !differs || self.is_noted.swap(true, Ordering::Relaxed) {
            return None;
        }
        Some(format!(
            "note: `{}` is read as `{}`; as XPath it is `{}`, which gives another answer: \
             choose with --xpath or --parsley",
            self.arguments.expression,
            reading(self.query),
            reading(other)
        ))
    }

    /// Formats the result in about `most` bytes, and returns whether that is all.
    fn formatted(
        &self,
        name: &str,
        document: &Document,
        value: &Value<'_>,
        most: u64,
    ) -> (String, Extent) {
        let mut output = BoundedOutput { text: String::new(), most, extent: Extent::Whole };
        match (self.arguments.format, value) {
            (QueryFormat::Count, _) => output.text = self.count(name, value),
            (QueryFormat::Text | QueryFormat::Html | QueryFormat::Line, _) => {
                self.texts(name, value, &mut output);
            }
            (QueryFormat::Json, Value::Nodes(nodes)) => {
                output.each(nodes, |node, most| self.line_of_json(name, node, most));
            }
            (QueryFormat::Json, _) => {
                output.text = format!("{}\n", json!({ "file": name, "value": scalar(value) }));
            }
            (QueryFormat::Spans, Value::Nodes(nodes)) => {
                output.each(nodes, |node, _| (spans(name, document, node), Extent::Whole));
            }
            (QueryFormat::Spans, _) => {}
        }
        (output.text, output.extent)
    }

    /// Writes the lines of each node, or of the value. With several documents, a line with the name
    /// precedes them.
    fn texts(&self, name: &str, value: &Value<'_>, output: &mut BoundedOutput) {
        match value {
            Value::Nodes(nodes) if self.arguments.format == QueryFormat::Html => {
                output.each(nodes, |node, most| {
                    let (html, extent) = node.html_within(most);
                    (html + "\n", extent)
                });
            }
            Value::Nodes(nodes) if self.arguments.format == QueryFormat::Line => {
                output.each(nodes, |node, most| {
                    let (html, extent) = node.html_within(most);
                    let lines: Vec<&str> = html.split(['\n', '\r']).map(str::trim).collect();
                    (lines.join(" ") + "\n", extent)
                });
            }
            Value::Nodes(nodes) => {
                output.each(nodes, |node, _| (self.text(node) + "\n", Extent::Whole));
            }
            Value::Texts(texts) => {
                output.each(texts, |text, _| (format!("{text}\n"), Extent::Whole));
            }
            other => output.text = format!("{}\n", other.to_text()),
        }
        if !self.is_alone() && !output.text.is_empty() {
            output.text.insert_str(0, &format!("==> {name} <==\n"));
        }
    }

    /// Returns the text of a node: as a reader sees it with `--text`, and with an absolute
    /// address if a base is given.
    fn text(&self, node: &Node<'_>) -> String {
        if self.arguments.text && matches!(node.kind(), NodeType::Element | NodeType::Root) {
            return node.node_ref().visible_text("\n", true);
        }
        let text = node.string_value();
        if self.arguments.base.is_some()
            && let Some(attribute) = node.attribute()
            && names().is_address(attribute.local_name())
            && let Ok(address) = node.node_ref().document().resolve(&text)
        {
            return address.into();
        }
        text.into_owned()
    }

    fn line_of_json(&self, file: &str, node: &Node<'_>, most: u64) -> (String, Extent) {
        let spans: Vec<[u32; 2]> = node.spans().iter().map(|span| [span.start, span.end]).collect();
        let (kind, text) = (node.kind().name(), self.text(node));
        let mut line = json!({ "file": file, "kind": kind, "name": node.name(), "text": text, "spans": spans });
        if node.kind() == NodeType::Element {
            let mut attributes = serde_json::Map::new();
            for attribute in node.node_ref().attributes().filter(|one| !one.is_duplicate()) {
                attributes.insert(attribute.name().to_owned(), attribute.value().into());
            }
            line["attributes"] = attributes.into();
        }
        let mut extent = Extent::Whole;
        if self.arguments.markup {
            let (html, written) = node.html_within(most);
            line["html"] = html.into();
            extent = written;
        }
        (format!("{line}\n"), extent)
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
}

/// The output for a document.
struct BoundedOutput {
    text: String,
    /// The approximate limit on its length in bytes.
    most: u64,
    extent: Extent,
}

impl BoundedOutput {
    /// Appends the output of each item while there is room; `format` receives the remaining bytes.
    /// (Nodes nest, so their outputs together can be quadratic in the size of the document.)
    fn each<T>(&mut self, items: &[T], format: impl Fn(&T, u64) -> (String, Extent)) {
        for item in items {
            let room = self.most.saturating_sub(counted(self.text.len()));
            if room == 0 {
                self.extent = Extent::Cut;
            }
            if self.extent == Extent::Cut {
                return;
            }
            let (text, extent) = format(item, room);
            self.text.push_str(&text);
            self.extent = extent;
        }
    }
}

/// Converts a value to JSON, which has no NaN and no infinities. (Numbers are formatted as XPath
/// does: `2`, not `2.0`.)
fn scalar(value: &Value<'_>) -> serde_json::Value {
    match value {
        Value::Boolean(boolean) => (*boolean).into(),
        Value::Texts(texts) => texts.as_slice().into(),
        Value::Number(number) if number.is_finite() => {
            serde_json::from_str(&value.to_text()).unwrap_or_else(|_| (*number).into())
        }
        _ => value.to_text().into_owned().into(),
    }
}

/// Formats `FILE:3:5-3:9`: a line for each span of a node in the source. Virtual tags have none.
fn spans(file: &str, document: &Document, node: &Node<'_>) -> String {
    let mut out = String::new();
    for span in node.spans() {
        let (start, end) = (document.position(span.start), document.position(span.end));
        let _ = writeln!(out, "{file}:{start}-{end}");
    }
    out
}
