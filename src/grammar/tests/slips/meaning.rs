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
    Condition, ContextId, ContextLine, FrameKindId, Guard, LabelId, NonterminalId, RuleId, Symbol,
    TerminalId,
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
    let plain = Grammar::from_text(name, text).ok();
    let modes = plain.iter().flat_map(|plain| plain.modes());
    let modes: Vec<Modes> = modes.map(|mode| Modes::on([mode.name.as_str()])).collect();
    let in_mode = move |mode: Modes| Grammar::from_text_with(name, text, &mode).ok();
    let others = modes.into_iter().map(in_mode);
    std::iter::once(plain).chain(others).map(|grammar| grammar.map(|grammar| says(&grammar)))
}

fn says(grammar: &Grammar) -> Vec<String> {
    let rules = grammar.rules();
    let contents = contents(grammar);
    let called = |number: NonterminalId| {
        contents.get(&number).map_or_else(|| rules.nonterminal_name(number), |name| name.as_str())
    };
    let mut lines = Vec::new();
    for rule in (0..rules.rule_count()).map(RuleId::new) {
        let right: Vec<String> = rules
            .right(rule)
            .iter()
            .map(|&symbol| {
                let name = rules.name(symbol);
                match symbol {
                    Symbol::Nonterminal(number) => format!("({})", called(number)),
                    _ => name.to_owned(),
                }
            })
            .collect();
        lines.push(format!("{} ::= {right:?}", called(rules.left(rule))));
    }
    lines.extend(
        (0..rules.frame_kind_count())
            .map(|kind| frame_kind(grammar, &contents, FrameKindId::new(kind))),
    );
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
        let mut starts: Vec<_> = grammar
            .start_terminals(name)
            .iter()
            .map(|start| (grammar.spelling(start.terminal), &start.test))
            .collect();
        // The terminals are sorted by specificity. The order of equally specific ones has no
        // meaning.
        starts.sort_unstable_by_key(|start| start.0);
        lines.push(format!("{element} is {starts:?}"));
    }
    lines.extend(
        (0..rules.terminal_count()).map(|terminal| tables(grammar, TerminalId::new(terminal))),
    );
    if let Some(words) = grammar.text_rules() {
        lines.extend(words.rules().iter().map(|rule| format!("{rule:?}")));
        lines.extend(precedence(words.rules()));
    }
    lines.extend(facts(grammar));
    lines.extend(tree_facts(grammar));
    lines.push(format!("{:?} {}", grammar.tokenizer(), grammar.whole_text()));
    lines.extend(grammar.modes().iter().map(|mode| format!("mode {}", mode.name)));
    lines.sort();
    lines
}

/// Returns names for the nonterminals of contents: each by the alphabetically first tag that opens
/// one.
fn contents(grammar: &Grammar) -> HashMap<NonterminalId, String> {
    let rules = grammar.rules();
    let mut contents: HashMap<NonterminalId, String> = HashMap::new();
    for kind in (0..rules.frame_kind_count()).map(FrameKindId::new) {
        let kind = rules.frame_kind(kind);
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
    let mut contexts: Vec<String> = kind
        .adds
        .iter()
        .map(|&context| {
            let line = rules.context(context);
            let when = guards(grammar, rules.guards(context));
            let until = kinds(grammar, line.until());
            match line {
                ContextLine::Exclusion { forbids, directly_in, .. } => {
                    let within = directly_in.as_ref().map(|row| kinds(grammar, row));
                    let forbids = terminals(grammar, forbids);
                    format!("{when} no {forbids:?} in {within:?} until {until:?}")
                }
                ContextLine::Inclusion { admits, .. } => {
                    format!("any {:?} until {until:?}", terminals(grammar, admits))
                }
            }
        })
        .collect();
    contexts.sort();
    let _ = write!(line, " {contexts:?}");
    line
}

fn terminals<'g>(grammar: &'g Grammar, row: &BitRow) -> Vec<&'g str> {
    let mut names: Vec<&str> =
        row.iter().map(|terminal| grammar.spelling(TerminalId::new(terminal))).collect();
    names.sort_unstable();
    names
}

fn kinds<'g>(grammar: &'g Grammar, row: &BitRow) -> Vec<&'g str> {
    let open = |kind| grammar.rules().frame_kind(FrameKindId::new(kind)).open;
    let mut names: Vec<&str> = row.iter().map(|kind| grammar.spelling(open(kind))).collect();
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
    let asked = |guard: &Guard| {
        let what = match guard.condition {
            Condition::Flag(flag) => {
                let mut latches = grammar.latches().iter();
                latches.find(|latch| latch.flag == flag).map(|latch| latch.name.clone())
            }
            Condition::Label(label) => Some(bearers(grammar, label)),
        };
        format!("{}{what:?}", guard.negated)
    };
    let mut all: Vec<String> = guards.iter().map(asked).collect();
    all.sort();
    all.concat()
}

