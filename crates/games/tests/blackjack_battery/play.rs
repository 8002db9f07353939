//! Plays one round on the engine, checks the laws at every step, and compares the whole with the second model.

use std::sync::Arc;

use books::Money;
use cards::Card;
use games::blackjack::{Allowed, Choice, Event, Setup, Waits};
use games::blackjack::{Blackjack, Game};
use games::{Face, Party, Place};

use crate::dice::Dice;
use crate::model::{self, Found, sort};
use crate::random;
use crate::settling::Line;
use crate::tables::Table;

/// All that a round is made of, so that it can be played again and made smaller.
#[derive(Clone)]
pub(crate) struct Case {
    pub game: Arc<Game>,
    pub setup: Setup,
    pub shoe: Vec<Card>,
    /// For the choices.
    pub dice: Dice,
    /// Whether the bank's down card is dealt unseen.
    pub unseen: bool,
    /// Whether every law is tried at every step, and not only the comparison made.
    pub thorough: bool,
}

/// How a round ended that broke no law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Settled,
    /// The shoe ran dry, which a table mends by shuffling discards in.
    Dry,
}

/// What broke, with the cards and choices up to then.
pub(crate) struct Broken {
    pub what: String,
    pub cards: Vec<Card>,
    pub choices: Vec<(Party, Choice)>,
}

pub(crate) struct Play<'a> {
    pub table: &'a Table,
    pub case: &'a Case,
    pub setup: Arc<Setup>,
    pub dice: Dice,
    pub round: Blackjack,
    /// The same round, made of events alone.
    pub shadow: Blackjack,
    pub events: Vec<Event>,
    pub applied: usize,
    pub money: Money,
    cards: Vec<Card>,
    choices: Vec<(Party, Choice)>,
    places: Vec<(Place, Face)>,
    asked: Vec<Vec<Allowed>>,
    hole: Option<Card>,
}

pub(crate) type Law = Result<(), String>;

pub(crate) fn play(table: &Table, case: &Case) -> Result<End, Broken> {
    let setup = Arc::new(case.setup.clone());
    let mut events = Vec::new();
    let opened = Blackjack::open(Arc::clone(&case.game), &setup, &mut events);
    let round = opened.map_err(|faults| Broken {
        what: format!("the setup was refused: {faults:?}"),
        cards: Vec::new(),
        choices: Vec::new(),
    })?;
    let shadow = Blackjack::unopened(Arc::clone(&case.game), Arc::clone(&setup));
    let mut play = Play {
        table,
        case,
        setup,
        dice: case.dice.clone(),
        money: case.setup.purses.iter().map(|purse| purse.stack).sum(),
        round,
        shadow,
        events,
        applied: 0,
        cards: Vec::new(),
        choices: Vec::new(),
        places: Vec::new(),
        asked: Vec::new(),
        hole: None,
    };
    let result = play.run();
    result.map_err(|what| Broken { what, cards: play.cards, choices: play.choices })
}

