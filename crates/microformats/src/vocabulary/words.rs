//! The words of vocabulary files with their meanings, for parsing, printing and suggestions.

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

/// Defines an enum of words: each variant with its word. The string after the enum's name is the
/// name of this kind of word, for messages.
macro_rules! words {
    ($(#[$about:meta])* enum $name:ident $sort:literal {
        $($(#[$doc:meta])* $variant:ident $word:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub(crate) enum $name { $($(#[$doc])* $variant,)* }

        impl Word for $name {
            const SORT: &'static str = $sort;
            const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),*];
        }
    };
}
pub(super) use words;
