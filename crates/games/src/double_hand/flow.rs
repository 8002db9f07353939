//! The course of a round: deal, pile, dice, setting, the bank's hand, opening.

use books::double_hand::DiceCountFrom;
use books::{Clause, Money};
use cards::Card;

use super::allowed::Bounds;
use super::event::{Choice, DEALER, Event, Place, SetBy, Waits};
use super::looks::Setter;
use super::round::{DoubleHand, SpotState};
use super::set::{Setting, wheel};
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A card is due.
    Deal(Place),
    /// The bank chooses a pile, betting is closed, the dice are shaken.
    Betting,
    /// Players set their hands.
    Setting,
    /// The bank's hand is turned up.
    OpenBank,
    /// The bank's cards, which lay unseen, are entered.
    TurnBank,
    /// The bank sets and confirms.
    BankSets,
    /// Hands are opened and settled one after the other.
    Opening,
    /// The stake goes back.
    Close,
    /// Nothing is left to do.
    Over,
}

impl DoubleHand {
    pub(super) fn phase(&self) -> Phase {
        if self.is_over() {
            Phase::Over
        } else if self.spots.iter().all(|spot| spot.is_settled) {
            Phase::Close
        } else if self.deal.dealt < self.cards_to_deal() {
            Phase::Deal(Place::Pile(self.next_pile()))
        } else if let Some((pile, _, _)) = self.deal.spoiled.iter().find(|spoiled| !spoiled.2) {
            Phase::Deal(Place::Replacement(*pile))
        } else if self.deal.button.is_none() {
            Phase::Betting
        } else if self.spots.iter().any(|spot| !spot.is_set()) {
            Phase::Setting
        } else if !self.deal.is_bank_open {
            Phase::OpenBank
        } else if self.is_unseen(self.setup.bank) {
            Phase::TurnBank
        } else if !self.deal.is_confirmed {
            Phase::BankSets
        } else {
            Phase::Opening
        }
    }

    /// What the round waits for.
    #[must_use]
    pub fn waits(&self) -> Waits {
        match self.phase() {
            Phase::Deal(place) => Waits::Card(place),
            Phase::Over => Waits::Over,
            _ => Waits::Choices,
        }
    }

