//! The types of the command line. The parser, every `--help`, the completions and the man page are
//! generated from them.
//!
//! Each command has its options here and its work in the file of its name. The examples at the end
//! of a help text are in `examples.rs`, and a test runs each of them.

mod coverage;
mod data;
mod diff;
mod distinguish;
mod explain;
mod fix;
mod generate;
mod grammar_name;
mod lex;
mod lsp;
mod microformats;
mod parselet;
mod query;
mod report;
mod score;
mod show;
mod shrink;
mod test;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
pub(super) use test::{TestArguments, TestReport};

use super::bounds::Bounds;
use super::examples;
use crate::earley::Engine;
use crate::pool;
use crate::tree::Format;
pub(super) use coverage::{CoverageArguments, CoverageFormat};
pub(super) use data::{DataArguments, DataFormat};
pub(super) use diff::DiffArguments;
pub(super) use distinguish::DistinguishArguments;
pub(super) use explain::{ExplainArguments, ExplainFormat};
pub(super) use fix::FixArguments;
pub(super) use generate::{GenerateArguments, GenerateFormat};
use grammar_name::GrammarName;
pub(super) use lex::{LexArguments, LexFormat, LexerChoice, Readmission};
pub(super) use lsp::LspArguments;
pub(super) use microformats::{MicroformatsArguments, MicroformatsFormat, MicroformatsMode};
pub(super) use parselet::{
    ParseletArguments, ParseletCheckArguments, ParseletCommand, ParseletDialect, ParseletRun,
};
pub(super) use query::{QueryArguments, QueryFormat};
pub(super) use report::{CheckFormat, ParseFormat};
pub(super) use score::{ScoreArguments, ScoreFormat};
pub(super) use show::ShowArguments;
pub(super) use shrink::ShrinkArguments;

/// The grammar that is used if none is named.
pub(super) const DEFAULT_GRAMMAR: &str = "whatwg";

/// Parse broken HTML by a grammar that you can edit, and ask of every repair why it was made
///
/// wishful reads any HTML, however broken, by a textual grammar of HTML as one would wish it, in
/// which every element has its start and its end tag. Where the document does not keep to the
/// grammar, tags are granted that it lacks, each by a line of the grammar, and what fits nowhere is
/// set aside as cruft; `wishful explain` cites the lines.
#[derive(Parser, Debug)]
#[command(name = "wishful", version, after_help = examples::MAIN, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,

    // The explicit order fixes the option's position in every help text, whatever the number of
    // commands.
    /// When to use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(display_order = 13, long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN", hide_possible_values = true)]
    pub(super) color: When,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A command and its arguments.
#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Parse documents and print their trees
    Parse(ParseArguments),
    /// Say why each repair was made, or what happened at one place
    Explain(ExplainArguments),
    /// Compare what grammars make of the same documents, and say which of their lines took part
    Diff(DiffArguments),
    /// Say how broken documents are, the worst one first
    Score(ScoreArguments),
    /// Show which lines of a grammar documents exercise, and without which a tree changes
    Coverage(CoverageArguments),
    /// Find the smallest document on which grammars differ
    Distinguish(DistinguishArguments),
    /// Make a document smaller, as long as something holds of it
    Shrink(ShrinkArguments),
    /// Run cases and snapshots; review, watch and list them
    Test(TestArguments),
    /// Mend the source of documents: the same tree, and no mistakes
    ///
    /// Prints the source so that it parses to the same tree, by the same grammar, without a repair
    /// but those that the grammar allows: tags are written that were missing, what was moved is
    /// moved, what was set aside goes. All other bytes stay as they are, so to fix a fixed source
    /// changes nothing. What no source can say (a link in a link, by way of a table) stays as it is
    /// and is reported on stderr, with its place and the reason.
    Fix(FixArguments),
    /// Print what a lexical analyser reports of a document, without parsing it
    Lex(LexArguments),
    /// Print the microformats of documents: cards, events, entries, links with types, …
    Microformats(MicroformatsArguments),
    /// Print structured data as one graph: microformats, microdata, RDFa, Open Graph, JSON-LD
    Data(DataArguments),
    /// Print what an expression selects: CSS, XPath, or both in one
    Query(QueryArguments),
    /// Print what a parselet finds in documents: JSON in the shape of the parselet
    Parselet(Box<ParseletArguments>),
    /// Make sentences of a grammar: conforming, with tags left out, broken, or until every rule was
    /// used
    Generate(GenerateArguments),
    /// Parse many documents: NDJSON on stdin, NDJSON on stdout
    Batch(BatchArguments),
    /// Look at grammars: list, check, show, graph, cores, fmt, from-dtd
    #[command(subcommand)]
    Grammar(GrammarCommand),
    /// Serve an editor: diagnostics, hover, completion, … of grammar files, by the Language Server
    /// Protocol
    Lsp(LspArguments),
    /// Print a shell's completion script
    Completions(CompletionsArguments),
    /// Print the man page
    Man(ManArguments),
}

