//! What every endpoint answers to each role.

use serde_json::{Value, json};

use crate::{BOOK, People, Row, Way};

/// The same for everybody.
const ALL: [u16; 8] = [200; 8];
/// For everybody with a name.
const KNOWN: [u16; 8] = [401, 200, 200, 200, 200, 200, 200, 200];
/// For those who play there alone, which none of these do.
const AT_THE_TABLE: [u16; 8] = [401, 403, 403, 403, 403, 403, 403, 403];
const FLOOR: [u16; 8] = [401, 403, 403, 403, 200, 403, 403, 403];
const CAGE: [u16; 8] = [401, 403, 403, 403, 403, 200, 403, 403];
/// For who counts boxes; none waits.
const COUNTERS: [u16; 8] = [401, 403, 403, 403, 404, 404, 403, 403];
/// For the second person of what is asked of the cage, of promotions an owner, of chips for change a dealer, too; nobody has
/// asked for anything.
const SECOND: [u16; 8] = [401, 403, 403, 404, 404, 404, 403, 404];
const AUDITOR: [u16; 8] = [401, 403, 403, 403, 403, 403, 200, 403];
/// For those who read of shifts and counts.
const READERS: [u16; 8] = [401, 403, 403, 403, 200, 200, 200, 200];
const OWNER: [u16; 8] = [401, 403, 403, 403, 403, 403, 403, 200];

