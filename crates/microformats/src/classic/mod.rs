//! The classic algorithm: compound microformats, as in the "Parsing Algorithm (Brainstorming)" of
//! 2008.
//!
//! That essay, called the seed here, edits a copy of the tree. It replaces includes, removes
//! classes, and empties nested items, so that nothing is read twice. This module leaves the
//! document unchanged, and so needs no copy for each root:
//!
//! | the seed | this module |
//! | --- | --- |
//! | 1. make a copy of the DOM tree | a [`View`](view::View), a list of [entries](view::Entry) |
//! | 2. replace includes | the view has the target's entries and text at the include |
//! | 3. nested properties: OUTER, INNER, DESTROY_ELEMENT | [`nested`]: swept ranges |
//! | 4. DESTROYER | [`destroyer`]: the entries that a root still sees |
//! | 5. all properties | [`properties`]; values by [`values`], [`stringify`], [`datetime`] |
//!
//! An entry is an element inside of a root with a name that the vocabulary knows. A root sees the
//! entries that are not inside another root, unless that root is saved.
//!
//! **Lemma: an item is a function of its root element and its format.** Step 1 gives every root its
//! own copy. Step 3 says "parse e2 as an embedded microformat", which begins with step 1 again. So
//! what an outer item has destroyed is intact for an inner one. The implementation by the seed's
//! author caches items by element, which has the same effect. Hence items are read from the last
//! root to the first, each once. Inner ones come before outer ones, and nothing recurses.
//!
//! **Texts are slices of one buffer.** The text of every entry is in the stream that [`text`]
//! writes during the construction of the view. The texts of the `value` elements that an item sees
//! are contiguous, so an excerpt is a slice, too. So nested texts, and a thousand properties of one
//! element, are stored once.
//!
//! The work is counted ([`ReaderWork`](work::ReaderWork)). It is linear in the document and the
//! output, except for nested includes and nested parts, which the seed itself multiplies. These
//! have limits in [`ClassicOptions`], and the result reports a limit that was reached.
//!
//! Items that are not values of properties are roots of the result, even inside other items. The
//! "combination example" of the seed has two cards, one inside the other.

mod attributes;
mod datetime;
mod destroyer;
mod draft;
mod elemental;
mod implied;
mod include;
mod iso;
mod items;
mod lexicon;
mod nested;
mod outline;
mod person;
mod properties;
mod quantity;
mod reader;
mod run;
mod stringify;
#[cfg(test)]
mod tests;
mod text;
mod values;
mod view;
mod work;
mod writer;

pub(crate) use reader::read;
pub use work::ClassicOptions;
