//! A whole hand of Pan on a telephone and on a desk: eight players, a human dealer who names every card, and Ann, who
//! declares in, draws, melds, collects, adds and goes out on the page.

use std::rc::Rc;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::views::{Camera, DESKTOP, PHONE, SMALL, Window};
use crate::{log_in, no_complaints, post};

/// The hands by seat, in the order in which they are dealt. Seat 8 is dealt first, and holds the lowest up card, the
/// fifth.
const HANDS: [(u64, &str, &str); 8] = [
    (8, "7s 7s 2h 3h Ah", "Kc Qc Jc 6d 2s"),
    (7, "5h 5d 4d 6d 4c", "Qh Jh Kh 2d 2c"),
    (6, "3s 3s 6c 6h Jc", "4h 5h 6h Qd Ks"),
    (5, "Ad 2d 7d 7c 6s", "Jd Qd Kd 4s 4s"),
    (4, "6c 6d Qs Qs 7h", "2c 3c 4c Kh 5d"),
    (3, "Kd Kd 4d 5d 6h", "Ac Ac 2s 7c Jh"),
    (2, "2h 2d 5c 6c Qd", "7c Jc Qc As 3h"),
    (1, "4h 4c 7s 2d 5s", "Js Qs Ks 3c 6d"),
];

/// What the others draw in their first turn, what they meld, and what they discard.
const FIRST_TURNS: [(u64, &str, &[&str], &str); 7] = [
    (7, "5c", &["5c 5d 5h", "Jh Qh Kh"], "2c"),
    (6, "3s", &["3s 3s 3s", "4h 5h 6h"], "Ks"),
    (5, "3d", &["Ad 2d 3d", "Jd Qd Kd"], "4s"),
    (4, "6s", &["6c 6d 6s", "2c 3c 4c"], "Kh"),
    (3, "Ks", &["Kd Kd Ks"], "Jh"),
    (2, "2s", &["2d 2h 2s", "5c 6c 7c Jc Qc"], "As"),
    (1, "4s", &["4c 4h 4s", "Js Qs Ks"], "6d"),
];

const NAMES: [&str; 8] = ["Bea", "Cleo", "Dave", "Eve", "Fred", "Greta", "Hal", "Ann"];

/// Ann's page, and the house that deals and speaks for everybody else.
struct Club {
    ann: Rc<Browser>,
    house: Browser,
    table: u64,
    people: Vec<Value>,
    count: u32,
}

impl Club {
    async fn open(room: &Room, window: Window) -> Club {
        let house = Browser::open(&room.address, 800, 600).await;
        house.go("/").await;
        let mut people = Vec::new();
        for name in NAMES {
            let new = json!({ "name": name, "password": "a long word" });
            people.push(post(&house, "/api/register", new).await["person"].clone());
        }
        log_in(&house, "house", &room.password).await;
        for person in &people {
            post(&house, "/api/cage/buy", json!({ "person": person, "amount": 50_000 })).await;
        }
        let pace = json!({ "turn_ms": 600_000, "between_ms": 600_000 });
        let spec =
            json!({ "book": "players-club/pan", "dealer": "entered", "is_practice": true, "pace": pace });
        let opened = post(&house, "/api/tables", spec).await;
        let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
        let ann = Browser::open(&room.address, window.width, window.height).await;
        ann.go("/").await;
        log_in(&ann, "Ann", "a long word").await;
        let mut club = Club { ann: Rc::new(ann), house, table, people, count: 0 };
        for seat in 1..=8 {
            club.tell(seat, json!({ "do": "sit", "seat": seat, "buy_in": 20_000 })).await;
        }
        club.ann.go(&format!("/table/{table}")).await;
        club.ann.wait_for(".seat-menu").await;
        club
    }

    /// Does something as the dealer.
    async fn deal(&mut self, command: Value) {
        self.count += 1;
        let sent = json!({ "id": self.count.to_string(), "as": "dealer", "command": command });
        let answer = post(&self.house, &format!("/api/tables/{}/commands", self.table), sent).await;
        assert_eq!(answer["outcome"], "applied", "{command}: {answer}");
    }

