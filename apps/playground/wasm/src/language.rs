//! Editor operations on the text of a grammar.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::{Span, Utf16};
use wishful::grammar::{self, Grammar};
use wishful_workbench::language::{
    HighlightKind, Occurrence, Project, SymbolKind, copied, highlights as shades, typed,
};

use crate::answer::{Answered, Problem, good};
use crate::choice::{Choice, refused};
use crate::findings::FindingRow;
use crate::shelf::DocumentCache;

/// A request about a grammar.
#[derive(Deserialize)]
pub(crate) struct GrammarRequest {
    grammar: Choice,
}

/// A request about a position in a grammar.
#[derive(Deserialize)]
pub(crate) struct PositionRequest {
    grammar: Choice,
    at: u32,
}

/// A request about a text.
#[derive(Deserialize)]
pub(crate) struct TextRequest {
    text: String,
}

#[derive(Serialize)]
struct Checked {
    findings: Vec<FindingRow>,
    errors: usize,
    warnings: usize,
    summary: Option<String>,
}

/// Checks a grammar and returns all findings.
pub(crate) fn check(
    shelf: &mut DocumentCache,
    GrammarRequest { grammar: choice }: &GrammarRequest,
) -> Answered {
    let source = Grammar::named(&choice.name).text(choice.text.as_deref());
    let report = source.loader(&choice.files).check();
    let findings = FindingRow::all(&report);
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let warnings = findings.iter().filter(|finding| finding.is_warning()).count();
    let summary = match errors {
        0 => Some(shelf.parser(choice)?.grammar().summary()),
        _ => None,
    };
    good(Checked { findings, errors, warnings, summary })
}

/// A grammar with all files that it uses, and the name and the text of its own file.
struct OpenedGrammar<'c> {
    project: Project<'c>,
    name: String,
    text: String,
}

impl<'c> OpenedGrammar<'c> {
    fn new(choice: &'c Choice) -> Result<Self, Problem> {
        let (name, text) = match &choice.text {
            Some(text) => (choice.name.clone(), text.clone()),
            None => {
                let mut all = grammar::shipped().chain(grammar::parts());
                let Some(shipped) = all.find(|grammar| grammar.name == choice.name) else {
                    let message = format!("unknown grammar `{}`", choice.name);
                    return Err(Problem::impossible(message));
                };
                (format!("{}.grammar", shipped.name), shipped.text.to_owned())
            }
        };
        Ok(Self { project: Project::new(&name, &text, &choice.files), name, text })
    }

    /// Converts an offset in UTF-16 code units to one in bytes.
    fn offset(&self, unit: u32) -> usize {
        usize::try_from(Utf16::of(&self.text).offset(unit)).unwrap_or(usize::MAX)
    }

    fn span(&self, span: Span) -> [u32; 2] {
        Utf16::of(&self.text).span(span)
    }
}

#[derive(Serialize)]
struct Completions {
    at: [u32; 2],
    items: Vec<wishful_workbench::language::Completion>,
}

/// Lists the completions at a position.
pub(crate) fn complete(PositionRequest { grammar, at }: &PositionRequest) -> Answered {
    let opened = OpenedGrammar::new(grammar)?;
    let offset = opened.offset(*at);
    good(Completions {
        at: opened.span(typed(&opened.text, offset)),
        items: opened.project.completions(&opened.name, offset),
    })
}

/// A text about a stretch of the grammar.
#[derive(Serialize)]
struct SpannedText {
    at: [u32; 2],
    text: String,
}

/// Describes the keyword or the symbol at a position.
pub(crate) fn hover(PositionRequest { grammar, at }: &PositionRequest) -> Answered {
    let opened = OpenedGrammar::new(grammar)?;
    let hover = opened.project.hover(&opened.name, opened.offset(*at));
    good(hover.map(|hover| SpannedText { at: opened.span(hover.span), text: hover.text }))
}

#[derive(Serialize)]
struct FoundSymbol {
    kind: SymbolKind,
    name: String,
    places: Vec<FoundPlace>,
}

#[derive(Serialize)]
struct FoundPlace {
    file: String,
    at: [u32; 2],
    place: String,
    defines: bool,
}

/// Returns the definitions of the symbol at a position.
pub(crate) fn definitions(place: &PositionRequest) -> Answered {
    found(place, |project, one| project.definitions(&one.symbol))
}

/// Returns all references to the symbol at a position.
pub(crate) fn references(place: &PositionRequest) -> Answered {
    found(place, |project, one| project.references(&one.symbol))
}

fn found(
    PositionRequest { grammar, at }: &PositionRequest,
    places: impl Fn(&Project<'_>, &Occurrence) -> Vec<Occurrence>,
) -> Answered {
    let opened = OpenedGrammar::new(grammar)?;
    let one = opened.project.symbol_at(&opened.name, opened.offset(*at));
    let Some(one) = one else { return good(None::<FoundSymbol>) };
    let mut found = Vec::new();
    for occurrence in places(&opened.project, &one) {
        found.extend(found_place(&opened.project, &occurrence));
    }
    good(Some(FoundSymbol { places: found, kind: one.symbol.kind, name: one.symbol.name }))
}

fn found_place(project: &Project<'_>, one: &Occurrence) -> Option<FoundPlace> {
    let file = project.files().find(|file| file.name() == one.file)?;
    Some(FoundPlace {
        file: one.file.clone(),
        at: Utf16::of(file.text()).span(one.span),
        place: file.position(one.span.start).to_string(),
        defines: one.defines,
    })
}

/// Copies the statement at a position, as a variant of the grammar has to write it.
pub(crate) fn statement(PositionRequest { grammar, at }: &PositionRequest) -> Answered {
    let opened = OpenedGrammar::new(grammar)?;
    let found = copied(&opened.text, opened.offset(*at));
    good(found.map(|(span, text)| SpannedText { at: opened.span(span), text }))
}

/// A token for highlighting: start, end, kind, and whether it defines its name.
#[derive(Serialize)]
struct HighlightedToken(u32, u32, HighlightKind, bool);

/// Classifies the tokens of a text for highlighting.
pub(crate) fn highlights(TextRequest { text }: &TextRequest) -> Answered {
    let units = Utf16::of(text);
    let mut shaded = Vec::new();
    for token in shades(text) {
        let [from, to] = units.span(token.span);
        shaded.push(HighlightedToken(from, to, token.shade, token.defines));
    }
    good(shaded)
}

#[derive(Serialize)]
struct Formatted {
    text: String,
}

/// Formats a grammar.
pub(crate) fn format(GrammarRequest { grammar: choice }: &GrammarRequest) -> Answered {
    let OpenedGrammar { name, text, .. } = OpenedGrammar::new(choice)?;
    let text = grammar::format(&name, &text).map_err(refused)?;
    good(Formatted { text })
}
