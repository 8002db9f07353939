//! Rates files that nobody may open a table on, and what they are told.

use books::rates::RatesFile;
use books::read::{Severity, Source};

use super::filed::{clauses, reading, source};

/// A filed file with one text replaced by another.
fn changed(house: &str, name: &str, from: &str, to: &str) -> Result<(), String> {
    let text = source(house, name).text;
    assert!(text.contains(from), "{house}/{name} does not contain {from}");
    let source = Source::new(format!("{name}.toml"), text.replacen(from, to, 1));
    RatesFile::read(&source, clauses(house)).map(|_| ()).map_err(|faults| faults.to_string())
}

fn assert_refused(house: &str, name: &str, from: &str, to: &str, saying: &[&str]) {
    let faults = changed(house, name, from, to).expect_err(&format!("{to} instead of {from}"));
    for words in saying {
        assert!(faults.contains(words), "{to} instead of {from} should say \"{words}\":\n{faults}");
    }
}

#[test]
fn a_percentage_is_refused_with_the_reason() {
    let from = r#"player_fee = "$0.25""#;
    for share in ["1%", "5 percent", "1/20"] {
        let to = format!("player_fee = \"{share}\"");
        assert_refused(
            "mortimers",
            "no-bust-6",
            from,
            &to,
            &["share of wagers or winnings", share, "337j(f)"],
        );
    }
}

