//! Logs that earlier versions of the program wrote open, show every round as it was shown then, and verify.
//!
//! Each folder of `kept_logs/` is named after the version that wrote it: the room's file, the rounds as the rail was
//! shown them, and its last note of tips where there were such. A version keeps its own by
//! `cargo test -p server --test kept_logs -- --ignored`; what is kept is never written anew.

mod house;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use books::read::Source;
use books::{Money, Shelf};
use cards::{CardSet, parse_cards};
use client::{Ask, Patron};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use games::round::{Choice, RoundStage, Slot};
use games::{double_hand, poker, three_card};
use house::{Folder, House, books, quiet};
use room::{Command, Dealer, LastingShoe, Spec, TableId, TableView, Wager};
use serde_json::{Value, json};
use store::{Reader, Sqlite, Stream, Witness};

/// How many rounds are kept of each book dealt by the shuffler.
const ROUNDS: u64 = 3;

/// A book that is changed while the log is kept, and what its Naturals pay then.
const CHANGED: (&str, &str, &str) = ("mortimers/no-bust-6", "\"6 to 5\"", "\"7 to 5\"");

/// The rounds of a room as the rail sees them: by table, by round, the lines in words.
type Rounds = BTreeMap<String, BTreeMap<String, Vec<String>>>;

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept_logs")
}

