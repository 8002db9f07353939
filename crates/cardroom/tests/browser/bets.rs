//! Betting at poker: the parts of the pot that a player prefers, and what is chosen before the turn has come.

use serde_json::{Value, json};

use crate::no_complaints;
use crate::room::Room;
use crate::turns::Table;

/// The names of the amounts that are offered, in order.
const PRESETS: &str =
    "return [...document.querySelectorAll('.choices .presets button')].map((one) => one.innerText);";

/// Presses one of the amounts that are offered, and gives what the button for the bet says then.
const TAKE: &str = "[...document.querySelectorAll('.choices .presets button')].find((one) => one.innerText === arguments[0]).click(); \
    return [...document.querySelectorAll('.choice-buttons button')].map((one) => one.innerText.split('\\n')[0]) \
        .find((one) => /^(Bet|Raise)/.test(one));";

/// Waits until Ann, in the small blind of two, is the first to act.
async fn first_to_act(table: &mut Table) {
    let press =
        "if (choice('Call $1')) return true; (choice('Check') ?? choice('Fold'))?.click(); return false;";
    table.until("Ann's turn in the small blind", press, &[json!("check"), json!("fold")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bet_is_offered_at_the_parts_of_the_pot_that_are_preferred() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea"]).await;
    first_to_act(&mut table).await;
    // The pot is $3, and $1 more calls: with it half a pot is the least raise, which is not offered twice.
    assert_eq!(table.ann.script(PRESETS, vec![]).await, json!(["Least", "¾ pot", "Pot", "All in"]));
    let take = async |table: &Table, name: &str| table.ann.script(TAKE, vec![json!(name)]).await;
    assert_eq!(take(&table, "¾ pot").await, json!("Raise to $5"));
    assert_eq!(take(&table, "Pot").await, json!("Raise to $6"));
    table.until("the raise", "choice('Raise to $6')?.click(); return choices().length === 0", &[]).await;
    assert_eq!(table.bet_at(1).await, json!(600), "what the button said is what is put in");
    // Bea calls and checks: $12 lie in the pot.
    let asked = "return choice('Bet') !== undefined";
    table.until("Ann's turn on the flop", asked, &[json!("call"), json!("check")]).await;
    let all = json!(["Least", "⅓ pot", "½ pot", "¾ pot", "Pot", "All in"]);
    assert_eq!(table.ann.script(PRESETS, vec![]).await, all);
    for (name, bet) in [("⅓ pot", "Bet $4"), ("½ pot", "Bet $6"), ("¾ pot", "Bet $9"), ("Pot", "Bet $12")]
    {
        assert_eq!(take(&table, name).await, json!(bet));
    }
    let view = table.look().await;
    let ann = view["people"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "Ann")).cloned();
    let stack = ann.expect("Ann")["stack"].as_i64().expect("cents") / 100;
    assert_eq!(take(&table, "All in").await, json!(format!("Bet ${stack}")));
    // A part that is not preferred is not offered, here and wherever the account is.
    table.ann.press("Preferences").await;
    table.ann.wait_for("dialog[open] .sheet-main").await;
    table.ann.press("⅓ pot").await;
    table.ann.press("Pot").await;
    table.ann.press("Close").await;
    let few = json!(["Least", "½ pot", "¾ pot", "All in"]);
    let is_few = "return JSON.stringify([...document.querySelectorAll('.choices .presets button')].map((one) => one.innerText)) === arguments[0]";
    table.ann.until("the parts that are preferred", is_few, vec![json!(few.to_string())]).await;
    let kept = "const [done] = arguments; fetch('/api/me/preferences').then((one) => one.json()).then((one) => done(one.text.includes('½ pot') && !one.text.includes('⅓ pot')))";
    for _ in 0..600 {
        if table.ann.client.execute_async(kept, vec![]).await.expect("the page asks") == json!(true) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    table.ann.script("localStorage.clear(); localStorage.setItem('cardroom-came-in', 'yes')", vec![]).await;
    table.ann.go(&format!("/table/{}", table.number)).await;
    table
        .ann
        .until("the same parts in a browser that knew nothing", is_few, vec![json!(few.to_string())])
        .await;
    no_complaints(&table.ann).await;
    table.close().await;
}

/// Lets Ann choose something ahead as soon as it is offered, and gives what was then chosen for her. Until then she
/// stays in as cheaply as she can.
async fn chosen_ahead(table: &mut Table, name: &str, others: &[Value]) -> Value {
    table
        .ann
        .script(
            "window.meant = arguments[0]; window.isTicked = false; window.sent.length = 0;",
            vec![json!(name)],
        )
        .await;
    let tick = "const made = () => window.sent.filter((one) => one.command.do === 'choose'); \
        if (window.isTicked && made().length > 0) return true; \
        if (window.isTicked && choices().length > 0) window.isTicked = false; \
        const wanted = aheads.find((one) => one.innerText.trim() === window.meant); \
        if (!window.isTicked && wanted) { window.isTicked = true; window.sent.length = 0; wanted.querySelector('input').click(); } \
        if (!window.isTicked) (choice('Check') ?? choice('Call') ?? choice('Fold') ?? choice('Muck'))?.click(); \
        return false;";
    table.until(&format!("{name} to be chosen"), tick, others).await;
    let made = "return window.sent.filter((one) => one.command.do === 'choose').map((one) => one.command.choice.poker)";
    table.ann.script(made, vec![]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_ahead_is_done_when_the_turn_comes() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea", "Cleo"]).await;
    let raise = [json!({ "raise": 600 }), json!({ "bet": 600 }), json!("call"), json!("check")];
    let passive = [json!("check"), json!("call")];
    assert_eq!(chosen_ahead(&mut table, "Fold", &passive).await, json!(["fold"]));
    assert_eq!(chosen_ahead(&mut table, "Call any", &raise).await, json!(["call"]));
    assert_eq!(chosen_ahead(&mut table, "Check or fold", &raise).await, json!(["fold"]));
    assert_eq!(chosen_ahead(&mut table, "Check", &passive).await, json!(["check"]));
    table.close().await;
}
