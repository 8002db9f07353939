//! The typed rules of the blackjack family, in the order of a round.

use super::bonuses::{BonusBetRules, BonusRule, BusterRules, SpecialHands};
use super::irregularities::{BarredRule, IrregularityRules};
use super::natural::NaturalRules;
pub use crate::bank::{Coverage, Direction, FaceNumbers, First, RotationRules};
use crate::header::{Header, Range};
use crate::read::Rule;
use crate::{Money, Odds};
use crate::{choice, section};

pub use crate::outcome::{Outcome, Times};

section! {
    /// A blackjack game as one house plays it.
    pub struct BlackjackRules {
        /// Which game this is.
        pub book: Header,
        /// The table and who may bet.
        pub table: TableRules,
        /// The cards.
        pub deck: DeckRules,
        /// The best hand.
        pub natural: NaturalRules,
        /// What cards count.
        pub values: ValueRules,
        /// How the opening cards go out.
        pub deal: DealRules,
        /// Which totals the player is free to choose on.
        pub player: PlayerRules,
        /// How the bank's hand is drawn.
        pub bank: BankRules,
        /// Doubling down.
        pub double: DoubleRules,
        /// Splitting.
        pub split: SplitRules,
        /// Giving up a hand.
        pub surrender: SurrenderRules,
        /// Insurance against the bank's Natural.
        pub insurance: InsuranceRules,
        /// Who wins in each cell.
        pub results: Results,
        /// Hands that turn a result.
        pub special: SpecialHands,
        /// A wager that the bank's hand goes over.
        pub buster: Option<BusterRules>,
        /// A wager on the player's own cards.
        pub bonus_bet: Option<BonusBetRules>,
        /// Bonuses the house may add; none is paid unless an amount stands beside it.
        pub bonuses: Option<Vec<BonusRule>>,
        /// The order in which money moves.
        pub settlement: SettlementRules,
        /// The rotating position of the player-dealer.
        pub rotation: RotationRules,
        /// What the floor offers as first choice when something goes wrong; it can only void if left out.
        pub irregularities: Option<IrregularityRules>,
        /// What the filing bars from play.
        pub barred: Option<Vec<BarredRule>>,
    }
}

section! {
    /// The table and who may bet.
    pub struct TableRules {
        /// Whether others may bet on a player's spot.
        pub backline: Rule<bool>,
        /// Whether the filing leaves that to the local ordinance, so that a house elsewhere has to ask.
        pub backline_by_local_law: Rule<bool>,
        /// Whether a player may also bet on spots nobody sits at.
        pub unoccupied_spots: Rule<bool>,
        /// The step in which opening wagers grow.
        pub wager_unit: Rule<Money>,
        /// The smallest chip: what is added during a round for less than the most is a whole number of them; whole
        /// cents if left out.
        pub smallest_chip: Option<Rule<Money>>,
        /// Whether a wager whose wins and halves could not be paid in whole smallest chips is refused before the deal;
        /// it is not if left out.
        pub paid_in_whole_chips: Option<Rule<bool>>,
        /// The largest wager that the local ordinance allows, whatever the schedule says; any if left out.
        pub ordinance_most: Option<Rule<Money>>,
        /// Whether the table limit binds only the opening wager, so that doubles and splits may pass it.
        pub limit_binds_opening_only: Rule<bool>,
    }
}

section! {
    /// The cards.
    pub struct DeckRules {
        /// Jokers in each deck.
        pub jokers: Rule<u8>,
        /// How many decks the shoe may hold.
        pub decks: Rule<Range>,
    }
}

section! {
    /// What cards count.
    pub struct ValueRules {
        /// What an ace counts unless it would take the hand over 21; then it counts 1.
        pub ace: Rule<u8>,
        /// What jacks, queens and kings count.
        pub faces: Rule<u8>,
        /// What one joker makes of a hand, at whatever point it comes; 0 where there are no jokers.
        pub joker_makes: Rule<u8>,
        /// The highest total that is not over.
        pub highest: Rule<u8>,
    }
}

choice! {
    /// When and how the bank's second card is dealt.
    pub enum BankSecondCard {
        /// Last in the second pass, face down.
        Down = "face down",
        /// After all players have finished, face up.
        AfterPlayers = "after the players",
    }
}

choice! {
    /// Under which up cards the bank's down card is looked at before the players act.
    pub enum Check {
        /// Never.
        Never = "never",
        /// Under an ace.
        UnderAce = "under an ace",
        /// Under an ace or a 10, jack, queen or king.
        UnderAceOrTen = "under an ace or a ten-value",
    }
}

