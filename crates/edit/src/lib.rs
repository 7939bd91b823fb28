//! Edits and repairs of a page that keep its source.
//!
//! An [`Editor`] collects edits of the nodes of a document: attributes, names, new and removed
//! content. [`Editor::finish`] makes the new source. All edits see the document as it was.
//!
//! ```
//! use wishful::{ParseOptions, Parser, Grammar};
//! use wishful_edit::Editor;
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let source = b"<ul><li>One<li><A HREF=two.html>Two</A></ul>";
//! let options = ParseOptions::default();
//! let document = parser.parse(source, &options)?;
//! let mut editor = Editor::new(&document);
//! for link in document.nodes().elements().filter(|node| node.name() == Some("a")) {
//!     editor.set_attribute(link.id(), "rel", Some("nofollow"))?;
//! }
//! let edited = editor.finish(&parser, source, &options)?;
//! assert_eq!(edited.bytes, b"<ul><li>One<li><A HREF=two.html REL=nofollow>Two</A></ul>");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The module [`fix`] repairs all mistakes of a page; its contract is stricter.
//!
//! **The contract.** The new source parses, by the same grammar, to exactly the edited tree. An
//! edit for which there is no such source is refused, with the reason, and the others are made. A
//! new `<p>` in a `<p>` is refused, and so is the text `</script>` in a script. The same holds for
//! an edit by which a control would lose or change its form owner.
//!
//! **The source is kept.** Every byte outside of the tags and contents that the edits name stays
//! the same, mistakes included. If the contract needs more, it is done and listed in
//! [`Edited::written`]: omitted tags are written, or the edited node is written anew. An element
//! around it is written anew only if [`Editor::allow_rewriting`] permits that; otherwise the edit
//! is refused.
//!
//! **Encodings.** New text is in the encoding of the page, with a character reference for each
//! character that it lacks. If the encoding is only guessed, `references` writes one for each
//! character outside of ASCII.
//!
//! Seven files do the work, with the parts and positions of `rewrite`:
//!
//! * `overlay` walks through the edited tree: the document, with the edits applied on the way.
//! * `splices` spells the edits in the source, each in the least number of bytes.
//! * `tags` changes the attributes and names of written tags.
//! * `floating` finds the blanks that stay where they are, such as those after `</body>`.
//! * `differ` compares the edited tree with the parse of the result, form owners included.
//! * `settle` parses the result and compares it with the overlay. If they differ, the edits near
//!   the difference are tried with whole tags and explicit tags, then one by one, then with the
//!   elements around them written anew.
//! * `refusal` says why an edit is not made.
//!
//! **Cost.** One parse of the new source if it has the edited tree, as it nearly always does. Each
//! edit that is refused takes a few more.

mod action;
mod content;
mod differ;
mod editor;
#[cfg(test)]
mod encoding_tests;
pub mod fix;
mod floating;
mod form;
mod overlay;
mod references;
mod refusal;
mod rewrite;
#[cfg(feature = "scripts")]
pub mod script;
mod serialize;
mod settle;
mod splices;
mod style;
mod tags;
#[cfg(feature = "scripts")]
mod template;
#[cfg(test)]
mod tests;

pub use action::{Conflict, EditError, InsertAt};
pub use content::Insertion;
pub use editor::{EditId, Editor, Edits};
#[doc(hidden)]
pub use rewrite::{Part, spliced};
pub use serialize::is_read_alike;
pub use settle::{Edited, RefusedEdit, Rewriting};

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct EditReadme;
