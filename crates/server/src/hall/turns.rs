//! The hall's turns: it takes as many commands as are waiting, lets clocks and bots have their say, sends what came of it
//! to the disk, and answers those who only look from what is there.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Instant;

use super::requests::{Read, Request};
use super::{Hall, sealer};
use crate::journal::HouseEntry;

impl Hall {
    /// Takes turns until it is told to stop.
    pub(super) fn run(&mut self, requests: &Receiver<Request>) {
        self.sealer = sealer::Sealer::begin();
        loop {
            self.take_sealed();
            self.survive(|hall| hall.look_at_bots(hall.now()));
            if self.has_more() {
                self.commit();
            }
            let mut reads = Vec::new();
            let request = match requests.try_recv() {
                // Nothing is to be done before what is on its way is on disk.
                Err(TryRecvError::Empty) if self.departed.is_some() && !self.rests_for().is_zero() => {
                    self.land();
                    continue;
                }
                Err(TryRecvError::Empty) => requests.recv_timeout(self.rests_for()),
                request => request.map_err(|_| RecvTimeoutError::Disconnected),
            };
            let began = Instant::now();
            match request {
                Ok(request) => {
                    if self.take(request, &mut reads) {
                        break;
                    }
                    while !self.is_long(began) {
                        let Ok(request) = requests.try_recv() else { break };
                        if self.take(request, &mut reads) {
                            return self.end();
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.ticks_since = Some(Instant::now());
            self.survive(|hall| hall.tick(hall.now()));
            self.survive(|hall| hall.look_for_unserved(hall.now()));
            self.survive(|hall| hall.tick_lists(hall.now()));
            self.survive(|hall| hall.close_deserted(hall.now()));
            self.survive(|hall| hall.look_for_passwords(hall.now()));
            self.commit_on(began);
            if !reads.is_empty() {
                self.land();
            }
            self.note_tips_if_due(false);
            self.renew_lease_if_due();
            self.keep_node();
            for read in reads.into_iter().filter(|_| self.may_answer()).collect::<Vec<_>>() {
                self.survive(|hall| hall.answer_as_node(read));
            }
        }
        self.end();
    }

    /// Puts everything on disk, and notes where it ends.
    fn end(&mut self) {
        if self.leave() {
            self.house(&HouseEntry::RoomClosed, &[], self.now());
        }
        self.commit();
        self.note_tips_if_due(true);
    }

    /// Does what a request wants; those that only read wait until what was written is on disk.
    fn take(&mut self, request: Request, reads: &mut Vec<Read>) -> bool {
        match request {
            Request::Stop => return true,
            Request::Read(read) => reads.push(read),
            Request::Write(write) => self.survive(|hall| hall.write_as_node(write)),
        }
        false
    }
}
