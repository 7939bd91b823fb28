//! The printed form of a plan: a fully explicit expression.
//!
//! Operations are in parentheses, axes are spelled out, and `css(…)` encloses selectors, which
//! select among the descendants of the node. So `a + b` in Parsley prints as `css(a + b)`, and
//! `1 + a[2]` as `(1 + child::a[2])`.

use std::fmt::{self, Display, Formatter, Write};

use wishful::base::Level;

use super::plan::{
    Combinator, Compound, CountedSiblings, Expr, ExprId, Grouped, NodeTest, Nth, Operand, Operator,
    Plan, Selector, Selectors, SelectorsId, Simple, Start, Step, ValueOperator, ValueTest,
};

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_expr(f, self.root())
    }
}

impl Plan {
    /// Reports whether another plan has the same meaning; spans are ignored.
    pub(crate) fn means_the_same(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }

    fn write_expr(&self, f: &mut Formatter<'_>, id: ExprId) -> fmt::Result {
        match self.expr(id) {
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Literal(text) => write_quoted(f, text),
            Expr::Variable(name) => write!(f, "${name}"),
            Expr::Call { function, arguments } => {
                write!(f, "{}(", function.name())?;
                self.write_list(f, arguments)?;
                f.write_char(')')
            }
            Expr::Binary { operator, left, right } => {
                self.write_pair(f, *left, operator.sign(), *right)
            }
            Expr::Union { left, right } => self.write_pair(f, *left, "|", *right),
            Expr::Negate(of) => {
                f.write_str("-(")?;
                self.write_expr(f, *of)?;
                f.write_char(')')
            }
            Expr::Each { of, call } => {
                f.write_char('(')?;
                self.write_expr(f, *of)?;
                f.write_str(")/")?;
                self.write_expr(f, *call)
            }
            Expr::Filter { of, predicates } => {
                f.write_char('(')?;
                self.write_expr(f, *of)?;
                f.write_char(')')?;
                self.write_predicates(f, predicates)
            }
            Expr::Path { start, steps } => self.write_path(f, *start, steps),
        }
    }

    fn write_pair(
        &self,
        f: &mut Formatter<'_>,
        left: ExprId,
        sign: &str,
        right: ExprId,
    ) -> fmt::Result {
        f.write_char('(')?;
        self.write_expr(f, left)?;
        write!(f, " {sign} ")?;
        self.write_expr(f, right)?;
        f.write_char(')')
    }

