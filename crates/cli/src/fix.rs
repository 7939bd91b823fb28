//! `wishful fix`: a source with the same tree and no mistakes.
//!
//! | command line | is written |
//! | --- | --- |
//! | `fix FILE…`, `fix DIR`, `--patch` | a patch to stdout |
//! | `fix -` | the source to stdout, since a filter passes its input on |
//! | `fix --intent FILE` | the source as it was probably meant, to stdout |
//! | `fix --xhtml FILE` | the document as well-formed XML, to stdout |
//! | `--in-place` | the changed files |
//! | `-o DIR` | all files, to another folder |
//! | `--check` | the names of the files that would change, to stdout |
//!
//! The last line on stderr tells how it ended: `66 files changed; 2 keep 1,854 mistakes`.

use std::io::Read;
use std::path::Path;

use super::arguments::FixArguments;
use super::coercions;
use super::folders::{self, OutputFolder, PageFile};
use super::patching::{FileChange, PatchPrinter};
use super::templates::{self, TemplateLanguages};
use wishful::ParseOptions;
use wishful::tree::{Extent, WriteOptions, not_written};
use wishful_check::Checker;
use wishful_console::arguments::CHECKING_GRAMMAR;
use wishful_console::driver::{self, InputResult};
use wishful_console::explained::markup;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs;
use wishful_console::output::{Output, complain, messages_within, not_parsed, number};
use wishful_console::reading::{self, BoundedInput};
use wishful_console::replacing;
use wishful_console::reports::refused;
use wishful_diagnosis::Diagnoser;
use wishful_edit::fix::fix_document;
use wishful_query::{Node, xml};
use wishful_template::Dialect;

pub(super) fn run(arguments: &FixArguments) -> CommandResult {
    if arguments.in_place && arguments.files.contains(&"-".to_owned()) {
        return Err(Failure::usage("stdin cannot be fixed in place; omit --in-place"));
    }
    let templates = arguments.reading.languages(&arguments.folders)?;
    let pages = folders::pages(&arguments.files, &|path| templates.named(path).is_some())?;
    let destination = destination(arguments, &pages)?;
    let grammar = grammars::prepare(&arguments.grammar)?;
    let options = arguments.reading.options()?.limits(arguments.bounds.limits());
    if let Some(note) = grammars::wildcard_context(&grammar, &options) {
        complain(&note);
    }
    let mut out = Output::stdout();
    let paths: Vec<String> = pages.iter().map(|page| page.path.clone()).collect();
    let has_template = paths.iter().any(|path| templates.of_path(path).is_some());
    let diagnoser = match &grammar {
        PreparedGrammar::Markup(parser) if arguments.intent || has_template => {
            let checker = Checker::new(grammars::load_plain(CHECKING_GRAMMAR)?);
            Some(Diagnoser::new(parser.clone(), checker.map_err(|report| refused(&report))?))
        }
        _ => None,
    };
    let fixer = DocumentFixer {
        diagnoser,
        grammar,
        options,
        templates,
        arguments,
        destination,
        patches: PatchPrinter::new(&paths, &out),
    };
    let workers = arguments.workers.count();
    let mut tally = FixTally::default();
    let verdict = driver::each(
        &pages,
        workers,
        &mut out,
        |page| fixer.page(page),
        |fixed, out| {
            tally.count(&fixed);
            out.bytes(&fixed.out)?;
            Ok(None)
        },
    )?;
    out.finish()?;
    let is_written = !matches!(fixer.destination, Destination::Patch | Destination::Names);
    if let Some(line) = tally.line(is_written) {
        complain(&line);
    }
    let would_change = arguments.check && tally.changed > 0;
    Ok(if would_change { Verdict::Refused } else { verdict })
}

/// The destination of fixed documents.
enum Destination<'a> {
    /// The source, on stdout.
    Stdout,
    /// A patch, on stdout.
    Patch,
    /// The names of the files that would change, on stdout.
    Names,
    /// The files themselves.
    InPlace,
    Folder(OutputFolder<'a>),
}

fn destination<'a>(
    arguments: &'a FixArguments,
    pages: &[PageFile],
) -> Result<Destination<'a>, Failure> {
    Ok(match &arguments.output {
        Some(folder) => Destination::Folder(OutputFolder::new(folder, &arguments.files, pages)?),
        None if arguments.in_place => Destination::InPlace,
        None if arguments.check => Destination::Names,
        None if !arguments.patch
            && (arguments.files == ["-"]
                || (arguments.intent || arguments.xhtml) && is_one_file(&arguments.files)) =>
        {
            Destination::Stdout
        }
        None => Destination::Patch,
    })
}

fn is_one_file(files: &[String]) -> bool {
    matches!(files, [file] if !Path::new(file).is_dir())
}

