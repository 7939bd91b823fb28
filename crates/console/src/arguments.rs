//! Arguments of several commands: grammars by name or path, and percentages.

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use wishful::grammar::load_embedded::shipped;

/// The grammar that is used if none is named.
pub const DEFAULT_GRAMMAR: &str = "whatwg";

/// The grammar of what authors should write that is used if none is named.
pub const CHECKING_GRAMMAR: &str = "conforming";

/// A grammar and its switches.
#[derive(Args, Clone, Debug, Default)]
pub struct GrammarChoice {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub grammar: String,

    /// The modes of the grammar.
    #[command(flatten)]
    pub modes: Modes,
}

/// The grammar's switches.
#[derive(Args, Clone, Debug, Default)]
pub struct Modes {
    /// Turn on a mode that the grammar declares
    #[arg(long = "mode", value_name = "NAME")]
    pub named: Vec<String>,

    /// Parse as if scripts ran: turn on the mode `scripting` if the grammar has it
    #[arg(long)]
    pub scripting: bool,
}

/// A value parser that accepts any text, and lists the shipped grammars as possible values.
#[derive(Clone, Copy, Debug)]
pub struct GrammarName;

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

/// Parses a percentage, with or without its sign.
pub fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err(format!("`{text}` is not a number from 0 to 100")),
    }
}
