//! `wishful grammar` for vocabulary files: names that end in `.vocabulary`.

use std::borrow::Cow;

use wishful::base::Report;
use wishful_console::failure::Failure;
use wishful_console::inputs;
use wishful_console::output::{number, stderr_colour};
use wishful_console::reports::refused;
use wishful_microformats::vocabulary::{Nesting, Vocabulary, shipped_file};

/// Reports whether a name or path is that of a vocabulary.
pub(super) fn is_one(name: &str) -> bool {
    name.ends_with(".vocabulary")
}

/// Returns the text of a shipped file by its name, or of another file by its path.
fn text(name: &str) -> Result<Cow<'static, str>, Failure> {
    match shipped_file(name) {
        Some(file) if file.name == name => Ok(file.text.into()),
        _ => Ok(inputs::read_text(name)?.into()),
    }
}

/// Loads the shipped vocabulary together with vocabulary files, if there are any.
pub(super) fn extended(files: &[String]) -> Result<Option<Vocabulary>, Failure> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut texts = Vec::new();
    for file in files {
        texts.push(inputs::read_text(file)?);
    }
    let named = files.iter().zip(&texts).map(|(file, text)| (inputs::shown(file), text.as_str()));
    match Vocabulary::shipped_with(named) {
        Ok(vocabulary) => Ok(Some(vocabulary)),
        Err(report) => Err(Failure::refused(report.render(stderr_colour()))),
    }
}

/// Returns all mistakes of a vocabulary.
pub(super) fn check(name: &str) -> Result<Report, Failure> {
    Ok(Vocabulary::check(name, &text(name)?))
}

/// Returns the message about a vocabulary without mistakes, with its numbers of formats and
/// properties.
pub(super) fn faultless(name: &str) -> Result<String, Failure> {
    let (_, part) = parts(name)?;
    let mut counts = Vec::new();
    for (count, what) in part.counts() {
        if count > 0 {
            counts.push(number(count, what));
        }
    }
    Ok(format!("{name}: no mistakes ({})", counts.join(", ")))
}

/// Returns the shipped vocabulary merged with a file, and the part of it that the file concerns.
fn parts(name: &str) -> Result<(Vocabulary, Vocabulary), Failure> {
    Vocabulary::with_part(name, &text(name)?).map_err(|report| refused(&report))
}

/// Prints the formats that a file defines or extends, each in full.
pub(super) fn show(name: &str) -> Result<String, Failure> {
    let (_, part) = parts(name)?;
    let shown = part.to_string();
    Ok(format!("# {name} in full\n\n{}\n", shown.trim_end()))
}

/// Prints the graph of nesting formats.
pub(super) fn graph(name: &str, is_text: bool) -> Result<String, Failure> {
    let (vocabulary, part) = parts(name)?;
    let nesting = Nesting::of(&vocabulary, part.keys());
    Ok(if is_text { nesting.text() } else { nesting.dot() })
}
