//! Tables of Pan: what silence may choose where hands lie unseen, who is first after people moved and after a break, and
//! chips that are whole.

use books::{Money, Shelf};
use games::pan::{self, Group};
use games::round::{Choice, Event as RoundEvent, Report, Slot};
use games::{Party, Seat};
use room::{By, Command, Dealer, Event, Input, May, PersonId, Phase, Spec, Table, Time, Told, Watcher};

const DEALER: By = By::Dealer(91);
const FLOOR: By = By::Floor(92);

struct Club {
    table: Table,
    now: Time,
    told: Vec<Told>,
}

impl Club {
    fn new(dealer: Dealer, schedule: Option<&str>) -> Club {
        let shelf = Shelf::filed();
        let mut spec = Spec::practice(&shelf, "players-club/pan").unwrap();
        spec.dealer = dealer;
        spec.is_practice = schedule.is_none();
        spec.schedule = schedule.map(str::to_owned);
        spec.pace.between_ms = 0;
        let (table, told) = Table::open(&shelf, 1, spec).unwrap();
        Club { table, now: Time(0), told }
    }

    /// A table that a human dealer leads.
    fn led() -> Club {
        let shelf = Shelf::filed();
        let mut spec = Spec::practice(&shelf, "players-club/pan").unwrap();
        (spec.dealer, spec.by_hand, spec.pace.between_ms) = (Dealer::Entered, true, 0);
        let (table, told) = Table::open(&shelf, 1, spec).unwrap();
        Club { table, now: Time(0), told }
    }

    fn attempt(&mut self, by: By, command: &Command) -> Result<(), room::Refusal> {
        let mut seeds = || [7; 32];
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: self.now, seeds: &mut seeds, name: "somebody", wallet, is_bot: false };
        self.told = self.table.command(by, command, &mut input)?;
        Ok(())
    }

    fn tell(&mut self, by: By, command: &Command) {
        self.attempt(by, command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    fn sit(&mut self, people: &[(PersonId, u8)]) {
        for (person, seat) in people {
            let sit = Command::Sit { seat: Seat::new(*seat), buy_in: Money::dollars(200) };
            self.tell(By::Patron(*person), &sit);
        }
    }

    fn say(&mut self, person: PersonId, words: &str) {
        let choice = Choice::Pan(words.parse().unwrap());
        let command = Box::new(Command::Choose { who: None, choice });
        self.tell(DEALER, &Command::For { person, command });
    }

    fn card(&mut self, card: &str) {
        self.tell(DEALER, &Command::Card { card: Some(card.parse().unwrap()) });
    }

    /// Begins a hand whose cards lie unseen, but for the up cards; says whether there were any.
    fn deal(&mut self, up: &str) -> bool {
        self.tell(DEALER, &Command::Start);
        let mut up = up.split(' ');
        let mut has_up_cards = false;
        while let Some(slot) = self.table.view(Watcher::Rail).round.and_then(|round| round.next_card) {
            assert!(matches!(slot, Slot::Spot { .. }), "{slot:?}");
            if self.attempt(DEALER, &Command::DealUnseen).is_err() {
                self.card(up.next().expect("an up card"));
                has_up_cards = true;
            }
        }
        has_up_cards
    }

    fn asked(&self) -> Vec<PersonId> {
        let offers = self.table.offers_by_person().into_iter().filter(|(_, offers)| !offers.is_empty());
        offers.map(|(person, _)| person).collect()
    }

    /// Everybody but one declares out; gives who declared first.
    fn won_by(&mut self, winner: PersonId) -> PersonId {
        let first = self.asked()[0];
        while let [person, ..] = self.asked()[..] {
            self.say(person, if person == winner { "in" } else { "out" });
        }
        assert_ne!(self.table.phase(), Phase::Playing);
        first
    }

    /// Lets a minute go by, in which the clock speaks whenever it is asked to.
    fn wait(&mut self) -> Vec<Told> {
        let until = self.now.after_minutes(1);
        let mut told = Vec::new();
        while let Some(due) = self.table.deadline().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.tell(By::Clock, &Command::Tick);
            told.append(&mut self.told);
            if self.table.deadline() == Some(due) {
                break;
            }
        }
        self.now = until;
        self.tell(By::Clock, &Command::Tick);
        told.append(&mut self.told);
        told
    }
}

