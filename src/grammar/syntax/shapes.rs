//! What the trees of statements look like that were read before.
//!
//! Whoever edits a grammar has it read again with each key, and all but one of its statements are as they were. What
//! the engine makes of a statement is decided by the kinds of its tokens alone, not by where they stand or what names
//! they have; so it is asked once about each row of kinds, and its answer is kept as the [`Step`]s of a walk over the
//! tree. The next statement with these kinds is built by the same steps, from its own tokens.

use crate::base::HashMap;
use crate::earley::NonterminalId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A step of the walk over a tree, in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// An instance of a rule begins.
    Open(NonterminalId),
    /// The next token.
    Token,
    /// The innermost instance that is open ends.
    Close,
}

/// How many kinds and steps are kept, of all statements together: some megabytes, and many
/// times what the largest shipped grammar needs.
const MOST: usize = 1 << 19;

/// The walks that are known, by the kinds of tokens. There are no more of them than [`MOST`] allows: then it
/// begins anew.
#[derive(Default)]
pub(super) struct Shapes(Mutex<Known>);

#[derive(Default)]
struct Known {
    walks: HashMap<Vec<usize>, Arc<[Step]>>,
    /// Their kinds and steps.
    size: usize,
}

impl Shapes {
    /// The walk for tokens of these kinds; `read` is asked for one that is not known. Refusals are
    /// not kept.
    pub(super) fn walk<Refusal>(
        &self,
        kinds: Vec<usize>,
        read: impl FnOnce() -> Result<Vec<Step>, Refusal>,
    ) -> Result<Arc<[Step]>, Refusal> {
        let known = self.known().walks.get(&kinds).cloned();
        if let Some(walk) = known {
            return Ok(walk);
        }
        let walk: Arc<[Step]> = read()?.into();
        self.known().keep(kinds, &walk);
        Ok(walk)
    }

    /// A panic elsewhere leaves nothing half done here.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn keep(&mut self, kinds: Vec<usize>, walk: &Arc<[Step]>) {
        let size = kinds.len() + walk.len();
        if size > MOST {
            return;
        }
        if self.size + size > MOST {
            *self = Self::default();
        }
        // Two threads may have read the same.
        if self.walks.insert(kinds, walk.clone()).is_none() {
            self.size += size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(shapes: &Shapes, kind: usize, length: usize) -> (usize, bool) {
        let mut asked = false;
        let read = || {
            asked = true;
            Ok::<_, ()>(vec![Step::Token; length])
        };
        let walk = shapes.walk(vec![kind; length], read).expect("nothing is refused");
        (walk.len(), asked)
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let shapes = Shapes::default();
        assert_eq!(walk(&shapes, 1, 3), (3, true));
        assert_eq!(walk(&shapes, 2, 3), (3, true));
        assert_eq!(walk(&shapes, 1, 3), (3, false));
        assert_eq!(shapes.known().size, 12);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let shapes = Shapes::default();
        for kind in 0..20 {
            assert_eq!(walk(&shapes, kind, MOST / 10), (MOST / 10, true));
            assert!(shapes.known().size <= MOST, "{}", shapes.known().size);
        }
        assert_eq!(walk(&shapes, 19, MOST / 10), (MOST / 10, false));
        assert_eq!(walk(&shapes, 0, MOST), (MOST, true));
        assert_eq!(walk(&shapes, 0, MOST), (MOST, true), "too large to be kept");
    }

    #[test]
    fn refusals_are_not_kept() {
        let shapes = Shapes::default();
        assert_eq!(shapes.walk(vec![1], || Err("no")).err(), Some("no"));
        assert_eq!(walk(&shapes, 1, 1), (1, true));
    }
}
