//! What an HTTP response says of itself, and its body as it was meant: not in chunks and not compressed.
//!
//! ```text
//! HTTP/1.1 200 OK␍␊Content-Type: text/html; charset=latin1␍␊Content-Encoding: gzip␍␊␍␊…
//! Response { status: 200, media_type: "text/html", charset: "latin1", body: … }
//! ```
//!
//! Crawlers often keep a head that speaks of chunks or compression and a body that they have decoded. So a body that is from its first
//! byte on not what its head says is taken as it stands. One that is damaged farther on ends there ([`Body::damage`]).
//!
//! A body has at most the bytes that are asked for, and so has each step on the way: work and memory are bounded by that, whatever was
//! compressed.

use std::io::{self, Read};

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// More fields than any server sends.
const FIELDS: usize = 256;

/// How many times a body may be compressed.
const CODINGS: usize = 4;

/// A response.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Of the content type what stands before its parameters, in lower case.
    pub(crate) media_type: Option<String>,
    /// The parameter `charset` of the content type.
    pub(crate) charset: Option<String>,
    pub(crate) body: Body,
}

/// A body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    /// Whether there is more of it than was asked for.
    pub(crate) is_cut: bool,
    /// Why there is less of it than was sent.
    pub(crate) damage: Option<String>,
}

/// What the fields of a head say of the body.
#[derive(Default)]
struct Codings {
    is_chunked: bool,
    /// In the order in which they were applied.
    content: Vec<String>,
}

/// Reads a response; of its body so many bytes. `is_cut` says that the block is only the beginning of one.
///
/// # Errors
/// Why it is none, or why its body cannot be read.
pub(crate) fn read(block: &[u8], is_cut: bool, most: usize) -> Result<Response, String> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    let parsed = config().parse_response(&mut head, block);
    let length = match parsed.map_err(|error| format!("this is no HTTP response: {error}"))? {
        httparse::Status::Complete(length) => length,
        httparse::Status::Partial => {
            return Err("the head of the HTTP response does not end".into());
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

/// As lenient as browsers are.
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

/// The words of a list, in lower case.
fn words(value: &str) -> impl Iterator<Item = String> {
    let words = value.split(',').map(|word| word.trim().to_ascii_lowercase());
    words.filter(|word| !word.is_empty())
}

/// A media type, and its charset.
pub(crate) fn media_type(value: &str) -> (Option<String>, Option<String>) {
    let mut parts = value.split(';');
    let essence = parts.next().map(|essence| essence.trim().to_ascii_lowercase());
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let label = value.trim().trim_matches(['"', '\'']);
        (name.trim().eq_ignore_ascii_case("charset") && !label.is_empty()).then(|| label.to_owned())
    });
    (essence.filter(|essence| !essence.is_empty()), charset)
}

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
            other => {
                return Err(format!("the body is compressed by `{other}`, which is not read here"));
            }
        }
    }
    body.is_cut |= body.bytes.len() > most;
    body.bytes.truncate(most);
    Ok(body)
}

/// Whether these bytes have a head of zlib, as `deflate` should: some servers leave it out.
fn is_zlib(bytes: &[u8]) -> bool {
    matches!(bytes, [first, second, ..]
        if first & 15 == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0)
}

impl Body {
    /// What a decoder makes of it; as it stands, if the decoder makes nothing of it.
    fn decoded(&mut self, decoder: impl Read, most: usize) {
        let sent = std::mem::take(&mut self.bytes);
        self.decoded_or(decoder, &sent, most);
    }

    /// The same for bytes that are `sent`.
    fn decoded_or(&mut self, decoder: impl Read, sent: &[u8], most: usize) {
        let bound = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        let read = decoder.take(bound).read_to_end(&mut self.bytes);
        match read {
            Ok(_) => self.is_cut |= self.bytes.len() > most,
            Err(_) if self.bytes.is_empty() => self.bytes = sent.to_vec(),
            // (A block that was cut ends in the midst of what is compressed.)
            Err(_) if self.is_cut => {}
            Err(error) => {
                let length = self.bytes.len();
                self.damage.get_or_insert_with(|| {
                    format!("the body is damaged behind {length} bytes: {error}")
                });
            }
        }
    }
}

/// A body in chunks (RFC 9112, section 7.1), as one without.
struct Chunks<'b> {
    rest: &'b [u8],
    /// How much of the chunk is still to be read.
    left: usize,
    /// Whether a chunk was begun already, so that a line break ends it.
    is_behind_one: bool,
    /// Whether the last one, which is empty, was begun.
    is_done: bool,
}

impl<'b> Chunks<'b> {
    fn new(body: &'b [u8]) -> Self {
        Self { rest: body, left: 0, is_behind_one: false, is_done: false }
    }

    /// Reads the line that says how long a chunk is.
    fn begin(&mut self) -> io::Result<()> {
        let malformed = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        if self.is_behind_one {
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            let end = end.filter(|&end| self.rest[..end].trim_ascii().is_empty());
            self.rest = &self.rest[end.ok_or_else(|| malformed("a chunk does not end"))? + 1..];
        }
        let end =
            self.rest.iter().position(|&byte| byte == b'\n').ok_or(io::ErrorKind::UnexpectedEof)?;
        let line = std::str::from_utf8(&self.rest[..end]).unwrap_or_default();
        let digits = line.split(';').next().unwrap_or_default().trim();
        self.left =
            usize::from_str_radix(digits, 16).map_err(|_| malformed("a chunk has no length"))?;
        self.rest = &self.rest[end + 1..];
        self.is_behind_one = true;
        self.is_done = self.left == 0;
        Ok(())
    }
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
