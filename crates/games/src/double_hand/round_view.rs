//! What a viewer sees of a double-hand round, in the shape that all families share.

use super::event::Waits;
use super::round::DoubleHand;
use super::set::{Setting, wheel};
use super::view::Viewer as DoubleHandViewer;
use crate::face::RoundFace;
use crate::round::{
    BankView, HandEnd, HandName, HandToSet, HandView, RoundStage, SeatView, View, Viewer, WagerPart,
    WagerView,
};
use crate::seat::{Party, Seat};

pub(super) fn view(round: &DoubleHand, viewer: Viewer) -> View {
    let stage = match round.waits() {
        Waits::Card(_) => RoundStage::Deal,
        Waits::Over => RoundStage::Settled,
        Waits::Choices if round.button().is_none() => RoundStage::PileAndDice,
        Waits::Choices if round.spots().iter().any(|spot| !spot.is_set()) => RoundStage::Setting,
        Waits::Choices if round.bank_setting().is_none() => RoundStage::BankSets,
        Waits::Choices => RoundStage::Opening,
    };
    let mut view = View::empty(round.rules().book.family, stage);
    view.button = round.button();
    let seen = |seat: Seat| {
        if viewer == Viewer::Auditor {
            return round.hand_seen_by(DoubleHandViewer::Auditor, seat);
        }
        let own = viewer.parties(round.setup().bets.iter().map(|bet| bet.purse));
        let as_owner = |who| round.hand_seen_by(DoubleHandViewer::Bettor(who), seat);
        let as_anybody = round.hand_seen_by(DoubleHandViewer::Everybody, seat);
        as_anybody.or_else(|| own.into_iter().find_map(as_owner))
    };
    let rank_wheel = wheel(&round.rules().values);
    for spot in round.spots() {
        let cards = seen(spot.seat);
        let hands = match (cards, spot.setting) {
            (Some(_), Some(setting)) => set_hands(setting, rank_wheel),
            (Some(cards), None) => {
                vec![HandView { cards: cards.iter().map(Some).collect(), ..HandView::default() }]
            }
            (None, Some(_)) => vec![hidden(HandName::Front, 2), hidden(HandName::Back, 5)],
            (None, None) if spot.set_unseen.is_some() => {
                vec![hidden(HandName::Front, 2), hidden(HandName::Back, 5)]
            }
            (None, None) if round.button().is_some() => vec![hidden(HandName::Only, 7)],
            (None, None) => Vec::new(),
        };
        let mut wagers = Vec::new();
        for (place, bet) in round.setup().bets.iter().enumerate() {
            let (amount, is_settled) = round.bet(place);
            if bet.spot == spot.seat && !is_settled {
                wagers.push(WagerView { purse: bet.purse, on: WagerPart::Base, hand: 0, amount });
            }
        }
        let is_live = !spot.is_settled;
        view.seats.push(SeatView { hands, wagers, is_live, ..SeatView::at(spot.seat) });
    }
    view.next_hand = round.hand_to_enter();
    let seat = round.setup().bank;
    let hands = match (seen(seat), round.bank_setting()) {
        (Some(_), Some(setting)) => set_hands(setting, rank_wheel),
        (Some(cards), None) => {
            vec![HandView { cards: cards.iter().map(Some).collect(), ..HandView::default() }]
        }
        (None, _) if round.button().is_some() => vec![hidden(HandName::Only, 7)],
        (None, _) => Vec::new(),
    };
    view.bank = Some(BankView::of(seat, hands, round.stake()));
    view.to_set = to_set(round, viewer);
    view
}

/// The hands whose cards are known and that wait for this viewer to set them.
fn to_set(round: &DoubleHand, viewer: Viewer) -> Vec<HandToSet> {
    let hand = |(who, seat): (Party, Seat)| {
        let is_own = round.purse_of(who).is_some_and(|purse| viewer == Viewer::Purse(purse));
        let cards = round.hand_of(seat).filter(|_| is_own)?;
        Some(HandToSet { who, seat, cards: cards.iter().collect() })
    };
    round.setters().into_iter().filter_map(hand).collect()
}

fn hidden(name: HandName, count: usize) -> HandView {
    HandView { cards: vec![None; count], name, ..HandView::default() }
}

fn set_hands(setting: Setting, rank_wheel: cards::Wheel) -> Vec<HandView> {
    let end = if setting.is_foul(rank_wheel) { HandEnd::Foul } else { HandEnd::Open };
    let hand = |name: HandName, cards: cards::CardSet, worth: String| HandView {
        cards: cards.iter().map(Some).collect(),
        worth,
        name,
        end,
    };
    vec![
        hand(HandName::Front, setting.front(), setting.front_rank().to_string()),
        hand(HandName::Back, setting.back(), setting.back_rank(rank_wheel).to_string()),
    ]
}
