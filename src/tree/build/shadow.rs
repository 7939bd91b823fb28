//! Shadow roots: an element can become the shadow root of the current node (13.2.6.4.4, start tag
//! "template", step 7).

use super::Builder;
use super::links::InsertionPoint;
use crate::grammar::ElementId;
use crate::grammar::model::ShadowRoots;
use crate::slippers::event::{Event, InsertionLocation};
use crate::slippers::{Parse, has_attribute};
use crate::tree::node::{Element, NodeId};
use crate::tree::shadow::ShadowRoot;

impl Builder<'_> {
    /// 13.2.6.4.4, start tag "template", step 7: returns the gap for an element that becomes the
    /// shadow root of the current node, before all its children. (Step 7.1: the topmost element is
    /// no host, since the grammar lists the hosts.)
    pub(super) fn gap_of_shadow_root(
        &mut self,
        parse: &Parse,
        element: ElementId,
        node: NodeId,
        event: &Event,
    ) -> Option<InsertionPoint> {
        let host = self.current();
        let mut statements = self.facts.shadow_roots.iter();
        let statement = statements.find(|statement| {
            statement.elements.contains(element.index()) && self.may_host(parse, statement, host)
        })?;
        if event.location != InsertionLocation::Here {
            return None;
        }
        if self.shadow_root_of(host).is_some() {
            return None;
        }
        let before = self.tables.nodes[host.index()].first_child;
        let mut root = ShadowRoot::default();
        if let Some(token) = event.token
            && let Some(tag) = parse.tokens.start_tag(token.index())
        {
            for (role, test) in &statement.by {
                if has_attribute(tag, test, self.source) {
                    root.declare(*role);
                }
            }
        }
        self.tables.shadow_roots.insert(self.tables.row_of(node)?, root);
        self.disordered |= before.is_some();
        Some(InsertionPoint { parent: host, before })
    }

    /// Returns the shadow root of an element. It precedes all children.
    pub(super) fn shadow_root_of(&self, host: NodeId) -> Option<NodeId> {
        let first = self.tables.nodes[host.index()].first_child?;
        let row = self.tables.row_of(first)?;
        if self.tables.shadow_roots.contains_key(&row) { Some(first) } else { None }
    }

    /// DOM, "attach a shadow root": reports whether an element is a valid shadow host by its name.
    /// A statement about `<*>` and some names is also about elements of these names that a grammar
    /// names.
    fn may_host(&self, parse: &Parse, statement: &ShadowRoots, host: NodeId) -> bool {
        let Some(row) = self.tables.row_of(host) else { return false };
        let Element { element, name, .. } = self.tables.elements[row.index()];
        let ShadowRoots { hosts, named, .. } = statement;
        let is_listed = hosts.as_ref().is_none_or(|hosts| hosts.contains(element.index()));
        let facts = self.vocabulary.facts(element);
        if is_listed && (facts.name.is_some() || named.is_empty()) {
            return true;
        }
        let may_be_named = is_listed
            || facts.name.is_some() && facts.namespace.is_none() && self.lists_any(statement);
        let own = facts.name.or(name).and_then(|own| parse.names.get(own));
        may_be_named && own.is_some_and(|own| named.fit(own))
    }

    /// Reports whether the hosts of a statement include `<*>`.
    fn lists_any(&self, statement: &ShadowRoots) -> bool {
        statement.hosts.iter().flat_map(|hosts| hosts.iter()).any(|host| {
            let facts = self.vocabulary.facts(ElementId::new(host));
            facts.name.is_none() && facts.namespace.is_none()
        })
    }
}
