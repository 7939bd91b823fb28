//! What an expression means, whichever language it is written in: a tree of operations in one arena.
//!
//! ```text
//! XPath ─┐                                   ┌─► evaluate   XPath's data model, values, functions
//! CSS ───┼─► derivation ──► lower ──► Plan ──┤
//! Parsley┘   (the engine)                    └─► select     selectors, by index or in one pass
//! ```
//!
//! An operand stands before its operation, and the root is last: a plan can be walked by counting. Nesting is bounded when it
//! is made ([`Limits::depth`](super::Limits::depth)), so that whoever evaluates it may recurse.

use crate::base::{Span, id_type};

id_type! {
    /// An operation of a [`Plan`].
    pub(crate) ExprId
}
id_type! {
    /// A list of selectors of a [`Plan`].
    pub(crate) SelectorsId
}

/// What an expression means.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Plan {
    /// Operands before what they are operands of.
    pub(crate) operations: Vec<Operation>,
    /// Those in the arguments of pseudo-classes before what they stand in.
    pub(crate) selectors: Vec<Selectors>,
    /// The expression as it is written.
    pub(crate) text: Box<str>,
}

/// An operation, and where it is written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Operation {
    pub(crate) expr: Expr,
    pub(crate) span: Span,
}

/// What an operation does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    Number(f64),
    Literal(Box<str>),
    /// `$name`
    Variable(Box<str>),
    Call {
        function: super::Function,
        arguments: Vec<ExprId>,
    },
    Binary {
        operator: Operator,
        left: ExprId,
        right: ExprId,
    },
    Negate(ExprId),
    /// `a | b`
    Union {
        left: ExprId,
        right: ExprId,
    },
    /// `(…)[…]`: its predicates count in document order. (XPath 1.0, section 3.3.)
    Filter {
        of: ExprId,
        predicates: Vec<ExprId>,
    },
    Path {
        start: Start,
        steps: Vec<Step>,
    },
}

/// What two operands are joined by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// Where a path begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// At the root of the tree that the context node is in.
    Root,
    /// At the context node.
    Context,
    /// At each node of an operand.
    At(ExprId),
}

/// A step of a path, from each node where the step before it ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// `axis::test[predicate]`; `//` is a step `descendant-or-self::node()`.
    Axis { axis: Axis, test: NodeTest, predicates: Vec<ExprId> },
    /// The descendants that match a selector; it may look at what is around them, which need not be below the node.
    Select(SelectorsId),
}

/// XPath 1.0, section 2.2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Namespace,
    Parent,
    Preceding,
    PrecedingSibling,
    Itself,
}

/// XPath 1.0, section 2.3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NodeTest {
    /// `*`: all nodes of the axis's principal kind.
    Principal,
    /// `prefix:*`
    Namespace(Prefix),
    /// `name`, `prefix:name`
    Name {
        prefix: Option<Prefix>,
        name: Box<str>,
    },
    Node,
    Text,
    Comment,
    /// `processing-instruction()`, `processing-instruction('target')`
    Instruction(Option<Box<str>>),
}

/// The prefix of a namespace that the table of `grammar/query` knows.
pub(crate) type Prefix = Box<str>;

/// `a, b c`: what matches one of them matches.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Selectors {
    pub(crate) alternatives: Vec<Selector>,
    pub(crate) span: Span,
}

/// A complex selector: compounds, from left to right. (Selectors 4, section 3.)
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Selector {
    /// How each is reached from the one before it; that of the first is [`Combinator::Descendant`], and says in the argument of
    /// `:has` how it is reached from the element that is asked for (section 3.5, relative selectors); elsewhere it says nothing.
    pub(crate) parts: Vec<(Combinator, Compound)>,
    pub(crate) span: Span,
}

/// Selectors 4, section 14.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    SubsequentSibling,
}

/// What an element must be: all of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Compound {
    pub(crate) tests: Vec<Simple>,
    pub(crate) span: Span,
}

