//! Content lines, parsed by another implementation, and their expected form.

use std::collections::BTreeMap;

use ical_vcard::Parser;

/// A parsed property: name, parameters, and the value as it is written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Read {
    pub(crate) name: String,
    pub(crate) parameters: BTreeMap<String, Vec<String>>,
    pub(crate) value: String,
}

/// Parses the properties of a text with the crate `ical_vcard`.
pub(crate) fn read(text: &str) -> Vec<Read> {
    let lines =
        Parser::new(text.as_bytes()).map(|line| line.unwrap_or_else(|it| panic!("{it}\n{text}")));
    let read = lines.map(|line| {
        let parameters = line.params().iter().map(|parameter| {
            let values = parameter.values().iter().map(|value| value.as_str().to_owned());
            (parameter.name().to_owned(), values.collect())
        });
        let parameters = parameters.collect();
        Read { name: line.name().to_owned(), parameters, value: line.value().to_owned() }
    });
    read.collect()
}

/// Removes the escapes of a text.
pub(crate) fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => plain
                .extend(letters.next().map(|it| if matches!(it, 'n' | 'N') { '\n' } else { it })),
            _ => plain.push(letter),
        }
    }
    plain
}

/// Splits a value at separators that are not escaped.
pub(crate) fn split(text: &str, separator: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let part = parts.last_mut().unwrap();
        match letter {
            '\\' => {
                part.push(letter);
                part.extend(letters.next());
            }
            _ if letter == separator => parts.push(String::new()),
            _ => part.push(letter),
        }
    }
    parts
}

/// Applies the only changes that a format may make to a text: it unifies line breaks and removes
/// control characters.
pub(crate) fn kept(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|&it| it == '\n' || it == '\t' || !it.is_control()).collect()
}

/// Checks that no line is longer than 75 bytes, that each ends as the formats demand, and that
/// folds are between characters.
pub(crate) fn assert_folded(text: &str) {
    for line in text.split_terminator("\r\n") {
        assert!(line.len() <= 75, "{line}");
        assert!(!line.contains(['\r', '\n']), "{line:?}");
    }
    assert!(text.is_empty() || text.ends_with("\r\n"));
}
