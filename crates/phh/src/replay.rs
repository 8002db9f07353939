//! A history played through the engine.

use std::collections::VecDeque;
use std::fmt;

use books::Money;
use cards::Card;
use games::Seat;
use games::poker::{
    Choice, Event, Fees, Hand, Offer, Phase, Place, Player, PostKind, Posting, Reason, Setup, Waits, Which,
};

use crate::action::Action;
use crate::game::{Games, Variant};
use crate::history::History;

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
                    (Outcome::Agrees, format!("the house took {}", history.drop))
                }
                Some(filed) => (Outcome::Differs, format!("the file ends with {filed:?}")),
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

/// The parts of a history that the engine asks for at other moments than the file tells them.
struct Script<'h> {
    steps: VecDeque<&'h Action>,
    private: Vec<VecDeque<Option<Card>>>,
    board: VecDeque<Card>,
    shows: Vec<Option<bool>>,
}

impl<'h> Script<'h> {
    fn new(history: &'h History) -> Result<Script<'h>, String> {
        let count = history.starting_stacks.len();
        let mut script = Script {
            steps: VecDeque::new(),
            private: vec![VecDeque::new(); count],
            board: VecDeque::new(),
            shows: vec![None; count],
        };
        let mut shown: Vec<&[Option<Card>]> = vec![&[]; count];
        for action in &history.actions {
            let known = |player: &usize| {
                (*player < count).then_some(*player).ok_or(format!("there is no player {}", player + 1))
            };
            match action {
                Action::DealPrivate(player, cards) => script.private[known(player)?].extend(cards),
                Action::Show(player, cards) => {
                    script.shows[known(player)?] = Some(!cards.is_empty());
                    shown[*player] = cards;
                }
                other => script.steps.push_back(other),
            }
        }
        // A hand dealt unseen and shown at the end was those cards all along, if nothing was exchanged.
        for (cards, shown) in script.private.iter_mut().zip(shown) {
            if cards.iter().all(Option::is_none) && cards.len() == shown.len() {
                *cards = shown.iter().copied().collect();
            }
        }
        Ok(script)
    }
}

fn play(
    games: &Games,
    variant: Variant,
    history: &History,
    events: &mut Vec<Event>,
) -> Result<Vec<Money>, String> {
    let table = games.table(variant, history)?;
    if history.starting_stacks.len() < 2 {
        return Err("a hand needs two players".to_owned());
    }
    let setup = setup(history);
    let mut hand = Hand::new(&table, &setup, events)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    let mut script = Script::new(history)?;
    loop {
        match hand.waits() {
            Waits::Over => break,
            Waits::Card(place) => {
                let card = next_card(&mut script, place)?;
                hand.card(card, events).map_err(|refusal| format!("{refusal}"))?;
            }
            Waits::Shuffle(_) => hand.shuffle(events).map_err(|refusal| refusal.to_string())?,
            Waits::Choices if hand.phase() == Phase::Showing => show(&mut hand, &script, events)?,
            Waits::Choices => {
                let step = script.steps.pop_front().ok_or("the history ends before the hand is over")?;
                take(&mut hand, step, events)?;
            }
        }
    }
    if let Some(step) = script.steps.front() {
        return Err(format!("the hand is over, but the history goes on with {step:?}"));
    }
    let stack = |player: usize| hand.stack(seat(player)).unwrap_or_default();
    Ok((0..history.starting_stacks.len()).map(stack).collect())
}

fn next_card(script: &mut Script<'_>, place: Place) -> Result<Option<Card>, String> {
    match place {
        Place::Burn => Ok(None),
        Place::Private(seat) => {
            let cards = &mut script.private[usize::from(seat.number()) - 1];
            cards.pop_front().ok_or_else(|| format!("the history deals player {seat} too few cards"))
        }
        Place::Board => {
            if script.board.is_empty() {
                match script.steps.pop_front() {
                    Some(Action::DealBoard(cards)) => script.board.extend(cards),
                    Some(step) => return Err(format!("board cards come next, but the history has {step:?}")),
                    None => return Err("the history ends before its board is dealt".to_owned()),
                }
            }
            Ok(script.board.pop_front())
        }
    }
}

/// Shows or throws in the next hand, as the history has it; the last hand left is never thrown in.
fn show(hand: &mut Hand, script: &Script<'_>, events: &mut Vec<Event>) -> Result<(), String> {
    let mut allowed = Vec::new();
    hand.allowed(&mut allowed);
    let seat = allowed.first().ok_or("nobody can show")?.seat;
    let may = |offer: Offer| allowed.iter().any(|one| one.offer == offer);
    let wants = script.shows[usize::from(seat.number()) - 1].unwrap_or(true);
    let choice = if (wants && may(Offer::Show)) || !may(Offer::Muck) { Choice::Show } else { Choice::Muck };
    hand.choose(seat, choice, events).map_err(|refusal| format!("player {seat}: {refusal}"))
}

fn take(hand: &mut Hand, step: &Action, events: &mut Vec<Event>) -> Result<(), String> {
    let (player, choice) = match step {
        Action::Fold(player) => (*player, Choice::Fold),
        Action::CheckOrCall(player) => {
            let calls = hand.turn().is_some_and(|turn| turn.call.is_some());
            (*player, if calls { Choice::Call } else { Choice::Check })
        }
        Action::RaiseTo(player, to) => (*player, raise(hand, *to)),
        Action::Discard(player, cards) => (*player, Choice::Draw(which(hand, *player, cards)?)),
        Action::DealBoard(_) => return Err("the board comes before betting is over".to_owned()),
        Action::DealPrivate(..) | Action::Show(..) | Action::BringIn(_) => {
            return Err(format!("{step:?} has no place in this game"));
        }
    };
    let seat = seat(player);
    hand.choose(seat, choice, events).map_err(|refusal| match refusal.reason {
        Reason::NotYourTurn => format!("player {seat} acts out of turn with {choice:?}"),
        _ => format!("player {seat}, {choice:?}: {refusal}"),
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

/// The places of discarded cards in a hand; unknown ones are taken from the unknown cards.
fn which(hand: &Hand, player: usize, cards: &[Option<Card>]) -> Result<Which, String> {
    let private = hand.private(seat(player));
    let mut which = Which::NONE;
    for card in cards {
        let free = |at: &usize| private[*at] == *card && !which.contains(*at as u8);
        let at = (0..private.len()).find(free).ok_or_else(|| {
            let name = card.map_or_else(|| "an unknown card".to_owned(), |card| card.to_string());
            format!("player {} discards {name} without holding it", player + 1)
        })?;
        which = which.and(at as u8);
    }
    Ok(which)
}
