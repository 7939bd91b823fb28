//! The operations of the npm package: documents from bytes, a compact table of all nodes, and
//! queries at a node.
//!
//! JSON of a whole tree would take longer than the parse. So `table` answers with numbers and one
//! pool of strings, from which the package makes a node when it is first used:
//!
//! ```text
//! 1, nodes, attributes, names, pieces     five numbers of 32 bits, little-endian, as all below
//! nodes × COLUMNS                         a row for each node, in document order
//! attributes × (name, from, length)       the attributes of all nodes, in the same order
//! names × (from, length)                  the names that rows refer to; the first is empty
//! pieces × (node, start, end)             the sources of texts after the first of each, by node
//! the pool                                UTF-8; `from` and `length` count units of UTF-16 in it
//! ```
//!
//! The first byte distinguishes a table from an error, which begins with `{`.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use wishful::diagnostics::{Span, Utf16};
use wishful::tree::{NodeId, NodeKind, TagOrigin};
use wishful::{Document, NodeRef};
use wishful_query::{Node, NodeType, ReachedLimit, Value, Variables};

use crate::answer::{Answered, Problem, good};
use crate::ask::QuestionLanguage;
use crate::choice::{Choice, refused};
use crate::page::PageRequest;
use crate::shelf::DocumentCache;

/// The arguments of `load`, which parses the bytes that were written to the content buffer.
#[derive(Deserialize)]
pub(crate) struct LoadRequest {
    grammar: Choice,
    /// Set if the bytes are UTF-8 without a byte order mark to remove: the text of a string.
    #[serde(default)]
    text: bool,
    encoding: Option<String>,
    transport_encoding: Option<String>,
    #[serde(default)]
    latches: Vec<String>,
    #[serde(flatten)]
    page: PageRequest,
}

#[derive(Serialize)]
struct Loaded<'d> {
    document: u32,
    limit: Option<String>,
    encoding: &'static str,
    reason: &'static str,
    malformed: bool,
    repairs: usize,
    latches: &'d [String],
}

/// Parses the content and stores the document.
pub(crate) fn load(shelf: &mut DocumentCache, asked: LoadRequest, content: Vec<u8>) -> Answered {
    let parser = shelf.parser(&asked.grammar)?;
    let options = asked.page.options_for(content.len())?.latches(asked.latches);
    let document = if asked.text {
        // OK because the package encodes a string, which gives valid UTF-8.
        let text = String::from_utf8(content).map_err(Problem::request)?;
        parser.parse(text, &options)
    } else {
        let options = options.clone().encoding(asked.encoding.as_deref());
        parser.parse(content, &options.transport_encoding(asked.transport_encoding.as_deref()))
    };
    let number = shelf.keep(parser, options, document.map_err(Problem::impossible)?);
    let document = &shelf.document(number)?.document;
    good(Loaded {
        document: number,
        limit: document.limit().map(|limit| limit.to_string()),
        encoding: document.source().encoding.name(),
        reason: document.source().reason.name(),
        malformed: document.source().had_errors,
        repairs: document.repairs().len(),
        latches: document.active_latches(),
    })
}

/// A request about a whole document.
#[derive(Deserialize)]
pub(crate) struct DocumentRequest {
    pub(crate) document: u32,
}

/// Drops a document from the cache.
pub(crate) fn free(shelf: &mut DocumentCache, asked: &DocumentRequest) -> Answered {
    shelf.free(asked.document);
    good(true)
}

/// Returns the decoded text of a document, as UTF-8 instead of JSON.
pub(crate) fn source(shelf: &DocumentCache, asked: &DocumentRequest) -> Answered {
    good(shelf.document(asked.document)?.document.text())
}

/// The numbers in the row of a node.
const COLUMNS: usize = 11;

/// The value of a column that does not apply.
const NONE: u32 = u32::MAX;

/// Returns the table of all nodes.
pub(crate) fn table(shelf: &DocumentCache, asked: &DocumentRequest) -> Answered {
    let document = &shelf.document(asked.document)?.document;
    let mut table = TableBuilder {
        rows: Vec::with_capacity(document.len() * COLUMNS),
        attributes: Vec::new(),
        names: Vec::new(),
        pieces: Vec::new(),
        known: HashMap::new(),
        pool: String::with_capacity(document.text().len()),
        units: 0,
    };
    table.name("");
    let units = Utf16::of(document.text());
    for node in document.nodes() {
        table.node(node, &units);
    }
    Ok(table.bytes())
}