fn has_event(told: &[Told], is_it: impl Fn(&pan::Event) -> bool) -> bool {
    told.iter().any(|one| matches!(&one.event, Event::Round { of: RoundEvent::Pan(of) } if is_it(of)))
}

/// A hand of two with unseen cards; person 1 in seat 1 has the turn, after person 2 in seat 2 declined 3 of spades.
fn three_of_spades_lies_there() -> Club {
    let mut club = Club::new(Dealer::Entered, None);
    club.sit(&[(1, 1), (2, 2)]);
    assert!(club.deal("2c 5d"), "the first hand has up cards");
    club.say(2, "in");
    club.say(1, "in");
    club.say(2, "draw");
    club.card("3s");
    club.say(2, "decline");
    club.say(2, "pass");
    assert_eq!(club.asked(), [1]);
    club
}

#[test]
fn silence_lays_down_no_card_that_nobody_has_named() {
    let mut club = three_of_spades_lies_there();
    club.say(1, "take");
    assert_eq!(club.table.deadline(), None, "a clock that cannot choose does not run");
    assert!(club.wait().is_empty(), "nobody has shown two more cards for a meld");
    club.say(1, "meld 3s 3s 3s");
}

#[test]
fn what_the_clock_of_earlier_programs_laid_down_plays_again() {
    let mut club = three_of_spades_lies_there();
    club.say(1, "take");
    let mut seeds = || [7; 32];
    let now = club.now.after_ms(30_000);
    let mut input = Input { now, seeds: &mut seeds, name: "", wallet: Money::ZERO, is_bot: false };
    let (_, told) = club.table.after_as_before(By::Clock, &Command::Tick, &mut input).unwrap();
    assert!(has_event(&told, |event| matches!(event, pan::Event::Melded { .. })), "{told:?}");
}

#[test]
fn silence_discards_only_a_card_that_was_named() {
    let mut club = three_of_spades_lies_there();
    club.say(1, "take");
    club.say(1, "meld 3s 3s 3s");
    club.now = club.table.deadline().expect("one card of the hand is known");
    club.tell(By::Clock, &Command::Tick);
    let told = std::mem::take(&mut club.told);
    let is_up_card =
        |event: &pan::Event| matches!(event, pan::Event::Discarded { card, .. } if card.to_string() == "5d");
    assert!(has_event(&told, is_up_card), "the card that lay face up is known: {told:?}");
    // From now on no card of the hand is known.
    club.say(2, "draw");
    club.card("6c");
    club.say(2, "decline");
    club.say(1, "draw");
    club.card("3s");
    club.say(1, "add 3s to 1");
    assert!(club.wait().is_empty(), "no card of the hand was named");
    assert_eq!(club.asked(), [1]);
    club.say(1, "discard Kc");
}

#[test]
fn silence_still_draws_and_declines_where_hands_lie_unseen() {
    let mut club = three_of_spades_lies_there();
    let told = club.wait();
    assert!(has_event(&told, |event| matches!(event, pan::Event::Draws { .. })), "{told:?}");
    club.card("6c");
    let told = club.wait();
    assert!(has_event(&told, |event| matches!(event, pan::Event::Discarded { drawn: true, .. })), "{told:?}");
}

#[test]
fn whoever_is_to_name_cards_is_among_those_whose_word_is_awaited() {
    let mut club = three_of_spades_lies_there();
    let names = |club: &Club| {
        let asked = club.table.view(Watcher::Rail).asked;
        asked.iter().find(|one| one.person == 1).map(|one| one.names.join(" ")).unwrap_or_default()
    };
    assert_eq!(names(&club), "", "a card is drawn or taken first");
    club.say(1, "take");
    assert_eq!(names(&club), "meld");
    club.say(1, "meld 3s 3s 3s");
    assert_eq!(names(&club), "meld add discard");
    club.say(1, "discard Kc");
    assert_eq!(names(&club), "");
}

