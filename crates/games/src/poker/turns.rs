//! What the players may choose now, and their choices.

use books::{Clause, Money};
use cards::Card;

use super::event::{Choice, Event};
use super::hand::{Hand, Phase, Waits};
use super::places::Places;
use super::refusal::{Reason, Refusal};
use crate::record::Record;
use crate::seat::Seat;

/// Something a player may choose now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Give up the hand.
    Fold,
    /// Stay in without betting.
    Check,
    /// Add so much to call.
    Call(Money),
    /// Open the betting.
    Bet {
        /// With at least so much.
        least: Money,
        /// With at most so much.
        most: Money,
    },
    /// Raise.
    Raise {
        /// To at least so much in all.
        least: Money,
        /// To at most so much in all.
        most: Money,
    },
    /// Throw away exactly so many private cards.
    Discard(u8),
    /// Exchange up to so many private cards.
    Draw(u8),
    /// Show the hand.
    Show,
    /// Throw the hand in unseen.
    Muck,
}

/// A choice that is open to a seat now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Who may choose it.
    pub seat: Seat,
    /// What.
    pub offer: Offer,
}

impl Hand {
    /// Adds everything that is allowed now to a list.
    pub fn allowed(&self, list: &mut Vec<Allowed>) {
        if self.waits() != Waits::Choices {
            return;
        }
        match self.phase {
            Phase::Betting => {
                let Some(turn) = self.turn() else { return };
                let seat = self.seats[turn.place];
                let mut offer = |offer| list.push(Allowed { seat, offer });
                if turn.may_fold {
                    offer(Offer::Fold);
                }
                if turn.may_check {
                    offer(Offer::Check);
                }
                if let Some(call) = turn.call {
                    offer(Offer::Call(call));
                }
                match turn.raise {
                    Ok((least, most)) if turn.opens => offer(Offer::Bet { least, most }),
                    Ok((least, most)) => offer(Offer::Raise { least, most }),
                    Err(_) => {}
                }
            }
            Phase::Discarding => {
                let offer = Offer::Discard(self.street_now().discard.value);
                list.extend(self.asked.iter().map(|place| Allowed { seat: self.seats[place], offer }));
            }
            Phase::Drawing => {
                let seat = self.seats[usize::from(self.next)];
                list.push(Allowed { seat, offer: Offer::Draw(self.street_now().draw.value) });
            }
            Phase::Showing if !self.is_pot_held() => {
                let place = usize::from(self.next);
                let seat = self.seats[place];
                if self.are_cards_known(place) {
                    list.push(Allowed { seat, offer: Offer::Show });
                }
                if self.live.count() > 1 {
                    list.push(Allowed { seat, offer: Offer::Muck });
                    let others = self.asked.without(place).iter();
                    list.extend(others.map(|other| Allowed { seat: self.seats[other], offer: Offer::Muck }));
                }
            }
            _ => {}
        }
    }

    /// Whether the hand waits for this seat: at the showdown only for the next to show, though others may give up theirs.
    #[must_use]
    pub fn awaits(&self, seat: Seat) -> bool {
        self.phase != Phase::Showing || self.seats[usize::from(self.next)] == seat
    }

    /// Whether the dealer may push the pot now; the hand does it by itself once nothing holds it back.
    ///
    /// # Errors
    /// The clause that holds the pot.
    pub fn may_push_pot(&self) -> Result<(), Refusal> {
        let showdown = &self.table.rules().showdown;
        let clause = match self.phase {
            Phase::Over => return Ok(()),
            Phase::Showing if !self.miscallers.is_empty() => self.miscall_clause(),
            // Once somebody has shown, the others are held to show or to throw in.
            Phase::Showing if !self.shown.is_empty() => match &showdown.losers_killed_first {
                Some(rule) if rule.value => rule.clause,
                _ => showdown.winner_shows_all.clause,
            },
            Phase::Showing => showdown.winner_shows_all.clause,
            _ => self.street_now().betting,
        };
        Err(Refusal::new(Reason::PotHeld, clause))
    }

