//! Search for what was probably meant: corrections with which the engine gets further.
//!
//! A heuristic that considers the offending token alone is wrong too often. So every correction is
//! tried: a token is replaced, and the engine parses the statement again. The correction is
//! proposed only if the engine passes the position at which it stopped. The corrections are, in
//! this order:
//!
//! * an unclosed bracket, one closed without being open, and other mistakes visible at one token;
//! * clauses in another order;
//! * another operator: `::=` for `=` if the right side is a rule, and the other way round;
//! * a reserved word that is misspelt, or used as a name;
//! * quotes, slashes, capitals or brackets around a word that lacks them.
//!
//! A missing `;` is tried before all these, since parsing can continue after it. [`missing_end`]
//! finds the position before which a `;` completes a statement. Lemma: this position is never the
//! first token, so the parser terminates.

use super::meta::{EngineRefusal, MetaToken};
use super::parse::StatementReader;
use super::schema::{Key, ROWS, Row, Slot, Sort};
use super::schema_help::help;
use crate::base::{Diagnostic, Span, wide};

/// Words that start a statement in other notations, each with its equivalent in this language.
const FOREIGN: [(&str, &str); 10] = [
    ("close", "to permit inserted end tags, write `wish ends for … unless … ;`"),
    ("element", "elements are not declared; give their content with a rule, `<x> ::= … ;`"),
    (
        "exclude",
        "write `excluding … until …` at the end of a rule: `<p> ::= flow* excluding <p> ;`",
    ),
    ("import", "to build on another grammar, write `use \"marpa.grammar\" ;`"),
    ("include", "to build on another grammar, write `use \"marpa.grammar\" ;`"),
    ("plaintext", "declare the lexical state of elements with `lexical plaintext <x> ;`"),
    ("raw", "declare the lexical state of elements with `lexical rawtext <x> ;`"),
    ("rawtext", "declare the lexical state of elements with `lexical rawtext <x> ;`"),
    ("rcdata", "declare the lexical state of elements with `lexical rcdata <x> ;`"),
    ("set", "write a set as `heading = <h1> <h2> ;`"),
];

/// The number of tokens before the offending one that corrections may change.
const REACH: usize = 24;
/// The greatest position of an offending token for corrections; statements that are longer before
/// it are not parsed repeatedly.
const LAST_CORRECTED: usize = 2000;

/// Returns the number of tokens, at least one, of a statement without `;`, if that is the mistake.
pub(super) fn missing_end(
    reader: &StatementReader,
    tokens: &[MetaToken],
    refusal: &EngineRefusal,
) -> Option<usize> {
    let at = refusal.at;
    if at == 0 || at >= tokens.len() || at > LAST_CORRECTED {
        return None;
    }
    let token = &tokens[at];
    let starts_line = |index: usize| tokens[index].starts_line(&tokens[index - 1], reader.text);
    let is_word = reader.meta.words().any(|word| word == reader.of(token));
    let keyword =
        is_word && matches!(token.terminal, Some(terminal) if reader.meta.starts(terminal));
    let keyword = keyword && (starts_line(at) || named_terminal(reader.of(token)).is_none());
    let cut = if keyword || reader.of(token) != ";" && starts_line(at) {
        at
    } else if ["=", "::=", "|=", "->"].iter().any(|sign| reader.is(token, sign)) {
        let mut earlier = (1..at).rev().take(REACH);
        earlier.find(|&index| starts_line(index)).unwrap_or(at - 1)
    } else {
        return None;
    };
    let is_cut = cut > 0 && reader.meta.check(&ended(reader, &tokens[..cut])).is_ok();
    if is_cut { Some(cut) } else { None }
}

/// Returns the terminal that a word in lower case spells, as `text` does `TEXT`.
fn named_terminal(word: &str) -> Option<String> {
    let name = word.to_ascii_uppercase();
    if name != word && help(&name).is_some() { Some(name) } else { None }
}

/// Appends the missing `;` to a statement.
pub(super) fn ended(reader: &StatementReader, tokens: &[MetaToken]) -> Vec<MetaToken> {
    let end = tokens.last().map_or(0, |token| wide(token.span.end));
    let semicolon = MetaToken { terminal: reader.meta.terminal(";"), span: Span::at(end) };
    tokens.iter().copied().chain([semicolon]).collect()
}

