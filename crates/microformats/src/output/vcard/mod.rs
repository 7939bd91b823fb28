//! Cards as vCard 3.0 (RFC 2426) and vCard 4.0 (RFC 6350).
//!
//! Every `h-card` and every `vcard` becomes a separate card, in document order, even inside other
//! cards. `terms` is the table of terms; `card` creates the properties.
//!
//! Invariants of every card:
//!
//! * Each value of each property is written once. It goes to the property in the table, or to
//!   `X-NAME`. The latter holds if the version has no such property, or allows only one. Telephone
//!   numbers and email addresses have no scheme. Dates and coordinates are in the notation of
//!   vCard; invalid dates and addresses are texts.
//! * An agent is a separate card, to whose UID `AGENT` or `RELATED` refers; a missing UID is
//!   generated. A nested card would be escaped at each level, so its size would be exponential in
//!   the depth.
//! * The required `FN` and, in version 3, `N` exist. If a card has no name, another identifying
//!   property takes its place.

mod card;
mod terms;
mod version;

use super::content_lines::ContentLine;
use super::options::FormatOptions;
use crate::results::Microformats;
use card::{Cards, cards};
pub use version::VcardVersion;
use wishful::base::counted;

impl Microformats<'_> {
    /// Serializes the cards as vCards; returns an empty text if there are none.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, output::{FormatOptions, VcardVersion}};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html =
    ///     "<p class=h-card><a class='p-name u-email' href=mailto:jane@example.org>Jane; Doe</a>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let microformats = Microformats::new(&document, &Options::default());
    /// let vcard = microformats.to_vcard(VcardVersion::Four, &FormatOptions::default());
    /// let lines: Vec<&str> = vcard.lines().collect();
    /// assert_eq!(
    ///     lines,
    ///     ["BEGIN:VCARD", "VERSION:4.0", "FN:Jane\\; Doe", "EMAIL:jane@example.org", "END:VCARD"]
    /// );
    /// ```
    #[must_use]
    pub fn to_vcard(&self, version: VcardVersion, options: &FormatOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut text = String::new();
        let mut is_cut = false;
        let mut writer = Cards::new(self, version);
        let mut rest = cards(self).peekable();
        while let Some(card) = rest.next().filter(|_| counted(text.len()) < most) {
            text.push_str("BEGIN:VCARD\r\nVERSION:");
            text.push_str(version.number());
            text.push_str("\r\n");
            writer.write(card, &mut |line: ContentLine| {
                is_cut |= counted(text.len()) >= most;
                if !is_cut {
                    line.write(&mut text, |moment| version.moment(moment));
                }
                !is_cut
            });
            if is_cut || self.is_cut() || rest.peek().is_some() && counted(text.len()) >= most {
                text.push_str("X-CUT:TRUE\r\n");
            }
            text.push_str("END:VCARD\r\n");
        }
        text
    }
}
