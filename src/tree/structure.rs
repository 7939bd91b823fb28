//! The elements of a document and nothing else, as one line.

use super::document::Document;
use super::node_ref::NodeKind;
use super::walk::Step;

impl Document {
    /// The names of the elements as an s-expression: what parse trees are compared by.
    ///
    /// ```text
    /// (html (head (title)) (body (p (b))))
    /// ```
    #[must_use]
    pub fn structure(&self) -> String {
        let mut line = String::new();
        for step in self.root().walk() {
            match step {
                Step::Enter(node) if node.kind() == NodeKind::Element => {
                    if !line.is_empty() {
                        line.push(' ');
                    }
                    line.push('(');
                    line.push_str(&node.qualified_name().unwrap_or_default());
                }
                Step::Leave(node) if node.kind() == NodeKind::Element => line.push(')'),
                _ => {}
            }
        }
        line
    }
}
