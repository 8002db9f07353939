//! Writes what came out of a poker hand into a report.

use books::{Book, Money};
use cards::Card;
use games::Seat;
use games::poker::{
    Choice, DeadHand, Event, FeeFrom, FeeKind, Hand, Irregularity, Low, Offer, Part, Place, PostKind, Setup,
    layers, take,
};

use super::CameOut;
use crate::report::{CollectionLine, Report, SettledLine};

/// Everything that is allowed now, in words.
pub(super) fn allowed_list(hand: &Hand) -> Vec<String> {
    let mut allowed = Vec::new();
    hand.allowed(&mut allowed);
    let range = |least: Money, most: Money| {
        if least == most { least.to_string() } else { format!("{least} up to {most}") }
    };
    let has_call = allowed.iter().any(|item| matches!(item.offer, Offer::Call(_)));
    let words = |offer: Offer| match offer {
        Offer::Fold => "fold".to_owned(),
        Offer::Check => "check".to_owned(),
        Offer::Call(amount) => format!("call {amount}"),
        // Over a short all-in, which calls for nothing more than itself, a bet makes it a full one.
        Offer::Bet { least, most } if has_call => format!("raise to {}", range(least, most)),
        Offer::Bet { least, most } => format!("bet {}", range(least, most)),
        Offer::Raise { least, most } => format!("raise to {}", range(least, most)),
        Offer::Discard(cards) => format!("discard {cards}"),
        Offer::Draw(cards) => format!("draw up to {cards}"),
        Offer::Show => "show".to_owned(),
        Offer::Muck => "muck".to_owned(),
    };
    allowed.iter().map(|item| format!("{} {}", item.seat, words(item.offer))).collect()
}

/// What somebody does who is said to raise: over a short all-in, which is no bet to the engine, it is the bet.
pub(super) fn completing(hand: &Hand, seat: Seat, choice: Choice) -> Choice {
    let mut allowed = Vec::new();
    hand.allowed(&mut allowed);
    let own = || allowed.iter().filter(|item| item.seat == seat).map(|item| item.offer);
    let has_call = own().any(|offer| matches!(offer, Offer::Call(_)));
    let may_bet =
        |to| own().any(|offer| matches!(offer, Offer::Bet { least, most } if (least..=most).contains(&to)));
    match choice {
        Choice::Raise(to) if has_call && may_bet(to) => Choice::Bet(to),
        choice => choice,
    }
}

/// A choice in words.
pub(super) fn choice_words(choice: Choice) -> String {
    match choice {
        Choice::Fold => "folds".to_owned(),
        Choice::Check => "checks".to_owned(),
        Choice::Call => "calls".to_owned(),
        Choice::Bet(to) => format!("bets {to}"),
        Choice::Raise(to) => format!("raises to {to}"),
        Choice::Discard(which) => format!("discards {}", which.count()),
        Choice::Draw(which) => format!("draws {}", which.count()),
        Choice::Show => "shows".to_owned(),
        Choice::Muck => "mucks".to_owned(),
    }
}

/// Where a card goes, in words.
pub(super) fn place_words(place: Place) -> String {
    match place {
        Place::Private(seat) => seat.to_string(),
        Place::Board => "board".to_owned(),
        Place::Burn => "burn".to_owned(),
    }
}

pub(crate) fn post_word(post: PostKind) -> &'static str {
    match post {
        PostKind::ButtonBlind => "button blind",
        PostKind::SmallBlind => "small blind",
        PostKind::BigBlind => "big blind",
        PostKind::Entry => "entry",
        PostKind::Straddle => "straddle",
        PostKind::Kill => "kill",
        PostKind::Ante => "ante",
        PostKind::Dead => "dead",
    }
}

fn dead_word(why: DeadHand) -> &'static str {
    match why {
        DeadHand::NoDiscard => "no discard",
        DeadHand::TooManyDiscards => "too many discards",
        DeadHand::Joker => "joker",
        DeadHand::WrongCount => "wrong count",
        DeadHand::OffTable => "off the table",
        DeadHand::Unprotected => "unprotected",
        DeadHand::LookedBeforePosting => "looked before posting",
        DeadHand::Floor => "floor",
    }
}

