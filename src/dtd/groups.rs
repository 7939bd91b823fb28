//! Groups: names in `( | )`, and content models (ISO 8879, 10.1.3 and 11.2.4).
//!
//! ```text
//! model group = "(", content token, (connector, content token)*, ")", occurrence indicator?
//! content token = "#PCDATA" | element name, occurrence indicator? | model group
//! ```
//!
//! An occurrence indicator follows without a blank: behind one, `+` and `-` begin exceptions. Groups nest no deeper than
//! [`Limits::group_depth`](super::Limits), and one group has one kind of connector.

use super::model::{Connector, Occurs, Part, Particle};
use super::reader::Reader;
use super::scan::{Read, Token};
use crate::base::Code;
use crate::grammar::ast::{At, Place};

impl Reader<'_> {
    /// One name, or a group of them, in lower case; and the token behind it.
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

    /// A group of names or name tokens, from behind its `(`; in lower case, each once.
    pub(super) fn name_group(&mut self, floor: usize) -> Read<Vec<String>> {
        let mut names: indexmap::IndexSet<String> = indexmap::IndexSet::new();
        loop {
            let token = self.token(floor)?;
            let Token::Word(name) = &token.value else {
                return Err(Box::new(self.expected("a name", &token)));
            };
            self.count(token.place)?;
            names.insert(name.to_lowercase());
            let token = self.token(floor)?;
            match token.value {
                Token::Sign('|' | ',' | '&') => {}
                Token::Sign(')') => return Ok(names.into_iter().collect()),
                _ => return Err(Box::new(self.expected("`|` or `)`", &token))),
            }
        }
    }

    /// A model group, from behind its `(`, which stands at `place`.
    pub(super) fn model_group(&mut self, place: Place, floor: usize) -> Read<Particle> {
        self.group(place, floor, 1)
    }

    fn group(&mut self, place: Place, floor: usize, depth: usize) -> Read<Particle> {
        if depth > self.limits.group_depth {
            let message = format!("groups more than {} deep", self.limits.group_depth);
            return Err(Box::new(self.input.error(Code::Limit, place, message, "one too deep")));
        }
        let mut connector = None;
        let mut members = Vec::new();
        loop {
            members.push(self.member(floor, depth)?);
            let token = self.token(floor)?;
            let found = match token.value {
                Token::Sign(')') => break,
                Token::Sign(',') => Connector::Seq,
                Token::Sign('|') => Connector::Or,
                Token::Sign('&') => Connector::And,
                _ => return Err(Box::new(self.expected("`,`, `|`, `&` or `)`", &token))),
            };
            if *connector.get_or_insert(found) != found {
                let mistake = self.expected("the connector that the group has", &token);
                return Err(Box::new(
                    mistake.help("put parentheses around what belongs together: `(a, (b | c))`"),
                ));
            }
        }
        let what = Part::Group(connector.unwrap_or(Connector::Seq), members);
        Ok(Particle { what, occurs: self.occurs() })
    }

    fn member(&mut self, floor: usize, depth: usize) -> Read<Particle> {
        let token = self.token(floor)?;
        self.count(token.place)?;
        match token.value {
            Token::Word(name) => {
                let what = Part::Element(name.to_lowercase());
                Ok(Particle { what, occurs: self.occurs() })
            }
            Token::Reserved(word) if word == "pcdata" => {
                self.occurs();
                Ok(Particle { what: Part::Pcdata, occurs: Occurs::Any })
            }
            Token::Sign('(') => self.group(token.place, floor, depth + 1),
            _ => Err(Box::new(self.expected("an element, `#PCDATA` or a group", &token))),
        }
    }

    fn occurs(&mut self) -> Occurs {
        let input = &mut self.input;
        let signs = [("?", Occurs::Optional), ("*", Occurs::Any), ("+", Occurs::Several)];
        signs
            .into_iter()
            .find(|(sign, _)| input.take(sign))
            .map_or(Occurs::Once, |(_, occurs)| occurs)
    }
}
