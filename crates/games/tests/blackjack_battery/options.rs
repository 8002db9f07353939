//! Options that a filing or a ruling lets the house choose, switched in a book and in the model alike.

use books::Odds;
use books::blackjack::{Check, Coverage, FaceNumbers, First, Outcome, Pairs, Start, Times};

use crate::rules::{Button, Insurance, Look, Side, Special};
use crate::tables::{Change, Table};

/// The options of a book, by name.
const OPTIONS: &[(&str, &str, Change)] = &[
    ("mortimers/no-bust-2003", "faces 11 to 13 for the button", |book, model| {
        book.settlement.faces_number.value = FaceNumbers::ElevenToThirteen;
        model.button = Button::ByBank { faces_from_11: true };
    }),
    ("mortimers/no-bust-2003", "net cover", |book, model| {
        book.settlement.coverage.value = Coverage::Net;
        model.net_cover = true;
    }),
    ("mortimers/pure-21-5", "naturals at 6:5", |book, model| {
        book.natural.pays.value = Odds::new(6, 5);
        model.natural_pays = (6, 5);
    }),
    ("mortimers/pure-21-5", "naturals at 7:5", |book, model| {
        book.natural.pays.value = Odds::new(7, 5);
        model.natural_pays = (7, 5);
    }),
    ("mortimers/pure-21-5", "insurance and even money", |book, model| {
        book.insurance.offered.value = true;
        book.insurance.even_money.value = true;
        model.insurance = Insurance::UpToHalf;
        model.even_money = true;
    }),
    ("mortimers/pure-21-5", "winning over hands against 8-8-8", |book, model| {
        book.special.bank_888.as_mut().expect("filed").value.result = Outcome::Player;
        model.special = Special::Eights { win: true };
    }),
    ("mortimers/pure-21-5", "doubles after splits, and aces split again", |book, model| {
        book.double.after_split.value = true;
        book.split.aces_times.value = Times::ANY;
        model.double_after_split = true;
        model.aces_again = true;
    }),
    ("mortimers/no-bust-6", "a look under tens", |book, model| {
        book.deal.check.value = Check::UnderAceOrTen;
        model.look = Look::AceOrTen;
    }),
    ("mortimers/no-bust-6", "pairs by rank", |book, model| {
        book.split.pairs.value = Pairs::SameRank;
        model.pairs_by_rank = true;
    }),
    ("mortimers/no-bust-6-buster", "a look under tens, and net cover", |book, model| {
        book.deal.check.value = Check::UnderAceOrTen;
        book.settlement.coverage.value = Coverage::Net;
        model.look = Look::AceOrTen;
        model.net_cover = true;
    }),
    ("ven-a-mexico/no-bust-4-01", "three-card 22, three splits and a look under aces", |book, model| {
        book.special.player_three_cards.as_mut().expect("filed").value.least = 22;
        book.split.times.value = Times::most(3);
        book.deal.check.value = Check::UnderAce;
        model.special = Special::ThreeCards { from: 22 };
        model.most_splits = Some(3);
        model.look = Look::AceOnly;
    }),
    ("marina/no-bust-joker", "naturals at 2:1", |book, model| {
        book.natural.pays.value = Odds::new(2, 1);
        model.natural_pays = (2, 1);
    }),
    ("marina/pure-21-5", "naturals at 3:2, insurance and even money", |book, model| {
        book.natural.pays.value = Odds::new(3, 2);
        book.insurance.offered.value = true;
        book.insurance.even_money.value = true;
        model.natural_pays = (3, 2);
        model.insurance = Insurance::UpToHalf;
        model.even_money = true;
    }),
    ("marina/pure-21-5", "insurance and the first Bonus Bet", |book, model| {
        book.insurance.offered.value = true;
        book.insurance.even_money.value = false;
        let bonus = book.bonus_bet.as_mut().expect("filed");
        (bonus.offered.value, bonus.table.value) = (true, 1);
        model.insurance = Insurance::UpToHalf;
        model.side = Side::Bonus { table: 1 };
    }),
    ("marina/pure-21-5", "naturals at 7:5 and the second Bonus Bet", |book, model| {
        book.natural.pays.value = Odds::new(7, 5);
        let bonus = book.bonus_bet.as_mut().expect("filed");
        (bonus.offered.value, bonus.table.value) = (true, 2);
        model.natural_pays = (7, 5);
        model.side = Side::Bonus { table: 2 };
    }),
    ("marina/pure-21-5", "the third Bonus Bet", |book, model| {
        let bonus = book.bonus_bet.as_mut().expect("filed");
        (bonus.offered.value, bonus.table.value) = (true, 3);
        model.side = Side::Bonus { table: 3 };
    }),
    ("players-club/no-bust-5", "the button by the hole card and a look", |book, model| {
        book.settlement.start.value = Start::SecondCard;
        book.settlement.count_from.value = First::Seat1;
        book.settlement.faces_number.value = FaceNumbers::ElevenToThirteen;
        book.deal.check.value = Check::UnderAceOrTen;
        model.button = Button::BySeat1;
        model.look = Look::AceOrTen;
    }),
];

/// The tables of a book with an option switched.
pub(crate) fn tables(book: &str) -> impl Iterator<Item = Table> {
    let of_book = OPTIONS.iter().filter(move |option| option.0 == book);
    of_book.map(|(book, option, change)| Table::new(book, option, *change))
}
