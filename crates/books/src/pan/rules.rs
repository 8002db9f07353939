//! The typed rules of Panguingue, in the order of a hand.

use crate::Money;
use crate::bank::Direction;
use crate::header::{Header, Range};
use crate::ranks::Ranks;
use crate::read::Rule;
use crate::{choice, section};

section! {
    /// Panguingue as one house plays it.
    pub struct PanRules {
        /// Which game this is.
        pub book: Header,
        /// Who plays, and with how many chips.
        pub table: TableRules,
        /// The pack.
        pub deck: DeckRules,
        /// What each player puts in the middle.
        pub tops: TopRules,
        /// How the cards go out.
        pub deal: DealRules,
        /// Saying who plays the hand.
        pub declaring: DeclareRules,
        /// Taking cards.
        pub draw: DrawRules,
        /// What may be laid down.
        pub melds: MeldRules,
        /// Moving cards that are laid down.
        pub moving: MovingRules,
        /// Making a player take a discard.
        pub forcing: ForcingRules,
        /// Melds that are paid at once.
        pub conditions: ConditionRules,
        /// What is paid for cards added later.
        pub additions: AdditionRules,
        /// Ending a hand.
        pub going_out: GoingOutRules,
        /// What happens when something goes wrong.
        pub irregularities: IrregularityRules,
        /// The fee and the clock.
        pub time: TimeRules,
    }
}

section! {
    /// Who plays, and with how many chips.
    pub struct TableRules {
        /// The fewest players of a hand.
        pub players_least: Rule<u8>,
        /// What one chip is worth.
        pub chip: Rule<Money>,
        /// The fewest chips to sit down with, and to be dealt in again after a pay that was not made in full.
        pub chips_least: Rule<u8>,
        /// What a player pays who has too few chips for a pay.
        pub short_of_chips: Rule<ShortOfChips>,
        /// Whether chips may be added at any time.
        pub chips_added_any_time: Rule<bool>,
        /// When a newcomer is dealt in.
        pub newcomer: Rule<Newcomer>,
    }
}

choice! {
    /// What a player pays who has too few chips.
    pub enum ShortOfChips {
        /// What is there, and nothing is owed.
        PaysWhatIsThere = "pays what is there",
    }
}

choice! {
    /// When a newcomer is dealt in.
    pub enum Newcomer {
        /// At the next hand, on posting the top.
        NextHand = "next hand, with the top",
    }
}

section! {
    /// The pack.
    pub struct DeckRules {
        /// How many packs of 52 it is made of.
        pub packs: Rule<u8>,
        /// The ranks left out.
        pub without: Rule<Ranks>,
        /// From how many of the packs all spades are taken out.
        pub spade_sets_out: Rule<u8>,
        /// How many cards that makes.
        pub cards: Rule<u16>,
        /// The ranks from low to high; neighbours here are neighbours in a rope.
        pub ranks: Rule<Ranks>,
        /// Whether a suit outranks another.
        pub suits_ranked: Rule<bool>,
        /// How the cards are shuffled between hands.
        pub shuffle: Rule<Shuffle>,
    }
}

choice! {
    /// How the cards are shuffled between hands.
    pub enum Shuffle {
        /// All of them.
        All = "all cards",
    }
}

section! {
    /// What each player puts in the middle.
    pub struct TopRules {
        /// How many chips: least, most and usual.
        pub chips: Rule<Range>,
        /// Who gets the tops.
        pub winner_takes: Rule<bool>,
        /// Whether the last players may divide them.
        pub may_be_divided: Rule<bool>,
    }
}

choice! {
    /// Who is first in the first hand.
    pub enum FirstOfSession {
        /// Who has the lowest card turned up; of equal ones who was dealt to first.
        LowestUpCard = "lowest up card",
        /// Who has the highest card turned up; of equal ones who was dealt to first.
        HighestUpCard = "highest up card",
    }
}

choice! {
    /// Who is first in later hands.
    pub enum FirstLater {
        /// The winner of the hand before; if absent, the next player in turn.
        LastWinner = "last winner",
        /// Whoever the up card of the new hand names, as in the first hand.
        UpCardAgain = "up card again",
    }
}

