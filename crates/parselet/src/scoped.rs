//! Rewriting of selectors inside a scope, so that all their compounds match within it.
//!
//! A CSS selector selects descendants of a node, but its other compounds may match ancestors of
//! that node. In a parselet, `{"x(div)": "p a"}` means `div p a`: the paragraph is in the `div`,
//! too. So inside a scope `p a` becomes `:scope p a`.

pub(crate) use wishful_query::plan::{
    Combinator, Compound, Expr, ExprId, Plan, Selectors, SelectorsId, Simple, Start, Step,
};

/// Prepends `:scope` to the selectors that a plan evaluates at its context node. Selectors in
/// predicates stay, since they are evaluated at other nodes.
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

/// Returns the path operations that are evaluated at the context node of the plan.
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
            Expr::Filter { of, .. } | Expr::Each { of, .. } | Expr::Negate(of) => open.push(*of),
            Expr::Call { arguments, .. } => open.extend(arguments),
            Expr::Binary { left, right, .. } | Expr::Union { left, right } => {
                open.extend([left, right]);
            }
            Expr::Number(_) | Expr::Literal(_) | Expr::Variable(_) => {}
        }
    }
    found
}

/// Returns the selectors with `:scope` before those of several compounds; `None` if there are none.
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
