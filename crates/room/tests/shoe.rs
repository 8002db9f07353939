//! A shoe that lasts: dealt down to its cut card over many rounds, cut anew for each of them, and proven throughout.

mod hall;

use std::collections::{BTreeMap, BTreeSet};

use books::{Family, Shelf};
use cards::Card;
use games::blackjack;
use games::round::Choice;
use hall::Hall;
use room::{
    By, Checkpoint, Command, Dealer, Event, LastingShoe, OpenFault, Phase, Spec, System, Table, Told, Watcher,
};
use seal::{Cut, Hash, Sealed, Shuffle, unhex};

const BOOK: &str = "mortimers/no-bust-6";

fn spec(shelf: &Shelf, book: &str, decks: u8, shoe: LastingShoe) -> Spec {
    Spec { decks: Some(decks), shoe: Some(shoe), ..Spec::practice(shelf, book).unwrap() }
}

/// A table of bots that plays until so many rounds are over; everything that was told.
fn played(hall: &mut Hall, rounds: u64) -> Vec<Told> {
    let mut told = Vec::new();
    while hall.table.rounds() < rounds || hall.table.round().is_some() {
        told.extend(hall.step(|_, _, _| None));
    }
    told
}

/// One cut of a shoe as anybody can work it out from what was published, with what only the log knows of it.
struct Followed {
    sealed: Shuffle,
    number: u64,
    deck: u8,
    roots: Vec<Hash>,
    order: Vec<u32>,
    /// How many of the first were burnt, and how many dealt.
    burnt: usize,
    dealt: Vec<Card>,
    is_new: bool,
    /// By the log alone.
    cards: Vec<Card>,
}

/// Reads every cut of a table and what was dealt by it, and checks all that is proven to everybody.
fn follow(told: &[Told], in_order: &[Card]) -> Vec<Followed> {
    let mut cuts: Vec<Followed> = Vec::new();
    let mut proven = 0;
    let mut open = None;
    for one in told {
        match &one.event {
            Event::Sealed { shuffle, mark, roots, seeds, shoe, .. } => {
                let Some(Event::Sealed { seeds: shown, .. }) = one.seen_by(None) else {
                    panic!("all see seals")
                };
                assert!(shown.is_empty(), "seeds are for the log alone");
                let roots: Vec<Hash> = roots.iter().map(|root| unhex(root).unwrap()).collect();
                let of = Shuffle { mark: unhex(mark).unwrap(), table: 1, number: *shuffle };
                if let Some(shoe) = shoe {
                    let last = cuts.last().expect("a shoe was cut before");
                    assert_eq!((shoe.sealed, shoe.deck), (last.sealed.number, last.deck));
                    assert_eq!(roots, last.roots, "nothing is sealed anew");
                    let left: BTreeSet<u32> =
                        last.order[last.burnt + last.dealt.len()..].iter().copied().collect();
                    assert!(shoe.left(in_order.len()).eq(left), "exactly what was dealt and burnt is gone");
                }
                open = Some((of, roots, seeds.clone(), shoe.clone()));
            }
            Event::Cut { words, deck, burnt, sealed, .. } => {
                let (of, roots, seeds, shoe) = open.take().expect("sealed before it is cut");
                let said = words.iter().map(|one| (one.person, one.words.as_deref().unwrap()));
                let by = Shuffle { number: sealed.unwrap_or(of.number), ..of };
                let cut = match &shoe {
                    None => Cut::new(&of, &roots, said, in_order.len()),
                    Some(shoe) => {
                        let root = &roots[usize::from(shoe.deck) - 1];
                        Cut::again(&of, shoe.deck, root, said, shoe.left(in_order.len()))
                    }
                };
                assert_eq!(cut.deck, *deck);
                let seed = unhex(&seeds[usize::from(*deck) - 1]).unwrap();
                let cards = Sealed::new(&by, *deck, &seed, in_order).cards().to_vec();
                cuts.push(Followed {
                    sealed: by,
                    number: of.number,
                    deck: *deck,
                    roots,
                    order: cut.order,
                    burnt: usize::from(*burnt),
                    dealt: Vec::new(),
                    is_new: shoe.is_none(),
                    cards,
                });
            }
            Event::Round { of } => {
                if let (Some(Some(card)), Some(cut)) = (of.dealt(), cuts.last_mut()) {
                    let place = cut.order[cut.burnt + cut.dealt.len()];
                    assert_eq!(
                        card, cut.cards[place as usize],
                        "every card is the one that was sealed there"
                    );
                    cut.dealt.push(card);
                }
            }
            _ => {}
        }
        for opening in one.openings_for(None) {
            let cut = cuts.iter().find(|cut| cut.number == opening.shuffle).expect("a cut");
            let root = &cut.roots[usize::from(cut.deck) - 1];
            assert!(opening.verify_of_shoe(cut.number, &cut.sealed, cut.deck, in_order, root), "{opening:?}");
            assert_eq!(cut.order[opening.nth as usize - 1], opening.place);
            assert!(opening.nth as usize > cut.burnt, "no burnt card is ever shown");
            proven += 1;
        }
    }
    assert!(proven > 0);
    cuts
}

