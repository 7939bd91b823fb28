//! The module of the playground: a question in JSON comes in, an answer in JSON goes out.
//!
//! ```text
//! page ── worker ── wishful.js ──►  request(bytes) ── the worker writes the question there
//!                                   answer()       ── Playground::answer: the operation by its name, the answer as text
//!                   wishful.js ◄──  answer_length() bytes from there
//! ```
//!
//! `../../protocol.md` is the contract. The boundary is four functions over pointers and lengths, for which forty lines of
//! JavaScript do; the module imports nothing, so it has no clock, no chance and no network. No memory is read here that is not
//! Rust's own: what the page writes to is a vector that this module made as long as it said.
//!
//! A [`Playground`] keeps what is asked for again ([`shelf`]): grammars that were compiled, by their texts, and the last
//! documents, by number. So a question about a place costs no parse. All else is a function of its request: the same question
//! has the same answer.
//!
//! | file | operations |
//! | --- | --- |
//! | `catalogue` | `catalogue` |
//! | `language` | `check`, `complete`, `hover`, `definitions`, `references`, `highlights`, `format` |
//! | `page` | `parse`, `nodes`, `repairs`, `at` |
//! | `why` | `explain`, `why_not`, `could` |
//! | `compare` | `compare` |
//! | `ask`, `microformats`, `parselet` | `query`, `microformats`, `parselet` |
//! | `distinguish`, `make` | `distinguish`; `generate`, `lex` |
//!
//! The last two lines are the feature `tools`. There are two modules: one without it, which the page loads first, and one with all,
//! which the loader fetches when one of these is asked for the first time.
//!
//! **A panic** ends the module: the instance traps, and the loader makes another. [`abi`] keeps the message for it. Memory that
//! runs out traps as well; [`page::Limits`] are there so that no text that a page is likely to hold comes to that.

pub mod abi;
mod answer;
#[cfg(feature = "tools")]
mod ask;
mod catalogue;
mod choice;
mod compare;
#[cfg(feature = "tools")]
mod distinguish;
mod findings;
mod language;
#[cfg(feature = "tools")]
mod make;
#[cfg(feature = "tools")]
mod microformats;
mod page;
#[cfg(feature = "tools")]
mod parselet;
mod rows;
mod shelf;
mod why;

pub use answer::Playground;
