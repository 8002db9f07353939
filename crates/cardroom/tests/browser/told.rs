//! One message told beat by beat: what each beat shows, and how all of it is shown at once.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::own::take_a_seat;
use crate::room::Room;
use crate::{come_in, log_in, no_complaints, post, press_in_tray};

/// The table of a test in the middle of a round of blackjack: one hand of 20 with $5 on it, and a bank that shows an ace.
fn before_natural() -> Value {
    let hand = json!({ "cards": ["Kc", "Td"], "worth": "20", "name": "", "end": "" });
    let seat = json!({ "seat": 2, "hands": [hand], "bet": 0, "is_live": true,
        "wagers": [{ "purse": 1, "on": "base", "hand": 0, "amount": 500 }] });
    let bank = json!({ "seat": 1, "hands": [{ "cards": ["Ah", null], "worth": "ace", "name": "", "end": "" }], "left": 15_000, "net": 0 });
    json!({ "number": 10, "round_number": 1, "phase": "playing", "people": [], "nets": [], "may": [], "round": {
        "family": "blackjack", "seats": [seat], "bank": bank, "board": [], "pots": [], "awaits": [1], "offers": [], "stage": "turns" } })
}

/// The same table after somebody has declined and the bank's down card has made a Natural, with what is told of it.
fn natural() -> Value {
    let mut view = before_natural();
    (view["number"], view["phase"]) = (json!(15), json!("resting"));
    let round = &mut view["round"];
    round["seats"][0]["hands"][0]["end"] = json!("ended by the bank's Natural");
    (round["seats"][0]["wagers"], round["seats"][0]["is_live"]) = (json!([]), json!(false));
    round["bank"]["hands"][0] =
        json!({ "cards": ["Ah", "Ts"], "worth": "soft 21", "name": "", "end": "Natural" });
    let line = |number: u8, of: Value| {
        let event = json!({ "event": "round", "of": of });
        json!({ "number": number, "words": of["event"], "event": event, "clause": null })
    };
    let lines = [
        line(
            11,
            json!({ "family": "blackjack", "event": "chose", "who": 0, "spot": 2, "hand": 0, "choice": "decline" }),
        ),
        line(12, json!({ "family": "blackjack", "event": "looked", "natural": true })),
        line(13, json!({ "family": "blackjack", "event": "turned", "card": "Ts" })),
        line(
            14,
            json!({ "family": "blackjack", "event": "settled", "who": 0, "spot": 2, "hand": 0, "wager": "base", "verdict": "lost" }),
        ),
        line(15, json!({ "family": "blackjack", "event": "closed", "amount": 15_500 })),
    ];
    json!({ "view": view, "lines": lines, "isFresh": false })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_banks_natural_is_told_with_its_card() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let script = "const [before, told, done] = arguments; \
        import('/table/beats.js').then((part) => done(part.beatsOf(before, told)), (fault) => done(String(fault)));";
    let given = vec![before_natural(), natural()];
    let beats = browser.client.execute_async(script, given).await.expect("the page answers");
    let beats = beats.as_array().unwrap_or_else(|| panic!("{beats}"));
    let mut is_seen = false;
    for beat in beats {
        let round = &beat["view"]["round"];
        is_seen |= round["bank"]["hands"][0]["cards"] == json!(["Ah", "Ts"]);
        let says = |word: &str| {
            beat["lines"].as_array().is_some_and(|all| all.iter().any(|one| one["words"] == word))
        };
        assert!(is_seen || !says("looked"), "told before the card is seen: {beat:#}");
        let end = &round["seats"][0]["hands"][0]["end"];
        assert!(is_seen || *end == json!(""), "the hand is ended before the card is seen: {beat:#}");
        let lies = round["seats"][0]["wagers"] != json!([]);
        assert!(is_seen || lies, "the wager is gone before the card is seen: {beat:#}");
        assert!(beat["isDecided"] == json!(true), "nothing can be chosen any more: {beat:#}");
    }
    let turned = beats.iter().find(|beat| beat["kind"] == "turn").expect("the card is turned up");
    assert_eq!(
        turned["lines"].as_array().map(Vec::len),
        Some(2),
        "the look and the card are one: {turned:#}"
    );
    assert_eq!(turned["view"]["round"]["seats"][0]["wagers"][0]["amount"], json!(500), "not paid yet");
    browser.close().await;
}

