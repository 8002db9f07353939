//! What `cardroom odds` says of Pan: it has no bank to play against.

use books::pan::PanRules;

use super::Query;
use crate::failure::Failure;

pub(super) fn tell(query: &Query<'_>, _rules: &PanRules) -> Result<(), Failure> {
    query.without_way()?;
    Err(query.has_no_bank())
}
