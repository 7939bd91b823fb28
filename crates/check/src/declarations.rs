//! The attributes that an element may have, by its `attributes` statements.

use std::sync::Arc;
use wishful::base::HashMap;
use wishful::grammar::model::{Attribute, AttributeDefault, NamePatterns};
use wishful::grammar::{Grammar, TerminalKind};
use wishful_earley::TerminalId;

/// The attributes that the elements of one start tag may have.
#[derive(Default, Debug)]
pub(super) struct Declarations {
    pub(super) by_name: HashMap<String, Arc<Attribute>>,
    /// Those whose names are patterns.
    patterns: Vec<(NamePatterns, Arc<Attribute>)>,
    pub(super) required: Vec<Arc<Attribute>>,
}

impl Declarations {
    pub(super) fn of(grammar: &Grammar, terminals: &[TerminalId]) -> Self {
        let mut all = Self::default();
        for &terminal in terminals {
            let TerminalKind::Start(element) = grammar.terminal_kind(terminal) else {
                continue;
            };
            let declared = grammar.tree_facts().attributes.get(&element);
            for attribute in declared.into_iter().flatten() {
                all.add(attribute);
            }
        }
        all
    }

    fn add(&mut self, attribute: &Arc<Attribute>) {
        if attribute.name.contains('*') {
            let pattern = NamePatterns(vec![attribute.name.clone()]);
            self.patterns.push((pattern, Arc::clone(attribute)));
            return;
        }
        let earlier = self.by_name.insert(attribute.name.clone(), Arc::clone(attribute));
        if earlier.is_none() && attribute.default == AttributeDefault::Required {
            self.required.push(Arc::clone(attribute));
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Attribute> {
        if let Some(found) = self.by_name.get(name) {
            return Some(found);
        }
        // The `*` of a pattern stands for at least one character: `data-` is no name of `data-*`.
        let found = self
            .patterns
            .iter()
            .find(|(pattern, attribute)| pattern.fit(name) && name.len() >= attribute.name.len());
        found.map(|(_, attribute)| &**attribute)
    }
}
