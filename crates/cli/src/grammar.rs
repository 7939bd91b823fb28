//! `wishful grammar list|check|show|graph|fmt`. `cores` is in `cores.rs`, `from-dtd` in
//! `from_dtd.rs`, `import` in `import.rs`, and vocabularies are in `vocabularies.rs`.

use std::fmt::Write;
use std::path::Path;

use super::arguments::{
    CheckArguments, CheckFormat, Deny, FmtArguments, GrammarCommand, GraphArguments,
};
use super::findings::FindingOutput;
use super::{cores, from_dtd, import, vocabularies};
use wishful::base::{Files, Report, SourceFile};
use wishful::grammar::about::{self, TouchingStatement};
use wishful::grammar::ast::{self, At, Statement};
use wishful::grammar::load::{CachingLoader, Loader};
use wishful::grammar::load_embedded::{named, shipped};
use wishful::grammar::schema::Head;
use wishful::grammar::{Grammar, graph, parse, print, print_format};
use wishful::tree::LineDiff;
use wishful_console::arguments::DEFAULT_GRAMMAR;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::CliFiles;
use wishful_console::output::{self, MISTAKES, Output, complain, number, stderr_colour};
use wishful_console::paint::visible;
use wishful_console::reports::{counts, refused};
use wishful_console::{driver, inputs, replacing};
use wishful_microformats::vocabulary::shipped_files;

pub(super) fn run(command: &GrammarCommand) -> CommandResult {
    match command {
        GrammarCommand::List => list(),
        GrammarCommand::Check(arguments) => check(arguments),
        GrammarCommand::Show(arguments) => match &arguments.about {
            Some(what) => show_about(&arguments.of.grammar, what),
            None => show(&arguments.of.grammar),
        },
        GrammarCommand::Graph(arguments) => print_graph(arguments),
        GrammarCommand::Cores(arguments) => cores::run(arguments),
        GrammarCommand::Fmt(arguments) => fmt(arguments),
        GrammarCommand::FromDtd(arguments) => from_dtd::run(arguments),
        GrammarCommand::Import(arguments) => import::run(arguments),
    }
}

/// Lists the shipped grammars and vocabularies, one per line.
fn list() -> CommandResult {
    let mut out = Output::stdout();
    let mut all: Vec<(&str, &str)> = Vec::new();
    all.extend(shipped().map(|grammar| (grammar.name, grammar.description())));
    all.extend(shipped_files().map(|vocabulary| (vocabulary.name, vocabulary.description())));
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, legend) in all {
        let default = if name == DEFAULT_GRAMMAR { " (the default)" } else { "" };
        let gap = " ".repeat(width - name.len());
        let name = out.paint().bold(name);
        out.line(&format!("{name}{gap}  {legend}{default}"))?;
    }
    out.finish()?;
    Ok(Verdict::Done)
}

/// Reports every mistake of the named grammars or vocabularies, or of all shipped ones.
fn check(arguments: &CheckArguments) -> CommandResult {
    let mut names = arguments.grammars.clone();
    if names.is_empty() {
        names.extend(shipped().map(|grammar| grammar.name.to_owned()));
        names.extend(shipped_files().map(|vocabulary| vocabulary.name.to_owned()));
    }
    let mut out = Output::stdout();
    let mut verdict = Verdict::Done;
    let mut findings = Vec::new();
    for name in &names {
        let mut whole = None;
        let (report, grammar) = if vocabularies::is_one(name) {
            (vocabularies::check(name)?, None)
        } else {
            whole = whole_of(name);
            let (mut report, grammar) = match &whole {
                Some(whole) => Grammar::named(whole).loader(&files()).checked(),
                None => Grammar::named(name).loader(&files()).checked(),
            };
            if whole.is_some() {
                let own = Path::new(name).file_name();
                let Report { files, diagnostics } = &mut report;
                diagnostics.retain(|mistake| {
                    let file = files.get(mistake.primary.place.file);
                    Path::new(file.name()).file_name() == own
                });
            }
            (report, grammar)
        };
        if report.has_errors() || arguments.deny == Some(Deny::Warnings) && !report.is_faultless() {
            verdict = Verdict::Refused;
        }
        if arguments.format != CheckFormat::Text {
            findings.extend(report.findings());
            continue;
        }
        if !report.diagnostics.is_empty() {
            out.flush()?;
            let most = if arguments.all { usize::MAX } else { MISTAKES };
            complain(&report.render_most(stderr_colour(), most));
        }
        if report.is_faultless() {
            out.line(&match (&whole, grammar) {
                (Some(whole), _) => {
                    format!("{}: no mistakes (a part of {})", shown(name), shown(whole))
                }
                (None, Some(grammar)) => faultless(name, &grammar),
                (None, None) => vocabularies::faultless(name)?,
            })?;
            continue;
        }
        complain(&format!("\n{}: {}", shown(name), counts(&report)));
    }
    let mut output = FindingOutput::start(arguments.format, &mut out)?;
    output.document(findings, u64::MAX, &mut out)?;
    output.finish(&mut out)?;
    out.finish()?;
    Ok(verdict)
}

