//! Odds of blackjack books as they are printed, as programs read them, and as a chart to print.

use serde_json::Value;

use super::{assert_kept, printed, refused, root};

#[test]
fn odds_are_printed_as_kept() {
    let mut text = String::new();
    for words in [
        &["odds", "marina/pure-21-5", "--decks", "2"][..],
        &["odds", "marina/no-bust-buster", "--decks", "2", "--wager", "buster"],
        &["odds", "mortimers/no-bust-6", "--decks", "2", "--hand", "8c 8d", "--up", "Td"],
        &["odds", "mortimers/no-bust-6", "--decks", "2", "--with", "natural.pays=2 to 1", "--wager", "base"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), printed(words)));
    }
    assert_kept("odds.txt", &text);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_sentence() {
    let mut text = String::new();
    for words in [
        &["odds", "marina/holdem"][..],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--wager", "lucky"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--chart", "chart.png"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--with", "natural.pays"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--without", "special.nothing"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--without", "natural.pays"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--without", "surrender"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--page", "page.txt"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--page", "page.md", "--json"],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--wager", ""],
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--with", "surrender.up_to=40"],
        &[
            "odds",
            "marina/no-bust-joker",
            "--decks",
            "1",
            "--with",
            "player.joker_hand_stands=false",
            "--with",
            "player.must_stand_hard=22",
        ],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), refused(words)));
    }
    for (book, hand, up) in [
        ("mortimers/no-bust-6", "", "8c"),
        ("mortimers/no-bust-6", "8c", "8c"),
        ("mortimers/no-bust-6", "8c Joker", "9c"),
        ("mortimers/no-bust-6", "8c 8d", "Joker"),
        ("mortimers/no-bust-6", "8c 8c", "8c"),
        ("mortimers/no-bust-6", "8c 8d 8h", "9c"),
        ("mortimers/no-bust-6", "Ac Kd", "9c"),
        ("mortimers/no-bust-6", "Kc Qd 5h", "8c"),
        ("mortimers/no-bust-6", "5c 6d Td 3h", "8c"),
        ("mortimers/no-bust-6", "Ac Kd 5h", "8c"),
        ("marina/no-bust-joker", "Joker 2c 5h", "8c"),
        ("marina/no-bust-joker", "5c 6c 2c", "Joker"),
        ("marina/no-bust-joker", "Joker Joker", "Joker"),
    ] {
        let words = ["odds", book, "--decks", "1", "--hand", hand, "--up", up];
        let output = super::cardroom(&words);
        let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        text.push_str(&format!("$ cardroom {}\n{said}\n", words.join(" ")));
    }
    assert_kept("odds-refused.txt", &text);
}

