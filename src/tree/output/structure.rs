//! The element structure of a document, as one line.

use std::fmt::Write as _;

use crate::tree::document::Document;
use crate::tree::node_ref::NodeKind;
use crate::tree::walk::WalkStep;

impl Document {
    /// Returns the names of the elements as an s-expression, the usual form for comparing parse
    /// trees. Characters that the notation uses are written `%XX`, their code point in hexadecimal.
    /// These are `%`, `(`, `)`, `~`, blanks and controls, which the names of broken tags can
    /// contain.
    ///
    /// ```text
    /// (html (head (title)) (body (p (b))))
    /// ```
    #[must_use]
    pub fn structure(&self) -> String {
        let mut line = String::new();
        for step in self.root().walk() {
            match step {
                WalkStep::Enter(node) if node.kind() == NodeKind::Element => {
                    if !line.is_empty() {
                        line.push(' ');
                    }
                    line.push('(');
                    push_escaped(&mut line, &node.qualified_name().unwrap_or_default());
                }
                WalkStep::Leave(node) if node.kind() == NodeKind::Element => line.push(')'),
                _ => {}
            }
        }
        line
    }
}

fn push_escaped(line: &mut String, name: &str) {
    for letter in name.chars() {
        if "%()~\x7F".contains(letter) || letter <= ' ' {
            // OK because writing to a string never fails.
            let _ = write!(line, "%{:02X}", u32::from(letter));
        } else {
            line.push(letter);
        }
    }
}
