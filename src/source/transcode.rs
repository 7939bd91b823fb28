//! The decoder, which records the source of each character.
//!
//! There are four methods, by encoding:
//!
//! * UTF-8: valid ranges are copied. If all is valid, the bytes are the text and the map is the
//!   identity.
//! * Single-byte encodings: decoded in one call; the map counts characters. All of these encodings
//!   extend ASCII, so ASCII is its own text.
//! * The replacement encoding: the whole document is one malformed sequence.
//! * All others (East Asian, UTF-16): decoded byte by byte, since only that shows which bytes made
//!   which character. Runs of ASCII are copied where the encoding is stateless and no sequence is
//!   open.
//!
//! `encoding_rs` decides which sequences are malformed. Each malformed sequence becomes one U+FFFD
//! that starts where the sequence starts.

use super::map::{ByteMap, Starts};
use encoding_rs::{Decoder, DecoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};
use std::borrow::Cow;

const REPLACED: char = char::REPLACEMENT_CHARACTER;
const ESCAPE: u8 = 0x1B;

/// Returns the text, its map, and whether anything was malformed; `None` if the text is longer than
/// `limit`. Owned bytes that are the text are taken without a copy.
pub(super) fn transcode(
    bytes: &mut Cow<'_, [u8]>,
    encoding: &'static Encoding,
    limit: usize,
) -> Option<(String, ByteMap, bool)> {
    let result = if encoding == UTF_8 {
        utf_8(bytes, limit)?
    } else if encoding == REPLACEMENT {
        let text = if bytes.is_empty() { String::new() } else { REPLACED.to_string() };
        (text, ByteMap::whole(bytes.len()), !bytes.is_empty())
    } else if encoding.is_single_byte() {
        // OK because every byte becomes a character of at least a byte.
        if bytes.len() > limit {
            return None;
        }
        let own_text = if bytes.is_ascii() { take_utf_8(bytes) } else { None };
        match own_text {
            Some(text) => (text, ByteMap::identity(), false),
            None => {
                let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
                (text.to_string(), ByteMap::single(&text, bytes.len()), had_errors)
            }
        }
    } else {
        Stepper::new(bytes, encoding, limit).run()?
    };
    if result.0.len() <= limit { Some(result) } else { None }
}

/// Returns the bytes as text if they are valid UTF-8; owned bytes are taken without a copy.
fn take_utf_8(bytes: &mut Cow<'_, [u8]>) -> Option<String> {
    match bytes {
        Cow::Borrowed(bytes) => Some(std::str::from_utf8(bytes).ok()?.to_owned()),
        Cow::Owned(owned) => match String::from_utf8(std::mem::take(owned)) {
            Ok(text) => Some(text),
            Err(error) => {
                *owned = error.into_bytes();
                None
            }
        },
    }
}

fn utf_8(bytes: &mut Cow<'_, [u8]>, limit: usize) -> Option<(String, ByteMap, bool)> {
    if bytes.len() > limit {
        // OK because a malformed sequence has at most three bytes, those of its replacement.
        return None;
    }
    if let Some(text) = take_utf_8(bytes) {
        return Some((text, ByteMap::identity(), false));
    }
    let mut text = String::with_capacity(bytes.len());
    let mut starts = Starts::default();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for (offset, _) in chunk.valid().char_indices() {
            starts.push(at + offset);
        }
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            starts.push(at);
            text.push(REPLACED);
            at += chunk.invalid().len();
        }
        if text.len() > limit {
            return None;
        }
    }
    let map = ByteMap::starts(&text, starts, bytes.len());
    Some((text, map, true))
}

/// A decoder that reads one byte at a time.
struct Stepper<'b> {
    bytes: &'b [u8],
    decoder: Decoder,
    limit: usize,
    text: String,
    starts: Starts,
    had_errors: bool,
    /// The number of bytes that the decoder has read.
    fed: usize,
    /// The first byte that has not become a character yet; equal to `fed` if and only if no
    /// sequence is open.
    open: usize,
    /// Set if an ASCII byte decodes to itself whenever no sequence is open.
    copies_ascii: bool,
    /// Set if three bytes that begin with an escape switch the charset (ISO-2022-JP).
    has_escapes: bool,
}

impl<'b> Stepper<'b> {
    fn new(bytes: &'b [u8], encoding: &'static Encoding, limit: usize) -> Self {
        Self {
            bytes,
            decoder: encoding.new_decoder_without_bom_handling(),
            limit,
            text: String::new(),
            starts: Starts::default(),
            had_errors: false,
            fed: 0,
            open: 0,
            copies_ascii: encoding.is_ascii_compatible() && encoding != ISO_2022_JP,
            has_escapes: encoding == ISO_2022_JP,
        }
    }

    fn run(mut self) -> Option<(String, ByteMap, bool)> {
        while self.fed < self.bytes.len() {
            if self.copies_ascii && self.open == self.fed {
                self.copy_ascii();
            }
            if self.fed < self.bytes.len() {
                self.step(self.fed + 1, false);
            }
            if self.text.len() > self.limit {
                return None;
            }
        }
        self.step(self.bytes.len(), true);
        let map = ByteMap::starts(&self.text, self.starts, self.bytes.len());
        Some((self.text, map, self.had_errors))
    }

    fn copy_ascii(&mut self) {
        let rest = &self.bytes[self.fed..];
        let ascii = &rest[..Encoding::ascii_valid_up_to(rest)];
        self.text.extend(ascii.iter().map(|&byte| char::from(byte)));
        for position in self.fed..self.fed + ascii.len() {
            self.starts.push(position);
        }
        self.fed += ascii.len();
        self.open = self.fed;
    }

    /// Feeds the bytes up to `end` to the decoder, and takes all characters that it returns.
    fn step(&mut self, end: usize, is_last: bool) {
        let mut out = [0; 64];
        loop {
            let source = &self.bytes[self.fed..end];
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(source, &mut out, is_last);
            self.fed += read;
            self.take(&out[..written]);
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    let past = self.fed.saturating_sub(usize::from(after));
                    self.starts.push(past.saturating_sub(usize::from(length)));
                    self.text.push(REPLACED);
                    self.had_errors = true;
                    self.open = past;
                }
            }
        }
        self.close_escape();
    }

    /// Appends characters. The `n`th character of one call starts at the `n`th open byte.
    fn take(&mut self, characters: &[u8]) {
        if characters.is_empty() {
            return;
        }
        let characters = String::from_utf8_lossy(characters);
        for (index, character) in characters.chars().enumerate() {
            self.starts.push(self.open + index);
            self.text.push(character);
        }
        self.open = self.fed;
    }

    /// Closes a complete escape sequence of ISO-2022-JP, which is no character and no part of the
    /// next one.
    fn close_escape(&mut self) {
        let is_escape = matches!(self.bytes[self.open..self.fed], [ESCAPE, _, _]);
        if self.has_escapes && is_escape {
            self.open = self.fed;
        }
    }
}
