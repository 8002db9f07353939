//! The fold: how each event changes a hand of Pan. Nothing is decided here.

use books::Money;
use cards::Card;

use super::event::Event;
use super::group::Group;
use super::round::{End, Pan, Source, Stage, Standing, Turn};
use crate::bank::Face;
use crate::seat::Seat;

impl Pan {
    /// Takes an event of a log as it happened, without deciding anything anew.
    pub fn apply(&mut self, event: &Event) {
        let at = |seat: Seat| self.players.iter().position(|player| player.seat == seat).unwrap_or(0);
        match *event {
            Event::Topped { seat, amount, .. } => {
                let place = at(seat);
                self.purses[place] -= amount;
                self.tops[place] += amount;
            }
            Event::Dealt { seat, card, face } => {
                let place = at(seat);
                self.stock -= 1;
                self.name_card(card);
                let player = &mut self.players[place];
                match card {
                    Some(card) => player.hand.push(card),
                    None => player.unseen += 1,
                }
                if face == Face::Up {
                    player.up_card = card;
                }
            }
            // The second packets follow the order of the first ones, so the order of the deal stays as it is.
            Event::First { seat, .. } => self.first = Some(at(seat) as u8),
            Event::Declared { seat, plays } => {
                let place = at(seat);
                self.players[place].standing = if plays { Standing::In } else { Standing::Out };
                self.begin_turns();
            }
            Event::Opened { card, .. } => {
                self.stock -= 1;
                self.name_card(Some(card));
                self.put_on_pile(card, true);
                self.has_opened = true;
                self.begin_turns();
            }
            Event::Draws { .. } => self.set_stage(Stage::Drawing),
            Event::Drew { seat, card } => {
                let place = at(seat);
                self.stock -= 1;
                self.name_card(Some(card));
                self.players[place].has_drawn = true;
                self.set_stage(Stage::Drawn(card, Source::Stock));
            }
            Event::Took { seat, card } | Event::Forced { seat, card, .. } => {
                let is_forced = matches!(event, Event::Forced { .. });
                let place = at(seat);
                self.pile.pop();
                self.players[place].has_drawn = true;
                let source = if is_forced { Source::Forced } else { Source::Pile };
                self.set_stage(Stage::Drawn(card, source));
            }
            Event::Melded { seat, cards, borrowed, from } => {
                let place = at(seat);
                if !borrowed.is_empty() {
                    self.change_meld(place, from, |meld| meld.without(&borrowed).unwrap_or(meld));
                }
                let own = cards.without(&borrowed).unwrap_or(cards);
                self.lay_down(place, &own);
                let _ = self.players[place].melds.try_push(cards);
            }
            Event::Added { seat, meld, cards } => {
                let place = at(seat);
                let terms = self.game.terms;
                self.lay_down(place, &cards);
                self.change_meld(place, meld, |own| {
                    let mut all = own.and(&cards);
                    terms.sort(&mut all);
                    all
                });
                if let Some(turn) = &mut self.turn {
                    turn.added |= 1 << meld;
                }
            }
            Event::Divided { seat, meld, cards } => {
                let place = at(seat);
                self.change_meld(place, meld, |own| own.without(&cards).unwrap_or(own));
                let _ = self.players[place].melds.try_push(cards);
                if let Some(turn) = &mut self.turn {
                    turn.added &= !(1 << meld);
                }
            }
            Event::Discarded { seat, card, drawn } => {
                let place = at(seat);
                if !drawn && !self.players[place].give(card) {
                    self.name_card(Some(card));
                }
                self.put_on_pile(card, drawn);
                match self.turn {
                    Some(turn) if drawn && turn.redraws > 0 => {
                        self.turn = Some(Turn { stage: Stage::MayRedraw, redraws: turn.redraws - 1, ..turn });
                    }
                    _ => self.pass_turn(place as u8),
                }
            }
            Event::Kept { seat } => {
                let place = at(seat);
                if let Some(Turn { stage: Stage::Drawn(card, _), .. }) = self.turn {
                    self.players[place].hand.push(card);
                }
                self.has_used = true;
                self.set_stage(Stage::Used);
            }
            Event::Passed { seat } => self.pass_turn(at(seat) as u8),
            Event::Paid { from, to, due, paid, .. } => {
                let (from, to) = (at(from), at(to));
                self.players[from].was_short |= paid < due;
                self.purses[from] -= paid;
                self.purses[to] += paid;
                self.players[to].collected[from] += paid;
            }
            Event::Shuffled { .. } => {
                let top = self.pile.pop();
                for card in &self.pile {
                    self.named[usize::from(card.index())] -= 1;
                }
                self.stock += self.pile.len() as u16;
                self.pile.clear();
                self.pile.extend(top);
                self.has_used = false;
            }
            Event::Fouled { seat, .. } => {
                let place = at(seat);
                self.players[place].standing = Standing::Foul;
                if let Some(turn) = self.turn.filter(|turn| usize::from(turn.place) == place) {
                    if let Stage::Drawn(card, source) = turn.stage {
                        self.put_on_pile(card, source == Source::Stock);
                    }
                    self.pass_turn(place as u8);
                }
            }
            Event::GaveBack { from, to, amount, .. } => {
                let (from, to) = (at(from), at(to));
                self.purses[from] -= amount;
                self.purses[to] += amount;
            }
            Event::FreshHand { seat, .. } => {
                let place = at(seat);
                let player = &mut self.players[place];
                player.hand.clear();
                player.unseen = 0;
            }
            Event::DrawnOutOfTurn { card, .. } => {
                self.stock -= 1;
                self.name_card(Some(card));
                let waits = self.rules().irregularities.empty_pile_waits.is_some_and(|rule| rule.value);
                match self.pile.len().checked_sub(1) {
                    None if waits => self.waiting.push(card),
                    under => self.pile.insert(under.unwrap_or(0), card),
                }
            }
            Event::Bought { seat, amount, .. } => {
                let place = at(seat);
                self.purses[place] += amount;
            }
            Event::Won { seat, how, tops, .. } => {
                let place = at(seat);
                self.purses[place] += tops;
                self.tops.iter_mut().for_each(|top| *top = Money::ZERO);
                self.turn = None;
                self.end = Some(End::Won(place as u8, how));
            }
            Event::Voided { .. } => {
                for (purse, top) in self.purses.iter_mut().zip(&mut self.tops) {
                    *purse += std::mem::take(top);
                }
                self.turn = None;
                self.end = Some(End::Void);
            }
        }
    }

