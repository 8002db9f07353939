//! The book as the rules of play need it: flat, small and copyable.

use books::blackjack::{
    BankDraws, BankSecondCard, BankSpecial, BlackjackRules, Check, JokerTie, NaturalHand, Outcome, Pairs,
    SurrenderCost, SurrenderWhen, TenSplits, ThreeCardSpecial, Times,
};
use books::{Clause, Odds, Rule};

/// What a book says about play, without the money of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How many jokers a deck has.
    pub jokers: u8,
    /// How many cards the bank gets in the opening deal.
    pub bank_opening_cards: u8,
    /// Whether a Natural that has won is cleared before the other hands are played.
    pub clears_naturals: bool,
    /// The two opening cards that make a Natural.
    pub natural: Rule<NaturalHand>,
    /// What a winning Natural is paid.
    pub natural_pays: Rule<Odds>,
    /// Whether a hand that comes from a split can be a Natural.
    pub natural_after_split: Rule<bool>,
    /// The highest total that is not over.
    pub highest: Rule<u8>,
    /// When the bank's down card is looked at.
    pub check: Rule<Check>,
    /// Where the filing says in which order seats play.
    pub turns: Clause,
    /// Whether a joker as the bank's up card ends all players' choices.
    pub joker_up_freezes: Rule<bool>,
    /// Whether a joker as the bank's up card bars doubling, splitting and giving up.
    pub joker_up_bars_options: Option<Rule<bool>>,
    /// Hard totals up to this may not stand.
    pub must_hit_hard: Rule<u8>,
    /// Soft totals up to this may not stand.
    pub must_hit_soft: Rule<u8>,
    /// Hard totals from this on may not hit or double.
    pub must_stand_hard: Rule<u8>,
    /// Soft totals from this on may not hit or double.
    pub must_stand_soft: Rule<u8>,
    /// Whether a hand with a joker can only stand.
    pub joker_hand_stands: Rule<bool>,
    /// The bank takes a card on hard totals up to this.
    pub bank_hits_hard: Rule<u8>,
    /// The bank takes a card on soft totals up to this.
    pub bank_hits_soft: Rule<u8>,
    /// When the bank's hand is drawn out.
    pub bank_draws: Rule<BankDraws>,
    /// How many cards a doubled hand gets.
    pub double_cards: Rule<u8>,
    /// Whether only a hand of two cards may be doubled.
    pub double_two_cards_only: Rule<bool>,
    /// Whether a hand that comes from a split may be doubled.
    pub double_after_split: Rule<bool>,
    /// Whether totals on which a player must stand may be doubled.
    pub double_must_stand_totals: Rule<bool>,
    /// Which two cards may be split.
    pub split_pairs: Rule<Pairs>,
    /// How often one opening hand may be split.
    pub split_times: Rule<Times>,
    /// How often aces may be split.
    pub split_aces_times: Rule<Times>,
    /// Whether a split ace gets one card only.
    pub split_aces_one_card: Rule<bool>,
    /// What later splits of ten-value cards ask for.
    pub split_tens: Rule<TenSplits>,
    /// When a hand may be given up.
    pub surrender: Rule<SurrenderWhen>,
    /// The highest total that may be given up.
    pub surrender_up_to: Rule<u8>,
    /// Whether a hand that is over may be given up as well.
    pub surrender_over: Option<Rule<bool>>,
    /// What giving up a hand costs.
    pub surrender_costs: Rule<SurrenderCost>,
    /// Whether insurance is offered.
    pub insurance: Rule<bool>,
    /// What insurance pays.
    pub insurance_pays: Rule<Odds>,
    /// Whether a player with a Natural may take a sure win of the wager instead.
    pub even_money: Rule<bool>,
    /// Both have a Natural.
    pub both_natural: Rule<Outcome>,
    /// Only the player has a Natural.
    pub player_natural: Rule<Outcome>,
    /// Only the bank has a Natural.
    pub bank_natural: Rule<Outcome>,
    /// Only the bank is over.
    pub bank_over: Rule<Outcome>,
    /// Only the player is over.
    pub player_over: Rule<Outcome>,
    /// Neither is over and the player's total is higher.
    pub player_higher: Rule<Outcome>,
    /// Neither is over and the bank's total is higher.
    pub bank_higher: Rule<Outcome>,
    /// The player's total is exactly the highest and the bank's is lower.
    pub player_highest: Rule<Outcome>,
    /// The bank's total is exactly the highest and the player's is lower.
    pub bank_highest: Rule<Outcome>,
    /// Neither is over and the totals are equal.
    pub equal: Rule<Outcome>,
    /// Both have the highest total and only one hand holds a joker.
    pub joker_against_highest: Option<Rule<JokerTie>>,
    /// Both are over and the bank's total is nearer.
    pub both_over_bank_nearer: Rule<Outcome>,
    /// Both are over and the totals are equal.
    pub both_over_equal: Rule<Outcome>,
    /// Both are over and the player's total is nearer.
    pub both_over_player_nearer: Rule<Outcome>,
    /// What a win other than by a Natural is paid.
    pub wins_pay: Rule<Odds>,
    /// What the bank's 7, 8 and 9 of one suit do.
    pub bank_suited_789: Option<Rule<BankSpecial>>,
    /// What the bank's three eights do.
    pub bank_888: Option<Rule<BankSpecial>>,
    /// What a player's nearer over hand of three cards does.
    pub player_three_cards: Option<Rule<ThreeCardSpecial>>,
}

