//! The record of a parse: the repairs, the mistakes of the page, and the sentences about them.
//!
//! In come a document and the events of its parse. Out come repairs in words with the grammar lines
//! that permit them, parse errors, broken attribute declarations, and all of these as one list of
//! [findings](Document::findings).
//!
//! ```text
//! past ──► replay             the events, computed again on request, and answers that need them
//!   ├────► omissions          the repairs that are no mistakes
//!   └────► errors             the parse errors of the standard, with their `sentences`
//! repairs ──► describe        a repair in words, with its grammar line
//!        ├──► citations       the numbers of grammar lines in a list of repairs
//!        ├──► repair_groups   the repairs of one mistake, in the words of an author
//!        └──► tally           the number of repairs by grammar line
//! attributes ──► breaches     attributes that break their declarations
//!
//! breaches, errors, repairs ──► findings
//! ```
//!
//! **Invariants.** Nothing here runs during a parse: each answer is computed on the first request.
//! Nothing here writes an output format; the module imports the tree, and neither `output` nor
//! `compare`.
//!
//! Read next: `past` for the history of a document, and `findings` for the list that commands show.

mod breaches;
mod citations;
mod describe;
mod errors;
mod findings;
mod omissions;
mod past;
mod repair_groups;
mod replay;
mod rest;
mod sentences;
mod tally;

pub use breaches::AttributeError;
pub(super) use citations::Citations;
pub use describe::GrammarLine;
#[doc(hidden)]
pub use findings::DocumentProblem;
pub use findings::FindingKinds;
pub use omissions::ALLOWED;
pub use replay::Replay;
#[doc(hidden)]
pub use rest::{UnfinishedRest, is_ended, is_literal};
#[doc(hidden)]
pub use sentences::error_codes;
pub use tally::RepairCount;
