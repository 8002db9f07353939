//! Whether the battery would notice: each rule of the model is broken in turn, and a round must tell.

use crate::play::play;
use crate::rules::{Button, Insurance, Look, Rules, Side, Special, Surrender};
use crate::tables::{BOOKS, Table};

type Break = (&'static str, fn(&mut Rules));

/// Ways to break a rule; one that changes nothing in a book is left out there.
const BREAKS: &[Break] = &[
    ("natural pays", |rules| rules.natural_pays = (rules.natural_pays.0 + 1, rules.natural_pays.1)),
    ("first seat", |rules| rules.from_bank = !rules.from_bank),
    ("look", |rules| {
        rules.look = if rules.look == Look::AceOrTen { Look::AceOnly } else { Look::AceOrTen };
    }),
    ("must hit", |rules| rules.must_hit -= 1),
    ("must hit more", |rules| rules.must_hit += 1),
    ("hard stand", |rules| rules.stand_hard -= 1),
    ("hard stand later", |rules| rules.stand_hard += 1),
    ("soft stand", |rules| rules.stand_soft -= 1),
    ("drawn out", |rules| rules.always_drawn = !rules.always_drawn),
    ("nearer pushes", |rules| {
        if matches!(rules.special, Special::ThreeCards { .. }) {
            rules.special = Special::Nothing;
        }
        rules.nearer_pushes = !rules.nearer_pushes;
    }),
    ("special", |rules| {
        rules.special = match rules.special {
            Special::Nothing => Special::ThreeCards { from: 22 },
            Special::Suited789 { nearer_only } => Special::Suited789 { nearer_only: !nearer_only },
            Special::Eights { win } => Special::Eights { win: !win },
            Special::ThreeCards { from } => Special::ThreeCards { from: from + 1 },
        }
    }),
    ("no special", |rules| rules.special = Special::Nothing),
    ("double for less", |rules| rules.double_for_less = !rules.double_for_less),
    ("double after split", |rules| rules.double_after_split = !rules.double_after_split),
    ("pairs", |rules| rules.pairs_by_rank = !rules.pairs_by_rank),
    ("splits", |rules| rules.most_splits = Some(2)),
    ("splits without end", |rules| rules.most_splits = None),
    ("aces again", |rules| rules.aces_again = !rules.aces_again),
    ("third ten", |rules| rules.third_ten_suited = !rules.third_ten_suited),
    ("surrender", |rules| {
        rules.surrender =
            if rules.surrender == Surrender::First { Surrender::AnyTime } else { Surrender::First };
    }),
    ("insurance", |rules| {
        rules.insurance = match rules.insurance {
            Insurance::UpToHalf => Insurance::ExactlyHalf,
            _ => Insurance::UpToHalf,
        }
    }),
    ("side bet", |rules| {
        if let Side::Buster { six_cards, .. } = &mut rules.side {
            *six_cards += 1;
        }
    }),
    ("cleared early", |rules| rules.cleared_early = !rules.cleared_early),
    ("button", |rules| {
        rules.button = match rules.button {
            Button::ByBank { faces_from_11 } => Button::ByBank { faces_from_11: !faces_from_11 },
            Button::BySeat1 => Button::ByBank { faces_from_11: true },
            Button::LastSeat => Button::BySeat1,
        }
    }),
    ("direction", |rules| rules.clockwise = !rules.clockwise),
    ("cover", |rules| rules.net_cover = !rules.net_cover),
];

/// Breaks that a book cannot show, because no hand or wager of it meets the rule.
fn is_idle(rules: &Rules, broken: &str) -> bool {
    match broken {
        // Jokers have no hole card; they take no ace for a Natural either.
        "look" | "insurance" | "cleared early" => rules.jokers,
        "special" => matches!(rules.special, Special::Nothing) && rules.nearer_pushes,
        "no special" => rules.special == Special::Nothing,
        "side bet" => !matches!(rules.side, Side::Buster { .. }),
        "splits without end" => rules.most_splits.is_none(),
        "hard stand later" => rules.stand_hard >= 21,
        _ => false,
    }
}

pub(crate) fn check(rounds: u64) {
    for book in BOOKS {
        let mut table = Table::filed(book);
        let filed = table.model.clone();
        for (what, spoil) in BREAKS {
            if is_idle(&filed, what) {
                continue;
            }
            table.model = filed.clone();
            spoil(&mut table.model);
            let told = (0..rounds).any(|seed| {
                // The setup is drawn by the filed rules, so that it stays acceptable.
                let mut case = crate::case_of(&table.games, &filed, seed);
                case.thorough = false;
                play(&table, &case).is_err()
            });
            assert!(told, "{book}: no round tells when \"{what}\" is broken");
        }
    }
}
