//! `:lang`: the language of an element, matched against language ranges. (HTML, section 3.2.6.2;
//! RFC 4647, section 3.3.2.)
//!
//! An element's declaration applies to its content. `grammar/query/html.selectors` names the
//! elements that declare the default language of the document; the last of them counts (HTML,
//! section 4.2.5.3). Each range is matched once against each declaration.

use super::known::Languages;
use super::run::Run;
use super::structure::is_element;
use crate::base::{BitRow, narrow, wide};
use crate::query::definitions::tables;
use crate::query::names::names;
use crate::query::steps::Cut;
use crate::tree::{AttributeRef, NodeRef};

impl<'d> Run<'_, 'd> {
    /// Reports whether the language of an element is in one of a test's ranges.
    pub(super) fn speaks(&mut self, test: usize, node: NodeRef<'d>) -> Result<bool, Cut> {
        if !is_element(node) {
            return Ok(false);
        }
        if self.known.languages.is_none() {
            self.known.languages = Some(self.languages()?);
        }
        let Some(languages) = &self.known.languages else { return Ok(false) };
        let spoken = match &mut self.known.spoken[test] {
            Some(spoken) => spoken,
            free => {
                let ranges = self.program.languages[test];
                for said in &languages.said {
                    self.steps.take_bytes(said.len() * ranges.len())?;
                }
                free.insert(languages.in_ranges(ranges))
            }
        };
        Ok(spoken.contains(wide(languages.of[node.id().index()])))
    }

    fn languages(&mut self) -> Result<Languages<'d>, Cut> {
        let document = self.program.document;
        let mut languages = Languages { said: vec![self.default_language()?], of: Vec::new() };
        for node in document.nodes() {
            self.steps.take(1)?;
            let around = node.parent().map_or(0, |parent| languages.of[parent.id().index()]);
            let own = said(node).map(|said| {
                languages.said.push(said);
                narrow(languages.said.len() - 1)
            });
            languages.of.push(own.unwrap_or(around));
        }
        Ok(languages)
    }

    /// Returns the default language, for content in no element with a declaration.
    fn default_language(&mut self) -> Result<&'d str, Cut> {
        let own = self.table(tables().default_language())?;
        let mut said = own.nodes.iter().rev().map(|node| self.node(*node));
        Ok(said.find_map(pragma).unwrap_or_default())
    }
}

impl Languages<'_> {
    /// Returns the set of languages that are in one of the ranges.
    fn in_ranges(&self, ranges: &[Box<str>]) -> BitRow {
        let is_in = |said: &str| ranges.iter().any(|range| is_in_range(said, range));
        let spoken = self.said.iter().enumerate().filter(|(_, said)| is_in(said));
        BitRow::of(self.said.len(), spoken.map(|(language, _)| language))
    }
}

/// Returns the language that an element declares; the XML namespace's attribute takes precedence.
fn said(node: NodeRef<'_>) -> Option<&str> {
    if !is_element(node) {
        return None;
    }
    let named = |(prefix, name): (Option<&str>, &str)| {
        let is_meant = |attribute: &AttributeRef<'_>| {
            attribute.namespace() == prefix && attribute.local_name() == name
        };
        let mut meant = node.own_attributes().filter(is_meant);
        meant.next().map(AttributeRef::value)
    };
    let known = names().language().iter();
    let parted =
        known.map(|name| name.split_once(':').map_or((None, *name), |(p, n)| (Some(p), n)));
    let mut said = parted.filter_map(named);
    said.next()
}

/// Returns the language in a pragma's content: its first word, unless there is a comma. (HTML,
/// section 4.2.5.3.)
fn pragma(node: NodeRef<'_>) -> Option<&str> {
    let content = node.attribute(tables().language_content())?;
    if content.contains(',') { None } else { content.split_ascii_whitespace().next() }
}

/// Matches by extended filtering (RFC 4647); the empty range matches an unknown language.
fn is_in_range(language: &str, range: &str) -> bool {
    let (mut said, mut asked) = (language.split('-'), range.split('-'));
    let (first, wanted) = (said.next().unwrap_or_default(), asked.next().unwrap_or_default());
    let is_first = if wanted == "*" { !language.is_empty() } else { is_same(first, wanted) };
    is_first && asked.filter(|part| *part != "*").all(|part| is_met(&mut said, part))
}

/// Consumes subtags until one equals `part`, and reports whether there is one. A single-letter
/// subtag ends the search, since it starts an extension.
fn is_met<'l>(said: &mut impl Iterator<Item = &'l str>, part: &str) -> bool {
    let mut until = said.take_while(|own| own.len() != 1 || is_same(own, part));
    until.any(|own| is_same(own, part))
}

fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

#[cfg(test)]
mod tests {
    use super::is_in_range;

    /// Checks the examples of RFC 4647, section 3.3.2, and of Selectors 4, section 7.2.
    #[test]
    fn ranges_have_the_languages_that_they_are_said_to_have() {
        let range = "de-*-DE";
        let within = ["de-DE", "de-de", "de-Latn-DE", "de-Latf-DE", "de-DE-x-goethe"];
        let others = ["de", "de-x-DE", "de-Deva", "", "DE-x-y-DE"];
        assert!(within.iter().all(|language| is_in_range(language, range)));
        assert!(within.iter().all(|language| is_in_range(language, "de-DE")));
        assert!(!others.iter().any(|language| is_in_range(language, range)));
        assert!(is_in_range("fr-CH", "*-CH") && is_in_range("fr-CH", "*"));
        assert!(!is_in_range("", "*") && is_in_range("", "") && !is_in_range("en", ""));
        assert!(is_in_range("en-x-a", "en-x-a") && !is_in_range("en-x-a", "en-a"));
    }
}
