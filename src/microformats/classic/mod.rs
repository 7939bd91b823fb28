//! The classic algorithm: compound microformats as the "Parsing Algorithm (Brainstorming)" of 2008 reads them.
//!
//! That text (here: the seed) works on a copy of the tree and changes it: it replaces includes, takes classes away, and
//! empties the innards of nested items, so that what was read once is not read again. Here the document stays as it is, and
//! so there is nothing to copy for each root either:
//!
//! | the seed | here |
//! | --- | --- |
//! | 1. make a copy of the DOM tree | a [`View`](view::View): what is in roots as one flat list of [entries](view::Entry), elements with names that the vocabulary knows |
//! | 2. replace includes | the view has the target's entries and text where the include stood |
//! | 3. nested properties: OUTER, INNER, DESTROY_ELEMENT | [`nested`]: ranges that are swept, pairs of entry and class that are removed |
//! | 4. DESTROYER | [`destroyer`]: which entries a root still sees: those of no root in it but the saved ones |
//! | 5. all properties | [`properties`]; how values are found is in [`values`], [`stringify`], [`datetime`] |
//!
//! **An item is a function of its root element and its format.** Step 1 gives every root a copy of its own, and step 3 says
//! "parse e2 as an embedded microformat", which begins with step 1 again: so what an outer item has destroyed before is not
//! destroyed for an inner one. (The seed's author remembers items by element, which comes to the same.) Hence items are read from
//! the last root to the first, each once, the inner ones before the outer ones, and nothing recurses.
//!
//! **Texts are stretches of one buffer.** The text of every entry lies in the stream that [`text`] writes while the view is made;
//! the texts of the `value` elements that an item sees lie one behind the other, so that an excerpt of them is a stretch, too. So
//! texts within texts, and a thousand properties of one element, cost nothing twice.
//!
//! What is done is counted ([`Work`](work::Work)) and linear in the document and what comes out, but for what the seed itself makes more of:
//! includes of includes, and parts in parts. Those are bounded by [`ClassicOptions`], and who meets a bound is told.
//!
//! Items that are no value of a property are roots of the result, wherever they stand: the seed's "combination example" has two
//! cards, one inside the other.

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
