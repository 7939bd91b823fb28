//! HTML templates: every page that a template may write, and the mistakes in these pages.
//!
//! ```text
//! grammar/templates/jinja.template ──► Dialect
//! template ──► tags ──► program ──► renderings ──► Diagnoser ──► mistakes, with conditions
//!              delimiters  steps    ▲    │
//!                                   └─ union   a page for each way through the parser's states
//! ```
//!
//! A template tag prints what is not known, or decides whether text is written. A *rendering* is
//! the page for one assignment of truth values to the conditions; loops have zero, one or two
//! rounds. What prints is replaced by something that can stand there: a comment in content, a
//! letter in a value, a new name between attributes.
//!
//! A condition is the same wherever its text is, until one of its names is assigned to. What
//! differs from round to round of a loop is another condition in each round.

mod check;
mod dialect;
mod edit;
mod edit_group;
mod expression;
mod inclusion;
mod lexer;
mod pages;
mod program;
mod read_template;
mod rendering;
mod repair;
mod scanner;
mod tags;
mod union;

pub use check::{TemplateCheck, check};
pub use dialect::Dialect;
pub use edit::{TemplateEdit, edit};
pub use lexer::tokens;
pub use pages::{OpenState, TemplatePage, TemplatePages, TemplateStates, pages, states};
#[doc(hidden)]
pub use read_template::random_pages;
pub use repair::{RemainingFinding, TemplateRepair, repair};
#[doc(hidden)]
pub use union::{PageReport, TemplateReports};

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct TemplateReadme;
