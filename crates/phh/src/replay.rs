//! A history played through the engine.

use std::fmt;
use std::sync::Arc;

use books::Money;
use cards::Card;
use games::Seat;
use games::poker::{
    Allowed, Choice, Event, Fees, Hand, Offer, Phase, Place, Player, PostKind, Posting, Reason, Setup, Table,
    Waits, Which,
};

use crate::action::Action;
use crate::check::check;
use crate::chips::{UNKNOWN_STACK, write_chips};
use crate::compare::{Verdict, compare};
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
    /// The stacks at the end, by player, and nothing for one that began unknown; empty if it was not played out.
    pub stacks: Vec<Option<Money>>,
    /// What is missing from the winners' stacks in the file: what the house kept.
    pub kept: Money,
    /// Everything that happened.
    pub events: Vec<Event>,
}

/// Plays a history through the engine and compares the stacks where the file gives them.
#[must_use]
pub fn replay(games: &Games, history: &History) -> Played {
    let Some(variant) = Variant::from_code(&history.variant) else {
        let reason = format!("the engine does not play {}", history.variant);
        return Played {
            outcome: Outcome::NotPlayed,
            reason,
            stacks: Vec::new(),
            kept: Money::ZERO,
            events: Vec::new(),
        };
    };
    let mut events = Vec::new();
    match play(games, variant, history, &mut events) {
        Err(reason) => {
            Played { outcome: Outcome::Refused, reason, stacks: Vec::new(), kept: Money::ZERO, events }
        }
        Ok(End { stacks, chip }) => {
            let Verdict { outcome, reason, kept } = compare(history, &stacks, chip, &events);
            let stacks = if outcome == Outcome::Refused { Vec::new() } else { stacks };
            Played { outcome, reason, stacks, kept, events }
        }
    }
}

/// What a history leads to.
struct End {
    stacks: Vec<Option<Money>>,
    /// The smallest chip that pots were divided by.
    chip: Money,
}

pub(crate) fn seat(player: usize) -> Seat {
    Seat::new(u8::try_from(player + 1).unwrap_or(u8::MAX))
}

fn setup(history: &History, stacks: &[Money]) -> Setup {
    let count = history.starting_stacks.len();
    let players = stacks
        .iter()
        .enumerate()
        .map(|(player, stack)| Player { seat: seat(player), stack: *stack })
        .collect();
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
    let first = opener(&weights, stacks);
    let first_to_act = Some(seat(told_opener(history, &weights).unwrap_or(first)));
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

/// Who opens by the word of the file: of two players of whom only one posts, files let either begin.
fn told_opener(history: &History, blinds: &[Money]) -> Option<usize> {
    let is_alone = blinds.len() == 2 && blinds.iter().filter(|blind| !blind.is_zero()).count() == 1;
    let mut actors = history.actions.iter().filter_map(|action| match action {
        Action::Fold(player) | Action::CheckOrCall(player) | Action::RaiseTo(player, _) => Some(*player),
        _ => None,
    });
    if is_alone { actors.next() } else { None }
}

/// Plays a history. Who is passed over with an unknown stack, or raises by too little, was all in: then the hand is
/// played again from the beginning with the stack that this tells.
fn play(games: &Games, variant: Variant, history: &History, events: &mut Vec<Event>) -> Result<End, String> {
    let table = games.table(variant, history)?;
    check(history, &table)?;
    let mut stacks: Vec<Money> =
        history.starting_stacks.iter().map(|stack| stack.unwrap_or(UNKNOWN_STACK)).collect();
    let mut first_reason = None;
    loop {
        match attempt(&table, history, &stacks, events) {
            Ok(end) => return Ok(end),
            Err(Stop { reason, all_in }) => {
                let reason = first_reason.get_or_insert(reason);
                let Some((player, stack)) = all_in else { return Err(std::mem::take(reason)) };
                stacks[player] = stack;
                events.clear();
            }
        }
    }
}

/// Why a hand stops before its end.
struct Stop {
    reason: String,
    /// The player whose unknown stack would explain it, and that stack.
    all_in: Option<(usize, Money)>,
}

impl From<String> for Stop {
    fn from(reason: String) -> Stop {
        Stop { reason, all_in: None }
    }
}

fn attempt(
    table: &Arc<Table>,
    history: &History,
    stacks: &[Money],
    events: &mut Vec<Event>,
) -> Result<End, Stop> {
    let setup = setup(history, stacks);
    let mut hand = Hand::new(table, &setup, events)
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
            Waits::Choices if script.is_betting_over() && may_check_down(&hand, stacks) => {
                check_down(&mut hand, events)?;
            }
            Waits::Choices => match script.steps.pop_front() {
                Some(step) => take(&mut hand, step, events)
                    .map_err(|reason| Stop { reason, all_in: all_in(&hand, step, stacks) })?,
                None => return Err(format!("the history ends although {}", turn(&hand)).into()),
            },
        }
    }
    if let Some(step) = script.left_over() {
        return Err(step.refused("the hand is over before it").into());
    }
    let stack = |player: usize| history.starting_stacks[player].and_then(|_| hand.stack(seat(player)));
    let stacks = (0..history.starting_stacks.len()).map(stack).collect();
    Ok(End { stacks, chip: table.stakes().chip })
}

/// The place of a player in the lists of a history.
fn player_at(hand: &Hand, place: usize) -> usize {
    usize::from(hand.seats()[place].number()) - 1
}

/// The stack that would have put the player in turn all in, if it is unknown and the file goes on without that
/// player or with a raise that is otherwise too small.
fn all_in(hand: &Hand, step: Step<'_>, stacks: &[Money]) -> Option<(usize, Money)> {
    let place = hand.in_turn()?.place();
    let player = player_at(hand, place);
    if stacks[player] != UNKNOWN_STACK {
        return None;
    }
    let paid = UNKNOWN_STACK - hand.stacks()[place];
    let stack = match step.action {
        Action::RaiseTo(who, to) if *who == player => paid + *to - hand.betting().bets[place],
        Action::Fold(who) | Action::CheckOrCall(who) if *who == player => return None,
        _ => paid,
    };
    stack.is_positive().then_some((player, stack))
}

/// Whether the player in turn has nothing to call and may be all in: the stack is unknown.
fn may_check_down(hand: &Hand, stacks: &[Money]) -> bool {
    hand.in_turn().is_some_and(|one| stacks[player_at(hand, one.place())] == UNKNOWN_STACK && one.may_check())
}

fn check_down(hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), String> {
    let seat = hand.in_turn().map(|player| player.seat()).ok_or("nobody can check")?;
    hand.choose(seat, Choice::Check, events).map_err(|refusal| refusal.to_string())
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
    while script.steps.front().is_some_and(|step| is_idle_check(hand, *step)) {
        script.steps.pop_front();
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

/// Whether an action is the check of somebody whom all others left in the hand, being all in, cannot answer.
fn is_idle_check(hand: &Hand, step: Step<'_>) -> bool {
    let Action::CheckOrCall(player) = step.action else { return false };
    let has_chips = |place: usize| hand.stacks()[place].is_positive();
    let mut able = hand.live().iter().filter(|place| has_chips(*place)).map(|place| hand.seats()[place]);
    able.next() == Some(seat(*player)) && able.next().is_none()
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
            let calls = hand.in_turn().is_some_and(|player| player.call().is_some());
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
