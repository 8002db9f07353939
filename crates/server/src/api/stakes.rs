//! What a poker table has to be told when it opens, where its book and its schedule leave it open.

use ::books::Book;
use ::books::rates::Schedule;
use ::books::structure::{BlindSizes, Structure, StructureRules};
use serde::Serialize;
use utoipa::ToSchema;

/// A way of betting that a book offers, with what a table of it is asked.
#[derive(PartialEq, Serialize, ToSchema)]
pub(super) struct StructureView {
    /// Its word in a table to be opened.
    word: Structure,
    /// Whether the table needs a limit.
    asks_limit: bool,
    /// The only limits that the house lists, if it does: lower and upper figure in cents.
    limits: Vec<(i64, i64)>,
    /// Whether the table needs blinds.
    asks_blinds: bool,
    /// Whether the table may be told its least buy-in, because the book sets none.
    asks_buy_in: bool,
}

/// What a schedule settles of the stakes of a table.
#[derive(PartialEq, Serialize, ToSchema)]
pub(super) struct SettledStakes {
    /// The ways of betting it is for.
    structures: &'static [Structure],
    /// Whether it prints one limit.
    limit: bool,
    /// Whether it prints the blinds.
    blinds: bool,
}

/// The ways of betting that a book offers; none but in poker.
pub(super) fn structures(book: &Book) -> Vec<StructureView> {
    book.rules.face().structures().iter().filter(|one| one.offered.value).map(structure).collect()
}

fn structure(rules: &StructureRules) -> StructureView {
    let is_limit = matches!(rules.structure.value, Structure::Limit | Structure::Spread);
    let is_told = matches!(rules.sizes.value, BlindSizes::Row | BlindSizes::RowAndButton | BlindSizes::Table);
    let listed = rules.limits.iter().flat_map(|listed| &listed.value);
    StructureView {
        word: rules.structure.value,
        asks_limit: is_limit || !is_told,
        limits: listed.map(|limit| (limit.low.in_cents(), limit.high.in_cents())).collect(),
        asks_blinds: is_told,
        asks_buy_in: rules.buy_in.is_none(),
    }
}

/// What a schedule settles; nothing but in poker.
pub(super) fn settled(book: &Book, schedule: &Schedule) -> Option<SettledStakes> {
    if book.rules.face().structures().is_empty() {
        return None;
    }
    let has_one_limit = schedule.limit.as_ref().is_some_and(|limit| limit.max.is_some());
    Some(SettledStakes {
        structures: schedule.serves(),
        limit: has_one_limit && schedule.limit_to.is_none(),
        blinds: schedule.blinds_in_play().is_some(),
    })
}
