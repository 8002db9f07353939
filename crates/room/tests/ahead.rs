//! Decks that were sealed ahead bring about what sealing them in their turn does, byte for byte; others are not taken.

use books::Shelf;
use cards::{Draws, Seed};
use room::bots::{self, Habits, Style};
use room::{By, Command, Event, Input, PersonId, Spec, Table, Time, ToSeal, Told, Watcher};
use seal::trees_made;

const BOOK: &str = "mortimers/no-bust-6";

/// A table of bots that is played on one by one.
#[derive(Clone)]
struct Scene {
    table: Table,
    now: Time,
    draws: Draws,
}

impl Scene {
    fn new() -> Scene {
        let shelf = Shelf::filed();
        let spec = Spec { plays_alone: true, ..Spec::practice(&shelf, BOOK).unwrap() };
        let table = Table::open(&shelf, 4, spec).unwrap().0;
        let mut scene = Scene { table, now: Time(1_000_000), draws: Seed::from_bytes([5; 32]).draws() };
        let (seats, buy_in) = (bots::seats(&scene.table, 3), bots::start(&scene.table));
        for (person, seat) in (1..).zip(seats.collect::<Vec<_>>()) {
            scene.give(By::Patron(person), &Command::Sit { seat, buy_in }, &mut || [7; 32]);
        }
        scene
    }

    fn give(&mut self, by: By, command: &Command, seeds: &mut dyn FnMut() -> [u8; 32]) -> Vec<Told> {
        let wallet = bots::start(&self.table).times(3);
        let mut input = Input { now: self.now, seeds, name: "Ada", wallet, is_bot: true };
        self.table.command(by, command, &mut input).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
    }

    /// What comes next: a bot's command, or the clock's.
    fn next(&mut self) -> (By, Command) {
        let start = bots::start(&self.table);
        let people: Vec<PersonId> = self.table.people().iter().map(|one| one.person).collect();
        for person in people.into_iter().filter(|one| bots::is_due(&self.table, *one, start)) {
            let view = self.table.view(Watcher::Person(person));
            let habits = Habits { style: Style::default(), start: Some(start) };
            let rules = &self.table.book().rules;
            if let Some(command) = bots::command_by(&view, person, rules, &habits, &mut self.draws) {
                return (By::Patron(person), command);
            }
        }
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
        (By::Clock, Command::Tick)
    }

    /// Plays on until decks are sealed; gives what that command told, and how many decks were hashed for it.
    fn until_sealed(&mut self, seeds: &mut dyn FnMut() -> [u8; 32]) -> (Vec<Told>, u64) {
        for _ in 0..1_000 {
            let (by, command) = self.next();
            let before = trees_made();
            let told = self.give(by, &command, seeds);
            if told.iter().any(|one| matches!(one.event, Event::Sealed { .. })) {
                return (told, trees_made() - before);
            }
        }
        panic!("nothing is sealed");
    }
}

fn counting(from: u8) -> impl FnMut() -> [u8; 32] {
    let mut next = from;
    move || {
        next += 1;
        [next; 32]
    }
}

fn first_round() -> Scene {
    let mut scene = Scene::new();
    assert!(scene.table.to_seal().is_none(), "nothing tells the table from others before its first shuffle");
    scene.until_sealed(&mut counting(100));
    scene
}

#[test]
fn decks_sealed_ahead_are_those_that_would_have_been_sealed() {
    let mut usual = first_round();
    let mut ahead = usual.clone();
    let to_seal: ToSeal = ahead.table.to_seal().expect("the next shuffle is known");
    let sealed = to_seal.seal(&mut counting(0));
    assert_eq!(sealed.seeds().len(), 8);
    ahead.table.take_sealed_ahead(sealed);
    assert!(ahead.table.to_seal().is_none(), "once is enough");
    assert!(ahead.table.sealed_ahead().is_some());

    let (told, made) = usual.until_sealed(&mut counting(0));
    let (again, made_ahead) = ahead.until_sealed(&mut counting(0));
    assert_eq!(again, told);
    assert!(ahead.table.is_like(&usual.table));
    assert_eq!((made, made_ahead), (8, 0), "nothing is left to be hashed in its turn");
    assert!(ahead.table.sealed_ahead().is_none(), "they are used once");
    assert!(ahead.table.to_seal().is_some());
}

#[test]
fn decks_by_other_seeds_or_of_another_shuffle_are_not_taken() {
    let usual = first_round();
    let sealed = usual.table.to_seal().unwrap().seal(&mut counting(0));
    let mut other_seeds = usual.clone();
    other_seeds.table.take_sealed_ahead(sealed);
    let (told, made) = other_seeds.until_sealed(&mut counting(50));
    assert_eq!(told, usual.clone().until_sealed(&mut counting(50)).0);
    assert_eq!(made, 8);

    let mut later = usual.clone();
    later.until_sealed(&mut counting(20));
    let mut of_before = later.clone();
    of_before.table.take_sealed_ahead(usual.table.to_seal().unwrap().seal(&mut counting(0)));
    assert!(of_before.table.sealed_ahead().is_none());
    let (told, made) = of_before.until_sealed(&mut counting(0));
    assert_eq!(told, later.until_sealed(&mut counting(0)).0);
    assert_eq!(made, 8);
}
