//! The law at work on the page: lights, a notice that is posted, an override with its reason, a provider's badge, and reports
//! with charts, on a desk and a telephone.

use serde_json::json;

use crate::browser::Browser;
use crate::felt::Felt;
use crate::room::Room;
use crate::{log_in, no_complaints};

/// Puts words into a field of the sheet that is open.
async fn put(browser: &Browser, name: &str, words: &str) {
    browser.wait_for(&format!("dialog input[name={name}]")).await;
    let script = "const field = document.querySelector(`dialog input[name=${arguments[0]}]`); field.value = arguments[1]; \
                  field.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.script(script, vec![json!(name), json!(words)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_sees_lights_posts_notices_and_overrides() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 900).await;
    browser.go("/").await;
    let felt = Felt::open(&browser, &room.password, ["Ann", "Bea"]).await;
    let table = felt.table;

    browser.go("/law").await;
    browser.sees("The law at the tables").await;
    browser.sees("the rates by which the table charges are not posted there").await;
    browser.press(&format!("It hangs: the notice at table {table}")).await;
    browser.sees(&format!("The notice hangs at table {table}.")).await;
    let posted = "return !document.body.innerText.includes('are not posted there')";
    browser.until("a light that knows of the notice", posted, vec![]).await;
    browser.press(&format!("Override drop-accounted at table {table}")).await;
    put(&browser, "reason", "The shift begins at noon.").await;
    browser.press("Override").await;
    browser.sees("The shift begins at noon.").await;

    browser.press("Add a company").await;
    put(&browser, "name", "Acme Props").await;
    put(&browser, "licence", "TPPP-1").await;
    browser.press("Add").await;
    browser.sees("Acme Props, licence TPPP-1").await;
    browser.press("Give a badge").await;
    put(&browser, "person", "Ann").await;
    put(&browser, "badge", "A-7").await;
    browser.press("Give").await;
    browser.sees("Badge A-7").await;

    // The floor's own page has the lights too.
    browser.go("/floor").await;
    browser.sees("Overridden by house: The shift begins at noon.").await;
    picture(&browser, "law-floor").await;

    browser.go("/reports?kind=playing-books").await;
    browser.sees("One line for each session of a provider's player").await;
    browser.go("/reports?kind=law").await;
    browser.sees("against rules in force").await;
    let links =
        "return [...document.querySelectorAll('main .actions a')].map((one) => one.getAttribute('href'))";
    let hrefs = browser.script(links, vec![]).await;
    assert_eq!(hrefs, json!(["/api/reports/law/csv", "/api/reports/law", "/api/reports/law/pdf"]));
    picture(&browser, "reports-desk").await;
    no_complaints(&browser).await;
    browser.close().await;

    for (name, width, height) in [("phone", 360, 640), ("tablet", 1024, 768)] {
        let small = Browser::open(&room.address, width, height).await;
        small.go("/").await;
        log_in(&small, "house", &room.password).await;
        for (path, seen) in [("/law", "Law packs that count"), ("/reports", "Collections by table")] {
            small.go(path).await;
            small.sees(seen).await;
            let fits = "return document.documentElement.scrollWidth === document.documentElement.clientWidth";
            small.until(&format!("{path} no wider than the window of a {name}"), fits, vec![]).await;
            picture(&small, &format!("{}-{name}", &path[1..])).await;
        }
        no_complaints(&small).await;
        small.close().await;
    }
}

async fn picture(browser: &Browser, name: &str) {
    if let Some(folder) = std::env::var_os("PICTURES") {
        browser.screenshot(&std::path::Path::new(&folder).join(format!("{name}.webp"))).await;
    }
}
