//! Quick fixes of findings.
//!
//! | finding | fix |
//! | --- | --- |
//! | an attribute that is not allowed, obsolete or a duplicate | remove it |
//! | an attribute that is not allowed | rename it to the nearest declared name |
//! | an element that the grammar does not know | rename its tags to the nearest name |
//! | a mistake of the author | repair it as it was probably meant |
//! | an inserted tag | write it |
//! | a tag that was set aside | remove it |
//! | a parse error | spell it correctly |
//! | any | allow its code in the settings of the project |
//!
//! Of a template, only its code can be allowed, and the whole is fixed as `wishful fix` does.
//!
//! A fix of a repair or parse error is offered only if the page that it makes parses to the same
//! tree with fewer mistakes. No end tag is offered at the end of a page whose rest one unfinished
//! element contains.

use std::collections::BTreeSet;
use std::path::Path;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CreateFile, DocumentChangeOperation,
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};
use url::Url;

use super::super::places;
use super::cursor::{ElementTag, shown};
use super::open_page::{CheckedPage, OpenPage};
use super::tag_pairs;
use wishful::base::{Location, SourceFile, Span, wide};
use wishful::slippers::event::RepairKind;
use wishful::tree::alike::compare;
use wishful::tree::{AttributeRef, Document};
use wishful::{ParseOptions, Parser};
use wishful_check::Checker;
use wishful_console::nearest::nearest;
use wishful_console::settings::Permission;
use wishful_diagnosis::{Diagnoser, Mistake};
use wishful_edit::fix::{Replacement, error_repair, fix};
use wishful_template::Dialect;

/// The greatest number of repairs for which fixes are tried; each takes a parse.
const TRIED: usize = 3;

/// The greatest number of fixes that are offered at once.
const OFFERED: usize = 50;

/// A page with its grammars.
#[derive(Clone, Copy)]
pub(super) struct QuickFixer<'a> {
    pub(super) page: &'a OpenPage,
    pub(super) document: &'a Document,
    pub(super) parser: &'a Parser,
    pub(super) checker: &'a Checker,
    /// The template language, if the page is a template, with what its repair needs.
    pub(super) template: Option<(&'a Dialect, &'a Diagnoser)>,
    /// The folder with the settings of the project, if the editor has opened one.
    pub(super) root: Option<&'a Path>,
    /// True if the editor creates files on request.
    pub(super) creates_files: bool,
}

