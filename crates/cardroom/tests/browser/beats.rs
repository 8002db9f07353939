//! What is told when: no result is seen before the cards that it rests on.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::turns::Table;
use crate::{no_complaints, play_a_round, sit_down};

/// Writes down what lies on the felt and what is told of it, at every change of the page.
const WATCH: &str = "\
    window.seen = []; const main = document.getElementById('main'); \
    const labels = (of) => [...main.querySelectorAll(of + ' .card')].map((one) => one.getAttribute('aria-label')); \
    const look = () => { \
        if (!main.querySelector('.felt')) return; \
        const round = Number(/round (\\d+)/.exec(main.querySelector('.table-title')?.innerText ?? '')?.[1] ?? 0); \
        const told = [...main.querySelectorAll('.narration li')].map((one) => one.innerText); \
        const began = [...main.querySelectorAll('.narration li')].findLastIndex((one) => one.classList.contains('begins')); \
        const one = { round, bank: labels('.bank-hands'), board: labels('.board'), seats: labels('.ring'), \
            nets: main.querySelectorAll('.net').length, outcome: main.querySelectorAll('.outcome').length, \
            early: [...main.querySelectorAll('.ring .hands:not(.gone) .hand:is(.is-won, .is-lost, .is-push)')].filter((one) => main.querySelector('.bank-hands') && one.querySelector('.card[aria-label*=down]')).map((one) => one.closest('[data-seat]').dataset.seat), \
            down: main.querySelectorAll('.ring .spot .chips').length, settled: main.querySelectorAll('.ring .hand:is(.is-won, .is-lost, .is-push, .is-surrendered, .is-returned)').length, \
            pots: told.slice(began + 1).filter((line) => /wins .*pot|gets .*pot/i.test(line)).length }; \
        const text = JSON.stringify(one); \
        if (text !== window.lastSeen) { window.lastSeen = text; window.seen.push(one); } }; \
    window.watching?.disconnect(); \
    window.watching = new MutationObserver(look); \
    window.watching.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }); look(); return true;";

/// Everything that was seen of the newest round whose result was seen.
async fn last_round(browser: &Browser) -> Vec<Value> {
    let found = "const done = window.seen.filter((one) => one.nets > 0).at(-1); \
                 return done ? window.seen.filter((one) => one.round === done.round) : null";
    let seen = browser.until("a round with its result", found, vec![]).await;
    seen.as_array().expect("a list").clone()
}

fn cards<'a>(seen: &'a Value, of: &str) -> Vec<&'a str> {
    seen[of].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_result(seen: &Value) -> bool {
    ["nets", "outcome", "pots"].iter().any(|what| seen[*what] != json!(0))
}

