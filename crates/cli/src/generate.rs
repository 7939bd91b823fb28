//! `wishful generate`: sentences of a grammar, with their expected trees.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use serde_json::json;

use super::arguments::{GenerateArguments, GenerateFormat, check_needs};
use wishful::base::{counted, wide};
use wishful::derivation::Derivations;
use wishful::grammar::Grammar;
use wishful::tree::Format;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::output::{Output, complain, number};
use wishful_console::progress::Progress;
use wishful_workbench::generate::{
    GenerateError, GenerateOptions, Generator, RepairCover, RuleCover, Sentence, SentenceKind,
};

pub(super) fn run(arguments: &GenerateArguments) -> CommandResult {
    let generator = generator(arguments)?;
    let sink = SentenceSink::new(arguments, generator.grammar())?;
    if arguments.cover && generator.checks_trees() {
        return Err(Failure::refused(format!(
            "`{}` checks trees that another grammar makes of documents: --cover needs a grammar that parses",
            arguments.grammar.grammar
        )));
    }
    if arguments.cover && arguments.broken.is_some() {
        cover_repairs(&generator, sink)?
    } else if arguments.cover {
        cover(&generator, sink)?
    } else {
        generate(&generator, sink)?
    }
    Ok(Verdict::Done)
}

/// Writes sentences that use every rule of the grammar, and prints the rules that they do not use.
fn cover(generator: &Generator, mut sink: SentenceSink<'_>) -> Result<(), Failure> {
    let mut progress = Progress::new(Some(generator.due()));
    let mut before = 0;
    let RuleCover { sentences, productions, .. } = generator.cover_watched(&mut |done| {
        progress.steps(counted(done - before));
        before = done;
    });
    drop(progress);
    for sentence in &sentences {
        sink.take(sentence)?;
    }
    sink.finish()?;
    let mut missed = 0;
    for production in &productions {
        let Some(reason) = &production.reason else { continue };
        missed += 1;
        let place = production.place.as_deref().unwrap_or("outside all elements");
        complain(&format!("not used: {place}: {}: {reason}", production.rule));
    }
    let (all, used) = (productions.len(), productions.len() - missed);
    let what = if generator.grammar().tokenizer().is_text() { "text" } else { "document" };
    let made = number(sentences.len(), what);
    complain(&format!("{used} of {all} rules are used by {made}"));
    Ok(())
}

/// Writes documents with mistakes that exercise wishes, remedies and exclusions of the grammar.
fn cover_repairs(generator: &Generator, mut sink: SentenceSink<'_>) -> Result<(), Failure> {
    let mut progress = Progress::new(None);
    let RepairCover { sentences, report, .. } = generator.cover_repairs(&mut |_| progress.step());
    drop(progress);
    for sentence in &sentences {
        sink.take(sentence)?;
    }
    sink.finish()?;
    let (statements, parts) = (&report.statements, &report.parts);
    let made = number(sentences.len(), "document");
    complain(&format!("{statements} statements, {parts} parts are exercised by {made}"));
    Ok(())
}

/// Writes the requested number of sentences.
fn generate(generator: &Generator, mut sink: SentenceSink<'_>) -> Result<(), Failure> {
    let number = sink.arguments.number;
    let mut progress = Progress::new(usize::try_from(number).ok());
    for number in 0..number {
        let sentence = generator.sentence(number).map_err(refused)?;
        sink.take(&sentence)?;
        progress.step();
    }
    sink.finish()
}

fn refused(error: GenerateError) -> Failure {
    Failure::refused(error.to_string())
}

/// Compiles the grammar, and creates the generator that the options describe.
fn generator(arguments: &GenerateArguments) -> Result<Generator, Failure> {
    let grammar = match grammars::prepare(&arguments.grammar)? {
        PreparedGrammar::Markup(parser) => parser.grammar().clone(),
        PreparedGrammar::Xml(parser) => parser.grammar().clone(),
        PreparedGrammar::Text(grammar) => grammar,
    };
    let kind = match (arguments.omit, arguments.broken) {
        (true, _) => SentenceKind::Omitting,
        (_, Some(mistakes)) => SentenceKind::Broken { mistakes: wide(mistakes) },
        _ => SentenceKind::Conforming,
    };
    let GenerateArguments { seed, size, fragment, .. } = arguments;
    let (seed, size, fragment) = (*seed, wide(*size), fragment.clone());
    Generator::new(
        grammar,
        GenerateOptions::default().seed(seed).size(size).kind(kind).fragment(fragment),
    )
    .map_err(refused)
}

/// The destination of sentences.
struct SentenceSink<'a> {
    arguments: &'a GenerateArguments,
    grammar: &'a Grammar,
    out: Output,
    /// The output file with its path, if there is a folder and the format has a single file.
    file: Option<(PathBuf, BufWriter<File>)>,
    /// The extension of files with one sentence.
    extension: &'static str,
}