#[test]
fn the_winner_of_the_last_hand_is_first_wherever_they_sit() {
    let mut club = Club::new(Dealer::Entered, None);
    club.sit(&[(1, 2), (2, 4), (3, 6)]);
    club.deal("Kc 2d 5h");
    club.won_by(3);
    club.tell(By::Patron(3), &Command::ChangeSeat { seat: Seat::new(8) });
    assert!(!club.deal(""), "the winner is known");
    assert_eq!(club.won_by(2), 3, "the winner has moved from seat 6 to seat 8");
    // Somebody else sits down where the winner sat: the next in turn is first.
    club.tell(By::Patron(2), &Command::Leave);
    club.sit(&[(4, 4)]);
    assert!(!club.deal(""));
    assert_eq!(club.won_by(1), 1, "seat 2 follows seat 4 counter-clockwise");
    // Who comes back in time is first all the same.
    club.tell(By::Patron(1), &Command::Leave);
    club.sit(&[(1, 5)]);
    assert!(!club.deal(""));
    assert_eq!(club.won_by(1), 1);
}

#[test]
fn after_the_floor_has_stopped_the_table_the_lowest_card_decides_again() {
    let mut club = Club::new(Dealer::Entered, None);
    club.sit(&[(1, 2), (2, 4)]);
    assert!(club.deal("Kc 2d"));
    assert_eq!(club.won_by(1), 1);
    assert!(!club.deal(""));
    club.won_by(1);
    club.tell(FLOOR, &Command::Pause);
    club.tell(FLOOR, &Command::Resume);
    assert!(club.deal("2c 5d"), "play was broken off");
    assert_eq!(club.won_by(1), 2);
    assert!(!club.deal(""), "only the first hand after it");
}

#[test]
fn after_the_night_the_lowest_card_decides_again() {
    let mut club = Club::new(Dealer::Entered, Some("pan-2"));
    club.tell(By::Clock, &Command::Zone { minutes: 0 });
    club.now = Time::default().after_minutes(25 * 60 + 50);
    club.sit(&[(1, 2), (2, 4)]);
    assert!(club.deal("Kc 2d"));
    club.won_by(1);
    club.now = Time::default().after_minutes(34 * 60);
    club.tell(By::Clock, &Command::Tick);
    assert!(club.deal("2c 5d"), "yesterday's winner is not first today");
    assert_eq!(club.won_by(1), 2);
}

#[test]
fn the_half_hour_of_the_opening_is_paid_however_late_it_is_heard() {
    for late_ms in [0, 1_000, 90_000] {
        let mut club = Club::new(Dealer::Entered, Some("pan-2"));
        club.tell(By::Clock, &Command::Zone { minutes: 0 });
        club.now = Time::default().after_minutes(9 * 60 + 50);
        club.sit(&[(1, 2), (2, 4)]);
        club.now = Time::default().after_minutes(10 * 60).after_ms(late_ms);
        club.tell(By::Clock, &Command::Tick);
        let paid = club.told.iter().filter(|one| matches!(one.event, Event::TimeCollected { .. }));
        assert_eq!(paid.count(), 2, "{late_ms} ms after the opening: {:?}", club.told);
    }
}

#[test]
fn a_void_hand_keeps_the_first_player() {
    let mut club = Club::new(Dealer::Entered, None);
    club.sit(&[(1, 2), (2, 4)]);
    club.deal("2c 5d");
    assert_eq!(club.asked(), [2]);
    club.tell(FLOOR, &Command::Report { report: Report::Void { spot: None, fees_returned: true } });
    club.tell(By::Patron(2), &Command::ChangeSeat { seat: Seat::new(1) });
    assert!(!club.deal(""));
    assert_eq!(club.asked(), [2]);
}

#[test]
fn chips_are_whole() {
    let mut club = Club::new(Dealer::Entered, None);
    let sit = |cents| Command::Sit { seat: Seat::new(1), buy_in: Money::cents(cents) };
    let refusal = club.attempt(By::Patron(1), &sit(4_001)).unwrap_err();
    assert!(refusal.clause.is_some() && refusal.what.contains("$2"), "{refusal}");
    club.tell(By::Patron(1), &sit(4_200));
    let refusal = club.attempt(By::Patron(1), &Command::AddChips { amount: Money::cents(1) }).unwrap_err();
    assert!(refusal.clause.is_some(), "{refusal}");
    club.tell(By::Patron(1), &Command::AddChips { amount: Money::dollars(2) });
    let may = club.table.allowances(1);
    let add = may.iter().find(|one| one.what == May::AddChips).expect("chips may be added");
    assert_eq!((add.least, add.step), (Money::dollars(2), Money::dollars(2)));
}

