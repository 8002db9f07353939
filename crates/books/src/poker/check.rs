//! Contradictions between the rules of a poker book.

use super::betting::{
    BlindCounts, BlindGoes, BlindOption, BlindPlan, BlindSizes, BuyInOf, CollectionKind, FirstToAct,
    LeastBet, LeastRaise, Limit, MostBet, Structure,
};
use super::check_hands::{check_hands, check_misdeal, check_posts};
use super::faults::Mended;
use super::kill::check_kill;
use super::rules::{PokerRules, StreetName};
use crate::read::{Reader, Severity};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &PokerRules, reader: &mut Reader<'_>) {
    check_table(rules, reader);
    check_streets(rules, reader);
    check_structures(rules, reader);
    check_hands(rules, reader);
    check_posts(rules, reader);
    check_kill(rules, reader);
    check_misdeal(rules, reader);
}

pub(super) fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

fn check_table(rules: &PokerRules, reader: &mut Reader<'_>) {
    let players = &rules.table.players.value;
    if players.least < 2 || players.most > 10 || players.least > players.most {
        error(reader, "table.players", "the numbers of players do not make a range", "2 to 10, least first");
    } else if players.usual != rules.book.seats.value {
        error(
            reader,
            "table.players",
            "the usual number of players is not the number of seats",
            "book.seats",
        );
    }
    if !(players.least..=players.most).contains(&rules.book.seats.value) {
        error(
            reader,
            "book.seats",
            "the table has more or fewer seats than players may play",
            "a number of table.players",
        );
    }
    if rules.table.smallest_chip.is_zero() {
        error(reader, "table.smallest_chip", "pots cannot be divided down to nothing", "an amount above $0");
    }
    if rules.table.backline.value {
        error(reader, "table.backline", "nobody bets on another's poker hand", "false");
    }
    if rules.deck.jokers.value != 0 {
        error(reader, "deck.jokers", "the engine's poker games are played without a joker", "0");
    }
    for (is_held, key) in [
        (rules.blinds.before_deal.value, "blinds.before_deal"),
        (rules.blinds.live.value, "blinds.live"),
        (rules.button.served_last.value, "button.served_last"),
        (rules.betting.table_stakes.value, "betting.table_stakes"),
        (rules.betting.bet_forbids_check.value, "betting.bet_forbids_check"),
        (rules.pots.side_pots.value, "pots.side_pots"),
        (rules.pots.unmatched_returned.value, "pots.unmatched_returned"),
        (rules.pots.equal_hands_share.value, "pots.equal_hands_share"),
        (rules.collection.never_more_than_pot.value, "collection.never_more_than_pot"),
        (rules.collection.counts_dealt_in.value, "collection.counts_dealt_in"),
        (rules.showdown.cards_speak.value, "showdown.cards_speak"),
        (rules.hands.suits_equal.value, "hands.suits_equal"),
        (rules.table.house_deals.value, "table.house_deals"),
        (rules.collection.main_pot_first.value, "collection.main_pot_first"),
        (rules.collection.fixed_before_hand.value, "collection.fixed_before_hand"),
        (rules.showdown.winner_shows_all.value, "showdown.winner_shows_all"),
        (rules.showdown.losers_may_muck.value, "showdown.losers_may_muck"),
        (rules.acting.early_check_bars.value, "acting.early_check_bars"),
        (rules.acting.half_bet_is_filled.value, "acting.half_bet_is_filled"),
        (rules.acting.words_bind.value, "acting.words_bind"),
        (rules.acting.single_chip_calls.value, "acting.single_chip_calls"),
        (rules.misdeal.blinds_stay.value, "misdeal.blinds_stay"),
        (rules.card_faults.exposed_becomes_burn.value, "card_faults.exposed_becomes_burn"),
        (rules.card_faults.boxed_is_dead.value, "card_faults.boxed_is_dead"),
        (rules.card_faults.joker_is_dead.value, "card_faults.joker_is_dead"),
        (rules.card_faults.wrong_count_is_dead.value, "card_faults.wrong_count_is_dead"),
        (rules.card_faults.unprotected_is_dead.value, "card_faults.unprotected_is_dead"),
    ] {
        if !is_held {
            error(reader, key, "no game of this family is played otherwise", "true");
        }
    }
    for (rule, key) in [
        (rules.pots.low_judged_in_each_pot.as_ref(), "pots.low_judged_in_each_pot"),
        (rules.draw.as_ref().map(|draw| &draw.from_left_of_button), "draw.from_left_of_button"),
    ] {
        if rule.is_some_and(|rule| !rule.value) {
            error(reader, key, "no game of this family is played otherwise", "true");
        }
    }
    for (is_broken, key) in [
        (rules.acting.string_bets.value, "acting.string_bets"),
        (rules.acting.out_of_turn_binds.value, "acting.out_of_turn_binds"),
        (rules.showdown.last_player_shows.value, "showdown.last_player_shows"),
        (
            rules.acting.may_post_for_another.as_ref().is_some_and(|rule| rule.value),
            "acting.may_post_for_another",
        ),
        (
            rules.acting.ruled_after_next_deal.as_ref().is_some_and(|rule| rule.value),
            "acting.ruled_after_next_deal",
        ),
        (rules.seating.chips_leave_table.as_ref().is_none_or(|rule| rule.value), "seating.chips_leave_table"),
    ] {
        if is_broken {
            error(reader, key, "no game of this family is played otherwise", "false");
        }
    }
    if rules.collection.timed_minutes.as_ref().is_some_and(|minutes| minutes.value == 0) {
        error(reader, "collection.timed_minutes", "a fee by time needs a time", "at least 1");
    }
    if rules.card_faults.missing_card_dealt.value == Mended::UntilDraw && rules.draw.is_none() {
        error(reader, "card_faults.missing_card_dealt", "this game has no draw", "\"until its holder acts\"");
    }
    if rules.betting.later_rounds.value != FirstToAct::LeftOfButton {
        error(
            reader,
            "betting.later_rounds",
            "no game of this family is played otherwise",
            "\"left of the button\"",
        );
    }
    let is_bet = rules.blinds.counts.value == BlindCounts::AsBet;
    if is_bet != (rules.blinds.option.value == BlindOption::CheckOrRaise) {
        error(
            reader,
            "blinds.option",
            "a blind that is the bet may check, a part of a bet must be filled up",
            "what blinds.counts makes of it",
        );
    }
    if is_bet != rules.blinds.equal_blinds_both_act.value {
        error(
            reader,
            "blinds.equal_blinds_both_act",
            "equal blinds that are the bet both act",
            "what blinds.counts makes of it",
        );
    }
    let faults = rules.board_faults.as_ref();
    for (rule, key) in [
        (faults.map(|faults| faults.early_flop_reshuffled.value), "board_faults.early_flop_reshuffled"),
        (faults.map(|faults| faults.large_flop_reshuffled.value), "board_faults.large_flop_reshuffled"),
        (faults.map(|faults| faults.early_river_reshuffled.value), "board_faults.early_river_reshuffled"),
    ] {
        if rule == Some(false) {
            error(reader, key, "no game of this family is played otherwise", "true");
        }
    }
}

