//! A toy vocabulary, and a script of tokens and events that a test writes by hand.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::base::{BitRow, FileId, GappedStack, KnownNames, NameId, Names, Span, to_label};
use crate::earley::{TerminalId, Word};
use crate::grammar::ast::{AttributeTest, FileSpan};
use crate::grammar::model::{
    BaseAddress, Mirror, NamePatterns, ShadowRole, ShadowRoots, TreeFacts,
};
use crate::grammar::{ElementId, Facts, QualifiedName, Vocabulary};
use crate::slippers::event::{
    Edit, EditId, ElementNumber, Event, EventKind, InsertionLocation, Repair, RepairId, RepairKind,
    TokenId,
};
use crate::slippers::{Parse, Sink};
use crate::source::{DecodeOptions, decode};
use crate::token::{Attribute, Comment, Doctype, LexicalState, Tag, Text, Token, TokenKind, Value};
use crate::tree::wording::{ContentSummary, Wording};
use crate::tree::{Builder, Document, DocumentParts, ReplayRecipe, Source, TreeOptions};

pub(super) const SHEET: usize = 0;
pub(super) const RANK: usize = 1;
pub(super) const PIECE: usize = 2;
pub(super) const STOP: usize = 3;
pub(super) const VERSE: usize = 4;
pub(super) const ANY: usize = 5;
pub(super) const BEAD: usize = 6;
pub(super) const TAIL: usize = 7;
pub(super) const SHRINE: usize = 8;
pub(super) const RELIC: usize = 9;
/// The number of the elements without further meaning.
pub(super) const ELEMENTS: usize = 8;
pub(super) const GEM: usize = 10;
pub(super) const CAVE: usize = 11;
pub(super) const GLASS: usize = 12;
const ALL: usize = 13;

/// A vocabulary of thirteen elements.
///
/// * There are plain ones, a void one, a raw one, a wildcard, two foreign ones, and one without an
///   end.
/// * One has template contents, and drops its first line feed.
/// * `<rank>` mirrors one in `<stop>` and `<glass>`, also out of a `<sheet>`.
/// * One can become a shadow root.
pub(super) struct Toy;

static FACTS: LazyLock<Arc<TreeFacts>> = LazyLock::new(|| {
    Arc::new(TreeFacts {
        contents: BitRow::of(ALL, [SHRINE]),
        shadow_roots: vec![ShadowRoots {
            elements: BitRow::of(ALL, [CAVE]),
            hosts: Some(BitRow::of(ALL, [SHEET, ANY])),
            named: NamePatterns(vec!["ac*".to_owned()]),
            by: vec![
                (ShadowRole::Open, tested("mode", Some("open"))),
                (ShadowRole::Closed, tested("mode", Some("closed"))),
                (ShadowRole::Serializable, tested("best", None)),
                (ShadowRole::ManualSlots, tested("rows", Some("all"))),
            ],
        }],
        drops_newline: BitRow::of(ALL, [SHRINE]),
        hides_nul: true,
        omissions: Vec::new(),
        omissible: OnceLock::new(),
        mirrors: vec![Mirror {
            from: vec![ElementId::new(RELIC)],
            groups: vec![ElementId::new(SHEET)],
            into: vec![ElementId::new(STOP), ElementId::new(GLASS)],
            within: vec![ElementId::new(RANK)],
            until: vec![ElementId::new(CAVE)],
            chosen: Some("best".to_owned()),
            barred: Some("broken".to_owned()),
            several: Some("all".to_owned()),
            rows: Some("rows".to_owned()),
        }],
        mirrors_into: BitRow::of(ALL, [STOP, GLASS]),
        attributes: std::collections::BTreeMap::new(),
        has_conref: BitRow::new(ALL),
        entities: Arc::default(),
        bases: vec![BaseAddress {
            elements: vec![ElementId::new(PIECE)],
            attributes: vec!["at".into()],
        }],
        ..TreeFacts::default()
    })
});

fn tested(name: &str, value: Option<&str>) -> AttributeTest {
    AttributeTest { name: name.to_owned(), value: value.map(str::to_owned) }
}

/// The names of the elements, and others that the vocabulary mentions.
const NAMES: [&str; 20] = [
    "sheet", "rank", "piece", "stop", "verse", "*", "bead", "tail", "shrine", "relic", "Gem",
    "cave", "glass", "ring", "viewbox", "viewBox", "x:y", "x", "y", "mode",
];

fn name(name: &str) -> NameId {
    NameId::new(NAMES.iter().position(|one| *one == name).expect("it is one of the names"))
}

