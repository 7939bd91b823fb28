//! The callbacks of the state machine.
//!
//! The machine calls them in the order of the source. Each callback either extends what is open (a
//! text, a tag, a comment, a doctype), or completes it.

use super::{CDATA_OPEN, Collector, NAMELESS_END_TAG};
use crate::token::gather::ValueBuilder;
use crate::token::open::{OpenComment, OpenDoctype, OpenTag};
use crate::token::{LexicalState, TokenKind};
use html5gum::{Emitter, Error, State};

impl Emitter for &mut Collector<'_> {
    /// A signal that the machine may stop.
    type Token = ();

    /// Does nothing, since only the caller sets the name.
    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    /// Emits all that is open at the end of the text: the text before an unfinished tag, the tag
    /// itself as a lost token, or else the last text.
    fn emit_eof(&mut self) {
        if self.is_ahead {
            return;
        }
        self.position = self.text.len();
        self.is_over = true;
        if self.tag.is_open {
            self.close_attributes();
            self.finish_text(self.open);
        }
        if self.tag.is_open && self.position > self.done {
            self.finish_token(TokenKind::Lost);
        }
        self.finish_text(self.position);
    }

    fn emit_error(&mut self, error: Error) {
        if self.is_ahead {
            return;
        }
        let begins_instruction = error == Error::UnexpectedQuestionMarkInsteadOfTagName;
        if begins_instruction && self.has_instructions {
            self.errors_before = self.errors.len();
            return;
        }
        let at = self.position_of(error);
        self.push_error(at, error);
    }

    fn should_emit_errors(&mut self) -> bool {
        self.collects_errors
    }

    fn pop_token(&mut self) -> Option<()> {
        if self.is_resting { Some(()) } else { None }
    }

    /// Handles the start of the data or RCDATA state, which may be a return to it.
    fn init_string(&mut self) {
        match self.state {
            LexicalState::CdataSection => self.finish_cdata(),
            LexicalState::Data => {
                let source = self.text.get(self.open.max(self.done)..self.position);
                if source == Some(NAMELESS_END_TAG) {
                    self.lose_nameless_end_tag();
                }
            }
            _ => {}
        }
    }

    fn emit_string(&mut self, piece: &[u8]) {
        // The source looked like an end tag in raw text, but is text.
        self.tag.is_open = false;
        self.settle_reference();
        self.run.push(self.text, piece, self.position);
    }

    /// Handles a `<`. If it may begin a CDATA section after text, the text is emitted first, since
    /// the parser's reaction to it decides about the section.
    fn start_open_tag(&mut self) {
        self.open = self.position.saturating_sub(1);
        let is_after_text = self.state == LexicalState::Data && self.open > self.done;
        if is_after_text && self.text[self.open..].starts_with(CDATA_OPEN) {
            self.finish_text(self.open);
            self.is_resting = true;
        }
    }

    fn init_start_tag(&mut self) {
        self.tag = OpenTag::at(self.open, false);
    }

    fn init_end_tag(&mut self) {
        self.tag = OpenTag::at(self.open, true);
    }

    fn push_tag_name(&mut self, piece: &[u8]) {
        self.tag.name.push(self.text, piece, self.position);
    }

    fn init_attribute(&mut self) {
        self.tag.begin_attribute(self.text, self.position);
    }

    fn push_attribute_name(&mut self, piece: &[u8]) {
        if let Some(attribute) = &mut self.tag.attribute {
            attribute.name.push(self.text, piece, self.position);
        }
    }

    fn init_attribute_value(&mut self) {
        if let Some(attribute) = &mut self.tag.attribute {
            attribute.value = Some(ValueBuilder::at(self.position));
        }
    }

    fn push_attribute_value(&mut self, piece: &[u8]) {
        self.settle_reference();
        if let Some(attribute) = &mut self.tag.attribute
            && let Some(value) = &mut attribute.value
        {
            value.push(self.text, piece, self.position);
        }
    }

    fn set_self_closing(&mut self) {
        self.tag.self_closing = true;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.close_attributes();
        self.check_end_tag();
        self.finish_text(self.open);
        let tag = std::mem::take(&mut self.tag).finish(self.text);
        self.finish_token(tag);
        self.state = LexicalState::Data;
        self.is_resting = true;
        None
    }

    /// 13.2.5, "appropriate end tag token".
    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        let last = self.last_start_tag.as_bytes();
        let is_end = self.tag.is_open && self.tag.is_end && !last.is_empty();
        is_end && self.tag.name.bytes(self.text) == last
    }

    fn init_comment(&mut self) {
        self.comment = OpenComment::at(self.text, self.open);
    }

    fn push_comment(&mut self, piece: &[u8]) {
        self.comment.push(self.text, piece, self.position);
    }

    fn emit_current_comment(&mut self) {
        self.finish_text(self.open);
        let comment = std::mem::take(&mut self.comment);
        let kind = match self.instruction() {
            Some(instruction) => instruction,
            None => TokenKind::Comment(comment.finish(self.text, self.position)),
        };
        self.finish_token(kind);
        self.is_resting = true;
    }

    /// 13.2.5.42: reports whether `[CDATA[` begins a section, and if so begins it.
    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        if self.allow_cdata {
            self.finish_text(self.open);
            self.run = ValueBuilder::at(self.open + CDATA_OPEN.len());
            self.state = LexicalState::CdataSection;
        }
        self.allow_cdata
    }

    fn init_doctype(&mut self) {
        self.doctype = OpenDoctype::default();
    }

    fn push_doctype_name(&mut self, piece: &[u8]) {
        self.doctype.push_name(self.text, piece, self.position);
    }

    fn set_doctype_public_identifier(&mut self, piece: &[u8]) {
        self.doctype.public_id = Some(ValueBuilder::at(self.position));
        self.push_doctype_public_identifier(piece);
    }

    fn set_doctype_system_identifier(&mut self, piece: &[u8]) {
        self.doctype.system_id = Some(ValueBuilder::at(self.position));
        self.push_doctype_system_identifier(piece);
    }

    fn push_doctype_public_identifier(&mut self, piece: &[u8]) {
        if let Some(identifier) = &mut self.doctype.public_id {
            identifier.push(self.text, piece, self.position);
        }
    }

    fn push_doctype_system_identifier(&mut self, piece: &[u8]) {
        if let Some(identifier) = &mut self.doctype.system_id {
            identifier.push(self.text, piece, self.position);
        }
    }

    fn set_force_quirks(&mut self) {
        self.doctype.force_quirks = true;
    }

    fn emit_current_doctype(&mut self) {
        self.finish_text(self.open);
        let doctype = std::mem::take(&mut self.doctype).finish(self.text);
        self.finish_token(TokenKind::Doctype(Box::new(doctype)));
        self.is_resting = true;
    }
}
