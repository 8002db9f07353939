//! Mistakes of a dealer that are put right from the page: each is read ahead, confirmed, and stays in a log that proves
//! itself.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::led::{Led, is_over};
use crate::room::Room;
use crate::{no_complaints, post};

/// Opens the sheet of irregularities, chooses one and fills its fields in; gives what the sheet says will happen.
async fn read_ahead(browser: &Browser, says: &str, fields: &[(&str, &str)]) -> String {
    browser.press("Something is irregular").await;
    browser.press(says).await;
    fill(browser, fields).await;
    told(browser).await
}

/// Fills fields of the sheet in, by their names.
async fn fill(browser: &Browser, fields: &[(&str, &str)]) {
    let script = "const [name, value] = arguments; const form = [...document.querySelectorAll('dialog[open] form')].at(-1); \
                  const field = form?.elements[name]; if (!field) return false; \
                  if (field.type === 'checkbox') field.checked = value === 'yes'; \
                  else if (field.tagName === 'SELECT') { \
                      const found = [...field.options].find((one) => one.value === value || one.text.includes(value)); \
                      if (!found) return false; field.value = found.value; \
                  } else field.value = value; \
                  form.dispatchEvent(new Event('change', { bubbles: true })); return true;";
    for (name, value) in fields {
        browser.until(&format!("the field {name}"), script, vec![json!(name), json!(value)]).await;
    }
}

/// What the sheet tells ahead, or why it would be refused.
async fn told(browser: &Browser) -> String {
    let script = "return document.querySelector('dialog[open] .foreseen-says, dialog[open] .refusal')?.innerText ?? ''";
    let told = browser.until("what will happen", script, vec![]).await;
    told.as_str().unwrap_or_default().to_owned()
}

/// Confirms what was read, and waits until it is done.
async fn confirm(browser: &Browser, name: &str) {
    browser.press(name).await;
    browser
        .until("the sheet to close", "return document.querySelector('dialog[open]') === null", vec![])
        .await;
}

async fn close_sheet(browser: &Browser) {
    browser.script("document.querySelector('dialog[open]')?.close()", vec![]).await;
}

/// Everything in the room's log proves itself, and the page has not complained.
async fn is_clean(browser: &Browser, room: &Room) {
    no_complaints(browser).await;
    room.is_proven();
}

fn step(view: &Value) -> &str {
    view["dealers_step"]["kind"].as_str().unwrap_or_default()
}

fn stack(view: &Value, person: &Value) -> i64 {
    let people = view["people"].as_array().expect("people");
    people.iter().find(|one| one["person"] == *person).and_then(|one| one["stack"].as_i64()).expect("a stack")
}

