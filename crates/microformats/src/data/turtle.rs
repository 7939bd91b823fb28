//! The graph as Turtle (RDF 1.1), by the crate `oxttl`.

use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};
use oxttl::TurtleSerializer;
use oxttl::turtle::WriterTurtleSerializer;

use wishful::base::counted;

/// A writer of Turtle, up to a limit.
pub(super) struct Turtle {
    writer: WriterTurtleSerializer<Vec<u8>>,
    /// The size of the texts written so far.
    bytes: u64,
    most: u64,
}

impl Turtle {
    /// Creates a writer of about `most` bytes, with prefixes; a prefix for an invalid address is
    /// omitted.
    pub(super) fn new<'p>(
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
    pub(super) fn finish(self, is_whole: bool) -> String {
        let text = self.writer.finish().expect("writing to a vector never fails");
        let mut text = String::from_utf8_lossy(&text).into_owned();
        if !is_whole {
            text.push_str("# cut\n");
        }
        text
    }

    pub(super) fn has_room(&self) -> bool {
        self.bytes < self.most
    }

    /// Writes a triple.
    pub(super) fn triple(
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
