//! What the staff do beside the cards: they ask people to bring chips, open disputes, sign in and out, enter rounds afterwards
//! and count the cards of a real shoe.

use cards::Card;
use games::round::Refusal;

use super::{Input, Step, Table, refuse};
use crate::PersonId;
use crate::command::{AMOUNT_MOST, By, Command};
use crate::desk::{AtDesk, Bring, ConsentAwaited, Counted, Dispute, ShoeCount, SignedIn};
use crate::event::Event;
use crate::system::System;
use crate::told::Seen;
use crate::view::Watcher;

/// The longest description of a dispute.
const WORDS_MOST: usize = 500;

/// The chips that a command would take out of a wallet.
fn brought_by(command: &Command) -> Option<Bring> {
    match *command {
        Command::Sit { seat, buy_in: amount } => Some(Bring::Sit { seat, amount }),
        Command::StandBehind { buy_in: amount } => Some(Bring::StandBehind { amount }),
        Command::AddChips { amount } => Some(Bring::AddChips { amount }),
        _ => None,
    }
}

/// The command by which somebody brings chips.
fn command_of(bring: Bring) -> Command {
    match bring {
        Bring::Sit { seat, amount: buy_in } => Command::Sit { seat, buy_in },
        Bring::StandBehind { amount: buy_in } => Command::StandBehind { buy_in },
        Bring::AddChips { amount } => Command::AddChips { amount },
    }
}

impl Table {
    fn at_desk(&mut self, of: AtDesk, step: &mut Step<'_, '_>) {
        let asked = of.is_between_staff_and();
        let event = Event::Desk { of };
        let seen = asked.map(|person| Seen::between_staff_and(person, &event));
        self.push(event, Vec::new(), seen, &mut step.told);
    }

    /// Does something for somebody by the word of the staff: with the chips that lie on the table. Chips come out of a
    /// wallet by its owner's word alone, who is asked for it; and nobody of the staff acts for themselves.
    pub(super) fn act_for(
        &mut self,
        by: PersonId,
        person: PersonId,
        command: &Command,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if !self.is_bounded() {
            return self.carry_out_for_patron(person, command, step);
        }
        if by == person {
            return Err(refuse(&System::NotForOneself));
        }
        match brought_by(command) {
            // Play chips are worth nothing, so that a table to practise at needs no second device.
            Some(bring) if !self.spec.is_practice => self.ask_consent(by, person, bring, step),
            _ if *command == Command::GiveConsent => Err(refuse(&System::ForThemselves)),
            _ => self.carry_out_for_patron(person, command, step),
        }
    }

    /// Asks somebody to bring chips that they could bring now if they have them: whether they do, and how many, is told to
    /// them alone when they agree, because whoever counts boxes would know what is in them from what everybody holds.
    fn ask_consent(
        &mut self,
        by: PersonId,
        person: PersonId,
        bring: Bring,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Input { now, name, is_bot, .. } = *step.input;
        let mut input = Input { now, seeds: &mut *step.input.seeds, name, wallet: AMOUNT_MOST, is_bot };
        let mut tried = Step { input: &mut input, told: Vec::new(), ..*step };
        self.clone().carry_out_for_patron(person, &command_of(bring), &mut tried)?;
        let name = step.input.name.to_owned();
        let asked = ConsentAwaited { person, name, bring, by };
        self.state.consents.retain(|one| one.person != person);
        self.state.consents.push(asked.clone());
        self.at_desk(AtDesk::ConsentAsked { asked }, step);
        Ok(())
    }

    /// Somebody agrees to bring the chips that they were asked for.
    pub(super) fn give_consent(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let place = self.state.consents.iter().position(|one| one.person == person);
        let Some(place) = place else { return Err(refuse(&System::NoConsentAwaited)) };
        let ConsentAwaited { bring, by, .. } = self.state.consents.remove(place);
        self.at_desk(AtDesk::ConsentGiven { person, by }, step);
        self.carry_out_for_patron(person, &command_of(bring), step)
    }

