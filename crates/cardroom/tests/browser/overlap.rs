//! Full tables of every family at six sizes, and with larger text and cards in small windows: nothing lies over anything else.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::own::take_a_seat;
use crate::room::Room;
use crate::views::{DESKTOP, PHONE, screens};
use crate::{PRESSES, TRAY, log_in, post, table_of, take_seat};

/// The windows through which a table is measured.
pub(crate) const SIZES: [(u32, u32); 6] =
    [(360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080), (3840, 2160)];

/// The windows through which a table is measured with larger text and larger cards as well.
const LARGER: [(u32, u32); 2] = [(360, 640), (640, 360)];

/// Stands still, so that everything lies where it belongs.
const STILL: &str =
    "localStorage.setItem('cardroom-settings', JSON.stringify({ animations: false })); return true;";

/// Four split hands at every seat, with every wager that can lie there, and a bank of seven cards.
const SPLIT: &str = "const view = structuredClone(arguments[0]); \
    const cards = ['8c', '8d', '2h', '3s', 'As']; \
    const hand = (seat, place) => ({ cards: cards.slice(0, 2 + (place + seat) % 4), name: '', \
        worth: ['soft 17', '21', '20', '24 over'][place], end: ['stands', 'doubled', 'stands', 'over'][place] }); \
    for (const seat of view.round.seats) { \
        if (seat.seat === view.round.bank.seat) continue; \
        seat.hands = [0, 1, 2, 3].map((place) => hand(seat.seat, place)); \
        const put = (on, amount) => ({ who: 0, on, amount }); \
        seat.wagers = [put('base', 2500), put('split', 2500), put('split', 2500), put('split', 2500), put('double', 2500), \
            put('double', 2500), put('insurance', 1250), put('Bonus Bet', 500)]; \
    } \
    view.round.bank.hands = [{ cards: ['2c', '3d', '2h', '3s', 'As', '2d', '4h'], worth: 'soft 17', name: '', end: '' }]; \
    return view;";

/// The reader's turn for the second of four split hands, the third of which may be given up as well.
const SECOND_HAND: &str = "const view = structuredClone(arguments[0]); \
    const own = view.round.seats.find((one) => one.seat === view.you); \
    own.hands.forEach((hand, place) => { hand.end = place === 0 ? 'stands' : ''; }); \
    const { person } = view.people.find((one) => one.seat === view.you); \
    view.round.awaits = [view.round_people.findIndex((one) => one.person === person)]; \
    const offer = (choice, most = 0) => ({ who: 0, choice: { blackjack: choice }, least: most, most, step: 0, cards: [0, 0] }); \
    view.round.offers = [offer('hit'), offer('stand'), offer({ double: 2500 }, 2500), offer('split', 2500), \
        offer({ surrender: 1 }), offer({ surrender: 2 })]; \
    return view;";

/// A round of double hands that is over, with long names and the longest words for what the hands are worth.
const LONG_WORDS: &str = "const view = structuredClone(arguments[0]); \
    const fronts = ['king-queen', 'pair of queens', 'eight-seven']; \
    const backs = ['queens full of sevens', 'seven-high straight', 'ace-high straight flush', 'queens and sevens']; \
    const pair = (place, ends) => [ \
        { cards: ['Qs', 'Kh'], name: 'front', worth: fronts[place % 3], end: ends[0] }, \
        { cards: ['2s', '3s', '4s', '5s', '7d'], name: 'back', worth: backs[place % 4], end: ends[1] }]; \
    view.round.seats.forEach((seat, place) => { if (seat.hands.length > 0) seat.hands = pair(place, ['lost', 'won']); }); \
    view.round.bank.hands = pair(0, ['', '']); \
    for (const one of view.people) one.name = 'Bartholomew'; \
    view.phase = 'resting'; view.round.offers = []; view.round.awaits = []; \
    view.nets = view.people.map((one) => ({ person: one.person, net: -2600 })); \
    return view;";

/// A hand of Pan that is over: every seat with three melds, some with cards besides, and how each has ended.
const PAN_ENDS: &str = "const view = structuredClone(arguments[0]); \
    const ends = ['went out', 'foul', 'won the tops', 'out', 'folded']; \
    const meld = (cards, worth) => ({ cards, name: 'meld', worth, end: '' }); \
    view.round.seats.forEach((seat, place) => { \
        const end = ends[place % ends.length]; \
        const held = { cards: Array(end === 'went out' ? 0 : 4).fill(null), name: 'hand', worth: '', end }; \
        seat.hands = [held, meld(['4c', '4h', '4s'], 'square, 2 chips'), meld(['7d', 'Jd', 'Qd', 'Kd'], 'rope, 1 chip'), \
            meld(['6c', '6c', '6c', '6c'], 'square, 4 chips')]; \
    }); \
    view.phase = 'resting'; view.round.offers = []; view.round.awaits = []; \
    view.nets = view.people.map((one) => ({ person: one.person, net: -2600 })); \
    return view;";

