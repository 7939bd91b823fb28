//! interim engine, until the real one is there
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sym {
    N(usize),
    T(usize),
}
pub(super) enum Event {
    Open(usize),
    Leaf(usize),
    Close,
}
pub(super) struct Engine {
    pub rules: Vec<(usize, Vec<Sym>)>,
    pub start: usize,
}

#[derive(Clone, Copy)]
enum Kid {
    Token(usize),
    Done(usize, usize),
}
struct Item {
    rule: usize,
    dot: usize,
    origin: usize,
    back: Option<((usize, usize), Kid)>,
}
struct Set {
    items: Vec<Item>,
    seen: HashMap<(usize, usize, usize), usize>,
}

impl Set {
    fn add(&mut self, item: Item) {
        let key = (item.rule, item.dot, item.origin);
        if !self.seen.contains_key(&key) {
            self.seen.insert(key, self.items.len());
            self.items.push(item);
        }
    }
}

impl Engine {
    pub(super) fn read(&self, tokens: &[usize]) -> Result<Vec<Event>, (usize, Vec<usize>)> {
        let mut sets = vec![Set { items: vec![], seen: HashMap::new() }];
        for (r, rule) in self.rules.iter().enumerate() {
            if rule.0 == self.start {
                sets[0].add(Item { rule: r, dot: 0, origin: 0, back: None });
            }
        }
        for at in 0..=tokens.len() {
            let mut i = 0;
            let mut completed_empty: Vec<(usize, usize)> = vec![];
            while i < sets[at].items.len() {
                let (rule, dot, origin) = {
                    let it = &sets[at].items[i];
                    (it.rule, it.dot, it.origin)
                };
                match self.rules[rule].1.get(dot) {
                    Some(Sym::N(n)) => {
                        for (r, ru) in self.rules.iter().enumerate() {
                            if ru.0 == *n {
                                sets[at].add(Item { rule: r, dot: 0, origin: at, back: None });
                            }
                        }
                        for &(m, j) in &completed_empty {
                            if m == *n {
                                sets[at].add(Item {
                                    rule,
                                    dot: dot + 1,
                                    origin,
                                    back: Some(((at, i), Kid::Done(at, j))),
                                });
                            }
                        }
                    }
                    Some(Sym::T(_)) => {}
                    None => {
                        let n = self.rules[rule].0;
                        if origin == at {
                            completed_empty.push((n, i));
                        }
                        let waiting: Vec<_> = sets[origin]
                            .items
                            .iter()
                            .enumerate()
                            .filter(|(_, w)| self.rules[w.rule].1.get(w.dot) == Some(&Sym::N(n)))
                            .map(|(j, w)| (j, w.rule, w.dot, w.origin))
                            .collect();
                        for (j, r, d, o) in waiting {
                            sets[at].add(Item {
                                rule: r,
                                dot: d + 1,
                                origin: o,
                                back: Some(((origin, j), Kid::Done(at, i))),
                            });
                        }
                    }
                }
                i += 1;
            }
            let Some(&t) = tokens.get(at) else { break };
            let mut next = Set { items: vec![], seen: HashMap::new() };
            for (j, w) in sets[at].items.iter().enumerate() {
                if self.rules[w.rule].1.get(w.dot) == Some(&Sym::T(t)) {
                    next.add(Item {
                        rule: w.rule,
                        dot: w.dot + 1,
                        origin: w.origin,
                        back: Some(((at, j), Kid::Token(at))),
                    });
                }
            }
            if next.items.is_empty() {
                return Err((at, self.expected(&sets[at])));
            }
            sets.push(next);
        }
        let last = tokens.len();
        let root = sets[last].items.iter().position(|it| {
            it.origin == 0
                && self.rules[it.rule].0 == self.start
                && it.dot == self.rules[it.rule].1.len()
        });
        let Some(root) = root else { return Err((last, self.expected(&sets[last]))) };
        let mut out = vec![];
        enum Job {
            Open(usize, usize),
            Leaf(usize),
            Close,
        }
        let mut jobs = vec![Job::Open(last, root)];
        while let Some(job) = jobs.pop() {
            match job {
                Job::Close => out.push(Event::Close),
                Job::Leaf(t) => out.push(Event::Leaf(t)),
                Job::Open(s, i) => {
                    let mut item = &sets[s].items[i];
                    out.push(Event::Open(self.rules[item.rule].0));
                    jobs.push(Job::Close);
                    while let Some(((ps, pi), kid)) = item.back {
                        jobs.push(match kid {
                            Kid::Token(t) => Job::Leaf(t),
                            Kid::Done(s, i) => Job::Open(s, i),
                        });
                        item = &sets[ps].items[pi];
                    }
                }
            }
        }
        Ok(out)
    }
    fn expected(&self, set: &Set) -> Vec<usize> {
        let mut out: Vec<usize> = set
            .items
            .iter()
            .filter_map(|w| match self.rules[w.rule].1.get(w.dot) {
                Some(Sym::T(t)) => Some(*t),
                _ => None,
            })
            .collect();
        out.sort();
        out.dedup();
        out
    }
}
