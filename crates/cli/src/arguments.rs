//! The types of the command line. The parser, every `--help`, the completions and the man page are
//! generated from them.
//!
//! Each command has its options here and its work in the file of its name. The examples at the end
//! of a help text are in `examples.rs`, and a test runs each of them.

mod check;
mod coverage;
mod data;
mod diff;
mod distinguish;
mod edit;
mod explain;
mod fix;
mod generate;
mod lex;
mod lsp;
mod microformats;
mod pages;
mod parselet;
mod query;
mod report;
mod score;
mod show;
mod shrink;
mod tables;
mod text;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::bounds::Bounds;
use super::examples;
use super::format::DocumentFormat;
pub(super) use check::CheckPagesArguments;
pub(super) use coverage::{CoverageArguments, CoverageFormat};
pub(super) use data::{DataArguments, DataFormat};
pub(super) use diff::DiffArguments;
pub(super) use distinguish::{CompareTexts, DistinguishArguments};
pub(super) use edit::EditArguments;
pub(super) use explain::{ExplainArguments, ExplainFormat};
pub(super) use fix::FixArguments;
pub(super) use generate::{GenerateArguments, GenerateFormat};
pub(super) use lex::{LexArguments, LexFormat, LexerChoice, SgmlFeature};
pub(super) use lsp::LspArguments;
pub(super) use microformats::{MicroformatsArguments, MicroformatsFormat, MicroformatsMode};
pub(super) use pages::PagesArguments;
pub(super) use parselet::{
    ParseletArguments, ParseletCheckArguments, ParseletCommand, ParseletDialect, ParseletRun,
};
pub(super) use query::{QueryArguments, QueryFormat};
pub(super) use report::{CheckFormat, ParseFormat};
pub(super) use score::{ScoreArguments, ScoreFormat};
pub(super) use show::ShowArguments;
pub(super) use shrink::ShrinkArguments;
pub(super) use tables::{TableFormat, TablesArguments};
pub(super) use text::TextArguments;
use wishful::pool;
use wishful::tree::Format;
use wishful_console::arguments::{DEFAULT_GRAMMAR, GrammarChoice, GrammarName};
use wishful_console::failure::Failure;
use wishful_test_runner::TestArguments;

