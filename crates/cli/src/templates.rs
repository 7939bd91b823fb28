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
    shipped: Vec<(&'static str, Dialect)>,
}

impl TemplateLanguages {
    /// Reads the choice of an option, or else of the settings.
    pub(super) fn new(option: Option<&str>, setting: Option<&str>) -> Result<Self, Failure> {
        let chosen = option.or(setting).filter(|name| *name != "none").map(dialect).transpose()?;
        let shipped = Dialect::names().filter_map(|name| Some((name, Dialect::named(name)?)));
        Ok(Self { chosen, is_fixed: option.is_some(), shipped: shipped.collect() })
    }

    /// Returns the language that a file name tells.
    pub(super) fn named(&self, path: &str) -> Option<&Dialect> {
        if self.is_fixed {
            return self.chosen.as_ref().filter(|dialect| dialect.is_named_by(path));
        }
        self.shipped.iter().map(|(_, dialect)| dialect).find(|dialect| dialect.is_named_by(path))
    }

    /// Returns the language of a document, which may be in a file; none if it is a page.
    pub(super) fn of(&self, file: Option<&Path>) -> Option<&Dialect> {
        let named = file.and_then(|path| self.named(&path.to_string_lossy()));
        named.or(self.chosen.as_ref())
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

/// Refuses a file that is a template by its name or by the settings of the project: to a program
/// that changes pages, its tags are text.
pub(super) fn refuse(path: &str) -> Result<(), Failure> {
    let setting = ProjectSettings::here()?.check.template;
    let languages = TemplateLanguages::new(None, setting.as_deref())?;
    if path == "-" || languages.of(Some(Path::new(path))).is_none() {
        return Ok(());
    }
    let message = "is a template by its name or by wishful.toml, and only pages can be changed yet; \
                   `wishful check` reads templates, and stdin is always a page";
    Err(Failure::of_input(path, message))
}
