//! Evaluation of expressions by the query layer: the nodes that a plan selects, and the text of
//! each.
//!
//! A parselet evaluates few plans at many nodes. So one evaluator per plan caches what does not
//! depend on the node, like compiled patterns. All plans share one counter of steps.

use std::fmt;
use std::rc::Rc;

use super::options::Options;
use super::slots::{PlanId, Slots};
use wishful::base::counted;
use wishful::tree::Document;
pub(crate) use wishful_query::evaluate::{self, Failure, Settings, Val};
use wishful_query::names::names;
use wishful_query::node::NodeKey;
use wishful_query::steps::{BudgetExhausted, Steps};
use wishful_query::{Node, NodeType, ReachedLimit, View};

/// An evaluation context, as in XPath: a node, its position and the number of nodes.
#[derive(Clone, Debug)]
pub(super) struct Focus<'d> {
    /// The context node; of a computed text, the node at which a function computed it.
    node: Node<'d>,
    /// The text that a function computed, if the item is not a node.
    text: Option<Rc<str>>,
    /// The position among the items, from 1.
    position: usize,
    size: usize,
}

impl<'d> Focus<'d> {
    /// Returns a context of a single node.
    pub(super) fn alone(node: Node<'d>) -> Self {
        Self { node, text: None, position: 1, size: 1 }
    }

    pub(super) fn node(&self) -> Node<'d> {
        self.node
    }

    /// Reports whether the item is a node, not a text that a function computed at it.
    pub(super) fn is_node(&self) -> bool {
        self.text.is_none()
    }
}

/// A sort key in document order: the index of the document in order of first use, and the position
/// in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct OrderKey {
    document: usize,
    key: NodeKey,
}

/// The reason why a run stops early.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Interruption {
    /// A limit was reached.
    Cut(ReachedLimit),
    Failed(Failed),
}

/// A failed evaluation of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failed {
    failure: Failure,
    /// The source text of the expression.
    expression: Box<str>,
}

impl Failed {
    /// Formats the error as the C implementation does, where that has a message for it.
    pub(super) fn in_fizx(&self) -> String {
        if self.failure.is_fetch_error() {
            // (The trailing blank is in the message of the C implementation, too.)
            return "I/O ".to_owned();
        }
        self.failure.to_string()
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.expression, self.failure)
    }
}

impl From<BudgetExhausted> for Interruption {
    fn from(_: BudgetExhausted) -> Self {
        Self::Cut(ReachedLimit::Steps)
    }
}

/// An evaluator for all expressions of a parselet on one document, within limits.
pub(super) struct Evaluator<'e, 'd> {
    slots: &'e Slots,
    settings: &'e Settings<'d>,
    /// A switch that resolves the values of attributes that hold addresses.
    resolves: bool,
    /// [`Options::strip`].
    strips: bool,
    /// One evaluator per plan, created at its first use.
    plans: Vec<Option<evaluate::Evaluator<'e, 'd>>>,
    documents: Vec<&'d Document>,
    steps: Steps,
    /// The bytes of text that the answer may still grow by.
    room: u64,
}

