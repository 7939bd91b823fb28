//! The number of repairs of a result, which blessing compares.

use std::fmt;
use std::str::FromStr;

/// The number of repairs, and of those that set something aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RepairTally {
    pub(crate) repairs: usize,
    pub(crate) cruft: usize,
}

impl RepairTally {
    /// Reports whether either number is larger than in `before`.
    pub(super) fn worse_than(self, before: Self) -> bool {
        self.repairs > before.repairs || self.cruft > before.cruft
    }

    /// Parses `4, 1 cruft`.
    fn parse(text: &str) -> Option<Self> {
        let (repairs, cruft) = text.split_once(',')?;
        let cruft = cruft.trim().strip_suffix("cruft")?.trim();
        Some(Self { repairs: repairs.trim().parse().ok()?, cruft: cruft.parse().ok()? })
    }
}

impl fmt::Display for RepairTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} cruft", self.repairs, self.cruft)
    }
}

impl FromStr for RepairTally {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parse(text).ok_or_else(|| {
            format!("`{text}` is not a count of repairs; expected something like `4, 1 cruft`")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_round_trip() {
        let count = RepairTally { repairs: 4, cruft: 1 };
        assert_eq!(count.to_string().parse(), Ok(count));
        assert!("4".parse::<RepairTally>().is_err());
    }

    #[test]
    fn more_of_either_is_worse() {
        let before = RepairTally { repairs: 4, cruft: 1 };
        assert!(RepairTally { repairs: 3, cruft: 2 }.worse_than(before));
        assert!(RepairTally { repairs: 5, cruft: 0 }.worse_than(before));
        assert!(!RepairTally { repairs: 4, cruft: 0 }.worse_than(before));
    }
}
