//! The grammar of grammar files, ready to read with.
//!
//! The grammar of grammar files cannot be read without itself. So its compiled form is checked in,
//! as `grammar/meta.rules`, in a format that needs no parser to speak of: a line a fact, and the
//! first word says which.
//!
//! ```text
//! start file
//! skip [ \t\r\n]+                 a regular expression, to the end of the line
//! token NUMBER [0-9]+
//! word "::="                      a quoted string that some rule uses
//! 0 file =                        rules, numbered: left side, `=`, right side
//! 1 file = file statement ";"
//! ```
//!
//! Helper nonterminals, which stand for a repetition or a group, have a `'` in their names, which
//! no name of the language has. The file is embedded in the program, and on first use becomes the
//! rules of the engine and the tokens of the text tokenizer; that takes a fraction of a
//! millisecond, once. What the engine reads becomes a tree of [`cst`](super::cst) nodes.
//!
//! Terminals are numbered: the quoted words first, in the order of their first use, then the tokens
//! in the order of their statements; what is skipped is none. That is also the order of preference
//! for matches of equal length, so that a quoted word is never a `NAME`: words are reserved by that
//! alone.
//!
//! Everything here can fail only if `meta.rules` is damaged. A test expands `meta.grammar` and
//! holds the file against that, byte for byte (`WISHFUL_BLESS=1 cargo test --lib language` writes
//! it anew); should it be damaged all the same, no text is a statement, and that is said of each.

use super::escapes::unescape;
use super::parse_unknown;
use crate::base::{HashMap, IndexMap, Kept, Span, wide};
use crate::earley::{
    Automaton, NonterminalId, Options, Recogniser, Rules, RulesBuilder, Symbol, TerminalId, Tree,
    TreeLabel, Word,
};
use crate::token::{TextRule, TextTokenizer};
use std::sync::{Arc, OnceLock};

/// A token of a grammar file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Its number; `None` if no token of the language starts here.
    pub(crate) terminal: Option<usize>,
    /// Where it stands.
    pub(crate) span: Span,
}

/// Where the engine stopped.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The number of the token that is not acceptable; the number of tokens if they end too early.
    pub(super) at: usize,
    /// What was acceptable instead, ascending.
    pub(super) expected: Vec<usize>,
}

/// A step of the walk over a tree, in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// An instance of a rule begins.
    Open(NonterminalId),
    /// The next token.
    Token,
    /// The innermost instance that is open ends.
    Close,
}

/// How many kinds and steps are kept, of all statements together: some megabytes, and many times what the largest shipped
/// grammar needs.
const WALKS: usize = 1 << 19;

/// The tokens and rules of grammar files.
pub(super) struct Meta {
    /// The names of the terminals.
    names: Vec<String>,
    tokens: TextTokenizer,
    rules: Automaton,
    /// What the engine makes of a statement is decided by the kinds of its tokens alone, not by where they stand or what names
    /// they have: the walks over its trees, by these.
    walks: Kept<Arc<[Step]>>,
}

/// Rules by which nothing can be read.
const NOTHING: &str = "start file\n0 file =";