/// A practice table of a book whose seats are all taken: by bots, and one by Ann.
struct Full {
    browser: Browser,
    table: u64,
    faults: BTreeSet<String>,
    /// The moments that were measured: what lay on the felt, in short.
    moments: BTreeSet<String>,
    /// What pictures of it are called, and how many cards the newest of them shows.
    picture: (String, u64),
}

impl Full {
    async fn open(room: &Room, book: &str) -> Full {
        let browser = Browser::open(&room.address, 1280, 800).await;
        browser.go("/").await;
        browser.script(STILL, vec![]).await;
        log_in(&browser, "house", &room.password).await;
        let lobby = browser.ask("/api/lobby").await;
        let found = lobby["tables"].as_array().into_iter().flatten().find(|one| one["book"] == book).cloned();
        let found = found.unwrap_or_else(|| panic!("no table of {book}"));
        let bots = found["seats"].as_u64().expect("seats") - 1;
        let spec = json!({ "book": book, "schedule": found["schedule"], "dealer": "shuffler", "bots": bots, "is_practice": true });
        let opened = post(&browser, "/api/tables", spec).await;
        let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
        take_seat(&browser, "Annabelle", table).await;
        let picture = (format!("full-{}", book.replace('/', "-")), 0);
        Full { browser, table, faults: BTreeSet::new(), moments: BTreeSet::new(), picture }
    }

    /// Measures what is shown at every size, and keeps a picture of the moment with the most cards on the felt.
    async fn measure(&mut self, moment: &str) {
        let count = "return document.querySelectorAll('.felt .card').length";
        let cards = self.browser.script(count, vec![]).await.as_u64().unwrap_or_default();
        let is_best = cards > self.picture.1;
        self.picture.1 = self.picture.1.max(cards);
        let larger = LARGER.map(|size| (size, "large"));
        for ((width, height), text) in larger.into_iter().chain(SIZES.map(|size| (size, "normal"))) {
            let choose = "Object.assign(document.documentElement.dataset, { text: arguments[0], cards: arguments[0] })";
            self.browser.script(choose, vec![json!(text)]).await;
            self.browser.resize(width, height, width < 600).await;
            let found = self.browser.script(include_str!("overlap.js"), vec![]).await;
            let window = [PHONE, DESKTOP].into_iter().find(|one| (one.width, one.height) == (width, height));
            if let Some(window) = window.filter(|_| is_best) {
                let name = format!("{}-{}.webp", self.picture.0, window.name);
                self.browser.screenshot(&screens(window).join(name)).await;
            }
            for fault in found.as_array().expect("a list").iter().filter_map(Value::as_str) {
                self.faults.insert(format!("{width}x{height} {text} {moment}: {fault}"));
            }
        }
    }

    /// Presses what is most welcome of everything that is offered.
    async fn press(&self) {
        // "Double it" is an amount of the wager before the cards, which would be pressed for ever.
        let names: Vec<&str> = ["Split", "Double $", "Hand "].into_iter().chain(PRESSES).collect();
        let script = format!("{TRAY} arguments[0].map(inTray).find(Boolean)?.click(); return true;");
        self.browser.script(&script, vec![json!(names)]).await;
    }