/// Returns the settings of the query layer for a run.
pub(super) fn settings<'d>(options: &Options<'d>) -> Settings<'d> {
    Settings {
        view: View { drops_blanks: !options.keep_blanks },
        limits: options.limits,
        documents: options.documents,
        ..Settings::default()
    }
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn new(
        document: &'d Document,
        slots: &'e Slots,
        settings: &'e Settings<'d>,
        options: &Options<'_>,
    ) -> Self {
        let bytes = document.text().len();
        Self {
            slots,
            settings,
            resolves: options.resolve,
            strips: options.strip,
            plans: (0..slots.plan_count()).map(|_| None).collect(),
            documents: vec![document],
            steps: Steps::new(settings.limits.steps.of(bytes)),
            room: settings.limits.answer.of(bytes),
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.taken()
    }

    /// Counts a value: one step, and one byte of the answer.
    pub(super) fn count_value(&mut self) -> Result<(), Interruption> {
        self.steps.take(1)?;
        self.take_room(1)
    }

    pub(super) fn count_step(&mut self) -> Result<(), Interruption> {
        Ok(self.steps.take(1)?)
    }

    fn take_room(&mut self, bytes: usize) -> Result<(), Interruption> {
        let left = self.room.checked_sub(counted(bytes));
        self.room = left.unwrap_or_default();
        if left.is_some() { Ok(()) } else { Err(Interruption::Cut(ReachedLimit::Answer)) }
    }

    /// Returns the document order key of a context.
    pub(super) fn place(&mut self, focus: &Focus<'d>) -> OrderKey {
        let own = focus.node.node_ref().document();
        let known = self.documents.iter().position(|document| std::ptr::eq(*document, own));
        let document = known.unwrap_or(self.documents.len());
        if known.is_none() {
            self.documents.push(own);
        }
        OrderKey { document, key: focus.node.key() }
    }

    /// Returns the items that a plan selects from a context, in document order; nothing if its
    /// value is not a node-set.
    pub(super) fn foci(
        &mut self,
        id: PlanId,
        focus: &Focus<'d>,
    ) -> Result<Vec<Focus<'d>>, Interruption> {
        let (value, evaluator) = self.value(id, focus)?;
        let Val::Nodes(places) = value else { return Ok(Vec::new()) };
        let world = &evaluator.world;
        let size = places.len();
        let mut foci = Vec::with_capacity(size);
        for (index, place) in places.iter().enumerate() {
            let text = world.made(*place).cloned();
            let node = match world.node(*place) {
                Some(node) => node,
                None if text.is_some() => focus.node,
                None => continue,
            };
            foci.push(Focus { node, text, position: index + 1, size });
        }
        Ok(foci)
    }

    /// Returns the value of a plan as a text; without a plan, the text of the context item itself.
    pub(super) fn text(
        &mut self,
        plan: Option<PlanId>,
        focus: &Focus<'d>,
    ) -> Result<Box<str>, Interruption> {
        let view = self.settings.view;
        let text = match (plan, &focus.text) {
            (Some(plan), _) => {
                let (value, evaluator) = self.value(plan, focus)?;
                value.to_text(&evaluator.world).into_owned()
            }
            (None, Some(text)) => text.to_string(),
            (None, None) => self.own_text(focus.node, view),
        };
        self.steps.take_bytes(text.len())?;
        self.take_room(text.len())?;
        Ok(text.into())
    }

    /// Returns the string value of a node. If the options say so, the value of an attribute that
    /// holds an address is resolved, and white space in the text of an element is collapsed.
    fn own_text(&self, node: Node<'d>, view: View) -> String {
        let text = node.string_value_in(view);
        if self.strips && node.kind() == NodeType::Element {
            return text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if self.resolves
            && let Some(attribute) = node.attribute()
            && names().is_address(attribute.local_name())
            && let Ok(resolved) = node.node_ref().document().resolve(&text)
        {
            return resolved.into();
        }
        text.into_owned()
    }

    /// Evaluates a plan at a context. Returns the value, and the evaluator that owns its nodes.
    fn value(
        &mut self,
        id: PlanId,
        focus: &Focus<'d>,
    ) -> Result<(Val<'e>, &evaluate::Evaluator<'e, 'd>), Interruption> {
        let plan = self.slots.plan(id);
        let evaluator = self.plans[id.index()].get_or_insert_with(|| {
            let mut world = evaluate::EvalDocuments::new(self.documents[0], self.settings.view);
            let root = world.place(self.documents[0].root().into());
            evaluate::Evaluator::new(plan, world, root, self.settings)
        });
        let node = match &focus.text {
            Some(text) => evaluator.world.make(text.clone()),
            None => evaluator.world.place(focus.node),
        };
        let at = evaluate::Focus { node, position: focus.position, size: focus.size };
        evaluator.current = node;
        std::mem::swap(&mut evaluator.steps, &mut self.steps);
        let value = evaluator.value(plan.root(), at);
        std::mem::swap(&mut evaluator.steps, &mut self.steps);
        match value {
            Ok(value) => Ok((value, evaluator)),
            Err(evaluate::Stop::Cut(met)) => Err(Interruption::Cut(met)),
            Err(evaluate::Stop::Failed(failure)) => {
                Err(Interruption::Failed(Failed { failure, expression: plan.text.clone() }))
            }
        }
    }
}
