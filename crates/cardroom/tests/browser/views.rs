//! Every view, from a small telephone to a wall screen: looked at by a camera, and checked for what keeps people
//! out, by our own list and by axe-core's.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::axe;
use crate::browser::Browser;
use crate::felt::Felt;
use crate::room::Room;
use crate::{PRESSES, log_in, no_complaints, play_a_round, post, press_in_tray, sit_at, sit_down, table_of};

/// The window a view is looked at through.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether the documentation keeps its pictures.
    is_kept: bool,
}

pub(crate) const SMALL: Window = Window { name: "small", width: 360, height: 640, is_kept: false };
pub(crate) const PHONE: Window = Window { name: "phone", width: 390, height: 844, is_kept: true };
pub(crate) const DESKTOP: Window = Window { name: "desktop", width: 1280, height: 800, is_kept: true };
const LANDSCAPE: Window = Window { name: "landscape", width: 844, height: 390, is_kept: false };
const WALL: Window = Window { name: "wall", width: 3840, height: 2160, is_kept: false };

/// Where pictures go: into the repository only when asked for; every run takes them all the same.
pub(crate) fn screens(window: Window) -> PathBuf {
    if window.is_kept && std::env::var_os("UPDATE").is_some() {
        return Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens");
    }
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens")
}

/// Looks at one view after the other through a window, and remembers what would keep people out.
pub(crate) struct Camera<'a> {
    browser: &'a Browser,
    window: Window,
    faults: Vec<String>,
}

