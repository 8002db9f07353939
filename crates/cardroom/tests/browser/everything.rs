//! Every address and every sheet of the page, each through five windows: nothing keeps anybody out. What is looked at
//! is held against the page's own source, so that a view that comes to be is looked at as well.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::axe;
use crate::browser::Browser;
use crate::felt::Felt;
use crate::room::Room;
use crate::told::quick_table;
use crate::views::make_an_auditor;
use crate::{come_in, log_in, no_complaints, play_a_round, post, press_in_tray, sit_at, table_of};

/// The windows through which everything is looked at.
const SIZES: [(u32, u32); 5] = [(360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080)];

/// Every call that opens a sheet, by its file, with how its sheet's name begins.
const SHEETS: [(&str, &[&str]); 23] = [
    ("account.js", &["Your account", "The house does not", "Exclude yourself", "Change password", "Come in"]),
    ("book.js", &["Rule book"]),
    ("dialog.js", &["What the rule says"]),
    ("friends.js", &["A table for friends", "The link for your friends"]),
    ("lobby.js", &["What would you like to play?"]),
    ("preferences.js", &["Preferences"]),
    ("staff/accounts.js", &["Roles of", "New password for"]),
    ("staff/cage.js", &["Sell chips to"]),
    ("staff/correcting.js", &["Correct round"]),
    ("staff/dealer.js", &["Seats", "Keys"]),
    ("staff/disputes.js", &["Open a dispute"]),
    ("staff/floor.js", &["Ruling at table", "Give the chips", "Close table"]),
    ("staff/form.js", &["Open a list"]),
    ("staff/irregular.js", &["Irregular at table"]),
    ("staff/opening.js", &["Open a table"]),
    ("staff/patrons.js", &["Records"]),
    ("staff/people.js", &["People at table"]),
    ("table/key_list.js", &["Keys"]),
    ("table/last_hand.js", &["Last hand"]),
    ("table/leaving.js", &["Leave in the middle"]),
    ("table/menu.js", &["Your seat"]),
    ("table/pan_summary.js", &["The last hand"]),
    ("table/sit_sheet.js", &["Seat "]),
];

/// What was looked at in one run, and what would keep people out.
struct Looked {
    paths: BTreeSet<String>,
    sheets: BTreeSet<String>,
    faults: BTreeSet<String>,
}

impl Looked {
    /// Looks at whatever stands there, through every window.
    async fn at(&mut self, browser: &Browser) {
        let still = "return document.getAnimations().every((one) => one.playState !== 'running' || \
                     one.effect.getComputedTiming().endTime > 8000)";
        let here = "return [location.pathname, [...document.querySelectorAll('dialog[open]')].at(-1)?.getAttribute('aria-label') ?? '']";
        for (width, height) in SIZES {
            browser.resize(width, height, false).await;
            browser.until("everything to lie still", still, vec![]).await;
            let at = browser.script(here, vec![]).await;
            let [path, sheet] = [0, 1].map(|place| at[place].as_str().unwrap_or_default().to_owned());
            let mut found = axe::violations(browser).await;
            let own = browser.script(include_str!("audit.js"), vec![]).await;
            let own = own.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
            found.extend(own);
            let add = |fault| format!("{width}x{height} {path} {sheet}: {fault}");
            self.faults.extend(found.into_iter().map(add));
            self.paths.insert(path);
            if !sheet.is_empty() {
                self.sheets.insert(sheet);
            }
        }
        browser.resize(1280, 800, false).await;
    }

    /// Goes to an address and looks once a text stands there.
    async fn go(&mut self, browser: &Browser, path: &str, text: &str) {
        browser.go(path).await;
        browser.sees(text).await;
        self.at(browser).await;
    }

    /// Opens a sheet by what is pressed, looks at it and closes it again.
    async fn sheet(&mut self, browser: &Browser, press: &str, name: &str) {
        browser.press(press).await;
        let is_open = "return [...document.querySelectorAll('dialog[open]')].at(-1)?.getAttribute('aria-label').startsWith(arguments[0])";
        browser.until(name, is_open, vec![json!(name)]).await;
        self.at(browser).await;
        close(browser).await;
    }
}

