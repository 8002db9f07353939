//! Wagers beside the base wager, and the house's own bonuses.

use books::blackjack::{BlackjackRules, BonusBetTable, BonusHand, NaturalHand, SuitPays};
use books::{Clause, Money, Odds, Rule};
use cards::{Card, Rank};

use super::hand::{Hand, Suits, Total, holds, points, suits};
use super::play::is_natural;

/// What a Buster wager is paid for the bank's finished hand, with its clause; nothing if it is not over.
#[must_use]
pub fn buster_pays(rules: &BlackjackRules, bank: &Hand) -> Option<Rule<Odds>> {
    buster_pays_for(rules, bank.total(), bank.cards().len() as u8)
}

/// What a Buster wager is paid for a finished hand of the bank of that total and so many cards.
#[must_use]
pub fn buster_pays_for(rules: &BlackjackRules, total: Total, cards: u8) -> Option<Rule<Odds>> {
    if !total.is_over() {
        return None;
    }
    let pays = &rules.buster.as_ref()?.pays.value;
    pays.iter().rev().find(|pay| cards >= pay.cards).map(|pay| pay.pays)
}

/// What the Bonus Bet is paid for an unsplit hand, judged in dealing order on its first two, three,
/// four or six cards; once made an award stays, and only the highest one is paid.
#[must_use]
pub fn bonus_bet_pays(table: &BonusBetTable, cards: &[Card]) -> Option<Odds> {
    let mut best: Option<Odds> = None;
    let mut award = |odds: Odds| {
        if best.is_none_or(|best| odds.on(Money::dollars(1)) > best.on(Money::dollars(1))) {
            best = Some(odds);
        }
    };
    let by_suits = |pays: &SuitPays, cards: &[Card]| match suits(cards) {
        Suits::Suited => pays.suited,
        Suits::SameColor => pays.same_color,
        Suits::Mixed => pays.other,
    };
    let first = |count: usize| cards.get(..count);
    if let Some(two) = first(2).filter(|two| is_natural(two, NaturalHand::AceAndTenValue)) {
        award(by_suits(&table.natural, two));
    }
    if let Some(three) = first(3).filter(|three| holds(three, &[Rank::Seven; 3])) {
        award(by_suits(&table.sevens, three));
    }
    if let Some(three) = first(3).filter(|three| holds(three, &[Rank::Six, Rank::Seven, Rank::Eight])) {
        award(by_suits(&table.six_seven_eight, three));
    }
    if let Some(four) = first(4).filter(|four| holds(four, &[Rank::Ace, Rank::Two, Rank::Three, Rank::Four]))
    {
        award(by_suits(&table.ace_to_four, four));
    }
    let is_not_over =
        |cards: &[Card]| cards.iter().filter_map(|card| card.rank()).map(points).sum::<u8>() <= 21;
    if first(6).is_some_and(is_not_over) {
        award(table.six_cards);
    }
    best
}

/// Whether the house pays any bonus: one without an amount is not offered.
pub(super) fn pays_bonuses(rules: &BlackjackRules) -> bool {
    rules.bonuses.iter().flatten().any(|bonus| bonus.pays.is_some())
}

/// The single best bonus the house pays for a player's unsplit hand, with its clause.
#[must_use]
pub fn house_bonus(
    rules: &BlackjackRules,
    player: &Hand,
    naturals_running: u8,
    bank: &Hand,
) -> Option<(Money, Clause)> {
    let cards = player.cards();
    let sevens = player.is(&[Rank::Seven; 3]);
    let run = player.is(&[Rank::Six, Rank::Seven, Rank::Eight]);
    let eights = bank.is(&[Rank::Eight; 3]);
    let is_made = |hand: BonusHand| match hand {
        BonusHand::BankEights => eights,
        BonusHand::BankEightsSameColor => eights && suits(bank.cards()) >= Suits::SameColor,
        BonusHand::BankEightsSuited => eights && suits(bank.cards()) == Suits::Suited,
        BonusHand::Sevens => sevens,
        BonusHand::SevensSameColor => sevens && suits(cards) >= Suits::SameColor,
        BonusHand::SevensSuited => sevens && suits(cards) == Suits::Suited,
        BonusHand::SixSevenEightSameColor => run && suits(cards) >= Suits::SameColor,
        BonusHand::SixSevenEightSuited => run && suits(cards) == Suits::Suited,
        BonusHand::SevenCards => cards.len() >= 7 && !player.total().is_over(),
        BonusHand::NaturalsInARow => naturals_running >= 2,
    };
    rules
        .bonuses
        .iter()
        .flatten()
        .filter(|bonus| is_made(bonus.hand.value))
        .filter_map(|bonus| Some((bonus.pays?, bonus.hand.clause)))
        .max_by_key(|(pays, _)| *pays)
}
