//! Choices in a round, what becomes of the chips, and the end of a round.

use books::Money;
use games::Party;
use games::begins::Begins;
use games::round::{Balances, Choice, Offer, Refusal, Report, Round, Setup, View, Viewer, Waits};

use super::by_hand::ByHand;
use super::poker::Discards;
use super::{Phase, Step, Table, refuse};
use crate::PersonId;
use crate::command::By;
use crate::event::{Event, Net};
use crate::ledger::{Account, Transfer};
use crate::system::System;
use crate::told::{Seen, Told};

/// The round that is on.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    pub(crate) round: Round,
    /// What stood on the table when it began.
    pub(crate) setup: Setup,
    /// Who owns each purse.
    pub(crate) people: Vec<PersonId>,
    /// What each had when it began.
    pub(crate) before: Vec<Money>,
    /// Whose word was awaited when the clock was last set.
    pub(crate) awaited: Vec<u8>,
    pub(crate) is_fresh: bool,
    /// When who throws no card away is reminded, while cards are asked for; the end of that time once they were.
    pub(crate) discards: Option<Discards>,
    /// Whether who is asked has called time.
    pub(crate) has_called_time: bool,
    /// The number of the first event that belongs to it.
    pub(crate) began: u64,
    /// What a human dealer has done of it, and what could be taken back.
    pub(crate) by_hand: ByHand,
}

impl PartialEq for Live {
    /// What stood on the table when it began is in the round itself.
    fn eq(&self, other: &Live) -> bool {
        let of = |live: &Live| (live.is_fresh, live.discards, live.has_called_time, live.began);
        of(self) == of(other)
            && self.round == other.round
            && self.people == other.people
            && self.before == other.before
            && self.awaited == other.awaited
    }
}

impl Live {
    pub(crate) fn purse_of(&self, person: PersonId) -> Option<u8> {
        self.people.iter().position(|other| *other == person).map(|place| place as u8)
    }

    pub(crate) fn offers_of(&self, person: PersonId) -> Vec<Offer> {
        let Some(purse) = self.purse_of(person) else { return Vec::new() };
        let offers = self.round.offers();
        offers.into_iter().filter(|offer| self.round.purse_of(offer.who) == Some(purse)).collect()
    }
}

