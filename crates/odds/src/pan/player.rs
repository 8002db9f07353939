//! How Pan is played: simply, laying down whatever goes, or well, weighing the hand before it is declared, keeping the
//! cards with the most ways to a condition, not feeding the next player, and forcing when that hurts.

use cards::Card;
use games::Seat;
use games::pan::{Choice, Game, Group, Pan, Stage, Standing, Terms};

use super::ways::{Ways, is_spade};

/// What a player at Pan sees: the own cards, and what lies on the table.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The rules on melds.
    pub terms: Terms,
    /// The own hand.
    pub hand: Vec<Card>,
    /// The own melds.
    pub melds: Vec<Vec<Card>>,
    /// The card that lies there to be used.
    pub drawn: Option<Card>,
    /// The melds of the next player in turn.
    pub next_melds: Vec<Vec<Card>>,
    /// How many hand cards the player in turn has, and that player's melds, where it is another's turn.
    pub turn_held: usize,
    /// The melds of the player in turn.
    pub turn_melds: Vec<Vec<Card>>,
    /// The top discard.
    pub top: Option<Card>,
    /// How many players are in or have not declared.
    pub players: usize,
}

/// A choice that is open, with the chips it pays from each other player.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// The choice.
    pub choice: Choice,
    /// The chips.
    pub chips: u16,
}

/// How many faces of use a hand needs for the good bot to play it, with two players and for each further one.
const FACES_TO_PLAY: i32 = 13;
/// What a face that pays counts beside one that is only of use.
const PAYING_FACE: i32 = 2;
/// What a card in a meld counts, in faces of use.
const MELDED: i32 = 30;
/// What a chip from each player counts, in faces of use.
const CHIP: i32 = 25;

/// Lays down whatever it can and throws away the first card that it holds.
#[must_use]
pub fn simple(sight: &Sight, open: &[Open]) -> Option<Choice> {
    let find = |wanted: fn(&Choice) -> bool| open.iter().map(|one| one.choice).find(wanted);
    find(|choice| *choice == Choice::In)
        .or_else(|| find(|choice| matches!(choice, Choice::Meld { .. } | Choice::Add { .. })))
        .or_else(|| find(|choice| *choice == Choice::Take))
        .or_else(|| find(|choice| *choice == Choice::Draw))
        .or_else(|| find(|choice| *choice == Choice::Decline))
        .or_else(|| loosest(sight, open))
}

/// The discard that goes with the fewest other cards of the hand.
fn loosest(sight: &Sight, open: &[Open]) -> Option<Choice> {
    let ways = Ways::of(&sight.terms);
    let discards = open.iter().filter_map(|one| match one.choice {
        Choice::Discard(card) => Some(card),
        _ => None,
    });
    let near = |card: &Card| -> u32 { sight.hand.iter().map(|other| ways.goes_with(*card, *other)).sum() };
    discards.min_by_key(near).map(Choice::Discard)
}

impl Sight {
    fn worth(&self, ways: &Ways, hand: &[Card], melds: &[Vec<Card>]) -> i32 {
        let (any, paid) = ways.useful(hand, melds);
        let melded: usize = melds.iter().map(Vec::len).sum();
        any.count_ones() as i32 + PAYING_FACE * paid.count_ones() as i32 + MELDED * melded as i32
    }

    /// The own cards as a choice would leave them.
    fn after(&self, choice: Choice) -> (Vec<Card>, Vec<Vec<Card>>) {
        let (mut hand, mut melds) = (self.hand.clone(), self.melds.clone());
        hand.extend(self.drawn);
        let mut give = |cards: &[Card]| {
            for card in cards {
                if let Some(place) = hand.iter().rposition(|one| one == card) {
                    hand.swap_remove(place);
                }
            }
        };
        match choice {
            Choice::Meld { cards, borrowed, from } => {
                give(&cards.without(&borrowed).unwrap_or(cards));
                if let Some(meld) = melds.get_mut(usize::from(from)) {
                    let rest = meld.iter().copied().collect::<Group>().without(&borrowed);
                    if let Some(rest) = rest {
                        *meld = rest.to_vec();
                    }
                }
                melds.push(cards.to_vec());
            }
            Choice::Add { cards, to } => {
                give(&cards);
                if let Some(meld) = melds.get_mut(usize::from(to)) {
                    meld.extend_from_slice(&cards);
                    let mut sorted: Group = meld.iter().copied().collect();
                    self.terms.sort(&mut sorted);
                    *meld = sorted.to_vec();
                }
            }
            Choice::Discard(card) => give(&[card]),
            _ => {}
        }
        (hand, melds)
    }

