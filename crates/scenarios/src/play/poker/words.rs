//! The steps of a poker case: what players choose and put in, and what the dealer reports.

use cards::Card;
use games::Seat;
use games::poker::{Choice, DeadHand, Hand, Irregularity, Motion, Which, Word};

/// What happens in a step.
pub(super) enum Deed<'s> {
    /// Some seats choose, one after the other.
    Choose { seats: Vec<Seat>, choice: Chosen<'s> },
    /// Everybody checks until the round or the hand is over.
    AllCheck { to_the_end: bool },
    /// Chips and words that must be ruled on.
    Motion { seat: Seat, motion: Motion },
    /// The dealer reports something irregular.
    Report(Reported<'s>),
    /// The dealer deals so many cards and stops.
    Deals(usize),
    /// The dealer pushes the pot to the winner.
    PushesPot,
    /// Cards are drawn for the first button.
    Draws(Vec<(Seat, Card)>),
    /// The button moves on, among these seats or among those dealt in.
    ButtonMoves(Option<Vec<Seat>>),
}

/// A choice, with private cards still by name.
pub(super) enum Chosen<'s> {
    Plain(Choice),
    Discard(Vec<&'s str>),
    Draw(Vec<&'s str>),
}

/// A report, with private cards still by name.
pub(super) enum Reported<'s> {
    Plain(Irregularity),
    Exposed(Seat, &'s str),
    ExposedOnDraw(Seat, &'s str),
    ExposedByHolder(Seat, &'s str),
    JokerInHand(Seat, &'s str),
    Thrown(Seat, &'s str),
}

impl Chosen<'_> {
    /// The choice of a hand with these cards.
    pub(super) fn of(&self, private: &[Option<Card>]) -> Option<Choice> {
        match self {
            Chosen::Plain(choice) => Some(*choice),
            Chosen::Discard(cards) => which(cards, private).map(Choice::Discard),
            Chosen::Draw(cards) => which(cards, private).map(Choice::Draw),
        }
    }
}

impl Reported<'_> {
    /// The report about a hand as it lies.
    pub(super) fn of(&self, hand: &Hand) -> Option<Irregularity> {
        let place = |seat: Seat, card: &str| {
            let cards = which(&[card], hand.private(seat))?;
            (0..8).find(|place| cards.contains(*place))
        };
        Some(match *self {
            Reported::Plain(what) => what,
            Reported::Exposed(seat, card) => Irregularity::Exposed { seat, card: place(seat, card)? },
            Reported::ExposedOnDraw(seat, card) => {
                Irregularity::ExposedOnDraw { seat, card: place(seat, card)? }
            }
            Reported::ExposedByHolder(seat, card) => {
                Irregularity::ExposedByHolder { seat, card: place(seat, card)? }
            }
            Reported::JokerInHand(seat, card) => Irregularity::JokerInHand { seat, card: place(seat, card)? },
            Reported::Thrown(seat, card) => Irregularity::ThrownByMistake { seat, card: place(seat, card)? },
        })
    }
}

/// How many cards a hand may have of which some are named.
const CARDS_MOST: u8 = 8;

/// Where named cards lie in a hand; "#2" is the second card whatever it is, and a number alone is so many cards.
pub(super) fn which(cards: &[&str], private: &[Option<Card>]) -> Option<Which> {
    if let [count] = cards
        && let Ok(count) = count.parse::<u8>()
    {
        return Some((0..count.min(7)).fold(Which::NONE, Which::and));
    }
    let mut found = Which::NONE;
    for name in cards {
        let place = match name.strip_prefix('#') {
            Some(number) => number.parse::<u8>().ok()?.checked_sub(1).filter(|place| *place < CARDS_MOST)?,
            None => {
                let card = name.parse::<Card>().ok()?;
                private.iter().position(|held| *held == Some(card))? as u8
            }
        };
        found = found.and(place);
    }
    Some(found)
}

fn read_seat(text: &str) -> Option<Seat> {
    text.trim_end_matches(',').parse::<u8>().ok().filter(|seat| *seat > 0).map(Seat::new)
}

/// Reads a step.
pub(super) fn read_deed(text: &str) -> Option<Deed<'_>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["all", "check"] => Some(Deed::AllCheck { to_the_end: false }),
        ["checked", "down"] => Some(Deed::AllCheck { to_the_end: true }),
        ["button", "moves"] => Some(Deed::ButtonMoves(None)),
        ["button", "moves", "among", seats @ ..] => seats
            .iter()
            .map(|seat| read_seat(seat))
            .collect::<Option<Vec<_>>>()
            .map(|all| Deed::ButtonMoves(Some(all))),
        ["dealer", "deals", count] | ["dealer", "deals", count, "cards" | "card"] => {
            count.parse().ok().map(Deed::Deals)
        }
        ["dealer", "pushes", "the", "pot"] => Some(Deed::PushesPot),
        ["dealer", "reports", what @ ..] => read_report(what).map(Deed::Report),
        ["button", "drawn", draws @ ..] => {
            let pair =
                |pair: &[&str]| Some((read_seat(pair[0])?, pair.get(1)?.trim_end_matches(',').parse().ok()?));
            draws.chunks(2).map(pair).collect::<Option<Vec<_>>>().map(Deed::Draws)
        }
        [seat, "puts" | "says", ..] => {
            let motion = read_motion(&words[1..])?;
            Some(Deed::Motion { seat: read_seat(seat)?, motion })
        }
        _ => {
            let seats: Vec<Seat> = words.iter().map_while(|word| read_seat(word)).collect();
            let choice = read_choice(&words[seats.len()..])?;
            (!seats.is_empty()).then_some(Deed::Choose { seats, choice })
        }
    }
}

fn read_choice<'s>(words: &[&'s str]) -> Option<Chosen<'s>> {
    let plain = |choice| Some(Chosen::Plain(choice));
    match words {
        ["folds" | "fold"] => plain(Choice::Fold),
        ["checks" | "check"] => plain(Choice::Check),
        ["calls" | "call"] => plain(Choice::Call),
        ["bets" | "bet", amount] => plain(Choice::Bet(amount.parse().ok()?)),
        ["raises" | "raise", "to", amount] => plain(Choice::Raise(amount.parse().ok()?)),
        ["shows" | "show"] => plain(Choice::Show),
        ["mucks" | "muck"] => plain(Choice::Muck),
        ["stands" | "stand", "pat"] | ["draws" | "draw", "0" | "none"] => plain(Choice::Draw(Which::NONE)),
        ["discards" | "discard", cards @ ..] => Some(Chosen::Discard(named(cards))),
        ["draws" | "draw", cards @ ..] => Some(Chosen::Draw(named(cards))),
        _ => None,
    }
}