impl<'a> SentenceSink<'a> {
    fn new(arguments: &'a GenerateArguments, grammar: &'a Grammar) -> Result<Self, Failure> {
        let is_text = grammar.tokenizer().is_text();
        let is_dat = arguments.format == GenerateFormat::Dat;
        check_needs(&[(is_dat, "-f dat", "a grammar of markup", !is_text)])?;
        if let Some(folder) = &arguments.output {
            fs::create_dir_all(folder).map_err(|error| Failure::unwritten(folder, &error))?;
        }
        let name = match arguments.format {
            GenerateFormat::Text => None,
            GenerateFormat::Cases => Some("generated.txt"),
            GenerateFormat::Dat => Some("generated.dat"),
            GenerateFormat::Json => Some("generated.ndjson"),
        };
        let file = match (&arguments.output, name) {
            (Some(folder), Some(name)) => {
                let path = folder.join(name);
                let file =
                    File::create(&path).map_err(|error| Failure::unwritten(&path, &error))?;
                Some((path, BufWriter::new(file)))
            }
            _ => None,
        };
        let extension = if is_text { "txt" } else { "html" };
        Ok(Self { arguments, grammar, out: Output::stdout(), file, extension })
    }

    /// Writes a sentence to the file, the folder or stdout.
    fn take(&mut self, sentence: &Sentence) -> Result<(), Failure> {
        let written = self.written(sentence);
        match (&mut self.file, &self.arguments.output) {
            (Some((path, file)), _) => {
                let written = file.write_all(written.as_bytes());
                written.map_err(|error| Failure::unwritten(path, &error))
            }
            (None, Some(folder)) => {
                let path = folder.join(format!("{:06}.{}", sentence.number(), self.extension));
                fs::write(&path, sentence.text()).map_err(|error| Failure::unwritten(&path, &error))
            }
            (None, None) => self.out.text(&written),
        }
    }

    /// Flushes all output.
    fn finish(mut self) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.file {
            file.flush().map_err(|error| Failure::unwritten(path, &error))?;
        }
        self.out.finish()
    }

    /// Formats a sentence in the requested format.
    fn written(&self, sentence: &Sentence) -> String {
        let GenerateArguments { grammar, fragment, .. } = self.arguments;
        match self.arguments.format {
            GenerateFormat::Text if self.arguments.number == 1 && !self.arguments.cover => {
                format!("{}\n", sentence.text())
            }
            GenerateFormat::Text => {
                format!("==> {} <==\n{}\n", sentence.number(), sentence.text())
            }
            GenerateFormat::Cases => case(sentence, self.arguments, self.grammar),
            GenerateFormat::Dat => dat(sentence, fragment.as_deref()),
            GenerateFormat::Json => {
                let line = json!({
                    "format": "wishful-sentence/1",
                    "grammar": grammar.grammar,
                    "number": sentence.number(),
                    "fragment": fragment,
                    "text": sentence.text(),
                    "changes": sentence.changes(),
                    "mistakes": sentence.document().map(|document| document.mistakes().count()),
                    "html5lib": sentence.document().map(|_| sentence.tree()),
                });
                format!("{line}\n")
            }
        }
    }
}

/// Formats a sentence as a case of the public tests. The section of errors stays empty, since the
/// suites' error counts are their own.
fn dat(sentence: &Sentence, fragment: Option<&str>) -> String {
    let context = fragment.map(|name| format!("#document-fragment\n{name}\n")).unwrap_or_default();
    format!("#data\n{}\n#errors\n{context}#document\n{}\n", sentence.text(), sentence.tree())
}

/// Formats a sentence as a case of `wishful test`.
fn case(sentence: &Sentence, arguments: &GenerateArguments, compiled: &Grammar) -> String {
    let mut case = format!("=== sentence {} of seed {}\n", sentence.number(), arguments.seed);
    let GenerateArguments { grammar, fragment, .. } = arguments;
    for change in sentence.changes() {
        let _ = writeln!(case, "# {change}");
    }
    let _ = writeln!(case, "grammar: {}", grammar.grammar);
    let mut modes: Vec<&str> = grammar.modes.named.iter().map(String::as_str).collect();
    if grammar.modes.scripting {
        modes.push("scripting");
    }
    if !modes.is_empty() {
        let _ = writeln!(case, "modes: {}", modes.join(" "));
    }
    if let Some(fragment) = fragment {
        let _ = writeln!(case, "fragment: {fragment}");
    }
    if let Ok(read) = Derivations::read(compiled, "sentence", sentence.text()) {
        let tree = read.render(Format::Tree, 1).unwrap_or_default();
        let _ =
            write!(case, "format: tree\n--- input\n{}\n--- expected\n{tree}\n", sentence.text());
        return case;
    }
    let repairs = sentence.document().map_or(0, |document| document.repairs().len());
    let _ = write!(
        case,
        "format: html5lib\nrepairs: {repairs}, {} cruft\n--- input\n{}\n--- expected\n{}\n",
        sentence.cruft(),
        sentence.text(),
        sentence.tree()
    );
    case
}
