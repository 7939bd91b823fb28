//! `wishful data`: the structured data of pages, in all syntaxes, as one graph.

use super::arguments::{DataArguments, DataFormat, check_needs};
use super::parsed::{PageParser, ParsedPage};
use super::vocabularies;
use wishful::base::counted;
use wishful::tree::not_written;
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::inputs;
use wishful_console::output::Output;
use wishful_microformats::Vocabulary;
use wishful_microformats::data::{DataOptions, StructuredData};
use wishful_microformats::output::{FormatOptions, JsonOptions};

pub(super) fn run(arguments: &DataArguments) -> CommandResult {
    let is_json = arguments.format == DataFormat::Json;
    let needed = "`-f json`; for positions as text use --explain";
    check_needs(&[(arguments.spans, "--spans", needed, is_json)])?;
    let parser = PageParser::new(&arguments.grammar, &arguments.pages)?;
    let vocabulary = vocabularies::extended(&arguments.vocabulary)?;
    check(arguments, vocabulary.as_ref())?;
    let parser = parser.with_base(arguments.base.as_deref())?;
    let printer = DataPrinter { vocabulary, arguments };
    let mut out = Output::stdout();
    let verdict = parser.print(&arguments.files, &mut out, |page| Ok(printer.page(page)))?;
    out.finish()?;
    Ok(verdict)
}

/// Rejects unknown names of syntaxes.
fn check(arguments: &DataArguments, vocabulary: Option<&Vocabulary>) -> Result<(), Failure> {
    let vocabulary = vocabulary.unwrap_or_else(|| Vocabulary::shipped());
    let checked = vocabulary.check_syntaxes(&arguments.syntax);
    checked.map_err(|message| Failure::usage(format!("--syntax {message}")))
}

/// The message for a limit that was reached while extracting.
const NOT_READ: &str = "results are incomplete: a limit on repeated includes, on names, or on the depth of JSON was reached";

/// The state shared by all pages.
struct DataPrinter<'a> {
    vocabulary: Option<Vocabulary>,
    arguments: &'a DataArguments,
}

impl DataPrinter<'_> {
    /// Returns the output for a page, and adds messages about what is wrong or incomplete.
    fn page(&self, page: &mut ParsedPage<'_>) -> String {
        let syntaxes: Vec<&str> = self.arguments.syntax.iter().map(String::as_str).collect();
        let found = StructuredData::new(
            &page.document,
            &DataOptions::default()
                .base(self.arguments.base.as_deref())
                .vocabulary(self.vocabulary.as_ref())
                .syntaxes(if syntaxes.is_empty() { None } else { Some(&syntaxes) }),
        );
        let text = self.formatted(&found);
        let (name, most) = (page.name, page.most);
        let is_full = counted(text.len()) >= most || text.ends_with("# cut\n");
        if !self.arguments.explain && is_full && !found.is_cut() {
            page.messages.push(format!("{name}: {}", not_written(most)));
        } else if found.is_cut() {
            page.messages.push(format!("{name}: {NOT_READ}"));
        }
        for problem in found.problems() {
            if problem.is_error {
                let (position, syntax) = (problem.position, problem.syntax);
                page.messages.push(format!("{name}:{position}: {syntax}: {}", problem.message));
            }
        }
        self.headed(page.path, text)
    }

    fn formatted(&self, found: &StructuredData<'_>) -> String {
        if self.arguments.explain {
            return found.explain();
        }
        let bytes = self.arguments.pages.bounds.output();
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