section! {
    /// How the opening cards go out.
    pub struct DealRules {
        /// Where each pass begins; it goes clockwise, and the bank's card comes last.
        pub first: Rule<First>,
        /// When and how the bank's second card is dealt.
        pub bank_second_card: Rule<BankSecondCard>,
        /// When the bank's down card is looked at.
        pub check: Rule<Check>,
        /// Whether a joker as the bank's up card ends all players' choices.
        pub joker_up_freezes: Rule<bool>,
        /// Whether nobody may double, split or give up against a joker as the bank's up card; they may if left out.
        pub joker_up_bars_options: Option<Rule<bool>>,
    }
}

section! {
    /// Which totals the player is free to choose on.
    pub struct PlayerRules {
        /// Hard totals up to this may not stand.
        pub must_hit_hard: Rule<u8>,
        /// Soft totals up to this may not stand.
        pub must_hit_soft: Rule<u8>,
        /// Hard totals from this on may not hit or double.
        pub must_stand_hard: Rule<u8>,
        /// Soft totals from this on may not hit or double.
        pub must_stand_soft: Rule<u8>,
        /// Whether a hand with a joker can only stand: no card, no double, no split, no surrender.
        pub joker_hand_stands: Rule<bool>,
    }
}

choice! {
    /// When the bank's hand is drawn out.
    pub enum BankDraws {
        /// Always.
        Always = "always",
        /// Unless every hand is surrendered or decided by a Natural and no Buster wager is live.
        UnlessDecided = "unless every hand is decided",
    }
}

section! {
    /// How the bank's hand is drawn.
    pub struct BankRules {
        /// The bank takes a card on hard totals up to this.
        pub hits_hard: Rule<u8>,
        /// The bank takes a card on soft totals up to this.
        pub hits_soft: Rule<u8>,
        /// When the hand is drawn out.
        pub draws: Rule<BankDraws>,
        /// Whether others may put money into the stake, which then acts as one and is divided by what each put up;
        /// they may not if left out.
        pub shared: Option<Rule<bool>>,
        /// Whether only the banker's own proposition-player company may do so; anybody may if left out.
        pub shared_by_company: Option<Rule<bool>>,
    }
}

choice! {
    /// How much may be added to a wager.
    pub enum Added {
        /// Exactly the opening wager.
        Equal = "equal",
        /// Anything up to the opening wager.
        UpToEqual = "up to equal",
    }
}

section! {
    /// Doubling down: one more card for an added wager.
    pub struct DoubleRules {
        /// How much is added.
        pub amount: Rule<Added>,
        /// Whether only a hand of two cards may be doubled.
        pub two_cards_only: Rule<bool>,
        /// How many cards a doubled hand gets.
        pub cards: Rule<u8>,
        /// Whether a hand that comes from a split may be doubled; a split ace never.
        pub after_split: Rule<bool>,
        /// Whether totals on which a player must stand may be doubled.
        pub must_stand_totals: Rule<bool>,
    }
}

choice! {
    /// Which two cards may be split.
    pub enum Pairs {
        /// Two cards that count the same.
        SameValue = "same value",
        /// Two cards of the same rank.
        SameRank = "same rank",
    }
}

choice! {
    /// What later splits of ten-value cards ask for.
    pub enum TenSplits {
        /// Nothing more than any other pair.
        Free = "free",
        /// The third split asks for a card of the original's suit.
        ThirdSameSuit = "third split needs the suit",
    }
}

section! {
    /// Splitting two cards into two hands.
    pub struct SplitRules {
        /// Which two cards may be split.
        pub pairs: Rule<Pairs>,
        /// How much is added for the new hand.
        pub amount: Rule<Added>,
        /// How often one opening hand may be split.
        pub times: Rule<Times>,
        /// How often aces may be split.
        pub aces_times: Rule<Times>,
        /// Whether a split ace gets one card only.
        pub aces_one_card: Rule<bool>,
        /// What later splits of ten-value cards ask for.
        pub tens: Rule<TenSplits>,
    }
}

choice! {
    /// When a hand may be given up.
    pub enum SurrenderWhen {
        /// Not at all.
        Never = "never",
        /// As the first decision on the two opening cards.
        FirstDecision = "first decision",
        /// At any moment before a later seat makes a choice, on any number of cards.
        AnyTime = "any time",
    }
}

choice! {
    /// What giving up a hand costs.
    pub enum SurrenderCost {
        /// Half of all money on the hand.
        Half = "half",
    }
}

section! {
    /// Giving up a hand.
    pub struct SurrenderRules {
        /// When it is open.
        pub when: Rule<SurrenderWhen>,
        /// The highest total that may be given up.
        pub up_to: Rule<u8>,
        /// Whether a hand that is over may be given up as well; it may not if left out.
        pub over_hands: Option<Rule<bool>>,
        /// What it costs.
        pub costs: Rule<SurrenderCost>,
    }
}

