//! Static analysis of operations: the type of each value, the parts of the context that it depends
//! on, and whether it can fail.

use crate::function::{
    AggregateFn, Arity, ContextFn, Function, Logic, Meaning, NameFn, TextFn, Type,
};
use crate::plan::{Expr, ExprId, Operator, Plan, Start, Step};

/// The static properties of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OperationFact {
    pub(crate) gives: Type,
    pub(crate) reads: ContextUse,
    /// A flag: evaluation cannot fail, whatever the document.
    pub(crate) is_total: bool,
}

/// The parts of the context that the value of an operation depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ContextUse {
    /// The tree that contains the context node.
    pub(crate) tree: bool,
    pub(crate) node: bool,
    /// The name of the context node.
    pub(crate) name: bool,
    pub(crate) position: bool,
    pub(crate) size: bool,
}

impl ContextUse {
    fn with(self, other: Self) -> Self {
        Self {
            tree: self.tree || other.tree,
            node: self.node || other.node,
            name: self.name || other.name,
            position: self.position || other.position,
            size: self.size || other.size,
        }
    }

    /// Reports whether the value is constant within a tree.
    pub(crate) fn is_constant(self) -> bool {
        !(self.node || self.name || self.position || self.size)
    }

    /// Reports whether the value is the same for all nodes with one name.
    pub(crate) fn is_of_name(self) -> bool {
        self == NAME
    }
}

/// The static properties of all operations of a plan.
pub struct Facts(Vec<OperationFact>);

/// The arity of functions whose only argument defaults to the context node.
const OPTIONAL: Arity = Arity { least: 0, most: Some(1) };
const NONE: ContextUse =
    ContextUse { tree: false, node: false, name: false, position: false, size: false };
const NODE: ContextUse = ContextUse { node: true, ..NONE };
const NAME: ContextUse = ContextUse { name: true, ..NONE };
const TREE: ContextUse = ContextUse { tree: true, ..NONE };
const POSITION: ContextUse = ContextUse { position: true, ..NONE };
const SIZE: ContextUse = ContextUse { size: true, ..NONE };

impl Facts {
    /// Computes the static properties of each operation: its type, its dependencies on the context,
    /// and whether it can fail. Operands precede their operations, so theirs are known.
    pub fn of(plan: &Plan) -> Self {
        let mut facts = Self(Vec::with_capacity(plan.operations.len()));
        for operation in &plan.operations {
            facts.0.push(facts.learn(&operation.expr));
        }
        facts
    }

    pub(crate) fn get(&self, expr: ExprId) -> OperationFact {
        self.0[expr.index()]
    }

    pub fn gives(&self, expr: ExprId) -> Type {
        self.get(expr).gives
    }

    pub(crate) fn is_total(&self, expr: ExprId) -> bool {
        self.get(expr).is_total
    }

    /// Reports whether a predicate depends on positions. A numeric predicate does.
    pub(crate) fn counts(&self, expr: ExprId) -> bool {
        let OperationFact { gives, reads, .. } = self.get(expr);
        matches!(gives, Type::Number | Type::Any) || reads.position || reads.size
    }

    fn learn(&self, expr: &Expr) -> OperationFact {
        match expr {
            Expr::Number(_) => constant(Type::Number),
            Expr::Literal(_) => constant(Type::Text),
            Expr::Variable(_) => OperationFact { is_total: false, ..constant(Type::Any) },
            Expr::Negate(of) => OperationFact { gives: Type::Number, ..self.get(*of) },
            Expr::Binary { operator, left, right } => {
                self.joined(constant(gives(*operator)), &[*left, *right])
            }
            Expr::Union { left, right } => {
                let both = [self.gives(*left), self.gives(*right)];
                let gives = if both == [Type::Texts; 2] { Type::Texts } else { Type::Nodes };
                self.joined(constant(gives), &[*left, *right])
            }
            Expr::Each { of, call } => {
                let gives = match self.gives(*call) {
                    Type::Nodes => Type::Nodes,
                    _ => Type::Texts,
                };
                OperationFact { gives, ..self.filtered(self.get(*of), &[*call]) }
            }
            Expr::Filter { of, predicates } => self.filtered(self.get(*of), predicates),
            Expr::Path { start, steps } => self.path(*start, steps),
            Expr::Call { function, arguments } => self.call(*function, arguments),
        }
    }

