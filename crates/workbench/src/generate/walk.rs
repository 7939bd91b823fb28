//! Makes one sentence: a random leftmost derivation from the start symbol, in which the recogniser
//! judges every word.
//!
//! The symbols to be derived are on a stack, and each open element has its own part of it:
//!
//! ```text
//! written        <ul> <li> x </li>
//! to be derived  … </ul> | (<li>)*                 a list that may go on
//! ```
//!
//! A rule is chosen at random among those that can begin here. An *allowance* of words bounds the
//! sentence: once it is used up, the cheapest rule is applied ([`Plan`]), so every derivation ends.
//! A list takes another item as long as there is allowance. An element gets a random part of its
//! parent's remaining allowance, so that neither the first nor the deepest takes all.
//!
//! **Backtracking.** An exclusion of an ancestor may leave no way on, if an element requires a
//! child that the exclusion forbids. Then the last choice is undone, including its words, and
//! another one is made. Each rule is tried once at a choice. A sentence with more failures than its
//! size permits is given up, so the work is linear in the size.
//!
//! `choose` selects the rules.

mod choose;

use super::chance::Rng;

use super::made::MadeText;
use super::obstacle::Obstacle;
use super::plan::{Plan, Route, required};
use super::stage::{Stage, StageCheckpoint};
use wishful::base::BitRow;
pub(super) use wishful::grammar::{ElementId, Grammar};
use wishful_earley::{NonterminalId, RuleId, Rules, Symbol, TerminalId};

/// A symbol to be derived.
#[derive(Clone, Copy, Debug)]
struct Pending {
    item: PendingWork,
    /// True if it leads to the target rule of the sentence.
    guided: bool,
}

/// The kinds of pending work.
#[derive(Clone, Copy, Debug)]
enum PendingWork {
    /// A symbol.
    Symbol(Symbol),
    /// Zero or more further items of a list.
    More(NonterminalId),
}

/// An open element's part of the stack. The first part is outside of all elements.
#[derive(Clone, Copy, Debug)]
struct ElementPart {
    /// The index of its start.
    base: usize,
    /// The largest number of words in it.
    allowance: usize,
    /// The number of words at its start.
    begun: usize,
}

/// A backtracking point.
struct Choice {
    checkpoint: StageCheckpoint,
    /// The derived symbol; `None` for an optional, admitted element.
    item: Option<Pending>,
    tried: Vec<RuleId>,
    arrived: bool,
    /// The height of the stack below the choice, including the continuation of its list.
    height: usize,
    /// The number of parts, and a copy of the last one.
    parts: usize,
    part: ElementPart,
}

/// Requirements on a sentence.
pub(super) struct Goal<'a> {
    /// The approximate number of words.
    pub(super) size: usize,
    /// The route to a target rule, the rule, and how many of 256 choices follow the route.
    pub(super) route: Option<(&'a Route, RuleId, u8)>,
    /// The number of uses of each rule before; rarer rules are preferred.
    pub(super) taken: Option<&'a [u32]>,
}

/// A derivation in progress.
pub(super) struct DerivationWalk<'a> {
    stage: Stage<'a>,
    plan: &'a Plan,
    goal: Goal<'a>,
    pending: Vec<Pending>,
    parts: Vec<ElementPart>,
    choices: Vec<Choice>,
    /// A cache of the next possible terminals, valid until the next word.
    writable: Option<BitRow>,
    arrived: bool,
    obstacle: Option<Obstacle>,
    failures: usize,
    /// The number of choices since the last word.
    idle: usize,
}

/// The factor by which a sentence with a target rule may exceed its size.
const PATIENCE: usize = 4;

/// The number of pending symbols above which they are not searched for elements; elements are
/// assumed.
const NEAR: usize = 8;

/// Of 256 choices that may make a sentence empty, the number that do.
const EMPTY: u8 = 4;

/// The number of choices without a word after which the cheapest rule is applied.
const IDLE: usize = 256;

