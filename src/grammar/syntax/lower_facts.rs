//! Lowering of facts, as their rows in the schema describe them.
//!
//! This is a part of [`lower`](super::lower), whose conventions hold here: `None` is a mistake that
//! has been reported, or a tree that does not match `grammar/meta.grammar`.

use super::ast::{At, AttributeLine, Default, EntityLine, Fact, Items, Operand};
use super::cst::CstNode;
use super::lower::Lowering;
use super::schema::{Row, Slot, Sort};

impl Lowering<'_> {
    /// Lowers the fact of a row; `removed` if it is after `remove`.
    pub(super) fn fact(
        &mut self,
        row: &'static Row,
        line: &CstNode,
        removed: bool,
    ) -> Option<Fact> {
        let mut rest = line.parts.get(row.words.split(' ').count()..)?;
        let mut operands = Vec::new();
        for slot in row.slots {
            operands.push(match row.written(slot, removed) {
                Some(slot) => self.slot(&slot, &mut rest),
                None => Some(None),
            });
        }
        Some(Fact::new(row, operands.into_iter().collect::<Option<_>>()?))
    }

    /// Lowers the operand of a slot at the beginning of `rest`. The outer `None` means a mistake,
    /// the inner one a missing operand.
    fn slot(&mut self, slot: &Slot, rest: &mut &[CstNode]) -> Option<Option<Operand>> {
        if let Some(keyword) = slot.keyword {
            match rest.split_first() {
                Some((word, after)) if word.name == keyword => *rest = after,
                _ => return Some(None),
            }
        }
        let most = if slot.many { usize::MAX } else { 1 };
        let parts = rest.iter().take(most);
        let (own, after) =
            rest.split_at(parts.take_while(|part| slot.sort.consists_of(part.name)).count());
        *rest = after;
        match own.first() {
            None if slot.sort == Sort::Flag => Some(Some(Operand::Said)),
            None => Some(None),
            Some(first) => Some(Some(self.operand(slot, first, own)?)),
        }
    }

    fn operand(&mut self, slot: &Slot, first: &CstNode, all: &[CstNode]) -> Option<Operand> {
        let text: fn(&mut Self, &CstNode) -> Option<At<String>> = match slot.sort {
            Sort::Flag => return Some(Operand::Said),
            Sort::Items => return Some(Operand::Items(self.items(first)?)),
            Sort::Item | Sort::Tag | Sort::About => {
                return Some(Operand::Items(Items::one(self.item(first)?)));
            }
            Sort::Guard => return Some(Operand::Guards(self.each(all, Self::guard)?)),
            Sort::Number => return Some(Operand::Number(self.number(first, slot.name)?)),
            Sort::Attribute => {
                return Some(Operand::Attributes(self.each(all, Self::attribute)?));
            }
            Sort::Entity => return Some(Operand::Entities(self.each(all, Self::entity)?)),
            Sort::Name | Sort::Tokenizer | Sort::Terminal => Self::name,
            Sort::Word(_) => Self::word,
            Sort::String => Self::string,
            Sort::Regex => Self::pattern,
            Sort::Value => Self::value,
        };
        Some(Operand::Texts(self.each(all, text)?))
    }

    /// Lowers a word of the language.
    fn word(&mut self, token: &CstNode) -> Option<At<String>> {
        Some(self.at(token.span, self.of(token).to_owned()))
    }

    fn attribute(&mut self, node: &CstNode) -> Option<AttributeLine> {
        // The kind `entities` of an attribute is a reserved word as well.
        let kind = node.part("NAME").or_else(|| node.part("entities"));
        let group = self.optional(node.part("value-group"), |lowering, group| {
            lowering.each(group.named("value"), Self::value)
        });
        let default = self.optional(node.part("default"), Self::default);
        Some(AttributeLine {
            name: self.value(node.part("value")?)?,
            kind: self.optional(kind, Self::name)?,
            group: group?.unwrap_or_default(),
            default: default?.unwrap_or(Default::Implied),
        })
    }

    fn entity(&mut self, node: &CstNode) -> Option<EntityLine> {
        let name = self.value(node.part("value")?)?;
        Some(EntityLine { name, text: self.string(node.part("STRING")?)? })
    }

    fn default(&mut self, node: &CstNode) -> Option<Default> {
        Some(match node.part("value") {
            Some(value) if node.has("fixed") => Default::Fixed(self.value(value)?),
            Some(value) => Default::Value(self.value(value)?),
            None if node.has("obsolete") => Default::Obsolete(self.string(node.part("STRING")?)?),
            None if node.has("required") => Default::Required,
            None if node.has("current") => Default::Current,
            None => Default::Conref,
        })
    }

    /// Lowers a name or a value of an attribute, which may be any text.
    fn value(&mut self, node: &CstNode) -> Option<At<String>> {
        let token = node.parts.first()?;
        match token.name {
            "STRING" => self.string(token),
            _ => self.word(token),
        }
    }
}
