//! The rules of play over one situation, without money and turns: what may be done and why not, when a hand ends,
//! whether the bank draws, and what is due. The round, the bots and the odds all ask here.

use std::cmp::Ordering;

use books::blackjack::{
    BankDraws, Check, JokerTie, NaturalHand, Outcome, Pairs, Reach, SurrenderCost, SurrenderWhen, TenSplits,
};
use books::{Clause, Money, Odds, Rule};
use cards::{Card, Rank};

use super::hand::{Count, Hand, Suits, Total, holds, points, suits};
use super::state::End;
use super::terms::Terms;
use crate::refusal::{Reason, Refusal};

/// A player's hand as the rules of play see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// What it counts.
    pub total: Total,
    /// How many cards it has.
    pub cards: u8,
    /// Its two cards, as long as there are no more.
    pub two: Option<[Card; 2]>,
    /// Whether a joker is in it.
    pub has_joker: bool,
    /// Whether it comes from a split.
    pub is_split: bool,
    /// Whether it was doubled.
    pub is_doubled: bool,
    /// Whether the player has chosen anything for it yet.
    pub is_touched: bool,
    /// How often its spot was split.
    pub splits: u8,
    /// Why it takes no more part in the turns, once it does not.
    pub end: Option<End>,
}

impl Situation {
    /// An opening hand of which nothing but its cards is known.
    #[must_use]
    #[inline]
    pub fn opening(hand: &Hand) -> Situation {
        let two = <[Card; 2]>::try_from(hand.cards()).ok();
        Situation { two, ..Situation::of(hand.count()) }
    }

    /// A hand of which only the count is known.
    #[must_use]
    #[inline]
    pub fn of(count: Count) -> Situation {
        Situation {
            total: count.total(),
            cards: count.cards(),
            two: None,
            has_joker: count.has_joker(),
            is_split: false,
            is_doubled: false,
            is_touched: false,
            splits: 0,
            end: None,
        }
    }
}

/// A player's hand when it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// What it counts.
    pub total: Total,
    /// How many cards it has.
    pub cards: u8,
    /// Whether it is a Natural.
    pub is_natural: bool,
    /// Whether a joker is in it.
    pub has_joker: bool,
}

impl Shown {
    /// A hand that is no Natural.
    #[must_use]
    pub fn plain(count: Count) -> Shown {
        Shown { total: count.total(), cards: count.cards(), is_natural: false, has_joker: count.has_joker() }
    }
}

/// A hand of the bank that may turn results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Special {
    /// Exactly 7, 8 and 9 of one suit.
    Suited789,
    /// Exactly three eights.
    Eights,
}

/// The bank's finished hand when it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BankShown {
    /// What it counts.
    pub total: Total,
    /// Whether it is a Natural.
    pub is_natural: bool,
    /// Whether it is a hand that may turn results.
    pub special: Option<Special>,
    /// Whether a joker is in it.
    pub has_joker: bool,
}

impl BankShown {
    /// The bank's finished hand.
    #[must_use]
    pub fn of(terms: &Terms, hand: &Hand) -> BankShown {
        let cards = hand.cards();
        BankShown {
            total: hand.total(),
            is_natural: is_natural(cards, terms.natural.value),
            special: special(cards),
            has_joker: hand.has_joker(),
        }
    }
}

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

/// Which hand that may turn results the bank's cards are.
fn special(cards: &[Card]) -> Option<Special> {
    if cards.len() != 3 {
        return None;
    }
    if holds(cards, &[Rank::Eight; 3]) {
        Some(Special::Eights)
    } else if holds(cards, &[Rank::Seven, Rank::Eight, Rank::Nine]) && suits(cards) == Suits::Suited {
        Some(Special::Suited789)
    } else {
        None
    }
}

/// Whether the bank may have a Natural with that up card.
#[must_use]
pub fn bank_may_have_natural(terms: &Terms, up: Card) -> bool {
    match terms.natural.value {
        NaturalHand::AceAndTenValue => up.rank() == Some(Rank::Ace) || up.is_ten_value(),
        NaturalHand::TwoJokers => up.is_joker(),
    }
}

/// Whether the bank's down card is looked at before the players act.
#[must_use]
pub fn is_looked_under(terms: &Terms, up: Card) -> bool {
    let is_ace = up.rank() == Some(Rank::Ace);
    match terms.check.value {
        Check::Never => false,
        Check::UnderAce => is_ace,
        Check::UnderAceOrTen => is_ace || up.is_ten_value(),
    }
}

