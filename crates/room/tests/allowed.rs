//! Whatever a view offers somebody to do is accepted, with what belongs to it: at every book, at every moment of random
//! play, for those who sit, stand behind, wait and only watch.

mod hall;

use books::{Money, Shelf};
use cards::Draws;
use games::Seat;
use hall::Hall;
use room::{Allowance, By, Command, PersonId, Spec, TableView, Wager, Watcher};

/// Bots sit as 101, 102, ...; these come and go besides.
const GUESTS: std::ops::RangeInclusive<PersonId> = 900..=905;

fn free_seat(view: &TableView) -> Option<Seat> {
    let taken = |seat: &Seat| view.people.iter().any(|one| one.seat == Some(*seat));
    (1..=view.seats).map(Seat::new).find(|seat| !taken(seat))
}

/// A command by which somebody makes use of what they are allowed, one for each spot where it may be.
fn uses(view: &TableView, person: PersonId, may: &Allowance) -> Vec<Command> {
    let free = || free_seat(view).expect("a seat is offered while one is free");
    vec![match may.word.as_str() {
        "sit" => Command::Sit { seat: free(), buy_in: may.least },
        "stand-behind" => Command::StandBehind { buy_in: may.least },
        "add-chips" => Command::AddChips { amount: may.least },
        "leave" => Command::Leave,
        "join" => Command::Join,
        "unlist" => Command::Unlist,
        "change-seat" => Command::ChangeSeat { seat: free() },
        "sit-out" => Command::SitOut,
        "take-leave" => Command::TakeLeave,
        "sit-in" => Command::SitIn,
        "call-time" => Command::CallTime,
        "post" => Command::Post,
        "take-bank" => Command::TakeBank { stake: may.least },
        "pass-bank" => Command::PassBank,
        "share-bank" => Command::ShareBank { amount: may.least },
        "take-share" => {
            let open = view.shares.iter().filter(|share| !share.is_taken);
            return open.map(|share| Command::TakeShare { person: share.person }).collect();
        }
        "put-wager" => {
            let wager = Wager { base: may.least, ..Wager::default() };
            return (1..=view.seats).map(|spot| Command::PutWager { spot: Seat::new(spot), wager }).collect();
        }
        "ready" => Command::Ready,
        word => panic!("{person} may \"{word}\", of which this test knows nothing"),
    }]
}

/// Tries everything that everybody is offered, each on a table of its own.
fn check(hall: &Hall, seen: &mut std::collections::BTreeSet<String>) {
    let people = hall.table.people().iter().map(|seated| seated.person).chain(GUESTS);
    for person in people {
        let view = hall.table.view(Watcher::Person(person));
        for may in view.may.iter().filter(|may| may.holds_at(hall.now())) {
            let commands = uses(&view, person, may);
            let refusals: Vec<String> = commands
                .iter()
                .map_while(|command| {
                    let mut apart = hall.table.clone();
                    hall.try_on(&mut apart, person, command).err().map(|refusal| refusal.to_string())
                })
                .collect();
            assert!(
                refusals.len() < commands.len(),
                "{}: {person} is offered \"{}\" from {} while {:?}, but {commands:?} is refused: {refusals:?}",
                view.book,
                may.word,
                may.least,
                view.phase,
            );
            seen.insert(may.word.clone());
        }
    }
}

/// What somebody does at random, sensible or not.
fn at_random(draws: &mut Draws, view: &TableView) -> Command {
    let seat = Seat::new(1 + draws.below(u32::from(view.seats)) as u8);
    let amount = Money::cents(i64::from(1 + draws.below(60_000)));
    match draws.below(16) {
        0 | 1 => Command::Sit { seat, buy_in: view.buy_in_least + amount },
        2 | 3 => Command::StandBehind { buy_in: view.buy_in_least + amount },
        4 => Command::Leave,
        5 => Command::Join,
        6 => Command::Unlist,
        7 => Command::ChangeSeat { seat },
        8 => Command::SitOut,
        9 => Command::SitIn,
        10 => Command::TakeLeave,
        11 => Command::TakeBank { stake: amount },
        12 => Command::ShareBank { amount },
        13 => Command::AddChips { amount },
        14 => Command::Ready,
        _ => Command::PutWager { spot: seat, wager: Wager { base: amount, ..Wager::default() } },
    }
}

#[test]
fn whatever_is_offered_is_accepted() {
    let shelf = Shelf::filed();
    let books: Vec<String> =
        shelf.ids().map(|id| id.to_string()).filter(|id| !id.ends_with("/pan")).collect();
    let mut seen = std::collections::BTreeSet::new();
    for (place, book) in books.iter().enumerate() {
        let spec = Spec::practice(&shelf, book).unwrap();
        // Every other table is full at first, so that people wait.
        let bots = if place % 2 == 0 { 4 } else { u8::MAX };
        let mut hall = Hall::new(&shelf, spec, bots);
        for person in GUESTS.chain(101..=120) {
            hall.lend(person, Money::dollars(50_000_000));
        }
        for turn in 0..160 {
            let view = hall.table.view(Watcher::Rail);
            let people: Vec<PersonId> =
                hall.table.people().iter().map(|one| one.person).chain(GUESTS).collect();
            let person = people[hall.draws.below(people.len() as u32) as usize];
            let command = at_random(&mut hall.draws, &view);
            let _ = hall.attempt(By::Patron(person), &command);
            if turn % 40 == 20 {
                let _ = hall.attempt(By::Floor(1), &Command::NewGame);
            }
            check(&hall, &mut seen);
            if hall.draws.below(6) == 0 {
                hall.wait();
            } else {
                hall.step_or_wait();
            }
            check(&hall, &mut seen);
        }
    }
    let never: Vec<&str> =
        ["sit", "stand-behind", "join", "unlist", "change-seat", "take-bank", "put-wager", "share-bank"]
            .into_iter()
            .filter(|word| !seen.contains(*word))
            .collect();
    assert!(never.is_empty(), "never offered: {never:?}");
}
