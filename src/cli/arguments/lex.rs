//! The arguments of `wishful lex`.

use clap::{Args, ValueEnum};

use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::LEX)]
pub(in crate::cli) struct LexArguments {
    /// The document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(in crate::cli) file: String,

    /// Whose rules say what is markup
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = LexerChoice::Html5)]
    pub(in crate::cli) lexer: LexerChoice,

    /// What to print
    #[arg(short, long, value_enum, default_value_t = LexFormat::Callbacks)]
    pub(in crate::cli) format: LexFormat,

    /// With --lexer sgml: read what is otherwise reported as a limitation; several with commas
    /// between them
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(in crate::cli) readmit: Vec<Readmission>,

    /// The encoding, whatever the input says of itself
    #[arg(long, value_name = "LABEL")]
    pub(in crate::cli) encoding: Option<String>,
}

/// A lexical analyser.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum LexerChoice {
    /// The WHATWG standard's tokenizer
    Html5,
    /// Connolly's lexical analyser of basic SGML
    Sgml,
}

/// The format of reports.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum LexFormat {
    /// A paragraph for each report, a line for each string of it
    Callbacks,
    /// A line of JSON for each report
    Json,
}

/// A feature of SGML that its lexical analyser prohibits.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Readmission {
    /// `<![ CDATA [ … ]]>` and the other four kinds
    MarkedSections,
    /// `<em/text/`, `<p<b>`, `<>`, `</>`
    Shorthand,
    /// `&#SPACE;`
    NamedCharacters,
    /// All of these
    All,
}
