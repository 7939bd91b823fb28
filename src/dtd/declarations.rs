//! Markup declarations one by one: element, entity, notation and document type declarations (ISO 8879, clause 11).
//!
//! Attribute lists are in `attributes.rs`, entities in `entities.rs`, model and name groups in `groups.rs`.

use super::model::{Declared, ElementDeclaration};
use super::reader::Reader;
use super::scan::{Read, Token};
use crate::base::Code;
use crate::grammar::ast::{At, Place};

impl Reader<'_> {
    /// `<!NAME … >`, which stands next.
    pub(super) fn declaration(&mut self) -> Read<()> {
        let (floor, start) = (self.input.depth(), self.input.place(0));
        let result = self.declared(floor);
        if let Err(mistake) = &result {
            self.input.leave_to(floor);
            if mistake.primary.place.span.start > start.span.start {
                self.input.back_to(mistake.primary.place, ['<', ']']);
            }
            self.recover();
        }
        result
    }

    fn declared(&mut self, floor: usize) -> Read<()> {
        let start = self.input.place(2);
        self.input.skip(2);
        let keyword = self.word("the keyword of a declaration", floor)?;
        let start = Place { span: start.span.join(keyword.place.span), ..start };
        match self.stated(&keyword.value.to_ascii_lowercase(), floor, start)? {
            Some(end) => self.end(&end, floor, start),
            None => Ok(()),
        }
    }

    /// What comes behind a keyword, and the token that should end the declaration; `None`, if more is read before its end.
    fn stated(&mut self, keyword: &str, floor: usize, start: Place) -> Read<Option<At<Token>>> {
        let end = match keyword {
            "element" => self.element(floor, start),
            "attlist" => self.attributes(floor, start),
            "entity" => self.entity(floor),
            "notation" => self.notation(floor),
            "doctype" => return self.doctype(floor, start),
            other => self.skipped(other, floor, start),
        };
        end.map(Some)
    }

    /// Refuses a declaration that does not end with this token.
    fn end(&mut self, end: &At<Token>, floor: usize, start: Place) -> Read<()> {
        match end.value {
            Token::Sign('>') => self.end_in(floor, start),
            Token::Nothing => Err(self.unended("declaration", start, ">")),
            Token::Sign('<' | ']') => {
                let mistake = self.expected("`>`", end).also(start, "this one has no end");
                Err(Box::new(mistake.help("end this one with `>`")))
            }
            _ => Err(Box::new(self.expected("`>`", end))),
        }
    }

    /// `<!ELEMENT name - O content -(…) +(…)>`
    fn element(&mut self, floor: usize, place: Place) -> Read<At<Token>> {
        let (names, token) = self.names(floor)?;
        let ([omit_start, omit_end], token) = self.minimisation(token, floor)?;
        let (content, token) = self.content(token, floor)?;
        let ([exclusions, inclusions], token) = self.exceptions(token, floor)?;
        self.name_elements(&names, place)?;
        self.dtd.declarations.push(ElementDeclaration {
            names,
            place,
            omit_start,
            omit_end,
            content,
            exclusions,
            inclusions,
        });
        Ok(token)
    }

    /// `- O`, or nothing: whether start and end tag may be omitted, and the token behind that.
    fn minimisation(&mut self, start: At<Token>, floor: usize) -> Read<([bool; 2], At<Token>)> {
        let Some(omit_start) = omissible(&start.value) else { return Ok(([false; 2], start)) };
        let end = self.token(floor)?;
        let Some(omit_end) = omissible(&end.value) else {
            let mistake = self.expected("`-` or `O` for the end tag", &end);
            let help = "`- O`: the start tag is needed, the end tag may be omitted";
            return Err(Box::new(mistake.help(help)));
        };
        Ok(([omit_start, omit_end], self.token(floor)?))
    }

    /// `-(…)` and `+(…)`, and the token behind them.
    fn exceptions(
        &mut self,
        mut token: At<Token>,
        floor: usize,
    ) -> Read<([Vec<String>; 2], At<Token>)> {
        let mut exceptions = [Vec::new(), Vec::new()];
        while let Token::Sign(sign @ ('-' | '+')) = token.value {
            exceptions[usize::from(sign == '+')].extend(self.excepted(floor)?);
            token = self.token(floor)?;
        }
        Ok((exceptions, token))
    }

    /// The names of an exception, from behind its sign.
    fn excepted(&mut self, floor: usize) -> Read<Vec<String>> {
        let open = self.token(floor)?;
        if open.value == Token::Sign('(') {
            return self.name_group(floor);
        }
        let mistake = self.expected("`(` with the names of the exceptions", &open);
        Err(Box::new(mistake.help("exceptions stand in parentheses: `-(a)`, `+(b | c)`")))
    }

    /// Enters the element types of the declaration that comes next.
    fn name_elements(&mut self, names: &[String], place: Place) -> Read<()> {
        if self.dtd.elements.len() + names.len() > self.limits.elements {
            let message = format!("more than {} element types", self.limits.elements);
            let error = self.input.error(Code::Limit, place, message, "declares one too many");
            return Err(Box::new(error));
        }
        names.iter().for_each(|name| self.name_element(name, place));
        Ok(())
    }

    fn name_element(&mut self, name: &str, place: Place) {
        let number = self.dtd.declarations.len();
        let first = *self.dtd.elements.entry(name.to_owned()).or_insert(number);
        if first < number {
            let first = self.dtd.declarations[first].place;
            let message = format!("the element type `{name}` is declared already");
            let error = self.input.error(Code::Duplicate, place, message, "the second time");
            self.diagnostics.push(error.also(first, "the first, which counts"));
        }
    }

    /// Declared content or a content model, and the token behind it.
    fn content(&mut self, token: At<Token>, floor: usize) -> Read<(Declared, At<Token>)> {
        let content = match &token.value {
            Token::Sign('(') => Declared::Model(self.model_group(token.place, floor)?),
            token if token.is("CDATA") => Declared::Cdata,
            token if token.is("RCDATA") => Declared::Rcdata,
            token if token.is("EMPTY") => Declared::Empty,
            token if token.is("ANY") => Declared::Any,
            _ => {
                let mistake = self.expected("a content", &token);
                let help =
                    "a content is a group in parentheses, `CDATA`, `RCDATA`, `EMPTY` or `ANY`";
                return Err(Box::new(mistake.help(help)));
            }
        };
        Ok((content, self.token(floor)?))
    }

    /// `<!NOTATION name …>`
    fn notation(&mut self, floor: usize) -> Read<At<Token>> {
        let name = self.word("the name of the notation", floor)?;
        self.count(name.place)?;
        self.dtd.notations.push(name.value.to_lowercase());
        self.rest(floor)
    }

    /// `<!DOCTYPE name … [`: what is in the brackets is read as the rest. Without brackets the declaration ends at once.
    fn doctype(&mut self, floor: usize, place: Place) -> Read<Option<At<Token>>> {
        let name = self.word("the document type name", floor)?.value;
        self.dtd.doctype = Some(name.to_lowercase());
        let (id, token) = self.external_id(floor)?;
        self.external = id.or(self.external.take());
        match token.value {
            Token::Sign('[') => self.begin_subset(place),
            Token::Sign('>') => {
                // What is behind it is the document.
                self.input.skip_all();
                self.external_subset(place)?;
            }
            _ => return Ok(Some(token)),
        }
        Ok(None)
    }

    /// Reads the external subset next, if the document type declaration has one.
    pub(super) fn external_subset(&mut self, place: Place) -> Read<()> {
        let name = self.dtd.doctype.clone().unwrap_or_default();
        let Some(id) = self.external.take() else { return Ok(()) };
        let Some(file) = self.file_of(&id, &name, place)? else { return Ok(()) };
        self.input.open(file, Some((format!("the subset of {name}"), place)))
    }

    /// A declaration that says nothing about elements: read over, and recorded.
    fn skipped(&mut self, word: &str, floor: usize, place: Place) -> Read<At<Token>> {
        const KNOWN: [&str; 7] =
            ["SGML", "SHORTREF", "USEMAP", "LINKTYPE", "LINK", "IDLINK", "USELINK"];
        if !KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            let message = format!("there is no declaration `{word}`");
            let error = self.input.error(Code::Syntax, place, message, "not known");
            return Err(Box::new(
                error.help("a DTD has `ELEMENT`, `ATTLIST`, `ENTITY` and `NOTATION` declarations"),
            ));
        }
        self.count(place)?;
        self.dtd.skipped.push((word.to_owned(), place));
        self.rest(floor)
    }

    /// Passes the rest of a declaration and gives its end.
    pub(super) fn rest(&mut self, floor: usize) -> Read<At<Token>> {
        loop {
            let token = self.token(floor)?;
            if matches!(token.value, Token::Sign('>' | '<') | Token::Nothing) {
                return Ok(token);
            }
        }
    }
}

/// Whether `-` or `O` says that a tag may be omitted; `None` of another token.
fn omissible(token: &Token) -> Option<bool> {
    match token {
        Token::Sign('-') => Some(false),
        token => token.is("O").then_some(true),
    }
}