/// What a hand's choices are worth, by the command.
fn choices(book: &str, hand: &str, up: &str) -> Vec<(String, f64)> {
    let text = printed(&["odds", book, "--decks", "6", "--hand", hand, "--up", up, "--json"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    let list = value["choices"].as_array().unwrap().iter();
    list.map(|one| (one["choice"].as_str().unwrap().to_owned(), one["value"].as_f64().unwrap())).collect()
}

/// A Natural beats everything but a Natural and is paid as the book says; six decks have 96 ten-value cards.
#[test]
fn opening_naturals_and_hands_before_a_frozen_joker_only_stand() {
    let down = 1.0 - 23.0 / 309.0;
    for (book, hand, up, value) in [
        ("mortimers/no-bust-6", "Ac Kd", "5d", 1.2),
        ("mortimers/no-bust-6", "Kc Ad", "Td", 1.2 * down),
        ("mortimers/no-bust-6", "Ac Kd", "Ad", 1.2),
        ("marina/pure-21-5", "Ac Kd", "5d", 1.2),
        ("ven-a-mexico/no-bust-4-01", "Tc Ad", "6d", 1.2),
        ("marina/no-bust-joker", "Joker Joker", "5d", 1.0),
        ("marina/no-bust-joker", "Joker Joker", "Joker", 1.0 - 3.0 / 315.0),
        ("marina/no-bust-joker", "5c 6c", "Joker", -1.0),
        ("mortimers/no-bust-2003", "5c 6c", "Joker", -1.0),
    ] {
        let list = choices(book, hand, up);
        let [(choice, found)] = &list[..] else { panic!("{book}: {hand} against {up}: {list:?}") };
        assert_eq!(choice, "stand", "{book}: {hand} against {up}");
        assert!((found - value).abs() < 1e-12, "{book}: {hand} against {up}: {found}, not {value}");
    }
    let text = printed(&["odds", "marina/no-bust-joker", "--decks", "2", "--csv"]);
    let row = |begins: &str| text.lines().find(|line| line.starts_with(begins)).unwrap().to_owned();
    assert!(row("5 6,Joker,").starts_with("5 6,Joker,-1.000000000000,,,,,stand,"), "{}", row("5 6,Joker,"));
    assert!(row("Joker Joker,5,").starts_with("Joker Joker,5,1.000000000000,,,,,stand,"));
}

/// Where the bank looks for a Natural first, a choice is made only when it has none; what is lost otherwise is told.
#[test]
fn values_before_a_bank_that_looked_say_so() {
    let words = ["odds", "mortimers/no-bust-6", "--decks", "6", "--hand", "6c Ad", "--up", "Ad"];
    let text = printed(&words);
    assert!(text.contains("hit         -0.22140132") && text.contains("worth -0.46329606."), "{text}");
    let value: Value = serde_json::from_str(&printed(&[&words[..], &["--json"]].concat())).unwrap();
    let part = |key: &str| value[key].as_f64().unwrap();
    let best = value["choices"][0]["value"].as_f64().unwrap();
    let natural = part("bank_natural");
    assert!((natural - 96.0 / 309.0).abs() < 1e-12, "{value}");
    assert!((part("value") - (1.0 - natural) * best + natural).abs() < 1e-12, "{value}");
    assert!(!printed(&["odds", "marina/pure-21-5", "--hand", "6c Ad", "--up", "5d"]).contains("Natural"));
}

/// What goes with a book without surrender is set with it.
#[test]
fn a_book_is_tried_without_surrender() {
    for words in [
        &["odds", "mortimers/no-bust-6", "--decks", "1", "--with", "surrender.when=never"][..],
        &["odds", "marina/no-bust-joker", "--decks", "2", "--with", "surrender.when=never"],
        &["odds", "marina/no-bust-joker", "--decks", "2", "--with", "surrender.when=first decision"],
        &["odds", "marina/no-bust-buster", "--decks", "1", "--with", "surrender.when=any time"],
        &["odds", "marina/no-bust-buster", "--decks", "1", "--with", "surrender.when=first decision"],
    ] {
        let text = printed(words);
        assert!(text.contains("As filed the base wager is worth "), "{text}");
        let said = text.lines().last().unwrap();
        let is_less = words.join(" ").contains("never");
        assert_eq!(said.contains("; the change takes "), is_less, "{}: {said}", words.join(" "));
    }
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&["odds", "--json"][..], words].concat())).unwrap()
}

/// What a filing forbids may be tried on paper, and is worth what the table of all rules says.
#[test]
fn what_a_filing_forbids_is_tried() {
    let table = json(&["mortimers/pure-21-5", "--decks", "1", "--rules"]);
    for (key, tried, options) in [
        ("natural.pays", "2 to 1", &["--with", "natural.pays=2 to 1"][..]),
        ("special.bank_888", "left out", &["--without", "special.bank_888"]),
        ("results.player_highest", "push", &["--with", "results.player_highest=push"]),
    ] {
        let rows = table["rules"].as_array().unwrap();
        let row = rows.iter().find(|row| row["rule"] == key && row["tried"] == tried);
        let row = row.unwrap_or_else(|| panic!("{key}: {tried}"));
        let alone = json(&[&["mortimers/pure-21-5", "--decks", "1"][..], options].concat());
        let difference = row["value"].as_f64().unwrap() - alone["value"].as_f64().unwrap();
        assert!(difference.abs() < 1e-12, "{key}: {row}, {}", alone["value"]);
        assert_eq!(alone["filed_value"], table["value"], "{key}");
    }
    for change in
        ["insurance.offered=true", "player.must_hit_hard=12", "deal.bank_second_card=after the players"]
    {
        let found = json(&["marina/no-bust-buster", "--decks", "1", "--with", change]);
        assert_eq!(found["changes"].as_array().unwrap().len(), 1, "{found}");
    }
}

