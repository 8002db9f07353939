//! Every check that a law pack may name: a log that breaks it, which is reported, and one that keeps it. Those of notices,
//! rates, rotation and providers stand in `law.rs`; here are those of books as tables play by them, of the house and of what
//! the log is made of. Then packs that the room's own folder has, which decide what may be opened and posted.

mod forge;
mod house;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use books::law::LawCheck;
use books::read::Source;
use books::{Money, Shelf};
use client::Patron;
use forge::{copied, faults, rewritten, tamper};
use house::{Folder, House, quiet};
use room::{Spec, TableView};
use serde_json::{Value, json};
use server::Config;
use server::law::{Finding, Watch};
use store::{Sqlite, Witness};
use table::{Bank, Seated, post};

const BOOK: &str = "mortimers/no-bust-6";
const PACK: &str = "2026-rotation-and-blackjack.toml";

/// The contested rules as if no court had stopped them.
fn in_force() -> String {
    let text = Shelf::filed().file(&format!("law/{PACK}")).unwrap().text.clone();
    text.replace("2026-05-21", "2026-04-02").replace("\"enjoined\"", "\"in force\"")
}

/// A quiet room with a folder of law packs in which everything that is contested is in force.
fn strict(folder: &Folder, law: &Folder) -> Config {
    fs::write(law.path().join(PACK), in_force()).unwrap();
    Config { law: Some(law.path().to_owned()), ..quiet(folder) }
}

/// The filed books, with texts of one of their files replaced.
fn changed(shelf: &Shelf, path: &str, changes: &[(&str, &str)]) -> Shelf {
    let mut text = shelf.file(path).unwrap().text.clone();
    for (from, to) in changes {
        assert!(text.contains(from), "{path} has no {from}");
        text = text.replacen(from, to, 1);
    }
    shelf.with_file(path, Source::new(path.to_owned(), text))
}

/// Everything that was found in a closed room.
fn found(folder: &Folder) -> Vec<Finding> {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    Watch::over(&store, &Shelf::filed()).unwrap().findings()
}

/// The rules that a table's log breaks, or for which its filing has to be looked at; what hangs there and shifts are left out.
fn rules(folder: &Folder) -> BTreeSet<String> {
    let left_out = ["help-line", "age", "rates-posted", "player-dealer-notice", "drop-accounted"];
    let all = found(folder).into_iter().filter(|one| !left_out.contains(&one.rule.as_str()));
    all.filter(|one| one.is_breach() || one.is_warning).map(|one| one.rule).collect()
}

fn set(rules: &[&str]) -> BTreeSet<String> {
    rules.iter().map(|rule| (*rule).to_owned()).collect()
}

/// A room over books that may have faults, which tests read all the same.
async fn opened(shelf: &Shelf, config: Config) -> House {
    let mut house = House::open_with(shelf.clone(), config).await;
    house.shelf = Arc::new(shelf.despite_faults());
    house
}

/// Two people with chips of the house play as bots do until it is enough.
async fn two_play(house: &House, table: u32, book: &str, is_enough: fn(&TableView) -> bool) {
    let cage = house.staff("cage").await;
    let mut people = Vec::new();
    for seat in [1, 4] {
        let pat = Patron::register(house.site, &format!("Pat {seat}"), "long enough").await.unwrap();
        let bought = json!({ "person": pat.person, "amount": 5_000_000 });
        assert_eq!(post(&cage, "/api/cage/buy", bought).await.0, 200);
        drop(house.seated(&pat, table, book, seat).await);
        people.push(pat);
    }
    house.two_play(table, book, &mut people, is_enough).await;
}

fn spec(house: &House, book: &str) -> Spec {
    Spec { is_practice: false, despite_errors: true, ..house.quick(book) }
}

