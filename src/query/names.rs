//! What names of the markup mean to queries: `grammar/query/html.names`, read when somebody asks first.

use std::sync::OnceLock;

/// What the file says.
#[derive(Default, Debug)]
pub(crate) struct NameTable {
    namespaces: Vec<Namespace>,
    language: Vec<&'static str>,
    breaks: Vec<&'static str>,
    silent: Vec<&'static str>,
    character_data: Vec<&'static str>,
    addresses: Vec<&'static str>,
}

/// A namespace that has a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Namespace {
    pub(crate) prefix: &'static str,
    /// What the tree calls it; none is the markup's own one.
    pub(crate) word: Option<&'static str>,
    pub(crate) address: &'static str,
}

const TEXT: &str = include_str!("../../grammar/query/html.names");

/// What `grammar/query/html.names` says.
pub(crate) fn names() -> &'static NameTable {
    static TABLE: OnceLock<NameTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = NameTable::default();
        for line in TEXT.lines() {
            let line = line.split('#').next().unwrap_or_default();
            table.read(line).unwrap_or_else(|| panic!("html.names: {line}"));
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
                let word = Some(word).filter(|word| *word != "-");
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

    /// The namespace of a prefix.
    pub(crate) fn namespace(&self, prefix: &str) -> Option<Namespace> {
        self.namespaces.iter().find(|known| known.prefix == prefix).copied()
    }

    /// What is said of a prefix that nobody knows.
    pub(crate) fn no_prefix(&self, prefix: &str) -> String {
        let known: Vec<&str> = self.namespaces.iter().map(|known| known.prefix).collect();
        let known = known.join(", ");
        format!("there is no namespace with the prefix `{prefix}`; there are {known}")
    }

    /// The address of what the tree calls so; of one that the table does not know, nothing.
    pub(crate) fn address(&self, word: Option<&str>) -> &'static str {
        let known = self.namespaces.iter().find(|known| known.word == word);
        known.map_or("", |known| known.address)
    }

    /// The attributes that say the language, the first that is there.
    pub(crate) fn language(&self) -> &[&'static str] {
        &self.language
    }

    /// Whether `lib:nl` breaks the line behind elements of this name.
    pub(crate) fn breaks(&self, name: &str) -> bool {
        self.breaks.contains(&name)
    }

    /// Whether `lib:nl` leaves out what is in elements of this name.
    pub(crate) fn is_silent(&self, name: &str) -> bool {
        self.silent.contains(&name)
    }

    /// Reports whether attributes of this name hold an address.
    pub(crate) fn is_address(&self, name: &str) -> bool {
        self.addresses.contains(&name)
    }

    /// Whether the text in elements of this name is written as a CDATA section.
    pub(crate) fn is_character_data(&self, name: &str) -> bool {
        self.character_data.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_whole() {
        assert_eq!(names().namespace("html").map(|html| html.word), Some(None));
        assert_eq!(names().address(Some("svg")), "http://www.w3.org/2000/svg");
        assert!(names().breaks("h6") && names().is_silent("style"));
        assert!(names().is_address("href") && !names().is_address("srcset"));
        assert!(names().is_character_data("script") && !names().is_character_data("pre"));
        assert_eq!(names().language(), ["xml:lang", "lang"]);
        assert_eq!(NameTable::default().read("nonsense x"), None);
    }
}
