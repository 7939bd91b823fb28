//! Predicates about a piece at the cursor's position. None of them changes anything.

use super::event::ElementNumber;
use super::piece::{PieceKind, Settling};
use super::stack::OpenElement;
use super::standing::Standing;
use crate::earley::{ContextId, ContextLine, Refusal, TerminalId, Word};
use crate::grammar::ast::Place;
use crate::grammar::model::{Formatting, Rewriting};
use crate::grammar::{CompiledRemedy, ElementId, RemedyLine, TerminalKind, Turn};
use crate::token::LexicalState;
use std::cell::OnceCell;

/// A lazily computed answer to the question whether the content expects a token, but a context line
/// excludes it. The answer is valid until the next action.
pub(super) type Excluded = OnceCell<bool>;

impl Standing<'_> {
    /// Returns the word that a piece is read as here, if one is acceptable.
    #[inline(always)]
    pub(super) fn acceptable(&self, token: &Settling) -> Option<Word> {
        let mut words = token.piece.words.iter().copied();
        let word = match token.waived {
            true => words.find(|&word| self.recogniser.has_place(word)),
            false => {
                let mut accepted = self.recogniser.accepted(words);
                accepted.find(|&word| !self.pending_excludes(token, word))
            }
        };
        word.filter(|_| {
            token.piece.kind != PieceKind::End || !self.means_pending() && !self.is_undecided()
        })
    }

    /// Reports whether a piece is text of an element that contains only text and character
    /// references. Text of this kind turns no latch.
    pub(super) fn is_rcdata(&self, token: &Settling) -> bool {
        let text = self.parse.tokens.text(token.piece.token.index());
        text.is_some_and(|text| text.state == LexicalState::RcData)
    }

    /// Reports whether the conditions of a line hold.
    pub(super) fn applies(&self, line: &RemedyLine, token: &Settling, excluded: &Excluded) -> bool {
        let here = line.within.as_ref().is_none_or(|kinds| {
            self.frame().kind().is_some_and(|kind| kinds.contains(kind.index()))
        });
        let open = |terminal: TerminalId| self.takes_word(Word::plain(terminal));
        here && (!line.excluded || *excluded.get_or_init(|| self.is_excluded(token)))
            && line.guards.iter().all(|&guard| self.holds(guard))
            && line.wherever.is_none_or(open)
    }

    /// Reports whether a context line excludes one of the words of a piece. (An element that a
    /// group of the grammar reads differently has a word for each reading.)
    pub(super) fn is_excluded(&self, token: &Settling) -> bool {
        let excludes = |&word: &Word| {
            self.recogniser.has_place(word) && !self.recogniser.accepts(word)
                || self.pending_excludes(token, word)
        };
        !token.waived && token.piece.words.iter().any(excludes)
    }

    /// Reports whether the content expects text, and the grammar turns the token into text.
    fn becomes_text(&self, word: Word, token: &Settling) -> bool {
        let is_made_text = |line: &RemedyLine| {
            matches!(line.remedy, CompiledRemedy::Rewrite(Rewriting::Text(_)))
                && self.applies(line, token, &Excluded::default())
        };
        self.acceptable_as(TerminalKind::Text).is_some()
            && self.grammar.remedies(word.terminal).any(is_made_text)
    }

    /// Reports whether a piece is read as foreign inside a foreign element, so that elements ended
    /// outside of it are not affected. Where the content accepts HTML, everything but end tags is
    /// HTML.
    fn is_read_as_foreign(&self, token: &Settling) -> bool {
        let recogniser = &self.recogniser;
        let mut words = token.piece.words.iter().copied();
        let ends =
            |word| self.is_of_namespace(word) && recogniser.innermost_closed_by(word).is_some();
        let stays = |word| recogniser.accepts(word) || self.becomes_text(word, token);
        self.in_foreign()
            && match token.piece.kind {
                PieceKind::End => words.any(ends),
                _ => words.any(stays) && !self.takes_html(),
            }
    }

    /// Reports whether an HTML element is acceptable here.
    fn takes_html(&self) -> bool {
        let is_html = |terminal: TerminalId| {
            matches!(self.grammar.terminal_kind(terminal), TerminalKind::Start(_))
                && self.grammar.namespace_of(terminal).is_none()
        };
        self.recogniser.expected().iter().any(|terminal| is_html(TerminalId::new(terminal)))
    }

    /// Reports whether some element has ended softly, and a piece makes it continue.
    #[inline(always)]
    pub(super) fn resumes(&self, token: &Settling) -> bool {
        !self.soft_ends.is_empty() && self.resumes_what_ended(token)
    }

    fn resumes_what_ended(&self, token: &Settling) -> bool {
        let Some(soft) = self.grammar.soft() else { return false };
        // (An end tag of the soft statement does not resume the element, but ends it again.)
        let kept = |word: &Word| {
            let terminal = word.terminal.index();
            soft.keeping.contains(terminal) || soft.ends.contains(terminal)
        };
        !token.piece.words.iter().any(kept)
            && !self.is_read_as_foreign(token)
            && self.stack.outermost_above(&soft.resuming, 0).is_some()
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
    pub(super) fn late(&self, token: &Settling) -> Option<(TerminalId, Place)> {
        let grammar = self.grammar;
        if !token.piece.clears {
            return None;
        }
        let word = token.piece.rejected(grammar)?;
        let is_asked = |turn: &&Turn| {
            let guards = &grammar.latches()[turn.latch].guards;
            turn.clears && guards.iter().all(|&guard| self.holds(guard))
        };
        let depth = self.recogniser.innermost_closed_by(word)?;
        let named = self.stack.at(depth);
        let is_its = |turn: &&Turn| {
            let sets = &grammar.latches()[turn.latch].sets;
            let start = |open: &OpenElement| grammar.element(open.element).start.index();
            sets.is_empty() || named.is_none_or(|open| sets.contains(start(open)))
        };
        let mut turns = grammar.readings().turning(word.terminal).iter().filter(is_its);
        let latch = turns.find(is_asked)?.latch;
        let named: Option<ElementNumber> = named.map(|open| open.number);
        let is_late = named != self.latched_by(latch) && !self.is_read_as_foreign(token);
        is_late.then(|| (word.terminal, grammar.latches()[latch].place))
    }

    /// Reports whether pending elements are reopened before a piece that is acceptable as `word`.
    /// Foreign content reopens nothing.
    #[inline(always)]
    pub(super) fn reopens_first(&self, token: &Settling, word: Word) -> bool {
        self.active.has_pending()
            && self.reopens_before(token, word)
            && !self.is_foreign_content(token, word)
            && !self.is_dropped_newline(token)
    }

    /// Reports whether a piece is just the line feed that the tree drops at the beginning of an
    /// element (13.2.6.4.7, start tag "pre").
    fn is_dropped_newline(&self, token: &Settling) -> bool {
        let piece = &token.piece;
        let drops =
            |element: ElementId| self.grammar.tree_facts().drops_newline.contains(element.index());
        let is_first = |open: &OpenElement| {
            open.tag.is_some_and(|tag| tag.index() + 1 == piece.token.index())
                && drops(open.element)
        };
        self.text_of(piece) == "\n"
            && piece.kind.range().is_some_and(|range| range.start == 0)
            && self.stack.current().is_some_and(is_first)
    }

    /// Reports whether a piece is content of the foreign element around it, which does not accept
    /// HTML: text, or an element of the same namespace. At the root of a fragment, that element is
    /// the context.
    fn is_foreign_content(&self, token: &Settling, word: Word) -> bool {
        let around = match self.current() {
            Some(current) => (self.is_foreign(current) && !self.takes_html()).then_some(current),
            None => self.foreign_root().filter(|_| token.first_look),
        };
        let Some(around) = around else { return false };
        let grammar = self.grammar;
        match grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(element) => {
                grammar.element(element).namespace == grammar.element(around).namespace
            }
            _ => true,
        }
    }

    /// Reports whether pending elements are to be reopened before `word`. They are if `word` is in
    /// the grammar's `reopen` set and the first of them may be inserted where `word` is.
    pub(super) fn reopens_before(&self, token: &Settling, word: Word) -> bool {
        let asks = |formatting: &Formatting| formatting.reopen.contains(word.terminal.index());
        self.active.has_pending()
            && token.may_reopen()
            && self.formatting().is_some_and(asks)
            && self.reopens_beside(word)
    }

    fn reopens_beside(&self, word: Word) -> bool {
        let first = self.active.pending().next().and_then(|position| self.active.at(position));
        let Some(first) = first.and_then(|first| self.placed(first)) else { return false };
        let fostered = |word: Word| self.foster(word.terminal).is_some();
        !fostered(first.word) || fostered(word) || self.stack.depth() == 0
    }

    /// Reports whether a pending element that `word` would reopen excludes `word`.
    #[inline(always)]
    fn pending_excludes(&self, token: &Settling, word: Word) -> bool {
        self.active.has_pending() && self.pending_exclusion(token, word).is_some()
    }

    /// Returns the line by which a pending element that `word` would reopen excludes `word`.
    pub(super) fn pending_exclusion(&self, token: &Settling, word: Word) -> Option<ContextId> {
        if !self.reopens_before(token, word) {
            return None;
        }
        let rules = self.grammar.rules();
        let forbids = |line: &ContextId| match rules.context(*line) {
            ContextLine::Exclusion { forbids, .. } => forbids.contains(word.terminal.index()),
            ContextLine::Inclusion { .. } => false,
        };
        let pending = self.active.pending().filter_map(|position| self.active.at(position));
        let mut placed = pending.map(|active| self.placed(active).unwrap_or(active));
        placed.find_map(|active| {
            rules.frame_kind(active.kind).adds.iter().copied().find(|line| forbids(line))
        })
    }

    /// Returns the reason why a rejected piece is not acceptable. Of several readings, the most
    /// specific reason is returned: an exclusion, or else an incomplete content.
    pub(super) fn refusal_of(&self, token: &Settling) -> Option<Refusal> {
        let pending = |word| self.pending_exclusion(token, word).map(Refusal::Excluded);
        let refused = |&word: &Word| self.recogniser.refusal(word).or_else(|| pending(word));
        let refusals = token.piece.words.iter().filter_map(refused);
        refusals.min_by_key(|refusal| match refusal {
            Refusal::Excluded(_) => 0,
            Refusal::Incomplete => 1,
            Refusal::NoPlace => 2,
        })
    }

    /// Reports whether an end tag of the current element refers to another one: a pending element
    /// of that name that is later in the list.
    fn means_pending(&self) -> bool {
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