    /// Does something for whoever sits there.
    async fn tell(&mut self, seat: u64, command: Value) {
        let person = self.people[seat as usize - 1].clone();
        self.deal(json!({ "do": "for", "person": person, "command": command })).await;
    }

    async fn choose(&mut self, seat: u64, choice: Value) {
        self.tell(seat, json!({ "do": "choose", "choice": { "pan": choice } })).await;
    }

    async fn card(&mut self, card: &str) {
        self.deal(json!({ "do": "card", "card": card })).await;
    }

    async fn deal_hands(&mut self) {
        self.deal(json!({ "do": "start" })).await;
        for packet in [0, 1] {
            for (_, first, second) in HANDS {
                for card in [first, second][packet].split(' ') {
                    self.card(card).await;
                }
            }
        }
    }

    /// Somebody draws a card and melds, or lets it go.
    async fn turn(&mut self, seat: u64, drawn: &str, melds: &[&str], discard: &str) {
        self.choose(seat, json!("draw")).await;
        self.card(drawn).await;
        if melds.is_empty() {
            return self.choose(seat, json!("decline")).await;
        }
        for meld in melds {
            let cards: Vec<&str> = meld.split(' ').collect();
            self.choose(seat, json!({ "meld": { "cards": cards } })).await;
        }
        self.choose(seat, json!({ "discard": discard })).await;
    }

    /// The cards of Ann's hand in the order in which they lie in the tray.
    async fn hand(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.pan-own .card-button')].map((one) => one.getAttribute('aria-label'))";
        let found = self.ann.script(script, vec![]).await;
        let names = found.as_array().expect("a list").iter().filter_map(Value::as_str);
        names.map(|name| name.split(',').next().unwrap_or_default().to_owned()).collect()
    }

    /// Waits until Ann holds so many cards in the tray.
    async fn holds(&self, count: usize) {
        let script = "return document.querySelectorAll('.pan-own .card-button').length === arguments[0]";
        self.ann.until(&format!("{count} cards in the hand"), script, vec![json!(count)]).await;
    }

    /// Taps a possible meld by its cards, as the page names them, and what it says it pays.
    async fn tap_meld(&self, cards: &[&str], pays: &str) {
        let script = "const named = (one) => [...one.querySelectorAll('.card')].map((card) => card.getAttribute('aria-label')).join(); \
            const found = [...document.querySelectorAll('.pan-meld')].find((one) => named(one) === arguments[0] && one.innerText.includes(arguments[1])); \
            if (!found || found.getAttribute('aria-disabled') === 'true') return false; found.click(); return true;";
        self.ann
            .until(&format!("a meld of {cards:?}"), script, vec![json!(cards.join(",")), json!(pays)])
            .await;
    }

    /// Taps a card of the own hand.
    async fn tap(&self, card: &str) {
        let tap = "const found = [...document.querySelectorAll('.pan-own .card-button')].find((one) => one.getAttribute('aria-label').startsWith(arguments[0])); \
            found?.click(); return found !== undefined;";
        self.ann.until(&format!("{card} to tap"), tap, vec![json!(card)]).await;
    }

    async fn discard(&self, card: &str) {
        self.tap(card).await;
        self.ann.press(&format!("Discard the {card}")).await;
    }

    /// Drags a card of the hand onto the place of another.
    async fn drag(&self, from: usize, to: usize) {
        let middle = "const box = document.querySelectorAll('.pan-own .card-button')[arguments[0]].getBoundingClientRect(); \
            return [box.x + box.width / 2, box.y + box.height / 2];";
        let (start, end) = (
            self.ann.script(middle, vec![json!(from)]).await,
            self.ann.script(middle, vec![json!(to)]).await,
        );
        let mouse = async |kind: &str, at: &Value, buttons: u8| {
            let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": buttons, "clickCount": 1 });
            self.ann.devtools("Input.dispatchMouseEvent", event).await;
        };
        mouse("mousePressed", &start, 1).await;
        let between = json!([
            (start[0].as_f64().unwrap_or_default() + end[0].as_f64().unwrap_or_default()) / 2.0,
            (start[1].as_f64().unwrap_or_default() + end[1].as_f64().unwrap_or_default()) / 2.0,
        ]);
        mouse("mouseMoved", &between, 1).await;
        mouse("mouseMoved", &end, 1).await;
        mouse("mouseReleased", &end, 0).await;
    }

