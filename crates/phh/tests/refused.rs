//! Histories that tell no possible hand are refused, with what is wrong in the words of their file.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use books::Shelf;
use phh::{Games, Outcome, Played, read, replay};

static GAMES: LazyLock<Games> =
    LazyLock::new(|| Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}")));

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name);
    fs::read_to_string(path).unwrap()
}

/// A sample in which one text is replaced by another.
fn changed(name: &str, from: &str, to: &str) -> String {
    let text = sample(name);
    assert!(text.contains(from), "{name} has no {from}");
    text.replacen(from, to, 1)
}

fn played(text: &str) -> Played {
    let histories = read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    replay(&GAMES, &histories[0])
}

/// Why a sample is refused after a change.
fn refusal(name: &str, from: &str, to: &str) -> String {
    let played = played(&changed(name, from, to));
    assert_eq!(played.outcome, Outcome::Refused, "{from} -> {to}: {}", played.reason);
    assert!(played.stacks.is_empty());
    played.reason
}

/// Six players; players 2 and 6 come to the showdown, with 3d Qc 2c 9s 5s on the board.
const SHOWDOWN: &str = "pluribus/30-12.phh";
/// Six players; player 5 raises and everybody folds.
const FOLDED: &str = "pluribus/30-0.phh";

#[test]
fn shown_cards_are_the_cards_dealt() {
    let show = |to: &str| refusal(SHOWDOWN, "'p2 sm 8sQh'", to);
    assert_eq!(show("'p2 sm 2c2d'"), "action 24, \"p2 sm 2c2d\": player 2 holds 8sQh, not 2c");
    assert_eq!(show("'p2 sm 8sQd'"), "action 24, \"p2 sm 8sQd\": player 2 holds 8sQh, not Qd");
    assert_eq!(show("'p2 sm 8s8s'"), "action 24, \"p2 sm 8s8s\": player 2 holds 8sQh, not 8s twice");
    assert_eq!(show("'p2 sm 8sQh2c'"), "action 24, \"p2 sm 8sQh2c\": player 2 shows 3 cards and holds 2");
    assert_eq!(show("'p2 sm 8s'"), "action 24, \"p2 sm 8s\": player 2 shows 1 card and holds 2");
    assert_eq!(
        refusal(SHOWDOWN, "'p6 sm'", "'p6 sm 2c2d'"),
        "action 25, \"p6 sm 2c2d\": player 6 holds TcJc, not 2c"
    );
    assert_eq!(
        refusal(FOLDED, "'p2 f'", "'p2 f', 'p2 sm 6d5s'"),
        "action 13, \"p2 sm 6d5s\": player 2 has folded"
    );
}

#[test]
fn a_hand_may_be_shown_again_as_what_it_is_and_then_acts_no_more() {
    for again in ["'p2 sm 8sQh', 'p2 sm'", "'p2 sm ????', 'p2 sm 8sQh', 'p2 sm ????'"] {
        let played = played(&changed(SHOWDOWN, "'p2 sm 8sQh'", again));
        assert_eq!(played.outcome, Outcome::Agrees, "{again}: {}", played.reason);
    }
    assert_eq!(
        refusal(SHOWDOWN, "'p2 sm 8sQh'", "'p2 sm 8sQh', 'p2 sm 8sQd'"),
        "action 25, \"p2 sm 8sQd\": player 2 holds 8sQh, not Qd"
    );
    // The first word counts: a hand thrown in does not come back.
    let back = played(
        &changed(SHOWDOWN, "'p2 sm 8sQh'", "'p2 sm', 'p2 sm 8sQh'").replace("'p6 sm'", "'p6 sm TcJc'"),
    );
    assert_eq!(back.outcome, Outcome::Differs, "{}", back.reason);
    assert_eq!(
        refusal(SHOWDOWN, "'p6 cbr 225'", "'p6 cbr 225', 'p2 sm'"),
        "action 13, \"p2 cc\": player 2 has shown the hand or thrown it in before"
    );
}

