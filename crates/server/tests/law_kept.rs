//! What the law has come to, round by round: a round that was taken back or voided is against nothing, and the lights read
//! only what was written since they were looked at or kept, at any age of the log.

mod felt;
mod forge;
mod house;
mod table;

use books::Shelf;
use client::Patron;
use felt::Felt;
use forge::{copied, faults, forge_checkpoint};
use house::{Folder, House, quiet};
use room::Spec;
use serde_json::{Value, json};
use server::KeptKey;
use server::law::{Finding, Watch};
use store::{Batch, Log, Reader, Sqlite, Stream};
use table::{Bank, Seated, post};

const BOOK: &str = "mortimers/no-bust-6";

fn found(folder: &Folder) -> Vec<Finding> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    Watch::over(&store, &Shelf::filed()).unwrap().findings()
}

/// The bank is taken, wagers are put down and the round begins.
async fn begun(felt: &mut Felt) {
    felt.say_for(0, json!({ "do": "take-bank", "stake": 20_000 })).await;
    for (place, spot) in [(1, 3), (2, 4)] {
        let put = json!({ "do": "put-wager", "spot": spot, "wager": { "base": 2_000 } });
        felt.say_for(place, put).await;
    }
    felt.deal(json!({ "do": "start" })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_was_taken_back_or_voided_is_against_no_rule() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    let floor = felt.floor.clone();
    // No notice hangs anywhere, so that every round is against the law. The first began too early.
    begun(&mut felt).await;
    felt.deal(json!({ "do": "take-back" })).await;
    felt.deal(json!({ "do": "start" })).await;
    for card in ["Ts", "9h"] {
        felt.deal(json!({ "do": "card", "card": card })).await;
    }
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    felt.done(&floor, "floor", void).await;
    // At another table a round counts.
    let table = house.table(&floor, &Spec { is_practice: false, ..house.quick(BOOK) }).await;
    Seated::two(&house, table, BOOK).await.play(Bank::Both, 1).await;
    let law: Value = floor.get("/api/law").await.unwrap();
    let report: Value = floor.get("/api/reports/law").await.unwrap();
    house.close().await;

    let all = found(&folder);
    let of = |of: u32| -> Vec<(bool, bool, u64, u64, bool)> {
        let own = all.iter().filter(|one| one.table == of && one.rule == "rates-posted");
        own.map(|one| {
            (one.is_taken_back, one.is_breach(), one.rounds, one.taken_back, one.until_ms.is_some())
        })
        .collect()
    };
    assert_eq!(of(felt.table as u32), [(true, false, 1, 1, true); 2], "{all:#?}");
    assert_eq!(of(table), [(false, true, 1, 0, false)], "{all:#?}");
    // The light says how the table is now; no round of it speaks.
    let lights = law["lights"].as_array().unwrap();
    let light =
        lights.iter().find(|one| one["table"] == felt.table && one["rule"] == "rates-posted").unwrap();
    assert_eq!((&light["rounds"], &light["round"]), (&json!(0), &Value::Null), "{light}");
    let rows = report["rows"].as_array().unwrap();
    let back = |row: &&Value| row[2] == felt.table && row[4] == "rates-posted" && row[11] == 1;
    assert_eq!(rows.iter().filter(back).count(), 2, "{report}");
    let taken_back = all.iter().filter(|one| one.is_taken_back).count();
    let notes = report["notes"].to_string();
    assert!(
        taken_back >= 2 && notes.contains(&format!("{taken_back} in rounds that were all taken back")),
        "{notes}"
    );
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_void_that_is_taken_back_leaves_the_round_as_it_was() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    let floor = felt.floor.clone();
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    let back = json!({ "do": "take-back" });
    let mut counted = Vec::new();
    for is_void_in_the_end in [false, true] {
        felt.begin().await;
        for card in ["Ts", "9h"] {
            felt.deal(json!({ "do": "card", "card": card })).await;
        }
        felt.done(&floor, "floor", void.clone()).await;
        felt.done(&floor, "floor", back.clone()).await;
        let law: Value = floor.get("/api/law").await.unwrap();
        let lights = law["lights"].as_array().unwrap();
        let light = lights.iter().find(|one| one["rule"] == "rates-posted").unwrap();
        counted.push(light["rounds"].as_u64().unwrap());
        if is_void_in_the_end {
            felt.done(&floor, "floor", void.clone()).await;
        }
        felt.finish().await;
    }
    let table = felt.table as u32;
    drop(felt);
    house.close().await;
    assert_eq!(counted, [1, 2], "the light is there again, and the round before still counts");
    let own = found(&folder).into_iter().filter(|one| one.table == table && one.rule == "rates-posted");
    let own: Vec<_> =
        own.map(|one| (one.is_taken_back, one.is_breach(), one.rounds, one.taken_back)).collect();
    assert_eq!(own, [(false, true, 2, 1)]);
    assert_eq!(faults(&folder), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_void_that_was_kept_is_taken_back_all_the_same() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    let floor = felt.floor.clone();
    // A notice hangs in the second round alone, so that what is found comes to lie at other places where it is kept.
    for notice in ["post", "take-down"] {
        felt.round().await;
        let table = json!({ "table": felt.table });
        assert_eq!(post(&floor, &format!("/api/law/notices/{notice}"), table).await.0, 200);
    }
    felt.begin().await;
    for card in ["Ts", "9h"] {
        felt.deal(json!({ "do": "card", "card": card })).await;
    }
    let void = json!({ "do": "report", "report": { "void": { "spot": null, "fees_returned": true } } });
    felt.done(&floor, "floor", void).await;
    house.close().await;

    let (shelf, key) = (Shelf::filed(), KeptKey::open(folder.path()).unwrap());
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut watch = Watch::taken_up(&store, &shelf, None).unwrap();
    watch.read_on(&store, &|| false).unwrap();
    let kept = watch.to_keep(&store, 1).unwrap().expect("something is new");
    let end = store.ending_at(kept.stream, kept.number).unwrap().unwrap();
    let checkpoints = vec![key.mark(&kept, &end)];
    store.append(&Batch { checkpoints, ..Batch::default() }).unwrap();
    drop(store);

    let house = House::open(quiet(&folder)).await;
    let floor = Patron { site: house.site, ..floor };
    felt.dealer.site = house.site;
    felt.done(&floor, "floor", json!({ "do": "take-back" })).await;
    house.close().await;
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let now = store.last_ms().unwrap().unwrap();
    let looked = |key: Option<&KeptKey>| {
        let mut watch = Watch::taken_up(&store, &shelf, key).unwrap();
        watch.read_on(&store, &|| false).unwrap();
        (watch.entries_read(), watch.now(now))
    };
    let ((read, kept), (whole, all)) = (looked(Some(&key)), looked(None));
    assert!(read < whole, "{read} of {whole} were read");
    assert_eq!(kept, all);
    let rounds: Vec<u64> =
        all.iter().filter(|one| one.rule == "rates-posted").map(|one| one.rounds).collect();
    assert_eq!(rounds, [1], "the round counts again, and those before it were another breach: {all:#?}");
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// How many entries of a log the law reads beyond what was read before.
fn entries_after(folder: &Folder, before: &[(Stream, u64)]) -> u64 {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let streams = store.streams().unwrap().into_iter().filter(|stream| *stream != Stream::LIBRARY);
    let count = |stream: Stream| {
        let known = before.iter().find(|(of, _)| *of == stream).map_or(0, |(_, number)| *number);
        store.entries(stream, known + 1, usize::MAX).unwrap().len() as u64
    };
    streams.map(count).sum()
}

fn tips(folder: &Folder) -> Vec<(Stream, u64)> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let streams = store.streams().unwrap();
    streams.into_iter().map(|stream| (stream, store.tip(stream).unwrap().number)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lights_read_only_what_was_written_since_they_were_kept() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let spec = Spec { is_practice: false, ..house.quick(BOOK) };
    let table = house.table(&floor, &spec).await;
    let closed = house.table(&floor, &spec).await;
    let company = json!({ "name": "Acme Props", "licence": "TPPP-1" });
    assert_eq!(post(&floor, "/api/companies", company).await.0, 200);
    let asked = json!({ "table": table, "rule": "help-line", "reason": "It fell down." });
    assert_eq!(post(&floor, "/api/law/overrides", asked).await.0, 200);
    assert_eq!(post(&floor, "/api/law/notices/post", json!({ "table": table })).await.0, 200);
    let mut seated = Seated::two(&house, table, BOOK).await;
    let badge = json!({ "person": seated.name(0), "badge": "A-7" });
    assert_eq!(post(&floor, "/api/companies/1/badges", badge).await.0, 200);
    seated.play(Bank::Both, 6).await;
    let close = json!({ "id": "close", "as": "floor", "command": { "do": "close" } });
    assert_eq!(post(&floor, &format!("/api/tables/{closed}/commands"), close).await.1["outcome"], "applied");
    house.close().await;

    // What the law has come to is kept with the room's mark.
    let (shelf, key) = (Shelf::filed(), KeptKey::open(folder.path()).unwrap());
    let before = tips(&folder);
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut watch = Watch::taken_up(&store, &shelf, Some(&key)).unwrap();
    assert_eq!(watch.entries_read(), 0, "nothing was kept so far");
    watch.read_on(&store, &|| false).unwrap();
    let whole = watch.entries_read();
    assert_eq!(whole, entries_after(&folder, &[]));
    assert!(watch.to_keep(&store, whole + 1).unwrap().is_none(), "it is not time for it");
    let kept = watch.to_keep(&store, whole).unwrap().expect("it is time");
    assert!(watch.to_keep(&store, 1).unwrap().is_none(), "nothing is new");
    let end = store.ending_at(kept.stream, kept.number).unwrap().unwrap();
    let checkpoints = vec![key.mark(&kept, &end)];
    store.append(&Batch { checkpoints, ..Batch::default() }).unwrap();
    drop(store);

    // More rounds: whoever looks reads them alone, and sees what whoever reads all of it sees.
    let house = House::open(quiet(&folder)).await;
    seated.moved_to(&house);
    seated.play(Bank::Both, 3).await;
    house.close().await;
    let new = entries_after(&folder, &before);
    assert!(new > 0 && new < whole, "{new} of {whole}");
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let now = store.last_ms().unwrap().unwrap();
    let mut all = Watch::over(&store, &shelf).unwrap();
    let looked = |key: Option<&KeptKey>| {
        let mut watch = Watch::taken_up(&store, &shelf, key).unwrap();
        watch.read_on(&store, &|| false).unwrap();
        (watch.entries_read(), watch.now(now))
    };
    assert_eq!(looked(Some(&key)), (new, all.now(now)));
    assert!(!all.now(now).is_empty(), "an override is a light as well");
    assert_eq!(looked(None), (whole + new, all.now(now)), "without the room's key nothing kept counts");
    all.read_on(&store, &|| false).unwrap();
    assert_eq!(all.entries_read(), whole + new, "nothing is read twice");
    drop(store);

    // What somebody else wrote there decides nothing.
    let forged = copied(&folder);
    forge_checkpoint(&forged, Stream::LIBRARY, &|kept| kept["last_ms"] = json!(0));
    let store = Sqlite::open_read_only(forged.path()).unwrap();
    let mut watch = Watch::taken_up(&store, &shelf, Some(&key)).unwrap();
    watch.read_on(&store, &|| false).unwrap();
    assert_eq!(watch.entries_read(), whole + new);
    drop(store);
    assert_eq!(faults(&folder), Vec::<String>::new());

    // Over the interface: a second look reads what came since the first, whatever the age of the log.
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let read = async || {
        let _: Value = floor.get("/api/law").await.unwrap();
        let text = floor.ask(client::Ask::get("/metrics")).await.unwrap().body;
        let line = text.lines().find(|line| line.starts_with("cardroom_law_entries_read_total")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let first = read().await;
    assert!(first < whole, "{first} of {}", whole + new);
    assert_eq!(read().await, first, "nothing was written since");
    assert_eq!(post(&floor, "/api/law/notices/take-down", json!({ "table": table })).await.0, 200);
    let third = read().await;
    assert!((1..10).contains(&(third - first)), "{third} and {first}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_is_passed_over_and_nobody_reads_on_for_whoever_has_left() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let practice = house.table(&floor, &house.quick(BOOK)).await;
    house.table(&floor, &Spec { is_practice: false, ..house.quick(BOOK) }).await;
    drop(house.player(practice, BOOK, 1).await);
    house.close().await;
    let (shelf, store) = (Shelf::filed(), Sqlite::open_read_only(folder.path()).unwrap());
    let of_practice = store.entries(Stream(practice), 1, usize::MAX).unwrap().len() as u64;
    assert!(of_practice > 1);
    let whole = Watch::over(&store, &shelf).unwrap().entries_read();
    assert_eq!(whole, entries_after(&folder, &[]) - (of_practice - 1), "how it was opened is enough");
    let mut watch = Watch::taken_up(&store, &shelf, None).unwrap();
    watch.read_on(&store, &|| true).unwrap();
    assert!(watch.entries_read() < whole);
    watch.read_on(&store, &|| false).unwrap();
    assert_eq!(watch.entries_read(), whole, "it goes on where it ended");
}
