//! The floor's desk: people who are taken out of a game, the rotation as a drawing, and the sheet that opens a table.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::led::Led;
use crate::own::take_a_seat;
use crate::room::Room;
use crate::{come_in, log_in, no_complaints, post, table_of};

/// Somebody at a table, by name.
async fn at_table(browser: &Browser, table: u64, name: &str) -> Option<Value> {
    let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    view["people"].as_array().into_iter().flatten().find(|one| one["name"] == name).cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_sits_somebody_out_and_frees_the_seat() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    come_in(&browser, "Ann").await;
    let table = table_of(&browser, "mortimers/no-bust-6").await;
    take_a_seat(&browser, table).await;
    log_in(&browser, "house", &room.password).await;
    browser.go("/floor").await;
    browser.press(&format!("People, table {table}")).await;
    browser.wait_for("dialog .rotation svg .rotation-seat").await;
    browser.sees("Rotation of the bank").await;
    browser.press("Sit out, Ann").await;
    browser.sees("Ann sits out").await;
    assert_eq!(at_table(&browser, table, "Ann").await.expect("Ann sits")["is_out"], json!(true));
    browser.press("Remove, Ann").await;
    browser.sees("Ann leaves the table with all chips").await;
    let is_gone = match at_table(&browser, table, "Ann").await {
        None => true,
        Some(ann) => ann["is_leaving"] == json!(true),
    };
    assert!(is_gone, "the seat is free, or will be after the round");
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_by_what_tells_schedules_apart() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    browser.go("/floor").await;
    browser.press("Open a table").await;
    browser.wait_for("dialog select[name=book] option[value='marina/holdem']").await;
    let choose = "const select = document.querySelector('dialog select[name=book]'); select.value = 'marina/holdem'; \
        select.dispatchEvent(new Event('change', { bubbles: true })); return select.selectedOptions[0].text;";
    let game = browser.script(choose, vec![]).await;
    assert_eq!(game, json!("Texas Hold'em · Marina Club"), "the house stands beside the game");
    browser.wait_for("dialog select[name=schedule] option:nth-child(3)").await;
    let names = "return [...document.querySelectorAll('dialog select[name=schedule] option')].map((one) => one.text.replace(/^\\S+: /, ''))";
    let names = browser.script(names, vec![]).await;
    let names: Vec<&str> = names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut apart = names.clone();
    apart.sort_unstable();
    apart.dedup();
    assert!(names.len() > 50, "{names:?}");
    assert_eq!(apart.len(), names.len(), "no two schedules read alike");
    // A table of the house needs a schedule; the form says so before it asks the room.
    let needed = "document.querySelector('dialog input[name=practice]').click(); \
        return document.querySelector('dialog select[name=schedule]').required";
    assert_eq!(browser.script(needed, vec![]).await, json!(true));
    no_complaints(&browser).await;
    browser.close().await;
}

/// What the sheet asks for is what the room takes: a game that the house keeps closed says why, and a table of the house
/// is offered no bots, which only practice tables have.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_the_house_opens_as_the_sheet_asks_for_it() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    browser.go("/floor").await;
    browser.press("Open a table").await;
    browser.wait_for("dialog select[name=book] option[value='players-club/pineapple']").await;
    let closed = "const one = document.querySelector('dialog option[value=\"players-club/pineapple\"]'); \
        return [one.disabled, one.text]";
    let closed = browser.script(closed, vec![]).await;
    assert_eq!(closed[0], json!(true), "a closed game cannot be chosen");
    let words = closed[1].as_str().unwrap_or_default();
    assert!(words.contains("(closed: Off by default"), "why it is closed, in words: {words}");
    let choose = async |name: &str, value: &str| {
        let choose = "const field = document.querySelector(`dialog [name=${arguments[0]}]`); if (!field) return false; \
            field.value = arguments[1]; field.dispatchEvent(new Event('change', { bubbles: true })); \
            return field.value === arguments[1]";
        browser.until(name, choose, vec![json!(name), json!(value)]).await;
    };
    choose("book", "mortimers/no-bust-6").await;
    let house = "document.querySelector('dialog input[name=practice]').click(); return true";
    browser.wait_for("dialog select[name=schedule]").await;
    browser.script(house, vec![]).await;
    let asks = "return [document.querySelector('dialog [name=bots]'), document.querySelector('dialog [name=despite_errors]')].map(Boolean)";
    assert_eq!(browser.script(asks, vec![]).await, json!([false, true]), "no bots at a table of the house");
    // Without a schedule nothing is sent: the field is pointed at.
    browser.press("Open the table").await;
    let pointed = "return document.querySelector('dialog select[name=schedule]').matches(':invalid') && document.activeElement.name === 'schedule'";
    browser.until("the schedule to be pointed at", pointed, vec![]).await;
    choose("schedule", "1").await;
    browser.press("Open the table").await;
    browser.sees("is open.").await;
    // What is noted stands above the page and lies over nothing of it.
    let covers = "const note = document.querySelector('.note').getBoundingClientRect(); \
        return [...document.querySelectorAll('.top, main > *')].some((one) => { const at = one.getBoundingClientRect(); \
            return at.height > 0 && note.top < at.bottom - 1 && at.top < note.bottom - 1; })";
    assert_eq!(browser.script(covers, vec![]).await, json!(false), "the note covers nothing");
    no_complaints(&browser).await;
    browser.close().await;
}