#[test]
fn cards_dealt_unseen_may_turn_out_to_be_any_that_lie_nowhere_else() {
    let unseen = changed(SHOWDOWN, "'d dh p2 8sQh'", "'d dh p2 ????'");
    assert_eq!(played(&unseen).outcome, Outcome::Agrees);
    let half_seen = changed(SHOWDOWN, "'d dh p2 8sQh'", "'d dh p2 8s??'");
    assert_eq!(played(&half_seen).outcome, Outcome::Agrees);
    let reason = |text: &str, cards: &str| played(&text.replace("p2 sm 8sQh", cards)).reason;
    assert_eq!(reason(&unseen, "p2 sm 2c2d"), "action 24, \"p2 sm 2c2d\": 2c is on the board");
    assert_eq!(reason(&unseen, "p2 sm Ks2d"), "action 24, \"p2 sm Ks2d\": Ks is in the hand of player 1");
    assert_eq!(reason(&unseen, "p2 sm 2d2d"), "action 24, \"p2 sm 2d2d\": 2d is in the hand of player 2");
    assert_eq!(reason(&half_seen, "p2 sm 2h2d"), "action 24, \"p2 sm 2h2d\": player 2 holds 8s??, not 2d");
}

#[test]
fn every_card_is_dealt_once_and_every_player_as_many_as_the_game_has() {
    assert_eq!(
        refusal(SHOWDOWN, "'d dh p1 Ks7d'", "'d dh p1 Ks7d', 'd dh p1 Ks7d'"),
        "action 2, \"d dh p1 Ks7d\": player 1 would hold 4 cards, and this game deals 2"
    );
    assert_eq!(
        refusal(SHOWDOWN, "'d dh p2 8sQh'", "'d dh p2 8sKs'"),
        "action 2, \"d dh p2 8sKs\": Ks is in the hand of player 1"
    );
    assert_eq!(
        refusal(SHOWDOWN, "'d db 9s'", "'d db Ks'"),
        "action 17, \"d db Ks\": Ks is in the hand of player 1"
    );
    assert_eq!(refusal(SHOWDOWN, "'d db 9s'", "'d db 2c'"), "action 17, \"d db 2c\": 2c is on the board");
    assert_eq!(
        refusal(FOLDED, "'d dh p2 6d5s'", "'d dh p2 6d5s4s'"),
        "action 2, \"d dh p2 6d5s4s\": player 2 would hold 3 cards, and this game deals 2"
    );
    assert_eq!(
        refusal(FOLDED, "'d dh p2 6d5s'", "'d dh p2 6d'"),
        "action 7, \"p3 f\": player 2 holds 1 card, and this game deals 2"
    );
    assert_eq!(
        refusal(FOLDED, "'d dh p2 6d5s'", "'d dh p7 6d5s'"),
        "action 2, \"d dh p7 6d5s\": there is no player 7, only 6 players"
    );
}

#[test]
fn the_board_comes_street_by_street_and_nothing_is_left_over() {
    assert_eq!(
        refusal(SHOWDOWN, "'d db 9s'", "'d db 9s4s'"),
        "action 17, \"d db 9s4s\": the turn has 1 card"
    );
    assert_eq!(
        refusal(SHOWDOWN, "'d db 3dQc2c'", "'d db 3dQc2c4s'"),
        "action 13, \"d db 3dQc2c4s\": the flop has 3 cards"
    );
    assert_eq!(
        refusal(SHOWDOWN, "'p6 sm'", "'p6 sm', 'd db 4s'"),
        "action 26, \"d db 4s\": the board is full"
    );
    assert_eq!(
        refusal(FOLDED, "'p2 f'", "'p2 f', 'd db AhKhQh'"),
        "action 13, \"d db AhKhQh\": the hand is over before it"
    );
    assert_eq!(
        refusal(SHOWDOWN, "'p2 cc', 'd db 3dQc2c'", "'d db 3dQc2c'"),
        "action 12, \"d db 3dQc2c\": it is the turn of player 2"
    );
    assert_eq!(refusal(SHOWDOWN, "'d db 3dQc2c', ", ""), "action 13, \"p2 cc\": the flop comes before it");
    assert_eq!(
        refusal(SHOWDOWN, ", 'd db 5s', 'p2 cc', 'p6 cc', 'p2 sm 8sQh', 'p6 sm'", ""),
        "the history ends before the river"
    );
    assert_eq!(
        refusal(SHOWDOWN, ", 'p6 cc', 'p2 sm 8sQh', 'p6 sm'", ""),
        "the history ends although it is the turn of player 6"
    );
    let in_parts = changed(SHOWDOWN, "'d db 3dQc2c'", "'d db 3d', 'd db Qc2c'");
    assert_eq!(played(&in_parts).outcome, Outcome::Agrees);
}

