//! The graph as JSON-LD 1.1.
//!
//! ```text
//! {"@context":{"@vocab":"https://schema.org/","mf":"…"},"@graph":[
//!  {"@id":"https://jane.example/","@type":["Person"],
//!   "name":["Jane"],"url":[{"@id":"https://jane.example/"}]}]}
//! ```

use oxrdf::NamedOrBlankNode;

use super::terms::{OWN, RDF, SCHEMA, XSD};
use super::{LinkedNode, Object};
use crate::output::json_writer::JsonWriter;
use crate::output::options::FormatOptions;
use crate::results::Microformats;

impl Microformats<'_> {
    /// Serializes the items as JSON-LD: a graph with terms of schema.org and of microformats.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse("<p class=h-card>Jane", &ParseOptions::default()).unwrap();
    /// let found = Microformats::new(&document, &Options::default());
    /// let json = found.to_json_ld(&FormatOptions::default());
    /// let graph = r#""@graph":[{"@id":"_:i1","@type":["Person"],"name":["Jane"]}]"#;
    /// assert!(json.contains(graph), "{json}");
    /// ```
    #[must_use]
    pub fn to_json_ld(&self, options: &FormatOptions) -> String {
        let mut json = JsonWriter::new(false, options.bytes.of(self.document().text().len()));
        json.object();
        json.object_member("@context");
        for (name, address) in [("@vocab", SCHEMA), ("mf", OWN), ("rdf", RDF), ("xsd", XSD)] {
            json.member(name, address);
        }
        json.end();
        json.array_member("@graph");
        let is_whole = self.nodes(|node| {
            write(&node, &mut json);
            json.has_room()
        });
        json.end();
        if !is_whole || self.is_cut() {
            json.flag("mf:cut", true);
        }
        json.finish()
    }
}

fn write(node: &LinkedNode<'_>, json: &mut JsonWriter) {
    json.object();
    json.member("@id", &reference(&node.id));
    let types: Vec<String> = node.types.iter().map(super::Name::short).collect();
    json.strings("@type", types.iter().map(String::as_str));
    for (name, objects) in &node.properties {
        if !json.has_room() {
            break;
        }
        json.array_member(&name.short());
        for (object, _) in objects {
            if json.has_room() {
                self::object(object, json);
            }
        }
        json.end();
    }
    json.end();
}

fn object(object: &Object<'_>, json: &mut JsonWriter) {
    match object {
        Object::Text(text) => json.string(text),
        Object::Node(id) => {
            json.object();
            json.member("@id", &reference(id));
            json.end();
        }
        Object::Typed(text, kind) => typed(text, &format!("xsd:{kind}"), json),
        Object::Markup(value) => typed(&value.html().unwrap_or_default(), "rdf:HTML", json),
    }
}

fn typed(text: &str, kind: &str, json: &mut JsonWriter) {
    json.object();
    json.member("@value", text);
    json.member("@type", kind);
    json.end();
}

/// Returns a node as JSON-LD names it.
pub(crate) fn reference(id: &NamedOrBlankNode) -> String {
    match id {
        NamedOrBlankNode::NamedNode(node) => node.as_str().to_owned(),
        NamedOrBlankNode::BlankNode(node) => node.to_string(),
    }
}