impl QuickFixer<'_> {
    /// Returns the fixes of the kinds that the editor asks for.
    pub(super) fn actions(
        self,
        params: &CodeActionParams,
        checked: &CheckedPage,
    ) -> Vec<CodeAction> {
        let context = &params.context;
        // A fix of the whole page is computed on request only.
        let Some(kinds) = &context.only else { return self.quick_fixes(params, checked) };
        let mut actions = Vec::new();
        for kind in kinds {
            if CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str()) {
                actions.extend(self.quick_fixes(params, checked));
            } else if CodeActionKind::SOURCE_FIX_ALL.as_str().starts_with(kind.as_str()) {
                actions.extend(self.fix_all());
            }
        }
        actions
    }

    /// Returns the fixes of the findings that touch the range.
    fn quick_fixes(self, params: &CodeActionParams, checked: &CheckedPage) -> Vec<CodeAction> {
        let file = &self.document.source().file;
        let (start, end) =
            (places::offset(file, params.range.start), places::offset(file, params.range.end));
        let span = Span::new(start.min(end), start.max(end));
        let mut actions = Vec::new();
        let mut tried = 0;
        let mut allowed = BTreeSet::new();
        for finding in &checked.findings {
            let Some(place) = &finding.place else { continue };
            let found = span_of(place);
            let mistake = checked
                .mistakes
                .iter()
                .find(|mistake| mistake.place == found && mistake.kind.code() == finding.code);
            let touches = |found: Span| span.start <= found.end && found.start <= span.end;
            let related = finding.related.iter().filter(|_| mistake.is_some());
            if !touches(found) && !related.map(|one| span_of(&one.place)).any(touches) {
                continue;
            }
            let before = actions.len();
            if before >= OFFERED {
                break;
            }
            if self.template.is_some() {
                // The document is not one of its pages.
            } else if let Some(tag) = ElementTag::at(self.document, found.start) {
                self.of_tag(tag, found, &finding.code, &mut actions);
            }
            if let Some(mistake) = mistake {
                actions.push(self.of_mistake(mistake));
            } else if actions.len() == before && tried < TRIED && self.template.is_none() {
                tried += 1;
                let action = self.of_repairs(found.start);
                actions.extend(action.or_else(|| self.of_error(found.start)));
            }
            if allowed.insert(&finding.code) {
                actions.extend(self.permission(&finding.code));
            }
            for action in &mut actions[before..] {
                let mut solved = Vec::new();
                for diagnostic in &params.context.diagnostics {
                    if diagnostic.range.start == places::position(place.start) {
                        solved.push(diagnostic.clone());
                    }
                }
                action.diagnostics = Some(solved);
            }
        }
        actions
    }

    /// Returns the change that `wishful fix` makes, if it makes one.
    fn fix_all(self) -> Option<CodeAction> {
        let text = self.document.text();
        // The editor has decoded the text, whatever it declares.
        let options = self.page.options().encoding("utf-8");
        let fixed = match self.template {
            Some((dialect, diagnoser)) => {
                let file = &self.document.source().file;
                wishful_template::repair(dialect, file, diagnoser, &options, false).text
            }
            None => {
                String::from_utf8(fix(self.parser, text.as_bytes(), &options).ok()?.bytes).ok()?
            }
        };
        if fixed == text {
            return None;
        }
        let edits = vec![self.edit(Span::new(0, text.len()), &fixed)];
        let action = self.action("Fix all repairs (wishful fix)".to_owned(), edits);
        Some(CodeAction { kind: Some(CodeActionKind::SOURCE_FIX_ALL), ..action })
    }

    /// Adds the fixes of a finding in a tag of an element.
    fn of_tag(self, tag: ElementTag<'_>, found: Span, code: &str, actions: &mut Vec<CodeAction>) {
        let name = tag.element.name().unwrap_or_default();
        match code {
            "unknown-element" => {
                let mut known: Vec<&str> = self.checker.grammar().element_names().collect();
                known.retain(|name| !self.checker.forbids(name));
                if let Some(near) = nearest(name, known)
                    && let Ok(edits) = tag_pairs::edits(self.page, tag.element, self.parser, near)
                {
                    actions.push(self.action(format!("Rename to `<{near}>`"), edits));
                }
            }
            "unknown-attribute" | "obsolete-attribute" | "duplicate-attribute" => {
                let is_duplicate = code == "duplicate-attribute";
                for attribute in tag.element.attributes() {
                    let span = attribute.name_span();
                    if span.start <= found.start
                        && found.start <= span.end
                        && attribute.is_duplicate() == is_duplicate
                    {
                        self.of_attribute(tag, attribute, code, actions);
                        return;
                    }
                }
            }
            _ => {}
        }
    }

    fn of_attribute(
        self,
        tag: ElementTag<'_>,
        attribute: AttributeRef<'_>,
        code: &str,
        actions: &mut Vec<CodeAction>,
    ) {
        let name = attribute.name();
        if code == "unknown-attribute" {
            let declared = self.checker.attributes(tag.element);
            if let Some(near) = nearest(name, declared.iter().map(|one| one.name.as_str()))
                && tag.element.attribute(near).is_none()
            {
                let edit = self.edit(attribute.name_span(), near);
                actions.push(self.action(format!("Rename to `{near}`"), vec![edit]));
            }
        }
        let edit = self.edit(removed(self.document.text(), attribute), "");
        actions.push(self.action(format!("Remove the attribute `{name}`"), vec![edit]));
    }

    /// Returns the fix of the repairs at an offset: the inserted tags are written, or the tag that
    /// was set aside is removed.
    fn of_repairs(self, offset: u32) -> Option<CodeAction> {
        let is_at_end = wide(offset) == self.document.text().len();
        if is_at_end && self.document.unfinished_rest().is_some() {
            return None;
        }
        let mut inserted = String::new();
        let mut dropped = None;
        for repair in self.document.mistakes() {
            let record = self.document.repairs()[repair.index()];
            if record.span.start != offset {
                continue;
            }
            match record.kind {
                RepairKind::VirtualStart | RepairKind::VirtualEnd => {
                    inserted.push_str(&self.document.inserted_tag(repair)?);
                }
                RepairKind::Cruft => dropped = Some(record.span),
                _ => return None,
            }
        }
        let (title, span) = match dropped {
            Some(span) if inserted.is_empty() => {
                (format!("Remove `{}`", shown(span.of(self.document.text()))), span)
            }
            None if !inserted.is_empty() => {
                (format!("Insert `{}`", shown(&inserted)), Span { start: offset, end: offset })
            }
            _ => return None,
        };
        if !self.is_better(span, &inserted) {
            return None;
        }
        Some(self.action(title, vec![self.edit(span, &inserted)]))
    }

    /// Returns the change of the project's settings by which findings of a code are allowed.
    fn permission(self, code: &str) -> Option<CodeAction> {
        let permission = Permission::of(self.root?, code)?;
        let title = format!("Allow `{code}` in this project (wishful.toml)");
        let edit = settings_edit(&permission, self.creates_files)?;
        Some(CodeAction { edit: Some(edit), ..self.action(title, Vec::new()) })
    }

    /// Returns the repair of a mistake as it was probably meant.
    fn of_mistake(self, mistake: &Mistake) -> CodeAction {
        let text = self.document.text();
        let title = match &mistake.edits[..] {
            [edit] => title(edit.span.of(text), &edit.text),
            _ => mistake.message.clone(),
        };
        let edits = mistake.edits.iter().map(|edit| self.edit(edit.span, &edit.text));
        self.action(title, edits.collect())
    }

    /// Returns the fix of the parse error at an offset.
    fn of_error(self, offset: u32) -> Option<CodeAction> {
        let Replacement { span, text } = error_repair(self.document, offset)?;
        if !self.is_better(span, &text) {
            return None;
        }
        let title = title(span.of(self.document.text()), &text);
        Some(self.action(title, vec![self.edit(span, &text)]))
    }

    /// Reports whether a change gives the same tree with fewer mistakes.
    fn is_better(self, span: Span, new_text: &str) -> bool {
        let text = self.document.text();
        let changed = [&text[..wide(span.start)], new_text, &text[wide(span.end)..]].concat();
        let Ok(fixed) = self.parser.parse(changed, &ParseOptions::default()) else {
            return false;
        };
        let [after, before] = [&fixed, self.document]
            .map(|document| document.mistakes().count() + document.errors().len());
        after < before && compare(self.document, &fixed).differences.is_empty()
    }

    fn edit(self, span: Span, new_text: &str) -> TextEdit {
        let range = places::range(&self.document.source().file, span);
        TextEdit { range, new_text: new_text.to_owned() }
    }

    fn action(self, title: String, edits: Vec<TextEdit>) -> CodeAction {
        CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            edit: Some(self.page.workspace_edit(edits)),
            ..CodeAction::default()
        }
    }
}