/// Whether the bank's up card ends all players' choices.
#[must_use]
pub fn freezes(terms: &Terms, up: Card) -> bool {
    terms.joker_up_freezes.value && up.is_joker()
}

/// Whether the bank's up card leaves doubling, splitting and giving up open.
pub fn are_options_open(terms: &Terms, up: Option<Card>) -> Result<(), Refusal> {
    match terms.joker_up_bars_options {
        Some(rule) if rule.value && up.is_some_and(Card::is_joker) => {
            Err(Refusal::new(Reason::Frozen, rule.clause))
        }
        _ => Ok(()),
    }
}

/// Whether players are asked about insurance.
#[must_use]
pub fn asks_insurance(terms: &Terms, up: Card) -> bool {
    terms.insurance.value && up.rank() == Some(Rank::Ace)
}

/// Whether a hand may be settled for even money where insurance is asked about.
#[must_use]
pub fn may_take_even_money(terms: &Terms, is_natural: bool) -> bool {
    terms.insurance.value && terms.even_money.value && is_natural
}

/// Whether a hand still takes part in the turns; if not, the refusal says what ended it.
pub fn is_open(terms: &Terms, end: Option<End>) -> Result<(), Refusal> {
    let (reason, clause) = match end {
        None => return Ok(()),
        Some(End::Natural) => (Reason::NaturalStands, terms.natural.clause),
        Some(End::Joker) => (Reason::JokerStands, terms.joker_hand_stands.clause),
        Some(End::Frozen) => (Reason::Frozen, terms.joker_up_freezes.clause),
        Some(End::BankNatural) => (Reason::BankNatural, terms.check.clause),
        Some(End::Over) => (Reason::HandFinished, terms.highest.clause),
        Some(End::SplitAce) => (Reason::SplitAces, terms.split_aces_one_card.clause),
        Some(End::Doubled) => (Reason::HandFinished, terms.double_cards.clause),
        Some(End::Surrendered) => (Reason::HandFinished, terms.surrender.clause),
        Some(End::Stood) => (Reason::HandFinished, terms.turns),
        Some(End::Voided) => (Reason::AlreadyVoid, Clause::NONE),
    };
    Err(Refusal::new(reason, clause))
}

/// Whether a hand is a split ace that has got its one card.
#[must_use]
#[inline]
pub fn is_spent_ace(terms: &Terms, hand: &Situation) -> bool {
    terms.split_aces_one_card.value
        && hand.is_split
        && hand.two.is_some_and(|[first, _]| first.rank() == Some(Rank::Ace))
}

#[inline]
fn may_take_card(terms: &Terms, hand: &Situation) -> Result<(), Refusal> {
    is_open(terms, hand.end)?;
    if hand.is_doubled {
        return Err(Refusal::new(Reason::HandFinished, terms.double_cards.clause));
    }
    if is_spent_ace(terms, hand) {
        return Err(Refusal::new(Reason::SplitAces, terms.split_aces_one_card.clause));
    }
    Ok(())
}

#[inline]
fn is_below_must_stand(terms: &Terms, total: Total) -> Result<(), Refusal> {
    let rule = if total.is_soft { terms.must_stand_soft } else { terms.must_stand_hard };
    if total.points >= rule.value {
        return Err(Refusal::new(Reason::MustStand, rule.clause));
    }
    Ok(())
}

/// Whether a hand may stand; if it may not, it must hit.
#[inline]
pub fn may_stand(terms: &Terms, hand: &Situation) -> Result<(), Refusal> {
    let rule = if hand.total.is_soft { terms.must_hit_soft } else { terms.must_hit_hard };
    let takes_no_card = hand.is_doubled || is_spent_ace(terms, hand);
    if hand.total.points <= rule.value && !takes_no_card {
        return Err(Refusal::new(Reason::MustHit, rule.clause));
    }
    Ok(())
}

/// Whether a hand may take a card.
#[inline]
pub fn may_hit(terms: &Terms, hand: &Situation) -> Result<(), Refusal> {
    may_take_card(terms, hand)?;
    is_below_must_stand(terms, hand.total)
}