static VOCABULARY: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| {
    let plain = QualifiedName { namespace: None, local: name("viewBox") };
    let prefixed = QualifiedName { namespace: Some(name("x")), local: name("y") };
    Arc::new(Vocabulary {
        names: Arc::new(KnownNames::new(NAMES.map(Into::into).to_vec())),
        elements: (0..ALL).map(facts).collect(),
        renamed_elements: std::collections::BTreeMap::new(),
        renamed_attributes: [
            ((name("ring"), name("viewbox")), plain),
            ((name("ring"), name("x:y")), prefixed),
        ]
        .into(),
    })
});

fn facts(element: usize) -> Facts {
    Facts {
        name: if element == ANY { None } else { Some(NameId::new(element)) },
        namespace: if matches!(element, BEAD | GEM) { Some(name("ring")) } else { None },
        void: element == STOP,
        lexical: match element {
            VERSE => LexicalState::RawText,
            TAIL => LexicalState::PlainText,
            _ => LexicalState::Data,
        },
        contents: element == SHRINE,
        tested: if element == CAVE { Some(name("mode")) } else { None },
    }
}

impl Wording for Toy {
    fn title(&self) -> &str {
        "toy"
    }

    fn skeleton(&self) -> &BitRow {
        static NONE: LazyLock<BitRow> = LazyLock::new(|| BitRow::new(0));
        &NONE
    }

    fn holds(&self, _: ElementId) -> ContentSummary {
        ContentSummary::new(true, BitRow::of(ALL, 0..ALL))
    }

    fn spelled(&self, _: TerminalId) -> &str {
        "WORD"
    }

    fn cited(&self, place: FileSpan) -> (String, &str) {
        (format!("toy.grammar:{}", place.span.start), "<piece>   -> <sheet>\t<rank> ;")
    }
}

/// A made-up text with the events about it.
#[derive(Default)]
pub(super) struct Play {
    text: String,
    parse: Parse,
    events: Vec<Event>,
    open: GappedStack<(usize, u32)>,
    /// The element and label of each element number.
    made: Vec<(usize, u32)>,
    /// The insertion location of the next node.
    spot: InsertionLocation,
    options: TreeOptions,
}

impl Play {
    pub(super) fn new() -> Self {
        let names = Names::new(VOCABULARY.names.clone());
        let parse = Parse { most_nodes: usize::MAX, names, ..Parse::default() };
        Self { parse, ..Self::default() }
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.last().is_some()
    }

    fn token(&mut self, written: &str, kind: impl FnOnce(Span) -> TokenKind) -> TokenId {
        let start = self.text.len();
        self.text.push_str(written);
        let span = Span::new(start, self.text.len());
        self.parse.tokens.push(Token { span, kind: kind(span) });
        TokenId::new(self.parse.tokens.len() - 1)
    }

    fn emit(&mut self, kind: EventKind, label: Option<u32>, token: Option<TokenId>) {
        let word = label.map(|label| Word { terminal: TerminalId::new(0), label });
        self.events.push(Event {
            kind,
            word,
            token,
            cause: None,
            location: std::mem::take(&mut self.spot),
            copy_of: None,
        });
    }

    /// Sets the insertion location of the next node.
    pub(super) fn put(mut self, spot: InsertionLocation) -> Self {
        self.spot = spot;
        self
    }

    pub(super) fn with_shadow_roots(mut self) -> Self {
        self.options.shadow_roots = true;
        self
    }

    /// Makes a repair of the last token the cause of the last event.
    pub(super) fn because(mut self, kind: RepairKind) -> Self {
        self.blame(kind, true);
        self
    }

    /// Returns the next free element number.
    pub(super) fn next_number(&self) -> usize {
        self.made.len()
    }

    /// Returns the depth of the innermost open element.
    pub(super) fn depth(&self) -> usize {
        self.open.depth()
    }

    /// Reopens a copy of an element.
    pub(super) fn reopen(mut self, other: usize) -> Self {
        let (element, label) = self.made[other];
        self.emit(EventKind::Open(ElementId::new(element)), Some(label), None);
        self.blame(RepairKind::Reopened, true);
        let event = self.events.last_mut().expect("an event was emitted");
        event.copy_of = Some(ElementNumber::new(other));
        self.open.push((element, label));
        self.made.push((element, label));
        self
    }

    /// Appends an edit that the last token causes.
    pub(super) fn edit(mut self, edit: Edit) -> Self {
        match &edit {
            Edit::Copy { of } => self.made.push(self.made[of.index()]),
            Edit::Retract { depth } => drop(self.open.split_off(*depth)),
            Edit::Splice { range, others, .. } if self.open.has_room(range, others.len()) => {
                let mut opened = Vec::new();
                for other in others {
                    opened.push(self.made[other.number.index()]);
                }
                self.open.splice(range.clone(), opened);
            }
            _ => {}
        }
        self.emit(EventKind::Edit(EditId::new(self.parse.edits.len())), None, None);
        self.parse.edits.push(edit);
        self.blame(RepairKind::Adopted, true);
        self
    }

