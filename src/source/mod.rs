//! Decoding of bytes in any encoding into text (13.2.3, "The input byte stream").
//!
//! [`decode`] takes the bytes of a document and the out-of-band metadata: a transport label, a
//! user's override. It returns the text, its encoding, the *reason* for that encoding, and a map
//! from text offsets back to byte offsets. The steps are those of 13.2.3.2, "encoding sniffing
//! algorithm"; the first step that yields an encoding wins:
//!
//! ```text
//! byte order mark         certain     EF BB BF, FE FF or FF FE; overrides everything
//! forced                  certain     the user's choice, or a restart because of a late <meta>
//! transport label         certain     charset=… of a Content-Type header
//! prescan                 tentative   <meta> in the first 1024 bytes, or an XML declaration
//! guess                   tentative   detection from the bytes, if any is not ASCII
//! default                 tentative   windows-1252
//! ```
//!
//! A tentative encoding may still be wrong. The parser therefore passes the attributes of meta tags
//! to [`late_meta_encoding`]. For the first tag that declares an encoding, [`changes_encoding`]
//! reports whether the document must be decoded again, with [`CertainEncoding::LateMeta`]
//! (13.2.3.4).
//!
//! Invariant: the text is exactly the decoded bytes, so every byte of the document is accounted
//! for. [`Decoded::byte_offset`] maps a text offset to its byte. Newlines are not normalised, and a
//! byte order mark stays as U+FEFF at offset 0. The token layer drops the mark and records it as
//! lost.
//!
//! Besides the grammar files, this is the only module that knows a name of HTML: the standard makes
//! the prescan search for `meta` and three of its attributes.
//!
//! Read next: `prescan` for the search, `transcode` for the decoding, `map` for the offsets.
//! `splice` edits a document and copies its unchanged bytes.

mod declaration;
mod map;
mod prescan;
mod splice;
mod transcode;

pub(crate) use declaration::declared_encoding;
pub use declaration::{changes_encoding, late_meta_encoding};
pub use encoding_rs::Encoding;
pub(crate) use map::ByteMap;
pub use splice::Splicer;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::ops::Range;

/// The number of bytes that the prescan examines, as 13.2.3.2, step 5, advises.
const PRESCAN_BYTES: usize = 1024;

/// The number of bytes that the guess examines, counted from the first non-ASCII byte.
const GUESS_BYTES: usize = 1 << 20;

/// The out-of-band metadata of a document, and a limit for the length of its text.
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    /// The `charset` of a transport header. An unknown label counts as none.
    pub transport_label: Option<String>,
    /// An encoding that overrides everything but a byte order mark.
    pub forced: Option<CertainEncoding>,
    /// The maximum length of the text in bytes. No text longer than `u32::MAX` is ever accepted.
    pub max_text: u64,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self { transport_label: None, forced: None, max_text: u64::from(u32::MAX) }
    }
}

/// An encoding that is certain, and its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertainEncoding {
    /// An encoding chosen by the user.
    UserOverride(&'static Encoding),
    /// An encoding declared by a meta tag after the prescan's window: see [`changes_encoding`].
    LateMeta(&'static Encoding),
}

/// The reason for the encoding that a document was decoded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodingReason {
    /// A byte order mark at the start of the document.
    ByteOrderMark,
    /// A choice of the user.
    UserOverride,
    /// A meta tag after the prescan's window; the parser then started again.
    LateMeta,
    /// The transport label.
    TransportLabel,
    /// A meta tag within the prescan's window.
    Meta {
        /// The tag, from `<` to `>`, as a range of the bytes.
        bytes: Range<usize>,
    },
    /// An XML declaration at the start: its `encoding`, or the UTF-16 form that it is written in.
    XmlDeclaration,
    /// A guess from the bytes.
    Guess,
    /// The default, since no other step yielded an encoding.
    Default,
    /// A document that was given as text, without bytes.
    Text,
}

impl EncodingReason {
    /// Returns the name of the reason in the output formats. The names are stable, since scripts
    /// read them.
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

