//! The meaning of a compiled grammar, as sorted lines without spans and numbers.
//!
//! Two texts have the same meaning if these lines are equal, under no mode and under each of their
//! modes. The lines have:
//!
//! * the rules, and the frame kinds with their context lines, conditions and names;
//! * the readings of tags and names; void elements and lexical states;
//! * the tokens of the tokenizer, and their order if two can match one text;
//! * the remedies in order, with their conditions, and the costs of wishes;
//! * latches, the tests of a document type, formatting, soft end tags, fragments;
//! * insertion locations, and the facts of the tree.
//!
//! Terminals and frame kinds are named by their tags, although one tag may have several terminals,
//! depending on the context.

use crate::base::BitRow;
use crate::earley::{
    Condition, ContextLine, FrameKindId, Guard, LabelId, NonterminalId, RuleId, Symbol, TerminalId,
};
use crate::grammar::Grammar;
use crate::grammar::compile::Modes;
use crate::grammar::model::{
    CompiledRemedy, ElementId, Foster, FosterTo, Mirror, Omission, Patches, Rewriting,
};
use crate::token::TextRule;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Config, DFA};
use regex_automata::{Anchored, Input, MatchKind};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;

/// Returns the meaning of a grammar as sorted lines, under no mode and then under each of its
/// modes. Each is compiled when the iterator reaches it; `None` is a grammar that is refused.
pub(crate) fn meanings<'t>(
    name: &'t str,
    text: &'t str,
) -> impl Iterator<Item = Option<Vec<String>>> + 't {
    let plain = Grammar::source(name, text).compile().ok();
    let mut modes = Vec::new();
    if let Some(plain) = &plain {
        for mode in plain.modes() {
            modes.push(Modes::on([mode.name.as_str()]));
        }
    }
    let others =
        modes.into_iter().map(move |mode| Grammar::source(name, text).modes(&mode).compile().ok());
    std::iter::once(plain).chain(others).map(|grammar| Some(says(&grammar?)))
}

fn says(grammar: &Grammar) -> Vec<String> {
    let rules = grammar.rules();
    let contents = contents(grammar);
    let mut lines = Vec::new();
    for rule in (0..rules.rule_count()).map(RuleId::new) {
        let mut right = Vec::new();
        for &symbol in rules.right(rule) {
            right.push(match symbol {
                Symbol::Nonterminal(number) => format!("({})", called(grammar, &contents, number)),
                _ => rules.name(symbol).to_owned(),
            });
        }
        let left = called(grammar, &contents, rules.left(rule));
        lines.push(format!("{left} ::= {right:?}"));
    }
    for kind in 0..rules.frame_kind_count() {
        lines.push(frame_kind(grammar, &contents, FrameKindId::new(kind)));
    }
    for (_, element) in grammar.elements() {
        let name = element.name.as_deref().unwrap_or("*");
        let fosters: Vec<String> =
            element.fosters.iter().map(|group| foster(grammar, group)).collect();
        let element = format!(
            "{:?}:{name} {:?} {} {} {:?} {fosters:?}",
            element.namespace,
            element.test,
            element.void,
            guards(grammar, &element.void_where),
            element.lexical
        );
        let mut starts = Vec::new();
        for start in grammar.start_terminals(name) {
            starts.push((grammar.spelling(start.terminal), &start.test));
        }
        // The terminals are sorted by specificity. The order of equally specific ones has no
        // meaning.
        starts.sort_unstable_by_key(|start| start.0);
        lines.push(format!("{element} is {starts:?}"));
    }
    for terminal in 0..rules.terminal_count() {
        lines.push(tables(grammar, TerminalId::new(terminal)));
    }
    if let Some(words) = grammar.text_rules() {
        for rule in words.rules() {
            lines.push(format!("{rule:?}"));
        }
        lines.extend(precedence(words.rules()));
    }
    lines.extend(facts(grammar));
    lines.extend(tree_facts(grammar));
    lines.push(format!("{:?} {}", grammar.tokenizer(), grammar.whole_text()));
    for mode in grammar.modes() {
        lines.push(format!("mode {}", mode.name));
    }
    lines.sort();
    lines
}

fn called<'g>(
    grammar: &'g Grammar,
    contents: &'g HashMap<NonterminalId, String>,
    number: NonterminalId,
) -> &'g str {
    match contents.get(&number) {
        Some(name) => name,
        None => grammar.rules().nonterminal_name(number),
    }
}