#[test]
fn cards_that_the_pack_never_has_are_named_as_such() {
    let mut club = three_of_spades_lies_there();
    club.say(1, "take");
    let cards: Group = ["8h", "9h", "Th"].iter().map(|card| card.parse::<cards::Card>().unwrap()).collect();
    let choice = Choice::Pan(pan::Choice::meld(cards));
    let refusal = club.attempt(By::Patron(1), &Command::Choose { who: Some(Party(1)), choice }).unwrap_err();
    assert_eq!(refusal.what, "the pack is made without 8h");
    assert!(refusal.clause.is_some());
}

#[test]
fn a_declaration_is_changed_by_taking_it_back() {
    let mut club = Club::led();
    club.sit(&[(1, 1), (2, 2), (3, 3)]);
    club.deal("2c 5d 7h");
    let first = club.asked()[0];
    club.say(first, "out");
    // Changed before the next player declares.
    club.tell(DEALER, &Command::TakeBack);
    assert_eq!(club.asked(), [first]);
    club.say(first, "in");
    let others: Vec<PersonId> = [1, 2, 3].into_iter().filter(|person| *person != first).collect();
    let second = club.asked()[0];
    club.say(second, "out");
    let stacks = |club: &Club| -> Vec<Money> { club.table.people().iter().map(|one| one.stack).collect() };
    let before = stacks(&club);
    let third = club.asked()[0];
    assert!(others.contains(&second) && others.contains(&third));
    // The last one says no, which ends the hand: until the tops are paid out that is changed as well.
    club.say(third, "out");
    assert!(club.table.view(Watcher::Rail).is_settling);
    club.tell(DEALER, &Command::TakeBack);
    assert_eq!((club.asked(), stacks(&club)), (vec![third], before));
    club.say(third, "in");
    assert!(!club.table.view(Watcher::Rail).is_settling, "two play");
    club.say(first, "draw");
}

#[test]
fn what_a_meld_collected_goes_back_with_it() {
    let mut club = Club::led();
    club.sit(&[(1, 1), (2, 2)]);
    club.deal("2c 5d");
    for _ in 0..2 {
        let person = club.asked()[0];
        club.say(person, "in");
    }
    let person = club.asked()[0];
    club.say(person, "draw");
    club.card("5c");
    let stacks = |club: &Club| -> Vec<Money> { club.table.people().iter().map(|one| one.stack).collect() };
    let before = stacks(&club);
    // Valle cards of different suits: a condition that pays at once.
    club.say(person, "meld 5h 5d 5c");
    assert_ne!(stacks(&club), before, "the others have paid");
    club.tell(DEALER, &Command::TakeBack);
    assert_eq!(stacks(&club), before);
    assert!(club.table.view(Watcher::Rail).round.is_some_and(|round| round.seats.iter().all(|seat| {
        seat.hands.iter().all(|hand| hand.cards.len() != 3 || hand.cards.iter().any(Option::is_none))
    })));
    // The drawn card was mistyped: it goes back, and another lies there.
    club.tell(DEALER, &Command::TakeBack);
    club.card("6c");
    club.say(person, "decline");
    club.tell(FLOOR, &Command::Report { report: Report::Pan(pan::Report::Void) });
    let view = club.table.view(Watcher::Rail);
    assert!(
        view.is_settling && view.settlement.iter().all(|line| line.words.contains('$')),
        "{:?}",
        view.settlement
    );
    assert_eq!(club.attempt(DEALER, &Command::TakeBack).unwrap_err().code, "floor-decides");
    club.tell(FLOOR, &Command::TakeBack);
    assert!(!club.table.view(Watcher::Rail).is_settling, "the hand goes on");
}
