//! Ways of acting that need a ruling, and cards that go wrong.

use cards::Rank;

use crate::read::{Fault, Read, Reader, Rule, Value};
use crate::{choice, section};

choice! {
    /// What a first motion below half a bet is, when nobody has bet.
    pub enum BelowHalf {
        /// It goes back; the player acts again.
        Returned = "returned",
    }
}

section! {
    /// Ways of acting that need a ruling.
    pub struct ActingRules {
        /// Whether an action out of turn binds; if not it is taken back.
        pub out_of_turn_binds: Rule<bool>,
        /// Whether a check out of turn costs the right to bet and raise in that round.
        pub early_check_bars: Rule<bool>,
        /// Whether a bet or raise may be put in by instalments without a word.
        pub string_bets: Rule<bool>,
        /// Whether at least half a bet in one motion must be filled up to the full bet or raise.
        pub half_bet_is_filled: Rule<bool>,
        /// What less than half a bet is, when nobody has bet.
        pub below_half: Option<Rule<BelowHalf>>,
        /// Whether a word in turn binds.
        pub words_bind: Rule<bool>,
        /// Whether a bet behind a bet is taken as a call.
        pub bet_behind_bet_calls: Option<Rule<bool>>,
        /// Whether one chip above the bet, without a word, only calls.
        pub single_chip_calls: Rule<bool>,
        /// Whether one chip above the least bet, without a word, opens for the least bet.
        pub single_chip_opens_least: Option<Rule<bool>>,
        /// Whether who puts in too little for a call must fill it up.
        pub short_call_filled: Option<Rule<bool>>,
        /// Whether a call behind a raise that nobody announced may be taken back until the next player acts.
        pub call_behind_silent_raise_withdrawn: Option<Rule<bool>>,
        /// Whether the floor may have an announced raise filled up.
        pub floor_fills_raise: Option<Rule<bool>>,
        /// Whether a knock passes, and stands pat in the draw.
        pub knock_passes: Option<Rule<bool>>,
        /// How many actions behind a skipped player are substantial.
        pub substantial_actions: Option<Rule<u8>>,
        /// How many of them are enough if they put chips in.
        pub substantial_wagers: Option<Rule<u8>>,
        /// How long a called time lasts, in seconds.
        pub time_seconds: Option<Rule<u8>>,
        /// Whether one player may post for another.
        pub may_post_for_another: Option<Rule<bool>>,
        /// Whether cash on the table plays without being changed for chips.
        pub cash_plays: Option<Rule<bool>>,
        /// Whether the floor rules on a pot after the next hand has begun.
        pub ruled_after_next_deal: Option<Rule<bool>>,
    }
}

section! {
    /// When the hand is dealt again.
    pub struct MisdealRules {
        /// Whether the very first card face up is one.
        pub first_card_exposed: Rule<bool>,
        /// So many exposed private cards that need replacing are one.
        pub exposed_cards: Rule<u8>,
        /// So many cards too many off the deck are one.
        pub extra_cards: Rule<u8>,
        /// So many face-up cards together in the deck are one.
        pub boxed_together: Rule<u8>,
        /// Whether button and blinds stay for the new deal and no second fee is taken.
        pub blinds_stay: Rule<bool>,
    }
}

/// Some of the thirteen ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeptRanks(u16);

impl KeptRanks {
    /// Whether a rank is among them.
    #[must_use]
    pub fn contains(self, rank: Rank) -> bool {
        self.0 & (1 << rank as u16) != 0
    }
}

impl Read for KeptRanks {
    fn expected() -> String {
        "ranks such as \"A 2 3 4 5\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<KeptRanks> {
        let Some(text) = value.get_ref().as_str() else {
            reader.expected(value, &Self::expected());
            return None;
        };
        let mut ranks = KeptRanks::default();
        for word in text.split_whitespace() {
            let Some(rank) = Rank::ALL.iter().find(|rank| rank.to_string() == word) else {
                let what = format!("\"{word}\" is not a rank");
                reader.fault(Fault::error(value.span(), what, format!("expected {}", Self::expected())));
                return None;
            };
            ranks.0 |= 1 << *rank as u16;
        }
        Some(ranks)
    }
}

