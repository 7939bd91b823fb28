//! Advice about a syntax error that needs the rest of the grammar.
//!
//! The syntax refuses `remove <p> ::= excluding <div> ;`, because a rule can only be replaced as a
//! whole. Its author needs the current exclusions of the rule, to repeat those that shall stay.
//! They are usually in another file, and edits may have changed them, so they are known only after
//! merging. This module quotes them under the diagnostic.

use super::about;
use super::ast::{At, Exception, FileSpan, Item, Statement};
use super::compile::{Modes, Stages, stages, walk};
use super::load::Sources;
use super::meta::Meta;
use crate::base::{Code, Diagnostic, Span};

/// Quotes the exclusions of a rule under a diagnostic for a statement that would remove one of
/// them.
pub(super) fn exclusions(sources: &Sources, mistakes: &mut [Diagnostic]) {
    // The grammar is compiled only if a file has such a mistake.
    let mut compiled: Option<Stages> = None;
    for unit in &sources.units {
        let text = sources.files.get(unit.id).text();
        for lost in &unit.lost {
            let Some(element) = reduced(text, *lost) else { continue };
            let mistake = mistakes.iter_mut().find(|mistake| {
                let FileSpan { file, span } = mistake.primary.place;
                mistake.code == Code::Syntax
                    && file == unit.id
                    && (lost.start..lost.end).contains(&span.start)
            });
            let Some(mistake) = mistake else { continue };
            let stages = compiled
                .get_or_insert_with(|| stages(&sources.files, &sources.units, &Modes::default()).0);
            quote(stages, element, mistake);
        }
    }
}

/// Returns the element from which a lost statement seems to remove an exclusion: `<p>` of
/// `remove <p> ::= excluding …`.
fn reduced(text: &str, lost: Span) -> Option<&str> {
    let lost = lost.of(text);
    let words: Vec<&str> =
        Meta::get().tokens(lost).iter().map(|token| token.span.of(lost)).collect();
    match words.as_slice() {
        ["remove", element, "::=" | "excluding", rest @ ..] if element.starts_with('<') => {
            let is_reduced = words[2] == "excluding" || rest.contains(&"excluding");
            if is_reduced { Some(*element) } else { None }
        }
        _ => None,
    }
}

fn quote(stages: &Stages, element: &str, mistake: &mut Diagnostic) {
    let exclusions = exclusions_of(stages, element);
    let mut quoted = mistake.clone();
    for exclusion in &exclusions {
        quoted = quoted.also(exclusion.place, "an existing exclusion");
    }
    if exclusions.is_empty() {
        quoted = quoted.note(format!("the content of {element} has no exclusions"));
    }
    *mistake = quoted;
}

/// Returns the exclusions of an element's rule, in order.
fn exclusions_of<'s>(stages: &'s Stages, element: &str) -> Vec<&'s At<Exception>> {
    let mut exclusions = Vec::new();
    let definition = match about::item(element) {
        Some(Item::Start(element)) => stages.symbols.definition(&element),
        _ => None,
    };
    let rule = definition.and_then(|rule| stages.merged.statements.get(rule.statement));
    if let Some(At { value: Statement::Rule { content, .. }, .. }) = rule {
        walk::exceptions(content, &mut |exception| exclusions.push(exception));
    }
    exclusions.retain(|exception| exception.value.excludes);
    exclusions.sort_by_key(|exception| exception.place);
    exclusions
}
