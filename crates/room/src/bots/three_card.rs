//! A bot at Three Card Poker: it plays when that is worth more than folding against everything the bank may hold.

use std::cmp::Ordering;

use books::three_card::ThreeCardRules;
use cards::{Card, Draws, ThreeCardRank};
use games::Party;
use games::round::Choice as Any;
use games::three_card::{Choice, bank_qualifies};

use super::{Turn, worth_of};

/// What the bot chooses among what it is offered.
pub(super) fn choose(turn: &Turn<'_>, rules: &ThreeCardRules, _draws: &mut Draws) -> Option<(Party, Choice)> {
    let Turn { round, seat, offers, style, .. } = *turn;
    let find = |wanted: Choice| {
        let offer = offers.iter().find(|offer| offer.choice == Any::ThreeCard(wanted))?;
        Some((offer.who, wanted))
    };
    let own = round.seats.iter().find(|one| one.seat == seat)?.hands.first()?;
    let own: Vec<Card> = own.cards.iter().copied().flatten().collect();
    let bank = round.bank.as_ref().and_then(|bank| bank.hands.first());
    let shown: Vec<Card> = bank.iter().flat_map(|hand| &hand.cards).copied().flatten().collect();
    // At the border a loose player plays on and a mild one folds, which costs either next to nothing.
    let doubt = match (style.is_loose, style.is_bold) {
        (true, _) => -CLOSE,
        (false, true) => 0.0,
        (false, false) => CLOSE,
    };
    // Where a human deals, a bot's cards lie unseen: it folds.
    let own = <[Card; 3]>::try_from(own).ok();
    let is_worth_it = own.is_some_and(|own| worth_of_playing(rules, &own, &shown) > FOLDING + doubt);
    let play = find(Choice::Play).filter(|_| is_worth_it);
    play.or_else(|| find(Choice::Fold))
}

/// What folding is worth, in antes.
const FOLDING: f64 = -1.0;

/// What a believable mistake costs at most, in antes.
const CLOSE: f64 = 0.02;

/// What ante and play wager bring on average, in antes, over all the cards that the bank may hold unseen.
fn worth_of_playing(rules: &ThreeCardRules, own: &[Card; 3], shown: &[Card]) -> f64 {
    let unseen: Vec<Card> =
        Card::all().filter(|card| !card.is_joker() && !own.contains(card) && !shown.contains(card)).collect();
    let mine = ThreeCardRank::of(own);
    let (mut sum, mut count) = (0.0, 0_u32);
    let mut bank = shown.to_vec();
    complete(&mut bank, &unseen, &mut |bank| {
        sum += worth_against(rules, mine, bank);
        count += 1;
    });
    sum / f64::from(count.max(1))
}

/// Fills the bank's hand with every choice of unseen cards.
fn complete(bank: &mut Vec<Card>, unseen: &[Card], each: &mut impl FnMut(&[Card; 3])) {
    if let Ok(whole) = <&[Card; 3]>::try_from(bank.as_slice()) {
        each(whole);
        return;
    }
    for (place, card) in unseen.iter().enumerate() {
        bank.push(*card);
        complete(bank, &unseen[place + 1..], each);
        bank.pop();
    }
}

fn worth_against(rules: &ThreeCardRules, mine: ThreeCardRank, bank: &[Card; 3]) -> f64 {
    let results = &rules.results;
    let (ante, play) = if bank_qualifies(&rules.bank, bank) {
        let both = match mine.cmp(&ThreeCardRank::of(bank)) {
            Ordering::Greater => results.player_higher.value,
            Ordering::Less => results.bank_higher.value,
            Ordering::Equal => results.equal.value,
        };
        (both, both)
    } else {
        (results.unqualified_ante.value, results.unqualified_play.value)
    };
    worth_of(ante, results.ante_pays.value) + worth_of(play, results.play_pays.value)
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};

    use super::*;

    fn plays(own: &str, shown: &str) -> bool {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find("pinnacle/three-card-6-card-bonus").unwrap()).unwrap();
        let Rules::ThreeCard(rules) = &book.rules else { panic!("a three-card book") };
        let own: [Card; 3] = cards::parse_cards(own).unwrap().try_into().unwrap();
        let shown = cards::parse_cards(shown).unwrap();
        worth_of_playing(rules, &own, &shown) > FOLDING
    }

    #[test]
    fn without_a_shown_card_the_border_is_the_known_one() {
        assert!(plays("Qs 6h 4d", ""), "queen, six, four is the lowest hand to play");
        assert!(!plays("Qs 6h 3d", ""));
        assert!(plays("2s 2h 3d", ""));
    }

    #[test]
    fn a_shown_ace_asks_for_more_and_a_shown_deuce_for_less() {
        assert!(!plays("Ks 6h 4d", "Ac"));
        assert!(plays("2s 2h 3d", "Ac"));
        assert!(plays("Js 9h 4d", "2c"));
    }
}
