//! Regular expressions: of the syntax that the grammar language reads, from expressions without
//! names, and back.

use super::automaton::{Alphabet, Dfa};
use super::model::Expr;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look};

/// Returns the class of a character, perhaps in upper and lower case.
pub(super) fn character(character: char, any_case: bool) -> ClassUnicode {
    let mut all = vec![character];
    if any_case {
        all.extend(character.to_lowercase().chain(character.to_uppercase()));
    }
    ClassUnicode::new(all.into_iter().map(|one| ClassUnicodeRange::new(one, one)))
}

/// Returns the class of an expression, if it is one character.
pub(super) fn class_of(expr: &Expr) -> Option<ClassUnicode> {
    Some(match expr {
        Expr::Class(class) => class.clone(),
        Expr::Text { text, any_case } => {
            let mut characters = text.chars();
            let first = characters.next()?;
            characters.next().is_none().then(|| character(first, *any_case))?
        }
        Expr::Choice(parts) => {
            let mut class = ClassUnicode::empty();
            for part in parts {
                class.union(&class_of(part)?);
            }
            class
        }
        Expr::Sequence(parts) => match &parts[..] {
            [one] => class_of(one)?,
            _ => return None,
        },
        Expr::Not(what) => {
            let mut class = class_of(what)?;
            class.negate();
            class
        }
        Expr::Except(both) => {
            let mut class = class_of(&both[0])?;
            class.difference(&class_of(&both[1])?);
            class
        }
        Expr::Pattern(pattern) => class_of(&expr_of(&regex_syntax::parse(pattern).ok()?)?)?,
        _ => return None,
    })
}

/// Returns the regular expression of a class.
pub(super) fn class_text(class: &ClassUnicode) -> String {
    let ranges = class.ranges();
    if let [one] = ranges
        && one.start() == one.end()
    {
        return literal(one.start());
    }
    let mut rest = class.clone();
    rest.negate();
    let last = ranges.last().is_some_and(|range| range.end() == char::MAX);
    match ranges {
        [_] if rest.ranges().is_empty() => "(?s:.)".to_owned(),
        _ if last && !rest.ranges().is_empty() => format!("[^{}]", ranges_text(&rest)),
        _ => format!("[{}]", ranges_text(class)),
    }
}

fn ranges_text(class: &ClassUnicode) -> String {
    let mut out = String::new();
    for range in class.ranges() {
        let (first, last) = (u32::from(range.start()), u32::from(range.end()));
        out += &in_class(range.start());
        if first != last {
            out += if first + 1 == last { "" } else { "-" };
            out += &in_class(range.end());
        }
    }
    out
}

fn in_class(character: char) -> String {
    match character {
        '[' | ']' | '\\' | '^' | '-' | '&' | '~' => format!("\\{character}"),
        other => escaped(other),
    }
}

/// Writes a character that is not printable ASCII by its number.
fn escaped(character: char) -> String {
    match character {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        ' '..='~' => character.to_string(),
        other => format!("\\x{{{:X}}}", u32::from(other)),
    }
}

/// Returns the regular expression of a character.
fn literal(character: char) -> String {
    match character {
        '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' | '\\' => {
            format!("\\{character}")
        }
        other => escaped(other),
    }
}

/// Returns the regular expression of a text.
fn text_pattern(text: &str, any_case: bool) -> (String, u8) {
    let mut out = String::new();
    for character in text.chars() {
        out += &literal(character);
    }
    let is_cased = any_case && text.chars().any(char::is_alphabetic);
    let level = if is_cased || text.chars().count() == 1 { 2 } else { 1 };
    (if is_cased { format!("(?i:{out})") } else { out }, level)
}

/// Returns the regular expression of a token, and reports whether the token may be empty; the
/// expression itself never is. Returns `None` if there is no such text, or the expression is not
/// regular or too large.
pub(super) fn pattern(expr: &Expr) -> Option<(String, bool)> {
    let mut needs_automaton = false;
    expr.walk(&mut |part| {
        needs_automaton |= match part {
            Expr::Except(_) => class_of(part).is_none(),
            Expr::Repeat { lazy, .. } => *lazy,
            Expr::Pattern(pattern) => has_lazy(pattern),
            _ => false,
        };
    });
    let mut is_nullable = false;
    if !needs_automaton {
        let (text, _) = direct(expr)?;
        let parsed = regex_syntax::parse(&text).ok()?;
        parsed.properties().minimum_len()?;
        if parsed.properties().minimum_len() != Some(0) {
            return Some((text, false));
        }
        is_nullable = true;
    }
    let mut classes = Vec::new();
    leaf_classes(expr, &mut classes);
    let alphabet = Alphabet::new(&classes);
    let dfa = Dfa::new(expr, &alphabet)?;
    is_nullable |= dfa.states.first().is_some_and(|state| state.accepts);
    Some((dfa.pattern(&alphabet)?, is_nullable))
}

