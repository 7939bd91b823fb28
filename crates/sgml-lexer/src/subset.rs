//! The search for the end of a declaration subset, which is skipped.
//!
//! It ends at the first `]` outside of literals, comments, processing instructions and marked
//! sections.

/// The construct of the subset around the current byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum SubsetConstruct {
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
pub(crate) struct Skipper {
    inside: SubsetConstruct,
    /// The previous byte, unless it was part of a delimiter.
    before: u8,
    /// The number of open marked sections.
    sections: usize,
}

impl Skipper {
    /// Reports whether the subset ends at this byte, the next one.
    pub(crate) fn ends_at(&mut self, byte: u8) -> bool {
        let before = std::mem::replace(&mut self.before, byte);
        let next = match (self.inside, before, byte) {
            (SubsetConstruct::Nothing, _, b']') if self.sections == 0 => return true,
            (SubsetConstruct::Nothing, b']', b']') => {
                self.sections -= 1;
                SubsetConstruct::Nothing
            }
            (SubsetConstruct::Nothing, b'<', b'!') => SubsetConstruct::Declaration,
            (SubsetConstruct::Nothing, b'<', b'?') => SubsetConstruct::Instruction,
            (SubsetConstruct::Declaration, b'-', b'-') => SubsetConstruct::Comment,
            (SubsetConstruct::Comment, b'-', b'-') => SubsetConstruct::Declaration,
            (SubsetConstruct::Declaration, _, b'"' | b'\'') => SubsetConstruct::Literal(byte),
            (SubsetConstruct::Literal(quote), ..) if byte == quote => SubsetConstruct::Declaration,
            (SubsetConstruct::Declaration, _, b'[') => {
                self.sections += 1;
                SubsetConstruct::Nothing
            }
            (SubsetConstruct::Declaration | SubsetConstruct::Instruction, _, b'>') => {
                SubsetConstruct::Nothing
            }
            _ => return false,
        };
        self.inside = next;
        self.before = 0;
        false
    }
}