/// Every endpoint with the status for each role.
pub(crate) fn matrix(table: u32, schedule: &str) -> Vec<Row> {
    let row = |route: &'static str, way: Way, expected: [u16; 8]| Row {
        route,
        path: route
            .replace("{house}/{game}", BOOK)
            .replace("{table}", &table.to_string())
            .replace("{round}", "1")
            .replace("{exchange}", "1")
            .replace("{asked}", "4711")
            .replace("{number}", "1")
            .replace("{company}", "1")
            .replace("{kind}", "counts")
            .replace("{person}", "1"),
        way,
        expected,
    };
    let nothing: fn(&People, &str) -> Value = |_, _| json!({});
    let exchange: fn(&People, &str) -> Value =
        |people, _| json!({ "person": people.known[1].person, "amount": 500 });
    let change: fn(&People, &str) -> Value = |_, _| json!({ "table": 1, "amount": 500, "with": "dealer" });
    let mut rows = vec![
        row("/api/openapi.json", Way::Get, ALL),
        row("/api/me", Way::Get, KNOWN),
        // A guest and a patron have as many as anybody gets; the staff has none to begin with.
        row("/api/play-chips", Way::Post(nothing), [401, 409, 409, 200, 200, 200, 200, 200]),
        row("/api/me/tables", Way::Get, KNOWN),
        row("/api/me/rounds", Way::Get, KNOWN),
        row("/api/me/play", Way::Get, KNOWN),
        row("/api/me/play/csv", Way::Get, KNOWN),
        row("/api/me/preferences", Way::Get, KNOWN),
        row("/api/me/preferences", Way::Post(|_, _| json!({ "text": "{}" })), KNOWN),
        row("/api/guest", Way::Post(nothing), ALL),
        row(
            "/api/register",
            Way::Post(|_, role| json!({ "name": format!("New {}", &role[..2]), "password": "long enough" })),
            ALL,
        ),
        row("/api/login", Way::Post(|_, _| json!({ "name": "Pat", "password": "long enough" })), ALL),
        row("/api/lobby", Way::Get, ALL),
        row("/api/books", Way::Get, ALL),
        row("/api/books/{house}/{game}", Way::Get, ALL),
        row("/api/books/{house}/{game}/sign.svg", Way::Get, ALL),
        row("/api/books/{house}/{game}/odds", Way::Get, ALL),
        row("/api/books/{house}/{game}/money", Way::Get, ALL),
        row("/api/tables", Way::Post(|_, _| json!({ "book": BOOK, "is_practice": true })), FLOOR),
        row("/api/tables/{table}", Way::Get, ALL),
        row("/api/tables/{table}/book", Way::Get, ALL),
        row("/api/tables/{table}/sign.svg", Way::Get, ALL),
        row("/api/tables/{table}/odds", Way::Get, ALL),
        row("/api/tables/{table}/money", Way::Get, ALL),
        row("/api/library", Way::Get, ALL),
        // No text has that hash, whoever asks.
        row("/api/library/{hash}", Way::Get, [404; 8]),
        row(
            "/api/tables/{table}/commands",
            Way::Post(|_, role| json!({ "id": format!("join {role}"), "command": { "do": "join" } })),
            KNOWN,
        ),
        row(
            "/api/tables/{table}/preview",
            Way::Post(|_, _| {
                let void = json!({ "void": { "spot": null, "fees_returned": true } });
                json!({ "as": "dealer", "command": { "do": "report", "report": void } })
            }),
            [401, 403, 403, 200, 200, 403, 403, 403],
        ),
        row("/api/tables/{table}/socket", Way::Socket, [101; 8]),
        row("/api/tables/{table}/stream", Way::Stream, ALL),
        row("/api/tables/{table}/rounds", Way::Get, ALL),
        row("/api/tables/{table}/rounds/{round}", Way::Get, ALL),
        row("/api/tables/{table}/coach", Way::Get, AT_THE_TABLE),
        row("/api/tables/{table}/rounds/{round}/coach", Way::Get, AT_THE_TABLE),
        row("/api/tables/{table}/log", Way::Get, AUDITOR),
        row("/api/private-tables", Way::Post(|_, _| json!({ "book": BOOK })), KNOWN),
        // It is no private table, so that no link leads to it; and it has no chat.
        row(
            "/api/tables/{table}/enter",
            Way::Post(|_, _| json!({ "key": "0" })),
            [401, 404, 404, 404, 404, 404, 404, 404],
        ),
        row("/api/tables/{table}/chat", Way::Get, ALL),
        row(
            "/api/tables/{table}/chat",
            Way::Post(|_, _| json!({ "text": "hello" })),
            [401, 409, 409, 409, 409, 409, 409, 409],
        ),
        row(
            "/api/tables/{table}/silence",
            Way::Post(|_, _| json!({ "person": 1, "is_silenced": true })),
            [401, 403, 403, 403, 404, 403, 403, 403],
        ),
        row("/api/floor", Way::Get, FLOOR),
        // The table is not set aside.
        row(
            "/api/tables/{table}/give-back",
            Way::Post(|_, _| json!({ "why": "it broke" })),
            [401, 403, 403, 403, 403, 403, 403, 409],
        ),
        row("/api/people", Way::Get, OWNER),
        row("/api/people/{person}/roles", Way::Post(|_, _| json!({ "roles": ["patron", "dealer"] })), OWNER),
        row("/api/house/log", Way::Get, AUDITOR),
        // What patrons hold is told to the auditor and an owner alone.
        row("/api/cage", Way::Get, [401, 403, 403, 403, 403, 200, 200, 200]),
        row("/api/cage/asked", Way::Get, [401, 403, 403, 200, 200, 200, 403, 403]),
        row("/api/cage/asked/{exchange}/approve", Way::Post(nothing), SECOND),
        row("/api/cage/asked/{exchange}/decline", Way::Post(nothing), SECOND),
        row("/api/corrections", Way::Get, [401, 403, 403, 403, 200, 403, 403, 200]),
        row("/api/corrections/{asked}/approve", Way::Post(nothing), [401, 403, 403, 403, 404, 403, 403, 404]),
        row("/api/corrections/{asked}/decline", Way::Post(nothing), [401, 403, 403, 403, 404, 403, 403, 404]),
        // No such round was played.
        row(
            "/api/tables/{table}/corrections",
            Way::Post(
                |_, _| json!({ "correction": { "round": 4711, "from": "drop", "to": "jackpot", "amount": 100, "why": "record", "reason": "none" } }),
            ),
            [401, 403, 403, 403, 409, 403, 403, 403],
        ),
        row("/api/cage/buy", Way::Post(exchange), CAGE),
        row("/api/cage/redeem", Way::Post(exchange), CAGE),
        row("/api/patrons", Way::Get, [401, 403, 403, 403, 200, 200, 403, 200]),
        // Nobody else may read it, and the first person is of the staff itself.
        row(
            "/api/patrons/{person}",
            Way::Post(|_, _| json!({ "do": "note", "words": "Likes seat 3." })),
            [401, 403, 403, 403, 200, 403, 403, 200],
        ),
        row("/api/wall", Way::Get, ALL),
        row("/api/lists", Way::Get, KNOWN),
        // Everybody may ask, and nobody waits there; a list is opened by the floor.
        row(
            "/api/lists",
            Way::Post(|_, _| json!({ "do": "leave", "place": 4711 })),
            [401, 404, 404, 404, 404, 404, 404, 404],
        ),
        row(
            "/api/lists",
            Way::Post(|_, _| json!({ "do": "open", "book": BOOK, "stakes": "$5-$10" })),
            [401, 403, 403, 403, 200, 403, 403, 403],
        ),
        row("/api/jackpots", Way::Get, [401, 403, 200, 200, 200, 200, 200, 200]),
        row(
            "/api/jackpots",
            Way::Post(|_, _| json!({ "do": "approve", "claim": 4711 })),
            [401, 403, 403, 403, 404, 403, 403, 404],
        ),
        row("/api/line-up", Way::Get, [401, 403, 403, 200, 200, 403, 403, 200]),
        row(
            "/api/line-up",
            Way::Post(|_, _| json!({ "do": "tables", "tables": [], "minutes": 30 })),
            [401, 403, 403, 403, 200, 403, 403, 403],
        ),
        row("/api/day", Way::Get, READERS),
        // The floor opens a shift, and then it is open.
        row(
            "/api/day/shift/open",
            Way::Post(|_, _| json!({ "name": "Day" })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        // The table is for practice, and no box of it was pulled.
        row(
            "/api/tables/{table}/box/pull",
            Way::Post(|_, _| json!({ "kind": "collection", "for_next": true })),
            [401, 403, 403, 403, 409, 403, 403, 409],
        ),
        row(
            "/api/tables/{table}/boxes/{number}/count",
            Way::Post(|_, _| json!({ "counted": 100 })),
            COUNTERS,
        ),
        // No chips were brought there for change.
        row(
            "/api/tables/{table}/tray/count",
            Way::Post(|_, _| json!({ "counted": 100 })),
            [401, 403, 403, 403, 409, 409, 403, 403],
        ),
        row("/api/day/shift/close", Way::Post(nothing), [401, 403, 403, 403, 200, 403, 403, 409]),
        row(
            "/api/cage/count",
            Way::Post(|_, _| json!({ "moment": "opening", "chips": 100, "cash": 100 })),
            CAGE,
        ),
        row("/api/cage/fill", Way::Post(change), [401, 403, 403, 403, 403, 409, 403, 403]),
        row("/api/cage/credit", Way::Post(change), [401, 403, 403, 403, 403, 409, 403, 403]),
        row("/api/law", Way::Get, READERS),
        row("/api/law/read", Way::Post(nothing), [401, 403, 403, 403, 200, 403, 403, 200]),
        // The floor posts the notice of the room, and takes it down.
        row(
            "/api/law/notices/post",
            Way::Post(|_, _| json!({ "table": 0 })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row(
            "/api/law/notices/take-down",
            Way::Post(|_, _| json!({ "table": 0 })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row(
            "/api/law/overrides",
            Way::Post(|_, _| json!({ "table": 0, "rule": "help-line", "reason": "It fell down." })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row(
            "/api/law/overrides/end",
            Way::Post(|_, _| json!({ "table": 0, "rule": "help-line" })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row("/api/companies", Way::Get, READERS),
        row(
            "/api/companies",
            Way::Post(|_, _| json!({ "name": "Acme", "licence": "1" })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row(
            "/api/companies/{company}",
            Way::Post(|_, _| json!({ "name": "Acme Props", "licence": "2" })),
            [401, 403, 403, 403, 200, 403, 403, 200],
        ),
        row(
            "/api/companies/{company}/badges",
            Way::Post(|_, _| json!({ "person": "Pat", "badge": "7" })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row(
            "/api/companies/{company}/badges/take",
            Way::Post(|_, _| json!({ "person": "Pat" })),
            [401, 403, 403, 403, 200, 403, 403, 409],
        ),
        row("/api/reports/{kind}", Way::Get, READERS),
        row("/api/reports/{kind}/csv", Way::Get, READERS),
        row("/api/reports/{kind}/pdf", Way::Get, READERS),
        row("/api/verify", Way::Get, AUDITOR),
        row("/api/tips", Way::Get, ALL),
        row("/health", Way::Get, ALL),
        row("/metrics", Way::Get, ALL),
        row("/api/nothing", Way::Get, [404; 8]),
        // Those who have a password do not know the old one here.
        row(
            "/api/password",
            Way::Post(|_, _| json!({ "old": "not this one", "new": "long enough" })),
            [401, 400, 400, 400, 400, 400, 400, 400],
        ),
        // The last rows, because they end sessions.
        row("/api/people/{person}/password", Way::Post(nothing), OWNER),
        row("/api/logout", Way::Post(nothing), ALL),
        row("/api/logout/everywhere", Way::Post(nothing), [401; 8]),
    ];
    for row in &mut rows {
        if row.route.ends_with("sign.svg") {
            row.path.push_str(&format!("?schedule={schedule}"));
        }
        if row.route.ends_with("/money") {
            row.path.push_str("?seats=2000,5000");
        }
    }
    rows
}