    /// Somebody does not, or the staff ask no more.
    pub(super) fn refuse_consent(
        &mut self,
        person: PersonId,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let before = self.state.consents.len();
        self.state.consents.retain(|one| one.person != person);
        if self.state.consents.len() == before {
            return Err(refuse(&System::NoConsentAwaited));
        }
        self.at_desk(AtDesk::ConsentRefused { person }, step);
        Ok(())
    }

    /// What somebody was asked to bring.
    pub(crate) fn consent_of(&self, person: PersonId) -> Option<&ConsentAwaited> {
        self.state.consents.iter().find(|one| one.person == person)
    }

    /// Whether that could still be brought, as far as the table knows.
    pub(crate) fn may_consent(&self, person: PersonId) -> bool {
        let Some(asked) = self.consent_of(person) else { return false };
        match (asked.bring, self.person(person)) {
            (Bring::Sit { seat, .. }, Err(_)) => {
                self.is_free(seat) && self.check_turn_on_list(person).is_ok()
            }
            (Bring::StandBehind { .. }, Err(_)) => true,
            (Bring::AddChips { .. }, Ok(_)) => !self.is_in_round(person) || self.may_add_in_round(),
            (Bring::Sit { .. } | Bring::StandBehind { .. }, Ok(_)) | (Bring::AddChips { .. }, Err(_)) => {
                false
            }
        }
    }

    /// The floor opens a dispute.
    pub(super) fn open_dispute(
        &mut self,
        by: PersonId,
        round: Option<u64>,
        people: &[PersonId],
        words: &str,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let words = words.trim();
        if words.is_empty() || words.chars().count() > WORDS_MOST {
            return Err(refuse(&System::DisputeWords { most: WORDS_MOST }));
        }
        if let Some(round) = round.filter(|round| *round == 0 || *round > self.state.rounds) {
            return Err(refuse(&System::NoRoundToCorrect { round }));
        }
        let (dispute, people, words) = (self.state.number + 1, people.to_vec(), words.to_owned());
        let dispute = Dispute { dispute, round, people, words, by };
        self.state.disputes.push(dispute.clone());
        self.at_desk(AtDesk::DisputeOpened { dispute }, step);
        Ok(())
    }

    /// Refuses a dispute that is not open.
    pub(super) fn check_dispute(&self, dispute: Option<u64>) -> Result<(), Refusal> {
        let is_open = |number: u64| self.state.disputes.iter().any(|one| one.dispute == number);
        match dispute.filter(|number| !is_open(*number)) {
            Some(dispute) => Err(refuse(&System::NoDispute { dispute })),
            None => Ok(()),
        }
    }

    /// A ruling or a correction has settled a dispute.
    pub(super) fn settle_dispute(&mut self, dispute: Option<u64>, by: PersonId, step: &mut Step<'_, '_>) {
        let Some(dispute) = dispute else { return };
        self.state.disputes.retain(|one| one.dispute != dispute);
        self.at_desk(AtDesk::DisputeSettled { dispute, by }, step);
    }

    /// What people at the table disagree about.
    #[must_use]
    pub fn disputes(&self) -> &[Dispute] {
        &self.state.disputes
    }

    /// Who was asked to bring chips and has not answered.
    #[must_use]
    pub fn consents(&self) -> &[ConsentAwaited] {
        &self.state.consents
    }

    /// The same as a watcher may know it: what somebody is asked is between them and the staff.
    pub(crate) fn consents_seen_by(&self, watcher: Watcher) -> Vec<ConsentAwaited> {
        let is_seen = |one: &&ConsentAwaited| match watcher {
            Watcher::Person(person) => one.person == person,
            Watcher::Staff => true,
            Watcher::Rail => false,
        };
        self.state.consents.iter().filter(is_seen).cloned().collect()
    }

    /// A house dealer signs in; whoever was signed in is signed out.
    pub(super) fn sign_in(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.signed_in.as_ref().is_some_and(|one| one.person == person) {
            return Err(refuse(&System::AlreadySignedIn));
        }
        if let Some(dealer) = self.state.signed_in.take() {
            self.at_desk(AtDesk::DealerSignedOut { dealer }, step);
        }
        let dealer = SignedIn { person, name: step.input.name.to_owned() };
        self.state.signed_in = Some(dealer.clone());
        self.at_desk(AtDesk::DealerSignedIn { dealer }, step);
        Ok(())
    }

