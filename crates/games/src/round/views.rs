//! What a viewer sees of each family's round, in the shape that all share.

use books::Money;
use cards::{Card, HighRank, ThreeCardRank};

use super::Slot;
use super::view::{BankView, HandView, SeatView, View, Viewer, WagerView, parties, poker_viewer};
use crate::bank::{Face, Stake};
use crate::blackjack::{Blackjack, End, WagerKind};
use crate::double_hand::{DoubleHand, Setting, wheel};
use crate::poker::{Hand, Phase, layers, take};
use crate::seat::Seat;
use crate::three_card::{self, ThreeCard};
use crate::{blackjack, double_hand, poker};

fn empty(family: books::Family, stage: &str) -> View {
    View {
        family,
        stage: stage.to_owned(),
        seats: Vec::new(),
        bank: None,
        board: Vec::new(),
        pots: Vec::new(),
        button: None,
        killer: None,
        awaits: Vec::new(),
        awaits_dealer: false,
        next_card: None,
        next_face: None,
        offers: Vec::new(),
    }
}

fn bank(seat: Seat, hands: Vec<HandView>, stake: &Stake) -> Option<BankView> {
    Some(BankView { seat, hands, stake: stake.posted(), left: stake.left(), net: stake.net() })
}

fn total_words(hand: &blackjack::Hand) -> String {
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

pub(super) fn blackjack(round: &Blackjack) -> View {
    let stage = match round.waits() {
        blackjack::Waits::Card { .. } if round.current_hand().is_none() => "the deal",
        blackjack::Waits::Card { .. } => "a card is drawn",
        blackjack::Waits::Look => "the dealer looks",
        blackjack::Waits::Choices if round.current_hand().is_some() => "turns",
        blackjack::Waits::Choices => "insurance and other answers",
        blackjack::Waits::Over => "settled",
    };
    let mut view = empty(round.rules().book.family, stage);
    view.button = round.button();
    for (place, spot) in round.spots().iter().enumerate() {
        let own = round.hands().iter().filter(|hand| usize::from(hand.spot) == place);
        let hands: Vec<HandView> = own
            .map(|hand| HandView {
                cards: hand.hand.cards().iter().map(|card| Some(*card)).collect(),
                worth: if hand.is_natural { "Natural".to_owned() } else { total_words(&hand.hand) },
                name: String::new(),
                end: hand.end.map_or("", end_word).to_owned(),
            })
            .collect();
        let bets = usize::from(spot.first_bet)..usize::from(spot.first_bet + spot.bets);
        let lying = round.wagers().iter().filter(|wager| bets.contains(&wager.who.index()));
        let wagers = lying
            .map(|wager| WagerView {
                purse: round.setup().bets[wager.who.index()].purse,
                on: blackjack_wager(wager.kind).to_owned(),
                hand: wager.hand,
                amount: wager.amount,
            })
            .collect();
        let is_live = hands.iter().any(|hand| hand.end.is_empty());
        view.seats.push(SeatView { seat: spot.seat, hands, wagers, bet: Money::ZERO, is_live });
    }
    let mut cards: Vec<Option<Card>> = round.bank_hand().cards().iter().map(|card| Some(*card)).collect();
    if round.has_down_card() {
        cards.push(None);
    }
    let hand = HandView { cards, worth: total_words(round.bank_hand()), ..HandView::default() };
    view.bank = bank(round.setup().bank, vec![hand], round.stake());
    view
}

fn end_word(end: End) -> &'static str {
    match end {
        End::Stood => "stands",
        End::Over => "over",
        End::Natural => "Natural",
        End::Joker => "joker",
        End::Frozen => "frozen",
        End::BankNatural => "ended by the bank's Natural",
        End::SplitAce => "split ace",
        End::Doubled => "doubled",
        End::Surrendered => "given up",
        End::Voided => "void",
    }
}

fn blackjack_wager(kind: WagerKind) -> &'static str {
    match kind {
        WagerKind::Base => "base",
        WagerKind::Split => "split",
        WagerKind::Double => "double",
        WagerKind::Insurance => "insurance",
        WagerKind::Buster => "Buster",
        WagerKind::Bonus => "Bonus Bet",
    }
}

