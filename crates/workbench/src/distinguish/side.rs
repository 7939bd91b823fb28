//! One of the compared grammars, and its parses of small documents.

use super::focus::plain;
use std::fmt::Write;
use std::sync::Arc;
use wishful::base::{Report, hash_of};
use wishful::grammar::Modes;
use wishful::grammar::ast::Statement;
use wishful::grammar::statements::Statements;
use wishful::slippers::{RunFingerprint, RunView, Trace, TraceRecord, TraceStep};
pub(super) use wishful::token::KindRef;
use wishful::tree::Document;
use wishful::{Grammar, ParseError, ParseOptions, Parser};

/// One of the compared grammars, with a parser for each of its modes.
pub struct Side {
    name: String,
    plain: Parser,
    /// The parsers with one mode on, by the name of the mode.
    modes: Vec<(String, Parser)>,
    pub(super) statements: Arc<Statements>,
}

/// Compiles a grammar with some modes on, and creates its parser.
fn parser_with(
    compile: impl Fn(&Modes) -> Result<Grammar, Report>,
    modes: &Modes,
) -> Result<Parser, String> {
    let grammar = compile(modes).map_err(|report| report.text())?;
    Parser::new(grammar).map_err(|error| error.to_string())
}

impl Side {
    /// Compiles a grammar in each of its modes, by `compile`; `name` is the grammar's name in
    /// answers.
    ///
    /// ```
    /// use wishful::Grammar;
    /// use wishful_workbench::distinguish::Side;
    /// let whatwg = Grammar::named("whatwg");
    /// let side = Side::new("whatwg", |modes| whatwg.clone().modes(modes).compile()).unwrap();
    /// assert_eq!(side.name(), "whatwg");
    /// ```
    ///
    /// # Errors
    /// The report of the grammar's mistakes as text, or a message that the grammar describes no
    /// markup.
    pub fn new(
        name: impl Into<String>,
        compile: impl Fn(&Modes) -> Result<Grammar, Report>,
    ) -> Result<Self, String> {
        let plain = parser_with(&compile, &Modes::default())?;
        let mut modes = Vec::new();
        for mode in plain.grammar().modes() {
            let parser = parser_with(&compile, &Modes::on([mode.name.as_str()]))?;
            modes.push((mode.name.clone(), parser));
        }
        let statements = plain.grammar().statements().clone();
        Ok(Self { name: name.into(), statements, plain, modes })
    }

    /// Returns the grammar's name in answers.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Iterates over the modes that the grammar declares.
    pub(super) fn modes(&self) -> impl Iterator<Item = &str> {
        self.modes.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the parser with a mode on. If the grammar lacks the mode, returns the parser without
    /// modes.
    fn parser(&self, mode: Option<&str>) -> &Parser {
        for (name, parser) in &self.modes {
            if Some(name.as_str()) == mode {
                return parser;
            }
        }
        &self.plain
    }

    /// Reports whether both grammars compile to the same rules in all modes of both. Then they
    /// parse all documents equally.
    pub(super) fn means_the_same(&self, other: &Self) -> bool {
        for mode in self.modes().chain(other.modes()).map(Some).chain([None]) {
            let meaning = self.parser(mode).grammar().meaning();
            if meaning.is_none() || meaning != other.parser(mode).grammar().meaning() {
                return false;
            }
        }
        true
    }

    /// Checks that the grammar can parse documents in a setting.
    ///
    /// # Errors
    /// A message with the reason why it cannot.
    pub fn takes(&self, setting: &Setting) -> Result<(), String> {
        Modes::on(setting.mode.as_deref()).declared_by(self.plain.grammar())?;
        self.read("", setting).map(drop).map_err(|error| format!("{}: {error}", self.name))
    }

    /// Parses a text.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub(super) fn read(&self, text: &str, setting: &Setting) -> Result<SideParse, ParseError> {
        let options =
            ParseOptions::default().fragment(setting.fragment.as_deref()).tree(setting.tree);
        let mut recorder = StandRecorder::default();
        let parser = self.parser(setting.mode.as_deref());
        let document = parser.run(text, &options, &mut recorder)?;
        Ok(SideParse {
            page: page(&document),
            document,
            last: recorder.last,
            features: recorder.features,
        })
    }

    /// Returns the statements that affect only trees, as sorted text, and all sets, which these may
    /// use.
    pub(super) fn tree_facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        for statement in self.statements.written() {
            let is_of_trees = match plain(&statement.value) {
                Statement::Set { .. } => true,
                Statement::Fact(fact) => fact.row().of_trees,
                _ => false,
            };
            if is_of_trees {
                facts.push(wishful::grammar::print::statement(&statement.value));
            }
        }
        facts.sort_unstable();
        facts
    }
}

/// The way in which documents are parsed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Setting {
    /// The context element of fragments; `None` for whole documents.
    pub fragment: Option<String>,
    /// The mode that is on in the grammars that have it.
    pub mode: Option<String>,
    /// The options of tree building.
    pub tree: wishful::tree::TreeOptions,
}

wishful::base::setters! { Setting {
    fragment: Option<String>, mode: Option<String>, tree: wishful::tree::TreeOptions,
} }

/// The parse of a document by one grammar.
pub(super) struct SideParse {
    /// The tree as text, including cruft.
    pub(super) page: String,
    pub(super) document: Document,
    /// The parser's state before the trailing text (the text after the last tag, or the end of the
    /// input), and the offset of that text.
    pub(super) last: Option<(RunFingerprint, u32)>,
    /// The applied lines of the grammar, as hashes.
    pub(super) features: Vec<u64>,
}

impl SideParse {
    /// Returns the repairs as text, without the lines of the grammar.
    pub(super) fn repairs(&self) -> String {
        let mut out = String::new();
        for (id, repair) in self.document.repair_ids().zip(self.document.repairs()) {
            let inserted = self.document.inserted_tag(id).unwrap_or_default();
            let (kind, at) = (repair.kind.name(), repair.span.start);
            // OK because writing to a string never fails.
            let _ = writeln!(out, "{at} {kind} {inserted} {}", self.document.rejected_token(id));
        }
        out
    }
}

fn page(document: &Document) -> String {
    let mut page = document.html5lib();
    for node in document.nodes() {
        if node.cruft().is_some() {
            let _ = writeln!(page, "cruft {} {:?}", node.id().index(), node.text());
        }
    }
    page
}

/// A trace that records the parser's state before the trailing text, or before the end if no text
/// follows the last tag.
#[derive(Default)]
struct StandRecorder {
    last: Option<(RunFingerprint, u32)>,
    in_text: bool,
    features: Vec<u64>,
}

impl Trace for StandRecorder {
    fn restart(&mut self) {
        *self = Self::default();
    }

    fn before(&mut self, run: &mut dyn RunView) {
        let token = run.token();
        let is_text = matches!(token.kind, KindRef::Text(_) | KindRef::Lost);
        let is_end = matches!(token.kind, KindRef::EndOfFile);
        if (is_text || is_end) && !self.in_text {
            self.last = Some((run.fingerprint(), token.span.start));
        }
        self.in_text = is_text;
    }

    fn step(&mut self, step: TraceStep) {
        let place = match step {
            TraceStep::Record(_, TraceRecord::Applied { place }) => Some(place),
            TraceStep::Record(_, TraceRecord::SetAside { place }) => place,
            TraceStep::Record(_, TraceRecord::Inserted { tags, .. }) => {
                tags.last().and_then(|&(_, place)| place)
            }
            _ => None,
        };
        self.features.extend(place.map(hash_of));
    }
}