/// Takes a message in the middle of whose beats the whole table comes anew, as after a break of the line.
const BREAK: &str = "const [before, told, done] = arguments; \
    Promise.all([import('/table/pace.js'), import('/table/beats.js')]).then(async ([{ Pace }]) => { \
        const shown = []; const pace = new Pace((beat) => shown.push(beat)); \
        const lines = (beats) => beats.flatMap((beat) => beat.lines.map((line) => line.number)); \
        pace.add({ view: before, lines: [], isFresh: true }); \
        await import('/table/beats.js'); \
        pace.add(told); \
        const early = lines(shown); \
        pace.add({ view: told.view, lines: [], isFresh: true }); \
        pace.stop(); done([early, lines(shown), shown.at(-1).view.phase]); }, (fault) => done(String(fault)));";

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_comes_anew_in_the_middle_of_its_beats_tells_the_rest_at_once() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let given = vec![before_natural(), natural()];
    let told = browser.client.execute_async(BREAK, given).await.expect("the page answers");
    assert_eq!(told[0], json!([11]), "the rest waits for its beat: {told}");
    assert_eq!(told[1], json!([11, 12, 13, 14, 15]), "every line is told, once and in order: {told}");
    assert_eq!(told[2], json!("resting"), "the table is shown as it is: {told}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_plate_and_no_marker_tells_how_it_ends_before_the_cards() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let seated = |person: u32, seat: u32, stack: i64, is_out: bool| json!({ "person": person, "name": "", "seat": seat, "stack": stack, "is_out": is_out, "is_leaving": false });
    let [mut before, mut told] = [before_natural(), natural()];
    before["people"] = json!([seated(7, 1, 0, false), seated(8, 2, 0, false), seated(9, 3, 500, false)]);
    (before["bank"], before["banker"], before["shoe"]) = (json!([1, 1]), json!(7), json!({ "left": 80 }));
    // Whoever has lost the last chips is away, one has left, a newcomer has the seat, and the bank goes round.
    told["view"]["people"] =
        json!([seated(7, 1, 15_500, false), seated(8, 2, 0, true), seated(10, 3, 900, false)]);
    (told["view"]["bank"], told["view"]["banker"], told["view"]["shoe"]) =
        (Value::Null, Value::Null, json!({ "left": 79 }));
    let script = "const [before, told, done] = arguments; \
        import('/table/beats.js').then((part) => done(part.beatsOf(before, told)), (fault) => done(String(fault)));";
    let given = vec![before.clone(), told.clone()];
    let beats = browser.client.execute_async(script, given).await.expect("the page answers");
    let beats = beats.as_array().unwrap_or_else(|| panic!("{beats}"));
    assert!(beats.len() > 2, "{beats:#?}");
    let (last, first) = beats.split_last().expect("beats");
    for beat in first.iter().filter(|beat| beat["isLast"] == json!(false)) {
        for what in ["people", "bank", "banker", "shoe"] {
            assert_eq!(beat["view"][what], before[what], "{what} is as it was: {beat:#}");
        }
    }
    for what in ["people", "bank", "banker", "shoe"] {
        assert_eq!(last["view"][what], told["view"][what], "{what} is as it is");
    }
    browser.close().await;
}

/// Once all cards of the bank lie open and the result is not told yet: shows the rest at once, by the way that is set,
/// and writes down at once how many results stand there.
const SKIP: &str = "\
    window.way = ''; window.after = null; window.halfway = 0; \
    const skip = () => { \
        const results = () => document.querySelectorAll('.net').length; \
        const bank = [...document.querySelectorAll('.bank-hands .card')]; \
        const isOpen = bank.length > 1 && bank.every((one) => !one.getAttribute('aria-label').includes('face down')); \
        if (!isOpen || results() > 0 || window.after !== null) return; \
        window.halfway += 1; \
        if (window.way === 'key') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })); \
        else if (window.way === 'press') document.querySelector('.felt .places').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); \
        else return; \
        window.after = results(); }; \
    new MutationObserver(skip).observe(document.body, { subtree: true, childList: true, attributes: true }); return true;";

/// Opens a practice table whose rounds follow quickly and at which nobody's clock runs out.
pub(crate) async fn quick_table(browser: &Browser, room: &Room, book: &str) -> u64 {
    quick_table_with(browser, room, book, [5_000, 0]).await
}

