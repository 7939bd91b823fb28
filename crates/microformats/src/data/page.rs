//! Properties of the page, as in the Open Graph protocol (<https://ogp.me/>).
//!
//! ```text
//! <meta property=og:image content=/tea.png>    a property of the page, whose value is an address
//! <meta property=og:image:width content=400>   a property of that image ("structured properties")
//! <meta property=og:image content=/cup.png>    another one ("arrays")
//! ```

use super::graph::{Graph, Object, SourcedObject};
use super::markup::{Markup, MarkupValue};
use crate::results::{TermId, Text};
use crate::vocabulary::{AttributeRole, Reading, Simple};
use wishful::base::HashMap;
use wishful::tree::{AttributeRef, NodeRef};

/// Reads the properties in a document.
pub(super) fn read<'d>(graph: &mut Graph<'d>, markup: &Markup<'d>) {
    let page = graph.page();
    // For each property, its last value that is an address.
    let mut last: HashMap<&str, TermId> = HashMap::default();
    for node in graph.document.nodes().same_tree() {
        if !markup.marks(node) {
            continue;
        }
        let names = markup.attribute(AttributeRole::Property, node);
        let Some(answer) = markup.answer_to(Reading::Text, node) else { continue };
        let written = names.map_or("", AttributeRef::value);
        if !graph.may_use(written.len()) {
            return;
        }
        for written in written.split_ascii_whitespace() {
            let listed = markup.syntax.properties.get(written);
            let name = listed.map_or(written, |listed| &listed.name);
            let Some((prefix, rest)) = name.split_once(':') else { continue };
            let Some(prefix) = markup.syntax.prefixes.get(prefix) else { continue };
            let Some(property) = graph.joined(prefix, rest) else { continue };
            let said = value(graph, markup.syntax.kind(written), node, answer);
            // (An alias of a property does not count as a structured property by its spelling.)
            let structured = name.rsplit_once(':').and_then(|(whole, _)| last.get(whole));
            graph.add(*structured.unwrap_or(&page), property, said);
            if let Object::Name(address) = said.object {
                last.insert(name, address);
            }
        }
    }
}

/// Returns the value of an element, as one of a kind.
fn value<'d>(
    graph: &mut Graph<'d>,
    kind: Option<Simple>,
    node: NodeRef<'d>,
    answer: MarkupValue<'d>,
) -> SourcedObject<'d> {
    let text = Text::Borrowed(answer.text);
    let object = match kind {
        Some(Simple::Uri) if !answer.text.trim_ascii().is_empty() => {
            Object::Name(graph.address(answer.text))
        }
        Some(Simple::Datetime) => graph.dated(text),
        _ => Object::plain(text),
    };
    graph.of_attribute(object, node, answer.attribute)
}