#[test]
fn actions_are_told_as_the_file_has_them() {
    let end = |more: &str| refusal(FOLDED, "'p2 f'", &format!("'p2 f', {more}"));
    assert_eq!(end("'p2 f'"), "action 13, \"p2 f\": player 2 has folded");
    assert_eq!(end("'p5 cc'"), "action 13, \"p5 cc\": the hand is over before it");
    assert_eq!(end("'p99 f'"), "action 13, \"p99 f\": there is no player 99, only 6 players");
    assert_eq!(end("'p2 pb'"), "action 13, \"p2 pb\": this game has no bring-in");
    assert_eq!(end("'p2 sd 6d'"), "action 13, \"p2 sd 6d\": this game has no draw");
    let raise = |to: &str| refusal(FOLDED, "'p5 cbr 225'", to);
    assert_eq!(raise("'p5 cbr -5'"), "action 9, \"p5 cbr -5\": an amount is not negative");
    assert_eq!(
        raise("'p5 cbr 150.5'"),
        "action 9, \"p5 cbr 150.50\": the bet must be from 200 to 10000 in all"
    );
    assert_eq!(raise("'p1 cc'"), "action 9, \"p1 cc\": it is the turn of player 5");
}

/// Two players draw in deuce-to-seven; player 2 throws Jc and As away and gets 6c and 5s.
const DRAW: &str = "wsop/2023/43/5/02-04-37.phh";

#[test]
fn cards_are_exchanged_one_for_one() {
    assert_eq!(
        refusal(DRAW, "'p2 sd JcAs'", "'p2 sd JcAh'"),
        "action 11, \"p2 sd JcAh\": player 2 holds AsJc6s4d2h, not Ah"
    );
    assert_eq!(
        refusal(DRAW, "'d dh p2 6c5s'", "'d dh p2 6c5s4s'"),
        "action 13, \"d dh p2 6c5s4s\": player 2 would hold 6 cards, and this game deals 5"
    );
    assert_eq!(
        refusal(DRAW, "'d dh p2 6c5s'", "'d dh p2 6c'"),
        "action 15, \"p2 cc\": player 2 holds 4 cards, and this game deals 5"
    );
    let again = changed(DRAW, "'d dh p2 6c5s'", "'d dh p2 6cJc'").replace("p2 sm 6s4d2h6c5s", "p2 sm");
    assert_eq!(played(&again).reason, "action 13, \"d dh p2 6cJc\": the deck has no Jc left");
    assert_eq!(
        refusal(DRAW, "'d dh p2 6c5s'", "'d dh p3 6c5s'"),
        "action 13, \"d dh p3 6c5s\": player 3 has folded"
    );
}

