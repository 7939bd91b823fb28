//! How much a document type definition may ask for: what ends a bomb.
//!
//! Expansion in a DTD is a copy of a copy: ten entities of ten references each are ten thousand million characters. Each
//! limit is checked before the work is done, and its diagnostic (`limit`) names what asked for it.

/// What reading and generating may cost; ISO 8879 has quantities (ENTLVL, GRPLVL, GRPGTCNT …) for the same, far smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Entities and catalogues that are open inside each other.
    pub depth: usize,
    /// Bytes of one replacement text or file.
    pub entity: usize,
    /// Bytes that are read in all, each time they are referenced.
    pub total: usize,
    /// Groups inside groups; more than 256 are never read.
    pub group_depth: usize,
    /// Element types.
    pub elements: usize,
    /// Attributes, entities, names and members of groups in all.
    pub declared: usize,
    /// Members of an `&` group that are told apart exactly: the grammar has up to `2^n` rules for it.
    pub and_members: usize,
    /// Rules for all `&` groups together.
    pub and_rules: usize,
    /// Mistakes after which reading ends.
    pub mistakes: usize,
}

impl Limits {
    /// What no option raises, since whoever walks a content model goes as deep as its groups.
    const DEEPEST: usize = 256;

    /// How deep groups may stand in one another.
    pub(super) fn deepest_group(&self) -> usize {
        self.group_depth.min(Self::DEEPEST)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 32,
            entity: 1 << 21,
            total: 1 << 24,
            group_depth: 32,
            elements: 1000,
            declared: 100_000,
            and_members: 6,
            and_rules: 4000,
            mistakes: 100,
        }
    }
}
