//! A slow model of the money of a poker hand, written apart from the engine: it counts single cents of every
//! layer and ranks hands by trying all five-card hands.

use std::collections::BTreeMap;

use books::Money;
use books::poker::{EndsEarly, FeeMoment, Half, HoleUse, LateBet, LowScale, OddChips, StreetName, Wins};
use cards::{Card, Rank, Suit};
use games::Seat;
use games::poker::{Choice, Place, PostKind, Setup, Table};

struct Person {
    seat: Seat,
    stack: i64,
    paid: i64,
    bet: i64,
    cards: Vec<Card>,
    is_in: bool,
    checked_last: bool,
    last_bet: i64,
}

/// What the model says of a finished hand.
pub(crate) struct Outcome {
    /// Every seat's money, from the left of the button.
    pub(crate) stacks: Vec<(Seat, Money)>,
    /// All fees together.
    pub(crate) fees: Money,
}

/// The money of one hand.
pub(crate) struct Model<'t> {
    table: &'t Table,
    fees: games::poker::Fees,
    people: Vec<Person>,
    board: Vec<Card>,
    high_bet: i64,
    street: usize,
    dropped: i64,
    small_blind: i64,
    has_action: bool,
    has_late_bet: bool,
    flop_fee: i64,
    has_flop_fee: bool,
    late_fee: i64,
    early_fee: i64,
    jackpot_and_time: i64,
    is_showing: bool,
    /// Who threw the hand in at the showdown, in that order.
    thrown_in: Vec<usize>,
}

