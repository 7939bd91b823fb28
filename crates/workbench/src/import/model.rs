//! The common model of imported grammars, and the diagnostics about what it cannot hold.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use wishful::base::{Code, Diagnostic, FileSpan, Report, Severity};

/// The right side of a rule, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    /// The parts after each other; without parts, the empty text.
    Sequence(Vec<Expr>),
    /// One of the parts; without parts, no text at all.
    Choice(Vec<Expr>),
    /// `least` to `most` times the part, as few as possible if `lazy`.
    Repeat { what: Box<Expr>, least: u32, most: Option<u32>, lazy: bool },
    /// Exactly these characters, or the same in upper or lower case.
    Text { text: String, any_case: bool },
    /// One character of a class.
    Class(ClassUnicode),
    /// A regular expression in the syntax of the crate `regex`.
    Pattern(String),
    /// Another rule, or a parameter of a template.
    Name(String, FileSpan),
    /// A template with its arguments.
    Call(String, Vec<Expr>, FileSpan),
    /// In a token, one character outside a class; in a rule, one token that is not one of these.
    Not(Box<Expr>),
    /// The texts of the first that are not texts of the second.
    Except(Box<[Expr; 2]>),
    /// The end of the input.
    End,
}

/// The part that a rule has in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleRole {
    /// A nonterminal.
    Syntax,
    /// A token.
    Token,
    /// A part of tokens.
    Fragment,
    /// Text between tokens.
    Skip,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Associativity {
    Left,
    Right,
    None,
}

/// An alternative of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Alternative {
    pub(super) expr: Expr,
    /// The name of the alternative in trees.
    pub(super) label: Option<String>,
    /// The precedence; a greater number binds tighter.
    pub(super) level: Option<(u32, Associativity)>,
    pub(super) place: FileSpan,
}

#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) role: RuleRole,
    /// Tokens of a greater priority come first.
    pub(super) priority: i32,
    pub(super) parameters: Vec<String>,
    pub(super) alternatives: Vec<Alternative>,
    pub(super) place: FileSpan,
}

/// A grammar that was read.
#[derive(Debug, Default)]
pub(super) struct ImportModel {
    pub(super) rules: Vec<Rule>,
    pub(super) start: Option<String>,
    /// Set if the longest match of all tokens counts, acceptable or not.
    pub(super) is_longest: bool,
    pub(super) report: Report,
}

impl Expr {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), any_case: false }
    }

    pub(super) fn range(first: char, last: char) -> Self {
        Self::Class(ClassUnicode::new([ClassUnicodeRange::new(first, last)]))
    }

    /// Returns the direct parts.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) | Self::Call(_, parts, _) => parts,
            Self::Repeat { what, .. } | Self::Not(what) => std::slice::from_ref(what),
            Self::Except(both) => &**both,
            _ => &[],
        }
    }

    /// Returns the expression with its direct parts replaced.
    pub(super) fn map(&self, mut change: impl FnMut(&Self) -> Self) -> Self {
        match self {
            Self::Sequence(parts) => Self::Sequence(parts.iter().map(change).collect()),
            Self::Choice(parts) => Self::Choice(parts.iter().map(change).collect()),
            Self::Call(name, parts, place) => {
                Self::Call(name.clone(), parts.iter().map(change).collect(), *place)
            }
            Self::Repeat { what, least, most, lazy } => {
                let what = Box::new(change(what));
                Self::Repeat { what, least: *least, most: *most, lazy: *lazy }
            }
            Self::Not(what) => Self::Not(Box::new(change(what))),
            Self::Except(both) => Self::Except(Box::new([change(&both[0]), change(&both[1])])),
            leaf => leaf.clone(),
        }
    }

    /// Calls `visit` for the expression and all its parts.
    pub(super) fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Self)) {
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            visit(expr);
            open.extend(expr.parts().iter().rev());
        }
    }
}

impl Rule {
    /// Returns the whole right side.
    pub(super) fn right(&self) -> Expr {
        let mut parts: Vec<Expr> = self.alternatives.iter().map(|one| one.expr.clone()).collect();
        if parts.len() == 1 { parts.swap_remove(0) } else { Expr::Choice(parts) }
    }
}

impl ImportModel {
    pub(super) fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.name == name)
    }

    /// Records a loss that changes which texts are accepted, or the trees of a text.
    pub(super) fn lose(&mut self, place: FileSpan, message: impl Into<String>) {
        self.tell(Severity::Warning, place, message);
    }

    /// Records a loss without consequences for the texts.
    pub(super) fn note(&mut self, place: FileSpan, message: impl Into<String>) {
        self.tell(Severity::Note, place, message);
    }

    fn tell(&mut self, severity: Severity, place: FileSpan, message: impl Into<String>) {
        let loss = Diagnostic::error(Code::Unsupported, place, message);
        self.report.diagnostics.push(Diagnostic { severity, ..loss });
    }
}
