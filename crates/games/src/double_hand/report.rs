//! What the filing says happens when something goes wrong and the floor reports it.

use books::Outcome;
use books::double_hand::{IdenticalCards, Mended, RemovedWager};
use books::{Clause, Money, Rule};
use cards::{Card, Rank};

use super::event::{Event, Report};
use super::flow::Phase;
use super::round::DoubleHand;
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

impl DoubleHand {
    /// Takes a report of the floor: the book says what happens next.
    ///
    /// # Errors
    /// When the report does not fit the moment; the round is unchanged.
    pub fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        if self.phase() == Phase::Over {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        let rules = &self.game.clone().rules.irregularities;
        match report {
            Report::Exposed(card) => self.spoil(card, None, false, events)?,
            Report::Boxed(card) => self.spoil(card, None, true, events)?,
            Report::ExposedIn { card, pile } => self.spoil(card, Some(pile), false, events)?,
            Report::BoxedIn { card, pile } => self.spoil(card, Some(pile), true, events)?,
            Report::Left(count) => self.count_left(count, events)?,
            Report::IdenticalCards => self.void_round(rules.identical_cards, false, events),
            Report::IdenticalCardsRefunded => self.void_round(rules.identical_cards, true, events),
            Report::WrongCount(seat) => self.wrong_count(seat, events)?,
            Report::OutOfOrder(_) => self.rule(rules.out_of_order_put_back.clause, events),
            Report::BankSeen => self.bank_seen(events)?,
            Report::BankFoul => self.bank_foul(events)?,
            Report::Contact(seat) => {
                let clause = self.rules().foul.contact.clause;
                self.foul(seat, clause, events)?;
            }
            Report::Cheating(seat) if seat == self.setup.bank => self.bank_cheats(events)?,
            Report::Cheating(seat) => self.foul(seat, rules.cheating_is_foul.clause, events)?,
            Report::ShortWager { who, amount } => self.short_wager(who, amount, events)?,
            Report::LosingWagerRemoved(who) => {
                self.removed(who, rules.losing_wager_removed, Outcome::Bank, events)?;
            }
            Report::WinningWagerRemoved(who) => {
                self.removed(who, rules.winning_wager_removed, Outcome::Player, events)?;
            }
            Report::HouseWayError { recovered, .. } => self.mend(rules.house_way_error, recovered, events)?,
            Report::Misread { recovered, .. } => self.mend(rules.misread, recovered, events)?,
        }
        self.advance(events);
        Ok(())
    }

