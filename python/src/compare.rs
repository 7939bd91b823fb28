//! Two documents compared.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use wishful::tree;

/// How two documents differ.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Comparison(pub(crate) tree::Comparison);

#[pymethods]
impl Comparison {
    /// Whether the trees are the same.
    #[getter]
    fn is_same(&self) -> bool {
        self.0.is_same()
    }

    /// Whether the elements are the same ones in the same places, whatever their texts and tags.
    #[getter]
    fn is_same_structure(&self) -> bool {
        self.0.summary().structures_differ == 0
    }

    /// The difference as a unified patch of the trees; empty if there is none.
    #[getter]
    fn patch(&self) -> String {
        self.0.patch()
    }

    /// How many elements of each name the left one has more.
    #[getter]
    fn only_left(&self) -> BTreeMap<String, usize> {
        self.0.summary().only_left.clone()
    }

    /// How many elements of each name the right one has more.
    #[getter]
    fn only_right(&self) -> BTreeMap<String, usize> {
        self.0.summary().only_right.clone()
    }

    /// The difference in two columns.
    #[pyo3(signature = (width = 120))]
    fn side_by_side(&self, width: usize) -> String {
        self.0.side_by_side(width)
    }

    fn __str__(&self) -> String {
        self.0.patch()
    }

    fn __repr__(&self) -> String {
        let what = if self.0.is_same() { "the same" } else { "different" };
        format!("<Comparison: {what}>")
    }
}
