//! The floor below the command, the test runner and the language server: files in, messages out.
//!
//! ```text
//! paths, `-`  ──► inputs, reading ──► bytes          Output ──► stdout, coloured on a terminal
//! -g NAME     ──► grammars ─────────► parser           ▲
//! wishful.toml ─► settings                             │ in the order of the inputs
//!                                     work ──► driver ─┴──► messages on stderr, exit status
//! ```
//!
//! The crate is made for these programs, and follows their needs. So its modules are hidden from
//! the documentation.

#[doc(hidden)]
pub mod arguments;
#[doc(hidden)]
pub mod driver;
#[doc(hidden)]
pub mod explained;
#[doc(hidden)]
pub mod failure;
#[doc(hidden)]
pub mod grammars;
#[doc(hidden)]
pub mod inputs;
#[doc(hidden)]
pub mod nearest;
#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod paint;
#[doc(hidden)]
pub mod progress;
#[doc(hidden)]
pub mod reading;
#[doc(hidden)]
pub mod replacing;
#[doc(hidden)]
pub mod reports;
#[doc(hidden)]
pub mod settings;
#[doc(hidden)]
pub mod stamps;
