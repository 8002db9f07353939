//! Rounds over a real socket, played by the room's own strategy, with every message checked.

use books::Shelf;
use cards::Seed;
use client::{Heard, Outcome, Patron};
use games::Seat;
use room::{Command, TableId, TableView};
use serde_json::{Value, json};

use super::description::Description;

/// Sits down at a table and plays until a few rounds are over and something was chosen in one.
pub(crate) async fn some_rounds(
    description: &mut Description,
    patron: &Patron,
    shelf: &Shelf,
    table: TableId,
) {
    let mut seat = patron.table(table, None).await.unwrap();
    description.check("StreamMessage", &serde_json::from_str(&seat.raw).unwrap());
    let book = shelf.book(&shelf.find(&seat.view.book).unwrap()).unwrap();
    let mut draws = Seed::from_bytes([7; 32]).draws();
    let (mut asked, mut known, mut is_waiting, mut chosen, mut ended) = (0, 0, false, 0, 0);
    while ended < 3 || chosen == 0 {
        let view = &seat.view;
        let command = match view.you {
            _ if is_waiting || view.number < known => None,
            None => Some(Command::Sit { seat: free_seat(view), buy_in: view.buy_in_least.times(20) }),
            Some(_) => room::bots::command(view, patron.person, &book.rules, &mut draws),
        };
        if let Some(command) = command {
            chosen += usize::from(matches!(command, Command::Choose { .. }));
            asked += 1;
            let sent =
                json!({ "id": format!("{table}-{asked}"), "based_on": view.number, "command": command });
            description.check("SentCommand", &sent);
            seat.say_text(&sent.to_string()).await.unwrap();
            is_waiting = true;
        }
        let heard = seat.hear().await.unwrap();
        let message: Value = serde_json::from_str(&seat.raw).unwrap();
        description.check("StreamMessage", &message);
        if let Heard::Answer(answer) = heard {
            assert_ne!(answer.outcome, Outcome::Refused, "table {table}: {message}");
            (is_waiting, known) = (false, answer.number);
        }
        let lines = message["lines"].as_array().into_iter().flatten();
        ended += lines.filter(|line| line["event"]["event"] == "round-ended").count();
    }
    description.note("get /api/tables/{table}/socket");
}

fn free_seat(view: &TableView) -> Seat {
    let is_free = |seat: &Seat| view.people.iter().all(|person| person.seat != Some(*seat));
    (1..=view.seats).map(Seat::new).find(is_free).expect("a table of bots has a free seat")
}