section! {
    /// How the cards go out.
    pub struct DealRules {
        /// Which way the deal and the turns go.
        pub direction: Rule<Direction>,
        /// How many cards come at a time.
        pub packet: Rule<u8>,
        /// How many packets each player gets.
        pub packets: Rule<u8>,
        /// Which card of the first packet is turned up in the first hand, from 1.
        pub up_card: Rule<u8>,
        /// Who is first in the first hand.
        pub first_of_session: Rule<FirstOfSession>,
        /// Who is first in later hands.
        pub first_later: Rule<FirstLater>,
    }
}

choice! {
    /// What a player loses who does not play the hand.
    pub enum OutLoses {
        /// Only the top.
        Top = "the top",
    }
}

choice! {
    /// Until when a declaration may be changed.
    pub enum DeclarationChange {
        /// Not at all once it is sent.
        Never = "never",
    }
}

section! {
    /// Saying who plays the hand.
    pub struct DeclareRules {
        /// Whether the first player of the hand declares first.
        pub first_player_first: Rule<bool>,
        /// What a player loses who declares out.
        pub out_loses: Rule<OutLoses>,
        /// Whether one who declared out pays or collects anything more.
        pub out_pays_conditions: Rule<bool>,
        /// Whether the last player in wins the tops at once.
        pub last_one_in_wins_tops: Rule<bool>,
        /// Until when a declaration may be changed.
        pub change: Rule<DeclarationChange>,
    }
}

choice! {
    /// Which discards may be taken.
    pub enum DiscardSource {
        /// The top discard, wherever it came from.
        Any = "any",
        /// The top discard, if it was drawn from the stock.
        StockDrawn = "stock-drawn",
    }
}

choice! {
    /// What happens when the stock is used up.
    pub enum StockEmpty {
        /// The discards but the top one are shuffled; without any the hand is void.
        ShuffleDiscards = "shuffle the discards",
    }
}

section! {
    /// Taking cards.
    pub struct DrawRules {
        /// Whether the hand opens with a card from the stock and no discard.
        pub opens_from_stock: Rule<bool>,
        /// How many further cards the opening player may draw on the first turn.
        pub opening_redraws: Rule<u8>,
        /// Which discards may be taken.
        pub discard_source: Rule<DiscardSource>,
        /// Whether a taken card goes into a meld at once, never into the hand.
        pub used_at_once: Rule<bool>,
        /// Whether a card that could be used may be declined.
        pub may_decline: Rule<bool>,
        /// Whether further melds wait until the drawn card is used.
        pub melds_after_use: Rule<bool>,
        /// Whether the discard ends the turn.
        pub discard_ends_turn: Rule<bool>,
        /// What happens when the stock is used up.
        pub stock_empty: Rule<StockEmpty>,
    }
}

section! {
    /// What may be laid down.
    pub struct MeldRules {
        /// The fewest cards of a meld.
        pub least: Rule<u8>,
        /// The most cards of a meld.
        pub most: Rule<u8>,
        /// Whether a rope may go on from king to ace.
        pub rope_wraps: Rule<bool>,
        /// The most cards of a rope.
        pub rope_most: Rule<u8>,
        /// The fewest suits of a square that is not all of one suit.
        pub mixed_suits_least: Rule<u8>,
        /// The ranks of which any suits make a square.
        pub any_suit_ranks: Rule<Ranks>,
        /// Whether a square laid down in one suit stays in it.
        pub one_suit_stays: Rule<bool>,
        /// Whether a player may add to others' melds.
        pub adds_to_others: Rule<bool>,
    }
}

section! {
    /// Moving cards that are laid down.
    pub struct MovingRules {
        /// Whether cards may be borrowed from an own meld for a new one, if what stays is a meld.
        pub borrow: Rule<bool>,
        /// Whether an own meld may be divided into two.
        pub split: Rule<bool>,
        /// Whether dividing pays only for conditions that were not there before.
        pub split_pays_new_only: Rule<bool>,
        /// Whether a card that is laid down may go back to the hand.
        pub back_to_hand: Rule<bool>,
    }
}

choice! {
    /// Who may force a discard on the next player.
    pub enum Forcer {
        /// Any other player in the hand.
        AnyOther = "any other player",
        /// Nobody.
        Nobody = "nobody",
    }
}

section! {
    /// Making a player take a discard that fits one of their melds.
    pub struct ForcingRules {
        /// Who may call it.
        pub by: Rule<Forcer>,
        /// Whether it applies to a card that the player drew.
        pub own_draw: Rule<bool>,
        /// Whether a forced player without a hand card is out and wins.
        pub without_hand_card_wins: Rule<bool>,
    }
}

