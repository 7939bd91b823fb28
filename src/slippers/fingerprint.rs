//! The state of a run as hashes, for comparing the continuations of two runs.
//!
//! Lemma: two runs with the same grammar and equal `RunFingerprint::hash` treat the same rest of a
//! text in the same way, apart from hash collisions. It does not matter what they have read before.
//! The hash covers the open elements, the list of active formatting elements, latches, soft ends,
//! undecided contents and the lexical state. The identities of the elements are returned
//! separately, in the order in which the hash visits them. A comparison of the runs of *two*
//! grammars needs them, to see whether the same elements of a tree are open.

use super::event::{ElementNumber, TokenId};
use super::state::RunState;
use super::tag_hash::StartTags;
use super::trace::{RunFingerprint, RunView, TextEffect};
use crate::base::{Span, hash_of};
use crate::earley::{FrameKindId, Recogniser, Word};
use crate::grammar::TerminalKind;
use crate::grammar::model::{Foster, FosterTo};
use crate::token::{KindRef, TokenRef};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The state of a run before a token is settled.
pub(super) struct StateBefore<'s, 'a> {
    pub state: &'s mut RunState<'a>,
    pub token: TokenId,
}

impl RunView for StateBefore<'_, '_> {
    fn token(&self) -> TokenRef<'_> {
        // OK because the cursor shows the states before tokens.
        self.state.parse.tokens.get(self.token.index()).expect("a token")
    }

    fn fingerprint(&self) -> RunFingerprint {
        let (of, hash) = (&*self.state, DefaultHasher::new());
        let mut hashing = StateHasher { of, hash, elements: Vec::new(), tags: Vec::new() };
        hashing.all(self.token);
        let StateHasher { hash, elements, tags, .. } = hashing;
        RunFingerprint { hash: hash.finish(), elements, tags, features: of.features() }
    }

    fn text_effect(&mut self) -> TextEffect {
        let of = &*self.state;
        let words = [TerminalKind::Space, TerminalKind::Text].map(|kind| of.acceptable_as(kind));
        let is_right = of.active.entries().flatten().all(|(_, is_open)| is_open)
            && of.soft_ends.is_empty()
            && of.undecided.is_empty();
        let [Some(space), Some(text)] = words else { return TextEffect::Repaired };
        if !is_right {
            return TextEffect::Repaired;
        }
        let is_lost = [space, text].into_iter().all(|word| self.state.is_lost(word));
        if is_lost { TextEffect::None } else { TextEffect::Read }
    }
}

impl RunState<'_> {
    /// Reports whether reading a word leaves the state as it is.
    fn is_lost(&mut self, word: Word) -> bool {
        let turns = self.grammar.readings().turning(word.terminal).iter();
        let is_turned = turns.filter(|turn| turn.sets || self.recogniser.is_on(turn.flag));
        let mut guards = is_turned.map(|turn| &self.grammar.latch(turn.flag).guards);
        if self.foster(word.terminal).is_some()
            || guards.any(|guards| self.frame().all_hold(guards))
        {
            return false;
        }
        let state = |recogniser: &Recogniser| {
            let mut hash = DefaultHasher::new();
            recogniser.hash_state(&mut hash);
            hash.finish()
        };
        let before = (state(&self.recogniser), self.recogniser.checkpoint());
        let is_lost = self.recogniser.read(word).is_ok() && state(&self.recogniser) == before.0;
        self.recogniser.rewind(before.1);
        is_lost
    }

    /// Returns hashes of notable features of the state. There are three basic features: the state
    /// of the innermost content, the last entry of the list of active formatting elements, and the
    /// latches. There is a hash for each, and for each pair of them. Further hashes are for the
    /// lines in force, and for soft ends and undecided contents.
    fn features(&self) -> Vec<u64> {
        let (mut content, mut latches) = (DefaultHasher::new(), DefaultHasher::new());
        self.recogniser.hash_content(&mut content);
        self.recogniser.hash_flags(&mut latches);
        for latch in &self.latched {
            latch.is_some().hash(&mut latches);
        }
        let last = self.active.entries().last();
        let list = hash_of(last.map(|entry| entry.map(|(_, is_open)| is_open)));
        let parts = [content.finish(), list, latches.finish()];
        let mut features = Vec::new();
        for (one, other) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
            features.push(hash_of((one, parts[one], parts[other])));
        }
        for rare in [("soft", self.soft_ends.len()), ("undecided", self.undecided.len())] {
            if rare.1 > 0 {
                features.push(hash_of(rare));
            }
        }
        let lines = self.recogniser.innermost().context().iter();
        features.extend(lines.map(|line| hash_of(("line", line))));
        features
    }
}

