//! Makes documents with mistakes until they exercise what parts of a grammar any such document was
//! found for: wishes, remedies, exclusions, formatting.
//!
//! A random search, led by coverage. A candidate is a new document, or one that was kept, with some
//! more mistakes. It is kept if it exercises a part that none before it does. The search ends after
//! a number of candidates in a row that do not. Then those are dropped whose parts the others
//! exercise as well.

use super::chance::Rng;
use super::cover::redundant;
use super::generator::{Generator, SentenceKind};
use super::sentence::Sentence;
use super::slips::{self, Pieces};
use super::walk::Goal;
use crate::coverage::{Coverage, Report};
use wishful::base::{BitRow, counted};
use wishful::tree::Document;

/// The number of candidates in a row that exercise nothing new which ends the search.
const BARREN: usize = 3000;
/// The number of pieces above which a document gets no more mistakes.
const PIECES: usize = 200;

/// Documents with mistakes that exercise a grammar.
#[derive(Debug)]
#[non_exhaustive]
pub struct RepairCover {
    /// The documents, each of which exercises a part that no other does.
    pub sentences: Vec<Sentence>,
    /// The parts of the grammar that they exercise.
    pub report: Report,
}

struct Kept {
    pieces: Pieces,
    changes: Vec<String>,
    document: Document,
    units: BitRow,
}

impl Generator {
    /// Makes documents with mistakes that exercise the wishes, remedies and exclusions of the
    /// grammar. A step of the search makes at most as many mistakes as the options say. Calls
    /// `watch` with the number of documents kept so far.
    #[must_use]
    pub fn cover_repairs(&self, watch: &mut dyn FnMut(usize)) -> RepairCover {
        let mut coverage = Coverage::of(self.grammar());
        let mut random = self.random(0);
        let mut kept: Vec<Kept> = Vec::new();
        let mut seen: Option<BitRow> = None;
        let mut barren = 0;
        while barren < BARREN {
            barren += 1;
            let Some((pieces, changes)) = self.candidate(&mut random, &kept) else { continue };
            let Some(document) = self.read(&pieces.concat()) else { continue };
            let Ok(exercised) = coverage.add(&document) else { break };
            let units = exercised.units().clone();
            let seen = seen.get_or_insert_with(|| BitRow::new(units.capacity()));
            if seen.union_with(&units) {
                kept.push(Kept { pieces, changes, document, units });
                barren = 0;
                watch(kept.len());
            }
        }
        let mut coverage = Coverage::of(self.grammar());
        let mut sentences = Vec::new();
        for Kept { pieces, changes, document, .. } in needed(kept) {
            // OK because the grammar is that of the document.
            let _ = coverage.add(&document);
            let number = counted(sentences.len());
            let (text, document) = (pieces.concat(), Some(document));
            sentences.push(Sentence { number, text, document, changes });
        }
        RepairCover { sentences, report: coverage.report() }
    }

    /// Makes a document with some mistakes, of a new sentence or of one that was kept.
    fn candidate(&self, random: &mut Rng, kept: &[Kept]) -> Option<(Pieces, Vec<String>)> {
        let old = if random.below(2) == 0 { None } else { random.choice(kept) };
        let (mut pieces, mut changes) = match old {
            Some(old) if old.pieces.len() <= PIECES => (old.pieces.clone(), old.changes.clone()),
            _ => {
                let goal = Goal { size: self.options.size, route: None, taken: None };
                let made = self.walk(random, goal).run().0?;
                let pieces = made.pieces.iter().map(|piece| made.text_of(piece).to_owned());
                (pieces.collect(), Vec::new())
            }
        };
        let most = match self.options.kind {
            SentenceKind::Broken { mistakes } => mistakes.max(1),
            _ => 1,
        };
        for _ in 0..=random.below(most) {
            changes.extend(slips::slip(random, self.grammar(), &mut pieces));
        }
        Some((pieces, changes))
    }
}

/// Drops the documents whose parts the others exercise as well.
fn needed(kept: Vec<Kept>) -> Vec<Kept> {
    let mut used = vec![0; kept.first().map_or(0, |first| first.units.capacity())];
    for unit in kept.iter().flat_map(|one| one.units.iter()) {
        used[unit] += 1;
    }
    let order: Vec<usize> = (0..kept.len()).collect();
    let dropped = redundant(&order, &mut used, |at| kept[at].units.iter());
    let numbered = kept.into_iter().enumerate();
    numbered.filter(|(at, _)| !dropped.contains(*at)).map(|(_, one)| one).collect()
}
