//! The Earley sets around a token, by the textbook algorithm.
//!
//! ```text
//! <table><td>x, the token <td>, by marpa
//!
//! in <table>, before <tbody>     set 0   <table> ::= • tablepart  [0]  …
//! in <tbody>, before <tr>        set 0   <tbody> ::= • <tr>  [0]       …
//! ```
//!
//! A recogniser of the reference engine reads the words of the document's events again, up to the
//! token. Each frame has its own chart, so the sets are those of the innermost open element. Do not
//! use this for many tokens: each call reads the document up to its token.

use super::TracedDocument;
use crate::earley::Engine;
use crate::parser::ParseError;
use crate::slippers::Playback;
use crate::slippers::event::{Event, TokenId};
use crate::tree::Document;
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
        let mut playback = Playback::new(self.parser.grammar(), context, Engine::Reference);
        let (mut steps, mut inside) = (Vec::new(), Vec::new());
        for event in document.events() {
            let due = due_to(document, event);
            if due.is_some_and(|due| due > token) {
                break;
            }
            if due == Some(token) && event.word.is_some() {
                steps.push(step(&playback, Some(event), &inside));
            }
            if playback.step(event, document.edits()).is_err() {
                break;
            }
            follow(&playback, event, &mut inside);
        }
        if !steps.is_empty() {
            steps.push(step(&playback, None, &inside));
        }
        Ok(steps)
    }
}

/// Returns the token that an event belongs to.
fn due_to(document: &Document, event: &Event) -> Option<TokenId> {
    if event.token.is_some() {
        return event.token;
    }
    Some(document.repairs().get(event.cause?.index())?.token)
}

/// Returns the name of the word of an event.
fn word(playback: &Playback, event: &Event) -> Option<String> {
    let terminal = event.word?.terminal;
    Some(playback.recogniser().rules().terminal_name(terminal).to_owned())
}

/// Keeps the names of the start tags of the open frames.
fn follow(playback: &Playback, event: &Event, inside: &mut Vec<String>) {
    let depth = playback.recogniser().depth();
    inside.truncate(depth);
    while inside.len() < depth {
        inside.push(word(playback, event).unwrap_or_default());
    }
}

fn step(playback: &Playback, event: Option<&Event>, inside: &[String]) -> EarleyStep {
    EarleyStep {
        word: event.and_then(|event| word(playback, event)),
        written: event.is_some_and(|event| event.token.is_some()),
        inside: inside.last().cloned(),
        sets: playback.recogniser().chart().sets,
    }
}
