//! Attribute definition list declarations (ISO 8879, 11.3).
//!
//! Example: `<!ATTLIST ul type (disc|square) #IMPLIED  compact (compact) #IMPLIED>`.
//!
//! If an attribute is defined twice, the first definition counts, as in Annex K. The DTDs of HTML
//! define nothing twice.

use super::entities::closed;
use super::input::split;
use super::model::{Attribute, Default, Values};
use super::reader::Reader;
use super::scan::{Read, Token, is_name};
use crate::grammar::ast::{At, Place};

/// The keywords for the declared value of an attribute, apart from a list of name tokens.
const KINDS: [&str; 14] = [
    "cdata", "entity", "entities", "id", "idref", "idrefs", "name", "names", "nmtoken", "nmtokens",
    "number", "numbers", "nutoken", "nutokens",
];

impl Reader<'_> {
    /// Parses `<!ATTLIST name …>`, from after its keyword to before its `>`.
    pub(super) fn attributes(&mut self, floor: usize, place: Place) -> Read<At<Token>> {
        let token = self.token(floor)?;
        let names = match &token.value {
            // Attributes of notations say nothing about elements.
            Token::Reserved(word) if word == "notation" => return self.rest(floor),
            Token::Word(name) => vec![name.to_lowercase()],
            Token::Sign('(') => self.name_group(floor)?,
            _ => return Err(Box::new(self.expected("an element, or a group of elements", &token))),
        };
        let (attributes, end) = self.definitions(floor, place)?;
        for name in names {
            self.define(name, &attributes, end.place)?;
        }
        Ok(end)
    }

    /// Parses the attribute definitions of the declaration at `place`. Also returns the token after
    /// them.
    fn definitions(&mut self, floor: usize, place: Place) -> Read<(Vec<Attribute>, At<Token>)> {
        let mut attributes = Vec::new();
        loop {
            let token = self.token(floor)?;
            let Token::Word(name) = &token.value else { return Ok((attributes, token)) };
            let (values, default) = (self.values(floor)?, self.default(floor)?);
            attributes.push(Attribute { name: name.to_lowercase(), values, default, place });
        }
    }

    /// Adds attributes to an element. Attributes that the element already has, by name, are
    /// skipped.
    fn define(&mut self, element: String, attributes: &[Attribute], end: Place) -> Read<()> {
        for attribute in attributes {
            self.count(end)?;
            let of = self.dtd.attributes.entry(element.clone()).or_default();
            if of.iter().all(|other| other.name != attribute.name) {
                of.push(attribute.clone());
            }
        }
        Ok(())
    }

    /// Parses the declared value of an attribute.
    fn values(&mut self, floor: usize) -> Read<Values> {
        let token = self.token(floor)?;
        if token.value == Token::Sign('(') {
            return self.name_group(floor).map(Values::Tokens);
        }
        if token.value.is("NOTATION") {
            let names = self.opened_group("`(` with the names of notations", floor);
            return names.map(Values::Notations);
        }
        token.value.one_of(&KINDS).map(Values::Kind).ok_or_else(|| {
            let mistake = self.expected("what the attribute may be", &token);
            Box::new(mistake.help("that is `CDATA`, `ID`, `NMTOKEN` …, or a list in parentheses"))
        })
    }

    /// Parses the default value of an attribute.
    fn default(&mut self, floor: usize) -> Read<Default> {
        let token = self.token(floor)?;
        let Token::Reserved(word) = &token.value else {
            return value(&token.value).map(Default::Value).ok_or_else(|| {
                let mistake = self.expected("a default value", &token);
                Box::new(mistake.help("say `#IMPLIED`, `#REQUIRED` or a value"))
            });
        };
        match word.as_str() {
            "required" => Ok(Default::Required),
            "implied" => Ok(Default::Implied),
            "current" => Ok(Default::Current),
            "conref" => Ok(Default::Conref),
            "fixed" => self.fixed(floor),
            _ => {
                let what = "`#REQUIRED`, `#IMPLIED`, `#FIXED`, `#CURRENT` or `#CONREF`";
                Err(Box::new(self.expected(what, &token)))
            }
        }
    }

    /// Parses the value after `#FIXED`.
    fn fixed(&mut self, floor: usize) -> Read<Default> {
        let token = self.token(floor)?;
        let fixed = value(&token.value).map(Default::Fixed);
        fixed.ok_or_else(|| Box::new(self.expected("the fixed value", &token)))
    }
}

/// Returns the attribute value that a token denotes, if the token can be one.
fn value(token: &Token) -> Option<String> {
    match token {
        Token::Word(value) => Some(value.clone()),
        Token::Literal(value) => Some(interpreted(value)),
        _ => None,
    }
}

/// Interprets an attribute value literal (7.9.3). References to functions are replaced, record ends
/// and tabs become spaces, and record starts are dropped. References to entities, and numeric
/// character references, stay as they are written.
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

/// Appends the rest of a reference that stays as it is written, if the preceding `&` begins one.
/// Returns the text after the reference. A record end that closes the reference is written as a
/// semicolon, since it would become a space otherwise.
fn kept<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let (name, behind) = split(rest, |letter| is_name(letter) || letter == '#');
    if name.is_empty() {
        return rest;
    }
    let closing = closed(behind);
    out.push_str(name);
    out.push_str(if closing > 0 { ";" } else { "" });
    &behind[closing..]
}

/// Interprets the blank, or the reference to a blank, at the start of a text. Returns its
/// replacement and its length in bytes. An `&` that begins no reference to a function is returned
/// as data.
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
