//! axe-core over what a window shows: every rule it has by default, of any severity.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;

/// The program, from the packages with which the page is checked; no part of what a room serves.
static SOURCE: LazyLock<String> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web-check/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; run `npm ci --prefix web-check`", path.display()))
});

const RUN: &str = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then( \
    (found) => done(found.violations.flatMap((one) => one.nodes.map((node) => \
        `axe ${one.id} (${one.impact}): ${node.target.join(' ')} ${node.html.slice(0, 160)}`))), \
    (fault) => done([`axe did not run: ${fault}`]));";

/// What axe-core holds against the view, a sentence for each element and rule.
pub(crate) async fn violations(browser: &Browser) -> Vec<String> {
    if browser.script("return window.axe === undefined", vec![]).await == json!(true) {
        browser.devtools("Runtime.evaluate", json!({ "expression": SOURCE.as_str() })).await;
    }
    let found = browser.client.execute_async(RUN, vec![]).await.expect("axe answers");
    let found = found.as_array().expect("a list");
    found.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_what_is_planted() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/book/mortimers/no-bust-6").await;
    browser.sees("Natural").await;
    let clean = violations(&browser).await;
    assert!(clean.is_empty(), "{clean:#?}");
    let plant = "const main = document.getElementById('main'); main.append(document.createElement('button')); \
        const pale = document.createElement('p'); pale.textContent = 'pale'; pale.style.color = '#2a2f2d'; pale.style.background = '#141a18'; main.append(pale);";
    browser.script(plant, vec![]).await;
    let found = violations(&browser).await;
    assert!(found.iter().any(|one| one.contains("button-name")), "{found:#?}");
    assert!(found.iter().any(|one| one.contains("color-contrast")), "{found:#?}");
    browser.close().await;
}
