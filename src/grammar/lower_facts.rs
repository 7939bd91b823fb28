//! The statements that are facts rather than rules, wishes or remedies: what is remembered, what is a matter of
//! the tree.
//!
//! Part of [`lower`](super::lower), whose conventions hold here: `None` is a mistake that has been reported, or a tree
//! that `grammar/meta.grammar` does not describe.

use super::ast::{
    At, AttributeLine, Default, DoctypeTest, EntityLine, Mirror, Statement, TreeFact, TreeWord,
};
use super::cst::{Child, Node};
use super::lower::Lowering;

impl Lowering<'_> {
    /// A statement that starts with the word for a fact.
    pub(super) fn fact(&mut self, line: &Node<'_>) -> Option<Statement> {
        Some(match line.name {
            "latch-line" => Statement::Latch {
                name: self.name_of(line)?,
                guards: self.all(line.nodes("guard"), Self::guard)?,
                on: line.has("on"),
                sets: self.clause_of(line, "set-clause")?,
                clears: self.clause_of(line, "clear-clause")?,
            },
            "doctype-line" => self.doctype(line)?,
            "fragment-line" => Statement::Fragment {
                root: self.subject(line.children.get(1)?)?,
                like: self.items_of(line)?,
            },
            "mark-line" => Statement::Mark(self.all(line.leaves("TERMINAL"), Self::name)?),
            "formatting-line" => self.formatting(line)?,
            "soft-line" => self.soft(line)?,
            "omissible-line" => Statement::Omissible {
                tags: self.items_of(line)?,
                before: self.clause_of(line, "before-clause")?,
            },
            "tree-line" => Statement::Tree(self.tree_fact(line)?),
            "rename-line" => Statement::Rename {
                attributes: line.has("attributes"),
                namespace: self.name_of(line)?,
                names: self.all(line.leaves("STRING"), Self::string)?,
            },
            "attributes-line" => Statement::Attributes {
                elements: self.items_of(line)?,
                attributes: self.all(line.nodes("attribute"), Self::attribute_line)?,
            },
            "entities-line" => Statement::Entities {
                kind: match line.leaf("NAME") {
                    Some(leaf) => Some(self.name(leaf)?),
                    None => None,
                },
                entities: self.all(line.nodes("entity"), Self::entity)?,
            },
            _ => return None,
        })
    }

    fn attribute_line(&mut self, node: &Node<'_>) -> Option<AttributeLine> {
        // One kind of attribute is a word of the language as well.
        let kind = match node.leaf("NAME").or_else(|| node.leaf("entities")) {
            Some(leaf) => Some(self.name(leaf)?),
            None => None,
        };
        let group = match node.node("value-group") {
            Some(group) => self.all(group.nodes("value"), Self::value)?,
            None => Vec::new(),
        };
        let default = match node.node("default") {
            Some(default) => self.default(default)?,
            None => Default::Implied,
        };
        Some(AttributeLine { name: self.value(node.node("value")?)?, kind, group, default })
    }

    fn entity(&mut self, node: &Node<'_>) -> Option<EntityLine> {
        let name = self.value(node.node("value")?)?;
        Some(EntityLine { name, text: self.string(node.leaf("STRING")?)? })
    }

    fn default(&mut self, node: &Node<'_>) -> Option<Default> {
        Some(match node.node("value") {
            Some(value) if node.has("fixed") => Default::Fixed(self.value(value)?),
            Some(value) => Default::Value(self.value(value)?),
            None if node.has("required") => Default::Required,
            None if node.has("current") => Default::Current,
            None => Default::Conref,
        })
    }

    /// A name or a value of an attribute, which may be any text.
    pub(super) fn value(&mut self, node: &Node<'_>) -> Option<At<String>> {
        let Some(Child::Leaf(leaf)) = node.children.first() else { return None };
        match leaf.name {
            "STRING" => self.string(*leaf),
            _ => Some(self.at(leaf.span, self.of(*leaf).to_owned())),
        }
    }

    fn doctype(&mut self, line: &Node<'_>) -> Option<Statement> {
        let test = match line.node("doctype-test") {
            None => DoctypeTest::Incorrect,
            Some(node) => DoctypeTest::ALL.into_iter().find(|test| node.has(test.word()))?,
        };
        Some(Statement::Doctype {
            latch: self.name_of(line)?,
            test,
            strings: self.all(line.leaves("STRING"), Self::string)?,
        })
    }

    fn formatting(&mut self, line: &Node<'_>) -> Option<Statement> {
        let mut lists = line.nodes("items");
        Some(Statement::Formatting {
            elements: self.items(lists.next()?)?,
            markers: self.items(lists.next()?)?,
            lasting: self.clause_of(line, "lasting-clause")?,
            reopen: self.items(lists.next()?)?,
            special: self.clause_of(line, "special-clause")?,
            ark: self.number(line.leaf("NUMBER")?, "ark")?,
        })
    }

    fn soft(&mut self, line: &Node<'_>) -> Option<Statement> {
        let mut lists = line.nodes("items");
        Some(Statement::Soft {
            ends: self.items(lists.next()?)?,
            resuming: self.clause_of(line, "resuming-clause")?,
            keeping: self.items(lists.next()?)?,
        })
    }

    fn tree_fact(&mut self, line: &Node<'_>) -> Option<TreeFact> {
        if let Some(leaf) = line.leaf("TERMINAL") {
            return Some(TreeFact::Hide(self.name(leaf)?));
        }
        if let Some(word) = line.node("tree-fact") {
            let all = [TreeWord::Contents, TreeWord::DropNewline, TreeWord::ShadowRoot];
            let word = all.into_iter().find(|known| word.has(known.word()))?;
            return Some(TreeFact::Of(word, self.items_of(line)?));
        }
        let mut items = self.all(line.nodes("item"), Self::item)?.into_iter();
        Some(TreeFact::Mirror(Box::new(Mirror {
            from: items.next()?,
            groups: self.clause_of(line, "in-clause")?,
            into: items.next()?,
            within: items.next()?,
            until: self.clause_of(line, "until-clause")?,
            by: match line.node("by-clause") {
                Some(clause) => self.all(clause.leaves("STRING"), Self::string)?,
                None => Vec::new(),
            },
        })))
    }
}
