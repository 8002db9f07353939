//! Every book is played through real sockets by programs outside the room, a thousand rounds of each, all at once.

mod house;

use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{Outcome, Player, Seat, Tally};
use house::{Folder, House, books, quiet};
use room::{Command, TableId, TableView};
use serde_json::{Value, json};

const ROUNDS: u64 = 1_000;
const PLAYERS: u8 = 3;

fn is_enough(view: &TableView) -> bool {
    view.round_number > ROUNDS
}

/// Gives one command three times under one id: it is done once.
async fn repeat(player: &mut Player) {
    let seat = &mut player.seat;
    for (id, command, expected) in [
        ("out", Command::SitOut, Outcome::Applied),
        ("out", Command::SitOut, Outcome::Duplicate),
        ("in", Command::SitIn, Outcome::Applied),
        ("out", Command::SitOut, Outcome::Duplicate),
    ] {
        seat.say(id, seat.view.number, &command).await.unwrap();
        let answer = seat.answer().await.unwrap();
        assert_eq!(answer.outcome, expected, "{}: {id}: {answer:?}", seat.view.book);
    }
}

/// Gives what was just decided as if it rested on the table's first event: it comes too late.
async fn be_late(player: &mut Player) {
    loop {
        match player.decide() {
            Some(command @ (Command::Choose { .. } | Command::Ready | Command::PutWager { .. })) => {
                player.seat.say("late", 1, &command).await.unwrap();
                let answer = player.seat.answer().await.unwrap();
                return assert_eq!(answer.outcome, Outcome::Stale, "{}", player.seat.view.book);
            }
            _ => player.step().await.unwrap_or_else(|fault| panic!("{}: {fault}", player.seat.view.book)),
        }
    }
}

/// A table of one book, played to the end while somebody at the rail follows it.
async fn play(house: Arc<House>, table: TableId, book: String) -> (String, Tally, Duration) {
    let began = Instant::now();
    let mut rail = Seat::open(house.site, table, None, None).await.unwrap();
    let mut players = Vec::new();
    for number in 0..PLAYERS {
        players.push(house.player(table, &book, 1 + number * 2).await);
    }
    repeat(&mut players[1]).await;
    let followed = {
        let book = book.clone();
        tokio::spawn(async move {
            while !is_enough(&rail.view) {
                rail.hear().await.unwrap_or_else(|fault| panic!("{book}: the rail: {fault}"));
            }
        })
    };
    let played: Vec<_> = players
        .into_iter()
        .enumerate()
        .map(|(place, player)| tokio::spawn(play_on(player, book.clone(), place)))
        .collect();
    let mut tally = Tally::default();
    for player in played {
        let one = player.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
        tally.applied += one.applied;
        tally.late += one.late;
    }
    followed.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    (book, tally, began.elapsed())
}

/// Plays to the end; one of the players comes too late once, half way.
async fn play_on(mut player: Player, book: String, place: usize) -> Tally {
    let told = |fault| panic!("{book}: player {place}: {fault}");
    player.play(|view| view.round_number > ROUNDS / 2).await.unwrap_or_else(told);
    if place == 0 {
        be_late(&mut player).await;
    }
    player.play(is_enough).await.unwrap_or_else(told);
    player.tally
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_rounds_of_every_book() {
    let folder = Folder::new();
    let house = Arc::new(House::open(quiet(&folder)).await);
    let floor = house.staff("floor").await;
    let cage = house.staff("cage").await;
    let mut tables = Vec::new();
    for book in books() {
        let table = house.table(&floor, &house.quick(&book)).await;
        tables.push(tokio::spawn(play(Arc::clone(&house), table, book)));
    }
    for table in tables {
        let (book, tally, time) =
            table.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
        println!("{book}: {tally:?} in {:.1} s", time.as_secs_f64());
        assert!(tally.applied >= ROUNDS * 2, "{book}: {tally:?}");
    }
    let seen: Value = cage.get("/api/cage").await.unwrap();
    assert_eq!((&seen["total"], &seen["play"]["total"]), (&json!(0), &json!(0)), "chips are conserved");
    let day: Value = house.staff("auditor").await.get("/api/day").await.unwrap();
    let lie = &day["chips"];
    assert_eq!((&lie["out"], &lie["boxes"]), (&json!(0), &json!(0)), "none of them is the house's: {day}");
    let tables: Value = floor.get("/api/floor").await.unwrap();
    let drop: i64 =
        tables["tables"].as_array().unwrap().iter().map(|one| one["drop"].as_i64().unwrap()).sum();
    assert!(drop > 0, "collections are taken");
    assert!(seen["play"]["out"].as_i64().unwrap() >= drop, "{seen}");
    let text = house.site.ask(&client::Ask::get("/metrics")).await.unwrap().body;
    println!("{text}");
    Arc::into_inner(house).expect("all tables are done").close().await;
}