    /// What Ann's stack is.
    async fn stack(&self) -> i64 {
        let view = self.house.ask(&format!("/api/tables/{}", self.table)).await["view"].clone();
        let ann = &self.people[7];
        let own = view["people"].as_array().and_then(|all| all.iter().find(|one| one["person"] == *ann));
        own.expect("Ann sits there")["stack"].as_i64().expect("cents")
    }
}

/// Sorted by rank and by suit, and put where Ann wants it.
async fn sort_the_hand(club: &Club) {
    let by_rank = club.hand().await;
    assert_eq!(by_rank[0], "ace of hearts", "{by_rank:?}");
    assert_eq!(by_rank[9], "king of clubs", "{by_rank:?}");
    club.ann.press("By suit").await;
    club.ann
        .until(
            "the hand by suit",
            "return document.querySelector('.pan-sort [aria-pressed=true]')?.innerText === 'By suit'",
            vec![],
        )
        .await;
    let by_suit = club.hand().await;
    let suits: Vec<&str> = by_suit.iter().filter_map(|name| name.rsplit(' ').next()).collect();
    let mut sorted = suits.clone();
    sorted.sort_unstable();
    assert_eq!(suits, sorted, "clubs, diamonds, hearts, spades");
    assert_ne!(by_suit, by_rank);
    club.drag(0, 3).await;
    let mut wanted = by_suit.clone();
    let taken = wanted.remove(0);
    wanted.insert(3, taken);
    let script = "return [...document.querySelectorAll('.pan-own .card-button')].map((one) => one.getAttribute('aria-label').split(',')[0]).join() === arguments[0]";
    club.ann.until("the card where it was dropped", script, vec![json!(wanted.join(","))]).await;
    club.ann.press("By rank").await;
}

/// The rules and the pays are one tap away, and one tap brings the table back.
async fn look_up_the_rules(club: &Club, camera: &mut Camera<'_>) {
    club.ann.press("Rules").await;
    club.ann.sees("Whoever has 11 cards in melds").await;
    club.ann.press("Close").await;
    club.ann.press("Pays").await;
    club.ann.sees("Conditions pay, in chips").await;
    camera.look("pan-pays").await;
    club.ann.press("Close").await;
}

/// Whether every card of a meld on the felt, and every name, can be seen: inside the window and not under another seat.
const COVERED: &str = "const seats = [...document.querySelectorAll('.ring-seat')]; const faults = []; \
    const inside = (box) => box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1; \
    for (const seat of seats) for (const one of seat.querySelectorAll('.pan-melds .hand, .plate')) { \
        const box = one.getBoundingClientRect(); \
        if (!inside(box)) faults.push(`seat ${seat.dataset.seat} ${one.className} lies outside: ${Math.round(box.left)} to ${Math.round(box.right)}`); \
        for (const other of seats) for (const name of other.querySelectorAll('.plate, .pan-melds .hand')) { \
            if (name === one || other === seat) continue; const over = name.getBoundingClientRect(); \
            const [wide, high] = [Math.min(box.right, over.right) - Math.max(box.left, over.left), Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top)]; \
            if (wide > 4 && high > 4) faults.push(`seat ${seat.dataset.seat} ${one.className} and seat ${other.dataset.seat} ${name.className} overlap by ${Math.round(wide)}x${Math.round(high)}`); } } \
    for (const one of document.querySelectorAll('.pan-melds .card')) { const box = one.getBoundingClientRect(); if (box.width < 15) { faults.push(`a card is ${box.width} wide`); break; } } \
    return faults;";

