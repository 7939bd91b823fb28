//! Grammar files: text to [`ast`](super::ast), statement by statement, with every mistake in one
//! go.
//!
//! In comes a file, out go its statements and what is wrong with the rest. The file is taken apart
//! into tokens and cut at each `;`. Each statement is then read on its own by the project's own
//! engine, by the rules of `grammar/meta.grammar`; so a mistake spoils one statement, and all
//! mistakes of a file are reported together:
//!
//! ```text
//! error[syntax]: `<p>` is not expected after `start`
//!  --> mine.grammar:1:7
//!   |
//! 1 | start <p> ;
//!   |       ^^^ not expected here
//!   |
//!   = note: expected a name such as `flow`
//!   = help: a plain name is wanted here: `p`
//! ```
//!
//! What was expected is what the engine says; `parse_expected.rs` puts it into words, and
//! `parse_advice.rs` finds out what was probably meant by trying it: a correction is proposed only
//! if the engine gets further with it. One correction is also acted upon. Where a `;` seems to be
//! missing, and what stands before is a statement, reading goes on as if it were there.
//!
//! Three things are refused before the engine sees the statement: what is not a token
//! (`parse_unknown.rs`), unless the engine stops before it; more than [`DEEPEST`] parentheses and
//! braces in each other, so that nothing behind the parser needs to fear the depth of a tree; and a
//! statement without end.

use super::ast::{At, File, Place, Statement};
use super::cst::{self, Node};
use super::meta::{Meta, Refusal, Token, ended, tokens};
use super::{lower, parse_advice, parse_expected, parse_unknown, stored_trees};
use crate::base::{Code, Diagnostic, FileId, Files, Span, wide};

/// How many parentheses and braces may stand in each other.
pub(crate) const DEEPEST: usize = 200;

/// Reads a grammar file: its statements in order, without those that have a mistake, and the
/// mistakes in order.
#[must_use]
pub(crate) fn parse(file: FileId, files: &Files) -> (File, Vec<Diagnostic>) {
    let text = files.get(file).text();
    let mut reader = Reader {
        file,
        text,
        meta: Meta::get(),
        statements: Vec::new(),
        lost: Vec::new(),
        diagnostics: Vec::new(),
    };
    let first = match stored_trees::stored(text) {
        Some(trees) => {
            trees.iter().for_each(|tree| reader.lower(tree));
            trees.first().map(|tree| tree.span)
        }
        None => {
            let tokens = tokens(text);
            ended(&tokens).for_each(|statement| reader.statement(statement));
            tokens.first().map(|token| token.span)
        }
    };
    let first = first.map_or(text.len(), |span| wide(span.start));
    let legend = legend(&text[..first]).to_owned();
    let file = File { id: file, legend, statements: reader.statements, lost: reader.lost };
    (file, reader.diagnostics)
}

/// The words of the language, which cannot be names: for messages about names that are misspelt
/// words.
pub(crate) fn reserved_words() -> impl Iterator<Item = &'static str> {
    Meta::get().words()
}

/// The comment lines at the start of a file: from the first to the last before `text` ends.
fn legend(text: &str) -> &str {
    let comments = text
        .trim_start_matches(|character: char| character.is_whitespace() || character == '\u{FEFF}');
    comments.trim_end()
}

