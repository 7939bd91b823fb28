//! Dialects: what a template language writes between the pieces of HTML. Each is a file of
//! `grammar/templates`, in TOML.
//!
//! | key | value |
//! | --- | --- |
//! | `files` | the endings of file names |
//! | `comments`, `values`, `statements` | pairs of delimiters; a value is what prints |
//! | `open-values` | true if values may be parts of blocks, as in `{{#if a}}` |
//! | `escapes` | texts that begin like a delimiter and are none |
//! | `trim` | characters beside a delimiter that are no part of the statement |
//! | `strings` | true if a delimiter within quotes does not end the tag |
//! | `code` | true if a tag holds several statements, with `;`, `{`, `}` and `:` between them |
//! | `not`, `and`, `or` | the operators of conditions |
//! | `negations` | pairs of operators of which the first is the negation of the second |
//! | `first`, `last` | conditions that hold in the first and in the last round of a loop alone |
//! | `loop-names` | names that differ from round to round |
//! | `assign` | a statement that changes the `names` |
//! | `extends` | a statement that says that only the sections are used, by another `file` |
//! | `include` | a statement that writes another `file` |
//! | `blocks` | what has a start and an end |
//!
//! All patterns are regular expressions that match a whole statement, without blanks around it.

use regex::Regex;
use serde::{Deserialize, Deserializer, de::Error};
use std::path::PathBuf;
use std::sync::OnceLock;
use wishful::embedded::TEMPLATES;

/// A template language.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dialect {
    pub(crate) files: Vec<String>,
    #[serde(default)]
    pub(crate) comments: Vec<Delimiters>,
    #[serde(default)]
    pub(crate) values: Vec<Delimiters>,
    #[serde(default)]
    pub(crate) statements: Vec<Delimiters>,
    #[serde(default)]
    pub(crate) escapes: Vec<String>,
    #[serde(default)]
    pub(crate) trim: String,
    #[serde(default)]
    pub(crate) strings: bool,
    #[serde(default)]
    pub(crate) open_values: bool,
    #[serde(default)]
    pub(crate) code: bool,
    #[serde(default)]
    pub(crate) not: Vec<String>,
    #[serde(default)]
    pub(crate) and: Vec<String>,
    #[serde(default)]
    pub(crate) or: Vec<String>,
    #[serde(default)]
    pub(crate) negations: Vec<(String, String)>,
    #[serde(default)]
    pub(crate) first: Vec<String>,
    #[serde(default)]
    pub(crate) last: Vec<String>,
    #[serde(default)]
    pub(crate) loop_names: Vec<String>,
    pub(crate) assign: Option<StatementPattern>,
    pub(crate) extends: Option<StatementPattern>,
    pub(crate) include: Option<StatementPattern>,
    /// The folders of included files.
    #[serde(skip)]
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) blocks: Vec<BlockRule>,
}

/// The texts around a tag.
pub(crate) type Delimiters = (String, String);

/// A construct with a start and an end.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockRule {
    pub(crate) is: BlockKind,
    pub(crate) start: StatementPattern,
    pub(crate) middle: Option<StatementPattern>,
    pub(crate) otherwise: Option<StatementPattern>,
    pub(crate) end: StatementPattern,
}

/// The meaning of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BlockKind {
    /// Content that depends on the group `condition`, or on the opposite of the group `unless`.
    Condition,
    /// Contents of which one is used, as the group `subject` equals a `condition`.
    Choice,
    /// Content that is repeated `over` something; `names` differ from round to round.
    Loop,
    /// Content that is used once.
    Section,
    /// Content that is used elsewhere.
    Apart,
    /// Text without template tags.
    Verbatim,
    /// Text that is not used.
    Comment,
    /// A tag that may have an end; the groups `word` of both are equal. With an `otherwise` within
    /// it is a condition, else a section.
    Any,
}

/// A regular expression that matches a whole text.
#[derive(Clone, Debug)]
pub(crate) struct StatementPattern(pub(crate) Regex);

