//! What is reported about content that is not acceptable, and what would be acceptable instead.

use super::content::{TreeReading, spelled};
use super::error::ConformanceError;
use super::missing::{AdvicePlace, Missing};
use std::sync::Arc;
use wishful::base::{FileSpan, Span};
use wishful::grammar::TerminalKind;
use wishful::tree::NodeRef;
use wishful_earley::{Refusal, TerminalId, Word};

/// The greatest number of acceptable tags that a finding lists.
const LISTED: usize = 12;

/// The greatest number of elements that a finding lists of which one is missing.
const NEEDED: usize = 4;

impl TreeReading<'_, '_> {
    /// Reports a node that is not acceptable, and reads it: after the content that is missing
    /// before it, or else apart from its surroundings. Returns the word that it was read as.
    pub(super) fn misplaced(
        &mut self,
        words: &[Word],
        span: Span,
        what: &str,
        code: &'static str,
    ) -> Option<Word> {
        if words.is_empty() {
            let message = format!("there is no element {what}");
            self.found.push(ConformanceError::new(
                "unknown-element",
                span,
                message,
                Vec::new(),
                None,
            ));
            return None;
        }
        let parent = self.parent();
        let place = self.current().map(|(info, _)| info.place);
        if let Refusal::Excluded(line) = self.refusal(words) {
            let around = self.excluding(line);
            let name = in_words(around, &parent);
            let message = format!("{what} is not allowed anywhere in {name}");
            let place = self.rules.grammar.context_place(line);
            let help = vec![format!("move it out of {name}")];
            let mistake = ConformanceError::new(code, span, message, help, Some(place));
            self.found.push(mistake.around(around));
            return self.read_apart(words);
        }
        let mut help = Vec::new();
        for &word in words {
            match self.missing(word) {
                Some(Missing::Before(missing)) => {
                    let listed = self.list(&missing);
                    // An element without a tag is not seen in the page.
                    let what = if span.is_empty() { "its content" } else { what };
                    let message = format!("{parent} lacks {listed} before {what}");
                    help.push(format!("write {listed} before it"));
                    self.found.push(ConformanceError::new(
                        "missing-element",
                        span,
                        message,
                        help,
                        place,
                    ));
                    for word in missing.into_iter().chain([word]) {
                        // OK because the search found them acceptable in this order.
                        let _ = self.recogniser.read(word);
                    }
                    return Some(word);
                }
                Some(Missing::Around(around)) if help.is_empty() => {
                    // An element that may be in many others is no better place.
                    if let [start] = around[..]
                        && self.rules.homes(start).is_some()
                    {
                        let tag = self.rules.grammar.spelling(start);
                        help.push(format!("it is allowed in a `{tag}` here"));
                    }
                }
                _ => {}
            }
        }
        if let Some(homes) = words.first().and_then(|word| self.rules.homes(word.terminal)) {
            help = vec![format!("it belongs into {homes}")];
        }
        // A long list says nothing.
        help.extend(self.acceptable(LISTED).filter(|list| !list.ends_with(" more")));
        if help.is_empty() {
            help.push(format!("move it out of {parent}"));
        }
        let message = format!("{what} is not allowed in {parent}");
        let mistake = ConformanceError::new(code, span, message, help, place);
        let around = self.current().map(|(_, node)| node);
        self.found.push(mistake.around(around));
        self.read_apart(words)
    }

    /// Reports that content ends too early.
    pub(super) fn incomplete(
        &mut self,
        end: Word,
        span: Span,
        what: &str,
        place: Option<FileSpan>,
    ) {
        let needed = self.needed(end);
        let (message, help) = match (&needed[..], self.missing(end)) {
            ([one], _) => (format!("{what} needs a {one}"), Vec::new()),
            ([_, .., last], _) if needed.len() <= NEEDED => {
                let others = needed[..needed.len() - 1].join(", ");
                (format!("{what} needs one of {others} and {last}"), Vec::new())
            }
            (_, Some(Missing::Before(missing))) => {
                (format!("{what} lacks {}", self.list(&missing)), Vec::new())
            }
            _ => (
                format!("the content of {what} is not complete"),
                self.acceptable(LISTED).into_iter().collect(),
            ),
        };
        self.found.push(ConformanceError::new("missing-element", span, message, help, place));
    }