/// What a round at a table of a book does against the law, by its log and by the report.
async fn a_round_of(shelf: &Shelf, book: &str, law: Option<&Folder>) -> BTreeSet<String> {
    let folder = Folder::new();
    let config = law.map_or_else(|| quiet(&folder), |law| strict(&folder, law));
    let house = opened(shelf, config).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &spec(&house, book)).await;
    two_play(&house, table, book, |view| view.round_number >= 1).await;
    let report: Value = floor.get("/api/reports/law").await.unwrap();
    let law: Value = floor.get("/api/law").await.unwrap();
    house.close().await;
    let rules = rules(&folder);
    let told: BTreeSet<&str> =
        report["rows"].as_array().unwrap().iter().map(|row| row[4].as_str().unwrap()).collect();
    let lights: BTreeSet<&str> =
        law["lights"].as_array().unwrap().iter().map(|light| light["rule"].as_str().unwrap()).collect();
    let is_told = |rule: &String| told.contains(rule.as_str()) && lights.contains(rule.as_str());
    assert!(rules.iter().all(is_told), "{rules:?}: {report} {law}");
    rules
}

/// A book that keeps every contested rule about blackjack; then with one of them broken at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contested_rules_on_blackjack_are_found_where_they_are_in_force() {
    let (path, law) = (format!("{BOOK}.toml"), Folder::new());
    let changes = [
        ("name     = \"No Bust Blackjack 6.0\"", "name     = \"No Bust 6.0\"", "plain-name"),
        ("highest     = 21", "highest     = 22", "no-21-target"),
        ("player_over             = \"bank wins\"", "player_over             = \"push\"", "no-bust"),
        (
            "equal                   = \"push\"",
            "equal                   = \"player wins\"",
            "ties-to-the-player",
        ),
        ("both_natural            = \"push\"", "both_natural            = \"player wins\"", ""),
        ("both_over_equal         = \"bank wins\"", "both_over_equal         = \"player wins\"", ""),
    ];
    let to_lawful: Vec<(&str, &str)> = changes.iter().map(|(from, to, _)| (*from, *to)).collect();
    let lawful = changed(&Shelf::filed(), &path, &to_lawful);
    assert_eq!(a_round_of(&lawful, BOOK, Some(&law)).await, set(&[]), "it keeps them all");
    for (filed, to, rule) in changes.into_iter().filter(|(.., rule)| !rule.is_empty()) {
        let broken = changed(&lawful, &path, &[(to, filed)]);
        assert_eq!(a_round_of(&broken, BOOK, Some(&law)).await, set(&[rule]), "{filed}");
    }
}

