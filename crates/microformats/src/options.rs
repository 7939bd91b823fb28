//! The options of reading microformats.

use super::addresses::Addresses;
use super::classic::{self, ClassicOptions};
use super::elements::Elements;
use super::lookups::Lookups;
use super::markup::Markup;
use super::mf2;
use super::relations::Relations;
use super::results::{AlgorithmResult, Microformats, Mode};
use super::vocabulary::Vocabulary;
use wishful::Allowance;
use wishful::tree::Document;

/// The options of reading microformats.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options<'o> {
    /// The algorithm.
    pub mode: Mode,
    /// The base of relative addresses, where the document has none; by default, the address of the
    /// document ([`Document::url`]). An empty address in the page becomes this text as written.
    pub base: Option<&'o str>,
    /// The function that makes an address absolute, given the base as written and the address; by
    /// default, the algorithm of the URL standard.
    pub join: Option<fn(&str, &str) -> String>,
    /// The vocabulary of formats; by default, the shipped one.
    pub vocabulary: Option<&'o Vocabulary>,
    /// Classes that begin like roots of microformats2 but are not, like `h-full` of a style sheet.
    pub except_roots: &'o [&'o str],
    /// The limits of reading again, for a document of a given size. They bound the nodes, and the
    /// bytes of text, that are read again because other elements include them. They also bound the
    /// bytes of classes and links that are read again because a formatting element was reopened.
    pub included: Allowance,
    /// The choices that the classic algorithm leaves open; by default, those of
    /// [`ClassicOptions::default`].
    pub classic: Option<&'o ClassicOptions>,
}

wishful::base::setters! { Options<'o> {
    mode: Mode, base: Option<&'o str>, join: Option<fn(&str, &str) -> String>,
    vocabulary: Option<&'o Vocabulary>,
    except_roots: &'o [&'o str], included: Allowance, classic: Option<&'o ClassicOptions>,
} }

impl Default for Options<'_> {
    fn default() -> Self {
        let included = Allowance { at_least: 1 << 16, per_byte: 4 };
        let (base, join, vocabulary, classic) = (None, None, None, None);
        let (mode, except_roots) = (Mode::default(), &[][..]);
        Self { mode, base, join, vocabulary, except_roots, included, classic }
    }
}

impl<'d> Microformats<'d> {
    /// Reads the microformats of a document.
    ///
    /// ```
    /// use wishful_microformats::{Microformats, Options};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<a class=h-card href=/jane><img src=j.png alt=''> Jane</a>";
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let options = Options::default().base(Some("https://example.org/"));
    /// let microformats = Microformats::new(&document, &options);
    /// let card = microformats.items().next().unwrap();
    /// assert_eq!(card.types().collect::<Vec<_>>(), ["h-card"]);
    /// let url = card.property("url").unwrap().values().next().unwrap();
    /// assert_eq!(url.text(), "https://example.org/jane");
    /// ```
    #[must_use]
    pub fn new(document: &'d Document, options: &Options<'d>) -> Self {
        let vocabulary = options.vocabulary.unwrap_or_else(|| Vocabulary::shipped());
        let addresses = Addresses::new(document, options.base).joined_by(options.join);
        let elements = Elements::new(document, vocabulary);
        let read = match options.mode {
            Mode::Microformats2 => {
                let again = options.included.of(document.text().len());
                let roots = mf2::Roots::new(vocabulary.backcompat(), options.except_roots);
                mf2::read(document, roots, (addresses, elements), again)
            }
            Mode::Classic => {
                let default = ClassicOptions::default();
                let classic = options.classic.unwrap_or(&default);
                let read = classic::read(document, vocabulary, addresses.clone(), classic);
                let (relations, markup) = (Relations::default(), Markup::new(addresses, elements));
                let work = read.work.total();
                AlgorithmResult {
                    tables: read.tables,
                    relations,
                    markup,
                    is_cut: read.is_cut,
                    work,
                }
            }
        };
        let AlgorithmResult { tables, relations, markup, is_cut, work } = read;
        let (mode, lookups) = (options.mode, Lookups::default());
        Self { document, mode, tables, relations, markup, lookups, is_cut, work }
    }
}
