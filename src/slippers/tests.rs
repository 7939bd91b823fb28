//! A run that stops at a token, for inspection.

use super::cursor::Cursor;
use super::event::{Edit, Event, EventKind, InsertionLocation};
use super::*;
use crate::base::Span;
use crate::earley::Engine;
use crate::token::{Html5Tokenizer, TokenKind, Value};
use fastrand::Rng;
use std::cell::RefCell;
use std::rc::Rc;

/// A toy grammar: boxes, which may contain anything; a sealed box, which is a barrier; two styles;
/// and a line, which may not contain boxes.
pub(super) const TOY: &str = "
start page ; tokenizer html5 ;
box = <d> <s> ; style = <b> <i> ; flow = box style <p> + TEXT ;
page ::= flow* EOF ;
box style ::= flow* ;
<p> ::= (style | TEXT)* ;
formatting style markers <s> reopen {style TEXT} special box ;
EOF -> ends ;
";

/// The events so far, as words.
#[derive(Clone, Default)]
pub(super) struct Log(Rc<RefCell<Vec<String>>>);

impl Sink for Log {
    fn take(&mut self, event: &Event, so_far: &Parse) {
        let place = if event.location == InsertionLocation::Here { "" } else { " elsewhere" };
        let word = match event.kind {
            EventKind::Open(_) if event.copy_of.is_some() => "reopen",
            EventKind::Open(_) if event.token.is_none() => "invent",
            EventKind::Open(_) => "open",
            EventKind::Close(_) if event.token.is_none() => "end",
            EventKind::Close(_) => "close",
            EventKind::Instead(_) => "instead",
            EventKind::Ignored(_) => "ignored",
            EventKind::Mark => "mark",
            EventKind::Edit(edit) => match &so_far.edits[edit.index()] {
                Edit::Splice { .. } => "splice",
                Edit::Retract { .. } => "retract",
                Edit::Copy { .. } => "copy",
                Edit::Move { .. } => "move",
                Edit::MoveChildren { .. } => "children",
                Edit::Merge { .. } => "merge",
                Edit::Waive => "waive",
                Edit::Apart => "apart",
                Edit::Flag { .. } => "flag",
            },
            _ => "leaf",
        };
        self.0.borrow_mut().push(format!("{word}{place}"));
    }
}

impl Log {
    /// Returns and clears the words since the last call.
    pub(super) fn take_words(&self) -> String {
        self.0.borrow_mut().drain(..).collect::<Vec<_>>().join(", ")
    }
}

impl<'a> Slippers<'a> {
    pub(super) fn start(grammar: &'a Grammar, text: &'a str, sink: &'a mut dyn Sink) -> Self {
        let run = Run::default();
        Self::new(grammar, text, tokenizers::of(grammar, text, &run), run, sink)
    }

    /// Settles all tokens before the one that ends the text, and returns that one.
    pub(super) fn stop_at_last(&mut self, text: &str) -> PieceTask<'a> {
        loop {
            let facts = self.cursor.facts();
            let token = self.input.next(&mut self.cursor, facts);
            let piece = self.input.classify(&mut self.cursor, token);
            let mut piece = piece.expect("nothing is lost");
            if wide(self.cursor.parse.tokens.span(token.index()).end) == text.len() {
                self.input.cut(&self.cursor, &mut piece.piece);
                return piece;
            }
            self.settle_all(&mut piece);
        }
    }

    pub(super) fn cursor(&mut self) -> &mut Cursor<'a> {
        &mut self.cursor
    }
}

/// Formats the open elements, outermost first, a bar, and the list. Pending entries are in
/// parentheses, and markers are slashes.
pub(super) fn shown(cursor: &Cursor) -> String {
    let name = |element: ElementId| cursor.grammar.element(element).name.clone().unwrap();
    let mut open: Vec<String> = cursor.stack.outwards().map(|open| name(open.element)).collect();
    open.reverse();
    let mut listed: Vec<String> = Vec::new();
    for entry in cursor.active.listed() {
        listed.push(match entry {
            None => "/".to_owned(),
            Some((active, true)) => name(active.element),
            Some((active, false)) => format!("({})", name(active.element)),
        });
    }
    format!("{} | {}", open.join(" "), listed.join(" ")).trim().to_owned()
}

/// Checks the cursor's invariants: the stack mirrors the frames, and the list's open elements are
/// open.
pub(super) fn check(cursor: &Cursor) {
    assert_eq!(cursor.stack.depth(), cursor.recogniser.depth());
    for depth in 1..=cursor.recogniser.depth() {
        let in_frame = cursor.recogniser.frame(depth).and_then(|frame| frame.kind());
        let on_stack = cursor.stack.at(depth).map(|open| open.kind);
        assert_eq!(on_stack, in_frame, "at depth {depth}");
    }
    for (active, is_open) in cursor.active.listed().into_iter().flatten() {
        assert_eq!(cursor.stack.depth_of(active.number).is_some(), is_open, "{active:?}");
    }
}

/// The pieces of random documents.
const PIECES: [&str; 31] = [
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<td>",
    "</td>",
    "<a>",
    "</a>",
    "<form>",
    "</form>",
    "<svg>",
    "<template>",
    "</template>",
    "x",
    "<!--c-->",
    "</br>",
    "<select>",
    "<option>",
    "<body class=a>",
    "</body>",
    "<input type=hidden>",
    "<br>",
    " ",
    "\n",
    " y",
];