/// Parse broken HTML with a grammar that you can edit, and explain every repair
///
/// wishful parses any HTML, however broken, with a textual grammar in which every element has a
/// start tag and an end tag. Where a document departs from the grammar, the parser inserts the
/// missing tags, each permitted by a line of the grammar, and sets aside tokens that fit nowhere
/// (cruft). `wishful explain` cites the grammar lines behind each repair.
#[derive(Parser, Debug)]
#[command(name = "wishful", version, after_help = examples::MAIN, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,

    // The explicit order fixes the option's position in every help text, whatever the number of
    // commands.
    /// When to use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(display_order = 13, long, global = true, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN", hide_possible_values = true)]
    pub(super) color: ColorWhen,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ColorWhen {
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
    /// Explain why each repair was made, or what happened at one position
    Explain(ExplainArguments),
    /// Compare the trees that grammars give for the same documents, and cite the lines that differ
    Diff(DiffArguments),
    /// Check documents against the standard's rules for authors, and your own
    ///
    /// Parses each document with one grammar, and reads its tree with another, which says what
    /// authors should write: content, attributes and their values. Each finding has a code, the
    /// place, the rule with its section of the standard, and what would be allowed there. Parse
    /// errors and repairs that are not allowed are findings, too. A variant of `conforming` adds
    /// your own rules, or takes some away.
    Check(CheckPagesArguments),
    /// Count the mistakes in documents, and list the worst documents first
    Score(ScoreArguments),
    /// Show which lines of a grammar documents exercise, and which lines change a tree
    Coverage(CoverageArguments),
    /// Find the smallest document on which grammars differ
    Distinguish(DistinguishArguments),
    /// Make a document smaller while a condition holds
    Shrink(ShrinkArguments),
    /// Run, review, watch or list test cases and snapshots
    #[command(after_help = examples::TEST)]
    Test(TestArguments),
    /// Repair the source of documents: same tree, no mistakes
    ///
    /// Writes a source that the same grammar parses to the same tree, with no repairs except those
    /// that the grammar allows, and with no parse errors. Missing tags are written, moved nodes are
    /// written where they ended up, and cruft is deleted. All other bytes stay the same, so fixing
    /// a fixed source changes nothing. Mistakes that no source can avoid (such as a link inside a
    /// link, through a table) stay, and are reported on stderr with position and reason. Prints a
    /// patch, or with --in-place changes the files.
    Fix(FixArguments),
    /// Edit nodes of documents; every other byte stays the same
    ///
    /// Sets attributes, renames, wraps, removes, inserts. The result parses, by the same grammar,
    /// to exactly the edited tree: an omitted tag that is needed now is written, and an edit that
    /// HTML cannot express (a `<p>` in a `<p>`) is refused on stderr. Mistakes elsewhere stay as
    /// they are. Prints a patch, or with --in-place changes the files.
    Edit(Box<EditArguments>),
    /// Print the tokens and errors that a lexical analyser reports, without parsing
    Lex(LexArguments),
    /// Print the microformats in documents: cards, events, entries, typed links, …
    Microformats(MicroformatsArguments),
    /// Print structured data as one graph: microformats, microdata, RDFa, Open Graph, JSON-LD
    Data(DataArguments),
    /// Print tables as CSV or JSON: spans filled, header cells, errors
    ///
    /// Forms the tables of each document by the table model of HTML (4.9.12). A cell that spans
    /// several rows or columns is repeated in each. Rows are those with a `<tr>`, and columns those
    /// in which a cell begins. A table in a cell of another table is printed by itself, too.
    Tables(TablesArguments),
    /// Print the text that a reader sees, and with --map from which bytes it came
    Text(TextArguments),
    /// Print the pages that templates may write
    ///
    /// A template writes a page for each combination of its conditions. As many are printed as show
    /// all that the parser reads: two texts in the same state of the parser are read alike. Other
    /// commands read pages: write them to a folder with -o.
    Pages(PagesArguments),
    /// Print the nodes that an expression selects: CSS, XPath, or both combined
    Query(QueryArguments),
    /// Extract data from documents with a parselet, as JSON in the shape of the parselet
    Parselet(Box<ParseletArguments>),
    /// Generate documents from a grammar: conforming, with omitted tags, broken, or covering every
    /// rule
    Generate(GenerateArguments),
    /// Parse many documents: NDJSON from stdin, NDJSON to stdout
    Batch(BatchArguments),
    /// Work with grammars: list, check, show, graph, cores, fmt, from-dtd, import
    #[command(subcommand)]
    Grammar(GrammarCommand),
    /// Run a language server for grammars and pages: diagnostics, hover, completion, …
    Lsp(LspArguments),
    /// Print a shell completion script
    Completions(CompletionsArguments),
    /// Print a man page
    Man(ManArguments),
}

/// A grammar without switches.
#[derive(Args, Clone, Debug)]
pub(super) struct PlainGrammar {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(super) grammar: String,
}

/// The number of worker threads.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Workers {
    /// Number of documents to process at once, at most 256; default: the number of processors
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
    /// Parse the input as the content of this element: a name such as `td` or `svg path`, or a
    /// start tag such as `<math:annotation-xml encoding=text/html>`
    #[arg(long, value_name = "CONTEXT")]
    pub(super) fragment: Option<String>,

    /// Start with this latch (parser flag) of the grammar on, such as `quirks`, `form` or `srcdoc`;
    /// may be repeated
    #[arg(long = "latch", value_name = "NAME")]
    pub(super) latches: Vec<String>,

    /// Encoding of the input; overrides its own declaration
    #[arg(long, value_name = "LABEL")]
    pub(super) encoding: Option<String>,

    /// Attach declarative shadow roots, if the grammar supports them
    #[arg(long)]
    pub(super) shadow_roots: bool,

    /// Apply the content patches that templates declare, if the grammar supports them
    #[arg(long)]
    pub(super) patches: bool,

    #[command(flatten)]
    pub(super) language: TemplateName,
}

/// The option for the language of templates.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct TemplateName {
    /// Read the input as a template of this language: django, ejs, erb, handlebars, jinja, liquid,
    /// outlook, php, twig, or a file such as mine.template; `none` reads it as a page [default: by
    /// the ending of a file's name, such as .j2, or that of wishful.toml]
    #[arg(long, value_name = "NAME|PATH")]
    pub(super) template: Option<String>,
}

