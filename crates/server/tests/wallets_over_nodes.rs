//! One patron's wallet, from which two halls take at the same moment for tables of each: exactly what is there is taken, the
//! other command is refused alone, and everybody else's is done.

#[path = "../../store/tests/database/mod.rs"]
mod database;
mod halls;
mod house;

use client::Patron;
use halls::Halls;
use room::{Spec, TableId};
use serde_json::{Value, json};
use store::{Log as _, Nodes as _, Postgres};

const BOOK: &str = "mortimers/no-bust-6";
/// How often they race.
const RACES: usize = 6;

async fn says(halls: &Halls, node: usize, patron: &Patron, table: TableId, id: String, what: Value) -> Value {
    let said = json!({ "id": id, "command": what });
    let path = format!("/api/tables/{table}/commands");
    halls.at(node, patron).post(&path, &said).await.unwrap_or_else(|fault| panic!("{id}: {fault}"))
}

fn balance(halls: &Halls, account: &str) -> i64 {
    let sql = format!("SELECT coalesce(sum(cents), 0) FROM balances WHERE account LIKE '{account}'");
    halls.sql(&sql).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_halls_take_from_one_wallet_what_is_there_and_no_more() {
    let halls = Halls::open(2, |_| ()).await;
    let (floor, cage) = (halls.node(0).staff("floor").await, halls.node(1).staff("cage").await);
    let mut tables = Vec::new();
    for node in 0..2 {
        let spec = Spec { is_practice: false, ..halls.node(node).quick(BOOK) };
        tables.push(halls.node(node).table(&halls.at(node, &floor), &spec).await);
    }
    // Each of the two runs one of them.
    halls
        .wait_for("SELECT count(DISTINCT node) FROM leases JOIN members USING (node) WHERE scope > 0", "2")
        .await;
    let mut patrons = Vec::new();
    for (number, name) in ["Pat", "Ann", "Bob"].into_iter().enumerate() {
        let patron = Patron::register(halls.site(number % 2), name, "long enough").await.unwrap();
        let sold = json!({ "person": patron.person, "amount": 100_000 });
        let _: Value = cage.post("/api/cage/buy", &sold).await.unwrap();
        patrons.push(patron);
    }
    let [pat, ann, bob] = &patrons[..] else { unreachable!("three come") };
    let sit = |seat: u8, cents: i64| json!({ "do": "sit", "seat": seat, "buy_in": cents });
    let wallet = format!("patron:{}", pat.person);
    let mut by_the_database = 0;
    for race in 0..RACES {
        // Nobody's batch ends until this goes, so that both halls decide on what is there now.
        let mut barrier = Postgres::join(&halls.database()).unwrap();
        barrier.hold().unwrap();
        barrier.take_house().unwrap();
        let id = |who: &str| format!("{who}-{race}");
        let races = async {
            tokio::join!(
                says(&halls, 0, pat, tables[0], id("pat-0"), sit(1, 70_000)),
                says(&halls, 1, pat, tables[1], id("pat-1"), sit(1, 70_000)),
                says(&halls, 0, ann, tables[0], id("ann"), sit(2, 20_000)),
                says(&halls, 1, bob, tables[1], id("bob"), sit(2, 20_000)),
            )
        };
        let opens = async {
            let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
            halls.wait_for(waiting, "2").await;
            drop(barrier);
        };
        let ((one, two, ann_sat, bob_sat), ()) = tokio::join!(races, opens);
        let outcomes = [&one, &two].map(|answer| answer["outcome"].as_str().unwrap_or_default().to_owned());
        let taken = outcomes.iter().filter(|outcome| *outcome == "applied").count();
        assert_eq!(taken, 1, "{one} {two}");
        let refused = if outcomes[0] == "applied" { &two } else { &one };
        assert_eq!(refused["outcome"], "refused", "{refused}");
        by_the_database += usize::from(refused["code"] != "not-enough-chips");
        for answer in [&ann_sat, &bob_sat] {
            assert_eq!(answer["outcome"], "applied", "theirs is no part of it: {answer}");
        }
        assert_eq!(balance(&halls, &wallet), 30_000);
        assert_eq!(balance(&halls, &format!("%/stack:{}", pat.person)), 70_000);
        // The rest can be taken to the other table, and not a cent more.
        let loser = usize::from(outcomes[0] == "applied");
        let too_much = says(&halls, 1 - loser, pat, tables[loser], id("more"), sit(1, 30_001)).await;
        assert_eq!(too_much["outcome"], "refused", "{too_much}");
        let rest = says(&halls, 1 - loser, pat, tables[loser], id("rest"), sit(1, 30_000)).await;
        assert_eq!(rest["outcome"], "applied", "{rest}");
        assert_eq!(balance(&halls, &wallet), 0);
        for (number, patron) in [(0, pat), (1, pat), (0, ann), (1, bob)] {
            let id = id(&format!("leave-{number}-{}", patron.person));
            let left = says(&halls, number, patron, tables[number], id, json!({ "do": "leave" })).await;
            assert_eq!(left["outcome"], "applied", "{left}");
        }
        assert_eq!(balance(&halls, "patron:%"), 300_000);
    }
    println!("{by_the_database} of {RACES} were refused by the database itself");
    let aside = halls.sql("SELECT count(*) FROM entries WHERE body LIKE '%table-set-aside%'");
    assert_eq!(aside, "0", "a lost race sets no table aside");
    halls.close().await;
}
