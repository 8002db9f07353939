//! The dealer's page and the floor's desk on a tablet: whatever comes next is seen without scrolling, and nothing is cut or
//! lies over something else. `TABLET_PICTURES=DIR` keeps pictures of all of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::led::{Led, is_over};
use crate::no_complaints;
use crate::room::Room;

/// What is wrong with what the window shows: what sticks out of it, buttons whose words are cut, the next step out of sight.
const WRONG: &str = r#"
    const wrong = [];
    const { innerWidth, innerHeight } = window;
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const step = document.querySelector('.next-step')?.getBoundingClientRect();
    if (step && (step.top < 0 || step.bottom > innerHeight)) wrong.push('the next step is out of sight');
    const isSeen = (one) => one.getClientRects().length > 0 && !one.closest('[hidden]');
    const buttons = [...document.querySelectorAll('button, a.button')].filter(isSeen);
    for (const button of buttons) {
        const box = button.getBoundingClientRect();
        const name = button.getAttribute('aria-label') ?? button.innerText;
        if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`"${name}" sticks out`);
        if (button.scrollWidth > button.clientWidth + 1) wrong.push(`"${name}" is cut`);
    }
    const twice = /\b(the|of|to|a) \1\b/i.exec(document.body.innerText);
    if (twice) wrong.push(`"${twice[0]}"`);
    const labels = [...document.querySelectorAll('.felt :is(.worth, .stake-words, .plate, .spot, .pots)')].filter(isSeen);
    for (const card of [...document.querySelectorAll('.felt .card')].filter(isSeen)) {
        const box = card.getBoundingClientRect();
        for (const label of labels) {
            const against = label.getBoundingClientRect();
            const over = Math.min(box.right, against.right) - Math.max(box.left, against.left);
            const down = Math.min(box.bottom, against.bottom) - Math.max(box.top, against.top);
            if (over > 2 && down > 2 && label.innerText) wrong.push(`a card lies over "${label.innerText}"`);
        }
    }
    const tray = [...document.querySelectorAll('.dealer-tray button')].filter(isSeen);
    for (const [place, one] of tray.entries()) {
        const box = one.getBoundingClientRect();
        for (const other of tray.slice(place + 1)) {
            const against = other.getBoundingClientRect();
            const over = Math.min(box.right, against.right) - Math.max(box.left, against.left);
            const down = Math.min(box.bottom, against.bottom) - Math.max(box.top, against.top);
            if (over > 1 && down > 1 && !one.contains(other)) wrong.push(`"${one.innerText}" lies over "${other.innerText}"`);
        }
    }
    const main = [...document.querySelectorAll('.dealer-tray button.main')].filter(isSeen)[0]?.getBoundingClientRect();
    if (main && main.top > innerHeight) wrong.push('what is pressed next is below the window');
    const rows = [...document.querySelectorAll('.singles .pad-row')].map((one) => one.getBoundingClientRect().bottom);
    const end = document.querySelector('.dealer-tray')?.getBoundingClientRect().bottom;
    if (rows.length > 0 && Math.max(...rows) > end + 1) wrong.push(`keys end at ${Math.max(...rows)}, what is seen at ${end}`);
    const felt = document.querySelector('.dealer-page .felt')?.getBoundingClientRect();
    if (felt && felt.height < 270) wrong.push(`the felt is ${felt.height} high`);
    for (const one of [...document.querySelectorAll('.payouts li *')].filter(isSeen)) {
        const size = parseFloat(getComputedStyle(one).fontSize);
        if (size < 12) wrong.push(`a payment is written ${size} high`);
    }
    const list = document.querySelector('.walking');
    const next = list?.querySelector('[aria-current]')?.getBoundingClientRect();
    const bounds = list?.getBoundingClientRect();
    if (list && list.clientHeight < 200) wrong.push(`the payments have ${list.clientHeight}`);
    if (next && (next.top < bounds.top - 1 || next.bottom > bounds.bottom + 1)) wrong.push('the next payment is out of sight');
    return wrong;
"#;

/// Cards that are still on their way lie over whatever is between.
const AT_REST: &str = r#"
    const moves = document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity);
    return document.fonts.status === 'loaded' && moves.length === 0 ? true : null;
"#;

/// Looks at what the window shows, once everything has come to rest.
async fn look(browser: &Browser, name: &str) {
    browser.until("fonts, and everything at rest", AT_REST, vec![]).await;
    if let Some(folder) = std::env::var_os("TABLET_PICTURES") {
        browser.screenshot(&Path::new(&folder).join(format!("{name}.png"))).await;
    }
    let wrong = browser.script(WRONG, vec![]).await;
    assert_eq!(wrong, json!([]), "{name}");
    if browser.script("return document.querySelector('.felt') !== null", vec![]).await == json!(true) {
        let faults = browser.script(include_str!("overlap.js"), vec![]).await;
        assert_eq!(faults, json!([]), "{name}");
    }
}

