//! `ambiguous`: a nonterminal derives one form in two ways, or one tag could be either of two
//! elements.
//!
//! The contents of elements, and that of the whole document, are searched one by one. A child
//! element is one letter of a content, since ambiguity inside it belongs to its own content. The
//! search omits what the content's own element excludes. A grammar of texts is one content, with
//! all nonterminals.
//!
//! Each content takes two searches:
//!
//! * [`pairs`] searches for sentential forms with two derivations, for each nonterminal. Its
//!   [`filter`] proves nonterminals unambiguous, so that only the others are searched. A
//!   nonterminal that is neither proved nor found is reported as `stopped`.
//! * [`search`] visits the states of a content of HTML, for two elements with one tag. It finds as
//!   well a token that is accepted only `once` although the tokenizer may repeat it: a comment
//!   after a comment, cruft after cruft. If a run of text is not one token, text after the blanks
//!   that begin it is checked as well.
//!
//! Contents with the same right sides, a [`ContentShape`], differ only in what is excluded. A shape
//! is first searched without exclusions. Lemma: if that finds nothing, no content of the shape is
//! ambiguous, because exclusions only remove derivations. So ten thousand elements of one set with
//! the rule `flow*` take one search.
//!
//! `A -> A` gives a text infinitely many derivations. [`cyclic`](super::cyclic) reports it, so it
//! is not reported here as well, and a content of HTML with a cycle is not searched.

mod content;
mod drawing;
mod filter;
mod items;
mod pairs;
mod search;
mod stacks;
#[cfg(test)]
mod tests;

use super::cyclic;
use super::subject::Subject;
use super::unproductive::described;
use crate::base::{Code, Diagnostic, HashMap, HashSet, IndexMap, IndexSet, Memo};
use crate::earley::{Automaton, Options, Recogniser, Rules, TerminalId, Tree, TreeLabel, Word};
use crate::grammar::ast::{FileSpan, Statement};
use crate::grammar::compile::mistake::{Mistakes, listed, warning};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol};
use crate::grammar::compile::reach::element_of_start;
use crate::grammar::print;
use content::{ContentGrammar, tags, without_alike};
use filter::PairFilter;
use items::{ItemTable, SymbolRule};
use pairs::{AmbiguousForm, PairLimits, PairSearch};
use search::{Finding, StateSearch};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const CODE: Code = Code::Ambiguous;

/// The limits for one content of HTML.
const OF_CONTENT: PairLimits = PairLimits { filter: 1 << 20, search: 1 << 15, length: 12 };
/// The limits for a grammar of texts.
const OF_TEXTS: PairLimits = PairLimits { filter: 1 << 24, search: 1 << 21, length: 32 };
/// The greatest number of trees of a form that are compared, to draw two that differ at the root.
const TREES: usize = 64;

/// Searches every content, and reports each nonterminal that is ambiguous by its own rules.
pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let cyclic: BTreeSet<usize> = cyclic::cycles(plain).into_iter().flatten().collect();
    let mut seen: BTreeSet<FileSpan> = BTreeSet::new();
    let tags = tags(plain);
    let by_left = without_alike(plain, &subject.by_left, &tags);
    let lint = Lint { subject, cyclic, follows: follows(subject), tags, by_left };
    let mut clear: HashMap<ContentShape<'_>, bool> = HashMap::default();
    let mut undecided: BTreeSet<(FileSpan, String)> = BTreeSet::new();
    for (root, excluded) in contents(subject) {
        let shape = lint.shape(root);
        if !subject.work.allows(CODE, shape.iter().map(|side| 1 + side.len()).sum()) {
            break;
        }
        let is_clear = match clear.get(&shape) {
            Some(&known) => known,
            None => {
                let searched = lint.search(root, &BTreeSet::new());
                let is_clear = searched.is_some_and(|searched| searched.is_clear());
                clear.insert(shape, is_clear);
                is_clear
            }
        };
        if !is_clear && let Some(searched) = lint.search(root, &excluded) {
            undecided.extend(searched.undecided);
            for (place, mistake) in searched.findings {
                if seen.insert(place) {
                    mistakes.push(mistake);
                }
            }
        }
    }
    undecided.retain(|(place, _)| !seen.contains(place));
    if let Some(&(place, _)) = undecided.first() {
        let names: IndexSet<String> = undecided.into_iter().map(|(_, name)| name).collect();
        // A group without a name says less than the nonterminals that contain it.
        let (groups, mut named): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| name.starts_with("`("));
        if named.is_empty() {
            named = groups;
        }
        let message = "the search for ambiguities ended at its limit";
        mistakes.push(
            Diagnostic::remark(Code::Stopped, place, message)
                .label("not decided from here on")
                .note(format!(
                    "neither proved unambiguous nor found to be ambiguous: {}",
                    listed(&named)
                ))
                .help("this is not a mistake: no text with two derivations was found"),
        );
    }
}