/// A traversal that hashes the state part by part. It hashes an element as its rank in the order of
/// first visits.
struct StateHasher<'s> {
    of: &'s RunState<'s>,
    hash: DefaultHasher,
    elements: Vec<ElementNumber>,
    tags: Vec<Span>,
}

impl StateHasher<'_> {
    fn all(&mut self, token: TokenId) {
        let of = self.of;
        of.recogniser.hash_state(&mut self.hash);
        self.open_elements();
        self.list();
        for latch in of.grammar.latches() {
            self.element(of.latched_by(latch.flag));
        }
        of.soft_ends.len().hash(&mut self.hash);
        for &ended in &of.soft_ends {
            self.element(Some(ended));
        }
        of.undecided.len().hash(&mut self.hash);
        for undecided in &of.undecided {
            self.element(Some(undecided.first));
            self.element(Some(undecided.last));
            self.word(undecided.mark);
        }
        self.raw_text(token);
    }

    fn open_elements(&mut self) {
        let of = self.of;
        of.stack.depth().hash(&mut self.hash);
        self.child_of_root();
        for (depth, open) in of.stack.with_depths() {
            (depth, open.element, open.kind, open.fostered).hash(&mut self.hash);
            open.soft_end.is_some().hash(&mut self.hash);
            self.element(Some(open.number));
            self.word(open.word);
            // Attributes matter where a copy may be made. Others are never looked at again.
            if of.formatting().is_some_and(|all| all.elements.contains(open.kind.index())) {
                self.tag(open.tag);
            }
            self.tags.extend(open.tag.map(|tag| of.parse.tokens.span(tag.index())));
            self.child(&of.grammar.element(open.element).fosters, open.last_child);
        }
    }

    fn child_of_root(&mut self) {
        let child = self.of.stack.last_outermost();
        self.child(&self.of.grammar.root_fosters, child);
    }

    /// Hashes the last child of an element, if something may yet be inserted into it.
    fn child(&mut self, fosters: &[Foster], child: Option<(FrameKindId, ElementNumber)>) {
        let Some((kind, number)) = child else { return self.element(None) };
        let is_parent = fosters.iter().any(|foster| match &foster.to {
            FosterTo::Into(kinds) => kinds.contains(kind.index()),
            FosterTo::Before { .. } => false,
        });
        self.element(if is_parent { Some(number) } else { None });
    }

    /// Hashes the list of active formatting elements.
    fn list(&mut self) {
        for entry in self.of.active.entries() {
            entry.is_some().hash(&mut self.hash);
            let Some((active, is_open)) = entry else { continue };
            (active.element, is_open).hash(&mut self.hash);
            self.element(Some(active.number));
            self.word(active.word);
            self.tag(active.tag);
            self.tags.extend(active.tag.map(|tag| self.of.parse.tokens.span(tag.index())));
        }
    }

    fn element(&mut self, number: Option<ElementNumber>) {
        let mut rank = None;
        if let Some(number) = number {
            rank = self.elements.iter().position(|&other| other == number);
            if rank.is_none() {
                rank = Some(self.elements.len());
                self.elements.push(number);
            }
        }
        rank.hash(&mut self.hash);
    }

    /// Hashes a word. It hashes the name behind a label, since the number of a name differs between
    /// texts.
    fn word(&mut self, word: Word) {
        (word.terminal, self.of.parse.names.labelled(word.label)).hash(&mut self.hash);
    }

    /// Hashes the attributes of a start tag.
    fn tag(&mut self, tag: Option<TokenId>) {
        let tags = StartTags { tokens: &self.of.parse.tokens, text: self.of.text };
        tag.is_some().hash(&mut self.hash);
        for pair in tags.pairs(tag) {
            pair.hash(&mut self.hash);
        }
    }

    /// Hashes the name of the last tag before a token, if it is a start tag that can change the
    /// lexical state of the text after it.
    fn raw_text(&mut self, token: TokenId) {
        let tokens = &self.of.parse.tokens;
        let mut raw_name: Option<&str> = None;
        for token in (0..token.index()).rev() {
            match tokens.kind(token) {
                KindRef::StartTag(tag) => {
                    let name = tag.name.get(self.of.text);
                    if self.of.grammar.may_be_raw(name) {
                        raw_name = Some(name);
                    }
                    break;
                }
                KindRef::EndTag(_) => break,
                _ => {}
            }
        }
        raw_name.hash(&mut self.hash);
    }
}