/// Returns the diagnostic for a missing `;` before token `cut`.
pub(super) fn missing_end_diagnostic(
    reader: &StatementReader,
    tokens: &[MetaToken],
    cut: usize,
) -> Diagnostic {
    let next = &tokens[cut];
    let message = format!("a `;` is missing before `{}`", reader.of(next));
    let diagnostic = reader
        .error(next.span, message)
        .label("another statement seems to start here")
        .help("every statement ends with `;`");
    match tokens[..cut].last() {
        Some(last) => diagnostic.also(reader.place(last.span), "add a `;` after this"),
        None => diagnostic,
    }
}

/// Adds advice on what was probably meant to a diagnostic.
pub(super) fn advise(
    reader: &StatementReader,
    tokens: &[MetaToken],
    refusal: &EngineRefusal,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let trial = FailedStatement { reader, tokens, refusal };
    if let Some(help) = trial.members_only() {
        return diagnostic.help(help);
    }
    if let Some(help) = trial.guarded_set() {
        return diagnostic.help(help);
    }
    if let Some(open) = unclosed(reader, tokens, refusal) {
        let label = format!("this `{}` is not closed", reader.of(open));
        return diagnostic.also(reader.place(open.span), label);
    }
    for advice in [
        FailedStatement::known,
        FailedStatement::foreign,
        FailedStatement::order,
        FailedStatement::capitals,
        FailedStatement::operator,
    ] {
        if let Some(help) = advice(&trial) {
            return diagnostic.help(help);
        }
    }
    if let Some((token, word)) = trial.misspelt() {
        let help = format!("did you mean `{word}` instead of `{}`?", reader.of(token));
        let meant_place = Some(reader.place(token.span));
        return Diagnostic { meant: Some(word), meant_place, ..diagnostic.help(help) };
    }
    match trial.reserved().or_else(|| trial.dressed()) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// Returns the innermost unclosed sign at the end of the statement or at another closing sign.
fn unclosed<'t>(
    reader: &StatementReader,
    tokens: &'t [MetaToken],
    refusal: &EngineRefusal,
) -> Option<&'t MetaToken> {
    let found = match tokens.get(refusal.at) {
        Some(token) => reader.of(token),
        None => ";",
    };
    let mut open: Vec<&MetaToken> = Vec::new();
    for token in &tokens[..refusal.at] {
        match reader.of(token) {
            "(" | "{" | "[" | ":{" => open.push(token),
            ")" | "}" | "]" => drop(open.pop()),
            _ => {}
        }
    }
    let last = open.pop()?;
    let closes = matches!((reader.of(last), found), ("(", ")") | ("{" | ":{", "}") | ("[", "]"));
    let ends = matches!(found, ";" | ")" | "}" | "]") || reader.of(last) == "[";
    if ends && !closes { Some(last) } else { None }
}

/// A statement that cannot be parsed, and the position at which the engine stopped.
struct FailedStatement<'a> {
    reader: &'a StatementReader<'a>,
    tokens: &'a [MetaToken],
    refusal: &'a EngineRefusal,
}