struct TableBuilder<'d> {
    rows: Vec<u32>,
    attributes: Vec<u32>,
    names: Vec<u32>,
    pieces: Vec<u32>,
    known: HashMap<&'d str, u32>,
    pool: String,
    /// The length of the pool in units of UTF-16.
    units: u32,
}

impl<'d> TableBuilder<'d> {
    fn node(&mut self, node: NodeRef<'d>, units: &Utf16<'_>) {
        let before = number(self.attributes.len() / 3);
        for attribute in node.attributes().filter(|attribute| !attribute.is_duplicate()) {
            self.attribute(attribute.name(), attribute.value());
        }
        for (name, id) in [("public", node.public_id()), ("system", node.system_id())] {
            if let Some(id) = id {
                self.attribute(name, id);
            }
        }
        let name = node.name().or(node.doctype_name()).or(node.target());
        let name = name.map_or(0, |name| self.name(name));
        let namespace = node.namespace().map_or(0, |namespace| self.name(namespace));
        let [from, length] = node.text().map_or([0, 0], |text| self.string(&text));
        let (start, end) = match (node.start_tag(), node.end_tag()) {
            (None, _) => {
                let mut spans = node.spans().into_iter();
                let first = spans.next();
                for piece in spans {
                    let [start, end] = units.span(piece);
                    self.pieces.extend([number(node.id().index()), start, end]);
                }
                (first, None)
            }
            (start, end) => (written(start), written(end)),
        };
        let parent = node.parent().map_or(NONE, |parent| number(parent.id().index()));
        let [start, end] = [start, end].map(|span| span.map_or([NONE; 2], |span| units.span(span)));
        // The kind is in the lower three bits of the first column, the namespace above the fourth.
        let kind = kind(node.kind()) | u32::from(node.holds_other_tree()) << 3 | namespace << 4;
        let row = [kind, parent, number(node.end()), name, from, length, before];
        self.rows.extend(row.iter().chain(&start).chain(&end));
    }

    fn attribute(&mut self, name: &'d str, value: &str) {
        let name = self.name(name);
        let [from, length] = self.string(value);
        self.attributes.extend([name, from, length]);
    }

    /// Returns the number of a name, which is added on first use.
    fn name(&mut self, name: &'d str) -> u32 {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let added = number(self.known.len());
        self.known.insert(name, added);
        let at = self.string(name);
        self.names.extend(at);
        added
    }

    /// Adds a string to the pool and returns its position and length.
    fn string(&mut self, text: &str) -> [u32; 2] {
        let from = self.units;
        let length = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
        self.pool.push_str(text);
        self.units += number(length);
        [from, number(length)]
    }

    fn bytes(self) -> Vec<u8> {
        let header = [
            1,
            number(self.rows.len() / COLUMNS),
            number(self.attributes.len() / 3),
            number(self.names.len() / 2),
            number(self.pieces.len() / 3),
        ];
        let numbers = [&header[..], &self.rows, &self.attributes, &self.names, &self.pieces];
        let count: usize = numbers.iter().map(|list| list.len()).sum();
        let mut bytes = Vec::with_capacity(count * 4 + self.pool.len());
        for number in numbers.into_iter().flatten() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(self.pool.as_bytes());
        bytes
    }
}

/// Returns the number of a kind in a table.
fn kind(kind: NodeKind) -> u32 {
    match kind {
        NodeKind::Document => 0,
        NodeKind::Element => 1,
        NodeKind::Text => 2,
        NodeKind::Comment => 3,
        NodeKind::ProcessingInstruction => 4,
        NodeKind::Doctype => 5,
        NodeKind::Cruft => 6,
    }
}

/// Converts a count, which is below 2^32 because the module's memory is.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

/// Returns the span of a tag that is in the source.
fn written(tag: Option<TagOrigin>) -> Option<Span> {
    match tag {
        Some(TagOrigin::Written(span)) => Some(span),
        _ => None,
    }
}

