//! The state machine, which reads one lexeme for each step.
//!
//! A step gets the text after the last lexeme, and returns the length of the next one; or `None` if
//! its end is not available yet. In that case `seen` is the length that the step has examined. The
//! next step, with more text, continues from there. So every byte is examined a bounded number of
//! times:
//!
//! ```text
//! fed     <x a="one tw   o three   ">          seen
//! step 1  <x                                      0
//! step 2    ␣a                                    0
//! step 3      ="one tw             no quote yet   8
//! step 4      ="one two three      no quote yet  16
//! step 5      ="one two three   "                 0
//! ```

use std::ops::Range;

use super::SgmlFeatures;
use super::report::{Callbacks, PartEntry, Parts, ReportBuilder, StringType};
use super::section::OpenSection;
use super::subset::Skipper;
use super::tag::NetTag;

/// The messages for a text that ends too early.
const END_IN_TAG: &str = "document ends in a tag";
const END_IN_DECLARATION: &str = "document ends in a markup declaration";
pub(crate) const END_IN_SECTION: &str = "document ends in a marked section";

/// The state of the machine: the seed's start conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Data and markup.
    Content,
    /// In a start tag, between attributes.
    StartTag,
    /// After a name in a start tag. It is an attribute's name if an equals sign follows.
    Attribute,
    /// After an equals sign.
    Value,
    /// In an end tag.
    EndTag,
    /// In a markup declaration, between parameters.
    Declaration,
    /// In a comment declaration, between comments.
    Comments,
    /// In a declaration subset.
    Subset,
    /// Before the second `[` of a marked section.
    SectionKeywords,
    /// In a marked section that is skipped as a limitation.
    SkippedSection {
        /// Set if the second `[` has been read.
        is_open: bool,
    },
}

impl State {
    /// Returns the message for a text that ends in this state.
    const fn mistake_at_end(self) -> Option<&'static str> {
        match self {
            Self::Content => None,
            Self::StartTag | Self::Attribute | Self::Value | Self::EndTag => Some(END_IN_TAG),
            Self::Declaration | Self::Comments | Self::Subset => Some(END_IN_DECLARATION),
            Self::SectionKeywords | Self::SkippedSection { .. } => Some(END_IN_SECTION),
        }
    }
}

/// The declared content of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Declared {
    /// Data and markup.
    #[default]
    Mixed,
    /// Data and references, up to an end tag.
    RcData,
    /// Data up to an end tag.
    CData,
}

/// The state machine: see the module.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) readmitted: SgmlFeatures,
    pub state: State,
    pub declared: Declared,
    /// The number of replacement texts around the current text.
    pub depth: usize,
    /// The depth at which the element's content began. A delimiter must be at the same depth to end
    /// the content.
    pub declared_depth: usize,
    /// The length of the current lexeme that has been examined.
    pub(crate) seen: usize,
    /// The start of that lexeme, as an offset in everything that was fed.
    pub at: usize,
    pub(crate) pending: ReportBuilder,
    pub(crate) skipper: Skipper,
    /// The open marked sections.
    pub(crate) sections: Vec<OpenSection>,
    /// The open elements that end at a `/`.
    pub(crate) nets: Vec<NetTag>,
    /// The names of the open elements, as far as the client has supplied them.
    pub(crate) open: Vec<Option<String>>,
}

