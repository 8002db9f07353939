//! Contradictions between the rules of a blackjack book.

use super::irregularities::check_barred;
use super::{
    BankSecondCard, BlackjackRules, BonusHand, Check, InsuranceAmount, NaturalHand, Part, Start,
    SurrenderWhen,
};
use crate::read::{Reader, Severity};
use crate::{Money, Odds};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    check_table(rules, reader);
    check_totals(rules, reader);
    check_jokers(rules, reader);
    check_idle(rules, reader);
    check_insurance(rules, reader);
    check_side_bets(rules, reader);
    check_settlement(rules, reader);
    check_settings(rules, reader);
    check_barred(rules, reader);
}

fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

fn check_table(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    if !(2..=12).contains(&*rules.book.seats) {
        error(reader, "book.seats", "a table has the bank's seat and at least one more", "2 to 12 seats");
    }
    let decks = &rules.deck.decks.value;
    if decks.least < 1 || decks.most > 8 || decks.least > decks.most {
        error(
            reader,
            "deck.decks",
            "the numbers of decks do not make a range",
            "least and most from 1 to 8, least first",
        );
    } else if !(decks.least..=decks.most).contains(&decks.usual) {
        error(
            reader,
            "deck.decks",
            "the usual number of decks is outside the range",
            "a usual number from least to most",
        );
    }
    let chip = rules.table.smallest_chip.map_or(Money::cents(1), |chip| chip.value);
    if !chip.is_positive() || rules.table.wager_unit.in_cents() % chip.in_cents().max(1) != 0 {
        error(
            reader,
            "table.smallest_chip",
            "wagers are not made of whole chips",
            "a part of table.wager_unit",
        );
    }
    if rules.table.wager_unit.is_zero() {
        error(reader, "table.wager_unit", "wagers cannot grow in steps of nothing", "an amount above $0");
    }
    if !rules.table.limit_binds_opening_only.value {
        error(
            reader,
            "table.limit_binds_opening_only",
            "doubles and splits are bounded by the opening wager alone",
            "true",
        );
    }
    if rules.rotation.rounds.value == 0 {
        error(reader, "rotation.rounds", "nobody could ever bank", "at least 1");
    }
}

fn check_totals(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    let highest = rules.values.highest.value;
    if highest != 21 {
        error(reader, "values.highest", "the engine's games count to 21", "21");
    }
    if rules.values.ace.value != 11 {
        error(reader, "values.ace", "an ace counts 11 or 1", "11");
    }
    if rules.values.faces.value != 10 {
        error(reader, "values.faces", "jacks, queens and kings count 10", "10");
    }
    let player = &rules.player;
    for (hit, stand, kind) in [
        (&player.must_hit_hard, &player.must_stand_hard, "hard"),
        (&player.must_hit_soft, &player.must_stand_soft, "soft"),
    ] {
        if hit.value >= stand.value {
            let what = format!("a {kind} {} must both hit and stand", hit.value);
            error(reader, &format!("player.must_stand_{kind}"), &what, "a total above the one that must hit");
        }
        if stand.value > highest + 1 {
            let what = format!("a {kind} total of {} takes no card anyway", stand.value);
            error(reader, &format!("player.must_stand_{kind}"), &what, "at most 22, which means never");
        }
    }
    let (hard, soft) = (player.must_hit_hard.value, player.must_hit_soft.value);
    if soft != hard && (1..12).contains(&soft) {
        let what = format!("no soft total is {soft} or less, so this would bind nobody");
        error(reader, "player.must_hit_soft", &what, "0 for no such limit, the hard limit, or 12 and more");
    }
    let bank = &rules.bank;
    for (hits, key) in [(bank.hits_hard.value, "bank.hits_hard"), (bank.hits_soft.value, "bank.hits_soft")] {
        if !(11..highest).contains(&hits) {
            error(reader, key, "the bank could not finish its hand", "a total from 11 to 20");
        }
    }
    if rules.double.cards.value != 1 {
        error(reader, "double.cards", "a doubled hand gets one card", "1");
    }
    if rules.surrender.when.value == SurrenderWhen::Never && rules.surrender.up_to.value != 0 {
        error(reader, "surrender.up_to", "no hand may be given up in this game", "0");
    }
    if rules.surrender.when.value != SurrenderWhen::Never
        && !(4..=highest).contains(&rules.surrender.up_to.value)
    {
        error(reader, "surrender.up_to", "no hand could be given up", "a total from 4 to 21");
    }
}

