//! The mistakes of an author in broken HTML, and the least repair of the source.
//!
//! A parser notices a mistake late: a `<div>` that is not closed, at the end of the page; a lost
//! quote, at the next quote. This crate finds what the author did, where: it looks for the cheapest
//! repair of the *source* after which the page has no such mistake. It is not the repair of
//! browsers, which is that of the tree ([`wishful::tree`]).
//!
//! ```text
//! Document ──► lexical   quotes, tags, comments, raw text that are not closed   ─┐
//!    ▲          (again after each repair)                                        │
//!    └──────────────────────────────────────────────────────────────────────────┤
//!              balance   tags to insert, remove, rename, swap: a beam search     ├──► Diagnosis
//!              places    where they were meant, by lines and content             │
//!              findings  the page without these mistakes is parsed and checked  ─┘
//! ```
//!
//! The mistakes of the repaired page are mistakes of the original one, too. What only the original
//! page has is a consequence of a mistake, and no finding of its own: a page with one lost quote
//! has one finding.
//!
//! ```
//! use wishful_check::Checker;
//! use wishful::{Grammar, ParseOptions, Parser};
//! use wishful_diagnosis::{Diagnoser, MistakeKind};
//!
//! let checker = Checker::new(Grammar::load("conforming")?)?;
//! let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg")?).unwrap(), checker);
//! let page = "<ul>\n  <li><a href=x>One\n  <li><a href=y>Two</a>\n</ul>\n";
//! let options = ParseOptions::default();
//! let document = diagnoser.parser().parse(page, &options).unwrap();
//! let diagnosis = diagnoser.diagnose(&document, &options);
//! assert_eq!(diagnosis.mistakes[0].kind, MistakeKind::UnclosedElement);
//! assert_eq!(diagnosis.text, page.replace("One", "One</a>"));
//! # Ok::<(), wishful::diagnostics::Report>(())
//! ```
//!
//! **Bound.** The time is linear in the page for a fixed number of mistakes: each round of
//! `lexical` is a parse, at most `ROUNDS` of them, and `balance` visits a bounded number of
//! states for each tag. Where the cheapest repair is dearer than `MOST`, or the repaired page has
//! more problems than the page, the repair of the standard stands: the diagnosis has no mistakes.

mod balance;
mod consequences;
mod costs;
mod diagnoser;
mod facts;
mod findings;
mod habits;
mod lexical;
mod mistake;
mod page;
mod pieces;
mod places;
mod scan;

pub use diagnoser::{Diagnoser, Diagnosis};
pub use mistake::{Mistake, MistakeKind, SourceEdit};

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct DiagnosisReadme;
