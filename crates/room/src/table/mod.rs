//! A table's life: people come and go, the bank goes round, wagers are put down, rounds are dealt and settled.
//!
//! Read in the order of an evening: `seats` (who sits, with how much, who waits), `absence` (how long a seat is
//! held), `time_fees` (what is charged by the half hour), `bank` (who is offered the
//! position), `companies` (whose people count as one), `shares` (who
//! puts money into it besides), `wagers` (what lies on the spots), `blinds` (the same for poker), `deal` (where the cards come
//! from), `play` (choices and the end of a round), `clock` (what happens when nobody speaks).

mod absence;
mod bank;
mod blinds;
mod clock;
mod companies;
mod deal;
mod play;
mod seats;
mod shares;
mod time_fees;
mod wagers;

use std::sync::Arc;

use books::rates::Schedule;
use books::{Book, Clause, Money, Rule, Shelf};
use games::Seat;
use games::bank::Rotation;
use games::poker::PastPots;
use games::round::{Game, Refusal, Round};
use serde::{Deserialize, Serialize};

use crate::command::{By, Command, Wager};
use crate::event::{Event, Net, Told};
use crate::ledger::{Account, Transfer};
use crate::open::{Dealer, OpenFault, Spec, ready};
use crate::time::Time;
use crate::{PersonId, TableId};

pub use clock::default_choice;
pub(crate) use companies::Company;
pub(crate) use deal::Deck;
pub(crate) use play::Live;
pub(crate) use shares::Offered;

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Not enough people take part.
    Idle,
    /// The last round is looked at.
    Resting,
    /// The bank is offered to a seat.
    Offering,
    /// Everybody has passed the bank.
    Broken,
    /// Wagers are put down.
    Wagers,
    /// A round is on.
    Playing,
    /// The floor has stopped the table.
    Paused,
    /// The table is closed.
    Closed,
}

/// What somebody owes before cards are dealt to them in poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Owes {
    /// A newcomer waits for the big blind or posts.
    Entry,
    /// A blind went past.
    Blind,
    /// Somebody has moved away from the big blind and sits out so many hands, or posts.
    Moved(u8),
    /// Somebody has paid all blinds, moved, and lets them go by: nothing is owed once they have.
    Passing,
}

/// Somebody with chips at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Who.
    pub person: PersonId,
    /// The name at the table.
    pub name: String,
    /// The seat; nothing for somebody who stands behind the seats.
    pub seat: Option<Seat>,
    /// The chips.
    #[serde(with = "games::text::cents")]
    pub stack: Money,
    /// Since when the person takes no part.
    pub out_since: Option<Time>,
    /// Whether no more wagers are coming for this round.
    pub is_ready: bool,
    /// Whether the person leaves when the round is over.
    pub is_leaving: bool,
    /// Whether a bot sits there.
    pub is_bot: bool,
    /// How often in a row the clock has chosen for the person.
    #[serde(default)]
    pub(crate) silences: u8,
    pub(crate) owes: Option<Owes>,
    pub(crate) posts: bool,
    pub(crate) short_buys: u8,
    pub(crate) streak: u8,
    pub(crate) since: Time,
    /// Whether the absence is for a meal or funds.
    #[serde(default)]
    pub(crate) is_on_leave: bool,
    /// When the last such leave began.
    #[serde(default)]
    pub(crate) last_leave: Option<Time>,
    /// The other absences of the last hour.
    #[serde(default)]
    pub(crate) strolls: Vec<(Time, Time)>,
    /// The half hour of the clock for which the seat was charged last.
    #[serde(default)]
    pub(crate) charged: Option<Time>,
}

/// Somebody on the waiting list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) offered_until: Option<Time>,
}

/// The bank of the coming or current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) person: PersonId,
    pub(crate) seat: Seat,
    pub(crate) turn: u8,
    #[serde(with = "games::text::cents")]
    pub(crate) stake: Money,
}

/// What somebody has put on a spot for the coming round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Put {
    pub(crate) person: PersonId,
    pub(crate) spot: Seat,
    pub(crate) wager: Wager,
}

