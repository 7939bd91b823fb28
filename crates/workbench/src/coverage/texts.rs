//! Coverage by the tree of a text: each node is a rule, whose alternative and symbols are units.
//!
//! A repetition or a set has rules of its own, which are written nowhere: its symbols are those of
//! the factor that names it. So each node inherits the span of a factor from its parent, unless its
//! parent's rule is an alternative with spans of its own.

use super::outline::{Outline, UnitId, UnitKind};
use super::recorder::Recorder;
use wishful::base::HashMap;
use wishful::grammar::TerminalKind;
use wishful::grammar::ast::Statement;
use wishful::grammar::schema::Head;
use wishful_earley::{Tree, TreeLabel};

/// The units of rules and tokens, by name.
pub(super) struct TextUnits {
    rules: HashMap<String, UnitId>,
    tokens: HashMap<String, UnitId>,
}

impl TextUnits {
    /// Finds the units of the rules and tokens of an outline; of a grammar of markup none.
    pub(super) fn of(outline: &Outline) -> Self {
        let (mut rules, mut tokens) = (HashMap::default(), HashMap::default());
        if outline.grammar.tokenizer().is_text() {
            for (name, &(_, statement)) in &outline.stages.names.nonterminals {
                let unit = outline.unit(UnitKind::Rule, outline.statement(statement).place);
                rules.extend(unit.map(|unit| (name.clone(), unit)));
            }
            for &(number, head, place) in &outline.facts {
                if let (Head::Token, Statement::Fact(fact)) =
                    (head, &outline.statement(number).value)
                    && let Some(name) = fact.text("name")
                    && let Some(unit) = outline.unit(UnitKind::Fact, place)
                {
                    tokens.insert(name.value.clone(), unit);
                }
            }
        }
        Self { rules, tokens }
    }

    /// Counts the units that a tree exercises.
    pub(super) fn count(&self, tree: &Tree, recorder: &mut Recorder) {
        let outline = recorder.outline.clone();
        let (grammar, plain) = (&outline.grammar, &outline.stages.plain);
        let mut open = vec![(0, None)];
        while let Some((node, factor)) = open.pop() {
            let rule = match tree.label(node) {
                TreeLabel::Rule(rule) => rule,
                TreeLabel::Terminal(terminal) => {
                    if let Some(factor) = factor {
                        recorder.hit_list("symbol", factor, terminal);
                    }
                    if let (TerminalKind::Token(rule), Some(rules)) =
                        (grammar.terminal_kind(terminal), grammar.text_rules())
                    {
                        recorder.hit(self.tokens.get(&rules.rules()[rule].name).copied(), 0);
                    }
                    continue;
                }
            };
            let name = grammar.rules().nonterminal_name(grammar.rules().left(rule));
            if let Some(&unit) = self.rules.get(name) {
                recorder.hit(Some(unit), 0);
                recorder.hit(factor.and_then(|at| outline.unit(UnitKind::Symbol, at)), 0);
            }
            let (alternative, factors) = plain.places(rule.index());
            recorder.hit(alternative.and_then(|at| outline.unit(UnitKind::Alternative, at)), 0);
            for (number, child) in tree.children(node).enumerate() {
                open.push((child, factors.get(number).copied().or(factor)));
            }
        }
    }
}
