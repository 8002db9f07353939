//! The generic battery on every poker book: random legal play, checked against a slow model written apart.

mod poker_model;

use std::sync::Arc;

use books::poker::{CollectionKind, KillRules, KillSize, KilledBy, KillerActs, PokerRules, Structure};
use books::{BookId, Clause, Money, Rule, Rules, Shelf};
use cards::Card;
use games::Seat;
use games::poker::{
    Allowed, Choice, Event, Fees, Hand, Irregularity, Offer, Opening, Place, Player, PostKind, Setup, Table,
    Turn, Waits, Which,
};
use poker_model::Model;

/// A small repeatable generator.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn money(&mut self, least: Money, most: Money, step: Money) -> Money {
        let steps = (most - least).in_cents() / step.in_cents();
        least + step.times(self.below(steps as usize + 1) as i64)
    }
}

fn poker_books() -> Vec<(BookId, PokerRules)> {
    let shelf = Shelf::filed();
    let books: Vec<_> = shelf
        .ids()
        .filter_map(|id| match shelf.book(&id).unwrap_or_else(|problem| panic!("{problem}")).rules {
            Rules::Poker(rules) => Some((id, *rules)),
            _ => None,
        })
        .collect();
    assert_eq!(books.len(), 12);
    books
}

/// Some tables of a book, every way of betting and every posting among them.
fn tables(rules: &PokerRules) -> Vec<Arc<Table>> {
    let mut tables = Vec::new();
    let rows = [
        ((3, 6), (1, 3)),
        ((4, 8), (2, 4)),
        ((1, 2), (1, 1)),
        ((5, 10), (3, 5)),
        ((10, 20), (5, 10)),
        ((300, 600), (100, 200)),
    ];
    for structure in Structure::ALL {
        for ((low, high), (small, big)) in rows {
            let limit = matches!(structure, Structure::Limit | Structure::Spread)
                .then(|| (Money::dollars(low), Money::dollars(high)));
            let blinds = Some((Money::dollars(small), Money::dollars(big)));
            if let Ok(stakes) = rules.stakes(*structure, limit, blinds) {
                let table = Table::new(rules, stakes);
                if let Some(split) = table.clone().posted_high_low() {
                    tables.extend(split.clone().posted_without_qualifier());
                    tables.push(split);
                }
                tables.push(table);
            }
        }
    }
    assert!(!tables.is_empty());
    let killing: Vec<Table> = tables.iter().filter_map(with_kill_pots).collect();
    tables.extend(killing);
    tables.into_iter().map(Arc::new).collect()
}

/// The same table with kill pots, a setting that no filed book uses; nothing where there are no limits to raise.
fn with_kill_pots(table: &Table) -> Option<Table> {
    let clause = table.rules().posts.kill_pots.clause;
    let mut rules = table.rules().clone();
    rules.posts.kill_pots.value = true;
    let is_even = |amount: Money| amount.in_cents() % (2 * rules.table.smallest_chip.in_cents()) == 0;
    let is_large = is_even(table.stakes().low) && is_even(table.stakes().high);
    rules.kill = Some(KillRules {
        size: Rule { value: if is_large { KillSize::Half } else { KillSize::Full }, clause },
        by: Rule { value: KilledBy::TwoInARow, clause },
        large_pot: None,
        ended_early_counts: Rule { value: true, clause },
        acts: Rule { value: if is_large { KillerActs::Last } else { KillerActs::InTurn }, clause },
    });
    let killing = Table::new(&rules, *table.stakes());
    killing.killed().is_some().then_some(killing)
}

fn clause_of(rules: &PokerRules) -> Clause {
    rules.collection.moment.clause
}

