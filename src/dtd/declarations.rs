//! Markup declarations: element, notation and document type declarations (ISO 8879, clause 11).
//!
//! Attribute lists are in `attributes.rs`, entities in `entities.rs`, model and name groups in
//! `groups.rs`.

use super::model::{Declared, ElementDeclaration};
use super::reader::DtdReader;
use super::scan::{DtdToken, ScanResult};
use crate::base::Code;
use crate::grammar::ast::{At, FileSpan};

impl DtdReader<'_> {
    /// Parses the next declaration, `<!NAME … >`. After a mistake, reading goes on as
    /// [`Self::recover`] says.
    pub(super) fn declaration(&mut self) -> ScanResult<()> {
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

    /// Parses a declaration from its `<!` on; `floor` is the number of open texts at its start.
    /// Checks the end of the declaration, unless a subset comes first.
    fn declared(&mut self, floor: usize) -> ScanResult<()> {
        let start = self.input.place(2);
        self.input.skip(2);
        let keyword = self.word("the keyword of a declaration", floor)?;
        let start = FileSpan { span: start.span.join(keyword.place.span), ..start };
        match self.stated(&keyword.value.to_ascii_lowercase(), floor, start)? {
            Some(end) => self.end(&end, floor, start),
            None => Ok(()),
        }
    }

    /// Parses the rest of a declaration by its keyword. Returns the token that should end the
    /// declaration, or `None` if the end comes later, after a subset.
    fn stated(
        &mut self,
        keyword: &str,
        floor: usize,
        start: FileSpan,
    ) -> ScanResult<Option<At<DtdToken>>> {
        let end = match keyword {
            "element" => self.element(floor, start)?,
            "attlist" => self.attributes(floor, start)?,
            "entity" => self.entity(floor)?,
            "notation" => self.notation(floor)?,
            "doctype" => return self.doctype(floor, start),
            other => self.skipped(other, floor, start)?,
        };
        Ok(Some(end))
    }

    /// Reports an error if a declaration does not end with this token.
    fn end(&mut self, end: &At<DtdToken>, floor: usize, start: FileSpan) -> ScanResult<()> {
        match end.value {
            DtdToken::Sign('>') => self.end_in(floor, start),
            DtdToken::Nothing => Err(self.unended("declaration", start, ">")),
            DtdToken::Sign('<' | ']') => {
                let mistake =
                    self.expected("`>`", end).also(start, "this declaration is not closed");
                Err(Box::new(mistake.help("end the declaration with `>`")))
            }
            _ => Err(Box::new(self.expected("`>`", end))),
        }
    }

    /// Parses `<!ELEMENT name - O content -(…) +(…)>`.
    fn element(&mut self, floor: usize, place: FileSpan) -> ScanResult<At<DtdToken>> {
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

    /// Parses `- O`, which says whether the start and the end tag may be omitted, or nothing. Also
    /// returns the token after that.
    fn minimisation(
        &mut self,
        start: At<DtdToken>,
        floor: usize,
    ) -> ScanResult<([bool; 2], At<DtdToken>)> {
        let Some(omit_start) = omissible(&start.value) else { return Ok(([false; 2], start)) };
        let end = self.token(floor)?;
        let Some(omit_end) = omissible(&end.value) else {
            let mistake = self.expected("`-` or `O` for the end tag", &end);
            let help = "`- O` means: the start tag is required, the end tag may be omitted";
            return Err(Box::new(mistake.help(help)));
        };
        Ok(([omit_start, omit_end], self.token(floor)?))
    }

    /// Parses `-(…)` and `+(…)`. Also returns the token after them.
    fn exceptions(
        &mut self,
        mut token: At<DtdToken>,
        floor: usize,
    ) -> ScanResult<([Vec<String>; 2], At<DtdToken>)> {
        let mut exceptions = [Vec::new(), Vec::new()];
        while let DtdToken::Sign(sign @ ('-' | '+')) = token.value {
            exceptions[usize::from(sign == '+')].extend(self.excepted(floor)?);
            token = self.token(floor)?;
        }
        Ok((exceptions, token))
    }

    /// Parses the names of an exception, from after its sign.
    fn excepted(&mut self, floor: usize) -> ScanResult<Vec<String>> {
        let open = self.token(floor)?;
        if open.value == DtdToken::Sign('(') {
            return self.name_group(floor);
        }
        let mistake = self.expected("`(` with the names of the exceptions", &open);
        Err(Box::new(mistake.help("write exceptions in parentheses: `-(a)`, `+(b | c)`")))
    }

    /// Registers the element types of the declaration that is added next.
    fn name_elements(&mut self, names: &[String], place: FileSpan) -> ScanResult<()> {
        if self.dtd.elements.len() + names.len() > self.limits.elements {
            let message = format!("more than {} element types", self.limits.elements);
            let error = self.input.error(Code::Limit, place, message, "the limit is exceeded here");
            return Err(Box::new(error));
        }
        names.iter().for_each(|name| self.name_element(name, place));
        Ok(())
    }

    fn name_element(&mut self, name: &str, place: FileSpan) {
        let number = self.dtd.declarations.len();
        let first = *self.dtd.elements.entry(name.to_owned()).or_insert(number);
        if first < number {
            let first = self.dtd.declarations[first].place;
            let message = format!("duplicate declaration of the element type `{name}`");
            let error = self.input.error(Code::Duplicate, place, message, "duplicate");
            self.diagnostics.push(error.also(first, "the first declaration, which is used"));
        }
    }

    /// Parses declared content or a content model. Also returns the token after it.
    fn content(
        &mut self,
        token: At<DtdToken>,
        floor: usize,
    ) -> ScanResult<(Declared, At<DtdToken>)> {
        let content = match &token.value {
            DtdToken::Sign('(') => Declared::Model(self.model_group(token.place, floor)?),
            token if token.is("CDATA") => Declared::Cdata,
            token if token.is("RCDATA") => Declared::Rcdata,
            token if token.is("EMPTY") => Declared::Empty,
            token if token.is("ANY") => Declared::Any,
            _ => {
                let mistake = self.expected("a content", &token);
                let help = "write a group in parentheses, `CDATA`, `RCDATA`, `EMPTY` or `ANY`";
                return Err(Box::new(mistake.help(help)));
            }
        };
        Ok((content, self.token(floor)?))
    }

    /// Parses `<!NOTATION name …>`.
    fn notation(&mut self, floor: usize) -> ScanResult<At<DtdToken>> {
        let name = self.word("the name of the notation", floor)?;
        self.count(name.place)?;
        self.dtd.notations.push(name.value.to_lowercase());
        self.rest(floor)
    }

    /// Parses `<!DOCTYPE name … [`. The subset in the brackets is read by the main loop. Without
    /// brackets the declaration ends at once.
    fn doctype(&mut self, floor: usize, place: FileSpan) -> ScanResult<Option<At<DtdToken>>> {
        let name = self.word("the document type name", floor)?.value;
        self.dtd.doctype = Some(name.to_lowercase());
        let (id, token) = self.external_id(floor)?;
        self.external = id.or(self.external.take());
        match token.value {
            DtdToken::Sign('[') => self.begin_subset(place),
            DtdToken::Sign('>') => {
                // The rest of the file is the document.
                self.input.skip_all();
                self.external_subset(place)?;
            }
            _ => return Ok(Some(token)),
        }
        Ok(None)
    }

    /// Opens the external subset, if the document type declaration has one.
    pub(super) fn external_subset(&mut self, place: FileSpan) -> ScanResult<()> {
        let name = self.dtd.doctype.clone().unwrap_or_default();
        let Some(id) = self.external.take() else { return Ok(()) };
        let Some(file) = self.file_of(&id, &name, place)? else { return Ok(()) };
        self.input.open(file, Some((format!("the subset of {name}"), place)))
    }

    /// Skips a declaration that says nothing about elements, and records it.
    fn skipped(&mut self, word: &str, floor: usize, place: FileSpan) -> ScanResult<At<DtdToken>> {
        const KNOWN: [&str; 7] =
            ["SGML", "SHORTREF", "USEMAP", "LINKTYPE", "LINK", "IDLINK", "USELINK"];
        if !KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            let message = format!("unknown declaration `{word}`");
            let error = self.input.error(Code::Syntax, place, message, "not known");
            return Err(Box::new(
                error.help("a DTD has `ELEMENT`, `ATTLIST`, `ENTITY` and `NOTATION` declarations"),
            ));
        }
        self.count(place)?;
        self.dtd.skipped.push((word.to_owned(), place));
        self.rest(floor)
    }

    /// Skips the rest of a declaration and returns the token that ends it.
    pub(super) fn rest(&mut self, floor: usize) -> ScanResult<At<DtdToken>> {
        loop {
            let token = self.token(floor)?;
            if matches!(token.value, DtdToken::Sign('>' | '<') | DtdToken::Nothing) {
                return Ok(token);
            }
        }
    }
}

/// Returns whether `-` or `O` says that a tag may be omitted; `None` for any other token.
fn omissible(token: &DtdToken) -> Option<bool> {
    match token {
        DtdToken::Sign('-') => Some(false),
        token if token.is("O") => Some(true),
        _ => None,
    }
}
