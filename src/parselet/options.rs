//! What may be asked of a parselet, and what bounds its work.

use crate::query::{Documents, Limits};

/// Whose reading of keys, and whose words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// Operators count in front of a scope, too, as in the language's own description; mistakes have places and advice.
    #[default]
    Wishful,
    /// As the implementation in C has them: operators count behind a scope only, and errors have its words.
    Fizx,
}

/// How a parselet is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompileOptions {
    /// Whose reading of keys, and whose words.
    pub dialect: Dialect,
    /// Whether every key may be missing, as if it had a `?`.
    pub optional: bool,
    /// Bytes of the parselet.
    pub size: usize,
    /// How deep brackets may stand in one another; more than 256 are never read.
    pub depth: usize,
    /// What bounds each expression; its steps and its answer are no matter here.
    pub expressions: Limits,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            dialect: Dialect::default(),
            optional: false,
            size: 1 << 20,
            depth: 64,
            expressions: Limits::default(),
        }
    }
}

/// How a document is read by a parselet.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// Whether what is empty is left out, and what lacks a key is broken; else what is missing is `{}` or `[]`.
    pub prune: bool,
    /// Whether texts of nothing but blanks are there.
    pub keep_blanks: bool,
    /// Resolve the values of attributes that hold addresses (`grammar/query/html.names` lists them)
    /// against the base of the document, [`ParseOptions::url`](crate::ParseOptions::url).
    pub resolve: bool,
    /// Where `html(…)` has other documents from; if from nowhere, it cannot be evaluated.
    pub documents: Option<&'o Documents<'o>>,
    /// The steps and the answer of all expressions together; a value in the answer counts as a step does.
    pub limits: Limits,
}

impl Default for Options<'_> {
    fn default() -> Self {
        let limits = Limits::default();
        Self { prune: true, keep_blanks: false, resolve: false, documents: None, limits }
    }
}