/// Returns names for the nonterminals of contents: each by the alphabetically first tag that opens
/// one.
fn contents(grammar: &Grammar) -> HashMap<NonterminalId, String> {
    let rules = grammar.rules();
    let mut contents: HashMap<NonterminalId, String> = HashMap::new();
    for kind in 0..rules.frame_kind_count() {
        let kind = rules.frame_kind(FrameKindId::new(kind));
        let name = format!("content of {}", grammar.spelling(kind.open));
        let first = contents.entry(kind.content).or_insert_with(|| name.clone());
        if name < *first {
            *first = name;
        }
    }
    contents
}

/// Prints a frame kind: its tags, its content, and the context lines that it adds.
fn frame_kind(
    grammar: &Grammar,
    contents: &HashMap<NonterminalId, String>,
    number: FrameKindId,
) -> String {
    let rules = grammar.rules();
    let kind = rules.frame_kind(number);
    let mut line = format!(
        "{} {} {} {}",
        grammar.spelling(kind.open),
        grammar.spelling(kind.close),
        contents[&kind.content],
        kind.labelled
    );
    let mut contexts: Vec<String> = Vec::new();
    for &context in &kind.adds {
        let line = rules.context(context);
        let when = guards(grammar, rules.guards(context));
        let until = kinds(grammar, line.until());
        contexts.push(match line {
            ContextLine::Exclusion { forbids, directly_in, .. } => {
                let within = directly_in.as_ref().map(|row| kinds(grammar, row));
                let forbids = terminals(grammar, forbids);
                format!("{when} no {forbids:?} in {within:?} until {until:?}")
            }
            ContextLine::Inclusion { admits, .. } => {
                format!("any {:?} until {until:?}", terminals(grammar, admits))
            }
        });
    }
    contexts.sort();
    let _ = write!(line, " {contexts:?}");
    line
}

fn terminals<'g>(grammar: &'g Grammar, row: &BitRow) -> Vec<&'g str> {
    let mut names = Vec::new();
    for terminal in row.iter() {
        names.push(grammar.spelling(TerminalId::new(terminal)));
    }
    names.sort_unstable();
    names
}

fn kinds<'g>(grammar: &'g Grammar, row: &BitRow) -> Vec<&'g str> {
    let mut names = Vec::new();
    for kind in row.iter() {
        let kind = grammar.rules().frame_kind(FrameKindId::new(kind));
        names.push(grammar.spelling(kind.open));
    }
    names.sort_unstable();
    names
}

/// Returns the spellings of tags whose order has no meaning.
fn spelled<'g>(grammar: &'g Grammar, tags: &[TerminalId]) -> Vec<&'g str> {
    let mut names: Vec<&str> = tags.iter().map(|&tag| grammar.spelling(tag)).collect();
    names.sort_unstable();
    names
}

/// Prints guards: a latch by its name, a label by the elements that add one of its lines.
fn guards(grammar: &Grammar, guards: &[Guard]) -> String {
    let mut all = Vec::new();
    for guard in guards {
        let what = match guard.condition {
            Condition::Flag(flag) => Some(grammar.latch(flag).name.clone()),
            Condition::Label(label) => Some(bearers(grammar, label)),
        };
        all.push(format!("{}{what:?}", guard.negated));
    }
    all.sort();
    all.concat()
}

/// Prints the elements that add a line of a label, and the number of those lines.
fn bearers(grammar: &Grammar, label: LabelId) -> String {
    let rules = grammar.rules();
    let mut bearers = Vec::new();
    for kind in 0..rules.frame_kind_count() {
        let kind = rules.frame_kind(FrameKindId::new(kind));
        let lines = kind.adds.iter().filter(|line| rules.has_label(**line, label)).count();
        if lines > 0 {
            bearers.push(format!("{lines} {}", grammar.spelling(kind.open)));
        }
    }
    bearers.sort();
    bearers.concat()
}

/// Prints a foster group.
fn foster(grammar: &Grammar, group: &Foster) -> String {
    let to = match &group.to {
        FosterTo::Before { of, until } => {
            format!("before {:?} until {:?}", kinds(grammar, of), kinds(grammar, until))
        }
        FosterTo::Into(row) => format!("into {:?}", kinds(grammar, row)),
    };
    format!("{:?} {to}", terminals(grammar, &group.terminals))
}