impl FailedStatement<'_> {
    /// Returns the number of tokens that the engine reads with `name` instead of token `at`; one
    /// more than all if it reads to the end.
    fn reach(&self, at: usize, name: &str) -> usize {
        let mut changed = self.tokens.to_vec();
        changed[at].terminal = self.reader.meta.terminal(name);
        let end = changed.iter().position(|token| token.terminal.is_none());
        changed.truncate(end.unwrap_or(changed.len()));
        match self.reader.meta.check(&changed) {
            Ok(()) => changed.len() + 1,
            Err(refusal) => refusal.at,
        }
    }

    /// Reports whether the engine passes the offending token with `name` instead of token `at`.
    fn helps(&self, at: usize, name: &str) -> bool {
        at < self.tokens.len() && self.reach(at, name) > self.refusal.at
    }

    /// Returns the text of the offending token; empty at the end of the statement.
    fn found(&self) -> &str {
        match self.tokens.get(self.refusal.at) {
            Some(token) => self.reader.of(token),
            None => "",
        }
    }

    /// Reports whether a token was expected instead of the offending one.
    fn expects(&self, name: &str) -> bool {
        let meta = self.reader.meta;
        self.refusal.expected.iter().any(|&terminal| meta.name(terminal) == name)
    }

    /// Iterates backwards over the tokens in which corrections look for the error: the offending
    /// token and [`REACH`] − 1 before it. There are none if the offending token is far into the
    /// statement.
    fn suspects(&self) -> impl Iterator<Item = usize> {
        let last = self.refusal.at.min(self.tokens.len().saturating_sub(1));
        let count = if last > LAST_CORRECTED { 0 } else { REACH };
        (0..=last).rev().take(count)
    }

    /// Counts the occurrences of signs before the offending token.
    fn count(&self, signs: &[&str]) -> usize {
        let before = self.tokens.iter().take(self.refusal.at);
        before.filter(|token| signs.contains(&self.reader.of(token))).count()
    }

    /// Advises on mistakes visible at the offending token alone.
    fn known(&self) -> Option<String> {
        let text = match self.tokens.get(self.refusal.at) {
            Some(token) => &self.reader.text[wide(token.span.start)..],
            None => self.reader.text,
        };
        let in_braces = self.count(&["{", ":{"]) > self.count(&["}"]);
        let swallowed = self.suspects().find(|&at| {
            let token = &self.tokens[at];
            self.reader.of(token).ends_with("->") && !self.reader.is(token, "->")
        });
        let help = match self.found() {
            "*" if self.refusal.at == 0 => "write `<*>` for any element without its own rule",
            "=" if self.ends_after("-") => {
                "remove members from a set with `remove NAME = <x> ;`; in the definition of a \
                 set, `-` subtracts the next member"
            }
            "=" if self.ends_after("+") => "extend a set or a rule with `|=`",
            "-" if text.starts_with("-(") => {
                "to forbid elements at any depth, write `excluding <x> until <y>`; write a set without some \
                 members in braces, `{flow - <x>}`"
            }
            "+" if text.starts_with("+(") => {
                "to allow elements at any depth, write `including <x>`"
            }
            "|=" if self.starts_with("remove") => {
                "`remove NAME = <x> ;` removes members from a set; replace a rule \
                 by `replace`"
            }
            "::=" | "excluding" | "including" if self.starts_with("remove") => {
                "rules cannot be removed; replace one with `replace <p> ::= … ;`"
            }
            ";" if self.starts_with("remove") && self.ends_after("=") => {
                "a whole set cannot be removed; replace it with `replace NAME = … ;`"
            }
            ";" | "=" if self.starts_with("remove") && self.expects("->") => {
                "`remove NAME = <x> ;` removes members from a set, `remove <p> -> ;` a remedy line; \
                 other statements are removed by their keyword: `remove void <br> ;`"
            }
            "=" if text.starts_with("=>") => "write `->` for a remedy",
            ";" if swallowed.is_some() => {
                "the `>` of `->` was read as the end of a tag; write `<x> -> …`"
            }
            ";" if self.ends_after("=") && self.expects("START") => {
                "a set needs at least one member; only a rule can be empty"
            }
            "-" if self.expects("excluding") => {
                "`-` combines sets: in a rule put the list in braces, `{flow - <p>}`; `excluding` \
                 forbids at any depth"
            }
            "|" if self.expects("grant") => {
                "list remedies one after another, best first, without `|`"
            }
            "[" if self.expects("excluding") => "write a guard before its alternative: `[mode] …`",
            "?" | "*" | "|" | "(" if in_braces => {
                "braces contain a list of members; write repetitions after the `}`, and groups in `( )`"
            }
            ")" if self.count(&["("]) <= self.count(&[")"]) => "no `(` is open here",
            "}" if self.count(&["{", ":{"]) <= self.count(&["}"]) => "no `{` is open here",
            "]" => "no `[` is open here",
            _ if self.expects("before") && self.expects("into") => {
                "give the position in the tree: `foster before <x> (…)` or `foster into <x> (…)`"
            }
            regex if regex.starts_with("/*") => "a comment starts with `#`",
            _ => return None,
        };
        Some(help.into())
    }

    /// Advises on a statement of another notation, which starts with a name as no statement does.
    fn foreign(&self) -> Option<String> {
        let first = self.reader.of(self.tokens.first()?);
        if let Some(next) = self.tokens.get(1)
            && ["=", "::=", "|="].iter().any(|sign| self.reader.is(next, sign))
        {
            return None;
        }
        let (_, help) = FOREIGN.iter().find(|(word, _)| *word == first)?;
        Some((*help).into())
    }

    /// Advises on a mode in brackets in the definition of a set, where brackets have the number of
    /// members.
    fn guarded_set(&self) -> Option<String> {
        let at = self.refusal.at.checked_sub(2)?;
        let is_first = self.reader.is(self.tokens.get(at)?, "=") && self.ends_after("[");
        let name = self.reader.of(self.tokens.get(at.checked_sub(1)?)?);
        if !is_first {
            return None;
        }
        Some(format!(
            "brackets after `=` contain the number of members; to add members of `{name}` only in a mode, write `{name} |= [{}] <x> ;`",
            self.found()
        ))
    }

    /// Reports whether the statement starts with a word.
    fn starts_with(&self, word: &str) -> bool {
        matches!(self.tokens.first(), Some(token) if self.reader.is(token, word))
    }

    /// Reports whether the offending token follows a sign.
    fn ends_after(&self, sign: &str) -> bool {
        let Some(before) = self.refusal.at.checked_sub(1) else { return false };
        matches!(self.tokens.get(before), Some(token) if self.reader.is(token, sign))
    }

    /// Advises on the order of clauses, if the offending token comes too late.
    fn order(&self) -> Option<String> {
        let order = match self.found() {
            tag if tag.starts_with('<') && self.ends_after("lexical") => "`lexical rcdata <x>`",
            "in" | "until" if self.count(&["excluding", "including"]) > 0 => {
                "`excluding … in … until … as …`"
            }
            "excluded" if self.count(&["in", "where"]) > 0 => "`… excluded in … where … -> …`",
            "[" if self.count(&["excluded", "in", "where"]) > 0 => {
                "`… [guard] excluded in … where … -> …`"
            }
            word => return Some(format!("the order is `{}`", self.row_with(word)?.outline())),
        };
        Some(format!("the order is {order}"))
    }

    /// Returns the row of the fact that this seems to be, if `word` introduces one of its clauses,
    /// but comes too late or too early.
    fn row_with(&self, word: &str) -> Option<&'static Row> {
        for row in self.rows() {
            let slots = row.slots;
            let Some(at) = slots.iter().position(|slot| slot.keyword == Some(word)) else {
                continue;
            };
            let is_early = slots[..at]
                .iter()
                .any(|slot| slot.keyword.is_some() && !slot.optional && !self.is_written(slot));
            if is_early || slots[at + 1..].iter().any(|slot| self.is_written(slot)) {
                return Some(row);
            }
        }
        None
    }

    /// Reports whether the keyword of a slot is before the offending token.
    fn is_written(&self, slot: &Slot) -> bool {
        matches!(slot.keyword, Some(keyword) if self.count(&[keyword]) > 0)
    }

    /// Iterates over the rows of the facts that this may be.
    fn rows(&self) -> impl Iterator<Item = &'static Row> {
        let tokens = self.tokens.iter().map(|token| self.reader.of(token));
        let words: Vec<&str> =
            tokens.skip_while(|word| ["replace", "remove"].contains(word)).take(2).collect();
        ROWS.iter().filter(move |row| row.words.split(' ').zip(&words).all(|(a, b)| a == *b))
    }

    /// Advises on a clause or a guard after `remove`, which takes only members.
    fn members_only(&self) -> Option<String> {
        if !self.starts_with("remove") {
            return None;
        }
        let row = self.rows().next()?;
        let Some(Key::Members(members)) = row.removed else { return None };
        let is_slot = row.slots.iter().any(|slot| {
            slot.keyword == Some(self.found()) || slot.sort == Sort::Guard && self.ends_after("[")
        });
        if !is_slot {
            return None;
        }
        let words = row.words;
        let purpose = row.slots.iter().find(|slot| row.purpose == Some(slot.name));
        let and = match purpose.map(|slot| slot.keyword.unwrap_or(slot.name)) {
            Some("=") => " and their names after `=`".to_owned(),
            Some(word) => format!(" and `{word}`"),
            None => String::new(),
        };
        Some(format!(
            "`remove {words}` takes only the {members}{and}; to rewrite the statement, use `replace {words}`"
        ))
    }

    /// Advises on a name in capitals where only a lower-case name is possible, and on a reserved
    /// word that is a terminal in capitals.
    fn capitals(&self) -> Option<String> {
        let meta = self.reader.meta;
        if let Some(name) = named_terminal(self.found())
            && self.helps(self.refusal.at, "TERMINAL")
        {
            return Some(format!("write terminals in capitals: `{name}`"));
        }
        let at = self.suspects().take(2).find(|&at| {
            self.tokens[at].terminal == meta.terminal("TERMINAL") && self.helps(at, "NAME")
        })?;
        let name = self.reader.of(&self.tokens[at]).to_ascii_lowercase();
        if meta.terminal(&name).is_some() {
            return None;
        }
        Some(format!("write sets, nonterminals and modes in lower case: `{name}`"))
    }

    /// Advises on `=` for `::=`, or the other way round.
    fn operator(&self) -> Option<String> {
        let at =
            self.suspects().find(|&at| ["=", "::="].contains(&self.reader.of(&self.tokens[at])))?;
        let (other, help) = if self.reader.is(&self.tokens[at], "=") {
            let help = "`=` defines a set, a plain list; a rule and the content of an element are \
                        written with `::=`";
            ("::=", help)
        } else {
            ("=", "write `=` for a plain list that combines sets")
        };
        if self.helps(at, other) { Some(help.into()) } else { None }
    }

    /// Returns a name nearby, and the most similar reserved word.
    fn misspelt(&self) -> Option<(&MetaToken, String)> {
        let meta = self.reader.meta;
        let mut nearest: Option<((usize, bool), usize, &str)> = None;
        for at in self.suspects() {
            if self.tokens[at].terminal != meta.terminal("NAME") {
                continue;
            }
            let text = self.reader.of(&self.tokens[at]);
            for word in meta.words() {
                if !close(text, word) || !self.helps(at, word) {
                    continue;
                }
                let is_first_other = text.chars().next() != word.chars().next();
                let distance = (strsim::damerau_levenshtein(text, word), is_first_other);
                if nearest.is_none_or(|(least, ..)| distance < least) {
                    nearest = Some((distance, at, word));
                }
            }
        }
        let (_, at, word) = nearest?;
        Some((&self.tokens[at], word.to_owned()))
    }

    /// Advises on a reserved word used as a name: the offending token, or the one before a defining
    /// sign.
    fn reserved(&self) -> Option<String> {
        let here = self.refusal.at;
        let defines = matches!(self.found(), "=" | "::=" | "|=");
        let at = if defines { here.checked_sub(1)? } else { here };
        let text = self.reader.of(self.tokens.get(at)?);
        let before = match at.checked_sub(1) {
            Some(before) => self.reader.of(&self.tokens[before]),
            None => "",
        };
        let is_word = text != before && self.reader.meta.words().any(|word| word == text);
        let far_enough = is_word && self.reach(at, "NAME") > here + usize::from(!defines);
        if !far_enough {
            return None;
        }
        if self.found() == "|=" && at == 0 {
            return Some(format!(
                "`|=` extends sets and rules; of a statement `{text}`, extend a set that it lists (`style |= <x> ;`), add another statement, or write `replace {text} … ;`"
            ));
        }
        Some(format!("`{text}` is a keyword and cannot be a name; use for example `{text}-set`"))
    }

    /// Proposes the missing quotes, slashes, capitals or brackets.
    fn dressed(&self) -> Option<String> {
        let token = self.tokens.get(self.refusal.at)?;
        if self.reader.is(token, ";") {
            return None;
        }
        let rest = &self.reader.text[wide(token.span.start)..];
        let run = rest.split([' ', ';', '\n', '\t', '\r']).next().unwrap_or(rest);
        let bare = run.trim_matches(['<', '>', '/', '"', '\'', '[', ']']);
        let word = bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if self.expects("REGEX") {
            Some("write a regular expression between slashes: `/[0-9]+/`".into())
        } else if self.expects("NUMBER") {
            Some("expected a whole number, at least 1".into())
        } else if bare.is_empty() {
            None
        } else if self.expects("STRING") && !self.expects("NAME") && !run.starts_with('"') {
            Some(format!("put it in quotes: `\"{bare}\"`"))
        } else if !word {
            None
        } else if self.expects("START") && !self.expects("NAME") {
            Some(format!("did you mean the element `<{bare}>`?"))
        } else if self.expects("TERMINAL") && !self.expects("NAME") {
            Some(format!("write a terminal in upper case: `{}`", bare.to_ascii_uppercase()))
        } else if self.expects("NAME") && bare != self.found() && !self.expects("START") {
            Some(format!("expected a plain name: `{}`", bare.to_ascii_lowercase()))
        } else {
            None
        }
    }
}

/// Reports whether a name may be a misspelling of a word.
fn close(name: &str, word: &str) -> bool {
    let distance = strsim::damerau_levenshtein(name, word);
    distance > 0 && distance <= word.len().min(name.len()).div_ceil(3)
}
