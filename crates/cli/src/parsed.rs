//! Pages that are parsed in worker threads, for the commands that print a text about each.

use super::arguments::{PageOptions, PlainGrammar};
use wishful::ParseOptions;
use wishful::tree::Document;
use wishful_console::driver::{self, InputResult};
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs;
use wishful_console::output::{Output, not_parsed};
use wishful_console::reading;

/// A parser of pages.
pub(super) struct PageParser<'a> {
    pub(super) grammar: PreparedGrammar,
    options: ParseOptions,
    pages: &'a PageOptions,
    /// A flag: messages of the parser name the page, and a note says if it is XML read as HTML.
    pub(super) has_names: bool,
}

/// A parsed page.
pub(super) struct ParsedPage<'p> {
    pub(super) path: &'p str,
    /// The name in messages and headers.
    pub(super) name: &'p str,
    pub(super) document: Document,
    /// The limit on the output about it, in bytes.
    pub(super) most: u64,
    /// The messages about it.
    pub(super) messages: Vec<String>,
    /// The notes about it, which do not change the exit status.
    pub(super) notes: Vec<String>,
}

impl<'a> PageParser<'a> {
    /// Prepares the grammar of a command line.
    pub(super) fn new(grammar: &PlainGrammar, pages: &'a PageOptions) -> Result<Self, Failure> {
        let grammar = grammars::prepare_plain(&grammar.grammar)?;
        Ok(Self { grammar, options: pages.options()?, pages, has_names: false })
    }

    /// Sets the URL of the pages to the argument of `--base`.
    pub(super) fn with_base(self, base: Option<&str>) -> Result<Self, Failure> {
        Ok(Self { options: self.options.url(inputs::url(base)?), ..self })
    }

    /// Parses the pages, and prints the text that `work` makes of each. `work` may add messages and
    /// notes.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn print<T: Into<Vec<u8>>>(
        &self,
        paths: &[String],
        out: &mut Output,
        work: impl Fn(&mut ParsedPage<'_>) -> Result<T, Failure> + Sync,
    ) -> CommandResult {
        driver::pages(paths, self.pages.workers.count(), out, |path| {
            let mut page = self.parse(path)?;
            let outcome = match work(&mut page) {
                Ok(text) => InputResult::new(text, page.messages),
                Err(failure) => InputResult::refused(failure),
            };
            Ok(outcome.with_notes(page.notes))
        })
    }

    fn parse<'p>(&self, path: &'p str) -> Result<ParsedPage<'p>, Failure> {
        let input = reading::read(path, self.pages.bounds.max_bytes)?;
        let name = inputs::shown(path);
        let options = self.options.clone().partial(input.rest.is_some()).name(name);
        let mut notes = Vec::new();
        if self.has_names {
            notes.extend(grammars::xml_note(self.grammar.grammar(), path, &input.bytes));
        }
        let document = self.grammar.parse(input.bytes, &options);
        let document = document.map_err(|message| Failure::of_input(path, message))?;
        Ok(ParsedPage {
            path,
            name,
            most: self.pages.bounds.output().of(document.text().len()),
            messages: not_parsed(&document, path).into_iter().collect(),
            notes,
            document,
        })
    }
}
