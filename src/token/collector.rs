//! The collector: makes tokens from the callbacks of the state machine.
//!
//! The machine reports the start of a possible tag, characters of text, names, and complete tags.
//! It also counts the bytes that it has read. The collector stores the end of the last token
//! (`done`) and the last `<` that may open a construct (`open`). When a construct is complete, the
//! source between the two becomes a text token. The source from `open` to the position is the new
//! token. So tokens tile the text by construction:
//!
//! ```text
//!   …</p>some text <b>          done: after </p>    open: the < of <b>    position: after <b>
//!        ^done     ^open ^position
//! ```
//!
//! The machine runs for one stretch at a time ([`Collector::read_on`]): from the end of the last
//! token to the end of the next tag, comment or doctype. The resulting tokens wait in a queue;
//! there are several if text precedes the construct.
//!
//! Source that ends without a callback is lost. There are two cases: `</>`, after which the data
//! state begins again, and a tag in which the file ends.
//!
//! Some spans cannot be computed from the position, for example the end of a comment's content.
//! They are computed from the text, since the delimiters are known. `open` does that. `emitter` has
//! the callbacks.

mod emitter;

use super::gather::ValueBuilder;
use super::instruction::{self, InstructionReading};
use super::open::{OpenComment, OpenDoctype, OpenTag};
use super::{LexicalState, ProcessingInstruction, Text, Token, TokenError, TokenKind, Value};
use crate::base::Span;
use html5gum::{Error, State};
use std::collections::VecDeque;

const CDATA_OPEN: &str = "<![CDATA[";
const CDATA_CLOSE: &str = "]]>";
const NAMELESS_END_TAG: &str = "</>";

/// The emitter of the state machine: see the module.
#[derive(Debug)]
pub(super) struct Collector<'t> {
    pub(super) text: &'t str,
    /// The state in which text is read; the data state after a tag.
    pub(super) state: LexicalState,
    /// The name whose end tag ends raw text.
    pub(super) last_start_tag: String,
    /// Set if `<![CDATA[` opens a section.
    pub(super) allow_cdata: bool,
    /// Set if there are processing instructions; without them `<?…>` is a bogus comment.
    pub(super) has_instructions: bool,
    pub(super) errors: Vec<TokenError>,
    /// The tokens that were read and not taken yet.
    ready: VecDeque<Token>,
    /// The number of bytes that the machine has read.
    position: usize,
    /// The end of the last token.
    done: usize,
    /// The last `<` that may open a construct.
    open: usize,
    /// Set if the machine is in the data state, directly after the last token.
    is_resting: bool,
    /// Set after a CDATA section. The machine reads on a little before it stops. That source is
    /// read again, so the errors there do not count, and its end is not reached yet.
    is_ahead: bool,
    /// Set if the machine has reached the end of the text, so that it reports an error there only
    /// once.
    is_over: bool,
    errors_left: usize,
    collects_errors: bool,
    /// The end of the last control character or noncharacter that was reported. The next one starts
    /// later.
    stray: usize,
    /// The number of errors before those about a reference whose end is not known yet.
    open_reference: Option<usize>,
    /// The characters since the last token.
    run: ValueBuilder,
    tag: OpenTag,
    comment: OpenComment,
    /// The number of errors before the last `<?`.
    errors_before: usize,
    doctype: OpenDoctype,
}

impl<'t> Collector<'t> {
    /// Creates a collector for the text, whose first `mark` bytes are lost.
    pub(super) fn new(text: &'t str, mark: usize, error_limit: usize) -> Self {
        let mut collector = Self {
            text,
            state: LexicalState::Data,
            last_start_tag: String::new(),
            allow_cdata: false,
            has_instructions: true,
            errors: Vec::new(),
            ready: VecDeque::new(),
            position: mark,
            done: 0,
            open: 0,
            is_resting: true,
            is_ahead: false,
            is_over: false,
            errors_left: error_limit,
            collects_errors: error_limit > 0,
            stray: mark,
            open_reference: None,
            run: ValueBuilder::default(),
            tag: OpenTag::default(),
            comment: OpenComment::default(),
            errors_before: 0,
            doctype: OpenDoctype::default(),
        };
        if mark > 0 {
            collector.finish_token(TokenKind::Lost);
        }
        collector
    }

    /// Returns the end of the last token.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// Returns the end of the last token that was taken.
    pub(super) fn taken(&self) -> usize {
        match self.ready.front() {
            Some(token) => token.span.range().start,
            None => self.done,
        }
    }

