//! A player: looks, decides by the bots' function, says it, and hears what came of it.

use std::time::Duration;

use books::{Money, Rules};
use cards::Draws;
use room::{Command, TableView, bots};

use crate::{Answer, ClientFault, Heard, Outcome, Seat};

/// So long may a table be silent that waits for somebody.
const PATIENCE: Duration = Duration::from_secs(60);

/// What became of a player's commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were done.
    pub applied: u64,
    /// How many came too late and were decided again.
    pub late: u64,
}

/// A player at a table.
pub struct Player {
    /// The seat with its stream.
    pub seat: Seat,
    /// What became of the commands so far.
    pub tally: Tally,
    /// Whether the player gives words to the shuffles.
    pub gives_words: bool,
    /// The words given last, and for which shuffle.
    said: Option<(u64, String)>,
    rules: Rules,
    draws: Draws,
    name: String,
    given: u64,
}

impl Player {
    /// A player who follows the rules of the table's book; `name` begins the ids of the commands.
    #[must_use]
    pub fn new(seat: Seat, rules: Rules, draws: Draws, name: &str) -> Player {
        let (tally, name) = (Tally::default(), name.to_owned());
        Player { seat, tally, gives_words: false, said: None, rules, draws, name, given: 0 }
    }

    /// Takes a seat of the table with a sensible number of chips.
    ///
    /// # Errors
    /// When the seat is not given.
    pub async fn sit(&mut self, seat: u8) -> Result<(), ClientFault> {
        let view = &self.seat.view;
        let least = view.limits.map_or(Money::dollars(1), |(least, _)| Money::cents(least));
        let buy_in = view.buy_in_least.times(2).max(least.times(100));
        let command = Command::Sit { seat: games::Seat::new(seat), buy_in };
        let answer = self.give(&command).await?;
        match answer.outcome {
            Outcome::Applied => self.catch_up(answer.number).await,
            _ => Err(ClientFault::Refused(Box::new((command, answer)))),
        }
    }

    /// Plays until the view of the table is as wanted.
    ///
    /// # Errors
    /// When something that was offered is refused, an event is missing, or the table falls silent.
    pub async fn play(&mut self, is_enough: impl Fn(&TableView) -> bool) -> Result<(), ClientFault> {
        while !is_enough(&self.seat.view) {
            self.step().await?;
        }
        Ok(())
    }

    /// Does what is to be done now, or waits for what comes.
    ///
    /// # Errors
    /// As [`Player::play`].
    pub async fn step(&mut self) -> Result<(), ClientFault> {
        let Some(command) = self.decide() else {
            self.hear().await?;
            return Ok(());
        };
        let based_on = self.seat.view.number;
        let answer = self.give(&command).await?;
        self.take(command, based_on, answer).await
    }

    /// What the player would do now.
    pub fn decide(&mut self) -> Option<Command> {
        if let Some(command) = self.speak() {
            return Some(command);
        }
        bots::command(&self.seat.view, self.seat.person?, &self.rules, &mut self.draws)
    }

    /// What the player has to do about words for a shuffle: open those that are awaited, or give the next ones.
    fn speak(&mut self) -> Option<Command> {
        let (view, person) = (&self.seat.view, self.seat.person?);
        let is_here = view.people.iter().any(|one| one.person == person);
        if let Some(shuffle) = view.words.awaited {
            let (_, words) = self.said.as_ref().filter(|(number, _)| *number == shuffle)?;
            return Some(Command::OpenWords { shuffle, words: words.clone() });
        }
        let is_silent = view.words.given.is_some() || view.words.is_left_out || !self.gives_words;
        let shuffle = view.words.next.filter(|_| is_here && !is_silent)?;
        // 128 bits, as anybody's page draws them.
        let words: String = (0..16).map(|_| format!("{:02x}", self.draws.below(256))).collect();
        let commitment = seal::hex(&seal::commitment(view.table, shuffle, person, &words));
        self.said = Some((shuffle, words));
        Some(Command::GiveWords { shuffle, commitment })
    }

    /// Gives a command under the next id and waits for its answer.
    ///
    /// # Errors
    /// When the server is gone or silent.
    pub async fn give(&mut self, command: &Command) -> Result<Answer, ClientFault> {
        self.given += 1;
        let id = format!("{}-{}", self.name, self.given);
        self.seat.say(&id, self.seat.view.number, command).await?;
        loop {
            if let Heard::Answer(answer) = self.hear().await? {
                return if answer.id == id { Ok(answer) } else { Err(unexpected(&answer)) };
            }
        }
    }

    /// Waits until the view holds what an answer speaks of.
    async fn take(&mut self, command: Command, based_on: u64, answer: Answer) -> Result<(), ClientFault> {
        match answer.outcome {
            Outcome::Applied => {
                self.tally.applied += 1;
                self.catch_up(answer.number).await
            }
            // Somebody else was quicker: the view it was decided on is no longer the table.
            Outcome::Stale | Outcome::Refused if answer.number > based_on => {
                self.tally.late += 1;
                self.catch_up(answer.number).await
            }
            Outcome::Stale | Outcome::Refused | Outcome::Duplicate => {
                Err(ClientFault::Refused(Box::new((command, answer))))
            }
        }
    }

    async fn catch_up(&mut self, number: u64) -> Result<(), ClientFault> {
        while self.seat.view.number < number {
            if let Heard::Answer(answer) = self.hear().await? {
                return Err(unexpected(&answer));
            }
        }
        Ok(())
    }

    async fn hear(&mut self) -> Result<Heard, ClientFault> {
        match tokio::time::timeout(PATIENCE, self.seat.hear()).await {
            Ok(heard) => heard,
            Err(_) => {
                let view = &self.seat.view;
                let (table, book, phase) = (view.table, &view.book, view.phase);
                Err(ClientFault::Silent(format!("table {table} of {book} is {phase:?}")))
            }
        }
    }
}

fn unexpected(answer: &Answer) -> ClientFault {
    ClientFault::Unreadable(format!("an answer to {} that nobody waits for", answer.id))
}
