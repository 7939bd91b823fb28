//! Entities (ISO 8879, 10.5): their declarations, and references to parameter entities.
//!
//! The first declaration of an entity counts. Later ones are no mistake, since that is how a DTD is
//! customised.
//!
//! A literal is interpreted when it is declared: references to parameter entities and characters in
//! it are replaced (10.1.2). So the text of an internal entity is free of these, and an entity can
//! contain itself only by way of files. The text of an external entity is read at its first
//! reference, from the file that a catalogue maps it to.

use super::catalogue::normalised;
use super::input::split;
use super::model::{Entity, EntityText, ExternalId, GroupName};
use super::reader::{DtdReader, KEYWORDS};
use super::scan::{DtdToken, ScanResult, is_name, starts_name};
use crate::base::{Code, Diagnostic, FileId, Severity};
use crate::grammar::ast::{At, FileSpan};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

/// The parameter entities.
#[derive(Default)]
pub(super) struct Entities {
    by_name: HashMap<String, Parameter>,
}

/// A parameter entity.
struct Parameter {
    text: EntityText,
    place: FileSpan,
    /// The text as a file, from the first reference on.
    file: Option<FileId>,
}

/// The keywords before a literal that say of which kind the entity is.
const KINDS: [&str; 8] = ["cdata", "sdata", "pi", "starttag", "endtag", "ms", "md", "rcdata"];

