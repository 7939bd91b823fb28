//! The compiled grammar of a language of statements, which the parser runs.
//!
//! `Meta::get` is that of grammar files. [`Grammar::meta`](crate::Grammar::meta) returns that of
//! other files, such as vocabularies, from a grammar with `tokenizer text`.
//!
//! The grammar of grammar files cannot be parsed without itself. So its compiled form is checked in
//! as `grammar/meta.rules`, in a trivial line format: each line is one fact, and its first word is
//! the kind.
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
//! The name of a helper nonterminal, for a repetition or a group, has a `'`, which no name of the
//! language has. The file is embedded in the program. On first use it becomes the rules of the
//! engine and the tokens of the text tokenizer, which takes a fraction of a millisecond. The
//! engine's output becomes a tree of [`cst`](super::cst) nodes.
//!
//! Terminals are numbered: first the quoted words in the order of their first use, then the tokens
//! in the order of their statements. Skipped text has no terminal. Of matches of equal length, the
//! first in this order is preferred. So a quoted word is never a `NAME`; nothing else makes words
//! reserved.
//!
//! Errors are possible only if `meta.rules` is damaged. A test expands `meta.grammar` and compares
//! the result with the file, byte for byte (`WISHFUL_BLESS=1 cargo test --lib language` writes the
//! file). If it is damaged nevertheless, every statement is reported as an error.

use super::escapes::unescape;
use super::parse_unknown;
use crate::base::{HashMap, Memo, Span, wide};
use crate::earley::{
    Automaton, NonterminalId, Options, Recogniser, RuleId, Rules, RulesBuilder, Symbol, TerminalId,
    Tree, Word,
};
use crate::token::{TextRule, TextTokenizer};
use std::sync::{Arc, OnceLock};

/// A token of a file.
#[derive(Clone, Copy, Debug)]
pub struct MetaToken {
    /// The number of its terminal; `None` if it is not a token of the language.
    pub terminal: Option<usize>,
    /// The span.
    pub span: Span,
}

impl MetaToken {
    /// Reports whether the token is on a later line than the one before it.
    #[must_use]
    pub fn starts_line(&self, before: &Self, text: &str) -> bool {
        text[wide(before.span.end)..wide(self.span.start)].contains('\n')
    }
}

/// The position at which the engine stopped, and the terminals that it expected.
#[derive(Debug)]
pub struct EngineRefusal {
    /// The index of the rejected token; the number of tokens if the input ended too early.
    pub at: usize,
    /// The acceptable terminals, ascending.
    pub expected: Vec<usize>,
}

/// The total size of the cache of trees, in tokens and nodes: some megabytes, many times the needs
/// of the largest shipped grammar.
const TREES: usize = 1 << 18;

/// The tokens and rules of files that are lists of statements, each ended by `;`.
pub struct Meta {
    /// The names of the terminals.
    names: Vec<String>,
    tokens: TextTokenizer,
    /// The terminals of the tokenizer's rules.
    terminals: Vec<Option<usize>>,
    rules: Automaton,
    /// By nonterminal: true for a repetition or group, which has no name in the language.
    helpers: Vec<bool>,
    /// Returns the end of a stretch that is not a token, by its start.
    stray_end: fn(&str, usize) -> usize,
    /// A cache of the trees of statements, keyed by the kinds of their tokens. Lemma: the engine's
    /// tree depends on these kinds only, not on spans or names.
    trees: Memo<Arc<Tree>>,
}

/// Rules by which nothing can be read.
const NOTHING: &str = "start file\n0 file =";

