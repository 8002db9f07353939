//! What belongs to one person across tables: your tables with their badges, rounds, preferences, sounds, being away.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::views::{Camera, DESKTOP, PHONE};
use crate::{come_in, log_in, no_complaints, play_a_round, post, press_in_tray, sit_at, table_of};

/// Takes the first free seat of a table without looking at it.
pub(crate) async fn take_a_seat(browser: &Browser, table: u64) {
    let path = format!("/api/tables/{table}");
    let view = browser.ask(&path).await["view"].clone();
    let people = view["people"].as_array().cloned().unwrap_or_default();
    let seats = view["seats"].as_i64().expect("seats");
    let free = (1..=seats).find(|seat| people.iter().all(|one| one["seat"] != json!(seat)));
    let buy_in = view["buy_in_least"].as_i64().expect("cents").max(10_000);
    let command = json!({ "do": "sit", "seat": free.expect("a free seat"), "buy_in": buy_in });
    let sent = json!({ "id": format!("sit at {table}"), "command": command });
    let answer = post(browser, &format!("{path}/commands"), sent).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
}

/// Waits for something that is shown while a table waits for the reader, who comes back wherever a clock has run out.
async fn until_asked(browser: &Browser, what: &str, script: &str) {
    for turn in 0..900 {
        if browser.script(script, vec![]).await == json!(true) {
            return;
        }
        let own = browser.ask("/api/me/tables").await;
        for one in own.as_array().into_iter().flatten().filter(|one| one["is_away"] == json!(true)) {
            let back =
                json!({ "id": format!("back {} {turn}", one["table"]), "command": { "do": "sit-in" } });
            post(browser, &format!("/api/tables/{}/commands", one["table"]), back).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never shown: {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn your_tables_stand_side_by_side_and_say_whose_turn_it_is() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1600, 900).await;
    browser.go("/").await;
    come_in(&browser, "Ann").await;
    let tables = [table_of(&browser, "marina/holdem").await, table_of(&browser, "mortimers/no-bust-6").await];
    for table in tables {
        take_a_seat(&browser, table).await;
    }
    browser.go("/").await;
    let badge = "return Number(document.querySelector('.own-tables .badge')?.innerText) > 0";
    until_asked(&browser, "a badge in the head", badge).await;
    let turn = "return [...document.querySelectorAll('.own-list .badge')].some((one) => one.innerText === 'Your turn')";
    until_asked(&browser, "whose turn it is, in the lobby", turn).await;
    browser.press("Your tables").await;
    let felts = "return [...document.querySelectorAll('.beside iframe')].filter((one) => \
        one.contentDocument?.querySelector('.felt .plate') && one.contentDocument.querySelector('.seat-menu')).length === 2";
    browser.until("two tables in one window", felts, vec![]).await;
    let inside = "const one = document.querySelector('.beside iframe').contentWindow; \
        return one.getComputedStyle(one.document.querySelector('.top')).display";
    assert_eq!(browser.script(inside, vec![]).await, json!("none"), "only one head in the window");
    // On a telephone one table is seen at a time: a press, a key or a swipe goes to the next.
    browser.resize(390, 844, true).await;
    let ways = [
        "document.querySelector('.next-table').click()",
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))",
        "const felt = document.querySelector('.felt'); const touch = (clientX) => new Touch({ identifier: 1, target: felt, clientX, clientY: 300 }); \
         felt.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(300)], changedTouches: [touch(300)], bubbles: true })); \
         felt.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch(120)], bubbles: true }));",
    ];
    let mut at = tables[0];
    browser.go(&format!("/table/{at}")).await;
    for way in ways {
        browser.wait_for(".next-table").await;
        browser.wait_for(".felt .plate").await;
        browser.script(way, vec![]).await;
        at = if at == tables[0] { tables[1] } else { tables[0] };
        let there = "return location.pathname === `/table/${arguments[0]}` && document.querySelector('.table-head') !== null";
        browser.until(way, there, vec![json!(at)]).await;
    }
    // A third table, and all of them are seen at once on a wide screen.
    take_a_seat(&browser, table_of(&browser, "players-club/omaha").await).await;
    browser.resize(1920, 1080, false).await;
    browser.go("/tables").await;
    let whole = "const frames = [...document.querySelectorAll('.beside iframe')]; \
        return frames.length === 3 && frames.every((one) => one.getBoundingClientRect().bottom <= innerHeight \
            && one.contentDocument?.querySelector('.felt .plate') && one.contentDocument.querySelector('.seat-menu')?.getBoundingClientRect().bottom <= one.clientHeight)";
    browser.until("three whole tables in one window", whole, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}

/// Writes down which sounds are made and whether the telephone shakes.
const LISTEN: &str = "window.heard = []; \
    const node = () => ({ connect: (next) => next, start() {}, stop() {}, frequency: { set value(pitch) { window.heard.push(pitch); } }, \
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }); \
    window.AudioContext = class { state = 'running'; currentTime = 0; sampleRate = 8000; destination = {}; \
        createGain() { return node(); } createOscillator() { return node(); } \
        createBufferSource() { window.heard.push('noise'); return node(); } \
        createBuffer(_, length) { return { getChannelData: () => new Float32Array(length) }; } }; \
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true } }); \
    navigator.vibrate = (ms) => { window.heard.push(`shakes ${ms}`); return true; };";

/// Presses something in one's own turn, when a hand is surely on; a clock that has run out gives another one.
async fn press_in_turn(browser: &Browser, css: &str) {
    let press = "if (!document.querySelector('.tray.asked .choice-buttons')) return false; \
                 document.querySelector(arguments[0]).click(); return true;";
    browser.until("a turn of one's own to press in", press, vec![json!(css)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_heard_until_a_press_and_leaving_in_mid_hand_asks() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 390, 844).await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await;
    sit_at(&browser, "marina/holdem").await;
    let asked = "return document.querySelector('.tray.asked .choice-buttons') !== null";
    browser.until("a turn of one's own", asked, vec![]).await;
    let turn = "return window.heard.includes(660) && window.heard.includes('shakes 120')";
    browser.until("the sound of one's turn", turn, vec![]).await;
    browser.until("the sound of cards", "return window.heard.includes('noise')", vec![]).await;
    // A hand is on: going away asks first and says what becomes of it.
    press_in_turn(&browser, ".to-lobby").await;
    browser.sees("the clock chooses for you").await;
    browser.press("Stay").await;
    assert_ne!(
        browser.script("return location.pathname", vec![]).await,
        json!("/"),
        "who stays is still there"
    );
    press_in_turn(&browser, ".seat-menu").await;
    browser.press("Leave the table").await;
    browser.sees("Your hand is still on").await;
    browser.press("Stay").await;
    browser.press("Turn sounds off").await;
    browser.script("window.heard = []", vec![]).await;
    play_a_round(&browser).await;
    let heard = browser
        .script("return window.heard.filter((one) => !String(one).startsWith('shakes'))", vec![])
        .await;
    assert_eq!(heard, json!([]), "nothing is heard any more");
    browser.press("Last hand").await;
    browser.wait_for("dialog .felt .plate").await;
    no_complaints(&browser).await;
    browser.close().await;
}

/// Shows a view that a test has changed, and waits until the page shows what comes of it.
async fn show(browser: &Browser, view: &Value, change: &str, is_shown: &str) {
    let feed = format!(
        "const view = structuredClone(arguments[0]); {change}; return Boolean(window.feed?.(view, [], window.isTold ? 'events' : 'snapshot')) && (window.isTold = true)"
    );
    browser.until("the line", &feed, vec![view.clone()]).await;
    browser.until(change, &format!("return {is_shown}"), vec![]).await;
}

/// Waits until the seconds of one's turn have gone on.
async fn one_second(browser: &Browser) {
    let seconds = "return document.querySelector('.tray .seconds')?.textContent ?? ''";
    let first = browser.until("seconds of one's turn", seconds, vec![]).await;
    let next = "return document.querySelector('.tray .seconds')?.textContent !== arguments[0]";
    browser.until("the next second", next, vec![first]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_and_time_that_runs_low_are_heard_until_a_press() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    let table = sit_at(&browser, "marina/holdem").await;
    let me = browser.ask("/api/me").await["person"].clone();
    let asked = "document.querySelector('.tray.asked .choice-buttons') !== null";
    browser.until("a turn of one's own", &format!("return {asked}"), vec![]).await;
    let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    for source in [LISTEN, include_str!("feed.js")] {
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }
    browser.go(&format!("/table/{table}")).await;
    let heard = async |pitch: u32| {
        let count = "return window.heard.filter((one) => one === arguments[0]).length";
        browser.script(count, vec![json!(pitch)]).await
    };
    let over = |net: i64| {
        format!(
            "view.phase = 'resting'; view.deadline = null; view.round.awaits = []; view.round.offers = []; \
             view.nets = [{{ person: {me}, net: {net} }}]"
        )
    };
    let (lost, won) = (over(-500), over(500));
    show(&browser, &view, "view.deadline = Date.now() + 60_000", asked).await;
    one_second(&browser).await;
    assert_eq!(heard(440).await, json!(0), "there is much time left");
    show(&browser, &view, "view.deadline = Date.now() + 4_900", asked).await;
    let low = "return window.heard.includes(440)";
    browser.until("the sound of low time", low, vec![]).await;
    show(&browser, &view, &lost, "document.querySelector('.net.lost') !== null").await;
    assert_eq!(heard(440).await, json!(2), "two tones, once for a turn");
    assert_eq!(heard(523).await, json!(0), "nothing is won yet");
    show(&browser, &view, "view.deadline = Date.now() + 60_000", asked).await;
    show(&browser, &view, &won, "document.querySelector('.net.won') !== null").await;
    assert_eq!([heard(523).await, heard(659).await, heard(784).await], [json!(1), json!(1), json!(1)]);
    browser.press("Turn sounds off").await;
    browser.script("window.heard = []", vec![]).await;
    show(&browser, &view, "view.deadline = Date.now() + 4_800", asked).await;
    one_second(&browser).await;
    show(&browser, &view, &won, "document.querySelector('.net.won') !== null").await;
    let sounds = "return window.heard.filter((one) => !String(one).startsWith('shakes'))";
    assert_eq!(browser.script(sounds, vec![]).await, json!([]), "nothing is heard any more");
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_shown_as_away_and_comes_back_by_a_press() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    let lobby = browser.ask("/api/lobby").await;
    let row =
        lobby["tables"].as_array().into_iter().flatten().find(|one| one["book"] == "mortimers/no-bust-6");
    let pace = json!({ "wager_ms": 700, "turn_ms": 700, "offer_ms": 700, "between_ms": 200, "reading_ms": 0, "seat_ms": 60_000 });
    let spec = json!({ "book": "mortimers/no-bust-6", "schedule": row.expect("a table")["schedule"], "dealer": "shuffler",
        "bots": 4, "is_practice": true, "pace": pace });
    let opened = post(&browser, "/api/tables", spec).await;
    let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
    come_in(&browser, "Ghost").await;
    take_a_seat(&browser, table).await;
    browser.go(&format!("/table/{table}")).await;
    let away = "return [...document.querySelectorAll('.plate.out')].some((one) => one.innerText.includes('Ghost') && one.innerText.includes('away'))";
    browser.until("the silent one to be away", away, vec![]).await;
    browser.press("Deal me in").await;
    let back = "return [...document.querySelectorAll('.plate:not(.out)')].some((one) => one.innerText.includes('Ghost'))";
    browser.until("the one who pressed to be back", back, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_rounds_are_found_marked_and_shared() {
    let room = Room::open();
    let browser = Browser::open(&room.address, PHONE.width, PHONE.height).await;
    sit_at(&browser, "mortimers/no-bust-6").await;
    play_a_round(&browser).await;
    browser.go("/").await;
    let second = table_of(&browser, "players-club/holdem").await;
    browser.go(&format!("/table/{second}")).await;
    browser.press("Take a seat").await;
    browser.wait_for("dialog .amount").await;
    let fits = "const sheet = document.querySelector('dialog .sheet-main'), box = sheet.querySelector('.main').getBoundingClientRect(); \
        return sheet.scrollWidth <= sheet.clientWidth && sheet.scrollHeight <= sheet.clientHeight && box.bottom <= innerHeight";
    assert_eq!(browser.script(fits, vec![]).await, json!(true), "the buy-in fits a telephone");
    browser.press("Sit down with").await;
    browser.wait_for(".seat-menu").await;
    press_in_tray(&browser, "Post").await;
    play_a_round(&browser).await;
    browser.go("/rounds").await;
    let both = "return new Set([...document.querySelectorAll('main tbody th')].map((one) => one.innerText.split('\\n')[0])).size >= 2";
    browser.until("rounds of two tables in one list", both, vec![]).await;
    let facts = "const rows = [...document.querySelectorAll('main tbody tr')]; \
        return rows.length > 1 && rows.every((row) => row.querySelector('.card') && !row.innerText.includes('…'))";
    browser.until("cards, pot and winner in each line", facts, vec![]).await;
    browser.wait_for(".results-line polyline").await;
    browser.press("Mark round").await;
    let choose = "const select = document.querySelectorAll('.mine-filters select')[1]; select.value = arguments[0]; \
        select.dispatchEvent(new Event('change', { bubbles: true })); return document.querySelectorAll('main tbody tr').length;";
    browser.script(choose, vec![json!("marked")]).await;
    let one = "return document.querySelectorAll('main tbody tr').length === 1";
    browser.until("the marked round alone", one, vec![]).await;
    browser.go("/rounds").await;
    browser
        .until(
            "the mark after a reload",
            "return document.querySelector('main [aria-pressed=true]') !== null",
            vec![],
        )
        .await;
    let mut camera = Camera::new(&browser, PHONE);
    camera.look("my-rounds").await;
    // Whoever gets the link sees the round as the rail did.
    let path =
        browser.script("return document.querySelector('main tbody a').getAttribute('href')", vec![]).await;
    let other = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    other.go(path.as_str().expect("an address")).await;
    other.wait_for(".felt .plate").await;
    other.press("Share this round").await;
    other.wait_for(".note").await;
    camera.put_away().await;
    other.close().await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn preferences_go_with_the_account_and_the_light_room_can_be_read() {
    let room = Room::open();
    let first = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    first.go("/").await;
    let account = json!({ "name": "Pat", "password": "long enough" });
    post(&first, "/api/register", account).await;
    first.script("localStorage.setItem('cardroom-came-in', 'yes')", vec![]).await;
    first.go("/").await;
    first.sees("Pat").await;
    first.press("Preferences").await;
    first.press("Light").await;
    first.press("Blue").await;
    first.press("Close").await;
    let kept = async |browser: &Browser| browser.ask("/api/me/preferences").await["text"].clone();
    let mut text = Value::Null;
    for _ in 0..100 {
        text = kept(&first).await;
        if text.as_str().is_some_and(|text| text.contains("\"felt\":\"blue\"")) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(text.as_str().is_some_and(|text| text.contains("\"theme\":\"light\"")), "{text}");
    let second = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    second.go("/").await;
    log_in(&second, "Pat", "long enough").await;
    second.go("/").await;
    let same = "const { theme, felt } = document.documentElement.dataset; return theme === 'light' && felt === 'blue'";
    second.until("the same preferences in another browser", same, vec![]).await;
    let mut camera = Camera::new(&second, DESKTOP);
    second.sees("27 tables").await;
    camera.look("light-lobby").await;
    camera.look_at_sheet("Preferences", "light-preferences").await;
    second.go("/book/mortimers/no-bust-6").await;
    second.sees("Natural").await;
    camera.look("light-book").await;
    let table = table_of(&second, "marina/double-hand").await;
    second.go(&format!("/table/{table}")).await;
    second.wait_for(".felt .plate").await;
    camera.look("light-table").await;
    camera.put_away().await;
    second.close().await;
    first.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn larger_cards_are_larger_wherever_the_account_looks() {
    let room = Room::open();
    let first = Browser::open(&room.address, 1920, 1600).await;
    first.go("/").await;
    log_in(&first, "house", &room.password).await;
    let pace = json!({ "turn_ms": 600_000 });
    let spec = json!({ "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200], "dealer": "shuffler", "bots": 3, "is_practice": true, "pace": pace });
    let opened = post(&first, "/api/tables", spec).await;
    let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
    post(&first, "/api/register", json!({ "name": "Pat", "password": "long enough" })).await;
    take_a_seat(&first, table).await;
    first.go(&format!("/table/{table}")).await;
    // Cards that are being dealt are turned: their own width is not.
    let wide = "const post = [...document.querySelectorAll('.tray button')].find((one) => one.innerText.startsWith('Post')); \
        post?.click(); return document.querySelector('.own .card')?.offsetWidth ?? null";
    let plain = first.until("own cards", wide, vec![]).await.as_u64().expect("a width");
    first.press("Preferences").await;
    let switch = "const label = [...document.querySelectorAll('dialog label.switch')].find((one) => one.innerText.startsWith('Larger cards')); \
        label?.click(); return label?.querySelector('input').checked";
    first.until("the switch", switch, vec![]).await;
    first.press("Close").await;
    let grown = "return document.querySelector('.own .card')?.offsetWidth > arguments[0] * 1.05";
    first.until("larger cards at once", grown, vec![json!(plain)]).await;
    let mut is_kept = false;
    for _ in 0..100 {
        let kept = first.ask("/api/me/preferences").await["text"].clone();
        is_kept = kept.as_str().is_some_and(|text| text.contains("\"largeCards\":true"));
        if is_kept {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(is_kept, "the room keeps it");
    // Another browser of the same person, which has kept nothing itself.
    let second = Browser::open(&room.address, 1920, 1600).await;
    second.go("/").await;
    log_in(&second, "Pat", "long enough").await;
    second.go(&format!("/table/{table}")).await;
    second.until("larger cards in another browser", grown, vec![json!(plain)]).await;
    no_complaints(&second).await;
    second.close().await;
    first.close().await;
}
