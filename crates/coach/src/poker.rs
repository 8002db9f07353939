//! Poker: the share of the pot that a hand wins against unknown hands, what a call needs, outs, and what to throw away.

use books::Money;
use books::poker::{HoleUse, LowScale, PokerRules};
use cards::{Card, CardSet, Category, DeuceToSevenRank, Draws, Hand as Ranked, Rank};
use games::poker::{Choice, Event, Low, Ranking, Which, Worth};
use games::round::{Choice as Any, Offer, RoundStage, SeatView};
use games::{Party, Seat};

use crate::advice::{HandAdvice, Rated, lead, percent, sort};
use crate::review::Chosen;
use crate::sample::{deal, draws_for, each_set};
use crate::{Asked, Sight};

/// So many deals are counted one by one; more are sampled.
const COUNTED_MOST: u64 = 150_000;
/// Hands of a draw game take up to ten cards each, so that no more others than this are dealt in.
const DRAWING_MOST: usize = 3;
/// What others keep in lowball: different cards up to this; and up to this they stand pat.
const KEPT_MOST: u8 = 8;
const PAT_MOST: u8 = 9;

/// What part of a pot a hand wins on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The part.
    pub value: f64,
    /// Its standard error; zero if every deal was counted.
    pub error: f64,
    /// How many deals were looked at.
    pub deals: u64,
    /// Whether these are all deals.
    pub is_exact: bool,
}

pub(crate) fn advise(sight: &Sight<'_>, rules: &PokerRules) -> Vec<HandAdvice> {
    sight.parties().into_iter().filter_map(|who| advise_hand(sight, rules, who)).collect()
}

fn advise_hand(sight: &Sight<'_>, rules: &PokerRules, who: Party) -> Option<HandAdvice> {
    let round = sight.round;
    let own = round.seats.iter().find(|seat| seat.seat.number() == who.0)?;
    let cards: Vec<Card> = own.hands.first()?.cards.iter().copied().collect::<Option<_>>()?;
    if cards.is_empty() {
        return None;
    }
    let is_rival = |seat: &&SeatView| seat.is_live && seat.seat != own.seat;
    let rivals = round.seats.iter().filter(is_rival).count().max(1);
    let spot = Spot { rules, cards: &cards, board: &round.board, rivals, asked: sight.asked };
    let pot: Money = round.pots.iter().copied().sum();
    let offers: Vec<&Offer> = sight.offers_of(who).collect();
    // A fee may have taken all that is in the pot so far; then the call is what values are counted in.
    let is_call = |offer: &&&Offer| offer.choice == Any::Poker(Choice::Call);
    let call = offers.iter().find(is_call).map_or(Money::cents(1), |offer| offer.least);
    let unit = if pot.is_positive() { (pot, "pot") } else { (call, "call") };
    let mut told = Told::default();
    for offer in &offers {
        if let Any::Poker(choice @ (Choice::Discard(_) | Choice::Draw(_))) = offer.choice {
            spot.rate_throwing(choice, offer.cards, &mut told);
        }
    }
    if told.choices.is_empty() {
        let has_drawn =
            rules.streets.first().is_some_and(|street| RoundStage::from(street.name.value) != round.stage);
        spot.rate_betting(&offers, pot, unit.0, has_drawn, &mut told);
    }
    Some(spot.advice(who, own.seat, unit, told))
}

/// What is found about a hand.
#[derive(Default)]
struct Told {
    choices: Vec<Rated>,
    why: Vec<String>,
    share: Option<Share>,
}

/// A hand as its player sees it.
struct Spot<'a> {
    rules: &'a PokerRules,
    cards: &'a [Card],
    board: &'a [Card],
    rivals: usize,
    asked: &'a Asked<'a>,
}