/// Lists the order of any two tokens that can match one text. The order of other tokens has no
/// meaning.
fn precedence(rules: &[TextRule]) -> Vec<String> {
    let patterns: Vec<&str> = rules.iter().map(|rule| rule.pattern.as_str()).collect();
    let config = Config::new().match_kind(MatchKind::All).cache_capacity(1 << 26);
    let automaton =
        DFA::builder().configure(config).build_many(&patterns).expect("these rules are in use");
    let mut cache = automaton.create_cache();
    let start = automaton.start_state_forward(&mut cache, &Input::new("").anchored(Anchored::Yes));
    let mut open = vec![start.expect("an automaton can be started")];
    let mut seen: HashSet<LazyStateID> = open.iter().copied().collect();
    let mut first = BTreeSet::new();
    while let Some(state) = open.pop() {
        let classes = automaton.byte_classes().representatives(..);
        for unit in classes {
            let next = match unit.as_u8() {
                Some(byte) => automaton.next_state(&mut cache, state, byte),
                None => automaton.next_eoi_state(&mut cache, state),
            };
            let next = next.expect("the cache is large enough");
            if next.is_match() {
                let all = 0..automaton.match_len(&cache, next);
                let mut words: Vec<usize> =
                    all.map(|at| automaton.match_pattern(&cache, next, at).as_usize()).collect();
                words.sort_unstable();
                for two in words.windows(2) {
                    let (one, other) = (&rules[two[0]], &rules[two[1]]);
                    first.insert(format!("{} before {}", one.pattern, other.pattern));
                }
            }
            if !next.is_dead() && seen.insert(next) {
                open.push(next);
            }
        }
    }
    first.into_iter().collect()
}

/// Prints latches, document types, formatting, soft end tags and fragments.
fn facts(grammar: &Grammar) -> Vec<String> {
    let mut lines = Vec::new();
    for latch in grammar.latches() {
        let (sets, clears) = (terminals(grammar, &latch.sets), terminals(grammar, &latch.clears));
        let when = guards(grammar, &latch.guards);
        lines.push(format!("{} {when} {} {sets:?} {clears:?}", latch.name, latch.initially));
    }
    // The order counts, since the first test that holds sets its latch.
    let tests = grammar.doctype_lines().iter().map(|line| (line.flag, &line.test));
    lines.push(format!("{:?}", tests.collect::<Vec<_>>()));
    if let Some(formatting) = grammar.formatting() {
        let (elements, markers) =
            (kinds(grammar, &formatting.elements), kinds(grammar, &formatting.markers));
        let (lasting, special) =
            (kinds(grammar, &formatting.lasting), kinds(grammar, &formatting.special));
        let reopen = terminals(grammar, &formatting.reopen);
        lines.push(format!("{elements:?} {markers:?} {lasting:?} {special:?} {reopen:?}"));
    }
    if let Some(soft) = grammar.soft() {
        let (ends, keeping) = (terminals(grammar, &soft.ends), terminals(grammar, &soft.keeping));
        let resuming = kinds(grammar, &soft.resuming);
        lines.push(format!("soft {ends:?} {resuming:?} {keeping:?}"));
    }
    for (id, element) in grammar.elements() {
        let of = |kind: FrameKindId| grammar.spelling(grammar.rules().frame_kind(kind).open);
        let root = grammar.fragment_root(id).map(|root| (of(root.within), root.around.map(of)));
        lines.push(format!("fragment {:?} {:?} {root:?}", element.namespace, element.name));
    }
    for group in grammar.root_fosters() {
        lines.push(foster(grammar, group));
    }
    lines
}

fn element_name(grammar: &Grammar, element: ElementId) -> String {
    let element = grammar.element(element);
    format!("{:?}:{:?}{:?}", element.namespace, element.name, element.test)
}

fn element_names(grammar: &Grammar, row: &BitRow) -> Vec<String> {
    let mut names = Vec::new();
    for element in row.iter() {
        names.push(element_name(grammar, ElementId::new(element)));
    }
    names.sort();
    names
}