    /// A house dealer signs out.
    pub(super) fn sign_out(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(dealer) = self.state.signed_in.take_if(|one| one.person == person) else {
            return Err(refuse(&System::NotSignedIn));
        };
        self.at_desk(AtDesk::DealerSignedOut { dealer }, step);
        Ok(())
    }

    /// Rounds that were played without the tablet are entered from here on, or no longer.
    pub(super) fn enter_late(&mut self, by: By, is_on: bool, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let (is_floor, by) = (matches!(by, By::Floor(_)), Table::staff(by));
        if !self.is_entered() {
            return Err(refuse(&System::DealtByShuffler));
        }
        // Outside of the hours it would let hands begin that nobody may deal.
        if is_on && !is_floor && self.spec.is_led && self.state.closed_until.is_some() {
            return Err(refuse(&System::FloorDecides));
        }
        if self.state.is_late == is_on {
            return Err(refuse(if is_on { &System::LateAlready } else { &System::NotLate }));
        }
        self.state.is_late = is_on;
        self.at_desk(AtDesk::LateEntry { is_on, by }, step);
        Ok(())
    }

    /// A new real shoe lies on the table, or its decks were changed: its cards are counted from here on. That a single deck was
    /// changed is noted; what it holds is looked at anew in each round anyway.
    pub(super) fn new_real_shoe(&mut self, by: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.live.is_some() {
            return Err(refuse(&System::ShoeLater));
        }
        if self.composition().deck_count() < 2 {
            if !self.spec.is_strict {
                return Err(refuse(&System::NoShoe));
            }
            self.at_desk(AtDesk::DeckChanged { by }, step);
            return Ok(());
        }
        self.state.counted = Some(Counted::default());
        self.tell(Event::NewShoe, &mut step.told);
        Ok(())
    }

    /// The cut card has come out of the real shoe.
    pub(super) fn cut_card(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !self.is_entered() {
            return Err(refuse(&System::DealtByShuffler));
        }
        let whole = self.composition().len() as u32;
        let Some(counted) = self.state.counted.as_mut().filter(|counted| !counted.is_out) else {
            return Err(refuse(&System::CutCardLater));
        };
        counted.is_out = true;
        let entered: u32 = counted.cards.iter().map(|(_, count)| u32::from(*count)).sum();
        self.tell(Event::CutCardOut { left: whole.saturating_sub(entered) }, &mut step.told);
        Ok(())
    }

    /// Counts cards that were entered, and warns at the first that the shoe cannot hold.
    pub(super) fn count_entered(&mut self, cards: &[Card], step: &mut Step<'_, '_>) {
        for card in cards {
            let held = self.composition().cards().filter(|one| one == card).count() as u8;
            let Some(counted) = &mut self.state.counted else { return };
            let entered = match counted.cards.iter_mut().find(|(one, _)| one == card) {
                Some((_, count)) => {
                    *count = count.saturating_add(1);
                    *count
                }
                None => {
                    counted.cards.push((*card, 1));
                    1
                }
            };
            if entered > held && counted.impossible.is_none() {
                counted.impossible = Some(*card);
                self.at_desk(AtDesk::ImpossibleCard { card: *card, entered, held }, step);
            }
        }
    }

    /// What was counted of the real shoe.
    pub(crate) fn shoe_count(&self) -> Option<ShoeCount> {
        let counted = self.state.counted.as_ref()?;
        let whole = self.composition();
        Some(ShoeCount {
            decks: whole.deck_count(),
            entered: counted.cards.iter().map(|(_, count)| u32::from(*count)).sum(),
            cards: whole.len() as u32,
            impossible: counted.impossible,
            is_cut_card_out: counted.is_out,
        })
    }

    /// Who of the staff gives a command.
    pub(super) fn staff(by: By) -> PersonId {
        match by {
            By::Patron(person) | By::Dealer(person) | By::Floor(person) => person,
            By::Clock => 0,
        }
    }
}
