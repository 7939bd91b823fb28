//! Lowering of the concrete syntax tree to the [`ast`](super::ast).
//!
//! There is one function for each rule of `grammar/meta.grammar` with a meaning of its own, in the
//! order of that file. [`lower_words`](super::lower_words) parses the inside of tokens (the
//! attribute of a tag, the escapes of a string, the value of a number) and reports mistakes there.
//! Names are left as written, since the definitions are not known yet.
//!
//! A function returns `None` in two cases. Either it has reported a mistake, and the statement is
//! left out. Or the tree does not match `meta.grammar`, which is impossible with the checked-in
//! rules; [`statement`] reports this once, instead of a panic. The functions recurse on groups and
//! braces, whose nesting the parser has limited.

use super::ast::{
    Alternative, At, Atom, Content, Edit, Exception, Factor, FileSpan, FosterLocation, Guard, Item,
    Items, LeftSide, Rejected, Remedy, Repeat, Statement,
};
use super::cst::CstNode;
use super::schema::Row;
use crate::base::{Code, Diagnostic, FileId, Span, narrow};

/// Lowers a `statement`, and appends mistakes to `diagnostics`.
pub(super) fn statement(
    file: FileId,
    text: &str,
    node: &CstNode,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<At<Statement>> {
    let reported = diagnostics.len();
    let mut lowering = Lowering { file, text, diagnostics };
    let (lowered, place) = (lowering.statement(node), lowering.place(node.span));
    if lowered.is_none() && diagnostics.len() == reported {
        let message = "unknown form of statement";
        diagnostics.push(Diagnostic::error(Code::Syntax, place, message));
    }
    lowered
}

/// The state of lowering.
pub(super) struct Lowering<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    pub(super) fn place(&self, span: Span) -> FileSpan {
        FileSpan { file: self.file, span }
    }

    pub(super) fn at<T>(&self, span: Span, value: T) -> At<T> {
        At { value, place: self.place(span) }
    }

    /// Returns the text of a token.
    pub(super) fn of(&self, token: &CstNode) -> &'a str {
        token.span.of(self.text)
    }

    /// Lowers all of `parts`, so that the mistakes of each are reported.
    pub(super) fn each<'n, T>(
        &mut self,
        parts: impl IntoIterator<Item = &'n CstNode>,
        lower: impl Fn(&mut Self, &'n CstNode) -> Option<T>,
    ) -> Option<Vec<T>> {
        let lowered: Vec<Option<T>> = parts.into_iter().map(|part| lower(self, part)).collect();
        lowered.into_iter().collect()
    }

    /// Lowers an optional part. The outer `None` means a mistake, the inner one a missing part.
    pub(super) fn optional<T>(
        &mut self,
        part: Option<&CstNode>,
        lower: impl Fn(&mut Self, &CstNode) -> Option<T>,
    ) -> Option<Option<T>> {
        match part {
            Some(part) => Some(Some(lower(self, part)?)),
            None => Some(None),
        }
    }

    /// Lowers a statement.
    fn statement(&mut self, node: &CstNode) -> Option<At<Statement>> {
        let inner = node.parts.first()?;
        let last = inner.parts.last()?;
        let value = match inner.name {
            "replacement" => self.edit(Edit::Replace, last)?,
            "removal" => self.edit(Edit::Remove, last)?,
            _ => self.line(last, false)?,
        };
        Some(self.at(node.span, value))
    }

    /// Lowers the statement after `replace` or `remove`.
    fn edit(&mut self, edit: Edit, node: &CstNode) -> Option<Statement> {
        let line = if node.name == "definition" { node.parts.first()? } else { node };
        let value = self.line(line, edit == Edit::Remove)?;
        Some(Statement::Edit(edit, Box::new(self.at(node.span, value))))
    }

    /// Lowers a statement, or the abbreviated statement after `remove`.
    fn line(&mut self, line: &CstNode, removed: bool) -> Option<Statement> {
        Some(match line.name {
            "set-line" => Statement::Set { name: self.name_of(line)?, items: self.items_of(line)? },
            "rule-line" => self.rule(line)?,
            "extend-line" => {
                let rule = self.rule(line)?;
                Statement::Edit(Edit::Extend, Box::new(self.at(line.span, rule)))
            }
            "remedy-line" | "remedy-removal" => {
                let rejected = self.rejected(line.part("rejected")?)?;
                let remedies = self.each(line.named("remedy"), Self::remedy)?;
                Statement::Remedy { rejected, remedies }
            }
            name => Statement::Fact(self.fact(Row::of_line(name)?, line, removed)?),
        })
    }

    /// Lowers the two sides of `::=` or `|=`.
    fn rule(&mut self, line: &CstNode) -> Option<Statement> {
        let left = self.left(line.part("left")?);
        let content = self.content(line.part("content")?);
        Some(Statement::Rule { left: left?, content: content? })
    }

    /// Lowers the left side of a rule.
    fn left(&mut self, node: &CstNode) -> Option<LeftSide> {
        let parent = node.part("PARENT").or_else(|| node.part("FRAGMENT"));
        let items = self.each(&node.parts[usize::from(parent.is_some())..], Self::item);
        Some(LeftSide { parent: self.optional(parent, Self::parent)?, items: items? })
    }

    /// Lowers the items of a statement, a clause or braces.
    fn items_of(&mut self, node: &CstNode) -> Option<Items> {
        self.items(node.part("items")?)
    }

    /// Lowers a list with `+` and `-`.
    pub(super) fn items(&mut self, node: &CstNode) -> Option<Items> {
        let mut adds = true;
        let mut terms = Vec::new();
        for part in &node.parts {
            match part.name {
                "+" | "-" => adds = part.name == "+",
                "count" => {}
                _ => terms.push(self.item(part).map(|item| (adds, item))),
            }
        }
        let terms = terms.into_iter().collect::<Option<Vec<_>>>()?;
        let written = terms.len();
        let count = self.optional(node.part("count"), |own, count| own.count(count, written))?;
        Some(Items { count, terms, place: self.place(node.span) })
    }

    /// Lowers the count `[6]` of a list with `written` items. Another number is reported, but does
    /// not change the list.
    fn count(&mut self, node: &CstNode, written: usize) -> Option<At<u32>> {
        let count = self.number(node.part("NUMBER")?, "count")?;
        if narrow(written) != count.value {
            let message =
                format!("this list declares `[{}]` members, but has {written}", count.value);
            let mend = if narrow(written) < count.value {
                "restore the missing members"
            } else {
                "remove the extra members"
            };
            self.diagnostics.push(
                Diagnostic::error(Code::Contradictory, self.place(node.span), message)
                    .label("wrong number of members")
                    .help(format!("{mend}, or write `[{written}]`")),
            );
        }
        Some(count)
    }

    /// Lowers one item, however many instances wrap it.
    pub(super) fn item(&mut self, node: &CstNode) -> Option<At<Item>> {
        match node.name {
            "item" | "tag" | "about" => self.item(node.parts.first()?),
            "braces" => {
                let namespace = self.optional(node.part("NAME"), Self::name)?;
                let items = self.items_of(node)?;
                Some(self.at(node.span, Item::Braces { namespace, items }))
            }
            _ => self.symbol(node),
        }
    }

    /// Lowers the right side of a rule, or a group.
    fn content(&mut self, node: &CstNode) -> Option<Content> {
        let alternatives = self.each(node.named("alternative"), Self::alternative);
        let exceptions = self.each(node.named("exception"), Self::exception);
        let place = self.place(node.span);
        Some(Content { alternatives: alternatives?, exceptions: exceptions?, place })
    }

    fn alternative(&mut self, node: &CstNode) -> Option<Alternative> {
        let factors = self.each(node.named("factor"), Self::factor);
        let guard = self.optional(node.part("guard"), Self::guard);
        Some(Alternative { guard: guard?, factors: factors? })
    }

    pub(super) fn guard(&mut self, node: &CstNode) -> Option<Guard> {
        Some(Guard { negated: node.has("!"), name: self.name_of(node)? })
    }

    fn factor(&mut self, node: &CstNode) -> Option<At<Factor>> {
        let part = node.parts.first()?;
        let atom = if part.name == "group" {
            let content = self.content(part.part("content")?)?;
            match part.part("elsewhere") {
                Some(elsewhere) => Atom::Foster(self.elsewhere(elsewhere)?, content),
                None => Atom::Group(content),
            }
        } else {
            Atom::Item(self.item(part)?.value)
        };
        let repeat = match node.parts.get(1).map(|sign| sign.name) {
            None => Repeat::Once,
            Some("?") => Repeat::Optional,
            Some("*") => Repeat::Star,
            Some(_) => Repeat::Plus,
        };
        Some(self.at(node.span, Factor { atom, repeat }))
    }

    /// Lowers the location of a `foster` group.
    fn elsewhere(&mut self, node: &CstNode) -> Option<FosterLocation> {
        let items = self.items_of(node)?;
        if node.has("into") {
            return Some(FosterLocation::Into(items));
        }
        let until = self.optional(node.part("until-clause"), Self::items_of)?;
        Some(FosterLocation::Before { of: items, until })
    }

    fn exception(&mut self, node: &CstNode) -> Option<At<Exception>> {
        let exception = Exception {
            label: self.optional(node.part("NAME"), Self::name)?,
            excludes: node.has("excluding"),
            guard: self.optional(node.part("guard"), Self::guard)?,
            items: self.items_of(node)?,
            within: self.optional(node.part("in-clause"), Self::items_of)?,
            until: self.optional(node.part("until-clause"), Self::items_of)?,
        };
        Some(self.at(node.span, exception))
    }

    /// Lowers the left side of a remedy line.
    fn rejected(&mut self, node: &CstNode) -> Option<Rejected> {
        let left = self.items_of(node);
        let wherever = node.part("where-clause").and_then(|clause| clause.part("TERMINAL"));
        Some(Rejected {
            wherever: self.optional(wherever, Self::name)?,
            guards: self.each(node.named("guard"), Self::guard)?,
            excluded: node.has("excluded"),
            within: self.optional(node.part("in-clause"), Self::items_of)?,
            left: left?,
        })
    }

    /// Lowers one remedy of a line.
    fn remedy(&mut self, node: &CstNode) -> Option<At<Remedy>> {
        let first = node.parts.first()?;
        let word = if first.name == "deed" { first.parts.first()?.name } else { first.name };
        let items = self.each(node.named("item"), Self::item)?;
        let mut items = items.into_iter().map(|item| item.value);
        let remedy = match word {
            "close" => Remedy::Close(items.next()?, items.next()),
            "adopt" => Remedy::Adopt(items.next()?),
            "unlink" => Remedy::Unlink(items.next()?),
            "retract" => Remedy::Retract(items.next()?),
            "rewrite" => Remedy::Rewrite(items.next()?),
            word => match Remedy::without_operands(word) {
                Some(remedy) => remedy,
                None => Remedy::Insert(self.item(first)?.value),
            },
        };
        Some(self.at(node.span, remedy))
    }

    fn name_of(&mut self, line: &CstNode) -> Option<At<String>> {
        self.name(line.part("NAME")?)
    }
}
