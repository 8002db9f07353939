//! A case that expects nothing still fails when the book or what stands on the table is refused.

use books::Shelf;
use books::read::Source;
use scenarios::{Scenario, Tables, run};

/// What is wrong with a case of Mortimer's No Bust 6.0 without `[expect]`.
fn differences(rules: &str, wager: &str) -> Vec<String> {
    let text = format!(
        "title = \"A table\"\nbook = \"mortimers/no-bust-6\"\n{rules}\n\
         [seats]\n1 = {{ wager = \"{wager}\" }}\n8 = {{ bank = \"$400\" }}\n\
         [cards]\nshoe = \"Td  9s  8h  9c\"\n[play]\nsteps = [\"1 stand\"]\n"
    );
    let cases =
        Scenario::read_all(&Source::new("case.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let report = run(&cases[0], "case.toml", &mut Tables::new(Shelf::filed()));
    assert_eq!(report.pass, report.differences.is_empty());
    report.differences
}

#[test]
fn a_case_that_is_played_passes() {
    assert_eq!(differences("", "$20"), Vec::<String>::new());
}

#[test]
fn a_refused_book_fails_the_case() {
    let found = differences("rules = { \"table.smallest_chip\" = \"$0.30\" }", "$20");
    assert!(found.len() == 1 && found[0].starts_with("the book was refused: "), "{found:?}");
    assert!(found[0].contains("wagers are not made of whole chips"), "{found:?}");
}

#[test]
fn a_refused_wager_fails_the_case() {
    let found = differences("", "$20.50");
    assert!(found.len() == 1 && found[0].starts_with("the setup was refused: "), "{found:?}");
}
