//! The law at work: which packs count, what is wrong at which table, notices and overrides; for the floor and the owner, the
//! cage and the auditor read.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use ::books::law::Date;
use ::books::report::errors_of;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use room::TableId;
use serde::{Deserialize, Serialize};
use signs::Sign;
use utoipa::ToSchema;

use super::AppState;
use super::asked::Body;
use super::books::{SignQuery, with_laws};
use super::day::READERS;
use super::error::{ApiError, Failure};
use super::session::Known;
use crate::hall::{LawAct, LawRead, LawStanding, LawWrite, Read, Request, Write, now};
use crate::law::{Finding, OF_LAW, ROOM, RuleStanding};

/// A rule of a pack.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleView {
    /// Its name.
    id: String,
    /// What it asks.
    says: String,
    /// Where it stands in the law.
    source: String,
    /// Since when it holds, or would hold.
    effective_from: String,
    /// How it stands today.
    standing: RuleStanding,
    /// What a reader should know about its standing.
    note: Option<String>,
    /// What the room looks at.
    check: String,
}

/// A law pack that counts.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackView {
    /// Where its text lay.
    path: String,
    /// SHA-256 of its text, which the library keeps.
    hash: String,
    /// What people call it.
    name: String,
    /// Its rules.
    rules: Vec<RuleView>,
}

/// The law at work.
#[derive(Serialize, ToSchema)]
pub(crate) struct LawView {
    /// The packs that count.
    packs: Vec<PackView>,
    /// What is wrong at open tables of the house now, by rules in force or not.
    lights: Vec<Finding>,
    /// Notices and overrides.
    standing: LawStanding,
}

/// The law at work: packs, lights, notices and overrides.
#[utoipa::path(
    get,
    path = "/law",
    tag = "law",
    responses(
        (status = 200, description = "Packs, lights, notices and overrides", body = LawView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn law(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Known,
) -> Result<Json<LawView>, ApiError> {
    known.must_be(&READERS)?;
    view(&state, address).await.map(Json)
}

async fn view(state: &AppState, address: SocketAddr) -> Result<LawView, ApiError> {
    let standing = state.hall.ask(|reply| Read::Law(LawRead::Standing(reply))).await?;
    let at_ms = now().0;
    let looked = state.read(address, move |records, has_left| records.law(at_ms, has_left)).await?;
    state.measures.read_for_law(looked.entries);
    // It only saves time: a hall that has too much to do keeps the next one, and of several nodes none does, because the
    // library is nobody's own.
    if let Some(kept) = looked.keep.filter(|_| state.nodes.is_none()) {
        let _ = state.hall.send(Request::Write(Write::Keep(vec![kept])));
    }
    let (packs, lights) = (looked.packs, looked.lights);
    let today = Date::at(at_ms);
    let rule = |rule: &::books::law::LawRule| RuleView {
        id: rule.id.clone(),
        says: rule.says.clone(),
        source: rule.source.clone(),
        effective_from: rule.effective_from.to_string(),
        standing: rule.standing_on(today).into(),
        note: rule.note.clone(),
        check: rule.check.word().to_owned(),
    };
    let files: BTreeMap<String, String> = packs.files();
    let pack = |(path, pack): &(String, ::books::law::LawPack)| PackView {
        path: path.clone(),
        hash: files.get(path).cloned().unwrap_or_default(),
        name: pack.name.clone(),
        rules: pack.rule.iter().map(rule).collect(),
    };
    Ok(LawView { packs: packs.packs.iter().map(pack).collect(), lights, standing })
}

async fn act(
    state: &AppState,
    known: &Known,
    address: SocketAddr,
    act: LawAct,
) -> Result<Json<LawView>, ApiError> {
    known.must_be(&OF_LAW)?;
    let by = known.person;
    state.hall.ask(|reply| Write::Law(LawWrite::Act(act, by, reply))).await??;
    view(state, address).await.map(Json)
}

/// Nothing more to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PacksAsked {}

/// Reads the law packs of the room's folder again.
#[utoipa::path(
    post,
    path = "/law/read",
    tag = "law",
    request_body = PacksAsked,
    responses(
        (status = 200, description = "They count from now on", body = LawView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "A pack cannot be read; those that counted count on", body = Failure),
    ),
)]
pub(crate) async fn read(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Known,
    Body(PacksAsked {}): Body<PacksAsked>,
) -> Result<Json<LawView>, ApiError> {
    act(&state, &known, address, LawAct::Read).await
}

