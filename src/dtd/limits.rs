//! Limits on the work for a document type definition, against entity bombs.
//!
//! Expansion in a DTD multiplies: with ten levels of entities that hold ten references each, the
//! text has ten thousand million characters. Each limit is checked before the work is done, and its
//! diagnostic (`limit`) points at the declaration or reference that exceeds it.

/// Limits on the cost of reading a DTD and of generating a grammar from it. ISO 8879 has quantities
/// (ENTLVL, GRPLVL, GRPGTCNT …) for the same purpose, which are far smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The number of entities that are open inside each other.
    pub depth: usize,
    /// The number of bytes of one replacement text or file.
    pub entity: usize,
    /// The number of bytes read in all. Each reference to a text counts again.
    pub total: usize,
    /// The depth of groups inside groups. Values above 256 count as 256.
    pub group_depth: usize,
    /// The number of element types.
    pub elements: usize,
    /// The number of attributes, entities, names and members of groups in all.
    pub declared: usize,
    /// The number of members up to which an `&` group is translated exactly. For `n` members the
    /// grammar has up to `2^n` rules.
    pub and_members: usize,
    /// The number of rules for all `&` groups together.
    pub and_rules: usize,
    /// The number of mistakes after which reading ends.
    pub mistakes: usize,
}

crate::base::setters! { Limits {
    depth: usize, entity: usize, total: usize, group_depth: usize, elements: usize,
    declared: usize, and_members: usize, and_rules: usize, mistakes: usize,
} }

impl Limits {
    /// The upper bound of `group_depth`. No option raises it, since functions over content models
    /// recurse as deep as groups nest.
    const DEEPEST: usize = 256;

    /// Returns the depth to which groups may nest.
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
