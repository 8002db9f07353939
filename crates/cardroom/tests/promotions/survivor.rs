//! A player who goes from node to node; whatever has no answer is said again with its id, wherever.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use books::Money;
use cards::{Draws, Seed};
use client::{Answer, ClientFault, Heard, Outcome, Patron, Player, Seat, Site};
use games::Seat as Chair;
use room::{Command, Phase, TableId};
use tokio::sync::watch;

use crate::told::Told;

/// After so many commands a player goes to another node without need.
const COMMANDS_AT_A_NODE: u32 = 400;

/// Whoever hears nothing for so long looks whether another node knows more.
const SILENCE: Duration = Duration::from_secs(20);

pub(crate) struct Survivor {
    patron: Patron,
    /// From where the table is asked for, so that the players are not taken for one.
    address: IpAddr,
    table: TableId,
    chair: u8,
    rules: books::Rules,
    known: u64,
    given: u64,
    attempts: usize,
    unanswered: Option<(String, u64, Command)>,
    told: Arc<Mutex<Told>>,
}

impl Survivor {
    /// One of the players of a table.
    pub(crate) fn new(
        patron: Patron,
        table: TableId,
        player: u8,
        rules: books::Rules,
        told: Arc<Mutex<Told>>,
    ) -> Survivor {
        let address = IpAddr::V4(Ipv4Addr::new(127, 1, table as u8, player + 1));
        let (chair, attempts) = (1 + player * 2, table as usize + usize::from(player));
        Survivor {
            patron,
            address,
            table,
            chair,
            rules,
            known: 0,
            given: 0,
            attempts,
            unanswered: None,
            told,
        }
    }

    /// Plays until it is over, and waits then for what still has no answer.
    pub(crate) async fn live(mut self, sites: watch::Receiver<Vec<Site>>, mut over: watch::Receiver<bool>) {
        while !*over.borrow() {
            let open = sites.borrow().clone();
            if !open.is_empty() {
                self.attempts += 1;
                self.patron.site = open[self.attempts % open.len()];
                let ended = tokio::select! {
                    played = self.play() => played,
                    _ = over.changed() => return,
                };
                let Err(fault) = ended else { unreachable!("a player goes on") };
                *self.told.lock().unwrap().attempts.entry(format!("{fault:?}")).or_default() += 1;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn play(&mut self) -> Result<(), ClientFault> {
        let seat = self.patron.table_from(self.address, self.table, Some(self.known)).await?;
        assert!(seat.view.number >= self.known, "what was told at table {} is lost", self.table);
        let mut player = Player::new(seat, self.rules.clone(), self.draws(), "");
        if let Some((id, based_on, command)) = self.unanswered.clone() {
            self.told.lock().unwrap().again += 1;
            player.seat.say(&id, based_on, &command).await?;
            self.answered(&mut player.seat).await?;
        }
        let mut is_broke = false;
        for _ in 0..COMMANDS_AT_A_NODE {
            self.known = player.seat.view.number;
            while self.told.lock().unwrap().rounds < player.seat.view.round_number {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            let is_idle = player.seat.view.phase == Phase::Idle;
            let own = player.seat.view.people.iter().find(|one| one.person == self.patron.person);
            let command = match own.map(|own| own.stack) {
                None => Some(self.sit(&player.seat)),
                // Whoever has paid all their chips in fees leaves the seat to somebody else.
                Some(stack) if is_idle && stack.is_zero() && is_broke => Some(Command::Leave),
                Some(_) => player.decide(),
            };
            let Some(command) = command else {
                hear(&mut player.seat).await?;
                continue;
            };
            self.given += 1;
            let id = format!("{}-{}", self.chair, self.given);
            self.unanswered = Some((id.clone(), self.known, command.clone()));
            player.seat.say(&id, self.known, &command).await?;
            let answer = self.answered(&mut player.seat).await?;
            if matches!(answer.outcome, Outcome::Refused) {
                is_broke = matches!(command, Command::AddChips { .. });
                if matches!(command, Command::Sit { .. }) {
                    self.patron = Patron::guest(self.patron.site, &self.patron.name).await?;
                    return Err(ClientFault::Gone("somebody else comes".to_owned()));
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            while player.seat.view.number < answer.number {
                hear(&mut player.seat).await?;
            }
        }
        Err(ClientFault::Gone("to another node".to_owned()))
    }

    fn draws(&self) -> Draws {
        let mut seed = [self.table as u8 ^ self.chair.rotate_left(5); 32];
        seed[..8].copy_from_slice(&self.given.to_be_bytes());
        Seed::from_bytes(seed).draws()
    }

    fn sit(&self, seat: &Seat) -> Command {
        let least = seat.view.limits.map_or(Money::dollars(1), |(least, _)| Money::cents(least));
        let buy_in = seat.view.buy_in_least.times(2).max(least.times(100));
        Command::Sit { seat: Chair::new(self.chair), buy_in }
    }

    async fn answered(&mut self, seat: &mut Seat) -> Result<Answer, ClientFault> {
        loop {
            let heard = hear(seat).await?;
            self.known = self.known.max(seat.view.number);
            let Heard::Answer(answer) = heard else { continue };
            // Nobody knows whether it was done, so it is asked again.
            if ["does not answer", "too many"].iter().any(|word| answer.what.contains(word)) {
                return Err(ClientFault::Gone(answer.what));
            }
            let (id, ..) = self.unanswered.take().expect("an answer to what was said");
            assert_eq!(answer.id, id);
            let key = (format!("person:{}", self.patron.person), id);
            let mut told = self.told.lock().unwrap();
            match answer.outcome {
                Outcome::Applied => drop(told.done.insert(key, Some(answer.number))),
                Outcome::Duplicate => {
                    told.duplicates += 1;
                    told.done.insert(key, None);
                }
                Outcome::Stale | Outcome::Refused => told.not_done.push(key),
            }
            return Ok(answer);
        }
    }
}

/// What comes next, unless nothing does.
async fn hear(seat: &mut Seat) -> Result<Heard, ClientFault> {
    let heard = tokio::time::timeout(SILENCE, seat.hear()).await;
    heard.unwrap_or_else(|_| Err(ClientFault::Gone("it is silent".to_owned())))
}