impl<'de> Deserialize<'de> for StatementPattern {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Regex::new(&format!("^(?s:{text})$")).map(Self).map_err(D::Error::custom)
    }
}

impl Dialect {
    /// Reads a dialect from the text of a file.
    ///
    /// # Errors
    /// A message with the line that is wrong, or about delimiters that are missing.
    pub fn read(text: &str) -> Result<Self, String> {
        let dialect: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        if dialect.delimiters().next().is_none() {
            return Err("there are no delimiters: no `comments`, `values` or `statements`".into());
        }
        if dialect.delimiters().any(|(open, close)| open.is_empty() || close.is_empty())
            || dialect.escapes.iter().any(String::is_empty)
        {
            return Err("a delimiter or escape is empty".into());
        }
        Ok(dialect)
    }

    fn delimiters(&self) -> impl Iterator<Item = &Delimiters> {
        self.comments.iter().chain(&self.values).chain(&self.statements)
    }

    /// Returns the names of the shipped dialects.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TEMPLATES.iter().map(|(name, _)| *name)
    }

    /// Returns a shipped dialect.
    ///
    /// ```
    /// use wishful_template::Dialect;
    /// assert!(Dialect::named("jinja").is_some());
    /// assert!(Dialect::named("jnja").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = TEMPLATES.iter().find(|(known, _)| *known == name)?;
        Self::read(text).ok()
    }

    /// Returns the shipped dialect of an option; `None` for the name `none`.
    ///
    /// # Errors
    /// If no dialect has the name: a message that lists the names.
    pub fn chosen(name: &str) -> Result<Option<Self>, String> {
        if name == "none" {
            return Ok(None);
        }
        Self::named(name).map(Some).ok_or_else(|| {
            let known: Vec<&str> = Self::names().collect();
            format!("template {name}: the languages are {}, and none", known.join(", "))
        })
    }

    /// Returns the dialect of an option, as [`chosen`](Self::chosen) does, or the one in a file,
    /// which has a dot or a slash in its name.
    ///
    /// # Errors
    /// If no dialect has the name, or if the file cannot be read or is wrong.
    pub fn load(name: &str) -> Result<Option<Self>, String> {
        if !name.contains(['.', '/', '\\']) {
            return Self::chosen(name);
        }
        let read = std::fs::read_to_string(name).map_err(|error| error.to_string());
        let read = read.and_then(|text| Self::read(&text));
        read.map(Some).map_err(|error| format!("{name}: {error}"))
    }

    /// Reads the files that a template includes, and the page that it extends, from these folders.
    #[must_use]
    pub fn with_folders(self, folders: &[PathBuf]) -> Self {
        Self { folders: folders.to_vec(), ..self }
    }

    /// Returns the name of the file that a statement names.
    pub(crate) fn file_of<'t>(
        &self,
        pattern: &StatementPattern,
        content: &'t str,
    ) -> Option<&'t str> {
        let name = pattern.0.captures(content)?.name("file")?.as_str();
        Some(name.trim_start_matches('/'))
    }

    /// Returns the text of an included file: by its name, or with an ending of the dialect, also
    /// after a low line.
    pub(crate) fn included(&self, name: &str) -> Option<String> {
        let (folder, base) = name.rsplit_once('/').unwrap_or(("", name));
        let endings = self.files.iter().flat_map(|end| [format!(".{end}"), format!(".html.{end}")]);
        let endings: Vec<String> = std::iter::once(String::new()).chain(endings).collect();
        let names = ["", "_"]
            .into_iter()
            .flat_map(|low| endings.iter().map(move |ending| format!("{low}{base}{ending}")));
        let names: Vec<String> = names.collect();
        let paths = self
            .folders
            .iter()
            .flat_map(|path| names.iter().map(move |name| path.join(folder).join(name)));
        paths.into_iter().find_map(|path| std::fs::read_to_string(path).ok())
    }

    /// Returns the shipped dialect that the ending of a file name tells. It is read on first use.
    ///
    /// ```
    /// use wishful_template::Dialect;
    /// assert!(Dialect::of_path("a/base.html.j2").is_some());
    /// assert!(Dialect::of_path("a/base.html").is_none());
    /// ```
    #[must_use]
    pub fn of_path(path: &str) -> Option<&'static Self> {
        static SHIPPED: OnceLock<Vec<ShippedDialect>> = OnceLock::new();
        let shipped = SHIPPED.get_or_init(|| TEMPLATES.iter().map(ShippedDialect::new).collect());
        let found = shipped.iter().find(|one| is_ending(&one.endings, path))?;
        found.dialect.get_or_init(|| Self::named(found.name)).as_ref()
    }

    /// Reports whether the ending of a file name tells that the file writes pages in this language.
    /// A second ending, as in `mail.txt.j2`, must be one of pages.
    ///
    /// ```
    /// use wishful_template::Dialect;
    /// let jinja = Dialect::named("jinja").unwrap();
    /// assert!(jinja.is_named_by("base.html.j2") && jinja.is_named_by("base.j2"));
    /// assert!(!jinja.is_named_by("base.html") && !jinja.is_named_by("base.css.j2"));
    /// ```
    #[must_use]
    pub fn is_named_by(&self, path: &str) -> bool {
        is_ending(&self.files, path)
    }
}

