//! Compilation of vocabulary files to a [`Vocabulary`], with a report of all mistakes of all files.

use super::define::{KeyedStatement, VocabularyBuilder};
use super::model::{Reading, Vocabulary, syntax_name};
use super::statement::StatementLine;
use super::words::Word;
use super::{pieces, resolve};
use wishful::base::{Files, Report, SourceFile};

/// The name of a file, for messages, and its text.
pub(super) type NamedText<'a> = (&'a str, &'a str);

/// The result of reading some files.
#[derive(Debug)]
pub(super) struct ReadOutcome {
    /// The vocabulary; incomplete if the files have errors.
    pub(super) vocabulary: Vocabulary,
    /// The diagnostics.
    pub(super) report: Report,
    put: Vec<KeyedStatement>,
}

/// Enters the statements of some files into a vocabulary.
pub(super) fn read<'a>(
    base: Vocabulary,
    texts: impl IntoIterator<Item = NamedText<'a>>,
) -> ReadOutcome {
    let mut files = Files::default();
    let mut definition = VocabularyBuilder::on(base);
    let mut diagnostics = Vec::new();
    for (name, text) in texts {
        let file = files.add(SourceFile::new(name, text));
        let (statements, mistakes) = pieces::statements(file, text);
        diagnostics.extend(mistakes);
        definition.file(statements);
    }
    let VocabularyBuilder { vocabulary, mistakes, put, .. } = definition;
    diagnostics.extend(mistakes);
    diagnostics.extend(resolve::resolve(&vocabulary, &put));
    let mut report = Report { files, diagnostics };
    report.sort();
    ReadOutcome { vocabulary, report, put }
}

impl ReadOutcome {
    /// Returns the definitions that a file contains; formats that it extends are complete.
    pub(super) fn part(&self, name: &str) -> Vocabulary {
        let mut part = Vocabulary::default();
        for (key, statement) in &self.put {
            if self.report.files.get(statement.head.file).name() != name {
                continue;
            }
            if let Some(key) = key
                && let Some((key, format)) = self.vocabulary.formats.get_key_value(key)
            {
                part.formats.insert(key.clone(), format.clone());
            }
            let is_of_syntax = key.as_ref().is_some_and(|key| syntax_name(key).is_some());
            if !is_of_syntax || !matches!(statement.line, StatementLine::Reads { .. }) {
                self.add(&mut part, &statement.line);
            }
        }
        part
    }

    /// Adds the definition of a statement that does not belong to a format.
    fn add(&self, part: &mut Vocabulary, line: &StatementLine) {
        match line {
            StatementLine::Elemental { name, .. } => {
                if let Some(elemental) = self.vocabulary.elementals.get(&name.text) {
                    part.elementals.insert(name.text.clone(), elemental.clone());
                }
            }
            StatementLine::Syntax { name, .. } | StatementLine::Extend { name, of: None } => {
                if let Some(syntax) = self.vocabulary.syntaxes.get(&name.text) {
                    part.syntaxes.insert(name.text.clone(), syntax.clone());
                }
            }
            StatementLine::Reads { reading, elements, .. } => {
                let Some(reading) = Reading::of(&reading.text) else { return };
                let entries = part.readings.entry(reading).or_default();
                for element in elements {
                    if let Some(entry) = self.vocabulary.said(reading, &element.text) {
                        entries.insert(element.text.clone(), entry.clone());
                    }
                }
            }
            _ => {}
        }
    }
}
