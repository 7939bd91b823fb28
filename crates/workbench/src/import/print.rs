//! The printer: from the common model to the text of a grammar with `tokenizer text`.

use super::automaton::{Alphabet, Dfa};
use super::model::{Expr, ImportModel, Rule, RuleRole};
use super::patterns::{self, class_of, class_text, leaf_classes};
use super::resolve::{Inliner, NESTED};
use super::{Notation, names_in};
use regex_syntax::hir::ClassUnicode;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use wishful::base::{FileId, FileSpan, Span};
use wishful::grammar::escapes::pattern_text;
use wishful::grammar::{Grammar, print};

/// The greatest number of copies for a repetition such as `2*5`; more are read as any number.
const COPIES: u32 = 40;
/// The maximum length of the regular expression of a token in itself.
const NESTED_LENGTH: usize = 500;

pub(super) struct Printer<'m> {
    model: &'m mut ImportModel,
    notation: Notation,
    /// Set if the rules read characters, and there are no tokens.
    is_scannerless: bool,
    alphabet: Alphabet,
    /// The names in the grammar, by the original ones.
    names: BTreeMap<String, String>,
    used: BTreeSet<String>,
    /// Tokens that may be empty, which are optional where they are used.
    nullable: BTreeSet<String>,
    /// The tokens that are one literal, by the literal.
    spelled: BTreeMap<String, String>,
    /// The tokens and sets without a name in the original, by what they stand for.
    anonymous: BTreeMap<String, String>,
    /// The statements for words in upper or lower case, for other tokens, and for sets.
    keywords: String,
    tokens: String,
    /// The tokens whose exceptions are left out.
    weak: String,
    is_weak: bool,
    sets: String,
    rules: String,
    /// The rule that is being written.
    place: FileSpan,
}

impl<'m> Printer<'m> {
    pub(super) fn new(
        model: &'m mut ImportModel,
        notation: Notation,
        is_scannerless: bool,
    ) -> Self {
        let mut used = BTreeSet::from(["all".to_owned(), "ends".to_owned(), "EOF".to_owned()]);
        // Reserved words are the literals of the grammar of grammars.
        if let Ok(meta) = Grammar::load("meta")
            && let Some(rules) = meta.text_rules()
        {
            let words = rules.rules().iter().filter_map(|rule| rule.name.strip_prefix('"'));
            used.extend(words.map(|word| word.trim_end_matches('"').to_owned()));
        }
        Self {
            model,
            notation,
            is_scannerless,
            used,
            alphabet: Alphabet::default(),
            names: BTreeMap::new(),
            nullable: BTreeSet::new(),
            spelled: BTreeMap::new(),
            anonymous: BTreeMap::new(),
            keywords: String::new(),
            tokens: String::new(),
            weak: String::new(),
            is_weak: false,
            sets: String::new(),
            rules: String::new(),
            place: FileSpan { file: FileId::new(0), span: Span::at(0) },
        }
    }

    /// Writes the grammar; its legend names the original.
    pub(super) fn grammar(&mut self, original: &str) -> String {
        let rules = self.model.rules.clone();
        let mut ordered: Vec<&Rule> = rules
            .iter()
            .filter(|rule| matches!(rule.role, RuleRole::Token | RuleRole::Skip))
            .collect();
        // Lark prefers literals to regular expressions of equal length.
        let is_lark = self.notation == Notation::Lark;
        ordered.sort_by_key(|rule| (-rule.priority, is_lark && !is_text(&rule.right())));
        let syntax: Vec<&Rule> = rules
            .iter()
            .filter(|rule| rule.role == RuleRole::Syntax || self.is_scannerless)
            .collect();
        let mut used = BTreeSet::new();
        for rule in &syntax {
            let name = self.name(&rule.name, false);
            self.names.insert(rule.name.clone(), name);
            used.extend(names_in(rule).into_iter().map(|(name, _)| name));
        }
        if self.is_scannerless {
            self.atoms(&syntax);
        } else {
            let fragments = rules.iter().filter(|rule| rule.role == RuleRole::Fragment);
            ordered.extend(fragments.filter(|rule| used.contains(&rule.name)));
            for rule in ordered {
                self.token(rule, used.contains(&rule.name));
            }
        }
        for rule in &syntax {
            self.rule(rule);
        }
        self.default_skip(&rules);
        let tokenizer = if self.model.is_longest { "text-longest" } else { "text" };
        let start = self.model.start.clone().unwrap_or_default();
        let start = self.names.get(&start).cloned().unwrap_or_default();
        format!(
            "# imported from {original} ({})\n\nstart {start} ;\ntokenizer {tokenizer} ;\n\n{}{}{}\n{}\n{}",
            self.notation.name(),
            self.keywords,
            self.tokens,
            self.weak,
            self.sets,
            self.rules
        )
    }