    /// Takes a player's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the hand is unchanged.
    #[inline]
    pub fn choose(
        &mut self,
        seat: Seat,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let place = self.place(seat)?;
        if self.phase == Phase::Betting && self.owed.is_empty() {
            let choice = self.taken_as(choice);
            let adds = self.bet(place, choice)?;
            self.emit(Event::Chose { seat, choice, adds }, events);
            if !self.betting.is_closed() {
                return Ok(());
            }
        } else {
            self.check_other_choice(place, choice)?;
            self.emit(Event::Chose { seat, choice, adds: Money::ZERO }, events);
            match choice {
                Choice::Show => self.emit(Event::Showed { seat }, events),
                Choice::Muck => self.emit(Event::Mucked { seat }, events),
                _ => {}
            }
        }
        self.advance(events);
        Ok(())
    }

    /// What a choice in the betting is taken as: a bet behind a bet may be a call.
    #[inline]
    fn taken_as(&self, choice: Choice) -> Choice {
        match choice {
            Choice::Bet(to) if self.betting.is_opened && to == self.betting.to_call => {
                let rule = self.table.rules().acting.bet_behind_bet_calls.as_ref();
                if rule.is_some_and(|rule| rule.value) { Choice::Call } else { choice }
            }
            _ => choice,
        }
    }

    /// What a choice in the betting adds to the pot.
    fn bet(&self, place: usize, choice: Choice) -> Result<Money, Refusal> {
        let terms = self.table.terms();
        if self.betting.turn() != place {
            return Err(Refusal::new(Reason::NotYourTurn, self.order_clause()));
        }
        let betting = &self.betting;
        match choice {
            Choice::Fold if betting.may_fold(terms) => Ok(Money::ZERO),
            Choice::Check if betting.may_check(terms) => Ok(Money::ZERO),
            Choice::Call => match betting.call_of(terms, &self.means()) {
                Some(call) => Ok(call),
                None if betting.to_call > betting.bets[place] => {
                    Err(Refusal::new(Reason::FullBetOpens, terms.full_bet_opens.clause))
                }
                None => Err(Refusal::new(Reason::NothingToCall, self.street_now().betting)),
            },
            Choice::Bet(to) | Choice::Raise(to) => {
                let turn = betting.options(terms, &self.means());
                let opens = matches!(choice, Choice::Bet(_));
                if opens != turn.opens {
                    let reason = if opens { Reason::AlreadyBet } else { Reason::NothingToRaise };
                    return Err(Refusal::new(reason, terms.raise));
                }
                betting.check_raise_to(to, &turn, terms, self.stacks[place])?;
                Ok(to - betting.bets[place])
            }
            Choice::Fold => Err(Refusal::new(Reason::NotNow, terms.may_fold_unbet.clause)),
            Choice::Check => Err(match betting.call_of(terms, &self.means()) {
                Some(_) => Refusal::new(Reason::BetToCall, terms.bet_forbids_check),
                None if self.street == 0 => Refusal::new(Reason::FullBetOpens, terms.full_bet_opens.clause),
                None => Refusal::new(Reason::NoChecking, terms.may_check.clause),
            }),
            _ => Err(Refusal::new(Reason::NotNow, self.street_now().betting)),
        }
    }

    fn check_other_choice(&self, place: usize, choice: Choice) -> Result<(), Refusal> {
        let street = self.street_now();
        match self.waits() {
            Waits::Over => return Err(Refusal::new(Reason::HandOver, street.name.clause)),
            Waits::Card(_) => return Err(Refusal::new(Reason::CardExpected, street.name.clause)),
            Waits::Shuffle(_) => return Err(Refusal::new(Reason::ShuffleExpected, street.name.clause)),
            Waits::Choices => {}
        }
        match (self.phase, choice) {
            (Phase::Discarding, Choice::Discard(which)) => {
                let clause = street.discard.clause;
                self.is_asked(place, self.asked, clause)?;
                self.has_cards(place, which.bits(), clause)?;
                if which.count() == street.discard.value {
                    Ok(())
                } else {
                    Err(Refusal::new(Reason::MustDiscard(street.discard.value), clause))
                }
            }
            (Phase::Discarding, _) => Err(Refusal::new(Reason::NotNow, street.discard.clause)),
            (Phase::Drawing, Choice::Draw(which)) => {
                let clause = street.draw.clause;
                self.is_asked(place, Places::only(usize::from(self.next)), clause)?;
                self.has_cards(place, which.bits(), clause)?;
                if which.count() <= street.draw.value {
                    Ok(())
                } else {
                    Err(Refusal::new(Reason::DrawMost(street.draw.value), clause))
                }
            }
            (Phase::Drawing, _) => Err(Refusal::new(Reason::NotNow, street.draw.clause)),
            (Phase::Showing, Choice::Show | Choice::Muck) => {
                let showdown = &self.table.rules().showdown;
                if self.is_pot_held() {
                    return Err(Refusal::new(Reason::PotHeld, self.miscall_clause()));
                }
                // A hand may be given up before its turn to be shown.
                let asked = match choice {
                    Choice::Muck => self.asked,
                    _ => Places::only(usize::from(self.next)),
                };
                self.is_asked(place, asked, showdown.first.clause)?;
                if choice == Choice::Show && !self.are_cards_known(place) {
                    return Err(Refusal::new(Reason::CardsUnknown, showdown.winner_shows_all.clause));
                }
                if choice == Choice::Muck && self.live.count() == 1 {
                    let rule = showdown.last_hand_shows.as_ref().filter(|rule| rule.value);
                    let clause = rule.map_or(showdown.last_player_shows.clause, |rule| rule.clause);
                    return Err(Refusal::new(Reason::LastHand, clause));
                }
                Ok(())
            }
            _ => Err(Refusal::new(Reason::NotNow, self.table.rules().showdown.first.clause)),
        }
    }