/// A simple selector.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Simple {
    /// `e`: of an element of the markup's own namespace without regard to case, of others as it is written.
    Name(Box<str>),
    /// `ns|`; the empty one is "no namespace". (`*|` and no prefix at all say nothing.)
    Namespace(Prefix),
    Id(Box<str>),
    Class(Box<str>),
    Attribute {
        /// None and the empty one are "no namespace", a star is any.
        prefix: Option<Prefix>,
        name: Box<str>,
        value: Option<ValueTest>,
    },
    /// `:nth-child(An+B of S)` and all that is said by it.
    Nth(Nth),
    /// `:is`, `:where`: matches one of them.
    Is(SelectorsId),
    Not(SelectorsId),
    /// Relative selectors.
    Has(SelectorsId),
    /// `:lang(…)`: language ranges.
    Lang(Vec<Box<str>>),
    /// `:dir(ltr)`, `:dir(rtl)`
    Direction {
        right_to_left: bool,
    },
    Root,
    Scope,
    /// No element and no text in it, not even a blank one. (Comments are no matter.)
    Empty,
    /// `:contains("…")`: the text in it contains this.
    Contains(Box<str>),
    /// `:content("…")`: the text in it, white space (no-break spaces too) normalised, is this.
    Content(Box<str>),
    /// Of itself and the elements around it the nearest that matches `of` matches `is`, too.
    Nearest {
        of: SelectorsId,
        is: SelectorsId,
    },
    Grouped(Box<Grouped>),
    /// `:virtual`: its start tag is not written.
    Virtual,
    /// `:moved`: it was read elsewhere than it stands.
    Moved,
    /// `:cruft`: the token that was set aside; a compound with this one matches no elements.
    Cruft,
}

/// What an attribute's value must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ValueTest {
    pub(crate) operator: ValueOperator,
    pub(crate) value: Box<str>,
    /// `i` is `Some(true)`, `s` is `Some(false)`; else as HTML has it for the attribute.
    pub(crate) ignores_case: Option<bool>,
}

/// Selectors 4, section 6; `!=` is jQuery's: "is not there, or is another".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ValueOperator {
    Equal,
    NotEqual,
    Word,
    Dash,
    Prefix,
    Suffix,
    Substring,
}

/// What is asked of an element's group: those that have the same owner, and the same value of an attribute.
///
/// An element's owner is the one whose id an attribute of it says, or, if it has no such attribute, the nearest around it; it may
/// have none. An element without that value, or that has nothing else and no owner, is in no group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Grouped {
    pub(crate) place: GroupPlace,
    /// Those of the group that are asked about.
    pub(crate) of: SelectorsId,
    /// What owners are.
    pub(crate) owner: SelectorsId,
    /// The attribute that says an owner's id.
    pub(crate) by_id: Option<Box<str>>,
    /// The attribute whose value is the same in a group.
    pub(crate) by_value: Option<Box<str>>,
}

/// See [`Grouped`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GroupPlace {
    /// The element is the first of those that are asked about.
    First,
    /// It is the last of them.
    Last,
    /// There is one of them in its group.
    Any,
}

/// Those at the places A·n + B for n = 0, 1, 2, … (from 1 on), among siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nth {
    pub(crate) a: i32,
    pub(crate) b: i32,
    /// Counted from the last one.
    pub(crate) from_end: bool,
    pub(crate) among: Among,
}

/// Which siblings are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Among {
    All,
    /// Those of the element's own type.
    OfType,
    /// Those that match.
    Matching(SelectorsId),
}

/// What an operation is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Expr(ExprId),
    Selectors(SelectorsId),
}

impl Axis {
    /// All axes with their names.
    pub(crate) const ALL: &[(&str, Self)] = &[
        ("ancestor", Self::Ancestor),
        ("ancestor-or-self", Self::AncestorOrSelf),
        ("attribute", Self::Attribute),
        ("child", Self::Child),
        ("descendant", Self::Descendant),
        ("descendant-or-self", Self::DescendantOrSelf),
        ("following", Self::Following),
        ("following-sibling", Self::FollowingSibling),
        ("namespace", Self::Namespace),
        ("parent", Self::Parent),
        ("preceding", Self::Preceding),
        ("preceding-sibling", Self::PrecedingSibling),
        ("self", Self::Itself),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, axis)| *axis)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, axis)| *axis == self).map_or("", |(name, _)| name)
    }
}

