//! What happens at a table next, at random: what a bot would do, what is offered, what people and the house may do
//! at any time, and time itself.

use books::{Money, Shelf};
use cards::{Card, Deck, Draws};
use games::poker::{DeadHand, Irregularity, Which};
use games::round::{Choice, Report, Round, Viewer};
use games::{Party, Seat, blackjack, double_hand, poker, three_card};
use room::{By, Command, Dealer, PersonId, Phase, StepKind, Wager, Watcher, bots};

use super::table::{Life, PEOPLE};

const FLOOR: By = By::Floor(90);
const DEALER: By = By::Dealer(91);

fn card(draws: &mut Draws) -> Card {
    Deck::with_jokers(1).cards().nth(draws.below(53) as usize).unwrap_or(Card::JOKER)
}

impl Life {
    fn anybody(&mut self) -> PersonId {
        *PEOPLE.start() + self.draws.below(*PEOPLE.end())
    }

    fn seat(&mut self) -> Seat {
        Seat::new(1 + self.draws.below(u32::from(self.table.seats()) + 1) as u8)
    }

    /// Lets one thing happen.
    pub(crate) fn step(&mut self, shelf: &Shelf) {
        if self.draws.below(4) == 0 {
            self.speak();
        }
        match self.draws.below(100) {
            0..=54 => self.go_on(),
            55..=64 => self.choose_offered(),
            65..=74 => self.come_or_go(),
            75..=80 => self.put_something(),
            81..=84 => self.house_acts(),
            85..=91 => self.report(),
            92..=98 => self.pass_time(),
            _ => self.restart(shelf),
        }
        if self.table.phase() == Phase::Paused && self.draws.below(12) == 0 {
            self.attempt(FLOOR, &Command::Resume);
        }
    }

    /// Somebody gives words for the next shuffle, or opens those that are awaited; some do not.
    fn speak(&mut self) {
        let person = self.anybody();
        let words = self.table.view(Watcher::Person(person)).words;
        let said = |shuffle: u64| format!("{person} for {shuffle}");
        let command = match (words.awaited, words.next) {
            (Some(shuffle), _) => Command::OpenWords { shuffle, words: said(shuffle) },
            (None, Some(shuffle)) => {
                let commitment = seal::hex(&seal::commitment(1, shuffle, person, &said(shuffle)));
                Command::GiveWords { shuffle, commitment }
            }
            (None, None) => return,
        };
        self.attempt(By::Patron(person), &command);
    }

    /// Everybody opens the words that are awaited, mostly in time. Says whether there were any.
    fn open_words(&mut self) -> bool {
        let mut is_awaited = false;
        for person in PEOPLE {
            let Some(shuffle) = self.table.view(Watcher::Person(person)).words.awaited else { continue };
            is_awaited = true;
            if self.draws.below(8) > 0 {
                let words = format!("{person} for {shuffle}");
                self.attempt(By::Patron(person), &Command::OpenWords { shuffle, words });
            }
        }
        is_awaited
    }

    /// Somebody who is asked does what a bot would do, or a dealer deals, or the clock goes on.
    fn go_on(&mut self) {
        if self.open_words() {
            return;
        }
        let people: Vec<PersonId> = self.table.people().iter().map(|person| person.person).collect();
        let asked: Vec<PersonId> = people.into_iter().filter(|person| self.table.asks(*person)).collect();
        if let Some(person) = self.pick(&asked) {
            let view = self.table.view(Watcher::Person(person));
            let rules = self.table.book().rules.clone();
            if let Some(command) = bots::command(&view, person, &rules, &mut self.draws) {
                self.attempt(By::Patron(person), &command);
                return;
            }
        }
        if self.table.spec().dealer == Dealer::Entered && self.deal_by_hand() {
            return;
        }
        self.pass_time();
    }