/// Where a notice hangs.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NoticeAsked {
    /// At which table; 0 for the room.
    table: TableId,
}

/// Says that the notice of a table, or of the room, hangs from now on.
#[utoipa::path(
    post,
    path = "/law/notices/post",
    tag = "law",
    request_body = NoticeAsked,
    responses(
        (status = 200, description = "It hangs", body = LawView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such table, or it has no schedule", body = Failure),
        (status = 409, description = "It hangs already, or may not be posted", body = Failure),
    ),
)]
pub(crate) async fn post_notice(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Known,
    Body(NoticeAsked { table }): Body<NoticeAsked>,
) -> Result<Json<LawView>, ApiError> {
    known.must_be(&OF_LAW)?;
    let (path, text) = match table {
        ROOM => ("notices/room.txt".to_owned(), Sign::room_text()),
        table => (format!("notices/table-{table}.txt"), notice_of(&state, address, table).await?),
    };
    act(&state, &known, address, LawAct::Post { table, path, text }).await
}

/// The text of a table's own notice, by the rules that it plays by.
async fn notice_of(state: &AppState, address: SocketAddr, table: TableId) -> Result<String, ApiError> {
    let own = state.read(address, move |records, _| records.books_of(table)).await?;
    let none = || ApiError::NotFound(format!("table {table} has no schedule, so that it posts no notice"));
    let schedule = own.spec.schedule.clone().ok_or_else(none)?;
    let asked = SignQuery::of(schedule.clone(), &own.spec, true);
    let sign = asked.sign(&own.shelf, &own.book.id.house, &own.book.id.game)?;
    let shelf = with_laws(state, &own.shelf).await?;
    if !errors_of(&shelf, &own.book.id, Some(&schedule), Date::at(now().0)).is_empty() {
        let what = format!(
            "the check finds errors in the book of table {table}, so that its notice is not to be posted"
        );
        return Err(ApiError::Conflict(what));
    }
    Ok(sign.text())
}

/// Says that no notice hangs there any more.
#[utoipa::path(
    post,
    path = "/law/notices/take-down",
    tag = "law",
    request_body = NoticeAsked,
    responses(
        (status = 200, description = "None hangs there", body = LawView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "None hung there", body = Failure),
    ),
)]
pub(crate) async fn take_down(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Known,
    Body(NoticeAsked { table }): Body<NoticeAsked>,
) -> Result<Json<LawView>, ApiError> {
    act(&state, &known, address, LawAct::TakeDown { table }).await
}

/// Which rule is overridden, where and why.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OverrideAsked {
    /// At which table; 0 for the room.
    table: TableId,
    /// The name of the rule.
    rule: String,
    /// Why.
    reason: String,
}

/// Lets play go on although a rule is not kept.
#[utoipa::path(
    post,
    path = "/law/overrides",
    tag = "law",
    request_body = OverrideAsked,
    responses(
        (status = 200, description = "It is overridden", body = LawView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such table or rule", body = Failure),
        (status = 409, description = "It is overridden already, or there is no reason", body = Failure),
    ),
)]
pub(crate) async fn override_rule(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Known,
    Body(OverrideAsked { table, rule, reason }): Body<OverrideAsked>,
) -> Result<Json<LawView>, ApiError> {
    act(&state, &known, address, LawAct::Override { table, rule, reason }).await
}

/// Which rule counts again, and where.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OverrideEnd {
    /// At which table; 0 for the room.
    table: TableId,
    /// The name of the rule.
    rule: String,
}

/// Lets a rule count again.
#[utoipa::path(
    post,
    path = "/law/overrides/end",
    tag = "law",
    request_body = OverrideEnd,
    responses(
        (status = 200, description = "It counts again", body = LawView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "It was not overridden", body = Failure),
    ),
)]
pub(crate) async fn end_override(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Known,
    Body(OverrideEnd { table, rule }): Body<OverrideEnd>,
) -> Result<Json<LawView>, ApiError> {
    act(&state, &known, address, LawAct::EndOverride { table, rule }).await
}
