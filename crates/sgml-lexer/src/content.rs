//! Content: data characters, and the delimiters that end them.
//!
//! A delimiter is recognised only in its context: `</` before a letter, `&#` before a digit.
//! [`recognise`] is the table of all delimiters. Any other character is data, and so is a delimiter
//! that the content does not admit.

use memchr::{memchr2, memchr3};

use super::classes::{begins_name, is_name};
use super::machine::{Declared, Machine, State};
use super::report::{Callbacks, StringType};
use super::section::Section;

/// A delimiter in its context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delimiter {
    StartTag,
    EmptyStartTag,
    EndTag,
    EmptyEndTag,
    /// `/`, if an element is open that it ends.
    Net,
    Declaration,
    Comment,
    NullComment,
    Section,
    SectionEnd,
    Instruction,
    Entity,
    Number,
    NamedCharacter,
}

/// The construct at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recognised {
    Markup(Delimiter),
    Data,
    /// An undecided case: it depends on the text that follows.
    Unsure,
}

/// Returns the construct at the start of a text, with all delimiters admitted.
pub(crate) fn recognise(rest: &[u8], is_last: bool) -> Recognised {
    use Delimiter as D;
    let delimiter = match *rest {
        [b'<', next, ..] if begins_name(next) => D::StartTag,
        [b'<', b'>', ..] => D::EmptyStartTag,
        [b'<', b'/', next, ..] if begins_name(next) => D::EndTag,
        [b'<', b'/', b'>', ..] => D::EmptyEndTag,
        [b'<', b'!', next, ..] if begins_name(next) => D::Declaration,
        [b'<', b'!', b'-', b'-', ..] => D::Comment,
        [b'<', b'!', b'>', ..] => D::NullComment,
        [b'<', b'!', b'[', ..] => D::Section,
        [b'<', b'?', ..] => D::Instruction,
        [b'&', next, ..] if begins_name(next) => D::Entity,
        [b'&', b'#', next, ..] if next.is_ascii_digit() => D::Number,
        [b'&', b'#', next, ..] if begins_name(next) => D::NamedCharacter,
        [b']', b']', b'>', ..] => D::SectionEnd,
        [b'/', ..] => D::Net,
        [b'<'] | [b'<', b'/'] | [b'<', b'!'] | [b'<', b'!', b'-'] if !is_last => {
            return Recognised::Unsure;
        }
        [b'&'] | [b'&', b'#'] | [b']'] | [b']', b']'] if !is_last => return Recognised::Unsure,
        _ => return Recognised::Data,
    };
    Recognised::Markup(delimiter)
}

impl Machine {
    /// Reads data up to the next markup, or the start of markup.
    pub(crate) fn content(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match self.recognise_here(rest.as_bytes(), is_last) {
            Recognised::Markup(delimiter) => self.markup(delimiter, rest, is_last, out),
            Recognised::Unsure => None,
            Recognised::Data => {
                let end = self.end_of_data(rest.as_bytes(), is_last)?;
                if !matches!(self.section(), Some(Section::Ignore { .. })) {
                    self.data(&rest[..end], end, out);
                }
                Some(end)
            }
        }
    }

    /// Returns the end of the data at the start of the text.
    fn end_of_data(&mut self, rest: &[u8], is_last: bool) -> Option<usize> {
        let mut at = self.seen.max(1);
        while let Some(found) = self.next_candidate(&rest[at..]) {
            at += found;
            match self.recognise_here(&rest[at..], is_last) {
                Recognised::Markup(_) => return Some(at),
                Recognised::Unsure => return self.wait_from(at),
                Recognised::Data => at += 1,
            }
        }
        if is_last { Some(rest.len()) } else { self.wait_from(rest.len()) }
    }

    /// Returns the offset of the next byte that may begin a delimiter. `/` is one while a start tag
    /// such as `<em/` waits for its null end tag; `]` is one where marked sections are readmitted.
    fn next_candidate(&self, rest: &[u8]) -> Option<usize> {
        if !self.nets.is_empty() {
            rest.iter().position(|byte| matches!(byte, b'<' | b'&' | b']' | b'/'))
        } else if self.readmitted.marked_sections {
            memchr3(b'<', b'&', b']', rest)
        } else {
            memchr2(b'<', b'&', rest)
        }
    }