fn check_streets(rules: &PokerRules, reader: &mut Reader<'_>) {
    let streets = &rules.streets;
    let Some((first, later)) = streets.split_first() else {
        return error(reader, "streets", "a hand needs at least one street", "a street named \"deal\"");
    };
    let names: Vec<StreetName> = streets.iter().map(|street| street.name.value).collect();
    let has_board = names == [StreetName::Deal, StreetName::Flop, StreetName::Turn, StreetName::River];
    let has_draw = names == [StreetName::Deal, StreetName::Draw];
    if !has_board && !has_draw {
        error(reader, "streets", "these streets do not make a hand", "deal, flop, turn, river or deal, draw");
    }
    if first.private.value == 0 || later.iter().any(|street| street.private.value > 0) {
        error(reader, "streets", "private cards are dealt on the first street only", "private = 0 later");
    }
    if first.burn.value || first.board.value > 0 {
        error(
            reader,
            "streets.1",
            "the first street has neither a burn nor a board",
            "burn = false, board = 0",
        );
    }
    for (place, street) in streets.iter().enumerate() {
        let key = format!("streets.{}", place + 1);
        let board = match street.name.value {
            StreetName::Flop => 3,
            StreetName::Turn | StreetName::River => 1,
            StreetName::Deal | StreetName::Draw => 0,
        };
        if street.board.value != board {
            error(
                reader,
                &format!("{key}.board"),
                "a flop has three cards, turn and river one",
                &board.to_string(),
            );
        }
        if !street.betting.value {
            error(reader, &format!("{key}.betting"), "every street has betting", "true");
        }
        if (street.draw.value > 0) != (street.name.value == StreetName::Draw) || street.draw.value > 5 {
            error(
                reader,
                &format!("{key}.draw"),
                "cards are exchanged on the draw",
                "1 to 5 on the draw, 0 elsewhere",
            );
        }
    }
    let most = usize::from(rules.table.players.most);
    let dealt = usize::from(rules.private_cards());
    let shared: usize =
        streets.iter().map(|street| usize::from(street.board.value) + usize::from(street.burn.value)).sum();
    if most * dealt + shared > 52 {
        error(reader, "table.players", "the deck has too few cards for so many players", "fewer players");
    }
    let discards: u8 = streets.iter().map(|street| street.discard.value).sum();
    if (discards > 0) != rules.discard.is_some() {
        error(
            reader,
            "discard",
            "streets and [discard] disagree about a discard",
            "[discard] exactly where cards are thrown away",
        );
    }
    if has_draw != rules.draw.is_some() {
        error(
            reader,
            "draw",
            "streets and [draw] disagree about a draw",
            "[draw] exactly where cards are exchanged",
        );
    }
    if has_board != rules.board_faults.is_some() {
        error(
            reader,
            "board_faults",
            "streets and [board_faults] disagree about a board",
            "[board_faults] exactly where there is a board",
        );
    }
    for (is_held, key) in rules.discard.iter().flat_map(|discard| {
        [
            (discard.together.value, "discard.together"),
            (discard.all_in_too.value, "discard.all_in_too"),
            (discard.missing_is_dead.value, "discard.missing_is_dead"),
            (discard.too_many_is_dead.value, "discard.too_many_is_dead"),
        ]
    }) {
        if !is_held {
            error(reader, key, "no game of this family is played otherwise", "true");
        }
    }
    if let Some(discard) = &rules.discard
        && discard.reminder_seconds.value >= discard.seconds.value
    {
        error(
            reader,
            "discard.reminder_seconds",
            "the reminder comes too late",
            "fewer than discard.seconds",
        );
    }
    if rules.draw.as_ref().is_some_and(|draw| draw.draws.value != 1) {
        error(reader, "draw.draws", "the streets have one draw", "1");
    }
}

