//! Bots in the hall of a real room: they play on by themselves, nobody vanishes, their stacks stay near where they
//! began, and what they leave behind is proven.

mod house;

use std::time::Duration;

use client::Patron;
use house::{Folder, House, quiet};
use room::{Pace, Spec, TableId};
use serde_json::{Value, json};

/// How many rounds are watched at each table.
const ROUNDS: u64 = 40;
const BOTS: usize = 4;

async fn view(patron: &Patron, table: TableId) -> Value {
    patron.get::<Value>(&format!("/api/tables/{table}")).await.unwrap()["view"].clone()
}

/// The stacks of the bots at a table, in cents, with what they have in the round that is on.
fn stacks(view: &Value) -> Vec<i64> {
    let bots = view["people"].as_array().unwrap().iter().filter(|one| one["is_bot"] == json!(true));
    bots.map(|one| one["stack"].as_i64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_on_and_nobody_vanishes() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.bot_ms = (1, 3);
    let house = House::open(config).await;
    let floor = house.staff("floor").await;
    for book in ["mortimers/no-bust-6", "marina/holdem", "marina/double-hand"] {
        let pace = Pace { between_ms: 20, ..house.quick(book).pace };
        let spec = Spec { plays_alone: true, pace, ..house.quick(book) };
        let mut opening = json!(spec);
        opening["bots"] = json!(BOTS);
        let opened: Value = floor.post("/api/tables", &opening).await.unwrap();
        assert_eq!(opened["warnings"], json!([]), "{book}");
        let table = opened["table"].as_u64().unwrap() as TableId;
        let began = stacks(&view(&floor, table).await);
        assert_eq!(began.len(), BOTS, "{book}");
        let (mut sum, mut looks, mut last) = (0_i64, 0_i64, 0);
        for turn in 0.. {
            let now = view(&floor, table).await;
            let round = now["round_number"].as_u64().unwrap();
            if round > last {
                last = round;
                // Between one leaving and the next sitting down there may be one less, never for long.
                assert!(stacks(&now).len() + 1 >= BOTS, "{book}: {now}");
            }
            if now["phase"] == json!("resting") || now["phase"] == json!("idle") {
                let stacks = stacks(&now);
                sum += stacks.iter().sum::<i64>();
                looks += stacks.len() as i64;
            }
            if round >= ROUNDS {
                break;
            }
            assert!(turn < 12_000, "{book}: only {round} rounds: {now}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let end = view(&floor, table).await;
        assert_eq!(stacks(&end).len(), BOTS, "{book}: {end}");
        assert!(looks > 0, "{book}: nobody was seen between rounds");
        let (mean, start) = (sum / looks, began.iter().sum::<i64>() / BOTS as i64);
        assert!(mean * 2 >= start && mean <= start * 2, "{book}: {mean} on average, {start} to begin with");
        let close = json!({ "id": format!("close {table}"), "as": "floor", "command": { "do": "close" } });
        let answer: Value = floor.post(&format!("/api/tables/{table}/commands"), &close).await.unwrap();
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }
    let auditor = house.staff("auditor").await;
    let proof: Value = auditor.get("/api/verify").await.unwrap();
    assert_eq!(proof["faults"], json!([]), "{proof}");
    house.close().await;
}
