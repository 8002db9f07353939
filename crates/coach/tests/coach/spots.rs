//! Somebody with wagers on several spots is advised about each of them, and about the one in turn as soon as it is.

use coach::{Asked, Coach};
use games::blackjack::{Choice as Act, Event as Played};
use games::round::{Choice, Event as Round};
use games::{Party, Seat};
use room::{By, Command, Event, May, TableView};

use crate::hall::Hall;

/// How many people sit down; as many spots are free beside them.
const PEOPLE: u8 = 3;

/// A further wager on the free spot that goes with the own seat, as much as lies on the own one.
fn second_wager(view: &TableView) -> Option<Command> {
    let may_wager = view.may.iter().any(|may| may.what == May::PutWager);
    let spot = Seat::new(view.you?.number() + PEOPLE);
    let own = view.wagers.iter().find(|put| Some(put.spot) == view.you).filter(|_| may_wager)?;
    let is_free = view.wagers.iter().all(|put| put.spot != spot);
    is_free.then_some(Command::PutWager { spot, wager: own.wager })
}

/// As whom somebody plays on, if it is their turn, where the coach says that this hand lies, and what is best.
fn turn(coach: &Coach, hall: &Hall, view: &TableView, person: u32) -> Option<(Party, Seat, Choice)> {
    let offers = &view.round.as_ref()?.offers;
    let is_turn = |choice: Choice| matches!(choice, Choice::Blackjack(Act::Stand | Act::Hit));
    let who = offers.iter().find(|offer| is_turn(offer.choice))?.who;
    let advice = coach.advise(view, person, &hall.book.rules, &Asked::default());
    let hand = advice.hands.iter().find(|hand| hand.who == who && hand.best().is_some());
    let hand = hand.unwrap_or_else(|| panic!("{}: {}: {:#?}", hall.book.id, advice.words, view.round));
    assert!(hand.choices.iter().any(|rated| rated.choice.is_some_and(is_turn)), "{hand:#?}");
    Some((who, hand.seat, hand.best().and_then(|best| best.choice)?))
}

#[test]
fn each_of_several_spots_is_advised_about_in_its_turn() {
    for name in ["mortimers/no-bust-6", "players-club/no-bust-5", "mortimers/no-bust-2003"] {
        let coach = Coach::default();
        let mut hall = Hall::with_chips(name, PEOPLE, 31, &[40]);
        let (mut own, mut second) = (0, 0);
        for _ in 0..6_000 {
            let mut told = Vec::new();
            for one in hall.people() {
                let asked = turn(&coach, &hall, &one.view, one.person);
                let advised = asked.map(|(who, _, choice)| Command::Choose { who: Some(who), choice });
                let command = advised.or_else(|| second_wager(&one.view));
                let command = command.or_else(|| hall.command_of(&one.view, one.person));
                let Some(command) = command else { continue };
                told = hall.give(By::Patron(one.person), &command);
                for one in &told {
                    let Event::Round { of: Round::Blackjack(Played::Chose { who, spot, .. }) } = &one.event
                    else {
                        continue;
                    };
                    let Some((_, seat, _)) = asked.filter(|(asked, ..)| asked == who) else { continue };
                    assert_eq!(seat, *spot, "{name}");
                    if spot.number() > PEOPLE { second += 1 } else { own += 1 }
                }
                break;
            }
            if told.is_empty() {
                hall.tick();
            }
            if own > 60 && second > 60 {
                break;
            }
        }
        assert!(own > 60 && second > 60, "{name}: {own} on own spots, {second} on others");
    }
}
