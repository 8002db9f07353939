//! What a book says about cards and the showdown.

use std::fmt;

use books::poker::PokerRules;
use games::poker::Ranking;

/// A poker game as far as equities depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// How hands are ranked.
    pub(super) ranking: Ranking,
    /// Private cards dealt to each player.
    pub(super) dealt: usize,
    /// The discard, where there is one.
    pub(super) discard: Option<Discard>,
    /// Board cards of a whole hand; none in a draw game.
    pub(super) board: usize,
    /// The sizes of a board between two streets.
    pub(super) has_board_of: [bool; 6],
    /// The most players of a hand.
    pub(super) players: usize,
}

/// A discard of private cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discard {
    /// How many cards each player throws away.
    pub(super) cards: usize,
    /// How many board cards lie then.
    pub(super) board: usize,
}

/// Why a book has no equities here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEquity {
    /// Cards are thrown away more than once.
    SeveralDiscards,
    /// The book does not let a table be posted as high and low.
    NotHighLow,
    /// The book does not let a table be posted without a qualifier.
    NoWaiver,
}

impl fmt::Display for NoEquity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoEquity::SeveralDiscards => "equities of games with more than one discard are not worked out",
            NoEquity::NotHighLow => "a table of this book cannot be posted as high and low",
            NoEquity::NoWaiver => "a table of this book cannot be posted without a qualifier for low",
        })
    }
}

impl std::error::Error for NoEquity {}

impl Game {
    /// The game of a book, without a posting at the table.
    ///
    /// # Errors
    /// When the book throws cards away more than once.
    pub fn of(rules: &PokerRules) -> Result<Game, NoEquity> {
        let mut discard = None;
        let mut board = 0;
        let mut has_board_of = [false; 6];
        for street in &rules.streets {
            board += usize::from(street.board.value);
            has_board_of[board.min(5)] = true;
            let cards = usize::from(street.discard.value);
            if cards > 0 && discard.replace(Discard { cards, board }).is_some() {
                return Err(NoEquity::SeveralDiscards);
            }
        }
        let dealt = usize::from(rules.private_cards());
        let players = usize::from(rules.table.players.most);
        Ok(Game { ranking: Ranking::of(&rules.hands), dealt, discard, board, has_board_of, players })
    }

    /// The same game posted as high and low.
    ///
    /// # Errors
    /// When the book does not allow such a posting.
    pub fn posted_high_low(self, rules: &PokerRules) -> Result<Game, NoEquity> {
        let ranking = self.ranking.posted_high_low(&rules.hands).ok_or(NoEquity::NotHighLow)?;
        Ok(Game { ranking, ..self })
    }

    /// The same game posted without a qualifier for low.
    ///
    /// # Errors
    /// When the book does not allow such a posting.
    pub fn posted_without_qualifier(self, rules: &PokerRules) -> Result<Game, NoEquity> {
        let ranking = self.ranking.posted_without_qualifier(&rules.hands).ok_or(NoEquity::NoWaiver)?;
        Ok(Game { ranking, ..self })
    }

    /// How hands are ranked.
    #[must_use]
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Whether it is a draw game, without a board.
    #[must_use]
    pub fn has_draw(&self) -> bool {
        self.board == 0
    }
}
