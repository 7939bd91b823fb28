//! `lib:html-document`: fetching other documents.

use url::{ParseError, Url};

use super::Call;
use crate::query::evaluate::{Eval, Evaluator, Failure, Place, Val, order};
use crate::tree::Document;

/// The error for a relative address without a base.
const UNKNOWN_BASE: &str = "it is relative, and nobody said where the page is (the command: --base, or --allow-dir for a file)";

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Returns the roots of the documents at an address, or at the addresses that are the
    /// string-values of nodes.
    pub(super) fn fetched(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let mut addresses = Vec::new();
        match self.value(call.arguments[0], call.focus)? {
            Val::Nodes(nodes) => {
                for node in nodes.iter() {
                    addresses.push((self.said(*node)?, self.world.document(*node)));
                }
            }
            other => {
                addresses.push((other.to_text(&self.world), self.world.document(call.focus.node)))
            }
        }
        let base = self.base(call)?;
        let mut roots: Vec<Place> = Vec::new();
        for (address, document) in addresses {
            let around = base.clone().or_else(|| document.and_then(Document::base_url).cloned());
            roots.push(self.root_at(&address, around.as_ref(), call)?);
        }
        order(&mut roots);
        Ok(Val::nodes(roots))
    }

    /// Returns the base URL from the second argument: an address, or a node whose document's base
    /// URL is used.
    fn base(&mut self, call: Call<'e>) -> Eval<Option<Url>> {
        let Some(argument) = call.arguments.get(1) else { return Ok(None) };
        match self.value(*argument, call.focus)? {
            Val::Nodes(nodes) => {
                let document = nodes.first().and_then(|node| self.world.document(*node));
                Ok(document.and_then(Document::base_url).cloned())
            }
            other => {
                let text = other.to_text(&self.world);
                let failed = |error| Failure::fetch(&text, format!("{error}"), self.span_of(call));
                Ok(Some(Url::parse(&text).map_err(failed)?))
            }
        }
    }

    fn root_at(&mut self, address: &str, base: Option<&Url>, call: Call<'e>) -> Eval<Place> {
        let span = self.span_of(call);
        let failed = |why: String| Failure::fetch(address, why, span);
        let url = Url::options().base_url(base).parse(address.trim());
        let url = url.map_err(|error| match error {
            ParseError::RelativeUrlWithoutBase => failed(UNKNOWN_BASE.to_owned()),
            error => failed(error.to_string()),
        })?;
        let Some(documents) = self.settings.documents else {
            return Err(failed("no other documents may be read".to_owned()).into());
        };
        let document = documents.get(&url).map_err(failed)?;
        self.steps.take(document.len())?;
        Ok(self.world.place(document.root().into()))
    }
}
