//! Form owners: the form that each form-associated element belongs to (HTML, section 4.10.17.3).
//!
//! ```text
//! <form id=f><input></form>                                its form is around it
//! <table><form id=f><tr><td><input></table>                the form element pointer is `f`
//! <form id=f></form><input form=f>                         it names `f`
//! ```
//!
//! A grammar states the elements by `tree owner`. Its latch is the form element pointer (13.2.4.4).
//! The builder records two lists, and both are empty for a page without forms: the changes of the
//! pointer, and the moves of elements while there is something to lose. The owners are computed
//! from them and from the finished tree on the first request.
//!
//! **Rules.** The parser associates an element with the pointer when it makes the element
//! (13.2.6.1, "create an element for the token", step 15). Each move of a node takes it out of the
//! tree and inserts it again. If an element and its owner are in different trees in between, the
//! form owner is reset: from then on, the owner is the nearest form around the element.
//!
//! Lemma: an element keeps the pointer as its owner if and only if every later move contained both
//! or neither of them. After a reset, each insertion of the element or of an ancestor resets the
//! owner again. So it is the nearest form around the element in the finished tree. `moves` checks
//! the condition for all elements at once, in logarithmic time for each move and element.

mod forest;
mod moves;
pub(super) mod record;

use super::document::Document;
use super::node::{ElementRow, NodeContent, NodeId};
use super::node_ref::NodeRef;
use crate::base::HashMap;
use crate::grammar::model::FormOwners;
use record::{Association, OwnedControl};

impl Document {
    /// Returns the form owner of a form-associated element, such as `<input>`, as after a parse
    /// (HTML, section 4.10.17.3). `None` if it has none, or if the grammar states no form owners
    /// (`tree owner`). A `form` attribute names the owner by its ID; in a fragment, too.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<table><form id=f><tr><td><input name=a></form></table><input name=b>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let form = document.element_by_id("f").unwrap().id();
    /// let inputs: Vec<_> = document.nodes().filter(|node| node.name() == Some("input")).collect();
    /// assert_eq!(document.form_owner(inputs[0].id()), Some(form));
    /// assert_eq!(document.form_owner(inputs[1].id()), None);
    /// ```
    #[must_use]
    pub fn form_owner(&self, node: NodeId) -> Option<NodeId> {
        self.owned_control(node)?.owner
    }

    /// Returns the form-associated elements that are in a form or have a form owner, in document
    /// order.
    #[doc(hidden)]
    pub fn owned_controls(&self) -> &[OwnedControl] {
        self.index().owned_controls.get_or_init(|| {
            let mut owners = Vec::new();
            for statement in &self.tree_facts.owners {
                OwnerSearch::new(self, statement).run(&mut owners);
            }
            owners.sort_by_key(|owned| owned.control);
            owners
        })
    }

    pub(crate) fn owned_control(&self, node: NodeId) -> Option<&OwnedControl> {
        let controls = self.owned_controls();
        let found = controls.binary_search_by_key(&node, |owned| owned.control).ok()?;
        Some(&controls[found])
    }

    /// Reports whether the grammar states that an element may have a form owner.
    #[doc(hidden)]
    pub fn is_form_associated(&self, node: NodeRef<'_>) -> bool {
        let Some(element) = node.grammar_element() else { return false };
        self.tree_facts.owners.iter().any(|owners| owners.controls.contains(element.index()))
    }

    /// Reports whether the grammar states that an element may own others.
    #[doc(hidden)]
    pub fn is_form(&self, node: NodeRef<'_>) -> bool {
        let Some(element) = node.grammar_element() else { return false };
        self.tree_facts.owners.iter().any(|owners| owners.forms.contains(element.index()))
    }

    /// Returns the value of the attribute by which an element names its form owner.
    #[doc(hidden)]
    pub fn named_form_owner<'d>(&self, node: NodeRef<'d>) -> Option<&'d str> {
        node.attribute(self.owner_attribute(node)?)
    }

    /// Returns the attribute by which an element can name its form owner.
    pub(super) fn owner_attribute(&self, node: NodeRef<'_>) -> Option<&str> {
        let element = node.grammar_element()?.index();
        let mut statements = self.tree_facts.owners.iter();
        let owners = statements.find(|owners| {
            owners.controls.contains(element) && !owners.unlisted.contains(element)
        })?;
        Some(&owners.attribute)
    }
}

