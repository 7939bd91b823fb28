//! Parses one document by all grammars, and compares the results.

use super::alphabet::{TaglessToken, TokenShape};
use super::side::{Setting, Side, SideParse};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use wishful::base::{narrow, wide};
pub(super) use wishful::token::KindRef;
use wishful::tree::NodeId;

/// The results of parsing that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compared {
    /// The trees, including cruft.
    #[default]
    Trees,
    /// The trees and the repairs.
    Repairs,
}

/// Some grammars, and the results that are compared.
#[derive(Clone, Copy)]
pub(super) struct Probe<'a> {
    pub(super) sides: &'a [Side],
    pub(super) compared: Compared,
    /// True if the statements of all grammars that affect only trees are the same. Then equal trees
    /// so far stay equal, and need not be part of the fingerprint.
    pub(super) same_trees: bool,
}

/// The result of probing a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ProbeAnswer {
    /// The indices of two grammars that differ.
    Differs(usize, usize),
    /// All grammars agree.
    Agrees(Agreement),
    /// The last token is not a separate token at this position: a smaller document has the same
    /// tokens.
    Merges,
}

/// A document for which all grammars build the same tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Agreement {
    /// A fingerprint of the states of all parsers. Documents with equal fingerprints behave equally
    /// with any continuation.
    pub(super) fingerprint: u64,
    /// True if the grammars have different elements open, or in their lists. Some continuations
    /// expose that.
    pub(super) apart: bool,
    /// The features of the document, as hashes.
    pub(super) features: Vec<u64>,
}

impl Probe<'_> {
    /// Returns the indices of the first two grammars that differ on a text.
    pub(super) fn differing(&self, text: &str, setting: &Setting) -> Option<(usize, usize)> {
        self.differ(&self.readings(text, setting)?)
    }

    /// Returns the initial states in a setting, for finding settings that are equivalent for all
    /// grammars.
    pub(super) fn beginning(&self, setting: &Setting) -> Vec<Option<u64>> {
        let readings = self.readings("", setting).unwrap_or_default().into_iter();
        readings.map(|reading| reading.last.map(|(fingerprint, _)| fingerprint.hash)).collect()
    }

    /// Reports whether all grammars can parse documents in a setting.
    pub(super) fn takes(&self, setting: &Setting) -> bool {
        self.sides.iter().all(|side| side.takes(setting).is_ok())
    }
    /// Probes a text. `last` is the shape and the offset of its last token.
    pub(super) fn ask(
        &self,
        text: &str,
        setting: &Setting,
        last: Option<(&TokenShape, usize)>,
    ) -> ProbeAnswer {
        let Some(readings) = self.readings(text, setting) else { return ProbeAnswer::Merges };
        if let Some((shape, at)) = last
            && !readings.iter().any(|reading| is_token(reading, shape, at))
        {
            return ProbeAnswer::Merges;
        }
        match self.differ(&readings) {
            Some((one, other)) => ProbeAnswer::Differs(one, other),
            None => ProbeAnswer::Agrees(self.agreement(text, setting, &readings)),
        }
    }

    fn readings(&self, text: &str, setting: &Setting) -> Option<Vec<SideParse>> {
        self.sides.iter().map(|side| side.read(text, setting).ok()).collect()
    }

    fn differ(&self, readings: &[SideParse]) -> Option<(usize, usize)> {
        let (first, others) = readings.split_first()?;
        let compares_repairs = self.compared == Compared::Repairs;
        let repairs = if compares_repairs { first.repairs() } else { String::new() };
        for (number, other) in others.iter().enumerate() {
            if other.page != first.page || compares_repairs && repairs != other.repairs() {
                return Some((0, number + 1));
            }
        }
        None
    }

    /// Computes the fingerprint of all parsers' states, including which of their open elements are
    /// the same node.
    fn agreement(&self, text: &str, setting: &Setting, readings: &[SideParse]) -> Agreement {
        let mut hash = DefaultHasher::new();
        (&setting.fragment, &setting.mode).hash(&mut hash);
        let mut nodes: HashMap<NodeId, usize> = HashMap::new();
        let (mut open_nodes, mut features) = (Vec::new(), Vec::new());
        for (number, reading) in readings.iter().enumerate() {
            let Some((fingerprint, from)) = &reading.last else { continue };
            (fingerprint.hash, text.get(wide(*from)..)).hash(&mut hash);
            let own = reading.document.places_of(&fingerprint.elements);
            for node in &own {
                let next = nodes.len();
                node.map(|node| *nodes.entry(node).or_insert(next)).hash(&mut hash);
            }
            open_nodes.push(own);
            let all = reading.features.iter().chain(&fingerprint.features);
            // The same feature in two grammars is two features.
            features.extend(all.map(|feature| feature.rotate_left(narrow(number))));
        }
        if !self.same_trees {
            readings.iter().for_each(|reading| reading.page.hash(&mut hash));
        }
        let apart = open_nodes.windows(2).any(|two| two[0] != two[1]);
        Agreement { fingerprint: hash.finish(), apart, features }
    }
}

/// Reports whether the last token before the end has a shape, and extends to the end.
fn is_token(reading: &SideParse, shape: &TokenShape, at: usize) -> bool {
    let tokens = reading.document.tokens();
    let Some(last) = tokens.len().checked_sub(2).and_then(|last| tokens.get(last)) else {
        return false;
    };
    let is_whole = last.span.range().start == at;
    match (shape, last.kind) {
        (TokenShape::Start { .. }, KindRef::StartTag(_))
        | (TokenShape::End { .. }, KindRef::EndTag(_))
        | (TokenShape::Plain(TaglessToken::Comment, _), KindRef::Comment(_))
        | (
            TokenShape::Plain(TaglessToken::ProcessingInstruction, _),
            // In a grammar without `PI` it is a comment.
            KindRef::ProcessingInstruction(_) | KindRef::Comment(_),
        )
        | (TokenShape::Plain(TaglessToken::Doctype, _), KindRef::Doctype(_)) => is_whole,
        (TokenShape::Plain(TaglessToken::Text, _), KindRef::Text(_)) => true,
        _ => false,
    }
}
