//! The mechanical examples of the clause files, each asked of the schedules it names.

use books::Money;
use books::rates::{Hand, RatesFile, Schedule, Stage, count_rates};

use super::filed::{clause_files, rates};

/// Every example of a house with the file and the clause it stands in.
fn examples(house: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (file, clauses) in clause_files(house) {
        for clause in clauses.clause {
            for example in clause.example.into_iter().flatten() {
                found.push((file.clone(), clause.id.clone(), example));
            }
        }
    }
    found
}

fn money(text: &str) -> Money {
    let text = text.trim().trim_end_matches([',', ';', '.']);
    text.parse().unwrap_or_else(|_| panic!("{text} is not money"))
}

/// The amount that follows a word of a text, such as "drop" in "drop $1.00".
fn amount(text: &str, word: &str) -> Option<Money> {
    let (_, after) = text.split_once(&format!("{word} $"))?;
    let end = after.find(|letter: char| !letter.is_ascii_digit() && letter != '.' && letter != ',');
    Some(money(&format!("${}", &after[..end.unwrap_or(after.len())])))
}

/// The amounts between a word and the next word or end, as in "wagers $25 $5, Buster $2".
fn amounts(text: &str, word: &str) -> Vec<Money> {
    let Some((_, after)) = text.split_once(&format!("{word} $")) else { return Vec::new() };
    format!("${after}").split_whitespace().map_while(|it| it.starts_with('$').then(|| money(it))).collect()
}

