//! Classes of equivalent element names, and the attributes that matter on each element.

use super::mentions::{Mention, MentionKind, MentionVisitor};
use std::collections::{BTreeMap, BTreeSet};
use wishful::base::hash_of;
pub(super) use wishful::grammar::ast::{At, Fact, Item, Items, Remedy, Statement};
use wishful::grammar::schema::Head;

/// Representatives of the names that no grammar mentions.
pub(super) const UNNAMED: [&str; 8] = ["x", "y", "z", "x-a", "x-b", "x-c", "x-d", "x-e"];

/// The mentions of names in statements.
#[derive(Default)]
pub(super) struct Named {
    /// For each name, the set of hashes of its mentions, one for each list and form.
    lists: BTreeMap<String, BTreeSet<u64>>,
    /// For each name, the texts after it in start tags that some statement tests.
    pub(super) rests: BTreeMap<String, BTreeSet<String>>,
    /// The texts after the names of arbitrary start tags.
    pub(super) unnamed_rests: BTreeSet<String>,
}

impl Named {
    pub(super) fn of(statements: &[&Statement]) -> Self {
        let mut named = Self::default();
        for (number, statement) in statements.iter().enumerate() {
            MentionVisitor::new(|mention| named.record(number, mention)).statement(statement);
            named.attributes(statement);
        }
        named.renamed(statements);
        if statements.iter().any(|statement| statement.fact(Head::Namespace).is_some()) {
            named.unnamed_rests.insert("/".to_owned());
        }
        named
    }

    fn record(&mut self, statement: usize, mention: Mention<'_>) {
        let MentionKind::Tag { name: Some(name), test, namespace, ends } = mention.what else {
            return;
        };
        let how = (statement, mention.list, mention.adds, (ends, namespace, test));
        self.lists.entry(name.to_owned()).or_default().insert(hash_of(how));
        if let (Some(test), None) = (test, namespace) {
            let value = test.value.as_deref().unwrap_or("x");
            self.rest(name, format!(" {}={value}", test.name));
        }
    }

    fn rest(&mut self, name: &str, rest: String) {
        self.rests.entry(name.to_owned()).or_default().insert(rest);
    }

    /// Records attributes that a statement uses without testing them.
    fn attributes(&mut self, statement: &Statement) {
        match statement {
            Statement::Edit(_, inner) => self.attributes(&inner.value),
            Statement::Remedy { rejected, remedies }
                if remedies.iter().any(|remedy| remedy.value == Remedy::Merge) =>
            {
                self.add_rest(Some(&rejected.left), " a=x");
            }
            Statement::Fact(fact) => {
                let by = fact.row().slots.iter().any(|slot| slot.name == "by");
                let texts = if by { fact.texts("by") } else { &[] };
                for text in texts {
                    let name = text.value.rsplit('=').next().unwrap_or_default();
                    self.elements(fact, &format!(" {name}=2"));
                }
            }
            _ => {}
        }
    }

    /// Records a text after the name for all elements of a fact.
    fn elements(&mut self, fact: &Fact, rest: &str) {
        for slot in fact.row().slots {
            self.add_rest(fact.items(slot.name), rest);
        }
    }

    /// Records a text after the name for the elements of a list.
    fn add_rest(&mut self, items: Option<&Items>, rest: &str) {
        let Some(items) = items else { return };
        for (_, item) in &items.terms {
            if let Item::Start(element) = &item.value
                && let Some(name) = &element.name
            {
                self.rest(name, rest.to_owned());
            }
        }
    }

    /// Records `rename` statements. Elements are in the statement's list; of attributes, one is
    /// used for each combination of lists.
    fn renamed(&mut self, statements: &[&Statement]) {
        let facts: Vec<&Fact> =
            statements.iter().filter_map(|statement| statement.fact(Head::Rename)).collect();
        for (number, fact) in facts.iter().enumerate() {
            if !is_about(fact, "elements") {
                continue;
            }
            for name in fact.texts("names") {
                let lists = self.lists.entry(name.value.to_ascii_lowercase()).or_default();
                lists.insert(hash_of((Head::Rename, number)));
            }
        }
        let attributes = facts.into_iter().filter(|fact| is_about(fact, "attributes"));
        for (_, written) in unlike(attributes.map(|fact| (fact, fact.texts("names")))) {
            let name = written.split('=').next().unwrap_or(written).to_ascii_lowercase();
            self.unnamed_rests.insert(format!(" {name}=x"));
        }
    }

    /// Returns the classes of names that are in the same lists. The last class is that of the names
    /// in no list.
    pub(super) fn classes(&self) -> Vec<Vec<String>> {
        let mut classes: BTreeMap<&BTreeSet<u64>, Vec<String>> = BTreeMap::new();
        for (name, lists) in &self.lists {
            classes.entry(lists).or_default().push(name.clone());
        }
        let mut classes: Vec<Vec<String>> = classes.into_values().collect();
        for names in &mut classes {
            names.sort_unstable_by_key(|name| (name.len(), name.clone()));
        }
        classes.sort_unstable();
        let unnamed = UNNAMED.iter().filter(|name| !self.lists.contains_key(**name));
        classes.push(unnamed.map(|name| (*name).to_owned()).collect());
        classes
    }
}

/// Reports whether a `rename` statement is about `elements` or `attributes`.
fn is_about(fact: &Fact, what: &str) -> bool {
    fact.text("what").is_some_and(|text| text.value == what)
}
/// Returns, of strings that occur in the same facts, the first one, together with the first of
/// these facts.
pub(super) fn unlike<'s>(
    facts: impl Iterator<Item = (&'s Fact, &'s [At<String>])>,
) -> Vec<(&'s Fact, &'s str)> {
    let mut of: BTreeMap<&str, (Vec<usize>, &Fact)> = BTreeMap::new();
    for (number, (fact, strings)) in facts.enumerate() {
        for string in strings {
            of.entry(&string.value).or_insert_with(|| (Vec::new(), fact)).0.push(number);
        }
    }
    let mut first: BTreeMap<Vec<usize>, (&Fact, &str)> = BTreeMap::new();
    for (string, (numbers, fact)) in of {
        first.entry(numbers).or_insert((fact, string));
    }
    first.into_values().collect()
}