    /// A human dealer does what is next, as far as a dealer without eyes can.
    fn deal_by_hand(&mut self) -> bool {
        if self.table.round().is_none() {
            self.draw_for_the_button();
            return self.attempt(DEALER, &Command::Start);
        }
        if self.attempt(DEALER, &Command::Pay) || self.attempt(DEALER, &Command::CloseRound) {
            return true;
        }
        if self.turn_up() || (self.draws.below(8) == 0 && self.attempt(DEALER, &Command::DealUnseen)) {
            return true;
        }
        let dice = 3 + self.draws.below(16) as u8;
        let of_dealer = [
            Choice::DoubleHand(double_hand::Choice::NoMoreBets),
            Choice::DoubleHand(double_hand::Choice::Dice(dice)),
            Choice::DoubleHand(double_hand::Choice::Open),
        ];
        for choice in of_dealer {
            if self.attempt(DEALER, &Command::Choose { who: None, choice }) {
                return true;
            }
        }
        for _ in 0..6 {
            let next = card(&mut self.draws);
            if self.attempt(DEALER, &Command::Card { card: Some(next) }) {
                return true;
            }
        }
        let natural = self.draws.below(2) == 0;
        self.attempt(DEALER, &Command::Look { natural })
            || self.attempt(DEALER, &Command::Shuffled)
            || (self.draws.below(4) == 0 && self.attempt(DEALER, &Command::DealUnseen))
    }

    /// Turns up a hand that lies unseen, where one is asked for, with cards that were not seen yet.
    fn turn_up(&mut self) -> bool {
        let Some(round) = self.table.round() else { return false };
        let view = serde_json::to_string(&round.view(Viewer::Rail)).unwrap_or_default();
        let mut left: Vec<Card> = self.table.deck_in_order();
        left.retain(|card| !view.contains(&format!("\"{card}\"")));
        self.draws.shuffle(&mut left);
        let taken = |from: usize, count: usize| left.iter().skip(from).take(count).copied();
        let offers = round.offers().into_iter().filter(|offer| offer.who == double_hand::DEALER);
        let asked = offers.map(|offer| offer.choice).find_map(|choice| match choice {
            Choice::DoubleHand(double_hand::Choice::Turn(_)) => {
                Some(double_hand::Choice::Turn(taken(0, 7).collect()))
            }
            Choice::DoubleHand(double_hand::Choice::Show { .. }) => {
                let (front, back) = (taken(0, 2).collect(), taken(2, 5).collect());
                Some(double_hand::Choice::Show { front, back })
            }
            _ => None,
        });
        if let Some(choice) = asked {
            return self.attempt(DEALER, &Command::Choose { who: None, choice: Choice::DoubleHand(choice) });
        }
        let Some((seat, count)) = round.hand_to_show() else { return false };
        let cards = taken(0, usize::from(count)).collect();
        self.attempt(DEALER, &Command::TurnUp { seat, cards })
    }

    /// Enters the cards that are drawn for the button, where they are asked for.
    fn draw_for_the_button(&mut self) {
        let step = self.table.view(Watcher::Rail).dealers_step;
        if step.kind != StepKind::Draw {
            return;
        }
        let mut cards: Vec<Card> = Vec::new();
        while cards.len() < usize::from(step.cards) {
            let next = card(&mut self.draws);
            if !next.is_joker() && !cards.contains(&next) {
                cards.push(next);
            }
        }
        assert!(self.attempt(DEALER, &Command::DrawButton { cards }), "what is asked for is taken");
    }

    fn choose_offered(&mut self) {
        let Some(round) = self.table.round() else { return };
        let offers = round.offers();
        let Some(offer) = self.pick(&offers) else { return };
        let Some(purse) = self.table.round().and_then(|round| round.purse_of(offer.who)) else { return };
        let people = self.table.view(Watcher::Rail).round_people;
        let Some(person) = people.get(usize::from(purse)).map(|one| one.person) else { return };
        let choice = match offer.choice {
            Choice::Poker(poker::Choice::Bet(_)) => Choice::Poker(poker::Choice::Bet(offer.most)),
            Choice::Poker(poker::Choice::Raise(_)) => Choice::Poker(poker::Choice::Raise(offer.most)),
            Choice::Poker(poker::Choice::Draw(_)) => {
                Choice::Poker(poker::Choice::Draw((0..offer.cards.1.min(2)).fold(Which::NONE, Which::and)))
            }
            choice => choice,
        };
        self.attempt(By::Patron(person), &Command::Choose { who: Some(offer.who), choice });
    }

