//! No message to anybody contains a card that they may not know, nor a seed before its time: checked on what was
//! sent, against what the full log says afterwards.

mod coached;
mod house;
mod knowledge;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ::books::{Money, Rules};
use client::{Ask, Heard, Outcome, Patron, Player, Seat};
use games::round::Choice;
use games::{Party, poker};
use house::{Folder, House, books, quiet};
use knowledge::{Filed, Log, Reader, Secret, Sent, Way, plants};
use room::{Command, LastingShoe, Spec, TableId, TableView};
use serde_json::Value;
use server::journal::TableEntry;
use store::{Reader as _, Sqlite, Stream};

const ROUNDS: u64 = 25;
/// So many leaks of each kind are planted by each way at each table.
const PLANTS: usize = 24;
/// So often each player asks the coach.
const COACHED: usize = 3;

type Record = Arc<Mutex<Vec<Sent>>>;

fn note(record: &Record, viewer: Option<u32>, way: Way, raw: &str) {
    let viewer = viewer.map(u64::from);
    record.lock().unwrap().push(Sent { viewer, way, raw: raw.to_owned() });
}

fn is_enough(view: &TableView) -> bool {
    view.round_number > ROUNDS
}

/// Anything that is offered, where it needs no further thought: so play goes where no sensible player goes.
fn anything(view: &TableView, turn: u64) -> Option<Command> {
    let offers = &view.round.as_ref()?.offers;
    let is_plain = |choice: &Choice| match choice {
        Choice::Blackjack(_) | Choice::ThreeCard(_) | Choice::Pan(_) => true,
        Choice::Poker(choice) => matches!(
            choice,
            poker::Choice::Check | poker::Choice::Call | poker::Choice::Show | poker::Choice::Muck
        ),
        Choice::DoubleHand(_) => false,
    };
    let plain: Vec<_> = offers.iter().filter(|offer| is_plain(&offer.choice)).collect();
    let offer = plain.get((turn as usize * 7 + 3) % plain.len().max(1))?;
    Some(Command::Choose { who: Some(offer.who), choice: offer.choice })
}

/// Something that is hardly ever allowed, so that refusals are heard too.
fn forbidden(turn: u64) -> Command {
    match turn % 4 {
        0 => Command::Look { natural: true },
        1 => Command::Card { card: None },
        2 => Command::TakeBank { stake: Money::cents(1) },
        _ => Command::Choose { who: Some(Party::BANK), choice: Choice::Poker(poker::Choice::Check) },
    }
}

/// Plays on, now sensibly and now not, and notes every message and what can be looked at in between.
async fn play(mut player: Player, patron: Patron, table: TableId, record: Record) {
    let person = player.seat.person;
    let book = player.seat.view.book.clone();
    let (mut turn, mut coached) = (0_u64, 0);
    note(&record, person, Way::Socket, &player.seat.raw);
    while !is_enough(&player.seat.view) {
        turn += 1;
        let view = &player.seat.view;
        let strange = match turn % 15 {
            7 => Some(forbidden(turn / 15)),
            0 | 3 | 6 | 9 | 12 => anything(view, turn),
            _ => None,
        };
        let Some(command) = strange.clone().or_else(|| player.decide()) else {
            player.seat.hear().await.unwrap_or_else(|fault| panic!("{book}: {fault}"));
            note(&record, person, Way::Socket, &player.seat.raw);
            continue;
        };
        if turn.is_multiple_of(10) {
            look(&patron, table, player.seat.view.round_number, &record).await;
        }
        if strange.is_none() && coached < COACHED && is_asked(&player.seat.view) {
            coached += 1;
            let answer = patron.ask(Ask::get(&format!("/api/tables/{table}/coach"))).await.unwrap();
            assert_eq!(answer.status, 200, "{book}: {}", answer.body);
            note(&record, person, Way::Coach, &answer.body);
        }
        let based_on = player.seat.view.number;
        player.seat.say(&format!("{table} {turn}"), based_on, &command).await.unwrap();
        let answer = loop {
            let heard = player.seat.hear().await.unwrap_or_else(|fault| panic!("{book}: {fault}"));
            note(&record, person, Way::Socket, &player.seat.raw);
            if let Heard::Answer(answer) = heard {
                break answer;
            }
        };
        let is_late = answer.number > based_on;
        let is_fair = answer.outcome == Outcome::Applied || is_late || turn % 15 == 7;
        assert!(is_fair, "{book}: {command:?}: {answer:?}");
        while player.seat.view.number < answer.number {
            player.seat.hear().await.unwrap_or_else(|fault| panic!("{book}: {fault}"));
            note(&record, person, Way::Socket, &player.seat.raw);
        }
    }
}

