//! Every row of the matrix, compared with what the books say.

use std::fmt::Display;

use books::blackjack::{BlackjackRules, Start, SuitPays};

use crate::{BOOKS, rules};

/// The nine books, and every cell in which they differ from the matrix.
struct Matrix {
    books: Vec<BlackjackRules>,
    faults: Vec<String>,
}

impl Matrix {
    /// Compares one row, written down from the matrix, with the books.
    fn row<T: Display>(&mut self, name: &str, get: impl Fn(&BlackjackRules) -> T, expected: [&str; 9]) {
        for ((book, rules), expected) in BOOKS.iter().zip(&self.books).zip(expected) {
            let found = get(rules).to_string();
            if found != expected {
                self.faults
                    .push(format!("{name}: {book} has \"{found}\" where the matrix has \"{expected}\""));
            }
        }
    }

    /// Compares a row that is the same in all books.
    fn same<T: Display>(&mut self, name: &str, get: impl Fn(&BlackjackRules) -> T, expected: &str) {
        self.row(name, get, [expected; 9]);
    }
}

fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

#[test]
fn the_books_say_what_the_matrix_says() {
    let mut matrix = Matrix { books: BOOKS.map(rules).into(), faults: Vec::new() };
    cards_and_values(&mut matrix);
    deal_and_turns(&mut matrix);
    results(&mut matrix);
    double_split_surrender(&mut matrix);
    insurance_and_side_bets(&mut matrix);
    settlement(&mut matrix);
    assert!(matrix.faults.is_empty(), "{}", matrix.faults.join("\n"));
}

fn cards_and_values(matrix: &mut Matrix) {
    matrix.row("Jokers", |r| *r.deck.jokers, ["1", "0", "0", "0", "0", "1", "0", "0", "0"]);
    matrix.row(
        "Number of decks",
        |r| format!("{}-{}", r.deck.decks.least, r.deck.decks.most),
        ["2-8", "1-8", "2-8", "1-8", "1-8", "2-8", "1-8", "1-8", "1-8"],
    );
    matrix.same("Usual decks (C22)", |r| r.deck.decks.usual, "6");
    matrix.row("Seats", |r| *r.book.seats, ["8", "8", "8", "10", "8", "8", "8", "8", "8"]);
    let (ace, jokers) = ("ace and ten-value", "two jokers");
    matrix.row("Natural", |r| *r.natural.hand, [jokers, ace, ace, ace, ace, jokers, ace, ace, ace]);
    matrix.row(
        "Rank value of the Natural",
        |r| r.natural.counts.to_string(),
        ["22", "21.5", "22", "22", "21.5", "more than 21", "21.5", "22", "22"],
    );
    matrix.row(
        "Natural pays",
        |r| *r.natural.pays,
        ["2 to 1", "3 to 2", "6 to 5", "6 to 5", "6 to 5", "1 to 1", "6 to 5", "6 to 5", "1 to 1"],
    );
    matrix.row(
        "Natural pays, options",
        |r| {
            let others = r.natural.may_pay.iter().flat_map(|pays| pays.iter());
            let others: Vec<String> =
                others.filter(|pays| **pays != *r.natural.pays).map(ToString::to_string).collect();
            others.join(", ")
        },
        ["", "6 to 5, 7 to 5", "", "", "", "", "3 to 2, 7 to 5", "", ""],
    );
    matrix.same("Other wins pay", |r| *r.results.wins_pay, "1 to 1");
    matrix.same("Ace", |r| *r.values.ace, "11");
    matrix.same("J Q K", |r| *r.values.faces, "10");
    matrix.row(
        "Joker with other cards",
        |r| *r.values.joker_makes,
        ["21", "0", "0", "0", "0", "21", "0", "0", "0"],
    );
    matrix.same("A drawn 22 is over", |r| yes(*r.values.highest < 22), "yes");
    matrix.same("A and ten after a split is a Natural", |r| yes(*r.natural.after_split), "no");
}

