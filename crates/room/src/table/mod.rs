//! A table's life: people come and go, the bank goes round, wagers are put down, rounds are dealt and settled.
//!
//! Read in the order of an evening: `seats` (who sits, with how much, who waits), `absence` (how long a seat is
//! held), `time_fees` (what is charged by the half hour), `bank` (who is offered the position), `companies` (whose
//! people count as one), `shares` (who puts money into it besides), `wagers` (what lies on the spots), `poker` and `pan` (the
//! same where nobody banks), `deal` (where the cards come from), `sealing` and `spoken` (how decks are sealed and cut), `shoe` (how
//! one lasts), `openings` (who is shown which proof), `play` (choices and the end of a round), `clock` (what happens when
//! nobody speaks), `floor` (what stops and closes it), `by_hand` (what is taken
//! back and walked through), `undo` (also before a round), `correcting` (what is put right afterwards), `desk` (what staff do
//! beside the cards), `hours` (when the house deals). `state` is what is
//! remembered, `keeping` what of it is kept beside the log, `passing` how earlier commands are taken again.

mod absence;
mod ahead;
mod bank;
mod by_hand;
mod chips;
mod clock;
mod companies;
mod correcting;
mod deal;
mod deck;
mod desk;
mod floor;
mod hours;
mod joints;
mod keeping;
mod next_step;
mod open_wager;
mod openings;
mod pan;
mod passing;
mod people;
mod play;
mod poker;
mod sealing;
mod seats;
mod shares;
mod shoe;
mod spoken;
mod stake;
mod state;
mod time_fees;
mod transfers;
mod undo;
mod wagers;

use std::collections::VecDeque;
use std::sync::Arc;

use books::rates::Schedule;
use books::{Book, Money, Rule, Shelf};
use games::bank::Rotation;
use games::begins::Begins;
use games::round::{Game, Refusal, Round};

use crate::command::{AMOUNT_MOST, By, Command};
use crate::event::Event;
use crate::open::{OpenFault, Spec, ready};
use crate::system::System;
pub(crate) use crate::system::{refuse, refuse_by};
use crate::time::Time;
use crate::told::Told;
use crate::{PersonId, TableId};

pub use ahead::{SealedAhead, ToSeal};
pub(crate) use by_hand::Line;
pub(crate) use companies::Company;
pub use companies::is_same_company;
pub(crate) use deck::Deck;
use floor::takes_out;
pub use games::round::chosen_by_silence as default_choice;
pub use hours::ClosingView;
pub(crate) use joints::Agreed;
pub(crate) use open_wager::OpenWager;
pub(crate) use play::Live;
pub(crate) use sealing::Shuffles;
pub use sealing::ShufflesSoFar;
pub(crate) use shares::Offered;
pub(crate) use shoe::Shoe;
pub(crate) use state::{Absences, Bettor, Gone, Held, LastHand, Owes, Put, Relatives, State, Waiting};
pub use state::{Checkpoint, Phase, Seated};

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
    /// When hands may begin; none where the house has no hours.
    pub(crate) hours: Vec<hours::TableHours>,
    /// Whether a command is taken as earlier programs took it, so that their logs play again.
    pub(crate) plays_as_before: bool,
    /// What was done between two rounds that can still be taken back, the last of it at the end.
    undo: Vec<undo::Undo>,
    /// The roots that the log has for the decks which a command seals, where that is only passed over.
    passed: Option<VecDeque<Vec<String>>>,
    /// The decks that were sealed ahead for the next shuffle.
    ahead: Option<Arc<SealedAhead>>,
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
    /// The number of the first event that comes of the command.
    pub(crate) first: u64,
    /// Whether the command takes something back, so that what follows by itself is no step of its own.
    pub(crate) takes_back: bool,
    /// Whether the floor reports something, which nobody else takes back.
    pub(crate) by_floor: bool,
}

