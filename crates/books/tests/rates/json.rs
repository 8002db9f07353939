//! The schedules as JSON for outside programs: the exact shape, and the whole of it.

use super::filed::{all, rates};

fn first_row(house: &str, name: &str, game: &str, handle: &str) -> String {
    let json = rates(house, name).json(game);
    let rows = json.as_array().unwrap();
    rows.iter().find(|row| row["schedule"] == handle).unwrap_or_else(|| panic!("{handle}")).to_string()
}

#[test]
fn each_kind_of_schedule_has_the_agreed_shape() {
    let cases = [
        (
            first_row("mortimers", "no-bust-6", "no-bust-6", "4"),
            r#"{"schedule":"4","limit":{"min":10000,"max":20000},"blinds":null,"players":null,"tiers":[{"min":10000,"max":30000,"fee":200},{"min":30100,"max":50000,"fee":300},{"min":50100,"max":null,"fee":500}],"player_fee":100,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":0,"per":"hand"}"#,
        ),
        (
            first_row("mortimers", "no-bust-2003", "no-bust-2003", "1"),
            r#"{"schedule":"1","limit":{"min":500,"max":5000},"blinds":null,"players":null,"tiers":[{"min":0,"max":null,"fee":100}],"player_fee":50,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":0,"per":"hand"}"#,
        ),
        (
            first_row("mortimers", "pure-21-5", "pure-21-5", "4"),
            r#"{"schedule":"4","limit":{"min":10000,"max":null},"blinds":null,"players":null,"tiers":[{"min":10000,"max":49900,"fee":200},{"min":50000,"max":99900,"fee":500},{"min":100000,"max":null,"fee":1000}],"player_fee":0,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":0,"per":"hand"}"#,
        ),
        (
            first_row("marina", "holdem", "holdem", "61b"),
            r#"{"schedule":"61b","limit":{"min":40000,"max":80000},"blinds":[15000,30000],"players":{"min":5,"max":6},"tiers":[{"min":0,"max":null,"fee":400}],"player_fee":null,"bonus_fee":null,"modified_a":100,"modified_b":100,"jackpot":100,"per":"pot"}"#,
        ),
        (
            first_row("mortimers", "holdem", "holdem", "blinds-0.50-1"),
            r#"{"schedule":"blinds-0.50-1","limit":{"min":null,"max":null},"blinds":[50,100],"players":{"min":7,"max":null},"tiers":[{"min":0,"max":null,"fee":200}],"player_fee":null,"bonus_fee":null,"modified_a":0,"modified_b":100,"jackpot":null,"per":"pot"}"#,
        ),
        (
            first_row("ven-a-mexico", "no-bust-4-01", "no-bust-4-01", "5-100"),
            r#"{"schedule":"5-100","limit":{"min":500,"max":10000},"blinds":null,"players":null,"tiers":[{"min":500,"max":5000,"fee":100}],"player_fee":50,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":null,"per":"wager"}"#,
        ),
        (
            first_row("pinnacle", "holdem", "holdem", "1"),
            r#"{"schedule":"1","limit":{"min":4000,"max":8000},"blinds":null,"players":null,"tiers":[{"min":0,"max":null,"fee":1000}],"player_fee":null,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":null,"per":"half-hour"}"#,
        ),
        (
            first_row("players-club", "poker", "omaha", "3-6"),
            r#"{"schedule":"3-6","limit":{"min":300,"max":600},"blinds":[0,300],"players":null,"tiers":[{"min":0,"max":null,"fee":300}],"player_fee":null,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":null,"per":"hand"}"#,
        ),
        (
            first_row("players-club", "pan", "pan", "pan-2"),
            r#"{"schedule":"pan-2","limit":{"min":200,"max":200},"blinds":null,"players":null,"tiers":[{"min":0,"max":null,"fee":200}],"player_fee":null,"bonus_fee":null,"modified_a":null,"modified_b":null,"jackpot":null,"per":"half-hour"}"#,
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
}

#[test]
fn every_band_of_players_and_size_of_wager_has_its_row() {
    let counts: Vec<String> = all()
        .iter()
        .map(|(house, name, reading)| {
            let game = &reading.value.tables[0].games[0];
            format!("{house}/{name} {}", reading.value.json(game).as_array().unwrap().len())
        })
        .collect();
    let expected = [
        "marina/blackjack 18",
        "marina/double-hand 7",
        "marina/holdem 120",
        "marina/lowball 120",
        "mortimers/double-hand 2",
        "mortimers/holdem 151",
        "mortimers/no-bust-2003 1",
        "mortimers/no-bust-6 5",
        "mortimers/no-bust-6-buster 40",
        "mortimers/pure-21-5 4",
        "pinnacle/holdem 6",
        "pinnacle/three-card-6-card-bonus 6",
        "players-club/no-bust-5 2",
        "players-club/pan 1",
        "players-club/poker 2",
        "ven-a-mexico/no-bust-4-01 2",
    ];
    assert_eq!(counts, expected);
}