    /// Whose unseen hand is the next to be shown or thrown in at the showdown, and how many cards it has.
    pub(super) fn hand_to_show(&self) -> Option<(Seat, u8)> {
        if self.phase != Phase::Showing {
            return None;
        }
        let (first, all) = (usize::from(self.next), self.seats.len());
        let is_hidden = |place: &usize| self.asked.contains(*place) && !self.are_cards_known(*place);
        let place = (0..all).map(|step| (first + step) % all).find(is_hidden)?;
        Some((self.seats[place], self.counts[place]))
    }

    /// Names the private cards of a hand at the showdown that lie unseen, in the order they were dealt.
    ///
    /// # Errors
    /// When no hand is shown now, the number of cards is wrong, or a card cannot be there; the hand is unchanged.
    pub fn turn_up(
        &mut self,
        seat: Seat,
        cards: &[Card],
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let place = self.place(seat)?;
        let clause = self.table.rules().showdown.winner_shows_all.clause;
        if self.phase != Phase::Showing || !self.asked.contains(place) {
            return Err(Refusal::new(Reason::NotNow, clause));
        }
        if cards.len() != usize::from(self.counts[place]) {
            return Err(Refusal::new(Reason::NoSuchPrivateCard, clause));
        }
        let mut seen = self.seen;
        for (known, card) in self.private_of(place).iter().zip(cards) {
            let fits = match known {
                Some(known) => known == card,
                None => !card.is_joker() && !seen.contains(*card),
            };
            if !fits {
                return Err(Refusal::new(Reason::NoSuchCard(*card), clause));
            }
            seen = seen.with(*card);
        }
        for (which, card) in cards.iter().enumerate() {
            if self.private_of(place)[which].is_none() {
                self.emit(Event::Turned { seat, place: which as u8, card: *card }, events);
            }
        }
        Ok(())
    }

    fn is_asked(&self, place: usize, asked: Places, clause: Clause) -> Result<(), Refusal> {
        if asked.contains(place) { Ok(()) } else { Err(Refusal::new(Reason::NotYourTurn, clause)) }
    }

    fn has_cards(&self, place: usize, bits: u8, clause: Clause) -> Result<(), Refusal> {
        if bits >> self.counts[place] == 0 {
            Ok(())
        } else {
            Err(Refusal::new(Reason::NoSuchPrivateCard, clause))
        }
    }

    /// The clause on false calls.
    fn miscall_clause(&self) -> Clause {
        self.table.rules().showdown.miscall.as_ref().map_or(Clause::NONE, |rule| rule.clause)
    }

    /// The clause that sets the order of turns.
    fn order_clause(&self) -> Clause {
        let betting = &self.table.rules().betting;
        if self.street == 0 { betting.first_round.clause } else { betting.later_rounds.clause }
    }

    /// Whether every card a hand is ranked by is known.
    pub(super) fn are_cards_known(&self, place: usize) -> bool {
        self.private_of(place).iter().all(Option::is_some)
    }
}
