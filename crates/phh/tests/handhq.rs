//! Hands of public online tables, which leave much untold: unknown stacks, rake, hands shown over and over.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use books::{Money, Shelf};
use phh::{Games, Outcome, Played, read, replay};

static GAMES: LazyLock<Games> =
    LazyLock::new(|| Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}")));

/// The hands of a file, played.
fn hands(name: &str) -> Vec<Played> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/handhq").join(name);
    let histories = read(&fs::read_to_string(path).unwrap()).unwrap_or_else(|fault| panic!("{fault}"));
    histories.iter().map(|history| replay(&GAMES, history)).collect()
}

fn played(text: &str) -> Played {
    replay(&GAMES, &read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))[0])
}

fn assert_all_agree(name: &str) {
    for (played, hand) in hands(name).iter().zip(1..) {
        assert_eq!(played.outcome, Outcome::Agrees, "{name}, hand {hand}: {}", played.reason);
    }
}

#[test]
fn chips_smaller_than_the_blinds_are_bet() {
    assert_all_agree("chip.phhs");
}

#[test]
fn unknown_stacks_are_played_and_stay_unknown() {
    assert_all_agree("inf.phhs");
    assert!(hands("inf.phhs").iter().all(|played| played.stacks.iter().all(Option::is_none)));
}

#[test]
fn hands_shown_on_every_street_are_shown_once() {
    assert_all_agree("sm.phhs");
}

#[test]
fn rake_is_told() {
    assert_all_agree("rake.phhs");
    let kept: Vec<i64> = hands("rake.phhs").iter().map(|played| played.kept.in_cents()).collect();
    assert_eq!(kept, [200, 280, 180, 180, 100, 40]);
    assert_eq!(hands("rake.phhs")[2].reason, "the house kept 1.80 of a pot of 36");
}

#[test]
fn histories_that_break_off_say_where() {
    let reasons: Vec<String> = hands("ends.phhs").into_iter().map(|played| played.reason).collect();
    let turns = [3, 1, 1, 5, 2, 2]
        .map(|player| format!("the history ends although it is the turn of player {player}"));
    assert_eq!(reasons, turns);
    let others: Vec<(Outcome, String)> =
        hands("other.phhs").into_iter().map(|played| (played.outcome, played.reason)).collect();
    let none = "the file gives no finishing stacks";
    assert_eq!(
        others,
        [
            (Outcome::Agrees, none.to_owned()),
            (Outcome::Refused, "the history ends before the river".to_owned()),
            (Outcome::Agrees, none.to_owned()),
            (Outcome::Agrees, String::new()),
        ]
    );
}

/// A hand of three or more players with these blinds and stacks.
fn hand(blinds: &str, stacks: &str, actions: &str, end: &str) -> String {
    let count = stacks.matches(',').count() + 1;
    let dealt: Vec<String> = (1..=count).map(|player| format!("'d dh p{player} ????'")).collect();
    let antes = vec!["0"; count].join(", ");
    format!(
        "variant = 'NT'\nantes = [{antes}]\nblinds_or_straddles = [{blinds}]\nmin_bet = 4\n\
         starting_stacks = [{stacks}]\nactions = [{}, {actions}]\n{end}\n",
        dealt.join(", ")
    )
}

const BOARD: &str =
    "'d db 2c7h9s', 'p1 cc', 'p2 cc', 'd db Jd', 'p1 cc', 'p2 cc', 'd db 3c', 'p1 cc', 'p2 cc'";

#[test]
fn half_chips_in_the_final_stacks_divide_a_pot() {
    let text = |end: &str| {
        let actions = format!(
            "'p3 cc', 'p1 f', 'p2 cc', {}, 'p2 sm AcKd', 'p3 sm AdKc'",
            BOARD.replace("p2", "p3").replace("p1", "p2")
        );
        hand("1, 4, 0", "100, 100, 100", &actions, end)
    };
    assert_eq!(played(&text("finishing_stacks = [99, 100.5, 100.5]")).outcome, Outcome::Agrees);
    assert_eq!(played(&text("finishing_stacks = [99, 101, 100]")).outcome, Outcome::Agrees);
    assert_eq!(played(&text("finishing_stacks = [99, 100.25, 100.75]")).outcome, Outcome::Differs);
}

#[test]
fn the_last_checks_of_players_who_may_be_all_in_need_no_telling() {
    let all_in = "'p3 f', 'p1 cbr 227', 'p2 cc', 'd db 2c7h9s', 'p1 cc', 'p2 cc', 'd db Jd', 'p1 cc', 'p2 cc', 'd db 3c'";
    assert_eq!(played(&hand("2, 4, 0", "inf, inf, inf", all_in, "")).outcome, Outcome::Agrees);
    let unchecked = all_in.replace(", 'p1 cc', 'p2 cc', 'd db", ", 'd db");
    assert_ne!(unchecked, all_in);
    assert_eq!(played(&hand("2, 4, 0", "inf, inf, inf", &unchecked, "")).outcome, Outcome::Agrees);
    let known = played(&hand("2, 4, 0", "500, 500, inf", all_in, ""));
    assert_eq!(known.reason, "the history ends although it is the turn of player 1");
    let faced = played(&hand("2, 4, 0", "inf, inf, inf", &format!("{all_in}, 'p1 cbr 9'"), ""));
    assert_eq!(faced.reason, "the history ends although it is the turn of player 2");
}