impl Meta {
    /// The one that is embedded in the program.
    pub(super) fn get() -> &'static Self {
        static META: OnceLock<Meta> = OnceLock::new();
        META.get_or_init(|| {
            let meta = Self::of(include_str!("../../../grammar/meta.rules"));
            meta.or_else(|| Self::of(NOTHING)).expect("OK because these rules are in the format")
        })
    }

    /// What some plain rules say; none if they are not in the format. Lines that start with `#` are
    /// left out.
    fn of(text: &str) -> Option<Self> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let lines = lines.map(|line| line.split_once(' ')).collect::<Option<Vec<_>>>()?;
        let (tokens, names) = tokens_of(&lines)?;
        let tokens = TextTokenizer::new(&tokens).ok()?;
        let rules = Automaton::new(rules_of(&lines, &names)?);
        let names = names.into_values().collect();
        Some(Self { names, tokens, rules, walks: Kept::new(WALKS) })
    }

    /// Reads tokens from `start` on; tells where no token starts, if it gets to such a place.
    pub(super) fn tokens(&self, text: &str, start: usize, out: &mut Vec<Token>) -> Option<usize> {
        for token in self.tokens.tokens(text, start) {
            match token {
                Ok(token) if token.skip => {}
                Ok(token) => out.push(Token { terminal: Some(token.rule), span: token.span }),
                Err(unmatched) => return Some(wide(unmatched.span.start)),
            }
        }
        None
    }

    /// The name of a terminal: a reserved word, a sign, or the name of a `token` statement.
    pub(super) fn name(&self, terminal: usize) -> &str {
        self.names.get(terminal).map_or("", String::as_str)
    }

    /// The terminal of a name.
    pub(super) fn terminal(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The reserved words; no signs.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.names.iter().map(String::as_str);
        words.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
    }

    /// Whether a statement may start with this terminal.
    pub(super) fn starts(&self, terminal: usize) -> bool {
        self.recogniser(false).expected().contains(terminal)
    }

    fn recogniser(&self, keeps_chart: bool) -> Recogniser {
        Recogniser::new(self.rules.clone(), Options { keeps_chart, ..Options::default() })
    }

    /// Whether the tokens are statements, each with its `;`; where they cease to be otherwise.
    pub(super) fn check(&self, tokens: &[Token]) -> Result<(), Refusal> {
        self.recognise(tokens, false).map(drop)
    }

    /// What may follow some tokens; none if they cannot stand at the start of a file.
    pub(super) fn expected_after(&self, tokens: &[Token]) -> Option<Vec<usize>> {
        let mut recogniser = self.recogniser(false);
        for token in tokens {
            recogniser.read(Word::plain(TerminalId::new(token.terminal?))).ok()?;
        }
        Some(recogniser.expected().iter().collect())
    }

    /// Reads statements, each with its `;`: a walk over the tree that the engine has of them.
    pub(super) fn walk(&self, tokens: &[Token]) -> Result<Arc<[Step]>, Refusal> {
        let kinds: Option<Vec<usize>> = tokens.iter().map(|token| token.terminal).collect();
        let known = kinds.as_ref().and_then(|kinds| self.walks.get(kinds));
        if let Some(walk) = known {
            return Ok(walk);
        }
        let walk: Arc<[Step]> = self.read(tokens)?.into();
        if let Some(kinds) = kinds {
            self.walks.keep(kinds, walk.clone(), walk.len());
        }
        Ok(walk)
    }

    fn read(&self, tokens: &[Token]) -> Result<Vec<Step>, Refusal> {
        let forest = self.recognise(tokens, true)?.forest();
        let tree = forest.as_ref().and_then(|forest| forest.trees().next());
        // The engine has read all, so there is a tree; the refusal is for the type's sake.
        let tree = tree.ok_or(Refusal { at: tokens.len(), expected: Vec::new() })?;
        Ok(self.steps(&tree))
    }

    /// The walk over a tree of the engine, without its helpers: what they hold is part of the rule
    /// that is written.
    fn steps(&self, tree: &Tree) -> Vec<Step> {
        let mut steps = Vec::new();
        // What is still to be done, the next last; nothing stands for the end of an instance.
        let mut rest = vec![Some(0)];
        while let Some(next) = rest.pop() {
            let Some(node) = next else {
                steps.push(Step::Close);
                continue;
            };
            let TreeLabel::Rule(rule) = tree.label(node) else {
                steps.push(Step::Token);
                continue;
            };
            let left = self.rules.left(rule);
            // A repetition, or a group within a rule, has no name in the language.
            if !self.rule(left).contains('\'') {
                steps.push(Step::Open(left));
                rest.push(None);
            }
            let from = rest.len();
            rest.extend(tree.children(node).map(Some));
            rest[from..].reverse();
        }
        steps
    }

    /// The name of a rule.
    pub(super) fn rule(&self, rule: NonterminalId) -> &str {
        self.rules.nonterminal_name(rule)
    }

    /// The name of a terminal or, behind these, of a rule.
    pub(super) fn symbol(&self, number: usize) -> Option<&str> {
        let rule = number.checked_sub(self.names.len());
        let rule = rule.filter(|&rule| rule < self.rules.nonterminal_count());
        match rule {
            Some(rule) => Some(self.rule(NonterminalId::new(rule))),
            None => self.names.get(number).map(String::as_str),
        }
    }

    /// The number of a name.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        let all = 0..self.names.len() + self.rules.nonterminal_count();
        all.into_iter().find(|&number| self.symbol(number) == Some(name))
    }

    fn recognise(&self, tokens: &[Token], keeps_chart: bool) -> Result<Recogniser, Refusal> {
        let mut recogniser = self.recogniser(keeps_chart);
        let refusal = |recogniser: &Recogniser, at| {
            let terminals = recogniser.expected();
            Err(Refusal { at, expected: terminals.iter().collect() })
        };
        for (at, token) in tokens.iter().enumerate() {
            let word = token.terminal.map(|terminal| Word::plain(TerminalId::new(terminal)));
            if word.is_none_or(|word| recogniser.read(word).is_err()) {
                return refusal(&recogniser, at);
            }
        }
        if recogniser.complete() { Ok(recogniser) } else { refusal(&recogniser, tokens.len()) }
    }
}

/// All tokens of a text; what is not a token is one, too, of no kind.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let meta = Meta::get();
    let mut tokens: Vec<Token> = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let stopped = meta.tokens(text, start, &mut tokens);
        start = text.len();
        if let Some(at) = stopped {
            start = parse_unknown::end(text, at);
            tokens.push(Token { terminal: None, span: Span::new(at, start) });
        }
    }
    tokens
}

/// The tokens of each statement, with its `;`.
pub(super) fn ended(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let end = Meta::get().terminal(";");
    tokens.split_inclusive(move |token| token.terminal == end)
}

