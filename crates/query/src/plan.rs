//! Plans: the meaning of an expression, independent of its language, as a tree of operations in an
//! arena.
//!
//! ```text
//! XPath ─┐                                   ┌─► evaluate   XPath's data model, values, functions
//! CSS ───┼─► derivation ──► lower ──► Plan ──┤
//! Parsley┘   (the engine)                    └─► select     selectors, by index or in one pass
//! ```
//!
//! Invariant: an operand precedes its operation, and the root is last, so one pass by index visits
//! operands first. Construction bounds the nesting ([`Limits::depth`](super::Limits::depth)), so
//! evaluators may recurse.

use wishful::base::{Span, id_type};

id_type! {
    /// The index of an operation of a [`Plan`].
    pub ExprId
}
id_type! {
    /// The index of a selector list of a [`Plan`].
    pub SelectorsId
}

/// The meaning of an expression.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// The operations; operands precede their operations.
    pub operations: Vec<Operation>,
    /// The selector lists; those in arguments of pseudo-classes precede the lists that contain
    /// them.
    pub selectors: Vec<Selectors>,
    /// The source text of the expression.
    pub text: Box<str>,
}

impl Plan {
    /// Returns the selector list of a plan that does nothing but select by it.
    pub(crate) fn only_selectors(&self) -> Option<SelectorsId> {
        let [Operation { expr: Expr::Path { start, steps }, .. }] = self.operations.as_slice()
        else {
            return None;
        };
        match (start, steps.as_slice()) {
            (Start::Root | Start::Context, &[Step::Select(selectors)]) => Some(selectors),
            _ => None,
        }
    }
}

/// An operation and its span in the source.
#[derive(Clone, PartialEq, Debug)]
pub struct Operation {
    pub expr: Expr,
    pub span: Span,
}

/// The kinds of operations.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
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
    /// `…/call()`: the call is evaluated for each node. (XPath 2.0, section 3.2.)
    Each {
        of: ExprId,
        call: ExprId,
    },
    /// `(…)[…]`: the predicates count in document order. (XPath 1.0, section 3.3.)
    Filter {
        of: ExprId,
        predicates: Vec<ExprId>,
    },
    Path {
        start: Start,
        steps: Vec<Step>,
    },
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
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

/// The start of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The root of the tree that contains the context node.
    Root,
    /// The context node.
    Context,
    /// Each node of an operand.
    At(ExprId),
}

/// A step of a path, applied to each node that the previous step selected.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// `axis::test[predicate]`; `//` is a step `descendant-or-self::node()`.
    Axis { axis: Axis, test: NodeTest, predicates: Vec<ExprId> },
    /// The descendants that match a selector. The selector may test ancestors and siblings outside
    /// the start node's subtree.
    Select(SelectorsId),
}

/// The axes of XPath 1.0, section 2.2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
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

/// The node tests of XPath 1.0, section 2.3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeTest {
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

/// A namespace prefix that `grammar/query/html.names` declares.
pub(crate) type Prefix = Box<str>;

/// A selector list, `a, b c`: an element matches if one alternative matches.
#[derive(Clone, PartialEq, Debug)]
pub struct Selectors {
    pub alternatives: Vec<Selector>,
    pub(crate) span: Span,
}

/// A complex selector: compounds, from left to right. (Selectors 4, section 3.)
#[derive(Clone, PartialEq, Debug)]
pub struct Selector {
    /// The compounds, each with the combinator that leads to it from the previous one. For the
    /// first compound it is [`Combinator::Descendant`]. Only in the argument of `:has` does the
    /// first one have a meaning: it leads from the anchor element (section 3.5, relative
    /// selectors).
    pub parts: Vec<(Combinator, Compound)>,
    pub span: Span,
}

/// The combinators of Selectors 4, section 14.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combinator {
    Descendant,
    Child,
    NextSibling,
    SubsequentSibling,
}

