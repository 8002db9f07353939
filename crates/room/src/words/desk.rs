//! What the staff do beside the cards, in words.

use super::scene::{Scene, card, start};
use crate::desk::{AtDesk, Bring};

/// Something at a desk, as a sentence.
pub(super) fn words(of: &AtDesk, scene: &Scene<'_>) -> String {
    match of {
        AtDesk::ConsentAsked { asked } => {
            let what = match asked.bring {
                Bring::Sit { seat, amount } => format!("to take seat {seat} with {amount}"),
                Bring::StandBehind { amount } => format!("to stand behind the seats with {amount}"),
                Bring::AddChips { amount } => format!("to bring {amount} more"),
            };
            format!("{} is asked {what}.", asked.name)
        }
        AtDesk::ConsentGiven { person, .. } => format!("{} agrees.", start(&scene.person(*person))),
        AtDesk::ConsentRefused { person } if scene.table.person(*person).is_ok() => {
            format!("{} brings no chips.", start(&scene.person(*person)))
        }
        AtDesk::ConsentRefused { .. } => "Whoever was asked brings no chips.".to_owned(),
        AtDesk::DeckChanged { .. } => "The deck is changed for another.".to_owned(),
        AtDesk::DisputeOpened { dispute } => {
            let about = dispute.round.map_or_else(String::new, |round| format!(" about round {round}"));
            let words = dispute.words.trim_end_matches('.');
            format!("The floor opens dispute {}{about}: {words}.", dispute.dispute)
        }
        AtDesk::DisputeSettled { dispute, .. } => format!("Dispute {dispute} is settled."),
        AtDesk::DealerSignedIn { dealer } => format!("{} deals from here on.", dealer.name),
        AtDesk::DealerSignedOut { dealer } => format!("{} deals no longer.", dealer.name),
        AtDesk::LateEntry { is_on: true, .. } => {
            "Rounds that were played without the tablet are entered from here on.".to_owned()
        }
        AtDesk::LateEntry { is_on: false, .. } => {
            "All rounds that were played without the tablet are entered.".to_owned()
        }
        AtDesk::ButtonDrawn { drawn } => {
            let each: Vec<String> =
                drawn.iter().map(|(seat, one)| format!("seat {seat} draws {}", card(*one))).collect();
            format!("For the button {}.", each.join(", "))
        }
        AtDesk::ImpossibleCard { card: one, entered, held } => format!(
            "{} was entered {entered} times, and the shoe holds it {held} times: look for the mistake.",
            start(&card(*one))
        ),
    }
}