pub(super) fn double_hand(round: &DoubleHand, viewer: Viewer) -> View {
    let stage = match round.waits() {
        double_hand::Waits::Card(_) => "the deal",
        double_hand::Waits::Over => "settled",
        double_hand::Waits::Choices if round.button().is_none() => "pile and dice",
        double_hand::Waits::Choices if round.spots().iter().any(|spot| !spot.is_set()) => "setting",
        double_hand::Waits::Choices if round.bank_setting().is_none() => "the bank sets",
        double_hand::Waits::Choices => "hands are opened",
    };
    let mut view = empty(round.rules().book.family, stage);
    view.button = round.button();
    let seen = |seat: Seat| {
        if viewer == Viewer::Auditor {
            return round.hand_seen_by(double_hand::Viewer::Auditor, seat);
        }
        let own = parties(viewer, round.setup().bets.iter().map(|bet| bet.purse));
        let as_owner = |who| round.hand_seen_by(double_hand::Viewer::Bettor(who), seat);
        let as_anybody = round.hand_seen_by(double_hand::Viewer::Everybody, seat);
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
            (None, Some(_)) => vec![hidden("front", 2), hidden("back", 5)],
            (None, None) if spot.set_unseen.is_some() => vec![hidden("front", 2), hidden("back", 5)],
            (None, None) if round.button().is_some() => vec![hidden("", 7)],
            (None, None) => Vec::new(),
        };
        let mut wagers = Vec::new();
        for (place, bet) in round.setup().bets.iter().enumerate() {
            let (amount, is_settled) = round.bet(place);
            if bet.spot == spot.seat && !is_settled {
                wagers.push(WagerView { purse: bet.purse, on: "base".to_owned(), hand: 0, amount });
            }
        }
        let is_live = !spot.is_settled;
        view.seats.push(SeatView { seat: spot.seat, hands, wagers, bet: Money::ZERO, is_live });
    }
    if let Some(seat) = round.hand_to_enter() {
        let is_bank = seat == round.setup().bank;
        view.next_card = Some(if is_bank { Slot::Bank } else { Slot::Spot { seat, hand: 0 } });
        view.next_face = Some(Face::Up);
    }
    let seat = round.setup().bank;
    let hands = match (seen(seat), round.bank_setting()) {
        (Some(_), Some(setting)) => set_hands(setting, rank_wheel),
        (Some(cards), None) => {
            vec![HandView { cards: cards.iter().map(Some).collect(), ..HandView::default() }]
        }
        (None, _) if round.button().is_some() => vec![hidden("", 7)],
        (None, _) => Vec::new(),
    };
    view.bank = bank(seat, hands, round.stake());
    view
}

fn hidden(name: &str, count: usize) -> HandView {
    HandView { cards: vec![None; count], name: name.to_owned(), ..HandView::default() }
}

fn set_hands(setting: Setting, rank_wheel: cards::Wheel) -> Vec<HandView> {
    let end = if setting.is_foul(rank_wheel) { "foul" } else { "" };
    let hand = |name: &str, cards: cards::CardSet, worth: String| HandView {
        cards: cards.iter().map(Some).collect(),
        worth,
        name: name.to_owned(),
        end: end.to_owned(),
    };
    vec![
        hand("front", setting.front(), setting.front_rank().to_string()),
        hand("back", setting.back(), setting.back_rank(rank_wheel).to_string()),
    ]
}

