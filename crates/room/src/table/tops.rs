//! The next hand of Pan: who is dealt in, and who is first.

use std::sync::Arc;

use books::Money;
use games::pan::{self, Player};
use games::round::{Game, Refusal, Setup};
use games::{Party, Seat};

use super::{Phase, Seated, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::system::System;

impl Table {
    pub(crate) fn pan(&self) -> Option<&Arc<pan::Game>> {
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
    pub(super) fn note_pan_hand(&mut self, round: &pan::Pan, people: &[PersonId]) {
        self.state.last_winner = round.first_next();
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
    pub(super) fn next_pan_hand(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(game) = self.pan().cloned() else { return Ok(()) };
        let least = usize::from(game.rules.table.players_least.value);
        let only_bots = self.taking_part().all(|seated| seated.is_bot);
        if self.with_chips_enough(&game).count() < least || (only_bots && !self.spec.plays_alone) {
            // After a break of play the lowest card says again who is first.
            self.state.last_winner = None;
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
            return Ok(());
        }
        if self.is_entered() { Ok(()) } else { self.begin_pan_hand(step) }
    }

    pub(super) fn begin_pan_hand(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
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
        let (players, people) = dealt_in.into_iter().unzip();
        let setup = pan::Setup { seats: self.seats(), players, last_winner: self.state.last_winner };
        self.begin_round(&Setup::Pan(Arc::new(setup)), people, step)
    }

    /// Whether chips may be added while one's own hand is on.
    pub(crate) fn may_add_in_round(&self) -> bool {
        let is_on = self.live.as_ref().is_some_and(|live| !live.round.is_over());
        is_on && self.pan().is_some_and(|game| game.rules.table.chips_added_any_time.value)
    }

    /// Chips that came to the table join the hand that is on.
    pub(super) fn buy_in_round(
        &mut self,
        person: PersonId,
        seat: Seat,
        amount: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        self.act(|round| round.buy(Party(seat.number()), amount), step)?;
        if let Some(live) = &mut self.live
            && let Some(purse) = live.purse_of(person)
        {
            live.before[usize::from(purse)] += amount;
        }
        Ok(())
    }

    /// How long somebody has to choose: what the book says, unless the table was told otherwise.
    pub(super) fn turn_ms(&self) -> i64 {
        let told = self.spec.pace.turn_ms;
        match self.pan() {
            Some(game) if told == crate::Pace::default().turn_ms => {
                i64::from(game.rules.time.turn_seconds.value) * 1_000
            }
            _ => told,
        }
    }
}
