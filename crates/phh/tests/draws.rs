//! Draw games in which the deck runs out: folded cards come back, but not before.

use books::Shelf;
use cards::Card;
use phh::{Games, Outcome, Played, read, replay};

/// Eight players are dealt the first forty cards of the deck in order. Player 3 folds; players 1, 2 and 4 exchange
/// all their cards for five of `drawn` each.
fn eight_players(drawn: &[&str]) -> Played {
    let deck: Vec<String> =
        Card::all().filter(|card| !card.is_joker()).map(|card| card.to_string()).collect();
    let hand = |player: usize| deck[5 * player..5 * player + 5].concat();
    let mut actions: Vec<String> =
        (0..8).map(|player| format!("d dh p{} {}", player + 1, hand(player))).collect();
    actions.push("p3 f".to_owned());
    actions.extend([4, 5, 6, 7, 8, 1, 2].map(|player| format!("p{player} cc")));
    let drawers = [0, 1, 3];
    for player in [0, 1, 3, 4, 5, 6, 7] {
        let thrown = if drawers.contains(&player) { hand(player) } else { String::new() };
        actions.push(format!("p{} sd {thrown}", player + 1).trim_end().to_owned());
    }
    for (player, cards) in [1, 2, 4].iter().zip(drawn.chunks(5)) {
        actions.push(format!("d dh p{player} {}", cards.concat()));
    }
    actions.extend([1, 2, 4, 5, 6, 7, 8].map(|player| format!("p{player} cc")));
    actions.extend([1, 2, 4, 5, 6, 7, 8].map(|player| format!("p{player} sm")));
    let actions: Vec<String> = actions.iter().map(|action| format!("'{action}'")).collect();
    let zeros = "0, 0, 0, 0, 0, 0, 0, 0";
    let text = format!(
        "variant = 'N2L1D'\nantes = [{zeros}]\nblinds_or_straddles = [1, 2, 0, 0, 0, 0, 0, 0]\nmin_bet = 2\n\
         starting_stacks = [90, 90, 90, 90, 90, 90, 90, 90]\nactions = [{}]\n",
        actions.join(", ")
    );
    let games = Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"));
    replay(&games, &read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))[0])
}

/// The names of some cards of the deck.
fn names(range: std::ops::Range<usize>) -> Vec<String> {
    Card::all()
        .filter(|card| !card.is_joker())
        .map(|card| card.to_string())
        .skip(range.start)
        .take(range.len())
        .collect()
}

#[test]
fn folded_cards_come_back_once_the_deck_has_run_out() {
    let (fresh, folded) = (names(40..50), names(10..15));
    let drawn: Vec<&str> = fresh.iter().chain(&folded).map(String::as_str).collect();
    // The last cards of the deck before the shuffle may be any; the folded ones come after it.
    let mut late = drawn.clone();
    late[10..13].copy_from_slice(&["??", "??", "??"]);
    let played = eight_players(&late);
    assert_eq!(played.outcome, Outcome::Agrees, "{}", played.reason);
    let mut early = drawn;
    early.swap(0, 14);
    let played = eight_players(&early);
    assert_eq!(played.outcome, Outcome::Refused);
    assert!(played.reason.ends_with(&format!("the deck has no {} left", folded[4])), "{}", played.reason);
}
