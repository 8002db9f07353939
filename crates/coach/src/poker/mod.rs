//! Poker: the share of the pots that a hand wins against unknown hands, what each choice is worth by that, outs, and what
//! to throw away.

mod drawing;
mod money;
mod outs;
mod share;

use books::Money;
use books::poker::{HoleUse, PokerRules};
use cards::Card;
use games::Party;
use games::poker::{Choice, Event, Ranking, Which};
use games::round::{Choice as Any, Offer, RoundStage, SeatView};

use crate::advice::{HandAdvice, Rated, lead, percent, sort};
use crate::review::{Chosen, Leaves};
use crate::{Asked, Sight};
use drawing::kept;
use money::{Played, Stakes};
use share::Shares;

/// Under which every value stands.
const ASSUMED: &str = "Everybody still in is taken to stay in to the end, to call as far as their chips reach and \
                       never to raise; fees to come are left out.";
/// What is assumed of the others where each throws one of three cards away.
const BEFORE_THROW: &str =
    "Until one of three cards is thrown away, you and the others are taken to play the best two.";
const AT_THROW: &str =
    "From the throw on the others are taken to hold two random cards, not the best two of three.";
/// Why a bet beyond the pot has no value.
const UNVALUED: &str = "Not valued: whoever calls more than the pot holds no random hand.";

pub(crate) fn advise(sight: &Sight<'_>, rules: &PokerRules) -> Vec<HandAdvice> {
    sight.parties().into_iter().filter_map(|who| advise_hand(sight, rules, who)).collect()
}

fn advise_hand(sight: &Sight<'_>, rules: &PokerRules, who: Party) -> Option<HandAdvice> {
    let round = sight.round;
    let place = round.seats.iter().position(|seat| seat.seat.number() == who.0)?;
    let own = &round.seats[place];
    let cards: Vec<Card> = own.hands.first()?.cards.iter().copied().collect::<Option<_>>()?;
    if cards.is_empty() {
        return None;
    }
    let others = || round.seats.iter().filter(|seat| seat.seat != own.seat);
    let open = others().flat_map(|seat| &seat.hands).flat_map(|hand| hand.cards.iter().flatten());
    let rivals = others().filter(|seat| seat.is_live).count().max(1);
    let out: Vec<Card> = own.thrown.iter().chain(open).copied().collect();
    let stakes = Stakes::of(round, sight.people, place);
    let offers: Vec<&Offer> = sight.offers_of(who).collect();
    let spot = Spot { rules, own, cards: &cards, out, board: &round.board, rivals, asked: sight.asked };
    let unit = unit(&stakes, &offers);
    let mut told = Told::default();
    for offer in &offers {
        if let Any::Poker(choice @ (Choice::Discard(_) | Choice::Draw(_))) = offer.choice {
            spot.rate_throwing(choice, offer.cards, &mut told);
        }
    }
    if told.choices.is_empty() {
        let has_drawn =
            rules.streets.first().is_some_and(|street| RoundStage::from(street.name.value) != round.stage);
        let betting = Betting { stakes, unit: unit.0, offers: &offers, also: sight.also };
        spot.rate_betting(&betting, has_drawn, &mut told);
    }
    Some(spot.advice(who, unit, told))
}

/// What values are counted in: the pot, or what the first bet costs where nothing is in it yet.
fn unit(stakes: &Stakes, offers: &[&Offer]) -> (Money, &'static str) {
    let cost = |wanted: fn(&Choice) -> bool| {
        let of = |offer: &&&Offer| matches!(&offer.choice, Any::Poker(choice) if wanted(choice));
        offers.iter().find(of).map(|offer| offer.least).filter(|least| least.is_positive())
    };
    let call = || cost(|choice| matches!(choice, Choice::Call)).map(|call| (call, "call"));
    let bet = || cost(|choice| matches!(choice, Choice::Bet(_) | Choice::Raise(_))).map(|bet| (bet, "bet"));
    let pot = stakes.pot.is_positive().then_some((stakes.pot, "pot"));
    pot.or_else(call).or_else(bet).unwrap_or((Money::cents(1), "pot"))
}

