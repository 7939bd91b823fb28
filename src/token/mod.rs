//! The token layer: text becomes physical tokens, pulled one at a time.
//!
//! A physical token is a construct of the source: a tag, a run of text, a comment, a doctype.
//!
//! Invariant: the spans of all tokens tile the text. The first span starts at 0, each other one
//! starts at the end of its predecessor, and the last one ends with the text. Source for which the
//! standard emits no token becomes a [`TokenKind::Lost`] token:
//!
//! ```text
//! <P CLASS=a>Tom &amp; Jerry</></p
//!
//!  0..11  StartTag p class="a"      name 1..2 decoded to "p", value 9..10 verbatim
//! 11..26  Text "Tom & Jerry"        read in the data state
//! 26..29  Lost                      </> closes nothing
//! 29..32  Lost                      the file ends in the tag
//! 32..32  EndOfFile
//! ```
//!
//! There are three tokenizers:
//!
//! * [`Html5Tokenizer`] wraps the state machine of the crate `html5gum`, with a fast path for plain
//!   source in front. It knows no element. Whether text is raw, for example, depends on whether the
//!   parser accepts the tag before it. So the parser calls [`Html5Tokenizer::set_state`] before it
//!   pulls the next token.
//! * [`TextTokenizer`] is for grammars that declare their tokens as regular expressions.
//! * [`sgml`] has the one for grammars with `tokenizer sgml`, and an API for other callers.
//!
//! A [`Value`] is a span of the text. Only if its decoded string differs from the text does it hold
//! that string, and the offsets at which the two correspond. That happens for capitals in names,
//! character references, line breaks other than LF, and NUL. A document without those allocates
//! nothing for values.
//!
//! A byte order mark, which [`crate::source`] leaves in the text, is lost if the caller announces
//! it ([`Html5Tokenizer::with_byte_order_mark`]). In a text that never was bytes U+FEFF is an
//! ordinary character.
//!
//! Read next: `html5` for the combination of the readers; `plain` and `characters` for the fast
//! path; `packed` for the storage of tokens. `collector` finds the spans, `gather` assembles
//! values, and `value` maps their offsets. `open` has the parts of tags, comments and doctypes;
//! `instruction` recognises processing instructions among comments.

mod characters;
mod clear;
mod collector;
mod gather;
mod html5;
mod instruction;
mod open;
mod packed;
mod plain;
mod reference;
pub mod sgml;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod view;

pub(crate) use html5::ERROR_LIMIT;
pub use html5::Html5Tokenizer;
pub use packed::Tokens;
pub use text::{TextRule, TextToken, TextTokenizer};
pub(crate) use text::{TextTokens, malformed};
pub(crate) use value::ValueRef;
pub use value::{EntityData, Value};
pub(crate) use view::TagSide;
pub use view::{AttributeRef, KindRef, TagRef, TextRef, TokenRef};

use crate::base::Span;
use serde::{Deserialize, Serialize};

/// A source of physical tokens, pulled one at a time.
///
/// The spans of the tokens tile the text. The last token is [`TokenKind::EndOfFile`], which every
/// further call returns again.
pub trait Tokenizer {
    /// Returns the next token.
    fn next_token(&mut self) -> Token;

    /// Appends the next token to `tokens`.
    fn push_next(&mut self, tokens: &mut Tokens) {
        tokens.push(self.next_token());
    }

    /// Sets the state for the next token, after a start tag that the parser accepted.
    fn set_state(&mut self, state: LexicalState, last_start_tag: &str);

    /// Sets the current element's name and the number of open elements, for tokenizers with tags
    /// that lack a name.
    fn set_current(&mut self, _name: Option<&str>, _open: usize) {}

    /// Sets whether `<![CDATA[` begins a section from here on; otherwise it begins a bogus comment.
    fn allow_cdata(&mut self, allow: bool);

    /// Removes and returns the errors so far.
    fn take_errors(&mut self) -> Vec<TokenError>;
}

/// A tokenizer that replays tokens made elsewhere.
#[derive(Debug)]
pub struct RecordedTokens {
    tokens: std::vec::IntoIter<Token>,
    end: Span,
}

impl RecordedTokens {
    /// Creates a tokenizer that returns these tokens in order, and then the end of the file.
    #[must_use]
    pub fn new(tokens: Vec<Token>) -> Self {
        let end = match tokens.last() {
            Some(last) => last.span.end,
            None => 0,
        };
        Self { tokens: tokens.into_iter(), end: Span { start: end, end } }
    }
}

impl Tokenizer for RecordedTokens {
    fn next_token(&mut self) -> Token {
        let end = Token { span: self.end, kind: TokenKind::EndOfFile };
        self.tokens.next().unwrap_or(end)
    }

    fn set_state(&mut self, _: LexicalState, _: &str) {}