/// The cards of "2 (9c 4d)" or "9c 4d".
fn named<'s>(words: &[&'s str]) -> Vec<&'s str> {
    let bare = |word: &&'s str| word.trim_matches(['(', ')', ',']);
    match words {
        [_, first, ..] if first.starts_with('(') => words[1..].iter().map(bare).collect(),
        words => words.iter().map(bare).collect(),
    }
}

/// "puts $8", "puts $8 then $8", "puts one $25 chip", "says raise", "says raise, puts $8 then $8", each perhaps
/// "behind a silent raise" or "behind an unnoticed raise".
fn read_motion(words: &[&str]) -> Option<Motion> {
    let mut motion = Motion::default();
    let mut rest = words;
    if let [before @ .., "behind", "a" | "an", "silent" | "unnoticed", "raise"] = rest {
        motion.is_behind_silent_raise = true;
        rest = before;
    }
    if let ["says", word, more @ ..] = rest {
        motion.word = Some(match word.trim_end_matches(',') {
            "pass" => Word::Pass,
            "knock" => Word::Knock,
            "call" => Word::Call,
            "bet" => Word::Bet,
            "raise" => Word::Raise,
            _ => return None,
        });
        rest = more;
    }
    match rest {
        [] => {}
        ["puts", "one", amount, "chip"] => {
            motion.first = amount.parse().ok()?;
            motion.is_single_chip = true;
        }
        ["puts", amount] => motion.first = amount.parse().ok()?,
        ["puts", amount, "then", more] => {
            motion.first = amount.parse().ok()?;
            motion.more = more.parse().ok()?;
        }
        _ => return None,
    }
    Some(motion)
}

