//! Position automata of rules, to find the symbols of a rule that a word was read for.
//!
//! `COMMENT* <html> COMMENT*` names comments twice, and only a comment's position in the document
//! determines which of the two it matched. So the right side of a rule becomes the automaton of its
//! positions (Glushkov, *The abstract theory of automata*, 1961). A *leaf* is an occurrence of a
//! symbol, with nonterminals inlined. Each leaf has a set of leaves that may follow. The state of a
//! content is the set of leaves that its last word may have matched; there is more than one if the
//! rule leaves that open.
//!
//! Two things make a content *loose*: a recursive nonterminal, and more than [`MOST`] leaves. Then
//! a word matches all leaves that name it. The same holds for a word that no leaf of the state
//! allows, since the adoption agency puts elements where no rule leads.

use super::lists::ListId;
use super::outline::{Outline, UnitId, UnitKind, alternative_place};
use std::sync::Arc;
use wishful::base::{BitRow, FileSpan, HashMap, HashSet};
use wishful::grammar::ast::{Alternative, At, Atom, Content, Factor, Item, Repeat, Statement};
use wishful_earley::TerminalId;

/// The largest number of leaves of a content.
const MOST: usize = 1000;

/// The largest depth of nonterminals in one another.
const DEPTH: usize = 50;

/// An occurrence of a symbol in a rule.
#[derive(Clone, Debug)]
struct Leaf {
    /// The units that a word exercises if it matches the leaf: its own, and all that enclose it.
    units: Vec<UnitId>,
    list: Option<ListId>,
    terminals: BitRow,
}

/// The position automaton of the rule that a statement defines.
#[derive(Debug, Default)]
struct Model {
    leaves: Vec<Leaf>,
    first: Vec<usize>,
    /// The leaves that may follow, by leaf.
    follow: Vec<Vec<usize>>,
    loose: bool,
}

/// The state of a content: a set of leaves. The first state is the initial one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct StateId(usize);

impl StateId {
    pub(super) const START: Self = Self(0);
}

/// The transition by a word: the next state, and the exercised units.
pub(super) type ContentStep = (StateId, Arc<[UnitId]>);

/// An automaton with the states that were reached so far, as in a lazy DFA.
#[derive(Debug)]
pub(super) struct ContentReader {
    model: Model,
    states: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, StateId>,
    steps: HashMap<(StateId, TerminalId), Option<ContentStep>>,
}

impl ContentReader {
    /// Builds the automaton of the rule with this number among the statements.
    pub(super) fn of(outline: &Outline, statement: usize) -> Self {
        let model = ModelBuilder::model(outline, statement);
        Self {
            model,
            states: vec![Vec::new()],
            numbers: HashMap::default(),
            steps: HashMap::default(),
        }
    }

    /// Reads a word. Returns `None` if the rule does not name it.
    pub(super) fn step(
        &mut self,
        outline: &Outline,
        state: StateId,
        word: TerminalId,
    ) -> Option<ContentStep> {
        if let Some(known) = self.steps.get(&(state, word)) {
            return known.clone();
        }
        let leaves = self.leaves(state, word);
        let step = if leaves.is_empty() {
            None
        } else {
            let exercised = self.exercised(outline, &leaves, word);
            Some((self.state(leaves), exercised))
        };
        self.steps.insert((state, word), step.clone());
        step
    }

    /// Returns the leaves that a word may match.
    fn leaves(&self, state: StateId, word: TerminalId) -> Vec<usize> {
        let Model { leaves, first, follow, loose } = &self.model;
        let mut next: Vec<usize> = Vec::new();
        match state {
            StateId::START => next.extend(first),
            StateId(at) => {
                for &leaf in &self.states[at] {
                    next.extend(&follow[leaf]);
                }
            }
        }
        next.retain(|&leaf| leaves[leaf].terminals.contains(word.index()));
        if *loose || next.is_empty() {
            let all = 0..leaves.len();
            next = all.filter(|&leaf| leaves[leaf].terminals.contains(word.index())).collect();
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    fn exercised(&self, outline: &Outline, leaves: &[usize], word: TerminalId) -> Arc<[UnitId]> {
        let mut units: Vec<UnitId> = Vec::new();
        for &leaf in leaves {
            let leaf = &self.model.leaves[leaf];
            if let Some(list) = leaf.list {
                units.extend(outline.exercised(list, None, word));
            }
            units.extend(&leaf.units);
        }
        units.sort_unstable();
        units.dedup();
        units.into()
    }

    fn state(&mut self, leaves: Vec<usize>) -> StateId {
        let next = StateId(self.states.len());
        *self.numbers.entry(leaves).or_insert_with_key(|leaves| {
            self.states.push(leaves.clone());
            next
        })
    }
}

/// A part of a content: the leaves at which it may begin and end.
#[derive(Default)]
struct ContentPiece {
    nullable: bool,
    first: Vec<usize>,
    last: Vec<usize>,
}

/// A builder of a model.
struct ModelBuilder<'o> {
    outline: &'o Outline,
    model: Model,
    /// The units that enclose the current part.
    around: Vec<UnitId>,
    /// The stack of statements whose contents are being expanded.
    open: Vec<usize>,
    inlined: HashSet<usize>,
    /// The statements that were not inlined, since they are too deep or recursive. Their leaves are
    /// added separately.
    later: Vec<usize>,
}

impl<'o> ModelBuilder<'o> {
    fn model(outline: &'o Outline, statement: usize) -> Model {
        let mut builder = Self {
            outline,
            model: Model::default(),
            around: Vec::new(),
            open: Vec::new(),
            inlined: HashSet::default(),
            later: Vec::new(),
        };
        let piece = builder.statement(statement);
        while let Some(statement) = builder.later.pop() {
            if builder.inlined.insert(statement) {
                builder.statement(statement);
            }
        }
        Model { first: piece.first, ..builder.model }
    }

