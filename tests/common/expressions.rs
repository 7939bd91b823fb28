//! A generator of random XPath 1.0 expressions and of small documents on which they select
//! something. It uses all axes, node tests, operators and core functions, in expressions of all
//! types, and counts their uses.

use std::collections::BTreeMap;

use fastrand::Rng;

/// A generator of expressions.
pub(crate) struct Expressions {
    pub(crate) random: Rng,
    /// The names of elements, the most frequent first.
    pub(crate) names: Vec<String>,
    pub(crate) attributes: Vec<String>,
    pub(crate) texts: Vec<String>,
    /// The namespace prefix of element names in name tests, for an implementation that needs one.
    pub(crate) prefix: &'static str,
    /// The number of uses of each axis, function and operator.
    pub(crate) asked: BTreeMap<String, usize>,
}

/// The axes.
pub(crate) const AXES: [&str; 13] = [
    "ancestor",
    "ancestor-or-self",
    "attribute",
    "child",
    "descendant",
    "descendant-or-self",
    "following",
    "following-sibling",
    "namespace",
    "parent",
    "preceding",
    "preceding-sibling",
    "self",
];

/// The core functions and their parameter types: Nodes, Text, Number (`#`), Boolean, any Value.
const NODES: [(&str, &str); 1] = [("id", "T")];
const NUMBERS: [(&str, &str); 11] = [
    ("count", "N"),
    ("sum", "N"),
    ("position", ""),
    ("last", ""),
    ("string-length", "T"),
    ("string-length", ""),
    ("number", "V"),
    ("number", ""),
    ("floor", "#"),
    ("ceiling", "#"),
    ("round", "#"),
];
const BOOLEANS: [(&str, &str); 7] = [
    ("boolean", "V"),
    ("not", "V"),
    ("true", ""),
    ("false", ""),
    ("lang", "L"),
    ("contains", "TT"),
    ("starts-with", "TT"),
];
const TEXTS: [(&str, &str); 15] = [
    ("string", "V"),
    ("string", ""),
    ("concat", "TTT"),
    ("substring-before", "TT"),
    ("substring-after", "TT"),
    ("substring", "T#"),
    ("substring", "T##"),
    ("normalize-space", "T"),
    ("normalize-space", ""),
    ("translate", "TTT"),
    ("local-name", "N"),
    ("local-name", ""),
    ("name", "N"),
    ("name", ""),
    ("namespace-uri", "N"),
];

impl Expressions {
    pub(crate) fn new(seed: u64, names: &[&str], attributes: &[&str], texts: &[&str]) -> Self {
        let [names, attributes, texts] = [names, attributes, texts]
            .map(|list| list.iter().map(|&one| one.to_owned()).collect::<Vec<String>>());
        Self {
            random: Rng::with_seed(seed),
            names,
            attributes,
            texts,
            prefix: "",
            asked: BTreeMap::new(),
        }
    }

    fn ask(&mut self, what: &str) {
        *self.asked.entry(what.to_owned()).or_default() += 1;
    }