fn deal_and_turns(matrix: &mut Matrix) {
    let (seat, bank) = ("seat 1", "left of the bank");
    matrix.row("Deal order", |r| *r.deal.first, [bank, bank, seat, seat, seat, seat, bank, seat, seat]);
    let (down, after) = ("face down", "after the players");
    matrix.row(
        "Bank's second card",
        |r| *r.deal.bank_second_card,
        [after, down, down, down, down, after, down, down, down],
    );
    let both = "under an ace or a ten-value";
    matrix.row(
        "Hole-card check",
        |r| *r.deal.check,
        ["never", both, "under an ace", "under an ace", "never", "never", both, "never", "never"],
    );
    matrix.row(
        "Freeze at the bank's Joker up",
        |r| yes(*r.deal.joker_up_freezes),
        ["yes", "no", "no", "no", "no", "yes", "no", "no", "no"],
    );
    matrix.row(
        "Must stand, hard",
        |r| *r.player.must_stand_hard,
        ["20", "19", "19", "20", "21", "20", "19", "21", "21"],
    );
    // 22 means that every soft total is free.
    matrix.row(
        "Must stand, soft",
        |r| *r.player.must_stand_soft,
        ["20", "22", "22", "20", "21", "21", "22", "21", "21"],
    );
    matrix.row("Must hit", |r| *r.player.must_hit_hard, ["11", "11", "5", "5", "11", "11", "11", "11", "11"]);
    matrix.same("Must hit, soft totals from 12 up", |r| yes(*r.player.must_hit_soft >= 12), "no");
    matrix.row(
        "A hand with a Joker can only stand",
        |r| yes(*r.player.joker_hand_stands),
        ["yes", "no", "no", "no", "no", "yes", "no", "no", "no"],
    );
    matrix.same("Bank hits, hard", |r| *r.bank.hits_hard, "16");
    matrix.same("Bank hits, soft", |r| *r.bank.hits_soft, "17");
    let decided = "unless every hand is decided";
    matrix.row(
        "Bank draws when nothing hangs on it",
        |r| *r.bank.draws,
        [decided, decided, decided, "always", decided, decided, decided, decided, decided],
    );
}

fn results(matrix: &mut Matrix) {
    let (player, bank, push) = ("player wins", "bank wins", "push");
    matrix.same("Natural v Natural", |r| *r.results.both_natural, push);
    matrix.same("Player's Natural v anything else", |r| *r.results.player_natural, player);
    matrix.same("Bank's Natural v anything else", |r| *r.results.bank_natural, bank);
    matrix.same("Player 21 or less, bank over", |r| *r.results.bank_over, player);
    matrix.same("Player over, bank 21 or less", |r| *r.results.player_over, bank);
    matrix.same("Both 21 or less, player higher", |r| *r.results.player_higher, player);
    matrix.same("Both 21 or less, bank higher", |r| *r.results.bank_higher, bank);
    matrix.same("Tie at 21 or less", |r| *r.results.equal, push);
    matrix.same("Both over, bank nearer", |r| *r.results.both_over_bank_nearer, bank);
    matrix.same("Both over, equal", |r| *r.results.both_over_equal, bank);
    matrix.row(
        "Both over, player nearer",
        |r| *r.results.both_over_player_nearer,
        [push, bank, bank, bank, bank, push, bank, bank, bank],
    );
    matrix.row(
        "Special push",
        special,
        [
            "",
            "888 every over hand push",
            "789 nearer over hands push",
            "789 every over hand push",
            "three cards 23-25 push",
            "",
            "888 every over hand push",
            "three cards 22-25 push",
            "three cards 22-25 push",
        ],
    );
    matrix.row(
        "Special push, option",
        |r| {
            let may = r.special.bank_888_may.iter().flat_map(|may| may.iter());
            may.map(ToString::to_string).collect::<Vec<_>>().join(", ")
        },
        ["", "push, player wins", "", "", "", "", "", "", ""],
    );
}

fn special(rules: &BlackjackRules) -> String {
    let special = &rules.special;
    let mut words = Vec::new();
    if let Some(bank) = &special.bank_suited_789 {
        words.push(format!("789 {} {}", bank.reaches, bank.result));
    }
    if let Some(bank) = &special.bank_888 {
        words.push(format!("888 {} {}", bank.reaches, bank.result));
    }
    if let Some(three) = &special.player_three_cards {
        words.push(format!("three cards {}-{} {}", three.least, three.most, three.result));
    }
    words.join(", ")
}

