//! Plays a case about a table's life: who comes and goes, what the clock says, who banks, and what is told.

mod chips;
mod known;
mod told;
mod words;

use books::{Book, Money, Shelf};
use games::round::{Choice, Slot, Waits};
use games::{Face, Seat};
use room::{
    Account, By, Command, Dealer as CardsFrom, Event, Input, Pace, PersonId, Phase, Spec, Table, Time,
    default_choice,
};

use crate::format::{Dealer, Scenario};
use crate::report::{CollectionLine, RefusedLine, Report};
use crate::step::read_pair;
use chips::Chips;
use told::Sentence;
use words::{Act, Line, Look, read_line};

const TABLE: u32 = 1;
const STAFF: PersonId = 0;
const DAY_MS: i64 = 24 * 3_600_000;

/// The money of people whose purse a case does not mention.
const PURSE: Money = Money::dollars(10_000);

/// A round of the longest game takes fewer choices than this.
const CHOICES_MAX: usize = 1_000;

/// Plays the timeline of a case.
pub(crate) fn play(scenario: &Scenario, shelf: &Shelf, book: &Book, report: &mut Report) {
    let spec = match spec_of(scenario, book) {
        Ok(spec) => spec,
        Err(problem) => return report.differences.push(problem),
    };
    match Table::open(shelf, TABLE, spec) {
        Ok((table, _)) => {
            let mut evening = Evening::new(scenario, book, table);
            evening.set_clock(report);
            for step in scenario.timeline.iter().flat_map(|timeline| &timeline.steps) {
                evening.step(step, report);
            }
            evening.finish(report);
        }
        Err(fault) => report.refused.push(RefusedLine {
            step: "book".to_owned(),
            clause: String::new(),
            reason: fault.to_string(),
            allowed: Vec::new(),
        }),
    }
}

/// A table as a case opens it: nobody is passed over for silence, except in their turn of a round.
fn spec_of(scenario: &Scenario, book: &Book) -> Result<Spec, String> {
    let pair = |text: Option<&String>| match text {
        None => Ok(None),
        Some(text) => read_pair(text)
            .map(|(low, high)| Some((low.in_cents(), high.in_cents())))
            .ok_or_else(|| format!("\"{text}\" is not a pair of amounts such as \"$4/$8\"")),
    };
    let hand = scenario.hand.as_ref();
    let has_bank = book.rules.face().banked().is_some();
    // Where nobody banks, the dealer says when a hand begins, so that a case does too.
    let usual = if has_bank { Dealer::Shuffler } else { Dealer::Entered };
    let buy_in = scenario.timeline.as_ref().and_then(|timeline| timeline.buy_in);
    Ok(Spec {
        schedule: scenario.schedule.as_ref().map(|handle| handle.0.clone()),
        dealer: match scenario.dealer.unwrap_or(usual) {
            Dealer::Shuffler => CardsFrom::Shuffler,
            Dealer::Entered => CardsFrom::Entered,
        },
        pace: Pace { offer_ms: DAY_MS, wager_ms: DAY_MS, between_ms: 0, reading_ms: 0, ..Pace::default() },
        structure: hand.and_then(|hand| hand.structure),
        limit: pair(hand.and_then(|hand| hand.limit.as_ref()))?,
        blinds: pair(hand.and_then(|hand| hand.blinds.as_ref()))?,
        buy_in_least: buy_in.map(Money::in_cents),
        ..Spec::of(&scenario.book)
    })
}

/// The table, the people, the clock and the chips of a case.
struct Evening<'a> {
    scenario: &'a Scenario,
    book: &'a Book,
    table: Table,
    people: Vec<String>,
    now: Time,
    chips: Chips,
    seeds: u64,
    /// What was told since the last step that did something.
    told: Vec<Sentence>,
    collections: Vec<CollectionLine>,
    /// How many cards of the board were given in this round.
    board: usize,
}

