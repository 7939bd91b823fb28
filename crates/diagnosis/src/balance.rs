//! The least repair of the tags of a page: which to insert, remove, rename or swap.
//!
//! This is the error-correcting parse of Aho and Peterson (SIAM J. Comput. 1(4), 1972) for the
//! language of balanced tags, as a beam search. A state is a stack of open elements, the edits that
//! led to it, and their cost. Each tag extends each state in every way that the costs allow; states
//! with the same stack are merged, and the cheaper one stays. Stacks and edits are shared lists, so
//! that a state is four numbers.
//!
//! ```text
//! <div> <div> </div> EOF      cost 10: the first <div> is not closed, or the second is not, and
//!                             the end tag is that of the first
//! ```
//!
//! An element of several lines is *folded* if its tags and all tags inside it are paired without
//! any cost, and its two tags are indented alike: it is read in one step, as if it were void.
//!
//! Which of the repairs of equal cost was meant, the evidence decides: indentation, lines, and the
//! content that elements may have. The time is linear in the number of tags: there are at most
//! [`WIDTH`] states, and a state has a bounded number of successors. What is left out: repairs that
//! are dearer at some tag than the cheapest by [`WINDOW`], and so more than three mistakes within
//! one another at one tag.

use crate::costs::{COSTS, RepairCosts};
use crate::facts::{AuthoringFacts, NameNumber};
use crate::habits::Habits;
use crate::page::{PageTag, TagKind, TagNumber, TaggedPage};

/// The cost beyond which no repair is looked for: that of some hundreds of mistakes.
const DEAREST: u32 = 8000;

/// The greatest number of states after a tag.
const WIDTH: usize = 24;

/// States that cost so much more than the cheapest are dropped.
const WINDOW: u32 = 32;

/// An edit of the tags of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagEdit {
    /// The element is not closed. Its end tag was meant before `before`; exactly there if `exact`.
    Unclosed { start: TagNumber, before: TagNumber, exact: bool },
    /// The end tag has no start tag.
    Stray { end: TagNumber, parent: Option<TagNumber> },
    /// The start tag `tag` stands for the end tag of `start`.
    StartForEnd { start: TagNumber, tag: TagNumber },
    /// The end tag was meant for `start`.
    Renamed { start: TagNumber, end: TagNumber },
    /// The start tag was meant to have the name of `end`.
    RenamedStart { start: TagNumber, end: TagNumber },
    /// Two adjacent end tags are in the wrong order.
    Swapped { outer: TagNumber, inner: TagNumber, end: TagNumber },
}

#[derive(Clone, Copy)]
struct StackNode {
    parent: u32,
    tag: TagNumber,
}

#[derive(Clone, Copy)]
struct EditNode {
    before: u32,
    edit: TagEdit,
}

#[derive(Clone, Copy, Debug)]
struct BalanceState {
    stack: u32,
    edits: u32,
    cost: u32,
    /// Set if the next tag was read already.
    skip: bool,
}

/// The bottom of all stacks, and of all lists of edits.
const NONE: u32 = u32::MAX;

pub(crate) struct Balance<'p, 't> {
    page: &'p TaggedPage<'t>,
    facts: &'p AuthoringFacts,
    habits: &'p Habits,
    costs: &'static RepairCosts,
    stacks: Vec<StackNode>,
    edits: Vec<EditNode>,
    /// The nodes that the current tag pushed.
    pushed: Vec<(u32, u32)>,
}

impl<'p, 't> Balance<'p, 't> {
    pub(crate) fn new(
        page: &'p TaggedPage<'t>,
        facts: &'p AuthoringFacts,
        habits: &'p Habits,
    ) -> Self {
        Self {
            page,
            facts,
            habits,
            costs: &COSTS,
            stacks: Vec::new(),
            edits: Vec::new(),
            pushed: Vec::new(),
        }
    }