/// Closes the uppermost sheet.
async fn close(browser: &Browser) {
    let close = "const sheets = [...document.querySelectorAll('dialog[open]')]; sheets.at(-1)?.close(); return sheets.length;";
    browser.script(close, vec![]).await;
}

/// Asks as somebody whom the house does not serve any more, and shows a table of the house as one that was set aside.
const CHANGED: &str = "const real = window.fetch; window.fetch = async (path, init) => { \
    const answer = await real(path, init); if (!answer.ok) return answer; \
    const change = { '/api/me': (me) => ({ ...me, not_served: window.isUnserved ? 'excluded until 19 November 2031' : null }), \
        '/api/floor': (floor) => ({ ...floor, tables: floor.tables.map((one, place) => (window.isAside && place === 0 ? { ...one, is_set_aside: true, set_aside: 'its log does not play again' } : one)) }) }[path]; \
    return change ? new Response(JSON.stringify(change(await answer.json())), { headers: answer.headers }) : answer; };";

async fn what_a_stranger_sees(looked: &mut Looked, browser: &Browser) {
    looked.go(browser, "/", "27 tables").await;
    looked.sheet(browser, "Sign in", "Come in").await;
    looked.sheet(browser, "Play now", "What would you like").await;
    looked.sheet(browser, "Preferences", "Preferences").await;
    looked.go(browser, "/nothing/here", "nothing at this address").await;
    looked.go(browser, "/book/mortimers/no-bust-6", "Natural").await;
    looked.go(browser, "/book/mortimers/no-bust-6/odds", "Odds of").await;
    looked.go(browser, "/table/1", "Take a seat").await;
    looked.go(browser, "/table/1/book", "Rules").await;
    looked.go(browser, "/wall", "Nobody under 21 plays here").await;
}