    fn name_card(&mut self, card: Option<Card>) {
        if let Some(card) = card {
            self.named[usize::from(card.index())] += 1;
        }
    }

    fn put_on_pile(&mut self, card: Card, is_drawn: bool) {
        self.pile.append(&mut self.waiting);
        self.pile.push(card);
        self.is_top_drawn = is_drawn;
    }

    fn set_stage(&mut self, stage: Stage) {
        if let Some(turn) = &mut self.turn {
            turn.stage = stage;
        }
    }

    fn change_meld(&mut self, place: usize, meld: u8, change: impl FnOnce(Group) -> Group) {
        if let Some(own) = self.players[place].melds.get_mut(usize::from(meld)) {
            *own = change(*own);
        }
    }

    /// Cards go from the draw and the hand onto the table.
    fn lay_down(&mut self, place: usize, cards: &[Card]) {
        let mut drawn = match self.turn {
            Some(Turn { stage: Stage::Drawn(card, _), .. }) => Some(card),
            _ => None,
        };
        for card in cards {
            if drawn == Some(*card) {
                drawn = None;
                self.has_used = true;
                self.set_stage(Stage::Used);
            } else if !self.players[place].give(*card) {
                self.name_card(Some(*card));
            }
        }
    }

    /// Once all have declared, the first player who is in begins.
    fn begin_turns(&mut self) {
        let has_all = self.players.iter().all(|player| player.standing != Standing::Undeclared);
        let is_open = self.rules().draw.opens_from_stock.value || self.has_opened;
        let playing = self.players.iter().filter(|player| player.standing == Standing::In).count();
        let is_won = playing == 1 && self.rules().declaring.last_one_in_wins_tops.value;
        if !has_all || !is_open || playing == 0 || is_won || self.turn.is_some() {
            return;
        }
        let Some(first) = self.first else { return };
        let is_in = self.players[usize::from(first)].standing == Standing::In;
        let place = if is_in { Some(first) } else { self.after(first) };
        let redraws = self.rules().draw.opening_redraws.value;
        self.turn = place.map(|place| Turn { place, stage: Stage::Begins, redraws, added: 0 });
    }

    fn pass_turn(&mut self, from: u8) {
        self.turn = self.after(from).map(|place| Turn { place, stage: Stage::Begins, redraws: 0, added: 0 });
    }
}
