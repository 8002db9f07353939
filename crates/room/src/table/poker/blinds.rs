//! The next poker hand: who is dealt in, who has the button, who posts what, who kills it, and fees by time.

use books::poker::MakeUp;
use books::{Clause, Rule};
use cards::Card;
use games::Seat;
use games::poker::{self, Fees, PastPots, Player, PostKind, coming_in, first_button, next_button};
use games::round::{Refusal, Round};

use super::super::{LastHand, Owes, Phase, Seated, Step, Table, refuse, refuse_by};
use super::{hand_of, setup_of};
use crate::PersonId;
use crate::cited::Cited;
use crate::desk::AtDesk;
use crate::event::Event;
use crate::system::System;
use crate::told::Shown;

/// The cards drawn for the button, by seat.
type Drawn = Vec<(Seat, Card)>;

/// Where the button begins, the cards that were drawn for it and their openings.
type ButtonDrawn = (Rule<Seat>, Drawn, Vec<Shown>);

/// Seats by their numbers, as their cards are entered.
fn in_order(seats: &[Seat]) -> Vec<Seat> {
    let mut seats = seats.to_vec();
    seats.sort_unstable();
    seats
}

impl Table {
    /// Begins the next hand when enough people take part; a human dealer says when.
    pub(in crate::table) fn next_hand_by_blinds(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(table) = self.poker_table() else { return Err(refuse(&System::NoButton)) };
        let least = usize::from(table.rules().table.players.least).max(2);
        let only_bots = self.taking_part().all(|seated| seated.is_bot);
        if self.taking_part().count() < least || (only_bots && !self.spec.plays_alone) {
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
            return Ok(());
        }
        if self.is_entered() { Ok(()) } else { self.begin_hand_by_blinds(step) }
    }

