//! Which hands meet, on which board, without which cards.

use std::fmt;

use arrayvec::ArrayVec;
use books::poker::{HoleUse, Wins};
use cards::{Card, CardSet, Hand};
use games::poker::Worth;

use super::answer::{Answer, Basis};
use super::boards::Boards;
use super::game::Game;
use super::tally::{Outcome, Tally, Winners};
use super::{discard, draw, sample};

/// The most hands that meet.
pub const HANDS_MAX: usize = 10;

/// The most private cards of a hand.
const PRIVATE_MAX: usize = 5;

/// The private cards of one hand.
pub(super) type Private = ArrayVec<Card, PRIVATE_MAX>;

/// How an answer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By counting every deal if that takes no more than some seconds, otherwise by a sample.
    Quickest {
        /// The seed of the sample.
        seed: u64,
    },
    /// By counting every deal, however long it takes.
    Exact,
    /// By so many random deals.
    Sample {
        /// How many.
        deals: u64,
        /// The seed they follow from.
        seed: u64,
    },
}

/// Random deals of [`Method::Quickest`].
const SAMPLE: u64 = 4_000_000;

/// Deals that are counted in some seconds on one core, even card by card.
const QUICK: u128 = 80_000_000;

/// Hands that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub(super) game: Game,
    pub(super) hands: ArrayVec<Private, HANDS_MAX>,
    pub(super) board: ArrayVec<Card, 5>,
    /// The cards that may still come.
    pub(super) live: CardSet,
}

/// What is wrong with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There are fewer than two hands.
    TooFewHands,
    /// There are more hands than players.
    TooManyHands {
        /// How many came.
        came: usize,
        /// How many the game allows.
        most: usize,
    },
    /// A joker is among the cards.
    Joker,
    /// A card is there twice.
    Twice(Card),
    /// A hand has a wrong number of cards.
    Cards {
        /// Which hand, from 1.
        hand: usize,
        /// How many cards came.
        came: usize,
        /// How many a hand has.
        expected: usize,
    },
    /// A hand has a wrong number of cards in a game with a discard.
    CardsAtDiscard {
        /// Which hand, from 1.
        hand: usize,
        /// How many cards came.
        came: usize,
        /// How many a hand has before the discard, if that may still be made.
        before: Option<usize>,
        /// How many a hand has after the discard, if that may have been made.
        after: Option<usize>,
    },
    /// Some hands are given before their discard, others after it.
    MixedDiscards,
    /// A hand of a draw game has no card, or too many.
    CardsToDraw {
        /// Which hand, from 1.
        hand: usize,
        /// How many cards came.
        came: usize,
    },
    /// A draw game has no board.
    NoBoard,
    /// A board has a number of cards that it never has.
    BoardCards(usize),
    /// The deck has too few cards for what is still to come.
    DeckTooSmall,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = |count: usize| match count {
            1 => "1 card".to_owned(),
            count => format!("{count} cards"),
        };
        match *self {
            Fault::TooFewHands => f.write_str("an equity needs at least two hands; name another"),
            Fault::TooManyHands { came, most } => {
                write!(f, "these are {came} hands, but this game is played by at most {most}; leave some out")
            }
            Fault::Joker => f.write_str("poker is played without a joker; name another card"),
            Fault::Twice(card) => write!(f, "{card} is there twice; a deck has each card once"),
            Fault::Cards { hand, came, expected } => {
                write!(f, "hand {hand} has {}; a hand of this game has {expected}", cards(came))
            }
            Fault::CardsAtDiscard { hand, came, before, after } => {
                write!(f, "hand {hand} has {}; on this board a hand has ", cards(came))?;
                match (before, after) {
                    (Some(before), Some(after)) => {
                        write!(f, "{before} before its discard and {after} after it")
                    }
                    (Some(before), None) => write!(f, "{before}, its discard still to be made"),
                    (_, after) => write!(f, "{}, its discard already made", after.unwrap_or_default()),
                }
            }
            Fault::MixedDiscards => f.write_str(
                "all throw away at once; give every hand before its discard, or every hand after it",
            ),
            Fault::CardsToDraw { hand, came } => {
                write!(
                    f,
                    "hand {hand} has {}; name five to stand pat, or the one to four it keeps",
                    cards(came)
                )
            }
            Fault::NoBoard => f.write_str("this game has no board; leave --board out"),
            Fault::BoardCards(came) => {
                write!(f, "a board has no card, a flop of three, four or five; this one has {came}")
            }
            Fault::DeckTooSmall => f.write_str(
                "the deck has too few cards left for what is still to come; name fewer dead cards",
            ),
        }
    }
}

impl std::error::Error for Fault {}

