//! Changes keys of poker books one at a time: a worked case of the book must fail, or the change must be refused.

use std::fs;
use std::path::{Path, PathBuf};

use books::read::Source;
use books::{BookId, Rules, Shelf};
use scenarios::Scenario;
use scenarios::mutation::unnoticed;

const MISDEALS: &[&str] = &[
    "misdeal.first_card_exposed",
    "misdeal.exposed_cards",
    "misdeal.extra_cards",
    "misdeal.boxed_together",
    "card_faults.extra_card",
];

const BOARD: &[&str] = &[
    "board_faults.early_flop_burns_again",
    "board_faults.large_flop_burns_again",
    "board_faults.river_after_early_turn_burns",
    "board_faults.early_river_burns_again",
];

const RAISES: &[&str] =
    &["betting.check_raise", "betting.cap_stays", "betting.short_all_in", "showdown.first", "pots.odd_chips"];

const MARINA: &[&str] = &[
    "showdown.nobody_bet",
    "acting.short_call_filled",
    "acting.single_chip_opens_least",
    "card_faults.off_table_is_dead",
    "collection.timed_minutes",
    "seating.late_fee_minutes",
];

/// Keys that the cases of a book guard.
const GUARDED: &[(&str, &[&[&str]])] = &[
    (
        "marina/holdem",
        &[
            MARINA,
            &[
                "button.spares_second_blind",
                "betting.short_all_ins_add_up",
                "betting.next_completes",
                "card_faults.exposed_replaced_after_action",
                "card_faults.own_exposed_kept",
                "card_faults.looked_before_posting_is_dead",
                "card_faults.acted_unposted_makes_up",
            ],
        ],
    ),
    (
        "marina/lowball",
        &[
            MARINA,
            MISDEALS,
            &["draw.all_in_too", "card_faults.exposed_on_draw_replaced", "structures.1.buy_in"],
        ],
    ),
    ("mortimers/holdem", &[&["betting.short_all_ins_add_up", "button.spares_second_blind"]]),
    (
        "pinnacle/holdem",
        &[MISDEALS, BOARD, &["button.spares_second_blind", "betting.cap_stays", "betting.short_all_in"]],
    ),
    (
        "players-club/holdem",
        &[MISDEALS, BOARD, RAISES, &["betting.short_all_ins_add_up", "button.spares_second_blind"]],
    ),
    ("players-club/omaha", &[MISDEALS, BOARD, RAISES]),
    ("players-club/omaha-8", &[MISDEALS, BOARD, RAISES]),
    ("players-club/pineapple", &[MISDEALS, BOARD, RAISES, &["discard.seconds", "discard.reminder_seconds"]]),
    (
        "players-club/crazy-pineapple",
        &[MISDEALS, BOARD, RAISES, &["discard.seconds", "discard.reminder_seconds"]],
    ),
    ("players-club/lazy-pineapple", &[MISDEALS, BOARD, RAISES]),
    (
        "players-club/lowball-ace-to-five",
        &[MISDEALS, &["betting.check_raise", "hands.checked_low_wins_no_bet", "draw.all_in_too"]],
    ),
    ("players-club/lowball-deuce-to-seven", &[MISDEALS, &["betting.check_raise", "draw.all_in_too"]]),
];

fn cases_of(book: &BookId) -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let folder = folder.join(&book.house).join(&book.game);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        Scenario::read_all(&Source::open(&path).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
    };
    files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).flat_map(read).collect()
}

#[test]
fn a_case_of_the_book_notices_a_changed_key() {
    let shelf = Shelf::filed();
    let mut idle = Vec::new();
    for (book, lists) in GUARDED {
        let id = shelf.find(book).unwrap();
        let is_meant = |key: &str| lists.iter().any(|list| list.contains(&key));
        let keys =
            unnoticed(&shelf, &id, &cases_of(&id), is_meant).unwrap_or_else(|problem| panic!("{problem}"));
        idle.extend(keys.iter().map(|key| format!("{book}: {key}")));
    }
    assert!(idle.is_empty(), "keys that no case notices:\n{}", idle.join("\n"));
}

/// Lists the keys that no case notices: `cargo test -p scenarios --test poker_keys -- --ignored --nocapture`.
#[test]
#[ignore = "it takes minutes, and only lists"]
fn keys_that_no_case_notices() {
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        if matches!(shelf.book(&id).unwrap().rules, Rules::Poker(_)) {
            let keys = unnoticed(&shelf, &id, &cases_of(&id), |_| true).unwrap();
            println!("{id}: {}", keys.join(", "));
        }
    }
}
