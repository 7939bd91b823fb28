//! Bytes in any encoding become text.
//!
//! [`decode`] takes the bytes of a document and what the outside world knows about them (a transport
//! label, a user's override) and gives the text, the encoding it was read in, *why* that one, and a
//! map back from text offsets to byte offsets. The steps are those of the standard's "encoding
//! sniffing algorithm", first answer wins:
//!
//! ```text
//! byte order mark         certain     EF BB BF, FE FF or FF FE; beats everything
//! forced                  certain     the user's choice, or a restart because of a late <meta>
//! transport label         certain     charset=… of a Content-Type header
//! prescan                 tentative   <meta> in the first 1024 bytes, or an XML declaration
//! guess                   tentative   what the bytes look like, if any is not ASCII
//! default                 tentative   windows-1252
//! ```
//!
//! A tentative answer may still be wrong: the parser asks [`late_meta_encoding`] what meta tags
//! declare, and for the first that declares anything [`changes_encoding`] whether that matters; if so
//! it decodes anew with [`Forced::LateMeta`].
//!
//! The text is exactly the decoded bytes. Newlines are not normalised, and a byte order mark stays
//! as U+FEFF at offset 0: what drops it is the token layer, which records it as lost. So every
//! byte of the document is accounted for, and [`Decoded::byte_offset`] says which.
//!
//! This is the one module besides the grammar files that knows a name of HTML: the standard makes
//! the prescan look for `meta` and three of its attributes. Read `prescan` for the search,
//! `transcode` for the decoding, `map` for the way back, `insert` and `splice` for how a document is changed without being
//! written anew.

mod declaration;
mod insert;
mod map;
mod prescan;
mod splice;
mod transcode;

pub(crate) use declaration::declared_encoding;
pub use declaration::{changes_encoding, late_meta_encoding};
pub use encoding_rs::Encoding;
pub(crate) use insert::Inserter;
pub(crate) use map::ByteMap;
pub(crate) use splice::Splicer;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::ops::Range;

/// How many bytes the search for a declaration looks at, as the standard advises.
const PRESCAN_BYTES: usize = 1024;

/// How many bytes the guess looks at, counted from the first that is not ASCII.
const GUESS_BYTES: usize = 1 << 20;

/// What the outside world knows about the bytes, and how long the text may be.
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    /// The `charset` of a transport header. An unknown label counts as none.
    pub transport_label: Option<String>,
    /// An encoding that beats everything but a byte order mark.
    pub forced: Option<Forced>,
    /// The longest text in bytes that is not refused; never more than `u32::MAX` is accepted.
    pub max_text: u64,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self { transport_label: None, forced: None, max_text: u64::from(u32::MAX) }
    }
}

/// An encoding that is certain, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// The user chose it.
    UserOverride(&'static Encoding),
    /// A meta tag past the prescan declared it: see [`changes_encoding`].
    LateMeta(&'static Encoding),
}

/// Why a document was read in the encoding it was read in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodingReason {
    /// It begins with a byte order mark.
    ByteOrderMark,
    /// The user chose it.
    UserOverride,
    /// A meta tag past the prescan declared it, and the parser started anew.
    LateMeta,
    /// The transport label named it.
    TransportLabel,
    /// A meta tag in the first bytes declared it.
    Meta {
        /// The tag, from `<` to `>`, in bytes.
        bytes: Range<usize>,
    },
    /// An XML declaration at the start declared it, or is written in it.
    XmlDeclaration,
    /// The bytes look like it.
    Guess,
    /// Nothing spoke for any encoding.
    Default,
    /// It was text already.
    Text,
}

impl EncodingReason {
    /// The word for it in the output formats; a contract with scripts.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::UserOverride => "user-override",
            Self::LateMeta => "late-declaration",
            Self::TransportLabel => "transport-label",
            Self::Meta { .. } => "declaration",
            Self::XmlDeclaration => "xml-declaration",
            Self::Guess => "guess",
            Self::Default => "default",
            Self::Text => "text",
        }
    }

    /// Whether the standard's "confidence" is tentative, so that a late meta tag may change the encoding.
    #[must_use]
    pub fn is_tentative(&self) -> bool {
        matches!(self, Self::Meta { .. } | Self::XmlDeclaration | Self::Guess | Self::Default)
    }
}

/// The text of a document and how it came about.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The decoded bytes, byte order mark included, newlines as they were.
    pub text: String,
    /// The encoding that was used.
    pub encoding: &'static Encoding,
    /// Why that one.
    pub reason: EncodingReason,
    /// Whether malformed sequences were replaced by U+FFFD.
    pub had_errors: bool,
    /// The way back from text offsets to byte offsets; belongs to `text`.
    pub map: ByteMap,
    /// How addresses in the text are encoded; none if that is UTF-8 because there were no bytes. (A function that only decoding
    /// names, so that a program which has texts only has no tables of encodings in it.)
    pub(crate) encode: Option<Encode>,
}

