//! The entry point of the analyser, which accepts text in pieces.

use super::SgmlFeatures;
use super::machine::Machine;
use super::report::Callbacks;

/// The lexical analyser, which is fed with pieces of a text.
///
/// The cuts between pieces make no difference. Data characters are reported as one string from one
/// markup to the next, a tag when its end is reached.
///
/// ```
/// use wishful_sgml_lexer::{Lexer, CallbackListing, SgmlFeatures};
/// let (mut lexer, mut listing) = (Lexer::new(SgmlFeatures::default()), CallbackListing::new());
/// for piece in ["Tom &am", "p; <b Cla", "ss=x>Jer", "ry"] {
///     lexer.feed(piece, &mut listing);
/// }
/// lexer.finish(&mut listing);
/// let expected = [
///     "[Tag/Data]\nData: `Tom '\n",
///     "[Aux Markup]\nEntity Ref: `&amp'\n",
///     "[Tag/Data]\nData: ` '\n",
///     "[Tag/Data]\nStart Tag: `<b'\n  Attr Name: `class'\n  Name Token: `x'\n",
///     "[Tag/Data]\nData: `Jerry'\n",
/// ];
/// assert_eq!(listing.text(), expected.join("\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Lexer {
    machine: Machine,
    /// The text that was fed and not read yet, since its end is not available.
    held: String,
}

impl Lexer {
    /// Creates a lexer at the start of a text.
    #[must_use]
    pub fn new(readmitted: SgmlFeatures) -> Self {
        Self { machine: Machine::new(readmitted), held: String::new() }
    }

    /// Creates a lexer of a text that begins at an offset of another text. The offsets in its
    /// reports are those of the other text.
    #[must_use]
    pub fn starting_at(start: usize, readmitted: SgmlFeatures) -> Self {
        let mut lexer = Self::new(readmitted);
        lexer.machine.at = start;
        lexer
    }

    /// Reads the next piece of the text.
    pub fn feed(&mut self, piece: &str, callbacks: &mut impl Callbacks) {
        if self.held.is_empty() {
            let read = self.machine.run(piece, false, callbacks);
            self.held.push_str(&piece[read..]);
        } else {
            self.held.push_str(piece);
            let read = self.machine.run(&self.held, false, callbacks);
            self.held.drain(..read);
        }
    }

    /// Reads the remaining text, which ends here.
    pub fn finish(mut self, callbacks: &mut impl Callbacks) {
        self.machine.run(&self.held, true, callbacks);
        self.machine.end(callbacks);
    }
}
