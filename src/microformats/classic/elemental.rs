//! Formats that are no compounds.
use super::work::Account;
use crate::microformats::addresses::Addresses;
use crate::microformats::results::Tables;
use crate::microformats::vocabulary::Vocabulary;

pub(super) fn read<'d>(
    _addresses: &Addresses<'d>,
    _vocabulary: &Vocabulary,
    _tables: &mut Tables<'d>,
    _account: &mut Account,
) {
}
