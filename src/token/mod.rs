//! Text becomes physical tokens, pulled one at a time.
//!
//! A physical token is what stands in the source: a tag, a run of text, a comment, a doctype. The
//! spans of all tokens tile the text: the first starts at 0, each starts where the one before ended,
//! the last ends with the text. What the standard gives no token is a [`TokenKind::Lost`] one:
//!
//! ```text
//! <P CLASS=a>Tom &amp; Jerry</></p
//!
//!  0..11  StartTag p class="a"      name 1..2 decoded to "p", value 9..10 as it stands
//! 11..26  Text "Tom & Jerry"        read in the data state
//! 26..29  Lost                      </> closes nothing
//! 29..32  Lost                      the file ends in the tag
//! 32..32  EndOfFile
//! ```
//!
//! [`Html5Tokenizer`] puts the state machine of the crate `html5gum` behind this shape, and in front of it a quick
//! reader of what is plain. It knows no element: whether text is raw, say, depends on whether the parser
//! accepted the tag in front of it, so the parser says so with [`Html5Tokenizer::set_state`] before it pulls the
//! next token. [`TextTokenizer`] is the other tokenizer, for grammars that declare their tokens as regular
//! expressions; [`sgml`] has the one for grammars that say `tokenizer sgml`, and an API of its own.
//!
//! A [`Value`] is a piece of the text and, only where the two differ (capitals in names, character
//! references, line breaks other than LF, NUL), what it decodes to and how the two lie side by side. A
//! document without those costs no allocation for its values.
//!
//! A byte order mark, which [`crate::source`] leaves in place, is lost where the caller knows of one
//! ([`Html5Tokenizer::with_byte_order_mark`]); in a text that never was bytes U+FEFF is a character like others.
//!
//! Read `html5` for the ways of reading, `bare` and `plain` for the quick ones, `packed` for how tokens are kept, `collector` for how
//! spans are found, `gather` for how values are put together, `value` for where a part of one stands, `open` for the parts of
//! tags, comments and doctypes, `instruction` for which comments are processing instructions.

mod bare;
mod clear;
mod collector;
mod gather;
mod html5;
mod instruction;
mod open;
mod packed;
mod plain;
mod reference;
pub(crate) mod sgml;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod view;

pub(crate) use html5::ERROR_LIMIT;
pub use html5::Html5Tokenizer;
pub(crate) use packed::Tokens;
pub(crate) use text::{TextRule, TextTokenizer};
pub(crate) use value::ValueRef;
pub use value::{EntityData, Value};
pub(crate) use view::{AttributeRef, KindRef, TagRef, TextRef, TokenRef};

use crate::base::Span;
use serde::{Deserialize, Serialize};

/// Where physical tokens come from, pulled one at a time.
///
/// The spans of the tokens tile the text; the last one is [`TokenKind::EndOfFile`], which is given again
/// when asked again.
pub trait Tokenizer {
    /// The next token.
    fn next_token(&mut self) -> Token;

    /// Adds the next token to those before it.
    fn push_next(&mut self, tokens: &mut Tokens) {
        tokens.push(self.next_token());
    }

    /// How to read on, after a start tag that was accepted.
    fn set_state(&mut self, state: LexicalState, last_start_tag: &str);

    /// Which element is the current one, and how many are open, for tokenizers with tags that do not name theirs.
    fn set_current(&mut self, _name: Option<&str>, _open: usize) {}

    /// Whether `<![CDATA[` begins a section here; else it begins a bogus comment.
    fn allow_cdata(&mut self, allow: bool);

    /// The errors so far, which are forgotten.
    fn take_errors(&mut self) -> Vec<TokenError>;
}

/// Tokens that were made elsewhere.
#[derive(Debug)]
pub struct Recorded {
    tokens: std::vec::IntoIter<Token>,
    end: Span,
}

impl Recorded {
    /// These tokens, in order, and then the end of the file.
    #[must_use]
    pub fn new(tokens: Vec<Token>) -> Self {
        let end = tokens.last().map_or(Span::at(0), |token| token.span);
        Self { tokens: tokens.into_iter(), end: Span { start: end.end, end: end.end } }
    }
}

impl Tokenizer for Recorded {
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

/// A piece of the source and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands, all of it: with angle brackets, quotes and comment dashes.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `<name attributes>`
    StartTag(Tag),
    /// `</name>`, perhaps with attributes that mean nothing.
    EndTag(Tag),
    /// Characters up to the next tag, comment, doctype or CDATA section; or one CDATA section.
    Text(Text),
    /// A comment or what the standard reads as one.
    Comment(Comment),
    /// `<?target data>`
    ProcessingInstruction(ProcessingInstruction),
    /// `<!doctype …>`
    Doctype(Box<Doctype>),
    /// What the standard drops.
    Lost,
    /// The end; the span is empty.
    EndOfFile,
}

/// A start or end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name in lower case.
    pub name: Value,
    /// All attributes in the order of the source, duplicates included and marked.
    pub attributes: Box<[Attribute]>,
    /// Whether it ends in `/>`.
    pub self_closing: bool,
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name in lower case.
    pub name: Value,
    /// The value without quotes; none if and only if there is no equals sign.
    pub value: Option<Value>,
    /// From the name to the end of the value or its closing quote.
    pub span: Span,
    /// Whether an attribute with the same name stands before it, so that this one does not count.
    pub duplicate: bool,
}

/// A run of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The characters: references decoded, line breaks as LF. NUL is kept in the data state and in
    /// CDATA sections, and is U+FFFD elsewhere.
    pub value: Value,
    /// The state in which it was read.
    pub state: LexicalState,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What stands between the delimiters.
    pub value: Value,
    /// Set unless it begins with `<!--`: `<?xml …>`, `<!element …>`, `</ x>`.
    pub bogus: bool,
}

/// A processing instruction.
///
/// ```
/// use wishful::instruments::token::{Html5Tokenizer, TokenKind};
/// let text = "<?marker  name=here?>";
/// let token = Html5Tokenizer::new(text).next_token();
/// let TokenKind::ProcessingInstruction(instruction) = token.kind else { panic!("a comment") };
/// assert_eq!(instruction.target(text), "marker");
/// assert_eq!(instruction.data(text), "name=here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessingInstruction {
    /// The target and the data, with the blanks between them, without delimiters.
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
    /// The name in lower case.
    pub name: Option<Value>,
    /// The public identifier without quotes.
    pub public_id: Option<Value>,
    /// The system identifier without quotes.
    pub system_id: Option<Value>,
    /// Whether it is so malformed that the document is in quirks mode.
    pub force_quirks: bool,
}

/// How the tokenizer reads what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LexicalState {
    /// Tags, comments, character references.
    Data,
    /// Character references, and one end tag.
    RcData,
    /// Only one end tag.
    RawText,
    /// Only one end tag, and not within certain comments.
    ScriptData,
    /// Nothing but characters to the end of the file.
    PlainText,
    /// Nothing but characters up to `]]>`.
    CdataSection,
    /// In tokens of SGML only: what is data whatever it is, blanks too. A character by its number, a data entity, a marked section
    /// of characters.
    Characters,
}

/// A parse error of the standard's tokenization section, or of the SGML analyser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenError {
    /// Where the tokenizer was when it noticed, at the mistake or shortly behind it. Errors of a tag
    /// or comment may come up together with the text in front of it.
    pub at: u32,
    /// The standard's code, such as `missing-end-tag-name`; or the analyser's message.
    pub code: &'static str,
}
