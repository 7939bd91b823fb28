//! The compared views of a document, and the display of their differences.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size};

use wishful::ParseOptions;
use wishful::tree::{ALLOWED, Document, Extent, Format, LineDiff, WriteOptions};
use wishful_console::failure::Failure;
use wishful_console::grammars::PreparedGrammar;
use wishful_console::output::Output;
use wishful_console::paint::visible;
use wishful_test_runner::repairs;
use wishful_workbench::causes::{Compared, Difference, LineId};

/// The assumed width of a terminal that does not report one.
const WIDTH: usize = 100;

/// A document, as parsed by all grammars.
#[derive(Default)]
pub(super) struct ComparedPage {
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
    /// Messages for stderr: why the document was not compared completely.
    pub(super) messages: Vec<String>,
}

impl ComparedPage {
    fn of(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Returns the result for a document that was not compared.
    pub(super) fn refused(name: &str, message: String) -> Self {
        Self { messages: vec![message], ..Self::of(name) }
    }

    /// Returns the result for a document on which the library panicked.
    pub(super) fn panicked(name: &str) -> Self {
        Self::refused(name, panicked(name))
    }

    /// Returns the result for a compared document, without its differences. Unremarkable repairs
    /// are omitted if `hides` is set.
    pub(super) fn new(name: &str, compared: &Compared, has_texts: bool, hides: bool) -> Self {
        let mut page = Self::of(name);
        for document in &compared.documents {
            let is_unremarkable = document.unremarkable();
            let shown = document.repair_ids().filter(|&id| !hides || !is_unremarkable(id));
            page.repairs.push(shown.count());
        }
        let mut is_part = compared.is_part();
        if has_texts && !compared.is_same() {
            for document in &compared.documents {
                page.texts.push(text(document, &mut is_part, hides));
            }
        }
        if is_part {
            page.messages.push(format!("{name}: compared only up to a limit"));
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
    let bare = WriteOptions::default().bare(true);
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
pub(crate) fn view(
    grammar: &PreparedGrammar,
    name: &str,
    bytes: &[u8],
    options: &ParseOptions,
) -> Result<String, String> {
    if let PreparedGrammar::Text(_) = grammar {
        return grammar.derivations(name, bytes, Format::Tree, 1);
    }
    let document = grammar.parse(bytes, options).map_err(|message| format!("{name}: {message}"))?;
    Ok(text(&document, &mut false, false))
}

/// Compares the best derivations of a text by grammars with their own tokens.
///
/// # Errors
/// If one of the grammars is of markup, or does not accept the text.
pub(super) fn derived(
    grammars: &[PreparedGrammar],
    name: &str,
    bytes: &[u8],
) -> Result<ComparedPage, String> {
    let mut texts = Vec::with_capacity(grammars.len());
    for grammar in grammars {
        if !matches!(grammar, PreparedGrammar::Text(_)) {
            return Err(format!(
                "{name}: cannot compare a grammar of markup with one whose tokenizer is `text`"
            ));
        }
        texts.push(grammar.derivations(name, bytes, Format::Tree, 1)?);
    }
    let differ = texts.iter().any(|text| *text != texts[0]);
    let texts = if differ { texts } else { Vec::new() };
    let repairs = vec![0; grammars.len()];
    Ok(ComparedPage { texts, repairs, derivations_differ: Some(differ), ..ComparedPage::of(name) })
}

/// Two views of a document.
pub(crate) struct ViewPair<'a> {
    pub(crate) document: &'a str,
    pub(crate) grammars: [&'a str; 2],
    pub(crate) texts: [&'a str; 2],
}

impl ViewPair<'_> {
    /// Prints their differences: in two columns on a terminal, otherwise as a patch.
    pub(crate) fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let [left, right] = self.texts;
        if left == right {
            return Ok(());
        }
        let names = self.grammars.map(|grammar| format!("{} by {grammar}", self.document));
        let lines = LineDiff { names: [&names[0], &names[1]], left, right };
        let paint = out.paint();
        if !io::stdout().is_terminal() {
            return out.text(&lines.patch(&|piece, text| paint.piece(piece, text)));
        }
        let width = terminal_size().map_or(WIDTH, |(Width(width), _)| width.into());
        let columns =
            lines.side_by_side(width, &|piece, text: &str| paint.piece(piece, &visible(text)));
        out.text(&columns)?;
        out.line("")
    }
}
