//! A decoder of HTTP responses: the head's fields, and the body without chunking and compression.
//!
//! ```text
//! HTTP/1.1 200 OK␍␊Content-Type: text/html; charset=latin1␍␊Content-Encoding: gzip␍␊␍␊…
//! Response { status: 200, media_type: "text/html", charset: "latin1", body: … }
//! ```
//!
//! Crawlers often store a head that declares chunks or compression with a body that they have
//! already decoded. So a body that contradicts its head from the first byte on is taken as it is. A
//! body that is damaged later ends there ([`Body::damage`]).
//!
//! The caller limits the number of bytes of a body, and each decoding step has the same limit. So
//! work and memory are bounded, whatever was compressed.

use std::io::{self, Read};

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::zstd::{self, Frames};

/// The maximum number of fields, more than any server sends.
const FIELDS: usize = 256;

/// The maximum number of content codings of a body.
const CODINGS: usize = 4;

/// An HTTP response.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The content type without its parameters, in lower case.
    pub(crate) media_type: Option<String>,
    /// The parameter `charset` of the content type.
    pub(crate) charset: Option<String>,
    pub(crate) body: Body,
}

/// A decoded body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    /// A flag for a body that is longer than the limit.
    pub(crate) is_cut: bool,
    /// The reason that the body is shorter than the one sent.
    pub(crate) damage: Option<String>,
}

/// The codings of a body, as the fields of its head declare them.
#[derive(Default)]
struct Codings {
    is_chunked: bool,
    /// The content codings, in the order in which they were applied.
    content: Vec<String>,
}

/// Reads a response with at most `most` bytes of its body. `is_cut` marks a block that is only the
/// beginning of the response.
///
/// # Errors
/// If the block is not a response, or its body cannot be read.
pub(crate) fn read(block: &[u8], is_cut: bool, most: usize) -> Result<Response, String> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    let parsed = config().parse_response(&mut head, block);
    let length = match parsed.map_err(|error| format!("not an HTTP response: {error}"))? {
        httparse::Status::Complete(length) => length,
        httparse::Status::Partial => {
            return Err("the head of the HTTP response is incomplete".into());
        }
    };
    let mut response = Response { status: head.code.unwrap_or_default(), ..Response::default() };
    let mut codings = Codings::default();
    for field in &*head.headers {
        response.field(field.name, &String::from_utf8_lossy(field.value), &mut codings);
    }
    response.body = body(&block[length..], is_cut, &codings, most)?;
    Ok(response)
}

/// Configures the parser to be as lenient as browsers are.
fn config() -> httparse::ParserConfig {
    let mut config = httparse::ParserConfig::default();
    config
        .allow_spaces_after_header_name_in_responses(true)
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_multiple_spaces_in_response_status_delimiters(true)
        .ignore_invalid_headers_in_responses(true);
    config
}

impl Response {
    /// Reads a header field: the media type, or the codings of the body.
    fn field(&mut self, name: &str, value: &str, codings: &mut Codings) {
        match name.to_ascii_lowercase().as_str() {
            "content-type" => (self.media_type, self.charset) = media_type(value),
            "transfer-encoding" => codings.is_chunked |= words(value).any(|word| word == "chunked"),
            "content-encoding" => {
                codings.content.extend(words(value).filter(|word| word != "identity"))
            }
            _ => {}
        }
    }
}

/// Splits a comma-separated list into words in lower case.
fn words(value: &str) -> impl Iterator<Item = String> {
    let words = value.split(',').map(|word| word.trim().to_ascii_lowercase());
    words.filter(|word| !word.is_empty())
}

/// Splits a media type into its essence and its charset.
pub(crate) fn media_type(value: &str) -> (Option<String>, Option<String>) {
    let mut parts = value.split(';');
    let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let essence = if essence.is_empty() { None } else { Some(essence) };
    for part in parts {
        let Some((name, value)) = part.split_once('=') else { continue };
        let label = value.trim().trim_matches(['"', '\'']);
        if name.trim().eq_ignore_ascii_case("charset") && !label.is_empty() {
            return (essence, Some(label.to_owned()));
        }
    }
    (essence, None)
}

