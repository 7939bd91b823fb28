//! The functions that expressions may call: their names, and how many arguments they take.

use super::syntax::Language;

/// A function: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function(&'static Row);

/// What is known of a function before it is called.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Row {
    /// With its prefix, as `str:tokenize`.
    pub(crate) name: &'static str,
    pub(crate) arity: Arity,
}

/// How many arguments a function takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Arity {
    pub(crate) least: usize,
    /// `None`: any number.
    pub(crate) most: Option<usize>,
}

const ROWS: &[Row] = &[
    Row { name: "concat", arity: Arity { least: 2, most: None } },
    Row { name: "count", arity: Arity { least: 1, most: Some(1) } },
    Row { name: "string", arity: Arity { least: 0, most: Some(1) } },
];

impl Function {
    /// The function of a name in a language: Parsley has short names of its own.
    pub(crate) fn named(name: &str, language: Language) -> Option<Self> {
        Self::all(language).find(|function| function.name() == name)
    }

    pub(crate) fn all(_language: Language) -> impl Iterator<Item = Self> {
        ROWS.iter().map(Self)
    }

    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether so many arguments are right.
    ///
    /// # Errors
    /// If not, how many would be.
    pub(crate) fn takes(self, count: usize) -> Result<(), Arity> {
        let Arity { least, most } = self.0.arity;
        let is_right = count >= least && most.is_none_or(|most| count <= most);
        if is_right { Ok(()) } else { Err(self.0.arity) }
    }
}