/// The last poker hand, as far as the next one depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastHand {
    pub(crate) button: Seat,
    pub(crate) big_blind: Seat,
    #[serde(default)]
    pub(crate) small_blind: Option<Seat>,
    pub(crate) players: usize,
}

/// Somebody who left with chips and may come back for a while only with as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Gone {
    pub(crate) person: PersonId,
    #[serde(with = "games::text::cents")]
    pub(crate) stack: Money,
    pub(crate) at: Time,
}

/// Two people who are relatives, as the floor has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Relatives {
    pub(crate) one: PersonId,
    pub(crate) other: PersonId,
    pub(crate) may_play: bool,
}

/// Everything about a table that outlives a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) number: u64,
    pub(crate) people: Vec<Seated>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) gone: Vec<Gone>,
    pub(crate) rotation: Option<Rotation>,
    pub(crate) offered: Option<Seat>,
    pub(crate) bank: Option<Held>,
    pub(crate) puts: Vec<Put>,
    pub(crate) phase: Phase,
    pub(crate) deadline: Option<Time>,
    pub(crate) rounds: u64,
    pub(crate) last_hand: Option<LastHand>,
    /// Who won the last pots, where a kill depends on it.
    #[serde(default)]
    pub(crate) past_pots: PastPots,
    pub(crate) half_hour_from: Option<Time>,
    pub(crate) is_pausing: bool,
    pub(crate) is_closing: bool,
    pub(crate) nets: Vec<Net>,
    #[serde(default)]
    pub(crate) relatives: Vec<Relatives>,
    #[serde(default)]
    pub(crate) companies: Vec<Company>,
    #[serde(default)]
    pub(crate) shares: Vec<Offered>,
    /// The spots that had a wager or the bank in the last round, where that is asked of the next banker.
    #[serde(default)]
    pub(crate) wagered: Vec<Seat>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) spec: Spec,
    pub(crate) book: Arc<Book>,
    pub(crate) schedule: Option<Arc<Schedule>>,
    pub(crate) game: Game,
    pub(crate) buy_in: Rule<Money>,
    pub(crate) state: State,
    pub(crate) live: Option<Live>,
    /// The round that ended last, for as long as people look at it.
    pub(crate) shown: Option<Live>,
    pub(crate) deck: Option<Deck>,
}

/// What a command needs from outside: the time, a source of seeds, and who is who.
pub struct Input<'a> {
    /// The time.
    pub now: Time,
    /// Gives 32 random bytes for each shuffle; from a log it gives those that were drawn then.
    pub seeds: &'a mut dyn FnMut() -> [u8; 32],
    /// The name of the person who gives the command, for the table's list.
    pub name: &'a str,
    /// The chips that person has away from the table.
    pub wallet: Money,
    /// Whether the person is a bot.
    pub is_bot: bool,
}

/// The events of one command as they come about.
pub(crate) struct Step<'a, 'b> {
    pub(crate) input: &'a mut Input<'b>,
    pub(crate) told: Vec<Told>,
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// When the book, the schedule or the stakes do not allow it.
    pub fn open(shelf: &Shelf, id: TableId, spec: Spec) -> Result<(Table, Vec<Told>), OpenFault> {
        let mut table = Table::unopened(shelf, id, spec)?;
        let book = table.spec.book.clone();
        let mut told = Vec::new();
        table.tell(Event::Opened { table: id, book }, &mut told);
        Ok((table, told))
    }

