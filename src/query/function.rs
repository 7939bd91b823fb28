//! The functions that expressions may call: their names, and how many arguments they take.

/// A function: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function(&'static Row);

/// What is known of a function before it is called.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Row {
    /// With its prefix, as `str:tokenize`.
    pub(crate) name: &'static str,
    pub(crate) least: u8,
    /// `u8::MAX`: any number.
    pub(crate) most: u8,
}