/// Prints the elements that add a line of a label, and the number of those lines.
fn bearers(grammar: &Grammar, label: LabelId) -> String {
    let rules = grammar.rules();
    let kinds = (0..rules.frame_kind_count()).map(|kind| rules.frame_kind(FrameKindId::new(kind)));
    let named = |line: &ContextId| rules.has_label(*line, label);
    let adds = kinds.map(|kind| (kind, kind.adds.iter().copied().filter(named).count()));
    let mut bearers: Vec<String> = adds
        .filter(|(_, lines)| *lines > 0)
        .map(|(kind, lines)| format!("{lines} {}", grammar.spelling(kind.open)))
        .collect();
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
                first.extend(words.windows(2).map(|two| {
                    format!("{} before {}", rules[two[0]].pattern, rules[two[1]].pattern)
                }));
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
    lines.extend(grammar.formatting().map(|formatting| {
        let [elements, markers, lasting, special] =
            [&formatting.elements, &formatting.markers, &formatting.lasting, &formatting.special]
                .map(|row| kinds(grammar, row));
        let reopen = terminals(grammar, &formatting.reopen);
        format!("{elements:?} {markers:?} {lasting:?} {special:?} {reopen:?}")
    }));
    lines.extend(grammar.soft().map(|soft| {
        let (ends, keeping) = (terminals(grammar, &soft.ends), terminals(grammar, &soft.keeping));
        format!("soft {ends:?} {:?} {keeping:?}", kinds(grammar, &soft.resuming))
    }));
    for (id, element) in grammar.elements() {
        let of = |kind: FrameKindId| grammar.spelling(grammar.rules().frame_kind(kind).open);
        let root = grammar.fragment_root(id).map(|root| (of(root.within), root.around.map(of)));
        lines.push(format!("fragment {:?} {:?} {root:?}", element.namespace, element.name));
    }
    lines.extend(grammar.root_fosters().iter().map(|group| foster(grammar, group)));
    lines
}

fn tree_facts(grammar: &Grammar) -> Vec<String> {
    let facts = grammar.tree_facts();
    let name = |element: ElementId| {
        let element = grammar.element(element);
        format!("{:?}:{:?}{:?}", element.namespace, element.name, element.test)
    };
    let row = |row: &BitRow| {
        let mut names: Vec<String> = row.iter().map(|id| name(ElementId::new(id))).collect();
        names.sort();
        names
    };
    let list = |ids: &[ElementId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>();
    let mut lines: Vec<String> = [&facts.contents, &facts.drops_newline]
        .iter()
        .enumerate()
        .map(|(fact, elements)| format!("{fact} {:?}", row(elements)))
        .collect();
    lines.push(format!("hide {}", facts.hides_nul));
    lines.extend(facts.patches.iter().map(|patches| {
        let Patches { elements, outside, attribute, start, end, marker, name } = patches;
        let words = [attribute, start, end, marker, name];
        format!("{:?} {:?} {words:?}", row(elements), row(outside))
    }));
    lines.extend(facts.shadow_roots.iter().map(|roots| {
        let hosts = roots.hosts.as_ref().map(row);
        format!("{:?} {hosts:?} {:?} {:?}", row(&roots.elements), roots.named, roots.by)
    }));
    lines.extend(facts.omissions.iter().map(|omission| {
        let before = omission.before.as_ref().map(|row| terminals(grammar, row));
        let Omission { tags, at_end, not_named, .. } = omission;
        format!("{:?} {before:?} {at_end} {not_named:?}", terminals(grammar, tags))
    }));
    lines.extend(facts.mirrors.iter().map(|mirror| {
        let Mirror { from, groups, into, within, until, .. } = mirror;
        let lists = [from, groups, into, within, until].map(|ids| list(ids));
        let asked = [&mirror.chosen, &mirror.barred, &mirror.several, &mirror.rows];
        format!("{lists:?} {asked:?}")
    }));
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
        let all = (0..grammar.rules().terminal_count()).map(TerminalId::new);
        let mut costs: Vec<(&str, u32)> =
            all.filter_map(|tag| Some((grammar.spelling(tag), wishes.cost(tag)?))).collect();
        costs.sort_unstable();
        let _ = write!(line, " wishes {costs:?}");
    }
    line
}