    fn come_or_go(&mut self) {
        let (person, seat) = (self.anybody(), self.seat());
        let buy_in = self.table.view(Watcher::Rail).buy_in_least.times(1 + i64::from(self.draws.below(8)));
        let command = match self.draws.below(20) {
            0..=6 => Command::Sit { seat, buy_in: buy_in.max(Money::dollars(40)) },
            7 => Command::StandBehind { buy_in: buy_in.max(Money::dollars(40)) },
            8..=10 => Command::Join,
            11 => Command::Unlist,
            12 => Command::ChangeSeat { seat },
            13 => Command::SitOut,
            14 => Command::TakeLeave,
            15 => Command::SitIn,
            16 => Command::AddChips { amount: buy_in },
            17 => Command::CallTime,
            _ => Command::Leave,
        };
        match self.draws.below(8) {
            0 => self.attempt(FLOOR, &Command::For { person, command: Box::new(command) }),
            _ => self.attempt(By::Patron(person), &command),
        };
    }

    fn put_something(&mut self) {
        let (person, spot) = (self.anybody(), self.seat());
        // Whoever was silent too long sits out, and comes back before they put anything down.
        self.attempt(By::Patron(person), &Command::SitIn);
        let amount = Money::dollars(i64::from(self.draws.below(6)) * 10);
        let command = match self.draws.below(10) {
            0..=2 => Command::PutWager { spot, wager: self.wager(amount) },
            3 => Command::Ready,
            4 => Command::TakeBank { stake: amount },
            5 => Command::ShareBank { amount },
            6 => Command::TakeShare { person: self.anybody() },
            7 => return self.join_or_see(),
            _ => [Command::PassBank, Command::Post][self.draws.below(2) as usize].clone(),
        };
        self.attempt(By::Patron(person), &command);
    }

    /// A wager, sometimes joined with others' and often with what the game takes beside it.
    fn wager(&mut self, base: Money) -> Wager {
        let mut wager = Wager { base, ..Wager::default() };
        if self.draws.below(2) == 0 {
            wager.joint = self.table.view(Watcher::Rail).game.contains("Hand").then_some(1);
        }
        for side in self.table.view(Watcher::Rail).sides {
            let amount = if side.equals_base { base } else { side.least };
            if self.draws.below(2) == 0 {
                *wager.part_mut(side.part) = amount;
            }
        }
        wager
    }

    /// Two bet on one spot as one, or somebody asks to see a hand.
    fn join_or_see(&mut self) {
        let seat = self.seat();
        if self.table.round().is_some() || self.table.phase() == Phase::Resting {
            let person = self.anybody();
            self.attempt(By::Patron(person), &Command::AskToSee { seat });
            return;
        }
        let view = self.table.view(Watcher::Rail);
        let Some(own) = self.pick(&view.wagers) else { return };
        let (person, spot) = (self.anybody(), own.spot);
        let one = Wager { joint: Some(1), ..own.wager };
        self.attempt(By::Patron(own.person), &Command::PutWager { spot, wager: one });
        self.attempt(By::Patron(person), &Command::PutWager { spot, wager: one });
        self.attempt(By::Patron(own.person), &Command::AgreeJoint { spot, person });
    }

    fn house_acts(&mut self) {
        let (one, other) = (self.anybody(), self.anybody());
        let company = [None, Some("First".to_owned()), Some("Second".to_owned())];
        let company = company[self.draws.below(3) as usize].clone();
        let command = match self.draws.below(8) {
            6 => [Command::NewGame, Command::NewShoe][self.draws.below(2) as usize].clone(),
            7 => {
                let minutes = self.draws.below(1_700) as i32 - 800;
                self.attempt(By::Clock, &Command::Zone { minutes });
                return;
            }
            0 => Command::Pause,
            1 => Command::Resume,
            2 => Command::Rule { words: "Play on.".to_owned(), clause: String::new(), dispute: None },
            3 => Command::Relatives { one, other, may_play: self.draws.below(2) == 0 },
            4 => Command::Company { person: one, company },
            _ => Command::Start,
        };
        let by = [FLOOR, FLOOR, FLOOR, DEALER][self.draws.below(4) as usize];
        self.attempt(by, &command);
    }

