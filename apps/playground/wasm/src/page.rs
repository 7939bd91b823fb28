//! Documents: operations that parse them and return parts of them.

use serde::{Deserialize, Serialize, Serializer};
use wishful::diagnostics::Utf16;
#[cfg(feature = "check")]
use wishful::source::{Decoded, Encoding, EncodingReason};
use wishful::tree::{Extent, NodeKind, WriteOptions};
use wishful::{Allowance, Document, ParseOptions, Parser};

use crate::answer::{Answered, Problem, good};
use crate::choice::Choice;
use crate::rows::{NodeRows, RepairRows};
use crate::shelf::{CachedDocument, DocumentCache};

/// Limits of the work. A text over `text` bytes is rejected, and a parse ends at `nodes`. A search
/// for tags to insert ends at `search`; outputs are cut at `output` bytes.
///
/// With the defaults, no document takes more than some hundred megabytes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct PageLimits {
    text: usize,
    nodes: u64,
    search: u64,
    pub(crate) output: u64,
}

impl Default for PageLimits {
    fn default() -> Self {
        Self { text: 8 << 20, nodes: 2_000_000, search: 10_000, output: 64 << 20 }
    }
}

/// The default number of rows in an answer.
const ROWS: usize = 500;

/// A document to parse, and the options of the parse.
#[derive(Deserialize)]
pub(crate) struct PageRequest {
    /// Empty if the document is in the content buffer.
    #[cfg_attr(feature = "package", serde(default))]
    pub(crate) html: String,
    /// The decoding of the text, if it was bytes.
    #[cfg(feature = "check")]
    decoded: Option<DecodedText>,
    fragment: Option<String>,
    #[cfg(feature = "queries")]
    url: Option<String>,
    #[serde(default)]
    limits: PageLimits,
    rows: Option<usize>,
    #[serde(default = "yes")]
    write: bool,
    #[serde(default)]
    blanks: bool,
}

/// The encoding of the bytes of a text, as `load` answers about them.
#[cfg(feature = "check")]
#[derive(Deserialize)]
struct DecodedText {
    encoding: String,
    reason: String,
    malformed: bool,
}

#[cfg(feature = "check")]
impl DecodedText {
    /// Returns the text as the decoder returned it, but without its bytes.
    fn of(&self, text: &str) -> Result<Decoded, Problem> {
        let Self { encoding, reason, malformed } = self;
        let unknown = || Problem::request(format!("unknown encoding `{encoding}` by `{reason}`"));
        let mut decoded = Decoded::from_text(text);
        decoded.encoding = Encoding::for_label(encoding.as_bytes()).ok_or_else(unknown)?;
        decoded.reason = EncodingReason::from_name(reason).ok_or_else(unknown)?;
        decoded.had_errors = *malformed;
        Ok(decoded)
    }
}

/// The arguments of `parse`: a page and a grammar.
#[derive(Deserialize)]
pub(crate) struct Parse {
    grammar: Choice,
    #[serde(flatten)]
    page: PageRequest,
}

fn yes() -> bool {
    true
}

/// A request for some rows of a document.
#[derive(Deserialize)]
pub(crate) struct Window {
    document: u32,
    #[serde(default)]
    from: usize,
    rows: Option<usize>,
}

/// A request about a position in a document.
#[derive(Deserialize)]
pub(crate) struct DocumentPosition {
    document: u32,
    at: u32,
}

impl PageRequest {
    /// Converts the options of the parse.
    ///
    /// # Errors
    /// If the text is over the limit, or an option is invalid.
    pub(crate) fn options(&self) -> Result<ParseOptions, Problem> {
        self.options_for(self.html.len())
    }

    /// Converts the options of the parse of a text with `length` bytes.
    pub(crate) fn options_for(&self, length: usize) -> Result<ParseOptions, Problem> {
        if length > self.limits.text {
            return Err(Problem::too_large(length, self.limits.text));
        }
        let limits = wishful::Limits::default()
            .nodes(Allowance::fixed(self.limits.nodes))
            .search_nodes(self.limits.search);
        let fragment = self.fragment.clone().filter(|name| !name.is_empty());
        let options = ParseOptions::default().fragment(fragment.as_deref()).limits(limits);
        #[cfg(feature = "queries")]
        let options = options.url(self.address()?);
        Ok(options)
    }

    /// Parses the document's URL, which only the tools need.
    #[cfg(feature = "queries")]
    fn address(&self) -> Result<Option<url::Url>, Problem> {
        match self.url.as_deref() {
            None | Some("") => Ok(None),
            Some(url) => match url.parse() {
                Ok(url) => Ok(Some(url)),
                Err(error) => Err(Problem::impossible(format!("url: {error}"))),
            },
        }
    }

    /// Parses the document and stores it, and returns its number.
    ///
    /// # Errors
    /// The errors of the parser.
    pub(crate) fn parse(&self, shelf: &mut DocumentCache, parser: &Parser) -> Result<u32, Problem> {
        let options = self.options()?;
        let text = self.html.as_str();
        #[cfg(feature = "check")]
        let text = match &self.decoded {
            Some(decoded) => decoded.of(text)?,
            None => Decoded::from_text(text),
        };
        let document = parser.parse(text, &options).map_err(Problem::impossible)?;
        Ok(shelf.keep(parser.clone(), options, document))
    }

