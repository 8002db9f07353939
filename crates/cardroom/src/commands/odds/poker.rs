//! What `cardroom odds` says of poker: it has no bank to play against.

use books::poker::PokerRules;

use super::Query;
use crate::failure::Failure;

pub(super) fn tell(query: &Query<'_>, _rules: &PokerRules) -> Result<(), Failure> {
    query.without_way()?;
    Err(query.has_no_bank())
}
