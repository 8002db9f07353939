//! Shifts, boxes and counts: for the floor, the cage and the owner; the auditor reads.

use ::books::Money;
use axum::Json;
use axum::extract::State;
use room::TableId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role};
use crate::day::{BoxKind, CageMoment, Drawer, OF_COUNTS, OF_SHIFTS};
use crate::hall::{DayAct, DayView, DeskRead, DeskWrite};

/// Who reads of shifts, boxes and counts.
pub(super) const READERS: [Role; 4] = [Role::Floor, Role::Cage, Role::Auditor, Role::Owner];

async fn act(
    state: &AppState,
    known: &Known,
    roles: &[Role],
    act: DayAct,
) -> Result<Json<DayView>, ApiError> {
    known.must_be(roles)?;
    let by = known.person;
    let view = state.hall.ask(|reply| DeskWrite::Day(act, by, reply)).await??;
    Ok(Json(as_seen(known, view)))
}

/// What somebody sees of it: whoever counts does not know what there should be.
fn as_seen(known: &Known, view: DayView) -> DayView {
    if counts(known) { view.for_who_counts() } else { view }
}

/// Whether somebody counts boxes, trays or the cage.
pub(super) fn counts(known: &Known) -> bool {
    OF_COUNTS.iter().any(|role| known.is(*role))
}

/// Shifts, boxes and counts.
#[utoipa::path(
    get,
    path = "/day",
    tag = "day",
    responses(
        (status = 200, description = "The shift, the boxes and the cage", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn day(State(state): State<AppState>, known: Known) -> Result<Json<DayView>, ApiError> {
    known.must_be(&READERS)?;
    Ok(Json(as_seen(&known, state.hall.ask(DeskRead::Day).await?)))
}

/// What a shift is called.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewShift {
    name: String,
}

/// Opens a shift.
#[utoipa::path(
    post,
    path = "/day/shift/open",
    tag = "day",
    request_body = NewShift,
    responses(
        (status = 200, description = "It is open", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "One is open, or it has no name", body = Failure),
    ),
)]
pub(crate) async fn open_shift(
    State(state): State<AppState>,
    known: Known,
    Body(NewShift { name }): Body<NewShift>,
) -> Result<Json<DayView>, ApiError> {
    act(&state, &known, &OF_SHIFTS, DayAct::OpenShift { name }).await
}

/// Nothing more to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ShiftEnd {}

/// Closes the shift.
#[utoipa::path(
    post,
    path = "/day/shift/close",
    tag = "day",
    request_body = ShiftEnd,
    responses(
        (status = 200, description = "It is over", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "None is open, or boxes of it hold something", body = Failure),
    ),
)]
pub(crate) async fn close_shift(
    State(state): State<AppState>,
    known: Known,
    Body(ShiftEnd {}): Body<ShiftEnd>,
) -> Result<Json<DayView>, ApiError> {
    act(&state, &known, &OF_SHIFTS, DayAct::CloseShift).await
}

/// Which box is pulled.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Pulling {
    kind: BoxKind,
    /// Whether the next box is the coming shift's.
    #[serde(default)]
    for_next: bool,
}

/// Pulls the box of a table; the next one is in force from then on.
#[utoipa::path(
    post,
    path = "/tables/{table}/box/pull",
    tag = "day",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Pulling,
    responses(
        (status = 200, description = "It waits for its counts", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "No shift is open, or the table has no box to count", body = Failure),
    ),
)]
pub(crate) async fn pull(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(Pulling { kind, for_next }): Body<Pulling>,
) -> Result<Json<DayView>, ApiError> {
    act(&state, &known, &OF_SHIFTS, DayAct::Pull { table, kind, for_next }).await
}

/// What somebody found in a box.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Counting {
    /// In cents.
    counted: i64,
    /// What explains a difference.
    #[serde(default)]
    note: String,
}

/// Counts a box that was pulled; two people who find the same settle it.
#[utoipa::path(
    post,
    path = "/tables/{table}/boxes/{number}/count",
    tag = "day",
    params(("table" = u32, Path, description = "The number of the table"), ("number" = u32, Path, description = "The number of the box there")),
    request_body = Counting,
    responses(
        (status = 200, description = "The count is taken", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "A difference is not explained", body = Failure),
    ),
)]
pub(crate) async fn count(
    State(state): State<AppState>,
    Path((table, number)): Path<(TableId, u32)>,
    known: Known,
    Body(Counting { counted, note }): Body<Counting>,
) -> Result<Json<DayView>, ApiError> {
    let counted = Money::cents(counted);
    act(&state, &known, &OF_COUNTS, DayAct::Count { table, number, counted, note }).await
}

/// Counts the house's chips that lie at a table for change; two people who find the same settle it.
#[utoipa::path(
    post,
    path = "/tables/{table}/tray/count",
    tag = "day",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Counting,
    responses(
        (status = 200, description = "The count is taken", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "Nothing was brought there for change", body = Failure),
    ),
)]
pub(crate) async fn count_tray(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(Counting { counted, note }): Body<Counting>,
) -> Result<Json<DayView>, ApiError> {
    let counted = Money::cents(counted);
    act(&state, &known, &OF_COUNTS, DayAct::CountTray { table, counted, note }).await
}

/// What the cage holds.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CountingCage {
    moment: CageMoment,
    /// In cents.
    chips: i64,
    /// In cents.
    cash: i64,
    /// What explains a difference.
    #[serde(default)]
    note: String,
}

/// Counts the cage.
#[utoipa::path(
    post,
    path = "/cage/count",
    tag = "day",
    request_body = CountingCage,
    responses(
        (status = 200, description = "The count is taken", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "A difference is not explained", body = Failure),
    ),
)]
pub(crate) async fn count_cage(
    State(state): State<AppState>,
    known: Known,
    Body(CountingCage { moment, chips, cash, note }): Body<CountingCage>,
) -> Result<Json<DayView>, ApiError> {
    let found = Drawer { chips: Money::cents(chips), cash: Money::cents(cash) };
    act(&state, &known, &[Role::Cage], DayAct::CountCage { moment, found, note }).await
}

/// Chips of the house that come to a table for change, or come back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Change {
    table: TableId,
    /// In cents.
    amount: i64,
    /// The name of who receives or gives them at the table.
    with: String,
}

/// Brings chips of the house to a table, for change.
#[utoipa::path(
    post,
    path = "/cage/fill",
    tag = "day",
    request_body = Change,
    responses(
        (status = 200, description = "They lie at the table", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "Nobody who may receives them", body = Failure),
    ),
)]
pub(crate) async fn fill(
    State(state): State<AppState>,
    known: Known,
    Body(Change { table, amount, with }): Body<Change>,
) -> Result<Json<DayView>, ApiError> {
    let amount = Money::cents(amount);
    act(&state, &known, &[Role::Cage], DayAct::Fill { table, amount, with }).await
}

/// Brings chips of the house back from a table.
#[utoipa::path(
    post,
    path = "/cage/credit",
    tag = "day",
    request_body = Change,
    responses(
        (status = 200, description = "They lie in the cage", body = DayView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "They are not there, or nobody who may gives them", body = Failure),
    ),
)]
pub(crate) async fn credit(
    State(state): State<AppState>,
    known: Known,
    Body(Change { table, amount, with }): Body<Change>,
) -> Result<Json<DayView>, ApiError> {
    let amount = Money::cents(amount);
    act(&state, &known, &[Role::Cage], DayAct::Credit { table, amount, with }).await
}
