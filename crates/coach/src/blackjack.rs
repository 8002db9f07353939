//! Blackjack: each choice as `cardroom odds BOOK --hand` values it, insurance, and even money.

use books::Money;
use books::blackjack::BlackjackRules;
use cards::Card;
use games::Party;
use games::blackjack::play::{self, Situation};
use games::blackjack::{Choice, Count, End, Event, Terms};
use games::round::{Choice as Any, HandEnd, HandView, Offer, SeatView, WagerPart};
use odds::blackjack::{Action, Analysis, Choices, Shoe};

use crate::Sight;
use crate::advice::{HandAdvice, Rated, lead, percent, sort};
use crate::review::{Chosen, Leaves};

/// What somebody is asked about a hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Insurance or even money.
    Insurance,
    /// How to play it.
    Turn,
    /// Whether to keep it or to give it up, when it takes no more cards.
    Keep,
    /// The same while it waits for its turn behind another hand of its spot.
    Wait,
}

/// One hand, with what it is valued by.
struct Hand<'a> {
    who: Party,
    spot: &'a SeatView,
    number: usize,
    question: Question,
    cards: Vec<Card>,
    /// The hand as the rules of play see it.
    situation: Situation,
    up: Card,
    /// Everything that lies on the hand, what a double added too.
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
    let one = |who: Party, spot: &SeatView, number: usize, question: Question| {
        let hand = spot.hands.get(number)?;
        let cards: Vec<Card> = hand.cards.iter().copied().collect::<Option<_>>()?;
        let lies = |on: WagerPart| {
            let wagers = spot.wagers.iter().filter(|wager| wager.purse == sight.purse && wager.on == on);
            wagers.filter(|wager| usize::from(wager.hand) == number).map(|wager| wager.amount).next()
        };
        let opening = lies(WagerPart::Base).or_else(|| lies(WagerPart::Split))?;
        let added = lies(WagerPart::Double);
        let two = <[Card; 2]>::try_from(&cards[..]).ok();
        let situation = Situation {
            two,
            is_split: spot.hands.len() > 1,
            is_doubled: added.is_some(),
            is_touched: two.is_none(),
            splits: spot.hands.len() as u8 - 1,
            end: end_of(hand.end),
            ..Situation::of(Count::of(&cards))
        };
        let wager = opening + added.unwrap_or_default();
        let analysis = &analysis;
        let hand = Hand { who, spot, number, question, cards, situation, up, wager, analysis, decks, rules };
        let offers: Vec<&Offer> = sight.offers_of(who).collect();
        hand.advise(&offers, sight.also)
    };
    let asked = parties.iter().flat_map(|who| {
        let (spot, questions) = questions_to(sight, *who)?;
        Some(questions.into_iter().filter_map(|(number, question)| one(*who, spot, number, question)))
    });
    asked.flatten().collect()
}

/// Why a hand takes no more part in the turns.
fn end_of(end: HandEnd) -> Option<End> {
    match end {
        HandEnd::Open => None,
        HandEnd::Over => Some(End::Over),
        HandEnd::Doubled => Some(End::Doubled),
        HandEnd::SplitAce => Some(End::SplitAce),
        // Of these only a hand that stands is asked about; some belong to other games.
        HandEnd::Stands
        | HandEnd::Natural
        | HandEnd::Joker
        | HandEnd::Frozen
        | HandEnd::BankNatural
        | HandEnd::GivenUp
        | HandEnd::Void
        | HandEnd::Foul
        | HandEnd::Folded
        | HandEnd::Plays
        | HandEnd::Qualifies
        | HandEnd::DoesNotQualify
        | HandEnd::WentOut
        | HandEnd::WonTops
        | HandEnd::Out => Some(End::Stood),
    }
}

/// The spot on which a party's bet lies.
fn spot_of<'a>(sight: &'a Sight<'_>, who: Party) -> Option<&'a SeatView> {
    let opening = |seat: &'a SeatView| {
        let opening = seat.wagers.iter().filter(|wager| wager.on == WagerPart::Base);
        opening.map(move |wager| (seat, wager.purse))
    };
    let bets: Vec<(&SeatView, u8)> = sight.round.seats.iter().flat_map(opening).collect();
    let is_told = bets.iter().map(|(_, purse)| purse).eq(sight.bets);
    bets.get(who.index()).filter(|_| is_told).map(|(seat, _)| *seat)
}

