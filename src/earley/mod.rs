//! The engine: a general, predictive Earley recogniser with frames, over plain numbered rules.
//!
//! It knows symbols, never HTML. In: [`Rules`], as an [`Automaton`], and one [`Word`] after the
//! other. Out, before each word: which terminals are acceptable ([`Recogniser::expected`]), and the
//! cheapest words after which a refused one would be ([`Recogniser::cheapest`]); and at the end of
//! an ambiguous text a [`Forest`] of ranked trees.
//!
//! The textbook's engine makes each step by Earley's scan, predict and complete ("An efficient
//! context-free parsing algorithm", 1970), with nullable symbols as Aycock and Horspool have it and
//! Leo items for right recursion. Read it beside the papers. The fast one (`cores`) remembers what
//! such steps led to; frames, context lines, splices and searches are the same code.
//! `notes/engine.md` has the argument for linear time and what another engine behind the same
//! contract must keep.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `symbols.rs`, `rules_builder.rs`, `productions.rs` | what rules are made of; how they are collected; collected rules |
//! | `reach.rs`, `closure.rs`, `free.rs`, `kinds.rs` | what follows from them: nullable, prediction closures; lists in any order; kinds of frames |
//! | `rules.rs`, `contents.rs` | both together, immutable |
//! | `items.rs`, `chart.rs`, `leo.rs` | Earley items and sets, and how a set is made; right recursion |
//! | `cores/`, `tables.rs` | the fast engine's sets; the tables of what was met before |
//! | `options.rs`, `sets.rs` | what a recogniser is to keep; a chart: one or the other |
//! | `rows.rs`, `frames.rs` | context rows; the stack of open frames |
//! | `wishes.rs`, `bounds.rs` | what may be virtual; what that leads to at best |
//! | `path.rs`, `path_cache.rs`, `failure_cache.rs` | what a search answers; paths found before; what has been searched for in vain |
//! | `caches.rs`, `automaton.rs` | what a recogniser remembers for the next; rules with a pool of that |
//! | `machine.rs`, `known_paths.rs` | what one word does to a stack; paths that need no search |
//! | `recogniser.rs`, `frame_view.rs`, `closable.rs` | the contract; a frame from outside; which frames a word would close |
//! | `cheapest.rs` | the cheapest path to a refused word |
//! | `splice.rs`, `exchange.rs` | edits of the stack, and those of them that are made in place |
//! | `forest.rs`, `trees.rs`, `cycles.rs` | all trees, best first |
//! | `print.rs` | rules and sets as text |
//!
//! No two files use each other, directly or round about (`tests/project/layers.rs`): read from the top.
//!
//! Frames are what makes element grammars fast. An element's content is recognised in a chart of
//! its own; the frame around it moves over the whole element by one terminal. Closing drops the
//! inner chart, so memory follows depth, not length; and a stack of frames can be edited, where one
//! big chart cannot.
//!
//! ```
//! use wishful::instruments::earley::{Automaton, Options, Recogniser, RulesBuilder, Symbol, Word};
//!
//! let mut builder = RulesBuilder::new();
//! let (sum, plus, number) = (builder.nonterminal("sum"), builder.terminal("+"), builder.terminal("n"));
//! builder.rule(sum, [Symbol::Nonterminal(sum), Symbol::Terminal(plus), Symbol::Nonterminal(sum)]);
//! builder.rule(sum, [Symbol::Terminal(number)]);
//! builder.start(sum);
//!
//! let options = Options { keeps_chart: true, ..Options::default() };
//! let mut recogniser = Recogniser::new(Automaton::new(builder.build()?), options);
//! for terminal in [number, plus, number, plus, number] {
//!     assert!(recogniser.expected().contains(terminal.index()));
//!     recogniser.read(Word::plain(terminal))?;
//! }
//! assert_eq!(recogniser.forest().map(|forest| forest.count_trees(10)), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod bounds;
mod caches;
mod chart;
mod cheapest;
mod closable;
mod closure;
mod contents;
mod cores;
mod cycles;
mod exchange;
mod failure_cache;
mod forest;
mod frame_view;
mod frames;
mod free;
mod intern;
mod items;
mod kinds;
mod known_paths;
mod leo;
mod machine;
mod options;
mod path;
mod path_cache;
mod print;
mod productions;
mod reach;
mod recogniser;
mod rows;
mod rules;
mod rules_builder;
mod sets;
mod splice;
mod stand;
mod symbols;
mod tables;
mod trees;
mod wishes;

pub use automaton::Automaton;
pub use forest::Forest;
pub use frame_view::FrameView;
pub use machine::{Effect, Refusal};
pub use options::{Engine, Options};
pub use path::{NoPath, Path};
pub use print::ChartDump;
pub use recogniser::{Mark, Recogniser, Refused, Work};
pub use rules::Rules;
pub use rules_builder::{RulesBuilder, RulesError};
pub use splice::SpliceRefused;
pub use symbols::{
    Condition, ContextId, ContextLine, FlagId, FrameKind, FrameKindId, Guard, LabelId,
    NonterminalId, RuleId, Symbol, TerminalId, TerminalSet, Word,
};
pub use trees::{Tree, TreeLabel, Trees};
pub use wishes::WishRow;