/// Whether this player is asked something in a round.
fn is_asked(view: &TableView) -> bool {
    view.round.as_ref().is_some_and(|round| round.offers.iter().any(|offer| offer.who != Party::DEALER))
}

/// Looks at the table by plain requests; the round that is on is not among the finished ones.
async fn look(patron: &Patron, table: TableId, round: u64, record: &Record) {
    let ask = async |path: String| patron.ask(Ask::get(&path)).await.unwrap();
    let person = Some(patron.person);
    note(record, person, Way::View, &ask(format!("/api/tables/{table}")).await.body);
    for list in [format!("/api/tables/{table}/rounds"), "/api/lobby".to_owned()] {
        note(record, person, Way::List, &ask(list).await.body);
    }
    let reply = ask(format!("/api/tables/{table}/rounds/{round}")).await;
    let way = if reply.status == 200 { Way::Round } else { Way::List };
    note(record, person, way, &reply.body);
}

/// Somebody at the rail, without a name, over a WebSocket.
async fn rail(mut seat: Seat, record: Record) {
    note(&record, None, Way::Rail, &seat.raw);
    while !is_enough(&seat.view) {
        seat.hear().await.unwrap();
        note(&record, None, Way::Rail, &seat.raw);
    }
}

/// Somebody with a name but without a seat, by server-sent events.
async fn watch(guest: Patron, table: TableId, record: Record) {
    let mut stream = guest.watch(&format!("/api/tables/{table}/stream")).await.unwrap();
    loop {
        let line = stream.line().await.unwrap().expect("the stream goes on");
        let Some(raw) = line.trim_end().strip_prefix("data: ") else { continue };
        note(&record, Some(guest.person), Way::Stream, raw);
        let message: Value = serde_json::from_str(raw).unwrap();
        if message["view"]["round_number"].as_u64().unwrap() > ROUNDS {
            return;
        }
    }
}

