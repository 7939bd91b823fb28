//! The settings of a project: `wishful.toml` in the working folder, or the next one above it.
//!
//! ```text
//! [check]
//! grammar = "house.grammar"     # a path from this file's folder, or a shipped grammar
//! allow = ["img-alt"]           # codes of findings that are not reported
//! exclude = ["drafts/"]         # patterns of files and folders that are left out
//! template = "django"           # the documents are templates, unless a file's name says which
//! template-path = ["templates"] # the folders of the files that templates include or extend
//! fail-on = "any"               # error, any, never
//! ```
//!
//! `check` and the language server read it, and so does the action, which runs `check`. An option
//! of the command goes before a setting; lists are joined. The folder of the file, which may be
//! empty, is the topmost one in which `wishful test` searches the grammar of a snapshot.

use super::failure::Failure;
use clap::ValueEnum;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use toml::Spanned;
use wishful::grammar::shipped;

/// The name of the file.
const SETTINGS: &str = "wishful.toml";

/// The settings of a project.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProjectSettings {
    /// The settings of `wishful check`.
    pub check: CheckSettings,
}

/// The settings of `wishful check`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CheckSettings {
    /// The grammar of what authors should write.
    pub grammar: Option<String>,
    /// The codes of findings that are not reported.
    pub allow: Vec<String>,
    /// The patterns of files and folders that are left out.
    pub exclude: Vec<String>,
    /// The template language that the documents are in: a shipped one, or a path from this file's
    /// folder.
    pub template: Option<String>,
    /// The folders of the files that templates include or extend, from this file's folder.
    pub template_path: Vec<PathBuf>,
    /// The findings that make a check fail.
    pub fail_on: Option<FailWhen>,
}

/// The findings that make a check fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailWhen {
    /// An error, but no warning
    Error,
    /// Any finding
    Any,
    /// No finding
    Never,
}

/// Returns a folder and those above it, up to the one with the settings. Without settings they end
/// at the working folder; a folder outside of it is returned alone.
#[must_use]
pub fn folders_of_project(folder: &Path) -> Vec<PathBuf> {
    let whole = std::path::absolute(folder.join(".")).unwrap_or_default();
    let above = || whole.ancestors().map(Path::to_path_buf);
    let last = match above().position(|folder| folder.join(SETTINGS).is_file()) {
        Some(last) => last,
        None => {
            let here = std::env::current_dir().unwrap_or_default();
            above().position(|folder| folder == here).unwrap_or(0)
        }
    };
    let mut folders = vec![folder.to_owned()];
    folders.extend(above().take(last + 1).skip(1));
    folders
}

/// Returns the settings file for a folder: in it, or in the next folder above that has one.
fn file_of(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(SETTINGS)).find(|path| path.is_file())
}

/// The insertion into a settings file that allows findings of a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permission {
    /// The file. It may not exist yet.
    pub path: PathBuf,
    /// The text of the file; empty if it does not exist.
    pub text: String,
    /// The offset of the insertion in that text.
    pub offset: usize,
    /// The inserted text.
    pub inserted: String,
}

/// The part of the settings file that an insertion needs, with its spans.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SpannedSettings {
    check: SpannedCheckSettings,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SpannedCheckSettings {
    allow: Option<Spanned<Vec<Spanned<String>>>>,
}

impl Permission {
    /// Returns the insertion that allows findings of a code in the project of a folder. There is
    /// none if the settings have a mistake, or are written in a way that is not extended.
    #[must_use]
    pub fn of(folder: &Path, code: &str) -> Option<Self> {
        let found = file_of(folder);
        let text = match &found {
            Some(path) => std::fs::read_to_string(path).ok()?,
            None => String::new(),
        };
        let path = found.unwrap_or_else(|| folder.join(SETTINGS));
        let (offset, inserted) = insertion(&text, code)?;
        let changed = [&text[..offset], &inserted, &text[offset..]].concat();
        let mut settings: ProjectSettings = toml::from_str(&text).ok()?;
        settings.check.allow.push(code.to_owned());
        if toml::from_str(&changed) == Ok(settings) {
            Some(Self { path, text, offset, inserted })
        } else {
            None
        }
    }
}

