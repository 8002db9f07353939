//! How the bank went round in a session on the felt, and every report of it, as the log of the closed room has them.

mod process;

use std::path::Path;

use client::{Ask, Patron};
use process::Process;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The house, whose word is that of the dealer.
struct Dealing {
    house: Patron,
    table: u64,
    count: u32,
}

impl Dealing {
    async fn say(&mut self, command: Value) -> Value {
        self.count += 1;
        let sent = json!({ "id": format!("r-{}", self.count), "as": "dealer", "command": command });
        let path = format!("/api/tables/{}/commands", self.table);
        self.house.post(&path, &sent).await.unwrap()
    }

    async fn done(&mut self, command: Value) {
        let answer = self.say(command).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }

    async fn offered(&self) -> Value {
        let told: Value = self.house.get(&format!("/api/tables/{}", self.table)).await.unwrap();
        told["view"]["bank_offered"].clone()
    }
}

/// Three people sit; the bank is declined aloud, passed over, missed and taken.
async fn session(house: Patron) {
    let site = house.site;
    let mut people = Vec::new();
    for name in ["Ann", "Bea", "Cleo"] {
        let made = Patron::register(site, name, "a long word").await.unwrap();
        house
            .post::<Value>("/api/cage/buy", &json!({ "person": made.person, "amount": 100_000 }))
            .await
            .unwrap();
        people.push(made);
    }
    let book = "mortimers/no-bust-6";
    let told: Value = house.get(&format!("/api/books/{book}")).await.unwrap();
    let schedule = &told["schedules"][1]["handle"];
    let spec = json!({ "book": book, "schedule": schedule, "dealer": "entered", "by_hand": true });
    let opened: Value = house.post("/api/tables", &spec).await.unwrap();
    let mut dealing = Dealing { house, table: opened["table"].as_u64().unwrap(), count: 0 };
    for (person, seat) in people.iter().zip([1, 3, 4]) {
        let sit = json!({ "do": "sit", "seat": seat, "buy_in": 50_000 });
        dealing.done(json!({ "do": "for", "person": person.person, "command": sit })).await;
        // Chips come out of a wallet by its owner's word.
        let agree = json!({ "id": "agree", "command": { "do": "give-consent" } });
        let answer: Value =
            person.post(&format!("/api/tables/{}/commands", dealing.table), &agree).await.unwrap();
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }
    assert_eq!(dealing.offered().await, json!(1));
    // Who was heard wrongly has not taken it.
    let take = |stake: i64| json!({ "do": "take-bank", "stake": stake });
    dealing.done(json!({ "do": "for", "person": people[0].person, "command": take(30_000) })).await;
    dealing.done(json!({ "do": "take-back" })).await;
    assert_eq!(dealing.offered().await, json!(1));
    dealing.done(json!({ "do": "for", "person": people[0].person, "command": { "do": "pass-bank" } })).await;
    assert_eq!(dealing.offered().await, json!(3));
    // What was mistyped was neither declined nor passed over.
    dealing.done(json!({ "do": "pass-over", "why": "absent" })).await;
    assert_eq!(dealing.offered().await, json!(4));
    dealing.done(json!({ "do": "take-back" })).await;
    assert_eq!(dealing.offered().await, json!(3));
    dealing.done(json!({ "do": "pass-over", "why": "passed-over" })).await;
    assert_eq!(dealing.offered().await, json!(4));
    dealing.done(json!({ "do": "pass-over", "why": "absent" })).await;
    // Nor has a stake that was mistyped ever lain there.
    for stake in [2_000, 20_000] {
        dealing.done(json!({ "do": "for", "person": people[1].person, "command": take(stake) })).await;
        if stake == 2_000 {
            dealing.done(json!({ "do": "take-back" })).await;
        }
    }
}

/// Every report as the room gives it to the auditor: as JSON, with commas, and for printing.
async fn reports(house: &Patron) -> Vec<(&'static str, [String; 3])> {
    let auditor = Patron::register(house.site, "Quentin", "a long word").await.unwrap();
    let path = format!("/api/people/{}/roles", auditor.person);
    house.post::<Value>(&path, &json!({ "roles": ["patron", "auditor"] })).await.unwrap();
    let mut all = Vec::new();
    for (_, kind) in server::report::ReportKind::ALL {
        let mut forms = Vec::new();
        for form in ["", "/csv", "/pdf"] {
            let reply = auditor.ask(Ask::get(&format!("/api/reports/{kind}{form}"))).await.unwrap();
            assert_eq!(reply.status, 200, "{kind}{form}: {}", reply.body);
            forms.push(reply.body);
        }
        all.push((kind, forms.try_into().unwrap()));
    }
    all
}

fn close(mut process: Process) {
    let id = rustix::process::Pid::from_child(&process.0);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert!(process.0.wait().unwrap().success());
}

fn cardroom(words: &[&str], folder: &Path) -> String {
    let output = process::cardroom().args(words).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bank_that_was_declined_passed_over_and_missed_is_told_apart() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let serve = ["--json", "serve", "--port", "0", "--data"];
    let (process, greeting) = process::open(process::cardroom().args(serve).arg(folder.path()));
    let (site, password) = greeting.recv().unwrap();
    let house = Patron::login(site, "house", &password.unwrap()).await.unwrap();
    session(house.clone()).await;
    let told = reports(&house).await;
    close(process);
    // `cardroom report` over the folder gives what the room gave, in every form.
    for (kind, told) in &told {
        let made: Value =
            serde_json::from_str(&cardroom(&["--json", "report", kind], folder.path())).unwrap();
        assert_eq!(made, serde_json::from_str::<Value>(&told[0]).unwrap(), "{kind}");
        for (form, told) in [("--csv", &told[1]), ("--pdf", &told[2])] {
            let mut program = process::cardroom();
            let output =
                program.args(["report", kind]).arg(folder.path()).args([form, "-"]).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(&String::from_utf8_lossy(&output.stdout), told, "{kind} {form}");
        }
    }

    let list: Value = serde_json::from_str(&cardroom(&["--json", "rotation"], folder.path())).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    let offers = list[0]["offers"].as_array().unwrap();
    let answers: Vec<_> =
        offers.iter().map(|one| (one["name"].as_str().unwrap(), one["answer"].as_str().unwrap())).collect();
    let first = [("Ann", "declined"), ("Bea", "passed-over"), ("Cleo", "absent"), ("Bea", "took")];
    assert_eq!(answers, first);
    let stakes: Vec<_> = offers.iter().map(|one| (&one["turn"], &one["stake"])).collect();
    assert_eq!(stakes[3], (&json!(1), &json!(20_000)));
    assert!(stakes[..3].iter().all(|one| *one == (&json!(0), &json!(0))), "{stakes:?}");
    assert_eq!(list[0]["by_hand"], json!(true));
    let bea = list[0]["people"].as_object().unwrap().values().find(|one| one["name"] == "Bea").unwrap();
    assert_eq!((&bea["offered"], &bea["answers"]), (&json!(2), &json!({ "took": 1, "passed-over": 1 })));

    let text = cardroom(&["rotation"], folder.path());
    for line in ["seat 1 Ann", "declined", "passed over", "absent", "$200"] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
    let none = cardroom(&["rotation", "--on", "2001-01-01"], folder.path());
    assert_eq!(none, "The bank was offered to nobody.\n");
    cardroom(&["verify"], folder.path());
}
