//! Lowering of facts, as their rows in the schema describe them.
//!
//! This is a part of [`lower`](super::lower), whose conventions hold here: `None` is a mistake that
//! has been reported, or a tree that does not match `grammar/meta.grammar`.

use super::ast::{At, AttributeLine, Default, EntityLine, Fact, Items, Operand};
use super::cst::Node;
use super::lower::Lowering;
use super::schema::{Row, Slot, Sort};

impl Lowering<'_> {
    /// Lowers the fact of a row; `removed` if it is after `remove`.
    pub(super) fn fact(&mut self, row: &'static Row, line: &Node, removed: bool) -> Option<Fact> {
        let mut rest = line.parts.get(row.words.split(' ').count()..)?;
        let mut operands = Vec::new();
        for slot in row.slots {
            let slot = row.written(slot, removed);
            operands.push(slot.map_or(Some(None), |slot| self.slot(&slot, &mut rest)));
        }
        Some(Fact::new(row, operands.into_iter().collect::<Option<_>>()?))
    }

    /// Lowers the operand of a slot at the beginning of `rest`. The outer `None` means a mistake,
    /// the inner one a missing operand.
    fn slot(&mut self, slot: &Slot, rest: &mut &[Node]) -> Option<Option<Operand>> {
        if let Some(keyword) = slot.keyword {
            match rest.split_first() {
                Some((word, after)) if word.name == keyword => *rest = after,
                _ => return Some(None),
            }
        }
        let most = if slot.many { usize::MAX } else { 1 };
        let is_part = |part: &&Node| slot.sort.consists_of(part.name);
        let (own, after) = rest.split_at(rest.iter().take(most).take_while(is_part).count());
        *rest = after;
        match own.first() {
            None => Some((slot.sort == Sort::Flag).then_some(Operand::Said)),
            Some(first) => self.operand(slot, first, own).map(Some),
        }
    }

    fn operand(&mut self, slot: &Slot, first: &Node, all: &[Node]) -> Option<Operand> {
        let text: fn(&mut Self, &Node) -> Option<At<String>> = match slot.sort {
            Sort::Flag => return Some(Operand::Said),
            Sort::Items => return self.items(first).map(Operand::Items),
            Sort::Item | Sort::Tag | Sort::About => {
                return self.item(first).map(|item| Operand::Items(Items::one(item)));
            }
            Sort::Guard => return self.each(all, Self::guard).map(Operand::Guards),
            Sort::Number => return self.number(first, slot.name).map(Operand::Number),
            Sort::Attribute => return self.each(all, Self::attribute).map(Operand::Attributes),
            Sort::Entity => return self.each(all, Self::entity).map(Operand::Entities),
            Sort::Name | Sort::Tokenizer | Sort::Terminal => Self::name,
            Sort::Word(_) => Self::word,
            Sort::String => Self::string,
            Sort::Regex => Self::pattern,
            Sort::Value => Self::value,
        };
        self.each(all, text).map(Operand::Texts)
    }

    /// Lowers a word of the language.
    fn word(&mut self, token: &Node) -> Option<At<String>> {
        Some(self.at(token.span, self.of(token).to_owned()))
    }

    fn attribute(&mut self, node: &Node) -> Option<AttributeLine> {
        // The kind `entities` of an attribute is a reserved word as well.
        let kind = node.part("NAME").or_else(|| node.part("entities"));
        let group = self.optional(node.part("value-group"), |lowering, group| {
            lowering.each(group.all("value"), Self::value)
        });
        let default = self.optional(node.part("default"), Self::default);
        Some(AttributeLine {
            name: self.value(node.part("value")?)?,
            kind: self.optional(kind, Self::name)?,
            group: group?.unwrap_or_default(),
            default: default?.unwrap_or(Default::Implied),
        })
    }

    fn entity(&mut self, node: &Node) -> Option<EntityLine> {
        let name = self.value(node.part("value")?)?;
        Some(EntityLine { name, text: self.string(node.part("STRING")?)? })
    }

    fn default(&mut self, node: &Node) -> Option<Default> {
        Some(match node.part("value") {
            Some(value) if node.has("fixed") => Default::Fixed(self.value(value)?),
            Some(value) => Default::Value(self.value(value)?),
            None if node.has("required") => Default::Required,
            None if node.has("current") => Default::Current,
            None => Default::Conref,
        })
    }

    /// Lowers a name or a value of an attribute, which may be any text.
    fn value(&mut self, node: &Node) -> Option<At<String>> {
        let token = node.parts.first()?;
        match token.name {
            "STRING" => self.string(token),
            _ => self.word(token),
        }
    }
}
