//! The course of a hand: the deal, who is first, who plays, the turns, and its end.

use std::cmp::Reverse;

use books::Rule;
use books::pan::{FirstOfSession, StockEmpty};
use cards::Card;

use super::event::{Choice, Event, Place, Victory, Waits};
use super::refusal::{Reason, Refusal};
use super::round::{Pan, Stage, Standing};
use crate::bank::Face;
use crate::record::Record;
use crate::seat::Seat;

/// Where a hand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A card is due for a hand.
    Deal(usize, Face),
    /// The lowest up card says who is first.
    FindFirst,
    /// A player is to declare.
    Declare(usize),
    /// Everybody else is out.
    LastIn(usize),
    /// All other hands are foul.
    LastSound(usize),
    /// Nobody plays the hand.
    NobodyIn,
    /// The discard pile is to be begun.
    OpenPile,
    /// A player has gone out.
    GoOut(usize),
    /// A card of the stock is due for the player in turn.
    Draw(usize),
    /// The discards are to be shuffled.
    Shuffle,
    /// The stock is used up for good.
    Exhausted,
    /// The player in turn is to choose.
    Turn(usize),
    /// Nothing is left to do.
    Over,
}

impl Pan {
    pub(super) fn phase(&self) -> Phase {
        if self.end.is_some() {
            return Phase::Over;
        }
        let turn = self.turn;
        if turn.is_none_or(|turn| turn.stage == Stage::Begins)
            && let Some(phase) = self.next_dealt()
        {
            return phase;
        }
        let Some(turn) = turn else { return self.before_turns() };
        let place = usize::from(turn.place);
        if self.players[place].melded() >= usize::from(self.rules().going_out.cards.value) {
            return Phase::GoOut(place);
        }
        let sound = |player: &&super::Seated| player.standing == Standing::In;
        let alone = self.players.iter().filter(sound).count() == 1;
        let has_foul = self.players.iter().any(|player| player.standing == Standing::Foul);
        if alone && has_foul && self.rules().irregularities.last_sound_hand_takes_tops.value {
            return Phase::LastSound(place);
        }
        match turn.stage {
            Stage::Drawing if self.stock > 0 => Phase::Draw(place),
            Stage::Drawing => match self.rules().draw.stock_empty.value {
                // A whole stock of which nobody used a card would be drawn again and again.
                StockEmpty::ShuffleDiscards if !self.has_used => Phase::Exhausted,
                StockEmpty::ShuffleDiscards if self.to_shuffle().is_empty() => Phase::Exhausted,
                StockEmpty::ShuffleDiscards => Phase::Shuffle,
            },
            _ => Phase::Turn(place),
        }
    }

    /// The next card of the deal, packet by packet, or of a fresh hand.
    fn next_dealt(&self) -> Option<Phase> {
        let deal = &self.rules().deal;
        let (packet, packets) = (usize::from(deal.packet.value), usize::from(deal.packets.value));
        let has = |place: u8| {
            let player = &self.players[usize::from(place)];
            let takes_part = matches!(player.standing, Standing::Undeclared | Standing::In);
            takes_part.then(|| player.held() + player.melded())
        };
        for number in 1..=packets {
            let due = packet * number;
            if let Some(place) =
                self.order.iter().copied().find(|place| has(*place).is_some_and(|has| has < due))
            {
                let is_contest = self.first.is_none() && number == 1;
                let is_up = is_contest && has(place) == Some(usize::from(deal.up_card.value) - 1);
                let face = if is_up { Face::Up } else { Face::Down };
                return Some(Phase::Deal(usize::from(place), face));
            }
            if self.first.is_none() && number == 1 {
                return Some(Phase::FindFirst);
            }
        }
        None
    }