/// The hands about which a party is asked, all on the spot of its bet.
fn questions_to<'a>(sight: &'a Sight<'_>, who: Party) -> Option<(&'a SeatView, Vec<(usize, Question)>)> {
    // Where wagers of a void hand have gone back, bets are no longer told by what lies there.
    let only = || match sight.own_seats()[..] {
        [spot] => Some(spot),
        _ => None,
    };
    let spot = spot_of(sight, who).or_else(only)?;
    let choices = || {
        sight.offers_of(who).filter_map(|offer| match offer.choice {
            Any::Blackjack(choice) => Some(choice),
            _ => None,
        })
    };
    let is_open = |hand: &HandView| hand.end == HandEnd::Open;
    let is_turn = choices().any(|choice| matches!(choice, Choice::Stand | Choice::Hit));
    let mut questions = Vec::new();
    let in_turn = spot.hands.iter().position(is_open).filter(|_| is_turn);
    questions.extend(in_turn.map(|number| (number, Question::Turn)));
    if choices().any(|choice| matches!(choice, Choice::Insure(_) | Choice::EvenMoney)) {
        questions.push((0, Question::Insurance));
    }
    // The hand in turn has been asked about; the others that may be given up are over or wait behind it.
    questions.extend(choices().filter_map(|choice| match choice {
        Choice::Surrender(number) if in_turn != Some(usize::from(number)) => {
            let hand = spot.hands.get(usize::from(number))?;
            Some((usize::from(number), if is_open(hand) { Question::Wait } else { Question::Keep }))
        }
        _ => None,
    }));
    Some((spot, questions))
}

