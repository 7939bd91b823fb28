//! Marked sections, which are skipped, or read if they are readmitted.
//!
//! A readmitted section is reported as two declarations: `<![` with its keywords, and `]]>`.
//! Between them is the content, read as the strongest keyword requires.

use memchr::memmem;

use super::classes::{begins_name, is_name, is_space};
use super::declaration::SKIPPED_SUBSET;
use super::machine::{END_IN_SECTION, Machine, State};
use super::report::{Callbacks, StringType};
use super::tag::spaces;

/// The interpretation of an open marked section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    /// As the surrounding content: INCLUDE, TEMP, or no keyword.
    Include,
    /// As data and references.
    RcData,
    /// As data.
    CData,
    /// Not at all; `depth` is the number of sections open inside of it.
    Ignore { depth: usize },
}

/// An open marked section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSection {
    kind: Section,
    /// The number of replacement texts around its start. Its end must be at the same depth.
    depth: usize,
}

/// The keywords by strength, the strongest first; others have no effect.
const KEYWORDS: [(&str, Section); 3] = [
    ("ignore", Section::Ignore { depth: 0 }),
    ("cdata", Section::CData),
    ("rcdata", Section::RcData),
];

/// The keywords without an effect.
const WEAK: [&str; 2] = ["include", "temp"];

const CLOSE: &str = "]]>";

impl Machine {
    /// Returns the interpretation of the current text, if it is in a marked section.
    pub(crate) fn section(&self) -> Option<Section> {
        self.sections.last().map(|open| open.kind)
    }

    /// Reports whether the current text is data, except for references and the end of a section.
    pub fn is_in_data(&self) -> bool {
        matches!(self.section(), Some(Section::CData | Section::RcData))
    }

    /// Reports whether the innermost section began in the current text, and not in one that refers
    /// to it.
    pub(crate) fn may_end_section(&self) -> bool {
        match self.sections.last() {
            Some(open) => open.depth == self.depth,
            None => true,
        }
    }

    /// Handles the end of a replacement text. The sections that began in it end too, which is a
    /// mistake.
    pub fn leave_text(&mut self, out: &mut impl Callbacks) {
        // Sections of an inner text are on top.
        let before = self.sections.len();
        while self.sections.pop_if(|section| section.depth >= self.depth).is_some() {}
        if self.sections.len() < before {
            self.mistake(StringType::Error, END_IN_SECTION, "", out);
        }
    }

    /// Reads `<![`.
    pub(crate) fn open_section(&mut self, written: &str, out: &mut impl Callbacks) -> usize {
        if let Some(OpenSection { kind: Section::Ignore { depth }, .. }) = self.sections.last_mut()
        {
            *depth += 1;
        } else if self.readmitted.marked_sections {
            self.pending.push(StringType::MarkupDeclaration, written, self.at);
            self.state = State::SectionKeywords;
        } else {
            self.mistake(StringType::Limitation, "marked sections not supported", written, out);
            self.state = State::SkippedSection { is_open: false };
        }
        written.len()
    }

    /// Reads `]]>`.
    pub(crate) fn close_section(&mut self, written: &str, out: &mut impl Callbacks) -> usize {
        let is_own = self.may_end_section();
        match self.sections.last_mut() {
            Some(OpenSection { kind: Section::Ignore { depth }, .. }) if *depth > 0 => *depth -= 1,
            Some(_) if is_own => {
                self.sections.pop();
                self.other(StringType::MarkupDeclaration, written, out);
            }
            _ => self.mistake(StringType::Error, "unmatched end of marked section", written, out),
        }
        written.len()
    }

    /// Reads the next item before the second `[`.
    pub(crate) fn section_keywords(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match *rest.as_bytes() {
            [byte, ..] if is_space(byte) => Some(spaces(rest)),
            [b'[', ..] => {
                self.sections.push(OpenSection { kind: self.strongest(), depth: self.depth });
                self.report_declaration(out);
                Some(self.enter(State::Content, "["))
            }
            [b'>', ..] => {
                self.mistake(StringType::Error, "marked section without `['", ">", out);
                self.pending.clear();
                Some(self.enter(State::Content, ">"))
            }
            [b'%'] | [b'-'] if !is_last => None,
            [b'-', b'-', ..] => self.comment(rest, is_last, out),
            [b'%', next, ..] if begins_name(next) => self.named_keywords(rest, is_last, out),
            [byte, ..] if is_name(byte) => self.keyword(rest, is_last, out),
            _ => self.bad_parameter(rest, "bad character in marked section", is_last, out),
        }
    }

    fn keyword(&mut self, rest: &str, is_last: bool, out: &mut impl Callbacks) -> Option<usize> {
        let end = self.end_of_run(rest, 1, is_last, |byte| !is_name(byte))?;
        let word = &rest[..end];
        let is_keyword = KEYWORDS.iter().any(|(keyword, _)| word.eq_ignore_ascii_case(keyword))
            || WEAK.iter().any(|keyword| word.eq_ignore_ascii_case(keyword));
        if is_keyword {
            self.pending.push_folded(StringType::Name, word, self.at);
        } else {
            self.mistake(StringType::Error, "bad keyword in marked section", word, out);
        }
        Some(end)
    }

    /// Reads `%name;` and its keywords, if the client knows them; otherwise reports a limitation.
    fn named_keywords(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let (name, end) = self.reference(rest, "%", is_last)?;
        let Some(keywords) = out.keywords(&rest["%".len()..name]) else {
            return self.parameter_entity(rest, is_last, out);
        };
        for keyword in keywords.split_ascii_whitespace() {
            self.pending.push_for(
                StringType::Name,
                &keyword.to_ascii_lowercase(),
                self.place(0..end),
            );
        }
        Some(end)
    }

    /// Returns the interpretation by the strongest keyword.
    fn strongest(&self) -> Section {
        for (keyword, section) in KEYWORDS {
            if self.pending.parts().iter().any(|part| part.text == Some(keyword)) {
                return section;
            }
        }
        Section::Include
    }

    /// Skips a section that is not readmitted, after `<![`: up to `]]>`, or up to `>` if that
    /// precedes a second `[`.
    pub(crate) fn skipped_section(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        if self.state != (State::SkippedSection { is_open: true }) {
            let end = self.end_of_run(rest, 0, is_last, |byte| matches!(byte, b'[' | b'>'))?;
            if rest.as_bytes().get(end) != Some(&b'[') {
                return Some(self.skip(rest, end, ">", out));
            }
            self.state = State::SkippedSection { is_open: true };
            self.seen = end;
        }
        match memmem::find(&rest.as_bytes()[self.seen..], CLOSE.as_bytes()) {
            Some(length) => Some(self.skip(rest, self.seen + length, CLOSE, out)),
            None if is_last => Some(self.skip(rest, rest.len(), CLOSE, out)),
            // The last two bytes may be the first of the close.
            None => self.wait_from(self.seen.max(rest.len().saturating_sub(CLOSE.len() - 1))),
        }
    }

    /// Reports the skipped text, up to `end` and the delimiter there.
    fn skip(&mut self, rest: &str, end: usize, close: &str, out: &mut impl Callbacks) -> usize {
        self.mistake(StringType::Limitation, SKIPPED_SUBSET, &rest[..end], out);
        self.state = State::Content;
        (end + close.len()).min(rest.len())
    }
}
