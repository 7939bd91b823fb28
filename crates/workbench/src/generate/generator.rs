//! The generator, which makes sentences by number.

use std::fmt;
use std::sync::Arc;

use super::chance::Rng;

use super::judge::Judge;
use super::made::MadeText;
use super::mend::Mender;
use super::omit;
use super::plan::Plan;
use super::sentence::Sentence;
use super::slips;
use super::walk::{DerivationWalk, Goal};
pub(super) use wishful::grammar::{ElementId, Grammar};
pub(super) use wishful::slippers::event::RepairKind;
use wishful::tree::Document;
use wishful::{ParseError, ParseOptions, Parser};
use wishful_earley::NonterminalId;

/// The kind of sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SentenceKind {
    /// Every tag is written, and there is no mistake.
    #[default]
    Conforming,
    /// Tags are omitted where the grammar permits that.
    Omitting,
    /// Sentences with mistakes.
    Broken {
        /// The number of mistakes.
        mistakes: usize,
    },
}

/// Options of a generator.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GenerateOptions {
    /// The seed. With the number of the sentence it determines all random choices.
    pub seed: u64,
    /// The approximate number of words in a sentence: tags, texts, comments. Some sentences have
    /// fewer, and required words are always there. Each word takes about 300 bytes of memory while
    /// the sentence is made.
    pub size: usize,
    /// The kind of sentences.
    pub kind: SentenceKind,
    /// The context element of the sentences, for example `td`; `None` for whole documents.
    pub fragment: Option<String>,
}

wishful::base::setters! { GenerateOptions {
    seed: u64, size: usize, kind: SentenceKind, fragment: Option<String>,
} }

impl Default for GenerateOptions {
    /// Returns options for conforming documents of about 40 words.
    fn default() -> Self {
        Self { seed: 0, size: 40, kind: SentenceKind::default(), fragment: None }
    }
}

/// The reason why there is no sentence.
#[derive(Debug)]
pub struct GenerateError(ErrorKind);

#[derive(Debug)]
enum ErrorKind {
    Parser(ParseError),
    Rules(String),
    ChecksTrees,
    NotMarkup,
    NoSentence,
    NotMade { number: u64, why: &'static str },
}

impl GenerateError {
    const fn parser(error: ParseError) -> Self {
        Self(ErrorKind::Parser(error))
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ErrorKind::Parser(error) => error.fmt(f),
            ErrorKind::Rules(message) => f.write_str(message),
            ErrorKind::ChecksTrees => f.write_str(
                "the grammar checks trees that another grammar makes of documents, so its documents are \
                 conforming: omitted tags and mistakes cannot be generated",
            ),
            ErrorKind::NotMarkup => f.write_str(
                "the grammar's tokenizer is `text`, so it does not describe markup: omitted tags, mistakes and \
                 fragments cannot be generated",
            ),
            ErrorKind::NoSentence => f.write_str(
                "the grammar generates no text: its start symbol never ends, or needs a token that no text has; \
                 `wishful grammar check` may show the cause",
            ),
            ErrorKind::NotMade { number, why } => write!(
                f,
                "sentence {number} could not be generated in {TRIES} attempts: {why}; try another seed or size"
            ),
        }
    }
}

impl std::error::Error for GenerateError {}

/// The largest number of attempts for a sentence.
const TRIES: usize = 24;
/// The largest number of attempts for a mistake.
const SLIPS: usize = 48;

/// A generator of sentences of one grammar.
pub struct Generator {
    pub(super) grammar: Arc<Grammar>,
    pub(super) plan: Plan,
    judge: Judge,
    /// Present if the grammar checks trees that another grammar makes.
    mender: Option<Mender>,
    context: Option<ElementId>,
    pub(super) start: NonterminalId,
    pub(super) options: GenerateOptions,
}

impl Generator {
    /// Creates a generator for a grammar.
    ///
    /// # Errors
    /// If a selector of a `forbid` statement cannot be compiled, or the options demand other than
    /// conforming documents of a grammar with such statements. If this build cannot read the
    /// grammar's SGML, if the grammar lacks the fragment's element,
    /// or if it has no sentence. Also if it defines its own tokens, and the options demand other
    /// than whole, conforming texts.
    pub fn new(
        grammar: impl Into<Arc<Grammar>>,
        options: GenerateOptions,
    ) -> Result<Self, GenerateError> {
        let grammar = grammar.into();
        let parser = match grammar.tokenizer() {
            kind if kind.is_text()
                && (options.kind != SentenceKind::Conforming || options.fragment.is_some()) =>
            {
                return Err(GenerateError(ErrorKind::NotMarkup));
            }
            kind if kind.is_text() => None,
            _ => Some(Parser::new(grammar.clone()).map_err(GenerateError::parser)?),
        };
        let of_fragment = ParseOptions::default().fragment(options.fragment.as_deref());
        let context = match &parser {
            Some(parser) => parser.context(&of_fragment).map_err(GenerateError::parser)?,
            None => None,
        };
        let root = context.and_then(|context| grammar.fragment_root(context));
        let rules = grammar.rules();
        let start = root.map_or(rules.start(), |root| rules.frame_kind(root.within).content);
        let plan = Plan::of(&grammar, start);
        if plan.costs[start.index()] == super::plan::ENDLESS {
            return Err(GenerateError(ErrorKind::NoSentence));
        }
        let mender = Mender::of(&grammar, options.fragment.as_deref());
        let mender = mender.map_err(|message| GenerateError(ErrorKind::Rules(message)))?;
        if mender.is_some() && options.kind != SentenceKind::Conforming {
            return Err(GenerateError(ErrorKind::ChecksTrees));
        }
        let judge = Judge::new(parser, options.fragment.clone());
        Ok(Self { grammar, plan, judge, mender, context, start, options })
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Reports whether the grammar checks trees that another grammar makes. Then the cover of its
    /// rules is not known: what findings are about is deleted from the sentences.
    #[must_use]
    pub fn checks_trees(&self) -> bool {
        self.mender.is_some()
    }

    /// Returns the sentence with a number. The same number always gives the same sentence.
    ///
    /// # Errors
    /// If all random attempts fail, which happens with grammars that forbid more than they permit.
    pub fn sentence(&self, number: u64) -> Result<Sentence, GenerateError> {
        let mut random = self.random(number);
        let mut why = "the derivations did not terminate";
        for _ in 0..TRIES {
            match self.attempt(&mut random, number) {
                Ok(sentence) => return Ok(sentence),
                Err(reason) => why = reason,
            }
        }
        Err(GenerateError(ErrorKind::NotMade { number, why }))
    }

    /// Iterates over the sentences from number 0 on, without end.
    pub fn sentences(&self) -> impl Iterator<Item = Result<Sentence, GenerateError>> {
        (0..).map(|number| self.sentence(number))
    }

    pub(super) fn random(&self, number: u64) -> Rng {
        Rng::with_seed(self.options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number))
    }

