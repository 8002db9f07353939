//! A history played through the engine.

use std::fmt;

use books::Money;
use cards::Card;
use games::Seat;
use games::poker::{
    Allowed, Choice, Event, Fees, Hand, Offer, Phase, Place, Player, PostKind, Posting, Reason, Setup, Waits,
    Which,
};

use crate::action::Action;
use crate::check::check;
use crate::chips::{write_chips, write_list};
use crate::game::{Games, Variant};
use crate::history::History;
use crate::script::{Script, Step};

/// What came of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The stacks are those of the file, or the file gives none.
    Agrees,
    /// The stacks differ from those of the file.
    Differs,
    /// The engine refused something.
    Refused,
    /// The engine does not play the game.
    NotPlayed,
}

impl Outcome {
    /// The word for people and programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Agrees => "agrees",
            Outcome::Differs => "differs",
            Outcome::Refused => "refused",
            Outcome::NotPlayed => "not played",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A replayed history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What came of it.
    pub outcome: Outcome,
    /// Why, where there is something to say.
    pub reason: String,
    /// The stacks at the end, by player; empty if it was not played out.
    pub stacks: Vec<Money>,
    /// Everything that happened.
    pub events: Vec<Event>,
}

/// Plays a history through the engine and compares the stacks where the file gives them.
#[must_use]
pub fn replay(games: &Games, history: &History) -> Played {
    let Some(variant) = Variant::from_code(&history.variant) else {
        let reason = format!("the engine does not play {}", history.variant);
        return Played { outcome: Outcome::NotPlayed, reason, stacks: Vec::new(), events: Vec::new() };
    };
    let mut events = Vec::new();
    match play(games, variant, history, &mut events) {
        Err(reason) => Played { outcome: Outcome::Refused, reason, stacks: Vec::new(), events },
        Ok(stacks) => {
            let (outcome, reason) = match &history.finishing_stacks {
                None => (Outcome::Agrees, "the file gives no finishing stacks".to_owned()),
                Some(filed) if *filed == stacks => (Outcome::Agrees, String::new()),
                Some(filed) if is_dropped(history.drop, filed, &stacks, &events) => {
                    (Outcome::Agrees, format!("the house took {}", write_chips(history.drop)))
                }
                Some(filed) => {
                    let (filed, ours) = (write_list(filed), write_list(&stacks));
                    (Outcome::Differs, format!("the file ends with {filed}, the engine with {ours}"))
                }
            };
            Played { outcome, reason, stacks, events }
        }
    }
}

/// Whether all that is missing from the file's stacks is what the house took from those who won something.
fn is_dropped(drop: Money, filed: &[Money], stacks: &[Money], events: &[Event]) -> bool {
    let has_won = |player: usize| {
        events
            .iter()
            .any(|event| matches!(event, Event::Awarded { seat: winner, .. } if *winner == seat(player)))
    };
    let pairs = || filed.iter().zip(stacks);
    let missing: Money = pairs().map(|(filed, ours)| *ours - *filed).sum();
    filed.len() == stacks.len()
        && missing == drop
        && pairs().enumerate().all(|(player, (filed, ours))| filed == ours || filed < ours && has_won(player))
}

fn seat(player: usize) -> Seat {
    Seat::new(u8::try_from(player + 1).unwrap_or(u8::MAX))
}

fn setup(history: &History) -> Setup {
    let count = history.starting_stacks.len();
    let stacks = history.starting_stacks.iter().enumerate();
    let players = stacks.map(|(player, stack)| Player { seat: seat(player), stack: *stack }).collect();
    // Between two players the second holds the button and posts the first entry.
    let poster = |entry: usize| if count == 2 { seat(1 - entry) } else { seat(entry) };
    let mut postings = Vec::new();
    for (entry, amount) in history.antes.iter().enumerate().filter(|(_, amount)| amount.is_positive()) {
        let post = if history.antes_are_matched { PostKind::Ante } else { PostKind::Dead };
        postings.push(Posting { seat: poster(entry), post, amount: *amount });
    }
    let mut high = Money::ZERO;
    let mut weights = vec![Money::ZERO; count];
    for (entry, amount) in history.blinds.iter().enumerate() {
        let at = usize::from(poster(entry).number()) - 1;
        weights[at] = *amount;
        if *amount < Money::ZERO {
            postings.push(Posting { seat: poster(entry), post: PostKind::Entry, amount: -*amount });
        } else if amount.is_positive() {
            let post = match (high.is_zero(), *amount > high) {
                (true, _) if history.blinds.iter().any(|other| other > amount) => PostKind::SmallBlind,
                (true, _) | (_, true) => PostKind::BigBlind,
                _ => PostKind::Entry,
            };
            high = high.max(*amount);
            postings.push(Posting { seat: poster(entry), post, amount: *amount });
        }
    }
    let first_to_act = Some(seat(opener(&weights, &history.starting_stacks)));
    Setup { players, button: seat(count - 1), postings, first_to_act, fees: Fees::NONE, asks_to_show: true }
}

/// The player who opens the first round of betting: after the largest blind, and after the last of equal ones.
///
/// `blinds` is what each player posts, negative where it does not count.
pub(crate) fn opener(blinds: &[Money], stacks: &[Money]) -> usize {
    let counted = |player: usize| blinds[player].min(stacks[player]);
    let largest = (0..blinds.len()).max_by_key(|player| (counted(*player), *player)).unwrap_or(0);
    (largest + 1) % blinds.len().max(1)
}