impl Play<'_> {
    fn run(&mut self) -> Result<End, String> {
        self.check_step()?;
        loop {
            match self.round.waits() {
                Waits::Over => break,
                Waits::Look => self.look()?,
                Waits::Card { place, face } => {
                    if self.hole.is_none() && self.cards.len() == self.case.shoe.len() {
                        return Ok(End::Dry);
                    }
                    self.card(place, face)?;
                }
                Waits::Choices => self.choose()?,
            }
            self.check_step()?;
            if self.case.thorough && self.dice.once_in(8) {
                self.check_void()?;
            }
        }
        if self.case.thorough {
            self.check_json()?;
            self.check_opened_again()?;
        }
        self.compare()?;
        Ok(End::Settled)
    }

    fn look(&mut self) -> Law {
        let natural = self
            .hole
            .is_some_and(|hole| crate::worth::is_natural(&self.table.model, &[self.up_card(), hole]));
        self.round.look(natural, &mut self.events).map_err(|refusal| format!("look refused: {refusal}"))
    }

    fn up_card(&self) -> Card {
        let bank = self.places.iter().position(|place| place.0 == Place::Bank).expect("the bank has a card");
        self.cards[bank]
    }

    fn card(&mut self, place: Place, face: Face) -> Law {
        if self.case.thorough {
            self.check_no_choice_now()?;
        }
        if let Some(hole) = self.hole.take() {
            if place == Place::Bank {
                return self.give(Some(hole));
            }
            self.hole = Some(hole);
        }
        let card = self.case.shoe[self.cards.len()];
        self.cards.push(card);
        self.places.push((place, face));
        if self.case.unseen && face == Face::Down {
            self.hole = Some(card);
            return self.give(None);
        }
        self.give(Some(card))
    }

    fn give(&mut self, card: Option<Card>) -> Law {
        self.round.card(card, &mut self.events).map_err(|refusal| format!("{card:?} refused: {refusal}"))
    }

    fn choose(&mut self) -> Law {
        let mut open = Vec::new();
        self.round.allowed(&mut open);
        if open.is_empty() {
            return Err("the round waits for choices and lists none".to_owned());
        }
        if self.case.thorough {
            self.check_listed(&open)?;
            self.check_unlisted(&open)?;
        }
        let (who, choice) = random::choice(&open, &mut self.dice);
        sort(&mut open);
        self.asked.push(open);
        self.choices.push((who, choice));
        let chosen = self.round.choose(who, choice, &mut self.events);
        chosen.map_err(|refusal| format!("{who:?} {choice:?} was listed and refused: {refusal}"))
    }

    fn compare(&self) -> Law {
        let model = model::walk(&model::Round {
            rules: &self.table.model,
            setup: &self.setup,
            schedule: self.case.game.schedule.as_ref(),
            cards: &self.cards,
            choices: &self.choices,
        });
        let engine = self.found();
        for (place, (model, engine)) in model.asked.iter().zip(&engine.asked).enumerate() {
            differ(&format!("choice {}", place + 1), model, engine)?;
        }
        differ("cards", &model.dealt, &engine.dealt)?;
        differ("the look", &model.looked, &engine.looked)?;
        differ("cleared Naturals", &model.cleared, &engine.cleared)?;
        differ("the button", &model.button, &engine.button)?;
        for (model, engine) in model.settled.iter().zip(&engine.settled) {
            differ("a wager", model, engine)?;
        }
        differ("the rest", &model, &engine)
    }

    /// The engine's answers in the words of the model.
    fn found(&self) -> Found {
        let mut found = Found {
            dealt: self
                .places
                .iter()
                .zip(&self.cards)
                .map(|(place, card)| (place.0, place.1, *card))
                .collect(),
            asked: self.asked.clone(),
            button: self.round.button(),
            purses: (0..self.setup.purses.len()).map(|place| self.round.purse(place).in_cents()).collect(),
            drop: self.round.drop().in_cents(),
            used: self.round.stake().used().in_cents(),
            ..Found::default()
        };
        for event in &self.events {
            match *event {
                Event::Looked { natural } => found.looked = Some(natural),
                Event::Cleared { spot, .. } => found.cleared.push(spot),
                Event::Settled { who, spot, hand, wager, verdict, amount, paid, collected, .. } => {
                    let [amount, paid, collected] = [amount, paid, collected].map(Money::in_cents);
                    found.settled.push(Line { who, spot, hand, wager, verdict, amount, paid, collected });
                }
                _ => {}
            }
        }
        found.cleared.sort_unstable();
        found
    }
}

fn differ<T: PartialEq + std::fmt::Debug>(what: &str, model: &T, engine: &T) -> Law {
    if model == engine {
        Ok(())
    } else {
        Err(format!("{what}: the model says\n{model:?}\nthe engine\n{engine:?}"))
    }
}