/// The state that all threads share.
struct DocumentFixer<'a> {
    /// The diagnoser, if a document is a template or mistakes are repaired as they were meant.
    diagnoser: Option<Diagnoser>,
    grammar: PreparedGrammar,
    options: ParseOptions,
    templates: TemplateLanguages,
    arguments: &'a FixArguments,
    destination: Destination<'a>,
    patches: PatchPrinter,
}

/// A fixed document.
struct FixedPage {
    /// The output on stdout.
    out: Vec<u8>,
    /// A flag: a file changes.
    is_changed: bool,
    /// The number of mistakes that remain.
    mistakes: usize,
}

impl DocumentFixer<'_> {
    fn page(&self, page: &PageFile) -> Result<InputResult<FixedPage>, Failure> {
        let path = page.path.as_str();
        let name = inputs::shown(path);
        if let Some(dialect) = self.templates.of_path(path) {
            return self.template(page, &dialect);
        }
        let BoundedInput { bytes, rest } = reading::read(path, self.arguments.bounds.max_bytes)?;
        let options = self.options.clone().partial(rest.is_some()).record_events(true);
        let parser = markup(&self.grammar).map_err(|message| Failure::of_input(path, message))?;
        let document = self.grammar.parse(&bytes, &options);
        let document = document.map_err(|message| Failure::of_input(path, message))?;
        let write = WriteOptions::default().bytes(self.arguments.bounds.output());
        let mut meant = None;
        if self.arguments.intent
            && let Some(diagnoser) = &self.diagnoser
        {
            let diagnosis = diagnoser.diagnose(&document, &options);
            if !diagnosis.mistakes.is_empty() {
                let source = diagnosis.source(&document, &bytes);
                let parsed = self.grammar.parse(&source, &options);
                let parsed = parsed.map_err(|message| Failure::of_input(path, message))?;
                meant = Some((source, parsed, diagnosis.mistakes.len()));
            }
        }
        let (source, source_document) = match &meant {
            Some((source, document, _)) => (source, document),
            None => (&bytes, &document),
        };
        let mut coerced = Vec::new();
        let (fixed, left, extent) = if self.arguments.xhtml && is_xhtml(&bytes) {
            (bytes.clone(), Vec::new(), Extent::Whole)
        } else if self.arguments.xhtml {
            if rest.is_some() {
                let message = "no XML of a file of which only a part was read; raise --max-bytes";
                return Err(Failure::of_input(path, message));
            }
            let most = write.bytes.of(source_document.text().len());
            let written = xml::write_limited(source_document, most);
            coerced = coercions::notes(&written, source_document, name);
            let extent = if written.is_whole { Extent::Whole } else { Extent::Cut };
            (written.text.into_bytes(), Vec::new(), extent)
        } else {
            let fixed = fix_document(parser, (source, source_document), &options, &write)
                .map_err(|error| Failure::of_input(path, error))?;
            (fixed.bytes, fixed.left, fixed.extent)
        };
        let is_same = fixed == bytes;
        let change =
            FileChange { path, old: &bytes, new: &fixed, encoding: document.source().encoding };
        let out = self.write(page, change, rest)?;
        // A filter changes no file.
        let is_changed = !is_same && !matches!(self.destination, Destination::Stdout);
        let fixed_page = FixedPage { out, is_changed, mistakes: left.len() };
        let most = self.arguments.bounds.output().of(document.text().len());
        let mut messages: Vec<String> = not_parsed(&document, path).into_iter().collect();
        let left = left.iter().map(|message| format!("{name}:{message}"));
        messages.extend(messages_within(left, most, path));
        if extent == Extent::Cut {
            messages.push(format!("{name}: {}", not_written(most)));
        }
        let note = grammars::xml_note(self.grammar.grammar(), path, &bytes);
        let note = note.filter(|_| !self.arguments.xhtml);
        let meant = meant.map(|(_, _, mistakes)| as_meant(name, mistakes));
        let note: Vec<String> = note.into_iter().chain(meant).chain(coerced).collect();
        Ok(InputResult::new(fixed_page, messages).with_notes(note))
    }

    /// Repairs a template.
    fn template(
        &self,
        page: &PageFile,
        dialect: &Dialect,
    ) -> Result<InputResult<FixedPage>, Failure> {
        let path = page.path.as_str();
        let Some(diagnoser) = self.diagnoser.as_ref().filter(|_| !self.arguments.xhtml) else {
            let message = "a template cannot be written as XML, nor by a grammar of text";
            return Err(Failure::of_input(path, message));
        };
        let BoundedInput { bytes, rest } = reading::read(path, self.arguments.bounds.max_bytes)?;
        if rest.is_some() {
            let message = "a template must be read to its end; raise --max-bytes";
            return Err(Failure::of_input(path, message));
        }
        let source = (path, &bytes[..]);
        let is_intended = self.arguments.intent;
        let repaired = templates::repaired(source, dialect, diagnoser, &self.options, is_intended)?;
        let change = templates::change(path, &bytes, &repaired.text);
        let is_changed = change.new != bytes && !matches!(self.destination, Destination::Stdout);
        let out = self.write(page, change, None)?;
        let fixed_page = FixedPage { out, is_changed, mistakes: repaired.left.len() };
        let (name, most) = (inputs::shown(path), self.arguments.bounds.output().of(bytes.len()));
        let left = repaired.left.iter().map(|left| format!("{name}:{left}"));
        let meant = (repaired.intended > 0).then(|| as_meant(name, repaired.intended));
        Ok(InputResult::new(fixed_page, messages_within(left, most, path)).with_notes(meant))
    }

    /// Writes a fixed source, with the rest of the input that was not read, to its destination.
    /// Returns what is printed.
    fn write(
        &self,
        page: &PageFile,
        change: FileChange<'_>,
        rest: Option<Box<dyn Read>>,
    ) -> Result<Vec<u8>, Failure> {
        let (name, fixed) = (inputs::shown(&page.path), change.new);
        match &self.destination {
            Destination::Stdout => return with_rest(fixed, rest, &page.path),
            Destination::Folder(folder) => {
                folder.write(page, &with_rest(fixed, rest, &page.path)?)?;
            }
            _ if change.old == change.new => {}
            Destination::InPlace => {
                let path = Path::new(&page.path);
                replacing::replace(path, &with_rest(fixed, rest, &page.path)?)
                    .map_err(|error| Failure::unwritten(path, &error))?;
            }
            Destination::Names => return Ok(format!("{name}\n").into_bytes()),
            Destination::Patch if rest.is_some() => {
                let message = "no patch of a file of which only a part was read; use --in-place";
                return Err(Failure::of_input(&page.path, message));
            }
            Destination::Patch => return Ok(self.patches.patch(change)),
        }
        Ok(Vec::new())
    }
}

