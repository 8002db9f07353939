//! Lowball: hands that exchange cards.

use books::poker::{LowScale, PokerRules};
use cards::{Card, Category, DeuceToSevenRank, Draws, Rank};
use games::poker::{Ranking, Worth};

use super::share::{Shares, unseen};
use crate::Asked;
use crate::sample::{deal, draws_for};

/// What others keep: different cards up to this; and up to this they stand pat.
const KEPT_MOST: u8 = 8;
const PAT_MOST: u8 = 9;
/// Hands of five are cheap to look at once and dear to look at in every way to draw, so that fewer deals are made.
const DEALS_PART: u32 = 5;

/// What a hand wins against so many others that draw as most people do, for each way to keep some of its cards.
pub(super) fn shares(
    rules: &PokerRules,
    own: &[Card],
    out: &[Card],
    ways: &[Vec<Card>],
    rivals: usize,
    asked: &Asked<'_>,
) -> Vec<Shares> {
    let ranking = Ranking::of(&rules.hands);
    let mut draws = draws_for(own);
    let mut unseen = unseen(&[own, out]);
    let most = ways.iter().map(|kept| 5 - kept.len().min(5)).max().unwrap_or(0);
    let rivals = rivals.min((unseen.len() - most) / 5);
    let mut found: Vec<Shares> = ways.iter().map(|_| Shares::new(rivals, false)).collect();
    let all = unseen.len();
    for _ in 0..asked.deals / DEALS_PART {
        deal(&mut unseen, all, &mut draws);
        let (mine, rest) = unseen.split_at(most);
        let (hands, stub) = rest.split_at(5 * rivals);
        let mut stub = Stub { cards: stub.to_vec(), thrown: Vec::new() };
        let others: Vec<Worth> = hands
            .chunks(5)
            .map(|five| ranking.worth(&stub.exchange(kept(rules, five), five, &mut draws), &[]))
            .collect();
        for (kept, shares) in ways.iter().zip(&mut found) {
            let own = [&kept[..], &mine[..5 - kept.len().min(5)]].concat();
            shares.add(ranking.worth(&own, &[]), &others);
        }
    }
    found
}

/// What is left of the deck while hands draw.
struct Stub {
    cards: Vec<Card>,
    /// What others have thrown away, which is shuffled when the stub runs out.
    thrown: Vec<Card>,
}

impl Stub {
    fn exchange(&mut self, mut hand: Vec<Card>, five: &[Card], draws: &mut Draws) -> Vec<Card> {
        while hand.len() < 5 {
            if self.cards.is_empty() {
                draws.shuffle(&mut self.thrown);
                std::mem::swap(&mut self.cards, &mut self.thrown);
            }
            let Some(card) = self.cards.pop() else { break };
            hand.push(card);
        }
        let left = five.iter().copied().filter(|card| !hand.contains(card)).collect::<Vec<_>>();
        // Where nothing at all is left to draw, the cards stay.
        let stays = 5 - hand.len();
        hand.extend(&left[..stays]);
        self.thrown.extend(&left[stays..]);
        hand
    }
}

/// What somebody keeps in lowball: a good hand whole, else the different low cards.
pub(super) fn kept(rules: &PokerRules, cards: &[Card]) -> Vec<Card> {
    let is_deuce = rules.hands.low_scale.as_ref().is_some_and(|scale| scale.value == LowScale::DeuceToSeven);
    let count = |card: &Card| {
        let rank = card.rank().map_or(0, Rank::number);
        if card.rank() == Some(Rank::Ace) && !is_deuce { 1 } else { rank }
    };
    let mut sorted = cards.to_vec();
    sorted.sort_by_key(count);
    sorted.dedup_by_key(|card| count(card));
    let is_low = sorted.len() == 5 && sorted.iter().all(|card| count(card) <= PAT_MOST);
    let counts_against = is_deuce
        && <&[Card; 5]>::try_from(cards)
            .is_ok_and(|five| DeuceToSevenRank::of(five).category() != Category::HighCard);
    if is_low && !counts_against {
        return sorted;
    }
    sorted.retain(|card| count(card) <= KEPT_MOST);
    sorted.truncate(4);
    sorted
}
