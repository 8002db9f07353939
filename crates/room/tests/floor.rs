//! What the floor tells a table has something to say.

use books::{Money, Shelf};
use room::{By, Command, Input, Refusal, Spec, Table, Time};

fn give(table: &mut Table, command: &Command) -> Result<(), Refusal> {
    let mut seeds = || [7; 32];
    let mut input = Input { now: Time(0), seeds: &mut seeds, name: "", wallet: Money::ZERO, is_bot: false };
    table.command(By::Floor(1), command, &mut input).map(|_| ())
}

#[test]
fn a_ruling_has_words() {
    let (mut table, _) = Table::open(&Shelf::filed(), 1, Spec::of("mortimers/no-bust-6")).unwrap();
    let rule = |words: &str| Command::Rule { words: words.to_owned(), clause: String::new() };
    for words in ["", "  \n"] {
        let refusal = give(&mut table, &rule(words)).unwrap_err();
        assert_eq!(refusal.what, "say the ruling in words");
    }
    give(&mut table, &rule("The hand stands.")).unwrap();
}
