//! Attribute definition list declarations (ISO 8879, 11.3).
//!
//! Example: `<!ATTLIST ul type (disc|square) #IMPLIED  compact (compact) #IMPLIED>`.
//!
//! If an attribute is defined twice, the first definition counts, as in Annex K. The DTDs of HTML
//! define nothing twice.

use super::entities::closed;
use super::input::split;
use super::model::{DeclaredValue, Default, DtdAttribute};
use super::reader::DtdReader;
use super::scan::{DtdToken, ScanResult, is_name};
use crate::grammar::ast::{At, FileSpan};

/// The keywords for the declared value of an attribute, apart from a list of name tokens.
const KINDS: [&str; 14] = [
    "cdata", "entity", "entities", "id", "idref", "idrefs", "name", "names", "nmtoken", "nmtokens",
    "number", "numbers", "nutoken", "nutokens",
];

impl DtdReader<'_> {
    /// Parses `<!ATTLIST name …>`, from after its keyword to before its `>`.
    pub(super) fn attributes(&mut self, floor: usize, place: FileSpan) -> ScanResult<At<DtdToken>> {
        let token = self.token(floor)?;
        let names = match &token.value {
            // Attributes of notations say nothing about elements.
            DtdToken::Reserved(word) if word == "notation" => return self.rest(floor),
            DtdToken::Word(name) => vec![name.to_lowercase()],
            DtdToken::Sign('(') => self.name_group(floor)?,
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
    fn definitions(
        &mut self,
        floor: usize,
        place: FileSpan,
    ) -> ScanResult<(Vec<DtdAttribute>, At<DtdToken>)> {
        let mut attributes = Vec::new();
        loop {
            let token = self.token(floor)?;
            let DtdToken::Word(name) = &token.value else { return Ok((attributes, token)) };
            let (values, default) = (self.values(floor)?, self.default(floor)?);
            attributes.push(DtdAttribute { name: name.to_lowercase(), values, default, place });
        }
    }

    /// Adds attributes to an element. Attributes that the element already has, by name, are
    /// skipped.
    fn define(
        &mut self,
        element: String,
        attributes: &[DtdAttribute],
        end: FileSpan,
    ) -> ScanResult<()> {
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
    fn values(&mut self, floor: usize) -> ScanResult<DeclaredValue> {
        let token = self.token(floor)?;
        if token.value == DtdToken::Sign('(') {
            return Ok(DeclaredValue::Tokens(self.name_group(floor)?));
        }
        if token.value.is("NOTATION") {
            let names = self.opened_group("`(` with the names of notations", floor)?;
            return Ok(DeclaredValue::Notations(names));
        }
        match token.value.one_of(&KINDS) {
            Some(kind) => Ok(DeclaredValue::Kind(kind)),
            None => {
                let mistake = self.expected("the declared value of the attribute", &token);
                let help = "write `CDATA`, `ID`, `NMTOKEN` …, or a list in parentheses";
                Err(Box::new(mistake.help(help)))
            }
        }
    }

    /// Parses the default value of an attribute.
    fn default(&mut self, floor: usize) -> ScanResult<Default> {
        let token = self.token(floor)?;
        let DtdToken::Reserved(word) = &token.value else {
            let Some(value) = value(&token.value) else {
                let mistake = self.expected("a default value", &token);
                return Err(Box::new(mistake.help("write `#IMPLIED`, `#REQUIRED` or a value")));
            };
            return Ok(Default::Value(value));
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
    fn fixed(&mut self, floor: usize) -> ScanResult<Default> {
        let token = self.token(floor)?;
        match value(&token.value) {
            Some(value) => Ok(Default::Fixed(value)),
            None => Err(Box::new(self.expected("the fixed value", &token))),
        }
    }
}

/// Returns the attribute value that a token denotes, if the token can be one.
fn value(token: &DtdToken) -> Option<String> {
    match token {
        DtdToken::Word(value) => Some(value.clone()),
        DtdToken::Literal(value) => Some(interpreted(value)),
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
            rest = copy_reference(rest, &mut out);
        }
    }
    out + rest
}

/// Appends the rest of a reference that stays as it is written, if the preceding `&` begins one.
/// Returns the text after the reference. A record end that closes the reference is written as a
/// semicolon, since it would become a space otherwise.
fn copy_reference<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let (name, after) = split(rest, |letter| is_name(letter) || letter == '#');
    if name.is_empty() {
        return rest;
    }
    let closing = closed(after);
    out.push_str(name);
    out.push_str(if closing > 0 { ";" } else { "" });
    &after[closing..]
}

/// Interprets the blank, or the reference to a blank, at the start of a text. Returns its
/// replacement and its length in bytes. An `&` that begins no reference to a function is returned
/// as data.
fn blank(text: &str) -> (&'static str, usize) {
    let functions = [("&#RE", " "), ("&#RS", ""), ("&#TAB", " "), ("&#SPACE", " ")];
    for (name, space) in functions {
        if let Some((start, rest)) = text.split_at_checked(name.len())
            && start.eq_ignore_ascii_case(name)
            && !rest.starts_with(is_name)
        {
            return (space, name.len() + closed(rest));
        }
    }
    match text.as_bytes().first() {
        Some(b'&') => ("&", 1),
        Some(b'\r') => ("", 1),
        _ => (" ", 1),
    }
}