impl Hand<'_> {
    fn advise(&self, offers: &[&Offer], also: Option<Any>) -> Option<HandAdvice> {
        let mut list = match self.question {
            Question::Keep => self.rate_kept(offers),
            Question::Wait => self.rate_waiting(),
            Question::Insurance | Question::Turn => self.rate_all(offers, also)?,
        };
        for rated in list.iter_mut().filter(|rated| rated.value.is_none()) {
            rated.note = "Not valued: it is never called best, whatever it is worth.".to_owned();
        }
        sort(&mut list);
        let mut why = Vec::new();
        match self.question {
            Question::Insurance => {
                let natural = self.bank_natural();
                why.push(format!("The bank's down card makes a Natural {} of the time.", percent(natural)));
            }
            Question::Turn => why.extend(self.bust_words(&list)),
            Question::Keep | Question::Wait => {}
        }
        let unit_name = if self.situation.is_doubled { "doubled wager" } else { "wager" };
        why.extend(lead(&list, unit_name));
        let decks =
            if self.decks == 1 { "one full deck".to_owned() } else { format!("{} full decks", self.decks) };
        let of_split = match self.situation.is_split {
            true => "; a hand of a split is played on as an opening hand of the same cards would be",
            false => "",
        };
        Some(HandAdvice {
            who: self.who,
            seat: self.spot.seat,
            hand: self.number as u8,
            cards: self.cards.clone(),
            unit: self.wager,
            unit_name: unit_name.to_owned(),
            choices: list,
            why,
            basis: format!(
                "Exact, from {decks}, by this hand and the bank's up card; other cards in sight are not counted{of_split}."
            ),
            is_exact: true,
        })
    }

    /// What each of the choices is worth that are offered to a hand in its turn, or before.
    fn rate_all(&self, offers: &[&Offer], also: Option<Any>) -> Option<Vec<Rated>> {
        let is_opening = !self.situation.is_split && !self.situation.is_doubled;
        let opening = is_opening.then(|| self.analysis.choices(&self.cards, self.up).ok());
        let opening = opening.flatten();
        let mut list: Vec<Rated> = Vec::new();
        for offer in offers {
            let Any::Blackjack(choice) = offer.choice else { continue };
            let rate = |amount: Option<Money>| match self.question {
                Question::Insurance => {
                    self.rate_answer(choice, amount.unwrap_or(offer.most), opening.as_ref()?)
                }
                Question::Turn | Question::Keep | Question::Wait => {
                    self.rate(choice, amount, offer, opening.as_ref())
                }
            };
            list.extend(rate(None));
            // Another amount that was chosen is worth something of its own.
            let made = also.filter(|also| also.is_like(&offer.choice)).map(|also| also.amount());
            let made = made.filter(|amount| amount.is_positive()).and_then(|amount| rate(Some(amount)));
            list.extend(made.filter(|made| list.iter().all(|rated| rated.choice != made.choice)));
        }
        Some(list)
    }

    /// Keeping a hand that takes no more cards, and giving it up. While others play nothing needs to be said to keep it.
    fn rate_kept(&self, offers: &[&Offer]) -> Vec<Rated> {
        let decline = Any::Blackjack(Choice::Decline);
        let is_asked = offers.iter().any(|offer| offer.choice == decline);
        let give_up = Any::Blackjack(Choice::Surrender(self.number as u8));
        let keep = Rated::new(is_asked.then_some(decline), "Keep it", self.worth(Action::Stand, None));
        let keep = if is_asked { keep } else { keep.noted("Nothing needs to be done.") };
        vec![keep, Rated::new(give_up, "Give up", self.worth(Action::Surrender, None))]
    }

    /// Leaving a hand until its turn, and giving it up before.
    fn rate_waiting(&self) -> Vec<Rated> {
        let give_up = Any::Blackjack(Choice::Surrender(self.number as u8));
        let wait = self.analysis.waiting(&self.cards, &self.situation, self.up);
        vec![
            Rated::new(None, "Play it in its turn", wait).noted("Nothing needs to be done."),
            Rated::new(give_up, "Give up", self.given_up()),
        ]
    }

    /// What giving up brings, whatever the cards are.
    fn given_up(&self) -> Option<f64> {
        let lost = play::given_up(&Terms::of(self.rules), self.wager);
        Some(-self.in_wagers(lost))
    }

    /// What an action is worth, by all that lies on the hand.
    fn worth(&self, action: Action, opening: Option<&Choices<f64>>) -> Option<f64> {
        let of =
            |list: &[(Action, f64)]| list.iter().find(|(known, _)| *known == action).map(|(_, value)| *value);
        match opening {
            Some(opening) => of(&opening.list),
            None => of(&self.analysis.worths(&self.cards, &self.situation, self.up)?),
        }
    }

    /// What a choice is worth, by the amount that was chosen or else by the best of those that may be.
    fn rate(
        &self,
        choice: Choice,
        amount: Option<Money>,
        offer: &Offer,
        opening: Option<&Choices<f64>>,
    ) -> Option<Rated> {
        let rated = |choice: Choice, name: &str, action: Action| {
            Some(Rated::new(Any::Blackjack(choice), name, self.worth(action, opening)))
        };
        match choice {
            Choice::Hit => rated(choice, "Hit", Action::Hit),
            Choice::Stand => rated(choice, "Stand", Action::Stand),
            Choice::Split => rated(choice, "Split", Action::Split),
            Choice::Surrender(number) if usize::from(number) == self.number => {
                rated(choice, "Give up", Action::Surrender)
            }
            Choice::Double(_) => {
                // What a double brings grows with its amount in a straight line, so that one of the two ends is best.
                let full = self.worth(Action::Double, opening);
                let of = |amount: Money| full.map(|full| full / 2.0 * (1.0 + self.in_wagers(amount)));
                let best = if of(offer.least) > of(offer.most) { offer.least } else { offer.most };
                let amount = amount.unwrap_or(best);
                let name = format!("Double for {amount}");
                Some(Rated::new(Any::Blackjack(Choice::Double(amount)), name, of(amount)))
            }
            Choice::Surrender(_)
            | Choice::Insure(_)
            | Choice::EvenMoney
            | Choice::Decline
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
        list.iter().find(|rated| rated.choice == Some(Any::Blackjack(Choice::Hit)))?;
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
    match event {
        Event::Chose { who, spot, hand, choice } => {
            // A hand that stands may be given up until the bank plays, where the book lets it be at any time.
            let leaves = match choice {
                Choice::Stand => Leaves::Open(Any::Blackjack(Choice::Surrender(*hand))),
                Choice::Hit
                | Choice::Double(_)
                | Choice::Split
                | Choice::Surrender(_)
                | Choice::Insure(_)
                | Choice::EvenMoney
                | Choice::Decline
                | Choice::Follow(_)
                | Choice::Side(_) => Leaves::Nothing,
            };
            let (choice, seat) = (Any::Blackjack(*choice), Some(*spot));
            Some(Chosen { who: Some(*who), seat, choice, leaves })
        }
        Event::Staked { .. }
        | Event::Wagered { .. }
        | Event::Collected { .. }
        | Event::Dealt { .. }
        | Event::Looked { .. }
        | Event::Cleared { .. }
        | Event::Turned { .. }
        | Event::Button { .. }
        | Event::Settled { .. }
        | Event::Bonus { .. }
        | Event::Voided { .. }
        | Event::HoleExposed { .. }
        | Event::Burned { .. }
        | Event::Closed { .. } => None,
    }
}
