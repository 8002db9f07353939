//! The typed rules of the three-card family, in the order of a round.

use cards::{Rank, ThreeCardCategory};

use super::side_bets::{PairPlusRules, SixCardRules};
use crate::Outcome;
use crate::bank::{Coverage, Direction, FaceNumbers, First, RotationRules};
use crate::header::Header;
use crate::ranks::Ranks;
use crate::read::Rule;
use crate::{Money, Odds};
use crate::{choice, section};

section! {
    /// A three-card game as one house plays it.
    pub struct ThreeCardRules {
        /// Which game this is.
        pub book: Header,
        /// Who may bet.
        pub table: TableRules,
        /// The cards.
        pub deck: DeckRules,
        /// What hands are worth.
        pub values: ValueRules,
        /// What may be wagered, and until when.
        pub wagers: WagerRules,
        /// The wager on the player's own three cards.
        pub pair_plus: PairPlusRules,
        /// The wager on the player's and the bank's six cards.
        pub six_card: SixCardRules,
        /// The fees.
        pub collection: CollectionRules,
        /// How the cards go out.
        pub deal: DealRules,
        /// Play or fold.
        pub play: PlayRules,
        /// The bank's hand and stake.
        pub bank: BankRules,
        /// Who wins.
        pub results: Results,
        /// The order in which money moves.
        pub settlement: SettlementRules,
        /// What happens when something goes wrong.
        pub irregularities: IrregularityRules,
        /// The rotating position of the bank.
        pub rotation: RotationRules,
        /// Who is offered the bank, and how.
        pub offers: OfferRules,
    }
}

section! {
    /// Who may bet.
    pub struct TableRules {
        /// Whether others may bet on a player's spot.
        pub backline: Rule<bool>,
        /// How many spots one person may play.
        pub spots_each: Rule<u8>,
        /// Whether the bank may also wager.
        pub bank_may_wager: Rule<bool>,
        /// Whether proposition players may take part.
        pub proposition_players: Rule<bool>,
    }
}

section! {
    /// The cards.
    pub struct DeckRules {
        /// How many decks take turns, each serving a whole round.
        pub decks: Rule<u8>,
        /// Jokers in each deck.
        pub jokers: Rule<u8>,
        /// Whether the backs of the decks differ in colour.
        pub backs_differ: Rule<bool>,
        /// Whether a machine shuffles; by hand if it fails.
        pub machine: Rule<bool>,
        /// Whether the idle deck may be shuffled while the other is in play.
        pub idle_shuffled: Rule<bool>,
        /// Whether the discard rack holds cards of one deck only.
        pub rack_one_deck: Rule<bool>,
    }
}

choice! {
    /// A kind of three-card hand.
    pub enum ThreeHand {
        /// Ace, king and queen of one suit.
        MiniRoyal = "mini royal flush",
        /// Three consecutive cards of one suit.
        StraightFlush = "straight flush",
        /// Three cards of one rank.
        ThreeOfAKind = "three of a kind",
        /// Three consecutive ranks.
        Straight = "straight",
        /// Three cards of one suit.
        Flush = "flush",
        /// Two cards of one rank.
        Pair = "pair",
        /// Nothing better.
        HighCard = "high card",
    }
}

impl ThreeHand {
    /// The kind as the ranking knows it.
    #[must_use]
    pub const fn category(self) -> ThreeCardCategory {
        match self {
            ThreeHand::MiniRoyal => ThreeCardCategory::MiniRoyal,
            ThreeHand::StraightFlush => ThreeCardCategory::StraightFlush,
            ThreeHand::ThreeOfAKind => ThreeCardCategory::ThreeOfAKind,
            ThreeHand::Straight => ThreeCardCategory::Straight,
            ThreeHand::Flush => ThreeCardCategory::Flush,
            ThreeHand::Pair => ThreeCardCategory::Pair,
            ThreeHand::HighCard => ThreeCardCategory::HighCard,
        }
    }
}

choice! {
    /// Where an ace may be low.
    pub enum AceLow {
        /// Only in A-2-3, where it makes a straight of three high.
        OnlyAceTwoThree = "only in A-2-3",
    }
}

choice! {
    /// When two hands of a kind are equal.
    pub enum Ties {
        /// When all three ranks agree.
        AllRanks = "all ranks agree",
    }
}

