//! The house's day: a shift is opened, a box pulled and counted by two people, the cage counted, on a desk and a telephone.

use serde_json::json;

use crate::browser::Browser;
use crate::felt::Felt;
use crate::room::Room;
use crate::{log_in, no_complaints, post};

/// Puts words into a field of the sheet that is open.
async fn put(browser: &Browser, name: &str, words: &str) {
    browser.wait_for(&format!("dialog input[name={name}]")).await;
    let script = "const field = document.querySelector(`dialog input[name=${arguments[0]}]`); field.value = arguments[1]; \
                  field.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.script(script, vec![json!(name), json!(words)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_pull_and_count_a_box() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let mary = post(&browser, "/api/register", json!({ "name": "Mary", "password": "a long word" })).await;
    let felt = Felt::open(&browser, &room.password, ["Ann", "Bea"]).await;
    let path = format!("/api/people/{}/roles", mary["person"]);
    post(&browser, &path, json!({ "roles": ["patron", "cage"] })).await;
    let table = felt.table;

    browser.go("/day").await;
    browser.sees("No shift is open").await;
    browser.press("Open a shift").await;
    put(&browser, "name", "Swing").await;
    browser.press("Open").await;
    browser.sees("Shift 1, Swing").await;
    browser.press(&format!("Pull the collection box of table {table}")).await;
    browser.sees(&format!("Box 1 of table {table} waits for its counts")).await;
    browser.press(&format!("Count box 1 of table {table}")).await;
    put(&browser, "amount", "1.00").await;
    browser.press("Enter the count").await;
    browser.sees("The count is taken").await;

    // Mary finds the same, which is more than the ledger has: she is told so after her count, and has to say why.
    log_in(&browser, "Mary", "a long word").await;
    browser.go("/day").await;
    browser.sees("Boxes to count").await;
    for (note, seen) in
        [("", "Two counts differ from the ledger by $1"), ("A tip.", "Every box that was pulled is counted")]
    {
        browser.press(&format!("Count box 1 of table {table}")).await;
        put(&browser, "amount", "1.00").await;
        put(&browser, "note", note).await;
        browser.press("Enter the count").await;
        browser.sees(seen).await;
    }
    browser.press("Count for opening").await;
    put(&browser, "chips", "5000").await;
    put(&browser, "cash", "2000").await;
    browser.press("Enter the count").await;
    browser.sees("$5,000 chips, $2,000 money").await;
    // Chips come to the table for change, and the first of two counts them there.
    browser.press("Bring chips to a table").await;
    put(&browser, "table", &table.to_string()).await;
    put(&browser, "amount", "50").await;
    put(&browser, "with", "house").await;
    browser.press("Bring").await;
    browser.sees("Two people count them by themselves").await;
    browser.press(&format!("Count the chips for change at table {table}")).await;
    put(&browser, "amount", "49").await;
    browser.press("Enter the count").await;
    browser.sees("The count is taken").await;
    // Another count of the cage finds less, and is told what there should be only then.
    browser.press("Count for closing").await;
    put(&browser, "chips", "4000").await;
    put(&browser, "cash", "2000").await;
    browser.press("Enter the count").await;
    browser.sees("$4,000 chips of $4,950").await;
    let day = browser.ask("/api/day").await;
    assert_eq!((&day["chips"], &day["trays"][0]["counted_by"]), (&json!(null), &json!(["Mary"])), "{day}");
    let counts = browser.ask("/api/reports/counts").await;
    assert_eq!(counts["rows"].as_array().map(Vec::len), Some(4), "{counts}");
    assert_eq!(counts["rows"][2][10], json!(100), "the tip: {counts}");
    // The report that an address names is the one that is chosen, and its chart counts each box once.
    browser.go("/reports?kind=counts").await;
    browser.sees("Drop counts").await;
    let chosen = "return document.querySelector('select[name=kind]').value";
    assert_eq!(browser.script(chosen, vec![]).await, json!("counts"));
    let bars = "return [...document.querySelectorAll('.bar-list b')].map((one) => one.innerText)";
    assert_eq!(browser.script(bars, vec![]).await, json!(["$1"]));
    browser.go("/day").await;
    browser.sees("Boxes at tables").await;
    // Whoever may not open shifts is not offered it, and nothing stands beyond the edge of a telephone.
    let offers = "return [...document.querySelectorAll('main button')].some((one) => /shift|Pull/.test(one.innerText))";
    assert_eq!(browser.script(offers, vec![]).await, json!(false));
    no_complaints(&browser).await;
    browser.close().await;

    let phone = Browser::open(&room.address, 360, 640).await;
    phone.go("/").await;
    log_in(&phone, "house", &room.password).await;
    phone.go("/day").await;
    phone.sees("Boxes at tables").await;
    let fits = "return document.documentElement.scrollWidth === document.documentElement.clientWidth";
    phone.until("a page no wider than the window", fits, vec![]).await;
    if let Some(folder) = std::env::var_os("PICTURES") {
        phone.screenshot(&std::path::Path::new(&folder).join("day-phone.webp")).await;
    }
    no_complaints(&phone).await;
    phone.close().await;
}
