//! Cards as vCard 3.0 (RFC 2426), vCard 4.0 (RFC 6350) and jCard (RFC 7095).
//!
//! Every `h-card` and every `vcard` becomes a card of its own, in document order, also those that stand in others. `terms` is the
//! table of what is what; `card` makes the properties, which are written as lines or, by `jcard`, as JSON.
//!
//! What holds for every card:
//!
//! * Each value of each of its properties is the value of a property of the vCard: of the one that the table names, or, where the
//!   version has none or allows one only and has it, of `X-NAME`. Telephone numbers and addresses of mail are without their scheme,
//!   dates and coordinates as vCard writes them; what is no date or address is a text.
//! * An agent is a card of its own, and `AGENT` or `RELATED` has its UID, which it is given if it has none. (A card in a card in
//!   a card would be escaped over and over and be as long as two to the depth.)
//! * `FN` and, in version 3, `N` are there, as they must be; where nobody says a name, something else that says who it is stands
//!   for it.

mod card;
mod jcard;
mod terms;
mod version;

use super::content_lines::Line;
use super::options::FormatOptions;
use crate::base::counted;
use crate::microformats::results::Microformats;
use card::{Cards, cards};
pub use version::VcardVersion;

impl Microformats<'_> {
    /// The cards as vCards; nothing if there are none.
    ///
    /// ```
    /// use wishful::microformats::{Options, output::{FormatOptions, VcardVersion}};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class=h-card><a class='p-name u-email' href=mailto:jane@example.org>Jane; Doe</a>";
    /// let document = parser.parse_str(html, &ParseOptions::default()).unwrap();
    /// let microformats = document.microformats(&Options::default());
    /// let vcard = microformats.to_vcard(VcardVersion::Four, &FormatOptions::default());
    /// let lines: Vec<&str> = vcard.lines().collect();
    /// assert_eq!(lines, ["BEGIN:VCARD", "VERSION:4.0", "FN:Jane\\; Doe", "EMAIL:jane@example.org", "END:VCARD"]);
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
            writer.write(card, &mut |line: Line| {
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
