//! Panguingue: players play against each other, and what a seat is worth is known by simulation alone.

use books::pan::PanRules;

use super::Said;

pub(super) fn said(_: &PanRules) -> Said {
    let words = vec![
        "Players play against each other, so no wager has an edge of its own.".to_owned(),
        "What a seat is worth, how long a hand takes and what is paid is simulated by cardroom sim; results stand in \
         docs/odds/pan.md."
            .to_owned(),
    ];
    Said { words, ..Said::default() }
}
