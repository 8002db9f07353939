//! Figures that have been published many times over.

use super::{ask, exact, game};
use odds::equity::{Answer, Method};

fn percent(answer: &Answer, hand: usize) -> String {
    format!("{:.3}", 100.0 * answer.shares[hand].equity.value())
}

#[test]
fn aces_against_kings_by_the_suits_they_share() {
    let both = exact("marina/holdem", &["As Ah", "Ks Kh"], "", "");
    assert_eq!(both.deals, 1_712_304);
    assert_eq!((both.shares[0].whole, both.shares[0].divided), (1_410_336, 9_308));
    assert_eq!(both.shares[1].whole, 292_660);
    assert_eq!(percent(&both, 0), "82.637");
    assert_eq!(percent(&exact("marina/holdem", &["As Ah", "Kd Kh"], "", ""), 0), "81.946");
    assert_eq!(percent(&exact("marina/holdem", &["As Ah", "Kd Kc"], "", ""), 0), "81.255");
}

#[test]
fn known_races_of_holdem() {
    for (hands, first) in [
        (["Qh Qd", "As Ks"], 54),
        (["As Kd", "Ah Qc"], 74),
        // Twos beat ace-king, ace-king beats jack-ten suited, and that beats the twos.
        (["2h 2d", "As Kc"], 53),
        (["As Kc", "Jd Td"], 59),
        (["Jc Tc", "2h 2d"], 54),
    ] {
        let answer = exact("mortimers/holdem", &hands, "", "");
        assert_eq!(format!("{:.0}", 100.0 * answer.shares[0].equity.value()), first.to_string(), "{hands:?}");
    }
}

#[test]
fn pat_lows_are_compared_and_one_card_draws_counted() {
    let pat = exact("players-club/lowball-ace-to-five", &["6c 4d 3s 2h Ac", "7c 5d 4s 3h 2c"], "", "");
    assert_eq!((pat.deals, pat.shares[0].whole), (1, 1));
    // The wheel is the best low where aces are low, and no low at all where they are high.
    let hands = ["5c 4d 3s 2h Ac", "7c 5d 4s 3h 2c"];
    assert_eq!(exact("players-club/lowball-ace-to-five", &hands, "", "").shares[0].whole, 1);
    assert_eq!(exact("players-club/lowball-deuce-to-seven", &hands, "", "").shares[1].whole, 1);
    let draw = exact("players-club/lowball-ace-to-five", &["4d 3s 2h Ac", "9c 8d 7s 6h 5c"], "", "Kd");
    assert_eq!(draw.deals, 42);
    // Three fives, sixes, sevens, eights and nines are left, and each makes a better low than 9-8-7-6-5.
    assert_eq!(draw.shares[0].whole, 15);
}

#[test]
fn a_sample_says_that_it_is_one_and_lies_near_the_truth() {
    let question = ask(game("players-club/omaha-8"), &["As Ah 2d 3c", "Ks Kh 9d 8c"], "", "").unwrap();
    let truth = question.answer(Method::Quickest { seed: 1 });
    assert_eq!(truth.basis, odds::equity::Basis::Exact);
    let sample = question.answer(Method::Sample { deals: 40_000, seed: 1 });
    assert_eq!(sample.basis, odds::equity::Basis::Sampled { seed: 1 });
    assert_eq!(sample.deals, 40_000);
    for (sampled, exact) in sample.shares.iter().zip(&truth.shares) {
        assert!(sampled.error > 0.0005 && sampled.error < 0.005, "{sampled:?}");
        let away = (sampled.equity.value() - exact.equity.value()).abs() / sampled.error;
        assert!(away < 4.0, "{away} standard errors away");
        assert_eq!(exact.error, 0.0);
    }
    assert_eq!(sample, question.answer(Method::Sample { deals: 40_000, seed: 1 }));
    assert_ne!(sample.shares, question.answer(Method::Sample { deals: 40_000, seed: 2 }).shares);
    let few = ask(game("marina/lowball"), &["2h Ac 3d", "2d As 3h"], "", "").unwrap();
    assert_eq!(few.answer(Method::Quickest { seed: 9 }).basis, odds::equity::Basis::Exact);
    let more = ask(game("marina/lowball"), &["2h", "2d"], "", "").unwrap();
    assert!(matches!(
        more.answer(Method::Quickest { seed: 9 }).basis,
        odds::equity::Basis::Sampled { seed: 9 }
    ));
}
