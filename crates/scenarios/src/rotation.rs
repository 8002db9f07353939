//! Cases about the rotation of the bank: who is offered it, who takes it, and when the game is broken.

use books::{Book, Rules};
use games::Seat;
use games::bank::{Offer, Rotation};

use crate::format::Scenario;
use crate::report::{RefusedLine, Report};

/// Plays the rotation steps of a case.
pub(crate) fn play_rotation(scenario: &Scenario, book: &Book, report: &mut Report) {
    let Some(section) = &scenario.rotation else { return };
    let Rules::Blackjack(rules) = &book.rules else {
        return report.differences.push("this family's bank does not rotate by these rules".to_owned());
    };
    let rules = &rules.rotation;
    let seats = scenario.table.unwrap_or(book.header().seats.value);
    let mut people: Vec<String> = Vec::new();
    let mut seated = Vec::new();
    for (seat, section) in scenario.seats.iter().flat_map(|seats| &seats.0) {
        let name = section.person.clone().unwrap_or_else(|| format!("seat {seat}"));
        let person = people.iter().position(|known| *known == name).unwrap_or_else(|| {
            people.push(name);
            people.len() - 1
        });
        seated.push((Seat::new(*seat), person as u32));
    }
    let mut rotation = Rotation::new(seats, rules);
    for step in &section.steps {
        let words: Vec<&str> = step.split_whitespace().collect();
        let person_in = |seat: &str| {
            let seat = seat.parse::<u8>().ok().filter(|seat| *seat > 0).map(Seat::new)?;
            seated.iter().find(|(at, _)| *at == seat).copied()
        };
        let offer = rotation.offer(&seated);
        match words.as_slice() {
            ["offered", "to", seat] => {
                let expected = person_in(seat).map(|(seat, _)| Offer::To(seat));
                if Some(offer) != expected {
                    report.differences.push(format!("\"{step}\": the bank is {}", offer_words(offer)));
                }
            }
            ["broken"] => {
                if offer != Offer::Broken {
                    report.differences.push(format!("\"{step}\": the bank is {}", offer_words(offer)));
                }
                if !rules.broken_without_another.value {
                    report.differences.push(format!("\"{step}\": the book does not stop the game"));
                }
            }
            [seat, "declines"] => match person_in(seat) {
                Some((seat, _)) => rotation.decline(seat),
                None => report.differences.push(format!("\"{step}\": nobody sits there")),
            },
            [seat, "takes"] | [seat, "takes", "button", _] => match person_in(seat) {
                Some((seat, person)) if rotation.may_take(seat, person, &seated) => {
                    let bank = rotation.take(seat, person);
                    let shows = if bank.turn == 1 { "1st".to_owned() } else { format!("{}nd", bank.turn) };
                    if words.get(3).is_some_and(|expected| *expected != shows) {
                        report.differences.push(format!("\"{step}\": the button shows {shows}"));
                    }
                }
                Some(_) => report.differences.push(format!("\"{step}\": was refused")),
                None => report.differences.push(format!("\"{step}\": nobody sits there")),
            },
            [seat, "takes", "refused", clause] => match person_in(seat) {
                Some((seat, person)) if !rotation.may_take(seat, person, &seated) => {
                    let cited = book.clause_name(rules.rounds.clause);
                    if cited != *clause {
                        report.differences.push(format!("\"{step}\": was refused by \"{cited}\""));
                    }
                    report.refused.push(RefusedLine {
                        step: step.clone(),
                        clause: cited.to_owned(),
                        reason: "the bank is not offered to them now".to_owned(),
                        allowed: vec![offer_words(offer)],
                    });
                }
                _ => report.differences.push(format!("\"{step}\": was taken but should be refused")),
            },
            _ => report.differences.push(format!("\"{step}\" is not a step of a rotation")),
        }
    }
    report.is_over = true;
}

fn offer_words(offer: Offer) -> String {
    match offer {
        Offer::To(seat) => format!("offered to {seat}"),
        Offer::Broken => "broken".to_owned(),
    }
}
