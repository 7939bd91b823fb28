//! The settings of a project: `wishful.toml` in the working folder, or the next one above it.
//!
//! ```text
//! [check]
//! grammar = "house.grammar"     # a path from this file's folder, or a shipped grammar
//! allow = ["img-alt"]           # codes of findings that are not reported
//! exclude = ["drafts/"]         # patterns of files and folders that are left out
//! template = "django"           # the documents are templates, unless a file's name says which
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

impl ProjectSettings {
    /// Reads the settings for a folder. Without a file, they are the default.
    ///
    /// # Errors
    /// If the file cannot be read, or is wrong: with the line, and what it may contain.
    pub fn of(folder: &Path) -> Result<Self, Failure> {
        for folder in folder.ancestors() {
            let path = folder.join(SETTINGS);
            if !path.is_file() {
                continue;
            }
            let name = path.display().to_string();
            let text = std::fs::read_to_string(&path)
                .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
            let mut settings: Self = toml::from_str(&text)
                .map_err(|error| Failure::usage(format!("{name}: {}", error.to_string().trim())))?;
            if let Some(grammar) = &mut settings.check.grammar
                && !shipped().any(|known| known.name == grammar)
            {
                *grammar = folder.join(&grammar).display().to_string();
            }
            return Ok(settings);
        }
        Ok(Self::default())
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
