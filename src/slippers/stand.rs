//! The state of a run as hashes, for comparing the continuations of two runs.
//!
//! Lemma: two runs with the same grammar and equal `Stand::likeness` treat the same rest of a text
//! in the same way, apart from hash collisions. It does not matter what they have read before. The
//! hash covers the open elements, the list of active formatting elements, latches, soft ends,
//! undecided contents and the lexical state. The identities of the elements are returned
//! separately, in the order in which the hash visits them. A comparison of the runs of *two*
//! grammars needs them, to see whether the same elements of a tree are open.

use super::event::{ElementNumber, TokenId};
use super::likeness::StartTags;
use super::standing::Standing;
use super::trace::Stand;
use crate::base::hash_of;
use crate::earley::{FrameKindId, Word};
use crate::grammar::model::{Foster, FosterTo};
use crate::token::KindRef;
use std::hash::{DefaultHasher, Hash, Hasher};

impl Standing<'_> {
    /// Returns the state of the run before the last token pulled is settled.
    pub(super) fn stand(&self) -> Stand {
        let mut standing = Hashing { of: self, hash: DefaultHasher::new(), elements: Vec::new() };
        standing.all();
        let features = self.features();
        Stand { likeness: standing.hash.finish(), elements: standing.elements, features }
    }

    /// Returns hashes of notable features of the state. There are three basic features: the state
    /// of the innermost content, the last entry of the list of active formatting elements, and the
    /// latches. There is a hash for each, and for each pair of them. Further hashes are for the
    /// lines in force, and for soft ends and undecided contents.
    fn features(&self) -> Vec<u64> {
        let (mut place, mut on) = (DefaultHasher::new(), DefaultHasher::new());
        self.recogniser.hash_content(&mut place);
        self.recogniser.hash_flags(&mut on);
        self.latched.iter().for_each(|latch| latch.is_some().hash(&mut on));
        let last = self.active.entries().last();
        let list = hash_of(last.map(|entry| entry.map(|(_, is_open)| is_open)));
        let parts = [place.finish(), list, on.finish()];
        let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        let pairs = pairs.into_iter().map(|(one, other)| hash_of((one, parts[one], parts[other])));
        let rare = [("soft", self.soft_ends.len()), ("undecided", self.undecided.len())];
        let rare = rare.into_iter().filter(|(_, count)| *count > 0).map(hash_of);
        let lines = self.recogniser.lines_in_force().map(|line| hash_of(("line", line)));
        pairs.chain(rare).chain(lines).collect()
    }
}

/// A traversal that hashes the state part by part. It hashes an element as its rank in the order of
/// first visits.
struct Hashing<'s> {
    of: &'s Standing<'s>,
    hash: DefaultHasher,
    elements: Vec<ElementNumber>,
}

impl Hashing<'_> {
    fn all(&mut self) {
        let of = self.of;
        of.recogniser.hash_state(&mut self.hash);
        self.open_elements();
        self.list();
        for latch in 0..of.latched.len() {
            self.element(of.latched_by(latch));
        }
        of.soft_ends.len().hash(&mut self.hash);
        of.soft_ends.iter().for_each(|&ended| self.element(Some(ended)));
        of.undecided.len().hash(&mut self.hash);
        for undecided in &of.undecided {
            self.element(Some(undecided.first));
            self.element(Some(undecided.last));
            self.word(undecided.mark);
        }
        self.raw_text();
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
            self.tag(open.tag);
            self.child(&of.grammar.element(open.element).fosters, open.last_child);
        }
    }

    fn child_of_root(&mut self) {
        let child = self.of.stack.last_outermost();
        self.child(&self.of.grammar.root_fosters, child);
    }

    /// Hashes the last child of an element, if something may yet be inserted into it.
    fn child(&mut self, fosters: &[Foster], child: Option<(FrameKindId, ElementNumber)>) {
        let takes = |kind: FrameKindId| {
            fosters.iter().any(
                |foster| matches!(&foster.to, FosterTo::Into(kinds) if kinds.contains(kind.index())),
            )
        };
        let child = child.filter(|&(kind, _)| takes(kind));
        self.element(child.map(|(_, number)| number));
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
        }
    }

    fn element(&mut self, number: Option<ElementNumber>) {
        let known = number.map(|number| {
            let found = self.elements.iter().position(|&other| other == number);
            found.unwrap_or_else(|| {
                self.elements.push(number);
                self.elements.len() - 1
            })
        });
        known.hash(&mut self.hash);
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
        tags.pairs(tag).for_each(|pair| pair.hash(&mut self.hash));
    }

    /// Hashes the name of the last tag, if it is a start tag that can change the lexical state of
    /// the text after it.
    fn raw_text(&mut self) {
        let (tokens, text, grammar) = (&self.of.parse.tokens, self.of.text, self.of.grammar);
        let tags = (0..tokens.len()).rev().map(|token| tokens.kind(token));
        let last = tags.skip(1).find_map(|kind| match kind {
            KindRef::StartTag(tag) => Some(Some(tag.name.get(text))),
            KindRef::EndTag(_) => Some(None),
            _ => None,
        });
        let may = |name: &&str| grammar.may_be_raw(name);
        last.flatten().filter(may).hash(&mut self.hash);
    }
}
