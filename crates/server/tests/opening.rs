//! Which tables open: a book with errors opens none but for practice, unless the floor says so and it is logged; one
//! bad book keeps no room shut; a table with hours is told by which clock the house lives, and whoever opens it outside
//! of them is warned; a notice of a book with errors says that it is not to be posted; a new password is in the log.

mod house;

use std::fs;
use std::sync::Arc;

use books::{Shelf, Zone};
use client::{Ask, Patron};
use house::{Folder, House, quiet};
use room::Spec;
use serde_json::{Value, json};
use server::password;
use store::{Batch, Entry, Log, Reader, Sqlite, Stream};

const BOOK: &str = "mortimers/no-bust-6";

/// The filed books, with one text of one of them replaced.
fn changed(folder: &Folder, from: &str, to: &str) -> Shelf {
    let mut shelf = Shelf::filed();
    let text = shelf.file(&format!("{BOOK}.toml")).unwrap().text.clone();
    assert!(text.contains(from), "{BOOK} has no {from}");
    fs::create_dir_all(folder.path().join("mortimers")).unwrap();
    fs::write(folder.path().join(format!("{BOOK}.toml")), text.replace(from, to)).unwrap();
    shelf.add_folder(folder.path()).unwrap();
    shelf
}

/// The filed books, with a text of one of their files replaced once.
fn changed_file(folder: &Folder, path: &str, from: &str, to: &str) -> Shelf {
    let mut shelf = Shelf::filed();
    let text = shelf.file(path).unwrap().text.clone();
    assert!(text.contains(from), "{path} has no {from}");
    let file = folder.path().join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text.replacen(from, to, 1)).unwrap();
    shelf.add_folder(folder.path()).unwrap();
    shelf
}