choice! {
    /// What becomes of a private card too many, found in time.
    pub enum ExtraCard {
        /// It goes back on top and is the next burn.
        BecomesBurn = "becomes the burn",
        /// The hand is foul.
        Foul = "foul hand",
    }
}

choice! {
    /// Until when a wrong number of private cards can be mended.
    pub enum Mended {
        /// Until the holder acts.
        UntilActed = "until its holder acts",
        /// Until the draw, whatever the holder did before.
        UntilDraw = "until the draw",
    }
}

section! {
    /// Cards that go wrong, and hands that die of it.
    pub struct CardFaultRules {
        /// Exposed ranks that must be kept; all others are replaced.
        pub exposed_kept: Rule<KeptRanks>,
        /// Whether a replaced card is exchanged after the deal for the top card and becomes the burn.
        pub exposed_becomes_burn: Rule<bool>,
        /// Whether a card exposed on the deal is still replaced when somebody has acted; it is no misdeal then.
        pub exposed_replaced_after_action: Option<Rule<bool>>,
        /// Whether a card that its own holder exposes stays in the hand, for everybody to see.
        pub own_exposed_kept: Option<Rule<bool>>,
        /// Whether a card exposed on the draw is replaced after all others have drawn.
        pub exposed_on_draw_replaced: Option<Rule<bool>>,
        /// Whether a face-up card in the deck is dead and the next one takes its place.
        pub boxed_is_dead: Rule<bool>,
        /// Whether a joker is a dead card.
        pub joker_is_dead: Rule<bool>,
        /// Whether acting on a hand with a joker makes it foul; otherwise the joker is replaced even then.
        pub joker_acted_on_is_foul: Option<Rule<bool>>,
        /// What becomes of a card too many, found as early as a missing one is dealt.
        pub extra_card: Rule<ExtraCard>,
        /// Until when a hand short of cards is filled.
        pub missing_card_dealt: Rule<Mended>,
        /// Whether a wrong number of cards found later kills the hand.
        pub wrong_count_is_dead: Rule<bool>,
        /// Whether a hand may go on after a card was thrown away by mistake.
        pub thrown_card_survives: Option<Rule<bool>>,
        /// The fewest private cards with which such a hand goes on.
        pub thrown_card_least: Option<Rule<u8>>,
        /// Whether cards off the table are dead.
        pub off_table_is_dead: Option<Rule<bool>>,
        /// Whether an unprotected or thrown-in hand is dead unless the dealer can tell it.
        pub unprotected_is_dead: Rule<bool>,
        /// Whether cards shown to one player are shown to all who ask.
        pub shown_to_one_shown_to_all: Option<Rule<bool>>,
        /// Whether who owes a blind and looks before posting has a dead hand.
        pub looked_before_posting_is_dead: Option<Rule<bool>>,
        /// Whether who has acted without posting keeps the hand and makes the blind up on a later deal.
        pub acted_unposted_makes_up: Option<Rule<bool>>,
    }
}

choice! {
    /// What becomes of a turn card shown too early.
    pub enum EarlyTurn {
        /// It is set aside; burn, next card; it is shuffled back before the river.
        SetAside = "set aside until the river",
    }
}

section! {
    /// Board cards that come too early or too many.
    pub struct BoardFaultRules {
        /// Whether an early flop goes back and is reshuffled.
        pub early_flop_reshuffled: Rule<bool>,
        /// Whether another card is burned after it.
        pub early_flop_burns_again: Rule<bool>,
        /// Whether a flop of four cards goes back and is reshuffled.
        pub large_flop_reshuffled: Rule<bool>,
        /// Whether another card is burned after it.
        pub large_flop_burns_again: Rule<bool>,
        /// Whether it stands once there was substantial action on it; the turn then has no burn.
        pub large_flop_stands_after_action: Option<Rule<bool>>,
        /// What becomes of an early turn.
        pub early_turn: Rule<EarlyTurn>,
        /// Whether a card is burned before the river that follows an early turn.
        pub river_after_early_turn_burns: Rule<bool>,
        /// Whether an early river is reshuffled.
        pub early_river_reshuffled: Rule<bool>,
        /// Whether a card is burned before the new river.
        pub early_river_burns_again: Rule<bool>,
    }
}