/// Decodes the body, as far as `most` bytes.
fn body(sent: &[u8], is_cut: bool, codings: &Codings, most: usize) -> Result<Body, String> {
    let mut body = Body { bytes: sent.to_vec(), is_cut, damage: None };
    if codings.is_chunked {
        body.decoded(Chunks::new(sent), most);
    }
    if codings.content.len() > CODINGS {
        return Err(format!("the body is compressed more than {CODINGS} times"));
    }
    for coding in codings.content.iter().rev() {
        let bytes = std::mem::take(&mut body.bytes);
        let input = bytes.as_slice();
        match coding.as_str() {
            "gzip" | "x-gzip" => body.decoded_or(MultiGzDecoder::new(input), input, most),
            "deflate" if is_zlib(input) => body.decoded_or(ZlibDecoder::new(input), input, most),
            "deflate" => body.decoded_or(DeflateDecoder::new(input), input, most),
            "br" => body.decoded_or(Decompressor::new(input, 1 << 12), input, most),
            "zstd" => body.decoded_or(Frames::all(io::Cursor::new(input)), input, most),
            other => {
                return Err(format!("the body's compression, `{other}`, is not supported"));
            }
        }
    }
    body.is_cut |= body.bytes.len() > most;
    body.bytes.truncate(most);
    Ok(body)
}

/// Reports whether these bytes have a zlib header, as `deflate` requires: some servers omit it.
fn is_zlib(bytes: &[u8]) -> bool {
    matches!(bytes, [first, second, ..]
        if first & 15 == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0)
}

impl Body {
    /// Replaces the body by the output of a decoder. If the decoder produces nothing, the body
    /// stays as it is.
    fn decoded(&mut self, decoder: impl Read, most: usize) {
        let sent = std::mem::take(&mut self.bytes);
        self.decoded_or(decoder, &sent, most);
    }

    /// Appends the output of a decoder, or else the bytes that were `sent`.
    fn decoded_or(&mut self, decoder: impl Read, sent: &[u8], most: usize) {
        let bound = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        let read = decoder.take(bound).read_to_end(&mut self.bytes);
        match read {
            Ok(_) => self.is_cut |= self.bytes.len() > most,
            Err(_) if self.bytes.is_empty() && !sent.starts_with(zstd::FRAME) => {
                self.bytes = sent.to_vec();
            }
            // A block that was cut ends in the middle of compressed data.
            Err(_) if self.is_cut => {}
            Err(error) => {
                let length = self.bytes.len();
                self.damage.get_or_insert_with(|| {
                    format!("the body is damaged after {length} bytes: {error}")
                });
            }
        }
    }
}

/// A reader that removes chunked transfer coding (RFC 9112, section 7.1).
struct Chunks<'b> {
    rest: &'b [u8],
    /// The number of bytes left in the current chunk.
    left: usize,
    /// A flag that a chunk came before, so that a line break must end it.
    follows_chunk: bool,
    /// A flag that the last, empty chunk has begun.
    is_done: bool,
}

impl<'b> Chunks<'b> {
    fn new(body: &'b [u8]) -> Self {
        Self { rest: body, left: 0, follows_chunk: false, is_done: false }
    }

    /// Reads the line with the length of a chunk.
    fn begin(&mut self) -> io::Result<()> {
        if self.follows_chunk {
            match self.rest.iter().position(|&byte| byte == b'\n') {
                Some(end) if self.rest[..end].trim_ascii().is_empty() => {
                    self.rest = &self.rest[end + 1..];
                }
                _ => return Err(malformed("a chunk has no end")),
            }
        }
        let end =
            self.rest.iter().position(|&byte| byte == b'\n').ok_or(io::ErrorKind::UnexpectedEof)?;
        let line = std::str::from_utf8(&self.rest[..end]).unwrap_or_default();
        let digits = line.split(';').next().unwrap_or_default().trim();
        self.left =
            usize::from_str_radix(digits, 16).map_err(|_| malformed("a chunk has no length"))?;
        self.rest = &self.rest[end + 1..];
        self.follows_chunk = true;
        self.is_done = self.left == 0;
        Ok(())
    }
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.is_done {
            self.begin()?;
        }
        let length = self.left.min(buffer.len()).min(self.rest.len());
        if length == 0 && self.left > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest = &self.rest[length..];
        self.left -= length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests;