    /// Reports whether the machine has read tokens that were not taken yet.
    pub(super) fn is_behind(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Removes and returns the next token that the machine has read.
    pub(super) fn take(&mut self) -> Option<Token> {
        self.ready.pop_front()
    }

    /// Skips a token that was read without the machine, up to its end.
    pub(super) fn pass_to(&mut self, end: usize) {
        self.done = end;
    }

    /// Runs the machine from the end of the last token to the end of a tag, comment or doctype, or
    /// of the text. It reads at least one token, if any text is left.
    pub(super) fn read_on(&mut self) {
        if self.is_over {
            return;
        }
        self.position = self.done;
        self.run = ValueBuilder::at(self.done);
        self.is_resting = false;
        self.is_ahead = false;
        let state = match self.state {
            LexicalState::Data => State::Data,
            LexicalState::RcData => State::RcData,
            LexicalState::RawText => State::RawText,
            LexicalState::ScriptData => State::ScriptData,
            LexicalState::PlainText => State::PlainText,
            LexicalState::CdataSection | LexicalState::Characters => State::CdataSection,
        };
        let rest = self.text.as_bytes().get(self.done..).unwrap_or_default();
        let mut machine = html5gum::Tokenizer::new_with_emitter(rest, self);
        machine.set_state(state);
        machine.next();
    }

    /// Emits a token from the end of the last one to `end`.
    fn push_token(&mut self, end: usize, kind: TokenKind) {
        let span = Span::new(self.done, end.max(self.done));
        self.ready.push_back(Token { span, kind });
        self.done = end.max(self.done);
        self.run = ValueBuilder::at(self.done);
    }

    /// Emits a token from the end of the last one to the position.
    fn finish_token(&mut self, kind: TokenKind) {
        self.push_token(self.position, kind);
    }

    /// Emits the characters before `end`, if any.
    fn finish_text(&mut self, end: usize) {
        if end > self.done {
            self.push_text(end, end);
        }
    }

    /// Emits a text token up to `end` whose value ends at `value_end`.
    fn push_text(&mut self, value_end: usize, end: usize) {
        let run = std::mem::take(&mut self.run);
        let kind = if run.is_empty() {
            TokenKind::Lost
        } else {
            let value = run.finish(self.text, value_end);
            TokenKind::Text(Text { value, state: self.state })
        };
        self.push_token(end, kind);
    }

    /// Emits the CDATA section that the machine has just left. The machine stops after it, since
    /// the parser's reaction decides whether another section may follow.
    fn finish_cdata(&mut self) {
        self.push_text(self.position.saturating_sub(CDATA_CLOSE.len()), self.position);
        self.state = LexicalState::Data;
        self.is_resting = true;
        self.is_ahead = true;
    }

    /// Emits `</>` as a lost token (13.2.5.7).
    fn lose_nameless_end_tag(&mut self) {
        self.finish_text(self.open);
        self.finish_token(TokenKind::Lost);
    }

    /// Completes the attributes of the open tag, and reports those that have the name of an earlier
    /// one (13.2.5.33).
    fn close_attributes(&mut self) {
        self.tag.close_attributes(self.text);
        if !self.collects_errors {
            return;
        }
        let attributes = std::mem::take(&mut self.tag.attributes);
        for attribute in attributes.iter().filter(|attribute| attribute.duplicate) {
            self.push_error(attribute.name.span().range().end, Error::DuplicateAttribute);
        }
        self.tag.attributes = attributes;
    }

    /// Reports the errors of a complete end tag: attributes, or a trailing solidus (13.2.5).
    fn check_end_tag(&mut self) {
        if self.tag.is_end && !self.tag.attributes.is_empty() {
            self.push_error(self.last_character(), Error::EndTagWithAttributes);
        }
        if self.tag.is_end && self.tag.self_closing {
            self.push_error(self.last_character(), Error::EndTagWithTrailingSolidus);
        }
    }

    /// Returns the position of the next control character or noncharacter. The machine examines a
    /// whole run of characters before it counts them as read. So the search is in the text: from
    /// the position, which may be in the middle of the character, and after the last one that was
    /// found.
    fn next_stray(&mut self, is_stray: fn(char) -> bool) -> usize {
        const WIDEST: usize = 4;
        let start = self.text.ceil_char_boundary(self.position.saturating_sub(WIDEST));
        let start = start.max(self.stray);
        let rest = self.text.get(start..).unwrap_or_default();
        let Some((at, found)) = rest.char_indices().find(|&(_, character)| is_stray(character))
        else {
            return self.position;
        };
        self.stray = start + at + found.len_utf8();
        start + at
    }

    /// Returns the token of the open comment, if it begins with `<?` and is no bogus comment.
    fn instruction(&mut self) -> Option<TokenKind> {
        if !self.has_instructions {
            return None;
        }
        let body = self.text.get(self.open..self.position)?.strip_prefix("<?")?;
        let start = self.open + "<?".len();
        match instruction::read(body) {
            InstructionReading::Comment { at, code } => {
                self.insert_error(TokenError { at: Span::at(start + at).start, code });
                None
            }
            InstructionReading::Instruction { length } => {
                self.drop_errors_of_comment();
                let value = Value::normalized(Span::new(start, start + length), self.text);
                Some(TokenKind::ProcessingInstruction(ProcessingInstruction { value }))
            }
            InstructionReading::Unended => {
                self.drop_errors_of_comment();
                self.push_error_code(self.position, "eof-in-processing-instruction");
                Some(TokenKind::Lost)
            }
        }
    }

    /// Inserts an error before those of the open comment that have a later position.
    fn insert_error(&mut self, error: TokenError) {
        if self.errors_left > 0 {
            self.errors_left -= 1;
            let before = self.errors_before.min(self.errors.len());
            let earlier = self.errors[before..].partition_point(|other| other.at < error.at);
            self.errors.insert(before + earlier, error);
        }
    }

    /// Drops the errors that only a comment has: NUL is no error in a processing instruction.
    fn drop_errors_of_comment(&mut self) {
        let code = Error::UnexpectedNullCharacter.as_str();
        let mut of_comment = self.errors.split_off(self.errors_before.min(self.errors.len()));
        of_comment.retain(|error| error.code != code);
        self.errors.append(&mut of_comment);
    }

    /// Returns the start of the character that the machine read last. It reads bytes, so it may
    /// report an error after the first byte of `é`.
    fn last_character(&self) -> usize {
        self.text.floor_char_boundary(self.position.saturating_sub(1))
    }

    /// Returns the position of an error: the character at which the machine detects it.
    fn position_of(&mut self, error: Error) -> usize {
        match error {
            Error::ControlCharacterInInputStream => self.next_stray(is_control),
            Error::NoncharacterInInputStream => self.next_stray(is_noncharacter),
            Error::EofBeforeTagName
            | Error::EofInCdata
            | Error::EofInComment
            | Error::EofInDoctype
            | Error::EofInScriptHtmlCommentLikeText
            | Error::EofInTag => self.position,
            Error::IncorrectlyOpenedComment if self.text[self.open..].len() == "<!".len() => {
                self.position
            }
            Error::AbsenceOfDigitsInNumericCharacterReference
            | Error::CharacterReferenceOutsideUnicodeRange
            | Error::ControlCharacterReference
            | Error::MissingSemicolonAfterCharacterReference
            | Error::NoncharacterCharacterReference
            | Error::NullCharacterReference
            | Error::SurrogateCharacterReference => self.end_of_reference(),
            _ => self.last_character(),
        }
    }

    /// Returns the end of the reference that an error is about. Before the machine reports it, it
    /// has read the next character, unless the reference ends the text or with a semicolon. If it
    /// has not told which, [`settle_reference`](Self::settle_reference) corrects the position.
    fn end_of_reference(&mut self) -> usize {
        let last = self.last_character();
        // The reference itself is ASCII.
        if !self.text[last..].starts_with(|character: char| character.is_ascii()) {
            return last;
        }
        self.open_reference.get_or_insert(self.errors.len());
        self.position
    }

    /// Sets the position of the errors about the reference that ends here: the machine gives its
    /// characters.
    fn settle_reference(&mut self) {
        if let Some(first) = self.open_reference.take() {
            let at = Span::at(self.position).start;
            for error in self.errors.iter_mut().skip(first) {
                error.at = at;
            }
        }
    }

    fn push_error(&mut self, at: usize, error: Error) {
        self.push_error_code(at, error.as_str());
    }

    fn push_error_code(&mut self, at: usize, code: &'static str) {
        if self.errors_left > 0 {
            self.errors_left -= 1;
            self.errors.push(TokenError { at: Span::at(at).start, code });
        }
    }
}

/// Reports whether a character is a control of the standard, but neither white space nor U+0000.
fn is_control(character: char) -> bool {
    character.is_control() && !"\0\t\n\x0C\r".contains(character)
}

/// Reports whether a character is a noncharacter, such as U+FFFE.
fn is_noncharacter(character: char) -> bool {
    let code = u32::from(character);
    (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE
}