    /// Returns the tags of the elements of which one makes the content before a word complete.
    fn needed(&mut self, end: Word) -> Vec<String> {
        let grammar = Arc::clone(&self.rules.grammar);
        let mut needed = Vec::new();
        for terminal in self.recogniser.expected().iter().map(TerminalId::new) {
            let TerminalKind::Start(element) = grammar.terminal_kind(terminal) else { continue };
            let info = grammar.element(element);
            if info.name.is_none() || info.test.is_some() {
                continue;
            }
            let checkpoint = self.recogniser.checkpoint();
            let word = Word::plain(terminal);
            if self.recogniser.read(word).is_ok() {
                if info.kind.is_some() {
                    self.drop_innermost();
                }
                if self.recogniser.accepts(end) {
                    needed.push(format!("`{}`", grammar.spelling(terminal)));
                }
            }
            self.recogniser.rewind(checkpoint);
        }
        needed
    }

    /// Returns the content after which a word is acceptable. The answer is the same at all places
    /// with the same content before and the same restrictions in force.
    fn missing(&mut self, word: Word) -> Option<Missing> {
        let innermost = self.recogniser.innermost();
        let place = self.recogniser.shared_set().map(|set| AdvicePlace {
            set,
            kind: innermost.kind(),
            restrictions: innermost.context().clone(),
            word,
        });
        let Some(place) = place else { return self.search(word) };
        if let Some(known) = self.advice.get(&place) {
            return known.clone();
        }
        let missing = self.search(word);
        self.advice.insert(place, missing.clone());
        missing
    }

    /// Searches for the content after which a word is acceptable.
    fn search(&mut self, word: Word) -> Option<Missing> {
        let path = self.recogniser.cheapest(&self.rules.missing, word).ok()?;
        let rules = self.rules.grammar.rules();
        let mut open = Vec::new();
        for word in &path.words {
            if rules.opens(word.terminal).is_some() {
                open.push(word.terminal);
            } else if rules.closes(word.terminal) {
                // A path out of the current element says nothing about it.
                open.pop()?;
            }
        }
        if !open.is_empty() {
            return Some(Missing::Around(open));
        }
        if path.words.is_empty() { None } else { Some(Missing::Before(path.words)) }
    }

    /// Lists what is acceptable here, the first `most` tags if there are more.
    pub(super) fn acceptable(&self, most: usize) -> Option<String> {
        let expected = self.recogniser.expected();
        let grammar = &self.rules.grammar;
        let mut tags: Vec<&str> = Vec::new();
        for terminal in expected.iter().map(TerminalId::new) {
            if let TerminalKind::Start(_) = grammar.terminal_kind(terminal) {
                tags.push(grammar.spelling(terminal));
            }
        }
        let more = tags.len().saturating_sub(most);
        tags.truncate(most);
        let listed = tags.iter().map(|tag| format!("`{tag}`")).collect::<Vec<_>>().join(" ");
        match (tags.is_empty(), more) {
            (true, _) => None,
            (_, 0) => Some(format!("allowed here: {listed}")),
            _ => Some(format!("allowed here: {listed} and {more} more")),
        }
    }

    /// Lists the nodes of a sequence of words, without those inside other nodes.
    fn list(&self, words: &[Word]) -> String {
        let grammar = &self.rules.grammar;
        let (mut listed, mut depth) = (Vec::new(), 0_usize);
        for word in words {
            let kind = grammar.terminal_kind(word.terminal);
            if depth == 0 {
                listed.push(match kind {
                    TerminalKind::Start(_) => format!("`{}`", grammar.spelling(word.terminal)),
                    _ => spelled(kind).to_owned(),
                });
            }
            if grammar.rules().opens(word.terminal).is_some() {
                depth += 1;
            } else if grammar.rules().closes(word.terminal) {
                depth = depth.saturating_sub(1);
            }
        }
        listed.join(" ")
    }

    /// Returns the element whose content is being read, as messages name it.
    fn parent(&self) -> String {
        match self.current() {
            Some((_, node)) => format!("`<{}>`", node.name().unwrap_or_default()),
            None => match self.document.fragment() {
                Some(context) => format!("`<{}>`", context.trim_matches(['<', '>'])),
                None => "the document".to_owned(),
            },
        }
    }

    /// Returns the innermost open element that brings a context line into force.
    fn excluding(&self, line: wishful_earley::ContextId) -> Option<NodeRef<'_>> {
        let rules = self.rules.grammar.rules();
        for frame in self.recogniser.frames() {
            if let Some(kind) = frame.kind()
                && rules.frame_kind(kind).adds.contains(&line)
                && let Some(node) = self.opened_as(kind)
            {
                return Some(node);
            }
        }
        None
    }
}

/// Returns the start tag of an element, or else `other`.
fn in_words(element: Option<NodeRef<'_>>, other: &str) -> String {
    match element.and_then(NodeRef::name) {
        Some(name) => format!("`<{name}>`"),
        None => other.to_owned(),
    }
}
