//! The writing of a document in a format. The type [`Format`](crate::tree::Format) itself is in
//! `options`, and each format has a file of its own.

use std::fmt::{self, Write};

#[cfg(feature = "sgml")]
use super::esis;
use super::meter::{Extent, Meter, Metered, remark};
use super::options::{Format, WriteOptions};
use super::{dot, events, fix, html, html5lib, json, outline, tokens};
use crate::tree::document::Document;

impl Document {
    /// Writes the document in a format, up to the limit [`WriteOptions::bytes`]. If the output is
    /// cut, its last line says so, and in `json` a member does. In `fix` only the tags are cut,
    /// never the source.
    ///
    /// ```
    /// use wishful::Allowance;
    /// use wishful::tree::{Extent, Format, WriteOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    /// let document = parser.parse("<p>One<p>Two", &ParseOptions::default()).unwrap();
    /// let options = WriteOptions::default().bytes(Allowance::fixed(35));
    /// let mut html = String::new();
    /// assert_eq!(document.write(Format::Html, options, &mut html), Ok(Extent::Cut));
    /// assert_eq!(
    ///     html,
    ///     "<html><head></head><body><p>One</p></body></html>\
    ///      <!-- wishful: output truncated: limit of 35 bytes of output reached -->"
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
        self.within(format, options, out, |out| self.write_metered(format, options, out))
    }

    /// Writes the document like [`Document::write`] in [`Format::Html`]. Programs that call only
    /// this function do not link the other formats.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_html(
        &self,
        options: WriteOptions,
        out: &mut impl Write,
    ) -> Result<Extent, fmt::Error> {
        let marks = options.mark_repairs;
        self.within(Format::Html, options, out, |out| html::write(self, marks, out))
    }

    /// Returns the document in [`Format::Html5lib`] with the default options.
    #[doc(hidden)]
    pub fn html5lib(&self) -> String {
        let (options, mut text) = (WriteOptions::default(), String::new());
        // OK because writing to a string never fails.
        let _ = self.within(Format::Html5lib, options, &mut text, |out| html5lib::write(self, out));
        text
    }

    /// Runs a writer up to the limit, and appends the remark if the output is cut.
    fn within<W: Write>(
        &self,
        format: Format,
        options: WriteOptions,
        out: &mut W,
        write: impl FnOnce(&mut Metered<'_, W>) -> fmt::Result,
    ) -> Result<Extent, fmt::Error> {
        let most = options.bytes.of(self.text().len());
        let meter = Meter::new(most);
        let written = write(&mut Metered { out, meter: &meter });
        if !meter.is_full_only() {
            written?;
        }
        if meter.is_cut() {
            out.write_str(&remark(format, most).unwrap_or_default())?;
        }
        Ok(meter.extent())
    }

    /// Writes the document in a format; fails if the output is cut.
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

    /// Returns the document in a format, as a string; [`Document::write`] also reports whether it
    /// is cut.
    #[must_use]
    pub fn render(&self, format: Format, options: WriteOptions) -> String {
        let mut out = String::new();
        // OK because writing to a string never fails.
        let _ = self.write(format, options, &mut out);
        out
    }
}
