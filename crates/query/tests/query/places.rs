//! Identifiers of nodes for `tests/peers/xpath.sh`. A node is identified by its number in document
//! order, not counting attributes and namespaces; for these, `@name` or `#prefix` follows the
//! element's number.

use std::collections::HashMap;

use wishful::Document;
use wishful::tree::{NodeId, NodeKind};
use wishful_query::{Node, NodeType, Value};

/// The numbers of the nodes of a document.
pub(crate) struct Places(HashMap<NodeId, usize>);

impl Places {
    pub(crate) fn of(document: &Document) -> Self {
        let mut numbers = HashMap::new();
        for node in document.nodes() {
            if !matches!(node.kind(), NodeKind::Doctype | NodeKind::Cruft) {
                numbers.insert(node.id(), numbers.len());
            }
        }
        Self(numbers)
    }

    fn of_node(&self, node: Node<'_>) -> String {
        let own = self.0[&node.node_ref().id()];
        match node.kind() {
            NodeType::Attribute => format!("{own}@{}", node.name().unwrap_or_default()),
            NodeType::Namespace => format!("{own}#{}", node.name().unwrap_or_default()),
            _ => own.to_string(),
        }
    }

    /// Converts a value to JSON: nodes to a list of identifiers, numbers to `{"number": "1.5"}`.
    pub(crate) fn value(&self, value: &Value<'_>) -> serde_json::Value {
        match value {
            Value::Nodes(nodes) => {
                nodes.iter().map(|node| self.of_node(*node)).collect::<Vec<_>>().into()
            }
            Value::Number(_) => serde_json::json!({ "number": value.to_text() }),
            Value::Boolean(boolean) => (*boolean).into(),
            other => other.to_text().into_owned().into(),
        }
    }
}
