//! Pseudo-classes: tests of the tree, positions among siblings, and HTML's pseudo-classes, which
//! are defined by selectors.

use super::lowering::{Lowering, ParseNode, part, parts, significant};
use super::mistakes::mistake;
use super::nth::{SiblingPositions, nth};
use super::words;
use crate::definitions::definition;
use crate::plan::{
    Combinator, Comparison, Compound, CountedSiblings, GroupPlace, Grouped, Nth, Plan, Selector,
    Selectors, SelectorsId, Simple,
};
use wishful::base::Code;

impl Lowering<'_> {
    pub(super) fn pseudo_class(&mut self, node: ParseNode<'_>, tests: &mut Vec<Simple>) {
        match significant(node).next() {
            Some(inner) if inner.is_token() => self.plain(node, tests),
            None => self.plain(node, tests),
            Some(inner) if inner.name() == "place" => self.position(inner, tests),
            Some(inner) => {
                let test = self.deeper(inner.span(), |lowering| lowering.functional(inner));
                tests.extend(test);
            }
        }
    }

    fn functional(&mut self, node: ParseNode<'_>) -> Simple {
        let name = word(node);
        let list = part(node, "selector-list");
        match node.name() {
            "selecting" => {
                // An absent list selects nothing.
                let list = self.list(list.unwrap_or(node));
                if name == "not" { Simple::Not(list) } else { Simple::Is(list) }
            }
            "has" => {
                let list = part(node, "relative-list").expect("it has a list");
                Simple::Has(self.relative_list(list))
            }
            "nth-child" | "nth-of-type" => self.nth(node, &name, list),
            "nearest" => {
                let [of, is] = self.two_lists(node);
                Simple::Nearest { of, is }
            }
            "grouped" => self.grouped(node, &name),
            "language" => Simple::Lang(parts(node, "range").map(range).map(Into::into).collect()),
            "direction" => self.direction(node),
            "spelt" => {
                let pattern = part(node, "string").map(words::string).unwrap_or_default().into();
                Simple::Spelt { attribute: attribute_name(node, "by-id"), pattern }
            }
            "compared" => {
                let names = parts(node, "by-id").filter_map(|by| part(by, "name"));
                let attributes = names.map(|name| words::name(name).into()).collect();
                let comparison = Comparison::named(&name).expect("each has a name");
                Simple::Compared { comparison, attributes }
            }
            _ => self.contains(node, &name),
        }
    }

    /// Lowers `:contains("a", "b")`, a test for one of some texts, and its relatives.
    fn contains(&mut self, node: ParseNode<'_>, name: &str) -> Simple {
        let span = node.span();
        let mut tests = Vec::new();
        for content in parts(node, "content") {
            let text = match part(content, "string") {
                Some(string) => words::string(string),
                None => words::name(content),
            };
            tests.push(match name {
                "content" => Simple::Content(text.into()),
                _ => Simple::Contains(text.into()),
            });
        }
        if tests.len() == 1 {
            return tests.remove(0);
        }
        let mut alternatives = Vec::with_capacity(tests.len());
        for test in tests {
            let parts = vec![(Combinator::Descendant, Compound { tests: vec![test], span })];
            alternatives.push(Selector { parts, span });
        }
        Simple::Is(self.add_selectors(Selectors { alternatives, span }))
    }

    /// Lowers the two lists in parentheses, separated by a semicolon.
    fn two_lists(&mut self, node: ParseNode<'_>) -> [SelectorsId; 2] {
        let mut lists = parts(node, "selector-list");
        let first = self.list(lists.next().expect("it has two lists"));
        let second = self.list(lists.next().expect("it has two lists"));
        [first, second]
    }

    fn grouped(&mut self, node: ParseNode<'_>, name: &str) -> Simple {
        let place = GroupPlace::named(name).expect("each has a name");
        let [of, owner] = self.two_lists(node);
        let (by_id, by_value) = (attribute_name(node, "by-id"), attribute_name(node, "by-value"));
        Simple::Grouped(Box::new(Grouped { place, of, owner, by_id, by_value }))
    }

    fn nth(&mut self, node: ParseNode<'_>, name: &str, list: Option<ParseNode<'_>>) -> Simple {
        let written = part(node, "nth").expect("it has a formula");
        let (a, b) = match nth(&words::written(written)) {
            Ok(formula) => formula,
            Err(why) => {
                self.mistakes.push(mistake(Code::Syntax, written.span(), why));
                (0, 0)
            }
        };
        let among = match list {
            Some(list) => CountedSiblings::Matching(self.list(list)),
            None if node.name() == "nth-of-type" => CountedSiblings::OfType,
            None => CountedSiblings::All,
        };
        Simple::Nth(Nth { a, b, from_end: name.starts_with("nth-last"), among })
    }

    fn direction(&mut self, node: ParseNode<'_>) -> Simple {
        let word = part(node, "word").expect("it has an argument");
        let right_to_left = match word.text().to_ascii_lowercase().as_str() {
            "ltr" => false,
            "rtl" => true,
            other => {
                let message = format!("unknown direction `{other}`");
                let wrong = mistake(Code::Syntax, word.span(), message);
                self.mistakes
                    .push(wrong.help("write `ltr` for left to right, `rtl` for right to left"));
                false
            }
        };
        Simple::Direction { right_to_left }
    }

    /// Lowers `:eq(2)` and its relatives: a position among the siblings that match the preceding
    /// tests.
    fn position(&mut self, node: ParseNode<'_>, tests: &mut Vec<Simple>) {
        let mut number = String::new();
        for token in significant(node).skip(2) {
            if token.text() == ")" {
                break;
            }
            number.push_str(token.text());
        }
        match number.parse() {
            Ok(number) => {
                let positions = match word(node).as_str() {
                    "eq" => SiblingPositions::at(number),
                    "gt" => SiblingPositions::after(number),
                    _ => SiblingPositions::before(number),
                };
                self.among_alike(positions, node, tests);
            }
            Err(_) => {
                let message = format!("`{number}` is too large for a position among siblings");
                self.mistakes.push(mistake(Code::Limit, node.span(), message));
            }
        }
    }

    fn among_alike(
        &mut self,
        SiblingPositions { a, b, from_end }: SiblingPositions,
        node: ParseNode<'_>,
        tests: &mut Vec<Simple>,
    ) {
        let among = if tests.is_empty() {
            CountedSiblings::All
        } else {
            let span = node.span();
            let before = Compound { tests: tests.clone(), span };
            let parts = vec![(Combinator::Descendant, before)];
            let alternatives = vec![Selector { parts, span }];
            CountedSiblings::Matching(self.add_selectors(Selectors { alternatives, span }))
        };
        tests.push(Simple::Nth(Nth { a, b, from_end, among }));
    }

    fn plain(&mut self, node: ParseNode<'_>, tests: &mut Vec<Simple>) {
        if part(node, "UNMATCHED").is_some() {
            let none = Selectors { alternatives: Vec::new(), span: node.span() };
            tests.push(Simple::Is(self.add_selectors(none)));
            return;
        }
        let name = node.text().to_ascii_lowercase();
        match name.as_str() {
            "root" => tests.push(Simple::Root),
            "scope" => tests.push(Simple::Scope),
            "empty" => tests.push(Simple::Empty),
            "virtual" => tests.push(Simple::Virtual),
            "moved" => tests.push(Simple::Moved),
            "cruft" => tests.push(Simple::Cruft),
            "first-child" => tests.push(first(CountedSiblings::All)),
            "last-child" => tests.push(last(CountedSiblings::All)),
            "only-child" => tests.extend([first(CountedSiblings::All), last(CountedSiblings::All)]),
            "first-of-type" => tests.push(first(CountedSiblings::OfType)),
            "last-of-type" => tests.push(last(CountedSiblings::OfType)),
            "only-of-type" => {
                tests.extend([first(CountedSiblings::OfType), last(CountedSiblings::OfType)])
            }
            "first" => self.among_alike(SiblingPositions::at(0), node, tests),
            "last" => self.among_alike(SiblingPositions::at(-1), node, tests),
            "even" => self.among_alike(SiblingPositions::EVEN, node, tests),
            "odd" => self.among_alike(SiblingPositions::ODD, node, tests),
            name => match definition(name) {
                Some(meaning) => {
                    let list = self.splice(meaning);
                    tests.push(Simple::Is(list));
                }
                None => {
                    let message = format!("unknown pseudo-class `:{name}`");
                    self.mistakes.push(mistake(Code::Undefined, node.span(), message));
                }
            },
        }
    }

    /// Copies the selector lists of another plan, and returns the last of them.
    fn splice(&mut self, plan: &Plan) -> SelectorsId {
        let offset = self.plan.selectors.len();
        for selectors in &plan.selectors {
            let mut selectors = selectors.clone();
            selectors.shift(offset);
            self.plan.selectors.push(selectors);
        }
        SelectorsId::new(self.plan.selectors.len() - 1)
    }
}

/// Returns the test for the first of some siblings.
fn first(among: CountedSiblings) -> Simple {
    Simple::Nth(Nth { a: 0, b: 1, from_end: false, among })
}

/// Returns the test for the last of some siblings.
fn last(among: CountedSiblings) -> Simple {
    Simple::Nth(Nth { a: 0, b: 1, from_end: true, among })
}

/// Returns the name of a functional pseudo-class.
fn word(node: ParseNode<'_>) -> String {
    match node.children().next() {
        Some(name) => name.text().to_ascii_lowercase(),
        None => String::new(),
    }
}

/// Returns the attribute name in the part `by` of a node.
fn attribute_name(node: ParseNode<'_>, by: &str) -> Option<Box<str>> {
    let name = part(part(node, by)?, "name")?;
    Some(words::name(name).into())
}

/// Returns a language range.
fn range(node: ParseNode<'_>) -> String {
    match part(node, "string") {
        Some(string) => words::string(string),
        None => words::name(node),
    }
}
