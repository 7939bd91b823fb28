//! Compilation of vocabulary files to a [`Vocabulary`], with a report of all mistakes of all files.

use super::define::{Definition, Put};
use super::model::{Reading, Vocabulary, syntax_name};
use super::statement::Line;
use super::words::Word;
use super::{pieces, resolve};
use crate::base::{FileId, Files, Report, SourceFile};

/// The name of a file, for messages, and its text.
pub(super) type Text<'a> = (&'a str, &'a str);

/// The result of reading some files.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The vocabulary; incomplete if the files have errors.
    pub(super) vocabulary: Vocabulary,
    /// The diagnostics.
    pub(super) report: Report,
    put: Vec<Put>,
}

/// Enters the statements of some files into a vocabulary.
pub(super) fn read<'a>(base: Vocabulary, texts: impl IntoIterator<Item = Text<'a>>) -> Outcome {
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
    Outcome { vocabulary, report, put }
}

impl Outcome {
    /// Returns the definitions that a file contains; formats that it extends are complete.
    pub(super) fn part(&self, name: &str) -> Vocabulary {
        let is_it = |file: FileId| self.report.files.get(file).name() == name;
        let mut part = Vocabulary::default();
        for (key, statement) in self.put.iter().filter(|(_, one)| is_it(one.head.file)) {
            if let Some((key, format)) =
                key.as_ref().and_then(|key| self.vocabulary.formats.get_key_value(key))
            {
                part.formats.insert(key.clone(), format.clone());
            }
            let is_of_syntax = key.as_ref().is_some_and(|key| syntax_name(key).is_some());
            if !is_of_syntax || !matches!(statement.line, Line::Reads { .. }) {
                self.add(&mut part, &statement.line);
            }
        }
        part
    }

    /// Adds the definition of a statement that does not belong to a format.
    fn add(&self, part: &mut Vocabulary, line: &Line) {
        match line {
            Line::Elemental { name, .. } => {
                let found = self.vocabulary.elementals.get_key_value(&name.text);
                part.elementals.extend(found.map(|(name, one)| (name.clone(), one.clone())));
            }
            Line::Syntax { name, .. } | Line::Extend { name, of: None } => {
                let found = self.vocabulary.syntaxes.get_key_value(&name.text);
                part.syntaxes.extend(found.map(|(name, one)| (name.clone(), one.clone())));
            }
            Line::Reads { reading, elements, .. } => {
                let Some(reading) = Reading::of(&reading.text) else { return };
                let said = |name| Some((name, self.vocabulary.said(reading, name)?.clone()));
                let found = elements.iter().filter_map(|element| said(&element.text));
                let found = found.map(|(element, said)| (element.into(), said));
                part.readings.entry(reading).or_default().extend(found);
            }
            _ => {}
        }
    }
}
