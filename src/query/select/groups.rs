//! Tests that no selector can express: the nearest of some elements, and groups of elements that
//! belong together. `html.selectors` uses them for editable elements, default buttons, radio
//! buttons and options.
//!
//! Each test is a table over all elements. One pass in document order computes it, so the value of
//! the parent precedes those of its children.

use super::bind;
use super::known::{Groups, Key, Known, NodeSet};
use super::run::Run;
use super::structure::{is_element, parent_element};
use crate::base::{BitRow, HashMap};
use crate::query::plan::{GroupPlace, Grouped, Plan, SelectorsId};
use crate::query::steps::Cut;
use crate::tree::{NodeId, NodeRef};

impl<'d> Run<'_, 'd> {
    /// Returns the nodes of all trees that match the last selector list of a plan.
    pub(super) fn table(&mut self, plan: &'static Plan) -> Result<NodeSet, Cut> {
        let Self { program, .. } = *self;
        let own = bind::program(program.document, plan, program.view, program.scope);
        let mut known = Known::new(&own);
        let mut run = Run { program: &own, known: &mut known, steps: self.steps };
        let length = program.document.len();
        let last = SelectorsId::new(plan.selectors.len() - 1);
        Ok(NodeSet::new(run.union(last, 0..length)?, length))
    }

    /// Reports whether an element passes a [`Simple::Nearest`](crate::query::plan::Simple::Nearest)
    /// test.
    pub(super) fn is_nearest(&mut self, test: usize, node: NodeRef<'d>) -> Result<bool, Cut> {
        if self.known.nearest[test].is_none() {
            let (of, is) = self.program.nearest[test];
            self.known.nearest[test] = Some(self.nearest(of, is)?);
        }
        let all = self.known.nearest[test].as_ref();
        Ok(all.is_some_and(|all| all.contains(node.id().index())))
    }

    fn nearest(&mut self, of: SelectorsId, is: SelectorsId) -> Result<BitRow, Cut> {
        let document = self.program.document;
        let mut all = BitRow::new(document.len());
        for &element in document.elements() {
            self.steps.take(1)?;
            let element = self.node(element);
            let passes = match self.matches(of, element)? {
                true => self.matches(is, element)?,
                false => {
                    parent_element(element).is_some_and(|around| all.contains(around.id().index()))
                }
            };
            if passes {
                all.insert(element.id().index());
            }
        }
        Ok(all)
    }

    /// Reports whether an element satisfies a [`Grouped`] test.
    pub(super) fn is_placed(&mut self, test: usize, node: NodeRef<'d>) -> Result<bool, Cut> {
        let grouped = self.program.groups[test];
        if !is_element(node) {
            return Ok(false);
        }
        if self.known.groups[test].is_none() {
            self.known.groups[test] = Some(self.groups(grouped)?);
        }
        let Some(groups) = self.known.groups[test].take() else { return Ok(false) };
        let key = self.key(grouped, &groups.owners, node);
        let ends = key.as_ref().map(|key| key.and_then(|key| groups.ends.get(&key).copied()));
        let ends = ends.map_err(|cut| *cut);
        self.known.groups[test] = Some(groups);
        Ok(ends?.is_some_and(|(first, last)| match grouped.place {
            GroupPlace::First => first == node.id(),
            GroupPlace::Last => last == node.id(),
            GroupPlace::Any => true,
        }))
    }

    fn groups(&mut self, grouped: &Grouped) -> Result<Groups<'d>, Cut> {
        let owners = self.owners(grouped.owner)?;
        let mut ends: HashMap<Key<'d>, (NodeId, NodeId)> = HashMap::default();
        let members = self.union(grouped.of, 0..self.program.document.len())?;
        for member in members {
            if let Some(key) = self.key(grouped, &owners, self.node(member))? {
                ends.entry(key).and_modify(|(_, last)| *last = member).or_insert((member, member));
            }
        }
        Ok(Groups { owners, ends })
    }

    /// Returns, for each node, the nearest ancestor that matches.
    fn owners(&mut self, owner: SelectorsId) -> Result<Vec<Option<NodeId>>, Cut> {
        let document = self.program.document;
        let mut owners = vec![None; document.len()];
        for &element in document.elements() {
            self.steps.take(1)?;
            let Some(around) = parent_element(self.node(element)) else { continue };
            owners[element.index()] = match self.matches(owner, around)? {
                true => Some(around.id()),
                false => owners[around.id().index()],
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
    ) -> Result<Option<Key<'d>>, Cut> {
        self.steps.take(1)?;
        let document = self.program.document;
        let root = document.tree_roots().map_or(NodeId::ROOT, |roots| roots[node.id().index()]);
        let id = grouped.by_id.as_ref().and_then(|name| node.attribute(name));
        let owner = match id {
            None => owners[node.id().index()],
            Some(id) => {
                let same_tree = |other: &NodeId| {
                    document.tree_roots().is_none_or(|roots| roots[other.index()] == root)
                };
                let named = document.elements_with_id(id);
                let first = named.iter().position(same_tree);
                self.steps.take(first.unwrap_or(named.len()))?;
                match first.map(|first| named[first]) {
                    Some(said) if self.matches(grouped.owner, self.node(said))? => Some(said),
                    _ => None,
                }
            }
        };
        Ok(match &grouped.by_value {
            None => owner.map(|owner| (owner, "")),
            Some(name) => {
                let value = node.attribute(name).filter(|value| !value.is_empty());
                value.map(|value| (owner.unwrap_or(root), value))
            }
        })
    }
}