    /// Appends a run of text that a string replaces.
    pub(super) fn instead(mut self, written: &str, string: &str) -> Self {
        let token = self.token(written, |span| {
            TokenKind::Text(Text { value: Value::verbatim(span), state: LexicalState::Data })
        });
        let number = self.parse.strings.len() as u32;
        self.parse.strings.push(string.to_owned());
        self.emit(EventKind::Instead(number), Some(0), Some(token));
        self.blame(RepairKind::Rewritten, true);
        self
    }

    /// Appends the reading of a mark.
    pub(super) fn mark(mut self) -> Self {
        self.emit(EventKind::Mark, Some(0), None);
        self
    }

    /// Appends an end tag that has no event except the next edit.
    pub(super) fn end_token(mut self, element: usize) -> Self {
        self.named_end(Self::name(element));
        self
    }

    /// Appends a start tag that becomes no element: its attributes are merged into another one.
    pub(super) fn merge(self, attributes: &[(&str, &str)], into: usize) -> Self {
        let mut other = self.tag(STOP, attributes);
        other.made.pop();
        other.events.truncate(other.events.len() - 2);
        let token = TokenId::new(other.parse.tokens.len() - 1);
        other.edit(Edit::Merge { token, into: ElementNumber::new(into) })
    }

    fn blame(&mut self, kind: RepairKind, cited: bool) {
        let cause = RepairId::new(self.parse.repairs.len());
        let token = match kind {
            RepairKind::VirtualStart
            | RepairKind::VirtualEnd
            | RepairKind::Unfinished
            | RepairKind::Reopened => self.parse.tokens.len(),
            _ => self.parse.tokens.len() - 1,
        };
        let span = self.parse.tokens.span(token);
        let inserts = matches!(
            kind,
            RepairKind::VirtualStart | RepairKind::VirtualEnd | RepairKind::Reopened
        );
        let place = FileSpan { file: FileId::new(0), span: Span::at(7) };
        self.parse.repairs.push(Repair {
            kind,
            token: TokenId::new(token),
            span,
            rejected: Some(TerminalId::new(1)),
            inserted: inserts.then_some(TerminalId::new(2)),
            place: cited.then_some(place),
        });
        self.events.last_mut().expect("an event was emitted").cause = Some(cause);
    }

    fn label(&mut self, element: usize) -> u32 {
        if element == ANY { to_label(self.parse.names.intern("acme")) } else { 0 }
    }

