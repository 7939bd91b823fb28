//! # What an editor asks of a grammar
//!
//! Text in, data out: no file is read but through a [`Loader`](crate::grammar::Loader), and no protocol is spoken here.
//! [`Project`] is a grammar file with all that it uses; it answers what a name means and where it stands. What concerns
//! one text alone needs no project: its [`outline`], its [`highlights`]. Half-typed text is what editors send, so every
//! text has an answer, if a poorer one where a statement cannot be read.
//!
//! ```
//! use wishful::grammar::EmbeddedOnly;
//! use wishful::workbench::language::Project;
//!
//! let text = "use \"whatwg\" ;\nchimes = <bell> <gong> ;\n<bell> ::= TEXT* ;\n{chimes - <bell>} ::= chi";
//! let project = Project::new("/mine.grammar", text, &EmbeddedOnly);
//! let chimes = project.symbol_at("/mine.grammar", 16).ok_or("a name")?;
//! assert_eq!(project.references(&chimes.symbol).len(), 2);
//! assert!(project.hover("/mine.grammar", 16).ok_or("known")?.text.contains("<bell> <gong>"));
//! assert!(project.completions("/mine.grammar", text.len()).iter().any(|one| one.label == "chimes"));
//! # Ok::<(), &str>(())
//! ```

mod completion;
mod hover;
mod in_force;
mod index;
mod notes;
mod outline;
mod project;
mod rename;
mod symbol;

pub use completion::{Completion, typed};
pub use hover::Hover;
pub use notes::note;
pub use outline::{Entry, Highlight, Shade, highlights, outline};
pub use project::{Occurrence, Project};
pub use rename::{Refusal, Rename, renamed};
pub use symbol::{Kind, Symbol};

#[cfg(test)]
mod tests;