/// A cache of the contents that were searched completely without a finding: the number of steps by
/// signature. The modes of a grammar share most contents, and so do versions of a grammar that is
/// being edited.
static CLEAR: LazyLock<Memo<usize>> = LazyLock::new(|| Memo::new(1 << 19));

/// The right sides of a content, with `None` for the content itself.
type ContentShape<'p> = Vec<Vec<Option<&'p PlainSymbol>>>;

/// The data shared by all searches.
struct Lint<'l> {
    subject: &'l Subject<'l>,
    cyclic: BTreeSet<usize>,
    /// The pairs returned by [`follows`].
    follows: Vec<(usize, usize)>,
    /// By element: the number of its tag.
    tags: Vec<usize>,
    /// By nonterminal: the rules to search.
    by_left: Vec<Vec<usize>>,
}

/// The result of a search.
#[derive(Default)]
struct SearchResult {
    findings: Vec<(FileSpan, Diagnostic)>,
    /// The nonterminals that are neither proved nor found.
    undecided: BTreeSet<(FileSpan, String)>,
}

impl SearchResult {
    /// Reports whether the content is proved to be unambiguous.
    fn is_clear(&self) -> bool {
        self.findings.is_empty() && self.undecided.is_empty()
    }
}

impl Lint<'_> {
    /// Returns the rules of a nonterminal; `None` stands for the nonterminal itself.
    fn shape(&self, root: usize) -> ContentShape<'_> {
        let itself = PlainSymbol::Nonterminal(root);
        let mut shape = Vec::with_capacity(self.by_left[root].len());
        for &rule in &self.by_left[root] {
            let right = &self.subject.stages.plain.rules[rule].right;
            let mut side = Vec::with_capacity(right.len());
            for symbol in right {
                side.push(if *symbol == itself { None } else { Some(symbol) });
            }
            shape.push(side);
        }
        shape
    }

    /// Searches a content, unless its steps are used up.
    fn search(&self, root: usize, excluded: &BTreeSet<PlainSymbol>) -> Option<SearchResult> {
        let work = &self.subject.work;
        if !work.allows(CODE, 0) {
            return None;
        }
        let (plain, is_of_texts) = (&self.subject.stages.plain, self.subject.is_of_texts());
        let content = ContentGrammar::new(plain, &self.by_left, root, excluded, is_of_texts);
        let is_cyclic = content.nonterminals.iter().any(|number| self.cyclic.contains(number));
        if !work.allows(CODE, content.size) || (is_cyclic && !is_of_texts) {
            return None;
        }
        let signature = content.signature(&self.follows, &self.tags);
        if let Some(steps) = CLEAR.get(&signature) {
            work.allows(CODE, steps);
            return Some(SearchResult::default());
        }
        let mut result = SearchResult::default();
        let mut steps = self.pairs(&content, &mut result);
        if !is_of_texts {
            steps += self.states(&content, &mut result)?;
            // The steps of this search are not available to the next one.
            work.allows(CODE, steps);
        }
        if result.is_clear() {
            CLEAR.keep(signature, steps, 0);
        }
        Some(result)
    }

    /// Searches for forms with two derivations; returns the number of steps.
    fn pairs(&self, content: &ContentGrammar<'_>, result: &mut SearchResult) -> usize {
        let limits = if self.subject.is_of_texts() { OF_TEXTS } else { OF_CONTENT };
        let rules = content.numbered_rules();
        let table = ItemTable::new(content.nonterminals.len(), &rules);
        let mut search = PairSearch::new(&table, limits);
        if search.is_filtered() {
            prove_apart(content, &rules, limits.filter, &mut search.open);
        }
        search.run();
        let found: BTreeSet<usize> = search.found.iter().map(|one| one.nonterminal).collect();
        for form in &search.found {
            if !self.cyclic.contains(&content.nonterminals[form.nonterminal]) {
                result.findings.extend(self.two_trees(content, form, &found));
            }
        }
        if self.subject.is_of_texts() {
            // What contains an ambiguous nonterminal is ambiguous as well.
            let plain = &self.subject.stages.plain;
            let numbers = found.iter().map(|&number| content.nonterminals[number]).collect();
            let containing = plain.made_with(numbers);
            for (&number, &is_open) in content.nonterminals.iter().zip(&search.open) {
                if is_open && !containing[number] {
                    self.note_undecided(number, result);
                }
            }
        } else if search.open.contains(&true) && result.findings.is_empty() {
            self.note_undecided(content.nonterminals[0], result);
        }
        search.steps()
    }

    /// Adds the names by which `allow` may refer to a content, those on the left of its rule, and
    /// the edits that changed the rule.
    fn about_content(&self, mut mistake: Diagnostic, nonterminal: usize) -> Diagnostic {
        let plain = &self.subject.stages.plain;
        let merged = &self.subject.stages.merged;
        let of_content = plain.elements.iter().find(|element| match &element.kind {
            Some((content, _)) => *content == nonterminal,
            None => false,
        });
        let Some(number) = of_content.and_then(|element| element.statement) else {
            return mistake.about(plain.nonterminals[nonterminal].0.as_str());
        };
        if let Statement::Rule { left, .. } = &merged.statements[number].value {
            mistake.subjects.extend(left.items.iter().map(|item| print::item(&item.value)));
        }
        for edit in &merged.edits[number] {
            mistake = mistake.also(*edit, "changed by this edit");
        }
        mistake
    }

    /// Records that a nonterminal is not decided.
    fn note_undecided(&self, nonterminal: usize, result: &mut SearchResult) {
        result.undecided.extend(described(&self.subject.stages.plain, nonterminal));
    }

    /// Visits the states of a content of HTML; returns the number of steps, or `None` if the rules
    /// are too large for the engine.
    fn states(&self, content: &ContentGrammar<'_>, result: &mut SearchResult) -> Option<usize> {
        let mut search = StateSearch::new(content, &self.follows, &self.tags)?;
        let found = search.run();
        if let Some(place) = content.place(0) {
            result.findings.extend(found.map(|found| {
                let mistake = match found {
                    Finding::Elements(before, elements) => {
                        two_elements(self.subject, place, &before, elements)
                    }
                    Finding::Once(text, missing) => {
                        once(self.subject, content, place, &text, missing)
                    }
                };
                (place, self.about_content(mistake, content.nonterminals[0]))
            }));
            if !search.is_within_limits() && result.findings.is_empty() {
                self.note_undecided(content.nonterminals[0], result);
            }
        }
        Some(search.steps())
    }

    /// Returns the warning for a form with two trees, at the nonterminal that derives it.
    fn two_trees(
        &self,
        content: &ContentGrammar<'_>,
        AmbiguousForm { nonterminal, form }: &AmbiguousForm,
        found: &BTreeSet<usize>,
    ) -> Option<(FileSpan, Diagnostic)> {
        let root = content.place(0);
        let place = content.place(*nonterminal).or(root)?;
        let drawn = content.without_helpers(form).into_iter().find_map(|form| {
            let (automaton, text) = reading(content, *nonterminal, &form)?;
            let trees = trees(&automaton, &text)?;
            Some((automaton, text, trees))
        });
        debug_assert!(drawn.is_some(), "a form that was found has two trees");
        let (automaton, text, trees) = drawn?;
        let words: Vec<&str> = text.iter().map(|&letter| automaton.terminal_name(letter)).collect();
        let text = match (words.as_slice(), self.subject.is_of_texts()) {
            ([], true) => "the empty text".to_owned(),
            ([], false) => "the empty content".to_owned(),
            (words, _) => words.join(" "),
        };
        let mut mistake = warning(CODE, place, format!("{text} can be read in two ways here"))
            .label("two derivations");
        let drawn = drawing::both(content, &automaton, &trees);
        for ((tree, drawn), way) in trees.iter().zip(drawn).zip(["as", "or as"]) {
            let has_name = self.subject.is_of_texts() && !content.is_helper(*nonterminal);
            let rule = if has_name { rule(&automaton, tree) } else { None };
            mistake = mistake.note(match rule {
                Some(rule) => format!("{way} {drawn}, by {rule}"),
                None => format!("{way} {drawn}"),
            });
        }
        mistake.subjects = words.into_iter().map(str::to_owned).collect();
        mistake = self.about_content(mistake, content.nonterminals[0]);
        if !content.is_helper(*nonterminal) {
            mistake.subjects.push(content.name(*nonterminal).to_owned());
        }
        if self.subject.is_of_texts() {
            let containing = containing(content, *nonterminal, found);
            if !containing.is_empty() {
                mistake = mistake
                    .note(format!("ambiguous because they contain it: {}", listed(&containing)));
            }
        } else if let Some(root) = root
            && root != place
        {
            mistake = mistake.also(root, "in this content");
        }
        Some((place, mistake))
    }
}

