//! Differences between the documents that several grammars make of one text, and the lines that
//! took part.
//!
//! [`Variants`] are parsers by two or more grammars; each is compared with the first. The result
//! for a text is [`Compared`]: the documents, and a [`Difference`] for each document but the first.
//! A difference has three kinds of data:
//!
//! ```text
//! nodes      <acme>  only in the second, in <body>     the trees, aligned node by node
//! repairs    inserted </p> before <acme>               repairs that only one side made
//! citations  mine:1  block |= <acme> ;                 lines by which only one side
//!            marpa.grammar:81  block anywhere -> …     repaired or refused something there
//! ```
//!
//! A *line* is a statement, regardless of position ([`Line`]): a grammar, its variant and a renamed
//! copy share the line `marpa.grammar:81`. A line has *changed* if one of the grammars lacks it. A
//! citation only says that the line took part. [`Variants::decisive`] tests whether a line is the
//! cause: it removes the line from the grammar and parses the text again.
//!
//! [`Variants::change`] finds only the first difference, by comparing two documents in one pass
//! over their tables. `workbench::changes` counts pages with it.
//!
//! [`Summary`] adds up differences by line, by kind of repair and by path of elements.
//!
//! # Cost
//!
//! Linear in the text and the trees, apart from the alignment of trees that differ. That is the
//! search of `tree::lines`: nodes times differences, replaced by a coarser answer after five
//! seconds. Each grammar parses a text once if all documents are the same, and otherwise twice, the
//! second time with a trace.

mod alignment;
mod change;
mod difference;
mod lines;
mod reading;
mod summary;
mod variants;
mod without;

pub use alignment::Pair;
pub use change::{Change, ChangeKind, Divergence};
pub use difference::{CitedLine, Difference, NodeChange, NodeFate, RepairChange, Side};
pub use lines::{Line, LineId, Lines};
pub use reading::Role;
pub use summary::{LineCount, NodeFateCounts, Summary};
pub use variants::{Compared, Variants};