impl<'a> Camera<'a> {
    pub(crate) fn new(browser: &'a Browser, window: Window) -> Camera<'a> {
        Camera { browser, window, faults: Vec::new() }
    }

    /// Takes a picture of the view once everything lies still, and checks it.
    pub(crate) async fn look(&mut self, name: &str) {
        // What runs for ever or for long, such as the time left, is no reason to wait; a picture that is on its way is.
        let is_still = "return [...document.images].every((one) => one.complete) && \
                        document.getAnimations().every((one) => one.playState !== 'running' || \
                        one.effect.getComputedTiming().endTime > 8000)";
        self.browser.until("everything to lie still", is_still, vec![]).await;
        let path = screens(self.window).join(format!("{name}-{}.webp", self.window.name));
        self.browser.screenshot(&path).await;
        let faults = self.browser.script(include_str!("audit.js"), vec![]).await;
        for fault in faults.as_array().expect("a list").iter().filter_map(Value::as_str) {
            self.faults.push(format!("{name}: {fault}"));
        }
        let violations = axe::violations(self.browser).await;
        self.faults.extend(violations.into_iter().map(|found| format!("{name}: {found}")));
    }

    /// Opens a sheet by what is pressed, looks at it and closes it again.
    pub(crate) async fn look_at_sheet(&mut self, press: &str, name: &str) {
        self.browser.press(press).await;
        self.browser.wait_for("dialog[open] .sheet-main").await;
        self.look(name).await;
        self.browser.press("Close").await;
    }

    /// Demands that nothing was found.
    pub(crate) async fn put_away(self) {
        assert!(self.faults.is_empty(), "in a {} window: {:#?}", self.window.name, self.faults);
        no_complaints(self.browser).await;
    }
}

/// Presses what leads to a turn of one's own in a round, until something is asked with cards on the felt.
async fn wait_for_a_turn(browser: &Browser) {
    let is_turn = "return document.querySelector('.tray.asked .choice-buttons, .tray.asked .setting, .tray.asked .picking') !== null \
                   && document.querySelector('.own .card, .setting .card, .picking .card') !== null";
    for _ in 0..600 {
        if browser.script(is_turn, vec![]).await == json!(true) {
            return;
        }
        for name in ["Deal me in", "Wager $", "Pass", "Pile 1", "No, thank you"] {
            press_in_tray(browser, name).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no turn of one's own");
}

async fn look_at_what_patrons_see(window: Window) {
    let room = Room::open();
    let browser = Browser::open(&room.address, window.width, window.height).await;
    browser.go("/").await;
    browser.sees("27 tables").await;
    let mut camera = Camera::new(&browser, window);
    camera.look("lobby").await;
    for (press, name) in [("Preferences", "preferences"), ("Sign in", "sign-in"), ("Play now", "play-now")] {
        camera.look_at_sheet(press, name).await;
    }
    for (name, book) in [
        ("blackjack", "mortimers/no-bust-6"),
        ("double-hand", "marina/double-hand"),
        ("three-card", "pinnacle/three-card-6-card-bonus"),
        ("holdem", "players-club/holdem"),
        ("lowball", "players-club/lowball-deuce-to-seven"),
    ] {
        let lobby = browser.ask("/api/lobby").await;
        let tables = lobby["tables"].as_array().expect("tables");
        let table = tables.iter().find(|one| one["book"] == book).expect("the table");
        sit_down(&browser, table["game"].as_str().expect("a name")).await;
        if matches!(name, "blackjack" | "double-hand" | "three-card") {
            let asked = "return document.querySelector('.wager-panel') !== null";
            for _ in 0..300 {
                if browser.script(asked, vec![]).await == json!(true) {
                    break;
                }
                press_in_tray(&browser, "Pass").await;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            browser.wait_for(".wager-panel").await;
            let picture = if name == "blackjack" { "wager".into() } else { format!("wager-{name}") };
            camera.look(&picture).await;
        }
        wait_for_a_turn(&browser).await;
        camera.look(&format!("table-{name}")).await;
        if name == "holdem" {
            let menu = "document.querySelector('.seat-menu').click(); return true;";
            browser.script(menu, vec![]).await;
            browser.wait_for("dialog[open] .sheet-main").await;
            camera.look("seat-menu").await;
            browser.press("Close").await;
        }
    }
    let table = table_of(&browser, "mortimers/no-bust-6").await;
    browser.go(&format!("/table/{table}")).await;
    browser.wait_for(".seat-menu").await;
    play_a_round(&browser).await;
    browser.go(&format!("/table/{table}/rounds")).await;
    let first = "return document.querySelector(`main a[href*='/rounds/']`)?.getAttribute('href') ?? null";
    let round = browser.until("a finished round in the list", first, vec![]).await;
    camera.look("history").await;
    browser.go(round.as_str().expect("an address")).await;
    browser.press("Last step").await;
    camera.look("round").await;
    browser.press("Check the shuffle").await;
    browser.sees("The shuffle holds").await;
    camera.look("proof").await;
    for (name, tab) in [
        ("book", "Rules"),
        ("pays", "Pay tables"),
        ("collections", "Collections"),
        ("notice", "Posted notice"),
    ] {
        browser.go("/book/mortimers/no-bust-6").await;
        browser.sees("Natural").await;
        browser.press(tab).await;
        camera.look(name).await;
    }
    camera.put_away().await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_view_on_a_small_telephone() {
    look_at_what_patrons_see(SMALL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_view_on_a_telephone() {
    look_at_what_patrons_see(PHONE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_view_on_a_telephone_laid_on_its_side() {
    look_at_what_patrons_see(LANDSCAPE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_view_on_a_desk() {
    look_at_what_patrons_see(DESKTOP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_view_on_a_wall() {
    look_at_what_patrons_see(WALL).await;
}

/// A desk whose browser writes everything twice as large as it usually does.
const TWICE: Window = Window { name: "twice", width: 1280, height: 800, is_kept: false };

#[tokio::test(flavor = "multi_thread")]
async fn text_of_twice_the_size_can_be_read_and_used() {
    let room = Room::open();
    let browser = Browser::open(&room.address, TWICE.width, TWICE.height).await;
    browser.go("/").await;
    browser.devtools("Page.setFontSizes", json!({ "fontSizes": { "standard": 32, "fixed": 26 } })).await;
    browser.go("/").await;
    browser.sees("27 tables").await;
    let size = "return getComputedStyle(document.documentElement).fontSize";
    assert_eq!(browser.script(size, vec![]).await, json!("30px"), "the page heeds the browser's own size");
    let mut camera = Camera::new(&browser, TWICE);
    camera.look("lobby").await;
    camera.look_at_sheet("Preferences", "preferences").await;
    sit_down(&browser, "Texas Hold'em").await;
    wait_for_a_turn(&browser).await;
    camera.look("table-holdem").await;
    browser.go("/book/mortimers/no-bust-6").await;
    browser.sees("Natural").await;
    camera.look("book").await;
    camera.put_away().await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_seen_without_scrolling_in_a_low_window() {
    for (width, height) in [(640, 400), (740, 360)] {
        // A room for each window: whoever left the first one still has a turn to wait for.
        let room = Room::open();
        let browser = Browser::open(&room.address, width, height).await;
        browser.go("/").await;
        sit_down(&browser, "Texas Hold'em").await;
        // Looked at in one go, because the turn may be over at the next look.
        let place = "const one = document.querySelector('.tray.asked .choice-buttons button'); if (!one) return ''; \
                     const { left, top, right, bottom } = one.getBoundingClientRect(); \
                     const isSeen = scrollY === 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight; \
                     return isSeen ? 'seen' : `${left} ${top} ${right} ${bottom}`;";
        let found = browser.until("a turn of one's own", place, vec![]).await;
        assert_eq!(found, json!("seen"), "the first choice in a window of {width} by {height}");
        let name = format!("low-{width}.webp");
        browser.screenshot(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens").join(name)).await;
        no_complaints(&browser).await;
        browser.close().await;
    }
}

/// Pan has the most on a small screen: a hand, melds and the pile. What can be pressed is seen all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_pan_is_seen_whole_on_a_small_telephone() {
    let room = Room::open();
    let browser = Browser::open(&room.address, SMALL.width, SMALL.height).await;
    sit_at(&browser, "players-club/pan").await;
    // In every turn of a few hands, looked at in one go.
    let place = "const all = [...document.querySelectorAll('.tray.asked .choice-buttons button')].filter((one) => one.getClientRects().length > 0); \
                 const low = all.find((one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); \
                     return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1; }); \
                 if (low) return `${low.innerText} lies at ${low.getBoundingClientRect().bottom} of ${innerHeight}`; \
                 return all.length;";
    let (mut seen, mut kinds) = (0, 0);
    for _ in 0..400 {
        let found = browser.script(place, vec![]).await;
        assert!(found.is_u64() || found.is_i64(), "{found}");
        if found != json!(0) {
            seen += 1;
            kinds |= 1 << found.as_u64().unwrap_or(0).min(30);
        }
        if seen > 25 {
            break;
        }
        // A card is tapped before it can be discarded.
        let tap = "const isAsked = [...document.querySelectorAll('.choice')].some((one) => one.innerText.includes('Tap a card')); \
                   if (isAsked) document.querySelector('.pan-own .card-button')?.click();";
        browser.script(tap, vec![]).await;
        for name in PRESSES {
            if press_in_tray(&browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    assert!(seen > 3 && kinds != 0, "only {seen} turns were seen");
    let name = "pan-small.webp";
    browser.screenshot(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens").join(name)).await;
    no_complaints(&browser).await;
    browser.close().await;
}

/// Opens a list for a game of the house that two people wait for, so that its views have something to show.
async fn let_people_wait(browser: &Browser) {
    let spec = json!({ "book": "marina/holdem", "schedule": "10" });
    let table = post(browser, "/api/tables", spec).await["table"].clone();
    let wants = json!({ "want": "game", "list": 1 });
    for act in [
        json!({ "do": "open", "book": "marina/holdem", "stakes": "$4-$8" }),
        json!({ "do": "set-table", "table": table, "list": 1 }),
        json!({ "do": "join", "wants": wants, "is_walk_in": true, "shown": "A. L." }),
        json!({ "do": "join", "wants": wants, "is_walk_in": true, "shown": "B. M." }),
        json!({ "do": "call", "table": table, "seconds": 3600 }),
    ] {
        let done = post(browser, "/api/lists", act).await;
        assert!(done["lists"].is_array(), "{done}");
    }
}

/// Opens tables on which bots play without being asked, and waits until the house has taken fees at each.
async fn play_for_the_house(browser: &Browser) {
    let books =
        ["mortimers/no-bust-6", "marina/double-hand", "pinnacle/three-card-6-card-bonus", "marina/pure-21-5"];
    for book in books {
        let told = browser.ask(&format!("/api/books/{book}")).await;
        let schedule = &told["schedules"][0]["handle"];
        let spec = json!({ "book": book, "schedule": schedule, "is_practice": true, "plays_alone": true, "bots": 5 });
        post(browser, "/api/tables", spec).await;
    }
    for _ in 0..600 {
        let floor = browser.ask("/api/floor").await;
        let tables = floor["tables"].as_array().into_iter().flatten();
        if tables.filter(|one| one["drop"] != json!(0)).count() == books.len() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("bots play and nothing is dropped");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_sees_its_views() {
    let room = Room::open();
    let windows = [
        (PHONE, ["Ann", "Bea"]),
        (DESKTOP, ["Cleo", "Dave"]),
        (SMALL, ["Eve", "Fred"]),
        (WALL, ["Greta", "Hal"]),
    ];
    for (window, names) in windows {
        let browser = Browser::open(&room.address, window.width, window.height).await;
        browser.go("/").await;
        log_in(&browser, "house", &room.password).await;
        if window.name == PHONE.name {
            play_for_the_house(&browser).await;
            let_people_wait(&browser).await;
        }
        let mut camera = Camera::new(&browser, window);
        for (name, path, text) in [
            ("floor", "/floor", "Tables open"),
            ("accounts", "/accounts", "Accounts"),
            ("cage", "/cage", "Sum over all house chips"),
            ("law", "/law", "Law packs that count"),
            ("reports", "/reports", "Collections by table"),
            ("day", "/day", "Boxes at tables"),
            ("patrons", "/patrons", "A gaming day begins"),
            ("lists", "/lists", "Lists"),
            ("wall", "/wall", "Nobody under 21 plays here"),
        ] {
            browser.go(path).await;
            browser.sees(text).await;
            camera.look(name).await;
        }
        if window.name == PHONE.name {
            make_an_auditor(&browser).await;
        }
        log_in(&browser, "Sarah", "long enough").await;
        browser.go("/audit").await;
        browser.sees("Log").await;
        browser.press("Verify everything").await;
        browser.sees("Every hash, shuffle, rule and chip holds").await;
        camera.look("audit").await;
        let mut felt = Felt::open(&browser, &room.password, names).await;
        felt.take_wagers(&browser).await;
        felt.deal(&browser, json!({ "do": "start" })).await;
        for card in ["Ts", "9c", "6h"] {
            felt.deal(&browser, json!({ "do": "card", "card": card })).await;
        }
        browser.go(&format!("/dealer/{}", felt.table)).await;
        browser.wait_for("main h1").await;
        camera.look("dealer").await;
        browser.go("/floor").await;
        note_a_company(&mut camera, &felt).await;
        camera.put_away().await;
        browser.close().await;
    }
}

/// Makes an account to which the owner, who is logged in, gives the role of the auditor: nobody has it by themselves.
pub(crate) async fn make_an_auditor(browser: &Browser) {
    let make = "const [done] = arguments; const post = async (path, body, more) => (await fetch(path, { method: 'POST', \
                headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), ...more })).json(); \
                post('/api/register', { name: 'Sarah', password: 'long enough' }, { credentials: 'omit' }) \
                .then((made) => post(`/api/people/${made.person}/roles`, { roles: ['patron', 'auditor'] })).then(done);";
    let given = browser.client.execute_async(make, vec![]).await.expect("the page asks");
    assert_eq!(given["roles"], json!(["patron", "auditor"]), "{given}");
}

/// Lets the floor say for which company the player plays, in the sheet of the table's people. Whose money is in the
/// bank is noted only when the round is over.
async fn note_a_company(camera: &mut Camera<'_>, felt: &Felt) {
    let browser = camera.browser;
    let open = "const row = document.querySelector(`main tr a[href='/table/${arguments[0]}']`)?.closest('tr'); \
                const button = [...row?.querySelectorAll('button') ?? []].find((one) => one.innerText === 'People'); \
                button?.click(); return button !== undefined;";
    browser.until("the people of the table", open, vec![json!(felt.table)]).await;
    browser.wait_for("dialog .people-list").await;
    camera.look("people").await;
    let write = "const form = document.querySelectorAll('dialog .people-list form')[1]; \
                 form.elements.company.value = arguments[0]; form.requestSubmit();";
    browser.script(write, vec![json!("North Bank Services")]).await;
    browser.sees("plays for North Bank Services").await;
    let view = browser.ask(&format!("/api/tables/{}", felt.table)).await["view"].clone();
    let player =
        view["people"].as_array().and_then(|all| all.iter().find(|one| one["person"] == felt.player));
    assert_eq!(player.expect("the player")["company"], json!("North Bank Services"));
}

/// What a view may take, uncompressed and with all heads.
const BYTES_MOST: u64 = 300_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_less_than_300_kilobytes() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    for (path, text) in
        [("/", "27 tables"), ("/table/1", "Take a seat"), ("/book/mortimers/no-bust-6", "Natural")]
    {
        browser.devtools("Network.clearBrowserCache", json!({})).await;
        browser.bytes_taken().await;
        browser.go(path).await;
        browser.sees(text).await;
        let bytes = browser.bytes_taken().await;
        assert!((10_000..BYTES_MOST).contains(&bytes), "{path} takes {bytes} bytes");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_every_family_is_less_than_300_kilobytes_while_it_is_played() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    for (book, part) in [
        ("mortimers/no-bust-6", "wager.js"),
        ("marina/double-hand", "setting.js"),
        ("pinnacle/three-card-6-card-bonus", "wager.js"),
        ("players-club/holdem", "ahead.js"),
        ("players-club/lowball-ace-to-five", "picking.js"),
        ("players-club/pan", "pan.js"),
    ] {
        let table = sit_at(&browser, book).await;
        browser.devtools("Network.clearBrowserCache", json!({})).await;
        browser.bytes_taken().await;
        browser.go(&format!("/table/{table}")).await;
        browser.wait_for(".seat-menu").await;
        play_a_round(&browser).await;
        let bytes = browser.bytes_taken().await;
        assert!((100_000..BYTES_MOST).contains(&bytes), "a round of {book} takes {bytes} bytes");
        let has = "return performance.getEntriesByType('resource').some((one) => one.name.endsWith(`/${arguments[0]}`))";
        assert_eq!(browser.script(has, vec![json!(part)]).await, json!(true), "{book} is played with {part}");
    }
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_stay_in_step() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    sit_down(&browser, "Texas Hold'em").await;
    let path = browser.script("return location.pathname", vec![]).await;
    let first = browser.client.window().await.expect("a tab");
    let second = browser.client.new_window(true).await.expect("a second tab").handle;
    browser.client.switch_to_window(second.clone()).await.expect("the second tab");
    browser.go(path.as_str().expect("an address")).await;
    browser.wait_for(".seat-menu").await;
    let told = "return document.querySelectorAll('.log li').length > 0";
    browser.until("what happened before the tab was opened", told, vec![]).await;
    wait_for_a_turn(&browser).await;
    let asked = "return document.querySelectorAll('.choice-buttons button').length > 0";
    browser.client.switch_to_window(first.clone()).await.expect("the first tab");
    browser.until("the same turn in the first tab", asked, vec![]).await;
    let own = "return [...document.querySelectorAll('.own .card')].map((one) => one.getAttribute('aria-label') ?? one.textContent).join()";
    let seen = browser.script(own, vec![]).await;
    // What is done in one tab is seen in the other, which was not touched.
    browser.press("Fold").await;
    browser.client.switch_to_window(second).await.expect("the second tab");
    assert_ne!(seen, Value::String(String::new()), "the first tab shows the hand");
    let gone = "return document.querySelectorAll('.choice-buttons button').length === 0";
    browser.until("the fold in the second tab", gone, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}
