//! The search for the end of a declaration subset, which is skipped.
//!
//! It ends at the first `]` outside of literals, comments, processing instructions and marked
//! sections.

/// The construct of the subset around the current byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Inside {
    /// None: between declarations.
    #[default]
    Nothing,
    Declaration,
    Literal(u8),
    Comment,
    Instruction,
}

/// A reader of a declaration subset, byte by byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Skipper {
    inside: Inside,
    /// The previous byte, unless it was part of a delimiter.
    before: u8,
    /// The number of open marked sections.
    sections: usize,
}

impl Skipper {
    /// Reports whether the subset ends at this byte, the next one.
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
