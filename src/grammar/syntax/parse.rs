//! Parser of grammar files: from text to [`ast`](super::ast), statement by statement, with all
//! mistakes in one run.
//!
//! The input is a file; the output is its statements and the mistakes in the others. The file is
//! tokenized and split at each `;`. The engine then parses each statement separately, by the rules
//! of `grammar/meta.grammar`. So a mistake spoils only one statement, and all mistakes of a file
//! are reported together:
//!
//! ```text
//! error[syntax]: unexpected `<p>` after `start`
//!  --> mine.grammar:1:7
//!   |
//! 1 | start <p> ;
//!   |       ^^^ unexpected
//!   |
//!   = note: expected a name such as `flow`
//!   = help: expected a plain name: `p`
//! ```
//!
//! The engine says what was expected; `parse_expected.rs` puts it into words. `parse_advice.rs`
//! searches for what was probably meant: it proposes a correction only if the engine gets further
//! with it. One correction is also applied. If a `;` seems to be missing, and the tokens before it
//! are a statement, parsing continues as if it were there.
//!
//! Two mistakes are reported before the engine sees the statement. The first is a stretch that is
//! not a token (`parse_unknown.rs`), unless the engine stops before it. The second is more than
//! `DEEPEST` nested parentheses and braces; this limit lets later passes recurse. If the file
//! ends within a statement, a message of its own says so.

use super::ast::{At, File, FileSpan, Statement};
use super::cst::CstNode;
use super::meta::{EngineRefusal, Meta, MetaToken};
pub use super::parse_expected::expected;
use super::{lower, parse_advice, parse_expected, parse_unknown, stored_trees};
use crate::base::{Code, Diagnostic, FileId, Files, Span, wide};

/// The greatest nesting depth of parentheses and braces.
pub(crate) const DEEPEST: usize = 200;

/// Parses a grammar file. Returns the statements without mistakes, and the mistakes, both in order.
#[must_use]
pub fn parse(file: FileId, files: &Files) -> (File, Vec<Diagnostic>) {
    let text = files.get(file).text();
    let mut reader = StatementReader {
        file,
        text,
        meta: Meta::get(),
        statements: Vec::new(),
        lost: Vec::new(),
        diagnostics: Vec::new(),
    };
    let first = match stored_trees::stored(text) {
        Some(trees) => {
            for tree in &trees {
                reader.lower(tree);
            }
            trees.first().map(|tree| tree.span)
        }
        None => {
            let tokens = reader.meta.tokens(text);
            for statement in reader.meta.ended(&tokens) {
                reader.statement(statement);
            }
            tokens.first().map(|token| token.span)
        }
    };
    let first = match first {
        Some(span) => wide(span.start),
        None => text.len(),
    };
    let legend = legend(&text[..first]).to_owned();
    let file = File { id: file, legend, statements: reader.statements, lost: reader.lost };
    (file, reader.diagnostics)
}

/// Iterates over the reserved words, which cannot be names. Messages propose them for misspelt
/// names.
pub fn reserved_words() -> impl Iterator<Item = &'static str> {
    Meta::get().words()
}

/// Returns the comment lines at the start of a file, where `text` ends at the first statement.
fn legend(text: &str) -> &str {
    let comments = text
        .trim_start_matches(|character: char| character.is_whitespace() || character == '\u{FEFF}');
    comments.trim_end()
}

