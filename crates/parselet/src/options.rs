//! Options and limits of compilation and extraction.

use wishful::base::Report;
use wishful_query::{Documents, Limits};

/// The dialect of keys and error messages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// Operators count before a scope, too, as in the documentation of Parsley; errors have spans
    /// and advice.
    #[default]
    Wishful,
    /// The behaviour of the C implementation: operators count after a scope only, and errors have
    /// its wording.
    Fizx,
}

impl Dialect {
    /// Renders the report of a refused parselet: up to `most` diagnostics with carets, or in the
    /// dialect fizx the message that the C implementation prints.
    #[must_use]
    pub fn refusal(self, report: &Report, colour: bool, most: usize) -> String {
        match (self, report.diagnostics.first()) {
            (Self::Fizx, Some(first)) => first.message.clone(),
            _ => report.render_most(colour, most),
        }
    }
}

/// The options of compiling a parselet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CompileOptions {
    /// The dialect of keys and error messages.
    pub dialect: Dialect,
    /// A switch that makes every key optional, as if it had a `?`.
    pub optional: bool,
    /// The maximum size of the parselet, in bytes.
    pub size: usize,
    /// The maximum nesting depth of brackets. Values above 256 count as 256.
    pub depth: usize,
    /// The limits of each expression. Its limits of steps and answers have no effect here.
    pub expressions: Limits,
}

wishful::base::setters! { CompileOptions {
    dialect: Dialect, optional: bool, size: usize, depth: usize, expressions: Limits,
} }

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

/// The options of an extraction.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Options<'o> {
    /// A switch that leaves out empty values, and treats objects that lack a key as broken.
    /// Otherwise missing values become `{}` or `[]`.
    pub prune: bool,
    /// A switch that keeps texts of white space only.
    pub keep_blanks: bool,
    /// A switch that collapses white space in the texts of elements, and removes it at their ends,
    /// as parslepy does. The values of attributes and of text nodes stay as they are.
    pub strip: bool,
    /// A switch that resolves the values of attributes that hold addresses
    /// (`grammar/query/html.names` lists them) against the base of the document,
    /// [`ParseOptions::url`](wishful::ParseOptions::url).
    pub resolve: bool,
    /// The source of other documents for `html(…)`. Without one, that function fails.
    pub documents: Option<&'o Documents<'o>>,
    /// The limits of steps and answer size for all expressions together. Each value of the answer
    /// counts as one step.
    pub limits: Limits,
}

wishful::base::setters! { Options<'o> {
    prune: bool, keep_blanks: bool, strip: bool, resolve: bool,
    documents: Option<&'o Documents<'o>>,
    limits: Limits,
} }

impl Default for Options<'_> {
    fn default() -> Self {
        let limits = Limits::default();
        let (keep_blanks, strip, resolve) = (false, false, false);
        Self { prune: true, keep_blanks, strip, resolve, documents: None, limits }
    }
}