    /// Returns the edits of the cheapest repair, in the order of the page, with its cost.
    ///
    /// A repair that costs more than [`DEAREST`] is none.
    pub(crate) fn cheapest(mut self) -> (Vec<TagEdit>, u32) {
        let mut states = vec![BalanceState { stack: NONE, edits: NONE, cost: 0, skip: false }];
        let mut next = Vec::new();
        let mut number = 0;
        while (number as usize) < self.page.tags.len() {
            self.pushed.clear();
            for state in states.drain(..) {
                if state.skip {
                    next.push(BalanceState { skip: false, ..state });
                } else if self.tag(number).kind == TagKind::End {
                    self.end(state, number, &mut next);
                } else {
                    self.start(state, number, &mut next);
                }
            }
            prune(&mut next);
            std::mem::swap(&mut states, &mut next);
            let least = states.iter().map(|state| state.cost).min().unwrap_or_default();
            if least > DEAREST {
                return (Vec::new(), least);
            }
            number = self.habits.folded(number).unwrap_or(number) + 1;
        }
        let end = u32::try_from(self.page.tags.len()).unwrap_or(NONE);
        let best = states
            .into_iter()
            .map(|state| self.close_all(state, end))
            .min_by_key(|state| state.cost);
        let Some(best) = best else { return (Vec::new(), 0) };
        let mut edits = Vec::new();
        let mut at = best.edits;
        while at != NONE {
            let node = self.edits[at as usize];
            edits.push(node.edit);
            at = node.before;
        }
        edits.reverse();
        (edits, best.cost)
    }