/// The parser of the statements of a file.
pub(super) struct StatementReader<'a> {
    file: FileId,
    pub(super) text: &'a str,
    pub(super) meta: &'static Meta,
    statements: Vec<At<Statement>>,
    lost: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl StatementReader<'_> {
    /// Reports whether a token is this reserved word or sign.
    pub(super) fn is(&self, token: &MetaToken, word: &str) -> bool {
        matches!(token.terminal, Some(terminal) if self.meta.name(terminal) == word)
    }

    pub(super) fn place(&self, span: Span) -> FileSpan {
        FileSpan { file: self.file, span }
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::Syntax, self.place(span), message)
    }

    /// Returns the text of a token.
    pub(super) fn of(&self, token: &MetaToken) -> &str {
        token.span.of(self.text)
    }

    /// Parses one statement, or several if a `;` is missing.
    fn statement(&mut self, tokens: &[MetaToken]) {
        let mut rest = tokens;
        while !rest.is_empty() {
            if self.refused_unseen(rest) {
                return self.lose(rest);
            }
            let refusal = match self.meta.tree(rest) {
                Ok(tree) => return self.lower(&tree),
                Err(refusal) => refusal,
            };
            let Some(cut) = parse_advice::missing_end(self, rest, &refusal) else {
                self.diagnostics.push(self.refusal(rest, &refusal));
                return self.lose(rest);
            };
            self.diagnostics.push(parse_advice::missing_end_diagnostic(self, rest, cut));
            if let Ok(tree) = self.meta.tree(&parse_advice::ended(self, &rest[..cut])) {
                self.lower(&tree);
            }
            rest = &rest[cut..];
        }
    }

    fn lower(&mut self, tree: &CstNode) {
        for statement in tree.named("statement") {
            let lowered = lower::statement(self.file, self.text, statement, &mut self.diagnostics);
            if lowered.is_none() {
                self.lost.push(statement.span);
            }
            self.statements.extend(lowered);
        }
    }

    /// Records the span of an unreadable statement. A `;` by itself loses nothing.
    fn lose(&mut self, tokens: &[MetaToken]) {
        let said = tokens.iter().filter(|token| !self.is(token, ";")).map(|token| token.span);
        self.lost.extend(said.reduce(Span::join));
    }

    /// Reports whatever is refused before the engine sees it. Returns whether there was something.
    fn refused_unseen(&mut self, tokens: &[MetaToken]) -> bool {
        if let Some(token) = self.too_deep(tokens) {
            let message = "parentheses and braces are nested too deeply";
            self.diagnostics.push(
                self.error(token.span, message)
                    .label(format!("nesting level {}", DEEPEST + 1))
                    .note(format!("the limit is {DEEPEST} levels"))
                    .help("move the inner ones to a rule or set with a name"),
            );
            return true;
        }
        let Some(first) = tokens.iter().position(|token| token.terminal.is_none()) else {
            return false;
        };
        if let Err(refusal) = self.meta.check(&tokens[..first])
            && refusal.at < first
        {
            self.diagnostics.push(self.refusal(tokens, &refusal));
            return true;
        }
        for token in tokens {
            if token.terminal.is_none() {
                let place = self.place(token.span);
                self.diagnostics.push(parse_unknown::diagnostic(place, self.text));
            }
        }
        true
    }

    /// Returns the first opening sign that is nested too deeply.
    fn too_deep<'t>(&self, tokens: &'t [MetaToken]) -> Option<&'t MetaToken> {
        let mut depth = 0_usize;
        tokens.iter().find(|token| {
            let terminal = token.terminal.map_or("", |terminal| self.meta.name(terminal));
            match terminal {
                "(" | "{" | ":{" => depth += 1,
                ")" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > DEEPEST
        })
    }

    /// Returns the diagnostic for a token that the engine does not accept.
    fn refusal(&self, tokens: &[MetaToken], refusal: &EngineRefusal) -> Diagnostic {
        let expected = parse_expected::sentence(self.meta, &refusal.expected);
        let before = refusal.at.checked_sub(1).and_then(|at| tokens.get(at));
        let Some(token) = tokens.get(refusal.at) else {
            return self.unfinished(tokens, refusal, expected);
        };
        let found = shortened(self.of(token));
        let message = match before {
            None if self.is(token, ";") => "no statement before this `;`".to_owned(),
            None => format!("no statement starts with `{found}`"),
            Some(before) if self.is(token, ";") => {
                format!("the statement ends too early, after `{}`", shortened(self.of(before)))
            }
            Some(before) => {
                format!("unexpected `{found}` after `{}`", shortened(self.of(before)))
            }
        };
        let early = self.is(token, ";") && before.is_some();
        let diagnostic = self
            .error(token.span, message)
            .label(if early { "something is missing before this" } else { "unexpected" })
            .note(expected);
        parse_advice::advise(self, tokens, refusal, diagnostic)
    }

    /// Returns the diagnostic for a file that ends within a statement.
    fn unfinished(
        &self,
        tokens: &[MetaToken],
        refusal: &EngineRefusal,
        expected: String,
    ) -> Diagnostic {
        let span = tokens.last().map_or(Span::at(self.text.len()), |token| token.span);
        let ends = refusal.expected.iter().any(|&terminal| self.meta.name(terminal) == ";");
        let message = "the last statement has no `;`";
        let diagnostic = self.error(span, message);
        if ends {
            return diagnostic
                .label("the file ends after this")
                .help("every statement ends with `;`, also the last one");
        }
        let diagnostic = diagnostic.label("the file ends in the middle of it").note(expected);
        parse_advice::advise(self, tokens, refusal, diagnostic)
    }
}

/// Shortens a token for a message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(30).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