    fn before_turns(&self) -> Phase {
        let count =
            |standing: Standing| self.players.iter().filter(|player| player.standing == standing).count();
        let (undeclared, playing) = (count(Standing::Undeclared), count(Standing::In));
        let is_left = |player: &super::Seated| matches!(player.standing, Standing::Undeclared | Standing::In);
        if undeclared + playing == 1 && self.rules().declaring.last_one_in_wins_tops.value {
            return self.players.iter().position(is_left).map_or(Phase::NobodyIn, Phase::LastIn);
        }
        if undeclared == 0 {
            return if playing == 0 { Phase::NobodyIn } else { Phase::OpenPile };
        }
        let declares = |place: &u8| self.players[usize::from(*place)].standing == Standing::Undeclared;
        let next = self.declaring_order().find(declares);
        next.map_or(Phase::NobodyIn, |place| Phase::Declare(usize::from(place)))
    }

    /// The places in the order in which they declare.
    fn declaring_order(&self) -> impl Iterator<Item = u8> + '_ {
        let count = self.order.len();
        let at = self.order.iter().position(|place| Some(*place) == self.first).unwrap_or(0);
        let start = if self.rules().declaring.first_player_first.value { at } else { at + 1 };
        (0..count).map(move |step| self.order[(start + step) % count])
    }

    /// What the hand waits for.
    #[must_use]
    pub fn waits(&self) -> Waits {
        let seat = |place: usize| self.players[place].seat;
        match self.phase() {
            Phase::Deal(place, face) => Waits::Card { place: Place::Hand(seat(place)), face },
            Phase::Draw(place) => Waits::Card { place: Place::Drawn(seat(place)), face: Face::Up },
            Phase::OpenPile => Waits::Card { place: Place::Pile, face: Face::Up },
            Phase::Shuffle => Waits::Shuffle,
            Phase::Declare(_) | Phase::Turn(_) => Waits::Choices,
            _ => Waits::Over,
        }
    }

    /// Whether the pack has another card of that face.
    pub(super) fn is_left(&self, card: Card) -> bool {
        usize::from(self.named[usize::from(card.index())]) < self.game.pack.count(card)
    }

    /// Deals the next card to the place the hand waits for; nothing stands for a card that is dealt unseen.
    ///
    /// # Errors
    /// When no card is expected, there is no such card left, or it may not be unseen; the hand is unchanged.
    pub fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let phase = self.phase();
        if let Some(card) = card.filter(|card| !self.is_left(*card)) {
            let deck = &self.rules().deck;
            return Err(match self.game.pack.count(card) {
                0 => Refusal::new(Reason::NotInPack(card), deck.without.clause),
                _ => Refusal::new(Reason::NoSuchCard(card), deck.cards.clause),
            });
        }
        let seat = |place: usize| self.players[place].seat;
        let event = match (phase, card) {
            (Phase::Deal(_, Face::Up) | Phase::Draw(_) | Phase::OpenPile, None) => {
                return Err(Refusal::plain(Reason::MustBeShown));
            }
            (Phase::Deal(place, face), card) => Event::Dealt { seat: seat(place), card, face },
            (Phase::Draw(place), Some(card)) => Event::Drew { seat: seat(place), card },
            (Phase::OpenPile, Some(card)) => {
                Event::Opened { card, clause: self.rules().draw.opens_from_stock.clause }
            }
            (Phase::Shuffle, _) => return Err(Refusal::plain(Reason::ShuffleExpected)),
            (Phase::Over, _) => return Err(Refusal::plain(Reason::RoundOver)),
            _ => return Err(Refusal::plain(Reason::ChoiceExpected)),
        };
        self.emit(event, events);
        self.advance(events);
        Ok(())
    }

    /// Says that the discards have been shuffled into a new stock.
    ///
    /// # Errors
    /// When the hand does not wait for that; the hand is unchanged.
    pub fn shuffle(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        if self.phase() != Phase::Shuffle {
            return Err(Refusal::plain(Reason::NothingToShuffle));
        }
        self.emit(Event::Shuffled { clause: self.rules().draw.stock_empty.clause }, events);
        Ok(())
    }

    /// Takes a player's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the hand is unchanged.
    pub fn choose(
        &mut self,
        seat: Seat,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let phase = self.phase();
        let Some(who) = self.place_of(seat) else { return Err(Refusal::plain(Reason::NobodyThere)) };
        let rules = self.rules();
        match phase {
            Phase::Over => return Err(Refusal::plain(Reason::RoundOver)),
            Phase::Shuffle => return Err(Refusal::plain(Reason::ShuffleExpected)),
            Phase::Declare(place) => {
                let plays = match choice {
                    Choice::In => true,
                    Choice::Out => false,
                    _ => {
                        return Err(Refusal::new(
                            Reason::NotDeclared,
                            rules.declaring.first_player_first.clause,
                        ));
                    }
                };
                if self.players[who].standing != Standing::Undeclared {
                    return Err(Refusal::new(Reason::DeclarationFinal, rules.declaring.change.clause));
                }
                if who != place {
                    let clause = rules.declaring.first_player_first.clause;
                    return Err(Refusal::new(Reason::NotYourTurn, clause));
                }
                self.emit(Event::Declared { seat, plays }, events);
            }
            Phase::Turn(place) => self.choose_in_turn(place, who, choice, events)?,
            _ => return Err(Refusal::plain(Reason::CardExpected)),
        }
        self.advance(events);
        Ok(())
    }

    /// Carries out everything that needs nobody's word.
    pub(super) fn advance(&mut self, events: &mut impl Record<Event>) {
        loop {
            match self.phase() {
                Phase::FindFirst => {
                    let Rule { value: place, clause } = self.by_up_card();
                    self.emit(Event::First { seat: self.players[place].seat, clause }, events);
                }
                Phase::GoOut(place) => self.go_out(place, events),
                Phase::LastIn(place) => {
                    let clause = self.rules().declaring.last_one_in_wins_tops.clause;
                    self.win(place, Victory::LastIn, clause, events);
                }
                Phase::LastSound(place) => {
                    let clause = self.rules().irregularities.last_sound_hand_takes_tops.clause;
                    self.win(place, Victory::LastSound, clause, events);
                }
                Phase::Exhausted => {
                    self.emit(Event::Voided { clause: self.rules().draw.stock_empty.clause }, events);
                }
                Phase::NobodyIn => {
                    let clause = self.rules().declaring.last_one_in_wins_tops.clause;
                    self.emit(Event::Voided { clause }, events);
                }
                Phase::Deal(..)
                | Phase::Declare(_)
                | Phase::OpenPile
                | Phase::Draw(_)
                | Phase::Shuffle
                | Phase::Turn(_)
                | Phase::Over => return,
            }
        }
    }

    /// Who is first by the up card; of equal ones who was dealt to first.
    fn by_up_card(&self) -> Rule<usize> {
        let rules = self.rules();
        let rank = |place: &u8| {
            let card = self.players[usize::from(*place)].up_card;
            let position = card.and_then(|card| self.game.terms.position(card));
            let suit = card.and_then(Card::suit).filter(|_| rules.deck.suits_ranked.value);
            (position, suit)
        };
        let place = match rules.deal.first_of_session.value {
            FirstOfSession::LowestUpCard => self.order.iter().min_by_key(|place| rank(place)),
            FirstOfSession::HighestUpCard => self.order.iter().min_by_key(|place| Reverse(rank(place))),
        };
        let place = place.copied().unwrap_or(0);
        Rule { value: usize::from(place), clause: rules.deal.first_of_session.clause }
    }

    /// Whether a player may act in the turn of another or of their own.
    pub(super) fn check_takes_part(&self, who: usize) -> Result<(), Refusal> {
        let rules = self.rules();
        match self.players[who].standing {
            Standing::Out => Err(Refusal::new(Reason::DeclaredOut, rules.declaring.out_loses.clause)),
            Standing::Foul => Err(Refusal::new(Reason::FoulHand, rules.irregularities.foul_hand.clause)),
            Standing::In | Standing::Undeclared => Ok(()),
        }
    }
}