impl DtdReader<'_> {
    /// Parses `<!ENTITY % name "…">` or `<!ENTITY name …>`, from after its keyword to before its
    /// `>`.
    pub(super) fn entity(&mut self, floor: usize) -> ScanResult<At<DtdToken>> {
        let mut token = self.token(floor)?;
        let parameter = token.value == DtdToken::Sign('%');
        if parameter {
            token = self.token(floor)?;
        }
        let name = match &token.value {
            DtdToken::Word(name) => name.clone(),
            DtdToken::Reserved(word) if word == "default" => String::new(),
            _ => return Err(Box::new(self.expected("the name of the entity", &token))),
        };
        let place = token.place;
        self.count(place)?;
        let (entity, next) = self.entity_text(floor)?;
        if parameter {
            self.declare_parameter(name, place, entity.text);
        } else {
            self.dtd.entities.entry(name).or_insert(entity);
        }
        Ok(next)
    }

    fn declare_parameter(&mut self, name: String, place: FileSpan, text: EntityText) {
        let Entry::Vacant(vacant) = self.entities.by_name.entry(name.clone()) else { return };
        if let EntityText::Internal(text) = &text {
            if let Some(words) = keywords_of(text) {
                self.dtd.keywords.insert(name.clone(), words);
            }
            if let Some(members) = group_of(text) {
                self.dtd.groups.insert(name, members);
            }
        }
        vacant.insert(Parameter { text, place, file: None });
    }

    /// Parses the text of an entity. Also returns the token after it.
    fn entity_text(&mut self, floor: usize) -> ScanResult<(Entity, At<DtdToken>)> {
        let (id, mut next) = self.external_id(floor)?;
        let Some(id) = id else { return self.internal(next, floor) };
        // Skip the entity type, its notation and data attributes, which tell other programs how to
        // read it.
        while !matches!(next.value, DtdToken::Sign('>') | DtdToken::Nothing) {
            next = self.token(floor)?;
        }
        Ok((Entity { kind: None, text: EntityText::External(id) }, next))
    }

    /// Parses an internal entity: an optional keyword and a literal. Also returns the token after
    /// them.
    fn internal(
        &mut self,
        first: At<DtdToken>,
        floor: usize,
    ) -> ScanResult<(Entity, At<DtdToken>)> {
        let kind = first.value.one_of(&KINDS);
        let token = if kind.is_some() { self.token(floor)? } else { first };
        let DtdToken::Literal(text) = &token.value else {
            let what = "the text of the entity, or `SYSTEM` or `PUBLIC`";
            return Err(Box::new(self.expected(what, &token)));
        };
        let is_data = matches!(kind.as_deref(), Some("cdata" | "sdata"));
        let text = EntityText::Internal(self.interpreted(text, is_data, token.place)?);
        Ok((Entity { kind, text }, self.token(floor)?))
    }

    /// Parses `PUBLIC "…" "…"` or `SYSTEM "…"`, if it comes next. Also returns the token after it.
    pub(super) fn external_id(
        &mut self,
        floor: usize,
    ) -> ScanResult<(Option<ExternalId>, At<DtdToken>)> {
        let keyword = self.token(floor)?;
        let public = match &keyword.value {
            word if word.is("PUBLIC") => Some(self.public_id(floor)?),
            word if word.is("SYSTEM") => None,
            _ => return Ok((None, keyword)),
        };
        let token = self.token(floor)?;
        let (system, token) = match token.value {
            DtdToken::Literal(system) => (Some(system), self.token(floor)?),
            _ => (None, token),
        };
        Ok((Some(ExternalId { public, system }), token))
    }

    fn public_id(&mut self, floor: usize) -> ScanResult<String> {
        let token = self.token(floor)?;
        match &token.value {
            DtdToken::Literal(public) => Ok(normalised(public)),
            _ => Err(Box::new(self.expected("a public identifier", &token))),
        }
    }

    /// Interprets a parameter literal: replaces the references in it. In data, record ends and
    /// record starts are distinct characters.
    fn interpreted(&mut self, text: &str, is_data: bool, place: FileSpan) -> ScanResult<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['%', '&']) {
            out.push_str(&records(&rest[..at], is_data));
            let (replaced, length) = self.replaced(&rest[at..], is_data, place)?;
            out.push_str(&replaced);
            self.input.bounded(out.len(), place)?;
            self.input.spend(replaced.len(), place)?;
            rest = &rest[at + length..];
        }
        out.push_str(&records(rest, is_data));
        self.input.bounded(out.len(), place)?;
        Ok(out)
    }

    /// Replaces the reference at the start of a text. Returns the replacement and the length of the
    /// reference. A sign that begins no reference is replaced by itself.
    fn replaced(
        &mut self,
        text: &str,
        is_data: bool,
        place: FileSpan,
    ) -> ScanResult<(String, usize)> {
        let (sign, after) = text.split_at(1);
        if sign == "%" && after.starts_with(starts_name) {
            let (name, rest) = split(after, is_name);
            let file = self.text_of(name, place)?;
            let text = records(self.input.files.get(file).text(), is_data);
            return Ok((text, 1 + name.len() + closed(rest)));
        }
        if sign == "&"
            && let Some((text, length)) = character(after, is_data)
        {
            return Ok((text, 1 + length));
        }
        Ok((sign.to_owned(), 1))
    }

    /// Opens the text of a parameter entity, so that reading goes on in it.
    pub(super) fn enter(&mut self, name: &str, place: FileSpan) -> ScanResult<()> {
        let file = self.text_of(name, place)?;
        self.input.open(file, Some((shown(name), place)))
    }

    /// Returns the text of a parameter entity as a file. The file is empty if the text is missing
    /// and is not needed.
    fn text_of(&mut self, name: &str, place: FileSpan) -> ScanResult<FileId> {
        let Some(entity) = self.entities.by_name.get(name) else {
            return Err(Box::new(self.undeclared(name, place)));
        };
        if let Some(file) = entity.file {
            return Ok(file);
        }
        let (text, declared) = (entity.text.clone(), entity.place);
        let file = self.opened(name, text, declared)?;
        if let Some(entity) = self.entities.by_name.get_mut(name) {
            entity.file = Some(file);
        }
        Ok(file)
    }

    /// Returns the diagnostic for a reference to an undeclared entity.
    fn undeclared(&self, name: &str, place: FileSpan) -> Diagnostic {
        let message = format!("unknown parameter entity `{}`", shown(name));
        let label = "not declared before this point";
        let error = self.input.error(Code::Undefined, place, message, label);
        error.help(format!("declare it first: `<!ENTITY % {name} \"…\">`"))
    }

    /// Makes a file of the text of a parameter entity, at its first reference.
    fn opened(&mut self, name: &str, text: EntityText, declared: FileSpan) -> ScanResult<FileId> {
        let text = match text {
            EntityText::Internal(text) => text,
            EntityText::External(id) => match self.file_of(&id, &format!("%{name}"), declared)? {
                Some(file) => return Ok(file),
                None => String::new(),
            },
        };
        Ok(self.input.add(shown(name), text))
    }

    /// Returns the text of an external identifier as a file. If no catalogue has it, that is an
    /// error. For a public text of the class `ENTITIES` it is only a warning, and the result
    /// `None`, since the text declares characters, not elements.
    pub(super) fn file_of(
        &mut self,
        id: &ExternalId,
        name: &str,
        place: FileSpan,
    ) -> ScanResult<Option<FileId>> {
        if let Some(path) = self.catalogue.find(id, name).map(ToOwned::to_owned) {
            return Ok(Some(self.file_at(&path, place)?));
        }
        let is_spare = id.public.as_deref().is_some_and(|public| public.contains("//ENTITIES "));
        let mistake = self.missing(id, name, place, is_spare);
        if !is_spare {
            return Err(Box::new(mistake));
        }
        self.diagnostics.push(mistake);
        Ok(None)
    }

    /// Reads a file that a catalogue names.
    fn file_at(&mut self, path: &Path, place: FileSpan) -> ScanResult<FileId> {
        let reason = match self.loader.read(path) {
            Ok(Some(text)) if text.len() <= self.limits.entity => {
                return Ok(self.input.add(path.display().to_string(), text));
            }
            Ok(Some(_)) => format!("more than {} bytes", self.limits.entity),
            Ok(None) => "file not found".to_owned(),
            Err(reason) => reason.to_string(),
        };
        let message = format!("`{}` cannot be read: {reason}", path.display());
        let label = "a catalogue maps the entity to this file";
        Err(Box::new(self.input.error(Code::Unresolved, place, message, label)))
    }

    /// Returns the diagnostic for a text that no catalogue has: a warning if `is_spare`, an error
    /// otherwise.
    fn missing(&self, id: &ExternalId, name: &str, place: FileSpan, is_spare: bool) -> Diagnostic {
        let closing = if name.starts_with('%') { ";" } else { "" };
        let message = format!("no catalogue has a file for `{name}{closing}`");
        let (severity, label) = if is_spare {
            (Severity::Warning, "ignored, because it only declares characters")
        } else {
            (Severity::Error, "declared here")
        };
        let error = self.input.error(Code::Unresolved, place, message, label);
        let entry = entry_of(id, name);
        let error = error
            .help(format!("name a catalogue with `--catalog` that contains the entry `{entry}`"));
        let error = Diagnostic { severity, ..error };
        match id.system {
            Some(_) => error.note("a file is never opened by its system identifier alone"),
            None => error,
        }
    }
}

