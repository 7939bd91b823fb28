//! A test of the indexed list against a plain list.

use super::*;
use crate::token::{Html5Tokenizer, Tokens};
use fastrand::Rng;

/// Checks the queries against a walk over the plain list.
fn check(list: &ActiveList, tags: StartTags, model: &[Option<(Active, bool)>]) {
    let behind: Vec<(Active, bool)> = model.iter().rev().map_while(|entry| *entry).collect();
    for end in (0..3).map(TerminalId::new) {
        let named = behind.iter().find(|(active, _)| active.end == end);
        assert_eq!(list.last_named(end).map(|(_, a)| a), named.map(|(active, _)| *active));
    }
    let mut pending: Vec<Active> =
        behind.iter().take_while(|(_, is_open)| !is_open).map(|(active, _)| *active).collect();
    assert_eq!(list.has_pending(), !pending.is_empty());
    pending.reverse();
    let found: Vec<Active> = list.pending().filter_map(|position| list.at(position)).collect();
    assert_eq!(found, pending);
    for (active, _) in &behind {
        let is_alike = |other: &&(Active, bool)| {
            other.0.end == active.end && tags.are_alike(other.0.tag, active.tag)
        };
        let alike: Vec<Active> = behind.iter().filter(is_alike).map(|(a, _)| *a).collect();
        let found = list.alike(active, tags).filter_map(|position| list.at(position));
        assert_eq!(found.collect::<Vec<_>>(), alike);
    }
    for (active, _) in model.iter().flatten() {
        assert_eq!(
            list.position_of(active.number).and_then(|position| list.at(position)),
            Some(*active)
        );
    }
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
    (0..3).for_each(|_| tokens.push(tokenizer.next_token()));
    let tags = StartTags { tokens: &tokens, text };
    let mut random = Rng::with_seed(5);
    for _ in 0..200 {
        let mut list = ActiveList::default();
        let mut model: Vec<Option<(Active, bool)>> = Vec::new();
        for step in 0..60 {
            let elements: Vec<usize> = (0..model.len()).filter(|&at| model[at].is_some()).collect();
            let position = |list: &ActiveList, model: &[Option<(Active, bool)>], at: usize| {
                model[at].and_then(|(active, _)| list.position_of(active.number)).unwrap()
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
                    let copy = model[at].map(|(active, _)| Active { number, ..active });
                    list.replace(position(&list, &model, at), copy.unwrap());
                    model[at] = copy.map(|copy| (copy, true));
                }
                (5 | 6, Some(at)) => {
                    let (active, _) = model[at].unwrap();
                    list.no_longer_open(active.number);
                    model[at] = Some((active, false));
                }
                (7, Some(at)) => {
                    let behind = random.choice(elements).unwrap();
                    if at != behind {
                        list.move_behind(
                            position(&list, &model, at),
                            position(&list, &model, behind),
                            tags,
                        );
                        let moved = model.remove(at);
                        model.insert(if at < behind { behind } else { behind + 1 }, moved);
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
        let listed = |entry: &Entry| match entry {
            Entry::Hole => None,
            Entry::Marker => Some(None),
            Entry::Element(listed) => Some(Some((listed.active, listed.is_open))),
        };
        self.entries.iter().filter_map(listed).collect()
    }
}
