//! The life of a table of every book at random: people come, wait, wager, back, choose, call time, go away and leave;
//! the floor stops the table, voids, rules and corrects; the dealer reports what went wrong, again and again; time
//! jumps. After every command and every tick the table equals what its log gives, its chips are all there, and the
//! clock never asks for the same thing twice.

mod grounded;
mod life {
    mod errors;
    pub(crate) mod moves;
    mod once;
    mod reports;
    pub(crate) mod table;
}

use books::Shelf;
use games::round::Event as Round;
use games::{double_hand, poker};
use life::table::Life;
use room::{AtDesk, Dealer, Event, LastingShoe, Phase, Spec, WhyPassed};

fn playable(shelf: &Shelf) -> Vec<String> {
    let books: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    assert_eq!(books.len(), 25);
    books
}

/// How many steps each table lives; more with `LIFE=100000`.
fn steps() -> u32 {
    std::env::var("LIFE").ok().and_then(|text| text.parse().ok()).unwrap_or(2_500)
}

fn live(shelf: &Shelf, book: &str, dealer: Dealer, seed: u8) -> Life {
    let mut spec = Spec::practice(shelf, book).unwrap_or_else(|fault| panic!("{book}: {fault}"));
    spec.plays_alone = true;
    spec.dealer = dealer;
    // Time fees and seats that are held for minutes come up as well.
    spec.is_practice = seed.is_multiple_of(2);
    let book = shelf.book(&shelf.find(book).unwrap()).unwrap();
    if let Some(decks) =
        book.rules.face().decks().filter(|_| dealer == Dealer::Shuffler && !seed.is_multiple_of(3))
    {
        spec.decks = Some(decks.least + seed % 2);
        spec.shoe = Some(LastingShoe { behind: None, burn: seed % 4 });
    }
    let mut life = Life::new(shelf, spec, seed);
    for _ in 0..steps() {
        life.step(shelf);
    }
    life.replay_all(shelf);
    life.close(shelf);
    life.replay_all(shelf);
    life
}

/// What must have come about at some table, so that nobody can believe it was tried.
fn assert_seen(lives: &[Life], what: &str, is_meant: impl Fn(&Event) -> bool) {
    assert!(lives.iter().any(|life| life.has_told(&is_meant)), "never: {what}");
}

#[test]
fn a_table_dealt_by_the_shuffler_is_what_its_log_says() {
    let shelf = Shelf::filed();
    let mut lives = Vec::new();
    for (place, book) in playable(&shelf).iter().enumerate() {
        let life = live(&shelf, book, Dealer::Shuffler, place as u8);
        assert!(life.table.rounds() > 10, "{book}: {} rounds", life.table.rounds());
        for phase in [Phase::Playing, Phase::Paused, Phase::Idle, Phase::Closed] {
            assert!(life.was_in(phase), "{book}: never {phase:?}");
        }
        assert!(life.reports > 0, "{book}: no report was ever taken");
        assert!(life.kept_before > 0, "{book}: it could never be kept before the clock went on");
        assert!(
            life.has_voided() || life.table.book().header().family.word() != "blackjack",
            "{book}: no void"
        );
        lives.push(life);
    }
    assert_seen(&lives, "a new game", |event| matches!(event, Event::NewGame { .. }));
    assert_seen(&lives, "somebody's words are opened", |event| matches!(event, Event::WordsOpened { .. }));
    assert_seen(&lives, "a shuffle is given up", |event| matches!(event, Event::ShuffleAborted { .. }));
    let is_cut_anew = |event: &Event| matches!(event, Event::Sealed { shoe: Some(_), .. });
    assert_seen(&lives, "a shoe is cut anew", is_cut_anew);
    assert_seen(
        &lives,
        "by words from outside",
        |event| matches!(event, Event::Cut { sealed: Some(_), words, .. } if words.iter().any(|one| one.is_outside)),
    );
    assert_seen(&lives, "the cut card is out", |event| matches!(event, Event::CutCardOut { .. }));
    assert_seen(&lives, "a new shoe", |event| matches!(event, Event::NewShoe));
    assert_seen(&lives, "the hours are over", |event| matches!(event, Event::HoursOver { .. }));
    assert_seen(&lives, "two bet as one", |event| matches!(event, Event::JointAgreed { .. }));
    assert_seen(
        &lives,
        "a side wager",
        |event| matches!(event, Event::WagerPut { wager, .. } if wager.total() > wager.base),
    );
    assert_seen(&lives, "a wager goes back", |event| matches!(event, Event::WagerReturned { .. }));
}