fn setup(table: &Table, dice: &mut Dice) -> Setup {
    let rules = table.rules();
    let range = &rules.table.players.value;
    let count = usize::from(range.least) + dice.below(usize::from(range.most - range.least) + 1);
    let mut seats: Vec<u8> = (1..=10).collect();
    for place in (1..seats.len()).rev() {
        seats.swap(place, dice.below(place + 1));
    }
    let chip = table.stakes().chip;
    let players: Vec<Player> = seats[..count]
        .iter()
        .map(|seat| {
            let big = table.stakes().high;
            let most = match dice.below(3) {
                0 => big,
                1 => big.times(6),
                _ => big.times(40),
            };
            Player { seat: Seat::new(*seat), stack: dice.money(chip, most, chip) }
        })
        .collect();
    let button = players[dice.below(count)].seat;
    let make_up = table.rules().posts.newcomer.value;
    let entering: Vec<_> =
        players.iter().map(|player| (player.seat, make_up)).filter(|_| dice.below(6) == 0).collect();
    let mut setup = Setup::new(table, players, button);
    setup.postings = table.postings(&setup.players, button, &entering);
    let killer = setup.players[dice.below(count)].seat;
    if dice.below(2) == 0 {
        table.kill(killer, &mut setup.postings);
    }
    if table.structure().collection.value != CollectionKind::Blind {
        let fee = |cents: i64| Rule { value: Money::cents(cents), clause: clause_of(rules) };
        setup.fees = Fees {
            hand: fee(100 * dice.below(7) as i64),
            modified_a: fee(100 * dice.below(2) as i64),
            modified_b: fee(100 * dice.below(2) as i64),
            time: fee(if dice.below(8) == 0 { 1000 } else { 0 }),
            jackpot: fee(if dice.below(8) == 0 { 100 } else { 0 }),
        };
    }
    setup.asks_to_show = dice.below(4) == 0;
    setup
}

/// One choice that an offer allows, by chance.
fn pick(offer: Offer, hand: &Hand, seat: Seat, dice: &mut Dice) -> Choice {
    let chip = hand.table().stakes().chip;
    let amount = |least: Money, most: Money, dice: &mut Dice| match dice.below(4) {
        0 => most,
        1 => least,
        _ => {
            let to = dice.money(least, most.min(least + chip.times(60)), chip);
            if to.in_cents() % chip.in_cents() == 0 { to } else { least }
        }
    };
    match offer {
        Offer::Fold => Choice::Fold,
        Offer::Check => Choice::Check,
        Offer::Call(_) => Choice::Call,
        Offer::Bet { least, most } => Choice::Bet(amount(least, most, dice)),
        Offer::Raise { least, most } => Choice::Raise(amount(least, most, dice)),
        Offer::Discard(_) => Choice::Discard(Which::one(dice.below(hand.private(seat).len()) as u8)),
        Offer::Draw(_) => Choice::Draw(Which::from_bits(dice.below(32) as u8)),
        Offer::Show => Choice::Show,
        Offer::Muck => Choice::Muck,
    }
}