    fn attempt(&self, random: &mut Rng, number: u64) -> Result<Sentence, &'static str> {
        let size = self.options.size;
        let goal = Goal { size, route: None, taken: None };
        let (made, _) = self.walk(random, goal).run();
        let made = made.ok_or("the derivations did not terminate")?;
        self.finish(random, number, &made)
    }

    pub(super) fn walk<'a>(&'a self, random: &mut Rng, goal: Goal<'a>) -> DerivationWalk<'a> {
        DerivationWalk::new(
            &self.grammar,
            &self.plan,
            (self.context, self.start),
            random.fork(),
            goal,
        )
    }

    /// Makes a sentence of a derivation: verifies its text by parsing it, and changes it as the
    /// options demand.
    pub(super) fn finish(
        &self,
        random: &mut Rng,
        number: u64,
        made: &MadeText,
    ) -> Result<Sentence, &'static str> {
        let changes = Vec::new();
        if let Some(mender) = &self.mender {
            let mended = mender.mended(&made.text);
            let (text, document) = mended.ok_or("the rules for trees cannot be satisfied")?;
            return Ok(Sentence { number, text, document: Some(document), changes });
        }
        let judged = self.judge.judge(&self.grammar, &made.text, made, false);
        let document = judged.map_err(|fault| fault.why())?;
        match self.options.kind {
            SentenceKind::Conforming => {
                Ok(Sentence { number, text: made.text.clone(), document, changes })
            }
            SentenceKind::Omitting => self.omit(random, number, made),
            SentenceKind::Broken { mistakes } => self.break_it(random, number, made, mistakes),
        }
    }

    fn omit(
        &self,
        random: &mut Rng,
        number: u64,
        made: &MadeText,
    ) -> Result<Sentence, &'static str> {
        let gone = omit::choose(random, &self.grammar, made, |text| {
            self.judge.judge(&self.grammar, text, made, true).is_ok()
        });
        let text = omit::without(made, &gone);
        let judged = self.judge.judge(&self.grammar, &text, made, true);
        let document = judged.map_err(|fault| fault.why())?;
        let changes = gone.iter().map(|&at| format!("left out {}", made.text_of(&made.pieces[at])));
        Ok(Sentence { number, changes: changes.collect(), text, document })
    }

    /// Parses a text, unless the grammar defines its own tokens.
    pub(super) fn read(&self, text: &str) -> Option<Document> {
        self.judge.read(text)
    }

    /// Makes mistakes. Each must cause at least one more repair that the grammar does not allow.
    fn break_it(
        &self,
        random: &mut Rng,
        number: u64,
        made: &MadeText,
        mistakes: usize,
    ) -> Result<Sentence, &'static str> {
        const WHY: &str = "no change to the sentence caused an error";
        let mut pieces: slips::Pieces =
            made.pieces.iter().map(|piece| made.text_of(piece).to_owned()).collect();
        let (mut changes, mut found) = (Vec::new(), 0);
        let mut document = None;
        for _ in 0..mistakes {
            let mut made_one = false;
            for _ in 0..SLIPS {
                let mut broken = pieces.clone();
                let Some(change) = slips::slip(random, &self.grammar, &mut broken) else {
                    continue;
                };
                let read = self.judge.read(&broken.concat()).ok_or(WHY)?;
                let count = read.mistakes().count();
                if count > found && is_repaired(&read) {
                    changes.push(change);
                    (pieces, found, document, made_one) = (broken, count, Some(read), true);
                    break;
                }
            }
            if !made_one {
                return Err(WHY);
            }
        }
        Ok(Sentence { number, text: pieces.concat(), document, changes })
    }
}

/// Reports whether the parser repaired everything without giving up.
fn is_repaired(document: &Document) -> bool {
    if document.limit().is_some() {
        return false;
    }
    !document
        .repairs()
        .iter()
        .any(|repair| matches!(repair.kind, RepairKind::Unfinished | RepairKind::GivenUp))
}