impl Meta {
    /// Returns the grammar of grammar files, which is embedded in the program.
    pub(crate) fn get() -> &'static Self {
        static META: OnceLock<Meta> = OnceLock::new();
        META.get_or_init(|| {
            let meta = Self::parse(include_str!("../../../grammar/meta.rules"));
            meta.or_else(|| Self::parse(NOTHING)).expect("OK because these rules are in the format")
        })
    }

    /// Parses plain rules; `None` if they are malformed. Lines that start with `#` are ignored.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = Vec::new();
        for line in text.lines() {
            if !line.starts_with('#') {
                lines.push(line.split_once(' ')?);
            }
        }
        let tokens = tokens_of(&lines)?;
        let terminals = (0..tokens.len()).map(Some).collect();
        let rules = Automaton::new(rules_of(&lines, &tokens)?);
        let nonterminals = (0..rules.nonterminal_count()).map(NonterminalId::new);
        let helpers = nonterminals.map(|id| rules.nonterminal_name(id).contains('\'')).collect();
        let tokens = TextTokenizer::new(&tokens).ok()?;
        Some(Self::new(tokens, terminals, rules, helpers, parse_unknown::end))
    }

    /// Combines a tokenizer with rules. `terminals` are those of the tokenizer's rules; `helpers`
    /// and `stray_end` are as in the fields.
    pub(crate) fn new(
        tokens: TextTokenizer,
        terminals: Vec<Option<usize>>,
        rules: Automaton,
        helpers: Vec<bool>,
        stray_end: fn(&str, usize) -> usize,
    ) -> Self {
        let mut names = Vec::new();
        for id in 0..rules.terminal_count() {
            let name = rules.terminal_name(TerminalId::new(id));
            names.push(unquoted(name).unwrap_or_else(|| name.to_owned()));
        }
        Self { names, tokens, terminals, rules, helpers, stray_end, trees: Memo::new(TREES) }
    }

    /// Tokenizes a whole text. A stretch that is not a token becomes one without a terminal.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<MetaToken> {
        let mut tokens = Vec::new();
        let mut found = self.tokens.tokens(text, 0);
        while let Some(token) = found.next() {
            let (terminal, span) = match token {
                Ok(token) if token.skip => continue,
                Ok(token) => (self.terminals[token.rule], token.span),
                Err(unmatched) => {
                    let start = wide(unmatched.span.start);
                    let end = (self.stray_end)(text, start);
                    found.skip_to(end);
                    (None, Span::new(start, end))
                }
            };
            tokens.push(MetaToken { terminal, span });
        }
        tokens
    }

    /// Splits tokens into statements, each with its `;`.
    pub fn ended<'t>(&self, tokens: &'t [MetaToken]) -> impl Iterator<Item = &'t [MetaToken]> {
        let end = self.terminal(";");
        tokens.split_inclusive(move |token| token.terminal == end)
    }

    /// Returns the name of a terminal: a reserved word, a sign, or the name of a `token` statement.
    #[must_use]
    pub fn name(&self, terminal: usize) -> &str {
        match self.names.get(terminal) {
            Some(name) => name,
            None => "",
        }
    }

    /// Returns the spelling of a terminal in rules, with the quotes of words and signs.
    #[must_use]
    pub fn spelling(&self, terminal: usize) -> &str {
        self.rules.terminal_name(TerminalId::new(terminal))
    }

    /// Returns the terminal of a name.
    #[must_use]
    pub fn terminal(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Iterates over the reserved words, without signs.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.names.iter().map(String::as_str);
        words.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
    }

    /// Reports whether a text is read as one name: it consists of letters, digits and `_`, with
    /// single `-` in between, starts with a letter, and is not a reserved word.
    #[must_use]
    pub fn is_name(&self, text: &str) -> bool {
        text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.split('-').all(is_part_of_name)
            && self.words().all(|word| word != text)
    }

    /// Reports whether a statement may start with this terminal.
    pub(super) fn starts(&self, terminal: usize) -> bool {
        self.recogniser(false).expected().contains(terminal)
    }

    fn recogniser(&self, keeps_chart: bool) -> Recogniser {
        Recogniser::new(self.rules.clone(), Options { keeps_chart, ..Options::default() })
    }

    /// Checks that the tokens are statements, each with its `;`.
    ///
    /// # Errors
    /// The position of the first token that is not acceptable.
    pub(super) fn check(&self, tokens: &[MetaToken]) -> Result<(), EngineRefusal> {
        self.recognise(tokens, false).map(drop)
    }

    /// Returns the terminals that may follow some tokens; `None` if a file cannot start with them.
    #[must_use]
    pub fn expected_after(&self, tokens: &[MetaToken]) -> Option<Vec<usize>> {
        let mut recogniser = self.recogniser(false);
        for token in tokens {
            recogniser.read(Word::plain(TerminalId::new(token.terminal?))).ok()?;
        }
        Some(recogniser.expected().iter().collect())
    }

    /// Parses statements, each with its `;`, and returns the engine's tree.
    pub(super) fn engine_tree(&self, tokens: &[MetaToken]) -> Result<Arc<Tree>, EngineRefusal> {
        let kinds: Option<Vec<usize>> = tokens.iter().map(|token| token.terminal).collect();
        if let Some(kinds) = &kinds
            && let Some(tree) = self.trees.get(kinds)
        {
            return Ok(tree);
        }
        let forest = self.recognise(tokens, true)?.forest();
        let tree = forest.as_ref().and_then(|forest| forest.trees().next());
        // The engine has read all tokens, so there is a tree, and this error cannot occur.
        let tree = tree.ok_or(EngineRefusal { at: tokens.len(), expected: Vec::new() })?;
        let tree = Arc::new(tree);
        if let Some(kinds) = kinds {
            self.trees.keep(kinds, tree.clone(), tree.size());
        }
        Ok(tree)
    }

    /// Reports whether a rule belongs to a repetition, or to a group within a rule, which has no
    /// name in the language.
    pub(super) fn is_helper(&self, rule: RuleId) -> bool {
        self.helpers[self.rules.left(rule).index()]
    }

    /// Returns the name of the left side of a rule.
    pub(super) fn left(&self, rule: RuleId) -> &str {
        self.rules.nonterminal_name(self.rules.left(rule))
    }

    /// Returns the name of a symbol; the numbers of rules follow those of terminals.
    pub(super) fn symbol(&self, number: usize) -> Option<&str> {
        if let Some(rule) = number.checked_sub(self.names.len())
            && rule < self.rules.nonterminal_count()
        {
            return Some(self.rules.nonterminal_name(NonterminalId::new(rule)));
        }
        Some(self.names.get(number)?)
    }

    /// Returns the number of a symbol by its name.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        let all = 0..self.names.len() + self.rules.nonterminal_count();
        all.into_iter().find(|&number| self.symbol(number) == Some(name))
    }

    fn recognise(
        &self,
        tokens: &[MetaToken],
        keeps_chart: bool,
    ) -> Result<Recogniser, EngineRefusal> {
        let mut recogniser = self.recogniser(keeps_chart);
        for (at, token) in tokens.iter().enumerate() {
            let is_accepted = match token.terminal {
                Some(terminal) => recogniser.read(Word::plain(TerminalId::new(terminal))).is_ok(),
                None => false,
            };
            if !is_accepted {
                return Err(refused(&recogniser, at));
            }
        }
        if recogniser.complete() { Ok(recogniser) } else { Err(refused(&recogniser, tokens.len())) }
    }
}