    /// Adds the dependencies and possible errors of operands to those of an operation.
    fn joined(&self, mut whole: OperationFact, operands: &[ExprId]) -> OperationFact {
        for operand in operands {
            let fact = self.get(*operand);
            whole.reads = whole.reads.with(fact.reads);
            whole.is_total = whole.is_total && fact.is_total;
        }
        whole
    }

    /// Adds predicates to the properties of a node-set. A predicate's own context is the filtered
    /// node, so it adds only its dependency on the tree.
    fn filtered(&self, mut nodes: OperationFact, predicates: &[ExprId]) -> OperationFact {
        for predicate in predicates {
            let fact = self.get(*predicate);
            nodes.reads.tree = nodes.reads.tree || fact.reads.tree;
            nodes.is_total = nodes.is_total && fact.is_total;
        }
        nodes
    }

    fn path(&self, start: Start, steps: &[Step]) -> OperationFact {
        let (reads, is_total) = match start {
            Start::Root => (TREE, true),
            Start::Context => (NODE, true),
            Start::At(of) => (self.get(of).reads, self.is_total(of)),
        };
        let gives = match start {
            Start::At(of) if self.gives(of) == Type::Texts => Type::Texts,
            _ => Type::Nodes,
        };
        let mut whole = OperationFact { gives, reads, is_total };
        for step in steps {
            match step {
                Step::Axis { predicates, .. } => whole = self.filtered(whole, predicates),
                // A selector may test nodes around the context node.
                Step::Select(_) => whole.reads = whole.reads.with(TREE),
            }
        }
        whole
    }

    fn call(&self, function: Function, arguments: &[ExprId]) -> OperationFact {
        let row = function.row();
        let own = match row.meaning {
            Meaning::Focus(ContextFn::Last) => SIZE,
            Meaning::Focus(ContextFn::Position) => POSITION,
            Meaning::Focus(ContextFn::Current) => ContextUse::default(),
            Meaning::Nodes(AggregateFn::Id) | Meaning::Texts(TextFn::ResolveUri) => TREE,
            Meaning::Logic(Logic::Lang | Logic::HasClass) | Meaning::Repairs(_) => NODE,
            Meaning::Names(NameFn::Name) if arguments.is_empty() => NAME,
            _ if row.arity == OPTIONAL && arguments.is_empty() => NODE,
            _ => ContextUse::default(),
        };
        let is_total = !matches!(
            row.meaning,
            Meaning::Patterns(_) | Meaning::Markup(_) | Meaning::Refused(_) | Meaning::Texts(_)
        ) || matches!(row.meaning, Meaning::Texts(of) if of != TextFn::FormatNumber);
        let gives = match (row.gives, arguments.first()) {
            (Type::Nodes, Some(first))
                if self.gives(*first) == Type::Texts && passes_on(row.meaning) =>
            {
                Type::Texts
            }
            (gives, _) => gives,
        };
        self.joined(OperationFact { gives, reads: own, is_total }, arguments)
    }
}

/// Returns the properties of a constant.
fn constant(gives: Type) -> OperationFact {
    OperationFact { gives, reads: ContextUse::default(), is_total: true }
}

/// Reports whether the result of a function is a subset of its argument.
fn passes_on(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Sets(_) | Meaning::Nodes(AggregateFn::Highest | AggregateFn::Lowest))
}

fn gives(operator: Operator) -> Type {
    match operator {
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Modulo => Type::Number,
        _ => Type::Boolean,
    }
}
