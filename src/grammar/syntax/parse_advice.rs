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

use super::meta::{Refusal, Token};
use super::parse::Reader;
use super::schema::{Key, ROWS, Row, Slot, Sort};
use super::words_gone;
use crate::base::{Diagnostic, Span, wide};

/// Words that start a statement in other notations, each with its equivalent in this language.
const FOREIGN: [(&str, &str); 10] = [
    ("close", "which end tags may be virtual is said by `wish ends for … unless … ;`"),
    ("element", "elements are not declared: a rule says what is in one, `<x> ::= … ;`"),
    (
        "exclude",
        "`excluding … until …` stands at the end of a rule: `<p> ::= flow* excluding <p> ;`",
    ),
    ("import", "another grammar is taken over by `use \"marpa.grammar\" ;`"),
    ("include", "another grammar is taken over by `use \"marpa.grammar\" ;`"),
    ("plaintext", "the lexical state of elements is said by `lexical plaintext <x> ;`"),
    ("raw", "the lexical state of elements is said by `lexical rawtext <x> ;`"),
    ("rawtext", "the lexical state of elements is said by `lexical rawtext <x> ;`"),
    ("rcdata", "the lexical state of elements is said by `lexical rcdata <x> ;`"),
    ("set", "a set is `heading = <h1> <h2> ;`"),
];

/// The number of tokens before the offending one that corrections may change.
const REACH: usize = 24;
/// The greatest position of an offending token for corrections; statements that are longer before
/// it are not parsed repeatedly.
const PATIENCE: usize = 2000;

/// Returns the number of tokens, at least one, of a statement without `;`, if that is the mistake.
pub(super) fn missing_end(reader: &Reader, tokens: &[Token], refusal: &Refusal) -> Option<usize> {
    let at = refusal.at;
    if at == 0 || at >= tokens.len() || at > PATIENCE {
        return None;
    }
    let starts_line = |&index: &usize| index > 0 && starts_line(reader, tokens, index);
    let token = &tokens[at];
    let is_word = reader.meta.words().any(|word| word == reader.of(token));
    let keyword = is_word && token.terminal.is_some_and(|terminal| reader.meta.starts(terminal));
    let cut = if keyword || reader.of(token) != ";" && starts_line(&at) {
        Some(at)
    } else if ["=", "::=", "|=", "->"].iter().any(|sign| reader.is(token, sign)) {
        (1..at).rev().take(REACH).find(starts_line).or(Some(at - 1))
    } else {
        None
    };
    let cut = cut.filter(|&cut| cut > 0)?;
    reader.meta.check(&ended(reader, &tokens[..cut])).is_ok().then_some(cut)
}

/// Reports whether a token is the first of its line.
fn starts_line(reader: &Reader, tokens: &[Token], index: usize) -> bool {
    let between = Span { start: tokens[index - 1].span.end, end: tokens[index].span.start };
    between.of(reader.text).contains('\n')
}

/// Appends the missing `;` to a statement.
pub(super) fn ended(reader: &Reader, tokens: &[Token]) -> Vec<Token> {
    let end = tokens.last().map_or(0, |token| wide(token.span.end));
    let semicolon = Token { terminal: reader.meta.terminal(";"), span: Span::at(end) };
    tokens.iter().copied().chain([semicolon]).collect()
}

/// Returns the diagnostic for a missing `;` before token `cut`.
pub(super) fn missing_end_diagnostic(reader: &Reader, tokens: &[Token], cut: usize) -> Diagnostic {
    let next = &tokens[cut];
    let message = format!("a `;` is missing before `{}`", reader.of(next));
    let diagnostic = reader
        .error(next.span, message)
        .label("another statement seems to start here")
        .help("every statement is ended by `;`");
    match cut.checked_sub(1).and_then(|before| tokens.get(before)) {
        Some(last) => diagnostic.also(reader.place(last.span), "a `;` belongs after this"),
        None => diagnostic,
    }
}