/// The lines of the format: their first words, and what follows.
type Lines<'t> = [(&'t str, &'t str)];

fn of_kind<'t>(lines: &Lines<'t>, kind: &str) -> impl Iterator<Item = &'t str> {
    lines.iter().filter(move |line| line.0 == kind).map(|line| line.1)
}

/// The tokens of the text tokenizer, in the order of preference, and the terminals' names, each by
/// how rules write it.
fn tokens_of<'t>(lines: &Lines<'t>) -> Option<(Vec<TextRule>, IndexMap<&'t str, String>)> {
    let rule = |name: &str, pattern: &str, skip| TextRule {
        name: name.to_owned(),
        pattern: pattern.to_owned(),
        skip,
    };
    let (mut tokens, mut names) = (Vec::new(), IndexMap::default());
    for written in of_kind(lines, "word") {
        let word = unescape(written.strip_prefix('"')?.strip_suffix('"')?).ok()?;
        tokens.push(rule(&word, &regex_syntax::escape(&word), false));
        names.insert(written, word);
    }
    for token in of_kind(lines, "token") {
        let (name, pattern) = token.split_once(' ')?;
        tokens.push(rule(name, pattern, false));
        names.insert(name, name.to_owned());
    }
    tokens.extend(of_kind(lines, "skip").map(|pattern| rule("skip", pattern, true)));
    Some((tokens, names))
}

/// The rules of the engine; `names` are those of the terminals, by how rules write them.
fn rules_of(lines: &Lines<'_>, names: &IndexMap<&str, String>) -> Option<Rules> {
    let mut builder = RulesBuilder::new();
    let terminals = names.iter().map(|(&written, name)| (written, builder.terminal(name)));
    let terminals = terminals.map(|(written, terminal)| (written, Symbol::Terminal(terminal)));
    let mut symbols: HashMap<&str, Symbol> = terminals.collect();
    let is_rule = |kind: &str| kind.starts_with(|first: char| first.is_ascii_digit());
    let rules =
        lines.iter().filter(|(kind, _)| is_rule(kind)).map(|(_, rule)| rule.split_once(" ="));
    let rules = rules.collect::<Option<Vec<_>>>()?;
    let mut nonterminals: HashMap<&str, NonterminalId> = HashMap::default();
    for (left, _) in &rules {
        let id = *nonterminals.entry(left).or_insert_with(|| builder.nonterminal(*left));
        symbols.insert(left, Symbol::Nonterminal(id));
    }
    for (left, right) in &rules {
        let right = right.split_whitespace().map(|symbol| symbols.get(symbol).copied());
        builder.rule(*nonterminals.get(left)?, right.collect::<Option<Vec<_>>>()?);
    }
    builder.start(*nonterminals.get(of_kind(lines, "start").next()?)?);
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// How many trees a text has, up to two; none if it is not of the language.
    fn trees(text: &str) -> usize {
        let read = Meta::get().recognise(&tokens(text), true);
        read.ok().and_then(|read| read.forest()).map_or(0, |forest| forest.count_trees(2))
    }

    fn texts(folder: &str) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = fs::read_dir(folder).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let read = |path: &Path| fs::read_to_string(path).expect("UTF-8");
        paths
            .filter(|path| path.is_file())
            .map(|path| (path.display().to_string(), read(&path)))
            .collect()
    }

    #[test]
    fn shipped_grammars_have_one_tree() {
        let mut count = 0;
        for (name, text) in texts("grammar").iter().filter(|(name, _)| name.ends_with(".grammar")) {
            assert_eq!(trees(text), 1, "{name}");
            count += 1;
        }
        assert!(count > 0);
    }

    #[test]
    fn statements_of_the_corpus_have_one_tree() {
        let mut count = 0;
        for (name, case) in texts("corpus/language") {
            let text = case.split("----\n").next().unwrap_or_default();
            let end = Meta::get().terminal(";");
            for statement in tokens(text).split_inclusive(|token| token.terminal == end) {
                let Ok(read) = Meta::get().recognise(statement, true) else { continue };
                let forest = read.forest().expect("the text is whole");
                assert!(!forest.ambiguous(), "{name}: {statement:?}");
                count += 1;
            }
        }
        assert!(count > 50, "only {count} statements");
    }

    #[test]
    fn an_ambiguous_grammar_would_be_noticed() {
        let rules = "start e\nword \"a\"\n0 e = e e\n1 e = \"a\"\n";
        let meta = Meta::of(rules).expect("plain rules");
        let tokens = [0, 2, 4].map(|at| Token { terminal: Some(0), span: Span::new(at, at + 1) });
        let forest = meta.recognise(&tokens, true).ok().and_then(|read| read.forest());
        assert_eq!(forest.map(|forest| forest.count_trees(9)), Some(2));
    }

    #[test]
    fn quoted_words_are_reserved() {
        for word in Meta::get().words() {
            let token = tokens(word)[0];
            assert_eq!(token.terminal, Meta::get().terminal(word), "{word}");
        }
    }
}