/// A compound selector: an element must pass all tests.
#[derive(Clone, PartialEq, Debug)]
pub struct Compound {
    pub tests: Vec<Simple>,
    pub span: Span,
}

/// A simple selector.
#[derive(Clone, PartialEq, Debug)]
pub enum Simple {
    /// `e`: ignores case for elements in the markup's own namespace, and is exact for others.
    Name(Box<str>),
    /// `ns|`; an empty prefix means "no namespace". (`*|` and an absent prefix produce no test.)
    Namespace(Prefix),
    Id(Box<str>),
    Class(Box<str>),
    Attribute {
        /// The namespace prefix; `None` and the empty one mean "no namespace", a star means any.
        prefix: Option<Prefix>,
        name: Box<str>,
        value: Option<ValueTest>,
    },
    /// `:nth-child(An+B of S)` and the pseudo-classes defined by it.
    Nth(Nth),
    /// `:is`, `:where`: matches one of the alternatives.
    Is(SelectorsId),
    Not(SelectorsId),
    /// `:has(…)`, with relative selectors.
    Has(SelectorsId),
    /// `:lang(…)`: language ranges.
    Lang(Vec<Box<str>>),
    /// `:dir(ltr)`, `:dir(rtl)`
    Direction {
        right_to_left: bool,
    },
    Root,
    Scope,
    /// An element without child elements and text nodes, even blank ones. (Comments are ignored.)
    Empty,
    /// `:contains("…")`: the text content contains this.
    Contains(Box<str>),
    /// `:content("…")`: the text content equals this after normalisation of white space, including
    /// no-break spaces.
    Content(Box<str>),
    /// A test of the nearest inclusive ancestor that matches `of`: it must also match `is`.
    Nearest {
        of: SelectorsId,
        is: SelectorsId,
    },
    Grouped(Box<Grouped>),
    /// A test that the value of an attribute, or the element's name, matches a regular expression
    /// as a whole.
    Spelt {
        attribute: Option<Box<str>>,
        pattern: Box<str>,
    },
    /// A comparison of the values of attributes.
    Compared {
        comparison: Comparison,
        attributes: Vec<Box<str>>,
    },
    /// `:virtual`: an element whose start tag is not in the source.
    Virtual,
    /// `:moved`: an element whose position in the tree is not its position in the source.
    Moved,
    /// `:cruft`: a token that was set aside; a compound with this test matches no elements.
    Cruft,
}

/// A test of an attribute's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueTest {
    pub(crate) operator: ValueOperator,
    pub(crate) value: Box<str>,
    /// The case flag: `i` is `Some(true)`, `s` is `Some(false)`; `None` follows HTML's rule for the
    /// attribute.
    pub(crate) ignores_case: Option<bool>,
}

/// The operators of Selectors 4, section 6. `!=` is jQuery's: the attribute is absent or has
/// another value.
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

/// A test of an element's group: the elements with the same owner and the same value of an
/// attribute.
///
/// If the element has the attribute `by_id`, its owner is the element with that id; otherwise the
/// owner is the nearest ancestor that matches `owner`. An element may have no owner. An element is
/// in no group if it lacks the value of `by_value`, or if `by_value` is not used and it has no
/// owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grouped {
    pub(crate) place: GroupPlace,
    /// The members of the group that are counted.
    pub(crate) of: SelectorsId,
    /// The elements that can be owners.
    pub(crate) owner: SelectorsId,
    /// The attribute that holds an owner's id.
    pub(crate) by_id: Option<Box<str>>,
    /// The attribute whose value all members of a group share.
    pub(crate) by_value: Option<Box<str>>,
}

/// The condition of a [`Grouped`] test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GroupPlace {
    /// The element is the first counted member.
    First,
    /// The element is the last counted member.
    Last,
    /// The group has at least one counted member.
    Any,
    /// The element is the owner of a group with at least one counted member.
    Owner,
}