fn counted(cards: impl IntoIterator<Item = Card>) -> BTreeMap<Card, usize> {
    let mut counts = BTreeMap::new();
    for card in cards {
        *counts.entry(card).or_default() += 1;
    }
    counts
}

#[test]
fn a_shoe_deals_each_card_as_often_as_it_holds_it() {
    let shelf = Shelf::filed();
    let burn = 3;
    let mut hall = Hall::new(&shelf, spec(&shelf, BOOK, 2, LastingShoe { behind: None, burn }), 3);
    let in_order = hall.table.deck_in_order();
    assert_eq!(in_order.len(), 104, "two decks");
    let told = played(&mut hall, 40);
    let cuts = follow(&told, &in_order);
    let shoes: Vec<&[Followed]> = cuts.chunk_by(|_, next| !next.is_new).collect();
    assert!(shoes.len() > 4, "{} shoes", shoes.len());
    assert!(cuts.len() > 3 * shoes.len(), "many rounds of each");
    for shoe in &shoes[..shoes.len() - 1] {
        assert_eq!(shoe[0].burnt, usize::from(burn));
        assert!(shoe[1..].iter().all(|cut| cut.burnt == 0), "only a new shoe is burnt");
        let dealt = shoe.iter().flat_map(|cut| cut.dealt.iter().copied());
        let burnt = shoe[0].order[..3].iter().map(|place| shoe[0].cards[*place as usize]);
        let last = shoe.last().unwrap();
        let left =
            last.order[last.dealt.len() + last.burnt..].iter().map(|place| last.cards[*place as usize]);
        assert!(left.len() <= 26, "the cut card came out, with a quarter behind it");
        assert_eq!(counted(dealt.chain(burnt).chain(left)), counted(in_order.iter().copied()));
        // What is left is cut anew, not dealt on.
        for pair in shoe.windows(2) {
            let rest = &pair[0].order[pair[0].burnt + pair[0].dealt.len()..];
            assert_eq!(rest.len(), pair[1].order.len());
            assert_ne!(rest, pair[1].order, "the words of each round give a new order");
        }
    }
}

#[test]
fn the_cut_card_ends_the_shoe_and_not_the_round() {
    let shelf = Shelf::filed();
    let shoe = LastingShoe { behind: Some(60), burn: 0 };
    let mut hall = Hall::new(&shelf, spec(&shelf, BOOK, 2, shoe), 3);
    let mut told = Vec::new();
    let mut is_out = false;
    let mut ends = 0;
    while hall.table.rounds() < 25 {
        let view = hall.table.view(Watcher::Rail).shoe.expect("a shoe that lasts");
        assert_eq!((view.decks, view.behind), (2, 60));
        assert_eq!(view.is_cut_card_out, view.left <= 60, "{view:?}");
        let since = hall.step(|_, _, _| None);
        for one in &since {
            match &one.event {
                Event::CutCardOut { left } => {
                    assert!(!is_out && *left == 60, "told once, with the card that is the last before it");
                    assert!(hall.table.round().is_some() || since.iter().any(ended), "the round goes on");
                    is_out = true;
                    ends += 1;
                }
                Event::Sealed { shoe, .. } => {
                    let has_begun = told.iter().any(|one: &Told| matches!(one.event, Event::Cut { .. }));
                    assert_eq!(shoe.is_none(), is_out || !has_begun, "a new shoe after the cut card alone");
                    is_out = false;
                }
                _ => {}
            }
            told.push(one.clone());
        }
    }
    assert!(ends > 3, "the cut card came out {ends} times");
}

