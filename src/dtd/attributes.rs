//! Attribute list declarations (ISO 8879, 11.3).
//!
//! `<!ATTLIST ul type (disc|square) #IMPLIED  compact (compact) #IMPLIED>`. Of two definitions of one attribute the first
//! counts, as in Annex K; HTML's own DTDs say nothing twice.

use super::entities::closed;
use super::model::{Attribute, Default, Values};
use super::reader::Reader;
use super::scan::{Read, Token, is_name};
use crate::grammar::ast::{At, Place};

/// What attributes may be, other than one of a list.
const KINDS: [&str; 14] = [
    "cdata", "entity", "entities", "id", "idref", "idrefs", "name", "names", "nmtoken", "nmtokens",
    "number", "numbers", "nutoken", "nutokens",
];

impl Reader<'_> {
    /// `<!ATTLIST name …>`, from behind its keyword to before its `>`.
    pub(super) fn attributes(&mut self, floor: usize, place: Place) -> Read<At<Token>> {
        let token = self.token(floor)?;
        let names = match &token.value {
            // Attributes of notations say nothing about elements.
            Token::Reserved(word) if word == "notation" => return self.rest(floor),
            Token::Word(name) => vec![name.to_lowercase()],
            Token::Sign('(') => self.name_group(floor)?,
            _ => return Err(Box::new(self.expected("an element, or a group of elements", &token))),
        };
        let mut attributes: Vec<Attribute> = Vec::new();
        let end = loop {
            let token = self.token(floor)?;
            let Token::Word(name) = &token.value else { break token };
            let values = self.values(floor)?;
            let default = self.default(floor)?;
            attributes.push(Attribute { name: name.to_lowercase(), values, default, place });
        };
        for name in names {
            for attribute in &attributes {
                self.count(end.place)?;
                let of = self.dtd.attributes.entry(name.clone()).or_default();
                if of.iter().all(|other| other.name != attribute.name) {
                    of.push(attribute.clone());
                }
            }
        }
        Ok(end)
    }

    fn values(&mut self, floor: usize) -> Read<Values> {
        let token = self.token(floor)?;
        match &token.value {
            Token::Sign('(') => Ok(Values::Tokens(self.name_group(floor)?)),
            token if token.is("NOTATION") => {
                let open = self.token(floor)?;
                match open.value {
                    Token::Sign('(') => Ok(Values::Notations(self.name_group(floor)?)),
                    _ => Err(Box::new(self.expected("`(` with the names of notations", &open))),
                }
            }
            Token::Word(word) if KINDS.contains(&word.to_lowercase().as_str()) => {
                Ok(Values::Kind(word.to_lowercase()))
            }
            _ => {
                let mistake = self.expected("what the attribute may be", &token);
                Err(Box::new(
                    mistake.help("that is `CDATA`, `ID`, `NMTOKEN` …, or a list in parentheses"),
                ))
            }
        }
    }

    fn default(&mut self, floor: usize) -> Read<Default> {
        let token = self.token(floor)?;
        match &token.value {
            Token::Word(value) => Ok(Default::Value(value.clone())),
            Token::Literal(value) => Ok(Default::Value(interpreted(value))),
            Token::Reserved(word) => match word.as_str() {
                "required" => Ok(Default::Required),
                "implied" => Ok(Default::Implied),
                "current" => Ok(Default::Current),
                "conref" => Ok(Default::Conref),
                "fixed" => {
                    let value = self.token(floor)?;
                    match value.value {
                        Token::Word(value) => Ok(Default::Fixed(value)),
                        Token::Literal(value) => Ok(Default::Fixed(interpreted(&value))),
                        _ => Err(Box::new(self.expected("the fixed value", &value))),
                    }
                }
                _ => Err(Box::new(self.expected(
                    "`#REQUIRED`, `#IMPLIED`, `#FIXED`, `#CURRENT` or `#CONREF`",
                    &token,
                ))),
            },
            _ => {
                let mistake = self.expected("a default value", &token);
                Err(Box::new(mistake.help("say `#IMPLIED`, `#REQUIRED` or a value")))
            }
        }
    }
}

/// An attribute value literal (7.9.3): references to functions are replaced, ends of records and tabs are spaces, starts of records
/// nothing. References to entities, and to characters by their number, stay as they are written.
fn interpreted(literal: &str) -> String {
    let mut out = String::new();
    let mut rest = literal;
    while let Some(at) = rest.find(['&', '\r', '\n', '\t']) {
        out.push_str(&rest[..at]);
        let (space, length) = blank(&rest[at..]);
        out.push_str(space);
        rest = &rest[at + length..];
        if space == "&" {
            rest = kept(rest, &mut out);
        }
    }
    out + rest
}

/// Adds the rest of a reference that stays as it is written, if an `&` begins one; gives what is behind it. What closes it is a
/// semicolon then, as a record end would be a space.
fn kept<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let length = rest.find(|letter| !is_name(letter) && letter != '#').unwrap_or(rest.len());
    let (name, behind) = rest.split_at(length);
    out.push_str(name);
    let closing = closed(behind);
    if length > 0 && closing > 0 {
        out.push(';');
    }
    if length > 0 { &behind[closing..] } else { rest }
}

/// What a text begins with that is a blank, or stands for one, and how long it is there; an `&` that is neither is data.
fn blank(text: &str) -> (&'static str, usize) {
    let functions = [("&#RE", " "), ("&#RS", ""), ("&#TAB", " "), ("&#SPACE", " ")];
    let begins = |name: &str| {
        let own = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        own && !text[name.len()..].starts_with(is_name)
    };
    match functions.into_iter().find(|(name, _)| begins(name)) {
        Some((name, space)) => (space, name.len() + closed(&text[name.len()..])),
        None if text.starts_with('&') => ("&", 1),
        None if text.starts_with('\r') => ("", 1),
        None => (" ", 1),
    }
}
