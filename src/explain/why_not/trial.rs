//! The trial phase: parses the document by the grammar with one change, and checks whether the
//! piece is still refused.

use super::outcomes::{PieceOutcome, Refused, refused};
use super::study::{CandidateChange, ChangeSort};
use super::{SufficientChange, WhyNot, WhyNotAnalysis};
use crate::base::IndexMap;
use crate::grammar::Grammar;
use crate::grammar::statements::{Change, StatementId, Statements, on_one_line};
use crate::parser::Parser;
use crate::slippers::event::{Repair, RepairKind};
use crate::tree::Document;
use std::cell::RefCell;

/// The number of cached parsers of changed grammars, for later texts.
const KEPT: usize = 64;

/// The largest number of changes tried in one call.
const TRIALS: usize = 64;

/// The key of a change: the changed statement, and its new text.
type ChangeKey = (Option<StatementId>, Option<String>);

/// A cache of the most recent parsers of changed grammars; `None` for grammars that the compiler
/// rejects.
#[derive(Default)]
pub(super) struct TriedGrammars(RefCell<IndexMap<ChangeKey, Option<Parser>>>);

impl TriedGrammars {
    /// Returns the parser of a changed grammar; `None` if the compiler rejects it.
    fn parser(&self, grammar: &Grammar, key: &ChangeKey, change: &Change) -> Option<Parser> {
        let mut known = self.0.borrow_mut();
        if let Some(parser) = known.get(key) {
            return parser.clone();
        }
        if known.len() >= KEPT {
            known.shift_remove_index(0);
        }
        let parser = grammar.with(change).and_then(|changed| Parser::new(changed).ok());
        known.insert(key.clone(), parser.clone());
        parser
    }
}

/// The parse of the document by a changed grammar.
struct Trial {
    parser: Parser,
    document: Document,
    refused: Vec<Refused>,
    /// The offset of the first repair that differs from the original parse.
    differs: Option<u32>,
}

/// Tries each change once, and adds to each answer the changes that let its piece in, best first.
/// Additions to the grammar are tried only for pieces for which no earlier kind of change
/// succeeded.
pub(super) fn try_all(
    analysis: &WhyNotAnalysis<'_>,
    requested: &[Refused],
    conjectures: Vec<CandidateChange>,
    answers: &mut [WhyNot],
) {
    let (mut remaining, mut trials) = (conjectures, TRIALS);
    for sort in [ChangeSort::Lifts, ChangeSort::AddsLine, ChangeSort::AddsPlace] {
        let (now, later): (Vec<_>, Vec<_>) =
            remaining.into_iter().partition(|conjecture| conjecture.sort == sort);
        let open = now.into_iter().filter(|one| answers[one.question].ways.is_empty()).collect();
        try_sort(analysis, requested, open, (answers, &mut trials));
        remaining = later;
    }
    for answer in answers {
        answer.ways.sort_by_key(|way| (!way.local, way.cost));
    }
}

/// Tries the changes of one kind, as long as trials are left.
fn try_sort(
    analysis: &WhyNotAnalysis<'_>,
    requested: &[Refused],
    conjectures: Vec<CandidateChange>,
    (answers, trials): (&mut [WhyNot], &mut usize),
) {
    let grammar = analysis.analyser.parser.grammar();
    for (key, conjectures) in by_change(grammar.statements(), conjectures) {
        if *trials == 0 {
            for one in &conjectures {
                answers[one.question].left_out += 1;
            }
            continue;
        }
        *trials -= 1;
        let change = &conjectures[0].change;
        let parser = analysis.analyser.tried.parser(grammar, &key, change);
        let Some(trial) = parser.and_then(|parser| Trial::of(analysis, parser)) else { continue };
        let (now, changed) = texts(grammar.statements(), change);
        for CandidateChange { question, obstacle, line, .. } in conjectures {
            let Some((inserted, cost)) = trial.lets_in(&requested[question], analysis.document())
            else {
                continue;
            };
            let start = answers[question].span.start;
            let local = trial.differs.is_none_or(|differs| differs >= start);
            let (now, changed) = (now.clone(), changed.clone());
            let way = SufficientChange { obstacle, line, now, changed, inserted, local, cost };
            answers[question].ways.push(way);
        }
    }
}