#[test]
fn a_table_dealt_by_hand_is_what_its_log_says() {
    let shelf = Shelf::filed();
    for (place, book) in playable(&shelf).iter().enumerate() {
        let life = live(&shelf, book, Dealer::Entered, place as u8 ^ 0x55);
        assert!(life.table.rounds() > 2, "{book}: {} rounds", life.table.rounds());
        assert!(life.reports > 0, "{book}: no report was ever taken");
        assert!(life.has_voided(), "{book}: no void");
    }
}

#[test]
fn a_dealer_who_errs_takes_it_back_and_is_corrected() {
    let shelf = Shelf::filed();
    let mut lives = Vec::new();
    let practice =
        |book: &String| Spec::practice(&shelf, book).unwrap_or_else(|fault| panic!("{book}: {fault}"));
    let books = playable(&shelf);
    let without_limit = books.iter().filter_map(|book| Spec::practice_without_limit(&shelf, book));
    let specs: Vec<Spec> = books.iter().map(practice).chain(without_limit).collect();
    assert!(specs.len() > books.len(), "bets without a limit as well");
    for (place, mut spec) in specs.into_iter().enumerate() {
        let book = spec.book.clone();
        (spec.plays_alone, spec.dealer, spec.by_hand) = (true, Dealer::Entered, true);
        spec.is_practice = !place.is_multiple_of(2);
        let mut life = Life::new(&shelf, spec, place as u8 ^ 0xaa);
        for _ in 0..steps() {
            life.err_or_step(&shelf);
        }
        assert!(life.table.rounds() > 2, "{book}: {} rounds", life.table.rounds());
        assert!(
            life.has_told(|event| matches!(event, Event::TakenBack { .. })),
            "{book}: nothing taken back"
        );
        assert!(life.ended > 20, "{book}: {} rounds ended on a copy", life.ended);
        life.replay_all(&shelf);
        life.finish();
        life.replay_all(&shelf);
        lives.push(life);
    }
    assert_seen(&lives, "a payment", |event| matches!(event, Event::PaymentMade { .. }));
    assert_seen(&lives, "a poker hand that lay unseen is turned up", |event| {
        matches!(event, Event::Round { of: Round::Poker(poker::Event::Turned { .. }) })
    });
    assert_seen(&lives, "so is a double hand", |event| {
        matches!(event, Event::Round { of: Round::DoubleHand(double_hand::Event::Turned { .. }) })
    });
    assert_seen(&lives, "a correction", |event| matches!(event, Event::Corrected { .. }));
    let taken: u32 = lives.iter().map(|life| life.taken_wagers).sum();
    assert!(taken > 20, "{taken} stakes and wagers taken back");
    let at_desk = |what: &str, is_meant: &dyn Fn(&AtDesk) -> bool| {
        assert_seen(&lives, what, |event| matches!(event, Event::Desk { of } if is_meant(of)));
    };
    at_desk("somebody is asked", &|of| matches!(of, AtDesk::ConsentAsked { .. }));
    at_desk("somebody agrees", &|of| matches!(of, AtDesk::ConsentGiven { .. }));
    at_desk("somebody does not", &|of| matches!(of, AtDesk::ConsentRefused { .. }));
    at_desk("a dispute", &|of| matches!(of, AtDesk::DisputeOpened { .. }));
    at_desk("it is settled", &|of| matches!(of, AtDesk::DisputeSettled { .. }));
    at_desk("a dealer comes", &|of| matches!(of, AtDesk::DealerSignedIn { .. }));
    at_desk("a dealer goes", &|of| matches!(of, AtDesk::DealerSignedOut { .. }));
    at_desk("late entry", &|of| matches!(of, AtDesk::LateEntry { .. }));
    at_desk("a draw for the button", &|of| matches!(of, AtDesk::ButtonDrawn { .. }));
    at_desk("an impossible card", &|of| matches!(of, AtDesk::ImpossibleCard { .. }));
    assert_seen(&lives, "the clock is let run", |event| matches!(event, Event::ClockSet { runs: true }));
    for why in [WhyPassed::Declined, WhyPassed::PassedOver, WhyPassed::Absent, WhyPassed::TimeUp] {
        assert_seen(
            &lives,
            "every way in which a bank goes by",
            |event| matches!(event, Event::BankPassed { why: Some(how), .. } if *how == why),
        );
    }
}