    /// Describes a parsed document.
    pub(crate) fn answer<'k>(&self, kept: &'k CachedDocument) -> Parsed<'k> {
        let most = self.rows.unwrap_or(ROWS);
        let (html, html_cut) =
            if self.write { written(&kept.document, self.limits.output) } else { (None, false) };
        let document = &kept.document;
        Parsed {
            document: kept.number,
            grammar: kept.parser.grammar().name(),
            modes: kept.parser.grammar().modes().iter().map(|mode| mode.name.as_str()).collect(),
            limit: document.limit().map(|limit| limit.to_string()),
            html,
            html_cut,
            parents: Parents(document),
            blanks: if self.blanks { blanks(document) } else { Vec::new() },
            nodes: NodeRows { document, from: 1, most },
            repairs: RepairList {
                count: document.repairs().len(),
                mistakes: document.replay().mistakes().count(),
                rows: RepairRows { kept, from: 0, most },
            },
            errors: errors(document),
        }
    }
}

/// Serialises the document as HTML, and reports whether the limit cut it: the fields `html` and
/// `html_cut` of the answer.
fn written(document: &Document, most: u64) -> (Option<String>, bool) {
    let options = WriteOptions::default().bytes(Allowance::fixed(most));
    let mut html = String::new();
    // OK because writing to a string never fails.
    let extent = document.write_html(options, &mut html).unwrap_or(Extent::Cut);
    (Some(html), extent == Extent::Cut)
}

#[derive(Serialize)]
pub(crate) struct Parsed<'k> {
    document: u32,
    grammar: &'k str,
    modes: Vec<&'k str>,
    limit: Option<String>,
    html: Option<String>,
    html_cut: bool,
    parents: Parents<'k>,
    blanks: Vec<usize>,
    nodes: NodeRows<'k>,
    repairs: RepairList<'k>,
    errors: Vec<ErrorRow>,
}

/// Returns the numbers of the texts that are blank.
fn blanks(document: &Document) -> Vec<usize> {
    let mut blanks = Vec::new();
    for node in document.nodes() {
        if node.kind() == NodeKind::Text
            && node.text().is_some_and(|text| text.trim_ascii().is_empty())
        {
            blanks.push(node.id().index());
        }
    }
    blanks
}

/// A sequence of the parents' numbers of all nodes.
struct Parents<'d>(&'d Document);

impl Serialize for Parents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parents = self.0.nodes().map(|node| node.parent().map(|parent| parent.id().index()));
        serializer.collect_seq(parents)
    }
}

#[derive(Serialize)]
struct RepairList<'k> {
    count: usize,
    mistakes: usize,
    rows: RepairRows<'k>,
}

/// A parse error with a code in the standard.
#[derive(Serialize)]
struct ErrorRow {
    code: &'static str,
    at: [u32; 2],
    place: String,
}

fn errors(document: &Document) -> Vec<ErrorRow> {
    let units = Utf16::of(document.text());
    let mut rows = Vec::new();
    for error in document.replay().parse_errors() {
        let at = units.unit(error.at);
        let place = document.position(error.at).to_string();
        rows.push(ErrorRow { code: error.code, at: [at, at], place });
    }
    rows
}

/// Parses a text.
pub(crate) fn parse(shelf: &mut DocumentCache, Parse { grammar, page }: Parse) -> Answered {
    let parser = shelf.parser(&grammar)?;
    let number = page.parse(shelf, &parser)?;
    good(page.answer(shelf.document(number)?))
}

/// Returns some of the nodes.
pub(crate) fn nodes(shelf: &DocumentCache, window: &Window) -> Answered {
    let document = &shelf.document(window.document)?.document;
    good(NodeRows { document, from: window.from, most: window.rows.unwrap_or(ROWS) })
}

/// Returns some of the repairs.
pub(crate) fn repairs(shelf: &DocumentCache, window: &Window) -> Answered {
    let kept = shelf.document(window.document)?;
    good(RepairRows { kept, from: window.from, most: window.rows.unwrap_or(ROWS) })
}

/// A request for a document in an output format.
#[cfg(feature = "queries")]
#[derive(Deserialize)]
pub(crate) struct OutputRequest {
    document: u32,
    format: String,
    #[serde(default)]
    limits: PageLimits,
}

#[cfg(feature = "queries")]
#[derive(Serialize)]
struct Output {
    text: String,
    cut: bool,
}

/// Writes a document in one of the formats of the command line.
#[cfg(feature = "queries")]
pub(crate) fn output(shelf: &DocumentCache, asked: &OutputRequest) -> Answered {
    let document = &shelf.document(asked.document)?.document;
    let format = wishful::tree::Format::from_name(&asked.format)
        .ok_or_else(|| Problem::request(format!("unknown format `{}`", asked.format)))?;
    let options = WriteOptions::default().bytes(Allowance::fixed(asked.limits.output));
    let mut text = String::new();
    // OK because writing to a string never fails.
    let extent = document.write(format, options, &mut text).unwrap_or(Extent::Cut);
    good(Output { text, cut: extent == Extent::Cut })
}

/// The node, the token and the repairs at a position.
#[derive(Serialize)]
struct PositionAnswer {
    node: Option<usize>,
    token: Option<[u32; 2]>,
    repairs: Vec<usize>,
}

/// Returns the node, the token and the repairs at an offset.
pub(crate) fn at(
    shelf: &DocumentCache,
    DocumentPosition { document, at }: &DocumentPosition,
) -> Answered {
    let document = &shelf.document(*document)?.document;
    let units = Utf16::of(document.text());
    let offset = units.offset(*at);
    let token = document.token_at(offset);
    let mut repairs = Vec::new();
    if let Some(token) = token {
        for (number, repair) in document.repairs().iter().enumerate() {
            let start = repair.span.start;
            if start == token.start || (token.start..token.end).contains(&start) {
                repairs.push(number);
            }
        }
    }
    let node = match document.replay().node_at(offset) {
        Some(node) if node.id().index() > 0 => Some(node.id().index()),
        _ => None,
    };
    good(PositionAnswer { node, token: token.map(|token| units.span(token)), repairs })
}
