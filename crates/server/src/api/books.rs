//! Rule books for people: sentences with their clauses, schedules, pay tables, and the posted notice.

use ::books::law::Date;
use ::books::rates::{PriceList, Schedule};
use ::books::report::errors_of;
use ::books::structure::{Stakes, Structure};
use ::books::{Book, BookId, Family, Money, Shelf};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use games::face::Asked;
use games::round::Game;
use room::Spec;
use serde::{Deserialize, Serialize};
use signs::{Format, Sign};
use utoipa::ToSchema;

use super::AppState;
use super::asked::{Path, Query};
use super::error::{ApiError, Failure};
use super::stakes::{self, SettledStakes, StructureView};
use crate::hall::{ClauseView, LawRead, Read, now};

#[derive(Serialize, ToSchema)]
#[schema(as = BookRow)]
pub(crate) struct Row {
    id: String,
    name: String,
    house: String,
    family: Family,
    seats: u8,
}

#[derive(PartialEq, Serialize, ToSchema)]
pub(crate) struct BookView {
    id: String,
    name: String,
    house: String,
    family: Family,
    approval: String,
    sentences: Vec<SentenceView>,
    clauses: Vec<ClauseView>,
    schedules: Vec<ScheduleView>,
    /// The ways of betting, in poker.
    structures: Vec<StructureView>,
    /// How many decks a shoe may hold; nothing where every round is dealt from one deck.
    decks: Option<DecksView>,
    pays: Vec<PayView>,
}

#[derive(PartialEq, Serialize, ToSchema)]
struct DecksView {
    least: u8,
    most: u8,
    usual: u8,
}

#[derive(PartialEq, Serialize, ToSchema)]
struct SentenceView {
    section: String,
    text: String,
    clauses: Vec<String>,
}

#[derive(PartialEq, Serialize, ToSchema)]
struct ScheduleView {
    handle: String,
    /// The limit and the blinds.
    limit: String,
    words: String,
    /// What is paid for and how much, those of one payer together.
    fees: Vec<PayView>,
    is_offered: bool,
    /// What it settles of the stakes, in poker.
    stakes: Option<SettledStakes>,
}

#[derive(PartialEq, Serialize, ToSchema)]
struct PayView {
    title: String,
    rows: Vec<(String, String)>,
}

fn schedule_view(book: &Book, schedule: &Schedule) -> ScheduleView {
    let list = PriceList::charged(book, schedule);
    ScheduleView {
        handle: schedule.handle.as_str().to_owned(),
        limit: list.limit,
        words: schedule.sentence(),
        fees: list.groups.into_iter().map(|group| PayView { title: group.title, rows: group.rows }).collect(),
        is_offered: schedule.offered.value,
        stakes: stakes::settled(book, schedule),
    }
}

pub(super) fn find(shelf: &Shelf, house: &str, game: &str) -> Result<Book, ApiError> {
    let id =
        shelf.find(&format!("{house}/{game}")).map_err(|problem| ApiError::NotFound(problem.to_string()))?;
    shelf.book(&id).map_err(|problem| ApiError::Broken(problem.to_string()))
}

fn house_name(shelf: &Shelf, book: &Book) -> String {
    shelf.house(&book.id.house).map_or(book.id.house.clone(), |house| house.name.value.clone())
}

/// Every book.
#[utoipa::path(
    get,
    path = "/books",
    tag = "books",
    responses(
        (status = 200, description = "Every book", body = Vec<Row>),
    ),
)]
pub(crate) async fn list(State(state): State<AppState>) -> Json<Vec<Row>> {
    let shelf = &state.shelf;
    let row = |id: ::books::BookId| {
        let book = shelf.book(&id).ok()?;
        let header = book.header();
        Some(Row {
            id: id.to_string(),
            name: header.name.clone(),
            house: house_name(shelf, &book),
            family: header.family,
            seats: header.seats.value,
        })
    };
    Json(shelf.ids().filter_map(row).collect())
}

