//! Rounds over a real socket, played by the room's own strategy, with every message checked.

use books::Shelf;
use cards::Seed;
use futures_util::{SinkExt, StreamExt};
use games::Seat;
use room::{Command, PersonId, TableId, TableView};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::client::Client;
use super::description::Description;

/// Sits down at a table and plays until a few rounds are over and something was chosen in one.
pub(crate) async fn some_rounds(
    description: &mut Description,
    client: &Client,
    shelf: &Shelf,
    table: TableId,
    person: PersonId,
) {
    let address = format!("ws://{}/api/tables/{table}/socket", client.address);
    let mut request = address.into_client_request().unwrap();
    request.headers_mut().insert("cookie", client.cookie.parse().unwrap());
    let stream = TcpStream::connect(client.address).await.unwrap();
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    let mut draws = Seed::from_bytes([7; 32]).draws();
    let mut seen: Option<TableView> = None;
    let (mut asked, mut known, mut is_waiting, mut chosen, mut ended) = (0, 0, false, 0, 0);
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message.unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        description.check("StreamMessage", &message);
        if message["type"] == "answer" {
            assert_ne!(message["outcome"], "refused", "table {table}: {message}");
            (is_waiting, known) = (false, message["number"].as_u64().unwrap());
        } else {
            let lines = message["lines"].as_array().into_iter().flatten();
            ended += lines.filter(|line| line["event"]["event"] == "round-ended").count();
            seen = Some(serde_json::from_value(message["view"].clone()).unwrap());
        }
        if ended >= 3 && chosen > 0 {
            break;
        }
        let Some(view) = seen.as_ref().filter(|view| !is_waiting && view.number >= known) else { continue };
        let book = shelf.book(&shelf.find(&view.book).unwrap()).unwrap();
        let command = match view.you {
            None => Some(Command::Sit { seat: free_seat(view), buy_in: view.buy_in_least.times(20) }),
            Some(_) => room::bots::command(view, person, &book.rules, &mut draws),
        };
        let Some(command) = command else { continue };
        chosen += usize::from(matches!(command, Command::Choose { .. }));
        asked += 1;
        let command =
            json!({ "id": format!("{table}-{asked}"), "based_on": view.number, "command": command });
        description.check("SentCommand", &command);
        socket.send(Message::text(command.to_string())).await.unwrap();
        is_waiting = true;
    }
    assert!(ended >= 3 && chosen > 0, "table {table}: {ended} rounds ended, {chosen} choices");
    description.note("get /api/tables/{table}/socket");
    socket.close(None).await.unwrap();
}

fn free_seat(view: &TableView) -> Seat {
    let is_free = |seat: &Seat| view.people.iter().all(|person| person.seat != Some(*seat));
    (1..=view.seats).map(Seat::new).find(is_free).expect("a table of bots has a free seat")
}