async fn open(floor: &Patron, spec: &Spec) -> (u16, Value) {
    let reply = floor.ask(Ask::post("/api/tables", &json!(spec))).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_of_the_check_refuse_a_table_unless_the_floor_overrides_them() {
    let (folder, shelves) = (Folder::new(), Folder::new());
    let shelf = changed(&shelves, "rounds                 = 2", "rounds                 = 3");
    let house = House::open_with(shelf, quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { schedule: Some("2".to_owned()), ..Spec::of(BOOK) };
    let (status, told) = open(&floor, &spec).await;
    assert_eq!(status, 400);
    let told = told["error"].as_str().unwrap();
    assert!(told.contains("one person may bank 3 rounds running [bank-rotates"), "{told}");

    let practice = Spec { is_practice: true, ..spec.clone() };
    assert_eq!(open(&floor, &practice).await.0, 200, "a practice table is no table of the house");
    let sound = Spec { is_practice: false, ..house.quick("mortimers/double-hand") };
    let (status, opened) = open(&floor, &sound).await;
    assert_eq!(status, 200, "another book is in order: {opened}");
    let overridden = Spec { despite_errors: true, ..spec };
    let (status, opened) = open(&floor, &overridden).await;
    assert_eq!(status, 200, "{opened}");
    let person = floor.person;
    house.close().await;

    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let logged = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let entry = logged.iter().map(|one| serde_json::from_str::<Value>(&one.entry.body).unwrap());
    let overrides: Vec<Value> = entry.filter(|entry| !entry["despite"].is_null()).collect();
    assert_eq!(overrides.len(), 1, "{overrides:?}");
    assert_eq!((&overrides[0]["table"], &overrides[0]["by"]), (&opened["table"], &json!(person)));
    assert!(overrides[0]["despite"][0].as_str().unwrap().contains("bank-rotates"), "{overrides:?}");
}

/// A table under each of two schedules, told so, with the override and for practice: which of them open.
async fn opened(floor: &Patron, bad: &str, good: &str) -> ([u16; 4], String) {
    let of = |handle: &str| Spec { schedule: Some(handle.to_owned()), ..Spec::of(BOOK) };
    let (refused, told) = open(floor, &of(bad)).await;
    let despite = open(floor, &Spec { despite_errors: true, ..of(bad) }).await.0;
    let practice = open(floor, &Spec { is_practice: true, ..of(bad) }).await.0;
    let (other, _) = open(floor, &of(good)).await;
    ([refused, despite, practice, other], told["error"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_schedule_is_closed_alone_and_the_override_opens_what_reads() {
    const RATES: &str = "mortimers/rates/no-bust-6.toml";
    // A sixth rate: against the law, but it can be charged.
    let (from, to) = (
        "  { from = \"$201\", fee = \"$2\" },",
        "  { from = \"$201\", to = \"$300\", fee = \"$2\" },\n  { from = \"$301\", fee = \"$3\" },",
    );
    let (folder, shelves) = (Folder::new(), Folder::new());
    let house = House::open_with(changed_file(&shelves, RATES, from, to), quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let (opened_so, told) = opened(&floor, "1", "2").await;
    assert!(told.contains("6 rates at one table limit, where the law allows 5"), "{told}");
    assert!(told.contains("despite"), "{told}");
    assert_eq!(opened_so, [400, 200, 200, 200], "schedule 1 is closed alone, and the override opens it");
    let sign = |schedule: &str| format!("/api/books/{BOOK}/sign.svg?schedule={schedule}");
    for (schedule, is_marked) in [("1", true), ("2", false)] {
        let notice = floor.ask(Ask::get(&sign(schedule))).await.unwrap();
        assert_eq!(notice.status, 200, "schedule {schedule}");
        assert_eq!(notice.body.contains("NOT TO BE POSTED"), is_marked, "schedule {schedule}");
    }
    // What was opened despite its errors is there after a restart.
    house.close().await;
    let house = House::open_with(changed_file(&shelves, RATES, from, to), quiet(&folder)).await;
    assert_eq!(books_open(&house).await, [BOOK; 3]);
    house.close().await;

    // A row that makes no sense: it opens for nobody, and no override is promised; the others open.
    let (from, to) = ("player_fee = \"$0.25\"", "player_fee = \"$0.25\"\nhalf_hour = \"$2\"");
    let (folder, shelves) = (Folder::new(), Folder::new());
    let house = House::open_with(changed_file(&shelves, RATES, from, to), quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let (opened_so, told) = opened(&floor, "1", "2").await;
    assert!(!told.contains("despite"), "{told}");
    assert_eq!(opened_so, [400, 400, 400, 200], "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hours_that_cannot_be_read_are_not_forgotten() {
    let (folder, shelves) = (Folder::new(), Folder::new());
    let shelf = changed_file(&shelves, "players-club/house.toml", "manager", "manger");
    let house = House::open_with(shelf, quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { schedule: Some("3-6".to_owned()), ..Spec::of("players-club/holdem") };
    for spec in [spec.clone(), Spec { despite_errors: true, ..spec.clone() }] {
        let (status, told) = open(&floor, &spec).await;
        assert_eq!(status, 400, "{told}");
        assert!(told["error"].as_str().unwrap().contains("manger"), "{told}");
    }
    let practice = Spec { is_practice: true, ..spec };
    assert_eq!(open(&floor, &practice).await.0, 200, "a practice table has no hours");
    house.close().await;

    // A house that speaks of no hours opens with the override.
    let (folder, shelves) = (Folder::new(), Folder::new());
    let shelf = changed_file(&shelves, "mortimers/house.toml", "name", "nmae");
    let house = House::open_with(shelf, quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { schedule: Some("2".to_owned()), despite_errors: true, ..Spec::of(BOOK) };
    assert_eq!(open(&floor, &spec).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_table_is_told_can_be_had() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let schedule = Some("10".to_owned());
    let spec = Spec { schedule, buy_in_most: Some(1), ..Spec::of("marina/holdem") };
    let (status, told) = open(&floor, &spec).await;
    assert_eq!(
        (status, told["error"].as_str().map(|what| what.contains("largest buy-in"))),
        (400, Some(true))
    );
    let schedule = Some("3".to_owned());
    let limit = Some((600, 1_200));
    let spec = Spec { schedule, limit, is_practice: true, ..Spec::of("pinnacle/holdem") };
    for (blinds, status) in [((9_900, 100), 400), ((0, 0), 400), ((300, 600), 200)] {
        let spec = Spec { blinds: Some(blinds), ..spec.clone() };
        let (found, told) = open(&floor, &spec).await;
        assert_eq!(found, status, "{blinds:?}: {told}");
        let query = format!("schedule=3&limit=600-1200&blinds={}-{}", blinds.0, blinds.1);
        let notice = floor.ask(Ask::get(&format!("/api/books/pinnacle/holdem/sign.svg?{query}"))).await;
        assert_eq!(notice.unwrap().status, status, "{blinds:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_cannot_sit_are_paid_nothing_and_are_told_of() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let bots = async |most: Option<i64>| {
        let mut spec = json!(Spec { is_practice: true, buy_in_most: most, ..house.quick(BOOK) });
        spec["bots"] = json!(3);
        let opened: Value = floor.post("/api/tables", &spec).await.unwrap();
        let table = opened["table"].as_u64().unwrap();
        let view: Value = floor.get(&format!("/api/tables/{table}")).await.unwrap();
        let people = view["view"]["people"].as_array().unwrap().clone();
        people.into_iter().map(|one| one["stack"].as_i64().unwrap()).collect::<Vec<i64>>()
    };
    let seated = bots(None).await;
    assert_eq!(seated.len(), 3);
    assert_eq!(bots(Some(20_000)).await, [20_000; 3], "they bring what the table takes");
    let cage = house.staff("cage").await;
    let chips: Value = cage.get("/api/cage").await.unwrap();
    assert_eq!(chips["play"]["out"].as_i64().unwrap(), seated.iter().sum::<i64>() + 3 * 20_000, "{chips}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_the_house_needs_a_filed_schedule() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let stakes =
        Spec { limit: Some((300, 600)), blinds: Some((300, 300)), ..Spec::of("players-club/holdem") };
    for spec in [stakes.clone(), Spec::of("marina/double-hand")] {
        let (status, told) = open(&floor, &spec).await;
        assert_eq!(status, 400, "{told}");
        let told = told["error"].as_str().unwrap();
        assert!(told.starts_with("a table of the house opens under a schedule"), "{told}");
        let despite = Spec { despite_errors: true, ..spec.clone() };
        assert_eq!(open(&floor, &despite).await.0, 400, "no override opens it");
    }
    let practice = Spec { is_practice: true, ..stakes };
    let (status, opened) = open(&floor, &practice).await;
    assert_eq!(status, 200, "{opened}");
    let lobby: Value = house.site.ask(&Ask::get("/api/lobby")).await.unwrap().json().unwrap();
    let row = lobby["tables"].as_array().unwrap().iter().find(|row| row["table"] == opened["table"]);
    assert_eq!(row.unwrap()["collection"], "The blind of each hand is the fee.");
}

async fn books_open(house: &House) -> Vec<String> {
    let reply = house.site.ask(&Ask::get("/api/lobby")).await.unwrap();
    let lobby: Value = reply.json().unwrap();
    let tables = lobby["tables"].as_array().unwrap().iter();
    tables.map(|row| row["book"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_bad_book_keeps_no_room_shut() {
    let (folder, shelves) = (Folder::new(), Folder::new());
    let broken = changed(&shelves, "[book]", "[book");
    let mut config = quiet(&folder);
    config.practice = None;
    let room = server::open(Arc::new(broken.clone()), config.clone())
        .await
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(room.closed.len(), 1, "{:?}", room.closed);
    assert!(room.closed[0].starts_with(BOOK), "{:?}", room.closed);
    drop(room);

    // A table whose log does not play again stays closed; the others resume, also if their book is bad by now.
    let folder = Folder::new();
    let other = "mortimers/holdem";
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    for book in [BOOK, other] {
        house.table(&floor, &house.quick(book)).await;
    }
    house.close().await;
    let entry = Entry {
        stream: Stream(3),
        first: 1,
        count: 1,
        at_ms: 0,
        by: "house".to_owned(),
        id: None,
        body: "{}".to_owned(),
        transfers: Vec::new(),
    };
    let batch = Batch { entries: vec![entry], ..Batch::default() };
    Sqlite::open(folder.path()).unwrap().append(&batch).unwrap();
    let house = House::open_with(broken, quiet(&folder)).await;
    assert_eq!(
        books_open(&house).await,
        [BOOK, other, ""],
        "a table whose opening cannot be read has no book"
    );
    let floor = house.staff("floor").await;
    let said = json!({ "id": "a", "as": "floor", "command": { "do": "pause" } });
    let answer: Value = floor.post("/api/tables/3/commands", &said).await.unwrap();
    assert!(answer["what"].as_str().unwrap().starts_with("table 3 is set aside: "), "{answer}");
    assert_eq!(house.table(&floor, &house.quick(other)).await, 4, "its number is not given again");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_hours_is_told_the_clock_of_its_house() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { schedule: Some("3-6".to_owned()), ..Spec::of("players-club/holdem") };
    for (spec, expected) in [(spec.clone(), 1), (Spec { is_practice: true, ..spec }, 0)] {
        let table = house.table(&floor, &spec).await;
        for id in ["a", "b"] {
            let command = json!({ "do": "rule", "words": "The clock is right", "clause": "" });
            let said = json!({ "id": format!("{table} {id}"), "as": "floor", "command": command });
            let path = format!("/api/tables/{table}/commands");
            let answer: Value = floor.post(&path, &said).await.unwrap();
            assert_eq!(answer["outcome"], "applied", "{answer}");
        }
        let auditor = house.staff("auditor").await;
        let log: Value = auditor.get(&format!("/api/tables/{table}/log")).await.unwrap();
        let bodies = log["entries"].as_array().unwrap().iter().map(|entry| entry["body"].as_str().unwrap());
        let told: Vec<&str> = bodies.filter(|body| body.contains("zone-set")).collect();
        assert_eq!(told.len(), expected, "{told:?}");
        let zone: Zone = "America/Los_Angeles".parse().unwrap();
        let at = log["entries"][0]["at"].as_i64().unwrap();
        let minutes = format!("\"minutes\":{}", zone.minutes_at(at));
        assert!(told.iter().all(|body| body.contains(&minutes)), "{told:?}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_opens_a_table_outside_of_its_hours_is_warned() {
    let (folder, shelves) = (Folder::new(), Folder::new());
    // The house deals only on the day after tomorrow, whatever day it is.
    let mut shelf = Shelf::filed();
    let text = shelf.file("players-club/house.toml").unwrap().text.clone();
    let zone: Zone = "America/Los_Angeles".parse().unwrap();
    let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    let days = (at / 60_000 + i64::from(zone.minutes_at(at))).div_euclid(24 * 60);
    // The first day of 1970 was a Thursday.
    let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
    let day = names[(days + 2).rem_euclid(7) as usize];
    let hours = "schedule = \"3-6\"\n";
    assert!(text.contains(hours), "the house has hours for this schedule");
    let changed = text.replacen(hours, &format!("{hours}first = \"{day}\"\nlast = \"{day}\"\n"), 1);
    fs::create_dir_all(shelves.path().join("players-club")).unwrap();
    fs::write(shelves.path().join("players-club/house.toml"), changed).unwrap();
    shelf.add_folder(shelves.path()).unwrap();
    let house = House::open_with(shelf, quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec =
        Spec { schedule: Some("3-6".to_owned()), despite_errors: true, ..Spec::of("players-club/holdem") };
    let (status, opened) = open(&floor, &spec).await;
    assert_eq!(status, 200, "{opened}");
    let warning = opened["warnings"][0].as_str().unwrap_or_else(|| panic!("no warning: {opened}"));
    assert!(warning.contains("no hand begins now [") && warning.ends_with(']'), "{warning}");
    let (_, practice) = open(&floor, &Spec { is_practice: true, ..spec }).await;
    assert_eq!(practice["warnings"], json!([]), "practice tables have no hours");
    house.close().await;
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let logged = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    assert!(logged.iter().any(|one| one.entry.body.contains("no hand begins now")), "the log says so");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_of_a_book_with_errors_is_marked() {
    let (folder, shelves) = (Folder::new(), Folder::new());
    let shelf = changed(&shelves, "rounds                 = 2", "rounds                 = 3");
    let house = House::open_with(shelf, quiet(&folder)).await;
    for (book, is_marked) in [(BOOK, true), ("marina/no-bust-buster", false)] {
        let path = format!("/api/books/{book}/sign.svg?schedule=2");
        let reply = house.site.ask(&Ask::get(&path)).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(reply.body.contains("NOT TO BE POSTED"), is_marked, "{book}");
    }
    house.close().await;
}

/// The passwords that the house's log says were set.
fn passwords_set(folder: &Folder) -> Vec<Value> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let logged = store.entries(Stream::HOUSE, 1, usize::MAX).unwrap();
    let entries = logged.iter().map(|one| serde_json::from_str::<Value>(&one.entry.body).unwrap());
    entries.filter(|entry| entry.to_string().contains("password")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_password_is_noted_without_the_secret() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    house.close().await;
    assert_eq!(passwords_set(&folder), Vec::<Value>::new());
    password::set(&folder.path().into(), "floor", "a long new secret").unwrap();
    password::set(&folder.path().into(), "floor", "another new secret").unwrap();
    let house = House::open(quiet(&folder)).await;
    let told = passwords_set(&folder);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|entry| entry["name"] == "floor" && entry["set_ms"].as_i64() > Some(0)));
    assert!(
        !told.iter().any(|entry| entry.to_string().contains("secret") || entry.to_string().contains('$'))
    );
    // It is noted once, and the roles are what they were.
    let floor = Patron::login(house.site, "floor", "another new secret").await.unwrap();
    let me: Value = floor.get("/api/floor").await.unwrap();
    assert!(me["tables"].is_array());
    house.close().await;
    let house = House::open(quiet(&folder)).await;
    house.close().await;
    assert_eq!(passwords_set(&folder).len(), 2);
}

/// The list of The Players Club's filing at live tables: what it offers opens, and no other limit, structure or unit of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_house_lists_is_opened_and_nothing_else() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let open = async |game: &str, schedule: &str, more: Value| {
        let mut spec = json!({ "book": format!("players-club/{game}"), "schedule": schedule });
        spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = floor.ask(Ask::post("/api/tables", &spec)).await.unwrap();
        (reply.status, reply.body)
    };
    let none = || json!({});
    let blinds = || json!({ "blinds": [100, 200], "buy_in_least": 10_000 });
    for (game, schedule, more) in [
        ("holdem", "3-6", none()),
        ("holdem", "no-limit", blinds()),
        ("omaha", "3-6", none()),
        ("lazy-pineapple", "3-6", none()),
        ("crazy-pineapple", "3-6", none()),
        ("pan", "pan-2", none()),
    ] {
        let (status, told) = open(game, schedule, more).await;
        assert_eq!(status, 200, "{game} {schedule}: {told}");
    }
    let other = || json!({ "limit": [400, 800] });
    for (game, schedule, more, why) in [
        ("holdem", "3-6", other(), "not on the house's list"),
        ("omaha", "3-6", other(), "not on the house's list"),
        ("lazy-pineapple", "3-6", other(), "not on the house's list"),
        ("crazy-pineapple", "3-6", other(), "not on the house's list"),
        ("holdem", "no-limit", none(), "must be told its blinds"),
        ("omaha", "no-limit", blinds(), "no schedule"),
        ("pan", "pan-5", none(), "no schedule"),
        ("omaha-8", "3-6", none(), "keeps this game or schedule closed"),
        ("pineapple", "3-6", none(), "keeps this game or schedule closed"),
        ("lowball-ace-to-five", "3-6", none(), "keeps this game or schedule closed"),
    ] {
        let (status, told) = open(game, schedule, more).await;
        assert_eq!(status, 400, "{game} {schedule}: {told}");
        assert!(told.contains(why), "{game} {schedule}: {told}");
    }
    house.close().await;
}
