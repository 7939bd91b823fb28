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

use super::model::{Connector, ModelPart, Occurs, Particle};
use super::reader::DtdReader;
use super::scan::{DtdToken, ScanResult};
use crate::base::Code;
use crate::grammar::ast::{At, FileSpan};

impl DtdReader<'_> {
    /// Parses one name or a group of names, in lower case. Also returns the token after it.
    pub(super) fn names(&mut self, floor: usize) -> ScanResult<(Vec<String>, At<DtdToken>)> {
        let token = self.token(floor)?;
        let names = match &token.value {
            DtdToken::Word(name) => {
                self.count(token.place)?;
                vec![name.to_lowercase()]
            }
            DtdToken::Sign('(') => self.name_group(floor)?,
            _ => return Err(Box::new(self.expected("a name, or a group of names", &token))),
        };
        Ok((names, self.token(floor)?))
    }

    /// Parses a group of names from before its `(`. `what` describes the group, for the error if
    /// there is none.
    pub(super) fn opened_group(&mut self, what: &str, floor: usize) -> ScanResult<Vec<String>> {
        let open = self.token(floor)?;
        match open.value {
            DtdToken::Sign('(') => self.name_group(floor),
            _ => Err(Box::new(self.expected(what, &open))),
        }
    }

    /// Parses a group of names or name tokens, from after its `(`. The names are in lower case and
    /// distinct.
    pub(super) fn name_group(&mut self, floor: usize) -> ScanResult<Vec<String>> {
        let mut names: indexmap::IndexSet<String> = indexmap::IndexSet::new();
        loop {
            let name = self.word("a name", floor)?;
            self.count(name.place)?;
            names.insert(name.value.to_lowercase());
            let token = self.token(floor)?;
            match token.value {
                DtdToken::Sign('|' | ',' | '&') => {}
                DtdToken::Sign(')') => return Ok(names.into_iter().collect()),
                _ => return Err(Box::new(self.expected("`|` or `)`", &token))),
            }
        }
    }

    /// Parses a model group, from after its `(`, which is at `place`.
    pub(super) fn model_group(&mut self, place: FileSpan, floor: usize) -> ScanResult<Particle> {
        self.group(place, floor, 1)
    }

    /// Parses a group at a depth, which is 1 for an outermost group.
    fn group(&mut self, place: FileSpan, floor: usize, depth: usize) -> ScanResult<Particle> {
        let most = self.limits.deepest_group();
        if depth > most {
            let message = format!("groups are nested more than {most} deep");
            return Err(Box::new(self.input.error(
                Code::Limit,
                place,
                message,
                "the limit is exceeded here",
            )));
        }
        let mut members = vec![self.member(floor, depth)?];
        let mut connector = None;
        while let Some(found) = self.connector(connector, floor)? {
            connector = Some(found);
            members.push(self.member(floor, depth)?);
        }
        let what = ModelPart::Group(connector.unwrap_or(Connector::Seq), members);
        Ok(Particle { what, occurs: self.occurs() })
    }

    /// Parses the next connector, which must equal the `earlier` one of the group. Returns
    /// `None` at the end of the group.
    fn connector(
        &mut self,
        earlier: Option<Connector>,
        floor: usize,
    ) -> ScanResult<Option<Connector>> {
        let token = self.token(floor)?;
        let found = match token.value {
            DtdToken::Sign(')') => return Ok(None),
            DtdToken::Sign(',') => Connector::Seq,
            DtdToken::Sign('|') => Connector::Or,
            DtdToken::Sign('&') => Connector::And,
            _ => return Err(Box::new(self.expected("`,`, `|`, `&` or `)`", &token))),
        };
        if earlier.is_none_or(|earlier| earlier == found) {
            return Ok(Some(found));
        }
        let mistake = self.expected("the connector that the group already uses", &token);
        let help = "group the members with parentheses: `(a, (b | c))`";
        Err(Box::new(mistake.help(help)))
    }

    /// Parses one member of a group at this depth.
    fn member(&mut self, floor: usize, depth: usize) -> ScanResult<Particle> {
        let token = self.token(floor)?;
        self.count(token.place)?;
        let what = match token.value {
            DtdToken::Word(name) => ModelPart::Element(name.to_lowercase()),
            DtdToken::Reserved(word) if word == "pcdata" => ModelPart::Pcdata,
            DtdToken::Sign('(') => return self.group(token.place, floor, depth + 1),
            _ => return Err(Box::new(self.expected("an element, `#PCDATA` or a group", &token))),
        };
        // `#PCDATA` is any number of pieces of text, whatever its occurrence indicator.
        let occurs = self.occurs();
        Ok(Particle { occurs: if what == ModelPart::Pcdata { Occurs::Any } else { occurs }, what })
    }

    /// Parses an occurrence indicator, if there is one.
    fn occurs(&mut self) -> Occurs {
        let signs = [("?", Occurs::Optional), ("*", Occurs::Any), ("+", Occurs::Several)];
        for (sign, occurs) in signs {
            if self.input.take(sign) {
                return occurs;
            }
        }
        Occurs::Once
    }
}
