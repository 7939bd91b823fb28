//! Lowering of XPath's derivations: operators, paths, steps, calls.

use super::Language;
use super::lowering::{Lowering, ParseNode, part, parts, significant};
use super::mistakes::{mistake, pseudo_class, pseudo_element, unknown, word_at};
use super::words;
use crate::function::Function;
use crate::plan::{Axis, Expr, ExprId, NodeTest, Operator, Start, Step};
use wishful::base::{Code, Span};
use wishful::grammar::nearest;

/// The step that `//` abbreviates. (XPath 1.0, section 2.5.)
const ANY: Step =
    Step::Axis { axis: Axis::DescendantOrSelf, test: NodeTest::Node, predicates: Vec::new() };

impl Lowering<'_> {
    /// Lowers an expression. Nesting beyond the limit reports a mistake and lowers to NaN.
    pub(super) fn expr(&mut self, node: ParseNode<'_>) -> ExprId {
        let node = core(node);
        match self.deeper(node.span(), |lowering| lowering.shallow(node)) {
            Some(expr) => expr,
            None => self.add(Expr::Number(f64::NAN), node.span()),
        }
    }

    fn shallow(&mut self, node: ParseNode<'_>) -> ExprId {
        match node.name() {
            "unary-expression" => self.negation(node),
            "union-expression" => self.chain(node, |_, left, right| Expr::Union { left, right }),
            "path-expression" => self.path_of(node),
            "filter-expression" | "filtered" => self.filter(node),
            "primary-expression" => self.parenthesised(node),
            "location-path" | "absolute-path" | "relative-path" => self.location_path(node),
            "function-call" => self.call(node),
            "literal" => self.add(Expr::Literal(words::literal(node).into()), node.span()),
            "number" => self.number(node),
            "variable" => self.variable(node),
            "argument" | "selection" | "selector-list" | "alternatives" | "alternative"
            | "selected" | "operand" | "complex-selector" => self.css(node),
            "selection-path" => self.path_of(node),
            _ => self.operation(node),
        }
    }

    /// Lowers a chain of operators of one precedence, from left to right.
    fn operation(&mut self, node: ParseNode<'_>) -> ExprId {
        self.chain(node, |name, left, right| {
            let operator =
                Operator::of_sign(name).expect("each operator of the grammar is in the table");
            Expr::Binary { operator, left, right }
        })
    }

    /// Lowers a chain of operands with binary operators, which associate to the left.
    fn chain(
        &mut self,
        node: ParseNode<'_>,
        join: impl Fn(&str, ExprId, ExprId) -> Expr,
    ) -> ExprId {
        let (first, rest) = spine(node);
        let start = first.span();
        let mut left = self.expr(first);
        let mut before = start;
        for (sign, operand) in rest {
            self.is_operator(sign, before);
            let right = self.expr(operand);
            before = before.join(operand.span());
            left = self.add(join(sign.name().trim_matches('"'), left, right), before);
        }
        left
    }

    /// Reports an operator directly after `/`, where a star or a name is a step. So `/ * 5` is not
    /// XPath, and `1 * /*//a` has only one reading. (Section 3.7; XPath 2 has the same rule.)
    fn is_operator(&mut self, sign: ParseNode<'_>, before: Span) {
        let is_word = matches!(sign.name(), "\"*\"" | "\"div\"" | "\"mod\"" | "\"and\"" | "\"or\"");
        if is_word && before.of(&self.plan.text).trim_end().ends_with('/') {
            let message =
                format!("after `/`, {} is the name of an element", sign.name().replace('"', "`"));
            let wrong = mistake(Code::Ambiguous, sign.span(), message);
            self.mistakes.push(wrong.help("put the `/` in parentheses"));
        }
    }

    fn negation(&mut self, node: ParseNode<'_>) -> ExprId {
        let operand = significant(node).last().expect("it is `-` and an operand");
        let of = self.expr(operand);
        self.add(Expr::Negate(of), node.span())
    }

    fn parenthesised(&mut self, node: ParseNode<'_>) -> ExprId {
        let inner = significant(node).nth(1).expect("it is an expression in parentheses");
        self.expr(inner)
    }

    fn number(&mut self, node: ParseNode<'_>) -> ExprId {
        let number = self.text(node).trim().parse().unwrap_or(f64::NAN);
        self.add(Expr::Number(number), node.span())
    }

    fn variable(&mut self, node: ParseNode<'_>) -> ExprId {
        let name = self.text(node);
        self.add(Expr::Variable(name.trim_start_matches('$').trim_end().into()), node.span())
    }

    /// Lowers `operand[…][…]`.
    fn filter(&mut self, node: ParseNode<'_>) -> ExprId {
        let (of, predicates) = self.filtered(node);
        if predicates.is_empty() {
            return of;
        }
        self.add(Expr::Filter { of, predicates }, node.span())
    }

    /// Lowers nested filters, `e[a][b]`, to `e` and its predicates.
    fn filtered(&mut self, node: ParseNode<'_>) -> (ExprId, Vec<ExprId>) {
        let (mut first, mut brackets) = (node, Vec::new());
        while matches!(first.name(), "filter-expression" | "filtered") {
            let mut inner: Vec<ParseNode<'_>> = significant(first).collect();
            first = inner.remove(0);
            brackets.extend(inner.into_iter().rev());
        }
        let of = self.expr(first);
        let predicates = brackets.iter().rev().map(|bracket| self.predicate(*bracket)).collect();
        (of, predicates)
    }

    /// Lowers the expression in brackets.
    fn predicate(&mut self, node: ParseNode<'_>) -> ExprId {
        let inner = significant(node).nth(1).expect("it is an expression in brackets");
        self.expr(inner)
    }

    /// Lowers `operand/steps`.
    fn path_of(&mut self, node: ParseNode<'_>) -> ExprId {
        let inner: Vec<ParseNode<'_>> = significant(node).collect();
        let [of, brackets @ .., slash, path] = &inner[..] else {
            unreachable!("it is an operand, a slash and a path")
        };
        let (slash, path) = (*slash, *path);
        let mut start = self.expr(*of);
        if !brackets.is_empty() {
            let predicates = brackets.iter().map(|bracket| self.predicate(*bracket)).collect();
            start = self.add(Expr::Filter { of: start, predicates }, node.span());
        }
        if path.name() == "function-call" {
            let call = self.expr(path);
            return self.add(Expr::Each { of: start, call }, node.span());
        }
        let mut steps: Vec<Step> = any(slash).into_iter().collect();
        self.steps(path, &mut steps);
        self.add(Expr::Path { start: Start::At(start), steps }, node.span())
    }

    /// Lowers a location path.
    fn location_path(&mut self, node: ParseNode<'_>) -> ExprId {
        let mut steps = Vec::new();
        let mut start = Start::Context;
        let mut path = Some(node);
        while let Some(inner) = path
            && inner.name() != "relative-path"
        {
            let mut pieces = significant(inner);
            let first = pieces.next().expect("a path is not empty");
            path = match first.name() {
                "root-slash" | "any-slash" => {
                    start = Start::Root;
                    steps.extend(any(first));
                    pieces.next()
                }
                _ => Some(first),
            };
        }
        if let Some(path) = path {
            self.steps(path, &mut steps);
        }
        self.add(Expr::Path { start, steps }, node.span())
    }

    /// Appends the steps of a relative path.
    fn steps(&mut self, node: ParseNode<'_>, steps: &mut Vec<Step>) {
        let (mut path, mut pieces) = (Some(node), Vec::new());
        while let Some(inner) = path
            && inner.name() == "relative-path"
        {
            let mut children: Vec<ParseNode<'_>> = significant(inner).collect();
            path = if children.len() > 1 { Some(children.remove(0)) } else { None };
            pieces.extend(children.into_iter().rev());
        }
        for piece in pieces.into_iter().rev() {
            match piece.name() {
                "step" => {
                    let step = self.step(piece);
                    steps.push(step);
                }
                _ => steps.extend(any(piece)),
            }
        }
    }

    fn step(&mut self, node: ParseNode<'_>) -> Step {
        if let Some(abbreviated) = part(node, "abbreviated-step") {
            let axis = match self.text(abbreviated).trim() {
                "." => Axis::Itself,
                _ => Axis::Parent,
            };
            return Step::Axis { axis, test: NodeTest::Node, predicates: Vec::new() };
        }
        let axis = match part(node, "axis") {
            Some(axis) => self.axis(axis),
            None => Axis::Child,
        };
        let test = self.node_test(part(node, "node-test").expect("a step has a node test"));
        let predicates = parts(node, "predicate").map(|bracket| self.predicate(bracket)).collect();
        Step::Axis { axis, test, predicates }
    }

    fn axis(&mut self, node: ParseNode<'_>) -> Axis {
        let Some(name) = part(node, "axis-name") else { return Axis::Attribute };
        let word = self.text(name);
        if let Some(axis) = Axis::named(&word) {
            return axis;
        }
        let names: Vec<&str> = Axis::ALL.iter().map(|(name, _)| *name).collect();
        if self.syntax.language == Language::Parsley
            && nearest(&word, names.iter().copied()).is_none()
            && let Some(rest) = self.plan.text[name.span().range().end..].strip_prefix("::")
        {
            let element = word_at(rest, Span::default());
            let is_type_test = element == "text" && rest[element.len()..].starts_with('(');
            if !is_type_test {
                let wrong = pseudo_element(name.span(), &word, element);
                self.mistakes.push(wrong);
                return Axis::Child;
            }
        }
        let mut wrong = unknown("axis", name.span(), &word, names.iter().copied());
        if wrong.help.is_empty() {
            wrong = wrong.help(format!("axes are {}", names.join(", ")));
        }
        self.mistakes.push(wrong);
        Axis::Child
    }

    fn node_test(&mut self, node: ParseNode<'_>) -> NodeTest {
        match part(node, "name-test") {
            Some(name) => self.name_test(name),
            None => self.type_test(node),
        }
    }

    /// Lowers `*`, `name`, `prefix:name` and `prefix:*`.
    pub(super) fn name_test(&mut self, node: ParseNode<'_>) -> NodeTest {
        let prefix = part(node, "prefix").map(|prefix| self.text(prefix).into());
        let name = part(node, "local-name").map(|name| self.text(name).into());
        match (prefix, name) {
            (prefix, Some(name)) => NodeTest::Name { prefix, name },
            (Some(prefix), None) => NodeTest::Namespace(prefix),
            (None, None) => NodeTest::Principal,
        }
    }

    fn type_test(&mut self, node: ParseNode<'_>) -> NodeTest {
        let test = part(node, "type-test").unwrap_or(node);
        let node_type = significant(test).next().map(|word| self.text(word)).unwrap_or_default();
        let literal = part(test, "literal");
        match (node_type.as_str(), literal) {
            ("processing-instruction", None) => NodeTest::Instruction(None),
            ("processing-instruction", Some(target)) => {
                NodeTest::Instruction(Some(words::literal(target).into()))
            }
            (_, Some(literal)) => {
                let message = format!("`{node_type}()` takes no argument");
                self.mistakes.push(mistake(Code::Syntax, literal.span(), message));
                NodeTest::Node
            }
            ("text", None) => NodeTest::Text,
            ("comment", None) => NodeTest::Comment,
            _ => NodeTest::Node,
        }
    }

    /// Lowers a function call.
    fn call(&mut self, node: ParseNode<'_>) -> ExprId {
        let name = part(node, "function-name").expect("a call has a name");
        let written = self.text(name);
        let arguments: Vec<ExprId> = parts(node, "argument").map(|one| self.expr(one)).collect();
        let Some(function) = Function::named(&written, self.syntax.language) else {
            self.no_function(&written, name.span());
            return self.add(Expr::Number(f64::NAN), node.span());
        };
        self.add(Expr::Call { function, arguments }, node.span())
    }

    /// Reports an unknown function, with advice.
    fn no_function(&mut self, written: &str, span: Span) {
        let language = self.syntax.language;
        let mut names = Vec::new();
        for function in Function::all(language) {
            names.extend(function.names(language));
        }
        let near = nearest(written, names.iter().copied());
        // If no function has this prefix, a selector is intended, except where only the prefix of a
        // function is misspelled.
        if let Some((prefix, _)) = written.split_once(':')
            && language == Language::Parsley
            && !is_prefix(prefix, &names)
            && !near.is_some_and(|near| near.ends_with(&written[prefix.len()..]))
        {
            let class = Span::new(span.range().start + prefix.len() + 1, span.range().end);
            let wrong = pseudo_class(self.syntax.grammar, &self.plan.text, class);
            self.mistakes.push(wrong.about(written));
            return;
        }
        let mut wrong = unknown("function", span, written, names.iter().copied());
        if let Some(near) = near
            && let Some(function) = Function::named(near, language)
        {
            wrong = wrong.note(format!("call it as `{}`", function.syntax()));
        }
        if let Some(why) = Function::refusal_of_prefix(written) {
            wrong = wrong.note(why.to_owned());
        }
        self.mistakes.push(wrong);
    }
}

