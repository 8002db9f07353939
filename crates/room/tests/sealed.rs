//! Words are given closed, decks are sealed, words are opened and cut them; who does not speak holds nobody up.

use books::{Money, Shelf};
use games::Seat;
use room::{
    By, Command, Event, Input, PersonId, Phase, Refusal, Spec, Spoken, System, Table, Time, Told, Wager,
};
use room::{Watcher, WordsView};
use seal::{Cut, Hash, Sealed, Shuffle, commitment, hex, unhex};

/// Who said what when, the seeds that were drawn for it and what was told.
type Said = (By, Command, Time, Vec<[u8; 32]>, Vec<Told>);

/// A table with somebody who banks and somebody who wagers.
struct Scene {
    table: Table,
    now: Time,
    seeds: u8,
    /// Everything that happened, with who said what when and the seeds that were drawn, to play it again.
    log: Vec<Said>,
}

const BANKER: PersonId = 1;
const PLAYER: PersonId = 2;

impl Scene {
    fn of(book: &str) -> Scene {
        let shelf = Shelf::filed();
        let table = Table::open(&shelf, 4, Spec::practice(&shelf, book).unwrap()).unwrap().0;
        let mut scene = Scene { table, now: Time(1_000_000), seeds: 0, log: Vec::new() };
        for (person, seat) in [(BANKER, 1), (PLAYER, 3)] {
            scene.give(person, &Command::Sit { seat: Seat::new(seat), buy_in: Money::dollars(500) });
        }
        scene
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<Vec<Told>, Refusal> {
        let mut drawn = Vec::new();
        let mut seed = || {
            self.seeds += 1;
            drawn.push([self.seeds; 32]);
            [self.seeds; 32]
        };
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: self.now, seeds: &mut seed, name: "Ann", wallet, is_bot: false };
        let told = self.table.command(by, command, &mut input)?;
        self.log.push((by, command.clone(), self.now, drawn, told.clone()));
        Ok(told)
    }