/// Reads what a dealer reports, where no private card is named.
pub(super) fn read_plain_report(words: &[&str]) -> Option<Irregularity> {
    match read_report(words)? {
        Reported::Plain(what) => Some(what),
        _ => None,
    }
}

fn read_report<'s>(words: &[&'s str]) -> Option<Reported<'s>> {
    let card = |text: &str| text.parse::<Card>().ok();
    let plain = |what| Some(Reported::Plain(what));
    match words {
        ["first", "card", "exposed"] => plain(Irregularity::FirstCardExposed),
        ["exposed", shown, "of", seat] => Some(Reported::Exposed(read_seat(seat)?, shown)),
        ["exposed", "on", "the", "draw", shown, "of", seat] => {
            Some(Reported::ExposedOnDraw(read_seat(seat)?, shown))
        }
        ["exposed", "by", "holder", shown, "of", seat] => {
            Some(Reported::ExposedByHolder(read_seat(seat)?, shown))
        }
        ["post", "missing", "of", seat] => plain(Irregularity::NotPosted { seat: read_seat(seat)? }),
        ["post", "made", "by", seat] => plain(Irregularity::PostMade { seat: read_seat(seat)? }),
        [count, "extra", "cards" | "card", "off"] => plain(Irregularity::ExtraCardsOff(count.parse().ok()?)),
        ["boxed", found] => plain(Irregularity::Boxed(card(found)?)),
        [count, "boxed", "together"] => plain(Irregularity::BoxedTogether(count.parse().ok()?)),
        ["joker", "next"] => plain(Irregularity::JokerNext),
        ["joker", "for", held, "of", seat] => Some(Reported::JokerInHand(read_seat(seat)?, held)),
        ["extra", "card", "of", seat] => {
            plain(Irregularity::ExtraCard { seat: read_seat(seat)?, card: None })
        }
        ["extra", "card", extra, "of", seat] => {
            plain(Irregularity::ExtraCard { seat: read_seat(seat)?, card: Some(card(extra)?) })
        }
        ["missing", "card", "of", seat] => plain(Irregularity::MissingCard { seat: read_seat(seat)? }),
        ["early", "flop"] => plain(Irregularity::EarlyFlop),
        ["four-card", "flop", extra] => plain(Irregularity::LargeFlop(card(extra)?)),
        ["early", "turn", shown] => plain(Irregularity::EarlyTurn(card(shown)?)),
        ["early", "river", shown] => plain(Irregularity::EarlyRiver(card(shown)?)),
        ["thrown", "by", "mistake", thrown, "of", seat] => Some(Reported::Thrown(read_seat(seat)?, thrown)),
        ["action", "passed", seat] => plain(Irregularity::SubstantialAction { seat: read_seat(seat)? }),
        ["fouled", "deck"] => plain(Irregularity::FouledDeck),
        ["shown", "to", "one", "by", seat] => plain(Irregularity::ShownToOne { seat: read_seat(seat)? }),
        ["miscall", "by", seat] => plain(Irregularity::Miscalled { seat: read_seat(seat)? }),
        ["miscall", "by", seat, ruling @ ("forfeits" | "forgiven")] => {
            plain(Irregularity::MiscallRuled { seat: read_seat(seat)?, forfeits: *ruling == "forfeits" })
        }
        ["dead", "hand", "of", seat, why @ ..] => {
            let why = match why.join(" ").as_str() {
                "no discard" => DeadHand::NoDiscard,
                "too many discards" => DeadHand::TooManyDiscards,
                "joker" => DeadHand::Joker,
                "wrong count" => DeadHand::WrongCount,
                "off the table" => DeadHand::OffTable,
                "unprotected" => DeadHand::Unprotected,
                "looked before posting" => DeadHand::LookedBeforePosting,
                "floor" => DeadHand::Floor,
                _ => return None,
            };
            plain(Irregularity::Dead { seat: read_seat(seat.trim_end_matches(':'))?, why })
        }
        [seat, act @ .., "out", "of", "turn"] => match read_choice(act)? {
            Chosen::Plain(choice) => plain(Irregularity::OutOfTurn { seat: read_seat(seat)?, choice }),
            _ => None,
        },
        _ => None,
    }
}
