//! What the filings print about their own wagers comes out to every printed digit.

use odds::blackjack::{Analysis, Shoe, wagers};

#[test]
fn the_marina_filing_prints_what_its_buster_wager_comes_to() {
    let rules = crate::book("marina/no-bust-buster");
    for (decks, hit, edge) in [(6, "28.58", "5.48"), (8, "28.57", "5.44")] {
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, decks));
        let list = wagers(&rules, &analysis);
        let buster = list.iter().find(|wager| wager.name == "buster").unwrap();
        assert_eq!(format!("{:.2}", 100.0 * buster.hit), hit, "{decks} decks");
        assert_eq!(format!("{:.2}", -100.0 * buster.value), edge, "{decks} decks");
    }
}

#[test]
fn the_banks_hands_are_all_there_are() {
    for name in ["mortimers/no-bust-2003", "mortimers/no-bust-6"] {
        let rules = crate::book(name);
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 1));
        let all: f64 = analysis.bank_hands().iter().map(|hand| hand.chance).sum();
        assert!((all - 1.0).abs() < 1e-12, "{name}: {all}");
    }
}

/// The time this thread has had a core, where the system tells.
fn core_time() -> Option<std::time::Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(std::time::Duration::from_nanos)
}

/// How long six decks take on one core; `cargo test --release -p odds --test blackjack -- --ignored --nocapture`.
#[test]
#[ignore = "prints times"]
fn six_decks_on_one_core() {
    for (name, rules) in crate::filed().into_iter().chain([("plain".to_owned(), crate::plain())]) {
        let start = core_time();
        let value = Analysis::<f64>::on_cores(&rules, &Shoe::fresh(&rules, 6), 1).value();
        println!("{name}: {value:.15} in {:?}", core_time().zip(start).map(|(now, start)| now - start));
    }
}