/// The number that follows a word, such as 3 in "option 3, ...".
fn number(text: &str, word: &str) -> Option<u16> {
    let (_, after) = text.split_once(&format!("{word} "))?;
    after.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

fn find<'a>(file: &'a RatesFile, game: &'a str, handle: &str) -> &'a Schedule {
    file.find(game, handle).unwrap_or_else(|| panic!("{game} has no schedule {handle}"))
}

/// What goes into the drop and the jackpot at these stages.
fn total(schedule: &Schedule, stages: &[Stage], hand: &Hand<'_>) -> Money {
    stages.iter().flat_map(|stage| schedule.collect(*stage, hand)).map(|taken| taken.amount).sum()
}

/// The book that an example of Mortimer's names.
const MORTIMERS: [(&str, &str); 5] = [
    ("Pai Gow", "double-hand"),
    ("No Bust 2003", "no-bust-2003"),
    ("No Bust 6.0", "no-bust-6"),
    ("Buster 6.0", "no-bust-6-buster"),
    ("Pure 21.5", "pure-21-5"),
];

/// "No Bust 6.0 option 1, wagers $25 $5 -> action $30.00, P/D fee $0.50, player fees $0.50, drop $1.00"
#[test]
fn mortimers_hands_cost_what_the_clauses_say() {
    let mut proven = 0;
    for (file, clause, example) in examples("mortimers") {
        let Some((given, expected)) = example.split_once(" -> action ") else { continue };
        let Some((_, game)) = MORTIMERS.iter().find(|(name, _)| given.starts_with(name)) else { continue };
        let Some(option) = number(given, "option") else { continue };
        let place = format!("{file}/{clause}: {example}");
        let expected = format!("action {expected}");
        let rates = rates("mortimers", game);
        let schedule = find(rates, game, &option.to_string());
        let (wagers, bonus) = (amounts(given, "wagers"), amounts(given, "Buster"));
        assert!(!wagers.is_empty(), "{place}");
        let action = schedule.table_action(&wagers, &bonus);
        assert_eq!(Some(action), amount(&expected, "action"), "{place}");
        assert_eq!(Some(schedule.bank_fee(action).value), amount(&expected, "P/D fee"), "{place}");
        let players: Money = wagers.iter().map(|wager| schedule.player_fee(*wager).value).sum();
        assert_eq!(Some(players), amount(&expected, "player fees"), "{place}");
        if let Some(expected) = amount(&expected, "bonus fees") {
            let count = i64::try_from(bonus.len()).unwrap();
            assert_eq!(schedule.bonus_fee().value.times(count), expected, "{place}");
        }
        let hand = Hand { wagers: &wagers, bonus: &bonus, ..Hand::default() };
        let stage = Stage::from(schedule.taken.value);
        assert_eq!(Some(total(schedule, &[stage], &hand)), amount(&expected, "drop"), "{place}");
        proven += 1;
    }
    assert_eq!(proven, 55, "examples of this form");
}

/// "Buster 6.0 option 8: 5 P/D tiers, no player or bonus fee -> 5 rates, accepted"
#[test]
fn mortimers_rates_are_counted_as_the_clauses_say() {
    let mut proven = 0;
    for (file, clause, example) in examples("mortimers") {
        let Some((given, expected)) = example.split_once(" -> ") else { continue };
        let Some((expected, "accepted")) = expected.split_once(" rates, ") else { continue };
        let named = MORTIMERS.iter().find(|(name, _)| given.starts_with(name)).map(|(_, game)| *game);
        let game = named.unwrap_or(&file);
        let rates = rates("mortimers", game);
        let schedule = find(rates, game, &number(given, "option").unwrap().to_string());
        assert_eq!(count_rates(&[schedule]).to_string(), expected, "{file}/{clause}: {example}");
        proven += 1;
    }
    assert_eq!(proven, 6, "examples of this form");
}

/// "Limit $4/$8, 8 players -> flop fee $3; (a) $0; (b) $1"
#[test]
fn mortimers_holdem_rows_are_what_the_clauses_say() {
    let file = rates("mortimers", "holdem");
    let mut proven = 0;
    for (_, clause, example) in examples("mortimers") {
        let Some((given, expected)) = example.split_once(" -> flop fee ") else { continue };
        let (row, players) = given.split_once(", ").unwrap();
        let (kind, bets) = row.split_once(' ').unwrap();
        let kind = match kind {
            "Limit" => "limit",
            "PL/NL" => "blinds",
            _ => "spread",
        };
        let handle = format!("{kind}-{}", bets.replace("$.", "$0.").replace('$', "").replace('/', "-"));
        let schedule = find(file, "holdem", &handle);
        let players: u8 = players.strip_suffix(" players").unwrap().parse().unwrap();
        let fees: Vec<&str> = expected.split("; ").collect();
        let place = format!("{clause}: {example}");
        assert_eq!(schedule.pot_fee(players).unwrap().value, money(fees[0]), "{place}");
        assert_eq!(Some(schedule.modified_a().value), amount(fees[1], "(a)"), "{place}");
        assert_eq!(Some(schedule.modified_b().value), amount(fees[2], "(b)"), "{place}");
        proven += 1;
    }
    assert_eq!(proven, 23, "examples of this form");
}

/// "Default $1/$2 for $2/$6, $2/$4 for $4/$12, ...", in the ruling on spread games
#[test]
fn mortimers_spread_games_have_the_blinds_of_the_ruling() {
    let files = clause_files("mortimers");
    let (_, holdem) = files.iter().find(|(name, _)| name == "holdem").unwrap();
    let question = holdem.question.iter().flatten().find(|it| it.id == "ruling-blinds-of-spread").unwrap();
    let ruling = question.ruling.strip_prefix("Default ").unwrap().split(';').next().unwrap();
    let pair = |text: &str| text.split_once('/').map(|(low, high)| (money(low), money(high))).unwrap();
    let mut proven = 0;
    for part in ruling.split(", ") {
        let (blinds, limits) = part.split_once(" for ").unwrap();
        for limit in limits.split(" and ") {
            let handle = format!("spread-{}", limit.replace('$', "").replace('/', "-"));
            let schedule = find(rates("mortimers", "holdem"), "holdem", &handle);
            let found = schedule.blinds_in_play().unwrap();
            assert_eq!((found.small, found.big), pair(blinds), "{handle}");
            proven += 1;
        }
    }
    assert_eq!(proven, 5, "spread limits");
}

/// "option 1, four wagers -> players $4.00, player-dealer $0.00, drop $4.00" and
/// "seven wagers -> player fees $3.50, P/D fee $1.00, drop $4.50"
#[test]
fn mortimers_flat_schedules_cost_what_the_clauses_say() {
    let counts = [("one wager", 1), ("3 player wagers", 3), ("four wagers", 4), ("seven wagers", 7)];
    let mut proven = 0;
    for (game, option_one_only) in [("double-hand", false), ("no-bust-2003", true)] {
        let file = rates("mortimers", game);
        for (_, clause, example) in examples("mortimers").into_iter().filter(|(file, ..)| file == game) {
            let Some((given, expected)) = example.split_once(" -> ") else { continue };
            let Some((_, count)) = counts.iter().find(|(words, _)| given.contains(words)) else { continue };
            let Some(drop) = amount(expected, "drop") else { continue };
            let option = if option_one_only { 1 } else { number(given, "option").unwrap() };
            let wagers = vec![Money::dollars(10); *count];
            let hand = Hand { wagers: &wagers, ..Hand::default() };
            let taken = total(find(file, game, &option.to_string()), &[Stage::BeforeDeal], &hand);
            assert_eq!(taken, drop, "{game}/{clause}: {example}");
            proven += 1;
        }
    }
    assert_eq!(proven, 5, "examples of this form");
}

/// "option 5, total table action $51.00 -> P/D fee $1.00, player fee $0.00 per wager"
#[test]
fn marina_tiers_are_what_the_clauses_say() {
    let (blackjack, pai_gow) = (rates("marina", "blackjack"), rates("marina", "double-hand"));
    let mut proven = 0;
    for (file, clause, example) in examples("marina") {
        let Some((given, expected)) = example.split_once(" -> P/D fee ") else { continue };
        let Some(action) = amount(given, "total table action") else { continue };
        let option = number(given, "option").unwrap().to_string();
        let schedule = match clause.as_str() {
            "pg-table" => find(pai_gow, "double-hand", &option),
            _ => find(blackjack, "no-bust-joker", &option),
        };
        let expected = format!("P/D fee {expected}");
        let place = format!("{file}/{clause}: {example}");
        assert_eq!(Some(schedule.bank_fee(action).value), amount(&expected, "P/D fee"), "{place}");
        assert_eq!(Some(schedule.player_fee(action).value), amount(&expected, "player fee"), "{place}");
        proven += 1;
    }
    assert_eq!(proven, 28, "examples of this form");
}

/// "option 10 ($4/$8), 8 players, flop seen, bet on the turn, jackpot on -> $5.00 in all"
#[test]
fn marina_poker_hands_cost_what_the_clauses_say() {
    let mut proven = 0;
    for (_, clause, example) in examples("marina") {
        let game = match clause.split('-').next().unwrap() {
            "he" => "holdem",
            "lb" => "lowball",
            _ => continue,
        };
        let file = rates("marina", game);
        let (given, expected) = example.split_once(" -> ").unwrap();
        let schedule = find(file, game, &number(given, "option").unwrap().to_string());
        let (before, _) = given.split_once(" players").unwrap();
        let hand = Hand {
            players: before.rsplit(' ').next().unwrap().parse().unwrap(),
            pot: Money::dollars(500),
            small_blind: Money::dollars(10),
            jackpot_on: given.contains("jackpot on"),
            ..Hand::default()
        };
        let late = ["bet on the turn", "later bet", "bet after the draw"].iter().any(|it| given.contains(it))
            && !given.contains("no later bet");
        let stages: &[Stage] = if given.contains("ends before") {
            &[Stage::EndedEarly { action: true }]
        } else if given.contains("no flop") {
            &[Stage::EndedEarly { action: false }]
        } else if late {
            &[Stage::AfterFlop, Stage::LateBet]
        } else {
            &[Stage::AfterFlop]
        };
        let expected = money(expected.split(' ').next().unwrap());
        assert_eq!(total(schedule, stages, &hand), expected, "{clause}: {example}");
        proven += 1;
    }
    assert_eq!(proven, 14, "examples of this form");
}

/// "total action $55 -> player-dealer fee $1, player fee $0", in clauses and in the ruling on gaps
#[test]
fn players_club_tiers_are_what_the_clauses_say() {
    let file = rates("players-club", "no-bust-5");
    let mut cases = Vec::new();
    for (name, clauses) in clause_files("players-club") {
        if name != "no-bust-5" {
            continue;
        }
        for clause in &clauses.clause {
            let handle = if clause.id == "collection-table-high" { "5-2000" } else { "5-200" };
            cases.extend(clause.example.iter().flatten().map(|example| (handle, example.clone())));
        }
        for question in clauses.question.iter().flatten() {
            for (place, part) in question.ruling.split('`').enumerate() {
                if place % 2 == 1 {
                    cases.extend(["5-200", "5-2000"].map(|handle| (handle, part.to_owned())));
                }
            }
        }
    }
    let mut proven = 0;
    for (handle, example) in cases {
        let Some((given, expected)) = example.split_once(" -> player-dealer fee ") else { continue };
        let action = amount(given, "total action").unwrap();
        let schedule = find(file, "no-bust-5", handle);
        let expected = format!("player-dealer fee {expected}");
        assert_eq!(
            Some(schedule.bank_fee(action).value),
            amount(&expected, "player-dealer fee"),
            "{example}"
        );
        assert_eq!(Some(schedule.player_fee(action).value), amount(&expected, "player fee"), "{example}");
        proven += 1;
    }
    assert_eq!(proven, 20, "examples of this form");
}

/// "TTA $80 -> option 1 $1; option 2 $0.50; option 3 $0.50"
#[test]
fn pinnacle_three_card_tiers_are_what_the_clauses_say() {
    let game = "three-card-6-card-bonus";
    let file = rates("pinnacle", game);
    let mut proven = 0;
    for (_, clause, example) in examples("pinnacle") {
        let Some((given, expected)) = example.split_once(" -> ") else { continue };
        let Some(Ok(action)) = given.strip_prefix("TTA ").map(str::parse::<Money>) else { continue };
        let cases: Vec<(u16, Money)> = match expected.strip_suffix(" under all three") {
            Some(fee) => [4, 5, 6].map(|option| (option, money(fee))).to_vec(),
            None => expected
                .split("; ")
                .map(|part| (number(part, "option").unwrap(), money(part.rsplit(' ').next().unwrap())))
                .collect(),
        };
        for (option, fee) in cases {
            let schedule = find(file, game, &option.to_string());
            assert_eq!(schedule.bank_fee(action).value, fee, "{clause}: {example}");
            proven += 1;
        }
    }
    assert_eq!(proven, 24, "examples of this form");
}

/// "5 players dealt in -> $4; 6 -> $5; 7 -> $6; 8 -> $6"
#[test]
fn pinnacle_holdem_bands_are_what_the_clauses_say() {
    let file = rates("pinnacle", "holdem");
    let option = find(file, "holdem", "3");
    let mut proven = 0;
    for (_, clause, example) in
        examples("pinnacle").into_iter().filter(|(.., it)| it.contains("dealt in -> $"))
    {
        for part in example.split("; ") {
            let (players, fee) = part.split_once(" -> ").unwrap();
            let players: u8 = players.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(option.pot_fee(players).unwrap().value, money(fee), "{clause}: {example}");
            proven += 1;
        }
    }
    assert_eq!(proven, 4, "examples of this form");
}

/// "$5 bet -> $0.50; $50 -> $0.50; $51 -> $1; $100 -> $1; PD -> $1 per hand"
#[test]
fn ven_a_mexico_wagers_cost_what_the_clauses_say() {
    let file = rates("ven-a-mexico", "no-bust-4-01");
    let schedule = find(file, "no-bust-4-01", "5-100");
    let mut proven = 0;
    for (_, clause, example) in
        examples("ven-a-mexico").into_iter().filter(|(.., it)| it.contains(" bet -> $"))
    {
        for part in example.split("; ") {
            let (given, fee) = part.split_once(" -> ").unwrap();
            let found = match given {
                "PD" => schedule.bank_fee(Money::dollars(100)).value,
                wager => schedule.player_fee(money(wager.trim_end_matches(" bet"))).value,
            };
            assert_eq!(found, money(fee.trim_end_matches(" per hand")), "{clause}: {example}");
            proven += 1;
        }
    }
    assert_eq!(proven, 5, "examples of this form");
}