fn ended(one: &Told) -> bool {
    matches!(one.event, Event::RoundEnded { .. })
}

#[test]
fn only_the_floor_takes_a_shoe_away_and_only_between_rounds() {
    let shelf = Shelf::filed();
    let mut hall = Hall::new(&shelf, spec(&shelf, BOOK, 6, LastingShoe::default()), 3);
    let refused = |hall: &mut Hall, by| hall.attempt(by, &Command::NewShoe).expect_err("it is refused").what;
    assert_eq!(refused(&mut hall, By::Floor(1)), System::ShoeIsNew.to_string());
    let mut told = Vec::new();
    while hall.table.round().is_none() {
        told.extend(hall.step(|_, _, _| None));
    }
    assert_eq!(refused(&mut hall, By::Floor(1)), System::ShoeLater.to_string());
    let sealed = told.iter().find(|one| matches!(one.event, Event::Sealed { .. })).unwrap().number;
    played(&mut hall, 3);
    assert!(hall.table.view(Watcher::Rail).shoe.unwrap().left < 312 - 3 * 6);
    assert_eq!(hall.table.round_began(), Some(sealed), "nobody reads what gives the shoe away");
    assert_eq!(refused(&mut hall, By::Dealer(1)), System::NotForTheDealer.to_string());
    assert_eq!(refused(&mut hall, By::Patron(101)), System::ForTheHouse.to_string());
    let told = hall.attempt(By::Floor(1), &Command::NewShoe).unwrap();
    assert!(told.iter().any(|one| one.event == Event::NewShoe));
    assert_eq!(hall.table.view(Watcher::Rail).shoe.unwrap().left, 312);
    assert_eq!(hall.table.round_began(), None, "nothing of the old shoe is secret from the auditor");
    let told = played(&mut hall, 4);
    let is_new = |one: &Told| matches!(&one.event, Event::Sealed { shoe: None, .. });
    assert!(told.iter().any(is_new), "the next round begins with a new shoe");
    let mut fresh = Hall::new(&shelf, Spec::practice(&shelf, BOOK).unwrap(), 3);
    played(&mut fresh, 1);
    assert_eq!(refused(&mut fresh, By::Floor(1)), System::NoShoe.to_string());
    assert_eq!(fresh.table.view(Watcher::Rail).shoe, None);
}

#[test]
fn a_void_while_words_are_awaited_leaves_the_floor_free_to_take_the_shoe_away() {
    let shelf = Shelf::filed();
    let mut hall = Hall::new(&shelf, spec(&shelf, BOOK, 6, LastingShoe::default()), 3);
    played(&mut hall, 2);
    let shuffle = hall.table.view(Watcher::Person(101)).words.next.expect("decks are sealed here");
    let commitment = seal::hex(&seal::commitment(1, shuffle, 101, "mine"));
    hall.attempt(By::Patron(101), &Command::GiveWords { shuffle, commitment }).unwrap();
    while hall.table.round().is_none() {
        hall.step(|_, _, _| None);
    }
    let words = |hall: &Hall| hall.table.view(Watcher::Person(101)).words;
    assert_eq!(words(&hall).awaited, Some(shuffle));
    let new_shoe = |hall: &mut Hall| hall.attempt(By::Floor(1), &Command::NewShoe);
    assert_eq!(new_shoe(&mut hall).unwrap_err().what, System::ShoeLater.to_string());
    let void = games::round::Report::Void { spot: None, fees_returned: true };
    hall.attempt(By::Floor(1), &Command::Report { report: void }).unwrap();
    assert!(hall.table.round().is_none() && words(&hall).awaited == Some(shuffle), "no card is out");
    let told = new_shoe(&mut hall).unwrap();
    let events: Vec<&Event> = told.iter().map(|one| &one.event).collect();
    let given_up = Event::ShuffleAborted { shuffle, missing: Vec::new(), aborted: 1 };
    assert_eq!(
        events[..2],
        [&given_up, &Event::NewShoe],
        "what nobody may use any more is counted in public"
    );
    let after = words(&hall);
    assert_eq!((after.awaited, after.aborted, after.is_left_out), (None, 1, false));
    assert_eq!(hall.table.round_began(), None, "nothing of the old shoe is secret from the auditor");
    let rounds = hall.table.rounds();
    let told = played(&mut hall, rounds + 2);
    let sealed = told.iter().filter_map(|one| match &one.event {
        Event::Sealed { shuffle, shoe, .. } => Some((*shuffle, shoe.is_none())),
        _ => None,
    });
    let cuts: Vec<(u64, bool)> = sealed.take(2).collect();
    assert_eq!(cuts, [(shuffle + 1, true), (shuffle + 2, false)], "a new shoe, which then lasts");
}

