//! Lowering of a derivation to a plan: the parts that both languages share.

use super::Syntax;
use super::mistakes::mistake;
use crate::plan::{Expr, ExprId, Operand, Plan, Selectors, SelectorsId, Start, Step};
use wishful::base::{Code, Diagnostic, Span};
use wishful::derivation::DerivationNode;

/// A node of the derivation.
pub(super) type ParseNode<'d> = DerivationNode<'d>;

/// The state of a lowering.
pub(super) struct Lowering<'s> {
    pub(super) syntax: &'s Syntax<'s>,
    pub(super) plan: Plan,
    pub(super) mistakes: Vec<Diagnostic>,
    /// The nesting height of each operation.
    heights: Vec<usize>,
    /// The number of enclosing levels of recursion.
    depth: usize,
}

impl<'s> Lowering<'s> {
    pub(super) fn new(syntax: &'s Syntax<'s>, text: &str) -> Self {
        let plan = Plan { text: text.into(), ..Plan::default() };
        Self { syntax, plan, mistakes: Vec::new(), heights: Vec::new(), depth: 0 }
    }

    /// Lowers the root of a derivation, and returns the plan or all mistakes.
    pub(super) fn plan(mut self, root: ParseNode<'_>) -> Result<Plan, Vec<Diagnostic>> {
        match significant(root).next() {
            Some(_) => {
                self.expr(root);
            }
            None => {
                let nothing = mistake(Code::Empty, root.span(), "the expression is empty");
                self.mistakes.push(nothing.help("`.` is the node itself, `*` any element"));
            }
        }
        if self.mistakes.is_empty() { Ok(self.plan) } else { Err(self.mistakes) }
    }

    /// Appends an operation to the plan and checks its height.
    pub(super) fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        let mut height = 1;
        for operand in expr.operands() {
            if let Operand::Expr(id) = operand {
                height = height.max(1 + self.heights[id.index()]);
            }
        }
        self.heights.push(height);
        if height > self.syntax.limits.deepest() {
            self.too_deep(span);
        }
        self.plan.add(expr, span)
    }

    pub(super) fn add_selectors(&mut self, selectors: Selectors) -> SelectorsId {
        self.plan.selectors.push(selectors);
        SelectorsId::new(self.plan.selectors.len() - 1)
    }

    /// Appends a path that selects the matching elements below the context node, followed by
    /// `rest`.
    pub(super) fn selection(
        &mut self,
        selectors: SelectorsId,
        mut rest: Vec<Step>,
        span: Span,
    ) -> ExprId {
        rest.insert(0, Step::Select(selectors));
        self.add(Expr::Path { start: Start::Context, steps: rest }, span)
    }

    /// Runs `go` one nesting level deeper; reports a mistake and returns `None` at the limit.
    pub(super) fn deeper<T>(&mut self, span: Span, go: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= self.syntax.limits.deepest() {
            self.too_deep(span);
            return None;
        }
        self.depth += 1;
        let done = go(self);
        self.depth -= 1;
        Some(done)
    }

    /// Reports excessive nesting, once per expression.
    fn too_deep(&mut self, span: Span) {
        let most = self.syntax.limits.deepest();
        if self.mistakes.iter().all(|mistake| mistake.code != Code::Limit) {
            let message = format!("the expression is nested deeper than {most} levels");
            let deep = mistake(Code::Limit, span, message);
            let help = if self.syntax.limits.may_be_deeper() {
                "split it into several expressions, or raise `Limits::depth`"
            } else {
                "split it into several expressions"
            };
            self.mistakes.push(deep.help(help));
        }
    }

    pub(super) fn text(&self, node: ParseNode<'_>) -> String {
        node.span().of(&self.plan.text).to_owned()
    }
}

/// Returns the children of a node except blanks.
pub(super) fn significant(node: ParseNode<'_>) -> impl Iterator<Item = ParseNode<'_>> {
    node.children().filter(|child| !matches!(child.name(), "blank" | "BLANK"))
}

/// Returns the first child with a name.
pub(super) fn part<'d>(node: ParseNode<'d>, name: &str) -> Option<ParseNode<'d>> {
    node.children().find(|child| child.name() == name)
}

/// Returns all children with a name.
pub(super) fn parts<'d>(node: ParseNode<'d>, name: &'d str) -> impl Iterator<Item = ParseNode<'d>> {
    node.children().filter(move |child| child.name() == name)
}
