//! Reports as text, in the form of the seed's examples.

use std::fmt::Write;

use super::report::{Callbacks, Parts, StringType};

/// A writer of reports as the seed prints them: a paragraph for each callback, a line for each
/// string.
///
/// ```text
/// [Aux Markup]
/// Markup Decl: `<!doctype'
///   Name: `foo'
///   Name: `system'
///   Literal: `"abc"'
/// ```
///
/// A null string is printed as an empty one.
#[derive(Clone, Debug, Default)]
pub struct CallbackListing {
    text: String,
    /// Set if a paragraph was written, so that a blank line separates the next one.
    is_begun: bool,
}

impl CallbackListing {
    /// Creates an empty listing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the text so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Removes and returns the text so far. The next paragraph continues it.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn paragraph(&mut self, callback: &str, parts: Parts<'_>) {
        let gap = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
        // OK because writing to a string cannot fail.
        let _ = writeln!(self.text, "{gap}[{callback}]");
        for (index, part) in parts.iter().enumerate() {
            let indent = if index == 0 { "" } else { "  " };
            let text = part.text.unwrap_or_default();
            let _ = writeln!(self.text, "{indent}{}: `{text}'", label(part.kind));
        }
    }
}

impl Callbacks for CallbackListing {
    fn tag_or_data(&mut self, parts: Parts<'_>) {
        self.paragraph("Tag/Data", parts);
    }

    fn other_markup(&mut self, parts: Parts<'_>) {
        self.paragraph("Aux Markup", parts);
    }

    fn mistake(&mut self, parts: Parts<'_>) {
        self.paragraph("Err/Lim", parts);
    }
}

/// Returns the label of a type. The seed shows ten of them.
const fn label(kind: StringType) -> &'static str {
    match kind {
        StringType::Start => "Start Tag",
        StringType::End => "End Tag",
        StringType::AttributeName => "Attr Name",
        StringType::Name => "Name",
        StringType::NameToken => "Name Token",
        StringType::Literal => "Literal",
        StringType::Data => "Data",
        StringType::Comment => "Comment",
        StringType::MarkupDeclaration => "Markup Decl",
        StringType::Number => "Number",
        StringType::EntityReference => "Entity Ref",
        StringType::ProcessingInstruction => "Processing Inst",
        StringType::Error => "!!Error!!",
        StringType::Limitation => "!!Limitation!!",
    }
}