/// A grammar and its switches.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct GrammarChoice {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(super) grammar: String,

    #[command(flatten)]
    pub(super) modes: Modes,
}

/// The grammar's switches.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Modes {
    /// Turn on a mode that the grammar declares
    #[arg(long = "mode", value_name = "NAME")]
    pub(super) named: Vec<String>,

    /// As if scripts ran: turns on the mode `scripting` where the grammar has one
    #[arg(long)]
    pub(super) scripting: bool,
}

/// The number of worker threads.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Workers {
    /// How many documents to read at once, at most 256; the number of processors if it is not said
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Workers {
    /// Returns the number of worker threads.
    pub(super) fn count(self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(pool::processors)
    }
}

/// The options for reading the input.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Reading {
    /// Read the input as the content of this element: a name such as `td` or `svg path`, or a start
    /// tag such as `<math:annotation-xml encoding=text/html>`
    #[arg(long, value_name = "CONTEXT")]
    pub(super) fragment: Option<String>,

    /// Begin with this latch of the grammar on, such as `quirks`, `form` or `srcdoc`; may be
    /// repeated
    #[arg(long = "latch", value_name = "NAME")]
    pub(super) latches: Vec<String>,

    /// The encoding, whatever the input says of itself
    #[arg(long, value_name = "LABEL")]
    pub(super) encoding: Option<String>,

    /// Attach the shadow roots that templates declare, where the grammar says which do
    #[arg(long)]
    pub(super) shadow_roots: bool,

    /// Apply the patches that templates declare, where the grammar says which do
    #[arg(long)]
    pub(super) patches: bool,

    /// Which recogniser reads: the fast one, or the textbook's that it is held against; the result
    /// is the same
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = EngineChoice::Fast)]
    pub(super) engine: EngineChoice,
}

/// An implementation of the recogniser.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum EngineChoice {
    /// Earley sets, determinised lazily
    #[default]
    Fast,
    /// The textbook's: scan, predict, complete
    Reference,
}

impl EngineChoice {
    /// Converts the choice to the library's type.
    pub(super) const fn engine(self) -> Engine {
        match self {
            Self::Fast => Engine::Fast,
            Self::Reference => Engine::Reference,
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = examples::PARSE)]
pub(super) struct ParseArguments {
    /// The documents; `-` is stdin, as is nothing at all where that is no terminal
    #[arg(value_name = "FILE|-")]
    pub(super) files: Vec<String>,

    #[command(flatten)]
    pub(super) grammar: GrammarChoice,

    /// What to print
    #[arg(short, long, value_enum, default_value_t = ParseFormat::Document(Format::Tree))]
    pub(super) format: ParseFormat,

    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) bounds: Bounds,

    /// With -f html: show virtual tags and cruft as comments
    #[arg(long)]
    pub(super) mark_repairs: bool,

    /// With -f tree: list no repairs that go without saying: allowed ones, and tags of elements
    /// that every document has (`<html>`)
    #[arg(long)]
    pub(super) hide_allowed: bool,

    /// By a grammar with `tokenizer text`: print the N best derivations, not only the best one
    #[arg(long, value_name = "N")]
    pub(super) trees: Option<std::num::NonZeroUsize>,

    /// Exit with status 1 if a document has this; several with commas between them
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(super) fail_on: Vec<FailOn>,
}

/// A reason for which `parse` exits with status 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FailOn {
    /// Repairs, but for omitted tags that the grammar allows (`omissible`)
    Repairs,
    /// Any repair, allowed or not
    Any,
    /// Parse errors to which the standard gives a code
    Errors,
}

#[derive(Args, Debug)]
#[command(after_help = examples::BATCH)]
pub(super) struct BatchArguments {
    #[command(flatten)]
    pub(super) workers: Workers,

    #[command(flatten)]
    pub(super) grammar: GrammarChoice,

    /// Let requests name grammar files, not only shipped grammars: each may then open any file as a
    /// grammar
    #[arg(long)]
    pub(super) allow_grammar_files: bool,

    /// What the field `tree` holds
    #[arg(short, long, value_enum, default_value_t = Format::Html)]
    pub(super) format: Format,

    /// With -f json: let `tree` hold the JSON as a text, as it was before (contract 1)
    #[arg(long)]
    pub(super) json_as_text: bool,

