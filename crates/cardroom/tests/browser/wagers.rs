//! Wagers of banked games: the last one again, twice as much, and the same in every round.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::no_complaints;
use crate::press_in_tray;
use crate::room::Room;
use crate::told::quick_table;

/// Keeps what the page sends.
const LISTEN: &str = "localStorage.setItem('cardroom-settings', JSON.stringify({ animations: false })); window.sent = []; \
    window.WebSocket = class extends WebSocket { send(text) { window.sent.push(JSON.parse(text).command); super.send(text); } };";

/// The amounts that are offered for the wager.
const PRESETS: &str =
    "return [...document.querySelectorAll('.wager-main .presets button')].map((one) => one.innerText);";

/// The wagers that the page has sent, each with its round.
const SENT: &str = "return window.sent.filter((one) => one.do === 'put-wager').map((one) => [one.spot, one.wager.base, one.wager.side]);";

/// Plays on without wagering until a script gives true.
async fn without_wagering(browser: &Browser, what: &str, script: &str) {
    for _ in 0..1_200 {
        if browser.script(script, vec![]).await == json!(true) {
            return;
        }
        // Some hands may not stand.
        for name in ["Stand", "No, thank you", "Pass", "Hit"] {
            if press_in_tray(browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let says =
        browser.script("return [document.querySelector('.tray')?.innerText, window.sent]", vec![]).await;
    panic!("waited in vain for {what}: {says}");
}

/// What the button says that puts the wager down.
async fn button(browser: &Browser) -> Value {
    let script =
        "return document.querySelector('.wager-panel .tray-actions .main')?.innerText.split('\\n')[0]";
    browser.script(script, vec![]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_wager_comes_again_twice_as_large_or_by_itself() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await;
    quick_table(&browser, &room, "mortimers/no-bust-6-buster").await;
    let asked = "return document.querySelector('.wager-panel') !== null";
    without_wagering(&browser, "a wager", asked).await;
    let take =
        "[...document.querySelectorAll(arguments[0])].find((one) => one.innerText === arguments[1]).click()";
    let (amounts, sides) = (json!(".wager-main .presets button"), json!(".sides .presets button"));
    browser.script(take, vec![amounts.clone(), json!("×2")]).await;
    browser.script(take, vec![sides, json!("$1")]).await;
    assert_eq!(button(&browser).await, json!("Wager $11"));
    // A Natural asks nobody anything, so that rounds are told apart by their numbers.
    let then = "window.roundOf = () => Number(/round (\\d+)/.exec(document.querySelector('.table-title').innerText)[1]); \
        window.roundThen = window.roundOf();";
    browser.script(then, vec![]).await;
    assert!(press_in_tray(&browser, "Wager $").await);

    // In the next round the same stands there, and twice as much is one press away.
    let next =
        "return window.roundOf() > window.roundThen && document.querySelector('.wager-panel') !== null";
    without_wagering(&browser, "the next wager", next).await;
    let offered = browser.script(PRESETS, vec![]).await;
    assert_eq!(offered, json!(["Least", "Again", "Double it", "×5"]), "$5, $10, $20 and $25");
    assert_eq!(button(&browser).await, json!("Wager $11"), "the side wager comes again, too");
    browser.script(take, vec![amounts.clone(), json!("Double it")]).await;
    assert_eq!(button(&browser).await, json!("Wager $21"));
    browser.script(take, vec![amounts, json!("Again")]).await;
    assert_eq!(button(&browser).await, json!("Wager $11"));
    let same = "document.querySelector('.wager-panel .joint input, .tray .joint input').click()";
    browser.script(&format!("{same}; window.sent.length = 0; return true;"), vec![]).await;
    assert!(press_in_tray(&browser, "Wager $").await);

    // From now on it is put down by itself, once in each round, until the switch is turned back while one lies there.
    let thrice = "const puts = window.sent.filter((one) => one.do === 'put-wager').length; return puts >= 3;";
    without_wagering(&browser, "three wagers, two of which came by themselves", thrice).await;
    let spot = browser.script(SENT, vec![]).await[0][0].clone();
    let stop = "const round = () => Number(/round (\\d+)/.exec(document.querySelector('.table-title').innerText)[1]); window.roundNow = round; \
        const stop = () => { const same = document.querySelector('.tray .joint input'); if (window.stopped !== undefined || !same?.checked) return; \
            same.click(); window.stopped = round(); window.puts = window.sent.filter((one) => one.do === 'put-wager').length; }; \
        new MutationObserver(stop).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });";
    browser.script(stop, vec![]).await;
    let again = "return window.stopped !== undefined && window.roundNow() > window.stopped && document.querySelector('.wager-panel') !== null";
    without_wagering(&browser, "a round that waits for a wager again", again).await;
    let sent = browser.script(SENT, vec![]).await;
    let sent = sent.as_array().expect("a list");
    assert!(sent.iter().all(|one| *one == json!([spot, 1_000, 100])), "the same each time: {sent:?}");
    assert_eq!(
        browser.script("return window.puts", vec![]).await,
        json!(sent.len()),
        "nothing came by itself any more"
    );
    no_complaints(&browser).await;
    browser.close().await;
}
