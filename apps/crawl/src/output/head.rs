//! The head of a run: everything that its rows depend on besides the input bytes, and the
//! comparison of two heads.
//!
//! The head is the first line of the manifest. It has checksums of the texts that the run itself
//! has read, wherever their files are. These are a grammar with all that it `use`s, and the shipped
//! vocabularies, which differ between builds. The program's code is represented by its version
//! alone.

use std::collections::BTreeMap;

use flate2::Crc;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The head of a run. Runs with equal heads write equal rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) schema: String,
    pub(crate) version: String,
    /// The options that rows and parts depend on, by name.
    pub(crate) options: BTreeMap<String, Value>,
    /// The checksums of the texts that the options name.
    pub(crate) texts: TextChecksums,
    /// The number of units.
    pub(crate) units: usize,
    /// A checksum of the names of all files in the units.
    pub(crate) inputs: u32,
}

impl Head {
    /// Describes each difference to another head; empty if the heads are equal.
    pub(super) fn changes(&self, now: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.schema != now.schema {
            changes
                .push(format!("its schema is {}, this program's is {}", self.schema, now.schema));
        }
        if self.version != now.version {
            changes.push(format!("version {} of the program started it", self.version));
        }
        for (name, before, after) in between(&self.options, &now.options) {
            let (before, after) = (as_given(before), as_given(after));
            changes.push(format!("`--{name}` was {before}, now it is {after}"));
        }
        for (name, before, after) in between(&self.texts.0, &now.texts.0) {
            changes.push(match (before, after) {
                (None, _) => format!("`{name}` was not used before"),
                (_, None) => format!("`{name}` is no longer used"),
                _ => format!("the text of `{name}` has changed"),
            });
        }
        if self.units != now.units {
            let (before, now) = (self.units, now.units);
            changes.push(format!(
                "there were {before} archives and sets of pages, now there are {now}"
            ));
        } else if self.inputs != now.inputs {
            changes.push("the name of an archive or a page has changed".to_owned());
        }
        changes
    }
}

/// Returns the entries that differ between two maps, by key.
fn between<'t, T: PartialEq>(
    before: &'t BTreeMap<String, T>,
    after: &'t BTreeMap<String, T>,
) -> Vec<(&'t str, Option<&'t T>, Option<&'t T>)> {
    let mut differing = Vec::new();
    for (name, value) in before {
        if after.get(name) != Some(value) {
            differing.push((name.as_str(), Some(value), after.get(name)));
        }
    }
    for (name, value) in after {
        if !before.contains_key(name) {
            differing.push((name.as_str(), None, Some(value)));
        }
    }
    differing
}

/// Formats a value as on a command line.
fn as_given(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "not given".to_owned(),
        Some(Value::String(text)) => format!("`{text}`"),
        Some(Value::Array(list)) => {
            let list: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            format!("`{}`", list.join(","))
        }
        Some(other) => other.to_string(),
    }
}

/// Checksums of texts, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TextChecksums(BTreeMap<String, u32>);

impl TextChecksums {
    /// Adds a text. Two texts of the same name share a checksum over both.
    pub(crate) fn add(&mut self, name: &str, text: &str) {
        let before = self.0.get(name).map_or([0; 4], |sum| sum.to_le_bytes());
        let mut sum = Crc::new();
        sum.update(&before);
        sum.update(text.as_bytes());
        self.0.insert(name.to_owned(), sum.sum());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn head(options: Value, texts: &[(&str, &str)]) -> Head {
        let mut sums = TextChecksums::default();
        for (name, text) in texts {
            sums.add(name, text);
        }
        let options = serde_json::from_value(options).unwrap();
        let (schema, version) = ("s/1".to_owned(), "1".to_owned());
        Head { schema, version, options, texts: sums, units: 1, inputs: 7 }
    }

    #[test]
    fn differences_are_described_by_name() {
        let before = head(
            json!({"grammar": "a", "columns": ["url"], "max-bytes": 9, "query": null}),
            &[("a", "1"), ("b", "2"), ("c", "3")],
        );
        assert_eq!(before.changes(&before.clone()), [""; 0]);
        let after = head(
            json!({"grammar": "a", "columns": ["url", "title"], "max-bytes": 8, "query": "h1"}),
            &[("a", "1"), ("c", "4"), ("d", "5")],
        );
        assert_eq!(
            before.changes(&after),
            [
                "`--columns` was `url`, now it is `url,title`",
                "`--max-bytes` was 9, now it is 8",
                "`--query` was not given, now it is `h1`",
                "`b` is no longer used",
                "the text of `c` has changed",
                "`d` was not used before",
            ]
        );
        let other = Head { schema: "s/2".into(), version: "2".into(), inputs: 8, ..before.clone() };
        assert_eq!(
            before.changes(&other),
            [
                "its schema is s/1, this program's is s/2",
                "version 1 of the program started it",
                "the name of an archive or a page has changed",
            ]
        );
        let more = Head { units: 2, inputs: 8, ..before.clone() };
        assert_eq!(
            before.changes(&more),
            ["there were 1 archives and sets of pages, now there are 2"]
        );
    }

    #[test]
    fn both_texts_of_one_name_are_compared() {
        let sums = head(json!({}), &[("a", "1"), ("a", "2")]).texts;
        assert_ne!(sums, head(json!({}), &[("a", "1"), ("a", "3")]).texts);
        assert_ne!(sums, head(json!({}), &[("a", "3"), ("a", "2")]).texts);
    }
}
