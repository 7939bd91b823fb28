//! Where in a page the next text would stand: in content, in a tag, in a value, in a comment. It is
//! what decides how a value that is not known can be written.

use crate::tags::TagKind;
use std::collections::BTreeSet;
use wishful::base::hash_of;
use wishful::grammar::Grammar;

/// The most attributes of a tag that are compared by their names.
const ATTRIBUTES: usize = 32;

/// A scanner of the page that is written so far.
pub(crate) struct PageScanner<'g> {
    grammar: &'g Grammar,
    place: ScanPlace,
    /// The name of the tag, in lower case.
    name: String,
    is_end: bool,
    /// The name of the element whose content is raw text.
    raw: Option<String>,
    /// The last characters, at most as many as `-->` has.
    last: [u8; 3],
    /// The name of the attribute that is read, and those of the tag's attributes before it.
    attribute: String,
    attributes: BTreeSet<String>,
    /// The beginning of a character reference that is read in a value.
    reference: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum ScanPlace {
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
            place: ScanPlace::Content,
            name: String::new(),
            is_end: false,
            raw: None,
            last: [0; 3],
            attribute: String::new(),
            attributes: BTreeSet::new(),
            reference: String::new(),
        }
    }

    /// Returns a text that stands for a value that is not known: the tag of the template that
    /// prints it, if that is given and can stand there.
    pub(crate) fn placeholder(&self, tag: &str) -> String {
        let is_short = |wrong: &[char]| !tag.is_empty() && !tag.contains(wrong);
        match self.place {
            ScanPlace::Content if self.raw.is_none() => {
                let is_comment = !tag.contains("--") && !tag.starts_with(['>', '-']);
                format!("<!--{}-->", if is_comment && !tag.ends_with('-') { tag } else { "" })
            }
            ScanPlace::Content if is_short(&['<']) => tag.to_owned(),
            ScanPlace::Value(quote) if is_short(&[char::from(quote), '&']) => tag.to_owned(),
            ScanPlace::Comment if is_short(&['-', '<']) => tag.to_owned(),
            // It may begin with a blank: `<p{{ attributes }}>`.
            ScanPlace::AfterValue => String::new(),
            ScanPlace::TagName if self.last[2] != b'<' && self.last[2] != b'/' => String::new(),
            ScanPlace::BeforeAttribute | ScanPlace::AfterName => {
                format!("x{}", self.attributes.len() + 1)
            }
            _ => "x".to_owned(),
        }
    }

    /// Returns a text of the length of a tag that is read in its place: a processing instruction in
    /// content, blanks between attributes, and else letters that end nothing. `rest` is what
    /// follows the tag.
    pub(crate) fn filler(&self, tag: &str, kind: TagKind, rest: &str) -> String {
        let ends_word = kind != TagKind::Value && rest.starts_with([' ', '\t', '\n', '\r', '>']);
        let (length, name) = (tag.len(), format!("x{}", self.attributes.len() + 1));
        match self.place {
            ScanPlace::Content if self.raw.is_none() && length > 3 => {
                format!("<?{}>", "x".repeat(length - 3))
            }
            ScanPlace::BeforeAttribute | ScanPlace::AfterName
                if kind == TagKind::Value && name.len() <= length =>
            {
                format!("{name:x<length$}")
            }
            ScanPlace::AttributeName | ScanPlace::Unquoted if ends_word => " ".repeat(length),
            ScanPlace::BeforeAttribute | ScanPlace::AfterName | ScanPlace::AfterValue => {
                " ".repeat(length)
            }
            ScanPlace::TagName if self.last[2] != b'<' && self.last[2] != b'/' => {
                " ".repeat(length)
            }
            ScanPlace::Content
            | ScanPlace::Value(_)
            | ScanPlace::Comment
            | ScanPlace::Bogus
            | ScanPlace::Declaration => tag.replace(['<', '>', '&', '"', '\'', '-'], "x"),
            _ => "x".repeat(length),
        }
    }

    /// Reads further text of the page.
    pub(crate) fn read(&mut self, text: &str) {
        for byte in text.bytes() {
            let place = self.after(byte);
            self.follow(place, byte);
            self.place = place;
            self.last = [self.last[1], self.last[2], byte];
        }
    }

    /// Collects names and references, at a character after which the text stands in `place`.
    fn follow(&mut self, place: ScanPlace, byte: u8) {
        let is_name = place == ScanPlace::AttributeName;
        if self.place == ScanPlace::AttributeName && !is_name {
            self.attributes.insert(std::mem::take(&mut self.attribute));
        }
        match place {
            ScanPlace::TagName if self.place == ScanPlace::Open => self.attributes.clear(),
            ScanPlace::AttributeName => {
                self.attribute.push(char::from(byte.to_ascii_lowercase()));
            }
            ScanPlace::Value(_) | ScanPlace::Unquoted => {
                let goes_on = byte.is_ascii_alphanumeric() || matches!(byte, b'#' | b';');
                if byte == b'&' || !goes_on || self.reference.ends_with(';') {
                    self.reference.clear();
                }
                if byte == b'&' || !self.reference.is_empty() {
                    self.reference.push(char::from(byte));
                }
            }
            _ => self.reference.clear(),
        }
    }

    /// Returns a number that is equal for texts which begin a tag alike: apart from values that
    /// nothing depends on, and from names that do not occur in `rest`, the source up to the end of
    /// the tag. `None` if the text stands in no tag, or all attributes matter.
    pub(crate) fn tag(&self, rest: &str) -> Option<u64> {
        match self.place {
            ScanPlace::Content
            | ScanPlace::Open
            | ScanPlace::Declaration
            | ScanPlace::TagName
            | ScanPlace::Comment
            | ScanPlace::Bogus => return None,
            _ if self.attributes.len() > ATTRIBUTES => return None,
            _ if self.grammar.reads_attributes(&self.name) => return None,
            _ => {}
        }
        let last = if let ScanPlace::Value(_) = self.place { 0 } else { self.last[2] };
        let names: Vec<&String> =
            self.attributes.iter().filter(|name| rest.contains(name.as_str())).collect();
        let text = (&self.name, &self.attribute, &self.reference);
        Some(hash_of((self.place, self.is_end, last, names, text)))
    }

    /// Returns the number of attributes of the last tag so far.
    pub(crate) fn attributes(&self) -> usize {
        self.attributes.len()
    }

    /// Reports whether the text stands in a tag, a comment or a declaration.
    pub(crate) fn is_in_markup(&self) -> bool {
        self.place != ScanPlace::Content
    }

    /// Reports whether the text stands in a comment.
    pub(crate) fn is_in_comment(&self) -> bool {
        self.place == ScanPlace::Comment
    }

    fn after(&mut self, byte: u8) -> ScanPlace {
        let is_blank = byte.is_ascii_whitespace();
        match self.place {
            ScanPlace::Content => match byte {
                b'<' => ScanPlace::Open,
                _ => ScanPlace::Content,
            },
            ScanPlace::Open => self.after_open(byte),
            ScanPlace::Declaration => match (&self.last, byte) {
                ([_, b'!', b'-'], b'-') => {
                    self.last = [0; 3];
                    ScanPlace::Comment
                }
                ([_, _, b'!'], b'-') => ScanPlace::Declaration,
                (_, b'>') => ScanPlace::Content,
                _ => ScanPlace::Bogus,
            },
            ScanPlace::TagName => match byte {
                b'>' => self.end_of_tag(),
                b'/' => ScanPlace::BeforeAttribute,
                _ if is_blank => ScanPlace::BeforeAttribute,
                _ => {
                    self.name.push(char::from(byte.to_ascii_lowercase()));
                    ScanPlace::TagName
                }
            },
            ScanPlace::BeforeAttribute | ScanPlace::AfterName | ScanPlace::AfterValue => match byte
            {
                b'>' => self.end_of_tag(),
                b'=' if self.place == ScanPlace::AfterName => ScanPlace::BeforeValue,
                b'/' => ScanPlace::BeforeAttribute,
                _ if is_blank && self.place == ScanPlace::AfterName => ScanPlace::AfterName,
                _ if is_blank => ScanPlace::BeforeAttribute,
                _ => ScanPlace::AttributeName,
            },
            ScanPlace::AttributeName => match byte {
                b'>' => self.end_of_tag(),
                b'=' => ScanPlace::BeforeValue,
                b'/' => ScanPlace::BeforeAttribute,
                _ if is_blank => ScanPlace::AfterName,
                _ => ScanPlace::AttributeName,
            },
            ScanPlace::BeforeValue => match byte {
                b'"' | b'\'' => ScanPlace::Value(byte),
                b'>' => self.end_of_tag(),
                _ if is_blank => ScanPlace::BeforeValue,
                _ => ScanPlace::Unquoted,
            },
            ScanPlace::Value(quote) => {
                if byte == quote {
                    ScanPlace::AfterValue
                } else {
                    self.place
                }
            }
            ScanPlace::Unquoted => match byte {
                b'>' => self.end_of_tag(),
                _ if is_blank => ScanPlace::BeforeAttribute,
                _ => ScanPlace::Unquoted,
            },
            ScanPlace::Comment => match (&self.last, byte) {
                ([_, b'-', b'-'] | [b'-', b'-', b'!'], b'>') => ScanPlace::Content,
                _ => ScanPlace::Comment,
            },
            ScanPlace::Bogus => match byte {
                b'>' => ScanPlace::Content,
                _ => ScanPlace::Bogus,
            },
        }
    }

    fn after_open(&mut self, byte: u8) -> ScanPlace {
        let is_after_slash = self.last[2] == b'/';
        match byte {
            b'/' if !is_after_slash => ScanPlace::Open,
            _ if byte.is_ascii_alphabetic() && (is_after_slash || self.raw.is_none()) => {
                self.name.clear();
                self.name.push(char::from(byte.to_ascii_lowercase()));
                self.is_end = is_after_slash;
                ScanPlace::TagName
            }
            b'<' => ScanPlace::Open,
            _ if self.raw.is_some() => ScanPlace::Content,
            b'!' => ScanPlace::Declaration,
            b'?' => ScanPlace::Bogus,
            b'>' => ScanPlace::Content,
            _ if is_after_slash => ScanPlace::Bogus,
            _ => ScanPlace::Content,
        }
    }

    fn end_of_tag(&mut self) -> ScanPlace {
        if self.is_end {
            if self.raw.as_ref() == Some(&self.name) {
                self.raw = None;
            }
        } else if self.raw.is_none() && self.grammar.may_be_raw(&self.name) {
            self.raw = Some(self.name.clone());
        }
        ScanPlace::Content
    }
}