impl Terms {
    /// The terms of a book.
    #[must_use]
    pub fn of(rules: &BlackjackRules) -> Terms {
        let BlackjackRules {
            natural,
            values,
            deal,
            player,
            bank,
            double,
            split,
            surrender,
            insurance,
            results,
            special,
            ..
        } = rules;
        Terms {
            jokers: rules.deck.jokers.value,
            bank_opening_cards: match deal.bank_second_card.value {
                BankSecondCard::Down => 2,
                BankSecondCard::AfterPlayers => 1,
            },
            clears_naturals: rules.buster.as_ref().is_some_and(|buster| buster.natural_cleared_early.value),
            natural: natural.hand,
            natural_pays: natural.pays,
            natural_after_split: natural.after_split,
            highest: values.highest,
            check: deal.check,
            turns: deal.first.clause,
            joker_up_freezes: deal.joker_up_freezes,
            joker_up_bars_options: deal.joker_up_bars_options,
            must_hit_hard: player.must_hit_hard,
            must_hit_soft: player.must_hit_soft,
            must_stand_hard: player.must_stand_hard,
            must_stand_soft: player.must_stand_soft,
            joker_hand_stands: player.joker_hand_stands,
            bank_hits_hard: bank.hits_hard,
            bank_hits_soft: bank.hits_soft,
            bank_draws: bank.draws,
            double_cards: double.cards,
            double_two_cards_only: double.two_cards_only,
            double_after_split: double.after_split,
            double_must_stand_totals: double.must_stand_totals,
            split_pairs: split.pairs,
            split_times: split.times,
            split_aces_times: split.aces_times,
            split_aces_one_card: split.aces_one_card,
            split_tens: split.tens,
            surrender: surrender.when,
            surrender_up_to: surrender.up_to,
            surrender_over: surrender.over_hands,
            surrender_costs: surrender.costs,
            insurance: insurance.offered,
            insurance_pays: insurance.pays,
            even_money: insurance.even_money,
            both_natural: results.both_natural,
            player_natural: results.player_natural,
            bank_natural: results.bank_natural,
            bank_over: results.bank_over,
            player_over: results.player_over,
            player_higher: results.player_higher,
            bank_higher: results.bank_higher,
            player_highest: results.player_highest.unwrap_or(results.player_higher),
            bank_highest: results.bank_highest.unwrap_or(results.bank_higher),
            equal: results.equal,
            joker_against_highest: results.joker_against_highest,
            both_over_bank_nearer: results.both_over_bank_nearer,
            both_over_equal: results.both_over_equal,
            both_over_player_nearer: results.both_over_player_nearer,
            wins_pay: results.wins_pay,
            bank_suited_789: special.bank_suited_789,
            bank_888: special.bank_888,
            player_three_cards: special.player_three_cards,
        }
    }
}
