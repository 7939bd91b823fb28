//! `ambiguous`: one content derives a short text in two ways, or one tag could be either of two
//! elements.
//!
//! The contents of elements, and that of the whole document, are searched one by one ([`search`]).
//! A child element is one letter of a content, since ambiguity inside it belongs to its own
//! content. The search omits what the content's own element excludes.
//!
//! Contents with the same right sides, a [`ContentShape`], differ only in what is excluded. A shape
//! is first searched without exclusions. Lemma: if that finds nothing, no content of the shape is
//! ambiguous, because exclusions only remove derivations. So ten thousand elements of one set with
//! the rule `flow*` take one search.
//!
//! The same search finds a token that is accepted only `once` although the tokenizer may repeat it:
//! a comment after a comment, cruft after cruft. If a run of text is not one token, text after the
//! blanks that begin it is checked as well.

mod content;
mod drawing;
mod search;

use super::cyclic;
use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap, IndexMap, Memo};
use crate::earley::{TerminalId, Tree};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol};
use crate::grammar::compile::reach::element_of_start;
use content::{ContentGrammar, tags, without_alike};
use search::{AmbiguitySearch, Finding};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const CODE: Code = Code::Ambiguous;

/// Searches every content for an ambiguity, and reports the first that each has.
pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let cyclic: BTreeSet<usize> = cyclic::cycles(plain).into_iter().flatten().collect();
    let mut seen: BTreeSet<FileSpan> = BTreeSet::new();
    let tags = tags(plain);
    let by_left = without_alike(plain, &subject.by_left, &tags);
    let lint = Lint { subject, cyclic, follows: follows(subject), tags, by_left };
    let mut clear: HashMap<ContentShape<'_>, bool> = HashMap::default();
    for (root, excluded) in contents(subject) {
        let shape = lint.shape(root);
        if !subject.work.allows(CODE, shape.iter().map(|side| 1 + side.len()).sum()) {
            break;
        }
        let is_clear =
            *clear.entry(shape).or_insert_with(|| match lint.search(root, &BTreeSet::new()) {
                Some(searched) => searched.is_within_limits && searched.finding.is_none(),
                None => false,
            });
        if !is_clear
            && let Some(searched) = lint.search(root, &excluded)
            && let Some((place, mistake)) = searched.finding
            && seen.insert(place)
        {
            mistakes.push(mistake);
        }
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
struct SearchResult {
    /// True if the search was complete.
    is_within_limits: bool,
    finding: Option<(FileSpan, Diagnostic)>,
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

    /// Searches a content, unless its steps are used up or it is cyclic. A cycle is reported by
    /// itself, since it gives every text infinitely many derivations.
    fn search(&self, root: usize, excluded: &BTreeSet<PlainSymbol>) -> Option<SearchResult> {
        let work = &self.subject.work;
        if !work.allows(CODE, 0) {
            return None;
        }
        let content =
            ContentGrammar::new(&self.subject.stages.plain, &self.by_left, root, excluded);
        if !work.allows(CODE, content.size)
            || content.nonterminals.iter().any(|number| self.cyclic.contains(number))
        {
            return None;
        }
        let signature = content.signature(&self.follows, &self.tags);
        if let Some(steps) = CLEAR.get(&signature) {
            work.allows(CODE, steps);
            return Some(SearchResult { is_within_limits: true, finding: None });
        }
        let mut search = AmbiguitySearch::new(&content, &self.follows, &self.tags)?;
        let found = search.run();
        // The steps of this search are not available to the next one.
        work.allows(CODE, search.steps());
        if found.is_none() && search.is_within_limits() {
            CLEAR.keep(signature, search.steps(), 0);
        }
        let finding = match found {
            Some(found) => mistake(self.subject, &search, found),
            None => None,
        };
        Some(SearchResult { is_within_limits: search.is_within_limits(), finding })
    }
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

/// Returns the diagnostic for a finding and its span, if the content has one.
fn mistake(
    subject: &Subject<'_>,
    search: &AmbiguitySearch<'_>,
    found: Finding,
) -> Option<(FileSpan, Diagnostic)> {
    let root = search.content.place(0);
    let mistake = match found {
        Finding::Trees(text, trees) => return two_trees(search, &text, &trees),
        Finding::Elements(before, elements) => two_elements(subject, root?, &before, elements),
        Finding::Once(text, missing) => once(subject, search.content, root?, &text, missing),
    };
    Some((root?, mistake))
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

/// Returns the warning for a text with two trees, at the nonterminal where they differ.
fn two_trees(
    search: &AmbiguitySearch<'_>,
    text: &[TerminalId],
    trees: &[Tree; 2],
) -> Option<(FileSpan, Diagnostic)> {
    let (content, rules) = (search.content, &search.automaton);
    let root = content.place(0);
    let parting = match drawing::parting(rules, trees) {
        Some(nonterminal) => content.place(nonterminal.index()),
        None => None,
    };
    let at = parting.or(root)?;
    let words: Vec<&str> = text.iter().map(|&letter| rules.terminal_name(letter)).collect();
    let text = if words.is_empty() { "nothing".to_owned() } else { words.join(" ") };
    let [first, second] = drawing::both(content, rules, trees);
    let mut mistake = warning(CODE, at, format!("{text} can be read in two ways here"))
        .label("two derivations")
        .note(format!("as {first}"))
        .note(format!("or as {second}"));
    mistake.subjects = words.into_iter().map(str::to_owned).collect();
    if let Some(root) = root
        && root != at
    {
        mistake = mistake.also(root, "in this content");
    }
    Some((at, mistake))
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