/// What is tried is never called filed: in JSON, on the chart, on a page and in the table of rules.
#[test]
fn what_is_tried_is_told_wherever_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [page, chart] = ["own.md", "own-chart.svg"].map(|name| folder.path().join(name));
    let [page_name, chart_name] = [&page, &chart].map(|path| path.to_str().unwrap());
    let change = ["mortimers/no-bust-6", "--with", "natural.pays=3 to 2"];
    let more = ["--decks", "2", "--page", page_name, "--chart", chart_name];
    printed(&[&["odds"][..], &change, &more].concat());
    let text = std::fs::read_to_string(&page).unwrap();
    for said in [
        "tried with natural.pays = 3 to 2\n",
        "`cardroom odds mortimers/no-bust-6 --with 'natural.pays=3 to 2' --decks 2`",
        "## Wagers, 2 decks",
        "| Rule | As tried | Tried |",
        "Not the book as filed: tried with natural.pays = 3 to 2. As filed the base wager is worth -",
    ] {
        assert!(text.contains(said), "{said:?} in {text}");
    }
    for picture in [page.with_extension("svg"), chart] {
        let text = std::fs::read_to_string(picture).unwrap();
        assert!(text.contains("tried with") && text.contains("natural.pays"), "{text}");
    }
    let found = json(&[&change[..], &["--decks", "1"]].concat());
    assert_eq!(found["changes"], serde_json::json!(["natural.pays = 3 to 2"]));
    assert!(found["filed_value"].as_f64().unwrap() < found["value"].as_f64().unwrap());
    let text = printed(&[&["odds"][..], &change, &["--decks", "1", "--rules"]].concat());
    assert!(text.contains("as filed is worth -1.27986%; with natural.pays = 3 to 2 it is worth "), "{text}");
    let title = "No Bust Blackjack 6.0, tried with natural.pays = 3 to 2, 1 deck:\n";
    let of = |more: &[&str]| printed(&[&["odds"][..], &change, &["--decks", "1"], more].concat());
    let hand = ["--hand", "8c 8d", "--up", "Td"];
    for more in [&hand[..], &["--deviations"]] {
        assert!(of(more).starts_with(title), "{}", of(more));
    }
    let found = json(&[&change[..], &["--decks", "1"], &hand].concat());
    assert_eq!(found["changes"], serde_json::json!(["natural.pays = 3 to 2"]));
    let rows = of(&["--csv"]);
    assert!(rows.starts_with("hand,up,stand,hit,double,split,surrender,best,value,tried\n"), "{rows}");
    assert!(rows.lines().skip(1).all(|row| row.ends_with(",\"natural.pays = 3 to 2\"")), "{rows}");
}

/// What each rule is worth to the player is told of insurance too, where that is a gift.
#[test]
fn the_table_of_rules_warns_of_insurance() {
    let words = ["mortimers/no-bust-6", "--decks", "2", "--rules"];
    let text = printed(&[&["odds"][..], &words].concat());
    let (_, warned) = text.split_once("Warning: insurance favours the player with\n").unwrap();
    assert!(warned.starts_with("  insurance.pays = 3 to 1, by "), "{warned}");
    let found = json(&words);
    let rules = found["rules"].as_array().unwrap();
    let favours: Vec<&Value> =
        rules.iter().filter(|rule| rule["insurance"].as_f64().is_some_and(|value| value > 0.0)).collect();
    assert_eq!(favours.len(), warned.lines().count(), "{text}");
    let better = favours.iter().find(|rule| rule["rule"] == "insurance.pays").unwrap();
    // Three to one instead of two to one brings a third as much again of every win.
    let wins = (better["insurance"].as_f64().unwrap() + 1.0) / 4.0;
    assert!((0.29..0.32).contains(&wins), "{better}");
}

