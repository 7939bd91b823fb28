//! The compared views of a document, and the display of their differences.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size};

use crate::ParseOptions;
use crate::cli::failure::Failure;
use crate::cli::grammars::Prepared;
use crate::cli::output::Output;
use crate::cli::paint::visible;
use crate::cli::repairs;
use crate::tree::{ALLOWED, Document, Extent, Format, LineDiff, WriteOptions};
use crate::workbench::causes::report::Detail;
use crate::workbench::causes::{Compared, Difference, LineId};

/// The assumed width of a terminal that does not report one.
const WIDTH: usize = 100;

/// A document, as parsed by all grammars.
#[derive(Default)]
pub(super) struct Page {
    pub(super) name: String,
    /// The view for each grammar; empty if nothing differs or no text output is requested.
    pub(super) texts: Vec<String>,
    /// The number of repairs by each grammar.
    pub(super) repairs: Vec<usize>,
    /// The difference for each grammar but the first; empty if the document was not compared.
    pub(super) differences: Vec<Difference>,
    /// The decisive lines of each difference.
    pub(super) decisive: Vec<BTreeSet<LineId>>,
    /// The result of a comparison of derivations, which are compared as texts only.
    pub(super) derivations_differ: Option<bool>,
    pub(super) detail: Option<Detail>,
    /// Messages for stderr: why the document was not compared completely.
    pub(super) said: Vec<String>,
}

impl Page {
    pub(super) fn of(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Returns the result for a document on which the library panicked.
    pub(super) fn panicked(name: &str) -> Self {
        Self { said: vec![panicked(name)], ..Self::of(name) }
    }

    /// Returns the result for a compared document, without its differences. Unremarkable repairs
    /// are omitted if `hides` is set.
    pub(super) fn compared(name: &str, compared: &Compared, has_texts: bool, hides: bool) -> Self {
        let repairs = compared.documents.iter().map(|document| {
            let is_unremarkable = document.unremarkable();
            document.repair_ids().filter(|&id| !hides || !is_unremarkable(id)).count()
        });
        let mut page = Self { repairs: repairs.collect(), ..Self::of(name) };
        let mut is_part = compared.is_part();
        if has_texts && !compared.is_same() {
            let texts =
                compared.documents.iter().map(|document| text(document, &mut is_part, hides));
            page.texts = texts.collect();
        }
        if is_part {
            page.said.push(format!("{name}: compared up to a limit only"));
        }
        page
    }

    /// Reports whether the document was compared at all.
    pub(super) fn is_compared(&self) -> bool {
        !self.differences.is_empty() || self.derivations_differ.is_some()
    }

    pub(super) fn differs(&self) -> bool {
        let trees = self.differences.iter().any(|difference| !difference.is_none());
        trees || self.derivations_differ == Some(true)
    }
}

/// Returns the message about a document on which the library panicked.
pub(super) fn panicked(name: &str) -> String {
    format!("{name}: the parser panicked, which is a bug in wishful")
}

/// Renders the outline of a document and its repairs.
fn text(document: &Document, is_part: &mut bool, hides: bool) -> String {
    let bare = WriteOptions { bare: true, ..WriteOptions::default() };
    let mut text = String::new();
    // OK because writing to a string never fails.
    let outline = document.write(Format::Tree, bare, &mut text).unwrap_or(Extent::Cut);
    let is_unremarkable = document.unremarkable();
    let (list, listed) = repairs::list(document, &|repair| !hides || !is_unremarkable(repair));
    let _ = writeln!(text, "\nrepairs");
    for line in list.lines() {
        let line = line.strip_suffix(ALLOWED).unwrap_or(line);
        let _ = writeln!(text, "  {line}");
    }
    *is_part |= [outline, listed].contains(&Extent::Cut);
    text
}

/// Renders a document by a grammar, in the compared form.
///
/// # Errors
/// A message with the document's name, if it cannot be parsed.
pub(in crate::cli) fn view(
    grammar: &Prepared,
    name: &str,
    bytes: &[u8],
    options: &ParseOptions,
) -> Result<String, String> {
    if let Prepared::Text(_) = grammar {
        return grammar.derivations(name, bytes, Format::Tree, 1);
    }
    let document = grammar.parse(bytes, options).map_err(|message| format!("{name}: {message}"))?;
    Ok(text(&document, &mut false, false))
}

/// Compares the best derivations of a text by grammars with their own tokens.
///
/// # Errors
/// If one of the grammars is of markup, or does not accept the text.
pub(super) fn derived(grammars: &[Prepared], name: &str, bytes: &[u8]) -> Result<Page, String> {
    let texts = grammars.iter().map(|grammar| match grammar {
        Prepared::Text(_) => grammar.derivations(name, bytes, Format::Tree, 1),
        Prepared::Markup(_) => Err(format!(
            "{name}: a grammar of markup cannot be compared with one whose tokenizer is `text`"
        )),
    });
    let texts = texts.collect::<Result<Vec<String>, _>>()?;
    let differ = texts.iter().any(|text| *text != texts[0]);
    let texts = if differ { texts } else { Vec::new() };
    let repairs = vec![0; grammars.len()];
    Ok(Page { texts, repairs, derivations_differ: Some(differ), ..Page::of(name) })
}

/// Two views of a document.
pub(in crate::cli) struct Texts<'a> {
    pub(in crate::cli) document: &'a str,
    pub(in crate::cli) grammars: [&'a str; 2],
    pub(in crate::cli) texts: [&'a str; 2],
}

impl Texts<'_> {
    /// Prints their differences: in two columns on a terminal, otherwise as a patch.
    pub(in crate::cli) fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let [left, right] = self.texts;
        if left == right {
            return Ok(());
        }
        let names = self.grammars.map(|grammar| format!("{} by {grammar}", self.document));
        let lines = LineDiff { names: [&names[0], &names[1]], left, right };
        let paint = out.paint();
        match io::stdout().is_terminal() {
            true => {
                let width = terminal_size().map_or(WIDTH, |(Width(width), _)| width.into());
                let painter = |piece, text: &str| paint.piece(piece, &visible(text));
                out.text(&lines.side_by_side(width, &painter))?;
                out.line("")
            }
            false => out.text(&lines.patch(&|piece, text| paint.piece(piece, text))),
        }
    }
}
