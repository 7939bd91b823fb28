//! The state of a sentence under construction: the words that may come next, and the effects of
//! writing one.
//!
//! The recogniser judges every word, so exclusions, guards and latches are respected without code
//! here. This module withholds words that the recogniser would accept but no document can contain:
//! words that would be fostered; text after text; a tag that the slippers would read as another
//! word; markup where the tokenizer reads none.

use super::chance::Rng;

use super::made::{Lengths, MadeNode, MadeText, NodeKind};
use super::obstacle::Obstacle;
use super::plan::Plan;
use super::spell::{self, Declaration};
use super::tokens::Spelling;
use wishful::base::{BitRow, Names, to_label};
use wishful::grammar::model::ElementInfo;
pub(super) use wishful::grammar::{CompiledRemedy, ElementId, Grammar, TerminalKind};
use wishful::token::LexicalState;
use wishful_earley::{
    Checkpoint, ContextId, ContextLine, FlagId, FrameKindId, Options, ReadMode, Recogniser,
    Refusal, TerminalId, Word,
};

/// A checkpoint.
pub(super) struct StageCheckpoint {
    mark: Checkpoint,
    lengths: Lengths,
    open: usize,
    after_text: bool,
    wanted: Option<TerminalId>,
    last_token: Option<(usize, String)>,
}

