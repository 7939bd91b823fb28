//! A grammar with what checks need besides: compiled patterns, and the words that may be missing.

use super::declarations::Declarations;
use regex::Regex;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wishful::base::{HashMap, narrow};
use wishful::grammar::{Grammar, TerminalKind};
use wishful_earley::{TerminalId, WishRow};

/// A grammar prepared for reading trees.
pub(super) struct Prepared {
    pub(super) grammar: Arc<Grammar>,
    /// By `datatype` statement, compiled on first use.
    datatypes: Vec<OnceLock<Option<Regex>>>,
    /// By the terminals that a start tag may be read as, made on first use.
    declarations: Mutex<HashMap<Box<[TerminalId]>, Arc<Declarations>>>,
    /// By the terminal of a start tag, the elements that may contain it, made on first use.
    homes: Mutex<HashMap<TerminalId, Option<Arc<str>>>>,
    /// The words that a search for missing content may insert.
    pub(super) missing: WishRow,
}

/// The greatest number of elements that are listed because they may contain another.
const HOMES: usize = 6;

/// The greatest cost of an opening word in a search for missing content: that of an element that
/// may contain any other. Narrower elements cost less, so that advice names `<ul>` and not
/// `<template>`.
const WIDEST: u32 = 100;

/// The cost of a closing word. It is above that of an opening word, so that content is put into a
/// missing container rather than after a missing sibling.
const CLOSING: u32 = 3 * WIDEST;

impl Prepared {
    pub(super) fn new(grammar: Arc<Grammar>) -> Self {
        let datatypes = grammar.tree_facts().datatypes.iter().map(|_| OnceLock::new()).collect();
        let missing = missing(&grammar);
        let (declarations, homes) = (Mutex::default(), Mutex::default());
        Self { grammar, datatypes, declarations, homes, missing }
    }

    /// Returns the attributes that the elements of some start terminals may have.
    pub(super) fn declarations(&self, terminals: Box<[TerminalId]>) -> Arc<Declarations> {
        let mut known = self.declarations.lock().unwrap_or_else(PoisonError::into_inner);
        let made = known.entry(terminals);
        Arc::clone(
            made.or_insert_with_key(|terminals| {
                Arc::new(Declarations::of(&self.grammar, terminals))
            }),
        )
    }

    /// Lists the elements that may contain the element that a tag begins, if they are few.
    pub(super) fn homes(&self, tag: TerminalId) -> Option<Arc<str>> {
        let mut known = self.homes.lock().unwrap_or_else(PoisonError::into_inner);
        let made = known.entry(tag);
        made.or_insert_with(|| homes(&self.grammar, tag).map(Arc::from)).clone()
    }

    /// Returns the pattern of a `datatype` statement; `None` if it cannot be compiled, which the
    /// compiler of grammars has excluded.
    pub(super) fn pattern(&self, datatype: usize) -> Option<&Regex> {
        let text = &self.grammar.tree_facts().datatypes[datatype].pattern;
        self.datatypes[datatype]
            .get_or_init(|| Regex::new(&format!(r"\A(?:{text})\z")).ok())
            .as_ref()
    }
}

/// Returns the words that may be missing: the tags of elements that the grammar names, and the
/// document type declaration.
fn missing(grammar: &Grammar) -> WishRow {
    let rules = grammar.rules();
    let mut costs = Vec::new();
    for terminal in (0..rules.terminal_count()).map(TerminalId::new) {
        match grammar.terminal_kind(terminal) {
            TerminalKind::Start(element) if grammar.element(element).name.is_some() => {
                let content = grammar
                    .element(element)
                    .kind
                    .map(|kind| rules.terminals_of(rules.frame_kind(kind).content).iter().count());
                let wide = WIDEST * narrow(content.unwrap_or(0)) / narrow(rules.terminal_count());
                costs.push((terminal, 1 + wide));
            }
            TerminalKind::End(_) => costs.push((terminal, CLOSING)),
            TerminalKind::Doctype | TerminalKind::Text => costs.push((terminal, WIDEST)),
            _ => {}
        }
    }
    WishRow::new(rules, costs)
}

/// Lists the elements that may contain the element that a tag begins, if they are few.
fn homes(grammar: &Grammar, tag: TerminalId) -> Option<String> {
    let TerminalKind::Start(element) = grammar.terminal_kind(tag) else { return None };
    let (rules, element) = (grammar.rules(), grammar.element(element));
    let same = grammar.elements().filter(|(_, info)| {
        info.name == element.name && info.namespace == element.namespace && info.name.is_some()
    });
    let same: Vec<usize> = same.map(|(_, info)| info.start.index()).collect();
    let mut homes = Vec::new();
    for (_, info) in grammar.elements() {
        let Some(kind) = info.kind else { continue };
        let accepted = rules.terminals_of(rules.frame_kind(kind).content);
        if info.test.is_none() && same.iter().any(|&start| accepted.contains(start)) {
            homes.push(format!("`{}`", grammar.spelling(info.start)));
        }
    }
    homes.sort_unstable();
    homes.dedup();
    match homes.split_last()? {
        _ if homes.len() > HOMES => None,
        (last, []) => Some(last.clone()),
        (last, others) => Some(format!("{} or {last}", others.join(", "))),
    }
}
