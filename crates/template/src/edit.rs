//! Edits of nodes in a template: each page that it may write is edited as a page, and the edits of
//! all pages together are the edits of the template.
//!
//! ```text
//! all pages ──► edited pages ──► edits of the template, if all are in literal text
//!                    ▲                     │
//!                    └─ alike, or refused ◄─ the pages of the edited template
//! ```

use crate::dialect::Dialect;
use crate::edit_group::{EditGroup, applied, in_template};
use crate::read_template::ReadTemplate;
use std::collections::BTreeMap;
use wishful::base::{SourceFile, Span};
use wishful::tree::alike::compare;
use wishful::{Document, ParseOptions, Parser};
use wishful_diagnosis::SourceEdit;
use wishful_edit::script::EditScript;

/// An edited template.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TemplateEdit {
    /// The new text. The tags of the template are those of the old one, byte for byte.
    pub text: String,
    /// The number of nodes that were selected in the page with the most of them.
    pub selected: usize,
}

/// A page of the template, before and after.
struct EditedPage {
    unit: usize,
    assignment: Vec<bool>,
    conditions: Vec<String>,
    options: ParseOptions,
    text: String,
}

/// Edits nodes of a template. Each page of the new template has the tree of the old page, edited.
///
/// ```
/// use wishful::base::SourceFile;
/// use wishful::{Grammar, ParseOptions, Parser};
/// use wishful_edit::script::EditScript;
/// use wishful_template::{Dialect, edit};
///
/// let parser = Parser::new(Grammar::load("whatwg")?).unwrap();
/// let jinja = Dialect::named("jinja").unwrap();
/// let script = "[[edit]]\nselect = \"td\"\nset = { class = \"new\" }\n";
/// let script = EditScript::parse(script, false).unwrap();
/// let file = SourceFile::new("t.j2", "<tr>{% if a %}<td>{{ a }}{% endif %}<td>x");
/// let edited = edit(&jinja, &file, &parser, &ParseOptions::default(), &script, false).unwrap();
/// assert_eq!(
///     edited.text,
///     "<tr>{% if a %}<td class=\"new\">{{ a }}{% endif %}<td class=\"new\">x"
/// );
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
///
/// # Errors
/// A message, if an edit of some page is refused, or would change a tag of the template or what it
/// prints, or if one text would be edited in two ways.
pub fn edit(
    dialect: &Dialect,
    file: &SourceFile,
    parser: &Parser,
    options: &ParseOptions,
    script: &EditScript,
    rewrites: bool,
) -> Result<TemplateEdit, String> {
    // (A letter for a value could be what an edit writes.)
    let template = ReadTemplate { keeps_tags: true, ..ReadTemplate::new(dialect, file.text()) };
    if let Some(mistake) = template.program.mistakes.first() {
        return Err(format!("{}: {}", file.position(mistake.span.start), mistake.message));
    }
    let (mut pages, mut selected) = (Vec::new(), 0);
    // What is inserted between two parts belongs to the first one, or to the second one.
    let mut groups = [Ok(BTreeMap::new()), Ok(BTreeMap::new())];
    for unit in 0..template.program.units.len() {
        let options = template.context(parser, Some(unit), options);
        let found = template.pages(parser, Some(unit)).ok_or(
            "an edit cannot be tried on every page that the template may write: there are too \
             many combinations of conditions",
        )?;
        for (assignment, rendering) in found {
            let said = |&variable: &usize| {
                let (program, value) = (&template.program, assignment[variable]);
                template.variables.said(program, file, variable, value)
            };
            let conditions: Vec<String> = rendering.asked.iter().map(said).collect();
            let within = |message: String| under(&conditions, &message);
            let parsed = |error: wishful::ParseError| error.to_string();
            let document = parser.parse(rendering.text.as_str(), &options).map_err(parsed)?;
            let mut made = script.apply(&document);
            if let Some(message) = made.mistakes.first() {
                return Err(message.clone());
            }
            if let Some(error) = made.conflicts.first() {
                return Err(within(error.to_string()));
            }
            selected = selected.max(made.selected.iter().sum());
            made.editor.allow_rewriting(rewrites);
            let edited = made.editor.finish_str(parser, &rendering.text, &options);
            let edited = edited.map_err(parsed)?;
            if let Some(refused) = edited.refused.first() {
                return Err(within(refused.reason.clone()));
            }
            let changes: EditGroup = edited
                .changes()
                .into_iter()
                .map(|(span, text)| SourceEdit { span, text: text.to_owned() })
                .collect();
            let end = template.end(Some(unit));
            for (group, late) in groups.iter_mut().zip([None, Some(end)]) {
                let Ok(edits) = group else { continue };
                if let Err(message) = add(edits, in_template(&rendering, &changes, late)) {
                    *group = Err(within(message));
                }
            }
            let text = applied(&rendering.text, &changes);
            let options = options.clone();
            pages.push(EditedPage { unit, assignment, conditions, options, text });
        }
    }
    let mut reason = None;
    for group in groups {
        let written = group.and_then(|edits| written(dialect, &template, edits, parser, &pages));
        match written {
            Ok(text) => return Ok(TemplateEdit { text, selected }),
            Err(message) => drop(reason.get_or_insert(message)),
        }
    }
    Err(reason.unwrap_or_default())
}

/// Adds the edits of a page to those of the template.
fn add(edits: &mut BTreeMap<(u32, u32), String>, more: Option<EditGroup>) -> Result<(), String> {
    let Some(more) = more else {
        return Err("the edit would change a tag of the template, or what it prints".to_owned());
    };
    for SourceEdit { span, text } in more {
        // (The quotes of a new attribute may be others in other pages: those of most attributes.)
        edits.entry((span.start, span.end)).or_insert(text);
    }
    Ok(())
}

/// Returns a message about the pages under some conditions.
fn under(conditions: &[String], message: &str) -> String {
    if conditions.is_empty() {
        return message.to_owned();
    }
    format!("if {}: {message}", conditions.join(" and "))
}

/// Reports whether two pages have the same tree, and as many mistakes.
fn are_alike(one: &str, other: &str, parser: &Parser, options: &ParseOptions) -> bool {
    let [one, other] = [one, other].map(|text| parser.parse(text, options));
    let (Ok(one), Ok(other)) = (one, other) else { return false };
    let count = |page: &Document| (page.errors().len(), page.repairs().len());
    compare(&one, &other).is_equal() && count(&one) == count(&other)
}

/// Returns the text of the edited template, if its pages are the edited pages.
fn written(
    dialect: &Dialect,
    template: &ReadTemplate<'_>,
    edits: BTreeMap<(u32, u32), String>,
    parser: &Parser,
    pages: &[EditedPage],
) -> Result<String, String> {
    let edits = edits.into_iter();
    let edits: EditGroup =
        edits.map(|((start, end), text)| SourceEdit { span: Span { start, end }, text }).collect();
    if edits.windows(2).any(|pair| pair[0].span.end > pair[1].span.start) {
        return Err("the edits of different pages overlap".to_owned());
    }
    let text = applied(template.text, &edits);
    let changed = ReadTemplate { keeps_tags: true, ..ReadTemplate::new(dialect, &text) };
    if changed.tags() != template.tags() || changed.variables.len() != template.variables.len() {
        return Err("the edit would change the tags of the template".to_owned());
    }
    for page in pages {
        let new = changed.render(parser, Some(page.unit), &page.assignment).text;
        if new != page.text && !are_alike(&new, &page.text, parser, &page.options) {
            let message = "the edit would be another one than in other pages";
            return Err(under(&page.conditions, message));
        }
    }
    Ok(text)
}