impl Live {
    /// What somebody may say now that names cards of the own hand.
    pub(crate) fn said_with_cards(&self, person: PersonId) -> Vec<String> {
        let words = self.purse_of(person).map_or(&[][..], |purse| self.round.said_with_cards(purse));
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

/// How much of the round happened in one go and is now to be read, at most what people sit still for.
fn shown_at_once(told: &[Told]) -> i64 {
    let shown = told.iter().filter(|one| matches!(one.event, Event::Round { .. })).count();
    shown.min(40) as i64
}

impl Table {
    /// Lets the round take something, and writes down what comes of it.
    pub(super) fn act(
        &mut self,
        what: impl FnOnce(&mut Round) -> Result<Vec<games::round::Event>, Refusal>,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some(live) = &mut self.live else { return Err(refuse(&System::NoRound)) };
        let before = live.round.clone();
        let events = what(&mut live.round)?;
        // One person who is asked for the next thing gets the whole time again; who only says the same otherwise, as a
        // banker who sets the hand anew before confirming it, does not.
        let is_same = self.game.chooses_again() && is_same_question(&before, &live.round);
        live.is_fresh |= live.awaited.len() == 1 && !is_same;
        self.keep_step(&before, step);
        self.take_events(before, &events, step);
        Ok(())
    }

    /// Follows a round's events one by one: who sees what, and which chips move.
    pub(super) fn take_events(
        &mut self,
        mut shadow: Round,
        events: &[games::round::Event],
        step: &mut Step<'_, '_>,
    ) {
        let Some(people) = self.live.as_ref().map(|live| live.people.clone()) else { return };
        let mut money = shadow.balances();
        let mut moves = Vec::new();
        for event in events.iter().copied() {
            moves.extend(shadow.moves(&event));
            shadow.apply(&event);
            let after = shadow.balances();
            // Chips that somebody buys were written down as they came to the table.
            let is_bought = after.total() != money.total();
            let transfers = if is_bought { Vec::new() } else { self.transfers(&money, &after, &people) };
            money = after;
            let seen = seen(&shadow, &event, &people);
            self.note_half_hour(&event, step.input.now);
            self.keep_payment(event, &transfers);
            self.keep_fees(&transfers);
            self.push(Event::Round { of: event }, transfers, seen, &mut step.told);
        }
        for (person, amount) in people.iter().zip(&money.purses) {
            if let Ok(seated) = self.person_mut(*person) {
                seated.stack = *amount;
            }
        }
        if let Some(live) = &self.live {
            debug_assert_eq!(live.round, shadow, "a round is the fold of its events");
        }
        self.open_seen(events, &moves, step);
    }

    /// The chips that moved between two moments of a round: debits paired with credits.
    pub(super) fn transfers(
        &self,
        before: &Balances,
        after: &Balances,
        people: &[PersonId],
    ) -> Vec<Transfer> {
        let table = self.id;
        let purse = |(place, person): (usize, &PersonId)| {
            (Account::Stack(table, *person), after.purses[place] - before.purses[place])
        };
        let mut changes: Vec<(Account, Money)> = people.iter().enumerate().map(purse).collect();
        changes.extend([
            (Account::Wagers(table), after.wagers - before.wagers),
            (Account::Stake(table), after.stake - before.stake),
            (Account::Pot(table), after.pot - before.pot),
            (Account::Drop(table), after.drop - before.drop),
            (Account::Jackpot(table), after.jackpot - before.jackpot),
            (Account::Promotion(table), after.promotion - before.promotion),
        ]);
        let mut transfers = Vec::new();
        let mut credits: Vec<(Account, Money)> =
            changes.iter().copied().filter(|(_, change)| change.is_positive()).collect();
        for (from, change) in changes {
            let mut owed = Money::ZERO - change;
            while owed.is_positive() {
                let Some((to, wanted)) = credits.last_mut() else { break };
                let amount = owed.min(*wanted);
                transfers.push(Transfer { from, to: *to, amount });
                owed -= amount;
                *wanted -= amount;
                if !wanted.is_positive() {
                    credits.pop();
                }
            }
        }
        debug_assert!(credits.is_empty(), "chips appear from nowhere");
        transfers
    }

    pub(super) fn choose(
        &mut self,
        person: PersonId,
        who: Option<Party>,
        choice: Choice,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some(live) = &self.live else { return Err(refuse(&System::NoRound)) };
        let Some(purse) = live.purse_of(person) else {
            return Err(refuse(&System::NotInTheRound));
        };
        let party = match who {
            Some(who) if live.round.purse_of(who) == Some(purse) => who,
            Some(_) => return Err(refuse(&System::NotYourHand)),
            None => self.party_of(person, choice),
        };
        if choice.is_dice() && self.keeps_dice() {
            let is_rolled = !self.is_entered();
            return Err(refuse(if is_rolled { &System::DiceRoll } else { &System::DealerReadsDice }));
        }
        self.act(|round| round.choose(party, choice), step)
    }

    /// The part in which somebody means a choice: where it is offered, else the first.
    fn party_of(&self, person: PersonId, choice: Choice) -> Party {
        let Some(live) = &self.live else { return Party(0) };
        let offers = self.offers_to(person);
        let is_alike = |offer: &&Offer| offer.choice.is_like(&choice);
        if let Some(offer) = offers.iter().find(is_alike).or(offers.first()) {
            return offer.who;
        }
        let purse = live.purse_of(person).unwrap_or(0);
        let banker = live.round.purse_of(Party::BANK) == Some(purse);
        let places = (0..u8::MAX - 2).map(Party);
        let mut own = places.filter(|who| live.round.purse_of(*who) == Some(purse));
        own.next().unwrap_or(if banker { Party::BANK } else { Party(0) })
    }

    pub(super) fn choose_as_dealer(
        &mut self,
        choice: Choice,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some(who) = choice.dealer_as() else { return Err(refuse(&System::DealerChoosesNot)) };
        if self.pays_between() {
            return Err(refuse(&System::PayFirst));
        }
        self.act(|round| round.choose(who, choice), step)
    }

    pub(super) fn report(&mut self, by: By, report: Report, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(live) = &self.live else { return Err(refuse(&System::NoRound)) };
        if live.round.needs_floor(report) && !matches!(by, By::Floor(_)) && !self.plays_as_before {
            return Err(refuse(&System::FloorDecides));
        }
        if report.is_of_human_dealer() && !self.is_entered() && !self.plays_as_before {
            return Err(refuse(&System::DealtByShuffler));
        }
        self.check_seat_named(report)?;
        let is_bounded = self.is_bounded();
        let take = |round: &mut Round| match is_bounded {
            true => round.report(report),
            false => round.report_as_before(report),
        };
        self.act(take, step)?;
        self.mend_deck(report, step);
        Ok(())
    }

    /// A report that is about somebody's hand names a seat that has one.
    fn check_seat_named(&self, report: Report) -> Result<(), Refusal> {
        let (Some(live), Some(seat)) = (&self.live, report.seat_named()) else { return Ok(()) };
        let view = live.round.view(Viewer::Rail);
        let is_there = view.seats.iter().any(|one| one.seat == seat)
            || view.bank.as_ref().is_some_and(|bank| bank.seat == seat);
        match is_there || !self.is_bounded() {
            true => Ok(()),
            false => Err(refuse(&System::NobodyAt { seat: seat.number() })),
        }
    }

    /// Deals and waits until somebody has to speak, and ends the round when it is over.
    pub(super) fn play_on(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        while self.deal_on(step)? {}
        let Some(live) = &mut self.live else { return Ok(()) };
        if live.round.waits() == Waits::Over {
            if self.is_settling() {
                self.state.deadline = None;
                return Ok(());
            }
            self.end_round(step);
            return Ok(());
        }
        let offers = live.round.offers();
        let in_turn = offers.iter().filter(|offer| !offer.choice.is_aside());
        let mut awaited: Vec<u8> = in_turn.filter_map(|offer| live.round.purse_of(offer.who)).collect();
        awaited.sort_unstable();
        awaited.dedup();
        if self.asks_for_discards(&awaited, step.input.now) {
            return self.choose_for_leaving(step);
        }
        let Some(live) = &mut self.live else { return Ok(()) };
        // The clock starts again whenever others are asked, or one person for the next thing.
        if live.is_fresh || live.awaited != awaited {
            live.is_fresh = false;
            live.has_called_time = false;
            live.awaited.clone_from(&awaited);
            let Some(live) = &self.live else { return Ok(()) };
            // A clock that could not choose for anybody, as when the house dealer is awaited, does not run.
            let mut people = live.people.iter();
            let can_choose = people.any(|person| self.silent_choice(*person).is_some());
            self.state.deadline = self.due(step.input.now, self.turn_ms()).filter(|_| can_choose);
        }
        self.choose_for_leaving(step)
    }

    fn end_round(&mut self, step: &mut Step<'_, '_>) {
        let Some(live) = self.live.take() else { return };
        let balances = live.round.balances();
        let nets: Vec<Net> = live
            .people
            .iter()
            .zip(balances.purses.iter().zip(&live.before))
            .map(|(person, (after, before))| Net { person: *person, net: *after - *before })
            .collect();
        for (purse, person) in live.people.iter().enumerate() {
            if let Some(natural) = live.round.carries_on_streak(purse as u8)
                && let Ok(seated) = self.person_mut(*person)
            {
                seated.streak = if natural { seated.streak.saturating_add(1) } else { 0 };
            }
        }
        match self.game.begins() {
            Begins::Bank(_) => {}
            Begins::Blinds => self.note_hand_by_blinds(&live.round, step),
            Begins::Tops => self.note_hand_by_tops(&live.round, &live.people),
        }
        self.reveal_committed(step);
        self.count_shoe();
        for seated in &mut self.state.people {
            seated.plays_on = false;
        }
        let round = self.state.rounds;
        self.state.nets.clone_from(&nets);
        self.tell(Event::RoundEnded { round, nets }, &mut step.told);
        self.shown = Some(live);
        self.state.bank = None;
        self.state.phase = Phase::Resting;
        let pace = &self.spec.pace;
        let reading_ms = pace.reading_ms * shown_at_once(&step.told);
        self.state.deadline = Some(step.input.now.after_ms(pace.between_ms + reading_ms));
    }

    /// Whether what the dice show is nobody's to say but the house's.
    fn keeps_dice(&self) -> bool {
        !self.is_entered() || self.spec.is_strict
    }

    /// What somebody is offered in the round that is on.
    pub(crate) fn offers_to(&self, person: PersonId) -> Vec<Offer> {
        let mut offers = self.live.as_ref().map(|live| live.offers_of(person)).unwrap_or_default();
        offers.retain(|offer| !(self.keeps_dice() && offer.choice.is_dice()));
        offers
    }

    /// A round as somebody sees it: the dice are offered to the dealer where nobody else may say what they show.
    pub(crate) fn round_view(&self, live: &Live, viewer: Viewer) -> View {
        let mut view = live.round.view(viewer);
        let (dice, others): (Vec<Offer>, Vec<Offer>) =
            live.round.offers().into_iter().partition(|offer| offer.choice.is_dice());
        if dice.is_empty() || !self.keeps_dice() {
            return view;
        }
        view.offers.retain(|offer| !offer.choice.is_dice());
        view.offers.extend(dice.into_iter().map(|offer| Offer { who: Party::DEALER, ..offer }));
        view.awaits_dealer = true;
        let is_awaited = |purse: &u8| {
            let own = |offer: &&Offer| live.round.purse_of(offer.who) == Some(*purse);
            others.iter().filter(own).any(|offer| !offer.choice.is_aside())
        };
        view.awaits.retain(is_awaited);
        view
    }

    /// What everybody in the round is offered.
    #[must_use]
    pub fn offers_by_person(&self) -> Vec<(PersonId, Vec<Offer>)> {
        let Some(live) = &self.live else { return Vec::new() };
        let mut by_person: Vec<(PersonId, Vec<Offer>)> =
            live.people.iter().map(|person| (*person, Vec::new())).collect();
        let is_taken = |offer: &Offer| !(self.keeps_dice() && offer.choice.is_dice());
        for offer in live.round.offers().into_iter().filter(is_taken) {
            if let Some(purse) = live.round.purse_of(offer.who) {
                by_person[usize::from(purse)].1.push(offer);
            }
        }
        by_person
    }

    /// Whether anything is asked of somebody now: a choice, the bank, a wager, a blind, more chips, or to play again
    /// after sitting out.
    #[must_use]
    pub fn asks(&self, person: PersonId) -> bool {
        let Ok(seated) = self.person(person) else { return false };
        if self.live.is_some() {
            return !self.offers_to(person).is_empty();
        }
        let is_here = seated.out_since.is_none() && seated.seat.is_some();
        let asked = match self.state.phase {
            Phase::Offering => self.asked_to_bank() == Some(person),
            Phase::Broken => is_here,
            Phase::Wagers => self.is_awaited(seated),
            _ => false,
        };
        let may_come_back = seated.out_since.is_some() && seated.seat.is_some();
        may_come_back
            || asked
            || self.share_for(person).is_some()
            || is_here && (!seated.stack.is_positive() || (seated.owes.is_some() && !seated.posts))
    }

    /// Whether somebody has chips at the table or is on its waiting list.
    #[must_use]
    pub fn knows(&self, person: PersonId) -> bool {
        self.person(person).is_ok()
            || self.is_in_round(person)
            || self.state.waiting.iter().any(|waiting| waiting.person == person)
            || self.consent_of(person).is_some()
    }

    /// The first event that nobody may read yet: of the round that is on, of the decks that are sealed for a draw, or
    /// of the shoe in use.
    #[must_use]
    pub fn round_began(&self) -> Option<u64> {
        let on = self.live.as_ref().map(|live| live.began).or_else(|| self.sealed_at());
        on.into_iter().chain(self.shoe_since()).min()
    }

    pub(crate) fn awaited_names(&self) -> Vec<String> {
        let Some(live) = &self.live else { return Vec::new() };
        let mut people: Vec<PersonId> = Vec::new();
        for offer in live.round.offers() {
            let person = live.round.purse_of(offer.who).and_then(|purse| live.people.get(usize::from(purse)));
            people.extend(person.filter(|person| !people.contains(person)));
        }
        let name = |person: &PersonId| {
            let seated = self.person(*person).ok()?;
            Some(seated.seat.map_or(seated.name.clone(), |seat| self.seat_words(seat)))
        };
        people.iter().filter_map(name).collect()
    }
}

/// Whether what is asked is still the same, where a choice may be made over until it is confirmed.
fn is_same_question(before: &Round, after: &Round) -> bool {
    let (old, new) = (before.offers(), after.offers());
    let mut both = old.iter().zip(&new);
    old.len() == new.len() && both.all(|(old, new)| old.who == new.who && old.choice.is_like(&new.choice))
}

fn seen(round: &Round, event: &games::round::Event, people: &[PersonId]) -> Option<Seen> {
    let wrap = |event: Option<games::round::Event>| event.map(|of| Event::Round { of });
    let rail = round.seen_by(Viewer::Rail, event);
    let mut others = Vec::new();
    for (purse, person) in people.iter().enumerate() {
        let own = round.seen_by(Viewer::Purse(purse as u8), event);
        if own != rail {
            others.push((*person, wrap(own)));
        }
    }
    if rail == Some(*event) && others.is_empty() { None } else { Some(Seen::of(wrap(rail), others)) }
}