/// A book, a text of it with what is put in its place, and the rules that are found then.
type Case = (&'static str, Option<(&'static str, &'static str)>, &'static [&'static str]);

/// What the older law asks of every game, and what a filing may leave open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_on_fees_stakes_the_house_and_approval_are_found() {
    let (poker, three_card) = ("marina/holdem", "pinnacle/three-card-6-card-bonus");
    let fees = ("fixed_before_hand   = true", "fixed_before_hand   = false");
    let stakes = ("uncovered_returned = true", "uncovered_returned = false");
    let banks = ("house_may_bank = false", "house_may_bank = true");
    let rates = ("rates    = \"no-bust-6\"", "rates    = \"\"");
    let cases: [Case; 7] = [
        (poker, None, &[]),
        (poker, Some(fees), &["fixed-before-the-hand"]),
        (BOOK, None, &[]),
        (BOOK, Some(stakes), &["stake-limited"]),
        (BOOK, Some(rates), &["fee-schedule-filed"]),
        (three_card, None, &["game-approved"]),
        (three_card, Some(banks), &["game-approved", "house-never-banks"]),
    ];
    for (book, change, expected) in cases {
        let shelf = changed(&Shelf::filed(), &format!("{book}.toml"), change.as_slice());
        assert_eq!(a_round_of(&shelf, book, None).await, set(expected), "{book} {change:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_who_banks_and_a_player_without_a_badge_are_found() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let (floor, owner) = (house.staff("floor").await, house.staff("owner").await);
    let table = house.table(&floor, &spec(&house, BOOK)).await;
    let mut seated = Seated::two(&house, table, BOOK).await;
    seated.play(Bank::First, 1).await;
    let path = format!("/api/people/{}/roles", seated.people[0].person);
    assert_eq!(post(&owner, &path, json!({ "roles": ["patron", "owner"] })).await.0, 200);
    seated.play(Bank::First, 1).await;
    let seen: Value = floor.get("/api/law").await.unwrap();
    let light = seen["lights"].as_array().unwrap().iter().find(|one| one["rule"] == "house-never-banks");
    let light = light.unwrap_or_else(|| panic!("the owner banks: {seen}"));
    assert!(light["what"].as_str().unwrap().contains("owns the house"), "{light}");
    assert_eq!(post(&owner, &path, json!({ "roles": ["patron"] })).await.0, 200);
    // The floor says at the table for whom somebody plays, and the house has no badge of theirs.
    let company = |name: Option<&str>, id: &str| {
        let command = json!({ "do": "company", "person": seated.people[1].person, "company": name });
        json!({ "id": id, "as": "floor", "command": command })
    };
    let commands = format!("/api/tables/{table}/commands");
    let (noted, gone) = (company(Some("Acme Props"), "c1"), company(None, "c2"));
    assert_eq!(post(&floor, &commands, noted).await.1["outcome"], "applied");
    seated.play(Bank::Both, 1).await;
    assert_eq!(post(&floor, &commands, gone).await.1["outcome"], "applied");
    seated.play(Bank::Both, 1).await;
    house.close().await;
    let all = found(&folder);
    for rule in ["house-never-banks", "playing-book"] {
        let own: Vec<(u64, bool, bool)> = all
            .iter()
            .filter(|one| one.rule == rule)
            .map(|one| (one.rounds, one.is_breach(), one.until_ms.is_some()))
            .collect();
        assert_eq!(own, [(1, true, true)], "{rule}: {all:#?}");
    }
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// What is kept by how the ledger and the log are made is no light: whoever breaks it has forged the log, and `verify` says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_percentage_jackpot_money_in_the_drop_and_a_log_that_was_cut_are_forgeries() {
    let (folder, book) = (Folder::new(), "marina/holdem");
    let jackpot = ("jackpot             = false", "jackpot             = true");
    let shelf = changed(&Shelf::filed(), &format!("{book}.toml"), &[jackpot]);
    let house = opened(&shelf, quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &spec(&house, book)).await;
    two_play(&house, table, book, |view| view.round_number >= 4).await;
    house.close().await;
    let faults_of = |folder: &Folder| {
        let store = Sqlite::open_read_only(folder.path()).unwrap();
        server::verify(&store, &shelf, &Witness::new(), &mut |_, _| ()).unwrap().faults
    };
    assert_eq!(faults_of(&folder), Vec::<String>::new());
    let (drop, box_of_jackpots) = (format!("table:{table}/drop"), format!("table:{table}/jackpot"));
    let mut percent = 0;
    let share = rewritten(&folder, &mut |entry| {
        for one in entry.transfers.iter_mut().filter(|one| one.to == drop) {
            one.amount += Money::cents(i64::from(percent == 0));
            percent += 1;
        }
    });
    let mut mixed = 0;
    let together = rewritten(&folder, &mut |entry| {
        for one in entry.transfers.iter_mut().filter(|one| one.to == box_of_jackpots) {
            one.to.clone_from(&drop);
            mixed += 1;
        }
    });
    assert!(percent > 0 && mixed > 0, "fees and jackpot money were taken: {percent} and {mixed}");
    let cut = copied(&folder);
    tamper(&cut, &|file| {
        let rows = file.execute("DELETE FROM entries WHERE stream = ?1 AND first > 3", [table]).unwrap();
        assert!(rows > 0);
    });
    for forged in [share, together, cut] {
        let found = faults_of(&forged);
        assert!(found.iter().any(|fault| fault.contains(&format!("stream {table}"))), "{found:?}");
    }
}

/// Packs of the room's own folder decide what may be opened and posted, as those inside the program do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_rooms_own_packs_say_decides_what_is_opened_and_posted() {
    let (folder, law) = (Folder::new(), Folder::new());
    let house = House::open(strict(&folder, &law)).await;
    let floor = house.staff("floor").await;
    let lawful = Spec { despite_errors: false, ..spec(&house, BOOK) };
    let open = async |spec: &Spec| post(&floor, "/api/tables", json!(spec)).await;
    let (status, told) = open(&lawful).await;
    assert_eq!(status, 400, "in force here: {told}");
    assert!(told.to_string().contains("no-21-target"), "{told}");
    let (status, opened) = open(&spec(&house, BOOK)).await;
    assert_eq!(status, 200, "by the floor's word: {opened}");
    let notice = json!({ "table": opened["table"] });
    assert_eq!(post(&floor, "/api/law/notices/post", notice.clone()).await.0, 409);
    // The court speaks again, and the room needs no other program.
    fs::write(law.path().join(PACK), in_force().replace("\"in force\"", "\"vacated\"")).unwrap();
    assert_eq!(post(&floor, "/api/law/read", json!({})).await.0, 200);
    assert_eq!(post(&floor, "/api/law/notices/post", notice).await.0, 200);
    let (status, opened) = open(&lawful).await;
    assert_eq!(status, 200, "{opened}");
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// By which test of which file a check is shown broken and kept.
fn shown_by(check: LawCheck) -> &'static str {
    match check {
        LawCheck::NoBust | LawCheck::No21Target | LawCheck::TiesToPlayer | LawCheck::PlainName => {
            "contested_rules_on_blackjack_are_found_where_they_are_in_force"
        }
        LawCheck::FixedBeforeHand
        | LawCheck::StakeLimited
        | LawCheck::ScheduleFiled
        | LawCheck::ApprovalNumber => "rules_on_fees_stakes_the_house_and_approval_are_found",
        LawCheck::HouseNeverBanks | LawCheck::PlayingBook => {
            "an_owner_who_banks_and_a_player_without_a_badge_are_found"
        }
        LawCheck::NoPercentage | LawCheck::JackpotApart | LawCheck::RecordsKept => {
            "a_percentage_jackpot_money_in_the_drop_and_a_log_that_was_cut_are_forgeries"
        }
        LawCheck::PlayerDealerNotice
        | LawCheck::HelpLine
        | LawCheck::AgeNotice
        | LawCheck::RatesPosted
        | LawCheck::DropAccounted => {
            "notices_rates_and_shifts_that_are_missing_are_found_until_they_are_there"
        }
        LawCheck::OfferedEveryRound => "a_bank_that_was_offered_to_nobody_is_found",
        LawCheck::BankRotates | LawCheck::AtMostFiveRates => {
            "whoever_banks_more_than_two_running_is_found_and_six_rates_are"
        }
        LawCheck::TwoOthersBank => "two_others_must_bank_in_forty_minutes",
        LawCheck::OneProvider => "one_player_of_a_provider_is_at_a_table_unless_the_floor_overrides_it",
        // Of the file of a house alone, and a note: no table can break it.
        LawCheck::HouseRules => "a_house_or_a_book_can_be_checked_alone",
    }
}

#[test]
fn every_check_has_a_log_that_breaks_it_and_one_that_keeps_it() {
    let tests = [
        include_str!("law_checks.rs"),
        include_str!("law.rs"),
        include_str!("../../cardroom/tests/commands/check.rs"),
    ];
    for check in LawCheck::ALL.iter().copied() {
        let name = format!("fn {}()", shown_by(check));
        assert!(tests.iter().any(|text| text.contains(&name)), "{check:?}: {name}");
    }
}
