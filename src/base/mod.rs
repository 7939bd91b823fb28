//! Foundations of all layers: spans, typed ids, bit rows, source files and caret diagnostics.
//!
//! Nothing here knows grammars, tokens or HTML. The rest of the crate imports this module and never
//! the other way round (`tests/project/layers.rs` checks the ranks of modules). Three ideas are
//! worth knowing before you read on:
//!
//! * A [`Span`] is a half-open range of *byte* offsets into one text. Offsets are `u32`, so a text
//!   is at most 4 GiB; [`Span::new`] is the only function that narrows a `usize` to an offset.
//! * Ids are newtypes over `u32` made by `id_type!`, so a rule cannot be mistaken for a symbol.
//! * A [`BitRow`] is a fixed-length row of bits: a set of terminals or of elements.
//!
//! Mistakes in files are [`Diagnostic`]s: a code, a message, labelled spans and advice. They are
//! collected in a [`Report`], and one function renders them.

mod allowance;
mod code;
pub mod dates;
mod diagnostic;
mod escape;
mod finding;
mod finding_report;
mod finding_text;
mod gapped_stack;
mod github;
mod hash;
mod kept;
mod names;
mod numbers;
mod paint;
mod places;
mod sarif;
mod short_names;
mod source_file;
mod span;
mod utf16;

pub use allowance::Allowance;
pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Report, Severity};
pub use escape::{XML_ATTRIBUTE, XML_TEXT, escaped, write_escaped};
pub use finding::{Finding, Location, Related};
pub use finding_report::{FindingFormat, FindingReport, findings_json, github, sarif};
pub use finding_text::render_finding;
pub use gapped_stack::GappedStack;
pub use hash::{HashMap, HashSet, IndexMap, IndexSet, fingerprint, hash_of};
pub use kept::Memo;
pub use names::NameId;
pub use names::Names;
pub use names::{KnownNames, of_label, to_label};
pub use numbers::{real, real_signed, signed, whole};
pub use paint::{Paint, visible};
pub use places::PositionCursor;
pub use short_names::ShortNames;
pub use source_file::{FileId, FileSpan, Files, Point, Position, SourceFile};
pub use span::Span;
pub use utf16::Utf16;
pub use wishful_earley::util::{Ascending, AscendingLists, Indent, Level, QuickMap};
pub use wishful_earley::util::{BitRow, counted, graphviz, id_type, narrow, setters, wide};
