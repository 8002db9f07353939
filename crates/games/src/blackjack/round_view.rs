//! What a viewer sees of a blackjack round, in the shape that all families share.

use cards::Card;

use super::event::WagerKind;
use super::hand::Hand;
use super::state::{Blackjack, End};
use super::waits::Waits;
use crate::round::{BankView, HandEnd, HandName, HandView, RoundStage, SeatView, View, WagerPart, WagerView};

fn total_words(hand: &Hand) -> String {
    if hand.cards().is_empty() {
        return String::new();
    }
    let total = hand.total();
    match (hand.has_joker(), total.is_over(), total.is_soft) {
        (true, ..) => "joker".to_owned(),
        (_, true, _) => format!("{} over", total.points),
        (_, _, true) => format!("soft {}", total.points),
        _ => total.points.to_string(),
    }
}

pub(super) fn view(round: &Blackjack) -> View {
    let stage = match round.waits() {
        Waits::Card { .. } if round.current_hand().is_none() => RoundStage::Deal,
        Waits::Card { .. } => RoundStage::CardDrawn,
        Waits::Look => RoundStage::Look,
        Waits::Choices if round.current_hand().is_some() => RoundStage::Turns,
        Waits::Choices => RoundStage::Answers,
        Waits::Over => RoundStage::Settled,
    };
    let mut view = View::empty(round.rules().book.family, stage);
    view.button = round.button();
    for (place, spot) in round.spots().iter().enumerate() {
        let own = round.hands().iter().filter(|hand| usize::from(hand.spot) == place);
        let hands: Vec<HandView> = own
            .map(|hand| HandView {
                cards: hand.hand.cards().iter().map(|card| Some(*card)).collect(),
                worth: if hand.is_natural { "Natural".to_owned() } else { total_words(&hand.hand) },
                name: HandName::Only,
                end: hand.end.map_or(HandEnd::Open, end_of),
            })
            .collect();
        let bets = usize::from(spot.first_bet)..usize::from(spot.first_bet + spot.bets);
        let lying = round.wagers().iter().filter(|wager| bets.contains(&wager.who.index()));
        let wagers = lying
            .map(|wager| WagerView {
                purse: round.setup().bets[wager.who.index()].purse,
                on: part_of(wager.kind),
                hand: wager.hand,
                amount: wager.amount,
            })
            .collect();
        let is_live = hands.iter().any(|hand| hand.end == HandEnd::Open);
        view.seats.push(SeatView { hands, wagers, is_live, ..SeatView::at(spot.seat) });
    }
    let mut cards: Vec<Option<Card>> = round.bank_hand().cards().iter().map(|card| Some(*card)).collect();
    if round.has_down_card() {
        cards.push(None);
    }
    let hand = HandView { cards, worth: total_words(round.bank_hand()), ..HandView::default() };
    view.bank = Some(BankView::of(round.setup().bank, vec![hand], round.stake()));
    view
}

fn end_of(end: End) -> HandEnd {
    match end {
        End::Stood => HandEnd::Stands,
        End::Over => HandEnd::Over,
        End::Natural => HandEnd::Natural,
        End::Joker => HandEnd::Joker,
        End::Frozen => HandEnd::Frozen,
        End::BankNatural => HandEnd::BankNatural,
        End::SplitAce => HandEnd::SplitAce,
        End::Doubled => HandEnd::Doubled,
        End::Surrendered => HandEnd::GivenUp,
        End::Voided => HandEnd::Void,
    }
}

fn part_of(kind: WagerKind) -> WagerPart {
    match kind {
        WagerKind::Base => WagerPart::Base,
        WagerKind::Split => WagerPart::Split,
        WagerKind::Double => WagerPart::Double,
        WagerKind::Insurance => WagerPart::Insurance,
        WagerKind::Buster => WagerPart::Buster,
        WagerKind::Bonus => WagerPart::BonusBet,
    }
}
