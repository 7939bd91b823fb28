//! Trees in the format of the public suite, from a grammar or from a peer, and their comparison
//! with the expected trees.
//!
//! A *judge* is a function from an input (text, context, scripting) to a tree in that format. A
//! judge's panic becomes an error message, so that one bad case does not end a run.

#![allow(dead_code, reason = "each test and each example uses a part of it")]

pub(crate) mod duel;
pub(crate) mod peer;
pub(crate) mod shrink;
pub(crate) mod soup;

use crate::common::dat::Case;
use similar::{ChangeTag, TextDiff};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use url::Url;
use wishful::diagnostics::Report;
use wishful::grammar::Modes;
use wishful::grammar::ast::FileSpan;
use wishful::tree::{Format, TreeOptions, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser, instruments};
use wishful_earley::Engine;

/// An input for a judge.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Input {
    pub(crate) text: String,
    /// The context element of a fragment.
    pub(crate) fragment: Option<String>,
    /// The scripting flag.
    pub(crate) scripting: bool,
}

/// The tree of an input, or an error message.
pub(crate) type Tree = Result<String, String>;

/// The parsers of a grammar, with scripting off and on.
#[derive(Clone)]
pub(crate) struct Parsers {
    plain: Parser,
    scripting: Parser,
}

impl Parsers {
    /// Loads a shipped grammar or a file.
    pub(crate) fn load(name: &str) -> Result<Self, String> {
        Self::new(|modes| Grammar::named(name).modes(modes).compile())
    }

    /// Creates the parsers of the grammars that `compile` returns.
    pub(crate) fn new(compile: impl Fn(&Modes) -> Result<Grammar, Report>) -> Result<Self, String> {
        let parser = |modes: &[&str]| {
            let grammar = compile(&Modes::on(modes.iter().copied()));
            let grammar = grammar.map_err(|report| report.render(false))?;
            Parser::new(grammar).map_err(|error| error.to_string())
        };
        let plain = parser(&[])?;
        let has_mode = plain.grammar().modes().iter().any(|mode| mode.name == "scripting");
        let scripting = if has_mode { parser(&["scripting"])? } else { plain.clone() };
        Ok(Self { plain, scripting })
    }

    /// Returns the parser for an input.
    fn parser(&self, input: &Input) -> &Parser {
        if input.scripting { &self.scripting } else { &self.plain }
    }

    /// Parses an input.
    pub(crate) fn document(&self, input: &Input) -> Result<Document, String> {
        self.document_with(input, ParseOptions::default())
    }

    fn document_with(&self, input: &Input, options: ParseOptions) -> Result<Document, String> {
        let options = options.fragment(input.fragment.as_deref());
        let document = caught(|| self.parser(input).parse(&input.text, &options))?;
        document.map_err(|error| error.to_string())
    }

    /// Reports whether both engines give the same events and repairs.
    pub(crate) fn engines_agree(&self, input: &Input) -> Result<bool, String> {
        let parse = |engine| {
            let mut options = ParseOptions::default();
            options.engine = engine;
            self.document_with(input, options)
        };
        let (fast, reference) = (parse(Engine::Fast)?, parse(Engine::Reference)?);
        Ok(instruments::events(&fast) == instruments::events(&reference)
            && fast.repairs() == reference.repairs())
    }

    /// Returns the grammar locations that acted on an input. A location acts if it reads an
    /// element, rejects or settles a token, is cited by a repair, permits a repair, or sets a
    /// latch.
    pub(crate) fn fired(&self, input: &Input) -> Result<HashSet<FileSpan>, String> {
        let parser = self.parser(input);
        let options = ParseOptions::default().fragment(input.fragment.as_deref()).encoding("utf-8");
        caught(|| instruments::fired(parser, &input.text, &options))?
            .map_err(|error| error.to_string())
    }

    /// Returns the tree of an input.
    pub(crate) fn tree(&self, input: &Input) -> Tree {
        self.written(input, Format::Html5lib)
    }

    /// Returns the tree of an input as HTML.
    pub(crate) fn html(&self, input: &Input) -> Tree {
        self.written(input, Format::Html)
    }

    /// Returns everything that the standard defines for a page: its tree with shadow roots, the
    /// mode that its doctype sets, and its base URL.
    pub(crate) fn page(&self, input: &Input) -> Tree {
        let tree = TreeOptions::default().shadow_roots(true).patches(true);
        let url = "https://example.org/".parse().ok();
        let options = ParseOptions::default().tree(tree).url(url);
        let document = self.document_with(input, options)?;
        let mut page = caught(|| document.render(Format::Html5lib, WriteOptions::default()))?;
        for latch in instruments::set_by_doctype(self.parser(input).grammar(), &document) {
            let _ = writeln!(page, "{latch}");
        }
        page.extend(document.base_url().map(Url::as_str));
        Ok(page)
    }