/// Whether a hand may be doubled by whoever has the money.
pub fn may_double(terms: &Terms, hand: &Situation) -> Result<(), Refusal> {
    may_take_card(terms, hand)?;
    if terms.double_two_cards_only.value && hand.cards != 2 {
        return Err(Refusal::new(Reason::TwoCardsOnly, terms.double_two_cards_only.clause));
    }
    if hand.is_split && !terms.double_after_split.value {
        return Err(Refusal::new(Reason::NotAfterSplit, terms.double_after_split.clause));
    }
    if !terms.double_must_stand_totals.value {
        is_below_must_stand(terms, hand.total).map_err(|refusal| {
            Refusal::new(refusal.reason, terms.double_must_stand_totals.clause.or(refusal.clause))
        })?;
    }
    Ok(())
}

/// Whether a hand may be split by whoever has the money.
pub fn may_split(terms: &Terms, hand: &Situation) -> Result<(), Refusal> {
    let Some([one, other]) = hand.two else {
        return Err(Refusal::new(Reason::TwoCardsOnly, terms.split_pairs.clause));
    };
    if hand.is_doubled {
        return Err(Refusal::new(Reason::HandFinished, terms.double_cards.clause));
    }
    let (Some(rank), Some(other_rank)) = (one.rank(), other.rank()) else {
        return Err(Refusal::new(Reason::JokerStands, terms.joker_hand_stands.clause));
    };
    let is_pair = match terms.split_pairs.value {
        Pairs::SameRank => rank == other_rank,
        Pairs::SameValue => points(rank) == points(other_rank),
    };
    if !is_pair {
        return Err(Refusal::new(Reason::NotAPair, terms.split_pairs.clause));
    }
    let limit = if rank == Rank::Ace { terms.split_aces_times } else { terms.split_times };
    if !limit.allows_after(hand.splits) || !terms.split_times.allows_after(hand.splits) {
        return Err(Refusal::new(Reason::NoMoreSplits, limit.clause));
    }
    let needs_suit =
        terms.split_tens.value == TenSplits::ThirdSameSuit && one.is_ten_value() && hand.splits >= 2;
    if needs_suit && one.suit() != other.suit() {
        return Err(Refusal::new(Reason::SuitNeeded, terms.split_tens.clause));
    }
    Ok(())
}

/// Whether a hand may be given up; whether its player is in turn is asked where only the order of the seats
/// can say.
pub fn may_surrender(
    terms: &Terms,
    hand: &Situation,
    is_in_turn: impl FnOnce() -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let rule = terms.surrender;
    match rule.value {
        SurrenderWhen::Never => return Err(Refusal::new(Reason::NotOffered, rule.clause)),
        SurrenderWhen::FirstDecision => {
            if hand.is_touched || hand.is_split || hand.cards != 2 {
                return Err(Refusal::new(Reason::OpeningOnly, rule.clause));
            }
            is_open(terms, hand.end)?;
        }
        SurrenderWhen::AnyTime => {
            match hand.end {
                Some(
                    End::Natural
                    | End::Joker
                    | End::Surrendered
                    | End::Voided
                    | End::BankNatural
                    | End::Frozen,
                ) => is_open(terms, hand.end)?,
                None | Some(End::Stood | End::Over | End::SplitAce | End::Doubled) => {}
            }
            is_in_turn()?;
        }
    }
    let over = terms.surrender_over.filter(|_| hand.total.is_over());
    if over.is_some_and(|rule| rule.value) {
        return Ok(());
    }
    if hand.total.points > terms.surrender_up_to.value {
        return Err(Refusal::new(Reason::TooHighToSurrender, terms.surrender_up_to.clause.or(rule.clause)));
    }
    Ok(())
}

/// What is lost of the money on a hand that is given up.
#[must_use]
pub fn given_up(terms: &Terms, amount: Money) -> Money {
    match terms.surrender_costs.value {
        SurrenderCost::Half => amount.half(),
    }
}

/// Whether a player's hand is a Natural.
#[must_use]
#[inline]
pub fn is_player_natural(terms: &Terms, hand: &Situation) -> bool {
    // Every Natural counts the most, and few hands do.
    hand.total.points == Total::HIGHEST
        && (!hand.is_split || terms.natural_after_split.value)
        && hand.two.is_some_and(|two| is_natural(&two, terms.natural.value))
}

