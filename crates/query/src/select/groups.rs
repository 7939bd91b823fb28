//! Tests that no selector can express: the nearest of some elements, and groups of elements that
//! belong together. `html.selectors` uses them for editable elements, default buttons, radio
//! buttons and options.
//!
//! Each test is a table over all elements. One pass in document order computes it, so the value of
//! the parent precedes those of its children.

use super::bind;
use super::caches::{GroupKey, Groups, MatchCaches, NodeSet};
use super::run::MatchRun;
use super::structure::{is_element, parent_element};
use crate::plan::{GroupPlace, Grouped, Plan, SelectorsId};
use crate::steps::BudgetExhausted;
use wishful::base::{BitRow, HashMap};
use wishful::tree::{NodeId, NodeRef};

impl<'d> MatchRun<'_, 'd> {
    /// Returns the nodes of all trees that match the last selector list of a plan.
    pub(super) fn table(&mut self, plan: &'static Plan) -> Result<NodeSet, BudgetExhausted> {
        let Self { program, .. } = *self;
        let own = bind::program(program.document, plan, program.view, program.scope);
        let mut caches = MatchCaches::new(&own);
        let mut run = MatchRun { program: &own, caches: &mut caches, steps: self.steps };
        let length = program.document.len();
        let last = SelectorsId::new(plan.selectors.len() - 1);
        Ok(NodeSet::new(run.union(last, 0..length)?, length))
    }

    /// Reports whether an element passes a [`Simple::Nearest`](crate::plan::Simple::Nearest)
    /// test.
    pub(super) fn is_nearest(
        &mut self,
        test: usize,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        if self.caches.nearest[test].is_none() {
            let (of, is) = self.program.nearest[test];
            self.caches.nearest[test] = Some(self.nearest(of, is)?);
        }
        let all = self.caches.nearest[test].as_ref();
        Ok(all.is_some_and(|all| all.contains(node.id().index())))
    }

    /// Computes the elements whose nearest match of `of`, from themselves outwards, also matches
    /// `is`.
    fn nearest(&mut self, of: SelectorsId, is: SelectorsId) -> Result<BitRow, BudgetExhausted> {
        let document = self.program.document;
        let mut all = BitRow::new(document.len());
        for &element in document.elements() {
            self.steps.take(1)?;
            let element = self.node(element);
            let passes = if self.matches(of, element)? {
                self.matches(is, element)?
            } else if let Some(parent) = parent_element(element) {
                all.contains(parent.id().index())
            } else {
                false
            };
            if passes {
                all.insert(element.id().index());
            }
        }
        Ok(all)
    }

    /// Reports whether an element satisfies a [`Grouped`] test.
    pub(super) fn is_placed(
        &mut self,
        test: usize,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        let grouped = self.program.groups[test];
        if !is_element(node) {
            return Ok(false);
        }
        if self.caches.groups[test].is_none() {
            self.caches.groups[test] = Some(self.groups(grouped)?);
        }
        let Some(groups) = self.caches.groups[test].take() else { return Ok(false) };
        let key = match grouped.place {
            GroupPlace::Owner => Ok(Some((node.id(), ""))),
            _ => self.key(grouped, &groups.owners, node),
        };
        let ends = match &key {
            Ok(Some(key)) => groups.ends.get(key).copied(),
            _ => None,
        };
        self.caches.groups[test] = Some(groups);
        key?;
        let Some((first, last)) = ends else { return Ok(false) };
        Ok(match grouped.place {
            GroupPlace::First => first == node.id(),
            GroupPlace::Last => last == node.id(),
            GroupPlace::Any | GroupPlace::Owner => true,
        })
    }

    /// Computes the groups: the first and the last member of each.
    fn groups(&mut self, grouped: &Grouped) -> Result<Groups<'d>, BudgetExhausted> {
        let owners = self.owners(grouped.owner)?;
        let mut ends: HashMap<GroupKey<'d>, (NodeId, NodeId)> = HashMap::default();
        let members = self.union(grouped.of, 0..self.program.document.len())?;
        for member in members {
            if let Some(key) = self.key(grouped, &owners, self.node(member))? {
                ends.entry(key).and_modify(|(_, last)| *last = member).or_insert((member, member));
            }
        }
        Ok(Groups { owners, ends })
    }

    /// Returns, for each node, the nearest ancestor that matches.
    fn owners(&mut self, owner: SelectorsId) -> Result<Vec<Option<NodeId>>, BudgetExhausted> {
        let document = self.program.document;
        let mut owners = vec![None; document.len()];
        for &element in document.elements() {
            self.steps.take(1)?;
            let Some(parent) = parent_element(self.node(element)) else { continue };
            owners[element.index()] = if self.matches(owner, parent)? {
                Some(parent.id())
            } else {
                owners[parent.id().index()]
            };
        }
        Ok(owners)
    }

    /// Returns the key of the group of an element, if it is in one.
    fn key(
        &mut self,
        grouped: &Grouped,
        owners: &[Option<NodeId>],
        node: NodeRef<'d>,
    ) -> Result<Option<GroupKey<'d>>, BudgetExhausted> {
        self.steps.take(1)?;
        let roots = self.program.document.tree_roots();
        let root = roots.map_or(NodeId::ROOT, |roots| roots[node.id().index()]);
        let owner = match grouped.by_id.as_ref().and_then(|name| node.attribute(name)) {
            Some(id) => self.named_owner(grouped, id, root)?,
            None => owners[node.id().index()],
        };
        let Some(name) = &grouped.by_value else {
            return Ok(owner.map(|owner| (owner, "")));
        };
        Ok(match node.attribute(name) {
            Some(value) if !value.is_empty() => Some((owner.unwrap_or(root), value)),
            _ => None,
        })
    }

    /// Returns the element that an attribute of a member names by id, as `form="f"` does. That is
    /// the first element with the id in the tree of `root`, if it matches the owner's selectors.
    fn named_owner(
        &mut self,
        grouped: &Grouped,
        id: &str,
        root: NodeId,
    ) -> Result<Option<NodeId>, BudgetExhausted> {
        let document = self.program.document;
        let (named, roots) = (document.elements_with_id(id), document.tree_roots());
        let first = match roots {
            Some(roots) => named.iter().position(|other| roots[other.index()] == root),
            None if named.is_empty() => None,
            None => Some(0),
        };
        self.steps.take(first.unwrap_or(named.len()))?;
        let Some(first) = first else { return Ok(None) };
        let is_owner = self.matches(grouped.owner, self.node(named[first]))?;
        Ok(if is_owner { Some(named[first]) } else { None })
    }
}