    /// Builds the content of a statement. If the statement is a nonterminal, its rule encloses the
    /// content.
    fn statement(&mut self, number: usize) -> ContentPiece {
        let outline = self.outline;
        let At { value: Statement::Rule { content, .. }, place } = outline.statement(number) else {
            return ContentPiece::default();
        };
        let is_nonterminal = self.is_nonterminal(number);
        let rule = if is_nonterminal { outline.unit(UnitKind::Rule, *place) } else { None };
        self.open.push(number);
        let piece = self.within(rule, |builder| builder.content(content));
        self.open.pop();
        piece
    }

    fn is_nonterminal(&self, number: usize) -> bool {
        let mut nonterminals = self.outline.stages.names.nonterminals.values();
        nonterminals.any(|&(_, statement)| statement == number)
    }

    fn within<T>(&mut self, unit: Option<UnitId>, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.around.len();
        self.around.extend(unit);
        let made = make(self);
        self.around.truncate(before);
        made
    }

    fn content(&mut self, content: &Content) -> ContentPiece {
        let outline = self.outline;
        let mut all = ContentPiece::default();
        for alternative in &content.alternatives {
            if !outline.modes.hold(alternative.guard.as_ref()) {
                continue;
            }
            let place = alternative_place(alternative);
            let unit = place.and_then(|place| outline.unit(UnitKind::Alternative, place));
            let piece = self.within(unit, |builder| builder.sequence(alternative));
            all.nullable |= piece.nullable;
            all.first.extend(piece.first);
            all.last.extend(piece.last);
        }
        all
    }

    fn sequence(&mut self, alternative: &Alternative) -> ContentPiece {
        let mut all = ContentPiece { nullable: true, ..ContentPiece::default() };
        for factor in &alternative.factors {
            let piece = self.factor(factor);
            self.connect(&all.last, &piece.first);
            if all.nullable {
                all.first.extend(&piece.first);
            }
            if piece.nullable {
                all.last.extend(piece.last);
            } else {
                all.last = piece.last;
            }
            all.nullable &= piece.nullable;
        }
        all
    }

    fn factor(&mut self, At { value, place }: &At<Factor>) -> ContentPiece {
        let mut piece = match &value.atom {
            Atom::Item(item) => self.item(item, *place),
            Atom::Group(content) => self.content(content),
            Atom::Foster(_, content) => {
                let unit = self.outline.unit(UnitKind::Foster, *place);
                self.within(unit, |builder| builder.content(content))
            }
        };
        if matches!(value.repeat, Repeat::Star | Repeat::Plus) {
            self.connect(&piece.last, &piece.first);
        }
        piece.nullable |= matches!(value.repeat, Repeat::Star | Repeat::Optional);
        piece
    }

    fn item(&mut self, item: &Item, place: FileSpan) -> ContentPiece {
        let outline = self.outline;
        let unit = outline.unit(UnitKind::Symbol, place);
        let names = &outline.stages.names;
        if let Item::Name(name) = item
            && let Some(&(_, statement)) = names.nonterminals.get(name)
        {
            return self.within(unit, |builder| builder.nonterminal(statement));
        }
        let members = outline.stages.sets.members_of(item);
        let plain = &outline.stages.plain;
        let terminals = members.iter().flat_map(|&member| plain.terminals_of(member)).copied();
        let leaf = self.model.leaves.len();
        self.model.leaves.push(Leaf {
            units: self.around.iter().copied().chain(unit).collect(),
            list: outline.list("symbol", place),
            terminals: BitRow::of(plain.terminals.len(), terminals),
        });
        self.model.follow.push(Vec::new());
        self.model.loose |= self.model.leaves.len() > MOST;
        ContentPiece { nullable: false, first: vec![leaf], last: vec![leaf] }
    }

    fn nonterminal(&mut self, statement: usize) -> ContentPiece {
        if self.model.loose || self.open.contains(&statement) || self.open.len() > DEPTH {
            self.model.loose = true;
            self.later.push(statement);
            return ContentPiece { nullable: true, ..ContentPiece::default() };
        }
        self.inlined.insert(statement);
        self.statement(statement)
    }

    fn connect(&mut self, last: &[usize], first: &[usize]) {
        if self.model.loose {
            return;
        }
        for &leaf in last {
            self.model.follow[leaf].extend(first);
        }
    }
}