/// The option for the other files of templates.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct TemplatePath {
    /// Look for the files that a template includes or extends in this folder; may be repeated.
    /// Without it, they are not read [default: those of wishful.toml]
    #[arg(long, value_name = "DIR")]
    pub(super) template_path: Vec<PathBuf>,
}

/// The options for reading many documents.
#[derive(Args, Clone, Debug)]
pub(super) struct PageOptions {
    #[command(flatten)]
    pub(super) workers: Workers,

    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) bounds: Bounds,
}

/// An option that has a meaning with other options only: whether it is given, its name, the other
/// options, and whether they are given.
pub(super) type Need<'a> = (bool, &'a str, &'a str, bool);

/// Refuses the first option that is given without the options that it needs.
pub(super) fn check_needs(needs: &[Need<'_>]) -> Result<(), Failure> {
    for (is_given, option, needed, is_met) in needs {
        if *is_given && !is_met {
            return Err(Failure::usage(format!("{option} needs {needed}")));
        }
    }
    Ok(())
}

#[derive(Args, Debug)]
#[command(after_help = examples::PARSE)]
pub(super) struct ParseArguments {
    /// Documents to parse, or folders of *.html and *.htm; `-` is stdin; without any, stdin is read
    /// if it is not a terminal
    #[arg(value_name = "FILE|DIR|-")]
    pub(super) files: Vec<String>,

    #[command(flatten)]
    pub(super) grammar: GrammarChoice,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = ParseFormat::Document(Format::Tree))]
    pub(super) format: ParseFormat,

    /// With -f html: write each document to this folder, in the tree of folders of the input and in
    /// its encoding
    #[arg(short, long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) bounds: Bounds,

    /// With -f html: show virtual tags and cruft as comments
    #[arg(long)]
    pub(super) mark_repairs: bool,

    /// With -f tree: hide routine repairs: allowed ones, and tags of elements that every document
    /// has (`<html>`)
    #[arg(long)]
    pub(super) hide_allowed: bool,

    /// With a grammar that has `tokenizer text`: print the N best derivations instead of the best
    /// one
    #[arg(long, value_name = "N")]
    pub(super) trees: Option<std::num::NonZeroUsize>,

    /// With a grammar that has `tokenizer text`: print all derivations packed in one drawing, the
    /// parse forest
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "trees")]
    pub(super) forest: Option<ForestFormat>,

    /// Exit with status 1 if a document has any of these; separate several with commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(super) fail_on: Vec<FailOn>,
}

/// A reason for which `parse` exits with status 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ForestFormat {
    /// The language of Graphviz
    Dot,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FailOn {
    /// Repairs, except for omitted tags that the grammar allows (`omissible`)
    Repairs,
    /// Any repair, allowed or not
    Any,
    /// Parse errors for which the standard has a code
    Errors,
}

#[derive(Args, Debug)]
#[command(after_help = examples::BATCH)]
pub(super) struct BatchArguments {
    #[command(flatten)]
    pub(super) workers: Workers,

    #[command(flatten)]
    pub(super) grammar: GrammarChoice,

    /// Let requests name grammar files as well as shipped grammars; a request can then open any
    /// file as a grammar
    #[arg(long)]
    pub(super) allow_grammar_files: bool,

    /// Format of the field `tree`
    #[arg(short, long, value_enum, default_value_t = DocumentFormat(Format::Html))]
    pub(super) format: DocumentFormat,

    #[command(flatten)]
    pub(super) bounds: Bounds,
}

/// A command about grammars.
#[derive(Subcommand, Debug)]
pub(super) enum GrammarCommand {
    /// List the shipped grammars and vocabularies
    #[command(after_help = examples::GRAMMAR_LIST)]
    List,
    /// Report every mistake in grammars or vocabularies
    #[command(after_help = examples::GRAMMAR_CHECK)]
    Check(CheckArguments),
    /// Print a grammar in full: `use` resolved, variants merged, in canonical layout
    #[command(after_help = examples::GRAMMAR_SHOW)]
    Show(ShowArguments),
    /// Print a Graphviz graph of which elements may contain which
    #[command(after_help = examples::GRAMMAR_GRAPH)]
    Graph(GraphArguments),
    /// Print the parser states that the fast engine caches for a grammar while parsing one text
    #[command(after_help = examples::GRAMMAR_CORES)]
    Cores(CoresArguments),
    /// Format grammar files
    #[command(after_help = examples::GRAMMAR_FMT)]
    Fmt(FmtArguments),
    /// Convert an SGML document type definition to a grammar
    #[command(after_help = examples::GRAMMAR_FROM_DTD)]
    FromDtd(FromDtdArguments),
    /// Convert a grammar in EBNF, ABNF, or the notation of yacc, Lark or ANTLR 4 to a grammar
    #[command(after_help = examples::GRAMMAR_IMPORT)]
    Import(ImportArguments),
}

