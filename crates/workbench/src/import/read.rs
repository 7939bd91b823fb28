//! The reader: from the derivation of a file by the grammar of its notation to the common model.
//!
//! The grammars in `grammar/import` name their rules alike: `choice`, `star`, `literal` mean the
//! same in each, and the nodes of a rule `lost-…` are what the model cannot hold. So one reader
//! reads all notations.

use super::Notation;
use super::characters::{abnf_codes, class, ebnf_character, inner, unescaped};
use super::levels::{is_name, parts};
use super::model::{Alternative, Associativity, Expr, ImportModel, Rule, RuleRole};
use super::patterns::Converted;
use std::collections::BTreeMap;
use wishful::base::{FileId, FileSpan, Span};
use wishful::derivation::DerivationNode;
use wishful::embedded::{ABNF_CORE, LARK_COMMON};

/// A reader of the files of one grammar.
pub(super) struct Reader<'m> {
    pub(super) notation: Notation,
    pub(super) model: &'m mut ImportModel,
    pub(super) file: FileId,
    /// The role of the rules that follow.
    pub(super) role: RuleRole,
    /// Set if tokens match in upper and lower case.
    any_case: bool,
    /// The precedence of tokens and literals.
    levels: BTreeMap<String, (u32, Associativity)>,
    /// The tokens of literals that have a name: `%token LE "<="`.
    names: BTreeMap<String, String>,
}

impl<'m> Reader<'m> {
    pub(super) fn new(notation: Notation, model: &'m mut ImportModel, file: FileId) -> Self {
        let (levels, names) = (BTreeMap::new(), BTreeMap::new());
        Self { notation, model, file, role: RuleRole::Syntax, any_case: false, levels, names }
    }

