//! `lib:html-document`: fetching other documents.

use url::{ParseError, Url};

use super::Call;
use crate::evaluate::{Eval, EvalNode, Evaluator, Failure, Val, order};
use wishful::tree::Document;

/// The error for a relative address without a base.
const UNKNOWN_BASE: &str = "the address is relative, and the address of the page is unknown (on the command line, use --base, or --allow-dir for a file)";

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Returns the roots of the documents at an address, or at the addresses that are the
    /// string-values of nodes.
    pub(super) fn fetched(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let mut addresses = Vec::new();
        match self.value(call.arguments[0], call.focus)? {
            Val::Nodes(nodes) => {
                for node in nodes.iter() {
                    addresses.push((self.string_value(*node)?, self.world.document(*node)));
                }
            }
            other => {
                addresses.push((other.to_text(&self.world), self.world.document(call.focus.node)))
            }
        }
        let base = self.base(call)?;
        let mut roots: Vec<EvalNode> = Vec::new();
        for (address, document) in addresses {
            let base = base.as_ref().or_else(|| document?.base_url());
            roots.push(self.root_at(&address, base, call)?);
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
                let Some(first) = nodes.first() else { return Ok(None) };
                Ok(self.world.document(*first).and_then(Document::base_url).cloned())
            }
            other => {
                let text = other.to_text(&self.world);
                match Url::parse(&text) {
                    Ok(url) => Ok(Some(url)),
                    Err(error) => {
                        Err(Failure::fetch(&text, error.to_string(), self.span_of(call)).into())
                    }
                }
            }
        }
    }

    fn root_at(&mut self, address: &str, base: Option<&Url>, call: Call<'e>) -> Eval<EvalNode> {
        let span = self.span_of(call);
        let url = Url::options().base_url(base).parse(address.trim()).map_err(|error| {
            let why = match error {
                ParseError::RelativeUrlWithoutBase => UNKNOWN_BASE.to_owned(),
                error => error.to_string(),
            };
            Failure::fetch(address, why, span)
        })?;
        let Some(documents) = self.settings.documents else {
            let why = "access to other documents is not allowed".to_owned();
            return Err(Failure::fetch(address, why, span).into());
        };
        let document = documents.get(&url).map_err(|why| Failure::fetch(address, why, span))?;
        self.steps.take(document.len())?;
        Ok(self.world.place(document.root().into()))
    }
}
