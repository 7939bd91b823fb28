//! The Earley sets around a token, by the textbook algorithm.
//!
//! ```text
//! <table><td>x, the token <td>, by marpa
//!
//! in <table>, before <tbody>     set 0   <table> ::= • tablepart  [0]  …
//! in <tbody>, before <tr>        set 0   <tbody> ::= • <tr>  [0]       …
//! ```
//!
//! A recogniser of the reference engine reads the words of the history again, up to the token. Each
//! frame has its own chart, so the sets are those of the innermost open element. Do not use this
//! for many tokens: each call reads the document up to its token.

use super::TracedDocument;
use crate::earley::Engine;
use crate::grammar::Grammar;
use crate::parser::ParseError;
use crate::slippers::event::{Event, TokenId};
use crate::slippers::{Playback, TraceStep};
use serde::Serialize;

/// The Earley sets at which a word was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct EarleyStep {
    /// The word that was read; `None` after the last word of the token.
    pub word: Option<String>,
    /// True if the word is in the source, and not inserted.
    pub written: bool,
    /// The innermost open element; `None` outside of the root.
    pub inside: Option<String>,
    /// The sets of the content of that element, with the items of each in dotted notation.
    pub sets: Vec<Vec<String>>,
}

impl TracedDocument {
    /// Returns the Earley sets before each word that was read for the token at an offset, and after
    /// the last of them.
    ///
    /// ```
    /// use wishful::explain::TracedDocument;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
    /// let traced = TracedDocument::parse(&parser, "<table><td>", &ParseOptions::default())?;
    /// let steps = traced.sets(7)?;
    /// let words: Vec<_> = steps.iter().map(|step| step.word.as_deref()).collect();
    /// assert_eq!(words, [Some("<tbody>"), Some("<tr>"), Some("<td>"), None]);
    /// assert_eq!(steps[1].inside.as_deref(), Some("<tbody>"));
    /// assert!(steps[1].sets[0].iter().any(|item| item.contains("• <tr>")), "{:?}", steps[1].sets);
    /// # Ok::<(), wishful::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the [parse](TracedDocument::parse) that made the document.
    pub fn sets(&self, offset: u32) -> Result<Vec<EarleyStep>, ParseError> {
        let document = &self.document;
        let Some(last) = document.tokens().len().checked_sub(1) else { return Ok(Vec::new()) };
        let token = TokenId::new(document.tokens().at(offset).min(last));
        let context = self.parser.context(&self.options)?;
        let grammar = self.parser.grammar();
        let mut playback = Playback::new(grammar, context, Engine::Reference);
        let (mut steps, mut current) = (Vec::new(), None);
        for step in &self.steps {
            match step {
                TraceStep::Record(point, _) if point.token > token => break,
                TraceStep::Record(point, _) => current = Some(point.token),
                TraceStep::Event(event) => {
                    if current == Some(token) && event.word.is_some() {
                        steps.push(earley_step(grammar, &playback, Some(event)));
                    }
                    if playback.step(event, document.edits()).is_err() {
                        break;
                    }
                }
            }
        }
        if !steps.is_empty() {
            steps.push(earley_step(grammar, &playback, None));
        }
        Ok(steps)
    }
}

fn earley_step(grammar: &Grammar, playback: &Playback, event: Option<&Event>) -> EarleyStep {
    let rules = grammar.rules();
    let inside = playback.open().current().map(|open| grammar.element(open.element).start);
    EarleyStep {
        word: event.and_then(|event| Some(rules.terminal_name(event.word?.terminal).to_owned())),
        written: event.is_some_and(|event| event.token.is_some()),
        inside: inside.map(|start| rules.terminal_name(start).to_owned()),
        sets: playback.recogniser().chart().sets,
    }
}