impl Expr {
    /// The operations and selectors that it is made of, in the order of the text.
    pub(crate) fn operands(&self) -> impl Iterator<Item = Operand> + '_ {
        let (pair, list, steps): ([Option<ExprId>; 2], &[ExprId], &[Step]) = match self {
            Self::Number(_) | Self::Literal(_) | Self::Variable(_) => ([None; 2], &[], &[]),
            Self::Call { arguments, .. } => ([None; 2], arguments, &[]),
            Self::Binary { left, right, .. } | Self::Union { left, right } => {
                ([Some(*left), Some(*right)], &[], &[])
            }
            Self::Negate(of) => ([Some(*of), None], &[], &[]),
            Self::Filter { of, predicates } => ([Some(*of), None], predicates, &[]),
            Self::Path { start: Start::At(of), steps } => ([Some(*of), None], &[], steps),
            Self::Path { steps, .. } => ([None; 2], &[], steps),
        };
        let own = pair.into_iter().flatten().chain(list.iter().copied()).map(Operand::Expr);
        own.chain(steps.iter().flat_map(Step::operands))
    }
}

impl Step {
    fn operands(&self) -> impl Iterator<Item = Operand> + '_ {
        let (predicates, selectors): (&[ExprId], Option<SelectorsId>) = match self {
            Self::Axis { predicates, .. } => (predicates, None),
            Self::Select(selectors) => (&[], Some(*selectors)),
        };
        let predicates = predicates.iter().copied().map(Operand::Expr);
        predicates.chain(selectors.map(Operand::Selectors))
    }
}

impl Selectors {
    /// Puts all that is said of other selectors so many places on.
    pub(crate) fn shift(&mut self, by: usize) {
        let parts = self.alternatives.iter_mut().flat_map(|selector| &mut selector.parts);
        for test in parts.flat_map(|(_, compound)| &mut compound.tests) {
            for id in test.selectors_mut() {
                *id = SelectorsId::new(id.index() + by);
            }
        }
    }
}

impl GroupPlace {
    /// All with their names, as `selectors.grammar` has them.
    pub(crate) const ALL: [(&str, Self); 3] = [
        ("first-in-group", Self::First),
        ("last-in-group", Self::Last),
        ("any-in-group", Self::Any),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, place)| *place)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, place)| *place == self).map_or("", |(name, _)| name)
    }
}

impl Simple {
    /// The selectors in its argument.
    fn selectors_mut(&mut self) -> impl Iterator<Item = &mut SelectorsId> {
        let pair = match self {
            Self::Is(id) | Self::Not(id) | Self::Has(id) => [Some(id), None],
            Self::Nth(Nth { among: Among::Matching(id), .. }) => [Some(id), None],
            Self::Nearest { of, is } => [Some(of), Some(is)],
            Self::Grouped(grouped) => [Some(&mut grouped.of), Some(&mut grouped.owner)],
            _ => [None, None],
        };
        pair.into_iter().flatten()
    }
}

impl Plan {
    /// The operation that is the whole; a plan has one at least.
    pub(crate) fn root(&self) -> ExprId {
        ExprId::new(self.operations.len() - 1)
    }

    pub(crate) fn expr(&self, id: ExprId) -> &Expr {
        &self.operations[id.index()].expr
    }

    pub(crate) fn span(&self, id: ExprId) -> Span {
        self.operations[id.index()].span
    }

    pub(crate) fn selectors(&self, id: SelectorsId) -> &Selectors {
        &self.selectors[id.index()]
    }

    /// Adds an operation, whose operands are there already.
    pub(crate) fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        self.operations.push(Operation { expr, span });
        ExprId::new(self.operations.len() - 1)
    }
}