fn double_split_surrender(matrix: &mut Matrix) {
    let (equal, less) = ("equal", "up to equal");
    matrix.row(
        "Double, added wager",
        |r| *r.double.amount,
        [equal, less, less, less, equal, equal, less, equal, equal],
    );
    matrix.same("Double, cards", |r| *r.double.cards, "1");
    matrix.row(
        "Double after a split",
        |r| yes(*r.double.after_split),
        ["yes", "no", "yes", "yes", "yes", "yes", "no", "yes", "yes"],
    );
    matrix.same("Double on a must-stand total", |r| yes(*r.double.must_stand_totals), "no");
    matrix.same("Split, which pairs", |r| *r.split.pairs, "same value");
    matrix.same("Split, wager", |r| *r.split.amount, equal);
    let times = |times: books::Times| times.limit().map_or("any".to_owned(), |n| n.to_string());
    matrix.row("Most splits", |r| times(*r.split.times), ["3", "3", "3", "3", "any", "3", "3", "3", "3"]);
    matrix.row("Aces split", |r| times(*r.split.aces_times), ["1", "1", "1", "1", "any", "1", "1", "1", "1"]);
    matrix.same("Split aces get one card", |r| yes(*r.split.aces_one_card), "yes");
    let suit = "third split needs the suit";
    matrix.row(
        "Ten-value limits",
        |r| *r.split.tens,
        ["free", "free", "free", "free", "free", "free", "free", suit, suit],
    );
    let first = "first decision";
    matrix.row(
        "Surrender, when",
        |r| *r.surrender.when,
        [first, first, first, first, "any time", first, first, "never", "any time"],
    );
    matrix.row(
        "Surrender, up to",
        |r| *r.surrender.up_to,
        ["21", "21", "21", "21", "20", "21", "21", "0", "20"],
    );
}

fn insurance_and_side_bets(matrix: &mut Matrix) {
    matrix.row(
        "Insurance offered",
        |r| yes(*r.insurance.offered),
        ["no", "no", "yes", "yes", "yes", "no", "no", "no", "yes"],
    );
    matrix.row(
        "Insurance may be offered",
        |r| yes(*r.insurance.may_be_offered),
        ["no", "yes", "yes", "yes", "yes", "no", "yes", "no", "yes"],
    );
    let (up_to, exactly) = ("up to half", "exactly half");
    let amounts = [up_to, up_to, up_to, up_to, exactly, up_to, up_to, up_to, exactly];
    // Three filings have no insurance at all; their books must write something here and it is never used.
    matrix.row("Insurance, amount", |r| *r.insurance.amount, amounts);
    matrix.same("Insurance pays", |r| *r.insurance.pays, "2 to 1");
    matrix.same("Even money", |r| yes(*r.insurance.even_money), "no");
    matrix.row(
        "Insurance only where a Natural pays",
        |r| {
            let pays = r.insurance.only_where_natural_pays.iter().flat_map(|pays| pays.iter());
            pays.map(ToString::to_string).collect::<Vec<_>>().join(", ")
        },
        ["", "3 to 2", "", "", "", "", "", "", ""],
    );
    matrix.row(
        "Side bets",
        side_bets,
        ["", "10 bonuses, 0 paid", "", "buster", "", "", "bonus bet off, table 1 of 3", "buster", "buster"],
    );
    matrix.row("Buster, size", buster_size, ["", "", "", "$1-$20 base", "", "", "", "$1- base", "$1- base"]);
    let (b, a) = ("3: 2, 5: 4, 6: 15, 7: 50, 8: 200", "3: 2, 5: 4, 6: 18, 7: 50, 8: 200");
    matrix.row("Buster pays", buster_pays, ["", "", "", b, "", "", "", b, a]);
    matrix.row(
        "Buster must be offered",
        |r| r.buster.as_ref().map_or("", |buster| yes(*buster.must_be_offered)),
        ["", "", "", "yes", "", "", "", "no", "no"],
    );
    matrix.row(
        "Buster lives on",
        |r| r.buster.as_ref().map_or("", |buster| yes(*buster.outlives_hand)),
        ["", "", "", "yes", "", "", "", "yes", "yes"],
    );
    matrix.row(
        "Natural cleared early",
        |r| r.buster.as_ref().map_or("", |buster| yes(*buster.natural_cleared_early)),
        ["", "", "", "yes", "", "", "", "yes", "yes"],
    );
    // Options 1/2/3 in the matrix's order: suited, same color, other.
    let tables = "10/5/2 2000/200/50 200/100/75 100/50/25 20; \
                  10/5/2 2000/200/25 1000/200/75 100/50/25 20; \
                  10/5/3 2000/200/50 200/100/75 100/50/10 20";
    matrix.row("Bonus Bet pays", bonus_bet_pays, ["", "", "", "", "", "", tables, "", ""]);
}

