//! A test of the indexed list against a plain list.

use super::*;
use crate::token::{Html5Tokenizer, Tokens};
use fastrand::Rng;

/// Checks the queries against a walk over the plain list.
fn check(list: &ActiveList, tags: StartTags, model: &[Option<(Active, bool)>]) {
    // The elements after the last marker, the last first.
    let unmarked: Vec<(Active, bool)> = model.iter().rev().map_while(|entry| *entry).collect();
    for end in [0, 1, 2].map(TerminalId::new) {
        let named = unmarked.iter().find(|(active, _)| active.end == end);
        assert_eq!(list.last_named(end).map(|(_, a)| a), named.map(|(active, _)| *active));
    }
    let mut pending: Vec<Active> = Vec::new();
    for &(active, is_open) in &unmarked {
        if is_open {
            break;
        }
        pending.push(active);
    }
    assert_eq!(list.has_pending(), !pending.is_empty());
    pending.reverse();
    assert_eq!(elements_at(list, list.pending()), pending);
    for (active, _) in &unmarked {
        let mut alike: Vec<Active> = Vec::new();
        for &(other, _) in &unmarked {
            if other.end == active.end && tags.are_alike(other.tag, active.tag) {
                alike.push(other);
            }
        }
        let positions = (0..).map_while(|others| list.alike(active, others, tags));
        assert_eq!(elements_at(list, positions), alike);
    }
    for (active, _) in model.iter().flatten() {
        let position = list.position_of(active.number).expect("each element has a position");
        assert_eq!(list.at(position), Some(*active));
    }
}

/// Returns the elements at some positions of the list.
fn elements_at(list: &ActiveList, positions: impl Iterator<Item = usize>) -> Vec<Active> {
    positions.filter_map(|position| list.at(position)).collect()
}

fn active(number: usize, random: &mut Rng) -> Active {
    let kind = random.usize(..3);
    Active {
        number: ElementNumber::new(number),
        element: ElementId::new(kind),
        kind: FrameKindId::new(kind),
        word: Word::plain(TerminalId::new(kind)),
        tag: Some(TokenId::new(random.usize(..3))),
        end: TerminalId::new(kind),
    }
}

#[test]
fn the_sets_follow_every_change() {
    // Two of the three tags have equal attributes.
    let text = "<a x=1 y=2><a y=2 x=1><a x=2 y=1>";
    let mut tokenizer = Html5Tokenizer::new(text);
    let mut tokens = Tokens::default();
    for _ in 0..3 {
        tokens.push(tokenizer.next_token());
    }
    let tags = StartTags { tokens: &tokens, text };
    let mut random = Rng::with_seed(5);
    for _ in 0..200 {
        let mut list = ActiveList::default();
        let mut model: Vec<Option<(Active, bool)>> = Vec::new();
        for step in 0..60 {
            let elements: Vec<usize> = (0..model.len()).filter(|&at| model[at].is_some()).collect();
            let position = |list: &ActiveList, model: &[Option<(Active, bool)>], at: usize| {
                let (active, _) = model[at].unwrap();
                list.position_of(active.number).unwrap()
            };
            let any = random.choice(elements.iter().copied());
            match (random.usize(..12), any) {
                (0, _) => {
                    list.push_marker(tags);
                    model.push(None);
                }
                (1, _) => {
                    list.clear_to_marker();
                    while let Some(Some(_)) = model.pop() {}
                }
                (2 | 3, Some(at)) => {
                    list.remove(position(&list, &model, at));
                    model.remove(at);
                }
                (4, Some(at)) => {
                    let number = ElementNumber::new(step);
                    let (active, _) = model[at].unwrap();
                    let copy = Active { number, ..active };
                    list.replace(position(&list, &model, at), copy);
                    model[at] = Some((copy, true));
                }
                (5 | 6, Some(at)) => {
                    let (active, _) = model[at].unwrap();
                    list.no_longer_open(active.number);
                    model[at] = Some((active, false));
                }
                (7, Some(at)) => {
                    let other = random.choice(elements).unwrap();
                    if at != other {
                        list.move_after(
                            position(&list, &model, at),
                            position(&list, &model, other),
                            tags,
                        );
                        let moved = model.remove(at);
                        model.insert(if at < other { other } else { other + 1 }, moved);
                    }
                }
                _ => {
                    let new = active(step, &mut random);
                    list.push(new, tags);
                    model.push(Some((new, true)));
                }
            }
            check(&list, tags, &model);
        }
    }
}

impl ActiveList {
    /// Returns the elements in order, each with whether it is open; `None` for a marker.
    pub(in crate::slippers) fn listed(&self) -> Vec<Option<(Active, bool)>> {
        self.entries().collect()
    }
}
