//! Vocabulary files to a [`Vocabulary`]: all mistakes of all files at once.

use super::define::Definition;
use super::model::Vocabulary;
use super::{pieces, resolve};
use crate::base::{Files, Report, SourceFile};

/// A file's name, as messages call it, and its text.
pub(super) type Text<'a> = (&'a str, &'a str);

/// Puts the statements of some files upon a vocabulary, and says what is wrong with them. What is made of files with errors
/// is not what they mean.
pub(super) fn read<'a>(
    base: Vocabulary,
    texts: impl IntoIterator<Item = Text<'a>>,
) -> (Vocabulary, Report) {
    let mut files = Files::default();
    let mut definition = Definition::on(base);
    let mut diagnostics = Vec::new();
    for (name, text) in texts {
        let file = files.add(SourceFile::new(name, text));
        let (statements, mistakes) = pieces::statements(file, text);
        diagnostics.extend(mistakes);
        definition.file(statements);
    }
    let Definition { vocabulary, mistakes, put, .. } = definition;
    diagnostics.extend(mistakes);
    diagnostics.extend(resolve::resolve(&vocabulary, &put));
    let mut report = Report { files, diagnostics };
    report.sort();
    (vocabulary, report)
}