    /// Returns the reason with a name. The span of a declaration is not known from it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let reasons = [
            Self::ByteOrderMark,
            Self::UserOverride,
            Self::LateMeta,
            Self::TransportLabel,
            Self::Meta { bytes: 0..0 },
            Self::XmlDeclaration,
            Self::Guess,
            Self::Default,
            Self::Text,
        ];
        reasons.into_iter().find(|reason| reason.name() == name)
    }

    /// Reports whether the standard's "confidence" is tentative, so that a late meta tag may change
    /// the encoding.
    #[must_use]
    pub fn is_tentative(&self) -> bool {
        matches!(self, Self::Meta { .. } | Self::XmlDeclaration | Self::Guess | Self::Default)
    }
}

/// The text of a document, and how it was decoded.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The decoded bytes, including a byte order mark, with newlines as in the source.
    pub text: String,
    /// The encoding that was used.
    pub encoding: &'static Encoding,
    /// The reason for that encoding.
    pub reason: EncodingReason,
    /// Set if the decoder replaced malformed sequences by U+FFFD.
    pub had_errors: bool,
    /// The map from offsets of `text` back to byte offsets.
    pub map: ByteMap,
    /// The encoder for addresses in the text; `None` if there were no bytes, so that addresses are
    /// UTF-8. It is a function pointer that only the decoding code sets. So a program that parses
    /// only text does not link the tables of encodings.
    pub(crate) encode: Option<Encode>,
}

/// A function that encodes a text in an encoding.
pub(crate) type Encode = for<'t> fn(&'static Encoding, &'t str) -> Cow<'t, [u8]>;

/// Encodes a text, with a character reference for each character that the encoding lacks.
fn encode<'t>(encoding: &'static Encoding, text: &'t str) -> Cow<'t, [u8]> {
    encoding.encode(text).0
}

impl Decoded {
    /// Wraps a text that needs no decoding, as if it had come as UTF-8.
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

    /// Returns the byte offset of the character that holds a text offset. At or past the end of the
    /// text it returns the number of bytes.
    #[must_use]
    pub fn byte_offset(&self, text_offset: u32) -> u64 {
        self.map.byte_offset(&self.text, text_offset)
    }

    /// Gives the bytes back to the caller if the text took them without a copy.
    pub(crate) fn give_back(self, bytes: &mut Cow<'_, [u8]>) {
        if self.map.is_identity() {
            *bytes = Cow::Owned(self.text.into_bytes());
        }
    }
}

/// The error for a text that would be longer than the options allow.
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

/// Decodes a document. Owned bytes that already are the text become the text; other bytes are
/// copied.
///
/// # Errors
/// If the text is longer than [`DecodeOptions::max_text`]. No sequence of bytes is an error in
/// itself.
///
/// ```
/// use wishful::source::{DecodeOptions, decode};
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

/// Decodes a document like [`decode`], but leaves the bytes recoverable for a second decoding.
/// Bytes that became the text are restored by [`Decoded::give_back`].
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

/// 13.2.3.2, "encoding sniffing algorithm", steps 1 to 9 (without 3, 6 and 7).
fn sniff(bytes: &[u8], options: &DecodeOptions) -> (&'static Encoding, EncodingReason) {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding, EncodingReason::ByteOrderMark);
    }
    match options.forced {
        Some(CertainEncoding::UserOverride(encoding)) => {
            return (encoding, EncodingReason::UserOverride);
        }
        Some(CertainEncoding::LateMeta(encoding)) => return (encoding, EncodingReason::LateMeta),
        None => {}
    }
    if let Some(label) = &options.transport_label
        && let Some(encoding) = Encoding::for_label(label.as_bytes())
    {
        return (encoding, EncodingReason::TransportLabel);
    }
    let start = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    prescan::prescan(start).unwrap_or_else(|| guess(bytes))
}

/// Guesses an encoding from the bytes. Pure ASCII fits every encoding, so it gets the default.
///
/// UTF-8 is a possible guess. Browsers never guess UTF-8, so that no author relies on it, but this
/// parser reads documents that already exist.
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
