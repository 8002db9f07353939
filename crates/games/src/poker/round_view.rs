//! What a viewer sees of a hand of poker, in the shape that all families share.

use books::Money;
use cards::{Card, HighRank};

use super::hand::{Hand, Phase};
use super::pots::{layers, take};
use super::showdown::Low;
use super::view::Viewer as PokerViewer;
use crate::round::{HandEnd, HandName, HandView, RoundStage, SeatView, View};

pub(super) fn view(hand: &Hand, viewer: PokerViewer) -> View {
    let stage = match hand.phase() {
        Phase::Showing => RoundStage::Showdown,
        Phase::Over => RoundStage::Settled,
        _ => hand.table().streets()[hand.street()].name.value.into(),
    };
    let mut view = View::empty(hand.table().rules().book.family, stage);
    let seen = hand.view(viewer);
    view.button = hand.seats().last().copied();
    view.killer = hand.killer();
    view.board.clone_from(&seen.board);
    // Once the hand is over the pots stay in view as they were given out.
    let is_over = hand.phase() == Phase::Over;
    if hand.pot().is_positive() || is_over {
        let mut pots = layers(hand.paid(), hand.contenders());
        if let Some(main) = pots.first_mut() {
            main.amount += hand.dead_money;
        }
        let paid: Money = pots.iter().map(|pot| pot.amount).sum();
        let taken = if is_over { hand.drop() + hand.jackpot() } else { paid - hand.pot() };
        take(&mut pots, taken.max(Money::ZERO));
        view.pots = pots.iter().map(|pot| pot.amount).filter(|amount| amount.is_positive()).collect();
    }
    for (place, seat) in seen.seats.into_iter().enumerate() {
        let known: Vec<Card> = seat.cards.iter().copied().flatten().collect();
        let is_whole = !known.is_empty() && known.len() == seat.cards.len();
        let worth = if is_whole { worth_words(hand, &known) } else { String::new() };
        let end = if seat.is_live { HandEnd::Open } else { HandEnd::Folded };
        let cards = if seat.is_live || is_whole { seat.cards } else { Vec::new() };
        let one = HandView { cards, worth, end, name: HandName::Only };
        let is_own = viewer == PokerViewer::Seat(seat.seat);
        let thrown = if is_own { hand.discards[place].0.iter().collect() } else { Vec::new() };
        view.seats.push(SeatView {
            hands: vec![one],
            bet: if is_over { Money::ZERO } else { seat.bet },
            paid: hand.paid()[place],
            thrown,
            is_live: seat.is_live,
            ..SeatView::at(seat.seat)
        });
    }
    view
}

fn worth_words(hand: &Hand, private: &[Card]) -> String {
    let board = hand.board();
    let is_draw = hand.table().streets().iter().all(|street| street.board.value == 0);
    let discards: usize = hand.table().streets().iter().map(|street| usize::from(street.discard.value)).sum();
    let dealt: usize = hand.table().streets().iter().map(|street| usize::from(street.private.value)).sum();
    if (is_draw && private.len() == 5) || (board.len() == 5 && private.len() == dealt - discards) {
        let value = hand.table().ranking().worth(private, board);
        let high = value.high.map(|high| high.to_string());
        let low = value.low.map(|low| match low {
            Low::AceToFive(low) => low.to_string(),
            Low::DeuceToSeven(low) => low.to_string(),
        });
        return match (high, low) {
            (Some(high), Some(low)) => format!("{high}; {low}"),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => String::new(),
        };
    }
    let all: Vec<Card> = private.iter().chain(board).copied().collect();
    let is_plain = private.len() == 2 && board.len() >= 3;
    if is_plain { HighRank::best(&all).map_or(String::new(), |rank| rank.to_string()) } else { String::new() }
}