fn pack(path: &Path, bytes: &[u8]) {
    let mut packed = GzEncoder::new(fs::File::create_new(path).unwrap(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap();
}

fn unpack(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Every finished round of every table, as somebody is shown it who was not there.
async fn rounds(house: &House) -> Rounds {
    let auditor = house.staff("auditor").await;
    let ask = async |path: String| -> Value {
        let reply = auditor.ask(Ask::get(&path)).await.unwrap();
        reply.json().unwrap_or_else(|fault| panic!("{path}: {fault}"))
    };
    let mut all = Rounds::new();
    let lobby = ask("/api/lobby".to_owned()).await;
    for row in lobby["tables"].as_array().unwrap() {
        let table = row["table"].to_string();
        let mut shown = BTreeMap::new();
        for line in ask(format!("/api/tables/{table}/rounds")).await.as_array().unwrap() {
            let round = line["round"].to_string();
            let told = ask(format!("/api/tables/{table}/rounds/{round}")).await;
            let lines = told["lines"].as_array().unwrap().iter();
            shown.insert(
                round,
                lines.map(|line| line["words"].as_str().unwrap_or_default().to_owned()).collect(),
            );
        }
        all.insert(table, shown);
    }
    all
}

/// A table at which a human dealer enters the cards of a real deck.
struct Felt {
    dealer: Patron,
    people: Vec<Patron>,
    table: TableId,
    given: u64,
}

impl Felt {
    async fn new(house: &House, floor: &Patron, book: &str) -> Felt {
        let mut spec = house.quick(book);
        spec.dealer = Dealer::Entered;
        let table = house.table(floor, &spec).await;
        let dealer = house.staff("dealer").await;
        let mut people = Vec::new();
        for seat in [1, 3] {
            let guest = Patron::guest(house.site, &format!("Felt {table} seat {seat}")).await.unwrap();
            drop(house.seated(&guest, table, book, seat).await);
            people.push(guest);
        }
        Felt { dealer, people, table, given: 0 }
    }

    async fn view(&self, patron: &Patron) -> TableView {
        let seen: Value = patron.get(&format!("/api/tables/{}", self.table)).await.unwrap();
        serde_json::from_value(seen["view"].clone()).unwrap()
    }

    async fn tell(&mut self, command: Command) {
        self.given += 1;
        let number = self.view(&self.dealer).await.number;
        let said = json!({
            "id": format!("felt-{}-{}", self.table, self.given), "based_on": number, "as": "dealer", "command": command
        });
        let path = format!("/api/tables/{}/commands", self.table);
        let answer: Value = self.dealer.post(&path, &said).await.unwrap();
        assert_eq!(answer["outcome"], "applied", "{command:?}: {answer}");
    }

    async fn tell_for(&mut self, place: usize, command: Command) {
        let person = self.people[place].person;
        self.tell(Command::For { person, command: Box::new(command) }).await;
    }

    async fn choose(&mut self, place: usize, choice: Choice) {
        self.tell_for(place, Command::Choose { who: None, choice }).await;
    }

    async fn cards(&mut self, text: &str) {
        for card in parse_cards(text).unwrap() {
            self.tell(Command::Card { card: Some(card) }).await;
        }
    }

    async fn bank_and_wager(&mut self) {
        self.tell_for(0, Command::TakeBank { stake: Money::dollars(100) }).await;
        let wager = Wager { base: Money::dollars(20), ..Wager::default() };
        self.tell_for(1, Command::PutWager { spot: games::Seat::new(3), wager }).await;
        self.tell(Command::Start).await;
    }

    async fn blackjack(&mut self) {
        self.bank_and_wager().await;
        for card in ["Ts", "9c", "9d", "8h", "2c", "3c", "4c"] {
            let view = self.view(&self.dealer).await;
            let Some(round) = view.round else { return };
            if round.next_card.is_none() {
                self.choose(1, Choice::Blackjack(games::blackjack::Choice::Stand)).await;
            }
            let Some(round) = self.view(&self.dealer).await.round else { return };
            match round.next_card {
                Some(Slot::Bank) if card == "9c" => self.cards("9c").await,
                Some(_) => self.cards(card).await,
                None => return,
            }
        }
    }

    async fn double_hand(&mut self) {
        self.bank_and_wager().await;
        self.tell(Command::DealUnseen).await;
        let dealer = |choice| Command::Choose { who: None, choice: Choice::DoubleHand(choice) };
        self.tell(dealer(double_hand::Choice::NoMoreBets)).await;
        self.choose(0, Choice::DoubleHand(double_hand::Choice::Pile(1))).await;
        self.tell(dealer(double_hand::Choice::Dice(7))).await;
        self.choose(1, Choice::DoubleHand(double_hand::Choice::SetUnseen)).await;
        self.tell(dealer(double_hand::Choice::Turn(set("2c 3d 5h 7s 8c 9d Jh")))).await;
        self.choose(0, Choice::DoubleHand(double_hand::Choice::HouseWay)).await;
        self.choose(0, Choice::DoubleHand(double_hand::Choice::Confirm)).await;
        let show = double_hand::Choice::Show { front: set("Ks Qs"), back: set("As Ad Ac 4h 6c") };
        self.tell(dealer(show)).await;
        if self.view(&self.dealer).await.round.is_some_and(|round| round.stage != RoundStage::Settled) {
            self.tell(dealer(double_hand::Choice::Open)).await;
        }
    }

    async fn three_card(&mut self) {
        self.bank_and_wager().await;
        self.tell(Command::DealUnseen).await;
        self.cards("4c").await;
        self.choose(1, Choice::ThreeCard(three_card::Choice::Play)).await;
        self.cards("Kd 9h As Ad 5c").await;
    }

    /// A hand of poker in which everybody checks or calls and stands pat, turned up at the showdown.
    async fn poker(&mut self, mut board: std::slice::Iter<'_, &str>, hands: [&str; 2]) {
        self.tell(Command::Start).await;
        self.tell(Command::DealUnseen).await;
        loop {
            let view = self.view(&self.dealer).await;
            let Some(round) = view.round else { return };
            if round.next_card.is_some() {
                match round.next_card {
                    Some(Slot::Board) => self.cards(board.next().expect("a board card")).await,
                    _ => self.tell(Command::Card { card: None }).await,
                }
                continue;
            }
            if round.stage == RoundStage::Showdown && hands.iter().any(|hand| !hand.is_empty()) {
                break;
            }
            let person = view.round_people[usize::from(round.awaits[0])].person;
            let place = self.people.iter().position(|one| one.person == person).unwrap();
            let offers = self.view(&self.people[place]).await.round.unwrap().offers;
            let wanted = [
                poker::Choice::Check,
                poker::Choice::Call,
                poker::Choice::Draw(poker::Which::NONE),
                poker::Choice::Show,
            ];
            let offered = |choice: &poker::Choice| {
                offers.iter().any(|offer| {
                    let Choice::Poker(one) = offer.choice else { return false };
                    std::mem::discriminant(&one) == std::mem::discriminant(choice)
                })
            };
            let choice = wanted.into_iter().find(offered).unwrap_or_else(|| panic!("{offers:?}"));
            self.choose(place, Choice::Poker(choice)).await;
        }
        for (seat, hand) in [(3, hands[1]), (1, hands[0])] {
            let cards = parse_cards(hand).unwrap();
            self.tell(Command::TurnUp { seat: games::Seat::new(seat), cards }).await;
        }
        while let Some(round) = self.view(&self.dealer).await.round {
            let Some(&purse) = round.awaits.first() else { return };
            let person = self.view(&self.dealer).await.round_people[usize::from(purse)].person;
            let place = self.people.iter().position(|one| one.person == person).unwrap();
            self.choose(place, Choice::Poker(poker::Choice::Show)).await;
        }
    }
}

fn set(text: &str) -> CardSet {
    parse_cards(text).unwrap().into_iter().collect()
}

/// Opens a table at which three people play some rounds.
async fn play(house: &House, floor: &Patron, spec: &Spec) {
    let table = house.table(floor, spec).await;
    let mut players = Vec::new();
    for seat in [1, 3, 4] {
        players.push(house.player(table, &spec.book, seat).await);
    }
    let is_enough = |view: &TableView| view.round_number > ROUNDS;
    let [one, two, three] = &mut players[..] else { unreachable!("three players") };
    let (one, two, three) = tokio::join!(one.play(is_enough), two.play(is_enough), three.play(is_enough));
    one.and(two).and(three).unwrap();
}

/// The filed books, one of them changed.
fn changed() -> Shelf {
    let shelf = Shelf::filed();
    let (book, before, after) = CHANGED;
    let path = format!("{book}.toml");
    let text = &shelf.file(&path).unwrap().text;
    assert!(text.contains(before), "{text}");
    shelf.with_file(&path, Source::new(path.clone(), text.replace(before, after)))
}

/// Keeps a log of this version: every book dealt by the shuffler, a shoe that lasts, every family with real cards, and
/// a book that was changed after a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes what later versions must go on opening"]
async fn keep_this_version() {
    let kept = kept().join(env!("CARGO_PKG_VERSION"));
    fs::create_dir_all(&kept).unwrap();
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    for book in books() {
        play(&house, &floor, &house.quick(&book)).await;
    }
    let lasting = Spec { decks: Some(2), shoe: Some(LastingShoe::default()), ..house.quick(CHANGED.0) };
    play(&house, &floor, &lasting).await;
    Felt::new(&house, &floor, "mortimers/no-bust-6").await.blackjack().await;
    Felt::new(&house, &floor, "mortimers/double-hand").await.double_hand().await;
    Felt::new(&house, &floor, "pinnacle/three-card-6-card-bonus").await.three_card().await;
    let board = ["2c", "7d", "9h", "3s", "4h"];
    Felt::new(&house, &floor, "mortimers/holdem").await.poker(board.iter(), ["Ks Kd", "As Ad"]).await;
    let mut lowball = Felt::new(&house, &floor, "players-club/lowball-ace-to-five").await;
    lowball.poker([].iter(), ["Ah 2d 3c 4s 6h", "Ad 2c 3s 5h 8d"]).await;
    house.close().await;
    let house = House::open_with(changed(), quiet(&folder)).await;
    let floor = house.staff("floor").await;
    play(&house, &floor, &house.quick(CHANGED.0)).await;
    let shown = rounds(&house).await;
    house.close().await;
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let proof = server::verify(&store, &Shelf::filed(), &Witness::new(), &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults, Vec::<String>::new());
    drop(store);
    assert!(shown.values().filter(|rounds| !rounds.is_empty()).count() >= books().len() + 7, "{shown:?}");
    pack(&kept.join("tips.txt.gz"), &fs::read(folder.path().join("tips.txt")).unwrap());
    pack(&kept.join("rounds.json.gz"), &serde_json::to_vec(&shown).unwrap());
    pack(&kept.join("room.sqlite3.gz"), &fs::read(folder.file()).unwrap());
}

/// Hashes, shuffles and chips are proven by this version; the rules as far as it plays them in the same way.
fn prove(folder: &Folder, version: &Path) {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let proof = server::verify(&store, &Shelf::filed(), &Witness::new(), &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults, Vec::<String>::new(), "{}", version.display());
    let shuffles: u64 = proof.streams.iter().map(|stream| stream.shuffles).sum();
    assert!(shuffles >= ROUNDS * books().len() as u64, "{}: {shuffles} shuffles", version.display());
    let others: Vec<_> = proof.streams.iter().flat_map(|stream| stream.others.iter()).collect();
    println!(
        "{}: {} parts are left to the version that played them: {others:#?}",
        version.display(),
        others.len()
    );
}

/// Whoever the events of all rounds name, as the rail is shown them now.
async fn parties(house: &House, rounds: &Rounds) -> BTreeSet<String> {
    let auditor = house.staff("auditor").await;
    let mut all = BTreeSet::new();
    for (table, rounds) in rounds {
        for round in rounds.keys() {
            let reply = auditor.ask(Ask::get(&format!("/api/tables/{table}/rounds/{round}"))).await.unwrap();
            note_parties(&reply.json().unwrap(), &mut all);
        }
    }
    all
}

fn note_parties(told: &Value, all: &mut BTreeSet<String>) {
    match told {
        Value::Array(list) => list.iter().for_each(|one| note_parties(one, all)),
        Value::Object(fields) => {
            all.extend(fields.get("who").map(Value::to_string));
            fields.values().for_each(|one| note_parties(one, all));
        }
        _ => {}
    }
}

/// How often the log itself names a party by a number that stands for the bank or the dealer, as 0.1.0 did.
fn numbered_in(folder: &Folder) -> usize {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let mut count = 0;
    for stream in 1..=100 {
        for logged in store.entries(Stream(stream), 1, 100_000).unwrap() {
            count += ["\"who\":255", "\"who\":254"]
                .map(|old| logged.entry.body.matches(old).count())
                .iter()
                .sum::<usize>();
        }
    }
    count
}

/// A line as it is said today: the seeds of rounds with unseen cards were once everybody's.
fn as_now(line: &str) -> &str {
    if line == "The proof of the shuffle goes to the auditor." { "The shuffle is revealed." } else { line }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logs_of_earlier_versions_open_show_and_verify() {
    let mut versions = 0;
    for version in fs::read_dir(kept()).unwrap() {
        let version = version.unwrap().path();
        versions += 1;
        let expected: Rounds = serde_json::from_slice(&unpack(&version.join("rounds.json.gz"))).unwrap();
        let folder = Folder::new();
        fs::write(folder.file(), unpack(&version.join("room.sqlite3.gz"))).unwrap();
        let note = version.join("tips.txt.gz");
        if note.exists() {
            // The room opens only if its log still holds what the note says.
            fs::write(folder.path().join("tips.txt"), unpack(&note)).unwrap();
        }
        prove(&folder, &version);
        let numbered = numbered_in(&folder);
        let house = House::open(quiet(&folder)).await;
        let shown = rounds(&house).await;
        let parties = parties(&house, &shown).await;
        assert!(parties.contains("\"bank\""), "{parties:?}");
        assert!(
            parties.iter().all(|who| who.len() < 3 || who.starts_with('"') || who == "null"),
            "{parties:?}"
        );
        for (table, rounds) in &expected {
            for (round, lines) in rounds {
                let lines: Vec<&str> = lines.iter().map(|line| as_now(line)).collect();
                assert_eq!(
                    shown[table][round].iter().map(|line| as_now(line)).collect::<Vec<_>>(),
                    lines,
                    "{}: table {table}, round {round}",
                    version.display()
                );
            }
        }
        // Play chips and those of the house are told apart from now on.
        let chips: Value = house.staff("cage").await.get("/api/cage").await.unwrap();
        assert_eq!((&chips["total"], &chips["play"]["total"]), (&json!(0), &json!(0)));
        // All who played there were guests.
        let day: Value = house.staff("auditor").await.get("/api/day").await.unwrap();
        assert!(chips["play"]["out"].as_i64() > Some(0) && day["chips"]["out"] == 0, "{chips} {day}");
        house.close().await;
        prove(&folder, &version);
        assert_eq!(numbered_in(&folder), numbered, "the entries keep their bytes");
        assert!(numbered > 0 || !version.ends_with("0.1.0"), "0.1.0 named the bank by a number");
    }
    assert!(versions > 1, "the logs of earlier versions and of this one are kept");
    assert!(kept().join(env!("CARGO_PKG_VERSION")).exists(), "this version keeps its own");
}
