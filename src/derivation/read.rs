//! The reading of a text: its tokens, and the repairs that a grammar allows.
//!
//! A grammar with a wish or a remedy is read with *repairs*, as one of markup is. A token that is
//! not acceptable is rejected. Of its remedies the first that applies is done: it inserts a token
//! that the grammar names, or the cheapest sequence of tokens that the wishes permit (`grant`), or
//! leaves the rejected token out (`cruft`, which is a mistake, and `discard`, which is none). If
//! several tokens match at the position, the longest comes first. A token that no remedy helps is
//! left out, and so is a character with which no token starts. The end of the text is a token, too,
//! called `EOF`, whether or not a rule names it.

use crate::base::{Code, Diagnostic, FileSpan, Files, Report, SourceFile, Span, narrow, wide};
use crate::earley::{Forest, Lattice, Options, Recogniser, TerminalId, TerminalSet, WishRow, Word};
use crate::grammar::{CompiledRemedy, Grammar, TerminalKind, TokenizerKind};
use crate::token::{TextToken, TextTokens};

/// A position of the forest in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The offset of a node that begins here.
    pub(super) start: u32,
    /// The end of a node that ends here.
    pub(super) end: u32,
}

/// A text that is being read.
pub(super) struct TextReading<'a, 'n, 'r> {
    grammar: &'a Grammar,
    name: &'n str,
    text: &'a str,
    pub(super) recogniser: &'r mut Recogniser,
    /// The positions so far, the current one last.
    places: Vec<Place>,
    inserted: Vec<usize>,
    /// The repairs so far, if the grammar allows any.
    repairs: Option<Vec<Repair>>,
}

/// Checks whether a text belongs to the language, without repairs.
pub(super) fn check(grammar: &Grammar, name: &str, text: &str) -> Result<(), Report> {
    let mut recogniser = Recogniser::new(grammar.rules().clone(), Options::default());
    let mut reading = TextReading::new(grammar, name, text, &mut recogniser);
    if grammar.tokenizer() == TokenizerKind::TextAll {
        return reading.all_tokens().map(|_| ());
    }
    reading.tokens(&mut |_, _| ())?;
    reading.end()
}

/// A text that was read.
#[derive(Clone, Debug)]
pub(super) struct TextRead {
    /// The positions of the forest.
    pub(super) places: Vec<Place>,
    /// The indexes of the tokens that were inserted, ascending.
    pub(super) inserted: Vec<usize>,
    pub(super) repairs: Report,
    pub(super) forest: Forest,
}

/// Reads a text, with repairs if the grammar allows any.
pub(super) fn read(grammar: &Grammar, name: &str, text: &str) -> Result<TextRead, Report> {
    let options = Options { keeps_chart: true, ..Options::default() };
    let mut recogniser = Recogniser::new(grammar.rules().clone(), options);
    let mut reading = TextReading::new(grammar, name, text, &mut recogniser);
    let forest = if grammar.tokenizer() == TokenizerKind::TextAll {
        Some(reading.all_tokens()?)
    } else {
        reading.repairs = grammar.has_repairs().then(Vec::new);
        reading.tokens(&mut |_, _| ())?;
        reading.end()?;
        reading.recogniser.forest()
    };
    let Some(forest) = forest else {
        let message = "the grammar has elements, so its texts have no derivations";
        return Err(reading.refuse(Code::Tokenizer, Span::at(0), message));
    };
    let repairs = reading.report();
    let TextReading { places, inserted, .. } = reading;
    Ok(TextRead { places, inserted, repairs, forest })
}

/// A repair of a text.
struct Repair {
    span: Span,
    /// The tokens that were inserted; none if the span was left out.
    tokens: Vec<TerminalId>,
    /// The words that are acceptable where the span was left out, and the position.
    expected: Option<(TerminalSet, usize)>,
    /// The statement that allows it.
    statement: Option<FileSpan>,
}

impl<'a, 'n, 'r> TextReading<'a, 'n, 'r> {
    pub(super) fn new(
        grammar: &'a Grammar,
        name: &'n str,
        text: &'a str,
        recogniser: &'r mut Recogniser,
    ) -> Self {
        let places = vec![Place { start: narrow(text.len()), end: 0 }];
        Self { grammar, name, text, recogniser, places, inserted: Vec::new(), repairs: None }
    }

