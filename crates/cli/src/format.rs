//! The formats of `-f`: the library's formats, under the library's names.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use wishful::tree::Format;

/// A format of documents as a value of `-f`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DocumentFormat(pub(crate) Format);

/// All formats but the last, [`Format::Fix`], which is a separate command.
const OFFERED: [DocumentFormat; Format::ALL.len() - 1] = {
    let mut offered = [DocumentFormat(Format::Tree); Format::ALL.len() - 1];
    let mut index = 0;
    while index < offered.len() {
        offered[index] = DocumentFormat(Format::ALL[index]);
        index += 1;
    }
    offered
};

impl ValueEnum for DocumentFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &OFFERED
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_formats_except_fix_are_offered() {
        let offered = DocumentFormat::value_variants();
        assert_eq!(offered.len() + 1, Format::ALL.len());
        assert!(!offered.contains(&DocumentFormat(Format::Fix)));
    }
}
