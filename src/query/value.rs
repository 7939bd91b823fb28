//! What an expression gives: one of XPath's four types. (XPath 1.0, section 1.)

use super::node::Node;

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'d> {
    /// Nodes, in document order, each once.
    Nodes(Vec<Node<'d>>),
    /// True or false.
    Boolean(bool),
    /// A number as IEEE 754 has it.
    Number(f64),
    /// A text.
    String(String),
}
