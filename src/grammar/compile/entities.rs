//! `entities` statements: their checks and their compiled form.

use super::freeze::Freezer;
use super::mistake::{Mistakes, twice, undefined};
use super::words::Words;
use crate::base::HashMap;
use crate::grammar::ast::{At, FileSpan, Statement, facts};
use crate::grammar::schema::Head;
use crate::token::sgml::{Entities, EntityKind};

/// The kinds that a statement may name; without a kind it is [`EntityKind::Text`].
const KINDS: Words<EntityKind> = Words(&[
    ("cdata", EntityKind::Data),
    ("sdata", EntityKind::System),
    ("pi", EntityKind::Instruction),
    ("keywords", EntityKind::Keywords),
]);

/// Reports mistakes in `entities` statements.
pub(super) fn check(statements: &[At<Statement>], mistakes: &mut Mistakes) {
    let mut seen: HashMap<&str, FileSpan> = HashMap::default();
    for At { value: fact, .. } in facts(statements, Head::Entities) {
        if let Some(kind) = fact.text("kind")
            && !KINDS.has(&kind.value)
        {
            mistakes.push(undefined(kind.place, "kind of entity", &kind.value, KINDS.all()));
        }
        for entity in fact.entities() {
            let name = &entity.name;
            let first = *seen.entry(&name.value).or_insert(name.place);
            if first != name.place {
                let message = format!("duplicate entity `{}`", name.value);
                mistakes.push(twice(name.place, message, "duplicate declaration", first));
            }
        }
    }
}

impl Freezer<'_> {
    /// Compiles all entities of the grammar.
    pub(super) fn entities(&self) -> Entities {
        let mut compiled = Entities::default();
        for At { value: fact, .. } in facts(self.known.statements, Head::Entities) {
            let kind = match fact.text("kind") {
                Some(kind) => KINDS.meaning(&kind.value).unwrap_or(EntityKind::Text),
                None => EntityKind::Text,
            };
            for entity in fact.entities() {
                compiled.declare(&entity.name.value, kind, &entity.text.value);
            }
        }
        compiled
    }
}