    /// Something is irregular, as the dealer or the floor says, and often they say it again.
    fn report(&mut self) {
        let Some(round) = self.table.round() else { return };
        let parties = round.offers().first().map_or(Party(0), |offer| offer.who);
        let seats: Vec<Seat> = self.table.people().iter().filter_map(|person| person.seat).collect();
        let seat = self.pick(&seats).unwrap_or(Seat::new(1));
        let report = match self.table.round() {
            Some(_) if self.draws.below(30) == 0 => {
                let spot = [None, Some(seat)][self.draws.below(2) as usize];
                Report::Void { spot, fees_returned: self.draws.below(2) == 0 }
            }
            Some(Round::Blackjack(_)) => {
                let spot = [None, Some(seat), Some(seat), Some(seat)][self.draws.below(4) as usize];
                let card = card(&mut self.draws);
                match self.draws.below(8) {
                    0 => Report::Blackjack(blackjack::Report::HoleExposed { card: None }),
                    1 => Report::Blackjack(blackjack::Report::HoleExposed { card: Some(card) }),
                    2 => Report::Blackjack(blackjack::Report::DrawnPast { spot: seat, card }),
                    _ => Report::Void { spot, fees_returned: self.draws.below(4) > 0 },
                }
            }
            Some(Round::DoubleHand(_)) => Report::DoubleHand(self.double_hand_report(seat, parties)),
            Some(Round::ThreeCard(_)) => {
                use three_card::Report as R;
                let of = [R::WrongStack(seat), R::WrongStack(seat), R::WrongBankStack, R::BadDeck];
                Report::ThreeCard(of[self.draws.below(4) as usize])
            }
            Some(Round::Poker(..)) if self.draws.below(12) == 0 => {
                Report::Void { spot: None, fees_returned: self.draws.below(2) == 0 }
            }
            Some(Round::Poker(..)) => Report::Poker(self.poker_report(seat)),
            Some(Round::Pan(_)) => {
                use games::pan::Report as R;
                let drawn = R::DrawnOutOfTurn { card: Some(card(&mut self.draws)) };
                let of = [R::WrongCount(seat), R::FoulMeld(seat), R::CardKept(seat), drawn, R::Void];
                Report::Pan(of[self.draws.below(5) as usize])
            }
            None => return,
        };
        let by = [FLOOR, FLOOR, DEALER][self.draws.below(3) as usize];
        for _ in 0..=self.draws.below(3) {
            self.attempt(by, &Command::Report { report });
        }
    }

    fn double_hand_report(&mut self, seat: Seat, who: Party) -> double_hand::Report {
        use double_hand::Report as R;
        let card = card(&mut self.draws);
        let pile = self.draws.below(8) as u8;
        let recovered = self.draws.below(2) == 0;
        let amount = Money::dollars(i64::from(self.draws.below(30)));
        let who = [who, Party(self.draws.below(8) as u8)][self.draws.below(2) as usize];
        // Where the shuffler deals, little else can be true.
        if self.table.spec().dealer == Dealer::Shuffler && self.draws.below(3) == 0 {
            return R::Cheating(seat);
        }
        match self.draws.below(18) {
            0 => R::Exposed(card),
            1 => R::Boxed(card),
            2 => R::ExposedIn { card, pile },
            3 => R::BoxedIn { card, pile },
            4 => R::Left(3 + self.draws.below(3) as u8),
            5 => R::IdenticalCards,
            6 => R::WrongCount(seat),
            7 => R::OutOfOrder(seat),
            8 => R::BankSeen,
            9 => R::BankFoul,
            10 => R::Contact(seat),
            11 => R::Cheating(seat),
            12 | 13 => R::ShortWager { who, amount },
            14 => R::LosingWagerRemoved(who),
            15 => R::WinningWagerRemoved(who),
            16 => R::HouseWayError { seat, recovered },
            _ => R::Misread { seat, recovered },
        }
    }

