//! A generator of attributes in start tags.

use std::collections::HashSet;

use super::declarations::{Default, Element, GeneratedAttribute, Values as Declared};
use super::entities::Kind;
use super::instance::Writer;

/// The attribute values that a document has used.
#[derive(Default)]
pub(crate) struct Values {
    ids: usize,
    /// The `#CURRENT` attributes that have a value, by element and name.
    given: HashSet<(&'static str, String)>,
}

impl Writer<'_> {
    /// Generates the attributes of a start tag. Also returns whether one of them is a content
    /// reference.
    pub(super) fn attributes(&mut self, element: &Element) -> (String, bool) {
        let (mut text, mut refers) = (String::new(), false);
        for attribute in &element.attributes {
            let is_due = match attribute.default {
                Default::Required => true,
                Default::Current => {
                    self.values.given.insert((element.name, attribute.name.clone()))
                }
                _ => false,
            };
            if is_due || self.chance(3) {
                refers |= attribute.default == Default::ContentReference;
                text += self.pick(&[" ", " ", "\n", " \t"]);
                text += &self.specification(attribute);
            }
        }
        (text, refers)
    }

    fn specification(&mut self, attribute: &GeneratedAttribute) -> String {
        let value = match (&attribute.values, attribute.default) {
            (_, Default::Fixed) => attribute.fixed(),
            (Declared::Words(words), _) => {
                let word = words[self.random.usize(0..words.len())].clone();
                if self.chance(3) {
                    return word;
                }
                word
            }
            (Declared::Kind("CDATA"), _) => self.literal(),
            (Declared::Kind("ID"), _) => {
                self.values.ids += 1;
                format!("i{}", self.values.ids)
            }
            (Declared::Kind("NUMBER"), _) => "42".to_owned(),
            (Declared::Kind("NAME"), _) => self.pick(&["x", "Ab.c-d", "&#65;b"]).to_owned(),
            (Declared::Kind("NAMES"), _) => self.pick(&["x y", " x\n Y  z ", "x"]).to_owned(),
            (Declared::Kind(_), _) => self.pick(&["1a -b", "x", "3\t4"]).to_owned(),
        };
        let equals = self.pick(&["=", "=", " = "]);
        let is_token = !value.is_empty()
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
        let quote = if value.contains('"') { "'" } else { self.pick(&["'", "\""]) };
        if is_token && self.chance(2) {
            format!("{}{equals}{value}", attribute.name)
        } else {
            format!("{}{equals}{quote}{value}{quote}", attribute.name)
        }
    }

    /// Generates the text of a literal without apostrophes.
    fn literal(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.random.usize(0..5) {
            let named = self.of.entities.iter().filter(|entity| entity.kind != Kind::Instruction);
            let references: Vec<String> =
                named.map(|entity| format!("&{};", entity.name)).collect();
            if !references.is_empty() && self.chance(4) {
                text += &references[self.random.usize(0..references.len())];
            } else {
                text += self.pick(&[
                    "one",
                    " ",
                    "\n",
                    "\t",
                    "&#65;",
                    "&#66\n",
                    "&#67;",
                    " & ",
                    "<a>",
                    "]]>",
                    "&#13;",
                    "&#10;",
                    "&#RE;",
                    "&#TAB;",
                    "&#38;",
                    "\"",
                    "/",
                    "&#9;",
                    "&#32;",
                    "&#RS;",
                    "&#SPACE\n",
                ]);
            }
        }
        text
    }
}
