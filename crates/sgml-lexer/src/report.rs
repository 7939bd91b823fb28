//! The reports: lists of typed strings, passed to one of three callbacks.
//!
//! The seed has two arrays "in one-to-one correspondence"; here a report is one list of
//! [`ReportString`]s. A part also has its range, as offsets in everything that was fed. So a report
//! maps back to the source.

use std::ops::Range;

/// The receiver of reports: the seed's three callback functions.
pub trait Callbacks {
    /// Receives a start tag with its attributes, an end tag, or data characters.
    fn tag_or_data(&mut self, parts: Parts<'_>);

    /// Receives a comment, another markup declaration, a processing instruction, or an entity
    /// reference.
    fn other_markup(&mut self, parts: Parts<'_>);

    /// Receives an error or a limitation, and the offending data.
    fn mistake(&mut self, parts: Parts<'_>);

    /// Returns the keywords of a parameter entity before a marked section, separated by blanks. If
    /// the client does not know the entity, it returns `None`, and the reference is a limitation.
    fn keywords(&mut self, _name: &str) -> Option<String> {
        None
    }
}

/// The type of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringType {
    /// `<name`, in lower case; only `<` for an empty start tag.
    Start,
    /// `</name`, in lower case; only `</` for an empty end tag.
    End,
    /// An attribute's name in lower case; null if it was omitted.
    AttributeName,
    /// A name in lower case: a parameter, or a value whose attribute's name was omitted.
    Name,
    /// A value that is no literal, verbatim.
    NameToken,
    /// A literal with its quotes, verbatim.
    Literal,
    /// Data characters, verbatim, or the character of a reference; also the data of a mistake.
    Data,
    /// `-- comment --`
    Comment,
    /// `<!name`, in lower case; or `<![` and `]]>`, where marked sections are admitted.
    MarkupDeclaration,
    /// A parameter of digits.
    Number,
    /// `&name`
    EntityReference,
    /// `<?stuff>`
    ProcessingInstruction,
    /// The message of an error.
    Error,
    /// The message of a limitation: a construct that is right in SGML, but prohibited here.
    Limitation,
}

impl StringType {
    /// Returns the seed's name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "SGML_START",
            Self::End => "SGML_END",
            Self::AttributeName => "SGML_ATTRNAME",
            Self::Name => "SGML_NAME",
            Self::NameToken => "SGML_NMTOKEN",
            Self::Literal => "SGML_LITERAL",
            Self::Data => "SGML_DATA",
            Self::Comment => "SGML_COMMENT",
            Self::MarkupDeclaration => "SGML_MARKUP_DECL",
            Self::Number => "SGML_NUMBER",
            Self::EntityReference => "SGML_GEREF",
            Self::ProcessingInstruction => "SGML_PI",
            Self::Error => "SGML_ERROR",
            Self::Limitation => "SGML_LIMITATION",
        }
    }
}

/// A string of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportString<'r> {
    /// The type of the string.
    pub kind: StringType,
    /// The string; null, as the seed says, if and only if it is an attribute's name that was
    /// omitted.
    pub text: Option<&'r str>,
    /// The range of its source, in bytes of everything that was fed.
    pub place: Range<usize>,
}

/// The strings of a report, in order.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'r> {
    text: &'r str,
    entries: &'r [PartEntry],
    message: Option<&'static str>,
}

/// A part, as a range of the text that its report shares.
#[derive(Clone, Debug)]
pub(crate) struct PartEntry {
    pub(crate) kind: StringType,
    pub(crate) text: Option<Range<usize>>,
    pub(crate) place: Range<usize>,
}

impl<'r> Parts<'r> {
    pub(crate) fn new(text: &'r str, entries: &'r [PartEntry]) -> Self {
        Self { text, entries, message: None }
    }

    pub(crate) fn of_mistake(
        message: &'static str,
        text: &'r str,
        entries: &'r [PartEntry],
    ) -> Self {
        Self { text, entries, message: Some(message) }
    }

    /// Returns the message of a mistake, which is one of a fixed set.
    #[must_use]
    pub fn message(self) -> Option<&'static str> {
        self.message
    }

    /// Returns the number of parts, which is at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no report is empty")]
    pub fn len(self) -> usize {
        self.entries.len()
    }

    /// Returns the first part, which determines the kind of the report.
    #[must_use]
    pub fn first(self) -> ReportString<'r> {
        self.part(&self.entries[0])
    }

    /// Returns all parts, in order.
    pub fn iter(self) -> impl Iterator<Item = ReportString<'r>> {
        self.entries.iter().map(move |entry| self.part(entry))
    }

    fn part(self, entry: &PartEntry) -> ReportString<'r> {
        let text = entry.text.clone().map(|range| &self.text[range]);
        ReportString { kind: entry.kind, text, place: entry.place.clone() }
    }
}

/// A builder of a report: the parts of a tag or declaration wait here for its end.
#[derive(Clone, Debug, Default)]
pub struct ReportBuilder {
    text: String,
    entries: Vec<PartEntry>,
}

impl ReportBuilder {
    /// Appends a string that begins at the offset `start` in everything that was fed.
    pub fn push(&mut self, kind: StringType, text: &str, start: usize) {
        self.push_for(kind, text, start..start + text.len());
    }

    /// Appends a string whose source is the range `place`.
    pub fn push_for(&mut self, kind: StringType, text: &str, place: Range<usize>) {
        let from = self.text.len();
        self.text.push_str(text);
        self.entries.push(PartEntry { kind, text: Some(from..self.text.len()), place });
    }

    /// Appends a string in lower case.
    pub(crate) fn push_folded(&mut self, kind: StringType, text: &str, start: usize) {
        let from = self.text.len();
        self.push(kind, text, start);
        self.text[from..].make_ascii_lowercase();
    }

    /// Appends a null string.
    pub fn push_null(&mut self, kind: StringType, start: usize) {
        self.entries.push(PartEntry { kind, text: None, place: start..start });
    }

    /// Turns the last string, the value of an attribute with an omitted name, into the name of an
    /// attribute.
    pub(crate) fn value_becomes_name(&mut self) {
        let Some(name) = self.entries.pop() else { return };
        if let Some(last) = self.entries.last_mut() {
            *last = PartEntry { kind: StringType::AttributeName, ..name };
        }
    }

    /// Returns the first string; an empty one if nothing is pending.
    pub(crate) fn first(&self) -> &str {
        match self.entries.first() {
            Some(PartEntry { text: Some(range), .. }) => &self.text[range.clone()],
            _ => "",
        }
    }

    /// Returns the strings so far, of which there must be at least one.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        Parts::new(&self.text, &self.entries)
    }

    /// Removes all strings.
    pub fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
    }
}
