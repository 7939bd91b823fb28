//! The tokenizer of `html5gum` with an emitter that stores only two names.

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

/// Tokenizes the text to its end.
pub(crate) fn tokens(text: &str) {
    let Ok(()) = Tokenizer::new_with_emitter(text, Empty::default()).finish();
}

/// An emitter that stores the name of the current tag and that of the last start tag, since these
/// decide where a script ends.
#[derive(Default)]
struct Empty {
    name: Vec<u8>,
    last_start_tag: Vec<u8>,
    is_end_tag: bool,
}

impl Empty {
    fn init_tag(&mut self, is_end_tag: bool) {
        self.name.clear();
        self.is_end_tag = is_end_tag;
    }
}

impl Emitter for Empty {
    type Token = std::convert::Infallible;

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start_tag.clear();
        self.last_start_tag.extend(name.unwrap_or_default());
    }

    fn init_start_tag(&mut self) {
        self.init_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.init_tag(true);
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend(name);
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        if self.is_end_tag {
            return None;
        }
        self.last_start_tag.clone_from(&self.name);
        naive_next_state(&self.name)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end_tag && self.name == self.last_start_tag
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Self::Token> {
        None
    }

    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn emit_string(&mut self, _: &[u8]) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_self_closing(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn init_attribute(&mut self) {}
    fn push_attribute_name(&mut self, _: &[u8]) {}
    fn push_attribute_value(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}
