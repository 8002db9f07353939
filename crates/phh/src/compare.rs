//! What a replay leads to, beside the stacks that its file ends with.

use books::Money;
use games::Seat;
use games::poker::{Event, Place};

use crate::chips::{write_chips, write_stacks};
use crate::history::History;
use crate::replay::{Outcome, seat};

/// What is said of a history that was played out.
pub(crate) struct Verdict {
    pub(crate) outcome: Outcome,
    pub(crate) reason: String,
    /// What the house kept of the pot.
    pub(crate) kept: Money,
}

impl Verdict {
    fn new(outcome: Outcome, reason: impl Into<String>) -> Verdict {
        Verdict { outcome, reason: reason.into(), kept: Money::ZERO }
    }
}

/// A player whose stacks are known before the hand and after it.
struct Compared {
    player: usize,
    /// What the file's stack at the end lacks of ours.
    missing: Money,
    won: Money,
}

/// Compares the stacks that a hand led to with those of its file.
pub(crate) fn compare(history: &History, stacks: &[Option<Money>], chip: Money, events: &[Event]) -> Verdict {
    let Some(filed) = &history.finishing_stacks else {
        return Verdict::new(Outcome::Agrees, "the file gives no finishing stacks");
    };
    if stacks.iter().zip(filed).all(|(ours, filed)| ours == filed && ours.is_some()) {
        return Verdict::new(Outcome::Agrees, "");
    }
    let compared: Vec<Compared> = (0..stacks.len())
        .filter_map(|player| {
            let missing = stacks[player]? - filed[player]?;
            Some(Compared { player, missing, won: won(events, seat(player)) })
        })
        .collect();
    if compared.iter().all(|one| one.missing.is_zero()) {
        return Verdict::new(Outcome::Agrees, "the stacks of some players are unknown");
    }
    let pot = awarded(events);
    if let Some(kept) = kept(&compared, history.drop, pot, chip) {
        let (kept_text, pot) = (write_chips(kept), write_chips(pot));
        let reason = format!("the house kept {kept_text} of a pot of {pot}");
        return Verdict { outcome: Outcome::Agrees, reason, kept };
    }
    if let Some(reason) = untold_post(history, &compared).or_else(|| untold_hand(stacks.len(), events)) {
        return Verdict::new(Outcome::Refused, reason);
    }
    let (filed, ours) = (write_stacks(filed), write_stacks(stacks));
    Verdict::new(Outcome::Differs, format!("the file ends with {filed}, the engine with {ours}"))
}

/// What one player won.
fn won(events: &[Event], winner: Seat) -> Money {
    let amounts = events.iter().filter_map(|event| match event {
        Event::Awarded { seat, amount, .. } if *seat == winner => Some(*amount),
        _ => None,
    });
    amounts.sum()
}

/// What was in the pots.
fn awarded(events: &[Event]) -> Money {
    let amounts = events.iter().filter_map(|event| match event {
        Event::Awarded { amount, .. } => Some(*amount),
        _ => None,
    });
    amounts.sum()
}

/// What the house kept, if that explains everything: only winners lack something, none more than was won, and all
/// of it together is what the file calls the drop; where it calls nothing so, no more than a part of the pot that houses
/// take. Winners who share a smaller pot may get its odd chip in another order.
fn kept(compared: &[Compared], drop: Money, pot: Money, chip: Money) -> Option<Money> {
    let total: Money = compared.iter().map(|one| one.missing).sum();
    let is_shared = compared.iter().filter(|one| one.won.is_positive()).count() > 1;
    let least = if is_shared { -chip } else { Money::ZERO };
    let is_explained = |one: &Compared| {
        one.missing.is_zero() || (one.won.is_positive() && one.missing >= least && one.missing <= one.won)
    };
    let is_drop = if drop.is_zero() { total < tenth(pot) + chip } else { drop == total };
    (total.is_positive() && is_drop && compared.iter().all(is_explained)).then_some(total)
}

/// The largest part of a pot that a house takes whose rate no file tells: a tenth, up to a chip. Rooms on the net take
/// half of that and up to as much again for a jackpot.
fn tenth(pot: Money) -> Money {
    Money::cents(pot.in_cents() / 10)
}

/// A post that the file does not tell: somebody who won nothing ends short of a blind, as after a dead blind of
/// which only the live part is written down. Our own files, which say what was dropped, leave nothing out.
fn untold_post(history: &History, compared: &[Compared]) -> Option<String> {
    let posts = || history.blinds.iter().map(|blind| if *blind < Money::ZERO { -*blind } else { *blind });
    let is_post = |missing: Money| missing.is_positive() && posts().any(|post| post == missing);
    let total: Money = compared.iter().map(|one| one.missing).sum();
    let mut losers = compared.iter().filter(|one| one.won.is_zero() && !one.missing.is_zero());
    let first = losers.next()?;
    let is_explained = history.drop.is_zero()
        && total >= Money::ZERO
        && is_post(first.missing)
        && losers.all(|one| is_post(one.missing));
    is_explained.then(|| {
        let (player, missing) = (first.player + 1, write_chips(first.missing));
        format!(
            "player {player} wins nothing and ends with {missing} less than the posts and bets of the file leave, \
             so a post is missing from it"
        )
    })
}

/// A hand that the file does not tell came to the showdown, so that nobody can say who won.
fn untold_hand(players: usize, events: &[Event]) -> Option<String> {
    let is_untold = |one: Seat| {
        let unseen = |event: &Event| matches!(event, Event::Dealt { place: Place::Private(to), card: None } if *to == one);
        events.iter().any(unseen)
            && events.iter().any(|event| matches!(event, Event::Mucked { seat } if *seat == one))
    };
    let player = (0..players).find(|player| is_untold(seat(*player)))? + 1;
    Some(format!("the file does not tell the cards with which player {player} comes to the showdown"))
}