    /// Deals the next card to the place the round waits for; nothing stands for a card that is dealt unseen.
    ///
    /// # Errors
    /// When no card is expected or there is no such card left; the round is unchanged.
    pub fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let place = match self.phase() {
            Phase::Deal(place) => place,
            Phase::Over => return Err(Refusal::plain(Reason::RoundOver)),
            _ => return Err(Refusal::plain(Reason::ChoiceExpected)),
        };
        if let Some(card) = card.filter(|card| self.is_not_left(*card)) {
            return Err(self.no_such_card(card));
        }
        self.emit(Event::Dealt { place, card }, events);
        Ok(())
    }

    /// Takes somebody's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
    pub fn choose(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let is_of_bank = self.is_of_bank(who);
        if !is_of_bank && who != DEALER && who.index() >= self.bets.len() {
            return Err(Refusal::plain(Reason::NobodyThere));
        }
        let never = match choice {
            Choice::Surrender => Some(self.rules().setting.surrender.clause),
            Choice::CallBet(_) => Some(self.rules().wagers.call_bets.clause),
            Choice::SideBet(_) => Some(self.rules().wagers.side_bets.clause),
            _ => None,
        };
        if let Some(clause) = never {
            return Err(Refusal::new(Reason::NotInThisGame, clause));
        }
        match self.phase() {
            Phase::Over | Phase::Close => Err(Refusal::plain(Reason::RoundOver)),
            Phase::Deal(_) => Err(Refusal::new(Reason::CardExpected, self.deal_clause(choice))),
            Phase::Betting => self.choose_before_dice(who, choice, events),
            Phase::Setting => self.choose_setting(who, choice, events),
            Phase::TurnBank => self.choose_turning_bank(who, choice, events),
            Phase::OpenBank | Phase::BankSets => self.choose_for_bank(who, choice, events),
            Phase::Opening => self.choose_opening(who, choice, events),
        }?;
        self.advance(events);
        Ok(())
    }

    /// The clause by which a choice has to wait for the deal.
    fn deal_clause(&self, choice: Choice) -> Clause {
        match choice {
            Choice::Pile(_) => self.rules().deal.bank_chooses_pile.clause,
            Choice::Dice(_) => self.rules().deal.dice.clause,
            _ => self.rules().deal.piles.clause,
        }
    }

    fn choose_before_dice(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        let event = match choice {
            Choice::Pile(pile) => {
                let rule = rules.deal.bank_chooses_pile;
                only(who, Party::BANK, rule.clause)?;
                if self.deal.pile.is_some() {
                    return Err(Refusal::new(Reason::HandFinished, rule.clause));
                }
                if !(1..=rules.deal.piles.value).contains(&pile) {
                    return Err(Refusal::new(Reason::NotOffered, rules.deal.piles.clause));
                }
                Event::PileChosen { pile }
            }
            Choice::NoMoreBets => {
                let clause = rules.wagers.change_until.clause;
                only(who, DEALER, clause)?;
                if self.deal.is_betting_closed {
                    return Err(Refusal::new(Reason::HandFinished, clause));
                }
                Event::BettingClosed
            }
            Choice::Change(amount) => {
                let bounds = self.change_bounds(who)?;
                within(amount, bounds)?;
                let spot = self.setup.bets[who.index()].spot;
                Event::Wagered { who, spot, amount, clause: rules.wagers.change_until.clause }
            }
            Choice::Stake(amount) => {
                only(who, Party::BANK, rules.bank.may_cover_all.clause)?;
                let mut bounds = self.stake_bounds()?;
                let limit = self.game.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref());
                if let Some(limit) = limit.filter(|_| amount < bounds.least) {
                    bounds.clause = limit.clause;
                }
                within(amount, bounds)?;
                Event::Staked { amount }
            }
            Choice::Dice(sum) => self.roll(who, sum)?,
            _ => return Err(self.too_early(choice)),
        };
        self.emit(event, events);
        if self.deal.button.is_some() {
            self.even_fees(events);
        }
        Ok(())
    }

    fn roll(&self, who: Party, sum: u8) -> Result<Event, Refusal> {
        let deal = &self.rules().deal;
        only(who, Party::BANK, deal.dice_may_be_passed.clause)?;
        if self.deal.pile.is_none() {
            return Err(Refusal::new(Reason::ChoiceExpected, deal.bank_chooses_pile.clause));
        }
        if !self.deal.is_betting_closed {
            return Err(Refusal::new(Reason::ChoiceExpected, self.rules().wagers.change_until.clause));
        }
        if !(deal.dice.value..=deal.dice.value * 6).contains(&sum) {
            return Err(Refusal::new(Reason::NotOffered, deal.dice.clause));
        }
        let seats = self.rules().book.seats.value;
        let first = match deal.dice_count_from.value {
            DiceCountFrom::Bank => self.setup.bank,
            DiceCountFrom::LeftOfBank => self.setup.bank.clockwise(seats),
        };
        let steps = usize::from(sum - 1) % usize::from(seats);
        let seat = first.around(seats).nth(steps).unwrap_or(first);
        Ok(Event::Rolled { sum, seat, clause: deal.dice_count_from.clause })
    }

    fn choose_setting(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        let (opens, final_word) = (rules.bank.opens, rules.table.final_word);
        if who == DEALER || self.is_of_bank(who) {
            return Err(Refusal::new(Reason::NotYourTurn, opens.clause));
        }
        let seat = self.setup.bets[who.index()].spot;
        let is_set = self.spot(seat).is_none_or(SpotState::is_set);
        let setter = self.setter(seat);
        match choice {
            Choice::Set(_) | Choice::SetUnseen | Choice::HouseWay | Choice::Look if is_set => {
                Err(Refusal::new(Reason::HandFinished, rules.setting.house_way_on_request.clause))
            }
            Choice::Look => {
                if setter != Setter::Undecided(who) {
                    return Err(Refusal::new(Reason::NotYourTurn, rules.table.hands_seen.clause));
                }
                self.emit(Event::Looked { who, spot: seat }, events);
                Ok(())
            }
            Choice::Set(_) | Choice::SetUnseen if setter == Setter::Undecided(who) => {
                Err(Refusal::new(Reason::NotOffered, rules.table.hands_seen.clause))
            }
            Choice::SetUnseen if setter == Setter::Bet(who) => {
                let clause = rules.setting.front.clause;
                if !self.is_unseen(seat) {
                    return Err(Refusal::new(Reason::FrontNeeded, clause));
                }
                self.emit(Event::SetUnseen { seat, by: SetBy::Own, clause }, events);
                Ok(())
            }
            Choice::Set(front) if setter == Setter::Bet(who) => {
                let clause = rules.setting.front.clause;
                if self.is_unseen(seat) {
                    return Err(Refusal::new(Reason::HandUnseen, clause));
                }
                let setting = self.hand_of(seat).and_then(|cards| Setting::of(cards, front));
                let front = setting.ok_or(Refusal::new(Reason::NotOffered, clause))?.front();
                self.emit(Event::Set { seat, front, by: SetBy::Own, clause }, events);
                Ok(())
            }
            Choice::HouseWay if matches!(setter, Setter::Bet(of) | Setter::Undecided(of) if of == who) => {
                self.set_house_way(seat, events);
                Ok(())
            }
            Choice::Set(_) | Choice::SetUnseen | Choice::HouseWay => {
                Err(Refusal::new(Reason::NotYourTurn, final_word.clause))
            }
            Choice::Change(_) => Err(Refusal::new(Reason::TooLate, rules.wagers.change_until.clause)),
            _ => Err(self.too_early(choice)),
        }
    }

    fn choose_for_bank(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        let (seat, clause) = (self.setup.bank, rules.setting.front.clause);
        match choice {
            Choice::Set(front) => {
                only(who, self.bank_voice(), rules.bank.final_word.clause)?;
                let setting = self.hand_of(seat).and_then(|cards| Setting::of(cards, front));
                let setting = setting.ok_or(Refusal::new(Reason::NotOffered, clause))?;
                if self.is_foul(setting) {
                    return Err(Refusal::new(Reason::NotOffered, rules.bank.foul.clause));
                }
                self.emit(Event::Set { seat, front, by: SetBy::Own, clause }, events);
                Ok(())
            }
            Choice::HouseWay => {
                only(who, self.bank_voice(), rules.bank.final_word.clause)?;
                self.set_house_way(seat, events);
                Ok(())
            }
            Choice::Confirm => {
                only(who, self.bank_voice(), rules.bank.confirms.clause)?;
                if self.deal.bank.is_none() {
                    return Err(Refusal::new(Reason::ChoiceExpected, rules.bank.confirms.clause));
                }
                self.emit(Event::Confirmed, events);
                Ok(())
            }
            Choice::Change(_) | Choice::Stake(_) => {
                Err(Refusal::new(Reason::TooLate, rules.wagers.change_until.clause))
            }
            _ => Err(Refusal::new(Reason::ChoiceExpected, rules.bank.confirms.clause)),
        }
    }

    fn choose_opening(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        match choice {
            Choice::Open => {
                let clause = rules.settlement.start.clause;
                only(who, DEALER, clause)?;
                if self.hand_to_enter().is_some() {
                    return Err(Refusal::new(Reason::HandUnseen, clause));
                }
                self.open_next(events);
                Ok(())
            }
            Choice::Turn(cards) => {
                only(who, DEALER, rules.settlement.start.clause)?;
                self.turn_next(cards, events)
            }
            Choice::Show { front, back } => {
                only(who, DEALER, rules.settlement.start.clause)?;
                self.show_next(front, back, events)
            }
            Choice::Set(_) | Choice::SetUnseen | Choice::HouseWay | Choice::Confirm => {
                Err(Refusal::new(Reason::TooLate, rules.bank.resets.clause))
            }
            _ => Err(Refusal::new(Reason::TooLate, rules.wagers.change_until.clause)),
        }
    }

    /// Carries out everything that needs nobody's word.
    pub(super) fn advance(&mut self, events: &mut impl Record<Event>) {
        loop {
            match self.phase() {
                Phase::Setting => {
                    let unseen =
                        |spot: &&SpotState| !spot.is_set() && self.setter(spot.seat) == Setter::Nobody;
                    let Some(seat) = self.spots.iter().find(unseen).map(|spot| spot.seat) else { return };
                    self.set_house_way(seat, events);
                }
                Phase::OpenBank => self.emit(Event::BankOpened, events),
                Phase::Close => {
                    let amount = self.account.to_close();
                    self.emit(Event::Closed { amount }, events);
                }
                _ => return,
            }
        }
    }

    /// Sets a hand by the chart; one that lies unseen is set by hand, and checked when it is turned up.
    pub(super) fn set_house_way(&mut self, seat: Seat, events: &mut impl Record<Event>) {
        if self.is_unseen(seat) {
            let clause = self.rules().setting.house_way_on_request.clause;
            return self.emit(Event::SetUnseen { seat, by: SetBy::HouseWay, clause }, events);
        }
        let Some(cards) = self.hand_of(seat).filter(|cards| cards.len() == 7) else { return };
        let decided = self.game.house_way.set(cards);
        let clause = self.rules().house_way.rows[decided.row].front.clause;
        let front = decided.setting.front();
        self.emit(Event::Set { seat, front, by: SetBy::HouseWay, clause }, events);
    }

    pub(super) fn is_foul(&self, setting: Setting) -> bool {
        self.rules().foul.front_higher.value && setting.is_foul(wheel(&self.rules().values))
    }

    fn too_early(&self, choice: Choice) -> Refusal {
        let rules = self.rules();
        let clause = match choice {
            Choice::Set(_) | Choice::SetUnseen | Choice::HouseWay | Choice::Look => rules.deal.dice.clause,
            Choice::Confirm | Choice::Turn(_) | Choice::Show { .. } => rules.bank.opens.clause,
            Choice::Open => rules.bank.confirms.clause,
            _ => rules.deal.piles.clause,
        };
        Refusal::new(Reason::ChoiceExpected, clause)
    }
}

impl SpotState {
    /// Whether nothing more has to be done before the bank's hand may be opened.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.setting.is_some() || self.set_unseen.is_some() || self.foul.is_some() || self.is_settled
    }
}

/// Refuses everybody but the one who may.
fn only(who: Party, may: Party, clause: Clause) -> Result<(), Refusal> {
    if who == may { Ok(()) } else { Err(Refusal::new(Reason::NotYourTurn, clause)) }
}

fn within(amount: Money, bounds: Bounds) -> Result<(), Refusal> {
    let Bounds { least, most, clause } = bounds;
    if (least..=most).contains(&amount) {
        Ok(())
    } else {
        Err(Refusal::new(Reason::Amount { least, most }, clause))
    }
}
