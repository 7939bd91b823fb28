//! Tags, from the end of their names to their ends.
//!
//! A name between attributes is first taken for the value of an attribute with an omitted name. An
//! equals sign after it shows that it is a name. Anything else in a tag is an error, and the tag
//! continues after it.

use super::classes::{begins_name, is_name, is_quote, is_space};
use super::content::{Delimiter, Recognised, recognise};
use super::machine::{Declared, Machine, State};
use super::report::{Callbacks, StringType};

/// An element that ends at the next `/`: its start tag is NET-enabling.
#[derive(Clone, Debug)]
pub(crate) struct NetTag {
    name: String,
    /// The number of open elements of the same name inside of it, as far as tags show.
    depth: usize,
    /// The number of open elements including it, if the client has supplied it.
    open: Option<usize>,
}

impl Machine {
    /// Reads the next item between attributes.
    pub(crate) fn start_tag(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match rest.as_bytes()[0] {
            byte if is_space(byte) => Some(spaces(rest)),
            b'>' => Some(self.close_tag(">", out)),
            b'/' => self.net(rest, is_last, out),
            b'<' => self.unclosed(rest, is_last, out),
            byte if is_quote(byte) => self.stray_literal(rest, byte, is_last, out),
            byte if is_name(byte) => self.name(rest, is_last),
            _ => self.bad_characters(rest, is_last, out),
        }
    }

    /// Reads a name, or a name token.
    fn name(&mut self, rest: &str, is_last: bool) -> Option<usize> {
        let end = self.end_of_run(rest, 1, is_last, |byte| !is_name(byte))?;
        self.pending.push_null(StringType::AttributeName, self.at);
        if begins_name(rest.as_bytes()[0]) {
            self.pending.push_folded(StringType::Name, &rest[..end], self.at);
            self.state = State::Attribute;
        } else {
            self.pending.push(StringType::NameToken, &rest[..end], self.at);
        }
        Some(end)
    }

    /// Reads the next item after a name.
    pub(crate) fn attribute(&mut self, rest: &str) -> usize {
        match rest.as_bytes()[0] {
            byte if is_space(byte) => spaces(rest),
            b'=' => {
                self.pending.value_becomes_name();
                self.enter(State::Value, "=")
            }
            _ => self.enter(State::StartTag, ""),
        }
    }

    /// Reads the next item after an equals sign.
    pub(crate) fn value(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match rest.as_bytes()[0] {
            byte if is_space(byte) => Some(spaces(rest)),
            byte if is_quote(byte) => self.literal(rest, State::StartTag, is_last, out),
            b'>' | b'<' => {
                self.mistake(StringType::Error, "missing attribute value", &rest[..1], out);
                self.pending.push(StringType::NameToken, "", self.at);
                Some(self.enter(State::StartTag, ""))
            }
            _ => self.unquoted(rest, is_last, out),
        }
    }

    /// Reads a literal, to its closing quote.
    pub(crate) fn literal(
        &mut self,
        rest: &str,
        then: State,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let quote = rest.as_bytes()[0];
        let end = self.end_of_run(rest, 1, is_last, |byte| byte == quote)?;
        if end == rest.len() {
            return Some(self.unfinished("document ends in a literal", rest, out));
        }
        self.pending.push(StringType::Literal, &rest[..=end], self.at);
        self.state = then;
        Some(end + 1)
    }

    /// Reads a value without quotes. A value that needs quotes is reported in its intended role,
    /// and as an error.
    fn unquoted(&mut self, rest: &str, is_last: bool, out: &mut impl Callbacks) -> Option<usize> {
        let mut end = self.end_of_run(rest, 1, is_last, ends_value)?;
        let token = rest.bytes().take_while(|&byte| is_name(byte)).count();
        let is_before_net = self.readmitted.shorthand && rest.as_bytes().get(token) == Some(&b'/');
        if token > 0 && is_before_net {
            end = token;
        }
        if end != token {
            self.mistake(StringType::Error, "attribute value needs quotes", &rest[..end], out);
        }
        self.pending.push(StringType::NameToken, &rest[..end], self.at);
        Some(self.enter(State::StartTag, &rest[..end]))
    }

    /// Reads a literal that belongs to no attribute. A quote that is not closed before the tag ends
    /// is no literal.
    fn stray_literal(
        &mut self,
        rest: &str,
        quote: u8,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let end = self.end_of_run(rest, 1, is_last, |byte| byte == quote || byte == b'>')?;
        if rest.as_bytes().get(end) != Some(&quote) {
            self.mistake(StringType::Error, "bad character in tag", &rest[..1], out);
            return Some(1);
        }
        self.mistake(StringType::Error, "literal without attribute name", &rest[..=end], out);
        Some(end + 1)
    }

    /// Reads characters that have no meaning in a start tag.
    fn bad_characters(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let end = self.end_of_run(rest, 1, is_last, |byte| {
            is_space(byte) || is_name(byte) || is_quote(byte) || matches!(byte, b'>' | b'<' | b'/')
        })?;
        self.mistake(StringType::Error, "bad character in tag", &rest[..end], out);
        Some(end)
    }

