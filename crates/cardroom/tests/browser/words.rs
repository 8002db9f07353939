//! The words of the page: people by their names, sentences instead of notes, and with what a pot was won.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::{no_complaints, sit_at, table_of};

/// Asks a function of one of the page's modules.
async fn ask(browser: &Browser, module: &str, function: &str, arguments: Value) -> Value {
    let script = "const [module, name, given, done] = arguments; \
        import(module).then((part) => done(part[name](...given)), (fault) => done(String(fault)));";
    let given = vec![json!(module), json!(function), arguments];
    browser.client.execute_async(script, given).await.expect("the page answers")
}

/// A table of Olive in seat 3 and Finn in seat 7, who has shown a flush.
fn table() -> Value {
    let people =
        json!([{ "seat": 3, "name": "Olive", "person": 1 }, { "seat": 7, "name": "Finn", "person": 2 }]);
    let hand = json!({ "cards": ["As", "Ks"], "worth": "ace-high flush", "name": "", "end": "" });
    let unseen = json!({ "cards": [null, null], "worth": "", "name": "", "end": "" });
    let seats = json!([{ "seat": 7, "hands": [hand], "is_live": true }, { "seat": 3, "hands": [unseen], "is_live": true }]);
    json!({ "people": people, "you": null, "phase": "playing", "dealer": "shuffler", "round_people": [],
        "round": { "seats": seats, "awaits": [], "stage": "river" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_told_with_names_and_in_sentences() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    for (said, read) in [
        ("Showdown: seat 7 is the first to show.", "Showdown: Finn is the first to show."),
        ("The action button is at seat 3.", "The action button is at Olive's seat."),
        ("Seat 3's $5 on spot 7 loses.", "Olive's $5 on Finn's spot loses."),
        ("The second hand of seat 3 gets A♦.", "The second hand of Olive gets A♦."),
        ("$1 is taken from seat 7.", "$1 is taken from Finn."),
        // A chair keeps its number, also one that somebody sits on by now.
        ("Olive takes seat 3 with $100.", "Olive takes seat 3 with $100."),
        ("Finn moves to seat 7.", "Finn moves to seat 7."),
        ("Seat 5 passes the bank.", "Seat 5 passes the bank."),
    ] {
        let line = json!({ "number": 1, "words": said, "event": null });
        let told = ask(&browser, "/table/narration.js", "named", json!([line, table()])).await;
        assert_eq!(told["words"], read, "{told}");
    }
    let awarded = |seat: u8, part: &str| {
        let of = json!({ "event": "awarded", "pot": 0, "part": part, "seat": seat, "amount": 1200 });
        json!({ "number": 1, "words": format!("Seat {seat} wins $12."), "event": { "event": "round", "of": of } })
    };
    for (line, read) in [
        (awarded(7, "whole"), "Finn wins $12 with an ace-high flush."),
        (awarded(7, "low"), "Finn wins $12."),
        (awarded(3, "whole"), "Olive wins $12."),
    ] {
        let told = ask(&browser, "/table/narration.js", "named", json!([line, table()])).await;
        assert_eq!(told["words"], read, "{told}");
    }
    let mut alone = table();
    alone["you"] = json!(7);
    alone["round"]["seats"][1]["is_live"] = json!(false);
    let told = ask(&browser, "/table/narration.js", "named", json!([awarded(7, "whole"), alone])).await;
    assert_eq!(told["words"], "Finn wins $12.", "nobody was left to beat");
    let stages = include_str!("../../../../web/api-types.d.ts");
    let listed = stages.split("export type RoundStage = ").nth(1).and_then(|rest| rest.split(';').next());
    for stage in listed.expect("the stages").split('|').map(|one| one.trim().trim_matches('"')) {
        let mut view = table();
        view["round"]["stage"] = json!(stage);
        let told = ask(&browser, "/words.js", "standing", json!([view, null])).await;
        let words = told.as_str().unwrap_or_default();
        assert!(words.starts_with(char::is_uppercase) && words.ends_with('.'), "{stage}: {told}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ranking_of_hands_is_read_whole() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let table = table_of(&browser, "players-club/holdem").await;
    for (width, height) in [(360, 640), (390, 844), (844, 390), (1280, 800)] {
        browser.resize(width, height, width < 600).await;
        browser.go(&format!("/table/{table}")).await;
        browser.press("Pays").await;
        browser.sees("Straight flush").await;
        let wide = "const parts = [...document.querySelectorAll('.pays > *')]; \
            const sheet = document.querySelector('dialog .sheet-main'); if (sheet.scrollWidth > sheet.clientWidth) return 'the sheet'; \
            const cells = (part) => [...part.querySelectorAll('th, td, li')].map((one) => one.getBoundingClientRect()); \
            return parts.filter((part) => { const at = part.getBoundingClientRect(); \
                return cells(part).some((cell) => cell.left < at.left - 1 || cell.right > at.right + 1); }).length;";
        assert_eq!(
            browser.script(wide, vec![]).await,
            json!(0),
            "nothing leaves its table at {width}x{height}"
        );
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_is_in_the_window_of_a_small_telephone() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 360, 640).await;
    sit_at(&browser, "mortimers/no-bust-6").await;
    // Either the bank is offered first, or wagers are taken.
    let asked = "const button = [...document.querySelectorAll('.tray.asked button.main.large')].at(-1); \
        return button ? (button.getBoundingClientRect().bottom <= innerHeight + 1 ? 'seen' : 'below') : '';";
    assert_eq!(browser.until("something that is asked", asked, vec![]).await, json!("seen"));
    no_complaints(&browser).await;
    browser.close().await;
}

/// Which of the two is there for those who listen: the narration or the last lines of it; and the last line of each.
const HEARD: &str = "const [whole, last] = ['.narration', '.heard-only'].map((css) => document.querySelector(css)); \
    const isThere = (one) => one !== null && one.getClientRects().length > 0; \
    const words = (one) => [...one?.querySelectorAll('li') ?? []].at(-1)?.firstChild.textContent ?? ''; \
    return words(whole) && [isThere(whole), isThere(last), words(whole) === words(last), last.getAttribute('role')];";

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_read_aloud_once_in_every_window() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let table = table_of(&browser, "players-club/holdem").await;
    for (width, height, is_whole) in
        [(1280, 800, true), (390, 844, false), (844, 390, false), (360, 640, false)]
    {
        browser.resize(width, height, width < 600).await;
        browser.go(&format!("/table/{table}")).await;
        let heard = browser.until("something that is told", HEARD, vec![]).await;
        assert_eq!(heard, json!([is_whole, !is_whole, true, "log"]), "at {width}x{height}");
    }
    browser.script("document.querySelector('.log-toggle').click()", vec![]).await;
    let heard = browser.until("the narration, opened", HEARD, vec![]).await;
    assert_eq!(heard, json!([true, false, true, "log"]), "once the narration is open it is read itself");
    browser.close().await;
}
