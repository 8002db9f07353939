//! Everything that is allowed now.

use cards::Card;

use super::event::{Allowed, Choice};
use super::find::Counts;
use super::flow::Phase;
use super::round::{Pan, Source, Stage, Standing};
use crate::seat::Seat;

impl Pan {
    /// Adds everything that is allowed now to a list. Of a hand that lies unseen what everybody knows is listed, every
    /// small use of the drawn card that the hand could have, and every discard.
    pub fn allowed(&self, list: &mut Vec<Allowed>) {
        match self.phase() {
            Phase::Declare(place) => {
                let seat = self.players[place].seat;
                list.extend([Choice::In, Choice::Out].map(|choice| Allowed { seat, choice, chips: 0 }));
            }
            Phase::Turn(place) => {
                self.allowed_in_turn(place, list);
                let others = (0..self.players.len()).filter(|who| *who != place);
                for who in others.filter(|who| self.players[*who].standing == Standing::In) {
                    if self.may_force(place, who).is_ok() {
                        list.push(Allowed { seat: self.players[who].seat, choice: Choice::Force, chips: 0 });
                    }
                }
            }
            _ => {}
        }
    }

    fn allowed_in_turn(&self, place: usize, list: &mut Vec<Allowed>) {
        let Some(turn) = self.turn else { return };
        let rules = self.rules();
        let player = &self.players[place];
        let seat = player.seat;
        let mut allow = |choice: Choice, chips: u16| list.push(Allowed { seat, choice, chips });
        match turn.stage {
            Stage::Begins => {
                allow(Choice::Draw, 0);
                if self.may_take(place).is_ok() {
                    allow(Choice::Take, 0);
                }
            }
            Stage::MayRedraw => {
                allow(Choice::Draw, 0);
                allow(Choice::Pass, 0);
            }
            Stage::Drawing => {}
            Stage::Drawn(card, Source::Forced) => {
                for (to, meld) in player.melds.iter().enumerate() {
                    if let Ok(after) = self.game.terms.addition(meld, &[card]) {
                        let chips = super::chips(&self.game.terms.gained(meld, &after));
                        let cards = [card].into_iter().collect();
                        allow(Choice::Add { cards, to: to as u8 }, chips);
                    }
                }
            }
            Stage::Drawn(card, source) => {
                self.each_use(place, Some(card), &mut allow);
                if player.unseen > 0 {
                    self.each_unseen_use(place, card, &mut allow);
                }
                if !rules.draw.melds_after_use.value && source == Source::Stock {
                    self.each_use(place, None, |choice, chips| {
                        let cards = match choice {
                            Choice::Meld { cards, borrowed, .. } => cards.without(&borrowed).unwrap_or(cards),
                            Choice::Add { cards, .. } => cards,
                            _ => return,
                        };
                        if !cards.contains(&card) {
                            allow(choice, chips);
                        }
                    });
                }
                if !rules.draw.used_at_once.value {
                    allow(Choice::Keep, 0);
                }
                if self.may_decline(place, card, source).is_ok() {
                    allow(Choice::Decline, 0);
                }
            }
            Stage::Used => {
                self.each_use(place, None, &mut allow);
                if rules.moving.split.value {
                    for (meld, cards) in player.melds.iter().enumerate() {
                        if turn.added & 1 << meld != 0 {
                            self.game.terms.each_division(cards, |cards| {
                                let chips = self.division_pays(meld, &cards);
                                allow(Choice::Split { meld: meld as u8, cards }, chips);
                            });
                        }
                    }
                }
                let mut listed = [false; Card::FACES];
                let mut discard = |card: Card| {
                    if !std::mem::replace(&mut listed[usize::from(card.index())], true) {
                        allow(Choice::Discard(card), 0);
                    }
                };
                player.hand.iter().for_each(|card| discard(*card));
                if player.unseen > 0 {
                    Card::all().filter(|card| self.is_left(*card)).for_each(discard);
                }
            }
        }
    }

    /// The ways to use the drawn card for which a hand that lies unseen would have to hold something.
    fn each_unseen_use(&self, place: usize, drawn: Card, mut found: impl FnMut(Choice, u16)) {
        let terms = &self.game.terms;
        let hand = &self.players[place].hand;
        let known = Counts::of(terms, hand.iter().copied().chain([drawn]));
        let mut available = known;
        for card in Card::all().filter(|card| self.is_left(*card)).flat_map(|card| [card, card]) {
            available.add(terms, card);
        }
        self.each_use_of(place, &available, Some(drawn), |choice, chips| {
            let own = match choice {
                Choice::Meld { cards, borrowed, .. } => cards.without(&borrowed).unwrap_or(cards),
                Choice::Add { cards, .. } => cards,
                _ => return,
            };
            let is_known = terms.holds(&known, &own);
            if own.len() <= usize::from(terms.least)
                && !is_known
                && self.check_held(place, &own, Some(drawn)).is_ok()
            {
                found(choice, chips);
            }
        });
    }

    /// Whom a forced discard would pay, and how many chips at most from each.
    pub(super) fn forced_pays(&self) -> Option<(Seat, u16)> {
        let player = self.players.get(usize::from(self.turn?.place))?;
        let card = *self.pile.last()?;
        let terms = &self.game.terms;
        let pays = player.melds.iter().filter_map(|meld| {
            let after = terms.addition(meld, &[card]).ok()?;
            Some(super::chips(&terms.gained(meld, &after)))
        });
        Some((player.seat, pays.max()?))
    }

    /// How many chips dividing a meld pays from each.
    fn division_pays(&self, meld: usize, cards: &[Card]) -> u16 {
        let Some(place) = self.turn.map(|turn| usize::from(turn.place)) else { return 0 };
        let whole = self.players[place].melds[meld];
        let rest = whole.without(cards).unwrap_or(super::Group::NONE);
        self.division_dues(&whole, &rest, cards).iter().map(|dues| super::chips(dues)).sum()
    }
}
