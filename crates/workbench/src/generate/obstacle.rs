//! The obstacles that keep sentences from using a rule.

use super::plan::{ENDLESS, Plan, UnreachableReason, is_mark};
use wishful::grammar::Grammar;
use wishful::grammar::ast::FileSpan;
use wishful_earley::{ContextId, RuleId, Symbol};

/// An obstacle at a position where a rule could have been used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// An enclosing element excludes the first word.
    Excluded(ContextId),
    /// The first word would be fostered, which is a repair.
    Fostered(FileSpan),
    /// The tokenizer or the slippers would read another word there.
    Unread,
    /// A sentence with the rule was parsed with an error, or into another tree.
    Misread(&'static str),
}

/// Returns the reason why a rule was not used, in words, as far as the rule itself is concerned.
pub(super) fn reason(
    grammar: &Grammar,
    plan: &Plan,
    rule: RuleId,
    obstacle: Option<Obstacle>,
) -> Option<String> {
    if is_mark(grammar, rule) {
        return Some("it is a mark, which matches no text".to_owned());
    }
    let mut never = None;
    for symbol in grammar.rules().right(rule) {
        if let Symbol::Terminal(terminal) = symbol {
            never = never.or(plan.never[terminal.index()]);
        }
    }
    Some(match (never, obstacle) {
        (Some(UnreachableReason::Cruft), _) => "only an error matches it".to_owned(),
        (Some(UnreachableReason::Nul), _) => "U+0000 is an error everywhere".to_owned(),
        (Some(UnreachableReason::Endless), _) => {
            "after its start tag everything is text, including end tags".to_owned()
        }
        (None, _) if plan.rule_costs[rule.index()] == ENDLESS => {
            "it requires tokens that cannot be written".to_owned()
        }
        (None, Some(Obstacle::Excluded(line))) => {
            let (place, text) = grammar.cites(grammar.context_place(line));
            format!("excluded in every context that was tried: {place}: {text}")
        }
        (None, Some(Obstacle::Fostered(place))) => {
            let (place, text) = grammar.cites(place);
            format!("its content is foster-parented, which is a repair: {place}: {text}")
        }
        (None, Some(Obstacle::Unread)) => "there, its text is parsed as something else".to_owned(),
        (None, Some(Obstacle::Misread(why))) => why.to_owned(),
        (None, None) => return None,
    })
}
