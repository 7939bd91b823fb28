//! The parser of arguments that name a grammar.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use wishful::grammar::load_embedded::shipped;

/// A value parser that accepts any text, and lists the shipped grammars as possible values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GrammarName;

impl TypedValueParser for GrammarName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(shipped().map(|grammar| PossibleValue::new(grammar.name))))
    }
}
