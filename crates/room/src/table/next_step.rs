//! What the house dealer does next at a table with real cards: one thing at a time, in one sentence.

use games::Seat;
use games::bank::Face;
use games::round::{Round, Slot, Viewer, Waits};

use super::{Live, Phase, Table};
use crate::view::{DealerStep, StepKind};

impl Table {
    /// What the dealer does next, in one sentence and as what it is; nothing where the shuffler deals.
    pub(crate) fn dealers_step(&self) -> (String, DealerStep) {
        if !self.is_entered() {
            return (String::new(), DealerStep::default());
        }
        let Some(live) = &self.live else { return self.step_between() };
        let (words, step) = self.step_of_round(live);
        // What the house takes is taken before anything else is done.
        match self.fees_to_take().filter(|_| live.round.waits() != Waits::Over) {
            Some(fees) => (format!("{fees} {words}"), step),
            None => (words, step),
        }
    }

    /// What the dealer does in a round.
    fn step_of_round(&self, live: &Live) -> (String, DealerStep) {
        let plain = |kind, words: &str| (words.to_owned(), DealerStep::of(kind));
        match live.round.waits() {
            Waits::Card { .. } | Waits::Choices if self.pays_between() => {
                plain(StepKind::Pay, &self.next_payment().unwrap_or_default())
            }
            Waits::Card { slot, face } => self.card_step(&live.round, slot, face),
            Waits::Look => plain(StepKind::Look, "Look at the bank's down card: does it make a Natural?"),
            Waits::Shuffle(_) => plain(StepKind::Shuffle, "Shuffle the discards into the deck."),
            Waits::Choices => self.choices_step(live),
            Waits::Over => match self.next_payment() {
                Some(words) => (words, DealerStep::of(StepKind::Pay)),
                None => plain(StepKind::Nothing, "The round is over."),
            },
        }
    }

    /// What the dealer does while no round is on: begin one, where that is the dealer's.
    fn step_between(&self) -> (String, DealerStep) {
        if let Some(words) = self.step_of_bank() {
            return (words, DealerStep::of(StepKind::Offer));
        }
        if self.state.closed_until.is_some() && !self.state.is_late {
            return ("The house deals no hand now.".to_owned(), DealerStep::of(StepKind::Nothing));
        }
        if let Some(step) = self.step_of_draw() {
            return step;
        }
        let begins = match self.state.phase {
            Phase::Wagers => Some("When the wagers are down, begin."),
            Phase::Idle | Phase::Resting if self.state.rotation.is_none() && self.state.people.len() > 1 => {
                Some("Begin the next hand when everybody is ready.")
            }
            _ => None,
        };
        let kind = if begins.is_some() { StepKind::Start } else { StepKind::Nothing };
        let is_out = self.state.counted.as_ref().is_some_and(|counted| counted.is_out);
        let shoe = if is_out { "The cut card is out: begin a new shoe first. " } else { "" };
        (format!("{shoe}{}", begins.unwrap_or_default()), DealerStep::of(kind))
    }

    /// The draw for the button of a new game, as long as its cards are not entered.
    fn step_of_draw(&self) -> Option<(String, DealerStep)> {
        let is_between = matches!(self.state.phase, Phase::Idle | Phase::Resting);
        let seats = self.seats_to_draw().filter(|seats| is_between && !self.has_drawn(seats))?;
        let names: Vec<String> = seats.iter().map(|seat| self.seat_words(*seat)).collect();
        let words = format!("Draw for the button: enter the cards of {}, in this order.", names.join(", "));
        Some((words, DealerStep { kind: StepKind::Draw, seat: None, cards: seats.len() as u8 }))
    }

    /// Whom the dealer asks to bank, or that nobody does.
    fn step_of_bank(&self) -> Option<String> {
        match (self.state.phase, self.state.offered) {
            (Phase::Offering, Some(seat)) => {
                let asked = self.asked_to_bank().and_then(|person| self.person(person).ok());
                let name = asked.map_or_else(String::new, |one| format!(", {}", one.name));
                Some(format!("Offer the bank to seat {seat}{name}."))
            }
            (Phase::Broken, _) => {
                Some("Nobody takes the bank: ask who will, or wait for the floor.".to_owned())
            }
            _ => None,
        }
    }

    /// A card that is dealt, or turned up where it lies.
    fn card_step(&self, round: &Round, slot: Slot, face: Face) -> (String, DealerStep) {
        let turns = round.turns_up();
        let way = if face == Face::Down { "face down" } else { "face up" };
        let words = match slot {
            Slot::Spot { seat, hand } => {
                let seat = self.seat_words(seat);
                match (turns, hand) {
                    (true, _) => format!("Turn up the next card of {seat} and enter it."),
                    (false, 0) => format!("Deal a card {way} to {seat}."),
                    (false, hand) => format!("Deal a card {way} to hand {} of {seat}.", hand + 1),
                }
            }
            Slot::Bank if turns => {
                let bank = round.view(Viewer::Rail).bank;
                let cards = bank.iter().flat_map(|bank| &bank.hands).flat_map(|hand| &hand.cards);
                let next = if cards.filter(|card| card.is_none()).count() > 1 { "next " } else { "" };
                format!("Turn up the bank's {next}down card and enter it.")
            }
            Slot::Bank => format!("Deal a card {way} to the bank."),
            Slot::Pile { pile } => format!("Deal a card {way} to pile {pile}."),
            Slot::Board => "Turn a card of the board.".to_owned(),
            Slot::Burn => "Burn a card.".to_owned(),
            Slot::Drawn { seat } => {
                format!("Turn the top card of the stock for {}.", self.seat_words(seat))
            }
            Slot::Discards => "Turn a card to begin the discard pile.".to_owned(),
        };
        let words = match round.before_card() {
            Some(first) => format!("{} {words}", self.with_names(&first)),
            None => words,
        };
        (words, DealerStep::of(if turns { StepKind::Turn } else { StepKind::Deal }))
    }

    /// What the dealer does while choices are awaited: something of their own, a hand that is shown, or waiting.
    fn choices_step(&self, live: &Live) -> (String, DealerStep) {
        if let Some(words) = live.round.dealers_step() {
            return (self.with_names(&words), DealerStep::of(StepKind::Act));
        }
        if let Some((seat, cards)) = live.round.hand_to_show() {
            let entered = match cards {
                1 => "its card".to_owned(),
                2 => "both cards".to_owned(),
                more => format!("all {more} cards"),
            };
            let words = format!("{} shows: enter {entered}, or throws the hand in.", self.seat_words(seat));
            return (capital(&words), DealerStep { kind: StepKind::Show, seat: Some(seat), cards });
        }
        let names = self.awaited_names();
        let whom = if names.is_empty() { "the players".to_owned() } else { names.join(", ") };
        (format!("Wait for {whom}."), DealerStep::of(StepKind::Wait))
    }

    /// A sentence with the name of whoever sits at each seat that it speaks of.
    fn with_names(&self, words: &str) -> String {
        let mut parts = words.split("seat ");
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let number: Result<u8, _> = part[..part.len() - rest.len()].parse();
            match number {
                Ok(number) if number > 0 => named += &format!("{}{rest}", self.seat_words(Seat::new(number))),
                _ => named += &format!("seat {part}"),
            }
        }
        named
    }

    /// A seat with the name of whoever sits there.
    pub(super) fn seat_words(&self, seat: Seat) -> String {
        let sitter = self.state.people.iter().find(|one| one.seat == Some(seat));
        sitter.map_or_else(|| format!("seat {seat}"), |one| format!("seat {seat} ({})", one.name))
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
