//! Slips in a grammar's text: one changed word, sign or statement, as an author's mistake.
//!
//! A text is tokenized as `grammar/meta.grammar` does, but not parsed, so that invalid grammars can
//! be made as well. A [`Slip`] is an edit of one statement: the replacement of a range of bytes,
//! and the names of what was removed.

pub(crate) mod meaning;

use std::collections::BTreeSet;
use std::ops::Range;

/// A small generator with a reproducible sequence.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// The kind of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SlipKind {
    NameMisspelt,
    ElementMisspelt,
    TerminalMisspelt,
    KeywordMisspelt,
    ModeOrStateMisspelt,
    StatementDropped,
    StatementDoubled,
    StatementMoved,
    SemicolonLost,
    SetEmptied,
    MemberDropped,
    MemberDoubled,
    VoidEndWished,
    OperatorChanged,
    RepeatChanged,
    SignChanged,
    UntilDropped,
    RemedyDoubled,
}

pub(crate) const KINDS: [SlipKind; 18] = [
    SlipKind::NameMisspelt,
    SlipKind::ElementMisspelt,
    SlipKind::TerminalMisspelt,
    SlipKind::KeywordMisspelt,
    SlipKind::ModeOrStateMisspelt,
    SlipKind::StatementDropped,
    SlipKind::StatementDoubled,
    SlipKind::StatementMoved,
    SlipKind::SemicolonLost,
    SlipKind::SetEmptied,
    SlipKind::MemberDropped,
    SlipKind::MemberDoubled,
    SlipKind::VoidEndWished,
    SlipKind::OperatorChanged,
    SlipKind::RepeatChanged,
    SlipKind::SignChanged,
    SlipKind::UntilDropped,
    SlipKind::RemedyDoubled,
];

/// One edit.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    pub(crate) range: Range<usize>,
    pub(crate) new: String,
    /// The bytes of the slipped statements before the edit.
    pub(crate) place: Range<usize>,
    /// The names of what the edit has removed.
    pub(crate) missing: BTreeSet<String>,
}

/// The class of a token of a grammar's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Word,
    Terminal,
    Tag,
    Quoted,
    Regex,
    Sign,
}

#[derive(Clone, Debug)]
struct SlipToken {
    class: Class,
    range: Range<usize>,
}

const KEYWORDS: [&str; 33] = [
    "start",
    "tokenizer",
    "use",
    "mode",
    "namespace",
    "replace",
    "remove",
    "excluding",
    "including",
    "until",
    "in",
    "as",
    "foster",
    "void",
    "lexical",
    "text",
    "whole",
    "token",
    "skip",
    "wish",
    "cost",
    "for",
    "unless",
    "excluded",
    "grant",
    "cruft",
    "adopt",
    "rewrite",
    "formatting",
    "markers",
    "reopen",
    "allow",
    "all",
];
const SIGNS: [&str; 5] = ["::=", "|=", "->", ":{", "="];

/// A grammar's text, split into tokens and statements.
pub(crate) struct SplitGrammar<'t> {
    text: &'t str,
    tokens: Vec<SlipToken>,
    /// The tokens of each statement, with its `;`.
    statements: Vec<Range<usize>>,
}

