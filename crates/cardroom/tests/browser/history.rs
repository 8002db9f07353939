//! Finished rounds on the page: stepped through, kept as files, and proven.

use serde_json::json;

use crate::browser::Browser;
use crate::room::Room;
use crate::{no_complaints, play_a_round, sit_down};

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_round_is_stepped_through_kept_and_proven() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    sit_down(&browser, "Texas Hold'em").await;
    play_a_round(&browser).await;
    browser.press("History").await;
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