    /// Returns the definitions that files of a notation may use without giving them.
    pub(super) fn core(notation: Notation) -> Option<&'static str> {
        match notation {
            Notation::Abnf => Some(ABNF_CORE),
            Notation::Lark => Some(LARK_COMMON),
            _ => None,
        }
    }

    fn place(&self, node: DerivationNode<'_>) -> FileSpan {
        FileSpan { file: self.file, span: node.span() }
    }

    /// Reads the whole file.
    pub(super) fn file(&mut self, root: DerivationNode<'_>) {
        for node in root.children() {
            self.statement(node);
        }
    }

    fn statement(&mut self, node: DerivationNode<'_>) {
        match node.name() {
            "rule" => self.rule(node),
            "declaration" | "prequel" => {
                for part in node.children() {
                    self.statement(part);
                }
            }
            "changed" => {
                let message = "a rule of another file is changed; here it is a rule of its own";
                self.model.lose(self.place(node), message);
                for part in node.children() {
                    self.statement(part);
                }
            }
            "pass" | "ignore" => {
                let expr = self.choice(node);
                self.add(&format!("skip{}", self.model.rules.len()), RuleRole::Skip, expr, node);
            }
            "marker" => self.role = RuleRole::Token,
            "moded" => {
                let message =
                    "the mode is left out: its tokens are read wherever a rule accepts them";
                self.model.lose(self.place(node), message);
                self.model.is_longest = false;
            }
            "tokens" => self.defined(node),
            "precedence" => self.precedence(node),
            "declare" => {
                for name in named(node, "name") {
                    self.own_name(name);
                }
            }
            "first" => {
                self.model.start = named(node, "name").next().map(|name| name.text().to_owned());
            }
            "import" => self.import(node),
            "kind" if node.text() == "lexer" || node.text() == "parser" => {}
            "settings"
                if node.text().contains("caseInsensitive") && node.text().contains("true") =>
            {
                self.any_case = true;
            }
            "settings" | "channels" | "directive" => {
                self.model.note(self.place(node), "the settings are left out");
            }
            name => self.lost(name, node),
        }
    }

    /// Reports a node that the model cannot hold.
    fn lost(&mut self, name: &str, node: DerivationNode<'_>) {
        let place = self.place(node);
        match name {
            "lost-action" => self.model.note(place, "the action is left out"),
            "lost-member" => self.model.note(place, "the code is left out"),
            "lost-name" => self.model.note(place, "the name of the part is left out"),
            "lost-argument" => self.model.note(place, "the argument is left out"),
            "lost-clause" | "lost-catch" => self.model.note(place, "the clause is left out"),
            "lost-constraint" => {
                self.model.note(place, "the constraint is left out: no rule says it")
            }
            "lost-predicate" => {
                self.model
                    .lose(place, "the predicate is left out: texts are accepted that it forbids");
            }
            "lost-import" => {
                let message = "the import is left out: name the imported file as well";
                self.model.lose(place, message);
            }
            _ => {}
        }
    }

    fn add(&mut self, name: &str, role: RuleRole, expr: Expr, node: DerivationNode<'_>) {
        let place = self.place(node);
        let alternatives = vec![Alternative { expr, label: None, level: None, place }];
        let (name, parameters) = (name.to_owned(), Vec::new());
        self.model.rules.push(Rule { name, role, priority: 0, parameters, alternatives, place });
    }

    /// Adds a token whose spelling is not known: its own name.
    fn own_name(&mut self, node: DerivationNode<'_>) {
        let name = node.text();
        if self.model.rule(name).is_none() {
            self.add(name, RuleRole::Token, Expr::text(name), node);
        }
    }

    /// Reads `%token`.
    fn defined(&mut self, node: DerivationNode<'_>) {
        if self.notation == Notation::Yacc && self.names.is_empty() && self.levels.is_empty() {
            let message = "tokens have no spelling here: they are read as their own names";
            self.model.note(self.place(node), message);
        }
        for defined in named(node, "defined") {
            let Some(name) = named(defined, "name").next() else { continue };
            let spelling = named(defined, "spelling").next().map(|one| inner(one.text()));
            match spelling {
                Some(text) if self.model.rule(name.text()).is_none() => {
                    self.add(name.text(), RuleRole::Token, Expr::text(unescaped(text, true)), name);
                    self.names.insert(text.to_owned(), name.text().to_owned());
                }
                _ => self.own_name(name),
            }
        }
    }

    /// Reads a declaration of precedence; a later one binds tighter.
    fn precedence(&mut self, node: DerivationNode<'_>) {
        let associativity = match named(node, "order").next().map(|order| order.text()) {
            Some("%left") => Associativity::Left,
            Some("%right") => Associativity::Right,
            _ => Associativity::None,
        };
        let level = u32::try_from(self.levels.len() + 1).unwrap_or(u32::MAX);
        for one in node.children().filter(|one| matches!(one.name(), "name" | "literal")) {
            self.levels.insert(one.text().to_owned(), (level, associativity));
            if one.name() == "name" {
                self.own_name(one);
            }
        }
    }

    /// Returns the precedence of a token, under its name or its spelling.
    fn level_of(&self, token: &str) -> Option<(u32, Associativity)> {
        let names = self.names.iter().find(|(text, name)| {
            *name == token || inner(token) == text.as_str() && token.starts_with('"')
        });
        let spelled = names.map(|(text, _)| format!("\"{text}\""));
        let keys = [Some(token.to_owned()), names.map(|(_, name)| name.clone()), spelled];
        keys.into_iter().flatten().find_map(|key| self.levels.get(&key).copied())
    }

    /// Reads `%import common.NUMBER -> N` and `%import common (A, B)`.
    fn import(&mut self, node: DerivationNode<'_>) {
        let mut names: Vec<&str> = Vec::new();
        let mut path = "";
        for part in node.children() {
            match part.name() {
                "path" => path = part.text(),
                "NAME" => names.push(part.text()),
                _ => {}
            }
        }
        let is_list = node.text().contains('(');
        let (library, last) =
            if is_list { (path, "") } else { path.rsplit_once('.').unwrap_or(("", path)) };
        if library != "common" {
            let message =
                "the import is left out: only `common` is known; name the imported file as well";
            self.model.lose(self.place(node), message);
        }
        let pairs: Vec<(&str, &str)> = match names[..] {
            _ if is_list => names.iter().map(|&name| (name, name)).collect(),
            [alias] => vec![(alias, last)],
            _ => vec![(last, last)],
        };
        for (name, original) in pairs {
            let place = self.place(node);
            let expr = Expr::Name(format!("common.{original}"), place);
            if library == "common" {
                self.add(name, lark_role(name), expr, node);
            }
        }
    }

    fn rule(&mut self, node: DerivationNode<'_>) {
        let Some(head) = named(node, "head").next() else { return };
        let mut text = head.text().trim_end_matches(['=', '/', ':', ' ', '\t', '\r', '\n']);
        let mut rule = Rule {
            name: String::new(),
            role: self.role,
            priority: 0,
            parameters: Vec::new(),
            alternatives: Vec::new(),
            place: self.place(head),
        };
        match self.notation {
            Notation::Lark => {
                let stripped = text.trim_start_matches(['?', '!']);
                if stripped.len() < text.len() {
                    self.model.note(rule.place, "the tree keeps this rule's nodes and tokens");
                }
                text = stripped;
                if let Some((name, priority)) = text.rsplit_once('.') {
                    rule.priority = priority.parse().unwrap_or_default();
                    let message = "the priority decides only between tokens of equal length";
                    self.model.lose(rule.place, message);
                    text = name;
                }
                if let Some((name, parameters)) = text.split_once('{') {
                    let parameters = parameters.trim_end_matches('}').split(',');
                    rule.parameters = parameters.map(|one| one.trim().to_owned()).collect();
                    text = name;
                }
                rule.role = lark_role(text);
            }
            // (The number of the rule is before its name.)
            Notation::Ebnf => text = text.rsplit(']').next().unwrap_or(text).trim_start(),
            Notation::Yacc => text = text.split('[').next().unwrap_or(text).trim_end(),
            Notation::Antlr4 if text.starts_with(|first: char| first.is_uppercase()) => {
                let is_part = named(node, "part").next().is_some();
                rule.role = if is_part { RuleRole::Fragment } else { RuleRole::Token };
            }
            _ => {}
        }
        rule.name = self.folded(text);
        for part in node.children() {
            match part.name() {
                "choice" => self.alternatives(part, &mut rule),
                "settings" => self.statement(part),
                name => self.lost(name, part),
            }
        }
        if rule.role != RuleRole::Syntax && has_end(&rule.right()) {
            let message = "the end of the input in a token is read as nothing";
            self.model.note(rule.place, message);
        }
        let is_more = head.text().ends_with("=/") || self.notation == Notation::Antlr4;
        match self.model.rules.iter_mut().find(|other| other.name == rule.name) {
            Some(other)
                if is_more || self.notation == Notation::Yacc && other.role == RuleRole::Syntax =>
            {
                other.alternatives.extend(rule.alternatives);
            }
            Some(_) => {
                let message =
                    format!("`{}` is defined twice; the second definition is left out", rule.name);
                self.model.lose(rule.place, message);
            }
            None => self.model.rules.push(rule),
        }
    }

    /// Returns a name as the notation compares it.
    fn folded(&self, name: &str) -> String {
        match self.notation {
            Notation::Abnf => name.to_ascii_lowercase(),
            _ => name.to_owned(),
        }
    }

    fn alternatives(&mut self, choice: DerivationNode<'_>, rule: &mut Rule) {
        let nodes: Vec<_> = choice.children().filter(|child| !child.is_token()).collect();
        for (index, node) in nodes.iter().enumerate() {
            let place = self.place(*node);
            if self.notation == Notation::Yacc && has_error(*node) {
                self.model.note(place, "the alternative is left out: it is about errors");
                continue;
            }
            let label = named(*node, "label").next().and_then(|label| label.children().last());
            let mut alternative = Alternative {
                expr: self.expr(*node),
                label: label.map(|label| label.text().to_owned()),
                level: self.level(*node),
                place,
            };
            if self.notation == Notation::Antlr4
                && let Expr::Sequence(parts) = &alternative.expr
                && (is_name(parts.first(), &rule.name) || is_name(parts.last(), &rule.name))
            {
                let options = named(*node, "options").next();
                let to_right = options.is_some_and(|options| options.text().contains("right"));
                let associativity =
                    if to_right { Associativity::Right } else { Associativity::Left };
                let level = u32::try_from(nodes.len() - index).unwrap_or_default();
                alternative.level = Some((level, associativity));
            }
            for command in named(*node, "command") {
                self.command(command, rule);
            }
            rule.alternatives.push(alternative);
        }
        // In ANTLR, only a left-recursive rule has precedence.
        let begins = |one: &Alternative| is_name(parts(one).first(), &rule.name);
        if self.notation == Notation::Antlr4 && !rule.alternatives.iter().any(begins) {
            for one in &mut rule.alternatives {
                one.level = None;
            }
        }
    }

    /// Reads a command of ANTLR's lexer.
    fn command(&mut self, node: DerivationNode<'_>, rule: &mut Rule) {
        let text: String = node.text().split_whitespace().collect();
        let (name, value) = text.split_once('(').unwrap_or((&text, ""));
        match name {
            "skip" | "channel" => rule.role = RuleRole::Skip,
            // The rule is a further alternative of that token.
            "type" => value.trim_end_matches(')').clone_into(&mut rule.name),
            _ => {
                let message = format!("the command `{text}` is left out");
                self.model.lose(self.place(node), message);
                self.model.is_longest = false;
            }
        }
    }

    /// Returns the precedence of an alternative of yacc: that of `%prec`, or of the last token.
    fn level(&self, node: DerivationNode<'_>) -> Option<(u32, Associativity)> {
        let mut level = None;
        for item in named(node, "item") {
            let Some(part) = item.children().next() else { continue };
            match part.name() {
                "rank" => return self.level_of(part.children().last()?.text()),
                "literal" => level = self.level_of(part.text()),
                "name" if self.level_of(part.text()).is_some() || self.is_token(part.text()) => {
                    level = self.level_of(part.text());
                }
                _ => {}
            }
        }
        level
    }

    fn is_token(&self, name: &str) -> bool {
        self.model.rule(name).is_some_and(|rule| rule.role == RuleRole::Token)
    }

    /// Reads the only choice below a node.
    fn choice(&mut self, node: DerivationNode<'_>) -> Expr {
        match named(node, "choice").next() {
            Some(choice) => self.expr(choice),
            None => Expr::Sequence(Vec::new()),
        }
    }

    /// Reads the parts of a node that are expressions.
    fn exprs(&mut self, node: DerivationNode<'_>) -> Vec<Expr> {
        let mut found = Vec::new();
        for child in node.children() {
            match child.name() {
                "label" | "options" | "command" | "times" | "rank" | "hint" => {}
                "settings" => self.statement(child),
                name if name.starts_with("lost-") => self.lost(name, child),
                "item" | "factor" | "atom" | "element" => found.extend(self.exprs(child)),
                _ if !child.is_token() => found.push(self.expr(child)),
                _ => {}
            }
        }
        found
    }

    /// Reads an expression. (The depth of derivations is limited.)
    fn expr(&mut self, node: DerivationNode<'_>) -> Expr {
        let place = self.place(node);
        let text = node.text();
        let lazy =
            matches!(node.children().last().map(|last| last.text()), Some("??" | "*?" | "+?"));
        let (least, most) = match node.name() {
            "choice" => return Expr::Choice(self.exprs(node)).only(),
            "sequence" | "alternative" => return Expr::Sequence(self.exprs(node)).only(),
            "optional" => (0, Some(1)),
            "star" => (0, None),
            "plus" => (1, None),
            "repeat" => times(named(node, "times").next().map_or("", |times| times.text())),
            _ => return self.leaf(node.name(), text, place, node),
        };
        let what = Box::new(Expr::Sequence(self.exprs(node)).only());
        Expr::Repeat { what, least, most, lazy }
    }

    /// Reads an expression that is no operator.
    fn leaf(&mut self, name: &str, text: &str, place: FileSpan, node: DerivationNode<'_>) -> Expr {
        let read = match name {
            "name" if text == "EOF" && self.notation == Notation::Antlr4 => Some(Expr::End),
            "name" => Some(Expr::Name(self.folded(text), place)),
            "literal" => Some(self.literal(text)),
            "any-case" => {
                let text = inner(text.trim_start_matches(['%', 'i', 'I'])).to_owned();
                Some(Expr::Text { text, any_case: true })
            }
            "codes" | "range" => abnf_codes(text),
            "code" => ebnf_character(text).map(|(character, _)| Expr::text(character)),
            "class" => class(text, self.notation == Notation::Antlr4).map(|mut class| {
                if self.any_case {
                    class.case_fold_simple();
                }
                Expr::Class(class)
            }),
            "regex" => Some(self.regex(text, place)),
            "prose" => Some(Expr::Name(self.folded(inner(text)), place)),
            "link" => {
                self.model
                    .lose(place, "the rule is in another document; it is read as its own name");
                Some(Expr::text(inner(text)))
            }
            "any" => Some(Expr::Not(Box::new(Expr::Choice(Vec::new())))),
            "not" => Some(Expr::Not(Box::new(Expr::Choice(self.exprs(node)).only()))),
            "except" => match <[Expr; 2]>::try_from(self.exprs(node)) {
                Ok(both) => Some(Expr::Except(Box::new(both))),
                Err(_) => None,
            },
            "span" => match &self.exprs(node)[..] {
                [Expr::Text { text: first, .. }, Expr::Text { text: last, .. }] => {
                    match (first.chars().next(), last.chars().next()) {
                        (Some(first), Some(last)) if first <= last => {
                            Some(Expr::range(first, last))
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            "call" if self.notation == Notation::Lark => {
                let name = text.split('{').next().unwrap_or_default().trim();
                let arguments = self.exprs(node).into_iter().map(Expr::only).collect();
                Some(Expr::Call(name.to_owned(), arguments, place))
            }
            "call" => {
                self.model.note(place, "the argument is left out");
                let name = text.split('[').next().unwrap_or_default().trim();
                Some(Expr::Name(name.to_owned(), place))
            }
            _ => Some(Expr::Sequence(self.exprs(node)).only()),
        };
        read.unwrap_or_else(|| {
            self.model
                .lose(place, format!("`{text}` cannot be read; it is read as its own spelling"));
            Expr::text(text)
        })
    }

    fn literal(&mut self, text: &str) -> Expr {
        match self.notation {
            Notation::Ebnf => Expr::text(inner(text)),
            Notation::Abnf => Expr::text(inner(&text[2..])),
            Notation::Lark => {
                let any_case = text.ends_with('i');
                let text = unescaped(inner(text.trim_end_matches('i')), false);
                Expr::Text { text, any_case }
            }
            Notation::Yacc | Notation::Antlr4 => match self.names.get(inner(text)) {
                Some(name) => {
                    Expr::Name(name.clone(), FileSpan { file: self.file, span: Span::at(0) })
                }
                None => {
                    let text = unescaped(inner(text), self.notation == Notation::Yacc);
                    Expr::Text { text, any_case: self.any_case }
                }
            },
        }
    }

    /// Reads a regular expression of Python with its flags: `/a+/i`.
    fn regex(&mut self, text: &str, place: FileSpan) -> Expr {
        let (pattern, flags) = text.rsplit_once('/').unwrap_or((text, ""));
        let flags: String = flags.chars().filter(|flag| "imsx".contains(*flag)).collect();
        let mut converted = Converted::default();
        let read = converted.expr(pattern.get(1..).unwrap_or_default(), &flags);
        for assertion in converted.narrowed {
            let message = format!(
                "the assertion `{assertion}` holds for this token only, not for what is around it"
            );
            self.model.note(place, message);
        }
        for assertion in converted.lost {
            let message = format!("the assertion `{assertion}` is left out");
            self.model.lose(place, message);
        }
        read.unwrap_or_else(|error| {
            let why = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
            self.model.lose(place, format!("the regular expression cannot be read: {why}"));
            Expr::text(text)
        })
    }
}

impl Expr {
    /// Returns the only part of a sequence or a choice, or the expression itself.
    fn only(self) -> Self {
        match self {
            Self::Sequence(mut parts) | Self::Choice(mut parts) if parts.len() == 1 => {
                parts.swap_remove(0)
            }
            other => other,
        }
    }
}

fn lark_role(name: &str) -> RuleRole {
    let is_token = name.chars().find(|one| one.is_alphabetic()).is_some_and(char::is_uppercase);
    if is_token { RuleRole::Token } else { RuleRole::Syntax }
}

/// Reads the numbers of a repetition: `2*4`, `*`, `3`, `2..4`.
fn times(text: &str) -> (u32, Option<u32>) {
    match text.split_once('*').or_else(|| text.split_once("..")) {
        Some((least, most)) => (least.trim().parse().unwrap_or_default(), most.trim().parse().ok()),
        None => {
            let exactly = text.trim().parse().unwrap_or_default();
            (exactly, Some(exactly))
        }
    }
}

fn has_end(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= *part == Expr::End);
    found
}

/// Iterates over the children with a name.
fn named<'d>(node: DerivationNode<'d>, name: &'d str) -> impl Iterator<Item = DerivationNode<'d>> {
    node.children().filter(move |child| child.name() == name)
}

/// Reports whether an alternative has the token `error` of yacc.
fn has_error(node: DerivationNode<'_>) -> bool {
    let mut items = named(node, "item").flat_map(|item| item.children());
    items.any(|part| part.name() == "name" && part.text() == "error")
}