    /// Returns the spans of the tokens that were read.
    pub(super) fn spans(&self) -> Vec<Span> {
        let pairs = self.places.windows(2);
        pairs.map(|pair| Span { start: pair[0].start, end: pair[1].end }).collect()
    }

    /// Reads the tokens. Calls `watch` with the offset of each token, and of each place where none
    /// starts, and the state before it.
    pub(super) fn tokens(
        &mut self,
        watch: &mut dyn FnMut(usize, Option<usize>),
    ) -> Result<(), Report> {
        let mut tokens = self.all()?;
        while let Some(token) = tokens.next() {
            let start = match &token {
                Ok(token) => wide(token.span.start),
                Err(unmatched) => wide(unmatched.span.start),
            };
            watch(start, self.recogniser.shared_set());
            let token = match token {
                Ok(token) => token,
                Err(unmatched) if self.repairs.is_some() => {
                    self.leave_out(unmatched.span, None);
                    continue;
                }
                Err(unmatched) => {
                    return Err(self.syntax_error(unmatched.span, "no token starts here"));
                }
            };
            if self.takes(token) {
                continue;
            }
            let is_predicted = self.grammar.tokenizer() == TokenizerKind::Text;
            let others = if is_predicted { tokens.others(start) } else { vec![token] };
            let mut used = Vec::new();
            let end = loop {
                if let Some(other) = others.iter().find(|&&other| self.takes(other)) {
                    break other.span.end;
                }
                if self.repairs.is_none() {
                    return Err(self.syntax_error(token.span, "not acceptable here"));
                }
                if let Some(end) = self.remedy(&others, &mut used) {
                    break end;
                }
            };
            tokens.skip_to(wide(end));
        }
        Ok(())
    }

    /// Returns the tokens of the text.
    fn all(&self) -> Result<TextTokens<'a, 'a>, Report> {
        let message = "the grammar describes markup; parse it with `Parser`";
        let rules = self.grammar.text_rules();
        let rules = rules.ok_or_else(|| self.refuse(Code::Tokenizer, Span::at(0), message))?;
        Ok(rules.tokens(self.text, 0))
    }

    /// Reads all acceptable tokens at each position, of each rule the longest match.
    fn all_tokens(&mut self) -> Result<Forest, Report> {
        let mut tokens = self.all()?;
        let mut lattice = Lattice::new(self.grammar.rules().clone(), Options::default());
        let length = narrow(self.text.len());
        self.places.clear();
        loop {
            let end = lattice.position();
            let (start, here) = unskipped(&mut tokens, end);
            self.places.push(Place { start, end });
            for token in here {
                let (after, _) = unskipped(&mut tokens, token.span.end);
                let end = if after == length { length } else { token.span.end };
                if let Some(terminal) = self.grammar.terminal(TerminalKind::Token(token.rule)) {
                    lattice.read(terminal, end);
                }
            }
            if lattice.advance().is_some() {
                continue;
            }
            let end = self.grammar.terminal(TerminalKind::EndOfFile);
            if start == length && end.is_some_and(|end| lattice.read(end, length + 1)) {
                lattice.advance();
                self.places.push(Place { start: length, end: length });
            }
            let forest = if start == length { lattice.forest() } else { None };
            return forest.ok_or_else(|| {
                let character = self.text[wide(start)..].chars().next();
                let label = match character {
                    Some(_) => "no acceptable token starts here",
                    None => "the text ends too early",
                };
                let end = wide(start) + character.map_or(0, char::len_utf8);
                self.syntax_error_at(&lattice.expected(), Span::new(wide(start), end), label)
            });
        }
    }

    /// Reads a token if it is acceptable, or skips it if it is text to be skipped. Reports whether
    /// it did.
    fn takes(&mut self, token: TextToken) -> bool {
        if token.skip {
            return true;
        }
        let terminal = self.grammar.terminal(TerminalKind::Token(token.rule));
        terminal.is_some_and(|terminal| self.reads(terminal, token.span))
    }

    /// Reads a terminal of the text if it is acceptable, and reports whether it is.
    fn reads(&mut self, terminal: TerminalId, span: Span) -> bool {
        let is_read = self.recogniser.read(Word::plain(terminal)).is_ok();
        if is_read {
            if let Some(place) = self.places.last_mut() {
                place.start = span.start;
            }
            self.places.push(Place { start: narrow(self.text.len()), end: span.end });
        }
        is_read
    }