/// The arguments of `select`.
#[derive(Deserialize)]
pub(crate) struct SelectRequest {
    document: u32,
    language: QuestionLanguage,
    text: String,
    /// The context node.
    #[serde(default)]
    node: usize,
    #[serde(default)]
    variables: BTreeMap<String, VariableValue>,
    steps: Option<u64>,
}

/// The value of a variable.
#[derive(Deserialize)]
#[serde(untagged)]
enum VariableValue {
    Boolean(bool),
    Number(f64),
    String(String),
}

/// The value of an expression.
#[derive(Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
enum Selected {
    /// The numbers of nodes.
    Nodes(Vec<usize>),
    /// Nodes of which some are attributes or namespaces: element, name, value and value's span.
    Mixed(Vec<MixedNode>),
    Texts(Vec<String>),
    Boolean(bool),
    /// A number in the notation of XPath, which has more values than JSON.
    Number(String),
    String(String),
}

#[derive(Serialize)]
struct MixedNode {
    node: usize,
    attribute: Option<String>,
    value: Option<String>,
    at: Option<[u32; 2]>,
}

/// Evaluates an expression at a node.
pub(crate) fn select(shelf: &mut DocumentCache, asked: SelectRequest) -> Answered {
    let language = asked.language.language();
    let query = shelf.query(language, &asked.text, asked.steps)?;
    let document = &shelf.document(asked.document)?.document;
    let node = node(document, asked.node)?;
    let variables: Variables<'_> = asked.variables.into_iter().map(bound).collect();
    let answer = query.run_with(node, &variables).map_err(refused)?;
    if let Some(limit) = answer.limit() {
        let name = if limit == ReachedLimit::Steps { "steps" } else { "answer" };
        let message = format!("the expression stopped at the limit `{name}`");
        return Err(Problem::limit(message));
    }
    good(match answer.value() {
        // An empty list is one of attributes, too, if the selector asks for them.
        Value::Nodes(nodes)
            if !query.selects_attributes()
                && nodes.iter().all(|node| node.kind() != NodeType::Attribute) =>
        {
            Selected::Nodes(nodes.iter().map(|node| node.node_ref().id().index()).collect())
        }
        Value::Nodes(nodes) => mixed(document, nodes),
        Value::Texts(texts) => Selected::Texts(texts.clone()),
        Value::Boolean(boolean) => Selected::Boolean(*boolean),
        Value::Number(_) => Selected::Number(answer.value().to_text().into_owned()),
        Value::String(text) => Selected::String(text.clone()),
    })
}

fn bound<'d>((name, value): (String, VariableValue)) -> (String, Value<'d>) {
    let value = match value {
        VariableValue::Boolean(boolean) => Value::Boolean(boolean),
        VariableValue::Number(number) => Value::Number(number),
        VariableValue::String(text) => Value::String(text),
    };
    (name, value)
}

fn mixed(document: &Document, nodes: &[Node<'_>]) -> Selected {
    let units = Utf16::of(document.text());
    let mut rows = Vec::with_capacity(nodes.len());
    for node in nodes {
        let attribute = (node.kind() == NodeType::Attribute).then_some(node);
        rows.push(MixedNode {
            node: node.node_ref().id().index(),
            attribute: attribute.and_then(|node| Some(node.attribute()?.name().to_owned())),
            value: attribute.map(|node| node.string_value().into_owned()),
            at: node.attribute().and_then(|node| Some(units.span(node.value_span()?))),
        });
    }
    Selected::Mixed(rows)
}

/// The arguments of `markup`.
#[derive(Deserialize)]
pub(crate) struct MarkupRequest {
    document: u32,
    node: usize,
    #[serde(default)]
    inner: bool,
}

/// Returns a node as HTML, or only its contents.
pub(crate) fn markup(shelf: &DocumentCache, asked: &MarkupRequest) -> Answered {
    let node = node(&shelf.document(asked.document)?.document, asked.node)?;
    good(if asked.inner { node.inner_html() } else { Node::from(node).to_html() })
}

/// Returns a node by its number.
pub(crate) fn node(document: &Document, number: usize) -> Result<NodeRef<'_>, Problem> {
    let node = document.node(NodeId::new(number));
    node.ok_or_else(|| Problem::request(format!("the document has no node {number}")))
}