    fn unopened(shelf: &Shelf, id: TableId, spec: Spec) -> Result<Table, OpenFault> {
        let ready = ready(shelf, &spec)?;
        let mut table = Table {
            id,
            spec,
            book: ready.book,
            schedule: ready.schedule.map(Arc::new),
            game: ready.game,
            buy_in: ready.buy_in,
            live: None,
            shown: None,
            deck: None,
            state: State {
                number: 0,
                people: Vec::new(),
                waiting: Vec::new(),
                gone: Vec::new(),
                rotation: None,
                offered: None,
                bank: None,
                puts: Vec::new(),
                phase: Phase::Idle,
                deadline: None,
                rounds: 0,
                last_hand: None,
                past_pots: PastPots::default(),
                half_hour_from: None,
                is_pausing: false,
                is_closing: false,
                nets: Vec::new(),
                relatives: Vec::new(),
                companies: Vec::new(),
                shares: Vec::new(),
                wagered: Vec::new(),
            },
        };
        table.state.rotation = table.rotation_rules().map(|rules| Rotation::new(table.seats(), rules));
        Ok(table)
    }

    /// A table as a checkpoint kept it.
    ///
    /// # Errors
    /// When the book does not allow the table any more, or the checkpoint is not one.
    pub fn resume(
        shelf: &Shelf,
        id: TableId,
        spec: Spec,
        checkpoint: Checkpoint,
    ) -> Result<Table, OpenFault> {
        let mut table = Table::unopened(shelf, id, spec)?;
        table.state = checkpoint.0;
        Ok(table)
    }