    /// Reads the end of the input, which a grammar may name.
    pub(super) fn end(&mut self) -> Result<(), Report> {
        let at = Span::at(self.text.len());
        let end = self.grammar.terminal(TerminalKind::EndOfFile);
        let mut used = Vec::new();
        loop {
            if end.is_some_and(|end| self.reads(end, at)) || self.recogniser.complete() {
                return Ok(());
            }
            let is_helped = match end {
                Some(end) if self.repairs.is_some() => self.insert_for(end, at, &mut used),
                _ => false,
            };
            if !is_helped {
                return Err(self.syntax_error(at, "the text ends too early"));
            }
        }
    }

    /// Does the first remedy that applies to one of some rejected tokens. Returns the end of the
    /// token if it was left out, or `None` if others were inserted before it.
    fn remedy(&mut self, rejected: &[TextToken], used: &mut Vec<TerminalId>) -> Option<u32> {
        for &token in rejected {
            if let Some(terminal) = self.grammar.terminal(TerminalKind::Token(token.rule))
                && self.insert_for(terminal, token.span, used)
            {
                return None;
            }
        }
        let token = rejected[0];
        let terminal = self.grammar.terminal(TerminalKind::Token(token.rule));
        let lines = terminal.into_iter().flat_map(|terminal| self.grammar.remedies(terminal));
        let line = lines
            .into_iter()
            .find(|line| matches!(line.remedy, CompiledRemedy::Cruft | CompiledRemedy::Discard));
        match line {
            Some(line) if line.remedy == CompiledRemedy::Discard => {}
            line => self.leave_out(token.span, line.map(|line| line.place)),
        }
        Some(token.span.end)
    }

    /// Inserts what the first applicable remedy of a rejected terminal says, before it leaves the
    /// terminal out. Reports whether anything was inserted.
    fn insert_for(&mut self, rejected: TerminalId, at: Span, used: &mut Vec<TerminalId>) -> bool {
        let grammar = self.grammar;
        for line in grammar.remedies(rejected) {
            let is_met =
                line.wherever.is_none_or(|word| self.recogniser.accepts(Word::plain(word)));
            let words: Vec<TerminalId> = match &line.remedy {
                _ if !is_met => continue,
                CompiledRemedy::Cruft | CompiledRemedy::Discard => return false,
                CompiledRemedy::Insert(insert) => {
                    let is_new = |tag: &&TerminalId| {
                        !used.contains(tag) && self.recogniser.accepts(Word::plain(**tag))
                    };
                    insert.tags.iter().find(is_new).copied().into_iter().collect()
                }
                CompiledRemedy::Grant => match grammar.wishes(rejected) {
                    Some(wishes) => self.granted(wishes, rejected),
                    None => continue,
                },
                _ => continue,
            };
            let Some(first) = words.first() else { continue };
            let mut wishes = grammar.permissions(rejected).iter();
            let wish =
                wishes.find(|wish| line.remedy == CompiledRemedy::Grant && wish.tag == *first);
            let statement = wish.map_or(line.place, |wish| wish.place);
            used.extend(&words);
            self.insert(words, at, statement);
            return true;
        }
        false
    }

    /// Returns the cheapest words after which a rejected terminal is acceptable; none if there are
    /// none.
    fn granted(&mut self, wishes: &WishRow, rejected: TerminalId) -> Vec<TerminalId> {
        let is_end = self.grammar.terminal_kind(rejected) == TerminalKind::EndOfFile;
        let mut path = self.recogniser.cheapest(wishes, Word::plain(rejected));
        if is_end && path.is_err() {
            path = self.recogniser.cheapest_end(wishes);
        }
        path.map_or(Vec::new(), |path| path.terminals().collect())
    }

