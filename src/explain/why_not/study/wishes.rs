//! The study of wishes. It determines the obstacles of the wishes that name the piece, and the
//! other wishes that would help if they named it. It also collects the candidate sequences of
//! virtual tags with their costs.

use super::super::changes;
use super::super::wish_lines::WishLine;
use super::super::{ConsideredLine, Obstacle, PricedTag, Sequence};
use super::{ChangeSort, Costs, RejectionTrace, SEARCH_NODES};
use crate::earley::{NoPath, Path, TerminalId, WishRow, Word};
use crate::explain::cite::Citation;
use crate::grammar::TerminalKind;
use crate::grammar::ast::Item;
use crate::grammar::schema::Head;
use crate::grammar::statements::Change;
use crate::slippers::{OpenTag, Rejection};
use std::sync::Arc;

/// The cost of a tag in a namespace, if others cost 1.
const FOREIGN: u32 = 1000;

impl RejectionTrace<'_> {
    /// Returns the obstacles of the wishes that name the piece. Also conjectures changes of other
    /// wishes that would lead to it.
    pub(super) fn wishes(
        &mut self,
        terminal: TerminalId,
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
    ) -> Vec<ConsideredLine> {
        let (wish_lines, mut considered) = (self.wish_lines, Vec::new());
        for wish in &wish_lines.lines {
            let line = self.cited_wish(wish);
            if wish.is_for(terminal) {
                let stopped = self.kept_from(terminal, wish, rejection, sequences, &line);
                considered.push(ConsideredLine { line, stopped: vec![stopped] });
            } else {
                self.wish_of_others(terminal, wish, rejection, sequences, line);
            }
        }
        considered
    }

    fn cited_wish(&self, wish: &WishLine) -> Citation {
        self.citations.cite(wish.place)
    }

    /// Returns the obstacle of a wish that names the piece: the fewest innermost elements in its
    /// `unless` whose end tags would lead to the piece. If all of them do not suffice, returns all.
    /// If there are none, no permitted sequence exists.
    fn kept_from(
        &mut self,
        terminal: TerminalId,
        wish: &WishLine,
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
        line: &Citation,
    ) -> Obstacle {
        let mut costs = self.permitted(terminal);
        let mut withheld = Vec::new();
        for open in rejection.open() {
            let end = self.end_of(&open);
            if wish.withheld.contains(end.index()) && !costs.iter().any(|&(tag, _)| tag == end) {
                withheld.push(open);
            }
        }
        for spared in 1..=withheld.len() {
            let tag = self.end_of(&withheld[spared - 1]);
            if costs.iter().any(|&(known, _)| known == tag) {
                continue;
            }
            costs.push((tag, wish.cost));
            let Some(path) = self.cheapest(&costs, rejection) else { continue };
            sequences.push(self.sequence(terminal, &path.words, &withheld));
            withheld.truncate(spared);
            let change = self.wish_sparing(wish, &withheld);
            let obstacle = Obstacle::InTheWay { elements: self.open_elements(&withheld) };
            self.conjecture(ChangeSort::Lifts, obstacle.clone(), Some(line.clone()), change);
            return obstacle;
        }
        if withheld.is_empty() {
            Obstacle::NoSequence
        } else {
            Obstacle::InTheWay { elements: self.open_elements(&withheld) }
        }
    }

    /// Returns the end tag of an open element.
    fn end_of(&self, open: &OpenTag) -> TerminalId {
        self.grammar.element(open.element).end
    }

    /// Returns the change that removes open elements from the `unless` of a wish.
    fn wish_sparing(&self, wish: &WishLine, open: &[OpenTag]) -> Option<Change> {
        let fact = self.grammar.statements().get(wish.statement).fact(Head::Wish)?;
        let changed = changes::wish_sparing(fact, &self.items(open))?;
        Some(Change::Replaced(wish.statement, changed))
    }

    /// Conjectures that a wish for other tokens also names the piece.
    fn wish_of_others(
        &mut self,
        terminal: TerminalId,
        wish: &WishLine,
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
        line: Citation,
    ) {
        let mut costs = self.permitted(terminal);
        let permitted = costs.len();
        for &tag in &wish.tags {
            if !costs[..permitted].iter().any(|&(known, _)| known == tag) {
                costs.push((tag, wish.cost));
            }
        }
        if costs.len() == permitted {
            return;
        }
        let Some(path) = self.cheapest(&costs, rejection) else { return };
        let open: Vec<OpenTag> = rejection.open().take(path.words.len()).collect();
        sequences.push(self.sequence(terminal, &path.words, &open));
        let token = changes::item_of(self.grammar, terminal);
        let statement = self.grammar.statements().get(wish.statement);
        let changed = statement.fact(Head::Wish).and_then(|fact| changes::wish_for(fact, &token));
        let change = changed.map(|changed| Change::Replaced(wish.statement, changed));
        self.conjecture(ChangeSort::Lifts, Obstacle::NotNamed, Some(line), change);
    }

    /// Returns the tags that the grammar permits for the piece, with their costs.
    fn permitted(&self, terminal: TerminalId) -> Costs {
        let permitted = self.grammar.permissions(terminal);
        permitted.iter().map(|permission| (permission.tag, permission.cost)).collect()
    }

    /// Searches for the cheapest sequence of these tags after which the piece would be acceptable.
    /// Returns `None` if the question has no searches left.
    fn cheapest(&mut self, costs: &Costs, rejection: &mut Rejection<'_, '_>) -> Option<Path> {
        if self.searches == 0 {
            self.left_out += 1;
            return None;
        }
        self.searches -= 1;
        let row = self.wish_row(costs);
        self.searched(&row, rejection)
    }

    /// Searches for the cheapest sequence of a row. A search that is given up is counted.
    fn searched(&mut self, row: &WishRow, rejection: &mut Rejection<'_, '_>) -> Option<Path> {
        let found = rejection.cheapest(row, SEARCH_NODES);
        self.left_out += usize::from(matches!(found, Err(NoPath::GivenUp)));
        found.ok()
    }

    /// Returns the compiled form of some tags with their costs. Equal ones are compiled once.
    fn wish_row(&mut self, costs: &Costs) -> Arc<WishRow> {
        let mut costs = costs.clone();
        costs.sort_unstable();
        let rules = self.grammar.rules();
        let row = self
            .rows
            .entry(costs)
            .or_insert_with_key(|costs| Arc::new(WishRow::new(rules, costs.iter().copied())));
        row.clone()
    }

    /// Conjectures an additional line, and an additional symbol in the current content.
    pub(super) fn additions(
        &mut self,
        terminal: TerminalId,
        open: &[OpenTag],
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
    ) {
        let token = changes::item_of(self.grammar, terminal);
        let every = self.every();
        let place = self.grammar.statements().in_force()[0].place;
        if let Some(path) = self.searched(&every, rejection) {
            sequences.insert(0, self.sequence(terminal, &path.words, open));
            let mut tags: Vec<Item> = Vec::new();
            for word in &path.words {
                let tag = changes::item_of(self.grammar, word.terminal);
                if !tags.contains(&tag) {
                    tags.push(tag);
                }
            }
            let change = if tags.is_empty() {
                None
            } else {
                Some(Change::Added(changes::inserting(&token, tags, place)))
            };
            self.conjecture(ChangeSort::AddsLine, Obstacle::NoLine, None, change);
        }
        let Some(current) = open.first() else { return };
        // A content cannot include an end tag.
        if matches!(token, Item::End(_)) {
            return;
        }
        let rule = self.grammar.element(current.element).place;
        let change = self.replaced(rule, |statement| changes::including(statement, &token));
        let cite = Some(self.citations.cite(rule));
        self.conjecture(ChangeSort::AddsPlace, Obstacle::NoPlace, cite, change);
    }

    /// Returns the row of all tags and marks that may be virtual. Tags in namespaces allow nearly
    /// any content, so their cost excludes them unless no other sequence exists.
    fn every(&mut self) -> Arc<WishRow> {
        if let Some(every) = &self.every {
            return every.clone();
        }
        let grammar = self.grammar;
        let mut costs = Vec::new();
        for terminal in (0..grammar.rules().terminal_count()).map(TerminalId::new) {
            let may_be_virtual = match grammar.terminal_kind(terminal) {
                TerminalKind::Start(element) => {
                    let info = grammar.element(element);
                    info.name.is_some() && info.test.is_none()
                }
                TerminalKind::End(_) | TerminalKind::Mark(_) => true,
                _ => false,
            };
            if may_be_virtual {
                let is_foreign = grammar.namespace_of(terminal).is_some();
                costs.push((terminal, if is_foreign { FOREIGN } else { 1 }));
            }
        }
        let every = Arc::new(WishRow::new(grammar.rules(), costs));
        self.every.insert(every).clone()
    }

    /// Returns words as tags with their current costs. Closing words are named after the open
    /// elements, innermost first.
    fn sequence(&self, terminal: TerminalId, words: &[Word], open: &[OpenTag]) -> Sequence {
        let costs = self.permitted(terminal);
        let mut closed = open.iter();
        let mut tags = Vec::new();
        for word in words {
            let closes = self.grammar.rules().closes(word.terminal);
            let tag = match if closes { closed.next() } else { None } {
                Some(open) if word.label != 0 => format!("</{}>", open.name),
                _ => self.grammar.spelling(word.terminal).to_owned(),
            };
            let cost = costs.iter().find(|(tag, _)| *tag == word.terminal);
            tags.push(PricedTag { tag, cost: cost.map(|&(_, cost)| cost) });
        }
        Sequence { tags }
    }
}