/// Returns the grammar of which a file is a part: one in the same folder that uses it. A part has
/// neither a `start` nor a `use` statement of its own.
fn whole_of(name: &str) -> Option<String> {
    // The name tells a file from a pipe, which can be read only once.
    let path = Path::new(name);
    let file = path.file_name()?.to_str()?;
    let names = [file, file.strip_suffix(".grammar")?];
    let own = statements_of(path)?;
    if [Head::Start, Head::Use].iter().any(|head| ast::facts(&own, *head).next().is_some()) {
        return None;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut wholes = Vec::new();
    for entry in folder.unwrap_or(Path::new(".")).read_dir().ok()?.flatten() {
        let other = match folder {
            Some(folder) => folder.join(entry.file_name()),
            None => entry.file_name().into(),
        };
        if other.extension().is_some_and(|extension| extension == "grammar")
            && let Some(statements) = statements_of(&other)
            && ast::facts(&statements, Head::Use)
                .any(|used| used.value.texts("file").iter().any(|one| names.contains(&&*one.value)))
        {
            wholes.extend(other.to_str().map(str::to_owned));
        }
    }
    wholes.into_iter().min()
}

/// Returns the statements of a grammar file without mistakes; `None` if it cannot be read.
fn statements_of(path: &Path) -> Option<Vec<At<Statement>>> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut files = Files::default();
    let file = files.add(SourceFile::new(path.display().to_string(), text));
    Some(parse::parse(file, &files).0.statements)
}

/// Returns the message about a grammar without mistakes.
fn faultless(name: &str, grammar: &Grammar) -> String {
    format!("{}: no mistakes ({})", shown(name), grammar.summary())
}

/// Returns the display name; a shipped grammar gets the name of its file.
fn shown(name: &str) -> String {
    match named(name) {
        Some(shipped) if shipped.name == name => format!("{name}.grammar"),
        _ => inputs::shown(name).to_owned(),
    }
}

fn kind(grammar: &Grammar) -> &'static str {
    if grammar.frame_finite() { "frame-finite" } else { "general" }
}

/// Returns a caching loader, since showing or drawing a grammar reads its files more than once.
fn files() -> CachingLoader<CliFiles> {
    CachingLoader::new(CliFiles)
}

fn load(name: &str, files: &dyn Loader) -> Result<Grammar, Failure> {
    Grammar::named(name).loader(files).compile().map_err(|report| refused(&report))
}

/// Prints a grammar in full, in the layout of `fmt`. The command is idempotent: its output shows as
/// itself.
fn show(name: &str) -> CommandResult {
    if vocabularies::is_one(name) {
        return output::print(&vocabularies::show(name)?);
    }
    let files = files();
    let grammar = load(name, &files)?;
    let mut file = grammar.statements().file();
    file.legend = headed(&file.legend, &shown(name), kind(&grammar));
    output::print(
        &print_format::format(name, &print::file(&file)).map_err(|report| refused(&report))?,
    )
}