    fn poker_report(&mut self, seat: Seat) -> Irregularity {
        use Irregularity as I;
        let drawn = card(&mut self.draws);
        let card = self.draws.below(5) as u8;
        if self.table.spec().dealer == Dealer::Shuffler && self.draws.below(3) == 0 {
            return I::Dead { seat, why: DeadHand::Floor };
        }
        match self.draws.below(22) {
            0 => I::FirstCardExposed,
            1 => I::Exposed { seat, card },
            2 => I::ExposedOnDraw { seat, card },
            3 => I::ExtraCardsOff(card),
            4 => I::Boxed(drawn),
            5 => I::BoxedTogether(card + 1),
            6 => I::JokerNext,
            7 => I::JokerInHand { seat, card },
            8 => I::ExtraCard { seat, card: None },
            9 => I::MissingCard { seat },
            10 => I::EarlyFlop,
            11 => I::LargeFlop(drawn),
            12 => I::EarlyTurn(drawn),
            13 => I::EarlyRiver(drawn),
            14 => I::OutOfTurn {
                seat,
                choice: [poker::Choice::Check, poker::Choice::Fold][usize::from(card % 2)],
            },
            15 => I::ThrownByMistake { seat, card },
            16 => I::SubstantialAction { seat },
            17 => I::FouledDeck,
            18 => I::Dead { seat, why: DeadHand::ALL[self.draws.below(8) as usize] },
            19 => I::ShownToOne { seat },
            20 => I::Miscalled { seat },
            _ => I::MiscallRuled { seat, forfeits: card.is_multiple_of(2) },
        }
    }

    fn pass_time(&mut self) {
        match self.draws.below(10) {
            0 => self.now = self.now.after_ms(1 + i64::from(self.draws.below(90_000))),
            1 if self.draws.below(6) == 0 => {
                self.now = self.now.after_minutes(i64::from(self.draws.below(40)));
            }
            _ => {
                let next = self.now.after_ms(1_000);
                self.now = self.table.deadline().unwrap_or(next).max(self.now.after_ms(1));
            }
        }
        self.tick();
    }

    /// Whether hands were ever voided, or dealt again, so that a test cannot pass without it.
    pub(crate) fn has_voided(&self) -> bool {
        use games::round::Event as Of;
        self.has_told(|event| {
            let room::Event::Round { of } = event else { return false };
            match of {
                Of::Blackjack(event) => matches!(event, blackjack::Event::Voided { .. }),
                Of::DoubleHand(event) => {
                    use double_hand::Event as E;
                    matches!(event, E::Misdealt { .. } | E::Undone { .. } | E::Fouled { .. })
                }
                Of::ThreeCard(event) => matches!(event, three_card::Event::Misdealt { .. }),
                Of::Poker(event) => {
                    matches!(event, poker::Event::Voided { .. } | poker::Event::Died { .. })
                }
                Of::Pan(event) => {
                    matches!(event, games::pan::Event::Voided { .. } | games::pan::Event::Fouled { .. })
                }
            }
        })
    }

    /// Goes on with the round that is on, or reports what ends it.
    pub(crate) fn finish_or_void(&mut self) {
        match self.draws.below(4) {
            0 => self.report(),
            _ => self.go_on(),
        }
    }

    /// The floor closes the table; the round that is on is played to its end first.
    pub(crate) fn close(&mut self, shelf: &Shelf) {
        for dispute in self.table.disputes().iter().map(|one| one.dispute).collect::<Vec<_>>() {
            let (words, clause) = ("Settled.".to_owned(), String::new());
            self.attempt(FLOOR, &Command::Rule { words, clause, dispute: Some(dispute) });
        }
        let done = self.attempt(FLOOR, &Command::Close);
        assert!(done, "the floor may always close a table");
        for _ in 0..2_000 {
            if self.table.phase() == Phase::Closed {
                assert!(self.table.people().is_empty(), "everybody has left");
                return;
            }
            self.go_on();
            if self.draws.below(50) == 0 {
                self.restart(shelf);
            }
        }
        assert_eq!(self.table.spec().dealer, Dealer::Entered, "a round of the shuffler comes to its end");
    }
}