    fn give(&mut self, person: PersonId, command: &Command) -> Vec<Told> {
        self.attempt(By::Patron(person), command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
    }

    fn words(&self, person: PersonId) -> WordsView {
        self.table.view(Watcher::Person(person)).words
    }

    /// Gives closed words for the next shuffle.
    fn give_words(&mut self, person: PersonId, words: &str) -> Vec<Told> {
        let shuffle = self.words(person).next.expect("decks are sealed here");
        let commitment = hex(&commitment(4, shuffle, person, words));
        self.give(person, &Command::GiveWords { shuffle, commitment })
    }

    /// Everything up to where cards are due.
    fn begin(&mut self) -> Vec<Told> {
        self.give(BANKER, &Command::TakeBank { stake: Money::dollars(100) });
        let wager = Wager { base: Money::dollars(20), ..Wager::default() };
        let mut told = self.give(PLAYER, &Command::PutWager { spot: Seat::new(3), wager });
        told.extend(self.attempt(By::Patron(PLAYER), &Command::Ready).unwrap_or_default());
        assert_eq!(self.table.phase(), Phase::Playing);
        told
    }

    fn tick(&mut self, ms: i64) -> Vec<Told> {
        self.now = Time(self.now.0 + ms);
        self.attempt(By::Clock, &Command::Tick).unwrap()
    }

    /// The log gives the same table and the same events when it is played again.
    fn play_again(&self, book: &str) {
        let shelf = Shelf::filed();
        let mut again = Table::open(&shelf, 4, Spec::practice(&shelf, book).unwrap()).unwrap().0;
        for (by, command, now, seeds, told) in &self.log {
            let mut seeds = seeds.iter();
            let mut next = || *seeds.next().expect("as many seeds as before");
            let wallet = Money::dollars(10_000);
            let mut input = Input { now: *now, seeds: &mut next, name: "Ann", wallet, is_bot: false };
            assert_eq!(&again.command(*by, command, &mut input).unwrap(), told, "{command:?}");
        }
        assert!(again.is_like(&self.table));
    }
}

fn sealed(told: &[Told]) -> Option<(&Told, &[String], &[Spoken])> {
    told.iter().find_map(|one| match &one.event {
        Event::Sealed { roots, words, .. } => Some((one, roots.as_slice(), words.as_slice())),
        _ => None,
    })
}

fn cut(told: &[Told]) -> Option<(&[Spoken], u8, &[String])> {
    told.iter().find_map(|one| match &one.event {
        Event::Cut { words, deck, opened, .. } => Some((words.as_slice(), *deck, opened.as_slice())),
        _ => None,
    })
}

fn is_dealt(told: &[Told]) -> bool {
    told.iter().any(|one| matches!(&one.event, Event::Round { of } if of.dealt().is_some()))
}

const BOOK: &str = "mortimers/no-bust-6";

#[test]
fn without_words_the_house_speaks_for_everybody_and_nobody_waits() {
    let mut scene = Scene::of(BOOK);
    let told = scene.begin();
    let (one, roots, words) = sealed(&told).expect("decks are sealed");
    assert_eq!(roots.len(), 8);
    assert!(words.iter().all(|spoken| !spoken.is_outside && spoken.words.is_none()), "{words:?}");
    let Some(Event::Sealed { seeds, .. }) = one.seen_by(Some(PLAYER)) else { panic!("everybody sees seals") };
    assert!(seeds.is_empty(), "seeds are for the log alone");
    let (words, deck, opened) = cut(&told).expect("the deck is cut");
    assert!(words.iter().all(|spoken| spoken.words.is_some()));
    let closed: Vec<usize> = (1..=8).filter(|which| opened[which - 1].is_empty()).collect();
    assert_eq!(closed, [usize::from(deck)], "seven decks are opened");
    assert!(is_dealt(&told));
    scene.play_again(BOOK);
}

#[test]
fn sealed_decks_wait_for_the_words_that_were_given_and_follow_from_them() {
    let mut scene = Scene::of(BOOK);
    scene.give_words(PLAYER, "something else");
    scene.give_words(PLAYER, "0123 good luck");
    assert!(scene.words(PLAYER).given.is_some() && scene.words(BANKER).given.is_none());
    let told = scene.begin();
    let (_, roots, words) = sealed(&told).expect("decks are sealed");
    let outside: Vec<PersonId> =
        words.iter().filter(|spoken| spoken.is_outside).map(|spoken| spoken.person).collect();
    assert_eq!(outside, [PLAYER]);
    assert!(cut(&told).is_none() && !is_dealt(&told), "nothing is dealt before the words are open");
    let roots: Vec<Hash> = roots.iter().map(|root| unhex(root).unwrap()).collect();
    let Event::Sealed { mark, shuffle, seeds, .. } = &sealed(&told).unwrap().0.event else { unreachable!() };
    let of = Shuffle { mark: unhex(mark).unwrap(), table: 4, number: *shuffle };
    let seeds = seeds.clone();
    assert_eq!(scene.words(PLAYER).awaited, Some(1));
    assert_eq!(scene.words(BANKER).awaited, None);
    let refused = |scene: &mut Scene, person, shuffle, words: &str| {
        let command = Command::OpenWords { shuffle, words: words.to_owned() };
        scene.attempt(By::Patron(person), &command).expect_err("it is refused").what
    };
    assert_eq!(refused(&mut scene, PLAYER, 1, "something else"), System::OtherWords.to_string());
    assert_eq!(refused(&mut scene, PLAYER, 2, "0123 good luck"), System::NoWordsAwaited.to_string());
    assert_eq!(refused(&mut scene, BANKER, 1, "0123 good luck"), System::NoWordsAwaited.to_string());
    let open = Command::OpenWords { shuffle: 1, words: "0123 good luck".to_owned() };
    let told = scene.give(PLAYER, &open);
    let (words, deck, _) = cut(&told).expect("the deck is cut");
    assert!(is_dealt(&told));
    let said = words.iter().map(|spoken| (spoken.person, spoken.words.as_deref().unwrap()));
    let in_order = scene.table.deck_in_order();
    let made = Cut::new(&of, &roots, said, in_order.len());
    assert_eq!(made.deck, deck);
    // Every card that lies open is proven, and comes from where the cut says.
    let root = roots[usize::from(deck) - 1];
    let dealt = Sealed::new(&of, deck, &unhex(&seeds[usize::from(deck) - 1]).unwrap(), &in_order);
    let mut proven = 0;
    for (one, opening) in told.iter().flat_map(|one| one.openings_for(None).map(move |proof| (one, proof))) {
        assert!(opening.verify(&of, deck, &in_order, &root), "{:?}", one.event);
        assert_eq!(made.order[opening.nth as usize - 1], opening.place);
        assert_eq!(opening.card, Some(dealt.cards()[opening.place as usize]));
        proven += 1;
    }
    let round = scene.table.view(Watcher::Rail).round.expect("a round is on");
    let bank = round.bank.iter().flat_map(|bank| &bank.hands);
    let hands = round.seats.iter().flat_map(|seat| &seat.hands).chain(bank);
    assert_eq!(proven, hands.flat_map(|hand| &hand.cards).flatten().count(), "every open card is proven");
    assert!(proven > 0);
    scene.play_again(BOOK);
}

#[test]
fn words_that_are_not_opened_end_the_shuffle_and_sit_the_next_one_out() {
    let mut scene = Scene::of(BOOK);
    scene.give_words(PLAYER, "mine");
    scene.give_words(BANKER, "ours");
    scene.begin();
    scene.give(BANKER, &Command::OpenWords { shuffle: 1, words: "ours".to_owned() });
    let due = scene.table.deadline().expect("words are waited for");
    assert!(scene.tick(due.0 - scene.now.0 - 1).is_empty(), "time is not up");
    let told = scene.tick(1);
    let aborted = told.iter().find_map(|one| match &one.event {
        Event::ShuffleAborted { shuffle, missing, aborted } => Some((*shuffle, missing.clone(), *aborted)),
        _ => None,
    });
    assert_eq!(aborted, Some((1, vec![PLAYER], 1)));
    assert!(is_dealt(&told), "the next one is sealed at once, and cards are dealt");
    let (_, _, words) = sealed(&told).expect("it is sealed anew");
    assert!(
        words.iter().all(|spoken| !spoken.is_outside),
        "opened words are known, so they cannot cut again"
    );
    assert_eq!(scene.words(BANKER).aborted, 1);
    scene.give_words(PLAYER, "again");
    scene.play_again(BOOK);
}

#[test]
fn words_have_to_be_what_they_should_be() {
    let mut scene = Scene::of(BOOK);
    let refused = |scene: &mut Scene, person, shuffle, commitment: &str| {
        let command = Command::GiveWords { shuffle, commitment: commitment.to_owned() };
        scene.attempt(By::Patron(person), &command).expect_err("it is refused").what
    };
    let good = hex(&[7; 32]);
    assert_eq!(refused(&mut scene, PLAYER, 1, "short"), System::NotACommitment.to_string());
    assert_eq!(refused(&mut scene, PLAYER, 2, &good), System::OtherShuffle { next: 1 }.to_string());
    assert_eq!(refused(&mut scene, 9, 1, &good), System::NoChipsHere.to_string());
    scene.give(PLAYER, &Command::GiveWords { shuffle: 1, commitment: good });
    let told = scene.begin();
    assert!(cut(&told).is_none());
    let long = Command::OpenWords { shuffle: 1, words: "x".repeat(121) };
    let refusal = scene.attempt(By::Patron(PLAYER), &long).expect_err("too long");
    assert_eq!(refusal.what, System::Words { most: 120 }.to_string());
}

#[test]
fn giving_words_is_no_sign_that_anybody_is_there() {
    let mut scene = Scene::of(BOOK);
    scene.begin();
    let mut silent = 0;
    for _ in 0..40 {
        let is_out = scene.table.people().iter().any(|one| one.person == PLAYER && one.out_since.is_some());
        if is_out {
            return;
        }
        let next = scene.words(PLAYER).next.unwrap();
        if scene.words(PLAYER).given.is_none() && scene.table.round().is_none() {
            let commitment = hex(&commitment(4, next, PLAYER, "still here"));
            scene.give(PLAYER, &Command::GiveWords { shuffle: next, commitment });
        }
        let Some(due) = scene.table.deadline() else { break };
        scene.tick((due.0 - scene.now.0).max(1));
        silent += 1;
    }
    panic!("after {silent} clocks somebody whose client gives words still counts as there");
}

#[test]
fn a_table_of_an_old_log_shuffles_as_it_did() {
    let mut scene = Scene::of(BOOK);
    scene.table.shuffles_as_before();
    assert_eq!(scene.words(PLAYER).next, None);
    let told = scene.begin();
    assert!(sealed(&told).is_none() && is_dealt(&told));
    assert!(told.iter().any(|one| matches!(one.event, Event::Shuffled { .. })));
}
