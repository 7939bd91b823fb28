//! Pass 3: checks that the statements fit the tokenizer that the grammar names.
//!
//! The tokenizers of HTML and SGML produce tags and eight kinds of other terminals. A grammar with
//! `tokenizer text` has the tokens that it declares or quotes, and the end of the input. A terminal
//! of the other group would never occur and has no compiled form, so it is an error. Of the
//! remedies only those that insert or leave out tokens concern texts; `tokenizer text-all` has no
//! repairs.

use super::merge::MergedStatements;
use super::mistake::{Mistakes, error};
use super::names::{BUILT_IN, DefinedNames};
use super::walk;
use super::words::{TERMINALS, TOKENIZERS};
use crate::base::{Code, Diagnostic};
use crate::grammar::TokenizerKind;
use crate::grammar::ast::{At, FileSpan, Item, Remedy, Statement};
use crate::grammar::schema::Head;

/// The one terminal that every tokenizer produces.
const END: &str = "EOF";

/// Reports items and statements for another tokenizer. Without a known tokenizer, nothing is
/// reported.
pub(crate) fn fits(merged: &MergedStatements, names: &DefinedNames, mistakes: &mut Mistakes) {
    let Some(tokenizer) = &names.tokenizer else { return };
    let Some(kind) = TOKENIZERS.meaning(&tokenizer.value) else { return };
    let alien: fn(&DefinedNames, &Item) -> bool =
        if kind.is_text() { is_markup } else { |_, item| matches!(item, Item::Literal(_)) };
    for statement in &merged.statements {
        if let Some(place) = alien_statement(kind, statement) {
            mistakes.push(misfit(tokenizer, kind, place));
        }
        walk::items(&statement.value, &mut |item, place, _| {
            if alien(names, item) {
                mistakes.push(misfit(tokenizer, kind, place));
            }
        });
        mistakes.extend(token_called_end(&statement.value));
    }
}

fn token_called_end(statement: &Statement) -> Option<Diagnostic> {
    let name = statement.fact(Head::Token)?.text("name")?;
    if name.value != END {
        return None;
    }
    let mistake = error(Code::Duplicate, name.place, "`EOF` is a built-in terminal");
    Some(mistake.label("the end of the input").help("give this token another name"))
}

/// Returns the span of a statement that has no meaning with this tokenizer.
fn alien_statement(kind: TokenizerKind, statement: &At<Statement>) -> Option<FileSpan> {
    let (is_text, is_repaired) = (kind.is_text(), kind != TokenizerKind::TextAll);
    if let Statement::Remedy { rejected, remedies } = &statement.value {
        if !is_repaired {
            return Some(statement.place);
        }
        let is_alien = |remedy: &&At<Remedy>| {
            !matches!(
                remedy.value,
                Remedy::Insert(_) | Remedy::Grant | Remedy::Cruft | Remedy::Discard
            )
        };
        let first = remedies.iter().find(is_alien).map(|remedy| remedy.place);
        let first = first.or(rejected.excluded.then_some(statement.place));
        return first.filter(|_| is_text);
    }
    let Statement::Fact(fact) = &statement.value else { return None };
    let is_alien = match fact.row().head {
        Head::Token | Head::Skip => !is_text,
        Head::TextWhole => is_text,
        Head::Wish => !is_repaired,
        _ => false,
    };
    if is_alien { Some(statement.place) } else { None }
}

/// Reports whether an item names tags, or a terminal that only tokenizers of markup produce.
fn is_markup(names: &DefinedNames, item: &Item) -> bool {
    match item {
        Item::Start(_) | Item::End(_) => true,
        Item::Braces { namespace, .. } => namespace.is_some(),
        Item::Name(name) => BUILT_IN.contains(&name.as_str()) && !names.sets.contains_key(name),
        Item::Terminal(name) => {
            name != END && TERMINALS.has(name) && !names.tokens.contains_key(name)
        }
        Item::Literal(_) => false,
    }
}

/// Reports whether a statement names a tokenizer of texts.
pub(super) fn is_text(tokenizer: &At<String>) -> bool {
    TOKENIZERS.meaning(&tokenizer.value).is_some_and(TokenizerKind::is_text)
}

fn misfit(tokenizer: &At<String>, kind: TokenizerKind, place: FileSpan) -> Diagnostic {
    let (message, help) = if kind == TokenizerKind::TextAll {
        (
            "wishes, remedies and what concerns markup need another tokenizer",
            "write `tokenizer text ;` for a text with repairs, or `tokenizer html5 ;`",
        )
    } else if kind.is_text() {
        (
            "tags, terminals of markup, `text whole` and remedies of tags need `tokenizer html5`",
            "declare a token, `token NAME = /…/ ;`, or write `tokenizer html5 ;`",
        )
    } else {
        (
            "quoted strings, `token` and `skip` need `tokenizer text`",
            "name a terminal of the tokenizer, such as TEXT, or write `tokenizer text ;`",
        )
    };
    let says = format!("of no use with `tokenizer {}`", tokenizer.value);
    error(Code::Contradictory, place, message)
        .label(says)
        .also(tokenizer.place, "the tokenizer")
        .help(help)
}
