//! Blackjack: each choice as `cardroom odds BOOK --hand` values it, insurance, and even money.

use books::Money;
use books::blackjack::BlackjackRules;
use cards::Card;
use games::Party;
use games::blackjack::play::{self, Situation};
use games::blackjack::{Choice, Count, Event, Terms};
use games::round::{Choice as Any, HandEnd, HandView, Offer, SeatView, WagerPart};
use odds::blackjack::{Action, Analysis, Choices, Shoe};

use crate::Sight;
use crate::advice::{HandAdvice, Rated, lead, percent, sort};
use crate::review::Chosen;

/// One hand, with what it is valued by.
struct Hand<'a> {
    who: Party,
    spot: &'a SeatView,
    number: usize,
    cards: Vec<Card>,
    up: Card,
    /// What lies on the hand, without what a double added.
    wager: Money,
    analysis: &'a Analysis<f64>,
    decks: u8,
    rules: &'a BlackjackRules,
}

pub(crate) fn advise(sight: &Sight<'_>, rules: &BlackjackRules) -> Vec<HandAdvice> {
    let bank = sight.round.bank.as_ref().and_then(|bank| bank.hands.first());
    let Some(up) = bank.and_then(|hand| hand.cards.iter().copied().flatten().next()) else {
        return Vec::new();
    };
    let decks = sight.asked.decks.unwrap_or(rules.deck.decks.usual);
    if sight
        .offers
        .iter()
        .all(|offer| matches!(offer.choice, Any::Blackjack(Choice::Follow(_) | Choice::Decline)))
    {
        return Vec::new();
    }
    let Some(analysis) = sight.coach.blackjack(rules, decks) else { return Vec::new() };
    let parties = sight.parties();
    let one = |who: &Party| {
        let (spot, number) = place_of(sight, &parties, *who)?;
        let hand = spot.hands.get(number)?;
        let cards: Vec<Card> = hand.cards.iter().copied().collect::<Option<_>>()?;
        let lies = |on: WagerPart| {
            let wagers = spot.wagers.iter().filter(|wager| wager.purse == sight.purse && wager.on == on);
            wagers.filter(|wager| usize::from(wager.hand) == number).map(|wager| wager.amount).next()
        };
        let wager = lies(WagerPart::Base).or_else(|| lies(WagerPart::Split))?;
        let hand = Hand { who: *who, spot, number, cards, up, wager, analysis: &analysis, decks, rules };
        let offers: Vec<&Offer> = sight.offers_of(*who).collect();
        hand.advise(&offers, sight.also)
    };
    parties.iter().filter_map(one).collect()
}

/// The hand about which a party is asked. A view does not say whose bet is on which of several own spots, so there is
/// no answer where that is in doubt.
fn place_of<'a>(sight: &'a Sight<'_>, parties: &[Party], who: Party) -> Option<(&'a SeatView, usize)> {
    let spots = sight.own_seats();
    let choices = || {
        sight.offers_of(who).filter_map(|offer| match offer.choice {
            Any::Blackjack(choice) => Some(choice),
            _ => None,
        })
    };
    let is_turn = choices().any(|choice| matches!(choice, Choice::Stand | Choice::Hit));
    if is_turn {
        let is_open = |hand: &HandView| hand.end == HandEnd::Open;
        let mut open = spots.iter().filter(|spot| spot.hands.iter().any(is_open));
        let (Some(spot), None) = (open.next(), open.next()) else { return None };
        return Some((spot, spot.hands.iter().position(is_open)?));
    }
    let spot = match spots[..] {
        [spot] => spot,
        _ if spots.len() == parties.len() => spots[parties.iter().position(|party| *party == who)?],
        _ => return None,
    };
    let given_up = choices().find_map(|choice| match choice {
        Choice::Surrender(number) => Some(usize::from(number)),
        _ => None,
    });
    Some((spot, given_up.unwrap_or(0)))
}

