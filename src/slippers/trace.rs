//! What the slippers show of their work while they are at it: the source of `explain`.

use super::event::{ElementNumber, RepairId, TokenId};
use super::rejection::Rejection;
use crate::base::BitRow;
use crate::earley::{Refusal, TerminalId, Word};
use crate::grammar::ElementId;
use crate::grammar::ast::Place;
use crate::token::TokenRef;
use serde::Serialize;

/// One look at a token, or what came of it.
#[derive(Debug)]
pub(crate) enum Look<'a> {
    /// It was acceptable, as this word.
    Accepted(Word),
    /// It was not.
    Rejected {
        /// What the grammar sees of it; `None` if the grammar never mentions such a token.
        terminal: Option<TerminalId>,
        /// The current element; `None` if none is open.
        inside: Option<ElementId>,
        /// The terminals that were acceptable.
        acceptable: &'a BitRow,
        /// Why this one was not.
        refusal: Option<Refusal>,
    },
    /// A remedy that does not apply here.
    Passed {
        /// The word of the grammar.
        place: Place,
    },
    /// A search for tags to insert was given up at its limit.
    GivenUp,
    /// A remedy was done; what it did was shown before.
    Applied {
        /// The word of the grammar.
        place: Place,
    },
    /// Tags were inserted.
    Inserted {
        /// Which, in order.
        words: &'a [Word],
        /// The line of the grammar for each.
        places: &'a [Option<Place>],
        /// For whose sake wishes were granted; none if a remedy names the tag.
        goal: Option<TerminalId>,
    },
    /// The token was set aside.
    SetAside {
        /// The line that says so, if one does.
        place: Option<Place>,
    },
    /// Something other was done, of which there is a record: the token was made another one, an
    /// element was opened again.
    Edited(RepairId),
    /// It came to its end, or goes on, without a record.
    Settled {
        /// How.
        how: Settled,
        /// The lines that say so.
        places: &'a [Place],
    },
}

/// How a rejected token comes through without a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// It leaves no trace, and is no mistake.
    Ignored,
    /// It is read although it is excluded.
    Admitted,
    /// It ends an element softly: what is open inside stays open.
    EndedSoftly,
}

/// Where a run stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    /// The same for runs that stand alike; for hardly any others.
    pub(crate) likeness: u64,
    /// The elements that may still matter, each once.
    pub(crate) elements: Vec<ElementNumber>,
    /// What is remarkable about it, as hashes: of few runs all is what some other run has shown.
    pub(crate) features: Vec<u64>,
}

/// Is shown each look.
pub(crate) trait Trace {
    /// A run begins; what was shown of an earlier one (in another encoding) is void.
    fn restart(&mut self) {}
    /// `token` is settled next; `stand` says where the run stands.
    fn before(&mut self, _token: TokenRef<'_>, _stand: &dyn Fn() -> Stand) {}
    /// One look at `token`.
    fn look(&mut self, token: TokenId, look: &Look<'_>);
    /// A piece was rejected, as the look before has shown; more can be asked while the run stands
    /// there.
    fn rejected(&mut self, _: &mut Rejection<'_, '_>) {}
}