/// A shipped dialect whose patterns are compiled on first use.
struct ShippedDialect {
    name: &'static str,
    endings: Vec<String>,
    dialect: OnceLock<Option<Dialect>>,
}

impl ShippedDialect {
    fn new(&(name, text): &(&'static str, &'static str)) -> Self {
        #[derive(Default, Deserialize)]
        struct Endings {
            files: Vec<String>,
        }
        // (Only this line is read, since every command looks at the names of its files.)
        let line = text.lines().find(|line| line.starts_with("files = "));
        let Endings { files } = toml::from_str(line.unwrap_or_default()).unwrap_or_default();
        Self { name, endings: files, dialect: OnceLock::new() }
    }
}

/// Reports whether a file name has one of these endings, and names a page.
fn is_ending(endings: &[String], path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    endings.iter().any(|ending| {
        let stem = name.strip_suffix(ending.as_str()).and_then(|stem| stem.strip_suffix('.'));
        stem.is_some_and(|stem| match stem.rsplit_once('.') {
            Some((before, ending)) => before.is_empty() || PAGES.contains(&ending),
            None => true,
        })
    })
}

/// The endings of the names of pages.
const PAGES: [&str; 4] = ["html", "htm", "xhtml", "shtml"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_dialects_are_short_and_right() {
        for (name, text) in TEMPLATES {
            Dialect::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(text.lines().count() <= 40, "{name}");
            let found = Dialect::read(text).unwrap().files;
            let known = Dialect::of_path(&format!("a.{}", found[0])).unwrap();
            assert_eq!(known.files, found, "{name}");
        }
    }

    #[test]
    fn mistakes_have_their_line() {
        let error = Dialect::read("files = []\nblocks = []\ntrimm = '-'").unwrap_err();
        assert!(error.contains("line 3") && error.contains("trim"), "{error}");
        let error = Dialect::read("files = []\nblocks = []").unwrap_err();
        assert!(error.contains("no delimiters"), "{error}");
        for empty in ["values = [['', '}']]", "values = [['{', '']]", "escapes = ['']"] {
            let text = format!("files = []\nblocks = []\nstatements = [['<', '>']]\n{empty}");
            assert!(Dialect::read(&text).unwrap_err().contains("empty"), "{empty}");
        }
        let error = Dialect::read("files = []\nblocks = []\nassign = '(a'").unwrap_err();
        assert!(error.contains("line 3") && error.contains("unclosed group"), "{error}");
    }
}
