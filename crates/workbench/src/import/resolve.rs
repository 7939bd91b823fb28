//! Names: definitions that are missing, templates, and expressions without names.

use super::model::{Alternative, Expr, ImportModel, Rule, RuleRole};
use super::names_in;
use std::collections::BTreeMap;

/// The maximum number of instances of templates.
const INSTANCES: usize = 1000;
/// The maximum number of times that a token is read in itself.
pub(super) const NESTED: usize = 3;
/// The maximum number of parts of one token.
const SIZE: usize = 50_000;
/// The maximum number of definitions inside each other.
const DEPTH: usize = 64;

/// Adds the rules of a library that are used and not defined.
pub(super) fn add_library(model: &mut ImportModel, library: &[Rule], prefix: &str) {
    let mut at = 0;
    while let Some(rule) = model.rules.get(at) {
        at += 1;
        for (name, _) in names_in(rule) {
            let Some(short) = name.strip_prefix(prefix) else { continue };
            let missing = model.rule(&name).is_none();
            if let Some(found) = library.iter().find(|rule| rule.name == short)
                && missing
            {
                let mut found = Rule { name: name.clone(), ..found.clone() };
                for one in &mut found.alternatives {
                    one.expr = prefixed(&one.expr, prefix);
                }
                if found.role == RuleRole::Token {
                    found.role = RuleRole::Fragment;
                }
                model.rules.push(found);
            }
        }
    }
}

fn prefixed(expr: &Expr, prefix: &str) -> Expr {
    match expr {
        Expr::Name(name, place) => Expr::Name(format!("{prefix}{name}"), *place),
        other => other.map(|part| prefixed(part, prefix)),
    }
}

/// Replaces the uses of templates by rules of their own.
pub(super) fn instantiate(model: &mut ImportModel) {
    let (templates, rules): (Vec<Rule>, Vec<Rule>) =
        std::mem::take(&mut model.rules).into_iter().partition(|rule| !rule.parameters.is_empty());
    model.rules = rules;
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut at = 0;
    while at < model.rules.len() {
        let mut alternatives = std::mem::take(&mut model.rules[at].alternatives);
        for one in &mut alternatives {
            one.expr = called(&one.expr, &templates, &mut known, model);
        }
        model.rules[at].alternatives = alternatives;
        at += 1;
    }
}

fn called(
    expr: &Expr,
    templates: &[Rule],
    known: &mut BTreeMap<String, String>,
    model: &mut ImportModel,
) -> Expr {
    let Expr::Call(name, arguments, place) = expr else {
        return expr.map(|part| called(part, templates, known, model));
    };
    let template = templates.iter().find(|rule| rule.name == *name);
    let Some(template) = template.filter(|_| known.len() < INSTANCES) else {
        if known.len() >= INSTANCES {
            model.lose(*place, format!("more than {INSTANCES} uses of templates are not read"));
        }
        return Expr::Name(name.clone(), *place);
    };
    let mut spelled = Vec::new();
    for argument in arguments {
        spelled.push(called(argument, templates, known, model));
    }
    let key = format!("{name}{}", spelling(&spelled));
    if let Some(name) = known.get(&key) {
        return Expr::Name(name.clone(), *place);
    }
    let own = format!("{name}-{}", known.len() + 1);
    known.insert(key, own.clone());
    let values: BTreeMap<&str, &Expr> =
        template.parameters.iter().map(String::as_str).zip(&spelled).collect();
    let mut rule = Rule { name: own.clone(), parameters: Vec::new(), ..template.clone() };
    for one in &mut rule.alternatives {
        one.expr = substituted(&one.expr, &values);
    }
    model.rules.push(rule);
    Expr::Name(own, *place)
}

/// Returns a text that is the same for the same arguments, wherever they are.
fn spelling(arguments: &[Expr]) -> String {
    let mut out = String::new();
    for argument in arguments {
        argument.walk(&mut |part| {
            out += &match part {
                Expr::Name(name, _) => format!(" {name}"),
                Expr::Text { text, any_case } => format!(" {text:?}{any_case}"),
                Expr::Pattern(pattern) => format!(" {pattern:?}"),
                other => format!(" {:?}{}", std::mem::discriminant(other), other.parts().len()),
            };
        });
        out.push(',');
    }
    out
}

fn substituted(expr: &Expr, values: &BTreeMap<&str, &Expr>) -> Expr {
    match expr {
        Expr::Name(name, _) => match values.get(name.as_str()) {
            Some(&value) => value.clone(),
            None => expr.clone(),
        },
        other => other.map(|part| substituted(part, values)),
    }
}

/// Defines every name that nothing defines: it is read as its own spelling.
pub(super) fn define_missing(model: &mut ImportModel, role: RuleRole) {
    let mut at = 0;
    while let Some(rule) = model.rules.get(at) {
        at += 1;
        for (name, place) in names_in(rule) {
            if model.rule(&name).is_some() {
                continue;
            }
            model.lose(place, format!("nothing defines `{name}`; it is read as its own name"));
            let expr = Expr::text(name.trim_start_matches("common."));
            let alternatives = vec![Alternative { expr, label: None, level: None, place }];
            let parameters = Vec::new();
            model.rules.push(Rule { name, role, priority: 0, parameters, alternatives, place });
        }
    }
}

/// The replacement of names by their definitions.
pub(super) struct Inliner<'m> {
    model: &'m ImportModel,
    /// The names of the definitions that are being replaced.
    open: Vec<String>,
    size: usize,
    /// The number of times that a name may be in itself.
    nested: usize,
    /// The first name that was cut off, since it contains itself.
    pub(super) cut: Option<String>,
}

impl<'m> Inliner<'m> {
    pub(super) fn new(model: &'m ImportModel, nested: usize) -> Self {
        Self { model, open: Vec::new(), size: 0, nested, cut: None }
    }

    /// Returns an expression without names, or `None` if it is too large. A name inside itself is
    /// replaced a few times.
    pub(super) fn inline(&mut self, expr: &Expr) -> Option<Expr> {
        self.size += 1;
        if self.size > SIZE || self.open.len() > DEPTH {
            return None;
        }
        let Expr::Name(name, _) = expr else {
            if *expr == Expr::End {
                return Some(Expr::Sequence(Vec::new()));
            }
            let mut is_whole = true;
            let mapped = expr.map(|part| match self.inline(part) {
                Some(part) => part,
                None => {
                    is_whole = false;
                    Expr::End
                }
            });
            return is_whole.then_some(mapped);
        };
        if self.open.iter().filter(|other| *other == name).count() >= self.nested {
            self.cut.get_or_insert_with(|| name.clone());
            return Some(Expr::Choice(Vec::new()));
        }
        let rule = self.model.rule(name)?;
        self.open.push(name.clone());
        let inlined = self.inline(&rule.right());
        self.open.pop();
        inlined
    }
}
