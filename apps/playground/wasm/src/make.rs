//! The operations `generate` and `lex`: documents of a grammar, and the reports of a lexical
//! analyser.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::{Span, Utf16};
use wishful::sgml::{CallbackListing, Callbacks, Lexer, Parts, SgmlFeatures, report_html};
use wishful_workbench::generate::{GenerateOptions, Generator, SentenceKind};

use crate::answer::{Answered, Problem, good};
use crate::choice::Choice;
use crate::shelf::DocumentCache;

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum GenerationKind {
    #[default]
    Conforming,
    Omitting,
    Broken,
}

/// The arguments of `generate`.
#[derive(Deserialize)]
pub(crate) struct Generate {
    grammar: Choice,
    #[serde(default)]
    seed: u64,
    #[serde(default = "size")]
    size: usize,
    #[serde(default)]
    kind: GenerationKind,
    #[serde(default = "mistakes")]
    mistakes: usize,
    fragment: Option<String>,
}

fn size() -> usize {
    40
}

fn mistakes() -> usize {
    3
}

/// The maximum size of a generated document.
const LARGEST: usize = 10_000;

#[derive(Serialize)]
struct GeneratedDocument {
    html: String,
    changes: Vec<String>,
}

/// Generates a document of a grammar.
pub(crate) fn generate(shelf: &mut DocumentCache, asked: &Generate) -> Answered {
    let grammar = shelf.parser(&asked.grammar)?.grammar().clone();
    let kind = match asked.kind {
        GenerationKind::Conforming => SentenceKind::Conforming,
        GenerationKind::Omitting => SentenceKind::Omitting,
        GenerationKind::Broken => SentenceKind::Broken { mistakes: asked.mistakes },
    };
    let fragment = asked.fragment.clone().filter(|name| !name.is_empty());
    let (seed, size) = (asked.seed, asked.size.min(LARGEST));
    let options = GenerateOptions::default().seed(seed).size(size).kind(kind).fragment(fragment);
    let generator = Generator::new(grammar, options).map_err(Problem::impossible)?;
    let sentence = generator.sentence(0).map_err(Problem::impossible)?;
    good(GeneratedDocument {
        html: sentence.text().to_owned(),
        changes: sentence.changes().to_vec(),
    })
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Analyser {
    #[default]
    Sgml,
    Html5,
}

/// The arguments of `lex`.
#[derive(Deserialize)]
pub(crate) struct LexRequest {
    text: String,
    #[serde(default)]
    lexer: Analyser,
}

#[derive(Serialize)]
struct Reported {
    text: String,
    reports: Vec<LexerReport>,
}

#[derive(Serialize)]
struct LexerReport {
    callback: &'static str,
    parts: Vec<PartRow>,
}

#[derive(Serialize)]
struct PartRow {
    kind: &'static str,
    text: Option<String>,
    at: [u32; 2],
}

/// Lists the reports of Connolly's analyser of basic SGML, or those of the HTML tokenizer in the
/// same terms.
pub(crate) fn lex(LexRequest { text, lexer }: &LexRequest) -> Answered {
    let mut reports =
        Reports { units: Utf16::of(text), listing: CallbackListing::new(), rows: Vec::new() };
    match lexer {
        Analyser::Html5 => report_html(text, &mut reports),
        Analyser::Sgml => {
            let mut lexer = Lexer::new(SgmlFeatures::default());
            lexer.feed(text, &mut reports);
            lexer.finish(&mut reports);
        }
    }
    good(Reported { text: reports.listing.take(), reports: reports.rows })
}

/// A recorder of reports, both as the specification prints them and as data.
struct Reports<'t> {
    units: Utf16<'t>,
    listing: CallbackListing,
    rows: Vec<LexerReport>,
}

impl Reports<'_> {
    fn row(&mut self, callback: &'static str, parts: Parts<'_>) {
        let mut rows = Vec::new();
        for part in parts.iter() {
            rows.push(PartRow {
                kind: part.kind.name(),
                text: part.text.map(str::to_owned),
                at: self.units.span(Span::new(part.place.start, part.place.end)),
            });
        }
        self.rows.push(LexerReport { callback, parts: rows });
    }
}

impl Callbacks for Reports<'_> {
    fn tag_or_data(&mut self, parts: Parts<'_>) {
        self.listing.tag_or_data(parts);
        self.row("tag/data", parts);
    }

    fn other_markup(&mut self, parts: Parts<'_>) {
        self.listing.other_markup(parts);
        self.row("aux markup", parts);
    }

    fn mistake(&mut self, parts: Parts<'_>) {
        self.listing.mistake(parts);
        self.row("err/lim", parts);
    }
}
