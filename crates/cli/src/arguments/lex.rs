//! The arguments of `wishful lex`.

use clap::{Args, ValueEnum};

use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::LEX)]
pub(crate) struct LexArguments {
    /// Document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(crate) file: String,

    /// Lexical analyser to use
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = LexerChoice::Html5)]
    pub(crate) lexer: LexerChoice,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = LexFormat::Callbacks)]
    pub(crate) format: LexFormat,

    /// With --lexer sgml: accept features that are otherwise reported as limitations; separate
    /// several with commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) readmit: Vec<SgmlFeature>,

    /// Encoding of the input; overrides its own declaration
    #[arg(long, value_name = "LABEL")]
    pub(crate) encoding: Option<String>,
}

/// A lexical analyser.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexerChoice {
    /// The WHATWG standard's tokenizer
    Html5,
    /// Connolly's lexical analyser of basic SGML
    Sgml,
}

/// The format of reports.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexFormat {
    /// A paragraph for each report, with one line for each of its strings
    Callbacks,
    /// One line of JSON for each report
    Json,
}

/// A feature of SGML that its lexical analyser prohibits.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SgmlFeature {
    /// `<![ CDATA [ … ]]>` and the other four kinds
    MarkedSections,
    /// `<em/text/`, `<p<b>`, `<>`, `</>`
    Shorthand,
    /// `&#SPACE;`
    NamedCharacters,
    /// All of these
    All,
}
