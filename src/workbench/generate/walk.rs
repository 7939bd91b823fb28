//! One sentence: a derivation from the start symbol, top down and from left to right, with the recogniser as the judge of
//! every word.
//!
//! What is still to be derived is a stack of symbols, and each open element has its own part of it:
//!
//! ```text
//! written        <ul> <li> x </li>
//! to be derived  … </ul> | (<li>)*                 a list that may go on
//! ```
//!
//! A rule is chosen by chance among those that can begin here. An *allowance* of words bounds it: where that is used up the
//! cheapest rule is taken ([`Plan`]), so every derivation ends. A list takes one more item as long as there is allowance; an
//! element gets a part of what is left to the one around it, so that neither the first nor the deepest takes all.
//!
//! What an ancestor forbids may leave no way on (an element must hold what may not stand here): then the last choice is taken
//! back, words and all, and another one is made. Each rule is tried once at a choice, and a sentence that has failed
//! more often than its size asks for is given up, so the work is linear in the size.
//!
//! `choose` says which rule is taken.

mod choose;

use super::chance::Rng;

use super::made::Made;
use super::obstacle::Obstacle;
use super::plan::{Plan, Route, asked};
use super::stage::{Moment, Stage};
use crate::base::BitRow;
use crate::earley::{NonterminalId, RuleId, Rules, Symbol, TerminalId};
use crate::grammar::{ElementId, Grammar};

/// What is still to be derived.
#[derive(Clone, Copy, Debug)]
struct Pending {
    item: Item,
    /// Whether it is on the way to the rule that the sentence is to come to.
    guided: bool,
}

/// What a [`Pending`] is.
#[derive(Clone, Copy, Debug)]
enum Item {
    /// A symbol.
    Symbol(Symbol),
    /// More items of a list, or no more.
    More(NonterminalId),
}

/// The part of the stack of an open element; the first is that of what is outside all elements.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Where it begins.
    base: usize,
    /// How many words it may still have.
    allowance: usize,
    /// How many words there were when it began.
    begun: usize,
}

/// A choice that was made and may be taken back.
struct Choice {
    moment: Moment,
    /// What was derived; `None` if it was something that could also have been left out.
    item: Option<Pending>,
    tried: Vec<RuleId>,
    arrived: bool,
    /// How much of the stack is below it, what goes on with its list included.
    kept: usize,
    /// How many parts there were, and the last of them.
    parts: usize,
    part: Part,
}

/// How a sentence is to be.
pub(super) struct Wanted<'a> {
    /// About how many words.
    pub(super) size: usize,
    /// The rule that the sentence is to come to, and how many of 256 choices are made so as to come nearer to it.
    pub(super) route: Option<(&'a Route, RuleId, u8)>,
    /// How often each rule was taken before; the rarer, the likelier.
    pub(super) taken: Option<&'a [u32]>,
}

/// A derivation under way.
pub(super) struct Walk<'a> {
    stage: Stage<'a>,
    plan: &'a Plan,
    wanted: Wanted<'a>,
    pending: Vec<Pending>,
    parts: Vec<Part>,
    choices: Vec<Choice>,
    /// What may be written next, if it was asked since the last word.
    writable: Option<BitRow>,
    arrived: bool,
    obstacle: Option<Obstacle>,
    failures: usize,
    /// How many choices were made since the last word.
    idle: usize,
}

/// A sentence that is to come to a rule may have so many times the words that it should have.
const PATIENCE: usize = 4;

/// If more than this is still to be derived, it is not searched for elements: there may be some.
const NEAR: usize = 8;

/// After so many choices in a row that wrote no word, the cheapest one is made.
const IDLE: usize = 256;

impl<'a> Walk<'a> {
    /// From the start symbol, or the content of a fragment.
    pub(super) fn new(
        grammar: &'a Grammar,
        plan: &'a Plan,
        (context, start): (Option<ElementId>, NonterminalId),
        random: Rng,
        wanted: Wanted<'a>,
    ) -> Self {
        let whole = Part { base: 0, allowance: wanted.size, begun: 0 };
        Self {
            stage: Stage::new(grammar, plan, context, random),
            plan,
            wanted,
            pending: vec![Pending { item: Item::Symbol(Symbol::Nonterminal(start)), guided: true }],
            parts: vec![whole],
            choices: Vec::new(),
            writable: None,
            arrived: false,
            obstacle: None,
            failures: 0,
            idle: 0,
        }
    }