/// A partial sentence, with the state that determines the next words.
pub(super) struct Stage<'a> {
    pub(super) grammar: &'a Grammar,
    plan: &'a Plan,
    pub(super) recogniser: Recogniser,
    pub(super) random: Rng,
    pub(super) made: MadeText,
    names: Names,
    /// The indices of the start tags of the open elements among the pieces.
    open: Vec<usize>,
    root: Option<FrameKindId>,
    lexical: LexicalState,
    /// True if the last piece was text. Another text would be joined to it.
    after_text: bool,
    /// A mark that was read and is still waiting for a word that requires it.
    wanted: Option<TerminalId>,
    spelling: Option<Spelling<'a>>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(
        grammar: &'a Grammar,
        plan: &'a Plan,
        context: Option<ElementId>,
        random: Rng,
    ) -> Self {
        let root = context.and_then(|context| grammar.fragment_root(context));
        let lexical = match context {
            Some(element) => grammar.element(element).lexical,
            None => LexicalState::Data,
        };
        let mut stage = Self {
            grammar,
            plan,
            recogniser: grammar.recogniser(context, Options::default()),
            random,
            made: MadeText::default(),
            names: Names::new(grammar.vocabulary().names.clone()),
            open: Vec::new(),
            root: root.map(|root| root.within),
            lexical,
            after_text: false,
            wanted: None,
            spelling: grammar.text_rules().map(Spelling::new),
        };
        let start = context.map(|context| grammar.element(context).start);
        for latch in grammar.latches() {
            if latch.starts_on(stage.recogniser.innermost(), start, &[]) {
                stage.recogniser.set_flag(latch.flag, true);
            }
        }
        stage
    }

    /// Creates a checkpoint. Checkpoints nest.
    pub(super) fn checkpoint(&mut self) -> StageCheckpoint {
        StageCheckpoint {
            mark: self.recogniser.checkpoint(),
            lengths: self.made.lengths(),
            open: self.open.len(),
            after_text: self.after_text,
            wanted: self.wanted,
            last_token: self.spelling.as_ref().and_then(|spelling| spelling.last.clone()),
        }
    }

    /// Drops a checkpoint without returning to it.
    pub(super) fn keep(&mut self, checkpoint: StageCheckpoint) {
        self.recogniser.keep(checkpoint.mark);
    }

    /// Returns to a checkpoint.
    pub(super) fn rewind(&mut self, checkpoint: StageCheckpoint) {
        self.recogniser.rewind(checkpoint.mark);
        self.made.cut(checkpoint.lengths);
        self.open.truncate(checkpoint.open);
        (self.after_text, self.wanted) = (checkpoint.after_text, checkpoint.wanted);
        if let Some(spelling) = &mut self.spelling {
            spelling.last = checkpoint.last_token;
        }
    }

    fn kind(&self) -> Option<FrameKindId> {
        self.recogniser.innermost().kind().or(self.root)
    }

    /// Returns the current element.
    fn element(&self) -> Option<&'a ElementInfo> {
        let kind = self.recogniser.innermost().kind()?;
        Some(self.grammar.element(self.grammar.element_of_kind(kind)))
    }

    /// Returns the lexical state at this position.
    fn state(&self) -> LexicalState {
        self.element().map_or(self.lexical, |element| element.lexical)
    }

    /// Returns the terminals that may come next. A tag may still turn out to be read as another
    /// word.
    pub(super) fn writable(&self) -> BitRow {
        let mut row = self.recogniser.expected();
        for foster in self.grammar.fosters_of(self.kind()) {
            row.subtract(&foster.terminals);
        }
        let expected: Vec<usize> = row.iter().collect();
        for at in expected {
            if !self.is_written(TerminalId::new(at)) {
                row.remove(at);
            }
        }
        row
    }

    fn is_written(&self, terminal: TerminalId) -> bool {
        let (grammar, state) = (self.grammar, self.state());
        let is_raw = matches!(state, LexicalState::RawText | LexicalState::ScriptData);
        let reads = match grammar.terminal_kind(terminal) {
            TerminalKind::Raw => is_raw && !self.after_text,
            TerminalKind::Text if is_raw && self.takes_raw() => false,
            TerminalKind::Text => !self.after_text,
            TerminalKind::Space => !self.after_text && !is_raw,
            TerminalKind::Mark(_) | TerminalKind::EndOfFile | TerminalKind::Token(_) => true,
            _ => state == LexicalState::Data,
        };
        reads && self.plan.is_written(grammar.rules(), terminal) && self.is_wanted_by(terminal)
    }

    /// Reports whether raw text is acceptable here.
    fn takes_raw(&self) -> bool {
        let raw = self.grammar.readings().plain(TerminalKind::Raw);
        raw.is_some_and(|raw| self.recogniser.accepts_as(Word::plain(raw), ReadMode::Waiving))
    }
    /// Reports whether a word may follow the pending mark. The slippers insert a mark only for a
    /// word that requires it.
    fn is_wanted_by(&self, terminal: TerminalId) -> bool {
        let Some(mark) = self.wanted else { return true };
        if self.grammar.permissions(terminal).iter().any(|wish| wish.tag == mark) {
            return true;
        }
        self.grammar.remedies(terminal).any(|line| {
            matches!(&line.remedy, CompiledRemedy::Insert(insert) if insert.tags.contains(&mark))
        })
    }

    /// Writes a [writable](Self::writable) terminal. Returns `None` on failure, and otherwise the
    /// kind of the opened element, if its content must be derived.
    pub(super) fn write(&mut self, terminal: TerminalId) -> Option<Option<FrameKindId>> {
        let word = Word::plain(terminal);
        match self.grammar.terminal_kind(terminal) {
            TerminalKind::Start(element) => return self.start(element),
            TerminalKind::Mark(_) => {
                self.recogniser.read(word).ok()?;
                self.wanted = Some(terminal);
                self.turn_latches(terminal);
                return Some(None);
            }
            other => self.spell(other, word)?,
        }
        self.recogniser.read(word).ok()?;
        self.after_text = matches!(
            self.grammar.terminal_kind(terminal),
            TerminalKind::Text | TerminalKind::Space | TerminalKind::Raw
        );
        if self.state() != LexicalState::RcData {
            self.turn_latches(terminal);
        }
        self.wrote();
        Some(None)
    }

    /// Writes a terminal that is neither a tag nor a mark, if its text can be generated.
    fn spell(&mut self, kind: TerminalKind, word: Word) -> Option<()> {
        match kind {
            TerminalKind::Token(rule) => {
                let text = self.spelling.as_mut()?.token(&mut self.random, rule)?;
                self.made.push(&text, word, None);
            }
            TerminalKind::Text => self.text(word),
            TerminalKind::Space => self.leaf(" ", word, NodeKind::Text(" ".to_owned())),
            TerminalKind::Raw => {
                let text = spell::raw(&mut self.random);
                self.leaf(text, word, NodeKind::Text(text.to_owned()));
            }
            TerminalKind::Comment => {
                let text = spell::comment(&mut self.random);
                self.leaf(&format!("<!--{text}-->"), word, NodeKind::Comment(text.to_owned()));
            }
            TerminalKind::ProcessingInstruction => {
                let (target, data) = spell::instruction(&mut self.random);
                let kind = NodeKind::ProcessingInstruction(target.to_owned(), data.to_owned());
                self.leaf(&format!("<?{target} {data}>"), word, kind);
            }
            TerminalKind::Doctype => self.doctype(word),
            TerminalKind::EndOfFile => {}
            _ => return None,
        }
        Some(())
    }

    /// Writes a text, with references where the tokenizer decodes them.
    fn text(&mut self, word: Word) {
        let (text, value) = spell::text(&mut self.random, self.grammar.tokenizer());
        let has_references = matches!(self.state(), LexicalState::Data | LexicalState::RcData);
        let text = if has_references { text } else { value };
        self.leaf(text, word, NodeKind::Text(value.to_owned()));
    }

    /// Counts a word, and clears the pending mark.
    fn wrote(&mut self) {
        self.wanted = None;
        self.made.words += 1;
    }

    fn leaf(&mut self, text: &str, word: Word, kind: NodeKind) {
        self.made.push(text, word, None);
        self.made.tree.push(MadeNode { depth: self.open.len(), kind });
    }

    fn doctype(&mut self, word: Word) {
        let declaration = Declaration::any(&mut self.random, self.grammar);
        let name = declaration.name.clone();
        self.leaf(&declaration.written(), word, NodeKind::Doctype(name));
        let lines = self.grammar.doctype_lines();
        if let Some(line) = lines.iter().find(|line| declaration.passes(&line.test)) {
            self.turn(line.flag, true);
        }
    }

    /// Writes a start tag, if it is read as this element.
    fn start(&mut self, element: ElementId) -> Option<Option<FrameKindId>> {
        let (grammar, info) = (self.grammar, self.grammar.element(element));
        let name = match &info.name {
            Some(name) => name.clone(),
            None => spell::unknown_name(&mut self.random, grammar),
        };
        let serial = self.made.pieces.len();
        let mut attributes = spell::attributes(&mut self.random, grammar, element, serial);
        let id = self.names.intern(&name);
        let word = self.reading(&name, to_label(id), &attributes);
        if word.is_none_or(|word| word.terminal != info.start) {
            attributes.truncate(usize::from(info.test.is_some()));
        }
        let word = self.reading(&name, to_label(id), &attributes)?;
        if word.terminal != info.start || self.recogniser.read(word).is_err() {
            return None;
        }
        let tag = self.made.push(&spell::start_tag(&name, &attributes), word, None);
        let kind = self.element_node(element, word.label, attributes);
        self.made.tree.push(MadeNode { depth: self.open.len(), kind });
        let filled = match info.kind {
            Some(kind) if !info.void && !self.closes_at_once(element) => Some(kind),
            _ => None,
        };
        if filled.is_some() {
            self.open.push(tag);
        }
        self.turn_latches(word.terminal);
        self.after_text = false;
        self.wrote();
        Some(filled)
    }

    /// Returns the word as which a start tag is read here, if it is acceptable.
    fn reading(&self, name: &str, label: u32, attributes: &[(String, String)]) -> Option<Word> {
        let readings = self.grammar.start_readings(name, label, |test| {
            let Some((_, value)) = attributes.iter().find(|(name, _)| *name == test.name) else {
                return false;
            };
            match &test.value {
                Some(wanted) => value.eq_ignore_ascii_case(wanted),
                None => true,
            }
        });
        readings.into_iter().find(|&word| self.recogniser.accepts(word))
    }

    fn element_node(
        &self,
        element: ElementId,
        label: u32,
        attributes: Vec<(String, String)>,
    ) -> NodeKind {
        let vocabulary = self.grammar.vocabulary();
        let name = vocabulary.name(element, label).and_then(|name| self.names.get(name));
        let namespace = self.grammar.element(element).namespace.clone();
        NodeKind::Element { name: name.unwrap_or_default().to_owned(), namespace, attributes }
    }

    /// Closes the element that was just opened, if it is void here.
    fn closes_at_once(&mut self, element: ElementId) -> bool {
        let info = self.grammar.element(element);
        let frame = self.recogniser.innermost();
        let end = Word { terminal: info.end, label: frame.label() };
        info.void_where.iter().any(|&guard| frame.holds(guard)) && self.recogniser.read(end).is_ok()
    }

    /// Writes the end tag of the current element. Returns false if it is not acceptable here.
    pub(super) fn close(&mut self) -> bool {
        let (Some(&tag), Some(element)) = (self.open.last(), self.element()) else { return false };
        let word = Word { terminal: element.end, label: self.recogniser.innermost().label() };
        if !self.is_wanted_by(element.end) || self.recogniser.read(word).is_err() {
            return false;
        }
        self.open.pop();
        let name = element.name.as_deref().or_else(|| self.names.labelled(word.label));
        let text = format!("</{}>", name.unwrap_or_default());
        self.made.push(&text, word, Some(tag));
        self.turn_latches(element.end);
        self.after_text = false;
        self.wrote();
        true
    }

    fn turn_latches(&mut self, terminal: TerminalId) {
        for &turn in self.grammar.readings().turning(terminal) {
            self.turn(turn.flag, turn.sets && !turn.clears);
        }
    }

    /// Turns a latch on or off, if its guards hold.
    fn turn(&mut self, latch: FlagId, on: bool) {
        if self.recogniser.innermost().all_hold(&self.grammar.latch(latch).guards) {
            self.recogniser.set_flag(latch, on);
        }
    }

    /// Returns the obstacle to a terminal here.
    pub(super) fn obstacle(&self, terminal: TerminalId) -> Option<Obstacle> {
        if let Some(refusal) =
            self.recogniser.refusal(Word::plain(terminal), self.recogniser.depth())
        {
            return match refusal {
                Refusal::Excluded(line) => Some(Obstacle::Excluded(line)),
                _ => None,
            };
        }
        for foster in self.grammar.fosters_of(self.kind()) {
            if foster.terminals.contains(terminal.index()) {
                return Some(Obstacle::Fostered(foster.place));
            }
        }
        if self.is_written(terminal) { None } else { Some(Obstacle::Unread) }
    }

    /// Returns the terminals that the inclusions in force admit here and the content itself does
    /// not contain.
    pub(super) fn admitted(&self) -> BitRow {
        let rules = self.grammar.rules();
        let mut admitted = BitRow::new(rules.terminal_count());
        for line in self.recogniser.innermost().context().iter() {
            if let ContextLine::Inclusion { admits, .. } = rules.context(ContextId::new(line)) {
                admitted.union_with(admits);
            }
        }
        if let Some(kind) = self.kind() {
            admitted.subtract(rules.occurs(rules.frame_kind(kind).content));
        }
        admitted
    }
}
