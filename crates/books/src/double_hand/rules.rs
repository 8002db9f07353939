//! The typed rules of the double-hand family, in the order of a round.

use super::house_way::HouseWay;
use super::irregularities::IrregularityRules;
use crate::bank::{Coverage, Direction, RotationRules};
use crate::header::Header;
use crate::read::Rule;
use crate::{Money, Odds};
use crate::{Outcome, Times};
use crate::{choice, section};

section! {
    /// A double-hand game as one house plays it.
    pub struct DoubleHandRules {
        /// Which game this is.
        pub book: Header,
        /// Who sits, who backs, who sees and who decides.
        pub table: TableRules,
        /// The cards.
        pub deck: DeckRules,
        /// What hands are worth.
        pub values: ValueRules,
        /// What may be wagered, and until when.
        pub wagers: WagerRules,
        /// The fees.
        pub collection: CollectionRules,
        /// How the piles are dealt and sent out.
        pub deal: DealRules,
        /// How players set their hands.
        pub setting: SettingRules,
        /// The chart of the house way.
        pub house_way: HouseWay,
        /// When a hand is foul.
        pub foul: FoulRules,
        /// The bank's own hand and stake.
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

choice! {
    /// Who settles a disagreement over a hand.
    pub enum FinalWord {
        /// The player who holds the seat.
        SeatedPlayer = "seated player",
        /// Whoever has the most money on it; with equal amounts the seated player.
        LargestWager = "largest wager",
    }
}

section! {
    /// Who sits, who backs, who sees and who decides.
    pub struct TableRules {
        /// How many may back one spot besides its seated player.
        pub backers: Rule<Times>,
        /// Who decides when backers and the seated player disagree over a setting.
        pub final_word: Rule<FinalWord>,
        /// How many hands a person may look at, however many that person has bet on.
        pub hands_seen: Rule<u8>,
        /// How many minutes a seat is held for a player who is away; as long as the house likes if left out.
        pub seat_held_minutes: Option<Rule<u16>>,
    }
}

choice! {
    /// Who may ask for another deck.
    pub enum DeckChange {
        /// Only the bank.
        Bank = "only the bank",
        /// Any player with a wager.
        AnyActive = "any active player",
    }
}

section! {
    /// The cards.
    pub struct DeckRules {
        /// Jokers in the deck of 52.
        pub jokers: Rule<u8>,
        /// Who may ask for another deck between two hands of one bank.
        pub change_within_turn: Rule<DeckChange>,
        /// Who may ask for another deck when the bank changes.
        pub change_of_bank: Rule<DeckChange>,
    }
}

choice! {
    /// What the joker may stand for.
    pub enum JokerUse {
        /// An ace, the missing card of a straight, or the highest missing card of a flush.
        Bug = "ace, straight or flush",
    }
}

choice! {
    /// Where A-2-3-4-5 stands among the straights.
    pub enum Wheel {
        /// Below six high.
        Lowest = "lowest straight",
        /// Between ace high and king high.
        SecondHighest = "second highest straight",
    }
}

choice! {
    /// Where five aces stand.
    pub enum FiveAces {
        /// Above every straight flush.
        Highest = "above a straight flush",
    }
}

section! {
    /// What hands are worth.
    pub struct ValueRules {
        /// What the joker may stand for.
        pub joker: Rule<JokerUse>,
        /// Where five aces stand; below them the usual order of poker hands.
        pub five_aces: Rule<FiveAces>,
        /// Where A-2-3-4-5 stands.
        pub wheel: Rule<Wheel>,
    }
}

choice! {
    /// What the table limits bind.
    pub enum LimitBinds {
        /// Each wager by itself.
        EachWager = "each wager",
        /// All wagers on one spot together.
        EachSpot = "each spot",
    }
}

choice! {
    /// What becomes of a wager below the table minimum.
    pub enum BelowLeast {
        /// Refused while betting is open; one found later plays for what it is.
        RefusedUnlessFoundLate = "refused, but plays if found later",
        /// Never plays.
        NoAction = "no action",
    }
}

choice! {
    /// What becomes of money above the table maximum.
    pub enum AboveMost {
        /// The wager plays for the maximum and the rest goes back.
        NoAction = "no action on the rest",
        /// The wager is refused.
        Refused = "refused",
    }
}

choice! {
    /// Until when the amount of a wager that is down may be changed.
    pub enum ChangesUntil {
        /// Until betting is called closed, before the dice are opened.
        NoMoreBets = "no more bets",
        /// Until the first card.
        Deal = "the deal",
    }
}

section! {
    /// What may be wagered, and until when.
    pub struct WagerRules {
        /// Whether a round needs a wager on the table before it is dealt.
        pub needed_to_deal: Rule<bool>,
        /// What the table limits bind.
        pub limit_binds: Rule<LimitBinds>,
        /// What becomes of a wager below the minimum.
        pub below_least: Rule<BelowLeast>,
        /// What becomes of money above the maximum.
        pub above_most: Rule<AboveMost>,
        /// The largest wager that the local ordinance allows, whatever the schedule says; any if left out.
        pub ordinance_most: Option<Rule<Money>>,
        /// Whether a full minimum must be left after the fee is paid.
        pub full_least_after_fee: Rule<bool>,
        /// Until when amounts may be changed; no wager is made or taken back after the first card.
        pub change_until: Rule<ChangesUntil>,
        /// Whether money that is not on the spot plays, as in "money covers".
        pub call_bets: Rule<bool>,
        /// Whether cash plays before it is changed to chips.
        pub cash_plays: Rule<bool>,
        /// Whether wagers beside the two hands are taken.
        pub side_bets: Rule<bool>,
        /// Whether the bank may also wager at other spots.
        pub bank_may_wager: Rule<bool>,
        /// Joint wagers.
        pub kum_kum: KumKumRules,
    }
}

section! {
    /// Kum-kum: several people's money as one wager.
    pub struct KumKumRules {
        /// Whether it is allowed.
        pub allowed: Rule<bool>,
        /// Whether it is paid and collected as one wager.
        pub settled_as_one: Rule<bool>,
        /// Whether each partner must put in the table minimum.
        pub least_each: Rule<bool>,
        /// Whether the maximum binds the sum.
        pub most_binds_sum: Rule<bool>,
        /// Whether each partner pays a fee.
        pub fee_each: Rule<bool>,
    }
}

choice! {
    /// When fees are taken.
    pub enum FeeMoment {
        /// Before the first card.
        BeforeDeal = "before the deal",
    }
}

choice! {
    /// What becomes of fees when a wager is changed after they were taken.
    pub enum FeesOnChange {
        /// When the dice cup opens, what is missing is taken and what is too much goes back.
        Difference = "the difference is taken or returned when the cup opens",
        /// They stay as they were taken.
        Kept = "kept as taken",
    }
}

choice! {
    /// What becomes of fees when the deal is void.
    pub enum FeesOnRedeal {
        /// They stay paid, and the redeal costs nothing more.
        KeptOnce = "kept, no second fee",
    }
}

section! {
    /// The fees; their amounts stand in the schedules.
    pub struct CollectionRules {
        /// When they are taken.
        pub when: Rule<FeeMoment>,
        /// Whether a fee is owed for each wager of a person, not once for the person.
        pub for_each_wager: Rule<bool>,
        /// Whether the house dealer may pay for a player.
        pub dealer_may_pay: Rule<bool>,
        /// Whether a jackpot fee is taken.
        pub jackpot: Rule<bool>,
        /// What becomes of fees when the deal is void.
        pub on_redeal: Rule<FeesOnRedeal>,
        /// What becomes of fees when a wager is changed after they were taken; they stay if left out.
        pub on_change: Option<Rule<FeesOnChange>>,
    }
}

choice! {
    /// How cards go to the piles.
    pub enum DealPass {
        /// One card to each pile in turn.
        OneAtATime = "one card at a time",
        /// A whole pile at once.
        PileAtATime = "one pile at a time",
    }
}

choice! {
    /// Which seat the dice count as 1.
    pub enum DiceCountFrom {
        /// The bank's own seat.
        Bank = "the bank",
        /// The first seat clockwise of the bank.
        LeftOfBank = "left of the bank",
    }
}

section! {
    /// How the piles are dealt and sent out.
    pub struct DealRules {
        /// How many piles are dealt, however many seats bet.
        pub piles: Rule<u8>,
        /// How many cards each pile has.
        pub cards: Rule<u8>,
        /// How many cards must be left.
        pub left: Rule<u8>,
        /// How cards go to the piles.
        pub pass: Rule<DealPass>,
        /// Whether the bank chooses the pile that goes out first.
        pub bank_chooses_pile: Rule<bool>,
        /// How many dice are shaken; their sum names the seat that gets the chosen pile.
        pub dice: Rule<u8>,
        /// Which seat they count as 1.
        pub dice_count_from: Rule<DiceCountFrom>,
        /// Whether the bank may let another person, never one of the staff, shake the dice.
        pub dice_may_be_passed: Rule<bool>,
        /// Which way the other piles follow.
        pub piles_go: Rule<Direction>,
        /// Whether piles of seats without a wager are taken back unseen.
        pub empty_seats_taken_back: Rule<bool>,
    }
}

section! {
    /// How players set their hands.
    pub struct SettingRules {
        /// How many cards go in front.
        pub front: Rule<u8>,
        /// How many cards go in back.
        pub back: Rule<u8>,
        /// Whether the two-card hand is the front wherever it lies; laid the wrong way round, it is foul if left out.
        pub front_anywhere: Option<Rule<bool>>,
        /// Whether a player may ask for the house way.
        pub house_way_on_request: Rule<bool>,
        /// Whether a hand that nobody may look at is set the house way.
        pub unseen_house_way: Rule<bool>,
        /// Whether a hand may be given up.
        pub surrender: Rule<bool>,
    }
}

section! {
    /// When a player's hand is foul.
    pub struct FoulRules {
        /// A front that ranks above the back.
        pub front_higher: Rule<bool>,
        /// A front equal to the top of the back.
        pub front_equal: Rule<bool>,
        /// A front of another number of cards.
        pub front_count: Rule<bool>,
        /// A back of another number of cards.
        pub back_count: Rule<bool>,
        /// An unprotected hand that touches other cards.
        pub contact: Rule<bool>,
        /// Who wins a foul hand's wager.
        pub result: Rule<Outcome>,
    }
}

choice! {
    /// When the bank's cards are turned up.
    pub enum BankOpens {
        /// When every other hand is set, house-way hands among them.
        AfterAllSet = "after all hands are set",
    }
}

choice! {
    /// Until when the bank may change its setting.
    pub enum BankResets {
        /// Until the first player's hand is turned up.
        UntilFirstHand = "until the first hand is opened",
    }
}

choice! {
    /// What becomes of a foul setting that the bank asks for.
    pub enum BankFoul {
        /// It is refused and the hand set the house way.
        HouseWay = "set the house way",
    }
}

section! {
    /// The bank's own hand and stake.
    pub struct BankRules {
        /// Whether the stake may be large enough to cover every wager, with no other bound.
        pub may_cover_all: Rule<bool>,
        /// When its cards are turned up.
        pub opens: Rule<BankOpens>,
        /// Whether the bank must confirm its setting before a player's hand is turned up.
        pub confirms: Rule<bool>,
        /// Until when it may change its setting.
        pub resets: Rule<BankResets>,
        /// What becomes of a foul setting.
        pub foul: Rule<BankFoul>,
        /// Whether others may put money into the stake, which then acts as one and is divided by what each put up;
        /// they may not if left out.
        pub shared: Option<Rule<bool>>,
        /// Who decides when several share the bank.
        pub final_word: Rule<FinalWord>,
    }
}

section! {
    /// Who wins.
    pub struct Results {
        /// Both hands of the player rank above the bank's.
        pub both_higher: Rule<Outcome>,
        /// Neither hand of the player does.
        pub none_higher: Rule<Outcome>,
        /// One hand ranks above the bank's and one does not.
        pub one_higher: Rule<Outcome>,
        /// Who has the better of two equal fronts.
        pub front_copy: Rule<Outcome>,
        /// Who has the better of two equal backs.
        pub back_copy: Rule<Outcome>,
        /// What a win is paid.
        pub pays: Rule<Odds>,
    }
}

choice! {
    /// The seat at which paying and collecting starts.
    pub enum Start {
        /// The seat that got the chosen pile.
        ActionButton = "the action button",
    }
}

choice! {
    /// Where settlement starts when the action seat is the bank's or has no wager.
    pub enum NoWagerThere {
        /// At the next wager in the direction of settlement.
        NextWager = "the next wager",
    }
}

choice! {
    /// A part of what lies at a spot, in the order it is settled.
    pub enum Part {
        /// The wager of the player who holds the seat.
        SeatedPlayer = "seated player",
        /// The backers, in the order they bet; a joint wager stands where its first partner stood.
        Backers = "backers",
    }
}

section! {
    /// The order in which money moves.
    pub struct SettlementRules {
        /// The seat it starts at.
        pub start: Rule<Start>,
        /// What if no wager can be settled there.
        pub no_wager_there: Rule<NoWagerThere>,
        /// Which way it goes.
        pub direction: Rule<Direction>,
        /// The order inside a spot.
        pub order: Rule<Vec<Part>>,
        /// What counts against the bank's stake.
        pub coverage: Rule<Coverage>,
        /// Whether the part of a wager that the stake does not reach goes back to its owner.
        pub uncovered_returned: Rule<bool>,
        /// Whether stake that met no wager goes back to the bank.
        pub unused_returned: Rule<bool>,
        /// Whether the fee for a wager that the stake did not reach is kept.
        pub fee_kept: Rule<bool>,
        /// Whether wins are paid in chips only.
        pub in_chips: Rule<bool>,
    }
}

choice! {
    /// Who may be offered the bank.
    pub enum Eligible {
        /// Those who had a wager on the spot in the last round: the seated player, then backers by size.
        WageredLastRound = "who wagered there last round",
    }
}

section! {
    /// Who is offered the bank, and how.
    pub struct OfferRules {
        /// Whether a banker may pass the position on after one round.
        pub may_pass_early: Rule<bool>,
        /// Which way the offer goes.
        pub direction: Rule<Direction>,
        /// Who may be offered the bank.
        pub eligible: Rule<Eligible>,
        /// Whether nobody wagers on the spot that banks, its seated player included.
        pub bank_spot_closed: Option<Rule<bool>>,
    }
}