/// The computation of all form owners of a document by one statement.
struct OwnerSearch<'d> {
    document: &'d Document,
    statement: &'d FormOwners,
    /// The forms that parser associations gave, by the row of the control.
    associated: HashMap<ElementRow, NodeId>,
    /// The first element with an ID in each inner tree, if it is a form.
    named: HashMap<(Option<usize>, &'d str), Option<NodeId>>,
}

impl<'d> OwnerSearch<'d> {
    fn new(document: &'d Document, statement: &'d FormOwners) -> Self {
        let mut search =
            Self { document, statement, associated: HashMap::default(), named: HashMap::default() };
        search.associate();
        search
    }

    fn is_control(&self, node: NodeRef<'_>) -> bool {
        let element = node.grammar_element();
        element.is_some_and(|element| self.statement.controls.contains(element.index()))
    }

    fn is_form(&self, node: NodeRef<'_>) -> bool {
        let element = node.grammar_element();
        element.is_some_and(|element| self.statement.forms.contains(element.index()))
    }

    /// Finds the elements that the parser associated with a form (13.2.6.1, "create an element for
    /// the token", step 15), and that no move separated from it. There are none in a fragment and
    /// in template contents.
    fn associate(&mut self) {
        let (document, record) = (self.document, &self.document.tables.owners);
        if record.pointers.is_empty() || document.past.again.context.is_some() {
            return;
        }
        let mut nodes = HashMap::default();
        let mut associations = Vec::new();
        for node in document.nodes() {
            let NodeContent::Element(row) = document.tables.nodes[node.id().index()].content else {
                continue;
            };
            if self.is_form(node) {
                nodes.insert(row, node.id());
            }
            if self.is_control(node)
                && document.inner_tree_of(node.id()).is_none()
                && let Some(form) = record.pointer_at(row)
            {
                associations.push(Association { control: row, form });
            }
        }
        if !record.moves.is_empty() {
            moves::retain_unseparated(&document.tables, &mut associations);
        }
        for Association { control, form } in associations {
            if let Some(&form) = nodes.get(&form) {
                self.associated.insert(control, form);
            }
        }
    }

    /// Adds each element that is in a form or has an owner.
    fn run(mut self, owners: &mut Vec<OwnedControl>) {
        let document = self.document;
        // The forms around the node, each with its end; `None` for the root of a separate tree.
        let mut around: Vec<(Option<NodeId>, usize)> = Vec::new();
        for node in document.nodes() {
            let id = node.id();
            while around.last().is_some_and(|&(_, end)| end <= id.index()) {
                around.pop();
            }
            if self.is_control(node) {
                let around = around.last().and_then(|&(form, _)| form);
                let owner = self.owner(node, around);
                if owner.is_some() || around.is_some() {
                    owners.push(OwnedControl { control: id, owner, around });
                }
            }
            if node.holds_other_tree() {
                around.push((None, node.end()));
            } else if self.is_form(node) {
                around.push((Some(id), node.end()));
            }
        }
    }

    /// "Reset the form owner", for a control in the form `nearest`.
    fn owner(&mut self, node: NodeRef<'d>, nearest: Option<NodeId>) -> Option<NodeId> {
        let document = self.document;
        let tree = document.inner_tree_of(node.id());
        if let Some(name) = document.named_form_owner(node)
            && self.is_connected(tree)
        {
            return self.named(tree, name);
        }
        let NodeContent::Element(row) = document.tables.nodes[node.id().index()].content else {
            return nearest;
        };
        self.associated.get(&row).copied().or(nearest)
    }

    /// Reports whether a tree is connected: the main one, or a shadow tree in such a tree.
    fn is_connected(&self, mut tree: Option<usize>) -> bool {
        while let Some(inner) = tree {
            let inner = &self.document.inner_trees()[inner];
            if self.document.node(inner.owner).is_none_or(|owner| !owner.is_shadow_root()) {
                return false;
            }
            tree = inner.enclosing;
        }
        true
    }

    /// Returns the first element of a tree with an ID, if it is a form.
    fn named(&mut self, tree: Option<usize>, id: &'d str) -> Option<NodeId> {
        if let Some(&known) = self.named.get(&(tree, id)) {
            return known;
        }
        let mut elements = self.document.elements_with_id(id).iter();
        let first = elements.find(|&&node| self.document.inner_tree_of(node) == tree);
        let first = if id.is_empty() { None } else { first };
        let form = first.and_then(|&node| self.document.node(node));
        let form = form.filter(|&node| self.is_form(node)).map(NodeRef::id);
        self.named.insert((tree, id), form);
        form
    }
}
