//! The formats of `-f`: the library's formats, under the library's names.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::tree::Format;

impl ValueEnum for Format {
    /// Returns all formats but the last, [`Format::Fix`], which is a separate command.
    fn value_variants<'a>() -> &'a [Self] {
        const { Self::ALL.split_last().expect("there are formats").1 }
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.description()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_fix_are_offered() {
        let offered = Format::value_variants();
        assert_eq!(offered.len() + 1, Format::ALL.len());
        assert!(!offered.contains(&Format::Fix));
    }
}