/// A guest at a table: the sheets of a seat, a hand that is left, and what is looked back at.
async fn what_a_player_sees(looked: &mut Looked, browser: &Browser, room: &Room) {
    let table = quick_table(browser, room, "mortimers/no-bust-6").await;
    looked.sheet(browser, "Keyboard shortcuts", "Keys").await;
    looked.sheet(browser, "Seat ", "Your seat").await;
    browser.press("Rules").await;
    browser.wait_for("dialog[open] .cite").await;
    looked.at(browser).await;
    browser.script("document.querySelector('dialog[open] .cite').click()", vec![]).await;
    browser.sees("In the filing").await;
    looked.at(browser).await;
    close(browser).await;
    close(browser).await;
    let turn = "const one = document.querySelector('.tray.asked .choice-buttons') && document.querySelector('.own .card'); \
        if (!one) return false; document.querySelector('.to-lobby').click(); return true;";
    for _ in 0..1_200 {
        if browser.script(turn, vec![]).await == json!(true) {
            break;
        }
        for name in ["Wager $", "Pass"] {
            press_in_tray(browser, name).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    browser.sees("Leave in the middle of a hand?").await;
    looked.at(browser).await;
    browser.press("Stay").await;
    play_a_round(browser).await;
    looked.sheet(browser, "Last hand", "Last hand").await;
    looked.go(browser, &format!("/table/{table}/odds"), "Odds of").await;
    looked.go(browser, &format!("/table/{table}/rounds"), "Finished rounds").await;
    looked.go(browser, &format!("/table/{table}/rounds/1"), "Round 1").await;
    looked.go(browser, "/rounds", "My rounds").await;
    looked.go(browser, "/lists", "Lists").await;
    let other = table_of(browser, "players-club/omaha").await;
    browser.go(&format!("/table/{other}")).await;
    looked.sheet(browser, "Take a seat", "Seat ").await;
    looked.go(browser, "/tables", "Your tables, side by side").await;
    sit_at(browser, "players-club/pan").await;
    play_a_round(browser).await;
    let before = "return [...document.querySelectorAll('.pan-own button, .tray button')].some((one) => one.innerText === 'Last hand')";
    for _ in 0..1_200 {
        if browser.script(before, vec![]).await == json!(true) {
            break;
        }
        for name in ["Play", "Deal me in"] {
            press_in_tray(browser, name).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let open =
        "[...document.querySelectorAll('.tray button')].find((one) => one.innerText === 'Last hand').click()";
    browser.script(open, vec![]).await;
    browser.wait_for("dialog[open][aria-label='The last hand']").await;
    looked.at(browser).await;
}

/// A table for friends, and what somebody sees who comes by its link.
async fn what_friends_see(looked: &mut Looked, browser: &Browser, room: &Room) {
    browser.go("/").await;
    browser.press("A table for friends").await;
    browser.sees("Bots that sit down with you").await;
    looked.at(browser).await;
    browser.press("Open the table").await;
    browser.sees("Copy the link").await;
    looked.at(browser).await;
    let link = "return new URL(document.querySelector('dialog[open] input').value).pathname";
    let link = browser.script(link, vec![]).await;
    let friend = Browser::open(&room.address, 1280, 800).await;
    looked.go(&friend, link.as_str().expect("an address"), "You are invited").await;
    friend.close().await;
}

async fn what_an_account_sees(looked: &mut Looked, browser: &Browser) {
    post(browser, "/api/register", json!({ "name": "Pat", "password": "long enough" })).await;
    browser.go("/").await;
    browser.press("Pat, ").await;
    browser.sees("Change password").await;
    looked.at(browser).await;
    looked.sheet(browser, "Change password", "Change password").await;
    browser.go("/").await;
    browser.press("Pat, ").await;
    looked.sheet(browser, "Exclude", "Exclude yourself").await;
    let unserved =
        "window.isUnserved = true; import('/account.js').then((part) => part.tellUnserved()); return true";
    browser.script(unserved, vec![]).await;
    browser.wait_for("dialog[open][aria-label^='The house does not']").await;
    looked.at(browser).await;
}

async fn what_the_house_sees(looked: &mut Looked, browser: &Browser, room: &Room) {
    log_in(browser, "house", &room.password).await;
    make_an_auditor(browser).await;
    let mut felt = Felt::open(browser, &room.password, ["Cleo", "Dora"]).await;
    felt.take_wagers(browser).await;
    felt.deal(browser, json!({ "do": "start" })).await;
    let table = felt.table;
    looked.go(browser, "/deal", "Deal").await;
    looked.go(browser, &format!("/dealer/{table}"), "No Bust").await;
    looked.sheet(browser, "Seats", "Seats").await;
    looked.sheet(browser, "Keys", "Keys").await;
    looked.go(browser, "/floor", "Tables open").await;
    looked.sheet(browser, "Open a table", "Open a table").await;
    for (press, name) in [
        ("People", "People at table"),
        ("Rule", "Ruling at table"),
        ("Dispute", "Open a dispute"),
        ("Irregular", "Irregular at table"),
        ("Close", "Close table"),
    ] {
        looked.sheet(browser, &format!("{press}, table {table}"), name).await;
    }
    browser.script("window.isAside = true", vec![]).await;
    looked.sheet(browser, "Give back, table", "Give the chips").await;
    for (path, text) in [
        ("/cage", "Sum over all house chips"),
        ("/accounts", "Accounts"),
        ("/law", "Law packs that count"),
        ("/reports", "Collections by table"),
        ("/day", "Boxes at tables"),
        ("/patrons", "A gaming day begins"),
        ("/lists", "Open a list"),
    ] {
        looked.go(browser, path, text).await;
        let sheets: &[(&str, &str)] = match path {
            "/cage" => &[("Sell chips", "Sell chips to")],
            "/accounts" => &[("Roles of", "Roles of"), ("New password for", "New password for")],
            "/patrons" => &[("Records (", "Records")],
            "/lists" => &[("Open a list", "Open a list")],
            _ => &[],
        };
        for (press, name) in sheets {
            looked.sheet(browser, press, name).await;
        }
    }
    let bots = table_of(browser, "mortimers/no-bust-6").await;
    let correction = "const [table] = arguments; import('/staff/correcting.js').then((part) => part.openCorrection(table, 1, [{ person: 1, name: 'Ann' }, { person: 2, name: 'Bea' }])); return true;";
    browser.script(correction, vec![json!(bots)]).await;
    browser.wait_for("dialog[open][aria-label^='Correct round']").await;
    looked.at(browser).await;
    log_in(browser, "Sarah", "long enough").await;
    looked.go(browser, "/audit", "Log").await;
}

/// The calls in a file of the page that open a sheet.
fn calls_in(text: &str) -> usize {
    text.matches("openSheet(").count() - text.matches("function openSheet(").count()
}

/// Every file of the page below a folder, by its path.
fn files(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("the page's folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, root, found);
        } else if path.extension().is_some_and(|end| end == "js") {
            let name = path.strip_prefix(root).expect("below the page's folder");
            found.push((
                name.to_string_lossy().into_owned(),
                std::fs::read_to_string(&path).expect("a file of the page"),
            ));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_and_every_sheet_can_be_used_in_every_window() {
    let room = Room::open();
    let mut looked = Looked { paths: BTreeSet::new(), sheets: BTreeSet::new(), faults: BTreeSet::new() };
    let stranger = Browser::open(&room.address, 1280, 800).await;
    what_a_stranger_sees(&mut looked, &stranger).await;
    no_complaints(&stranger).await;
    stranger.close().await;
    let player = Browser::open(&room.address, 1280, 800).await;
    what_a_player_sees(&mut looked, &player, &room).await;
    player.close().await;
    let known = Browser::open(&room.address, 1280, 800).await;
    known.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": CHANGED })).await;
    known.go("/").await;
    come_in(&known, "Gus").await;
    what_friends_see(&mut looked, &known, &room).await;
    what_an_account_sees(&mut looked, &known).await;
    what_the_house_sees(&mut looked, &known, &room).await;
    no_complaints(&known).await;
    known.close().await;

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut page = Vec::new();
    files(&root, &root, &mut page);
    for (file, text) in &page {
        let named = SHEETS.iter().find(|(name, _)| name == file).map_or(0, |(_, names)| names.len());
        assert_eq!(calls_in(text), named, "sheets that {file} opens");
    }
    for name in SHEETS.iter().flat_map(|(_, names)| *names) {
        assert!(looked.sheets.iter().any(|sheet| sheet.starts_with(name)), "{name} was not looked at");
    }
    // Each address of the page, by the patterns that the page itself goes by.
    let app = page.iter().find(|(file, _)| file == "app.js").expect("app.js");
    let patterns: Vec<&str> = app.1.lines().filter_map(|line| line.trim().strip_prefix("[/^")).collect();
    assert!(patterns.len() > 20, "{patterns:?}");
    for pattern in patterns {
        let pattern = pattern.split("$/,").next().expect("a pattern");
        let is_at = |path: &String| path_fits(path, pattern);
        assert!(looked.paths.iter().any(is_at), "no address was looked at for {pattern}: {:?}", looked.paths);
    }
    assert!(looked.faults.is_empty(), "{} faults: {:#?}", looked.faults.len(), looked.faults);
}

/// Whether a path is one of those that a pattern of the page means: its parts are words, numbers and keys.
fn path_fits(path: &str, pattern: &str) -> bool {
    let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
    let plain = pattern.replace("\\/", "/").replace("([\\w-]+/[\\w-]+)", "WORD/WORD");
    let (path, pattern) = (parts(path), parts(&plain));
    path.len() == pattern.len()
        && path.iter().zip(&pattern).all(|(part, meant)| match meant.as_str() {
            "(\\d+)" => part.parse::<u64>().is_ok(),
            "([0-9a-f]+)" => part.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "WORD" => !part.is_empty(),
            other => part == other,
        })
}