impl Spot<'_> {
    fn is_draw(&self) -> bool {
        self.rules.hands.uses.value == HoleUse::AllFive
    }

    fn advice(&self, who: Party, seat: Seat, (unit, unit_name): (Money, &str), told: Told) -> HandAdvice {
        let Told { mut choices, mut why, share } = told;
        sort(&mut choices);
        why.extend(lead(&choices, unit_name));
        let hands = if self.rivals == 1 {
            "one unknown hand".to_owned()
        } else {
            format!("{} unknown hands", self.rivals)
        };
        let drawing = if self.is_draw() { " that draw to different cards of eight and lower" } else { "" };
        let is_exact = share.is_some_and(|share| share.is_exact);
        let deals = share.map_or(0, |share| share.deals);
        let basis = match is_exact {
            true => format!("Exact against {hands}: all {deals} deals are counted."),
            false => format!("From {deals} random deals against {hands}{drawing}."),
        };
        HandAdvice {
            who,
            seat,
            cards: self.cards.to_vec(),
            unit,
            unit_name: unit_name.to_owned(),
            choices,
            why,
            basis,
            is_exact,
        }
    }

    /// The share of the hand as it is, or as it will be when it has drawn.
    fn share(&self, has_drawn: bool) -> Share {
        if self.is_draw() {
            let kept = if has_drawn { self.cards.to_vec() } else { kept(self.rules, self.cards) };
            return self.drawing(&kept);
        }
        share(&Ranking::of(&self.rules.hands), self.cards, self.board, self.rivals, self.asked)
    }

    fn rate_betting(&self, offers: &[&Offer], pot: Money, unit: Money, has_drawn: bool, told: &mut Told) {
        let in_units = |amount: Money| amount.in_cents() as f64 / unit.in_cents() as f64;
        let whole = in_units(pot);
        let is_betting = offers.iter().any(|offer| {
            matches!(
                offer.choice,
                Any::Poker(Choice::Fold | Choice::Check | Choice::Call | Choice::Bet(_) | Choice::Raise(_))
            )
        });
        if !is_betting {
            return;
        }
        let share = self.share(has_drawn);
        told.share = Some(share);
        let fair = 1.0 / (self.rivals + 1) as f64;
        let each = if self.rivals == 1 {
            "the other hand".to_owned()
        } else {
            format!("the {} others", self.rivals)
        };
        told.why.push(format!(
            "Your hand wins {} of the pot against {each}; an even part would be {}.",
            percent(share.value),
            percent(fair)
        ));
        for offer in offers {
            let Any::Poker(choice) = offer.choice else { continue };
            let rated = |name: String, value: Option<f64>, error: f64| Rated {
                error,
                ..Rated::new(offer.choice, name, value)
            };
            match choice {
                Choice::Fold => told.choices.push(rated("Fold".to_owned(), Some(0.0), 0.0)),
                Choice::Check => {
                    told.choices.push(rated(
                        "Check".to_owned(),
                        Some(share.value * whole),
                        share.error * whole,
                    ));
                }
                Choice::Call => {
                    let call = in_units(offer.least);
                    let value = share.value * (whole + call) - call;
                    let error = share.error * (whole + call);
                    told.choices.push(rated(format!("Call {}", offer.least), Some(value), error));
                    told.why.push(format!(
                        "A call of {} into {pot} pays if you win more than {} of it.",
                        offer.least,
                        percent(call / (whole + call))
                    ));
                }
                Choice::Bet(_) | Choice::Raise(_) => {
                    let name = if matches!(choice, Choice::Bet(_)) { "Bet" } else { "Raise" };
                    let note = match share.value > fair {
                        true => "Gains if the others call: you win more than an even part.",
                        false => "Loses if the others call: you win less than an even part.",
                    };
                    told.choices.push(rated(name.to_owned(), None, 0.0).noted(note));
                }
                Choice::Discard(_) | Choice::Draw(_) | Choice::Show | Choice::Muck => {}
            }
        }
        told.why.extend(self.outs());
    }

    /// Which of so many cards to throw away: every way, with what the rest wins.
    fn rate_throwing(&self, choice: Choice, (least, most): (u8, u8), told: &mut Told) {
        for bits in 0_u8..1 << self.cards.len() {
            let which = Which::from_bits(bits);
            if which.count() < least || which.count() > most {
                continue;
            }
            let rest = without(self.cards, which);
            let thrown: Vec<String> = self
                .cards
                .iter()
                .enumerate()
                .filter(|(place, _)| which.contains(*place as u8))
                .map(|(_, card)| card.to_string())
                .collect();
            let (choice, name, share) = if matches!(choice, Choice::Draw(_)) {
                let name = match thrown.is_empty() {
                    true => "Stand pat".to_owned(),
                    false => format!("Draw to {}", text_of(&rest)),
                };
                (Choice::Draw(which), name, self.drawing(&rest))
            } else {
                let ranking = Ranking::of(&self.rules.hands);
                let share = share(&ranking, &rest, self.board, self.rivals, self.asked);
                (Choice::Discard(which), format!("Throw {} away", thrown.join(" ")), share)
            };
            told.share = Some(share);
            let rated = Rated::new(Any::Poker(choice), name, Some(share.value));
            told.choices.push(Rated { error: share.error, ..rated });
        }
        told.why.push("The value is the part of the pot that the rest wins.".to_owned());
    }

    /// The cards that improve the hand when they come next, where two private cards play with any of the board.
    fn outs(&self) -> Option<String> {
        let is_plain = self.rules.hands.uses.value == HoleUse::Any && self.cards.len() == 2;
        if !is_plain || !(3..=4).contains(&self.board.len()) {
            return None;
        }
        let kind = |cards: &[Card]| {
            let all: Ranked = cards.iter().copied().collect();
            all.best().map(cards::HighRank::category)
        };
        let with = |board: &[Card]| kind(&[self.cards, board].concat());
        let now = with(self.board);
        let outs: Vec<Card> = Card::all()
            .filter(|card| !card.is_joker() && !self.cards.contains(card) && !self.board.contains(card))
            .filter(|card| {
                let board = [self.board, &[*card]].concat();
                let then = with(&board);
                // What the board gives to everybody is no out.
                let common = if board.len() == 5 { kind(&board) } else { common_kind(&board) };
                then > now && then > common
            })
            .collect();
        let left = 52 - self.cards.len() - self.board.len();
        Some(match outs.len() {
            0 => "No single card makes a better kind of hand.".to_owned(),
            count => format!(
                "{count} of {left} unseen cards ({}) make a better kind of hand: {}.",
                percent(count as f64 / left as f64),
                text_of(&outs)
            ),
        })
    }

    /// The share of a lowball hand that keeps these cards and draws the rest.
    fn drawing(&self, kept_cards: &[Card]) -> Share {
        let ranking = Ranking::of(&self.rules.hands);
        let rivals = self.rivals.min(DRAWING_MOST);
        let mut draws = draws_for(self.cards);
        let mut unseen: Vec<Card> = unseen(self.cards, &[]);
        let lacks = 5 - kept_cards.len().min(5);
        let mut sums = Sums::default();
        for _ in 0..self.asked.deals / 5 {
            deal(&mut unseen, lacks + 10 * rivals, &mut draws);
            let (mine, others) = unseen.split_at(lacks);
            let own = [kept_cards, mine].concat();
            let worths: Vec<Worth> = others[..10 * rivals]
                .chunks(10)
                .map(|ten| {
                    let mut hand = kept(self.rules, &ten[..5]);
                    let more = 5 - hand.len();
                    hand.extend(&ten[5..5 + more]);
                    ranking.worth(&hand, &[])
                })
                .collect();
            sums.add(won_of_pot(ranking.worth(&own, &[]), &worths));
        }
        sums.share(false)
    }
}

