//! The next poker hand: who is dealt in, who has the button, who posts what, and fees by time.

use books::Rule;
use books::rates::{Fees as Filed, PayerWord};
use cards::Card;
use games::Seat;
use games::poker::{self, Fees, Player, PostKind, coming_in, first_button, next_button};
use games::round::{Game, Refusal, Setup};

use super::{LastHand, Owes, Phase, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::event::Event;

/// The cards drawn for the button, by seat.
type Drawn = Vec<(Seat, Card)>;

const HALF_HOUR_MINUTES: i64 = 30;

impl Table {
    /// Begins the next hand when enough people take part; a human dealer says when.
    pub(super) fn next_hand(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Game::Poker(table) = &self.game else { return Ok(()) };
        let least = usize::from(table.rules().table.players.least).max(2);
        let only_bots = self.taking_part().all(|seated| seated.is_bot);
        if self.taking_part().count() < least || (only_bots && !self.spec.plays_alone) {
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
            return Ok(());
        }
        if self.is_entered() { Ok(()) } else { self.begin_hand(step) }
    }

    pub(super) fn begin_hand(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Game::Poker(table) = &self.game else { return Err(refuse("this game has no blinds")) };
        let table = table.clone();
        let rules = table.rules();
        let all: Vec<Seat> = self.taking_part().filter_map(|seated| seated.seat).collect();
        let least = usize::from(rules.table.players.least).max(2);
        if all.len() < least {
            return Err(refuse_by(&format!("a hand needs {least} players"), rules.table.players.clause));
        }
        let settled: Vec<Seat> = self
            .taking_part()
            .filter(|seated| seated.owes.is_none())
            .filter_map(|seated| seated.seat)
            .collect();
        // With fewer than a game's worth of players who owe nothing, it is a new game: all are dealt in.
        let is_new = self.state.last_hand.is_none() || settled.len() < least;
        let (button, drawn) = match self.state.last_hand {
            Some(last) if !is_new => {
                let last =
                    poker::LastHand { button: last.button, big_blind: last.big_blind, players: last.players };
                let button = next_button(&rules.button, &last, &settled)
                    .ok_or_else(|| refuse("nobody can have the button"))?;
                (button, Vec::new())
            }
            _ => self.draw_for_button(&all, step)?,
        };
        let Rule { value: button, clause } = button;
        let mut dealt_in = if is_new { all.clone() } else { settled };
        let mut entering: Vec<Seat> = Vec::new();
        if !is_new {
            for seat in all {
                if dealt_in.contains(&seat) {
                    continue;
                }
                let mut with: Vec<Seat> = dealt_in.clone();
                with.push(seat);
                let coming = coming_in(&table, button, &with, seat);
                let posts = self.taking_part().any(|seated| seated.seat == Some(seat) && seated.posts);
                if coming.has_big_blind {
                    dealt_in.push(seat);
                } else if posts && coming.may_post {
                    dealt_in.push(seat);
                    entering.push(seat);
                }
            }
        }
        dealt_in.sort_unstable();
        dealt_in.truncate(usize::from(rules.table.players.most));
        self.tell(Event::ButtonPlaced { seat: button, drawn, clause }, &mut step.told);
        let players: Vec<Player> = self
            .taking_part()
            .filter_map(|seated| Some(Player { seat: seated.seat?, stack: seated.stack }))
            .filter(|player| dealt_in.contains(&player.seat))
            .collect();
        let people: Vec<PersonId> = self
            .taking_part()
            .filter(|seated| seated.seat.is_some_and(|seat| dealt_in.contains(&seat)))
            .map(|seated| seated.person)
            .collect();
        let postings = table.postings(&players, button, &entering);
        let big_blind =
            postings.iter().find(|post| post.post == PostKind::BigBlind).map_or(button, |post| post.seat);
        let is_due = self.is_half_hour_due(step);
        let fees = self
            .schedule
            .as_ref()
            .map_or(Fees::NONE, |schedule| Fees::of(schedule, players.len() as u8, false, is_due));
        if is_due && fees.time.value.is_positive() {
            self.state.half_hour_from = Some(step.input.now);
        }
        self.note_missed_blinds(big_blind, step);
        self.state.last_hand = Some(LastHand { button, big_blind, players: players.len() });
        for seated in &mut self.state.people {
            if seated.seat.is_some_and(|seat| dealt_in.contains(&seat)) {
                seated.owes = None;
                seated.posts = false;
            }
        }
        let setup = poker::Setup {
            players,
            button,
            postings,
            first_to_act: None,
            fees,
            asks_to_show: self.is_entered(),
        };
        self.begin_round(&Setup::Poker(setup), people, step)
    }

    /// One card for each seat; the highest takes the button.
    fn draw_for_button(
        &mut self,
        seats: &[Seat],
        step: &mut Step<'_, '_>,
    ) -> Result<(Rule<Seat>, Drawn), Refusal> {
        let Game::Poker(table) = &self.game else { return Err(refuse("this game has no button")) };
        let table = table.clone();
        let rules = &table.rules().button;
        if self.is_entered() {
            // On felt the dealer has drawn already; the first seat that plays starts the list.
            let seat = seats.first().copied().ok_or_else(|| refuse("nobody plays"))?;
            return Ok((Rule { value: seat, clause: rules.first.clause }, Vec::new()));
        }
        let cards = self.composition().cards().collect();
        let drawn = self.draw_cards(cards, seats, step);
        let button = first_button(rules, &drawn).ok_or_else(|| refuse("nobody can have the button"))?;
        Ok((button, drawn))
    }

    /// Blinds that went past people who sit out are owed from now on.
    fn note_missed_blinds(&mut self, big_blind: Seat, step: &mut Step<'_, '_>) {
        let Some(last) = self.state.last_hand else { return };
        let Some(rules) = self.poker_rules() else { return };
        let clause = rules.posts.missed_blind.clause;
        let seats = self.seats();
        let passed: Vec<Seat> =
            last.big_blind.clockwise(seats).around(seats).take_while(|seat| *seat != big_blind).collect();
        let missed: Vec<PersonId> = self
            .state
            .people
            .iter()
            .filter(|seated| seated.out_since.is_some() && seated.owes.is_none())
            .filter(|seated| seated.seat.is_some_and(|seat| passed.contains(&seat)))
            .map(|seated| seated.person)
            .collect();
        for person in missed {
            if let Ok(seated) = self.person_mut(person) {
                seated.owes = Some(Owes::Blind);
            }
            self.tell(Event::OwesBlind { person, clause }, &mut step.told);
        }
    }

    pub(super) fn post(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(rules) = self.poker_rules() else { return Err(refuse("this game has no blinds")) };
        let (entry, missed) = (rules.posts.newcomer.clause, rules.posts.missed_blind.clause);
        let seated = self.person_mut(person)?;
        let clause = match seated.owes {
            Some(Owes::Entry) => entry,
            Some(Owes::Blind) => missed,
            None => return Err(refuse("you owe no blind")),
        };
        if seated.posts {
            return Err(refuse("you post with the next hand you may"));
        }
        seated.posts = true;
        self.tell(Event::WillPost { person, clause }, &mut step.told);
        Ok(())
    }

    fn is_half_hour_due(&self, step: &Step<'_, '_>) -> bool {
        let from = self.state.half_hour_from;
        from.is_none_or(|from| step.input.now >= from.after_minutes(HALF_HOUR_MINUTES))
    }

    /// Takes the fee of a half hour from every seat, where the schedule says so.
    pub(super) fn collect_time(&mut self, step: &mut Step<'_, '_>) {
        let Some(schedule) = self.schedule.clone() else { return };
        let Filed::HalfHour { from: PayerWord::Seat, fee } = &schedule.fees else { return };
        if self.live.is_some() || !self.is_half_hour_due(step) || self.state.people.is_empty() {
            return;
        }
        let now = step.input.now;
        self.state.half_hour_from = Some(now);
        let people: Vec<PersonId> =
            self.state.people.iter().filter(|one| one.seat.is_some()).map(|one| one.person).collect();
        for person in people {
            let Ok(seated) = self.person_mut(person) else { continue };
            let amount = fee.value.min(seated.stack);
            seated.stack -= amount;
            if amount.is_positive() {
                self.tell(Event::TimeCollected { person, amount, clause: fee.clause }, &mut step.told);
            }
        }
    }
}