    fn one<'l>(&mut self, list: &'l [String]) -> &'l str {
        // The minimum of two draws favours the first entries.
        let at = self.random.usize(..list.len()).min(self.random.usize(..list.len()));
        &list[at]
    }

    /// Generates an expression of any type.
    pub(crate) fn expression(&mut self) -> String {
        match self.random.u8(..8) {
            0..=3 => self.nodes(3),
            4 => self.number(3),
            5 => self.text(3),
            6 => self.boolean(3),
            _ => self.value(3),
        }
    }

    fn value(&mut self, depth: u32) -> String {
        match self.random.u8(..4) {
            0 => self.nodes(depth),
            1 => self.number(depth),
            2 => self.text(depth),
            _ => self.boolean(depth),
        }
    }

    fn call(&mut self, functions: &[(&str, &str)], depth: u32) -> String {
        let (name, takes) = functions[self.random.usize(..functions.len())];
        self.ask(name);
        let arguments: Vec<String> = takes.chars().map(|sort| self.argument(sort, depth)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn argument(&mut self, sort: char, depth: u32) -> String {
        let depth = depth.saturating_sub(1);
        match sort {
            'N' => self.nodes(depth),
            'T' if self.random.bool() => self.nodes(depth),
            'T' => self.text(depth),
            '#' => self.number(depth),
            'L' => format!("'{}'", ["en", "de", "EN-gb"][self.random.usize(..3)]),
            _ => self.value(depth),
        }
    }

    /// Generates an expression that selects nodes.
    pub(crate) fn nodes(&mut self, depth: u32) -> String {
        match self.random.u8(..16) {
            0 if depth > 0 => {
                self.ask("|");
                format!("({} | {})", self.nodes(depth - 1), self.nodes(depth - 1))
            }
            1 if depth > 0 => {
                let inner = self.nodes(depth - 1);
                format!("({inner}){}", self.predicate(depth - 1))
            }
            2 if depth > 0 => {
                let inner = self.nodes(depth - 1);
                format!("({inner})/{}", self.relative(depth - 1))
            }
            3 if depth > 0 => self.call(&NODES, depth),
            4 => ".".to_owned(),
            5..=7 => format!("//{}", self.relative(depth)),
            8 => format!("/{}", self.relative(depth)),
            9 => "(/)".to_owned(),
            _ => self.relative(depth),
        }
    }

    fn relative(&mut self, depth: u32) -> String {
        let mut path = self.step(depth);
        while self.random.u8(..3) == 0 {
            path.push_str(if self.random.bool() { "//" } else { "/" });
            path.push_str(&self.step(depth));
        }
        path
    }

    fn step(&mut self, depth: u32) -> String {
        let (axis, written) = match self.random.u8(..12) {
            0 => return "..".to_owned(),
            1 | 2 => ("attribute", "@".to_owned()),
            3 | 4 => ("child", String::new()),
            _ => {
                let axis = AXES[self.random.usize(..AXES.len())];
                (axis, format!("{axis}::"))
            }
        };
        self.ask(&format!("{axis}::"));
        let mut step = written + &self.test(axis);
        while depth > 0 && self.random.u8(..3) == 0 {
            step.push_str(&self.predicate(depth - 1));
        }
        step
    }

    fn test(&mut self, axis: &str) -> String {
        match (self.random.u8(..12), axis) {
            (0 | 1, _) => "node()".to_owned(),
            (2 | 3, _) => "*".to_owned(),
            (4, _) => "text()".to_owned(),
            (5, _) => "comment()".to_owned(),
            (_, "attribute") => {
                let names = self.attributes.clone();
                self.one(&names).to_owned()
            }
            (_, "namespace") => "xml".to_owned(),
            _ => {
                let names = self.names.clone();
                let name = self.one(&names).to_owned();
                format!("{}{name}", self.prefix)
            }
        }
    }

    fn predicate(&mut self, depth: u32) -> String {
        let inner = match self.random.u8(..8) {
            0 => self.random.u8(..4).to_string(),
            1 => {
                self.ask("last");
                "last()".to_owned()
            }
            2 => {
                self.ask("position");
                let operator = ["=", "<", "<=", ">", ">=", "!="][self.random.usize(..6)];
                format!("position() {operator} {}", self.random.u8(..4))
            }
            3 => self.nodes(depth),
            4 => self.number(depth),
            5 => self.text(depth),
            _ => self.boolean(depth),
        };
        format!("[{inner}]")
    }

    /// Generates a numeric expression.
    pub(crate) fn number(&mut self, depth: u32) -> String {
        match self.random.u8(..6) {
            0 | 1 if depth > 0 => {
                let operator = ["+", "-", "*", "div", "mod"][self.random.usize(..5)];
                self.ask(operator);
                format!("({} {operator} {})", self.operand(depth), self.operand(depth))
            }
            2 if depth > 0 => {
                self.ask("negation");
                format!("-{}", self.operand(depth))
            }
            3 | 4 => self.call(&NUMBERS, depth),
            _ => ["0", "1", "2", "3", "0.5", "1.5", "10", "-1"][self.random.usize(..8)].to_owned(),
        }
    }

    /// Generates an operand: a number, or a value to be converted to one.
    fn operand(&mut self, depth: u32) -> String {
        match self.random.u8(..3) {
            0 => self.value(depth - 1),
            _ => self.number(depth - 1),
        }
    }

    fn text(&mut self, depth: u32) -> String {
        if depth > 0 && self.random.u8(..3) > 0 {
            return self.call(&TEXTS, depth);
        }
        let texts = self.texts.clone();
        format!("'{}'", self.one(&texts))
    }

    fn boolean(&mut self, depth: u32) -> String {
        match self.random.u8(..6) {
            0 if depth > 0 => {
                let operator = ["and", "or"][self.random.usize(..2)];
                self.ask(operator);
                format!("({} {operator} {})", self.value(depth - 1), self.value(depth - 1))
            }
            1..=3 if depth > 0 => {
                let operator = ["=", "!=", "<", "<=", ">", ">="][self.random.usize(..6)];
                self.ask(operator);
                format!("({} {operator} {})", self.value(depth - 1), self.value(depth - 1))
            }
            _ => self.call(&BOOLEANS, depth),
        }
    }
}

/// Generates a short document with few names and random nesting.
pub(crate) fn markup(random: &mut Rng, size: usize) -> String {
    const PIECES: [&str; 18] = [
        "<a>",
        "<b>",
        "<div>",
        "<div id=1>",
        "<p class=x>",
        "<b lang=en>",
        "</a>",
        "</b>",
        "</div>",
        "</div>",
        "</p>",
        "<!--c-->",
        "1",
        "2",
        " x ",
        "abc",
        "<div lang=de title=2>",
        "<a href=1 id=2>",
    ];
    (0..size).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}
