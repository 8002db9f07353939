//! The next hand of Pan: who is dealt in, and who is first.

use std::sync::Arc;

use books::bank::Direction;
use games::Seat;
use games::pan::{self, Player};
use games::round::{Game, Refusal, Round, Setup};

use super::{Phase, Seated, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::system::System;

impl Table {
    fn pan(&self) -> Option<&Arc<pan::Game>> {
        if let Game::Pan(game) = &self.game { Some(game) } else { None }
    }

    /// Those who are dealt in: they take part and have a top; who was short needs as much as a newcomer.
    fn with_chips_enough<'a>(&'a self, game: &pan::Game) -> impl Iterator<Item = &'a Seated> + use<'a> {
        let after_short = game.worth(game.rules.table.chips_least.value.into());
        let least = game.worth(game.tops.max(1).into());
        self.taking_part()
            .filter(move |seated| seated.stack >= if seated.was_short { after_short } else { least })
    }

    /// Notes after a hand who won it and who could not pay something in full.
    pub(super) fn note_hand_by_tops(&mut self, round: &Round, people: &[PersonId]) {
        let Round::Pan(round) = round else { return };
        self.state.last_winner = round.first_next();
        let winner = round.players().iter().position(|player| Some(player.seat) == self.state.last_winner);
        self.state.last_winner_person = winner.and_then(|place| people.get(place).copied());
        self.state.has_rested = false;
        for (player, person) in round.players().iter().zip(people) {
            if let Ok(seated) = self.person_mut(*person) {
                seated.was_short = player.was_short;
            }
        }
    }

    /// Why too few are dealt in: the clause on chips if only that keeps people from it.
    fn too_few(&self, game: &pan::Game) -> Refusal {
        let (least, short) = (game.rules.table.players_least, game.rules.table.short_of_chips);
        if self.taking_part().count() >= usize::from(least.value) {
            return refuse_by(&Cited::ChipsEnough { least: least.value.into() }, short.clause);
        }
        refuse_by(&Cited::PlayersLeast { least: least.value.into() }, least.clause)
    }

    /// Begins the next hand of Pan when enough people take part; a human dealer says when.
    pub(super) fn next_hand_by_tops(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(game) = self.pan().cloned() else { return Err(refuse(&System::NoTops)) };
        let least = usize::from(game.rules.table.players_least.value);
        let only_bots = self.taking_part().all(|seated| seated.is_bot);
        if self.with_chips_enough(&game).count() < least || (only_bots && !self.spec.plays_alone) {
            // After a break of play the lowest card says again who is first.
            self.state.last_winner = None;
            self.state.last_winner_person = None;
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
            return Ok(());
        }
        if self.is_entered() { Ok(()) } else { self.begin_hand_by_tops(step) }
    }

    pub(super) fn begin_hand_by_tops(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(game) = self.pan().cloned() else { return Err(refuse(&System::NoTops)) };
        self.collect_time(step);
        let least = game.rules.table.players_least;
        let mut dealt_in: Vec<(Player, PersonId)> = self
            .with_chips_enough(&game)
            .filter_map(|seated| Some((Player { seat: seated.seat?, stack: seated.stack }, seated.person)))
            .collect();
        if dealt_in.len() < usize::from(least.value) {
            return Err(self.too_few(&game));
        }
        dealt_in.sort_unstable_by_key(|(player, _)| player.seat);
        let last_winner = self.first_by_winner(&game, &dealt_in);
        let (players, people) = dealt_in.into_iter().unzip();
        let setup = pan::Setup { seats: self.seats(), players, last_winner };
        self.begin_round(&Setup::Pan(Arc::new(setup)), people, step)
    }

    /// Play is broken off: the next hand of Pan begins with the lowest card.
    pub(super) fn break_play(&mut self) {
        self.state.has_rested |= self.pan().is_some();
    }

    /// The seat from which the next hand is dealt: where the last winner sits now, or that of the next in turn where
    /// another has taken the winner's seat; nothing where the lowest card decides. Earlier programs kept to the seat.
    fn first_by_winner(&self, game: &pan::Game, dealt_in: &[(Player, PersonId)]) -> Option<Seat> {
        let left = self.state.last_winner;
        if self.plays_as_before {
            return left;
        }
        if self.state.has_rested {
            return None;
        }
        let Some(winner) = self.state.last_winner_person else { return left };
        if let Some((player, _)) = dealt_in.iter().find(|(_, person)| *person == winner) {
            return Some(player.seat);
        }
        let seat = self.person(winner).ok().and_then(|seated| seated.seat).or(left)?;
        let seats = self.seats();
        let next = |seat: &Seat| match game.rules.deal.direction.value {
            Direction::Clockwise => Some(seat.clockwise(seats)),
            Direction::CounterClockwise => Some(seat.counter_clockwise(seats)),
        };
        let mut around = std::iter::successors(next(&seat), next).take(usize::from(seats));
        around.find(|seat| dealt_in.iter().any(|(player, _)| player.seat == *seat))
    }
}