/// Prints the statements of a grammar that concern a tag or token, each with its position and the
/// reasons.
fn show_about(name: &str, what: &str) -> CommandResult {
    if vocabularies::is_one(name) {
        return Err(Failure::usage("--about needs a grammar; a vocabulary has no tags"));
    }
    let files = files();
    let grammar = load(name, &files)?;
    let touching = about::about(&grammar, what).ok_or_else(|| {
        Failure::usage(format!(
            "{what:?} is not a tag or token; write it as in a grammar, such as '<p>', '</p>', '<input type=hidden>' or TEXT"
        ))
    })?;
    let mut text =
        format!("# {what} in {}: {}\n", shown(name), number(touching.len(), "statement"));
    let statements = grammar.statements();
    for TouchingStatement { id, ways } in &touching {
        let At { value, place } = &statements.in_force()[id.index()];
        let mut places = vec![grammar.cites(*place).0];
        for &edit in statements.edits(*id) {
            places.push(grammar.cites(edit).0);
        }
        let (places, ways) = (places.join(", edited by "), ways.join("\n#   "));
        let statement = print::statement(value);
        let _ = write!(text, "\n# {places}\n#   {ways}\n{statement}\n");
    }
    output::print(&text)
}

/// Adds a first line to a legend, with the grammar's name and kind; an earlier line of this form is
/// replaced.
fn headed(legend: &str, name: &str, kind: &str) -> String {
    const IN_FULL: &str = " in full: a ";
    let (first, rest) = legend.split_once('\n').unwrap_or((legend, ""));
    let shown_before = first.strip_prefix("# ").and_then(|line| line.split_once(IN_FULL));
    let (name, legend) = match shown_before {
        Some((name, _)) => (name, rest),
        None => (name, legend),
    };
    format!("# {name}{IN_FULL}{kind} grammar\n{legend}")
}

/// Prints the graph of a grammar or a vocabulary.
fn print_graph(arguments: &GraphArguments) -> CommandResult {
    let name = &arguments.of.grammar;
    let is_strange = if vocabularies::is_one(name) { arguments.rules } else { arguments.text };
    if is_strange {
        return Err(Failure::usage("--rules needs a grammar; --text needs a vocabulary"));
    }
    if vocabularies::is_one(name) {
        return output::print(&vocabularies::graph(name, arguments.text)?);
    }
    let files = files();
    let grammar = load(name, &files)?;
    output::print(&if arguments.rules {
        graph::rules(&grammar)
    } else {
        graph::containment(&grammar)
    })
}

/// Formats grammar files.
fn fmt(arguments: &FmtArguments) -> CommandResult {
    if arguments.files.len() > 1 && !arguments.check && !arguments.write {
        return Err(Failure::usage("with several files, fmt needs --check or --write"));
    }
    let mut out = Output::stdout();
    let verdict = driver::in_turn(&arguments.files, |path| fmt_one(path, arguments, &mut out))?;
    out.finish()?;
    Ok(verdict)
}

/// Formats one file, or checks that it is formatted.
fn fmt_one(path: &str, arguments: &FmtArguments, out: &mut Output) -> CommandResult {
    let text = inputs::read_text(path)?;
    let name = inputs::shown(path);
    let formatted = print_format::format(name, &text).map_err(|report| refused(&report))?;
    if arguments.check {
        if text == formatted {
            return Ok(Verdict::Done);
        }
        let names = [name, &format!("{name} formatted")];
        let (lines, paint) = (LineDiff { names, left: &text, right: &formatted }, out.paint());
        out.text(&lines.patch(&|piece, text| paint.piece(piece, &visible(text))))?;
        out.flush()?;
        complain(&format!("{name}: not formatted; run `wishful grammar fmt --write {name}`"));
        return Ok(Verdict::Refused);
    }
    let left = print_format::left_alone(&text);
    if !left.is_empty() {
        let lines: Vec<String> = left.iter().map(ToString::to_string).collect();
        let lines = lines.join(", ");
        complain(&format!(
            "{name}: statements with comments inside are not formatted: line {lines}"
        ));
    }
    if !arguments.write || path == "-" {
        out.text(&formatted)?;
    } else if text != formatted {
        let path = Path::new(path);
        replacing::replace(path, formatted.as_bytes())
            .map_err(|error| Failure::unwritten(path, &error))?;
    }
    Ok(Verdict::Done)
}