    /// Reads words that the text lacks, after its last token.
    fn insert(&mut self, words: Vec<TerminalId>, before: Span, statement: FileSpan) {
        let last = self.places.last().map_or(0, |place| place.end);
        // Before the first token, and where something was left out since, at the rejected one.
        let is_after = last > 0 && self.text[wide(last)..wide(before.start)].trim().is_empty();
        let at = if is_after { last } else { before.start };
        let span = Span { start: at, end: at };
        let mut tokens = Vec::new();
        for word in words {
            let index = self.places.len() - 1;
            if !self.reads(word, span) {
                break;
            }
            self.inserted.push(index);
            if !matches!(self.grammar.terminal_kind(word), TerminalKind::Mark(..)) {
                tokens.push(word);
            }
        }
        if let Some(repairs) = &mut self.repairs
            && !tokens.is_empty()
        {
            repairs.push(Repair { span, tokens, expected: None, statement: Some(statement) });
        }
    }

    /// Records that a part of the text is left out, together with what was left out before it.
    fn leave_out(&mut self, span: Span, statement: Option<FileSpan>) {
        let position = self.places.len();
        let Some(repairs) = &mut self.repairs else { return };
        if let Some(Repair { span: last, expected: Some((_, at)), .. }) = repairs.last_mut()
            && *at == position
        {
            last.end = span.end;
            return;
        }
        let expected = Some((self.recogniser.expected(), position));
        repairs.push(Repair { span, tokens: Vec::new(), expected, statement });
    }

    /// Returns the report of the repairs.
    fn report(&self) -> Report {
        let Some(repairs) = self.repairs.as_ref().filter(|repairs| !repairs.is_empty()) else {
            return Report::default();
        };
        let mut files = self.grammar.files().clone();
        let file = files.add(SourceFile::new(self.name, self.text));
        let mut diagnostics = Vec::new();
        for repair in repairs {
            let place = FileSpan { file, span: repair.span };
            let names: Vec<&str> =
                repair.tokens.iter().map(|&token| self.grammar.spelling(token)).collect();
            let names = names.join(" ");
            let diagnostic = match &repair.expected {
                None => {
                    let are = if repair.tokens.len() == 1 { "is" } else { "are" };
                    Diagnostic::warning(Code::Syntax, place, format!("{names} {are} missing"))
                        .label("inserted here")
                }
                Some((expected, _)) => {
                    let message = "this does not match the grammar";
                    let diagnostic = Diagnostic::warning(Code::Syntax, place, message);
                    diagnostic.label("left out").note(self.expectation(expected))
                }
            };
            diagnostics.push(match repair.statement {
                Some(statement) => diagnostic.also(statement, "allowed here"),
                None => diagnostic,
            });
        }
        Report { files, diagnostics }
    }

    fn syntax_error(&self, span: Span, label: &str) -> Report {
        self.syntax_error_at(&self.recogniser.expected(), span, label)
    }

    /// Builds a syntax error that lists the acceptable tokens.
    fn syntax_error_at(&self, expected: &TerminalSet, span: Span, label: &str) -> Report {
        let note = self.expectation(expected);
        let mut report = self.refuse(Code::Syntax, span, "the text does not match the grammar");
        for mistake in &mut report.diagnostics {
            *mistake = mistake.clone().label(label).note(note.clone());
        }
        report
    }

    /// Says which tokens are acceptable.
    fn expectation(&self, expected: &TerminalSet) -> String {
        let mut words: Vec<&str> =
            expected.iter().map(|word| self.grammar.spelling(TerminalId::new(word))).collect();
        words.sort_unstable();
        words.dedup();
        if words.is_empty() {
            "expected the end of the text".to_owned()
        } else {
            format!("expected one of {}", words.join(" "))
        }
    }

    fn refuse(&self, code: Code, span: Span, message: &str) -> Report {
        let mut files = Files::default();
        let file = files.add(SourceFile::new(self.name, self.text));
        Report {
            files,
            diagnostics: vec![Diagnostic::error(code, FileSpan { file, span }, message)],
        }
    }
}

/// Passes the text to be skipped from a position on. Returns where it ends, and the longest token
/// of each rule there.
fn unskipped(tokens: &mut TextTokens<'_, '_>, at: u32) -> (u32, Vec<TextToken>) {
    let mut at = at;
    loop {
        let mut here = tokens.others(wide(at));
        match here.first() {
            Some(longest) if longest.skip => at = longest.span.end,
            _ => {
                // The longest tokens come first.
                here.sort_by_key(|token| token.rule);
                here.dedup_by_key(|token| token.rule);
                here.retain(|token| !token.skip);
                return (at, here);
            }
        }
    }
}