/// How often a table goes on by itself after one command, so that no fault of a table holds up the others.
const STEPS_MOST: u32 = 10_000;

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// When the book, the schedule or the stakes do not allow it.
    pub fn open(shelf: &Shelf, id: TableId, spec: Spec) -> Result<(Table, Vec<Told>), OpenFault> {
        let mut table = Table::unopened(shelf, id, spec)?;
        let book = table.spec.book.clone();
        let mut told = Vec::new();
        table.state.seals = true;
        table.tell(Event::Opened { table: id, book }, &mut told);
        Ok((table, told))
    }

    fn unopened(shelf: &Shelf, id: TableId, spec: Spec) -> Result<Table, OpenFault> {
        let ready = ready(shelf, &spec)?;
        let hours = hours::hours_of(shelf, &ready, spec.is_practice);
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
            hours,
            plays_as_before: false,
            undo: Vec::new(),
            passed: None,
            ahead: None,
            state: State::default(),
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

    /// Whether another table stands exactly as this one does: what a log must give when it is played again.
    #[must_use]
    pub fn is_like(&self, other: &Table) -> bool {
        self.state == other.state
            && self.live == other.live
            && self.shown == other.shown
            && self.deck == other.deck
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
        // While a round is on, or the floor has stopped the table, nobody loses a seat.
        let is_kept = self.live.is_some() || self.state.phase == Phase::Paused;
        let away = self.state.people.iter().filter(|_| !is_kept);
        let held = away.filter_map(|person| self.seat_held_until(person));
        let spoken = self.state.deadline.into_iter().chain(self.next_reminder());
        let due = spoken.chain(seats).chain(held).chain(self.next_collection()).chain(self.opening());
        due.chain(self.words_due()).chain(self.closing()).chain(self.announcement()).min()
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
        self.game.seats()
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
        let (after, told) = self.after(by, command, input)?;
        *self = after;
        Ok(told)
    }

    /// The table as a command would leave it, and what happens; this one stays as it is, so that whoever keeps it
    /// may look before going on with the other. Without an event nothing has changed.
    ///
    /// # Errors
    /// When the command is not allowed now; the refusal cites its clause.
    pub fn after(
        &self,
        by: By,
        command: &Command,
        input: &mut Input<'_>,
    ) -> Result<(Table, Vec<Told>), Refusal> {
        self.clone().taking(self, by, command, input)
    }

    /// This table after a command; it begins as the other one stands.
    fn taking(
        mut self,
        before: &Table,
        by: By,
        command: &Command,
        input: &mut Input<'_>,
    ) -> Result<(Table, Vec<Told>), Refusal> {
        if !command.has_sane_amounts() {
            return Err(refuse(&System::Amount { most: AMOUNT_MOST }));
        }
        let table = &mut self;
        let is_kept = table.is_undone_later(by, command);
        let first = table.state.number + 1;
        let by_floor = matches!((by, command), (By::Floor(_), Command::Report { .. }));
        let mut step = Step { input, told: Vec::new(), first, takes_back: false, by_floor };
        table.keep_hours_before(command, &mut step);
        let carried_out = table.carry_out(by, command, &mut step);
        carried_out.map_err(|refusal| table.or_by_hours(command, refusal, step.input.now))?;
        table.advance(&mut step)?;
        let mut told = step.told;
        // What is not in the log would be lost when it is played again.
        if told.is_empty() && !table.is_like(before) {
            let phase = table.state.phase;
            table.tell(Event::TimeUp { phase }, &mut told);
        }
        if *command != Command::TakeBack {
            table.keep_undo(before, is_kept, &told);
        }
        Ok((self, told))
    }

    fn carry_out(&mut self, by: By, command: &Command, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase == Phase::Closed {
            return Err(refuse(&System::TableClosed));
        }
        self.check_impartial(by, command)?;
        match (by, command) {
            // A client gives words by itself, so that they do not show that anybody is there.
            (By::Patron(person), Command::GiveWords { shuffle, commitment }) => {
                self.give_words(person, *shuffle, commitment, step)
            }
            (By::Patron(person), Command::OpenWords { shuffle, words }) => {
                self.open_words(person, *shuffle, words, step)
            }
            (By::Patron(person), command) => self.carry_out_for_patron(person, command, step),
            (By::Dealer(_) | By::Floor(_), Command::For { person, command }) => {
                self.check_on_behalf(command)?;
                self.act_for(Table::staff(by), *person, command, step)
            }
            (By::Dealer(_), Command::DrawButton { cards }) => self.enter_button_draw(cards, step),
            (By::Dealer(_), Command::Start) => self.start(step),
            (By::Dealer(_), Command::Card { card }) => self.enter_card(*card, step),
            (By::Dealer(_), Command::DealUnseen) => self.enter_unseen(step),
            (By::Dealer(_), Command::TurnUp { seat, cards }) => self.enter_hand(*seat, cards, step),
            (By::Dealer(_), Command::Look { natural }) => self.enter_look(*natural, step),
            (By::Dealer(_), Command::Shuffled) => self.enter_shuffle(step),
            (By::Dealer(_), Command::PassOver { why }) => self.pass_over(*why, step),
            (By::Dealer(_), Command::Pay) => self.pay_next(step),
            (By::Dealer(_) | By::Floor(_), Command::CloseRound) => self.close_round(step),
            (By::Dealer(_) | By::Floor(_), Command::TakeBack) => self.take_back(by, step),
            (By::Floor(person), Command::Correct { correction, known }) => {
                self.correct(person, correction, known.as_ref(), step)
            }
            (By::Floor(person), Command::Dispute { round, people, words }) => {
                self.open_dispute(person, *round, people, words, step)
            }
            (By::Dealer(person), Command::SignIn) => self.sign_in(person, step),
            (By::Dealer(person), Command::SignOut) => self.sign_out(person, step),
            (By::Dealer(_) | By::Floor(_), Command::EnterLate { is_on }) => self.enter_late(by, *is_on, step),
            (By::Dealer(_), Command::CutCard) => self.cut_card(step),
            (By::Dealer(by) | By::Floor(by), Command::NewShoe) if self.is_entered() && self.is_bounded() => {
                self.new_real_shoe(by, step)
            }
            (By::Floor(_), Command::RunClock { runs }) => self.run_clock(*runs, step),
            (By::Dealer(_), Command::Choose { choice, .. }) => self.choose_as_dealer(*choice, step),
            (By::Dealer(_) | By::Floor(_), Command::Report { report }) => self.report(by, *report, step),
            (By::Floor(person), Command::Rule { words, clause, dispute }) => {
                self.rule(person, words, clause, *dispute, step)
            }
            (By::Floor(_), Command::Relatives { one, other, may_play }) => {
                self.note_relatives(*one, *other, *may_play, step)
            }
            // The house knows by their badges for whom people play.
            (By::Floor(_) | By::Clock, Command::Company { person, company }) => {
                self.note_company(*person, company.as_deref(), step)
            }
            (By::Floor(_), Command::NewGame) => self.new_game(step),
            (By::Floor(_), Command::NewShoe) => self.new_shoe(step),
            (By::Floor(_), Command::Pause) => self.pause(step),
            (By::Floor(_), Command::Resume) => self.resume_play(step),
            // A private table closes by itself when everybody has gone.
            (By::Floor(_) | By::Clock, Command::Close) => self.close(step),
            (By::Clock, Command::Tick) => self.tick(step),
            (By::Clock, Command::Zone { minutes }) => self.set_zone(*minutes, step),
            // Whom the house does not serve any more is taken out by the house itself.
            (By::Clock, Command::For { person, command }) if takes_out(command) => {
                self.carry_out_for_patron(*person, command, step)
            }
            (By::Dealer(_), _) => Err(refuse(&System::NotForTheDealer)),
            (By::Floor(_), _) => Err(refuse(&System::NotForTheFloor)),
            (By::Clock, _) => Err(refuse(&System::NotForTheClock)),
        }
    }

    fn carry_out_for_patron(
        &mut self,
        person: PersonId,
        command: &Command,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if let Ok(seated) = self.person_mut(person) {
            seated.silences = 0;
            seated.quiet_wagers = 0;
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
            Command::AgreeJoint { spot, person: with } => self.agree_joint(person, spot, with, step),
            Command::AskToSee { seat } => self.ask_to_see(person, seat, step),
            Command::Ready => self.ready(person, step),
            Command::GiveConsent => self.give_consent(person, step),
            Command::RefuseConsent => self.refuse_consent(person, step),
            Command::Choose { who, choice } => self.choose(person, who, choice, step),
            _ => Err(refuse(&System::ForTheHouse)),
        }
    }

    /// Goes on until somebody's word or the clock is needed.
    fn advance(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        for _ in 0..STEPS_MOST {
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
        Err(refuse(&System::NoRest))
    }

    /// What is to be done while no round is on.
    fn between_rounds(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.let_go(step);
        self.collect_time(step);
        if self.state.is_closing {
            return self.close_now(step);
        }
        if self.state.is_pausing {
            self.stop(step);
            return Ok(());
        }
        self.offer_seats(step);
        let is_due = self.state.deadline.is_none_or(|due| step.input.now >= due);
        if self.state.phase == Phase::Resting && (!is_due || self.rests_first(step)) {
            return Ok(());
        }
        self.clear_away();
        self.keep_hours(step);
        if self.state.closed_until.is_some() && !self.state.is_late {
            return Ok(());
        }
        match self.game.begins() {
            Begins::Bank(_) => self.bank_and_wagers(step),
            Begins::Blinds => self.next_hand_by_blinds(step),
            Begins::Tops => self.next_hand_by_tops(step),
        }
    }
}
