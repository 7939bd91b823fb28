//! Property tests: expressions match the texts that content models match. Models and texts are
//! random; the reference matcher follows the standard.

use std::collections::{BTreeSet, HashMap};

use super::content::expression;
use super::expression::Expression;
use super::groups::Groups;
use super::names::FreshNames;
use crate::dtd::model::{Connector, ModelPart, Occurs, Particle};

const ELEMENTS: [&str; 4] = ["a", "b", "c", "d"];

/// Returns a random content model.
fn model(random: &mut fastrand::Rng, depth: usize) -> Particle {
    let occurs = match random.u8(0..6) {
        0 => Occurs::Optional,
        1 => Occurs::Any,
        2 => Occurs::Several,
        _ => Occurs::Once,
    };
    let what = match random.u8(0..8) {
        0 => return Particle { what: ModelPart::Pcdata, occurs: Occurs::Any },
        1..4 if depth > 0 => {
            let connector = [Connector::Seq, Connector::Or, Connector::And][random.usize(0..3)];
            let members = (0..random.usize(1..4)).map(|_| model(random, depth - 1)).collect();
            ModelPart::Group(connector, members)
        }
        _ => ModelPart::Element(ELEMENTS[random.usize(0..ELEMENTS.len())].to_owned()),
    };
    Particle { what, occurs }
}

/// Returns the positions where a match of a content model that begins at `from` can end: ISO 8879,
/// 11.2.4, word by word.
fn ends(particle: &Particle, text: &[&str], from: usize) -> BTreeSet<usize> {
    let mut found = ends_once(particle, text, from);
    if matches!(particle.occurs, Occurs::Any | Occurs::Several) {
        let mut waiting: Vec<usize> = found.iter().copied().collect();
        while let Some(end) = waiting.pop() {
            let ends = ends_once(particle, text, end);
            waiting.extend(ends.into_iter().filter(|&next| found.insert(next)));
        }
    }
    if matches!(particle.occurs, Occurs::Optional | Occurs::Any) {
        found.insert(from);
    }
    found
}
/// Returns the positions where one occurrence that begins at `from` can end.
fn ends_once(particle: &Particle, text: &[&str], from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    match &particle.what {
        ModelPart::Pcdata => found = step(text, from, "#"),
        ModelPart::Element(name) => found = step(text, from, name),
        ModelPart::Group(Connector::Or, members) => {
            for member in members {
                found.extend(ends(member, text, from));
            }
        }
        ModelPart::Group(Connector::Seq, members) => {
            found = in_order(&members.iter().collect::<Vec<_>>(), text, from);
        }
        ModelPart::Group(Connector::And, members) => {
            for order in orders(&members.iter().collect::<Vec<_>>()) {
                found.extend(in_order(&order, text, from));
            }
        }
    }
    found
}
fn step(text: &[&str], from: usize, name: &str) -> BTreeSet<usize> {
    let found = text.get(from) == Some(&name);
    if found { BTreeSet::from([from + 1]) } else { BTreeSet::new() }
}

fn in_order(members: &[&Particle], text: &[&str], from: usize) -> BTreeSet<usize> {
    let mut positions = BTreeSet::from([from]);
    for member in members {
        positions =
            positions.into_iter().flat_map(|position| ends(member, text, position)).collect();
    }
    positions
}