    fn write_list(&self, f: &mut Formatter<'_>, list: &[ExprId]) -> fmt::Result {
        for (at, item) in list.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            self.write_expr(f, *item)?;
        }
        Ok(())
    }

    fn write_path(&self, f: &mut Formatter<'_>, start: Start, steps: &[Step]) -> fmt::Result {
        match start {
            Start::Context => {}
            Start::Root => f.write_char('/')?,
            Start::At(of) => {
                f.write_char('(')?;
                self.write_expr(f, of)?;
                f.write_str(")/")?;
            }
        }
        for (at, step) in steps.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "/" })?;
            self.write_step(f, step)?;
        }
        Ok(())
    }

    fn write_step(&self, f: &mut Formatter<'_>, step: &Step) -> fmt::Result {
        match step {
            Step::Axis { axis, test, predicates } => {
                write!(f, "{}::{test}", axis.name())?;
                self.write_predicates(f, predicates)
            }
            Step::Select(selectors) => {
                f.write_str("css(")?;
                self.write_selectors(f, *selectors)?;
                f.write_char(')')
            }
        }
    }

    fn write_predicates(&self, f: &mut Formatter<'_>, predicates: &[ExprId]) -> fmt::Result {
        for predicate in predicates {
            f.write_char('[')?;
            self.write_expr(f, *predicate)?;
            f.write_char(']')?;
        }
        Ok(())
    }

    fn write_selectors(&self, f: &mut Formatter<'_>, id: SelectorsId) -> fmt::Result {
        let Selectors { alternatives, .. } = self.selectors(id);
        for (at, selector) in alternatives.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            self.write_selector(f, selector)?;
        }
        Ok(())
    }

    fn write_selector(&self, f: &mut Formatter<'_>, selector: &Selector) -> fmt::Result {
        for (at, (combinator, compound)) in selector.parts.iter().enumerate() {
            f.write_str(match (at, combinator) {
                (0, Combinator::Descendant) => "",
                (0, other) => other.sign().trim_start(),
                (_, other) => other.sign(),
            })?;
            self.write_compound(f, compound)?;
        }
        Ok(())
    }

    fn write_compound(&self, f: &mut Formatter<'_>, compound: &Compound) -> fmt::Result {
        let is_named = compound.tests.iter().any(|test| matches!(test, Simple::Name(_)));
        let is_prefixed = matches!(compound.tests.first(), Some(Simple::Namespace(_)));
        for (at, test) in compound.tests.iter().enumerate() {
            self.write_simple(f, test)?;
            if at == 0 && is_prefixed && !is_named {
                f.write_char('*')?;
            }
        }
        f.write_str(if compound.tests.is_empty() { "*" } else { "" })
    }

    fn write_simple(&self, f: &mut Formatter<'_>, test: &Simple) -> fmt::Result {
        match test {
            Simple::Name(name) => f.write_str(name),
            Simple::Namespace(prefix) => write!(f, "{prefix}|"),
            Simple::Id(id) => write!(f, "#{id}"),
            Simple::Class(class) => write!(f, ".{class}"),
            Simple::Attribute { prefix, name, value } => {
                f.write_char('[')?;
                if let Some(prefix) = prefix {
                    write!(f, "{prefix}|")?;
                }
                f.write_str(name)?;
                if let Some(value) = value {
                    write_value(f, value)?;
                }
                f.write_char(']')
            }
            Simple::Nth(nth) => self.write_nth(f, *nth),
            Simple::Is(of) => self.write_pseudo(f, "is", *of),
            Simple::Not(of) => self.write_pseudo(f, "not", *of),
            Simple::Has(of) => self.write_pseudo(f, "has", *of),
            Simple::Lang(ranges) => write!(f, ":lang({})", ranges.join(", ")),
            Simple::Direction { right_to_left: true } => f.write_str(":dir(rtl)"),
            Simple::Direction { right_to_left: false } => f.write_str(":dir(ltr)"),
            Simple::Root => f.write_str(":root"),
            Simple::Scope => f.write_str(":scope"),
            Simple::Empty => f.write_str(":empty"),
            Simple::Contains(text) => write!(f, ":contains({text:?})"),
            Simple::Content(text) => write!(f, ":content({text:?})"),
            Simple::Nearest { of, is } => {
                f.write_str(":nearest(")?;
                self.write_selectors(f, *of)?;
                f.write_str("; ")?;
                self.write_selectors(f, *is)?;
                f.write_char(')')
            }
            Simple::Grouped(grouped) => self.write_grouped(f, grouped),
            Simple::Spelt { attribute, pattern } => {
                let attribute = attribute.as_ref().map(|name| format!("@{name} "));
                write!(f, ":spelt({}{pattern:?})", attribute.unwrap_or_default())
            }
            Simple::Compared { comparison, attributes } => {
                write!(f, ":{}(@{})", comparison.name(), attributes.join(" @"))
            }
            Simple::Virtual => f.write_str(":virtual"),
            Simple::Moved => f.write_str(":moved"),
            Simple::Cruft => f.write_str(":cruft"),
        }
    }

    fn write_grouped(&self, f: &mut Formatter<'_>, grouped: &Grouped) -> fmt::Result {
        write!(f, ":{}(", grouped.place.name())?;
        self.write_selectors(f, grouped.of)?;
        f.write_str("; ")?;
        self.write_selectors(f, grouped.owner)?;
        for (sign, name) in [(" @", &grouped.by_id), (" =", &grouped.by_value)] {
            if let Some(name) = name {
                write!(f, "{sign}{name}")?;
            }
        }
        f.write_char(')')
    }

    fn write_pseudo(&self, f: &mut Formatter<'_>, name: &str, of: SelectorsId) -> fmt::Result {
        write!(f, ":{name}(")?;
        self.write_selectors(f, of)?;
        f.write_char(')')
    }

    fn write_nth(&self, f: &mut Formatter<'_>, Nth { a, b, from_end, among }: Nth) -> fmt::Result {
        let last = if from_end { "last-" } else { "" };
        let sort = if among == CountedSiblings::OfType { "of-type" } else { "child" };
        write!(f, ":nth-{last}{sort}({})", formula(a, b))?;
        if let CountedSiblings::Matching(of) = among {
            f.write_str(" of (")?;
            self.write_selectors(f, of)?;
            f.write_char(')')?;
        }
        Ok(())
    }
}