impl<'a> Evening<'a> {
    fn new(scenario: &'a Scenario, book: &'a Book, table: Table) -> Evening<'a> {
        Evening {
            scenario,
            book,
            table,
            people: Vec::new(),
            now: Time(0),
            chips: Chips::default(),
            seeds: 0,
            told: Vec::new(),
            collections: Vec::new(),
            board: 0,
        }
    }

    /// A case says local times, so that the house's clock is the table's.
    fn set_clock(&mut self, report: &mut Report) {
        if self.table.has_hours()
            && let Err(refusal) = self.command(By::Clock, &Command::Zone { minutes: 0 }, STAFF)
        {
            report.differences.push(format!("the clock was refused: {}", refusal.what));
        }
    }

    fn step(&mut self, step: &str, report: &mut Report) {
        let line = match read_line(step) {
            Ok(line) => line,
            Err(problem) => return report.differences.push(problem),
        };
        let Line { time, act, look, refused } = line;
        if let Some(time) = time {
            self.told.clear();
            self.wait_until(time.from(self.now), report);
        }
        if let Some(act) = act {
            if time.is_none() {
                self.told.clear();
            }
            let done = self.act(&act);
            self.compare_refusal(step, refused, done, report);
        }
        if let Some(problem) = look.and_then(|look| self.look(&look)) {
            report.differences.push(format!("\"{step}\": {problem}"));
        }
    }

    /// Lets the clock speak at every moment for which the table waits.
    fn wait_until(&mut self, time: Time, report: &mut Report) {
        while let Some(due) = self.table.deadline().filter(|due| *due <= time) {
            self.now = self.now.max(due);
            self.tick(report);
            if self.table.deadline() == Some(due) {
                break;
            }
        }
        self.now = time;
        self.tick(report);
    }

    fn tick(&mut self, report: &mut Report) {
        if let Err(refusal) = self.command(By::Clock, &Command::Tick, STAFF) {
            report.differences.push(format!("the clock was refused: {}", refusal.what));
        }
        if let Err(refusal) = self.deal_on() {
            report.differences.push(format!("the deal was refused: {}", refusal.what));
        }
    }

    fn act(&mut self, act: &Act) -> Result<(), room::Refusal> {
        match act {
            Act::Person { who, command } => {
                let person = self.person(who);
                self.command(By::Patron(person), command, person)?;
            }
            Act::Wager { who, amount, spot, joint } => {
                let person = self.person(who);
                let seat = self.seated(person).and_then(|seated| seated.seat);
                let spot = spot.or(seat).unwrap_or(Seat::new(1));
                let wager = room::Wager { base: *amount, joint: *joint, ..room::Wager::default() };
                self.command(By::Patron(person), &Command::PutWager { spot, wager }, person)?;
            }
            Act::Report { by_floor, what } => {
                let by = if *by_floor { By::Floor(STAFF) } else { By::Dealer(STAFF) };
                self.command(by, &Command::Report { report: *what }, STAFF)?;
            }
            Act::Floor(command) => self.command(By::Floor(STAFF), command, STAFF)?,
            Act::Relatives { one, other, may_play } => {
                let (one, other) = (self.person(one), self.person(other));
                let command = Command::Relatives { one, other, may_play: *may_play };
                self.command(By::Floor(STAFF), &command, STAFF)?;
            }
            Act::Company { who, company } => {
                let person = self.person(who);
                let command = Command::Company { person, company: company.clone() };
                self.command(By::Floor(STAFF), &command, STAFF)?;
            }
            Act::Share { banker, who } => {
                let (banker, person) = (self.person(banker), self.person(who));
                self.command(By::Patron(banker), &Command::TakeShare { person }, banker)?;
            }
            Act::Joint { who, with, spot } => {
                let (person, with) = (self.person(who), self.person(with));
                self.command(By::Patron(person), &Command::AgreeJoint { spot: *spot, person: with }, person)?;
            }
            Act::Begin => self.begin()?,
            Act::Play => {
                if self.table.phase() != Phase::Playing {
                    self.begin()?;
                }
                self.play_out()?;
            }
        }
        self.deal_on()
    }

    /// The dealer begins a hand, or everybody at a banked table is ready.
    fn begin(&mut self) -> Result<(), room::Refusal> {
        self.board = 0;
        if self.table.phase() != Phase::Wagers || self.table.spec().dealer == CardsFrom::Entered {
            return self.command(By::Dealer(STAFF), &Command::Start, STAFF);
        }
        let waiting: Vec<PersonId> = self.table.people().iter().map(|seated| seated.person).collect();
        for person in waiting {
            let banker = self.table.view(room::Watcher::Rail).banker;
            let is_asked =
                self.seated(person).is_some_and(|seated| !seated.is_ready && banker != Some(person));
            if is_asked && self.table.phase() == Phase::Wagers {
                self.command(By::Patron(person), &Command::Ready, person)?;
            }
        }
        Ok(())
    }

    /// Plays the round to its end: everybody chooses what the clock would choose for them.
    fn play_out(&mut self) -> Result<(), room::Refusal> {
        self.deal_on()?;
        for _ in 0..CHOICES_MAX {
            let offers = self.table.offers_by_person();
            let next = offers.iter().find_map(|(person, offers)| {
                let (who, choice) = default_choice(offers)?;
                Some((*person, who, choice))
            });
            let Some((person, who, choice)) = next else { break };
            self.turn_up_before(person, choice)?;
            if self.table.phase() != Phase::Playing {
                break;
            }
            self.command(By::Patron(person), &Command::Choose { who: Some(who), choice }, person)?;
            self.deal_on()?;
        }
        Ok(())
    }

    /// A hand that lies unseen is entered before it is shown: the last cards of the deck in its order.
    fn turn_up_before(&mut self, person: PersonId, choice: Choice) -> Result<(), room::Refusal> {
        if !crate::play::poker::is_shown(choice) {
            return Ok(());
        }
        let Some(seat) = self.seated(person).and_then(|seated| seated.seat) else { return Ok(()) };
        let deck = self.table.deck_in_order();
        let from = deck.len() - 2 * usize::from(seat.number());
        let cards = deck[from..from + 2].to_vec();
        self.command(By::Dealer(STAFF), &Command::TurnUp { seat, cards }, STAFF)
    }

    /// Gives a round with entered cards what it waits for: hands unseen, boards in the order of the deck.
    fn deal_on(&mut self) -> Result<(), room::Refusal> {
        while self.table.spec().dealer == CardsFrom::Entered {
            let Some(Waits::Card { slot, face }) = self.table.round().map(games::round::Round::waits) else {
                break;
            };
            let command = match slot {
                Slot::Burn => Command::Card { card: None },
                Slot::Spot { .. } if face == Face::Down => Command::DealUnseen,
                Slot::Board | Slot::Spot { .. } | Slot::Drawn { .. } | Slot::Discards => {
                    self.board += 1;
                    Command::Card { card: self.table.deck_in_order().get(self.board - 1).copied() }
                }
                Slot::Bank | Slot::Pile { .. } => Command::DealUnseen,
            };
            self.command(By::Dealer(STAFF), &command, STAFF)?;
        }
        Ok(())
    }

    fn command(&mut self, by: By, command: &Command, person: PersonId) -> Result<(), room::Refusal> {
        let name = self.name(person);
        let wallet = self.chips.balance(Account::Patron(person));
        let seeds = &mut self.seeds;
        let mut seed = || {
            *seeds += 1;
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&seeds.to_le_bytes());
            bytes
        };
        let mut input = Input { now: self.now, seeds: &mut seed, name: &name, wallet, is_bot: false };
        let told = self.table.command(by, command, &mut input)?;
        self.chips.follow(&told, &self.table);
        for one in told {
            self.note(&one.event);
        }
        Ok(())
    }

    fn note(&mut self, event: &Event) {
        let name = |person: PersonId| self.name(person);
        if let Some(sentence) = told::sentence(event, &name, &self.table, self.book) {
            debug_assert!(
                known::is_listed(&sentence.words),
                "the list of sentences lacks \"{}\"",
                sentence.words
            );
            self.told.push(sentence);
        }
        if let Event::TimeCollected { person, amount, clause } = event {
            self.collections.push(CollectionLine {
                from: self.name(*person),
                amount: amount.in_cents(),
                at: "half-hour",
                clause: self.book.clause_name(*clause).to_owned(),
            });
        }
    }

    fn compare_refusal(
        &self,
        step: &str,
        expected: Option<String>,
        done: Result<(), room::Refusal>,
        report: &mut Report,
    ) {
        match (expected, done) {
            (None, Ok(())) => {}
            (Some(_), Ok(())) => report.differences.push(format!("\"{step}\": was not refused")),
            (expected, Err(refusal)) => {
                let clause = self.book.clause_name(refusal.clause).to_owned();
                let is_so = expected.as_ref().is_some_and(|words| words.is_empty() || *words == clause);
                if !is_so {
                    let what = &refusal.what;
                    report.differences.push(format!("\"{step}\": was refused: {what} ({clause})"));
                }
                report.refused.push(RefusedLine {
                    step: step.to_owned(),
                    clause,
                    reason: refusal.what,
                    allowed: Vec::new(),
                });
            }
        }
    }

    /// What is not as a step says, in words.
    fn look(&mut self, look: &Look) -> Option<String> {
        match look {
            Look::Stack(who, amount) => {
                let person = self.person(who);
                let found = self.seated(person).map(|seated| seated.stack);
                (found != Some(*amount)).then(|| match found {
                    Some(stack) => format!("{who} has {stack}"),
                    None => format!("{who} has no chips at the table"),
                })
            }
            Look::Seat(who, seat) => {
                let person = self.person(who);
                let found = self.seated(person).and_then(|seated| seated.seat);
                (found != *seat).then(|| match found {
                    Some(seat) => format!("{who} holds seat {seat}"),
                    None => format!("{who} has no seat"),
                })
            }
            Look::List(names) => {
                let view = self.table.view(room::Watcher::Rail);
                let found: Vec<String> = view.waiting.iter().map(|waiting| waiting.name.clone()).collect();
                (found != *names).then(|| format!("the list is [{}]", found.join(" ")))
            }
            Look::Called(who, until) => {
                let person = self.person(who);
                let until = until.map(|until| until.from(self.now));
                let view = self.table.view(room::Watcher::Rail);
                let waiting = view.waiting.iter().find(|waiting| waiting.person == person);
                let found = waiting.and_then(|waiting| waiting.called_until);
                let told =
                    || found.map_or("not called".to_owned(), |found| format!("called until {}", found.0));
                (found != until).then(|| format!("{who} is {}", told()))
            }
            Look::Drop(amount) => {
                let found = self.chips.balance(Account::Drop(TABLE));
                (found != *amount).then(|| format!("the drop is {found}"))
            }
            Look::Bank(seat) => {
                let found = self.table.view(room::Watcher::Rail).bank_offered;
                (found != Some(*seat)).then(|| match found {
                    Some(seat) => format!("the bank is offered to {seat}"),
                    None => "the bank is not offered".to_owned(),
                })
            }
            Look::AskedToBank(who) => {
                let person = self.person(who);
                let found = self.table.view(room::Watcher::Rail).bank_asked;
                (found != Some(person)).then(|| match found {
                    Some(other) => format!("{} is asked to bank", self.name(other)),
                    None => "nobody is asked to bank".to_owned(),
                })
            }
            Look::May { word, .. } if !known::may_be_offered(word) => {
                Some(format!("no view ever offers \"{word}\""))
            }
            Look::May { who, word, is_allowed } => {
                let person = self.person(who);
                let may = self.table.view(room::Watcher::Person(person)).may;
                let found = may.iter().any(|one| one.what.word() == *word && one.holds_at(self.now));
                (found != *is_allowed).then(|| {
                    let words: Vec<&str> = may.iter().map(|one| one.what.word()).collect();
                    format!("{who} may [{}]", words.join(" "))
                })
            }
            Look::Told { words, clause } => {
                let is_told = self.told.iter().any(|sentence| {
                    sentence.words == *words
                        && clause.as_ref().is_none_or(|clause| sentence.clause == *clause)
                });
                (!is_told).then(|| format!("told was [{}]", told::list(&self.told)))
            }
            Look::NotTold(words) if !known::may_be_told(words) => {
                Some(format!("no table ever tells \"{words}\""))
            }
            Look::NotTold(words) => {
                let is_told = self.told.iter().any(|sentence| sentence.words.contains(words));
                is_told.then(|| format!("told was [{}]", told::list(&self.told)))
            }
        }
    }

    fn finish(mut self, report: &mut Report) {
        for (place, name) in self.people.iter().enumerate() {
            let person = place as PersonId + 1;
            let holds = self.chips.balance(Account::Patron(person))
                + self.chips.balance(Account::Stack(TABLE, person));
            report.net.insert(name.clone(), (holds - self.purse(name)).in_cents());
        }
        report.drop = self.chips.balance(Account::Drop(TABLE)).in_cents();
        report.collections.append(&mut self.collections);
        report.is_over = self.table.phase() != Phase::Playing;
        report.differences.extend(self.chips.faults());
    }

    fn seated(&self, person: PersonId) -> Option<&room::Seated> {
        self.table.people().iter().find(|seated| seated.person == person)
    }

    fn purse(&self, name: &str) -> Money {
        let purses = self.scenario.timeline.as_ref().and_then(|timeline| timeline.purses.as_ref());
        purses.and_then(|purses| purses.0.get(name)).copied().unwrap_or(PURSE)
    }

    /// The number of somebody, who buys chips at the cage when first named.
    fn person(&mut self, name: &str) -> PersonId {
        if let Some(place) = self.people.iter().position(|known| known == name) {
            return place as PersonId + 1;
        }
        self.people.push(name.to_owned());
        let person = self.people.len() as PersonId;
        let amount = self.purse(name);
        self.chips.sell(person, amount);
        person
    }

    fn name(&self, person: PersonId) -> String {
        let place = (person as usize).checked_sub(1);
        place.and_then(|place| self.people.get(place)).cloned().unwrap_or_default()
    }
}
