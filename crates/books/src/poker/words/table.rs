//! Table, cards, button and blinds.

use crate::poker::betting::{BlindCounts, BlindOption, TwoPlayers};
use crate::poker::kill::{KillRules, KillSize, KilledBy, KillerActs};
use crate::poker::rules::{ButtonMoves, ButtonTie, FirstButton, FouledDeck, PokerRules, ShuffleStep};
use crate::poker::seating::{MakeUp, StraddleCounts};
use crate::words::{Words, count, list, some, times};

pub(super) fn table(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("The table");
    words.name(&rules.book);
    let table = &rules.table;
    let players = &table.players;
    words.say(
        format!(
            "The table has {}; {} to {} players can be dealt in, usually {}.",
            some(*rules.book.seats, "seat", "seats"),
            count(players.least),
            count(players.most),
            count(players.usual)
        ),
        &["book.seats", "table.players"],
    );
    words.either(
        "table.offered",
        table.offered,
        "The house offers the game.",
        "The game is filed, but the house offers it only once it is turned on.",
    );
    words.either(
        "table.house_deals",
        table.house_deals,
        "An employee of the house, who does not play, deals every hand.",
        "The players deal by themselves.",
    );
    words.either(
        "table.backline",
        table.backline,
        "Others may bet on a player's hand.",
        "Nobody may bet on another player's hand.",
    );
    words.say(
        format!("Pots are divided down to {}, or to the smallest chip of the blinds.", *table.smallest_chip),
        &["table.smallest_chip"],
    );
}

pub(super) fn cards(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("The cards");
    let deck = match *rules.deck.jokers {
        0 => "The deck is the standard 52 cards, without jokers.".to_owned(),
        more => format!("The deck is the standard 52 cards and {}.", some(more, "joker", "jokers")),
    };
    words.say(deck, &["deck.jokers"]);
    if let Some(shuffle) = &rules.deck.shuffle {
        let steps: Vec<String> = shuffle
            .iter()
            .map(|step| match step {
                ShuffleStep::Mix => "mixes the cards".to_owned(),
                ShuffleStep::Shuffle => "shuffles".to_owned(),
                ShuffleStep::Cut => "cuts".to_owned(),
                ShuffleStep::CutCard => "puts the cut card under the deck".to_owned(),
            })
            .collect();
        words.say(format!("The house dealer {}.", list(&steps, "and")), &["deck.shuffle"]);
    }
    if let Some(fouled) = &rules.deck.fouled {
        let text = match **fouled {
            FouledDeck::RefusedBeforeDeal => {
                "A deck with a card missing or standing twice is refused before the deal."
            }
            FouledDeck::HandVoid => {
                "If a card turns out to be missing or to stand twice, the hand is void and bets go back; \
                 a fee already dropped is kept."
            }
        };
        words.say(text, &["deck.fouled"]);
    }
}

pub(super) fn button(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("The button");
    let button = &rules.button;
    let first = match *button.first {
        FirstButton::HighestDealt => {
            "In a new game one card is dealt up to each player from the house dealer's left, \
             and the highest takes the button"
        }
        FirstButton::HighestPlucked => {
            "In a new game each player plucks a card from the spread deck, and the highest takes the button"
        }
    };
    let tie = match *button.tie {
        ButtonTie::FirstDealt => "of equal cards the one dealt first",
        ButtonTie::SuitRank => "of equal cards the higher suit: spades, hearts, diamonds, clubs",
    };
    words.say(format!("{first}; {tie}."), &["button.first", "button.tie"]);
    match *button.moves {
        ButtonMoves::NextPlayer => words.say(
            "After each hand it moves to the next player clockwise and the blinds follow it, \
             so that a player who leaves may spare somebody a blind.",
            &["button.moves"],
        ),
    }
    words.either(
        "button.spares_second_blind",
        button.spares_second_blind,
        "When three players become two, the button is set so that nobody has the big blind twice running.",
        "When three players become two, somebody may have the big blind twice running.",
    );
    words.either(
        "button.served_last",
        button.served_last,
        "The player with the button gets cards last.",
        "The player with the button gets cards first.",
    );
}

