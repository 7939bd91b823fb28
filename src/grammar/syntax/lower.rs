//! From the tree that the engine read to the [`ast`](super::ast).
//!
//! One function for each rule of `grammar/meta.grammar` that means something of its own, in the
//! order of that file. What is inside a token (the attribute of a tag, the escapes of a string, the
//! value of a number) is read by [`lower_words`](super::lower_words), which reports what it finds wrong
//! there. Names are kept as they are written: whether something is called so is not known yet.
//!
//! Every function gives `None` in two cases: a mistake has been reported, and the statement is left
//! out; or the tree does not look as `meta.grammar` says, which cannot be with the checked-in rules and
//! is reported once, by [`statement`], instead of a panic. The functions recurse on groups and
//! braces, whose nesting the parser has limited.

use super::ast::{
    Alternative, At, Atom, Content, Elsewhere, Exception, Factor, Guard, Item, Items, Left, Parent,
    Place, Rejected, Remedy, Removal, Repeat, Statement,
};
use super::cst::{Child, Leaf, Node};
use super::schema::Row;
use crate::base::{Code, Diagnostic, FileId, Span, narrow};

/// Lowers a `statement`; what is wrong with it goes to `diagnostics`.
pub(super) fn statement(
    file: FileId,
    text: &str,
    node: &Node<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<At<Statement>> {
    let reported = diagnostics.len();
    let mut lowering = Lowering { file, text, diagnostics };
    let lowered = lowering.statement(node);
    if lowered.is_none() && diagnostics.len() == reported {
        let message = "this statement has a form that the parser does not know";
        diagnostics.push(Diagnostic::error(Code::Syntax, file, node.span, message));
    }
    lowered
}

/// What lowering carries along.
pub(super) struct Lowering<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    pub(super) fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    pub(super) fn at<T>(&self, span: Span, value: T) -> At<T> {
        At { value, place: self.place(span) }
    }

    /// The text of a token.
    pub(super) fn of(&self, leaf: Leaf<'_>) -> &'a str {
        leaf.span.of(self.text)
    }

    fn statement(&mut self, node: &Node<'_>) -> Option<At<Statement>> {
        let inner = node.first_node()?;
        let value = match inner.name {
            "replacement" => {
                let definition = inner.node("definition")?;
                let replaced = self.definition(definition)?;
                Statement::Replace(Box::new(self.at(definition.span, replaced)))
            }
            "removal" => Statement::Remove(self.removal(inner.first_node_after_word()?)?),
            _ => self.definition(inner)?,
        };
        Some(self.at(node.span, value))
    }

    fn definition(&mut self, node: &Node<'_>) -> Option<Statement> {
        let line = node.first_node()?;
        Some(match line.name {
            "set-line" => Statement::Set { name: self.name_of(line)?, items: self.items_of(line)? },
            "rule-line" => {
                let (left, content) = self.equation(line)?;
                Statement::Rule { left, content }
            }
            "extend-line" => {
                let (left, content) = self.equation(line)?;
                Statement::Extend { left, content }
            }
            "remedy-line" => {
                let rejected = self.rejected(line.node("rejected")?)?;
                let remedies = self.all(line.nodes("remedy"), Self::remedy)?;
                Statement::Remedy { rejected, remedies }
            }
            name => Statement::Fact(self.fact(Row::of_line(name)?, line, false)?),
        })
    }

    fn removal(&mut self, line: &Node<'_>) -> Option<Removal> {
        Some(match line.name {
            "set-removal" => {
                let name = self.name_of(line)?;
                let items = match line.node("items") {
                    Some(items) => Some(self.items(items)?),
                    None => None,
                };
                Removal::Set { name, items }
            }
            "rule-line" => {
                let (left, content) = self.equation(line)?;
                Removal::Rule { left, content }
            }
            "remedy-removal" => {
                let rejected = self.rejected(line.node("rejected")?)?;
                let remedies = self.all(line.nodes("remedy"), Self::remedy)?;
                Removal::Remedy { rejected, remedies }
            }
            name => Removal::Fact(self.fact(Row::of_line(name)?, line, true)?),
        })
    }

    /// The two sides of `::=` or `|=`.
    fn equation(&mut self, line: &Node<'_>) -> Option<(Left, Content)> {
        let left = self.left(line.node("left")?);
        let content = self.content(line.node("content")?);
        Some((left?, content?))
    }

    fn left(&mut self, node: &Node<'_>) -> Option<Left> {
        let parent = match (node.leaf("PARENT"), node.leaf("FRAGMENT")) {
            (Some(leaf), _) => Some(self.parent(leaf)?),
            (None, Some(leaf)) => Some(self.at(leaf.span, Parent::Fragment)),
            (None, None) => None,
        };
        let subjects = node.children.iter().skip(usize::from(parent.is_some()));
        let items = self.all(subjects, Self::subject)?;
        Some(Left { parent, items })
    }

    fn subject(&mut self, child: &Child<'_>) -> Option<At<Item>> {
        match child {
            Child::Node(tag) if tag.name == "tag" => self.subject(tag.children.first()?),
            Child::Node(braces) => self.braces(braces),
            Child::Leaf(leaf) => self.symbol(*leaf),
        }
    }

    /// Lowers all of `parts`, so that the mistakes of each are reported.
    pub(super) fn all<P, T>(
        &mut self,
        parts: impl Iterator<Item = P>,
        lower: impl Fn(&mut Self, P) -> Option<T>,
    ) -> Option<Vec<T>> {
        let lowered: Vec<Option<T>> = parts.map(|part| lower(self, part)).collect();
        lowered.into_iter().collect()
    }

    pub(super) fn items_of(&mut self, line: &Node<'_>) -> Option<Items> {
        self.items(line.node("items")?)
    }

    /// The items of a clause such as `until …`: no clause is one thing, a mistake in it another.
    pub(super) fn clause_of(&mut self, line: &Node<'_>, name: &str) -> Option<Option<Items>> {
        match line.node(name) {
            Some(clause) => self.items_of(clause).map(Some),
            None => Some(None),
        }
    }

    pub(super) fn items(&mut self, node: &Node<'_>) -> Option<Items> {
        let mut adds = true;
        let mut terms = Vec::new();
        for child in &node.children {
            match child {
                Child::Leaf(sign) => adds = self.of(*sign) == "+",
                Child::Node(count) if count.name == "count" => {}
                Child::Node(item) => terms.push(self.item(item).map(|item| (adds, item))),
            }
        }
        let terms = terms.into_iter().collect::<Option<Vec<_>>>()?;
        let count = match node.node("count") {
            Some(count) => Some(self.count(count, terms.len())?),
            None => None,
        };
        Some(Items { count, terms, place: self.place(node.span) })
    }

    /// `[6]`, before a list of so many items; of another number it is a mistake, but the list is as it is written.
    fn count(&mut self, node: &Node<'_>, written: usize) -> Option<At<u32>> {
        let count = self.number(node.leaf("NUMBER")?, "count")?;
        if narrow(written) != count.value {
            let message = format!("this list says `[{}]`, and has {written}", count.value);
            let mend = if narrow(written) < count.value {
                "put back what is lost"
            } else {
                "take out what is too much"
            };
            self.diagnostics.push(
                Diagnostic::error(Code::Contradictory, self.file, node.span, message)
                    .label("another number than there is")
                    .help(format!("{mend}, or say `[{written}]`")),
            );
        }
        Some(count)
    }

    pub(super) fn item(&mut self, node: &Node<'_>) -> Option<At<Item>> {
        self.subject(node.children.first()?)
    }

    fn braces(&mut self, node: &Node<'_>) -> Option<At<Item>> {
        let namespace = match node.leaf("NAME") {
            Some(leaf) => Some(self.name(leaf)?),
            None => None,
        };
        let items = self.items_of(node)?;
        Some(self.at(node.span, Item::Braces { namespace, items }))
    }

    fn content(&mut self, node: &Node<'_>) -> Option<Content> {
        let alternatives = self.all(node.nodes("alternative"), Self::alternative);
        let exceptions = self.all(node.nodes("exception"), Self::exception);
        let place = self.place(node.span);
        Some(Content { alternatives: alternatives?, exceptions: exceptions?, place })
    }

    fn alternative(&mut self, node: &Node<'_>) -> Option<Alternative> {
        let factors = self.all(node.nodes("factor"), Self::factor);
        Some(Alternative { guard: self.guard_of(node)?, factors: factors? })
    }

    fn guard_of(&mut self, node: &Node<'_>) -> Option<Option<Guard>> {
        match node.node("guard") {
            Some(guard) => self.guard(guard).map(Some),
            None => Some(None),
        }
    }

    pub(super) fn guard(&mut self, node: &Node<'_>) -> Option<Guard> {
        Some(Guard { negated: node.has("!"), name: self.name_of(node)? })
    }

    fn factor(&mut self, node: &Node<'_>) -> Option<At<Factor>> {
        let part = node.first_node()?;
        let atom = if part.name == "group" {
            let content = self.content(part.node("content")?)?;
            match part.node("elsewhere") {
                Some(elsewhere) => Atom::Foster(self.elsewhere(elsewhere)?, content),
                None => Atom::Group(content),
            }
        } else {
            Atom::Item(self.item(part)?.value)
        };
        let repeat = match node.children.get(1) {
            Some(Child::Leaf(leaf)) => match self.of(*leaf) {
                "?" => Repeat::Optional,
                "*" => Repeat::Star,
                _ => Repeat::Plus,
            },
            _ => Repeat::Once,
        };
        Some(self.at(node.span, Factor { atom, repeat }))
    }

    fn elsewhere(&mut self, node: &Node<'_>) -> Option<Elsewhere> {
        let items = self.items_of(node)?;
        if node.has("into") {
            return Some(Elsewhere::Into(items));
        }
        Some(Elsewhere::Before { of: items, until: self.clause_of(node, "until-clause")? })
    }

    fn exception(&mut self, node: &Node<'_>) -> Option<At<Exception>> {
        let label = match node.leaf("NAME") {
            Some(leaf) => Some(self.name(leaf)?),
            None => None,
        };
        let exception = Exception {
            excludes: node.has("excluding"),
            guard: self.guard_of(node)?,
            items: self.items_of(node)?,
            within: self.clause_of(node, "in-clause")?,
            until: self.clause_of(node, "until-clause")?,
            label,
        };
        Some(self.at(node.span, exception))
    }

    fn rejected(&mut self, node: &Node<'_>) -> Option<Rejected> {
        let left = self.items_of(node);
        let wherever = match node.node("where-clause").and_then(|clause| clause.leaf("TERMINAL")) {
            Some(leaf) => Some(self.name(leaf)?),
            None => None,
        };
        Some(Rejected {
            guards: self.all(node.nodes("guard"), Self::guard)?,
            excluded: node.has("excluded"),
            within: self.clause_of(node, "in-clause")?,
            wherever,
            left: left?,
        })
    }

    fn remedy(&mut self, node: &Node<'_>) -> Option<At<Remedy>> {
        let remedy = match node.children.as_slice() {
            [Child::Node(deed), Child::Node(item)] => {
                let item = self.item(item)?.value;
                match deed.children.first()? {
                    Child::Leaf(leaf) => match leaf.name {
                        "adopt" => Remedy::Adopt(item),
                        "unlink" => Remedy::Unlink(item),
                        "retract" => Remedy::Retract(item),
                        _ => Remedy::Rewrite(item),
                    },
                    Child::Node(_) => return None,
                }
            }
            [Child::Leaf(_), Child::Node(item)] => Remedy::Close(self.item(item)?.value, None),
            [Child::Leaf(_), Child::Node(item), Child::Leaf(_), Child::Node(unless)] => {
                let unless = self.item(unless)?.value;
                Remedy::Close(self.item(item)?.value, Some(unless))
            }
            [Child::Leaf(leaf)] if leaf.name == "grant" => Remedy::Grant,
            [Child::Leaf(leaf)] if leaf.name == "drop" => Remedy::Drop,
            [Child::Leaf(leaf)] if leaf.name == "ignore" => Remedy::Ignore,
            [Child::Leaf(leaf)] if leaf.name == "admit" => Remedy::Admit,
            [Child::Leaf(leaf)] if leaf.name == "reopen" => Remedy::Reopen,
            [Child::Leaf(leaf)] if leaf.name == "merge" => Remedy::Merge,
            [inserted] => Remedy::Insert(self.subject(inserted)?.value),
            _ => return None,
        };
        Some(self.at(node.span, remedy))
    }

    pub(super) fn name_of(&mut self, line: &Node<'_>) -> Option<At<String>> {
        self.name(line.leaf("NAME")?)
    }
}

impl<'m> Node<'m> {
    /// Its second part, if that is an instance: what follows the word that it starts with.
    fn first_node_after_word(&self) -> Option<&Node<'m>> {
        self.children.get(1)?.node()
    }
}