/// The best kind of hand that every player has with an incomplete board: by its pairs alone.
fn common_kind(board: &[Card]) -> Option<Category> {
    let most = |rank: Option<Rank>| board.iter().filter(|card| card.rank() == rank).count();
    let counts: Vec<usize> = board.iter().map(|card| most(card.rank())).collect();
    let pairs = counts.iter().filter(|count| **count == 2).count() / 2;
    Some(match (counts.iter().max().copied().unwrap_or(0), pairs) {
        (4, _) => Category::FourOfAKind,
        (3, _) => Category::ThreeOfAKind,
        (_, 2) => Category::TwoPair,
        (_, 1) => Category::Pair,
        _ => Category::HighCard,
    })
}

fn text_of(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn without(cards: &[Card], which: Which) -> Vec<Card> {
    let stays = |(place, _): &(usize, &Card)| !which.contains(*place as u8);
    cards.iter().enumerate().filter(stays).map(|(_, card)| *card).collect()
}

fn unseen(own: &[Card], board: &[Card]) -> Vec<Card> {
    Card::all().filter(|card| !card.is_joker() && !own.contains(card) && !board.contains(card)).collect()
}

/// What somebody keeps in lowball: a good hand whole, else the different low cards.
fn kept(rules: &PokerRules, cards: &[Card]) -> Vec<Card> {
    let is_deuce = rules.hands.low_scale.as_ref().is_some_and(|scale| scale.value == LowScale::DeuceToSeven);
    let count = |card: &Card| {
        let rank = card.rank().map_or(0, Rank::number);
        if card.rank() == Some(Rank::Ace) && !is_deuce { 1 } else { rank }
    };
    let mut sorted = cards.to_vec();
    sorted.sort_by_key(count);
    sorted.dedup_by_key(|card| count(card));
    let is_low = sorted.len() == 5 && sorted.iter().all(|card| count(card) <= PAT_MOST);
    let counts_against = is_deuce
        && <&[Card; 5]>::try_from(cards)
            .is_ok_and(|five| DeuceToSevenRank::of(five).category() != Category::HighCard);
    if is_low && !counts_against {
        return sorted;
    }
    sorted.retain(|card| count(card) <= KEPT_MOST);
    sorted.truncate(4);
    sorted
}

/// Sums over deals.
#[derive(Default)]
struct Sums {
    won: f64,
    squares: f64,
    deals: u64,
}

impl Sums {
    fn add(&mut self, won: f64) {
        self.won += won;
        self.squares += won * won;
        self.deals += 1;
    }

    fn share(&self, is_exact: bool) -> Share {
        let n = self.deals.max(1) as f64;
        let value = self.won / n;
        let error = if is_exact { 0.0 } else { ((self.squares / n - value * value).max(0.0) / n).sqrt() };
        Share { value, error, deals: self.deals, is_exact }
    }
}

/// The share of the pot that private cards win against so many unknown hands.
#[must_use]
pub fn share(ranking: &Ranking, own: &[Card], board: &[Card], rivals: usize, asked: &Asked<'_>) -> Share {
    // One of three will be thrown away: like a hand that may never use it.
    let ranking = match (own.len(), ranking.uses) {
        (3, HoleUse::Any) => Ranking { uses: HoleUse::AtMostTwo, ..*ranking },
        _ => *ranking,
    };
    let missing = 5_usize.saturating_sub(board.len());
    let unseen = unseen(own, board);
    let all = ways(unseen.len(), missing) * ways(unseen.len() - missing, own.len());
    if rivals == 1 && all <= COUNTED_MOST {
        return count(&ranking, own, board, &unseen, missing);
    }
    let mut sums = Sums::default();
    let mut draws: Draws = draws_for(&[own, board].concat());
    let mut unseen = unseen;
    let rivals = rivals.min((unseen.len() - missing) / own.len());
    let needed = missing + rivals * own.len();
    let mut full = board.to_vec();
    for _ in 0..asked.deals {
        deal(&mut unseen, needed, &mut draws);
        let (rest, hidden) = unseen[..needed].split_at(missing);
        full.truncate(board.len());
        full.extend_from_slice(rest);
        let others: Vec<Worth> = hidden.chunks(own.len()).map(|other| ranking.worth(other, &full)).collect();
        sums.add(won_of_pot(ranking.worth(own, &full), &others));
    }
    sums.share(false)
}

fn ways(from: usize, count: usize) -> u64 {
    (0..count as u64).fold(1, |ways, step| ways * (from as u64 - step) / (step + 1))
}

/// Every deal, one by one.
fn count(ranking: &Ranking, own: &[Card], board: &[Card], unseen: &[Card], missing: usize) -> Share {
    let mut sums = Sums::default();
    each_set(unseen, missing, CardSet::EMPTY, &mut |rest| {
        let full: Vec<Card> = board.iter().copied().chain(rest.iter()).collect();
        let mine = ranking.worth(own, &full);
        let left: Vec<Card> = unseen.iter().copied().filter(|card| !rest.contains(*card)).collect();
        each_set(&left, own.len(), CardSet::EMPTY, &mut |other| {
            let other: Vec<Card> = other.iter().collect();
            sums.add(won_of_pot(mine, &[ranking.worth(&other, &full)]));
            true
        })
    });
    sums.share(true)
}

/// The part of a pot that a hand wins against others; a half for low counts where anybody has one.
fn won_of_pot(mine: Worth, others: &[Worth]) -> f64 {
    let high = mine.high.map(|high| won_part(&high, others.iter().filter_map(|other| other.high)));
    let lows = || others.iter().filter_map(|other| other.low);
    let low = mine.low.map(|low: Low| won_part(&low, lows()));
    match (high, low) {
        (Some(high), Some(low)) => (high + low) / 2.0,
        (Some(high), None) if lows().next().is_some() => high / 2.0,
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => 0.0,
    }
}

/// The part of a pot that a rank wins against others.
fn won_part<R: PartialOrd>(mine: &R, others: impl Iterator<Item = R>) -> f64 {
    let mut equals = 1_u32;
    for other in others {
        if other > *mine {
            return 0.0;
        }
        equals += u32::from(other == *mine);
    }
    1.0 / f64::from(equals)
}

pub(crate) fn chosen(event: &Event) -> Option<Chosen> {
    let Event::Chose { seat, choice, .. } = event else { return None };
    Some(Chosen { who: None, seat: Some(*seat), choice: Any::Poker(*choice) })
}
