//! Queries: XPath 1.0, CSS selectors, and Parsley's mixture of both, on a parsed document.
//!
//! ```text
//! "ul > li:first-child a/@href"
//!      │  syntax     by grammar/query/*.grammar and the project's own engine: derivations, ranked
//!      ▼
//!    Plan            operations and selectors, independent of the source language
//!      │  evaluate   values, axes, functions
//!      │  select     selectors, from an index or in one pass over the document
//!      ▼
//!    Value           nodes, a text, a number, true or false
//! ```

#[doc(hidden)]
pub mod compile;
mod compiled;
mod definitions;
mod documents;
#[doc(hidden)]
pub mod evaluate;
#[doc(hidden)]
pub mod function;
mod functions;
mod language;
mod limits;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod node;
mod patterns;
#[doc(hidden)]
pub mod plan;
mod print;
mod select;
mod selector;
#[doc(hidden)]
pub mod steps;
pub(crate) mod syntax;
mod value;
mod variables;
mod view;
mod visible_text;

pub use compiled::Query;
pub use documents::{Documents, Fetch};
pub use evaluate::{Answer, Failure, ReachedLimit};
pub use function::Function;
pub use language::Language;
pub use limits::Limits;
pub use node::{Node, NodeType};
pub use selector::{AsSelector, Selector};
pub use value::Value;
pub use variables::Variables;
pub use view::View;