fn orders<'p>(members: &[&'p Particle]) -> Vec<Vec<&'p Particle>> {
    if members.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (number, first) in members.iter().enumerate() {
        let mut rest = members.to_vec();
        rest.remove(number);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// Returns the positions where a repetition of an expression can end, with those in `found`.
fn repeated(
    inner: &Expression,
    rules: &HashMap<String, Expression>,
    text: &[&str],
    from: usize,
    mut found: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut waiting = vec![from];
    let mut begun = BTreeSet::new();
    while let Some(position) = waiting.pop() {
        if begun.insert(position) {
            let ends = read(inner, rules, text, position);
            waiting.extend(ends.iter().copied());
            found.extend(ends);
        }
    }
    found
}

/// Returns the positions where a match of an expression can end.
fn read(
    expression: &Expression,
    rules: &HashMap<String, Expression>,
    text: &[&str],
    from: usize,
) -> BTreeSet<usize> {
    match expression {
        Expression::Pcdata => step(text, from, "#"),
        Expression::Element(name) => step(text, from, name),
        Expression::Rule(name) => read(&rules[name], rules, text, from),
        Expression::Alt(parts) => {
            parts.iter().flat_map(|part| read(part, rules, text, from)).collect()
        }
        Expression::Seq(parts) => {
            let mut positions = BTreeSet::from([from]);
            for part in parts {
                let ends = positions.into_iter().flat_map(|start| read(part, rules, text, start));
                positions = ends.collect();
            }
            positions
        }
        Expression::Star(inner) => repeated(inner, rules, text, from, BTreeSet::from([from])),
        Expression::Plus(inner) => repeated(inner, rules, text, from, BTreeSet::new()),
        Expression::Opt(inner) => {
            let mut found = read(inner, rules, text, from);
            found.insert(from);
            found
        }
    }
}

/// Reports whether an expression satisfies the invariants of its constructors.
fn keeps_its_invariants(expression: &Expression) -> bool {
    match expression {
        Expression::Star(inner) | Expression::Plus(inner) | Expression::Opt(inner) => {
            !inner.is_nullable() && keeps_its_invariants(inner)
        }
        Expression::Alt(parts) => {
            parts.iter().all(|part| !part.is_nullable() && keeps_its_invariants(part))
        }
        Expression::Seq(parts) => parts.iter().all(keeps_its_invariants),
        Expression::Pcdata | Expression::Element(_) | Expression::Rule(_) => true,
    }
}

#[test]
fn an_expression_reads_what_its_content_model_holds() {
    let mut random = fastrand::Rng::with_seed(8879);
    let (mut read_some, mut refused_some) = (0, 0);
    for _ in 0..2000 {
        let model = model(&mut random, 3);
        let mut names = FreshNames::new();
        let mut groups = Groups::new(6, 4000, &mut names);
        let made = expression("x", &model, &|_| true, &mut groups);
        let rules: HashMap<String, Expression> = groups.rules.into_iter().collect();
        let all = rules.values().chain(std::iter::once(&made));
        assert!(all.into_iter().all(keeps_its_invariants), "{model:?}\n{made:?}");
        for _ in 0..40 {
            let length = random.usize(0..6);
            let letters = ["a", "b", "c", "d", "#"];
            let text: Vec<&str> = (0..length).map(|_| letters[random.usize(0..5)]).collect();
            let expected = ends(&model, &text, 0).contains(&length);
            let found = read(&made, &rules, &text, 0).contains(&length);
            assert_eq!(found, expected, "{text:?} of {model:?}\nas {made:?} with {rules:?}");
            if found { read_some += 1 } else { refused_some += 1 }
        }
    }
    assert!(read_some > 2000 && refused_some > 2000, "{read_some} read, {refused_some} refused");
}

/// A group of `n` members has fewer than `2^n` rules.
#[test]
fn an_and_group_has_a_rule_for_each_set_of_members() {
    for count in 1..=6 {
        let mut members = Vec::new();
        for number in 0..count {
            let what = ModelPart::Element(format!("e{number}"));
            members.push(Particle { what, occurs: Occurs::Once });
        }
        let model =
            Particle { what: ModelPart::Group(Connector::And, members), occurs: Occurs::Once };
        let mut names = FreshNames::new();
        let mut groups = Groups::new(6, 4000, &mut names);
        expression("x", &model, &|_| true, &mut groups);
        assert!(groups.rules.len() < 1 << count, "{count}: {}", groups.rules.len());
    }
}
