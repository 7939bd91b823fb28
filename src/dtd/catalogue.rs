//! SGML Open catalogues (Technical Resolution 9401), which map external identifiers to files.
//!
//! ```text
//! OVERRIDE YES                                   -- a comment --
//! PUBLIC "-//IETF//DTD HTML 2.0//EN" html.dtd
//! SYSTEM "html.dtd" "html/html.dtd"
//! ENTITY %ISOlat1 "ISOlat1.ent"
//! CATALOG "more/catalog"
//! ```
//!
//! Only a catalogue makes a DTD open a file. A file is never opened by its system identifier alone,
//! and nothing is fetched. `OVERRIDE` says whether a public identifier wins over a system
//! identifier that could be opened. So it decides nothing here, and is skipped like the entries
//! about SGML declarations.
//!
//! Paths are relative to the catalogue, or to the nearest `BASE` before them. Other catalogues
//! (`CATALOG`, `DELEGATE`) are searched after the one that names them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::limits::Limits;
use super::model::ExternalId;
use crate::grammar::load::Loader;

/// The merged entries of some catalogues.
#[derive(Clone, Debug, Default)]
pub(super) struct Catalogue {
    public: HashMap<String, PathBuf>,
    system: HashMap<String, PathBuf>,
    /// Files by entity name; the names of parameter entities begin with `%`.
    entity: HashMap<String, PathBuf>,
}

impl Catalogue {
    /// Reads catalogues and those that they name, each once. Earlier entries win over later ones.
    ///
    /// # Errors
    /// A sentence about a catalogue that does not exist, cannot be read or is malformed.
    pub(super) fn read(
        paths: &[PathBuf],
        loader: &dyn Loader,
        limits: &Limits,
    ) -> Result<Self, String> {
        let mut catalogue = Self::default();
        let mut waiting: Vec<PathBuf> = paths.iter().rev().cloned().collect();
        let mut seen = HashSet::new();
        let mut read = 0;
        while let Some(path) = waiting.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let Some(text) = text_of(&path, paths, loader)? else { continue };
            let shown = path.display();
            read += text.len();
            if read > limits.total {
                let most = limits.total;
                return Err(format!("the catalogues exceed {most} bytes at `{shown}`"));
            }
            let others = catalogue.take(&path, &text);
            let others = others.map_err(|mistake| format!("{shown}:{mistake}"))?;
            waiting.extend(others.into_iter().rev());
        }
        Ok(catalogue)
    }

    /// Returns the file of an external entity. `entity` is its name, with `%` before that of a
    /// parameter entity.
    #[must_use]
    pub(super) fn find(&self, id: &ExternalId, entity: &str) -> Option<&Path> {
        if let Some(system) = &id.system
            && let Some(path) = self.system.get(system)
        {
            return Some(path);
        }
        if let Some(public) = &id.public
            && let Some(path) = self.public.get(public)
        {
            return Some(path);
        }
        Some(self.entity.get(entity)?)
    }

    /// Adds the entries of a catalogue and returns the catalogues that it names.
    fn take(&mut self, path: &Path, text: &str) -> Result<Vec<PathBuf>, String> {
        let mut base = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut others = Vec::new();
        let mut words = Words { text, at: 0 };
        while let Some(word) = words.next()? {
            match word.text.to_ascii_uppercase().as_str() {
                _ if word.quoted => {}
                "BASE" => {
                    base = base.join(words.argument(&word)?);
                    base.pop();
                }
                "CATALOG" => others.push(base.join(words.argument(&word)?)),
                "DELEGATE" => {
                    let [_, file] = words.arguments(&word)?;
                    others.push(base.join(file));
                }
                keyword @ ("PUBLIC" | "SYSTEM" | "ENTITY") => {
                    let [key, file] = words.arguments(&word)?;
                    self.enter(keyword, key, base.join(file));
                }
                // OVERRIDE, SGMLDECL, DTDDECL, DOCUMENT and unknown words are skipped, with their
                // arguments.
                _ => {}
            }
        }
        Ok(others)
    }

    /// Adds an entry of one of three keywords, unless an earlier entry has the same key.
    fn enter(&mut self, keyword: &str, key: String, file: PathBuf) {
        match keyword {
            "PUBLIC" => self.public.entry(normalised(&key)).or_insert(file),
            "SYSTEM" => self.system.entry(key).or_insert(file),
            _ => self.entity.entry(key).or_insert(file),
        };
    }
}

/// Returns the text of a catalogue. A missing catalogue is an error only if it is one of those that
/// the caller `requested` for. A catalogue that others name need not be installed, as for OpenSP.
fn text_of(
    path: &Path,
    requested: &[PathBuf],
    loader: &dyn Loader,
) -> Result<Option<String>, String> {
    let shown = path.display();
    match loader.read(path) {
        Ok(None) if requested.iter().any(|one| one == path) => {
            Err(format!("catalogue `{shown}` not found"))
        }
        Ok(text) => Ok(text),
        Err(reason) => Err(format!("the catalogue `{shown}` cannot be read: {reason}")),
    }
}

/// Returns a public identifier with its blanks normalised (a minimum literal: ISO 8879, 10.1.7).
pub(super) fn normalised(public: &str) -> String {
    public.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An iterator over the words and literals of a catalogue.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

struct CatalogueWord {
    text: String,
    quoted: bool,
}

impl Words<'_> {
    fn next(&mut self) -> Result<Option<CatalogueWord>, String> {
        self.comments()?;
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        if matches!(first, '"' | '\'') {
            let Some(length) = rest[1..].find(first) else {
                return Err(format!("{}: unterminated literal", self.line()));
            };
            self.at += length + 2;
            return Ok(Some(CatalogueWord { text: rest[1..=length].to_owned(), quoted: true }));
        }
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at += length;
        Ok(Some(CatalogueWord { text: rest[..length].to_owned(), quoted: false }))
    }

    /// Skips blanks and comments.
    fn comments(&mut self) -> Result<(), String> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let Some(comment) = self.text[self.at..].strip_prefix("--") else { return Ok(()) };
            let Some(length) = comment.find("--") else {
                return Err(format!("{}: unterminated comment", self.line()));
            };
            self.at += length + 4;
        }
    }

    /// Returns the next word, which is an argument of an entry.
    fn argument(&mut self, entry: &CatalogueWord) -> Result<String, String> {
        let line = self.line();
        match self.next()? {
            Some(word) => Ok(word.text),
            None => Err(format!("{line}: incomplete entry `{}`", entry.text)),
        }
    }

    /// Returns the next two words, which are the arguments of an entry.
    fn arguments(&mut self, entry: &CatalogueWord) -> Result<[String; 2], String> {
        Ok([self.argument(entry)?, self.argument(entry)?])
    }

    fn line(&self) -> usize {
        self.text[..self.at].matches('\n').count() + 1
    }
}
