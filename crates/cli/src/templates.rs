//! The template languages of files: by an option, by the settings of the project, or by the ending
//! of a file's name.

use std::path::Path;
use wishful_console::failure::Failure;
use wishful_console::inputs;
use wishful_console::nearest::advice;
use wishful_console::settings::ProjectSettings;
use wishful_template::Dialect;

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
        let chosen = option.or(setting).filter(|name| *name != "none").map(dialect).transpose()?;
        Ok(Self { chosen, is_fixed: option.is_some() })
    }

    /// Reads the choice of the settings of the project.
    pub(super) fn of_project() -> Result<Self, Failure> {
        Self::new(None, ProjectSettings::here()?.check.template.as_deref())
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

    /// Refuses a file that is a template by its name or by the settings of the project: to a
    /// program that changes pages, its tags are text.
    pub(super) fn refuse(&self, path: &str) -> Result<(), Failure> {
        if path == "-" || self.of(Some(Path::new(path))).is_none() {
            return Ok(());
        }
        let message = "is a template by its name or by wishful.toml, and only pages can be changed \
                       yet; `wishful check` reads templates, and stdin is always a page";
        Err(Failure::of_input(path, message))
    }
}

/// Returns the template language with a name or in a file.
fn dialect(name: &str) -> Result<Dialect, Failure> {
    if let Some(dialect) = Dialect::named(name) {
        return Ok(dialect);
    }
    if name.contains(['.', '/', '\\']) {
        let text = inputs::read_text(name)?;
        return Dialect::read(&text).map_err(|error| Failure::usage(format!("{name}: {error}")));
    }
    let known: Vec<&str> = Dialect::names().collect();
    let near = advice(name, known.iter().copied());
    let known = known.join(", ");
    Err(Failure::usage(format!("template {name}: the languages are {known}, and none{near}")))
}
