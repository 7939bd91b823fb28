//! The words of vocabulary files with their meanings, for parsing, printing and suggestions.

use super::model::{Cardinality, Manner, Mark, Reading, Rule, Shape, Simple};

/// The meaning of a word.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// The name of this kind of word, for messages.
    const SORT: &'static str;
    /// All words, in the order of the documentation.
    const ALL: &'static [(&'static str, Self)];

    /// Returns the meaning of a word.
    fn of(word: &str) -> Option<Self> {
        let &(_, meaning) = Self::ALL.iter().find(|(known, _)| *known == word)?;
        Some(meaning)
    }

    /// Returns all words.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|&(word, _)| word)
    }
}

impl Word for Cardinality {
    const SORT: &'static str = "cardinality";
    const ALL: &'static [(&'static str, Self)] = &[
        ("one", Self::One),
        ("optional", Self::Optional),
        ("many", Self::Many),
        ("some", Self::Some),
        ("joined", Self::Joined),
    ];
}

impl Word for Simple {
    const SORT: &'static str = "kind";
    const ALL: &'static [(&'static str, Self)] = &[
        ("text", Self::Text),
        ("uri", Self::Uri),
        ("uid", Self::Uid),
        ("datetime", Self::Datetime),
        ("duration", Self::Duration),
        ("interval", Self::Interval),
        ("number", Self::Number),
        ("recurrence", Self::Recurrence),
        ("html", Self::Html),
        ("html-text", Self::HtmlText),
        ("tag", Self::Tag),
        ("person", Self::Person),
    ];
}

impl Word for Rule {
    const SORT: &'static str = "rule";
    const ALL: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("nickname", Self::Nickname),
        ("organisation", Self::Organisation),
        ("content", Self::Content),
        ("first-half", Self::FirstHalf),
        ("second-half", Self::SecondHalf),
        ("sort", Self::Sort),
        ("date", Self::Date),
    ];
}

impl Word for Shape {
    const SORT: &'static str = "shape";
    const ALL: &'static [(&'static str, Self)] = &[
        ("rel", Self::Rel),
        ("rev", Self::Rev),
        ("outline", Self::Outline),
        ("profile", Self::Profile),
        ("query", Self::Query),
    ];
}

impl Word for Manner {
    const SORT: &'static str = "manner";
    const ALL: &'static [(&'static str, Self)] = &[
        ("scope", Self::Scope),
        ("subject", Self::Subject),
        ("page", Self::Page),
        ("script", Self::Script),
    ];
}

impl Word for Mark {
    const SORT: &'static str = "mark";
    const ALL: &'static [(&'static str, Self)] = &[
        ("item", Self::Item),
        ("type", Self::Type),
        ("id", Self::Id),
        ("property", Self::Property),
        ("include", Self::Include),
        ("vocabulary", Self::Vocabulary),
        ("prefixes", Self::Prefixes),
        ("language", Self::Language),
        ("datatype", Self::Datatype),
        ("target", Self::Target),
        ("value", Self::Value),
        ("list", Self::List),
        ("group", Self::Group),
    ];
}

impl Word for Reading {
    const SORT: &'static str = "reading";
    const ALL: &'static [(&'static str, Self)] = &[
        ("text", Self::Text),
        ("url", Self::Url),
        ("alternative", Self::Alternative),
        ("url-text", Self::UrlText),
        ("date", Self::Date),
        ("value-text", Self::ValueText),
        ("value-date", Self::ValueDate),
        ("implied-name", Self::ImpliedName),
        ("implied-photo", Self::ImpliedPhoto),
        ("implied-url", Self::ImpliedUrl),
        ("content", Self::Content),
        ("content-of-name", Self::ContentOfName),
        ("plain-content", Self::PlainContent),
        ("link", Self::Link),
        ("stringify", Self::Stringify),
        ("abbreviation", Self::Abbreviation),
        ("relation", Self::Relation),
        ("address", Self::Address),
    ];
}
