//! What an expression goes through, and what it says of each node: a function around a path is asked of one node after the other.
//!
//! ```text
//! li                              each li                its text
//! count(li)                       each li                count(.)
//! concat(a, b)                    each a                 concat(., .//b)
//! number(regexp:match(.x, 'n'))   each .x                number(regexp:match(., 'n'))
//! regexp:match(., 'n')[2]         each such node         its text
//! 4 div 2                         nothing                2
//! string-join(li, ', ')           nothing                all of them as one text
//! ```
//!
//! So the first path of an expression, as it is read, is what is gone through, unless it is the whole; what stands in a path is
//! a part of it.

use crate::query::plan::{Axis, Expr, ExprId, NodeTest, Plan, Start, Step};

/// An expression in two parts.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// The nodes that it goes through.
    pub(super) each: Option<Plan>,
    /// What it says of each; the node's text if there is nothing here.
    pub(super) value: Option<Plan>,
}

impl Parts {
    /// Takes an expression apart.
    pub(super) fn of(plan: Plan) -> Self {
        let root = plan.root();
        match first_path(&plan) {
            None => Self { each: None, value: Some(plan) },
            Some(path) if path == root => Self { each: Some(plan), value: None },
            Some(path) => {
                let mut each = plan.clone();
                // OK because operands stand before their operations: what is left ends in the path, and has all that it needs.
                each.operations.truncate(path.index() + 1);
                let mut value = plan;
                value.operations[path.index()].expr = this_node();
                Self { each: Some(each), value: Some(value) }
            }
        }
    }
}

/// `.`
fn this_node() -> Expr {
    let step = Step::Axis { axis: Axis::Itself, test: NodeTest::Node, predicates: Vec::new() };
    Expr::Path { start: Start::Context, steps: vec![step] }
}

/// The first operation that gives nodes by itself, from left to right.
fn first_path(plan: &Plan) -> Option<ExprId> {
    let mut open = vec![plan.root()];
    while let Some(id) = open.pop() {
        match plan.expr(id) {
            Expr::Path { .. } | Expr::Filter { .. } | Expr::Union { .. } => return Some(id),
            Expr::Call { function, .. } if function.joins() => {}
            Expr::Call { arguments, .. } => open.extend(arguments.iter().rev()),
            Expr::Binary { left, right, .. } => open.extend([right, left]),
            Expr::Negate(of) => open.push(*of),
            Expr::Number(_) | Expr::Literal(_) | Expr::Variable(_) => {}
        }
    }
    None
}