impl<'a> DerivationWalk<'a> {
    /// Begins at the start symbol, or at the content of a fragment.
    pub(super) fn new(
        grammar: &'a Grammar,
        plan: &'a Plan,
        (context, start): (Option<ElementId>, NonterminalId),
        random: Rng,
        goal: Goal<'a>,
    ) -> Self {
        let whole = ElementPart { base: 0, allowance: goal.size, begun: 0 };
        Self {
            stage: Stage::new(grammar, plan, context, random),
            plan,
            goal,
            pending: vec![Pending {
                item: PendingWork::Symbol(Symbol::Nonterminal(start)),
                guided: true,
            }],
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

    /// Returns the sentence, or `None` if it was given up. Also returns the obstacle to the target
    /// rule.
    pub(super) fn run(mut self) -> (Option<MadeText>, Option<Obstacle>) {
        let is_done = self.finishes();
        let made = if is_done { Some(self.stage.made) } else { None };
        (made, self.obstacle)
    }

    /// Derives all pending symbols. Returns false if it gives up.
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

    /// Derives a pending symbol, or writes an optional element before it.
    fn step(&mut self, item: Pending) -> bool {
        let Some((terminal, guided)) = self.optional_element(item) else {
            return self.derive(item);
        };
        self.pending.push(item);
        self.remember(None, Vec::new());
        self.write(terminal, guided)
    }

    /// Returns the part of the current element.
    fn part(&self) -> ElementPart {
        self.parts[self.parts.len() - 1]
    }

    /// Returns the number of words that are left for free choice here.
    fn allowance(&self) -> usize {
        let ElementPart { base, allowance, begun } = self.part();
        let used =
            self.stage.made.words - begun + (self.pending.len() - base.min(self.pending.len()));
        if self.idle > IDLE { 0 } else { allowance.saturating_sub(used) }
    }

    /// Drops the backtracking points of completed symbols.
    fn forget_choices(&mut self) {
        let (pending, parts) = (self.pending.len(), self.parts.len());
        while let Some(choice) =
            self.choices.pop_if(|choice| choice.height >= pending && choice.parts >= parts)
        {
            self.stage.keep(choice.checkpoint);
        }
    }

    /// Writes the end tag of the current element.
    fn close(&mut self) -> bool {
        let closed = self.stage.close();
        if closed {
            self.parts.pop();
            self.forget_last_word();
        }
        closed
    }

    /// Resets what holds only until the next word.
    fn forget_last_word(&mut self) {
        (self.writable, self.idle) = (None, 0);
    }

    /// Derives a symbol: writes a terminal, or expands a nonterminal.
    fn derive(&mut self, pending: Pending) -> bool {
        match pending.item {
            PendingWork::Symbol(Symbol::Terminal(terminal)) => self.write(terminal, pending.guided),
            PendingWork::Symbol(Symbol::Nonterminal(nonterminal)) => {
                self.expand(nonterminal, pending, Vec::new())
            }
            // A list ends if no further item fits.
            PendingWork::More(list) => {
                if self.goes_on(list, pending.guided) {
                    self.expand(list, pending, Vec::new());
                }
                true
            }
        }
    }

    /// Writes a terminal, if it is possible here. A start tag opens a new part of the stack.
    fn write(&mut self, terminal: TerminalId, guided: bool) -> bool {
        if !self.writable().contains(terminal.index()) {
            return false;
        }
        let allowance = self.share();
        let Some(opened) = self.stage.write(terminal) else { return false };
        self.forget_last_word();
        if let Some(kind) = opened {
            let begun = self.stage.made.words;
            self.parts.push(ElementPart { base: self.pending.len(), allowance, begun });
            let content = Symbol::Nonterminal(self.rules().frame_kind(kind).content);
            self.pending.push(Pending { item: PendingWork::Symbol(content), guided });
        }
        true
    }

    /// Returns a random allowance for an element that is opened here.
    fn share(&mut self) -> usize {
        let left = self.allowance();
        if self.is_last() {
            return left;
        }
        let random = &mut self.stage.random;
        let most = random.below(left + 1);
        random.below(most + 1)
    }

    /// Reports whether no further element is pending in the current element.
    fn is_last(&self) -> bool {
        let waiting = &self.pending[self.part().base.min(self.pending.len())..];
        waiting.len() <= NEAR && !waiting.iter().any(|pending| self.opens(pending.item))
    }

    /// Reports whether an item can derive an element.
    fn opens(&self, item: PendingWork) -> bool {
        match item {
            PendingWork::Symbol(Symbol::Terminal(terminal)) => {
                self.rules().opens(terminal).is_some()
            }
            PendingWork::Symbol(Symbol::Nonterminal(made)) | PendingWork::More(made) => {
                self.plan.opens.contains(made.index())
            }
        }
    }

    /// Returns the terminals that are possible next.
    fn writable(&mut self) -> &BitRow {
        let stage = &self.stage;
        self.writable.get_or_insert_with(|| stage.writable())
    }

    /// Decides whether a list takes another item. It must end, and should leave allowance for a
    /// later list.
    fn goes_on(&mut self, list: NonterminalId, guided: bool) -> bool {
        let leads = self.toward(list, guided).is_some_and(|rule| is_list(self.rules(), list, rule));
        if leads && self.is_patient() {
            return true;
        }
        let stops = match (self.plan.opens.contains(list.index()), self.is_last()) {
            (true, true) => 4,
            (true, false) => 64,
            (false, _) => 128,
        };
        let stops = if self.is_empty() { stops.min(EMPTY) } else { stops };
        self.allowance() > 0 && self.stage.random.u8(..) >= stops
    }

    /// Reports whether nothing is written and nothing is pending, so that a rule or list without
    /// words would make an empty sentence.
    fn is_empty(&self) -> bool {
        self.stage.made.words == 0 && self.pending.is_empty()
    }

    /// Reports whether the sentence may still grow to reach the target rule.
    fn is_patient(&self) -> bool {
        self.stage.made.words < PATIENCE * self.goal.size
    }

    /// Returns the rule that leads to the target.
    fn toward(&self, nonterminal: NonterminalId, guided: bool) -> Option<RuleId> {
        if !guided || self.arrived {
            return None;
        }
        let (route, ..) = self.goal.route?;
        Some(route[nonterminal.index()]?.0)
    }

    /// Returns the index of the symbol that is nearest to the target. In the rule of a list it must
    /// be nearer than the list itself, which may still take further items.
    fn nearest(&self, made: NonterminalId, right: &[Symbol]) -> Option<usize> {
        let most = if is_any_list(self.rules(), made) {
            self.distance(Symbol::Nonterminal(made))
        } else {
            u32::MAX
        };
        let nearest = (0..right.len()).min_by_key(|&at| self.distance(right[at]))?;
        if self.distance(right[nearest]) < most { Some(nearest) } else { None }
    }

    /// Returns the number of rules that must be applied to get from a symbol to the target rule of
    /// the sentence. It is `u32::MAX` if there is no way, no target, or if the target was applied
    /// already.
    fn distance(&self, symbol: Symbol) -> u32 {
        if !self.arrived
            && let Some((route, ..)) = self.goal.route
            && let Some(nonterminal) = required(self.rules(), symbol)
            && let Some((_, distance)) = route[nonterminal.index()]
        {
            return distance;
        }
        u32::MAX
    }

    /// Expands a nonterminal by a rule that was not tried yet; a list by another item.
    fn expand(
        &mut self,
        nonterminal: NonterminalId,
        pending: Pending,
        mut tried: Vec<RuleId>,
    ) -> bool {
        let (guided, is_more) = (pending.guided, matches!(pending.item, PendingWork::More(_)));
        let Some(rule) = self.choose(nonterminal, pending, &tried) else { return false };
        self.idle += 1;
        tried.push(rule);
        let rules = self.rules();
        if is_any_list(rules, nonterminal) {
            self.pending.push(Pending { item: PendingWork::More(nonterminal), guided });
        }
        // An empty right side cannot fail.
        if !rules.right(rule).is_empty() {
            self.remember(Some(pending), tried);
        }
        self.stage.made.rules.push(rule);
        self.arrived |= self.goal.route.is_some_and(|(_, target, _)| target == rule);
        let right = &rules.right(rule)[usize::from(is_more)..];
        let nearest = if guided { self.nearest(nonterminal, right) } else { None };
        for (at, &symbol) in right.iter().enumerate().rev() {
            let guided = nearest == Some(at);
            self.pending.push(Pending { item: PendingWork::Symbol(symbol), guided });
        }
        true
    }

    /// Adds a backtracking point.
    fn remember(&mut self, item: Option<Pending>, tried: Vec<RuleId>) {
        let (part, parts, height) = (self.part(), self.parts.len(), self.pending.len());
        let (checkpoint, arrived) = (self.stage.checkpoint(), self.arrived);
        self.choices.push(Choice { checkpoint, item, tried, arrived, height, parts, part });
    }

    /// Backtracks to the last choice, and makes another one. Returns false if there is none.
    fn take_back(&mut self) -> bool {
        self.failures += 1;
        if self.failures > 64 + 4 * self.goal.size {
            return false;
        }
        while let Some(choice) = self.choices.pop() {
            let Choice { checkpoint, item, tried, arrived, height, parts, part } = choice;
            self.arrived = arrived;
            self.stage.rewind(checkpoint);
            self.pending.truncate(height);
            self.parts.truncate(parts);
            self.parts[parts - 1] = part;
            self.writable = None;
            let Some(item) = item else { return true };
            let nonterminal = match item.item {
                PendingWork::More(list) => list,
                PendingWork::Symbol(Symbol::Nonterminal(nonterminal)) => nonterminal,
                PendingWork::Symbol(Symbol::Terminal(_)) => continue,
            };
            if is_any_list(self.rules(), nonterminal) {
                self.pending.pop();
            }
            if self.expand(nonterminal, item, tried) || matches!(item.item, PendingWork::More(_)) {
                return true;
            }
        }
        false
    }
}

/// Reports whether a nonterminal has a rule of a list.
fn is_any_list(rules: &Rules, left: NonterminalId) -> bool {
    rules.of(left).iter().any(|&rule| is_list(rules, left, rule))
}

/// Reports whether a rule is that of a list: left-recursive.
fn is_list(rules: &Rules, left: NonterminalId, rule: RuleId) -> bool {
    rules.right(rule).first() == Some(&Symbol::Nonterminal(left))
}
