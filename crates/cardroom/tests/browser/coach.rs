//! The coach at a practice table, on a telephone and on a desk, and the odds of the books.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::turns::Table;
use crate::views::{Camera, DESKTOP, PHONE, SMALL, Window};
use crate::{PRESSES, log_in, no_complaints, post, press_in_tray, sit_at};

/// Plays with the coach on until it has advised and looked back at a round; pictures are taken of both.
async fn play_with_the_coach(room: &Room, window: Window, book: &str, name: &str) {
    let browser = Browser::open(&room.address, window.width, window.height).await;
    let table = sit_at(&browser, book).await;
    let has_panel = "return document.querySelector('.coach') !== null";
    assert_eq!(browser.script(has_panel, vec![]).await, json!(false), "nobody is coached unasked");
    browser.press("Coach").await;
    browser.wait_for(".coach").await;
    let mut camera = Camera::new(&browser, window);
    let mut is_advised = false;
    let mut differs = 0;
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < Duration::from_secs(240), "{book}: the coach was silent");
        let best = "const best = document.querySelector('.coach-list .best th'); return best?.firstChild?.textContent ?? ''";
        let best = browser.script(best, vec![]).await;
        if let Some(shown) = best.as_str().filter(|best| !best.is_empty()) {
            if !is_advised {
                camera.look(&format!("coach-{name}")).await;
            }
            // What stands on the page is what the room says of this very hand.
            let told = browser.ask(&format!("/api/tables/{table}/coach")).await;
            let all = told["hands"][0]["choices"].as_array().cloned().unwrap_or_default();
            let again = browser
                .script(
                    "return document.querySelector('.coach-list .best th')?.firstChild?.textContent ?? ''",
                    vec![],
                )
                .await;
            if again == best {
                is_in_sight(&browser, window, shown).await;
                lies_above_the_foot(&browser, window).await;
            }
            if again == best && !all.is_empty() {
                // The page tells a round after the room has played it, so it may be behind for a moment.
                if !all.iter().any(|one| one["is_best"] == true && one["name"] == shown) {
                    differs += 1;
                    assert!(differs < 40, "{shown}: {told}");
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    continue;
                }
                differs = 0;
                is_advised = true;
            }
        }
        let is_reviewed = "return document.querySelector('.coach-moments') !== null";
        if is_advised && browser.script(is_reviewed, vec![]).await == json!(true) {
            lies_above_the_foot(&browser, window).await;
            camera.look(&format!("coach-{name}-review")).await;
            break;
        }
        for name in PRESSES {
            if press_in_tray(&browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    camera.put_away().await;
    no_complaints(&browser).await;
    browser.close().await;
}

/// The foot of the page lies below all that the coach says, never across it.
async fn lies_above_the_foot(browser: &Browser, window: Window) {
    let lies = "const [said, foot] = ['.coach', '.foot'].map((css) => document.querySelector(css)?.getBoundingClientRect()); \
                return !said || said.bottom <= foot.top + 1 ? 'above' : `${said.bottom} is below ${foot.top}`";
    let lies = browser.script(lies, vec![]).await;
    assert_eq!(lies, json!("above"), "in a {} window", window.name);
}

/// Whoever is asked sees what is best without scrolling.
async fn is_in_sight(browser: &Browser, window: Window, best: &str) {
    let css = ".coach-line";
    let seen = "scrollTo(0, 0); const [css, best] = arguments; const one = document.querySelector(css); \
                if (!one || !one.innerText.includes(best)) return one?.innerText ?? 'nothing'; \
                const box = one.getBoundingClientRect(); \
                return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight ? 'seen' : `${box.top} to ${box.bottom} of ${innerHeight}`";
    let seen = browser.script(seen, vec![json!(css), json!(best)]).await;
    // The turn may have passed meanwhile.
    let is_asked = "return document.querySelector('.coach-list .best') !== null";
    let is_asked = browser.script(is_asked, vec![]).await == json!(true);
    assert!(seen == json!("seen") || !is_asked, "{css} in a {} window: {seen}", window.name);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_coach_helps_on_a_phone_and_on_a_desk() {
    let room = Room::open();
    play_with_the_coach(&room, PHONE, "mortimers/no-bust-6", "blackjack").await;
    // Who has left the first table without a word is waited for there.
    play_with_the_coach(&room, DESKTOP, "mortimers/no-bust-2003", "blackjack").await;
    play_with_the_coach(&room, SMALL, "pinnacle/three-card-6-card-bonus", "three-card").await;
    play_with_the_coach(&room, DESKTOP, "marina/double-hand", "double-hand").await;
    play_with_the_coach(&room, SMALL, "mortimers/double-hand", "double-hand").await;
    play_with_the_coach(&room, PHONE, "players-club/holdem", "holdem").await;
    play_with_the_coach(&room, DESKTOP, "mortimers/holdem", "holdem").await;
    play_with_the_coach(&room, SMALL, "players-club/lowball-ace-to-five", "lowball").await;
}

/// What the coach has on the page about the hand, in its first sentence.
const SAYS: &str = "return document.querySelector('.coach-why li')?.innerText ?? ''";

/// Presses the first of these that can be chosen.
fn press(names: &[&str]) -> String {
    format!(
        "const all = [...document.querySelectorAll('.choice-buttons button:not(.grey)')]; \
         for (const name of {}) {{ const one = all.find((one) => one.innerText.startsWith(name)); if (one) {{ one.click(); return; }} }}",
        json!(names)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_coach_keeps_up_with_the_streets_and_its_review_stays() {
    let room = Room::open();
    let settings = r#"localStorage.setItem("cardroom-settings", `{"animations":false,"coach":true}`);"#;
    let mut table = Table::open_for(&room, &["Ann", "Bea"], settings).await;
    let path = format!("/api/tables/{}/coach", table.number);
    let (mut boards, mut round) = (std::collections::BTreeSet::new(), 0);
    let began = Instant::now();
    while round < 4 {
        assert!(began.elapsed() < Duration::from_secs(240), "only {round} rounds began");
        let told = table.ann.ask(&path).await;
        let view = table.ann.ask(&format!("/api/tables/{}", table.number)).await["view"].clone();
        let is_asked = told["hands"][0]["choices"].is_array();
        if is_asked {
            // The page says of this board what the room says, and of no other.
            let says = told["hands"][0]["why"][0].as_str().expect("a sentence").to_owned();
            let same = format!("const says = (() => {{ {SAYS} }})(); return says === arguments[0]");
            table.ann.until(&format!("{says} on {}", view["round"]["board"]), &same, vec![json!(says)]).await;
            boards.insert(view["round"]["board"].to_string());
            table.ann.script(&press(&["Check", "Call"]), vec![]).await;
            tokio::time::sleep(Duration::from_millis(250)).await;
            continue;
        }
        // At the end of a hand there is nothing for the coach to say.
        table.ann.script(&press(&["Show", "Muck"]), vec![]).await;
        table.others(&[json!("check"), json!("call"), json!("show"), json!("muck")]).await;
        round = view["round_number"].as_u64().unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(80)).await;
    }
    assert!(boards.len() >= 6, "{boards:?}");
    // Bea holds the table up, so that nothing is asked of Ann: the review stays, until she puts it away.
    let quiet = "return document.querySelectorAll('.choice-buttons button:not(.grey)').length === 0 \
                 && document.querySelector('.coach-review') !== null \
                 && document.querySelector('.tray-standing').innerText.includes(\"'s turn\")";
    let silent =
        "return document.querySelector('.coach')?.innerText.startsWith('The coach speaks when') ?? false";
    let fold = press(&["Fold", "Show", "Muck"]);
    for _ in 0..60 {
        if table.ann.script(quiet, vec![]).await == json!(true) {
            break;
        }
        table.ann.script(&fold, vec![]).await;
        tokio::time::sleep(Duration::from_millis(400)).await;
        // A decision of Ann's has put the last review away, so that another round has to end.
        if table.ann.script(silent, vec![]).await == json!(true) {
            table.others(&[json!("fold"), json!("show")]).await;
        }
    }
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(table.ann.script(quiet, vec![]).await, json!(true), "the review is gone");
    table.ann.press("Close the review").await;
    let gone = "return document.querySelector('.coach-review') === null && document.querySelector('.coach') !== null";
    table.ann.until("the review to be put away", gone, vec![]).await;
    // In the history of the round it stands for Ann, and for nobody who was not in it.
    let round = format!("/table/{}/rounds/1", table.number);
    table.ann.go(&round).await;
    table.ann.wait_for(".replay-review .coach-moments li").await;
    table
        .house
        .script("localStorage.setItem('cardroom-settings', JSON.stringify({ coach: true }))", vec![])
        .await;
    table.house.go(&round).await;
    table.house.sees("1 of ").await;
    let found = "return document.querySelectorAll('.replay-review').length + \
                 [...document.querySelectorAll('button')].filter((one) => one.innerText.includes('my choices')).length";
    assert_eq!(table.house.script(found, vec![]).await, json!(0), "nobody else is told");
    table.close().await;
}

/// Two cards of the hand that the coach does not list in front, if they are foul there: every setting that is not is listed.
fn foul_front(hand: &Value) -> Option<[Value; 2]> {
    let cards = hand["cards"].as_array()?;
    let listed = |two: [&Value; 2]| {
        let fronts =
            hand["choices"].as_array().into_iter().flatten().map(|one| &one["choice"]["double-hand"]["set"]);
        fronts.filter_map(Value::as_array).any(|front| two.iter().all(|card| front.contains(card)))
    };
    let pairs = (0..cards.len()).flat_map(|low| (low + 1..cards.len()).map(move |high| [low, high]));
    pairs.map(|two| two.map(|place| &cards[place])).find(|two| !listed(*two)).map(|two| two.map(Clone::clone))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_hand_is_told_with_its_cost() {
    let room = Room::open();
    let browser = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    let table = sit_at(&browser, "marina/double-hand").await;
    browser.press("Coach").await;
    let path = format!("/api/tables/{table}");
    let began = Instant::now();
    let round = loop {
        assert!(began.elapsed() < Duration::from_secs(240), "no hand could be set foul");
        let told = browser.ask(&format!("{path}/coach")).await;
        let hand = &told["hands"][0];
        if let Some(front) = foul_front(hand).filter(|_| hand["unit_name"] == "wager") {
            let command =
                json!({ "do": "choose", "who": hand["who"], "choice": { "double-hand": { "set": front } } });
            let answer =
                post(&browser, &format!("{path}/commands"), json!({ "id": "foul", "command": command }))
                    .await;
            assert_eq!(answer["outcome"], "applied", "{answer}");
            break told["round"].clone();
        }
        for name in PRESSES {
            if press_in_tray(&browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    };
    let words = "return document.querySelector('.coach-moments')?.innerText ?? ''";
    let told = format!("const words = (() => {{ {words} }})(); return words.includes('in front, foul')");
    browser.until("the review of a foul hand", &told, vec![]).await;
    let seen = browser.script(words, vec![]).await;
    let text = seen.as_str().unwrap_or_default();
    assert!(text.contains("cost $") && text.contains("was better"), "{text}");
    assert!(text.contains("its front ranks above its back: it loses the wager"), "{text}");
    let review = browser.ask(&format!("{path}/rounds/{round}/coach")).await;
    assert!(review["cost"].as_f64().is_some_and(|cost| cost > 0.0) && review["unvalued"] == 0, "{review}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_the_house_has_no_coach() {
    let room = Room::open();
    let browser = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    let book = browser.ask("/api/books/mortimers/no-bust-6").await;
    let spec = json!({
        "book": "mortimers/no-bust-6", "schedule": book["schedules"][0]["handle"], "is_practice": false,
        "despite_errors": true,
    });
    let table = post(&browser, "/api/tables", spec).await["table"].clone();
    assert!(table.is_u64(), "{table}");
    let told = browser.ask(&format!("/api/tables/{table}/coach")).await;
    assert_eq!(told["code"], json!("coach-practice"), "{told}");
    // Somebody who has turned the coach on elsewhere finds no trace of it here.
    browser
        .script("localStorage.setItem('cardroom-settings', JSON.stringify({ coach: true }))", vec![])
        .await;
    browser.go(&format!("/table/{table}")).await;
    browser.wait_for(".tray").await;
    let found = "return document.querySelectorAll('.coach, .coach-switch').length";
    assert_eq!(browser.script(found, vec![]).await, json!(0));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_reads_the_odds_of_a_book() {
    let room = Room::open();
    for window in [PHONE, DESKTOP, SMALL] {
        let browser = Browser::open(&room.address, window.width, window.height).await;
        let mut camera = Camera::new(&browser, window);
        browser.go("/book/mortimers/no-bust-6").await;
        browser.press("Odds").await;
        for (book, name, text) in [
            ("mortimers/no-bust-6", "blackjack", "Chart: hard totals"),
            ("pinnacle/three-card-6-card-bonus", "three-card", "What to play"),
            ("mortimers/double-hand", "double-hand", "Hands that the house way sets worst"),
            ("mortimers/holdem", "holdem", "The best five of seven cards"),
        ] {
            worked_out(&browser, &format!("/api/books/{book}/odds")).await;
            browser.go(&format!("/book/{book}/odds")).await;
            browser.sees(text).await;
            // The money of Three Card Poker takes long without optimisation.
            if ["blackjack", "double-hand"].contains(&name) {
                worked_out(&browser, &format!("/api/books/{book}/money?seats=2000,2000,2000")).await;
                browser.sees("Each seat").await;
                move_the_sliders(&browser).await;
            }
            camera.look(&format!("odds-{name}")).await;
            browser.script("document.querySelector('.money, .odds-tables')?.scrollIntoView()", vec![]).await;
            camera.look(&format!("odds-{name}-below")).await;
        }
        camera.put_away().await;
        no_complaints(&browser).await;
        browser.close().await;
    }
}

/// Waits until the room has an answer at hand: tables come first, so on a busy machine it takes long.
async fn worked_out(browser: &Browser, path: &str) {
    let ask = "window.answer = null; fetch(arguments[0]).then((one) => (window.answer = one.status));";
    browser.script(ask, vec![json!(path)]).await;
    let began = Instant::now();
    while browser.script("return window.answer", vec![]).await != json!(200) {
        assert!(began.elapsed() < Duration::from_secs(240), "{path} is not worked out");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Moves a slider, and waits until the figures are others.
async fn move_the_sliders(browser: &Browser) {
    let figures = "return document.querySelector('.money-found table')?.innerText ?? ''";
    let before = browser.script(figures, vec![]).await;
    let slide = "const slider = document.querySelectorAll('.slider input[type=range]')[1]; slider.value = 2; \
                 slider.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.script(slide, vec![]).await;
    let changed = "const now = document.querySelector('.money-found table')?.innerText ?? ''; return now !== '' && now !== arguments[0]";
    let before: Vec<Value> = vec![before];
    browser.until("other figures", changed, before).await;
}
