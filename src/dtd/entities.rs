//! Entities (ISO 8879, 10.5): their declarations, and references to parameter entities.
//!
//! The first declaration of an entity counts; that is how a DTD is customised, and no mistake. A literal is interpreted where it is
//! declared: references to parameter entities and characters in it are replaced (10.1.2), so that the text of an entity holds
//! none any more, and an entity can hold itself only by way of files. The text of an external entity is read when it is first
//! referenced, from the file that a catalogue has for it.

use super::catalogue::normalised;
use super::model::{Entity, EntityText, ExternalId, GroupName};
use super::reader::{KEYWORDS, Reader};
use super::scan::{Read, Token, is_name, starts_name};
use crate::base::{Code, Diagnostic, FileId};
use crate::grammar::ast::{At, Place};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The parameter entities.
#[derive(Default)]
pub(super) struct Entities {
    by_name: HashMap<String, Parameter>,
}

/// A parameter entity.
struct Parameter {
    text: EntityText,
    place: Place,
    /// The text as a file, once it was referenced.
    file: Option<FileId>,
}

/// Words before a literal that says what it is.
const KINDS: [&str; 8] = ["cdata", "sdata", "pi", "starttag", "endtag", "ms", "md", "rcdata"];

impl Reader<'_> {
    /// `<!ENTITY % name "…">` or `<!ENTITY name …>`, from behind its keyword to before its `>`.
    pub(super) fn entity(&mut self, floor: usize) -> Read<At<Token>> {
        let mut token = self.token(floor)?;
        let parameter = token.value == Token::Sign('%');
        if parameter {
            token = self.token(floor)?;
        }
        let name = match &token.value {
            Token::Word(name) => name.clone(),
            Token::Reserved(word) if word == "default" => String::new(),
            _ => return Err(Box::new(self.expected("the name of the entity", &token))),
        };
        let place = token.place;
        self.count(place)?;
        let (kind, text, next) = self.entity_text(floor)?;
        match parameter {
            true => self.declare_parameter(name, place, text),
            false => {
                self.dtd.entities.entry(name).or_insert(Entity { kind, text });
            }
        }
        Ok(next)
    }

    fn declare_parameter(&mut self, name: String, place: Place, text: EntityText) {
        if let Entry::Vacant(vacant) = self.entities.by_name.entry(name.clone()) {
            if let EntityText::Internal(text) = &text {
                if let Some(keywords) = keywords_of(text) {
                    self.dtd.keywords.insert(name.clone(), keywords);
                }
                if let Some(members) = group_of(text) {
                    self.dtd.groups.insert(name, members);
                }
            }
            vacant.insert(Parameter { text, place, file: None });
        }
    }

    /// What an entity is, and the token behind that.
    fn entity_text(&mut self, floor: usize) -> Read<(Option<String>, EntityText, At<Token>)> {
        let mut token = self.token(floor)?;
        if token.value.is("SYSTEM") || token.value.is("PUBLIC") {
            let (id, mut next) = self.external_id(&token, floor)?;
            // The entity type, its notation and data attributes say how others read it.
            while !matches!(next.value, Token::Sign('>') | Token::Nothing) {
                next = self.token(floor)?;
            }
            return Ok((None, EntityText::External(id), next));
        }
        let kind = match &token.value {
            Token::Word(word) if KINDS.contains(&word.to_lowercase().as_str()) => {
                Some(word.to_lowercase())
            }
            _ => None,
        };
        if kind.is_some() {
            token = self.token(floor)?;
        }
        let Token::Literal(text) = &token.value else {
            return Err(Box::new(
                self.expected("the text of the entity, or `SYSTEM` or `PUBLIC`", &token),
            ));
        };
        let is_data = matches!(kind.as_deref(), Some("cdata" | "sdata"));
        let text = self.interpreted(text, is_data, token.place)?;
        Ok((kind, EntityText::Internal(text), self.token(floor)?))
    }

    /// `PUBLIC "…" "…"` or `SYSTEM "…"`, and the token behind it.
    pub(super) fn external_id(
        &mut self,
        keyword: &At<Token>,
        floor: usize,
    ) -> Read<(ExternalId, At<Token>)> {
        let mut id = ExternalId::default();
        let mut token = self.token(floor)?;
        if keyword.value.is("PUBLIC") {
            let Token::Literal(public) = &token.value else {
                return Err(Box::new(self.expected("a public identifier", &token)));
            };
            id.public = Some(normalised(public));
            token = self.token(floor)?;
        }
        if let Token::Literal(system) = &token.value {
            id.system = Some(system.clone());
            token = self.token(floor)?;
        }
        Ok((id, token))
    }

    /// A parameter literal with the references in it replaced. Where it is data the ends and starts of records are told apart.
    fn interpreted(&mut self, text: &str, is_data: bool, place: Place) -> Read<String> {
        let records = |text: &str| match is_data {
            true => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            false => text.to_owned(),
        };
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['%', '&']) {
            out.push_str(&records(&rest[..at]));
            let (sign, behind) = rest[at..].split_at(1);
            let (replaced, length) = match sign {
                "%" if behind.starts_with(starts_name) => {
                    let (replaced, length) = self.replaced(behind, place)?;
                    (records(&replaced), length)
                }
                "&" if behind.starts_with('#') => character(behind, is_data),
                _ => (sign.to_owned(), 0),
            };
            out.push_str(&replaced);
            self.bounded(out.len(), place)?;
            self.input.spend(replaced.len(), place)?;
            rest = &behind[length..];
        }
        out.push_str(&records(rest));
        self.bounded(out.len(), place)?;
        Ok(out)
    }

    /// Refuses a text that is too long.
    fn bounded(&self, length: usize, place: Place) -> Read<()> {
        if length <= self.limits.entity {
            return Ok(());
        }
        let message = format!("an entity of more than {} bytes", self.limits.entity);
        let error =
            self.input.error(Code::Limit, place, message, "references in it make it so long");
        Err(Box::new(
            error.help("entities of entities multiply: is this a document type definition?"),
        ))
    }

    /// The text of the parameter entity whose name comes next, and how long the reference is.
    fn replaced(&mut self, behind: &str, place: Place) -> Read<(String, usize)> {
        let length = behind.find(|letter| !is_name(letter)).unwrap_or(behind.len());
        let name = &behind[..length];
        let closed = closed(&behind[length..]);
        let file = self.text_of(name, place)?;
        Ok((self.input.files.get(file).text().to_owned(), length + closed))
    }

    /// Goes on reading in a parameter entity.
    pub(super) fn enter(&mut self, name: &str, place: Place) -> Read<()> {
        let file = self.text_of(name, place)?;
        self.input.open(file, Some((shown(name), place)))
    }

    /// The text of a parameter entity as a file: an empty one if it is not there and need not be.
    fn text_of(&mut self, name: &str, place: Place) -> Read<FileId> {
        let Some(entity) = self.entities.by_name.get(name) else {
            let message = format!("there is no parameter entity `{}`", shown(name));
            let error =
                self.input.error(Code::Undefined, place, message, "not declared before this place");
            return Err(Box::new(
                error.help(format!("declare it first: `<!ENTITY % {name} \"…\">`")),
            ));
        };
        if let Some(file) = entity.file {
            return Ok(file);
        }
        let declared = entity.place;
        let file = match entity.text.clone() {
            EntityText::Internal(text) => self.input.add(shown(name), text),
            EntityText::External(id) => match self.file_of(&id, &format!("%{name}"), declared)? {
                Some(file) => file,
                None => self.input.add(shown(name), String::new()),
            },
        };
        if let Some(entity) = self.entities.by_name.get_mut(name) {
            entity.file = Some(file);
        }
        Ok(file)
    }

    /// The text that an external identifier means. None, with a warning, if it can be done without: a public text of the class
    /// `ENTITIES` declares characters, not elements.
    pub(super) fn file_of(
        &mut self,
        id: &ExternalId,
        name: &str,
        place: Place,
    ) -> Read<Option<FileId>> {
        let Some(path) = self.catalogue.find(id, name).map(ToOwned::to_owned) else {
            let spare = id.public.as_deref().is_some_and(|public| public.contains("//ENTITIES "));
            let mistake = self.missing(id, name, place, spare);
            if !spare {
                return Err(Box::new(mistake));
            }
            self.diagnostics.push(mistake);
            return Ok(None);
        };
        let reason = match self.loader.read(&path) {
            Ok(Some(text)) if text.len() <= self.limits.entity => {
                return Ok(Some(self.input.add(path.display().to_string(), text)));
            }
            Ok(Some(_)) => format!("more than {} bytes", self.limits.entity),
            Ok(None) => "there is no such file".to_owned(),
            Err(reason) => reason.to_string(),
        };
        let message = format!("`{}` cannot be read: {reason}", path.display());
        let label = "a catalogue says that it is there";
        Err(Box::new(self.input.error(Code::Unresolved, place, message, label)))
    }

    /// The diagnostic for a text that no catalogue has.
    fn missing(&self, id: &ExternalId, name: &str, place: Place, spare: bool) -> Diagnostic {
        let message = format!(
            "no catalogue has a file for `{}`",
            if name.starts_with('%') { format!("{name};") } else { name.to_owned() }
        );
        let entry = match (&id.public, &id.system) {
            (Some(public), _) => format!("PUBLIC \"{public}\" \"FILE\""),
            (None, Some(system)) => format!("SYSTEM \"{system}\" \"FILE\""),
            (None, None) => format!("ENTITY {name} \"FILE\""),
        };
        let label = if spare { "read without it: it declares characters" } else { "declared here" };
        let error = self.input.error(Code::Unresolved, place, message, label);
        let mut error = error.help(format!("name one with `--catalog` that says `{entry}`"));
        if spare {
            error.severity = crate::base::Severity::Warning;
        }
        if id.system.is_some() {
            error = error.note("a system identifier by itself is never opened");
        }
        error
    }
}

