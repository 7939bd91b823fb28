//! Answers for editors: what is acceptable at a node, and what an element may have.
//!
//! A [`ReadPrefix`] is a document that was read up to one of its nodes. The content of an earlier
//! sibling says nothing about what may follow it. So only the ancestors of the node are read, and
//! the siblings before each of them, without their content.

use super::Checker;
use super::content::TreeReading;
use super::declarations::Declarations;
use super::values::description;
use std::collections::BTreeSet;
use std::sync::Arc;
use wishful::grammar::TerminalKind;
use wishful::grammar::model::{Attribute, AttributeDefault};
use wishful::tree::{NodeKind, NodeRef};
use wishful_earley::{Options, TerminalId, Word};

/// A document that is read up to one of its nodes, without that node.
///
/// ```
/// use wishful_check::Checker;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let checker = Checker::new(Grammar::load("conforming")?)?;
/// let parser = Parser::new(Grammar::load("whatwg")?).unwrap();
/// let document = parser.parse("<ul><li>1</li><!---->", &ParseOptions::default()).unwrap();
/// let comment = document.nodes().last().unwrap();
/// assert!(checker.before(comment).expected().contains("li"));
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
pub struct ReadPrefix<'c, 'd> {
    checker: &'c Checker,
    reading: TreeReading<'c, 'd>,
}

/// An attribute that an element may have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AllowedAttribute {
    /// The name, in lower case; it may be a pattern such as `data-*`.
    pub name: String,
    /// The only values that it may have, in lower case; empty if there are others.
    pub values: Vec<String>,
    /// A description of its values.
    pub description: String,
    /// True if the element must have it.
    pub required: bool,
    /// The advice what to do instead, if the attribute is obsolete.
    pub obsolete: Option<String>,
    /// A citation of the declaration.
    pub citation: String,
}

impl Checker {
    /// Reads a document up to a node, without that node.
    #[must_use]
    pub fn before<'c, 'd>(&'c self, node: NodeRef<'d>) -> ReadPrefix<'c, 'd> {
        let mut reading = self.reading(node);
        let mut ancestors: Vec<NodeRef<'d>> = node.ancestors().collect();
        while let Some(parent) = ancestors.pop() {
            if parent.kind() != NodeKind::Document {
                reading.enter(parent);
            }
            let end = ancestors.last().copied().unwrap_or(node);
            for sibling in parent.children() {
                if sibling == end {
                    break;
                }
                if reading.enter(sibling) {
                    reading.abandon();
                }
            }
        }
        ReadPrefix { checker: self, reading }
    }