fn play(
    games: &Games,
    variant: Variant,
    history: &History,
    events: &mut Vec<Event>,
) -> Result<Vec<Money>, String> {
    let table = games.table(variant, history)?;
    check(history, &table)?;
    let setup = setup(history);
    let mut hand = Hand::new(&table, &setup, events)
        .map_err(|faults| faults.first().map(ToString::to_string).unwrap_or_default())?;
    let mut script = Script::new(history);
    loop {
        match hand.waits() {
            Waits::Over => break,
            Waits::Card(Place::Burn) => hand.card(None, events).map_err(|refusal| refusal.to_string())?,
            Waits::Card(place) => {
                let (step, card) = next_card(&hand, &mut script, place)?;
                hand.card(card, events).map_err(|refusal| step.refused(refusal))?;
            }
            Waits::Shuffle(_) => hand.shuffle(events).map_err(|refusal| refusal.to_string())?,
            Waits::Choices if hand.phase() == Phase::Showing => show(&mut hand, &script, events)?,
            Waits::Choices => match script.steps.pop_front() {
                Some(step) => take(&mut hand, step, events)?,
                None => return Err(format!("the history ends although {}", turn(&hand))),
            },
        }
    }
    if let Some(step) = script.left_over() {
        return Err(step.refused("the hand is over before it"));
    }
    let stack = |player: usize| hand.stack(seat(player)).unwrap_or_default();
    Ok((0..history.starting_stacks.len()).map(stack).collect())
}

/// The card that comes to a place, and the action that deals it.
fn next_card<'h>(
    hand: &Hand,
    script: &mut Script<'h>,
    place: Place,
) -> Result<(Step<'h>, Option<Card>), String> {
    if let Place::Private(seat) = place {
        let cards = &mut script.private[usize::from(seat.number()) - 1];
        return cards.pop_front().ok_or_else(|| format!("the history deals player {seat} too few cards"));
    }
    if script.board.is_empty() {
        let name = hand.table().streets()[hand.street()].name.value;
        match script.steps.pop_front() {
            Some(step) => match step.action {
                Action::DealBoard(cards) => script.board.extend(cards.iter().map(|card| (step, Some(*card)))),
                _ => return Err(step.refused(format!("the {name} comes before it"))),
            },
            None => return Err(format!("the history ends before the {name}")),
        }
    }
    script.board.pop_front().ok_or_else(|| "the history deals no card to the board".to_owned())
}

/// Shows or throws in the next hand, as the history has it; the last hand left is never thrown in.
fn show(hand: &mut Hand, script: &Script<'_>, events: &mut Vec<Event>) -> Result<(), String> {
    let allowed = allowed(hand);
    let seat = allowed.first().ok_or("nobody can show")?.seat;
    let may = |offer: Offer| allowed.iter().any(|one| one.offer == offer);
    let wants = script.shows[usize::from(seat.number()) - 1].unwrap_or(true);
    let choice = if (wants && may(Offer::Show)) || !may(Offer::Muck) { Choice::Show } else { Choice::Muck };
    hand.choose(seat, choice, events).map_err(|refusal| format!("player {seat}: {refusal}"))
}

fn allowed(hand: &Hand) -> Vec<Allowed> {
    let mut allowed = Vec::new();
    hand.allowed(&mut allowed);
    allowed
}

/// Whose turn it is, in words.
fn turn(hand: &Hand) -> String {
    allowed(hand).first().map_or_else(
        || "the hand is not over".to_owned(),
        |one| format!("it is the turn of player {}", one.seat),
    )
}

fn take(hand: &mut Hand, step: Step<'_>, events: &mut Vec<Event>) -> Result<(), String> {
    let (player, choice) = match step.action {
        Action::Fold(player) => (*player, Choice::Fold),
        Action::CheckOrCall(player) => {
            let calls = hand.turn().is_some_and(|turn| turn.call.is_some());
            (*player, if calls { Choice::Call } else { Choice::Check })
        }
        Action::RaiseTo(player, to) => (*player, raise(hand, *to)),
        Action::Discard(player, cards) => (*player, Choice::Draw(which(hand, *player, cards))),
        Action::DealBoard(_) | Action::DealPrivate(..) | Action::Show(..) | Action::BringIn(_) => {
            return Err(step.refused(turn(hand)));
        }
    };
    hand.choose(seat(player), choice, events).map_err(|refusal| match refusal.reason {
        Reason::NotYourTurn => step.refused(turn(hand)),
        Reason::Amount { least, most } if least == most => {
            step.refused(format!("the bet must be {} in all", write_chips(least)))
        }
        Reason::Amount { least, most } => {
            let (least, most) = (write_chips(least), write_chips(most));
            step.refused(format!("the bet must be from {least} to {most} in all"))
        }
        _ => step.refused(refusal),
    })
}

/// A bet or raise; one recorded only up to what the opponents can call is made whole, since the rest returns.
fn raise(hand: &Hand, to: Money) -> Choice {
    let Some(turn) = hand.turn() else { return Choice::Raise(to) };
    let Ok((least, _)) = turn.raise else { return Choice::Raise(to) };
    let bets = &hand.betting().bets;
    let reach = |place: usize| bets[place] + hand.stacks()[place];
    let others = hand.live().without(turn.place).iter().map(reach).max().unwrap_or(Money::ZERO);
    let to = if to < least && to >= others { least } else { to };
    if turn.opens { Choice::Bet(to) } else { Choice::Raise(to) }
}

/// The places of discarded cards in a hand; a card not seen there is one of the unknown ones.
fn which(hand: &Hand, player: usize, cards: &[Option<Card>]) -> Which {
    let private = hand.private(seat(player));
    let mut which = Which::NONE;
    for card in cards {
        let free = |held: Option<Card>| {
            (0..private.len()).find(|at| private[*at] == held && !which.contains(*at as u8))
        };
        if let Some(at) = free(*card).or_else(|| free(None)) {
            which = which.and(at as u8);
        }
    }
    which
}