/// An auditor, who reads the log again and again, also while rounds are on.
async fn audit(auditor: Patron, table: TableId, record: Record, lasts: bool) {
    let mut from = 1;
    let mut began = 0;
    let mut during = 0;
    let mut is_over = false;
    while began < ROUNDS && !is_over {
        let reply = auditor.ask(Ask::get(&format!("/api/tables/{table}/log?from={from}"))).await.unwrap();
        let log: Value = reply.json().unwrap();
        for entry in log["entries"].as_array().unwrap() {
            from = entry["first"].as_u64().unwrap() + entry["count"].as_u64().unwrap();
            let events = events_of(entry["body"].as_str().unwrap());
            began += events.iter().filter(|event| event["event"] == "round-began").count() as u64;
        }
        // What was on when this came was on, or not yet begun, when the log was read.
        let seen = auditor.ask(Ask::get(&format!("/api/tables/{table}"))).await.unwrap();
        note(&record, Some(auditor.person), Way::View, &seen.body);
        let seen: Value = seen.json().unwrap();
        let before = seen["view"]["number"].as_u64().unwrap();
        note(&record, Some(auditor.person), Way::Log { before }, &reply.body);
        during += u64::from(seen["view"]["phase"] == "playing");
        // Nobody reads of a shoe from which cards are still to come.
        is_over = lasts && seen["view"]["round_number"].as_u64().unwrap() > ROUNDS;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(during > 0, "table {table}: the log was never read during a round");
}

fn events_of(body: &str) -> Vec<Value> {
    let body: Value = serde_json::from_str(body).unwrap();
    let entry = body.as_object().unwrap().values().next().unwrap();
    entry["events"].as_array().unwrap().clone()
}

/// A table of one book with everybody who can look at it; gives back what was sent.
async fn spied_on(
    house: Arc<House>,
    table: TableId,
    book: String,
    staff: Vec<Patron>,
    lasts: bool,
) -> Vec<Sent> {
    let record = Record::default();
    let seat = Seat::open(house.site, table, None, None).await.unwrap();
    let mut tasks = vec![tokio::spawn(rail(seat, Arc::clone(&record)))];
    let guest = Patron::guest(house.site, "Wendy").await.unwrap();
    tasks.push(tokio::spawn(watch(guest.clone(), table, Arc::clone(&record))));
    tasks.push(tokio::spawn(audit(staff[0].clone(), table, Arc::clone(&record), lasts)));
    let mut readers = vec![guest];
    for place in [1, 3, 5] {
        let patron = Patron::guest(house.site, "Sam").await.unwrap();
        let mut player = house.seated(&patron, table, &book, place).await;
        // Some speak for themselves, for others the house does.
        player.gives_words = place != 5 && (lasts || table.is_multiple_of(2));
        readers.push(patron.clone());
        tasks.push(tokio::spawn(play(player, patron, table, Arc::clone(&record))));
    }
    for task in tasks {
        task.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    }
    let auditor = staff[0].person;
    // The coach speaks to those who play; one of them is enough to look back on the first round they were in.
    let mut looks_back = readers.get(1).map(|reader| reader.person);
    // Finished rounds, as each of them and the staff may read them later.
    readers.extend(staff);
    let is_poker = matches!(house.rules(&book), Rules::Poker(_));
    for reader in &readers {
        for round in [1, 2, ROUNDS / 2, ROUNDS] {
            let path = format!("/api/tables/{table}/rounds/{round}");
            let reply = reader.ask(Ask::get(&path)).await.unwrap();
            assert_eq!(reply.status, 200, "{book}: {}", reply.body);
            let way = if reader.person == auditor { Way::Audited } else { Way::Round };
            check_proof(&book, way, &reply.body, lasts && round == ROUNDS);
            note(&record, Some(reader.person), way, &reply.body);
            if looks_back == Some(reader.person) && took_part(&reply.body, reader.person) {
                looks_back = None;
                let reply = reader.ask(Ask::get(&format!("{path}/coach"))).await.unwrap();
                assert_eq!(reply.status, 200, "{book}: {}", reply.body);
                note(&record, Some(reader.person), Way::Review, &reply.body);
            }
            if is_poker {
                let reply = reader.ask(Ask::get(&format!("{path}.phh"))).await.unwrap();
                note(&record, Some(reader.person), Way::Phh { round }, &reply.body);
            }
        }
        for list in ["/api/floor", "/api/cage"] {
            let reply = reader.ask(Ask::get(list)).await.unwrap();
            note(&record, Some(reader.person), Way::List, &reply.body);
        }
    }
    assert_eq!(looks_back, None, "{book}: nobody looked back");
    std::mem::take(&mut *record.lock().unwrap())
}

/// Whether somebody had money in the round that a record tells of: who sat down late was in none yet.
fn took_part(round: &str, person: u32) -> bool {
    let round: Value = serde_json::from_str(round).unwrap();
    let views = round["views"].as_array().unwrap().iter();
    views.flat_map(|view| view["round_people"].as_array().unwrap()).any(|one| one["person"] == person)
}

/// An auditor gets the seeds of every round but of the shoe in use; everybody else is told that they are the auditor's.
fn check_proof(book: &str, way: Way, round: &str, is_in_shoe: bool) {
    let round: Value = serde_json::from_str(round).unwrap();
    let has_seeds = !round["seeds"].as_array().unwrap().is_empty();
    let is_audited = way == Way::Audited;
    assert!(has_seeds == is_audited || (is_in_shoe && !has_seeds), "{book}: {way:?}");
    assert_eq!(round["is_for_auditor"], true, "{book}");
    assert!(!round["deck"].as_array().unwrap().is_empty(), "{book}: a shuffle without a deck");
}

/// What a reader makes of the records of finished rounds who knows docs/shuffle.md and everything that was sent: the
/// cards that were shown are proven, all of them and no others, and nothing else can be recovered. Gives how many
/// cards were proven and how many leaks were planted and found.
fn read_proofs(book: &str, record: &[Sent], log: &Log) -> (usize, usize) {
    let in_order = log.in_order();
    let (mut proven, mut planted) = (0, 0);
    let mut seen = BTreeSet::new();
    for sent in record.iter().filter(|sent| sent.way == Way::Round) {
        let told: Value = serde_json::from_str(&sent.raw).unwrap();
        // Whoever reads the same record again learns nothing new.
        if !seen.insert((sent.viewer, told["round"].as_u64())) {
            continue;
        }
        let mut reader = Reader::of(&sent.raw, &in_order);
        let mut known = log.known_of(sent.viewer, told["round"].as_u64().unwrap());
        let mut opened = reader.opened();
        known.sort_unstable();
        opened.sort_unstable();
        assert_eq!(opened, known, "{book}: to {:?} of round {}", sent.viewer, told["round"]);
        proven += opened.len();
        let others = record.iter().filter(|other| other.viewer == sent.viewer && other.way != Way::Round);
        for other in others {
            if reader.is_about(&other.raw) {
                reader.hears(&other.raw);
            }
        }
        let recovered = reader.recovers();
        assert!(recovered.is_empty(), "{book}: {:?} recovers {recovered:?}", sent.viewer);
        for (shuffle, hidden) in reader.beside_opened() {
            for (what, text) in log.telling(shuffle, &hidden) {
                let leak = format!("Somebody says {text}.");
                if reader.was_shown(&leak) {
                    continue;
                }
                assert!(!reader.recovers_from(&leak).is_empty(), "{book}: {what} {text} tells nothing");
                planted += 1;
            }
        }
    }
    (proven, planted)
}

fn filed(house: &House, book: &str) -> Filed {
    Filed::of(&house.shelf.book(&house.shelf.find(book).unwrap()).unwrap())
}

/// The deck of a game in its order, as the book says.
fn deck(house: &House, spec: &Spec) -> Vec<String> {
    let (table, _) = room::Table::open(&house.shelf, 1, spec.clone()).unwrap();
    table.deck_in_order().iter().map(ToString::to_string).collect()
}

/// The full log of a table.
fn log_of(store: &Sqlite, table: TableId, filed: Filed, deck: Vec<String>, lasts: bool) -> Log {
    let mut log = Log::new(table, filed, deck, lasts);
    for logged in store.entries(Stream(table), 1, usize::MAX).unwrap() {
        // Read as the server reads it, too: what is written is what the types say.
        let _: TableEntry = serde_json::from_str(&logged.entry.body).unwrap();
        for (number, event) in (logged.entry.first..).zip(events_of(&logged.entry.body)) {
            log.event(number, &event);
        }
    }
    log
}

/// Puts leaks into messages, some of each kind by each way, and demands that each is found; gives how many there
/// were of each kind.
fn planted(book: &str, record: &[Sent], log: &Log) -> BTreeMap<Secret, usize> {
    let mut counts: BTreeMap<(Secret, u8), usize> = BTreeMap::new();
    // Spread over the whole game, not only its beginning.
    for place in 0..record.len() {
        let sent = &record[place * 7919 % record.len()];
        for secret in Secret::ALL {
            let count = counts.entry((secret, sent.way.kind())).or_default();
            if *count >= PLANTS {
                continue;
            }
            for bad in plants(log, secret, sent) {
                *count += 1;
                assert!(!log.leaks(&bad).is_empty(), "{book}: {secret:?} is not found in {}", bad.raw);
            }
        }
    }
    let mut kinds = BTreeMap::new();
    for ((secret, _), count) in counts {
        *kinds.entry(secret).or_default() += count;
    }
    kinds
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_a_card_that_they_may_not_know() {
    let folder = Folder::new();
    let house = Arc::new(House::open(quiet(&folder)).await);
    let floor = house.staff("floor").await;
    let staff = vec![house.staff("auditor").await, floor.clone(), house.staff("dealer").await];
    let mut tables = Vec::new();
    let shoe = |book: &str, decks| Spec {
        decks: Some(decks),
        shoe: Some(LastingShoe { behind: None, burn: 2 }),
        ..house.quick(book)
    };
    let fresh = books().into_iter().map(|book| house.quick(&book));
    let lasting = [shoe("mortimers/no-bust-6", 2), shoe("marina/no-bust-joker", 3)];
    for spec in fresh.chain(lasting).collect::<Vec<_>>() {
        let table = house.table(&floor, &spec).await;
        let (book, lasts) = (spec.book.clone(), spec.shoe.is_some());
        let record = tokio::spawn(spied_on(Arc::clone(&house), table, book.clone(), staff.clone(), lasts));
        tables.push((table, book, spec, record));
    }
    let mut all: BTreeMap<Secret, usize> = BTreeMap::new();
    let mut coach_hints = 0;
    for (table, book, spec, record) in tables {
        let record = record.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
        let store = Sqlite::open_read_only(folder.path()).unwrap();
        let lasts = spec.shoe.is_some();
        let log = log_of(&store, table, filed(&house, &book), deck(&house, &spec), lasts);
        for sent in &record {
            let leaks = log.leaks(sent);
            assert!(leaks.is_empty(), "{book}: to {:?} by {:?}: {leaks:?}", sent.viewer, sent.way);
        }
        for kind in 0..Way::KINDS {
            let is_poker = matches!(house.rules(&book), Rules::Poker(_));
            let is_there = record.iter().any(|sent| sent.way.kind() == kind);
            assert!(
                is_there || (!is_poker && kind == Way::Phh { round: 0 }.kind()),
                "{book}: nothing by {kind}"
            );
        }
        let kinds = planted(&book, &record, &log);
        let (asked, hints) = coached::check(&house.rules(&book), spec.decks, &record, &log)
            .unwrap_or_else(|fault| panic!("{book}: {fault}"));
        println!(
            "{book}: {asked} answers of the coach follow from the reader's own view, {hints} hints found"
        );
        coach_hints += hints;
        let (proven, read) = read_proofs(&book, &record, &log);
        assert!(proven > 0 && read > 0, "{book}: {proven} cards proven, {read} leaks of proofs planted");
        let bytes: usize = record.iter().map(|sent| sent.raw.len()).sum();
        let messages = record.len();
        println!(
            "{book}: {messages} messages, {bytes} bytes, planted leaks found: {kinds:?}, {read} of proofs"
        );
        println!("{book}: {proven} cards proven to those who saw them");
        for (secret, count) in kinds {
            *all.entry(secret).or_default() += count;
        }
    }
    assert!(coach_hints > 500, "only {coach_hints} hints of the coach were planted");
    for secret in Secret::ALL {
        let count = all.get(&secret).copied().unwrap_or(0);
        assert!(count > 50, "only {count} leaks of the kind {secret:?} were planted");
    }
    Arc::into_inner(house).expect("all tables are done").close().await;
}
