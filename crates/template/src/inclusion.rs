//! The files that a template includes and the page that it extends, which are read in place of the
//! tags that name them.
//!
//! ```text
//! page.html    {% extends "base.html" %}{% block a %}x{% endblock %}
//! base.html    <p>{% block a %}y{% endblock %}{% include "end.html" %}
//!
//! one text     page.html, base.html, end.html      begins with base.html;
//!                                                  after {% block a %} goes on with x
//! ```
//!
//! The template comes first, so that its places are those in its file.

use crate::dialect::{BlockKind, BlockRule, Dialect};
use crate::tags::{TagFinder, TagKind, group, statements};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use wishful::base::Span;

/// The most times that a template may include files, directly and through other files.
const FILES: usize = 256;

/// The most bytes of all files.
const BYTES: usize = 4 << 20;

/// A part of the text that is read after a tag.
#[derive(Clone, Debug)]
pub(crate) struct Inclusion {
    pub(crate) part: Range<usize>,
    /// The place to go on at.
    pub(crate) resume: usize,
    /// True if the part is a file, and the tag writes nothing else.
    pub(crate) is_file: bool,
}

/// A template and the files that it names, as one text.
#[derive(Debug)]
pub(crate) struct ExpandedTemplate<'t> {
    pub(crate) text: Cow<'t, str>,
    /// The part that is read first.
    pub(crate) first: Range<usize>,
    /// By the start of the tag.
    pub(crate) inclusions: HashMap<usize, Inclusion>,
    /// The files, first the template.
    pub(crate) files: Vec<IncludedFile>,
}

/// A file of the text.
#[derive(Debug)]
pub(crate) struct IncludedFile {
    pub(crate) part: Range<usize>,
    pub(crate) name: String,
    /// The tag of the template through which it is included.
    pub(crate) tag: Span,
    /// The number of the file that names it.
    by: usize,
    /// True if it is the template, or the page that it extends.
    is_page: bool,
}

impl<'t> ExpandedTemplate<'t> {
    /// Returns a template without other files.
    pub(crate) fn alone(text: &'t str) -> Self {
        let (part, tag) = (0..text.len(), Span { start: 0, end: 0 });
        let own = IncludedFile { part, name: String::new(), tag, by: 0, is_page: true };
        let (first, inclusions) = (0..text.len(), HashMap::new());
        Self { text: Cow::Borrowed(text), first, inclusions, files: vec![own] }
    }

    /// Reads the files that a template names, from the dialect's folders of templates.
    pub(crate) fn new(dialect: &Dialect, text: &'t str) -> Self {
        let mut this = Self::alone(text);
        let (mut number, mut sections) = (0, HashMap::new());
        while number < this.files.len() && !dialect.folders.is_empty() {
            this.read(dialect, number, &mut sections);
            number += 1;
        }
        this
    }

    /// Returns the file with an offset, if it is not the template itself.
    pub(crate) fn other(&self, offset: usize) -> Option<&IncludedFile> {
        self.files[1..].iter().find(|file| file.part.start <= offset && offset <= file.part.end)
    }

    /// Reads the tags of a file. The sections of a template replace those of the page that it
    /// extends.
    fn read(
        &mut self,
        dialect: &Dialect,
        number: usize,
        sections: &mut HashMap<String, Range<usize>>,
    ) {
        let IncludedFile { is_page, ref part, .. } = self.files[number];
        let (finder, end, mut at) = (TagFinder::new(dialect), part.end, part.start);
        let part = part.clone();
        let is_section = |block: &&BlockRule| block.is == BlockKind::Section;
        let blocks: Vec<&BlockRule> = dialect.blocks.iter().filter(is_section).collect();
        let mut open = Vec::new();
        while let Some(tag) = finder.next(&self.text[..end], at) {
            at = tag.span.range().end;
            let start = tag.span.range().start;
            let content = self.text[tag.content.range()].to_owned();
            let content = match tag.kind {
                TagKind::Comment => continue,
                _ if dialect.code => statements(&content).first().copied().unwrap_or_default(),
                _ => content.as_str(),
            };
            let named = |pattern: &Option<_>| dialect.file_of(pattern.as_ref()?, content);
            let start_of = |block: &&BlockRule| block.start.0.captures(content);
            if let Some(name) = named(&dialect.include) {
                if let Some(part) = self.add(dialect, name, tag.span, (number, false)) {
                    self.inclusions.insert(start, Inclusion { part, resume: at, is_file: true });
                }
            } else if !is_page {
                // Only the sections of pages have others in their place.
            } else if let Some(name) = named(&dialect.extends) {
                let found = self.add(dialect, name, tag.span, (number, true));
                self.first = found.unwrap_or(part.clone());
            } else if let Some(found) = blocks.iter().find_map(start_of) {
                open.push((group(&found, "name").to_owned(), start, at));
            } else if blocks.iter().any(|block| block.end.0.is_match(content))
                && let Some((name, tag, from)) = open.pop()
            {
                if let Some(part) = sections.get(&name) {
                    let part = part.clone();
                    self.inclusions.insert(tag, Inclusion { part, resume: start, is_file: false });
                } else if !name.is_empty() {
                    sections.insert(name, from..start);
                }
            }
        }
    }

    /// Adds a file to the text, unless it is not found or includes itself.
    fn add(
        &mut self,
        dialect: &Dialect,
        name: &str,
        tag: Span,
        (by, is_page): (usize, bool),
    ) -> Option<Range<usize>> {
        let mut around = by;
        while around > 0 {
            if self.files[around].name == name {
                return None;
            }
            around = self.files[around].by;
        }
        let text = dialect.included(name)?;
        if self.files.len() == FILES || self.text.len() + text.len() > BYTES {
            return None;
        }
        let all = self.text.to_mut();
        all.push('\n');
        let part = all.len()..all.len() + text.len();
        all.push_str(&text);
        let tag = if by == 0 { tag } else { self.files[by].tag };
        self.files.push(IncludedFile {
            part: part.clone(),
            name: name.to_owned(),
            tag,
            by,
            is_page,
        });
        Some(part)
    }
}