    #[command(flatten)]
    pub(super) bounds: Bounds,
}

/// A command about grammars.
#[derive(Subcommand, Debug)]
pub(super) enum GrammarCommand {
    /// List the shipped grammars and vocabularies
    #[command(after_help = examples::GRAMMAR_LIST)]
    List,
    /// Report every mistake of a grammar or vocabulary
    #[command(after_help = examples::GRAMMAR_CHECK)]
    Check(CheckArguments),
    /// Print a grammar in full: `use` resolved, variants merged, in canonical form
    #[command(after_help = examples::GRAMMAR_SHOW)]
    Show(ShowArguments),
    /// Print a Graphviz graph of which element may stand in which
    #[command(after_help = examples::GRAMMAR_GRAPH)]
    Graph(GraphArguments),
    /// Print what the fast engine learns of a grammar by reading one text
    #[command(after_help = examples::GRAMMAR_CORES)]
    Cores(CoresArguments),
    /// Lay out grammar files uniformly
    #[command(after_help = examples::GRAMMAR_FMT)]
    Fmt(FmtArguments),
    /// Print the grammar that an SGML document type definition declares
    #[command(after_help = examples::GRAMMAR_FROM_DTD)]
    FromDtd(FromDtdArguments),
}

#[derive(Args, Debug)]
pub(super) struct GrammarNameArguments {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(super) grammar: String,
}

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// Grammars, or vocabularies by names that end in `.vocabulary`; all shipped ones if none is
    /// named
    #[arg(value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true)]
    pub(super) grammars: Vec<String>,

    /// What else than an error makes the exit status 1
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) deny: Option<Deny>,

    /// In what form to print mistakes
    #[arg(short, long, value_enum, default_value_t = CheckFormat::Text)]
    pub(super) format: CheckFormat,

    /// With -f text: print every mistake; of many, the first 50 are printed otherwise
    #[arg(long)]
    pub(super) all: bool,
}

/// A reason for refusing a grammar, in addition to errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Deny {
    /// Warnings
    Warnings,
}

#[derive(Args, Debug)]
pub(super) struct GraphArguments {
    #[command(flatten)]
    pub(super) of: GrammarNameArguments,

    /// The rules and their symbols instead of the elements
    #[arg(long)]
    pub(super) rules: bool,

    /// Of a vocabulary, lines of text instead of Graphviz, and the formats that may stand in each
    /// other
    #[arg(long)]
    pub(super) text: bool,
}

#[derive(Args, Debug)]
pub(super) struct CoresArguments {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true)]
    pub(super) grammar: String,

    /// The document or text to read; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(super) file: String,

    /// Print all that a core expects, however much, and start sets where nothing was read
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Args, Debug)]
pub(super) struct FmtArguments {
    /// Grammar files; `-` is stdin
    #[arg(required = true, value_name = "PATH|-")]
    pub(super) files: Vec<String>,

    /// Change nothing; exit with status 1 if a file is laid out otherwise
    #[arg(long, conflicts_with = "write")]
    pub(super) check: bool,

    /// Change the files in place
    #[arg(long)]
    pub(super) write: bool,
}

#[derive(Args, Debug)]
pub(super) struct FromDtdArguments {
    /// The DTD, or a document with one in its document type declaration
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,

    /// An SGML Open catalogue: the only way to other files
    #[arg(long, value_name = "FILE")]
    pub(super) catalog: Vec<PathBuf>,

    /// The document element; by default that of the document type declaration, or the only element
    /// that stands in no other
    #[arg(long, value_name = "NAME")]
    pub(super) start: Option<String>,

    /// The tokenizer that the grammar asks for
    #[arg(long, value_enum, value_name = "NAME", default_value_t = MarkupTokenizer::SgmlShorttag)]
    pub(super) tokenizer: MarkupTokenizer,
}

/// Tokenizers of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MarkupTokenizer {
    /// ISO 8879's delimiters, without shorthand markup
    Sgml,
    /// The same with shorthand markup, as HTML 2 to 4 and DocBook have it
    SgmlShorttag,
    /// That of the WHATWG standard
    Html5,
}

#[derive(Args, Debug)]
#[command(after_help = examples::COMPLETIONS)]
pub(super) struct CompletionsArguments {
    /// Which shell's
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
#[command(after_help = examples::MAN)]
pub(super) struct ManArguments {
    /// Of which command; of wishful itself if none is named
    #[arg(value_name = "COMMAND")]
    pub(super) command: Vec<String>,

    /// Write the pages of all commands into this folder, a file each
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(super) all: Option<PathBuf>,
}