/// Returns the offset and the text that adds a code to the list of allowed ones.
fn insertion(text: &str, code: &str) -> Option<(usize, String)> {
    let settings: SpannedSettings = toml::from_str(text).ok()?;
    if let Some(allow) = settings.check.allow {
        return Some(match allow.get_ref().last() {
            Some(last) => (last.span().end, format!(", \"{code}\"")),
            None => (allow.span().start + 1, format!("\"{code}\"")),
        });
    }
    let line = format!("allow = [\"{code}\"]\n");
    let mut end = 0;
    for header in text.split_inclusive('\n') {
        end += header.len();
        if header.trim_start().starts_with("[check]") {
            let blank = if header.ends_with('\n') { "" } else { "\n" };
            return Some((end, format!("{blank}{line}")));
        }
    }
    let blank = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    Some((end, format!("{blank}[check]\n{line}")))
}

impl ProjectSettings {
    /// Reads the settings for a folder. Without a file, they are the default.
    ///
    /// # Errors
    /// If the file cannot be read, or is wrong: with the line, and what it may contain.
    pub fn of(folder: &Path) -> Result<Self, Failure> {
        let Some(path) = file_of(folder) else { return Ok(Self::default()) };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path)
            .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        let mut settings: Self = toml::from_str(&text)
            .map_err(|error| Failure::usage(format!("{name}: {}", error.to_string().trim())))?;
        if let Some(grammar) = &mut settings.check.grammar
            && !shipped().any(|known| known.name == grammar)
        {
            *grammar = path.with_file_name(&grammar).display().to_string();
        }
        // (The names of shipped languages are words.)
        if let Some(template) = &mut settings.check.template
            && template.contains(['.', '/', '\\'])
        {
            *template = path.with_file_name(&template).display().to_string();
        }
        for folder in &mut settings.check.template_path {
            *folder = path.with_file_name("").join(&folder);
        }
        Ok(settings)
    }

    /// Reads the settings for the working folder.
    ///
    /// # Errors
    /// As those of [`ProjectSettings::of`].
    pub fn here() -> Result<Self, Failure> {
        match std::env::current_dir() {
            Ok(folder) => Self::of(&folder),
            // OK because a folder that was removed has no settings.
            Err(_) => Ok(Self::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_added_to_any_spelling_of_the_list() {
        for (text, expected) in [
            ("", "[check]\nallow = [\"x\"]\n"),
            ("# none", "# none\n[check]\nallow = [\"x\"]\n"),
            ("[check]", "[check]\nallow = [\"x\"]\n"),
            (
                "[check] # of us\nfail-on = \"any\"\n",
                "[check] # of us\nallow = [\"x\"]\nfail-on = \"any\"\n",
            ),
            ("[check]\nallow = []\n", "[check]\nallow = [\"x\"]\n"),
            ("check.allow = ['a']", "check.allow = ['a', \"x\"]"),
            (
                "[check]\nallow = [\n  \"a\",\n  \"\u{e9}\", # two\n]\n",
                "[check]\nallow = [\n  \"a\",\n  \"\u{e9}\", \"x\", # two\n]\n",
            ),
        ] {
            let (offset, inserted) = insertion(text, "x").expect(text);
            let mut changed = text.to_owned();
            changed.insert_str(offset, &inserted);
            assert_eq!(changed, expected);
            let before: ProjectSettings = toml::from_str(text).expect(text);
            let after: ProjectSettings = toml::from_str(&changed).expect(&changed);
            assert_eq!(after.check.allow, [before.check.allow, vec!["x".to_owned()]].concat());
        }
        assert_eq!(insertion("[check]\nallow = 1", "x"), None);
    }

    #[test]
    fn settings_that_cannot_be_extended_stay_as_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |text| std::fs::write(folder.path().join(SETTINGS), text);
        assert!(Permission::of(folder.path(), "x").is_some_and(|found| found.text.is_empty()));
        for text in ["[check]\nalow = []\n", "check = { fail-on = 'any' }\n"] {
            write(text).expect("the file can be written");
            assert_eq!(Permission::of(folder.path(), "x"), None, "{text}");
        }
    }
}