/// A key that is given twice is tried with the last value, and told once.
#[test]
fn a_key_given_twice_counts_once() {
    let twice = ["--with", "natural.pays=2 to 1", "--with", "natural.pays = 3 to 2"];
    let book = ["mortimers/no-bust-6", "--decks", "1"];
    let found = json(&[&book[..], &twice].concat());
    assert_eq!(found["changes"], serde_json::json!(["natural.pays = 3 to 2"]));
    assert_eq!(found["value"], json(&[&book[..], &twice[2..]].concat())["value"]);
    let without = ["--without", "special.player_three_cards", "--without", "special.player_three_cards"];
    let found = json(&[&["marina/no-bust-buster", "--decks", "1"][..], &without].concat());
    assert_eq!(found["changes"], serde_json::json!(["special.player_three_cards left out"]));
}

/// Ten-value cards that a book tells apart have names of their own in what programs read.
#[test]
fn tens_that_are_told_apart_have_names() {
    let same_rank = ["mortimers/no-bust-6", "--decks", "1", "--with", "split.pairs=same rank"];
    let found = json(&same_rank);
    let ups: Vec<&str> =
        found["up_cards"].as_array().unwrap().iter().map(|up| up["up"].as_str().unwrap()).collect();
    assert_eq!(ups, ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]);
    let text = printed(&[&["odds"][..], &same_rank, &["--csv"]].concat());
    let mut rows: Vec<&str> = text.lines().map(|line| line.rsplitn(9, ',').last().unwrap()).collect();
    let all = rows.len();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), all);
    assert!(rows.contains(&"10 J,8") && rows.contains(&"K K,Q"), "{rows:?}");
}

#[test]
fn a_hand_is_read_as_people_write_it() {
    let of =
        |hand: &str| printed(&["odds", "marina/pure-21-5", "--decks", "1", "--hand", hand, "--up", "Td"]);
    assert_eq!(of("8c8d"), of("8c 8d"));
    assert_eq!(of("8\u{2663} 8\u{2666}"), of("8c 8d"));
    let up = |up: &str| printed(&["odds", "marina/pure-21-5", "--decks", "1", "--hand", "8c 8d", "--up", up]);
    assert_eq!(up("T\u{2666}"), up("Td"));
    let text = printed(&["odds", "marina/pure-21-5", "--decks", "1", "--wager", "Base"]);
    assert!(text.contains("\nbase "), "{text}");
}

#[test]
fn one_deck_is_one_deck() {
    let text = printed(&["odds", "marina/no-bust-buster", "--decks", "1", "--wager", "base"]);
    assert!(text.starts_with("No Bust 21st Century Blackjack with Buster Bet, 1 deck, "), "{text}");
}

/// The keys, in any order.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn programs_read_the_shape_they_rely_on() {
    let words = ["odds", "marina/no-bust-buster", "--decks", "2", "--json"];
    let value: Value = serde_json::from_str(&printed(&words)).unwrap();
    assert_eq!(
        keys(&value),
        ["bank", "book", "chart_value", "decks", "insurance", "strategy", "up_cards", "value", "wagers"]
    );
    assert_eq!((value["book"].as_str(), value["decks"].as_u64()), (Some("marina/no-bust-buster"), Some(2)));
    for wager in value["wagers"].as_array().unwrap() {
        assert_eq!(keys(wager), ["deviation", "hit", "name", "value"]);
    }
    for up in value["up_cards"].as_array().unwrap() {
        assert_eq!(keys(up), ["up", "value"]);
    }
    let bank = value["bank"].as_array().unwrap();
    assert!(bank.iter().all(|hand| keys(hand) == ["cards", "chance", "total"]));
    let all: f64 = bank.iter().map(|hand| hand["chance"].as_f64().unwrap()).sum();
    assert!((all - 1.0).abs() < 1e-12, "{all}");
    let (best, chart) = (value["value"].as_f64().unwrap(), value["chart_value"].as_f64().unwrap());
    assert!(chart <= best && best < 0.0, "{best}, {chart}");
    let digits = value["value"].to_string().trim_start_matches(['-', '0', '.']).len();
    assert!(digits >= 12, "{} has {digits} digits", value["value"]);
}