    fn tag(&self, number: TagNumber) -> &'p PageTag {
        &self.page.tags[number as usize]
    }

    fn top(&self, stack: u32) -> Option<(TagNumber, &'p PageTag)> {
        if stack == NONE {
            return None;
        }
        let tag = self.stacks[stack as usize].tag;
        Some((tag, self.tag(tag)))
    }

    fn parent(&self, stack: u32) -> u32 {
        if stack == NONE { NONE } else { self.stacks[stack as usize].parent }
    }

    fn push(&mut self, stack: u32, tag: TagNumber) -> u32 {
        if let Some(&(_, node)) = self.pushed.iter().find(|(parent, _)| *parent == stack) {
            return node;
        }
        let node = u32::try_from(self.stacks.len()).unwrap_or(NONE);
        self.stacks.push(StackNode { parent: stack, tag });
        self.pushed.push((stack, node));
        node
    }

    fn edited(&mut self, state: BalanceState, edit: TagEdit, cost: u32) -> BalanceState {
        let node = u32::try_from(self.edits.len()).unwrap_or(NONE);
        self.edits.push(EditNode { before: state.edits, edit });
        BalanceState { edits: node, cost: state.cost + cost, ..state }
    }

    /// Closes the innermost element, whose end tag is missing.
    fn close(&mut self, state: BalanceState, before: TagNumber, exact: bool) -> BalanceState {
        let Some((start, tag)) = self.top(state.stack) else { return state };
        let stack = self.parent(state.stack);
        if self.facts.is_omissible(tag.name) {
            let cost = if self.facts.is_omissible_at_end(tag.name) {
                0
            } else {
                self.costs.unclosed_omissible
            };
            return BalanceState { stack, cost: state.cost + cost, ..state };
        }
        let edit = TagEdit::Unclosed { start, before, exact };
        let state = self.edited(state, edit, self.costs.unclosed);
        BalanceState { stack, ..state }
    }

    fn close_all(&mut self, mut state: BalanceState, end: TagNumber) -> BalanceState {
        while state.stack != NONE {
            state = self.close(state, end, false);
        }
        state
    }

    fn start(&mut self, state: BalanceState, number: TagNumber, next: &mut Vec<BalanceState>) {
        let tag = self.tag(number);
        let mut state = state;
        // `<b>` for `</b>`.
        let innermost = self.without_omissible(state.stack);
        let is_folded = self.habits.folded(number).is_some();
        if tag.kind == TagKind::Start
            && !tag.has_attributes
            && !is_folded
            && let Some((start, top)) = self.top(innermost)
            && top.name == tag.name
        {
            let cost = self.costs.start_for_end + self.mismatch(start, number);
            let edited = self.edited(state, TagEdit::StartForEnd { start, tag: number }, cost);
            next.push(BalanceState { stack: self.parent(innermost), ..edited });
        }
        let opened = self.without_omitted(state.stack, tag.name);
        if opened != state.stack {
            // The author may have written the end tag all the same, after what it may not contain.
            self.open(
                BalanceState { cost: state.cost + self.costs.forbidden_content, ..state },
                number,
                next,
            );
            state.stack = opened;
        }
        for closed in 0..4 {
            self.open(state, number, next);
            let Some((start, top)) = self.top(state.stack) else { break };
            let is_suspect =
                self.is_forbidden(state.stack, tag.name) || self.is_outdented(start, top, number);
            if closed == 3 || !is_suspect || self.facts.is_omissible_anywhere(top.name) {
                break;
            }
            state = self.close(state, number, true);
        }
    }

    /// Opens an element, which costs more where it is not allowed.
    fn open(&mut self, state: BalanceState, number: TagNumber, next: &mut Vec<BalanceState>) {
        let tag = self.tag(number);
        let mut cost = state.cost;
        if self.is_forbidden(state.stack, tag.name) {
            cost += self.costs.forbidden_content;
        }
        let stack = match tag.kind {
            TagKind::Start if self.habits.folded(number).is_none() => {
                self.push(state.stack, number)
            }
            _ => state.stack,
        };
        if tag.kind == TagKind::Start
            && let Some((_, top)) = self.top(state.stack)
            && self.habits.is_unusual(top, tag)
        {
            cost += self.costs.nested_alike;
        }
        next.push(BalanceState { stack, cost, ..state });
    }

    /// Returns the stack without the elements whose end tags may be omitted before a start tag, if
    /// the element is allowed there.
    fn without_omitted(&self, stack: u32, name: NameNumber) -> u32 {
        let (mut at, mut best) = (stack, stack);
        for _ in 0..6 {
            let Some((_, tag)) = self.top(at) else { break };
            if self.facts.may_contain(tag.name, name) {
                return best;
            }
            let is_before = self.facts.is_omissible_before(tag.name, name);
            if !is_before && !self.facts.is_omissible_at_end(tag.name) {
                break;
            }
            at = self.parent(at);
            if is_before
                && self.top(at).is_none_or(|(_, outer)| self.facts.may_contain(outer.name, name))
            {
                best = at;
            }
        }
        best
    }

    /// Reports whether the innermost elements may not contain an element.
    fn is_forbidden(&self, stack: u32, name: NameNumber) -> bool {
        let Some((_, top)) = self.top(stack) else { return false };
        if !self.facts.may_contain(top.name, name) {
            return true;
        }
        let mut at = self.parent(stack);
        for _ in 0..4 {
            let Some((_, tag)) = self.top(at) else { break };
            if self.facts.excludes(tag.name, name) {
                return true;
            }
            at = self.parent(at);
        }
        false
    }

    /// Reports whether a tag is not indented more than an open element that it would be in.
    fn is_outdented(&self, start: TagNumber, top: &PageTag, number: TagNumber) -> bool {
        let tag = self.tag(number);
        self.habits.indentation(top.name) > 0
            && top.is_first
            && tag.is_first
            && top.line < tag.line
            && self.page.indent(tag) <= self.page.indent(top)
            && self.habits.outdents[start as usize] <= number
    }

    /// Returns the cost of the evidence that a tag is not the end of an element.
    fn mismatch(&self, start: TagNumber, end: TagNumber) -> u32 {
        self.habits.mismatch(self.page, self.costs, start, end)
    }

    fn end(&mut self, state: BalanceState, number: TagNumber, next: &mut Vec<BalanceState>) {
        let tag = self.tag(number);
        let limit = state.cost + WINDOW;
        let (mut open, mut is_open) = (state, false);
        while let Some((start, top)) = self.top(open.stack) {
            if top.name == tag.name {
                is_open = true;
                let cost = open.cost + self.mismatch(start, number);
                next.push(BalanceState { stack: self.parent(open.stack), cost, ..open });
            }
            open = self.close(open, number, false);
            if open.cost > limit {
                break;
            }
        }
        if !is_open && self.facts.has_soft_end(tag.name) {
            next.push(state);
            return;
        }
        // No start tag.
        let parent = self.top(state.stack).map(|(start, _)| start);
        let edit = TagEdit::Stray { end: number, parent };
        let stray = self.edited(state, edit, self.costs.stray);
        next.push(stray);
        let stack = self.without_omissible(state.stack);
        let Some((start, top)) = self.top(stack) else { return };
        if top.name == tag.name {
            return;
        }
        let parent = self.parent(stack);
        if is_open || self.is_open(state.stack, tag.name) {
            return self.swapped(state, (stack, start), number, next);
        }
        // A wrong name.
        let evidence = self.mismatch(start, number);
        let (ours, theirs) = (self.page.name(tag.name), self.page.name(top.name));
        let is_misspelt = !self.page.is_known(tag.name) && is_near(ours, theirs);
        if !is_misspelt && self.facts.is_omissible(top.name) {
            return;
        }
        let is_aligned =
            top.is_first && tag.is_first && self.page.indent(top) == self.page.indent(tag);
        let cost = if is_misspelt {
            self.costs.misspelt
        } else if is_near(ours, theirs) || is_aligned || number == start + 1 {
            self.costs.another_name
        } else {
            self.costs.another_name + self.costs.unlike
        };
        let renamed = self.edited(state, TagEdit::Renamed { start, end: number }, cost + evidence);
        next.push(BalanceState { stack: parent, ..renamed });
        if !self.page.is_known(top.name) && is_near(ours, theirs) {
            let edit = TagEdit::RenamedStart { start, end: number };
            let renamed = self.edited(state, edit, self.costs.misspelt + evidence);
            next.push(BalanceState { stack: parent, ..renamed });
        }
    }

    /// Reports whether an element of a name is open.
    fn is_open(&self, stack: u32, name: NameNumber) -> bool {
        let mut at = stack;
        while let Some((_, top)) = self.top(at) {
            if top.name == name {
                return true;
            }
            at = self.parent(at);
        }
        false
    }

    /// Reads two end tags in the wrong order.
    fn swapped(
        &mut self,
        state: BalanceState,
        (stack, start): (u32, TagNumber),
        number: TagNumber,
        next: &mut Vec<BalanceState>,
    ) {
        let (tag, top) = (self.tag(number), self.tag(start));
        let parent = self.parent(stack);
        if let Some(following) = self.page.tags.get(number as usize + 1)
            && following.kind == TagKind::End
            && following.name == top.name
            && !following.after_text
            && let outer = self.without_omissible(parent)
            && let Some((outer_start, outer_tag)) = self.top(outer)
            && outer_tag.name == tag.name
        {
            let edit = TagEdit::Swapped { outer: outer_start, inner: start, end: number };
            let swapped = self.edited(state, edit, self.costs.swapped);
            next.push(BalanceState { stack: self.parent(outer), skip: true, ..swapped });
        }
    }

    /// Returns the stack without the elements at its top whose end tags may be omitted.
    fn without_omissible(&self, stack: u32) -> u32 {
        let mut at = stack;
        while let Some((_, top)) = self.top(at)
            && self.facts.is_omissible_at_end(top.name)
            && !self.facts.is_omissible_anywhere(top.name)
            && self.parent(at) != NONE
        {
            at = self.parent(at);
        }
        if at == NONE { stack } else { at }
    }
}

/// Keeps the cheapest state of each stack, and of these the cheapest.
fn prune(states: &mut Vec<BalanceState>) {
    if states.len() < 2 {
        return;
    }
    states.sort_by_key(|state| (state.stack, state.skip, state.cost));
    states.dedup_by_key(|state| (state.stack, state.skip));
    states.sort_by_key(|state| state.cost);
    let most = states.first().map_or(0, |state| state.cost) + WINDOW;
    let within = states.iter().take(WIDTH).take_while(|state| state.cost <= most).count();
    states.truncate(within);
}

/// Reports whether one name may be a misspelling of another.
pub(crate) fn is_near(written: &str, meant: &str) -> bool {
    let (mut a, mut b): (Vec<char>, Vec<char>) =
        (written.chars().collect(), meant.chars().collect());
    if strsim::osa_distance(written, meant) <= 1 + meant.len() / 5 {
        return true;
    }
    a.sort_unstable();
    b.sort_unstable();
    a == b
}
