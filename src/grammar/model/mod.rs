//! The compiled grammar, shared by all parses: the tables of the engine, the slippers and the tree.
//!
//! `grammar` has the whole grammar and its terminals and elements, `tables` the wishes and
//! remedies, `facts` the other statements. `readings` and `vocabulary` are computed once a
//! grammar is complete, so that each token costs only a table look-up.

mod before_end;
mod context;
mod declarations;
mod facts;
mod grammar;
mod meaning;
mod readings;
mod recognise;
mod skeleton;
mod tables;
mod vocabulary;

pub use context::FragmentContext;
pub use declarations::*;
pub use facts::*;
pub use grammar::ElementId;
pub(crate) use grammar::TerminalsOfName;
pub use grammar::{ElementInfo, StartTerminal, TerminalKind, TokenizerKind};
pub use grammar::{Grammar, Mode};
pub(crate) use readings::ElementFacts;
pub use readings::{LatchEffect, Readings, TagReadings};
pub use tables::{CompiledRemedy, Insert, RemedyLine};
pub(crate) use tables::{EntriesOfTerminal, Permitted, Remedies, ResolvedWish, Tables, WishedList};
pub use vocabulary::{Facts, QualifiedName, Vocabulary};