/// Deals a round and looks at each kind of step once, and at the payments once half of them are made.
async fn a_round_is_seen(browser: &Browser, name: &str, led: Led) {
    browser.go(&format!("/dealer/{}", led.table)).await;
    browser.wait_for(".dealer-tray .next-step").await;
    let mut seen = BTreeSet::new();
    for _ in 0..250 {
        let view = led.view(browser).await;
        if is_over(&view) {
            break;
        }
        let kind = view["dealers_step"]["kind"].as_str().unwrap_or_default().to_owned();
        let shown = "const words = document.querySelector('.next-step')?.innerText; return words === arguments[0] ? true : null;";
        if kind == "draw" && seen.insert(kind.clone()) {
            browser.wait_for(".hand-entry .pad-row").await;
            look(browser, &format!("dealer-{name}-draw")).await;
        }
        let step = view["next_step"].clone();
        if !step.as_str().unwrap_or_default().is_empty()
            && seen.insert(kind.clone())
            && view["phase"] == "playing"
        {
            browser.until("the next step", shown, vec![step]).await;
            look(browser, &format!("dealer-{name}-{kind}")).await;
            if view["is_settling"] == json!(true) {
                pay_half(browser, &led, name, &view).await;
            }
        }
        led.one_step(browser).await;
        tokio::time::sleep(Duration::from_millis(90)).await;
    }
    assert!(is_over(&led.view(browser).await), "{name} does not end");
    look(browser, &format!("dealer-{name}-over")).await;
    browser.go("/floor").await;
    browser.sees("Tables of the line").await;
    look(browser, &format!("floor-{name}")).await;
    no_complaints(browser).await;
    led.close(browser).await;
}

/// Makes half of the payments one by one, and looks.
async fn pay_half(browser: &Browser, led: &Led, name: &str, view: &Value) {
    let left = |view: &Value| {
        let all = view["settlement"].as_array().expect("payments");
        all.iter().filter(|one| one["is_paid"] == json!(false)).count()
    };
    let all = left(view);
    for paid in 1..=all / 2 {
        browser.press("Done, next").await;
        let view = led.wait(browser, |view| left(view) == all - paid).await;
        let shown = "return document.querySelector('.next-step')?.innerText === arguments[0] ? true : null;";
        browser.until("the next payment", shown, vec![view["next_step"].clone()]).await;
    }
    look(browser, &format!("dealer-{name}-half-paid")).await;
}

/// Everybody who can sit at a banked table wagers; whoever sits last banks.
async fn full(browser: &Browser, password: &str, book: &str, names: &[&str]) -> Led {
    let seats: Vec<u8> = (1..=names.len() as u8).collect();
    let mut led = Led::seat(browser, password, json!({ "book": book }), names, &seats).await;
    for person in led.people.clone().iter().take(names.len() - 1) {
        led.tell(browser, person, json!({ "do": "pass-bank" })).await;
    }
    led.bank_and_wager(browser, names.len() - 1, &seats).await;
    led
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_with_a_tablet_reads_felt_and_payments_of_a_full_table() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let names = ["Maple", "Cedar", "Birch", "Aspen", "Hazel", "Rowan", "Linden", "Alder"];
    for (name, book, count, word) in [
        ("full-blackjack", "mortimers/no-bust-6", 8, "Blue"),
        ("full-three-card", "pinnacle/three-card-6-card-bonus", 7, "Green"),
        ("full-double-hand", "marina/double-hand", 7, "White"),
    ] {
        let names: Vec<String> = names[..count].iter().map(|one| format!("{one} {word}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let led = full(&browser, &room.password, book, &names).await;
        a_round_is_seen(&browser, name, led).await;
    }
    let names: Vec<String> = names.iter().map(|one| format!("{one} Black")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let spec = json!({ "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200] });
    let seats: Vec<u8> = (1..=8).collect();
    let led = Led::seat(&browser, &room.password, spec, &names, &seats).await;
    a_round_is_seen(&browser, "full-holdem", led).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_with_a_tablet_sees_what_comes_next_in_banked_games() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    for (name, book, people) in [
        ("blackjack", "mortimers/no-bust-6", ["Maple", "Cedar", "Birch"]),
        ("double-hand", "marina/double-hand", ["Linden", "Alder", "Juniper"]),
        ("three-card", "pinnacle/three-card-6-card-bonus", ["Aspen", "Hazel", "Rowan"]),
    ] {
        let led = Led::open(&browser, &room.password, json!({ "book": book }), people).await;
        a_round_is_seen(&browser, name, led).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_with_a_tablet_sees_what_comes_next_in_the_other_games() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let holdem = json!({ "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200] });
    for (name, spec, people) in [
        ("holdem", holdem, ["Spruce", "Acacia", "Sorrel"]),
        ("lowball", json!({ "book": "marina/lowball" }), ["Willow", "Laurel", "Poplar"]),
        ("pan", json!({ "book": "players-club/pan" }), ["Clover", "Bramble", "Heather"]),
    ] {
        let led = Led::open(&browser, &room.password, spec, people).await;
        a_round_is_seen(&browser, name, led).await;
    }
    browser.close().await;
}
