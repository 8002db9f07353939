//! Bots at Pan: they play the good way of `odds::pan`, on what anybody in their seat sees.

use books::bank::Direction;
use books::pan::PanRules;
use cards::{Card, Draws};
use games::pan::{Choice, Terms};
use games::round::{Choice as Any, HandName, SeatView, View};
use games::{Party, Seat};
use odds::pan::{Open, Sight, good, simple};

use super::Turn;

/// A loose bot goes in with any hand one time in so many.
const GOES_IN_ONE_IN: u32 = 4;

/// What a bot in a seat chooses among what it is offered.
pub(super) fn choose(turn: &Turn<'_>, rules: &PanRules, draws: &mut Draws) -> Option<(Party, Choice)> {
    let Turn { round, seat, offers, style, .. } = *turn;
    let sight = sight_of(round, seat, rules)?;
    let chip = rules.table.chip.value.in_cents().max(1);
    let open: Vec<Open> = offers
        .iter()
        .filter_map(|offer| match offer.choice {
            Any::Pan(choice) => Some(Open { choice, chips: (offer.least.in_cents() / chip) as u16 }),
            _ => None,
        })
        .collect();
    let who = offers.first()?.who;
    // A loose player goes in with hands that others throw away.
    let is_asked_in = open.iter().any(|one| one.choice == Choice::In);
    let goes_in = is_asked_in && style.is_loose && draws.below(GOES_IN_ONE_IN) == 0;
    let chosen = if goes_in { simple(&sight, &open) } else { good(&sight, &open) };
    chosen.map(|choice| (who, choice))
}

fn melds_of(seat: &SeatView) -> Vec<Vec<Card>> {
    let melds = seat.hands.iter().filter(|hand| hand.name == HandName::Meld);
    melds.map(|hand| hand.cards.iter().copied().flatten().collect()).collect()
}

fn sight_of(round: &View, seat: Seat, rules: &PanRules) -> Option<Sight> {
    let own = round.seats.iter().find(|one| one.seat == seat)?;
    let live: Vec<&SeatView> = round.seats.iter().filter(|one| one.is_live).collect();
    let at = live.iter().position(|one| one.seat == seat);
    let next = at.map(|at| {
        let step = if rules.deal.direction.value == Direction::Clockwise { 1 } else { live.len() - 1 };
        live[(at + step) % live.len()]
    });
    let awaited = round.awaits.first().and_then(|place| round.seats.get(usize::from(*place)));
    Some(Sight {
        terms: Terms::new(rules),
        hand: own.hands.first()?.cards.iter().copied().flatten().collect(),
        melds: melds_of(own),
        drawn: own
            .hands
            .iter()
            .find(|hand| hand.name == HandName::Drawn)
            .and_then(|hand| hand.cards.first().copied()?),
        next_melds: next.map(melds_of).unwrap_or_default(),
        turn_held: awaited.and_then(|one| one.hands.first()).map_or(0, |hand| hand.cards.len()),
        turn_melds: awaited.map(melds_of).unwrap_or_default(),
        top: round.board.first().copied(),
        players: live.len(),
    })
}