async fn play_a_whole_hand(window: Window) {
    let room = Room::open();
    let mut club = Club::open(&room, window).await;
    club.deal_hands().await;
    club.ann.sees("Play this hand").await;
    club.holds(10).await;
    sort_the_hand(&club).await;
    club.ann.press("Play this hand").await;
    for seat in (1..8).rev() {
        club.ann.sees(&format!("{}'s turn", NAMES[seat as usize - 1])).await;
        club.choose(seat, json!("in")).await;
    }
    // The first turn: a drawn card that makes a condition, and two melds of the hand beside it.
    club.ann.press("Draw from the stock").await;
    club.card("7s").await;
    club.ann.wait_for(".pan-apart").await;
    club.ann.sees("Drawn").await;
    let lit = "return document.querySelectorAll('.pan-own .card-button.lit').length";
    assert_eq!(club.ann.script(lit, vec![]).await, json!(2), "the two sevens of spades are lit");
    let ann = Rc::clone(&club.ann);
    let mut camera = Camera::new(&ann, window);
    camera.look("pan-meld").await;
    // A card that goes into no meld hides none, and is not picked any more once something is laid down.
    club.tap("two of spades").await;
    let sevens = ["seven of spades"; 3];
    club.tap_meld(&sevens, "$8 from each").await;
    club.ann.sees("Ann collects $56").await;
    club.holds(8).await;
    let picked = "return document.querySelectorAll('.pan-own .picked').length";
    assert_eq!(club.ann.script(picked, vec![]).await, json!(0), "nothing is picked");
    club.tap_meld(&["ace of hearts", "two of hearts", "three of hearts"], "$2 from each").await;
    club.tap_meld(&["jack of clubs", "queen of clubs", "king of clubs"], "$2 from each").await;
    club.ann.sees("Tap a card to discard").await;
    look_up_the_rules(&club, &mut camera).await;
    club.discard("six of diamonds").await;
    assert_eq!(club.stack().await, 20_000 - 200 + 7 * 6 * 200, "six chips from each of seven");
    for (seat, drawn, melds, discard) in FIRST_TURNS {
        club.turn(seat, drawn, melds, discard).await;
    }
    // The second turn: a card is added to a meld.
    club.ann.sees("Draw from the stock").await;
    let covered = club.ann.script(COVERED, vec![]).await;
    camera.look("table-pan").await;
    assert_eq!(covered, json!([]), "in a {} window", window.name);
    club.ann.press("Draw from the stock").await;
    club.card("4h").await;
    club.tap_meld(&["four of hearts"], "Add to").await;
    club.discard("two of spades").await;
    for seat in (1..8).rev() {
        club.turn(seat, "5s", &[], "").await;
    }
    // The third turn: the eleventh card.
    club.ann.press("Draw from the stock").await;
    club.card("7s").await;
    club.tap_meld(&["seven of spades"], "$4 from each").await;
    club.ann.sees("This hand brought you").await;
    club.ann.sees("+$246").await;
    // 4, 1, 1 and 2 chips from each on the way, 2 and all eight again at the end, and eight tops.
    club.ann.sees("Ann collected").await;
    club.ann.sees("$268").await;
    club.ann.sees("Valle square of one suit, again at going out").await;
    club.ann.sees("$8 from each of").await;
    club.ann.sees("Greta collected").await;
    camera.look("pan-out").await;
    assert_eq!(club.stack().await, 20_000 + 24_600);
    camera.put_away().await;
    look_back(&club).await;
    no_complaints(&club.ann).await;
    club.house.close().await;
}

/// The round as Ann saw it, her own hand among the others.
async fn look_back(club: &Club) {
    club.ann.go(&format!("/table/{}/rounds/1", club.table)).await;
    club.ann.wait_for("[aria-label='Step on']").await;
    let step = "for (let count = 0; count < 20; count += 1) document.querySelector(\"[aria-label='Step on']\").click(); \
        return document.querySelectorAll('.own-hand .card').length === 10;";
    club.ann.until("ten cards of the own hand", step, vec![]).await;
    let tops = club.ann.script(TOPS, vec![]).await;
    assert!(tops.as_f64().is_some_and(|height| height > 4.0), "the tops are {tops} high");
}

