//! The template languages of files: by an option, by the settings of the project, or by the ending
//! of a file's name.

use super::patching::FileChange;
use std::path::Path;
use wishful::ParseOptions;
use wishful::base::SourceFile;
use wishful::tree::Encoding;
use wishful_console::failure::Failure;
use wishful_console::inputs;
use wishful_console::nearest::advice;
use wishful_console::settings::ProjectSettings;
use wishful_diagnosis::Diagnoser;
use wishful_template::{Dialect, TemplateRepair};

/// The template languages of files.
pub(super) struct TemplateLanguages {
    /// The language of all files, or of those whose names do not tell it.
    chosen: Option<Dialect>,
    /// True if the names of files do not matter.
    is_fixed: bool,
}

impl TemplateLanguages {
    /// Reads the choice of an option, or else of the settings.
    pub(super) fn new(option: Option<&str>, setting: Option<&str>) -> Result<Self, Failure> {
        let chosen = option.or(setting).map_or(Ok(None), Dialect::load);
        let chosen = chosen.map_err(|message| {
            let name = option.or(setting).unwrap_or_default();
            Failure::usage(message + &advice(name, Dialect::names()))
        })?;
        Ok(Self { chosen, is_fixed: option.is_some() })
    }

    /// Reads the choice of an option, or else of the settings of the project.
    pub(super) fn chosen_by(option: Option<&str>) -> Result<Self, Failure> {
        Self::new(option, ProjectSettings::here()?.check.template.as_deref())
    }

    /// Returns the language that a file name tells.
    pub(super) fn named(&self, path: &str) -> Option<&Dialect> {
        if self.is_fixed {
            return self.chosen.as_ref().filter(|dialect| dialect.is_named_by(path));
        }
        Dialect::of_path(path)
    }

    /// Returns the language of a document, which may be in a file; none if it is a page.
    pub(super) fn of(&self, file: Option<&Path>) -> Option<&Dialect> {
        let named = file.and_then(|path| self.named(&path.to_string_lossy()));
        named.or(self.chosen.as_ref())
    }

    /// Returns the language of a file that is to be changed. Without an option, stdin is a page.
    pub(super) fn of_changed(&self, path: &str) -> Option<&Dialect> {
        if path != "-" {
            return self.of(Some(Path::new(path)));
        }
        self.chosen.as_ref().filter(|_| self.is_fixed)
    }
}

/// Returns a change of a template.
pub(super) fn change<'a>(path: &'a str, old: &'a [u8], new: &'a str) -> FileChange<'a> {
    let encoding = Encoding::for_label(b"utf-8").expect("a label of the standard");
    FileChange { path, old, new: new.as_bytes(), encoding }
}

/// Returns the text of a template.
pub(super) fn text<'b>(path: &str, bytes: &'b [u8]) -> Result<&'b str, Failure> {
    let text = std::str::from_utf8(bytes);
    text.map_err(|_| Failure::of_input(path, "a template must be UTF-8"))
}

/// Repairs the template in a file.
pub(super) fn repaired(
    (path, bytes): (&str, &[u8]),
    dialect: &Dialect,
    diagnoser: &Diagnoser,
    options: &ParseOptions,
    is_intended: bool,
) -> Result<TemplateRepair, Failure> {
    let file = SourceFile::new(inputs::shown(path), text(path, bytes)?);
    Ok(wishful_template::repair(dialect, &file, diagnoser, options, is_intended))
}