/// Returns a random document.
fn soup(random: &mut Rng) -> String {
    let mut text = "<body>".to_owned();
    for _ in 0..60 {
        text.push_str(random.choice(PIECES).expect("there are some"));
    }
    text
}

#[test]
fn the_stack_mirrors_the_frames_after_every_token() {
    let mut random = Rng::with_seed(11);
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    for _ in 0..150 {
        let text = soup(&mut random);
        let mut log = Log::default();
        let mut slippers = Slippers::start(&grammar, &text, &mut log);
        for _ in 0..40 {
            let facts = slippers.cursor.facts();
            let token = slippers.input.next(&mut slippers.cursor, facts);
            if let Some(piece) = &mut slippers.input.classify(&mut slippers.cursor, token) {
                slippers.settle_all(piece);
            }
            check(&slippers.cursor);
        }
    }
}

/// Checks that the fast paths emit the events of the full path, which a run with an observer takes
/// for every token; see `direct`. Of the two other runs, the second repeats decisions of the first;
/// see `remedies::repeat`.
fn check_fast_paths(grammar: &Grammar, text: &str, context: Option<ElementId>) {
    let mut steps = Vec::new();
    let mut sink = TraceSink(&mut steps);
    let expected = super::run(grammar, text, Run { context, ..Run::default() }, &mut sink);
    steps.retain(|step| matches!(step, TraceStep::Event(_)));
    for _ in 0..2 {
        let mut direct = Vec::<Event>::new();
        let parse = super::run(grammar, text, Run { context, ..Run::default() }, &mut direct);
        let direct: Vec<TraceStep> = direct.into_iter().map(TraceStep::Event).collect();
        assert_eq!(direct, steps, "{text}");
        assert_eq!(parse.repairs, expected.repairs, "{text}");
        assert_eq!(parse.work.looks, expected.work.looks, "{text}");
        assert_eq!(parse.latches, expected.latches, "{text}");
    }
}

#[test]
fn the_fast_paths_emit_the_events_of_the_full_path() {
    let mut random = Rng::with_seed(12);
    for name in ["whatwg", "marpa", "keep-cruft", "html4-strict-nesting"] {
        let grammar = Grammar::load(name).expect("it is shipped");
        for number in 0..200 {
            let mut text = soup(&mut random);
            if number % 2 == 0 {
                text.drain(.."<body>".len());
            }
            let context = if number % 4 == 3 { grammar.context("div") } else { None };
            check_fast_paths(&grammar, &text, context);
        }
    }
}

/// A decision that depends on more frames than the cache has levels for must not be cached for the
/// frames that remain after its first tags: there, another line may decide.
#[test]
fn decisions_of_deep_pages_are_not_those_of_shallower_ones() {
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    let outer = ["<dd>", "<li>", "<dd><p>", "<li><p>", "<h1>", "<table><td><p>", "<button><p>"];
    let inner = ["", "<select>", "<noscript>", "<section>", "<object>", "<svg><g>", "<ruby><rt>"];
    let last =
        ["<dd>", "<li>", "<h2>", "<p>", "</dd>", "</li>", "</p>", "</h1>", "<td>", "<table>"];
    for depth in [0, 1, 10, 11, 12, 13, 14, 30] {
        for (outer, inner) in outer.iter().flat_map(|outer| inner.map(|inner| (outer, inner))) {
            for last in last {
                let page = |depth, inner| format!("{outer}{}{inner}{last}", "<span>".repeat(depth));
                check_fast_paths(&grammar, &page(depth, inner), None);
                for shallower in [0, 10, 11, 12] {
                    check_fast_paths(&grammar, &page(shallower, "x"), None);
                }
            }
        }
    }
}

/// The events before a record lead to the state in which the record was made.
#[test]
fn the_steps_of_a_history_are_in_order() {
    let mut random = Rng::with_seed(13);
    for name in ["whatwg", "marpa", "keep-cruft"] {
        let grammar = Grammar::load(name).expect("it is shipped");
        for _ in 0..100 {
            let text = soup(&mut random);
            let mut steps = Vec::new();
            let parse = super::run(&grammar, &text, Run::default(), &mut TraceSink(&mut steps));
            let mut playback = Playback::new(&grammar, None, Engine::Fast);
            for step in steps {
                match step {
                    TraceStep::Event(event) => {
                        playback.step(&event, &parse.edits).expect("the event follows");
                    }
                    TraceStep::Record(_, TraceRecord::Rejected { inside, acceptable, .. }) => {
                        let current = playback.open().current().map(|open| open.element);
                        assert_eq!(current, inside, "{text}");
                        assert_eq!(playback.recogniser().expected(), acceptable, "{text}");
                    }
                    TraceStep::Record(..) => {}
                }
            }
        }
    }
}

/// Tokens from elsewhere may have empty texts, which are no pieces.
#[test]
fn an_empty_text_is_no_node() {
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    let text = "<b>";
    let mut html = Html5Tokenizer::new(text);
    let mut tokens = vec![html.next_token()];
    let empty = Span::at(text.len());
    let value = Value::verbatim(empty);
    let kind = TokenKind::Text(crate::token::Text { value, state: LexicalState::Data });
    tokens.push(Token { span: empty, kind });
    tokens.push(html.next_token());
    let mut events = Vec::<Event>::new();
    let _ = run_tokens(&grammar, text, tokens, Run::default(), &mut events);
    assert!(!events.is_empty());
    for event in events {
        assert!(!matches!(event.kind, EventKind::Text(_)), "{event:?}");
    }
}