#[test]
fn the_book_bounds_the_shoe() {
    let shelf = Shelf::filed();
    let mut shoes = 0;
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let name = id.to_string();
        let usual = Spec::practice(&shelf, &name).unwrap();
        let open = |decks, shoe| Table::open(&shelf, 1, Spec { decks, shoe, ..usual.clone() });
        let refused = |decks, shoe| match open(decks, shoe) {
            Err(OpenFault::Shoe { clause, named, what }) => {
                assert!(clause.is_some() && book.clauses.find(&named) == Some(clause), "{name}: {what}");
                named
            }
            other => panic!("{name} with {decks:?} and {shoe:?}: {other:?}"),
        };
        let lasting = Some(LastingShoe::default());
        let Some(decks) = book.rules.face().decks() else {
            assert_ne!(book.header().family, Family::Blackjack);
            refused(None, lasting);
            refused(Some(1), None);
            continue;
        };
        shoes += 1;
        for count in decks.least..=decks.most {
            let (table, _) = open(Some(count), lasting).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert_eq!(table.deck_in_order().len() % usize::from(count), 0);
            assert_eq!(table.view(Watcher::Rail).shoe.map(|shoe| shoe.decks), Some(count));
            open(Some(count), None).unwrap();
        }
        for count in [decks.least - 1, decks.most + 1] {
            assert_eq!(refused(Some(count), lasting), book.clause_name(decks.clause), "{name}");
            refused(Some(count), None);
        }
    }
    assert_eq!(shoes, 9, "nine books are dealt from shoes");
    let three = Table::open(
        &shelf,
        1,
        Spec {
            shoe: Some(LastingShoe::default()),
            ..Spec::practice(&shelf, "pinnacle/three-card-6-card-bonus").unwrap()
        },
    );
    assert_eq!(
        three.unwrap_err().to_string(),
        "this game has no shoe: every round is dealt from its own freshly shuffled deck [decks-two]"
    );
    let senseless = |spec: Spec| {
        let fault = Table::open(&shelf, 1, spec).unwrap_err();
        assert!(matches!(fault, OpenFault::Senseless(_)), "{fault}");
    };
    for behind in [0, 25, 79, 104, 1_000] {
        senseless(spec(&shelf, BOOK, 2, LastingShoe { behind: Some(behind), burn: 1 }));
    }
    senseless(spec(&shelf, BOOK, 2, LastingShoe { behind: None, burn: 11 }));
    senseless(Spec { dealer: Dealer::Entered, ..spec(&shelf, BOOK, 2, LastingShoe::default()) });
    for behind in [26, 78] {
        Table::open(&shelf, 1, spec(&shelf, BOOK, 2, LastingShoe { behind: Some(behind), burn: 1 })).unwrap();
    }
}

#[test]
fn a_checkpoint_keeps_the_shoe() {
    let shelf = Shelf::filed();
    let spec = spec(&shelf, BOOK, 2, LastingShoe::default());
    let mut hall = Hall::new(&shelf, spec, 3);
    let mut kept = 0;
    while hall.table.rounds() < 12 {
        hall.step(|_, _, _| None);
        let Some(checkpoint) = hall.table.checkpoint() else { continue };
        let text = serde_json::to_string(&checkpoint).unwrap();
        let checkpoint: Checkpoint = serde_json::from_str(&text).unwrap();
        let again = Table::resume(&shelf, 1, hall.table.spec().clone(), checkpoint).unwrap();
        assert!(again.is_like(&hall.table));
        assert_eq!(again.view(Watcher::Rail).shoe, hall.table.view(Watcher::Rail).shoe);
        kept += usize::from(hall.table.view(Watcher::Rail).shoe.unwrap().left < 104);
        // Played on from there.
        hall.table = again;
    }
    assert!(kept > 5, "{kept} checkpoints in the middle of a shoe");
}

