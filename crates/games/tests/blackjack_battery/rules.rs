//! The second model's own table of rules, typed from the clause files and their comparison, not from the books.

use Button::{ByBank, BySeat1, LastSeat};
use Insurance::{ExactlyHalf, NotOffered, UpToHalf};
use Look::{AceOnly, AceOrTen, Never};
use Special::{Eights, Nothing, Suited789, ThreeCards};
use Surrender::{AnyTime, First, No};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Never,
    AceOnly,
    AceOrTen,
}

/// What turns a result when both hands are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Nothing,
    /// The bank's 7, 8 and 9 of one suit, for nearer hands or for all.
    Suited789 {
        nearer_only: bool,
    },
    /// The bank's three eights: every over hand wins, or pushes.
    Eights {
        win: bool,
    },
    /// A nearer player's hand of three cards from this total to 25 pushes.
    ThreeCards {
        from: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surrender {
    No,
    First,
    /// At 20 or less, until a later seat makes a choice.
    AnyTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Insurance {
    NotOffered,
    UpToHalf,
    ExactlyHalf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    None,
    /// The largest wager in dollars, if posted, and what six cards pay.
    Buster {
        most: Option<i64>,
        six_cards: i64,
    },
    /// The pay table in use, from 1.
    Bonus {
        table: usize,
    },
}

/// How the first seat to be settled is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Button {
    /// Counted from the bank's left by its second card.
    ByBank {
        faces_from_11: bool,
    },
    /// Counted from seat 1 by the bank's second card, jack 11, queen 12, king 13.
    BySeat1,
    LastSeat,
}

/// One game as the clauses tell it.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub seats: u8,
    pub decks: (u8, u8),
    /// One joker a deck; two of them are the Natural, and one as the bank's up card freezes every hand.
    pub jokers: bool,
    pub natural_pays: (i64, i64),
    /// Whether cards and turns begin at the bank's left, and not at seat 1.
    pub from_bank: bool,
    pub look: Look,
    /// Totals up to this may not stand.
    pub must_hit: u32,
    pub stand_hard: u32,
    pub stand_soft: u32,
    /// The bank's hand is drawn out whatever the players hold.
    pub always_drawn: bool,
    /// Both over and the player nearer is a push.
    pub nearer_pushes: bool,
    pub special: Special,
    pub double_for_less: bool,
    /// What is added for less is a multiple of this, in cents.
    pub chip: i64,
    pub double_after_split: bool,
    /// Ten-values of different ranks are no pair.
    pub pairs_by_rank: bool,
    pub most_splits: Option<usize>,
    pub aces_again: bool,
    /// The third split of ten-values asks for the suit.
    pub third_ten_suited: bool,
    pub surrender: Surrender,
    pub insurance: Insurance,
    pub even_money: bool,
    pub side: Side,
    /// A player's Natural is cleared as soon as the bank cannot have one.
    pub cleared_early: bool,
    pub button: Button,
    pub clockwise: bool,
    /// The stake bounds what the bank wins or loses on balance, not all that moves.
    pub net_cover: bool,
}

impl Rules {
    /// Jokers come with a bank's second card that is dealt after the players; all others have a hole card.
    pub(crate) fn hole_card(&self) -> bool {
        !self.jokers
    }
}

/// What most of the nine books share; each line below that differs is said in the book's own entry.
const COMMON: Rules = Rules {
    seats: 8,
    decks: (1, 8),
    jokers: false,
    natural_pays: (6, 5),
    from_bank: false,
    look: Never,
    must_hit: 11,
    stand_hard: 21,
    stand_soft: 21,
    always_drawn: false,
    nearer_pushes: false,
    special: Nothing,
    double_for_less: false,
    chip: 1,
    double_after_split: true,
    pairs_by_rank: false,
    most_splits: Some(3),
    aces_again: false,
    third_ten_suited: false,
    surrender: First,
    insurance: NotOffered,
    even_money: false,
    side: Side::None,
    cleared_early: false,
    button: LastSeat,
    clockwise: false,
    net_cover: false,
};

/// The game of a book.
pub(crate) fn of(book: &str) -> Rules {
    match book {
        "mortimers/no-bust-2003" => Rules {
            decks: (2, 8),
            jokers: true,
            natural_pays: (2, 1),
            from_bank: true,
            stand_hard: 20,
            stand_soft: 20,
            nearer_pushes: true,
            button: ByBank { faces_from_11: false },
            clockwise: true,
            ..COMMON
        },
        "mortimers/pure-21-5" => Rules { natural_pays: (3, 2), ..pure() },
        "mortimers/no-bust-6" => Rules {
            decks: (2, 8),
            look: AceOnly,
            must_hit: 5,
            stand_hard: 19,
            stand_soft: 22,
            special: Suited789 { nearer_only: true },
            double_for_less: true,
            chip: 25,
            insurance: UpToHalf,
            button: BySeat1,
            ..COMMON
        },
        "mortimers/no-bust-6-buster" => Rules {
            seats: 10,
            look: AceOnly,
            must_hit: 5,
            stand_hard: 20,
            stand_soft: 20,
            always_drawn: true,
            special: Suited789 { nearer_only: false },
            double_for_less: true,
            chip: 25,
            insurance: UpToHalf,
            side: Side::Buster { most: Some(20), six_cards: 15 },
            cleared_early: true,
            button: BySeat1,
            ..COMMON
        },
        "ven-a-mexico/no-bust-4-01" => Rules {
            special: ThreeCards { from: 23 },
            most_splits: None,
            aces_again: true,
            surrender: AnyTime,
            insurance: ExactlyHalf,
            ..COMMON
        },
        "marina/no-bust-joker" => Rules {
            decks: (2, 8),
            jokers: true,
            natural_pays: (1, 1),
            stand_hard: 20,
            nearer_pushes: true,
            ..COMMON
        },
        "marina/pure-21-5" => pure(),
        "marina/no-bust-buster" => Rules {
            special: ThreeCards { from: 22 },
            third_ten_suited: true,
            surrender: No,
            side: Side::Buster { most: None, six_cards: 15 },
            cleared_early: true,
            ..COMMON
        },
        "players-club/no-bust-5" => Rules {
            natural_pays: (1, 1),
            special: ThreeCards { from: 22 },
            third_ten_suited: true,
            surrender: AnyTime,
            insurance: ExactlyHalf,
            side: Side::Buster { most: None, six_cards: 18 },
            cleared_early: true,
            ..COMMON
        },
        _ => panic!("no model of {book}"),
    }
}

fn pure() -> Rules {
    Rules {
        from_bank: true,
        look: AceOrTen,
        stand_hard: 19,
        stand_soft: 22,
        special: Eights { win: false },
        double_for_less: true,
        chip: 25,
        double_after_split: false,
        button: ByBank { faces_from_11: false },
        clockwise: true,
        ..COMMON
    }
}