    pub(in crate::table) fn begin_hand_by_blinds(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let Some(table) = self.poker_table() else { return Err(refuse(&System::NoButton)) };
        let table = table.clone();
        self.collect_time(step);
        let rules = table.rules();
        let all: Vec<Seat> = self.taking_part().filter_map(|seated| seated.seat).collect();
        let least = usize::from(rules.table.players.least).max(2);
        if all.len() < least {
            return Err(refuse_by(&Cited::PlayersLeast { least }, rules.table.players.clause));
        }
        let settled: Vec<Seat> = self
            .taking_part()
            .filter(|seated| seated.owes.is_none())
            .filter_map(|seated| seated.seat)
            .collect();
        // With fewer than a game's worth of players who owe nothing, it is a new game: all are dealt in.
        let is_new = self.state.last_hand.is_none() || settled.len() < least;
        let (button, drawn, shown) = match self.state.last_hand {
            Some(last) if !is_new => {
                let last =
                    poker::LastHand { button: last.button, big_blind: last.big_blind, players: last.players };
                let button = next_button(&rules.button, &last, &settled)
                    .ok_or_else(|| refuse(&System::NobodyForButton))?;
                (button, Vec::new(), Vec::new())
            }
            _ => match self.draw_for_button(&all, step)? {
                Some(drawn) => drawn,
                // The words that cut the deck for the draw are still awaited.
                None => return Ok(()),
            },
        };
        let Rule { value: button, clause } = button;
        let mut dealt_in = if is_new { all.clone() } else { settled };
        let mut entering: Vec<(Seat, MakeUp)> = Vec::new();
        if is_new && rules.posts.free_hands_in_new_game.is_some_and(|rule| !rule.value) {
            let may_post = |seat: &Seat| coming_in(&table, button, &dealt_in, *seat).may_post;
            let make_up = rules.posts.newcomer.value;
            entering.extend(dealt_in.iter().copied().filter(may_post).map(|seat| (seat, make_up)));
        }
        // Clockwise from the button: who comes in first may take the big blind before it reaches the next.
        for seat in button.clockwise(self.seats()).around(self.seats()).filter(|seat| all.contains(seat)) {
            if is_new || dealt_in.contains(&seat) {
                continue;
            }
            let mut with: Vec<Seat> = dealt_in.clone();
            with.push(seat);
            let coming = coming_in(&table, button, &with, seat);
            let Some(seated) = self.taking_part().find(|seated| seated.seat == Some(seat)) else { continue };
            let make_up = match seated.owes {
                // The blinds go by: nothing is posted, and there are no cards until they have.
                Some(Owes::Passing) if coming.may_post => None,
                Some(Owes::Passing) => continue,
                _ if coming.has_big_blind => None,
                Some(Owes::Entry) if seated.posts && coming.may_post => Some(rules.posts.newcomer.value),
                Some(_) if seated.posts && coming.may_post => Some(rules.posts.missed_blind.value),
                _ => continue,
            };
            dealt_in.push(seat);
            entering.extend(make_up.map(|make_up| (seat, make_up)));
        }
        dealt_in.sort_unstable();
        dealt_in.truncate(usize::from(rules.table.players.most));
        self.tell(Event::ButtonPlaced { seat: button, drawn, clause }, &mut step.told);
        step.show(shown);
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
        let mut postings = table.postings(&players, button, &entering);
        if is_new {
            self.state.past_pots = PastPots::default();
        }
        if let Some(killer) = self.state.past_pots.killer(&table, &dealt_in) {
            table.kill(killer, &mut postings);
        }
        let poster = |kind: PostKind| postings.iter().find(|post| post.post == kind).map(|post| post.seat);
        let big_blind = poster(PostKind::BigBlind).unwrap_or(button);
        let small_blind = poster(PostKind::SmallBlind);
        let is_due = self.is_half_hour_due(step);
        let is_jackpot_on = rules.collection.jackpot.value;
        let fees = self
            .schedule
            .as_ref()
            .map_or(Fees::NONE, |schedule| Fees::of(schedule, players.len() as u8, is_jackpot_on, is_due));
        self.note_missed_blinds(button, big_blind, step);
        self.state.last_hand = Some(LastHand { button, big_blind, small_blind, players: players.len() });
        for seated in &mut self.state.people {
            if seated.seat.is_some_and(|seat| dealt_in.contains(&seat)) {
                seated.owes = None;
                seated.posts = false;
            } else if let Some(Owes::Moved(hands)) = seated.owes {
                seated.owes = (hands > 1).then(|| Owes::Moved(hands - 1));
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
        self.begin_round(&setup_of(setup), people, step)
    }

    /// Whether the cards that are drawn for the button are entered by hand.
    fn enters_button_draw(&self) -> bool {
        self.spec.is_led && self.spec.by_hand
    }

    /// The seats that draw for the button before the next hand, as long as their cards are not entered.
    pub(in crate::table) fn seats_to_draw(&self) -> Option<Vec<Seat>> {
        let table = self.poker_table().filter(|_| self.enters_button_draw())?;
        let least = usize::from(table.rules().table.players.least).max(2);
        let all: Vec<Seat> = self.taking_part().filter_map(|seated| seated.seat).collect();
        let all = in_order(&all);
        let settled = self.taking_part().filter(|one| one.owes.is_none() && one.seat.is_some()).count();
        let is_new = self.state.last_hand.is_none() || settled < least;
        (is_new && all.len() >= least).then_some(all)
    }

    /// The dealer enters the cards that were drawn for the button, in place of earlier ones.
    pub(in crate::table) fn enter_button_draw(
        &mut self,
        cards: &[Card],
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some(table) = self.poker_table().filter(|_| self.enters_button_draw()) else {
            return Err(refuse(&System::NoButton));
        };
        let clause = table.rules().button.first.clause;
        let is_between = matches!(self.state.phase, Phase::Idle | Phase::Resting);
        let Some(seats) = self.seats_to_draw().filter(|_| is_between) else {
            return Err(refuse(&System::ButtonStands));
        };
        let is_held = |card: &Card| self.composition().cards().any(|one| one == *card);
        let is_once = |card: &Card| cards.iter().filter(|one| *one == card).count() == 1;
        if cards.len() != seats.len() || !cards.iter().all(|card| is_held(card) && is_once(card)) {
            return Err(refuse_by(&Cited::ButtonDraw { cards: seats.len() }, clause));
        }
        let drawn: Vec<(Seat, Card)> = seats.into_iter().zip(cards.iter().copied()).collect();
        self.state.button_drawn.clone_from(&drawn);
        self.tell(Event::Desk { of: AtDesk::ButtonDrawn { drawn } }, &mut step.told);
        Ok(())
    }

    /// Whether the cards of everybody who takes part are entered.
    pub(in crate::table) fn has_drawn(&self, seats: &[Seat]) -> bool {
        self.state.button_drawn.iter().map(|(seat, _)| seat).eq(seats)
    }

    /// One card for each seat; the highest takes the button. Nothing while words are awaited that cut the deck.
    fn draw_for_button(
        &mut self,
        seats: &[Seat],
        step: &mut Step<'_, '_>,
    ) -> Result<Option<ButtonDrawn>, Refusal> {
        let Some(table) = self.poker_table() else { return Err(refuse(&System::NoButton)) };
        let table = table.clone();
        let rules = &table.rules().button;
        if self.enters_button_draw() {
            let drawn = std::mem::take(&mut self.state.button_drawn);
            if !drawn.iter().map(|(seat, _)| *seat).eq(in_order(seats)) {
                return Err(refuse_by(&Cited::ButtonDraw { cards: seats.len() }, rules.first.clause));
            }
            let button = first_button(rules, &drawn).ok_or_else(|| refuse(&System::NobodyForButton))?;
            return Ok(Some((button, drawn, Vec::new())));
        }
        if self.is_entered() {
            // Nobody leads the dealer, who has drawn already; the first seat that plays starts the list.
            let seat = seats.first().copied().ok_or_else(|| refuse(&System::NobodyPlays))?;
            return Ok(Some((Rule { value: seat, clause: rules.first.clause }, Vec::new(), Vec::new())));
        }
        let cards = self.composition().cards().collect();
        let Some((drawn, shown)) = self.draw_cards(cards, seats, step) else { return Ok(None) };
        let button = first_button(rules, &drawn).ok_or_else(|| refuse(&System::NobodyForButton))?;
        Ok(Some((button, drawn, shown)))
    }

    /// Blinds that went past people who sit out are owed from now on.
    fn note_missed_blinds(&mut self, button: Seat, big_blind: Seat, step: &mut Step<'_, '_>) {
        let Some(rules) = self.poker_rules() else { return };
        let clause = rules.posts.missed_blind.clause;
        let seats = self.seats();
        let passed: Vec<Seat> =
            button.clockwise(seats).around(seats).take_while(|seat| *seat != big_blind).collect();
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

    /// Notes after a hand which pots were played, and what somebody owes who was dealt in without posting.
    pub(in crate::table) fn note_hand_by_blinds(&mut self, round: &Round, step: &mut Step<'_, '_>) {
        let Some(hand) = hand_of(round) else { return };
        self.state.past_pots = self.state.past_pots.after(hand);
        for (seat, clause) in hand.owing() {
            let owing = self.state.people.iter_mut().find(|seated| seated.seat == Some(seat));
            if let Some(seated) = owing {
                seated.owes = Some(Owes::Blind);
                let person = seated.person;
                self.tell(Event::OwesBlind { person, clause }, &mut step.told);
            }
        }
    }

    pub(in crate::table) fn post(
        &mut self,
        person: PersonId,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some(rules) = self.poker_rules() else { return Err(refuse(&System::NoBlinds)) };
        let (entry, missed) = (rules.posts.newcomer.clause, rules.posts.missed_blind.clause);
        let moved = rules.seating.move_away_costs.map_or(missed, |rule| rule.clause);
        let seated = self.person_mut(person)?;
        let clause = match seated.owes {
            Some(Owes::Entry) => entry,
            Some(Owes::Blind) => missed,
            Some(Owes::Moved(_)) => moved,
            Some(Owes::Passing) | None => return Err(refuse(&System::NoBlindOwed)),
        };
        if seated.posts {
            return Err(refuse(&System::AlreadyPosting));
        }
        seated.posts = true;
        self.tell(Event::WillPost { person, clause }, &mut step.told);
        Ok(())
    }

    /// What somebody owes after a move to another seat, and the clause on it.
    pub(in crate::table) fn cost_of_move(&self, seated: &Seated, to: Seat) -> (Option<Owes>, Clause) {
        let unchanged = (seated.owes, Clause::NONE);
        let (Some(rules), Some(last), Some(from)) = (self.poker_rules(), self.state.last_hand, seated.seat)
        else {
            return unchanged;
        };
        if seated.owes.is_some() {
            return unchanged;
        }
        let free = rules.seating.move_after_blinds_free.filter(|rule| rule.value);
        if let Some(rule) = free.filter(|_| last.small_blind == Some(from)) {
            return (Some(Owes::Passing), rule.clause);
        }
        let Some(rule) = rules.seating.move_away_costs.filter(|rule| rule.value) else { return unchanged };
        let seats = self.seats();
        let hands_until_blind = |seat: Seat| {
            let on_the_way = last.big_blind.clockwise(seats).around(seats).take_while(|one| *one != seat);
            let is_other = |one: &Seat| {
                self.taking_part().any(|other| other.seat == Some(*one) && other.person != seated.person)
            };
            on_the_way.filter(is_other).count()
        };
        let gained = hands_until_blind(to).saturating_sub(hands_until_blind(from));
        match u8::try_from(gained) {
            Ok(0) | Err(_) => unchanged,
            Ok(gained) => (Some(Owes::Moved(gained)), rule.clause),
        }
    }
}
