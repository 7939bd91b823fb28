//! The naive model of frames: every query parses everything again.

use super::random::{Random, open_of};
use std::collections::HashMap;
use wishful_earley::util::BitRow;
use wishful_earley::*;

/// An open element: its kind, the words that have advanced its content, and those that will have
/// advanced its parent's content when it is closed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenElement {
    pub depth: usize,
    pub kind: usize,
    pub label: u32,
    pub moved: Vec<usize>,
    pub after: Vec<usize>,
}

#[derive(Clone)]
pub struct Model<'g> {
    pub grammar: &'g Random,
    /// The open elements. The first is the root, whose kind is the number of kinds.
    pub open: Vec<OpenElement>,
}

pub type KnownExpectations = HashMap<(usize, Vec<usize>), (BitRow, bool)>;

impl<'g> Model<'g> {
    pub fn new(grammar: &'g Random) -> Self {
        let root = OpenElement {
            depth: 0,
            kind: grammar.kinds.len(),
            label: 0,
            moved: vec![],
            after: vec![],
        };
        Self { grammar, open: vec![root] }
    }

    pub fn top(&self) -> &OpenElement {
        self.open.last().unwrap()
    }

    /// Returns the terminals that are expected after `moved` in the content of `kind`, and whether
    /// that content is complete.
    pub fn expected(
        &self,
        known: &mut KnownExpectations,
        kind: usize,
        moved: &[usize],
    ) -> (BitRow, bool) {
        let key = (kind, moved.to_vec());
        let expected = known.entry(key).or_insert_with(|| {
            let rules = self.grammar.contents[kind].clone();
            let mut recogniser = Recogniser::new(rules, Options::default());
            for &terminal in moved {
                recogniser.read(Word::plain(TerminalId::new(terminal))).unwrap();
            }
            (recogniser.expected(), recogniser.complete())
        });
        expected.clone()
    }

    /// Returns the context lines in force at a depth: walks the open elements from the outermost
    /// one, following the definition of a context line.
    pub fn in_force(&self, depth: usize) -> Vec<usize> {
        let mut lines = Vec::new();
        for (index, line) in self.grammar.lines.iter().enumerate() {
            let mut holds = false;
            for open in &self.open[1..=depth] {
                holds &= !line.until().contains(open.kind);
                holds |= self.grammar.kinds[open.kind].adds.contains(&index);
            }
            if holds {
                lines.push(index);
            }
        }
        lines
    }

    pub fn admitted(&self, terminal: usize, depth: usize) -> bool {
        self.in_force(depth).iter().any(|&line| {
            matches!(&self.grammar.lines[line], ContextLine::Inclusion { admits, .. } if admits.contains(terminal))
        })
    }

    pub fn excluded(&self, terminal: usize, depth: usize) -> Option<usize> {
        let kind = self.open[depth].kind;
        self.in_force(depth).into_iter().find(|&line| match &self.grammar.lines[line] {
            ContextLine::Exclusion { forbids, directly_in, .. } => {
                forbids.contains(terminal)
                    && directly_in.as_ref().is_none_or(|places| places.contains(kind))
            }
            ContextLine::Inclusion { .. } => false,
        })
    }

    pub fn is_close(&self, terminal: usize) -> bool {
        self.grammar.kinds.iter().any(|kind| kind.close == terminal)
    }

    pub fn refusal(&self, known: &mut KnownExpectations, word: Word) -> Option<Refusal> {
        let (terminal, top, depth) = (word.terminal.index(), self.top(), self.open.len() - 1);
        let (expected, complete) = self.expected(known, top.kind, &top.moved);
        if self.is_close(terminal) {
            let matches = depth > 0 && {
                let kind = &self.grammar.kinds[top.kind];
                kind.close == terminal && (!kind.labelled || top.label == word.label)
            };
            return match (matches, complete) {
                (false, _) => Some(Refusal::Unexpected),
                (true, false) => Some(Refusal::Incomplete),
                (true, true) => None,
            };
        }
        if !expected.contains(terminal) && !self.admitted(terminal, depth) {
            return Some(Refusal::Unexpected);
        }
        self.excluded(terminal, depth).map(|line| Refusal::Excluded(ContextId::new(line)))
    }

    /// Returns the words that will have advanced a content after it reads this one.
    pub fn moved_by(
        &self,
        known: &mut KnownExpectations,
        open: &OpenElement,
        terminal: usize,
    ) -> Vec<usize> {
        let mut moved = open.moved.clone();
        if self.expected(known, open.kind, &moved).0.contains(terminal) {
            moved.push(terminal);
        }
        moved
    }

    pub fn kind_opened_by(&self, terminal: usize) -> Option<usize> {
        (0..self.grammar.kinds.len()).find(|&kind| open_of(kind) == terminal)
    }

