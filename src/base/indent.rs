//! Blanks of any number: the width of a format is bounded by 16 bits, the depth of a document is not.

use std::fmt;

/// Prints as this many blanks.
///
/// ```
/// use wishful::base::Indent;
/// assert_eq!(format!("{}x", Indent(3)), "   x");
/// assert_eq!(Indent(100_000).to_string().len(), 100_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indent(pub usize);

impl fmt::Display for Indent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BLANKS: &str = "                                                                ";
        for _ in 0..self.0 / BLANKS.len() {
            f.write_str(BLANKS)?;
        }
        f.write_str(&BLANKS[..self.0 % BLANKS.len()])
    }
}