fn check_structures(rules: &PokerRules, reader: &mut Reader<'_>) {
    if rules.structures.is_empty() {
        error(reader, "structures", "nobody could bet", "at least one");
    }
    for (place, one) in rules.structures.iter().enumerate() {
        let key = |field: &str| format!("structures.{}.{field}", place + 1);
        let structure = one.structure.value;
        if rules.structures[..place].iter().any(|other| other.structure.value == structure) {
            error(reader, &key("structure"), "this way of betting stands twice", "each once");
        }
        let sizes = (one.least.value, one.most.value, one.raise.value);
        let fit = match structure {
            Structure::Limit => (LeastBet::Fixed, MostBet::Fixed, LeastRaise::Fixed),
            Structure::Spread => (LeastBet::LowerLimit, MostBet::UpperLimit, LeastRaise::LastRaise),
            Structure::PotLimit => (LeastBet::BigBlind, MostBet::Pot, LeastRaise::LastRaise),
            Structure::NoLimit => (LeastBet::BigBlind, MostBet::Stack, LeastRaise::LastRaise),
        };
        if sizes != fit {
            let what = format!("these sizes do not make {structure} betting");
            error(reader, &key("most"), &what, &format!("\"{}\", \"{}\", \"{}\"", fit.0, fit.1, fit.2));
        }
        let rounds = rules.streets.iter().filter(|street| street.betting.value).count();
        let bets = one.bets.as_ref().map_or(0, |bets| bets.value.len());
        if bets != if structure == Structure::Limit { rounds } else { 0 } {
            error(
                reader,
                &key("bets"),
                "a limit game has one size of bet for each round, others none",
                &format!("{rounds} sizes in a limit game"),
            );
        }
        if structure == Structure::Limit && !one.completes.value {
            error(reader, &key("completes"), "limit games complete a short all-in", "true");
        }
        let dropped = one.blind_goes.value == BlindGoes::Drop;
        if dropped != (one.collection.value == CollectionKind::Blind) {
            error(
                reader,
                &key("collection"),
                "a dropped blind is the fee, and only then",
                "\"the blind\" with blind_goes = \"drop\"",
            );
        }
        if dropped && one.blinds.value != BlindPlan::One {
            error(reader, &key("blinds"), "only a single blind is dropped", "\"one\"");
        }
        if (one.sizes.value == BlindSizes::RowAndButton) != (one.blinds.value == BlindPlan::ButtonSmallBig) {
            error(reader, &key("sizes"), "a button blind and its size belong together", "both or neither");
        }
        let chip = rules.table.smallest_chip.in_cents().max(1);
        let is_whole = |limit: &Limit| limit.low.in_cents() % chip == 0 && limit.high.in_cents() % chip == 0;
        if !one.limits.iter().flat_map(|list| &list.value).all(is_whole) {
            error(
                reader,
                "table.smallest_chip",
                "a listed limit is not made of whole chips",
                "a smaller chip",
            );
        }
        for (list, field) in [(&one.limits, "limits"), (&one.locked, "locked")] {
            if list
                .iter()
                .flat_map(|list| &list.value)
                .any(|limit| limit.low > limit.high || limit.low.is_zero())
            {
                error(
                    reader,
                    &key(field),
                    "a limit's lower figure is above its upper one, or nothing",
                    "low up to high",
                );
            }
        }
        let steps = one.buy_in.iter().flat_map(|list| &list.value).collect::<Vec<_>>();
        let has_limit = matches!(structure, Structure::Limit | Structure::Spread);
        if steps.iter().any(|step| (step.of == BuyInOf::BigBlind) == has_limit) {
            let expected = if has_limit { "\"lower limit\" or \"upper limit\"" } else { "\"big blind\"" };
            error(reader, &key("buy_in"), "a buy-in is counted in limits where there are any", expected);
        }
        if steps.iter().any(|step| step.times.value == 0)
            || steps.windows(2).any(|two| two[0].from >= two[1].from)
            || steps.first().is_some_and(|step| !step.from.is_zero())
        {
            error(
                reader,
                &key("buy_in"),
                "every game needs one least buy-in",
                "rows of rising sizes, from $0",
            );
        }
    }
}
