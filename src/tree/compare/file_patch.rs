//! A patch of a file for other programs.
//!
//! [`file_patch`] writes the difference between two contents of a file as a unified patch of bytes.
//! `patch -p0` and `git apply`, both in the folder that the path begins in, make exactly the new
//! bytes of the old ones:
//!
//! ```text
//! --- ./site/my page.html
//! +++ ./site/my page.html
//! @@ -1 +1 @@
//! -<p>caf<E9>
//! \ No newline at end of file
//! +<p id=a>caf<E9>
//! \ No newline at end of file
//! ```
//!
//! * The `./` is for the two programs, of which one removes the first folder by default and the
//!   other does not.
//! * Only a line feed ends a line. A carriage return, a NUL and half a character are bytes of a
//!   line. So encodings do not matter; a line of UTF-16LE ends between the two bytes of its line
//!   feed.
//! * A tab ends a path with a blank. A path with a control character, or with a blank at its end,
//!   is in quotes, in the notation of C.
//!
//! It is no patch for people: [`LineDiff`](crate::tree::LineDiff) has colours, and shows decoded
//! text.

use std::fmt::Write;

use super::lines::{ComparedLines, NO_LINE_BREAK, PatchRow};

/// Returns the difference between two contents of a file as a unified patch; empty if there is
/// none. The parts of the path are separated by slashes.
#[doc(hidden)]
#[must_use]
pub fn file_patch(path: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let rows = ComparedLines::new(lines(old), lines(new)).rows();
    if rows.is_empty() {
        return Vec::new();
    }
    let name = file_name(path);
    let mut patch = format!("--- {name}\n+++ {name}\n").into_bytes();
    for row in rows {
        match row {
            PatchRow::Position(header) => patch.extend(header.as_bytes()),
            PatchRow::Line(_, mark, line) => {
                patch.extend(mark.to_string().as_bytes());
                let content = line.strip_suffix(b"\n");
                patch.extend(content.unwrap_or(line));
                if content.is_none() {
                    patch.push(b'\n');
                    patch.extend(NO_LINE_BREAK.as_bytes());
                }
            }
        }
        patch.push(b'\n');
    }
    patch
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Returns a path as the header of a patch spells it.
#[doc(hidden)]
#[must_use]
pub fn file_name(path: &str) -> String {
    if !path.contains(char::is_control) && !path.ends_with(' ') {
        return format!("./{path}{}", if path.contains(' ') { "\t" } else { "" });
    }
    let mut quoted = String::from("\"./");
    for letter in path.chars() {
        // OK because writing to a string never fails.
        let _ = match letter {
            '"' | '\\' => write!(quoted, "\\{letter}"),
            low if low.is_ascii_control() => write!(quoted, "\\{:03o}", u32::from(low)),
            other => write!(quoted, "{other}"),
        };
    }
    quoted.push('"');
    quoted
}
