//! A grammar that is compared with others, and what it makes of a small document.

use crate::base::{Report, hash_of};
use crate::grammar::Modes;
use crate::grammar::ast::{At, Statement};
use crate::slippers::event::TokenId;
use crate::slippers::{Look, Stand, Trace};
use crate::token::{KindRef, TokenRef};
use crate::tree::Document;
use crate::{Grammar, ParseError, ParseOptions, Parser};
use std::fmt::Write;

/// A grammar that is compared with others, ready to parse with in each of its modes.
pub struct Side {
    name: String,
    plain: Parser,
    /// By the name of the one mode that is on.
    modes: Vec<(String, Parser)>,
    pub(super) statements: Vec<At<Statement>>,
}

impl Side {
    /// A grammar that `compile` gives for a set of modes; `name` is what it is called in answers.
    ///
    /// ```
    /// use wishful::Grammar;
    /// use wishful::workbench::distinguish::Side;
    /// let side = Side::new("whatwg", |modes| Grammar::load_with("whatwg", modes)).unwrap();
    /// assert_eq!(side.name(), "whatwg");
    /// ```
    ///
    /// # Errors
    /// The report of what is wrong with the grammar, as text; or that it describes no markup.
    pub fn new(
        name: impl Into<String>,
        compile: impl Fn(&Modes) -> Result<Grammar, Report>,
    ) -> Result<Self, String> {
        let parser = |modes: &Modes| {
            let grammar = compile(modes).map_err(|report| report.text())?;
            Parser::new(grammar).map_err(|error| error.to_string())
        };
        let plain = parser(&Modes::default())?;
        let modes = plain
            .grammar()
            .modes()
            .iter()
            .map(|mode| Ok((mode.name.clone(), parser(&Modes::on([mode.name.as_str()]))?)));
        let modes = modes.collect::<Result<_, String>>()?;
        Ok(Self { name: name.into(), statements: plain.grammar().statements(), plain, modes })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The modes that it declares.
    pub(super) fn modes(&self) -> impl Iterator<Item = &str> {
        self.modes.iter().map(|(name, _)| name.as_str())
    }

    /// The parser with a mode on; a grammar that has no such mode is the same with it.
    fn parser(&self, mode: Option<&str>) -> &Parser {
        let found = self.modes.iter().find(|(name, _)| Some(name.as_str()) == mode);
        found.map_or(&self.plain, |(_, parser)| parser)
    }

    /// Whether it was compiled to the same as another one, in all modes of both: then all documents are parsed alike.
    pub(super) fn means_the_same(&self, other: &Self) -> bool {
        let modes = self.modes().chain(other.modes()).map(Some).chain([None]);
        modes.into_iter().all(|mode| {
            let [one, other] = [self, other].map(|side| side.parser(mode).grammar().meaning());
            one.is_some() && one == other
        })
    }

    /// Whether it can read documents so.
    ///
    /// # Errors
    /// A message that says why not.
    pub fn takes(&self, setting: &Setting) -> Result<(), String> {
        Modes::on(setting.mode.as_deref()).declared_by(self.plain.grammar())?;
        self.read("", setting).map(drop).map_err(|error| format!("{}: {error}", self.name))
    }

    /// What it makes of a text.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub(super) fn read(&self, text: &str, setting: &Setting) -> Result<Reading, ParseError> {
        let options = ParseOptions {
            fragment: setting.fragment.clone(),
            tree: setting.tree,
            ..ParseOptions::default()
        };
        let mut stands = Stands::default();
        let parser = self.parser(setting.mode.as_deref());
        let document = parser.parse_text_traced(text, &options, Some(&mut stands))?;
        Ok(Reading {
            page: page(&document),
            document,
            last: stands.last,
            features: stands.features,
        })
    }

    /// What it says of trees alone, as text; with all its sets, if that speaks of some.
    pub(super) fn tree_facts(&self) -> Vec<String> {
        let print = |statement: &At<Statement>| crate::grammar::print::statement(&statement.value);
        let of_trees = |statement: &&At<Statement>| match plain(&statement.value) {
            Statement::Set { .. } => true,
            Statement::Fact(fact) => fact.row().of_trees,
            _ => false,
        };
        let mut facts: Vec<String> = self.statements.iter().filter(of_trees).map(print).collect();
        facts.sort_unstable();
        facts
    }
}

/// A statement without what it does to others.
fn plain(statement: &Statement) -> &Statement {
    match statement {
        Statement::Edit(_, inner) => &inner.value,
        statement => statement,
    }
}

/// How documents are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// The element whose content they are; whole documents if `None`.
    pub fragment: Option<String>,
    /// The mode that is on in those grammars that have it.
    pub mode: Option<String>,
    /// What trees are to have.
    pub tree: crate::tree::TreeOptions,
}

/// What a grammar makes of a document.
pub(super) struct Reading {
    /// Its tree, with what is cruft in it.
    pub(super) page: String,
    pub(super) document: Document,
    /// Where the run stood when what is last in the text came: the text behind all tags, or nothing; and where that begins.
    pub(super) last: Option<(Stand, u32)>,
    /// The lines that were come by, as hashes.
    pub(super) features: Vec<u64>,
}

impl Reading {
    /// The repairs, without the lines of the grammar.
    pub(super) fn repairs(&self) -> String {
        let mut out = String::new();
        for (id, repair) in self.document.repair_ids().zip(self.document.repairs()) {
            let inserted = self.document.inserted(id).unwrap_or_default();
            let (kind, at) = (repair.kind.name(), repair.span.start);
            // OK because writing to a string never fails.
            let _ = writeln!(out, "{at} {kind} {inserted} {}", self.document.rejected(id));
        }
        out
    }
}

fn page(document: &Document) -> String {
    let mut page = document.html5lib();
    for node in document.nodes().filter(|node| node.cruft().is_some()) {
        let _ = writeln!(page, "cruft {} {:?}", node.id().index(), node.text());
    }
    page
}

/// Where a run stood when its last text began, or at the end if there is none behind the last tag.
#[derive(Default)]
struct Stands {
    last: Option<(Stand, u32)>,
    in_text: bool,
    features: Vec<u64>,
}

impl Trace for Stands {
    fn restart(&mut self) {
        *self = Self::default();
    }

    fn before(&mut self, token: TokenRef<'_>, stand: &dyn Fn() -> Stand) {
        let is_text = matches!(token.kind, KindRef::Text(_) | KindRef::Lost);
        let is_end = matches!(token.kind, KindRef::EndOfFile);
        if (is_text || is_end) && !self.in_text {
            self.last = Some((stand(), token.span.start));
        }
        self.in_text = is_text;
    }

    fn look(&mut self, _: TokenId, look: &Look<'_>) {
        let place = match look {
            Look::Applied { place } => Some(*place),
            Look::SetAside { place } => *place,
            Look::Inserted { places, .. } => places.last().copied().flatten(),
            _ => None,
        };
        self.features.extend(place.map(hash_of));
    }
}