/// Reads the statements of a file.
pub(super) struct Reader<'a> {
    file: FileId,
    pub(super) text: &'a str,
    pub(super) meta: &'static Meta,
    statements: Vec<At<Statement>>,
    lost: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Whether a token is this reserved word or sign.
    pub(super) fn is(&self, token: &Token, word: &str) -> bool {
        token.terminal.is_some_and(|terminal| self.meta.name(terminal) == word)
    }

    pub(super) fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::Syntax, self.place(span), message)
    }

    /// A token as it is written.
    pub(super) fn of(&self, token: &Token) -> &str {
        token.span.of(self.text)
    }

    /// Reads one statement, or more if a `;` is missing.
    fn statement(&mut self, tokens: &[Token]) {
        let mut rest = tokens;
        while !rest.is_empty() {
            if self.refused_unseen(rest) {
                return self.lose(rest);
            }
            let refusal = match cst::read(rest) {
                Ok(tree) => return self.lower(&tree),
                Err(refusal) => refusal,
            };
            let Some(cut) = parse_advice::missing_end(self, rest, &refusal) else {
                self.diagnostics.push(self.refusal(rest, &refusal));
                return self.lose(rest);
            };
            self.diagnostics.push(parse_advice::missing_end_diagnostic(self, rest, cut));
            if let Ok(tree) = cst::read(&parse_advice::ended(self, &rest[..cut])) {
                self.lower(&tree);
            }
            rest = &rest[cut..];
        }
    }

    fn lower(&mut self, tree: &Node) {
        for statement in tree.all("statement") {
            let lowered = lower::statement(self.file, self.text, statement, &mut self.diagnostics);
            if lowered.is_none() {
                self.lost.push(statement.span);
            }
            self.statements.extend(lowered);
        }
    }

    /// Remembers where a statement stands that cannot be read; with a `;` by itself nothing is lost.
    fn lose(&mut self, tokens: &[Token]) {
        let said = tokens.iter().filter(|token| !self.is(token, ";")).map(|token| token.span);
        self.lost.extend(said.reduce(Span::join));
    }

    /// Reports what is not for the engine to see; tells whether there was something.
    fn refused_unseen(&mut self, tokens: &[Token]) -> bool {
        if let Some(token) = self.too_deep(tokens) {
            let message = "parentheses and braces are nested too deep";
            self.diagnostics.push(
                self.error(token.span, message)
                    .label(format!("number {} in each other", DEEPEST + 1))
                    .note(format!("at most {DEEPEST} may stand in each other"))
                    .help("give the inner ones a name, as a rule or a set of their own"),
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
        for token in tokens.iter().filter(|token| token.terminal.is_none()) {
            self.diagnostics.push(parse_unknown::diagnostic(self.place(token.span), self.text));
        }
        true
    }

    /// The first opening sign that stands in too many others.
    fn too_deep<'t>(&self, tokens: &'t [Token]) -> Option<&'t Token> {
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

    /// The diagnostic for a token that the engine does not accept.
    fn refusal(&self, tokens: &[Token], refusal: &Refusal) -> Diagnostic {
        let expected = parse_expected::sentence(self.meta, &refusal.expected);
        let before = refusal.at.checked_sub(1).and_then(|at| tokens.get(at));
        let Some(token) = tokens.get(refusal.at) else {
            return self.unfinished(tokens, refusal, expected);
        };
        let found = shortened(self.of(token));
        let message = match before {
            None if self.is(token, ";") => "there is no statement before this `;`".to_owned(),
            None => format!("no statement starts with `{found}`"),
            Some(before) if self.is(token, ";") => {
                format!("the statement ends too early, after `{}`", shortened(self.of(before)))
            }
            Some(before) => {
                format!("`{found}` is not expected after `{}`", shortened(self.of(before)))
            }
        };
        let early = self.is(token, ";") && before.is_some();
        let diagnostic = self
            .error(token.span, message)
            .label(if early { "something is missing before this" } else { "not expected here" })
            .note(expected);
        parse_advice::advise(self, tokens, refusal, diagnostic)
    }

    /// The diagnostic for a file that ends in a statement.
    fn unfinished(&self, tokens: &[Token], refusal: &Refusal, expected: String) -> Diagnostic {
        let span = tokens.last().map_or(Span::at(self.text.len()), |token| token.span);
        let ends = refusal.expected.iter().any(|&terminal| self.meta.name(terminal) == ";");
        let message = "the last statement has no `;`";
        let diagnostic = self.error(span, message);
        if ends {
            return diagnostic
                .label("the file ends after this")
                .help("every statement is ended by `;`, the last one too");
        }
        let diagnostic = diagnostic.label("the file ends in the middle of it").note(expected);
        parse_advice::advise(self, tokens, refusal, diagnostic)
    }
}

/// A token for a message: not more than a few words of it.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(30).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
