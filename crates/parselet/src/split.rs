//! Splitting of an expression into a node expression and a value expression, which is evaluated at
//! each of the nodes.
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
//! The node expression is the first path of the expression, from left to right. Paths inside a path
//! do not count. If the path is the whole expression, there is no value expression.

pub(crate) use wishful_query::plan::{Axis, Expr, ExprId, NodeTest, Plan, Start, Step};

/// An expression, split in two.
#[derive(Clone, Debug)]
pub(super) struct SplitExpression {
    /// The expression that selects the nodes.
    pub(super) each: Option<Plan>,
    /// The expression for the value of each node; without one, the value is the node's text.
    pub(super) value: Option<Plan>,
}

impl SplitExpression {
    /// Splits an expression.
    pub(super) fn of(plan: Plan) -> Self {
        let root = plan.root();
        match first_path(&plan) {
            None => Self { each: None, value: Some(plan) },
            Some(path) if path == root => Self { each: Some(plan), value: None },
            Some(path) => {
                let mut each = plan.clone();
                // OK because operands precede their operations: the truncated plan ends with the
                // path, and contains all of its operands.
                each.operations.truncate(path.index() + 1);
                let mut value = plan;
                value.operations[path.index()].expr = this_node();
                Self { each: Some(each), value: Some(value) }
            }
        }
    }
}

/// Returns the expression `.`.
fn this_node() -> Expr {
    let step = Step::Axis { axis: Axis::Itself, test: NodeTest::Node, predicates: Vec::new() };
    Expr::Path { start: Start::Context, steps: vec![step] }
}

/// Returns the first operation, from left to right, that gives nodes by itself.
fn first_path(plan: &Plan) -> Option<ExprId> {
    let mut open = vec![plan.root()];
    while let Some(id) = open.pop() {
        match plan.expr(id) {
            Expr::Path { .. } | Expr::Filter { .. } | Expr::Union { .. } => return Some(id),
            Expr::Call { function, .. } if function.joins() => {}
            Expr::Call { arguments, .. } => open.extend(arguments.iter().rev()),
            Expr::Binary { left, right, .. } => open.extend([right, left]),
            Expr::Each { of, .. } | Expr::Negate(of) => open.push(*of),
            Expr::Number(_) | Expr::Literal(_) | Expr::Variable(_) => {}
        }
    }
    None
}
