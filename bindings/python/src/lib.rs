//! The native module of the Python package `wishful`: documents, nodes, grammars and queries as
//! Python classes.
//!
//! ```text
//! bytes, str ─► input ─► parsing ─► Document ─► Node, Span, Repair   views: document and index
//!                          │          ├─► query       CSS and XPath at a document or a node
//!               options ───┘          ├─► extraction  microformats and parselets
//!               grammar               ├─► intent      the mistakes, and the page without them
//!                                     ├─► edit        the source with some nodes changed
//!                                     └─► flat, xml   input for other libraries' trees
//! arguments ──► command               the command `wishful`
//! ```
//!
//! This is a thin layer: the crate `wishful` has the semantics, and the Python modules of the
//! package adapt them to other libraries. Three invariants hold throughout:
//!
//! * **The interpreter is detached** during a query, an output, or a parse of 2 KB and more, so
//!   other Python threads run. Detached code touches no Python object.
//! * **Views copy nothing.** A node is a document and an index; its properties are computed on
//!   access.
//! * **Offsets count characters.** The crate counts bytes of UTF-8, Python counts characters. Every
//!   offset is converted, so it can slice `document.source`.

mod command;
mod compare;
mod document;
mod edit;
mod explanation;
mod extraction;
mod failure;
mod flat;
mod found;
mod grammar;
mod input;
mod intent;
mod many;
mod node;
mod options;
mod query;
mod repair;
mod span;
mod structured;
mod table;
mod xml;

use pyo3::prelude::*;

// OK without the global lock because objects do not change, except for three classes: `Nodes` and
// `Documents` synchronise, and an `Editor` raises an error if two threads use it at the same time.
#[pymodule(gil_used = false)]
fn _wishful(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<document::Document>()?;
    module.add_class::<node::Node>()?;
    module.add_class::<node::Nodes>()?;
    module.add_class::<span::Span>()?;
    module.add_class::<xml::Xml>()?;
    module.add_class::<xml::Coercion>()?;
    module.add_class::<repair::Repair>()?;
    module.add_class::<intent::Intent>()?;
    module.add_class::<intent::AuthorMistake>()?;
    module.add_class::<edit::Editor>()?;
    module.add_class::<edit::Edited>()?;
    module.add_class::<edit::RefusedEdit>()?;
    module.add_class::<edit::Rewriting>()?;
    module.add_class::<compare::Comparison>()?;
    module.add_class::<explanation::Explanation>()?;
    module.add_class::<grammar::Grammar>()?;
    module.add_class::<query::Query>()?;
    module.add_class::<query::Attribute>()?;
    module.add_class::<many::Documents>()?;
    module.add_class::<extraction::Pattern>()?;
    module.add_function(wrap_pyfunction!(document::parse, module)?)?;
    module.add_function(wrap_pyfunction!(document::check, module)?)?;
    module.add_function(wrap_pyfunction!(many::parse_many, module)?)?;
    module.add_function(wrap_pyfunction!(command::run, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::grammars, module)?)
}
