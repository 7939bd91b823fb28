//! The names of the markup that queries treat specially: `grammar/query/html.names`, parsed on
//! first use.

use std::sync::OnceLock;

/// The parsed content of `html.names`.
#[derive(Default, Debug)]
pub struct NameTable {
    namespaces: Vec<Namespace>,
    language: Vec<&'static str>,
    breaks: Vec<&'static str>,
    silent: Vec<&'static str>,
    character_data: Vec<&'static str>,
    addresses: Vec<&'static str>,
}

/// A namespace with a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Namespace {
    pub(crate) prefix: &'static str,
    /// The name of the namespace in the tree; `None` is the markup's own namespace.
    pub(crate) word: Option<&'static str>,
    pub(crate) address: &'static str,
}

const TEXT: &str = wishful::embedded::HTML_NAMES;

/// Returns the parsed content of `grammar/query/html.names`.
pub fn names() -> &'static NameTable {
    static TABLE: OnceLock<NameTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = NameTable::default();
        for line in TEXT.lines() {
            let line = line.split('#').next().unwrap_or_default();
            assert!(table.read(line).is_some(), "html.names: {line}");
        }
        table
    })
}

impl NameTable {
    fn read(&mut self, line: &'static str) -> Option<()> {
        let mut words = line.split_ascii_whitespace();
        let list = match words.next() {
            None => return Some(()),
            Some("namespace") => {
                let [prefix, word, address] = [words.next()?, words.next()?, words.next()?];
                let word = if word == "-" { None } else { Some(word) };
                self.namespaces.push(Namespace { prefix, word, address });
                return Some(());
            }
            Some("language") => &mut self.language,
            Some("breaks") => &mut self.breaks,
            Some("silent") => &mut self.silent,
            Some("character-data") => &mut self.character_data,
            Some("addresses") => &mut self.addresses,
            Some(_) => return None,
        };
        list.extend(words);
        Some(())
    }

    /// Returns the namespace with a prefix.
    pub(crate) fn namespace(&self, prefix: &str) -> Option<Namespace> {
        self.namespaces.iter().find(|known| known.prefix == prefix).copied()
    }

    /// Returns the error message for an unknown prefix.
    pub(crate) fn no_prefix(&self, prefix: &str) -> String {
        let known: Vec<&str> = self.namespaces.iter().map(|known| known.prefix).collect();
        let known = known.join(", ");
        format!("unknown namespace prefix `{prefix}`, expected one of {known}")
    }

    /// Returns the URI of a namespace by its name in the tree; empty if the table does not have it.
    pub(crate) fn address(&self, word: Option<&str>) -> &'static str {
        match self.namespaces.iter().find(|namespace| namespace.word == word) {
            Some(namespace) => namespace.address,
            None => "",
        }
    }

    /// Returns the attributes that hold an element's language, in order of precedence.
    pub(crate) fn language(&self) -> &[&'static str] {
        &self.language
    }

    /// Reports whether `lib:nl` inserts a line break after elements with this name.
    pub(crate) fn breaks(&self, name: &str) -> bool {
        self.breaks.contains(&name)
    }

    /// Reports whether `lib:nl` omits the content of elements with this name.
    pub(crate) fn is_silent(&self, name: &str) -> bool {
        self.silent.contains(&name)
    }

    /// Reports whether attributes of this name hold an address.
    pub fn is_address(&self, name: &str) -> bool {
        self.addresses.contains(&name)
    }

    /// Reports whether the text in elements with this name is serialized as a CDATA section.
    pub(crate) fn is_character_data(&self, name: &str) -> bool {
        self.character_data.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_file_is_read() {
        assert_eq!(names().namespace("html").map(|html| html.word), Some(None));
        assert_eq!(names().address(Some("svg")), "http://www.w3.org/2000/svg");
        assert!(names().breaks("h6") && names().is_silent("style"));
        assert!(names().is_address("href") && !names().is_address("srcset"));
        assert!(names().is_character_data("script") && !names().is_character_data("pre"));
        assert_eq!(names().language(), ["xml:lang", "lang"]);
        assert_eq!(NameTable::default().read("nonsense x"), None);
    }
}
