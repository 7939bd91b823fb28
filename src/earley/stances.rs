//! Which of some words is acceptable first, remembered.
//!
//! What a frame accepts follows from its kind and mask, where its content stands, and the flags that are on: its *stance*.
//! Real documents meet some hundreds of stances and ask about the same few lists of words in each, so the answer is a look
//! into a table. A content's place is told by its set, if that is the same in every text (`residents.rs`); for other
//! places, and for frames with labels, which are others in each text, nothing is remembered.

use super::chart::SetId;
use super::frames::{Frame, NodeId};
use super::intern::Interned;
use super::machine::Machine;
use super::rows::MaskId;
use super::rules::{FlagId, Word};
use crate::base::BitRow;

/// More are not told apart.
const STANCES: usize = 1 << 12;

/// What a frame's answers follow from, besides its mask, which is that of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stance {
    /// Where its content stands.
    set: SetId,
    /// The number of the set of flags that are on.
    flags: usize,
}

/// What is known of a list of words in a stance.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum First {
    #[default]
    Unknown,
    None,
    /// The word at this place.
    At(u8),
}

/// All of them.
#[derive(Clone, Default)]
pub(super) struct Stances {
    flag_sets: Interned<BitRow>,
    /// By mask, then in the order in which they were met; each with its number.
    met: Vec<Vec<(Stance, usize)>>,
    /// By stance, then by list.
    firsts: Vec<Vec<First>>,
}

impl Stances {
    /// The number of a set of flags.
    pub(super) fn flag_set(&mut self, flags: &BitRow) -> usize {
        self.flag_sets.number(flags)
    }

    fn number(&mut self, mask: MaskId, stance: Stance) -> Option<usize> {
        let met = self.met.get(mask.index()).map_or(&[][..], Vec::as_slice);
        if let Some(&(_, number)) = met.iter().find(|&&(known, _)| known == stance) {
            return Some(number);
        }
        if self.firsts.len() >= STANCES {
            return None;
        }
        if self.met.len() <= mask.index() {
            self.met.resize_with(mask.index() + 1, Vec::new);
        }
        self.met[mask.index()].push((stance, self.firsts.len()));
        self.firsts.push(Vec::new());
        Some(self.firsts.len() - 1)
    }

    fn first(&self, stance: usize, list: usize) -> First {
        self.firsts[stance].get(list).copied().unwrap_or_default()
    }

    fn learn(&mut self, stance: usize, list: usize, first: Option<usize>) {
        let Ok(first) = first.map(u8::try_from).transpose() else { return };
        let firsts = &mut self.firsts[stance];
        if firsts.len() <= list {
            firsts.resize(list + 1, First::Unknown);
        }
        firsts[list] = first.map_or(First::None, First::At);
    }
}

impl Machine {
    /// Turns a flag on or off.
    pub(super) fn set_flag(&mut self, flag: FlagId, on: bool) {
        match on {
            true => {
                self.flags.insert(flag.index());
            }
            false => self.flags.remove(flag.index()),
        }
        self.flag_set = self.stances.flag_set(&self.flags);
    }

    /// The first of some words that is acceptable on top of `top`; `list` is the caller's number for them.
    pub(super) fn first_accepted(
        &mut self,
        top: NodeId,
        list: usize,
        words: &[Word],
    ) -> Option<Word> {
        let stance = self.stance(top);
        match stance.map_or(First::Unknown, |stance| self.stances.first(stance, list)) {
            First::At(place) => Some(words[usize::from(place)]),
            First::None => None,
            First::Unknown => {
                let site = self.site(top);
                let first = words.iter().position(|&word| site.accepts(word));
                if let Some(stance) = stance {
                    self.stances.learn(stance, list, first);
                }
                first.map(|first| words[first])
            }
        }
    }

    fn stance(&mut self, top: NodeId) -> Option<usize> {
        let &Frame { kind, mask, set, .. } = self.frames.at(top);
        let is_labelled = kind.is_some_and(|kind| self.rules.frame_kind(kind).labelled);
        if is_labelled || !self.chart.is_resident(set) {
            return None;
        }
        self.stances.number(mask, Stance { set, flags: self.flag_set })
    }
}
