//! Groups: names in `( | )`, and content models (ISO 8879, 10.1.3 and 11.2.4).
//!
//! ```text
//! model group = "(", content token, (connector, content token)*, ")", occurrence indicator?
//! content token = "#PCDATA" | element name, occurrence indicator? | model group
//! ```
//!
//! An occurrence indicator follows without a blank: after one, `+` and `-` begin exceptions. Groups
//! nest no deeper than [`Limits::group_depth`](super::Limits), and one group has one kind of
//! connector.

use super::model::{Connector, Occurs, Part, Particle};
use super::reader::Reader;
use super::scan::{Read, Token};
use crate::base::Code;
use crate::grammar::ast::{At, Place};

impl Reader<'_> {
    /// Parses one name or a group of names, in lower case. Also returns the token after it.
    pub(super) fn names(&mut self, floor: usize) -> Read<(Vec<String>, At<Token>)> {
        let token = self.token(floor)?;
        let names = match &token.value {
            Token::Word(name) => {
                self.count(token.place)?;
                vec![name.to_lowercase()]
            }
            Token::Sign('(') => self.name_group(floor)?,
            _ => return Err(Box::new(self.expected("a name, or a group of names", &token))),
        };
        Ok((names, self.token(floor)?))
    }

    /// Parses a group of names from before its `(`. `what` describes the group, for the error if
    /// there is none.
    pub(super) fn opened_group(&mut self, what: &str, floor: usize) -> Read<Vec<String>> {
        let open = self.token(floor)?;
        match open.value {
            Token::Sign('(') => self.name_group(floor),
            _ => Err(Box::new(self.expected(what, &open))),
        }
    }

    /// Parses a group of names or name tokens, from after its `(`. The names are in lower case and
    /// distinct.
    pub(super) fn name_group(&mut self, floor: usize) -> Read<Vec<String>> {
        let mut names: indexmap::IndexSet<String> = indexmap::IndexSet::new();
        loop {
            let name = self.word("a name", floor)?;
            self.count(name.place)?;
            names.insert(name.value.to_lowercase());
            let token = self.token(floor)?;
            match token.value {
                Token::Sign('|' | ',' | '&') => {}
                Token::Sign(')') => return Ok(names.into_iter().collect()),
                _ => return Err(Box::new(self.expected("`|` or `)`", &token))),
            }
        }
    }

    /// Parses a model group, from after its `(`, which is at `place`.
    pub(super) fn model_group(&mut self, place: Place, floor: usize) -> Read<Particle> {
        self.group(place, floor, 1)
    }

    /// Parses a group at a depth, which is 1 for an outermost group.
    fn group(&mut self, place: Place, floor: usize, depth: usize) -> Read<Particle> {
        let most = self.limits.deepest_group();
        if depth > most {
            let message = format!("groups more than {most} deep");
            return Err(Box::new(self.input.error(Code::Limit, place, message, "one too deep")));
        }
        let mut members = vec![self.member(floor, depth)?];
        let mut connector = None;
        while let Some(found) = self.connector(connector, floor)? {
            connector = Some(found);
            members.push(self.member(floor, depth)?);
        }
        let what = Part::Group(connector.unwrap_or(Connector::Seq), members);
        Ok(Particle { what, occurs: self.occurs() })
    }

    /// Parses the next connector, which must equal the earlier one of the group (`met`). Returns
    /// `None` at the end of the group.
    fn connector(&mut self, met: Option<Connector>, floor: usize) -> Read<Option<Connector>> {
        let token = self.token(floor)?;
        let found = match token.value {
            Token::Sign(')') => return Ok(None),
            Token::Sign(',') => Connector::Seq,
            Token::Sign('|') => Connector::Or,
            Token::Sign('&') => Connector::And,
            _ => return Err(Box::new(self.expected("`,`, `|`, `&` or `)`", &token))),
        };
        if met.is_none_or(|met| met == found) {
            return Ok(Some(found));
        }
        let mistake = self.expected("the connector that the group has", &token);
        let help = "put parentheses around what belongs together: `(a, (b | c))`";
        Err(Box::new(mistake.help(help)))
    }

    /// Parses one member of a group at this depth.
    fn member(&mut self, floor: usize, depth: usize) -> Read<Particle> {
        let token = self.token(floor)?;
        self.count(token.place)?;
        let what = match token.value {
            Token::Word(name) => Part::Element(name.to_lowercase()),
            Token::Reserved(word) if word == "pcdata" => Part::Pcdata,
            Token::Sign('(') => return self.group(token.place, floor, depth + 1),
            _ => return Err(Box::new(self.expected("an element, `#PCDATA` or a group", &token))),
        };
        // `#PCDATA` is any number of pieces of text, whatever its occurrence indicator.
        let occurs = self.occurs();
        Ok(Particle { occurs: if what == Part::Pcdata { Occurs::Any } else { occurs }, what })
    }

    /// Parses an occurrence indicator, if there is one.
    fn occurs(&mut self) -> Occurs {
        let signs = [("?", Occurs::Optional), ("*", Occurs::Any), ("+", Occurs::Several)];
        let found = signs.into_iter().find(|(sign, _)| self.input.take(sign));
        found.map_or(Occurs::Once, |(_, occurs)| occurs)
    }
}