pub(super) fn blinds(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Blinds");
    let blinds = &rules.blinds;
    words.either(
        "blinds.before_deal",
        blinds.before_deal,
        "Blinds are posted before any card is dealt, each by the player whose turn it is.",
        "Blinds may be posted after the deal.",
    );
    words.either(
        "blinds.live",
        blinds.live,
        "They are live: they count toward the poster's bet.",
        "They are dead: they do not count toward the poster's bet.",
    );
    let option = match *blinds.option {
        BlindOption::CheckOrRaise => "If nobody has raised, the big blind may check or raise.",
        BlindOption::FillUp => {
            "If nobody has raised, a blind below the bet is filled up, raised on, or folded."
        }
    };
    words.say(option, &["blinds.option"]);
    let counts = match *blinds.counts {
        BlindCounts::AsBet => {
            "The big blind is the opening bet; one below the bet of the round may be called for what it is, \
             and filling it up to that bet is then the opening bet."
        }
        BlindCounts::TowardBet => "The big blind is only a part of the bet; the full bet opens.",
    };
    words.say(counts, &["blinds.counts"]);
    let two = match *blinds.two_players {
        TwoPlayers::ButtonIsSmallBlind => {
            "Between two players the button takes the small blind's place, acts first after the deal \
             and last later."
        }
        TwoPlayers::ButtonIsBigBlind => {
            "Between two players the button takes the big blind's place and the other the small blind's."
        }
    };
    words.say(two, &["blinds.two_players"]);
    words.either(
        "blinds.equal_blinds_both_act",
        blinds.equal_blinds_both_act,
        "Where both blinds are the same size, both may check or raise.",
        "Where both blinds are the same size, only the big blind may check.",
    );
}

pub(super) fn posts(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Missed blinds and newcomers");
    let posts = &rules.posts;
    let makes_up = |make_up| match make_up {
        MakeUp::LiveBigBlind => "posts a live big blind",
        MakeUp::Straddle => "posts a straddle",
    };
    words.say(
        format!(
            "A player who missed a blind waits for the big blind or {}; a newcomer waits for it or {}.",
            makes_up(*posts.missed_blind),
            makes_up(*posts.newcomer)
        ),
        &["posts.missed_blind", "posts.newcomer"],
    );
    if let Some(straddle) = &posts.straddle_times {
        words.say(format!("A straddle is {} the big blind.", times(**straddle)), &["posts.straddle_times"]);
    }
    if let Some(counts) = &posts.straddle_counts {
        let text = match **counts {
            StraddleCounts::FirstRaise => "A straddle is the first raise; a second one is a call.",
            StraddleCounts::OpeningBet => "A straddle is the opening bet; a second one is a call.",
        };
        words.say(text, &["posts.straddle_counts"]);
    }
    words.either(
        "posts.straddle_by_choice",
        posts.straddle_by_choice,
        "Anybody may straddle by choice.",
        "Nobody straddles by choice.",
    );
    words.either("posts.kill_pots", posts.kill_pots, "Kill pots are played.", "There are no kill pots.");
    if let Some(kill) = &rules.kill {
        tell_kill(kill, words);
    }
    words.either_if(
        "posts.free_hands_in_new_game",
        posts.free_hands_in_new_game,
        "In a new game players get hands before their first blind without posting.",
        "In a new game players wait for their first blind.",
    );
}

fn tell_kill(kill: &KillRules, words: &mut Words<'_>) {
    let by = match (*kill.by, &kill.large_pot) {
        (KilledBy::TwoInARow, _) => {
            "The winner of two pots in a row kills the next pot, and each one after it until somebody else wins."
                .to_owned()
        }
        (KilledBy::LargePot, size) => format!(
            "The winner of a pot of at least {} the upper limit kills the next pot.",
            times(size.as_ref().map_or(1, |size| **size))
        ),
    };
    words.say(by, &["kill.by", "kill.large_pot"]);
    let more = match *kill.size {
        KillSize::Half => "one and a half times",
        KillSize::Full => "twice",
    };
    words.say(
        format!(
            "The limits of a killed hand are {more} as large and the blinds stay as they are; the kill is a live \
             post of the smaller limit, a blind of the same player included."
        ),
        &["kill.size"],
    );
    let acts = match *kill.acts {
        KillerActs::InTurn => "The killer acts in turn.",
        KillerActs::Last => "In the first round the killer acts after everybody else.",
    };
    words.say(acts, &["kill.acts"]);
    words.either(
        "kill.ended_early_counts",
        kill.ended_early_counts,
        "A pot counts when one player takes the whole main pot, also when it ends before the flop or the draw.",
        "A pot counts when one player takes the whole main pot, unless it ends before the flop or the draw.",
    );
}