#[test]
fn a_figure_that_was_not_filed_so_is_refused() {
    let six = |from, to, saying: &[&str]| assert_refused("mortimers", "no-bust-6", from, to, saying);
    six(r#"from = "$26""#, r#"from = "$27""#, &["no tier holds what is above $25 and below $27", "gap"]);
    six(r#"from = "$26""#, r#"from = "$25""#, &["$25 stands in two tiers", "overlap"]);
    six(r#"from = "$26""#, r#"from = "$20""#, &["$20 to $25 stand in two tiers"]);
    six(r#"from = "$26""#, r#"from = "$5""#, &["the tier from $5 follows the tier from $5"]);
    six(r#"to = "$25", fee"#, r#"to = "$4", fee"#, &["a tier runs from $5 back to $4"]);
    six(
        r#"min = "$5", max = "$25""#,
        r#"min = "$4", max = "$25""#,
        &["first tier starts at $5, the limit at $4"],
    );
    six(r#"min = "$5", max = "$25""#, r#"min = "$5", max = "$4""#, &["the upper limit $4 is below"]);
    six(r#"max = "$25""#, r#"max = "$5""#, &["the limit is $5 alone", "one-figure-limit"]);
    six(r#"from = "$201", fee"#, r#"from = "$201", to = "$300", fee"#, &["no tier holds what is above $300"]);
    six(r#"fee = "$0.50" },"#, r#"fee = "$0.10" },"#, &["the fee falls from $0.25 to $0.10 at $26"]);
    six(r#"player_fee = "$0.25""#, r#"player_fee = "$6""#, &["more than the least wager, $5"]);
    six(r#"player_fee = "$0.25""#, r#"player_fee = "-$1""#, &["-$1 is less than nothing"]);
    six("option = 2", "option = 1", &["two schedules are called \"1\""]);
}

#[test]
fn a_cap_on_the_rates_of_another_game_is_refused() {
    let (from, to) = ("[[table.cap]]\ngames = [\"no-bust-6\"]", "[[table.cap]]\ngames = [\"no-bust-7\"]");
    let said = "a cap on the rates of \"no-bust-7\", for which this table is not";
    assert_refused("mortimers", "no-bust-6", from, to, &[said, "this table is for no-bust-6"]);
}

#[test]
fn a_poker_row_that_was_not_filed_so_is_refused() {
    let holdem = |from, to, saying: &[&str]| assert_refused("mortimers", "holdem", from, to, saying);
    let blinds = r#"small = "$1", big = "$2""#;
    holdem(blinds, r#"small = "$2", big = "$2""#, &["both blinds are $2", "equal-blinds"]);
    holdem(blinds, r#"small = "$3", big = "$2""#, &["small blind $3 is above the big blind $2"]);
    holdem(blinds, r#"small = "$1", big = "$3""#, &["the big blind is $3, the lower limit $2"]);
    holdem(r#"min = "$2", max = "$4""#, r#"min = "$2", max = "$5""#, &["is not $4, twice the lower one"]);
    holdem("min = 5, max = 6", "min = 6, max = 6", &["no band holds 5 players"]);
    holdem("min = 5, max = 6", "min = 4, max = 6", &["4 players stand in two bands"]);
    holdem(r#"min = 7, fee = "$3""#, r#"min = 7, fee = "$1""#, &["falls from $2 to $1 with more players"]);
    holdem("min = 7, fee", "min = 7, max = 9, fee", &["no band holds more than 9 players"]);
    holdem(r#"modified_a = "$0""#, r#"modified_a = "$2""#, &["is more than the small blind, $1"]);
    let marina = |from, to, saying: &[&str]| assert_refused("marina", "holdem", from, to, saying);
    marina("option = 5\n", "option = 4\nhandle = \"4b\"\n", &["number 4 also stands at schedule 4"]);
    marina("{ min = 5, max = 6, fee", "{ max = 4, fee", &["no band holds 5 players"]);
    marina("option = 63", "option = 62", &["the name also stands in \"Texas Hold'em, Limit\""]);
}

#[test]
fn rates_are_counted_against_the_law_and_the_book() {
    let one = r#"  { from = "$201", fee = "$2" },"#;
    let two = "  { from = \"$201\", to = \"$300\", fee = \"$2\" },\n  { from = \"$301\", fee = \"$3\" },";
    assert_refused(
        "mortimers",
        "no-bust-6",
        one,
        two,
        &["6 rates at one table limit, where the law allows 5"],
    );
    let one = r#"  { from = "$201", fee = "$2" },"#;
    let two = "  { from = \"$201\", to = \"$300\", fee = \"$2\" },\n  { from = \"$301\", to = \"$400\", fee = \"$3\" },\n  { from = \"$401\", fee = \"$4\" },";
    let saying = ["4 rates, where the rules of pure-21-5 allow 3"];
    assert_refused("mortimers", "pure-21-5", one, two, &saying);
    // A sixth rate cannot be excused by a remark while a table may open on it.
    let (locked, open) = ("handle = \"A1\"\noffered = false\n", "handle = \"A1\"\noffered = true\n");
    assert_refused("mortimers", "no-bust-6-buster", locked, open, &["6 rates at one table limit"]);
}

#[test]
fn the_same_oddity_is_refused_where_nobody_filed_it() {
    let filed = "filed = \"000, Collection Rate Schedules and Rates\"\n";
    assert_refused("mortimers", "pure-21-5", filed, "", &["no tier holds what is above $149 and below $201"]);
}

#[test]
fn a_remark_that_no_longer_holds_is_refused() {
    let saying = ["the remark on \"gap\" is out of date"];
    assert_refused("mortimers", "pure-21-5", r#"to = "$149""#, r#"to = "$200""#, &saying);
}

#[test]
fn keys_that_do_not_fit_together_are_refused() {
    let six = |from, to, saying: &[&str]| assert_refused("mortimers", "no-bust-6", from, to, saying);
    six("per = \"hand\"", "per = \"pot\"", &["tiers does not go with per = \"pot\"", "expected \"hand\""]);
    six(
        "taken = \"after-deal\"",
        "taken = \"after-flop\"",
        &["tiers does not go with taken = \"after-flop\""],
    );
    six("bank_fee = \"bank\"", "bank_fee = \"pot\"", &["bank_fee cannot come from \"pot\""]);
    six("jackpot = \"$0\"", "jackpot = \"$1\"", &["says that nobody pays it"]);
    six("jackpot = \"$0\"", "modified_a = \"$1\"", &["modified_a does not go with tiers"]);
    six("player_fee = \"$0.25\"\n", "", &["the fee on a wager is missing"]);
    six("option = 3\n", "", &["a schedule needs an option number or a handle"]);
    six("option = 3\n", "option = 3\nbank_fee = \"$1\"\n", &["exactly one of", "tiers and bank_fee"]);
    six("tiers = [", "teirs = [", &["\"teirs\" is not a key here", "did you mean \"tiers\"?"]);
    six(
        "collection/no-bust-6-when",
        "collection/no-bust-6-then",
        &["did you mean \"collection/no-bust-6-when\"?"],
    );
    six("action = \"base-wagers\"\n", "", &["does not say what counts as action", "add action = ..."]);
}

#[test]
fn all_faults_of_a_file_show_at_once_at_their_places() {
    let text = source("mortimers", "no-bust-6").text;
    let text = text.replacen(r#"from = "$26""#, r#"from = "$27""#, 1).replacen(
        r#"max = "$200""#,
        r#"max = "$90""#,
        1,
    );
    let faults = RatesFile::read(&Source::new("rates.toml", text), clauses("mortimers")).unwrap_err();
    let places: Vec<(usize, &str)> = faults
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .map(|fault| (faults.source().place(fault.span.start).0, fault.what.as_str()))
        .collect();
    let expected = [
        (31, "no tier holds what is above $25 and below $27"),
        (65, "the upper limit $90 is below the lower one $100"),
    ];
    assert_eq!(places, expected);
}

#[test]
fn filed_oddities_come_back_as_remarks_with_their_places() {
    let reading = reading("mortimers", "pure-21-5");
    let source = source("mortimers", "pure-21-5");
    let warnings: Vec<(usize, &str)> = reading
        .remarks
        .iter()
        .filter(|fault| fault.severity == Severity::Warning)
        .map(|fault| (source.place(fault.span.start).0, fault.label.as_str()))
        .collect();
    assert_eq!(warnings, [(33, "gap")]);
}

#[test]
fn a_jackpot_fee_comes_from_the_pot_or_from_nobody() {
    for payer in ["bank", "wager", "seat"] {
        let to = format!("jackpot = \"{payer}\"");
        let said = format!("jackpot cannot come from \"{payer}\"");
        assert_refused("marina", "holdem", r#"jackpot = "pot""#, &to, &[&said, r#"expected "pot""#]);
        assert_refused(
            "mortimers",
            "no-bust-6",
            r#"jackpot = "nobody""#,
            &to,
            &[&said, r#"expected "nobody""#],
        );
    }
    let to = r#"jackpot = "pot""#;
    assert_refused(
        "mortimers",
        "no-bust-6",
        r#"jackpot = "nobody""#,
        to,
        &["jackpot cannot come from \"pot\""],
    );
}