/// Returns an expression without exceptions and shortest matches.
pub(super) fn simplified(expr: &Expr) -> Expr {
    match expr {
        Expr::Except(both) if class_of(expr).is_none() => simplified(&both[0]),
        Expr::Repeat { what, least, most, .. } => {
            let what = Box::new(simplified(what));
            Expr::Repeat { what, least: *least, most: *most, lazy: false }
        }
        other => other.map(simplified),
    }
}

/// Collects the classes that the automaton of an expression reads.
pub(super) fn leaf_classes(expr: &Expr, classes: &mut Vec<ClassUnicode>) {
    let mut open = vec![expr.clone()];
    while let Some(expr) = open.pop() {
        match &expr {
            _ if class_of(&expr).is_some() => classes.extend(class_of(&expr)),
            Expr::Text { text, any_case } => {
                classes.extend(text.chars().map(|one| character(one, *any_case)));
            }
            Expr::Pattern(pattern) => open.extend(self::expr(pattern)),
            _ => open.extend(expr.parts().iter().cloned()),
        }
    }
}

fn has_lazy(pattern: &str) -> bool {
    fn lazy(hir: &Hir) -> bool {
        match hir.kind() {
            HirKind::Repetition(repetition) => !repetition.greedy || lazy(&repetition.sub),
            HirKind::Capture(capture) => lazy(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(lazy),
            _ => false,
        }
    }
    regex_syntax::parse(pattern).is_ok_and(|hir| lazy(&hir))
}

/// Writes an expression without lazy parts as regular expression, with its level: alternatives 0,
/// sequences 1, one character 2.
fn direct(expr: &Expr) -> Option<(String, u8)> {
    if let Some(class) = class_of(expr)
        && !matches!(expr, Expr::Pattern(_))
    {
        return if class.ranges().is_empty() { None } else { Some((class_text(&class), 2)) };
    }
    Some(match expr {
        Expr::Sequence(parts) => match &parts[..] {
            [one] => direct(one)?,
            _ => {
                let mut out = String::new();
                for part in parts {
                    out += &at_level(direct(part)?, 1);
                }
                (out, 1)
            }
        },
        Expr::Choice(parts) => {
            // (An alternative without texts is left out.)
            let ways: Vec<(String, u8)> = parts.iter().filter_map(direct).collect();
            let only = ways.len() == 1;
            if only || ways.is_empty() {
                return ways.into_iter().next();
            }
            let ways: Vec<String> = ways.into_iter().map(|(text, _)| text).collect();
            (ways.join("|"), 0)
        }
        Expr::Repeat { what, least, most, .. } => {
            let what = match direct(what) {
                Some(what) => at_level(what, 2),
                None if *least == 0 => return Some((String::new(), 1)),
                None => return None,
            };
            let times = match (least, most) {
                (0, None) => "*".to_owned(),
                (1, None) => "+".to_owned(),
                (0, Some(1)) => "?".to_owned(),
                (least, None) => format!("{{{least},}}"),
                (least, Some(most)) if least == most => format!("{{{least}}}"),
                (least, Some(most)) => format!("{{{least},{most}}}"),
            };
            (format!("{what}{times}"), 1)
        }
        Expr::Text { text, any_case } => text_pattern(text, *any_case),
        Expr::Pattern(pattern) => (pattern.clone(), 0),
        _ => return None,
    })
}

fn at_level((text, level): (String, u8), least: u8) -> String {
    if level >= least { text } else { format!("({text})") }
}

/// Returns the expression of a regular expression, unless it has assertions.
pub(super) fn expr(pattern: &str) -> Option<Expr> {
    expr_of(&regex_syntax::parse(pattern).ok()?)
}

/// Converts the parsed form, whose depth the parser limits.
fn expr_of(hir: &Hir) -> Option<Expr> {
    Some(match hir.kind() {
        HirKind::Empty => Expr::Sequence(Vec::new()),
        HirKind::Literal(literal) => Expr::text(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(Class::Unicode(class)) => Expr::Class(class.clone()),
        HirKind::Class(Class::Bytes(bytes)) => Expr::Class(bytes.to_unicode_class()?),
        HirKind::Look(Look::Start | Look::End) => Expr::Sequence(Vec::new()),
        HirKind::Look(_) => return None,
        HirKind::Repetition(repetition) => Expr::Repeat {
            what: Box::new(expr_of(&repetition.sub)?),
            least: repetition.min,
            most: repetition.max,
            lazy: !repetition.greedy,
        },
        HirKind::Capture(capture) => expr_of(&capture.sub)?,
        HirKind::Concat(parts) => Expr::Sequence(parts.iter().map(expr_of).collect::<Option<_>>()?),
        HirKind::Alternation(parts) => {
            Expr::Choice(parts.iter().map(expr_of).collect::<Option<_>>()?)
        }
    })
}

/// The idiom of Python for a string that ends at the first quote after an even number of
/// backslashes, and the same without assertion.
const ODD_BACKSLASHES: &str = r"(?<!\\)(\\\\)*?";

/// A regular expression of Python, converted.
#[derive(Debug, Default)]
pub(super) struct Converted {
    /// The assertions that are left out.
    pub(super) lost: Vec<String>,
    /// The assertions that hold only for the text of the token itself.
    pub(super) narrowed: Vec<String>,
}

impl Converted {
    /// Converts a regular expression with its flags. A negative assertion `(?!X)` that is in no
    /// group excludes from the rest of the token what begins with X.
    ///
    /// # Errors
    /// If the expression cannot be read; the reason is that of the crate `regex`.
    pub(super) fn expr(&mut self, pattern: &str, flags: &str) -> Result<Expr, String> {
        let Some((at, length)) = outer_assertion(pattern) else {
            let text = self.converted(pattern);
            if text.is_empty() {
                return Ok(Expr::Sequence(Vec::new()));
            }
            let text = if flags.is_empty() { text } else { format!("(?{flags}:{text})") };
            regex_syntax::parse(&text).map_err(|error| error.to_string())?;
            return Ok(Expr::Pattern(text));
        };
        self.narrowed.push(pattern[at..at + length].to_owned());
        let inner = &pattern[at + 3..at + length - 1];
        let any = match inner.strip_suffix("\\b") {
            Some(_) => r"(\W(?s:.)*)?",
            None => "(?s:.)*",
        };
        let inner = self.expr(inner.trim_end_matches("\\b"), flags)?;
        let begin = Expr::Sequence(vec![inner, Expr::Pattern(any.to_owned())]);
        let rest = self.expr(&pattern[at + length..], flags)?;
        let rest = Expr::Except(Box::new([rest, begin]));
        Ok(Expr::Sequence(vec![self.expr(&pattern[..at], flags)?, rest]))
    }

    /// Converts an expression without such assertions.
    fn converted(&mut self, pattern: &str) -> String {
        let mut text = pattern.to_owned();
        for quote in ['"', '\''] {
            let idiom = format!(".*?{ODD_BACKSLASHES}{quote}");
            text = text.replace(&idiom, &format!(r"([^{quote}\\]|\\.)*{quote}"));
        }
        let (mut out, mut in_class, mut at) = (String::new(), false, 0);
        while let Some(character) = text[at..].chars().next() {
            let rest = &text[at..];
            let mut length = character.len_utf8();
            match character {
                '\\' => {
                    length += rest[1..].chars().next().map_or(0, char::len_utf8);
                    match &rest[..length] {
                        edge @ ("\\b" | "\\B" | "\\A" | "\\Z") if !in_class => {
                            self.narrowed.push(edge.to_owned());
                        }
                        escape => out += escape,
                    }
                }
                '[' if !in_class => {
                    in_class = true;
                    // (A bracket directly after the opening one is an ordinary character.)
                    let opens = ["[^]", "[]", "[^"];
                    let open = opens.into_iter().find(|open| rest.starts_with(open)).unwrap_or("[");
                    length = open.len();
                    out += &open.replace(']', "\\]");
                }
                '[' | '&' | '~' if in_class => out += &format!("\\{character}"),
                ']' => {
                    in_class = false;
                    out.push(']');
                }
                '(' if !in_class && is_assertion(rest) => {
                    length = closing(rest);
                    self.lost.push(rest[..length].to_owned());
                }
                '^' | '$' if !in_class => self.lost.push(character.to_string()),
                '{' if !in_class && !rest[1..].starts_with(|next: char| next.is_ascii_digit()) => {
                    out += "\\{";
                }
                _ => out.push(character),
            }
            at += length;
        }
        out
    }
}

/// Returns the range of the first negative assertion that is in no group, if no alternatives are
/// outside of groups.
fn outer_assertion(pattern: &str) -> Option<(usize, usize)> {
    let (mut found, mut at, mut in_class) = (None, 0, false);
    while let Some(character) = pattern[at..].chars().next() {
        let rest = &pattern[at..];
        let length = match character {
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '(' if !in_class => closing(rest),
            _ => character.len_utf8(),
        };
        match character {
            '[' => in_class = true,
            ']' => in_class = false,
            '|' if !in_class => return None,
            '(' if !in_class && rest.starts_with("(?!") && found.is_none() => {
                found = Some((at, length))
            }
            _ => {}
        }
        at += length;
    }
    found.filter(|(at, length)| at + length < pattern.len())
}

fn is_assertion(text: &str) -> bool {
    ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|start| text.starts_with(start))
}

/// Returns the length of a group, which is at the start of the text.
fn closing(text: &str) -> usize {
    let (mut depth, mut in_class, mut characters) = (0, false, text.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
