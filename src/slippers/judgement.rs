//! Predicates about a piece at the cursor's position. None of them changes anything.

use super::piece::{PieceKind, PieceTask};
use super::stack::OpenElement;
use super::state::RunState;
use crate::base::BitRow;
use crate::earley::{ContextId, ContextLine, FlagId, ReadMode, Refusal, TerminalId, Word};
use crate::grammar::ast::FileSpan;
use crate::grammar::model::Rewriting;
use crate::grammar::{CompiledRemedy, RemedyLine, TerminalKind};
use crate::token::LexicalState;
use std::cell::OnceCell;

/// A lazily computed answer to the question whether the content expects a token, but a context line
/// excludes it. The answer is valid until the next action.
pub(super) type Excluded = OnceCell<bool>;

impl RunState<'_> {
    /// Returns the word that a piece is read as here, if one is acceptable.
    #[inline(always)]
    pub(super) fn acceptable(&self, task: &PieceTask) -> Option<Word> {
        let mut words = task.piece.words.iter().copied();
        let word = if task.waived {
            words.find(|&word| self.recogniser.accepts_as(word, ReadMode::Waiving))?
        } else {
            words
                .find(|&word| self.recogniser.accepts(word) && !self.pending_excludes(task, word))?
        };
        if task.piece.kind == PieceKind::End && (self.ends_pending() || self.is_undecided()) {
            return None;
        }
        Some(word)
    }

    /// Reports whether a piece is text of an element that contains only text and character
    /// references. Text of this kind turns no latch.
    pub(super) fn is_rcdata(&self, task: &PieceTask) -> bool {
        let text = self.parse.tokens.text(task.piece.token.index());
        text.is_some_and(|text| text.state == LexicalState::RcData)
    }

    /// Reports whether the conditions of a line hold.
    pub(super) fn applies(&self, line: &RemedyLine, task: &PieceTask, excluded: &Excluded) -> bool {
        let is_within = line.within.as_ref().is_none_or(|kinds| self.is_current_among(kinds));
        if !is_within || line.excluded && !excluded.get_or_init(|| self.is_excluded(task)) {
            return false;
        }
        self.frame().all_hold(&line.guards)
            && line.wherever.is_none_or(|terminal| self.takes_word(Word::plain(terminal)))
    }

    /// Reports whether the current frame is of one of some kinds.
    pub(super) fn is_current_among(&self, kinds: &BitRow) -> bool {
        self.frame().kind().is_some_and(|kind| kinds.contains(kind.index()))
    }

    /// Reports whether a context line excludes one of the words of a piece. (An element that a
    /// group of the grammar reads differently has a word for each reading.)
    pub(super) fn is_excluded(&self, task: &PieceTask) -> bool {
        if task.waived {
            return false;
        }
        for &word in &*task.piece.words {
            let is_excluded_here = !self.recogniser.accepts(word)
                && self.recogniser.accepts_as(word, ReadMode::Waiving);
            if is_excluded_here || self.pending_excludes(task, word) {
                return true;
            }
        }
        false
    }

    /// Reports whether the content expects text, and the grammar turns the token into text.
    fn becomes_text(&self, word: Word, task: &PieceTask) -> bool {
        if self.acceptable_as(TerminalKind::Text).is_none() {
            return false;
        }
        for line in self.grammar.remedies(word.terminal) {
            if matches!(line.remedy, CompiledRemedy::Rewrite(Rewriting::Text(_)))
                && self.applies(line, task, &Excluded::default())
            {
                return true;
            }
        }
        false
    }

    /// Reports whether a piece is read as foreign inside a foreign element, so that elements ended
    /// outside of it are not affected. Where the content accepts HTML, everything but end tags is
    /// HTML.
    fn is_read_as_foreign(&self, task: &PieceTask) -> bool {
        if !self.in_foreign() {
            return false;
        }
        let is_end = task.piece.kind == PieceKind::End;
        for &word in &*task.piece.words {
            if is_end {
                let closed = self.recogniser.innermost_closed_by(word);
                if self.is_of_namespace(word) && closed.is_some() {
                    return true;
                }
            } else if self.recogniser.accepts(word) || self.becomes_text(word, task) {
                return !self.takes_html();
            }
        }
        false
    }

    /// Reports whether an HTML element is acceptable here.
    fn takes_html(&self) -> bool {
        for terminal in self.recogniser.expected().iter() {
            let terminal = TerminalId::new(terminal);
            if matches!(self.grammar.terminal_kind(terminal), TerminalKind::Start(_))
                && self.grammar.namespace_of(terminal).is_none()
            {
                return true;
            }
        }
        false
    }

    /// Reports whether some element has ended softly, and a piece makes it continue.
    #[inline(always)]
    pub(super) fn resumes(&self, task: &PieceTask) -> bool {
        !self.soft_ends.is_empty() && self.resumes_soft_ends(task)
    }

    /// Reports whether a piece resumes an element that has ended softly.
    fn resumes_soft_ends(&self, task: &PieceTask) -> bool {
        let Some(soft) = self.grammar.soft() else { return false };
        for word in &*task.piece.words {
            let terminal = word.terminal.index();
            // (An end tag of the soft statement does not resume the element, but ends it again.)
            if soft.keeping.contains(terminal) || soft.ends.contains(terminal) {
                return false;
            }
        }
        !self.is_read_as_foreign(task) && self.stack.outermost_above(&soft.resuming, 0).is_some()
    }

    /// Returns the word of a soft end tag that names an element around the one that has ended last.
    /// Everything inside that one has ended, so no scope counts (13.2.6.4.20, end tag "html"):
    ///
    /// ```text
    /// <math></body><mtext></html></math><!--c-->       the comment follows the <html>
    /// ```
    pub(super) fn ends_around(&self, task: &PieceTask) -> Option<Word> {
        let depth = self.stack.depth_of(*self.soft_ends.last()?)?;
        let word = task.piece.words.iter().copied().find(|&word| self.soft(word).is_some())?;
        let is_around = self.recogniser.innermost_closed_by(word)? < depth;
        if is_around && !self.is_read_as_foreign(task) { Some(word) } else { None }
    }

    /// Returns the word and the line of a latch, if a piece is an end tag that turns the latch off
    /// and closes nothing.
    ///
    /// The latch `form` of `whatwg.grammar` is the form element pointer (13.2.4.4). Outside of
    /// templates, `</form>` ends the pointer's form only (13.2.6.4.7, end tag "form", steps 1 to
    /// 3): it clears the pointer, and is ignored if that form is not in scope. The recogniser knows
    /// only the innermost open form. If that is another one, the tag must not close it:
    ///
    /// ```text
    /// <form id=1><table><td></form><form id=2></td></table></form>x
    /// ```
    ///
    /// The first `</form>` is out of scope and clears the pointer. Form 2 then sets it, and `</td>`
    /// closes form 2. The last `</form>` refers to form 2, whereas form 1 is open. So it is late:
    /// it clears the latch, and form 1 stays open around `x`.
    ///
    /// In general, this rule applies to elements in the `set` list of the latch. The end tag of any
    /// other element is unaffected. A latch without a `set` list has no such element, so every end
    /// tag that clears it is late.
    pub(super) fn late(&self, task: &PieceTask) -> Option<(TerminalId, FileSpan)> {
        let grammar = self.grammar;
        if !task.piece.clears {
            return None;
        }
        let word = task.piece.rejected(grammar)?;
        let depth = self.recogniser.innermost_closed_by(word)?;
        let named = self.stack.at(depth);
        let latch = self.latch_cleared_by(word, named)?;
        if named.map(|open| open.number) == self.latched_by(latch) || self.is_read_as_foreign(task)
        {
            return None;
        }
        Some((word.terminal, grammar.latch(latch).place))
    }

    /// Reports whether one of some end tags of the current element clears a latch.
    pub(super) fn clears_latch(&self, ends: &[Word]) -> bool {
        let current = self.stack.current();
        ends.iter().any(|&word| self.latch_cleared_by(word, current).is_some())
    }

    /// Returns the flag of the first latch that an end tag clears, given the innermost open
    /// element of its name. That element must be in the `set` list of the latch, if it has one, and
    /// the guards of the latch must hold.
    fn latch_cleared_by(&self, word: Word, named: Option<&OpenElement>) -> Option<FlagId> {
        let start = named.map(|open| self.grammar.element(open.element).start.index());
        for turn in self.grammar.readings().turning(word.terminal) {
            let latch = self.grammar.latch(turn.flag);
            if !turn.clears || !self.frame().all_hold(&latch.guards) {
                continue;
            }
            if start.is_none_or(|start| latch.sets.contains(start) || latch.sets.is_empty()) {
                return Some(turn.flag);
            }
        }
        None
    }

    /// Reports whether pending elements are reopened before a piece that is acceptable as `word`.
    /// Foreign content reopens nothing.
    #[inline(always)]
    pub(super) fn reopens_first(&self, task: &PieceTask, word: Word) -> bool {
        self.active.has_pending()
            && self.reopens_before(task, word)
            && !self.is_foreign_content(task, word)
            && !self.is_dropped_newline(task)
    }

    /// Reports whether a piece is just the line feed that the tree drops at the beginning of an
    /// element (13.2.6.4.7, start tag "pre").
    fn is_dropped_newline(&self, task: &PieceTask) -> bool {
        let piece = &task.piece;
        let Some(range) = piece.kind.range() else { return false };
        if range.start != 0 || self.text_of(piece) != "\n" {
            return false;
        }
        let Some(&OpenElement { element, tag: Some(tag), .. }) = self.stack.current() else {
            return false;
        };
        tag.index() + 1 == piece.token.index()
            && self.grammar.tree_facts().drops_newline.contains(element.index())
    }

    /// Reports whether a piece is content of the foreign element around it, which does not accept
    /// HTML: text, or an element of the same namespace. At the root of a fragment, that element is
    /// the context.
    fn is_foreign_content(&self, task: &PieceTask, word: Word) -> bool {
        let (around, is_foreign) = match (self.current(), self.foreign_root()) {
            (Some(current), _) => (current, self.is_foreign(current) && !self.takes_html()),
            (None, Some(context)) => (context, task.first_try),
            (None, None) => return false,
        };
        if !is_foreign {
            return false;
        }
        let grammar = self.grammar;
        match grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(element) => {
                grammar.element(element).namespace == grammar.element(around).namespace
            }
            _ => true,
        }
    }

    /// Reports whether elements are pending that one of some words reopens.
    pub(super) fn may_reopen_for(&self, words: &[Word]) -> bool {
        self.active.has_pending()
            && self.formatting().is_some_and(|formatting| {
                words.iter().any(|word| formatting.reopen.contains(word.terminal.index()))
            })
    }

    /// Reports whether pending elements are to be reopened before `word`. They are if `word` is in
    /// the grammar's `reopen` set and the first of them may be inserted where `word` is.
    pub(super) fn reopens_before(&self, task: &PieceTask, word: Word) -> bool {
        if !self.active.has_pending() || !task.may_reopen() {
            return false;
        }
        let Some(formatting) = self.formatting() else { return false };
        formatting.reopen.contains(word.terminal.index()) && self.reopens_beside(word)
    }

    /// Reports whether the first pending element may be inserted where `word` is.
    fn reopens_beside(&self, word: Word) -> bool {
        let Some(position) = self.active.pending().next() else { return false };
        let Some(first) = self.active.at(position) else { return false };
        let Some(first) = self.placed(first) else { return false };
        self.foster(first.word.terminal).is_none()
            || self.foster(word.terminal).is_some()
            || self.stack.depth() == 0
    }

    /// Reports whether a pending element that `word` would reopen excludes `word`.
    #[inline(always)]
    fn pending_excludes(&self, task: &PieceTask, word: Word) -> bool {
        self.active.has_pending() && self.pending_exclusion(task, word).is_some()
    }

    /// Returns the line by which a pending element that `word` would reopen excludes `word`.
    pub(super) fn pending_exclusion(&self, task: &PieceTask, word: Word) -> Option<ContextId> {
        if !self.reopens_before(task, word) {
            return None;
        }
        let rules = self.grammar.rules();
        for position in self.active.pending() {
            let Some(active) = self.active.at(position) else { continue };
            let placed = self.placed(active).unwrap_or(active);
            let mut lines = rules.frame_kind(placed.kind).adds.iter();
            if let Some(&line) = lines.find(|&&line| self.excludes(line, word.terminal)) {
                return Some(line);
            }
        }
        None
    }

    /// Reports whether a context line is an exclusion that forbids a terminal, regardless of its
    /// guards.
    pub(super) fn excludes(&self, line: ContextId, terminal: TerminalId) -> bool {
        match self.grammar.rules().context(line) {
            ContextLine::Exclusion { forbids, .. } => forbids.contains(terminal.index()),
            ContextLine::Inclusion { .. } => false,
        }
    }

    /// Returns the reason why a rejected piece is not acceptable. Of several readings, the most
    /// specific reason is returned: an exclusion, or else an incomplete content.
    pub(super) fn refusal_of(&self, task: &PieceTask) -> Option<Refusal> {
        let words = task.piece.words.iter();
        let refusals = words.filter_map(|&word| self.refusal_or_pending(task, word));
        refusals.min_by_key(|refusal| match refusal {
            Refusal::Excluded(_) => 0,
            Refusal::Incomplete => 1,
            Refusal::Unexpected => 2,
        })
    }

    /// Returns the reason why a word of a piece is not acceptable here, or is excluded by a pending
    /// element.
    fn refusal_or_pending(&self, task: &PieceTask, word: Word) -> Option<Refusal> {
        if let Some(refusal) = self.recogniser.refusal(word, self.recogniser.depth()) {
            return Some(refusal);
        }
        Some(Refusal::Excluded(self.pending_exclusion(task, word)?))
    }

    /// Reports whether an end tag of the current element, a formatting element, ends another one
    /// instead. That is the case if the list has a later, pending element of that name.
    pub(super) fn ends_pending(&self) -> bool {
        let Some(current) = self.stack.current() else { return false };
        let Some(formatting) = self.formatting() else { return false };
        if !formatting.elements.contains(current.kind.index())
            || self.active.position_of(current.number).is_none()
        {
            return false;
        }
        let last = self.active.last_named(self.grammar.element(current.element).end);
        last.is_some_and(|(_, last)| last.number != current.number)
    }
}