/// Prints An+B, for example `2n+1`. The grammar has no empty formula, so zero is `0`.
fn formula(a: i32, b: i32) -> String {
    match (a, b) {
        (0, b) => b.to_string(),
        (a, 0) => format!("{a}n"),
        (a, b) => format!("{a}n{b:+}"),
    }
}

fn write_value(f: &mut Formatter<'_>, value: &ValueTest) -> fmt::Result {
    write!(f, "{}{:?}", value.operator.sign(), value.value)?;
    f.write_str(match value.ignores_case {
        None => "",
        Some(true) => " i",
        Some(false) => " s",
    })
}

/// Writes a text in quotes of the kind that it does not contain, since XPath has no escapes.
fn write_quoted(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let quote = if text.contains('"') { '\'' } else { '"' };
    write!(f, "{quote}{text}{quote}")
}

impl Display for NodeTest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Principal => f.write_char('*'),
            Self::Namespace(prefix) => write!(f, "{prefix}:*"),
            Self::Name { prefix: Some(prefix), name } => write!(f, "{prefix}:{name}"),
            Self::Name { prefix: None, name } => f.write_str(name),
            Self::Node => f.write_str("node()"),
            Self::Text => f.write_str("text()"),
            Self::Comment => f.write_str("comment()"),
            Self::Instruction(None) => f.write_str("processing-instruction()"),
            Self::Instruction(Some(target)) => {
                f.write_str("processing-instruction(")?;
                write_quoted(f, target)?;
                f.write_char(')')
            }
        }
    }
}

impl Combinator {
    fn sign(self) -> &'static str {
        match self {
            Self::Descendant => " ",
            Self::Child => " > ",
            Self::NextSibling => " + ",
            Self::SubsequentSibling => " ~ ",
        }
    }
}

impl ValueOperator {
    fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Word => "~=",
            Self::Dash => "|=",
            Self::Prefix => "^=",
            Self::Suffix => "$=",
            Self::Substring => "*=",
        }
    }
}

impl Operator {
    /// All operators with their spelling. (XPath 1.0, sections 3.4 and 3.5.)
    const ALL: &[(&str, Self)] = &[
        ("or", Self::Or),
        ("and", Self::And),
        ("=", Self::Equal),
        ("!=", Self::NotEqual),
        ("<", Self::Less),
        ("<=", Self::LessOrEqual),
        (">", Self::Greater),
        (">=", Self::GreaterOrEqual),
        ("+", Self::Add),
        ("-", Self::Subtract),
        ("*", Self::Multiply),
        ("div", Self::Divide),
        ("mod", Self::Modulo),
    ];

    pub(crate) fn of_sign(sign: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == sign).map(|(_, operator)| *operator)
    }

    pub(crate) fn sign(self) -> &'static str {
        Self::ALL.iter().find(|(_, operator)| *operator == self).map_or("", |(sign, _)| sign)
    }
}

impl Plan {
    /// Prints the operations as a tree, operands below their operation, each with its source text.
    pub(crate) fn outline(&self) -> String {
        let mut out = String::new();
        let mut open = vec![(1, Operand::Expr(self.root()))];
        while let Some((depth, operand)) = open.pop() {
            let (what, span) = match operand {
                Operand::Expr(id) => (self.expr(id).wording(), self.span(id)),
                Operand::Selectors(id) => ("selectors".to_owned(), self.selectors(id).span),
            };
            let _ = writeln!(out, "{}{what}: {}", Level(depth), span.of(&self.text).trim());
            let Operand::Expr(id) = operand else { continue };
            let first = open.len();
            open.extend(self.expr(id).operands().map(|inner| (depth + 1, inner)));
            open[first..].reverse();
        }
        out
    }
}

impl Expr {
    fn wording(&self) -> String {
        match self {
            Self::Number(_) => "number".to_owned(),
            Self::Literal(_) => "text".to_owned(),
            Self::Variable(_) => "variable".to_owned(),
            Self::Call { function, .. } => format!("call of {}", function.name()),
            Self::Binary { operator, .. } => format!("operator {}", operator.sign()),
            Self::Union { .. } => "union".to_owned(),
            Self::Negate(_) => "negation".to_owned(),
            Self::Each { .. } => "for each of these".to_owned(),
            Self::Filter { .. } => "of these, in document order, those for which".to_owned(),
            Self::Path { start: Start::Root, .. } => "path from the root".to_owned(),
            Self::Path { start: Start::Context, .. } => "path from the node".to_owned(),
            Self::Path { start: Start::At(_), .. } => "path from each of these".to_owned(),
        }
    }
}