/// Tries everything that is listed and much that is not, on copies.
fn probe(hand: &Hand, allowed: &[Allowed], dice: &mut Dice) {
    for allowed in allowed {
        let mut copy = hand.clone();
        let choice = pick(allowed.offer, hand, allowed.seat, dice);
        copy.choose(allowed.seat, choice, &mut ())
            .unwrap_or_else(|refusal| panic!("{choice:?} refused: {refusal}"));
        assert_ne!(copy, *hand, "{choice:?} did nothing");
    }
    let amount = Money::cents(1 + dice.below(5000) as i64);
    let choices = [
        Choice::Fold,
        Choice::Check,
        Choice::Call,
        Choice::Bet(amount),
        Choice::Bet(hand.betting().to_call),
        Choice::Raise(amount),
        Choice::Bet(Money::dollars(1_000_000)),
        Choice::Raise(Money::dollars(1_000_000)),
        Choice::Discard(Which::NONE),
        Choice::Discard(Which::from_bits(0b11)),
        Choice::Discard(Which::from_bits(0b1_0000)),
        Choice::Draw(Which::from_bits(0b10_0000)),
        Choice::Show,
        Choice::Muck,
    ];
    let bet_calls = hand.table().rules().acting.bet_behind_bet_calls.as_ref().is_some_and(|rule| rule.value);
    for seat in hand.seats() {
        for choice in choices {
            let is_listed = allowed.iter().any(|one| {
                one.seat == *seat
                    && match (one.offer, choice) {
                        (Offer::Fold, Choice::Fold)
                        | (Offer::Check, Choice::Check)
                        | (Offer::Call(_), Choice::Call)
                        | (Offer::Show, Choice::Show)
                        | (Offer::Muck, Choice::Muck) => true,
                        (Offer::Call(_), Choice::Bet(to)) => bet_calls && to == hand.betting().to_call,
                        (Offer::Bet { least, most }, Choice::Bet(to))
                        | (Offer::Raise { least, most }, Choice::Raise(to)) => to >= least && to <= most,
                        _ => false,
                    }
            });
            if is_listed {
                continue;
            }
            let mut copy = hand.clone();
            let refusal = copy.choose(*seat, choice, &mut ()).expect_err("an unlisted choice was taken");
            assert!(refusal.clause.is_some(), "{choice:?}: {refusal} without a clause");
            assert_eq!(copy, *hand, "a refusal changed the hand");
        }
    }
    let mut copy = hand.clone();
    let refusal = copy.choose(Seat::new(99), Choice::Fold, &mut ()).expect_err("nobody sits there");
    assert!(refusal.clause.is_some());
    if !hand.waits_for_card() {
        assert!(copy.card(None, &mut ()).is_err());
    } else {
        assert!(copy.card(Some(Card::JOKER), &mut ()).is_err());
        assert!(hand.seen().iter().all(|card| copy.card(Some(card), &mut ()).is_err()));
    }
    assert_eq!(copy, *hand);
}

fn money(hand: &Hand) -> Money {
    hand.stacks().iter().copied().sum::<Money>() + hand.pot() + hand.drop() + hand.jackpot()
}

/// Seats whose cards a human dealer deals unseen, which happens in every fourth hand. Unseen discards could not be
/// shuffled back here, so nobody is hidden where a draw may need them.
fn hidden_seats(table: &Table, setup: &Setup, dice: &mut Dice) -> Vec<Seat> {
    let is_short = table.rules().draw.is_some() && setup.players.len() > 4;
    // The last hand that has to be shown is turned up by the dealer: nothing is left to choose.
    let is_turned_up = table.rules().showdown.last_hand_shows.as_ref().is_some_and(|rule| rule.value);
    let hides = !is_short && !is_turned_up && dice.below(4) == 0;
    setup.players.iter().map(|player| player.seat).filter(|_| hides && dice.below(2) == 0).collect()
}

/// What is answered when it is asked is what is listed.
fn one_by_one_as_all_at_once(hand: &Hand) {
    let Some(player) = hand.in_turn() else { return assert_eq!(hand.turn(), None) };
    let turn = Turn {
        place: player.place(),
        may_check: player.may_check(),
        call: player.call(),
        raise: player.raise(),
        opens: player.opens(),
        may_fold: player.may_fold(),
    };
    assert_eq!(hand.turn(), Some(turn));
    assert_eq!(hand.seats()[turn.place], player.seat());
}