/// How a text is written in an encoding.
pub(crate) type Encode = for<'t> fn(&'static Encoding, &'t str) -> Cow<'t, [u8]>;

/// With a character reference for each character that it lacks.
fn encode<'t>(encoding: &'static Encoding, text: &'t str) -> Cow<'t, [u8]> {
    encoding.encode(text).0
}

impl Decoded {
    /// Text that needs no decoding: as if it had come as UTF-8.
    #[must_use]
    pub fn from_text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            encoding: UTF_8,
            reason: EncodingReason::Text,
            had_errors: false,
            map: ByteMap::identity(),
            encode: None,
        }
    }

    /// The offset in the bytes of the character that holds the text offset; the number of bytes at
    /// or past the end of the text.
    #[must_use]
    pub fn byte_offset(&self, text_offset: u32) -> u64 {
        self.map.byte_offset(&self.text, text_offset)
    }

    /// Puts bytes back that were taken for the text.
    pub(crate) fn give_back(self, bytes: &mut Cow<'_, [u8]>) {
        if self.map.is_identity() {
            *bytes = Cow::Owned(self.text.into_bytes());
        }
    }
}

/// The text would be longer than the options allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    max_text: u64,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the decoded text is longer than {} bytes", self.max_text)
    }
}

impl std::error::Error for DecodeError {}

/// Decodes a document. Bytes that are handed over and are the text as they stand become the text; others are copied.
///
/// # Errors
/// If the text is longer than [`DecodeOptions::max_text`]; any bytes whatever have a text.
///
/// ```
/// use wishful::instruments::source::{DecodeOptions, decode};
/// let decoded = decode(b"<meta charset=utf-8>\xC3\xA9", &DecodeOptions::default()).unwrap();
/// assert_eq!(decoded.text, "<meta charset=utf-8>é");
/// assert_eq!(decoded.encoding.name(), "UTF-8");
/// ```
pub fn decode<'b>(
    bytes: impl Into<Cow<'b, [u8]>>,
    options: &DecodeOptions,
) -> Result<Decoded, DecodeError> {
    decode_again(&mut bytes.into(), options)
}

/// The same for bytes that may have to be decoded once more: what became the text, [`Decoded::give_back`] makes bytes again.
pub(crate) fn decode_again(
    bytes: &mut Cow<'_, [u8]>,
    options: &DecodeOptions,
) -> Result<Decoded, DecodeError> {
    let (encoding, reason) = sniff(bytes, options);
    let max_text = options.max_text.min(u64::from(u32::MAX));
    let limit = usize::try_from(max_text).unwrap_or(usize::MAX);
    let (text, map, had_errors) =
        transcode::transcode(bytes, encoding, limit).ok_or(DecodeError { max_text })?;
    Ok(Decoded { text, encoding, reason, had_errors, map, encode: Some(encode) })
}

/// The encoding sniffing algorithm: one line a step.
fn sniff(bytes: &[u8], options: &DecodeOptions) -> (&'static Encoding, EncodingReason) {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding, EncodingReason::ByteOrderMark);
    }
    match options.forced {
        Some(Forced::UserOverride(encoding)) => return (encoding, EncodingReason::UserOverride),
        Some(Forced::LateMeta(encoding)) => return (encoding, EncodingReason::LateMeta),
        None => {}
    }
    let label = options.transport_label.as_deref().map(str::as_bytes);
    if let Some(encoding) = label.and_then(Encoding::for_label) {
        return (encoding, EncodingReason::TransportLabel);
    }
    let start = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    prescan::prescan(start).unwrap_or_else(|| guess(bytes))
}

/// What the bytes look like. ASCII looks like everything and stays with the default.
///
/// UTF-8 is a possible guess, which browsers deny so that no author relies on it; this reads
/// documents that are written already.
fn guess(bytes: &[u8]) -> (&'static Encoding, EncodingReason) {
    let ascii = Encoding::ascii_valid_up_to(bytes);
    if ascii == bytes.len() {
        return (WINDOWS_1252, EncodingReason::Default);
    }
    if std::str::from_utf8(&bytes[ascii..]).is_ok() {
        return (UTF_8, EncodingReason::Guess);
    }
    let end = bytes.len().min(ascii.saturating_add(GUESS_BYTES));
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..end], end == bytes.len());
    (detector.guess(None, Utf8Detection::Allow), EncodingReason::Guess)
}

#[cfg(test)]
mod tests;