section! {
    /// What hands are worth.
    pub struct ValueRules {
        /// The kinds of hands, best first.
        pub order: Rule<Vec<ThreeHand>>,
        /// The ranks, best first.
        pub ranks: Rule<Ranks>,
        /// Where an ace may be low.
        pub ace_low: Rule<AceLow>,
        /// Whether suits ever decide.
        pub suits_decide: Rule<bool>,
        /// When two hands are equal.
        pub ties: Rule<Ties>,
    }
}

choice! {
    /// How much a play wager is.
    pub enum PlayAmount {
        /// Exactly the ante.
        EqualToAnte = "equal to the ante",
    }
}

choice! {
    /// What the table limits bind.
    pub enum LimitBinds {
        /// The ante alone.
        Ante = "the ante",
    }
}

choice! {
    /// Until when wagers before the deal may be made, changed or taken back.
    pub enum Closes {
        /// Until the house dealer calls it.
        NoMoreBets = "no more bets",
    }
}

section! {
    /// What may be wagered, and until when.
    pub struct WagerRules {
        /// Whether nobody is dealt in without an ante.
        pub ante_needed: Rule<bool>,
        /// Whether wagers wait until somebody banks.
        pub after_bank: Rule<bool>,
        /// How much a play wager is.
        pub play: Rule<PlayAmount>,
        /// What the table limits bind.
        pub limit_binds: Rule<LimitBinds>,
        /// The step in which wagers grow.
        pub unit: Rule<Money>,
        /// Until when wagers may be made or changed.
        pub closes: Rule<Closes>,
        /// Whether a bonus wager needs an ante.
        pub bonus_needs_ante: Rule<bool>,
        /// The smallest bonus wager.
        pub bonus_least: Rule<Money>,
        /// The largest bonus wager, each for itself.
        pub bonus_most: Rule<Money>,
    }
}

choice! {
    /// What the total table action counts.
    pub enum Action {
        /// Antes and bonus wagers, not what is added after the deal.
        AntesAndBonuses = "antes and bonus wagers",
    }
}

choice! {
    /// When fees are taken.
    pub enum FeeMoment {
        /// After the wagers and before the first card.
        BeforeDeal = "before the deal",
    }
}

section! {
    /// The fees; their amounts stand in the schedules.
    pub struct CollectionRules {
        /// When they are taken.
        pub when: Rule<FeeMoment>,
        /// What the total table action counts.
        pub action: Rule<Action>,
        /// Whether players pay any fee.
        pub players_pay: Rule<bool>,
        /// Whether the fee follows all action even if the stake covers only part of it.
        pub on_full_action: Rule<bool>,
        /// How many schedules may be in use at a table.
        pub schedules_at_once: Rule<u8>,
    }
}

choice! {
    /// When the bank's last card is turned up.
    pub enum ShownWhen {
        /// After all stacks are delivered and before the first decision.
        BeforeDecisions = "before the first decision",
    }
}

section! {
    /// How the cards go out.
    pub struct DealRules {
        /// How many cards each stack has.
        pub cards: Rule<u8>,
        /// Where the deal begins; it goes clockwise over the seats with an ante, and the bank's stack is last.
        pub first: Rule<First>,
        /// Which card of the bank's stack is turned up, from 1.
        pub bank_shows: Rule<u8>,
        /// When it is turned up.
        pub shown: Rule<ShownWhen>,
        /// Whether the rest of the deck is discarded unseen.
        pub rest_unseen: Rule<bool>,
    }
}

section! {
    /// Play or fold.
    pub struct PlayRules {
        /// Where the decisions begin; they go clockwise.
        pub first: Rule<First>,
        /// Whether a folded ante goes to the bank.
        pub fold_loses_ante: Rule<bool>,
        /// Whether folded hands with a 6 Card Bonus wager stay until it is settled.
        pub folded_cards_kept: Rule<bool>,
    }
}

section! {
    /// The bank's hand and stake.
    pub struct BankRules {
        /// The lowest high card with which the bank's hand qualifies; a pair or better always does.
        pub qualifies_from: Rule<Ranks>,
        /// Whether the stake must cover all wagers.
        pub must_cover_all: Rule<bool>,
        /// Whether the table minimum is the least stake.
        pub stake_at_least_minimum: Rule<bool>,
    }
}