/// Returns the note about mistakes that were repaired as they were meant.
fn as_meant(name: &str, mistakes: usize) -> String {
    let mistakes = number(mistakes, "mistake");
    format!("{name}: {mistakes} repaired as probably meant, so that browsers build another tree")
}

/// The namespace of HTML elements in XML.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Reports whether a source is well-formed XML in the namespace of HTML. It must stay as it is:
/// read as HTML, its `&lt;` in a script would be these four characters.
fn is_xhtml(bytes: &[u8]) -> bool {
    let options = ParseOptions::default();
    let Ok(document) = xml::parse("", xml::decode(bytes), &options) else { return false };
    let mut nodes = document.root().children();
    nodes.any(|node| node.is_element() && Node::from(node).namespace_uri() == XHTML)
}

/// Appends the unread rest of the input to the fixed source.
fn with_rest(fixed: &[u8], rest: Option<Box<dyn Read>>, path: &str) -> Result<Vec<u8>, Failure> {
    let mut whole = fixed.to_vec();
    if let Some(mut rest) = rest {
        let read = rest.read_to_end(&mut whole);
        read.map_err(|error| Failure::unreadable(inputs::shown(path), &error))?;
    }
    Ok(whole)
}

/// The counts for the last line.
#[derive(Default)]
struct FixTally {
    /// The number of files that change.
    changed: usize,
    /// The number of files with mistakes that remain.
    keeping: usize,
    /// The number of those mistakes.
    mistakes: usize,
}

impl FixTally {
    fn count(&mut self, fixed: &FixedPage) {
        self.changed += usize::from(fixed.is_changed);
        self.keeping += usize::from(fixed.mistakes > 0);
        self.mistakes += fixed.mistakes;
    }

    /// Returns the last line: `66 files changed; 2 keep 1,854 mistakes`. Returns `None` if nothing
    /// changes and no mistake remains.
    fn line(&self, is_written: bool) -> Option<String> {
        let &Self { changed, keeping, mistakes } = self;
        let mistakes = number(mistakes, "mistake");
        let (change, keep) = match (is_written, keeping) {
            (true, 1) => ("changed", "keeps"),
            (true, _) => ("changed", "keep"),
            (false, _) => ("would change", "would keep"),
        };
        let changes = format!("{} {change}", number(changed, "file"));
        match (changed, keeping) {
            (0, 0) => None,
            (_, 0) => Some(changes),
            (0, _) => Some(format!("{} {keep} {mistakes}", number(keeping, "file"))),
            _ => Some(format!("{changes}; {keeping} {keep} {mistakes}")),
        }
    }
}