/// What is found about a hand.
#[derive(Default)]
struct Told {
    choices: Vec<Rated>,
    why: Vec<String>,
    assumed: Vec<&'static str>,
    /// How many deals were looked at, whether these are all, and against how many hands.
    basis: (u64, bool, usize),
}

impl Told {
    fn rests_on(&mut self, shares: &Shares) {
        self.basis = (shares.deals, shares.is_exact, shares.rivals());
    }
}

/// What betting is rated by.
struct Betting<'a> {
    stakes: Stakes,
    unit: Money,
    offers: &'a [&'a Offer],
    /// A choice that is rated with its own amount beside those that are usual.
    also: Option<Any>,
}

/// A hand as its player sees it.
struct Spot<'a> {
    rules: &'a PokerRules,
    own: &'a SeatView,
    cards: &'a [Card],
    /// The cards beside those of the own hand and the board that cannot come and that nobody else holds.
    out: Vec<Card>,
    board: &'a [Card],
    rivals: usize,
    asked: &'a Asked<'a>,
}

fn hands(count: usize) -> String {
    if count == 1 { "one unknown hand".to_owned() } else { format!("{count} unknown hands") }
}

impl Spot<'_> {
    fn is_draw(&self) -> bool {
        self.rules.hands.uses.value == HoleUse::AllFive
    }

    fn advice(&self, who: Party, (unit, unit_name): (Money, &str), told: Told) -> HandAdvice {
        let Told { mut choices, mut why, assumed, basis: (deals, is_exact, rivals) } = told;
        sort(&mut choices);
        why.extend(lead(&choices, unit_name));
        let drawing = match (self.is_draw(), rivals) {
            (false, _) => "",
            (true, 1) => " that draws to different cards of eight and lower",
            (true, _) => " that draw to different cards of eight and lower",
        };
        let (hands, assumed) = (hands(rivals), assumed.join(" "));
        let basis = match is_exact {
            true => format!("Exact against {hands}: all {deals} deals are counted. {assumed}"),
            false => format!("From {deals} random deals against {hands}{drawing}. {assumed}"),
        };
        HandAdvice {
            who,
            seat: self.own.seat,
            hand: 0,
            cards: self.cards.to_vec(),
            unit,
            unit_name: unit_name.to_owned(),
            choices,
            why,
            basis: basis.trim_end().to_owned(),
            is_exact,
        }
    }

    /// What is assumed of the others in games in which a card is thrown away.
    fn of_throw(&self) -> Option<&'static str> {
        let throws = self.rules.streets.iter().any(|street| street.discard.value > 0);
        throws.then_some(if self.own.thrown.is_empty() { BEFORE_THROW } else { AT_THROW })
    }

    /// What the hand wins as it is, or as it will be when it has drawn.
    fn shares(&self, has_drawn: bool) -> Shares {
        if self.is_draw() {
            let kept = if has_drawn { self.cards.to_vec() } else { kept(self.rules, self.cards) };
            let mut shares =
                drawing::shares(self.rules, self.cards, &self.out, &[kept], self.rivals, self.asked);
            return shares.remove(0);
        }
        let ranking = Ranking::of(&self.rules.hands);
        share::shares(&ranking, self.cards, &self.out, self.board, self.rivals, self.asked)
    }

    fn rate_betting(&self, betting: &Betting<'_>, has_drawn: bool, told: &mut Told) {
        let is_bet = |choice: &Any| {
            matches!(
                choice,
                Any::Poker(Choice::Fold | Choice::Check | Choice::Call | Choice::Bet(_) | Choice::Raise(_))
            )
        };
        if !betting.offers.iter().any(|offer| is_bet(&offer.choice)) {
            return;
        }
        let shares = self.shares(has_drawn);
        told.rests_on(&shares);
        told.assumed.extend(self.of_throw());
        told.assumed.push(ASSUMED);
        let each = match shares.rivals() {
            1 => "the other hand".to_owned(),
            count => format!("the {count} others"),
        };
        told.why.push(format!(
            "Your hand wins {} of the pot against {each}; an even part would be {}.",
            percent(shares.of_all()),
            percent(1.0 / (shares.rivals() + 1) as f64)
        ));
        for offer in betting.offers {
            let Any::Poker(choice) = offer.choice else { continue };
            match choice {
                Choice::Check => {
                    let played = betting.stakes.after(betting.stakes.bet());
                    told.choices.push(betting.rated(choice, "Check", &played, &shares));
                }
                Choice::Call => {
                    let played = betting.stakes.after(betting.stakes.bet() + offer.least);
                    let name = format!("Call {}", offer.least);
                    told.choices.push(betting.rated(choice, &name, &played, &shares));
                    told.why.extend(call_words(&played));
                }
                Choice::Bet(_) | Choice::Raise(_) => {
                    let rate = |to: Money| betting.rate_bet(choice, to, offer.least, &shares);
                    told.choices.extend(betting.sizes(offer).into_iter().map(rate));
                }
                Choice::Fold | Choice::Discard(_) | Choice::Draw(_) | Choice::Show | Choice::Muck => {}
            }
        }
        // Of choices that are worth the same, folding comes last: it is never better than what costs nothing.
        if betting.offers.iter().any(|offer| offer.choice == Any::Poker(Choice::Fold)) {
            told.choices.push(Rated::new(Any::Poker(Choice::Fold), "Fold", Some(0.0)));
        }
        told.why.extend(self.outs());
    }

    /// Which of so many cards to throw away: every way, with what the rest wins.
    fn rate_throwing(&self, choice: Choice, (least, most): (u8, u8), told: &mut Told) {
        let is_asked = |which: &Which| (least..=most).contains(&which.count());
        let ways: Vec<Which> = (0_u8..1 << self.cards.len()).map(Which::from_bits).filter(is_asked).collect();
        let split = |which: Which, is_thrown: bool| -> Vec<Card> {
            let places = self.cards.iter().enumerate();
            let of = |(place, _): &(usize, &Card)| which.contains(*place as u8) == is_thrown;
            places.filter(of).map(|(_, card)| *card).collect()
        };
        let rests: Vec<Vec<Card>> = ways.iter().map(|which| split(*which, false)).collect();
        let is_draw = matches!(choice, Choice::Draw(_));
        let shares = if is_draw {
            drawing::shares(self.rules, self.cards, &self.out, &rests, self.rivals, self.asked)
        } else {
            let ranking = Ranking::of(&self.rules.hands);
            let of = |rest: &Vec<Card>| {
                // What is thrown away has been seen.
                let out = [self.cards, &self.out].concat();
                share::shares(&ranking, rest, &out, self.board, self.rivals, self.asked)
            };
            rests.iter().map(of).collect()
        };
        for ((which, rest), shares) in ways.into_iter().zip(rests).zip(shares) {
            let (choice, name) = match is_draw {
                true if rest.len() == 5 => (Choice::Draw(which), "Stand pat".to_owned()),
                true if rest.is_empty() => (Choice::Draw(which), "Draw five".to_owned()),
                true => (Choice::Draw(which), format!("Draw to {}", text_of(&rest))),
                false => (Choice::Discard(which), format!("Throw {} away", text_of(&split(which, true)))),
            };
            told.rests_on(&shares);
            let (value, error) = shares.won(&shares.one_pot());
            told.choices.push(Rated { error, ..Rated::new(Any::Poker(choice), name, Some(value)) });
        }
        told.assumed.extend((!is_draw).then_some(AT_THROW));
        told.why.push("The value is the part of the pot that the rest wins.".to_owned());
    }

    /// The cards that improve the hand when they come next, where two private cards play with any of the board.
    fn outs(&self) -> Option<String> {
        let is_plain = self.rules.hands.uses.value == HoleUse::Any && self.cards.len() == 2;
        if !is_plain || !(3..=4).contains(&self.board.len()) {
            return None;
        }
        let (outs, left) = outs::outs(self.cards, &self.out, self.board);
        Some(match outs.len() {
            0 => {
                "No single card makes a better kind of hand that gets ahead of half the hands ahead of yours."
                    .to_owned()
            }
            count => format!(
                "{count} of {left} unseen cards ({}) make a better kind of hand and get you ahead of at least half \
                 the hands that are ahead of yours: {}.",
                percent(count as f64 / left as f64),
                text_of(&outs)
            ),
        })
    }
}

