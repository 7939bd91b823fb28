//! The grammar with one change reads the document: was the piece refused again?

use super::fates::{Fate, Fates, Refused};
use super::in_force::{Change, InForce};
use super::study::{Conjecture, Sort};
use super::{Inquiry, Way, WhyNot};
use crate::grammar::Grammar;
use crate::parser::Parser;
use crate::slippers::event::{Repair, RepairKind};
use crate::tree::Document;
use std::collections::HashMap;

/// What a changed grammar makes of the document.
struct Trial {
    parser: Parser,
    document: Document,
    refused: Vec<Refused>,
}

/// Tries each change once, and notes with each answer those that let its piece in, the best first.
pub(super) fn try_all(
    inquiry: &Inquiry<'_>,
    in_force: &InForce,
    asked: &[Refused],
    conjectures: Vec<Conjecture>,
    answers: &mut [WhyNot],
) {
    let mut found: Vec<Vec<(Sort, Way)>> = answers.iter().map(|_| Vec::new()).collect();
    for (change, conjectures) in by_change(in_force, conjectures) {
        let Some(trial) = in_force.with(&change).and_then(|grammar| Trial::of(inquiry, grammar))
        else {
            continue;
        };
        let (now, changed) = in_force.texts(&change);
        for Conjecture { question, obstacle, line, sort, .. } in conjectures {
            let Some((inserted, cost)) = trial.lets_in(&asked[question], inquiry.document()) else {
                continue;
            };
            let (now, changed) = (now.clone(), changed.clone());
            let way = Way { obstacle, line, now, changed, inserted, cost };
            found[question].push((sort, way));
        }
    }
    for (answer, mut ways) in answers.iter_mut().zip(found) {
        ways.sort_by_key(|(sort, way)| (*sort, way.cost));
        // What adds to the grammar is asked for only where nothing stands in the way of what there is.
        let first = ways.first().map(|&(sort, _)| sort);
        let ways = ways.into_iter().filter(|&(sort, _)| Some(sort) == first);
        answer.ways = ways.map(|(_, way)| way).collect();
    }
}

/// The conjectures by what they would change, in the order in which each change comes first.
fn by_change(in_force: &InForce, conjectures: Vec<Conjecture>) -> Vec<(Change, Vec<Conjecture>)> {
    let mut groups: Vec<(Change, Vec<Conjecture>)> = Vec::new();
    let mut known = HashMap::new();
    for conjecture in conjectures {
        let number = match &conjecture.change {
            Change::Replaced(number, _) => Some(*number),
            Change::Added(_) => None,
        };
        let group = *known
            .entry((number, in_force.texts(&conjecture.change).1))
            .or_insert_with(|| {
                groups.push((conjecture.change.clone(), Vec::new()));
                groups.len() - 1
            });
        groups[group].1.push(conjecture);
    }
    groups
}

impl Trial {
    fn of(inquiry: &Inquiry<'_>, grammar: Grammar) -> Option<Self> {
        let parser = Parser::new(grammar).ok()?;
        let mut fates = Fates::default();
        let text = inquiry.document.text();
        let document = parser.parse_text_traced(text, &inquiry.options, Some(&mut fates)).ok()?;
        let refused = fates.refused(&document);
        Some(Self { parser, document, refused })
    }

    /// The tags that are inserted before a piece, and their cost, if the piece is not refused any more.
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
        // In another lexical state there may be no token any more.
        let tokens = self.document.tokens();
        let token = tokens.at(start);
        let is_there = is_end || before.tokens().at(start) < before.tokens().len()
            && tokens.get(token).is_some_and(|found| {
                let was = before.tokens().span(asked.token.index());
                found.span.start == was.start
            });
        let is_here = |repair: &Repair| repair.span.start == start;
        is_there.then(|| inserted(self.parser.grammar(), &self.document, is_here))
    }
}

/// The tags that some repairs insert, and what they cost.
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

/// What an inserted tag costs by the wish that permits it; by a remedy, 1.
fn cost(grammar: &Grammar, repair: &Repair) -> u64 {
    let by_wish = repair.rejected.zip(repair.inserted).and_then(|(goal, tag)| {
        let is_wished = grammar.wish_place(goal, tag) == repair.place;
        let permitted = grammar.permissions(goal).iter();
        permitted.filter(|_| is_wished).find(|permission| permission.tag == tag)
    });
    by_wish.map_or(1, |permission| u64::from(permission.cost))
}