impl Question {
    /// Hands that meet on a board that may be incomplete; dead cards come no more.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(game: Game, hands: &[Vec<Card>], board: &[Card], dead: &[Card]) -> Result<Question, Fault> {
        if hands.len() < 2 {
            return Err(Fault::TooFewHands);
        }
        let most = game.players.min(HANDS_MAX);
        if hands.len() > most {
            return Err(Fault::TooManyHands { came: hands.len(), most });
        }
        let mut live = CardSet::FULL;
        for card in hands.iter().flatten().chain(board).chain(dead) {
            if card.is_joker() {
                return Err(Fault::Joker);
            }
            if !live.remove(*card) {
                return Err(Fault::Twice(*card));
            }
        }
        check_board(&game, board.len())?;
        check_hands(&game, hands, board.len())?;
        let drawn: usize =
            if game.has_draw() { hands.iter().map(|hand| game.dealt - hand.len()).sum() } else { 0 };
        if live.len() < drawn + game.board - board.len() {
            return Err(Fault::DeckTooSmall);
        }
        Ok(Question {
            game,
            hands: hands.iter().map(|hand| hand.iter().copied().collect()).collect(),
            board: board.iter().copied().collect(),
            live,
        })
    }

    /// What each hand would get.
    #[must_use]
    pub fn answer(&self, method: Method) -> Answer {
        match method {
            Method::Exact => self.count(),
            Method::Quickest { .. } if self.deals() <= QUICK => self.count(),
            Method::Quickest { seed } => self.sampled(SAMPLE, seed),
            Method::Sample { deals, seed } => self.sampled(deals, seed),
        }
    }

    fn sampled(&self, deals: u64, seed: u64) -> Answer {
        Answer::new(&sample::sample(self, deals, seed), Basis::Sampled { seed })
    }

    fn count(&self) -> Answer {
        let tally = if self.game.has_draw() {
            draw::count(self)
        } else if self.is_before_discard() {
            discard::count(self)
        } else {
            self.count_boards()
        };
        Answer::new(&tally, Basis::Exact)
    }

    fn count_boards(&self) -> Tally {
        let ranking = self.game.ranking;
        let boards = Boards::new(self.live, &self.board, &self.hands, ranking.uses);
        let mut tally = Tally::new(self.hands.len(), ranking.wins);
        if (ranking.uses, ranking.wins) == (HoleUse::Any, Wins::High) {
            // The commonest question by far: every hand is put together once.
            let hands: ArrayVec<Hand, HANDS_MAX> =
                self.hands.iter().map(|hand| hand.iter().copied().collect()).collect();
            boards.each(|board, ways| {
                let ranks = hands.iter().map(|hand| Some(board.hand.with_all(*hand).best_of::<7>()));
                tally.add(Outcome { high: Winners::among(ranks), ..Outcome::default() }, ways);
            });
        } else {
            boards.each(|board, ways| tally.add(self.judge(&self.hands, &board.cards), ways));
        }
        tally
    }

    /// Who wins with these private cards on a whole board.
    #[inline]
    pub(super) fn judge(&self, hands: &[Private], board: &[Card]) -> Outcome {
        let ranking = &self.game.ranking;
        let worths: ArrayVec<Worth, HANDS_MAX> =
            hands.iter().map(|hand| ranking.worth(hand, board)).collect();
        Outcome::of(&worths, ranking.wins)
    }

    /// How many different deals there are.
    #[must_use]
    pub fn deals(&self) -> u128 {
        let live = self.live.len() as u128;
        if self.game.has_draw() {
            let mut left = live;
            self.hands.iter().fold(1, |deals, hand| {
                let lacks = (self.game.dealt - hand.len()) as u128;
                let ways = choose(left, lacks);
                left -= lacks;
                deals * ways
            })
        } else {
            // A discard tells the cards before it from those after it.
            let discard = self.game.discard.filter(|_| self.is_before_discard());
            let early = discard.map_or(0, |discard| discard.board - self.board.len()) as u128;
            let late = (self.game.board - self.board.len()) as u128 - early;
            choose(live, early) * choose(live - early, late)
        }
    }

    /// Whether the hands still have their discard before them.
    pub(super) fn is_before_discard(&self) -> bool {
        self.game.discard.is_some() && self.hands[0].len() == self.game.dealt
    }
}

fn choose(from: u128, count: u128) -> u128 {
    (0..count).fold(1, |ways, step| ways * (from - step) / (step + 1))
}

fn check_board(game: &Game, cards: usize) -> Result<(), Fault> {
    match cards {
        0 => Ok(()),
        _ if game.has_draw() => Err(Fault::NoBoard),
        _ if game.has_board_of.get(cards) == Some(&true) => Ok(()),
        _ => Err(Fault::BoardCards(cards)),
    }
}

fn check_hands(game: &Game, hands: &[Vec<Card>], board: usize) -> Result<(), Fault> {
    for (place, cards) in hands.iter().enumerate() {
        let (hand, came, expected) = (place + 1, cards.len(), game.dealt);
        if game.has_draw() {
            if came == 0 || came > expected {
                return Err(Fault::CardsToDraw { hand, came });
            }
        } else if let Some(discard) = game.discard {
            let before = (board <= discard.board).then_some(expected);
            let after = (board >= discard.board).then_some(expected - discard.cards);
            if before != Some(came) && after != Some(came) {
                return Err(Fault::CardsAtDiscard { hand, came, before, after });
            }
            if came != hands[0].len() {
                return Err(Fault::MixedDiscards);
            }
        } else if came != expected {
            return Err(Fault::Cards { hand, came, expected });
        }
    }
    Ok(())
}