    /// Whether a card would lie well with the next player.
    fn feeds(&self, ways: &Ways, card: Card) -> i32 {
        let (any, paid) = ways.useful(&[], &self.next_melds);
        let of_value = i32::from(self.terms.is_valle(card)) + i32::from(is_spade(card));
        8 * i32::from(ways.has(any, card)) + 12 * i32::from(ways.has(paid, card)) + of_value
    }
}

/// Declares in on the worth of its hand, uses cards where they bring most, and minds the next player.
#[must_use]
pub fn good(sight: &Sight, open: &[Open]) -> Option<Choice> {
    let ways = Ways::of(&sight.terms);
    let is_open = |choice: Choice| open.iter().any(|one| one.choice == choice);
    if is_open(Choice::In) {
        let (any, paid) = ways.useful(&sight.hand, &[]);
        let faces = any.count_ones() as i32 + paid.count_ones() as i32;
        let needed = FACES_TO_PLAY + sight.players as i32 - 2;
        return Some(if faces >= needed { Choice::In } else { Choice::Out });
    }
    if is_open(Choice::Force) && open.iter().all(|one| one.choice == Choice::Force) {
        return hurts(sight, &ways).then_some(Choice::Force);
    }
    let laying = open.iter().filter(|one| matches!(one.choice, Choice::Meld { .. } | Choice::Add { .. }));
    let gain = |one: &&Open| {
        let (hand, melds) = sight.after(one.choice);
        sight.worth(&ways, &hand, &melds) + CHIP * i32::from(one.chips)
    };
    if let Some(best) = laying.max_by_key(gain) {
        return Some(best.choice);
    }
    for choice in [Choice::Take, Choice::Draw, Choice::Decline] {
        if is_open(choice) {
            return Some(choice);
        }
    }
    let kept = |card: Card| {
        let (hand, melds) = sight.after(Choice::Discard(card));
        sight.worth(&ways, &hand, &melds) - sight.feeds(&ways, card)
    };
    let discards = open.iter().filter_map(|one| match one.choice {
        Choice::Discard(card) => Some(card),
        _ => None,
    });
    discards.max_by_key(|card| kept(*card)).map(Choice::Discard)
}

/// Whether a forced card would break up a hand that waits for one card: two hand cards become one.
fn hurts(sight: &Sight, ways: &Ways) -> bool {
    let Some(top) = sight.top else { return false };
    let (_, paid) = ways.useful(&[], &sight.turn_melds);
    sight.turn_held == 2 && !ways.has(paid, top)
}

/// What a player in a seat sees of a hand: for play without a table around it.
#[must_use]
pub fn sight(round: &Pan, game: &Game, seat: Seat) -> Option<Sight> {
    let players = round.players();
    let place = players.iter().position(|player| player.seat == seat)?;
    let melds = |place: usize| players[place].melds.iter().map(|meld| meld.to_vec()).collect::<Vec<_>>();
    let live =
        |place: &u8| matches!(players[usize::from(*place)].standing, Standing::In | Standing::Undeclared);
    let order: Vec<u8> = round.order().iter().copied().filter(live).collect();
    let at = order.iter().position(|one| usize::from(*one) == place);
    let next = at.map(|at| usize::from(order[(at + 1) % order.len()]));
    let turn = round.turn();
    let awaited = turn.map(|turn| usize::from(turn.place));
    let drawn = turn.filter(|turn| usize::from(turn.place) == place).and_then(|turn| match turn.stage {
        Stage::Drawn(card, _) => Some(card),
        _ => None,
    });
    Some(Sight {
        terms: game.terms,
        hand: players[place].hand.to_vec(),
        melds: melds(place),
        drawn,
        next_melds: next.map(melds).unwrap_or_default(),
        turn_held: awaited.map_or(0, |place| players[place].held()),
        turn_melds: awaited.map(melds).unwrap_or_default(),
        top: round.pile().last().copied(),
        players: order.len(),
    })
}
