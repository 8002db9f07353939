//! A case that says something which is never looked at fails.

use books::Shelf;
use books::read::Source;
use scenarios::{Scenario, Tables, run};

fn differences(text: &str) -> Vec<String> {
    let source = Source::new("case.toml", text.to_owned());
    let cases = Scenario::read_all(&source).unwrap_or_else(|faults| panic!("{faults}"));
    run(&cases[0], "case.toml", &mut Tables::new(Shelf::filed())).differences
}

/// A case of a round that ends where its cards end, with further steps behind.
fn behind(book: &str, rest: &str, steps: &str) -> Vec<String> {
    differences(&format!("title = \"A case\"\nbook = \"{book}\"\n{rest}\n[play]\nsteps = {steps}\n"))
}

fn evening(steps: &str) -> Vec<String> {
    let sits = "\"Ann sits in 1 with $500\", \"Bo sits in 2 with $500\"";
    differences(&format!(
        "title = \"A table\"\nbook = \"mortimers/no-bust-6\"\n[timeline]\nsteps = [{sits}, {steps}]\n"
    ))
}

#[test]
fn steps_behind_the_last_card_are_not_passed_over() {
    let blackjack = "[seats]\n1 = { wager = \"$10\" }\n2 = { wager = \"$10\" }\n8 = { bank = \"$200\" }\n\
                     [cards]\nshoe = \"5c 9h 9c 6c 8d 7d\"\n[expect]\ntotals = { 2 = \"hard 17\" }";
    let book = "players-club/no-bust-5";
    assert_eq!(behind(book, blackjack, "[\"1 hit\"]"), Vec::<String>::new());
    let found = behind(book, blackjack, "[\"1 hit\", \"1 stand\", \"2 surrender\"]");
    assert_eq!(found, ["\"1 stand\" was never played: the case ends before it"]);
    let found = behind(book, blackjack, "[\"1 hit\", \"2 stand\", \"2 stand refused no-such-clause\"]");
    assert_eq!(found, ["\"2 stand\" was never played: the case ends before it"]);
    let poker = "[hand]\nplayers = 3\nlimit = \"$4/$8\"\nblinds = \"$2/$4\"\n[cards]\nshoe = \"As Kd 7c 2h\"\n\
                 [expect]\ndealt = []";
    let found = behind("marina/holdem", poker, "[\"1 calls\"]");
    assert!(found.iter().any(|one| one.starts_with("\"1 calls\"") || one.contains("shoe")), "{found:?}");
}

#[test]
fn words_that_nobody_ever_tells_are_not_missed() {
    assert_eq!(
        evening("\"not game broken\", \"nobody paid\", \"Bo may not take-bank\""),
        Vec::<String>::new()
    );
    for (step, what) in [
        ("not xyzzy plugh", "no table ever tells \"xyzzy plugh\""),
        ("nobody gaem brokn", "no table ever tells \"gaem brokn\""),
        ("not bank offred to 1", "no table ever tells \"bank offred to 1\""),
        ("Bo may not tkae-bnak", "no view ever offers \"tkae-bnak\""),
    ] {
        assert_eq!(evening(&format!("\"{step}\"")), [format!("\"{step}\": {what}")]);
    }
    // What is denied and comes about is found as before.
    let found = evening("\"Ann banks $100\", \"not turn 1 of the bank\"");
    assert_eq!(found.len(), 1, "{found:?}");
}
