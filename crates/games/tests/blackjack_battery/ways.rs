//! Every line of play from a few cards, counted and added up: a rule that changes shows as a changed number.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use books::Money;
use cards::Card;
use games::blackjack::Blackjack;
use games::blackjack::{Bet, Choice, Setup, Waits};
use games::{Party, Purse, Seat};

use crate::model;
use crate::rules::Side;
use crate::tables::Table;

/// What lies in the shoe, in any order; games with jokers get two in place of the last two cards.
const SHOES: [&str; 5] = [
    "8s 8s 8s 8h 7s 9s Kd 6d",
    "As As Ah Kd Qs 5c 6c 2h",
    "Kd Kd Qd Ts 6h 6c 9s As",
    "2s 3s 4s As 5d Th 7c 9h",
    "6s 7s 7s 7d 8s 3h Jc Jc",
];

/// One walk over all lines, with the way to where it stands.
struct Walk<'a> {
    table: &'a Table,
    shoe: BTreeMap<Card, u8>,
    cards: Vec<Card>,
    choices: Vec<(Party, Choice)>,
    /// The model goes along on one line in so many.
    stride: u64,
    lines: u64,
    dry: u64,
    net: i64,
    used: i64,
}

/// Compares the numbers of a book with its file, or writes the file if `UPDATE` is set.
pub(crate) fn check(table: &Table) {
    let mut text = String::from(
        "# Every choice and every card that can come, for one player with $10 and a bank with plenty:\n\
         # cards in the shoe; lines of play to the end, and without cards to end; the player's net and the\n\
         # money moved over all lines. Written by UPDATE=1.\n",
    );
    for shoe in SHOES {
        let mut names: Vec<&str> = shoe.split(' ').collect();
        if table.model.jokers {
            names.truncate(6);
            names.extend(["Joker", "Joker"]);
        }
        let sum = walk_all(table, &names);
        let _ = writeln!(
            text,
            "{}; {}, {}; {}, {}",
            names.join(" "),
            sum.lines,
            sum.dry,
            Money::cents(sum.net),
            Money::cents(sum.used)
        );
    }
    let name = format!("{}.txt", table.name.replace('/', "-"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ways").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).expect("the folder is there");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        kept,
        text,
        "{}: the lines of play have changed; UPDATE=1 rewrites {}",
        table.name,
        path.display()
    );
}

fn walk_all<'a>(table: &'a Table, names: &[&str]) -> Walk<'a> {
    let ten = Money::dollars(10);
    let side = if matches!(table.model.side, Side::Buster { .. }) { ten } else { Money::ZERO };
    let purse =
        |name: &str, dollars| Purse { name: name.to_owned(), stack: Money::dollars(dollars), streak: 0 };
    let setup = Setup {
        seats: 8,
        decks: 8,
        purses: vec![purse("2", 1_000_000), purse("1", 1_000)],
        bank: Seat::new(2),
        banker: 0,
        stake: Money::dollars(1_000_000),
        partners: Vec::new(),
        bets: vec![Bet { spot: Seat::new(1), purse: 1, base: ten, side }],
    };
    let free = table.games.iter().find(|game| game.schedule.is_none()).expect("a game without fees");
    let round = Blackjack::open(Arc::clone(free), &Arc::new(setup), &mut ()).expect("a good setup");
    let mut shoe: BTreeMap<Card, u8> = BTreeMap::new();
    for name in names {
        let card = if *name == "Joker" { Card::JOKER } else { name.parse().expect("a card") };
        *shoe.entry(card).or_default() += 1;
    }
    let stride = if std::env::var_os("CARDROOM_ROUNDS").is_some() { 1 } else { 32 };
    let (cards, choices) = (Vec::new(), Vec::new());
    let mut walk = Walk { table, shoe, cards, choices, stride, lines: 0, dry: 0, net: 0, used: 0 };
    walk.on(&round);
    walk
}

impl Walk<'_> {
    fn on(&mut self, round: &Blackjack) {
        match round.waits() {
            Waits::Over => self.end(round),
            Waits::Look => unreachable!("the down card is dealt seen"),
            Waits::Card { .. } => {
                let left = self.shoe.iter().filter(|(_, left)| **left > 0);
                let faces: Vec<Card> = left.map(|(card, _)| *card).collect();
                self.dry += u64::from(faces.is_empty());
                for card in faces {
                    *self.shoe.entry(card).or_default() -= 1;
                    self.cards.push(card);
                    let mut next = round.clone();
                    next.card(Some(card), &mut ()).expect("eight decks hold every card of the shoe");
                    self.on(&next);
                    self.cards.pop();
                    *self.shoe.entry(card).or_default() += 1;
                }
            }
            Waits::Choices => {
                let mut open = Vec::new();
                round.allowed(&mut open);
                for one in open {
                    let choice = match one.choice {
                        Choice::Double(_) => Choice::Double(one.most),
                        Choice::Insure(_) => Choice::Insure(one.most),
                        other => other,
                    };
                    self.choices.push((one.who, choice));
                    let mut next = round.clone();
                    next.choose(one.who, choice, &mut ()).expect("listed choices are open");
                    self.on(&next);
                    self.choices.pop();
                }
            }
        }
    }

    fn end(&mut self, round: &Blackjack) {
        let net = (round.purse(1) - Money::dollars(1_000)).in_cents();
        let used = round.stake().used().in_cents();
        if self.lines.is_multiple_of(self.stride) {
            let rules = &self.table.model;
            let (setup, schedule) = (round.setup(), None);
            let (cards, choices) = (self.cards.as_slice(), self.choices.as_slice());
            let model = model::walk(&model::Round { rules, setup, schedule, cards, choices });
            let ends = (model.purses[1] - 100_000, model.used, model.stopped);
            assert_eq!(ends, (net, used, None), "{}: {cards:?} {choices:?}", self.table.name);
        }
        self.lines += 1;
        self.net += net;
        self.used += used;
    }
}