/// Returns the catalogue entry that would map an entity to a file.
fn entry_of(id: &ExternalId, entity: &str) -> String {
    match (&id.public, &id.system) {
        (Some(public), _) => format!("PUBLIC \"{public}\" \"FILE\""),
        (None, Some(system)) => format!("SYSTEM \"{system}\" \"FILE\""),
        (None, None) => format!("ENTITY {entity} \"FILE\""),
    }
}

/// Returns the form of a parameter entity's name in messages and file names.
fn shown(name: &str) -> String {
    format!("%{name};")
}

/// Returns a text with the record boundaries that its kind of entity has. In data, a record end is
/// a carriage return, and the start of the next record a line feed.
fn records(text: &str, is_data: bool) -> String {
    if is_data { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text.to_owned() }
}

/// Decodes a character reference, from after its `&`. Returns the character and the length of the
/// reference without the `&`. In text, a line feed is both the end of a record and the start of the
/// next one. So a record start by itself is empty there.
fn character(after: &str, is_data: bool) -> Option<(String, usize)> {
    let (character, rest) = decoded(after.strip_prefix('#')?)?;
    let mut text = match character {
        '\r' if !is_data => "\n".to_owned(),
        '\n' if !is_data => String::new(),
        other => other.to_string(),
    };
    let closing = closed(rest);
    // If a record end closes the reference, the start of the next record is data, too.
    if is_data && closing > 0 && !rest.starts_with(';') {
        text.push('\n');
    }
    Some((text, after.len() - rest.len() + closing))
}

/// Decodes the text after `&#`: the name of a function, or a number. Also returns the rest of the
/// text.
fn decoded(text: &str) -> Option<(char, &str)> {
    let (word, after) = split(text, is_name);
    if let Some(character) = function(word) {
        return Some((character, after));
    }
    let (digits, after) = split(text, |letter| letter.is_ascii_digit());
    Some((char::from_u32(digits.parse().ok()?)?, after))
}

/// Returns a function character of the reference concrete syntax by its name.
fn function(name: &str) -> Option<char> {
    let functions = [("RE", '\r'), ("RS", '\n'), ("SPACE", ' '), ("TAB", '\t')];
    let mut functions = functions.into_iter();
    let (_, character) = functions.find(|(known, _)| name.eq_ignore_ascii_case(known))?;
    Some(character)
}

/// Returns the number of bytes at the start of `rest` that close the preceding reference: those of
/// a semicolon or of a record end.
pub(super) fn closed(rest: &str) -> usize {
    if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with([';', '\n'])) }
}

/// Returns the keywords of marked sections in a text, if the text consists of keywords and comments
/// only.
fn keywords_of(text: &str) -> Option<String> {
    let mut words = Vec::new();
    for part in text.split("--").step_by(2) {
        for word in part.split_ascii_whitespace() {
            let word = word.to_ascii_lowercase();
            if !KEYWORDS.contains(&word.as_str()) {
                return None;
            }
            words.push(word);
        }
    }
    Some(words.join(" "))
}

/// Returns the members of a text that is names joined by `|`, perhaps in parentheses: a set of
/// elements that the DTD's author has named.
fn group_of(text: &str) -> Option<Vec<GroupName>> {
    let inner = text.trim();
    let bare = inner.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(inner);
    let mut members = Vec::new();
    for word in bare.split('|') {
        let word = word.trim();
        if word.eq_ignore_ascii_case("#PCDATA") {
            members.push(GroupName::Pcdata);
        } else if !word.is_empty() && word.chars().all(is_name) {
            members.push(GroupName::Element(word.to_lowercase()));
        } else {
            return None;
        }
    }
    if members.len() > 1 { Some(members) } else { None }
}