    fn allow_cdata(&mut self, _: bool) {}

    fn take_errors(&mut self) -> Vec<TokenError> {
        Vec::new()
    }
}

/// A construct of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The span of the whole construct: with angle brackets, quotes and comment dashes.
    pub span: Span,
    /// The kind of the token, with its parts.
    pub kind: TokenKind,
}

/// The kind of a token, with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `<name attributes>`
    StartTag(Tag),
    /// `</name>`, perhaps with attributes, which are ignored.
    EndTag(Tag),
    /// Characters up to the next tag, comment, doctype or CDATA section; or one CDATA section.
    Text(Text),
    /// A comment, or source that the standard reads as one.
    Comment(Comment),
    /// `<?target data>`
    ProcessingInstruction(ProcessingInstruction),
    /// `<!doctype …>`
    Doctype(Box<Doctype>),
    /// Source for which the standard emits no token.
    Lost,
    /// The end of the file, with an empty span.
    EndOfFile,
}

/// A start or end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, in lower case.
    pub name: Value,
    /// All attributes in the order of the source. Duplicates are included and marked.
    pub attributes: Box<[Attribute]>,
    /// Set if the tag ends in `/>`.
    pub self_closing: bool,
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name, in lower case.
    pub name: Value,
    /// The value without quotes; `None` if and only if there is no equals sign.
    pub value: Option<Value>,
    /// The span from the name to the end of the value or its closing quote.
    pub span: Span,
    /// Set if an earlier attribute of the tag has the same name, so that this one does not count.
    pub duplicate: bool,
}

/// A run of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The characters, with references decoded and line breaks as LF. NUL stays in the data state
    /// and in CDATA sections, and becomes U+FFFD elsewhere.
    pub value: Value,
    /// The state in which the text was read.
    pub state: LexicalState,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text between the delimiters.
    pub value: Value,
    /// Set unless the comment begins with `<!--`: `<?xml …>`, `<!element …>`, `</ x>`.
    pub bogus: bool,
}

/// A processing instruction.
///
/// ```
/// use wishful::token::{Html5Tokenizer, TokenKind};
/// let text = "<?marker  name=here?>";
/// let token = Html5Tokenizer::new(text).next_token();
/// let TokenKind::ProcessingInstruction(instruction) = token.kind else { panic!("a comment") };
/// assert_eq!(instruction.target(text), "marker");
/// assert_eq!(instruction.data(text), "name=here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessingInstruction {
    /// The target and the data with the blanks between them, without the delimiters.
    pub value: Value,
}

impl ProcessingInstruction {
    /// Returns the target, which ends before the first blank or question mark.
    #[must_use]
    pub fn target<'t>(&'t self, text: &'t str) -> &'t str {
        self.parts(text).0
    }

    /// Returns the data, without the blanks in front.
    #[must_use]
    pub fn data<'t>(&'t self, text: &'t str) -> &'t str {
        self.parts(text).1
    }

    fn parts<'t>(&'t self, text: &'t str) -> (&'t str, &'t str) {
        let value = self.value.get(text);
        let end = value.find(|letter: char| letter == '?' || letter.is_ascii_whitespace());
        let (target, rest) = value.split_at(end.unwrap_or(value.len()));
        (target, rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace()))
    }
}

/// A document type declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctype {
    /// The name, in lower case.
    pub name: Option<Value>,
    /// The public identifier, without quotes.
    pub public_id: Option<Value>,
    /// The system identifier, without quotes.
    pub system_id: Option<Value>,
    /// Set if the doctype is so malformed that the document is in quirks mode ("force-quirks
    /// flag").
    pub force_quirks: bool,
}

/// The lexical state: the constructs that the tokenizer recognises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LexicalState {
    /// Tags, comments and character references (13.2.5.1).
    Data,
    /// Character references, and one end tag (13.2.5.2).
    RcData,
    /// Only one end tag (13.2.5.3).
    RawText,
    /// Only one end tag, except in certain comments (13.2.5.4).
    ScriptData,
    /// Only characters, up to the end of the file (13.2.5.5).
    PlainText,
    /// Only characters, up to `]]>` (13.2.5.69).
    CdataSection,
    /// The state of text that is data in every context, even if it is blank; only in tokens of
    /// SGML. Examples are a numeric character reference, a data entity, and a marked section of
    /// characters.
    Characters,
}

/// A parse error of the standard's tokenization section (13.2.5), or of the SGML analyser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenError {
    /// The position of the character at which the tokenizer detects the error: the current input
    /// character of the standard. An error of a character reference, of a duplicate attribute or of
    /// the end of the text is directly after what is wrong.
    pub at: u32,
    /// The standard's code, for example `missing-end-tag-name`, or the analyser's message.
    pub code: &'static str,
}