    /// What to keep so that the table can be resumed without its whole log; nothing while a round is on or
    /// still looked at.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        (self.live.is_none() && self.shown.is_none()).then(|| Checkpoint(self.state.clone()))
    }

    /// The table's number.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// What was opened.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The book.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The number of the last event.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.state.number
    }

    /// Where the table stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// When the clock will speak, if it will.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        let seats = self.state.waiting.iter().filter_map(|waiting| waiting.offered_until);
        // While a round is on nobody loses a seat.
        let away = self.state.people.iter().filter(|_| self.live.is_none());
        let held = away.filter_map(|person| self.seat_held_until(person));
        self.state.deadline.into_iter().chain(seats).chain(held).chain(self.next_collection()).min()
    }

    /// How many rounds have begun.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.state.rounds
    }

    /// Everybody with chips at the table.
    #[must_use]
    pub fn people(&self) -> &[Seated] {
        &self.state.people
    }

    /// The round that is on.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.live.as_ref().map(|live| &live.round)
    }

    /// How many seats the table has.
    #[must_use]
    pub fn seats(&self) -> u8 {
        match &self.game {
            Game::Poker(table) => table.rules().table.players.most.min(self.book.header().seats.value),
            _ => self.book.header().seats.value,
        }
    }

    /// Takes a command.
    ///
    /// # Errors
    /// When the command is not allowed now; the refusal cites its clause and the table is unchanged.
    pub fn command(
        &mut self,
        by: By,
        command: &Command,
        input: &mut Input<'_>,
    ) -> Result<Vec<Told>, Refusal> {
        let before = self.clone();
        let mut step = Step { input, told: Vec::new() };
        let done = self.obey(by, command, &mut step).and_then(|()| self.advance(&mut step));
        match done {
            Ok(()) => Ok(step.told),
            Err(refusal) => {
                *self = before;
                Err(refusal)
            }
        }
    }

    fn obey(&mut self, by: By, command: &Command, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase == Phase::Closed {
            return Err(refuse("the table is closed"));
        }
        match (by, command) {
            (By::Patron(person), command) => self.obey_patron(person, command, step),
            (By::Dealer(_) | By::Floor(_), Command::For { person, command }) => {
                self.obey_patron(*person, command, step)
            }
            (By::Dealer(_), Command::Start) => self.start(step),
            (By::Dealer(_), Command::Card { card }) => self.enter_card(*card, step),
            (By::Dealer(_), Command::DealUnseen) => self.enter_unseen(step),
            (By::Dealer(_), Command::TurnUp { seat, cards }) => self.enter_hand(*seat, cards, step),
            (By::Dealer(_), Command::Look { natural }) => self.enter_look(*natural, step),
            (By::Dealer(_), Command::Shuffled) => self.enter_shuffle(step),
            (By::Dealer(_), Command::Choose { choice, .. }) => self.choose_as_dealer(*choice, step),
            (By::Dealer(_) | By::Floor(_), Command::Report { report }) => self.report(*report, step),
            (By::Floor(_), Command::Rule { words, clause }) => self.rule(words, clause, step),
            (By::Floor(_), Command::Relatives { one, other, may_play }) => {
                self.note_relatives(*one, *other, *may_play, step)
            }
            (By::Floor(_), Command::Company { person, company }) => {
                self.note_company(*person, company.as_deref(), step)
            }
            (By::Floor(_), Command::Pause) => self.pause(step),
            (By::Floor(_), Command::Resume) => self.resume_play(step),
            (By::Floor(_), Command::Close) => self.close(step),
            (By::Clock, Command::Tick) => self.tick(step),
            (By::Dealer(_), _) => Err(refuse("the house dealer does not do that")),
            (By::Floor(_), _) => Err(refuse("the floor does not do that")),
            (By::Clock, _) => Err(refuse("the clock does not do that")),
        }
    }

    fn obey_patron(
        &mut self,
        person: PersonId,
        command: &Command,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if let Ok(seated) = self.person_mut(person) {
            seated.silences = 0;
        }
        match *command {
            Command::Sit { seat, buy_in } => self.sit(person, Some(seat), buy_in, step),
            Command::StandBehind { buy_in } => self.sit(person, None, buy_in, step),
            Command::AddChips { amount } => self.add_chips(person, amount, step),
            Command::Leave => self.leave(person, step),
            Command::Join => self.join(person, step),
            Command::Unlist => self.unlist(person, step),
            Command::ChangeSeat { seat } => self.change_seat(person, seat, step),
            Command::SitOut => self.sit_out(person, step),
            Command::TakeLeave => self.take_leave(person, step),
            Command::CallTime => self.call_time(person, step),
            Command::SitIn => self.sit_in(person, step),
            Command::Post => self.post(person, step),
            Command::TakeBank { stake } => self.take_bank(person, stake, step),
            Command::PassBank => self.pass_bank(person, step),
            Command::ShareBank { amount } => self.offer_share(person, amount, step),
            Command::TakeShare { person: other } => self.take_share(person, other, step),
            Command::PutWager { spot, wager } => self.put_wager(person, spot, wager, step),
            Command::Ready => self.ready(person, step),
            Command::Choose { who, choice } => self.choose(person, who, choice, step),
            _ => Err(refuse("that is for the house")),
        }
    }

    /// Goes on until somebody's word or the clock is needed.
    fn advance(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        loop {
            let before = (self.state.phase, self.state.number);
            match self.state.phase {
                Phase::Playing => self.play_on(step)?,
                Phase::Idle | Phase::Offering | Phase::Broken | Phase::Wagers | Phase::Resting => {
                    self.between_rounds(step)?;
                }
                Phase::Paused | Phase::Closed => {}
            }
            if before == (self.state.phase, self.state.number) {
                return Ok(());
            }
        }
    }

    /// What is to be done while no round is on.
    fn between_rounds(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.let_go(step);
        self.collect_time(step);
        if self.state.is_closing {
            return self.close_now(step);
        }
        if self.state.is_pausing {
            self.state.is_pausing = false;
            self.state.phase = Phase::Paused;
            self.state.deadline = None;
            self.tell(Event::Paused, &mut step.told);
            return Ok(());
        }
        self.offer_seats(step);
        if self.state.phase == Phase::Resting && self.state.deadline.is_some_and(|due| step.input.now < due) {
            return Ok(());
        }
        self.shown = None;
        match self.game.has_bank() {
            true => self.bank_and_wagers(step),
            false => self.next_hand(step),
        }
    }

    fn pause(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase == Phase::Paused || self.state.is_pausing {
            return Err(refuse("the table is already stopped"));
        }
        self.state.is_pausing = true;
        // A round that is on is played to its end first.
        if self.live.is_some() {
            self.tell(
                Event::Ruled { words: "No new round begins.".to_owned(), clause: String::new() },
                &mut step.told,
            );
        }
        Ok(())
    }

    fn resume_play(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase != Phase::Paused && !self.state.is_pausing {
            return Err(refuse("the table is not stopped"));
        }
        self.state.is_pausing = false;
        if self.live.is_none() {
            self.state.phase = Phase::Idle;
            self.state.bank = None;
            self.state.puts.clear();
            self.forget_shares();
        }
        self.tell(Event::Resumed, &mut step.told);
        Ok(())
    }

    fn close(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.is_closing {
            return Err(refuse("the table is already being closed"));
        }
        self.state.is_closing = true;
        self.tell(Event::Closing, &mut step.told);
        if self.state.phase == Phase::Paused {
            self.close_now(step)?;
        }
        Ok(())
    }

    fn close_now(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.everybody_leaves(step);
        self.shown = None;
        self.state.waiting.clear();
        self.state.phase = Phase::Closed;
        self.state.deadline = None;
        self.tell(Event::Closed, &mut step.told);
        Ok(())
    }

    fn rule(&mut self, words: &str, clause: &str, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if !clause.is_empty() && self.book.clauses.find(clause).is_none() {
            let nearest = self.book.clauses.nearest(clause);
            let hint = nearest.map_or(String::new(), |name| format!("; did you mean {name}?"));
            return Err(refuse(&format!("this book has no clause \"{clause}\"{hint}")));
        }
        self.tell(Event::Ruled { words: words.to_owned(), clause: clause.to_owned() }, &mut step.told);
        Ok(())
    }

    /// Writes an event down under the next number, with the chips it moves.
    pub(crate) fn tell(&mut self, event: Event, told: &mut Vec<Told>) {
        let transfers = self.transfers_of(&event);
        self.push(event, transfers, None, told);
    }

    pub(crate) fn push(
        &mut self,
        event: Event,
        transfers: Vec<Transfer>,
        seen: Option<crate::event::Seen>,
        told: &mut Vec<Told>,
    ) {
        self.state.number += 1;
        told.push(Told { number: self.state.number, event, transfers, seen });
    }

    fn transfers_of(&self, event: &Event) -> Vec<Transfer> {
        let table = self.id;
        let (from, to, amount) = match *event {
            Event::Sat { person, stack, .. } => {
                (Account::Patron(person), Account::Stack(table, person), stack)
            }
            Event::Added { person, amount } => {
                (Account::Patron(person), Account::Stack(table, person), amount)
            }
            Event::Left { person, stack, .. } => {
                (Account::Stack(table, person), Account::Patron(person), stack)
            }
            Event::TimeCollected { person, amount, .. } => {
                (Account::Stack(table, person), Account::Drop(table), amount)
            }
            _ => return Vec::new(),
        };
        if amount.is_positive() { vec![Transfer { from, to, amount }] } else { Vec::new() }
    }

    pub(crate) fn person(&self, person: PersonId) -> Result<&Seated, Refusal> {
        let found = self.state.people.iter().find(|seated| seated.person == person);
        found.ok_or_else(|| refuse("you have no chips at this table"))
    }

    pub(crate) fn person_mut(&mut self, person: PersonId) -> Result<&mut Seated, Refusal> {
        let found = self.state.people.iter_mut().find(|seated| seated.person == person);
        found.ok_or_else(|| refuse("you have no chips at this table"))
    }

    /// Whether somebody has money in the round that is on.
    pub(crate) fn is_in_round(&self, person: PersonId) -> bool {
        self.live.as_ref().is_some_and(|live| live.people.contains(&person))
    }

    pub(crate) fn is_entered(&self) -> bool {
        self.spec.dealer == Dealer::Entered
    }
}

/// A table between two rounds, as it is kept beside the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Checkpoint(State);

/// A refusal that does not rest on a clause.
pub(crate) fn refuse(what: &str) -> Refusal {
    Refusal { clause: Clause::NONE, what: what.to_owned() }
}

/// A refusal that rests on a clause.
pub(crate) fn refuse_by(what: &str, clause: Clause) -> Refusal {
    Refusal { clause, what: what.to_owned() }
}