    /// Returns the construct at the start of the text, with the delimiters that are admitted here.
    fn recognise_here(&self, rest: &[u8], is_last: bool) -> Recognised {
        match recognise(rest, is_last) {
            Recognised::Markup(delimiter) if !self.admits(delimiter) => Recognised::Data,
            recognised => recognised,
        }
    }

    /// Reports whether a delimiter is recognised in the current content.
    fn admits(&self, delimiter: Delimiter) -> bool {
        use Delimiter as D;
        let is_reference = matches!(delimiter, D::Entity | D::Number | D::NamedCharacter);
        let is_end = matches!(delimiter, D::EndTag)
            || (delimiter == D::EmptyEndTag && self.readmitted.shorthand);
        // The delimiter that ends content or a section of characters must be in the text in which
        // that began. In any other text it is characters.
        let is_end = is_end && self.depth <= self.declared_depth;
        let is_net = delimiter == D::Net && self.depth <= self.declared_depth;
        match (delimiter, self.section(), self.declared) {
            (D::SectionEnd, Some(Section::RcData), _) if !self.may_end_section() => false,
            (D::SectionEnd, _, Declared::Mixed) => self.readmitted.marked_sections,
            (D::Net, _, _) if self.nets.is_empty() => false,
            (_, Some(Section::CData), _) => false,
            (_, Some(Section::RcData), _) => is_reference,
            (_, Some(Section::Ignore { .. }), _) => delimiter == D::Section,
            (_, _, Declared::Mixed) => true,
            (_, _, Declared::RcData) => is_end || is_reference || is_net,
            (_, _, Declared::CData) => is_end || is_net,
        }
    }

    /// Reads the start of markup, or all of it.
    fn markup(
        &mut self,
        delimiter: Delimiter,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match delimiter {
            Delimiter::StartTag => {
                self.open(rest, "<", StringType::Start, State::StartTag, is_last)
            }
            Delimiter::EndTag => {
                let length = self.open(rest, "</", StringType::End, State::EndTag, is_last)?;
                self.declared = Declared::Mixed;
                Some(length)
            }
            Delimiter::EmptyStartTag => Some(self.empty_tag(StringType::Start, &rest[..2], out)),
            Delimiter::EmptyEndTag => Some(self.empty_tag(StringType::End, &rest[..3], out)),
            Delimiter::Net => Some(self.null_end_tag(out)),
            Delimiter::Declaration => self.open_declaration(rest, is_last, out),
            Delimiter::Comment => Some(self.enter(State::Comments, "<!")),
            Delimiter::NullComment => Some("<!>".len()),
            Delimiter::Section => Some(self.open_section(&rest[..3], out)),
            Delimiter::SectionEnd => Some(self.close_section(&rest[..3], out)),
            Delimiter::Instruction => self.instruction(rest, is_last, out),
            Delimiter::Entity => self.entity(rest, is_last, out),
            Delimiter::Number => self.character(rest, is_last, out),
            Delimiter::NamedCharacter => self.named_character(rest, is_last, out),
        }
    }

    /// Reads only a delimiter.
    pub(crate) fn enter(&mut self, state: State, delimiter: &str) -> usize {
        self.state = state;
        delimiter.len()
    }

    /// Reads a delimiter and a name.
    pub(crate) fn open(
        &mut self,
        rest: &str,
        delimiter: &str,
        kind: StringType,
        state: State,
        is_last: bool,
    ) -> Option<usize> {
        let end = self.end_of_run(rest, delimiter.len(), is_last, |byte| !is_name(byte))?;
        self.pending.push_folded(kind, &rest[..end], self.at);
        self.state = state;
        Some(end)
    }

    /// Reads `<?stuff>`.
    fn instruction(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let end = self.end_of_run(rest, "<?".len(), is_last, |byte| byte == b'>')?;
        if end == rest.len() {
            return Some(self.unfinished("document ends in a processing instruction", rest, out));
        }
        self.other(StringType::ProcessingInstruction, &rest[..=end], out);
        Some(end + 1)
    }
}