    /// Plays on and measures every moment that shows something new, until enough of them were seen.
    async fn play(&mut self, moments: usize) {
        let shown = "const count = (css) => document.querySelectorAll(css).length; const felt = document.querySelector('.felt'); \
            return felt && [felt.className, 'cards', count('.felt .card') >> 2, 'board', count('.board .card'), 'hands', count('.hand') >> 1, \
                'nets', count('.net') > 0, 'asked', count('.tray.asked'), 'panel', document.querySelector('.tray-main > *')?.className ?? ''].join(' ');";
        for _ in 0..6_000 {
            let moment = self.browser.script(shown, vec![]).await;
            let moment = moment.as_str().unwrap_or_default().to_owned();
            if self.moments.insert(moment.clone()) {
                self.measure(&moment).await;
            }
            if self.moments.len() >= moments && self.moments.iter().any(|one| one.contains("nets true")) {
                return;
            }
            self.press().await;
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
        panic!("only these moments of a table were seen: {:#?}", self.moments);
    }

    /// Plays until a round is on in which so many seats have cards, and gives the table as it is then.
    async fn view_of_a_round(&self, seats: usize) -> Value {
        for _ in 0..900 {
            let told = self.browser.ask(&format!("/api/tables/{}", self.table)).await["view"].clone();
            let is_dealt = |seat: &Value| seat["hands"].as_array().is_some_and(|hands| !hands.is_empty());
            let dealt =
                told["round"]["seats"].as_array().into_iter().flatten().filter(|seat| is_dealt(seat)).count();
            if told["phase"] == "playing" && dealt >= seats {
                return told;
            }
            self.press().await;
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
        panic!("no round with {seats} hands");
    }

    /// Shows views that a test has made, and measures each once it stands there.
    async fn feed(&mut self, views: &[(&str, Value)], is_there: &str) {
        let feed = json!({ "source": include_str!("feed.js") });
        self.browser.devtools("Page.addScriptToEvaluateOnNewDocument", feed).await;
        self.browser.go(&format!("/table/{}", self.table)).await;
        for (moment, view) in views {
            self.browser.until("the line", "return window.feed(arguments[0])", vec![view.clone()]).await;
            self.browser.until(moment, &format!("return {is_there}"), vec![]).await;
            self.measure(moment).await;
        }
    }

    async fn close(self) {
        assert!(self.faults.is_empty(), "{} faults: {:#?}", self.faults.len(), self.faults);
        self.browser.close().await;
    }
}

/// Plays at a full table of a book until enough moments were measured.
async fn nothing_overlaps(book: &str, moments: usize) {
    let room = Room::open();
    let mut full = Full::open(&room, book).await;
    full.play(moments).await;
    full.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_blackjack() {
    nothing_overlaps("mortimers/no-bust-6-buster", 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_double_hands() {
    nothing_overlaps("marina/double-hand", 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_three_cards() {
    nothing_overlaps("pinnacle/three-card-6-card-bonus", 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_holdem() {
    nothing_overlaps("players-club/holdem", 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_omaha() {
    nothing_overlaps("players-club/omaha", 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_lowball() {
    nothing_overlaps("marina/lowball", 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_at_a_full_table_of_pan() {
    nothing_overlaps("players-club/pan", 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_where_every_hand_of_pan_says_how_it_ended() {
    let room = Room::open();
    let mut full = Full::open(&room, "players-club/pan").await;
    full.picture.0 = "pan-ended".to_owned();
    let view = full.view_of_a_round(8).await;
    let view = full.browser.script(PAN_ENDS, vec![view]).await;
    full.feed(
        &[("hands of Pan that are over", view)],
        "document.querySelectorAll('.felt .pan-end').length === 8",
    )
    .await;
    full.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_where_double_hands_have_long_words() {
    let room = Room::open();
    let mut full = Full::open(&room, "marina/double-hand").await;
    full.picture.0 = "double-hands-long".to_owned();
    let view = full.view_of_a_round(5).await;
    let view = full.browser.script(LONG_WORDS, vec![view]).await;
    // Whoever plays at several tables has one more button in the head.
    let other = table_of(&full.browser, "marina/holdem").await;
    take_a_seat(&full.browser, other).await;
    let is_there = "document.querySelectorAll('.bank-hands .worth').length === 2 && document.querySelector('.next-table') !== null";
    full.feed(&[("long words", view)], is_there).await;
    full.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_overlaps_with_four_split_hands_at_every_seat() {
    let room = Room::open();
    let mut full = Full::open(&room, "mortimers/no-bust-6-buster").await;
    full.picture.0 = "full-split-hands".to_owned();
    let view = full.view_of_a_round(8).await;
    let view = full.browser.script(SPLIT, vec![view]).await;
    let mut over = view.clone();
    over["phase"] = json!("resting");
    over["round"]["offers"] = json!([]);
    let people = view["people"].as_array().expect("people").iter();
    over["nets"] = people.map(|one| json!({ "person": one["person"], "net": -10_250 })).collect();
    let turn = full.browser.script(SECOND_HAND, vec![view.clone()]).await;
    full.feed(
        &[("split hands", view), ("split hands settled", over), ("a turn with split hands", turn)],
        "document.querySelectorAll('.own .hand, .several .hand').length > 8",
    )
    .await;
    // The hand in play is ringed and named, and so is the one that is given up; what a hand is worth stands there once.
    let named =
        "return [...document.querySelectorAll('.choice-buttons .choice > span')].map((one) => one.innerText)";
    let names =
        ["hit", "stand", "double $25", "split $25", "give up half"].map(|word| format!("Hand 2: {word}"));
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["Hand 3: give up half"]).collect();
    assert_eq!(full.browser.script(named, vec![]).await, json!(names));
    let ringed = "return [[...document.querySelectorAll('.own .hand')].map((one) => one.classList.contains('in-play')), \
        document.querySelectorAll('.own .worth').length, document.querySelectorAll('.tray .worth').length]";
    let ringed = full.browser.script(ringed, vec![]).await;
    assert_eq!(ringed, json!([[false, true, false, false], 4, 0]));
    full.close().await;
}
