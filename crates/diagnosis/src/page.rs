//! A page as its author sees it: lines with indentation, and tags on them.

use crate::facts::{AuthoringFacts, NameNumber};
use std::borrow::Cow;
use wishful::base::{HashMap, Span, narrow};
use wishful::token::{KindRef, TagRef};
use wishful::tree::Document;

/// The number of a tag of the page; the number of tags is the end of the page.
pub(crate) type TagNumber = u32;

/// The kind of a tag of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagKind {
    Start,
    /// A start tag of an element without an end tag.
    Void,
    End,
}

/// A tag of the source.
#[derive(Clone, Debug)]
pub(crate) struct PageTag {
    pub(crate) kind: TagKind,
    pub(crate) name: NameNumber,
    pub(crate) span: Span,
    pub(crate) line: u32,
    /// Set if only blanks are before it on its line.
    pub(crate) is_first: bool,
    /// Set if it has attributes.
    pub(crate) has_attributes: bool,
    /// A hash of the name with the classes, which tells what kind of thing the author has here.
    pub(crate) signature: u64,
    /// Set if text that is not blank is between this tag and the tag before.
    pub(crate) after_text: bool,
    /// The comment after an end tag that names what it ends: `</div><!-- /header -->`.
    pub(crate) label: Option<Span>,
}

impl PageTag {
    /// Reports whether it is an end tag with this name.
    pub(crate) fn is_end_of(&self, name: NameNumber) -> bool {
        self.kind == TagKind::End && self.name == name
    }
}

/// The tags and lines of a page.
pub(crate) struct TaggedPage<'t> {
    pub(crate) text: &'t str,
    pub(crate) tags: Vec<PageTag>,
    /// The starts of the lines.
    pub(crate) lines: Vec<u32>,
    /// By line: the number of blanks at the start; `None` if the line is blank.
    pub(crate) indents: Vec<Option<u32>>,
    /// By line: the first tag that is the first thing on it.
    pub(crate) first_tags: Vec<Option<u32>>,
    pub(crate) names: Vec<String>,
    numbers: HashMap<String, NameNumber>,
    pub(crate) known: NameNumber,
    /// Set if text that is not blank comes after the last tag.
    pub(crate) ends_in_text: bool,
}

/// The width of a tab.
const TAB: u32 = 4;