#[test]
fn a_chart_is_drawn_in_three_formats() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [("chart.svg", "<svg"), ("chart.html", "<!DOCTYPE html>"), ("chart.pdf", "%PDF")] {
        let file = folder.path().join(name);
        let file_name = file.to_str().unwrap();
        printed(&["odds", "mortimers/no-bust-6", "--decks", "1", "--wager", "base", "--chart", file_name]);
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(begins.as_bytes()), "{name}");
        assert!(bytes.len() > 5000, "{name}: {} bytes", bytes.len());
        let text = String::from_utf8_lossy(&bytes);
        if name == "chart.html" {
            assert!(text.contains("@page { margin: 0.5in; }"), "{}", &text[..600]);
        }
    }
}

#[test]
fn three_card_odds_have_the_shape_of_blackjack_odds() {
    let words = ["odds", "pinnacle/three-card-6-card-bonus", "--json"];
    let value: Value = serde_json::from_str(&printed(&words)).unwrap();
    assert_eq!(value["book"], words[1]);
    assert_eq!(value["decks"], 1);
    let wagers = value["wagers"].as_array().unwrap();
    let names: Vec<&str> = wagers.iter().map(|wager| wager["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ante-play", "ante-play-exposed", "pair-plus", "six-card-bonus"]);
    for wager in wagers {
        for key in ["value", "hit", "deviation"] {
            assert!(wager[key].is_f64(), "{wager}");
        }
    }
    assert_eq!(value["value"], wagers[1]["value"]);
}

#[test]
fn frequencies_are_counted_for_every_ranking_that_fits() {
    let count = |words: &[&str], ranking: usize, class: usize| {
        let value: Value = serde_json::from_str(&printed(words)).unwrap();
        let class = &value["rankings"][ranking]["classes"][class];
        (class["name"].as_str().unwrap().to_owned(), class["count"].as_u64().unwrap())
    };
    let three = ["frequencies", "--cards", "3", "--json"];
    assert_eq!(count(&three, 0, 0), ("mini royal".to_owned(), 4));
    let seven = ["frequencies", "--deck", "53", "--cards", "7", "--json"];
    assert_eq!(count(&seven, 0, 0), ("five aces".to_owned(), 1_128));
    let five = ["frequencies", "--cards", "5", "--json"];
    assert_eq!(count(&five, 1, 0), ("five low".to_owned(), 1_024));
}

#[test]
fn what_does_not_fit_a_game_is_refused_with_a_sentence() {
    for (words, told) in [
        (&["odds", "mortimers/no-bust-6", "--way", "way.toml"][..], "--way belongs to double-hand"),
        (&["odds", "mortimers/double-hand", "--decks", "2"], "--decks belongs to blackjack; leave it out"),
        (
            &["odds", "pinnacle/three-card-6-card-bonus", "--decks", "2", "--csv"],
            "--decks and --csv belong to blackjack; leave them out",
        ),
        (&["odds", "mortimers/double-hand", "--way", "not-there.toml"], "not-there.toml"),
        (&["frequencies", "--cards", "8"], "--cards 8: hands of a deck of 52 have 3, 5, 6, 7 or 9 cards"),
        (&["frequencies", "--cards", "0"], "--cards 0: hands of a deck of 52 have 3, 5, 6, 7 or 9 cards"),
        (&["frequencies", "--cards", "9", "--deck", "53"], "hands of a deck of 53 have 5, 6 or 7 cards"),
        (
            &["frequencies", "--cards", "7", "--deck", "54"],
            "--deck 54: a deck has 52 cards, or 53 with a joker",
        ),
        (&["frequencies", "--cards", "7", "--deck", "x"], "give 52 or 53"),
        (&["frequencies", "--cards", "300"], "a hand has 3, 5, 6 or 7 cards, and 9 for Omaha"),
        (&["frequencies", "--cards", "-1"], "a hand has 3, 5, 6 or 7 cards, and 9 for Omaha"),
        (&["frequencies", "--cards", "7", "--ranking", "ace-to-five"], "have 5 cards; give that many"),
        (&["frequencies", "--cards", "7", "--ranking", "joker"], "ranks a deck of 53 cards; give --deck 53"),
        (&["frequencies", "--cards", "7", "--ranking", "best"], "there is no ranking \"best\""),
    ] {
        let said = refused(words);
        assert!(said.contains(told), "{said}");
    }
}

