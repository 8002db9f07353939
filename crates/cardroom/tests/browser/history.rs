//! Finished rounds on the page: stepped through, kept as files, and proven.

use serde_json::json;

use crate::browser::Browser;
use crate::room::Room;
use crate::{no_complaints, play_a_round, sit_down, table_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_round_is_stepped_through_kept_and_proven() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    sit_down(&browser, "Texas Hold'em").await;
    play_a_round(&browser).await;
    // The next hand may be on already, and then it is asked.
    let there = "if (location.pathname.endsWith('/rounds')) return true; \
        const sure = [...document.querySelectorAll('dialog[open] button')].find((one) => one.innerText.startsWith('Go there')); \
        if (sure) sure.click(); else if (!document.querySelector('dialog[open]')) document.querySelector('a[aria-label=History]')?.click(); \
        return false;";
    browser.until("the list of rounds", there, vec![]).await;
    browser.press("Round 1").await;
    browser.sees("1 of ").await;
    let steps = "return Number(document.querySelector('input[type=range]').max) + 1";
    let steps = browser.script(steps, vec![]).await.as_u64().expect("a number");
    assert!(steps > 2, "a hand of poker has more than {steps} steps");
    let lines = "return document.querySelectorAll('.log li').length";
    let first = browser.script(lines, vec![]).await.as_u64().expect("a number");
    let mut told = first;
    for step in 2..=steps {
        browser.press("Step on").await;
        browser.sees(&format!("{step} of {steps}")).await;
        let now = browser.script(lines, vec![]).await.as_u64().expect("a number");
        assert!(now >= told, "narration grows with the steps");
        told = now;
    }
    assert!(told > first, "the steps tell more than the first one");

    let file = "const [css, done] = arguments; fetch(document.querySelector(css).href).then((one) => one.text()).then(done, (fault) => done(String(fault)));";
    let kept = async |css: &str| {
        let text = browser.client.execute_async(file, vec![json!(css)]).await.expect("the page reads");
        text.as_str().expect("text").to_owned()
    };
    let whole: serde_json::Value =
        serde_json::from_str(&kept("a[aria-label='Export as JSON']").await).expect("JSON");
    assert_eq!(whole["views"].as_array().map(|views| views.len() as u64), Some(steps));
    let hand =
        phh::read(&kept("a[aria-label='Export as PHH']").await).expect("a hand history that can be read");
    assert!(!hand.is_empty());

    browser.press("Check the shuffle").await;
    browser.sees("The shuffle holds").await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_shows_the_rules_that_it_plays_by() {
    const BOOK: &str = "mortimers/no-bust-6";
    let shelf = books::Shelf::filed();
    let text = &shelf.file(&format!("{BOOK}.toml")).expect("the filed book").text;
    let own = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(own.path().join("mortimers")).expect("a folder of the house");
    let changed = text.replace("\"6 to 5\"", "\"7 to 5\"");
    std::fs::write(own.path().join(format!("{BOOK}.toml")), changed).expect("a book of one's own");
    let mut room = Room::open_with(&["--books", own.path().to_str().expect("a path in letters")]);
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let table = table_of(&browser, BOOK).await;
    // From now on the house has filed something else; the table plays on by what it was opened with.
    room.kill_and_restart();
    browser.go(&format!("/table/{table}")).await;
    browser.press("Pays").await;
    browser.sees("which have been changed since").await;
    browser.sees("7 to 5").await;
    browser.press("Posted notice").await;
    let notice =
        format!("return document.querySelector('.posted img')?.src.includes('/api/tables/{table}/sign.svg')");
    browser.until("the notice of the table", &notice, vec![]).await;
    browser.go(&format!("/table/{table}/odds")).await;
    browser.sees("Odds of").await;
    browser.go(&format!("/book/{BOOK}")).await;
    browser.press("Pay tables").await;
    browser.sees("6 to 5").await;
    no_complaints(&browser).await;
    browser.close().await;
}