#[test]
fn unknown_stacks_beside_known_ones_leave_those_to_be_compared() {
    let actions = "'p3 cbr 12', 'p1 f', 'p2 f'";
    let end = |stacks: &str| {
        played(&hand("2, 4, 0", "inf, 100, 100", actions, &format!("finishing_stacks = [{stacks}]")))
    };
    assert_eq!(end("inf, 96, 106").outcome, Outcome::Agrees);
    assert_eq!(end("1000, 96, 106").reason, "the stacks of some players are unknown");
    assert_eq!(end("inf, 96, 105.5").reason, "the house kept 0.50 of a pot of 10");
    assert_eq!(end("inf, 97, 106").outcome, Outcome::Differs);
    assert_eq!(end("inf, 96, 106").stacks[0], None);
}

#[test]
fn a_check_against_players_all_in_is_idle() {
    // Player 3 calls all in for less than the blind; player 2 checks although nobody can answer.
    let actions = "'p3 cc', 'p1 f', 'p2 cc', 'd db 2c7h9s', 'd db Jd', 'd db 3c', 'p2 sm AcKd', 'p3 sm ????'";
    let text = hand("2, 4, 0", "100, 100, 3", actions, "finishing_stacks = [98, 105, 0]");
    assert_eq!(played(&text).outcome, Outcome::Agrees, "{}", played(&text).reason);
    let raised = played(&text.replace("'p2 cc'", "'p2 cbr 8'"));
    assert_eq!(raised.outcome, Outcome::Refused);
}

#[test]
fn rake_is_missing_from_winners_alone_and_no_more_than_they_won() {
    let end = |stacks: &str| {
        let played = played(&hand(
            "2, 4, 0",
            "100, 100, 100",
            "'p3 cbr 12', 'p1 f', 'p2 f'",
            &format!("finishing_stacks = [{stacks}]"),
        ));
        (played.outcome, played.kept)
    };
    assert_eq!(end("98, 96, 106"), (Outcome::Agrees, Money::ZERO));
    assert_eq!(end("98, 96, 105.5"), (Outcome::Agrees, Money::cents(50)));
    assert_eq!(end("98, 96, 95.5"), (Outcome::Differs, Money::ZERO));
    assert_eq!(end("98, 95.5, 106"), (Outcome::Differs, Money::ZERO));
    assert_eq!(end("98, 96, 107"), (Outcome::Differs, Money::ZERO));
}

#[test]
fn a_dead_blind_that_the_file_leaves_out_is_told() {
    let actions = "'p3 cc', 'p4 cbr 20', 'p1 f', 'p2 f', 'p3 f'";
    let end = |stacks: &str| {
        played(&hand("2, 4, -4, 0", "100, 100, 100, 100", actions, &format!("finishing_stacks = [{stacks}]")))
    };
    assert_eq!(end("98, 96, 96, 110").outcome, Outcome::Agrees);
    let untold = end("98, 96, 94, 111.4");
    assert_eq!(untold.outcome, Outcome::Refused);
    assert_eq!(
        untold.reason,
        "player 3 wins nothing and ends with 2 less than the posts and bets of the file leave, so a post is missing \
         from it"
    );
}

#[test]
fn a_winner_whose_cards_are_not_told_cannot_be_found() {
    let actions = format!("'p3 f', 'p1 cc', 'p2 cc', {BOARD}, 'p1 sm AcKd', 'p2 sm ????'");
    let end = |stacks: &str| {
        played(&hand("2, 4, 0", "100, 100, 100", &actions, &format!("finishing_stacks = [{stacks}]")))
    };
    assert_eq!(end("104, 96, 100").outcome, Outcome::Agrees);
    let untold = end("96, 104, 100");
    assert_eq!(untold.outcome, Outcome::Refused);
    assert_eq!(untold.reason, "the file does not tell the cards with which player 2 comes to the showdown");
}

#[test]
fn of_two_players_with_one_blind_the_one_opens_who_acts_first() {
    let two = |actions: &str, end: &str| played(&hand("0, 4", "100, 100", actions, end)).outcome;
    assert_eq!(two("'p1 cc', 'p2 cbr 12', 'p1 f'", "finishing_stacks = [96, 104]"), Outcome::Agrees);
    assert_eq!(two("'p2 cbr 12', 'p1 f'", "finishing_stacks = [96, 104]"), Outcome::Agrees);
    let both = played(&hand("2, 4", "100, 100", "'p1 cc', 'p2 f'", ""));
    assert!(both.reason.ends_with("it is the turn of player 2"), "{}", both.reason);
}
