//! What a hand is worth at the showdown, high and low.

use books::poker::{HandRules, HoleUse, LowScale, Wins};
use cards::{
    AceToFiveRank, Card, Category, DeuceToSevenRank, Hand as Ranked, HighRank, Rank, eight_or_better,
    lazy_pineapple_eight_or_better, lazy_pineapple_high, omaha_eight_or_better, omaha_high,
};

/// A low hand by its scale; the better one compares greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Low {
    /// Ace to five.
    AceToFive(AceToFiveRank),
    /// Deuce to seven.
    DeuceToSeven(DeuceToSevenRank),
}

/// What a hand is worth each way it may win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// As a high hand, where high hands win.
    pub high: Option<HighRank>,
    /// As a low hand, where low hands win and this one qualifies.
    pub low: Option<Low>,
}

/// How hands are ranked at a showdown: which cards they use, which way they win, what a low must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// How many private cards a hand uses.
    pub uses: HoleUse,
    /// Which hand takes the pot.
    pub wins: Wins,
    /// How low hands are ranked, where they win anything.
    pub scale: Option<LowScale>,
    /// The highest card of a low that may win half of a pot; nothing for any low.
    pub qualifier: Option<u8>,
}

impl Ranking {
    /// As the book has it, without a posting at the table.
    #[must_use]
    pub fn of(hands: &HandRules) -> Ranking {
        Ranking {
            uses: hands.uses.value,
            wins: hands.wins.value,
            scale: hands.low_scale.as_ref().map(|rule| rule.value),
            qualifier: hands.qualifier.as_ref().map(|rule| rule.value),
        }
    }

    /// The same, posted as high and low, if the book allows such a posting.
    #[must_use]
    pub fn posted_high_low(self, hands: &HandRules) -> Option<Ranking> {
        hands.split_if_posted.value.then_some(Ranking { wins: Wins::HighLow, ..self })
    }

    /// The same, posted without a qualifier for low, if the book allows such a posting.
    #[must_use]
    pub fn posted_without_qualifier(self, hands: &HandRules) -> Option<Ranking> {
        let may = hands.qualifier_waived_if_posted.as_ref().is_some_and(|rule| rule.value);
        may.then_some(Ranking { qualifier: None, ..self })
    }

    /// Ranks a hand of known private cards with a full board, or with none in a draw game.
    ///
    /// # Panics
    /// If the number of cards does not fit the game.
    #[inline]
    #[must_use]
    pub fn worth(&self, private: &[Card], board: &[Card]) -> Worth {
        let high = (self.wins != Wins::Low).then(|| high(self.uses, private, board));
        let low = match self.wins {
            Wins::High => None,
            Wins::Low => {
                let five: &[Card; 5] = private.try_into().expect("a draw hand has five cards");
                Some(match self.scale {
                    Some(LowScale::DeuceToSeven) => Low::DeuceToSeven(DeuceToSevenRank::of(five)),
                    _ => Low::AceToFive(AceToFiveRank::of(five)),
                })
            }
            Wins::HighLow => low(self.uses, self.qualifier, private, board).map(Low::AceToFive),
        };
        Worth { high, low }
    }
}

#[inline]
fn high(uses: HoleUse, private: &[Card], board: &[Card]) -> HighRank {
    match (uses, private, board) {
        (HoleUse::ExactlyTwo, &[a, b, c, d], &[e, f, g, h, i]) => omaha_high(&[a, b, c, d], &[e, f, g, h, i]),
        (HoleUse::AtMostTwo, &[a, b, c], &[d, e, f, g, h]) => {
            lazy_pineapple_high(&[a, b, c], &[d, e, f, g, h])
        }
        (_, &[a, b], &[c, d, e, f, g]) => HighRank::of(&[a, b, c, d, e, f, g]),
        _ => {
            let all: Ranked = private.iter().chain(board).copied().collect();
            all.best().expect("a hand at the showdown has at least five cards")
        }
    }
}

fn low(uses: HoleUse, qualifier: Option<u8>, private: &[Card], board: &[Card]) -> Option<AceToFiveRank> {
    match (uses, qualifier, private, board) {
        (HoleUse::ExactlyTwo, Some(8), &[a, b, c, d], &[e, f, g, h, i]) => {
            omaha_eight_or_better(&[a, b, c, d], &[e, f, g, h, i])
        }
        (HoleUse::AtMostTwo, Some(8), &[a, b, c], &[d, e, f, g, h]) => {
            lazy_pineapple_eight_or_better(&[a, b, c], &[d, e, f, g, h])
        }
        (HoleUse::Any, Some(8), &[a, b], &[c, d, e, f, g]) => eight_or_better(&[a, b, c, d, e, f, g]),
        _ => any_low(uses, qualifier, private, board),
    }
}

/// The best low of all five-card hands the game allows, for postings that change the qualifier.
fn any_low(uses: HoleUse, qualifier: Option<u8>, private: &[Card], board: &[Card]) -> Option<AceToFiveRank> {
    let cards: Vec<Card> = private.iter().chain(board).copied().collect();
    let own = (1_u32 << private.len()) - 1;
    let mut best = None;
    for set in 0_u32..1 << cards.len() {
        let used = (set & own).count_ones();
        let is_allowed = match uses {
            HoleUse::ExactlyTwo => used == 2,
            HoleUse::AtMostTwo => used <= 2,
            HoleUse::Any | HoleUse::AllFive => true,
        };
        if set.count_ones() != 5 || !is_allowed {
            continue;
        }
        let mut five = cards.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, card)| *card);
        let five: [Card; 5] = std::array::from_fn(|_| five.next().expect("five bits are set"));
        let rank = AceToFiveRank::of(&five);
        if qualifier.is_none_or(|highest| is_at_most(rank, highest)) {
            best = best.max(Some(rank));
        }
    }
    best
}

/// Whether a low has no pair and no card above a rank, aces being low.
#[must_use]
pub fn is_at_most(rank: AceToFiveRank, highest: u8) -> bool {
    let low = |rank: Rank| if rank == Rank::Ace { 1 } else { rank.number() };
    rank.category() == Category::HighCard && rank.ranks().into_iter().all(|rank| low(rank) <= highest)
}
