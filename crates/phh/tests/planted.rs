//! Our own random hands, changed as public histories are: raked, with unknown stacks, shown over and over.

mod history;

use std::sync::Arc;

use books::poker::Structure;
use books::{Money, Shelf};
use games::poker::{Event, Hand};
use history::{play, table};
use phh::{Games, Outcome, Played, read, replay, write};

fn games() -> Games {
    Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Plays hands without a fee and gives each to the test, written and finished.
fn each(mut test: impl FnMut(String, &Hand, &[Event])) {
    let tables: Vec<Arc<_>> = vec![
        table(Structure::NoLimit, (2, 4)),
        table(Structure::Limit, (2, 4)),
        table(Structure::Limit, (1, 1)),
    ];
    for table in tables {
        for seed in 0..300 {
            let (hand, setup, events) = play(&table, 2 + (seed % 9) as u8, &[3], Money::ZERO, seed);
            test(write(&hand, &setup, &events).unwrap(), &hand, &events);
        }
    }
}

fn line<'t>(text: &'t str, key: &str) -> &'t str {
    text.lines().find(|line| line.starts_with(key)).unwrap()
}

/// A text with one of its lines replaced.
fn with_line(text: &str, key: &str, value: &str) -> String {
    text.replace(line(text, key), &format!("{key} = {value}"))
}

fn chips(amounts: &[Money]) -> String {
    let text = |money: &Money| format!("{}.{:02}", money.in_cents() / 100, money.in_cents() % 100);
    format!("[{}]", amounts.iter().map(text).collect::<Vec<_>>().join(", "))
}

fn played(games: &Games, text: &str) -> Played {
    replay(games, &read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))[0])
}

#[test]
fn planted_rake_is_found_to_the_cent() {
    let games = games();
    let (mut raked, mut shared) = (0, 0);
    each(|text, hand, events| {
        // A twentieth of what each player won, but never the whole stack of a loser.
        let mut stacks = hand.stacks().to_vec();
        let mut kept = Money::ZERO;
        let mut winners = 0;
        for (place, seat) in hand.seats().iter().enumerate() {
            let won: Money = events
                .iter()
                .filter_map(|event| match event {
                    Event::Awarded { seat: winner, amount, .. } if winner == seat => Some(*amount),
                    _ => None,
                })
                .sum();
            let part = Money::cents(won.in_cents() / 20);
            stacks[place] -= part;
            kept += part;
            winners += usize::from(won.is_positive());
        }
        let played = played(&games, &with_line(&text, "finishing_stacks", &chips(&stacks)));
        assert_eq!(played.outcome, Outcome::Agrees, "{}\n{text}", played.reason);
        assert_eq!(played.kept, kept);
        assert_eq!(played.reason.starts_with("the house kept "), kept.is_positive());
        raked += usize::from(kept.is_positive());
        shared += usize::from(winners > 1);
    });
    assert!(raked > 800 && shared > 20, "{raked} raked, {shared} shared");
}

#[test]
fn a_winner_who_lacks_more_than_any_house_takes_is_no_rake() {
    let games = games();
    let mut tried = 0;
    each(|text, hand, events| {
        let won = |place: usize| -> Money {
            let winner = hand.seats()[place];
            let of = |event: &Event| match event {
                Event::Awarded { seat, amount, .. } if *seat == winner => Some(*amount),
                _ => None,
            };
            events.iter().filter_map(of).sum()
        };
        let pot: Money = (0..hand.seats().len()).map(won).sum();
        let Some(winner) = (0..hand.seats().len()).find(|place| won(*place) == pot) else { return };
        let mut stacks = hand.stacks().to_vec();
        // Odd, so that no larger chip explains it.
        stacks[winner] -= Money::cents((pot.in_cents() / 3) | 1);
        let played = played(&games, &with_line(&text, "finishing_stacks", &chips(&stacks)));
        assert_ne!(played.outcome, Outcome::Agrees, "{}\n{text}", played.reason);
        assert!(played.kept.is_zero());
        tried += 1;
    });
    assert!(tried > 500, "{tried}");
}

#[test]
fn chips_taken_from_a_loser_are_no_rake() {
    let games = games();
    let mut tried = 0;
    each(|text, hand, events| {
        let has_won = |place: usize| {
            let winner = hand.seats()[place];
            events.iter().any(|event| matches!(event, Event::Awarded { seat, .. } if *seat == winner))
        };
        let mut stacks = hand.stacks().to_vec();
        let Some(loser) = (0..stacks.len()).find(|place| !has_won(*place) && stacks[*place].is_positive())
        else {
            return;
        };
        stacks[loser] -= Money::cents(5);
        let played = played(&games, &with_line(&text, "finishing_stacks", &chips(&stacks)));
        assert_eq!(played.outcome, Outcome::Differs, "{}\n{text}", played.reason);
        tried += 1;
    });
    assert!(tried > 500, "{tried}");
}

#[test]
fn unknown_stacks_stop_no_hand() {
    let games = games();
    let (mut all_in, mut capped) = (0, 0);
    each(|text, hand, _| {
        let unknown = format!("[{}]", vec!["inf"; hand.seats().len()].join(", "));
        let text = with_line(&text, "starting_stacks", &unknown);
        let played = played(&games, &text);
        // Whether a limit game's cap is lifted depends on who is all in, which calls do not tell.
        if played.outcome != Outcome::Agrees && line(&text, "variant").contains("FT") {
            capped += 1;
            return;
        }
        assert_eq!(played.outcome, Outcome::Agrees, "{}\n{text}", played.reason);
        assert!(played.stacks.iter().all(Option::is_none));
        all_in += usize::from(hand.stacks().iter().any(|stack| stack.is_zero()));
    });
    assert!(all_in > 100 && capped < 60, "{all_in} all in, {capped} capped");
}

#[test]
fn hands_shown_on_every_street_and_again_at_the_end_change_nothing() {
    let games = games();
    let mut repeated = 0;
    each(|text, _, _| {
        let actions = line(&text, "actions").trim_start_matches("actions = [").trim_end_matches(']');
        let actions: Vec<&str> = actions.split(", ").collect();
        let last_bet = actions
            .iter()
            .rposition(|one| one.contains(" f'") || one.contains(" cc'") || one.contains(" cbr "));
        let shows: Vec<&str> = actions.iter().copied().filter(|one| one.contains(" sm")).collect();
        let mut told = Vec::new();
        for (at, action) in actions.iter().enumerate() {
            told.push((*action).to_owned());
            let is_all_in_board = action.contains("d db") && last_bet.is_none_or(|last| at > last);
            if is_all_in_board {
                told.extend(
                    shows.iter().map(|show| format!("{} sm ????'", &show[..show.find(' ').unwrap()])),
                );
            }
        }
        told.extend(shows.iter().map(|show| (*show).to_owned()));
        repeated += usize::from(!shows.is_empty());
        let played = played(&games, &with_line(&text, "actions", &format!("[{}]", told.join(", "))));
        assert_eq!((played.outcome, played.reason.as_str()), (Outcome::Agrees, ""), "{text}");
    });
    assert!(repeated > 200, "{repeated}");
}
