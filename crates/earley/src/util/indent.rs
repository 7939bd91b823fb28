//! Indentation. [`Indent`] writes any number of blanks: the width of a format is bounded by 16
//! bits, but the depth of a document is not. [`Level`] writes a bounded number, for outlines that
//! indent every line by its depth.

use std::fmt;

/// A number of blanks to print.
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

/// The indentation of one line of an outline: two blanks for each level. Lines deeper than
/// [`Level::DEEPEST`] are indented no further and begin with their depth instead. So the size of an
/// outline is linear in the number of its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(pub usize);

impl Level {
    /// The deepest level that is fully indented.
    pub const DEEPEST: usize = 60;
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Indent(2 * self.0.min(Self::DEEPEST)).fmt(f)?;
        if self.0 > Self::DEEPEST { write!(f, "({}) ", self.0) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_have_the_requested_number_and_levels_are_bounded() {
        assert_eq!(format!("{}x", Indent(3)), "   x");
        assert_eq!(Indent(100_000).to_string().len(), 100_000);
        assert_eq!(format!("{}x", Level(2)), "    x");
        assert!(format!("{}x", Level(5000)).ends_with("  (5000) x"));
    }
}