/// Proves nonterminals by the rules alone that they derive, as far as `most` steps of the filter
/// allow. In the whole grammar, the filter also visits pairs that need what is around them.
fn prove_apart(
    content: &ContentGrammar<'_>,
    rules: &[SymbolRule],
    mut most: usize,
    open: &mut [bool],
) {
    let count = content.nonterminals.len();
    let mut parts: Vec<(usize, HashSet<usize>)> = Vec::new();
    for (number, _) in open.iter().enumerate().filter(|(_, is_open)| **is_open) {
        parts.push((number, content.derived(number)));
    }
    parts.retain(|(_, derived)| derived.len() < count);
    parts.sort_by_key(|(_, derived)| derived.len());
    for (number, derived) in parts {
        let own: Vec<SymbolRule> =
            rules.iter().filter(|(left, _)| derived.contains(left)).cloned().collect();
        let table = ItemTable::new(count, &own);
        let Some(filter) = PairFilter::new(&table, most) else { return };
        most = most.saturating_sub(filter.steps() + table.len() * table.len());
        open[number] = filter.unproved(&table)[number];
    }
}

/// Returns the engine's rules for a nonterminal, and a form as a text of their terminals.
fn reading(
    content: &ContentGrammar<'_>,
    root: usize,
    form: &[usize],
) -> Option<(Automaton, Vec<TerminalId>)> {
    let (count, mut leaves) = (content.nonterminals.len(), Vec::new());
    let mut text = Vec::with_capacity(form.len());
    for &symbol in form {
        let terminal = if symbol >= count {
            symbol - count
        } else {
            let known = leaves.iter().position(|&leaf| leaf == symbol);
            content.letters.len()
                + known.unwrap_or_else(|| {
                    leaves.push(symbol);
                    leaves.len() - 1
                })
        };
        text.push(TerminalId::new(terminal));
    }
    Some((content.automaton(root, &leaves)?, text))
}

