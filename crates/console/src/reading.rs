//! Bounded reading of files, pipes and devices.
//!
//! A limit on parsing would be of little use if the whole input had to be in memory first, and a
//! device such as `/dev/zero` has no end. So reading is bounded, and the part after the bound stays
//! unread, as [`BoundedInput::rest`].
//!
//! ```text
//! file, pipe, `<(…)`, stdin      up to the bound: twice --max-bytes (two bytes may be one of
//!                                text, in UTF-16), by default 4 GiB
//! character device               with --max-bytes as above; by default up to 64 MiB, and a
//!                                longer one is refused
//! folder, block device, socket   refused
//! ```
//!
//! (Terminals and `/dev/null` are character devices, too, and end.)

use std::fs::{File, FileType};
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{Failure, shown};
use wishful::base::counted;

/// The maximum length of a text in bytes.
const MOST: u64 = 1 << 32;

/// The default limit for a character device in bytes.
const MOST_OF_DEVICE: u64 = 1 << 26;

/// The content of an input up to the bound.
pub struct BoundedInput {
    /// The bytes up to the bound.
    pub bytes: Vec<u8>,
    /// The unread part after the bound, if there is one.
    pub rest: Option<Box<dyn Read>>,
}

/// Reads a file, or stdin for `-`: all of it, or little more than `text_bytes` bytes of text may
/// need.
///
/// # Errors
/// A message with the path and the reason.
pub fn read(path: &str, text_bytes: Option<u32>) -> Result<BoundedInput, Failure> {
    let name = shown(path);
    let mut source = open(path).map_err(|error| Failure::unreadable(name, &error))?;
    let metadata = source.metadata().map_err(|error| Failure::unreadable(name, &error))?;
    let kind = metadata.file_type();
    if let Some(what) = unfit(kind) {
        return Err(Failure::refused(format!("{name}: cannot be read: it is {what}")));
    }
    let most = most_of(kind, text_bytes);
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len().min(most)).unwrap_or(0));
    let mut next = [0];
    let is_whole = read_bounded(&mut source, most, &mut bytes, &mut next)
        .map_err(|error| Failure::unreadable(name, &error))?;
    if is_whole {
        return Ok(BoundedInput { bytes, rest: None });
    }
    if most == MOST_OF_DEVICE && text_bytes.is_none() {
        return Err(Failure::refused(format!(
            "{name}: cannot be read: a device with more than {} MiB; limit what is read with --max-bytes",
            most >> 20
        )));
    }
    let cut = split_inside_character(&mut bytes);
    let rest = io::Cursor::new([&cut[..], &next].concat()).chain(source);
    Ok(BoundedInput { bytes, rest: Some(Box::new(rest)) })
}

/// Reads up to `most` bytes, and reports whether the source ends there. If it does not, its next
/// byte is stored in `next`.
fn read_bounded(
    source: &mut File,
    most: u64,
    bytes: &mut Vec<u8>,
    next: &mut [u8; 1],
) -> io::Result<bool> {
    source.by_ref().take(most).read_to_end(bytes)?;
    Ok(counted(bytes.len()) < most || source.read(next)? == 0)
}

/// Returns the maximum number of bytes to read from a file of this kind.
fn most_of(kind: FileType, text_bytes: Option<u32>) -> u64 {
    match text_bytes {
        Some(bytes) => (2 * u64::from(bytes) + 4).min(MOST),
        None if is_character_device(kind) => MOST_OF_DEVICE,
        None => MOST,
    }
}

/// Opens a file, or stdin for `-`. Stdin's buffer is bypassed, to make the kind of the file
/// available.
fn open(path: &str) -> io::Result<File> {
    if path != "-" {
        return File::open(path);
    }
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        Ok(File::from(take_stdin()?.as_fd().try_clone_to_owned()?))
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle;
        Ok(File::from(take_stdin()?.as_handle().try_clone_to_owned()?))
    }
}

/// Returns stdin to its first caller.
///
/// # Errors
/// If it was already taken, since its content can be read only once.
pub(super) fn take_stdin() -> io::Result<io::Stdin> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("`-` is given twice, but stdin can be read only once"));
    }
    Ok(io::stdin())
}

/// Returns the name of a kind of file that cannot be a document. (For a folder, reading fails by
/// itself.)
#[cfg(unix)]
fn unfit(kind: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    // A socket cannot be opened by its path. As stdin it is readable: node gives one to processes.
    if kind.is_block_device() { Some("a block device") } else { None }
}

#[cfg(not(unix))]
fn unfit(_: FileType) -> Option<&'static str> {
    None
}

#[cfg(unix)]
fn is_character_device(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&kind)
}

#[cfg(not(unix))]
fn is_character_device(_: FileType) -> bool {
    false
}

/// Splits off the start of a UTF-8 character that the bound cuts, so that it is not taken for a
/// malformed one.
fn split_inside_character(bytes: &mut Vec<u8>) -> Vec<u8> {
    const LONGEST: usize = 4;
    let start = bytes.len().saturating_sub(LONGEST);
    // The last byte that does not continue a character begins the last character.
    let end = &bytes[start..];
    let Some(offset) = end.iter().rposition(|byte| byte & 0b1100_0000 != 0b1000_0000) else {
        return Vec::new();
    };
    match std::str::from_utf8(&end[offset..]) {
        Err(error) if error.error_len().is_none() => bytes.split_off(start + offset),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_not_split() {
        for (text, wanted) in [("ab", "ab"), ("a\u{e9}", "a"), ("a\u{20ac}", "a"), ("", "")] {
            let mut bytes = text.as_bytes().to_vec();
            if !text.is_ascii() {
                bytes.pop();
            }
            let cut = split_inside_character(&mut bytes);
            assert_eq!(bytes, wanted.as_bytes(), "{text}");
            assert_eq!(bytes.len() + cut.len(), text.len() - usize::from(!text.is_ascii()));
        }
        let mut latin = b"caf\xE9\xE9\xE9".to_vec();
        assert_eq!(split_inside_character(&mut latin), b"\xE9");
        let mut stray = b"a\x80\x80\x80\x80\x80".to_vec();
        assert!(split_inside_character(&mut stray).is_empty());
    }
}
