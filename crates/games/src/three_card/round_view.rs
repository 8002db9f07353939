//! What a viewer sees of a three-card round, in the shape that all families share.

use cards::{Card, ThreeCardRank};

use super::event::{Choice, WagerKind, Waits};
use super::round::{ThreeCard, Viewer as ThreeCardViewer};
use crate::round::{BankView, HandEnd, HandView, RoundStage, SeatView, View, Viewer, WagerPart, WagerView};
use crate::seat::Seat;

pub(super) fn view(round: &ThreeCard, viewer: Viewer) -> View {
    let stage = match round.waits() {
        Waits::Card { .. } => RoundStage::Deal,
        Waits::Choice(_) => RoundStage::PlayOrFold,
        Waits::Over => RoundStage::Settled,
    };
    let mut view = View::empty(round.rules().book.family, stage);
    view.button = round.button();
    let seen = |seat: Seat| {
        if viewer == Viewer::Auditor {
            return round.hand_seen_by(ThreeCardViewer::Auditor, seat);
        }
        let own = viewer.parties(round.setup().bets.iter().map(|bet| bet.purse));
        let as_anybody = round.hand_seen_by(ThreeCardViewer::Everybody, seat);
        if !as_anybody.is_empty() {
            return as_anybody;
        }
        let as_owner = |who| Some(round.hand_seen_by(ThreeCardViewer::Player(who), seat));
        own.into_iter().filter_map(as_owner).find(|cards| !cards.is_empty()).unwrap_or_default()
    };
    for (place, player) in round.players().iter().enumerate() {
        let purse = round.setup().bets[place].purse;
        let mut hand = three_hand(&seen(player.seat), player.cards.len());
        hand.end = match player.choice {
            Some(Choice::Fold) => HandEnd::Folded,
            Some(_) => HandEnd::Plays,
            None => HandEnd::Open,
        };
        let kinds = [
            (WagerKind::Ante, WagerPart::Ante),
            (WagerKind::Play, WagerPart::Play),
            (WagerKind::PairPlus, WagerPart::PairPlus),
            (WagerKind::SixCard, WagerPart::SixCard),
        ];
        let wagers = kinds
            .into_iter()
            .filter(|(kind, _)| player.wager(*kind).is_positive())
            .map(|(kind, on)| WagerView { purse, on, hand: 0, amount: player.wager(kind) })
            .collect();
        let is_live = player.choice != Some(Choice::Fold);
        view.seats.push(SeatView { hands: vec![hand], wagers, is_live, ..SeatView::at(player.seat) });
    }
    let bank_seat = round.setup().bank;
    let mut hand = three_hand(&seen(bank_seat), round.bank_cards());
    hand.end = match round.qualifies() {
        Some(true) => HandEnd::Qualifies,
        Some(false) => HandEnd::DoesNotQualify,
        None => HandEnd::Open,
    };
    view.bank = Some(BankView::of(bank_seat, vec![hand], round.stake()));
    view
}

fn three_hand(seen: &[Card], count: usize) -> HandView {
    let mut cards: Vec<Option<Card>> = seen.iter().map(|card| Some(*card)).collect();
    cards.resize(count.max(seen.len()), None);
    let worth = match *seen {
        [a, b, c] => ThreeCardRank::of(&[a, b, c]).to_string(),
        _ => String::new(),
    };
    HandView { cards, worth, ..HandView::default() }
}
