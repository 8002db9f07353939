//! Declaring, drawing, forcing, and what goes wrong.

use crate::pan::rules::{
    DeclarationChange, DiscardSource, Forcer, FoulHand, FoulMeld, OutLoses, PanRules, StockEmpty, WrongCount,
};
use crate::words::{Words, times};

pub(super) fn declaring(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Playing the hand or not");
    let declaring = &rules.declaring;
    words.either(
        "declaring.first_player_first",
        declaring.first_player_first,
        "Before play each player says in or out, the first player of the hand first.",
        "Before play each player says in or out, in any order.",
    );
    match *declaring.out_loses {
        OutLoses::Top => words.say("A player who says out loses the top.", &["declaring.out_loses"]),
    }
    words.either(
        "declaring.out_pays_conditions",
        declaring.out_pays_conditions,
        "A player who says out still pays and collects for conditions.",
        "A player who says out pays and collects nothing more.",
    );
    words.either(
        "declaring.last_one_in_wins_tops",
        declaring.last_one_in_wins_tops,
        "If only one player is in, that player wins the tops at once.",
        "If only one player is in, the hand is played all the same.",
    );
    match *declaring.change {
        DeclarationChange::Never => {
            words.say("What was declared cannot be changed.", &["declaring.change"]);
        }
    }
}

pub(super) fn draw(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("A turn");
    let draw = &rules.draw;
    words.either(
        "draw.opens_from_stock",
        draw.opens_from_stock,
        "The hand opens with a card from the stock; there is no discard yet.",
        "The hand opens with a discard turned up from the stock.",
    );
    words.say(
        match *draw.opening_redraws {
            0 => "The opening player may not draw again on the first turn.".to_owned(),
            more => format!(
                "The opening player may put the card aside and draw again on the first turn, at most {}.",
                times(more)
            ),
        },
        &["draw.opening_redraws"],
    );
    let source = match *draw.discard_source {
        DiscardSource::Any => "the top discard, wherever that came from",
        DiscardSource::StockDrawn => "the top discard, if that was drawn from the stock",
    };
    words.say(
        format!("In turn a player takes the top card of the stock or {source}."),
        &["draw.discard_source"],
    );
    words.either(
        "draw.used_at_once",
        draw.used_at_once,
        "A card taken goes into a meld at once, never into the hand.",
        "A card taken may go into the hand.",
    );
    words.either(
        "draw.may_decline",
        draw.may_decline,
        "A card that could be used may be declined.",
        "A card that can be used must be used.",
    );
    words.either(
        "draw.melds_after_use",
        draw.melds_after_use,
        "When the card is used, further melds may be laid down from the hand.",
        "Melds may be laid down from the hand before the card is used.",
    );
    words.either(
        "draw.discard_ends_turn",
        draw.discard_ends_turn,
        "A discard ends the turn.",
        "A turn ends without a discard.",
    );
    match *draw.stock_empty {
        StockEmpty::ShuffleDiscards => words.say(
            "When the stock is used up, the discards but the top one are shuffled; if there are none, or nobody \
             used a card since the last shuffle, the hand is void.",
            &["draw.stock_empty"],
        ),
    }
}

pub(super) fn forcing(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Forcing a discard");
    let forcing = &rules.forcing;
    let by = match *forcing.by {
        Forcer::AnyOther => {
            "Any other player in the hand may make the next player take a discard that fits one of that player's melds."
        }
        Forcer::Nobody => "Nobody may make another player take a discard.",
    };
    words.say(by, &["forcing.by"]);
    words.either(
        "forcing.own_draw",
        forcing.own_draw,
        "A card that a player drew may be forced on that player too.",
        "A card that a player drew is not forced on that player.",
    );
    words.either(
        "forcing.without_hand_card_wins",
        forcing.without_hand_card_wins,
        "A forced player who has no card left in hand is out and wins.",
        "A forced player who has no card left in hand goes on playing.",
    );
}

pub(super) fn mishaps(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("When something goes wrong");
    let faults = &rules.irregularities;
    match *faults.wrong_count {
        WrongCount::FreshThenFoul => words.say(
            "A hand with a wrong number of cards is dealt afresh if this is said before its first draw; \
             later it is foul.",
            &["irregularities.wrong_count"],
        ),
    }
    match *faults.foul_hand {
        FoulHand::ReturnsAndPays => words.say(
            "A foul hand gives back what it collected, cannot win, goes on paying and loses its top.",
            &["irregularities.foul_hand"],
        ),
    }
    match *faults.foul_meld {
        FoulMeld::Refused => words.say(
            "A meld that is none is refused; at a live table it is made good, \
             or the hand is foul after the discard.",
            &["irregularities.foul_meld"],
        ),
    }
    words.either(
        "irregularities.kept_card_fouls",
        faults.kept_card_fouls,
        "A drawn card that is put in the hand makes the hand foul.",
        "A drawn card that is put in the hand is taken out again.",
    );
    if let Some(waits) = faults.empty_pile_waits {
        words.either(
            "irregularities.empty_pile_waits",
            waits,
            "A card that is drawn out of turn before the first discard waits and lies under that one.",
            "A card that is drawn out of turn before the first discard begins the discard pile.",
        );
    }
    words.either(
        "irregularities.last_sound_hand_takes_tops",
        faults.last_sound_hand_takes_tops,
        "If only one hand is not foul, it takes the tops and nothing else.",
        "If only one hand is not foul, it plays on.",
    );
}
