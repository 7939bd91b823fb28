//! Selectors in a scope: all that they speak of is in it.
//!
//! A selector of CSS chooses among the descendants of a node, and what it says of their surroundings may be outside of that.
//! In a parselet `{"x(div)": "p a"}` is `div p a`: the paragraph, too, is in the `div`. So in a scope `p a` is `:scope p a`.

use crate::query::plan::{
    Combinator, Compound, Expr, ExprId, Plan, Selectors, SelectorsId, Simple, Start, Step,
};

/// Puts `:scope` before the selectors of a plan that are asked of the node where it is evaluated; not of those in predicates,
/// which are asked of others.
pub(super) fn scoped(plan: &mut Plan) {
    for id in paths(plan) {
        let Expr::Path { start: Start::Context, steps } = plan.expr(id) else { continue };
        let Some(Step::Select(selectors)) = steps.first() else { continue };
        if let Some(own) = with_scope(plan.selectors(*selectors)) {
            plan.selectors.push(own);
            let own = SelectorsId::new(plan.selectors.len() - 1);
            if let Expr::Path { steps, .. } = &mut plan.operations[id.index()].expr {
                steps[0] = Step::Select(own);
            }
        }
    }
}

/// The operations that are evaluated where the plan is.
fn paths(plan: &Plan) -> Vec<ExprId> {
    let mut open = vec![plan.root()];
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        match plan.expr(id) {
            Expr::Path { start, .. } => {
                found.push(id);
                if let Start::At(of) = start {
                    open.push(*of);
                }
            }
            Expr::Filter { of, .. } | Expr::Negate(of) => open.push(*of),
            Expr::Call { arguments, .. } => open.extend(arguments),
            Expr::Binary { left, right, .. } | Expr::Union { left, right } => {
                open.extend([left, right]);
            }
            Expr::Number(_) | Expr::Literal(_) | Expr::Variable(_) => {}
        }
    }
    found
}

/// Selectors with `:scope` before those that speak of surroundings, if one does.
fn with_scope(selectors: &Selectors) -> Option<Selectors> {
    let mut own = selectors.clone();
    let mut with_parts = own.alternatives.iter_mut().filter(|one| one.parts.len() > 1).peekable();
    with_parts.peek()?;
    for selector in with_parts {
        let scope = Compound { tests: vec![Simple::Scope], span: selector.span };
        selector.parts.insert(0, (Combinator::Descendant, scope));
    }
    Some(own)
}