impl Hand<'_> {
    fn advise(&self, offers: &[&Offer], also: Option<Any>) -> Option<HandAdvice> {
        let choices = self.analysis.choices(&self.cards, self.up).ok()?;
        let is_insured = offers
            .iter()
            .any(|offer| matches!(offer.choice, Any::Blackjack(Choice::Insure(_) | Choice::EvenMoney)));
        let mut why = Vec::new();
        let mut list: Vec<Rated> = Vec::new();
        for offer in offers {
            let Any::Blackjack(choice) = offer.choice else { continue };
            let rate = |amount: Option<Money>| match is_insured {
                true => self.rate_answer(choice, amount.unwrap_or(offer.most), &choices),
                false => self.rate(choice, amount, offer, &choices),
            };
            list.extend(rate(None));
            // Another amount that was chosen is worth something of its own.
            let made = also.filter(|also| also.is_like(&offer.choice)).map(|also| also.amount());
            let made = made.filter(|amount| amount.is_positive()).and_then(|amount| rate(Some(amount)));
            list.extend(made.filter(|made| list.iter().all(|rated| rated.choice != made.choice)));
        }
        sort(&mut list);
        if self.spot.hands.len() > 1 && !is_insured {
            self.mark_as_after_split(&mut list);
        }
        if is_insured {
            let natural = self.bank_natural();
            why.push(format!("The bank's down card makes a Natural {} of the time.", percent(natural)));
        } else {
            why.extend(self.bust_words(&list));
        }
        why.extend(lead(&list, "wager"));
        let decks =
            if self.decks == 1 { "one full deck".to_owned() } else { format!("{} full decks", self.decks) };
        Some(HandAdvice {
            who: self.who,
            seat: self.spot.seat,
            cards: self.cards.clone(),
            unit: self.wager,
            unit_name: "wager".to_owned(),
            choices: list,
            why,
            basis: format!(
                "Exact, from {decks}, by this hand and the bank's up card; other cards in sight are not counted."
            ),
            is_exact: true,
        })
    }

    /// What an action is worth.
    fn worth(&self, action: Action, choices: &Choices<f64>) -> Option<f64> {
        // The analysis has one value for a first split, not for later ones.
        if action == Action::Split && self.spot.hands.len() > 1 {
            return None;
        }
        choices.list.iter().find(|(known, _)| *known == action).map(|(_, value)| *value)
    }

    /// What a choice is worth, by the amount that was chosen or else by the best of those that may be.
    fn rate(
        &self,
        choice: Choice,
        amount: Option<Money>,
        offer: &Offer,
        choices: &Choices<f64>,
    ) -> Option<Rated> {
        let rated = |choice: Choice, name: &str, action: Action| {
            Some(Rated::new(Any::Blackjack(choice), name, self.worth(action, choices)))
        };
        match choice {
            Choice::Hit => rated(choice, "Hit", Action::Hit),
            Choice::Stand => rated(choice, "Stand", Action::Stand),
            Choice::Split if self.spot.hands.len() > 1 => rated(choice, "Split", Action::Split)
                .map(|rated| rated.noted("A later split is not valued for itself.")),
            Choice::Split => rated(choice, "Split", Action::Split),
            Choice::Surrender(number) if usize::from(number) == self.number => {
                rated(choice, "Give up", Action::Surrender)
            }
            // Somebody who may give a hand up that takes no more cards declines to keep it.
            Choice::Decline => rated(choice, "Keep it", Action::Stand),
            Choice::Double(_) => {
                // What a double brings grows with its amount in a straight line, so that one of the two ends is best.
                let full = self.worth(Action::Double, choices);
                let of = |amount: Money| full.map(|full| full / 2.0 * (1.0 + self.in_wagers(amount)));
                let best = if of(offer.least) > of(offer.most) { offer.least } else { offer.most };
                let amount = amount.unwrap_or(best);
                let name = format!("Double for {amount}");
                Some(Rated::new(Any::Blackjack(Choice::Double(amount)), name, of(amount)))
            }
            Choice::Surrender(_)
            | Choice::Insure(_)
            | Choice::EvenMoney
            | Choice::Follow(_)
            | Choice::Side(_) => None,
        }
    }

    fn rate_answer(&self, choice: Choice, amount: Money, choices: &Choices<f64>) -> Option<Rated> {
        match choice {
            Choice::EvenMoney => Some(Rated::new(Any::Blackjack(choice), "Even money", choices.even_money)),
            Choice::Insure(_) => {
                let pays = self.rules.insurance.pays.value;
                let natural = self.bank_natural();
                let each = natural * f64::from(pays.pays) / f64::from(pays.on) - (1.0 - natural);
                let value = choices.waiting + each * self.in_wagers(amount);
                let rated = Rated::new(
                    Any::Blackjack(Choice::Insure(amount)),
                    format!("Insure for {amount}"),
                    Some(value),
                );
                let word = if each < 0.0 { "loses" } else { "gains" };
                Some(
                    rated.noted(format!(
                        "Each dollar of insurance {word} {} on average.",
                        percent(each.abs())
                    )),
                )
            }
            Choice::Decline => {
                Some(Rated::new(Any::Blackjack(choice), "No insurance", Some(choices.waiting)))
            }
            Choice::Hit | Choice::Stand | Choice::Double(_) | Choice::Split | Choice::Surrender(_) => None,
            Choice::Follow(_) | Choice::Side(_) => None,
        }
    }

    fn in_wagers(&self, amount: Money) -> f64 {
        amount.in_cents() as f64 / self.wager.in_cents().max(1) as f64
    }

    /// After a split the best play is the analysis's own, which plays each hand as an opening one and splits again
    /// whenever it may.
    fn mark_as_after_split(&self, list: &mut [Rated]) {
        let two = <[Card; 2]>::try_from(&self.cards[..]).ok();
        let hand = Situation {
            two,
            is_split: true,
            is_touched: two.is_none(),
            splits: self.spot.hands.len() as u8 - 1,
            ..Situation::of(Count::of(&self.cards))
        };
        let wanted = self.analysis.decide(&self.cards, &hand, self.up);
        let is_wanted = |rated: &Rated| match rated.choice {
            Any::Blackjack(Choice::Hit) => wanted == Action::Hit,
            Any::Blackjack(Choice::Stand) => wanted == Action::Stand,
            Any::Blackjack(Choice::Double(_)) => wanted == Action::Double,
            Any::Blackjack(Choice::Split) => wanted == Action::Split,
            Any::Blackjack(Choice::Surrender(_)) => wanted == Action::Surrender,
            _ => false,
        };
        let Some(place) = list.iter().position(is_wanted) else { return };
        list.iter_mut().for_each(|rated| rated.is_best = false);
        list[place].is_best = true;
        list[..=place].rotate_right(1);
    }

    /// What is left of a full shoe without the own hand and the up card.
    fn unseen(&self) -> impl Iterator<Item = (Card, f64)> {
        let shoe = Shoe::fresh(self.rules, self.decks);
        Card::all().chain([Card::JOKER]).map(move |card| {
            let seen = self.cards.iter().chain([&self.up]).filter(|one| **one == card).count();
            (card, f64::from(shoe.copies(card)) - seen as f64)
        })
    }

    /// The chance that the bank's down card makes a Natural with the up card.
    fn bank_natural(&self) -> f64 {
        let natural = Terms::of(self.rules).natural.value;
        let (mut makes, mut all) = (0.0, 0.0);
        for (card, copies) in self.unseen() {
            all += copies;
            makes += if play::is_natural(&[self.up, card], natural) { copies } else { 0.0 };
        }
        if all > 0.0 { makes / all } else { 0.0 }
    }

    /// How often one more card takes the hand over, where one may be taken.
    fn bust_words(&self, list: &[Rated]) -> Option<String> {
        list.iter().find(|rated| rated.choice == Any::Blackjack(Choice::Hit))?;
        let (mut over, mut all) = (0.0, 0.0);
        for (card, copies) in self.unseen() {
            let mut cards = self.cards.clone();
            cards.push(card);
            all += copies;
            over += if Count::of(&cards).total().is_over() { copies } else { 0.0 };
        }
        Some(if over == 0.0 {
            "No card takes this hand over.".to_owned()
        } else {
            format!("One more card takes this hand over {} of the time.", percent(over / all))
        })
    }
}

pub(crate) fn chosen(event: &Event) -> Option<Chosen> {
    let Event::Chose { who, choice, .. } = event else { return None };
    Some(Chosen { who: Some(*who), seat: None, choice: Any::Blackjack(*choice) })
}
