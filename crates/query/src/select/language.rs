//! `:lang`: the language of an element, matched against language ranges. (HTML, section 3.2.6.2;
//! RFC 4647, section 3.3.2.)
//!
//! An element's declaration applies to its content. `grammar/query/html.selectors` names the
//! elements that declare the default language of the document; the last of them counts (HTML,
//! section 4.2.5.3). Each range is matched once against each declaration.

use super::caches::Languages;
use super::run::MatchRun;
use super::structure::is_element;
use crate::definitions::tables;
use crate::names::names;
use crate::steps::BudgetExhausted;
use wishful::base::{BitRow, narrow, wide};
use wishful::tree::NodeRef;

impl<'d> MatchRun<'_, 'd> {
    /// Reports whether the language of an element is in one of a test's ranges.
    pub(super) fn has_language(
        &mut self,
        test: usize,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        if !is_element(node) {
            return Ok(false);
        }
        if self.caches.languages.is_none() {
            self.caches.languages = Some(self.languages()?);
        }
        let Some(languages) = &self.caches.languages else { return Ok(false) };
        let spoken = match &mut self.caches.spoken[test] {
            Some(spoken) => spoken,
            free => {
                let ranges = self.program.languages[test];
                for tag in &languages.tags {
                    self.steps.take_bytes(tag.len() * ranges.len())?;
                }
                free.insert(languages.in_ranges(ranges))
            }
        };
        Ok(spoken.contains(wide(languages.of[node.id().index()])))
    }

    fn languages(&mut self) -> Result<Languages<'d>, BudgetExhausted> {
        let document = self.program.document;
        let mut languages = Languages { tags: vec![self.default_language()?], of: Vec::new() };
        for node in document.nodes() {
            self.steps.take(1)?;
            let language = if let Some(tag) = declared_language(node) {
                languages.tags.push(tag);
                narrow(languages.tags.len() - 1)
            } else if let Some(parent) = node.parent() {
                languages.of[parent.id().index()]
            } else {
                0
            };
            languages.of.push(language);
        }
        Ok(languages)
    }

    /// Returns the default language, for content in no element with a declaration.
    fn default_language(&mut self) -> Result<&'d str, BudgetExhausted> {
        let declaring = self.table(tables().default_language())?;
        for node in declaring.nodes.iter().rev() {
            if let Some(language) = pragma(self.node(*node)) {
                return Ok(language);
            }
        }
        Ok("")
    }
}

impl Languages<'_> {
    /// Returns the set of languages that are in one of the ranges.
    fn in_ranges(&self, ranges: &[Box<str>]) -> BitRow {
        let mut spoken = BitRow::new(self.tags.len());
        for (index, tag) in self.tags.iter().enumerate() {
            if ranges.iter().any(|range| is_in_range(tag, range)) {
                spoken.insert(index);
            }
        }
        spoken
    }
}

/// Returns the language that an element declares; the XML namespace's attribute takes precedence.
pub(crate) fn declared_language(node: NodeRef<'_>) -> Option<&str> {
    if !is_element(node) {
        return None;
    }
    for name in names().language() {
        let (namespace, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, *name),
        };
        for attribute in node.own_attributes() {
            if attribute.namespace() == namespace && attribute.local_name() == local {
                return Some(attribute.value());
            }
        }
    }
    None
}

/// Returns the language in a pragma's content: its first word, unless there is a comma. (HTML,
/// section 4.2.5.3.)
fn pragma(node: NodeRef<'_>) -> Option<&str> {
    let content = node.attribute(tables().language_content())?;
    if content.contains(',') { None } else { content.split_ascii_whitespace().next() }
}

/// Matches by extended filtering (RFC 4647); the empty range matches an unknown language.
fn is_in_range(language: &str, range: &str) -> bool {
    let (mut subtags, mut parts) = (language.split('-'), range.split('-'));
    let (first, wanted) = (subtags.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_first =
        if wanted == "*" { !language.is_empty() } else { first.eq_ignore_ascii_case(wanted) };
    if !is_first {
        return false;
    }
    for part in parts {
        if part != "*" && !skip_to(&mut subtags, part) {
            return false;
        }
    }
    true
}

/// Consumes subtags until one equals `part`, and reports whether there is one. A single-letter
/// subtag ends the search, since it starts an extension.
fn skip_to<'l>(subtags: &mut impl Iterator<Item = &'l str>, part: &str) -> bool {
    for subtag in subtags {
        if subtag.eq_ignore_ascii_case(part) {
            return true;
        }
        if subtag.len() == 1 {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_in_range;

    /// Checks the examples of RFC 4647, section 3.3.2, and of Selectors 4, section 7.2.
    #[test]
    fn language_ranges_match_as_specified() {
        let range = "de-*-DE";
        let within = ["de-DE", "de-de", "de-Latn-DE", "de-Latf-DE", "de-DE-x-goethe"];
        let others = ["de", "de-x-DE", "de-Deva", "", "DE-x-y-DE"];
        for language in within {
            assert!(is_in_range(language, range) && is_in_range(language, "de-DE"), "{language}");
        }
        for language in others {
            assert!(!is_in_range(language, range), "{language}");
        }
        assert!(is_in_range("fr-CH", "*-CH") && is_in_range("fr-CH", "*"));
        assert!(!is_in_range("", "*") && is_in_range("", "") && !is_in_range("en", ""));
        assert!(is_in_range("en-x-a", "en-x-a") && !is_in_range("en-x-a", "en-a"));
    }
}