    /// The floor voids one spot, as the book has it of a wrong count, or the round, as of two identical cards: wagers that are
    /// not settled go back, and their fees if the floor says so.
    ///
    /// # Errors
    /// When the round is over, nobody plays on that spot or its wagers are settled; the round is unchanged.
    pub fn void(
        &mut self,
        spot: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        if self.phase() == Phase::Over {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        let rules = &self.game.clone().rules.irregularities;
        let Some(seat) = spot else {
            let rule = Rule { value: rules.identical_cards.value, clause: Clause::NONE };
            self.void_round(rule, fees_returned, events);
            self.advance(events);
            return Ok(());
        };
        // Why the floor voids is in its ruling; neither two identical cards nor a wrong count are said to be the reason.
        let clause = Clause::NONE;
        match self.spot(seat) {
            None => return Err(Refusal::new(Reason::NobodyThere, rules.wrong_count.clause)),
            Some(spot) if spot.is_settled => return Err(Refusal::plain(Reason::AlreadyVoid)),
            Some(_) => {}
        }
        let parties = (0..self.setup.bets.len()).map(|place| Party(place as u8));
        let open =
            parties.filter(|who| self.setup.bets[who.index()].spot == seat && !self.settled[who.index()]);
        for who in open.filter(|_| fees_returned).collect::<Vec<_>>() {
            let amount = self.taken[self.taken_from(who)];
            if amount.is_positive() {
                self.emit(Event::FeeReturned { who, amount, clause }, events);
            }
        }
        self.return_wagers(seat, clause, events);
        self.advance(events);
        Ok(())
    }

    fn rule(&mut self, clause: Clause, events: &mut impl Record<Event>) {
        self.emit(Event::Ruled { clause }, events);
    }

    /// The engine always plays a hand for what it is, so the ruling is recorded and nothing moves; where the
    /// cards are lost and the book asks for them, the result stands as called.
    fn mend(
        &mut self,
        rule: Rule<Mended>,
        recovered: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        if rule.value == Mended::IfRecovered && !recovered {
            return Err(Refusal::new(Reason::NotOffered, rule.clause));
        }
        self.rule(rule.clause, events);
        Ok(())
    }

    /// One bad card is replaced; an ace, the joker or a further one makes a misdeal.
    fn spoil(
        &mut self,
        card: Card,
        pile: Option<u8>,
        is_boxed: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let irregularities = &self.rules().irregularities;
        if self.deal.button.is_some() {
            return Err(Refusal::new(Reason::NotOffered, irregularities.bad_card.clause));
        }
        let pile = self.pile_with(card, pile)?;
        let is_ace_or_joker = card.is_joker() || card.rank() == Some(Rank::Ace);
        let counts = !is_boxed || irregularities.boxed_count_as_exposed.value;
        let bad = self.deal.spoiled.len() + usize::from(counts);
        let event = if is_ace_or_joker {
            Event::Misdealt { clause: irregularities.bad_ace_or_joker.clause }
        } else if bad >= usize::from(irregularities.bad_cards_misdeal.value) || self.deal.spoiled.is_full() {
            Event::Misdealt { clause: irregularities.bad_cards_misdeal.clause }
        } else {
            Event::Spoiled { card, pile, clause: irregularities.bad_card.clause }
        };
        self.emit(event, events);
        Ok(())
    }

    /// The pile, from 1, in which a bad card lies: the one that is known to hold it, or the one that is named
    /// and holds cards unseen.
    fn pile_with(&self, card: Card, named: Option<u8>) -> Result<u8, Refusal> {
        let clause = self.rules().irregularities.bad_card.clause;
        let piles = &self.deal.piles;
        if let Some(known) = piles.iter().position(|pile| pile.known.contains(card)) {
            let known = known as u8 + 1;
            let is_meant = named.is_none_or(|named| named == known);
            return if is_meant { Ok(known) } else { Err(Refusal::new(Reason::NotOffered, clause)) };
        }
        if self.is_not_left(card) || piles.iter().all(|pile| pile.unseen == 0) {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        let named = named.ok_or(Refusal::new(Reason::PileNeeded, clause))?;
        match piles.get(usize::from(named).wrapping_sub(1)) {
            Some(pile) if pile.unseen > 0 => Ok(named),
            _ => Err(Refusal::new(Reason::NotOffered, clause)),
        }
    }

    fn count_left(&mut self, count: u8, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let rules = self.rules();
        let clause = rules.irregularities.wrong_left.clause;
        if self.phase() != Phase::Betting {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        let event = if count == rules.deal.left.value {
            Event::Ruled { clause: rules.deal.left.clause }
        } else {
            Event::Misdealt { clause }
        };
        self.emit(event, events);
        Ok(())
    }

    /// Two identical cards void the round from now on, or all of it, as the book says; the fees of what is void go back
    /// if the supervisor says so, and the banker's with them where nothing of the round stands.
    fn void_round(
        &mut self,
        rule: Rule<IdenticalCards>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) {
        if rule.value == IdenticalCards::WholeDeal {
            self.emit(Event::Undone { clause: rule.clause }, events);
        }
        if fees_returned {
            let parties = (0..self.setup.bets.len()).map(|place| Party(place as u8));
            let void: Vec<Party> = parties.filter(|who| !self.settled[who.index()]).collect();
            let banker = Some(Party::BANK).filter(|_| void.len() == self.setup.bets.len());
            for who in banker.into_iter().chain(void) {
                let amount = self.taken[self.taken_from(who)];
                if amount.is_positive() {
                    self.emit(Event::FeeReturned { who, amount, clause: rule.clause }, events);
                }
            }
        }
        let seats: Vec<Seat> = self.spots.iter().map(|spot| spot.seat).collect();
        for seat in seats {
            self.return_wagers(seat, rule.clause, events);
        }
    }

    fn wrong_count(&mut self, seat: Seat, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let clause = self.rules().irregularities.wrong_count.clause;
        if self.deal.button.is_none() {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        if seat == self.setup.bank {
            if self.spots.iter().any(|spot| spot.is_opened) {
                return Err(Refusal::new(Reason::TooLate, clause));
            }
            self.emit(Event::Misdealt { clause }, events);
            return Ok(());
        }
        match self.spot(seat) {
            Some(spot) if spot.is_settled => Err(Refusal::new(Reason::TooLate, clause)),
            Some(spot) if spot.is_set() => {
                let clause = self.rules().foul.front_count.clause;
                self.foul(seat, clause, events)
            }
            Some(_) => {
                self.return_wagers(seat, clause, events);
                Ok(())
            }
            None => Err(Refusal::new(Reason::NobodyThere, clause)),
        }
    }

    fn bank_seen(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let clause = self.rules().irregularities.bank_seen_early.clause;
        if self.phase() != Phase::Setting {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        self.rule(clause, events);
        let unset: Vec<Seat> =
            self.spots.iter().filter(|spot| !spot.is_set()).map(|spot| spot.seat).collect();
        for seat in unset {
            self.set_house_way(seat, events);
        }
        Ok(())
    }

    fn bank_foul(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let clause = self.rules().bank.foul.clause;
        if self.phase() != Phase::BankSets {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        self.rule(clause, events);
        self.set_house_way(self.setup.bank, events);
        Ok(())
    }

    /// The bank's hand is foul, and its money is forfeit as far as it covers: every open wager wins.
    fn bank_cheats(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let rules = &self.rules().irregularities;
        let clause = rules.bank_cheats.map_or(rules.cheating_is_foul.clause, |rule| rule.clause);
        if self.deal.button.is_none() || rules.bank_cheats.is_none() {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        self.emit(Event::Fouled { seat: self.setup.bank, clause }, events);
        while let Some(seat) = self.next_to_settle() {
            self.settle_spot(seat, (Outcome::Player, clause), events);
        }
        Ok(())
    }

    fn foul(&mut self, seat: Seat, clause: Clause, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        match self.spot(seat) {
            // The first foul stands: by its clause the wagers are settled.
            Some(spot) if spot.foul.is_some() => Err(Refusal::plain(Reason::AlreadyFoul)),
            Some(spot) if !spot.is_settled && self.deal.button.is_some() => {
                self.emit(Event::Fouled { seat, clause }, events);
                Ok(())
            }
            _ => Err(Refusal::new(Reason::NotOffered, clause)),
        }
    }

    fn short_wager(
        &mut self,
        who: Party,
        amount: Money,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let clause = self.rules().wagers.below_least.clause;
        let bet = self.open_bet(who, clause)?;
        let limit = self.game.limit().filter(|_| self.deal.is_betting_closed);
        let Some(limit) = limit else { return Err(Refusal::new(Reason::NotOffered, clause)) };
        // Once the bank's hand lies open, a wager counts as it was taken.
        if self.deal.is_bank_open {
            return Err(Refusal::new(Reason::TooLate, clause));
        }
        let most = self.bets[who.index()].min(limit.min - Money::cents(1));
        if !amount.is_positive() || amount > most {
            return Err(Refusal::new(Reason::Amount { least: Money::cents(1), most }, clause));
        }
        self.emit(Event::Wagered { who, spot: bet, amount, clause }, events);
        Ok(())
    }

    /// A wager of unknown size plays for the table's maximum or minimum, as far as its owner's money goes.
    fn removed(
        &mut self,
        who: Party,
        rule: Rule<RemovedWager>,
        needs: Outcome,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let spot = self.open_bet(who, rule.clause)?;
        if self.phase() == Phase::Opening && self.awaits_cards(spot) {
            return Err(Refusal::new(Reason::HandUnseen, rule.clause));
        }
        if self.phase() != Phase::Opening || self.outcome(spot).0 != needs {
            return Err(Refusal::new(Reason::NotOffered, rule.clause));
        }
        let lying = self.bets[who.index()];
        let limit = self.game.limit();
        let filed = match rule.value {
            RemovedWager::TableMost => limit.and_then(|limit| limit.max),
            RemovedWager::TableLeast => limit.map(|limit| limit.min),
        };
        let purse = self.account.purse(self.setup.bets[who.index()].purse);
        let amount = filed.unwrap_or(lying).min(lying + purse);
        self.emit(Event::Wagered { who, spot, amount, clause: rule.clause }, events);
        Ok(())
    }

    fn open_bet(&self, who: Party, clause: Clause) -> Result<Seat, Refusal> {
        match self.setup.bets.get(who.index()) {
            Some(bet) if !self.settled[who.index()] => Ok(bet.spot),
            Some(_) => Err(Refusal::new(Reason::TooLate, clause)),
            None => Err(Refusal::new(Reason::NobodyThere, clause)),
        }
    }
}
