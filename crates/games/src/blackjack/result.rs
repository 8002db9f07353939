//! Who wins: the player's hand against the bank's, cell by cell.

use std::cmp::Ordering;

use books::blackjack::{BlackjackRules, NaturalHand, Outcome, Reach};
use books::{Clause, Odds};
use cards::{Card, Rank};

use super::hand::{Hand, Suits, suits};

/// How a wager on a hand ends, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who gets it.
    pub outcome: Outcome,
    /// What a win pays.
    pub pays: Odds,
    /// The clause that decides.
    pub clause: Clause,
}

/// Whether two opening cards are a Natural.
#[must_use]
pub fn is_natural(cards: &[Card], hand: NaturalHand) -> bool {
    let [one, other] = cards else { return false };
    match hand {
        NaturalHand::TwoJokers => one.is_joker() && other.is_joker(),
        NaturalHand::AceAndTenValue => {
            let is_ace = |card: &Card| card.rank() == Some(Rank::Ace);
            (is_ace(one) && other.is_ten_value()) || (is_ace(other) && one.is_ten_value())
        }
    }
}

/// Compares a player's hand with the bank's finished hand.
#[must_use]
pub fn compare(
    rules: &BlackjackRules,
    (player, player_natural): (&Hand, bool),
    (bank, bank_natural): (&Hand, bool),
) -> Decision {
    let results = &rules.results;
    let (mine, theirs) = (player.total(), bank.total());
    let rule = match (player_natural, bank_natural) {
        (true, true) => results.both_natural,
        (true, false) => results.player_natural,
        (false, true) => results.bank_natural,
        (false, false) => match (mine.is_over(), theirs.is_over()) {
            (false, true) => results.bank_over,
            (true, false) => results.player_over,
            (true, true) => return both_over(rules, player, bank),
            (false, false) => match mine.points.cmp(&theirs.points) {
                Ordering::Greater => results.player_higher,
                Ordering::Less => results.bank_higher,
                Ordering::Equal => results.equal,
            },
        },
    };
    let pays = if player_natural { rules.natural.pays.value } else { results.wins_pay.value };
    Decision { outcome: rule.value, pays, clause: rule.clause }
}

fn both_over(rules: &BlackjackRules, player: &Hand, bank: &Hand) -> Decision {
    let (mine, theirs) = (player.total().points, bank.total().points);
    let pays = rules.results.wins_pay.value;
    let special = &rules.special;
    let is_suited_789 =
        || bank.is(&[Rank::Seven, Rank::Eight, Rank::Nine]) && suits(bank.cards()) == Suits::Suited;
    let suited_789 = special.bank_suited_789.as_ref().filter(|_| is_suited_789());
    let eights = special.bank_888.as_ref().filter(|_| bank.is(&[Rank::Eight; 3]));
    for rule in [suited_789, eights].into_iter().flatten() {
        if rule.reaches == Reach::EveryOver || mine < theirs {
            return Decision { outcome: rule.result, pays, clause: rule.clause };
        }
    }
    if let Some(rule) = &special.player_three_cards
        && mine < theirs
        && player.cards().len() == 3
        && (rule.least..=rule.most).contains(&mine)
    {
        return Decision { outcome: rule.result, pays, clause: rule.clause };
    }
    let rule = match mine.cmp(&theirs) {
        Ordering::Less => rules.results.both_over_player_nearer,
        Ordering::Equal => rules.results.both_over_equal,
        Ordering::Greater => rules.results.both_over_bank_nearer,
    };
    Decision { outcome: rule.value, pays, clause: rule.clause }
}