/// A comparison of the values of attributes, named as in `selectors.grammar`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// The value matches the pattern that the second attribute holds.
    Fits,
    /// The value is less than that of the second attribute: as a number, a date or a time.
    Less,
    /// The value is not a whole number of steps (third attribute) from a base (second attribute).
    OffStep,
}

/// The siblings at the 1-based indices A·n + B for n = 0, 1, 2, ….
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nth {
    pub(crate) a: i32,
    pub(crate) b: i32,
    /// Counting starts from the last sibling.
    pub(crate) from_end: bool,
    pub(crate) among: CountedSiblings,
}

/// The siblings that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountedSiblings {
    All,
    /// Siblings of the element's own type.
    OfType,
    /// Siblings that match a selector list.
    Matching(SelectorsId),
}

/// A direct operand of an operation.
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
    /// Returns the operations and selector lists that are direct operands, in source order.
    pub(crate) fn operands(&self) -> impl Iterator<Item = Operand> + '_ {
        let (pair, list, steps): ([Option<ExprId>; 2], &[ExprId], &[Step]) = match self {
            Self::Number(_) | Self::Literal(_) | Self::Variable(_) => ([None; 2], &[], &[]),
            Self::Call { arguments, .. } => ([None; 2], arguments, &[]),
            Self::Binary { left, right, .. } | Self::Union { left, right } => {
                ([Some(*left), Some(*right)], &[], &[])
            }
            Self::Negate(of) => ([Some(*of), None], &[], &[]),
            Self::Each { of, call } => ([Some(*of), Some(*call)], &[], &[]),
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
    /// Adds `by` to the index of every nested selector list.
    pub(crate) fn shift(&mut self, by: usize) {
        for selector in &mut self.alternatives {
            for (_, compound) in &mut selector.parts {
                for id in compound.tests.iter_mut().flat_map(Simple::selectors_mut) {
                    *id = SelectorsId::new(id.index() + by);
                }
            }
        }
    }
}

impl Comparison {
    /// All comparisons with their names in `selectors.grammar`.
    const ALL: [(&str, Self); 3] =
        [("fits", Self::Fits), ("less", Self::Less), ("off-step", Self::OffStep)];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, comparison)| *comparison)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, own)| *own == self).map_or("", |(name, _)| name)
    }
}

impl GroupPlace {
    /// All conditions with their names in `selectors.grammar`.
    pub(crate) const ALL: [(&str, Self); 4] = [
        ("first-in-group", Self::First),
        ("last-in-group", Self::Last),
        ("any-in-group", Self::Any),
        ("owner-in-group", Self::Owner),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, place)| *place)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, place)| *place == self).map_or("", |(name, _)| name)
    }
}

impl Simple {
    /// Returns the indices of selector lists in the arguments of a test.
    fn selectors_mut(&mut self) -> impl Iterator<Item = &mut SelectorsId> {
        let pair = match self {
            Self::Is(id) | Self::Not(id) | Self::Has(id) => [Some(id), None],
            Self::Nth(Nth { among: CountedSiblings::Matching(id), .. }) => [Some(id), None],
            Self::Nearest { of, is } => [Some(of), Some(is)],
            Self::Grouped(grouped) => [Some(&mut grouped.of), Some(&mut grouped.owner)],
            _ => [None, None],
        };
        pair.into_iter().flatten()
    }
}

impl Plan {
    /// Returns the root operation; a plan has at least one operation.
    pub fn root(&self) -> ExprId {
        ExprId::new(self.operations.len() - 1)
    }

    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.operations[id.index()].expr
    }

    pub(crate) fn span(&self, id: ExprId) -> Span {
        self.operations[id.index()].span
    }

    pub fn selectors(&self, id: SelectorsId) -> &Selectors {
        &self.selectors[id.index()]
    }

    /// Appends an operation. Its operands must already be in the plan.
    pub(crate) fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        self.operations.push(Operation { expr, span });
        ExprId::new(self.operations.len() - 1)
    }
}