impl BankRules {
    /// The lowest high card with which the bank's hand qualifies.
    #[must_use]
    pub fn qualifying_rank(&self) -> Rank {
        self.qualifies_from.iter().next().unwrap_or(Rank::Queen)
    }
}

section! {
    /// Who wins.
    pub struct Results {
        /// The ante, not folded, when the bank does not qualify.
        pub unqualified_ante: Rule<Outcome>,
        /// The play wager when the bank does not qualify.
        pub unqualified_play: Rule<Outcome>,
        /// Ante and play when the player's hand is better.
        pub player_higher: Rule<Outcome>,
        /// Ante and play when the bank's hand is better.
        pub bank_higher: Rule<Outcome>,
        /// Ante and play when the hands are equal.
        pub equal: Rule<Outcome>,
        /// What a won ante pays.
        pub ante_pays: Rule<Odds>,
        /// What a won play wager pays.
        pub play_pays: Rule<Odds>,
        /// Whether high hands earn the ante a bonus.
        pub ante_bonus: Rule<bool>,
    }
}

choice! {
    /// A wager of a seat, in the order it is settled.
    pub enum Part {
        /// The ante.
        Ante = "ante",
        /// The play wager.
        Play = "play",
        /// Pair Plus.
        PairPlus = "pair plus",
        /// The 6 Card Bonus.
        SixCard = "6 card bonus",
    }
}

choice! {
    /// Where the button goes when it lands on an empty seat.
    pub enum EmptySeat {
        /// Clockwise to the next seat with an ante, folded or not.
        NextAnte = "the next seat with an ante",
    }
}

choice! {
    /// When forfeited wagers are settled.
    pub enum Forfeits {
        /// Set aside and settled with the rest, in the order from the button.
        InOrder = "in order from the button",
        /// Before everything else.
        First = "first",
    }
}

section! {
    /// The order in which money moves.
    pub struct SettlementRules {
        /// Where the count for the button begins; every seat but the bank's is counted, again and again.
        pub count_from: Rule<First>,
        /// What jacks, queens and kings count.
        pub faces_number: Rule<FaceNumbers>,
        /// Where the button goes from an empty seat.
        pub empty_seat: Rule<EmptySeat>,
        /// Which way settlement goes.
        pub direction: Rule<Direction>,
        /// The order inside a seat; a seat is finished before the next begins.
        pub order: Rule<Vec<Part>>,
        /// When forfeited wagers are settled.
        pub forfeits: Rule<Forfeits>,
        /// Whether play wagers go back before anything else moves when the bank does not qualify; by seats if left out.
        pub refunds_first: Option<Rule<bool>>,
        /// What counts against the bank's stake.
        pub coverage: Rule<Coverage>,
        /// Whether the part of a wager that the stake does not reach goes back to its owner.
        pub uncovered_returned: Rule<bool>,
        /// Whether hands are opened only where a wager needs them when the bank does not qualify.
        pub unqualified_opens_bonus_only: Rule<bool>,
        /// Whether cards are gathered so that every hand can be rebuilt.
        pub hands_rebuilt: Rule<bool>,
    }
}

choice! {
    /// What a fault of the deal does.
    pub enum DealFault {
        /// All wagers go back, and the round is dealt again without a second fee.
        Redeal = "redeal",
        /// The wagers of that seat go back.
        SeatVoid = "seat void",
        /// All wagers go back and the round is over.
        RoundVoid = "round void",
    }
}

section! {
    /// What happens when something goes wrong.
    pub struct IrregularityRules {
        /// Any fault found before the bank's card is turned up.
        pub before_card_shown: Rule<DealFault>,
        /// A player's stack of a wrong number of cards found later.
        pub wrong_stack: Rule<DealFault>,
        /// A wrong stack of the bank found later.
        pub wrong_bank_stack: Rule<DealFault>,
        /// A foreign, double or missing card found later.
        pub bad_deck: Rule<DealFault>,
    }
}

section! {
    /// Who is offered the bank, and how.
    pub struct OfferRules {
        /// Which way the offer goes.
        pub direction: Rule<Direction>,
        /// Whether the house may bank.
        pub house_may_bank: Rule<bool>,
    }
}
