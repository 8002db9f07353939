//! The typed rules of special hands, side bets and bonuses of the blackjack family.

use super::rules::Outcome;
use crate::read::Rule;
use crate::{Money, Odds};
use crate::{choice, section};

choice! {
    /// Which over hands a special hand of the bank reaches.
    pub enum Reach {
        /// Those nearer than the bank's hand.
        NearerOver = "nearer over hands",
        /// Every one.
        EveryOver = "every over hand",
    }
}

section! {
    /// What a special hand of the bank does.
    #[derive(Copy)]
    pub struct BankSpecial {
        /// Which over hands it reaches.
        pub reaches: Reach,
        /// What becomes of them.
        pub result: Outcome,
    }
}

section! {
    /// What an over hand of exactly three cards does when it is nearer than the bank's.
    #[derive(Copy)]
    pub struct ThreeCardSpecial {
        /// The lowest total it holds for.
        pub least: u8,
        /// The highest total it holds for.
        pub most: u8,
        /// What becomes of the hand.
        pub result: Outcome,
    }
}

section! {
    /// Hands that turn a result.
    pub struct SpecialHands {
        /// The bank holds exactly 7, 8 and 9 of one suit.
        pub bank_suited_789: Option<Rule<BankSpecial>>,
        /// The bank holds exactly three eights.
        pub bank_888: Option<Rule<BankSpecial>>,
        /// What the house may choose to make of the hands that the three eights reach.
        pub bank_888_may: Option<Rule<Vec<Outcome>>>,
        /// The player is over, but nearer, with exactly three cards.
        pub player_three_cards: Option<Rule<ThreeCardSpecial>>,
    }
}

section! {
    /// A pay by the number of cards in the bank's over hand.
    pub struct BusterPay {
        /// From this many cards on.
        pub cards: u8,
        /// What it pays.
        pub pays: Rule<Odds>,
    }
}

section! {
    /// A wager that the bank's hand goes over.
    pub struct BusterRules {
        /// Whether it is offered.
        pub offered: Rule<bool>,
        /// Whether the house has to offer it.
        pub must_be_offered: Rule<bool>,
        /// Whether only a spot with a base wager may make it.
        pub needs_base: Rule<bool>,
        /// Whether it has to be down before the first card.
        pub before_deal: Rule<bool>,
        /// The smallest wager.
        pub least: Rule<Money>,
        /// The largest wager, if the house posts one.
        pub most: Option<Rule<Money>>,
        /// Whether it may not be larger than the base wager.
        pub not_over_base: Rule<bool>,
        /// Whether it stays live when the player's hand is over, has won by a Natural or is given up.
        pub outlives_hand: Rule<bool>,
        /// Whether a player's Natural is won and cleared as soon as the bank cannot have one.
        pub natural_cleared_early: Rule<bool>,
        /// The pay table, by rising number of cards.
        pub pays: Rule<Vec<BusterPay>>,
    }
}

section! {
    /// What one hand pays, by its suits.
    pub struct SuitPays {
        /// All cards of one suit.
        pub suited: Odds,
        /// All cards of one colour.
        pub same_color: Odds,
        /// Any other suits.
        pub other: Odds,
    }
}

section! {
    /// One filed pay table of the Bonus Bet.
    pub struct BonusBetTable {
        /// Ace and ten-value as the opening two cards.
        pub natural: SuitPays,
        /// Ace, 2, 3 and 4.
        pub ace_to_four: SuitPays,
        /// Three sevens.
        pub sevens: SuitPays,
        /// 6, 7 and 8.
        pub six_seven_eight: SuitPays,
        /// Six cards or more without going over.
        pub six_cards: Odds,
    }
}

section! {
    /// A wager on the player's own cards.
    pub struct BonusBetRules {
        /// Whether it is offered.
        pub offered: Rule<bool>,
        /// Whether only a spot with a base wager may make it.
        pub needs_base: Rule<bool>,
        /// Whether it has to be down before the first card.
        pub before_deal: Rule<bool>,
        /// Whether it has to be as large as the base wager.
        pub equals_base: Rule<bool>,
        /// The pay table in use, counted from 1.
        pub table: Rule<u8>,
        /// The filed pay tables.
        pub tables: Rule<Vec<BonusBetTable>>,
    }
}

choice! {
    /// A hand the house may pay a bonus for.
    pub enum BonusHand {
        /// The bank holds three eights.
        BankEights = "bank 888",
        /// The bank holds three eights of one colour.
        BankEightsSameColor = "bank 888 of one colour",
        /// The bank holds three eights of one suit.
        BankEightsSuited = "bank 888 of one suit",
        /// The player holds three sevens.
        Sevens = "777",
        /// The player holds three sevens of one colour.
        SevensSameColor = "777 of one colour",
        /// The player holds three sevens of one suit.
        SevensSuited = "777 of one suit",
        /// The player holds 6, 7 and 8 of one colour.
        SixSevenEightSameColor = "678 of one colour",
        /// The player holds 6, 7 and 8 of one suit.
        SixSevenEightSuited = "678 of one suit",
        /// The player holds seven or more cards and is not over.
        SevenCards = "seven cards",
        /// The player holds a Natural in two or more rounds running.
        NaturalsInARow = "naturals in a row",
    }
}

section! {
    /// A bonus the house pays out of its own promotion money.
    pub struct BonusRule {
        /// The hand it is for.
        pub hand: Rule<BonusHand>,
        /// What it pays; no bonus is offered without an amount.
        pub pays: Option<Money>,
    }
}
