//! A reader of Zstandard frames (RFC 8878), in archives and in bodies.
//!
//! ```text
//! │ skippable frame │ frame: head, blocks, checksum │ frame │ skippable frame │ frame │ …
//! ```
//!
//! `ruzstd` decodes a single frame. This reader ignores skippable frames, continues with the next
//! frame if the caller wants that, and verifies the checksum, which `ruzstd` only computes.
//!
//! Memory is bounded: a decoder needs a window of at most [`WINDOW`] bytes, a block of 128 KiB, and
//! a dictionary.

use std::error::Error;
use std::io::{self, BufRead, ErrorKind, Read, Seek};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

/// The first bytes of a frame.
pub(crate) const FRAME: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The first bytes of an archive with a dictionary. A skippable frame contains it.
pub(crate) const DICTIONARY: &[u8] = &[0x5d, 0x2a, 0x4d, 0x18];

/// The maximum length of a window and of a dictionary. RFC 9659 sets this limit for bodies. For
/// archives, <https://iipc.github.io/warc-specifications/specifications/warc-zstd/> requires no
/// more of a decoder.
const WINDOW: u64 = 8 << 20;

/// The maximum length of the head, a block and a checksum.
const FIRST_BLOCK: u64 = 18 + 3 + (128 << 10) + 4;

/// The end of a frame: an empty last block, and a checksum that is not verified. Before the end,
/// `ruzstd` does not return the last window of the content.
const END: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

/// Creates a decoder without a dictionary.
fn decoder() -> FrameDecoder {
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW);
    decoder
}

/// Creates a decoder for an archive, with its dictionary. If that is damaged, the frames that need
/// it count as damaged.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn decoder_of(archive: &mut (impl BufRead + Seek)) -> io::Result<FrameDecoder> {
    let mut decoder = decoder();
    let Some(length) = skippable(archive)? else { return Ok(decoder) };
    let mut bytes = Vec::new();
    archive.take(u64::from(length).min(WINDOW)).read_to_end(&mut bytes)?;
    let mut dictionary = Vec::new();
    let frames = Frames::all(io::Cursor::new(&bytes));
    let is_compressed = frames.take(WINDOW).read_to_end(&mut dictionary).is_ok();
    let dictionary = Dictionary::decode_dict(if is_compressed { &dictionary } else { &bytes });
    // OK because `add_dict` never fails.
    let _ = dictionary.map(|dictionary| decoder.add_dict(dictionary));
    Ok(decoder)
}

/// Skips the frames without content at the position of a reader.
///
/// # Errors
/// If the source cannot be read.
pub(crate) fn skip(source: &mut (impl BufRead + Seek)) -> io::Result<()> {
    while let Some(length) = skippable(source)? {
        source.seek_relative(length.into())?;
    }
    Ok(())
}

/// Reads the head of a skippable frame and returns the length of its content. At other bytes, the
/// position stays.
fn skippable(source: &mut (impl BufRead + Seek)) -> io::Result<Option<u32>> {
    let mut head = Vec::new();
    let read = source.by_ref().take(8).read_to_end(&mut head)?;
    if let [0x50..=0x5f, 0x2a, 0x4d, 0x18, length @ ..] = head.as_slice()
        && let Ok(length) = length.try_into()
    {
        return Ok(Some(u32::from_le_bytes(length)));
    }
    source.seek_relative(-i64::try_from(read).unwrap_or_default())?;
    Ok(None)
}

/// Reports whether the content of the frame at the position of a reader begins with some bytes.
pub(crate) fn begins_with(source: impl Read, bytes: &[u8], decoder: &mut FrameDecoder) -> bool {
    let mut source = source.take(FIRST_BLOCK);
    let mut beginning = vec![0; bytes.len()];
    decoder.reset(&mut source).is_ok()
        && decode_block(decoder, source).is_ok()
        && (decoder.is_finished() || decode_block(decoder, END).is_ok())
        && decoder.read_exact(&mut beginning).is_ok()
        && beginning == bytes
}

fn decode_block(decoder: &mut FrameDecoder, source: impl Read) -> Result<(), FrameDecoderError> {
    decoder.decode_blocks(source, BlockDecodingStrategy::UptoBlocks(1)).map(|_| ())
}

/// A reader of the content of frames.
pub(crate) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    is_begun: bool,
    /// A flag that reading continues with the next frame. Otherwise the end of the first frame is
    /// the end of the content.
    pub(crate) continues: bool,
    /// An error that is reported after the content before it.
    damage: Option<FrameDecoderError>,
}

impl<R: BufRead + Seek> Frames<R> {
    pub(crate) fn new(source: R, decoder: FrameDecoder) -> Self {
        Self { source, decoder, is_begun: false, continues: false, damage: None }
    }

    /// Creates a reader of all frames, without a dictionary.
    pub(crate) fn all(source: R) -> Self {
        Self { continues: true, ..Self::new(source, decoder()) }
    }

    /// Returns the source, positioned after the frames that were read to their ends, and the
    /// decoder.
    pub(crate) fn into_parts(self) -> (R, FrameDecoder) {
        (self.source, self.decoder)
    }

    /// Begins the next frame, and reports whether there is one.
    fn begin(&mut self) -> io::Result<bool> {
        skip(&mut self.source)?;
        if self.source.fill_buf()?.is_empty() {
            return Ok(false);
        }
        self.is_begun = true;
        self.decoder.reset(&mut self.source).map_err(of_decoder)?;
        Ok(true)
    }

    fn verify(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(sum) if self.decoder.get_calculated_checksum() != Some(sum) => {
                Err(io::Error::new(ErrorKind::InvalidData, "the Zstandard checksum is wrong"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead + Seek> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_begun && !self.begin()? {
            return Ok(0);
        }
        loop {
            let length = self.decoder.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            if let Some(error) = self.damage.take() {
                return Err(of_decoder(error));
            }
            if !self.decoder.is_finished() {
                self.damage = decode_block(&mut self.decoder, &mut self.source).err();
                if self.damage.is_some() {
                    let _ = decode_block(&mut self.decoder, END);
                }
                continue;
            }
            self.verify()?;
            if !self.continues || !self.begin()? {
                return Ok(0);
            }
        }
    }
}

/// Converts an error of the decoder. An error of the source keeps its kind; all others are damage.
fn of_decoder(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<io::Error>() {
            return io::Error::new(error.kind(), error.to_string());
        }
        cause = inner.source();
    }
    let problem = match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => {
            format!("a Zstandard window of {requested} bytes exceeds the limit of {WINDOW}")
        }
        FrameDecoderError::DictNotProvided { dict_id } => {
            format!("the Zstandard dictionary {dict_id} is missing or damaged")
        }
        _ => "invalid Zstandard data".to_owned(),
    };
    io::Error::new(ErrorKind::InvalidData, problem)
}