/// Corrects the last round from its history: chips go from somebody to somebody, with a clause that is searched for.
async fn correct(browser: &Browser, table: u64, fields: &[(&str, &str)], clause: Option<&str>) -> String {
    browser.go(&format!("/table/{table}/rounds/1")).await;
    browser.press("Last step").await;
    browser.press("Correct this round").await;
    if let Some(words) = clause {
        let search = "const field = document.querySelector('dialog[open] [name=clause-words]'); if (!field) return false; \
                      field.value = arguments[0]; field.dispatchEvent(new Event('input', { bubbles: true })); \
                      const found = document.querySelector('dialog[open] .clause-found button'); found?.click(); \
                      return Boolean(found);";
        browser.until("a clause", search, vec![json!(words)]).await;
        browser.wait_for("dialog .clause-picked").await;
    }
    fill(browser, fields).await;
    let told = told(browser).await;
    confirm(browser, "Correct it").await;
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skipped_card_a_wrong_look_a_wrong_payment_and_a_forgotten_fee_are_put_right() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let mut led = Led::open(&browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    // The bank shows an ace, so that its down card is looked at.
    led.deck =
        ["As", "Ah", "Ad", "9s", "9h", "9d", "9c", "8s", "8h", "8d", "8c", "7s"].map(str::to_owned).to_vec();
    browser.go(&format!("/dealer/{}", led.table)).await;

    // Seat 3 was passed by, and what it should have got was entered for the others: both cards are taken back.
    let dealt = |view: &Value| {
        let round = view["round"].to_string();
        ["\"As\"", "\"Ah\""].iter().filter(|card| round.contains(**card)).count()
    };
    led.deal_until(&browser, |view| dealt(view) == 2).await;
    for left in [1, 0] {
        browser.press("Take the last step back").await;
        led.wait(&browser, |view| dealt(view) == left).await;
    }
    let view = led.view(&browser).await;
    assert_eq!(view["round"]["next_card"], json!({ "to": "spot", "seat": 3, "hand": 0 }));

    // The bank's own card was the third.
    browser.script("window.given = -1", vec![]).await;

    // The look was entered as a Natural.
    led.deal_until(&browser, |view| step(view) == "look").await;
    browser.press("Natural").await;
    led.wait(&browser, |view| step(view) != "look").await;
    browser.press("Take the last step back").await;
    led.wait(&browser, |view| step(view) == "look").await;
    browser.press("No Natural").await;
    led.deal_until(&browser, is_over).await;

    // Birch was paid what was Cedar's, and Birch's fee was forgotten: the floor corrects both from the round.
    let before = led.view(&browser).await;
    let paid =
        [("from", "Birch"), ("to", "Cedar"), ("amount", "20"), ("reason", "seat 4 was paid for seat 3")];
    let ahead = correct(&browser, led.table, &paid, None).await;
    assert!(ahead.contains("Cedar $20") && ahead.contains("takes chips from Birch $20"), "{ahead}");
    let fee =
        [("from", "Birch"), ("to", "The drop box"), ("amount", "1"), ("reason", "the fee was not taken")];
    correct(&browser, led.table, &fee, Some("fee")).await;
    let after = led.view(&browser).await;
    let change = |person: &Value| stack(&after, person) - stack(&before, person);
    assert_eq!([change(&led.people[1]), change(&led.people[2])], [2_000, -2_100]);
    is_clean(&browser, &room).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_is_read_ahead_and_a_second_one_is_refused_with_its_reason() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let led = Led::open(&browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    let before = led.deal_until(&browser, |view| view["round"].to_string().contains("\"7s\"")).await;
    let says = "A hand, or the whole round, is void";
    let ahead = read_ahead(&browser, says, &[("spot", "Cedar")]).await;
    assert!(
        ahead.contains("Returns one wager (Cedar $20)") && ahead.contains("the round goes on"),
        "{ahead}"
    );
    confirm(&browser, "Confirm, as the floor").await;
    let view = led.wait(&browser, |view| view["number"] != before["number"]).await;
    assert_eq!(stack(&view, &led.people[1]) - stack(&before, &led.people[1]), 2_000);

    // The same again would be no void of anything, and says so before it is done.
    let ahead = read_ahead(&browser, says, &[("spot", "Cedar")]).await;
    assert!(!ahead.contains("Returns"), "{ahead}");
    let is_shut = "return [...document.querySelectorAll('dialog[open] button')].some((one) => one.innerText.startsWith('Confirm') && one.disabled)";
    browser.until("nothing to confirm", is_shut, vec![]).await;
    close_sheet(&browser).await;

    let ahead = read_ahead(&browser, says, &[("spot", "The whole round")]).await;
    assert!(ahead.contains("the round is over"), "{ahead}");
    confirm(&browser, "Confirm, as the floor").await;
    let view = led.deal_until(&browser, is_over).await;
    assert!(
        view["nets"].as_array().is_some_and(|nets| nets.iter().all(|net| net["net"] == json!(0))),
        "{view}"
    );
    is_clean(&browser, &room).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misdeal_an_exposed_card_and_a_fouled_deck_are_put_right() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;

    // Three cards are left after the deal of seven piles: all is dealt again.
    let spec = json!({ "book": "marina/double-hand" });
    let led = Led::open(&browser, &room.password, spec, ["Linden", "Alder", "Juniper"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    led.deal_until(&browser, |view| view["round_number"] == json!(1) && view["phase"] == json!("playing"))
        .await;
    browser.press("Dealt, all face down").await;
    led.wait(&browser, |view| view["round"]["next_card"].is_null()).await;
    let ahead = read_ahead(&browser, "A wrong number of cards is left", &[("count", "3")]).await;
    assert!(ahead.contains("No chips move") && ahead.contains("the round goes on"), "{ahead}");
    confirm(&browser, "Confirm").await;
    led.wait(&browser, |view| !view["round"]["next_card"].is_null()).await;
    led.deal_until(&browser, is_over).await;
    led.close(&browser).await;

    // A private card was exposed: it is replaced, and the exposed one is burned.
    let spec = json!({ "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200] });
    let led = Led::open(&browser, &room.password, spec, ["Spruce", "Acacia", "Sorrel"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    led.deal_until(&browser, |view| step(view) == "wait").await;
    let number = led.view(&browser).await["number"].clone();
    let ahead =
        read_ahead(&browser, "The dealer exposed a private card", &[("seat", "Acacia"), ("place", "1")])
            .await;
    assert!(ahead.contains("the button stays"), "{ahead}");
    confirm(&browser, "Confirm").await;
    led.wait(&browser, |view| view["number"] != number).await;
    led.deal_until(&browser, is_over).await;
    led.close(&browser).await;

    // The same card turns up twice: the floor voids the hand, and everybody has what they put in.
    let spec = json!({ "book": "players-club/holdem", "structure": "limit", "limit": [300, 600] });
    let led = Led::open(&browser, &room.password, spec, ["Willow", "Laurel", "Poplar"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    led.deal_until(&browser, |view| view["round"]["board"].as_array().is_some_and(|board| board.len() == 3))
        .await;
    let ahead = read_ahead(&browser, "The deck has a card twice", &[]).await;
    assert!(ahead.contains("Returns") && ahead.contains("the round is over"), "{ahead}");
    assert!(ahead.contains("keeps the fees of $3"), "the dropped blind stays: {ahead}");
    confirm(&browser, "Confirm, as the floor").await;
    let view = led.deal_until(&browser, is_over).await;
    let nets: Vec<i64> =
        view["nets"].as_array().into_iter().flatten().filter_map(|net| net["net"].as_i64()).collect();
    assert_eq!(nets.iter().sum::<i64>(), -300, "{nets:?}");
    assert!(nets.iter().all(|net| *net == 0 || *net == -300), "{nets:?}");
    led.close(&browser).await;

    // A fee is out of the pot when the floor voids a hand by its own word, and the floor says whether it goes back.
    let spec = json!({ "book": "mortimers/holdem", "structure": "limit", "limit": [400, 800], "schedule": "limit-4-8" });
    let led = Led::open(&browser, &room.password, spec, ["Clover", "Bramble", "Heather"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    led.deal_until(&browser, |view| view["round"]["board"].as_array().is_some_and(|board| board.len() == 3))
        .await;
    let says = "The whole hand is void";
    let ahead = read_ahead(&browser, says, &[("fees", "no")]).await;
    assert!(ahead.contains("keeps the fees of $1"), "{ahead}");
    fill(&browser, &[("fees", "yes")]).await;
    let ahead = told(&browser).await;
    assert!(ahead.contains("gives back fees of $1"), "{ahead}");
    confirm(&browser, "Confirm, as the floor").await;
    let view = led.deal_until(&browser, is_over).await;
    assert!(
        view["nets"].as_array().is_some_and(|nets| nets.iter().all(|net| net["net"] == json!(0))),
        "{view}"
    );
    is_clean(&browser, &room).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_winner_is_taken_back_before_the_pot_is_pushed_and_a_hand_is_void() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200] });
    let mut led = Led::open(&browser, &room.password, spec, ["Spruce", "Acacia", "Sorrel"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    let first = led.deal_to_settlement(&browser).await;
    let wins = |view: &Value| view["settlement"][0]["words"].as_str().unwrap_or_default().to_owned();
    assert!(wins(&first).contains("win"), "{first}");
    // The last hand was entered wrongly: it is taken back, and other cards are entered.
    browser.press("Take the last step back").await;
    led.wait(&browser, |view| step(view) == "show").await;
    led.deck.splice(..0, ["Qs", "Js"].map(str::to_owned));
    browser.script("window.given = -1", vec![]).await;
    let second = led.deal_to_settlement(&browser).await;
    assert!(wins(&second).contains("win"), "{second}");
    let winner = |view: &Value| wins(view).split(')').next().unwrap_or_default().to_owned();
    assert_ne!(winner(&first), winner(&second), "another hand wins, and nobody was paid before");
    led.deck.drain(..2);
    led.deal_until(&browser, is_over).await;

    // The next hand is stopped by the floor and void.
    led.deal_until(&browser, |view| view["round_number"] == json!(2) && step(view) == "wait").await;
    let ahead = read_ahead(&browser, "The whole hand is void", &[]).await;
    assert!(ahead.contains("Returns 2 wagers") && ahead.contains("the button moves"), "{ahead}");
    confirm(&browser, "Confirm, as the floor").await;
    led.deal_until(&browser, is_over).await;
    is_clean(&browser, &room).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_voids_a_hand_and_a_round_of_every_banked_family_from_the_page() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let says = "A hand, or the whole round, is void";
    for (book, names) in [
        ("pinnacle/three-card-6-card-bonus", ["Aspen", "Hazel", "Rowan"]),
        ("marina/double-hand", ["Linden", "Alder", "Juniper"]),
    ] {
        let led = Led::open(&browser, &room.password, json!({ "book": book }), names).await;
        browser.go(&format!("/dealer/{}", led.table)).await;
        let before = led.deal_until(&browser, |view| step(view) == "wait").await;
        let ahead = read_ahead(&browser, says, &[("spot", names[1])]).await;
        assert!(ahead.contains(&format!("Returns one wager ({} $20)", names[1])), "{book}: {ahead}");
        confirm(&browser, "Confirm, as the floor").await;
        let view = led.wait(&browser, |view| view["number"] != before["number"]).await;
        assert_eq!(stack(&view, &led.people[1]) - stack(&before, &led.people[1]), 2_000, "{book}");

        let ahead = read_ahead(&browser, says, &[("spot", "The whole round")]).await;
        assert!(ahead.contains("the round is over"), "{book}: {ahead}");
        confirm(&browser, "Confirm, as the floor").await;
        let view = led.deal_until(&browser, is_over).await;
        for person in &led.people {
            assert_eq!(stack(&view, person), 40_000, "{book}: what was put down is back, the fee with it");
        }
        led.close(&browser).await;
    }
    is_clean(&browser, &room).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_corrected_from_any_of_its_steps_by_name() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    // The table goes on at once, so that the round is gone after its last step.
    let spec = json!({ "book": "mortimers/no-bust-6", "pace": { "between_ms": 0, "reading_ms": 0 } });
    let led = Led::open(&browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    led.deal_to_settlement(&browser).await;
    browser.press("All done: close the round").await;
    led.wait(&browser, |view| view["phase"] != json!("playing")).await;
    let names = "const field = document.querySelector('dialog[open] [name=from]'); \
                 return field ? [...field.options].slice(0, 3).map((one) => one.text).sort() : null;";
    for to in ["First step", "Last step"] {
        browser.go(&format!("/table/{}/rounds/1", led.table)).await;
        browser.press(to).await;
        browser.press("Correct this round").await;
        let people = browser.until("who was in the round", names, vec![]).await;
        assert_eq!(people, json!(["Birch", "Cedar", "Maple"]), "{to}");
    }
    let dispute = json!({ "do": "dispute", "round": 1, "people": [], "words": "Seat 3 was not paid." });
    let sent = json!({ "id": "disputed", "as": "floor", "command": dispute });
    let answer = post(&browser, &format!("/api/tables/{}/commands", led.table), sent).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    browser.go(&format!("/table/{}/rounds/1", led.table)).await;
    browser.press("Correct this round").await;
    let back = [
        ("from", "Birch"),
        ("to", "Cedar"),
        ("amount", "5"),
        ("reason", "seat 4 was paid for seat 3"),
        ("dispute", "Seat 3 was not paid."),
    ];
    fill(&browser, &back).await;
    told(&browser).await;
    confirm(&browser, "Correct it").await;
    browser.go(&format!("/table/{}/rounds/1", led.table)).await;
    browser.sees("Corrected afterwards").await;
    let told = browser.script("return document.querySelector('.corrections').innerText", vec![]).await;
    assert!(told.as_str().is_some_and(|told| told.contains("Birch") && !told.contains("Number ")), "{told}");
    let floor = browser.ask("/api/floor").await;
    let tables = floor["tables"].as_array().expect("tables");
    assert!(tables.iter().all(|one| one["disputes"] == json!([])), "the correction settles the dispute");
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_names_whom_it_concerns_until_it_is_ruled_on() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let led = Led::open(&browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    browser.go("/floor").await;
    browser.press(&format!("Dispute, table {}", led.table)).await;
    let concerns = "const form = document.querySelector('dialog[open] form'); \
                    const found = [...form?.querySelectorAll('label.check') ?? []].find((one) => one.innerText.includes('Cedar')); \
                    if (!found) return false; found.querySelector('input').checked = true; \
                    form.elements.words.value = 'The wager was $30.'; form.requestSubmit(); return true;";
    browser.until("Cedar to be named", concerns, vec![]).await;
    let listed = "return document.querySelector('[aria-label=\"Open disputes\"] small')?.innerText";
    assert_eq!(browser.until("the dispute", listed, vec![]).await, json!("Cedar"));
    browser.press("Rule on dispute").await;
    let rule = "const form = document.querySelector('dialog[open] form'); if (!form) return false; \
                form.elements.words.value = 'It was $20.'; form.requestSubmit(); return true;";
    browser.until("the ruling", rule, vec![]).await;
    let gone = "return document.querySelector('[aria-label=\"Open disputes\"]') === null";
    browser.until("the dispute to be settled", gone, vec![]).await;
    is_clean(&browser, &room).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_is_half_entered_stays_whatever_else_happens_at_the_table() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "marina/double-hand" });
    let led = Led::open(&browser, &room.password, spec, ["Linden", "Alder", "Juniper"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    let is_bank_due =
        |view: &Value| view["next_step"] == "Turn up the bank's hand and enter its seven cards.";
    led.deal_until(&browser, is_bank_due).await;
    let entered = "return document.querySelectorAll('.hand-entry .card-button').length";
    for card in ["As", "Kh", "7d"] {
        browser
            .script("document.querySelector(`[data-card=\"${arguments[0]}\"]`).click()", vec![json!(card)])
            .await;
    }
    assert_eq!(browser.script(entered, vec![]).await, json!(3));
    let rule = json!({ "do": "rule", "words": "Seat 2 is kept for Clover.", "clause": "" });
    let sent = json!({ "id": "kept", "as": "floor", "command": rule });
    let answer = post(&browser, &format!("/api/tables/{}/commands", led.table), sent).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    browser.sees("Seat 2 is kept for Clover").await;
    assert_eq!(browser.script(entered, vec![]).await, json!(3), "no card has to be entered again");

    // A hand that the table does not take stays as well, to be mended; and the refusal goes with the next step anywhere.
    let tap = "document.querySelector(`[data-card=\"${arguments[0]}\"]`).click()";
    for card in ["Ks", "9d", "7c", "5d"] {
        browser.script(tap, vec![json!(card)]).await;
    }
    browser.press("Give this hand").await;
    led.wait(&browser, |view| !is_bank_due(view)).await;
    led.deal_until(&browser, |view| {
        view["next_step"].as_str().is_some_and(|step| step.starts_with("Turn up"))
    })
    .await;
    browser
        .until(
            "the next hand",
            "return document.querySelectorAll('.hand-entry .card-slot').length === 7",
            vec![],
        )
        .await;
    for card in ["As", "2h", "4d", "Qs", "9s", "8c", "6d"] {
        browser.script(tap, vec![json!(card)]).await;
    }
    browser.press("Give this hand").await;
    browser.wait_for(".dealer-tray .refusal").await;
    assert_eq!(browser.script(entered, vec![]).await, json!(7), "the cards stay");
    let rule = json!({ "do": "rule", "words": "Seat 5 is kept for Clover.", "clause": "" });
    let sent = json!({ "id": "kept too", "as": "floor", "command": rule });
    let answer = post(&browser, &format!("/api/tables/{}/commands", led.table), sent).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    let gone = "return document.querySelector('.dealer-tray .refusal') === null";
    browser.until("the refusal to go", gone, vec![]).await;
    assert_eq!(browser.script(entered, vec![]).await, json!(7), "the cards stay");
    no_complaints(&browser).await;
    browser.close().await;
}