/// Puts a week's drop of two tables of the house, and of one for practice, into what the floor is told.
const DROP: &str = "\
    const real = window.fetch; \
    const at = (hour) => new Date().setHours(hour, 0, 0, 0); \
    window.fetch = async (path, init) => { \
        const answer = await real(path, init); \
        if (path !== '/api/floor' || !answer.ok) return answer; \
        const floor = await answer.json(); \
        const [first, second] = floor.tables.filter((one) => !one.is_practice); \
        const practice = floor.tables.find((one) => one.is_practice); \
        const put = (one, hour, cents) => ({ table: one.table, hour: at(hour), cents }); \
        floor.drop = [put(first, 7, 3000), put(first, 15, 1000), put(second, 23, 500), put(second, 2, 500), put(practice, 7, 90000)]; \
        return new Response(JSON.stringify(floor), { headers: answer.headers }); \
    };";

#[tokio::test(flavor = "multi_thread")]
async fn the_drop_is_drawn_by_schedule_and_by_shift() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    let book = "mortimers/no-bust-6";
    let told = browser.ask(&format!("/api/books/{book}")).await;
    for place in 0..2 {
        let schedule = &told["schedules"][place]["handle"];
        let spec = json!({ "book": book, "schedule": schedule, "dealer": "entered" });
        let opened = post(&browser, "/api/tables", spec).await;
        assert!(opened["table"].is_u64(), "{opened}");
    }
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": DROP })).await;
    browser.go("/floor").await;
    browser.wait_for("section[aria-label^='Drop by schedule and shift'] .bar-list").await;
    // A bar is drawn as long as its part of the largest.
    let read = "const part = (of, whole) => Math.round(100 * of.getBoundingClientRect().width / whole.getBoundingClientRect().width); \
        return [...document.querySelectorAll(`section[aria-label^='Drop by schedule and shift'] figure`)].map((one) => [one.querySelector('figcaption').innerText, \
            [...one.querySelectorAll('li')].map((bar) => [bar.querySelector('.bar-label').innerText, bar.querySelector('b').innerText, \
                part(bar.querySelector('i'), bar.querySelector('.bar-track'))])])";
    let drawn = browser.script(read, vec![]).await;
    let name = |place: usize| {
        let handle = told["schedules"][place]["handle"].as_str().unwrap_or_default();
        format!("{} · schedule {handle}", told["name"].as_str().unwrap_or_default())
    };
    let by_schedule = json!([[name(0), "$40", 100], [name(1), "$10", 25]]);
    let by_shift = json!([
        ["Day shift, 6 to 14", "$30", 100],
        ["Swing shift, 14 to 22", "$10", 33],
        ["Night shift, 22 to 6", "$10", 33]
    ]);
    let wanted =
        json!([["Drop by schedule, the last week", by_schedule], ["Drop by shift, the last week", by_shift]]);
    assert_eq!(drawn, wanted);
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_turns_the_clock_on_goes_on_and_seats_people_by_name() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let mut persons = Vec::new();
    for name in ["Willow", "Sorrel"] {
        let new = json!({ "name": name, "password": "a long word" });
        persons.push(post(&browser, "/api/register", new).await["person"].clone());
    }
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let names = ["Maple", "Cedar", "Birch", "Aspen", "Hazel", "Rowan", "Linden"];
    let seats = [1, 2, 3, 4, 5, 6, 7];
    let mut led = Led::seat(&browser, &room.password, spec, &names, &seats).await;
    browser.go("/floor").await;
    browser.press(&format!("People, table {}", led.table)).await;
    browser.press("Turn the clock on").await;
    led.wait(&browser, |view| view["clock_runs"] == json!(true)).await;
    browser.press("Turn the clock off").await;
    led.wait(&browser, |view| view["clock_runs"] == json!(false)).await;

    // Whoever has an account is found by name: for the last seat, and then for the list.
    let ask = "const [name, amount, word] = arguments; const form = document.querySelector('dialog[open] .seat-form'); \
               const button = [...form?.querySelectorAll('button') ?? []].find((one) => one.innerText === word); \
               if (!button || !form.querySelector('option[value=Willow]')) return false; \
               form.elements.person.value = name; form.elements.amount.value = amount; \
               form.requestSubmit(button); return true;";
    let seat = vec![json!("willow"), json!("100"), json!("Ask them")];
    browser.until("somebody to seat", ask, seat).await;
    led.wait(&browser, |view| view["people"][7]["person"] == persons[0]).await;
    let list = vec![json!("Sorrel"), json!(""), json!("Put on the list")];
    browser.until("somebody to put on the list", ask, list).await;
    led.wait(&browser, |view| view["waiting"][0]["person"] == persons[1]).await;
    led.bank_and_wager(&browser, 0, &seats).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    browser.press("Begin the round").await;
    led.wait(&browser, |view| view["phase"] == "playing").await;
    browser.go("/floor").await;

    // A pause that waits for the end of the round can be called off.
    browser.press(&format!("Pause, table {}", led.table)).await;
    browser.press(&format!("Resume, table {}", led.table)).await;
    browser.sees(&format!("Table {} goes on.", led.table)).await;

    // A ruling finds what the own game says before what other games say, which are named.
    browser.press(&format!("Rule, table {}", led.table)).await;
    let search = "const field = document.querySelector('dialog[open] [name=clause-words]'); if (!field) return null; \
                  field.value = 'exposed'; field.dispatchEvent(new Event('input', { bubbles: true })); \
                  const tags = [...document.querySelectorAll('dialog[open] .clause-found li')].map((one) => one.querySelector('.tag')?.innerText ?? ''); \
                  return tags.some(Boolean) ? tags : null;";
    let tags = browser.until("clauses of other games", search, vec![]).await;
    let tags: Vec<&str> = tags.as_array().expect("tags").iter().filter_map(Value::as_str).collect();
    let own = tags.iter().take_while(|tag| tag.is_empty()).count();
    assert!(own > 0 && tags[own..].iter().all(|tag| !tag.is_empty()), "{tags:?}");
    no_complaints(&browser).await;
    browser.close().await;
}