/// What a call needs.
fn call_words(played: &Played) -> Option<String> {
    let (cost, all) = (played.cost, played.all());
    Some(match played.needs() {
        Some(needs) => format!(
            "A call of {cost} plays for {all}{}: it pays if you win more than {} of that.",
            if played.is_short { ", as much from each of the others as you put in" } else { "" },
            percent(needs)
        ),
        None => format!(
            "A call of {cost} plays for {all}: there is nothing to win beside your own money, because the house has \
             taken what the others put in."
        ),
    })
}

impl Betting<'_> {
    fn in_units(&self, amount: Money) -> f64 {
        amount.in_cents() as f64 / self.unit.in_cents() as f64
    }

    /// A choice after which the hand plays for so much.
    fn rated(&self, choice: Choice, name: &str, played: &Played, shares: &Shares) -> Rated {
        let pots: Vec<f64> = played.pots.iter().map(|pot| self.in_units(*pot)).collect();
        let (won, error) = shares.won(&pots);
        let value = won + self.in_units(played.back) - self.in_units(played.cost);
        Rated { error, ..Rated::new(Any::Poker(choice), name, Some(value)) }
    }

    /// The sizes of a bet or raise that are rated: the least, the pot, the most, and the one that was chosen.
    fn sizes(&self, offer: &Offer) -> Vec<Money> {
        let step = offer.step.in_cents().max(1);
        let pot = self.stakes.pot_bet().in_cents();
        let pot = Money::cents(pot - pot % step);
        let is_between = |to: &Money| (offer.least..=offer.most).contains(to);
        let also = self.also.filter(|also| also.is_like(&offer.choice)).map(|also| also.amount());
        let mut sizes: Vec<Money> =
            [offer.least, pot, offer.most].into_iter().chain(also).filter(is_between).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    fn rate_bet(&self, choice: Choice, to: Money, least: Money, shares: &Shares) -> Rated {
        let (choice, name) = match choice {
            Choice::Bet(_) => (Choice::Bet(to), format!("Bet {to}")),
            _ => (Choice::Raise(to), format!("Raise to {to}")),
        };
        if to > least && to > self.stakes.pot_bet() {
            return Rated::new(Any::Poker(choice), name, None).noted(UNVALUED);
        }
        self.rated(choice, &name, &self.stakes.after(to), shares).noted("if everybody calls")
    }
}

fn text_of(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn chosen(event: &Event) -> Option<Chosen> {
    match event {
        Event::Chose { seat, choice, .. } => Some(Chosen {
            who: None,
            seat: Some(*seat),
            choice: Any::Poker(*choice),
            leaves: Leaves::Nothing,
        }),
        Event::Posted { .. }
        | Event::Collected { .. }
        | Event::Began { .. }
        | Event::Dealt { .. }
        | Event::Opened { .. }
        | Event::Returned { .. }
        | Event::Closed
        | Event::Asked { .. }
        | Event::Shuffled { .. }
        | Event::Showdown { .. }
        | Event::Turned { .. }
        | Event::Showed { .. }
        | Event::Mucked { .. }
        | Event::Died { .. }
        | Event::Reported { .. }
        | Event::Awarded { .. }
        | Event::Voided { .. }
        | Event::Ended => None,
    }
}
