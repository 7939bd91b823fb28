//! The stage for parse errors: writes a source that reads the same without those errors that have
//! another spelling, and reports the others.
//!
//! ```text
//! <!x><p>&copy 1<p a=1 a=2><!-- <!-- -->
//! <!--x--><p>&copy; 1<p a=1><!-- <!-- -->      one error stays: nested-comment
//! ```
//!
//! `respell` proposes the repairs, one for each construct. All of them together are applied, parsed
//! and compared. If the tree differs, or an error is new, the list is halved until only the repairs
//! at fault are left out. They are few: a repair changes no token. It fails if the tree depends on
//! more than tokens, as with U+0000 before `<html>`, or if the encoding is guessed anew.
//!
//! This stage comes before the rewriting of the tree (`rounds`), which then copies and compares
//! correct tags only. So `<p␀>` becomes `<p�>` before an end tag is written for it.
//!
//! **Work.** One parse, if all repairs succeed. Otherwise at most [`PARSES`], or [`BYTES`] in all.

use std::collections::BTreeMap;

use super::respell::{Replacement, Respelling, repairs};
use crate::form::SourceForms;
use crate::rewrite::{Copies, parts_of};
use wishful::ParseError;
use wishful::base::{counted, wide};
use wishful::grammar::TokenizerKind;
use wishful::tree::Document;
use wishful::tree::alike::compare;

/// The largest number of parses of the stage.
const PARSES: usize = 32;

/// The number of bytes up to which the stage parses as often as it needs.
const BYTES: usize = 1 << 22;

/// The number of errors at which a tokenizer stops to record them.
const RECORDED: usize = 1 << 16;

/// A source without those errors that can be repaired.
pub(super) struct Repaired {
    pub(super) bytes: Vec<u8>,
    pub(super) document: Document,
    copies: Copies,
}

/// The stage for one source.
pub(super) struct ErrorStage<'a> {
    pub(super) forms: SourceForms<'a>,
    pub(super) source: (&'a [u8], &'a Document),
    /// The largest number of bytes of a repaired source.
    pub(super) most: u64,
    pub(super) parses: usize,
    /// True if a source was too long.
    pub(super) cut: bool,
}

impl ErrorStage<'_> {
    /// Repairs all errors that can be repaired. Returns `None` if there are none.
    pub(super) fn run(&mut self) -> Result<Option<Repaired>, ParseError> {
        let document = self.source.1;
        let is_html = self.forms.parser.grammar().tokenizer() == TokenizerKind::Html5;
        if !is_html || document.errors().is_empty() || document.limit().is_some() {
            return Ok(None);
        }
        let (forms, source) = (self.forms, self.source);
        let form = forms.of(source);
        let found = repairs(document, |text| form.expresses(text));
        let most = PARSES.max(BYTES / document.text().len().max(1));
        let first = self.parses;
        let mut accepted: Vec<&Respelling> = Vec::new();
        let mut best = None;
        let mut open = vec![&found[..]];
        while let Some(next) = open.pop()
            && !next.is_empty()
            && self.parses - first < most
        {
            let count = accepted.len();
            accepted.extend(next);
            match self.attempt(&accepted)? {
                Some(repaired) => best = Some(repaired),
                None => {
                    accepted.truncate(count);
                    if next.len() > 1 {
                        let (first, second) = next.split_at(next.len() / 2);
                        open.extend([second, first]);
                    }
                }
            }
        }
        Ok(best)
    }

    /// Applies repairs. Returns `None` if the result has another tree, or a new error.
    fn attempt(&mut self, accepted: &[&Respelling]) -> Result<Option<Repaired>, ParseError> {
        let mut replacements: Vec<Replacement> =
            accepted.iter().copied().flatten().cloned().collect();
        replacements.sort_by_key(|replacement| replacement.span.start);
        replacements.dedup();
        let document = self.source.1;
        let replacements = replacements.into_iter().map(|Replacement { span, text }| (span, text));
        let parts = parts_of(document.text().len(), replacements);
        let copies = Copies::new(document, &parts, str::len);
        if counted(copies.length()) > self.most {
            self.cut = true;
            return Ok(None);
        }
        self.parses += 1;
        let (bytes, document) = self.forms.of(self.source).parse(&parts)?;
        if !self.is_better(&document) {
            return Ok(None);
        }
        Ok(Some(Repaired { bytes, document, copies }))
    }

    /// Reports whether a document has the same tree with fewer errors.
    fn is_better(&self, other: &Document) -> bool {
        let document = self.source.1;
        let (before, after) = (document.errors(), other.errors());
        let is_fewer = after.len() < before.len() || before.len() >= RECORDED;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for error in before {
            *counts.entry(error.code).or_default() += 1;
        }
        for error in after {
            match counts.get_mut(error.code) {
                Some(count) if *count > 0 => *count -= 1,
                _ if before.len() < RECORDED => return false,
                _ => {}
            }
        }
        is_fewer
            && other.limit().is_none()
            && other.mistakes().count() <= document.mistakes().count()
            && compare(document, other).is_equal()
    }
}

impl Repaired {
    /// Returns the offset in the original text that corresponds to one in the repaired text.
    pub(super) fn origin(&self, at: u32) -> u32 {
        let (Ok(origin) | Err(origin)) = self.copies.in_source(wide(at));
        origin
    }
}