/// Where a rule cannot bind anybody, the book says the usual, so that nobody reads another rule into it.
fn check_idle(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    let insurance = &rules.insurance;
    if !insurance.offered.value && !insurance.may_be_offered.value {
        for (is_usual, key, expected) in [
            (insurance.amount.value == InsuranceAmount::UpToHalf, "insurance.amount", "\"up to half\""),
            (insurance.pays.value == Odds { pays: 2, on: 1 }, "insurance.pays", "\"2 to 1\""),
            (!insurance.even_money.value, "insurance.even_money", "false"),
        ] {
            if !is_usual {
                error(reader, key, "no insurance is offered in this game", expected);
            }
        }
    }
    if rules.natural.hand.value == NaturalHand::TwoJokers && rules.natural.after_split.value {
        error(reader, "natural.after_split", "a split hand cannot be two jokers", "false");
    }
    if rules.deal.bank_second_card.value == BankSecondCard::AfterPlayers
        && rules.deal.check.value != Check::Never
    {
        error(reader, "deal.check", "there is no second card to look at before the players act", "\"never\"");
    }
}

fn check_jokers(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    let has_jokers = rules.deck.jokers.value > 0;
    if rules.natural.hand.value == NaturalHand::TwoJokers && !has_jokers {
        error(reader, "natural.hand", "the deck has no jokers to make a Natural of", "\"ace and ten-value\"");
    }
    if has_jokers != (rules.values.joker_makes.value > 0) {
        error(
            reader,
            "values.joker_makes",
            "the deck and the values disagree about jokers",
            "21 with jokers, 0 without",
        );
    }
    if has_jokers && rules.values.joker_makes.value != rules.values.highest.value {
        error(reader, "values.joker_makes", "a joker is wild, so it makes the highest total", "21");
    }
    if rules.deal.joker_up_freezes.value && !has_jokers {
        error(reader, "deal.joker_up_freezes", "the deck has no jokers", "false");
    }
    if rules.player.joker_hand_stands.value && !has_jokers {
        error(reader, "player.joker_hand_stands", "the deck has no jokers", "false");
    }
    if rules.settlement.joker_number.value > 0 && !has_jokers {
        error(reader, "settlement.joker_number", "the deck has no jokers", "0");
    }
    if rules.settlement.start.value == Start::SecondCard
        && has_jokers
        && rules.settlement.joker_number.value == 0
    {
        error(reader, "settlement.joker_number", "a joker may place the button", "a number from 1");
    }
}

fn check_insurance(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    if let Some(choices) = &rules.natural.may_pay
        && !choices.contains(&rules.natural.pays.value)
    {
        error(
            reader,
            "natural.pays",
            "this pay is not among those the house may choose",
            "one of natural.may_pay",
        );
    }
    let insurance = &rules.insurance;
    if insurance.offered.value
        && insurance
            .only_where_natural_pays
            .as_ref()
            .is_some_and(|pays| !pays.contains(&rules.natural.pays.value))
    {
        let what = format!("insurance may not be offered where a Natural pays {}", rules.natural.pays.value);
        error(reader, "insurance.offered", &what, "false");
    }
    if insurance.offered.value && !insurance.may_be_offered.value {
        error(reader, "insurance.offered", "this game is filed without insurance", "false");
    }
    if insurance.even_money.value && !insurance.offered.value {
        error(
            reader,
            "insurance.even_money",
            "even money is a form of insurance, which is not offered",
            "false",
        );
    }
    if insurance.even_money.value && rules.natural.pays.value != Odds::new(3, 2) {
        reader.fault_at(
            "insurance.even_money",
            Severity::Warning,
            format!("even money is not what insurance and a Natural at {} come to", rules.natural.pays.value),
            "the same either way only where a Natural pays 3 to 2",
        );
    }
    if insurance.offered.value && rules.natural.hand.value == NaturalHand::TwoJokers {
        error(reader, "insurance.offered", "an ace up cannot become a Natural of two jokers", "false");
    }
}

