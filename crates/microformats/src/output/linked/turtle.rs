//! The graph as Turtle (RDF 1.1), by the crate `oxttl`.

use oxrdf::vocab::rdf;
use oxrdf::{Literal, NamedNode, NamedOrBlankNode, Term, Triple};
use oxttl::TurtleSerializer;
use oxttl::turtle::WriterTurtleSerializer;

use super::terms::{OWN, RDF, SCHEMA, XSD};
use super::{LinkedNode, Object};
use crate::output::options::FormatOptions;
use crate::results::Microformats;
use wishful::base::counted;

/// A writer of Turtle, up to a limit.
pub(crate) struct Turtle {
    writer: WriterTurtleSerializer<Vec<u8>>,
    /// The size of the texts written so far.
    bytes: u64,
    most: u64,
}

impl Microformats<'_> {
    /// Serializes the items as Turtle: the graph of [`Microformats::to_json_ld`].
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<p class=h-card>Jane", &ParseOptions::default()).unwrap();
    /// let microformats = Microformats::new(&document, &Options::default());
    /// let turtle = microformats.to_turtle(&FormatOptions::default());
    /// assert!(turtle.ends_with("_:i1 a schema:Person ;\n\tschema:name \"Jane\" .\n"), "{turtle}");
    /// ```
    #[must_use]
    pub fn to_turtle(&self, options: &FormatOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let prefixes = [("schema", SCHEMA), ("mf", OWN), ("rdf", RDF), ("xsd", XSD)];
        let mut turtle = Turtle::new(prefixes, most);
        let is_whole = self.nodes(|node| {
            turtle.node(&node);
            turtle.has_room()
        });
        turtle.finish(is_whole && !self.is_cut())
    }
}

impl Turtle {
    /// Creates a writer of about `most` bytes, with prefixes; a prefix for an invalid address is
    /// omitted.
    pub(crate) fn new<'p>(
        prefixes: impl IntoIterator<Item = (&'p str, &'p str)>,
        most: u64,
    ) -> Self {
        let mut serializer = TurtleSerializer::new();
        for (name, address) in prefixes {
            serializer = serializer.clone().with_prefix(name, address).unwrap_or(serializer);
        }
        Self { writer: serializer.for_writer(Vec::new()), bytes: 0, most }
    }

    /// Returns the text; an incomplete one ends in a comment.
    pub(crate) fn finish(self, is_whole: bool) -> String {
        let text = self.writer.finish().expect("writing to a vector never fails");
        let mut text = String::from_utf8_lossy(&text).into_owned();
        if !is_whole {
            text.push_str("# cut\n");
        }
        text
    }

    pub(crate) fn has_room(&self) -> bool {
        self.bytes < self.most
    }

    fn node(&mut self, node: &LinkedNode<'_>) {
        for name in &node.types {
            self.triple(&node.id, rdf::TYPE.into_owned(), name.iri().into());
        }
        for (name, objects) in &node.properties {
            for (object, _) in objects {
                if self.has_room() {
                    self.triple(&node.id, name.iri(), term(object));
                }
            }
        }
    }

    /// Writes a triple.
    pub(crate) fn triple(
        &mut self,
        subject: &NamedOrBlankNode,
        predicate: NamedNode,
        object: Term,
    ) {
        let length = match &object {
            Term::Literal(literal) => literal.value().len(),
            Term::NamedNode(node) => node.as_str().len(),
            Term::BlankNode(_) => 0,
        };
        // (The length of predicates counts, too.)
        self.bytes += counted(length) + counted(predicate.as_str().len());
        let triple = Triple::new(subject.clone(), predicate, object);
        self.writer.serialize_triple(&triple).expect("writing to a vector never fails");
    }
}

fn term(object: &Object<'_>) -> Term {
    match object {
        Object::Text(text) => Literal::new_simple_literal(text.as_ref()).into(),
        Object::Node(node) => node.clone().into(),
        Object::Typed(text, kind) => {
            let kind = NamedNode::new_unchecked(format!("{XSD}{kind}"));
            Literal::new_typed_literal(text.as_str(), kind).into()
        }
        Object::Markup(value) => {
            let html = value.html().unwrap_or_default();
            let kind = NamedNode::new_unchecked(format!("{RDF}HTML"));
            Literal::new_typed_literal(html, kind).into()
        }
    }
}
