//! What Panguingue pays.

use books::pan::{PanRules, SuitPay};
use books::rates::Schedule;
use books::structure::Stakes;

use super::{row, table};
use crate::content::PayTable;

pub(super) fn tables(rules: &PanRules, _schedule: &Schedule, _stakes: Option<&Stakes>) -> Vec<PayTable> {
    let chips = |pay: &SuitPay| format!("{} (spades {})", pay.other, pay.spades);
    let conditions = &rules.conditions;
    let ranks = |ranks: &books::Ranks| ranks.to_string().replace('T', "10");
    vec![table(
        "Conditions pay, in chips",
        vec![
            row(format!("{}, several suits", ranks(&conditions.valle)), *conditions.valle_mixed),
            row(
                format!("{}, one suit", ranks(&conditions.valle)),
                chips(&conditions.valle_one_suit).as_str(),
            ),
            row("Other squares, one suit", chips(&conditions.other_one_suit).as_str()),
            row(format!("Rope {}", ranks(&conditions.low_rope)), chips(&conditions.low_rope_pays).as_str()),
            row(format!("Rope {}", ranks(&conditions.high_rope)), chips(&conditions.high_rope_pays).as_str()),
            row("Going out", *rules.going_out.chips),
        ],
    )]
}