#[test]
fn only_blinds_may_be_negative() {
    assert_eq!(
        refusal(FOLDED, "antes = [0,", "antes = [-5,"),
        "entry 1 of \"antes\" is -5; only \"blinds_or_straddles\" may be negative"
    );
    assert_eq!(
        refusal(FOLDED, "starting_stacks = [10000, 10000", "starting_stacks = [10000, -10000"),
        "entry 2 of \"starting_stacks\" is -10000; every player needs chips"
    );
    assert_eq!(
        refusal(FOLDED, "starting_stacks = [10000", "starting_stacks = [0"),
        "entry 1 of \"starting_stacks\" is 0; every player needs chips"
    );
    assert_eq!(
        refusal(FOLDED, "finishing_stacks = [9950", "finishing_stacks = [-0.5"),
        "entry 1 of \"finishing_stacks\" is -0.50; only \"blinds_or_straddles\" may be negative"
    );
    assert_eq!(
        refusal(FOLDED, "finishing_stacks = [9950, ", "finishing_stacks = ["),
        "\"finishing_stacks\" has 5 entries for 6 players"
    );
    assert_eq!(
        refusal(FOLDED, "min_bet = 100", "min_bet = -100"),
        "\"min_bet\" is -100; a bet is more than 0"
    );
    assert_eq!(
        refusal(FOLDED, "hand = 0", "_drop = -1"),
        "\"_drop\" is -1; only \"blinds_or_straddles\" may be negative"
    );
}

#[test]
fn each_wrong_amount_is_told_as_what_it_is() {
    let fault = |from: &str, to: &str| read(&changed(FOLDED, from, to)).unwrap_err().what;
    let bet = |to: &str| fault("min_bet = 100", &format!("min_bet = {to}"));
    assert_eq!(bet("\"100\""), "\"min_bet\" is a text; write the number of chips without quotes");
    assert_eq!(bet("true"), "\"min_bet\" is not a number of chips");
    assert_eq!(bet("nan"), "\"min_bet\" is nan, which is no amount");
    assert_eq!(bet("-inf"), "\"min_bet\" is -inf, which is no amount");
    assert_eq!(
        bet("9223372036854775807"),
        "\"min_bet\" is 9223372036854775807, more than the largest amount, 9999999999999"
    );
    assert_eq!(bet("0.005"), "\"min_bet\" is 0.005, which is not whole hundredths of a chip");
    assert_eq!(bet("1e2"), "\"min_bet\" is 1e2; write the amount in plain digits");
    assert_eq!(bet("0x64"), "\"min_bet\" is 0x64; write the amount in plain digits");
    assert_eq!(
        fault("starting_stacks = [10000, 10000", "starting_stacks = [10000, nan"),
        "entry 2 of \"starting_stacks\" is nan, which is no amount"
    );
}

#[test]
fn an_action_that_cannot_be_read_is_numbered() {
    let fault = |to: &str| read(&changed(FOLDED, "'p3 f'", to)).unwrap_err().what;
    assert_eq!(
        fault("'p3 jumps'"),
        "action 7: \"p3 jumps\" is not an action, such as \"p2 cbr 300\" or \"d db 2h3s4c\""
    );
    assert_eq!(fault("7"), "action 7 is not a text");
}

#[test]
fn stacks_that_differ_are_told_side_by_side() {
    let text = changed(FOLDED, "finishing_stacks = [9950", "finishing_stacks = [9949.5");
    let played = played(&text);
    assert_eq!(played.outcome, Outcome::Differs);
    assert_eq!(
        played.reason,
        "the file ends with [9949.50, 9900, 10000, 10000, 10150, 10000], \
         the engine with [9950, 9900, 10000, 10000, 10150, 10000]"
    );
}

#[test]
fn a_hand_is_named_by_its_file() {
    let name = |text: &str| read(text).unwrap()[0].name.clone();
    assert_eq!(name(&sample(FOLDED)), "0");
    assert_eq!(name(&changed(FOLDED, "hand = 0", "hand = 'A-7'")), "A-7");
    assert_eq!(name(&changed(FOLDED, "hand = 0\n", "")), "");
    assert_eq!(name(&format!("[3]\n{}", sample(FOLDED))), "3");
}
