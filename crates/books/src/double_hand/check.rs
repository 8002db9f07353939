//! Contradictions between the rules of a double-hand book.

use cards::Rank;

use super::house_way::{Front, Shape, WayRow};
use super::rules::{BelowLeast, DoubleHandRules, FinalWord, Part};
use crate::Outcome;
use crate::bank::Direction;
use crate::read::{Reader, Severity};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &DoubleHandRules, reader: &mut Reader<'_>) {
    check_deal(rules, reader);
    check_settlement(rules, reader);
    check_house_way(rules, reader);
    check_settled_facts(rules, reader);
}

fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

fn check_deal(rules: &DoubleHandRules, reader: &mut Reader<'_>) {
    let deal = &rules.deal;
    let deck = 52 + u32::from(rules.deck.jokers.value);
    let dealt = u32::from(deal.piles.value) * u32::from(deal.cards.value);
    if rules.deck.jokers.value > 1 {
        error(reader, "deck.jokers", "hands are ranked with one joker at most", "0 or 1");
    }
    if rules.setting.front.value != 2 || rules.setting.back.value != 5 {
        error(reader, "setting.front", "the engine's hands are two and five cards", "front 2 and back 5");
    }
    if deal.cards.value != rules.setting.front.value + rules.setting.back.value {
        error(
            reader,
            "deal.cards",
            "the cards of a pile do not make the two hands",
            "front and back together",
        );
    }
    if dealt + u32::from(deal.left.value) != deck {
        let what = format!("{dealt} cards dealt and {} left do not make a deck of {deck}", deal.left.value);
        error(reader, "deal.left", &what, "the rest of the deck");
    }
    if rules.book.seats.value != deal.piles.value || deal.piles.value < 2 {
        error(reader, "book.seats", "every seat gets one pile, the bank's among them", "deal.piles");
    }
    if !(1..=6).contains(&deal.dice.value) {
        error(reader, "deal.dice", "the dice name the first seat", "1 to 6 dice");
    }
    if rules.table.hands_seen.value == 0 {
        error(reader, "table.hands_seen", "nobody could look at a hand", "at least 1");
    }
    if rules.irregularities.bad_cards_misdeal.value < 1
        || rules.irregularities.bad_cards_misdeal.value > deal.left.value
    {
        error(
            reader,
            "irregularities.bad_cards_misdeal",
            "every bad card below the number is replaced by one of the cards left",
            "1 up to deal.left",
        );
    }
    if rules.rotation.rounds.value == 0 {
        error(reader, "rotation.rounds", "nobody could ever bank", "at least 1");
    }
}

/// Every filing says the same about these, and the game knows no other way: a book that says otherwise is
/// refused instead of being passed over in silence.
fn check_settled_facts(rules: &DoubleHandRules, reader: &mut Reader<'_>) {
    let (wagers, collection, deal) = (&rules.wagers, &rules.collection, &rules.deal);
    let (setting, foul, bank) = (&rules.setting, &rules.foul, &rules.bank);
    let (settlement, odd) = (&rules.settlement, &rules.irregularities);
    let facts = [
        (
            "wagers.full_least_after_fee",
            wagers.full_least_after_fee,
            true,
            "a wager is paid for beside the fee",
        ),
        ("wagers.call_bets", wagers.call_bets, false, "only money on the spot plays"),
        ("wagers.cash_plays", wagers.cash_plays, false, "only chips play"),
        ("wagers.side_bets", wagers.side_bets, false, "wagers lie on the hands of spots alone"),
        ("wagers.kum_kum.settled_as_one", wagers.kum_kum.settled_as_one, true, "a joint wager is one wager"),
        ("collection.for_each_wager", collection.for_each_wager, true, "fees are owed for wagers"),
        ("collection.dealer_may_pay", collection.dealer_may_pay, false, "players pay their own fees"),
        ("collection.jackpot", collection.jackpot, false, "there is no jackpot to pay into"),
        ("deal.bank_chooses_pile", deal.bank_chooses_pile, true, "nobody else may mark the pile"),
        (
            "deal.dice_may_be_passed",
            deal.dice_may_be_passed,
            true,
            "whom the bank lets shake shakes for the bank",
        ),
        (
            "deal.empty_seats_taken_back",
            deal.empty_seats_taken_back,
            true,
            "a hand without a wager is not played",
        ),
        ("setting.house_way_on_request", setting.house_way_on_request, true, "anybody may ask for help"),
        ("setting.unseen_house_way", setting.unseen_house_way, true, "nobody else could set such a hand"),
        ("setting.surrender", setting.surrender, false, "no hand can be given up"),
        ("foul.front_equal", foul.front_equal, false, "a back that equals the front has more cards"),
        ("foul.front_count", foul.front_count, true, "a front has exactly its cards"),
        ("foul.back_count", foul.back_count, true, "a back has exactly its cards"),
        ("foul.contact", foul.contact, true, "a hand mixed with other cards cannot be played"),
        ("bank.may_cover_all", bank.may_cover_all, true, "the stake has no upper bound"),
        ("bank.confirms", bank.confirms, true, "no hand is opened before the bank confirms"),
        (
            "settlement.uncovered_returned",
            settlement.uncovered_returned,
            true,
            "what the stake does not reach goes back",
        ),
        ("settlement.unused_returned", settlement.unused_returned, true, "stake that met no wager goes back"),
        ("settlement.fee_kept", settlement.fee_kept, true, "a fee in the drop does not come out again"),
        ("settlement.in_chips", settlement.in_chips, true, "wins are paid in chips"),
        (
            "irregularities.out_of_order_put_back",
            odd.out_of_order_put_back,
            true,
            "there is no penalty to take",
        ),
        ("irregularities.cheating_is_foul", odd.cheating_is_foul, true, "such a hand cannot stand"),
        ("offers.may_pass_early", rules.offers.may_pass_early, true, "nobody can be held to a second round"),
    ];
    for (key, rule, expected, what) in facts {
        if rule.value != expected {
            error(reader, key, what, if expected { "true" } else { "false" });
        }
    }
    if wagers.below_least.value != BelowLeast::RefusedUnlessFoundLate {
        error(reader, "wagers.below_least", "a short wager found late plays for what it is", "that");
    }
    if rules.table.final_word.value != FinalWord::SeatedPlayer {
        error(reader, "table.final_word", "whoever holds the seat sets the hand", "\"seated player\"");
    }
    if rules.offers.bank_spot_closed.is_some_and(|rule| !rule.value) {
        error(reader, "offers.bank_spot_closed", "one hand cannot play against itself", "true");
    }
    if rules.offers.direction.value != Direction::Clockwise {
        error(reader, "offers.direction", "the bank is offered clockwise", "\"clockwise\"");
    }
}

