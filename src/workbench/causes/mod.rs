//! Where grammars make different documents of one text, and which of their lines took part.
//!
//! [`Variants`] are parsers by two or more grammars, each compared with the first. What they make of a text is
//! [`Compared`]: the documents, and a [`Difference`] for each but the first. It has three kinds of data:
//!
//! ```text
//! nodes      <acme>  only in the second, in <body>     the trees, aligned node by node
//! repairs    inserted </p> before <acme>               what one side repaired and the other did not
//! citations  mine:1  block |= <acme> ;                 lines by which one side repaired or refused something there, and
//!            marpa.grammar:81  block anywhere -> …     the other did not
//! ```
//!
//! A *line* is a statement, wherever it is written: `marpa.grammar:81` of the one grammar is that of the other, and that of a
//! copy of it with another name ([`Line`]). It has *changed* if one of the grammars does not have it. A line that is cited was
//! there when something happened; whether it is the cause is another question, and [`Variants::decisive`] answers it: it takes
//! the line out of the grammar and reads the text again.
//!
//! To know no more than whether a page changes, and where first, [`Variants::change`] compares two
//! documents in one pass over their tables: `workbench::changes` counts pages with it.
//!
//! [`Summary`] adds differences up, by line, by kind of repair and by path of elements; [`report`] makes a page of
//! them.
//!
//! # Cost
//!
//! Linear in the text and the trees, but for the alignment of two trees that differ, which is the search of `tree::lines`: nodes times
//! differences, given up for a coarser answer after five seconds. A text of which all grammars make the same is parsed
//! once by each; one that differs twice, the second time with the looks of the slippers.

mod alignment;
mod change;
mod difference;
mod lines;
mod reading;

pub mod report;
mod summary;
mod variants;
mod without;

pub use alignment::Pair;
pub use change::{Change, ChangeKind, Divergence};
pub use difference::{Difference, Involved, NodeChange, NodeFate, RepairChange, Side};
pub use lines::{Line, LineId, Lines};
pub use reading::Role;
pub use summary::{Fates, LineCount, Summary};
pub use variants::{Compared, Variants};