    pub fn opened(&self, kind: usize, label: u32, after: Vec<usize>) -> OpenElement {
        let label = if self.grammar.kinds[kind].labelled { label } else { 0 };
        OpenElement { depth: self.top().depth + 1, kind, label, moved: vec![], after }
    }

    pub fn read(&mut self, known: &mut KnownExpectations, word: Word) {
        let terminal = word.terminal.index();
        if self.is_close(terminal) {
            let closed = self.open.pop().unwrap();
            self.open.last_mut().unwrap().moved = closed.after;
            return;
        }
        let moved = self.moved_by(known, self.top(), terminal);
        match self.kind_opened_by(terminal) {
            Some(kind) => self.open.push(self.opened(kind, word.label, moved)),
            None => self.open.last_mut().unwrap().moved = moved,
        }
    }

    /// Converts a range of indices to depths; without an element, the depth is that of the
    /// position.
    pub fn depths(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let start = match self.open.get(from) {
            Some(open) => open.depth,
            None => self.top().depth + 1,
        };
        let end = if from == to { start } else { self.open[to - 1].depth + 1 };
        start..end
    }

    /// Renumbers depths after the elements at `from..from + count` were spliced into a range of
    /// depths.
    pub fn renumber(&mut self, range: &std::ops::Range<usize>, from: usize, count: usize) {
        let moves = count.saturating_sub(range.len());
        let first = range.end + moves - count;
        for (index, open) in self.open.iter_mut().enumerate().skip(from) {
            let is_new = index < from + count;
            open.depth = if is_new { first + index - from } else { open.depth + moves };
        }
    }

    /// Splices the elements in a range of indices, and reports whether that was possible.
    pub fn splice(
        &mut self,
        known: &mut KnownExpectations,
        from: usize,
        to: usize,
        words: &[Word],
    ) -> bool {
        let range = self.depths(from, to);
        let done = self.exchange(known, from, to, words);
        if done {
            self.renumber(&range, from, words.len());
        }
        done
    }

    /// Splices without renumbering depths.
    pub fn exchange(
        &mut self,
        known: &mut KnownExpectations,
        from: usize,
        to: usize,
        words: &[Word],
    ) -> bool {
        let mut model = self.clone();
        let above: Vec<OpenElement> = model.open.drain(to..).collect();
        let taken: Vec<OpenElement> = model.open.drain(from..).collect();
        for word in words {
            let terminal = word.terminal.index();
            let Some(kind) = model.kind_opened_by(terminal) else { return false };
            let (expected, _) = model.expected(known, model.top().kind, &model.top().moved);
            if !expected.contains(terminal) && !model.admitted(terminal, model.open.len() - 1) {
                return false;
            }
            let moved = model.moved_by(known, model.top(), terminal);
            model.open.push(model.opened(kind, word.label, moved));
        }
        if let (Some(outermost), true) = (taken.first(), words.is_empty()) {
            model.open.last_mut().unwrap().moved = outermost.after.clone();
        }
        for (index, mut open) in above.into_iter().enumerate() {
            if index == 0 && !words.is_empty() {
                open.after = model.moved_by(known, model.top(), open_of(open.kind));
            } else if index == 0 && !taken.is_empty() {
                open.after = model.top().moved.clone();
            }
            model.open.push(open);
        }
        *self = model;
        true
    }

    /// Finds the cheapest path by exhaustive search, ordered by cost, length and terminals. Returns
    /// `None` if the search was given up.
    pub fn cheapest(
        &self,
        known: &mut KnownExpectations,
        costs: &[Option<u32>],
        goal: Word,
    ) -> Option<Option<(u64, Vec<Word>)>> {
        let mut open = std::collections::BTreeMap::new();
        open.insert((0, 0, vec![]), (self.clone(), 0, vec![]));
        let mut seen = std::collections::HashSet::new();
        for _ in 0..300 {
            let Some(((cost, length, terminals), (model, own, words))) = open.pop_first() else {
                return Some(None);
            };
            if model.refusal(known, goal).is_none() {
                return Some(Some((cost, words)));
            }
            if !seen.insert((own, model.open.clone())) {
                continue;
            }
            for (terminal, price) in costs.iter().enumerate() {
                let Some(price) = *price else { continue };
                let close = model.is_close(terminal);
                let label = if close { model.top().label } else { 0 };
                let word = Word { terminal: TerminalId::new(terminal), label };
                let opened = &model.open[model.open.len() - own..];
                let kind = model.kind_opened_by(terminal);
                if opened.iter().any(|open| kind == Some(open.kind))
                    || model.refusal(known, word).is_some()
                {
                    continue;
                }
                let own =
                    if close { own.saturating_sub(1) } else { own + usize::from(kind.is_some()) };
                let (mut next, mut path, mut read) =
                    (model.clone(), words.clone(), terminals.clone());
                next.read(known, word);
                path.push(word);
                read.push(terminal);
                open.insert((cost + u64::from(price), length + 1, read), (next, own, path));
            }
        }
        None
    }
}