    fn rules(&self) -> &'a Rules {
        self.stage.grammar.rules()
    }

    /// The sentence; none if it was given up. And what stood in the way of the rule that it was to come to.
    pub(super) fn run(mut self) -> (Option<Made>, Option<Obstacle>) {
        let is_done = self.finishes();
        let made = is_done.then_some(self.stage.made);
        (made, self.obstacle)
    }

    /// Derives all that is to be derived; false if it is given up.
    fn finishes(&mut self) -> bool {
        loop {
            self.forget_choices();
            let done = self.pending.len() == self.part().base;
            let item = if done { None } else { self.pending.pop() };
            let goes_on = match item {
                None if self.parts.len() == 1 => {
                    return self.stage.recogniser.complete();
                }
                None => self.close(),
                Some(item) => self.step(item),
            };
            if !goes_on && !self.take_back() {
                return false;
            }
        }
    }

    fn step(&mut self, item: Pending) -> bool {
        let Some((terminal, guided)) = self.sprinkled(item) else { return self.derive(item) };
        self.pending.push(item);
        self.remember(None, Vec::new());
        self.write(terminal, guided)
    }

    fn part(&self) -> Part {
        self.parts[self.parts.len() - 1]
    }

    /// How many words may still be chosen freely here.
    fn allowance(&self) -> usize {
        let Part { base, allowance, begun } = self.part();
        let used =
            self.stage.made.words - begun + (self.pending.len() - base.min(self.pending.len()));
        if self.idle > IDLE { 0 } else { allowance.saturating_sub(used) }
    }

    /// Forgets the choices of which all is written: they are not taken back any more.
    fn forget_choices(&mut self) {
        let (pending, parts) = (self.pending.len(), self.parts.len());
        let is_complete = |choice: &mut Choice| choice.kept >= pending && choice.parts >= parts;
        while let Some(choice) = self.choices.pop_if(is_complete) {
            self.stage.keep(choice.moment);
        }
    }

    fn close(&mut self) -> bool {
        let closed = self.stage.close();
        if closed {
            self.parts.pop();
            self.wrote();
        }
        closed
    }

    fn wrote(&mut self) {
        (self.writable, self.idle) = (None, 0);
    }

    fn derive(&mut self, pending: Pending) -> bool {
        match pending.item {
            Item::Symbol(Symbol::Terminal(terminal)) => self.write(terminal, pending.guided),
            Item::Symbol(Symbol::Nonterminal(nonterminal)) => {
                self.expand(nonterminal, pending, Vec::new())
            }
            // A list that nothing more fits into ends.
            Item::More(list) => {
                if self.goes_on(list, pending.guided) {
                    self.expand(list, pending, Vec::new());
                }
                true
            }
        }
    }

    fn write(&mut self, terminal: TerminalId, guided: bool) -> bool {
        if !self.writable().contains(terminal.index()) {
            return false;
        }
        let allowance = self.share();
        let Some(opened) = self.stage.write(terminal) else { return false };
        self.wrote();
        if let Some(kind) = opened {
            let begun = self.stage.made.words;
            self.parts.push(Part { base: self.pending.len(), allowance, begun });
            let content = Symbol::Nonterminal(self.rules().frame_kind(kind).content);
            self.pending.push(Pending { item: Item::Symbol(content), guided });
        }
        true
    }

    /// How many words an element may have that is opened here.
    fn share(&mut self) -> usize {
        let left = self.allowance();
        match self.is_last() {
            true => left,
            false => {
                let random = &mut self.stage.random;
                let most = random.below(left + 1);
                random.below(most + 1)
            }
        }
    }

    /// Whether no element comes after this in the element around it.
    fn is_last(&self) -> bool {
        let waiting = &self.pending[self.part().base.min(self.pending.len())..];
        let opens = |pending: &Pending| match pending.item {
            Item::Symbol(Symbol::Terminal(terminal)) => self.rules().opens(terminal).is_some(),
            Item::Symbol(Symbol::Nonterminal(made)) | Item::More(made) => {
                self.plan.opens.contains(made.index())
            }
        };
        waiting.len() <= NEAR && !waiting.iter().any(opens)
    }

    fn writable(&mut self) -> &BitRow {
        let stage = &self.stage;
        self.writable.get_or_insert_with(|| stage.writable())
    }

    /// Whether a list goes on: not without end, and not for the sake of a list that another one comes after.
    fn goes_on(&mut self, list: NonterminalId, guided: bool) -> bool {
        let leads = self.toward(list, guided).is_some_and(|rule| is_list(self.rules(), list, rule));
        if leads && self.stage.made.words < PATIENCE * self.wanted.size {
            return true;
        }
        let stops = match (self.plan.opens.contains(list.index()), self.is_last()) {
            (true, true) => 4,
            (true, false) => 64,
            (false, _) => 128,
        };
        self.allowance() > 0 && self.stage.random.u8(..) >= stops
    }

    /// The rule to take so as to come where the sentence is to go.
    fn toward(&self, nonterminal: NonterminalId, guided: bool) -> Option<RuleId> {
        let (route, ..) = self.wanted.route.filter(|_| guided && !self.arrived)?;
        Some(route[nonterminal.index()]?.0)
    }

    /// Of some symbols that a nonterminal makes, the one that is nearest to where the sentence is to go. Of a list it must be
    /// nearer than the list, of which more may come.
    fn nearest(&self, made: NonterminalId, right: &[Symbol]) -> Option<usize> {
        let most = match is_any_list(self.rules(), made) {
            true => self.distance(Symbol::Nonterminal(made)),
            false => u32::MAX,
        };
        let far = |at: &usize| self.distance(right[*at]);
        (0..right.len()).min_by_key(far).filter(|at| far(at) < most)
    }

    /// How many rules lie between a symbol and the rule to come to; the highest number, if it does not lead there.
    fn distance(&self, symbol: Symbol) -> u32 {
        let distance = || {
            let (route, ..) = self.wanted.route.filter(|_| !self.arrived)?;
            Some(route[asked(self.rules(), symbol)?.index()]?.1)
        };
        distance().unwrap_or(u32::MAX)
    }

    /// Puts what a nonterminal derives in its place, by a rule that was not tried yet; of a list, by one more item.
    fn expand(
        &mut self,
        nonterminal: NonterminalId,
        pending: Pending,
        mut tried: Vec<RuleId>,
    ) -> bool {
        let (guided, is_more) = (pending.guided, matches!(pending.item, Item::More(_)));
        let Some(rule) = self.choose(nonterminal, pending, &tried) else { return false };
        self.idle += 1;
        tried.push(rule);
        let rules = self.rules();
        if is_any_list(rules, nonterminal) {
            self.pending.push(Pending { item: Item::More(nonterminal), guided });
        }
        // (What is nothing cannot fail.)
        if !rules.right(rule).is_empty() {
            self.remember(Some(pending), tried);
        }
        self.stage.made.rules.push(rule);
        self.arrived |= self.wanted.route.is_some_and(|(_, target, _)| target == rule);
        let right = &rules.right(rule)[usize::from(is_more)..];
        let nearest = if guided { self.nearest(nonterminal, right) } else { None };
        let pending = right.iter().enumerate().rev().map(|(at, &symbol)| Pending {
            item: Item::Symbol(symbol),
            guided: nearest == Some(at),
        });
        self.pending.extend(pending);
        true
    }

    fn remember(&mut self, item: Option<Pending>, tried: Vec<RuleId>) {
        let (part, parts, kept) = (self.part(), self.parts.len(), self.pending.len());
        let (moment, arrived) = (self.stage.moment(), self.arrived);
        self.choices.push(Choice { moment, item, tried, arrived, kept, parts, part });
    }

    /// Takes the last choice back, and makes another one; false if there is none.
    fn take_back(&mut self) -> bool {
        self.failures += 1;
        if self.failures > 64 + 4 * self.wanted.size {
            return false;
        }
        while let Some(choice) = self.choices.pop() {
            let Choice { moment, item, tried, arrived, kept, parts, part } = choice;
            self.arrived = arrived;
            self.stage.rewind(moment);
            self.pending.truncate(kept);
            self.parts.truncate(parts);
            self.parts[parts - 1] = part;
            self.writable = None;
            let Some(item) = item else { return true };
            let nonterminal = match item.item {
                Item::More(list) => list,
                Item::Symbol(Symbol::Nonterminal(nonterminal)) => nonterminal,
                Item::Symbol(Symbol::Terminal(_)) => continue,
            };
            if is_any_list(self.rules(), nonterminal) {
                self.pending.pop();
            }
            if self.expand(nonterminal, item, tried) || matches!(item.item, Item::More(_)) {
                return true;
            }
        }
        false
    }
}

/// Whether what a nonterminal makes can go on as a list.
fn is_any_list(rules: &Rules, left: NonterminalId) -> bool {
    rules.of(left).iter().any(|&rule| is_list(rules, left, rule))
}

/// Whether a rule is that of a list which goes on: it begins with what it makes.
fn is_list(rules: &Rules, left: NonterminalId, rule: RuleId) -> bool {
    rules.right(rule).first() == Some(&Symbol::Nonterminal(left))
}
