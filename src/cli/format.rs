//! The formats of `-f` are the library's, under its names.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::tree::Format;

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    /// No value for [`Format::Fix`]: it has a command of its own.
    fn to_possible_value(&self) -> Option<PossibleValue> {
        let offered = *self != Self::Fix;
        offered.then(|| PossibleValue::new(self.name()).help(self.description()))
    }
}
