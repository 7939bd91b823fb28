//! Texts of a grammar's own tokens, sampled from their regular expressions.
//!
//! Where two tokens would merge, text that the grammar skips is written between them. The tokenizer
//! itself decides whether they would.

use super::chance::Rng;
use regex_syntax::hir::{Class, Hir, HirKind};

use wishful::token::TextTokenizer;

/// The largest number of attempts for a token that fits.
const TRIES: usize = 32;
/// The largest number of repetitions beyond the minimum.
const MORE: u32 = 3;

/// The token rules, and the last token.
pub(super) struct Spelling<'a> {
    rules: &'a TextTokenizer,
    patterns: Vec<Option<Hir>>,
    pub(super) last: Option<(usize, String)>,
}

impl<'a> Spelling<'a> {
    pub(super) fn new(rules: &'a TextTokenizer) -> Self {
        let parsed = rules.rules().iter().map(|rule| regex_syntax::parse(&rule.pattern).ok());
        Self { rules, patterns: parsed.collect(), last: None }
    }

    /// Returns a token of a rule, preceded by the separator that it needs.
    pub(super) fn token(&mut self, random: &mut Rng, rule: usize) -> Option<String> {
        for _ in 0..TRIES {
            let token = self.sample(random, rule)?;
            let joint = self.joint(random);
            if self.reads_as(&joint, &token, rule) {
                let written = format!("{joint}{token}");
                self.last = Some((rule, token));
                return Some(written);
            }
        }
        None
    }

    /// Returns a separator of two tokens: nothing, or a skipped text.
    fn joint(&self, random: &mut Rng) -> String {
        let skipped = self.rules.rules().iter().enumerate().filter(|(_, rule)| rule.skip);
        let skipped: Vec<usize> = skipped.map(|(at, _)| at).collect();
        match random.choice(&skipped) {
            Some(&skip) if random.bool() => self.sample(random, skip).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// Reports whether the tokenizer reads the last token and this one as these two and no others.
    fn reads_as(&self, joint: &str, token: &str, rule: usize) -> bool {
        let (last, before) = match &self.last {
            Some((last, text)) => (Some(*last), text.as_str()),
            None => (None, ""),
        };
        let text = format!("{before}{joint}{token}");
        let mut wanted = last.into_iter().chain([rule]);
        for token in self.rules.tokens(&text, 0) {
            let Ok(token) = token else { return false };
            if !self.rules.rules()[token.rule].skip && wanted.next() != Some(token.rule) {
                return false;
            }
        }
        wanted.next().is_none()
    }

    /// Returns a text that a rule matches.
    fn sample(&self, random: &mut Rng, rule: usize) -> Option<String> {
        sample(random, self.patterns[rule].as_ref()?)
    }
}

/// Returns up to `most` texts that a rule's pattern matches, always the same ones.
pub(crate) fn samples(rules: &TextTokenizer, rule: usize, most: usize) -> Vec<String> {
    let Ok(pattern) = regex_syntax::parse(&rules.rules()[rule].pattern) else { return Vec::new() };
    let mut random = Rng::with_seed(0);
    let mut samples: Vec<_> = (0..most).filter_map(|_| sample(&mut random, &pattern)).collect();
    samples.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    samples.dedup();
    samples
}

/// Returns a text that a pattern matches. The pattern's parser bounds its nesting.
pub(super) fn sample(random: &mut Rng, pattern: &Hir) -> Option<String> {
    let mut out = Vec::new();
    let mut open = vec![pattern];
    while let Some(pattern) = open.pop() {
        match pattern.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => out.extend_from_slice(&literal.0),
            HirKind::Class(class) => member(random, class, &mut out)?,
            HirKind::Repetition(repeated) => {
                let more = match repeated.max {
                    Some(max) => MORE.min(max - repeated.min),
                    None => MORE,
                };
                let times = repeated.min + random.u32(..=more);
                open.extend((0..times).map(|_| &*repeated.sub));
            }
            HirKind::Capture(capture) => open.push(&capture.sub),
            HirKind::Concat(parts) => open.extend(parts.iter().rev()),
            HirKind::Alternation(parts) => open.push(&parts[random.below(parts.len())]),
        }
    }
    String::from_utf8(out).ok()
}

/// The range of preferred characters, which are easy to read.
const FAMILIAR: std::ops::RangeInclusive<char> = ' '..='~';

/// Appends a character of a class, in ASCII if possible.
fn member(random: &mut Rng, class: &Class, out: &mut Vec<u8>) -> Option<()> {
    match class {
        Class::Unicode(class) => {
            let (mut ranges, mut familiar) = (Vec::new(), Vec::new());
            for range in class.iter() {
                ranges.push(range.start()..=range.end());
                let start = range.start().max(*FAMILIAR.start());
                let end = range.end().min(*FAMILIAR.end());
                if start <= end {
                    familiar.push(start..=end);
                }
            }
            let range = match random.choice(&familiar) {
                Some(range) => range,
                None => random.choice(&ranges)?,
            };
            let character = random.char(range.clone());
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Class::Bytes(class) => {
            let range = random.choice(class.ranges())?;
            out.push(random.u8(range.start()..=range.end()));
        }
    }
    Some(())
}