#[derive(Args, Debug)]
pub(super) struct GrammarNameArguments {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(super) grammar: String,
}

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// Grammars, or vocabularies (names that end in `.vocabulary`); default: all shipped ones
    #[arg(value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true)]
    pub(super) grammars: Vec<String>,

    /// Exit with status 1 for these as well as for errors
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) deny: Option<Deny>,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = CheckFormat::Text)]
    pub(super) format: CheckFormat,

    /// With -f text: print every mistake; default: the first 50
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

    /// Draw rules and their symbols instead of elements
    #[arg(long)]
    pub(super) rules: bool,

    /// For a vocabulary: print text instead of Graphviz, with the formats that may contain each
    /// other
    #[arg(long)]
    pub(super) text: bool,
}

#[derive(Args, Debug)]
pub(super) struct CoresArguments {
    /// A shipped grammar's name or the path of a grammar file
    #[arg(value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true)]
    pub(super) grammar: String,

    /// Document or text to parse; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(super) file: String,

    /// Print everything that a core expects, and also start sets where nothing was read
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Args, Debug)]
pub(super) struct FmtArguments {
    /// Grammar files; `-` is stdin
    #[arg(required = true, value_name = "PATH|-")]
    pub(super) files: Vec<String>,

    /// Change nothing; exit with status 1 if a file is not formatted
    #[arg(long, conflicts_with = "write")]
    pub(super) check: bool,

    /// Change the files in place
    #[arg(long)]
    pub(super) write: bool,
}

#[derive(Args, Debug)]
pub(super) struct FromDtdArguments {
    /// DTD, or a document with one in its document type declaration
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,

    /// SGML Open catalogue; other files are found only through it
    #[arg(long, value_name = "FILE")]
    pub(super) catalog: Vec<PathBuf>,

    /// Document element; default: that of the document type declaration, or the only element that
    /// no other contains
    #[arg(long, value_name = "NAME")]
    pub(super) start: Option<String>,

    /// Tokenizer of the grammar
    #[arg(long, value_enum, value_name = "NAME", default_value_t = MarkupTokenizer::SgmlShorttag)]
    pub(super) tokenizer: MarkupTokenizer,
}

#[derive(Args, Debug)]
pub(super) struct ImportArguments {
    /// Files of one grammar, such as the lexer and the parser; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(super) files: Vec<String>,

    /// Notation; default: by the end of the first file's name (.ebnf, .abnf, .y, .yy, .ypp, .yacc,
    /// .lark, .g4)
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(super) from: Option<GrammarNotation>,

    /// Rule to start with; default: that of `%start`, the rule `start`, or the first rule
    #[arg(long, value_name = "NAME")]
    pub(super) start: Option<String>,
}

/// Notations of grammars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GrammarNotation {
    /// EBNF of the W3C, as in the recommendation of XML
    Ebnf,
    /// RFC 5234, with the strings of RFC 7405
    Abnf,
    /// yacc and Bison
    Yacc,
    /// Lark
    Lark,
    /// ANTLR 4
    Antlr4,
}

/// Tokenizers of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MarkupTokenizer {
    /// Delimiters of ISO 8879, without shorthand markup
    Sgml,
    /// The same with shorthand markup, as in HTML 2 to 4 and DocBook
    SgmlShorttag,
    /// Tokenizer of the WHATWG standard
    Html5,
}

#[derive(Args, Debug)]
#[command(after_help = examples::COMPLETIONS)]
pub(super) struct CompletionsArguments {
    /// Shell to complete for
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
#[command(after_help = examples::MAN)]
pub(super) struct ManArguments {
    /// Command to describe; default: wishful itself
    #[arg(value_name = "COMMAND")]
    pub(super) command: Vec<String>,

    /// Write the pages of all commands into this folder, one file each
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(super) all: Option<PathBuf>,
}
