//! Where a declaration subset ends, which is skipped.
//!
//! At the `]` that is none of a literal, a comment, a processing instruction, or a marked section in the subset.

/// What the subset is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Inside {
    /// Declarations.
    #[default]
    Nothing,
    Declaration,
    Literal(u8),
    Comment,
    Instruction,
}

/// Reads a declaration subset byte by byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Skipper {
    inside: Inside,
    /// The byte before, unless it was part of a delimiter.
    before: u8,
    /// How many marked sections are open.
    sections: usize,
}

impl Skipper {
    /// Whether the subset ends at this byte, the next one.
    pub(super) fn ends_at(&mut self, byte: u8) -> bool {
        let before = std::mem::replace(&mut self.before, byte);
        let next = match (self.inside, before, byte) {
            (Inside::Nothing, _, b']') if self.sections == 0 => return true,
            (Inside::Nothing, b']', b']') => {
                self.sections -= 1;
                Inside::Nothing
            }
            (Inside::Nothing, b'<', b'!') => Inside::Declaration,
            (Inside::Nothing, b'<', b'?') => Inside::Instruction,
            (Inside::Declaration, b'-', b'-') => Inside::Comment,
            (Inside::Comment, b'-', b'-') => Inside::Declaration,
            (Inside::Declaration, _, b'"' | b'\'') => Inside::Literal(byte),
            (Inside::Literal(quote), ..) if byte == quote => Inside::Declaration,
            (Inside::Declaration, _, b'[') => {
                self.sections += 1;
                Inside::Nothing
            }
            (Inside::Declaration | Inside::Instruction, _, b'>') => Inside::Nothing,
            _ => return false,
        };
        self.inside = next;
        self.before = 0;
        false
    }
}
