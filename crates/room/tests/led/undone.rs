//! What was paid and is void, fees that go back, and a bank that goes by.

use books::Money;
use games::double_hand;
use games::round::Report;
use room::{Command, WhyPassed};

use crate::{DEALER, FLOOR, Felt, base, cards, double, double_hands_at};

#[test]
fn what_was_paid_in_a_deal_that_is_void_is_taken_back_and_the_rest_is_not_paid() {
    for is_paid in [true, false] {
        let mut felt = double_hands_at("marina/double-hand");
        let show = double_hand::Choice::Show { front: cards("Ks Qs"), back: cards("As Ad Ac 4h 6c") };
        felt.tell(DEALER, double(show));
        felt.tell(DEALER, double(double_hand::Choice::Open));
        let wins = "Seat 3 (Cal)'s $20 wins $20";
        assert!(felt.view().settlement[0].words.starts_with(wins), "{:?}", felt.view().settlement);
        if is_paid {
            felt.tell(DEALER, Command::Pay);
        }
        let report = Report::DoubleHand(double_hand::Report::IdenticalCards);
        felt.tell(FLOOR, Command::Report { report });
        let due = |felt: &Felt| -> Vec<String> {
            let lines = felt.view().settlement;
            lines.into_iter().filter(|one| !one.is_paid).map(|one| one.words).collect()
        };
        let lines = due(&felt);
        let back = lines.iter().filter(|one| one.starts_with(&format!("Take back: {wins}"))).count();
        assert_eq!(back, usize::from(is_paid), "{lines:?}");
        assert!(!lines.iter().any(|one| one.starts_with(wins)), "nobody is paid for a void deal: {lines:?}");
        assert_eq!(lines.iter().filter(|one| one.contains("goes back")).count(), 2, "{lines:?}");
        if is_paid {
            assert!(
                felt.view().next_step.starts_with("Take back: Seat 3 (Cal)"),
                "{}",
                felt.view().next_step
            );
        }
        // The report was wrong: what was settled stands again.
        felt.tell(FLOOR, Command::TakeBack);
        let stands = felt.view().settlement;
        assert!(stands.iter().all(|one| one.is_paid == is_paid && one.words.starts_with(wins)), "{stands:?}");
        felt.tell(FLOOR, Command::Report { report });
        felt.tell(DEALER, Command::CloseRound);
        let purses: Vec<Money> = felt.table.people().iter().map(|one| one.stack).collect();
        assert!(purses.iter().all(|purse| Money::dollars(1_995) <= *purse), "{purses:?}");
        assert_eq!(purses[2], Money::dollars(2_000), "Cal has what he came with");
    }
}

#[test]
fn a_fee_that_goes_back_is_among_the_payments_and_said_as_that() {
    for book in ["pinnacle/three-card-6-card-bonus", "mortimers/double-hand"] {
        let mut felt = Felt::open(book);
        let banker = felt.view().bank_asked.unwrap();
        felt.say(banker, Command::TakeBank { stake: Money::dollars(500) });
        for (person, seat) in [(11, 4), (12, 1), (13, 3)] {
            if person != banker {
                felt.put(person, seat, base(20));
            }
        }
        felt.tell(DEALER, Command::Start);
        let from = felt.told.len();
        felt.tell(FLOOR, Command::Report { report: Report::Void { spot: None, fees_returned: true } });
        let lines: Vec<String> = felt.view().settlement.into_iter().map(|one| one.words).collect();
        let fees = lines.iter().filter(|one| one.contains("fee") && one.contains("goes back to")).count();
        assert!(fees > 0, "{book}: {lines:?}");
        let words: Vec<String> = felt.told[from..].iter().map(|one| format!("{:?}", one.event)).collect();
        assert!(!lines.iter().any(|one| one.contains("-$")), "{book}: {lines:?} {words:?}");
    }
}

#[test]
fn a_dealer_passes_nobody_over_as_one_who_declined() {
    let mut felt = Felt::open("mortimers/no-bust-6");
    for why in [WhyPassed::Declined, WhyPassed::TimeUp] {
        assert_eq!(felt.attempt(DEALER, &Command::PassOver { why }), Err("not-for-the-dealer"), "{why:?}");
    }
    felt.tell(DEALER, Command::PassOver { why: WhyPassed::PassedOver });
}