/// Groups conjectures by their change, in the order of the first conjecture of each.
fn by_change(
    statements: &Statements,
    conjectures: Vec<CandidateChange>,
) -> IndexMap<ChangeKey, Vec<CandidateChange>> {
    let mut groups: IndexMap<ChangeKey, Vec<CandidateChange>> = IndexMap::default();
    for conjecture in conjectures {
        let id = match &conjecture.change {
            Change::Replaced(id, _) | Change::Without(id) => Some(*id),
            Change::Added(_) => None,
        };
        let key = (id, texts(statements, &conjecture.change).1);
        groups.entry(key).or_default().push(conjecture);
    }
    groups
}

/// Returns the text of the changed statement, before and after the change.
fn texts(statements: &Statements, change: &Change) -> (Option<String>, Option<String>) {
    match change {
        Change::Replaced(id, changed) => {
            (Some(on_one_line(statements.get(*id))), Some(on_one_line(changed)))
        }
        Change::Without(id) => (Some(on_one_line(statements.get(*id))), None),
        Change::Added(statement) => (None, Some(on_one_line(statement))),
    }
}

impl Trial {
    /// Parses the document again by a changed grammar, to see which pieces are still refused.
    /// Returns `None` if that fails.
    fn of(analysis: &WhyNotAnalysis<'_>, parser: Parser) -> Option<Self> {
        let mut steps = Vec::new();
        let document = analysis.run(&parser, analysis.document.text(), &mut steps).ok()?;
        let refused = refused(&steps, &document);
        let differs = first_difference(analysis.document(), &document);
        Some(Self { parser, document, refused, differs })
    }

    /// Returns the tags that are inserted before a piece, and their cost, if the piece is not
    /// refused any more.
    fn lets_in(&self, requested: &Refused, before: &Document) -> Option<(Vec<String>, u64)> {
        let start = requested.span.start;
        let is_end = requested.outcome == PieceOutcome::Forced;
        for refused in &self.refused {
            let refuses = if is_end {
                refused.outcome == PieceOutcome::Forced
            } else {
                refused.span.start == start && refused.outcome != PieceOutcome::Forced
            };
            if refuses {
                return None;
            }
        }
        // In another lexical state the token may not exist any more.
        if !is_end {
            let tokens = self.document.tokens();
            let original = before.tokens().span(requested.token.index());
            if tokens.get(tokens.at(start))?.span != original {
                return None;
            }
        }
        let is_here = |repair: &Repair| repair.span.start == start;
        Some(inserted(self.parser.grammar(), &self.document, is_here))
    }
}

/// Returns the offset of the first repair that only one of two documents of the same text has.
fn first_difference(one: &Document, other: &Document) -> Option<u32> {
    let (one, other) = (one.repairs(), other.repairs());
    let pairs = one.iter().zip(other);
    let same = pairs.take_while(|(a, b)| (a.kind, a.span) == (b.kind, b.span)).count();
    let different = [one.get(same), other.get(same)].into_iter().flatten();
    different.map(|repair| repair.span.start).min()
}

/// Returns the tags that some repairs insert, and their cost.
pub(super) fn inserted(
    grammar: &Grammar,
    document: &Document,
    is_meant: impl Fn(&Repair) -> bool,
) -> (Vec<String>, u64) {
    let (mut tags, mut all) = (Vec::new(), 0);
    for (id, repair) in document.repair_ids().zip(document.repairs()) {
        let is_virtual = matches!(repair.kind, RepairKind::VirtualStart | RepairKind::VirtualEnd);
        if is_virtual && is_meant(repair) {
            tags.extend(document.inserted_tag(id));
            all += cost(grammar, repair);
        }
    }
    (tags, all)
}

/// Returns the cost of an inserted tag: by the wish that permits it, or 1 for a remedy.
fn cost(grammar: &Grammar, repair: &Repair) -> u64 {
    let (Some(goal), Some(tag)) = (repair.rejected, repair.inserted) else { return 1 };
    if grammar.wish_place(goal, tag) != repair.place {
        return 1;
    }
    match grammar.permissions(goal).iter().find(|permission| permission.tag == tag) {
        Some(permission) => u64::from(permission.cost),
        None => 1,
    }
}