    fn name(element: usize) -> &'static str {
        [
            "sheet", "rank", "piece", "stop", "verse", "acme", "bead", "tail", "shrine", "relic",
            "gem", "cave", "glass",
        ][element]
    }

    fn begin(&mut self, element: usize, token: Option<TokenId>) {
        let label = self.label(element);
        self.made.push((element, label));
        self.emit(EventKind::Open(ElementId::new(element)), Some(label), token);
        if token.is_none() {
            self.blame(RepairKind::VirtualStart, true);
        }
        if element == STOP {
            self.emit(EventKind::Close(ElementId::new(element)), None, None);
        } else {
            self.open.push((element, label));
        }
    }

    /// Appends a start tag with attributes (name, value).
    pub(super) fn tag(mut self, element: usize, attributes: &[(&str, &str)]) -> Self {
        let mut written = format!("<{}", Self::name(element));
        let base = self.text.len();
        let mut list: Vec<Attribute> = Vec::new();
        for (name, value) in attributes {
            let start = base + written.len() + 1;
            let middle = start + name.len();
            written.push_str(&format!(" {name}='{value}'"));
            let duplicate = attributes[..list.len()].iter().any(|(other, _)| other == name);
            let value = Value::verbatim(Span::new(middle + 2, middle + 2 + value.len()));
            let span = Span::new(start, base + written.len());
            let name = Value::verbatim(Span::new(start, middle));
            list.push(Attribute { name, value: Some(value), span, duplicate });
        }
        written.push('>');
        let name = Span::new(base + 1, base + 1 + Self::name(element).len());
        let tag = Tag { name: Value::verbatim(name), attributes: list.into(), self_closing: false };
        let token = self.token(&written, |_| TokenKind::StartTag(tag));
        self.begin(element, Some(token));
        self
    }

    pub(super) fn start(self, element: usize) -> Self {
        self.tag(element, &[])
    }

    pub(super) fn wish(mut self, element: usize) -> Self {
        self.begin(element, None);
        self
    }

    pub(super) fn end(mut self) -> Self {
        let (element, label) = self.open.pop().expect("something is open");
        let token = self.named_end(Self::name(element));
        self.emit(EventKind::Close(ElementId::new(element)), Some(label), Some(token));
        self
    }

    fn named_end(&mut self, name: &str) -> TokenId {
        let start = self.text.len() + 2;
        let value = Value::verbatim(Span::new(start, start + name.len()));
        let tag = Tag { name: value, attributes: Box::default(), self_closing: false };
        self.token(&format!("</{name}>"), |_| TokenKind::EndTag(tag))
    }

    pub(super) fn wish_end(mut self) -> Self {
        let (element, label) = self.open.pop().expect("something is open");
        self.emit(EventKind::Close(ElementId::new(element)), Some(label), None);
        self.blame(RepairKind::VirtualEnd, true);
        self
    }

    pub(super) fn text(self, written: &str) -> Self {
        let cut = [written.len()];
        self.decoded(written, None, &cut)
    }

    /// Appends a run of text, perhaps with a decoded value, in pieces that end at `cuts`.
    pub(super) fn decoded(mut self, written: &str, value: Option<&str>, cuts: &[usize]) -> Self {
        let state = LexicalState::Data;
        let token = self.token(written, |span| {
            let value = match value {
                Some(value) => Value::decoded(span, value),
                None => Value::verbatim(span),
            };
            TokenKind::Text(Text { value, state })
        });
        let mut start = 0;
        for &cut in cuts {
            self.emit(EventKind::Text(Span::new(start, cut)), Some(0), Some(token));
            start = cut;
        }
        self
    }

    pub(super) fn comment(mut self, value: &str) -> Self {
        let token = self.token(&format!("<!--{value}-->"), |span| {
            let inner = Span::new(span.range().start + 4, span.range().end - 3);
            TokenKind::Comment(Comment { value: Value::verbatim(inner), bogus: false })
        });
        self.emit(EventKind::Comment, Some(0), Some(token));
        self
    }

    pub(super) fn doctype(mut self, name: &str, ids: Option<(&str, &str)>) -> Self {
        let token = self.token("<!doctype>", |span| {
            let (public, system) = ids.unzip();
            TokenKind::Doctype(Box::new(Doctype {
                name: Some(Value::decoded(span, name)),
                public_id: public.map(|id| Value::decoded(span, id)),
                system_id: system.map(|id| Value::decoded(span, id)),
                force_quirks: false,
            }))
        });
        self.emit(EventKind::Doctype, Some(0), Some(token));
        self
    }

    pub(super) fn lost(mut self, written: &str) -> Self {
        self.token(written, |_| TokenKind::Lost);
        self
    }

    /// Appends an end tag that is set aside, as a node or not.
    pub(super) fn cruft(mut self, name: &str, kept: bool) -> Self {
        let token = self.named_end(name);
        self.emit(EventKind::Cruft(None), kept.then_some(0), Some(token));
        self.blame(RepairKind::Cruft, kept);
        self
    }

    /// Appends a run of text that is set aside.
    pub(super) fn cruft_text(mut self, written: &str) -> Self {
        let token = self.token(written, |span| {
            TokenKind::Text(Text { value: Value::verbatim(span), state: LexicalState::Data })
        });
        let range = Span::new(0, written.len());
        self.emit(EventKind::Cruft(Some(range)), Some(0), Some(token));
        self.blame(RepairKind::Cruft, false);
        self
    }

    /// Ends the input, and closes all open elements by force.
    pub(super) fn finish(mut self) -> Document {
        while let Some((element, _)) = self.open.pop() {
            self.emit(EventKind::Close(ElementId::new(element)), None, None);
            self.blame(RepairKind::Unfinished, false);
        }
        let token = self.token("", |_| TokenKind::EndOfFile);
        self.parse.has_nul = self.text.contains('\0');
        self.emit(EventKind::End, Some(0), Some(token));
        let decoded = decode(self.text.as_bytes(), &DecodeOptions::default()).expect("short");
        let decoded = crate::source::Decoded { text: self.text, ..decoded };
        let mut builder = Builder::new((&VOCABULARY, &FACTS), &decoded.text, self.options);
        for event in &self.events {
            builder.take(event, &self.parse);
        }
        let (tables, events) = (builder.finish(&self.parse), self.events);
        let making = DocumentParts {
            grammar: Arc::new(Toy),
            vocabulary: VOCABULARY.clone(),
            tree_facts: FACTS.clone(),
            tables,
            options: self.options,
            again: ReplayRecipe {
                run: Box::new(move |_, parse, sink| {
                    events.iter().for_each(|event| sink.take(event, parse));
                }),
                context: None,
                fragment: None,
            },
            url: Some("https://example.org/play/".parse().expect("it is one")),
        };
        Document::new(Source::new("play".into(), decoded), self.parse, making)
    }
}