impl<'t> TaggedPage<'t> {
    pub(crate) fn new(document: &'t Document, facts: &AuthoringFacts) -> Self {
        let text = document.text();
        let mut lines = vec![0];
        lines.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(at, _)| narrow(at) + 1),
        );
        let mut page = Self {
            text,
            tags: Vec::new(),
            indents: Vec::new(),
            first_tags: vec![None; lines.len()],
            lines,
            names: facts.names().to_vec(),
            numbers: HashMap::default(),
            known: facts.count(),
            ends_in_text: false,
        };
        for line in 0..page.lines.len() {
            page.indents.push(indent(page.line_text(line)));
        }
        page.read(document, facts);
        page
    }

    fn read(&mut self, document: &Document, facts: &AuthoringFacts) {
        let text = document.text();
        let (mut line, mut after_text) = (0, false);
        let mut foreign = 0_u32;
        for token in document.tokens().iter() {
            let written = self.source(token.span);
            let (kind, name, tag) = match token.kind {
                KindRef::StartTag(tag) => {
                    (TagKind::Start, Cow::Borrowed(tag.name.get(text)), Some(tag))
                }
                KindRef::EndTag(tag) => {
                    (TagKind::End, Cow::Borrowed(tag.name.get(text)), Some(tag))
                }
                KindRef::Comment(_) if written.starts_with("</") && written.ends_with('>') => {
                    let name = written[2..written.len() - 1].trim().to_ascii_lowercase();
                    if name.is_empty()
                        || name.len() > 20
                        || !name.chars().all(char::is_alphanumeric)
                    {
                        continue;
                    }
                    (TagKind::End, Cow::Owned(name), None)
                }
                KindRef::Comment(_) => {
                    self.label(token.span);
                    continue;
                }
                KindRef::Text(_) => {
                    after_text |= !written.trim_ascii().is_empty();
                    continue;
                }
                _ => continue,
            };
            while line + 1 < self.lines.len() && self.lines[line + 1] <= token.span.start {
                line += 1;
            }
            let before = &self.text[self.lines[line] as usize..token.span.start as usize];
            let is_first = before.trim_ascii().is_empty();
            let number = self.number(&name, facts);
            let is_foreign_root = name == "svg" || name == "math";
            let mut kind = kind;
            if kind == TagKind::Start {
                let closes_itself = tag.is_some_and(|tag| tag.self_closing);
                if facts.is_void(number) || (closes_itself && (foreign > 0 || is_foreign_root)) {
                    kind = TagKind::Void;
                } else if is_foreign_root {
                    foreign += 1;
                }
            } else if kind == TagKind::End && is_foreign_root {
                foreign = foreign.saturating_sub(1);
            }
            if is_first && self.first_tags[line].is_none() {
                self.first_tags[line] = Some(narrow(self.tags.len()));
            }
            self.tags.push(PageTag {
                kind,
                name: number,
                span: token.span,
                line: narrow(line),
                is_first,
                has_attributes: tag.is_some_and(|tag| tag.attribute(0).is_some()),
                signature: tag.map_or(0, |tag| self.signature(number, tag)),
                after_text: std::mem::take(&mut after_text),
                label: None,
            });
        }
        self.ends_in_text = after_text;
    }

    /// Reads a comment that may name the element which the end tag before it ends.
    fn label(&mut self, comment: Span) {
        let Some(tag) = self.tags.last() else { return };
        let between = Span { start: tag.span.end, end: comment.start };
        if tag.kind != TagKind::End || !self.source(between).bytes().all(|byte| byte == b' ') {
            return;
        }
        let words = self.source(comment).trim_start_matches("<!--").trim_start();
        let is_end = ["/", "end", "close", "#", "."];
        if is_end.iter().any(|word| words.to_ascii_lowercase().starts_with(word))
            && let Some(tag) = self.tags.last_mut()
        {
            tag.label = Some(comment);
        }
    }

    /// Reports whether the comment after an end tag names a class or an id of a start tag, or the
    /// element; `None` if there is no such comment.
    pub(crate) fn is_named(&self, start: &PageTag, end: &PageTag) -> Option<bool> {
        let comment = self.source(end.label?);
        let tag = self.source(start.span);
        let is_part =
            |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
        let mut words = comment.split(|character| !is_part(character));
        Some(words.any(|word| {
            let word = word.trim_matches('-');
            word.len() > 2 && tag.split(|character| !is_part(character)).any(|own| own == word)
        }))
    }

    fn signature(&self, name: NameNumber, tag: TagRef<'_>) -> u64 {
        let class = tag.attributes().find(|attribute| attribute.name.get(self.text) == "class");
        let class = class.and_then(|attribute| attribute.value);
        let mut hash = u64::from(name) + 1;
        for byte in class.map_or("", |value| value.get(self.text)).bytes() {
            hash = hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte);
        }
        hash
    }

    fn number(&mut self, name: &str, facts: &AuthoringFacts) -> NameNumber {
        if let Some(number) = facts.number(name) {
            return number;
        }
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = narrow(self.names.len());
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Reports whether a grammar has an element of this name.
    pub(crate) fn is_known(&self, name: NameNumber) -> bool {
        name < self.known
    }

    pub(crate) fn name(&self, name: NameNumber) -> &str {
        self.names.get(name as usize).map_or("", String::as_str)
    }

    pub(crate) fn source(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub(crate) fn line_text(&self, line: usize) -> &'t str {
        let start = self.lines[line] as usize;
        let end = self.lines.get(line + 1).map_or(self.text.len(), |&end| end as usize);
        &self.text[start..end]
    }

    /// Returns the indentation of the line of a tag.
    pub(crate) fn indent(&self, tag: &PageTag) -> u32 {
        self.indents[tag.line as usize].unwrap_or(0)
    }

    /// Returns the end of what is before an offset, without the blanks before it.
    pub(crate) fn end_of_content_before(&self, offset: u32) -> u32 {
        let before = &self.text[..offset as usize];
        narrow(before.trim_end_matches([' ', '\t', '\n', '\r', '\u{c}']).len())
    }
}

fn indent(line: &str) -> Option<u32> {
    let mut width = 0;
    for character in line.chars() {
        match character {
            ' ' => width += 1,
            '\t' => width += TAB,
            '\n' | '\r' | '\u{c}' => {}
            _ => return Some(width),
        }
    }
    None
}
