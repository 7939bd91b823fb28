//! The words that a tag may be read as.
//!
//! A start tag may match several terminals of the grammar: `<input type=hidden>` and `<input>`, or
//! an element and a foreign one of the same name. They are ordered from the most specific to the
//! least, and the first acceptable one is read.

use crate::base::{Names, QuickMap, to_label};
use crate::earley::Word;
use crate::grammar::{AttributeTest, Grammar, TagReadings};
use crate::token::TagRef;
use std::borrow::Cow;

/// The context for classifying tags.
pub(super) struct Classifier<'a, 't> {
    pub grammar: &'a Grammar,
    pub text: &'t str,
    pub names: &'t mut Names,
    pub unknown: &'t mut QuickMap<u32, TagReadings>,
}

impl<'a> Classifier<'a, '_> {
    /// Returns the words that a start tag may be read as.
    pub(super) fn start(&mut self, tag: TagRef<'_>) -> Cow<'a, [Word]> {
        let (name, text) = (tag.name.get(self.text), self.text);
        if let Some(known) = self.grammar.readings().of_name(name) {
            return known.start_if(
                |test| has_attribute(tag, test, text),
                || self.tested_start(tag, name, known.label),
            );
        }
        let unknown = self.unknown(name);
        if unknown.tests.iter().any(|test| has_attribute(tag, test, text)) {
            let label = unknown.label;
            return Cow::Owned(self.tested_start(tag, name, label));
        }
        Cow::Owned(unknown.start.to_vec())
    }

    /// Returns the readings of tags with a name that the grammar does not mention.
    fn unknown(&mut self, name: &str) -> &TagReadings {
        unknown_readings(self.grammar, self.names, self.unknown, name)
    }

    /// Returns the readings of a start tag for which some attribute test holds.
    fn tested_start(&self, tag: TagRef<'_>, name: &str, label: u32) -> Vec<Word> {
        self.grammar.start_readings(name, label, |test| has_attribute(tag, test, self.text))
    }

    /// Returns the words that an end tag may be read as, and whether it clears a latch.
    pub(super) fn end(&mut self, tag: TagRef<'_>) -> (Cow<'a, [Word]>, bool) {
        let name = tag.name.get(self.text);
        match self.grammar.readings().of_name(name) {
            Some(known) => (Cow::Borrowed(&known.end), known.clears),
            None => {
                let unknown = self.unknown(name);
                (Cow::Owned(unknown.end.to_vec()), unknown.clears)
            }
        }
    }
}

/// Returns the readings of tags with a name that the grammar does not mention, and keeps them in
/// `unknown`.
pub(super) fn unknown_readings<'u>(
    grammar: &Grammar,
    names: &mut Names,
    unknown: &'u mut QuickMap<u32, TagReadings>,
    name: &str,
) -> &'u TagReadings {
    let label = to_label(names.intern(name));
    unknown.entry(label).or_insert_with(|| grammar.readings().tags(grammar, name, label))
}

/// Reports whether the tag has the attribute, and its value if the test has one. Of several
/// attributes with one name, the first counts.
pub(crate) fn has_attribute(tag: TagRef<'_>, test: &AttributeTest, text: &str) -> bool {
    for attribute in tag.attributes() {
        if attribute.duplicate || attribute.name.get(text) != test.name {
            continue;
        }
        let Some(expected) = &test.value else { return true };
        let value = attribute.value.map_or("", |value| value.get(text));
        return value.eq_ignore_ascii_case(expected);
    }
    false
}
