//! The meaning of the items on a page: authors, kinds of posts, dates and locations.
//!
//! Parsing finds the markup. Every consumer of microformats2 then asks the same questions, and
//! communities have published algorithms that answer them:
//!
//! | subject | item | algorithm |
//! | --- | --- | --- |
//! | the person of a page | [`Page::representative_card`] | [representative card][card] |
//! | the author of a page | [`Page::author`] | [authorship] |
//! | the kind of a post | [`PostKind::of`] | [post type discovery][kind] |
//! | the date and time of an event | [`WrittenDate`] | RFC 3339 |
//! | all of these together | [`Page::interpretation`] | Python's `mf2util` |
//!
//! [card]: https://microformats.org/wiki/representative-h-card-parsing
//! [authorship]: https://indieweb.org/authorship-spec
//! [kind]: https://www.w3.org/TR/post-type-discovery/
//!
//! Nothing is fetched. Where an algorithm fetches a page, the answer names that page
//! ([`Author::Page`]). The output is plain data for `serde`; the option `--interpret` of the
//! command prints an [`Interpretation`].
//!
//! Invariant: the depth of an interpretation is bounded by its types, not by the page. A response
//! to an entry, or a post that it responds to, is a [`Citation`], which has no responses. So each
//! item is read a bounded number of times, and the work is linear in the page.

mod authorship;
mod card;
mod entry;
mod event;
mod interpretation;
mod kind;
mod page;
mod read;
mod representative;

pub use super::moments::DateTime;
pub use authorship::Author;
pub use card::{Card, CardKind, GeoLocation, Image};
pub use entry::{Citation, Content, Entry};
pub use event::Event;
pub use interpretation::{Feed, Interpretation, InterpretedItem};
pub use kind::PostKind;
pub use page::Page;
pub use read::WrittenDate;
