//! The open entities: where the next character of a DTD comes from.
//!
//! A parameter entity reference opens the entity's text on top of the text that it stands in; at its end reading goes on behind
//! the reference. Each text is a file of [`Files`], the replacement text of an internal entity too, under the entity's name: so
//! a mistake in it has a line, a column and a caret, and [`Input::trace`] adds where it was referenced. Nothing crosses the end of
//! an entity but what is between tokens: [`Input::peek`] gives none there, and the scanner says [`Input::leave`].
//!
//! The invariants: an entity is open once only (a reference to one that is open is a cycle), at most [`Limits::depth`] are,
//! and at most [`Limits::total`] bytes are opened: reading ends, whatever the entities say.

use crate::base::{Code, Diagnostic, FileId, Files, SourceFile, Span};
use crate::grammar::ast::Place;

use super::limits::Limits;

/// A text that is being read.
struct Open {
    file: FileId,
    /// The next byte.
    at: usize,
    /// The entity and its reference; none of the file that was asked for.
    from: Option<(String, Place)>,
}

/// The texts that are being read, each referenced in the one before.
pub(super) struct Input {
    pub(super) files: Files,
    open: Vec<Open>,
    /// Bytes opened so far.
    total: usize,
    limits: Limits,
}

/// How many references a diagnostic shows.
const SHOWN: usize = 4;

impl Input {
    pub(super) fn new(limits: Limits) -> Self {
        Self { files: Files::default(), open: Vec::new(), total: 0, limits }
    }

    /// Opens a text that is a file already; `from` is the entity and its reference.
    pub(super) fn open(
        &mut self,
        file: FileId,
        from: Option<(String, Place)>,
    ) -> Result<(), Box<Diagnostic>> {
        if let Some((entity, place)) = &from {
            self.nests(entity, *place)?;
            self.spend(self.files.get(file).text().len(), *place)?;
        }
        self.open.push(Open { file, at: 0, from });
        Ok(())
    }

    /// Refuses a reference to an entity that is open already, and one inside too many others.
    fn nests(&self, entity: &str, place: Place) -> Result<(), Box<Diagnostic>> {
        if self.references().any(|(name, _)| name == entity) {
            let message = format!("the entity `{entity}` needs itself");
            let error = self.error(Code::Cyclic, place, message, "referenced inside itself");
            return Err(Box::new(error.help("take this reference out")));
        }
        if self.open.len() > self.limits.depth {
            let message = format!("more than {} entities inside each other", self.limits.depth);
            return Err(Box::new(self.error(Code::Limit, place, message, "one too many")));
        }
        Ok(())
    }

    /// Counts the bytes of a replacement, and refuses too many.
    pub(super) fn spend(&mut self, bytes: usize, place: Place) -> Result<(), Box<Diagnostic>> {
        self.total += bytes;
        if self.total <= self.limits.total {
            return Ok(());
        }
        let message = format!("entities of more than {} bytes in all", self.limits.total);
        Err(self.too_much(message, place, "too much with this one"))
    }

    /// Refuses an entity that is too long.
    pub(super) fn bounded(&self, length: usize, place: Place) -> Result<(), Box<Diagnostic>> {
        if length <= self.limits.entity {
            return Ok(());
        }
        let message = format!("an entity of more than {} bytes", self.limits.entity);
        Err(self.too_much(message, place, "references in it make it so long"))
    }

    fn too_much(&self, message: String, place: Place, label: &str) -> Box<Diagnostic> {
        let error = self.error(Code::Limit, place, message, label);
        Box::new(error.help("entities of entities multiply: is this a document type definition?"))
    }

    /// Adds a text that can be opened.
    pub(super) fn add(&mut self, name: String, text: String) -> FileId {
        self.files.add(SourceFile::new(name, text))
    }

    /// How many texts are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// What is left of the innermost text.
    pub(super) fn rest(&self) -> &str {
        self.open.last().map_or("", |open| &self.files.get(open.file).text()[open.at..])
    }

    /// The next character of the innermost text.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Whether the innermost text goes on with this.
    pub(super) fn is_at(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Passes some bytes of the innermost text.
    pub(super) fn skip(&mut self, bytes: usize) {
        if let Some(open) = self.open.last_mut() {
            open.at += bytes;
        }
    }

    /// Passes what is left of the innermost text.
    pub(super) fn skip_all(&mut self) {
        self.skip(self.rest().len());
    }

    /// Passes this, if it comes next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.is_at(text);
        if found {
            self.skip(text.len());
        }
        found
    }

    /// Passes characters while they are of a kind.
    pub(super) fn take_while(&mut self, is: impl Fn(char) -> bool) -> String {
        let taken = split(self.rest(), is).0.to_owned();
        self.skip(taken.len());
        taken
    }

    /// Goes back to a place of the innermost text where one of these characters stands.
    pub(super) fn back_to(&mut self, place: Place, signs: [char; 2]) {
        let start = place.span.range().start;
        let is_there = self.files.get(place.file).text()[start..].starts_with(signs);
        if let Some(open) = self.open.last_mut().filter(|open| open.file == place.file && is_there)
        {
            open.at = open.at.min(start);
        }
    }

    /// Leaves the innermost text, of which nothing is left, and goes on behind the reference to it.
    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// Leaves texts until no more than so many are open.
    pub(super) fn leave_to(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// The place of the next `length` bytes.
    pub(super) fn place(&self, length: usize) -> Place {
        let (file, at) = self.open.last().map_or((FileId::new(0), 0), |open| (open.file, open.at));
        let text = self.files.get(file).text();
        let end =
            (at + length..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
        Place { file, span: Span::new(at.min(end), end) }
    }

    /// The place from the start of an earlier one to here, if that is in the same text.
    pub(super) fn since(&self, start: Place) -> Place {
        let here = self.place(0);
        match here.file == start.file && here.span.start >= start.span.start {
            true => Place { file: start.file, span: start.span.join(here.span) },
            false => start,
        }
    }

    /// The references that led to the innermost text, that to itself first.
    fn references(&self) -> impl Iterator<Item = &(String, Place)> {
        self.open.iter().rev().filter_map(|open| open.from.as_ref())
    }

    /// A mistake, and how the text came to be read.
    pub(super) fn error(
        &self,
        code: Code,
        place: Place,
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

/// A text in two: its first characters of a kind, and the rest.
pub(super) fn split(text: &str, is: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !is(letter)).unwrap_or(text.len()))
}