/// Reports whether any of the names has a prefix.
fn is_prefix(prefix: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.split(':').next() == Some(prefix))
}

/// Returns the step for a slash, if it is `//`.
fn any(slash: ParseNode<'_>) -> Option<Step> {
    if slash.name() == "any-slash" { Some(ANY) } else { None }
}

/// Skips nodes that only wrap a single child.
fn core(mut node: ParseNode<'_>) -> ParseNode<'_> {
    loop {
        let mut inner = significant(node);
        node = match (inner.next(), inner.next()) {
            (Some(only), None) if is_wrapper(node.name()) => only,
            _ => return node,
        };
    }
}

/// Reports whether a rule with a single part adds no meaning to it.
fn is_wrapper(name: &str) -> bool {
    name.ends_with("expression")
        || matches!(name, "argument" | "selection" | "alternative" | "filtered")
}

/// Unwinds a left-leaning tower: returns the first operand, and the others with their operators.
fn spine(node: ParseNode<'_>) -> (ParseNode<'_>, Vec<(ParseNode<'_>, ParseNode<'_>)>) {
    let (mut first, mut rest) = (node, Vec::new());
    loop {
        let inner: Vec<ParseNode<'_>> = significant(first).collect();
        match inner[..] {
            [left, sign, right] if first.name() == node.name() && sign.is_token() => {
                rest.push((sign, right));
                first = left;
            }
            _ => break,
        }
    }
    rest.reverse();
    (first, rest)
}