fn side_bets(rules: &BlackjackRules) -> String {
    let mut words = Vec::new();
    if let Some(bonuses) = &rules.bonuses {
        let paid = bonuses.iter().filter(|bonus| bonus.pays.is_some()).count();
        words.push(format!("{} bonuses, {paid} paid", bonuses.len()));
    }
    if rules.buster.as_ref().is_some_and(|buster| *buster.offered) {
        words.push("buster".to_owned());
    }
    if let Some(bonus) = &rules.bonus_bet {
        let offered = if *bonus.offered { "on" } else { "off" };
        words.push(format!("bonus bet {offered}, table {} of {}", *bonus.table, bonus.tables.len()));
    }
    words.join(", ")
}

fn buster_size(rules: &BlackjackRules) -> String {
    let Some(buster) = &rules.buster else { return String::new() };
    let most = buster.most.as_ref().map(ToString::to_string).unwrap_or_default();
    format!("{}-{most}{}", *buster.least, if *buster.not_over_base { " base" } else { "" })
}

fn buster_pays(rules: &BlackjackRules) -> String {
    let rows = rules.buster.iter().flat_map(|buster| buster.pays.iter());
    let rows = rows.map(|row| format!("{}: {}", row.cards, to_one(*row.pays)));
    rows.collect::<Vec<_>>().join(", ")
}

fn bonus_bet_pays(rules: &BlackjackRules) -> String {
    let suits = |pays: &SuitPays| {
        format!("{}/{}/{}", to_one(pays.suited), to_one(pays.same_color), to_one(pays.other))
    };
    let tables = rules.bonus_bet.iter().flat_map(|bonus| bonus.tables.iter()).map(|table| {
        [
            suits(&table.natural),
            suits(&table.ace_to_four),
            suits(&table.sevens),
            suits(&table.six_seven_eight),
            to_one(table.six_cards),
        ]
        .join(" ")
    });
    tables.collect::<Vec<_>>().join("; ")
}

fn to_one(odds: books::Odds) -> String {
    odds.to_string().strip_suffix(" to 1").expect("side bets pay so much to 1").to_owned()
}

fn settlement(matrix: &mut Matrix) {
    let (card, last) = ("the bank's second card", "the last seat");
    matrix.row(
        "Button card",
        |r| *r.settlement.start,
        [card, card, card, card, last, last, card, last, last],
    );
    let counted = |r: &BlackjackRules, text: String| {
        if *r.settlement.start == Start::SecondCard { text } else { "fixed".to_owned() }
    };
    let (seat, bank, fixed) = ("seat 1", "left of the bank", "fixed");
    matrix.row(
        "Count",
        |r| counted(r, r.settlement.count_from.to_string()),
        [bank, bank, seat, seat, fixed, fixed, bank, fixed, fixed],
    );
    let faces = "11, 12, 13";
    matrix.row(
        "Numbers of J Q K",
        |r| counted(r, r.settlement.faces_number.to_string()),
        ["10", "10", faces, faces, fixed, fixed, "10", fixed, fixed],
    );
    matrix.row(
        "Number of the Joker",
        |r| *r.settlement.joker_number,
        ["14", "0", "0", "0", "0", "0", "0", "0", "0"],
    );
    let (with, against) = ("clockwise", "counter-clockwise");
    matrix.row(
        "Direction",
        |r| *r.settlement.direction,
        [with, with, against, against, against, against, with, against, against],
    );
    matrix.same(
        "Order inside a seat",
        |r| r.settlement.order.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        "hands, insurance, side bet, backers",
    );
    matrix.same("Cap", |r| *r.settlement.coverage, "paid and collected");
    matrix.same("Wager not reached is returned", |r| yes(*r.settlement.uncovered_returned), "yes");
    matrix.same("Its fee is kept", |r| yes(*r.settlement.fee_kept), "yes");
    matrix.same("Bets in unoccupied circles", |r| yes(*r.table.unoccupied_spots), "yes");
    matrix.same(
        "The limit binds the opening wager only (C16)",
        |r| yes(*r.table.limit_binds_opening_only),
        "yes",
    );
    matrix.same("Wager unit (C15)", |r| *r.table.wager_unit, "$1");
    matrix.row(
        "Backline",
        |r| match (*r.table.backline, *r.table.backline_by_local_law) {
            (true, true) => "if local law allows",
            (true, false) => "yes",
            (false, _) => "no",
        },
        [
            "if local law allows",
            "if local law allows",
            "yes",
            "yes",
            "if local law allows",
            "yes",
            "if local law allows",
            "yes",
            "yes",
        ],
    );
    matrix.same("Turn", |r| *r.rotation.rounds, "2");
    matrix.same("Nobody in between breaks the game", |r| yes(*r.rotation.broken_without_another), "yes");
}
