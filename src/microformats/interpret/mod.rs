//! What the items of a page mean: who writes, what sort of post an entry is, when and where something is.
//!
//! Parsing says what is marked up; every reader of microformats2 then asks the same questions, and communities have
//! written down how they are answered:
//!
//! | question | answered by | as in |
//! | --- | --- | --- |
//! | whom is the page about? | [`Page::representative_card`] | <https://microformats.org/wiki/representative-h-card-parsing> |
//! | who wrote this? | [`Page::author`] | <https://indieweb.org/authorship-spec> |
//! | what sort of post is it? | [`Kind::of`] | <https://www.w3.org/TR/post-type-discovery/> |
//! | when was that? | [`When`] | RFC 3339 |
//! | all together | [`Page::interpretation`] | Python's `mf2util` |
//!
//! Nothing is fetched: where an algorithm says so, the answer names the page that would be ([`Author::Page`]).
//! What comes out is plain data that `serde` writes: an [`Interpretation`] is what the command's `--interpret` prints. It is as
//! deep as its types are, whatever the page nests: what responds to an entry, or is responded to, is a [`Citation`], which has
//! no responses of its own. So each item is read as often as that, and the work is linear in the page.

mod authorship;
mod card;
mod entry;
mod event;
mod interpretation;
mod kind;
mod page;
mod read;
mod representative;

pub use super::moments::Moment;
pub use authorship::Author;
pub use card::{Card, CardKind, Image, Place};
pub use entry::{Citation, Content, Entry};
pub use event::Event;
pub use interpretation::{Feed, Interpretation, Thing};
pub use kind::Kind;
pub use page::Page;
pub use read::When;