fn check_side_bets(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    let buster = rules.buster.as_ref().map(|bet| ("buster", bet.needs_base.value, bet.before_deal.value));
    let bonus =
        rules.bonus_bet.as_ref().map(|bet| ("bonus_bet", bet.needs_base.value, bet.before_deal.value));
    for (section, needs_base, before_deal) in [buster, bonus].into_iter().flatten() {
        if !needs_base {
            let key = format!("{section}.needs_base");
            error(reader, &key, "a spot without a base wager has no hand", "true");
        }
        if !before_deal {
            let key = format!("{section}.before_deal");
            error(reader, &key, "no side wager is taken once cards are out", "true");
        }
    }
    if let Some(buster) = &rules.buster {
        if buster.must_be_offered.value && !buster.offered.value {
            error(reader, "buster.offered", "the filing says that this wager has to be offered", "true");
        }
        if !buster.outlives_hand.value {
            error(
                reader,
                "buster.outlives_hand",
                "this wager is on the bank's hand and lives until that is finished",
                "true",
            );
        }
        let pays = &buster.pays.value;
        if pays.first().is_none_or(|pay| pay.cards != 3)
            || pays.windows(2).any(|two| two[0].cards >= two[1].cards)
        {
            error(
                reader,
                "buster.pays",
                "every over hand needs one pay",
                "rows of rising numbers of cards, from 3",
            );
        }
        if buster.most.as_ref().is_some_and(|most| most.value < buster.least.value) {
            error(reader, "buster.most", "the largest wager is below the smallest", "at least buster.least");
        }
    }
    if let Some(bonus) = &rules.bonus_bet
        && !(1..=bonus.tables.value.len()).contains(&usize::from(bonus.table.value))
    {
        error(
            reader,
            "bonus_bet.table",
            "there is no such pay table",
            "the place of one of bonus_bet.tables, from 1",
        );
    }
    let mut seen: Vec<BonusHand> = Vec::new();
    for bonus in rules.bonuses.iter().flatten() {
        if seen.contains(&bonus.hand.value) {
            let what = format!("the bonus for {} stands twice", bonus.hand.value);
            error(reader, "bonuses", &what, "each hand once");
        }
        seen.push(bonus.hand.value);
    }
}

fn check_settlement(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    for part in Part::ALL {
        if rules.settlement.order.value.iter().filter(|other| *other == part).count() != 1 {
            let what = format!("\"{part}\" must be settled exactly once");
            error(reader, "settlement.order", &what, "each part once");
        }
    }
    if rules.settlement.order.value.last() != Some(&Part::Backers) {
        error(
            reader,
            "settlement.order",
            "backers come after the player whose spot they back",
            "\"backers\" last",
        );
    }
    if !rules.settlement.uncovered_returned.value {
        error(
            reader,
            "settlement.uncovered_returned",
            "a wager that the bank's money does not reach can only go back",
            "true",
        );
    }
    if !rules.settlement.fee_kept.value {
        error(reader, "settlement.fee_kept", "a fee in the drop does not come out again", "true");
    }
    if let Some(choices) = &rules.special.bank_888_may
        && !rules.special.bank_888.as_ref().is_some_and(|special| choices.contains(&special.result))
    {
        error(
            reader,
            "special.bank_888",
            "this result is not among those the house may choose",
            "one of special.bank_888_may",
        );
    }
    // A hand that draws to 16 at most has at most 26, so one that is nearer has at most 25.
    if rules.special.player_three_cards.as_ref().is_some_and(|three| three.most > 25) {
        error(
            reader,
            "special.player_three_cards",
            "no such hand can be nearer than the bank's",
            "most up to 25",
        );
    }
    if let Some(three) = &rules.special.player_three_cards
        && (three.least > three.most || three.least <= rules.values.highest.value)
    {
        error(reader, "special.player_three_cards", "these totals are not over", "least from 22 up to most");
    }
}

/// Settings that a house may make, and what they need.
fn check_settings(rules: &BlackjackRules, reader: &mut Reader<'_>) {
    let is_on = |rule: Option<crate::Rule<bool>>| rule.is_some_and(|rule| rule.value);
    if is_on(rules.table.paid_in_whole_chips) && rules.table.smallest_chip.is_none() {
        let what = "nobody can tell what is paid in whole chips without the smallest one";
        error(reader, "table.paid_in_whole_chips", what, "table.smallest_chip");
    }
    if rules.table.ordinance_most.is_some_and(|most| !most.is_positive()) {
        error(reader, "table.ordinance_most", "nobody could wager", "an amount above $0");
    }
    if is_on(rules.deal.joker_up_bars_options) && rules.deck.jokers.value == 0 {
        error(reader, "deal.joker_up_bars_options", "the deck has no jokers", "false");
    }
    if rules.results.joker_against_highest.is_some() && rules.deck.jokers.value == 0 {
        error(reader, "results.joker_against_highest", "the deck has no jokers", "nothing");
    }
    if is_on(rules.surrender.over_hands) && rules.surrender.when.value != SurrenderWhen::AnyTime {
        let what = "only where hands are given up at any time can one be over by then";
        error(reader, "surrender.over_hands", what, "false");
    }
    if is_on(rules.settlement.side_bets_last) && rules.buster.is_none() && rules.bonus_bet.is_none() {
        error(reader, "settlement.side_bets_last", "this game has no side bet", "false");
    }
}