    /// Returns the attributes that an element may have, sorted by name.
    #[must_use]
    pub fn attributes(&self, element: NodeRef<'_>) -> Vec<AllowedAttribute> {
        let mut all = Vec::new();
        for attribute in self.declarations(element).by_name.values() {
            all.push(self.declared(attribute));
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Returns the declaration of an attribute of an element, if the element may have it.
    #[must_use]
    pub fn attribute(&self, element: NodeRef<'_>, name: &str) -> Option<AllowedAttribute> {
        Some(self.declared(self.declarations(element).get(name)?))
    }

    /// Cites the content rule of the elements of a name; of one without content, the statement that
    /// mentions it first.
    #[must_use]
    pub fn rule_of(&self, name: &str) -> Option<String> {
        let grammar = &self.rules.grammar;
        let named = || {
            grammar
                .elements()
                .map(|(_, info)| info)
                .filter(|info| info.name.as_deref() == Some(name))
        };
        let info = named().find(|info| info.kind.is_some()).or_else(|| named().next())?;
        Some(self.citation(info.place))
    }

    /// Reports whether a `forbid` statement selects every element of a name, as one for an obsolete
    /// element does. That is so if a selector of its list is the name alone.
    #[must_use]
    pub fn forbids(&self, name: &str) -> bool {
        let forbidden = &self.rules.grammar.tree_facts().forbidden;
        forbidden.iter().any(|statement| is_listed(&statement.pattern, name))
    }

    fn reading<'c, 'd>(&'c self, node: NodeRef<'d>) -> TreeReading<'c, 'd> {
        let recogniser = self.rules.grammar.recogniser(None, Options::default());
        TreeReading::new(&self.rules, node.document(), recogniser)
    }

    /// Returns the attributes that the element may have.
    fn declarations(&self, element: NodeRef<'_>) -> Arc<Declarations> {
        self.reading(element).start_of(element).declared
    }

    fn declared(&self, attribute: &Attribute) -> AllowedAttribute {
        let mut values: Vec<String> = Vec::new();
        for value in &attribute.group {
            // Values that differ in case only are the same.
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        AllowedAttribute {
            name: attribute.name.clone(),
            values,
            description: description(&self.rules, attribute),
            required: attribute.default == AttributeDefault::Required,
            obsolete: match &attribute.default {
                AttributeDefault::Obsolete(advice) => Some(advice.clone()),
                _ => None,
            },
            citation: self.citation(attribute.place),
        }
    }
}

impl<'c> ReadPrefix<'c, '_> {
    /// Returns the names of the elements that are acceptable next.
    #[must_use]
    pub fn expected(&self) -> BTreeSet<&'c str> {
        let grammar = &self.checker.rules.grammar;
        let mut names = BTreeSet::new();
        for terminal in self.reading.recogniser.expected().iter().map(TerminalId::new) {
            if let TerminalKind::Start(element) = grammar.terminal_kind(terminal)
                && let Some(name) = &grammar.element(element).name
            {
                names.insert(name.as_str());
            }
        }
        names
    }

    /// Lists the tags that are acceptable next, in words: the first `most`, and the number of the
    /// others.
    #[must_use]
    pub fn acceptable(&self, most: usize) -> Option<String> {
        self.reading.acceptable(most)
    }

    /// Reports whether these elements are acceptable, each in the one before it, after the `ended`
    /// innermost open elements, the last of them by its name.
    pub fn accepts(&mut self, ended: usize, path: &[NodeRef<'_>]) -> bool {
        let checkpoint = self.reading.recogniser.checkpoint();
        let last = self.read_path(ended, path);
        self.reading.recogniser.rewind(checkpoint);
        let grammar = &self.checker.rules.grammar;
        match last.map(|word| grammar.terminal_kind(word.terminal)) {
            Some(TerminalKind::Start(element)) => grammar.element(element).name.is_some(),
            _ => false,
        }
    }

    /// Reads a path as [`accepts`](Self::accepts) does; returns its last word, or `None` at the
    /// first refusal.
    fn read_path(&mut self, ended: usize, path: &[NodeRef<'_>]) -> Option<Word> {
        let mut last = None;
        let ends: Vec<_> = self.reading.ends().take(ended).collect();
        for end in ends {
            self.reading.recogniser.read(end?).ok()?;
        }
        for &element in path {
            let start = self.reading.start_of(element);
            let recogniser = &mut self.reading.recogniser;
            let word = start.words.iter().copied().find(|&word| recogniser.accepts(word))?;
            recogniser.read(word).ok()?;
            last = Some(word);
        }
        last
    }

    /// Cites the content rule of an element that comes next. An element without content has no
    /// rule.
    #[must_use]
    pub fn rule(&mut self, element: NodeRef<'_>) -> Option<String> {
        let words = self.reading.start_of(element).words;
        let recogniser = &self.reading.recogniser;
        let accepted = words.iter().find(|&&word| recogniser.accepts(word));
        let word = accepted.or(words.last())?;
        let grammar = &self.checker.rules.grammar;
        let TerminalKind::Start(element) = grammar.terminal_kind(word.terminal) else {
            return None;
        };
        let info = grammar.element(element);
        info.kind?;
        Some(self.checker.citation(info.place))
    }
}

/// Reports whether a name is a selector of a list: of `a, ns|b`, or of `ns|*:is(a, b)`.
fn is_listed(selectors: &str, name: &str) -> bool {
    let mut list = selectors;
    if let Some((before, inner)) = selectors.split_once("*:is(")
        && before.trim_end_matches('|').chars().all(char::is_alphanumeric)
    {
        list = inner.strip_suffix(')').unwrap_or(selectors);
    }
    if list.contains(['(', ')']) {
        return false;
    }
    list.split(',').any(|selector| {
        let selector = selector.trim();
        selector == name || selector.split_once('|').is_some_and(|(_, local)| local == name)
    })
}

#[cfg(test)]
mod tests {
    use super::is_listed;

    #[test]
    fn a_name_alone_is_a_selector_of_a_list() {
        for (selectors, expected) in [
            ("b", true),
            ("a, b", true),
            ("ns|b", true),
            ("ns|*:is(a, b, c)", true),
            ("a > b", false),
            ("b:empty", false),
            (":is(a, b, c) > d", false),
            ("ns|*:is(a, b, c) d", false),
            ("ns|*:is(a, b):not(x)", false),
            ("a > *:is(b)", false),
            ("//b", false),
        ] {
            assert_eq!(is_listed(selectors, "b"), expected, "{selectors}");
        }
    }
}