/// What is wrong in the file of a house way is told by its own lines, with what is expected and what to do.
#[test]
fn a_chart_that_cannot_be_is_refused_at_its_own_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.toml");
    let book = std::fs::read_to_string(root().join("books/mortimers/double-hand.toml")).unwrap();
    let (from, to) = (book.find("[house_way]").unwrap(), book.find("[foul]").unwrap());
    let chart = &book[from..to];
    let name = file.display().to_string();
    let told = |text: &str| {
        std::fs::write(&file, text).unwrap();
        refused(&["odds", "mortimers/double-hand", "--way", &name])
    };
    let line_of = |text: &str, part: &str| text[..text.find(part).unwrap()].matches('\n').count() + 1;
    for (old, new, expected) in [
        ("front = \"two aces\"", "front = \"two queens\"", "expected one of"),
        ("hand  = \"full house\"", "hand  = \"house\"", "expected one of"),
        ("front = \"high pair\"", "frond = \"high pair\"", "front"),
        ("ranks = \"5 4 3 2\"", "ranks = \"5 4 3\"", "expected a row for every hand"),
        ("front = \"low pair\"", "front = \"two of the four\"", "expected cards that the hand has"),
        ("name  = \"Five aces\"", "name  = Five aces", "expected"),
    ] {
        let broken = chart.replacen(old, new, 1);
        assert_ne!(broken, chart, "{old}");
        let said = told(&broken);
        println!("{said}\n");
        assert!(said.contains(&name) && !said.contains("books/mortimers"), "{said}");
        assert!(said.contains(expected) && said.contains("help: "), "{expected}: {said}");
        let line = if new.contains("5 4 3\"") { 5 } else { line_of(&broken, new) };
        let at = format!("{name}:{line}:");
        assert!(said.contains(&at), "{at}: {said}");
        // The same chart in the whole book is read by the book's lines.
        if !new.contains("Five aces") {
            let whole = book.replacen(chart, &broken, 1);
            let at = format!("{name}:{}:", line + line_of(&book, "[house_way]\n") - 1);
            assert!(told(&whole).contains(&at), "{at}: {}", told(&whole));
        }
    }
    for without in ["[table]\nseats = 8\n", "", "\n  \n"] {
        let said = told(without);
        assert!(
            said.contains("there is no section [house_way]; write one") && !said.contains("[book]"),
            "{said}"
        );
    }
    // What a file changes beside the chart is not passed over.
    for (changed, part) in [
        (format!("{chart}\n[settlement]\norder = \"bank first\"\n"), "[settlement]"),
        (book.replacen("[house_way]", "[extra]\nanswer = 1\n\n[house_way]", 1), "[extra]"),
        (format!("colour = \"red\"\n{chart}"), "the key \"colour\""),
    ] {
        let said = told(&changed);
        assert!(said.contains(&format!("{part} is not as mortimers/double-hand has it")), "{part}: {said}");
        assert!(said.contains("--way reads [house_way] alone; leave the rest out"), "{said}");
    }
}
