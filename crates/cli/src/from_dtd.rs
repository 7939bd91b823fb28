//! `wishful grammar from-dtd`: conversion of a document type definition to a grammar.

use super::arguments::{FromDtdArguments, MarkupTokenizer};
use wishful::dtd::{self, Limits, generate};
use wishful::grammar::load::FileSystem;
use wishful_console::failure::CommandResult;
use wishful_console::output::{self, MISTAKES, complain, stderr_colour};
use wishful_console::reports::refused;

pub(super) fn run(arguments: &FromDtdArguments) -> CommandResult {
    let limits = Limits::default();
    let (dtd, report) = dtd::read(&arguments.file, &arguments.catalog, &FileSystem, limits);
    if report.has_errors() {
        return Err(refused(&report));
    }
    let tokenizer = match arguments.tokenizer {
        MarkupTokenizer::Sgml => "sgml",
        MarkupTokenizer::SgmlShorttag => "sgml-shorttag",
        MarkupTokenizer::Html5 => "html5",
    };
    let options = generate::Options::default()
        .start(arguments.start.clone())
        .tokenizer(Some(tokenizer.to_owned()))
        .limits(limits);
    let (text, warnings) = generate::grammar(&dtd, &options).map_err(|report| refused(&report))?;
    for report in [&report, &warnings] {
        if !report.diagnostics.is_empty() {
            complain(&report.render_most(stderr_colour(), MISTAKES));
        }
    }
    output::print(&text)
}
