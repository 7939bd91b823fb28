//! Comparisons of documents and of texts.
//!
//! In come two documents, or two texts. Out comes whether they are equal, where they differ, or a
//! patch. Each question has its own file:
//!
//! | file | question | user |
//! | --- | --- | --- |
//! | `alike` | at which nodes do two trees of different texts differ? | `fix`, `edit` |
//! | `same` | are two documents of one text equal, with notes and repairs? | `wishful diff` |
//! | `diff` | which lines of two outlines differ? | `wishful diff` |
//! | `lines` | which lines of two texts differ? | `diff`, `file_patch`, commands |
//! | `file_patch` | which patch makes the new bytes of a file? | `patch`, `git apply` |
//! | `owner_changes` | which controls change their form owner? | `alike`, `fix` |
//!
//! **Invariants.** A comparison changes neither document and runs no parse. Names are compared as
//! strings, because documents of different grammars number them differently. The module imports the
//! tree and its outputs, and no other module of `tree` imports it.
//!
//! Read next: `alike` for the lockstep walk through two trees.

pub mod alike;
mod diff;
mod file_patch;
mod lines;
mod owner_changes;
mod same;

pub use alike::{TreeDifference, first_parting};
pub use diff::{Comparison, Summary};
pub use file_patch::{file_name, file_patch};
pub use lines::{LineDiff, aligned};
#[doc(hidden)]
pub use owner_changes::{OwnerChange, changes_of_owners};
pub use same::{is_same, one_sided_repairs};