impl Machine {
    pub fn new(readmitted: SgmlFeatures) -> Self {
        Self {
            readmitted,
            state: State::Content,
            declared: Declared::Mixed,
            depth: 0,
            declared_depth: 0,
            seen: 0,
            at: 0,
            pending: ReportBuilder::default(),
            skipper: Skipper::default(),
            sections: Vec::new(),
            nets: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Reads all lexemes of a text whose ends are available; returns their total length.
    pub(crate) fn run(&mut self, text: &str, is_last: bool, out: &mut impl Callbacks) -> usize {
        let mut read = 0;
        while read < text.len() {
            let Some(length) = self.step(&text[read..], is_last, out) else { break };
            read += length;
        }
        read
    }

    /// Reads the lexeme at the start of `rest`, which must not be empty. Returns its length, which
    /// is 0 if only the state changed, or `None` if its end is not available. If `is_last` is set,
    /// the text ends with `rest`, so the end is always available.
    pub fn step(&mut self, rest: &str, is_last: bool, out: &mut impl Callbacks) -> Option<usize> {
        let length = match self.state {
            State::Content => self.content(rest, is_last, out),
            State::StartTag => self.start_tag(rest, is_last, out),
            State::Attribute => Some(self.attribute(rest)),
            State::Value => self.value(rest, is_last, out),
            State::EndTag => self.end_tag(rest, is_last, out),
            State::Declaration => self.declaration(rest, is_last, out),
            State::Comments => self.comments(rest, is_last, out),
            State::Subset => self.subset(rest, is_last, out),
            State::SectionKeywords => self.section_keywords(rest, is_last, out),
            State::SkippedSection { .. } => self.skipped_section(rest, is_last, out),
        }?;
        self.seen = 0;
        self.at += length;
        Some(length)
    }

    /// Reports a construct that is unfinished at the end of the text.
    pub fn end(&mut self, out: &mut impl Callbacks) {
        let what = match self.state.mistake_at_end() {
            Some(what) => what,
            None if !self.sections.is_empty() => END_IN_SECTION,
            None => return,
        };
        let (begun, place) = match self.pending.parts().iter().next() {
            Some(first) => (first.text.unwrap_or_default().to_owned(), first.place),
            None => (String::new(), self.at..self.at),
        };
        self.abandon(what, &begun, place, out);
    }

    /// Reports that the text ends in the lexeme `rest`; returns its length.
    pub(crate) fn unfinished(
        &mut self,
        what: &'static str,
        rest: &str,
        out: &mut impl Callbacks,
    ) -> usize {
        self.abandon(what, rest, self.place(0..rest.len()), out);
        rest.len()
    }

    /// Drops and reports an unfinished construct at the end of the text.
    fn abandon(
        &mut self,
        what: &'static str,
        begun: &str,
        place: Range<usize>,
        out: &mut impl Callbacks,
    ) {
        self.state = State::Content;
        self.pending.clear();
        self.sections.clear();
        report_mistake(StringType::Error, what, begun, place, out);
    }

    /// Returns the first offset, from `from` on, of a byte with a property; `None` if none is
    /// available yet.
    pub(crate) fn end_of_run(
        &mut self,
        rest: &str,
        from: usize,
        is_last: bool,
        ends: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let from = from.max(self.seen);
        let found = rest.as_bytes()[from..].iter().position(|&byte| ends(byte));
        match found {
            Some(found) => Some(from + found),
            None if is_last => Some(rest.len()),
            None => self.wait_from(rest.len()),
        }
    }

    /// Records the length that was examined without finding the end of the lexeme; returns `None`.
    pub(crate) fn wait_from(&mut self, seen: usize) -> Option<usize> {
        self.seen = seen;
        None
    }

    /// Converts a range of the lexeme to offsets in everything that was fed.
    pub(crate) fn place(&self, range: Range<usize>) -> Range<usize> {
        self.at + range.start..self.at + range.end
    }

    /// Reports data characters, whose source is the first `written` bytes of the lexeme.
    pub(crate) fn data(&self, text: &str, written: usize, out: &mut impl Callbacks) {
        let entry = PartEntry {
            kind: StringType::Data,
            text: Some(0..text.len()),
            place: self.place(0..written),
        };
        out.tag_or_data(Parts::new(text, &[entry]));
    }

    /// Reports other markup that is one string.
    pub(crate) fn other(&self, kind: StringType, text: &str, out: &mut impl Callbacks) {
        let entry = PartEntry { kind, text: Some(0..text.len()), place: self.place(0..text.len()) };
        out.other_markup(Parts::new(text, &[entry]));
    }

    /// Reports a mistake; `data` is the start of the lexeme.
    pub(crate) fn mistake(
        &self,
        kind: StringType,
        what: &'static str,
        data: &str,
        out: &mut impl Callbacks,
    ) {
        report_mistake(kind, what, data, self.place(0..data.len()), out);
    }

    /// Reports the declaration that was read.
    pub(crate) fn report_declaration(&mut self, out: &mut impl Callbacks) {
        out.other_markup(self.pending.parts());
        self.pending.clear();
    }
}

/// Reports a mistake and the offending data, whose span is `place`.
fn report_mistake(
    kind: StringType,
    what: &'static str,
    data: &str,
    place: Range<usize>,
    out: &mut impl Callbacks,
) {
    let text = [what, data].concat();
    let entries = [
        PartEntry { kind, text: Some(0..what.len()), place: place.clone() },
        PartEntry { kind: StringType::Data, text: Some(what.len()..text.len()), place },
    ];
    out.mistake(Parts::of_mistake(what, &text, &entries));
}
