//! The graph as expanded, flat JSON-LD, and as Turtle.
//!
//! Both contain the same graph: a test parses and compares them. A name that is not an address
//! becomes `about:blank#NAME`, as if on a page of unknown address. An invalid address becomes a
//! text.

use std::fmt::Write as _;

use oxrdf::vocab::rdf;
use oxrdf::{BlankNode, Literal, NamedNode, NamedOrBlankNode, Term};

use super::graph::BLANK;
use super::turtle::Turtle;
use super::views::{StructuredData, Triple};
use crate::output::FormatOptions;
use crate::output::json_writer::JsonWriter;
use crate::output::linked::jsonld::reference;
use crate::output::linked::terms::OWN;
use wishful::base::HashSet;

/// The prefix of names without an address.
const NOWHERE: &str = "about:blank#";

impl StructuredData<'_> {
    /// Serializes the graph as JSON-LD 1.1: full names, no context, every subject once.
    ///
    /// ```
    /// use wishful_microformats::data::StructuredData;
    /// use wishful_microformats::{data::DataOptions, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<p itemscope><b itemprop=http://a.example/name>Jane";
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let data = StructuredData::new(&document, &DataOptions::default());
    /// let json = data.to_json_ld(&FormatOptions::default());
    /// let subject = r#"{"@id":"_:b1","http://a.example/name":[{"@value":"Jane"}]}"#;
    /// assert!(json.contains(subject), "{json}");
    /// ```
    #[must_use]
    pub fn to_json_ld(&self, options: &FormatOptions) -> String {
        let mut json = JsonWriter::new(false, options.bytes.of(self.document().text().len()));
        json.object();
        json.array_member("@graph");
        let subjects = self.ids();
        for subject in self.subjects() {
            if !json.has_room() {
                break;
            }
            json.object();
            json.member("@id", &reference(&named(subject.id())));
            let types: Vec<String> = subject.types().map(|it| reference(&named(it))).collect();
            if !types.is_empty() {
                json.strings("@type", types.iter().map(String::as_str));
            }
            for triples in subject.properties().values() {
                if !json.has_room() {
                    break;
                }
                json.array_member(&reference(&named(triples[0].property())));
                for triple in triples {
                    if json.has_room() {
                        write(*triple, &subjects, &mut json);
                    }
                }
                json.end();
            }
            json.end();
        }
        json.end();
        if !json.has_room() || self.is_cut() {
            json.flag(&format!("{OWN}cut"), true);
        }
        json.finish()
    }

    /// Serializes the graph as Turtle.
    ///
    /// ```
    /// use wishful_microformats::data::StructuredData;
    /// use wishful_microformats::{data::DataOptions, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<p vocab=http://schema.org/ typeof=Person><b property=name>Jane";
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let data = StructuredData::new(&document, &DataOptions::default());
    /// let turtle = data.to_turtle(&FormatOptions::default());
    /// assert!(turtle.ends_with("_:b1 a schema:Person ;\n\tschema:name \"Jane\" .\n"), "{turtle}");
    /// ```
    #[must_use]
    pub fn to_turtle(&self, options: &FormatOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let used = self.used_prefixes();
        let mut turtle = Turtle::new(used, most);
        let subjects = self.ids();
        let mut is_whole = true;
        for subject in self.subjects() {
            let id = named(subject.id());
            for triple in subject.triples() {
                is_whole &= turtle.has_room();
                if !turtle.has_room() {
                    break;
                }
                let predicate = match named(triple.property()) {
                    _ if triple.is_type() => rdf::TYPE.into_owned(),
                    NamedOrBlankNode::NamedNode(node) => node,
                    NamedOrBlankNode::BlankNode(_) => continue,
                };
                turtle.triple(&id, predicate, term(triple, &subjects));
            }
        }
        turtle.finish(is_whole && !self.is_cut())
    }

    /// Returns the names of all subjects.
    fn ids(&self) -> HashSet<&str> {
        self.subjects().map(|subject| subject.id()).collect()
    }

    /// Returns the prefixes that occur in names of the graph.
    fn used_prefixes(&self) -> impl Iterator<Item = (&str, &str)> {
        let starts: HashSet<&str> = self.graph.tables.terms.iter().map(|it| start(it)).collect();
        let prefixes = self.prefixes().into_iter().chain([("mf", OWN)]);
        prefixes.filter(move |(_, address)| starts.contains(address))
    }
}

/// Returns the part of an address that a prefix may abbreviate.
pub(super) fn start(address: &str) -> &str {
    let end = address.rfind(['#', '/']).map_or(0, |end| end + 1);
    &address[..end]
}

fn write(triple: Triple<'_>, subjects: &HashSet<&str>, json: &mut JsonWriter) {
    json.object();
    match term(triple, subjects) {
        Term::NamedNode(node) => json.member("@id", node.as_str()),
        Term::BlankNode(node) => json.member("@id", &node.to_string()),
        Term::Literal(literal) => {
            json.member("@value", literal.value());
            if let Some(language) = literal.language() {
                json.member("@language", language);
            } else if triple.datatype().is_some() {
                json.member("@type", literal.datatype().as_str());
            }
        }
    }
    json.end();
}

/// Converts the object of a triple to an RDF term.
fn term(triple: Triple<'_>, subjects: &HashSet<&str>) -> Term {
    if let Some(id) = triple.id() {
        return match NamedNode::new(id) {
            Ok(node) => node.into(),
            Err(_) if triple.is_type() || subjects.contains(id) || id.starts_with(BLANK) => {
                named(id).into()
            }
            Err(_) => Literal::new_simple_literal(id).into(),
        };
    }
    let text = triple.text().unwrap_or_default();
    if let Some(datatype) = triple.datatype() {
        return match named(datatype) {
            NamedOrBlankNode::NamedNode(node) => Literal::new_typed_literal(text, node).into(),
            NamedOrBlankNode::BlankNode(_) => Literal::new_simple_literal(text).into(),
        };
    }
    if let Some(language) = triple.language()
        && let Ok(literal) = Literal::new_language_tagged_literal(text, language)
    {
        return literal.into();
    }
    Literal::new_simple_literal(text).into()
}

/// Returns the node of a name; a name that is not an address gets one.
fn named(name: &str) -> NamedOrBlankNode {
    if let Some(label) = name.strip_prefix(BLANK)
        && let Ok(node) = BlankNode::new(label)
    {
        return node.into();
    }
    if let Ok(node) = NamedNode::new(name) {
        return node.into();
    }
    let mut address = String::from(NOWHERE);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            // OK because writing to a string never fails.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    NamedNode::new_unchecked(address).into()
}