/// Returns two trees of a text, if it has two that differ at the root.
fn trees(automaton: &Automaton, text: &[TerminalId]) -> Option<[Tree; 2]> {
    let options = Options { keeps_chart: true, ..Options::default() };
    let mut judge = Recogniser::new(automaton.clone(), options);
    for &letter in text {
        judge.read(Word::plain(letter)).ok()?;
    }
    let forest = judge.forest()?;
    let mut trees = forest.trees().take(TREES);
    let first = trees.next()?;
    let second = trees.find(|tree| drawing::differ_at_root(&first, tree))?;
    Some([first, second])
}

/// Returns the rule at the root of a tree, as in a grammar.
fn rule(rules: &Rules, tree: &Tree) -> Option<String> {
    let TreeLabel::Rule(rule) = tree.label(0) else { return None };
    let right: Vec<&str> = rules.right(rule).iter().map(|&symbol| rules.name(symbol)).collect();
    let right = if right.is_empty() { "()".to_owned() } else { right.join(" ") };
    Some(format!("{} ::= {right}", rules.nonterminal_name(rules.left(rule))))
}

/// Lists the named nonterminals that contain an ambiguous one and are not found by themselves.
fn containing(
    content: &ContentGrammar<'_>,
    nonterminal: usize,
    found: &BTreeSet<usize>,
) -> Vec<String> {
    let mut names = Vec::new();
    let contains = content.plain.made_with(vec![content.nonterminals[nonterminal]]);
    for (number, &plain) in content.nonterminals.iter().enumerate() {
        if !found.contains(&number) && !content.is_helper(number) && contains[plain] {
            names.push(format!("`{}`", content.name(number)));
        }
    }
    names
}

