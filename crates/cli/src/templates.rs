//! The template languages of files: by an option, by the settings of the project, or by the ending
//! of a file's name.

use super::arguments::{TemplateName, TemplatePath};
use super::patching::FileChange;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use wishful::base::SourceFile;
use wishful::token::Token;
use wishful::tree::Encoding;
use wishful::{ParseOptions, Parser, TokenSource};
use wishful_console::failure::Failure;
use wishful_console::inputs;
use wishful_console::nearest::advice;
use wishful_console::settings::ProjectSettings;
use wishful_diagnosis::Diagnoser;
use wishful_template::{Dialect, TemplateRepair};

/// The template languages of files.
#[derive(Debug)]
pub(super) struct TemplateLanguages {
    /// The language of all files, or of those whose names do not tell it.
    chosen: Option<Dialect>,
    /// True if the names of files do not matter.
    is_fixed: bool,
    /// The folders of the files that templates include.
    folders: Vec<PathBuf>,
}

impl TemplateLanguages {
    /// Reads the choice of an option, or else of the settings of the project.
    pub(super) fn new(
        TemplateName { template: option }: &TemplateName,
        TemplatePath { template_path }: &TemplatePath,
    ) -> Result<Self, Failure> {
        let settings = ProjectSettings::here()?.check;
        let mut folders = template_path.clone();
        if folders.is_empty() {
            folders = settings.template_path;
        }
        for folder in &folders {
            if !folder.is_dir() {
                let message =
                    format!("template path {}: there is no such folder", folder.display());
                return Err(Failure::usage(message));
            }
        }
        let is_fixed = option.is_some();
        let Some(name) = option.clone().or(settings.template) else {
            return Ok(Self { chosen: None, is_fixed, folders });
        };
        let chosen = Dialect::load(&name)
            .map_err(|message| Failure::usage(message + &advice(&name, Dialect::names())))?;
        Ok(Self { chosen, is_fixed, folders })
    }

    /// Returns the language that a file name tells.
    pub(super) fn named(&self, path: &str) -> Option<&Dialect> {
        if self.is_fixed {
            return self.chosen.as_ref().filter(|dialect| dialect.is_named_by(path));
        }
        Dialect::of_path(path)
    }

    /// Returns the language of a document, which may be in a file; none if it is a page.
    pub(super) fn of(&self, file: Option<&Path>) -> Option<Cow<'_, Dialect>> {
        let named = file.and_then(|path| self.named(&path.to_string_lossy()));
        Some(self.with_folders(named.or(self.chosen.as_ref())?))
    }

    /// Returns the language of a file. Without an option, stdin is a page.
    pub(super) fn of_path(&self, path: &str) -> Option<Cow<'_, Dialect>> {
        Some(self.with_folders(self.of_named(path)?))
    }

    /// Returns the language of a file as [`TemplateLanguages::of_path`], without the folders.
    fn of_named(&self, path: &str) -> Option<&Dialect> {
        match path {
            "-" => self.chosen.as_ref().filter(|_| self.is_fixed),
            _ => self.named(path).or(self.chosen.as_ref()),
        }
    }

    fn with_folders<'d>(&self, dialect: &'d Dialect) -> Cow<'d, Dialect> {
        if self.folders.is_empty() {
            return Cow::Borrowed(dialect);
        }
        Cow::Owned(dialect.clone().with_folders(&self.folders))
    }
}

impl TokenSource for TemplateLanguages {
    fn tokens(&self, parser: &Parser, text: &str, options: &ParseOptions) -> Option<Vec<Token>> {
        let name = options.name.as_deref().filter(|name| *name != inputs::shown("-"));
        let dialect = self.of_named(name.unwrap_or("-"))?;
        wishful_template::tokens(dialect, text, parser, options).ok()
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
