//! Three Card Poker: every wager over every deal, what to play, and how often bonuses are paid.

use books::thousands;
use books::three_card::ThreeCardRules;
use odds::three_card::{Analysis, Base, Bonus, Part};

use super::{OddsTable, Said, WagerOdds, percent};

pub(super) fn said(rules: &ThreeCardRules) -> Said {
    let analysis = Analysis::of(rules);
    let words = vec![format!(
        "The bank has {} of the ante of a player who does not look at its card, and {} of one who does.",
        percent(-analysis.blind.value(), 2),
        percent(-analysis.exposed.value(), 2)
    )];
    let tables = vec![
        plays(&analysis),
        parts("What becomes of the ante, blind", &analysis.blind),
        parts("What becomes of the ante, with the card in sight", &analysis.exposed),
        hits("Pair Plus", &analysis.pair_plus),
        hits("6 Card Bonus", &analysis.six_card),
    ];
    Said {
        words,
        wagers: analysis.wagers().into_iter().map(WagerOdds::from).collect(),
        tables,
        basis: "Exact, over all 407,170,400 deals, with a bank that can pay, fees left out; bonus wagers stand beside \
                an ante that is played blind."
            .to_owned(),
        has_money: true,
    }
}

fn plays(analysis: &Analysis) -> OddsTable {
    let row = |row: &odds::three_card::Row| {
        let shown = row.shown.map_or("nothing".to_owned(), |rank| rank.to_string());
        let play = match (row.is_always, row.lowest) {
            (true, _) => "everything".to_owned(),
            (false, Some(lowest)) => format!("{lowest} or better"),
            (false, None) => "nothing".to_owned(),
        };
        vec![shown, play, format!("{:+.3}%", 100.0 * row.value)]
    };
    OddsTable::new(
        "What to play",
        &["The bank shows", "Play", "Worth"],
        analysis.chart.iter().map(row).collect(),
    )
}

fn parts(title: &str, base: &Base) -> OddsTable {
    let row = |(part, deals): (Part, u64)| {
        vec![part.name().to_owned(), percent(deals as f64 / base.deals as f64, 3)]
    };
    let rows = Part::ALL.into_iter().zip(base.parts).map(row).collect();
    OddsTable::new(title, &["", "Comes"], rows)
}

fn hits(title: &str, bonus: &Bonus) -> OddsTable {
    let row = |hit: &odds::three_card::Hit| {
        let comes = percent(hit.deals as f64 / bonus.deals as f64, 4);
        vec![hit.hand.clone(), hit.pays.to_string(), thousands(hit.deals), comes]
    };
    OddsTable::new(title, &["Hand", "Pays", "Deals", "Comes"], bonus.hits.iter().map(row).collect())
}
