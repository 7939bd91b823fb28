//! The versions of vCard.

use crate::moments::DateTime;

/// A version of vCard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VcardVersion {
    /// Version 3.0, RFC 2426.
    Three,
    /// Version 4.0, RFC 6350.
    #[default]
    Four,
}

impl VcardVersion {
    pub(super) fn number(self) -> &'static str {
        match self {
            Self::Three => "3.0",
            Self::Four => "4.0",
        }
    }

    /// Formats a moment in the notation of the version.
    pub(super) fn moment(self, moment: DateTime) -> String {
        match self {
            Self::Three => moment.to_string(),
            Self::Four => moment.basic(),
        }
    }
}