fn refused(recogniser: &Recogniser, at: usize) -> EngineRefusal {
    EngineRefusal { at, expected: recogniser.expected().iter().collect() }
}

fn is_part_of_name(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the text of a quoted string.
fn unquoted(written: &str) -> Option<String> {
    unescape(written.strip_prefix('"')?.strip_suffix('"')?).ok()
}

/// The lines of the format: the first word, and the rest.
type RuleLines<'t> = [(&'t str, &'t str)];

fn of_kind<'t>(lines: &RuleLines<'t>, kind: &str) -> impl Iterator<Item = &'t str> {
    lines.iter().filter_map(move |line| if line.0 == kind { Some(line.1) } else { None })
}

/// Returns the rules of the text tokenizer in the order of preference, with their spellings as
/// names. Those of skipped text are last.
fn tokens_of(lines: &RuleLines<'_>) -> Option<Vec<TextRule>> {
    let mut tokens = Vec::new();
    for written in of_kind(lines, "word") {
        tokens.push(text_rule(written, &regex_syntax::escape(&unquoted(written)?), false));
    }
    for token in of_kind(lines, "token") {
        let (name, pattern) = token.split_once(' ')?;
        tokens.push(text_rule(name, pattern, false));
    }
    for pattern in of_kind(lines, "skip") {
        tokens.push(text_rule("skip", pattern, true));
    }
    Some(tokens)
}

