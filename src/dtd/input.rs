//! The stack of open entities, which supplies the characters of a DTD.
//!
//! A parameter entity reference pushes the entity's text on the stack; at its end reading continues
//! after the reference. Each text is a file of [`Files`]. The replacement text of an internal
//! entity is one, too, under the entity's name. So a mistake in it has a line, a column and a
//! caret, and [`DtdInput::trace`] adds the references that led there.
//!
//! No token crosses the end of an entity: [`DtdInput::peek`] returns `None` there, and the scanner
//! calls [`DtdInput::leave`].
//!
//! Invariants: an entity is open at most once, since a reference to an open one is a cycle. At most
//! [`Limits::depth`] entities are open, and at most [`Limits::total`] bytes are opened. So reading
//! ends, whatever the entities say.

use crate::base::{Code, Diagnostic, FileId, Files, SourceFile, Span};
use crate::grammar::ast::FileSpan;

use super::limits::Limits;

/// An open text.
struct OpenText {
    file: FileId,
    /// The offset of the next byte.
    at: usize,
    /// The entity and the reference to it; `None` for the file that the caller opened.
    from: Option<(String, FileSpan)>,
}

/// The stack of open texts; each is referenced in the one below it.
pub(super) struct DtdInput {
    pub(super) files: Files,
    open: Vec<OpenText>,
    /// The number of bytes opened so far.
    total: usize,
    limits: Limits,
}

/// The largest number of references that a diagnostic shows.
const SHOWN: usize = 4;

impl DtdInput {
    pub(super) fn new(limits: Limits) -> Self {
        Self { files: Files::default(), open: Vec::new(), total: 0, limits }
    }

    /// Opens a text that is in `files` already. `from` is the entity and the reference to it.
    pub(super) fn open(
        &mut self,
        file: FileId,
        from: Option<(String, FileSpan)>,
    ) -> Result<(), Box<Diagnostic>> {
        if let Some((entity, place)) = &from {
            self.nests(entity, *place)?;
            self.spend(self.files.get(file).text().len(), *place)?;
        }
        self.open.push(OpenText { file, at: 0, from });
        Ok(())
    }

    /// Reports an error for a reference to an open entity, or if too many entities are open.
    fn nests(&self, entity: &str, place: FileSpan) -> Result<(), Box<Diagnostic>> {
        if self.references().any(|(name, _)| name == entity) {
            let message = format!("entity `{entity}` references itself");
            let error = self.error(Code::Cyclic, place, message, "referenced in its own text");
            return Err(Box::new(error.help("remove this reference")));
        }
        if self.open.len() > self.limits.depth {
            let message =
                format!("entity references are nested more than {} deep", self.limits.depth);
            return Err(Box::new(self.error(
                Code::Limit,
                place,
                message,
                "the limit is exceeded here",
            )));
        }
        Ok(())
    }

    /// Counts the bytes of a replacement text, and reports an error if there are too many.
    pub(super) fn spend(&mut self, bytes: usize, place: FileSpan) -> Result<(), Box<Diagnostic>> {
        self.total += bytes;
        if self.total <= self.limits.total {
            return Ok(());
        }
        let message = format!("the texts of all entities exceed {} bytes", self.limits.total);
        Err(self.too_much(message, place, "the limit is exceeded here"))
    }

    /// Reports an error for an entity that is too long.
    pub(super) fn bounded(&self, length: usize, place: FileSpan) -> Result<(), Box<Diagnostic>> {
        if length <= self.limits.entity {
            return Ok(());
        }
        let message = format!("the text of an entity exceeds {} bytes", self.limits.entity);
        Err(self.too_much(message, place, "too long after its references are replaced"))
    }

    fn too_much(&self, message: String, place: FileSpan, label: &str) -> Box<Diagnostic> {
        let error = self.error(Code::Limit, place, message, label);
        Box::new(
            error.help("nested entity references multiply the text; check that this file is a DTD"),
        )
    }

    /// Adds a text, which can then be opened.
    pub(super) fn add(&mut self, name: String, text: String) -> FileId {
        self.files.add(SourceFile::new(name, text))
    }

    /// Returns the number of open texts.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the rest of the innermost text.
    pub(super) fn rest(&self) -> &str {
        self.open.last().map_or("", |open| &self.files.get(open.file).text()[open.at..])
    }

    /// Returns the next character of the innermost text.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reports whether the rest of the innermost text begins with `text`.
    pub(super) fn is_at(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Skips some bytes of the innermost text.
    pub(super) fn skip(&mut self, bytes: usize) {
        if let Some(open) = self.open.last_mut() {
            open.at += bytes;
        }
    }

    /// Skips the rest of the innermost text.
    pub(super) fn skip_all(&mut self) {
        self.skip(self.rest().len());
    }

    /// Skips `text` if it comes next, and reports whether it did.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.is_at(text);
        if found {
            self.skip(text.len());
        }
        found
    }

    /// Skips characters while `is` holds, and returns them.
    pub(super) fn take_while(&mut self, is: impl Fn(char) -> bool) -> String {
        let taken = split(self.rest(), is).0.to_owned();
        self.skip(taken.len());
        taken
    }

    /// Moves back to an earlier position in the innermost text, if one of these characters is
    /// there.
    pub(super) fn back_to(&mut self, place: FileSpan, signs: [char; 2]) {
        let start = place.span.range().start;
        let is_there = self.files.get(place.file).text()[start..].starts_with(signs);
        if is_there
            && let Some(open) = self.open.last_mut()
            && open.file == place.file
        {
            open.at = open.at.min(start);
        }
    }

    /// Leaves the innermost text, which must be at its end. Reading continues after the reference
    /// to it.
    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// Leaves texts until at most `depth` are open.
    pub(super) fn leave_to(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// Returns the span of the next `length` bytes, extended to a character boundary.
    pub(super) fn place(&self, length: usize) -> FileSpan {
        let (file, at) = match self.open.last() {
            Some(open) => (open.file, open.at),
            None => (FileId::new(0), 0),
        };
        let text = self.files.get(file).text();
        let end =
            (at + length..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
        FileSpan { file, span: Span::new(at.min(end), end) }
    }

    /// Returns the span from the start of an earlier one to the current position, if both are in
    /// one text. Otherwise returns the earlier span.
    pub(super) fn since(&self, start: FileSpan) -> FileSpan {
        let here = self.place(0);
        if here.file == start.file && here.span.start >= start.span.start {
            FileSpan { file: start.file, span: start.span.join(here.span) }
        } else {
            start
        }
    }

    /// Iterates over the references that led to the innermost text, the latest first.
    fn references(&self) -> impl Iterator<Item = &(String, FileSpan)> {
        self.open.iter().rev().filter_map(|open| open.from.as_ref())
    }

    /// Returns an error, with the references that led to the innermost text.
    pub(super) fn error(
        &self,
        code: Code,
        place: FileSpan,
        message: impl Into<String>,
        label: &str,
    ) -> Diagnostic {
        self.trace(Diagnostic::error(code, place, message).label(label))
    }

    /// Adds the references that led to the innermost text.
    pub(super) fn trace(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        for (entity, place) in self.references().take(SHOWN) {
            if *place != diagnostic.primary.place {
                diagnostic = diagnostic.also(*place, format!("`{entity}` is referenced here"));
            }
        }
        diagnostic
    }
}

/// Splits a text after its longest prefix of characters for which `is` holds.
pub(super) fn split(text: &str, is: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !is(letter)).unwrap_or(text.len()))
}