fn report_words(what: Irregularity) -> String {
    match what {
        Irregularity::FirstCardExposed => "first card exposed".to_owned(),
        Irregularity::Exposed { seat, card } => format!("exposed #{} of {seat}", card + 1),
        Irregularity::ExposedByHolder { seat, card } => format!("exposed by holder #{} of {seat}", card + 1),
        Irregularity::NotPosted { seat } => format!("post missing of {seat}"),
        Irregularity::PostMade { seat } => format!("post made by {seat}"),
        Irregularity::ExposedOnDraw { seat, card } => format!("exposed on the draw #{} of {seat}", card + 1),
        Irregularity::ExtraCardsOff(cards) => format!("{cards} extra cards off"),
        Irregularity::Boxed(card) => format!("boxed {card}"),
        Irregularity::BoxedTogether(cards) => format!("{cards} boxed together"),
        Irregularity::JokerNext => "joker next".to_owned(),
        Irregularity::JokerInHand { seat, card } => format!("joker for #{} of {seat}", card + 1),
        Irregularity::ExtraCard { seat, card: Some(card) } => format!("extra card {card} of {seat}"),
        Irregularity::ExtraCard { seat, card: None } => format!("extra card of {seat}"),
        Irregularity::MissingCard { seat } => format!("missing card of {seat}"),
        Irregularity::EarlyFlop => "early flop".to_owned(),
        Irregularity::LargeFlop(card) => format!("four-card flop {card}"),
        Irregularity::EarlyTurn(card) => format!("early turn {card}"),
        Irregularity::EarlyRiver(card) => format!("early river {card}"),
        Irregularity::OutOfTurn { seat, choice } => {
            format!("{seat} {} out of turn", choice_words(choice))
        }
        Irregularity::ThrownByMistake { seat, card } => format!("thrown by mistake #{} of {seat}", card + 1),
        Irregularity::SubstantialAction { seat } => format!("action passed {seat}"),
        Irregularity::FouledDeck => "fouled deck".to_owned(),
        Irregularity::Dead { seat, why } => format!("dead hand of {seat} {}", dead_word(why)),
        Irregularity::ShownToOne { seat } => format!("shown to one by {seat}"),
        Irregularity::Miscalled { seat } => format!("miscall by {seat}"),
        Irregularity::MiscallRuled { seat, forfeits: true } => format!("miscall by {seat} forfeits"),
        Irregularity::MiscallRuled { seat, forfeits: false } => format!("miscall by {seat} forgiven"),
    }
}

fn fee_moment(fee: FeeKind, from: FeeFrom, hand: &Hand) -> &'static str {
    let has_board = hand.table().rules().board_faults.is_some();
    match (fee, from) {
        (FeeKind::Hand, FeeFrom::Blind) => "before-deal",
        (FeeKind::Hand, _) if has_board => "after-flop",
        (FeeKind::Hand, _) => "at-draw",
        (FeeKind::EndedEarly, _) => "ended-early",
        (FeeKind::LateBet, _) => "late-bet",
        (FeeKind::Time, _) => "half-hour",
        (FeeKind::Jackpot, _) => "jackpot",
    }
}

fn from_word(from: FeeFrom) -> &'static str {
    match from {
        FeeFrom::Pot => "pot",
        FeeFrom::SmallBlind => "small blind",
        FeeFrom::Blind => "blind",
    }
}

fn settled(spot: String, wager: String, result: &str, amount: Money, clause: &str) -> SettledLine {
    let is_returned = result == "returned";
    let (covered, returned) = if is_returned { (Money::ZERO, amount) } else { (amount, Money::ZERO) };
    SettledLine {
        spot,
        hand: 1,
        wager,
        result: result.to_owned(),
        covered: covered.in_cents(),
        returned: returned.in_cents(),
        paid: covered.in_cents(),
        clause: clause.to_owned(),
    }
}

