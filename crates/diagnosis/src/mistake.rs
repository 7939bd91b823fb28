//! The mistakes of an author: their kinds, and what a mistake consists of.
//!
//! A sentence is written where its mistake is found: in `lexical` for quotes, comments and raw
//! text, in `places` for the tags that `balance` found. The section of the standard that a kind
//! belongs to is in `findings`.

use wishful::base::Span;

/// The kind of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MistakeKind {
    /// A start tag whose end tag is missing.
    UnclosedElement,
    /// An end tag that closes nothing.
    StrayEndTag,
    /// A tag with a wrong name.
    MisspeltTag,
    /// A start tag where an end tag was meant.
    StartForEnd,
    /// Elements of which each begins or ends within the other.
    OverlappingElements,
    /// A tag without `>`.
    UnclosedTag,
    /// A value without its closing quote.
    UnclosedQuote,
    /// A value without its opening quote.
    UnopenedQuote,
    /// A comment without `-->`.
    UnclosedComment,
    /// An element of raw text, such as `<script>` or `<title>`, without its end tag.
    UnclosedRawText,
    /// Content after the end tag of the page.
    ContentAfterEnd,
}

impl MistakeKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::UnclosedElement,
        Self::StrayEndTag,
        Self::MisspeltTag,
        Self::StartForEnd,
        Self::OverlappingElements,
        Self::UnclosedTag,
        Self::UnclosedQuote,
        Self::UnopenedQuote,
        Self::UnclosedComment,
        Self::UnclosedRawText,
        Self::ContentAfterEnd,
    ];

    /// Returns the name, as findings have it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnclosedElement => "unclosed-element",
            Self::StrayEndTag => "stray-end-tag",
            Self::MisspeltTag => "misspelt-tag",
            Self::StartForEnd => "start-for-end",
            Self::OverlappingElements => "overlapping-elements",
            Self::UnclosedTag => "unclosed-tag",
            Self::UnclosedQuote => "unclosed-quote",
            Self::UnopenedQuote => "unopened-quote",
            Self::UnclosedComment => "unclosed-comment",
            Self::UnclosedRawText => "unclosed-raw-text",
            Self::ContentAfterEnd => "content-after-end",
        }
    }
}

/// An edit of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceEdit {
    /// The bytes that are replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl SourceEdit {
    pub(crate) fn insert(at: u32, text: &str) -> Self {
        Self { span: Span { start: at, end: at }, text: text.to_owned() }
    }

    pub(crate) fn replace(span: Span, text: &str) -> Self {
        Self { span, text: text.to_owned() }
    }
}

/// A mistake of an author, at the place where it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// The kind.
    pub kind: MistakeKind,
    /// The place of the mistake.
    pub place: Span,
    /// A sentence without a full stop that says it.
    pub message: String,
    /// Other places, with a few words about each.
    pub related: Vec<(Span, String)>,
    /// The edits of the source that repair it.
    pub edits: Vec<SourceEdit>,
    /// The advice, in a few words.
    pub advice: String,
    /// The repairs of the parser that follow from it, as browsers make them, with their places.
    pub consequences: Vec<(Span, String)>,
    /// Set if the standard permits it, though it looks wrong.
    pub is_warning: bool,
    /// Other places for the only edit.
    pub(crate) elsewhere: Vec<u32>,
}

impl Mistake {
    pub(crate) fn new(kind: MistakeKind, place: Span) -> Self {
        Self {
            kind,
            place,
            message: String::new(),
            related: Vec::new(),
            edits: Vec::new(),
            advice: String::new(),
            consequences: Vec::new(),
            is_warning: false,
            elsewhere: Vec::new(),
        }
    }

    pub(crate) fn message(self, message: String) -> Self {
        Self { message, ..self }
    }

    pub(crate) fn related(mut self, place: Span, label: &str) -> Self {
        self.related.push((place, label.to_owned()));
        self
    }

    pub(crate) fn advice(self, advice: String) -> Self {
        Self { advice, ..self }
    }

    pub(crate) fn or_at(self, elsewhere: impl Iterator<Item = u32>) -> Self {
        Self { elsewhere: elsewhere.collect(), ..self }
    }

    /// Moves the only edit, with the place that is related to it.
    pub(crate) fn moves_to(&mut self, at: u32) {
        let span = Span { start: at, end: at };
        if let Some(edit) = self.edits.first_mut() {
            edit.span = span;
        }
        if let Some(last) = self.related.last_mut() {
            last.0 = span;
        }
    }

    pub(crate) fn edit(mut self, edit: SourceEdit) -> Self {
        self.edits.push(edit);
        self
    }
}
