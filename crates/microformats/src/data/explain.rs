//! The explanation of results: the origin of each triple, in words.
//!
//! ```text
//! 1:1     _:b1 schema:Event, by microdata
//! 1:47      schema:name "Tea": text, by microdata, from 1:64
//! ```
//!
//! A line begins with the line and column of the element that gave the triple. A script is one
//! element.

use std::fmt::Write as _;

use super::linked::start;
use super::views::{Problem, StructuredData, Triple};
use crate::explain::{begin, wording};
use wishful::Allowance;
use wishful::base::{HashMap, counted};

/// The maximum number of characters shown of a value.
const SHOWN: usize = 40;

impl StructuredData<'_> {
    /// Explains each subject and each value: its position, the syntax and step that gave it, and
    /// the input of that step. Problems come at the end.
    ///
    /// ```
    /// use wishful_microformats::data::StructuredData;
    /// use wishful_microformats::data::DataOptions;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p itemscope itemtype=http://schema.org/Event><b itemprop=name>Tea</b>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// assert_eq!(StructuredData::new(&document, &DataOptions::default()).explain(), "\
    /// 1:1     _:b1 schema:Event, by microdata
    /// 1:47      schema:name \"Tea\": text, by microdata, from 1:64
    /// ");
    /// ```
    #[must_use]
    pub fn explain(&self) -> String {
        let most = Allowance::OUTPUT.of(self.document().text().len());
        let prefixes: HashMap<&str, &str> =
            self.prefixes().into_iter().map(|(prefix, address)| (address, prefix)).collect();
        let mut text = String::new();
        for subject in self.subjects() {
            begin(subject.node(), 0, &mut text);
            text.push_str(subject.id());
            for name in subject.types() {
                text.extend([" ", &short(name, &prefixes)]);
            }
            by(subject.syntaxes().collect(), &mut text);
            text.push('\n');
            for triple in subject.triples().filter(|triple| !triple.is_type()) {
                if counted(text.len()) >= most {
                    text.push_str("…\n");
                    return text;
                }
                begin(triple.node(), 1, &mut text);
                text.extend([&short(triple.property(), &prefixes), " "]);
                self.value(triple, &mut text);
                text.push('\n');
            }
        }
        for Problem { position, message, syntax, .. } in self.problems() {
            // OK because writing to a string never fails.
            let _ = writeln!(text, "{position} {syntax}: {message}");
        }
        text
    }

    /// Writes a value, the step and the syntaxes that gave it, and the input of the step.
    fn value(&self, triple: Triple<'_>, text: &mut String) {
        match triple.id() {
            Some(id) => text.push_str(id),
            None => text.push_str(&shown(triple.text().unwrap_or_default())),
        }
        text.extend([": ", triple.step().wording()]);
        by(triple.syntaxes().collect(), text);
        for (role, offset) in triple.begins() {
            let position = self.document().position(offset);
            // OK because writing to a string never fails.
            let _ = write!(text, ", {}{position}", wording(role));
        }
    }
}

/// Abbreviates a name, if its start is that of a prefix.
fn short(name: &str, prefixes: &HashMap<&str, &str>) -> String {
    let start = start(name);
    match prefixes.get(start) {
        Some(prefix) if name.len() > start.len() => format!("{prefix}:{}", &name[start.len()..]),
        _ => name.to_owned(),
    }
}

fn by(syntaxes: Vec<&str>, text: &mut String) {
    if !syntaxes.is_empty() {
        text.extend([", by ", &syntaxes.join(" and ")]);
    }
}

/// Formats the beginning of a text on one line, in quotes.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(4 * SHOWN).collect();
    let words: Vec<&str> = start.split_whitespace().collect();
    let line = words.join(" ");
    let cut = line.char_indices().nth(SHOWN).map_or(line.len(), |(cut, _)| cut);
    let rest = if cut < line.len() || start.len() < text.len() { "…" } else { "" };
    format!("\"{}{rest}\"", &line[..cut])
}