fn play(table: &Arc<Table>, dice: &mut Dice, name: &str) {
    let setup = setup(table, dice);
    let mut events: Vec<Event> = Vec::new();
    let mut hand =
        Hand::new(table, &setup, &mut events).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let mut told_again = Vec::new();
    let opening = Opening::check(table, &setup).unwrap();
    assert_eq!(opening.open(&mut told_again), hand, "{name}: an opening begins another hand");
    assert_eq!(told_again, events, "{name}: an opening tells other posts");
    let is_killed = setup.postings.iter().any(|posting| posting.post == PostKind::Kill);
    let played = if is_killed { table.killed().unwrap() } else { table };
    assert_eq!(hand.table(), &**played);
    let mut model = Model::new(played, &setup);
    let total = money(&hand);
    let full_deck = || Card::all().filter(|card| !card.is_joker()).collect::<Vec<Card>>();
    let mut deck = full_deck();
    let hidden = hidden_seats(table, &setup, dice);
    let mut told = 0;
    let mut is_dealt_again = dice.below(8) != 0;
    let mut allowed = Vec::new();
    let tries = dice.below(12) == 0;
    for step in 0.. {
        assert!(step < 2000, "{name}: a hand without end");
        assert_eq!(money(&hand), total, "{name}: money lost or made");
        match hand.waits() {
            Waits::Over => break,
            Waits::Card(_) if !is_dealt_again && dice.below(20) == 0 => {
                let together = Irregularity::BoxedTogether(table.rules().misdeal.boxed_together.value);
                hand.report(together, &mut events).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                // Dealt again, a hand is as it was once its posts were made.
                model = Model::new(played, &setup);
                deck = full_deck();
                is_dealt_again = true;
            }
            Waits::Card(place) => {
                let card = Some(deck.swap_remove(dice.below(deck.len())));
                let is_hidden = matches!(place, Place::Private(seat) if hidden.contains(&seat));
                let card = card.filter(|_| !is_hidden);
                hand.card(card, &mut events).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                model.card(place, card);
            }
            Waits::Shuffle(back) => {
                deck.extend(back.iter());
                hand.shuffle(&mut events).unwrap();
            }
            Waits::Choices => {
                allowed.clear();
                hand.allowed(&mut allowed);
                assert!(!allowed.is_empty(), "{name}: nobody may do anything");
                one_by_one_as_all_at_once(&hand);
                if tries {
                    probe(&hand, &allowed, dice);
                }
                let mut one = allowed[dice.below(allowed.len())];
                if one.offer == Offer::Fold && dice.below(3) != 0 {
                    one = allowed[dice.below(allowed.len())];
                }
                let choice = pick(one.offer, &hand, one.seat, dice);
                hand.choose(one.seat, choice, &mut events)
                    .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                model.choose(one.seat, choice);
            }
        }
        for event in &events[told..] {
            if let Event::Mucked { seat } = event {
                model.throw_in(*seat);
            }
        }
        told = events.len();
    }
    assert!(hand.pot().is_zero(), "{name}: {} left in the pot", hand.pot());
    for event in &events {
        match event {
            Event::Awarded { clause, .. }
            | Event::Returned { clause, .. }
            | Event::Collected { clause, .. } => {
                assert!(clause.is_some(), "{name}: {event:?} cites nothing");
            }
            _ => {}
        }
    }
    let result = model.settle();
    let stacks: Vec<(Seat, Money)> =
        hand.seats().iter().copied().zip(hand.stacks().iter().copied()).collect();
    assert_eq!(stacks, result.stacks, "{name}: {setup:#?} {events:#?}");
    assert_eq!(hand.drop() + hand.jackpot(), result.fees, "{name}: {setup:#?} {events:#?}");

    let mut replayed = Hand::before(table, &setup).unwrap();
    events.iter().for_each(|event| replayed.apply(event));
    assert_eq!(replayed, hand, "{name}: the events do not give the hand");
    if tries {
        let text = serde_json::to_string(&events).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Event>>(&text).unwrap(), events);
    }
}

#[test]
fn random_hands_of_every_book_agree_with_the_slow_model() {
    let mut dice = Dice(20_261_115);
    for (id, rules) in poker_books() {
        let tables = tables(&rules);
        let hands = if rules.draw.is_some() { 1500 } else { 3000 };
        for _ in 0..hands {
            let table = &tables[dice.below(tables.len())];
            play(table, &mut dice, &id.to_string());
        }
    }
}