    /// Reads `/` in a start tag. Before `>` it is a habit from other languages; otherwise it ends a
    /// NET-enabling tag.
    fn net(&mut self, rest: &str, is_last: bool, out: &mut impl Callbacks) -> Option<usize> {
        if self.readmitted.shorthand {
            let name = self.pending.first()["<".len()..].to_owned();
            let length = self.close_tag("/", out);
            self.nets.push(NetTag { name, depth: 0, open: None });
            return Some(length);
        }
        match rest.as_bytes().get(1) {
            None if !is_last => None,
            Some(b'>') => {
                self.mistake(StringType::Error, "bad character in tag", "/", out);
                Some(1)
            }
            _ => {
                self.mistake(StringType::Limitation, "NET tags not supported", "/", out);
                Some(self.close_tag("/", out))
            }
        }
    }

    /// Records the client's number of open elements, and the name of the innermost. Elements that
    /// have ended, for any reason, no longer end at a `/`.
    pub fn set_open(&mut self, open: usize, name: Option<&str>) {
        self.open.resize(open, None);
        if let Some(innermost) = self.open.last_mut()
            && innermost.as_deref() != name
        {
            *innermost = name.map(str::to_owned);
        }
        if let Some(net) = self.nets.last_mut() {
            net.open.get_or_insert(open);
        }
        // An inner element has at least as many open elements as an outer one.
        while let Some(net) = self.nets.last()
            && (net.open.is_none() || net.open > Some(open))
        {
            self.nets.pop();
        }
    }

    /// Reads `/` in content: the end of the element whose tag enabled it.
    pub(crate) fn null_end_tag(&mut self, out: &mut impl Callbacks) -> usize {
        self.declared = Declared::Mixed;
        let Some(NetTag { name, open, .. }) = self.nets.pop() else { return "/".len() };
        // An end tag ends the innermost element of its name. So each element of the same name
        // inside of this one needs its own end tag.
        let mut count = 1;
        if let Some(open) = open
            && let Some(inside) = self.open.get(open..)
        {
            count += inside.iter().filter(|inner| inner.as_ref() == Some(&name)).count();
        }
        for _ in 0..count {
            self.pending.push_for(StringType::End, &["</", &name].concat(), self.place(0..1));
            self.close_tag("/", out);
        }
        "/".len()
    }

    /// Reads `<` in a tag. It ends the tag if it begins another tag. With shorthand it always does
    /// (ISO 8879, 7.4.1.2: whether or not it begins a delimiter in context).
    fn unclosed(&mut self, rest: &str, is_last: bool, out: &mut impl Callbacks) -> Option<usize> {
        use Delimiter as D;
        if self.readmitted.shorthand {
            return Some(self.close_tag("", out));
        }
        match recognise(rest.as_bytes(), is_last) {
            Recognised::Unsure => return None,
            Recognised::Markup(D::StartTag | D::EndTag | D::EmptyStartTag | D::EmptyEndTag) => {}
            _ => return self.bad_characters(rest, is_last, out),
        }
        self.mistake(StringType::Limitation, "unclosed tags not supported", "<", out);
        Some(self.close_tag("", out))
    }

    /// Reads `<>` or `</>`.
    pub(crate) fn empty_tag(
        &mut self,
        kind: StringType,
        written: &str,
        out: &mut impl Callbacks,
    ) -> usize {
        if self.readmitted.shorthand {
            if kind == StringType::End {
                self.declared = Declared::Mixed;
            }
            self.pending.push(kind, written.trim_end_matches('>'), self.at);
            self.close_tag(written, out)
        } else {
            let what = match kind {
                StringType::Start => "empty start tag not supported",
                _ => "empty end tag not supported",
            };
            self.mistake(StringType::Limitation, what, written, out);
            written.len()
        }
    }

    /// Reads the next item in an end tag.
    pub(crate) fn end_tag(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match rest.as_bytes()[0] {
            byte if is_space(byte) => Some(spaces(rest)),
            b'>' => Some(self.close_tag(">", out)),
            b'<' => self.unclosed(rest, is_last, out),
            _ => {
                let end = self.end_of_run(rest, 1, is_last, ends_value)?;
                self.mistake(StringType::Error, "bad character in tag", &rest[..end], out);
                Some(end)
            }
        }
    }

    /// Reports the tag that was read, which ends with `delimiter`.
    fn close_tag(&mut self, delimiter: &str, out: &mut impl Callbacks) -> usize {
        self.follow_net();
        out.tag_or_data(self.pending.parts());
        self.pending.clear();
        self.enter(State::Content, delimiter)
    }

    /// Updates the count of open elements inside of the innermost element that ends at a `/`.
    fn follow_net(&mut self) {
        let Some(net) = self.nets.last_mut() else { return };
        if net.open.is_some() {
            return;
        }
        match self.pending.first().strip_prefix('<') {
            Some(name) if name == net.name => net.depth += 1,
            Some(name) if name.strip_prefix('/') == Some(&net.name) && net.depth > 0 => {
                net.depth -= 1;
            }
            Some(name) if name.strip_prefix('/') == Some(&net.name) => {
                self.nets.pop();
            }
            _ => {}
        }
    }
}

/// Reports whether a byte ends a value without quotes.
fn ends_value(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'>' | b'<')
}

/// Returns the number of separators at the start of a text.
pub(crate) fn spaces(rest: &str) -> usize {
    rest.bytes().take_while(|&byte| is_space(byte)).count()
}
