//! Plain blackjack against what others have published, each to its last printed digit.

use books::Rule;
use books::blackjack::{BlackjackRules, Check};
use cards::{Card, parse_cards};
use odds::blackjack::{Action, Analysis, Shoe};

fn set<T>(rule: &mut Rule<T>, value: T) {
    rule.value = value;
}

/// Plain blackjack where the bank stands on soft 17.
fn stands_on_soft_17() -> BlackjackRules {
    let mut rules = crate::plain();
    set(&mut rules.bank.hits_soft, 16);
    rules
}

fn choice(analysis: &Analysis<f64>, hand: &str, up: &str, action: Action) -> f64 {
    let up: Card = up.parse().unwrap();
    let list = analysis.choices(&parse_cards(hand).unwrap(), up).unwrap().list;
    list.iter().find(|(other, _)| *other == action).unwrap().1
}

/// E. Farmer's strategy calculator 6.3 with CDZ- play, splits to four hands and doubling after a split, from a shoe
/// of 4 twos, 4 threes, 2 fours, 2 sevens and 7 tens, on blackjackinfo.com, "Software update with new split EVs",
/// page 5: 2 2 against 7.
#[test]
fn a_small_shoe_with_splits_to_four_hands() {
    let rules = stands_on_soft_17();
    let mut cards = parse_cards("2c 2c 2c 2c 3c 3c 3c 3c 4c 4c 7c 7c").unwrap();
    cards.extend(parse_cards("Tc Tc Tc Tc Tc Tc Tc").unwrap());
    let analysis = Analysis::<f64>::of(&rules, &Shoe::of(&cards));
    for (action, percent) in [
        (Action::Stand, "-61.639194139"),
        (Action::Hit, "-13.266733267"),
        (Action::Double, "-123.278388278"),
        (Action::Split, "-76.210220335"),
    ] {
        let value = choice(&analysis, "2c 2c", "7c", action);
        assert_eq!(format!("{:.9}", 100.0 * value), percent, "{action:?}");
    }
}

/// M. Shackleford's Blackjack Appendix 9 at wizardofodds.com: a bank that draws on soft 17, pages for two and five
/// decks, and for six decks without a hole card. Each row: hand, then standing, hitting and doubling against an ace.
#[test]
fn opening_hands_against_an_ace() {
    let two = [
        ("2c Ac", [-0.594150, -0.103429, -0.571816]),
        ("3c 2c", [-0.592126, -0.320313, -1.184253]),
        ("5c 4c", [-0.589636, -0.124218, -0.438228]),
        ("6c Ac", [-0.511565, -0.224617, -0.541393]),
        ("6c 4c", [-0.587412, 0.038312, -0.003909]),
        ("6c 5c", [-0.587564, 0.121079, 0.166650]),
        ("7c Ac", [-0.224703, -0.165428, -0.416886]),
    ];
    let five = [
        ("2c Ac", [-0.596923, -0.100728, -0.583036]),
        ("4c 3c", [-0.595297, -0.354238, -1.084254]),
        ("6c Ac", [-0.513982, -0.221727, -0.547853]),
        ("6c 5c", [-0.594346, 0.109880, 0.128187]),
        ("7c 2c", [-0.593988, -0.127340, -0.453585]),
        ("7c 3c", [-0.593574, 0.034084, -0.026078]),
    ];
    let six = [
        ("2c Ac", [-0.722356, -0.379910, -1.024099]),
        ("4c 3c", [-0.721415, -0.554273, -1.369282]),
        ("6c Ac", [-0.665166, -0.463296, -0.999484]),
        ("6c 5c", [-0.720879, -0.235772, -0.535879]),
        ("7c Ac", [-0.466029, -0.421285, -0.909374]),
    ];
    for (decks, check, rows) in
        [(2, Check::UnderAceOrTen, &two[..]), (5, Check::UnderAceOrTen, &five), (6, Check::Never, &six)]
    {
        let mut rules = crate::plain();
        set(&mut rules.deal.check, check);
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, decks));
        for (hand, wanted) in rows {
            for (action, wanted) in [Action::Stand, Action::Hit, Action::Double].into_iter().zip(wanted) {
                let value = choice(&analysis, hand, "Ac", action);
                assert!(
                    (value - wanted).abs() < 0.6e-6,
                    "{decks} decks, {hand}, {action:?}: {value}, not {wanted}"
                );
            }
        }
    }
}

/// The same pages print what the whole game returns with splits to four hands. Their split hands are played with an
/// eye on how many there are, which ours are not, so the last of their digits may differ.
#[test]
fn whole_games_with_splits_to_four_hands() {
    for (decks, check, after_split, wanted) in [
        (2, Check::UnderAceOrTen, true, -0.003797),
        (2, Check::UnderAceOrTen, false, -0.005252),
        (5, Check::UnderAceOrTen, true, -0.005918),
        (5, Check::UnderAceOrTen, false, -0.007366),
        (6, Check::Never, true, -0.007_270_5),
        (6, Check::Never, false, -0.008_697_5),
    ] {
        let mut rules = crate::plain();
        set(&mut rules.deal.check, check);
        set(&mut rules.double.after_split, after_split);
        let value = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, decks)).value();
        assert!((value - wanted).abs() < 1e-5, "{decks} decks: {value}, not {wanted}");
    }
}
