//! `useless`: a token of a grammar's own that can never be read, because another one always is.
//!
//! Of two equally long matches a quoted string counts before any `token` or `skip`, and of those the one that is declared
//! first. So a second rule with the same regular expression is never read, nor is one that matches only what is quoted.
//! Whether one regular expression is contained in another is not looked into.

use super::subject::Subject;
use crate::base::{Code, HashMap};
use crate::grammar::ast::{At, Item, Place, Statement};
use crate::grammar::compile::freeze::escaped;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::walk;
use crate::grammar::schema::Head;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let statements = &subject.stages.merged.statements;
    let mut earlier: HashMap<String, Place> = HashMap::default();
    for statement in statements {
        walk::items(&statement.value, &mut |item, place, _| {
            if let Item::Literal(text) = item {
                earlier.entry(escaped(text)).or_insert(place);
            }
        });
    }
    for statement in statements {
        let Statement::Fact(fact) = &statement.value else { continue };
        if !matches!(fact.row().head, Head::Token | Head::Skip) {
            continue;
        }
        let Some(pattern) = fact.text("pattern") else { continue };
        let At { value, place } = pattern;
        match earlier.get(value) {
            Some(first) => mistakes.push(
                warning(Code::Useless, *place, "such a token is never read")
                    .label("matches nothing else")
                    .also(first.file, first.span, "this is read in its place"),
            ),
            None => {
                earlier.insert(value.clone(), *place);
            }
        }
    }
}
