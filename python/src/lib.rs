//! The native part of the Python package `wishful`: documents, nodes, grammars and queries as Python sees them.
//!
//! ```text
//! bytes, str ──► input ──► parsing ──► Document ──► Node, Span, Repair     views: a document and a number
//!                            │            ├──► query       selectors and XPath at a document or a node
//!                 options ───┘            ├──► extraction  microformats and parselets
//!                 grammar                 └──► flat, xml   what other libraries' trees are built of
//! ```
//!
//! All of it is a thin layer: what a page means is said in the crate `wishful`, what other libraries look like in the
//! modules of Python beside this one. Three rules hold throughout.
//!
//! * **The interpreter is let go** for as long as a parse, a query or an output takes: other threads of Python run. What is
//!   done then touches no object of Python.
//! * **Nothing is copied for a view.** A node is a document and a number, and what it says is made when it is asked.
//! * **Places are Python's.** The library counts bytes of UTF-8, Python the characters of a text, so every offset that goes
//!   out is one by which `document.text` can be sliced.

mod coerce;
mod compare;
mod document;
mod explanation;
mod extraction;
mod failure;
mod flat;
mod found;
mod grammar;
mod input;
mod many;
mod node;
mod options;
mod query;
mod repair;
mod span;
mod xml;

use pyo3::prelude::*;

// Builds without a global lock have not been tried yet, so one is asked for.
#[pymodule(gil_used = true)]
fn _wishful(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<document::Document>()?;
    module.add_class::<node::Node>()?;
    module.add_class::<node::Nodes>()?;
    module.add_class::<span::Span>()?;
    module.add_class::<repair::Repair>()?;
    module.add_class::<compare::Comparison>()?;
    module.add_class::<explanation::Explanation>()?;
    module.add_class::<grammar::Grammar>()?;
    module.add_class::<query::Query>()?;
    module.add_class::<query::Attribute>()?;
    module.add_class::<many::Documents>()?;
    module.add_class::<extraction::Pattern>()?;
    module.add_function(wrap_pyfunction!(document::parse, module)?)?;
    module.add_function(wrap_pyfunction!(many::parse_many, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::grammars, module)?)
}
