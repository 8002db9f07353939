//! What a dealer enters for people who speak, before a round of real cards: stakes, shares, wagers on other spots, and what
//! was mistyped of it.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::led::{Led, is_over};
use crate::no_complaints;
use crate::room::Room;

/// Writes into the fields of somebody's row and presses a button of it.
const SAY_FOR: &str = r#"
    const [name, fields, button] = arguments;
    const rows = [...document.querySelectorAll('.behalf-row')];
    const row = rows.find((one) => one.querySelector('strong').innerText.endsWith(name));
    const found = row && [...row.querySelectorAll('button')].find((one) => one.innerText.trim() === button);
    if (!found) return null;
    for (const [field, value] of Object.entries(fields)) row.elements[field].value = value;
    found.click();
    return true;
"#;

async fn say(browser: &Browser, name: &str, fields: Value, button: &str) {
    let what = format!("{button} of {name}");
    browser.until(&what, SAY_FOR, vec![json!(name), fields, json!(button)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stakes_shares_and_second_spots_are_entered_and_taken_back() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let (names, spec) = (["Maple", "Cedar", "Birch"], json!({ "book": "mortimers/double-hand" }));
    let led = Led::seat(&browser, &room.password, spec, &names, &[1, 3, 4]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;

    // The stake is mistyped, taken back and entered again.
    say(&browser, "Maple", json!({ "stake": "20" }), "Takes the bank").await;
    led.wait(&browser, |view| view["stake"] == json!(2_000)).await;
    browser.press("Take the last step back").await;
    led.wait(&browser, |view| view["bank"].is_null()).await;
    say(&browser, "Maple", json!({ "stake": "200" }), "Takes the bank").await;
    led.wait(&browser, |view| view["stake"] == json!(20_000)).await;

    // Somebody puts money into the bank, and the banker lets it in.
    say(&browser, "Cedar", json!({ "share": "50" }), "Shares the bank").await;
    say(&browser, "Maple", json!({}), "Lets Cedar share").await;
    led.wait(&browser, |view| view["shares"][0]["is_taken"] == json!(true)).await;

    // A wager on the own spot, one on another, and one on the wrong spot that is taken back.
    say(&browser, "Birch", json!({ "base": "20" }), "Wagers").await;
    led.wait(&browser, |view| view["wagers"].as_array().is_some_and(|wagers| wagers.len() == 1)).await;
    for spot in ["5", "6"] {
        say(&browser, "Birch", json!({ "base": "20", "spot": spot }), "Wagers").await;
    }
    led.wait(&browser, |view| view["wagers"].as_array().is_some_and(|wagers| wagers.len() == 3)).await;
    browser.press("Take the last step back").await;
    let view =
        led.wait(&browser, |view| view["wagers"].as_array().is_some_and(|wagers| wagers.len() == 2)).await;
    let spots: Vec<&Value> =
        view["wagers"].as_array().into_iter().flatten().map(|one| &one["spot"]).collect();
    assert_eq!(spots, [&json!(4), &json!(5)]);

    // Every payment of the round names who sits there, and what the bank then holds.
    let settling = led.deal_to_settlement(&browser).await;
    let lines = settling["settlement"].as_array().expect("payments");
    assert!(lines.iter().all(|line| line["stake_left"].is_i64()), "{lines:?}");
    assert!(
        lines.iter().any(|line| line["words"].as_str().unwrap_or_default().contains("(Birch)")),
        "{lines:?}"
    );
    browser.sees("The bank then holds").await;
    led.deal_until(&browser, is_over).await;
    no_complaints(&browser).await;
    room.is_proven();
    browser.close().await;
}
