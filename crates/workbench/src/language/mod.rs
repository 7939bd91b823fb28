//! # Language services for editors
//!
//! The input is text, the output data: files are read only through a
//! [`Loader`](wishful::grammar::Loader), and no editor protocol is implemented here. A [`Project`]
//! is a grammar file with all files that it uses; it resolves names to meanings and positions. The
//! [`outline`] and [`highlights`] of a single text need no project.
//!
//! Editors send half-typed text. So every text has an answer, if a poorer one for a statement that
//! cannot be parsed.
//!
//! ```
//! use wishful::grammar::EmbeddedOnly;
//! use wishful_workbench::language::Project;
//!
//! let text =
//!     "use \"whatwg\" ;\nchimes = <bell> <gong> ;\n<bell> ::= TEXT* ;\n{chimes - <bell>} ::= chi";
//! let project = Project::new("/mine.grammar", text, &EmbeddedOnly);
//! let chimes = project.symbol_at("/mine.grammar", 16).ok_or("a name")?;
//! assert_eq!(project.references(&chimes.symbol).len(), 2);
//! assert!(project.hover("/mine.grammar", 16).ok_or("known")?.text.contains("<bell> <gong>"));
//! assert!(
//!     project.completions("/mine.grammar", text.len()).iter().any(|one| one.label == "chimes")
//! );
//! # Ok::<(), &str>(())
//! ```

mod completion;
mod hover;
mod in_force;
mod index;
mod outline;
mod project;
mod rename;
mod symbol;

pub use completion::{Completion, typed};
pub use hover::Hover;
pub use outline::{Entry, Highlight, HighlightKind, copied, highlights, outline};
pub use project::{Occurrence, Project};
pub use rename::{Refusal, Rename, renamed};
pub use symbol::{Symbol, SymbolKind};

#[cfg(test)]
mod tests;
