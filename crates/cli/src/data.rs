//! `wishful data`: the structured data of pages, in all syntaxes, as one graph.

use super::arguments::{DataArguments, DataFormat, GrammarChoice};
use super::failure::{CommandResult, Failure};
use super::grammars::{self, PreparedGrammar};
use super::inputs;
use super::microformats::{url, vocabulary};
use super::output::{Output, not_parsed};
use super::pages::{self, PageResult};
use super::reading;
use wishful::ParseOptions;
use wishful::base::counted;
pub(crate) use wishful::tree::not_written;
use wishful_microformats::Vocabulary;
use wishful_microformats::data::{DataOptions, MICROFORMATS, StructuredData};
use wishful_microformats::output::{FormatOptions, JsonOptions};

pub(super) fn run(arguments: &DataArguments) -> CommandResult {
    if arguments.spans && arguments.format != DataFormat::Json {
        return Err(Failure::usage("--spans needs `-f json`; for positions as text use --explain"));
    }
    let choice = GrammarChoice { grammar: arguments.grammar.clone(), ..GrammarChoice::default() };
    let grammar = grammars::prepare(&choice)?;
    let vocabulary = vocabulary(&arguments.vocabulary)?;
    check(arguments, vocabulary.as_ref())?;
    let options = arguments
        .reading
        .options()
        .limits(arguments.bounds.limits())
        .url(url(arguments.base.as_deref())?);
    let printer = DataPrinter { grammar, vocabulary, options, arguments };
    let mut out = Output::stdout();
    let workers = arguments.workers.count();
    let verdict = pages::each(&arguments.files, workers, &mut out, |path| printer.page(path))?;
    out.finish()?;
    Ok(verdict)
}

/// Rejects unknown names of syntaxes.
fn check(arguments: &DataArguments, vocabulary: Option<&Vocabulary>) -> Result<(), Failure> {
    let vocabulary = vocabulary.unwrap_or_else(|| Vocabulary::shipped());
    let known: Vec<&str> = [MICROFORMATS].into_iter().chain(vocabulary.syntaxes()).collect();
    match arguments.syntax.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Failure::usage(format!(
            "--syntax {name}: unknown syntax; expected one of {}",
            known.join(", ")
        ))),
    }
}

/// The message for a limit that was reached while extracting.
const NOT_READ: &str = "results are incomplete: a limit on repeated includes, on names, or on the depth of JSON was reached";

/// The state shared by all pages.
struct DataPrinter<'a> {
    grammar: PreparedGrammar,
    vocabulary: Option<Vocabulary>,
    options: ParseOptions,
    arguments: &'a DataArguments,
}

impl DataPrinter<'_> {
    fn page(&self, path: &str) -> PageResult {
        self.read(path).unwrap_or_else(PageResult::refused)
    }

    fn read(&self, path: &str) -> Result<PageResult, Failure> {
        let input = reading::read(path, self.arguments.bounds.max_bytes)?;
        let options = self.options.clone().partial(input.rest.is_some());
        let shown = inputs::shown(path);
        let document = self.grammar.parse(input.bytes, &options);
        let document = document.map_err(|message| Failure::of_input(path, message))?;
        let syntaxes: Vec<&str> = self.arguments.syntax.iter().map(String::as_str).collect();
        let found = StructuredData::new(
            &document,
            &DataOptions::default()
                .base(self.arguments.base.as_deref())
                .vocabulary(self.vocabulary.as_ref())
                .syntaxes(if syntaxes.is_empty() { None } else { Some(&syntaxes) }),
        );
        let text = self.formatted(&found);
        let most = self.arguments.bounds.output().of(document.text().len());
        let is_full = counted(text.len()) >= most || text.ends_with("# cut\n");
        let mut messages: Vec<String> = not_parsed(&document, path).into_iter().collect();
        if !self.arguments.explain && is_full && !found.is_cut() {
            messages.push(format!("{shown}: {}", not_written(most)));
        } else if found.is_cut() {
            messages.push(format!("{shown}: {NOT_READ}"));
        }
        for problem in found.problems() {
            if problem.is_error {
                let (position, syntax) = (problem.position, problem.syntax);
                messages.push(format!("{shown}:{position}: {syntax}: {}", problem.message));
            }
        }
        Ok(PageResult::new(self.headed(path, text), messages))
    }

    fn formatted(&self, found: &StructuredData<'_>) -> String {
        if self.arguments.explain {
            return found.explain();
        }
        let bytes = self.arguments.bounds.output();
        match self.arguments.format {
            DataFormat::Json => found.to_json(
                &JsonOptions::default()
                    .pretty(self.arguments.files.len() == 1)
                    .spans(self.arguments.spans)
                    .bytes(bytes),
            ),
            DataFormat::JsonLd => found.to_json_ld(&FormatOptions::default().bytes(bytes)),
            DataFormat::Turtle => found.to_turtle(&FormatOptions::default().bytes(bytes)),
        }
    }

    /// Adds the document's name to its output, if there are several documents.
    fn headed(&self, path: &str, text: String) -> String {
        if self.arguments.files.len() == 1 {
            return text;
        }
        let shown = inputs::shown(path);
        if self.arguments.explain {
            return format!("==> {shown} <==\n{text}");
        }
        match self.arguments.format {
            DataFormat::Json | DataFormat::JsonLd => inputs::json_line(path, "data", &text),
            DataFormat::Turtle => format!("# {}\n{text}", serde_json::Value::from(shown)),
        }
    }
}
