//! What a viewer sees of a hand of Pan, in the shape that all families share.

use cards::Card;

use super::event::{Victory, Waits};
use super::meld::Shape;
use super::round::{End, Pan, Stage, Standing};
use crate::round::{HandEnd, HandName, HandView, RoundStage, SeatView, View, Viewer};

pub(super) fn view(round: &Pan, viewer: Viewer) -> View {
    let stage = match (round.waits(), round.turn()) {
        (Waits::Over, _) => RoundStage::Settled,
        (_, Some(_)) => RoundStage::Turns,
        (Waits::Card { .. }, None) => RoundStage::Deal,
        (Waits::Choices | Waits::Shuffle, None) => RoundStage::Declaring,
    };
    let mut view = View::empty(round.rules().book.family, stage);
    view.button = round.first().or(round.setup().last_winner);
    view.board.extend(round.pile().last());
    view.stock = round.stock();
    if round.middle().is_positive() {
        view.pots.push(round.middle());
    }
    for (place, player) in round.players().iter().enumerate() {
        let is_seen = viewer == Viewer::Auditor || round.is_own(viewer, player.seat);
        let mut cards: Vec<Option<Card>> = player.hand.iter().map(|card| is_seen.then_some(*card)).collect();
        cards.resize(player.held(), None);
        if let Some(up) = player.up_card.filter(|_| round.first().is_none() && !is_seen) {
            // While the lowest card is looked for, the last card of the packet lies face up.
            let at = usize::from(round.rules().deal.up_card.value) - 1;
            if let Some(card) = cards.get_mut(at) {
                *card = Some(up);
            }
        }
        let end = match (player.standing, round.end()) {
            (_, Some(End::Won(winner, how))) if usize::from(winner) == place => match how {
                Victory::WentOut => HandEnd::WentOut,
                Victory::LastIn | Victory::LastSound => HandEnd::WonTops,
            },
            (Standing::Out, _) => HandEnd::Out,
            (Standing::Foul, _) => HandEnd::Foul,
            (Standing::Undeclared | Standing::In, _) => HandEnd::Open,
        };
        let mut hands = vec![HandView { cards, name: HandName::Held, end, ..HandView::default() }];
        for meld in &player.melds {
            let cards = meld.iter().map(|card| Some(*card)).collect();
            let worth = meld_words(round, meld);
            hands.push(HandView { cards, worth, name: HandName::Meld, end: HandEnd::Open });
        }
        if let Some(turn) = round.turn().filter(|turn| usize::from(turn.place) == place)
            && let Stage::Drawn(card, _) = turn.stage
        {
            hands.push(HandView { cards: vec![Some(card)], name: HandName::Drawn, ..HandView::default() });
        }
        let is_live = matches!(player.standing, Standing::Undeclared | Standing::In);
        view.seats.push(SeatView { hands, is_live, ..SeatView::at(player.seat) });
    }
    view
}

/// What a meld is and what it pays, in words.
fn meld_words(round: &Pan, meld: &[Card]) -> String {
    let terms = &round.game().terms;
    let shape = match terms.shape(meld) {
        Ok(Shape::Rope) => "rope",
        Ok(Shape::Square) => "square",
        Err(_) => return String::new(),
    };
    match super::chips(&terms.worth(meld)) {
        0 => shape.to_owned(),
        1 => format!("{shape}, 1 chip"),
        chips => format!("{shape}, {chips} chips"),
    }
}
