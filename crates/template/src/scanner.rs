//! Where in a page the next text would stand: in content, in a tag, in a value, in a comment. It is
//! what decides how a value that is not known can be written.

use wishful::grammar::Grammar;

/// A scanner of the page that is written so far.
pub(crate) struct PageScanner<'g> {
    grammar: &'g Grammar,
    place: Place,
    /// The name of the tag, in lower case.
    name: String,
    is_end: bool,
    /// The name of the element whose content is raw text.
    raw: Option<String>,
    /// The last characters, at most as many as `-->` has.
    last: [u8; 3],
    /// The number of names made so far.
    names: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Content,
    /// After `<`.
    Open,
    /// After `<!` and up to two further characters.
    Declaration,
    TagName,
    BeforeAttribute,
    AttributeName,
    AfterName,
    BeforeValue,
    Value(u8),
    Unquoted,
    AfterValue,
    Comment,
    Bogus,
}

impl<'g> PageScanner<'g> {
    pub(crate) fn new(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            place: Place::Content,
            name: String::new(),
            is_end: false,
            raw: None,
            last: [0; 3],
            names: 0,
        }
    }

    /// Returns a text that stands for a value that is not known.
    pub(crate) fn placeholder(&mut self) -> String {
        match self.place {
            Place::Content if self.raw.is_none() => "<!---->".to_owned(),
            // It may begin with a blank: `<p{{ attributes }}>`.
            Place::AfterValue => String::new(),
            Place::TagName if self.last[2] != b'<' && self.last[2] != b'/' => String::new(),
            Place::BeforeAttribute | Place::AfterName => {
                self.names += 1;
                format!("x{}", self.names)
            }
            _ => "x".to_owned(),
        }
    }

    /// Reads further text of the page.
    pub(crate) fn read(&mut self, text: &str) {
        for byte in text.bytes() {
            self.place = self.after(byte);
            self.last = [self.last[1], self.last[2], byte];
        }
    }

    fn after(&mut self, byte: u8) -> Place {
        let is_blank = byte.is_ascii_whitespace();
        match self.place {
            Place::Content => match byte {
                b'<' => Place::Open,
                _ => Place::Content,
            },
            Place::Open => self.after_open(byte),
            Place::Declaration => match (&self.last, byte) {
                ([_, b'!', b'-'], b'-') => {
                    self.last = [0; 3];
                    Place::Comment
                }
                ([_, _, b'!'], b'-') => Place::Declaration,
                (_, b'>') => Place::Content,
                _ => Place::Bogus,
            },
            Place::TagName => match byte {
                b'>' => self.end_of_tag(),
                b'/' => Place::BeforeAttribute,
                _ if is_blank => Place::BeforeAttribute,
                _ => {
                    self.name.push(char::from(byte.to_ascii_lowercase()));
                    Place::TagName
                }
            },
            Place::BeforeAttribute | Place::AfterName | Place::AfterValue => match byte {
                b'>' => self.end_of_tag(),
                b'=' if self.place == Place::AfterName => Place::BeforeValue,
                b'/' => Place::BeforeAttribute,
                _ if is_blank && self.place == Place::AfterName => Place::AfterName,
                _ if is_blank => Place::BeforeAttribute,
                _ => Place::AttributeName,
            },
            Place::AttributeName => match byte {
                b'>' => self.end_of_tag(),
                b'=' => Place::BeforeValue,
                b'/' => Place::BeforeAttribute,
                _ if is_blank => Place::AfterName,
                _ => Place::AttributeName,
            },
            Place::BeforeValue => match byte {
                b'"' | b'\'' => Place::Value(byte),
                b'>' => self.end_of_tag(),
                _ if is_blank => Place::BeforeValue,
                _ => Place::Unquoted,
            },
            Place::Value(quote) => {
                if byte == quote {
                    Place::AfterValue
                } else {
                    self.place
                }
            }
            Place::Unquoted => match byte {
                b'>' => self.end_of_tag(),
                _ if is_blank => Place::BeforeAttribute,
                _ => Place::Unquoted,
            },
            Place::Comment => match (&self.last, byte) {
                ([_, b'-', b'-'] | [b'-', b'-', b'!'], b'>') => Place::Content,
                _ => Place::Comment,
            },
            Place::Bogus => match byte {
                b'>' => Place::Content,
                _ => Place::Bogus,
            },
        }
    }

    fn after_open(&mut self, byte: u8) -> Place {
        let is_after_slash = self.last[2] == b'/';
        match byte {
            b'/' if !is_after_slash => Place::Open,
            _ if byte.is_ascii_alphabetic() && (is_after_slash || self.raw.is_none()) => {
                self.name.clear();
                self.name.push(char::from(byte.to_ascii_lowercase()));
                self.is_end = is_after_slash;
                Place::TagName
            }
            b'<' => Place::Open,
            _ if self.raw.is_some() => Place::Content,
            b'!' => Place::Declaration,
            b'?' => Place::Bogus,
            b'>' => Place::Content,
            _ if is_after_slash => Place::Bogus,
            _ => Place::Content,
        }
    }

    fn end_of_tag(&mut self) -> Place {
        if self.is_end {
            if self.raw.as_ref() == Some(&self.name) {
                self.raw = None;
            }
        } else if self.raw.is_none() && self.grammar.may_be_raw(&self.name) {
            self.raw = Some(self.name.clone());
        }
        Place::Content
    }
}