impl<'t> SplitGrammar<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut cut = Self { text, tokens: Vec::new(), statements: Vec::new() };
        let (mut at, mut first) = (0, 0);
        while let Some(rest) = text.get(at..)
            && !rest.is_empty()
        {
            let before = cut.tokens.last().map(|token| &text[token.range.clone()]);
            let (class, length) = match next(rest, before) {
                Ok(found) => found,
                Err(skipped) => {
                    at += skipped;
                    continue;
                }
            };
            cut.tokens.push(SlipToken { class, range: at..at + length });
            at += length;
            if &rest[..length] == ";" {
                cut.statements.push(first..cut.tokens.len());
                first = cut.tokens.len();
            }
        }
        cut
    }

    fn word(&self, token: usize) -> &'t str {
        &self.text[self.tokens[token].range.clone()]
    }

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    /// Makes a random slip of a kind, in a statement in which it can be made.
    pub(crate) fn slip(&self, kind: SlipKind, random: &mut Random) -> Option<Slip> {
        let mut choices: Vec<(usize, Range<usize>, String)> = Vec::new();
        for number in 0..self.statements.len() {
            for (range, new) in self.edits(kind, number, random) {
                choices.push((number, range, new));
            }
        }
        // Picks a statement first, then an edit in it: otherwise long lists would be picked too
        // often.
        let mut numbers: Vec<usize> = Vec::new();
        for (number, ..) in &choices {
            if numbers.last() != Some(number) {
                numbers.push(*number);
            }
        }
        let number = *random.pick(&numbers)?;
        choices.retain(|(other, ..)| *other == number);
        let (_, range, new) = random.pick(&choices)?.clone();
        self.made(kind, number, range, new)
    }

    /// Returns an edit of a statement, with the names of what it removes.
    fn made(
        &self,
        kind: SlipKind,
        number: usize,
        range: Range<usize>,
        new: String,
    ) -> Option<Slip> {
        let mut place = self.bytes(&self.statements[number]);
        if matches!(kind, SlipKind::SemicolonLost | SlipKind::StatementMoved) {
            place.end = self.bytes(self.statements.get(number + 1)?).end;
        }
        let missing = match kind {
            SlipKind::StatementDropped => self.subject(number),
            SlipKind::MemberDropped => {
                let member = self.text[range.clone()].trim();
                let mut names = BTreeSet::from([member.to_owned()]);
                self.add_members(member, &mut names);
                names.retain(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '<'));
                names
            }
            _ => BTreeSet::new(),
        };
        Some(Slip { range, new, place, missing })
    }

    /// Returns all edits of a kind in one statement.
    fn edits(
        &self,
        kind: SlipKind,
        number: usize,
        random: &mut Random,
    ) -> Vec<(Range<usize>, String)> {
        let statement = &self.statements[number];
        let bytes = self.bytes(statement);
        let whole = &self.text[bytes.clone()];
        match kind {
            SlipKind::NameMisspelt
            | SlipKind::ElementMisspelt
            | SlipKind::TerminalMisspelt
            | SlipKind::KeywordMisspelt
            | SlipKind::ModeOrStateMisspelt => self.misspelt(kind, statement, random),
            SlipKind::StatementDropped => vec![(bytes, String::new())],
            SlipKind::StatementDoubled => vec![(bytes.end..bytes.end, format!("\n{whole}"))],
            SlipKind::StatementMoved => {
                let Some(next) = self.statements.get(number + 1) else { return Vec::new() };
                let next = self.bytes(next);
                let swapped = format!("{}\n{whole}", &self.text[next.clone()]);
                vec![(bytes.start..next.end, swapped)]
            }
            SlipKind::SemicolonLost if number + 1 < self.statements.len() => {
                vec![(bytes.end - 1..bytes.end, String::new())]
            }
            SlipKind::SemicolonLost => Vec::new(),
            SlipKind::SetEmptied => self.emptied(statement),
            SlipKind::MemberDropped | SlipKind::MemberDoubled => self.members(kind, statement),
            SlipKind::VoidEndWished => self.void_ends(bytes.end),
            SlipKind::OperatorChanged => self.exchanged(statement, &["::=", "=", "|=", "->"]),
            SlipKind::SignChanged => self.exchanged(statement, &["+", "-"]),
            SlipKind::RepeatChanged => self.repeats(statement),
            SlipKind::UntilDropped => self.clauses(statement),
            SlipKind::RemedyDoubled => self.remedies(statement),
        }
    }

    fn misspelt(
        &self,
        kind: SlipKind,
        statement: &Range<usize>,
        random: &mut Random,
    ) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for token in statement.clone() {
            let keyword = KEYWORDS.contains(&self.word(token));
            let class = self.tokens[token].class;
            let fits = match kind {
                SlipKind::NameMisspelt => class == Class::Word && !keyword && !self.is_fact(token),
                SlipKind::ModeOrStateMisspelt => self.is_fact(token),
                SlipKind::KeywordMisspelt => class == Class::Word && keyword,
                SlipKind::TerminalMisspelt => class == Class::Terminal,
                _ => class == Class::Tag,
            };
            if fits && let Some(new) = misspell(self.word(token), random) {
                edits.push((self.tokens[token].range.clone(), new));
            }
        }
        edits
    }

    /// Reports whether a token is the name of a mode, of an exclusion, of a lexical state or of a
    /// tokenizer.
    fn is_fact(&self, token: usize) -> bool {
        let before = if token > 0 { self.word(token - 1) } else { "" };
        let head = match self.statements.iter().find(|s| s.contains(&token)) {
            Some(statement) => self.word(statement.start),
            None => "",
        };
        let facts = ["lexical", "tokenizer", "as"].contains(&before) || head == "mode";
        self.tokens[token].class == Class::Word
            && (facts || ["[", "!"].contains(&before) || before == "]" && head == "lexical")
            && !["mode", "text"].contains(&self.word(token))
    }

    fn emptied(&self, statement: &Range<usize>) -> Vec<(Range<usize>, String)> {
        if self.word(statement.start + 1) != "=" {
            return Vec::new();
        }
        let items = self.bytes(&(statement.start + 2..statement.end - 1));
        let first = self.word(statement.start + 2);
        vec![(items.clone(), String::new()), (items, format!("{first} - {first}"))]
    }

    fn is_item(&self, token: usize) -> bool {
        let Some(found) = self.tokens.get(token) else { return false };
        match found.class {
            Class::Tag | Class::Terminal => true,
            Class::Word => !KEYWORDS.contains(&self.word(token)) || self.word(token) == "all",
            _ => false,
        }
    }

    /// Returns edits of the members of lists: items beside other items, outside sequences of rules.
    fn members(&self, kind: SlipKind, statement: &Range<usize>) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        let first = self.word(statement.start);
        // `start`, `mode` and `token` declare names; they have no members.
        let mut list = !matches!(first, "start" | "tokenizer" | "mode" | "namespace" | "token");
        for token in statement.clone() {
            match self.word(token) {
                "::=" | "|=" | "(" | ")" => list = false,
                "{" | ":{" | "excluding" | "including" => list = true,
                "}" if statement.clone().any(|t| t < token && self.word(t) == "::=") => {
                    let mut rest = (statement.start..token).map(|t| self.word(t));
                    list = rest.any(|word| ["excluding", "including"].contains(&word));
                }
                _ => {}
            }
            let has_company = token > 0 && self.is_item_of(statement, token - 1)
                || self.is_item_of(statement, token + 1);
            if list && self.is_item(token) && has_company {
                let range = self.tokens[token].range.clone();
                let new = match kind {
                    SlipKind::MemberDropped => String::new(),
                    _ => format!("{0} {0}", self.word(token)),
                };
                edits.push((range, new));
            }
        }
        edits
    }

    fn is_item_of(&self, statement: &Range<usize>, token: usize) -> bool {
        statement.contains(&token) && self.is_item(token)
    }

    /// Returns edits that insert, after some statement, a wish for the end tag of a void element.
    fn void_ends(&self, after: usize) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for statement in &self.statements {
            if self.word(statement.start) != "void" {
                continue;
            }
            for token in statement.clone() {
                if self.tokens[token].class == Class::Tag {
                    let name = self.word(token).trim_start_matches('<');
                    edits.push((after..after, format!("\nwish </{name} ;")));
                }
            }
        }
        edits
    }

    /// Returns edits that replace signs by others of their kind.
    fn exchanged(&self, statement: &Range<usize>, signs: &[&str]) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for token in statement.clone() {
            if self.tokens[token].class != Class::Sign {
                continue;
            }
            let follows_item = token > statement.start
                && matches!(
                    self.tokens[token - 1].class,
                    Class::Tag | Class::Terminal | Class::Word | Class::Sign
                );
            // A `+` after a factor of a rule is a repetition; in a list it precedes an item.
            let is_sign = signs[0] != "+"
                || (self.is_item(token + 1)
                    || self.text[self.tokens[token].range.end..].starts_with(" {"))
                    && self.text[..self.tokens[token].range.start].ends_with(char::is_whitespace);
            if signs.contains(&self.word(token)) && follows_item && is_sign {
                for other in signs {
                    if *other != self.word(token) {
                        edits.push((self.tokens[token].range.clone(), (*other).to_owned()));
                    }
                }
            }
        }
        edits
    }

    /// Returns edits that replace or remove a `*`, `+` or `?` after a factor.
    fn repeats(&self, statement: &Range<usize>) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for token in statement.clone() {
            let range = &self.tokens[token].range;
            let glued = !self.text[..range.start].ends_with(char::is_whitespace);
            if glued && ["*", "+", "?"].contains(&self.word(token)) {
                for other in ["", "*", "+", "?"] {
                    if other != self.word(token) {
                        edits.push((range.clone(), other.to_owned()));
                    }
                }
            }
        }
        edits
    }

    /// Returns edits that remove the `until` of an exclusion.
    fn clauses(&self, statement: &Range<usize>) -> Vec<(Range<usize>, String)> {
        const ENDS: [&str; 11] = [
            "until",
            "in",
            "for",
            "unless",
            "excluding",
            "including",
            "as",
            ";",
            "->",
            ")",
            "cost",
        ];
        let mut edits = Vec::new();
        for head in statement.clone() {
            if self.word(head) == "until" {
                let mut rest = head + 1..statement.end;
                let end = rest.find(|&token| ENDS.contains(&self.word(token)));
                edits.push((self.bytes(&(head..end.unwrap_or(head + 1))), String::new()));
            }
        }
        edits
    }

    /// Returns edits that repeat a remedy at the end of its line.
    fn remedies(&self, statement: &Range<usize>) -> Vec<(Range<usize>, String)> {
        let Some(arrow) = statement.clone().find(|&token| self.word(token) == "->") else {
            return Vec::new();
        };
        let end = self.tokens[statement.end - 1].range.start;
        let mut depth = 0;
        let mut remedies: Vec<Range<usize>> = Vec::new();
        for token in arrow + 1..statement.end - 1 {
            let (word, before) = (self.word(token), self.word(token - 1));
            let bytes = &self.tokens[token].range;
            match word {
                "{" | ":{" => depth += 1,
                "}" => depth -= 1,
                _ if depth > 0 => {}
                "unless" => {}
                // The items after `unless` belong to the remedy.
                _ if before == "unless" => {
                    if let Some(remedy) = remedies.last_mut() {
                        remedy.end = bytes.end;
                    }
                }
                _ if self.is_item(token) => {
                    let has_verb = before == "close" || KEYWORDS.contains(&before);
                    let first = if has_verb { token - 1 } else { token };
                    remedies.push(self.tokens[first].range.start..bytes.end);
                }
                _ => {}
            }
        }
        remedies.into_iter().map(|bytes| (end..end, format!("{} ", &self.text[bytes]))).collect()
    }

    /// Returns the names by which a missing statement may be reported: those that it defines or is
    /// about, with the members of sets among them. For `|=`, these are the added members.
    fn subject(&self, number: usize) -> BTreeSet<String> {
        let statement = &self.statements[number];
        let operator =
            statement.clone().find(|&t| SIGNS.contains(&self.word(t)) && self.word(t) != ":{");
        let mut head = statement.start..operator.unwrap_or(statement.end - 1);
        if let Some(at) = operator
            && self.word(at) == "|="
        {
            head.end =
                (head.end + 1..statement.end).find(|&t| !self.is_item(t)).unwrap_or(head.end);
        }
        let mut names = BTreeSet::new();
        for token in head {
            if token > 0 && self.word(token - 1) == "-" {
                continue;
            }
            names.insert(self.word(token).to_owned());
            self.add_members(self.word(token), &mut names);
        }
        names.retain(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '<'));
        names
    }

    /// Adds the members of a set and of the sets in it.
    fn add_members(&self, set: &str, names: &mut BTreeSet<String>) {
        let mut open = vec![set];
        let mut seen = BTreeSet::new();
        while let Some(name) = open.pop() {
            if name == "ends" {
                for tag in &self.tokens {
                    if tag.class == Class::Tag {
                        names.insert(self.text[tag.range.clone()].replacen('<', "</", 1));
                    }
                }
            }
            let set = self
                .statements
                .iter()
                .find(|s| self.word(s.start) == name && self.word(s.start + 1) == "=");
            let Some(found) = set else { continue };
            if !seen.insert(name) {
                continue;
            }
            for token in found.start + 2..found.end - 1 {
                names.insert(self.word(token).to_owned());
                open.push(self.word(token));
            }
        }
    }
}