/// Demands that every card was seen before anything was told of the result.
fn demand_cards_first(seen: &[Value]) {
    let first = seen.iter().position(is_result).expect("a result");
    for of in ["bank", "board", "seats"] {
        let whole = seen.iter().map(|one| cards(one, of).len()).max().unwrap_or(0);
        assert_eq!(
            cards(&seen[first], of).len(),
            whole,
            "cards of {of} at the first result: {:#?}",
            &seen[first]
        );
        let open = |one: &Value| cards(one, of).iter().filter(|card| !card.contains("face down")).count();
        let most = seen.iter().map(open).max().unwrap_or(0);
        assert_eq!(open(&seen[first]), most, "open cards of {of} at the first result: {:#?}", &seen[first]);
        let is_seen_before = of == "seats" || seen[..first].iter().any(|one| open(one) == most);
        assert!(is_seen_before, "all open cards of {of} before any result: {seen:#?}");
    }
    // Where the bank's hand does not qualify, hands without a bonus wager are paid face down and never opened.
    let unopened = cards(seen.last().expect("a result"), "early");
    for one in seen {
        let early: Vec<&str> =
            cards(one, "early").into_iter().filter(|seat| !unopened.contains(seat)).collect();
        assert!(early.is_empty(), "hands lie face down and have won or lost: {early:?} {one:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_all_in_hand_is_seen_street_by_street_before_its_result() {
    let room = Room::open();
    let mut table = Table::open_for(&room, &["Ann", "Bea"], "").await;
    table.ann.script(WATCH, vec![]).await;
    let all_in = "const most = document.querySelector('.choice-buttons') && \
                  [...document.querySelectorAll('.presets button')].find((one) => one.innerText.startsWith('All in')); \
                  most?.click(); (choice('Raise') ?? choice('Bet') ?? choice('Call'))?.click(); \
                  return window.seen.some((one) => one.nets > 0);";
    table.until("the end of an all-in hand", all_in, &[json!("call"), json!("check")]).await;
    let seen = last_round(&table.ann).await;
    demand_cards_first(&seen);
    for count in [3, 4, 5] {
        let is_seen = seen.iter().any(|one| cards(one, "board").len() == count && !is_result(one));
        assert!(is_seen, "a board of {count} cards before the result: {seen:#?}");
    }
    table.close().await;
}

/// Plays a round of a practice game with the bots and gives what was seen of it.
async fn watched_round(book: &str) -> Vec<Value> {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let lobby = browser.ask("/api/lobby").await;
    let table = lobby["tables"].as_array().into_iter().flatten().find(|one| one["book"] == book).cloned();
    sit_down(&browser, table.expect("a table")["game"].as_str().expect("a name")).await;
    browser.script(WATCH, vec![]).await;
    play_a_round(&browser).await;
    let seen = last_round(&browser).await;
    no_complaints(&browser).await;
    browser.close().await;
    seen
}

/// Demands that what was wagered lies there until the first hand has won or lost.
fn demand_wagers_until_paid(seen: &[Value]) {
    let dealt = seen.iter().position(|one| !cards(one, "bank").is_empty()).expect("cards of the bank");
    let paid = seen.iter().position(|one| one["settled"] != json!(0)).expect("a hand that is settled");
    let most = seen[dealt]["down"].as_u64().expect("a number");
    assert!(most > 0, "wagers lie there with the cards: {:#?}", &seen[dealt]);
    for one in &seen[dealt..paid] {
        assert!(one["down"].as_u64() >= Some(most), "wagers are gone before anything is paid: {one:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_three_card_round_is_told_hand_by_hand() {
    let seen = watched_round("pinnacle/three-card-6-card-bonus").await;
    demand_cards_first(&seen);
    demand_wagers_until_paid(&seen);
    let open =
        |one: &Value, of: &str| cards(one, of).iter().filter(|card| !card.contains("face down")).count();
    let mut turned = 0;
    for one in seen.iter().filter(|one| !cards(one, "bank").is_empty()) {
        let now = open(one, "bank");
        assert!(now >= turned, "a card of the bank is turned down again: {one:#?}");
        turned = now;
        // Before the bank's hand only the reader's own three cards lie open.
        assert!(now == 3 || open(one, "seats") <= 3, "hands are seen before the bank's: {one:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blackjack_round_is_told_after_the_banks_cards() {
    let seen = watched_round("mortimers/no-bust-6").await;
    demand_cards_first(&seen);
    demand_wagers_until_paid(&seen);
    let sizes: Vec<usize> = seen.iter().map(|one| cards(one, "bank").len()).collect();
    assert!(
        sizes.windows(2).all(|pair| pair[1] <= pair[0] + 1 || pair[0] == 0),
        "one card of the bank at a time: {sizes:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_hand_round_is_told_after_the_hands_are_open() {
    demand_cards_first(&watched_round("marina/double-hand").await);
}

/// Presses "Last hand" as soon as a board of four cards lies there without its result, and remembers what was told then.
const PRESS_LAST: &str = "\
    const press = () => { \
        if (window.atPress || document.querySelector('dialog[open]')) return; \
        const round = Number(/round (\\d+)/.exec(document.querySelector('.table-title')?.innerText ?? '')?.[1] ?? 0); \
        const told = document.querySelectorAll('.net, .outcome').length; \
        if (round < 2 || told > 0 || document.querySelectorAll('.board .card').length !== 4) return; \
        const last = [...document.querySelectorAll('.table-head button')].find((one) => one.getAttribute('aria-label') === 'Last hand'); \
        if (!last) return; \
        window.atPress = { round }; last.click(); }; \
    new MutationObserver(press).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });";

#[tokio::test(flavor = "multi_thread")]
async fn the_last_hand_is_looked_at_while_the_next_one_is_still_told() {
    let room = Room::open();
    let mut table = Table::open_for(&room, &["Ann", "Bea"], "").await;
    // A first round without a showdown, so that there is one to look back at.
    let second = "if (round > 1) return true; (choice('Check') ?? choice('Fold') ?? choice('Muck'))?.click(); return false;";
    table.until("a second round", second, &[json!("check"), json!("fold")]).await;
    table.ann.script(WATCH, vec![]).await;
    table.ann.script(PRESS_LAST, vec![]).await;
    let all_in = "const most = document.querySelector('.choice-buttons') && \
                  [...document.querySelectorAll('.presets button')].find((one) => one.innerText.startsWith('All in')); \
                  most?.click(); (choice('Raise') ?? choice('Bet') ?? choice('Call'))?.click(); \
                  return window.atPress !== undefined;";
    table.until("four cards of an all-in hand", all_in, &[json!("call"), json!("check")]).await;
    let told = "const round = /Round (\\d+)/i.exec(document.querySelector('dialog[open] .replay-page')?.innerText ?? '')?.[1]; \
                return round ? Number(round) : null";
    let shown = table.ann.until("the last hand in its sheet", told, vec![]).await;
    let pressed = table.ann.script("return window.atPress.round", vec![]).await;
    assert_eq!(
        shown.as_i64(),
        pressed.as_i64().map(|round| round - 1),
        "the hand before the one that is told"
    );
    table.ann.press("Close").await;
    // What is told below goes on to its end, cards first.
    let whole = "const of = window.seen.filter((one) => one.round === window.atPress.round); \
                 return of.some((one) => one.nets > 0) ? of : null";
    let seen = table.ann.until("the result of the hand that is told", whole, vec![]).await;
    demand_cards_first(seen.as_array().expect("a list"));
    table.close().await;
}