/// The same with a rest of its own between rounds, and for each thing there is to read.
async fn quick_table_with(
    browser: &Browser,
    room: &Room,
    book: &str,
    [between_ms, reading_ms]: [u32; 2],
) -> u64 {
    browser.go("/").await;
    log_in(browser, "house", &room.password).await;
    let lobby = browser.ask("/api/lobby").await;
    let row = lobby["tables"].as_array().into_iter().flatten().find(|one| one["book"] == book).cloned();
    let long = 600_000;
    let pace = json!({ "offer_ms": long, "wager_ms": long, "turn_ms": long, "between_ms": between_ms, "reading_ms": reading_ms, "seat_ms": long });
    let spec = json!({ "book": book, "schedule": row.expect("a table")["schedule"], "dealer": "shuffler",
        "bots": 2, "is_practice": true, "pace": pace });
    let opened = post(browser, "/api/tables", spec).await;
    let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
    come_in(browser, "Ann").await;
    take_a_seat(browser, table).await;
    browser.go(&format!("/table/{table}")).await;
    browser.wait_for(".seat-menu").await;
    table
}

/// Plays until a script gives true.
async fn play_until(browser: &Browser, what: &str, script: &str) {
    for _ in 0..1_200 {
        if browser.script(script, vec![]).await == json!(true) {
            return;
        }
        // Some hands may not stand.
        for name in ["Stand", "No, thank you", "Wager $", "Pass", "Hit"] {
            if press_in_tray(browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("waited in vain for {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_a_press_or_less_motion_shows_all_at_once() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    quick_table(&browser, &room, "mortimers/no-bust-6").await;
    browser.script(SKIP, vec![]).await;
    for way in ["key", "press"] {
        browser.script("[window.way, window.after] = [arguments[0], null]", vec![json!(way)]).await;
        play_until(&browser, way, "return window.after !== null").await;
        let after = browser.script("return window.after", vec![]).await;
        assert!(after.as_u64() > Some(1), "all results at once by a {way}: {after}");
    }
    // Without animations there is nothing between the last choice and the result.
    let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.devtools("Emulation.setEmulatedMedia", media).await;
    let over = "return document.querySelectorAll('.net').length === 0";
    play_until(&browser, "the next round", over).await;
    browser.script("[window.way, window.after, window.halfway] = ['', null, 0]", vec![]).await;
    play_until(&browser, "a result", "return document.querySelectorAll('.net').length > 0").await;
    assert_eq!(browser.script("return window.halfway", vec![]).await, json!(0), "all at once");
    no_complaints(&browser).await;
    browser.close().await;
}

/// Writes down of every round how much was told at its end, and how long the table rests.
const RESTS: &str = "\
    window.rests = []; \
    window.WebSocket = class extends WebSocket { \
        constructor(...to) { \
            super(...to); \
            this.addEventListener('message', ({ data }) => { \
                const { type, view, lines } = JSON.parse(data); \
                const rest = window.rests.at(-1), last = lines?.at(-1); \
                if (!last || type === 'snapshot') return; \
                if (rest && !rest.next) rest.next = lines[0].at; \
                const told = lines.filter((line) => line.at === last.at && line.event?.event === 'round').length; \
                if (view.phase === 'resting' && last.event?.event === 'round-ended') window.rests.push({ told, wait: view.deadline - last.at, until: view.deadline }); \
            }); \
        } \
    };";

#[tokio::test(flavor = "multi_thread")]
async fn the_rest_after_a_round_grows_with_what_there_is_to_read() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": RESTS })).await;
    quick_table_with(&browser, &room, "mortimers/no-bust-6", [300, 100]).await;
    let differ = "return new Set(window.rests.filter((one) => one.next).map((one) => one.told)).size > 1";
    play_until(&browser, "rounds that end with more and with less to read", differ).await;
    let rests = browser.script("return window.rests.filter((one) => one.next)", vec![]).await;
    for rest in rests.as_array().expect("a list") {
        let told = rest["told"].as_i64().expect("a number");
        assert_eq!(rest["wait"].as_i64(), Some(300 + 100 * told), "for each thing that was told: {rests:#}");
        assert!(rest["next"].as_i64() >= rest["until"].as_i64(), "nothing begins before: {rests:#}");
    }
    no_complaints(&browser).await;
    browser.close().await;
}
