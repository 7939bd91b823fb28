//! Lists every statement in force that touches one tag or token, and in which ways.
//!
//! A statement touches the members that it names and the members of the sets that it names. `<p>`
//! means the element, so statements about `</p>` count as well. A set that is subtracted from
//! another one, or is written inside braces, does not count by itself; the value of the whole list
//! counts.
//!
//! Statements are those after merging (`wishful grammar show`), in the order of the grammar. Sets
//! come first, because the other statements refer to them.

use super::ast::{At, Content, FileSpan, Item, Items, Statement};
use super::compile::sets::{Member, MemberId, wildcard};
use super::compile::{Stages, walk};
use super::model::Grammar;
use super::schema::Role;
use super::statements::StatementId;
use super::{parse, print};
use crate::base::{Files, IndexSet, SourceFile};

/// A statement that touches the queried tag or token.
#[derive(Debug)]
pub struct TouchingStatement {
    pub id: StatementId,
    /// The ways in which it touches the tag, in a few words each:
    /// `excludes it, by {block - <form>}`.
    pub ways: Vec<String>,
}

/// Returns the statements that touch a tag or token, given as a grammar writes it; `None` if `what`
/// is not a tag or token.
#[must_use]
pub fn about(grammar: &Grammar, what: &str) -> Option<Vec<TouchingStatement>> {
    let stages = grammar.stages();
    let queried = QueriedToken::of(&stages, item(what)?)?;
    let (mut sets, mut others) = (Vec::new(), Vec::new());
    for (number, At { value, .. }) in grammar.statements().in_force().iter().enumerate() {
        let ways: Vec<String> = queried.ways(number, value).into_iter().collect();
        if ways.is_empty() {
            continue;
        }
        let touching = TouchingStatement { id: StatementId::new(number), ways };
        match value {
            Statement::Set { .. } => sets.push(touching),
            _ => others.push(touching),
        }
    }
    sets.extend(others);
    Some(sets)
}

/// Parses an item as a grammar writes it.
pub(super) fn item(what: &str) -> Option<Item> {
    let mut files = Files::default();
    let file = files.add(SourceFile::new("", format!("asked = {what} ;")));
    let (file, mistakes) = parse::parse(file, &files);
    match (file.statements.as_slice(), mistakes.is_empty()) {
        ([At { value: Statement::Set { items, .. }, .. }], true) => match items.terms.as_slice() {
            [(true, only)] => Some(only.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The queried tag or token.
struct QueriedToken<'s> {
    stages: &'s Stages,
    /// The queried member and its counterpart: an element's start tag and end tag.
    members: Vec<MemberId>,
    /// The statement whose rule describes the element.
    rule: Option<usize>,
}

impl<'s> QueriedToken<'s> {
    fn of(stages: &'s Stages, item: Item) -> Option<Self> {
        let own = match item {
            Item::Start(element) => Member::Start(element),
            Item::End(element) => Member::End(element),
            Item::Terminal(name) => Member::Terminal(name),
            Item::Literal(text) => Member::Literal(text),
            Item::Name(_) | Item::Braces { .. } => return None,
        };
        let rule = match own.start() {
            Some(element) => stages.symbols.definition(element),
            None => None,
        };
        let known = match own.start() {
            // An element that no statement names is covered by `<*>`.
            Some(element) if !stages.sets.universe().contains_key(element) => {
                Member::Start(wildcard(element.namespace.as_deref()))
            }
            _ => own,
        };
        let known = stages.sets.number(&known);
        let members = stages.sets.end(known).into_iter().chain([known]).collect();
        Some(Self { stages, members, rule: rule.map(|rule| rule.statement) })
    }

    /// Returns the ways in which a statement touches the queried members.
    fn ways(&self, number: usize, statement: &Statement) -> IndexSet<String> {
        let mut ways = IndexSet::default();
        if self.rule == Some(number) {
            ways.insert("its content".to_owned());
        }
        if let Statement::Rule { content, .. } = statement {
            self.exceptions(content, &mut ways);
        }
        // The walk visits the items in braces right after the braces. Only the braces count,
        // because they say which of these items are members.
        let mut braces: Option<FileSpan> = None;
        walk::items(statement, &mut |item, place, role| {
            let inner = matches!(braces, Some(outer) if is_within(place, outer));
            if matches!(item, Item::Braces { .. }) && !inner {
                braces = Some(place);
            }
            if !inner
                && role != Role::Member(false)
                && let Some(way) = way(role)
                && self.is_held(item)
            {
                ways.insert(self.by(way, item));
            }
        });
        if let Statement::Set { items, .. } = statement
            && !self.holds(items)
        {
            ways.clear();
        }
        ways
    }

    /// Collects the ways for exclusions and inclusions of a rule and of its groups.
    fn exceptions(&self, content: &Content, ways: &mut IndexSet<String>) {
        walk::exceptions(content, &mut |At { value, .. }| {
            let word = if value.excludes { "excludes it" } else { "includes it" };
            let text = print::exception(value);
            let until = ("ends at it", value.until.as_ref());
            let within = ("applies directly in it", value.within.as_ref());
            for (word, items) in [(word, Some(&value.items)), until, within] {
                if let Some(items) = items
                    && self.holds(items)
                {
                    ways.insert(format!("{word}: {text}"));
                }
            }
        });
    }

    fn holds(&self, items: &Items) -> bool {
        let members = self.stages.sets.members(items);
        self.members.iter().any(|member| members.contains(member))
    }

    fn is_held(&self, item: &Item) -> bool {
        let members = self.stages.sets.members_of(item);
        self.members.iter().any(|member| members.contains(member))
    }

    /// Returns a way, with the name of the set that causes it.
    fn by(&self, way: &str, item: &Item) -> String {
        match item {
            Item::Name(_) | Item::Braces { .. } => format!("{way}, by {}", print::item(item)),
            _ => way.to_owned(),
        }
    }
}

fn is_within(inner: FileSpan, outer: FileSpan) -> bool {
    inner.file == outer.file
        && outer.span.start < inner.span.start
        && inner.span.end <= outer.span.end
}

/// Describes how a statement touches an item in this role; `None` for roles that other functions
/// describe.
fn way(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Left | Role::Exception | Role::Member(false) => return None,
        Role::Parent => "content of a child of it",
        Role::Content => "allows it as content",
        Role::Member(true) => "contains it",
        Role::Rejected => "applies when it is rejected",
        Role::Within => "applies in it",
        Role::Remedy => "inserts it, or rewrites another token to it",
        Role::Scope => "closes it, or stops at it",
        Role::Elsewhere => "moves fostered content to it",
        Role::Fact => "declares a property of it",
    })
}