section! {
    /// What a condition pays in chips from each other player.
    pub struct SuitPay {
        /// In spades.
        pub spades: u8,
        /// In any other suit.
        pub other: u8,
    }
}

section! {
    /// Melds that are paid at once.
    pub struct ConditionRules {
        /// The cards of value.
        pub valle: Rule<Ranks>,
        /// A square of valle cards not all of one suit.
        pub valle_mixed: Rule<u8>,
        /// A square of valle cards of one suit.
        pub valle_one_suit: Rule<SuitPay>,
        /// A square of other cards of one suit.
        pub other_one_suit: Rule<SuitPay>,
        /// The low rope that pays.
        pub low_rope: Rule<Ranks>,
        /// What it pays.
        pub low_rope_pays: Rule<SuitPay>,
        /// The high rope that pays.
        pub high_rope: Rule<Ranks>,
        /// What it pays.
        pub high_rope_pays: Rule<SuitPay>,
        /// How often spades pay what other suits pay, in the conditions of one suit.
        pub spades_times: Rule<u8>,
        /// Whether pays are collected before the discard.
        pub before_discard: Rule<bool>,
        /// Whether pays are collected without being asked for.
        pub automatic: Rule<bool>,
        /// Whether those who declared in pay even with a foul hand.
        pub foul_hands_pay: Rule<bool>,
    }
}

section! {
    /// What is paid for cards added later, and for the fourth and further cards of a square.
    pub struct AdditionRules {
        /// For each card added to a mixed valle square.
        pub valle_mixed: Rule<u8>,
        /// For each card added to a valle square of one suit.
        pub valle_one_suit: Rule<SuitPay>,
        /// For each card added to another square of one suit.
        pub other_one_suit: Rule<SuitPay>,
        /// Whether lengthening a rope that pays is paid again.
        pub rope_extension_pays: Rule<bool>,
    }
}

section! {
    /// Ending a hand.
    pub struct GoingOutRules {
        /// How many cards in melds end the hand.
        pub cards: Rule<u8>,
        /// What each other player pays for it, in chips.
        pub chips: Rule<u8>,
        /// Whether every condition of the winner is paid again, as the melds lie.
        pub conditions_again: Rule<bool>,
        /// Whether it happens by itself.
        pub automatic: Rule<bool>,
        /// Whether a last discard is needed.
        pub discard_needed: Rule<bool>,
        /// Whether a player without a meld pays more.
        pub no_meld_pays_more: Rule<bool>,
        /// How many cards a player has between turns, hand and melds together.
        pub cards_between_turns: Rule<u8>,
    }
}

choice! {
    /// What becomes of a hand with a wrong number of cards.
    pub enum WrongCount {
        /// Before the first draw a fresh hand; later the hand is foul.
        FreshThenFoul = "fresh hand before the first draw, then foul",
    }
}

choice! {
    /// What a foul hand costs.
    pub enum FoulHand {
        /// It gives back what it collected, cannot win, goes on paying and loses its top.
        ReturnsAndPays = "returns pays, goes on paying",
    }
}

choice! {
    /// What becomes of a meld that is none.
    pub enum FoulMeld {
        /// Refused; at a live table made good, or the hand is foul after the discard.
        Refused = "refused",
    }
}

section! {
    /// What happens when something goes wrong.
    pub struct IrregularityRules {
        /// A wrong number of cards.
        pub wrong_count: Rule<WrongCount>,
        /// What a foul hand costs.
        pub foul_hand: Rule<FoulHand>,
        /// A meld that is none.
        pub foul_meld: Rule<FoulMeld>,
        /// Whether a drawn card put in the hand makes it foul.
        pub kept_card_fouls: Rule<bool>,
        /// Whether a card that was drawn out of turn before anything lies on the pile waits under the first discard, so that
        /// nobody takes it; if left out it is the top of the pile.
        pub empty_pile_waits: Option<Rule<bool>>,
        /// Whether the last sound hand takes the tops and nothing else.
        pub last_sound_hand_takes_tops: Rule<bool>,
    }
}

section! {
    /// The fee and the clock.
    pub struct TimeRules {
        /// The fee of each seated player.
        pub fee: Rule<Money>,
        /// How many minutes it is for.
        pub fee_minutes: Rule<u8>,
        /// Whether it is taken between hands only, never out of tops or pays.
        pub fee_between_hands: Rule<bool>,
        /// How many seconds a turn may take; then the card is drawn and discarded.
        pub turn_seconds: Rule<u8>,
    }
}
