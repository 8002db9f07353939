//! What lies on the spots of a banked game before the first card.

use books::{Clause, Money};
use games::About;
use games::bank::Share;
use games::begins::Begins;
use games::face::{Laid, LaidWager};
use games::round::{Fault, Refusal, Round, Setup, SidePart};
use games::{Purse, Seat};

use super::by_hand::ByHand;
use super::clock::SILENCES_MOST;
use super::play::Live;
use super::{Phase, Put, Seated, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::command::Wager;
use crate::event::Event;
use crate::system::System;

impl Table {
    pub(super) fn open_wagers(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.state.phase = Phase::Wagers;
        // A human dealer says when wagers are closed.
        self.state.deadline = (!self.is_entered()).then(|| step.input.now.after_ms(self.spec.pace.wager_ms));
        self.state.puts.clear();
        self.state.agreed.clear();
        self.forget_shares();
        for seated in &mut self.state.people {
            seated.is_ready = false;
        }
        self.tell(Event::WagersOpen, &mut step.told);
        Ok(())
    }

    pub(super) fn put_wager(
        &mut self,
        person: PersonId,
        spot: Seat,
        wager: Wager,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        self.person(person)?;
        if self.state.phase != Phase::Wagers {
            return Err(refuse(&System::NoWagersNow));
        }
        if !self.has_seat(spot) {
            let what = Cited::Spots { seats: self.seats() };
            return Err(refuse_by(&what, self.book.header().seats.clause));
        }
        self.check_parts(&wager)?;
        if wager.total().is_positive() {
            self.check_backing(person, spot)?;
        }
        let before = self.state.puts.clone();
        let is_own = |put: &Put| (put.person, put.spot) == (person, spot);
        let held = before.iter().any(|put| is_own(put) && put.holds);
        let holds = held || self.player_of(spot).is_none();
        self.state.puts.retain(|put| !is_own(put));
        if wager.total().is_positive() {
            self.state.puts.push(Put { person, spot, wager, holds });
            if let Err(faults) = self.try_setup() {
                let own = self.purse_of(person);
                self.state.puts = before;
                let fault = faults.iter().find(|fault| own.is_some_and(|own| fault.is_about_purse(own)));
                return Err(fault.map_or_else(|| first(&faults), Fault::refusal));
            }
        }
        if self.state.deadline.is_none() && !self.is_entered() && wager.total().is_positive() {
            self.state.deadline = Some(step.input.now.after_ms(self.spec.pace.wager_ms));
        }
        // Whoever wagers against the bank no longer offers money for it.
        self.state.shares.retain(|share| share.person != person || share.is_taken);
        self.state.agreed.retain(|agreed| !agreed.concerns(person, spot));
        self.tell(Event::WagerPut { person, spot, wager }, &mut step.told);
        if held && !wager.total().is_positive() {
            self.return_backers([spot], "its player has taken the wager back", step);
        }
        Ok(())
    }

    /// Whose hand a spot has in the coming round: who bet first on it while nobody played there, else who sits there.
    /// A banker who may not wager plays no other spot.
    pub(super) fn player_of(&self, spot: Seat) -> Option<PersonId> {
        let holder = self.state.puts.iter().find(|put| put.spot == spot && put.holds);
        let bank = self.state.bank.filter(|_| !self.game.bank_may_wager());
        let banks = |person: PersonId| bank.is_some_and(|bank| bank.person == person);
        let sitter = || self.sitters().find(|(seat, person)| *seat == spot && !banks(*person));
        holder.map(|put| put.person).or_else(|| sitter().map(|(_, person)| person))
    }

    /// Gives all wagers of somebody back; names the spots whose player they were without sitting there.
    pub(super) fn drop_puts(&mut self, person: PersonId, why: &str, step: &mut Step<'_, '_>) -> Vec<Seat> {
        let is_own = |put: &Put| put.person == person;
        let (own, others) = std::mem::take(&mut self.state.puts).into_iter().partition::<Vec<Put>, _>(is_own);
        self.state.puts = others;
        for put in &own {
            self.give_back(*put, why, Clause::NONE, step);
        }
        own.iter().filter(|put| put.holds).map(|put| put.spot).collect()
    }

    /// Refuses a wager on the spot of a player whose own place there it would take: where nobody backs others, or as
    /// many as may do so already.
    pub(super) fn check_backing(&self, person: PersonId, spot: Seat) -> Result<(), Refusal> {
        let Some(player) = self.player_of(spot).filter(|player| *player != person) else { return Ok(()) };
        self.check_behind()?;
        let Some(rule) = self.game.backers() else { return Ok(()) };
        let is_other = |put: &&Put| put.spot == spot && ![person, player].contains(&put.person);
        let others = self.state.puts.iter().filter(is_other).count();
        if others < usize::from(rule.value) {
            return Ok(());
        }
        Err(refuse_by(&Cited::BackersMost { most: rule.value }, rule.clause))
    }

    /// Refuses parts of a wager that the game does not have.
    fn check_parts(&self, wager: &Wager) -> Result<(), Refusal> {
        let sides = self.sides();
        for part in SidePart::ALL {
            if !wager.part(*part).is_zero() && sides.iter().all(|side| side.part != *part) {
                return Err(refuse(&System::NoSuchWager { part: part.word().to_owned() }));
            }
        }
        if wager.joint.is_some() && !self.game.joins_wagers() {
            return Err(refuse(&System::NoJointWagers));
        }
        Ok(())
    }

    pub(super) fn ready(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let is_banker = self.state.bank.is_some_and(|bank| bank.person == person);
        if self.state.phase != Phase::Wagers {
            return Err(refuse(&System::NoWagersNow));
        }
        let seated = self.person_mut(person)?;
        if seated.is_ready || is_banker {
            return Err(refuse(&System::AlreadyReady));
        }
        seated.is_ready = true;
        self.tell(Event::Ready { person }, &mut step.told);
        Ok(())
    }

    /// Opens the round once everybody has spoken; a human dealer says when.
    pub(super) fn open_round_if_all_ready(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let all = self.here().all(|seated| !self.is_awaited(seated));
        // Where nobody is waited for any more, a first wager or word is.
        let has_spoken = !self.state.puts.is_empty() || self.here().any(|seated| seated.is_ready);
        if all && has_spoken && !self.is_entered() { self.open_round(step) } else { Ok(()) }
    }

    /// Counts the wager clock that runs out against everybody who was waited for and has put nothing down; gives them.
    pub(super) fn note_quiet(&mut self) -> Vec<PersonId> {
        let has_put = |person: PersonId| self.state.puts.iter().any(|put| put.person == person);
        let awaited = self.here().filter(|seated| self.is_awaited(seated) && !has_put(seated.person));
        let quiet: Vec<PersonId> = awaited.map(|seated| seated.person).collect();
        for seated in self.state.people.iter_mut().filter(|seated| quiet.contains(&seated.person)) {
            seated.quiet_wagers += 1;
        }
        quiet
    }

    /// Whether the round waits for somebody to say that no more wagers come: everybody who could wager, seated or
    /// behind the seats, unless two wager clocks in a row ran out without a word of theirs.
    pub(super) fn is_awaited(&self, seated: &Seated) -> bool {
        let is_banker = self.state.bank.is_some_and(|bank| bank.person == seated.person);
        let is_partner_behind =
            seated.seat.is_none() && self.taken_shares().any(|share| share.person == seated.person);
        let is_here = seated.out_since.is_none() && seated.stack.is_positive() && !seated.is_leaving;
        let is_quiet = seated.quiet_wagers >= SILENCES_MOST;
        is_here && !seated.is_ready && !is_banker && !is_partner_behind && !is_quiet
    }

    /// Gives back what others have on the spot of a player who is gone: they backed that player, and none of them
    /// takes over the hand unasked.
    pub(super) fn return_backers(
        &mut self,
        spots: impl IntoIterator<Item = Seat>,
        why: &str,
        step: &mut Step<'_, '_>,
    ) {
        if self.state.phase != Phase::Wagers {
            return;
        }
        for spot in spots {
            let backed: Vec<Put> = self.state.puts.iter().filter(|put| put.spot == spot).copied().collect();
            // Who bet there first, before anybody sat down, is the player and stays.
            if backed.iter().any(|put| put.holds) {
                continue;
            }
            for put in backed {
                self.lift(put, why, Clause::NONE, step);
            }
        }
    }

    pub(super) fn start(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        // What is entered afterwards was played in the hours of the house.
        if let Some(refusal) = self.hours_refusal(step.input.now).filter(|_| !self.state.is_late) {
            return Err(refusal);
        }
        match self.state.phase {
            Phase::Wagers if self.state.puts.is_empty() => Err(refuse(&System::NobodyWagered)),
            Phase::Wagers => self.open_round(step),
            Phase::Resting | Phase::Idle => match self.game.begins() {
                Begins::Bank(_) => Err(refuse(&System::NoRoundToBegin)),
                Begins::Blinds => self.begin_hand_by_blinds(step),
                Begins::Tops => self.begin_hand_by_tops(step),
            },
            Phase::Offering | Phase::Broken | Phase::Playing | Phase::Paused | Phase::Closed => {
                Err(refuse(&System::NoRoundToBegin))
            }
        }
    }

    /// Begins the round with what lies on the table; wagers that cannot play go back first.
    pub(super) fn open_round(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let puts = &self.state.puts;
        let bets =
            |person: PersonId, spot: Seat| puts.iter().any(|own| (own.person, own.spot) == (person, spot));
        let is_orphan = |put: &&Put| self.player_of(put.spot).is_some_and(|player| !bets(player, put.spot));
        let orphans: Vec<Put> = puts.iter().filter(is_orphan).copied().collect();
        for put in orphans {
            self.lift(put, "the player of that spot has not wagered", Clause::NONE, step);
        }
        while !self.state.puts.is_empty() {
            let Err(faults) = self.try_setup() else {
                let (setup, people) = self.setup();
                return self.begin_round(&setup, people, step);
            };
            let named = |put: &&Put| {
                let own = self.purse_of(put.person);
                faults.iter().any(|fault| own.is_some_and(|own| fault.is_about_purse(own)))
            };
            let put = self.state.puts.iter().find(named).or(self.state.puts.last()).copied();
            let Some(put) = put else { break };
            let fault = faults.first().cloned();
            let (what, clause) =
                fault.map_or((String::new(), Clause::NONE), |fault| (fault.to_string(), fault.clause));
            self.lift(put, &what, clause, step);
        }
        // Nobody bets: the banker keeps the turn, and wagers stay open.
        self.state.deadline = self.due(step.input.now, self.spec.pace.wager_ms);
        for seated in &mut self.state.people {
            seated.is_ready = false;
        }
        Ok(())
    }

    /// Takes a wager that cannot play off its spot and says so.
    fn lift(&mut self, put: Put, why: &str, clause: Clause, step: &mut Step<'_, '_>) {
        self.state.puts.retain(|other| *other != put);
        let (person, spot) = (put.person, put.spot);
        self.state.agreed.retain(|agreed| !agreed.concerns(person, spot));
        self.tell(Event::WagerReturned { person, spot, why: why.to_owned(), clause }, &mut step.told);
    }

    /// Says that a wager goes back because its owner or the bank is gone; earlier programs did not say so.
    pub(super) fn give_back(&mut self, put: Put, why: &str, clause: Clause, step: &mut Step<'_, '_>) {
        match self.plays_as_before {
            true => self.state.agreed.retain(|agreed| !agreed.concerns(put.person, put.spot)),
            false => self.lift(put, why, clause, step),
        }
    }

    pub(super) fn try_setup(&self) -> Result<(), Vec<Fault>> {
        let (setup, _) = self.setup();
        Round::open(&self.game, &setup).map(|_| ())
    }

    /// What is wrong with the bank once somebody shares it, wagers apart.
    pub(super) fn fault_of_bank(&self, person: PersonId) -> Option<Refusal> {
        let own = self.purse_of(person);
        let faults = self.try_setup().err()?;
        let is_meant = |fault: &&Fault| {
            fault.about == Some(About::Bank) || own.is_some_and(|own| fault.is_about_purse(own))
        };
        faults.iter().find(is_meant).map(Fault::refusal)
    }

    /// The name of somebody's purse in a round: the seat's number, or with a name for a backer.
    fn purse_name(&self, person: PersonId, spot: Seat) -> String {
        match self.person(person) {
            Ok(seated) => match seated.seat {
                Some(seat) => seat.to_string(),
                None => format!("{spot}/{}", seated.name),
            },
            Err(_) => String::new(),
        }
    }

    /// The place of somebody's purse among what stands on the table.
    fn purse_of(&self, person: PersonId) -> Option<usize> {
        self.setup().1.iter().position(|other| *other == person)
    }

    /// What stands on the table, and whose the purses are.
    fn setup(&self) -> (Setup, Vec<PersonId>) {
        let mut people: Vec<PersonId> = Vec::new();
        let mut purses: Vec<Purse> = Vec::new();
        let mut purse_of = |person: PersonId, spot: Seat| {
            if let Some(place) = people.iter().position(|other| *other == person) {
                return place as u8;
            }
            let seated = self.state.people.iter().find(|seated| seated.person == person);
            let (stack, streak) = seated.map_or((Money::ZERO, 0), |seated| (seated.stack, seated.streak));
            people.push(person);
            purses.push(Purse { name: self.purse_name(person, spot), stack, streak });
            (people.len() - 1) as u8
        };
        let (bank, banker, stake) = match self.state.bank {
            Some(held) => (held.seat, purse_of(held.person, held.seat), self.whole_stake()),
            None => (Seat::new(1), 0, Money::ZERO),
        };
        let partners: Vec<Share> = self
            .taken_shares()
            .map(|share| Share { purse: purse_of(share.person, bank), amount: share.amount })
            .collect();
        let mut puts: Vec<&Put> = self.state.puts.iter().collect();
        let is_sitter = |put: &Put| self.player_of(put.spot) == Some(put.person);
        // By rising spot; on each the player who sits there comes first, then the others as they bet.
        puts.sort_by_key(|put| (put.spot, !is_sitter(put)));
        let purse_places: Vec<u8> = puts.iter().map(|put| purse_of(put.person, put.spot)).collect();
        let wagers = puts.into_iter().zip(purse_places).map(|(put, purse)| LaidWager {
            spot: put.spot,
            purse,
            base: put.wager.base,
            side: put.wager.side,
            pair_plus: put.wager.pair_plus,
            six_card: put.wager.six_card,
            joint: self.joint_of(put),
        });
        let wagers = wagers.collect();
        let laid = Laid { bank, banker, stake, partners, purses, wagers };
        let setup = self.game.lay_out(laid).expect("wagers lie only where there is a bank");
        (setup, people)
    }

    pub(super) fn begin_round(
        &mut self,
        setup: &Setup,
        people: Vec<PersonId>,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        self.state.rounds += 1;
        let round = self.state.rounds;
        let began = self.state.number + 1;
        self.shuffle_deck(step);
        let is_late = self.state.is_late;
        self.tell(Event::RoundBegan { round, people: people.clone(), is_late }, &mut step.told);
        let unopened = Round::unopened(&self.game, setup).map_err(|faults| first(&faults))?;
        let (opened, events) = Round::open(&self.game, setup).map_err(|faults| first(&faults))?;
        let before =
            people.iter().map(|person| self.person(*person).map_or(Money::ZERO, |one| one.stack)).collect();
        self.live = Some(Live {
            round: opened,
            setup: setup.clone(),
            people,
            before,
            awaited: Vec::new(),
            is_fresh: true,
            discards: None,
            has_called_time: false,
            began,
            by_hand: ByHand::default(),
        });
        self.state.phase = Phase::Playing;
        self.state.deadline = None;
        self.note_dealt();
        self.state.puts.clear();
        self.state.agreed.clear();
        self.forget_shares();
        self.take_events(unopened, &events, step);
        Ok(())
    }
}

/// The first fault as a refusal, with whom it is about.
pub(super) fn first(faults: &[Fault]) -> Refusal {
    faults.first().map_or_else(|| refuse(&System::CannotBegin), Fault::refusal_by_name)
}
