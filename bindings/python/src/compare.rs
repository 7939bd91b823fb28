//! The comparison of two documents.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use wishful::tree;

/// The differences between two documents.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Comparison(pub(crate) tree::Comparison);

#[pymethods]
impl Comparison {
    /// Reports whether the trees are equal.
    #[getter]
    fn is_same(&self) -> bool {
        self.0.is_same()
    }

    /// Reports whether both trees have the same structure of elements, ignoring texts and the
    /// origin of tags.
    #[getter]
    fn is_same_structure(&self) -> bool {
        self.0.summary().structures_differ == 0
    }

    /// Returns the difference as a unified patch of the printed trees; empty if there is none.
    #[getter]
    fn patch(&self) -> String {
        self.0.patch()
    }

    /// Returns, by element name, the number of elements that only the left document has.
    #[getter]
    fn only_left(&self) -> BTreeMap<String, usize> {
        self.0.summary().only_left.clone()
    }

    /// Returns, by element name, the number of elements that only the right document has.
    #[getter]
    fn only_right(&self) -> BTreeMap<String, usize> {
        self.0.summary().only_right.clone()
    }

    /// Returns the difference in two columns.
    #[pyo3(signature = (width = 120))]
    fn side_by_side(&self, width: usize) -> String {
        self.0.side_by_side(width)
    }

    fn __str__(&self) -> String {
        self.0.patch()
    }

    fn __repr__(&self) -> String {
        let result = if self.0.is_same() { "the same" } else { "different" };
        format!("<Comparison: {result}>")
    }
}
