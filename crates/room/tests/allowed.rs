//! Whatever a view offers somebody to do is accepted, with what belongs to it: at every book, at every moment of random
//! play, for those who sit, stand behind, wait and only watch.

mod hall;

use books::poker::Structure;
use books::{Money, Rules, Shelf};
use cards::Draws;
use games::round::Choice;
use games::{Seat, blackjack, double_hand, poker};
use hall::Hall;
use room::{Allowance, By, Command, May, PersonId, Spec, Table, TableView, Wager, Watcher};

/// Bots sit as 101, 102, ...; these come and go besides.
const GUESTS: std::ops::RangeInclusive<PersonId> = 900..=905;

fn free_seat(view: &TableView) -> Option<Seat> {
    let taken = |seat: &Seat| view.people.iter().any(|one| one.seat == Some(*seat));
    (1..=view.seats).map(Seat::new).find(|seat| !taken(seat))
}

/// A command by which somebody makes use of what they are allowed with an amount.
fn uses(view: &TableView, may: &Allowance, amount: Money) -> Vec<Command> {
    let free = || free_seat(view).expect("a seat is offered while one is free");
    vec![match may.what {
        May::Sit => Command::Sit { seat: free(), buy_in: amount },
        May::StandBehind => Command::StandBehind { buy_in: amount },
        May::AddChips => Command::AddChips { amount },
        May::Leave => Command::Leave,
        May::Join => Command::Join,
        May::Unlist => Command::Unlist,
        May::ChangeSeat => Command::ChangeSeat { seat: free() },
        May::SitOut => Command::SitOut,
        May::TakeLeave => Command::TakeLeave,
        May::SitIn => Command::SitIn,
        May::CallTime => Command::CallTime,
        May::Post => Command::Post,
        May::TakeBank => Command::TakeBank { stake: amount },
        May::PassBank => Command::PassBank,
        May::ShareBank => Command::ShareBank { amount },
        May::TakeShare => {
            let open = view.shares.iter().filter(|share| !share.is_taken);
            return open.map(|share| Command::TakeShare { person: share.person }).collect();
        }
        May::PutWager => {
            let wager = Wager { base: amount, ..Wager::default() };
            Command::PutWager { spot: may.spot.expect("a wager is offered for a spot"), wager }
        }
        May::AgreeJoint => {
            let joint = view.wagers.iter().filter(|put| put.wager.joint.is_some());
            return joint.map(|put| Command::AgreeJoint { spot: put.spot, person: put.person }).collect();
        }
        May::AskToSee => {
            return (1..=view.seats).map(|seat| Command::AskToSee { seat: Seat::new(seat) }).collect();
        }
        May::Ready => Command::Ready,
        May::GiveConsent => Command::GiveConsent,
        May::RefuseConsent => Command::RefuseConsent,
    }]
}

/// The amounts of an offer to try: the least, the largest, and the ones next to them that its step allows.
fn amounts(least: Money, most: Money, step: Money) -> Vec<Money> {
    if most <= least {
        return vec![least];
    }
    assert!(step.is_positive(), "amounts from {least} to {most} have a step");
    let below = |amount: Money| Money::cents((amount.in_cents() - 1) / step.in_cents() * step.in_cents());
    let next = below(least) + step.times(if least.in_cents() % step.in_cents() == 0 { 2 } else { 1 });
    let mut list = vec![least, most, next, below(most)];
    list.retain(|amount| (least..=most).contains(amount));
    list
}