/// One book in plain words.
#[utoipa::path(
    get,
    path = "/books/{house}/{game}",
    tag = "books",
    params(("house" = String, Path, description = "The house, such as mortimers"), ("game" = String, Path, description = "The game, such as no-bust-6")),
    responses(
        (status = 200, description = "The book", body = BookView),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn book(
    State(state): State<AppState>,
    Path((house, game)): Path<(String, String)>,
) -> Result<Json<BookView>, ApiError> {
    let book = find(&state.shelf, &house, &game)?;
    Ok(Json(view_of(&state.shelf, &book)?))
}

/// A book as people read it.
pub(super) fn view_of(shelf: &Shelf, book: &Book) -> Result<BookView, ApiError> {
    let header = book.header();
    let sentences = book.sentences();
    let of = |heading: &::books::Heading| {
        let title = heading.title.clone();
        let sentence = |sentence: &::books::Sentence| SentenceView {
            section: title.clone(),
            text: sentence.text.clone(),
            clauses: sentence.clauses.iter().map(|clause| book.clause_name(*clause).to_owned()).collect(),
        };
        heading.sentences.iter().map(sentence).collect::<Vec<_>>()
    };
    let rates = shelf.rates(book).map_err(|problem| ApiError::Broken(problem.to_string()))?;
    let schedules: Vec<ScheduleView> = rates
        .iter()
        .flat_map(|rates| rates.value.schedules(&book.id.game))
        .map(|schedule| schedule_view(book, schedule))
        .collect();
    let first =
        rates.iter().flat_map(|rates| rates.value.schedules(&book.id.game)).find(|one| one.offered.value);
    let pays = first
        .map(|schedule| Sign::new(book, schedule, "").pays)
        .unwrap_or_default()
        .into_iter()
        .map(|table| PayView { title: table.title, rows: table.rows })
        .collect();
    Ok(BookView {
        id: book.id.to_string(),
        name: header.name.clone(),
        house: house_name(shelf, book),
        family: header.family,
        approval: header.approval.clone(),
        sentences: sentences.iter().flat_map(of).collect(),
        clauses: book.clauses.iter().filter_map(|(clause, _)| ClauseView::of(book, clause)).collect(),
        schedules,
        structures: stakes::structures(book),
        decks: book.rules.face().decks().map(|decks| DecksView {
            least: decks.least,
            most: decks.most,
            usual: decks.usual,
        }),
        pays,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignQuery {
    schedule: String,
    structure: Option<Structure>,
    limit: Option<String>,
    blinds: Option<String>,
}

impl SignQuery {
    /// The notice of a schedule; for the table's own with what the table plays for.
    pub(super) fn of(schedule: String, spec: &Spec, is_own: bool) -> SignQuery {
        let pair =
            |pair: Option<(i64, i64)>| pair.filter(|_| is_own).map(|(low, high)| format!("{low}-{high}"));
        let structure = spec.structure.filter(|_| is_own);
        SignQuery { schedule, structure, limit: pair(spec.limit), blinds: pair(spec.blinds) }
    }

    /// What the notice says.
    pub(super) fn sign(&self, shelf: &Shelf, house: &str, game: &str) -> Result<Sign, ApiError> {
        let (book, schedule) = match posted(shelf, house, game, &self.schedule) {
            Ok(found) => found,
            // A notice of a book with errors is marked, not withheld, as far as it reads.
            Err(error) => {
                let despite = shelf.despite_faults();
                posted(&despite, house, game, &self.schedule).map_err(|_| error)?
            }
        };
        let stakes = self.stakes(&book, &schedule)?;
        Ok(Sign::at_table(&book, &schedule, &house_name(shelf, &book), stakes.as_ref()))
    }

    /// What the table plays for, in poker, if the question says all that its schedule leaves open.
    fn stakes(&self, book: &Book, schedule: &Schedule) -> Result<Option<Stakes>, ApiError> {
        let (limit, blinds) = (pair(self.limit.as_deref())?, pair(self.blinds.as_deref())?);
        // Without a table the notice names all limits of the schedule.
        if schedule.limit_to.is_some() && limit.is_none() {
            return Ok(None);
        }
        let is_told = self.structure.is_some() || limit.is_some() || blinds.is_some();
        let asked =
            Asked { schedule: Some(schedule), structure: self.structure, limit, blinds, ..Asked::default() };
        match Game::stakes(&book.rules, &asked) {
            Some(Err(fault)) if is_told => Err(ApiError::Bad(fault.to_string())),
            stakes => Ok(stakes.and_then(Result::ok)),
        }
    }
}

/// A shelf with the law packs that count: what a log keeps of a table's books has none, and the room's folder may have others
/// than the program.
pub(super) async fn with_laws(state: &AppState, shelf: &Shelf) -> Result<Shelf, ApiError> {
    let packs = state.hall.ask(|reply| Read::Law(LawRead::Packs(reply))).await?;
    Ok(packs.over(shelf))
}

/// A book and one of its schedules as a table opens under it.
fn posted(shelf: &Shelf, house: &str, game: &str, schedule: &str) -> Result<(Book, Schedule), ApiError> {
    let book = find(shelf, house, game)?;
    let found = shelf.table_schedule(&book, schedule);
    let schedule = found.map_err(|problem| ApiError::NotFound(problem.to_string()))?;
    Ok((book, schedule))
}

/// Two amounts in cents, written as 600-1200.
fn pair(text: Option<&str>) -> Result<Option<(Money, Money)>, ApiError> {
    let Some(text) = text else { return Ok(None) };
    let cents = |part: &str| part.parse::<u32>().ok().map(|cents| Money::cents(i64::from(cents)));
    let both = text.split_once('-').and_then(|(low, high)| Some((cents(low)?, cents(high)?)));
    both.map(Some)
        .ok_or_else(|| ApiError::Bad(format!("\"{text}\" is not two amounts in cents such as 600-1200")))
}

/// The notice that a table must post.
#[utoipa::path(
    get,
    path = "/books/{house}/{game}/sign.svg",
    tag = "books",
    params(("house" = String, Path, description = "The house, such as mortimers"), ("game" = String, Path, description = "The game, such as no-bust-6"), ("schedule" = String, Query, description = "The schedule"), ("structure" = Option<Structure>, Query, description = "The way of betting of a poker table"), ("limit" = Option<String>, Query, description = "The limit of a poker table in cents, such as 600-1200"), ("blinds" = Option<String>, Query, description = "The blinds of a poker table in cents, such as 300-600")),
    responses(
        (status = 200, description = "The notice", body = String, content_type = "image/svg+xml"),
        (status = 400, description = "The schedule does not go with these stakes", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn sign(
    State(state): State<AppState>,
    Path((house, game)): Path<(String, String)>,
    Query(query): Query<SignQuery>,
) -> Result<Response, ApiError> {
    notice(&with_laws(&state, &state.shelf).await?, &house, &game, &query)
}

/// The notice of a book on a shelf.
pub(super) fn notice(
    shelf: &Shelf,
    house: &str,
    game: &str,
    query: &SignQuery,
) -> Result<Response, ApiError> {
    let mut sign = query.sign(shelf, house, game)?;
    let id = BookId::new(house, game);
    if !errors_of(shelf, &id, Some(&query.schedule), Date::at(now().0)).is_empty() {
        sign.mark();
    }
    let svg = sign.write(Format::Svg);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