fn check_settlement(rules: &DoubleHandRules, reader: &mut Reader<'_>) {
    for (copy, key) in
        [(rules.results.front_copy, "results.front_copy"), (rules.results.back_copy, "results.back_copy")]
    {
        if copy.value == Outcome::Push {
            error(reader, key, "a copied hand is higher for one side", "\"bank wins\" or \"player wins\"");
        }
    }
    if rules.settlement.order.value != [Part::SeatedPlayer, Part::Backers] {
        let what = "backers come after the player whose spot they back, and each part comes once";
        error(reader, "settlement.order", what, "[\"seated player\", \"backers\"]");
    }
}

/// A chart must decide every hand, and may only name cards that the hand has.
fn check_house_way(rules: &DoubleHandRules, reader: &mut Reader<'_>) {
    let rows = &rules.house_way.rows.value;
    for (place, row) in rows.iter().enumerate() {
        check_row(place + 1, row, reader);
    }
    for shape in Shape::ALL {
        for rank in Rank::ALL {
            for has_complete in [false, true] {
                if is_possible(*shape, rank, has_complete) && !is_decided(rows, *shape, rank, has_complete) {
                    let with = if has_complete { " with a straight or flush" } else { "" };
                    let what = format!("no row decides {shape} of {}{with}", rank.plural());
                    error(reader, "house_way.rows", &what, "a row for every hand");
                }
            }
        }
    }
}

fn check_row(place: usize, row: &WayRow, reader: &mut Reader<'_>) {
    let key = |name: &str| format!("house_way.rows.{place}.{name}");
    let has_complete = row.complete.as_ref().is_some_and(|complete| complete.value);
    let fronts = [("front", Some(&row.front)), ("otherwise", row.otherwise.as_ref())];
    for (name, front) in fronts.into_iter().filter_map(|(name, front)| Some((name, front?))) {
        if !front.value.exists_in(row.hand.value, has_complete) {
            let what = format!("\"{}\" cannot be found in every hand with {}", front.value, row.hand.value);
            error(reader, &key(name), &what, "cards that the hand has");
        }
    }
    if row.at_least.is_some() != row.otherwise.is_some() {
        let what = "a least front and what to do otherwise stand together";
        error(reader, &key("at_least"), what, "both at_least and otherwise, or neither");
    }
    if row.front.value == Front::PairLeavingComplete && row.otherwise.is_none() {
        error(reader, &key("front"), "there may be no such pair", "at_least = \"any\" and otherwise");
    }
    if row.front.value == Front::RowsBelow && row.at_least.is_some() {
        let what = "where the rows below decide, this row finds no front that could be too small";
        error(reader, &key("at_least"), what, "no at_least and no otherwise");
    }
    let last = row.otherwise.as_ref().map(|front| front.value);
    if let Some(front) = last.filter(|it| matches!(it, Front::RowsBelow | Front::PairLeavingComplete)) {
        let what = format!("\"{front}\" may leave a hand without a front");
        error(reader, &key("otherwise"), &what, "cards that every such hand has");
    }
    let is_aces =
        |row: &WayRow| row.ranks.as_ref().is_some_and(|ranks| ranks.iter().all(|rank| rank == Rank::Ace));
    if [Some(row.front.value), last].contains(&Some(Front::AceAndNext)) && !is_aces(row) {
        error(reader, &key("ranks"), "an ace can be taken from three aces only", "ranks = \"A\"");
    }
}

/// Whether seven cards can be so: five aces are aces, and a straight or flush takes five different
/// cards by rank, of which an ace and the joker may be two.
fn is_possible(shape: Shape, rank: Rank, has_complete: bool) -> bool {
    match shape {
        Shape::FiveAces => rank == Rank::Ace && !has_complete,
        Shape::FourOfAKind => rank == Rank::Ace || !has_complete,
        Shape::TwoThrees => rank > Rank::Two && !has_complete,
        Shape::TwoPair => rank > Rank::Two,
        Shape::ThreePair => rank > Rank::Three,
        Shape::NoPair => rank > Rank::Seven,
        Shape::FullHouse | Shape::ThreeOfAKind | Shape::OnePair => true,
    }
}

fn is_decided(rows: &[WayRow], shape: Shape, rank: Rank, has_complete: bool) -> bool {
    rows.iter().any(|row| row.is_for(shape, rank, has_complete) && row.front.value != Front::RowsBelow)
}