/// Adds advice on what was probably meant to a diagnostic.
pub(super) fn advise(
    reader: &Reader,
    tokens: &[Token],
    refusal: &Refusal,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let trial = Trial { reader, tokens, refusal };
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
    let advice = trial
        .gone()
        .or_else(|| trial.known())
        .or_else(|| trial.foreign())
        .or_else(|| trial.order())
        .or_else(|| trial.capitals())
        .or_else(|| trial.operator())
        .or_else(|| trial.misspelt())
        .or_else(|| trial.reserved())
        .or_else(|| trial.dressed());
    match advice {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// Returns the innermost unclosed sign at the end of the statement or at another closing sign.
fn unclosed<'t>(reader: &Reader, tokens: &'t [Token], refusal: &Refusal) -> Option<&'t Token> {
    let found = tokens.get(refusal.at).map_or(";", |token| reader.of(token));
    let mut open: Vec<&Token> = Vec::new();
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
    (ends && !closes).then_some(last)
}

/// A statement and the position at which the engine stopped.
struct Trial<'a> {
    reader: &'a Reader<'a>,
    tokens: &'a [Token],
    refusal: &'a Refusal,
}

impl Trial<'_> {
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

    fn found(&self) -> &str {
        self.tokens.get(self.refusal.at).map_or("", |token| self.reader.of(token))
    }

    fn expects(&self, name: &str) -> bool {
        let meta = self.reader.meta;
        self.refusal.expected.iter().any(|&terminal| meta.name(terminal) == name)
    }

    /// Iterates over the tokens that may be mistaken: the offending one and some before it.
    fn suspects(&self) -> impl Iterator<Item = usize> {
        let last = self.refusal.at.min(self.tokens.len().saturating_sub(1));
        let count = if last > PATIENCE { 0 } else { REACH };
        (0..=last).rev().take(count)
    }

    /// Counts the occurrences of signs before the offending token.
    fn count(&self, signs: &[&str]) -> usize {
        let before = self.tokens.iter().take(self.refusal.at);
        before.filter(|token| signs.contains(&self.reader.of(token))).count()
    }

    /// Advises on mistakes visible at the offending token alone.
    fn known(&self) -> Option<String> {
        let start = self.tokens.get(self.refusal.at).map_or(0, |token| wide(token.span.start));
        let text = &self.reader.text[start..];
        let in_braces = self.count(&["{", ":{"]) > self.count(&["}"]);
        let arrow = |at: &usize| self.reader.of(&self.tokens[*at]).ends_with("->");
        let swallowed =
            self.suspects().filter(arrow).find(|&at| !self.reader.is(&self.tokens[at], "->"));
        let help = match self.found() {
            "*" if self.refusal.at == 0 => "the element that no statement names is written `<*>`",
            "=" if self.ends_after("-") => {
                "members are taken out of a set with `remove NAME = <x> ;`; in a set's own \
                 definition `-` takes away what follows it"
            }
            "=" if self.ends_after("+") => "a set or a rule is extended with `|=`",
            "-" if text.starts_with("-(") => {
                "what may not stand at any depth is `excluding <x> until <y>`; a set without some \
                 members stands in braces, `{flow - <x>}`"
            }
            "+" if text.starts_with("+(") => "what may stand anywhere inside is `including <x>`",
            "|=" if self.starts_with("remove") => {
                "`remove NAME = <x> ;` takes members out of a set; a rule is put in another's place \
                 by `replace`"
            }
            "::=" | "excluding" | "including" if self.starts_with("remove") => {
                "rules are not taken away: `replace <p> ::= … ;` puts another in the place of one"
            }
            ";" if self.starts_with("remove") && self.ends_after("=") => {
                "a set is not taken away as a whole: `replace NAME = … ;` puts another in its place"
            }
            ";" | "=" if self.starts_with("remove") && self.expects("->") => {
                "`remove NAME = <x> ;` takes members out of a set, `remove <p> -> ;` a remedy line; \
                 what starts with a word does so here too: `remove void <br> ;`"
            }
            "=" if text.starts_with("=>") => "a remedy is written `->`",
            ";" if swallowed.is_some() => {
                "a tag without its `>` has taken that of a `->`: write `<x> -> …`"
            }
            ";" if self.ends_after("=") && self.expects("START") => {
                "a set has one member at least; only a rule may be empty"
            }
            "-" if self.expects("excluding") => {
                "`-` combines sets: in a rule put the list in braces, `{flow - <p>}`; `excluding` \
                 forbids at any depth"
            }
            "|" if self.expects("grant") => "remedies follow each other, best first, without a `|`",
            "[" if self.expects("excluding") => "a guard stands before its alternative: `[mode] …`",
            "?" | "*" | "|" | "(" if in_braces => {
                "braces hold a list of members; repetitions stand after the `}`, groups in `( )`"
            }
            ")" if self.count(&["("]) <= self.count(&[")"]) => "no `(` is open here",
            "}" if self.count(&["{", ":{"]) <= self.count(&["}"]) => "no `{` is open here",
            "]" => "no `[` is open here",
            _ if self.expects("before") && self.expects("into") => {
                "say where in the tree: `foster before <x> (…)` or `foster into <x> (…)`"
            }
            regex if regex.starts_with("/*") => "a comment starts with `#`",
            _ => return None,
        };
        Some(help.into())
    }

    /// Advises on a word of an earlier version of the language: the offending token, or the one
    /// before it, which was read as a name.
    fn gone(&self) -> Option<String> {
        let said = || self.suspects().take(2).map(|at| self.reader.of(&self.tokens[at]));
        let mut gone = self.rows().flat_map(|row| said().map(move |word| (row.head, word)));
        gone.find_map(|(head, word)| words_gone::advice(Some(head), word)).map(str::to_owned)
    }

    /// Advises on a statement of another notation, which starts with a name as no statement does.
    fn foreign(&self) -> Option<String> {
        let first = self.reader.of(self.tokens.first()?);
        let is_operator = |sign| self.tokens.get(1).is_some_and(|next| self.reader.is(next, sign));
        if ["=", "::=", "|="].into_iter().any(is_operator) {
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
        is_first.then(|| {
            format!(
                "brackets behind `=` hold the number of members; what `{name}` has in a mode only is added: \
                 `{name} |= [{}] <x> ;`",
                self.found()
            )
        })
    }

    fn starts_with(&self, word: &str) -> bool {
        self.tokens.first().is_some_and(|token| self.reader.is(token, word))
    }

    fn ends_after(&self, sign: &str) -> bool {
        let before = self.refusal.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| self.reader.is(token, sign))
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
        let said = |slot: &Slot| slot.keyword.is_some_and(|other| self.count(&[other]) > 0);
        let is_misplaced = |row: &&Row| {
            let at = row.slots.iter().position(|slot| slot.keyword == Some(word));
            at.is_some_and(|at| {
                let lacks = |slot: &Slot| slot.keyword.is_some() && !slot.optional && !said(slot);
                row.slots[..at].iter().any(lacks) || row.slots[at + 1..].iter().any(said)
            })
        };
        self.rows().find(is_misplaced)
    }

    /// Iterates over the rows of the facts that this may be.
    fn rows(&self) -> impl Iterator<Item = &'static Row> {
        let tokens = self.tokens.iter().map(|token| self.reader.of(token));
        let said: Vec<&str> =
            tokens.skip_while(|word| ["replace", "remove"].contains(word)).take(2).collect();
        ROWS.iter().filter(move |row| row.words.split(' ').zip(&said).all(|(a, b)| a == *b))
    }

    /// Advises on a clause or a guard after `remove`, which takes only members.
    fn members_only(&self) -> Option<String> {
        let row = self.rows().next().filter(|_| self.starts_with("remove"))?;
        let Some(Key::Members(members)) = row.removed else { return None };
        let is_guard = |slot: &Slot| slot.sort == Sort::Guard && self.ends_after("[");
        let is_said = |slot: &Slot| slot.keyword == Some(self.found()) || is_guard(slot);
        row.slots.iter().any(is_said).then(|| {
            format!("`remove {0}` names the {members} only; `replace {0}` says all anew", row.words)
        })
    }

    /// Advises on a name in capitals where only a lower-case name is possible.
    fn capitals(&self) -> Option<String> {
        let meta = self.reader.meta;
        let at = self.suspects().take(2).find(|&at| {
            self.tokens[at].terminal == meta.terminal("TERMINAL") && self.helps(at, "NAME")
        })?;
        let name = self.reader.of(&self.tokens[at]).to_ascii_lowercase();
        meta.terminal(&name)
            .is_none()
            .then(|| format!("sets, nonterminals and modes are written in small letters: `{name}`"))
    }

    /// Advises on `=` for `::=`, or the other way round.
    fn operator(&self) -> Option<String> {
        let is_sign = |&at: &usize| ["=", "::="].contains(&self.reader.of(&self.tokens[at]));
        let at = self.suspects().find(is_sign)?;
        if self.reader.is(&self.tokens[at], "=") {
            return self.helps(at, "::=").then(|| {
                "`=` defines a set, a plain list; a rule and the content of an element are written \
                 with `::=`"
                    .into()
            });
        }
        self.helps(at, "=").then(|| "a plain list that combines sets is written with `=`".into())
    }

    /// Proposes the most similar reserved word for a name nearby.
    fn misspelt(&self) -> Option<String> {
        let meta = self.reader.meta;
        let candidates = self.suspects().flat_map(|at| {
            let text = self.reader.of(&self.tokens[at]);
            let named = meta.terminal("NAME") == self.tokens[at].terminal;
            meta.words().filter(move |word| named && close(text, word)).map(move |word| (at, word))
        });
        let helpful = candidates.filter(|&(at, word)| self.helps(at, word));
        let distance = |&(at, word): &(usize, &str)| {
            let text = self.reader.of(&self.tokens[at]);
            (strsim::damerau_levenshtein(text, word), text.chars().next() != word.chars().next())
        };
        let (at, word) = helpful.min_by_key(distance)?;
        Some(format!("did you mean `{word}` instead of `{}`?", self.reader.of(&self.tokens[at])))
    }

    /// Advises on a reserved word used as a name: the offending token, or the one before a defining
    /// sign.
    fn reserved(&self) -> Option<String> {
        let here = self.refusal.at;
        let defines = matches!(self.found(), "=" | "::=" | "|=");
        let at = if defines { here.checked_sub(1)? } else { here };
        let text = self.reader.of(self.tokens.get(at)?);
        let before = at.checked_sub(1).map_or("", |at| self.reader.of(&self.tokens[at]));
        let is_word = text != before && self.reader.meta.words().any(|word| word == text);
        let far_enough = is_word && self.reach(at, "NAME") > here + usize::from(!defines);
        far_enough.then(|| {
            format!(
                "`{text}` is a word of the language and cannot be a name; `{text}-set` could be"
            )
        })
    }

    /// Proposes the missing quotes, slashes, capitals or brackets.
    fn dressed(&self) -> Option<String> {
        let token = self.tokens.get(self.refusal.at).filter(|token| !self.reader.is(token, ";"))?;
        let rest = &self.reader.text[wide(token.span.start)..];
        let run = rest.split([' ', ';', '\n', '\t', '\r']).next().unwrap_or(rest);
        let bare = run.trim_matches(['<', '>', '/', '"', '\'', '[', ']']);
        let word = bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if self.expects("REGEX") {
            Some("a regular expression stands between slashes: `/[0-9]+/`".into())
        } else if self.expects("NUMBER") {
            Some("a whole number from 1 on is wanted here".into())
        } else if bare.is_empty() {
            None
        } else if self.expects("STRING") && !self.expects("NAME") && !run.starts_with('"') {
            Some(format!("put it in quotes: `\"{bare}\"`"))
        } else if !word {
            None
        } else if self.expects("START") && !self.expects("NAME") {
            Some(format!("was the element `<{bare}>` meant?"))
        } else if self.expects("TERMINAL") && !self.expects("NAME") {
            Some(format!("a terminal is written in capitals: `{}`", bare.to_ascii_uppercase()))
        } else if self.expects("NAME") && bare != self.found() && !self.expects("START") {
            Some(format!("a plain name is wanted here: `{}`", bare.to_ascii_lowercase()))
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
