//! What the book of a double-hand game does when something goes wrong.

use crate::read::Rule;
use crate::{choice, section};

choice! {
    /// What a misdeal does.
    pub enum Misdeal {
        /// Nothing counts, wagers stay down, and all hands are dealt again.
        Redeal = "redeal",
    }
}

choice! {
    /// What becomes of one boxed or exposed card.
    pub enum BadCard {
        /// After the deal the first of the cards left takes its place.
        ReplacedFromStub = "replaced by the first card left",
    }
}

choice! {
    /// What two identical cards undo.
    pub enum IdenticalCards {
        /// Wagers not yet settled go back; what was settled before stands.
        FromNowOn = "unsettled wagers return",
        /// The whole deal is void and its payments are undone.
        WholeDeal = "the whole deal is void",
    }
}

choice! {
    /// What becomes of a hand that was dealt a wrong number of cards and reported before it was set.
    pub enum WrongCount {
        /// A player's wagers go back; for the bank's hand it is a misdeal.
        NoAction = "no action, misdeal for the bank",
    }
}

choice! {
    /// What becomes of hands not yet set when the bank's hand is seen too early.
    pub enum BankSeenEarly {
        /// They are set the house way.
        UnsetHouseWay = "unset hands are set the house way",
    }
}

choice! {
    /// How a mistake of the house dealer with a set hand is mended.
    pub enum Mended {
        /// The hand plays for what it should be, if its cards can be recovered whole.
        IfRecovered = "if it can be recovered whole",
        /// The hand plays for what it should be.
        Always = "always",
    }
}

choice! {
    /// What is owed for a wager that its owner took away, when its size is not known.
    pub enum RemovedWager {
        /// The table maximum, as far as the stake covers.
        TableMost = "table maximum",
        /// The table minimum, as far as the stake covers.
        TableLeast = "table minimum",
    }
}

choice! {
    /// What becomes of open wagers when the bank cheats.
    pub enum BankCheats {
        /// They win, as far as the stake covers.
        WagersWin = "open wagers win",
    }
}

section! {
    /// What happens when something goes wrong.
    pub struct IrregularityRules {
        /// Another number of cards left than the deal says.
        pub wrong_left: Rule<Misdeal>,
        /// A boxed or exposed ace or joker.
        pub bad_ace_or_joker: Rule<Misdeal>,
        /// How many boxed or exposed cards make a misdeal.
        pub bad_cards_misdeal: Rule<u8>,
        /// Whether boxed and exposed cards count together towards that number.
        pub boxed_count_as_exposed: Rule<bool>,
        /// What becomes of fewer.
        pub bad_card: Rule<BadCard>,
        /// Two identical cards turned up.
        pub identical_cards: Rule<IdenticalCards>,
        /// A wrong number of cards, reported before the hand is set.
        pub wrong_count: Rule<WrongCount>,
        /// A hand picked up out of order is put back without a penalty.
        pub out_of_order_put_back: Rule<bool>,
        /// The bank's hand seen too early.
        pub bank_seen_early: Rule<BankSeenEarly>,
        /// A house-way hand that the dealer set wrongly.
        pub house_way_error: Rule<Mended>,
        /// A hand that the dealer misread.
        pub misread: Rule<Mended>,
        /// Whether cheating makes a hand foul.
        pub cheating_is_foul: Rule<bool>,
        /// What becomes of open wagers when the bank cheats; the floor has no remedy here if left out.
        pub bank_cheats: Option<Rule<BankCheats>>,
        /// What a player owes who takes back a losing wager.
        pub losing_wager_removed: Rule<RemovedWager>,
        /// What a player is paid who picks up a winning wager.
        pub winning_wager_removed: Rule<RemovedWager>,
    }
}