/// What a card that has just come ends a hand by, if by anything; `can_split` says whether the player has the money
/// for one more split.
#[must_use]
#[inline]
pub fn end_by_card(terms: &Terms, hand: &Situation, can_split: impl FnOnce() -> bool) -> Option<End> {
    let may_still_surrender =
        terms.surrender.value == SurrenderWhen::AnyTime && hand.total.points <= terms.surrender_up_to.value;
    if is_player_natural(terms, hand) {
        Some(End::Natural)
    } else if terms.joker_hand_stands.value && hand.has_joker && hand.cards >= 2 {
        Some(End::Joker)
    } else if hand.total.is_over() {
        Some(End::Over)
    } else if may_still_surrender {
        None
    } else if hand.is_doubled {
        Some(End::Doubled)
    } else if is_spent_ace(terms, hand) && !(may_split(terms, hand).is_ok() && can_split()) {
        Some(End::SplitAce)
    } else {
        None
    }
}

/// Whether nothing of what the bank may still draw can change what a hand that ended so comes to.
#[must_use]
pub fn is_decided(end: Option<End>) -> bool {
    matches!(end, Some(End::Surrendered | End::Natural | End::Voided))
}

/// Whether the bank's hand takes another card; `is_decided` says whether nothing hangs on it.
#[must_use]
pub fn bank_draws(terms: &Terms, total: Total, is_natural: bool, is_decided: impl FnOnce() -> bool) -> bool {
    let limit = if total.is_soft { terms.bank_hits_soft } else { terms.bank_hits_hard };
    !is_natural
        && total.points <= limit.value
        && (terms.bank_draws.value == BankDraws::Always || !is_decided())
}

/// Compares a player's hand with the bank's finished hand.
#[must_use]
#[inline]
pub fn compare(terms: &Terms, player: Shown, bank: BankShown) -> Decision {
    let rule = match (player.is_natural, bank.is_natural) {
        (true, true) => terms.both_natural,
        (true, false) => terms.player_natural,
        (false, true) => terms.bank_natural,
        (false, false) => match (player.total.is_over(), bank.total.is_over()) {
            (false, true) => terms.bank_over,
            (true, false) => terms.player_over,
            (true, true) => return both_over(terms, player, bank),
            (false, false) => match player.total.points.cmp(&bank.total.points) {
                Ordering::Greater if player.total.points == terms.highest.value => terms.player_highest,
                Ordering::Greater => terms.player_higher,
                Ordering::Less if bank.total.points == terms.highest.value => terms.bank_highest,
                Ordering::Less => terms.bank_higher,
                Ordering::Equal => equal(terms, player, bank),
            },
        },
    };
    let pays = if player.is_natural { terms.natural_pays } else { terms.wins_pay };
    Decision { outcome: rule.value, pays: pays.value, clause: rule.clause }
}

/// What becomes of equal totals: a joker on one side may decide between two that are the highest.
fn equal(terms: &Terms, player: Shown, bank: BankShown) -> Rule<Outcome> {
    let is_joker_alone = player.has_joker != bank.has_joker && player.total.points == terms.highest.value;
    match terms.joker_against_highest.filter(|_| is_joker_alone) {
        None => terms.equal,
        Some(Rule { value: JokerTie::Push, clause }) => Rule { value: Outcome::Push, clause },
        Some(Rule { value: JokerTie::JokerWins, clause }) => {
            Rule { value: if player.has_joker { Outcome::Player } else { Outcome::Bank }, clause }
        }
    }
}

fn both_over(terms: &Terms, player: Shown, bank: BankShown) -> Decision {
    let (mine, theirs) = (player.total.points, bank.total.points);
    let pays = terms.wins_pay.value;
    let special = match bank.special {
        None => None,
        Some(Special::Suited789) => terms.bank_suited_789,
        Some(Special::Eights) => terms.bank_888,
    };
    if let Some(rule) = special
        && (rule.reaches == Reach::EveryOver || mine < theirs)
    {
        return Decision { outcome: rule.result, pays, clause: rule.clause };
    }
    if let Some(rule) = terms.player_three_cards
        && mine < theirs
        && player.cards == 3
        && (rule.least..=rule.most).contains(&mine)
    {
        return Decision { outcome: rule.result, pays, clause: rule.clause };
    }
    let rule = match mine.cmp(&theirs) {
        Ordering::Less => terms.both_over_player_nearer,
        Ordering::Equal => terms.both_over_equal,
        Ordering::Greater => terms.both_over_bank_nearer,
    };
    Decision { outcome: rule.value, pays, clause: rule.clause }
}
