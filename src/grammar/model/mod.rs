//! The compiled grammar, which every parse shares: what the engine, the slippers and the tree look
//! up.
//!
//! [`grammar`] has the whole and what it says of terminals and elements, [`tables`] what is done
//! about rejected terminals, [`facts`] the statements that are facts. What a token costs least to
//! look up is worked out when a grammar is complete: `readings`, `vocabulary`.

mod before_end;
mod context;
mod facts;
mod grammar;
mod meaning;
mod readings;
mod recognise;
mod skeleton;
mod tables;
mod vocabulary;

pub(crate) use context::FragmentContext;
pub(crate) use facts::*;
pub(crate) use grammar::ElementId;
pub(crate) use grammar::OfName;
pub(crate) use grammar::{ElementInfo, StartTerminal, TerminalKind, TokenizerKind};
pub use grammar::{Grammar, Mode};
pub(crate) use readings::{Readings, TagReadings, Turn};
pub(crate) use tables::{CompiledRemedy, Insert, RemedyLine};
pub(crate) use tables::{OfTerminal, Permitted, Remedies, Tables, Wished, WishedList};
pub(crate) use vocabulary::{Facts, QualifiedName, Vocabulary};