    /// Returns a new name: of a terminal in upper case, otherwise in lower case. Humps become
    /// hyphens: `NameStartChar` is `name-start-char`.
    fn name(&mut self, original: &str, is_terminal: bool) -> String {
        let original = original.trim_start_matches("common.");
        let mut name = String::new();
        let characters: Vec<char> = original.chars().collect();
        for (index, &one) in characters.iter().enumerate() {
            let before = index.checked_sub(1).map_or('-', |before| characters[before]);
            let after = characters.get(index + 1).copied().unwrap_or('-');
            let is_hump = one.is_ascii_uppercase()
                && (before.is_ascii_lowercase()
                    || before.is_ascii_alphanumeric() && after.is_ascii_lowercase());
            let is_sign = !one.is_ascii_alphanumeric() && one != '_';
            if (is_hump || is_sign) && !name.is_empty() && !name.ends_with('-') {
                name.push('-');
            }
            if !is_sign && (one != '_' || !name.is_empty()) {
                name.push(one);
            }
        }
        name = name.trim_end_matches('-').replace("_-", "_").replace("-_", "_");
        name = if is_terminal { name.to_ascii_uppercase() } else { name.to_ascii_lowercase() };
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            name.insert(0, if is_terminal { 'T' } else { 'r' });
        }
        let (base, mut number) = (name.clone(), 2);
        while !self.used.insert(name.clone()) {
            name = format!("{base}-{number}");
            number += 1;
        }
        name
    }

    /// Returns the regular expression of a token. If there is none, reports that, and returns one
    /// for the token's own name.
    fn pattern(&mut self, name: &str, expr: &Expr, place: FileSpan) -> (String, bool) {
        // (A nested comment may be too large at one depth, but not at a smaller one.)
        let (mut inlined, mut found) = (None, None);
        for depth in (0..=NESTED).rev() {
            let mut inliner = Inliner::new(self.model, depth);
            inlined = inliner.inline(expr);
            found = inlined.as_ref().and_then(patterns::pattern);
            let Some(cut) = inliner.cut else { break };
            let is_small = found.as_ref().is_some_and(|(text, _)| text.len() < NESTED_LENGTH);
            if is_small || depth == 0 {
                let message = format!(
                    "`{cut}` contains itself, and a token cannot; it is read {depth} levels deep"
                );
                self.model.lose(place, message);
                break;
            }
        }
        if let Some(found) = found {
            return found;
        }
        let (found, message) = match inlined.as_ref().map(patterns::simplified) {
            Some(simple) if Some(&simple) != inlined.as_ref() => (
                patterns::pattern(&simple),
                "without exceptions and shortest matches: with them, its regular expression is too large",
            ),
            _ => (None, "as its own name: it has no regular expression of reasonable size"),
        };
        self.model.lose(place, format!("`{name}` is read {message}"));
        self.is_weak = true;
        found.unwrap_or_else(|| (regex_syntax::escape(name), false))
    }

    fn token(&mut self, rule: &Rule, is_used: bool) {
        // A token that only other tokens use is a part of them.
        if !is_used && self.notation != Notation::Antlr4 && rule.role == RuleRole::Token {
            return;
        }
        self.is_weak = false;
        let (pattern, is_nullable) = self.pattern(&rule.name, &rule.right(), rule.place);
        if rule.role == RuleRole::Skip {
            let _ = writeln!(self.tokens, "skip {} ;", pattern_text(&pattern));
            return;
        }
        let name = self.name(&rule.name, true);
        self.names.insert(rule.name.clone(), name.clone());
        if is_nullable {
            self.nullable.insert(name.clone());
        }
        if let Expr::Text { text, any_case: false } = rule.right() {
            self.spelled.entry(text).or_insert_with(|| name.clone());
        }
        // The last token of equal length loses, so what an exception excludes is mostly another
        // one.
        let lines = if self.is_weak { &mut self.weak } else { &mut self.tokens };
        let _ = writeln!(lines, "token {name} = {} ;", pattern_text(&pattern));
        if !is_used {
            let _ = writeln!(lines, "allow unused {name} \"no rule uses this token\" ;");
        }
    }

    fn token_line(&mut self, name: &str, pattern: &str) {
        let _ = writeln!(self.tokens, "token {name} = {} ;", pattern_text(pattern));
    }

    /// Writes that blanks are skipped, where the notation does not say what is.
    fn default_skip(&mut self, rules: &[Rule]) {
        let is_said = rules.iter().any(|rule| rule.role == RuleRole::Skip);
        if !self.is_scannerless
            && !is_said
            && matches!(self.notation, Notation::Ebnf | Notation::Yacc)
        {
            let reads_lines = self.anonymous.contains_key("\"\\n\"");
            self.tokens +=
                if reads_lines { "skip /[ \\t\\r]+/ ;\n" } else { "skip /[ \\t\\r\\n]+/ ;\n" };
        }
    }

    /// Divides the characters into tokens.
    fn atoms(&mut self, rules: &[&Rule]) {
        let mut classes: Vec<ClassUnicode> = Vec::new();
        let mut expressions: Vec<Expr> = rules.iter().map(|rule| rule.right()).collect();
        while let Some(expr) = expressions.pop() {
            if let Some(class) = class_of(&expr) {
                classes.push(class);
                continue;
            }
            match self.class_difference(&expr) {
                Some(class) => classes.push(class),
                None if expr.parts().is_empty() => leaf_classes(&expr, &mut classes),
                None => expressions.extend(expr.parts().iter().cloned()),
            }
        }
        classes.sort_by(|a, b| a.ranges().cmp(b.ranges()));
        classes.dedup();
        self.alphabet = Alphabet::new(&classes);
        for class in self.alphabet.atoms.clone() {
            let text = class_text(&class);
            let (name, pattern) = match (class.ranges(), only(&class)) {
                (_, Some(one)) => (print::string(&one.to_string()), None),
                ([first, ..], _) => {
                    let ends = [first.start(), first.end()].map(|one| match one {
                        one if one.is_ascii_alphanumeric() => one.to_string(),
                        one => format!("{:02X}", u32::from(one)),
                    });
                    (self.name(&format!("CHAR-{}", ends.join("-")), true), Some(text))
                }
                _ => continue,
            };
            if let Some(pattern) = pattern {
                self.token_line(&name, &pattern);
            }
            self.anonymous.insert(class_text(&class), name);
        }
    }

    /// Returns the class of `A - B`, if both are classes after their names are replaced.
    fn class_difference(&self, expr: &Expr) -> Option<ClassUnicode> {
        match expr {
            Expr::Except(_) => class_of(&Inliner::new(self.model, NESTED).inline(expr)?),
            _ => None,
        }
    }

    fn rule(&mut self, rule: &Rule) {
        self.place = rule.place;
        let name = self.names.get(&rule.name).cloned().unwrap_or_default();
        if self.is_scannerless
            && let Some(class) = class_of(&rule.right())
        {
            let right = self.atoms_of(&self.alphabet.of(&class));
            let _ = writeln!(self.rules, "{name} ::= {right} ;");
            return;
        }
        let (mut right, mut labelled) = (Vec::new(), Vec::<(String, String)>::new());
        for one in &rule.alternatives {
            let text = match &one.expr {
                Expr::Sequence(parts) => self.sequence(parts, &name),
                // (The alternatives of a rule that is one group need no group.)
                Expr::Choice(parts) if rule.alternatives.len() == 1 => {
                    let parts: Vec<String> =
                        parts.iter().map(|part| self.part(part, &name)).collect();
                    parts.join(" | ")
                }
                other => self.part(other, &name),
            };
            let Some(label) = &one.label else {
                right.push(text);
                continue;
            };
            match labelled.iter_mut().find(|(other, _)| other == label) {
                Some((_, all)) => {
                    *all = format!("{all} | {text}");
                }
                None => {
                    right.push(format!("\u{0}{label}\u{0}"));
                    labelled.push((label.clone(), text));
                }
            }
        }
        let mut right = right.join(" | ");
        for (label, text) in labelled {
            let own = self.name(&label, false);
            right = right.replace(&format!("\u{0}{label}\u{0}"), &own);
            let _ = writeln!(self.rules, "{own} ::= {text} ;");
        }
        if rule.alternatives.is_empty() {
            self.model.lose(rule.place, format!("`{}` has no alternatives left", rule.name));
        }
        let _ = writeln!(self.rules, "{name} ::= {right} ;");
    }

    fn sequence(&mut self, parts: &[Expr], rule: &str) -> String {
        let mut out = Vec::new();
        for part in parts {
            let text = self.part(part, rule);
            let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            out.push(match (part, inner) {
                (Expr::Text { text, .. }, Some(inner))
                    if self.is_scannerless && text.chars().count() > 1 =>
                {
                    inner.to_owned()
                }
                _ => text,
            });
        }
        out.join(" ")
    }

    /// Writes an expression as one part of a sequence. (The depth of expressions is limited.)
    fn part(&mut self, expr: &Expr, rule: &str) -> String {
        if self.is_scannerless
            && let Some(class) = class_of(expr)
        {
            return self.atoms_of(&self.alphabet.of(&class));
        }
        match expr {
            Expr::Sequence(parts) | Expr::Choice(parts) if parts.len() == 1 => {
                self.part(&parts[0], rule)
            }
            Expr::Sequence(parts) => format!("({})", self.sequence(parts, rule)),
            Expr::Choice(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        Expr::Sequence(parts) => self.sequence(parts, rule),
                        part => self.part(part, rule),
                    })
                    .collect();
                format!("({})", parts.join(" | "))
            }
            Expr::Repeat { what, least, most, .. } => {
                let one = self.part(what, rule);
                self.repeated(&one, *least, *most)
            }
            Expr::Name(name, place) => self.reference(name, *place),
            Expr::End => "EOF".to_owned(),
            Expr::Text { text, .. } if text.is_empty() => "()".to_owned(),
            Expr::Not(what) => self.other_tokens(what),
            Expr::Call(name, _, place) => self.reference(name, *place),
            _ if self.is_scannerless => self.characters(expr, rule),
            Expr::Text { text, any_case: false } => {
                let literal = print::string(text);
                match self.spelled.get(text) {
                    Some(name) => name.clone(),
                    None => self.anonymous.entry(literal.clone()).or_insert(literal).clone(),
                }
            }
            Expr::Text { .. } | Expr::Class(_) | Expr::Pattern(_) | Expr::Except(_) => {
                self.anonymous_token(expr, rule)
            }
        }
    }

    fn reference(&mut self, name: &str, place: FileSpan) -> String {
        match self.names.get(name) {
            Some(own) if self.nullable.contains(own) => format!("{own}?"),
            Some(own) => own.clone(),
            None => {
                self.model.lose(
                    place,
                    format!("`{name}` is text between tokens, which rules do not see"),
                );
                "()".to_owned()
            }
        }
    }

    /// Writes a repetition.
    fn repeated(&mut self, one: &str, least: u32, most: Option<u32>) -> String {
        // (Such as `X?` of a token that may be empty.)
        let one = if one.ends_with(['?', '*', '+']) { format!("({one})") } else { one.to_owned() };
        match (least, most) {
            (0, None) => return format!("{one}*"),
            (1, None) => return format!("{one}+"),
            (0, Some(1)) => return format!("{one}?"),
            _ => {}
        }
        let copies = vec![one.clone(); least.min(COPIES) as usize].join(" ");
        let rest = match most {
            Some(most) if most <= COPIES && least <= most => {
                (least..most).fold(String::new(), |rest, _| format!("({one} {rest})?"))
            }
            Some(most) if most == least => String::new(),
            _ => format!("{one}*"),
        };
        format!("({copies} {rest})")
    }

    /// Writes a token without a name.
    fn anonymous_token(&mut self, expr: &Expr, rule: &str) -> String {
        let place = self.place;
        let (pattern, is_nullable) = self.pattern(rule, expr, place);
        let name = match self.anonymous.get(&pattern) {
            Some(name) => name.clone(),
            None => {
                let name = match expr {
                    Expr::Text { text, .. }
                        if text.chars().all(|one| one.is_ascii_alphabetic()) =>
                    {
                        self.name(&text.to_ascii_uppercase(), true)
                    }
                    _ => self.name(&format!("{rule}-TOKEN"), true),
                };
                let line = format!("token {name} = {} ;\n", pattern_text(&pattern));
                if is_text(expr) {
                    self.keywords += &line;
                } else {
                    self.tokens += &line;
                }
                self.anonymous.insert(pattern, name.clone());
                name
            }
        };
        if is_nullable { format!("{name}?") } else { name }
    }

    /// Writes one token that is none of these.
    fn other_tokens(&mut self, what: &Expr) -> String {
        let mut others = BTreeSet::new();
        what.walk(&mut |part| match part {
            Expr::Name(name, _) => others.extend(self.names.get(name).cloned()),
            Expr::Text { text, .. } => {
                let literal = print::string(text);
                others.insert(self.spelled.get(text).cloned().unwrap_or(literal));
            }
            _ => {}
        });
        let is_terminal = |name: &&String| name.starts_with(|one: char| one.is_ascii_uppercase());
        let mut all: BTreeSet<String> = self.names.values().filter(is_terminal).cloned().collect();
        for rule in &self.model.rules {
            for one in rule.alternatives.iter().filter(|_| rule.role == RuleRole::Syntax) {
                one.expr.walk(&mut |part| {
                    if let Expr::Text { text, any_case: false } = part
                        && !self.spelled.contains_key(text)
                    {
                        all.insert(print::string(text));
                    }
                });
            }
        }
        let all: Vec<String> = all.difference(&others).cloned().collect();
        self.set(&all)
    }

    /// Writes one of some terminals.
    fn set(&mut self, terminals: &[String]) -> String {
        match terminals {
            [one] => return one.clone(),
            few if few.len() < 5 => return format!("({})", few.join(" | ")),
            _ => {}
        }
        let members = terminals.join(" ");
        if let Some(name) = self.anonymous.get(&members) {
            return name.clone();
        }
        let name = self.name("characters", false);
        let _ = writeln!(self.sets, "{name} = {members} ;");
        self.anonymous.insert(members, name.clone());
        name
    }

    /// Writes an expression of characters.
    fn characters(&mut self, expr: &Expr, rule: &str) -> String {
        if let Some(class) = self.class_difference(expr) {
            return self.atoms_of(&self.alphabet.of(&class));
        }
        if let Expr::Text { text, any_case } = expr {
            let mut parts = Vec::new();
            for one in text.chars() {
                let atoms = self.alphabet.of(&patterns::character(one, *any_case));
                parts.push(self.atoms_of(&atoms));
            }
            return format!("({})", parts.join(" "));
        }
        let inlined = Inliner::new(self.model, NESTED).inline(expr);
        match inlined.and_then(|expr| Dfa::new(&expr, &self.alphabet)) {
            Some(dfa) => self.states(&dfa, rule),
            None => {
                let place = self.place;
                let message = format!("the exception in `{rule}` is left out: it is not regular");
                self.model.lose(place, message);
                expr.parts().first().map_or_else(String::new, |first| self.part(first, rule))
            }
        }
    }

    fn atoms_of(&mut self, atoms: &[usize]) -> String {
        let mut names = Vec::new();
        for &atom in atoms {
            names.extend(self.anonymous.get(&class_text(&self.alphabet.atoms[atom])).cloned());
        }
        self.set(&names)
    }

    /// Writes an automaton as one rule for each of its states.
    fn states(&mut self, dfa: &Dfa, rule: &str) -> String {
        let names: Vec<String> =
            dfa.states.iter().map(|_| self.name(&format!("{rule}-state"), false)).collect();
        for (state, name) in dfa.states.iter().zip(&names) {
            let mut targets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (&atom, &to) in &state.next {
                targets.entry(to).or_default().push(atom);
            }
            let mut ways: Vec<String> = Vec::new();
            for (to, atoms) in targets {
                ways.push(format!("{} {}", self.atoms_of(&atoms), names[to]));
            }
            if state.accepts {
                ways.push(String::new());
            }
            let _ = writeln!(self.rules, "{name} ::= {} ;", ways.join(" | "));
        }
        names.into_iter().next().unwrap_or_default()
    }
}

const fn is_text(expr: &Expr) -> bool {
    matches!(expr, Expr::Text { .. })
}

/// Returns the only character of a class.
fn only(class: &ClassUnicode) -> Option<char> {
    match class.ranges() {
        [one] if one.start() == one.end() => Some(one.start()),
        _ => None,
    }
}