fn text_rule(name: &str, pattern: &str, skip: bool) -> TextRule {
    TextRule { name: name.to_owned(), pattern: pattern.to_owned(), skip }
}

/// Builds the rules of the engine; `tokens` are its terminals.
fn rules_of(lines: &RuleLines<'_>, tokens: &[TextRule]) -> Option<Rules> {
    let mut builder = RulesBuilder::new();
    let mut symbols: HashMap<&str, Symbol> = HashMap::default();
    for token in tokens.iter().filter(|token| !token.skip) {
        symbols.insert(&token.name, Symbol::Terminal(builder.terminal(&token.name)));
    }
    let mut rules = Vec::new();
    for (kind, rule) in lines {
        if kind.starts_with(|first: char| first.is_ascii_digit()) {
            rules.push(rule.split_once(" =")?);
        }
    }
    let mut nonterminals: HashMap<&str, NonterminalId> = HashMap::default();
    for (left, _) in &rules {
        let id = *nonterminals.entry(left).or_insert_with(|| builder.nonterminal(*left));
        symbols.insert(left, Symbol::Nonterminal(id));
    }
    for (left, right) in &rules {
        let mut side = Vec::new();
        for symbol in right.split_whitespace() {
            side.push(*symbols.get(symbol)?);
        }
        builder.rule(*nonterminals.get(left)?, side);
    }
    builder.start(*nonterminals.get(of_kind(lines, "start").next()?)?);
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Counts the trees of a text, up to two; none if it is not in the language.
    fn trees(text: &str) -> usize {
        let Ok(recogniser) = Meta::get().recognise(&Meta::get().tokens(text), true) else {
            return 0;
        };
        match recogniser.forest() {
            Some(forest) => forest.count_trees(2),
            None => 0,
        }
    }

    fn texts(folder: &str) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut texts = Vec::new();
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let text = fs::read_to_string(&path).expect("UTF-8");
                texts.push((path.display().to_string(), text));
            }
        }
        texts
    }

    #[test]
    fn shipped_grammars_have_one_tree() {
        let mut count = 0;
        for (name, text) in texts("grammar") {
            if name.ends_with(".grammar") {
                assert_eq!(trees(&text), 1, "{name}");
                count += 1;
            }
        }
        assert!(count > 0);
    }

    #[test]
    fn statements_of_the_corpus_have_one_tree() {
        let mut count = 0;
        for (name, case) in texts("corpus/language") {
            let text = case.split("----\n").next().unwrap_or_default();
            for statement in Meta::get().ended(&Meta::get().tokens(text)) {
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
        let meta = Meta::parse(rules).expect("plain rules");
        let tokens =
            [0, 2, 4].map(|at| MetaToken { terminal: Some(0), span: Span::new(at, at + 1) });
        let forest = meta.recognise(&tokens, true).ok().and_then(|read| read.forest());
        assert_eq!(forest.map(|forest| forest.count_trees(9)), Some(2));
    }

    #[test]
    fn quoted_words_are_reserved() {
        for word in Meta::get().words() {
            let token = Meta::get().tokens(word)[0];
            assert_eq!(token.terminal, Meta::get().terminal(word), "{word}");
        }
    }
}
