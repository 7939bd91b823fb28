//! The machine: a state, one lexeme a step.
//!
//! A step is given the text from the end of the last lexeme on, and says how much of it is the next one; or that its
//! end cannot be told yet. Then `seen` is how far it has looked, and the next step, given more text, looks on from
//! there. Every byte is so looked at a bounded number of times:
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

use super::Readmitted;
use super::report::{Callbacks, Entry, Kind, Parts, Report};
use super::section::OpenSection;
use super::subset::Skipper;
use super::tag::Net;

/// The mistakes of a text that ends too early.
const END_IN_TAG: &str = "document ends in a tag";
const END_IN_DECLARATION: &str = "document ends in a markup declaration";
pub(super) const END_IN_SECTION: &str = "document ends in a marked section";

/// What may be read next: the seed's start conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Data and markup.
    Content,
    /// In a start tag, between attributes.
    StartTag,
    /// Behind a name in a start tag, which is an attribute's if an equals sign follows.
    Attribute,
    /// Behind an equals sign.
    Value,
    /// In an end tag.
    EndTag,
    /// In a markup declaration, between parameters.
    Declaration,
    /// In a comment declaration, between comments.
    Comments,
    /// In a declaration subset.
    Subset,
    /// In front of a marked section's second `[`.
    SectionKeywords,
    /// In a marked section that is skipped as a limitation.
    SkippedSection {
        /// Whether its second `[` has been seen.
        is_open: bool,
    },
}

impl State {
    /// What is wrong if the text ends in this state.
    const fn mistake_at_end(self) -> Option<&'static str> {
        match self {
            Self::Content => None,
            Self::StartTag | Self::Attribute | Self::Value | Self::EndTag => Some(END_IN_TAG),
            Self::Declaration | Self::Comments | Self::Subset => Some(END_IN_DECLARATION),
            Self::SectionKeywords | Self::SkippedSection { .. } => Some(END_IN_SECTION),
        }
    }
}

/// How the content of an element is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Declared {
    /// Data and markup.
    #[default]
    Mixed,
    /// Data and references, up to an end tag.
    RcData,
    /// Data up to an end tag.
    CData,
}

/// The machine: see the module.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub(super) readmitted: Readmitted,
    pub(super) state: State,
    pub(super) declared: Declared,
    /// In how many replacement texts what is read stands.
    pub(super) depth: usize,
    /// In how many the element's content began: what ends it stands in the same one.
    pub(super) declared_depth: usize,
    /// How far the lexeme that is being read has been looked at.
    pub(super) seen: usize,
    /// Where that lexeme begins in all that was fed.
    pub(super) at: usize,
    pub(super) pending: Report,
    pub(super) skipper: Skipper,
    /// The marked sections that are open.
    pub(super) sections: Vec<OpenSection>,
    /// The elements that are open and end at a `/`.
    pub(super) nets: Vec<Net>,
    /// The names of the elements that are open, as far as the client has told.
    pub(super) open: Vec<Option<String>>,
}

impl Machine {
    pub(super) fn new(readmitted: Readmitted) -> Self {
        Self {
            readmitted,
            state: State::Content,
            declared: Declared::Mixed,
            depth: 0,
            declared_depth: 0,
            seen: 0,
            at: 0,
            pending: Report::default(),
            skipper: Skipper::default(),
            sections: Vec::new(),
            nets: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Reads all lexemes of a text whose end is in sight; gives how much that is.
    pub(super) fn run(&mut self, text: &str, is_last: bool, out: &mut impl Callbacks) -> usize {
        let mut read = 0;
        while read < text.len() {
            let Some(length) = self.step(&text[read..], is_last, out) else { break };
            read += length;
        }
        read
    }

    /// Reads the lexeme that `rest`, which is not empty, begins with; gives its length, which is 0 if only the state was
    /// changed, and none if its end is not in sight. If the text ends with `rest`, it is.
    pub(super) fn step(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
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

    /// Reports what is not finished at the end of the text.
    pub(super) fn end(&mut self, out: &mut impl Callbacks) {
        let section = (!self.sections.is_empty()).then_some(END_IN_SECTION);
        let Some(what) = self.state.mistake_at_end().or(section) else { return };
        let (begun, place) = match self.pending.parts().iter().next() {
            Some(first) => (first.text.unwrap_or_default().to_owned(), first.place),
            None => (String::new(), self.at..self.at),
        };
        self.abandon(what, &begun, place, out);
    }

    /// The end of the text is in the middle of the lexeme that `rest` is; gives its length.
    pub(super) fn unfinished(
        &mut self,
        what: &'static str,
        rest: &str,
        out: &mut impl Callbacks,
    ) -> usize {
        self.abandon(what, rest, self.place(0..rest.len()), out);
        rest.len()
    }

    /// Forgets what was begun, at the end of the text.
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
        report_mistake(Kind::Error, what, begun, place, out);
    }

    /// Where a byte of a kind stands first, from `from` on; none if that is not in sight.
    pub(super) fn end_of_run(
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
            None => self.look_on(rest.len()),
        }
    }

    /// The end of the lexeme is not in sight: it is further than this.
    pub(super) fn look_on(&mut self, seen: usize) -> Option<usize> {
        self.seen = seen;
        None
    }

    /// The place of a range of the lexeme.
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        self.at + range.start..self.at + range.end
    }

    /// Reports data characters that a stretch of the lexeme stands for.
    pub(super) fn data(&self, text: &str, written: usize, out: &mut impl Callbacks) {
        let entry =
            Entry { kind: Kind::Data, text: Some(0..text.len()), place: self.place(0..written) };
        out.tag_or_data(Parts::new(text, &[entry]));
    }

    /// Reports other markup that is one string.
    pub(super) fn other(&self, kind: Kind, text: &str, out: &mut impl Callbacks) {
        let entry = Entry { kind, text: Some(0..text.len()), place: self.place(0..text.len()) };
        out.other_markup(Parts::new(text, &[entry]));
    }

    /// Reports a mistake: `data` is what the lexeme begins with.
    pub(super) fn mistake(
        &self,
        kind: Kind,
        what: &'static str,
        data: &str,
        out: &mut impl Callbacks,
    ) {
        report_mistake(kind, what, data, self.place(0..data.len()), out);
    }

    /// Reports the declaration that was read.
    pub(super) fn report_declaration(&mut self, out: &mut impl Callbacks) {
        out.other_markup(self.pending.parts());
        self.pending.clear();
    }
}

/// Reports a mistake and the offending data, which stands at `place`.
fn report_mistake(
    kind: Kind,
    what: &'static str,
    data: &str,
    place: Range<usize>,
    out: &mut impl Callbacks,
) {
    let text = [what, data].concat();
    let entries = [
        Entry { kind, text: Some(0..what.len()), place: place.clone() },
        Entry { kind: Kind::Data, text: Some(what.len()..text.len()), place },
    ];
    out.mistake(Parts::of_mistake(what, &text, &entries));
}