    fn written(&self, input: &Input, format: Format) -> Result<String, String> {
        let document = self.document(input)?;
        caught(|| document.render(format, WriteOptions::default()))
    }
}

/// Runs a function and converts a panic to its message and location.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    thread_local! {
        static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let is_ours = CAUGHT.with_borrow_mut(|caught| {
                if let Some(message) = caught {
                    *message = info.to_string();
                }
                caught.is_some()
            });
            if !is_ours {
                previous(info);
            }
        }));
    });
    CAUGHT.set(Some(String::new()));
    let result = catch_unwind(AssertUnwindSafe(run));
    let message = CAUGHT.take().unwrap_or_default();
    result.map_err(|_| message)
}

/// A case that did not give the expected tree.
pub(crate) struct Failure<'c> {
    pub(crate) case: &'c Case,
    pub(crate) input: Input,
    pub(crate) got: Tree,
}

/// Returns the first scripting mode of a case in which `judge` gives another tree.
pub(crate) fn failure<'c>(case: &'c Case, judge: impl Fn(&Input) -> Tree) -> Option<Failure<'c>> {
    for scripting in case.modes() {
        let input = input(case, scripting);
        let got = judge(&input);
        let is_right = matches!(&got, Ok(tree) if tree.trim_end_matches('\n') == case.expected);
        if !is_right {
            return Some(Failure { case, input, got });
        }
    }
    None
}

/// Returns the stories of the cases that fail.
pub(crate) fn stories(cases: &[Case], judge: impl Fn(&Input) -> Tree) -> Vec<String> {
    let mut stories = Vec::new();
    for case in cases {
        if let Some(failure) = failure(case, &judge) {
            stories.push(failure.story());
        }
    }
    stories
}

/// Returns the input of a case.
pub(crate) fn input(case: &Case, scripting: bool) -> Input {
    Input { text: case.data.clone(), fragment: case.fragment.clone(), scripting }
}

impl Failure<'_> {
    /// Describes the failure.
    pub(crate) fn story(&self) -> String {
        let mut out = format!("== {}", self.case.name);
        out.push_str(&headline(&self.input));
        match &self.got {
            Ok(tree) => out.push_str(&difference(&self.case.expected, tree)),
            Err(message) => {
                let _ = writeln!(out, "{}\nfailed: {message}", self.case.expected);
            }
        }
        out
    }
}

/// Formats an input as a heading.
pub(crate) fn headline(input: &Input) -> String {
    let mut out = String::new();
    if let Some(context) = &input.fragment {
        let _ = write!(out, "  in <{context}>");
    }
    let scripting = if input.scripting { "on" } else { "off" };
    let _ = writeln!(out, "  scripting {scripting}\n{}", input.text.replace('\0', "\u{2400}"));
    out
}

/// Formats a diff of two trees: `-` is missing, `+` is unexpected.
pub(crate) fn difference(expected: &str, got: &str) -> String {
    let [expected, got] = [expected, got].map(|tree| tree.trim_end_matches('\n').to_owned() + "\n");
    let mut out = String::new();
    for change in TextDiff::from_lines(&expected, &got).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => ' ',
        };
        let _ = write!(out, "{sign}{change}");
    }
    out
}

/// Lists the events and repairs of a document.
pub(crate) fn close_look(parsers: &Parsers, input: &Input) -> String {
    let listed = parsers.document(input).and_then(|document| {
        caught(|| {
            let mut out = document.render(Format::Events, WriteOptions::default());
            for repair in document.repair_ids() {
                let _ = writeln!(out, "{}", document.describe_repair(repair));
            }
            out
        })
    });
    match listed {
        Ok(listed) => listed,
        Err(message) => message + "\n",
    }
}

/// Selects cases by a filter: the case with that name, else the cases of that file, else those
/// whose input contains it.
pub(crate) fn chosen(cases: Vec<Case>, filter: Option<&str>) -> Vec<Case> {
    let Some(filter) = filter else { return cases };
    let ways: [fn(&str, &Case) -> bool; 3] = [
        |filter, case| case.name == filter,
        |filter, case| case.file() == filter,
        |filter, case| case.data.contains(filter),
    ];
    for selects in ways {
        if cases.iter().any(|case| selects(filter, case)) {
            return cases.into_iter().filter(|case| selects(filter, case)).collect();
        }
    }
    Vec::new()
}