/// How high the pile of tops is on the felt.
const TOPS: &str = "return Math.max(0, ...[...document.querySelectorAll('.pan-centre .pot, .pan-centre .pot i, .pan-centre .pot svg')] \
    .map((one) => one.getBoundingClientRect().height))";

/// Taps cards on the pad with which cards of an unseen hand are named.
async fn name_cards(browser: &Browser, cards: &[(&str, &str)]) {
    for (rank, suit) in cards {
        let tap = "const pad = document.querySelector('.pan-naming .pad'); const before = document.querySelectorAll('.pan-named .card-button').length; \
            if (!pad) return false; const whole = pad.querySelector(`[aria-label$='${arguments[0]} of ${arguments[1]}']`); \
            if (whole) { whole.click(); return true; } \
            pad.querySelector(`[aria-label='${arguments[0]}']`).click(); \
            document.querySelector(`.pan-naming .pad [aria-label='${arguments[1]}']`).click(); \
            return document.querySelectorAll('.pan-named .card-button').length > before;";
        browser.until(&format!("the {rank} of {suit} on the pad"), tap, vec![json!(rank), json!(suit)]).await;
    }
}

/// Hands that lie unseen are played to the end of a turn by taps alone: on the own telephone, and on the dealer's page.
#[tokio::test(flavor = "multi_thread")]
async fn cards_of_an_unseen_hand_are_named_on_the_page() {
    let room = Room::open();
    let mut club = Club::open(&room, SMALL).await;
    club.deal(json!({ "do": "start" })).await;
    let path = format!("/api/tables/{}", club.table);
    let mut up_cards = ["Ah", "Kc", "Kc", "Kc", "Kd", "Kd", "Kd", "Kh"].into_iter();
    loop {
        let round = club.house.ask(&path).await["view"]["round"].clone();
        match round["next_face"].as_str() {
            _ if round["next_card"].is_null() => break,
            Some("down") => club.deal(json!({ "do": "deal-unseen" })).await,
            _ => club.card(up_cards.next().expect("an up card")).await,
        }
    }
    club.ann.press("Play this hand").await;
    for seat in (1..8).rev() {
        club.choose(seat, json!("in")).await;
    }
    club.ann.press("Draw from the stock").await;
    let tops = club.ann.script(TOPS, vec![]).await;
    assert!(tops.as_f64().is_some_and(|height| height > 4.0), "the tops are {tops} high");
    club.card("7s").await;
    club.ann.wait_for(".pan-naming").await;
    let ranks = "return document.querySelectorAll('.pan-naming .pad-ranks button').length";
    assert_eq!(club.ann.script(ranks, vec![]).await, json!(10), "no 8, 9 or 10");
    name_cards(&club.ann, &[("seven", "spades"), ("seven", "spades")]).await;
    club.ann.press("Meld these").await;
    club.ann.sees("Ann collects $56").await;
    let is_laid = "return document.querySelectorAll('.pan-named .card-button').length === 0";
    club.ann.until("the meld", is_laid, vec![]).await;
    name_cards(&club.ann, &[("king", "clubs")]).await;
    club.ann.press("Discard king of clubs").await;
    club.ann.sees("Hal's turn").await;
    // The dealer's page does the same for whoever speaks and does not tap.
    club.house.go(&format!("/dealer/{}", club.table)).await;
    club.choose(7, json!("draw")).await;
    club.card("5c").await;
    club.house.wait_for(".pan-naming .pad-whole").await;
    name_cards(&club.house, &[("five", "hearts"), ("five", "diamonds")]).await;
    club.house.press("Meld these").await;
    club.house.until("the meld", is_laid, vec![]).await;
    name_cards(&club.house, &[("two", "clubs")]).await;
    club.house.press("Discard two of clubs").await;
    club.ann.sees("Greta's turn").await;
    let round = club.house.ask(&path).await["view"]["round"].clone();
    assert_eq!(round["board"][0], "2c");
    no_complaints(&club.ann).await;
    club.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_hand_of_pan_is_played_on_a_telephone() {
    play_a_whole_hand(PHONE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_hand_of_pan_is_played_on_a_desk() {
    play_a_whole_hand(DESKTOP).await;
}
