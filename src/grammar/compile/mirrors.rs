//! `tree mirror` statements: what is wrong with the attributes that they name, and their compiled
//! form.

use super::freeze::Freezer;
use super::mistake::{Mistakes, error, twice};
use crate::base::{BitRow, Code};
use crate::grammar::ast::{At, Fact, MirrorRole};
use crate::grammar::model::{Mirror, TreeFacts};

/// Reports roles that there are not, and those that are given twice.
pub(super) fn check(by: &[At<String>], mistakes: &mut Mistakes) {
    let known = MirrorRole::ALL.map(|role| format!("`{}`", role.word())).join(", ");
    for (number, text) in by.iter().enumerate() {
        let Some((role, _)) = role(&text.value) else {
            let message = format!("{:?} gives no attribute a role", text.value);
            let mistake = error(Code::Undefined, text.place, message)
                .label("not a role, `=` and a name")
                .help(format!("the roles are {known}"));
            mistakes.push(mistake);
            continue;
        };
        let is_same =
            |other: &&At<String>| self::role(&other.value).is_some_and(|(r, _)| r == role);
        if let Some(first) = by[..number].iter().find(is_same) {
            let message = format!("two attributes are `{}`", role.word());
            let mistake = twice(text.place, message, "the second one", first.place);
            mistakes.push(mistake.help(format!("the roles are {known}")));
        }
    }
}

/// The role that a text gives, and the attribute that has it.
fn role(text: &str) -> Option<(MirrorRole, &str)> {
    let (word, name) = text.split_once('=').filter(|(_, name)| !name.is_empty())?;
    let role = MirrorRole::ALL.into_iter().find(|role| role.word() == word)?;
    Some((role, name))
}

impl Freezer<'_> {
    pub(super) fn mirror(&self, fact: &Fact) -> Mirror {
        let of = |slot: &str| self.elements_in(fact, slot);
        let attribute = |wanted: MirrorRole| {
            let mut roles = fact.texts("by").iter().filter_map(|text| role(&text.value));
            let (_, name) = roles.find(|&(role, _)| role == wanted)?;
            Some(name.to_ascii_lowercase())
        };
        Mirror {
            from: of("from"),
            groups: of("in"),
            into: of("into"),
            within: of("within"),
            until: of("until"),
            chosen: attribute(MirrorRole::Chosen),
            barred: attribute(MirrorRole::Barred),
            several: attribute(MirrorRole::Several),
            rows: attribute(MirrorRole::Rows),
        }
    }
}

/// The elements that the mirrors of a grammar depend on; what has template contents is the edge of
/// their world.
pub(super) fn mirrored(facts: &TreeFacts) -> BitRow {
    let mut mirrored = match facts.mirrors.is_empty() {
        true => BitRow::default(),
        false => facts.contents.clone(),
    };
    for mirror in &facts.mirrors {
        let Mirror { from, groups, into, within, until, .. } = mirror;
        for element in [from, groups, into, within, until].into_iter().flatten() {
            mirrored.insert(element.index());
        }
    }
    mirrored
}
