//! What a reading of microformats may be told.

use super::addresses::Addresses;
use super::classic::{self, ClassicOptions};
use super::elements::Elements;
use super::lookups::Lookups;
use super::markup::Markup;
use super::mf2;
use super::relations::Relations;
use super::results::{Microformats, Mode, Read};
use super::vocabulary::Vocabulary;
use crate::Allowance;
use crate::tree::Document;

/// How microformats are read.
#[derive(Clone, Copy, Debug)]
pub struct Options<'o> {
    /// By which algorithm.
    pub mode: Mode,
    /// What relative addresses are relative to, where the document does not say; else where the document
    /// [is](Document::url). An empty address is this one as it is written.
    pub base: Option<&'o str>,
    /// The formats; those that are shipped, if there are no others.
    pub vocabulary: Option<&'o Vocabulary>,
    /// Classes that are no roots of microformats2 although they begin as those do, such as `h-full` of a style sheet.
    pub except_roots: &'o [&'o str],
    /// The most nodes, and bytes of text, that may be read again because they are included
    /// elsewhere, for a document of so many bytes; and how many bytes of classes and links with
    /// types because a formatting element was opened again.
    pub included: Allowance,
    /// What the classic algorithm leaves open; its defaults, if nothing is said.
    pub classic: Option<&'o ClassicOptions>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        let included = Allowance { at_least: 1 << 16, per_byte: 4 };
        let (base, vocabulary, except_roots, classic) = (None, None, &[][..], None);
        Self { mode: Mode::default(), base, vocabulary, except_roots, included, classic }
    }
}

impl Document {
    /// The microformats of the document.
    ///
    /// ```
    /// use wishful::microformats::Options;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<a class=h-card href=/jane><img src=j.png alt=''> Jane</a>";
    /// let document = parser.parse_str(page, &ParseOptions::default()).unwrap();
    /// let options = Options { base: Some("https://example.org/"), ..Options::default() };
    /// let microformats = document.microformats(&options);
    /// let card = microformats.items().next().unwrap();
    /// assert_eq!(card.types().collect::<Vec<_>>(), ["h-card"]);
    /// let url = card.property("url").unwrap().values().next().unwrap();
    /// assert_eq!(url.text(), "https://example.org/jane");
    /// ```
    #[must_use]
    pub fn microformats<'d>(&'d self, options: &Options<'d>) -> Microformats<'d> {
        let vocabulary = options.vocabulary.unwrap_or_else(|| Vocabulary::shipped());
        let addresses = Addresses::new(self, options.base);
        let elements = Elements::new(self, vocabulary);
        let read = match options.mode {
            Mode::Microformats2 => {
                let again = options.included.of(self.text().len());
                let roots = mf2::Roots::new(vocabulary.backcompat(), options.except_roots);
                mf2::read(self, roots, (addresses, elements), again)
            }
            Mode::Classic => {
                let default = ClassicOptions::default();
                let classic = options.classic.unwrap_or(&default);
                let read = classic::read(self, vocabulary, addresses.clone(), classic);
                let (relations, markup) = (Relations::default(), Markup::new(addresses, elements));
                let work = read.work.total();
                Read { tables: read.tables, relations, markup, is_cut: read.is_cut, work }
            }
        };
        let Read { tables, relations, markup, is_cut, work } = read;
        let (mode, lookups) = (options.mode, Lookups::default());
        Microformats { document: self, mode, tables, relations, markup, lookups, is_cut, work }
    }
}