/// A parameter entity as messages and files name it.
fn shown(name: &str) -> String {
    format!("%{name};")
}

/// The character that a reference `&#…;` means, and how long that is behind its `&`; only the sign if it means none. In text a line feed
/// stands for the end of a record and the start of the next one: the start alone is nothing there.
fn character(behind: &str, is_data: bool) -> (String, usize) {
    let length = behind[1..].find(|letter| !is_name(letter)).map_or(behind.len(), |at| at + 1);
    let word = &behind[1..length];
    let digits = word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len());
    let (character, length) = match function(word) {
        Some(character) => (Some(character), length),
        None => (word[..digits].parse().ok().and_then(char::from_u32), 1 + digits),
    };
    let Some(character) = character else { return ("&".to_owned(), 0) };
    let text = match character {
        '\r' if !is_data => "\n".to_owned(),
        '\n' if !is_data => String::new(),
        other => other.to_string(),
    };
    // The record that begins behind the end of one that closes a reference is data, too.
    let closing = closed(&behind[length..]);
    let begins = is_data && closing > 0 && !behind[length..].starts_with(';');
    (text + if begins { "\n" } else { "" }, length + closing)
}

/// The function characters of the reference concrete syntax.
fn function(name: &str) -> Option<char> {
    let functions = [("RE", '\r'), ("RS", '\n'), ("SPACE", ' '), ("TAB", '\t')];
    functions.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, it)| it)
}

/// How long that is which closes a reference in a literal, in front of this: a semicolon, or else the end of a record.
pub(super) fn closed(rest: &str) -> usize {
    if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with([';', '\n'])) }
}

/// The keywords of marked sections that a text consists of, if it is nothing else but comments.
fn keywords_of(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split("--")
        .step_by(2)
        .flat_map(str::split_ascii_whitespace)
        .map(str::to_ascii_lowercase)
        .collect();
    let all = words.iter().all(|word| KEYWORDS.contains(&word.as_str()));
    all.then(|| words.join(" "))
}

/// The members of a text that is names joined by `|`, perhaps in parentheses: what authors call a set of elements.
fn group_of(text: &str) -> Option<Vec<GroupName>> {
    let inner = text.trim();
    let bare = inner.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(inner);
    let member = |word: &str| match word.trim() {
        "" => None,
        word if word.eq_ignore_ascii_case("#PCDATA") => Some(GroupName::Pcdata),
        word => word.chars().all(is_name).then(|| GroupName::Element(word.to_lowercase())),
    };
    let members: Option<Vec<GroupName>> = bare.split('|').map(member).collect();
    members.filter(|members| members.len() > 1)
}