/// Writes everything that was told, and how the hand stands, into a report.
pub(super) fn tell(hand: &Hand, told: &[CameOut], setup: &Setup, book: &Book, report: &mut Report) {
    for line in told {
        match line {
            CameOut::Words(words) => report.events.push(words.clone()),
            CameOut::Event(event) => tell_event(*event, hand, book, report),
        }
    }
    for player in &setup.players {
        let stack = hand.stack(player.seat).unwrap_or(player.stack);
        report.net.insert(player.seat.to_string(), (stack - player.stack).in_cents());
        let name = |card: &Option<Card>| card.map_or_else(|| "??".to_owned(), |card| card.to_string());
        let cards = hand.private(player.seat).iter().map(name).collect();
        report.holds.insert(player.seat.to_string(), cards);
    }
    tell_worth(hand, report);
    report.drop = hand.drop().in_cents();
    report.board = hand.board().iter().map(ToString::to_string).collect();
    report.allowed = allowed_list(hand);
    let mut pots = layers(hand.paid(), hand.contenders());
    take(&mut pots, hand.drop() + hand.jackpot());
    for pot in pots.iter().filter(|pot| pot.amount.is_positive()) {
        let mut seats: Vec<_> = pot.contenders.iter().map(|place| hand.seats()[place]).collect();
        seats.sort_unstable();
        let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
        report.pots.push(format!("{} for {}", pot.amount, seats.join(" ")));
    }
}

/// Writes what each known hand is worth once the cards are complete.
fn tell_worth(hand: &Hand, report: &mut Report) {
    let is_draw = hand.table().rules().draw.is_some();
    for seat in hand.seats().iter().copied().filter(|seat| hand.is_live(*seat)) {
        let cards: Option<Vec<Card>> = hand.private(seat).iter().copied().collect();
        let Some(cards) = cards else { continue };
        let is_complete =
            if is_draw { cards.len() == 5 } else { hand.board().len() == 5 && cards.len() >= 2 };
        if !is_complete {
            continue;
        }
        let worth = hand.table().ranking().worth(&cards, hand.board());
        let low = worth.low.map(|low| match low {
            Low::AceToFive(rank) => rank.to_string(),
            Low::DeuceToSeven(rank) => rank.to_string(),
        });
        let words = match (worth.high, low) {
            (Some(high), Some(low)) => format!("{high}, low {low}"),
            (Some(high), None) => high.to_string(),
            (None, low) => low.unwrap_or_default(),
        };
        report.totals.insert(seat.to_string(), words);
    }
}

fn tell_event(event: Event, hand: &Hand, book: &Book, report: &mut Report) {
    let name = |clause| book.clause_name(clause);
    match event {
        Event::Posted { seat, post, amount, clause } => {
            report.posts.push((format!("{seat} {} {amount}", post_word(post)), name(clause).to_owned()));
        }
        Event::Collected { fee, from, amount, waived, clause } => {
            report.collections.push(CollectionLine {
                from: from_word(from).to_owned(),
                amount: amount.in_cents(),
                at: fee_moment(fee, from, hand),
                clause: name(clause).to_owned(),
            });
            if waived.is_positive() {
                report.events.push(format!("{waived} of the fee waived"));
            }
        }
        Event::Dealt { place, .. } => report.dealt.push(place_words(place)),
        Event::Returned { seat, amount, clause } => {
            report.settled.push(settled(
                seat.to_string(),
                "bet".to_owned(),
                "returned",
                amount,
                name(clause),
            ));
        }
        Event::Shuffled { back, clause } => {
            let back: Vec<String> = back.iter().map(|card| card.to_string()).collect();
            let with = if back.is_empty() { String::new() } else { format!(" with {}", back.join(" ")) };
            report.events.push(format!("shuffled{with} by {}", name(clause)));
        }
        Event::Turned { .. } => {}
        Event::Showed { seat } => report.shows.push(seat.to_string()),
        Event::Mucked { seat } => report.shows.push(format!("{seat} mucks")),
        Event::Died { seat, why, clause } => {
            report.events.push(format!("{seat} dead, {} by {}", dead_word(why), name(clause)));
        }
        Event::Reported { what, clause } => {
            report.events.push(format!("{} by {}", report_words(what), name(clause)));
        }
        Event::Awarded { pot, part, seat, amount, clause } => {
            let pot = if pot == 0 { "main pot".to_owned() } else { format!("side pot {pot}") };
            let part = match part {
                Part::Whole => "",
                Part::High => " high",
                Part::Low => " low",
            };
            report.settled.push(settled(
                seat.to_string(),
                format!("{pot}{part}"),
                "won",
                amount,
                name(clause),
            ));
        }
        Event::Voided { clause } => report.events.push(format!("void by {}", name(clause))),
        Event::Began { .. }
        | Event::Opened { .. }
        | Event::Chose { .. }
        | Event::Closed
        | Event::Asked { .. }
        | Event::Showdown { .. }
        | Event::Ended => {}
    }
}