/// Lists pairs of terminals, by number, of which an HTML tokenizer may produce the second after the
/// first, wherever both are acceptable.
fn follows(subject: &Subject<'_>) -> Vec<(usize, usize)> {
    let is_within_limits = subject.stages.tables.whole_text;
    let pairs: &[(&str, &str)] = match (subject.is_of_texts(), is_within_limits) {
        (true, _) => &[],
        (false, true) => &[("COMMENT", "COMMENT"), ("PI", "PI"), ("CRUFT", "CRUFT")],
        (false, false) => {
            &[("COMMENT", "COMMENT"), ("PI", "PI"), ("CRUFT", "CRUFT"), ("SPACE", "TEXT")]
        }
    };
    let mut follows = Vec::with_capacity(pairs.len());
    for (first, then) in pairs {
        if let Some(first) = subject.terminal(first)
            && let Some(then) = subject.terminal(then)
        {
            follows.push((first, then));
        }
    }
    follows
}

/// Lists the contents that can occur in documents, each with the letters that its element excludes.
fn contents(subject: &Subject<'_>) -> IndexMap<usize, BTreeSet<PlainSymbol>> {
    let plain = &subject.stages.plain;
    let mut contents: IndexMap<usize, BTreeSet<PlainSymbol>> = IndexMap::default();
    if let Some(start) = plain.start {
        contents.insert(start, BTreeSet::new());
    }
    for (number, element) in plain.elements.iter().enumerate() {
        if let (true, Some((content, lines))) = (subject.reach.elements[number], &element.kind) {
            contents.entry(*content).or_insert_with(|| excluded_letters(plain, lines));
        }
    }
    contents
}

/// Returns the letters that those of some lines forbid that are exclusions in every parent.
fn excluded_letters(plain: &NumberedGrammar, lines: &[usize]) -> BTreeSet<PlainSymbol> {
    let mut letters = BTreeSet::new();
    for &line in lines {
        let line = &plain.lines[line];
        if !line.excludes || line.within.is_some() {
            continue;
        }
        for &member in &line.members {
            for &terminal in plain.terminals_of(member) {
                letters.insert(match element_of_start(plain, terminal) {
                    Some(element) => PlainSymbol::Element(element),
                    None => PlainSymbol::Terminal(terminal),
                });
            }
        }
    }
    letters
}

/// Returns symbols as in a grammar.
fn spelled(subject: &Subject<'_>, text: &[PlainSymbol]) -> String {
    let letters: Vec<String> =
        text.iter().map(|&letter| subject.stages.plain.spelling(letter)).collect();
    letters.join(" ")
}

/// Returns the warning that one tag could be either of two elements, after the symbols `before`.
fn two_elements(
    subject: &Subject<'_>,
    root: FileSpan,
    before: &[PlainSymbol],
    elements: [usize; 2],
) -> Diagnostic {
    let (first, second) = (subject.spelling(elements[0]), subject.spelling(elements[1]));
    let message = format!("one tag could be {first} or {second} here");
    let mistake =
        warning(CODE, root, message).label("both are acceptable").about(first).about(second);
    match before {
        [] => mistake,
        before => mistake.note(format!("after {}", spelled(subject, before))),
    }
}

/// Returns the warning for a repeatable token that cannot follow after a text.
fn once(
    subject: &Subject<'_>,
    content: &ContentGrammar<'_>,
    root: FileSpan,
    text: &[PlainSymbol],
    missing: usize,
) -> Diagnostic {
    let token = subject.stages.plain.terminal_spelling(missing);
    let message = format!("no {token} can follow here after {}", spelled(subject, text));
    let mut mistake = warning(Code::Once, root, message)
        .label(format!("not repeated, but there can be any number of {token}"))
        .help("write `*` after the item that contains it")
        .about(token);
    for rule in named_rules(subject, content) {
        if rule != root {
            mistake = mistake.also(rule, "through this rule");
        }
    }
    mistake
}

/// Returns the spans of the named rules that a content derives.
fn named_rules(subject: &Subject<'_>, content: &ContentGrammar<'_>) -> BTreeSet<FileSpan> {
    let names = &subject.stages.names.nonterminals;
    let mut places = BTreeSet::new();
    for &number in &content.nonterminals {
        let (name, place) = &content.plain.nonterminals[number];
        if let Some((named, _)) = names.get(name)
            && Some(*named) == *place
        {
            places.insert(*named);
        }
    }
    places
}
