//! The trial phase: parses the document by the grammar with one change, and checks whether the
//! piece is still refused.

use super::fates::{Fate, Fates, Refused};
use super::in_force::{Change, InForce};
use super::study::{Conjecture, Sort};
use super::{Inquiry, Way, WhyNot};
use crate::base::IndexMap;
use crate::grammar::Grammar;
use crate::parser::Parser;
use crate::slippers::event::{Repair, RepairKind};
use crate::tree::Document;
use std::cell::RefCell;

/// The number of cached parsers of changed grammars, for later texts.
const KEPT: usize = 64;

/// The largest number of changes tried in one call.
const TRIALS: usize = 64;

/// The key of a change: the number of the changed statement, and its new text.
type Key = (Option<usize>, Option<String>);

/// A cache of the most recent parsers of changed grammars; `None` for grammars that the compiler
/// rejects.
#[derive(Default)]
pub(super) struct Tried(RefCell<IndexMap<Key, Option<Parser>>>);

impl Tried {
    fn parser(&self, in_force: &InForce, key: &Key, change: &Change) -> Option<Parser> {
        let mut known = self.0.borrow_mut();
        if let Some(parser) = known.get(key) {
            return parser.clone();
        }
        if known.len() >= KEPT {
            known.shift_remove_index(0);
        }
        let parser = in_force.with(change).and_then(|grammar| Parser::new(grammar).ok());
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
    inquiry: &Inquiry<'_>,
    asked: &[Refused],
    conjectures: Vec<Conjecture>,
    answers: &mut [WhyNot],
) {
    let (mut left, mut trials) = (conjectures, TRIALS);
    for sort in [Sort::Lifts, Sort::AddsLine, Sort::AddsPlace] {
        let (now, later): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|conjecture| conjecture.sort == sort);
        let open = now.into_iter().filter(|one| answers[one.question].ways.is_empty()).collect();
        try_sort(inquiry, asked, open, (answers, &mut trials));
        left = later;
    }
    for answer in answers {
        answer.ways.sort_by_key(|way| (!way.local, way.cost));
    }
}

/// Tries the changes of one kind, as long as trials are left.
fn try_sort(
    inquiry: &Inquiry<'_>,
    asked: &[Refused],
    conjectures: Vec<Conjecture>,
    (answers, trials): (&mut [WhyNot], &mut usize),
) {
    let in_force = inquiry.counsel.in_force();
    for (key, conjectures) in by_change(in_force, conjectures) {
        if *trials == 0 {
            conjectures.iter().for_each(|one| answers[one.question].left_out += 1);
            continue;
        }
        *trials -= 1;
        let change = &conjectures[0].change;
        let parser = inquiry.counsel.tried.parser(in_force, &key, change);
        let Some(trial) = parser.and_then(|parser| Trial::of(inquiry, parser)) else { continue };
        let (now, changed) = in_force.texts(change);
        for Conjecture { question, obstacle, line, .. } in conjectures {
            let Some((inserted, cost)) = trial.lets_in(&asked[question], inquiry.document()) else {
                continue;
            };
            let start = answers[question].span.start;
            let local = trial.differs.is_none_or(|differs| differs >= start);
            let (now, changed) = (now.clone(), changed.clone());
            let way = Way { obstacle, line, now, changed, inserted, local, cost };
            answers[question].ways.push(way);
        }
    }
}

/// Groups conjectures by their change, in the order of the first conjecture of each.
fn by_change(in_force: &InForce, conjectures: Vec<Conjecture>) -> IndexMap<Key, Vec<Conjecture>> {
    let mut groups: IndexMap<Key, Vec<Conjecture>> = IndexMap::default();
    for conjecture in conjectures {
        let number = match &conjecture.change {
            Change::Replaced(number, _) => Some(*number),
            Change::Added(_) => None,
        };
        let key = (number, in_force.texts(&conjecture.change).1);
        groups.entry(key).or_default().push(conjecture);
    }
    groups
}

impl Trial {
    fn of(inquiry: &Inquiry<'_>, parser: Parser) -> Option<Self> {
        let mut fates = Fates::default();
        let document = inquiry.run(&parser, inquiry.document.text(), &mut fates).ok()?;
        let refused = fates.refused(&document);
        let differs = first_difference(inquiry.document(), &document);
        Some(Self { parser, document, refused, differs })
    }

    /// Returns the tags that are inserted before a piece, and their cost, if the piece is not
    /// refused any more.
    fn lets_in(&self, asked: &Refused, before: &Document) -> Option<(Vec<String>, u64)> {
        let start = asked.span_in(before).start;
        let is_end = asked.fate == Fate::Forced;
        let refuses = |refused: &Refused| match is_end {
            true => refused.fate == Fate::Forced,
            false => refused.span_in(&self.document).start == start && refused.fate != Fate::Forced,
        };
        if self.refused.iter().any(refuses) {
            return None;
        }
        // In another lexical state the token may not exist any more.
        let found = self.document.tokens();
        let was = before.tokens().span(asked.token.index());
        let is_there = is_end || found.get(found.at(start)).is_some_and(|token| token.span == was);
        let is_here = |repair: &Repair| repair.span.start == start;
        is_there.then(|| inserted(self.parser.grammar(), &self.document, is_here))
    }
}

/// Returns the offset of the first repair that only one of two documents of the same text has.
fn first_difference(one: &Document, other: &Document) -> Option<u32> {
    let place = |repair: &Repair| (repair.kind, repair.span);
    let same = one.repairs().iter().zip(other.repairs());
    let same = same.take_while(|(one, other)| place(one) == place(other)).count();
    let next = |document: &Document| document.repairs().get(same).map(|repair| repair.span.start);
    [next(one), next(other)].into_iter().flatten().min()
}

/// Returns the tags that some repairs insert, and their cost.
pub(super) fn inserted(
    grammar: &Grammar,
    document: &Document,
    is_meant: impl Fn(&Repair) -> bool,
) -> (Vec<String>, u64) {
    let is_virtual =
        |kind: RepairKind| matches!(kind, RepairKind::VirtualStart | RepairKind::VirtualEnd);
    let repairs = document.repair_ids().zip(document.repairs());
    let meant = repairs.filter(|(_, repair)| is_virtual(repair.kind) && is_meant(repair));
    let (mut tags, mut all) = (Vec::new(), 0);
    for (id, repair) in meant {
        tags.extend(document.inserted(id));
        all += cost(grammar, repair);
    }
    (tags, all)
}

/// Returns the cost of an inserted tag: by the wish that permits it, or 1 for a remedy.
fn cost(grammar: &Grammar, repair: &Repair) -> u64 {
    let by_wish = repair.rejected.zip(repair.inserted).and_then(|(goal, tag)| {
        let is_wished = grammar.wish_place(goal, tag) == repair.place;
        let permitted = grammar.permissions(goal).iter();
        permitted.filter(|_| is_wished).find(|permission| permission.tag == tag)
    });
    by_wish.map_or(1, |permission| u64::from(permission.cost))
}