fn tree_facts(grammar: &Grammar) -> Vec<String> {
    let facts = grammar.tree_facts();
    let mut lines: Vec<String> = Vec::new();
    for (fact, elements) in [&facts.contents, &facts.drops_newline].into_iter().enumerate() {
        lines.push(format!("{fact} {:?}", element_names(grammar, elements)));
    }
    lines.push(format!("hide {}", facts.hides_nul));
    for patches in &facts.patches {
        let Patches { elements, outside, attribute, start, end, marker, name } = patches;
        let words = [attribute, start, end, marker, name];
        let (elements, outside) =
            (element_names(grammar, elements), element_names(grammar, outside));
        lines.push(format!("{elements:?} {outside:?} {words:?}"));
    }
    for roots in &facts.shadow_roots {
        let elements = element_names(grammar, &roots.elements);
        let hosts = roots.hosts.as_ref().map(|row| element_names(grammar, row));
        lines.push(format!("{elements:?} {hosts:?} {:?} {:?}", roots.named, roots.by));
    }
    for omission in &facts.omissions {
        let before = omission.before.as_ref().map(|row| terminals(grammar, row));
        let Omission { tags, at_end, not_named, .. } = omission;
        let tags = terminals(grammar, tags);
        lines.push(format!("{tags:?} {before:?} {at_end} {not_named:?}"));
    }
    for mirror in &facts.mirrors {
        let Mirror { from, groups, into, within, until, .. } = mirror;
        let mut lists: Vec<Vec<String>> = Vec::new();
        for ids in [from, groups, into, within, until] {
            lists.push(ids.iter().map(|&id| element_name(grammar, id)).collect());
        }
        let attributes = [&mirror.chosen, &mirror.barred, &mirror.several, &mirror.rows];
        lines.push(format!("{lists:?} {attributes:?}"));
    }
    for names in [&facts.element_names, &facts.attribute_names] {
        let names: BTreeMap<_, _> = names.iter().collect();
        lines.push(format!("{names:?}"));
    }
    lines
}

/// Prints the remedies of a terminal, and the tags that may be virtual for it.
fn tables(grammar: &Grammar, rejected: TerminalId) -> String {
    let mut line = format!("{} ->", grammar.spelling(rejected));
    for remedy in grammar.remedies(rejected) {
        let action = match &remedy.remedy {
            CompiledRemedy::Insert(insert) => {
                // Only one end tag is acceptable at a time, so their order has no meaning.
                let all = insert.tags.iter().map(|&tag| grammar.spelling(tag));
                let (mut ends, starts): (Vec<&str>, Vec<&str>) =
                    all.partition(|tag| tag.starts_with("</"));
                ends.sort_unstable();
                format!("{starts:?} {ends:?}")
            }
            CompiledRemedy::Rewrite(Rewriting::Start(tags)) => {
                format!("rewrite {}", grammar.spelling(tags[0]))
            }
            CompiledRemedy::Rewrite(Rewriting::Ends(tags)) => {
                format!("rewrite {:?}", spelled(grammar, tags))
            }
            CompiledRemedy::Close(ends, unless) => {
                let unless = unless.as_ref().map(|row| kinds(grammar, row));
                format!("close {:?} unless {unless:?}", spelled(grammar, &ends.tags))
            }
            CompiledRemedy::Adopt(row) => format!("adopt {:?}", kinds(grammar, row)),
            CompiledRemedy::Unlink(row) => format!("unlink {:?}", kinds(grammar, row)),
            CompiledRemedy::Retract(row) => format!("retract {:?}", kinds(grammar, row)),
            other => format!("{other:?}"),
        };
        let within = remedy.within.as_ref().map(|row| kinds(grammar, row));
        let when = guards(grammar, &remedy.guards);
        let wherever = remedy.wherever.map(|terminal| grammar.spelling(terminal));
        let _ = write!(line, " {action} {} {when} {wherever:?} {within:?}", remedy.excluded);
    }
    if let Some(wishes) = grammar.wishes(rejected) {
        let mut costs: Vec<(&str, u32)> = Vec::new();
        for tag in (0..grammar.rules().terminal_count()).map(TerminalId::new) {
            if let Some(cost) = wishes.cost(tag) {
                costs.push((grammar.spelling(tag), cost));
            }
        }
        costs.sort_unstable();
        let _ = write!(line, " wishes {costs:?}");
    }
    line
}