choice! {
    /// How much insurance may be taken.
    pub enum InsuranceAmount {
        /// Exactly half of the opening wager.
        ExactlyHalf = "exactly half",
        /// Anything up to half of the opening wager.
        UpToHalf = "up to half",
    }
}

section! {
    /// Insurance against the bank's Natural under an ace.
    pub struct InsuranceRules {
        /// Whether it is offered.
        pub offered: Rule<bool>,
        /// Whether the filing lets the house offer it.
        pub may_be_offered: Rule<bool>,
        /// How much may be taken.
        pub amount: Rule<InsuranceAmount>,
        /// What it pays.
        pub pays: Rule<Odds>,
        /// Whether a player with a Natural may take a sure win of the wager instead.
        pub even_money: Rule<bool>,
        /// The Natural pays at which insurance may be offered; any if left out.
        pub only_where_natural_pays: Option<Rule<Vec<Odds>>>,
    }
}

choice! {
    /// What a joker does where totals are equal.
    pub enum JokerTie {
        /// Nothing.
        Push = "push",
        /// The hand that holds it wins.
        JokerWins = "the joker wins",
    }
}

section! {
    /// Who wins in each cell of player against bank.
    pub struct Results {
        /// Both have a Natural.
        pub both_natural: Rule<Outcome>,
        /// Only the player has a Natural.
        pub player_natural: Rule<Outcome>,
        /// Only the bank has a Natural.
        pub bank_natural: Rule<Outcome>,
        /// Only the bank is over.
        pub bank_over: Rule<Outcome>,
        /// Only the player is over.
        pub player_over: Rule<Outcome>,
        /// Neither is over and the player's total is higher.
        pub player_higher: Rule<Outcome>,
        /// Neither is over and the bank's total is higher.
        pub bank_higher: Rule<Outcome>,
        /// The player's total is exactly the highest and the bank's is lower; as any higher total if left out.
        pub player_highest: Option<Rule<Outcome>>,
        /// The bank's total is exactly the highest and the player's is lower; as any higher total if left out.
        pub bank_highest: Option<Rule<Outcome>>,
        /// Neither is over and the totals are equal.
        pub equal: Rule<Outcome>,
        /// Both have the highest total and only one hand holds a joker; as any equal totals if left out.
        pub joker_against_highest: Option<Rule<JokerTie>>,
        /// Both are over and the bank's total is nearer.
        pub both_over_bank_nearer: Rule<Outcome>,
        /// Both are over and the totals are equal.
        pub both_over_equal: Rule<Outcome>,
        /// Both are over and the player's total is nearer.
        pub both_over_player_nearer: Rule<Outcome>,
        /// What a win other than by a Natural is paid.
        pub wins_pay: Rule<Odds>,
    }
}

choice! {
    /// The seat at which paying and collecting starts.
    pub enum Start {
        /// The seat counted out by the bank's second card.
        SecondCard = "the bank's second card",
        /// The seat at the house dealer's right, which has the highest number.
        LastSeat = "the last seat",
    }
}

choice! {
    /// A part of what lies at a spot, in the order it is settled.
    pub enum Part {
        /// The hands, in the order they were played; on each the opening wager, then the added one.
        Hands = "hands",
        /// Insurance.
        Insurance = "insurance",
        /// The side bet.
        SideBet = "side bet",
        /// The backers, in the order they bet, each with the same sequence.
        Backers = "backers",
    }
}

section! {
    /// The order in which money moves.
    pub struct SettlementRules {
        /// The seat it starts at.
        pub start: Rule<Start>,
        /// Where the count for the button begins.
        pub count_from: Rule<First>,
        /// What jacks, queens and kings count for the button.
        pub faces_number: Rule<FaceNumbers>,
        /// What a joker counts for the button; 0 where there are no jokers.
        pub joker_number: Rule<u8>,
        /// Which way it goes.
        pub direction: Rule<Direction>,
        /// The order inside a spot.
        pub order: Rule<Vec<Part>>,
        /// Whether side bets are settled on a second lap, after all hands; at each spot if left out.
        pub side_bets_last: Option<Rule<bool>>,
        /// What counts against the bank's stake.
        pub coverage: Rule<Coverage>,
        /// Whether the part of a wager that the stake does not reach goes back to its owner.
        pub uncovered_returned: Rule<bool>,
        /// Whether the fee for a wager that the stake did not reach is kept.
        pub fee_kept: Rule<bool>,
    }
}