#[test]
fn a_round_that_runs_out_of_cards_goes_on_with_the_discards() {
    let shelf = Shelf::filed();
    let mut hall = Hall::new(
        &shelf,
        spec(&shelf, "players-club/no-bust-5", 1, LastingShoe { behind: None, burn: 10 }),
        9,
    );
    let in_order = hall.table.deck_in_order();
    let mut reshuffled = 0;
    for round in 1..=40 {
        let told = played(&mut hall, round);
        let dealt = told.iter().filter_map(|one| match &one.event {
            Event::Round { of } => of.dealt().flatten(),
            _ => None,
        });
        let counts = counted(dealt);
        assert!(counts.values().all(|count| *count == 1), "one deck has each card once: {counts:?}");
        let sealed: Vec<bool> = told
            .iter()
            .filter_map(|one| match &one.event {
                Event::Sealed { shoe, .. } => Some(shoe.is_some()),
                _ => None,
            })
            .collect();
        if sealed.len() > 1 {
            assert_eq!(sealed[1..], [false], "the discards are sealed anew");
            assert!(told.iter().any(|one| matches!(one.event, Event::CutCardOut { .. })));
            reshuffled += 1;
            let left = hall.table.view(Watcher::Rail).shoe.unwrap().left;
            assert_eq!(left as usize, in_order.len(), "the next round begins with a new shoe");
        }
    }
    assert!(reshuffled > 3, "only {reshuffled} rounds ran out of cards");
}

#[test]
fn when_all_cards_lie_on_the_table_the_floor_decides() {
    let shelf = Shelf::filed();
    let spec = Spec { decks: Some(1), ..Spec::practice(&shelf, "players-club/no-bust-5").unwrap() };
    let mut hall = Hall::new(&shelf, spec, 9);
    // Everybody takes as many cards as there are.
    let more = |person, view: &room::TableView, _: &mut cards::Draws| {
        let offers = &view.round.as_ref()?.offers;
        let wanted = [blackjack::Choice::Split, blackjack::Choice::Hit].map(Choice::Blackjack);
        let offer = wanted.iter().find_map(|one| offers.iter().find(|offer| offer.choice.is_like(one)))?;
        let _: u32 = person;
        Some(Command::Choose { who: Some(offer.who), choice: offer.choice })
    };
    for _ in 0..200_000 {
        if hall.table.rounds() > 1_500 {
            break;
        }
        let told = hall.step(more);
        if told.iter().any(|one| one.event == Event::CardsOut) {
            assert_eq!(hall.table.phase(), Phase::Playing);
            let void = games::round::Report::Void { spot: None, fees_returned: true };
            hall.wait();
            hall.attempt(By::Floor(1), &Command::Report { report: void }).unwrap();
            assert!(hall.table.round().is_none(), "the floor has voided the round");
            return;
        }
    }
    panic!("a deck never ran out in {} rounds", hall.table.rounds());
}

#[test]
fn a_fresh_shuffle_for_each_round_has_no_shoe_to_cut_anew() {
    let shelf = Shelf::filed();
    let mut hall = Hall::new(&shelf, Spec { decks: Some(4), ..Spec::practice(&shelf, BOOK).unwrap() }, 3);
    let told = played(&mut hall, 5);
    let sealed = told.iter().filter_map(|one| match &one.event {
        Event::Sealed { shoe, cards, .. } => Some((shoe.is_none(), *cards)),
        _ => None,
    });
    assert_eq!(sealed.collect::<Vec<_>>(), [(true, 208); 5]);
    assert!(!told.iter().any(|one| matches!(&one.event, Event::Cut { burnt, .. } if *burnt > 0)));
}
