//! The processing of a page, from its bytes to its row.
//!
//! A page is parsed once, and each column is computed from its document. Every computation that
//! could take long or grow large has its own limit. The limits are counts and not times, so every
//! run gives the same rows. If a limit stops a computation, the row keeps the partial result, and
//! its column `limits` names the limit.

use std::cell::LazyCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use wishful::diagnostics::Report;
use wishful::tree::Document;
use wishful::{Allowance, Grammar, Limits, NodeRef, ParseError, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;
use wishful_microformats::Microformats;
use wishful_microformats::output::JsonOptions;
use wishful_microformats::vocabulary::shipped_files;
use wishful_parselet::{CompileOptions, Parselet};
use wishful_query::{Language, Query, ReachedLimit, Select, Value};
use wishful_workbench::causes::Variants;
use wishful_workbench::changes::Sample;

use crate::addresses::Base;
use crate::arguments::{Bounds, CrawlArguments};
use crate::columns::Column;
use crate::elements::{LinkElement, PageElements};
use crate::failure::CrawlFailure;
use crate::http::{self, Body};
use crate::output::TextChecksums;
use crate::pages::{Block, PageContent, StoredPage};
use crate::row::{Link, MappedRun, Origin, PageOutcome, PageRow, Parsed};

/// The maximum total length of a page's resolved URLs. Above it, links are not resolved.
const ADDRESSES: usize = 64 << 20;

/// The queries of a command line, shared by all workers.
pub(crate) struct Questions {
    parser: Parser,
    grammar: Arc<str>,
    columns: Vec<Column>,
    bounds: Bounds,
    /// The selected types of microformats; empty for all of them.
    types: Vec<String>,
    parselet: Option<Parselet>,
    query: Option<Query>,
    diagnoser: Option<Diagnoser>,
    /// The two grammars of `--diff`.
    diff: Option<Variants>,
    /// The checksums of the texts that these queries were compiled from.
    texts: TextChecksums,
}

/// The bytes of an HTML page, and their metadata.
struct Html {
    bytes: Vec<u8>,
    is_cut: bool,
    charset: Option<String>,
}

/// The result of a page: empty if it is not HTML.
#[derive(Default)]
pub(crate) struct PageAnswer {
    pub(crate) row: Option<PageRow>,
    /// A flag that `--diff` compared the page and found no change.
    pub(crate) is_same: bool,
    /// The page itself, if `--diff` found a change.
    pub(crate) sample: Option<Sample>,
}

impl PageAnswer {
    fn row(row: PageRow) -> Self {
        Self { row: Some(row), ..Self::default() }
    }

    /// Returns the approximate number of bytes.
    pub(crate) fn size(&self) -> usize {
        self.row.as_ref().map_or(0, PageRow::size) + self.sample.as_ref().map_or(0, Sample::size)
    }
}

impl Questions {
    /// Compiles the queries of a command line.
    ///
    /// # Errors
    /// If a grammar, a parselet or an expression has errors; the message shows them with carets.
    pub(crate) fn of(arguments: &CrawlArguments) -> Result<Self, CrawlFailure> {
        let first = arguments.diff.first().unwrap_or(&arguments.grammar);
        let parser = parser(first)?;
        let diff = match arguments.diff.get(1) {
            Some(second) => Some(Variants::new(vec![parser.clone(), self::parser(second)?])),
            None => None,
        };
        let name = parser.grammar().name().into();
        let columns = arguments.columns()?;
        let mut texts = texts_of(parser.grammar(), &columns);
        let bounds = arguments.bounds;
        let diagnoser = match &arguments.check {
            Some(rules) => {
                let rules = Grammar::load(rules).map_err(refused)?;
                add_texts(&rules, &mut texts);
                let checker = Checker::new(rules).map_err(refused)?;
                Some(Diagnoser::new(parser.clone(), checker))
            }
            None => None,
        };
        let parselet = match &arguments.parselet {
            Some(path) => Some(parselet(path, &mut texts)?),
            None => None,
        };
        Ok(Self {
            parser,
            grammar: name,
            columns,
            bounds,
            types: arguments.types()?,
            parselet,
            query: match &arguments.query {
                Some(query) => {
                    let compiled = Query::compile_within(Language::Parsley, query, limits(&bounds));
                    Some(compiled.map_err(refused)?)
                }
                None => None,
            },
            diagnoser,
            diff,
            texts,
        })
    }

    /// Returns the columns of the rows.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the file name of the grammar.
    pub(crate) fn grammar(&self) -> &str {
        &self.grammar
    }

    /// Returns the checksums of the texts that these queries were compiled from.
    pub(crate) fn texts(&self) -> &TextChecksums {
        &self.texts
    }

    /// Returns the two grammars of `--diff`.
    pub(crate) fn diff(&self) -> Option<&Variants> {
        self.diff.as_ref()
    }

    /// Processes a page.
    pub(crate) fn answer(&self, page: StoredPage) -> PageAnswer {
        let StoredPage { origin, content } = page;
        let without =
            |outcome, why| PageAnswer::row(PageRow::without_page(origin.clone(), outcome, why));
        let (response, html) = match content {
            PageContent::Damaged(why) => return without(PageOutcome::Damaged, why),
            PageContent::Unreadable(why) => return without(PageOutcome::GivenUp, why),
            PageContent::Document(block, media_type) => {
                (http::Response::default(), document(block, media_type, &self.bounds))
            }
            PageContent::Response(block) => {
                match http::read(&block.bytes, block.is_cut, self.bounds.page()) {
                    Err(why) => return without(PageOutcome::GivenUp, why),
                    Ok(mut response) => {
                        let Some(html) = html(&mut response) else { return PageAnswer::default() };
                        (response, html)
                    }
                }
            }
        };
        self.answer_of_html(origin, response, html)
    }

    fn answer_of_html(&self, origin: Origin, response: http::Response, html: Html) -> PageAnswer {
        let again = origin.clone();
        // OK because a page shares nothing with another that could be left half done.
        let answer =
            catch_unwind(AssertUnwindSafe(|| self.answer_or_panic(origin, response, html)));
        match answer {
            Ok(answer) => answer,
            Err(_) => {
                let why = "the library panicked on this page, which is a bug in wishful: please report it";
                PageAnswer::row(PageRow::without_page(again, PageOutcome::GivenUp, why))
            }
        }
    }

    fn answer_or_panic(&self, origin: Origin, response: http::Response, html: Html) -> PageAnswer {
        let length = html.bytes.len();
        let options = self.options(&origin, &html);
        let documents = match self.parsed(html.bytes, &options) {
            Ok(documents) => documents,
            Err(error) => {
                let row = PageRow::without_page(origin, PageOutcome::GivenUp, error.to_string());
                return PageAnswer::row(row);
            }
        };
        let document = &documents[0];
        let http::Response { status, media_type, body: Body { damage, .. }, .. } = response;
        let mut row = PageRow { origin, media_type, ..PageRow::default() };
        if status > 0 {
            row.status = Some(status);
        }
        for document in &documents {
            if let Some(limit) = document.limit() {
                row.cut(limit.name());
            }
        }
        if let Some(damage) = damage {
            row.cut("body");
            row.note = Some(damage);
        }
        let (mut is_same, mut sample) = (false, None);
        if let Some(variants) = &self.diff {
            match variants.change(&documents, 1) {
                None if row.outcome == PageOutcome::Whole => {
                    return PageAnswer { is_same: true, ..PageAnswer::default() };
                }
                None => is_same = true,
                Some(change) => {
                    let name = row.origin.name();
                    sample = Some(Sample::new(name, &change, document, &options));
                    row.change = Some(change);
                }
            }
        }
        row.parsed = Some(self.outcome_of(document, &options, length));
        self.ask(document, &mut row);
        PageAnswer { row: Some(row), is_same, sample }
    }

    fn options(&self, origin: &Origin, html: &Html) -> ParseOptions {
        ParseOptions::default()
            .url(origin.url.as_deref().and_then(|url| url.parse().ok()))
            .transport_encoding(html.charset.as_deref())
            .limits(
                Limits::default()
                    .text_bytes(self.bounds.max_bytes)
                    .tokens(self.bounds.max_tokens)
                    .nodes(Allowance::fixed(self.bounds.max_nodes)),
            )
            .partial(html.is_cut)
    }

    /// Parses a page by the grammar, or by the two of `--diff`.
    fn parsed(&self, bytes: Vec<u8>, options: &ParseOptions) -> Result<Vec<Document>, ParseError> {
        if let Some(variants) = &self.diff {
            return variants.parse(&bytes, options);
        }
        // Only the events determine which repairs are allowed, and one of the parse errors.
        let recorded = [Column::Kinds, Column::Lines, Column::Errors, Column::Findings];
        let options = options.clone().record_events(self.wants(&recorded));
        Ok(vec![self.parser.parse(bytes, &options)?])
    }

    fn wants(&self, columns: &[Column]) -> bool {
        columns.iter().any(|column| self.columns.contains(column))
    }

    fn outcome_of(&self, document: &Document, options: &ParseOptions, bytes: usize) -> Parsed {
        let mut errors = std::collections::BTreeMap::new();
        let listed =
            if self.wants(&[Column::Errors]) { document.replay().parse_errors() } else { &[] };
        for error in listed {
            *errors.entry(error.code.to_owned()).or_default() += 1;
        }
        let findings = self.diagnoser.as_ref().map(|diagnoser| {
            let mut by_code = std::collections::BTreeMap::new();
            for finding in diagnoser.findings(document, options) {
                *by_code.entry(finding.code).or_default() += 1;
            }
            by_code
        });
        let wants_lines = self.wants(&[Column::Kinds, Column::Lines]);
        let lines = if wants_lines { document.repair_counts() } else { Vec::new() };
        let source = document.source();
        Parsed {
            bytes,
            encoding: source.encoding.name(),
            encoding_reason: source.reason.name(),
            grammar: self.grammar.clone(),
            latches: document.active_latches().to_vec(),
            tokens: document.work().tokens,
            nodes: document.len(),
            lines,
            errors,
            findings,
        }
    }

    /// Fills the columns that query the tree.
    fn ask(&self, document: &Document, row: &mut PageRow) {
        // Not all columns need them.
        let found = LazyCell::new(|| PageElements::of(document));
        if self.wants(&[Column::Title]) {
            let title = found.title.map(NodeRef::text_content);
            row.title = self.words(title.as_deref(), "title", row);
        }
        if self.wants(&[Column::Lang]) {
            row.lang = self.words(found.lang, "lang", row);
        }
        if self.wants(&[Column::Description]) {
            row.description = self.words(found.description, "description", row);
        }
        if self.wants(&[Column::Canonical])
            && let Some(href) = found.canonical
        {
            let url = Base::of(document).resolved(href);
            row.canonical = Some(self.bounded(url, "canonical", row));
        }
        if self.wants(&[Column::Text]) {
            row.text = Some(self.bounded(document.visible_text("\n", true), "text", row));
        }
        if self.wants(&[Column::TextMap]) {
            self.text_map(document, row);
        }
        if self.wants(&[Column::JsonLd]) {
            let scripts = found.json_ld.iter().map(|script| script.text_content());
            row.json_ld = Some(self.bounded_texts(scripts, "json_ld", row));
        }
        if self.wants(&[Column::Links]) {
            self.links(document, &found.links, row);
        }
        if self.wants(&[Column::Microformats]) {
            self.microformats(document, row);
        }
        if self.parselet.is_some() {
            self.extract(document, row);
        }
        if self.query.is_some() {
            self.query(document, row);
        }
    }

    /// Returns a text with white space collapsed.
    fn words(&self, text: Option<&str>, limit: &'static str, row: &mut PageRow) -> Option<String> {
        let mut words = String::new();
        for word in text?.split_ascii_whitespace() {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(word);
        }
        Some(self.bounded(words, limit, row))
    }

    /// Cuts a text that is longer than the limit.
    fn bounded(&self, mut text: String, limit: &'static str, row: &mut PageRow) -> String {
        if text.len() > self.bounds.value() {
            text.truncate(text.floor_char_boundary(self.bounds.value()));
            row.cut(limit);
        }
        text
    }

    /// Returns texts up to a total length.
    fn bounded_texts(
        &self,
        all: impl Iterator<Item = String>,
        limit: &'static str,
        row: &mut PageRow,
    ) -> Vec<String> {
        let (mut texts, mut left) = (Vec::new(), self.bounds.value());
        for text in all {
            match left.checked_sub(text.len()) {
                Some(then) => left = then,
                None => {
                    row.cut(limit);
                    break;
                }
            }
            texts.push(text);
        }
        texts
    }

    /// Fills the runs of the visible text, up to the limit of their texts.
    fn text_map(&self, document: &Document, row: &mut PageRow) {
        let map = document.text_map("\n", true);
        let (mut runs, mut left) = (Vec::new(), self.bounds.value());
        for run in map.runs() {
            let Some(then) = left.checked_sub(run.range.len()) else {
                row.cut("text_map");
                break;
            };
            left = then;
            let byte = |offset| document.source().byte_offset(offset);
            runs.push(MappedRun {
                text: map.text()[run.range.clone()].to_owned(),
                kind: run.kind.word(),
                start: run.span.map(|span| byte(span.start)),
                end: run.span.map(|span| byte(span.end)),
                moved: run.is_moved,
            });
        }
        row.text_map = Some(runs);
    }

    fn links(&self, document: &Document, found: &[LinkElement<'_>], row: &mut PageRow) {
        if !has_room_for_addresses(document) {
            return row.cut("links");
        }
        let base = Base::of(document);
        let (mut links, mut left) = (Vec::new(), self.bounds.value());
        for &LinkElement { name: element, href, rel } in found {
            let href = base.resolved(href);
            let Some(then) = left.checked_sub(href.len() + rel.map_or(0, str::len)) else {
                row.cut("links");
                break;
            };
            left = then;
            links.push(Link { element, href, rel: rel.map(str::to_owned) });
        }
        row.links = Some(links);
    }

    fn microformats(&self, document: &Document, row: &mut PageRow) {
        if !has_room_for_addresses(document) {
            return row.cut("microformats");
        }
        let found = Microformats::new(document, &Default::default());
        let bytes = Allowance::fixed(u64::from(self.bounds.max_value));
        let options = JsonOptions::default().bytes(bytes);
        let mut json = if self.types.is_empty() {
            found.to_json(&options)
        } else {
            found.to_json_of(&self.types, &options)
        };
        json.truncate(json.trim_end().len());
        // The last member of an output that was cut says so.
        if json.ends_with(r#""cut":true}"#) {
            row.cut("microformats");
        }
        row.microformats = Some(json);
    }

    fn extract(&self, document: &Document, row: &mut PageRow) {
        let Some(parselet) = &self.parselet else { return };
        let options = wishful_parselet::Options::default().limits(limits(&self.bounds));
        let extraction = parselet.extract(document, &options);
        if let Some(met) = extraction.limit() {
            row.cut(match met {
                ReachedLimit::Steps => "parselet-steps",
                ReachedLimit::Answer => "parselet",
            });
        }
        match extraction.to_json() {
            Ok(json) => row.parselet = Some(json),
            Err(error) => row.parselet_error = Some(error.to_string()),
        }
    }

    fn query(&self, document: &Document, row: &mut PageRow) {
        let Some(query) = &self.query else { return };
        let answer = match query.run(document) {
            Ok(answer) => answer,
            Err(report) => {
                row.query_error = Some(report.render(false));
                return;
            }
        };
        if let Some(met) = answer.limit() {
            row.cut(match met {
                ReachedLimit::Steps => "query-steps",
                ReachedLimit::Answer => "query",
            });
        }
        row.query = Some(self.bounded_texts(texts(answer.value()), "query", row));
    }
}

/// Creates the parser of a grammar.
fn parser(name: &str) -> Result<Parser, CrawlFailure> {
    let grammar = Grammar::load(name).map_err(refused)?;
    Parser::new(grammar).map_err(|error| CrawlFailure::refused(error.to_string()))
}

/// Reports whether a page's URLs may be resolved. Each is joined to the base, so a crafted page
/// with a long base and many links has quadratic output; no real page comes near.
fn has_room_for_addresses(document: &Document) -> bool {
    let base = document.base_url().map_or(0, |base| base.as_str().len());
    base.saturating_mul(document.len()) <= ADDRESSES
}

/// Returns the texts of a value.
fn texts<'a>(value: &'a Value<'_>) -> Box<dyn Iterator<Item = String> + 'a> {
    match value {
        Value::Nodes(nodes) => Box::new(nodes.iter().map(|node| node.string_value().into_owned())),
        Value::Texts(texts) => Box::new(texts.iter().cloned()),
        other => Box::new(std::iter::once(other.to_text().into_owned())),
    }
}

/// Returns the limits of an expression.
fn limits(bounds: &Bounds) -> wishful_query::Limits {
    wishful_query::Limits::default()
        .steps(Allowance::fixed(bounds.max_steps))
        .answer(Allowance::fixed(u64::from(bounds.max_value)))
}

/// Returns checksums of the grammar with all that it uses, and of the texts that fill columns.
fn texts_of(grammar: &Grammar, columns: &[Column]) -> TextChecksums {
    let mut texts = TextChecksums::default();
    add_texts(grammar, &mut texts);
    if columns.contains(&Column::Microformats) {
        for file in shipped_files() {
            texts.add(file.name, file.text);
        }
    }
    texts
}

fn add_texts(grammar: &Grammar, texts: &mut TextChecksums) {
    for (_, file) in grammar.files().iter() {
        texts.add(file.name(), file.text());
    }
}

fn parselet(path: &Path, texts: &mut TextChecksums) -> Result<Parselet, CrawlFailure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CrawlFailure::unreadable(path.display(), &error))?;
    // The path of a parselet does not matter, only its text.
    texts.add("--parselet", &text);
    let name = path.display().to_string();
    let compiled = Parselet::compile(&name, &text, &CompileOptions::default());
    compiled.map_err(refused)
}

/// Creates the failure of a text with errors, shown with carets.
fn refused(report: Report) -> CrawlFailure {
    CrawlFailure::refused(report.render(false))
}

/// Converts a page that is not part of a response.
fn document(block: Block, media_type: Option<String>, bounds: &Bounds) -> Html {
    let Block { mut bytes, mut is_cut } = block;
    is_cut |= bytes.len() > bounds.page();
    bytes.truncate(bounds.page());
    let charset = match media_type {
        Some(declared) => http::media_type(&declared).1,
        None => None,
    };
    Html { bytes, is_cut, charset }
}

/// Extracts the HTML of a response. It must declare HTML, or declare no type and begin with `<`.
fn html(response: &mut http::Response) -> Option<Html> {
    let is_html = match response.media_type.as_deref() {
        None => response.body.bytes.trim_ascii_start().first() == Some(&b'<'),
        Some(declared) => matches!(declared, "text/html" | "application/xhtml+xml"),
    };
    if !is_html {
        return None;
    }
    Some(Html {
        bytes: std::mem::take(&mut response.body.bytes),
        is_cut: response.body.is_cut,
        charset: response.charset.clone(),
    })
}