impl<'t> Model<'t> {
    /// A hand with its posts made.
    pub(crate) fn new(table: &'t Table, setup: &Setup) -> Model<'t> {
        let mut seats: Vec<(Seat, Money)> = setup.players.iter().map(|one| (one.seat, one.stack)).collect();
        seats.sort();
        while seats.last().unwrap().0 != setup.button {
            seats.rotate_left(1);
        }
        let people = seats
            .into_iter()
            .map(|(seat, stack)| Person {
                seat,
                stack: stack.in_cents(),
                paid: 0,
                bet: 0,
                cards: Vec::new(),
                is_in: true,
                checked_last: false,
                last_bet: 0,
            })
            .collect();
        let mut model = Model {
            table,
            fees: setup.fees,
            people,
            board: Vec::new(),
            high_bet: 0,
            street: 0,
            dropped: 0,
            small_blind: 0,
            has_action: false,
            has_late_bet: false,
            flop_fee: 0,
            has_flop_fee: false,
            late_fee: 0,
            early_fee: 0,
            jackpot_and_time: 0,
            is_showing: false,
            thrown_in: Vec::new(),
        };
        for posting in &setup.postings {
            let person = model.person(posting.seat);
            let amount = posting.amount.in_cents().min(person.stack);
            person.stack -= amount;
            person.paid += amount;
            person.bet += amount;
            let level = person.bet - amount + posting.amount.in_cents();
            model.high_bet = model.high_bet.max(level);
            match posting.post {
                PostKind::SmallBlind => model.small_blind = amount,
                PostKind::BigBlind if table.stakes().blind_is_dropped => model.dropped = amount,
                _ => {}
            }
        }
        model
    }

    fn person(&mut self, seat: Seat) -> &mut Person {
        self.people.iter_mut().find(|person| person.seat == seat).unwrap()
    }

    fn in_pot(&self) -> i64 {
        let paid: i64 = self.people.iter().map(|person| person.paid).sum();
        paid - self.dropped - self.flop_fee - self.late_fee - self.early_fee - self.jackpot_and_time
    }

    fn street_name(&self) -> StreetName {
        self.table.streets()[self.street].name.value
    }

    /// The end of a round of betting: money nobody matched goes back.
    fn sweep(&mut self) {
        let in_hand = self.people.iter().filter(|person| person.is_in).count();
        let mut bets: Vec<i64> = self.people.iter().map(|person| person.bet).collect();
        bets.sort_unstable();
        let second = bets[bets.len() - 2];
        let in_pot = self.in_pot();
        if let Some(person) = self.people.iter_mut().find(|person| person.is_in && person.bet > second) {
            let back = (person.bet - second).min(in_pot);
            // What a lone blind posted is won, not returned: the sum is the same.
            if in_hand > 1 || self.has_action || back == person.bet - second {
                person.stack += back;
                person.paid -= back;
                person.bet -= back;
            }
        }
        self.take_late_fee_if_due();
        for person in &mut self.people {
            person.last_bet = person.bet;
            person.bet = 0;
        }
        self.high_bet = 0;
    }

    fn take_late_fee_if_due(&mut self) {
        let sevens = self.table.rules().hands.checked_low_wins_no_bet.is_some();
        if self.has_late_bet && self.late_fee == 0 && !sevens {
            self.late_fee = self.fees.modified_b.value.in_cents().min(self.in_pot());
        }
    }

    /// A card was dealt; nothing stands for one that nobody has seen.
    pub(crate) fn card(&mut self, place: Place, card: Option<Card>) {
        match place {
            Place::Private(seat) => self.person(seat).cards.extend(card),
            Place::Burn => self.next_street(),
            Place::Board => {
                self.board.extend(card);
                if self.board.len() == 3 && self.table.rules().collection.moment.value == FeeMoment::AfterFlop
                {
                    self.take_hand_fee();
                }
            }
        }
    }

    fn take_hand_fee(&mut self) {
        self.has_flop_fee = true;
        self.flop_fee = self.fees.hand.value.in_cents().min(self.in_pot());
        let time = self.fees.time.value.in_cents().min(self.in_pot());
        self.jackpot_and_time += time;
        let jackpot = self.fees.jackpot.value.in_cents().min(self.in_pot());
        self.jackpot_and_time += jackpot;
    }

    fn next_street(&mut self) {
        self.sweep();
        self.street += 1;
        for person in &mut self.people {
            person.checked_last = false;
        }
        if self.street_name() == StreetName::Draw
            && self.table.rules().collection.moment.value == FeeMoment::AtDraw
        {
            self.take_hand_fee();
        }
    }

    /// A player chose.
    pub(crate) fn choose(&mut self, seat: Seat, choice: Choice) {
        if choice == Choice::Show {
            self.show();
        }
        let high = self.high_bet;
        let late = match self.table.rules().collection.late_bet.value {
            LateBet::TurnOrRiver => matches!(self.street_name(), StreetName::Turn | StreetName::River),
            LateBet::AfterDraw => self.street_name() == StreetName::Draw,
            LateBet::NoFee => false,
        };
        let person = self.person(seat);
        match choice {
            Choice::Fold => person.is_in = false,
            Choice::Check => person.checked_last = true,
            Choice::Show | Choice::Muck => {}
            Choice::Call => {
                let adds = (high - person.bet).min(person.stack);
                person.stack -= adds;
                person.paid += adds;
                person.bet += adds;
                self.has_action = true;
            }
            Choice::Bet(to) | Choice::Raise(to) => {
                let adds = to.in_cents() - person.bet;
                assert!(adds > 0 && adds <= person.stack && to.in_cents() > high);
                person.stack -= adds;
                person.paid += adds;
                person.bet += adds;
                self.high_bet = to.in_cents();
                self.has_action = true;
                self.has_late_bet |= late;
            }
            Choice::Discard(which) | Choice::Draw(which) => {
                let cards = std::mem::take(&mut person.cards);
                let kept = cards.into_iter().enumerate().filter(|(at, _)| !which.contains(*at as u8));
                person.cards = kept.map(|(_, card)| card).collect();
            }
        }
    }

    fn show(&mut self) {
        if !self.is_showing {
            self.sweep();
            self.is_showing = true;
        }
    }

    /// A hand was thrown in at the showdown.
    pub(crate) fn throw_in(&mut self, seat: Seat) {
        self.show();
        self.person(seat).is_in = false;
        let place = self.people.iter().position(|person| person.seat == seat);
        self.thrown_in.extend(place);
    }

    /// Who gets what.
    pub(crate) fn settle(mut self) -> Outcome {
        if !self.is_showing {
            self.sweep();
        }
        let sevens = self.table.rules().hands.checked_low_wins_no_bet.as_ref().map(|rule| rule.value);
        let left: Vec<usize> = (0..self.people.len()).filter(|place| self.people[*place].is_in).collect();
        if left.len() == 1 && !self.is_showing {
            if self.has_late_bet && self.late_fee == 0 {
                self.late_fee = self.fees.modified_b.value.in_cents().min(self.in_pot());
            }
            let is_early = self.street == 0;
            let has_rule = self.table.rules().collection.ends_early.value == EndsEarly::FeeA;
            if is_early && has_rule && self.has_action {
                self.early_fee =
                    self.fees.modified_a.value.in_cents().min(self.small_blind).min(self.in_pot());
            }
            let pot = self.in_pot();
            self.people[left[0]].stack += pot;
        } else {
            self.settle_shown(&left, sevens);
        }
        let fees = self.dropped + self.flop_fee + self.late_fee + self.early_fee + self.jackpot_and_time;
        Outcome {
            stacks: self.people.iter().map(|person| (person.seat, Money::cents(person.stack))).collect(),
            fees: Money::cents(fees),
        }
    }

    fn settle_shown(&mut self, left: &[usize], sevens: Option<u8>) {
        let wins = self.table.ranking().wins;
        let scale = self.table.rules().hands.low_scale.as_ref().map(|rule| rule.value);
        let mut highs: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let mut lows: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        for place in left {
            if self.people[*place].cards.is_empty() {
                assert_eq!(left.len(), 1, "only the last hand may win unseen");
                continue;
            }
            let hands = self.five_card_hands(&self.people[*place].cards);
            if wins != Wins::Low {
                highs.insert(*place, hands.iter().map(|five| high_key(five, true)).max().unwrap());
            }
            if wins == Wins::High {
                continue;
            }
            let best = hands
                .iter()
                .map(|five| {
                    if scale == Some(LowScale::DeuceToSeven) { high_key(five, false) } else { low_key(five) }
                })
                .min()
                .unwrap();
            let qualifies = match (wins, self.table.ranking().qualifier) {
                (Wins::HighLow, Some(highest)) => best[0] == 0 && best[1] <= highest,
                _ => true,
            };
            if qualifies {
                lows.insert(*place, best);
            }
        }
        if let Some(highest) = sevens {
            let best = lows.values().min();
            let is_checked_low = left.iter().any(|place| {
                let is_low = best.is_some_and(|best| best[0] == 0 && best[1] <= highest);
                self.people[*place].checked_last && is_low && lows.get(place) == best
            });
            if is_checked_low {
                for person in &mut self.people {
                    person.stack += person.last_bet;
                    person.paid -= person.last_bet;
                }
            } else if self.has_late_bet {
                self.late_fee = self.fees.modified_b.value.in_cents().min(self.in_pot());
            }
        }
        let mut taken = self.dropped + self.flop_fee + self.late_fee + self.jackpot_and_time;
        let mut from = 0;
        let came: Vec<usize> = self.thrown_in.iter().chain(left).copied().collect();
        while let Some(top) =
            came.iter().map(|place| self.people[*place].paid).filter(|paid| *paid > from).min()
        {
            let matched: Vec<usize> =
                came.iter().copied().filter(|place| self.people[*place].paid >= top).collect();
            let contenders: Vec<usize> =
                matched.iter().copied().filter(|place| self.people[*place].is_in).collect();
            let is_last = came.iter().all(|place| self.people[*place].paid <= top);
            let mut amount = 0;
            for person in &self.people {
                let reach = if is_last { person.paid } else { person.paid.min(top) };
                amount += (reach - from).max(0);
            }
            let fee = taken.min(amount);
            taken -= fee;
            amount -= fee;
            match contenders.len() {
                // All who matched it threw their hands in, the last of them with nobody left against them.
                0 => self.give(amount, &matched[matched.len() - 1..]),
                1 => self.give(amount, &contenders),
                _ => self.award(amount, &contenders, &highs, &lows),
            }
            from = top;
        }
    }

    fn award(
        &mut self,
        amount: i64,
        contenders: &[usize],
        highs: &BTreeMap<usize, Vec<u8>>,
        lows: &BTreeMap<usize, Vec<u8>>,
    ) {
        let best_high = contenders.iter().filter_map(|place| highs.get(place)).max();
        let best_low = contenders.iter().filter_map(|place| lows.get(place)).min();
        let high: Vec<usize> = contenders
            .iter()
            .copied()
            .filter(|place| best_high.is_some() && highs.get(place) == best_high)
            .collect();
        let low: Vec<usize> = contenders
            .iter()
            .copied()
            .filter(|place| best_low.is_some() && lows.get(place) == best_low)
            .collect();
        if high.is_empty() {
            self.give(amount, &low);
        } else if low.is_empty() || (high == low && high.len() == 1) {
            self.give(amount, &high);
        } else {
            let chip = self.table.stakes().chip.in_cents();
            let half = amount / 2 / chip * chip;
            assert_eq!(self.table.rules().pots.odd_half.as_ref().unwrap().value, Half::High);
            self.give(amount - half, &high);
            self.give(half, &low);
        }
    }

    /// Deals an amount out chip by chip.
    fn give(&mut self, mut amount: i64, winners: &[usize]) {
        assert!(!winners.is_empty());
        let chip = self.table.stakes().chip.in_cents();
        let all_to_first = self.table.rules().pots.odd_chips.value == OddChips::AllToFirst;
        while amount >= chip * winners.len() as i64 {
            for place in winners {
                self.people[*place].stack += chip;
                amount -= chip;
            }
        }
        for place in winners {
            let part = if all_to_first { amount } else { amount.min(chip) };
            self.people[*place].stack += part;
            amount -= part;
        }
        assert_eq!(amount, 0);
    }

    fn five_card_hands(&self, private: &[Card]) -> Vec<Vec<Card>> {
        let uses = self.table.rules().hands.uses.value;
        let cards: Vec<Card> = private.iter().chain(&self.board).copied().collect();
        let mut hands = Vec::new();
        for set in 0_u32..1 << cards.len() {
            if set.count_ones() != 5 {
                continue;
            }
            let own = (0..private.len()).filter(|at| set >> at & 1 == 1).count();
            let fits = match uses {
                HoleUse::Any | HoleUse::AllFive => true,
                HoleUse::ExactlyTwo => own == 2,
                HoleUse::AtMostTwo => own <= 2,
            };
            if fits {
                hands.push((0..cards.len()).filter(|at| set >> at & 1 == 1).map(|at| cards[at]).collect());
            }
        }
        hands
    }
}

fn groups(numbers: &[u8]) -> Vec<(u8, u8)> {
    let mut groups: Vec<(u8, u8)> = Vec::new();
    for number in numbers {
        match groups.iter_mut().find(|(_, of)| of == number) {
            Some(group) => group.0 += 1,
            None => groups.push((1, *number)),
        }
    }
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}

/// Class, then the ranks that decide; greater is higher.
fn high_key(five: &[Card], ace_low_straight: bool) -> Vec<u8> {
    let numbers: Vec<u8> = five.iter().map(|card| card.rank().unwrap().number()).collect();
    let suits: Vec<Suit> = five.iter().map(|card| card.suit().unwrap()).collect();
    let groups = groups(&numbers);
    let shape: Vec<u8> = groups.iter().map(|(count, _)| *count).collect();
    let mut ranks: Vec<u8> = groups.iter().map(|(_, number)| *number).collect();
    let is_flush = suits.iter().all(|suit| *suit == suits[0]);
    let mut is_straight = shape.len() == 5 && ranks[0] - ranks[4] == 4;
    if ace_low_straight && ranks == [14, 5, 4, 3, 2] {
        is_straight = true;
        ranks = vec![5, 4, 3, 2, 1];
    }
    let class = match (shape.as_slice(), is_straight, is_flush) {
        (_, true, true) => 8,
        ([4, 1], ..) => 7,
        ([3, 2], ..) => 6,
        (_, false, true) => 5,
        (_, true, false) => 4,
        ([3, 1, 1], ..) => 3,
        ([2, 2, 1], ..) => 2,
        ([2, 1, 1, 1], ..) => 1,
        _ => 0,
    };
    ranks.insert(0, class);
    ranks
}

/// Class of pairs, then the ranks with aces low; less is better.
fn low_key(five: &[Card]) -> Vec<u8> {
    let low = |rank: Rank| if rank == Rank::Ace { 1 } else { rank.number() };
    let numbers: Vec<u8> = five.iter().map(|card| low(card.rank().unwrap())).collect();
    let groups = groups(&numbers);
    let class = match groups.iter().map(|(count, _)| *count).collect::<Vec<_>>().as_slice() {
        [1, 1, 1, 1, 1] => 0,
        [2, 1, 1, 1] => 1,
        [2, 2, 1] => 2,
        [3, 1, 1] => 3,
        [3, 2] => 4,
        _ => 5,
    };
    let mut key: Vec<u8> = groups.iter().map(|(_, number)| *number).collect();
    key.insert(0, class);
    key
}