/// Tries everything that everybody is offered, each on a table of its own.
fn check(hall: &Hall, seen: &mut std::collections::BTreeSet<String>) {
    let people = hall.table.people().iter().map(|seated| seated.person).chain(GUESTS);
    for person in people {
        let view = hall.table.view(Watcher::Person(person));
        for may in view.may.iter().filter(|may| may.holds_at(hall.now())) {
            for amount in amounts(may.least, may.most, may.step) {
                let commands = uses(&view, may, amount);
                let word = |command: &Command| serde_json::to_value(command).unwrap()["do"].clone();
                assert!(
                    commands.iter().all(|command| word(command) == may.what.word()),
                    "{may:?}: {commands:?}"
                );
                let refusals: Vec<String> = commands
                    .iter()
                    .map_while(|command| {
                        let mut apart = hall.table.clone();
                        hall.try_on(&mut apart, person, command).err().map(|refusal| refusal.to_string())
                    })
                    .collect();
                assert!(
                    refusals.len() < commands.len(),
                    "{}: {person} is offered {may:?} while {:?}, but {commands:?} is refused: {refusals:?}",
                    view.book,
                    view.phase,
                );
            }
            seen.insert(may.what.word().to_owned());
        }
        let offers = view.round.into_iter().flat_map(|round| round.offers);
        // What a meld of Pan brings from each and from all is nobody's choice.
        let offers = offers.filter(|offer| !matches!(offer.choice, Choice::Pan(_)));
        for offer in offers.filter(|offer| offer.least < offer.most) {
            for amount in amounts(offer.least, offer.most, offer.step) {
                let Some((word, choice)) = sized(offer.choice, amount) else {
                    panic!("{offer:?} has amounts, of which this test knows nothing");
                };
                let command = Command::Choose { who: Some(offer.who), choice };
                let mut apart = hall.table.clone();
                if let Err(refusal) = hall.try_on(&mut apart, person, &command) {
                    panic!(
                        "{}: {person} is offered {offer:?}, but {amount} is refused: {refusal}",
                        view.book
                    );
                }
                seen.insert(word.to_owned());
            }
        }
    }
}

/// A choice with another amount.
fn sized(choice: Choice, amount: Money) -> Option<(&'static str, Choice)> {
    use {blackjack::Choice as B, double_hand::Choice as D, poker::Choice as P};
    Some(match choice {
        Choice::Blackjack(B::Double(_)) => ("double", Choice::Blackjack(B::Double(amount))),
        Choice::Blackjack(B::Insure(_)) => ("insure", Choice::Blackjack(B::Insure(amount))),
        Choice::Blackjack(B::Follow(_)) => ("follow", Choice::Blackjack(B::Follow(amount))),
        Choice::DoubleHand(D::Change(_)) => ("change", Choice::DoubleHand(D::Change(amount))),
        Choice::DoubleHand(D::Stake(_)) => ("stake", Choice::DoubleHand(D::Stake(amount))),
        Choice::Poker(P::Bet(_)) => ("bet", Choice::Poker(P::Bet(amount))),
        Choice::Poker(P::Raise(_)) => ("raise", Choice::Poker(P::Raise(amount))),
        _ => return None,
    })
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

/// The practice table of a book, and for poker tables of the other ways of betting that its house takes.
fn specs(shelf: &Shelf, book: &str) -> Vec<Spec> {
    let usual = Spec::practice(shelf, book).unwrap();
    let rules = shelf.book(&shelf.find(book).unwrap()).unwrap().rules;
    if !matches!(rules, Rules::Poker(_)) {
        return vec![usual];
    }
    let other = |structure: Structure| {
        let (structure, blinds) = (Some(structure), Some((150, 300)));
        let spec = Spec { structure, blinds, limit: None, schedule: None, ..usual.clone() };
        Table::open(shelf, 1, spec.clone()).ok().map(|_| spec)
    };
    [usual.clone()]
        .into_iter()
        .chain([Structure::NoLimit, Structure::PotLimit].into_iter().filter_map(other))
        .collect()
}

#[test]
fn whatever_is_offered_is_accepted() {
    let shelf = Shelf::filed();
    let books: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    let mut seen = std::collections::BTreeSet::new();
    let specs = books.iter().flat_map(|book| specs(&shelf, book));
    for (place, spec) in specs.enumerate() {
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
    let never: Vec<&str> = [
        "sit",
        "stand-behind",
        "join",
        "unlist",
        "change-seat",
        "take-bank",
        "put-wager",
        "share-bank",
        "double",
        "raise",
    ]
    .into_iter()
    .filter(|word| !seen.contains(*word))
    .collect();
    assert!(never.is_empty(), "never offered: {never:?}");
}
