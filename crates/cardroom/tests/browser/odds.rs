//! The money of a table on the page: sliders that keep to the schedule, figures that say what they are of, and no view
//! wider than the screen.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::no_complaints;
use crate::room::Room;

/// Waits until the room has an answer at hand: tables come first, so on a busy machine it takes long.
async fn worked_out(browser: &Browser, path: &str) -> Value {
    let began = Instant::now();
    let ask = "window.answer = null; fetch(arguments[0]).then((one) => one.json()).then((one) => (window.answer = one));";
    browser.script(ask, vec![json!(path)]).await;
    loop {
        let answer = browser.script("return window.answer", vec![]).await;
        if !answer.is_null() {
            return answer;
        }
        assert!(began.elapsed() < Duration::from_secs(400), "{path} is not worked out");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Moves a slider to a value, as a hand does.
async fn slide(browser: &Browser, place: usize, to: &str) {
    let script = "const slider = document.querySelectorAll('.slider input[type=range]')[arguments[0]]; \
        slider.value = arguments[1] === 'end' ? slider.max : arguments[1]; \
        slider.dispatchEvent(new Event('input', { bubbles: true })); return Number(slider.value);";
    browser.script(script, vec![json!(place), json!(to)]).await;
}

/// Waits until the figures are those of what is set.
async fn counted(browser: &Browser) {
    let began = Instant::now();
    let script = "return document.querySelector('.money-found[aria-busy=\"false\"]') !== null || \
        document.querySelector('.money .fault')?.innerText || false";
    loop {
        let found = browser.script(script, vec![]).await;
        if found == json!(true) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(400), "the money is not counted: {found}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn rows(browser: &Browser) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.money-found tbody')[0].querySelectorAll('th')].map((one) => one.innerText)";
    let rows = browser.script(script, vec![]).await;
    rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sliders_keep_to_the_schedule_and_old_figures_are_marked() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 390, 844).await;
    browser.go("/").await;
    let book = "mortimers/no-bust-6";
    let odds = worked_out(&browser, &format!("/api/books/{book}/odds")).await;
    browser.go(&format!("/book/{book}/odds")).await;
    browser.sees("Money at a table").await;
    counted(&browser).await;
    assert_eq!(rows(&browser).await, ["Banker", "Each seat", "House"]);

    // The wager goes from the least to the most of the schedule, the seats up to those beside the bank's.
    let limits = browser.script("const chosen = document.querySelector('.money select').value; return [...document.querySelectorAll('.slider input[type=range]')].map((one) => [Number(one.min), Number(one.max)]).concat([chosen])", vec![]).await;
    let limit = odds["limits"].as_array().unwrap().iter().find(|one| one["schedule"] == limits[3]).unwrap();
    assert_eq!(limits[0], json!([limit["least"], limit["most"]]), "{limits} {limit}");
    assert_eq!(limits[1], json!([1, odds["players_most"]]));

    // Until the answer is there, the figures are marked as those of before.
    slide(&browser, 1, "2").await;
    let marked = "return document.querySelector('.money-found').className + ' ' + document.querySelector('.counting')?.innerText";
    let marked = browser.script(marked, vec![]).await;
    let words = marked.as_str().unwrap();
    assert!(words.contains("old") && words.contains("what was set before"), "{words}");
    counted(&browser).await;
    assert_eq!(browser.script("return document.querySelector('.counting')", vec![]).await, json!(null));

    // With a short stake every seat has its own row. Short stakes lie close together on the slider.
    let mut stakes = Vec::new();
    for place in 0..30 {
        slide(&browser, 2, &place.to_string()).await;
        let words = "return document.querySelectorAll('.slider b')[2].innerText";
        let words = browser.script(words, vec![]).await.as_str().unwrap().to_owned();
        stakes.push(words.replace(['$', ','], "").parse::<f64>().unwrap_or(0.0));
    }
    assert!(stakes[0] == 0.0 && stakes[1] > 0.0, "{stakes:?}");
    for two in stakes[1..].windows(2) {
        assert!(two[1] > two[0] && two[1] - two[0] <= (two[0] / 20.0).max(5.0), "{stakes:?}");
    }
    slide(&browser, 2, "1").await;
    counted(&browser).await;
    assert_eq!(rows(&browser).await, ["Banker", "Seat 1", "Seat 2", "House"]);

    // An amount between two steps is typed, and what is none changes nothing.
    let type_in = "const field = document.querySelectorAll('.slider .typed input')[1]; field.value = arguments[0]; \
        field.dispatchEvent(new Event('change', { bubbles: true })); \
        return document.querySelectorAll('.slider b')[2].innerText + ' ' + field.value";
    for (text, shown) in [
        ("137.50", "$137.50 $137.50"),
        ("much", "$137.50 $137.50"),
        ("", "always enough always enough"),
        ("$26", "$26 $26"),
    ] {
        let said = browser.script(type_in, vec![json!(text)]).await;
        assert_eq!(said, json!(shown), "{text}");
    }
    counted(&browser).await;
    assert_eq!(rows(&browser).await, ["Banker", "Seat 1", "Seat 2", "House"]);
    browser.sees("the bank in seat 3").await;

    // What is seen of the track has a colour.
    let part = "return getComputedStyle(document.querySelector('.slider input[type=range]')).getPropertyValue('--part')";
    let part = browser.script(part, vec![]).await;
    assert!(part.as_str().is_some_and(|part| part.contains('%')), "{part}");
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_odds_view_is_wider_than_a_telephone() {
    let room = Room::open();
    let pictures = std::env::var_os("ODDS_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(390, 844), (1280, 800)] {
        let browser = Browser::open(&room.address, width, height).await;
        browser.go("/").await;
        for book in [
            "marina/double-hand",
            "mortimers/no-bust-6",
            "pinnacle/three-card-6-card-bonus",
            "mortimers/holdem",
        ] {
            let odds = worked_out(&browser, &format!("/api/books/{book}/odds")).await;
            browser.go(&format!("/book/{book}/odds")).await;
            browser.sees(&format!("Odds of {}", odds["name"].as_str().unwrap())).await;
            if odds["has_money"] == json!(true) {
                counted(&browser).await;
            }
            let wide = "return [document.documentElement.scrollWidth, innerWidth, \
                [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 \
                && !one.closest('.wide, details')).map((one) => one.className || one.tagName).slice(0, 5)]";
            let wide = browser.script(wide, vec![]).await;
            assert!(
                wide[0].as_i64() <= wide[1].as_i64() && wide[2] == json!([]),
                "{book} at {width}: {wide}"
            );
            // No word of a fact lies over its figure, and no column of the money is cut off.
            let over = "return [...document.querySelectorAll('.facts > div')].filter((one) => { \
                const words = document.createRange(); words.selectNodeContents(one.querySelector('dt')); \
                return words.getBoundingClientRect().right > one.querySelector('dd').getBoundingClientRect().left + 1; \
                }).map((one) => one.innerText).concat([...document.querySelectorAll('.money-found > .wide')] \
                .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText))";
            assert_eq!(browser.script(over, vec![]).await, json!([]), "{book} at {width}");
            if let Some(folder) = &pictures {
                let name = book.replace('/', "-");
                browser.screenshot(&folder.join(format!("{name}-{width}.png"))).await;
                browser
                    .script("document.querySelector('.money, .odds-tables')?.scrollIntoView()", vec![])
                    .await;
                browser.screenshot(&folder.join(format!("{name}-{width}-below.png"))).await;
            }
        }
        no_complaints(&browser).await;
        browser.close().await;
    }
}
