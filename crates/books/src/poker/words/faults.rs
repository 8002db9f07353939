//! When the hand is dealt again, and what becomes of cards that go wrong.

use cards::Rank;

use crate::poker::faults::{EarlyTurn, ExtraCard, Mended};
use crate::poker::rules::PokerRules;
use crate::words::{Words, count, list, some};

pub(super) fn misdeal(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Misdeals");
    let misdeal = &rules.misdeal;
    words.either(
        "misdeal.first_card_exposed",
        misdeal.first_card_exposed,
        "It is a misdeal if the very first card is turned up.",
        "It is no misdeal if the very first card is turned up.",
    );
    words.say(
        format!(
            "It is a misdeal if {} that must be replaced are exposed, if {} too many come off the deck, \
             or if {} lie face up together in the deck.",
            some(*misdeal.exposed_cards, "private card", "private cards"),
            some(*misdeal.extra_cards, "card", "cards"),
            some(*misdeal.boxed_together, "card", "cards")
        ),
        &["misdeal.exposed_cards", "misdeal.extra_cards", "misdeal.boxed_together"],
    );
    words.either(
        "misdeal.blinds_stay",
        misdeal.blinds_stay,
        "For the new deal button and blinds stay, and no second fee is taken.",
        "For the new deal blinds are posted anew.",
    );
}

pub(super) fn cards(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Cards that go wrong");
    let faults = &rules.card_faults;
    let kept: Vec<String> = Rank::ALL
        .iter()
        .filter(|rank| faults.exposed_kept.contains(**rank))
        .map(|rank| rank.to_string().replace('T', "10"))
        .collect();
    let exposed = if kept.is_empty() {
        "A private card exposed on the deal is always replaced.".to_owned()
    } else {
        format!(
            "A private card exposed on the deal is kept if it is {}; any other is replaced.",
            list(&kept, "or")
        )
    };
    words.say(exposed, &["card_faults.exposed_kept"]);
    words.either(
        "card_faults.exposed_becomes_burn",
        faults.exposed_becomes_burn,
        "It is exchanged after the deal for the top card and becomes the burn.",
        "It is exchanged after the deal for the top card and put among the discards.",
    );
    words.either_if(
        "card_faults.exposed_replaced_after_action",
        faults.exposed_replaced_after_action,
        "So is one noticed after somebody has acted; it is no misdeal then, however many there are.",
        "One noticed after somebody has acted is kept.",
    );
    words.either_if(
        "card_faults.own_exposed_kept",
        faults.own_exposed_kept,
        "A card that its own holder exposes stays in the hand, for everybody to see.",
        "A card that its own holder exposes is replaced like one that the dealer exposed.",
    );
    words.either_if(
        "card_faults.exposed_on_draw_replaced",
        faults.exposed_on_draw_replaced,
        "A card exposed on the draw is replaced after all others have drawn.",
        "A card exposed on the draw is kept.",
    );
    words.either(
        "card_faults.boxed_is_dead",
        faults.boxed_is_dead,
        "A card face up in the deck is dead, and the next one takes its place.",
        "A card face up in the deck plays.",
    );
    words.either(
        "card_faults.joker_is_dead",
        faults.joker_is_dead,
        "A joker is a dead card.",
        "A joker plays.",
    );
    words.either_if(
        "card_faults.joker_acted_on_is_foul",
        faults.joker_acted_on_is_foul,
        "Acting on a hand with a joker makes the hand foul.",
        "Acting on a hand with a joker does not make the hand foul.",
    );
    let extra = match *faults.extra_card {
        ExtraCard::BecomesBurn => "goes back on top and is the next burn",
        ExtraCard::Foul => "makes the hand foul",
    };
    let before = match *faults.missing_card_dealt {
        Mended::UntilActed => "its holder acts",
        Mended::UntilDraw => "the draw",
    };
    words.say(
        format!("A private card too many, found before {before}, {extra}."),
        &["card_faults.extra_card"],
    );
    words.say(
        format!("A hand short of cards is filled before {before}."),
        &["card_faults.missing_card_dealt"],
    );
    words.either(
        "card_faults.wrong_count_is_dead",
        faults.wrong_count_is_dead,
        "A wrong number of cards found later kills the hand.",
        "A hand with a wrong number of cards found later plays on.",
    );
    words.either_if(
        "card_faults.thrown_card_survives",
        faults.thrown_card_survives,
        "A hand goes on after a card was thrown away by mistake.",
        "A hand is dead after a card was thrown away by mistake.",
    );
    if let Some(least) = &faults.thrown_card_least {
        words.say(
            format!("Such a hand needs at least {} private cards.", count(**least)),
            &["card_faults.thrown_card_least"],
        );
    }
    words.either_if(
        "card_faults.off_table_is_dead",
        faults.off_table_is_dead,
        "Cards off the table are dead.",
        "Cards off the table still play.",
    );
    words.either(
        "card_faults.unprotected_is_dead",
        faults.unprotected_is_dead,
        "A hand left unprotected or thrown in is dead unless the dealer can tell it apart.",
        "A hand left unprotected stays live.",
    );
    words.either_if(
        "card_faults.shown_to_one_shown_to_all",
        faults.shown_to_one_shown_to_all,
        "Cards shown to one player are shown to all who ask.",
        "Cards shown to one player need not be shown to others.",
    );
    words.either_if(
        "card_faults.looked_before_posting_is_dead",
        faults.looked_before_posting_is_dead,
        "A player who owes a blind and looks at the cards before posting has a dead hand.",
        "A player who owes a blind may look at the cards before posting.",
    );
    words.either_if(
        "card_faults.acted_unposted_makes_up",
        faults.acted_unposted_makes_up,
        "Once the player has acted, the hand plays and the blind is made up on a later deal.",
        "So has one who has already acted.",
    );
}

pub(super) fn board(rules: &PokerRules, words: &mut Words<'_>) {
    let Some(faults) = &rules.board_faults else { return };
    words.heading("Board cards that go wrong");
    let flop = |reshuffled: bool, burns: bool| {
        let back = if reshuffled { "goes back and is reshuffled" } else { "stands" };
        let burn = if burns { "another card is burned" } else { "no other card is burned" };
        format!("{back}, and {burn}")
    };
    words.say(
        format!(
            "A flop turned too early {}.",
            flop(*faults.early_flop_reshuffled, *faults.early_flop_burns_again)
        ),
        &["board_faults.early_flop_reshuffled", "board_faults.early_flop_burns_again"],
    );
    words.say(
        format!(
            "A flop of four cards {}.",
            flop(*faults.large_flop_reshuffled, *faults.large_flop_burns_again)
        ),
        &["board_faults.large_flop_reshuffled", "board_faults.large_flop_burns_again"],
    );
    words.either_if(
        "board_faults.large_flop_stands_after_action",
        faults.large_flop_stands_after_action,
        "It stands once there was substantial action on it; the turn then has no burn.",
        "It goes back even after substantial action.",
    );
    let burn = if *faults.river_after_early_turn_burns { "a card is burned" } else { "no card is burned" };
    match *faults.early_turn {
        EarlyTurn::SetAside => words.say(
            format!(
                "A turn shown too early is set aside: a card is burned and the next one is the turn; \
                 the early card is shuffled back before the river, and {burn} for that."
            ),
            &["board_faults.early_turn", "board_faults.river_after_early_turn_burns"],
        ),
    }
    words.say(
        format!(
            "A river shown too early {}.",
            flop(*faults.early_river_reshuffled, *faults.early_river_burns_again)
        ),
        &["board_faults.early_river_reshuffled", "board_faults.early_river_burns_again"],
    );
}
