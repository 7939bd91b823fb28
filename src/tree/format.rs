//! The formats that a document can be written in; `notes/formats.md` describes them for scripts.

use std::fmt::{self, Write};

use super::document::Document;
#[cfg(feature = "sgml")]
use super::esis;
use super::meter::{Extent, Meter, Metered, remark};
use super::{dot, events, fix, html, html5lib, json, outline, tokens};
use crate::base::Allowance;

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Format {
    /// Indented, a node a line, with the repairs: for people.
    Tree,
    /// HTML, by the standard's serialisation of fragments.
    Html,
    /// JSON, `wishful-document/1`.
    Json,
    /// The format of the public tree-construction tests.
    Html5lib,
    /// The element structure information set of SGML, as `nsgmls` prints it; with the feature `sgml`.
    #[cfg(feature = "sgml")]
    Esis,
    /// The events, a line each.
    Events,
    /// The physical tokens, a line each.
    Tokens,
    /// The tree for Graphviz.
    Dot,
    /// The decoded text with only the virtual tags added; [`Document::fixed`] gives the bytes.
    Fix,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Tree,
        Self::Html,
        Self::Json,
        Self::Html5lib,
        #[cfg(feature = "sgml")]
        Self::Esis,
        Self::Events,
        Self::Tokens,
        Self::Dot,
        Self::Fix,
    ];

    /// What the command line calls it: the variant in lower case.
    #[must_use]
    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }

    /// What it is, in a few words: a line of the command line's help.
    #[must_use]
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Tree => "Indented, with the repairs: for people",
            Self::Html => "HTML, serialised by the standard",
            Self::Json => "A JSON object",
            Self::Html5lib => "The format of the public tree-construction tests",
            #[cfg(feature = "sgml")]
            Self::Esis => "Elements and data, as nsgmls prints them",
            Self::Events => "What happened, step by step",
            Self::Tokens => "The physical tokens",
            Self::Dot => "The tree for Graphviz",
            Self::Fix => "The source with only the virtual tags added",
        }
    }

    /// The format of a name.
    #[must_use]
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }
}

/// How to write a document; each format reads what concerns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// `tree`: ANSI colours.
    pub colour: bool,
    /// `tree`: leave the list of repairs out.
    pub bare: bool,
    /// `html`: virtual tags and cruft as visible comments.
    pub mark_repairs: bool,
    /// `json`: over many lines.
    pub pretty: bool,
    /// All formats: how many bytes may be written, by the length of the document's text. What has begun is ended, so a little more is.
    pub bytes: Allowance,
}

impl Default for WriteOptions {
    /// Plain, and as many bytes as the output of no document has that anybody wrote (`notes/formats.md` has the count).
    fn default() -> Self {
        let bytes = Allowance { at_least: 1 << 26, per_byte: 256 };
        Self { colour: false, bare: false, mark_repairs: false, pretty: false, bytes }
    }
}

impl Document {
    /// Writes the document in a format, as far as [`WriteOptions::bytes`] allows. What is cut says so in its last line, in `json` by a
    /// member; of `fix` the tags are cut, and the source is not.
    ///
    /// ```
    /// use wishful::Allowance;
    /// use wishful::tree::{Extent, Format, WriteOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    /// let document = parser.parse_str("<p>One<p>Two", &ParseOptions::default()).unwrap();
    /// let options = WriteOptions { bytes: Allowance::fixed(35), ..WriteOptions::default() };
    /// let mut html = String::new();
    /// assert_eq!(document.write(Format::Html, options, &mut html), Ok(Extent::Cut));
    /// assert_eq!(
    ///     html,
    ///     "<html><head></head><body><p>One</p></body></html>\
    ///      <!-- wishful: not written to its end: the limit of 35 bytes of output was met -->"
    /// );
    /// ```
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write(
        &self,
        format: Format,
        options: WriteOptions,
        out: &mut impl Write,
    ) -> Result<Extent, fmt::Error> {
        let most = options.bytes.of(self.text().len());
        let meter = Meter::new(most);
        let written = self.write_metered(format, options, &mut Metered { out, meter: &meter });
        if !meter.is_full_only() {
            written?;
        }
        if meter.is_cut() {
            out.write_str(&remark(format, most).unwrap_or_default())?;
        }
        Ok(meter.extent())
    }

    /// Ends with an error if it is cut.
    fn write_metered<W: Write>(
        &self,
        format: Format,
        options: WriteOptions,
        out: &mut Metered<'_, W>,
    ) -> fmt::Result {
        match format {
            Format::Tree => outline::write(self, options, out),
            Format::Html => html::write(self, options.mark_repairs, out),
            Format::Json => json::write(self, options.pretty, out),
            Format::Html5lib => html5lib::write(self, out),
            #[cfg(feature = "sgml")]
            Format::Esis => esis::write(self, out),
            Format::Events => events::write(self, out),
            Format::Tokens => tokens::write(self, out),
            Format::Dot => dot::write(self, out),
            Format::Fix => fix::write(self, out),
        }
    }

    /// The document in a format, as a string; [`Document::write`] tells whether that is all of it.
    #[must_use]
    pub fn render(&self, format: Format, options: WriteOptions) -> String {
        let mut out = String::new();
        // OK because writing to a string never fails.
        let _ = self.write(format, options, &mut out);
        out
    }
}