/// Returns the edit that changes the settings of the project, and creates their file if there is
/// none; `None` if the editor cannot create files.
fn settings_edit(permission: &Permission, creates_files: bool) -> Option<WorkspaceEdit> {
    let Permission { path, text, offset, inserted } = permission;
    let uri: Uri = Url::from_file_path(path).ok()?.as_str().parse().ok()?;
    let range = places::range(&SourceFile::new("", text.as_str()), Span::at(*offset));
    let edit = TextEdit { range, new_text: inserted.clone() };
    if path.is_file() {
        return Some(places::workspace_edit(uri, vec![edit]));
    }
    if !creates_files {
        return None;
    }
    let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: None };
    let edit = TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] };
    let operations = vec![
        DocumentChangeOperation::Op(ResourceOp::Create(create)),
        DocumentChangeOperation::Edit(edit),
    ];
    let document_changes = Some(DocumentChanges::Operations(operations));
    Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() })
}

/// Returns the title of the fix that replaces a text.
fn title(old: &str, new: &str) -> String {
    let (old, new) = (shown(old), shown(new));
    match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("Insert `{new}`"),
        (_, true) => format!("Remove `{old}`"),
        _ => format!("Replace `{old}` with `{new}`"),
    }
}

fn span_of(place: &Location) -> Span {
    Span { start: place.start.offset, end: place.end.offset }
}

/// Returns the span of an attribute with its value, its quotes and the blanks before it.
fn removed(text: &str, attribute: AttributeRef<'_>) -> Span {
    let name = attribute.name_span();
    let before =
        text[..wide(name.start)].trim_end_matches(|letter: char| letter.is_ascii_whitespace());
    let mut end = wide(name.end);
    if let Some(value) = attribute.value_span() {
        end = wide(value.end);
        let quote = text[..wide(value.start)].chars().next_back();
        let is_quoted = quote.is_some_and(|quote| matches!(quote, '"' | '\''));
        if is_quoted && text[end..].chars().next() == quote {
            end += 1;
        }
    }
    Span::new(before.len(), end)
}