pub(super) fn three_card(round: &ThreeCard, viewer: Viewer) -> View {
    let stage = match round.waits() {
        three_card::Waits::Card { .. } => "the deal",
        three_card::Waits::Choice(_) => "play or fold",
        three_card::Waits::Over => "settled",
    };
    let mut view = empty(round.rules().book.family, stage);
    view.button = round.button();
    let seen = |seat: Seat| {
        if viewer == Viewer::Auditor {
            return round.hand_seen_by(three_card::Viewer::Auditor, seat);
        }
        let own = parties(viewer, round.setup().bets.iter().map(|bet| bet.purse));
        let as_anybody = round.hand_seen_by(three_card::Viewer::Everybody, seat);
        if !as_anybody.is_empty() {
            return as_anybody;
        }
        let as_owner = |who| Some(round.hand_seen_by(three_card::Viewer::Player(who), seat));
        own.into_iter().filter_map(as_owner).find(|cards| !cards.is_empty()).unwrap_or_default()
    };
    for (place, player) in round.players().iter().enumerate() {
        let purse = round.setup().bets[place].purse;
        let mut hand = three_hand(&seen(player.seat), player.cards.len());
        hand.end = match player.choice {
            Some(three_card::Choice::Fold) => "folded",
            Some(_) => "plays",
            None => "",
        }
        .to_owned();
        let kinds = [
            (three_card::WagerKind::Ante, "ante"),
            (three_card::WagerKind::Play, "play"),
            (three_card::WagerKind::PairPlus, "Pair Plus"),
            (three_card::WagerKind::SixCard, "6 Card Bonus"),
        ];
        let wagers = kinds
            .into_iter()
            .filter(|(kind, _)| player.wager(*kind).is_positive())
            .map(|(kind, on)| WagerView { purse, on: on.to_owned(), hand: 0, amount: player.wager(kind) })
            .collect();
        let is_live = player.choice != Some(three_card::Choice::Fold);
        view.seats.push(SeatView { seat: player.seat, hands: vec![hand], wagers, bet: Money::ZERO, is_live });
    }
    let bank_seat = round.setup().bank;
    let mut hand = three_hand(&seen(bank_seat), round.bank_cards());
    hand.end = match round.qualifies() {
        Some(true) => "qualifies",
        Some(false) => "does not qualify",
        None => "",
    }
    .to_owned();
    view.bank = bank(bank_seat, vec![hand], round.stake());
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

pub(super) fn poker(hand: &Hand, seats: &[Seat], viewer: Viewer) -> View {
    let stage = match hand.phase() {
        Phase::Showing => "showdown".to_owned(),
        Phase::Over => "settled".to_owned(),
        _ => hand.table().streets()[hand.street()].name.value.to_string(),
    };
    let mut view = empty(hand.table().rules().book.family, &stage);
    let seen = hand.view(poker_viewer(viewer, seats));
    view.button = hand.seats().last().copied();
    view.killer = hand.killer();
    view.board.clone_from(&seen.board);
    // Once the hand is over the pots stay in view as they were given out.
    let is_over = hand.phase() == Phase::Over;
    if hand.pot().is_positive() || is_over {
        let mut pots = layers(hand.paid(), hand.contenders());
        let paid: Money = pots.iter().map(|pot| pot.amount).sum();
        let taken = if is_over { hand.drop() + hand.jackpot() } else { paid - hand.pot() };
        take(&mut pots, taken.max(Money::ZERO));
        view.pots = pots.iter().map(|pot| pot.amount).filter(|amount| amount.is_positive()).collect();
    }
    for seat in seen.seats {
        let known: Vec<Card> = seat.cards.iter().copied().flatten().collect();
        let is_whole = !known.is_empty() && known.len() == seat.cards.len();
        let worth = if is_whole { poker_worth(hand, &known) } else { String::new() };
        let end = if seat.is_live { "" } else { "folded" };
        let cards = if seat.is_live || is_whole { seat.cards } else { Vec::new() };
        let one = HandView { cards, worth, end: end.to_owned(), name: String::new() };
        view.seats.push(SeatView {
            seat: seat.seat,
            hands: vec![one],
            wagers: Vec::new(),
            bet: if is_over { Money::ZERO } else { seat.bet },
            is_live: seat.is_live,
        });
    }
    view
}

fn poker_worth(hand: &Hand, private: &[Card]) -> String {
    let board = hand.board();
    let is_draw = hand.table().streets().iter().all(|street| street.board.value == 0);
    let discards: usize = hand.table().streets().iter().map(|street| usize::from(street.discard.value)).sum();
    let dealt: usize = hand.table().streets().iter().map(|street| usize::from(street.private.value)).sum();
    if (is_draw && private.len() == 5) || (board.len() == 5 && private.len() == dealt - discards) {
        let value = hand.table().ranking().worth(private, board);
        let high = value.high.map(|high| high.to_string());
        let low = value.low.map(|low| match low {
            poker::Low::AceToFive(low) => low.to_string(),
            poker::Low::DeuceToSeven(low) => low.to_string(),
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
