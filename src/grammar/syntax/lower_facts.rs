//! The statements that are facts: what the row of each in the schema says, read from the tree.
//!
//! Part of [`lower`](super::lower), whose conventions hold here: `None` is a mistake that has been reported, or a tree
//! that `grammar/meta.grammar` does not describe.

use super::ast::{At, AttributeLine, Default, EntityLine, Fact, Operand};
use super::cst::{Child, Leaf, Node};
use super::lower::Lowering;
use super::schema::{Row, Slot, Sort};

impl Lowering<'_> {
    /// The fact of a row, after `remove` or not.
    pub(super) fn fact(
        &mut self,
        row: &'static Row,
        line: &Node<'_>,
        removed: bool,
    ) -> Option<Fact> {
        let mut rest = line.children.get(row.words.split(' ').count()..)?;
        let mut operands = Vec::new();
        for slot in row.slots {
            let slot = row.written(slot, removed);
            operands.push(slot.map_or(Some(None), |slot| self.slot(&slot, &mut rest)));
        }
        Some(Fact::new(row, operands.into_iter().collect::<Option<_>>()?))
    }

    /// What stands in a slot at the beginning of `rest`: nothing is one thing, a mistake in it another.
    fn slot(&mut self, slot: &Slot, rest: &mut &[Child<'_>]) -> Option<Option<Operand>> {
        if let Some(keyword) = slot.keyword {
            match rest.split_first() {
                Some((word, after)) if word.name() == keyword => *rest = after,
                _ => return Some(None),
            }
        }
        let most = if slot.sort.is_repeated() { usize::MAX } else { 1 };
        let is_part = |part: &&Child<'_>| slot.sort.consists_of(part.name());
        let (own, after) = rest.split_at(rest.iter().take(most).take_while(is_part).count());
        *rest = after;
        if own.is_empty() && slot.sort != Sort::Flag {
            return Some(None);
        }
        self.operand(slot, own).map(Some)
    }

    fn operand(&mut self, slot: &Slot, parts: &[Child<'_>]) -> Option<Operand> {
        let nodes = || parts.iter().filter_map(Child::node);
        let leaves = || parts.iter().filter_map(Child::leaf);
        Some(match slot.sort {
            Sort::Flag => Operand::Said,
            Sort::Items => Operand::Items(self.items(nodes().next()?)?),
            Sort::Item | Sort::Tag | Sort::About => Operand::Item(self.item(nodes().next()?)?),
            Sort::Guard | Sort::Guards => Operand::Guards(self.all(nodes(), Self::guard)?),
            Sort::Name | Sort::Tokenizer | Sort::Terminal => {
                Operand::Text(self.name(leaves().next()?)?)
            }
            Sort::Names | Sort::Terminals => Operand::Texts(self.all(leaves(), Self::name)?),
            Sort::Word(_) => Operand::Text(self.word(leaves().next()?)),
            Sort::String => Operand::Text(self.string(leaves().next()?)?),
            Sort::Strings => Operand::Texts(self.all(leaves(), Self::string)?),
            Sort::Regex => Operand::Text(self.pattern(leaves().next()?)),
            Sort::Number => Operand::Number(self.number(leaves().next()?, slot.name)?),
            Sort::Attributes => Operand::Attributes(self.all(nodes(), Self::attribute_line)?),
            Sort::Entities => Operand::Entities(self.all(nodes(), Self::entity)?),
            Sort::Values => Operand::Texts(self.all(nodes(), Self::value)?),
        })
    }

    /// A word of the language.
    fn word(&self, leaf: Leaf<'_>) -> At<String> {
        self.at(leaf.span, self.of(leaf).to_owned())
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
            _ => Some(self.word(*leaf)),
        }
    }
}
