//! The WebAssembly module of the playground: it takes requests in JSON and returns answers in JSON.
//!
//! ```text
//! page ── worker ── loader.js ───►  request(bytes)   the worker writes the request there
//!                                   answer()         Playground::answer: selects the operation
//!                   loader.js  ◄──  answer_length()  the worker reads as many bytes from there
//! ```
//!
//! `../../protocol.md` is the contract. The interface is five functions over pointers and lengths,
//! for which forty lines of JavaScript suffice. The module imports nothing, so it has no clock, no
//! randomness and no network. It never dereferences an address that JavaScript passes in: the page
//! writes into a vector that this module allocated with the requested length.
//!
//! A [`Playground`] caches compiled grammars by their texts, and the last documents by number
//! ([`shelf`]). So a request about a position needs no parse. Apart from the cache, an answer
//! depends on the request alone.
//!
//! | file | operations |
//! | --- | --- |
//! | `catalogue` | `catalogue` |
//! | `language` | `check`, `complete`, `hover`, `definitions`, `references` |
//! | `language` | `highlights`, `format` |
//! | `page` | `parse`, `nodes`, `repairs`, `at` |
//! | `why` | `explain`, `why_not`, `could` |
//! | `compare` | `compare` |
//! | `ask`, `microformats`, `parselet` | `query`, `microformats`, `parselet` |
//! | `distinguish`, `make` | `distinguish`; `generate`, `lex` |
//! | `conformance`, `intent` | `conformance`; `intent` |
//! | `edit` | `edit`, `fix` |
//! | `package` | `load`, `free`, `source`, `table`, `select`, `markup` |
//! | `extract` | `text`, `tables`, `xml`, `matches`, `closest`, `link` |
//! | `data` | `data` |
//!
//! `ask`, `microformats` and `parselet` are the feature `queries`, and with `data` the feature
//! `formats`. With `distinguish` and `make` they are the feature `tools`. The other rows above are
//! the features `check` and `package`. The language service, `compare`, `why_not` and
//! `could` are the feature `page`, which all modules but that of the package have. The crate is
//! built as four modules. The page first loads the one with `page` alone. It fetches another one
//! when an operation of its features is first requested. The npm package has the module with the
//! feature `package`.
//!
//! **A panic** ends the module: the instance traps, and the loader creates another. [`abi`] keeps
//! the panic's message for it. Running out of memory traps as well; [`page::PageLimits`] keep texts
//! of realistic size from reaching that.

pub mod abi;
mod answer;
#[cfg(feature = "queries")]
mod ask;
mod catalogue;
mod choice;
#[cfg(feature = "page")]
mod compare;
#[cfg(feature = "check")]
mod conformance;
#[cfg(feature = "formats")]
mod data;
#[cfg(feature = "tools")]
mod distinguish;
#[cfg(feature = "check")]
mod edit;
#[cfg(feature = "package")]
mod extract;
mod findings;
#[cfg(feature = "check")]
mod intent;
#[cfg_attr(not(feature = "page"), allow(dead_code))]
mod language;
#[cfg(feature = "tools")]
mod make;
#[cfg(feature = "queries")]
mod microformats;
#[cfg(feature = "package")]
mod package;
mod page;
#[cfg(feature = "queries")]
mod parselet;
mod rows;
mod shelf;
#[cfg_attr(not(feature = "page"), allow(dead_code))]
mod why;

pub use answer::Playground;
