//! Cases about the rotation of the bank: who is offered it, who takes it, and when the game is broken.

use books::{Book, Rules};
use games::Seat;
use games::bank::{Candidate, Offer, Rotation};
use games::double_hand::may_ask_for_deck;

use crate::format::Scenario;
use crate::report::{RefusedLine, Report};

/// Plays the rotation steps of a case.
pub(crate) fn play_rotation(scenario: &Scenario, book: &Book, report: &mut Report) {
    let Some(section) = &scenario.rotation else { return };
    let Some(banked) = book.rules.face().banked() else {
        return report.differences.push("this family has no bank that rotates".to_owned());
    };
    let (rules, needs_wager) = (banked.rotation, banked.wagered_last_round);
    let seats = scenario.table.unwrap_or(book.header().seats.value);
    let mut people: Vec<String> = Vec::new();
    let mut candidates = Vec::new();
    let mut present: Vec<(String, Candidate)> = Vec::new();
    for (seat, section) in scenario.seats.iter().flat_map(|seats| &seats.0) {
        let name = section.person.clone().unwrap_or_else(|| format!("seat {seat}"));
        let person = people.iter().position(|known| *known == name).unwrap_or_else(|| {
            people.push(name);
            people.len() - 1
        });
        let candidate = |person: usize| Candidate {
            seat: Seat::new(*seat),
            person: person as u32,
            counts_as: person as u32,
        };
        present.push((seat.to_string(), candidate(person)));
        if needs_wager.is_none() || section.wager.is_some() || section.bank.is_some() {
            candidates.push(candidate(person));
        }
        for (name, _) in section.backers.iter().flat_map(|backers| &backers.0) {
            people.push(name.clone());
            let backer = candidate(people.len() - 1);
            present.push((format!("{seat}/{name}"), backer));
            if needs_wager.is_some() {
                candidates.push(backer);
            }
        }
    }
    let mut rotation = Rotation::new(seats, rules);
    for step in &section.steps {
        let words: Vec<&str> = step.split_whitespace().collect();
        let person_in = |name: &str| present.iter().find(|(known, _)| known == name).map(|(_, one)| *one);
        let offer = rotation.offer(&candidates);
        match words.as_slice() {
            ["offered", "to", seat] => {
                let expected = person_in(seat).map(Offer::To);
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
                Some(one) => rotation.decline(one.person),
                None => report.differences.push(format!("\"{step}\": nobody sits there")),
            },
            [seat, "takes"] | [seat, "takes", "button", _] => match person_in(seat) {
                Some(one) if rotation.may_take(&one, &candidates) => {
                    let bank = rotation.deal(one, &[]);
                    let shows = if bank.turn == 1 { "1st".to_owned() } else { format!("{}nd", bank.turn) };
                    if words.get(3).is_some_and(|expected| *expected != shows) {
                        report.differences.push(format!("\"{step}\": the button shows {shows}"));
                    }
                }
                Some(_) => report.differences.push(format!("\"{step}\": was refused")),
                None => report.differences.push(format!("\"{step}\": nobody sits there")),
            },
            [seat, "takes", "refused", clause] => match person_in(seat) {
                Some(one) if !rotation.may_take(&one, &candidates) => {
                    let is_passed_over = !candidates.contains(&one);
                    let passed_over = needs_wager.filter(|_| is_passed_over);
                    let cited = book.clause_name(passed_over.unwrap_or(rules.rounds.clause));
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
            [seat, "asks", "for", "a", "deck", rest @ ..] => {
                let (Some(one), Rules::DoubleHand(rules)) = (person_in(seat), &book.rules) else {
                    report.differences.push(format!("\"{step}\": nobody may ask that here"));
                    continue;
                };
                let last = rotation.last();
                let asked = if let Offer::To(asked) = offer { Some(asked.counts_as) } else { None };
                let goes_on = last.is_some_and(|bank| asked == Some(bank.person));
                let found = may_ask_for_deck(&rules.deck, last, goes_on, one.counts_as)
                    .map_err(|refusal| book.clause_name(refusal.clause));
                let expected = match rest {
                    ["refused", clause] => Err(*clause),
                    _ => Ok(()),
                };
                if found != expected {
                    report.differences.push(format!("\"{step}\": found {found:?}"));
                }
            }
            _ => report.differences.push(format!("\"{step}\" is not a step of a rotation")),
        }
    }
    report.is_over = true;
}

fn offer_words(offer: Offer) -> String {
    match offer {
        Offer::To(one) => format!("offered to {}", one.seat),
        Offer::Broken => "broken".to_owned(),
    }
}