/// Returns the class and length of the first token, or as an error the length of the gap before it.
fn next(rest: &str, before: Option<&str>) -> Result<(Class, usize), usize> {
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '#' => Err(rest.find('\n').unwrap_or(rest.len())),
        c if c.is_whitespace() => Err(c.len_utf8()),
        '"' => Ok((Class::Quoted, closed(rest, '"'))),
        '<' => Ok((Class::Tag, closed(rest, '>'))),
        '/' if matches!(before, Some("=" | "skip")) => Ok((Class::Regex, regex_length(rest))),
        c if c.is_lowercase() => Ok((Class::Word, name_length(rest))),
        c if c.is_uppercase() => Ok((Class::Terminal, name_length(rest))),
        c => {
            let long = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            Ok((Class::Sign, long.map_or(c.len_utf8(), |sign| sign.len())))
        }
    }
}

/// Returns the length of a token that ends with this sign.
fn closed(rest: &str, end: char) -> usize {
    match rest[1..].find(end) {
        Some(at) => at + 2,
        None => rest.len(),
    }
}

fn name_length(rest: &str) -> usize {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_';
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let joins = c == '-' && rest[at + 1..].starts_with(is_inner);
        if !is_inner(c) && !joins {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

fn regex_length(rest: &str) -> usize {
    let mut escaped = true;
    for (at, c) in rest.char_indices() {
        match c {
            '/' if !escaped => return at + 1,
            '\\' if !escaped => escaped = true,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// Misspells a word: transposes two letters, or drops, doubles or replaces one.
fn misspell(word: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let places: Vec<usize> = (0..letters.len()).filter(|&at| letters[at].is_alphabetic()).collect();
    let at = *random.pick(&places)?;
    match random.below(4) {
        0 if matches!(letters.get(at + 1), Some(c) if c.is_alphabetic()) => {
            letters.swap(at, at + 1);
        }
        1 if places.len() > 1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        _ => {
            let step = 1 + random.below(24);
            let start = if letters[at].is_uppercase() { b'A' } else { b'a' };
            let number = (letters[at] as usize).saturating_sub(usize::from(start));
            let other = u8::try_from((number + step) % 26).unwrap_or(0);
            letters[at] = char::from(start + other);
        }
    }
    let new: String = letters.into_iter().collect();
    if new == word { None } else { Some(new) }
}
